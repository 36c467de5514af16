//! Whole-number expressions in content: `10 + level`, `margin / 2`, `max(1, power - 3)`.
//!
//! | form | meaning |
//! | --- | --- |
//! | `a + b`, `a - b`, `a * b`, `-a`, `( )` | as usual |
//! | `a / b` | quotient rounded down (towards minus infinity): `-3 / 2` is -2 |
//! | `a /^ b` | quotient rounded up: `3 /^ 2` is 2 |
//! | `a /0 b` | quotient rounded towards zero: `-3 /0 2` is -1 |
//! | `min(a, b, ..)`, `max(a, b, ..)`, `abs(a)` | smallest, largest, without sign |
//! | `a < b`, `<=`, `>`, `>=`, `==`, `!=` | 1 if so, else 0 |
//! | `a and b`, `a or b`, `not a` | 1 or 0; anything but 0 counts as so; the right side only if it matters |
//! | `if(c, a, b)` | `a` if `c` is not 0, else `b`; only that one is worked out |
//! | `level`, `target.size` | the value of a name: small letters, digits, `_` and `.`, and `:` behind a mod |
//!
//! From loose to tight: `or`, `and`, `not`, comparisons (not chained), `+ -`, `* /`, sign.

use std::{
    collections::BTreeSet,
    fmt,
    sync::{Arc, OnceLock},
};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::expr_parse;
use crate::key::Key;

/// How messages about a mistake in an expression begin; the column follows (see `decode`).
pub const MISTAKE: &str = "expression, column ";

/// An expression, checked and ready to be worked out. Copies share their parts.
/// In content it is a whole number, `true` or `false` (1 and 0), or a text. It is written as the text it was read
/// from; a text that is only a number is written as a number. Two are equal when they are worked out the same way.
#[derive(Clone)]
pub struct Expr(Form);

#[derive(Clone)]
enum Form {
    Number(i64),
    Text(Arc<Parsed>),
}

struct Parsed {
    text: Box<str>,
    /// The text as a name: what a part of a check that comes from it is called.
    key: OnceLock<Key>,
    root: Node,
}

/// The parts of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Node {
    Number(i64),
    Name(Key),
    Minus(Box<Node>),
    Not(Box<Node>),
    Abs(Box<Node>),
    Two(Op, Box<Node>, Box<Node>),
    If(Box<Node>, Box<Node>, Box<Node>),
}

/// What joins two parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Op {
    Add,
    Sub,
    Mul,
    DivDown,
    DivUp,
    DivZero,
    Less,
    LessEqual,
    More,
    MoreEqual,
    Equal,
    Unequal,
    And,
    Or,
    Min,
    Max,
}

/// Why an expression has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExprError {
    /// The scope does not know this name.
    UnknownName(Key),
    /// The divisor is 0.
    DivisionByZero,
    /// A value does not fit into 64 bits.
    Overflow,
}

impl fmt::Display for ExprError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownName(name) => write!(f, "unknown name \"{name}\""),
            Self::DivisionByZero => f.write_str("division by zero"),
            Self::Overflow => f.write_str("the value is too large"),
        }
    }
}

impl std::error::Error for ExprError {}

/// Why a text is no expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseExprError {
    /// The character of the text where it goes wrong, from 1; one past the last when the text ends too early.
    pub column: usize,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for ParseExprError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{MISTAKE}{}: {}", self.column, self.message)
    }
}

impl std::error::Error for ParseExprError {}

impl Expr {
    /// Reads a text. Errors name the column; parts without names are worked out at once, and must have a value.
    pub fn parse(text: &str) -> Result<Self, ParseExprError> {
        let root = expr_parse::parse(text)?;
        if let Node::Number(value) = root
            && text.trim() == value.to_string()
        {
            return Ok(Self(Form::Number(value)));
        }
        Ok(Self(Form::Text(Arc::new(Parsed { text: text.into(), key: OnceLock::new(), root }))))
    }

    /// A plain number.
    pub fn number(value: i64) -> Self {
        Self(Form::Number(value))
    }

    /// The value, with names looked up in a scope.
    pub fn eval(&self, scope: &dyn Fn(Key) -> Option<i64>) -> Result<i64, ExprError> {
        match &self.0 {
            Form::Number(value) => Ok(*value),
            Form::Text(parsed) => parsed.root.eval(scope),
        }
    }

    /// The value, if it depends on no name.
    pub fn as_const(&self) -> Option<i64> {
        match &self.0 {
            Form::Number(value) => Some(*value),
            Form::Text(parsed) => match parsed.root {
                Node::Number(value) => Some(value),
                _ => None,
            },
        }
    }

    /// Its text as a name.
    pub fn key(&self) -> Key {
        match &self.0 {
            Form::Number(value) => Key::new(&value.to_string()),
            Form::Text(parsed) => *parsed.key.get_or_init(|| Key::new(&parsed.text)),
        }
    }

    /// The same with other names: `other` gives what stands for one. `None`: that would be no expression.
    pub fn renamed(&self, other: impl Fn(&str) -> Option<String>) -> Option<Self> {
        Self::parse(&expr_parse::renamed(&self.to_string(), other)).ok()
    }

    /// The names it uses, each once, in the order of the alphabet.
    pub fn names(&self) -> Vec<Key> {
        let mut names = BTreeSet::new();
        if let Form::Text(parsed) = &self.0 {
            parsed.root.add_names(&mut names);
        }
        names.into_iter().collect()
    }

    pub(super) fn with_root<T>(&self, f: impl FnOnce(&Node) -> T) -> T {
        match &self.0 {
            Form::Number(value) => f(&Node::Number(*value)),
            Form::Text(parsed) => f(&parsed.root),
        }
    }
}

impl Node {
    pub(super) fn eval(&self, scope: &dyn Fn(Key) -> Option<i64>) -> Result<i64, ExprError> {
        Ok(match self {
            Self::Number(value) => *value,
            Self::Name(name) => scope(*name).ok_or(ExprError::UnknownName(*name))?,
            Self::Minus(a) => a.eval(scope)?.checked_neg().ok_or(ExprError::Overflow)?,
            Self::Not(a) => i64::from(a.eval(scope)? == 0),
            Self::Abs(a) => a.eval(scope)?.checked_abs().ok_or(ExprError::Overflow)?,
            Self::Two(Op::And, a, b) => i64::from(a.eval(scope)? != 0 && b.eval(scope)? != 0),
            Self::Two(Op::Or, a, b) => i64::from(a.eval(scope)? != 0 || b.eval(scope)? != 0),
            Self::Two(op, a, b) => op.apply(a.eval(scope)?, b.eval(scope)?)?,
            Self::If(c, a, b) => {
                if c.eval(scope)? != 0 {
                    a.eval(scope)?
                } else {
                    b.eval(scope)?
                }
            }
        })
    }

    fn add_names(&self, names: &mut BTreeSet<Key>) {
        match self {
            Self::Number(_) => {}
            Self::Name(name) => {
                names.insert(*name);
            }
            Self::Minus(a) | Self::Not(a) | Self::Abs(a) => a.add_names(names),
            Self::Two(_, a, b) => {
                a.add_names(names);
                b.add_names(names);
            }
            Self::If(c, a, b) => {
                c.add_names(names);
                a.add_names(names);
                b.add_names(names);
            }
        }
    }
}

impl Op {
    pub(super) fn apply(self, a: i64, b: i64) -> Result<i64, ExprError> {
        let exact = match self {
            Self::Add => a.checked_add(b),
            Self::Sub => a.checked_sub(b),
            Self::Mul => a.checked_mul(b),
            Self::DivDown | Self::DivUp | Self::DivZero => {
                if b == 0 {
                    return Err(ExprError::DivisionByZero);
                }
                let quotient = a.checked_div(b).ok_or(ExprError::Overflow)?; // towards zero
                let (inexact, negative) = (a % b != 0, (a < 0) != (b < 0));
                match self {
                    Self::DivDown if inexact && negative => quotient.checked_sub(1),
                    Self::DivUp if inexact && !negative => quotient.checked_add(1),
                    _ => Some(quotient),
                }
            }
            Self::Less => Some(i64::from(a < b)),
            Self::LessEqual => Some(i64::from(a <= b)),
            Self::More => Some(i64::from(a > b)),
            Self::MoreEqual => Some(i64::from(a >= b)),
            Self::Equal => Some(i64::from(a == b)),
            Self::Unequal => Some(i64::from(a != b)),
            Self::And => Some(i64::from(a != 0 && b != 0)),
            Self::Or => Some(i64::from(a != 0 || b != 0)),
            Self::Min => Some(a.min(b)),
            Self::Max => Some(a.max(b)),
        };
        exact.ok_or(ExprError::Overflow)
    }
}

impl From<i64> for Expr {
    fn from(value: i64) -> Self {
        Self(Form::Number(value))
    }
}

impl Default for Expr {
    /// The number 0.
    fn default() -> Self {
        Self::from(0)
    }
}

impl std::str::FromStr for Expr {
    type Err = ParseExprError;
    fn from_str(text: &str) -> Result<Self, ParseExprError> {
        Self::parse(text)
    }
}

impl PartialEq for Expr {
    fn eq(&self, other: &Self) -> bool {
        self.with_root(|a| other.with_root(|b| a == b))
    }
}

impl Eq for Expr {}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Form::Number(value) => write!(f, "{value}"),
            Form::Text(parsed) => f.write_str(&parsed.text),
        }
    }
}

impl fmt::Debug for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Expr({self})")
    }
}

impl Serialize for Expr {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0 {
            Form::Number(value) => serializer.serialize_i64(*value),
            Form::Text(parsed) => serializer.serialize_str(&parsed.text),
        }
    }
}

impl<'de> Deserialize<'de> for Expr {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl de::Visitor<'_> for Visitor {
            type Value = Expr;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number or an expression in quotes")
            }
            fn visit_bool<E: de::Error>(self, value: bool) -> Result<Expr, E> {
                Ok(Expr::from(i64::from(value)))
            }
            fn visit_i64<E: de::Error>(self, value: i64) -> Result<Expr, E> {
                Ok(Expr::from(value))
            }
            fn visit_u64<E: de::Error>(self, value: u64) -> Result<Expr, E> {
                i64::try_from(value).map(Expr::from).map_err(|_| E::custom("this number is too large"))
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Expr, E> {
                Expr::parse(text).map_err(E::custom)
            }
        }
        deserializer.deserialize_any(Visitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> i64 {
        let scope = |name: Key| match name.as_str() {
            "level" => Some(5),
            "margin" => Some(-3),
            "target.size" => Some(2),
            "huge" => Some(i64::MAX),
            _ => None,
        };
        Expr::parse(text).unwrap().eval(&scope).unwrap()
    }

    fn failure(text: &str) -> ExprError {
        Expr::parse(text)
            .unwrap()
            .eval(&|n| (n == "huge").then_some(i64::MAX).or((n == "zero").then_some(0)))
            .unwrap_err()
    }

    #[test]
    fn the_usual_rules_of_reckoning_hold() {
        for (text, wanted) in [
            ("10 + level", 15),
            ("2 + 3 * 4", 14),
            ("(2 + 3) * 4", 20),
            ("10 - 3 - 2", 5),
            ("-level + 1", -4),
            ("--level", 5),
            ("2 * -3", -6),
            ("level * target.size", 10),
            ("min(level, 3)", 3),
            ("max(level, 3, 9)", 9),
            ("abs(margin)", 3),
            ("1 < 2", 1),
            ("level >= 5", 1),
            ("level != 5", 0),
            ("1 + 1 == 2", 1),
            ("not level", 0),
            ("not level == 3 and 1", 1),
            ("0 and 1 or 1", 1),
            ("1 or 0 and 0", 1),
            ("if(level > 3, 100, missing)", 100),
            ("0 and missing", 0),
            ("level or missing", 1),
            ("9223372036854775807", i64::MAX),
            ("-9223372036854775808", i64::MIN),
        ] {
            assert_eq!(value(text), wanted, "{text}");
        }
    }

    #[test]
    fn the_operator_states_the_rounding() {
        assert_eq!(value("margin/2"), -2);
        assert_eq!(value("margin/0 2"), -1);
        assert_eq!(value("level/02"), 2, "a digit after the 0 makes it a number");
    }

    #[test]
    fn what_has_no_value_is_an_error_and_no_panic() {
        assert_eq!(failure("huge + 1"), ExprError::Overflow);
        assert_eq!(failure("huge * 2"), ExprError::Overflow);
        assert_eq!(failure("(-huge - 1) / -1"), ExprError::Overflow);
        assert_eq!(failure("-(-huge - 1)"), ExprError::Overflow);
        assert_eq!(failure("abs(-huge - 1)"), ExprError::Overflow);
        assert_eq!(failure("1 / zero"), ExprError::DivisionByZero);
        assert_eq!(failure("1 /^ zero"), ExprError::DivisionByZero);
        assert_eq!(failure("lvel"), ExprError::UnknownName(Key::new("lvel")));
    }

    #[test]
    fn names_are_listed_once() {
        let names = Expr::parse("if(b.x > a, a, min(c, a))").unwrap().names();
        assert_eq!(names, ["a", "b.x", "c"].map(Key::new));
        assert!(Expr::from(3).names().is_empty());
    }

    #[test]
    fn parts_without_names_are_worked_out_once() {
        assert_eq!(Expr::parse("2 * (3 + 4)").unwrap().as_const(), Some(14));
        assert_eq!(Expr::parse("if(1, 2, level)").unwrap().as_const(), Some(2));
        assert_eq!(Expr::parse("level").unwrap().as_const(), None);
        assert_eq!(Expr::parse("level + 2 * 3"), Expr::parse("level+6"));
    }

    #[test]
    fn numbers_truths_and_texts_can_be_read_and_are_written_as_they_were() {
        for text in ["7", "-7", "\"10 + level\"", "\"2*3\""] {
            let expr: Expr = ron::from_str(text).unwrap();
            assert_eq!(ron::to_string(&expr).unwrap(), text);
            let again: Expr = serde_json::from_str(&serde_json::to_string(&expr).unwrap()).unwrap();
            assert_eq!(again, expr);
        }
        assert_eq!(ron::from_str::<Expr>("true").unwrap(), Expr::from(1));
        assert_eq!(ron::from_str::<Expr>("\"5\"").unwrap(), Expr::from(5));
        assert!(ron::from_str::<Expr>("1.5").is_err());
        assert!(ron::from_str::<Expr>("18446744073709551615").is_err());
    }
}
