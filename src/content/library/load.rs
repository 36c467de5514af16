//! Loads terrain, the catalogues of rulebooks, and maps layer by layer into a library.
//!
//! Settings of rulebooks are read in `books`, names are checked in `names`.

use std::{cell::RefCell, collections::BTreeSet, sync::Arc};

use serde::de::DeserializeOwned;

use super::{
    Library,
    names::{Checker, Names, check_settings},
};
use crate::{
    content::{
        budget::Ware,
        decode::decode,
        diagnostics::{Diagnostic, Report},
        layer::{Layered, layer_kind_into},
        manifest::ModFolder,
        map_build::{Palette, PlacedMap},
        map_text::text_map,
        mod_path::ModPath,
        references::{self, Kind},
        scenario::MOST_CARRIED,
        source::RawEntry,
        tiled_import::import_tiled,
    },
    grid::{EdgeKind, Terrain},
    key::Key,
    rules::{
        action::{ActionDef, Moment},
        attack::RangeRule,
        book::{BookDef, Catalogue, RuleDef, Rulebook},
        condition::ConditionDef,
        gear::{ItemDef, WeaponDef},
        interaction::InteractionDef,
        movement::StepEvents,
        sequence,
        spell::SpellDef,
        systems::SystemDef,
        timing::Timing,
        unit::UnitDef,
    },
};

pub(super) struct Loader<'a> {
    pub(super) mods: &'a [ModFolder],
    pub(super) report: Report,
}

impl Loader<'_> {
    /// Spends something of the mod that an entry belongs to.
    pub(super) fn spend(&self, entry: &RawEntry, ware: Ware, amount: usize) -> Result<(), Diagnostic> {
        let owner = self.mods.iter().find(|one| one.id() == entry.origin.file.owner);
        let paid = owner.map_or(Ok(()), |one| one.root.budget().spend(ware, amount as u64));
        paid.map_err(|why| entry.place().error(why))
    }

    pub(super) fn layer(&mut self, folder: &str, kind: &str) -> Layered {
        layer_kind_into(self.mods, folder, kind, &mut self.report)
    }

    pub(super) fn all<T: DeserializeOwned>(&mut self, layered: &Layered) -> Vec<(RawEntry, T)> {
        let mut found = Vec::new();
        for entry in layered.iter() {
            match decode::<T>(entry) {
                Ok(def) => found.push((entry.clone(), def)),
                Err(mistake) => self.report.push(mistake),
            }
        }
        found
    }
}

impl Library {
    pub(super) fn load_terrain(&mut self, loader: &mut Loader<'_>) {
        let layered = loader.layer("", "terrains");
        for (entry, terrain) in loader.all::<Terrain>(&layered) {
            self.terrains.insert(entry.id, Terrain { id: entry.id, ..terrain });
        }
        let layered = loader.layer("", "edges");
        for (entry, edge) in loader.all::<EdgeKind>(&layered) {
            self.edges.insert(entry.id, EdgeKind { id: entry.id, ..edge });
        }
    }

    /// Rules' texts of the books that a book refers to.
    pub(super) fn refer(&mut self) {
        let all = self.books.clone();
        for book in self.books.values_mut() {
            let refers = book.settings.refers.clone();
            let book = Arc::make_mut(book);
            for other in refers {
                if let Some(other) = all.get(&other) {
                    for rule in other.rules.iter() {
                        if book.rules.get(rule.id).is_none() {
                            book.rules.insert(rule.id, rule.clone());
                        }
                    }
                }
            }
        }
    }

    /// What things of a map offer must be known to some book, and what they work on must be there.
    fn check_things(&self, loader: &mut Loader<'_>, entry: &RawEntry, map: &PlacedMap) {
        let known =
            || self.books.values().flat_map(|book| book.interactions.iter()).map(|def| def.id.as_str());
        let all: BTreeSet<&str> = known().collect();
        let named: BTreeSet<Key> = map.things.iter().map(|thing| thing.id).collect();
        for thing in &map.things {
            for own in thing.offers.iter().filter(|own| !all.contains(own.id.as_str())) {
                loader.report.push_with(entry.file(), || {
                    let message = format!("no rulebook has an interaction \"{}\"", own.id);
                    let mistake = entry.error_at(own.id.as_str(), message);
                    mistake.did_you_mean(own.id.as_str(), known())
                });
            }
            for other in thing.works.iter().filter(|id| !named.contains(*id)) {
                loader.report.push_with(entry.file(), || {
                    let known = map.things.iter().map(|known| known.id.as_str());
                    let mistake = entry.error_at(other.as_str(), format!("the map has no thing \"{other}\""));
                    mistake.did_you_mean(other.as_str(), known)
                });
            }
        }
    }

    pub(super) fn load_maps(&mut self, loader: &mut Loader<'_>) {
        let layered = loader.layer("", "maps");
        let mut maps = Vec::new();
        for entry in layered.iter() {
            let palette =
                Palette { terrains: &self.terrains, edge_kinds: &self.edges, owner: entry.owner_of("") };
            // When there are no squares left, what is on the map does not matter.
            let read = loader.spend(entry, Ware::Squares, 0).map_err(|mistake| vec![mistake]);
            let read = read.and_then(|()| text_map(entry, palette)).and_then(|map| {
                loader.spend(entry, Ware::Squares, squares(&map)).map_err(|mistake| vec![mistake])?;
                Ok(map)
            });
            match read {
                Ok(map) => {
                    self.check_things(loader, entry, &map);
                    maps.push(map);
                }
                Err(mistakes) => loader.report.extend(mistakes),
            }
        }
        for one in loader.mods {
            let Ok(folder) = ModPath::new("maps") else { continue };
            let mut mistakes = Vec::new();
            for path in one.root.list(&folder, "tmx", &mut mistakes) {
                let budget = one.root.budget();
                let palette = Palette { terrains: &self.terrains, edge_kinds: &self.edges, owner: one.id() };
                if let Err(why) = budget.spend(Ware::Squares, 0) {
                    mistakes.push(Diagnostic::whole_file(&one.root.shown(&path), why));
                    continue;
                }
                match import_tiled(&one.root, &path, palette) {
                    Ok(import) => {
                        loader.report.join(import.warnings);
                        match budget.spend(Ware::Squares, squares(&import.placed) as u64) {
                            Ok(()) => maps.push(import.placed),
                            Err(why) => mistakes.push(Diagnostic::whole_file(&one.root.shown(&path), why)),
                        }
                    }
                    Err(found) => loader.report.join(found),
                }
            }
            loader.report.extend(mistakes);
        }
        for map in maps {
            self.maps.insert(map.id, Arc::new(map));
        }
    }
}

/// Whether an entry is kept that others cannot do without, spoilt or not.
fn needed(_spoilt: bool) -> bool {
    true
}

/// Whether an entry is kept that others can do without: what does not do what it says is not used, and who names it is
/// without it.
fn sound(spoilt: bool) -> bool {
    !spoilt
}

fn squares(map: &PlacedMap) -> usize {
    usize::from(map.map.width()) * usize::from(map.map.height())
}

/// A sequence that cannot be played is told, and the usual one is played.
fn check_sequence(loader: &mut Loader<'_>, timing: &mut Timing, written: &RawEntry) {
    let place = written.locate_field("sequence");
    for fault in sequence::faults(&timing.sequence) {
        loader.report.push(place.error(fault));
        timing.sequence = sequence::usual();
    }
}

/// A book with its catalogues.
pub(super) fn load_book(
    loader: &mut Loader<'_>,
    name: &str,
    (settings, written): (BookDef, &RawEntry),
    parent: Option<&Rulebook>,
) -> Rulebook {
    let mut book = match parent {
        Some(parent) => Rulebook { id: settings.id, settings, ..parent.clone() },
        None => empty(settings),
    };
    check_sequence(loader, &mut book.settings.timing, written);
    book.checks = Catalogue::default();
    for def in book.settings.checks.clone() {
        book.checks.insert(def.id, Arc::new(def));
    }
    let folder = format!("rulebooks/{name}");
    let layers: Vec<Layered> =
        ["actions", "conditions", "weapons", "items", "spells", "units", "rules", "interactions", "systems"]
            .map(|kind| loader.layer(&folder, kind))
            .into();
    let complete = layers.iter().all(|layer| !layer.incomplete);
    let actions = loader.all::<ActionDef>(&layers[0]);
    check_provoking(loader, &book.settings, &actions);
    let conditions = loader.all::<ConditionDef>(&layers[1]);
    let weapons = loader.all::<WeaponDef>(&layers[2]);
    let items = loader.all::<ItemDef>(&layers[3]);
    let spells = loader.all::<SpellDef>(&layers[4]);
    let mut units = loader.all::<UnitDef>(&layers[5]);
    units.retain(|(entry, def)| {
        let good = def.weapons.len() + def.items.len() + def.spells.len() <= MOST_CARRIED;
        if !good {
            let message = format!("a unit has at most {MOST_CARRIED} weapons, items and spells");
            loader.report.push(entry.place().error(message));
        }
        good
    });
    let interactions = loader.all::<InteractionDef>(&layers[7]);
    let systems = loader.all::<SystemDef>(&layers[8]);
    for (entry, def) in loader.all::<RuleDef>(&layers[6]) {
        book.rules.insert(entry.id, Arc::new(RuleDef { id: entry.id, ..def }));
    }
    let unsure = unsure(&book.settings, &layers);
    let names = names(&book, &layers, &actions);
    check_settings(loader, written, &book.settings, &names, complete);
    macro_rules! take {
        ($list:expr, $visit:path, $into:expr) => {
            take!($list, $visit, $into, needed)
        };
        ($list:expr, $visit:path, $into:expr, $keeps:path) => {
            for (entry, mut def) in $list {
                let report = &mut loader.report;
                let mut checker =
                    Checker { names: &names, entry: &entry, report, unsure: &unsure, spoilt: false };
                $visit(&mut def, &mut checker);
                if $keeps(checker.spoilt) {
                    def.id = entry.id;
                    $into.insert(entry.id, Arc::new(def));
                }
            }
        };
    }
    check_timing(loader, &actions);
    take!(actions, references::action, book.actions);
    take!(interactions, references::interaction, book.interactions);
    take!(conditions, references::condition, book.conditions);
    take!(weapons, references::weapon, book.weapons, sound);
    take!(items, references::item, book.items, sound);
    take!(spells, references::spell, book.spells, sound);
    take!(systems, references::system, book.systems);
    take!(units, references::unit, book.units);
    book
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
    }
}

/// Kinds of which a name that is unknown is no mistake.
fn unsure(settings: &BookDef, layers: &[Layered]) -> Vec<Kind> {
    // Of a kind whose files could not be read to the end, an unknown name may be the fault of that mistake.
    let kinds = [
        (0, Kind::Tag),
        (0, Kind::Winning),
        (1, Kind::Condition),
        (2, Kind::Weapon),
        (3, Kind::Item),
        (4, Kind::Spell),
        (5, Kind::Unit),
    ];
    let mut unsure: Vec<Kind> =
        kinds.iter().filter(|(at, _)| layers[*at].incomplete).map(|(_, kind)| *kind).collect();
    if settings.attack.schools.is_empty() {
        unsure.push(Kind::School);
    }
    if !matches!(settings.attack.range, RangeRule::Bands { .. }) {
        unsure.push(Kind::RangeType);
    }
    unsure
}

/// What a book's entries may name: what it has from its parent, its own, and its settings.
fn names(book: &Rulebook, layers: &[Layered], actions: &[(RawEntry, ActionDef)]) -> Names {
    // An entry with a mistake is still one that others may name.
    fn ids(old: impl Iterator<Item = Key>, new: &Layered) -> Vec<Key> {
        old.chain(new.ids()).collect()
    }
    let settings = &book.settings;
    let all_actions = || book.actions.iter().map(|def| &**def).chain(actions.iter().map(|(_, def)| def));
    Names {
        checks: settings.checks.iter().map(|def| def.id).collect(),
        check_tags: settings
            .checks
            .iter()
            .flat_map(|def| def.tags.iter().copied())
            .chain(settings.attack.fire.damage)
            .collect(),
        action_tags: all_actions().flat_map(|def| def.tags.iter().copied()).collect(),
        winning_tags: all_actions()
            .filter(|def| def.on.contains(&Moment::Won))
            .flat_map(|def| def.tags.iter().copied())
            .collect(),
        conditions: ids(book.conditions.iter().map(|def| def.id), &layers[1]),
        pools: settings.economy.pools.iter().map(|def| def.id).collect(),
        tracks: settings.tracks.iter().map(|def| def.id).collect(),
        weapons: ids(book.weapons.iter().map(|def| def.id), &layers[2]),
        items: ids(book.items.iter().map(|def| def.id), &layers[3]),
        spells: ids(book.spells.iter().map(|def| def.id), &layers[4]),
        units: ids(book.units.iter().map(|def| def.id), &layers[5]),
        schools: settings.attack.schools.keys().copied().collect(),
        range_types: match &settings.attack.range {
            RangeRule::Bands { types, .. } => types.keys().copied().collect(),
            _ => Vec::new(),
        },
        sizes: settings.sizes.iter().map(|def| def.id).collect(),
        options: settings.options.keys().copied().collect(),
        derived: settings.derived.keys().copied().collect(),
        interactions: ids(book.interactions.iter().map(|def| def.id), &layers[7]),
        systems: ids(book.systems.iter().map(|def| def.id), &layers[8]),
        columns: settings.systems.iter().flat_map(|rule| rule.columns.iter().copied()).collect(),
        system_kinds: settings
            .systems
            .iter()
            .flat_map(|rule| rule.kinds.iter().map(|kind| kind.id))
            .collect(),
        actions: ids(book.actions.iter().map(|def| def.id), &layers[0]),
        bonds: settings.bonds.iter().map(|def| def.id).collect(),
        roles: settings.bonds.iter().flat_map(|def| def.roles.iter().map(|role| role.id)).collect(),
        partners: settings.bonds.iter().map(|def| def.to).collect(),
        facilities: settings.facilities.clone(),
        bands: match &settings.attack.range {
            RangeRule::Bands { bands, .. } => bands.iter().map(|(id, _)| *id).collect(),
            _ => Vec::new(),
        },
        increments: settings.tasks.iter().flat_map(|rule| rule.increments.keys().copied()).collect(),
        phases: settings.timing.phases.iter().map(|def| def.id).collect(),
        stats: settings.stat_names(),
        known: RefCell::default(),
    }
}

fn check_provoking(loader: &mut Loader<'_>, settings: &BookDef, actions: &[(RawEntry, ActionDef)]) {
    if settings.movement.events == StepEvents::LeaveAndEnter {
        // Where opportunity hangs on what is done, each action says whether it provokes.
        for (entry, _) in actions.iter().filter(|(entry, _)| entry.field("provokes").is_none()) {
            let message = format!("\"{}\" does not say whether it provokes", entry.id);
            let help = "write `provokes: Never`, `Always`, `IfUnarmed`, `IfCheck` or `PerSquare`";
            loader.report.push(entry.place().error(message).help(help));
        }
    }
}

fn check_timing(loader: &mut Loader<'_>, actions: &[(RawEntry, ActionDef)]) {
    for (entry, def) in actions {
        if def.split && def.attacks() {
            let mistake =
                entry.locate_field("split").error("an attack is never split over two rounds (F-09)");
            loader.report.push(mistake);
        }
        if def.increment.is_some() && def.attacks() {
            loader.report.push(entry.locate_field("increment").error("an attack is no task (C-100)"));
        }
    }
}
