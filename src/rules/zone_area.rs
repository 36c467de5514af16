//! What a zone attack does in each square, what shields pay and units take (D-95 to D-99), once dice are thrown;
//! what book and weapon say is in [`zone_area_rule`](super::zone_area_rule).

use crate::rules::check_prelude::*;

pub use super::zone_area_rule::{ZoneAreaDef, ZoneAreaRule};

/// A square of a zone, with what the attack does there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ZoneSquare {
    /// Which.
    pub square: Square,
    /// The high damage.
    pub high: i32,
    /// The low damage.
    pub low: i32,
}

/// What fills a zone, if this does, held back as the action says (D-29).
pub fn of(facts: &Facts, action: &ActionDef, armament: &Armament<'_>) -> Option<(ZoneAreaRule, ZoneAreaDef)> {
    let Armament::Weapon(weapon) = armament else { return None };
    let (rule, def) = facts.book.settings.attack.zone_areas.zip(weapon.zone_area)?;
    let share = action.share();
    Some((rule, ZoneAreaDef { high: blow::held(def.high, share), low: blow::held(def.low, share), ..def }))
}

/// The squares filled, before any shield.
pub fn squares(facts: &Facts, by: &UnitState, aim: &Aim, def: &ZoneAreaDef) -> Vec<ZoneSquare> {
    let covered = aim.squares(facts, &by.place.area);
    covered.iter().map(|square| ZoneSquare { square, high: def.high, low: def.low }).collect()
}

/// Shields of low precision pay for those under them, one source after the other, told by bearer (D-97 to D-99).
pub fn shielded(
    facts: &Facts,
    by: &UnitState,
    aim: &Aim,
    (rule, def): (&ZoneAreaRule, &ZoneAreaDef),
    squares: &mut [ZoneSquare],
) -> Vec<(UnitId, Key, i32)> {
    let mut paid = Vec::new();
    if def.ground_burst {
        return paid;
    }
    for (bearer, shield) in sources(facts, by) {
        let covers = |square: Square| facts.within_reach(bearer, &Area::one(square), aim.band, shield.reach);
        let mut high = 0;
        let mut low = 0;
        let mut near = false;
        for own in squares.iter().filter(|own| covers(own.square)) {
            (high, low) = (high.max(own.high), low.max(own.low));
            near |= crate::grid::distance(own.square, aim.square) <= rule.near;
        }
        let price = match def.point {
            // Where it is unclear which damage applies, the high one does.
            true if near => high.saturating_mul(rule.price.1),
            true => low.saturating_mul(rule.price.1),
            false => high.saturating_mul(rule.price.0),
        };
        if price <= 0 {
            continue;
        }
        let each = facts.book.settings.harm.per_point(shield.device, def.kind);
        let points = (price.saturating_add(each - 1) / each).min(shield.points);
        let left = price.saturating_sub(points.saturating_mul(each)).max(0);
        paid.push((bearer.id(), shield.id, points));
        let part = |value: i32| {
            let part = i64::from(value) * i64::from(left) / i64::from(price);
            i32::try_from(part).unwrap_or(0)
        };
        for own in squares.iter_mut().filter(|own| covers(own.square)) {
            (own.high, own.low) = (part(own.high), part(own.low));
        }
    }
    paid
}

/// Sources that the attacker does not stand under itself, in their owners' order, else most points first (D-64, D-99).
fn sources<'a>(facts: &'a Facts, by: &UnitState) -> Vec<(&'a UnitState, &'a Shield)> {
    let mut found = Vec::new();
    for bearer in facts.units.iter().filter(|unit| facts.present(unit)) {
        let active = |shield: &&Shield| shield.precision == Precision::Low && shield.points > 0;
        for shield in bearer.wards.shields.iter().filter(active) {
            if !facts.within_reach(bearer, &by.place.area, by.place.band, shield.reach) {
                found.push((bearer, shield));
            }
        }
    }
    found.sort_by_key(|(bearer, own)| (Reverse(own.priority), Reverse(own.points), own.id, bearer.id()));
    found
}

/// The high and the low damage where a unit stands, the greatest of its squares; none: it is outside.
pub fn values_at(squares: &[ZoneSquare], unit: &UnitState) -> Option<(i32, i32)> {
    let own = squares.iter().filter(|one| unit.place.area.contains(one.square));
    own.map(|one| (one.high, one.low)).reduce(|(a, b), (high, low)| (a.max(high), b.max(low)))
}

/// Whether a unit is so near to the point that it takes the high damage.
pub fn is_near(rule: &ZoneAreaRule, aim: &Aim, unit: &UnitState) -> bool {
    unit.place.area.distance(&Area::one(aim.square)) <= rule.near
}

/// What a die of a cluster gives one with these values.
pub fn by_die(rule: &ZoneAreaRule, (high, low): (i32, i32), face: u16) -> i32 {
    match face {
        face if face <= rule.high => high,
        face if face <= rule.low => low,
        _ => 0,
    }
}

/// What a unit may take, with the faces of the die that give it; of what has a point one amount for sure.
pub fn amounts(
    facts: &Facts,
    by: &UnitState,
    target: &UnitState,
    aim: &Aim,
    (rule, def): (&ZoneAreaRule, &ZoneAreaDef),
) -> Vec<(i32, u16)> {
    let mut filled = squares(facts, by, aim, def);
    shielded(facts, by, aim, (rule, def), &mut filled);
    let values = values_at(&filled, target).filter(|_| target.place.band == aim.band).unwrap_or((0, 0));
    let die = rule.die.max(1);
    if def.point {
        let amount = if is_near(rule, aim, target) { values.0 } else { values.1 };
        return vec![(amount, die)];
    }
    let (high, low) = (rule.high.min(die), rule.low.clamp(rule.high.min(die), die));
    let amounts = [(values.0, high), (values.1, low - high), (0, die - low)];
    amounts.into_iter().filter(|(_, faces)| *faces > 0).collect()
}

/// The energy that strikes one of those in it.
pub fn portion(def: &ZoneAreaDef, amount: i32) -> Portion {
    let mut portion = Portion::new(def.kind, &[def.kind], amount);
    portion.drive = amount;
    portion
}

/// What so much of it comes to for a unit: own shields, armour, resistances (D-92, D-96); no portion: none reached it.
pub fn trace(facts: &Facts, by: &UnitState, target: &UnitState, def: &ZoneAreaDef, amount: i32) -> HarmTrace {
    let (mut portions, mut paid) = (vec![portion(def, amount)], Vec::new());
    if !facts.linked_by_bond(by.id(), target.id()) {
        harm::shield(facts, target, Precision::Medium, (&mut portions, &mut paid), true);
    }
    if portions.iter().all(|portion| portion.amount <= 0) {
        return HarmTrace::default();
    }
    harm::pass(facts, target, portions, Blow::default(), paid)
}
