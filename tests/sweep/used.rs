//! What random play and cases have used: of each book's content, and of the vocabulary.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

use threat_range::{
    battle::{
        Battle,
        chronicle::{Answered, Outcome, SpellNews, WorkNews},
        command::{Command, Referee},
        effect::{CountChange, DriveChange, Effect, Elapsed, Ending, ItemChange, SpellChange},
        entry::EntryKind,
        prompt::Ask,
        setup::OpeningAwareness,
        standing::{AnswerDuration, Policy},
    },
    content::library::Library,
    key::Key,
    rules::{
        action::{
            Allowance, Control, EffectDef, Fitness, Freedom, Group, ItemPlace, Missed, Moment, Need,
            Parameter, Provokes, Step, To, WeaponUse, Whom, Within,
        },
        attack::{AttackStep, RangeRule, Takes},
        book::Rulebook,
        check::{Base, Direction, Factor, SuccessRule, Versus},
        condition::{Forbids, Hook},
        economy::{Mode, Refill},
        facts::{Phase, WatchFor},
        fire::Burst,
        gear::{Comm, SensorKind},
        harm::{HarmStage, Land},
        heal::Sharing,
        legal::ActionHalf,
        manoeuvre::Manoeuvre,
        modifier::{ModKind, Until, Whose},
        movement::{Crossing, Difficult, Pace, StepEvents},
        sequence::RoundStep,
        spell::{Dismissal, Duration, SpellAim},
        surroundings::Light,
        testing::words::{Word, variants},
        timing::{Counted, Delay, Shift, TieBreak},
        unit::Precision,
        vehicle::{Body, Build, Scale},
    },
};

/// What passes on its way from a blow to a loss is told by its own name; here are the words for it.
const PASSED: [(&str, &[Word]); 15] = [
    ("defence", &[("HarmStage", "Reduced")]),
    ("resistance", &[("HarmStage", "Resistance")]),
    ("vulnerability", &[("HarmStage", "Vulnerability")]),
    ("soak", &[("HarmStage", "Soak")]),
    ("armour", &[("HarmStage", "Armour")]),
    ("exceptional", &[("HarmStage", "AtLeast")]),
    ("armour_range", &[("HarmStage", "ArmourRange")]),
    ("low_shield", &[("Precision", "Low")]),
    ("medium_shield", &[("Precision", "Medium")]),
    ("kinetic_shield", &[("HarmStage", "KineticShield"), ("Precision", "Kinetic")]),
    ("combine", &[("HarmStage", "Combine")]),
    ("per_cent", &[("HarmStage", "PerCent")]),
    ("scale", &[("HarmStage", "Scale")]),
    ("high_shield", &[("HarmStage", "HighShield"), ("Precision", "High")]),
    ("impact", &[("HarmStage", "Impact")]),
];

/// What was used, by kind and name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Used {
    /// Variants of enums.
    pub words: BTreeSet<Word>,
    /// Content of each book: kind and id.
    pub content: BTreeMap<Key, BTreeSet<(&'static str, String)>>,
}

impl Used {
    /// Adds what a battle has used.
    pub fn add(&mut self, battle: &Battle) {
        let facts = &*battle.referees_knowledge();
        let book = &facts.book;
        let mut found: BTreeSet<(&'static str, String)> = BTreeSet::new();
        let mut see = |kind: &'static str, id: Key| found.insert((kind, id.as_str().to_owned()));
        let def_of = |id: Key| {
            let gear = facts.units.iter().flat_map(|unit| unit.gear.items.iter());
            let mut all = gear.chain(facts.ground.iter().map(|ground| &ground.item));
            if book.weapon(id).is_some() {
                id
            } else {
                all.find(|item| item.id == id).map_or(id, |item| item.def)
            }
        };
        for event in &battle.chronicle().events {
            match &event.outcome {
                Outcome::Declared { action, args, .. } => {
                    see("action", *action);
                    for rider in &args.riders {
                        see("action", rider.action);
                    }
                    args.spell.map(|spell| see("spell", spell));
                    args.weapon.map(|weapon| see("weapon", def_of(weapon)));
                }
                Outcome::Condition { condition, to: 1.., .. } => {
                    see("condition", *condition);
                }
                Outcome::Struck { weapon, trace, .. } => {
                    see("weapon", def_of(*weapon));
                    see("spell", *weapon);
                    for passed in trace.portions.iter().flat_map(|portion| &portion.passed) {
                        let known = PASSED.iter().find(|(name, _)| passed.stage == *name);
                        self.words.extend(known.iter().flat_map(|(_, words)| words.iter().copied()));
                    }
                }
                Outcome::Slot { spell, .. } => {
                    see("spell", *spell);
                }
                Outcome::Ledger { event, .. } => {
                    see("ledger line", *event);
                }
                Outcome::TurnStarted { unit, .. } => {
                    let Some(unit) = facts.unit(*unit) else { continue };
                    see("unit", unit.identity.kind);
                    // A vehicle has no turns: it is in play with those aboard.
                    if let Some((vehicle, _)) = facts.vehicle_of(unit) {
                        see("unit", vehicle.identity.kind);
                    }
                    for item in &unit.gear.items {
                        see("item", item.def);
                    }
                }
                Outcome::Item { item, .. } => {
                    see("item", def_of(*item));
                }
                Outcome::Rolled { check, .. } => {
                    see("check", check.id);
                    if let Versus::Passive(other) = &check.versus {
                        see("check", other.id);
                    }
                }
                _ => {}
            }
        }
        // Conditions that a case begins with are not told of, but they are there.
        for unit in &facts.units {
            unit.conditions.0.iter().for_each(|condition| {
                see("condition", condition.id);
            });
        }
        if let Some(seen) = battle.seen() {
            self.words.extend(seen.words.iter().copied());
            for (condition, index) in &seen.triggers {
                found.insert(("trigger", trigger(*condition, *index)));
            }
        }
        self.content.entry(book.id).or_default().extend(found);
    }

    /// Adds what others have used.
    pub fn join(&mut self, other: Self) {
        self.words.extend(other.words);
        for (book, found) in other.content {
            self.content.entry(book).or_default().extend(found);
        }
    }

    /// Of a book's content, what was used and what never was. What a book inherits may have been used in the other.
    pub fn content_of(&self, library: &Library, book: &Rulebook) -> (usize, Vec<String>) {
        let none = BTreeSet::new();
        let own = self.content.get(&book.id).unwrap_or(&none);
        let parent = book.settings.extends;
        let heirs = library.books.values().filter(|other| other.settings.extends == Some(book.id));
        let mut others: Vec<&BTreeSet<_>> = parent.iter().filter_map(|id| self.content.get(id)).collect();
        others.extend(heirs.filter_map(|other| self.content.get(&other.id)));
        let (mut used, mut never) = (0, Vec::new());
        for entry in content(book) {
            if own.contains(&entry) || others.iter().any(|other| other.contains(&entry)) {
                used += 1;
            } else {
                never.push(format!("{} {}", entry.0, entry.1));
            }
        }
        (used, never)
    }

    /// Of the vocabulary, what was used and what never was.
    pub fn vocabulary(&self) -> (usize, Vec<String>) {
        let (mut used, mut never) = (0, Vec::new());
        for (name, all) in vocabulary() {
            for variant in all {
                if self.words.contains(&(name, variant)) {
                    used += 1;
                } else {
                    never.push(format!("{name}::{variant}"));
                }
            }
        }
        (used, never)
    }
}

fn trigger(condition: Key, index: usize) -> String {
    format!("{condition} {}", index + 1)
}

/// What nothing uses yet, and why. It may only shrink: what is used must not stand here.
pub const NOT_YET: &[(&str, &str)] = &[
    ("Effect::Fall", "it comes with the loss of flight, and is told by the bands that the faller passes"),
    ("Effect::Fire", "what older saves call TakeUp"),
    ("Hook::Phase", "a phase of a book's own: no shipped book has one; tests/sequence.rs plays one of a mod"),
    ("Phase::Own", "as the hook"),
    ("RoundStep::Phase", "as the hook"),
    ("Until::Phase", "as the hook"),
];

/// Everything of a book that can be used.
fn content(book: &Rulebook) -> Vec<(&'static str, String)> {
    let mut all: Vec<(&'static str, String)> = Vec::new();
    let mut put = |kind: &'static str, id: Key| all.push((kind, id.as_str().to_owned()));
    book.actions.iter().for_each(|def| put("action", def.id));
    book.conditions.iter().for_each(|def| put("condition", def.id));
    book.weapons.iter().for_each(|def| put("weapon", def.id));
    book.items.iter().for_each(|def| put("item", def.id));
    book.spells.iter().for_each(|def| put("spell", def.id));
    book.units.iter().for_each(|def| put("unit", def.id));
    book.checks.iter().for_each(|def| put("check", def.id));
    if let Shift::Ledger(rule) = &book.settings.timing.shift {
        rule.events.iter().for_each(|line| put("ledger line", line.id));
    }
    for def in book.conditions.iter() {
        for index in 0..def.on.len() {
            all.push(("trigger", trigger(def.id, index)));
        }
    }
    all
}

/// The enums of the vocabulary with their variants, read from the types.
pub fn vocabulary() -> Vec<(&'static str, &'static [&'static str])> {
    macro_rules! of {
        ($($kind:ty),* $(,)?) => { vec![$(variants::<$kind>().expect(stringify!($kind))),*] };
    }
    of![
        Allowance,
        Answered,
        Ask,
        AttackStep,
        OpeningAwareness,
        Base,
        Body,
        Build,
        Burst,
        Comm,
        Command,
        Control,
        CountChange,
        Counted,
        Crossing,
        Delay,
        Difficult,
        Direction,
        Dismissal,
        DriveChange,
        Duration,
        Effect,
        EffectDef,
        Elapsed,
        Ending,
        EntryKind,
        Factor,
        Fitness,
        Forbids,
        Freedom,
        Group,
        HarmStage,
        Parameter,
        Hook,
        ItemChange,
        ItemPlace,
        Land,
        AnswerDuration,
        Light,
        Manoeuvre,
        Missed,
        ModKind,
        Mode,
        Moment,
        Need,
        Outcome,
        Pace,
        ActionHalf,
        Phase,
        Policy,
        Precision,
        Provokes,
        RangeRule,
        Referee,
        Refill,
        RoundStep,
        Scale,
        SensorKind,
        Sharing,
        Shift,
        SpellAim,
        SpellChange,
        SpellNews,
        Step,
        StepEvents,
        SuccessRule,
        Takes,
        TieBreak,
        To,
        Until,
        Versus,
        WatchFor,
        WeaponUse,
        Whom,
        Whose,
        Within,
        WorkNews,
    ]
}

/// Enums of rules and battle that are no vocabulary: frames and the state of the flow, what is worked out, and words of
/// the grid and of dice. Everything else that is written in content, commands or saves must be in [`vocabulary`].
const NO_WORDS: &[&str] = &[
    "ChoiceKind",
    "CollisionRule",
    "Frame",
    "FrameValue",
    "Hit",
    "ItemNews",
    "Opposed",
    "PartKind",
    "Posture",
    "Scatter",
    "ShieldChange",
    "SpellDuration",
    "Spread",
    "Stacking",
    "Strikes",
    "SystemsNews",
    "Then",
    "ThingChange",
    "ThingNews",
    "ThingPlace",
    "Verdict",
];

/// Enums that are read from files and are neither vocabulary nor known to be none.
pub fn forgotten() -> Vec<String> {
    let known: Vec<&str> = vocabulary().into_iter().map(|(name, _)| name).collect();
    let mut found = Vec::new();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for folder in ["rules", "battle"] {
        look(&source.join(folder), &mut found);
    }
    found.retain(|name| !known.contains(&name.as_str()) && !NO_WORDS.contains(&name.as_str()));
    found.sort();
    found
}

fn look(folder: &Path, found: &mut Vec<String>) {
    for file in std::fs::read_dir(folder).unwrap().flatten() {
        let path = file.path();
        if path.is_dir() {
            look(&path, found);
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let mut read = false;
        for line in text.lines() {
            if line.starts_with("#[derive(") {
                read = line.contains("Deserialize");
            } else if let Some(rest) = line.strip_prefix("pub enum ").filter(|_| read) {
                found.extend(rest.split(|c: char| !c.is_alphanumeric()).next().map(str::to_owned));
            } else if !line.starts_with("#[") && !line.starts_with("///") {
                read = false;
            }
        }
    }
}
