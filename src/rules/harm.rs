//! From a blow to what is lost: portions pass the stages that the book states, then land on tracks.
//!
//! Owns the stages and their arithmetic as a trace; applying the result is `battle`'s.

use serde::{Deserialize, Serialize};

use super::{
    cuts,
    effects::EffectDef,
    expr::Expr,
    facts::{Facts, UnitId, UnitState},
    gear::WeaponDef,
    unit::Precision,
};
use crate::key::Key;

/// One stage between a blow and its victim.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Stage {
    /// What a rolled defence took off.
    Reduced,
    /// The highest matching damage resistance.
    Resistance,
    /// Times 3, over 2, rounded down, once.
    Vulnerability,
    /// Armour less penetration, not below 0, and a bonus (S-46).
    Soak(Expr),
    /// Ground weapons against a starship: divided by this, the fraction dropped; what is left is not raised to a least
    /// amount (C-177).
    Scale(i32),
    /// Armour taken off (C-60).
    Armour,
    /// So much at least, where the attack's effect is at least so much (C-61).
    AtLeast {
        /// The effect needed.
        effect: i32,
        /// The damage then.
        amount: i32,
    },
    /// Kinetic shields stop the normal portions of projectiles that are no greater than their points (D-48).
    KineticShield,
    /// Energy beside normal damage in one weapon has the normal drive, where that is higher (D-44, D-45).
    Combine,
    /// Drive against the armour range: nothing, half, or all (D-39).
    ArmourRange,
    /// Shields of high precision, energy portions only (D-61).
    HighShield,
    /// Resistances and weaknesses in per cent, one after the other (D-51, D-54).
    PerCent,
    /// Of what hits in a deliberate area only the impact (D-83, D-86).
    Impact,
}

/// Where what is left goes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Land {
    /// All from one track (A-94, S-47).
    Track(Key),
    /// From the first until it is empty, the rest from the second; a critical all from the second (F-67).
    Spill(Key, Key),
    /// First damage to the first track, then one of the others whole, then the last (C-62); later damage as allotted (C-63).
    Characteristics {
        /// Taken first.
        first: Key,
        /// The others.
        others: Vec<Key>,
    },
    /// Crossings of a factor are degrees of an injury by type (D-68).
    Degrees {
        /// The running total.
        total: Key,
        /// The stat with the injury factor.
        factor: Key,
    },
}

/// The harm and armour slots of a book.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HarmRule {
    /// The stages, in order.
    pub stages: Vec<Stage>,
    /// Where it lands.
    pub land: Land,
    /// A critical hit that takes anything inflicts this condition.
    #[serde(default)]
    pub critical_condition: Option<Key>,
    /// Damage that takes anything leaves this condition, which counts from then on (C-71).
    #[serde(default)]
    pub hurt: Option<Key>,
    /// A confirmed critical that soak stops still takes 1 (S-45).
    #[serde(default)]
    pub critical_least: Option<i32>,
    /// What whom a weapon tagged `subdual` brings to the end of the main track has before the loss (S-49); states may ask
    /// for it.
    #[serde(default)]
    pub subdual: Option<Key>,
    /// Ledger line of an injury, and of one by a critical hit (F-39, F-40).
    #[serde(default)]
    pub injury_events: Vec<Key>,
    /// What damage to which one is vulnerable is multiplied with and then divided by.
    #[serde(default = "half_again")]
    pub vulnerable: (i32, i32),
    /// Armour with this tag does not halve damage of this kind, where its drive is in the range (D-47).
    #[serde(default)]
    pub conducts: Vec<(Key, Key)>,
    /// What kinds of damage do besides, where it lands as degrees (D-72 to D-78).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<KindRule>,
}

/// What a kind of damage does besides. All of it happens to the one it has struck; the target of its effects is the
/// attacker, or itself where no attack did it (D-09).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KindRule {
    /// The kind.
    pub kind: Key,
    /// The rule.
    pub rule: Key,
    /// If any of it reached the unit, whatever armour made of it (D-77).
    #[serde(default)]
    pub reached: Vec<EffectDef>,
    /// From so many degrees owed to it on; `degrees` is their number (D-69).
    #[serde(default)]
    pub degrees: Vec<(i32, Vec<EffectDef>)>,
}

fn half_again() -> (i32, i32) {
    (3, 2)
}

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
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
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
    /// The weapon's place in the attack (D-26).
    pub weapon: u8,
    /// What happened to it.
    pub passed: Vec<Passed>,
}

impl Portion {
    /// A portion of one amount.
    pub fn new(kind: Key, types: &[Key], amount: i32) -> Self {
        Self {
            kind,
            types: types.to_vec(),
            amount,
            drive: 0,
            penetration: 0,
            large: false,
            impact: false,
            primitive: false,
            weapon: 0,
            passed: Vec::new(),
        }
    }

    /// Whether it is energy (D-41). Splinters are not (D-49, D-94).
    pub fn is_energy(&self) -> bool {
        self.kind != "normal" && self.kind != "frag" && self.kind != "damage"
    }

    /// Whether it is what kinetic shields stop: the normal damage of a projectile (D-48).
    pub(super) fn is_projectile(&self) -> bool {
        self.kind == "normal" && self.types.iter().any(|own| *own == "projectile")
    }

    /// How much of it a point of a shield cancels, of a device or not (D-56, D-67).
    pub(super) fn per_point(&self, device: bool) -> i32 {
        if device && self.kind == "blast" { 2 } else { 1 }
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

/// The condition in which a loss leaves whom it only subdues: it is by a weapon tagged `subdual` and takes all that is
/// left of the main track (S-49).
pub fn subdues(facts: &Facts, target: &UnitState, weapon: &WeaponDef, total: i32) -> Option<Key> {
    let settings = &facts.book.settings;
    let condition = settings.harm.subdual.filter(|_| weapon.tagged("subdual"))?;
    let main = settings.tracks.iter().find(|track| track.main)?;
    let left = target.tracks.get(main.id)?.now;
    (left > 0 && left <= total).then_some(condition)
}

/// Takes points off an amount, one for one (D-56): what is left of both.
pub fn absorb(damage: i32, points: i32) -> (i32, i32) {
    let taken = damage.min(points).max(0);
    (damage - taken, points - taken)
}

/// A source of shielding that stands against an attack.
struct Source {
    bearer: UnitId,
    id: Key,
    points: i32,
    device: bool,
}

/// Sources against energy portions, the one with most points first (D-57, D-64): what each has paid. A point of a device
/// cancels 2 of blast, the last of them maybe 1 (D-67). Portions shrink, and their drive with them while `lower_drive`
/// (D-43).
fn spend(
    mut sources: Vec<Source>,
    name: &str,
    portions: &mut [Portion],
    lower_drive: bool,
) -> Vec<(UnitId, Key, i32)> {
    sources.sort_by(|a, b| b.points.cmp(&a.points).then(a.id.cmp(&b.id)).then(a.bearer.cmp(&b.bearer)));
    let mut paid = Vec::new();
    for portion in portions.iter_mut().filter(|portion| portion.is_energy()) {
        for source in &mut sources {
            if source.points <= 0 || portion.amount <= 0 {
                continue;
            }
            let each = portion.per_point(source.device);
            let used = (portion.amount.saturating_add(each - 1) / each).min(source.points);
            let left = portion.amount.saturating_sub(used.saturating_mul(each)).max(0);
            paid.push((source.bearer, source.id, used));
            source.points -= used;
            portion.set(name, Some(source.id), left);
            if lower_drive {
                portion.drive = left;
            }
        }
    }
    paid
}

/// A target's own shields of a precision against energy portions. `paid` holds points already paid in this attack.
pub fn shield(
    target: &UnitState,
    precision: Precision,
    portions: &mut [Portion],
    paid: &mut Vec<(Key, i32)>,
    lower_drive: bool,
) {
    let own = target.wards.shields.iter().filter(|shield| shield.precision == precision);
    let sources = own.map(|shield| {
        let gone: i32 = paid.iter().filter(|(id, _)| *id == shield.id).map(|(_, points)| *points).sum();
        Source { bearer: target.id(), id: shield.id, points: shield.points - gone, device: shield.device }
    });
    let name = match precision {
        Precision::Low => "low_shield",
        Precision::Medium => "medium_shield",
        Precision::High => "high_shield",
        Precision::Kinetic => "kinetic_shield",
    };
    let spent = spend(sources.collect(), name, portions, lower_drive);
    paid.extend(spent.into_iter().map(|(_, id, points)| (id, points)));
}

/// Shields of low precision against energy portions: those whose cover the target stands in, its own or another's, and
/// the attacker does not (D-58, D-59, D-66). `paid` holds points already paid in this attack, by bearer.
pub fn cover(
    facts: &Facts,
    by: &UnitState,
    target: &UnitState,
    portions: &mut [Portion],
    paid: &mut Vec<(UnitId, Key, i32)>,
) {
    let mut sources = Vec::new();
    for bearer in facts.units.iter().filter(|unit| facts.present(unit)) {
        for shield in bearer.wards.shields.iter().filter(|shield| shield.precision == Precision::Low) {
            let covers = |unit: &UnitState| facts.distance(bearer, unit) <= shield.reach;
            if covers(target) && !covers(by) {
                let own = |(unit, id, _): &&(UnitId, Key, i32)| *unit == bearer.id() && *id == shield.id;
                let gone: i32 = paid.iter().filter(own).map(|(_, _, points)| *points).sum();
                let points = shield.points - gone;
                sources.push(Source { bearer: bearer.id(), id: shield.id, points, device: shield.device });
            }
        }
    }
    paid.extend(spend(sources, "low_shield", portions, true));
}

/// Kinetic shields against the normal portions of projectiles: one that is no greater than the points left is stopped
/// whole, drive and all; a greater one passes and costs nothing (D-48).
fn stop_projectiles(target: &UnitState, portions: &mut [Portion], paid: &mut Vec<(Key, i32)>) {
    for portion in portions.iter_mut() {
        if portion.amount <= 0 || !portion.is_projectile() {
            continue;
        }
        let left = |id: Key, points: i32| {
            let gone: i32 = paid.iter().filter(|(other, _)| *other == id).map(|(_, points)| *points).sum();
            points - gone
        };
        let sources = target.wards.shields.iter().filter(|shield| shield.precision == Precision::Kinetic);
        let able = sources
            .map(|shield| (left(shield.id, shield.points), shield.id))
            .filter(|(points, _)| *points >= portion.amount);
        let Some((_, id)) = able.min_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1))) else { continue };
        paid.push((id, portion.amount));
        portion.set("kinetic_shield", Some(id), 0);
        portion.drive = 0;
    }
}

/// Lends energy the drive of the normal damage beside it in the same weapon, if that is higher (D-44, D-45). Splinters
/// lend none (D-49).
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

/// Passes portions through the book's stages (A-91, S-46, C-60, D-04 P10 to P14).
pub fn pass(
    facts: &Facts,
    target: &UnitState,
    portions: Vec<Portion>,
    blow: Blow,
    paid: Vec<(Key, i32)>,
) -> HarmTrace {
    let rule = &facts.book.settings.harm;
    let known = facts.resistances(target);
    let mut trace = HarmTrace { portions, paid, total: 0 };
    for stage in &rule.stages {
        match stage {
            Stage::Reduced => {
                let mut rest = blow.reduced;
                for portion in &mut trace.portions {
                    if rest > 0 {
                        let (left, unused) = absorb(portion.amount, rest);
                        portion.set("defence", None, left);
                        rest = unused;
                    }
                }
            }
            Stage::HighShield => {
                let HarmTrace { portions, paid, .. } = &mut trace;
                shield(target, Precision::High, portions, paid, false);
            }
            Stage::KineticShield => {
                let HarmTrace { portions, paid, .. } = &mut trace;
                stop_projectiles(target, portions, paid);
            }
            Stage::Combine => combine(&mut trace.portions),
            Stage::PerCent => {
                for portion in &mut trace.portions {
                    for cut in cuts::per_cent(facts, target, portion) {
                        if let Some(after) = cut.after(portion.amount, blow.effect) {
                            portion.set(cut.stage, cut.by, after);
                        }
                    }
                }
            }
            stage => {
                for portion in &mut trace.portions {
                    let Some(cut) = cuts::cut(facts, target, &known, stage, portion) else { continue };
                    if let Some(after) = cut.after(portion.amount, blow.effect) {
                        portion.set(cut.stage, cut.by, after);
                    }
                }
            }
        }
    }
    trace.total = trace.portions.iter().map(|portion| portion.amount.max(0)).sum();
    if blow.critical
        && trace.total == 0
        && let Some(least) = rule.critical_least
    {
        trace.total = least;
    }
    trace
}

/// Passes portions on to an item: what a rolled defence takes, then the item's own resistance.
pub fn pass_item(hardness: &[(i32, Key)], item: Key, mut portions: Vec<Portion>, blow: Blow) -> HarmTrace {
    let mut rest = blow.reduced;
    for portion in &mut portions {
        if rest > 0 {
            let (left, unused) = absorb(portion.amount, rest);
            portion.set("defence", None, left);
            rest = unused;
        }
        let matching = hardness.iter().filter(|(_, kind)| *kind == "all" || portion.types.contains(kind));
        if let Some(n) = matching.map(|(n, _)| *n).max().filter(|_| portion.amount > 0) {
            portion.set("resistance", Some(item), (portion.amount - n).max(0));
        }
    }
    let total = portions.iter().map(|portion| portion.amount.max(0)).sum();
    HarmTrace { portions, paid: Vec::new(), total }
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
        Land::Track(track) => (vec![(*track, -total)], total),
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
/// one kind, else its own damage over the factor, rounded down (D-69).
pub fn owed(facts: &Facts, unit: &UnitState, trace: &HarmTrace, reached: &[Key]) -> Vec<(Key, i32)> {
    let rule = &facts.book.settings.harm;
    let Land::Degrees { total, factor } = &rule.land else { return Vec::new() };
    let factor = factor_of(facts, unit, *factor);
    let before = unit.tracks.get(*total).map_or(0, |track| track.now);
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

/// How damage falls on characteristics when nobody chooses (C-62, C-63): the first, then the higher of the others,
/// then the last. Gives (track, amount) pairs; what no track can hold is dropped (C-64).
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
    let mut left = damage;
    let mut parts = Vec::new();
    for (track, most) in order {
        let amount = most.min(left);
        if amount > 0 {
            parts.push((track, amount));
            left -= amount;
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::{absorb, degrees};

    #[test]
    fn d56_points_cancel_one_for_one() {
        assert_eq!(absorb(60, 35), (25, 0));
        assert_eq!(absorb(35, 60), (0, 25));
    }

    #[test]
    fn d68_degrees_are_crossings_of_the_factor() {
        assert_eq!(degrees(13, 7, 20), 1);
        assert_eq!(degrees(20, 19, 20), 0);
        assert_eq!(degrees(39, 41, 20), 3);
    }
}
