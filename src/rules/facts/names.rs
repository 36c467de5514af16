//! The names that mean something in an expression in every book; a unit's meaning is in [`values`](super::values).

use crate::key::Key;

macro_rules! words {
    (
        given { $($given:ident = $given_text:literal,)+ }
        own { $($own:ident = $own_text:literal,)+ }
        heads { $($head:ident = $head_text:literal,)+ }
    ) => {
        /// A name that means something whatever the book, or the head of a name in two parts.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub enum Word {
            $(#[doc = concat!("`", $given_text, "`")] $given,)+
            $(#[doc = concat!("`", $own_text, "`")] $own,)+
            $(#[doc = concat!("`", $head_text, "`")] $head,)+
            /// A name of the book.
            Other,
        }

        impl Word {
            const ALL: &'static [Self] = &[$(Self::$given,)+ $(Self::$own,)+ $(Self::$head,)+ Self::Other];

            /// The names that may stand by themselves: those that an occasion gives, then those of a unit.
            pub const ALONE: &'static [&'static str] = &[$($given_text,)+ $($own_text,)+];

            fn classify(text: &str) -> u8 {
                (match text {
                    $($given_text => Self::$given,)+
                    $($own_text => Self::$own,)+
                    $($head_text => Self::$head,)+
                    _ => Self::Other,
                }) as u8
            }
        }

        const GIVEN: usize = [$($given_text,)+].len();
    };
}

words! {
    given {
        Action = "action", Reaction = "reaction", Distance = "distance", RangeIncrement = "range_increment",
        RangeModifier = "range_modifier", RangeBand = "range_band", Melee = "melee", Ranged = "ranged",
        Thrown = "thrown", Spell = "spell", Cover = "cover", Proficient = "proficient", Used = "used",
        Height = "height", OtherBand = "other_band", Counter = "counter", Willing = "willing",
        Beyond = "beyond", Crowd = "crowd", Blind = "blind", WeaponHits = "weapon_hits",
        LimbHits = "limb_hits", Light = "light", Smoke = "smoke", Weather = "weather", InfraRed = "infra_red",
        Densitometer = "densitometer", Intensifier = "intensifier", LaserTargeting = "laser_targeting",
        Level = "level", Amount = "amount", Margin = "margin", Sv = "sv", Degrees = "degrees", Lead = "lead",
        N = "n", Hours = "hours", Squares = "squares", Covered = "covered", ItemWeight = "item_weight",
        ItemSilencing = "item_silencing", Roll = "roll",
    }
    own {
        Armour = "armour", FreePoints = "free_points", Moved = "moved", MovedLastTurn = "moved_last_turn",
        Reactions = "reactions", Actions = "actions", Increment = "increment",
        CurrentIncrement = "current_increment", Initiative = "initiative", Size = "size", Legs = "legs",
        Speed = "speed", OnTurn = "on_turn", Working = "working", Acted = "acted", Reach = "reach",
        ReachShift = "reach_shift", Armed = "armed", FreeHands = "free_hands", MeleeSkill = "melee_skill",
        SurpriseRound = "surprise_round", ZeroGravity = "zero_gravity", Silencing = "silencing",
        AuraEnergy = "aura_energy", Round = "round", Systems = "systems", Enclosed = "enclosed",
        BesideCover = "beside_cover", CoverSquares = "cover_squares", Guards = "guards", Engaged = "engaged",
        Weight = "weight", IsVehicle = "is_vehicle", IsAboard = "is_aboard", IsStarship = "is_starship",
        TopSpeed = "top_speed", Kph = "kph", Controlled = "controlled", Pursues = "pursues",
        MustWeave = "must_weave", Cluttered = "cluttered", RamBonus = "ram_bonus", Evasion = "evasion",
        SizeDm = "size_dm", Count = "count", Friend = "friend", Oneself = "oneself",
    }
    heads {
        Role = "role", System = "system", Option = "option", Has = "has", Rounds = "rounds", At = "at",
        Best = "best", Active = "active", Pool = "pool", Max = "max", Done = "done", Holds = "holds",
        Tag = "tag", Shield = "shield", Source = "source", Price = "price", Bought = "bought",
        Lasts = "lasts", Charged = "charged", Target = "target", Act = "act", Weapon = "weapon", Own = "self",
    }
}

impl Word {
    /// What a name is; found once for each.
    #[inline]
    pub fn of(name: Key) -> Self {
        Self::ALL.get(usize::from(name.class(Self::classify))).copied().unwrap_or(Self::Other)
    }

    /// Whether an occasion gives it, not a unit.
    pub fn is_given(self) -> bool {
        (self as usize) < GIVEN
    }
}

/// What the occasion of a check tells its modifiers: how far the target is, whether there is cover, how dark it is.
#[derive(Clone, Copy, Debug)]
pub struct Inputs {
    given: u64,
    values: [i64; GIVEN],
}

impl Default for Inputs {
    fn default() -> Self {
        Self { given: 0, values: [0; GIVEN] }
    }
}

impl<const N: usize> From<[(Word, i64); N]> for Inputs {
    fn from(values: [(Word, i64); N]) -> Self {
        let mut inputs = Self::default();
        values.into_iter().for_each(|(word, value)| inputs.set(word, value));
        inputs
    }
}

impl Inputs {
    /// Gives a value to a name. A name that no occasion gives is left alone.
    pub fn set(&mut self, word: Word, value: i64) {
        if let Some(own) = self.values.get_mut(word as usize) {
            *own = value;
            self.given |= 1 << (word as u8);
        }
    }

    /// The value of a name, where the occasion gives it one.
    #[inline]
    pub fn get(&self, word: Word) -> Option<i64> {
        let value = self.values.get(word as usize)?;
        (self.given & (1 << (word as u8)) != 0).then_some(*value)
    }
}

#[cfg(test)]
mod tests {
    use super::{GIVEN, Inputs, Word};
    use crate::key::Key;

    #[test]
    fn every_name_is_found() {
        for (n, word) in Word::ALL.iter().enumerate() {
            assert_eq!(*word as usize, n);
        }
        for (n, text) in Word::ALONE.iter().enumerate() {
            assert_eq!(Word::of(Key::new(text)), Word::ALL[n]);
        }
        assert_eq!(Word::of(Key::new("self")), Word::Own);
        assert_eq!(Word::of(Key::new("power")), Word::Other);
        assert!(Word::Roll.is_given() && !Word::Armour.is_given() && !Word::Other.is_given());
    }

    #[test]
    fn a_scope_knows_what_it_was_given() {
        let inputs = Inputs::from([(Word::Action, 1), (Word::Roll, -7), (Word::Speed, 3)]);
        assert_eq!(Word::Roll as usize + 1, GIVEN);
        const { assert!(GIVEN <= 64) };
        assert_eq!((inputs.get(Word::Action), inputs.get(Word::Roll)), (Some(1), Some(-7)));
        assert_eq!((inputs.get(Word::Speed), inputs.get(Word::Cover)), (None, None));
    }
}
