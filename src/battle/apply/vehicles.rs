//! Changes of vehicles: what attacks out of them take up, how they go.

use crate::battle::prelude::*;

impl Battle {
    /// An attack takes up a mounted weapon or a place to shoot out, for the round (C-110, C-117).
    pub(super) fn take_up(&mut self, unit: UnitId, takes: Takes) {
        let (Takes::Mount(vehicle, _) | Takes::Port(vehicle, _)) = takes;
        self.change::<Driven>(vehicle, |own| match takes {
            Takes::Mount(_, weapon) if !own.fired.contains(&(unit, weapon)) => own.fired.push((unit, weapon)),
            Takes::Port(_, side) if !own.shots.contains(&(unit, side)) => own.shots.push((unit, side)),
            _ => {}
        });
    }

    /// A vehicle goes at a speed from now on.
    pub(super) fn sets_out(&mut self, vehicle: UnitId, speed: i32, controlled: bool) {
        let round = self.clock().round;
        if let Some(sheet) = self.facts().unit(vehicle).map(|own| own.sheet.0.clone())
            && let Some(def) = sheet.vehicle.as_deref()
        {
            self.note(def);
        }
        self.change::<Driven>(vehicle, |own| {
            own.speed = speed;
            own.controlled = controlled;
            own.round = Some(round);
        });
        self.record(Outcome::Drives { vehicle, speed, controlled });
    }

    /// Something about how a vehicle is driven changes.
    pub(super) fn changes_course(&mut self, vehicle: UnitId, change: DriveChange) {
        let before = self.facts().unit(vehicle).map(|own| own.driven.clone());
        self.change::<Driven>(vehicle, |own| match change {
            DriveChange::Evades(amount) => own.evasion = amount.max(0),
            DriveChange::Bears(target, arc) => own.extra.push((target, arc)),
            // To name the same quarry again takes no duty to weave off.
            DriveChange::Pursues(quarry) if own.pursuing == quarry => {}
            DriveChange::Pursues(quarry) => {
                own.pursuing = quarry;
                own.must_weave = None;
            }
            DriveChange::MustWeave(number) => own.must_weave = number,
            DriveChange::Stops => own.speed = 0,
            DriveChange::Settles => {
                own.evasion = 0;
                own.controlled = false;
                own.extra.clear();
            }
        });
        if change == DriveChange::Settles {
            self.change::<Usage>(vehicle, |own| {
                own.squares_turn_before = own.squares_last_turn;
                own.squares_last_turn = 0;
            });
        } else if self.facts().unit(vehicle).map(|own| own.driven.clone()) != before {
            self.record(Outcome::Course { vehicle, change });
        }
    }

    /// What content does to the vehicle that a unit drives (C-122, C-125, C-127).
    pub(super) fn run_on_vehicle(&mut self, effect: &EffectDef, scope: &Scope) -> OrFault {
        let Some(vehicle) = self.facts().drives(scope.own).map(|vehicle| vehicle.id()) else { return Ok(()) };
        let change = match effect {
            EffectDef::Evade(amount) => Some(DriveChange::Evades(self.amount(amount, scope))),
            EffectDef::Bear => {
                scope.target.zip(scope.arc).map(|(target, arc)| DriveChange::Bears(target, arc))
            }
            EffectDef::Shake(number) => {
                let change = DriveChange::MustWeave(Some(self.amount(number, scope)));
                self.apply(Effect::Course { vehicle, change: DriveChange::MustWeave(None) })?;
                let facts = self.facts();
                let mut after = facts.units.iter().filter(|other| other.driven.pursuing == Some(vehicle));
                return after.try_for_each(|own| self.apply(Effect::Course { vehicle: own.id(), change }));
            }
            _ => None,
        };
        change.map_or(Ok(()), |change| self.apply(Effect::Course { vehicle, change }))
    }

    /// What a unit's turn begins for the vehicles that move with it.
    pub(crate) fn vehicles_settle(&mut self, unit: UnitId) -> OrFault {
        let facts = self.facts();
        if facts.book.settings.vehicles.is_none() {
            return Ok(());
        }
        let change = DriveChange::Settles;
        let moves = |own: &&UnitState| own.vehicle().is_some() && facts.moves_with(own) == Some(unit);
        let mut own = facts.units.iter().filter(moves).map(|own| own.id());
        own.try_for_each(|vehicle| self.apply(Effect::Course { vehicle, change }))
    }

    /// Whoever had to weave in the turn that ends, and did not, has broken off (C-127).
    pub(crate) fn pursuits_end(&mut self, unit: UnitId) -> OrFault {
        let facts = self.facts();
        let lost = |own: &&UnitState| own.driven.must_weave.is_some() && facts.moves_with(own) == Some(unit);
        let change = DriveChange::Pursues(None);
        let mut lost = facts.units.iter().filter(lost).map(|own| own.id());
        lost.try_for_each(|vehicle| self.apply(Effect::Course { vehicle, change }))
    }
}
