//! Which commands are possible, and why the others are not.
//!
//! A command is a template with holes. [`plan`] is the test that the resolver makes before anything happens;
//! [`offers`], [`targets`] and [`reach`] give window and AI each hole's domain, from the same functions.

use std::{fmt, sync::Arc};

use serde::{Deserialize, Serialize};

use super::{
    action::{ActionDef, Allowance, Hole, ItemPlace, Moment, Need, Provokes, Step, WeaponUse, Whom, Within},
    attack::{self, AttackSpec},
    check::{self, Request, Versus},
    condition::Forbids,
    economy::{Cost, Mode},
    facts::{Facts, Phase, UnitId, UnitState, WatchFor},
    movement::{Crossing, Difficult, Pace},
    spell::SpellDef,
};
use crate::{
    grid::{self, Area, CostRule, Dir8, Mover, Reach, Square, SquareSet},
    key::Key,
};

/// Why something cannot be done: a code for cases, a sentence for people, the rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusal {
    /// A short name: `needs_points`, `out_of_reach`.
    pub code: Key,
    /// What a player reads, without a full stop.
    pub text: String,
    /// The rule that says so.
    pub rule: Option<Key>,
}

impl Refusal {
    /// A refusal.
    pub fn new(code: &str, text: String, rule: Option<Key>) -> Self {
        Self { code: Key::new(code), text, rule }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)?;
        match self.rule {
            Some(rule) => write!(f, " [{rule}]"),
            None => Ok(()),
        }
    }
}

/// What is readied or watched for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WatchArgs {
    /// The trigger.
    pub on: WatchFor,
    /// The action then.
    pub action: Key,
    /// With what weapon.
    #[serde(default)]
    pub weapon: Option<Key>,
    /// Which spell.
    #[serde(default)]
    pub spell: Option<Key>,
    /// Within how many squares.
    #[serde(default)]
    pub zone: Option<i32>,
}

/// A small deed that rides on an action.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rider {
    /// The action whose effects happen.
    pub action: Key,
    /// The item, if it asks for one.
    #[serde(default)]
    pub item: Option<Key>,
}

/// What a command fills in.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Args {
    /// The target.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<UnitId>,
    /// The weapon, by its name on the unit; none: the first that fits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weapon: Option<Key>,
    /// More weapons or shots of the same attack (D-26).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub more: Vec<Key>,
    /// The spell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spell: Option<Key>,
    /// The squares entered, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<Square>,
    /// Category of movement; none: the first the unit has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub category: Option<Key>,
    /// Roll a movement check that could stand at its passive base.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub roll: bool,
    /// A number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amount: Option<i32>,
    /// An item.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub item: Option<Key>,
    /// A door.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub door: Option<u16>,
    /// What to watch for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub watch: Option<WatchArgs>,
    /// Small deeds that ride on it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub riders: Vec<Rider>,
}

/// One action as ordered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Act {
    /// Which action.
    pub action: Key,
    /// How it is paid.
    #[serde(default)]
    pub mode: Mode,
    /// What it asks for.
    #[serde(default)]
    pub args: Args,
}

/// What a unit is doing when it is asked: its own turn, or answering.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Occasion {
    /// None: its own turn. Else the moment that it answers.
    pub moment: Option<Moment>,
    /// Whose doing it answers.
    pub against: Option<UnitId>,
    /// The spell being cast, for a counterspell.
    pub spell: Option<Key>,
    /// The target of what it answers.
    pub target: Option<UnitId>,
    /// The attack answered is a mêlée attack.
    pub melee: bool,
    /// The defence that the attack was held against.
    pub defence: Option<Key>,
    /// A granted extra half: nothing but paid actions (F-10, F-11).
    pub granted: bool,
}

/// Pools or tracks, each with an amount.
pub type Amounts = Vec<(Key, i32)>;

/// A command found possible, with all that the resolver needs.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The action.
    pub def: Arc<ActionDef>,
    /// Pools and amounts.
    pub cost: Vec<(Key, i32)>,
    /// Tracks (or `initiative`) and amounts.
    pub price: Vec<(Key, i32)>,
    /// The weapon chosen.
    pub weapon: Option<Key>,
    /// The spell chosen.
    pub spell: Option<Arc<SpellDef>>,
    /// Whether it provokes as a whole (per-square provoking is the path's).
    pub provokes: bool,
}

/// An action as offered: possible, or why not.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Offer {
    /// Which action.
    pub action: Key,
    /// How it would be paid.
    pub mode: Mode,
    /// Pools and amounts.
    pub cost: Vec<(Key, i32)>,
    /// Tracks and amounts.
    pub price: Vec<(Key, i32)>,
    /// Why it is not possible now.
    pub refusal: Option<Refusal>,
}

fn refuse<T>(code: &str, text: impl Into<String>, rule: &str) -> Result<T, Refusal> {
    Err(Refusal::new(code, text.into(), (!rule.is_empty()).then(|| Key::new(rule))))
}

/// Evaluates a cost for a unit: pools by mode.
pub fn cost(facts: &Facts, unit: &UnitState, costs: &[Cost], mode: Mode) -> Vec<(Key, i32)> {
    costs
        .iter()
        .map(|Cost(pool, amount)| (facts.book.settings.economy.pool_for(*pool, mode), facts.value(amount, unit)))
        .filter(|(_, amount)| *amount != 0)
        .collect()
}

fn cost_and_price(
    facts: &Facts,
    unit: &UnitState,
    def: &ActionDef,
    mode: Mode,
    weapon: Option<Key>,
    spell: Option<&SpellDef>,
    args: &Args,
) -> (Amounts, Amounts) {
    let economy = &facts.book.settings.economy;
    let context = |name: Key| match name.as_str() {
        "level" => Some(spell.map_or(0, |spell| i64::from(spell.level))),
        "amount" => Some(i64::from(args.amount.unwrap_or(1))),
        _ => None,
    };
    let evaluate = |costs: &[Cost]| -> Vec<(Key, i32)> {
        costs
            .iter()
            .map(|Cost(name, amount)| {
                let value = facts.evaluate(amount, unit, None, &context);
                (economy.pool_for(*name, mode), i32::try_from(value).unwrap_or(i32::MAX))
            })
            .filter(|(_, amount)| *amount != 0)
            .collect()
    };
    let reload = def.steps.iter().any(|step| matches!(step, Step::Reload));
    let own = weapon.and_then(|id| facts.weapon(unit, id)).and_then(|(_, def)| def.reload.as_ref());
    let cost = match own {
        Some(reload_rule) if reload => evaluate(&reload_rule.cost),
        _ => evaluate(&def.cost),
    };
    let price = match &def.price {
        Some(price) => evaluate(price),
        None if def.is_free() => Vec::new(),
        None => evaluate(&economy.price),
    };
    (cost, price)
}

/// The first weapon in hand that an action can be done with.
pub fn default_weapon(facts: &Facts, unit: &UnitState, def: &ActionDef) -> Option<Key> {
    let uses = def.weapon_use()?;
    let reload = def.steps.iter().any(|step| matches!(step, Step::Reload));
    let fits = |item: &super::facts::Item, weapon: &super::gear::WeaponDef| {
        if reload { weapon.capacity > 0 && item.loaded < weapon.capacity } else { weapon.capacity == 0 || item.loaded > 0 }
    };
    facts
        .in_hand(unit, uses)
        .filter(|(_, weapon)| !weapon.unarmed)
        .find(|(item, weapon)| fits(item, weapon))
        .or_else(|| facts.in_hand(unit, uses).find(|(item, weapon)| fits(item, weapon)))
        .or_else(|| facts.in_hand(unit, uses).next())
        .map(|(item, _)| item.id)
}

/// Tests an order and works out what it will cost. Nothing is spent by a refused one.
pub fn plan(facts: &Facts, unit: UnitId, act: &Act, occasion: &Occasion) -> Result<Plan, Refusal> {
    let Some(actor) = facts.unit(unit) else {
        return refuse("no_such_unit", format!("there is no unit {unit}"), "");
    };
    let Some(def) = facts.book.action(act.action) else {
        return refuse("no_such_action", format!("{} has no action {}", facts.book.settings.name, act.action), "");
    };
    if let Some(refusal) = refused_before_holes(facts, actor, def, act.mode, occasion) {
        return Err(refusal);
    }
    let weapon = match def.weapon_use() {
        Some(uses) => Some(weapon_for(facts, actor, def, uses, act)?),
        None => None,
    };
    let spell = match def.asks.contains(&Hole::Spell) {
        true => Some(spell_for(facts, actor, act, occasion, def)?),
        false => None,
    };
    more_weapons(facts, actor, def, act, weapon)?;
    let (cost, price) = cost_and_price(facts, actor, def, act.mode, weapon, spell.as_deref(), &act.args);
    affordable(facts, actor, def, &cost, &price)?;
    if occasion.granted {
        let grant = facts.book.settings.timing.press.as_ref().map(|rule| rule.grant.0);
        let own: i32 = cost.iter().filter(|(pool, _)| Some(*pool) == grant).map(|(_, amount)| *amount).sum();
        let left = actor.initiative.granted;
        let free = |pool: Key| facts.book.settings.economy.pool(pool).is_some_and(|def| def.free);
        if own > left || cost.iter().any(|(pool, _)| Some(*pool) != grant && !free(*pool)) {
            return refuse("granted_only", format!("only {left} granted by pressing may be used now"), "F-76");
        }
    }
    riders(facts, actor, act)?;
    let context = Holes { facts, actor, def, act, weapon, spell: spell.as_deref(), occasion };
    for hole in &def.asks {
        context.filled(hole)?;
    }
    let unarmed = match weapon.and_then(|id| facts.weapon(actor, id)) {
        Some((_, weapon)) => weapon.unarmed,
        None => !facts.armed(actor),
    };
    let provokes = match spell.as_ref().map_or(def.provokes, |spell| {
        if def.steps.iter().any(|step| matches!(step, Step::Cast)) { spell.provokes } else { def.provokes }
    }) {
        Provokes::Never | Provokes::PerSquare => false,
        Provokes::Always => true,
        Provokes::IfUnarmed => unarmed,
        Provokes::IfCheck => def.checks(),
    };
    if provokes && occasion.moment == Some(Moment::Provoked) {
        return refuse("provokes", format!("{} itself provokes", def.name), "A-154");
    }
    Ok(Plan { def: def.clone(), cost, price, weapon, spell, provokes })
}

/// What refuses an action whatever its holes are filled with.
fn refused_before_holes(
    facts: &Facts,
    actor: &UnitState,
    def: &ActionDef,
    mode: Mode,
    occasion: &Occasion,
) -> Option<Refusal> {
    let no = |code: &str, text: String, rule: &str| Some(Refusal::new(code, text, (!rule.is_empty()).then(|| Key::new(rule))));
    if !facts.present(actor) {
        return no("not_present", format!("{} is not in the fight", actor.identity.name), "");
    }
    let what = if occasion.moment.is_some() { Forbids::Reactions } else { Forbids::Actions };
    for forbids in [what, Forbids::Actions] {
        if let Some(condition) = facts.forbidden(actor, forbids)
            && !def.is_free()
        {
            return no("forbidden", format!("{} forbids it", condition.name), condition.rule.as_str());
        }
    }
    if let Some(condition) = facts.forbidden(actor, Forbids::All) {
        return no("forbidden", format!("{} forbids it", condition.name), condition.rule.as_str());
    }
    if facts.staggered_out(actor) {
        return no("forbidden", "Staggered to nothing".to_owned(), "A-108");
    }
    match occasion.moment {
        None => {
            if def.is_reaction() && !def.modes.iter().any(|mode| matches!(mode, Mode::Standard | Mode::Swift | Mode::Free)) {
                return no("reaction_only", format!("{} is an answer to something", def.name), def.rule.as_str());
            }
            if mode == Mode::Immediate {
                return no("not_now", "an immediate action needs its trigger".to_owned(), "A-37");
            }
        }
        Some(moment) => {
            let opportunity = moment == Moment::Provoked || moment == Moment::Watched;
            if !opportunity && !def.on.contains(&moment) {
                return no("not_now", format!("{} does not answer this", def.name), def.rule.as_str());
            }
        }
    }
    if !def.allows(mode) {
        return no("wrong_mode", format!("{} cannot be done as a {mode:?} action", def.name), def.rule.as_str());
    }
    if occasion.granted && def.is_free() && !def.rider {
        return no("granted_only", "only the granted action may be done now".to_owned(), "F-11");
    }
    let moves = def.path().is_some();
    if moves && let Some(condition) = facts.forbidden(actor, Forbids::Movement) {
        return no("cannot_move", format!("{} forbids movement", condition.name), condition.rule.as_str());
    }
    let side_step = matches!(def.path(), Some((Allowance::OneSquare, ..)));
    if moves
        && !side_step
        && let Some(condition) = facts.forbidden(actor, Forbids::Walking)
    {
        return no("cannot_walk", format!("{} allows no more than a side step", condition.name), condition.rule.as_str());
    }
    for (condition, _) in facts.conditions(actor) {
        if def.tags.iter().any(|tag| condition.forbids_tags.contains(tag)) {
            return no("forbidden", format!("{} forbids it", condition.name), condition.rule.as_str());
        }
    }
    if occasion.moment.is_none() {
        for tag in &facts.book.settings.economy.once_a_turn {
            if def.tags.contains(tag) && actor.usage.tags.contains(tag) {
                return no("once_a_turn", format!("only one {tag} action a turn"), "S-11");
            }
        }
        let single = facts.book.settings.economy.surprise_single && facts.phase == Phase::Surprise;
        if single && actor.usage.surprise_done {
            return no("surprise_single", "one action only in the surprise round".to_owned(), "F-61");
        }
        if actor.initiative.must_press && !actor.initiative.pressed && !presses(def) {
            return no("must_press", "must press first".to_owned(), "F-22");
        }
        if let Some(rule) = facts.book.settings.timing.press.as_ref().filter(|_| presses(def)) {
            let count = actor.initiative.count;
            if count < rule.least {
                let text = format!("needs a count of {} or more, has {count}", rule.least);
                return no("count_too_low", text, rule.rule.as_str());
            }
        }
    }
    for need in &def.needs {
        let refused = match need {
            Need::Condition(id) if !actor.conditions.has(*id) => {
                Some(format!("needs to be {}", facts.book.name_of(*id)))
            }
            Need::Without(id) if actor.conditions.has(*id) => Some(format!("not while {}", facts.book.name_of(*id))),
            Need::Test(test, text) if facts.evaluate(test, actor, occasion.against.and_then(|id| facts.unit(id)), &occasion_names(occasion)) == 0 => {
                Some(text.clone())
            }
            Need::OncePerRound if actor.usage.this_round.contains(&def.id) => Some("once a round".to_owned()),
            Need::OncePerTurn if actor.usage.this_turn.contains(&def.id) => Some("once a turn".to_owned()),
            Need::FirstOfTurn if !actor.usage.this_turn.is_empty() => {
                Some("only before any other action of the turn".to_owned())
            }
            Need::Unmoved if actor.usage.squares > 0 => Some("has already moved this round".to_owned()),
            _ => None,
        };
        if let Some(text) = refused {
            return no("needs", text, def.rule.as_str());
        }
    }
    None
}

fn occasion_names(occasion: &Occasion) -> impl Fn(Key) -> Option<i64> + '_ {
    |name: Key| match name.as_str() {
        "melee" => Some(i64::from(occasion.melee)),
        "ranged" => Some(i64::from(!occasion.melee)),
        _ => None,
    }
}

/// Whether an action presses (F-76).
pub fn presses(def: &ActionDef) -> bool {
    def.steps.iter().any(|step| match step {
        Step::Do(effects) => effects.iter().any(|effect| matches!(effect, super::action::EffectDef::Press)),
        _ => false,
    })
}

fn weapon_for(facts: &Facts, actor: &UnitState, def: &ActionDef, uses: WeaponUse, act: &Act) -> Result<Key, Refusal> {
    let Some(id) = act.args.weapon.or_else(|| default_weapon(facts, actor, def)) else {
        let text = match uses {
            WeaponUse::Melee => "has no melee weapon in hand",
            _ => "has no ranged weapon in hand",
        };
        return refuse("no_weapon", text, def.rule.as_str());
    };
    let Some((item, weapon)) = facts.weapon(actor, id) else {
        return refuse("no_weapon", format!("has no {id}"), def.rule.as_str());
    };
    let drawn = act.args.riders.iter().any(|rider| {
        rider.item == Some(id) && facts.book.action(rider.action).is_some_and(|def| draws(def))
    });
    if !item.held && !weapon.natural && !drawn {
        return refuse("not_in_hand", format!("{} is not in hand", weapon.name), "A-39");
    }
    let right = weapon.uses == uses || (uses == WeaponUse::Ranged && weapon.uses == WeaponUse::Thrown);
    if !right {
        return refuse("wrong_weapon", format!("{} cannot be used so", weapon.name), def.rule.as_str());
    }
    let reload = def.steps.iter().any(|step| matches!(step, Step::Reload));
    if reload {
        if weapon.reload.is_none() {
            return refuse("no_reload", format!("{} needs no loading", weapon.name), "A-140");
        }
        if item.loaded >= weapon.capacity {
            return refuse("loaded", format!("{} is loaded", weapon.name), "A-140");
        }
        if item.stock == 0 {
            return refuse("no_ammunition", format!("no ammunition left for {}", weapon.name), "A-140");
        }
    } else if weapon.capacity > 0 && item.loaded <= 0 {
        return refuse("not_loaded", format!("{} is not loaded", weapon.name), "A-140");
    }
    Ok(id)
}

/// Further weapons of the same attack: each in hand, usable so, once, and able to reach the target (D-26).
fn more_weapons(
    facts: &Facts,
    actor: &UnitState,
    def: &ActionDef,
    act: &Act,
    first: Option<Key>,
) -> Result<(), Refusal> {
    let Some(uses) = def.weapon_use() else { return Ok(()) };
    for (at, id) in act.args.more.iter().enumerate() {
        let known = facts.weapon(actor, *id).map(|(_, weapon)| weapon);
        let again = first == Some(*id) || act.args.more[..at].contains(id);
        if again && known.is_none_or(|weapon| weapon.uses == WeaponUse::Melee) {
            return refuse("weapon_twice", format!("{id} is named twice"), "D-26");
        }
        let one = Act { args: Args { weapon: Some(*id), ..act.args.clone() }, ..act.clone() };
        weapon_for(facts, actor, def, uses, &one)?;
        if let Some(target) = act.args.target {
            let spec = AttackSpec {
                by: actor.id(),
                target,
                action: def,
                weapon: Some(*id),
                spell: None,
                used: None,
                hinder: 0,
                bare: false,
            };
            attack::possible(facts, &spec)?;
        }
    }
    Ok(())
}

/// Whether a deed takes an item in hand.
fn draws(def: &ActionDef) -> bool {
    def.steps.iter().any(|step| match step {
        Step::Do(effects) => effects.iter().any(|effect| matches!(effect, super::action::EffectDef::Draw)),
        _ => false,
    })
}

fn spell_for(
    facts: &Facts,
    actor: &UnitState,
    act: &Act,
    occasion: &Occasion,
    def: &ActionDef,
) -> Result<Arc<SpellDef>, Refusal> {
    let ready = |spell: Key| actor.slots.0.iter().any(|slot| slot.spell == spell && !slot.spent);
    let counter = def.steps.iter().any(|step| matches!(step, Step::Counter));
    let cast = occasion.spell.and_then(|id| facts.book.spell(id));
    let fits = |spell: &SpellDef| match cast {
        Some(cast) if counter => spell.school == cast.school && spell.level >= cast.level,
        _ => !counter,
    };
    let chosen = act.args.spell.or_else(|| {
        actor
            .slots
            .0
            .iter()
            .filter(|slot| !slot.spent)
            .find(|slot| facts.book.spell(slot.spell).is_some_and(|spell| fits(spell)))
            .map(|slot| slot.spell)
    });
    let Some(id) = chosen else {
        let text = if counter { "has no ready spell of that school and level" } else { "has no spell ready" };
        return refuse("no_spell", text, if counter { "A-127" } else { "A-121" });
    };
    let Some(spell) = facts.book.spell(id) else {
        return refuse("no_spell", format!("there is no spell {id}"), "A-121");
    };
    if !ready(id) {
        return refuse("no_spell", format!("{} is not ready in a slot", spell.name), "A-121");
    }
    if !fits(spell) {
        return refuse("wrong_spell", format!("{} is of another school or too low a level", spell.name), "A-127");
    }
    Ok(spell.clone())
}

fn affordable(
    facts: &Facts,
    actor: &UnitState,
    def: &ActionDef,
    cost: &[(Key, i32)],
    price: &[(Key, i32)],
) -> Result<(), Refusal> {
    let economy = &facts.book.settings.economy;
    for (pool, amount) in cost {
        let has = facts.points(actor, *pool);
        if *amount > has {
            let name = economy.pool(*pool).map_or(pool.as_str(), |def| def.name.as_str());
            return refuse("needs_points", format!("needs {amount} {name}, has {has}"), def.rule.as_str());
        }
    }
    let points: i32 = cost.iter().filter(|(pool, _)| economy.pool(*pool).is_some()).map(|(_, amount)| *amount).sum();
    if let Some((cap, condition)) = facts.cap(actor)
        && points > 0
        && actor.usage.points + points > cap
    {
        return refuse(
            "capped",
            format!("{} allows {cap} points a round, {} used", condition.name, actor.usage.points),
            condition.rule.as_str(),
        );
    }
    for (track, amount) in price {
        if *track != "initiative" && actor.tracks.get(*track).is_none() {
            return refuse("no_track", format!("has no {track} to pay {amount} from"), def.rule.as_str());
        }
    }
    Ok(())
}

fn riders(facts: &Facts, actor: &UnitState, act: &Act) -> Result<(), Refusal> {
    let allowed = actor.usage.actions + 1 - actor.usage.riders;
    let wanted = i32::try_from(act.args.riders.len()).unwrap_or(i32::MAX);
    if wanted > 0 && !facts.book.settings.economy.riders {
        return refuse("no_riders", "small deeds do not ride on actions in this book", "A-39");
    }
    if wanted > allowed {
        return refuse("too_many_riders", format!("{wanted} small deeds, {allowed} allowed so far this round"), "A-39");
    }
    for (at, rider) in act.args.riders.iter().enumerate() {
        if act.args.riders[..at].contains(rider) {
            return refuse("rider_twice", "the same small deed twice", "A-39");
        }
        let Some(def) = facts.book.action(rider.action) else {
            return refuse("no_such_action", format!("there is no action {}", rider.action), "A-39");
        };
        if !def.rider {
            return refuse("no_rider", format!("{} is too much to ride on another action", def.name), "A-39");
        }
        for hole in &def.asks {
            if let Hole::Item { place } = hole {
                item_in(facts, actor, *place, rider.item, def)?;
            }
        }
        for need in &def.needs {
            if let Need::Without(id) = need
                && actor.conditions.has(*id)
            {
                return refuse("needs", format!("not while {}", facts.book.name_of(*id)), def.rule.as_str());
            }
        }
    }
    Ok(())
}

fn item_in(facts: &Facts, actor: &UnitState, place: ItemPlace, item: Option<Key>, def: &ActionDef) -> Result<Key, Refusal> {
    let there = facts.items_at(actor, place);
    let word = match place {
        ItemPlace::Held => "in hand",
        ItemPlace::Carried => "carried",
        ItemPlace::Ground => "on the ground within one square",
    };
    match item.or_else(|| there.first().copied()) {
        Some(item) if there.contains(&item) => Ok(item),
        Some(item) => refuse("no_item", format!("{} is not {word}", facts.book.name_of(item)), def.rule.as_str()),
        None => refuse("no_item", format!("nothing is {word}"), def.rule.as_str()),
    }
}

struct Holes<'a> {
    facts: &'a Facts,
    actor: &'a UnitState,
    def: &'a ActionDef,
    act: &'a Act,
    weapon: Option<Key>,
    spell: Option<&'a SpellDef>,
    occasion: &'a Occasion,
}

impl Holes<'_> {
    fn filled(&self, hole: &Hole) -> Result<(), Refusal> {
        let args = &self.act.args;
        match hole {
            Hole::Weapon(_) | Hole::Spell => Ok(()),
            Hole::Target { who, within } => self.target(*who, within),
            Hole::Path { .. } => path(self.facts, self.actor, self.def, self.act).map(|_| ()),
            Hole::Amount { least, most } => {
                let (least, most) = (self.facts.value(least, self.actor), self.facts.value(most, self.actor));
                match args.amount {
                    Some(amount) if (least..=most).contains(&amount) => Ok(()),
                    Some(amount) => {
                        refuse("amount", format!("{amount} is not between {least} and {most}"), self.def.rule.as_str())
                    }
                    None => refuse("missing", "needs an amount", self.def.rule.as_str()),
                }
            }
            Hole::Watch { triggers: _, tag } => {
                let Some(watch) = &args.watch else {
                    return refuse("missing", "needs a trigger and an action for it", self.def.rule.as_str());
                };
                let Some(then) = self.facts.book.action(watch.action) else {
                    return refuse("no_such_action", format!("there is no action {}", watch.action), "");
                };
                if let Some(tag) = tag
                    && !then.tags.contains(tag)
                {
                    return refuse("wrong_action", format!("{} cannot be held back for that", then.name), "S-68");
                }
                Ok(())
            }
            Hole::Item { place } => item_in(self.facts, self.actor, *place, args.item, self.def).map(|_| ()),
            Hole::Door => {
                let Some(door) = args.door else { return refuse("missing", "needs a door", "A-134") };
                match self.facts.map.door(door) {
                    None => refuse("no_door", format!("there is no door {door}"), "A-134"),
                    Some(door) if door_distance(door, &self.actor.place.area) > 1 => {
                        refuse("out_of_reach", "the door is too far away", "A-134")
                    }
                    Some(_) => Ok(()),
                }
            }
        }
    }

    fn target(&self, who: Whom, within: &Within) -> Result<(), Refusal> {
        let Some(id) = self.act.args.target else {
            return refuse("missing", "needs a target", self.def.rule.as_str());
        };
        let Some(target) = self.facts.unit(id) else {
            return refuse("no_such_unit", format!("there is no unit {id}"), "");
        };
        if !self.facts.present(target) {
            return refuse("not_present", format!("{} is not in the fight", target.identity.name), "");
        }
        let who = self.spell.map_or(who, |spell| if self.def.steps.contains(&Step::Cast) { spell.target } else { who });
        let hostile = self.facts.hostile(self.actor, target);
        let same = target.id() == self.actor.id();
        let right = match who {
            Whom::Foe => hostile,
            Whom::Ally => !hostile && !same,
            Whom::OwnSide => !hostile,
            Whom::Any => !same,
        };
        if !right {
            return refuse("wrong_target", format!("{} cannot be its target", target.identity.name), self.def.rule.as_str());
        }
        if self.occasion.moment == Some(Moment::Provoked)
            && self.occasion.against.is_some_and(|against| against != id)
        {
            return refuse("wrong_target", "only who provoked can be the target", "A-154");
        }
        let mut facts = None;
        if matches!(within, Within::ReachAfterPath) {
            if !self.facts.sees(self.actor, target) {
                return refuse("no_sight", "no line of sight at the start", "A-123");
            }
            let mut moved = self.facts.clone();
            if let (Some(last), Some(unit)) = (self.act.args.path.last(), moved.unit_mut(self.actor.id())) {
                unit.place.area.origin = *last;
            }
            facts = Some(moved);
        }
        let facts = facts.as_ref().unwrap_or(self.facts);
        let counters = self.def.steps.contains(&Step::Counter);
        if counters {
            if !facts.sees(self.actor, target) {
                return refuse("no_sight", "no line of sight to the caster", "A-127");
            }
            if self.occasion.target == Some(self.actor.id()) {
                return Ok(());
            }
        }
        match within {
            Within::Squares(most) => {
                let most = facts.value(most, self.actor);
                let distance = facts.distance(self.actor, target);
                if distance > most {
                    return refuse("out_of_range", format!("{distance} squares away, at most {most}"), self.def.rule.as_str());
                }
                Ok(())
            }
            Within::Reach | Within::Range | Within::ReachAfterPath => {
                let spec = AttackSpec {
                    by: self.actor.id(),
                    target: id,
                    action: self.def,
                    weapon: self.weapon,
                    spell: self.spell.map(|spell| spell.id),
                    used: None,
                    hinder: 0,
                    bare: false,
                };
                if self.spell.is_some() && same {
                    return Ok(());
                }
                attack::possible(facts, &spec).map(|_| ())
            }
        }
    }
}

fn door_distance(door: &grid::Door, area: &Area) -> i32 {
    door.squares().iter().map(|square| area.distance(&Area { origin: *square, size: 1 })).min().unwrap_or(i32::MAX)
}

/// Squares that units hold, seen from a mover: closed to crossing, and closed to stopping (A-58, S-14, A-168).
pub fn held_squares(facts: &Facts, mover: &UnitState) -> (SquareSet, SquareSet) {
    let rule = facts.book.settings.movement.crossing;
    let mut cross = SquareSet::new(facts.map.width(), facts.map.height());
    let mut stop = SquareSet::new(facts.map.width(), facts.map.height());
    let step = |unit: &UnitState| facts.book.size(unit.sheet.0.size).map_or(0, |size| size.step);
    for unit in facts.units.iter().filter(|unit| unit.id() != mover.id()) {
        if unit.place.gone || unit.place.band != mover.place.band || body(facts, unit).is_some() {
            continue;
        }
        let friend = !facts.hostile(unit, mover);
        let (crosses, stops) = match rule {
            Crossing::Share => (true, true),
            Crossing::Closed => (false, false),
            Crossing::PassFriends => (friend, false),
            Crossing::PassAll => (true, (step(unit) - step(mover)).abs() >= 3),
        };
        for square in unit.place.area.squares() {
            if !crosses {
                cross.insert(square);
            }
            if !stops {
                stop.insert(square);
            }
        }
    }
    (cross, stop)
}

/// The difficulty of a body that does not hold its square.
pub fn body(facts: &Facts, unit: &UnitState) -> Option<u8> {
    facts.conditions(unit).filter_map(|(def, _)| def.body).max()
}

/// Squares in which a step of the mover gives an opponent a chance: those threatened by foes that can still answer.
pub fn threatened(facts: &Facts, mover: &UnitState) -> SquareSet {
    let mut squares = SquareSet::new(facts.map.width(), facts.map.height());
    for foe in facts.units.iter().filter(|unit| facts.hostile(unit, mover)) {
        if !facts.can_act(foe) || !facts.armed(foe) || foe.place.band != mover.place.band {
            continue;
        }
        let (least, most) = facts.threat_range(foe);
        let around = foe.place.area;
        for square in around.around(most) {
            if !facts.map.contains(square) {
                continue;
            }
            let here = Area { origin: square, size: 1 };
            let distance = around.distance(&here);
            if (least..=most).contains(&distance) && grid::line_of_effect(&facts.map, &around, &here) {
                squares.insert(square);
            }
        }
    }
    squares
}

/// What a path may cost: the allowance, and whether it is rolled.
#[derive(Clone, Debug, PartialEq)]
pub struct Budget {
    /// Squares' cost; for a rolled check the greatest that any roll without a chain gives.
    pub most: i32,
    /// The check, when there is one.
    pub check: Option<check::Check>,
    /// It has to be rolled.
    pub rolled: bool,
    /// The first square is always allowed.
    pub first_free: bool,
}

/// The budget of a move by an action.
///
/// `used` are the points used before the action; none: all used so far.
pub fn budget(
    facts: &Facts,
    unit: &UnitState,
    def: &ActionDef,
    args: &Args,
    used: Option<i32>,
) -> Result<Budget, Refusal> {
    let Some((allowance, ..)) = def.path() else {
        return refuse("no_path", format!("{} does not move", def.name), "");
    };
    let rule = &facts.book.settings.movement;
    let category = args.category;
    let own = facts.move_def(unit, category);
    if let (Some(category), None) = (category, own) {
        return refuse("no_category", format!("cannot move by {category}"), "A-52");
    }
    let base = facts.base_speed(unit, category);
    let (rate, natural) = own.map_or((1, true), |def| (def.rate, def.natural));
    let extra = clamped(facts.stat(unit, Key::new("speed_bonus")));
    let speed = (base + extra).max(0) * rate;
    let fixed = |most: i32| Budget { most, check: None, rolled: false, first_free: rule.first_free };
    match allowance {
        Allowance::OneSquare => Ok(Budget { first_free: true, ..fixed(1) }),
        Allowance::Speed => Ok(fixed(speed)),
        Allowance::Squares(expr) => Ok(fixed(facts.value(expr, unit))),
        Allowance::Check => match &rule.pace {
            Pace::Squares(expr) => Ok(fixed(facts.value(expr, unit))),
            Pace::Check { check, dc } => {
                let rolled = !natural || args.roll;
                let mut request = Request::rolled(*check, unit.id(), Versus::Number(*dc, Key::new("movement")));
                let context = [("used", i64::from(used.unwrap_or(unit.usage.points)))];
                request.context = &context;
                request.rolled = rolled;
                request.value = Some(speed);
                request.success = Some(check::SuccessRule::Value);
                let Some(built) = check::build(facts, request) else {
                    return refuse("no_check", format!("the book has no check {check}"), "A-53");
                };
                let most = if rolled {
                    let best = built.read(facts.book.settings.check.dice.max());
                    best.value
                } else {
                    (speed + built.passive() - dc).max(1)
                };
                Ok(Budget { most, check: Some(built), rolled, first_free: rule.first_free })
            }
        },
    }
}

fn clamped(value: Option<i64>) -> i32 {
    value.and_then(|value| i32::try_from(value).ok()).unwrap_or(0)
}

/// The grid's cost rule for a unit of this book.
pub fn cost_rule(facts: &Facts, unit: &UnitState, side_step: bool) -> CostRule {
    let rule = &facts.book.settings.movement;
    let slow = facts.conditions(unit).filter_map(|(def, _)| def.slow).max().unwrap_or(1);
    CostRule {
        difficult: match rule.difficult {
            Difficult::Add => grid::Difficult::Add,
            Difficult::Double => grid::Difficult::Double,
        },
        first_step_free: rule.first_free || side_step,
        multiplier: slow,
        ..CostRule::default()
    }
}

fn category(facts: &Facts, unit: &UnitState, args: &Args) -> Key {
    args.category
        .or_else(|| facts.move_def(unit, None).map(|def| def.category))
        .unwrap_or_else(|| Key::new("walking"))
}

/// The grid's picture of a unit that moves by an action.
pub fn mover(facts: &Facts, unit: &UnitState, side_step: bool, args: &Args, budget: i32) -> Mover {
    let (closed, stop_forbidden) = held_squares(facts, unit);
    Mover {
        rule: cost_rule(facts, unit, side_step),
        closed,
        stop_forbidden,
        hindrances: bodies(facts, unit),
        ..Mover::new(unit.place.area, category(facts, unit, args), budget)
    }
}

/// All squares that a unit may end a move of this action in, with costs and paths.
pub fn reach(facts: &Facts, unit: UnitId, action: Key, args: &Args) -> Result<Reach, Refusal> {
    let Some(actor) = facts.unit(unit) else { return refuse("no_such_unit", format!("there is no unit {unit}"), "") };
    let Some(def) = facts.book.action(action) else {
        return refuse("no_such_action", format!("there is no action {action}"), "");
    };
    let budget = budget(facts, actor, def, args, None)?;
    let side_step = matches!(def.path(), Some((Allowance::OneSquare, ..)));
    let mut mover = mover(facts, actor, side_step, args, budget.most);
    let foes = nearest_foes(facts, actor);
    if let (Some((_, _, _, true)), Some(first)) = (def.path(), foes.first()) {
        let start = facts.distance(actor, first);
        for square in facts.map.squares() {
            let here = Area { origin: square, size: actor.place.area.size };
            if foes.iter().all(|foe| here.distance(&foe.place.area) <= start) {
                mover.stop_forbidden.insert(square);
            }
        }
    }
    mover.provoking = threatened(facts, actor);
    Ok(grid::reach(&facts.map, &mover))
}

/// Squares with bodies, and how difficult they are.
pub fn bodies(facts: &Facts, mover: &UnitState) -> Vec<(Square, u8)> {
    facts
        .units
        .iter()
        .filter(|unit| unit.id() != mover.id() && !unit.place.gone)
        .filter_map(|unit| Some((unit, body(facts, unit)?)))
        .flat_map(|(unit, n)| unit.place.area.squares().map(move |square| (square, n)))
        .collect()
}

/// The nearest foes: several when they are equally near, of which the mover may choose one to turn from.
fn nearest_foes<'a>(facts: &'a Facts, actor: &UnitState) -> Vec<&'a UnitState> {
    let foes = || {
        facts.units.iter().filter(|unit| facts.hostile(unit, actor) && facts.present(unit) && !facts.out(unit))
    };
    let nearest = foes().map(|unit| facts.distance(actor, unit)).min();
    foes().filter(|unit| Some(facts.distance(actor, unit)) == nearest).collect()
}

/// Whether a path leads away from a foe: no step nearer, in the end farther.
fn leads_away(facts: &Facts, actor: &UnitState, foe: &UnitState, path: &[Square]) -> Result<(), Refusal> {
    let start = facts.distance(actor, foe);
    let mut near = start;
    for square in path {
        let here = Area { origin: *square, size: actor.place.area.size };
        let distance = here.distance(&foe.place.area);
        if distance < near {
            return refuse("nearer", format!("{square} is nearer to {}", foe.identity.name), "A-152");
        }
        near = distance;
    }
    if near <= start {
        return refuse("nearer", format!("ends no farther from {}", foe.identity.name), "A-152");
    }
    Ok(())
}

/// What one step of a path costs, or why it is not possible.
pub fn step(facts: &Facts, mover: &Mover, from: &Area, to: Square) -> Result<i32, Refusal> {
    let next = Area { origin: to, size: from.size };
    let Some(dir) = Dir8::from_step(from.origin, to) else {
        return refuse("no_step", format!("{to} is not next to {}", from.origin), "A-57");
    };
    if let Err(blocked) = grid::step_allowed(&facts.map, from, dir, mover.category) {
        return refuse("blocked", format!("the step to {to} is not possible: {blocked}"), "A-69");
    }
    if next.squares().any(|square| mover.closed.contains(square)) {
        return refuse("occupied", format!("{to} is held by another"), "A-58");
    }
    Ok(mover.cost_at(&facts.map, &next))
}

/// Tests the path of a command. A rolled check's path may be longer than the roll will allow.
pub fn path(facts: &Facts, actor: &UnitState, def: &ActionDef, act: &Act) -> Result<i32, Refusal> {
    let Some((allowance, straight, least, away)) = def.path() else { return Ok(0) };
    let path = &act.args.path;
    if path.is_empty() {
        return refuse("missing", "needs a path", def.rule.as_str());
    }
    let budget = budget(facts, actor, def, &act.args, None)?;
    let side_step = matches!(allowance, Allowance::OneSquare);
    if side_step && path.len() > 1 {
        return refuse("too_far", "one square only", def.rule.as_str());
    }
    if i32::try_from(path.len()).unwrap_or(i32::MAX) < least {
        return refuse("too_short", format!("at least {least} squares"), def.rule.as_str());
    }
    let mover = mover(facts, actor, side_step, &act.args, budget.most);
    let mut area = actor.place.area;
    let mut spent = 0;
    for (index, square) in path.iter().enumerate() {
        let cost = step(facts, &mover, &area, *square)?;
        spent += if side_step { 1 } else { cost };
        let free = index == 0 && budget.first_free;
        if spent > budget.most && !free && !budget.rolled {
            return refuse("too_far", format!("{square} costs {spent}, {} allowed", budget.most), "A-53");
        }
        area.origin = *square;
    }
    if area.squares().any(|square| mover.stop_forbidden.contains(square)) {
        return refuse("occupied", format!("{} is held by another", area.origin), "A-58");
    }
    if straight {
        let mut squares = vec![actor.place.area.origin];
        squares.extend(path.iter().copied());
        if !grid::is_straight(&squares) {
            return refuse("not_straight", "the path is not a straight line", "A-123");
        }
    }
    if away {
        let foes = nearest_foes(facts, actor);
        let found: Vec<_> = foes.iter().map(|foe| leads_away(facts, actor, foe, path)).collect();
        if !found.is_empty() && found.iter().all(Result::is_err) {
            found.into_iter().collect::<Result<(), _>>()?;
        }
    }
    Ok(spent)
}

/// Every unit as a target of an action, possible or not.
pub fn targets(facts: &Facts, unit: UnitId, act: &Act, occasion: &Occasion) -> Vec<(UnitId, Result<(), Refusal>)> {
    facts
        .units
        .iter()
        .filter(|target| facts.present(target))
        .map(|target| {
            let mut act = act.clone();
            act.args.target = Some(target.id());
            (target.id(), plan(facts, unit, &act, occasion).map(|_| ()))
        })
        .collect()
}

/// The modes in which a unit may do an action on an occasion.
pub fn modes(facts: &Facts, def: &ActionDef, occasion: &Occasion) -> Vec<Mode> {
    let listed = &facts.book.settings.economy.modes;
    let all: &[Mode] = match (occasion.moment, listed.is_empty()) {
        (None, false) => &[Mode::Standard, Mode::Swift, Mode::Free],
        (None, true) => &[Mode::Standard, Mode::Free],
        (Some(_), _) => &[Mode::Immediate, Mode::Free],
    };
    let mut modes: Vec<Mode> = all.iter().copied().filter(|mode| def.allows(*mode)).collect();
    if def.is_free() {
        modes.truncate(1);
    }
    modes
}

/// All actions of the book for a unit, each possible or with its refusal, in the order of the book. For an occasion
/// other than its own turn, only those that answer it.
pub fn offers(facts: &Facts, unit: UnitId, occasion: &Occasion) -> Vec<Offer> {
    let Some(actor) = facts.unit(unit) else { return Vec::new() };
    let mut offers = Vec::new();
    for def in facts.book.actions.iter() {
        let answers = match occasion.moment {
            None => !def.is_reaction() || def.modes.iter().any(|mode| matches!(mode, Mode::Standard | Mode::Swift)),
            Some(Moment::Provoked) => opportunity(def),
            Some(moment) => def.on.contains(&moment),
        };
        if !answers {
            continue;
        }
        for mode in modes(facts, def, occasion) {
            offers.push(offer(facts, actor, def, mode, occasion));
        }
    }
    offers
}

/// Whether an action can be an opportunity attack: it targets a foe and does not itself provoke. A spell may
/// say that casting it does not provoke.
pub fn opportunity(def: &ActionDef) -> bool {
    let spell = def.steps.contains(&Step::Cast);
    def.on.is_empty()
        && matches!(def.target(), Some((Whom::Foe | Whom::Any, _)))
        && def.path().is_none()
        && (matches!(def.provokes, Provokes::Never | Provokes::IfUnarmed) || spell)
}

/// An action in one mode, possible or with its refusal.
pub fn offer(facts: &Facts, actor: &UnitState, def: &Arc<ActionDef>, mode: Mode, occasion: &Occasion) -> Offer {
    let mut act = Act { action: def.id, mode, args: Args::default() };
    let weapon = default_weapon(facts, actor, def);
    let (cost, price) = cost_and_price(facts, actor, def, mode, weapon, None, &act.args);
    let mut offer = Offer { action: def.id, mode, cost, price, refusal: None };
    offer.refusal = first_refusal(facts, actor, def, &mut act, occasion).err();
    offer
}

/// Tries an action's holes with some value each: is there any way to do it?
fn first_refusal(
    facts: &Facts,
    actor: &UnitState,
    def: &Arc<ActionDef>,
    act: &mut Act,
    occasion: &Occasion,
) -> Result<(), Refusal> {
    if let Some(refusal) = refused_before_holes(facts, actor, def, act.mode, occasion) {
        return Err(refusal);
    }
    let mut spells = Vec::new();
    if def.asks.contains(&Hole::Spell) {
        let counter = def.steps.iter().any(|step| matches!(step, Step::Counter));
        spells = actor.slots.0.iter().filter(|slot| !slot.spent).map(|slot| slot.spell).collect();
        if spells.is_empty() || counter {
            spell_for(facts, actor, act, occasion, def)?;
            spells = Vec::new();
        }
    }
    for hole in &def.asks {
        match hole {
            Hole::Amount { least, .. } => act.args.amount = Some(facts.value(least, actor)),
            Hole::Item { place } => act.args.item = facts.items_at(actor, *place).first().copied(),
            Hole::Door => {
                act.args.door = facts
                    .map
                    .doors()
                        .find(|door| door_distance(door, &actor.place.area) <= 1)
                    .map(|door| door.id);
                if act.args.door.is_none() {
                    return refuse("out_of_reach", "no door within reach", "A-134");
                }
            }
            Hole::Watch { tag, .. } => {
                let then = facts.book.actions.iter().find(|other| {
                    other.attacks() && tag.is_none_or(|tag| other.tags.contains(&tag))
                });
                if let Some(then) = then {
                    act.args.watch = Some(WatchArgs {
                        on: WatchFor::EnemyActs,
                        action: then.id,
                        weapon: None,
                        spell: None,
                        zone: None,
                    });
                }
            }
            _ => {}
        }
    }
    let movable = def.path().is_some();
    let targeted = def.target();
    if movable && targeted.is_none() {
        let weapon = default_weapon(facts, actor, def);
        let (cost, price) = cost_and_price(facts, actor, def, act.mode, weapon, None, &act.args);
        affordable(facts, actor, def, &cost, &price)?;
        let reach = reach(facts, actor.id(), def.id, &act.args)?;
        if reach.squares.is_empty() {
            return refuse("nowhere", "nowhere to go", def.rule.as_str());
        }
        return Ok(());
    }
    if movable {
        let weapon = weapon_for(facts, actor, def, def.weapon_use().unwrap_or_default(), act)?;
        let (cost, price) = cost_and_price(facts, actor, def, act.mode, Some(weapon), None, &act.args);
        affordable(facts, actor, def, &cost, &price)?;
        if charges(facts, actor, def).is_empty() {
            return refuse("no_target", "no foe at the end of a straight line", def.rule.as_str());
        }
        return Ok(());
    }
    if targeted.is_none() {
        return plan(facts, actor.id(), act, occasion).map(|_| ());
    }
    if spells.is_empty() {
        return any_target(facts, actor, act, occasion);
    }
    let mut last = Ok(());
    for spell in spells {
        act.args.spell = Some(spell);
        last = any_target(facts, actor, act, occasion);
        if last.is_ok() {
            return Ok(());
        }
    }
    last
}

fn any_target(facts: &Facts, actor: &UnitState, act: &mut Act, occasion: &Occasion) -> Result<(), Refusal> {
    if let Some(against) = occasion.against.filter(|_| occasion.moment.is_some()) {
        act.args.target = Some(against);
        let found = plan(facts, actor.id(), act, occasion).map(|_| ());
        if found.is_ok() || occasion.moment != Some(Moment::Watched) {
            return found;
        }
    }
    let mut nearest: Option<(i32, Refusal)> = None;
    for target in facts.units.iter().filter(|target| facts.present(target)) {
        act.args.target = Some(target.id());
        match plan(facts, actor.id(), act, occasion) {
            Ok(_) => return Ok(()),
            Err(refusal) => {
                let distance = facts.distance(actor, target);
                let weight = if refusal.code == "wrong_target" { distance + 1000 } else { distance };
                if nearest.as_ref().is_none_or(|(best, _)| weight < *best) {
                    nearest = Some((weight, refusal));
                }
            }
        }
    }
    match nearest {
        Some((_, refusal)) => Err(refusal),
        None => refuse("no_target", "there is nobody to choose", ""),
    }
}

/// Charges that are possible: each foe with the straight paths that end within reach of it.
pub fn charges(facts: &Facts, actor: &UnitState, def: &ActionDef) -> Vec<(UnitId, Vec<Square>)> {
    let mut found = Vec::new();
    let Ok(budget) = budget(facts, actor, def, &Args::default(), None) else { return found };
    let straight = mover(facts, actor, false, &Args::default(), budget.most);
    let (_, most) = facts.threat_range(actor);
    for foe in facts.units.iter().filter(|unit| facts.hostile(unit, actor) && facts.present(unit)) {
        let distance = facts.distance(actor, foe);
        if distance > budget.most + most || !facts.sees(actor, foe) {
            continue;
        }
        let mut best: Option<Vec<Square>> = None;
        for square in foe.place.area.around(most) {
            if !facts.map.contains(square) {
                continue;
            }
            let Some((path, cost)) = grid::straight_path(&facts.map, &straight, square) else { continue };
            if cost > budget.most
                || path.len() < 2 || best.as_ref().is_some_and(|best| best.len() <= path.len()) {
                continue;
            }
            let act = Act {
                action: def.id,
                mode: Mode::Standard,
                args: Args { target: Some(foe.id()), path: path.clone(), ..Args::default() },
            };
            let weapon = default_weapon(facts, actor, def);
            let holes = Holes { facts, actor, def, act: &act, weapon, spell: None, occasion: &Occasion::default() };
            if def.asks.iter().all(|hole| holes.filled(hole).is_ok()) {
                best = Some(path);
            }
        }
        if let Some(path) = best {
            found.push((foe.id(), path));
        }
    }
    found
}
