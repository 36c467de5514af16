//! What a battle is made from: book, map, units as they begin, what the scenario says of awareness, dice.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, OnceLock},
};

use bevy_ecs::world::World;
use serde::{Deserialize, Serialize};

use super::{
    Battle, ROUND_LIMIT,
    chronicle::Chronicle,
    entry::Arrival,
    first_frame,
    frames::Stack,
    plugin::Plugins,
    queue::Queue,
    resources::{
        Answers, Arrivals, BattleMap, Bonds, Book, Clock, CurrentSurroundings, DeckState, DiceBox, Ground,
        Holds, InEffect, InterposedFrames, Memories, OpenPrompt, Options, Roster, Shares, Things,
    },
    standing::Standing,
    store::Store,
    terms::Made,
    used::Used,
};
use crate::{
    dice::{DiceStream, Luck},
    grid::Map,
    key::Key,
    rules::{
        book::Rulebook,
        facts::{Bond, Facts, GroundItem, Phase, Side, Thing, UnitId, UnitState},
        luck::{Decks, FORTUNE},
        surroundings::Surroundings,
    },
};

/// Who knows of whom as the fight begins (F-56).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum OpeningAwareness {
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
    pub awareness: OpeningAwareness,
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
    /// The scenario itself, where it is none of the library's: it goes with saves and replays.
    pub made: Option<Made>,
    /// What it uses of the library: it goes with saves and replays as well.
    pub used: Arc<Used>,
    /// Standing answers from the start.
    pub standing: Vec<Standing>,
    /// The dice.
    pub dice: DiceStream,
    /// How luck is dealt (T-13).
    pub luck: Luck,
    /// Rounds after which it is an error that it has not ended; 0: the usual number.
    pub round_limit: u32,
    /// Rules written in Rust that join it.
    pub plugins: Plugins,
}

/// How the fight begins, kept in the world until the muster.
#[derive(bevy_ecs::resource::Resource, Clone, Debug, Default)]
pub struct Beginning(pub Opening);

impl Battle {
    /// A battle about to begin. Nothing is rolled before [`Battle::advance`].
    pub fn new(setup: Setup) -> Self {
        let fortune = setup.options.get(&Key::new(FORTUNE)).copied();
        let fortune = fortune.unwrap_or_else(|| setup.book.option(FORTUNE));
        let mut units = setup.units;
        for def in &setup.book.settings.economy.pools {
            // Pools whose number the scenario sets have it from the start (F-08).
            let Some(base) = def.option.and_then(|option| setup.options.get(&option)) else { continue };
            let pools = units.iter_mut().flat_map(|unit| &mut unit.pools.0);
            pools.filter(|own| own.id == def.id).for_each(|own| own.base = *base);
        }
        let facts = Facts {
            book: setup.book,
            sky: Arc::new(setup.map.sky()),
            map: setup.map,
            units: units.into(),
            ground: setup.ground.into(),
            spells: Default::default(),
            bonds: setup.bonds.into(),
            things: setup.things.into(),
            round: 0,
            phase: Phase::Muster,
            turn: None,
            surroundings: Arc::new(setup.surroundings),
            options: Arc::new(setup.options),
            memories: Arc::default(),
            decks: Arc::new(Decks::new(setup.luck).with_fortune(fortune)),
        };
        let dice = facts.option("opposition_dice");
        let reserves = setup.opening.opposition.iter().map(|side| (*side, dice)).collect();
        let mut answers = Answers::default();
        for standing in setup.standing {
            answers.lay(standing);
        }
        let mut stack = Stack::default();
        stack.push(first_frame());
        let mut battle = Self::assemble(Parts {
            facts,
            clock: Clock { reserves, ..Clock::default() },
            stack,
            dice: setup.dice,
            answers,
            open: OpenPrompt::default(),
            chronicle: Chronicle::default(),
            holds: Holds::default(),
            memories: Memories::default(),
            opening: setup.opening,
            arrivals: Arrivals(setup.arrivals),
            round_limit: if setup.round_limit == 0 { ROUND_LIMIT } else { setup.round_limit },
        });
        battle.add_plugins(&setup.plugins);
        battle
    }

    /// A battle of its parts; its units are spawned from its facts.
    pub(super) fn assemble(parts: Parts) -> Self {
        let Parts { mut facts, .. } = parts;
        let units = std::mem::take(&mut facts.units).into_vec();
        let mut world = World::new();
        world.insert_resource(Book(facts.book.clone()));
        world.insert_resource(Options(facts.options.clone()));
        world.insert_resource(BattleMap(facts.map.clone()));
        world.insert_resource(Ground(facts.ground.clone()));
        world.insert_resource(InEffect(facts.spells.clone()));
        world.insert_resource(Bonds(facts.bonds.clone()));
        world.insert_resource(CurrentSurroundings(facts.surroundings.clone()));
        world.insert_resource(Things(facts.things.clone()));
        world.insert_resource(DeckState(facts.decks.clone()));
        world.insert_resource(DiceBox(parts.dice));
        world.insert_resource(Beginning(parts.opening));
        world.insert_resource(parts.arrivals);
        world.insert_resource(parts.answers);
        world.insert_resource(parts.stack);
        world.insert_resource(parts.clock);
        world.insert_resource(parts.open);
        world.insert_resource(parts.chronicle);
        world.insert_resource(parts.holds);
        world.insert_resource(parts.memories);
        world.insert_resource(Roster::default());
        world.insert_resource(Queue::default());
        world.insert_resource(Shares::default());
        world.insert_resource(InterposedFrames::default());
        let mut battle = Self {
            world: Store::new(world),
            facts: Arc::new(facts),
            fault: OnceLock::new(),
            hashed: Mutex::default(),
            spiral: Default::default(),
            round_limit: parts.round_limit,
            seen: None,
            kept_dice: None,
            thrown: Vec::new(),
        };
        for unit in units {
            battle.spawn(unit);
        }
        battle.world.mark_read();
        battle
    }
}

/// What a battle is assembled from, anew or as it was saved.
pub(super) struct Parts {
    /// Everything that rules look at, the units among it.
    pub facts: Facts,
    /// Round, phase and turn.
    pub clock: Clock,
    /// The frames under way.
    pub stack: Stack,
    /// The dice.
    pub dice: DiceStream,
    /// Standing answers.
    pub answers: Answers,
    /// The open prompt.
    pub open: OpenPrompt,
    /// What has happened.
    pub chronicle: Chronicle,
    /// Open holds.
    pub holds: Holds,
    /// What each side remembers.
    pub memories: Memories,
    /// How it begins.
    pub opening: Opening,
    /// Units that come later.
    pub arrivals: Arrivals,
    /// Rounds after which it is an error that it has not ended.
    pub round_limit: u32,
}
