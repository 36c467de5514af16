//! A battle as plain values: what checks, legality, the AI and what-ifs read.
//!
//! [`UnitState`] is at once the bundle of components with which a unit is spawned, its part of [`Facts`] and its part
//! of a snapshot, so that the three can never differ. Facts are freely altered ("what if I stood there"); altering
//! them changes no battle.

use std::{fmt, sync::Arc};

use bevy::ecs::{bundle::Bundle, component::Component};
use serde::{Deserialize, Serialize};

use super::{
    action::{ItemPlace, WeaponUse},
    book::Rulebook,
    condition::{ConditionDef, Forbids},
    expr::Expr,
    gear::WeaponDef,
    modifier::{ActiveModifier, Until},
    movement::increment,
    unit::{MoveDef, Precision, UnitDef},
};
use crate::{
    grid::{Area, Band, Cover, CoverLevel, Dir8, Map, Square},
    key::Key,
};

/// A unit's name in its battle: small, stable, and the same in commands, frames, outcomes and saves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UnitId(pub Key);

impl UnitId {
    /// The id of a name.
    pub fn new(name: &str) -> Self {
        Self(Key::new(name))
    }
}

impl fmt::Display for UnitId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl fmt::Debug for UnitId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

/// A side of the battle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Side(pub Key);

impl Side {
    /// The side of a name.
    pub fn new(name: &str) -> Self {
        Self(Key::new(name))
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl fmt::Debug for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

/// Who a unit is.
#[derive(Component, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Identity {
    /// Its id.
    pub id: UnitId,
    /// What players read.
    pub name: String,
    /// The kind of unit.
    pub kind: Key,
    /// Its side.
    pub side: Side,
    /// Its group, for awareness (F-56) and shared initiative (F-03).
    pub group: Key,
}

/// What a unit is made of. Shared and unchanged during a battle.
#[derive(Component, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Sheet(pub Arc<UnitDef>);

/// Where a unit is.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// The squares it stands on.
    pub area: Area,
    /// Where it looks.
    pub facing: Dir8,
    /// Its altitude band.
    pub band: Band,
    /// Its squares are off the board: not yet arrived, or gone away.
    pub gone: bool,
}

/// One track of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Track {
    /// Which.
    pub id: Key,
    /// Its present value; may be negative.
    pub now: i32,
    /// Its maximum.
    pub max: i32,
}

/// Vitality, wounds, characteristics, injuries.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Tracks(pub Vec<Track>);

impl Tracks {
    /// The track of an id.
    pub fn get(&self, id: Key) -> Option<&Track> {
        self.0.iter().find(|track| track.id == id)
    }
}

/// One pool of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pool {
    /// Which.
    pub id: Key,
    /// What the round gives before conditions take from it.
    pub base: i32,
    /// Swapped in (negative: out), granted besides.
    pub extra: i32,
    /// Spent.
    pub spent: i32,
}

/// Action points and the like.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Pools(pub Vec<Pool>);

/// A condition in force.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Condition {
    /// Which.
    pub id: Key,
    /// Its count, 1 for those that are not counted.
    pub count: i32,
    /// When it ends by itself.
    #[serde(default)]
    pub until: Until,
    /// Who inflicted it.
    #[serde(default)]
    pub from: Option<UnitId>,
}

/// All conditions of a unit, in the order gained.
#[derive(Component, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Conditions(pub Vec<Condition>);

impl Conditions {
    /// Whether it has the condition.
    pub fn has(&self, id: Key) -> bool {
        self.0.iter().any(|condition| condition.id == id)
    }

    /// The condition's count, 0 without it.
    pub fn count(&self, id: Key) -> i32 {
        self.0.iter().find(|condition| condition.id == id).map_or(0, |condition| condition.count)
    }
}

/// Modifiers in force on a unit.
#[derive(Component, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Modifiers(pub Vec<ActiveModifier>);

/// An entry of the ledger (F-18).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// The line of the table.
    pub event: Key,
    /// The change.
    pub amount: i32,
    /// The weapon, for lines that count once for each.
    pub weapon: Option<Key>,
    /// The injury, for lines that do not stack on one.
    pub injury: Option<u32>,
}

/// When a unit acts.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Initiative {
    /// The count.
    pub count: i32,
    /// Rank among equal counts, the lower first.
    pub tie: i32,
    /// Changes for this round and for the next (C-25).
    pub now: i32,
    /// Changes kept for the next round (C-25).
    pub next: i32,
    /// Earned this round.
    pub ledger: Vec<Entry>,
    /// It has had its turn this round.
    pub acted: bool,
    /// It delays, until this count or till it cuts in (C-27).
    pub delaying: Option<i32>,
    /// It has to press (F-22).
    pub must_press: bool,
    /// It has pressed this round (F-76).
    pub pressed: bool,
    /// Points granted by pressing that are still to be used, at once.
    pub granted: i32,
    /// Rolled, or fixed by the scenario.
    pub settled: bool,
}

impl Initiative {
    /// The count that orders this round.
    pub fn total(&self) -> i32 {
        self.count + self.now
    }
}

/// One weapon or other item of a unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Item {
    /// Its name on this unit: the kind's id, with a number from the second on.
    pub id: Key,
    /// The kind.
    pub def: Key,
    /// In hand.
    pub held: bool,
    /// Worn.
    pub worn: bool,
    /// Loaded.
    pub loaded: i32,
    /// Ammunition carried for it; negative: without end.
    pub stock: i32,
    /// Damage taken.
    pub damage: i32,
    /// Its durability.
    pub durability: i32,
}

impl Item {
    /// From half of its durability.
    pub fn broken(&self) -> bool {
        2 * self.damage >= self.durability
    }

    /// From all of it.
    pub fn destroyed(&self) -> bool {
        self.damage >= self.durability
    }
}

/// What a unit carries.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gear {
    /// Weapons and items.
    pub items: Vec<Item>,
    /// How far its threat range is shifted.
    pub reach_shift: i32,
}

/// One slot with a prepared spell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Slot {
    /// The spell.
    pub spell: Key,
    /// Used up until a rest.
    pub spent: bool,
}

/// Prepared spells.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Slots(pub Vec<Slot>);

/// What a unit has done this round and turn.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Points used this round, of all pools that count.
    pub points: i32,
    /// Actions done this round.
    pub actions: i32,
    /// Riders used this round.
    pub riders: i32,
    /// Squares moved this round.
    pub squares: i32,
    /// The category it moved in last, which sets its increment.
    pub category: Option<Key>,
    /// Squares moved in its latest turn (C-46).
    pub squares_last_turn: i32,
    /// Actions done this round, by id.
    pub this_round: Vec<Key>,
    /// Actions done this turn, by id.
    pub this_turn: Vec<Key>,
    /// Tags used this turn of which one is allowed (S-11).
    pub tags: Vec<Key>,
    /// Reactions taken this round.
    pub reactions: i32,
    /// It has done its one thing of the surprise round (F-61).
    pub surprise_done: bool,
}

/// What a unit waits for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Watch {
    /// What sets it off.
    pub on: WatchFor,
    /// What is done then.
    pub action: Key,
    /// With what.
    pub weapon: Option<Key>,
    /// Which spell.
    pub spell: Option<Key>,
    /// Only within so many squares of the watcher.
    pub zone: Option<i32>,
    /// The action that set it up.
    pub by: Key,
    /// Opposed test of who goes first, and no cost when it fires (S-69); else paid when it fires.
    pub overwatch: bool,
}

/// Triggers of a readied action or overwatch (A-138, S-68).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum WatchFor {
    /// Any enemy acts.
    EnemyActs,
    /// An enemy moves in the zone.
    EnemyMoves,
    /// An enemy begins an attack.
    EnemyAttacks,
    /// An enemy begins to cast.
    EnemyCasts,
    /// That unit acts.
    UnitActs(UnitId),
    /// An enemy attacks that ally.
    AllyAttacked(UnitId),
    /// An enemy has spent its last point of that pool (S-68).
    OutOf(Key),
}

/// Readied actions and overwatch.
#[derive(Component, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Watches(pub Vec<Watch>);

/// A source of shielding in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shield {
    /// Its id.
    pub id: Key,
    /// How precise.
    pub precision: Precision,
    /// Points left.
    pub points: i32,
    /// Reach in squares.
    pub reach: i32,
}

/// An aura in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Aura {
    /// Its id.
    pub id: Key,
    /// Kind of damage.
    pub kind: Key,
    /// Stored.
    pub stored: i32,
    /// Drive, for normal damage.
    pub drive: Option<i32>,
    /// Fading at the end of the bearer's turns.
    pub decay: i32,
}

/// Shields and auras.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wards {
    /// Shields.
    pub shields: Vec<Shield>,
    /// Auras.
    pub auras: Vec<Aura>,
}

/// Whom a unit is aware of: it reacts only to attackers that it knows (C-52), and may be surprised.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Awareness {
    /// It knows of all that its side can see.
    pub aware: bool,
}

/// Everything about one unit that can change, and its sheet.
#[derive(Bundle, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UnitState {
    /// Who it is.
    pub identity: Identity,
    /// What it is made of.
    pub sheet: Sheet,
    /// Where it is.
    pub place: Place,
    /// Vitality and the like.
    pub tracks: Tracks,
    /// Points.
    pub pools: Pools,
    /// Conditions.
    pub conditions: Conditions,
    /// Modifiers.
    pub modifiers: Modifiers,
    /// Initiative.
    pub initiative: Initiative,
    /// Gear.
    pub gear: Gear,
    /// Spells.
    pub slots: Slots,
    /// What it has done.
    pub usage: Usage,
    /// What it waits for.
    pub watches: Watches,
    /// Shields and auras.
    pub wards: Wards,
    /// Awareness.
    pub awareness: Awareness,
}

impl UnitState {
    /// Its id.
    pub fn id(&self) -> UnitId {
        self.identity.id
    }

    /// Its side.
    pub fn side(&self) -> Side {
        self.identity.side
    }

    /// The squares it stands on.
    pub fn area(&self) -> Area {
        self.place.area
    }
}

/// An item on the ground.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GroundItem {
    /// Where.
    pub square: Square,
    /// What.
    pub item: Item,
}

/// The part of a fight that runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Phase {
    /// Units are placed, counts rolled.
    #[default]
    Muster,
    /// Those who are not surprised act.
    Surprise,
    /// Points are refilled, declarations made.
    RoundStart,
    /// Turns.
    Turns,
    /// What lasts a round ends; checks against conditions.
    EndOfRound,
    /// The ledger is settled.
    FluidInitiative,
    /// The fight has ended.
    Over,
}

/// A battle as plain values.
#[derive(Clone, Debug)]
pub struct Facts {
    /// The rulebook.
    pub book: Arc<Rulebook>,
    /// The map.
    pub map: Arc<Map>,
    /// Units, in roster order.
    pub units: Vec<UnitState>,
    /// Items on the ground.
    pub ground: Vec<GroundItem>,
    /// The round, 0 before the first.
    pub round: u32,
    /// The phase.
    pub phase: Phase,
    /// Whose turn it is.
    pub turn: Option<UnitId>,
    /// Options of the scenario over those of the book.
    pub options: Arc<std::collections::BTreeMap<Key, i32>>,
}

impl Facts {
    /// A unit.
    pub fn unit(&self, id: UnitId) -> Option<&UnitState> {
        self.units.iter().find(|unit| unit.identity.id == id)
    }

    /// A unit, to alter: "what if".
    pub fn unit_mut(&mut self, id: UnitId) -> Option<&mut UnitState> {
        self.units.iter_mut().find(|unit| unit.identity.id == id)
    }

    /// A number that the scenario or else the book sets.
    pub fn option(&self, id: &str) -> i32 {
        let key = Key::new(id);
        self.options.get(&key).copied().unwrap_or_else(|| self.book.option(id))
    }

    /// The definitions of a unit's conditions, each with its count.
    pub fn conditions<'a>(&'a self, unit: &'a UnitState) -> impl Iterator<Item = (&'a ConditionDef, i32)> {
        unit.conditions.0.iter().filter_map(|own| Some((self.book.condition(own.id)?, own.count)))
    }

    /// The first condition that forbids something, if any.
    pub fn forbidden<'a>(&'a self, unit: &'a UnitState, what: Forbids) -> Option<&'a ConditionDef> {
        self.conditions(unit)
            .map(|(def, _)| def)
            .find(|def| def.forbids.contains(&what) || def.forbids.contains(&Forbids::All))
    }

    /// Whether it is on the board and alive.
    pub fn present(&self, unit: &UnitState) -> bool {
        !unit.place.gone && !self.dead(unit)
    }

    /// Whether it is dead.
    pub fn dead(&self, unit: &UnitState) -> bool {
        self.conditions(unit).any(|(def, _)| def.dead)
    }

    /// Whether it can act at this moment.
    pub fn can_act(&self, unit: &UnitState) -> bool {
        self.present(unit) && self.forbidden(unit, Forbids::Actions).is_none() && !self.staggered_out(unit)
    }

    /// Whether its allotment is nothing by what conditions take.
    pub fn staggered_out(&self, unit: &UnitState) -> bool {
        self.takes(unit).iter().any(|(pools, count)| {
            let own = unit.pools.0.iter().filter(|pool| pools.contains(&pool.id));
            *count >= own.map(|pool| pool.base + pool.extra).sum()
        })
    }

    /// What conditions take from pools, those that take from the same ones added up.
    fn takes<'a>(&'a self, unit: &'a UnitState) -> Vec<(&'a [Key], i32)> {
        let mut all: Vec<(&[Key], i32)> = Vec::new();
        for (def, count) in self.conditions(unit).filter(|(def, _)| !def.takes.is_empty()) {
            match all.iter_mut().find(|(pools, _)| *pools == def.takes) {
                Some((_, sum)) => *sum += count,
                None => all.push((&def.takes, count)),
            }
        }
        all
    }

    /// Whether it is out of the fight for the long run.
    pub fn out(&self, unit: &UnitState) -> bool {
        !self.present(unit)
            || self.staggered_out(unit)
            || self.conditions(unit).any(|(def, _)| {
                def.out || (def.id == "dying" && self.option("dying_is_out") != 0)
            })
    }

    /// Whether two units are of hostile sides.
    pub fn hostile(&self, one: &UnitState, other: &UnitState) -> bool {
        one.identity.side != other.identity.side
    }

    /// Whether two units of these ids are of hostile sides.
    pub fn hostile_ids(&self, one: UnitId, other: UnitId) -> bool {
        match (self.unit(one), self.unit(other)) {
            (Some(one), Some(other)) => self.hostile(one, other),
            _ => false,
        }
    }

    /// The sides still in the fight, in roster order.
    pub fn standing_sides(&self) -> Vec<Side> {
        let mut sides = Vec::new();
        for unit in self.units.iter().filter(|unit| !self.out(unit)) {
            if !sides.contains(&unit.identity.side) {
                sides.push(unit.identity.side);
            }
        }
        sides
    }

    /// A stat of a unit: own, else the book's default; a track's or derived value comes before it.
    pub fn stat(&self, unit: &UnitState, name: Key) -> Option<i64> {
        self.named(unit, name, 0)
    }

    fn named(&self, unit: &UnitState, name: Key, depth: u8) -> Option<i64> {
        if let Some(track) = unit.tracks.get(name) {
            return Some(i64::from(track.now));
        }
        if let Some(value) = unit.sheet.0.stats.get(&name) {
            return Some(i64::from(*value));
        }
        if let Some(expr) = self.book.settings.derived.get(&name) {
            if depth > 8 {
                return None;
            }
            return expr.eval(&|inner| self.named(unit, inner, depth + 1)).ok();
        }
        if let Some(value) = self.book.settings.stats.get(&name) {
            return Some(i64::from(*value));
        }
        self.special(unit, name.as_str(), depth)
    }

    fn special(&self, unit: &UnitState, name: &str, depth: u8) -> Option<i64> {
        let yes = |test: bool| Some(i64::from(test));
        match name {
            "used" => return Some(i64::from(unit.usage.points)),
            "moved" => return Some(i64::from(unit.usage.squares)),
            "moved_last_turn" => return Some(i64::from(unit.usage.squares_last_turn)),
            "reactions" => return Some(i64::from(unit.usage.reactions)),
            "actions" => return Some(i64::from(unit.usage.actions)),
            "increment" => return Some(i64::from(self.increment(unit))),
            "initiative" => return Some(i64::from(unit.initiative.total())),
            "legs" => return Some(i64::from(unit.sheet.0.legs)),
            "speed" => {
                // A book whose default speed leans on `speed` itself finds 0 for it.
                let own = self.move_def(unit, None).map(|def| i64::from(def.speed));
                let default = || if depth > 0 { 0 } else { i64::from(self.base_speed(unit, None)) };
                return Some(own.unwrap_or_else(default));
            }
            "acted" => return yes(unit.initiative.acted),
            "armed" => return yes(self.armed(unit)),
            "surprise_round" => return yes(self.phase == Phase::Surprise),
            "round" => return Some(i64::from(self.round)),
            "armour" => return Some(i64::from(self.armour(unit))),
            "beside_cover" => return yes(self.beside_cover(unit)),
            _ => {}
        }
        let (head, rest) = name.split_once('.')?;
        match (head, rest) {
            ("has", id) => yes(unit.conditions.has(Key::new(id))),
            ("count", id) => Some(i64::from(unit.conditions.count(Key::new(id)))),
            ("active", id) => {
                let active = unit.modifiers.0.iter().filter(|modifier| modifier.source == id);
                i64::try_from(active.count()).ok()
            }
            ("pool", id) => Some(i64::from(self.points(unit, Key::new(id)))),
            ("self", id) => self.named(unit, Key::new(id), depth + 1),
            (id, "max") => unit.tracks.get(Key::new(id)).map(|track| i64::from(track.max)),
            ("size", id) => yes(unit.sheet.0.size == id),
            ("tag", id) => yes(unit.sheet.0.tags.iter().any(|tag| *tag == id)),
            _ => None,
        }
    }

    /// Evaluates an expression for a unit; names of the context come first, then the unit's, then `target.…`. An
    /// expression that cannot be evaluated (validation finds those) counts as 0.
    pub fn evaluate(
        &self,
        expr: &Expr,
        unit: &UnitState,
        other: Option<&UnitState>,
        context: &dyn Fn(Key) -> Option<i64>,
    ) -> i64 {
        if let Some(number) = expr.as_const() {
            return number;
        }
        expr.eval(&|name| {
            if let Some(value) = context(name) {
                return Some(value);
            }
            if let Some(rest) = name.as_str().strip_prefix("target.") {
                let rest = Key::new(rest);
                return match other {
                    Some(other) => self.named(other, rest, 0).or(Some(0)),
                    None => Some(0),
                };
            }
            self.named(unit, name, 0).or(Some(0))
        })
        .unwrap_or(0)
    }

    /// An expression over a unit alone.
    pub fn value(&self, expr: &Expr, unit: &UnitState) -> i32 {
        let value = self.evaluate(expr, unit, None, &|_| None);
        i32::try_from(value.clamp(-1_000_000, 1_000_000)).unwrap_or(0)
    }

    /// What a pool still holds: base and extras, less what conditions take, less what is spent; 0 at least.
    pub fn points(&self, unit: &UnitState, pool: Key) -> i32 {
        let Some(own) = unit.pools.0.iter().find(|own| own.id == pool) else { return 0 };
        (self.allotment(unit, own) - own.spent).max(0)
    }

    /// A pool's allotment for the round, after conditions.
    pub fn allotment(&self, unit: &UnitState, own: &Pool) -> i32 {
        let mut allotment = own.base + own.extra;
        for (def, _) in self.conditions(unit) {
            for (pool, amount) in &def.allots {
                if *pool == own.id {
                    allotment = allotment.min(self.value(amount, unit) + own.extra);
                }
            }
        }
        for (pools, count) in self.takes(unit) {
            let Some(rank) = pools.iter().position(|pool| *pool == own.id) else { continue };
            let before: i32 = pools[..rank]
                .iter()
                .filter_map(|pool| unit.pools.0.iter().find(|other| other.id == *pool))
                .map(|other| other.base + other.extra)
                .sum();
            allotment -= (count - before.max(0)).max(0);
        }
        allotment.max(0)
    }

    /// The most points that conditions let it use in a round.
    pub fn cap<'a>(&'a self, unit: &'a UnitState) -> Option<(i32, &'a ConditionDef)> {
        self.conditions(unit).filter_map(|(def, _)| Some((def.cap?, def))).min_by_key(|(cap, _)| *cap)
    }

    /// Its way of moving in a category; none given: the first it has.
    pub fn move_def<'a>(&self, unit: &'a UnitState, category: Option<Key>) -> Option<&'a MoveDef> {
        match category {
            Some(category) => unit.sheet.0.movement.iter().find(|def| def.category == category),
            None => unit.sheet.0.movement.first(),
        }
    }

    /// Base movement speed in squares: own, or the book's default.
    pub fn base_speed(&self, unit: &UnitState, category: Option<Key>) -> i32 {
        self.move_def(unit, category)
            .map_or_else(|| self.value(&self.book.settings.movement.speed, unit), |def| def.speed)
    }

    /// Its movement increment.
    pub fn increment(&self, unit: &UnitState) -> i32 {
        increment(unit.usage.squares, self.base_speed(unit, unit.usage.category))
    }

    /// Its weapons with their definitions, whole ones only.
    pub fn weapons<'a>(&'a self, unit: &'a UnitState) -> impl Iterator<Item = (&'a Item, &'a Arc<WeaponDef>)> {
        unit.gear
            .items
            .iter()
            .filter(|item| !item.destroyed())
            .filter_map(|item| Some((item, self.book.weapon(item.def)?)))
    }

    /// Weapons in hand of a use.
    pub fn in_hand<'a>(
        &'a self,
        unit: &'a UnitState,
        uses: WeaponUse,
    ) -> impl Iterator<Item = (&'a Item, &'a Arc<WeaponDef>)> {
        self.weapons(unit).filter(move |(item, def)| {
            (item.held || def.natural)
                && (def.uses == uses || (uses == WeaponUse::Ranged && def.uses == WeaponUse::Thrown))
        })
    }

    /// A weapon of a unit by its name on it.
    pub fn weapon<'a>(&'a self, unit: &'a UnitState, id: Key) -> Option<(&'a Item, &'a Arc<WeaponDef>)> {
        self.weapons(unit).find(|(item, _)| item.id == id)
    }

    /// Whether it has a weapon usable in mêlée that is not a mere fist.
    pub fn armed(&self, unit: &UnitState) -> bool {
        self.in_hand(unit, WeaponUse::Melee).any(|(_, def)| !def.unarmed)
    }

    /// Its threat range, least and most, in squares.
    pub fn threat_range(&self, unit: &UnitState) -> (i32, i32) {
        let (least, most) = unit
            .sheet
            .0
            .threat
            .or_else(|| self.book.size(unit.sheet.0.size).map(|size| size.threat))
            .unwrap_or((1, 1));
        let longer = self.in_hand(unit, WeaponUse::Melee).map(|(_, def)| def.longer).max().unwrap_or(0);
        (least + unit.gear.reach_shift, most + longer + unit.gear.reach_shift)
    }

    /// Whether it threatens a footprint: armed, able to act, in reach, with line of effect, in the same band.
    pub fn threatens(&self, unit: &UnitState, area: &Area, band: Band) -> bool {
        if !self.can_act(unit) || !self.armed(unit) || unit.place.band != band {
            return false;
        }
        let (least, most) = self.threat_range(unit);
        let distance = unit.place.area.distance(area);
        (least..=most).contains(&distance) && crate::grid::line_of_effect(&self.map, &unit.place.area, area)
    }

    /// Whether something that gives cover stands beside it, on a square or an edge (F-74).
    pub fn beside_cover(&self, unit: &UnitState) -> bool {
        let area = unit.place.area;
        let by_edge = |square: Square| {
            square.neighbours().any(|next| {
                crate::grid::Edge::between(square, next)
                    .and_then(|edge| self.map.edge(edge))
                    .is_some_and(|kind| kind.cover != CoverLevel::None)
            })
        };
        area.squares().any(by_edge)
            || area.around(1).any(|square| {
                !area.contains(square) && self.map.contents(square).any(|here| here.cover != CoverLevel::None)
            })
    }

    /// The sum of worn armour values (S-46, C-60) and a unit's own `armour` stat.
    pub fn armour(&self, unit: &UnitState) -> i32 {
        let own = unit.sheet.0.stats.get(&Key::new("armour")).copied().unwrap_or(0);
        let worn: i32 = unit
            .gear
            .items
            .iter()
            .filter(|item| item.worn && !item.destroyed())
            .filter_map(|item| self.book.item(item.def))
            .map(|def| def.armour)
            .sum();
        own + worn
    }

    /// Damage resistances: own and worn.
    pub fn resistances(&self, unit: &UnitState) -> Vec<(i32, Key, Key)> {
        let own = unit.sheet.0.resistances.iter().map(|(n, kind)| (*n, *kind, Key::new("nature")));
        let worn = unit
            .gear
            .items
            .iter()
            .filter(|item| item.worn && !item.destroyed())
            .filter_map(|item| self.book.item(item.def))
            .flat_map(|def| def.resistances.iter().map(|(n, kind)| (*n, *kind, def.id)));
        own.chain(worn).collect()
    }

    /// The armour range of drive (D-39): the first worn.
    pub fn armour_range(&self, unit: &UnitState) -> Option<(i32, i32)> {
        unit.gear
            .items
            .iter()
            .filter(|item| item.worn && !item.destroyed())
            .find_map(|item| self.book.item(item.def)?.range)
    }

    /// Distance in squares between two units, nearest squares.
    pub fn distance(&self, one: &UnitState, other: &UnitState) -> i32 {
        one.place.area.distance(&other.place.area)
    }

    /// Line of sight between two units, altitude bands taken into account (T-05).
    pub fn sees(&self, one: &UnitState, other: &UnitState) -> bool {
        crate::grid::line_of_sight_between(
            &self.map,
            &one.place.area,
            one.place.band,
            &other.place.area,
            other.place.band,
        )
    }

    /// Line of effect between two units.
    pub fn reaches(&self, one: &UnitState, other: &UnitState) -> bool {
        crate::grid::line_of_effect(&self.map, &one.place.area, &other.place.area)
    }

    /// Cover of a target against an attacker, one step better when it lies or crouches in some (C-55, C-56).
    pub fn cover(&self, from: &UnitState, to: &UnitState) -> Cover {
        let mut cover = crate::grid::cover(&self.map, &from.place.area, &to.place.area);
        if cover.level != CoverLevel::None && self.conditions(to).any(|(def, _)| def.low) {
            cover.level = match cover.level {
                CoverLevel::Quarter => CoverLevel::Half,
                CoverLevel::Half => CoverLevel::ThreeQuarter,
                _ => CoverLevel::Full,
            };
        }
        cover
    }

    /// Items of a unit in a place, with the squares of the ground within one for [`ItemPlace::Ground`].
    pub fn items_at(&self, unit: &UnitState, place: ItemPlace) -> Vec<Key> {
        match place {
            ItemPlace::Held => {
                let natural = |item: &Item| self.book.weapon(item.def).is_some_and(|def| def.natural);
                unit.gear.items.iter().filter(|item| item.held && !natural(item)).map(|item| item.id).collect()
            }
            ItemPlace::Carried => unit
                .gear
                .items
                .iter()
                .filter(|item| !item.held && !item.worn && !item.destroyed() && self.book.weapon(item.def).is_some())
                .map(|item| item.id)
                .collect(),
            ItemPlace::Ground => self
                .ground
                .iter()
                .filter(|ground| unit.place.area.distance(&Area { origin: ground.square, size: 1 }) <= 1)
                .map(|ground| ground.item.id)
                .collect(),
        }
    }

    /// What a side knows: its own units, and others it sees when the scenario has fog; without fog, everything.
    pub fn known_to(&self, side: Side) -> Self {
        let mut known = self.clone();
        if self.option("fog") != 0 {
            let eyes: Vec<&UnitState> =
                self.units.iter().filter(|unit| unit.identity.side == side && self.present(unit)).collect();
            known.units.retain(|unit| {
                unit.identity.side == side || eyes.iter().any(|eye| self.sees(eye, unit))
            });
        }
        known
    }
}
