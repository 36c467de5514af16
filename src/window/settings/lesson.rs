//! What newcomers are told as they play, each once: which lessons there are, and which have been given.

use crate::window::prelude::*;

/// A hint for newcomers, given at the moment it helps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Lesson {
    /// How to move.
    Move,
    /// How to see what an attack would do, and how to attack.
    Attack,
    /// What a reaction is.
    React,
    /// What one can still do who is down, but not out.
    Disabled,
    /// Where enemies can attack.
    Threat,
    /// When to end the turn.
    EndTurn,
}

impl Lesson {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Disabled, Self::Move, Self::Attack, Self::React, Self::Threat, Self::EndTurn];
}

/// On so many turns of theirs players are told what to click.
const TOLD: u32 = 2;

impl Settings {
    /// Does the player know what to click on a turn?
    pub fn knows_turns(&self) -> bool {
        !self.lessons || self.turns >= TOLD
    }

    /// A turn of the player's begins.
    pub fn count_turn(&mut self) {
        self.turns = self.turns.saturating_add(1);
    }

    /// Is this lesson still to be given?
    pub fn teaches(&self, lesson: Lesson) -> bool {
        self.lessons && !self.learned.contains(&lesson)
    }

    /// A lesson has been given: it does not come again.
    pub fn learn(&mut self, lesson: Lesson) {
        self.learned.insert(lesson);
        self.lessons = Lesson::ALL.iter().any(|lesson| !self.learned.contains(lesson));
    }

    /// The first battle is over: whoever has played it needs no lessons.
    pub fn learn_all(&mut self) {
        self.learned.extend(Lesson::ALL);
        self.lessons = false;
    }

    /// Lessons are given from the first one on, or not at all.
    pub(super) fn teach(&mut self, on: bool) {
        self.lessons = on;
        self.learned.clear();
        self.turns = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_lesson_is_given_once_and_the_switch_begins_anew() {
        let mut settings = Settings::default();
        assert!(Lesson::ALL.iter().all(|lesson| settings.teaches(*lesson)));
        settings.learn(Lesson::Move);
        assert!(!settings.teaches(Lesson::Move) && settings.teaches(Lesson::Attack));
        Lesson::ALL.into_iter().for_each(|lesson| settings.learn(lesson));
        assert_eq!(settings.get(Knob::Lessons), 0, "nothing is left to learn");
        settings.turn(Knob::Lessons, 1);
        assert!(settings.teaches(Lesson::Move));
        settings.learn_all();
        assert!(!settings.teaches(Lesson::EndTurn));
        let text = ron::to_string(&settings).unwrap();
        assert_eq!(ron::from_str::<Settings>(&text).unwrap(), settings, "it is remembered");
    }

    #[test]
    fn on_the_first_turns_a_player_is_told_what_to_click() {
        let mut settings = Settings::default();
        for turn in 1..=TOLD {
            assert!(!settings.knows_turns(), "on turn {turn}");
            settings.count_turn();
        }
        assert!(settings.knows_turns());
        settings.turn(Knob::Lessons, 1);
        assert!(!settings.knows_turns(), "the switch begins anew");
    }
}
