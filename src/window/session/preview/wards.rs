//! Shields and auras on the cards of units and squares.

use super::{line, ruled};
use crate::{
    grid::{Area, Band},
    rules::{facts::Shield, harm, unit::Precision},
    window::session::{prelude::*, traces},
};

/// The shields of a unit with the points they have left, and its auras with what they have stored.
pub fn ward_lines(facts: &Facts, unit: &UnitState) -> Vec<SideLine> {
    let shields = unit.wards.shields.iter().map(|shield| {
        let text = match shield.precision {
            Precision::Low => say!("line-shield-reach", shield = name(facts, shield), n = shield.reach),
            Precision::Medium | Precision::High | Precision::Kinetic => name(facts, shield),
        };
        shield_line(facts, shield, text)
    });
    let auras = unit.wards.auras.iter().map(|aura| {
        let text = say!("line-aura", kind = words::low(&facts.book.name_of(aura.kind)));
        line(text, aura.stored.to_string())
    });
    shields.chain(auras).collect()
}

/// The shields of low precision that cover a square on the ground, with whose they are (D-59).
pub fn cover_lines(facts: &Facts, square: Square) -> Vec<SideLine> {
    let mut lines = Vec::new();
    for bearer in facts.units.iter().filter(|unit| facts.present(unit)) {
        let covers =
            |shield: &&Shield| facts.within_reach(bearer, &Area::one(square), Band::Ground, shield.reach);
        for shield in harm::covers(bearer).filter(covers) {
            let by = words::name(facts, bearer.id());
            lines.push(shield_line(
                facts,
                shield,
                say!("line-shield-of", shield = name(facts, shield), unit = by),
            ));
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
