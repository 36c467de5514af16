//! Why something cannot be done.

use std::fmt;

use super::data_prelude::*;
use crate::message::Message;

/// Why something cannot be done: a code for cases, a message for people, the rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusal {
    /// A short name: `needs_points`, `out_of_reach`.
    pub code: Key,
    /// What a player is told, without a full stop.
    #[serde(alias = "text")]
    pub message: Message,
    /// The rule that says so.
    pub rule: Option<Key>,
}

impl Refusal {
    /// A refusal.
    pub fn new(code: &str, message: Message, rule: Option<Key>) -> Self {
        Self { code: Key::new(code), message, rule }
    }
}

impl fmt::Display for Refusal {
    /// The message by its id, for logs of the program. People read its sentence.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.message)?;
        if let Some(rule) = self.rule { write!(f, " [{rule}]") } else { Ok(()) }
    }
}

/// A value, unless something is refused.
pub type OrRefusal<T = ()> = Result<T, Refusal>;

/// A refusal as an answer; an empty rule is none.
pub(crate) fn refuse<T>(code: &str, message: Message, rule: &str) -> OrRefusal<T> {
    Err(Refusal::new(code, message, (!rule.is_empty()).then(|| Key::new(rule))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_is_read_as_it_is_written_and_one_of_an_older_program_by_its_sentence() {
        let word = message!("core-in-hand");
        let made =
            Refusal::new("no_item", message!("core-x-is-not-x", item = "axe", word), Some(Key::new("A-39")));
        let text = ron::to_string(&made).unwrap();
        assert_eq!(ron::from_str::<Refusal>(&text).unwrap(), made);
        let json = serde_json::to_string(&made).unwrap();
        assert_eq!(serde_json::from_str::<Refusal>(&json).unwrap(), made);
        let old = r#"(code: "no_item", text: "the axe is not in hand", rule: Some("A-39"))"#;
        let read: Refusal = ron::from_str(old).unwrap();
        assert_eq!(read, Refusal { message: Message::written("the axe is not in hand"), ..made });
    }
}
