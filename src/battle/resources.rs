//! What a battle's world holds besides its units.

use crate::battle::prelude::*;

pub use super::standing::Answers;

/// Units in roster order, with their entities. Nothing outside the battle ever sees an entity.
#[derive(Resource, Clone, Debug, Default)]
pub struct Roster(pub Vec<(UnitId, Entity)>);

/// The rulebook.
#[derive(Resource, Clone, Debug)]
pub struct Book(pub Arc<Rulebook>);

/// Numbers that the scenario sets.
#[derive(Resource, Clone, Debug, Default)]
pub struct Options(pub Arc<BTreeMap<Key, i32>>);

/// The map, with its doors as they are.
#[derive(Resource, Clone, Debug)]
pub struct BattleMap(pub Arc<Map>);

/// Light, smoke, weather and the like.
#[derive(Resource, Clone, Debug, Default)]
pub struct CurrentSurroundings(pub Arc<Surroundings>);

/// Who comes later, and when (F-15).
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Arrivals(pub Vec<Arrival>);

/// Items on the ground.
#[derive(Resource, Clone, Debug, Default)]
pub struct Ground(pub Shared<Vec<GroundItem>>);

/// Spells in effect, in the order cast.
#[derive(Resource, Clone, Debug, Default)]
pub struct InEffect(pub Shared<Vec<ActiveSpell>>);

/// Who is bound to whom, in the order in which the relations began.
#[derive(Resource, Clone, Debug, Default)]
pub struct Bonds(pub Shared<Vec<Bond>>);

/// Things on the map, in the order in which the map names them.
#[derive(Resource, Clone, Debug, Default)]
pub struct Things(pub Shared<Vec<Thing>>);

/// The battle's dice.
#[derive(Resource, Clone, Debug)]
pub struct DiceBox(pub DiceStream);

/// What is left of the decks (T-13).
#[derive(Resource, Clone, Debug, Default)]
pub struct DeckState(pub Arc<Decks>);

/// Round, phase, turn, and the counters that name prompts and injuries.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clock {
    /// The round, 0 before the first.
    pub round: u32,
    /// The phase.
    pub phase: Phase,
    /// Whose turn it is.
    pub turn: Option<UnitId>,
    /// The count at which the round stands.
    pub count: Option<i32>,
    /// Prompts so far.
    pub prompts: u32,
    /// Injuries so far.
    pub injuries: u32,
    /// Commands so far.
    pub commands: u32,
    /// The referee has ended the round.
    pub round_cut: bool,
    /// Action dice left to the sides that have theirs in common (F-05).
    #[serde(default)]
    pub reserves: Vec<(Side, i32)>,
    /// Rounds that went by outside those of the fight.
    #[serde(default)]
    pub passed: u32,
    /// This side has chosen not to fight (C-32).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub avoided: Option<Side>,
    /// The side that has won and holds the field for some hours more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub holder: Option<Side>,
    /// A side has given up.
    pub conceded: Vec<Side>,
    /// What wins the fight for a side besides defeating the others (S-19).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub goals: Vec<(Side, Expr)>,
    /// The side whose goal has ended the fight.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reached: Option<Side>,
}

/// The open prompt.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct OpenPrompt(pub Option<Prompt>);

/// Effects held back until a frame closes (C-23, D-123).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HeldEffects {
    /// The frame.
    pub frame: FrameId,
    /// Units whose harm waits.
    pub members: Vec<UnitId>,
    /// The member whose own doings take effect at once.
    pub actor: Option<UnitId>,
    /// What waits.
    pub effects: Vec<Effect>,
}

/// Points to be shared out by choice as soon as the running step is done; empty between steps.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Shares(pub Vec<PointsDue>);

/// Frames that come in between as soon as the running step is done; empty between steps.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct InterposedFrames(pub Vec<super::frames::Frame>);

/// With fog: what each side remembers, and the map as it was when they last looked.
#[derive(Resource, Clone, Debug, Default)]
pub struct Memories {
    /// What each remembers.
    pub known: Arc<Vec<Memory>>,
    /// The map; none: nobody has looked yet.
    pub map: Option<Arc<Map>>,
}

/// All that is held back.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct HeldBack(pub Vec<HeldEffects>);
