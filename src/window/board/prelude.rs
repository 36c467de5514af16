//! What nearly every file of the board speaks of: Bevy's names, materials, sheets, what is shown.

pub(super) use bevy::{
    asset::embedded_asset,
    reflect::TypePath,
    render::render_resource::{AsBindGroup, TextureFormat},
    sprite_render::Material2dPlugin,
};

pub(super) use super::{
    ink::{Gauge, drawn_with, extent, over_board, squares},
    sheets::{self, Sheet},
};
pub(super) use crate::{
    grid::Band,
    window::{
        art::{Art, Brushes},
        prelude::*,
    },
};
