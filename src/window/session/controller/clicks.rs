//! Clicks on the map: who stands there, what a click does, and why it does nothing.

use crate::window::session::prelude::*;

impl BattleController {
    /// The unit on a square: of several the one that is meant, else one that may be chosen, else who rides.
    pub(super) fn unit_at(&self, at: At) -> Option<UnitId> {
        let units = self.units_at(at);
        let meant = if self.look.pointed == Some(at) { self.look.meant } else { 0 };
        units.get(meant % units.len().max(1)).copied()
    }

    /// Who is pointed at.
    pub(super) fn unit_pointed_at(&self) -> Option<UnitId> {
        self.pointed_at().and_then(|at| self.unit_at(at))
    }

    pub(super) fn units_at(&self, at: At) -> Vec<UnitId> {
        let Some(facts) = &self.facts else { return Vec::new() };
        let square = show::square(at);
        let here = |unit: &&UnitState| !unit.place.gone && unit.place.area.contains(square);
        let mut units: Vec<&UnitState> = facts.units.iter().filter(here).collect();
        units.sort_by_key(|unit| {
            let choosable = self.open.aimed(unit.id()).is_some();
            (!choosable, facts.dead(unit), facts.out(unit), beneath(facts, unit))
        });
        units.iter().map(|unit| unit.id()).collect()
    }

    pub(super) fn choose(&mut self, at: At, table: &mut Table) {
        self.let_go();
        if let Some(n) = self.answer_there(at) {
            self.answer(n, table);
            return;
        }
        let Some(unit) = self.unit() else { return };
        if self.in_hand.menu.is_some() {
            return;
        }
        let complete = self.facts.as_ref().and_then(|facts| self.complete(facts, facts.unit(unit)?));
        if let Some(chosen) = complete {
            self.give(Command::act(unit, chosen.act()), table);
            return;
        }
        if let Some(chosen) = self.order_at(at) {
            self.fill(unit, chosen, table);
            return;
        }
        let square = show::square(at);
        if let Some(path) = self.open.going.as_ref().and_then(|going| going.path_to(square)) {
            self.go(path, table);
            return;
        }
        let target = self.unit_at(at);
        // What the pointer says already is not said once more.
        let said = target.is_some() && table.click_hint.as_ref().is_some_and(|hint| hint.refused);
        if let Some(why) = self.why_not(target, square).filter(|_| !said) {
            self.refuse(&why, table);
        }
    }

    /// The order that a click gives: at the unit there, at a square that may be aimed at, or at the wheel.
    pub(super) fn order_at(&self, at: At) -> Option<Chosen> {
        let square = show::square(at);
        let aim = || self.open.aim.as_ref().filter(|(squares, _)| squares.contains(square));
        let target = self.unit_at(at).and_then(|target| self.open.aimed(target)).cloned();
        target
            .or_else(|| aim().map(|(_, chosen)| area::at(chosen, square)))
            .or_else(|| self.open.wheel.as_ref()?.order(square))
    }

    /// Goes on with what has been filled in; what was taken in hand stays there if it is refused.
    fn fill(&mut self, unit: UnitId, chosen: Chosen, table: &mut Table) {
        let given = self.play.commands().len();
        let before = self.in_hand.chosen.replace(chosen);
        self.go_on(unit, table);
        if self.play.commands().len() == given && self.in_hand.chosen.is_none() {
            self.in_hand.chosen = before;
            let why = self.in_hand.hint.clone();
            self.draw_hand(table);
            table.hint = why.unwrap_or_default();
        }
    }

    /// Goes, or where it gives somebody an opening lays the path out first.
    pub(super) fn go(&mut self, path: Vec<Square>, table: &mut Table) {
        let (Some(unit), Some(facts), Some(going)) = (self.unit(), &self.facts, &self.open.going) else {
            return;
        };
        let Some(own) = facts.unit(unit) else { return };
        let provoked = if going.provokes { preview::provoked(facts, own, &path) } else { Vec::new() };
        let watchers: Vec<String> = provoked.iter().map(|foe| foe.identity.name.clone()).collect();
        if !watchers.is_empty() && self.in_hand.laid.as_ref() != Some(&path) {
            self.in_hand.laid = Some(path);
            self.in_hand.hint = Some(say!("turn-opening", units = words::list(&watchers)));
            table.hint = self.in_hand.hint.clone().unwrap_or_default();
            self.draw_marks(table);
            return;
        }
        let command = Command::act(unit, going.order(facts, own, path).act());
        self.give(command, table);
    }

    /// Why a click did nothing.
    pub(super) fn why_not(&self, target: Option<UnitId>, square: Square) -> Option<Refusal> {
        let facts = self.facts.as_ref()?;
        let unit = facts.unit(self.unit()?)?;
        let chosen = self.in_hand.chosen.as_ref().and_then(|chosen| facts.book.action(chosen.action));
        let walks = self.open.going.is_some() && chosen.is_some_and(|def| def.target().is_none());
        let at = |target: &UnitId| *target != unit.id() && self.open.aim.is_none() && !walks;
        if let Some(target) = target.filter(at) {
            let chosen = match &self.in_hand.chosen {
                Some(chosen) => chosen.clone(),
                None => {
                    let attacks = |card: &&Card| {
                        facts.book.action(card.action).is_some_and(|def| def.tagged("attack"))
                            && !pick::beside_the_point(facts, unit, card)
                    };
                    // Why it is not possible against this one: the reason of the card may be about another.
                    // The plain one: how far a charge would still be off at its end answers nothing.
                    let plain = |card: &&Card| {
                        facts.book.action(card.action).map(|def| legal::plainness(facts, unit, def))
                    };
                    let card = self.hand.iter().filter(attacks).min_by_key(plain)?;
                    Chosen::new(card.action, card.offer(None)?.mode)
                }
            };
            return preview::refused(facts, unit, &chosen.against(target), &self.occasion());
        }
        if let Some((_, chosen)) = &self.open.aim {
            return preview::refused(facts, unit, &area::at(chosen, square), &self.occasion());
        }
        let going = self.open.going.as_ref()?;
        let text = match going.cost(square) {
            Some(_) => message!("no-stop"),
            None => message!("no-far", n = going.most),
        };
        target.is_none().then(|| Refusal::new("too_far", text, None))
    }
}

/// Whether another on its square goes before it: who rides before the mount, the vehicle before who sits in it.
pub(super) fn beneath(facts: &Facts, unit: &UnitState) -> bool {
    match facts.vehicle_of(unit) {
        Some(_) => true,
        None => facts.carrier(unit.id()).is_none() && unit.vehicle().is_none(),
    }
}
