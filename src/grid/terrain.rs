//! What a square is made of and what stands on it, as content has it (A-66 to, C-35, C-55).

use serde::{Deserialize, Serialize};

use crate::{defaults, key::Key};

/// How much of a target an object hides (C-55), from nothing upward.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum CoverLevel {
    /// No cover.
    #[default]
    None,
    /// A quarter hidden: undergrowth, a building's corner.
    Quarter,
    /// Half hidden: a low wall, a crate.
    Half,
    /// Three quarters hidden: a trench.
    ThreeQuarter,
    /// All hidden: a pillbox.
    Full,
}

/// A kind of ground, or of an object that stands on a square. The same definition serves for both.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Terrain {
    /// Name in content.
    pub id: Key,
    /// Name shown to players.
    #[serde(default)]
    pub name: String,
    /// The n of Difficult Terrain \[n\]; 0 is plain. Anything above 0 is "difficult" to C-35.
    #[serde(default)]
    pub difficult: u8,
    /// Added to the number against the movement check of one who sets out from here, unless its category takes
    /// no notice of it.
    #[serde(default)]
    pub dc_mod: i32,
    /// May not be entered.
    #[serde(default)]
    pub impassable: bool,
    /// Categories of movement that neither `difficult` nor `impassable` concerns.
    #[serde(default)]
    pub ignored_by: Vec<Key>,
    /// Categories of movement that cannot enter it though others can: trees, crates, low walls for what drives (C-119).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stops: Vec<Key>,
    /// Stops Line of Sight, up to `height`.
    #[serde(default)]
    pub blocks_sight: bool,
    /// Stops Line of Effect, up to `height`.
    #[serde(default)]
    pub blocks_effect: bool,
    /// The cover it gives (C-55).
    #[serde(default)]
    pub cover: CoverLevel,
    /// Its cover is soft (C-58).
    #[serde(default)]
    pub soft: bool,
    /// Squares that it rises above the ground. 0: flat, or without a limit if it blocks sight or effect. Something
    /// that rises but blocks neither by its flags is solid: it stops both kinds of line that pass below its top.
    /// Eyes are one square above the ground, so on level ground 1 is looked over and 2 is not.
    #[serde(default)]
    pub height: u8,
    /// A weapon can be rested on it, from its square or one beside it (C-174).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rest: bool,
    /// Damage that it takes before it is gone; none: nothing damages it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub durability: Option<u16>,
    /// The n of Difficult Terrain \[n\] of what is left of it once it is gone; 0: open ground.
    #[serde(default, skip_serializing_if = "defaults::is_default")]
    pub rubble: u8,
    /// Squares that it is deep, 0 to 255: who is brought over its edge by others and does not fly falls so far (S-27).
    #[serde(default, skip_serializing_if = "defaults::is_default")]
    pub drop: u8,
    /// Pounds that it weighs as a thing that stands on a square, for pseudogravity; 0: it stands fast (D-108).
    #[serde(default, skip_serializing_if = "defaults::is_default")]
    pub weight: i32,
    /// It can catch fire (D-101).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub flammable: bool,
    /// Name of its picture.
    #[serde(default = "no_look")]
    pub look: Key,
}

pub(super) fn no_look() -> Key {
    Key::new("")
}

/// What the id of ruins ends with, behind that of what stood there.
pub(super) const RUINS: &str = "_ruins";

impl Terrain {
    /// Whether it is what is left of something, which has the name of that.
    pub fn is_ruin(&self) -> bool {
        self.id.as_str().ends_with(RUINS)
    }

    /// Plain ground: nothing hinders, hides or covers.
    pub fn plain(id: Key) -> Self {
        Self { id, ..Self::default() }
    }

    /// A wall that fills its square: impassable, blocks sight and effect without a limit of height.
    pub fn wall(id: Key) -> Self {
        Self { impassable: true, blocks_sight: true, blocks_effect: true, ..Self::plain(id) }
    }

    /// Whether it is a solid thing that one runs into (A-145, C-119): it closes the way to somebody, and stands up.
    pub fn is_solid(&self) -> bool {
        let stands = self.blocks_effect || self.height > 0 || self.cover != CoverLevel::None;
        stands && (self.impassable || !self.stops.is_empty())
    }

    /// Whether a category of movement cannot enter it (A-69, C-119).
    pub fn is_closed_to(&self, category: Key) -> bool {
        self.impassable && !self.is_ignored_by(category) || self.stops.contains(&category)
    }

    /// Whether a category of movement takes no notice of it.
    pub fn is_ignored_by(&self, category: Key) -> bool {
        self.ignored_by.contains(&category)
    }
}

/// What a line may be stopped by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ray {
    Sight,
    Effect,
}

/// Level of a top that nothing passes over.
pub(super) const NO_TOP: i32 = 1 << 20;

/// The level up to which something stops a line, `ground` being the level it stands on.
pub(super) fn top(ray: Ray, ground: i32, blocks_sight: bool, blocks_effect: bool, height: u8) -> i32 {
    let (blocks, blocks_other) = match ray {
        Ray::Sight => (blocks_sight, blocks_effect),
        Ray::Effect => (blocks_effect, blocks_sight),
    };
    match (blocks, blocks_other, height) {
        (true, _, 0) => NO_TOP,
        (true, _, height) => ground + i32::from(height).max(2),
        (false, true, _) => ground,
        (false, false, height) => ground + i32::from(height),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tops_follow_flags_and_height() {
        assert_eq!(top(Ray::Sight, 3, true, true, 0), NO_TOP);
        assert_eq!(top(Ray::Sight, 3, true, true, 1), 5);
        assert_eq!(top(Ray::Sight, 3, false, false, 2), 5);
        // glass is looked through, but stops effect up to its top
        assert_eq!(top(Ray::Sight, 0, false, true, 3), 0);
        assert_eq!(top(Ray::Effect, 0, false, true, 3), 3);
    }
}
