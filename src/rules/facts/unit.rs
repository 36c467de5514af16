//! A unit's components, listed in `state`. Gear is in `gear`, what a unit does and when in `doing`.

use std::cmp::Reverse;

use crate::rules::prelude::*;

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
    /// The band from which it falls, while it does (S-26).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub falling: Option<Band>,
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

impl Track {
    /// Its value once changed by an amount: up to the maximum, unless it rises above it, and down to its floor.
    pub fn changed(&self, amount: i32, rises: bool, floor: Option<i32>) -> i32 {
        let mut to = self.now.saturating_add(amount);
        if amount > 0 && !rises {
            to = to.min(self.max.max(self.now));
        }
        floor.map_or(to, |floor| to.max(floor))
    }
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
    pub from: Option<UnitId>,
    /// Ends of round since it was gained.
    #[serde(default)]
    pub rounds: u32,
}

impl Condition {
    /// A condition just gained.
    pub fn new(id: Key, count: i32, until: Until, from: Option<UnitId>) -> Self {
        Self { id, count, until, from, rounds: 0 }
    }
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

    /// How many ends of round it has lasted, 0 without it.
    pub fn rounds(&self, id: Key) -> u32 {
        self.0.iter().find(|condition| condition.id == id).map_or(0, |condition| condition.rounds)
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
    /// It is a device (D-67).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub device: bool,
    /// The higher, the sooner it takes its part among those of its precision, as its owner has put them in order (D-64).
    #[serde(default, skip_serializing_if = "defaults::is_default")]
    pub priority: i32,
    /// The pool that it shares: all of this pool have the same points (D-65).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pool: Option<Key>,
    /// It is active only while points are bought for it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bought: bool,
    /// Points that were bought for it and end (D-07).
    #[serde(default, skip_serializing_if = "defaults::is_default")]
    pub passing: i32,
    /// At the start of which of its bearer's next turns they do; 0: there are none.
    #[serde(default, skip_serializing_if = "defaults::is_default")]
    pub turns: i32,
    /// It is active, whether or not points are left (D-55).
    #[serde(default = "defaults::yes", skip_serializing_if = "is_true")]
    pub active: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_true(value: &bool) -> bool {
    *value
}

impl Shield {
    /// Whether what one of them pays leaves the other, too: it is the same, or they share a pool (D-65).
    pub fn shares(&self, other: &Self) -> bool {
        self.id == other.id || self.pool.is_some() && self.pool == other.pool
    }
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

impl Wards {
    /// Shields of a precision that are active, whether or not points are left (D-55).
    pub fn active(&self, precision: Precision) -> impl Iterator<Item = &Shield> {
        self.shields.iter().filter(move |shield| shield.precision == precision && shield.active)
    }

    /// Points left in a shield, or what an aura stores.
    pub fn points(&self, ward: Key) -> Option<i32> {
        let shields = self.shields.iter().map(|shield| (shield.id, shield.points));
        let mut all = shields.chain(self.auras.iter().map(|aura| (aura.id, aura.stored)));
        all.find(|(id, _)| *id == ward).map(|(_, points)| points)
    }

    /// The shield of a precision that was chosen, else the first.
    pub fn shield(&self, precision: Precision, chosen: Option<Key>) -> Option<&Shield> {
        let fits = |shield: &&Shield| shield.precision == precision;
        let named = self.shields.iter().filter(fits).find(|shield| Some(shield.id) == chosen);
        named.or_else(|| self.shields.iter().find(fits))
    }

    /// The shield of a precision that takes its part before others that have points left (D-64).
    pub fn first(&self, precision: Precision) -> Option<&Shield> {
        let left = self.active(precision).filter(|own| own.points > 0);
        left.min_by_key(|own| (Reverse(own.priority), Reverse(own.points), own.id))
    }

    /// Others of a shield's precision take their part after it, in the order they would have without it.
    pub fn put_first(&mut self, ward: Key) {
        let precision = self.shields.iter().find(|one| one.id == ward).map(|one| one.precision);
        for shield in self.shields.iter_mut().filter(|one| Some(one.precision) == precision) {
            shield.priority = i32::from(shield.id == ward);
        }
    }

    /// Those among which an action lets one choose.
    pub fn chosen_from(&self, place: ItemPlace) -> Vec<Key> {
        let of = |fits: &dyn Fn(&Shield) -> bool| -> Vec<Key> {
            self.shields.iter().filter(|shield| fits(shield)).map(|shield| shield.id).collect()
        };
        match place {
            ItemPlace::Shield(precision) => of(&|own: &Shield| own.precision == precision),
            ItemPlace::Uncharged(precision) => {
                of(&|own: &Shield| own.precision == precision && own.turns == 0)
            }
            ItemPlace::Rival => of(&|own: &Shield| own.active && self.active(own.precision).nth(1).is_some()),
            ItemPlace::Aura => self.auras.iter().map(|aura| aura.id).collect(),
            _ => Vec::new(),
        }
    }

    /// The aura that was chosen, else the first.
    pub fn aura(&self, chosen: Option<Key>) -> Option<&Aura> {
        self.auras.iter().find(|aura| Some(aura.id) == chosen).or_else(|| self.auras.first())
    }

    /// Points that were bought for a shield end at the start of one of its bearer's next turns (D-07).
    pub fn lend(&mut self, ward: Key, points: i32, turns: i32) {
        if let Some(shield) = self.shields.iter_mut().find(|one| one.id == ward) {
            shield.passing = shield.passing.saturating_add(points);
            shield.turns = shield.turns.max(turns);
        }
    }

    /// Its bearer's turn begins: the points that were bought for a shield and end now.
    pub fn begin_turn(&mut self, ward: Key) -> Option<i32> {
        let shield = self.shields.iter_mut().find(|one| one.id == ward && one.turns > 0)?;
        shield.turns -= 1;
        if shield.turns > 0 {
            return None;
        }
        let points = std::mem::take(&mut shield.passing);
        let own = *shield;
        // What was bought for another of its pool may go on.
        if !self.shields.iter().any(|one| one.turns > 0 && one.shares(&own)) {
            self.buy(ward, -points);
        }
        Some(points)
    }

    /// Points are bought for a shield, or those that were run out by time (negative): all of its pool are active with
    /// them, and those that have to be bought without them are not (D-55, D-65).
    pub fn buy(&mut self, ward: Key, amount: i32) {
        let Some(shield) = self.shields.iter().find(|one| one.id == ward).copied() else { return };
        for own in self.shields.iter_mut().filter(|own| own.shares(&shield)) {
            own.active = amount > 0 || !own.bought;
        }
    }

    /// Changes the points of a shield and its pool, or an aura's store: what was and is; none: there is no such ward.
    pub fn change(&mut self, ward: Key, amount: i32) -> Option<(i32, i32)> {
        let of = |from: i32| (from, from.saturating_add(amount).max(0));
        if let Some(shield) = self.shields.iter().find(|one| one.id == ward).copied() {
            let (from, to) = of(shield.points);
            self.shields.iter_mut().filter(|one| one.shares(&shield)).for_each(|one| one.points = to);
            return Some((from, to));
        }
        let aura = self.auras.iter_mut().find(|one| one.id == ward)?;
        let (from, to) = of(aura.stored);
        aura.stored = to;
        Some((from, to))
    }
}

/// Whom a unit is aware of: it reacts only to attackers that it knows (C-52), and may be surprised.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Awareness {
    /// It knows of all that its side can see.
    pub aware: bool,
}

impl Economy {
    /// Fills the pools that are filled as their owner's turn starts (S-08).
    pub fn fill_for_turn(&self, pools: &mut Pools) {
        for pool in &mut pools.0 {
            if self.pool(pool.id).is_some_and(|def| def.refill == Refill::TurnStart) {
                pool.spent = 0;
                pool.extra = 0;
            }
        }
    }
}
