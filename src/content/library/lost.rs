//! What is lost: settings that a change of a rulebook takes away, and entries that could not be used.

use super::load::Layers;
use crate::{content::prelude::*, rules::check::CheckDef};

/// Of so many entries that could not be used the words are looked at.
const MOST_BROKEN: usize = 64;

/// The settings of a book that others name, by the lists that they stand in.
fn named(book: &BookDef) -> [(&'static str, Vec<Key>); 6] {
    [
        ("tracks", book.tracks.iter().map(|def| def.id).collect()),
        ("pools", book.economy.pools.iter().map(|def| def.id).collect()),
        ("checks", book.checks.iter().flat_map(|def| def.tags.iter().chain([&def.id])).copied().collect()),
        ("sizes", book.sizes.iter().map(|def| def.id).collect()),
        ("options", book.options.keys().copied().collect()),
        ("stats", book.stats.keys().copied().collect()),
    ]
}

/// Where verbs take a setting away: by its path, else as a part of what stands first.
fn place_of(verbs: &[RawField], list: &str, id: Key, first: &SourcePlace) -> SourcePlace {
    let deletes = |verb: &&RawField| ["delete", "remove"].contains(&verb.name.as_str());
    let path = format!("{list}.{id}");
    let mut paths = verbs.iter().filter(deletes).flat_map(RawField::items);
    paths.find(|place| text_content(place.text()).ends_with(&path)).unwrap_or_else(|| first.clone())
}

/// The settings that verbs take away, each with the list that it stood in and the place that says so.
pub(super) fn lost_settings(
    (before, now): (&BookDef, &BookDef),
    verbs: &[RawField],
    first: &SourcePlace,
) -> Vec<(&'static str, Key, SourcePlace)> {
    let mut lost = Vec::new();
    for ((list, old), (_, new)) in named(before).into_iter().zip(named(now)) {
        let gone = old.into_iter().filter(|id| !new.contains(id));
        lost.extend(gone.map(|id| (list, id, place_of(verbs, list, id, first))));
    }
    lost
}

/// The mistake of each stat that verbs take away and that a check is still made with.
pub(super) fn lost_stats(
    (before, now): (&BookDef, &BookDef),
    verbs: &[RawField],
    first: &SourcePlace,
) -> Vec<Diagnostic> {
    let known = |stat: &Key| {
        let of_track = || now.tracks.iter().any(|track| track.id == *stat);
        now.stats.contains_key(stat) || now.derived.contains_key(stat) || of_track()
    };
    let mut lost = Vec::new();
    for stat in before.stats.keys().filter(|stat| !known(stat)) {
        let uses = |check: &&CheckDef| check.ability == Some(*stat) || check.skill == Some(*stat);
        let Some(check) = now.checks.iter().find(uses) else { continue };
        let message =
            format!("this deletes the stat \"{stat}\", which the check \"{}\" still names", check.id);
        lost.push(place_of(verbs, "stats", *stat, first).error(message));
    }
    lost
}

/// Entries of a book that could not be used, which is told already: what they say they might have declared.
pub(super) fn broken<'l>(library: &Library, layers: &'l Layers) -> Vec<&'l RawEntry> {
    let all =
        layers.iter().flat_map(|layer| layer.all_ids().into_iter().filter_map(move |id| layer.found(id)));
    all.filter(|entry| library.broken.contains(&entry.id)).take(MOST_BROKEN).collect()
}

pub(super) fn said_by(entries: &[&RawEntry], word: Key) -> bool {
    entries.iter().any(|entry| {
        let own = entry.id.as_str().split_once(':').is_some_and(|(_, id)| word == id);
        own || entry.id == word || entry.locate(word.as_str()) != entry.place()
    })
}
