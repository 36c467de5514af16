//! Moves through the bands of altitude (S-25, T-05): when a band may be changed. Falling is `battle`'s.

use super::*;

/// Whether an order may change bands as it does (S-25): the fight has bands, the action allows so many, and each change
/// comes on the path, of which these are the `squares`.
pub(super) fn climbs(
    facts: &Facts,
    body: &UnitState,
    def: &ActionDef,
    list: &[Climb],
    squares: usize,
) -> OrRefusal {
    if list.is_empty() {
        return Ok(());
    }
    let Some(rule) = facts.altitude() else {
        return refuse("no_bands", message!("core-there-are-no-altitude-bands-here"), "");
    };
    let most = def.bands();
    let mut band = body.place.band;
    let (mut changed, mut after) = (0, 0);
    for Climb(at, to) in list {
        if *at < after || usize::from(*at) > squares || *to == band {
            let text = message!("core-its-changes-of-band-do-not-fit-its-path");
            return refuse("no_step", text, rule.rule.as_str());
        }
        (changed, after) = (changed + band.steps_to(*to), *at);
        band = *to;
    }
    if changed > most {
        let text = message!("core-changes-x-bands-at-most-x-with-x", changed, most, action = def.name);
        return refuse("too_many_bands", text, rule.rule.as_str());
    }
    Ok(())
}

/// Whether a unit here may go into another band: nobody in the way, and on the ground room for it.
pub fn climb(facts: &Facts, body: &UnitState, area: &Area, to: Band, category: Key) -> OrRefusal {
    let rule = facts.altitude().map_or("", |rule| rule.rule.as_str());
    let (cross, _) = held_squares_in(facts, body, to);
    if area.squares().any(|square| cross.contains(square)) {
        return refuse("occupied", message!("core-x-is-held-by-another-there", square = area.origin), "A-58");
    }
    if to == Band::Ground && !grid::has_room(&facts.map, area, category) {
        let text = message!("core-there-is-no-room-to-come-down-at-x", square = area.origin);
        return refuse("blocked", text, rule);
    }
    Ok(())
}

/// The changes of band for a path that is to end in a band: rising before the first square, sinking after the last.
pub fn climbs_to(from: Band, to: Band, path: &[Square]) -> Vec<Climb> {
    let after = if to < from { u16::try_from(path.len()).unwrap_or(u16::MAX) } else { 0 };
    if from == to { Vec::new() } else { vec![Climb(after, to)] }
}

/// The bands in which a unit may end a move of an action: its own first, then those for which its allowance is enough.
pub fn bands(facts: &Facts, unit: &UnitState, def: &ActionDef) -> Vec<Band> {
    let body = facts.moving(unit);
    let own = body.place.band;
    let mut found = bands_of(facts, body, def);
    found.retain(|band| {
        let cost = climb_cost(facts, body, own, *band);
        let args = || Args { climbs: climbs_to(own, *band, &[]), ..Args::default() };
        cost == 0
            || budget(facts, unit, def, &args(), None)
                .is_ok_and(|budget| budget.rolled || cost <= budget.most)
    });
    found
}

/// The same of what itself moves.
pub(super) fn bands_of(facts: &Facts, body: &UnitState, def: &ActionDef) -> Vec<Band> {
    let own = body.place.band;
    let most = if facts.altitude().is_some() && facts.can_fly(body) { def.bands() } else { 0 };
    let others = Band::ALL.into_iter().filter(|band| *band != own && own.steps_to(*band) <= most);
    std::iter::once(own).chain(others).collect()
}

/// What a move from one band to another costs of its allowance (D-19).
pub(super) fn climb_cost(facts: &Facts, body: &UnitState, from: Band, to: Band) -> i32 {
    facts.altitude().map_or(0, |rule| facts.climb_cost(body, rule.climb_cost(from, to)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flyer_rises_first_and_sinks_last() {
        let path = [Square::new(1, 0), Square::new(2, 0)];
        assert_eq!(climbs_to(Band::Ground, Band::Low, &path), [Climb(0, Band::Low)]);
        assert_eq!(climbs_to(Band::High, Band::Ground, &path), [Climb(2, Band::Ground)]);
        assert!(climbs_to(Band::Low, Band::Low, &path).is_empty());
    }
}
