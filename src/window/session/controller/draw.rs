//! Fills the table with hand, menus, marks and hint. Changes nothing of the battle.

use super::{
    parts::{Menu, Question},
    row,
};
use crate::window::session::prelude::*;
use crate::window::session::{marks::OverlayInput, pick::OrderChip, what_if::Stand};

impl BattleController {
    /// Draws everything anew.
    pub(super) fn refresh(&mut self, table: &mut Table) {
        if !self.stale {
            return;
        }
        self.stale = false;
        self.lay_board(table);
        let Some(facts) = self.play.eyes() else { return };
        table.counters = show::counters(&self.play, &facts);
        table.lying = show::lying(&facts);
        self.narrated.left.insert(self.play.seat, (self.narrated.events, table.counters.clone()));
        table.ribbon = show::ribbon(&self.play, &facts);
        table.ribbon.tag_as(&table.counters);
        table.air = show::air(&facts);
        self.board.fog = self.play.seat.and_then(|side| show::fog(&facts, side));
        self.hand.clear();
        self.question = Question::default();
        table.prompt = None;
        table.rule = None;
        // A card that was kept has been asked for.
        let turn = facts.turn.and_then(|id| facts.unit(id));
        let own = turn.is_some_and(|unit| Some(unit.side()) == self.play.seat);
        self.watch_pointer(std::mem::take(&mut table.pinned), own);
        let mine = self.play.prompt().filter(|_| self.play.next() == Next::Mine && !table.thinking).cloned();
        let whose = mine.as_ref().map(|prompt| prompt.unit).or(facts.turn);
        table.own = self.left_card(&facts, whose, table.own.take().filter(|_| mine.is_none()));
        if let Some(prompt) = &mine {
            match &prompt.ask {
                Ask::Turn { .. } => {
                    self.hand = pick::hand(&facts, prompt.unit, &self.occasion());
                    self.sort_out(&facts, prompt.unit);
                }
                _ => {
                    if let Some(mut asked) = ask::prompt_card(&self.play, &facts, prompt, self.in_hand.opened)
                    {
                        let number = |own: &Answer| match own.odds.as_str() {
                            "" => own.lead.clone(),
                            odds if own.deals => ClickHint::joined(&[odds, own.lead.as_str()]),
                            odds => odds.to_owned(),
                        };
                        let words = |answer: &Answer| (answer.text.clone(), number(answer));
                        let words = asked.prompt_card.answers.iter().map(words).collect();
                        table.prompt = Some(std::mem::take(&mut asked.prompt_card));
                        let pointed = asked.at_first();
                        self.question = Question { asked, words, pointed, ..Question::default() };
                    }
                }
            }
        }
        table.may_undo = self.play.can_undo();
        table.may_delay = mine.as_ref().is_some_and(|prompt| !self.delays(&facts, prompt.unit).is_empty());
        self.facts = Some(facts);
        self.open.threat = None;
        self.draw_hand(table);
        table.side = self.resting_card();
    }

    /// A question that comes up, and a turn of others that begins, find the pointer at rest.
    fn watch_pointer(&mut self, kept: bool, own_turn: bool) {
        let others = self.play.next() == Next::Computer;
        let actor = self.unit();
        if !others || !self.look.others {
            self.look.moved = kept;
            let same = if others { own_turn } else { actor.is_some() && actor == self.look.actor };
            self.look.rests = (self.look.rests || !same) && !kept;
        }
        self.look.others = others;
        self.look.actor = actor.or(self.look.actor);
    }

    /// The square that is pointed at, unless the pointer only rests there since another turn or before a question.
    pub(super) fn pointed_at(&self) -> Option<At> {
        self.look.pointed.filter(|_| !self.look.rests)
    }

    /// The unit whose turn it is to decide about at this screen.
    pub(super) fn unit(&self) -> Option<UnitId> {
        let prompt = self.play.prompt().filter(|_| self.play.next() == Next::Mine)?;
        matches!(prompt.ask, Ask::Turn { .. }).then_some(prompt.unit)
    }

    pub(super) fn occasion(&self) -> Occasion {
        let granted =
            self.play.prompt().is_some_and(|prompt| matches!(prompt.ask, Ask::Turn { granted: Some(_) }));
        Occasion { granted, ..Occasion::default() }
    }

    /// What follows from what is in hand: cards, menu, marks, hint.
    pub(super) fn draw_hand(&mut self, table: &mut Table) {
        let Some(facts) = self.facts.take() else { return };
        let unit = self.unit().and_then(|id| facts.unit(id));
        table.hand = self.cards(&facts);
        // Whom each action may cost more is told the price of each.
        let risks = unit.is_some_and(|unit| !preview::after_actions(&facts, unit).is_empty());
        let price = if risks { String::new() } else { row::share_price(&mut table.hand) };
        if let Some(own) = &mut table.own {
            own.price = row::in_full(&facts.book, &self.hand, &price);
            if let Some(unit) = unit.filter(|unit| self.play.number(unit.id()) == own.unit) {
                self.dim_points(&facts, unit, own, &mut table.counters);
            }
        }
        table.row = self.row(&facts, unit, &table.hand);
        // What the others threaten holds as long as the facts do.
        let threat = self.open.threat.take();
        self.open = match unit {
            Some(unit) => {
                TurnOptions::find(&facts, unit, &self.hand, self.in_hand.chosen.as_ref(), &self.occasion())
            }
            None => TurnOptions::default(),
        };
        self.open.threat = threat;
        if let Some(unit) = unit.filter(|_| self.in_hand.chosen.is_none()) {
            let found = self.unknown_threat(&facts);
            self.open.threat = self.open.threat.take().or(found);
            self.open.advised = self.advised(&facts, unit);
        }
        self.tell_figures(&facts, unit, &mut table.hand);
        match unit {
            Some(unit) if !self.in_hand.way.is_empty() => self.lay_way(&facts, unit),
            _ => self.in_hand.way.clear(),
        }
        for counter in &mut table.counters {
            let own = self.open.targets.iter().find(|own| self.play.number(own.id) == counter.unit);
            counter.choice = match own {
                None => Choice::None,
                Some(own) if self.is_perilous(own) => Choice::Perilous,
                Some(_) => Choice::Safe,
            };
        }
        if unit.is_some() {
            table.prompt = self.menu_card(&facts, unit);
            if table.prompt.is_some() {
                // The rule of the card that was pressed would lie over the menu.
                table.rule = None;
            }
        }
        let chips = match (unit, &self.in_hand.chosen) {
            (Some(unit), Some(chosen)) => {
                let card = self.hand.iter().find(|card| card.action == chosen.action);
                pick::chips(&facts, unit, card, chosen, &self.occasion())
            }
            _ => Vec::new(),
        };
        (table.chips, self.chips) = chips.into_iter().unzip();
        self.facts = Some(facts);
        table.hint = self.in_hand.hint.clone().unwrap_or_else(|| self.what_now());
        self.draw_watch(table);
        self.draw_marks(table);
    }

    pub(super) fn draw_marks(&mut self, table: &mut Table) {
        let found = self.facts.as_ref().and_then(|facts| self.unknown_threat(facts));
        self.open.threat = self.open.threat.take().or(found);
        self.look_for_attackers();
        let Some(facts) = &self.facts else { return };
        let unit = self.unit().and_then(|id| facts.unit(id));
        let prices = self.question.asked.squares.iter().zip(&self.question.words);
        let answers: Vec<(At, String)> =
            prices.filter_map(|(square, (_, odds))| Some(((*square)?, odds.clone()))).collect();
        let others = self.question.asked.others(&self.question.pointed);
        table.row.holds = self.holds();
        let (stamp, stand) = (self.stamp(facts), self.stand());
        // What would be seen from there is dimmed as fog is, over what has been seen ever.
        let view = stand.as_ref().map(|stand| {
            let explored =
                self.board.fog.as_ref().map_or_else(|| stand.everything(), |(_, ever)| ever.clone());
            (stand.seen(), explored)
        });
        table.overlay = marks::overlay(&OverlayInput {
            play: &self.play,
            facts,
            unit,
            open: &self.open,
            pointed: self.pointed_at(),
            aimed: self.unit_pointed_at(),
            answers: &answers,
            stake: self.question.asked.stake.as_ref(),
            stamp: stamp.as_ref(),
            asked: &self.question.pointed,
            others: &others,
            laid: self.in_hand.laid.as_deref(),
            fog: view.as_ref().or(self.board.fog.as_ref()),
            stand: stand.as_ref(),
            threat: self.look.threat,
        });
        if stand.is_none() {
            self.tell_attackers(facts, &mut table.overlay);
        }
        let (asked, number) = (&self.question.asked, |id| self.play.number(id));
        table.overlay.asked = asked.unit.filter(|id| facts.turn != Some(*id)).map(number);
        table.overlay.reply = asked.reply.map(|(by, to)| (number(by), number(to)));
        table.overlay.answers = self.answer_lines();
        let click = self.click_hint(facts);
        table.click_hint = match &stand {
            Some(stand) => Some(stand.hint(click)),
            None => click,
        };
        self.tell_aim(facts, table);
        table.overlay.foes = self.foes_in_sight(facts);
        let weapon = unit.and_then(|unit| self.weapon(facts, unit));
        table.overlay.arcs = self.sectors(facts, unit, weapon);
        table.overlay.arcs.extend(self.cones(facts, unit, stamp.as_ref()));
        if let Some(unit) = unit {
            self.stamp_watch(facts, unit, &mut table.overlay);
        }
        for (shown, chip) in table.chips.iter_mut().zip(&self.chips) {
            if let OrderChip::Weapon(own) = chip {
                shown.on = weapon == Some(*own);
            }
        }
    }

    /// The weapon that what is in hand would be done with: at the target under the pointer, else at any.
    fn weapon(&self, facts: &Facts, unit: &UnitState) -> Option<Key> {
        let chosen = self.in_hand.chosen.as_ref()?;
        let aimed = self.unit_pointed_at().and_then(|target| self.open.aimed(target));
        let named = aimed.unwrap_or(chosen).args.weapon;
        named.or_else(|| legal::default_weapon(facts, unit, facts.book.action(chosen.action)?))
    }

    /// The unit that is asked as it would be if it stood where the pointer is, if that is what is shown.
    pub(super) fn stand(&self) -> Option<Stand> {
        let facts = self.facts.as_ref().filter(|_| self.look.what_if)?;
        let id = self.play.prompt().filter(|_| self.play.next() == Next::Mine)?.unit;
        let (unit, square) = (facts.unit(id)?, show::square(self.look.pointed?));
        let way = self.open.going.as_ref().and_then(|going| going.path_to(square));
        let steps = way.map_or(0, |way| i32::try_from(way.len()).unwrap_or(0));
        Stand::new(facts, unit, square, steps)
    }

    /// What an area attack at the pointer would do, if what is in hand is one or a click would make one.
    pub(super) fn stamp(&self, facts: &Facts) -> Option<AreaEffect> {
        let unit = self.unit().and_then(|id| facts.unit(id))?;
        let at = self.pointed_at()?;
        let square = show::square(at);
        let chosen = match &self.open.aim {
            Some((squares, chosen)) => squares.contains(square).then(|| area::at(chosen, square))?,
            None => self.unit_at(at).and_then(|target| self.open.aimed(target))?.clone(),
        };
        area::stamp(Order::new(facts, unit, &chosen)?)
    }

    pub(super) fn cards(&self, facts: &Facts) -> Vec<ActionCard> {
        let book = &facts.book;
        let unit = self.unit().and_then(|id| facts.unit(id));
        let mut cards: Vec<ActionCard> = self
            .hand
            .iter()
            .filter_map(|card| {
                let def = book.action(card.action)?;
                let chosen = self.chosen_of(card);
                let offer = card.offer(chosen.map(|chosen| chosen.mode))?;
                let (part, cost) = pick::part(facts, unit, offer);
                let price = words::price(book, &offer.price);
                let (art, with) = pick::face(facts, unit, def);
                Some(ActionCard {
                    name: def.name.clone(),
                    about: def.text.clone(),
                    brief: def.brief.clone(),
                    with,
                    part: match part {
                        ActionHalf::Whole => String::new(),
                        ActionHalf::First => "1/2".to_owned(),
                        ActionHalf::Second => "2/2".to_owned(),
                    },
                    art,
                    group: def.group,
                    cost: words::paid(book, &cost, &pick::by_amount(def), price),
                    why_not: offer.refusal.as_ref().map(words::reason),
                    barred: self.barred(facts, unit, offer),
                    chosen: chosen.is_some(),
                    ..ActionCard::default()
                })
            })
            .collect();
        pick::tell_apart(&mut cards);
        cards
    }

    fn menu_card(&mut self, facts: &Facts, unit: Option<&UnitState>) -> Option<PromptCard> {
        let unit = unit?;
        // Neither the unit nor whom it has chosen is covered.
        let target = self.in_hand.chosen.as_ref().and_then(|chosen| facts.unit(chosen.args.target?));
        let both = std::iter::once(unit).chain(target);
        let beside: Vec<At> = both.flat_map(|own| own.place.area.squares().map(show::at)).collect();
        let prompt_card = |text: &str, answers: Vec<Answer>| PromptCard {
            beside: beside.clone(),
            who: unit.identity.name.clone(),
            side: self.play.colour(unit.side()),
            text: text.to_owned(),
            otherwise: say!("turn-esc"),
            answers,
            ..PromptCard::default()
        };
        if let Some(Menu::Delay(counts)) = &self.in_hand.menu {
            let answers = counts.iter().map(|count| delay_answer(&self.play, facts, *count)).collect();
            return Some(prompt_card(&say!("turn-delay"), answers));
        }
        let chosen = self.in_hand.chosen.as_mut()?;
        let def = facts.book.action(chosen.action)?.clone();
        match pick::need(facts, unit, &def, chosen) {
            NextParameter::Menu(title, mut choices) => {
                let order = Order { facts, unit, def: &def, chosen: &*chosen };
                pick::weigh_spells(order, &mut choices);
                let answers = choices
                    .iter()
                    .map(|choice| Answer {
                        text: choice.text.clone(),
                        odds: choice.mark.clone(),
                        note: choice.note.clone(),
                        left: choice.does.clone(),
                        cost: Cost { price: choice.price.clone(), ..Cost::default() },
                        why_not: choice.why_not.clone(),
                        ..Answer::default()
                    })
                    .collect();
                let mut prompt_card = prompt_card(&format!("{}. {title}", def.name), answers);
                self.question.asked.cards =
                    choices.iter().map(|choice| preview::choice_card(order, choice)).collect();
                for (answer, card) in prompt_card.answers.iter_mut().zip(&self.question.asked.cards) {
                    if let (true, Some((number, ..))) =
                        (answer.odds.is_empty(), card.as_ref().and_then(|card| card.numbers.first()))
                    {
                        answer.odds.clone_from(number);
                    }
                }
                self.in_hand.menu = Some(Menu::Fill(choices));
                self.question.entry = None;
                Some(prompt_card)
            }
            _ => {
                self.in_hand.menu = None;
                None
            }
        }
    }

    pub(super) fn what_now(&self) -> String {
        let Some(facts) = &self.facts else { return String::new() };
        let Some(unit) = self.unit().and_then(|id| facts.unit(id)) else {
            // Whose turn it is, ribbon and card tell, but of who is out of sight.
            let unseen = facts.turn.and_then(|id| facts.unit(id)).is_none();
            let told = unseen && self.play.next() == Next::Computer;
            return if told { say!("turn-unseen") } else { String::new() };
        };
        // What the computer decides for them needs no hint.
        if self.auto.left > 0 {
            return String::new();
        }
        let name = &unit.identity.name;
        let Some(chosen) = &self.in_hand.chosen else {
            if facts.phase == Phase::Aftermath {
                return say!("aftermath-turn", name = name);
            }
            // What a click does to who is pointed at stands at the pointer.
            if self.unit_pointed_at().is_some_and(|target| self.open.aimed(target).is_some()) {
                return String::new();
            }
            if self.look.what_if {
                return say!("stand-point", unit = name);
            }
            if self.open.wheel.is_some() {
                return say!("driving-what-now", name = name);
            }
            if self.wishes.knows_turns || self.play.practised() {
                return String::new();
            }
            return match (self.open.going.is_some(), self.open.targets.is_empty()) {
                (true, false) => say!("turn-all", unit = name),
                (true, true) => say!("turn-move", unit = name),
                (false, false) => say!("turn-attack", unit = name),
                (false, true) => say!("turn-cards", unit = name),
            };
        };
        let Some(def) = facts.book.action(chosen.action) else { return String::new() };
        let mut filled = chosen.clone();
        let needed = pick::need(facts, unit, def, &mut filled);
        let name = named(facts, def, &filled);
        match needed {
            NextParameter::Target | NextParameter::Charge => say!("turn-target", action = name),
            NextParameter::Square => say!("turn-square", action = name),
            NextParameter::Course => say!("turn-course", action = name),
            NextParameter::Aim => say!("turn-aim", action = name),
            NextParameter::Menu(..) => String::new(),
            NextParameter::Nothing => say!("turn-enter", action = name),
        }
    }
}

/// What an action in hand is called: a plain casting by its spell, another one also by that.
fn named(facts: &Facts, def: &ActionDef, chosen: &Chosen) -> String {
    let cast = chosen.args.spell.filter(|_| def.steps.contains(&Step::Cast));
    match cast.map(|spell| words::capital(&facts.book.name_of(spell))) {
        None => def.name.clone(),
        Some(spell) if def.manoeuvre.is_none() && def.repeat.is_none() => spell,
        Some(spell) => say!("click-with", action = &def.name, with = spell),
    }
}

fn delay_answer(play: &Play, facts: &Facts, count: Option<i32>) -> Answer {
    let Some(count) = count else {
        return Answer { text: say!("turn-wait-cut-in"), ..Answer::default() };
    };
    let names: Vec<String> = order::to_come(facts)
        .into_iter()
        .filter_map(|id| facts.unit(id))
        .filter(|unit| order::acts_at(facts, unit) == count)
        .map(|unit| format!("{} ({})", unit.identity.name, play.side_name(unit.side())))
        .collect();
    Answer {
        text: say!("turn-after", units = words::list(&names)),
        odds: count.to_string(),
        ..Answer::default()
    }
}

/// Once the curtain has fallen: everything of the last player is taken from the table.
pub fn clear(table: &mut Table) {
    let board = std::mem::take(&mut table.board);
    let hand_over = table.hand_over.take();
    let goal = std::mem::take(&mut table.goal);
    *table = Table { board, hand_over, goal, teaches: table.teaches, ..Table::default() };
}
