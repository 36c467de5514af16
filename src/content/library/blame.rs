//! Who is to blame for what no longer fits: who deleted something or changed it, not who names it.

use super::{expressions::entries_of, load::Loader, places::of_unit};
use crate::content::{
    diagnostics::Severity, map_palette::unknown_part, patch::ABSENT, prelude::*, scenario::UnitMistake,
};

/// Kinds of entries, and lists of settings, that the units of a scenario name.
const OF_UNITS: [&str; 6] = ["units", "weapons", "items", "spells", "conditions", "tracks"];

const SETTINGS: [&str; 6] = ["tracks", "pools", "checks", "sizes", "options", "stats"];

/// What mods have taken away and changed, by kind and id.
#[derive(Default)]
pub(super) struct Blame {
    /// Where entries and settings were deleted that are there no more.
    gone: BTreeMap<(&'static str, Key), SourcePlace>,
    /// Where a mod last did something to an entry that it did not add.
    touched: BTreeMap<(&'static str, Key), SourcePlace>,
    /// What was deleted is still named.
    named: BTreeMap<(&'static str, Key), Named>,
    /// Words of the scenario that is looked at of which something is told.
    words: BTreeSet<String>,
}

/// Who names what was deleted.
struct Named {
    by: Key,
    place: String,
    others: BTreeSet<Key>,
    times: usize,
}

impl Blame {
    /// Takes note of what was done to the entries of a kind.
    pub(super) fn note(&mut self, kind: &'static str, layered: &Layered) {
        for id in layered.gone() {
            if let Some(place) = layered.deleted(id) {
                self.gone.insert((kind, id), place.clone());
            }
        }
        for id in layered.touched() {
            let last = layered.touches(id).into_iter().rfind(|touch| touch.owner() != BASE);
            if let Some(touch) = last {
                self.touched.insert((kind, id), touch.place);
            }
        }
    }

    /// Takes note of settings that were taken away, each with the list that it stood in.
    pub(super) fn note_lost(&mut self, lost: Vec<(&'static str, Key, SourcePlace)>) {
        self.gone.extend(lost.into_iter().map(|(list, id, place)| ((list, id), place)));
    }

    /// A mistake of changing a setting that is not there, as one of the other mod that has taken it away.
    pub(super) fn or_deletion(&self, owner: Key, mistake: Diagnostic) -> Diagnostic {
        let Some(id) = mistake.message.strip_prefix(ABSENT).and_then(|rest| rest.split('"').next()) else {
            return mistake;
        };
        let gone = SETTINGS.iter().find_map(|list| self.gone.get(&(*list, Key::new(id))));
        let Some(gone) = gone.filter(|gone| gone.file.owner != owner) else { return mistake };
        let message = format!("this deletes \"{id}\", which the mod \"{owner}\" changes");
        let help = format!("it is changed in {} line {}", mistake.file.display(), mistake.line);
        gone.error(message).help(help)
    }

    /// How often something names what was deleted.
    pub(super) fn count(&self) -> usize {
        self.named.values().map(|named| named.times).sum()
    }

    /// The list or kind of entries from which something was deleted that one of these names of a kind stands for.
    pub(super) fn deleted(&self, kind: NameKind, names: &[Key]) -> Option<&'static str> {
        let gone = |list: &&'static str| names.iter().any(|name| self.gone.contains_key(&(*list, *name)));
        kind.about().1.iter().copied().find(gone)
    }

    /// The same of a name in an expression of a mod, `has.prone`, and what it stands for.
    pub(super) fn deleted_in(&self, owner: Key, name: &str) -> Option<(&'static str, [Key; 2])> {
        if self.gone.is_empty() {
            return None;
        }
        let parts: Vec<&str> = name.split('.').collect();
        parts.iter().enumerate().find_map(|(at, part)| {
            let head = if at == 0 { "" } else { parts[at - 1] };
            let kinds = match (entries_of(head), head) {
                (Some(kind), _) => vec![kind],
                (None, "pool") => vec![NameKind::Pool],
                (None, "option") => vec![NameKind::Option],
                (None, "size") => vec![NameKind::Size],
                _ => vec![NameKind::Track, NameKind::Stat],
            };
            let names = names_of(owner, Key::new(part));
            kinds.into_iter().find_map(|kind| Some((self.deleted(kind, &names)?, names)))
        })
    }

    /// Takes note that `by` names something in the place of a mistake. False: nothing of these names was deleted.
    pub(super) fn names_deleted(
        &mut self,
        kind: &'static str,
        names: &[Key],
        by: Key,
        mistake: &Diagnostic,
    ) -> bool {
        let mut all = names.iter().map(|name| (kind, *name));
        let Some(key) = all.find(|key| self.gone.contains_key(key)) else { return false };
        match self.named.get_mut(&key) {
            Some(named) => {
                named.times += 1;
                if named.by != by {
                    named.others.insert(by);
                }
            }
            None => {
                let place = format!("{} line {}", mistake.file.display(), mistake.line);
                self.named.insert(key, Named { by, place, others: BTreeSet::new(), times: 1 });
            }
        }
        true
    }

    /// Tells of each deletion who still names what is gone.
    pub(super) fn tell(&mut self, report: &mut Report) {
        let mut told: BTreeMap<(Arc<Path>, usize), (Diagnostic, usize)> = BTreeMap::new();
        for ((kind, id), Named { by, place, others, .. }) in std::mem::take(&mut self.named) {
            let Some(gone) = self.gone.get(&(kind, id)) else { continue };
            let word = kind.strip_suffix('s').unwrap_or(kind);
            let who = match others.len() {
                0 => format!("\"{by}\" still names"),
                more => format!("\"{by}\" and {more} more still name"),
            };
            let message = format!("this deletes the {word} \"{id}\", which {who}");
            let mistake = gone.error(message).help(format!("it is named in {place}"));
            let here = told.entry((gone.file.path.clone(), gone.span.start)).or_insert((mistake, 0));
            here.1 += 1;
        }
        for (mut mistake, count) in told.into_values() {
            if count > 1 {
                mistake.message = format!("{}; so it is with {} more", mistake.message, count - 1);
            }
            report.push(mistake);
        }
    }

    /// The base game's mistakes as one of the change that may be their cause, if it stands in another file.
    fn of_change(&self, causes: &[(&'static str, Key)], what: &str, found: Report) -> Report {
        let cause = causes.iter().find_map(|cause| self.touched.get(cause));
        let elsewhere = |cause: &&SourcePlace| found.iter().all(|one| one.file != cause.file.path);
        let (Some(cause), Some(first)) = (cause.filter(elsewhere), found.iter().next()) else { return found };
        let more = match found.len() {
            1 => String::new(),
            count => format!(", and {} more", count - 1),
        };
        let message = format!("with this change {what} no longer fits: {}{more}", first.message);
        let place = format!("see {} line {}", first.file.display(), first.line);
        std::iter::once(cause.error(message).help(place)).collect()
    }
}

/// The ids that a name in a file of a mod may stand for.
fn names_of(owner: Key, name: Key) -> [Key; 2] {
    [own_id(owner, name.as_str()), Key::new(name.as_str().strip_prefix("base:").unwrap_or(name.as_str()))]
}

impl Loader<'_> {
    pub(super) fn next_scenario(&mut self) {
        self.blame.words.clear();
    }

    /// Tells of a unit that cannot be, once by however many books, or notes who deleted what it names.
    pub(super) fn tell_of_unit(&mut self, entry: &RawEntry, unit: Key, wrong: &UnitMistake) {
        let at = wrong.field.map(|field| of_unit(entry, unit, 0, field));
        let place = at.unwrap_or_else(|| entry.locate(&wrong.word));
        if !self.blame.words.insert(format!("{} {}", place.span.start, wrong.word)) {
            return;
        }
        if !self.report.takes(entry.file()) {
            return self.report.push_with(entry.file(), || place.error(wrong.message.clone()));
        }
        let mistake = place.error(wrong.message.clone());
        let names = names_of(entry.owner_of(&wrong.word), Key::new(&wrong.word));
        if OF_UNITS.into_iter().any(|kind| self.blame.names_deleted(kind, &names, entry.id, &mistake)) {
            return;
        }
        self.report.push(mistake.did_you_mean(&wrong.word, wrong.known.iter().copied()));
    }

    /// Tells what is wrong with a scenario: if the base game has it and a mod changed what it is about, at that change.
    pub(super) fn tell_of_scenario(&mut self, entry: &RawEntry, def: &ScenarioDef, found: Report) {
        let kinds = def.units().filter_map(|unit| unit.kind).map(|kind| ("units", kind));
        let own = [("scenarios", entry.id), ("maps", def.map)];
        let causes: Vec<(&'static str, Key)> = own.into_iter().chain(kinds).collect();
        let what = format!("the scenario \"{}\"", entry.id);
        self.tell_of_change(entry, &causes, &what, found);
    }

    /// Tells what is wrong with a map, without what follows from terrains and edges told or deleted elsewhere.
    pub(super) fn tell_of_map(&mut self, (id, owner): (Key, Key), entry: Option<&RawEntry>, found: Report) {
        let mut told = |mistake: &Diagnostic| {
            let Some((kind, name)) = unknown_part(mistake) else { return true };
            let names = names_of(owner, name);
            let unread = self.unread.contains(&(Key::new(""), kind))
                || names.iter().any(|name| self.broken.contains(name));
            !unread && !self.blame.names_deleted(kind, &names, id, mistake)
        };
        // Where nothing is left out, those that are only counted stay counted.
        let left = match found.iter().all(|mistake| unknown_part(mistake).is_none()) {
            true => found,
            false => found.into_iter().filter(|mistake| told(mistake)).collect(),
        };
        match entry {
            Some(entry) => self.tell_of_change(entry, &[("maps", id)], &format!("the map \"{id}\""), left),
            None => self.report.join(left),
        }
    }

    /// Tells what is wrong with an entry: if the base game has it and a mod changed it, at that change.
    pub(super) fn tell_of_entry(&mut self, kind: &'static str, entry: &RawEntry, found: Report) {
        let what = format!("the {} \"{}\"", kind.strip_suffix('s').unwrap_or(kind), entry.id);
        self.tell_of_change(entry, &[(kind, entry.id)], &what, found);
    }

    fn tell_of_change(
        &mut self,
        entry: &RawEntry,
        causes: &[(&'static str, Key)],
        what: &str,
        found: Report,
    ) {
        let ours = entry.origin.file.owner == BASE;
        let errors = found.iter().any(|one| one.severity == Severity::Error);
        let told = if ours && errors { self.blame.of_change(causes, what, found) } else { found };
        self.report.join(told);
    }
}
