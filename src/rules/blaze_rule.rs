//! Fires: what a book says of squares that burn (D-100, D-101).
//!
//! Which squares burn is in [`surroundings`](super::surroundings), what can burn in [`blaze`](super::blaze).

use super::data_prelude::*;

/// What sets the ground alight, and what that does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BlazeRule {
    /// The rule.
    pub rule: Key,
    /// Kinds of damage that set flammable squares of an area alight.
    pub kinds: Vec<Key>,
    /// The sides of the die for each such square.
    pub die: u16,
    /// It burns on the damage divided by this, the fraction dropped, or less.
    pub per: i32,
    /// The option that says up to which face of the die a square beside a fire catches it at the end of a round; none,
    /// or an option of 0: fire does not spread.
    pub spreads: Option<Key>,
    /// What it does to a unit that ends its turn in it.
    #[serde(default)]
    pub inside: Vec<EffectDef>,
}

impl BlazeRule {
    /// The highest face of the die on which damage of so much sets a square alight.
    pub fn catches(&self, value: i32) -> i32 {
        value.max(0) / self.per.max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tenth_of_the_damage_cut_down_d101() {
        let rule: BlazeRule = ron::from_str(r#"(rule: "D-101", kinds: ["heat"], die: 20, per: 10)"#).unwrap();
        assert_eq!((rule.catches(80), rule.catches(79), rule.catches(9), rule.catches(-5)), (8, 7, 0, 0));
    }
}
