//! The altitude slot: three bands over one map, who can fly through them, and what becomes of those who fall. What the
//! ground hides is `grid`'s, what holds for units is in `facts::altitude`, falling in `battle`.

use super::data_prelude::*;

/// What a book says of altitude.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AltitudeRule {
    /// The rule that refusals name.
    pub rule: Key,
    /// The option that switches the bands on where it is not 0; none: they are always there.
    pub option: Option<Key>,
    /// Squares between ground and low, ground and high, low and high (S-23).
    pub gaps: (i32, i32, i32),
    /// Where what reaches over bands counts bands and not squares: from what reach on it covers the next band, too, and
    /// from what reach on all (T-05, D-59).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reach_bands: Option<(i32, i32)>,
    /// Who flies high can strike, and be struck from, lower bands only with weapons that reach so far (S-24).
    #[serde(default)]
    pub high_apart: bool,
    /// Squares of a move's allowance that a change between ground and low costs, and one between low and high (D-19).
    #[serde(default)]
    pub climb: (i32, i32),
    /// The condition that counts squares saved up for a change of band; the change uses it up (D-19).
    pub saved: Option<Key>,
    /// Categories of movement that fly (A-52).
    #[serde(default = "flying")]
    pub flying: Vec<Key>,
    /// The condition of one who falls (S-26).
    pub falling: Option<Key>,
    /// Squares that a fall counts which began low, and one that began high (S-27).
    #[serde(default)]
    pub falls: (i32, i32),
    /// What a crash does to the faller; may use `squares`, those that its fall counts (S-27).
    #[serde(default)]
    pub crash: Vec<EffectDef>,
}

fn flying() -> Vec<Key> {
    vec![Key::new("flying")]
}

impl AltitudeRule {
    /// Squares between two bands.
    pub fn gap(&self, one: Band, other: Band) -> i32 {
        match (one.min(other), one.max(other)) {
            (Band::Ground, Band::Low) => self.gaps.0,
            (Band::Ground, Band::High) => self.gaps.1,
            (Band::Low, Band::High) => self.gaps.2,
            _ => 0,
        }
    }

    /// Whether a reach of so many squares extends from one band to another.
    pub fn extends(&self, one: Band, other: Band, reach: i32) -> bool {
        let Some((next, all)) = self.reach_bands else { return self.gap(one, other) <= reach };
        match (one.min(other), one.max(other)) {
            (Band::Ground, Band::High) => reach >= all,
            (low, high) => low == high || reach >= next,
        }
    }

    /// Squares of its allowance that a move from one band to another costs (D-19).
    pub fn climb_cost(&self, one: Band, other: Band) -> i32 {
        match (one.min(other), one.max(other)) {
            (Band::Ground, Band::Low) => self.climb.0,
            (Band::Low, Band::High) => self.climb.1,
            (Band::Ground, Band::High) => self.climb.0 + self.climb.1,
            _ => 0,
        }
    }

    /// Squares that a fall counts by the band in which it began.
    pub fn fall(&self, from: Band) -> i32 {
        match from {
            Band::Ground => 0,
            Band::Low => self.falls.0,
            Band::High => self.falls.1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule() -> AltitudeRule {
        ron::from_str(r#"(rule: "S-23", gaps: (60, 400, 340), reach_bands: Some((6, 20)))"#).unwrap()
    }

    #[test]
    fn a_reach_over_bands_counts_bands_t05() {
        let over = |one, other, reach| rule().extends(one, other, reach);
        assert!(
            over(Band::High, Band::High, 1)
                && over(Band::Ground, Band::Low, 6)
                && over(Band::High, Band::Low, 6)
        );
        assert!(!over(Band::Ground, Band::Low, 5) && !over(Band::Ground, Band::High, 19));
        assert!(over(Band::Ground, Band::High, 20));
        let squares = AltitudeRule { reach_bands: None, ..rule() };
        assert!(
            squares.extends(Band::Ground, Band::Low, 60) && !squares.extends(Band::Ground, Band::Low, 59)
        );
    }
}
