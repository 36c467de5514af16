//! The one small set of colours, sizes, spaces and type that everything on the screen is made of (see LOOK).
//!
//! The numbers and the fonts; `widgets` and `pen` put them together.

use bevy::{asset::uuid_handle, prelude::*};

/// The table: dark walnut.
pub const WALNUT: Color = Color::srgb(0.157, 0.106, 0.075);
/// The table where the lamp does not reach.
pub const WALNUT_DARK: Color = Color::srgb(0.071, 0.047, 0.035);
/// Cards, cards and the printed map.
pub const PAPER: Color = Color::srgb(0.945, 0.906, 0.808);
/// Paper in shade: headings, bars that are spent, the face of what cannot be chosen.
pub const PAPER_DIM: Color = Color::srgb(0.851, 0.796, 0.671);
/// Paper under the pointer: the gold of "yours to choose" falls on it. What is chosen is fresh paper, [`FIELD`].
pub const PAPER_POINTED: Color = Color::srgb(0.973, 0.918, 0.745);
/// Text and lines on paper.
pub const INK: Color = Color::srgb(0.141, 0.110, 0.090);
/// Lesser text on paper, still 7:1 against it.
pub const INK_SOFT: Color = Color::srgb(0.260, 0.214, 0.173);
/// The thin rule around a card.
pub const RULE: Color = Color::srgb(0.478, 0.404, 0.322);
/// "Yours to choose", on walnut.
pub const GOLD: Color = Color::srgb(0.957, 0.773, 0.302);
/// "Yours to choose", on paper, where bright gold would not be seen.
pub const GOLD_DEEP: Color = Color::srgb(0.678, 0.475, 0.020);
/// The same as text on paper in shade.
pub const GOLD_INK: Color = Color::srgb(0.26, 0.16, 0.0);
/// Harm, and nothing else.
pub const HARM: Color = Color::srgb(0.694, 0.129, 0.098);
/// What somebody gets back; paper is its ink.
pub const GAIN: Color = Color::srgb(0.060, 0.310, 0.190);
/// A field to write into: paper that has not been written on.
pub const FIELD: Color = Color::srgb(0.992, 0.973, 0.918);
/// What is not possible.
pub const GREY: Color = Color::srgb(0.360, 0.333, 0.298);

/// The colour of a side (the Okabe-Ito set): blue, vermilion, bluish green, reddish purple.
/// Sides past the fourth start over; shape and hatch (see [`side_shape`]) do too.
pub fn side_colour(side: usize) -> Color {
    match side % 4 {
        0 => Color::srgb_u8(0x00, 0x72, 0xB2),
        1 => Color::srgb_u8(0xD5, 0x5E, 0x00),
        2 => Color::srgb_u8(0x00, 0x9E, 0x73),
        _ => Color::srgb_u8(0xCC, 0x79, 0xA7),
    }
}

/// The colour of a side as text on paper: the same hue, dark enough to read.
pub fn side_ink(side: usize) -> Color {
    match side % 4 {
        0 => Color::srgb_u8(0x00, 0x3C, 0x66),
        1 => Color::srgb_u8(0x64, 0x29, 0x00),
        2 => Color::srgb_u8(0x00, 0x43, 0x2F),
        _ => Color::srgb_u8(0x62, 0x23, 0x46),
    }
}

/// The name of the counter shape of a side, so that colour is never the only sign.
pub fn side_shape(side: usize) -> &'static str {
    ["shield", "diamond", "hexagon", "circle"][side % 4]
}

/// Small text: columns, labels, costs. Pixels at scale 1; nothing on the screen is smaller.
pub const SMALL: f32 = 13.0;
/// Text that is read.
pub const BODY: f32 = 16.0;
/// The number that matters, and headings.
pub const LARGE: f32 = 30.0;
/// The name of the game, on the title.
pub const TITLE: f32 = 60.0;

/// The spaces between things, in pixels at scale 1.
pub const GAP: f32 = 4.0;
/// Twice [`GAP`].
pub const GAP_2: f32 = 8.0;
/// Three times [`GAP`].
pub const GAP_3: f32 = 12.0;
/// What stays free at the sides of a page.
pub const MARGIN: Val = Val::Vw(3.75);
/// What stays free inside the edge of a sheet.
pub const EDGE: Val = Val::VMin(3.0);
/// The corner of a slip of paper.
pub const RADIUS: f32 = 4.0;
/// The corner of a card.
pub const RADIUS_CARD: f32 = 8.0;

/// A face of the one family of type, which is built into the program: nothing on the screen can lack its letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    /// Words.
    Regular,
    /// Names and headings.
    Bold,
    /// Asides: reasons, hints.
    Italic,
    /// Numbers in columns.
    Mono,
}

const REGULAR: Handle<Font> = uuid_handle!("0f1e8a52-6d0c-4c5b-9a37-5b1f2c7d9e01");
const BOLD: Handle<Font> = uuid_handle!("0f1e8a52-6d0c-4c5b-9a37-5b1f2c7d9e02");
const ITALIC: Handle<Font> = uuid_handle!("0f1e8a52-6d0c-4c5b-9a37-5b1f2c7d9e03");
const MONO: Handle<Font> = uuid_handle!("0f1e8a52-6d0c-4c5b-9a37-5b1f2c7d9e04");

/// The plugin of the type, after Bevy's own: every face is there before anything is written.
pub fn plugin(app: &mut App) {
    let faces: [(Handle<Font>, &[u8]); 4] = [
        (REGULAR, include_bytes!("fonts/FiraSans-Regular.ttf")),
        (BOLD, include_bytes!("fonts/FiraSans-Bold.ttf")),
        (ITALIC, include_bytes!("fonts/FiraSans-Italic.ttf")),
        (MONO, include_bytes!("fonts/FiraMono-Medium.ttf")),
    ];
    let mut fonts = app.world_mut().resource_mut::<Assets<Font>>();
    for (face, bytes) in faces {
        // A handle that is fixed can always be filled.
        let _ = fonts.insert(face.id(), Font::from_bytes(bytes.to_vec()));
    }
}

impl Face {
    /// The font of this face at a size in pixels.
    pub fn font(self, size: f32) -> TextFont {
        let font = match self {
            Self::Regular => REGULAR,
            Self::Bold => BOLD,
            Self::Italic => ITALIC,
            Self::Mono => MONO,
        };
        TextFont { font: font.into(), font_size: FontSize::Px(size), ..default() }
    }
}
