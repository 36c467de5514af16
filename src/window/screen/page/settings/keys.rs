//! The actions with what they are bound to: a press on a place waits for the key that is to stand there.

use crate::window::{
    input::{ActionGroup, action_name},
    pen::*,
    settings::{KeyIntent, Listening},
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
pub(super) fn draw(list: Sheet, settings: &Settings, listening: Listening, pad: bool) {
    list.text(ASIDE, if pad { say!("keys-pad-about") } else { say!("keys-about") });
    let changed = !settings.bindings.is_empty();
    let intent = Intent::Keys(KeyIntent::ResetAll);
    list.spawn(across().fixed()).with_children(|row| {
        row.push_if(changed, "reset all keys", TEXT, say!("keys-reset-all"), intent);
    });
    let mut open = None;
    for (group, action) in Action::all().filter(|(_, action)| !pad || action.on_pad()) {
        if open != Some(group) {
            open = Some(group);
            list.spawn(Node { margin: UiRect::top(px(GAP_3)), ..Node::default().fixed() })
                .with_child(NAME.soft().line(heading(group)));
        }
        draw_action(list, settings, listening, action, pad);
    }
}

fn draw_action(list: Sheet, settings: &Settings, listening: Listening, action: Action, pad: bool) {
    let bound = settings.bound_on(action, pad);
    let node = Node { max_width: px(super::LINE), ..across().gap(GAP_2).fixed() };
    list.spawn((node, IsAbout(action_name(action)))).with_children(|row| {
        let words = Node { flex_grow: 1.0, flex_basis: px(0), ..down().gap(0.0) };
        row.spawn(words).with_children(|words| {
            words.text(TEXT, action_name(action));
            for clash in settings.clashes(action).iter().filter(|clash| clash.bound.on_pad() == pad) {
                let (key, other) = (clash.bound.name(), action_name(clash.other));
                words.text(ASIDE.ink(theme::HARM), say!("keys-clash", key = key, action = other));
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
            let node = Node { width: px(PLACE), ..Node::default().centred().fixed() };
            let look = if waits { ButtonLook::Chosen } else { ButtonLook::Paper };
            let name = format!("key {} {n}", action.id());
            let intent = Intent::Keys(KeyIntent::Listen(action, n, pad));
            let face = if waits { Face::Italic } else { Face::Mono };
            row.button(name, look, intent, node).with_child(PLAIN.face(face).line(text));
        }
        row.spawn(Node { width: px(BACK), ..Node::default().fixed() }).with_children(|back| {
            if settings.changed(action) {
                let intent = Intent::Keys(KeyIntent::Reset(action));
                back.push(format!("reset {}", action.id()), SOFT, say!("keys-reset"), intent);
            }
        });
    });
}
