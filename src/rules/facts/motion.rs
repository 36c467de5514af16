//! Speed and heading from round to round: the increment carried over, turns; not [`crate::rules::collision`].

use crate::rules::prelude::*;

/// How fast a unit was, and when it turned.
#[derive(Component, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Motion {
    /// The movement increment of the round before, 1 at the start.
    pub carried: i32,
    /// Squares moved this round when it last struck something solid; none: it has not.
    pub struck: Option<i32>,
    /// The round in which it last turned, while its turns are limited; none: long ago.
    pub turned: Option<i32>,
}

impl Default for Motion {
    fn default() -> Self {
        Self { carried: 1, struck: None, turned: None }
    }
}

impl Facts {
    /// How fast a unit, or its carrier, is now: the larger of both increments; 1 after striking something solid.
    pub fn current_increment(&self, unit: &UnitState) -> i32 {
        let unit = self.bearer(unit);
        let base = self.base_speed(unit, unit.usage.category);
        match unit.motion.struck {
            Some(before) => increment(unit.usage.squares - before, base),
            None => unit.motion.carried.max(increment(unit.usage.squares, base)),
        }
    }

    /// The 90° turns in a unit's move by a category, before its speed takes from them; none: any number.
    pub fn manoeuvrability(&self, unit: &UnitState, category: Option<Key>) -> Option<i32> {
        let nimble = i32::from(self.book.settings.movement.nimble);
        self.move_def(unit, category).map(|def| def.manoeuvrability).filter(|own| *own < nimble)
    }

    /// How far a unit may turn in a manoeuvre that begins now, if it is Movement; none: as it likes.
    pub fn turning(&self, unit: &UnitState, category: Option<Key>, movement: bool) -> Option<Turning> {
        let left = self.manoeuvrability(unit, category)? - self.current_increment(unit);
        let quiet = (-left).max(1);
        let round = i32::try_from(self.round).unwrap_or(i32::MAX);
        let turns = match left {
            _ if !movement => 0,
            1.. => left.min(i32::from(self.book.settings.movement.nimble)),
            _ => i32::from(unit.motion.turned.is_none_or(|turned| round - turned >= quiet)),
        };
        let eighths = u8::try_from(2 * turns).unwrap_or(u8::MAX);
        Some(Turning { heading: unit.place.facing, eighths })
    }
}
