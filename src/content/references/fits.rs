//! Parts of an action that are right one by one and cannot work together, and numbers of a weapon that cannot be.

use super::Visit;
use crate::rules::{
    action::{ActionDef, Parameter, Step},
    gear::WeaponDef,
};

/// Tells those of an action.
pub(super) fn action(def: &ActionDef, visit: &mut dyn Visit) {
    path(def, visit);
    let instead = |step: &Step| matches!(step, Step::Attack { instead, .. } if !instead.is_empty());
    let asks_unit = def.asks.iter().any(|parameter| matches!(parameter, Parameter::Target { .. }));
    let asks_square = def.asks.iter().any(|parameter| matches!(parameter, Parameter::Square { .. }));
    if def.steps.iter().any(instead) && asks_square && !asks_unit {
        let what =
            "what is done in place of damage is done to one target: ask for a `Target`, not for a `Square`";
        visit.wrong("instead", what.to_owned());
    }
    let attacks = def.steps.iter().any(|step| matches!(step, Step::Attack { .. }));
    let goes = def
        .asks
        .iter()
        .any(|parameter| matches!(parameter, Parameter::Path { .. } | Parameter::Course { .. }));
    // A reaction strikes whoever has given the chance.
    if attacks && !(asks_unit || asks_square || goes || def.is_reaction()) {
        let what = "nobody is attacked: ask for a target, `asks: [Target(who: Foe, within: Reach)]`";
        visit.wrong("steps", what.to_owned());
    }
}

/// Tells those of a path.
fn path(def: &ActionDef, visit: &mut dyn Visit) {
    for parameter in &def.asks {
        if let Parameter::Path { straight: false, last: Some(_), .. } = parameter {
            let what = "`last` says how much of the path is straight: write `straight: true`, too";
            visit.wrong("last", what.to_owned());
        }
    }
}

/// Tells those of a weapon.
pub(super) fn weapon(def: &WeaponDef, visit: &mut dyn Visit) {
    for (field, number) in [("increment", def.increment), ("max_increments", def.max_increments)] {
        if number < 1 {
            visit.wrong(field, format!("`{field}` is at least 1"));
        }
    }
    if def.blast.as_ref().is_some_and(|blast| blast.rings.is_empty()) {
        visit.wrong("blast", "what goes off has at least one ring, `rings: [(6, \"5d6\")]`".to_owned());
    }
    if def.hands < 0 {
        visit.wrong("hands", "`hands` is at least 0".to_owned());
    }
}
