//! Loads terrain and the catalogues of rulebooks layer by layer into a library.
//!
//! Settings of rulebooks are read in `books`, maps in `maps`; names are checked in `names`.

use serde::de::DeserializeOwned;
use threat_range_rules::in_catalogue;

use super::{
    blame::Blame,
    entries_fit, fits,
    holders::give_actions,
    known::{names, unsure},
    names::Checker,
    settings::check_settings,
};
use crate::content::prelude::*;
use crate::{
    content::{
        decode::decode_or_all,
        layer::{layer_kind_into, layer_over},
        references,
        scenario::MOST_CARRIED,
    },
    rules::{
        book::{Catalogue, RuleDef},
        interaction::InteractionDef,
        movement::StepEvents,
        sequence,
        timing::Timing,
        unit_systems::SystemDef,
    },
};

/// The kinds of entries that a rulebook has.
pub const KINDS: [&str; 9] =
    ["actions", "conditions", "weapons", "items", "spells", "units", "rules", "interactions", "systems"];

/// The entries of a rulebook as they are written, in the order of [`KINDS`].
pub(super) type Layers = [Arc<Layered>; KINDS.len()];

#[derive(Default)]
pub(super) struct Loader<'a> {
    pub(super) mods: &'a [ModFolder],
    pub(super) report: Report,
    /// What mods have deleted, and what could not be read.
    pub(super) missing: BTreeSet<Key>,
    /// Those of them that could not be read, which is said already.
    pub(super) broken: BTreeSet<Key>,
    /// Rulebooks of which a `book.ron` is wrong, which is said already, and those that inherit from them.
    pub(super) broken_books: BTreeSet<Key>,
    /// Kinds by rulebook of which not even all ids could be read, which is said ([`Library::unread`]).
    pub(super) unread: BTreeSet<(Key, &'static str)>,
    /// What mods have taken away and changed.
    pub(super) blame: Blame,
}

impl<'a> Loader<'a> {
    pub(super) fn new(mods: &'a [ModFolder], report: Report) -> Self {
        Self { mods, report, ..Self::default() }
    }

    pub(super) fn tell(&mut self, mistake: Diagnostic) {
        self.report.push(mistake);
    }

    /// Spends something of the mod that an entry belongs to.
    pub(super) fn spend(&self, entry: &RawEntry, ware: BudgetItem, amount: usize) -> Result<(), Diagnostic> {
        let owner = self.mods.iter().find(|one| one.id() == entry.origin.file.owner);
        let paid = owner.map_or(Ok(()), |one| one.root.budget().spend(ware, amount as u64));
        paid.map_err(|why| entry.place().error(why))
    }

    pub(super) fn layer(&mut self, folder: &str, kind: &'static str) -> Layered {
        let layered = layer_kind_into(self.mods, folder, kind, &mut self.report);
        if layered.incomplete {
            self.unread.insert((Key::new(folder), kind));
        }
        self.missing.extend(layered.gone());
        self.blame.note(kind, &layered);
        layered
    }

    /// The entries of a kind of a book, over those of the book that it inherits from.
    fn layer_of_book(&mut self, folder: &str, kind: usize, parent: Option<&Layers>) -> Arc<Layered> {
        let above = parent.and_then(|parent| parent.get(kind)).cloned();
        let name = KINDS.get(kind).copied().unwrap_or_default();
        let layered = layer_over(self.mods, (folder, name), above, &mut self.report);
        self.missing.extend(layered.gone());
        self.blame.note(name, &layered);
        Arc::new(layered)
    }

    pub(super) fn all<T: DeserializeOwned>(
        &mut self,
        kind: &'static str,
        layered: &Layered,
    ) -> Vec<(RawEntry, T)> {
        let mut found = Vec::new();
        for entry in layered.iter() {
            // What will only be counted need not be looked through.
            let decoded = match self.report.takes(entry.file()) {
                true => decode_or_all::<T>(entry),
                false => decode::<T>(entry).map_err(|mistake| vec![mistake]),
            };
            match decoded {
                Ok(def) => found.push((entry.clone(), def)),
                Err(mistakes) => {
                    self.lose(entry.id);
                    let told = mistakes.into_iter().map(|mistake| or_update(mistake, entry, layered));
                    self.tell_of_entry(kind, entry, told.collect());
                }
            }
        }
        found
    }

    /// Leaves out an entry with a mistake that is told.
    pub(super) fn lose(&mut self, id: Key) {
        self.missing.insert(id);
        self.broken.insert(id);
    }
}

/// A mistake in a new entry, with what to write if it was to change the base game's of that id.
fn or_update(mistake: Diagnostic, entry: &RawEntry, layered: &Layered) -> Diagnostic {
    let nameless = entry.field("name").is_none() && mistake.help.is_none();
    let Some((_, id)) = entry.id.as_str().split_once(':').filter(|_| nameless) else { return mistake };
    match layered.found(Key::new(id)).filter(|other| other.field("name").is_some()) {
        Some(_) => mistake.help(format!("to change the base game's write `(update: [(id: \"{id}\", ..)])`")),
        None => mistake,
    }
}

impl Library {
    pub(super) fn load_terrain(&mut self, loader: &mut Loader<'_>) {
        let layered = loader.layer("", "terrains");
        for (entry, terrain) in loader.all::<Terrain>("terrains", &layered) {
            self.terrains.insert(entry.id, Terrain { id: entry.id, ..terrain });
        }
        let layered = loader.layer("", "edges");
        for (entry, edge) in loader.all::<EdgeKind>("edges", &layered) {
            self.edges.insert(entry.id, EdgeKind { id: entry.id, ..edge });
        }
    }

    /// Rules' texts of the books that a book refers to.
    pub(super) fn refer(&mut self) {
        let all = self.books.clone();
        for book in self.books.values_mut() {
            let refers = book.settings.refers.clone();
            let book = Arc::make_mut(book);
            let others = refers.iter().filter_map(|other| all.get(other));
            for rule in others.flat_map(|other| other.rules.iter()) {
                if book.rules.get(rule.id).is_none() {
                    book.rules.insert(rule.id, rule.clone());
                }
            }
        }
    }
}

/// A sequence that cannot be played is told, and the usual one is played.
fn check_sequence(loader: &mut Loader<'_>, timing: &mut Timing, written: &RawEntry) {
    let place = written.locate_field("sequence");
    for fault in sequence::faults(&timing.sequence) {
        loader.tell(place.error(fault));
        timing.sequence = sequence::usual();
    }
}

/// A book with its catalogues, and their entries as they are written.
pub(super) fn load_book(
    loader: &mut Loader<'_>,
    name: &str,
    (settings, written): (BookDef, &RawEntry),
    parent: Option<(&Rulebook, &Layers)>,
) -> (Rulebook, Layers) {
    let (parent, above) = parent.unzip();
    let mut book = match parent {
        Some(parent) => Rulebook { id: settings.id, settings, ..parent.clone() },
        None => empty(settings),
    };
    check_sequence(loader, &mut book.settings.timing, written);
    fits::check(&book.settings, written, &mut loader.report);
    book.checks = Catalogue::default();
    for def in book.settings.checks.clone() {
        book.checks.insert(def.id, Arc::new(def));
    }
    let folder = format!("rulebooks/{name}");
    let layers: Layers = std::array::from_fn(|kind| loader.layer_of_book(&folder, kind, above));
    forget(&mut book, &layers);
    let complete = layers.iter().all(|layer| !layer.incomplete);
    let unread = KINDS.into_iter().zip(&layers).filter(|(_, layer)| layer.incomplete);
    loader.unread.extend(unread.map(|(kind, _)| (book.id, kind)));
    let actions = loader.all::<ActionDef>("actions", &layers[0]);
    check_provoking(loader, &book.settings, &actions);
    let conditions = loader.all::<ConditionDef>("conditions", &layers[1]);
    let weapons = loader.all::<WeaponDef>("weapons", &layers[2]);
    let items = loader.all::<ItemDef>("items", &layers[3]);
    let spells = loader.all::<SpellDef>("spells", &layers[4]);
    let mut units = loader.all::<UnitDef>("units", &layers[5]);
    units.retain(|(entry, def)| {
        let good = def.weapons.len() + def.items.len() + def.spells.len() <= MOST_CARRIED;
        if !good {
            let message = format!("a unit has at most {MOST_CARRIED} weapons, items and spells");
            loader.tell(entry.place().error(message));
        }
        good
    });
    let interactions = loader.all::<InteractionDef>("interactions", &layers[7]);
    let systems = loader.all::<SystemDef>("systems", &layers[8]);
    for (entry, def) in loader.all::<RuleDef>("rules", &layers[6]) {
        book.rules.insert(entry.id, Arc::new(RuleDef { id: entry.id, ..def }));
    }
    let unsure = unsure(&book.settings, &layers);
    let mut names = names(&book, &layers, &actions);
    names.broken = loader.broken_books.contains(&Key::new(name));
    check_settings(loader, written, &book.settings, &names, complete);
    macro_rules! take {
        // `$sound`: what does not do what it says is not used, and who names it is without it.
        ($list:ident, $visit:path, $into:expr, $sound:literal) => {
            for (entry, mut def) in $list {
                // What is wrong with a changed entry may be the fault of the change.
                let mut apart = entry.patched.then(Report::new);
                let report = apart.as_mut().unwrap_or(&mut loader.report);
                let blame = &mut loader.blame;
                let mut checker =
                    Checker { names: &names, entry: &entry, report, blame, unsure: &unsure, spoilt: false };
                $visit(&mut def, &mut checker);
                if def.name.trim().is_empty() {
                    checker.wrong("name", "a name is what players read: it cannot be empty".to_owned());
                }
                let (sound, spoilt): (bool, bool) = ($sound, checker.spoilt);
                if let Some(found) = apart {
                    loader.tell_of_entry(stringify!($list), &entry, found);
                }
                if sound && spoilt {
                    loader.lose(entry.id);
                } else {
                    def.id = entry.id;
                    $into.insert(entry.id, Arc::new(def));
                }
            }
        };
    }
    check_timing(loader, &actions);
    take!(actions, references::action, book.actions, false);
    take!(interactions, references::interaction, book.interactions, false);
    take!(conditions, references::condition, book.conditions, false);
    take!(weapons, references::weapon, book.weapons, true);
    take!(items, references::item, book.items, true);
    take!(spells, references::spell, book.spells, true);
    take!(systems, references::system, book.systems, false);
    take!(units, references::unit, book.units, false);
    if !names.broken {
        fits::check_spells(&book, &layers[4], written, &mut loader.report);
    }
    give_actions(&mut book, &layers[5], &mut loader.report);
    entries_fit::check(&book, &layers, &mut loader.report);
    book.settle();
    (book, layers)
}

/// Takes the inherited entries out of a book's catalogues that were deleted for it.
fn forget(book: &mut Rulebook, layers: &Layers) {
    for (kind, layer) in KINDS.iter().zip(layers) {
        for id in layer.lost() {
            in_catalogue!(*kind, (&mut book), |list| list.remove(id), else {});
        }
    }
}

fn empty(settings: BookDef) -> Rulebook {
    Rulebook {
        id: settings.id,
        settings,
        checks: Catalogue::default(),
        actions: Catalogue::default(),
        conditions: Catalogue::default(),
        weapons: Catalogue::default(),
        items: Catalogue::default(),
        spells: Catalogue::default(),
        interactions: Catalogue::default(),
        systems: Catalogue::default(),
        units: Catalogue::default(),
        rules: Catalogue::default(),
        has_posts: false,
    }
}

fn check_provoking(loader: &mut Loader<'_>, settings: &BookDef, actions: &[(RawEntry, ActionDef)]) {
    if settings.movement.events == StepEvents::LeaveAndEnter {
        // Where opportunity hangs on what is done, each action says whether it provokes.
        for (entry, _) in actions.iter().filter(|(entry, _)| entry.field("provokes").is_none()) {
            let message = format!("\"{}\" does not say whether it provokes", entry.id);
            let help = "write `provokes: Never`, `Always`, `IfUnarmed`, `IfCheck` or `PerSquare`";
            loader.tell(entry.place().error(message).help(help));
        }
    }
}

fn check_timing(loader: &mut Loader<'_>, actions: &[(RawEntry, ActionDef)]) {
    for (entry, def) in actions {
        if def.split && def.attacks() {
            loader.tell(entry.locate_field("split").error("an attack is never split over two rounds (F-09)"));
        }
        if def.increment.is_some() && def.attacks() {
            loader.tell(entry.locate_field("increment").error("an attack is no task (C-100)"));
        }
    }
}
