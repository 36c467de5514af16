//! Changes of things on the map: barred and unbarred, pushed, taken away, set alight (D-101).

use crate::{battle::prelude::*, rules::legal::pushed};

impl Battle {
    pub(super) fn change_thing(&mut self, id: Key, change: ThingChange) -> OrFault {
        let facts = self.facts();
        let Some(thing) = facts.thing(id) else { return Ok(()) };
        let what = match &change {
            ThingChange::Barred(word) => ThingNews::Barred(*word),
            ThingChange::Unbarred(_) => ThingNews::Freed,
            ThingChange::Moved(to) => {
                self.carry_object(thing, Some(*to))?;
                ThingNews::Moved
            }
            ThingChange::Gone => {
                self.carry_object(thing, None)?;
                ThingNews::Gone
            }
            ThingChange::Done(interaction) => ThingNews::Done(*interaction),
        };
        let mut things = self.world.resource_mut::<Things>();
        if let Some(own) = things.0.iter_mut().find(|own| own.id == id) {
            match change {
                ThingChange::Barred(word) if own.barred.contains(&word) => {}
                ThingChange::Barred(word) => own.barred.push(word),
                ThingChange::Unbarred(word) => own.barred.retain(|known| *known != word),
                ThingChange::Moved(to) => own.place = ThingPlace::Square(to),
                ThingChange::Gone => own.place = ThingPlace::Gone,
                ThingChange::Done(interaction) if own.done.contains(&interaction) => {}
                ThingChange::Done(interaction) => own.done.push(interaction),
            }
        }
        self.record(Outcome::Thing { thing: id, what });
        Ok(())
    }

    /// Squares burn from now on (D-101).
    pub(super) fn kindle(&mut self, squares: Vec<Square>) {
        let mut around = self.world.resource_mut::<CurrentSurroundings>();
        let fires = &mut Arc::make_mut(&mut around.0).fires;
        fires.extend(&squares);
        fires.sort_unstable();
        fires.dedup();
        self.record(Outcome::Fire { squares });
    }

    /// Takes a thing's object off its square and puts it down on another.
    fn carry_object(&mut self, thing: &Thing, to: Option<Square>) -> OrFault {
        let ThingPlace::Square(from) = thing.place else { return Ok(()) };
        let mut board = self.world.resource_mut::<BattleMap>();
        let map = Arc::make_mut(&mut board.0);
        let object = map.object(from).map(|object| object.id);
        let fault = |error: crate::grid::MapError| Fault::Rule(Message::written(&error.to_string()));
        map.set_object(from, None).map_err(fault)?;
        if let (Some(to), Some(object)) = (to, object) {
            map.set_object(to, Some(object)).map_err(fault)?;
        }
        Ok(())
    }

    /// Effects of content on the thing that an interaction is done with, or on those that it works on.
    pub(super) fn run_on_thing(&mut self, effect: &EffectDef, scope: &Scope) -> OrFault {
        let facts = self.facts();
        let Some(own) = scope.thing.and_then(|id| facts.thing(id)) else { return Ok(()) };
        let worked: Vec<&Thing> = if own.works.is_empty() {
            vec![own]
        } else {
            own.works.iter().filter_map(|id| facts.thing(*id)).collect()
        };
        for thing in worked {
            let change = match effect {
                EffectDef::Bar(word) => ThingChange::Barred(*word),
                EffectDef::Unbar(word) => ThingChange::Unbarred(*word),
                EffectDef::TakeAway => ThingChange::Gone,
                EffectDef::Push { squares } => {
                    let squares = self.amount(squares, scope);
                    let to = facts.unit(scope.own).and_then(|own| pushed(&facts, own, thing, squares));
                    let Some(to) = to else { continue };
                    ThingChange::Moved(to)
                }
                EffectDef::Open { open } => {
                    let ThingPlace::Door(door) = thing.place else { continue };
                    let now = facts.map.door(door).is_some_and(|door| door.open);
                    self.apply(Effect::Door { door, open: open.unwrap_or(!now) })?;
                    continue;
                }
                _ => continue,
            };
            self.apply(Effect::Thing { thing: thing.id, change })?;
        }
        Ok(())
    }
}
