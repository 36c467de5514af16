//! A whole rulebook: the settings of its slots and its catalogues.

use std::sync::Arc;

use super::data_prelude::*;
use super::{
    action_dice::ActionDice,
    altitude::AltitudeRule,
    attack_rule::AttackRule,
    blaze_rule::BlazeRule,
    bond::BondDef,
    check_rule::{CheckDef, CheckRule},
    condition::{ConditionDef, StateRule},
    economy::Economy,
    gear::{GearDef, ItemDef, WeaponDef},
    guide::GuideStep,
    harm_rule::HarmRule,
    interaction::InteractionDef,
    movement::MovementRule,
    spell::SpellDef,
    task_rule::TaskRule,
    timing::Timing,
    unit::{SizeDef, UnitDef},
    unit_systems::{SystemDef, SystemsRule},
    vehicle::VehicleRule,
};

pub use super::catalogue::Catalogue;

/// A track: something that is lost and restored (A-93, S-47, C-62).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrackDef {
    /// Its id; expressions name its present value so, and its maximum `id.max`.
    pub id: Key,
    /// What players read.
    pub name: String,
    /// What is read instead of units with a tag, by its id among the book's names: a ship's hull (S-91).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub called: Vec<(Key, Key)>,
    /// Its maximum.
    pub max: Expr,
    /// It starts at 0 and rises (injuries) and not at its maximum.
    #[serde(default)]
    pub rises: bool,
    /// It never goes below this.
    pub floor: Option<i32>,
    /// Units with systems bear it, others do not; the other way round where this is false (C-128).
    #[serde(default)]
    pub systems: bool,
    /// Drawn as the ring of the counter.
    #[serde(default)]
    pub main: bool,
    /// The rule that tells players of it.
    pub rule: Option<Key>,
}

/// Direct communication, in squares (C-167).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct CommsRule {
    /// With a line of sight.
    pub seen: i32,
    /// Without.
    pub heard: i32,
}

impl Default for CommsRule {
    fn default() -> Self {
        Self { seen: 34, heard: 8 }
    }
}

/// How much mind a neural activity sensor makes out (C-165).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MindRule {
    /// What stands for it, the first that the unit has.
    pub stats: Vec<Key>,
    /// Up to this it is low.
    pub low: i32,
    /// Up to this it is average, beyond it high.
    pub average: i32,
}

impl Default for MindRule {
    fn default() -> Self {
        Self { stats: ["int", "intellect"].map(Key::new).to_vec(), low: 2, average: 8 }
    }
}

/// A rule of the book, as players read it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleDef {
    /// Its id: `A-12`.
    pub id: Key,
    /// Its title.
    pub title: String,
    /// One or two sentences; none: not played yet.
    pub text: Option<String>,
}

/// A pause between fights: time that goes by, and what it brings to everybody who lives.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PauseDef {
    /// Its id: `rest`.
    pub id: Key,
    /// What players read.
    pub name: String,
    /// The rule.
    pub rule: Key,
    /// How long, in rounds.
    pub rounds: u32,
    /// Whoever spends it so is up and about and does not rest (C-67, C-68).
    #[serde(default)]
    pub active: bool,
    /// It comes by itself as each fight ends, whatever the time; then nobody chooses it (D-10).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub after_fight: bool,
    /// What it brings each unit once it is over.
    #[serde(default)]
    pub effects: Vec<EffectDef>,
}

/// What the side that holds the field may do in the hours after a fight. How many these are is the option `aftermath`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AftermathRule {
    /// Actions of these tags can be done then, all over the field; no others.
    pub tags: Vec<Key>,
    /// Whether a unit is hurt: without anybody hurt or anything broken there is nothing to stay for.
    pub hurt: Expr,
    /// The rule.
    pub rule: Key,
}

/// `book.ron`: the settings of the slots.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BookDef {
    /// Its id.
    pub id: Key,
    /// What players read.
    pub name: String,
    /// One or two sentences about it.
    #[serde(default)]
    pub text: String,
    /// The book whose catalogues and settings it inherits.
    pub extends: Option<Key>,
    /// Other books whose rules' texts it refers to.
    #[serde(default)]
    pub refers: Vec<Key>,
    /// Values of stats that units do not state.
    #[serde(default)]
    pub stats: KeyTable<i32>,
    /// What players call stats, for the breakdown of a check.
    #[serde(default)]
    pub names: BTreeMap<Key, String>,
    /// Values derived from stats and tracks.
    #[serde(default)]
    pub derived: KeyTable<Expr>,
    /// Feet or metres a square, for texts.
    #[serde(default = "square")]
    pub square: String,
    /// The same as a number, for distances that rules give in metres (C-12).
    #[serde(default)]
    pub measure: Measure,
    /// Feet to a square, for distances that rules give in feet (F-49).
    #[serde(default = "defaults::five")]
    pub square_feet: i32,
    /// Seconds a round.
    #[serde(default = "defaults::six")]
    pub round_seconds: i32,
    /// Checks.
    pub check: CheckRule,
    /// Kinds of check.
    pub checks: Vec<CheckDef>,
    /// Pools and costs.
    pub economy: Economy,
    /// Initiative.
    pub timing: Timing,
    /// Action dice.
    pub action_dice: Option<ActionDice>,
    /// Movement.
    pub movement: MovementRule,
    /// Altitude; none: everything happens on the ground.
    pub altitude: Option<AltitudeRule>,
    /// Attacks.
    pub attack: AttackRule,
    /// Damage.
    pub harm: HarmRule,
    /// Fires on the map; none: nothing catches fire.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blazes: Option<BlazeRule>,
    /// Tracks.
    pub tracks: Vec<TrackDef>,
    /// Conditions that follow from the numbers, in the order tested.
    #[serde(default)]
    pub states: Vec<StateRule>,
    /// Modifiers for everybody: range, increments, cover, points past three.
    #[serde(default)]
    pub modifiers: Vec<ModifierDef>,
    /// Sizes.
    #[serde(default)]
    pub sizes: Vec<SizeDef>,
    /// Actions that take longer than a turn (C-09, C-100).
    pub tasks: Option<TaskRule>,
    /// Kinds of place in which more can be done than elsewhere: a sickbay, a workshop (C-72, C-151).
    #[serde(default)]
    pub facilities: Vec<Key>,
    /// Pauses between fights.
    #[serde(default)]
    pub pauses: Vec<PauseDef>,
    /// The hours after a fight; none: it ends with its last blow.
    pub aftermath: Option<AftermathRule>,
    /// Units made of systems (C-128).
    pub systems: Option<SystemsRule>,
    /// Relations between two units.
    #[serde(default)]
    pub bonds: Vec<BondDef>,
    /// Vehicles (C-109 to C-127).
    pub vehicles: Option<VehicleRule>,
    /// How far a voice and hand signs carry (C-167).
    #[serde(default)]
    pub comms: CommsRule,
    /// What sensors make out of minds (C-165).
    #[serde(default)]
    pub minds: MindRule,
    /// How far a loud noise is heard, in squares, where the option `noise_radius` does not say.
    #[serde(default = "defaults::twenty")]
    pub noise: i32,
    /// So many per cent of other silencing areas count beside the greatest, 0 to 100 (D-116).
    #[serde(default = "defaults::twenty_five")]
    pub silencing_others: i32,
    /// How much fortune a match may give each side at most (T-14).
    #[serde(default = "defaults::three")]
    pub fortune: i32,
    /// Numbers that scenarios may change.
    #[serde(default)]
    pub options: BTreeMap<Key, i32>,
    /// Those of them that players may choose for a match.
    #[serde(default)]
    pub choices: Vec<ChoiceDef>,
    /// How a turn goes, step by step: the first page of the rules. Without any it is what holds in most books.
    #[serde(default)]
    pub guide: Vec<GuideStep>,
}

/// An option that players may choose for a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChoiceDef {
    /// Which of the book's options.
    pub id: Key,
    /// What players call it.
    pub name: String,
    /// What it does, in a sentence.
    #[serde(default)]
    pub text: String,
    /// The numbers offered; none: off or on, 0 or 1.
    #[serde(default)]
    pub values: Vec<i32>,
}

fn square() -> String {
    "1.5 m".to_owned()
}

/// A rulebook, resolved: what it inherits is in its catalogues.
#[derive(Clone, Debug)]
pub struct Rulebook {
    /// Its id.
    pub id: Key,
    /// Its settings.
    pub settings: BookDef,
    /// Kinds of check, by id.
    pub checks: Catalogue<CheckDef>,
    /// Actions.
    pub actions: Catalogue<ActionDef>,
    /// Conditions.
    pub conditions: Catalogue<ConditionDef>,
    /// Weapons.
    pub weapons: Catalogue<WeaponDef>,
    /// Items.
    pub items: Catalogue<ItemDef>,
    /// Spells.
    pub spells: Catalogue<SpellDef>,
    /// What can be done with things on the map.
    pub interactions: Catalogue<InteractionDef>,
    /// Systems of vehicles, robots and drones.
    pub systems: Catalogue<SystemDef>,
    /// Units.
    pub units: Catalogue<UnitDef>,
    /// Rules, as players read them.
    pub rules: Catalogue<RuleDef>,
    /// Some condition ends by who stands where; [`Rulebook::settle`] finds it out.
    pub has_posts: bool,
}

impl BookDef {
    /// All stats that a unit may state: those with a value or a name, derived values, and what checks are made with.
    pub fn stat_names(&self) -> Vec<Key> {
        let mut stats: Vec<Key> = self.stats.keys().chain(self.names.keys()).copied().collect();
        stats.extend(self.derived.keys().copied());
        stats.extend(self.checks.iter().flat_map(|def| [def.ability, def.skill]).flatten());
        stats.extend(["armour", "speed_bonus"].map(Key::new));
        stats
    }
}

impl Rulebook {
    /// Works out what follows from the catalogues, once all entries are in.
    pub fn settle(&mut self) {
        self.has_posts = self
            .conditions
            .iter()
            .any(|def| def.on_the_spot || def.as_long_as.is_some() || !def.quenched_by.is_empty());
    }

    /// A kind of check.
    pub fn check(&self, id: Key) -> Option<&CheckDef> {
        self.checks.get(id).map(|def| &**def)
    }

    /// An action.
    pub fn action(&self, id: Key) -> Option<&Arc<ActionDef>> {
        self.actions.get(id)
    }

    /// A condition.
    pub fn condition(&self, id: Key) -> Option<&ConditionDef> {
        self.conditions.get(id).map(|def| &**def)
    }

    /// A weapon.
    pub fn weapon(&self, id: Key) -> Option<&Arc<WeaponDef>> {
        self.weapons.get(id)
    }

    /// An item that is no weapon.
    pub fn item(&self, id: Key) -> Option<&ItemDef> {
        self.items.get(id).map(|def| &**def)
    }

    /// A weapon or another item.
    pub fn gear(&self, id: Key) -> Option<GearDef<'_>> {
        let weapon = self.weapons.get(id).map(|def| GearDef::Weapon(def));
        weapon.or_else(|| self.item(id).map(GearDef::Item))
    }

    /// A spell.
    pub fn spell(&self, id: Key) -> Option<&Arc<SpellDef>> {
        self.spells.get(id)
    }

    /// Ability and skill that a spell is cast with by its school.
    pub fn pair(&self, spell: &SpellDef) -> Option<(Key, Key)> {
        self.settings.attack.schools.get(&spell.school).copied()
    }

    /// How many rounds so many seconds are, the last one begun counting whole.
    pub fn rounds(&self, seconds: u32) -> u32 {
        seconds.div_ceil(u32::try_from(self.settings.round_seconds).unwrap_or(0).max(1))
    }

    /// A kind of unit.
    pub fn unit(&self, id: Key) -> Option<&Arc<UnitDef>> {
        self.units.get(id)
    }

    /// A size category.
    pub fn size(&self, id: Key) -> Option<&SizeDef> {
        self.settings.sizes.iter().find(|size| size.id == id)
    }

    /// A pause.
    pub fn pause(&self, id: Key) -> Option<&PauseDef> {
        self.settings.pauses.iter().find(|pause| pause.id == id)
    }

    /// Rounds in an hour, at least 1.
    pub fn hour(&self) -> u32 {
        u32::try_from(3600 / self.settings.round_seconds.max(1)).unwrap_or(1).max(1)
    }

    /// A kind of relation between two units.
    pub fn bond(&self, id: Key) -> Option<&BondDef> {
        self.settings.bonds.iter().find(|bond| bond.id == id)
    }

    /// A track.
    pub fn track(&self, id: Key) -> Option<&TrackDef> {
        self.settings.tracks.iter().find(|track| track.id == id)
    }

    /// The track drawn as the counter's ring.
    pub fn main_track(&self) -> Option<&TrackDef> {
        self.settings.tracks.iter().find(|track| track.main).or(self.settings.tracks.first())
    }

    /// A number of the book that scenarios may set (`close_range`, `dying_is_out` …).
    pub fn option(&self, id: &str) -> i32 {
        self.settings.options.get(&Key::new(id)).copied().unwrap_or(0)
    }

    /// What the book calls a stat, condition, weapon or rule; none: it has no name for it.
    pub fn named(&self, id: Key) -> Option<String> {
        if let Some(name) = self.settings.names.get(&id) {
            return Some(name.clone());
        }
        self.weapons
            .get(id)
            .map(|def| def.name.clone())
            .or_else(|| self.items.get(id).map(|def| def.name.clone()))
            .or_else(|| self.conditions.get(id).map(|def| def.name.clone()))
            .or_else(|| self.actions.get(id).map(|def| def.name.clone()))
            .or_else(|| self.spells.get(id).map(|def| def.name.clone()))
            .or_else(|| self.checks.get(id).map(|def| def.name.clone()))
            .or_else(|| self.systems.get(id).map(|def| def.name.clone()))
            .or_else(|| self.track(id).map(|def| def.name.clone()))
            .or_else(|| self.settings.timing.phase(id).map(|def| def.name.clone()))
            .or_else(|| self.rule(id).map(|def| def.title.clone()))
    }

    /// A rule's text: of `K-1` that of a mod, `skirmish:K-1`, where no rule is called so outright.
    pub fn rule(&self, id: Key) -> Option<&RuleDef> {
        let of_mod =
            |rule: &&Arc<RuleDef>| rule.id.as_str().split_once(':').is_some_and(|(_, name)| id == name);
        self.rules.get(id).or_else(|| self.rules.iter().find(of_mod)).map(|rule| &**rule)
    }

    /// What players call a stat, condition, weapon or rule.
    pub fn name_of(&self, id: Key) -> String {
        self.named(id).unwrap_or_else(|| {
            let mut text = id.as_str().replace('_', " ");
            if let Some(first) = text.get_mut(0..1) {
                first.make_ascii_uppercase();
            }
            text
        })
    }
}
