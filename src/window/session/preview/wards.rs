//! Shields and auras on the cards of units and squares.

use crate::rules::attack::AttackStep;
use crate::window::session::prelude::*;

/// The shields of a unit with the points they have left, and its auras with what they have stored. Of a foe's aura no
/// more is known than that energy is stored in it, by its light (D-106). `seat` is the side at the screen, if one is.
pub fn ward_lines(facts: &Facts, unit: &UnitState, seat: Option<Side>) -> Vec<SideLine> {
    let shields = unit.wards.shields.iter().map(|shield| {
        let same = unit.wards.shields.iter().filter(|other| other.precision == shield.precision);
        // Of several each has its own name, by which it is chosen (D-64).
        let name = match same.count() {
            1 => name(facts, shield),
            _ => facts.book.name_of(shield.id),
        };
        let text = match shield.precision {
            Precision::Low => say!("line-shield-reach", shield = name, n = shield.reach),
            Precision::Medium | Precision::High | Precision::Kinetic => name,
        };
        shield_line(facts, shield, text)
    });
    let auras = unit.wards.auras.iter().map(|aura| {
        let text = say!("line-aura", kind = words::low(&facts.book.name_of(aura.kind)));
        let value = match seat.is_none_or(|side| side == unit.side()) {
            true => aura.stored.to_string(),
            false if aura.kind == "normal" => say!("aura-unknown"),
            false if aura.stored > 0 => say!("aura-some"),
            false => aura.stored.to_string(),
        };
        line(text, value)
    });
    shields.chain(auras).collect()
}

/// That the aura of a target may react to a blow with a weapon, as far as one knows of it; none: it may not (D-81, D-106).
pub fn aura_line(facts: &Facts, target: &UnitState, weapon: Option<&WeaponDef>) -> Option<SideLine> {
    let reacts = facts.book.settings.attack.steps.contains(&AttackStep::AuraAnswer)
        && weapon.is_some_and(|weapon| !weapon.is_ranged())
        && target.wards.auras.iter().any(|aura| aura.kind == "normal" || aura.stored > 0);
    let told = SideLine { harm: true, ..line(say!("line-aura-may-react"), "") };
    reacts.then(|| ruled(told, Some(Key::new("D-117"))))
}

/// Whom an attack that bursts may reach besides its target, friend or foe, each by a die; none: it bursts at nobody else,
/// as far as the shields that stand far out leave enough of it (D-83 to D-85, D-93).
pub fn burst_line(
    facts: &Facts,
    spec: &AttackSpec<'_>,
    (unit, target): (&UnitState, &UnitState),
    weapon: Option<&WeaponDef>,
) -> Option<SideLine> {
    let rule = facts.book.settings.attack.burst.as_ref()?;
    let weapon = weapon?;
    let from = if rule.deliberate(spec.action) { rule.from } else { rule.over };
    let enough = || {
        let left = odds::past_far_shields(facts, spec, unit, target, weapon);
        left.iter().all(Portion::is_energy) && left.iter().any(|portion| portion.amount >= from)
    };
    if weapon.burst.is_empty() && !(weapon.is_ranged() && enough()) {
        return None;
    }
    let near = facts.units.iter().filter(|other| {
        other.id() != target.id()
            && facts.present(other)
            && other.place.band == target.place.band
            && other.place.area.distance(&target.place.area) <= 1
    });
    let names: Vec<String> = near.map(|other| words::name(facts, other.id())).collect();
    let told = line(say!("line-bursts", n = i32::from(rule.strikes), die = i32::from(rule.die)), "");
    let own = SideLine { note: words::list(&names), harm: true, ..told };
    (!names.is_empty()).then(|| ruled(own, Some(Key::new("D-85"))))
}

/// The shields of low precision that cover a square on the ground, with whose they are (D-59).
pub fn cover_lines(facts: &Facts, square: Square) -> Vec<SideLine> {
    let mut lines = Vec::new();
    for bearer in facts.units.iter().filter(|unit| facts.present(unit)) {
        let covers =
            |shield: &&Shield| facts.within_reach(bearer, &Area::one(square), Band::Ground, shield.reach);
        for shield in harm::covers(bearer).filter(covers) {
            let by = words::name(facts, bearer.id());
            let text = say!("line-shield-of", shield = name(facts, shield), unit = by);
            lines.push(shield_line(facts, shield, text));
        }
    }
    lines
}

fn name(facts: &Facts, shield: &Shield) -> String {
    traces::stage(&facts.book, Key::new(shield.precision.stage()))
}

fn shield_line(facts: &Facts, shield: &Shield, text: String) -> SideLine {
    let rule = facts.book.settings.harm.stage_rules.get(&Key::new(shield.precision.stage())).copied();
    ruled(line(text, shield.points.to_string()), rule)
}
