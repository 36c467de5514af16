//! Loads scenarios and checks them against maps and rulebooks.
//!
//! What makes a scenario unplayable is found here. Its shape is in [`crate::content::scenario`].

use super::{load::Loader, names::or_help, openings, places::of_unit};
use crate::content::prelude::*;
use crate::{
    content::scenario::{MOST_UNITS, bind},
    grid::{Area, Band, has_room},
    rules::luck::FORTUNE,
};

impl Library {
    pub(super) fn load_scenarios(&mut self, loader: &mut Loader<'_>) {
        let layered = loader.layer("", "scenarios");
        for (entry, mut def) in loader.all::<ScenarioDef>("scenarios", &layered) {
            def.id = entry.id;
            if self.is_sound(loader, &entry, &mut def) {
                self.scenarios.insert(def.id, Arc::new(def));
            } else {
                loader.lose(entry.id);
            }
        }
    }

    /// Whether a scenario can be played. If it can't, that is told, or something else is that it depends on.
    fn is_sound(&self, loader: &mut Loader<'_>, entry: &RawEntry, def: &mut ScenarioDef) -> bool {
        let books = 1 + def.also.len();
        let paid = loader.spend(entry, BudgetItem::Scenarios, 1);
        let paid = paid.and_then(|()| loader.spend(entry, BudgetItem::Units, def.units().count() * books));
        if let Err(mistake) = paid.and_then(|()| bounded(entry, def)) {
            loader.tell(mistake);
            return false;
        }
        let names = Self::map_names(entry, def.map);
        let unread = loader.unread.contains(&(Key::new(""), "maps"));
        // The mod's own is meant, also where it could not be read and the base game has one of its name.
        let own = |map: &Key| *map == names[0] || !loader.broken.contains(&names[0]);
        let Some(map) = self.resolve_map(entry, def.map).filter(own) else {
            if !unread && !names.iter().any(|id| loader.broken.contains(id)) {
                let mistake = entry.unknown("map", def.map.as_str(), self.maps.keys());
                if !loader.blame.names_deleted("maps", &names, entry.id, &mistake) {
                    loader.tell(mistake);
                }
            }
            return false;
        };
        def.map = map;
        let books: Vec<Key> = std::iter::once(def.rulebook).chain(def.also.iter().copied()).collect();
        if books.iter().any(|book| !self.books.contains_key(book) && loader.broken_books.contains(book)) {
            return false;
        }
        self.own_names(entry, def);
        if self.names_broken(loader, entry, def) {
            return false;
        }
        // What the wrong settings of a book would have declared, the scenario may name.
        let excused = books.iter().any(|book| loader.broken_books.contains(book))
            || unread && def.map != names[0] && entry.owner_of("") != BASE;
        // What the base game has does not fit by the fault of a change.
        let ours = entry.origin.file.owner == BASE;
        let told = (excused || ours).then(|| std::mem::take(&mut loader.report));
        let before = loader.report.len() + loader.blame.count();
        loader.next_scenario();
        books.into_iter().for_each(|book| self.check_scenario(loader, entry, def, book));
        let sound = loader.report.len() + loader.blame.count() == before;
        if let Some(told) = told {
            let found = std::mem::replace(&mut loader.report, told);
            if !excused && !found.is_empty() {
                loader.tell_of_scenario(entry, def, found);
            }
        }
        sound
    }

    /// Whether units of a scenario need an entry that could not be read.
    fn names_broken(&self, loader: &Loader<'_>, entry: &RawEntry, def: &ScenarioDef) -> bool {
        let broken = |name: Key| {
            let own = Key::new(&format!("{}:{name}", entry.owner_of(name.as_str())));
            loader.broken.contains(&name) || loader.broken.contains(&own)
        };
        let mut books =
            std::iter::once(&def.rulebook).chain(&def.also).filter_map(|book| self.books.get(book));
        books.any(|book| {
            let lost = |kind: &'static str, name: Key, is_there: bool| {
                !is_there && (loader.unread.contains(&(book.id, kind)) || broken(name))
            };
            let any = |kind: &'static str, names: &Option<Vec<Key>>, is_there: &dyn Fn(Key) -> bool| {
                names.iter().flatten().any(|name| lost(kind, *name, is_there(*name)))
            };
            def.units().any(|unit| {
                let mut conditions = unit.conditions.iter().map(|(name, _)| *name);
                unit.kind.is_some_and(|kind| lost("units", kind, book.unit(kind).is_some()))
                    || any("weapons", &unit.weapons, &|key| book.weapon(key).is_some())
                    || any("items", &unit.items, &|key| book.item(key).is_some())
                    || any("spells", &unit.spells, &|key| book.spell(key).is_some())
                    || conditions.any(|name| lost("conditions", name, book.condition(name).is_some()))
            })
        })
    }

    /// A scenario from the text of a file that holds just this one, held against maps and rulebooks as those of files
    /// are.
    ///
    /// # Errors
    /// The first mistake in it, in one sentence.
    pub fn read_scenario(&self, text: &str) -> Result<ScenarioDef, String> {
        let source = SourceFile::new("scenario.ron", text);
        let (entries, mistakes) = read_entries(&source);
        let mut loader = Loader::new(&[], Report::new());
        loader.report.extend(mistakes);
        let entry = entries.first().filter(|_| entries.len() == 1);
        let def = entry.map(|entry| (entry, decode::<ScenarioDef>(entry)));
        let found = match def {
            Some((entry, Ok(mut def))) => {
                match self.resolve_map(entry, def.map) {
                    Some(map) => def.map = map,
                    None => return Err(format!("there is no map \"{}\"", def.map)),
                }
                bounded(entry, &def).map_err(|mistake| mistake.message)?;
                self.own_names(entry, &mut def);
                for book in std::iter::once(def.rulebook).chain(def.also.iter().copied()) {
                    self.check_scenario(&mut loader, entry, &def, book);
                }
                Some(def)
            }
            Some((_, Err(mistake))) => {
                loader.tell(mistake);
                None
            }
            None => None,
        };
        match (loader.report.iter().next(), found) {
            (Some(mistake), _) => Err(mistake.message.to_string()),
            (None, Some(def)) => Ok(def),
            (None, None) => Err("one scenario was expected".to_owned()),
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
        let later = def.reinforcements.iter_mut().flat_map(|wave| &mut wave.units);
        for unit in def.sides.iter_mut().flat_map(|side| &mut side.units).chain(later) {
            if let Some(kind) = &mut unit.kind {
                own(kind, &|key| book.unit(key).is_some());
            }
            let all = |names: &mut Option<Vec<Key>>, known: &dyn Fn(Key) -> bool| {
                names.iter_mut().flatten().for_each(|name| own(name, known));
            };
            all(&mut unit.weapons, &|key| book.weapon(key).is_some());
            all(&mut unit.items, &|key| book.item(key).is_some());
            all(&mut unit.spells, &|key| book.spell(key).is_some());
            for (name, _) in &mut unit.conditions {
                own(name, &|key| book.condition(key).is_some());
            }
            let until = std::mem::take(&mut unit.until).into_iter();
            unit.until = until
                .map(|(mut name, until)| {
                    own(&mut name, &|key| book.condition(key).is_some());
                    (name, until)
                })
                .collect();
        }
    }

    fn resolve_map(&self, entry: &RawEntry, map: Key) -> Option<Key> {
        Self::map_names(entry, map).into_iter().find(|id| self.maps.contains_key(id))
    }

    fn map_names(entry: &RawEntry, map: Key) -> [Key; 2] {
        [Key::new(&format!("{}:{map}", entry.owner_of(map.as_str()))), map]
    }

    fn check_scenario(&self, loader: &mut Loader<'_>, entry: &RawEntry, def: &ScenarioDef, book: Key) {
        let Some(rulebook) = self.books.get(&book) else {
            return loader.tell(entry.unknown("rulebook", book.as_str(), self.books.keys()));
        };
        Self::check_words(loader, entry, def, rulebook, book == def.rulebook);
        if book == def.rulebook {
            self.check_stats(loader, entry, def);
            openings::check(entry, def, &mut loader.report);
        }
        if def.sides.len() < 2 {
            loader.tell(entry.locate_field("sides").error("a scenario needs at least two sides"));
        }
        let mut names: BTreeSet<Key> = BTreeSet::new();
        let Some(map) = self.maps.get(&def.map) else { return };
        let grid = Arc::new(map.map.clone());
        let mut placed: Vec<UnitState> = Vec::new();
        let mut standing: Vec<(Area, Band)> = Vec::new();
        for side in &def.sides {
            if side.units.is_empty() {
                loader.tell(entry.error_at(side.id.as_str(), format!("the side {} has no unit", side.id)));
            }
            let mut starts = map.starts.get(&side.id).into_iter().flatten().copied();
            let mut startless = false;
            for unit in &side.units {
                if !names.insert(unit.id) {
                    let message = format!("two units are called \"{}\"", unit.id);
                    loader.tell(of_unit(entry, unit.id, 1, "id").error(message));
                }
                let mut unit = unit.clone();
                // Who is carried stands where its carrier does.
                let carried = unit.is_carried(rulebook);
                if unit.at.is_none() && !carried {
                    unit.at = starts.next();
                    if unit.at.is_none() {
                        // Of a side without starts that is said once.
                        if !std::mem::replace(&mut startless, !map.starts.contains_key(&side.id)) {
                            loader.report.push_with(entry.file(), || {
                                without_square(entry, unit.id, side.id, &map.starts)
                            });
                        }
                        continue;
                    }
                }
                match unit.build(rulebook, &grid, Side(side.id)) {
                    Ok(state) => {
                        let ways = state.sheet.0.movement.iter().map(|def| def.category);
                        let place = state.place;
                        let ground = place.band == Band::Ground;
                        if let Err(why) = may_fly(rulebook, def, &state) {
                            loader.tell(entry.error_at(unit.id.as_str(), format!("{} {why}", unit.id)));
                        }
                        let blocked = ground
                            && !ways
                                .chain([Key::new("walking")])
                                .any(|category| has_room(&grid, &state.place.area, category));
                        let taken = standing
                            .iter()
                            .any(|(other, band)| *band == place.band && other.overlaps(&place.area));
                        if !carried {
                            standing.push((place.area, place.band));
                        }
                        if !carried && (blocked || taken) {
                            let why =
                                if taken { "another unit stands there" } else { "nobody can stand there" };
                            let at = state.place.area.origin;
                            let message = format!("{} cannot start at {at}: {why}", unit.id);
                            loader.tell(of_unit(entry, unit.id, 0, "at").error(message));
                        }
                        placed.push(state);
                    }
                    Err(wrong) => loader.tell_of_unit(entry, unit.id, &wrong),
                }
            }
        }
        if let Err(wrong) = bind(rulebook, def.sides.iter().flat_map(|side| &side.units), &mut placed) {
            let mistake = entry.error_at(&wrong.word, wrong.message);
            loader.tell(mistake.did_you_mean(&wrong.word, wrong.known.iter().copied()));
        }
        self.check_reinforcements(loader, entry, def, rulebook, &grid, names);
    }

    /// What the scenario names of a book's settings; what only its own book need know, where it is that one.
    fn check_words(
        loader: &mut Loader<'_>,
        entry: &RawEntry,
        def: &ScenarioDef,
        rulebook: &Rulebook,
        own: bool,
    ) {
        let lacks = |what: &str, name: &str, at: &str, known: &[&str]| {
            let message = format!("{} has no {what} \"{name}\"", rulebook.settings.name);
            entry.error_at(at, message).did_you_mean(name, known.iter().copied())
        };
        if let Some(place) = def.opening.place {
            let places = rulebook.settings.timing.surprise.distances.iter().flat_map(|line| &line.places);
            let known: Vec<&str> = places.map(|place| place.as_str()).collect();
            let place = place.as_str();
            if !known.contains(&place) {
                loader.tell(lacks("encounter distance for", place, place, &known));
            }
        }
        let known: Vec<&str> = rulebook.settings.facilities.iter().map(|key| key.as_str()).collect();
        let won = def.sides.iter().filter_map(|side| side.wins.as_ref()).flat_map(Expr::names);
        let won = won.filter_map(|name| name.as_str().strip_prefix("at."));
        let places = def.surroundings.facilities.iter().map(|(_, kind)| kind.as_str());
        for facility in places.chain(won).filter(|kind| own && !known.contains(kind)) {
            loader.tell(lacks("facility", facility, facility, &known));
        }
        for side in def.sides.iter().filter(|_| own) {
            let names = side.wins.iter().flat_map(Expr::names);
            for name in names {
                let word = name.as_str();
                let Some(condition) = word.strip_prefix("has.").or(word.strip_prefix("count.")) else {
                    continue;
                };
                if rulebook.condition(Key::new(condition)).is_none() {
                    let known: Vec<&str> = rulebook.conditions.iter().map(|def| def.id.as_str()).collect();
                    loader.tell(lacks("condition", condition, word, &known));
                }
            }
        }
        for option in def.options.keys().filter(|option| **option != FORTUNE) {
            let word = option.as_str().split('.').next().unwrap_or_default();
            let known: Vec<&str> = rulebook.settings.options.keys().map(|key| key.as_str()).collect();
            if own && !known.contains(&word) {
                let mistake = lacks("option", word, option.as_str(), &known);
                if !loader.blame.names_deleted("options", &[Key::new(word)], entry.id, &mistake) {
                    loader.tell(mistake);
                }
            }
        }
    }

    /// Stats that units have here over those of their kind: one of the books that it is played by knows each.
    fn check_stats(&self, loader: &mut Loader<'_>, entry: &RawEntry, def: &ScenarioDef) {
        let books = std::iter::once(&def.rulebook).chain(&def.also).filter_map(|book| self.books.get(book));
        let known: BTreeSet<Key> = books.flat_map(|book| book.settings.stat_names()).collect();
        let stats = def.units().flat_map(|unit| unit.stats.keys());
        let unknown: BTreeSet<Key> = stats.filter(|stat| !known.contains(*stat)).copied().collect();
        for stat in unknown {
            loader.report.push_with(entry.file(), || entry.unknown("stat", stat.as_str(), &known));
        }
    }

    /// Those who come later: a side of the scenario, a name of their own, a square on the map.
    fn check_reinforcements(
        &self,
        loader: &mut Loader<'_>,
        entry: &RawEntry,
        def: &ScenarioDef,
        rulebook: &Arc<Rulebook>,
        grid: &Arc<Map>,
        mut names: BTreeSet<Key>,
    ) {
        for wave in &def.reinforcements {
            if !def.sides.iter().any(|side| side.id == wave.side) {
                let sides = def.sides.iter().map(|side| &side.id);
                loader.tell(entry.unknown("side", wave.side.as_str(), sides));
            }
            if wave.round == 0 {
                let field = entry.locate_field("reinforcements");
                loader.tell(field.error("reinforcements come in round 1 or later"));
            }
            for unit in &wave.units {
                let word = unit.id.as_str();
                if !names.insert(unit.id) {
                    let message = format!("two units are called \"{}\"", unit.id);
                    loader.tell(of_unit(entry, unit.id, 1, "id").error(message));
                }
                if unit.at.is_none() {
                    let message = format!("{} has no square: give `at`, where it comes in", unit.id);
                    loader.tell(entry.error_at(word, message));
                }
                if let Err(wrong) = unit.build(rulebook, grid, Side(wave.side)) {
                    loader.tell_of_unit(entry, unit.id, &wrong);
                }
            }
        }
    }
}

/// A scenario has only so many units, and each side a name of its own.
fn bounded(entry: &RawEntry, def: &ScenarioDef) -> Result<(), Diagnostic> {
    if def.units().count() > MOST_UNITS {
        return Err(entry.place().error(format!("a scenario has at most {MOST_UNITS} units")));
    }
    let mut known: BTreeSet<Key> = BTreeSet::new();
    match def.sides.iter().find(|side| !known.insert(side.id)) {
        Some(side) => Err(entry.error_at(side.id.as_str(), format!("two sides are called \"{}\"", side.id))),
        None => Ok(()),
    }
}

/// The mistake of a unit without a square: one of its whole side, where the map has no starts for that.
fn without_square(entry: &RawEntry, unit: Key, side: Key, starts: &BTreeMap<Key, Vec<Square>>) -> Diagnostic {
    if starts.contains_key(&side) {
        let message = format!("{unit} has no square: give `at`, or the map more starts for {side}");
        return entry.error_at(unit.as_str(), message);
    }
    let known: Vec<&str> = starts.keys().map(|key| key.as_str()).collect();
    let message = match known.as_slice() {
        [] => "the map has no starts".to_owned(),
        known => format!("the map has starts for {}, none for {side}", known.join(", ")),
    };
    let mistake = entry.error_at(side.as_str(), message).did_you_mean(side.as_str(), known);
    or_help(mistake, || format!("give each unit of {side} `at`, or the map starts for {side}"))
}

/// Whether a unit that starts above the ground can be there: the fight has bands of altitude and it flies (S-25).
fn may_fly(book: &Rulebook, scenario: &ScenarioDef, unit: &UnitState) -> Result<(), String> {
    if unit.place.band == Band::Ground {
        return Ok(());
    }
    let on =
        |option: Key| scenario.options.get(&option).copied().unwrap_or_else(|| book.option(option.as_str()));
    let rule = book.settings.altitude.as_ref();
    let Some(rule) = rule.filter(|rule| rule.option.is_none_or(|option| on(option) != 0)) else {
        return Err("starts above the ground, and here are no altitude bands".to_owned());
    };
    let lent = unit.gear.items.iter().filter_map(|item| book.item(item.def)).flat_map(|def| &def.movement);
    match unit.sheet.0.movement.iter().chain(lent).any(|def| rule.flying.contains(&def.category)) {
        true => Ok(()),
        false => Err("starts above the ground and cannot fly".to_owned()),
    }
}
