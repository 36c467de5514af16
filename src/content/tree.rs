//! A value as it is written, opened where mods change a part of it. Each part keeps the place where it was written.

use super::{decode::Stitched, scan::Item};
use crate::content::prelude::*;

/// The fields by which an entry of a list is known, the first that it has.
const NAMED_BY: [&str; 4] = ["id", "condition", "mode", "rule"];

/// A value, written in one place or put together from several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Node {
    Written(SourcePlace),
    /// What comes of something that is written at the place.
    Made(Arc<str>, SourcePlace),
    Open(Arc<Opened>),
}

/// What a bracket holds, and so how two of them are merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// `( name: value, .. )`, with or without a word before it.
    Fields,
    /// `{ key: value, .. }`
    Map,
    /// A list of entries in round brackets that have names.
    Entries,
    List,
    Tuple,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Opened {
    /// All up to the first member: `(`, `Check(`, `{`, `[`.
    head: String,
    place: SourcePlace,
    /// What closes the brackets around this one: `)` of `Ledger((cap: 10))`.
    tail: String,
    bracket: u8,
    /// What was taken out leaves its place empty, so that numbers of members stay.
    members: Vec<Option<Member>>,
    /// The members by their names; none: several have this name.
    index: BTreeMap<String, Option<usize>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Label {
    None,
    /// Before the value and a colon; a map's key that stands in a path has to be put in quotes.
    Before {
        place: SourcePlace,
        quote: bool,
    },
    Within(SourcePlace),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Member {
    /// What it is called; empty: it has no name.
    pub name: String,
    /// Its value.
    pub value: Node,
    label: Label,
    /// It is an entry: its name is one of its fields.
    entry: bool,
}

impl Member {
    /// A member named by a word of a path.
    pub fn new(name: &str, place: SourcePlace, quote: bool, value: Node) -> Self {
        Self { name: name.to_owned(), value, label: Label::Before { place, quote }, entry: false }
    }

    /// Whether its name is one of its fields.
    pub fn is_entry(&self) -> bool {
        self.entry
    }

    /// Where its name stands, or the value if it has none.
    pub fn place(&self) -> &SourcePlace {
        match (&self.label, &self.value) {
            (Label::Before { place, .. } | Label::Within(place), _)
            | (Label::None, Node::Written(place) | Node::Made(_, place)) => place,
            (Label::None, Node::Open(opened)) => &opened.place,
        }
    }
}

impl Node {
    /// The value with its members apart; `None` if it is not in brackets.
    pub fn opened(&mut self) -> Option<&mut Opened> {
        if let Self::Written(place) = self {
            let opened = Opened::read(place)?;
            *self = Self::Open(Arc::new(opened));
        }
        match self {
            Self::Open(opened) => Some(Arc::make_mut(opened)),
            Self::Written(_) | Self::Made(..) => None,
        }
    }

    /// An entry with its fields apart, under its canonical id.
    pub fn of_entry(entry: &RawEntry) -> Self {
        let mut node = entry.tree.clone().unwrap_or_else(|| {
            let start = entry.origin.span.start;
            let bracket = SourcePlace { file: entry.origin.file.clone(), span: start..start + 1 };
            let mut opened = Opened::empty(bracket);
            entry.fields.iter().for_each(|field| opened.push(field_member(field)));
            Self::Open(Arc::new(opened))
        });
        let id = Self::Made(format!("\"{}\"", entry.id).into(), entry.place());
        if let Some(opened) = node.opened()
            && let Ok(Some(at)) = opened.find("id")
            && let Some(member) = opened.member(at)
        {
            member.value = id;
        }
        node
    }

    /// Puts a field in the place of the one of its name, or adds it.
    pub fn put(&mut self, field: &RawField) {
        let Some(opened) = self.opened() else { return };
        match opened.find(field.name.as_str()) {
            Ok(Some(at)) => {
                if let Some(member) = opened.member(at) {
                    member.value = Self::Written(field.place());
                }
            }
            Ok(None) => opened.push(field_member(field)),
            Err(()) => {}
        }
    }

    /// The value that a path leads to, as it is written or comes of what is written; `None`: there is none.
    pub fn at(&self, path: &str) -> Option<Self> {
        if path.is_empty() {
            return Some(self.clone());
        }
        let mut here = self.clone();
        let opened = here.opened()?;
        let (step, rest) = first_step(opened, path);
        let at = opened.find(step).ok()??;
        opened.member(at)?.value.at(rest)
    }

    /// Where it stands, or begins.
    pub fn place(&self) -> &SourcePlace {
        match self {
            Self::Written(place) | Self::Made(_, place) => place,
            Self::Open(opened) => &opened.place,
        }
    }

    /// Where the first value was written that was made of something, and of which something is true as it is now.
    pub fn made_where(&self, is: &impl Fn(&str) -> bool) -> Option<SourcePlace> {
        match self {
            Self::Written(_) => None,
            Self::Made(text, place) => is(text_content(text)).then(|| place.clone()),
            Self::Open(opened) => opened.members().find_map(|member| member.value.made_where(is)),
        }
    }

    /// The value as text.
    pub fn text(&self) -> String {
        let mut text = Stitched::new(self.place().clone());
        self.write(&mut text);
        text.into_text()
    }

    /// Whether its members are apart already.
    pub fn is_open(&self) -> bool {
        matches!(self, Self::Open(_))
    }

    /// Puts the value together again, to be decoded.
    pub fn write(&self, to: &mut Stitched<'_>) {
        let opened = match self {
            Self::Written(place) => return to.push(place.text(), place),
            Self::Made(text, place) => return to.push(text, place),
            Self::Open(opened) => opened,
        };
        to.push(&opened.head, &opened.place);
        for member in opened.members.iter().flatten() {
            if let Label::Before { place, quote } = &member.label {
                if *quote {
                    to.push(&format!("\"{}\"", member.name), place);
                } else {
                    to.push(place.text(), place);
                }
                to.glue(": ");
            }
            member.value.write(to);
            to.glue(",\n");
        }
        to.glue(match opened.bracket {
            b'(' => ")",
            b'[' => "]",
            _ => "}",
        });
        to.glue(&opened.tail);
    }
}

impl Opened {
    /// Round brackets without members; what is said of them is said of a place.
    pub fn empty(place: SourcePlace) -> Self {
        let (head, tail) = ("(".to_owned(), String::new());
        Self { head, place, tail, bracket: b'(', members: Vec::new(), index: BTreeMap::new() }
    }

    fn read(place: &SourcePlace) -> Option<Self> {
        let text = place.text();
        let outline = Outline::of_fragment(text);
        let tokens = outline.tokens();
        let first = tokens.iter().position(|token| matches!(token.kind, TokenKind::Open(_)))?;
        let words_only = tokens[..first].iter().all(|token| token.kind == TokenKind::Name);
        if !words_only || outline.partner(first)? + 1 != tokens.len() {
            return None;
        }
        let (mut open, mut items, mut tail) = (first, outline.items(first), 0..0);
        // What a word holds alone, `Ledger((cap: 10))`, is reached without a step of its own.
        while let (true, [only]) = (first > 0, items.as_slice()) {
            let inner = only.value.start;
            let whole = outline.partner(inner).is_some_and(|close| close + 1 == only.value.end);
            if only.key.is_some() || !whole {
                break;
            }
            tail = outline.span(&(only.value.end..tokens.len()));
            open = inner;
            items = outline.items(inner);
        }
        let TokenKind::Open(bracket) = tokens[open].kind else { return None };
        let head = 0..tokens[open].end;
        let mut opened = Self {
            head: text[head.clone()].to_owned(),
            place: place.within(&head),
            tail: text[tail].to_owned(),
            bracket,
            members: Vec::new(),
            index: BTreeMap::new(),
        };
        for item in items {
            if item.value.is_empty() {
                return None;
            }
            opened.push(member(place, &outline, &item)?);
        }
        Some(opened)
    }

    /// How it is merged with another.
    pub fn shape(&self) -> Shape {
        let all = |is: fn(&Member) -> bool| self.members().all(is);
        match self.bracket {
            b'{' => Shape::Map,
            b'(' if all(|member| matches!(member.label, Label::Before { .. })) => Shape::Fields,
            b'(' => Shape::Tuple,
            _ if !self.is_empty() && all(|member| member.entry) => Shape::Entries,
            _ => Shape::List,
        }
    }

    /// Whether two have the same bracket with the same word before it.
    pub fn same_head(&self, other: &Self) -> bool {
        fn word(head: &str) -> &str {
            head.split(['(', '[', '{']).next().unwrap_or_default().trim()
        }
        self.bracket == other.bracket && word(&self.head) == word(&other.head)
    }

    /// Whether it has no members.
    pub fn is_empty(&self) -> bool {
        self.members().next().is_none()
    }

    /// How many members it has had.
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// The member of a name, or of a number in square brackets. `Err`: several have this name.
    pub fn find(&self, step: &str) -> Result<Option<usize>, ()> {
        if let Some(number) = step.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            let at = number.parse::<usize>().ok();
            return Ok(at.filter(|at| self.members.get(*at).is_some_and(Option::is_some)));
        }
        match self.index.get(step) {
            Some(Some(at)) => Ok(Some(*at)),
            Some(None) => Err(()),
            None => Ok(None),
        }
    }

    /// Whether a name is that of a member, or of several.
    pub fn knows(&self, name: &str) -> bool {
        self.index.contains_key(name)
    }

    /// The names of its members.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.index.keys().map(String::as_str)
    }

    /// A member.
    pub fn member(&mut self, at: usize) -> Option<&mut Member> {
        self.members.get_mut(at).and_then(Option::as_mut)
    }

    /// Adds a member at the end.
    pub fn push(&mut self, member: Member) {
        if !member.name.is_empty() {
            let at = self.members.len();
            self.index.entry(member.name.clone()).and_modify(|known| *known = None).or_insert(Some(at));
        }
        self.members.push(Some(member));
    }

    /// Takes all members out, in their order.
    pub fn take(&mut self) -> Vec<Member> {
        self.index.clear();
        std::mem::take(&mut self.members).into_iter().flatten().collect()
    }

    /// Takes a member out.
    pub fn remove(&mut self, at: usize) {
        if let Some(member) = self.members.get_mut(at).and_then(Option::take)
            && self.index.get(&member.name) == Some(&Some(at))
        {
            self.index.remove(&member.name);
        }
    }

    /// Its members, in their order.
    pub fn members(&self) -> impl Iterator<Item = &Member> {
        self.members.iter().flatten()
    }
}

/// The first step of a path, the longest that is known, since a name may have dots of its own; and what comes after it.
pub(super) fn first_step<'p>(opened: &Opened, path: &'p str) -> (&'p str, &'p str) {
    let end = if path.starts_with('[') {
        path.find(']').map_or(path.len(), |at| at + 1)
    } else {
        let mut ends: Vec<usize> = path.match_indices(['.', '[']).map(|(at, _)| at).collect();
        ends.push(path.len());
        let known = ends.iter().rev().find(|end| opened.knows(&path[..**end]));
        known.or(ends.first()).copied().unwrap_or(path.len())
    };
    let after = &path[end..];
    (&path[..end], after.strip_prefix('.').unwrap_or(after))
}

fn field_member(field: &RawField) -> Member {
    let name = SourcePlace { file: field.file.clone(), span: field.name_span.clone() };
    Member::new(field.name.as_str(), name, false, Node::Written(field.place()))
}

fn member(place: &SourcePlace, outline: &Outline, item: &Item) -> Option<Member> {
    let text = place.text();
    let value = Node::Written(place.within(&outline.span(&item.value)));
    if let Some(key) = &item.key {
        let span = outline.span(key);
        let written = text.get(span.clone())?;
        let name = text_content(written.strip_prefix("r#").unwrap_or(written)).to_owned();
        let label = Label::Before { place: place.within(&span), quote: false };
        return Some(Member { name, value, label, entry: false });
    }
    let Some((name, span, entry)) = own_name(text, outline, &item.value) else {
        return Some(Member { name: String::new(), value, label: Label::None, entry: false });
    };
    Some(Member { name: name.to_owned(), value, label: Label::Within(place.within(&span)), entry })
}

/// A keyless member's name, where it stands, and whether it is an entry: a word, a text, a field of it.
fn own_name<'t>(
    text: &'t str,
    outline: &Outline,
    value: &Range<usize>,
) -> Option<(&'t str, Range<usize>, bool)> {
    let said = |tokens: &Range<usize>| {
        let span = outline.span(tokens);
        Some((text_content(text.get(span.clone())?), span))
    };
    let first = outline.tokens().get(value.start)?;
    if !matches!(first.kind, TokenKind::Open(b'(')) {
        let (name, span) = said(&(value.start..value.start + 1))?;
        let named = matches!(first.kind, TokenKind::Name | TokenKind::Text) || value.len() == 1;
        return named.then_some((name, span, false));
    }
    let items = outline.items(value.start);
    for field in NAMED_BY {
        let is_it = |item: &&Item| {
            let key = item.key.as_ref().and_then(&said);
            key.is_some_and(|(name, _)| name == field) && item.value.len() == 1
        };
        if let Some(item) = items.iter().find(is_it) {
            let (name, span) = said(&item.value)?;
            return Some((name, span, true));
        }
    }
    let item = items.first().filter(|item| item.key.is_none() && item.value.len() == 1)?;
    let is_text = outline.tokens().get(item.value.start)?.kind == TokenKind::Text;
    let (name, span) = said(&item.value)?;
    is_text.then_some((name, span, false))
}
