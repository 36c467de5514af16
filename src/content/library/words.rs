//! Words that no list is closed for: damage types, ways of moving, proficiencies, schools, rules, tags, events. One that
//! only a mod says, and that is declared nowhere, is probably misspelt.

use super::{
    explain::Sources,
    expressions::said_at,
    lost::{broken, said_by},
    settings::walk,
};
use crate::{
    content::{
        prelude::*,
        references::{self, OpenKind as About},
    },
    rules::{book::RuleDef, movement::CollisionRule, timing::Shift},
};

/// A word that nobody has declared stands in so many entries at least.
const MEANT: usize = 3;
/// Where so many words are known, one that is none of them is odd, near to one or not.
const MANY: usize = 4;

/// Lines of the ledger that the game itself writes, besides those of conditions and saves.
const WRITTEN: [&str; 8] = [
    "past_third",
    "immediate",
    "unfamiliar_weapon",
    "heavy_weapon",
    "failed_save",
    "natural_1",
    "chain",
    "electrical",
];

impl About {
    fn word(self) -> &'static str {
        match self {
            Self::Damage => "damage type",
            Self::Movement => "way of moving",
            Self::Proficiency => "proficiency",
            Self::School => "school",
            Self::Rule => "rule",
            Self::ActionTag => "tag of actions",
            Self::WeaponTag => "tag of weapons",
            Self::UnitTag => "tag of units",
            Self::CheckTag => "tag of checks",
            Self::Stat => "stat",
            Self::Source => "action, condition or spell",
            Self::Event => "event of the ledger",
            Self::Slot => "slot of items",
        }
    }

    /// How a mod makes a word known in a book that it has written or changes. None: by saying it first.
    fn declared(self, word: &str, whole: bool) -> Option<String> {
        Some(match self {
            Self::CheckTag | Self::Slot => return None,
            Self::Stat if whole => format!("no unit has it: name it in book.ron, `stats: {{\"{word}\": 0}}`"),
            Self::Stat => {
                format!("no unit has it: name it in book.ron, `new: {{\"stats\": {{\"{word}\": 0}}}}`")
            }
            Self::Rule => format!("if it is one of yours, describe it in rules.ron: `(id: \"{word}\", ..)`"),
            Self::ActionTag | Self::WeaponTag | Self::UnitTag => {
                format!("no entry of the book has it: give it to one, `tags: [\"{word}\"]`")
            }
            Self::Source => "no action, condition or spell of the book is called so".to_owned(),
            Self::Event => {
                format!(
                    "it needs a line of the ledger and what writes it, such as `Shift(event: \"{word}\")`"
                )
            }
            _ if whole => format!("if it is meant, name it in book.ron: `names: {{\"{word}\": \"..\"}}`"),
            _ => format!("if it is meant, name it in book.ron: `new: {{\"names\": {{\"{word}\": \"..\"}}}}`"),
        })
    }

    /// Of so many entries at least is a word that nobody has declared.
    fn meant(self) -> usize {
        match self {
            // The line of the ledger and what writes it; a check with a tag and what names it.
            Self::Event | Self::CheckTag => 2,
            _ => MEANT,
        }
    }
}

type Said = BTreeSet<(About, Key)>;

impl Sources {
    /// Tells which words of mods are probably misspelt.
    pub fn check_words(&self, library: &Library, report: &mut Report) {
        let mut ways = Said::new();
        for book in library.books.values() {
            // What a wrong `book.ron` would have declared is not known.
            let sound = !library.broken_books.contains(&book.id);
            let Some(layers) = self.layers(book.id).filter(|_| sound) else { continue };
            let Some(written) = self.settings(book.id) else { continue };
            let mut known = declared(book);
            let mut count: BTreeMap<(About, Key), usize> = BTreeMap::new();
            let mut note = |entry: Option<&RawEntry>, words: &Said| {
                for word in words {
                    if entry.is_some_and(|entry| said_at(entry, word.1.as_str()).file.owner == BASE) {
                        known.insert(*word);
                    }
                    *count.entry(*word).or_default() += 1;
                }
            };
            let of_settings = settings(book);
            note(Some(written), &of_settings);
            for (kind, layer) in KINDS.iter().zip(layers) {
                for id in layer.all_ids() {
                    note(layer.found(id), &said(book, kind, id));
                }
            }
            let meant = count.iter().filter(|((about, _), times)| **times >= about.meant());
            known.extend(meant.map(|(word, _)| *word));
            let broken = broken(library, layers);
            let lost = count.keys().filter(|word| !known.contains(*word) && said_by(&broken, word.1));
            let lost: Vec<(About, Key)> = lost.copied().collect();
            known.extend(lost);
            ways.extend(known.iter().filter(|(about, _)| *about == About::Movement));
            // Of a file that could not be read to the end it is not known what it declares.
            if library.unread.iter().any(|(id, _)| *id == book.id) {
                continue;
            }
            // What a book states takes the place of what it inherits.
            let maker = self.maker(book.id).filter(|_| book.settings.extends.is_none());
            odd(written, &of_settings, maker, &known, report);
            for (kind, layer) in KINDS.iter().zip(layers) {
                for entry in layer.iter() {
                    let mut words = said(book, kind, entry.id);
                    // A check that modifiers name and that there is not is a mistake told elsewhere.
                    words.retain(|(about, _)| *about != About::CheckTag);
                    odd(entry, &words, maker, &known, report);
                }
            }
        }
        let no_book = |(id, _): &(Key, &str)| !library.books.contains_key(id);
        if library.unread.iter().all(no_book) {
            self.check_ways(library, ways, report);
        }
    }

    /// Tells ways of moving that terrains and edges name and that nobody has.
    fn check_ways(&self, library: &Library, mut known: Said, report: &mut Report) {
        let layers = ["terrains", "edges"].into_iter().filter_map(|kind| Some((kind, self.common(kind)?)));
        let all: Vec<(&RawEntry, Said)> = layers
            .flat_map(|(kind, layer)| layer.iter().map(move |entry| (entry, moves(library, kind, entry.id))))
            .collect();
        for (entry, words) in &all {
            let base = |(_, way): &&(About, Key)| said_at(entry, way.as_str()).file.owner == BASE;
            known.extend(words.iter().filter(base));
        }
        all.iter().for_each(|(entry, words)| odd(entry, words, None, &known, report));
    }
}

fn moves(library: &Library, kind: &str, id: Key) -> Said {
    let (ignored, stopped) = match kind {
        "terrains" => library.terrains.get(&id).map(|def| (&def.ignored_by, &def.stops)),
        _ => library.edges.get(&id).map(|def| (&def.ignored_by, &def.stops)),
    }
    .unzip();
    let ways = ignored.into_iter().chain(stopped).flatten();
    ways.map(|way| (About::Movement, *way)).collect()
}

/// Tells the words of an entry that nobody else knows. A book that inherits nothing comes with the mod that states it.
fn odd(entry: &RawEntry, words: &Said, maker: Option<Key>, known: &Said, report: &mut Report) {
    for (about, word) in words {
        if known.contains(&(*about, *word)) {
            continue;
        }
        let place = said_at(entry, word.as_str());
        if place.file.owner == BASE {
            continue;
        }
        let others = known.iter().filter(|(other, _)| other == about).map(|(_, word)| word.as_str());
        let others: Vec<&str> = others.collect();
        let near = suggest(word.as_str(), others.iter().copied());
        let declared = || about.declared(word.as_str(), maker == Some(place.file.owner));
        let help = match near {
            Some(near) => format!("did you mean \"{near}\"?"),
            None if others.len() < MANY => continue,
            None => match declared() {
                Some(help) => help,
                None => continue,
            },
        };
        let message = format!("nothing else knows the {} \"{word}\"", about.word());
        report.push(place.error(message).help(help).warning());
    }
}

fn declared(book: &Rulebook) -> Said {
    let settings = &book.settings;
    let mut words = Said::new();
    for word in settings.names.keys() {
        words.extend(
            [About::Damage, About::Movement, About::Proficiency, About::School].map(|about| (about, *word)),
        );
    }
    words.extend(["all", "normal", "damage"].map(|word| (About::Damage, Key::new(word))));
    words.extend(settings.attack.schools.keys().map(|school| (About::School, *school)));
    words.extend(settings.harm.kinds.iter().map(|rule| (About::Damage, rule.kind)));
    words.extend(book.actions.iter().flat_map(|def| &def.tags).map(|tag| (About::ActionTag, *tag)));
    words.extend(book.weapons.iter().flat_map(|def| &def.tags).map(|tag| (About::WeaponTag, *tag)));
    let worn = book.items.iter().flat_map(|def| &def.tags);
    words.extend(book.units.iter().flat_map(|def| &def.tags).chain(worn).map(|tag| (About::UnitTag, *tag)));
    words.extend(settings.checks.iter().map(|check| (About::CheckTag, check.id)));
    words.extend(["all", "skills"].map(|tag| (About::CheckTag, Key::new(tag))));
    words.extend(settings.attack.fire.damage.map(|tag| (About::CheckTag, tag)));
    words.extend(book.actions.iter().map(|def| (About::Source, def.id)));
    words.extend(book.conditions.iter().map(|def| (About::Source, def.id)));
    words.extend(book.spells.iter().map(|def| (About::Source, def.id)));
    words.extend(book.weapons.iter().map(|def| (About::Source, def.id)));
    words.extend(book.items.iter().map(|def| (About::Source, def.id)));
    words.extend(book.interactions.iter().map(|def| (About::Source, def.id)));
    // A mod's rule is found by its plain name as well.
    let plain = |rule: &RuleDef| rule.id.as_str().split_once(':').map(|(_, name)| Key::new(name));
    words.extend(
        book.rules.iter().flat_map(|rule| [Some(rule.id), plain(rule)]).flatten().map(|id| (About::Rule, id)),
    );
    words.extend(stats(book).into_iter().map(|stat| (About::Stat, stat)));
    words.extend(events(book).into_iter().map(|event| (About::Event, event)));
    words
}

/// The stats that a book knows by more than a check that is made with them.
fn stats(book: &Rulebook) -> Vec<Key> {
    let settings = &book.settings;
    let mut stats: Vec<Key> = ["armour", "speed_bonus"].map(Key::new).to_vec();
    stats.extend(settings.stats.keys().chain(settings.names.keys()).chain(settings.derived.keys()));
    stats.extend(settings.tracks.iter().map(|track| track.id));
    stats.extend(book.units.iter().flat_map(|def| def.stats.keys()));
    stats
}

/// The events that the game itself writes in the ledger, or that settings do.
fn events(book: &Rulebook) -> Vec<Key> {
    let mut events: Vec<Key> = WRITTEN.map(Key::new).to_vec();
    for def in book.conditions.iter() {
        events.extend(["gained", "while"].map(|when| Key::new(&format!("{when}_{}", def.id))));
    }
    events.extend(ledger(&book.settings).1);
    events
}

fn settings(book: &Rulebook) -> Said {
    let settings = &book.settings;
    let mut all = Collected { ledger: is_ledger(book), ..Collected::default() };
    walk(settings, &mut all);
    let named: Vec<Key> =
        all.words.iter().filter(|(about, _)| *about == About::CheckTag).map(|one| one.1).collect();
    let mut words = all.words;
    // What modifiers name is no word of theirs.
    words.retain(|(about, _)| *about != About::CheckTag);
    words.extend(settings.states.iter().map(|state| (About::Rule, state.rule)));
    for check in &settings.checks {
        words.insert((About::Rule, check.rule));
        words.extend(check.ability.iter().chain(&check.skill).map(|stat| (About::Stat, *stat)));
        let tags = check.tags.iter().filter(|tag| !named.contains(tag));
        words.extend(tags.map(|tag| (About::CheckTag, *tag)));
    }
    for (tag, kind) in &settings.harm.conducts {
        words.extend([(About::UnitTag, *tag), (About::Damage, *kind)]);
    }
    let called = settings.tracks.iter().flat_map(|track| &track.called);
    words.extend(called.map(|(tag, _)| (About::UnitTag, *tag)));
    words.extend(damage(settings.blazes.iter().flat_map(|rule| &rule.kinds)));
    let halved = settings.attack.fire.beyond.iter().filter_map(|rule| rule.halves);
    words.extend(halved.map(|tag| (About::WeaponTag, tag)));
    match &settings.movement.collision {
        Some(CollisionRule::Increments { types, vehicles, .. }) => {
            words.extend(damage(types));
            words.extend(vehicles.iter().map(|tag| (About::UnitTag, *tag)));
        }
        Some(CollisionRule::Dice { types, .. }) => words.extend(damage(types)),
        None => {}
    }
    words.extend(ledger(settings).0.into_iter().map(|event| (About::Event, event)));
    words
}

/// The lines of a ledger that no setting writes and what settings write without a line, then the lines that they write.
fn ledger(settings: &BookDef) -> (Vec<Key>, Vec<Key>) {
    let Shift::Ledger(ledger) = &settings.timing.shift else { return Default::default() };
    let lines: Vec<Key> = ledger.events.iter().map(|event| event.id).collect();
    let dice = settings.action_dice.iter().flat_map(|rule| [rule.miss, rule.triumph]);
    let injuries = settings.harm.injury_events.iter().copied();
    let written: Vec<Key> = injuries.chain(settings.movement.slowed_event).chain(dice).collect();
    // A check of any purpose may be a save.
    let is_save = |line: &Key| line.as_str().starts_with("failed_") && line.as_str().ends_with("_save");
    let (both, lone): (Vec<Key>, Vec<Key>) =
        lines.iter().copied().partition(|line| written.contains(line) || is_save(line));
    let lineless = written.into_iter().filter(|event| !lines.contains(event));
    (lone.into_iter().chain(lineless).collect(), both)
}

fn is_ledger(book: &Rulebook) -> bool {
    matches!(book.settings.timing.shift, Shift::Ledger(_))
}

#[derive(Default)]
struct Collected {
    words: Said,
    /// The book keeps a ledger of initiative: without one an event is only a name for the log.
    ledger: bool,
}

impl Visit for Collected {
    fn name(&mut self, kind: NameKind, name: &mut Key) {
        if kind == NameKind::Checks {
            self.words.insert((About::CheckTag, *name));
        }
    }

    fn expr(&mut self, expr: &mut Expr) {
        for name in expr.names() {
            let parts: Vec<&str> = name.as_str().split('.').collect();
            for pair in parts.windows(2) {
                let [head, word] = pair else { continue };
                let about = match *head {
                    "tag" => About::UnitTag,
                    "done" => About::ActionTag,
                    "holds" | "weapon" => About::WeaponTag,
                    "active" | "aimed" => About::Source,
                    _ => continue,
                };
                self.words.insert((about, Key::new(word)));
            }
        }
    }

    fn open(&mut self, kind: About, word: Key) {
        if kind != About::Event || self.ledger {
            self.words.insert((kind, word));
        }
    }
}

fn said(book: &Rulebook, kind: &str, id: Key) -> Said {
    let mut all = Collected { ledger: is_ledger(book), ..Collected::default() };
    macro_rules! collect {
        ($list:expr, $visit:path, $own:expr) => {{
            let Some(def) = $list.get(id) else { return Said::new() };
            $visit(&mut (**def).clone(), &mut all);
            all.words.extend($own(def));
        }};
    }
    match kind {
        "weapons" => collect!(book.weapons, references::weapon, weapon),
        "items" => collect!(book.items, references::item, item),
        "units" => collect!(book.units, references::unit, unit),
        "spells" => collect!(book.spells, references::spell, spell),
        "actions" => collect!(book.actions, references::action, action),
        "conditions" => collect!(book.conditions, references::condition, condition),
        "interactions" => collect!(book.interactions, references::interaction, nothing),
        "systems" => collect!(book.systems, references::system, nothing),
        _ => {}
    }
    all.words
}

fn nothing<T>(_: &T) -> Said {
    Said::new()
}

fn damage<'k>(words: impl IntoIterator<Item = &'k Key>) -> Said {
    words.into_iter().map(|word| (About::Damage, *word)).collect()
}

fn action(def: &ActionDef) -> Said {
    let needed = def.needs.iter().filter_map(|need| match need {
        Need::Weapon(tag, _) => Some((About::WeaponTag, *tag)),
        _ => None,
    });
    let only = def.only.iter().flat_map(|only| &only.tags).map(|tag| (About::UnitTag, *tag));
    std::iter::once((About::Rule, def.rule)).chain(needed).chain(only).collect()
}

fn condition(def: &ConditionDef) -> Said {
    let tags = def.forbids_tags.iter().chain(&def.only_tags).map(|tag| (About::ActionTag, *tag));
    let units = def.spares.iter().chain(&def.silent_for).chain(def.called.iter().map(|(tag, _)| tag));
    let units = units.map(|tag| (About::UnitTag, *tag));
    std::iter::once((About::Rule, def.rule)).chain(tags).chain(units).collect()
}

fn weapon(def: &WeaponDef) -> Said {
    let mut words = damage(&def.types);
    words.extend(damage(def.hardness.iter().map(|(_, word)| word)));
    words.extend(damage(def.portions.iter().chain(&def.burst).map(|portion| &portion.kind)));
    words.extend(damage(def.zone_area.iter().map(|area| &area.kind)));
    words.extend(def.proficiency.map(|word| (About::Proficiency, word)));
    words.extend(def.only.map(|tag| (About::WeaponTag, tag)));
    words
}

fn item(def: &ItemDef) -> Said {
    let mut words = damage(def.resistances.iter().chain(&def.hardness).map(|(_, word)| word));
    words.extend(def.movement.iter().map(|way| (About::Movement, way.category)));
    words.extend(def.slot.map(|slot| (About::Slot, slot)));
    words
}

fn unit(def: &UnitDef) -> Said {
    let mut words = damage(def.vulnerabilities.iter().chain(def.resistances.iter().map(|(_, word)| word)));
    words.extend(damage(def.auras.iter().map(|aura| &aura.kind)));
    words.extend(def.movement.iter().map(|way| (About::Movement, way.category)));
    words.extend(def.proficiencies.iter().map(|word| (About::Proficiency, *word)));
    words
}

fn spell(def: &SpellDef) -> Said {
    let mut words = damage(&def.types);
    words.insert((About::School, def.school));
    words.insert((About::Rule, def.rule));
    words
}
