//! What the player bound to what: the first bindings with the player's own over them.

use leafwing_input_manager::{
    prelude::{InputMap, MouseMove},
    user_input::MouseScrollAxis,
};

use crate::window::prelude::*;

/// Bindings that an action may have of each kind: keys, and buttons of a gamepad.
const MOST: usize = 2;

/// Two actions that one and the same key would set off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clash {
    /// The key.
    pub bound: BoundInput,
    /// The other action that has it.
    pub other: Action,
}

impl Settings {
    /// What an action is bound to.
    pub fn bound(&self, action: Action) -> Vec<BoundInput> {
        self.bindings.get(&action.id()).cloned().unwrap_or_else(|| action.bound_at_first())
    }

    /// The keys and mouse buttons of an action, or its buttons and sticks of a gamepad.
    pub fn bound_on(&self, action: Action, pad: bool) -> Vec<BoundInput> {
        self.bound(action).into_iter().filter(|bound| bound.on_pad() == pad).collect()
    }

    /// The key that is shown for an action in a corner of a card; empty if it has none.
    pub fn key(&self, action: Action) -> String {
        self.bound_on(action, false).first().map(|bound| bound.short()).unwrap_or_default()
    }

    /// What stands on the keys of all actions, by their ids: the key, else the button of a gamepad, else a dash.
    pub fn all_keys(&self) -> BTreeMap<String, String> {
        let shown = |action| {
            let keys = [self.key(action), self.pad(action)];
            keys.into_iter().find(|key| !key.is_empty()).unwrap_or_else(|| say!("key-none"))
        };
        Action::all().map(|(_, action)| (action.id(), shown(action))).collect()
    }

    /// The button of a gamepad that is shown for an action; empty if it has none.
    pub fn pad(&self, action: Action) -> String {
        self.bound_on(action, true).first().map(|bound| bound.short()).unwrap_or_default()
    }

    /// Binds an action to something else in its `n`-th place of that kind (keys, or a gamepad), from 0.
    pub fn bind(&mut self, action: Action, n: usize, bound: BoundInput) {
        let mut own = self.bound_on(action, bound.on_pad());
        let others = self.bound_on(action, !bound.on_pad());
        own.retain(|other| *other != bound);
        if n < own.len() {
            own[n] = bound;
        } else {
            own.push(bound);
        }
        own.truncate(MOST.max(n + 1));
        self.set(action, own, others);
    }

    /// Takes the `n`-th binding of a kind from an action.
    pub fn unbind(&mut self, action: Action, n: usize, pad: bool) {
        let mut own = self.bound_on(action, pad);
        if n < own.len() {
            own.remove(n);
        }
        self.set(action, own, self.bound_on(action, !pad));
    }

    fn set(&mut self, action: Action, one: Vec<BoundInput>, other: Vec<BoundInput>) {
        // Keys first, then what is on a gamepad.
        let (mut all, pads): (Vec<BoundInput>, Vec<BoundInput>) =
            one.into_iter().chain(other).partition(|bound| !bound.on_pad());
        all.extend(pads);
        if all == action.bound_at_first() {
            self.bindings.remove(&action.id());
        } else {
            self.bindings.insert(action.id(), all);
        }
    }

    /// An action is bound as at first.
    pub fn reset(&mut self, action: Action) {
        self.bindings.remove(&action.id());
    }

    /// Is an action bound otherwise than at first?
    pub fn changed(&self, action: Action) -> bool {
        self.bindings.contains_key(&action.id())
    }

    /// The other actions that the keys of an action set off as well; a mouse's button may mean a click and a drag.
    pub fn clashes(&self, action: Action) -> Vec<Clash> {
        let own = self.bound(action);
        Action::all()
            .filter(|(_, other)| *other != action)
            .flat_map(|(_, other)| {
                let theirs = self.bound(other);
                own.iter()
                    .filter(move |bound| theirs.contains(bound) && !matches!(bound, BoundInput::Mouse(_)))
                    .map(move |bound| Clash { bound: *bound, other })
                    .collect::<Vec<_>>()
            })
            .collect()
    }

    /// All bindings as `leafwing-input-manager` wants them.
    pub fn input_map(&self) -> InputMap<Action> {
        let mut map = InputMap::default()
            .with_dual_axis(Action::PointerMotion, MouseMove::default())
            .with_axis(Action::Zoom, MouseScrollAxis::Y);
        for (_, action) in Action::all() {
            for bound in self.bound(action) {
                bound.insert(&mut map, action);
            }
        }
        // Without a click nobody could get back to where it is changed.
        if self.bound(Action::Select).is_empty() {
            BoundInput::Mouse(MouseButton::Left).insert(&mut map, Action::Select);
        }
        map
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_action_is_bound_anew_cleared_and_reset() {
        let mut settings = Settings::default();
        let (first, x) = (Action::EndTurn.bound_at_first(), BoundInput::Key(KeyCode::KeyX));
        settings.bind(Action::EndTurn, 0, x);
        assert_eq!(settings.bound(Action::EndTurn), vec![x, first[1]], "the gamepad keeps its button");
        settings.bind(Action::EndTurn, 1, BoundInput::Mouse(MouseButton::Back));
        assert_eq!(settings.bound_on(Action::EndTurn, false).len(), 2);
        assert_eq!(settings.key(Action::EndTurn), "X");
        settings.unbind(Action::EndTurn, 0, false);
        assert_eq!(settings.bound_on(Action::EndTurn, false), vec![BoundInput::Mouse(MouseButton::Back)]);
        assert!(settings.changed(Action::EndTurn));
        settings.reset(Action::EndTurn);
        assert_eq!(settings.bound(Action::EndTurn), first);
    }

    #[test]
    fn what_is_bound_as_at_first_is_not_kept() {
        let mut settings = Settings::default();
        settings.bind(Action::Log, 0, BoundInput::Key(KeyCode::KeyX));
        settings.bind(Action::Log, 0, BoundInput::Key(KeyCode::KeyL));
        assert!(settings.bindings.is_empty());
    }

    #[test]
    fn two_actions_with_one_key_clash() {
        let mut settings = Settings::default();
        assert!(Action::all().all(|(_, action)| settings.clashes(action).is_empty()));
        let l = BoundInput::Key(KeyCode::KeyL);
        settings.bind(Action::Threat, 0, l);
        assert_eq!(settings.clashes(Action::Threat), vec![Clash { bound: l, other: Action::Log }]);
        assert_eq!(settings.clashes(Action::Log), vec![Clash { bound: l, other: Action::Threat }]);
    }
}
