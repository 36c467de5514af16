//! The library: every rulebook, map and scenario of all mods, resolved and checked. Immutable once loaded.

mod blame;
mod books;
mod clashes;
mod entries_fit;
mod explain;
mod expressions;
mod fields;
mod fits;
mod holders;
mod known;
mod load;
mod lost;
mod maps;
mod names;
mod needs;
mod openings;
mod pictures;
mod places;
mod scenarios;
mod settings;
mod used;
mod words;

use super::{
    manifest::{Version, discover, load_order_by, unread_folders},
    mod_choice::ModChoice,
    scenario::{Controller, bind},
};
use crate::content::prelude::*;
use crate::{
    battle::{entry::Arrival, setup::Setup, terms::Terms},
    dice::DiceStream,
    rules::luck::FORTUNE,
};

pub use explain::{Conflict, Explained, Layer, Sources};
pub use load::KINDS;
pub use pictures::{EDGE_LOOKS, GROUND_ENDS};
pub use used::{EntryChange, EntryChangeKind};

use load::Loader;
use used::Written;

/// The version by which mods name the game.
pub fn game_version() -> Version {
    env!("CARGO_PKG_VERSION").parse().unwrap_or(Version::new(0, 0, 0))
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
    /// Ids of what mods have deleted or what could not be read, of any kind.
    pub missing: BTreeSet<Key>,
    /// Those of them that could not be read, which is told by a mistake of their own.
    pub broken: BTreeSet<Key>,
    /// Rulebooks of which a `book.ron` is wrong, and those that inherit from them: they are not there, or not with all
    /// that was to be changed of them. What depends on that is not told by itself.
    pub broken_books: BTreeSet<Key>,
    /// Kinds of entries of which not all ids could be read, by their rulebook; maps, scenarios, terrains and edges by
    /// the empty id. What may be among those is not told as unknown.
    pub unread: BTreeSet<(Key, &'static str)>,
    /// Mods in the order loaded: id, name, version.
    pub mods: Vec<(Key, String, String)>,
    /// The mods that each of them says it needs.
    pub needs: BTreeMap<Key, Vec<Key>>,
    /// Folders of the mods, in that order.
    pub folders: Vec<PathBuf>,
    /// The same folders, for reading what else lies in them.
    pub roots: Vec<ModRoot>,
    /// What each of them holds, in that order: id, version, hash of its files.
    pub stamps: Vec<Stamp>,
    /// Hash of every file read.
    pub hash: String,
    /// What battles use of it, for saves and replays.
    written: Written,
}

/// What a mod holds, by which another program tells whether it has the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stamp {
    /// The mod.
    pub id: Key,
    /// Its version.
    pub version: String,
    /// Hash of its files.
    pub hash: String,
}

impl Library {
    /// Loads the base game from `base` and the mods that lie in the folders `mods`. All mistakes of all files come in
    /// one report; a bad mod is left out, bad entries are left out, the rest is usable.
    pub fn load(base: &Path, mods: &[PathBuf]) -> (Self, Report) {
        Self::load_chosen(base, mods, &ModChoice::default())
    }

    /// The same with those mods only that are on, in the order wanted as far as their needs allow.
    pub fn load_chosen(base: &Path, mods: &[PathBuf], choice: &ModChoice) -> (Self, Report) {
        Self::from_folders((base, mods, &[]), choice)
    }

    /// Loads the base game and single mods by their own folders.
    pub fn load_with(base: &Path, own: &[PathBuf]) -> (Self, Report) {
        Self::load_besides(base, &[], own)
    }

    /// Loads the base game, the mods that lie in the folders `mods`, and single mods by their own folders, as far as they
    /// are not among these.
    pub fn load_besides(base: &Path, mods: &[PathBuf], own: &[PathBuf]) -> (Self, Report) {
        Self::from_folders((base, mods, own), &ModChoice::default())
    }

    fn from_folders(places: Places<'_>, choice: &ModChoice) -> (Self, Report) {
        let (mods, report) = in_order(places, choice);
        let mut loader = Loader::new(&mods, report);
        let mut library = Self {
            mods: mods
                .iter()
                .map(|one| (one.id(), one.manifest.name.clone(), one.manifest.version.to_string()))
                .collect(),
            needs: mods.iter().map(|one| (one.id(), one.needs())).collect(),
            folders: mods.iter().map(|one| one.root.folder().to_path_buf()).collect(),
            roots: mods.iter().map(|one| one.root.clone()).collect(),
            ..Self::default()
        };
        library.load_terrain(&mut loader);
        library.load_books(&mut loader);
        library.load_maps(&mut loader);
        library.load_scenarios(&mut loader);
        loader.blame.tell(&mut loader.report);
        library.missing = std::mem::take(&mut loader.missing);
        library.broken = std::mem::take(&mut loader.broken);
        library.broken_books = std::mem::take(&mut loader.broken_books);
        library.unread = std::mem::take(&mut loader.unread);
        library.stamps = mods.iter().map(stamp).collect();
        library.hash = hash(&library.stamps);
        library.written = Written::of(&library);
        (library, loader.report)
    }

    /// A battle of a scenario on its usual terms, with dice from a seed. `book` plays it by another of its books.
    ///
    /// # Errors
    /// One sentence: there is no such scenario, or it is not played by that book.
    pub fn setup(&self, scenario: Key, seed: u64, book: Option<Key>) -> Result<Setup, String> {
        self.lay_out(&Terms { book, ..Terms::new(scenario, seed) })
    }

    /// The scenario that terms are about: the library's, or the one that goes with them.
    ///
    /// # Errors
    /// One sentence: there is no such scenario, or what goes with the terms is none that can be played.
    pub fn scenario(&self, terms: &Terms) -> Result<Arc<ScenarioDef>, String> {
        if let Some(made) = &terms.made {
            return self.read_scenario(&made.text).map(Arc::new);
        }
        let scenario = terms.scenario;
        self.scenarios.get(&scenario).cloned().ok_or_else(|| {
            let known: Vec<&str> = self.scenarios.keys().map(|key| key.as_str()).collect();
            let hint = crate::suggest::suggest(scenario.as_str(), known.iter().copied());
            match hint {
                Some(hint) => format!("there is no scenario \"{scenario}\"; did you mean \"{hint}\"?"),
                None => format!("there is no scenario \"{scenario}\"; there are: {}", known.join(", ")),
            }
        })
    }

    /// A battle on the terms agreed.
    ///
    /// # Errors
    /// One sentence: there is no such scenario, it is not played by that book, or the book has no such option.
    pub fn lay_out(&self, terms: &Terms) -> Result<Setup, String> {
        let def = &*self.scenario(terms)?;
        let book = terms.book.unwrap_or(def.rulebook);
        if book != def.rulebook && !def.also.contains(&book) {
            return Err(format!("{} is not played by {book}", def.name));
        }
        let Some(rulebook) = self.books.get(&book) else {
            return Err(format!("there is no rulebook \"{book}\""));
        };
        let Some(placed) = self.maps.get(&def.map) else {
            return Err(format!("there is no map \"{}\"", def.map));
        };
        let map = Arc::new(placed.map.clone());
        let mut units = Vec::new();
        for side in &def.sides {
            let mut starts = placed.starts.get(&side.id).into_iter().flatten().copied();
            for unit in &side.units {
                let mut unit = unit.clone();
                if unit.at.is_none() && !unit.is_carried(rulebook) {
                    unit.at = starts.next();
                }
                units.push(unit.build(rulebook, &map, Side(side.id)).map_err(|wrong| wrong.message)?);
            }
        }
        let mut arrivals = Vec::new();
        for wave in &def.reinforcements {
            for unit in &wave.units {
                let unit = unit.build(rulebook, &map, Side(wave.side)).map_err(|wrong| wrong.message)?;
                arrivals.push(Arrival { round: wave.round, unit, entry: wave.entry });
            }
        }
        let entries = def.sides.iter().flat_map(|side| &side.units);
        let bonds = bind(rulebook, entries, &mut units).map_err(|wrong| wrong.message)?;
        Ok(Setup {
            book: rulebook.clone(),
            map,
            units,
            arrivals,
            ground: Vec::new(),
            bonds,
            surroundings: def.surroundings.clone(),
            things: placed.things.clone(),
            opening: def.opening.clone(),
            options: self.options(rulebook, def, terms)?,
            made: terms.made.clone(),
            used: self.used(terms, def, rulebook, placed),
            standing: def.standing.clone(),
            goals: def.goals(),
            dice: DiceStream::seeded(terms.seed),
            luck: terms.luck,
            round_limit: def.round_limit,
            plugins: Default::default(),
        })
    }

    /// The options of a match: the scenario's, and over them those agreed.
    fn options(
        &self,
        book: &Rulebook,
        def: &ScenarioDef,
        terms: &Terms,
    ) -> Result<BTreeMap<Key, i32>, String> {
        let mut options = def.options.clone();
        for (option, value) in &terms.options {
            let word = option.as_str().split('.').next().unwrap_or_default();
            let known = &book.settings.options;
            let every_book = *option == FORTUNE;
            if !every_book && !options.contains_key(option) && !known.keys().any(|key| *key == word) {
                let hint = crate::suggest::hint(word, known.keys().map(|key| key.as_str()));
                return Err(format!("{} has no option \"{option}\"{hint}", book.settings.name));
            }
            options.insert(*option, *value);
        }
        Ok(options)
    }

    /// Whether a rulebook is not there because its own `book.ron` is wrong.
    pub fn is_lost(&self, book: Key) -> bool {
        self.broken_books.contains(&book) && !self.books.contains_key(&book)
    }

    /// Whether an unknown id of a kind may be the fault of what could not be read of a rulebook: a file of such entries, or
    /// its settings.
    pub fn may_lack(&self, book: Key, kind: &str) -> bool {
        self.unread.iter().any(|(own, unread)| *own == book && *unread == kind)
            || !KINDS.contains(&kind) && self.broken_books.contains(&book)
    }

    /// The mod to which a prefixed name belongs, if it is not loaded.
    pub fn absent_mod<'a>(&self, name: &'a str) -> Option<&'a str> {
        let (owner, _) = name.split_once(':')?;
        (!self.mods.iter().any(|(id, ..)| *id == owner)).then_some(owner)
    }

    /// Who decides for each side of a scenario unless the players say otherwise.
    pub fn controllers(&self, scenario: Key) -> Vec<(Side, Controller)> {
        self.scenarios
            .get(&scenario)
            .map(|def| def.sides.iter().map(|side| (Side(side.id), side.controller)).collect())
            .unwrap_or_default()
    }
}

/// The folder of the base game, folders in which mods lie, and mods by their own folders.
type Places<'a> = (&'a Path, &'a [PathBuf], &'a [PathBuf]);

/// The base game and all mods of these places that are on and can be loaded, each once, in their order.
fn in_order((base, mods, own): Places<'_>, choice: &ModChoice) -> (Vec<ModFolder>, Report) {
    let (mut folders, mut report) = (Vec::new(), Report::new());
    let read = |folders: &mut Vec<ModFolder>, report: &mut Report, folder: &Path, shown: &Path| {
        match ModFolder::read(folder, shown) {
            Ok(folder) => folders.push(folder),
            Err(mistakes) => report.extend(mistakes),
        }
    };
    read(&mut folders, &mut report, base, Path::new("assets"));
    for folder in mods {
        let (found, mistakes) = discover(folder);
        folders.extend(choice.apply(found));
        report.join(mistakes);
    }
    for one in own {
        let real = std::fs::canonicalize(one).unwrap_or_else(|_| one.clone());
        if !folders.iter().any(|known| known.root.folder() == real) {
            read(&mut folders, &mut report, one, one);
        }
    }
    let rank = |id: Key| choice.rank(id.as_str());
    let (mods, mistakes) = load_order_by(folders, game_version(), rank, &unread_folders(&report));
    report.join(mistakes);
    (mods, report)
}

fn stamp(one: &ModFolder) -> Stamp {
    let mut hasher = blake3::Hasher::new();
    for (folder, endings) in [
        ("rulebooks", ["ron"].as_slice()),
        ("terrains", &["ron"]),
        ("edges", &["ron"]),
        ("maps", &["ron", "tmx", "tsx", "tx", "dd2vtt", "uvtt", "df2vtt"]),
        ("scenarios", &["ron"]),
    ] {
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
    let version = one.manifest.version.to_string();
    Stamp { id: one.id(), version, hash: hasher.finalize().to_hex().to_string() }
}

/// The hash of all mods. Their versions do not count, only what they hold.
fn hash(stamps: &[Stamp]) -> String {
    let mut hasher = blake3::Hasher::new();
    for stamp in stamps {
        hasher.update(stamp.id.as_str().as_bytes());
        hasher.update(stamp.hash.as_bytes());
    }
    hasher.finalize().to_hex().to_string()
}
