//! What surrounds a fight: light, smoke, weather, gravity, heat, hazards, jamming, wires (C-154 to C-175). What sees
//! through it is in `facts::sensors`, who can talk to whom in `facts::comms`.

use super::data_prelude::*;
use super::ids::UnitId;
use crate::grid::crossings;

/// How bright it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Light {
    /// Nothing hinders the eye.
    #[default]
    Bright,
    /// Dusk, one lamp far away.
    Low,
    /// Nothing can be seen.
    Dark,
}

impl Light {
    /// As expressions see it: 0, 1, 2.
    pub fn level(self) -> i64 {
        self as i64
    }
}

/// Squares from a north-west to a south-east one, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Patch(pub Square, pub Square);

impl Patch {
    /// Whether a square lies in it.
    pub fn contains(&self, square: Square) -> bool {
        (self.0.x..=self.1.x).contains(&square.x) && (self.0.y..=self.1.y).contains(&square.y)
    }
}

/// Smoke or fog over some squares (C-155).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Smoke {
    /// Where.
    pub over: Patch,
    /// 1: smoke, 2: thick smoke.
    #[serde(default = "defaults::one")]
    pub thickness: i32,
    /// The last round in which it hangs there; none: as long as the fight.
    pub last_round: Option<u32>,
}

/// A zone in which something does not work (C-157, C-169).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Jam {
    /// Where.
    pub over: Patch,
    /// What: `"radio"`, or a kind of sensor such as `"infra_red"`.
    pub what: Vec<Key>,
}

/// A wire between two units (C-168).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wire {
    /// The two.
    pub between: (UnitId, UnitId),
    /// How far apart they may be, in squares.
    pub length: i32,
}

/// A zone: squares that what fills a zone fills together (D-16).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Zone {
    /// Its name.
    pub id: Key,
    /// Its squares.
    pub over: Vec<Patch>,
    /// Its altitude band.
    #[serde(default)]
    pub band: Band,
}

/// Everything that surrounds a fight. Nothing of it unless a scenario says so.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Surroundings {
    /// The light everywhere.
    pub light: Light,
    /// Where the light is another; the last that holds counts.
    pub lights: Vec<(Patch, Light)>,
    /// Extreme weather (C-156).
    pub weather: bool,
    /// No gravity (C-173).
    pub zero_gravity: bool,
    /// Smoke and fog (C-155).
    pub smoke: Vec<Smoke>,
    /// Strong sources of heat, which blind infra-red sensors (C-159).
    pub heat: Vec<Square>,
    /// Pathogens and chemicals, by name (C-158).
    pub hazards: Vec<(Patch, Key)>,
    /// Places in which more can be done than elsewhere, by the book's names: a sickbay, a workshop (C-72, C-151).
    pub facilities: Vec<(Patch, Key)>,
    /// Where something is jammed.
    pub jams: Vec<Jam>,
    /// Wires.
    pub wires: Vec<Wire>,
    /// Where so much stands about that one can weave through it (C-126).
    pub cluttered: Vec<Patch>,
    /// Where pseudogravity is silenced, and how much (D-113).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub silencing: Vec<(Patch, i32)>,
    /// Zones; in none of them, a square belongs to a block of the map (D-16).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub zones: Vec<Zone>,
    /// What can catch fire besides what does so by its terrain (D-101).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub flammable: Vec<Patch>,
    /// Squares that burn, to the end of the fight (D-101).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fires: Vec<Square>,
}

impl Surroundings {
    /// Whether there is much about that one can weave through (C-126).
    pub fn clutters(&self, area: &Area) -> bool {
        self.cluttered.iter().any(|patch| area.squares().any(|square| patch.contains(square)))
    }

    /// The divisor of pseudogravity in quarters: the greatest silencing, and so many per cent of others (D-113, D-116).
    pub fn silencing_at(&self, area: &Area, others: i32) -> i32 {
        let here = self.silencing.iter().filter(|(patch, _)| area.squares().any(|own| patch.contains(own)));
        let (most, sum) = here.fold((0, 0), |(most, sum): (i32, i32), (_, amount)| {
            (most.max(*amount), sum.saturating_add((*amount).max(0)))
        });
        let rest = (sum - most).saturating_mul(others) / 25;
        most.saturating_mul(4).saturating_add(rest).max(4)
    }

    /// Whether there is nothing between an eye and what it looks at, wherever that is.
    pub fn is_plain(&self) -> bool {
        self.light == Light::Bright && self.lights.is_empty() && !self.weather && self.smoke.is_empty()
    }

    /// The light in a square.
    pub fn light_at(&self, square: Square) -> Light {
        self.lights.iter().rev().find(|(patch, _)| patch.contains(square)).map_or(self.light, |(_, own)| *own)
    }

    /// The thickest smoke in a square in a round: 0 none, 1, 2.
    pub fn smoke_at(&self, square: Square, round: u32) -> i32 {
        let hangs = |smoke: &&Smoke| smoke.last_round.is_none_or(|last| round <= last);
        let here = self.smoke.iter().filter(hangs).filter(|smoke| smoke.over.contains(square));
        here.map(|smoke| smoke.thickness).max().unwrap_or(0)
    }

    /// The thickest smoke on the line from one square's centre to another's, both squares included (C-155).
    pub fn smoke_between(&self, from: Square, to: Square, round: u32) -> i32 {
        if self.smoke.is_empty() {
            return 0;
        }
        let entered = crossings(from, to).map(|crossing| crossing.to);
        std::iter::once(from).chain(entered).map(|square| self.smoke_at(square, round)).max().unwrap_or(0)
    }

    /// Whether something does not work in a square.
    pub fn jammed(&self, square: Square, what: &str) -> bool {
        self.jams.iter().any(|jam| jam.over.contains(square) && jam.what.iter().any(|own| *own == what))
    }

    /// Whether a square is part of a facility of a kind.
    pub fn is_at(&self, square: Square, facility: &str) -> bool {
        self.facilities.iter().any(|(patch, kind)| *kind == facility && patch.contains(square))
    }

    /// The first zone that a square of a band belongs to (D-16).
    pub fn zone_at(&self, square: Square, band: Band) -> Option<&Zone> {
        let here = |zone: &&Zone| zone.band == band && zone.over.iter().any(|patch| patch.contains(square));
        self.zones.iter().find(here)
    }

    /// Whether a square burns (D-101).
    pub fn burns(&self, square: Square) -> bool {
        self.fires.contains(&square)
    }

    /// Hazards in a square.
    pub fn hazards_at(&self, square: Square) -> impl Iterator<Item = Key> + '_ {
        self.hazards.iter().filter(move |(patch, _)| patch.contains(square)).map(|(_, kind)| *kind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sq(x: i16, y: i16) -> Square {
        Square::new(x, y)
    }

    #[test]
    fn the_thickest_smoke_on_the_line_counts_once_c155() {
        let over = |x, thickness| Smoke { over: Patch(sq(x, 0), sq(x, 4)), thickness, last_round: Some(3) };
        let around = Surroundings { smoke: vec![over(3, 1), over(5, 2)], ..Surroundings::default() };
        assert_eq!(around.smoke_between(sq(0, 0), sq(2, 0), 1), 0);
        assert_eq!(around.smoke_between(sq(0, 0), sq(4, 0), 1), 1);
        assert_eq!(around.smoke_between(sq(0, 0), sq(8, 0), 3), 2);
        assert_eq!(around.smoke_between(sq(0, 0), sq(8, 0), 4), 0, "it has blown away");
    }
}
