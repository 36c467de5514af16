//! What a battle is made from: book, map, units as they begin, what the scenario says of awareness, dice.

use std::sync::{Mutex, OnceLock};

use super::{
    ROUND_LIMIT, first_frame,
    plugin::Plugins,
    store::{Resources, Store},
};
use crate::{battle::prelude::*, rules::luck::FORTUNE};

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
    /// What wins it for a side besides defeating the others: an expression over a unit of that side (S-19).
    pub goals: Vec<(Side, Expr)>,
    /// The dice.
    pub dice: DiceStream,
    /// How luck is dealt (T-13).
    pub luck: Luck,
    /// Rounds after which it is an error that it has not ended; 0: the usual number.
    pub round_limit: u32,
    /// Rules written in Rust that join it.
    pub plugins: Plugins,
}

impl Setup {
    /// A battle on a map with units given one by one, and nothing else to it.
    pub fn bare(book: &Arc<Rulebook>, map: Arc<Map>, units: Vec<UnitState>, dice: DiceStream) -> Self {
        Self {
            book: book.clone(),
            map,
            units,
            arrivals: Vec::new(),
            ground: Vec::new(),
            bonds: Vec::new(),
            surroundings: Surroundings::default(),
            things: Vec::new(),
            opening: Opening::default(),
            options: BTreeMap::new(),
            made: None,
            used: Arc::default(),
            standing: Vec::new(),
            goals: Vec::new(),
            dice,
            luck: Luck::Fair,
            round_limit: 0,
            plugins: Plugins::default(),
        }
    }
}

/// How the fight begins, kept in the world until the muster.
#[derive(bevy_ecs::resource::Resource, Clone, Debug, Default)]
pub struct Beginning(pub Opening);

impl Battle {
    /// A battle about to begin. Nothing is rolled before [`Battle::advance`].
    pub fn new(setup: Setup) -> Self {
        let option = |id| setup.options.get(&Key::new(id)).copied().unwrap_or_else(|| setup.book.option(id));
        let (fortune, dice) = (option(FORTUNE), option("opposition_dice"));
        let most_fortune = setup.book.settings.fortune;
        let mut units = setup.units;
        for def in &setup.book.settings.economy.pools {
            // Pools whose number the scenario sets have it from the start (F-08).
            let Some(base) = def.option.and_then(|option| setup.options.get(&option)) else { continue };
            let pools = units.iter_mut().flat_map(|unit| &mut unit.pools.0);
            pools.filter(|own| own.id == def.id).for_each(|own| own.base = *base);
        }
        let reserves = setup.opening.opposition.iter().map(|side| (*side, dice)).collect();
        let mut answers = Answers::default();
        setup.standing.into_iter().for_each(|standing| answers.lay(standing));
        let mut stack = Stack::default();
        stack.push(first_frame());
        let resources = Resources {
            clock: Clock { reserves, goals: setup.goals, ..Clock::default() },
            stack,
            dice: DiceBox(setup.dice),
            answers,
            open: OpenPrompt::default(),
            holds: HeldBack::default(),
            ground: Ground(setup.ground.into()),
            in_effect: InEffect::default(),
            bonds: Bonds(setup.bonds.into()),
            things: Things(setup.things.into()),
            beginning: Beginning(setup.opening),
            arrivals: Arrivals(setup.arrivals),
            chronicle: Chronicle::default(),
            board: BattleMap(setup.map),
            around: CurrentSurroundings(Arc::new(setup.surroundings)),
            options: Options(Arc::new(setup.options)),
            decked: DeckState(Arc::new(Decks::new(setup.luck).with_fortune(fortune, most_fortune))),
            memories: Memories::default(),
        };
        let round_limit = if setup.round_limit == 0 { ROUND_LIMIT } else { setup.round_limit };
        let mut battle = Self::assemble(setup.book, units, resources, round_limit);
        battle.add_plugins(&setup.plugins);
        battle
    }

    /// A battle of its book, units and resources.
    pub(super) fn assemble(
        book: Arc<Rulebook>,
        units: Vec<UnitState>,
        resources: Resources,
        round_limit: u32,
    ) -> Self {
        let (clock, map) = (&resources.clock, &resources.board.0);
        let goals = clock.goals.iter().map(|(side, wins)| Goal::new(&book, *side, wins.clone()));
        let goals = Arc::new(goals.collect());
        let facts = Facts {
            book,
            sky: Arc::new(map.sky()),
            map: map.clone(),
            units: Default::default(),
            ground: resources.ground.0.clone(),
            spells: resources.in_effect.0.clone(),
            bonds: resources.bonds.0.clone(),
            things: resources.things.0.clone(),
            round: clock.round,
            phase: clock.phase,
            turn: clock.turn,
            surroundings: resources.around.0.clone(),
            options: resources.options.0.clone(),
            memories: resources.memories.known.clone(),
            decks: resources.decked.0.clone(),
            goals,
        };
        let mut world = World::new();
        world.insert_resource(Book(facts.book.clone()));
        resources.insert(&mut world);
        let mut battle = Self {
            world: Store::new(world),
            facts: Arc::new(facts),
            fault: OnceLock::new(),
            hashed: Mutex::default(),
            spiral: Default::default(),
            round_limit,
            seen: None,
            kept_dice: None,
            thrown: Vec::new(),
        };
        units.into_iter().for_each(|unit| battle.spawn(unit));
        battle.world.mark_read();
        battle
    }
}
