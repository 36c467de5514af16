//! The slip at the edge of the screen: a few words about content that has been read anew, wherever one is.
//!
//! It lies there until it is looked at or laid aside.

use bevy::prelude::*;

use crate::{
    locale::say,
    window::{
        language::Language,
        theme::{self, Face, Fonts},
        view::{ContentIntent, Intent, Shelf, Slip},
        widgets::{self, ButtonLook},
    },
};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, draw);
}

#[derive(Component)]
struct SlipCard;

/// The widest that it is, in units.
const WIDEST: f32 = 300.0;

/// Above pages, beneath the curtain between two players.
const ABOVE: GlobalZIndex = GlobalZIndex(150);

fn draw(
    mut commands: Commands,
    shelf: Res<Shelf>,
    (fonts, language): (Res<Fonts>, Res<Language>),
    old: Query<Entity, With<SlipCard>>,
    mut seen: Local<Option<Slip>>,
) {
    if *seen == shelf.slip && !language.is_changed() && old.is_empty() == shelf.slip.is_none() {
        return;
    }
    seen.clone_from(&shelf.slip);
    for entity in &old {
        commands.entity(entity).despawn();
    }
    let Some(slip) = &shelf.slip else { return };
    let node = Node {
        position_type: PositionType::Absolute,
        left: px(0),
        top: percent(42),
        max_width: px(WIDEST),
        padding: UiRect::all(px(theme::GAP_2)),
        row_gap: px(theme::GAP),
        ..widgets::down()
    };
    commands.spawn((SlipCard, widgets::card(node), ABOVE)).with_children(|card| {
        let ink = if slip.wrong { theme::HARM } else { theme::INK };
        card.spawn(widgets::label(&fonts, Face::Bold, theme::SMALL, ink, slip.text.clone()));
        card.spawn(Node { column_gap: px(theme::GAP_2), ..widgets::across() }).with_children(|row| {
            for (name, text, intent) in [
                ("slip look", say!("slip-look"), ContentIntent::Look),
                ("slip aside", say!("slip-aside"), ContentIntent::Aside),
            ] {
                let intent = Intent::Content(intent);
                row.spawn(widgets::button(name, ButtonLook::Paper, true, intent, Node::default()))
                    .with_child(widgets::line(&fonts, Face::Bold, theme::SMALL, theme::INK, text));
            }
        });
    });
}
