//! What stands in the slots of the row for usual actions that are forbidden, for the shot once nothing is left to shoot
//! with, and the few cards of who is down.

use super::row::attacks;
use crate::window::session::prelude::*;

/// Who is down has so many cards, at most.
const FEW: usize = 3;

impl BattleController {
    /// Settles where actions stand that are possible while conditions forbid usual ones. Each keeps its slot for the
    /// unit's whole battle, unless that is not to be had when it is needed again.
    pub(super) fn settle_stand_ins(&mut self, facts: &Facts, unit: &UnitState) {
        let Some((row, others)) = self.usual_row(facts, unit) else { return };
        for n in self.wanted(facts, unit, &others) {
            let shown = self.stand_ins(facts, unit, &row);
            let Some(action) = self.hand.get(n).map(|card| card.action) else { continue };
            if shown.iter().any(|(_, own)| *own == n) {
                continue;
            }
            let free = |at: &usize| {
                shown.iter().all(|(taken, _)| taken != at)
                    && row.get(*at).is_some_and(|slot| self.may_stand_in(facts, unit, n, slot))
            };
            let free: Vec<usize> = (0..row.len()).filter(free).collect();
            // What goes stands rather for what goes, an attack for an attack.
            let group = |n: usize| self.def(facts, n).map(|def| def.group);
            let alike = |at: &&usize| match row.get(**at) {
                Some(RowSlot::Card(usual)) => {
                    group(*usual) == group(n) || self.takes_over(facts, unit, n, *usual)
                }
                _ => false,
            };
            let Some(at) = free.iter().find(alike).or(free.first()).copied() else { continue };
            let known = self.held.entry((unit.id(), facts.phase == Phase::Aftermath)).or_default();
            known.retain(|(other, _)| *other != action);
            known.push((action, at));
        }
    }

    /// The places in the row at which others stand for usual actions now, and their cards.
    pub(super) fn stand_ins(&self, facts: &Facts, unit: &UnitState, row: &[RowSlot]) -> Vec<(usize, usize)> {
        let known = self.held.get(&(unit.id(), facts.phase == Phase::Aftermath));
        let known = known.map(Vec::as_slice).unwrap_or_default();
        let place = |action: &Key| self.hand.iter().position(|card| card.action == *action);
        let few = self.few(facts, unit);
        let serves =
            |n: usize| few.as_ref().map_or_else(|| self.serves(facts, unit, n), |few| few.contains(&n));
        let stands = |(at, n): &(usize, usize)| {
            serves(*n)
                && !row.contains(&RowSlot::Card(*n))
                && row.get(*at).is_some_and(|slot| self.may_stand_in(facts, unit, *n, slot))
        };
        let known = known.iter().filter_map(|(action, at)| Some((*at, place(action)?)));
        let mut known: Vec<(usize, usize)> = known.filter(stands).collect();
        // What can be done now goes before what would be grey there.
        known.sort_by_key(|(_, n)| !self.can(*n));
        let mut shown: Vec<(usize, usize)> = Vec::new();
        for (at, n) in known {
            if shown.iter().all(|(taken, _)| *taken != at) {
                shown.push((at, n));
            }
        }
        shown
    }

    /// Whether a card may stand in a slot: a condition forbids the usual action that has it, its weapon is jammed, or nothing
    /// is left to shoot with, and the card is for that state.
    fn may_stand_in(&self, facts: &Facts, unit: &UnitState, n: usize, slot: &RowSlot) -> bool {
        let RowSlot::Card(usual) = slot else { return false };
        let takes_over = self.takes_over(facts, unit, n, *usual);
        let Some((card, usual)) = self.hand.get(n).zip(self.hand.get(*usual)) else { return false };
        let jammed = || {
            let uses = facts.book.action(usual.action).and_then(|def| def.weapon_use());
            let jammed =
                |uses| facts.in_hand(unit, uses).any(|(item, weapon)| item.jammed && weapon.is_ranged());
            !usual.is_possible() && uses.is_some_and(jammed)
        };
        let mends = self.def(facts, n).is_some_and(|def| clears(def));
        pick::suits(facts, unit, card)
            && (takes_over || pick::prohibited(facts, unit, usual) || mends && jammed())
    }

    /// Whether a card is the melee attack that may have the slot of this one, the shot.
    fn takes_over(&self, facts: &Facts, unit: &UnitState, n: usize, usual: usize) -> bool {
        self.def(facts, usual).is_some_and(|def| pick::is_shot(def)) && self.replaces_shot(facts, unit, n)
    }

    /// Whether a card is the melee attack of who has nothing left to shoot with.
    fn replaces_shot(&self, facts: &Facts, unit: &UnitState, n: usize) -> bool {
        let Some((usual, _)) = self.rows.get(&(unit.id(), facts.phase == Phase::Aftermath)) else {
            return false;
        };
        self.def(facts, n).is_some_and(|def| pick::replaces_shot(facts, unit, def, usual))
    }

    /// The cards without a slot of their own that should stand in the row, the most wanted first.
    fn wanted(&self, facts: &Facts, unit: &UnitState, others: &[usize]) -> Vec<usize> {
        if let Some(few) = self.few(facts, unit) {
            return few.into_iter().filter(|n| others.contains(n)).collect();
        }
        let wanted =
            |n: &usize| self.replaces_shot(facts, unit, *n) || self.can(*n) && self.serves(facts, unit, *n);
        let mut wanted: Vec<usize> = others.iter().copied().filter(wanted).collect();
        wanted.sort_by_key(|n| !self.costs(*n));
        wanted
    }

    /// Whether a card serves in place of another: it ends a posture, makes a weapon work again (S-90), is something that a
    /// hold leaves (S-74), or is what is left of who has nothing to shoot with.
    fn serves(&self, facts: &Facts, unit: &UnitState, n: usize) -> bool {
        let confined = pick::confined(facts, unit);
        self.replaces_shot(facts, unit, n)
            || self
                .def(facts, n)
                .is_some_and(|def| pick::ends_posture(def) || clears(def) || confined && !pick::idle(def))
    }

    /// The cards of a unit that is down, which has no full hand: an attack, a way of going, what helps it, and what else
    /// is useful of its usual actions; in a hold, or where there is nothing of that, what else is left. None: it is not
    /// down.
    pub(super) fn few(&self, facts: &Facts, unit: &UnitState) -> Option<Vec<usize>> {
        let aftermath = facts.phase == Phase::Aftermath;
        if aftermath || !pick::failing(facts, unit) {
            return None;
        }
        let (slots, _) = self.rows.get(&(unit.id(), aftermath))?;
        let confined = pick::confined(facts, unit);
        let place =
            |n: usize| self.hand.get(n).and_then(|card| slots.iter().position(|own| *own == card.action));
        let mut cards: Vec<usize> =
            (0..self.hand.len()).filter(|n| self.can(*n) && self.does(facts, *n)).collect();
        cards.sort_by_key(|n| (place(*n).unwrap_or(slots.len()), !self.costs(*n)));
        let usual = |n: usize| place(n).is_some() || confined || self.replaces_shot(facts, unit, n);
        let first = |fits: &dyn Fn(usize, &ActionDef) -> bool| {
            cards.iter().copied().find(|n| self.def(facts, *n).is_some_and(|def| fits(*n, def)))
        };
        let attack = first(&|n, def| usual(n) && attacks(facts, def.id));
        let going = first(&|n, def| usual(n) && def.path().is_some() && def.target().is_none());
        let help = first(&|_, def| pick::helps_oneself(unit, def));
        let useful = |n: &usize| {
            let def = self.def(facts, *n);
            usual(*n) && def.is_some_and(|def| pick::useful(facts, unit, def, self.costs(*n)))
        };
        let useful = cards.iter().copied().filter(useful);
        let mut few: Vec<usize> = [attack, going, help].into_iter().flatten().chain(useful).collect();
        let nothing = few.is_empty();
        few.extend(cards.iter().copied().filter(|n| confined || nothing && self.costs(*n)));
        // Each stands once, where it comes first.
        let mut known = BTreeSet::new();
        few.retain(|n| known.insert(*n));
        few.truncate(FEW);
        Some(few)
    }

    /// Takes from the row of a unit that is down all that can be done but its few cards. Gives what stood there.
    pub(super) fn leave_few(&self, few: &[usize], row: &mut [RowSlot]) -> Vec<usize> {
        let mut aside = Vec::new();
        for slot in row {
            match *slot {
                RowSlot::Card(n) if few.contains(&n) || !self.can(n) => continue,
                RowSlot::Card(n) => aside.push(n),
                _ => {}
            }
            *slot = RowSlot::Empty;
        }
        aside
    }

    /// Whether a card can be had now.
    fn can(&self, n: usize) -> bool {
        self.hand.get(n).is_some_and(Card::is_possible)
    }
}

/// Whether an action makes a jammed weapon work again.
fn clears(def: &ActionDef) -> bool {
    def.item_place() == Some(ItemPlace::Jammed)
}
