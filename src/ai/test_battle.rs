//! Small battles for the tests of the computer: the shipped books, and a board with units to fight on it.

use std::{path::Path, sync::OnceLock};

pub(super) use crate::ai::prelude::*;
pub(super) use crate::battle::prompt::{Ask, Prompt};
pub(super) use crate::battle::{Battle, Status, setup::Setup};
pub(super) use crate::grid::{Map, MapData, Terrain};
pub(super) use crate::rules::unit::UnitDef;
use crate::{ai, battle::muster, content::library::Library, dice::DiceStream};

/// The shipped library, read once.
pub fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| Library::load(&Path::new(threat_range_base::CHECKOUT).join("assets"), &[]).0)
}

/// A shipped rulebook.
pub fn book(id: &str) -> Arc<Rulebook> {
    library().books[&Key::new(id)].clone()
}

/// A board and the units on it, with nothing else to the fight and no last round.
#[derive(Clone)]
pub struct Field(Setup);

impl Field {
    /// A level board of grass.
    pub fn new(book: &Arc<Rulebook>, width: u16, height: u16) -> Self {
        let grass = MapData::plain(width, height, Terrain::plain(Key::new("grass")));
        let map = Arc::new(Map::new(grass).unwrap());
        Self(Setup::bare(book, map, Vec::new(), DiceStream::seeded(1)))
    }

    /// Other dice.
    pub fn seed(mut self, seed: u64) -> Self {
        self.0.dice = DiceStream::seeded(seed);
        self
    }

    /// Something of this terrain stands on squares.
    pub fn block(mut self, terrain: Terrain, squares: impl IntoIterator<Item = (i16, i16)>) -> Self {
        let mut data = self.0.map.data();
        let index = u8::try_from(data.terrains.len()).unwrap();
        data.terrains.push(terrain);
        data.objects.extend(squares.into_iter().map(|at| (Square::from(at), index)));
        self.0.map = Arc::new(Map::new(data).unwrap());
        self
    }

    /// A unit of a kind on a side.
    pub fn unit(self, id: &str, kind: &str, side: &str, at: (i16, i16)) -> Self {
        let def = self.0.book.unit(Key::new(kind)).unwrap().clone();
        self.muster(&def, UnitId::new(id), Side::new(side), Square::from(at))
    }

    fn muster(mut self, def: &Arc<UnitDef>, id: UnitId, side: Side, at: Square) -> Self {
        let unit = muster::unit(&self.0.book, &self.0.map, def, id, "unit", side, side.0, at);
        self.0.units.push(unit);
        self
    }

    /// The last unit is of a kind of its own.
    pub fn def(mut self, alter: impl FnOnce(&mut UnitDef)) -> Self {
        let unit = self.0.units.pop().unwrap();
        let mut def = (*unit.sheet.0).clone();
        alter(&mut def);
        self.muster(&Arc::new(def), unit.id(), unit.side(), unit.place.area.origin)
    }

    /// The last unit has these scores.
    pub fn stats(self, stats: &[(&str, i32)]) -> Self {
        self.def(|def| def.stats.extend(stats.iter().map(|(stat, score)| (Key::new(stat), *score))))
    }

    /// The last unit, once it is mustered, is altered.
    pub fn with(mut self, alter: impl FnOnce(&mut UnitState)) -> Self {
        alter(self.0.units.last_mut().unwrap());
        self
    }

    /// The last unit is under a condition.
    pub fn under(self, condition: &str) -> Self {
        self.with(|unit| unit.conditions.0.push(lasting(condition, None)))
    }

    /// A unit is something towards another.
    pub fn bound(mut self, unit: &str, kind: &str, role: &str, to: &str) -> Self {
        let [unit, to] = [unit, to].map(UnitId::new);
        self.0.bonds.push(Bond { kind: Key::new(kind), unit, role: Key::new(role), to });
        self
    }

    /// The first unit has control of the second, in the book `structured`.
    pub fn grapple(mut self) -> Self {
        let [holder, held] = [0, 1].map(|n| self.0.units[n].id());
        for (n, condition, from) in [(0, "controlling", held), (1, "restrained", holder)] {
            self.0.units[n].conditions.0.push(lasting(condition, Some(from)));
        }
        let (kind, role) = (Key::new("grapple"), Key::new("controller"));
        self.0.bonds.push(Bond { kind, unit: holder, role, to: held });
        self
    }

    /// The fight, in which everybody rolls for initiative.
    pub fn setup(self) -> Setup {
        self.0
    }

    /// The fight, in which the units have their turns in the order in which they were named.
    pub fn in_order(mut self) -> Setup {
        for (unit, n) in self.0.units.iter_mut().zip(0..) {
            unit.initiative.settled = true;
            unit.initiative.count = if n == 0 { 20 } else { 11 - n };
        }
        self.0
    }

    /// What is so before it begins.
    pub fn facts(self) -> Facts {
        (*Battle::new(self.0).referees_knowledge()).clone()
    }
}

/// A condition for the whole battle.
pub fn lasting(id: &str, from: Option<UnitId>) -> Condition {
    Condition::new(Key::new(id), 1, Until::Battle, from)
}

/// A battle at its first prompt.
pub fn begun(setup: Setup) -> Battle {
    let mut battle = Battle::new(setup);
    battle.advance();
    battle
}

/// What is known as the first turn of a battle begins.
pub fn known(setup: Setup) -> Facts {
    (*begun(setup).referees_knowledge()).clone()
}

/// Lets the computer answer so many prompts, until one and its answer are what is looked for; that one is not given.
pub fn look_for<T>(
    battle: &mut Battle,
    prompts: usize,
    mut found: impl FnMut(&Prompt, &Command) -> Option<T>,
) -> Option<T> {
    for _ in 0..prompts {
        let prompt = battle.prompt()?.clone();
        let command = ai::choose(&battle.knowledge(prompt.side), &prompt);
        if let Some(found) = found(&prompt, &command) {
            return Some(found);
        }
        if let Err(refusal) = battle.submit(command.clone()) {
            panic!("{}: {refusal}: {command:?}", battle.book().id);
        }
    }
    None
}

/// What the computer does first in a unit's turn.
pub fn first_command(setup: Setup, unit: &str) -> Command {
    let found = look_for(&mut begun(setup), 20, |prompt, command| {
        let own = prompt.unit == UnitId::new(unit) && matches!(prompt.ask, Ask::Turn { .. });
        own.then(|| command.clone())
    });
    found.unwrap_or_else(|| panic!("{unit} has no turn"))
}

/// The action that the computer takes first in a unit's turn, with its arguments.
pub fn first_act(setup: Setup, unit: &str) -> (Key, Args) {
    match first_command(setup, unit) {
        Command::Act { action, args, .. } => (action, args),
        other => panic!("{other:?}"),
    }
}

/// The action that the computer takes first in a unit's turn, or else its command.
pub fn first_action(setup: Setup, unit: &str) -> String {
    match first_command(setup, unit) {
        Command::Act { action, .. } => action.to_string(),
        other => format!("{other:?}"),
    }
}

/// What an attack of one unit on another is worth.
pub fn attack_worth(facts: &Facts, own: &str, foe: &str, action: &str) -> f64 {
    let [own, foe] = [own, foe].map(|id| facts.unit(UnitId::new(id)).unwrap());
    let all = ways(facts, own, &[Mode::Standard]);
    let way = all.iter().find(|way| way.def.id == action).unwrap();
    let faces = CheckFaces::of(facts);
    way.worth(facts, &faces, &way.spec(own.id(), foe.id()), &LossLimits::of_target(facts, foe, own), 1.0)
}
