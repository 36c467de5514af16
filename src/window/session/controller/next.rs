//! The keys for the next unit and the next target, where nobody may be chosen.

use super::{click_hint::is_far, clicks::beneath};
use crate::window::session::prelude::*;

impl BattleController {
    /// Whether it is a turn on which nobody may be chosen, with nothing in hand.
    fn has_no_target(&self) -> bool {
        let fights = self.facts.as_ref().is_some_and(|facts| facts.phase != Phase::Aftermath);
        let empty = self.in_hand.chosen.is_none() && self.in_hand.menu.is_none();
        let nobody = self.open.targets.is_empty() && self.open.aim.is_none();
        fights && empty && nobody && self.unit().is_some()
    }

    /// The enemies in sight, the nearest first, those who are out of the fight last.
    fn nearest_foes<'f>(&self, facts: &'f Facts) -> Vec<&'f UnitState> {
        let Some(unit) = self.unit().and_then(|id| facts.unit(id)) else { return Vec::new() };
        let foes = facts.units.iter().filter(|foe| facts.hostile(foe, unit) && facts.present(foe));
        let mut foes: Vec<&UnitState> = foes.collect();
        foes.sort_by_key(|foe| {
            (facts.out(foe), unit.place.area.distance(&foe.place.area), beneath(facts, foe))
        });
        foes
    }

    /// Where they stand, if it is a turn on which nobody may be chosen.
    pub(super) fn foes_in_sight(&self, facts: &Facts) -> Vec<At> {
        let mut squares: Vec<At> = Vec::new();
        if !self.has_no_target() {
            return squares;
        }
        for foe in self.nearest_foes(facts) {
            let at = show::at(foe.place.area.origin);
            if !squares.contains(&at) {
                squares.push(at);
            }
        }
        squares
    }

    /// Says why nobody may be chosen, and who is the nearest enemy.
    pub(super) fn tell_no_target(&mut self, table: &mut Table) {
        // The card of whom nothing can be done to would only cover others.
        table.side = None;
        if let Some(text) = self.no_target() {
            table.hint.clone_from(&text);
            self.in_hand.hint = Some(text);
        }
    }

    fn no_target(&self) -> Option<String> {
        let facts = self.facts.as_ref()?;
        self.unit()?;
        let Some(foe) = self.nearest_foes(facts).first().copied() else {
            return Some(say!("threat-none-seen"));
        };
        let why = self.why_not(Some(foe.id()), foe.place.area.origin).filter(|why| !is_far(why));
        let why = why.map_or_else(|| say!("turn-no-target"), |why| words::reason(&why));
        Some(say!("turn-nearest", why = why, unit = &foe.identity.name))
    }

    /// The other unit on the square pointed at, where there are several; else the next unit of one's own.
    pub(super) fn look_at_next(&mut self, table: &mut Table, motion: &mut BeatQueue) {
        if self.has_no_target() && table.overlay.foes.is_empty() {
            self.tell_no_target(table);
        }
        if let Some(at) = self.look.pointed
            && self.units_at(at).len() > 1
        {
            self.look.meant += 1;
            table.side = self.pointed_card();
            self.draw_marks(table);
            return;
        }
        let (Some(facts), Some(side)) = (&self.facts, self.play.seat) else { return };
        let own: Vec<&UnitState> =
            facts.units.iter().filter(|unit| unit.side() == side && facts.present(unit)).collect();
        if own.is_empty() {
            return;
        }
        self.looked = (self.looked + 1) % own.len();
        motion.push(Beat::Glance(show::at(own[self.looked].place.area.origin)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_nobody_may_be_chosen_it_is_told_who_is_nearest() {
        let mut found = 0;
        for scenario in ["first_blood", "shield_wall_at_coldwall", "meeting_at_the_mill"] {
            let mut game = TestGame::of(&library(), scenario, 5, false);
            game.until_a_full_hand();
            let chosen = game.table.counters.iter().any(Counter::choosable);
            let foes = game.table.overlay.foes.clone();
            assert!(!chosen || foes.is_empty(), "{scenario}: somebody may be chosen");
            let Some(nearest) = foes.first() else { continue };
            let facts = game.controller.play.eyes().unwrap();
            let own = facts.unit(game.asked()).unwrap();
            let far = |at: &At| own.place.area.distance(&Area::one(show::square(*at)));
            assert!(far(nearest) <= far(foes.last().unwrap()) + 3, "{scenario}: {foes:?}");
            let there = game.table.counters.iter().filter(|own| own.covers(*nearest));
            let names: Vec<String> = there.map(|own| own.name.clone()).collect();
            let named = |hint: &str| names.iter().any(|name| hint.contains(name.as_str()));
            game.obey(&Intent::Seen);
            game.obey(&Intent::Point(Some(*nearest)));
            game.obey(&Intent::NoTarget);
            assert!(named(&game.table.hint), "{scenario}: {}", game.table.hint);
            game.obey(&Intent::Cancel);
            assert!(!named(&game.table.hint), "{scenario}: it is laid aside");
            found += 1;
        }
        assert!(found > 0, "nowhere");
    }

    #[test]
    fn where_no_enemy_is_seen_it_is_told() {
        let mut game = TestGame::of(&library(), "fog_in_the_fen", 5, false);
        game.until_a_full_hand();
        assert!(game.table.overlay.foes.is_empty(), "{:?}", game.table.overlay.foes);
        game.obey(&Intent::NextUnit);
        assert_eq!(game.table.hint, say!("threat-none-seen"));
    }
}
