//! Where names in expressions stand that nothing here is called, and what was probably meant.

use crate::content::prelude::*;

/// What an expression comes to is held within this, by [`Facts::value`](crate::rules::facts::Facts::value).
const LARGEST: u64 = 1_000_000;

/// What is wrong with a number that is larger than any can be.
pub(super) fn too_large(expr: &Expr) -> Option<String> {
    let number = expr.as_const().filter(|number| number.unsigned_abs() > LARGEST)?;
    Some(format!("{number} is too large: numbers go up to {LARGEST}"))
}

/// Where a number stands that is written as a field of an entry or in quotes.
pub(super) fn place_of(entry: &RawEntry, number: &Expr) -> SourcePlace {
    let same = |text: &str| Expr::parse(text).is_ok_and(|own| own.as_const() == number.as_const());
    let field = entry.fields.iter().find(|field| same(text_content(field.text())));
    field.map_or_else(|| entry.locate_where(same), |field| field.place())
}

/// Where a name stands in an expression, however that is spaced and bracketed there.
pub(super) fn located(entry: &RawEntry, expr: &Expr, name: &str) -> SourcePlace {
    let whole = entry.locate_where(|text| Expr::parse(text).is_ok_and(|own| own == *expr));
    let text = whole.text();
    let of_name = |c: char| c.is_alphanumeric() || "_.:".contains(c);
    let alone =
        |at: &usize| !text[..*at].ends_with(of_name) && !text[*at + name.len()..].starts_with(of_name);
    let found = text.match_indices(name).map(|(at, _)| at).find(alone);
    let found = found.filter(|_| !text.contains('\\'));
    found.map_or_else(|| whole.clone(), |at| whole.within(&(at..at + name.len())))
}

/// Where a word stands by itself in an entry, or behind a dot in one of its expressions: `undead` of `tag.undead`.
pub(super) fn said_at(entry: &RawEntry, word: &str) -> SourcePlace {
    let plain = entry.locate(word);
    if plain != entry.place() {
        return plain;
    }
    let of_name = |c: char| c.is_alphanumeric() || "_:".contains(c);
    let behind = |text: &str| {
        let mut places = text.match_indices(word).map(|(at, _)| at);
        places.find(|at| text[..*at].ends_with('.') && !text[*at + word.len()..].starts_with(of_name))
    };
    let whole = entry.locate_where(|text| behind(text).is_some());
    behind(whole.text()).map_or_else(|| whole.clone(), |at| whole.within(&(at..at + word.len())))
}

/// Gives names of a mod's own entries in an expression its prefix; returns the expression as it is written.
pub(super) fn make_meant(entry: &RawEntry, expr: &mut Expr, knows: impl Fn(NameKind, Key) -> bool) -> Expr {
    let written = expr.clone();
    if entry.origin.file.owner == BASE && !entry.patched {
        return written;
    }
    let meant = |name: Key| {
        let owner = || located(entry, &written, name.as_str()).file.owner;
        Some((name, name_meant(name.as_str(), &owner, &knows)?))
    };
    let meant: Vec<(Key, String)> = written.names().into_iter().filter_map(meant).collect();
    let other = |word: &str| meant.iter().find(|(name, _)| *name == word).map(|(_, other)| other.clone());
    if !meant.is_empty()
        && let Some(renamed) = written.renamed(other)
    {
        *expr = renamed;
    }
    written
}

/// The name that is meant by one in an expression of a mod: `has.fenfolk:wet` by `has.wet`.
fn name_meant(name: &str, owner: &dyn Fn() -> Key, knows: &dyn Fn(NameKind, Key) -> bool) -> Option<String> {
    name.match_indices('.').find_map(|(dot, _)| {
        let (before, id) = (&name[..dot], &name[dot + 1..]);
        let kinds = kinds_behind(before.rsplit('.').next().unwrap_or(before));
        if kinds.is_empty() {
            return None;
        }
        let meant = match id.split_once(':') {
            None => format!("{}:{id}", owner()),
            Some((BASE, bare)) => bare.to_owned(),
            Some(_) => return None,
        };
        let known = kinds.iter().any(|kind| knows(*kind, Key::new(&meant)));
        known.then(|| format!("{before}.{meant}"))
    })
}

/// The kinds of entries that a name behind a word and a dot may belong to.
fn kinds_behind(word: &str) -> Vec<NameKind> {
    match word {
        // What a modifier comes from.
        "active" | "aimed" => {
            vec![
                NameKind::Action,
                NameKind::Condition,
                NameKind::Spell,
                NameKind::Gear,
                NameKind::Interaction,
            ]
        }
        _ => entries_of(word).into_iter().collect(),
    }
}

/// A name about the other that is written as if it were the other's: `target.friend`.
pub(super) fn about_other(name: &str) -> Option<&str> {
    name.strip_prefix("target.").filter(|rest| ["friend", "oneself"].contains(rest))
}

/// The kind of entry that a name behind a word and a dot is of: `has.prone`.
pub(super) fn entries_of(word: &str) -> Option<NameKind> {
    match word {
        "has" | "count" | "rounds" => Some(NameKind::Condition),
        "act" => Some(NameKind::Tag),
        "system" => Some(NameKind::System),
        _ => None,
    }
}

/// A mistake with the name that was probably meant.
pub(super) fn near_name(mistake: Diagnostic, name: &str, known: &[String]) -> Diagnostic {
    if let Some(own) = about_other(name) {
        return mistake.help(format!("write \"{own}\": it is about the other already"));
    }
    let (head, rest) = name.rsplit_once('.').map_or(("", name), |(head, rest)| (head, rest));
    let plain = mistake.did_you_mean(name, known.iter().map(String::as_str));
    if plain.help.is_some() || !["target", "self"].contains(&head) {
        return plain;
    }
    plain.did_you_mean(rest, known.iter().map(String::as_str))
}
