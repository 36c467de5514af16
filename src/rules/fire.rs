//! What bursts, shots into a crowd, blind fire and spreading shot come to; [`fire_rule`](super::fire_rule) has what
//! content says, [`attack`](super::attack) the check, `battle` the order of play.

pub use super::fire_rule::{
    BeyondRule, BlindRule, Burst, BurstLine, FireDef, FireRule, Smart, Spread, StrayRule,
};
use crate::rules::check_prelude::*;

/// The damage dice of one attack, and what comes to them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Load {
    /// The weapon's dice, and then those of a burst.
    pub dice: Dice,
    /// Points of a burst and of modifiers on damage.
    pub points: i32,
    /// Only half of the whole is done, rounded up (C-175).
    pub half: bool,
}

/// How many hits an attack scores that has succeeded with so many degrees (S-58 to S-60).
pub fn hits(action: &ActionDef, rounds: i32, degrees: i32) -> i32 {
    if FireDef::of(action).hits { degrees.min(rounds).max(1) } else { 1 }
}

/// How many rounds an order's burst has: what it names, or all that is left (C-86). A single shot is 1.
pub fn rounds(
    facts: &Facts,
    by: &UnitState,
    action: &ActionDef,
    weapon: Option<Key>,
    amount: Option<i32>,
) -> i32 {
    if FireDef::of(action).all {
        return weapon.and_then(|id| facts.weapon(by, id)).map_or(1, |(item, _)| item.loaded.max(1));
    }
    amount.filter(|_| action.asks_burst()).unwrap_or(1)
}

/// The bursts that an order for the action may name with a weapon; none: a single shot, or what needs no number.
pub fn amounts(action: &ActionDef, weapon: &WeaponDef) -> Vec<Option<i32>> {
    let asked = action.asks.iter().find_map(|parameter| match parameter {
        Parameter::Burst { optional } => Some(*optional),
        _ => None,
    });
    let bursts = || weapon.bursts.iter().copied().map(Some);
    match asked {
        None => vec![None],
        Some(true) => std::iter::once(None).chain(bursts()).collect(),
        Some(false) => bursts().collect(),
    }
}

/// What a burst of so many rounds adds to an attack, with the action's own (C-84, S-59); none: it changes nothing.
pub fn to_hit(facts: &Facts, by: &UnitState, action: &ActionDef, rounds: i32) -> Option<i32> {
    let more = FireDef::of(action).burst_to_hit(&facts.book.settings.attack.fire, rounds)?;
    let own = action.steps.iter().find_map(|step| match step {
        Step::Attack { modifiers, .. } => Some(modifiers),
        _ => None,
    });
    let always = own.into_iter().flatten().filter(|def| def.when.is_none());
    Some(more + always.map(|def| facts.value(&def.value, by)).sum::<i32>())
}

/// Whether a weapon is such as the action asks for: with bursts, with a tag.
pub fn serves(action: &ActionDef, weapon: &WeaponDef) -> bool {
    let burst = action.asks.iter().all(|parameter| match parameter {
        Parameter::Burst { optional } => *optional || !weapon.bursts.is_empty(),
        _ => true,
    });
    // What goes off does so where it comes down, seen or not.
    let slug = !FireDef::of(action).blind || (weapon.area.is_none() && weapon.blast.is_none());
    let plenty = FireDef::of(action).times <= 1 || weapon.capacity > 0;
    let asked =
        |tag: Key| action.needs.iter().any(|need| matches!(need, Need::Weapon(own, _) if *own == tag));
    burst
        && weapon.only.is_none_or(asked)
        && plenty
        && slug
        && action.needs.iter().all(|need| match need {
            Need::Weapon(tag, _) => weapon.tagged(tag.as_str()),
            _ => true,
        })
}

/// The spread of a shot at so many squares, if it spreads there.
pub fn spread(weapon: &WeaponDef, distance: i32) -> Option<Spread> {
    weapon.spread.filter(|spread| (spread.from..=spread.to).contains(&distance))
}

/// What an attack with a weapon's dice throws at a distance; modifiers for one target count against that one alone.
pub fn load(facts: &Facts, spec: &AttackSpec<'_>, weapon: &WeaponDef, range: AttackRange) -> Option<Load> {
    let rule = &facts.book.settings.attack.fire;
    let mut dice = spread(weapon, range.distance).and_then(|spread| spread.damage).or(weapon.damage)?;
    let mut points = 0;
    if FireDef::of(spec.action).burst == Some(Burst::Group) {
        let line = rule.line(spec.rounds);
        dice = dice.with_count(dice.count().saturating_add(line.dice)).unwrap_or(dice);
        points += line.points;
    }
    if let (Some(by), Some(name), false) = (facts.unit(spec.by), rule.damage, spec.stray) {
        let serves = |versus: Option<UnitId>| versus.is_none_or(|versus| versus == spec.target);
        let fits = by.modifiers.0.iter().filter(|one| one.def.checks.contains(&name) && serves(one.versus));
        points += fits.map(|one| facts.value(&one.def.value, by)).sum::<i32>();
    }
    let half = range.beyond
        && rule.beyond.as_ref().and_then(|rule| rule.halves).is_some_and(|tag| weapon.tagged(tag.as_str()));
    Some(Load { dice, points, half })
}

/// Others near a target, nearest first, then in roster order: a crowd (C-49), but not a vehicle and those in it.
pub fn crowd(facts: &Facts, by: UnitId, target: &UnitState) -> Vec<UnitId> {
    let Some(rule) = &facts.book.settings.attack.fire.stray else { return Vec::new() };
    let near = |unit: &UnitState| {
        facts.distance(unit, target) <= rule.within && unit.place.band == target.place.band
    };
    others(facts, by, target).filter(|unit| near(unit)).map(UnitState::id).collect()
}

fn others<'a>(facts: &'a Facts, by: UnitId, target: &'a UnitState) -> impl Iterator<Item = &'a UnitState> {
    // A vehicle is together with itself and with those who sit in it.
    let own = move |unit: &UnitState| unit.id() != by && !facts.together(unit.id(), target.id());
    facts.units.iter().filter(move |unit| facts.present(unit) && own(unit))
}

/// Who may be struck by a shot that missed its target: the nearest others, all of them equally near (C-49).
pub fn astray(facts: &Facts, by: UnitId, target: &UnitState) -> Vec<UnitId> {
    let near = others(facts, by, target).map(|unit| facts.distance(unit, target)).min();
    let found = others(facts, by, target).filter(|unit| Some(facts.distance(unit, target)) == near);
    found.map(UnitState::id).collect()
}

/// Everyone whom spreading shot strikes: the target, then all in its squares or near enough, in roster order (C-90).
pub fn struck(facts: &Facts, by: &UnitState, target: &UnitState, weapon: &WeaponDef) -> Vec<UnitId> {
    let mut all = vec![target.id()];
    if let Some(spread) = spread(weapon, facts.distance(by, target)) {
        let near = |unit: &&UnitState| facts.distance(unit, target) <= spread.within;
        all.extend(others(facts, by.id(), target).filter(near).map(UnitState::id));
    }
    all
}

/// How far the line of blind fire at a square goes: to the end of that square's band, or of its increment (C-89).
fn line_end(facts: &Facts, weapon: &WeaponDef, range: AttackRange) -> i32 {
    match &facts.book.settings.attack.range {
        RangeRule::Bands { bands, .. } => {
            let band = usize::try_from(range.band).ok().and_then(|at| bands.get(at));
            band.map_or(range.distance, |(_, last)| *last)
        }
        RangeRule::Increments => range.increment * weapon.increment,
        RangeRule::Multiple(times) => times * weapon.increment,
    }
    .max(range.distance)
}

/// The squares through which blind fire at a square goes until something stops it (C-89), from outside the shooter's.
pub fn line(
    facts: &Facts,
    by: &UnitState,
    square: Square,
    weapon: &WeaponDef,
    range: AttackRange,
) -> Vec<Square> {
    let from = by.place.area.nearest_to(square);
    let (across, down) = (i32::from(square.x) - i32::from(from.x), i32::from(square.y) - i32::from(from.y));
    let (own, far) = (across.abs().max(down.abs()), line_end(facts, weapon, range));
    if own == 0 {
        return vec![square];
    }
    let times = (far + own - 1) / own;
    let end = |start: i16, step: i32| i16::try_from(i32::from(start) + times * step).unwrap_or(start);
    let entered = grid::crossings(from, Square::new(end(from.x, across), end(from.y, down)));
    let free = |square: &Square| {
        facts.map.contains(*square) && grid::line_of_effect(&facts.map, &by.place.area, &Area::one(*square))
    };
    entered.map(|step| step.to).take_while(|to| grid::distance(from, *to) <= far && free(to)).collect()
}

/// Whom blind fire through a square may strike (C-89), nearest first; nobody who is low behind full cover (C-57).
pub fn on_line(
    facts: &Facts,
    by: &UnitState,
    square: Square,
    weapon: &WeaponDef,
    range: AttackRange,
) -> Vec<UnitId> {
    let mut found = Vec::new();
    for square in line(facts, by, square, weapon, range) {
        for unit in facts.units_on(square) {
            let there = unit.id() != by.id() && unit.place.band == by.place.band;
            if there && !found.contains(&unit.id()) && !attack::hidden(facts, by, unit) {
                found.push(unit.id());
            }
        }
    }
    found
}

/// Whether blind fire can be aimed at a square: near enough, nothing in the way, and nobody seen there (C-89); whom
/// complete darkness hides may also be shot at by its penalty (C-154).
pub fn blind(
    facts: &Facts,
    by: &UnitState,
    weapon: Option<Key>,
    square: Square,
    armament: &Armament<'_>,
) -> OrRefusal<AttackRange> {
    let here = Area::one(square);
    let rule = facts.book.settings.attack.fire.blind.as_ref().map(|rule| rule.rule);
    let range = attack::range_to(facts, by, &by.place.area, &here, by.place.band, armament)?;
    attack::from_vehicle(facts, by, weapon, &here, None)?;
    if !grid::line_of_effect(&facts.map, &by.place.area, &here) {
        return Err(Refusal::new("no_effect", message!("core-no-line-of-effect-to-the-square"), rule));
    }
    let seen = |unit: &&UnitState| {
        let foe = unit.id() != by.id() && facts.hostile(by, unit);
        foe && facts.sees(by, unit) && !facts.in_darkness(by, unit)
    };
    match facts.units_on(square).find(seen) {
        Some(unit) => Err(Refusal::new(
            "in_sight",
            message!("core-x-is-in-sight-there", unit = unit.identity.name),
            rule,
        )),
        None => Ok(range),
    }
}

/// Whether a miss of this attack may go astray: it is fired with a weapon, does damage and covers no area.
pub fn may_stray(facts: &Facts, spec: &AttackSpec<'_>, weapon: &WeaponDef) -> bool {
    let Some(target) = facts.unit(spec.target) else { return false };
    // A payload that is thrown scatters (C-108).
    let thrown = weapon.blast.is_some() && weapon.uses == WeaponUse::Thrown;
    let plain = weapon.is_ranged() && weapon.area.is_none() && !thrown && !spec.action.harmless();
    plain && !FireDef::of(spec.action).blind && !crowd(facts, spec.by, target).is_empty()
}

/// Whether one can fire farther than the last band goes (C-174): at a weapon's skill of so much, without having moved
/// in this turn or the one before, with a rest. Aboard something, that must not have moved, and serves as the rest.
pub fn steady(facts: &Facts, by: &UnitState, weapon: &WeaponDef, rule: &BeyondRule) -> Result<(), Message> {
    let skill = weapon.skill.and_then(|skill| facts.stat(by, skill)).unwrap_or(-1);
    if skill < i64::from(rule.skill) {
        return Err(message!("core-needs-a-skill-of-x-for-that-range", skill = rule.skill));
    }
    let stand = facts.bearer(by);
    let usage = &stand.usage;
    if usage.squares > 0 || usage.squares_last_turn > 0 || usage.squares_turn_before > 0 {
        return Err(message!("core-has-moved-in-this-turn-or-the-one-before"));
    }
    if stand.id() == by.id() && !weapon.tagged("tripod") && !facts.rested(by) {
        return Err(message!("core-needs-something-to-rest-the-weapon-on"));
    }
    Ok(())
}
