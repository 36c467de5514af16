//! What shields take of portions, and what they pay (D-55 to D-67).

use crate::rules::check_prelude::*;

/// A source of shielding that stands against an attack.
#[derive(Clone, Copy)]
struct Source<'a> {
    bearer: UnitId,
    /// As it stood before the attack, by which the order stands while it lasts (D-64).
    shield: &'a Shield,
    /// Points left.
    points: i32,
}

/// Sources against energy portions in their owners' order, else most points first (D-57, D-64): what each has paid.
/// A point of a device may cancel 2 (D-67); drive shrinks with portions while `lower_drive` (D-43).
fn spend(
    facts: &Facts,
    mut sources: Vec<Source<'_>>,
    name: &str,
    portions: &mut [Portion],
    lower_drive: bool,
) -> Vec<(UnitId, Key, i32)> {
    sources.sort_by_key(|one| {
        let own = one.shield;
        (Reverse(own.priority), Reverse(own.points), own.id, one.bearer)
    });
    let mut paid = Vec::new();
    for portion in portions.iter_mut().filter(|portion| portion.is_energy()) {
        for at in 0..sources.len() {
            let Source { bearer, shield, points } = sources[at];
            if points <= 0 || portion.amount <= 0 {
                continue;
            }
            let each = facts.book.settings.harm.per_point(shield.device, portion.kind);
            let used = (portion.amount.saturating_add(each - 1) / each).min(points);
            let left = portion.amount.saturating_sub(used.saturating_mul(each)).max(0);
            paid.push((bearer, shield.id, used));
            let shared = |one: &&mut Source<'_>| one.bearer == bearer && one.shield.shares(shield);
            sources.iter_mut().filter(shared).for_each(|one| one.points -= used);
            portion.set(name, Some(shield.id), left);
            if lower_drive {
                portion.drive = left;
            }
        }
    }
    paid
}

/// What a bearer's shield has paid already, and those that share its pool (D-65).
fn gone(bearer: &UnitState, paid: impl Iterator<Item = (Key, i32)>, shield: &Shield) -> i32 {
    let shares = |id: Key| {
        id == shield.id || bearer.wards.shields.iter().any(|own| own.id == id && own.shares(shield))
    };
    paid.filter(|(id, _)| shares(*id)).map(|(_, points)| points).sum()
}

/// A target's own shields of a precision against energy portions. `paid` holds points already paid in this attack.
pub fn shield(
    facts: &Facts,
    target: &UnitState,
    precision: Precision,
    (portions, paid): (&mut [Portion], &mut Vec<(Key, i32)>),
    lower_drive: bool,
) {
    let own = target.wards.shields.iter().filter(|shield| shield.precision == precision);
    let sources = own.map(|shield| {
        let points = shield.points - gone(target, paid.iter().copied(), shield);
        Source { bearer: target.id(), shield, points }
    });
    let spent = spend(facts, sources.collect(), precision.stage(), portions, lower_drive);
    paid.extend(spent.into_iter().map(|(_, id, points)| (id, points)));
}

/// Shields of low precision that cover the target and not the attacker (D-58, D-59, D-66); `paid`: points by bearer.
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
            let covers = |unit: &UnitState| {
                facts.within_reach(bearer, &unit.place.area, unit.place.band, shield.reach)
            };
            if covers(target) && !covers(by) {
                let own = paid.iter().filter(|(unit, ..)| *unit == bearer.id());
                let gone = gone(bearer, own.map(|(_, id, points)| (*id, *points)), shield);
                sources.push(Source { bearer: bearer.id(), shield, points: shield.points - gone });
            }
        }
    }
    paid.extend(spend(facts, sources, Precision::Low.stage(), portions, true));
}

/// A unit's shields of low precision that have points left: what stands in reach of one of them it covers (D-59).
pub fn covers(bearer: &UnitState) -> impl Iterator<Item = &Shield> {
    bearer.wards.shields.iter().filter(|shield| shield.precision == Precision::Low && shield.points > 0)
}

/// Kinetic shields against portions of projectiles: one no greater than the points left is stopped whole (D-48).
pub(super) fn stop_projectiles(target: &UnitState, portions: &mut [Portion], paid: &mut Vec<(Key, i32)>) {
    for portion in portions.iter_mut() {
        if portion.amount <= 0 || !portion.is_projectile() {
            continue;
        }
        let sources = target.wards.shields.iter().filter(|shield| shield.precision == Precision::Kinetic);
        let able = sources
            .map(|shield| (shield.points - gone(target, paid.iter().copied(), shield), shield.id))
            .filter(|(points, _)| *points >= portion.amount);
        let Some((_, id)) = able.min_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1))) else { continue };
        paid.push((id, portion.amount));
        portion.set("kinetic_shield", Some(id), 0);
        portion.drive = 0;
    }
}
