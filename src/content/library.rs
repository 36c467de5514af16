//! The library: every rulebook, map and scenario of all mods, resolved and checked. Immutable once loaded.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::Arc,
};

use serde::de::DeserializeOwned;

use super::{
    decode::{decode, decode_file},
    diagnostics::{Diagnostic, Report},
    layer::{Layered, layer_kind},
    manifest::{ModFolder, Version, discover, load_order},
    map_build::{Palette, PlacedMap},
    map_text::text_map,
    mod_path::ModPath,
    references::{self, Kind, Visit},
    scenario::{Controller, ScenarioDef},
    source::RawEntry,
    tiled_import::import_tiled,
};
use crate::{
    battle::setup::{Opening, Setup},
    dice::DiceStream,
    grid::{EdgeKind, Terrain},
    key::Key,
    rules::{
        action::ActionDef,
        book::{BookDef, Catalogue, RuleDef, Rulebook},
        check::Direction,
        condition::ConditionDef,
        expr::Expr,
        facts::{Side, UnitState},
        gear::{ItemDef, WeaponDef},
        spell::SpellDef,
        unit::UnitDef,
    },
};

/// The version by which mods name the game.
pub fn game_version() -> Version {
    env!("CARGO_PKG_VERSION").parse().unwrap_or_default()
}

/// Everything that can be played with.
#[derive(Clone, Debug, Default)]
pub struct Library {
    /// Rulebooks by id.
    pub books: BTreeMap<Key, Arc<Rulebook>>,
    /// Maps by id.
    pub maps: BTreeMap<Key, Arc<PlacedMap>>,
    /// Scenarios by id.
    pub scenarios: BTreeMap<Key, Arc<ScenarioDef>>,
    /// Kinds of terrain by id.
    pub terrains: BTreeMap<Key, Terrain>,
    /// Kinds of edge by id.
    pub edges: BTreeMap<Key, EdgeKind>,
    /// Mods in the order loaded: id, name, version.
    pub mods: Vec<(Key, String, String)>,
    /// Folders of the mods, in that order.
    pub folders: Vec<PathBuf>,
    /// Hash of every file read.
    pub hash: String,
}

struct Loader<'a> {
    mods: &'a [ModFolder],
    report: Report,
}

impl Loader<'_> {
    fn layer(&mut self, folder: &str, kind: &str) -> Layered {
        let (layered, report) = layer_kind(self.mods, folder, kind);
        self.report.extend(report.iter().cloned());
        layered
    }

    fn all<T: DeserializeOwned>(&mut self, layered: &Layered) -> Vec<(RawEntry, T)> {
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
    /// Loads the base game from `base` and the mods that lie in the folders `mods`. All mistakes of all files come in
    /// one report; a bad mod is left out, bad entries are left out, the rest is usable.
    pub fn load(base: &Path, mods: &[PathBuf]) -> (Self, Report) {
        let mut report = Report::new();
        let mut folders = Vec::new();
        match ModFolder::read(base, Path::new("assets")) {
            Ok(folder) => folders.push(folder),
            Err(mistakes) => report.extend(mistakes),
        }
        for folder in mods {
            let (found, mistakes) = discover(folder);
            folders.extend(found);
            report.extend(mistakes.iter().cloned());
        }
        Self::from_folders(folders, report)
    }

    /// Loads the base game and single mods by their own folders.
    pub fn load_with(base: &Path, mods: &[PathBuf]) -> (Self, Report) {
        let mut report = Report::new();
        let mut folders = Vec::new();
        for (folder, shown) in std::iter::once((base, Path::new("assets"))).chain(mods.iter().map(|own| (own.as_path(), own.as_path()))) {
            match ModFolder::read(folder, shown) {
                Ok(folder) => folders.push(folder),
                Err(mistakes) => report.extend(mistakes),
            }
        }
        Self::from_folders(folders, report)
    }

    fn from_folders(folders: Vec<ModFolder>, mut report: Report) -> (Self, Report) {
        let (mods, mistakes) = load_order(folders, game_version());
        report.extend(mistakes.iter().cloned());
        let mut loader = Loader { mods: &mods, report };
        let mut library = Self {
            mods: mods
                .iter()
                .map(|one| (one.id(), one.manifest.name.clone(), one.manifest.version.to_string()))
                .collect(),
            folders: mods.iter().map(|one| one.root.folder().to_path_buf()).collect(),
            ..Self::default()
        };
        library.load_terrain(&mut loader);
        library.load_books(&mut loader);
        library.load_maps(&mut loader);
        library.load_scenarios(&mut loader);
        library.hash = hash(&mods);
        (library, loader.report)
    }

    fn load_terrain(&mut self, loader: &mut Loader<'_>) {
        let layered = loader.layer("", "terrains");
        for (entry, terrain) in loader.all::<Terrain>(&layered) {
            self.terrains.insert(entry.id, Terrain { id: entry.id, ..terrain });
        }
        let layered = loader.layer("", "edges");
        for (entry, edge) in loader.all::<EdgeKind>(&layered) {
            self.edges.insert(entry.id, EdgeKind { id: entry.id, ..edge });
        }
    }

    fn load_books(&mut self, loader: &mut Loader<'_>) {
        let mut found: BTreeMap<String, BookDef> = BTreeMap::new();
        for one in loader.mods {
            let Ok(folder) = ModPath::new("rulebooks") else { continue };
            let mut mistakes = Vec::new();
            for path in one.root.list(&folder, "ron", &mut mistakes) {
                let Some(name) = path.as_str().strip_prefix("rulebooks/").and_then(|rest| rest.strip_suffix("/book.ron"))
                else {
                    continue;
                };
                let decoded = match one.root.read_text(&path) {
                    Ok(source) => decode_file::<BookDef>(&source),
                    Err(mistake) => Err(vec![mistake]),
                };
                match decoded {
                    Ok(def) => {
                        if def.id != name {
                            let message = format!("the rulebook in the folder \"{name}\" calls itself \"{}\"", def.id);
                            mistakes.push(
                                Diagnostic::whole_file(&one.root.shown(&path), message)
                                    .help("give folder and rulebook the same id"),
                            );
                        }
                        found.insert(name.to_owned(), def);
                    }
                    Err(found) => mistakes.extend(found),
                }
            }
            loader.report.extend(mistakes);
        }
        let mut waiting: Vec<(String, BookDef)> = found.into_iter().collect();
        while !waiting.is_empty() {
            let ready = waiting
                .iter()
                .position(|(_, def)| def.extends.is_none_or(|parent| self.books.contains_key(&parent)));
            let Some(at) = ready else {
                for (name, def) in waiting {
                    let parent = def.extends.map_or("", |parent| parent.as_str());
                    let path = PathBuf::from(format!("assets/rulebooks/{name}/book.ron"));
                    loader.report.push(
                        Diagnostic::whole_file(&path, format!("it extends \"{parent}\", which cannot be loaded"))
                            .did_you_mean(parent, self.books.keys().map(|key| key.as_str())),
                    );
                }
                return;
            };
            let (name, def) = waiting.remove(at);
            let parent = def.extends.and_then(|parent| self.books.get(&parent)).cloned();
            let book = load_book(loader, &name, def, parent.as_deref());
            self.books.insert(book.id, Arc::new(book));
        }
        self.refer();
    }

    /// Rules' texts of the books that a book refers to.
    fn refer(&mut self) {
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

    fn load_maps(&mut self, loader: &mut Loader<'_>) {
        let layered = loader.layer("", "maps");
        let mut maps = Vec::new();
        for entry in layered.iter() {
            let palette =
                Palette { terrains: &self.terrains, edge_kinds: &self.edges, owner: entry.owner_of("") };
            match text_map(entry, palette) {
                Ok(map) => maps.push(map),
                Err(mistakes) => loader.report.extend(mistakes),
            }
        }
        for one in loader.mods {
            let Ok(folder) = ModPath::new("maps") else { continue };
            let mut mistakes = Vec::new();
            for path in one.root.list(&folder, "tmx", &mut mistakes) {
                let palette = Palette { terrains: &self.terrains, edge_kinds: &self.edges, owner: one.id() };
                match import_tiled(&one.root, &path, palette) {
                    Ok(import) => {
                        loader.report.extend(import.warnings.iter().cloned());
                        maps.push(import.placed);
                    }
                    Err(found) => loader.report.extend(found.iter().cloned()),
                }
            }
            loader.report.extend(mistakes);
        }
        for map in maps {
            self.maps.insert(map.id, Arc::new(map));
        }
    }

    fn load_scenarios(&mut self, loader: &mut Loader<'_>) {
        let layered = loader.layer("", "scenarios");
        for (entry, mut def) in loader.all::<ScenarioDef>(&layered) {
            def.id = entry.id;
            if let Some(map) = self.resolve_map(&entry, def.map) {
                def.map = map;
            } else {
                let known = self.maps.keys().map(|key| key.as_str());
                let mistake = entry
                    .error_at(def.map.as_str(), format!("there is no map \"{}\"", def.map))
                    .did_you_mean(def.map.as_str(), known);
                loader.report.push(mistake);
                continue;
            }
            self.own_names(&entry, &mut def);
            let before = loader.report.len();
            for book in std::iter::once(def.rulebook).chain(def.also.iter().copied()) {
                self.check_scenario(loader, &entry, &def, book);
            }
            if loader.report.len() == before {
                self.scenarios.insert(def.id, Arc::new(def));
            }
        }
    }

    /// Names without a prefix mean the mod's own things first, then the base game's.
    fn own_names(&self, entry: &RawEntry, def: &mut ScenarioDef) {
        let Some(book) = self.books.get(&def.rulebook) else { return };
        let owner = entry.owner_of("");
        let own = |name: &mut Key, known: &dyn Fn(Key) -> bool| {
            let prefixed = Key::new(&format!("{owner}:{name}"));
            if known(prefixed) {
                *name = prefixed;
            }
        };
        for unit in def.sides.iter_mut().flat_map(|side| &mut side.units) {
            if let Some(kind) = &mut unit.kind {
                own(kind, &|key| book.unit(key).is_some());
            }
            for name in unit.weapons.iter_mut().flatten() {
                own(name, &|key| book.weapon(key).is_some());
            }
            for name in unit.items.iter_mut().flatten() {
                own(name, &|key| book.item(key).is_some());
            }
            for name in unit.spells.iter_mut().flatten() {
                own(name, &|key| book.spell(key).is_some());
            }
            for (name, _) in &mut unit.conditions {
                own(name, &|key| book.condition(key).is_some());
            }
        }
    }

    fn resolve_map(&self, entry: &RawEntry, map: Key) -> Option<Key> {
        let own = Key::new(&format!("{}:{map}", entry.owner_of(map.as_str())));
        [own, map].into_iter().find(|id| self.maps.contains_key(id))
    }

    fn check_scenario(&self, loader: &mut Loader<'_>, entry: &RawEntry, def: &ScenarioDef, book: Key) {
        let Some(rulebook) = self.books.get(&book) else {
            let mistake = entry
                .error_at(book.as_str(), format!("there is no rulebook \"{book}\""))
                .did_you_mean(book.as_str(), self.books.keys().map(|key| key.as_str()));
            loader.report.push(mistake);
            return;
        };
        if let Some(place) = def.opening.place {
            let places = rulebook.settings.timing.surprise.distances.iter().flat_map(|line| &line.places);
            let known: Vec<&str> = places.map(|place| place.as_str()).collect();
            if !known.contains(&place.as_str()) {
                let message = format!("{} has no encounter distance for \"{place}\"", rulebook.settings.name);
                loader.report.push(entry.error_at(place.as_str(), message).did_you_mean(place.as_str(), known));
            }
        }
        if def.sides.len() < 2 {
            loader.report.push(entry.locate_field("sides").error("a scenario needs at least two sides"));
        }
        let mut names: Vec<Key> = Vec::new();
        let Some(map) = self.maps.get(&def.map) else { return };
        let grid = Arc::new(map.map.clone());
        let mut placed: Vec<UnitState> = Vec::new();
        for side in &def.sides {
            if side.units.is_empty() {
                loader.report.push(entry.error_at(side.id.as_str(), format!("the side {} has no unit", side.id)));
            }
            let mut starts = map.starts.get(&side.id).into_iter().flatten().copied();
            for unit in &side.units {
                if names.contains(&unit.id) {
                    let message = format!("two units are called \"{}\"", unit.id);
                    loader.report.push(entry.error_at(unit.id.as_str(), message));
                }
                names.push(unit.id);
                let mut unit = unit.clone();
                if unit.at.is_none() {
                    unit.at = starts.next();
                    if unit.at.is_none() {
                        let message = format!("{} has no square: give `at`, or the map more starts for {}", unit.id, side.id);
                        loader.report.push(entry.error_at(unit.id.as_str(), message));
                        continue;
                    }
                }
                match unit.build(rulebook, &grid, Side(side.id)) {
                    Ok(state) => {
                        let blocked = state
                            .place
                            .area
                            .squares()
                            .any(|square| grid.contents(square).any(|terrain| terrain.impassable));
                        let taken = placed.iter().any(|other| other.place.area.overlaps(&state.place.area));
                        if blocked || taken {
                            let why = if taken { "another unit stands there" } else { "nobody can stand there" };
                            let at = state.place.area.origin;
                            let message = format!("{} cannot start at {at}: {why}", unit.id);
                            loader.report.push(entry.error_at(unit.id.as_str(), message));
                        }
                        placed.push(state);
                    }
                    Err(wrong) => loader.report.push(
                        entry.error_at(&wrong.word, wrong.message).did_you_mean(&wrong.word, wrong.known.iter().copied()),
                    ),
                }
            }
        }
    }

    /// A battle of a scenario, with dice from a seed. `book` plays it by another of its books.
    pub fn setup(&self, scenario: Key, seed: u64, book: Option<Key>) -> Result<Setup, String> {
        let Some(def) = self.scenarios.get(&scenario) else {
            let known: Vec<&str> = self.scenarios.keys().map(|key| key.as_str()).collect();
            let hint = crate::suggest::suggest(scenario.as_str(), known.iter().copied());
            return Err(match hint {
                Some(hint) => format!("there is no scenario \"{scenario}\"; did you mean \"{hint}\"?"),
                None => format!("there is no scenario \"{scenario}\"; there are: {}", known.join(", ")),
            });
        };
        let book = book.unwrap_or(def.rulebook);
        if book != def.rulebook && !def.also.contains(&book) {
            return Err(format!("{} is not played by {book}", def.name));
        }
        let Some(rulebook) = self.books.get(&book) else { return Err(format!("there is no rulebook \"{book}\"")) };
        let Some(placed) = self.maps.get(&def.map) else { return Err(format!("there is no map \"{}\"", def.map)) };
        let map = Arc::new(placed.map.clone());
        let mut units = Vec::new();
        for side in &def.sides {
            let mut starts = placed.starts.get(&side.id).into_iter().flatten().copied();
            for unit in &side.units {
                let mut unit = unit.clone();
                if unit.at.is_none() {
                    unit.at = starts.next();
                }
                units.push(unit.build(rulebook, &map, Side(side.id)).map_err(|wrong| wrong.message)?);
            }
        }
        Ok(Setup {
            book: rulebook.clone(),
            map,
            units,
            ground: Vec::new(),
            opening: def.opening.clone(),
            options: def.options.clone(),
            standing: def.standing.clone(),
            dice: DiceStream::seeded(seed),
            round_limit: def.round_limit,
        })
    }

    /// Who decides for each side of a scenario unless the players say otherwise.
    pub fn controllers(&self, scenario: Key) -> Vec<(Side, Controller)> {
        self.scenarios
            .get(&scenario)
            .map(|def| def.sides.iter().map(|side| (Side(side.id), side.controller)).collect())
            .unwrap_or_default()
    }

    /// A battle on a map with units given one by one, for cases.
    pub fn bare_setup(&self, book: &Arc<Rulebook>, map: crate::grid::Map, units: Vec<UnitState>, dice: DiceStream) -> Setup {
        Setup {
            book: book.clone(),
            map: Arc::new(map),
            units,
            ground: Vec::new(),
            opening: Opening::default(),
            options: BTreeMap::new(),
            standing: Vec::new(),
            dice,
            round_limit: 0,
        }
    }
}

/// The hash of every file of every mod, with its path.
fn hash(mods: &[ModFolder]) -> String {
    let mut hasher = blake3::Hasher::new();
    for one in mods {
        hasher.update(one.id().as_str().as_bytes());
        for (folder, endings) in [("rulebooks", ["ron"].as_slice()), ("terrains", &["ron"]), ("edges", &["ron"]), ("maps", &["ron", "tmx", "tsx"]), ("scenarios", &["ron"])] {
            let Ok(folder) = ModPath::new(folder) else { continue };
            for ending in endings {
                for path in one.root.list(&folder, ending, &mut Vec::new()) {
                    hasher.update(path.as_str().as_bytes());
                    if let Ok(bytes) = one.root.read_bytes(&path, 64 * 1024 * 1024) {
                        hasher.update(&bytes);
                    }
                }
            }
        }
    }
    hasher.finalize().to_hex().to_string()
}

struct Names {
    checks: Vec<Key>,
    check_tags: Vec<Key>,
    conditions: Vec<Key>,
    pools: Vec<Key>,
    tracks: Vec<Key>,
    weapons: Vec<Key>,
    items: Vec<Key>,
    spells: Vec<Key>,
    sizes: Vec<Key>,
    stats: Vec<Key>,
    derived: Vec<Key>,
}

/// Names that an expression may use besides stats, tracks and derived values: the scope of checks and effects.
const CONTEXT: &[&str] = &[
    "action", "reaction", "count", "distance", "range_increment", "range_modifier", "range_band", "melee", "ranged",
    "thrown", "spell", "cover", "proficient", "used", "height", "other_band", "counter", "trip", "willing", "level", "amount",
    "margin", "sv", "degrees", "n", "moved", "moved_last_turn", "reactions", "actions", "increment", "initiative",
    "legs", "speed", "acted", "armed", "surprise_round", "round", "armour", "beside_cover",
];

impl Names {
    fn of(&self, kind: Kind) -> Vec<Key> {
        match kind {
            Kind::Check => self.checks.clone(),
            Kind::Checks => [self.checks.as_slice(), &self.check_tags, &[Key::new("all")]].concat(),
            Kind::Condition => self.conditions.clone(),
            Kind::Pool => [self.pools.as_slice(), &[Key::new("points")]].concat(),
            Kind::Price => {
                [self.pools.as_slice(), &self.tracks, &[Key::new("points"), Key::new("initiative")]].concat()
            }
            Kind::Track => self.tracks.clone(),
            Kind::Weapon => self.weapons.clone(),
            Kind::Item => self.items.clone(),
            Kind::Spell => self.spells.clone(),
            Kind::Size => self.sizes.clone(),
            Kind::Stat => self.stats.clone(),
        }
    }

    fn word(kind: Kind) -> &'static str {
        match kind {
            Kind::Check | Kind::Checks => "check",
            Kind::Condition => "condition",
            Kind::Pool => "pool",
            Kind::Price => "pool or track",
            Kind::Track => "track",
            Kind::Weapon => "weapon",
            Kind::Item => "item",
            Kind::Spell => "spell",
            Kind::Size => "size",
            Kind::Stat => "stat",
        }
    }

    fn knows_name(&self, name: &str) -> bool {
        let name = name.strip_prefix("target.").unwrap_or(name);
        let name = name.strip_prefix("self.").unwrap_or(name);
        let is = |list: &[Key], name: &str| list.iter().any(|key| *key == name);
        if CONTEXT.contains(&name) || is(&self.stats, name) || is(&self.tracks, name) || is(&self.derived, name) {
            return true;
        }
        match name.split_once('.') {
            Some(("has" | "count", id)) => is(&self.conditions, id),
            Some(("pool", id)) => is(&self.pools, id),
            Some(("size", id)) => is(&self.sizes, id),
            Some(("tag" | "active", _)) => true,
            Some((id, "max")) => is(&self.tracks, id),
            _ => false,
        }
    }

    fn known_names(&self) -> Vec<String> {
        let lists = [&self.stats, &self.tracks, &self.derived];
        let own = lists.into_iter().flatten().map(ToString::to_string);
        own.chain(CONTEXT.iter().map(|name| (*name).to_owned())).collect()
    }
}

struct Checker<'a> {
    names: &'a Names,
    entry: &'a RawEntry,
    report: &'a mut Report,
    complete: bool,
}

impl Visit for Checker<'_> {
    fn name(&mut self, kind: Kind, name: &mut Key) {
        let known = self.names.of(kind);
        let owner = self.entry.owner_of(name.as_str());
        let own = Key::new(&format!("{owner}:{name}"));
        if known.contains(&own) {
            *name = own;
        } else if let Some(bare) = name.as_str().strip_prefix("base:") {
            let bare = Key::new(bare);
            if known.contains(&bare) {
                *name = bare;
            }
        }
        if !known.contains(name) && self.complete {
            let word = Names::word(kind);
            let mistake = self
                .entry
                .error_at(name.as_str(), format!("there is no {word} \"{name}\""))
                .did_you_mean(name.as_str(), known.iter().map(|key| key.as_str()));
            self.report.push(mistake);
        }
    }

    fn expr(&mut self, expr: &Expr) {
        for name in expr.names() {
            if !self.names.knows_name(name.as_str()) && self.complete {
                let known = self.names.known_names();
                let text = expr.to_string();
                let mistake = self
                    .entry
                    .error_at(&text, format!("the expression names \"{name}\", which nothing here is called"))
                    .did_you_mean(name.as_str(), known.iter().map(String::as_str));
                self.report.push(mistake);
            }
        }
    }
}

fn load_book(loader: &mut Loader<'_>, name: &str, settings: BookDef, parent: Option<&Rulebook>) -> Rulebook {
    let mut book = match parent {
        Some(parent) => Rulebook { id: settings.id, settings, ..parent.clone() },
        None => Rulebook {
            id: settings.id,
            settings,
            checks: Catalogue::default(),
            actions: Catalogue::default(),
            conditions: Catalogue::default(),
            weapons: Catalogue::default(),
            items: Catalogue::default(),
            spells: Catalogue::default(),
            units: Catalogue::default(),
            rules: Catalogue::default(),
        },
    };
    book.checks = Catalogue::default();
    for def in book.settings.checks.clone() {
        book.checks.insert(def.id, Arc::new(def));
    }
    let folder = format!("rulebooks/{name}");
    let layers: Vec<Layered> =
        ["actions", "conditions", "weapons", "items", "spells", "units", "rules"].map(|kind| loader.layer(&folder, kind)).into();
    let complete = layers.iter().all(|layer| !layer.incomplete);
    let actions = loader.all::<ActionDef>(&layers[0]);
    let conditions = loader.all::<ConditionDef>(&layers[1]);
    let weapons = loader.all::<WeaponDef>(&layers[2]);
    let items = loader.all::<ItemDef>(&layers[3]);
    let spells = loader.all::<SpellDef>(&layers[4]);
    let units = loader.all::<UnitDef>(&layers[5]);
    for (entry, def) in loader.all::<RuleDef>(&layers[6]) {
        book.rules.insert(entry.id, Arc::new(RuleDef { id: entry.id, ..def }));
    }
    fn ids<T>(old: impl Iterator<Item = Key>, new: &[(RawEntry, T)]) -> Vec<Key> {
        old.chain(new.iter().map(|(entry, _)| entry.id)).collect()
    }
    let settings = &book.settings;
    let mut stats: Vec<Key> = settings.stats.keys().chain(settings.names.keys()).copied().collect();
    stats.extend(settings.checks.iter().flat_map(|def| [def.ability, def.skill]).flatten());
    stats.extend(["armour", "speed_bonus"].map(Key::new));
    stats.extend(settings.timing.surprise.team_skills.iter().copied());
    let names = Names {
        checks: settings.checks.iter().map(|def| def.id).collect(),
        check_tags: settings.checks.iter().flat_map(|def| def.tags.iter().copied()).collect(),
        conditions: ids(book.conditions.iter().map(|def| def.id), &conditions),
        pools: settings.economy.pools.iter().map(|def| def.id).collect(),
        tracks: settings.tracks.iter().map(|def| def.id).collect(),
        weapons: ids(book.weapons.iter().map(|def| def.id), &weapons),
        items: ids(book.items.iter().map(|def| def.id), &items),
        spells: ids(book.spells.iter().map(|def| def.id), &spells),
        sizes: settings.sizes.iter().map(|def| def.id).collect(),
        derived: settings.derived.keys().copied().collect(),
        stats,
    };
    check_settings(loader, name, &book.settings, &names, complete);
    macro_rules! take {
        ($list:expr, $visit:path, $into:expr) => {
            for (entry, mut def) in $list {
                let mut checker = Checker { names: &names, entry: &entry, report: &mut loader.report, complete };
                $visit(&mut def, &mut checker);
                def.id = entry.id;
                $into.insert(entry.id, Arc::new(def));
            }
        };
    }
    take!(actions, references::action, book.actions);
    take!(conditions, references::condition, book.conditions);
    take!(weapons, references::weapon, book.weapons);
    take!(items, references::item, book.items);
    take!(spells, references::spell, book.spells);
    take!(units, references::unit, book.units);
    book
}

/// References of `book.ron` itself.
fn check_settings(loader: &mut Loader<'_>, name: &str, settings: &BookDef, names: &Names, complete: bool) {
    if !complete {
        return;
    }
    let path = PathBuf::from(format!("assets/rulebooks/{name}/book.ron"));
    let report = &mut loader.report;
    let mut need = |kind: Kind, key: Key| {
        let known = names.of(kind);
        if !known.contains(&key) {
            let message = format!("there is no {} \"{key}\"", Names::word(kind));
            report.push(
                Diagnostic::whole_file(&path, message).did_you_mean(key.as_str(), known.iter().map(|key| key.as_str())),
            );
        }
    };
    let attack = &settings.attack;
    need(Kind::Check, attack.melee);
    need(Kind::Check, attack.ranged);
    if let Some(spell) = attack.spell {
        need(Kind::Check, spell);
    }
    if let Some((melee, ranged)) = attack.defence_roll {
        need(Kind::Check, melee);
        need(Kind::Check, ranged);
    }
    for state in &settings.states {
        need(Kind::Condition, state.condition);
    }
    for condition in settings.timing.start_conditions.iter().chain(settings.timing.surprise.condition.iter()) {
        need(Kind::Condition, *condition);
    }
    if let Some(condition) = settings.harm.critical_condition {
        need(Kind::Condition, condition);
    }
    let mut exprs: Vec<&Expr> = vec![&settings.timing.bonus, &settings.movement.speed, &attack.melee_adds];
    exprs.extend(settings.derived.values());
    exprs.extend(settings.tracks.iter().map(|track| &track.max));
    exprs.extend(settings.economy.pools.iter().map(|pool| &pool.base));
    exprs.extend(settings.states.iter().map(|state| &state.when));
    exprs.extend(settings.modifiers.iter().flat_map(|def| std::iter::once(&def.value).chain(def.when.iter())));
    if settings.check.direction == Direction::Under {
        for def in &settings.checks {
            if def.ability.is_none() && def.parts.is_empty() {
                need(Kind::Stat, def.id);
            }
        }
    }
    for expr in exprs {
        for word in expr.names() {
            if !names.knows_name(word.as_str()) {
                let known = names.known_names();
                let message = format!("the expression \"{expr}\" names \"{word}\", which nothing here is called");
                report.push(
                    Diagnostic::whole_file(&path, message).did_you_mean(word.as_str(), known.iter().map(String::as_str)),
                );
            }
        }
    }
}
