//! Actions done in two halves, actions made shorter, and points that serve only some actions (F-09, F-10, F-12).

use super::*;

/// Which half of an action an order is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ActionHalf {
    /// All of it.
    #[default]
    Whole,
    /// The first half, as the last thing of a round (F-09).
    First,
    /// The second half, as the first thing of the next one.
    Second,
}

/// What of an order has to be the same for both halves.
pub fn pending(facts: &Facts, def: &ActionDef, args: &Args) -> Pending {
    Pending { action: def.id, target: args.target, door: args.door, item: args.item, round: facts.round }
}

/// Which half of an action an order is, and its cost: begun on one's own turn for want of points, never when surprised.
pub(super) fn part(
    facts: &Facts,
    actor: &UnitState,
    def: &ActionDef,
    act: &Act,
    occasion: &Occasion,
    cost: Amounts,
) -> (ActionHalf, Amounts) {
    if !def.split || def.attacks() || occasion.moment.is_some() {
        return (ActionHalf::Whole, cost);
    }
    let half: Amounts = cost.iter().map(|(pool, amount)| (*pool, (amount + 1) / 2)).collect();
    let begun = pending(facts, def, &act.args);
    if let Some(own) = &actor.usage.pending
        && own.round < facts.round
        && (Pending { round: own.round, ..begun }) == *own
    {
        return (ActionHalf::Second, half);
    }
    let pays = |cost: &Amounts| {
        cost.iter().all(|(pool, amount)| *amount <= facts.points_for(actor, *pool, &def.tags))
    };
    if facts.phase == Phase::Surprise || occasion.granted || pays(&cost) || !pays(&half) {
        return (ActionHalf::Whole, cost);
    }
    (ActionHalf::First, half)
}

/// Takes off a cost what the best single one of an action's shorter ways saves (F-12).
pub(super) fn shorten(facts: &Facts, unit: &UnitState, def: &ActionDef, cost: &mut Amounts) {
    let open = def.shorter.iter().filter(|shorter| facts.value(&shorter.when, unit) != 0);
    let best = open.map(|shorter| facts.value(&shorter.by, unit)).max().unwrap_or(0);
    if let Some((_, amount)) = cost.first_mut().filter(|_| best > 0) {
        *amount = (*amount - best).max(0);
    }
    cost.retain(|(_, amount)| *amount != 0);
}

impl Facts {
    /// What a unit can spend of a pool on an action of these tags: the pool, and points that serve only some actions.
    pub fn points_for(&self, unit: &UnitState, pool: Key, tags: &[Key]) -> i32 {
        let bound = unit.usage.grants.iter().filter(|grant| grant.pool == pool && grant.serves(tags));
        self.points(unit, pool) + bound.map(|grant| grant.amount).sum::<i32>()
    }
}
