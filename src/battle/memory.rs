//! Who perceives what happens, and what sides remember of it, in fog.
//!
//! Without fog everybody perceives everything and nothing is remembered.

use crate::{battle::prelude::*, grid::SquareSet, rules::surroundings::Smoke};

/// What one must see or hear of an outcome to perceive it.
enum Signs {
    /// Everybody perceives it.
    Plain,
    /// One of these units, or one of these squares.
    Seen(Vec<UnitId>, Vec<Square>),
    /// One must be so near to a square, or see the unit that it comes from.
    Heard(UnitId, Square, i32),
    /// One must be the first, and see the second.
    Chance(UnitId, UnitId),
    /// One must see both.
    Both(UnitId, UnitId),
    /// It is the business of those alone who belong to it.
    Own(Vec<UnitId>),
}

impl Battle {
    /// Writes an outcome down with who perceived it; what it changes is looked at.
    pub(super) fn record(&mut self, outcome: Outcome) {
        self.note(&outcome);
        if !self.facts_ref().fogged() {
            let event = Event { outcome, hidden_from: Vec::new(), unknown: Vec::new() };
            self.write_down(event);
            return;
        }
        let facts = self.facts();
        let sides = sides(&facts);
        let signs = signs(&facts, &outcome);
        let (seeing, hidden_from): (Vec<Side>, Vec<Side>) =
            sides.iter().partition(|side| perceives(&facts, **side, &signs));
        let mut unknown = Vec::new();
        for side in &seeing {
            for unit in outcome.names().iter().filter_map(|id| facts.unit(*id)) {
                if !facts.knows(*side, unit) && !unknown.contains(&(*side, unit.id())) {
                    unknown.push((*side, unit.id()));
                }
            }
        }
        let look = looks(&outcome);
        self.write_down(Event { outcome, hidden_from, unknown });
        match look {
            Look::No => {}
            Look::At(unit) => self.look(&facts, &sides, Some(unit)),
            Look::Round => self.look(&facts, &sides, None),
            Look::Again(unit) => self.look_again(&facts, &seeing, unit),
        }
    }

    fn write_down(&mut self, event: Event) {
        let written = self.world_mut().resource_mut::<Chronicle>().push(event);
        if let Err(why) = written {
            self.unhashed(&why);
        }
    }

    /// Sides that see a unit notice how it looks now.
    fn look_again(&mut self, facts: &Facts, seeing: &[Side], unit: UnitId) {
        let Some(unit) = facts.unit(unit).filter(|unit| !unit.place.gone) else { return };
        let seen = Sighting::new(facts, unit);
        let news = |memory: &Memory| {
            let other = memory.side != unit.side() && seeing.contains(&memory.side);
            other && !memory.sightings.contains(&seen)
        };
        let mut memories = self.world().resource::<Memories>().known.clone();
        if !memories.iter().any(news) {
            return;
        }
        for memory in Arc::make_mut(&mut memories).iter_mut().filter(|memory| news(memory)) {
            memory.note(seen.clone());
        }
        self.world_mut().resource_mut::<Memories>().known = memories;
    }

    /// Sides look: all of them all around, or only for what the place of one unit changes.
    fn look(&mut self, facts: &Facts, sides: &[Side], moved: Option<UnitId>) {
        let last = self.world().resource::<Memories>().map.clone().unwrap_or_else(|| facts.map.clone());
        let changed = !Arc::ptr_eq(&last, &facts.map);
        let moved = moved.filter(|_| !changed);
        let mut memories = self.world().resource::<Memories>().known.clone();
        let all = Arc::make_mut(&mut memories);
        for side in sides {
            let at = all.iter().position(|memory| memory.side == *side).unwrap_or_else(|| {
                all.push(Memory::new(*side, facts));
                all.len() - 1
            });
            update_memory(facts, &mut all[at], moved, &last);
        }
        let mut own = self.world_mut().resource_mut::<Memories>();
        own.known = memories;
        own.map = Some(facts.map.clone());
    }
}

/// The sides in the order of the roster.
fn sides(facts: &Facts) -> Vec<Side> {
    each_once(facts.units.iter().map(|unit| unit.side()))
}

fn signs(facts: &Facts, outcome: &Outcome) -> Signs {
    match outcome {
        Outcome::Noise { by, at, radius } => Signs::Heard(*by, *at, *radius),
        Outcome::Area { by, covered, .. } => Signs::Seen(vec![*by], covered.clone()),
        Outcome::Fire { squares } => Signs::Seen(Vec::new(), squares.clone()),
        Outcome::Object { at, .. } => Signs::Seen(Vec::new(), squares_of(&facts.map, *at)),
        Outcome::Door { door, .. } => {
            let squares = facts.map.door(*door).map(|door| door.squares()).unwrap_or_default();
            Signs::Seen(Vec::new(), squares)
        }
        Outcome::Thing { thing, .. } => {
            let squares = facts.thing(*thing).map(|thing| facts.thing_squares(thing)).unwrap_or_default();
            Signs::Seen(Vec::new(), squares)
        }
        Outcome::Team { group, .. } => {
            let members = facts.units.iter().filter(|unit| unit.identity.group == *group);
            Signs::Own(members.map(|unit| unit.id()).collect())
        }
        // What was not done is nothing that others could see.
        Outcome::Answerable { unit, by, how, .. } if *how != Answered::Taken => Signs::Chance(*unit, *by),
        Outcome::Answerable { unit, by, .. } => Signs::Both(*unit, *by),
        Outcome::Dice { unit: None, .. } => Signs::Own(facts.turn.into_iter().collect()),
        other => match other.about() {
            units if units.is_empty() => Signs::Plain,
            units => Signs::Seen(units, Vec::new()),
        },
    }
}

fn perceives(facts: &Facts, side: Side, signs: &Signs) -> bool {
    let knows =
        |ids: &[UnitId]| ids.iter().filter_map(|id| facts.unit(*id)).any(|unit| facts.knows(side, unit));
    match signs {
        Signs::Plain => true,
        Signs::Seen(units, squares) => {
            knows(units) || squares.iter().any(|square| facts.sees_square(side, *square))
        }
        Signs::Chance(own, by) => facts.unit(*own).is_some_and(|own| own.side() == side) && knows(&[*by]),
        Signs::Both(one, other) => knows(&[*one]) && knows(&[*other]),
        Signs::Heard(by, at, radius) => {
            let place = Area::one(*at);
            let hears = |unit: &&UnitState| facts.conscious(unit) && !facts.deaf(unit);
            let mut ears = facts.units.iter().filter(|unit| unit.side() == side && hears(unit));
            knows(&[*by]) || ears.any(|ear| ear.place.area.distance(&place) <= *radius)
        }
        Signs::Own(units) => {
            units.is_empty() || units.iter().filter_map(|id| facts.unit(*id)).any(|unit| unit.side() == side)
        }
    }
}

/// Who has to look after an outcome.
enum Look {
    No,
    At(UnitId),
    Round,
    Again(UnitId),
}

fn looks(outcome: &Outcome) -> Look {
    match outcome {
        Outcome::Stepped { unit, .. } | Outcome::Band { unit, .. } | Outcome::Entered { unit, .. } => {
            Look::At(*unit)
        }
        Outcome::Faced { unit, .. } | Outcome::Condition { unit, .. } => Look::Again(*unit),
        Outcome::PhaseStarted { .. }
        | Outcome::TurnStarted { .. }
        | Outcome::Door { .. }
        | Outcome::Object { .. }
        | Outcome::Thing { .. }
        | Outcome::Item { .. }
        | Outcome::Bound { .. }
        | Outcome::Left { .. }
        | Outcome::Surroundings => Look::Round,
        _ => Look::No,
    }
}

/// One side looks; `moved` is the only unit whose place has changed, if it is known. `last` is the map as it was.
fn update_memory(facts: &Facts, memory: &mut Memory, moved: Option<UnitId>, last: &Arc<Map>) {
    let side = memory.side;
    let mover = moved.and_then(|id| facts.unit(id));
    let sight = match mover {
        Some(unit) if unit.side() == side => facts.sight_of(unit).unwrap_or_default(),
        Some(_) => SquareSet::default(),
        None => facts.in_sight(side),
    };
    memory.explored.union(&sight);
    for unit in facts.units.iter().filter(|unit| unit.side() != side) {
        let concerned = mover.is_none_or(|mover| mover.side() == side || mover.id() == unit.id());
        if !concerned {
            continue;
        }
        if !unit.place.gone && facts.knows(side, unit) {
            memory.note(Sighting::new(facts, unit));
        } else if let Some(seen) = memory.sightings.iter_mut().find(|seen| seen.unit == unit.id()) {
            seen.lost |= seen.place.area.squares().any(|square| sight.contains(square));
        }
    }
    let changed = !Arc::ptr_eq(last, &facts.map);
    if changed || memory.map.is_some() && !sight.is_empty() {
        let was = memory.map.as_ref().unwrap_or(last);
        memory.map = remembered(was, &facts.map, &sight).map(Arc::new);
    }
    if sight.is_empty() {
        return;
    }
    for thing in &facts.things {
        let seen = facts.thing_squares(thing).iter().any(|square| sight.contains(*square));
        match memory.things.iter_mut().find(|own| own.id == thing.id) {
            Some(own) if seen => own.clone_from(thing),
            // Where it stood there is nothing any more.
            Some(own) => {
                if matches!(own.place, ThingPlace::Square(square) if sight.contains(square)) {
                    own.place = ThingPlace::Gone;
                }
            }
            None if seen => memory.things.push(thing.clone()),
            None => {}
        }
    }
    memory.ground.retain(|item| !sight.contains(item.square));
    memory.ground.extend(facts.ground.iter().filter(|item| sight.contains(item.square)).cloned());
    let around = &facts.surroundings;
    let seen = |smoke: &Smoke| sight.iter().any(|square| smoke.over.contains(square));
    memory.smoke.retain(|smoke| !seen(smoke));
    memory.smoke.extend(around.smoke.iter().filter(|smoke| seen(smoke)).cloned());
    memory.fires.retain(|square| !sight.contains(*square));
    memory.fires.extend(around.fires.iter().filter(|square| sight.contains(**square)));
}
