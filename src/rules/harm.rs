//! From a blow to what is lost: portions pass the stages that the book states, then land on tracks.

mod shields;

use shields::stop_projectiles;

pub use shields::{cover, covers, shield};

use super::cuts::{self, Cut};
pub use super::harm_rule::{HarmRule, HarmStage, KindRule, Land, PastRule};
use crate::rules::prelude::*;

/// What a portion met at a stage.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Passed {
    /// The stage.
    pub stage: Key,
    /// What it was: a type, an item, a shield.
    pub by: Option<Key>,
    /// Before.
    pub before: i32,
    /// After.
    pub after: i32,
}

/// One amount of damage on its way.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Portion {
    /// Kind: `normal` or an energy (D-24); `damage` where a book knows none.
    pub kind: Key,
    /// Damage types.
    pub types: Vec<Key>,
    /// What is left of it.
    pub amount: i32,
    /// Drive (D-24).
    pub drive: i32,
    /// Penetration (S-46).
    pub penetration: i32,
    /// Of a weapon of starships (C-177).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub large: bool,
    /// It hits in a deliberate area (D-83).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub impact: bool,
    /// Of a weapon tagged `primitive` (S-49).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub primitive: bool,
    /// Of a weapon tagged `past_soak` (S-91).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub past_soak: bool,
    /// The part of the body that it strikes, where that matters (S-32).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location: Option<Key>,
    /// The weapon's place in the attack (D-26).
    pub weapon: u8,
    /// What happened to it.
    pub passed: Vec<Passed>,
}

impl Portion {
    /// A portion of one amount.
    pub fn new(kind: Key, types: &[Key], amount: i32) -> Self {
        Self { kind, types: types.to_vec(), amount, ..Self::default() }
    }

    /// Whether it is energy (D-41). Splinters are not (D-49, D-94).
    pub fn is_energy(&self) -> bool {
        self.kind != "normal" && self.kind != "frag" && self.kind != "damage"
    }

    /// Whether it is what kinetic shields stop: the normal damage of a projectile (D-48).
    pub(super) fn is_projectile(&self) -> bool {
        self.kind == "normal" && self.types.iter().any(|own| *own == "projectile")
    }

    fn pass(&mut self, cut: Cut, effect: i32) {
        if let Some(after) = cut.after(self.amount, effect) {
            self.set(cut.stage, cut.by, after);
        }
    }

    fn set(&mut self, stage: &str, by: Option<Key>, after: i32) {
        let before = self.amount;
        self.amount = after;
        self.passed.push(Passed { stage: Key::new(stage), by, before, after });
    }
}

/// The way of an attack's damage from the blow to what is lost.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct HarmTrace {
    /// The portions, in the order of the weapons.
    pub portions: Vec<Portion>,
    /// What shields paid: shield and points.
    pub paid: Vec<(Key, i32)>,
    /// What is lost in all.
    pub total: i32,
}

/// What the stages need to know of the blow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Blow {
    /// What a rolled defence took off.
    pub reduced: i32,
    /// The attack's effect (C-04).
    pub effect: i32,
    /// A critical hit.
    pub critical: bool,
}

/// By how much a loss makes another track rise: what is over the first, unless it only subdues (S-49, S-50).
pub fn past(facts: &Facts, unit: &UnitState, track: Key, total: i32) -> Option<(Key, i32)> {
    let rule = &facts.book.settings.harm;
    let past = rule.past.as_ref()?;
    let left = unit.tracks.get(track).map_or(0, |track| track.now.max(0));
    let subdued = rule.subdual.is_some_and(|id| unit.conditions.has(id));
    (total > left && !subdued && facts.value(&past.when, unit) != 0).then_some((past.track, total - left))
}

/// The condition of one only subdued: by a weapon tagged `subdual` that takes all of the main track (S-49).
pub fn subdues(facts: &Facts, target: &UnitState, weapon: &WeaponDef, total: i32) -> Option<Key> {
    let settings = &facts.book.settings;
    let condition = settings.harm.subdual.filter(|_| weapon.tagged("subdual"))?;
    let main = settings.tracks.iter().find(|track| track.main)?;
    let left = target.tracks.get(main.id)?.now;
    (left > 0 && left <= total).then_some(condition)
}

/// What portions come to.
pub fn total_of(portions: &[Portion]) -> i32 {
    portions.iter().map(|portion| portion.amount.max(0)).sum()
}

/// Lends energy the higher drive of the normal damage beside it in the same weapon (D-44, D-45); splinters none (D-49).
fn combine(portions: &mut [Portion]) {
    let normal = portions.iter().filter(|portion| portion.kind == "normal");
    let normal: Vec<(u8, i32)> = normal.map(|portion| (portion.weapon, portion.drive)).collect();
    for portion in portions.iter_mut().filter(|portion| portion.is_energy()) {
        let beside = normal.iter().filter(|(weapon, _)| *weapon == portion.weapon).map(|(_, drive)| *drive);
        let drive = beside.fold(portion.drive, i32::max);
        if drive > portion.drive {
            portion.drive = drive;
            portion.set("combine", None, portion.amount);
        }
    }
}

/// Takes what a rolled defence took off, from one portion after the other.
fn reduce(portions: &mut [Portion], mut rest: i32) {
    for portion in portions {
        if rest > 0 {
            let taken = portion.amount.min(rest).max(0);
            if portion.is_energy() {
                portion.drive -= taken; // D-43
            }
            portion.set("defence", None, portion.amount - taken);
            rest -= taken;
        }
    }
}

/// What so much of an aura does to somebody at whom it strikes back (D-119).
pub fn aura(facts: &Facts, burned: &UnitState, aura: &Aura, amount: i32) -> HarmTrace {
    let mut portion = Portion::new(aura.kind, &[aura.kind], amount);
    portion.drive = aura.drive.unwrap_or(amount);
    pass(facts, burned, vec![portion], Blow::default(), Vec::new())
}

/// Passes portions through the book's stages (A-91, S-46, C-60, D-04 P10 to P14).
pub fn pass(
    facts: &Facts,
    target: &UnitState,
    mut portions: Vec<Portion>,
    blow: Blow,
    mut paid: Vec<(Key, i32)>,
) -> HarmTrace {
    let rule = &facts.book.settings.harm;
    let known = facts.resistances(target);
    for stage in &rule.stages {
        match stage {
            HarmStage::Reduced => reduce(&mut portions, blow.reduced),
            HarmStage::HighShield => {
                shield(facts, target, Precision::High, (&mut portions, &mut paid), false);
            }
            HarmStage::KineticShield => stop_projectiles(target, &mut portions, &mut paid),
            HarmStage::Combine => combine(&mut portions),
            HarmStage::PerCent => {
                for portion in &mut portions {
                    for cut in cuts::per_cent(facts, target, portion) {
                        portion.pass(cut, blow.effect);
                    }
                }
            }
            stage => {
                for portion in &mut portions {
                    if let Some(cut) = cuts::cut(facts, target, &known, stage, portion) {
                        portion.pass(cut, blow.effect);
                    }
                }
            }
        }
    }
    let mut total = total_of(&portions);
    if blow.critical
        && total == 0
        && let Some(least) = rule.critical_least
    {
        total = least;
    }
    HarmTrace { portions, paid, total }
}

/// The portions of each of several hits: as many belong to each.
pub fn by_hit(portions: &[Portion], hits: usize) -> impl Iterator<Item = &[Portion]> {
    portions.chunks((portions.len() / hits.max(1)).max(1))
}

/// Passes several hits through the book's stages in turn (S-47), by `blow`; `paid` is what shields have paid already.
pub fn pass_hits(
    facts: &Facts,
    target: &UnitState,
    (portions, hits): (&[Portion], usize),
    blow: impl Fn(usize) -> Blow,
    paid: Vec<(Key, i32)>,
) -> HarmTrace {
    let mut all = HarmTrace { paid, ..HarmTrace::default() };
    for (hit, own) in by_hit(portions, hits).enumerate() {
        let trace = pass(facts, target, own.to_vec(), blow(hit), std::mem::take(&mut all.paid));
        all.total += trace.total;
        all.portions.extend(trace.portions);
        all.paid = trace.paid;
    }
    all
}

/// Passes portions on to an item: what a rolled defence takes, then the item's own resistance.
pub fn pass_item(hardness: &[(i32, Key)], item: Key, mut portions: Vec<Portion>, blow: Blow) -> HarmTrace {
    reduce(&mut portions, blow.reduced);
    for portion in &mut portions {
        let matching = hardness.iter().filter(|(_, kind)| *kind == "all" || portion.types.contains(kind));
        if let Some(n) = matching.map(|(n, _)| *n).max().filter(|_| portion.amount > 0) {
            portion.set("resistance", Some(item), (portion.amount - n).max(0));
        }
    }
    let total = total_of(&portions);
    HarmTrace { portions, paid: Vec::new(), total }
}

/// The type of injury that a die gives, in mêlée or at range (D-70).
pub fn injury_by(facts: &Facts, ranged: bool, face: u16) -> Option<Key> {
    let (melee, shots) = &facts.book.settings.attack.injuries;
    let table = if ranged { shots } else { melee };
    let kind = table.iter().find(|(last, _)| face <= *last).map(|(_, kind)| *kind)?;
    let limbs = facts.book.settings.harm.limbs.as_ref();
    Some(limbs.map_or(kind, |rule| rule.side(kind, face)))
}

/// What an injury counts as: of a limb that is gone, or that the unit never had, something else (D-70).
pub fn injured(facts: &Facts, unit: &UnitState, injury: Key) -> Key {
    let limbs = facts.book.settings.harm.limbs.as_ref();
    let Some((rule, gone)) = limbs.and_then(|rule| Some((rule, rule.severed(injury)?))) else {
        return injury;
    };
    let lacks = unit.tracks.get(injury).is_none_or(|limb| limb.max <= 0);
    if lacks || unit.conditions.has(gone) { rule.instead } else { injury }
}

/// By what tracks change as an amount lands, in order, and how much of it counts as an injury: with two tracks in a row
/// only what the second lost (A-94, S-47, C-62, D-68, F-67). `injury` is its type, where that matters.
pub fn lands(
    facts: &Facts,
    unit: &UnitState,
    total: i32,
    critical: bool,
    injury: Option<Key>,
) -> (Vec<(Key, i32)>, i32) {
    if total <= 0 {
        return (Vec::new(), 0);
    }
    let now = |track: Key| unit.tracks.get(track).map_or(0, |track| track.now);
    let (mut changes, lost) = match &facts.book.settings.harm.land {
        Land::Track(track) => {
            let past = past(facts, unit, *track, total);
            (std::iter::once((*track, -total)).chain(past).collect(), total)
        }
        Land::Spill(first, second) => {
            let taken = if critical { 0 } else { total.min(now(*first).max(0)) };
            (vec![(*first, -taken), (*second, taken - total)], total - taken)
        }
        Land::Characteristics { first, others } => {
            let parts = spread(unit, *first, others, total);
            (parts.into_iter().map(|(track, amount)| (track, -amount)).collect(), total)
        }
        Land::Degrees { total: track, factor } => {
            let degrees = degrees(now(*track), total, factor_of(facts, unit, *factor));
            (std::iter::once((*track, total)).chain(injury.map(|kind| (kind, degrees))).collect(), total)
        }
    };
    changes.retain(|(_, amount)| *amount != 0);
    (changes, lost)
}

fn factor_of(facts: &Facts, unit: &UnitState, factor: Key) -> i32 {
    facts.stat(unit, factor).and_then(|factor| i32::try_from(factor).ok()).unwrap_or(1).max(1)
}

/// Degrees owed to the kinds that have reached a unit, before the damage lands: all where all that got through is of
/// one kind, else its own damage over the factor, rounded down (D-69). On a track each attack counts for itself (T-09).
pub fn owed(facts: &Facts, unit: &UnitState, trace: &HarmTrace, reached: &[Key]) -> Vec<(Key, i32)> {
    let rule = &facts.book.settings.harm;
    let (before, factor) = match (&rule.land, rule.degree) {
        (Land::Degrees { total, factor }, _) => {
            (unit.tracks.get(*total).map_or(0, |track| track.now), factor_of(facts, unit, *factor))
        }
        (_, Some(degree)) => (0, degree.max(1)),
        _ => return Vec::new(),
    };
    let all = degrees(before, trace.total, factor);
    let kinds = rule.kinds.iter().map(|rule| rule.kind).filter(|kind| reached.contains(kind));
    kinds
        .map(|kind| {
            let of_kind = trace.portions.iter().filter(|portion| portion.kind == kind);
            let own: i32 = of_kind.map(|portion| portion.amount.max(0)).sum();
            (kind, if own == trace.total { all } else { own / factor })
        })
        .collect()
}

/// Degrees of injury by a running total (D-68): multiples of the factor crossed, landing on one included.
pub fn degrees(before: i32, damage: i32, factor: i32) -> i32 {
    let factor = factor.max(1);
    (before + damage) / factor - before / factor
}

/// How damage falls on characteristics by default (C-62, C-63): (track, amount) pairs; the rest is dropped (C-64).
pub fn spread(unit: &UnitState, first: Key, others: &[Key], damage: i32) -> Vec<(Key, i32)> {
    let now = |key: Key| (key, unit.tracks.get(key).map_or(0, |track| track.now.max(0)));
    let tracks: Vec<(Key, i32)> = std::iter::once(first).chain(others.iter().copied()).map(now).collect();
    spread_over(&tracks, damage)
}

/// The same over tracks of which it is known what each can take, the one that is taken first in front.
pub fn spread_over(tracks: &[(Key, i32)], damage: i32) -> Vec<(Key, i32)> {
    let mut order = tracks.to_vec();
    if let Some((_, others)) = order.split_first_mut() {
        others.sort_by_key(|(_, most)| std::cmp::Reverse(*most));
    }
    spread_in(&order, damage)
}

/// The same over tracks in the order in which they are taken, from each as much as it can take.
pub fn spread_in(order: &[(Key, i32)], damage: i32) -> Vec<(Key, i32)> {
    let mut left = damage;
    let mut parts = Vec::new();
    for (track, most) in order {
        let amount = (*most).min(left);
        if amount > 0 {
            parts.push((*track, amount));
            left -= amount;
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::{spread_in, spread_over};
    use crate::key::Key;

    #[test]
    fn c62_the_first_takes_what_it_can_and_then_the_one_that_can_take_most() {
        let [a, b, c] = ["a", "b", "c"].map(Key::new);
        let tracks = [(a, 3), (b, 2), (c, 4)];
        assert_eq!(spread_in(&tracks, 6), [(a, 3), (b, 2), (c, 1)]);
        assert_eq!(spread_over(&tracks, 6), [(a, 3), (c, 3)]);
        assert_eq!(spread_in(&[(a, 0), (b, -1), (c, 4)], 9), [(c, 4)]);
    }
}
