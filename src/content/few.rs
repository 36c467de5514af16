//! Lists that may only be so long.
//!
//! What is beyond the limit is never built: for members that take far more room than their text.

use std::{fmt, marker::PhantomData};

use serde::{
    Deserialize, Deserializer,
    de::{self, SeqAccess, Visitor},
};

/// Reads a list of at most `most` members; `what` they are is said of a longer one.
pub fn few<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
    most: usize,
    what: &'static str,
) -> Result<Vec<T>, D::Error> {
    deserializer.deserialize_seq(Few { most, what, of: PhantomData })
}

struct Few<T> {
    most: usize,
    what: &'static str,
    of: PhantomData<T>,
}

impl<'de, T: Deserialize<'de>> Visitor<'de> for Few<T> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a list of at most {} {}", self.most, self.what)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut members: A) -> Result<Vec<T>, A::Error> {
        let mut found = Vec::new();
        while let Some(member) = members.next_element()? {
            if found.len() >= self.most {
                let why = format!("there are more than {} {}", self.most, self.what);
                return Err(de::Error::custom(why));
            }
            found.push(member);
        }
        Ok(found)
    }
}
