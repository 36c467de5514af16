//! The kinds of choice that a prompt asks for: what each is called, what is done where nobody has said anything, what
//! players read, and how the computer picks.
//!
//! A new kind is a new row here; the compiler then lists every place that has to know of it.

use crate::battle::prelude::*;

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

/// The kinds that are called by one word alone: each with that word, the message that asks it, what stands where no
/// standing answer says anything, and how the computer picks. A kind that lacks one of them does not compile.
macro_rules! kinds {
    ($($(#[$about:meta])* $kind:ident = $word:literal, $text:literal, $policy:ident, $pick:ident;)+) => {
        /// What a choice is about.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(from = "Key", into = "Key")]
        pub enum ChoiceKind {
            $($(#[$about])* $kind,)+
            /// Whether fortune has a die of this check thrown again (T-14).
            Fortune(Key),
            /// What the rulebook names: a bond that may be kept (C-91), or a line of the ledger that action dice write
            /// (F-66).
            Named(Key),
        }

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

            /// The message that asks it. It may use `unit`, who is asked, and `what`, the kind in words.
            pub const fn text(self) -> &'static str {
                match self {
                    $(Self::$kind => $text,)+
                    Self::Fortune(_) => "choice-fortune",
                    Self::Named(_) => "choice-other",
                }
            }

            /// What stands where no standing answer says anything.
            pub const fn policy(self) -> Policy {
                match self {
                    $(Self::$kind => Policy::$policy,)+
                    // Where a failure could be averted at all.
                    Self::Fortune(_) => Policy::AskFrom(1),
                    Self::Named(_) => Policy::Ask,
                }
            }

            /// How the computer picks.
            pub const fn pick(self) -> Pick {
                match self {
                    $(Self::$kind => Pick::$pick,)+
                    Self::Fortune(_) | Self::Named(_) => Pick::Weighed,
                }
            }
        }
    };
}

kinds! {
    /// What a critical hit does (D-35, D-36).
    Critical = "critical", "choice-critical", Ask, Weighed;
    /// Whether and with how much an aura answers (D-117).
    Aura = "aura", "choice-aura", Ask, Weighed;
    /// Which damage die is replaced by the degrees of the hit (S-43).
    ReplaceDie = "replace_die", "choice-replace-die", Take, Most;
    /// Sooner this round, but less sure (C-26).
    Haste = "haste", "choice-haste", Decline, First;
    /// Whether there is a fight at all (C-32).
    Avoid = "avoid", "choice-avoid", Ask, First;
    /// What is done with the hours after the fight.
    Aftermath = "aftermath", "aftermath-ask", Ask, First;
    /// Whether action dice raise an initiative check (F-04).
    InitiativeDice = "initiative_dice", "choice-initiative-dice", Decline, Weighed;
    /// How far the threat range is shifted.
    Reach = "reach", "choice-reach", Ask, Weighed;
    /// Whether there is another attack.
    Again = "again", "choice-again", Ask, Weighed;
    /// Where what was knocked out of a hand flies to.
    Disarm = "disarm", "choice-disarm", Ask, Weighed;
    /// Where a foe is moved to.
    Push = "push", "choice-push", Ask, Weighed;
    /// Whether one who still waits opens the next round (C-28).
    Jump = "jump", "choice-other", Ask, Most;
    /// On whom a hit of several falls (S-61).
    ShareHits = "share_hits", "choice-share-hits", Ask, First;
    /// Whether a Fate Point is burnt (S-50).
    BurnFate = "burn_fate", "choice-burn-fate", Take, First;
    /// Whether one who could resist lets something happen (D-110).
    Yield = "yield", "choice-yield", Ask, First;
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
