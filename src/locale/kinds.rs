//! The kinds of things of a rulebook that have names and texts, and how to read and to write those.
//!
//! Where other names come from is in `names`.

use std::sync::Arc;

use crate::{
    key::Key,
    rules::{
        action::{ActionDef, Need},
        book::{Catalogue, RuleDef, Rulebook},
        check::CheckDef,
        condition::ConditionDef,
        gear::{ItemDef, WeaponDef},
        interaction::InteractionDef,
        spell::SpellDef,
        systems::SystemDef,
        timing::Shift,
        unit::UnitDef,
    },
};

/// The kinds, each of which has files of its own name; `book` is the book itself, and `words` is what it names by an id
/// alone: stats, kinds of damage, sizes, categories of movement.
pub(super) const KINDS: [&str; 20] = [
    "book",
    "actions",
    "conditions",
    "weapons",
    "items",
    "spells",
    "units",
    "systems",
    "interactions",
    "rules",
    "checks",
    "pools",
    "tracks",
    "ledger",
    "bonds",
    "pauses",
    "phases",
    "machines",
    "choices",
    "words",
];

/// A name and a text, where the thing has them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Said {
    pub(super) name: Option<String>,
    pub(super) text: Option<String>,
    /// Of an action: the sentences in its `needs`, in their order.
    pub(super) needs: Vec<String>,
}

impl Said {
    /// What another mod says over it; the rest stays.
    pub(super) fn over(&mut self, other: Self) {
        self.name = other.name.or_else(|| self.name.take());
        self.text = other.text.or_else(|| self.text.take());
        if !other.needs.is_empty() {
            self.needs = other.needs;
        }
    }

    fn named(name: &str) -> Self {
        Self { name: Some(name.to_owned()), ..Self::default() }
    }
}

/// Something of a catalogue that has a name, and perhaps a text.
trait Told: Clone {
    fn said(&self) -> Said;
    fn say(&mut self, said: Said);
}

macro_rules! told {
    ($kind:ty) => {
        impl Told for $kind {
            fn said(&self) -> Said {
                Said::named(&self.name)
            }
            fn say(&mut self, said: Said) {
                set(&mut self.name, said.name);
            }
        }
    };
    ($kind:ty, text) => {
        impl Told for $kind {
            fn said(&self) -> Said {
                Said { name: Some(self.name.clone()), text: Some(self.text.clone()), ..Said::default() }
            }
            fn say(&mut self, said: Said) {
                set(&mut self.name, said.name);
                set(&mut self.text, said.text);
            }
        }
    };
}
told!(ConditionDef);
told!(WeaponDef);
told!(ItemDef);
told!(SpellDef, text);
told!(UnitDef, text);
told!(SystemDef);
told!(InteractionDef, text);
told!(CheckDef);

impl Told for ActionDef {
    fn said(&self) -> Said {
        let needs = self.needs.iter().filter_map(Need::sentence).map(str::to_owned).collect();
        Said { name: Some(self.name.clone()), text: Some(self.text.clone()), needs }
    }
    fn say(&mut self, said: Said) {
        set(&mut self.name, said.name);
        set(&mut self.text, said.text);
        let sentences = self.needs.iter_mut().filter_map(Need::sentence_mut);
        for (old, new) in sentences.zip(said.needs) {
            *old = new;
        }
    }
}

impl Told for RuleDef {
    fn said(&self) -> Said {
        Said { name: Some(self.title.clone()), text: self.text.clone(), ..Said::default() }
    }
    fn say(&mut self, said: Said) {
        set(&mut self.title, said.name);
        self.text = said.text.or_else(|| self.text.take());
    }
}

fn of_both(name: &str, text: &str) -> Said {
    Said { name: Some(name.to_owned()), text: Some(text.to_owned()), ..Said::default() }
}

fn set(place: &mut String, new: Option<String>) {
    if let Some(new) = new {
        *place = new;
    }
}

fn of<T: Told>(list: &Catalogue<T>, id: Key) -> Option<Said> {
    list.get(id).map(|def| def.said())
}

fn put<T: Told>(list: &mut Catalogue<T>, id: Key, said: Said) {
    if let Some(def) = list.get(id) {
        let mut def = T::clone(def);
        def.say(said);
        list.insert(id, Arc::new(def));
    }
}

/// The things of a kind.
pub(super) fn ids(book: &Rulebook, kind: &str) -> Vec<Key> {
    let settings = &book.settings;
    match kind {
        "book" => vec![book.id],
        "actions" => book.actions.iter().map(|def| def.id).collect(),
        "conditions" => book.conditions.iter().map(|def| def.id).collect(),
        "weapons" => book.weapons.iter().map(|def| def.id).collect(),
        "items" => book.items.iter().map(|def| def.id).collect(),
        "spells" => book.spells.iter().map(|def| def.id).collect(),
        "units" => book.units.iter().map(|def| def.id).collect(),
        "systems" => book.systems.iter().map(|def| def.id).collect(),
        "interactions" => book.interactions.iter().map(|def| def.id).collect(),
        "rules" => book.rules.iter().map(|def| def.id).collect(),
        "checks" => book.checks.iter().map(|def| def.id).collect(),
        "pools" => settings.economy.pools.iter().map(|def| def.id).collect(),
        "tracks" => settings.tracks.iter().map(|def| def.id).collect(),
        "ledger" => match &settings.timing.shift {
            Shift::Ledger(rule) => rule.events.iter().map(|def| def.id).collect(),
            _ => Vec::new(),
        },
        "bonds" => {
            let bonds = settings.bonds.iter();
            bonds
                .flat_map(|def| std::iter::once(def.id).chain(def.roles.iter().map(|role| role.id)))
                .collect()
        }
        "pauses" => settings.pauses.iter().map(|def| def.id).collect(),
        "phases" => settings.timing.phases.iter().map(|def| def.id).collect(),
        "machines" => settings.systems.iter().flat_map(|rule| &rule.kinds).map(|def| def.id).collect(),
        "choices" => settings.choices.iter().map(|def| def.id).collect(),
        "words" => {
            let made = settings.tracks.iter().flat_map(|def| def.max.names());
            settings.names.keys().chain(settings.stats.keys()).copied().chain(made).collect()
        }
        _ => Vec::new(),
    }
}

/// What a thing of a book is called. None: there is no such thing.
pub(super) fn said(book: &Rulebook, kind: &str, id: Key) -> Option<Said> {
    let settings = &book.settings;
    match kind {
        "book" => (id == book.id).then(|| of_both(&settings.name, &settings.text)),
        "actions" => of(&book.actions, id),
        "conditions" => of(&book.conditions, id),
        "weapons" => of(&book.weapons, id),
        "items" => of(&book.items, id),
        "spells" => of(&book.spells, id),
        "units" => of(&book.units, id),
        "systems" => of(&book.systems, id),
        "interactions" => of(&book.interactions, id),
        "rules" => of(&book.rules, id),
        "checks" => of(&book.checks, id),
        "pools" => settings.economy.pool(id).map(|def| Said::named(&def.name)),
        "tracks" => book.track(id).map(|def| Said::named(&def.name)),
        "ledger" => match &settings.timing.shift {
            Shift::Ledger(rule) => rule.event(id).map(|def| Said::named(&def.name)),
            _ => None,
        },
        "bonds" => {
            let role = || settings.bonds.iter().flat_map(|def| &def.roles).find(|role| role.id == id);
            let name = book.bond(id).map(|def| &def.name).or_else(|| role().map(|role| &role.name));
            name.map(|name| Said::named(name))
        }
        "pauses" => book.pause(id).map(|def| Said::named(&def.name)),
        "phases" => settings.timing.phase(id).map(|def| Said::named(&def.name)),
        "machines" => {
            let kinds = settings.systems.iter().flat_map(|rule| &rule.kinds);
            kinds.into_iter().find(|def| def.id == id).map(|def| Said::named(&def.name))
        }
        "choices" => {
            let def = settings.choices.iter().find(|def| def.id == id)?;
            Some(of_both(&def.name, &def.text))
        }
        // A word need not be listed: a stat that has no name is called by its id.
        "words" => Some(Said { name: settings.names.get(&id).cloned(), ..Said::default() }),
        _ => None,
    }
}

/// Calls a thing of a book otherwise; what is not said stays.
pub(super) fn say(book: &mut Rulebook, kind: &str, id: Key, said: Said) {
    match kind {
        "book" => {
            set(&mut book.settings.name, said.name);
            set(&mut book.settings.text, said.text);
        }
        "actions" => put(&mut book.actions, id, said),
        "conditions" => put(&mut book.conditions, id, said),
        "weapons" => put(&mut book.weapons, id, said),
        "items" => put(&mut book.items, id, said),
        "spells" => put(&mut book.spells, id, said),
        "units" => put(&mut book.units, id, said),
        "systems" => put(&mut book.systems, id, said),
        "interactions" => put(&mut book.interactions, id, said),
        "rules" => put(&mut book.rules, id, said),
        "checks" => put(&mut book.checks, id, said),
        "choices" => {
            if let Some(def) = book.settings.choices.iter_mut().find(|def| def.id == id) {
                set(&mut def.name, said.name);
                set(&mut def.text, said.text);
            }
        }
        _ => say_setting(book, kind, id, said.name),
    }
}

fn say_setting(book: &mut Rulebook, kind: &str, id: Key, name: Option<String>) {
    let settings = &mut book.settings;
    let place = match kind {
        "pools" => settings.economy.pools.iter_mut().find(|def| def.id == id).map(|def| &mut def.name),
        "tracks" => settings.tracks.iter_mut().find(|def| def.id == id).map(|def| &mut def.name),
        "ledger" => match &mut settings.timing.shift {
            Shift::Ledger(rule) => rule.events.iter_mut().find(|def| def.id == id).map(|def| &mut def.name),
            _ => None,
        },
        "bonds" => settings.bonds.iter_mut().find_map(|def| {
            if def.id == id {
                return Some(&mut def.name);
            }
            def.roles.iter_mut().find(|role| role.id == id).map(|role| &mut role.name)
        }),
        "pauses" => settings.pauses.iter_mut().find(|def| def.id == id).map(|def| &mut def.name),
        "phases" => settings.timing.phases.iter_mut().find(|def| def.id == id).map(|def| &mut def.name),
        "machines" => {
            let kinds = settings.systems.iter_mut().flat_map(|rule| &mut rule.kinds);
            kinds.into_iter().find(|def| def.id == id).map(|def| &mut def.name)
        }
        "words" => Some(settings.names.entry(id).or_default()),
        _ => None,
    };
    if let (Some(place), Some(name)) = (place, name) {
        *place = name;
    }
}
