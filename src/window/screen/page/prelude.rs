//! What nearly every page is drawn with, imported in one line: `use super::prelude::*`.

pub(super) use super::{
    Behind, NARROW, PageDrawn, PageSheet, draw_row, entry, foot, list_beside, menu, middle, nothing,
    paper_card, plate, plate_like, ruled, scroll, sheet_of_paper, sheet_that_fits,
};
pub(super) use crate::window::{
    pen::*,
    screen::{
        field::{OfField, field},
        focus::First,
        token::{LARGE_TOKEN, TOKEN, token, token_row},
    },
};
