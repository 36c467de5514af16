//! The cards of what is pointed at or asked about.

use super::click_hint::is_far;
use crate::window::session::prelude::*;

impl BattleController {
    pub(super) fn ask_card(&self, n: usize, table: &mut Table) {
        if let (Some(facts), Some(card)) = (&self.facts, self.hand.get(n)) {
            let own = self.unit().and_then(|id| facts.unit(id));
            table.side = Some(preview::action_card(facts, own, card));
            table.rule = None;
        }
    }

    pub(super) fn ask_chip(&self, n: usize, table: &mut Table) {
        let (Some(chip), Some(facts)) = (table.chips.get(n), &self.facts) else { return };
        let why = chip.why_not.as_ref().map(|why| SideLine { harm: true, ..preview::line(why.clone(), "") });
        // The rule stands in brackets at the end of the note.
        let ruled = chip.note.rsplit_once('[').and_then(|(text, rule)| Some((text, rule.strip_suffix(']')?)));
        let (about, rule) = ruled.unwrap_or((chip.note.as_str(), ""));
        table.rule = None;
        table.side = Some(SideCard {
            title: words::capital(&chip.text),
            about: words::capital(about.trim_end()),
            lines: why.into_iter().chain(preview::rule_line(&facts.book, rule)).collect(),
            ..SideCard::default()
        });
    }

    pub(super) fn ask_answer(&mut self, n: usize, table: &mut Table) {
        let marked = self.question.asked.marked(n);
        let changed = self.question.pointed != marked || self.question.entry != Some(n);
        self.question.pointed = marked;
        self.question.entry = Some(n);
        if changed || self.in_hand.menu.is_some() {
            self.draw_marks(table);
        }
        if let Some(card) = self.question.asked.cards.get(n).cloned().flatten() {
            table.side = Some(card);
        }
    }

    pub(super) fn ask_slot(&self, n: usize, table: &mut Table) {
        if let (Some(facts), Some(slot)) = (&self.facts, table.ribbon.slots.get(n)) {
            let unit = facts.units.iter().find(|unit| self.play.number(unit.id()) == slot.unit);
            let from = self.unit().and_then(|id| facts.unit(id));
            table.side = unit.map(|unit| preview::unit_card(&self.play, facts, unit, from));
        }
    }

    /// The answer of the open question that a square is: of several on it the one that is about who is meant there.
    pub(super) fn answer_there(&self, at: At) -> Option<usize> {
        let asked = &self.question.asked;
        let there = |n: usize| asked.squares.get(n).is_some_and(|square| *square == Some(at));
        let meant = self.unit_at(at);
        let about = asked.units.iter().find(|(n, unit)| there(**n) && Some(**unit) == meant).map(|(n, _)| *n);
        about.or_else(|| (0..asked.squares.len()).find(|n| there(*n)))
    }

    /// The lines from who is asked to the units and squares that answer. Of many squares only the one that is pointed at
    /// has one.
    pub(super) fn answer_lines(&self) -> Vec<AnswerLine> {
        let asked = &self.question.asked;
        let Some(by) = asked.unit else { return Vec::new() };
        let pointed = self.pointed_at().and_then(|at| self.answer_there(at)).or(self.question.entry);
        let line = |(n, square): (usize, &Option<At>)| {
            let (to, at) = (asked.units.get(&n).map(|unit| self.play.number(*unit)), (*square)?);
            Some(AnswerLine { by: self.play.number(by), to, at, lit: pointed == Some(n) })
        };
        let mut lines: Vec<AnswerLine> = asked.squares.iter().enumerate().filter_map(line).collect();
        if lines.len() > PromptCard::LISTED {
            lines.retain(|line| line.lit);
        }
        lines
    }

    /// What choosing a square would answer to the open question.
    fn answer_at(&self, at: At) -> Option<SideCard> {
        let n = self.answer_there(at)?;
        let (text, odds) = self.question.words.get(n)?;
        let numbers = Some((odds.clone(), String::new(), false)).filter(|_| !odds.is_empty());
        let card = SideCard::new(text, say!("turn-choose-square"));
        Some(SideCard { numbers: numbers.into_iter().collect(), ..card })
    }

    /// In fog: who was last seen on a square, or that nobody has ever seen it.
    fn unseen_card(&self, facts: &Facts, square: Square) -> Option<SideCard> {
        let (seen, explored) = self.board.fog.as_ref()?;
        let side = self.play.seat?;
        if let Some(last) = facts.last_seen(side).find(|last| last.place.area.contains(square)) {
            let who = self.play.who(last.unit)?;
            let card = SideCard::new(who.name, say!("fog-last-seen", round = i64::from(last.round)));
            return Some(SideCard { side: Some(self.play.colour(who.side)), ..card });
        }
        let card = SideCard::new(say!("fog-never-seen"), say!("fog-never-seen-why"));
        (!seen.contains(square) && !explored.contains(square)).then_some(card)
    }

    /// What is told of where the pointer is: nothing where it only rests there while a question is open or others have
    /// the turn, since nobody asks; nor beside a list of actions.
    pub(super) fn resting_card(&self) -> Option<SideCard> {
        if self.in_hand.above.popup.is_some() {
            return None;
        }
        let asks = self.unit().is_some() || self.look.moved || self.watching();
        let asks = asks || self.play.next() == Next::Over;
        self.pointed_card().filter(|_| asks)
    }

    /// What is under the pointer: a target with its odds, a unit, a square.
    pub(super) fn pointed_card(&self) -> Option<SideCard> {
        let facts = self.facts.as_ref()?;
        let at = self.look.pointed?;
        let square = show::square(at);
        let own = self.unit().and_then(|id| facts.unit(id));
        if let Some(card) = self.answer_at(at) {
            return Some(card);
        }
        if let Some(stamp) = self.stamp(facts) {
            let (mut card, chosen) = (stamp.card, self.order_at(at));
            let order = own.zip(chosen.as_ref()).and_then(|(own, chosen)| Order::new(facts, own, chosen));
            let given = order.map(|order| self.risk_lines(order));
            card.lines.splice(0..0, given.unwrap_or_default());
            return Some(card);
        }
        if let Some(stand) = self.stand() {
            return Some(stand.card(&self.play));
        }
        if let Some(unit) = self.unit_at(at).and_then(|id| facts.unit(id)) {
            if !self.look.rests
                && let (Some(own), Some(chosen)) = (own, self.open.aimed(unit.id()))
                && let Some(order) = Order::new(facts, own, chosen)
            {
                let attack = order.def.attacks().then(|| preview::attack_card(&self.play, order));
                let action = || preview::aimed_action_card(&self.play, order, unit);
                let mut card = attack.flatten().unwrap_or_else(action);
                card.lines.splice(0..0, self.risk_lines(order));
                return Some(card);
            }
            let mut card = preview::unit_card(&self.play, facts, unit, own);
            card.lines.splice(0..0, self.attackers_line(facts, unit));
            let aims = self.in_hand.chosen.as_ref().is_none_or(|chosen| {
                facts.book.action(chosen.action).is_some_and(|def| def.target().is_some())
            });
            if own.is_some_and(|own| facts.hostile(own, unit) || self.in_hand.chosen.is_some())
                && aims
                && !self.look.rests
                && facts.present(unit)
                && let Some(why) = self.why_not(Some(unit.id()), square)
            {
                if let Some(own) = own.filter(|own| is_far(&why) && facts.hostile(own, unit)) {
                    // The hint at the pointer says how far it is, once.
                    let from = say!("line-from", unit = &own.identity.name);
                    card.lines.retain(|line| line.text != from);
                    return Some(card);
                }
                let mut line = preview::refusal_line(&why);
                if let Some(own) = own {
                    // It stands on the card of another.
                    line.text = format!("{}: {}", own.identity.name, words::why(&why));
                }
                card.lines.insert(0, line);
            }
            return Some(card);
        }
        if let (Some(own), Some(wheel)) = (own, &self.open.wheel) {
            return wheel.card(facts, own, square);
        }
        let goals = preview::goal_lines(&self.play, facts, square);
        if let Some(card) = self.unseen_card(facts, square) {
            return Some(SideCard { lines: goals, ..card });
        }
        let seen = self.board.fog.as_ref().is_none_or(|(seen, _)| seen.contains(square));
        let mut card = preview::square_card(facts, square, seen);
        let told = goals.len();
        card.lines.splice(0..0, goals);
        // Where one can go, the hint at the pointer says what that costs and risks.
        let way = self.open.going.as_ref().and_then(|going| going.path_to(square));
        if let Some(own) = own {
            let n = own.place.area.distance(&Area::one(square));
            card.about = say!("square-away", n = n);
            let attackers = self.open.threat.as_ref().map_or(0, |threat| threat.attackers(square));
            // So does that hint while it is shown what the others threaten.
            let said = way.is_some() || self.look.threat;
            let said = said || attackers == 0 || threat::is_closed(facts, square);
            let danger = || (attackers.to_string(), say!("number-attackers", n = attackers), true);
            card.numbers.extend((!said).then(danger));
        }
        if self.open.aim.is_some()
            && let Some(why) = self.why_not(None, square)
        {
            card.lines.insert(0, preview::refusal_line(&why));
        }
        if self.open.going.is_some() && way.is_none() && !threat::is_closed(facts, square) {
            card.lines.insert(told, preview::line(say!("square-out-of-reach"), ""));
        }
        if let (Some(own), Some(going), Some(path)) = (own, &self.open.going, &way) {
            self.tell_way(facts, own, going, path, &mut card);
        }
        Some(card)
    }
}
