//! What an expression comes to where only some of its names are known.

use super::expr::{Expr, Node, Op};
use crate::key::Key;

impl Expr {
    /// The value that it has whatever names mean that `known` does not know; none: it depends on one, or has no value.
    pub fn certain(&self, known: &dyn Fn(Key) -> Option<i64>) -> Option<i64> {
        self.with_root(|root| root.certain(known))
    }
}

impl Node {
    fn certain(&self, known: &dyn Fn(Key) -> Option<i64>) -> Option<i64> {
        match self {
            Self::Number(value) => Some(*value),
            Self::Name(name) => known(*name),
            Self::Minus(a) => a.certain(known)?.checked_neg(),
            Self::Not(a) => Some(i64::from(!a.truth(known)?)),
            Self::Abs(a) => a.certain(known)?.checked_abs(),
            // One part may settle it.
            Self::Two(Op::And, a, b) => match (a.truth(known), b.truth(known)) {
                (Some(false), _) | (_, Some(false)) => Some(0),
                (Some(true), Some(true)) => Some(1),
                _ => None,
            },
            Self::Two(Op::Or, a, b) => match (a.truth(known), b.truth(known)) {
                (Some(true), _) | (_, Some(true)) => Some(1),
                (Some(false), Some(false)) => Some(0),
                _ => None,
            },
            Self::Two(op, a, b) => op.apply(a.certain(known)?, b.certain(known)?).ok(),
            Self::If(c, a, b) => match c.truth(known) {
                Some(true) => a.certain(known),
                Some(false) => b.certain(known),
                None => a.certain(known).filter(|value| b.certain(known) == Some(*value)),
            },
        }
    }

    fn truth(&self, known: &dyn Fn(Key) -> Option<i64>) -> Option<bool> {
        self.certain(known).map(|value| value != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn certain(text: &str) -> Option<i64> {
        let known = |name: Key| match name.as_str() {
            "none" => Some(0),
            "two" => Some(2),
            _ => None,
        };
        Expr::parse(text).unwrap().certain(&known)
    }

    #[test]
    fn what_is_not_known_matters_only_where_it_decides() {
        assert_eq!(certain("two + 1"), Some(3));
        assert_eq!(certain("two + x"), None);
        assert_eq!(certain("none and x"), Some(0));
        assert_eq!(certain("x and none"), Some(0));
        assert_eq!(certain("two and x"), None);
        assert_eq!(certain("x or two"), Some(1));
        assert_eq!(certain("x or none"), None);
        assert_eq!(certain("not none"), Some(1));
        assert_eq!(certain("if(none, x, two)"), Some(2));
        assert_eq!(certain("if(x, two, 2)"), Some(2));
        assert_eq!(certain("if(x, two, 3)"), None);
        assert_eq!(certain("two / none"), None, "it has no value");
    }
}
