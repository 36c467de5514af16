//! What a mod changes by path: of a rulebook's settings, and of entries.
//!
//! `update: { "attack.area.number": 12 }` and `update: (attack: (area: (number: 12)))` say the same. Named fields are
//! merged, maps by key, lists of entries by id; anything else is replaced.

use super::tree::{Member, Opened, Shape, first_step};
use crate::content::prelude::*;

const LONGEST_PATH: usize = 256;

/// How the mistake of a path begins that leads to nothing.
pub(super) const ABSENT: &str = "there is no \"";

/// Settings that cannot be changed: other things hang on them.
const FIXED: [&str; 2] = ["id", "extends"];

/// The verbs that change what a path leads to, in a file of entries as well as in a `book.ron`.
pub(super) const PATH_VERBS: [&str; 5] = ["set", "add", "mul", "extend", "remove"];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Verb {
    New,
    Override,
    Update,
    Delete,
    Add,
    Multiply,
}

impl Verb {
    fn named(name: &str) -> Option<Self> {
        match name {
            "new" | "extend" => Some(Self::New),
            "override" | "set" => Some(Self::Override),
            "update" => Some(Self::Update),
            "delete" | "remove" => Some(Self::Delete),
            "add" => Some(Self::Add),
            "mul" => Some(Self::Multiply),
            _ => None,
        }
    }
}

pub(super) struct Change {
    verb: Verb,
    /// What is written there; none: it is deleted.
    value: Option<SourcePlace>,
}

/// The part of a path that is still to be gone, and where it begins in the file.
#[derive(Clone, Copy)]
struct PathRest<'p> {
    rest: &'p str,
    at: usize,
}

pub(super) struct Edit<'a> {
    file: &'a SourceFile,
    budget: &'a ReadBudget,
    /// Whether a mistake will be shown, so that it is worth looking for advice.
    helps: bool,
    /// The mod has no more entries left.
    full: bool,
    /// What is wrong with them.
    pub mistakes: Vec<Diagnostic>,
    /// What they write, under the names of the settings that it belongs to.
    pub fields: Vec<RawField>,
    /// What was done to settings.
    pub done: Vec<SettingChange>,
}

/// One thing that is done to the settings of a book: the verb, the path as it is written, and what is written there.
pub(super) type SettingChange = (Key, SourcePlace, Option<SourcePlace>);

impl<'a> Edit<'a> {
    /// None yet.
    pub fn new(file: &'a SourceFile, budget: &'a ReadBudget, helps: bool) -> Self {
        let (mistakes, fields, done) = (Vec::new(), Vec::new(), Vec::new());
        Self { file, budget, helps, full: false, mistakes, fields, done }
    }

    /// Changes the settings by all that stands behind one verb.
    pub fn carry_out(&mut self, root: &mut Node, written: &RawField) {
        for (path, change) in self.changes(written) {
            if self.full {
                break;
            }
            self.one(root, &path, &change);
            self.done.push((written.name, path, change.value));
        }
        self.check_full(written);
    }

    /// A mod that has no more entries left changes nothing by what stands behind a verb.
    pub fn check_full(&mut self, written: &RawField) {
        if self.full {
            let place = SourcePlace { file: self.file.clone(), span: written.name_span.clone() };
            self.mistakes = vec![place.error(BudgetItem::Entries.beyond())];
        }
    }

    /// All that stands behind one verb: the path as it is written, and what is done there.
    pub fn changes(&mut self, written: &RawField) -> Vec<(SourcePlace, Change)> {
        let mut changes = Vec::new();
        let Some(verb) = Verb::named(written.name.as_str()) else { return changes };
        let (text, value) = (written.text(), written.place());
        let outline = Outline::of_fragment(text);
        let first = outline.tokens().first().map(|token| token.kind);
        let wanted = match (verb, first) {
            (Verb::Delete, Some(TokenKind::Open(b'['))) | (_, Some(TokenKind::Open(b'{'))) => TokenKind::Text,
            (_, Some(TokenKind::Open(b'('))) => TokenKind::Name,
            _ => TokenKind::Other,
        };
        let list = first == Some(TokenKind::Open(b'['));
        if wanted == TokenKind::Other || list != (verb == Verb::Delete) {
            let message = match verb {
                Verb::Delete => format!("`{}` takes a list of paths, `[\"stats.luck\"]`", written.name),
                _ => format!("`{}` takes `{{ \"path\": value }}` or `( setting: value )`", written.name),
            };
            self.mistakes.push(value.error(message));
            return changes;
        }
        let items = outline.items(0);
        self.full |= self.budget.spend(BudgetItem::Entries, items.len() as u64).is_err();
        for item in items {
            if self.full {
                break;
            }
            let (path, new) =
                if list { (Some(&item.value), None) } else { (item.key.as_ref(), Some(&item.value)) };
            let is_path =
                |path: &&Range<usize>| path.len() == 1 && outline.tokens()[path.start].kind == wanted;
            let Some(path) = path.filter(is_path) else {
                let place = value.within(&outline.span(&item.value));
                self.mistakes.push(place.error("expected the path of what is changed, then its value"));
                continue;
            };
            let path = value.within(&outline.span(path));
            if new.is_some_and(|new| new.is_empty()) {
                self.mistakes.push(path.error("a path needs a value"));
                continue;
            }
            let new = new.map(|new| value.within(&outline.span(new)));
            changes.push((path, Change { verb, value: new }));
        }
        changes
    }

    /// The text of a path as it is written, and where it begins in the file. `None`: it is no path, and that is said.
    pub fn path<'p>(&mut self, path: &'p SourcePlace) -> Option<(&'p str, usize)> {
        let written = path.text();
        let text = if written.contains('"') {
            text_content(written)
        } else {
            written.strip_prefix("r#").unwrap_or(written)
        };
        let sign = |c: char| c.is_ascii_alphanumeric() || "_-./:[] ".contains(c);
        let steps_are_there = text.split('.').all(|step| !step.is_empty());
        if text.len() > LONGEST_PATH || !steps_are_there || !text.chars().all(sign) {
            let help = "a path is made of names and numbers: `attack.area.number`, `vehicles.squares[0]`";
            self.mistakes.push(path.error("this is no path").help(help));
            return None;
        }
        Some((text, path.span.start + written.find(text).unwrap_or(0)))
    }

    fn one(&mut self, root: &mut Node, path: &SourcePlace, change: &Change) {
        let Some((text, at)) = self.path(path) else { return };
        let first = text.split(['.', '[']).next().unwrap_or_default();
        if FIXED.contains(&first) {
            let message = format!("the \"{first}\" of a rulebook cannot be changed");
            return self.mistakes.push(path.error(message));
        }
        if let Some(value) = &change.value {
            self.fields.push(RawField::new(Key::new(first), path.span.clone(), value.clone()));
        }
        self.change(root, PathRest { rest: text, at }, change);
    }

    /// Changes a part of an entry. `rest` is the path from the entry on, which begins at the byte `at` of the file.
    pub fn inside(&mut self, entry: &mut Node, (rest, at): (&str, usize), change: &Change) {
        let end = rest.find(['.', '[']).unwrap_or(rest.len());
        let first = rest.get(..end).unwrap_or(rest);
        let name_span = at..at + first.len();
        if first == "id" {
            let place = SourcePlace { file: self.file.clone(), span: name_span };
            return self.mistakes.push(place.error("the id of an entry cannot be changed"));
        }
        if let Some(value) = &change.value {
            self.fields.push(RawField::new(Key::new(first), name_span, value.clone()));
        }
        self.change(entry, PathRest { rest, at }, change);
    }

    fn change(&mut self, node: &mut Node, way: PathRest<'_>, change: &Change) {
        let Some(opened) = self.open(node) else {
            let mistake = self.place(way, way.rest).error("the path goes on where there is nothing inside");
            return self.mistakes.push(mistake);
        };
        let (step, after) = first_step(opened, way.rest);
        let here = self.place(way, step);
        let after = PathRest { rest: after, at: way.at + way.rest.len() - after.len() };
        let found = match opened.find(step) {
            Ok(Some(found)) => found,
            Ok(None) => return self.absent(opened, step, here, after, change),
            Err(()) => return self.mistakes.push(ambiguous(step, &here)),
        };
        if !after.rest.is_empty() {
            if let Some(member) = opened.member(found) {
                self.change(&mut member.value, after, change);
            }
            return;
        }
        let Some(value) = &change.value else { return opened.remove(found) };
        let Some(member) = opened.member(found) else { return };
        match change.verb {
            Verb::Override => member.value = Node::Written(value.clone()),
            Verb::Add | Verb::Multiply => match reckoned(&member.value, value, change.verb) {
                Ok(new) => member.value = new,
                Err(mistake) => self.mistakes.push(*mistake),
            },
            verb => self.merge(&mut member.value, Node::Written(value.clone()), verb, &here),
        }
    }

    /// A step leads to nothing that is written. A field may have been left out, so it is added.
    fn absent(
        &mut self,
        opened: &mut Opened,
        step: &str,
        here: SourcePlace,
        after: PathRest<'_>,
        change: &Change,
    ) {
        let is_name = step.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        let shape = opened.shape();
        let number = matches!(change.verb, Verb::Add | Verb::Multiply);
        let Some(value) = change.value.as_ref().filter(|_| !number) else {
            self.unknown(opened, step, &here, change.verb);
            if number
                && shape == Shape::Fields
                && is_name
                && let Some(last) = self.mistakes.last_mut()
                && last.help.is_none()
            {
                last.help = Some("if it is left out there, write it with `set`".into());
            }
            return;
        };
        if shape == Shape::Fields && is_name {
            let mut new = Node::Written(value.clone());
            if !after.rest.is_empty() {
                new = Node::Open(Arc::new(Opened::empty(here.clone())));
                self.change(&mut new, after, change);
            }
            opened.push(Member::new(step, here, false, new));
        } else if shape == Shape::Map && after.rest.is_empty() && change.verb == Verb::New {
            opened.push(Member::new(step, here, true, Node::Written(value.clone())));
        } else {
            self.unknown(opened, step, &here, change.verb);
        }
    }

    fn merge(&mut self, old: &mut Node, mut new: Node, verb: Verb, here: &SourcePlace) {
        if let (Some(into), Some(from)) = (self.open(old), self.open(&mut new))
            && alike(into, from, verb)
        {
            return self.join(into, from, verb);
        }
        if verb == Verb::New && self.open(old).is_none() && self.open(&mut new).is_some() {
            let mistake =
                here.error("this is a single value: only lists, maps and named fields are extended");
            self.mistakes.push(mistake.help("to change it, use `set`"));
        } else if verb == Verb::New {
            let [was, is] = [old, &mut new].map(|node| self.open(node).map(|opened| opened.shape()));
            let mistake = match was.filter(|was| is != Some(*was)) {
                Some(was) => here
                    .error(format!("what is there is {}: it is extended by such a one", form(was)))
                    .help("to write it anew, use `set`"),
                None => here.error("this is there already").help("to change it, use `update` or `override`"),
            };
            self.mistakes.push(mistake);
        } else {
            *old = new;
        }
    }

    fn join(&mut self, into: &mut Opened, from: &mut Opened, verb: Verb) {
        let shape = into.shape();
        let list = matches!(shape, Shape::Entries | Shape::List);
        for member in from.take() {
            if self.full {
                return;
            }
            let place = member.place().clone();
            let found = match into.find(&member.name) {
                Ok(found) => found.filter(|_| !list || member.is_entry()),
                Err(()) => {
                    self.mistakes.push(ambiguous(&member.name, &place));
                    continue;
                }
            };
            let Some(at) = found else {
                if verb == Verb::New || shape == Shape::Fields {
                    into.push(member);
                } else {
                    self.unknown(into, &member.name, &place, verb);
                }
                continue;
            };
            if list && verb == Verb::New {
                let mistake = place.error(format!("\"{}\" is there already", member.name));
                self.mistakes.push(mistake.help("to change it, use `update` or `override`"));
            } else if let Some(own) = into.member(at) {
                self.merge(&mut own.value, member.value, verb, &place);
            }
        }
    }

    fn open<'n>(&mut self, node: &'n mut Node) -> Option<&'n mut Opened> {
        let fresh = !node.is_open();
        let opened = node.opened()?;
        if fresh && self.budget.spend(BudgetItem::Entries, opened.len() as u64).is_err() {
            self.full = true;
            return None;
        }
        Some(opened)
    }

    fn unknown(&mut self, opened: &Opened, step: &str, here: &SourcePlace, verb: Verb) {
        let mut mistake = here.error(format!("{ABSENT}{step}\" here"));
        if verb == Verb::Update {
            mistake = mistake.help("`update` changes what there is; to add something, use `new`");
        }
        if self.helps && self.mistakes.len() < REPORTED {
            mistake = mistake.did_you_mean(step, opened.names());
        }
        self.mistakes.push(mistake);
    }

    fn place(&self, way: PathRest<'_>, letters: &str) -> SourcePlace {
        SourcePlace { file: self.file.clone(), span: way.at..way.at + letters.len() }
    }
}

fn form(shape: Shape) -> &'static str {
    match shape {
        Shape::Fields => "a value of named fields, `( name: value )`",
        Shape::Map => "a map, `{ \"key\": value }`",
        Shape::Entries => "a list of entries, `[ (id: \"..\", ..) ]`",
        Shape::List => "a list, `[ .. ]`",
        Shape::Tuple => "a value in round brackets, `( .. )`",
    }
}

fn ambiguous(step: &str, here: &SourcePlace) -> Diagnostic {
    let help = "say which by its number, counted from 0, in the path: `modifiers[2]`";
    here.error(format!("several are called \"{step}\" here")).help(help)
}

/// Whether a value is merged into one that is there, and does not take its place. An empty one takes its place.
fn alike(into: &Opened, from: &Opened, verb: Verb) -> bool {
    match (into.shape(), from.shape()) {
        _ if from.is_empty() => false,
        (Shape::Fields, Shape::Fields) => into.same_head(from),
        (Shape::Map, Shape::Map) | (Shape::Entries, Shape::Entries) => true,
        (Shape::Entries | Shape::List, Shape::Entries | Shape::List) => verb == Verb::New,
        _ => false,
    }
}

/// A number with a point as a fraction: "3 / 2" for 1.5.
fn as_fraction(text: &str) -> Option<String> {
    let (whole, part) = text_content(text).split_once('.')?;
    let digits = part.trim_end_matches('0');
    let under = 10_i64.checked_pow(u32::try_from(digits.len()).ok()?)?;
    let over: i64 = format!("{whole}{digits}").parse().ok()?;
    let (mut a, mut b) = (over.checked_abs()?, under);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    Some(format!("{} / {}", over / a.max(1), under / a.max(1)))
}

/// A number or expression with another added to it or multiplied by it, such as "3 / 2".
fn reckoned(old: &Node, by: &SourcePlace, verb: Verb) -> Result<Node, Box<Diagnostic>> {
    let word = if verb == Verb::Add { "added to" } else { "multiplied" };
    let (was, is) = (old.text(), by.text());
    let (from, with) = (text_content(&was), text_content(is));
    if Expr::parse(with).is_err() {
        let mistake = by.error("expected a whole number or an expression in quotes");
        return Err(Box::new(match as_fraction(is) {
            Some(fraction) => mistake.help(format!("write \"{fraction}\"")),
            None => mistake,
        }));
    }
    if old.is_open() || Expr::parse(from).is_err() {
        return Err(Box::new(by.error(format!("only a number or an expression can be {word}"))));
    }
    let fraction = with.split_once('/').is_some_and(|(over, under)| {
        over.trim().parse::<i64>().is_ok() && under.trim().parse::<i64>().is_ok()
    });
    let together = match verb {
        Verb::Add => format!("({from}) + ({with})"),
        _ if fraction => format!("({from}) * {with}"),
        _ => format!("({from}) * ({with})"),
    };
    let number = Expr::parse(&together).ok().and_then(|expr| expr.as_const());
    // A whole number stays one.
    let text = match number.filter(|_| !was.contains('"')) {
        Some(number) => number.to_string(),
        None => format!("\"{together}\""),
    };
    Ok(Node::Made(text.into(), by.clone()))
}
