//! Vehicles as they go, and who sits in them. How vehicles are built is in [`crate::rules::vehicle`].

use crate::grid::Arc;
use crate::rules::prelude::*;

/// The four sides of a vehicle, for weapons and firing ports (C-110, C-117).
pub const SIDES: [Arc; 4] = [Arc::Front, Arc::Left, Arc::Right, Arc::Rear];

/// How a vehicle goes. Of no other unit does it say anything.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Driven {
    /// Its speed in km/h (C-111).
    pub speed: i32,
    /// Its driver has kept it in hand since the driver's turn began (C-112 to C-114).
    pub controlled: bool,
    /// The round in which it last went its way.
    pub round: Option<u32>,
    /// Taken off attacks on it, on those aboard, and out of it, until the driver acts again (C-122).
    pub evasion: i32,
    /// Targets that lie in one more arc each, until the driver's next turn (C-125).
    pub extra: Vec<(UnitId, Arc)>,
    /// Who has shot out into which side this round (C-117).
    pub shots: Vec<(UnitId, Arc)>,
    /// Who has fired which mounted weapon this round: nobody else does.
    pub fired: Vec<(UnitId, Key)>,
    /// The vehicle that it pursues (C-127).
    pub pursuing: Option<UnitId>,
    /// The weaving number of its quarry that it has to match (C-127).
    pub must_weave: Option<i32>,
    /// Who drove it last: on whose turn it rolls on while nobody drives it (C-114).
    pub last: Option<UnitId>,
}

impl Driven {
    /// Whether it says anything.
    pub fn is_nothing(&self) -> bool {
        *self == Self::default()
    }
}

/// A weapon of the vehicle that a unit sits in, which it can fire.
#[derive(Clone, Copy, Debug)]
pub struct Mounted<'a> {
    /// The vehicle.
    pub vehicle: &'a UnitState,
    /// The weapon there.
    pub item: &'a Item,
    /// What it is.
    pub def: &'a std::sync::Arc<WeaponDef>,
    /// How it is mounted.
    pub mount: &'a MountDef,
}

impl UnitState {
    /// Whether it is of starship scale (C-176).
    pub fn is_starship(&self) -> bool {
        self.vehicle().is_some_and(|def| def.scale == Scale::Starship)
    }

    /// What makes it a vehicle, if it is one.
    pub fn vehicle(&self) -> Option<&VehicleDef> {
        self.sheet.0.vehicle.as_deref()
    }
}

impl Facts {
    /// The vehicle that a unit is aboard.
    pub fn vehicle_of<'a>(&'a self, unit: &UnitState) -> Option<(&'a UnitState, &'a VehicleDef)> {
        if self.bonds.is_empty() {
            return None;
        }
        let vehicle = self.unit(self.carrier(unit.id())?)?;
        Some((vehicle, vehicle.vehicle()?))
    }

    /// The closed vehicle that a unit sits in (C-88, C-103).
    pub fn enclosed<'a>(&'a self, unit: &UnitState) -> Option<&'a UnitState> {
        self.vehicle_of(unit).filter(|(_, def)| def.body == Body::Closed).map(|(vehicle, _)| vehicle)
    }

    /// Those aboard a vehicle, in the order in which they took their seats.
    pub fn occupants(&self, vehicle: UnitId) -> impl Iterator<Item = &UnitState> {
        let crew = self.book.settings.vehicles.as_ref().map(|rule| rule.crew);
        self.bonds_to(vehicle)
            .filter(move |bond| Some(bond.kind) == crew)
            .filter_map(|bond| self.unit(bond.unit))
    }

    /// The role of a unit towards the vehicle that it is aboard.
    pub fn seat_role(&self, unit: UnitId) -> Option<Key> {
        let crew = self.book.settings.vehicles.as_ref()?.crew;
        self.bonds_of(unit).find(|bond| bond.kind == crew).map(|bond| bond.role)
    }

    /// The seat in which a unit sits.
    pub fn seat(&self, unit: &UnitState) -> Option<SeatDef> {
        let (_, def) = self.vehicle_of(unit)?;
        def.seats(self.seat_role(unit.id())?).copied()
    }

    /// Whether a unit is held by belts or the like where it sits (C-121).
    pub fn belted(&self, unit: &UnitState) -> bool {
        self.seat(unit).is_some_and(|seat| seat.belted)
    }

    /// The vehicle that a unit drives, able to or not.
    pub fn drives(&self, unit: UnitId) -> Option<&UnitState> {
        let bond =
            self.bonds_of(unit).find(|bond| self.bond_def(bond).is_some_and(|(_, role)| role.drives))?;
        self.unit(bond.to).filter(|vehicle| vehicle.vehicle().is_some())
    }

    /// Who sits at the wheel of a vehicle: one who can act before one who cannot.
    pub fn driver(&self, vehicle: UnitId) -> Option<&UnitState> {
        let seated = || {
            self.bonds_to(vehicle)
                .filter(|bond| self.bond_def(bond).is_some_and(|(_, role)| role.drives))
                .filter_map(|bond| self.unit(bond.unit))
        };
        seated().find(|unit| self.can_act(unit)).or_else(|| seated().next())
    }

    /// On whose turn a vehicle moves: its driver's, or without one that of who drove it last (C-111, C-114).
    pub fn moves_with(&self, vehicle: &UnitState) -> Option<UnitId> {
        self.driver(vehicle.id()).map(UnitState::id).or(vehicle.driven.last)
    }

    /// Weapons that a unit can fire from where it sits (C-110), whole ones only.
    pub fn mounted<'a>(&'a self, unit: &UnitState) -> Vec<Mounted<'a>> {
        self.mounted_as(unit, None)
    }

    /// The mounted weapon of that name that a unit can fire, unless it carries one of the same name.
    pub fn mounted_weapon<'a>(&'a self, unit: &UnitState, weapon: Key) -> Option<Mounted<'a>> {
        if unit.gear.items.iter().any(|item| item.id == weapon) {
            return None;
        }
        self.mounted_as(unit, Some(weapon)).into_iter().next()
    }

    fn mounted_as<'a>(&'a self, unit: &UnitState, wanted: Option<Key>) -> Vec<Mounted<'a>> {
        let Some((vehicle, def)) = self.vehicle_of(unit) else { return Vec::new() };
        let Some(role) = self.seat_role(unit.id()) else { return Vec::new() };
        let mounts = mount_names(def).into_iter();
        let of_role = mounts
            .filter(|(name, mount)| wanted.is_none_or(|wanted| wanted == *name) && mount.by.contains(&role));
        of_role
            .filter_map(|(name, mount)| {
                let item = vehicle.gear.items.iter().find(|item| item.id == name && !item.destroyed())?;
                if self.weapon_gone(vehicle, name) {
                    return None;
                }
                Some(Mounted { vehicle, item, def: self.book.weapon(item.def)?, mount })
            })
            .collect()
    }

    /// Whose gear a weapon or other item belongs to that a unit uses: its own, or its vehicle's.
    pub fn holder(&self, unit: UnitId, item: Key) -> UnitId {
        let mounted = self.unit(unit).and_then(|own| self.mounted_weapon(own, item));
        mounted.map_or(unit, |one| one.vehicle.id())
    }

    /// Whether a vehicle has a target in one of its arcs: by where it looks, or by a stunt (C-110, C-125).
    pub fn in_arc_of(&self, vehicle: &UnitState, arc: Arc, target: &UnitState) -> bool {
        in_arc(vehicle.place.facing, arc, &vehicle.place.area, &target.place.area)
            || vehicle.driven.extra.contains(&(target.id(), arc))
    }

    /// The side of a closed vehicle through which a unit aboard can shoot at squares: one that it uses already, else
    /// the first with room. `Ok(None)`: it needs none; an error: the sides through which others shoot (C-117).
    pub fn port(&self, unit: &UnitState, area: &Area) -> Result<Option<Arc>, Vec<Arc>> {
        let Some((vehicle, def)) = self.vehicle_of(unit).filter(|(_, def)| def.body == Body::Closed) else {
            return Ok(None);
        };
        let Some(rule) = &self.book.settings.vehicles else { return Ok(None) };
        let Some(most) = def.ports.or_else(|| rule.ports.get(&def.build).copied()) else { return Ok(None) };
        let towards = |side: &Arc| in_arc(vehicle.place.facing, *side, &vehicle.place.area, area);
        let sides: Vec<Arc> = SIDES.into_iter().filter(towards).collect();
        let used = |side: Arc| vehicle.driven.shots.iter().filter(|(_, known)| *known == side).count();
        let own = sides.iter().find(|side| vehicle.driven.shots.contains(&(unit.id(), **side)));
        match own.or_else(|| sides.iter().find(|side| used(**side) < most)) {
            Some(side) => Ok(Some(*side)),
            None => Err(sides),
        }
    }

    /// The cover that a unit has where it sits, against those outside (C-116).
    pub fn body_cover(&self, unit: &UnitState, from: &UnitState) -> Option<BodyCover> {
        let (vehicle, def) = self.vehicle_of(unit)?;
        if def.body == Body::Open
            || from.id() == vehicle.id()
            || self.carrier(from.id()) == Some(vehicle.id())
        {
            return None;
        }
        let rule = self.book.settings.vehicles.as_ref()?;
        let cover = def.cover.or_else(|| rule.covers.get(&def.build).copied())?;
        (cover.level != CoverLevel::None).then_some(cover)
    }

    /// The skill of the check of control of what a unit drives (C-113).
    pub fn control_skill(&self, check: &CheckDef, unit: &UnitState) -> Option<Key> {
        let rule = self.book.settings.vehicles.as_ref()?;
        if !check.tags.contains(&rule.control) && check.id != rule.control {
            return None;
        }
        self.drives(unit.id())?.vehicle().map(|def| def.skill)
    }

    /// The greatest speed of a vehicle in km/h (C-111).
    pub fn top_speed(&self, vehicle: &UnitState) -> i32 {
        vehicle.vehicle().map_or(0, |def| self.hurt_speed(vehicle, def.top))
    }

    /// The least and the greatest speed that a driver can choose now (C-111).
    pub fn speeds(&self, vehicle: &UnitState) -> (i32, i32) {
        let top = self.top_speed(vehicle);
        let now = vehicle.driven.speed;
        match vehicle.vehicle().and_then(|def| def.acceleration) {
            Some(by) => ((now - by).clamp(0, top), (now + by).clamp(0, top)),
            None => (0, top),
        }
    }
}

/// The names that mounted weapons have among the vehicle's gear.
pub fn mount_names(def: &VehicleDef) -> Vec<(Key, &MountDef)> {
    let mut taken: Vec<Key> = Vec::new();
    def.mounts
        .iter()
        .map(|mount| {
            let name = super::fresh_name(mount.weapon, &taken);
            taken.push(name);
            (name, mount)
        })
        .collect()
}
