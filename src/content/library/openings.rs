//! Sides, groups and units that a scenario names for its beginning and for standing answers.

use crate::{battle::setup::OpeningAwareness, content::prelude::*};

pub(super) fn check(entry: &RawEntry, def: &ScenarioDef, report: &mut Report) {
    let sides: Vec<Key> = def.sides.iter().map(|side| side.id).collect();
    let units: Vec<Key> = def.units().map(|unit| unit.id).collect();
    // A group is called as its side where its units name none.
    let groups: Vec<Key> = sides.iter().copied().chain(def.units().filter_map(|unit| unit.group)).collect();
    let mut need = |kind: &str, known: &[Key], name: Key| {
        if !known.contains(&name) {
            report.push(entry.unknown(kind, name.as_str(), known));
        }
    };
    for standing in &def.standing {
        need("side", &sides, standing.side.0);
        standing.unit.iter().for_each(|unit| need("unit", &units, unit.0));
    }
    let opening = &def.opening;
    match &opening.awareness {
        OpeningAwareness::Some(list) => list.iter().for_each(|group| need("group", &groups, *group)),
        OpeningAwareness::Surprised(list) => list.iter().for_each(|unit| need("unit", &units, unit.0)),
        OpeningAwareness::All | OpeningAwareness::None => {}
    }
    let checked = opening.team.keys().chain(opening.skills.keys()).chain(opening.circumstances.keys());
    let named = checked.chain(opening.commanders.keys()).chain(&opening.shared);
    named.for_each(|group| need("group", &groups, *group));
    let apart = opening.apart.iter().chain(opening.commanders.values());
    apart.for_each(|unit| need("unit", &units, unit.0));
    opening.opposition.iter().for_each(|side| need("side", &sides, side.0));
}
