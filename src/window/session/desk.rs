//! The desk: a battle being played, and what the one at the screen has in hand just now.
//!
//! Owns what each intent does to it, when the screen is drawn anew, and when it changes hands. It knows no window: it
//! fills a [`Table`] and queues beats, so that a test sits at it as a person does.

use std::{collections::BTreeMap, sync::Arc};

use super::{
    ask, computer,
    marks::{self, Ground, Open},
    pick::{self, Card, Chosen, Need, Pick},
    play::{Next, Play},
    preview, show, tell, words,
};
use crate::{
    battle::{command::Command, order, prompt::Ask},
    grid::{Map, Square, SquareSet},
    rules::{
        facts::{Facts, Side, UnitId, UnitState},
        legal::{Occasion, Refusal},
        timing::Delay,
    },
    window::{
        motion::{Beat, Motion},
        view::{ActionCard, Answer, At, Board, Counter, Group, HandOver, Intent, SideCard, Slip, Table},
    },
};

/// A menu laid on the map: what an action is to be filled with, or when a delayed turn goes on.
enum Menu {
    Fill(Vec<Pick>),
    Delay(Vec<Option<i32>>),
}

/// A battle at a screen.
pub struct Desk {
    /// The battle.
    pub play: Play,
    facts: Option<Facts>,
    map: Option<Arc<Map>>,
    generation: u64,
    told: usize,
    left: BTreeMap<Option<Side>, (usize, Vec<Counter>)>,
    stale: bool,
    hand: Vec<Card>,
    under: usize,
    all: bool,
    chosen: Option<Chosen>,
    menu: Option<Menu>,
    answers: Vec<Vec<Command>>,
    open: Open,
    seen: Option<SquareSet>,
    pointed: Option<At>,
    laid: Option<Vec<Square>>,
    threat: bool,
    auto: u32,
    turns_only: bool,
    looked: usize,
    hint: Option<String>,
    stuck: Option<String>,
}

impl Desk {
    /// Sits down to a battle. `generation` is the one of the map that lies on the table.
    pub fn new(play: Play, generation: u64) -> Self {
        Self {
            play,
            facts: None,
            map: None,
            generation,
            told: 0,
            left: BTreeMap::new(),
            stale: true,
            hand: Vec::new(),
            under: 0,
            all: false,
            chosen: None,
            menu: None,
            answers: Vec::new(),
            open: Open::default(),
            seen: None,
            pointed: None,
            laid: None,
            threat: false,
            auto: 0,
            turns_only: false,
            looked: 0,
            hint: None,
            stuck: None,
        }
    }

    /// Why the battle cannot go on, if it cannot.
    pub fn trouble(&self) -> Option<String> {
        let fault = self.play.game.battle.fault().map(|fault| words::capital(&fault.to_string()));
        fault.or_else(|| self.stuck.clone())
    }

    /// Is it over, or stuck?
    pub fn over(&self) -> bool {
        self.play.next() == Next::Over || self.stuck.is_some()
    }

    /// Has anything happened that the one at the screen has still to be told?
    pub fn untold(&self) -> bool {
        self.play.eyes().is_some() && !self.play.game.battle.chronicle().since(self.told).is_empty()
    }

    /// One look at the battle, once nothing moves any more: tells what happened, lets the computer decide, hands over,
    /// or lays out the hand.
    pub fn drive(&mut self, table: &mut Table, motion: &mut Motion) {
        if motion.busy() || table.hand_over.is_some() {
            return;
        }
        if self.tell(motion) {
            return;
        }
        let turn = self.play.prompt().is_some_and(|prompt| matches!(prompt.ask, Ask::Turn { .. }));
        if self.turns_only && !turn && self.play.next() != Next::Computer {
            self.auto = 0;
        }
        let next = if self.stuck.is_some() { Next::Over } else { self.play.next() };
        table.thinking = next == Next::Computer || (next == Next::Mine && self.auto > 0);
        match next {
            Next::HandOver(side) => {
                if self.auto > 0 {
                    self.think();
                    return;
                }
                self.rise(table);
                table.hand_over =
                    Some(HandOver { name: self.play.side_name(side), side: self.play.colour(side) });
            }
            Next::Computer => {
                self.refresh(table);
                self.think();
            }
            Next::Mine if self.auto > 0 => {
                self.refresh(table);
                self.think();
            }
            Next::Mine | Next::Over => self.refresh(table),
        }
    }

    fn think(&mut self) {
        if self.play.next() != Next::Computer {
            self.auto = self.auto.saturating_sub(1);
        }
        if let Err(why) = computer::answer(&mut self.play) {
            self.stuck = Some(format!("The computer found no answer that is allowed: {}", why.text));
        }
        self.done();
    }

    /// After a command: nothing is in hand any more, everything is to be drawn anew.
    fn done(&mut self) {
        self.stale = true;
        self.chosen = None;
        self.menu = None;
        self.laid = None;
        self.hint = None;
    }

    /// Queues what happened since it was last told. Gives whether anything was queued.
    fn tell(&mut self, motion: &mut Motion) -> bool {
        let events = self.play.game.battle.chronicle().since(self.told);
        if events.is_empty() {
            return false;
        }
        let Some(facts) = self.play.eyes() else { return false };
        let shown = self.left_shown(&facts);
        let beats = tell::tell(&self.play, &facts, events, shown);
        self.told += events.len();
        self.stale = true;
        let any = !beats.is_empty();
        beats.into_iter().for_each(|beat| motion.push(beat));
        any
    }

    /// The counters as they lie on the table before what is about to be told.
    fn left_shown(&self, facts: &Facts) -> Vec<Counter> {
        match self.left.get(&self.play.seat) {
            Some((_, counters)) if !counters.is_empty() => counters.clone(),
            _ => show::counters(&self.play, facts),
        }
    }

    /// Whoever sits at the screen gets up: their view is kept, the table is cleared.
    fn rise(&mut self, table: &mut Table) {
        if let Some(facts) = self.play.eyes() {
            self.left.insert(self.play.seat, (self.told, show::counters(&self.play, &facts)));
        }
        let (title, mistakes) = (std::mem::take(&mut table.title), std::mem::take(&mut table.mistakes));
        let board = std::mem::take(&mut table.board);
        *table = Table { title, mistakes, board, ..Table::default() };
        self.play.seat = None;
        self.facts = None;
        self.hand.clear();
        self.answers.clear();
        self.open = Open::default();
        self.pointed = None;
        self.threat = false;
        self.done();
    }

    /// The one named on the hand-over sits down, sees the table as they left it, and is told what happened since.
    fn sit(&mut self, table: &mut Table) {
        let Next::HandOver(side) = self.play.next() else { return };
        table.hand_over = None;
        self.play.seat = Some(side);
        let (told, counters) = self.left.get(&Some(side)).cloned().unwrap_or_default();
        self.told = told;
        self.rewrite_log(table);
        table.counters = counters;
        self.stale = true;
        self.lay_board(table);
        if let Some(facts) = self.play.eyes() {
            if table.counters.is_empty() {
                table.counters = show::counters(&self.play, &facts);
            }
            table.ribbon = show::ribbon(&self.play, &facts);
        }
    }

    /// The log up to what has been told, for the one who sits there now.
    fn rewrite_log(&self, table: &mut Table) {
        table.log = Vec::new();
        let Some(facts) = self.play.eyes() else { return };
        let events = &self.play.game.battle.chronicle().events;
        let events = events.get(..self.told).unwrap_or(events);
        let beats = tell::tell(&self.play, &facts, events, show::counters(&self.play, &facts));
        table.log = beats
            .into_iter()
            .filter_map(|beat| match beat {
                Beat::Log(line) => Some(line),
                _ => None,
            })
            .collect();
    }

    /// Lays the map out, if it is another than lies there.
    pub fn lay_board(&mut self, table: &mut Table) {
        let map = self.play.game.battle.truth().map.clone();
        if self.map.as_ref().is_some_and(|known| Arc::ptr_eq(known, &map)) && table.board.generation > 0 {
            return;
        }
        let board = Board { generation: table.board.generation, ..show::board(&map) };
        if board != table.board || table.board.generation == 0 {
            self.generation = self.generation.max(table.board.generation) + 1;
            table.board = Board { generation: self.generation, ..board };
        }
        self.map = Some(map);
    }

    /// Draws everything anew.
    fn refresh(&mut self, table: &mut Table) {
        if !self.stale {
            return;
        }
        self.stale = false;
        self.lay_board(table);
        let Some(facts) = self.play.eyes() else { return };
        table.counters = show::counters(&self.play, &facts);
        self.left.insert(self.play.seat, (self.told, table.counters.clone()));
        table.ribbon = show::ribbon(&self.play, &facts);
        self.seen = self.play.seat.and_then(|side| show::seen(&facts, side));
        self.hand.clear();
        self.under = 0;
        self.answers.clear();
        table.prompt = None;
        table.rule = None;
        let mine = if self.play.next() == Next::Mine && !table.thinking {
            self.play.prompt().cloned()
        } else {
            None
        };
        let whose = mine.as_ref().map(|prompt| prompt.unit).or(facts.turn);
        table.own = whose.and_then(|id| facts.unit(id)).map(|unit| show::card(&self.play, &facts, unit));
        if let Some(prompt) = &mine {
            match &prompt.ask {
                Ask::Turn { granted } => {
                    self.hand = pick::hand(&facts, prompt.unit, &pick::own_turn(granted.is_some()));
                    let before = self.hand.len();
                    if let (Some(unit), false) = (facts.unit(prompt.unit), self.all) {
                        self.hand.retain(|card| !pick::beside_the_point(&facts, unit, card));
                    }
                    self.under = before - self.hand.len();
                }
                _ => {
                    if let Some((slip, commands)) = ask::slip(&self.play, &facts, prompt) {
                        table.prompt = Some(slip);
                        self.answers = commands;
                    }
                }
            }
        }
        table.may_undo = self.play.can_undo();
        table.may_delay = mine.as_ref().is_some_and(|prompt| !self.delays(&facts, prompt.unit).is_empty());
        self.facts = Some(facts);
        self.draw_hand(table);
        table.side = self.pointed_card();
    }

    /// The unit whose turn it is to decide about at this screen.
    fn unit(&self) -> Option<UnitId> {
        let prompt = self.play.prompt().filter(|_| self.play.next() == Next::Mine)?;
        matches!(prompt.ask, Ask::Turn { .. }).then_some(prompt.unit)
    }

    fn occasion(&self) -> Occasion {
        let granted =
            self.play.prompt().is_some_and(|prompt| matches!(prompt.ask, Ask::Turn { granted: Some(_) }));
        pick::own_turn(granted)
    }

    /// What follows from what is in hand: cards, menu, marks, hint.
    fn draw_hand(&mut self, table: &mut Table) {
        let Some(facts) = self.facts.take() else { return };
        let unit = self.unit().and_then(|id| facts.unit(id));
        table.hand = self.cards(&facts);
        table.under = self.under;
        table.all_cards = self.all;
        self.open = match unit {
            Some(unit) => Open::find(&facts, unit, &self.hand, self.chosen.as_ref(), &self.occasion()),
            None => Open::default(),
        };
        for counter in &mut table.counters {
            let numbers = |id: &UnitId| self.play.number(*id) == counter.unit;
            counter.choosable = self.open.targets.iter().any(|(id, _)| numbers(id));
        }
        if unit.is_some() {
            table.prompt = self.menu_slip(&facts, unit);
        }
        table.hint = self.hint.clone().unwrap_or_else(|| self.what_now(&facts, unit));
        self.facts = Some(facts);
        self.draw_marks(table);
    }

    fn draw_marks(&mut self, table: &mut Table) {
        let Some(facts) = &self.facts else { return };
        let unit = self.unit().and_then(|id| facts.unit(id));
        let threat = self.threat.then(|| {
            let own = self.play.seat;
            self.play.seats.iter().position(|seat| Some(seat.side) != own).unwrap_or(0)
        });
        table.overlay = marks::overlay(&Ground {
            facts,
            unit,
            open: &self.open,
            pointed: self.pointed,
            laid: self.laid.as_deref(),
            seen: self.seen.as_ref(),
            threat,
        });
    }

    fn cards(&self, facts: &Facts) -> Vec<ActionCard> {
        let book = &facts.book;
        self.hand
            .iter()
            .filter_map(|card| {
                let def = book.action(card.action)?;
                let chosen = self.chosen.as_ref().filter(|chosen| chosen.action == card.action);
                let offer = card.offer(chosen.map(|chosen| chosen.mode))?;
                let cost = offer
                    .cost
                    .iter()
                    .map(|(pool, n)| {
                        let off = book.settings.economy.pool(*pool).is_some_and(|def| def.off_turn);
                        (words::purse(book, *pool), *n, !off)
                    })
                    .collect();
                Some(ActionCard {
                    name: def.name.clone(),
                    art: def.id.as_str().rsplit(':').next().unwrap_or_default().to_owned(),
                    group: group(def.group),
                    cost,
                    why_not: offer.refusal.as_ref().map(|why| words::capital(&why.text)),
                    chosen: chosen.is_some(),
                })
            })
            .collect()
    }

    fn menu_slip(&mut self, facts: &Facts, unit: Option<&UnitState>) -> Option<Slip> {
        let unit = unit?;
        let slip = |text: &str, answers: Vec<Answer>| Slip {
            at: Some(show::at(unit.place.area.origin)),
            who: unit.identity.name.clone(),
            side: self.play.colour(unit.side()),
            text: text.to_owned(),
            otherwise: "Esc lays it back.".to_owned(),
            answers,
        };
        if let Some(Menu::Delay(counts)) = &self.menu {
            let answers = counts.iter().map(|count| delay_answer(&self.play, facts, *count)).collect();
            return Some(slip("Put the turn off until when?", answers));
        }
        let chosen = self.chosen.as_mut()?;
        let def = facts.book.action(chosen.action)?.clone();
        match pick::need(facts, unit, &def, chosen) {
            Need::Menu(title, choices) => {
                let answers = choices
                    .iter()
                    .map(|(text, _)| Answer { text: text.clone(), ..Answer::default() })
                    .collect();
                let slip = Slip {
                    text: format!("{}. {title}", def.name),
                    at: Some(show::at(unit.place.area.origin)),
                    who: unit.identity.name.clone(),
                    side: self.play.colour(unit.side()),
                    otherwise: "Esc lays it back.".to_owned(),
                    answers,
                };
                self.menu = Some(Menu::Fill(choices.into_iter().map(|(_, pick)| pick).collect()));
                Some(slip)
            }
            _ => {
                self.menu = None;
                None
            }
        }
    }

    fn what_now(&self, facts: &Facts, unit: Option<&UnitState>) -> String {
        let Some(unit) = unit else {
            return match self.play.next() {
                Next::Computer => "The computer decides.".to_owned(),
                _ => String::new(),
            };
        };
        let name = &unit.identity.name;
        let Some(chosen) = &self.chosen else {
            return format!("{name}: click a square to move, a foe to attack, or take a card.");
        };
        let Some(def) = facts.book.action(chosen.action) else { return String::new() };
        let other = self
            .hand
            .iter()
            .find(|card| card.action == chosen.action)
            .and_then(|card| card.next_mode(chosen.mode))
            .map_or_else(String::new, |mode| {
                format!(" Take the card again to do it as a {mode:?} action.").to_lowercase()
            });
        let other = if other.is_empty() { other } else { format!(" {}", words::capital(other.trim())) };
        match pick::need(facts, unit, def, &mut chosen.clone()) {
            Need::Target | Need::Charge => format!("{}: choose a target. Esc lays it back.{other}", def.name),
            Need::Square => format!("{}: choose a square. Esc lays it back.{other}", def.name),
            Need::Menu(..) => String::new(),
            Need::Nothing => format!("{}: Enter or click to do it. Esc lays it back.{other}", def.name),
        }
    }

    /// Does what somebody at the table wants.
    pub fn obey(&mut self, intent: &Intent, table: &mut Table, motion: &mut Motion) {
        match intent {
            Intent::Ready => self.sit(table),
            Intent::Point(at) => {
                self.pointed = *at;
                self.draw_marks(table);
                if at.is_some() {
                    table.rule = None;
                    table.side = self.pointed_card();
                }
            }
            Intent::Choose(at) => self.choose(*at, table),
            Intent::Card(n) => self.take(*n, table),
            Intent::AskCard(n) => self.ask_card(*n, table),
            Intent::AskSlot(n) => self.ask_slot(*n, table),
            Intent::AskRule(id) => {
                table.rule = self.facts.as_ref().and_then(|facts| preview::rule_card(&facts.book, id));
            }
            Intent::AskNothing => table.rule = None,
            Intent::More => {
                self.all = !self.all;
                self.stale = true;
            }
            Intent::Answer(n) => self.answer(*n, table),
            Intent::Confirm => self.confirm(table),
            Intent::Cancel | Intent::Turn(_) => self.lay_back(table),
            Intent::EndTurn => {
                if let Some(unit) = self.unit() {
                    self.give(Command::End { unit }, table);
                }
            }
            Intent::Delay => self.delay(table),
            Intent::Undo => self.undo(table),
            Intent::Threat => {
                self.threat = !self.threat;
                self.draw_marks(table);
            }
            Intent::NextUnit => self.look_at_next(motion),
            Intent::Command(text) => self.command(text, table),
            Intent::Auto(n) | Intent::AutoTurns(n) => {
                self.auto = *n;
                self.turns_only = matches!(intent, Intent::AutoTurns(_));
                self.stale = true;
                table.thinking = true;
                if table.hand_over.is_some() {
                    self.sit(table);
                }
            }
            Intent::Log => table.log_open = !table.log_open,
            Intent::Start(_) | Intent::Seat(..) | Intent::Again | Intent::ToTitle | Intent::Quit => {}
        }
    }

    /// Gives a command, or says why it is not possible.
    fn give(&mut self, command: Command, table: &mut Table) -> bool {
        match self.play.submit(command) {
            Ok(()) => {
                self.done();
                table.prompt = None;
                table.hand.clear();
                table.rule = None;
                true
            }
            Err(why) => {
                self.refuse(&why, table);
                false
            }
        }
    }

    fn refuse(&mut self, why: &Refusal, table: &mut Table) {
        self.hint = Some(format!("{}.", words::capital(&why.to_string())));
        table.hint = self.hint.clone().unwrap_or_default();
    }

    fn command(&mut self, text: &str, table: &mut Table) {
        let options =
            ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
        match options.from_str::<Command>(text) {
            Ok(command) => {
                self.give(command, table);
            }
            Err(error) => table.hint = format!("That is no command: {}: {}", error.span, error.code),
        }
    }

    fn unit_at(&self, at: At) -> Option<UnitId> {
        let facts = self.facts.as_ref()?;
        let square = show::square(at);
        let here = |unit: &&UnitState| !unit.place.gone && unit.place.area.contains(square);
        let mut units: Vec<&UnitState> = facts.units.iter().filter(here).collect();
        units.sort_by_key(|unit| (facts.dead(unit), facts.out(unit)));
        units.first().map(|unit| unit.id())
    }

    fn choose(&mut self, at: At, table: &mut Table) {
        let Some(unit) = self.unit() else { return };
        if self.menu.is_some() {
            return;
        }
        if let Some(chosen) = &self.chosen {
            let needs_nothing = self.facts.as_ref().is_some_and(|facts| {
                facts.unit(unit).zip(facts.book.action(chosen.action)).is_some_and(|(unit, def)| {
                    pick::need(facts, unit, def, &mut chosen.clone()) == Need::Nothing
                })
            });
            if needs_nothing {
                let command = Command::act(unit, chosen.act());
                self.give(command, table);
                return;
            }
        }
        let target = self.unit_at(at);
        if let Some(chosen) = target.and_then(|target| self.open.aimed(target)) {
            let command = Command::act(unit, chosen.act());
            self.give(command, table);
            return;
        }
        let square = show::square(at);
        if let Some(path) = self.open.going.as_ref().and_then(|going| going.path_to(square)) {
            self.go(path, table);
            return;
        }
        if let Some(why) = self.why_not(target, square) {
            self.refuse(&why, table);
        }
    }

    /// Goes, or where it gives somebody an opening lays the path out first.
    fn go(&mut self, path: Vec<Square>, table: &mut Table) {
        let (Some(unit), Some(going)) = (self.unit(), &self.open.going) else { return };
        let watchers: Vec<String> = match (&self.facts, going.provokes) {
            (Some(facts), true) => facts.unit(unit).map_or_else(Vec::new, |unit| {
                preview::provoked(facts, unit, &path).iter().map(|foe| foe.identity.name.clone()).collect()
            }),
            _ => Vec::new(),
        };
        if !watchers.is_empty() && self.laid.as_ref() != Some(&path) {
            self.laid = Some(path);
            self.hint = Some(format!(
                "This gives {} an opening. Click again or press Enter to go.",
                words::list(&watchers)
            ));
            table.hint = self.hint.clone().unwrap_or_default();
            self.draw_marks(table);
            return;
        }
        let mut chosen = going.chosen.clone();
        chosen.args.path = path;
        let command = Command::act(unit, chosen.act());
        self.give(command, table);
    }

    /// Why a click did nothing.
    fn why_not(&self, target: Option<UnitId>, square: Square) -> Option<Refusal> {
        let facts = self.facts.as_ref()?;
        let unit = facts.unit(self.unit()?)?;
        if let Some(target) = target.filter(|target| *target != unit.id()) {
            let chosen = match &self.chosen {
                Some(chosen) => chosen.clone(),
                None => {
                    let attacks =
                        |card: &&Card| facts.book.action(card.action).is_some_and(|def| def.tagged("attack"));
                    let card = self.hand.iter().find(attacks)?;
                    if let Some(why) = card.offer(None).and_then(|offer| offer.refusal.clone()) {
                        return Some(why);
                    }
                    Chosen::new(card.action, card.offer(None)?.mode)
                }
            };
            let mut aimed = chosen;
            aimed.args.target = Some(target);
            return preview::refused(facts, unit, &aimed, &self.occasion());
        }
        let going = self.open.going.as_ref()?;
        let text = match going.reach.cost(square) {
            Some(_) => "one cannot stop there".to_owned(),
            None => format!("too far: {} squares' worth of movement", going.most),
        };
        target.is_none().then(|| Refusal::new("too_far", text, None))
    }

    fn take(&mut self, n: usize, table: &mut Table) {
        let Some(card) = self.hand.get(n) else { return };
        let Some(unit) = self.unit() else { return };
        let chosen = match &self.chosen {
            Some(chosen) if chosen.action == card.action => {
                card.next_mode(chosen.mode).map(|mode| Chosen::new(card.action, mode))
            }
            _ => card.offer(None).map(|offer| Chosen::new(card.action, offer.mode)),
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
        self.menu = None;
        self.laid = None;
        self.hint = None;
        self.chosen = chosen;
        self.go_on(unit, table);
    }

    /// Draws what is in hand; what needs nothing more is done at once.
    fn go_on(&mut self, unit: UnitId, table: &mut Table) {
        let ready = match (&self.facts, &mut self.chosen) {
            (Some(facts), Some(chosen)) => match (facts.unit(unit), facts.book.action(chosen.action)) {
                (Some(unit), Some(def)) => {
                    let asks = !def.asks.is_empty();
                    pick::need(facts, unit, &def.clone(), chosen) == Need::Nothing && asks
                }
                _ => false,
            },
            _ => false,
        };
        if ready && let Some(chosen) = &self.chosen {
            let command = Command::act(unit, chosen.act());
            if self.give(command, table) {
                return;
            }
            self.chosen = None;
        }
        self.draw_hand(table);
    }

    fn answer(&mut self, n: usize, table: &mut Table) {
        match self.menu.take() {
            Some(Menu::Fill(picks)) => {
                if let (Some(pick), Some(unit), Some(chosen)) = (picks.get(n), self.unit(), &self.chosen) {
                    self.chosen = Some(chosen.clone().with(pick));
                    self.go_on(unit, table);
                } else {
                    self.menu = Some(Menu::Fill(picks));
                }
            }
            Some(Menu::Delay(counts)) => {
                if let (Some(until), Some(unit)) = (counts.get(n), self.unit()) {
                    self.give(Command::Delay { unit, until: *until }, table);
                } else {
                    self.menu = Some(Menu::Delay(counts));
                }
            }
            None => {
                let Some(commands) = self.answers.get(n).cloned() else { return };
                for command in commands {
                    if !self.give(command, table) {
                        return;
                    }
                }
            }
        }
    }

    fn confirm(&mut self, table: &mut Table) {
        if let Some(path) = self.laid.clone() {
            self.go(path, table);
            return;
        }
        if let (Some(unit), Some(chosen), None) = (self.unit(), &self.chosen, &self.menu) {
            let act = chosen.act();
            if self.open.targets.is_empty() && self.open.going.is_none() {
                self.give(Command::act(unit, act), table);
            }
        }
    }

    fn lay_back(&mut self, table: &mut Table) {
        if self.laid.take().is_none() {
            self.menu = None;
            self.chosen = None;
        }
        self.hint = None;
        if self.unit().is_some() {
            self.draw_hand(table);
        }
    }

    /// When the turn may be put off to.
    fn delays(&self, facts: &Facts, unit: UnitId) -> Vec<Option<i32>> {
        let allowed =
            |until: Option<i32>| self.play.game.battle.check(&Command::Delay { unit, until }).is_ok();
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

    fn delay(&mut self, table: &mut Table) {
        let (Some(unit), Some(facts)) = (self.unit(), &self.facts) else { return };
        let counts = self.delays(facts, unit);
        match counts.as_slice() {
            [] => {
                let why = self.play.game.battle.check(&Command::Delay { unit, until: None }).err();
                let text = "there is nobody left to wait for".to_owned();
                let why = why.filter(|_| facts.book.settings.timing.delay != Delay::Resume);
                self.refuse(&why.unwrap_or_else(|| Refusal::new("no_delay", text, None)), table);
            }
            [None] => {
                self.give(Command::Delay { unit, until: None }, table);
            }
            _ => {
                self.chosen = None;
                self.menu = Some(Menu::Delay(counts));
                self.draw_hand(table);
            }
        }
    }

    fn undo(&mut self, table: &mut Table) {
        if self.play.undo() {
            self.told = self.play.game.battle.chronicle().events.len();
            self.rewrite_log(table);
            self.done();
        } else {
            let text =
                "nothing to take back: dice have fallen, or something was seen, since the last command";
            self.refuse(&Refusal::new("no_undo", text.to_owned(), None), table);
        }
    }

    fn look_at_next(&mut self, motion: &mut Motion) {
        let (Some(facts), Some(side)) = (&self.facts, self.play.seat) else { return };
        let own: Vec<&UnitState> =
            facts.units.iter().filter(|unit| unit.side() == side && facts.present(unit)).collect();
        if own.is_empty() {
            return;
        }
        self.looked = (self.looked + 1) % own.len();
        motion.push(Beat::Look(show::at(own[self.looked].place.area.origin)));
    }

    fn ask_card(&self, n: usize, table: &mut Table) {
        if let (Some(facts), Some(card)) = (&self.facts, self.hand.get(n)) {
            table.side = Some(preview::action_card(facts, card));
            let rule = facts.book.action(card.action).map(|def| def.rule);
            table.rule = rule.and_then(|rule| preview::rule_card(&facts.book, rule.as_str()));
        }
    }

    fn ask_slot(&self, n: usize, table: &mut Table) {
        if let (Some(facts), Some(slot)) = (&self.facts, table.ribbon.slots.get(n)) {
            let unit = facts.units.iter().find(|unit| self.play.number(unit.id()) == slot.unit);
            let from = self.unit().and_then(|id| facts.unit(id));
            table.side = unit.map(|unit| preview::unit_card(&self.play, facts, unit, from));
        }
    }

    /// What is under the pointer: a target with its odds, a unit, a square.
    fn pointed_card(&self) -> Option<SideCard> {
        let facts = self.facts.as_ref()?;
        let at = self.pointed?;
        let square = show::square(at);
        let own = self.unit().and_then(|id| facts.unit(id));
        if let Some(unit) = self.unit_at(at).and_then(|id| facts.unit(id)) {
            if let (Some(own), Some(chosen)) = (own, self.open.aimed(unit.id()))
                && let Some(def) = facts.book.action(chosen.action)
                && def.attacks()
                && let Some(card) = preview::attack_card(&self.play, facts, own, def, chosen)
            {
                return Some(card);
            }
            let mut card = preview::unit_card(&self.play, facts, unit, own);
            if own.is_some_and(|own| facts.hostile(own, unit))
                && facts.present(unit)
                && let Some(why) = self.why_not(Some(unit.id()), square)
            {
                card.lines.insert(0, preview::refusal_line(&why));
            }
            return Some(card);
        }
        let seen = self.seen.as_ref().is_none_or(|seen| seen.contains(square));
        let mut card = preview::square_card(facts, square, seen);
        if let (Some(own), Some(going)) = (own, &self.open.going)
            && let Some(path) = going.path_to(square)
        {
            let name = facts.book.name_of(going.chosen.action);
            let cost = going.reach.cost(square).unwrap_or(0);
            card.numbers.push((cost.to_string(), format!("of {} by {name}", going.most), false));
            if going.provokes {
                for foe in preview::provoked(facts, own, &path) {
                    card.lines.push(preview::opening_line(&foe.identity.name));
                }
            }
        }
        Some(card)
    }
}

fn delay_answer(play: &Play, facts: &Facts, count: Option<i32>) -> Answer {
    let Some(count) = count else {
        return Answer { text: "Wait for a moment to cut in".to_owned(), ..Answer::default() };
    };
    let names: Vec<String> = order::to_come(facts)
        .into_iter()
        .filter_map(|id| facts.unit(id))
        .filter(|unit| order::acts_at(facts, unit) == count)
        .map(|unit| format!("{} ({})", unit.identity.name, play.side_name(unit.side())))
        .collect();
    Answer { text: format!("After {}", words::list(&names)), odds: count.to_string(), why_not: None }
}

fn group(group: crate::rules::action::Group) -> Group {
    use crate::rules::action::Group as Own;
    match group {
        Own::Move => Group::Move,
        Own::Strike => Group::Strike,
        Own::Shoot => Group::Shoot,
        Own::Defend => Group::Defend,
        Own::Cast => Group::Cast,
        Own::Other => Group::Other,
    }
}
