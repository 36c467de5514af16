//! Lines for damage to vehicles, robots and drones: groups of hits, where each fell, which system was struck.

use crate::window::session::prelude::*;

impl Narrator<'_> {
    pub(super) fn systems(&mut self, unit: UnitId, news: &SystemsNews) {
        let name = |key: Key| self.facts.book.name_of(key);
        let text = match news {
            SystemsNews::Groups { damage, groups } => {
                let words = groups.iter().map(|hits| group(*hits)).collect::<Vec<_>>().join(", ");
                let words = if words.is_empty() { say!("log-no-hit") } else { words };
                say!("log-groups", unit = self.name(unit), n = damage, groups = words)
            }
            SystemsNews::Located { dice, row, system, hits, .. } => {
                let dice = dice.iter().map(ToString::to_string).collect::<Vec<_>>().join(" + ");
                say!("log-located", hits = group(*hits), row = row, dice = dice, system = name(*system))
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
                    true => say!("log-system-hit", system = struck, n = n),
                    false => {
                        say!("log-system-passed", located = name(*located), row = row, system = struck, n = n)
                    }
                }
            }
            SystemsNews::Rigged { part, rounds: 0 } => {
                say!("log-fails-again", unit = self.name(unit), part = name(*part))
            }
            SystemsNews::Rigged { part, rounds } => {
                let hours = rounds / self.facts.book.hour();
                say!("log-works-again", unit = self.name(unit), part = name(*part), n = hours)
            }
            SystemsNews::Changed { part, from, to } if to < from => {
                say!("log-mended", unit = self.name(unit), part = name(*part), from = from, to = to)
            }
            SystemsNews::BlowsUp => say!("log-blows-up", unit = self.name(unit)),
            SystemsNews::Changed { .. } => return,
        };
        if matches!(news, SystemsNews::BlowsUp) {
            self.blow_up(unit, &text);
        }
        let indent = if matches!(news, SystemsNews::Groups { .. } | SystemsNews::BlowsUp) { 1 } else { 2 };
        self.say(indent, text);
    }
}

fn group(hits: u8) -> String {
    say!("log-hits", n = hits)
}
