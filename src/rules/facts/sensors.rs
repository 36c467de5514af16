//! What eyes and sensors make of a target (C-154 to C-165). What darkness or smoke costs stands in the rulebook.

use crate::rules::prelude::*;

/// What stands between an attacker's eye and its target, as modifiers see it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SightConditions {
    /// Light in the target's square: 0 bright, 1 low, 2 dark (C-154).
    pub light: i64,
    /// Thickest smoke on the line: 0, 1, 2 (C-155).
    pub smoke: i64,
    /// Extreme weather (C-156).
    pub weather: i64,
    /// An infra-red sensor shows the target (C-159).
    pub infra_red: i64,
    /// A densitometer shows it (C-160).
    pub densitometer: i64,
    /// Light is intensified (C-163).
    pub intensifier: i64,
    /// A laser measures the target (C-162).
    pub laser_targeting: i64,
}

impl SightConditions {
    /// Tells the modifiers of a check.
    pub fn tell(&self, inputs: &mut Inputs) {
        inputs.set(Word::Light, self.light);
        inputs.set(Word::Smoke, self.smoke);
        inputs.set(Word::Weather, self.weather);
        inputs.set(Word::InfraRed, self.infra_red);
        inputs.set(Word::Densitometer, self.densitometer);
        inputs.set(Word::Intensifier, self.intensifier);
        inputs.set(Word::LaserTargeting, self.laser_targeting);
    }
}

/// Something that a side has found with a sensor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contact {
    /// The unit found.
    pub unit: UnitId,
    /// By what.
    pub by: SensorKind,
    /// What the sensor tells besides: a class of mind (C-165).
    pub detail: Option<Key>,
}

impl Facts {
    /// What stands between an attacker and its target.
    pub fn view(&self, by: &UnitState, target: &UnitState) -> SightConditions {
        let around = &*self.surroundings;
        if around.is_plain() {
            return SightConditions {
                // Warmth shows through soft cover in broad daylight, too (C-58).
                infra_red: self.helps(by, target, SensorKind::InfraRed),
                laser_targeting: self.helps(by, target, SensorKind::LaserTargeting),
                ..SightConditions::default()
            };
        }
        let at = target.place.area.nearest_to(by.place.area.origin);
        let from = by.place.area.nearest_to(at);
        SightConditions {
            light: match target.place.band {
                Band::Ground => around.light_at(at).level(),
                // Lamps light the ground.
                _ => around.light.level(),
            },
            smoke: i64::from(self.smoke_on((from, by.place.band), (at, target.place.band))),
            weather: i64::from(around.weather),
            infra_red: self.helps(by, target, SensorKind::InfraRed),
            densitometer: self.helps(by, target, SensorKind::Densitometer),
            intensifier: self.helps(by, target, SensorKind::LightIntensifier),
            laser_targeting: self.helps(by, target, SensorKind::LaserTargeting),
        }
    }

    /// The thickest smoke between two squares in their bands (C-155): on the ground, so from above in the square below.
    pub fn smoke_on(&self, from: (Square, Band), to: (Square, Band)) -> i32 {
        let around = &self.surroundings;
        match (from.1, to.1) {
            (Band::Ground, Band::Ground) => around.smoke_between(from.0, to.0, self.round),
            (Band::Ground, _) => around.smoke_at(from.0, self.round),
            (_, Band::Ground) => around.smoke_at(to.0, self.round),
            _ => 0,
        }
    }

    /// What stands between an attacker and a square: no body in it that a sensor could show, but whatever shows the
    /// place itself (C-154 to C-156).
    pub fn view_of_square(&self, by: &UnitState, at: Square, band: Band) -> SightConditions {
        let around = &*self.surroundings;
        if around.is_plain() {
            return SightConditions::default();
        }
        let from = by.place.area.nearest_to(at);
        let far = by.place.area.distance(&at.into());
        let shows =
            |kind: SensorKind| i64::from(self.sensors(by).any(|(own, range)| own == kind && far <= range));
        SightConditions {
            light: around.light_at(at).level(),
            smoke: i64::from(self.smoke_on((from, by.place.band), (at, band))),
            weather: i64::from(around.weather),
            densitometer: shows(SensorKind::Densitometer),
            intensifier: shows(SensorKind::LightIntensifier),
            ..SightConditions::default()
        }
    }

    /// Whether complete darkness hides a target from an attacker: no sensor shows it or makes light enough (C-154).
    pub fn in_darkness(&self, by: &UnitState, target: &UnitState) -> bool {
        let view = self.view(by, target);
        view.light == Light::Dark.level() && view.infra_red + view.densitometer + view.intensifier == 0
    }

    fn helps(&self, by: &UnitState, target: &UnitState, kind: SensorKind) -> i64 {
        i64::from(self.sensors(by).any(|(own, range)| own == kind && self.shows(by, target, kind, range)))
    }

    /// A unit's sensors that work where it stands, with their range in squares (C-157).
    pub fn sensors<'a>(&'a self, unit: &'a UnitState) -> impl Iterator<Item = (SensorKind, i32)> + 'a {
        let own = |bearer: &'a UnitState| {
            let whole = move |item: &&Item| !item.destroyed() && !self.weapon_gone(bearer, item.id);
            let works = !self.dulled(bearer);
            bearer.gear.items.iter().filter(move |_| works).filter(whole)
        };
        // Those aboard read what their vehicle's sensors show.
        let vehicle = self.vehicle_of(unit).map(|(vehicle, _)| own(vehicle));
        own(unit)
            .chain(vehicle.into_iter().flatten())
            .filter_map(|item| self.book.item(item.def).and_then(|def| def.sensor.clone()))
            .filter(|sensor| !self.surroundings.jammed(unit.place.area.origin, sensor.kind.id()))
            .map(|sensor| (sensor.kind, sensor.range))
    }

    /// Whether a working sensor of that kind and range shows a target.
    fn shows(&self, by: &UnitState, target: &UnitState, kind: SensorKind, range: i32) -> bool {
        if self.distance(by, target) > range {
            return false;
        }
        let tagged = |tag: &str| target.sheet.0.tags.iter().any(|own| *own == tag);
        let machine = tagged("machine");
        match kind {
            SensorKind::Bioscanner => false,
            SensorKind::InfraRed => {
                let near = |square: &Square| target.place.area.distance(&(*square).into()) <= 1;
                (!machine || tagged("warm"))
                    && self.sees(by, target)
                    && !self.surroundings.heat.iter().any(near)
            }
            SensorKind::Densitometer => true,
            SensorKind::Electromagnetic => target.gear.items.iter().any(|item| {
                let weapon = self.book.weapon(item.def).is_some_and(|def| def.tagged("em_source"));
                let other = self
                    .book
                    .item(item.def)
                    .is_some_and(|def| def.tags.iter().any(|tag| *tag == "em_source"));
                weapon || other
            }),
            SensorKind::LaserTargeting | SensorKind::LightIntensifier => self.sees(by, target),
            SensorKind::Motion => self.has_moved(target),
            SensorKind::Neural => !machine,
        }
    }

    /// Whether it has moved in its latest turn, or in the one that runs (C-164, C-172).
    pub fn has_moved(&self, unit: &UnitState) -> bool {
        self.bearer(unit).usage.squares_last_turn > 0
            || (unit.initiative.acted || self.turn == Some(unit.id())) && unit.usage.squares > 0
    }

    /// How a side has found a unit with sensors, each kind of sensor once.
    pub fn contacts_of(&self, side: Side, unit: &UnitState) -> Vec<Contact> {
        let mut found: Vec<Contact> = Vec::new();
        for eye in self.units.iter().filter(|eye| eye.identity.side == side && self.conscious(eye)) {
            for (kind, range) in self.sensors(eye).filter(|(kind, _)| kind.finds()) {
                let known = found.iter().any(|contact| contact.by == kind);
                if !known && self.shows(eye, unit, kind, range) {
                    let detail = (kind == SensorKind::Neural).then(|| self.mind(unit));
                    found.push(Contact { unit: unit.id(), by: kind, detail });
                }
            }
        }
        found
    }

    /// A rough measure of a mind (C-165), by the characteristic or ability that stands for it.
    fn mind(&self, unit: &UnitState) -> Key {
        let rule = &self.book.settings.minds;
        let score = rule.stats.iter().find_map(|name| self.stat(unit, *name)).unwrap_or(0);
        Key::new(match score {
            low if low <= i64::from(rule.low) => "low",
            average if average <= i64::from(rule.average) => "average",
            _ => "high",
        })
    }

    /// Hazards that a side's bioscanners show, with their squares (C-158).
    pub fn hazards_found(&self, side: Side) -> Vec<(Square, Key)> {
        let mut found = Vec::new();
        for eye in self.units.iter().filter(|unit| unit.identity.side == side && self.conscious(unit)) {
            let ranges = self.sensors(eye).filter(|(kind, _)| *kind == SensorKind::Bioscanner);
            let Some(range) = ranges.map(|(_, range)| range).max() else { continue };
            for (patch, kind) in &self.surroundings.hazards {
                for square in self.map.squares().filter(|square| patch.contains(*square)) {
                    if eye.place.area.distance(&square.into()) <= range && !found.contains(&(square, *kind)) {
                        found.push((square, *kind));
                    }
                }
            }
        }
        found.sort();
        found
    }

    /// Whether it is there and its senses are its own: neither dead nor out cold.
    pub fn conscious(&self, unit: &UnitState) -> bool {
        self.present(unit) && self.forbidden(unit, Forbids::All).is_none()
    }

    /// Whether it hears nothing (D-80).
    pub fn deaf(&self, unit: &UnitState) -> bool {
        self.conditions(unit).any(|(def, _)| def.forbids.contains(&Forbids::Hearing))
    }
}
