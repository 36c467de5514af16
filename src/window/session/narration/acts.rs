//! Lines for actions: what is declared and paid, what changes for those who act, and the spells and things they use.

use crate::window::session::prelude::*;
use crate::window::sound::Sound;

impl Narrator<'_> {
    /// The line comes once the action is paid for.
    pub(super) fn declared(&mut self, unit: UnitId, action: Key, args: &Args) {
        self.flush_declared();
        let book = &self.facts.book;
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
        self.aimed = args.target.map(|target| (unit, target));
        // That one below nought still acts is no mistake.
        let hurt = self.counter(self.play.number(unit)).map(|own| own.vitality).filter(|left| *left < 0);
        let told = match hurt {
            Some(left) => say!("tell-fights-on", told = text.as_str(), left = words::number(left)),
            None => text.clone(),
        };
        self.announcement = Some(self.announcement(unit, args.target, told));
        let line = self.of_now(LogLine { text, side: self.side(unit), ..LogLine::default() });
        self.declared = Some((unit, line));
    }

    pub(super) fn paid(&mut self, unit: UnitId, cost: &[(Key, i32)]) {
        let price = words::cost(&self.facts.book, cost, &[]);
        match &mut self.declared {
            Some((by, line)) if *by == unit => line.text.push_str(&format!(" ({price})")),
            _ => {
                let text = say!("log-pays", unit = self.name(unit), price = price);
                self.say(1, Some(unit), text);
            }
        }
        self.flush_declared();
    }

    pub(super) fn wasted(&mut self, unit: UnitId, action: Key, why: &Refusal) {
        let (name, action) = (self.name(unit), self.facts.book.name_of(action));
        self.say(1, Some(unit), say!("log-wasted", unit = name, action = action, why = words::why(why)));
    }

    pub(super) fn modified(&mut self, unit: UnitId, source: Key, until: &Until) {
        let source = self.facts.book.name_of(source);
        self.say(1, Some(unit), format!("{}: {source}{}", self.name(unit), self.until(until)));
    }

    pub(super) fn points(&mut self, unit: UnitId, pool: Key, amount: i32) {
        let pool = words::pool_name(&self.facts.book, pool);
        self.say(1, Some(unit), format!("{}: {} {pool}", self.name(unit), words::signed(amount)));
    }

    pub(super) fn item(&mut self, unit: UnitId, item: Key, what: ItemNews) {
        if what == ItemNews::Broken {
            self.beats.push(Beat::Hear(Sound::Tear));
        }
        let (name, item) = (self.name(unit), self.facts.book.name_of(item));
        self.say(1, Some(unit), say!("log-item", unit = name, item = item, what = what.word()));
    }

    /// A slot is filled with a spell.
    pub(super) fn slot(&mut self, unit: UnitId, spell: Key) {
        let text = say!("log-slot", unit = self.name(unit), spell = self.facts.book.name_of(spell));
        self.say(1, Some(unit), text);
    }

    pub(super) fn spell(&mut self, spell: Key, by: UnitId, what: SpellNews) {
        let (spell, name) = (self.facts.book.name_of(spell), self.name(by));
        let text = match what {
            SpellNews::Began => say!("log-spell-began", spell = spell),
            SpellNews::Controlled => say!("log-spell-controlled", unit = name, spell = spell),
            SpellNews::Moved => say!("log-spell-moved", unit = name, spell = spell),
            SpellNews::Passed => say!("log-spell-passed", unit = name, spell = spell),
            SpellNews::Ended => say!("log-spell-ended", spell = spell),
        };
        self.say(1, Some(by), text);
    }

    pub(super) fn watching(&mut self, unit: UnitId, by: Key, began: bool) {
        let (name, action) = (self.name(unit), self.facts.book.name_of(by));
        let watches = self.facts.unit(unit).map(|own| own.watches.0.as_slice()).unwrap_or_default();
        let watch = watches.iter().rev().find(|watch| watch.by == by);
        let text = match (began, watch) {
            (true, Some(watch)) => {
                let trigger = pick::watch_words(self.facts, watch);
                say!("log-waits-for", unit = name, action = action, trigger = trigger)
            }
            (true, None) => say!("log-waits", unit = name, action = action),
            (false, _) => say!("log-waits-no-longer", unit = name, action = action),
        };
        self.say(1, Some(unit), text);
    }

    pub(super) fn ward(&mut self, unit: UnitId, ward: Key, from: i32, to: i32) {
        let foe = self.facts.unit(unit).filter(|unit| self.sight.is_some_and(|side| side != unit.side()));
        // How much is stored in a foe's aura does not show (D-106).
        let hidden = foe.is_some_and(|unit| unit.wards.auras.iter().any(|aura| aura.id == ward));
        let (name, ward) = (self.name(unit), self.facts.book.name_of(ward));
        let text = match (hidden, to > from) {
            (true, true) => say!("log-aura-grows", unit = name, aura = ward),
            (true, false) => say!("log-aura-shrinks", unit = name, aura = ward),
            (false, _) => say!("log-ward", unit = name, ward = ward, from = from, to = to),
        };
        self.say(1, Some(unit), text);
    }

    pub(super) fn begun(&mut self, unit: UnitId, action: Key) {
        let text = say!("log-begun", unit = self.name(unit), action = self.facts.book.name_of(action));
        self.say(1, Some(unit), text);
    }

    /// What a repair costs.
    pub(super) fn bill(&mut self, unit: UnitId, part: Key, per_cent: i32, amount: i64) {
        let (name, part) = (self.name(unit), self.facts.book.name_of(part));
        let text = say!("log-bill", unit = name, part = part, per_cent = per_cent, amount = amount);
        self.say(1, Some(unit), text);
    }

    /// A die thrown again (T-14).
    pub(super) fn fortune(&mut self, side: Side, (unit, check): (UnitId, Key), natural: i32, left: i32) {
        let text = say!(
            "log-fortune",
            side = self.play.side_name(side),
            unit = self.name(unit),
            check = self.facts.book.name_of(check),
            n = natural,
            left = left
        );
        self.say(1, Some(unit), text);
    }

    pub(super) fn bound(&mut self, bond: &Bond, began: bool) {
        let role = words::role(&self.facts.book, bond.role);
        let (one, other) = (self.name(bond.unit), self.name(bond.to));
        let text = match began {
            true => say!("log-bound", unit = one, role = role, other = other),
            false => say!("log-unbound", unit = one, role = role, other = other),
        };
        self.say(0, Some(bond.unit), text);
    }

    pub(super) fn faced(&mut self, unit: UnitId, facing: Dir8) {
        self.turn(unit, facing);
        let text = say!("log-turns", unit = self.name(unit), point = words::point(facing));
        self.say(1, Some(unit), text);
    }
}
