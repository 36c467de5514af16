//! Lines and beats for rolls, hits, losses and conditions.

use super::{
    dice::{counted, not_counted, sets_up},
    losses::{Loss, Thrown, without_critical},
    perceived,
    telling::BlowKind,
};
use crate::window::session::prelude::*;
use crate::window::sound::of_weapon;

impl Narrator<'_> {
    /// An area attack's dice, held against one of those inside.
    pub(super) fn compared(&mut self, target: UnitId, check: &Check, reading: &Reading, value: i32) {
        let result = match value {
            0 => say!("roll-miss"),
            value => words::hit(value, reading.margin),
        };
        let against = say!("roll-against", total = reading.total, number = reading.number);
        let roll = ShownRoll {
            what: say!("log-held-against", unit = self.name(target)),
            sum: against + &words::short(reading, value),
            result,
            good: Some(value > 0),
            lines: preview::flow(self.facts, check),
            aside: true,
            ..ShownRoll::default()
        };
        self.line(LogLine { text: roll.what.clone(), indent: 1, roll: Some(roll), ..LogLine::default() });
    }

    pub(super) fn rolled(&mut self, check: &Check, dice: &[u16], reading: &Reading, purpose: Key) {
        let (sides, dropped) = match check.base {
            Base::Dice(dice) => (u32::from(dice.sides()), usize::from(dice.drop_highest())),
            _ => (0, 0),
        };
        let target = match &check.versus {
            Versus::Passive(other) => Some(other.by),
            _ => self.target_of(check.by),
        };
        let what = self.roll_called((check.by, target), check.id, purpose);
        let mut dice = counted(dice, sides, dropped);
        let result = words::result(check, reading, purpose);
        // What follows on from another roll and fails adds nothing to that.
        let idle = purpose == "critical" && !reading.success;
        dice.iter_mut().filter(|_| idle).for_each(|(.., counts)| *counts = false);
        let idle = idle.then(|| line(say!("roll-adds-nothing", why = &result), ""));
        let mut lines: Vec<SideLine> = idle.or_else(|| not_counted(&dice)).into_iter().collect();
        lines.extend(preview::flow(self.facts, check));
        // What follows on from an attack lies beside its die. In the tray it is told first whether that has hit: it was
        // critical, whatever is added now.
        let attack = self.thrown.as_ref().filter(|own| purpose == "critical" && own.by == check.by);
        let attack = attack.and_then(|own| own.roll.clone()).filter(|own| own.good == Some(true));
        if purpose == "attack" {
            self.announce_roll(check.by, &what);
        }
        let mut roll = ShownRoll {
            what,
            dice,
            before: attack.as_ref().map_or_else(Vec::new, |own| own.dice.clone()),
            sum: words::sum(check, reading),
            result,
            good: Some(reading.success),
            lines,
            aside: sets_up(purpose),
        };
        self.note_worth((check, reading, purpose), &mut roll);
        let shown = attack.map(|own| {
            let result = format!("{}, {}", without_critical(&own.result), say!("roll-critical"));
            // So is its sum: that of what is added reads as if it had missed.
            ShownRoll { result, what: own.what, sum: own.sum, good: own.good, ..roll.clone() }
        });
        if !roll.aside {
            self.beats.push(Beat::Roll(shown.unwrap_or_else(|| roll.clone())));
        }
        self.line(LogLine { text: roll.what.clone(), indent: 1, roll: Some(roll), ..LogLine::default() });
    }

    /// Whose a roll is, of an attack at whom, and what it is for.
    fn roll_called(&self, (by, target): (UnitId, Option<UnitId>), check: Key, purpose: Key) -> String {
        let book = &self.facts.book;
        let (what, name) = (words::purpose(book, purpose), book.name_of(check));
        // A check whose name says what it is for says so once.
        let says_so = name.to_lowercase().contains(&what.to_lowercase());
        let what = if says_so { name } else { format!("{what}: {name}") };
        let whose = self.name(by);
        match target.filter(|target| purpose == "attack" && *target != by) {
            Some(target) => format!("{whose} → {}, {what}", self.name(target)),
            None => format!("{whose}, {what}"),
        }
    }

    /// The same of the attack that was rolled last, also before a question that came between.
    pub(super) fn attack_called(&self, thrown: &Thrown) -> String {
        let called = || {
            let whose = (thrown.by, self.target_of(thrown.by));
            self.roll_called(whose, thrown.check, Key::new("attack"))
        };
        thrown.roll.as_ref().map_or_else(called, |roll| roll.what.clone())
    }

    /// At whom it is aimed what somebody declared last, whatever others have answered to it since.
    fn target_of(&self, by: UnitId) -> Option<UnitId> {
        let told = self.now.at.saturating_sub(self.earlier.len());
        let told = self.events.get(..told).unwrap_or_default();
        let mut latest = told.iter().rev().chain(self.earlier.iter().rev());
        let own = |event: &&Event| matches!(event.outcome, Outcome::Declared { unit, .. } if unit == by);
        let event = latest.find(own).filter(|event| perceived(self.sight, event))?;
        let known = |target: &UnitId| self.sight.is_none_or(|side| !event.unknown_to(side, *target));
        match &event.outcome {
            Outcome::Declared { args, .. } => args.target.filter(known),
            _ => None,
        }
    }

    pub(super) fn struck(
        &mut self,
        by: UnitId,
        target: UnitId,
        weapon: Key,
        landed: bool,
        critical: bool,
        trace: &HarmTrace,
    ) {
        // What is held off to the last point has still reached its target.
        let landed = landed || stopped(trace);
        // Of a striker whom nobody saw, the weapon was not seen either.
        let unseen = self.now.unknown.contains(&by);
        let with = self.rams(by).filter(|_| by == target).unwrap_or_else(|| self.called(by, weapon));
        let (melee, afar) = match self.play.struck_with(self.facts, by, weapon) {
            _ if unseen => (false, None),
            Some(def) => (def.uses == WeaponUse::Melee, Some(of_weapon(&def))),
            // A spell was heard when it was cast.
            None => (self.facts.book.spell(weapon).is_none(), None),
        };
        let spell = !unseen && self.facts.book.spell(weapon).is_some();
        let kind = match melee {
            _ if spell => BlowKind::Spell,
            false if !unseen => BlowKind::Shot,
            _ => BlowKind::Stroke,
        };
        // Its roll hits, and nothing came of that: where its value is its damage, the roll says so, too.
        let rolled = self.thrown.as_ref().filter(|own| own.by == by && own.success);
        let rolled = rolled.map(|own| !own.said.is_empty());
        let blocked = by != target && if landed { stopped(trace) } else { rolled == Some(true) };
        self.draw_blow((by, target), weapon, (kind, afar), (landed, blocked), trace);
        let name = self.name(target);
        let mut text = match (landed, critical) {
            _ if blocked => say!("log-hit-blocked", unit = self.name(by), target = name, with = &with),
            (false, _) if rolled.is_some() => {
                say!("log-averted", unit = self.name(by), target = name, with = &with)
            }
            (false, _) => say!("log-misses", unit = self.name(by), target = name, with = &with),
            // What comes of a fall or of fire is nobody's blow.
            (true, _) if by == target => say!("log-suffers", unit = name, with = &with),
            (true, false) => say!("log-hits-target", unit = self.name(by), target = name, with = &with),
            (true, true) => say!("log-hits-critically", unit = self.name(by), target = name, with = &with),
        };
        let gates = if landed { traces::rows(&self.facts.book, trace) } else { Vec::new() };
        // Its way is told beneath; what there was no more of to lose is not.
        let told = match gates.is_empty() || self.now.loss.over > 0 {
            true if landed && !trace.portions.is_empty() => Some(self.came_through(trace)),
            false if !blocked => Some(say!("log-damage", n = self.now.loss.points)),
            _ => None,
        };
        text.extend(told.map(|told| format!(": {told}")));
        self.describe_blow((by, target), (kind, &with), (landed, critical, blocked), trace);
        self.line(LogLine { text, indent: 1, trace: gates, ..LogLine::default() });
        let auras = self.facts.unit(by).map(|own| &own.wards.auras);
        if auras.is_some_and(|auras| landed && auras.iter().any(|own| own.id == weapon)) {
            // It is not rolled for: the tray says what it did all the same.
            let aura = self.facts.book.name_of(weapon);
            let what = say!("log-aura-of", aura = words::capital(&aura), unit = self.name(by));
            let result = say!("log-aura-harms", n = self.now.loss.points, unit = self.name(target));
            self.beats.push(Beat::Roll(ShownRoll { what, result, good: Some(true), ..ShownRoll::default() }));
        }
    }

    /// What it is called if somebody rams, and is hit by that as well.
    fn rams(&self, by: UnitId) -> Option<String> {
        let def = self.facts.book.action(self.doing(by)?)?;
        def.tagged("ram").then(|| def.name.clone())
    }

    /// What it is called with which somebody strikes; where that has no name, what they do.
    pub(super) fn called(&self, by: UnitId, weapon: Key) -> String {
        if self.now.unknown.contains(&by) {
            return say!("log-with-unseen");
        }
        let book = &self.facts.book;
        let held = self.play.struck_with(self.facts, by, weapon).map(|def| def.name.clone());
        let does = self.doing(by).map(|action| book.name_of(action));
        held.or_else(|| book.named(weapon)).or(does).unwrap_or_else(|| book.name_of(weapon))
    }

    /// What was dealt, what each stage took of it or added, and what was lost by it: "6 − 2 armour = 4 damage".
    /// What there was no more of to lose is told apart.
    pub(super) fn came_through(&self, trace: &HarmTrace) -> String {
        let (mut text, sum, plain) = traces::sum(&self.facts.book, trace);
        let Loss { points, over, .. } = self.now.loss;
        let damage = say!("log-damage", n = points);
        if over > 0 {
            text.push_str(&format!(" − {}", say!("log-overkill", n = over)));
        }
        match plain && over == 0 && sum == trace.total {
            true => damage,
            false if sum == trace.total => format!("{text} = {damage}"),
            // Portions that merge, shields that pay: the way is longer than a sum.
            false => format!("{text} → {damage}"),
        }
    }

    /// `cause` says whether the unit pays it itself, for what it does.
    pub(super) fn track(&mut self, unit: UnitId, track: Key, (from, to): (i32, i32), cause: Key) {
        let def = self.facts.book.track(track);
        let rises = def.is_some_and(|def| def.rises);
        let worse = (to < from) != rises;
        if !worse {
            self.reach(unit);
        }
        if words::shown_track(&self.facts.book).is_some_and(|shown| shown.id == track) {
            let seen = self.place(unit).is_some();
            self.beats.extend((!worse && seen).then_some(Beat::Hear(Sound::Heal)));
            self.change(unit, |counter| {
                counter.vitality = if rises { (counter.whole - to).max(0) } else { to };
                counter.damage = counter.damage.map(|_| to);
            });
        }
        let declared = self.log.declared.as_ref().is_some_and(|(by, _)| *by == unit);
        let name = match self.facts.unit(unit) {
            Some(own) => words::track_name(self.facts, own, track),
            None => self.facts.book.name_of(track),
        };
        let (unit_name, n) = (self.name(unit), (to - from).abs());
        if worse && cause == "price" {
            // Paid by oneself: no harm, no red, and no slip at each step. What is declared says its price itself.
            if !declared {
                let price = words::cost(&self.facts.book, &[(track, n)], &[]);
                self.say(1, say!("log-pays", unit = unit_name, price = price));
            }
            return;
        }
        if declared {
            return;
        }
        let most = self.facts.unit(unit).and_then(|own| own.tracks.get(track)).map(|own| own.max);
        let (from, to) = match most.filter(|_| words::is_sum(&self.facts.book, track)) {
            Some(most) => (most - from, most - to),
            None => (from, to),
        };
        let now = words::number(to);
        let now = most.map_or(now.clone(), |most| say!("log-now-of", n = &now, most = most));
        let text = match to < from {
            true => say!("log-loses", unit = unit_name, n = n, track = &name, now = now),
            false => say!("log-gains", unit = unit_name, n = n, track = &name, now = now),
        };
        self.line(LogLine { text, indent: 1, harm: worse, ..LogLine::default() });
        let amount = words::signed(to - from);
        // Of what the counter shows the number is enough.
        let shown = words::shown_track(&self.facts.book).is_some_and(|shown| shown.id == track);
        let text = if shown { amount } else { format!("{name} {amount}") };
        self.float(unit, text, if worse { SlipKind::Harm } else { SlipKind::Gain });
    }

    /// A condition that is gained, in one line with those that were gained just before.
    fn gain(&mut self, unit: UnitId, name: &str) {
        let before = self.log.gained.take().filter(|(own, _)| *own == unit);
        let line = self.beats.iter_mut().rev().find_map(|beat| match beat {
            Beat::Log(line) => Some(line),
            _ => None,
        });
        if let Some(line) = line
            && before.is_some_and(|(_, text)| text == line.text)
            && line.hidden == self.now.hidden
        {
            line.text.push_str(&format!(", {name}"));
            self.log.last.clone_from(&line.text);
            self.log.gained = Some((unit, line.text.clone()));
            return;
        }
        let text = format!("{}: {name}", self.name(unit));
        self.say(1, text.clone());
        self.log.gained = Some((unit, text));
    }

    pub(super) fn condition(&mut self, unit: UnitId, condition: Key, from: i32, to: i32) {
        let book = self.facts.book.clone();
        let told = self.facts.unit(unit).is_none_or(|own| show::is_told(self.facts, own, condition));
        // Of how many a count is says more than the bare number (S-10).
        let name = match self.facts.unit(unit) {
            Some(own) => {
                show::condition(self.facts, own, &Condition::new(condition, to, Until::Battle, None))
            }
            None => words::condition(&book, condition, to),
        };
        match to {
            _ if !told => {}
            0 => {
                let (unit, condition) = (self.name(unit), book.name_of(condition));
                self.say(1, say!("log-no-longer", unit = unit, condition = condition));
            }
            _ => self.gain(unit, &name),
        }
        let def = book.condition(condition).cloned();
        let mut falls = false;
        if to > from && told {
            self.reach(unit);
            let eases = self.eased.take() == Some((unit, condition));
            let fells = def.as_ref().filter(|def| !eases && show::fells(&book, def));
            let called = fells.map(|def| words::low(&show::called(&book, self.facts.unit(unit), def)));
            falls = called.is_some_and(|called| self.describe_fall(unit, &called));
            let kind = match &def {
                Some(def) if def.dead => SlipKind::Death,
                _ if fells.is_some() => SlipKind::Fall,
                _ => SlipKind::Condition,
            };
            self.float(unit, name, kind);
        } else if to == 0 {
            self.eased = def.as_ref().and_then(|def| Some((unit, def.becomes?)));
        }
        let facts = self.facts;
        self.change(unit, |counter| {
            let id = show::file(condition);
            counter.conditions.retain(|known| known != id);
            if to > 0 && told {
                let place = facts
                    .unit(unit)
                    .map(|own| show::place_of_badge(facts, own, &counter.conditions, condition));
                counter.conditions.insert(place.unwrap_or(counter.conditions.len()), id.to_owned());
            }
            let gained = to > 0;
            counter.pose = match (&def, gained, counter.pose) {
                (Some(def), true, _) if def.dead => Pose::Dead,
                (Some(def), true, pose) if pose != Pose::Dead && pick::downs(facts, def) => Pose::Down,
                (_, true, Pose::Standing) if id == "prone" => Pose::Prone,
                (_, false, Pose::Prone) if id == "prone" => Pose::Standing,
                (_, _, pose) => pose,
            };
            match counter.pose {
                Pose::Dead => counter.conditions.clear(),
                Pose::Down => counter.lay_down(),
                Pose::Standing | Pose::Prone => {}
            }
        });
        self.tell_conditions(unit);
        // They are seen to fall, and the line is read then.
        self.beats.extend(falls.then_some(Beat::Read));
    }
}

/// Whether it has reached its target and been held off there, which is no miss (D-56); not so what is too weak for an
/// armour range.
fn stopped(trace: &HarmTrace) -> bool {
    let mut passed = trace.portions.iter().flat_map(|portion| &portion.passed);
    trace.total == 0 && passed.any(|passed| passed.stage.as_str() != "armour_range")
}

#[cfg(test)]
mod tests {
    use super::{super::narrate, *};
    use crate::rules::harm::Passed;

    #[test]
    fn a_roll_says_at_whom_it_is_though_others_have_answered_since() {
        let play = play(&library(), "first_blood", 5, false);
        let known = play.eyes().unwrap();
        let (by, target) = (known.units[0].id(), known.units[1].id());
        let event = |outcome| Event { outcome, hidden_from: Vec::new(), unknown: Vec::new() };
        let act = |unit, action: &str, target| {
            let args = Box::new(Args { target, ..Args::default() });
            event(Outcome::Declared { unit, action: Key::new(action), mode: Mode::Standard, args })
        };
        let id = known.book.checks.iter().next().map(|def| def.id).unwrap();
        let check = Box::new(check::plain(&known, by, id, 10, None, None).unwrap());
        let (reading, purpose) = (check.read(15), Key::new("attack"));
        let rolled = event(Outcome::Rolled { check, dice: vec![15], reading, purpose });
        let events = [act(by, "attack", Some(target)), act(target, "dodge", None), rolled];
        let beats = narrate(&play, &known, &events, show::counters(&play, &known));
        let roll = beats.iter().find_map(|beat| match beat {
            Beat::Roll(roll) => Some(roll),
            _ => None,
        });
        let both = [by, target].map(|unit| play.who(unit).unwrap().name).join(" → ");
        assert!(roll.unwrap().what.starts_with(&both), "{roll:?}");
    }

    #[test]
    fn a_critical_roll_that_fails_is_struck_out_and_says_why() {
        let play = play(&library(), "first_blood", 5, false);
        let known = play.eyes().unwrap();
        let id = known.book.checks.iter().next().map(|def| def.id).unwrap();
        let check = check::plain(&known, known.units[0].id(), id, 10, None, None).unwrap();
        let told = |success| {
            let (reading, purpose) = (Reading { success, ..check.read(10) }, Key::new("critical"));
            let check = Box::new(check.clone());
            let outcome = Outcome::Rolled { check, dice: vec![10], reading, purpose };
            let event = Event { outcome, hidden_from: Vec::new(), unknown: Vec::new() };
            let beats = narrate(&play, &known, &[event], show::counters(&play, &known));
            let roll = beats.into_iter().find_map(|beat| match beat {
                Beat::Roll(roll) => Some(roll),
                _ => None,
            });
            let roll = roll.unwrap();
            (roll.dice[0].2, roll.lines.iter().any(|line| line.text.contains("adds nothing")))
        };
        assert_eq!([true, false].map(told), [(true, false), (false, true)]);
    }

    #[test]
    fn what_a_shield_stops_whole_is_no_miss_d56() {
        let at = |stage: &str| {
            let passed = vec![Passed { stage: Key::new(stage), by: None, before: 30, after: 0 }];
            let portions = vec![Portion { passed, ..Portion::default() }];
            HarmTrace { portions, ..HarmTrace::default() }
        };
        assert!(
            stopped(&at("medium_shield")) && !stopped(&at("armour_range")) && !stopped(&HarmTrace::default())
        );
        assert!(!stopped(&HarmTrace { total: 3, ..at("low_shield") }), "some of it has come through");
    }
}
