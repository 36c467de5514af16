//! Explosions (C-103 to C-108): reach, effect, evasion. Where a charge comes down is [`area`](super::area)'s.

pub use super::fire_rule::BlastDef;
use crate::rules::check_prelude::*;

impl ActionDef {
    /// What stands for an action where something goes off by itself.
    pub fn bare(id: Key) -> Self {
        Self { id, rule: id, ..Self::default() }
    }
}

/// What an answer to an explosion takes off it (C-104, C-105).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lessen {
    /// Thrown, and taken off.
    pub dice: Option<Dice>,
    /// The rest is divided by this, rounded up.
    pub divisor: i32,
}

impl Lessen {
    /// What is left of the damage, with so much thrown; never below 0.
    pub fn left(self, damage: i32, thrown: i32) -> i32 {
        let divisor = self.divisor.max(1);
        let rest = (damage - thrown).max(0);
        rest / divisor + i32::from(rest % divisor != 0)
    }
}

/// Whether the effect of the attack is added for the one aimed at: launched, not thrown (C-103, C-107).
pub fn adds_effect(weapon: &WeaponDef) -> bool {
    weapon.uses == WeaponUse::Ranged
}

/// The squares that a wreck reaches when it blows up, from each of its own (C-136).
pub fn around(facts: &Facts, blast: &BlastDef, wreck: &UnitState) -> SquareSet {
    let map = facts.map_in(wreck.place.band);
    let shape = blast.shape(facts.book.settings.measure);
    let mut covered = SquareSet::new(map.width(), map.height());
    for own in wreck.place.area.squares() {
        for square in shape.squares(map, &wreck.place.area, own).iter() {
            covered.insert(square);
        }
    }
    covered
}

/// The ring in which a wreck's explosion catches a unit: aboard, the innermost; none in other closed vehicles (C-103).
pub fn caught_by_wreck(
    facts: &Facts,
    blast: &BlastDef,
    wreck: &UnitState,
    covered: &SquareSet,
    unit: &UnitState,
) -> Option<usize> {
    let near = |square: &Square| wreck.place.area.distance(&Area::one(*square));
    let elsewhere = facts.enclosed(unit).is_some_and(|vehicle| vehicle.id() != wreck.id());
    let spared =
        unit.id() == wreck.id() || elsewhere || !facts.present(unit) || unit.place.band != wreck.place.band;
    let reached = unit.place.area.squares().filter(|square| !spared && covered.contains(*square));
    blast.ring(facts.book.settings.measure, reached.map(|square| near(&square)).min()?)
}

/// The ring in which a unit is caught, going off on the aim's square; none: spared, as in a closed vehicle (C-103).
pub fn caught(
    facts: &Facts,
    blast: &BlastDef,
    aim: &Aim,
    covered: &SquareSet,
    unit: &UnitState,
) -> Option<usize> {
    if !facts.present(unit) || !aim.covers(covered, unit) || facts.enclosed(unit).is_some() {
        return None;
    }
    let middle = Area::one(aim.square);
    let near = |square: &Square| middle.distance(&Area::one(*square));
    let nearest = unit.place.area.squares().filter(|square| covered.contains(*square)).min_by_key(near)?;
    blast.ring(facts.book.settings.measure, near(&nearest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn c105_a_half_rounds_up() {
        let dive = Lessen { dice: None, divisor: 2 };
        assert_eq!([21, 20, 0].map(|damage| dive.left(damage, 0)), [11, 10, 0]);
        assert_eq!(Lessen { dice: None, divisor: 1 }.left(3, 4), 0, "never below 0");
    }
}
