//! What a battle came to, by side and by unit: blows, luck, damage, actions.
//!
//! A pure function over the facts at its end and the chronicle. It knows everything, so it is for the time after the
//! battle; its numbers decide nothing.

use crate::battle::prelude::*;
use crate::rules::check::{Base, Direction};

/// What a check is rolled for when it is the roll of an attack.
const ATTACK: &str = "attack";
/// What a check is rolled for when it is the further link of a critical: the luck lies in the first.
const LINK: &str = "critical";

/// The actions of a unit, or of all units of a side.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    /// Attacks rolled; one that covers an area is one.
    pub attacks: u32,
    /// Those that hit, before anything the target did about it.
    pub hits: u32,
    /// Those of them that took nothing from anybody: dodged, parried, kept off by armour or a shield.
    pub blocked: u32,
    /// Attacks of others that hit it and of which it took nothing, for the same reasons.
    pub fended: u32,
    /// How many were to be expected, in per cent of one.
    pub expected_hits: i64,
    /// Checks rolled against a number, attacks among them.
    pub checks: u32,
    /// Those that succeeded.
    pub successes: u32,
    /// How much more succeeded than was to be expected, in per cent of one check.
    pub luck: i64,
    /// Of a hundred who roll the same checks, so many do no better: 50 is neither luck nor bad luck. None without a
    /// check that could go both ways.
    pub luckier_than: Option<u8>,
    /// Critical hits that took anything.
    pub criticals: u32,
    /// Lost by others to it; all sides together have dealt what all together have taken.
    pub dealt: i64,
    /// How much of that was below nought.
    pub overkill: i64,
    /// Lost by it to others.
    pub taken: i64,
    /// Lost by it otherwise, by what took it: falls, fire, a condition, the `price` of its own actions.
    pub others: BTreeMap<Key, i64>,
    /// What its armour, shields and the like kept off.
    pub absorbed: i64,
    /// What came back to it.
    pub healed: i64,
    /// Enemies that are dead, and that it struck last.
    pub kills: u32,
    /// Enemies that are out of the fight and alive, and that it struck last.
    pub disabled: u32,
    /// Steps of its own.
    pub steps: u32,
    /// Actions on turns of its own.
    pub actions: u32,
    /// Actions on turns of others.
    pub reactions: u32,
    /// Turns.
    pub turns: u32,
    /// Each check rolled against a number.
    rolls: Vec<Rolled>,
}

/// A check rolled against a number.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Rolled {
    chance: Chance,
    success: bool,
    attack: bool,
}

/// What a battle came to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Statistics {
    /// Rounds.
    pub rounds: u32,
    /// Every side, in the order of the roster.
    pub sides: Vec<(Side, Tally)>,
    /// Every unit, in the order of the roster.
    pub units: Vec<(UnitId, Tally)>,
    /// The heaviest of all hits on others.
    pub heaviest: Option<Hit>,
}

/// A hit that took something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit {
    /// Who struck.
    pub by: UnitId,
    /// Whom.
    pub target: UnitId,
    /// What it took.
    pub amount: i64,
}

/// What a hit has taken so far.
#[derive(Clone, Copy, Debug)]
struct Landing {
    by: UnitId,
    cause: Key,
    total: i64,
    /// What tracks have lost by it.
    lost: i64,
    /// How much of that was below nought.
    over: i64,
}

impl Statistics {
    /// Of a battle, from its facts now and everything that happened in it.
    pub fn of(facts: &Facts, chronicle: &Chronicle) -> Self {
        let mut count = Count {
            facts,
            tallies: BTreeMap::new(),
            turn: None,
            struck: BTreeMap::new(),
            landing: BTreeMap::new(),
            late: BTreeMap::new(),
            attacks: BTreeMap::new(),
            heaviest: None,
        };
        chronicle.events.iter().for_each(|event| count.outcome(&event.outcome));
        count.all_landed();
        count.all_told();
        count.fallen();
        let heaviest = count.heaviest;
        let mut tallies = count.tallies;
        let mut own = |id: UnitId| tallies.remove(&id).unwrap_or_default().closed();
        let units: Vec<(UnitId, Tally)> =
            facts.units.iter().map(|unit| (unit.id(), own(unit.id()))).collect();
        let mut sides: Vec<(Side, Tally)> = Vec::new();
        for (unit, (_, tally)) in facts.units.iter().zip(&units) {
            match sides.iter_mut().find(|(side, _)| *side == unit.side()) {
                Some((_, all)) => all.add(tally),
                None => sides.push((unit.side(), tally.clone())),
            }
        }
        let sides = sides.into_iter().map(|(side, tally)| (side, tally.closed())).collect();
        Self { rounds: facts.round, sides, units, heaviest }
    }

    /// A side's.
    pub fn side(&self, side: Side) -> Option<&Tally> {
        self.sides.iter().find(|(own, _)| *own == side).map(|(_, tally)| tally)
    }

    /// A unit's.
    pub fn unit(&self, unit: UnitId) -> Option<&Tally> {
        self.units.iter().find(|(own, _)| *own == unit).map(|(_, tally)| tally)
    }
}

impl Tally {
    fn add(&mut self, other: &Self) {
        macro_rules! sum {
            ($($count:ident),*) => { $(self.$count += other.$count;)* };
        }
        sum!(attacks, hits, blocked, fended, checks, successes, criticals, dealt, overkill, taken, absorbed);
        sum!(healed, kills, disabled, steps, actions, reactions, turns);
        for (cause, n) in &other.others {
            *self.others.entry(*cause).or_default() += n;
        }
        self.rolls.extend_from_slice(&other.rolls);
    }

    fn closed(self) -> Self {
        let expected = |rolls: &mut dyn Iterator<Item = &Rolled>| {
            (rolls.map(|roll| roll.chance.as_f64()).sum::<f64>() * 100.0).round() as i64
        };
        let all = expected(&mut self.rolls.iter());
        Self {
            expected_hits: expected(&mut self.rolls.iter().filter(|roll| roll.attack)),
            luck: i64::from(self.successes) * 100 - all,
            luckier_than: standing(&self.rolls),
            ..self
        }
    }
}

/// The chance of fewer successes than these, and half that of as many, in per cent.
fn standing(rolls: &[Rolled]) -> Option<u8> {
    let open = |roll: &&Rolled| roll.chance.num() > 0 && roll.chance.num() < roll.chance.den();
    let mut chances = vec![1.0];
    let mut made = 0;
    for roll in rolls.iter().filter(open) {
        let hit = roll.chance.as_f64();
        made += usize::from(roll.success);
        chances.push(0.0);
        for n in (0..chances.len()).rev() {
            let fewer = n.checked_sub(1).and_then(|fewer| chances.get(fewer)).copied().unwrap_or(0.0);
            if let Some(here) = chances.get_mut(n) {
                *here = *here * (1.0 - hit) + fewer * hit;
            }
        }
    }
    let below: f64 = chances.iter().take(made).sum();
    let as_many = chances.get(made).copied().unwrap_or(0.0);
    rolls
        .iter()
        .any(|roll| open(&roll))
        .then(|| ((below + as_many / 2.0) * 100.0).round().clamp(0.0, 100.0) as u8)
}

/// The chance of a check that is held against something.
fn chance(check: &Check) -> Option<Chance> {
    if !matches!(check.base, Base::Dice(_)) {
        return None;
    }
    if check.direction == Direction::Over && matches!(check.versus, Versus::Nothing) {
        return None;
    }
    Some(check.chance())
}

/// What becomes of an attack that hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Become {
    /// It has not struck yet, or does no damage at all.
    Open,
    /// Everything it would have taken was kept off.
    Blocked,
    /// It took something from somebody.
    Took,
}

struct Count<'a> {
    facts: &'a Facts,
    tallies: BTreeMap<UnitId, Tally>,
    turn: Option<UnitId>,
    /// Who has last struck each unit.
    struck: BTreeMap<UnitId, UnitId>,
    /// The hits that tracks may still lose by.
    landing: BTreeMap<UnitId, Landing>,
    /// What was counted of hits before any track lost it: it is held back or shared out (C-23, C-63).
    late: BTreeMap<UnitId, i64>,
    /// What has become of the last attack of each that hit, and whom it struck last.
    attacks: BTreeMap<UnitId, (Become, Option<UnitId>)>,
    heaviest: Option<Hit>,
}

impl Count<'_> {
    fn of(&mut self, unit: UnitId) -> &mut Tally {
        self.tallies.entry(unit).or_default()
    }

    fn outcome(&mut self, outcome: &Outcome) {
        match outcome {
            Outcome::TurnStarted { unit, .. } => {
                self.all_landed();
                self.turn = Some(*unit);
                self.of(*unit).turns += 1;
            }
            Outcome::TurnEnded { .. } => {
                self.all_landed();
                self.turn = None;
            }
            Outcome::Declared { unit, .. } => {
                self.all_landed();
                let on_turn = self.turn == Some(*unit);
                let own = self.of(*unit);
                if on_turn { own.actions += 1 } else { own.reactions += 1 }
            }
            Outcome::Rolled { check, reading, purpose, .. } if *purpose != LINK => {
                self.rolled(check, reading.success, *purpose == ATTACK);
            }
            Outcome::Struck { by, target, weapon, landed, critical, trace } => {
                self.struck((*by, *weapon), *target, (*landed, *critical), trace);
            }
            Outcome::Stepped { unit, own: true, .. } => self.of(*unit).steps += 1,
            Outcome::Track { unit, track, from, to, cause } => {
                self.track(*unit, *track, (*from, *to), *cause);
            }
            _ => {}
        }
    }

    /// What a track lost to the hit that lands, or otherwise; or got back.
    fn track(&mut self, unit: UnitId, track: Key, (from, to): (i32, i32), cause: Key) {
        let price = cause == "price";
        let rises = self.facts.book.track(track).is_some_and(|def| def.rises);
        let better = i64::from(if rises { from - to } else { to - from });
        self.of(unit).healed += better.max(0);
        if better >= 0 {
            return;
        }
        if !price && let Some(landing) = self.landing.get_mut(&unit) {
            landing.lost -= better;
            landing.over += if rises { 0 } else { i64::from(from.min(0) - to.min(0)) };
            return;
        }
        let land = &self.facts.book.settings.harm.land;
        if heal::tracks(land).contains(&track) || land.sum().is_some_and(|(sum, _)| sum == track) {
            let late = self.late.entry(unit).or_default();
            let known = if price { 0 } else { (*late).min(-better) };
            *late -= known;
            *self.of(unit).others.entry(cause).or_default() += -better - known;
        }
    }

    fn rolled(&mut self, check: &Check, success: bool, attack: bool) {
        let chance = chance(check);
        let own = self.of(check.by);
        if attack {
            own.attacks += 1;
            own.hits += u32::from(success);
            self.told(check.by);
            if success {
                self.attacks.insert(check.by, (Become::Open, None));
            }
        }
        let own = self.of(check.by);
        let Some(chance) = chance else { return };
        own.checks += 1;
        own.successes += u32::from(success);
        own.rolls.push(Rolled { chance, success, attack });
    }

    fn struck(
        &mut self,
        (by, cause): (UnitId, Key),
        target: UnitId,
        (landed, critical): (bool, bool),
        trace: &HarmTrace,
    ) {
        let before = |portion: &Portion| {
            i64::from(portion.passed.first().map_or(portion.amount, |first| first.before))
        };
        let total = i64::from(trace.total.max(0));
        let begun: i64 = trace.portions.iter().map(before).sum();
        self.landed(target);
        if let Some(attack) = self.attacks.get_mut(&by) {
            *attack = (became(attack.0, begun > 0 || !landed, total), Some(target));
        }
        let own = self.of(target);
        own.absorbed += (begun - total).max(0);
        if by != target {
            self.of(by).criticals += u32::from(landed && critical);
            if total > 0 {
                self.struck.insert(target, by);
            }
        }
        if total > 0 {
            self.landing.insert(target, Landing { by, cause, total, lost: 0, over: 0 });
        }
    }

    /// Nothing more becomes of the last attack of a unit that hit.
    fn told(&mut self, by: UnitId) {
        if let Some((Become::Blocked, target)) = self.attacks.remove(&by) {
            self.of(by).blocked += 1;
            if let Some(target) = target {
                self.of(target).fended += 1;
            }
        }
    }

    fn all_told(&mut self) {
        while let Some(by) = self.attacks.keys().next().copied() {
            self.told(by);
        }
    }

    fn all_landed(&mut self) {
        while let Some(target) = self.landing.keys().next().copied() {
            self.landed(target);
        }
    }

    /// Nothing more is lost by the last hit on a unit. What its tracks had no room for was not dealt.
    fn landed(&mut self, target: UnitId) {
        let Some(Landing { by, cause, total, lost, over }) = self.landing.remove(&target) else { return };
        // Systems have no tracks.
        let amount = if lost > 0 { lost.min(total) } else { total };
        if lost == 0 {
            *self.late.entry(target).or_default() += total;
        }
        if by == target {
            *self.of(target).others.entry(cause).or_default() += amount;
            return;
        }
        self.of(target).taken += amount;
        let own = self.of(by);
        (own.dealt, own.overkill) = (own.dealt + amount, own.overkill + over.min(amount));
        if self.heaviest.is_none_or(|known| amount > known.amount) {
            self.heaviest = Some(Hit { by, target, amount });
        }
    }

    /// Who is out at the end goes to whoever struck last.
    fn fallen(&mut self) {
        let facts = self.facts;
        for (target, by) in std::mem::take(&mut self.struck) {
            let (Some(down), Some(other)) = (facts.unit(target), facts.unit(by)) else { continue };
            if !facts.hostile(down, other) {
                continue;
            }
            if facts.dead(down) {
                self.of(by).kills += 1;
            } else if facts.present(down) && facts.out(down) {
                self.of(by).disabled += 1;
            }
        }
    }
}

/// What becomes of an attack with a blow that took so much; `kept_off`: it would have taken something.
fn became(attack: Become, kept_off: bool, total: i64) -> Become {
    match attack {
        Become::Took => Become::Took,
        _ if total > 0 => Become::Took,
        _ if kept_off => Become::Blocked,
        same => same,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_attack_is_blocked_where_none_of_its_blows_took_anything() {
        let of = |blows: &[(bool, i64)]| {
            blows.iter().fold(Become::Open, |attack, (kept_off, total)| became(attack, *kept_off, *total))
        };
        assert_eq!(of(&[]), Become::Open);
        assert_eq!(of(&[(false, 0)]), Become::Open, "it does no damage");
        assert_eq!(of(&[(true, 0)]), Become::Blocked);
        assert_eq!([of(&[(true, 0), (true, 2)]), of(&[(true, 2), (true, 0)])], [Become::Took; 2]);
    }

    #[test]
    fn luck_stands_where_the_exact_distribution_says() {
        let roll = |chance: Chance, success| Rolled { chance, success, attack: false };
        let half = |successes: &[bool]| {
            standing(&successes.iter().map(|made| roll(Chance::new(1, 2), *made)).collect::<Vec<_>>())
        };
        assert_eq!(half(&[]), None);
        assert_eq!((half(&[true]), half(&[false])), (Some(75), Some(25)));
        // 0 of 2: half of a quarter; 1 of 2: a quarter and half of a half; 2 of 2: three quarters and an eighth.
        assert_eq!(half(&[false, false]), Some(13));
        assert_eq!(half(&[true, false]), Some(50));
        assert_eq!(half(&[true, true]), Some(88));
        assert_eq!(standing(&[roll(Chance::new(1, 20), true); 20]), Some(100));
        assert_eq!(standing(&[roll(Chance::new(1, 1), true)]), None, "what is sure is no luck");
    }
}
