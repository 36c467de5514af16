//! Moves through the bands of altitude (S-25, T-05): what a route is made of, and when a band may be changed.
//!
//! Owns the change of bands as a part of a move. The squares of a path are measured in `moves`, falling is `battle`'s.

use serde::{Deserialize, Serialize};

use super::{Args, Refusal, held_squares_in, refuse};
use crate::{
    grid::{self, Area, Band, Square},
    key::Key,
    rules::{
        action::ActionDef,
        facts::{Facts, UnitState},
    },
};

/// Another band, after so many squares of the path (0: before the first).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Climb(pub u16, pub Band);

/// One piece of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leg {
    /// A step to a square.
    Square(Square),
    /// Into another band, on the spot.
    Band(Band),
}

impl Args {
    /// The pieces of the move, in order: the path with its changes of band where they come.
    pub fn legs(&self) -> Vec<Leg> {
        let mut legs = Vec::with_capacity(self.path.len() + self.climbs.len());
        let mut climbs = self.climbs.iter().peekable();
        for at in 0..=self.path.len() {
            while let Some(climb) = climbs.next_if(|climb| usize::from(climb.0) <= at) {
                legs.push(Leg::Band(climb.1));
            }
            legs.extend(self.path.get(at).map(|square| Leg::Square(*square)));
        }
        legs.extend(climbs.map(|climb| Leg::Band(climb.1)));
        legs
    }

    /// The band in which the move ends that begins in one.
    pub fn last_band(&self, start: Band) -> Band {
        self.climbs.last().map_or(start, |climb| climb.1)
    }
}

/// The category by which a unit moves for an order: the one named, in the air and into it one that flies; none: the
/// book's default.
pub fn way(facts: &Facts, body: &UnitState, args: &Args) -> Result<Option<Key>, Refusal> {
    let Some(rule) = facts.altitude() else { return Ok(args.category) };
    let flight = facts.flight(body).map(|def| def.category);
    let known = |category: Key| facts.movements(body).any(|def| def.category == category);
    let down =
        || refuse("cannot_fly", message!("core-x-cannot-fly", unit = body.identity.name), rule.rule.as_str());
    if body.place.band != Band::Ground || !args.climbs.is_empty() {
        return match (flight, args.category) {
            (None, _) => down(),
            (Some(_), Some(named)) if known(named) && !facts.flies_by(named) => refuse(
                "cannot_fly",
                message!("core-x-is-no-way-of-flying", category = named),
                rule.rule.as_str(),
            ),
            (Some(first), named) => Ok(Some(named.unwrap_or(first))),
        };
    }
    if flight.is_some() {
        return Ok(args.category);
    }
    // Who cannot fly now has to go some other way, if it has one.
    match args.category {
        Some(named) if facts.flies_by(named) && known(named) => down(),
        Some(named) => Ok(Some(named)),
        None if facts.move_def(body, None).is_none_or(|def| !facts.flies_by(def.category)) => Ok(None),
        None => match facts.movements(body).find(|def| !facts.flies_by(def.category)) {
            Some(def) => Ok(Some(def.category)),
            None => down(),
        },
    }
}

/// Whether an order may change bands as it does (S-25): the fight has bands, the action allows so many, and each
/// change comes on the path.
/// `squares` are those of its path.
pub(super) fn climbs(
    facts: &Facts,
    body: &UnitState,
    def: &ActionDef,
    list: &[Climb],
    squares: usize,
) -> Result<(), Refusal> {
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
            return refuse(
                "no_step",
                message!("core-its-changes-of-band-do-not-fit-its-path"),
                rule.rule.as_str(),
            );
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

/// Whether a unit on these squares may go over into another band there: nobody it may not pass is in the way, and on
/// the ground there is room for it.
pub fn climb(facts: &Facts, body: &UnitState, area: &Area, to: Band, category: Key) -> Result<(), Refusal> {
    let rule = facts.altitude().map_or("", |rule| rule.rule.as_str());
    let (cross, _) = held_squares_in(facts, body, to);
    if area.squares().any(|square| cross.contains(square)) {
        return refuse("occupied", message!("core-x-is-held-by-another-there", square = area.origin), "A-58");
    }
    if to == Band::Ground && !grid::has_room(&facts.map, area, category) {
        return refuse(
            "blocked",
            message!("core-there-is-no-room-to-come-down-at-x", square = area.origin),
            rule,
        );
    }
    Ok(())
}

/// The changes of band for a path that is to end in a band: rising before the first square and sinking after the
/// last, so that as much of it as can be is flown.
pub fn climbs_to(from: Band, to: Band, path: &[Square]) -> Vec<Climb> {
    let after = if to < from { u16::try_from(path.len()).unwrap_or(u16::MAX) } else { 0 };
    if from == to { Vec::new() } else { vec![Climb(after, to)] }
}

/// The bands in which a unit may end a move of an action: its own first.
pub fn bands(facts: &Facts, unit: &UnitState, def: &ActionDef) -> Vec<Band> {
    let body = facts.moving(unit);
    let own = body.place.band;
    let most = if facts.altitude().is_some() && facts.can_fly(body) { def.bands() } else { 0 };
    let others = Band::ALL.into_iter().filter(|band| *band != own && own.steps_to(*band) <= most);
    std::iter::once(own).chain(others).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_of_band_come_where_they_are_said_s25() {
        let path = vec![Square::new(1, 0), Square::new(2, 0)];
        let legs = |climbs: Vec<Climb>| Args { path: path.clone(), climbs, ..Args::default() }.legs();
        let (one, two) = (Leg::Square(path[0]), Leg::Square(path[1]));
        assert_eq!(legs(vec![Climb(0, Band::Low)]), [Leg::Band(Band::Low), one, two]);
        assert_eq!(
            legs(vec![Climb(1, Band::Low), Climb(2, Band::Ground)]),
            [one, Leg::Band(Band::Low), two, Leg::Band(Band::Ground)]
        );
        let up = Args { climbs: vec![Climb(0, Band::High)], ..Args::default() };
        assert_eq!(up.legs(), [Leg::Band(Band::High)]);
        assert_eq!(up.last_band(Band::Ground), Band::High);
    }

    #[test]
    fn a_flyer_rises_first_and_sinks_last() {
        let path = [Square::new(1, 0), Square::new(2, 0)];
        assert_eq!(climbs_to(Band::Ground, Band::Low, &path), [Climb(0, Band::Low)]);
        assert_eq!(climbs_to(Band::High, Band::Ground, &path), [Climb(2, Band::Ground)]);
        assert!(climbs_to(Band::Low, Band::Low, &path).is_empty());
    }
}
