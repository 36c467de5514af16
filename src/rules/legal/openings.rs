//! Why somebody near by cannot answer: he does not threaten, or does not know of the attack ([`expects`]).

use super::*;

/// Whether a unit can answer an attack of another: where the book asks for it, only one that it knows of (C-52, A-130).
pub fn expects(facts: &Facts, unit: &UnitState, attacker: &UnitState) -> bool {
    !facts.book.settings.attack.known_only || unit.awareness.aware || !facts.hostile(unit, attacker)
}

/// Why a unit cannot answer an attack whatever it could do; none: it can.
pub fn no_answer(facts: &Facts, unit: &UnitState, attacker: &UnitState) -> Option<Refusal> {
    if unit.vehicle().is_some() {
        let text = message!("core-a-vehicle-does-not-dodge-its-driver-takes-evasive-action-in-his-own-turn");
        return why("vehicle", text, "C-122");
    }
    if !expects(facts, unit, attacker) {
        let known =
            ["C-52", "A-130"].map(Key::new).into_iter().find(|rule| facts.book.rules.get(*rule).is_some());
        return Some(Refusal::new("unaware", message!("core-does-not-know-of-the-attacker"), known));
    }
    None
}

/// Why a foe gets no opening at a footprint in its reach; none: it threatens these squares, or is out of the question.
pub fn no_opening(facts: &Facts, foe: &UnitState, area: &Area, band: Band) -> Option<Refusal> {
    let (least, most) = facts.threat_range(foe);
    let distance = foe.place.area.distance(area);
    if distance > most || facts.out(foe) {
        return None;
    }
    if !facts.can_act(foe) {
        return cannot_act(facts, foe);
    }
    if !facts.can_threaten(foe) {
        return why("unarmed", message!("core-has-nothing-in-hand-to-threaten-with"), "A-72");
    }
    if foe.place.band != band {
        return why("other_band", message!("core-is-in-another-altitude-band"), "S-14");
    }
    if distance < least {
        return why("too_near", message!("core-its-reach-begins-at-x-squares", least), "A-73");
    }
    if !line_of_effect(facts.map_in(band), &foe.place.area, area) {
        return why("no_line", message!("core-something-stands-in-the-way"), "A-72");
    }
    None
}

/// Which condition keeps a unit from acting that is not yet out of the fight.
pub fn cannot_act(facts: &Facts, unit: &UnitState) -> Option<Refusal> {
    let condition = facts.forbidden(unit, Forbids::Actions).filter(|_| !facts.out(unit))?;
    Some(Refusal::new(
        "forbidden",
        message!("core-x-forbids-it", condition = condition.name),
        Some(condition.rule),
    ))
}

fn why(code: &str, message: Message, rule: &str) -> Option<Refusal> {
    Some(Refusal::new(code, message, Some(Key::new(rule))))
}
