//! How much an action must be given of the amount that it asks for, so that its test holds (D-107).
//!
//! Silencing is neither seen nor heard: without something that senses it, one reckons as if there were none (D-105).

use crate::rules::prelude::*;

/// What silencing reads where there is none, in quarters (D-113).
const NO_SILENCING: i64 = 4;

/// More than any amount that an action asks for.
const MOST: i32 = 1_000_000;

/// The least amount that is enough for an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Enough {
    /// The amount, as far as its unit can know.
    pub least: i32,
    /// Silencing that it does not sense may divide it (D-105).
    pub unsure: bool,
}

/// What a name of silencing reads for a unit that does not sense it: nothing of it; none: the truth, or another name.
pub fn unsensed(facts: &Facts, unit: &UnitState, name: Key) -> Option<i64> {
    (is_silencing(name) && !facts.has_tag(unit, "senses_silencing")).then_some(NO_SILENCING)
}

fn is_silencing(name: Key) -> bool {
    ["silencing", "target.silencing", "item_silencing"].iter().any(|own| name == *own)
}

/// What a name reads of something loose: its pounds, and the silencing over it, in quarters (D-108, D-114).
pub fn of_item(facts: &Facts, unit: &UnitState, item: Option<Key>, name: Key) -> Option<i64> {
    let loose = || facts.loose(unit, item?);
    match name.as_str() {
        "item_weight" => Some(loose().map_or(0, |(_, weight)| i64::from(weight))),
        "item_silencing" => {
            let (around, others) = (&facts.surroundings, facts.book.settings.silencing_others);
            let here = loose().map(|(square, _)| around.silencing_at(&Area::one(square), others));
            Some(here.map_or(NO_SILENCING, i64::from))
        }
        _ => None,
    }
}

/// The least amount with which an order does its action's work; none: it needs none, none is enough, or it is open.
pub fn enough(facts: &Facts, unit: &UnitState, def: &ActionDef, args: &Args) -> Option<Enough> {
    let open = def.target().is_some() && args.target.is_none();
    let test = test(def).filter(|_| !open && (def.item_place().is_none() || args.item.is_some()))?;
    let known = |name| unsensed(facts, unit, name);
    let holds =
        |amount: i32| holds(facts, unit, test, &Args { amount: Some(amount), ..args.clone() }, &known);
    let (mut less, mut least) = (0, 1);
    while !holds(least) {
        (less, least) = (least, least * 2);
        if least > MOST {
            return None;
        }
    }
    while least - less > 1 {
        let middle = less + (least - less) / 2;
        if holds(middle) {
            least = middle;
        } else {
            less = middle;
        }
    }
    let deaf = |name| unsensed(facts, unit, name).map(|_| i64::from(MOST));
    let args = Args { amount: Some(least), ..args.clone() };
    let unsure = !self::holds(facts, unit, test, &args, &deaf);
    Some(Enough { least, unsure })
}

/// The least amount of a range that is enough as far as the unit can know, else its lower end; none: all is too little.
pub fn enough_within(
    facts: &Facts,
    unit: &UnitState,
    def: &ActionDef,
    args: &Args,
    (least, most): (i32, i32),
) -> Option<i32> {
    if test(def).is_none() {
        return Some(least);
    }
    enough(facts, unit, def, args).map(|enough| enough.least.max(least)).filter(|amount| *amount <= most)
}

/// Whether the amount of an order is too little, and if so, whether only silencing makes it so.
pub fn too_little(facts: &Facts, unit: &UnitState, def: &ActionDef, args: &Args) -> Option<bool> {
    let test = test(def).filter(|_| args.amount.is_some())?;
    let holds = |silencing: Option<i64>| {
        let known = |name: Key| silencing.filter(|_| is_silencing(name));
        holds(facts, unit, test, args, &known)
    };
    (!holds(None)).then(|| holds(Some(NO_SILENCING)))
}

/// The test that the amount of an action has to stand.
fn test(def: &ActionDef) -> Option<&Expr> {
    let asks = def.asks.iter().any(|parameter| matches!(parameter, Parameter::Amount { .. }));
    def.steps.iter().filter(|_| asks).find_map(|step| match step {
        Step::Test(test) => Some(test).filter(|test| asks_amount(test)),
        Step::Do(list) => list.iter().find_map(tested),
        _ => None,
    })
}

fn tested(effect: &EffectDef) -> Option<&Expr> {
    if let EffectDef::When { test, .. } = effect { Some(test).filter(|test| asks_amount(test)) } else { None }
}

fn asks_amount(test: &Expr) -> bool {
    test.names().iter().any(|name| *name == "amount")
}

/// Whether the test holds for what an order says; `known` comes first.
fn holds(
    facts: &Facts,
    unit: &UnitState,
    test: &Expr,
    args: &Args,
    known: &dyn Fn(Key) -> Option<i64>,
) -> bool {
    let target = args.target.and_then(|id| facts.unit(id));
    let amount = args.amount.map(i64::from);
    let given = |name: Key| {
        let of_order =
            || amount.filter(|_| name == "amount").or_else(|| of_item(facts, unit, args.item, name));
        known(name).or_else(of_order)
    };
    facts.evaluate(test, unit, target, &given) != 0
}
