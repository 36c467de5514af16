//! What can be done with things and creatures beside a unit, and where a thing can be pushed.

use crate::rules::check_prelude::*;

/// An interaction chosen, with what it is done to.
#[derive(Clone, Debug)]
pub struct Interaction {
    /// What is done.
    pub def: Arc<InteractionDef>,
    /// The number against its check, where the thing states one.
    pub dc: Option<i32>,
    /// The thing; none: a unit.
    pub thing: Option<Key>,
    /// The unit.
    pub unit: Option<UnitId>,
}

impl Interaction {
    /// The check that it takes, if any. `used`: points used before it.
    pub fn check(&self, facts: &Facts, own: &UnitState, used: i32) -> Option<Check> {
        let target = self.unit.and_then(|id| facts.unit(id));
        let number = |expr| {
            let value = facts.evaluate(expr, own, target, &|_| None);
            i32::try_from(value.clamp(-1_000_000, 1_000_000)).unwrap_or(0)
        };
        let dc = self.dc.unwrap_or_else(|| number(&self.def.dc));
        let versus = Versus::Number(dc, Key::new("difficulty"));
        let mut request = Request::rolled(self.def.check?, own.id(), versus);
        request.against = self.unit;
        request.value = self.def.sv.as_ref().map(number);
        let valued = request.value.is_some();
        request.success = Some(if valued { SuccessRule::Value } else { SuccessRule::AtLeast });
        request.inputs = Inputs::from([(Word::Used, i64::from(used))]);
        check::build(facts, request)
    }
}

/// The interaction that an order names: of `thing`, the one called `interaction`, or the first possible.
pub fn interaction(facts: &Facts, actor: &UnitState, args: &Args) -> OrRefusal<Interaction> {
    let Some(id) = args.thing else {
        return refuse("missing", message!("core-needs-something-to-do-it-to"), "A-134");
    };
    let (offers, distance, thing, unit) = if let Some(thing) = facts.thing(id) {
        let distance = facts.thing_distance(&actor.place.area, thing);
        (thing.offers.iter().map(|own| (own.id, own.dc)).collect::<Vec<_>>(), distance, Some(thing), None)
    } else if let Some(unit) = facts.unit(UnitId(id)).filter(|unit| facts.present(unit)) {
        let offers = unit.sheet.0.interactions.iter().map(|own| (*own, None)).collect();
        (offers, Some(facts.distance(actor, unit)), None, Some(unit.id()))
    } else {
        return refuse("no_thing", message!("core-there-is-no-x", kind = id), "A-134");
    };
    match distance {
        None => return refuse("no_thing", message!("core-it-is-no-longer-there"), "A-134"),
        Some(0 | 1) if unit != Some(actor.id()) => {}
        Some(_) => return refuse("out_of_reach", message!("core-it-is-too-far-away"), "A-134"),
    }
    let mut last = None;
    for (own, dc) in
        offers.into_iter().filter(|(own, _)| args.interaction.is_none_or(|wanted| wanted == *own))
    {
        let Some(def) = facts.book.interactions.get(own) else { continue };
        match open(facts, actor, def, thing) {
            Ok(()) => return Ok(Interaction { def: def.clone(), dc, thing: thing.map(|one| one.id), unit }),
            Err(why) => last = last.or(Some(why)),
        }
    }
    match last {
        Some(why) => Err(why),
        None => refuse("no_interaction", message!("core-nothing-of-the-kind-can-be-done-with-it"), "A-134"),
    }
}

fn open(facts: &Facts, actor: &UnitState, def: &InteractionDef, thing: Option<&Thing>) -> OrRefusal {
    let Some(thing) = thing else { return Ok(()) };
    let rule = def.rule.as_str();
    if let Some(word) = def.barred.filter(|word| !thing.barred.contains(word)) {
        return refuse("needs", message!("core-it-is-not-x", word), rule);
    }
    if def.once && thing.done.contains(&def.id) {
        return refuse("needs", message!("core-it-has-been-done-already"), rule);
    }
    if def.effects.iter().any(|effect| matches!(effect, EffectDef::Push { .. }))
        && pushed(facts, actor, thing, 1).is_none()
    {
        return refuse("blocked", message!("core-it-cannot-be-pushed-any-farther"), rule);
    }
    Ok(())
}

/// All interactions beside a unit, each possible or not: thing (or unit), interaction, why not.
pub fn interactions(facts: &Facts, actor: &UnitState) -> Vec<(Key, Key, OrRefusal)> {
    let mut found = Vec::new();
    let area = &actor.place.area;
    let things =
        facts.things.iter().filter(|thing| facts.thing_distance(area, thing).is_some_and(|n| n <= 1));
    let things = things.flat_map(|thing| thing.offers.iter().map(|own| (thing.id, own.id)));
    let beside = |unit: &&UnitState| {
        facts.present(unit) && unit.id() != actor.id() && facts.distance(actor, unit) <= 1
    };
    let units = facts.units.iter().filter(beside);
    let units = units.flat_map(|unit| unit.sheet.0.interactions.iter().map(|own| (unit.id().0, *own)));
    for (thing, own) in things.chain(units) {
        if facts.book.interactions.get(own).is_some() {
            let args = Args { thing: Some(thing), interaction: Some(own), ..Args::default() };
            found.push((thing, own, interaction(facts, actor, &args).map(|_| ())));
        }
    }
    found
}

/// Where a thing comes when it is pushed straight away from a unit, at most so many squares; none: it does not move.
pub fn pushed(facts: &Facts, actor: &UnitState, thing: &Thing, squares: i32) -> Option<Square> {
    let ThingPlace::Square(from) = thing.place else { return None };
    let area = actor.place.area;
    let near = area.squares().min_by_key(|square| (grid::distance(*square, from), *square))?;
    let dir = Dir8::towards(near, from)?;
    let walking = Key::new("walking");
    let mut here = from;
    for _ in 0..squares.max(0) {
        let to = here.moved(dir, 1);
        let free = facts.map.contains(to)
            && facts.map.object(to).is_none()
            && grid::step_allowed(&facts.map, &Area::one(here), dir, walking).is_ok()
            && facts.units_on(to).next().is_none();
        if !free {
            break;
        }
        here = to;
    }
    (here != from).then_some(here)
}
