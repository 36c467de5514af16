//! The kinds of things of a rulebook with names and texts, how to read and write those; `names` has other names.

use std::sync::Arc;

use threat_range_rules::in_catalogue;

use crate::{
    key::Key,
    rules::{
        action::{ActionDef, Need},
        book::{BookDef, Catalogue, RuleDef, Rulebook},
        check::CheckDef,
        condition::ConditionDef,
        gear::{ItemDef, WeaponDef},
        interaction::InteractionDef,
        spell::SpellDef,
        timing::Shift,
        unit::UnitDef,
        unit_systems::SystemDef,
    },
};

/// The kinds, each of which has files of its name; `book` is the book itself, `words` is what it names by an id alone.
pub(super) const KINDS: [&str; 21] = [
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
    "guide",
    "words",
];

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Said {
    pub(super) name: Option<String>,
    pub(super) text: Option<String>,
    /// Of an action: what it does in a few words.
    pub(super) brief: Option<String>,
    /// Of an action: the sentences in its `needs`, in their order.
    pub(super) needs: Vec<String>,
}

impl Said {
    /// What another mod says over it; the rest stays.
    pub(super) fn over(&mut self, other: Self) {
        self.name = other.name.or_else(|| self.name.take());
        self.text = other.text.or_else(|| self.text.take());
        self.brief = other.brief.or_else(|| self.brief.take());
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
        let brief = Some(self.brief.clone());
        Said { name: Some(self.name.clone()), text: Some(self.text.clone()), brief, needs }
    }
    fn say(&mut self, said: Said) {
        set(&mut self.name, said.name);
        set(&mut self.text, said.text);
        set(&mut self.brief, said.brief);
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

/// Names that stand in the settings of a book, by the kind of thing that bears them: to read, or to change.
macro_rules! in_settings {
    ($names:ident, $iter:ident $(, $mut:tt)?) => {
        fn $names<'a>(settings: &'a $($mut)? BookDef, kind: &str) -> Vec<(Key, &'a $($mut)? String)> {
            match kind {
                "pools" => settings.economy.pools.$iter().map(|def| (def.id, &$($mut)? def.name)).collect(),
                "tracks" => settings.tracks.$iter().map(|def| (def.id, &$($mut)? def.name)).collect(),
                "ledger" => match &$($mut)? settings.timing.shift {
                    Shift::Ledger(rule) => {
                        rule.events.$iter().map(|def| (def.id, &$($mut)? def.name)).collect()
                    }
                    _ => Vec::new(),
                },
                "bonds" => {
                    let all = settings.bonds.$iter().flat_map(|def| {
                        let roles = def.roles.$iter().map(|role| (role.id, &$($mut)? role.name));
                        std::iter::once((def.id, &$($mut)? def.name)).chain(roles)
                    });
                    all.collect()
                }
                "pauses" => settings.pauses.$iter().map(|def| (def.id, &$($mut)? def.name)).collect(),
                "phases" => settings.timing.phases.$iter().map(|def| (def.id, &$($mut)? def.name)).collect(),
                "machines" => {
                    let kinds = settings.systems.$iter().flat_map(|rule| rule.kinds.$iter());
                    kinds.map(|def| (def.id, &$($mut)? def.name)).collect()
                }
                "choices" => settings.choices.$iter().map(|def| (def.id, &$($mut)? def.name)).collect(),
                "guide" => settings.guide.$iter().map(|step| (step.id, &$($mut)? step.title)).collect(),
                _ => Vec::new(),
            }
        }
    };
}
in_settings!(names, iter);
in_settings!(names_mut, iter_mut, mut);

pub(super) fn ids(book: &Rulebook, kind: &str) -> Vec<Key> {
    let settings = &book.settings;
    in_catalogue!(kind, (&book), |list| list.iter().map(|def| def.id).collect(), else match kind {
        "book" => vec![book.id],
        "words" => {
            let made = settings.tracks.iter().flat_map(|def| def.max.names());
            settings.names.keys().chain(settings.stats.keys()).copied().chain(made).collect()
        }
        _ => names(settings, kind).into_iter().map(|(id, _)| id).collect(),
    })
}

/// What a thing of a book is called. None: there is no such thing.
pub(super) fn said(book: &Rulebook, kind: &str, id: Key) -> Option<Said> {
    let settings = &book.settings;
    in_catalogue!(kind, (&book), |list| of(list, id), else match kind {
        "book" => (id == book.id).then(|| of_both(&settings.name, &settings.text)),
        "choices" => {
            let def = settings.choices.iter().find(|def| def.id == id)?;
            Some(of_both(&def.name, &def.text))
        }
        "guide" => {
            let step = settings.guide.iter().find(|step| step.id == id)?;
            Some(of_both(&step.title, &step.text))
        }
        // A word need not be listed: a stat that has no name is called by its id. A mod's words have no prefix.
        "words" => {
            let name = settings.names.get(&id).cloned();
            (name.is_some() || !id.as_str().contains(':')).then(|| Said { name, ..Said::default() })
        }
        _ => names(settings, kind).into_iter().find(|(own, _)| *own == id).map(|(_, name)| Said::named(name)),
    })
}

/// Calls a thing of a book otherwise; what is not said stays.
pub(super) fn say(book: &mut Rulebook, kind: &str, id: Key, said: Said) {
    in_catalogue!(kind, (&mut book), |list| put(list, id, said), else {
        let settings = &mut book.settings;
        let texts = match kind {
            "book" => Some(&mut settings.text),
            "choices" => settings.choices.iter_mut().find(|def| def.id == id).map(|def| &mut def.text),
            "guide" => settings.guide.iter_mut().find(|step| step.id == id).map(|step| &mut step.text),
            _ => None,
        };
        if let Some(text) = texts {
            set(text, said.text);
        }
        let name = match kind {
            "book" => Some(&mut settings.name),
            "words" => Some(settings.names.entry(id).or_default()),
            _ => names_mut(settings, kind).into_iter().find(|(own, _)| *own == id).map(|(_, name)| name),
        };
        if let Some(name) = name {
            set(name, said.name);
        }
    });
}
