//! How much an action must be given of the amount that it asks for, so that its test holds (D-107).
//!
//! Silencing is neither seen nor heard: without something that senses it, one reckons as if there were none (D-105).

use super::{
    action::{ActionDef, EffectDef, Parameter, Step},
    expr::Expr,
    facts::{Facts, UnitState},
};
use crate::key::Key;

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
    let silencing = name == "silencing" || name == "target.silencing";
    (silencing && !facts.has_tag(unit, "senses_silencing")).then_some(NO_SILENCING)
}

/// The least amount with which an action does what it is for; none: it needs none, or none is enough.
pub fn enough(
    facts: &Facts,
    unit: &UnitState,
    target: Option<&UnitState>,
    def: &ActionDef,
) -> Option<Enough> {
    let test = test(def).filter(|_| target.is_some() || def.target().is_none())?;
    let known = |name| unsensed(facts, unit, name);
    let holds = |amount: i32| holds(facts, (unit, target), test, amount, &known);
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
    let unsure = !self::holds(facts, (unit, target), test, least, &deaf);
    Some(Enough { least, unsure })
}

/// Whether an amount is too little, and if so, whether only silencing makes it so.
pub fn too_little(
    facts: &Facts,
    unit: &UnitState,
    target: Option<&UnitState>,
    def: &ActionDef,
    amount: i32,
) -> Option<bool> {
    let test = test(def)?;
    let holds = |silencing: Option<i64>| {
        let known = |name: Key| silencing.filter(|_| name == "silencing" || name == "target.silencing");
        holds(facts, (unit, target), test, amount, &known)
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
    match effect {
        EffectDef::When { test, .. } => Some(test).filter(|test| asks_amount(test)),
        _ => None,
    }
}

fn asks_amount(test: &Expr) -> bool {
    test.names().iter().any(|name| *name == "amount")
}

fn holds(
    facts: &Facts,
    (unit, target): (&UnitState, Option<&UnitState>),
    test: &Expr,
    amount: i32,
    known: &dyn Fn(Key) -> Option<i64>,
) -> bool {
    let given = |name: Key| known(name).or_else(|| (name == "amount").then_some(i64::from(amount)));
    facts.evaluate(test, unit, target, &given) != 0
}
