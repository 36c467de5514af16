//! What a case can expect of vehicles, robots and drones: hits on their systems, and how harm came to them.

use super::found::{Since, holds, list, same, unit};
use crate::{battle::chronicle::SystemsNews, cli::prelude::*};

pub(super) fn systems(facts: &Facts, since: Since<'_>, expect: &Expect) -> Result<(), String> {
    match expect {
        Expect::System(id, part, hits) => {
            let own = unit(facts, *id)?;
            let Some(def) = facts.systems(own) else { return Err(format!("{id} has no systems")) };
            let known = facts.book.systems.get(*part).is_some()
                || own.gear.items.iter().any(|item| item.id == *part)
                || def.limbs.iter().any(|limb| limb.id == *part)
                || def.devices.contains(part)
                || def.cargo.contains(part);
            if !known {
                return Err(format!("{id} has no {part}"));
            }
            same(format!("hits on {id}'s {part}"), facts.system_hits(own, *part), hits)
        }
        Expect::Groups(id, groups) => {
            let found = news(since.events, *id).filter_map(|news| match news {
                SystemsNews::Groups { groups, .. } => Some(groups),
                _ => None,
            });
            let all: Vec<_> = found.collect();
            holds(all.contains(&groups), || format!("groups of hits on {id}: {all:?}, expected {groups:?}"))
        }
        Expect::Located(id, places) => {
            let found = news(since.events, *id).filter_map(|news| match news {
                SystemsNews::Located { row, system, .. } => Some((*row, *system)),
                _ => None,
            });
            same(format!("where {id} was hit"), found.collect::<Vec<_>>(), places)
        }
        Expect::Hits(id, struck) => {
            let found: Vec<Key> = news(since.events, *id)
                .filter_map(|news| match news {
                    SystemsNews::Hit { system, part, .. } => Some(part.unwrap_or(*system)),
                    _ => None,
                })
                .collect();
            holds(found == *struck, || {
                format!("{id} was hit on {}, expected {}", since.list(&found), list(struck))
            })
        }
        _ => Err(format!("nothing compares {expect:?}")),
    }
}

fn news(events: &[Event], id: UnitId) -> impl Iterator<Item = &SystemsNews> {
    events.iter().filter_map(move |event| match &event.outcome {
        Outcome::Systems { unit, news } if *unit == id => Some(news),
        _ => None,
    })
}
