//! Limbs that come off, and what an injury counts as whose limb is gone (D-50, D-70, D-71).

use crate::battle::prelude::*;

impl Strike {
    /// What got past armour: whether anything did, and whether something did that may sever.
    pub(super) fn note_passed(&mut self, facts: &Facts, trace: &HarmTrace) {
        self.loss.past_armour = trace.portions.iter().any(|portion| portion.amount > 0);
        if facts.book.settings.harm.limbs.is_none() {
            return;
        }
        let weapons: Vec<Key> = self.with.weapon.into_iter().chain(self.with.more.iter().copied()).collect();
        let used = facts.unit(self.by).zip(facts.book.action(self.action));
        // Several hits are all made with the first.
        let several = self.result.hits > 1;
        let severs = |place: u8| {
            let place = if several { 0 } else { usize::from(place) };
            let weapon = used.and_then(|(by, action)| facts.weapon_in(by, *weapons.get(place)?, action));
            weapon.is_some_and(|(_, weapon)| blow::may_sever(weapon))
        };
        let severs = trace.portions.iter().any(|portion| portion.amount > 0 && severs(portion.weapon));
        self.loss.severs = severs;
    }

    /// What it injures: something else in place of a limb that is not there (D-70).
    pub(super) fn injures(&self, facts: &Facts) -> Option<Key> {
        let injury = self.loss.injury?;
        Some(facts.unit(self.target).map_or(injury, |target| harm::injured(facts, target, injury)))
    }

    /// The condition of whoever loses a limb by so much damage to it: what may sever brings it to its limit (D-71).
    pub(super) fn severed(&self, battle: &mut Battle, total: i32, injury: Option<Key>) -> Option<Key> {
        let facts = battle.facts();
        let (rule, injury) = (facts.book.settings.harm.limbs.as_ref().filter(|_| self.loss.severs)?, injury?);
        let condition = rule.severed(injury)?;
        let own = battle.with_held(facts.unit(self.target)?);
        let (changes, _) = harm::lands(&facts, &own, total, self.result.critical, Some(injury));
        let more = changes.iter().find(|(track, _)| *track == injury)?.1;
        let limb = own.tracks.get(injury)?;
        (more > 0 && limb.now.saturating_add(more) >= limb.max).then_some(condition)
    }
}
