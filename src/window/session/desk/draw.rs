//! What the desk lays on the table: hand, menus, marks, hint, and the cards of what is pointed at or asked about.
//!
//! Owns which card answers which question. Changes nothing of the battle.

use super::*;
use crate::{
    key::Key,
    locale::say,
    rules::{
        action::WeaponUse,
        facts::Phase,
        legal::{self, Part},
    },
    window::{
        session::{aboard, area::Stamp, what_if::Stand},
        view::Sector,
    },
};

impl Desk {
    /// Draws everything anew.
    pub(super) fn refresh(&mut self, table: &mut Table) {
        if !self.stale {
            return;
        }
        self.stale = false;
        self.lay_board(table);
        let Some(facts) = self.play.eyes() else { return };
        table.counters = show::counters(&self.play, &facts);
        self.left.insert(self.play.seat, (self.told, table.counters.clone()));
        table.ribbon = show::ribbon(&self.play, &facts);
        table.air = show::air(&facts);
        self.fog = self.play.seat.and_then(|side| show::fog(&facts, side));
        self.hand.clear();
        self.under = 0;
        self.answers.clear();
        self.answer_cards.clear();
        self.answer_squares.clear();
        self.answer_words.clear();
        self.asked = None;
        table.prompt = None;
        table.rule = None;
        table.pinned = false;
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
                    if let Some(asked) = ask::slip(&self.play, &facts, prompt) {
                        let words = |answer: &Answer| (answer.text.clone(), answer.odds.clone());
                        self.answer_words = asked.slip.answers.iter().map(words).collect();
                        table.prompt = Some(asked.slip);
                        self.answers = asked.commands;
                        self.answer_cards = asked.cards;
                        self.answer_squares = asked.squares;
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
    pub(super) fn unit(&self) -> Option<UnitId> {
        let prompt = self.play.prompt().filter(|_| self.play.next() == Next::Mine)?;
        matches!(prompt.ask, Ask::Turn { .. }).then_some(prompt.unit)
    }

    pub(super) fn occasion(&self) -> Occasion {
        let granted =
            self.play.prompt().is_some_and(|prompt| matches!(prompt.ask, Ask::Turn { granted: Some(_) }));
        pick::own_turn(granted)
    }

    /// What follows from what is in hand: cards, menu, marks, hint.
    pub(super) fn draw_hand(&mut self, table: &mut Table) {
        let Some(facts) = self.facts.take() else { return };
        let unit = self.unit().and_then(|id| facts.unit(id));
        table.hand = self.cards(&facts);
        table.under = self.under;
        table.all_cards = self.all;
        self.open = match unit {
            Some(unit) => Open::find(&facts, unit, &self.hand, self.chosen.as_ref(), &self.occasion()),
            None => Open::default(),
        };
        match unit {
            Some(unit) if !self.way.is_empty() => self.lay_way(&facts, unit),
            _ => self.way.clear(),
        }
        for counter in &mut table.counters {
            let numbers = |id: &UnitId| self.play.number(*id) == counter.unit;
            counter.choosable = self.open.targets.iter().any(|(id, _)| numbers(id));
        }
        if unit.is_some() {
            table.prompt = self.menu_slip(&facts, unit);
            if table.prompt.is_some() {
                // The rule of the card that was pressed would lie over the menu.
                table.rule = None;
            }
        }
        let chips = match (unit, &self.chosen) {
            (Some(unit), Some(chosen)) => {
                let card = self.hand.iter().find(|card| card.action == chosen.action);
                pick::chips(&facts, unit, card, chosen, &self.occasion())
            }
            _ => Vec::new(),
        };
        (table.chips, self.chips) = chips.into_iter().unzip();
        table.hint = self.hint.clone().unwrap_or_else(|| self.what_now(&facts, unit));
        self.facts = Some(facts);
        self.draw_watch(table);
        self.draw_marks(table);
    }

    pub(super) fn draw_marks(&mut self, table: &mut Table) {
        let Some(facts) = &self.facts else { return };
        let unit = self.unit().and_then(|id| facts.unit(id));
        let threat = self.threat.then(|| {
            let own = self.play.seat;
            self.play.seats.iter().position(|seat| Some(seat.side) != own).unwrap_or(0)
        });
        let prices = self.answer_squares.iter().zip(&self.answer_words);
        let answers: Vec<(At, String)> =
            prices.filter_map(|(square, (_, odds))| Some(((*square)?, odds.clone()))).collect();
        let stamp = self.stamp(facts);
        let stand = self.stand();
        // What would be seen from there is dimmed as fog is, over what has been seen ever.
        let view = stand.as_ref().map(|stand| {
            let explored = self.fog.as_ref().map_or_else(|| stand.everything(), |(_, ever)| ever.clone());
            (stand.seen(), explored)
        });
        table.overlay = marks::overlay(&Ground {
            facts,
            unit,
            open: &self.open,
            pointed: self.pointed,
            answers: &answers,
            stamp: stamp.as_ref(),
            asked: self.asked,
            laid: self.laid.as_deref(),
            fog: view.as_ref().or(self.fog.as_ref()),
            stand: stand.as_ref(),
            threat,
        });
        let weapon = unit.and_then(|unit| self.weapon(facts, unit));
        table.overlay.arcs = self.sectors(facts, unit, weapon);
        for (shown, chip) in table.chips.iter_mut().zip(&self.chips) {
            if let Chip::Weapon(own) = chip {
                shown.on = weapon == Some(*own);
            }
        }
    }

    /// The weapon that what is in hand would be done with: at the target under the pointer, else at any.
    fn weapon(&self, facts: &Facts, unit: &UnitState) -> Option<Key> {
        let chosen = self.chosen.as_ref()?;
        let aimed = self.pointed.and_then(|at| self.open.aimed(self.unit_at(at)?));
        let named = aimed.unwrap_or(chosen).args.weapon;
        named.or_else(|| legal::default_weapon(facts, unit, facts.book.action(chosen.action)?))
    }

    /// The unit that is asked as it would be if it stood where the pointer is, if that is what is shown.
    fn stand(&self) -> Option<Stand> {
        let facts = self.facts.as_ref().filter(|_| self.what_if)?;
        let id = self.play.prompt().filter(|_| self.play.next() == Next::Mine)?.unit;
        let (unit, square) = (facts.unit(id)?, show::square(self.pointed?));
        let way = self.open.going.as_ref().and_then(|going| going.path_to(square));
        let steps = way.map_or(0, |way| i32::try_from(way.len()).unwrap_or(0));
        Stand::new(facts, unit, square, steps)
    }

    /// The sectors of fire that matter now: of the vehicle from which the unit is about to shoot with a weapon, else of
    /// the one that is pointed at.
    fn sectors(&self, facts: &Facts, unit: Option<&UnitState>, weapon: Option<Key>) -> Vec<Sector> {
        let shoots = self.chosen.as_ref().and_then(|chosen| facts.book.action(chosen.action));
        let shoots = shoots.is_some_and(|def| def.weapon_use() == Some(WeaponUse::Ranged));
        if let Some((own, (vehicle, _))) =
            unit.filter(|_| shoots).and_then(|own| Some((own, facts.vehicle_of(own)?)))
        {
            return aboard::sectors(facts, vehicle, Some((own, weapon)), self.play.colour(own.side()));
        }
        let pointed = self.pointed.and_then(|at| facts.unit(self.unit_at(at)?));
        let pointed = pointed.map(|own| facts.vehicle_of(own).map_or(own, |(vehicle, _)| vehicle));
        if let Some(vehicle) = pointed.filter(|own| own.vehicle().is_some()) {
            return aboard::sectors(facts, vehicle, None, self.play.colour(vehicle.side()));
        }
        Vec::new()
    }

    /// What an area attack at the pointer would do, if what is in hand is one or a click would make one.
    fn stamp(&self, facts: &Facts) -> Option<Stamp> {
        let unit = self.unit().and_then(|id| facts.unit(id))?;
        let at = self.pointed?;
        let square = show::square(at);
        let chosen = match &self.open.aim {
            Some((squares, chosen)) => squares.contains(square).then(|| area::at(chosen, square))?,
            None => self.unit_at(at).and_then(|target| self.open.aimed(target))?.clone(),
        };
        let def = facts.book.action(chosen.action)?;
        area::stamp(facts, unit, def, &chosen)
    }

    pub(super) fn cards(&self, facts: &Facts) -> Vec<ActionCard> {
        let book = &facts.book;
        let unit = self.unit().and_then(|id| facts.unit(id));
        self.hand
            .iter()
            .filter_map(|card| {
                let def = book.action(card.action)?;
                let chosen = self.chosen.as_ref().filter(|chosen| chosen.action == card.action);
                let offer = card.offer(chosen.map(|chosen| chosen.mode))?;
                let (part, halves) =
                    unit.map_or_else(Default::default, |unit| pick::part(facts, unit, offer));
                let cost = halves.as_ref().unwrap_or(&offer.cost);
                let cost = cost
                    .iter()
                    .map(|(pool, n)| {
                        let off = book.settings.economy.pool(*pool).is_some_and(|def| def.off_turn);
                        (words::purse(book, *pool), *n, !off)
                    })
                    .collect();
                Some(ActionCard {
                    name: def.name.clone(),
                    part: match part {
                        Part::Whole => String::new(),
                        Part::First => "1/2".to_owned(),
                        Part::Second => "2/2".to_owned(),
                    },
                    art: def.id.as_str().rsplit(':').next().unwrap_or_default().to_owned(),
                    group: group(def.group),
                    cost,
                    why_not: offer.refusal.as_ref().map(|why| words::capital(&words::why(why))),
                    chosen: chosen.is_some(),
                })
            })
            .collect()
    }

    pub(super) fn menu_slip(&mut self, facts: &Facts, unit: Option<&UnitState>) -> Option<Slip> {
        let unit = unit?;
        // Neither the unit nor whom it has chosen is covered.
        let target = self.chosen.as_ref().and_then(|chosen| facts.unit(chosen.args.target?));
        let both = std::iter::once(unit).chain(target);
        let beside: Vec<At> = both.flat_map(|own| own.place.area.squares().map(show::at)).collect();
        let slip = |text: &str, answers: Vec<Answer>| Slip {
            beside: beside.clone(),
            who: unit.identity.name.clone(),
            side: self.play.colour(unit.side()),
            text: text.to_owned(),
            otherwise: say!("desk-esc"),
            answers,
            ..Slip::default()
        };
        if let Some(Menu::Delay(counts)) = &self.menu {
            let answers = counts.iter().map(|count| delay_answer(&self.play, facts, *count)).collect();
            return Some(slip(&say!("desk-delay"), answers));
        }
        let chosen = self.chosen.as_mut()?;
        let def = facts.book.action(chosen.action)?.clone();
        match pick::need(facts, unit, &def, chosen) {
            Need::Menu(title, choices) => {
                let answers = choices
                    .iter()
                    .map(|choice| Answer {
                        text: choice.text.clone(),
                        odds: choice.mark.clone(),
                        note: choice.note.clone(),
                        lit: false,
                        why_not: choice.why_not.clone(),
                    })
                    .collect();
                let mut slip = slip(&format!("{}. {title}", def.name), answers);
                self.answer_cards = choices
                    .iter()
                    .map(|choice| preview::choice_card(facts, unit, &def, chosen, choice))
                    .collect();
                for (answer, card) in slip.answers.iter_mut().zip(&self.answer_cards) {
                    if let (true, Some((number, ..))) =
                        (answer.odds.is_empty(), card.as_ref().and_then(|card| card.numbers.first()))
                    {
                        answer.odds.clone_from(number);
                    }
                }
                self.menu = Some(Menu::Fill(choices));
                Some(slip)
            }
            _ => {
                self.menu = None;
                None
            }
        }
    }

    pub(super) fn what_now(&self, facts: &Facts, unit: Option<&UnitState>) -> String {
        let Some(unit) = unit else {
            return match self.play.next() {
                Next::Computer => say!("desk-computer"),
                _ => String::new(),
            };
        };
        let name = &unit.identity.name;
        let Some(chosen) = &self.chosen else {
            if facts.phase == Phase::Aftermath {
                return say!("aftermath-turn", name = name.as_str());
            }
            if self.open.wheel.is_some() {
                return say!("driving-what-now", name = name.as_str());
            }
            let unit = name.as_str();
            return match (self.open.going.is_some(), self.open.targets.is_empty()) {
                (true, _) => say!("desk-turn", unit = unit),
                (false, false) => say!("desk-turn-attack", unit = unit),
                (false, true) => say!("desk-turn-cards", unit = unit),
            };
        };
        let Some(def) = facts.book.action(chosen.action) else { return String::new() };
        match pick::need(facts, unit, def, &mut chosen.clone()) {
            Need::Target | Need::Charge => say!("desk-target", action = &def.name),
            Need::Square => say!("desk-square", action = &def.name),
            Need::Course => say!("desk-course", action = &def.name),
            Need::Aim => say!("desk-aim", action = &def.name),
            Need::Menu(..) => String::new(),
            Need::Nothing => say!("desk-enter", action = &def.name),
        }
    }

    pub(super) fn ask_card(&self, n: usize, table: &mut Table) {
        if let (Some(facts), Some(card)) = (&self.facts, self.hand.get(n)) {
            let own = self.unit().and_then(|id| facts.unit(id));
            table.side = Some(preview::action_card(facts, own, card));
            let rule = facts.book.action(card.action).map(|def| def.rule);
            table.rule = rule.and_then(|rule| preview::rule_card(&facts.book, rule.as_str()));
        }
    }

    pub(super) fn ask_chip(&self, n: usize, table: &mut Table) {
        let (Some(chip), Some(facts)) = (table.chips.get(n), &self.facts) else { return };
        let why = chip.why_not.as_ref().map(|why| SideLine { harm: true, ..preview::line(why.clone(), "") });
        table.side = Some(SideCard {
            title: words::capital(&chip.text),
            about: words::capital(&chip.note),
            lines: why.into_iter().collect(),
            ..SideCard::default()
        });
        // The rule stands in brackets at the end of the note.
        let rule = chip.note.rsplit_once('[').and_then(|(_, rule)| rule.strip_suffix(']'));
        table.rule = rule.and_then(|rule| preview::rule_card(&facts.book, rule));
    }

    pub(super) fn ask_answer(&mut self, n: usize, table: &mut Table) {
        self.asked = self.answer_squares.get(n).copied().flatten();
        if self.asked.is_some() {
            self.draw_marks(table);
        }
        if let Some(card) = self.answer_cards.get(n).cloned().flatten() {
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

    /// What choosing a square would answer to the open question.
    fn answer_at(&self, at: At) -> Option<SideCard> {
        let n = self.answer_squares.iter().position(|square| *square == Some(at))?;
        let (text, odds) = self.answer_words.get(n)?;
        let numbers = Some((odds.clone(), String::new(), false)).filter(|_| !odds.is_empty());
        Some(SideCard {
            title: text.clone(),
            about: say!("desk-choose-square"),
            numbers: numbers.into_iter().collect(),
            ..SideCard::default()
        })
    }

    /// In fog: who was last seen on a square, or that nobody has ever seen it.
    fn unseen_card(&self, facts: &Facts, square: Square) -> Option<SideCard> {
        let (seen, explored) = self.fog.as_ref()?;
        let side = self.play.seat?;
        if let Some(last) = facts.last_seen(side).find(|last| last.place.area.contains(square)) {
            let who = self.play.who(last.unit)?;
            return Some(SideCard {
                title: who.name,
                about: say!("fog-last-seen", round = i64::from(last.round)),
                side: Some(self.play.colour(who.side)),
                ..SideCard::default()
            });
        }
        let card = SideCard {
            title: say!("fog-never-seen"),
            about: say!("fog-never-seen-why"),
            ..SideCard::default()
        };
        (!seen.contains(square) && !explored.contains(square)).then_some(card)
    }

    /// What is under the pointer: a target with its odds, a unit, a square.
    pub(super) fn pointed_card(&self) -> Option<SideCard> {
        let facts = self.facts.as_ref()?;
        let at = self.pointed?;
        let square = show::square(at);
        let own = self.unit().and_then(|id| facts.unit(id));
        if let Some(card) = self.answer_at(at) {
            return Some(card);
        }
        if let Some(stamp) = self.stamp(facts) {
            return Some(stamp.card);
        }
        if let Some(stand) = self.stand() {
            return Some(stand.card(&self.play));
        }
        if let Some(unit) = self.unit_at(at).and_then(|id| facts.unit(id)) {
            if let (Some(own), Some(chosen)) = (own, self.open.aimed(unit.id()))
                && let Some(def) = facts.book.action(chosen.action)
            {
                let attack = def.attacks().then(|| preview::attack_card(&self.play, facts, own, def, chosen));
                let deed = || preview::deed_card(&self.play, facts, own, def, chosen, unit);
                return Some(attack.flatten().unwrap_or_else(deed));
            }
            let mut card = preview::unit_card(&self.play, facts, unit, own);
            let aims = self.chosen.as_ref().is_none_or(|chosen| {
                facts.book.action(chosen.action).is_some_and(|def| def.target().is_some())
            });
            if own.is_some_and(|own| facts.hostile(own, unit) || self.chosen.is_some())
                && aims
                && facts.present(unit)
                && let Some(why) = self.why_not(Some(unit.id()), square)
            {
                card.lines.insert(0, preview::refusal_line(&why));
            }
            return Some(card);
        }
        if let (Some(own), Some(wheel)) = (own, &self.open.wheel) {
            return wheel.card(facts, own, square);
        }
        if let Some(card) = self.unseen_card(facts, square) {
            return Some(card);
        }
        let seen = self.fog.as_ref().is_none_or(|(seen, _)| seen.contains(square));
        let mut card = preview::square_card(facts, square, seen);
        if self.open.aim.is_some()
            && let Some(why) = self.why_not(None, square)
        {
            card.lines.insert(0, preview::refusal_line(&why));
        }
        if let (Some(own), Some(going)) = (own, &self.open.going)
            && let Some(path) = going.path_to(square)
        {
            let name = facts.book.name_of(going.chosen.action);
            let cost = going.cost(square).unwrap_or(0);
            if !going.sure.is_empty() {
                card.numbers.push((preview::percent(going.chance(cost)), say!("number-get-there"), false));
            }
            card.numbers.push((cost.to_string(), say!("number-of-by", n = going.most, way = name), false));
            let order = going.order(facts, own, path.clone());
            if let (Some(looks), true) = (order.looks, facts.moving(own).vehicle().is_some()) {
                card.lines.push(preview::line(say!("driving-looks-to"), words::point(looks)));
            }
            if let Some(why) = preview::refused(facts, own, &order, &self.occasion()) {
                card.lines.insert(0, preview::refusal_line(&why));
            }
            if let Some(check) = &going.check {
                card.lines.extend(preview::sum_lines(facts, check));
            }
            if let Some((_, increment)) = going.increments(facts, own, &path).last() {
                card.lines.push(preview::line(say!("way-increment-then"), increment.to_string()));
            }
            card.bars = preview::distances(&going.sure, going.most);
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
        return Answer { text: say!("desk-wait-cut-in"), ..Answer::default() };
    };
    let names: Vec<String> = order::to_come(facts)
        .into_iter()
        .filter_map(|id| facts.unit(id))
        .filter(|unit| order::acts_at(facts, unit) == count)
        .map(|unit| format!("{} ({})", unit.identity.name, play.side_name(unit.side())))
        .collect();
    Answer {
        text: say!("desk-after", units = words::list(&names)),
        odds: count.to_string(),
        ..Answer::default()
    }
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
