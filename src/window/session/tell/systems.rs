//! Harm of vehicles, robots and drones, told: groups of hits, where each fell, what was struck in the end.
//!
//! Owns the wording of these lines.

use super::Teller;
use crate::{battle::chronicle::SystemsNews, key::Key, rules::facts::UnitId};

impl Teller<'_> {
    pub(super) fn systems(&mut self, unit: UnitId, news: &SystemsNews) {
        let name = |key: Key| self.facts.book.name_of(key);
        let text = match news {
            SystemsNews::Groups { damage, groups } => {
                let words = groups.iter().map(|hits| group(*hits)).collect::<Vec<_>>().join(", ");
                let words = if words.is_empty() { "no hit".to_owned() } else { words };
                format!("{}: {damage} damage, {words}", self.name(unit))
            }
            SystemsNews::Located { dice, row, system, hits, .. } => {
                let dice = dice.iter().map(ToString::to_string).collect::<Vec<_>>().join(" + ");
                format!("{} on {row} ({dice}): {}", group(*hits), name(*system))
            }
            SystemsNews::Hit { system, located, row, part, n } => {
                let struck = match part {
                    Some(part) => {
                        let who = self.facts.unit(UnitId(*part)).map(|own| own.identity.name.clone());
                        format!("{}, {}", name(*system), who.unwrap_or_else(|| name(*part)))
                    }
                    None => name(*system),
                };
                match system == located {
                    true => format!("{struck}: hit {n}"),
                    false => format!("Nothing left of {}: row {row} is {struck}, hit {n}", name(*located)),
                }
            }
            SystemsNews::Rigged { part, rounds: 0 } => {
                format!("{}: {} fails again", self.name(unit), name(*part))
            }
            SystemsNews::Rigged { part, rounds } => {
                let hours = rounds / self.facts.book.hour();
                format!("{}: {} works again, for {hours} h", self.name(unit), name(*part))
            }
            SystemsNews::Changed { part, from, to } if to < from => {
                format!("{}: {} mended, {from} → {to} hits", self.name(unit), name(*part))
            }
            SystemsNews::BlowsUp => format!("{} blows up", self.name(unit)),
            SystemsNews::Changed { .. } => return,
        };
        let indent = if matches!(news, SystemsNews::Groups { .. } | SystemsNews::BlowsUp) { 1 } else { 2 };
        self.say(indent, Some(unit), text);
    }
}

fn group(hits: u8) -> String {
    match hits {
        1 => "a single".to_owned(),
        2 => "a double".to_owned(),
        3 => "a triple".to_owned(),
        more => format!("{more} at once"),
    }
}
