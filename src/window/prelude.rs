//! What many files of the window speak of that draw no panel: Bevy's names, the board, what is shown and wished.
//!
//! A file takes all of it in one line: `use crate::window::prelude::*`. Panels take [`pen`](super::pen).

pub(super) use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    time::Duration,
};

pub(super) use bevy::{
    ecs::system::SystemParam,
    input::ButtonState,
    prelude::*,
    window::{CursorMoved, PrimaryWindow},
};

pub(super) use serde::{Deserialize, Serialize};

pub(super) use crate::locale::say;

pub(super) use super::{
    Screen,
    board::{SQUARE, area_of, centre_of, layer, middle},
    camera::{BringIntoSight, Glide, MainCamera, SightReason},
    input::{Action, Actions, BoundInput, Pointer},
    language::Language,
    motion::BeatQueue,
    screen::{Rise, Room},
    settings::{Knob, Settings},
    theme,
    view::*,
};
