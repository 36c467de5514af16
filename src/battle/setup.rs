//! What a battle is made from: book, map, units as they begin, what the scenario says of awareness, dice.

use std::{collections::BTreeMap, sync::Arc};

use bevy::ecs::world::World;
use serde::{Deserialize, Serialize};

use super::{
    Battle, ROUND_LIMIT,
    chronicle::Chronicle,
    entry::Arrival,
    first_frame,
    frames::Stack,
    phases,
    resources::{
        Answers, Around, Arrivals, Board, Bonds, Book, Clock, Decked, DiceBox, Ground, Holds, InEffect,
        Memories, Open, Options, Queue, Roster, Shares, Soon, Things,
    },
    standing::Standing,
};
use crate::{
    dice::{DiceStream, Luck},
    grid::Map,
    key::Key,
    rules::{
        book::Rulebook,
        facts::{Bond, Facts, GroundItem, Phase, Side, Thing, UnitId, UnitState},
        luck::Decks,
        surroundings::Surroundings,
    },
};

/// Who knows of whom as the fight begins (F-56).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Awareness {
    /// All groups know of all: no surprise (F-59).
    #[default]
    All,
    /// No group knows of another: they meet by accident, the best team check is ahead (F-57).
    None,
    /// These groups lie in wait or make a sudden move; each must beat all the others (F-58).
    Some(Vec<Key>),
    /// These units are surprised, without a roll.
    Surprised(Vec<UnitId>),
}

/// How the fight begins.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Opening {
    /// Awareness.
    pub awareness: Awareness,
    /// The kind of place, for the distance at which groups meet (F-49); none: units stand where they are put.
    pub place: Option<Key>,
    /// Modifiers of a group's team check (F-06).
    pub team: BTreeMap<Key, i32>,
    /// The skill a group's check uses; none: the book's first.
    pub skills: BTreeMap<Key, Key>,
    /// Units that take no part in their group's check and so get no surprise actions (F-60).
    pub apart: Vec<UnitId>,
    /// By how many hundredths sight and hearing are multiplied (F-77).
    pub visibility: Option<(i32, i32)>,
    /// Each group's commander, who rolls for tactics (C-29).
    pub commanders: BTreeMap<Key, UnitId>,
    /// Groups that share one initiative roll (F-03).
    pub shared: Vec<Key>,
    /// Sides whose action dice are one pool for all their units (F-05).
    pub opposition: Vec<Side>,
    /// Lines of the ledger that take the place of others written for the same event (F-48).
    pub replaces: BTreeMap<Key, Vec<Key>>,
    /// What else speaks for or against a group in its team check, each with its reason (F-06).
    pub circumstances: BTreeMap<Key, Vec<(i32, String)>>,
    /// Without the conditions with which the book lets all begin.
    pub plain: bool,
    /// The first round is under way: points, marks and movement are as the units come, nothing is refilled.
    pub mid_round: bool,
}

/// Everything a battle is made from.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The rulebook.
    pub book: Arc<Rulebook>,
    /// The map.
    pub map: Arc<Map>,
    /// Units, in roster order.
    pub units: Vec<UnitState>,
    /// Units that come later (F-15).
    pub arrivals: Vec<Arrival>,
    /// Items on the ground.
    pub ground: Vec<GroundItem>,
    /// Who is bound to whom; who is carried must stand on its carrier's squares.
    pub bonds: Vec<Bond>,
    /// Light, smoke, weather and the like.
    pub surroundings: Surroundings,
    /// Things on the map that can be done something with.
    pub things: Vec<Thing>,
    /// How it begins.
    pub opening: Opening,
    /// Options over those of the book.
    pub options: BTreeMap<Key, i32>,
    /// Standing answers from the start.
    pub standing: Vec<Standing>,
    /// The dice.
    pub dice: DiceStream,
    /// How luck is dealt (T-13).
    pub luck: Luck,
    /// Rounds after which it is an error that it has not ended; 0: the usual number.
    pub round_limit: u32,
}

/// How the fight begins, kept in the world until the muster.
#[derive(bevy::ecs::resource::Resource, Clone, Debug, Default)]
pub struct Beginning(pub Opening);

impl Battle {
    /// A battle about to begin. Nothing is rolled before [`Battle::advance`].
    pub fn new(setup: Setup) -> Self {
        let facts = Facts {
            book: setup.book.clone(),
            map: setup.map.clone(),
            sky: Arc::new(setup.map.sky()),
            units: Vec::with_capacity(setup.units.len()),
            ground: setup.ground.clone(),
            spells: Vec::new(),
            bonds: setup.bonds.clone(),
            things: setup.things.clone(),
            round: 0,
            phase: Phase::Muster,
            turn: None,
            surroundings: Arc::new(setup.surroundings),
            options: Arc::new(setup.options),
            memories: Arc::default(),
            decks: Arc::new(Decks::new(setup.luck)),
        };
        let mut world = World::new();
        world.insert_resource(Book(setup.book));
        world.insert_resource(Options(facts.options.clone()));
        world.insert_resource(Board(setup.map));
        world.insert_resource(Ground(setup.ground));
        world.insert_resource(Bonds(setup.bonds));
        world.insert_resource(Around(facts.surroundings.clone()));
        world.insert_resource(Things(setup.things));
        world.insert_resource(Decked(facts.decks.clone()));
        world.insert_resource(DiceBox(setup.dice));
        world.insert_resource(Beginning(setup.opening));
        world.insert_resource(Arrivals(setup.arrivals));
        let mut answers = Answers::default();
        for standing in setup.standing {
            answers.lay(standing);
        }
        world.insert_resource(answers);
        let mut stack = Stack::default();
        stack.push(first_frame());
        world.insert_resource(stack);
        empty(&mut world);
        phases::install(&mut world);
        let round_limit = if setup.round_limit == 0 { ROUND_LIMIT } else { setup.round_limit };
        let mut battle = Self {
            world,
            facts: Arc::new(facts),
            stale: Vec::new(),
            stale_rest: false,
            fault: None,
            depth: 0,
            round_limit,
            seen: None,
        };
        for unit in setup.units {
            battle.spawn(unit);
        }
        battle
    }
}

fn empty(world: &mut World) {
    world.insert_resource(Roster::default());
    world.insert_resource(Clock::default());
    world.insert_resource(Open::default());
    world.insert_resource(Queue::default());
    world.insert_resource(Holds::default());
    world.insert_resource(Shares::default());
    world.insert_resource(Soon::default());
    world.insert_resource(InEffect::default());
    world.insert_resource(Chronicle::default());
    world.insert_resource(Memories::default());
    world.init_resource::<phases::Reeling>();
}

impl Battle {
    /// A battle as it was saved, resource by resource.
    #[expect(
        clippy::too_many_arguments,
        reason = "one value for each part of a saved battle, named by its type"
    )]
    pub(super) fn assemble(
        facts: Facts,
        clock: Clock,
        stack: Stack,
        dice: DiceStream,
        answers: Answers,
        open: Open,
        chronicle: Chronicle,
        holds: Holds,
        opening: Opening,
        arrivals: Arrivals,
        round_limit: u32,
    ) -> Self {
        let units = facts.units.clone();
        let mut world = World::new();
        empty(&mut world);
        world.insert_resource(Book(facts.book.clone()));
        world.insert_resource(Options(facts.options.clone()));
        world.insert_resource(Board(facts.map.clone()));
        world.insert_resource(Ground(facts.ground.clone()));
        world.insert_resource(InEffect(facts.spells.clone()));
        world.insert_resource(Bonds(facts.bonds.clone()));
        world.insert_resource(Around(facts.surroundings.clone()));
        world.insert_resource(Things(facts.things.clone()));
        world.insert_resource(Decked(facts.decks.clone()));
        world.insert_resource(DiceBox(dice));
        world.insert_resource(Beginning(opening));
        world.insert_resource(arrivals);
        world.insert_resource(answers);
        world.insert_resource(stack);
        world.insert_resource(clock);
        world.insert_resource(open);
        world.insert_resource(chronicle);
        world.insert_resource(holds);
        world.insert_resource(Memories { known: facts.memories.clone(), map: Some(facts.map.clone()) });
        phases::install(&mut world);
        let mut facts = facts;
        facts.units.clear();
        let mut battle = Self {
            world,
            facts: Arc::new(facts),
            stale: Vec::new(),
            stale_rest: false,
            fault: None,
            depth: 0,
            round_limit,
            seen: None,
        };
        for unit in units {
            battle.spawn(unit);
        }
        battle
    }
}
