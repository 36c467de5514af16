//! Names of what a battle has: units and sides.

use std::fmt;

use super::data_prelude::*;
use crate::message::{Arg, ToArg};

/// A name of its own type: made of a text, and written as one.
macro_rules! name_of {
    ($(#[$about:meta])* $name:ident) => {
        $(#[$about])*
        #[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub Key);

        impl $name {
            /// That of a text.
            pub fn new(name: &str) -> Self {
                Self(Key::new(name))
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&self.0, f)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Debug::fmt(&self.0, f)
            }
        }

        impl ToArg for $name {
            fn to_arg(&self) -> Arg {
                Arg::Text(self.0.as_str().to_owned())
            }
        }
    };
}

name_of! {
    /// A unit's name in its battle: small, stable, and the same in commands, frames, outcomes and saves.
    UnitId
}

name_of! {
    /// A side of the battle.
    Side
}
