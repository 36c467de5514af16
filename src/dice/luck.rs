//! How luck is dealt in a match (T-13).
//!
//! What a deck holds, and how cards are drawn from it, is in `deck`.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

/// How luck is dealt: a rule of the match, chosen before it starts (T-13).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Luck {
    /// Every die is thrown by itself.
    #[default]
    Fair,
    /// Each side draws the dice of its checks from a deck that is shuffled anew when it is empty.
    Deck,
}

impl Luck {
    /// Both, in the order in which they are offered.
    pub const ALL: [Self; 2] = [Self::Fair, Self::Deck];

    /// The word for it: `fair`, `deck`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Fair => "fair",
            Self::Deck => "deck",
        }
    }
}

impl fmt::Display for Luck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

impl FromStr for Luck {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|luck| luck.word() == text);
        found.ok_or_else(|| format!("there is no luck \"{text}\": write fair or deck"))
    }
}
