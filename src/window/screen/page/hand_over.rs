//! The table with the lamp out: whose turn it is to sit down, by arms and name, one key, nothing else.

use bevy::prelude::*;

use super::{Behind, PageDrawn, PageSheet};
use crate::{
    locale::say,
    window::{
        Screen,
        art::Art,
        input::Action,
        theme::{self, Face},
        view::{HandOver, Intent, Table},
        widgets::{self, ButtonLook},
    },
};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, draw.in_set(PageDrawn).run_if(in_state(Screen::HandOver)));
}

/// Size of the arms, in units.
const ARMS: f32 = 72.0;
/// Pixels along their drawing.
const ARMS_PIXELS: u32 = 160;

fn draw(
    mut sheet: PageSheet,
    table: Res<Table>,
    (mut art, mut images): (ResMut<Art>, ResMut<Assets<Image>>),
    mut seen: Local<Option<HandOver>>,
) {
    let Some(next) = &table.hand_over else { return };
    if !sheet.renew(&mut seen, next.clone()) {
        return;
    }
    let key = sheet.key(Action::Confirm);
    let arms = art.image(&mut images, &format!("counters/{}", theme::side_shape(next.side)), ARMS_PIXELS);
    sheet.bare(Behind::Out, |root, fonts| {
        root.spawn((
            ImageNode::new(arms),
            Node { width: px(ARMS), height: px(ARMS), flex_shrink: 0.0, ..default() },
        ));
        let pass = say!("hand-over-pass");
        root.spawn(widgets::label(fonts, Face::Regular, theme::BODY, theme::PAPER_DIM, pass));
        root.spawn(widgets::label(fonts, Face::Bold, theme::LARGE, theme::PAPER, next.name.clone()));
        root.spawn((
            Node { width: px(ARMS), height: px(4), flex_shrink: 0.0, ..default() },
            BackgroundColor(theme::side_colour(next.side)),
        ));
        root.spawn(Node { column_gap: px(theme::GAP_2), flex_shrink: 0.0, ..widgets::across() }).with_children(
            |row| {
                let press = say!("hand-over-press");
                row.spawn(widgets::line(fonts, Face::Regular, theme::BODY, theme::PAPER_DIM, press));
                row.spawn(widgets::button("ready", ButtonLook::Plate, true, Intent::Ready, Node::default()))
                    .with_child(widgets::line(fonts, Face::Bold, theme::BODY, theme::INK, key));
            },
        );
    });
}
