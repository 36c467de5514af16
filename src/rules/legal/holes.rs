//! Whether each hole of an order is filled with something that fits.
//!
//! Owns the tests hole by hole. Paths are measured in `moves`; weapons and spells are chosen in `means` before.

use super::{
    Act, Occasion, Refusal,
    company::company,
    courses::{driving, weaving},
    landings, path, refuse,
    riders::item_in,
    things::interaction,
};
use crate::{
    grid::{self, Area},
    key::Key,
    rules::{
        action::{ActionDef, Fitness, Hole, Moment, Step, Whom, Within},
        area,
        attack::{self, AttackSpec, Means},
        facts::{Facts, Phase, SIDES, UnitState},
        feat, fire,
        spell::{SpellAim, SpellDef},
    },
};

pub(super) struct Holes<'a> {
    pub(super) facts: &'a Facts,
    pub(super) actor: &'a UnitState,
    pub(super) def: &'a ActionDef,
    pub(super) act: &'a Act,
    pub(super) weapon: Option<Key>,
    pub(super) spell: Option<&'a SpellDef>,
    pub(super) occasion: &'a Occasion,
}

impl Holes<'_> {
    pub(super) fn filled(&self, hole: &Hole) -> Result<(), Refusal> {
        let args = &self.act.args;
        match hole {
            Hole::Weapon(_) | Hole::Spell | Hole::InEffect { .. } => Ok(()),
            Hole::Target { who, within } => self.target(*who, within),
            Hole::Path { .. } => path(self.facts, self.actor, self.def, self.act).map(|_| ()),
            Hole::Amount { least, most } => {
                let (least, most) = (self.facts.value(least, self.actor), self.facts.value(most, self.actor));
                match args.amount {
                    Some(amount) if (least..=most).contains(&amount) => Ok(()),
                    Some(amount) => refuse(
                        "amount",
                        message!("core-x-is-not-between-x-and-x", number = amount, least, most),
                        self.def.rule.as_str(),
                    ),
                    None => refuse("missing", message!("core-needs-an-amount"), self.def.rule.as_str()),
                }
            }
            Hole::Burst { optional } => self.burst(*optional),
            Hole::Watch { triggers, tag } => {
                let Some(watch) = &args.watch else {
                    return refuse(
                        "missing",
                        message!("core-needs-a-trigger-and-an-action-for-it"),
                        self.def.rule.as_str(),
                    );
                };
                if !triggers.is_empty() && !triggers.iter().any(|own| *own == watch.on.kind()) {
                    let text = message!("core-x-does-not-wait-for-that", action = self.def.name);
                    return refuse("wrong_trigger", text, self.def.rule.as_str());
                }
                let Some(then) = self.facts.book.action(watch.action) else {
                    return refuse(
                        "no_such_action",
                        message!("core-there-is-no-action", action = watch.action),
                        "",
                    );
                };
                if let Some(tag) = tag
                    && !then.tags.contains(tag)
                {
                    return refuse(
                        "wrong_action",
                        message!("core-x-cannot-be-held-back-for-that", action = then.name),
                        "S-68",
                    );
                }
                Ok(())
            }
            Hole::Course { .. } => driving(self.facts, self.actor, self.def, args).map(|_| ()),
            Hole::Arc => match args.arc {
                Some(arc) if SIDES.contains(&arc) => Ok(()),
                Some(_) => {
                    refuse("wrong_arc", message!("core-not-one-of-the-four-sides"), self.def.rule.as_str())
                }
                None => {
                    refuse("missing", message!("core-needs-a-side-of-the-vehicle"), self.def.rule.as_str())
                }
            },
            Hole::Weaving => weaving(self.facts, self.actor, self.def, args),
            Hole::Haul { .. } => self.hauled(),
            Hole::Interaction => interaction(self.facts, self.actor, args).map(|_| ()),
            Hole::Company => company(self.facts, self.actor, self.def, args.target, &args.with),
            Hole::System { state, only } => {
                let Some(target) = args.target.and_then(|id| self.facts.unit(id)) else {
                    return refuse("missing", message!("core-needs-a-target"), self.def.rule.as_str());
                };
                system(self.facts, target, self.def, *state, only, args.system).map(|_| ())
            }
            Hole::Landing => {
                let squares = landings(self.facts, self.actor);
                match args.square {
                    _ if squares.is_empty() => refuse(
                        "nowhere",
                        message!("core-no-free-square-to-get-down-on"),
                        self.def.rule.as_str(),
                    ),
                    Some(square) if !squares.contains(&square) => refuse(
                        "occupied",
                        message!("core-cannot-get-down-on-x", square),
                        self.def.rule.as_str(),
                    ),
                    _ => Ok(()),
                }
            }
            Hole::Item { place } if place.on_target() => self.target_item(),
            Hole::Check => match args.check {
                None => refuse("missing", message!("core-needs-a-kind-of-check"), self.def.rule.as_str()),
                Some(id) if self.facts.book.check(id).is_none() => {
                    refuse("no_check", message!("core-there-is-no-check", check = id), self.def.rule.as_str())
                }
                Some(_) => Ok(()),
            },
            Hole::Item { place } => item_in(self.facts, self.actor, *place, args.item, self.def).map(|_| ()),
            Hole::Door => {
                let Some(door) = args.door else {
                    return refuse("missing", message!("core-needs-a-door"), "A-134");
                };
                match self.facts.map.door(door) {
                    None => refuse("no_door", message!("core-there-is-no-door", door), "A-134"),
                    Some(door)
                        if door_distance(door, &self.actor.place.area) > 1
                            || self.actor.place.band != grid::Band::Ground =>
                    {
                        refuse("out_of_reach", message!("core-the-door-is-too-far-away"), "A-134")
                    }
                    Some(door) if self.facts.barred(door.id).is_some() => {
                        let word = self.facts.barred(door.id).unwrap_or_else(|| Key::new("barred"));
                        refuse("barred", message!("core-the-door-is-x", word), "A-134")
                    }
                    Some(_) => Ok(()),
                }
            }
            Hole::Square { within, free } => self.square(within, *free),
        }
    }

    /// The rounds of a burst: one of the weapon's own numbers (C-83).
    fn burst(&self, optional: bool) -> Result<(), Refusal> {
        let rule = self.def.rule.as_str();
        let known = self.weapon.and_then(|id| self.facts.weapon_in(self.actor, id, self.def));
        let Some((_, weapon)) = known else {
            return refuse("no_weapon", message!("core-nothing-to-fire"), rule);
        };
        match self.act.args.amount {
            None | Some(1) if optional => Ok(()),
            None => refuse("missing", message!("core-needs-the-rounds-of-a-burst"), rule),
            Some(rounds) if weapon.bursts.contains(&rounds) => Ok(()),
            Some(rounds) => {
                refuse("amount", message!("core-x-fires-no-bursts-of-x", weapon = weapon.name, rounds), rule)
            }
        }
    }

    /// An item of the target's.
    fn target_item(&self) -> Result<(), Refusal> {
        let rule = self.def.rule.as_str();
        let weapon = self.weapon.and_then(|id| self.facts.weapon_in(self.actor, id, self.def));
        let means = match (weapon, self.spell) {
            (_, Some(spell)) => Some(Means::Spell(spell)),
            (Some((_, weapon)), _) => Some(Means::Weapon(weapon)),
            _ => None,
        };
        if means.is_some_and(|means| area::spread(self.facts, self.actor, &means).is_some()) {
            return refuse("area_attack", message!("core-not-with-an-attack-that-covers-an-area"), rule);
        }
        let Some(target) = self.act.args.target.and_then(|id| self.facts.unit(id)) else {
            return refuse("missing", message!("core-needs-a-target"), rule);
        };
        if feat::item_aimed_at(self.facts, target, self.def, self.act.args.item).is_some() {
            return Ok(());
        }
        let name = &target.identity.name;
        match self.act.args.item {
            Some(item) => {
                let item = self.facts.book.name_of(item);
                refuse("no_item", message!("core-x-of-x-cannot-be-got-at", item, unit = name), rule)
            }
            None => refuse("no_item", message!("core-x-has-nothing-that-could-be-got-at", unit = name), rule),
        }
    }

    pub(super) fn target(&self, who: Whom, within: &Within) -> Result<(), Refusal> {
        if let Some(spell) =
            self.spell.filter(|spell| spell.at_square() && self.def.steps.contains(&Step::Cast))
        {
            return self.square(&Within::Range, spell.aim == SpellAim::FreeSquare);
        }
        if let Some(aimed) = self.area(who, within) {
            return aimed;
        }
        let Some(id) = self.act.args.target else {
            return refuse("missing", message!("core-needs-a-target"), self.def.rule.as_str());
        };
        let Some(target) = self.facts.unit(id) else {
            return refuse("no_such_unit", message!("core-there-is-no-unit", unit = id), "");
        };
        if !self.facts.present(target) {
            return refuse(
                "not_present",
                message!("core-x-is-not-in-the-fight", unit = target.identity.name),
                "",
            );
        }
        let who = self
            .spell
            .map_or(who, |spell| if self.def.steps.contains(&Step::Cast) { spell.target } else { who });
        let hostile = self.facts.hostile(self.actor, target);
        let same = target.id() == self.actor.id();
        let right = match who {
            Whom::Foe => hostile,
            Whom::Ally => !hostile && !same,
            Whom::OwnSide => !hostile,
            Whom::Any => !same,
        };
        if !right {
            return refuse(
                "wrong_target",
                message!("core-x-cannot-be-its-target", unit = target.identity.name),
                self.def.rule.as_str(),
            );
        }
        if self.occasion.moment == Some(Moment::Provoked)
            && self.occasion.against.is_some_and(|against| !self.facts.together(against, id))
        {
            return refuse("wrong_target", message!("core-only-who-provoked-can-be-the-target"), "A-154");
        }
        let mut facts = None;
        if matches!(within, Within::ReachAfterPath) {
            if !self.facts.sees(self.actor, target) {
                return refuse("no_sight", message!("core-no-line-of-sight-at-the-start"), "A-123");
            }
            let mut moved = self.facts.clone();
            if let (Some(last), Some(unit)) = (self.act.args.path.last(), moved.unit_mut(self.actor.id())) {
                unit.place.area.origin = *last;
                unit.place.band = self.act.args.last_band(unit.place.band);
            }
            facts = Some(moved);
        }
        let facts = facts.as_ref().unwrap_or(self.facts);
        let counters = self.def.steps.contains(&Step::Counter);
        if counters {
            if !facts.sees(self.actor, target) {
                return refuse("no_sight", message!("core-no-line-of-sight-to-the-caster"), "A-127");
            }
            if self.occasion.target == Some(self.actor.id()) {
                return Ok(());
            }
        }
        match within {
            Within::Bound(kind) => match facts.bound(*kind, self.actor.id(), id) {
                Some(_) => Ok(()),
                None => {
                    let text = message!("core-not-bound-to-x", unit = target.identity.name);
                    refuse("not_bound", text, self.def.rule.as_str())
                }
            },
            Within::Linked => match facts.link(self.actor, target) {
                Some(_) => Ok(()),
                None => refuse(
                    "not_linked",
                    message!("core-not-in-communication-with-x", unit = target.identity.name),
                    "C-166",
                ),
            },
            Within::Squares(most) => {
                let most = facts.value(most, self.actor);
                let distance = facts.distance(self.actor, target);
                // After the fight there is time to walk over.
                if distance > most && facts.phase != Phase::Aftermath {
                    return refuse(
                        "out_of_range",
                        message!("core-x-squares-away-at-most-x", distance, most),
                        self.def.rule.as_str(),
                    );
                }
                Ok(())
            }
            Within::Reach | Within::Range | Within::ReachAfterPath => {
                let spec = AttackSpec {
                    weapon: self.weapon,
                    spell: self.spell.map(|spell| spell.id),
                    rounds: fire::rounds(self.facts, self.actor, self.def, self.weapon, self.act.args.amount),
                    ..AttackSpec::new(self.actor.id(), id, self.def)
                };
                if self.spell.is_some() && same {
                    return Ok(());
                }
                attack::possible(facts, &spec).map(|_| ())
            }
        }
    }
}

/// The system of a target that an order names, or the first that is in the right state (C-149).
pub fn system(
    facts: &Facts,
    target: &UnitState,
    def: &ActionDef,
    state: Fitness,
    only: &[Key],
    named: Option<Key>,
) -> Result<Key, Refusal> {
    let rule = def.rule.as_str();
    let name = &target.identity.name;
    let fitting = facts.systems_in(target, state, only);
    match named.or(fitting.first().copied()) {
        Some(part) if fitting.contains(&part) => Ok(part),
        Some(part) if !facts.system_parts(target).contains(&part) => refuse(
            "no_system",
            message!("core-x-has-no-x", unit = name, part = facts.book.name_of(part)),
            rule,
        ),
        Some(part) => refuse(
            "wrong_system",
            message!("core-not-with-x-as-it-is", part = facts.book.name_of(part)),
            rule,
        ),
        None => refuse("no_system", message!("core-x-has-no-system-in-that-state", unit = name), rule),
    }
}

pub(super) fn door_distance(door: &grid::Door, area: &Area) -> i32 {
    door.squares().iter().map(|square| area.distance(&Area::one(*square))).min().unwrap_or(i32::MAX)
}
