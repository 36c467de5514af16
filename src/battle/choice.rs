//! The kinds of choice that a prompt asks for: what each is called, what is done where nobody has said anything, what
//! players read, and how the computer picks.
//!
//! A new kind is a new variant here; the compiler then lists every place that has to know of it.

use crate::battle::prelude::*;

/// What a choice is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Key", into = "Key")]
pub enum ChoiceKind {
    /// What a critical hit does (D-35, D-36).
    Critical,
    /// Whether and with how much an aura answers (D-117).
    Aura,
    /// Which damage die is replaced by the degrees of the hit (S-43).
    ReplaceDie,
    /// Sooner this round, but less sure (C-26).
    Haste,
    /// Whether there is a fight at all (C-32).
    Avoid,
    /// What is done with the hours after the fight.
    Aftermath,
    /// Whether action dice raise an initiative check (F-04).
    InitiativeDice,
    /// How far the threat range is shifted.
    Reach,
    /// Whether there is another attack.
    Again,
    /// Where what was knocked out of a hand flies to.
    Disarm,
    /// Where a foe is moved to.
    Push,
    /// Whether one who still waits opens the next round (C-28).
    Jump,
    /// On whom a hit of several falls (S-61).
    ShareHits,
    /// Whether a Fate Point is burnt (S-50).
    BurnFate,
    /// Whether one who could resist lets something happen (D-110).
    Yield,
    /// Whether fortune has a die of this check thrown again (T-14).
    Fortune(Key),
    /// What the rulebook names: a bond that may be kept (C-91), or a line of the ledger that action dice write (F-66).
    Named(Key),
}

/// What fortune is written with in saves, before the check.
const OF_CHECK: &str = "fortune/";

/// How the computer picks an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pick {
    /// The first.
    First,
    /// The one with the greatest number, of equal ones the first.
    Most,
    /// By what it knows of the fight: `ai::pick`.
    Weighed,
}

/// The kinds that are called by one word alone, each with that word. A kind that is left out does not compile.
macro_rules! words {
    ($($kind:ident = $word:literal),+ $(,)?) => {
        impl ChoiceKind {
            /// All kinds that are called by one word alone.
            const OWN: &[Self] = &[$(Self::$kind),+];

            /// What standing answers and cases call it.
            pub fn name(self) -> Key {
                Key::new(match self {
                    $(Self::$kind => $word,)+
                    Self::Fortune(_) => "fortune",
                    Self::Named(key) => return key,
                })
            }
        }
    };
}

words! {
    Critical = "critical",
    Aura = "aura",
    ReplaceDie = "replace_die",
    Haste = "haste",
    Avoid = "avoid",
    Aftermath = "aftermath",
    InitiativeDice = "initiative_dice",
    Reach = "reach",
    Again = "again",
    Disarm = "disarm",
    Push = "push",
    Jump = "jump",
    ShareHits = "share_hits",
    BurnFate = "burn_fate",
    Yield = "yield",
}

impl ChoiceKind {
    /// What stands where no standing answer says anything.
    pub const fn policy(self) -> Policy {
        match self {
            Self::Haste | Self::InitiativeDice => Policy::Decline,
            Self::ReplaceDie | Self::BurnFate => Policy::Take,
            // Where a failure could be averted at all.
            Self::Fortune(_) => Policy::AskFrom(1),
            Self::Critical
            | Self::Aura
            | Self::Avoid
            | Self::Aftermath
            | Self::Reach
            | Self::Again
            | Self::Disarm
            | Self::Push
            | Self::Jump
            | Self::ShareHits
            | Self::Yield
            | Self::Named(_) => Policy::Ask,
        }
    }

    /// The message that asks it. It may use `unit`, who is asked, and `what`, the kind in words.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Critical => "choice-critical",
            Self::Aura => "choice-aura",
            Self::ReplaceDie => "choice-replace-die",
            Self::Haste => "choice-haste",
            Self::Avoid => "choice-avoid",
            Self::Aftermath => "aftermath-ask",
            Self::InitiativeDice => "choice-initiative-dice",
            Self::Reach => "choice-reach",
            Self::Again => "choice-again",
            Self::Disarm => "choice-disarm",
            Self::Push => "choice-push",
            Self::ShareHits => "choice-share-hits",
            Self::BurnFate => "choice-burn-fate",
            Self::Yield => "choice-yield",
            Self::Fortune(_) => "choice-fortune",
            Self::Jump | Self::Named(_) => "choice-other",
        }
    }

    /// How the computer picks.
    pub const fn pick(self) -> Pick {
        match self {
            // Friends let it happen, foes resist.
            Self::Haste | Self::Avoid | Self::Aftermath | Self::ShareHits | Self::BurnFate | Self::Yield => {
                Pick::First
            }
            // Whatever makes the most of a die.
            Self::ReplaceDie | Self::Jump => Pick::Most,
            Self::Critical
            | Self::Aura
            | Self::InitiativeDice
            | Self::Reach
            | Self::Again
            | Self::Disarm
            | Self::Push
            | Self::Fortune(_)
            | Self::Named(_) => Pick::Weighed,
        }
    }
}

impl From<Key> for ChoiceKind {
    fn from(name: Key) -> Self {
        match name.as_str().strip_prefix(OF_CHECK) {
            Some(check) => Self::Fortune(Key::new(check)),
            None => {
                let own = Self::OWN.iter().copied().find(|kind| kind.name() == name);
                own.unwrap_or(Self::Named(name))
            }
        }
    }
}

impl From<ChoiceKind> for Key {
    fn from(kind: ChoiceKind) -> Self {
        match kind {
            ChoiceKind::Fortune(check) => Self::new(&format!("{OF_CHECK}{check}")),
            kind => kind.name(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_read_back_by_its_name() {
        let named = [ChoiceKind::Named(Key::new("grapple")), ChoiceKind::Fortune(Key::new("reflex"))];
        for kind in ChoiceKind::OWN.iter().copied().chain(named) {
            assert_eq!(ChoiceKind::from(Key::from(kind)), kind);
        }
    }
}
