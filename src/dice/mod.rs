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

/// So many of the same joined to one, by doubling; of none there is nothing.
#[cfg(test)]
fn repeated<T: Clone>(one: &T, mut count: u32, join: impl Fn(&T, &T) -> T) -> Option<T> {
    let mut sum: Option<T> = None;
    let mut power = one.clone();
    while count > 0 {
        if count & 1 == 1 {
            sum = Some(sum.map_or_else(|| power.clone(), |sum| join(&sum, &power)));
        }
        count >>= 1;
        if count > 0 {
            power = join(&power, &power);
        }
    }
    sum
}
