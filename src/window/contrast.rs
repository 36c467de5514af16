//! High contrast on the panels: lesser inks as dark as the main one, rules and outlines stronger.
//!
//! The board looks at the same setting by itself; buttons are painted by `widgets`.

use bevy::{input_focus::tab_navigation::TabIndex, prelude::*, ui_widgets::Button};

use super::{settings::Settings, theme};

/// The plugin of the contrast: after everything has been drawn, so that no frame shows the lesser ink.
pub fn plugin(app: &mut App) {
    app.add_systems(PostUpdate, (texts, edges));
}

/// What it was before.
#[derive(Component)]
struct Plain(Color);

/// The stronger one in place of a colour of text; none: it is strong enough.
fn strong(colour: Color) -> Option<Color> {
    let pairs = [
        (theme::INK_SOFT, theme::INK),
        (theme::GREY, theme::INK_SOFT),
        (theme::GOLD_DEEP, theme::GOLD_INK),
        (theme::PAPER_DIM, Color::WHITE),
        (theme::PAPER, Color::WHITE),
    ];
    pairs.into_iter().find(|(weak, _)| *weak == colour).map(|(_, strong)| strong)
}

fn texts(
    mut commands: Commands,
    settings: Res<Settings>,
    mut was: Local<bool>,
    mut texts: Query<(Entity, &mut TextColor, Option<&Plain>)>,
) {
    let on = settings.high_contrast;
    let turned = std::mem::replace(&mut *was, on) != on;
    if !on && !turned {
        return;
    }
    for (entity, mut text, plain) in &mut texts {
        if !turned && !text.is_changed() {
            continue;
        }
        match (on, strong(text.0), plain) {
            (true, Some(strong), _) => {
                commands.entity(entity).try_insert(Plain(text.0));
                text.0 = strong;
            }
            (false, _, Some(plain)) => {
                text.0 = plain.0;
                commands.entity(entity).try_remove::<Plain>();
            }
            _ => {}
        }
    }
}

/// Width of the outline that cards and slips get, in pixels at scale 1.
const OUTLINE: f32 = 1.0;

/// What may have an edge: everything that is no button and cannot have the focus, whose rim it would be.
type Edged = (Without<Button>, Without<TabIndex>);

fn edges(
    mut commands: Commands,
    settings: Res<Settings>,
    mut was: Local<bool>,
    all: Query<(Entity, Ref<Node>, &BorderColor), Edged>,
) {
    let on = settings.high_contrast;
    let turned = std::mem::replace(&mut *was, on) != on;
    if !on && !turned {
        return;
    }
    for (entity, node, edge) in &all {
        // The edge of a card: the thin rule all around.
        let ruled = *edge == BorderColor::all(theme::RULE) && node.border == UiRect::all(px(1));
        let new = turned || node.is_added();
        if ruled && new && on {
            let outline = Outline::new(px(OUTLINE), px(0), theme::INK);
            commands.entity(entity).try_insert(outline);
        } else if ruled && new {
            commands.entity(entity).try_remove::<Outline>();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_strong_stays_and_what_gives_way_becomes_stronger() {
        assert_eq!(strong(theme::INK), None);
        assert_eq!(strong(theme::HARM), None);
        for weak in [theme::INK_SOFT, theme::GREY, theme::GOLD_DEEP] {
            let found = strong(weak).unwrap();
            assert!(found.to_linear().red < weak.to_linear().red, "{weak:?}");
        }
    }
}
