//! What each intent does: cards, answers, delay, undo. Clicks on the map are in [`clicks`](super::clicks). Everything
//! that changes the battle goes through `give`.

use super::parts::{AboveRow, InHand, Menu};
use crate::window::session::prelude::*;
use crate::{rules::timing::Delay, window::glossary};

impl BattleController {
    /// The card of a rule, of a condition, or of a number of the unit whose card lies there.
    fn asked(&self, topic: &str) -> Option<RuleCard> {
        let facts = self.facts.as_ref()?;
        let whose = self.play.prompt().filter(|_| self.play.next() == Next::Mine).map(|prompt| prompt.unit);
        let unit = whose.or(facts.turn).and_then(|id| facts.unit(id));
        let number = || preview::number_card(facts, unit?, topic);
        let known = unit.map(|unit| (&**facts, unit));
        preview::rule_card(&facts.book, known, topic).or_else(number).or_else(|| glossary::card(topic))
    }

    /// Carries out an intent.
    pub fn obey(&mut self, intent: &Intent, table: &mut Table, motion: &mut BeatQueue) {
        let kept = table.pinned.then(|| table.side.clone());
        let held = (self.in_hand.chosen.clone(), self.play.commands().len());
        match intent {
            Intent::Ready => self.sit(table),
            Intent::Point(at) | Intent::Drift(at) => {
                self.look.moved |= matches!(intent, Intent::Point(_));
                self.look.rests &= !matches!(intent, Intent::Point(_));
                self.point(*at, table);
            }
            Intent::Pin => self.pin(table),
            Intent::Choose(at) => {
                table.since = None;
                self.choose(*at, table);
            }
            Intent::Via(at) => self.via(*at, table),
            Intent::Drag(at) => self.drag(*at),
            Intent::Drop => self.drop(table),
            Intent::WhatIf(on) => {
                let told = self.what_now();
                (self.look.what_if, table.what_if) = (*on, *on);
                if table.hint == told {
                    table.hint = self.what_now();
                }
                self.draw_marks(table);
                table.side = self.pointed_card();
            }
            Intent::Card(n) => {
                table.since = None;
                self.take(*n, table);
            }
            Intent::Chip(n) if self.switch_watch(*n, table, motion) => self.refresh(table),
            Intent::Chip(n) => self.switch(*n, table),
            Intent::Confirm if self.switch_watch(1, table, motion) => self.refresh(table),
            Intent::AskChip(n) => self.ask_chip(*n, table),
            Intent::AskAnswer(n) => self.ask_answer(*n, table),
            Intent::AskRoll => {}
            Intent::AskCard(n) => self.ask_card(*n, table),
            Intent::AskSlot(n) => self.ask_slot(*n, table),
            Intent::AskRule(id) => {
                table.rule = self.asked(id);
            }
            Intent::AskNothing => {
                table.rule = None;
                self.rest(table);
            }
            Intent::More => self.open_above(Popup::More, table),
            Intent::Manoeuvres => self.open_above(Popup::Manoeuvres, table),
            Intent::FindCard(text) => self.find_card(text, table),
            Intent::Unfold => self.unfold(table),
            Intent::Answer(n) => self.answer(*n, table),
            Intent::Confirm => self.confirm(table),
            Intent::Cancel if table.since.is_some() => table.since = None,
            Intent::Cancel => {
                table.pinned = false;
                self.lay_back(table);
            }
            Intent::Turn(at) => self.turn(*at, table),
            Intent::EndTurn => self.end_turn(table),
            Intent::Delay => self.delay(table),
            Intent::Undo => self.undo(table),
            Intent::Threat => {
                self.look.threat = !self.look.threat;
                table.threat = self.look.threat;
                self.draw_marks(table);
                self.rest(table);
            }
            Intent::NextUnit => self.look_at_next(table, motion),
            Intent::NoTarget => self.tell_no_target(table),
            Intent::Command(text) => self.command(text, table),
            Intent::Auto(n) | Intent::AutoTurns(n) => {
                self.auto.left = *n;
                self.auto.turns_only = matches!(intent, Intent::AutoTurns(_));
                self.stale = true;
                table.thinking = true;
                if table.hand_over.is_some() {
                    self.sit(table);
                }
            }
            Intent::Seen => table.since = None,
            Intent::Hurry => motion.hurry(),
            other => read_log(other, table, motion),
        }
        // A card that is kept stays, whatever is asked about.
        if let Some(kept) = kept.filter(|_| table.pinned && !matches!(intent, Intent::Turn(_))) {
            table.side = kept;
        }
        if held.0 != self.in_hand.chosen && held.1 == self.play.commands().len() {
            self.tell_what_is_in_hand(table);
        }
    }

    /// The pointer is on another square now, or on none.
    fn point(&mut self, at: Option<At>, table: &mut Table) {
        // Whatever else the line says stays there.
        let told = self.what_now();
        if self.look.pointed != at {
            self.look.meant = 0;
        }
        self.look.pointed = at;
        self.dragged(at, table);
        self.draw_marks(table);
        if table.hint == told && !self.stale {
            table.hint = self.what_now();
        }
        if at.is_some() {
            table.rule = None;
        }
        self.rest(table);
    }

    /// Unless a card is kept, the one that lies there is of what is pointed at on the map.
    pub(super) fn rest(&self, table: &mut Table) {
        if !table.pinned {
            table.side = self.resting_card();
        }
    }

    /// Ends the turn; where the player wants to be asked and there is something left to spend, at the second time.
    fn end_turn(&mut self, table: &mut Table) {
        let Some(unit) = self.unit() else { return };
        let pools = table.own.iter().flat_map(|own| &own.pools);
        let left: Vec<String> = pools
            .filter(|(_, left, _, pip)| *pip != Pip::Diamond && *left > 0)
            .map(|(name, left, ..)| format!("{left} {name}"))
            .collect();
        let could = table.hand.iter().any(|card| card.why_not.is_none());
        if self.wishes.confirm_end && !self.in_hand.asked_end && could && !left.is_empty() {
            self.in_hand.asked_end = true;
            self.in_hand.hint = Some(say!("turn-end-left", points = words::list(&left)));
            table.hint = self.in_hand.hint.clone().unwrap_or_default();
            return;
        }
        self.give(Command::End { unit }, table);
    }

    /// Gives the battle up for a side.
    pub fn concede(&mut self, side: Side, table: &mut Table) {
        self.give(Command::Concede { side }, table);
    }

    /// Gives a command, or says why it is not possible.
    pub(super) fn give(&mut self, command: Command, table: &mut Table) -> bool {
        match self.play.decide(command) {
            Ok(()) => {
                self.done();
                table.since = None;
                table.hint.clear();
                table.prompt = None;
                table.hand.clear();
                table.row = Row::default();
                table.rule = None;
                true
            }
            Err(why) => {
                self.refuse(&why, table);
                false
            }
        }
    }

    pub(super) fn refuse(&mut self, why: &Refusal, table: &mut Table) {
        self.in_hand.hint = Some(format!("{}.", words::reason(why)));
        table.hint = self.in_hand.hint.clone().unwrap_or_default();
    }

    pub(super) fn command(&mut self, text: &str, table: &mut Table) {
        let options =
            ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
        match options.from_str::<Command>(text) {
            Ok(command) => {
                self.give(command, table);
            }
            Err(error) => table.hint = format!("That is no command: {}: {}", error.span, error.code),
        }
    }

    pub(super) fn take(&mut self, n: usize, table: &mut Table) {
        let Some(card) = self.hand.get(n) else { return };
        let Some(unit) = self.unit() else { return };
        let chosen = match &self.in_hand.chosen {
            Some(chosen) if chosen.action == card.action => {
                card.next_mode(chosen.mode).map(|mode| Chosen::new(card.action, mode))
            }
            _ => card.offer(None).map(|offer| {
                match self.facts.as_ref().and_then(|f| Some((f, f.unit(unit)?))) {
                    Some((facts, own)) => Chosen::taken(facts, own, card.action, offer.mode),
                    None => Chosen::new(card.action, offer.mode),
                }
            }),
        };
        if let Some(why) = chosen
            .as_ref()
            .and_then(|chosen| card.offer(Some(chosen.mode)))
            .and_then(|offer| offer.refusal.clone())
        {
            self.refuse(&why, table);
            self.ask_card(n, table);
            return;
        }
        self.in_hand = InHand { chosen, ..InHand::default() };
        self.go_on(unit, table);
    }

    /// Switches a chip.
    fn switch(&mut self, n: usize, table: &mut Table) {
        if let Some(why) = table.chips.get(n).and_then(|chip| chip.why_not.clone()) {
            table.hint = format!("{why}.");
            return;
        }
        let (Some(chip), Some(chosen)) = (self.chips.get(n), &mut self.in_hand.chosen) else { return };
        chosen.switch(chip);
        self.in_hand.menu = None;
        self.in_hand.laid = None;
        self.in_hand.way.clear();
        self.draw_hand(table);
    }

    /// Draws what is in hand; what needs nothing more is done at once.
    pub(super) fn go_on(&mut self, unit: UnitId, table: &mut Table) {
        if let (Some(facts), Some(chosen)) = (&self.facts, &mut self.in_hand.chosen)
            && let (Some(own), Some(def)) = (facts.unit(unit), facts.book.action(chosen.action))
            && pick::need(facts, own, def, chosen) == NextParameter::Nothing
            && !def.asks.is_empty()
        {
            let command = Command::act(unit, chosen.act());
            if self.give(command, table) {
                return;
            }
            self.in_hand.chosen = None;
        }
        self.draw_hand(table);
    }

    pub(super) fn answer(&mut self, n: usize, table: &mut Table) {
        match self.in_hand.menu.take() {
            Some(Menu::Fill(choices)) => {
                let pick = choices.get(n).filter(|choice| choice.why_not.is_none());
                if let (Some(choice), Some(unit), Some(chosen)) = (pick, self.unit(), &self.in_hand.chosen) {
                    self.in_hand.chosen = Some(chosen.clone().with(&choice.pick));
                    self.go_on(unit, table);
                } else {
                    self.in_hand.menu = Some(Menu::Fill(choices));
                }
            }
            Some(Menu::Delay(counts)) => {
                if let (Some(until), Some(unit)) = (counts.get(n), self.unit()) {
                    self.give(Command::Delay { unit, until: *until }, table);
                } else {
                    self.in_hand.menu = Some(Menu::Delay(counts));
                }
            }
            None => {
                if let Some(way) = self.question.asked.leads.get(&n).copied() {
                    self.lead(way, table);
                    return;
                }
                let Some(commands) = self.question.asked.commands.get(n).cloned() else { return };
                for command in commands {
                    if !self.give(command, table) {
                        return;
                    }
                }
            }
        }
    }

    /// Asks on: for the squares of an action, or again what to do.
    fn lead(&mut self, way: Option<Key>, table: &mut Table) {
        self.in_hand.opened = way;
        self.stale = true;
        self.refresh(table);
    }

    pub(super) fn confirm(&mut self, table: &mut Table) {
        let begun = || self.open.going.as_ref().map(|going| going.begun.clone()).unwrap_or_default();
        let way = (!self.in_hand.way.is_empty()).then(begun);
        if let Some(path) = self.in_hand.laid.clone().or(way) {
            self.go(path, table);
            return;
        }
        if let (Some(unit), Some(chosen), None) = (self.unit(), &self.in_hand.chosen, &self.in_hand.menu) {
            let act = chosen.act();
            if self.open.targets.is_empty() && self.open.going.is_none() {
                self.give(Command::act(unit, act), table);
            }
        }
    }

    pub(super) fn lay_back(&mut self, table: &mut Table) {
        if self.in_hand.opened.is_some() {
            self.lead(None, table);
            return;
        }
        if self.in_hand.above.popup.is_some() {
            self.in_hand.above = AboveRow::default();
            self.draw_hand(table);
            return;
        }
        if self.in_hand.laid.take().is_none() && self.in_hand.way.is_empty() {
            self.in_hand.menu = None;
            self.in_hand.chosen = None;
        }
        self.in_hand.way.clear();
        self.in_hand.hint = None;
        self.in_hand.asked_end = false;
        if self.unit().is_some() {
            self.draw_hand(table);
        }
    }

    /// When the turn may be put off to.
    pub(super) fn delays(&self, facts: &Facts, unit: UnitId) -> Vec<Option<i32>> {
        let allowed = |until: Option<i32>| self.play.check(&Command::Delay { unit, until }).is_ok();
        let mut counts: Vec<Option<i32>> = match facts.book.settings.timing.delay {
            Delay::None => Vec::new(),
            Delay::Interrupt => vec![None],
            Delay::Resume => order::to_come(facts)
                .into_iter()
                .filter(|id| *id != unit)
                .filter_map(|id| facts.unit(id))
                .map(|own| Some(order::acts_at(facts, own)))
                .collect(),
        };
        counts.dedup();
        counts.retain(|until| allowed(*until));
        counts
    }

    pub(super) fn delay(&mut self, table: &mut Table) {
        let (Some(unit), Some(facts)) = (self.unit(), &self.facts) else { return };
        let counts = self.delays(facts, unit);
        match counts.as_slice() {
            [] => {
                let why = self.play.check(&Command::Delay { unit, until: None }).err();
                let text = message!("no-delay");
                let why = why.filter(|_| facts.book.settings.timing.delay != Delay::Resume);
                self.refuse(&why.unwrap_or_else(|| Refusal::new("no_delay", text, None)), table);
            }
            [None] => {
                self.give(Command::Delay { unit, until: None }, table);
            }
            _ => {
                self.in_hand.chosen = None;
                self.in_hand.menu = Some(Menu::Delay(counts));
                self.draw_hand(table);
            }
        }
    }

    pub(super) fn undo(&mut self, table: &mut Table) {
        if self.play.undo() {
            self.narrated.events = self.play.events().len();
            self.rewrite_log(table);
            self.done();
        } else {
            let text = message!("no-undo");
            self.refuse(&Refusal::new("no_undo", text, None), table);
        }
    }
}

/// What is done with the log: opened, filtered, folded, gone along.
fn read_log(intent: &Intent, table: &mut Table, motion: &mut BeatQueue) {
    match intent {
        Intent::Log => (table.log_open, table.log_view.from) = (!table.log_open, 0),
        Intent::LogFrom(from) => {
            (table.log_open, table.since) = (true, None);
            table.log_view = LogView { from: *from, ..LogView::default() };
        }
        Intent::LogUnit(unit) => {
            let view = &mut table.log_view;
            view.unit = Some(*unit).filter(|unit| view.unit != Some(*unit));
        }
        Intent::LogKind(kind) => {
            let view = &mut table.log_view;
            (view.kind, view.from) = (*kind, if kind.is_some() { view.from } else { 0 });
        }
        Intent::LogFold(n) => table.log_view.fold(*n),
        Intent::LogFoldAll => {
            let mut view = std::mem::take(&mut table.log_view);
            view.fold_all(&table.log);
            table.log_view = view;
        }
        Intent::LogGo(n) => {
            if let Some(at) = table.log.get(*n).and_then(|line| line.at) {
                motion.push(Beat::Look(at));
            }
        }
        _ => {}
    }
}
