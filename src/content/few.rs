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

#[cfg(test)]
mod tests {
    use super::few;

    #[test]
    fn a_list_that_is_too_long_is_refused() {
        let read = |text: &str| {
            let mut ron = ron::de::Deserializer::from_str(text).unwrap();
            few::<_, u8>(&mut ron, 3, "numbers").map_err(|why| why.to_string())
        };
        assert_eq!(read("[1, 2, 3]"), Ok(vec![1, 2, 3]));
        assert_eq!(read("[]"), Ok(Vec::new()));
        assert!(read("[1, 2, 3, 4]").unwrap_err().contains("there are more than 3 numbers"));
        assert!(read("7").is_err());
    }
}
