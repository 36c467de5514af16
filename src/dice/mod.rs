//! Dice: their notation, where their faces come from, and their exact odds.
//!
//! [`Dice`] is `2d6+1` as a value, [`DiceStream`] is what a battle draws from, [`Enumerator`] walks over every
//! sequence of faces, [`Dist`] and [`Chance`] are exact finite distributions. What a roll means (checks, margins,
//! criticals) is in `rules`.

pub mod chance;
mod convolve;
pub mod deck;
pub mod dist;
pub mod enumerate;
pub mod error;
pub mod luck;
pub mod notation;
pub mod script;
pub mod stream;
pub mod sums;

pub use chance::Chance;
pub use deck::Deck;
pub use dist::Dist;
pub use enumerate::{Enumeration, Enumerator, Leaf};
pub use error::{AskedDie, DiceError};
pub use luck::Luck;
pub use notation::{Dice, NotationError};
pub use script::ScriptedDie;
pub use stream::{BranchDie, DiceStream, Roll};
