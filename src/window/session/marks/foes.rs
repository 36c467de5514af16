//! Marks for what foes threaten.

use super::{OverlayInput, Sheet};
use crate::window::session::{prelude::*, wheel::Wheel};

impl Sheet<'_, '_> {
    /// The squares on which a unit can be at the end of its move: where it stands, and where it is likely to get.
    fn stays(&self, unit: &UnitState) -> SquareSet {
        let OverlayInput { facts, open, .. } = *self.ground;
        let body = facts.moving(unit).place.area;
        let mut stays = SquareSet::of(facts.map.width(), facts.map.height(), body.squares());
        let goes = open.going.iter().flat_map(Going::likely).flat_map(|square| body.at(square).squares());
        goes.chain(open.wheel.iter().flat_map(Wheel::squares)).for_each(|square| {
            stays.insert(square);
        });
        stays
    }

    /// What foes threaten: from where the unit would stand, else from where they stand and may go. Where they can
    /// attack is shown where the pointer is and along the way; all that they can attack is marked, and named while no
    /// way is laid out. Once it has been asked, each degree of it has its sign, and how many can attack is told.
    pub(super) fn lay_threat(&mut self) {
        let ground = self.ground;
        if let Some(stand) = ground.stand {
            for (at, text) in stand.notes() {
                self.note(at, text, Weight::Odds);
            }
            self.put_all(stand.threatened().iter(), mark::THREAT);
            return;
        }
        let OverlayInput { facts, unit, .. } = *ground;
        let Some(all) = &ground.open.threat else { return };
        let pointed = ground.pointed.filter(|_| ground.threat).map(show::square);
        let one = all.foe_on(facts, pointed);
        let threat = one.map_or(all, |(_, alone)| alone);
        let counts = threat.counts(facts);
        let way = self.laid.path.iter().copied().chain(ground.pointed);
        let way: Vec<Square> = way.map(show::square).collect();
        // Of one foe it is shown where it can attack, of all of them where more can than one must bear.
        let stays = unit.filter(|_| one.is_none()).map(|own| self.stays(own));
        let marks = &mut self.laid.marks;
        let danger = Danger::lay(facts, &counts, stays.as_ref(), marks);
        self.laid.threats = signs::triangles(facts, &counts, marks, &way);
        if !ground.threat {
            let own = unit.filter(|_| self.laid.path.is_empty());
            let labels = |own| signs::attacker_labels(facts, &counts, marks, Some(own), true);
            self.laid.danger = own.map(labels).unwrap_or_default();
            return;
        }
        let signs = Signs::find(facts, (threat, &counts), danger.fewest, ground.fog);
        // Of one foe, and where there is nothing else, unlikely shots are told as well.
        let far_too = one.is_some() || threat.only_far();
        Signs::lay(facts, threat, far_too, marks);
        // Of one it is clear how many can attack.
        let labels = || signs::attacker_labels(facts, &counts, marks, unit, false);
        self.laid.danger = if one.is_some() { Vec::new() } else { labels() };
        self.laid.key = signs.key(far_too);
        self.laid.attackers = signs::tones(&counts, danger.fewest);
        let foe = one.and_then(|(id, _)| facts.unit(*id));
        self.laid.threat_of = foe.map(|foe| foe.identity.name.clone()).unwrap_or_default();
        let safe = self.laid.key.is_empty().then(|| signs::why_safe(facts, unit, !threat.far.is_empty()));
        self.laid.safe = safe.unwrap_or_default();
    }
}
