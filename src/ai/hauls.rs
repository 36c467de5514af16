//! Bringing somebody somewhere without a path of its own: shoves, throws, pseudogravity (C-95, S-77, D-107).

use super::{silence::Silence, tending::targets};
use crate::ai::prelude::*;
use crate::rules::haul;

/// The best square to which an action brings the other, and what it is worth to have brought him (C-95, S-77, D-108).
pub fn brought(facts: &Facts, own: &UnitState, other: &UnitState, def: &ActionDef) -> Option<(f64, Square)> {
    let haul = haul::of(facts, own, def)?;
    let sign = if facts.hostile(own, other) { 1.0 } else { -1.0 };
    let band = other.place.band;
    let two = [own.id(), other.id()];
    let near = |unit: &&UnitState| {
        let able = facts.present(unit) && facts.can_act(unit) && facts.can_threaten(unit);
        able && unit.place.band == band && !two.contains(&unit.id())
    };
    let near = facts.units.iter().filter(near);
    let near: Vec<_> =
        near.map(|unit| (unit, facts.threat_range(unit), facts.hostile(unit, other))).collect();
    let silence = Silence::of(facts, own, other);
    let about = |area: &Area| {
        let threatening = |wanted: bool| {
            let units = near.iter().filter(|(unit, (least, most), hostile)| {
                let distance = unit.place.area.distance(area);
                let reaches = *hostile == wanted && (*least..=*most).contains(&distance);
                reaches && grid::line_of_effect(facts.map_in(band), &unit.place.area, area)
            });
            f64::from(u32::try_from(units.count().min(4)).unwrap_or(0))
        };
        let fire = if blaze::burns(facts, area, band) { weights::FIRE } else { 0.0 };
        let place = Place { area: *area, ..other.place };
        let silenced = silence.as_ref().map_or(0.0, |silence| silence.harm(facts, &place));
        weights::PUSHED_AMONG * (threatening(true) - threatening(false)) + fire + silenced
    };
    let ties = ties(&Effects { facts, by: own, target: Some(other), sv: 1 }, other);
    let now = about(&other.place.area);
    let ways = haul::ways(facts, own, other, haul);
    let each = ways.iter().map(|(square, way)| {
        let area = other.place.area.at(*square);
        let far = weights::PUSHED_SQUARE * f64::from(u32::try_from(way.len()).unwrap_or(0));
        let lost = ties.iter().filter(|(end, within, _)| end.distance(&area) > *within);
        let parted: f64 = lost.map(|(_, _, worth)| worth).sum();
        (sign * (about(&area) - now) + far + parted, *square)
    });
    each.max_by(|one, two| one.0.total_cmp(&two.0).then(one.1.cmp(&two.1)))
}

/// Relations that end too far from the other end, who has not caused them: where, how far they reach, the worth.
fn ties(effects: &Effects<'_>, unit: &UnitState) -> Vec<(Area, i32, f64)> {
    let facts = effects.facts;
    let tie = |bond: &Bond| {
        let (holder, other) = (facts.unit(bond.unit)?, facts.unit(bond.to)?);
        let end = match unit.id() {
            id if id == holder.id() => other,
            id if id == other.id() => holder,
            _ => return None,
        };
        let def = facts.bond_def(bond)?;
        let within = def.0.within.filter(|_| end.id() != effects.by.id())?;
        Some((end.place.area, within, -effects.relation(def, holder, other)))
    };
    facts.bonds.iter().filter_map(tie).collect()
}

/// Bringing others somewhere on one's own turn, at an amount that is fixed first (D-107, D-112).
pub fn candidates(planner: &mut Planner<'_>, utility: &UtilityAction<'_>, found: &mut Found) {
    let (facts, own, def) = (planner.facts, planner.own(), utility.def);
    let asked = asked(planner, def);
    // The first of the amounts stands for all of them.
    if asked.is_some_and(|(least, _)| utility.amount != Some(least)) {
        return;
    }
    for target in targets(planner, def.target().map(|(who, _)| who)) {
        let Some(other) = facts.unit(target) else { continue };
        let args = Args { target: Some(target), ..Args::default() };
        let enough = |range| amounts::enough_within(facts, own, def, &args, range);
        let Some(amount) = asked.map_or(Some(1), enough) else { continue };
        let Some((worth, square)) = brought(facts, own, other, def) else { continue };
        let effects = Effects { facts, by: own, target: Some(other), sv: amount };
        let benefit = worth + effects.value(&utility.effects);
        let (amount, square) = (asked.map(|_| amount), Some(square));
        offer_worthwhile(planner, utility, benefit, Args { amount, square, ..args }, found);
    }
}
