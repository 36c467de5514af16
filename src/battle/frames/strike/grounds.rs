//! What an area of energy does to the ground: where it bursts, and with how much (D-87, D-100).
//!
//! It is kept until the others in the area have had their dice. The dice for the ground are in `battle::blaze`.

use crate::{battle::prelude::*, grid::crossings};

/// What a weapon of an attack may do to the ground.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct GroundBurst {
    /// The weapon's place in the attack (D-26).
    weapon: u8,
    /// Kinds of energy and how much of each, whatever shields take of it.
    values: Vec<(Key, i32)>,
    /// It is an area before any shield, so it bursts far out where one of low precision leaves no area of it.
    meant: bool,
    /// The first square on its way under such a shield (D-87).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    far: Option<Square>,
    /// It bursts at its target.
    at_target: bool,
}

impl Strike {
    /// Before any shield takes of it: what it is worth for fires and collapses, should it burst (D-100).
    pub(super) fn note_ground(&mut self, battle: &mut Battle) {
        let facts = battle.facts();
        let settings = &facts.book.settings;
        let (Some(rule), Some(_)) = (&settings.attack.burst, &settings.blazes) else { return };
        if !self.result.landed || self.spread {
            return;
        }
        let Some(def) = facts.book.action(self.action) else { return };
        let deliberate = rule.deliberate(def);
        let from = if deliberate { rule.from } else { rule.over };
        for weapon in self.places() {
            let (values, meant) = match (facts.unit(self.by), self.explosive_at(&facts, weapon)) {
                (Some(by), Some(explosive)) => {
                    let energy = blow::burst_portions(&facts, by, explosive, def.share()).into_iter();
                    let energy = energy.filter(Portion::is_energy);
                    (energy.map(|portion| (portion.kind, portion.amount)).collect(), false)
                }
                _ => {
                    let energy = self.bare_energy(&facts, weapon).into_iter();
                    let values: Vec<(Key, i32)> = energy.filter(|(_, value)| *value >= from).collect();
                    if values.is_empty() {
                        continue;
                    }
                    (values, true)
                }
            };
            self.grounds.push(GroundBurst { weapon, values, meant, far: None, at_target: false });
        }
    }

    /// Where a weapon's energy comes under the shields of low precision that took of it (D-87).
    pub(super) fn note_far(
        &mut self,
        facts: &Facts,
        (by, target): (&UnitState, &UnitState),
        weapon: u8,
        paid: &[(UnitId, Key, i32)],
    ) {
        let ground = self.grounds.iter_mut().find(|ground| ground.weapon == weapon);
        let Some(ground) = ground.filter(|_| !paid.is_empty()) else { return };
        let covers = |square: &Square| {
            paid.iter().any(|(bearer, id, _)| {
                let Some(bearer) = facts.unit(*bearer) else { return false };
                let shield = bearer.wards.shields.iter().find(|shield| shield.id == *id);
                let (area, band) = (Area::one(*square), target.place.band);
                shield.is_some_and(|shield| facts.within_reach(bearer, &area, band, shield.reach))
            })
        };
        let to = target.place.area.nearest_to(by.place.area.origin);
        let from = by.place.area.nearest_to(to);
        ground.far = crossings(from, to).map(|crossing| crossing.to).find(covers);
    }

    /// Which burst at the target, once shields of low precision have had their part.
    pub(super) fn note_burst(&mut self) {
        let mut grounds = std::mem::take(&mut self.grounds);
        grounds.iter_mut().for_each(|ground| ground.at_target = self.bursts(ground.weapon));
        self.grounds = grounds;
    }

    /// After all whom it reaches: the ground in the square that each burst in and those beside it (D-100, D-101).
    pub(super) fn reaches_ground(&mut self, battle: &mut Battle) -> OrFault {
        let grounds = std::mem::take(&mut self.grounds);
        let facts = battle.facts();
        let Some(target) = facts.unit(self.target).filter(|target| target.place.band == Band::Ground) else {
            return Ok(());
        };
        for ground in grounds {
            let middle = match ground.far {
                _ if ground.at_target => target.place.area,
                Some(far) if ground.meant => Area::one(far),
                _ => continue,
            };
            let squares: Vec<Square> =
                middle.around(1).filter(|square| facts.map.contains(*square)).collect();
            let mut values = ground.values.into_iter();
            values.try_for_each(|value| battle.burst_on_ground(self.by, value, &squares))?;
        }
        Ok(())
    }
}
