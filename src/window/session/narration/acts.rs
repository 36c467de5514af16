//! Lines for actions: what is declared and paid, what changes for those who act, and the spells and things they use; and
//! what was done in a turn.

use super::perceived;
use crate::window::session::prelude::*;

/// What was done in this turn.
#[derive(Default)]
pub(super) struct Done {
    /// Who declared what, the last one last.
    pub acts: Vec<(UnitId, Key)>,
    /// The weapon with which each did something last.
    pub in_use: BTreeMap<UnitId, Key>,
}

impl Done {
    /// What was declared before a question that came between, as far as this side perceived it.
    pub fn before(earlier: &[Event], sight: Option<Side>) -> Self {
        let latest = earlier.iter().rev().filter(|event| perceived(sight, event)).map(|event| &event.outcome);
        let this_turn = latest.take_while(|outcome| !matches!(outcome, Outcome::TurnStarted { .. }));
        let mut acts: Vec<(UnitId, Key)> = this_turn
            .filter_map(|outcome| match outcome {
                Outcome::Declared { unit, action, .. } => Some((*unit, *action)),
                _ => None,
            })
            .collect();
        acts.reverse();
        Self { acts, ..Self::default() }
    }
}

impl Narrator<'_> {
    /// The line comes once the action is paid for.
    pub(super) fn declared(&mut self, unit: UnitId, action: Key, args: &Args) {
        self.flush_declared();
        self.begin_strokes(Some(unit), args.spell.is_some());
        self.done.acts.push((unit, action));
        self.take_up(unit, action, args.weapon);
        // Another attack begins; whoever answers the one before goes on with that.
        if self.over_map.unable.as_ref().is_some_and(|(other, ..)| *other != unit) {
            self.over_map.unable = None;
        }
        let book = &self.facts.book;
        let called = book.name_of(args.spell.unwrap_or(action));
        let mut text = format!("{}: {}", self.name(unit), book.name_of(action));
        if let Some(spell) = args.spell {
            self.beats.push(Beat::Hear(Sound::Spell));
            text.push_str(&format!(", {}", book.name_of(spell)));
        }
        let own = self.facts.unit(unit);
        // Which shield or aura it is done with.
        if let Some(ward) = args.item.filter(|id| own.is_some_and(|own| own.wards.points(*id).is_some())) {
            text.push_str(&format!(", {}", book.name_of(ward)));
        }
        if let Some(target) = args.target.filter(|target| *target != unit) {
            text.push_str(&format!(" → {}", self.name(target)));
        }
        let deed = book.action(action).is_some_and(|def| def.attacks());
        let square = args.square.filter(|_| args.target.is_none() && deed).map(show::at);
        let at = square.map(|at| (at, self.aimed_at(unit, at)));
        if let Some((_, (whom, _))) = &at {
            let with = args.weapon.filter(|_| args.spell.is_none()).map(|with| self.called(unit, with));
            text.extend(with.map(|with| format!(", {with}")));
            text.push_str(&format!(" → {whom}"));
        }
        self.aimed = args.target.map(|target| (unit, target));
        // That one below nought still acts is no mistake.
        let hurt = self.counter(self.play.number(unit)).map(|own| own.vitality).filter(|left| *left < 0);
        let told = match hurt {
            Some(left) => say!("tell-fights-on", told = text.as_str(), left = words::number(left)),
            None => text.clone(),
        };
        let mut announced = self.announcement(unit, args.target, told, called.clone());
        if let Some((to, (_, harm))) = at {
            self.aim_at_square(&mut announced, unit, (to, called, harm));
        }
        self.over_map.announcement = Some(announced);
        let line = self.of_now(LogLine { text, side: self.side(unit), ..LogLine::default() });
        self.log.declared = Some((unit, line));
    }

    /// Notes with which weapon something is done, if with one.
    fn take_up(&mut self, unit: UnitId, action: Key, named: Option<Key>) {
        let facts = self.facts;
        let first = || legal::default_weapon(facts, facts.unit(unit)?, facts.book.action(action)?);
        match named.or_else(first) {
            Some(weapon) => self.done.in_use.insert(unit, weapon),
            None => self.done.in_use.remove(&unit),
        };
    }

    pub(super) fn paid(&mut self, unit: UnitId, cost: &[(Key, i32)]) {
        let price = words::cost(&self.facts.book, cost, &[]);
        match &mut self.log.declared {
            Some((by, line)) if *by == unit => line.text.push_str(&format!(" ({price})")),
            _ => {
                let text = say!("log-pays", unit = self.name(unit), price = price);
                self.say(1, text);
            }
        }
        self.flush_declared();
    }

    /// The line of what units do and what changes for them.
    pub(super) fn of_acts(&self, outcome: &Outcome) -> Option<String> {
        let book = &self.facts.book;
        Some(match outcome {
            Outcome::Wasted { unit, action, why } => {
                let (name, action) = (self.name(*unit), book.name_of(*action));
                say!("log-wasted", unit = name, action = action, why = words::why(why))
            }
            Outcome::Modified { unit, source, until } => {
                format!("{}: {}{}", self.name(*unit), book.name_of(*source), self.until(until))
            }
            Outcome::Points { unit, pool, amount } => {
                let pool = words::pool_name(book, *pool);
                format!("{}: {} {pool}", self.name(*unit), words::signed(*amount))
            }
            Outcome::Item { unit, item, what } => {
                let (name, item) = (self.name(*unit), book.name_of(*item));
                say!("log-item", unit = name, item = item, what = what.word())
            }
            Outcome::Slot { unit, spell } => {
                say!("log-slot", unit = self.name(*unit), spell = book.name_of(*spell))
            }
            Outcome::Spell { spell, by, what, .. } => {
                let (spell, name) = (book.name_of(*spell), self.name(*by));
                match what {
                    SpellNews::Began => say!("log-spell-began", spell = spell),
                    SpellNews::Controlled => say!("log-spell-controlled", unit = name, spell = spell),
                    SpellNews::Moved => say!("log-spell-moved", unit = name, spell = spell),
                    SpellNews::Passed => say!("log-spell-passed", unit = name, spell = spell),
                    SpellNews::Ended => say!("log-spell-ended", spell = spell),
                }
            }
            Outcome::Watching { unit, by, began } => {
                let (name, action) = (self.name(*unit), book.name_of(*by));
                let watches = self.facts.unit(*unit).map(|own| own.watches.0.as_slice()).unwrap_or_default();
                match (began, watches.iter().rev().find(|watch| watch.by == *by)) {
                    (true, Some(watch)) => {
                        let trigger = pick::watch_words(self.facts, watch);
                        say!("log-waits-for", unit = name, action = action, trigger = trigger)
                    }
                    (true, None) => say!("log-waits", unit = name, action = action),
                    (false, _) => say!("log-waits-no-longer", unit = name, action = action),
                }
            }
            Outcome::Ward { unit, ward, from, to } => {
                let sees = |foe: &&UnitState| self.sight.is_some_and(|side| side != foe.side());
                let foe = self.facts.unit(*unit).filter(sees);
                // How much is stored in a foe's aura does not show (D-106).
                let hidden = foe.is_some_and(|unit| unit.wards.auras.iter().any(|aura| aura.id == *ward));
                let (name, ward) = (self.name(*unit), book.name_of(*ward));
                match (hidden, to > from) {
                    (true, true) => say!("log-aura-grows", unit = name, aura = ward),
                    (true, false) => say!("log-aura-shrinks", unit = name, aura = ward),
                    (false, _) => say!("log-ward", unit = name, ward = ward, from = from, to = to),
                }
            }
            // An area attack that struck its square, went astray, or was lost.
            Outcome::Area { weapon, struck, scatter, covered, .. } => {
                let (name, n) = (book.name_of(*weapon), covered.len());
                match scatter {
                    _ if *struck => say!("log-area-struck", weapon = name, n = n),
                    Some((way, far, _)) => {
                        say!("log-area-astray", weapon = name, far = far, point = words::point(*way), n = n)
                    }
                    None => say!("log-area-misses", weapon = name),
                }
            }
            Outcome::Begun { unit, action } => {
                say!("log-begun", unit = self.name(*unit), action = book.name_of(*action))
            }
            // What a repair costs.
            Outcome::Bill { unit, part, per_cent, amount, .. } => {
                let (name, part) = (self.name(*unit), book.name_of(*part));
                say!("log-bill", unit = name, part = part, per_cent = per_cent, amount = amount)
            }
            // A die thrown again (T-14).
            Outcome::Fortune { side, unit, check, natural, left } => say!(
                "log-fortune",
                side = self.play.side_name(*side),
                unit = self.name(*unit),
                check = book.name_of(*check),
                n = natural,
                left = left
            ),
            Outcome::Faced { unit, facing } => {
                say!("log-turns", unit = self.name(*unit), point = words::point(*facing))
            }
            Outcome::Lifted { unit, shows, degrees } => {
                say!("log-lifted", unit = self.name(*unit), shows = shows, degrees = degrees)
            }
            Outcome::Reach { unit, from, to } => {
                say!("log-reach", unit = self.name(*unit), from = from, to = to)
            }
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_done_before_a_question_is_of_this_turn_and_was_perceived() {
        let [one, other] = ["one", "other"].map(|name| UnitId(Key::new(name)));
        let event = |outcome, hidden_from| Event { outcome, hidden_from, unknown: Vec::new() };
        let act = |unit, action: &str| {
            let (action, mode) = (Key::new(action), Mode::Standard);
            Outcome::Declared { unit, action, mode, args: Box::default() }
        };
        let events = [
            event(act(other, "aim"), Vec::new()),
            event(Outcome::TurnStarted { unit: one, count: 10 }, Vec::new()),
            event(act(one, "attack"), Vec::new()),
            event(act(other, "dodge"), vec![Side(Key::new("west"))]),
        ];
        let done = |sight| Done::before(&events, sight).acts;
        assert_eq!(done(Some(Side(Key::new("west")))), [(one, Key::new("attack"))]);
        assert_eq!(done(None), [(one, Key::new("attack")), (other, Key::new("dodge"))]);
    }
}
