//! Words that no list is closed for: damage types, ways of moving, proficiencies, schools, rules, tags. One that only a
//! mod says, and that is declared nowhere, is probably misspelt.

use std::collections::{BTreeMap, BTreeSet};

use super::{Library, explain::Sources, load::KINDS};
use crate::{
    content::{diagnostics::Report, layer::Layered, source::BASE},
    key::Key,
    rules::{
        action::{ActionDef, Need},
        book::{RuleDef, Rulebook},
        condition::ConditionDef,
        gear::{ItemDef, WeaponDef},
        spell::SpellDef,
        unit::UnitDef,
    },
    suggest::suggest,
};

/// Of so many entries at least is a word that nobody has declared.
const MEANT: usize = 3;
/// Of which so many are known a word that is none of them is odd, near to one or not.
const MANY: usize = 4;

/// What a word is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum About {
    Damage,
    Movement,
    Proficiency,
    School,
    Rule,
    ActionTag,
    WeaponTag,
    UnitTag,
}

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
        }
    }

    /// How a mod makes a word known, which has written the rulebook as a whole or changes one.
    fn declared(self, word: &str, whole: bool) -> String {
        match self {
            Self::Rule => format!("if it is one of yours, describe it in rules.ron: `(id: \"{word}\", ..)`"),
            Self::ActionTag | Self::WeaponTag | Self::UnitTag => {
                format!("no entry of the book has it: give it to one, `tags: [\"{word}\"]`")
            }
            _ if whole => format!("if it is meant, name it in book.ron: `names: {{\"{word}\": \"..\"}}`"),
            _ => format!("if it is meant, name it in book.ron: `new: {{\"names\": {{\"{word}\": \"..\"}}}}`"),
        }
    }
}

/// What an entry says.
type Said = BTreeSet<(About, Key)>;

impl Sources {
    /// Tells which words of mods are probably misspelt.
    pub fn check_words(&self, library: &Library, report: &mut Report) {
        for book in library.books.values() {
            // What a wrong `book.ron` would have declared is not known.
            let sound = !library.broken_books.contains(&book.id);
            let Some(layers) = self.layers(book.id).filter(|_| sound) else { continue };
            let mut known = declared(book);
            let mut count: BTreeMap<(About, Key), usize> = BTreeMap::new();
            for (kind, layer) in KINDS.iter().zip(layers) {
                for id in layer.all_ids() {
                    for word in said(book, kind, id) {
                        let owner = layer.found(id).map(|entry| entry.owner_of(word.1.as_str()));
                        if owner.is_some_and(|owner| owner == BASE) {
                            known.insert(word);
                        }
                        *count.entry(word).or_default() += 1;
                    }
                }
            }
            known.extend(count.iter().filter(|(_, times)| **times >= MEANT).map(|(word, _)| *word));
            for (kind, layer) in KINDS.iter().zip(layers) {
                // What a book states takes the place of what it inherits.
                let maker = self.maker(book.id).filter(|_| book.settings.extends.is_none());
                odd((book.as_ref(), maker), (*kind, layer.as_ref()), &known, report);
            }
        }
    }
}

/// Tells the words of the entries of a kind that nobody else knows. A book that inherits
/// nothing comes with the mod that states it.
fn odd(
    (book, maker): (&Rulebook, Option<Key>),
    (kind, layer): (&str, &Layered),
    known: &Said,
    report: &mut Report,
) {
    for entry in layer.iter() {
        for (about, word) in said(book, kind, entry.id) {
            let place = entry.locate(word.as_str());
            if known.contains(&(about, word)) || place.file.owner == BASE {
                continue;
            }
            let others = known.iter().filter(|(other, _)| *other == about).map(|(_, word)| word.as_str());
            let others: Vec<&str> = others.collect();
            let near = suggest(word.as_str(), others.iter().copied());
            let help = match near {
                Some(near) => format!("did you mean \"{near}\"?"),
                None if others.len() < MANY => continue,
                None => about.declared(word.as_str(), maker == Some(place.file.owner)),
            };
            let message = format!("nothing else knows the {} \"{word}\"", about.word());
            report.push(place.error(message).help(help).warning());
        }
    }
}

/// The words that the settings of a book declare.
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
    // A mod's rule is found by its plain name as well.
    let plain = |rule: &RuleDef| rule.id.as_str().split_once(':').map(|(_, name)| Key::new(name));
    words.extend(
        book.rules.iter().flat_map(|rule| [Some(rule.id), plain(rule)]).flatten().map(|id| (About::Rule, id)),
    );
    words
}

/// The words that an entry says.
fn said(book: &Rulebook, kind: &str, id: Key) -> Said {
    match kind {
        "weapons" => book.weapons.get(id).map(|def| weapon(def)).unwrap_or_default(),
        "items" => book.items.get(id).map(|def| item(def)).unwrap_or_default(),
        "units" => book.units.get(id).map(|def| unit(def)).unwrap_or_default(),
        "spells" => book.spells.get(id).map(|def| spell(def)).unwrap_or_default(),
        "actions" => book.actions.get(id).map(|def| action(def)).unwrap_or_default(),
        "conditions" => book.conditions.get(id).map(|def| condition(def)).unwrap_or_default(),
        _ => Said::new(),
    }
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
    let spared = def.spares.iter().map(|tag| (About::UnitTag, *tag));
    std::iter::once((About::Rule, def.rule)).chain(tags).chain(spared).collect()
}

fn weapon(def: &WeaponDef) -> Said {
    let mut words = damage(&def.types);
    words.extend(damage(def.hardness.iter().map(|(_, word)| word)));
    words.extend(damage(def.portions.iter().chain(&def.burst).map(|portion| &portion.kind)));
    words.extend(def.proficiency.map(|word| (About::Proficiency, word)));
    words
}

fn item(def: &ItemDef) -> Said {
    let mut words = damage(def.resistances.iter().chain(&def.hardness).map(|(_, word)| word));
    words.extend(def.movement.iter().map(|way| (About::Movement, way.category)));
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
