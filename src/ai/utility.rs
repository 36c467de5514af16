//! Everything on one's own turn that is neither attack nor move: getting up, aiming, loading, tending others.

use super::aiming::{self, aim};
use super::changes::{change, stay_up};
use super::item_handling::{clear, draw, fetch, pick_up, reload, take_out};
use super::tending::{support, tend};
use super::ways::{cost, modes, price};
use super::{climbing, hauls, manoeuvres, spellcasting, watching};
use crate::ai::prelude::*;
use crate::rules::economy::Refill;

/// The best attack from where the unit stands: what it is worth, its way, its foe.
type Struck = Option<(f64, usize, usize)>;

/// By so much more than the least are amounts tried of what is held back.
const MOST_HELD: i32 = 8;

/// One action being looked at.
pub struct UtilityAction<'a> {
    /// The action.
    pub def: &'a ActionDef,
    mode: Mode,
    /// Pools and amounts.
    pub cost: Vec<(Key, i32)>,
    /// The amount chosen, if it asks for one.
    pub amount: Option<i32>,
    /// The shield or aura chosen, if it asks for one.
    pub ward: Option<Key>,
    /// What it costs besides points.
    pub price: f64,
    /// What it does where nothing has to be rolled, and where its check succeeds.
    pub effects: Vec<EffectDef>,
}

impl UtilityAction<'_> {
    /// The command's action.
    pub fn act(&self, args: Args) -> Act {
        let args = Args { amount: args.amount.or(self.amount), item: args.item.or(self.ward), ..args };
        Act { action: self.def.id, mode: self.mode, args }
    }

    /// The action with these arguments as a candidate, worth so much without its price.
    pub fn offer(&self, benefit: f64, args: Args, found: &mut Found) {
        found.push((benefit - self.price, self.act(args)));
    }

    fn item(&self, place: ItemPlace) -> bool {
        self.def.asks.contains(&Parameter::Item { place })
    }

    /// Whether it does just that.
    pub fn does(&self, what: &EffectDef) -> bool {
        self.effects.contains(what)
    }
}

/// All other candidates. `here` is what the unit's place is worth as it is.
pub fn candidates(planner: &mut Planner<'_>, here: f64, struck: Struck, found: &mut Found) {
    let book = planner.facts.book.clone();
    let top = found.iter().map(|(score, _)| *score).fold(0.0, f64::max);
    let fights =
        struck.is_some() || found.iter().any(|(score, act)| *score > 0.0 && act.args.target.is_some());
    for def in book.actions.iter() {
        let drives = def.asks.iter().any(|parameter| matches!(parameter, Parameter::Course { .. }));
        let other = def.is_reaction()
            || def.path().is_some()
            || drives
            || def.attacks() && !def.steps.contains(&Step::Cast);
        if other || !planner.facts.has_action(planner.own(), def) || planner.refused(&def.tags) {
            continue;
        }
        for mode in modes(planner.facts).iter().copied().filter(|mode| def.allows(*mode)) {
            for (amount, ward) in chosen(planner, def) {
                let cost = cost(planner.facts, planner.own(), def, mode, (amount, ward));
                if (mode == Mode::Swift && cost.is_empty()) || !planner.pays(&cost, &def.tags, &[], &[]) {
                    continue;
                }
                let price =
                    planner.price(&price(planner.facts, planner.own(), def, 0)) + planner.strain(&cost, &[]);
                let effects = effects(def);
                let utility = UtilityAction { def, mode, cost, amount, ward, price, effects };
                weigh(planner, &utility, (here, top), struck, fights, found);
            }
        }
    }
}

/// The least and the most that an action may be given of the amount that it asks for; none: it asks for none.
pub fn asked(planner: &Planner<'_>, def: &ActionDef) -> Option<(i32, i32)> {
    def.asks.iter().find_map(|parameter| match parameter {
        Parameter::Amount { least, most } => {
            let own = planner.own();
            Some((planner.facts.value(least, own), planner.facts.value(most, own)))
        }
        _ => None,
    })
}

/// The amounts to try of an action that asks for one, or its shields or auras.
fn chosen(planner: &Planner<'_>, def: &ActionDef) -> Vec<(Option<i32>, Option<Key>)> {
    let wards = def.item_place().filter(|place| place.is_ward());
    match (asked(planner, def), wards) {
        (Some((least, most)), _) => {
            // How much is held back matters where somebody has to live (D-27).
            let spares = planner.foes.iter().any(|foe| foe.limits.spoils_at.is_some());
            let tried = if spares { MOST_HELD } else { 2 };
            (least..=most.min(least + tried)).map(|n| (Some(n), None)).collect()
        }
        (None, Some(place)) => {
            let wards = planner.facts.items_at(planner.own(), place);
            wards.into_iter().map(|ward| (None, Some(ward))).collect()
        }
        (None, None) => vec![(None, None)],
    }
}

/// All effects of an action that nothing has to be rolled for, and those of its check if it succeeds.
pub(super) fn effects(def: &ActionDef) -> Vec<EffectDef> {
    let lists = def.steps.iter().filter_map(|step| match step {
        Step::Do(list) | Step::Check { pass: list, .. } => Some(list),
        _ => None,
    });
    lists.flatten().cloned().collect()
}

/// Reads from an action's steps what it is good for.
fn weigh(
    planner: &mut Planner<'_>,
    utility: &UtilityAction<'_>,
    (here, top): (f64, f64),
    struck: Struck,
    fights: bool,
    found: &mut Found,
) {
    let def = utility.def;
    if def.increment.is_some() && fights {
        // What takes many turns is for when there is nobody to fight.
        return;
    }
    if contests::is_contest(def) {
        contests::utility_candidates(planner, utility, found);
    } else if manoeuvres::is_utility(def) {
        manoeuvres::utility_candidates(planner, utility, found);
    } else if def.steps.contains(&Step::Cast) {
        support(planner, utility, found);
        spellcasting::at_squares(planner, utility, found);
    } else if def.asks.iter().any(|asked| matches!(asked, Parameter::InEffect { .. })) {
        spellcasting::in_effect(planner, utility, found);
    } else if def.steps.contains(&Step::Haul) {
        hauls::candidates(planner, utility, found);
    } else if def.steps.contains(&Step::Reload) {
        reload(planner, utility, found);
    } else if def.steps.contains(&Step::Watch) {
        watching::watch(planner, utility, top, found);
    } else if legal::presses(def) {
        if let Some((gain, ..)) = struck {
            found.push((top + weights::PRESSED * gain, utility.act(Args::default())));
        }
    } else if def.asks.contains(&Parameter::Interaction) {
        // Only a way through: what bars the door that one wants to pass.
        let facts = planner.facts;
        let door = planner.goal.door.map(ThingPlace::Door);
        let bars = |thing: &&Thing| door == Some(thing.place) && !thing.barred.is_empty();
        let wanted = facts.things.iter().find(bars).map(|thing| thing.id);
        let works = |thing: Key, on: Key| facts.thing(thing).is_some_and(|own| own.works.contains(&on));
        for (thing, own, possible) in legal::interactions(facts, planner.own()) {
            if possible.is_ok() && wanted.is_some_and(|wanted| wanted == thing || works(thing, wanted)) {
                let args = Args { thing: Some(thing), interaction: Some(own), ..Args::default() };
                found.push((weights::THING, utility.act(args)));
            }
        }
    } else if def.asks.contains(&Parameter::Door) {
        if let Some(door) = planner.goal.door {
            found.push((weights::THING, utility.act(Args { door: Some(door), ..Args::default() })));
        }
    } else if utility.item(ItemPlace::Carried) && utility.does(&EffectDef::Draw) {
        draw(planner, utility, found);
    } else if utility.item(ItemPlace::Jammed) {
        clear(planner, utility, found);
    } else if utility.item(ItemPlace::Stored) && utility.does(&EffectDef::TakeOut) {
        take_out(planner, utility, found);
    } else if utility.item(ItemPlace::Wearable) && utility.does(&EffectDef::Wear) {
        let near = planner.strike < 1 || fights;
        if !near && !planner.facts.items_at(planner.own(), ItemPlace::Wearable).is_empty() {
            utility.offer(weights::DRESS, Args::default(), found);
        }
    } else if utility.item(ItemPlace::Ground) && utility.does(&EffectDef::PickUp) {
        pick_up(planner, utility, found);
    } else if utility.does(&EffectDef::Fetch) {
        fetch(planner, utility, found);
    } else if def.item_place().is_none_or(ItemPlace::is_ward) {
        change(planner, utility, here, found);
        stay_up(planner, utility, here, found);
        aim(planner, utility, found);
        tend(planner, utility, found);
        climbing::climb(planner, utility, found);
        points(planner, utility, fights, found);
    }
}

/// A benefit together with the attacks that can still follow.
pub fn with_rest(planner: &mut Planner<'_>, utility: &UtilityAction<'_>, benefit: f64) -> f64 {
    if benefit <= weights::SLIGHT {
        return 0.0;
    }
    benefit + aiming::rest(planner, utility) - utility.price
}

/// Offers what is worth while, if it is permitted, with the attacks that can still follow.
pub fn offer_worthwhile(
    planner: &mut Planner<'_>,
    utility: &UtilityAction<'_>,
    benefit: f64,
    args: Args,
    found: &mut Found,
) {
    let act = utility.act(args);
    if benefit > weights::WORTHWHILE && planner.permits(&act) {
        found.push((with_rest(planner, utility, benefit), act));
    }
}

/// Points of another kind: for getting on with when nobody can be attacked, or to spend in the fight.
fn points(planner: &mut Planner<'_>, utility: &UtilityAction<'_>, fights: bool, found: &mut Found) {
    let gives = utility.effects.iter().find_map(|effect| match effect {
        EffectDef::Points { pool, to: To::Own, .. } => Some(*pool),
        _ => None,
    });
    let Some(pool) = gives else { return };
    let left = planner.facts.points(planner.own(), pool);
    if fights {
        // What is bought with what the turn does not need, once most of what nothing else brings back is spent.
        let kept = planner.facts.book.settings.economy.pool(pool);
        let base = planner.own().pools.0.iter().find(|own| own.id == pool).map_or(0, |own| own.base);
        if kept.is_some_and(|def| def.refill == Refill::Never) && left.saturating_mul(3) < base {
            let score = with_rest(planner, utility, weights::POINTS);
            found.push((score, utility.act(Args::default())));
        }
    } else if planner.goal.is_set() && left == 0 {
        utility.offer(weights::POINTS, Args::default(), found);
    }
}
