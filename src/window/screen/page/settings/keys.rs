//! The actions with what they are bound to: a press on a place waits for the key that is to stand there.

use bevy::prelude::*;

use crate::{
    locale::say,
    window::{
        input::{Action, ActionGroup, action_name},
        settings::{KeyIntent, Listening, Settings},
        theme::{self, Face, Fonts},
        view::Intent,
        widgets::{self, ButtonLook, IsAbout},
    },
};

/// Places that an action has for keys, or for what is on a gamepad.
const PLACES: u8 = 2;
/// Width of a place, in pixels at scale 1.
const PLACE: f32 = 128.0;
/// Width of the place from which an action is set back.
const BACK: f32 = 78.0;

fn heading(group: ActionGroup) -> String {
    match group {
        ActionGroup::Turn => say!("keys-turn"),
        ActionGroup::View => say!("keys-view"),
        ActionGroup::Shown => say!("keys-shown"),
        ActionGroup::Cards => say!("keys-cards"),
        ActionGroup::Chips => say!("keys-chips"),
    }
}

/// Lists the actions with their keys, or with their buttons of a gamepad.
pub(super) fn draw(
    list: &mut ChildSpawnerCommands,
    fonts: &Fonts,
    settings: &Settings,
    listening: Listening,
    pad: bool,
) {
    let about = if pad { say!("keys-pad-about") } else { say!("keys-about") };
    list.spawn(widgets::label(fonts, Face::Italic, theme::SMALL, theme::INK_SOFT, about));
    let changed = !settings.bindings.is_empty();
    let intent = Intent::Keys(KeyIntent::ResetAll);
    list.spawn(Node { flex_shrink: 0.0, ..widgets::across() }).with_children(|row| {
        let ink = if changed { theme::INK } else { theme::GREY };
        row.spawn(widgets::button("reset all keys", ButtonLook::Paper, changed, intent, Node::default()))
            .with_child(widgets::line(fonts, Face::Regular, theme::BODY, ink, say!("keys-reset-all")));
    });
    let mut open = None;
    for (group, action) in Action::all().filter(|(_, action)| !pad || action.on_pad()) {
        if open != Some(group) {
            open = Some(group);
            list.spawn((Node { margin: UiRect::top(px(theme::GAP_3)), flex_shrink: 0.0, ..default() },))
                .with_child(widgets::line(fonts, Face::Bold, theme::BODY, theme::INK_SOFT, heading(group)));
        }
        draw_action(list, fonts, settings, listening, action, pad);
    }
}

fn draw_action(
    list: &mut ChildSpawnerCommands,
    fonts: &Fonts,
    settings: &Settings,
    listening: Listening,
    action: Action,
    pad: bool,
) {
    let bound = settings.bound_on(action, pad);
    let node =
        Node { column_gap: px(theme::GAP_2), flex_shrink: 0.0, max_width: px(super::LINE), ..widgets::across() };
    list.spawn((node, IsAbout(action_name(action)))).with_children(|row| {
        let words = Node { flex_grow: 1.0, flex_basis: px(0), row_gap: px(0), ..widgets::down() };
        row.spawn(words).with_children(|words| {
            let name = action_name(action);
            words.spawn(widgets::label(fonts, Face::Regular, theme::BODY, theme::INK, name));
            for clash in settings.clashes(action).iter().filter(|clash| clash.bound.on_pad() == pad) {
                let other = action_name(clash.other);
                let text = say!("keys-clash", key = clash.bound.name(), action = other);
                words.spawn(widgets::label(fonts, Face::Italic, theme::SMALL, theme::HARM, text));
            }
        });
        for n in 0..PLACES {
            let waits = listening.0 == Some((action, n, pad));
            let text = match bound.get(usize::from(n)) {
                _ if waits => say!("keys-press"),
                Some(bound) => bound.name(),
                // As high as the others.
                None => "\u{a0}".to_owned(),
            };
            let node = Node {
                width: px(PLACE),
                flex_shrink: 0.0,
                justify_content: JustifyContent::Center,
                ..default()
            };
            let look = if waits { ButtonLook::Chosen } else { ButtonLook::Paper };
            let name = format!("key {} {n}", action.id());
            let intent = Intent::Keys(KeyIntent::Listen(action, n, pad));
            let face = if waits { Face::Italic } else { Face::Mono };
            row.spawn(widgets::button(name, look, true, intent, node)).with_child(widgets::line(
                fonts,
                face,
                theme::SMALL,
                theme::INK,
                text,
            ));
        }
        row.spawn(Node { width: px(BACK), flex_shrink: 0.0, ..default() }).with_children(|back| {
            if settings.changed(action) {
                let intent = Intent::Keys(KeyIntent::Reset(action));
                let name = format!("reset {}", action.id());
                back.spawn(widgets::button(name, ButtonLook::Paper, true, intent, Node::default()))
                    .with_child(widgets::line(
                        fonts,
                        Face::Regular,
                        theme::SMALL,
                        theme::INK_SOFT,
                        say!("keys-reset"),
                    ));
            }
        });
    });
}
