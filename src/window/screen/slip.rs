//! The slip at the edge of the screen: a few words about content that has been read anew, wherever one is.
//!
//! It lies there until it is looked at or laid aside.

use crate::window::pen::*;

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
    language: Res<Language>,
    old: Query<Entity, With<SlipCard>>,
    mut seen: Local<Option<Slip>>,
) {
    if *seen == shelf.slip && !language.is_changed() && old.is_empty() == shelf.slip.is_none() {
        return;
    }
    seen.clone_from(&shelf.slip);
    old.iter().for_each(|entity| commands.entity(entity).despawn());
    let Some(slip) = &shelf.slip else { return };
    let node = down().pad(GAP_2, GAP_2).over();
    let node = Node { left: px(0), top: percent(42), max_width: px(WIDEST), ..node };
    commands.spawn((SlipCard, widgets::card(node), ABOVE)).with_children(|card| {
        let ink = if slip.wrong { theme::HARM } else { theme::INK };
        card.text(STRONG.ink(ink), &slip.text);
        card.spawn(across().gap(GAP_2)).with_children(|row| {
            for (name, text, intent) in [
                ("slip look", say!("slip-look"), ContentIntent::Look),
                ("slip aside", say!("slip-aside"), ContentIntent::Aside),
            ] {
                row.push(name, STRONG, text, Intent::Content(intent));
            }
        });
    });
}
