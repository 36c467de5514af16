//! From the text of an expression to its parts.

use super::expr::{ExprError, Node, Op, ParseExprError};
use crate::{key::Key, suggest::suggest};

/// Longest text, in bytes.
const MAX_LENGTH: usize = 4096;
/// Deepest nesting of brackets, signs and operators.
const MAX_DEPTH: usize = 64;
const FUNCTIONS: [&str; 4] = ["min", "max", "abs", "if"];

pub(super) fn parse(text: &str) -> Result<Node, ParseExprError> {
    let mut parser = Parser { text, at: 0, depth: 0 };
    if text.len() > MAX_LENGTH {
        return Err(parser.error_at(0, format!("an expression has at most {MAX_LENGTH} bytes")));
    }
    let node = parser.either()?;
    parser.skip_blank();
    match parser.rest().chars().next() {
        None => Ok(node),
        Some(c) => Err(parser.unexpected_end(c)),
    }
}

/// A text in which other names stand: `other` gives what stands for one.
pub(super) fn renamed(text: &str, other: impl Fn(&str) -> Option<String>) -> String {
    let mut changed = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = match rest.find(|c: char| !is_name(c)) {
            Some(0) => first.len_utf8(),
            Some(end) => end,
            None => rest.len(),
        };
        let (word, behind) = rest.split_at(end);
        changed.push_str(other(word).as_deref().unwrap_or(word));
        rest = behind;
    }
    changed
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
}

type Parse = Result<Node, ParseExprError>;

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn skip_blank(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    fn error_at(&self, at: usize, message: impl Into<String>) -> ParseExprError {
        ParseExprError { column: 1 + self.text[..at].chars().count(), message: message.into() }
    }

    fn error(&self, message: impl Into<String>) -> ParseExprError {
        self.error_at(self.at, message)
    }

    fn unexpected_end(&self, c: char) -> ParseExprError {
        let advice = match c {
            ')' => "this `)` closes nothing".to_owned(),
            '=' => "use `==` to compare".to_owned(),
            '&' => "use `and`".to_owned(),
            '|' => "use `or`".to_owned(),
            '<' | '>' | '!' => "comparisons cannot be chained: join two with `and`".to_owned(),
            '.' => "only whole numbers are possible".to_owned(),
            _ => format!("expected an operator, found `{}`", self.word_here(c)),
        };
        self.error(advice)
    }

    /// The name or number that starts here, or the one character.
    fn word_here(&self, c: char) -> &'a str {
        let rest = self.rest();
        match rest.find(|c: char| !is_name(c)) {
            Some(0) => &rest[..c.len_utf8()],
            Some(end) => &rest[..end],
            None => rest,
        }
    }

    /// Takes a sign such as `<=` if it stands here.
    fn sign(&mut self, sign: &str) -> bool {
        self.skip_blank();
        let here = self.rest().starts_with(sign);
        if here {
            self.at += sign.len();
        }
        here
    }

    /// Takes a word such as `and` if it stands here as a whole.
    fn word(&mut self, word: &str) -> bool {
        self.skip_blank();
        let here = self.rest().strip_prefix(word).is_some_and(|rest| !rest.starts_with(is_name));
        if here {
            self.at += word.len();
        }
        here
    }

    fn deeper(&mut self, inner: impl FnOnce(&mut Self) -> Parse) -> Parse {
        if self.depth >= MAX_DEPTH {
            return Err(self.error(format!("this is nested deeper than {MAX_DEPTH}")));
        }
        self.depth += 1;
        let node = inner(self);
        self.depth -= 1;
        node
    }

    /// Parts joined by operators of one tightness, from left to right.
    fn chain(
        &mut self,
        part: impl Fn(&mut Self) -> Parse,
        operator: impl Fn(&mut Self) -> Option<Op>,
    ) -> Parse {
        let mut left = part(self)?;
        let mut parts = 0;
        loop {
            self.skip_blank();
            let at = self.at;
            let Some(op) = operator(self) else { return Ok(left) };
            parts += 1;
            if parts > MAX_DEPTH {
                return Err(
                    self.error_at(at, format!("more than {MAX_DEPTH} operators in a row: use brackets"))
                );
            }
            let right = part(self)?;
            left = self.fold(at, Node::Two(op, Box::new(left), Box::new(right)))?;
        }
    }

    fn either(&mut self) -> Parse {
        self.chain(Self::both, |p| p.word("or").then_some(Op::Or))
    }

    fn both(&mut self) -> Parse {
        self.chain(Self::negation, |p| p.word("and").then_some(Op::And))
    }

    fn negation(&mut self) -> Parse {
        if self.word("not") {
            let at = self.at;
            let inner = self.deeper(Self::negation)?;
            return self.fold(at, Node::Not(Box::new(inner)));
        }
        self.comparison()
    }

    fn comparison(&mut self) -> Parse {
        let left = self.sum()?;
        self.skip_blank();
        let at = self.at;
        let signs = [
            ("<=", Op::LessEqual),
            (">=", Op::MoreEqual),
            ("==", Op::Equal),
            ("!=", Op::Unequal),
            ("<", Op::Less),
            (">", Op::More),
        ];
        let Some((_, op)) = signs.into_iter().find(|(sign, _)| self.sign(sign)) else { return Ok(left) };
        let right = self.sum()?;
        self.fold(at, Node::Two(op, Box::new(left), Box::new(right)))
    }

    fn sum(&mut self) -> Parse {
        self.chain(
            Self::product,
            |p| {
                if p.sign("+") { Some(Op::Add) } else { p.sign("-").then_some(Op::Sub) }
            },
        )
    }

    fn product(&mut self) -> Parse {
        self.chain(Self::signed, |p| {
            if p.sign("*") {
                return Some(Op::Mul);
            }
            if p.sign("/^") {
                return Some(Op::DivUp);
            }
            p.skip_blank();
            let rest = p.rest().strip_prefix('/')?;
            // `/0` rounds towards zero, unless the 0 begins a longer number.
            let towards_zero = rest.strip_prefix('0').is_some_and(|rest| !rest.starts_with(is_name));
            p.at += if towards_zero { 2 } else { 1 };
            Some(if towards_zero { Op::DivZero } else { Op::DivDown })
        })
    }

    fn signed(&mut self) -> Parse {
        if self.sign("-") {
            let at = self.at - 1;
            self.skip_blank();
            // The lowest number has no positive twin, so its sign belongs to the digits.
            if self.rest().starts_with(|c: char| c.is_ascii_digit()) {
                return self.number(true);
            }
            let inner = self.deeper(Self::signed)?;
            return self.fold(at, Node::Minus(Box::new(inner)));
        }
        self.single()
    }

    fn number(&mut self, negative: bool) -> Parse {
        let start = self.at;
        let rest = self.rest();
        let end = rest.find(|c: char| !is_name(c)).unwrap_or(rest.len());
        let word = &rest[..end];
        if let Some(bad) = word.find(|c: char| !c.is_ascii_digit()) {
            let what = if word[bad..].starts_with('.') {
                "only whole numbers are possible"
            } else if is_dice(word) {
                "dice do not stand in expressions, but in fields of their own"
            } else {
                "a name cannot begin with a digit"
            };
            return Err(self.error_at(start + bad, what));
        }
        let value = if negative { format!("-{word}").parse() } else { word.parse() };
        let value = value.map_err(|_| self.error_at(start, "this number is too large"))?;
        self.at += end;
        Ok(Node::Number(value))
    }

    fn single(&mut self) -> Parse {
        self.skip_blank();
        let start = self.at;
        let Some(first) = self.rest().chars().next() else {
            return Err(self.error("expected a number, a name or `(`, found the end"));
        };
        if first == '(' {
            self.at += 1;
            let inner = self.deeper(Self::either)?;
            self.close(start)?;
            return Ok(inner);
        }
        if first.is_ascii_digit() {
            return self.number(false);
        }
        if !(first == '_' || first.is_ascii_alphabetic()) {
            return Err(self.error(format!("expected a number, a name or `(`, found `{first}`")));
        }
        let name = self.word_here(first);
        self.at += name.len();
        self.skip_blank();
        if self.rest().starts_with('(') {
            return self.call(name, start);
        }
        if let Some(bad) = name.find(|c: char| c.is_ascii_uppercase()) {
            return Err(self.error_at(start + bad, "names are written in small letters"));
        }
        if ["and", "or", "not", "if"].contains(&name) {
            return Err(self.error_at(start, format!("expected a value, found `{name}`")));
        }
        Ok(Node::Name(Key::new(name)))
    }

    fn close(&mut self, open: usize) -> Result<(), ParseExprError> {
        if self.sign(")") {
            return Ok(());
        }
        match self.rest().chars().next() {
            None => Err(self.error_at(open, "this `(` is never closed")),
            Some(',') => Err(self.error("expected `)`, found `,`")),
            Some(c) => Err(self.unexpected_end(c)),
        }
    }

    fn call(&mut self, name: &str, start: usize) -> Parse {
        if !FUNCTIONS.contains(&name) {
            let help = match suggest(name, FUNCTIONS) {
                Some(near) => format!(" (did you mean \"{near}\"?)"),
                None => format!(" (there are {})", FUNCTIONS.join(", ")),
            };
            return Err(self.error_at(start, format!("unknown function \"{name}\"{help}")));
        }
        let open = self.at;
        self.at += 1;
        let mut values = Vec::new();
        loop {
            self.skip_blank();
            if values.is_empty() && self.rest().starts_with(')') {
                break;
            }
            values.push(self.deeper(Self::either)?);
            if values.len() > MAX_DEPTH {
                return Err(self.error(format!("more than {MAX_DEPTH} values in one bracket")));
            }
            if !self.sign(",") {
                break;
            }
        }
        self.close(open)?;
        let count = values.len();
        let mut values = values.into_iter().map(Box::new);
        let wanted = match (name, count) {
            ("abs", 1) => {
                let Some(a) = values.next() else { return Err(self.error("a value is missing")) };
                return self.fold(start, Node::Abs(a));
            }
            ("if", 3) => {
                let (Some(c), Some(a), Some(b)) = (values.next(), values.next(), values.next()) else {
                    return Err(self.error("a value is missing"));
                };
                return Ok(match *c {
                    Node::Number(0) => *b,
                    Node::Number(_) => *a,
                    _ => Node::If(c, a, b),
                });
            }
            ("min" | "max", 2..) => {
                let op = if name == "min" { Op::Min } else { Op::Max };
                let Some(mut all) = values.next() else { return Err(self.error("a value is missing")) };
                for value in values {
                    all = Box::new(self.fold(start, Node::Two(op, all, value))?);
                }
                return Ok(*all);
            }
            ("abs", _) => "one value",
            ("if", _) => "three values: a condition, the value if so, the value if not",
            _ => "at least two values",
        };
        Err(self.error_at(start, format!("\"{name}\" takes {wanted}; {count} given")))
    }

    /// Works a part out if it has no names. Both a division by zero and a number that is too large are mistakes then.
    fn fold(&self, at: usize, node: Node) -> Parse {
        let constant = |node: &Node| matches!(node, Node::Number(_));
        let ready = match &node {
            Node::Minus(a) | Node::Not(a) | Node::Abs(a) => constant(a),
            Node::Two(Op::DivDown | Op::DivUp | Op::DivZero, _, b) if **b == Node::Number(0) => {
                return Err(self.error_at(at, ExprError::DivisionByZero.to_string()));
            }
            Node::Two(_, a, b) => constant(a) && constant(b),
            _ => false,
        };
        if !ready {
            return Ok(node);
        }
        node.eval(&|_| None).map(Node::Number).map_err(|error| self.error_at(at, error.to_string()))
    }
}

fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || "_.:".contains(c)
}

/// Whether a word is written dice, `3d6`.
fn is_dice(word: &str) -> bool {
    let number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    word.split_once('d').is_some_and(|(count, sides)| number(count) && number(sides))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistakes_name_their_column() {
        for (text, wanted) in [
            ("", "1: expected a number, a name or `(`, found the end"),
            ("(1 + 2", "1: this `(` is never closed"),
            ("1 + 2)", "6: this `)` closes nothing"),
            ("level 3", "7: expected an operator, found `3`"),
            ("mni(1, 2)", "1: unknown function \"mni\" (did you mean \"min\"?)"),
            ("2 + floor(3)", "5: unknown function \"floor\" (there are min, max, abs, if)"),
            ("abs(1, 2)", "1: \"abs\" takes one value; 2 given"),
            ("max()", "1: \"max\" takes at least two values; 0 given"),
            (
                "if(1, 2)",
                "1: \"if\" takes three values: a condition, the value if so, the value if not; 2 given",
            ),
            ("a = 3", "3: use `==` to compare"),
            ("a && b", "3: use `and`"),
            ("1 < a < 3", "7: comparisons cannot be chained: join two with `and`"),
            ("1.5", "2: only whole numbers are possible"),
            ("3d", "2: a name cannot begin with a digit"),
            ("Level", "1: names are written in small letters"),
            ("99999999999999999999", "1: this number is too large"),
            ("5 * (9223372036854775807 + 1)", "26: the value is too large"),
            ("level / 0", "7: division by zero"),
            ("a + and", "5: expected a value, found `and`"),
            ("é", "1: expected a number, a name or `(`, found `é`"),
            ("min(1, 2", "4: this `(` is never closed"),
            ("(1, 2)", "3: expected `)`, found `,`"),
        ] {
            let error = parse(text).unwrap_err();
            assert_eq!(format!("{}: {}", error.column, error.message), wanted, "{text}");
        }
    }

    #[test]
    fn depth_and_length_have_limits() {
        let nested = |n: usize| format!("{}a{}", "(".repeat(n), ")".repeat(n));
        assert!(parse(&nested(MAX_DEPTH)).is_ok());
        assert!(parse(&nested(MAX_DEPTH + 1)).is_err());
        assert!(parse(&format!("{}a", "-".repeat(100))).is_err());
        assert!(parse(&format!("{}a", "not ".repeat(100))).is_err());
        assert!(parse(&format!("a{}", " + a".repeat(1000))).is_err());
        assert!(parse(&" ".repeat(MAX_LENGTH + 1)).is_err());
        assert!(parse(&"if(".repeat(1000)).is_err());
    }

    #[test]
    fn words_inside_names_are_no_operators() {
        assert_eq!(parse("order").unwrap(), Node::Name(Key::new("order")));
        assert_eq!(parse("nothing").unwrap(), Node::Name(Key::new("nothing")));
        assert_eq!(parse("android.and_x").unwrap(), Node::Name(Key::new("android.and_x")));
        assert_eq!(parse("has.own:wet").unwrap(), Node::Name(Key::new("has.own:wet")));
    }

    #[test]
    fn names_are_changed_as_a_whole() {
        let other = |word: &str| (word == "has.wet").then(|| "has.own:wet".to_owned());
        assert_eq!(
            renamed("2*has.wet + has.wetter/0 has.wet", other),
            "2*has.own:wet + has.wetter/0 has.own:wet"
        );
    }
}
