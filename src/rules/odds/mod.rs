//! The exact distribution of an attack, every reaction declined.
//!
//! The same checks, blows and stages as in play, folded over exact distributions in place of thrown dice. That both
//! agree is proven by enumeration: every sequence of dice through the resolver gives the same frequencies.

mod fate;
mod joint;
mod shapes;
mod throws;

use std::collections::{BTreeMap, BTreeSet};

use super::{
    action::{Feat, Hole},
    area,
    attack::{self, AttackSpec, AttackStep, Means},
    blast_odds, blow,
    check::{self, Check, Request, Versus},
    cuts::Losses,
    facts::{Facts, UnitState},
    feat,
    fire::{self, FireDef, Load},
    gear::WeaponDef,
    harm::{self, Blow, Portion},
    legal::Args,
    unit::Precision,
};
use crate::{
    dice::{Chance, Dice, Dist},
    key::Key,
};

pub use fate::{Fates, fates};
pub use shapes::{AttackOdds, ItemOdds, Landing};

use throws::{MISSED, Throw, throws, throws_blind, throws_inside};

/// Links of a critical chain that are followed; what comes after has a chance of one in millions and counts as no
/// further link.
pub const LINKS: u32 = 4;

/// Links that are followed of a chain of the book's.
fn links(facts: &Facts) -> u32 {
    facts.book.settings.check.chain_limit.map_or(LINKS, |most| most.min(LINKS))
}

/// What an attack throws at its target, and the chance that an area attack strikes its square.
fn cast(
    facts: &Facts,
    spec: &AttackSpec<'_>,
    means: &Means<'_>,
    args: &Args,
    dice: &Dice,
) -> Option<(Check, Dist<Throw>, Option<Chance>)> {
    let by = facts.unit(spec.by)?;
    let fire = FireDef::of(spec.action);
    if fire.blind {
        let (check, thrown) = throws_blind(facts, spec, means, args.square?)?;
        return Some((check, thrown, None));
    }
    if let Some(aim) = area::aim(facts, by, &by.place.area, spec.action, means, args) {
        let (check, thrown, strikes) = throws_inside(facts, spec, means, &aim.ok()?, dice)?;
        return Some((check, thrown, Some(strikes)));
    }
    let check = attack::check(facts, spec)?;
    let thrown = match fire.sure {
        true => Dist::one(Throw { success: true, ..MISSED }),
        false => throws(&check, dice, links(facts)),
    };
    Some((check, thrown, None))
}

/// The odds of an attack, from one side's facts. An attack that covers an area is aimed at the target's nearest square.
/// None when the check cannot be built.
pub fn attack(facts: &Facts, spec: &AttackSpec<'_>) -> Option<AttackOdds> {
    attack_at(facts, spec, &Args { target: Some(spec.target), ..Args::default() })
}

/// The odds of an attack for one unit, an area's aim taken from an order's arguments.
pub fn attack_at(facts: &Facts, spec: &AttackSpec<'_>, args: &Args) -> Option<AttackOdds> {
    let by = facts.unit(spec.by)?;
    let target = facts.unit(spec.target)?;
    let dice = facts.book.settings.check.dice;
    if spec.action.asks.contains(&Hole::Company) {
        return joint::joint(facts, spec, args);
    }
    let means = spec.means(facts)?;
    if let Means::Weapon(weapon) = &means
        && weapon.blast.is_some()
    {
        return explosive(facts, spec, (by, target), weapon, args);
    }
    let (check, thrown, square) = cast(facts, spec, &means, args, &dice)?;
    // What goes to an item, moves somebody or has effects in place of damage takes nothing from the target.
    let harmless = spec.action.harmless();
    let item = item_odds(facts, spec, target, &means, args, &thrown);
    let defended = facts.book.settings.attack.defence_roll.is_some();
    let results = match means {
        Means::Weapon(weapon) if harmless && defended && !weapon.portions.is_empty() => {
            // Its loss is none, but the target still defends itself (D-20, D-82).
            by_portions(facts, spec, by, target, weapon, &thrown).map(|result| Landing {
                landed: result.landed,
                critical: result.critical,
                ..Landing::MISSED
            })
        }
        _ if harmless => thrown.map(|throw| Landing {
            landed: throw.success,
            critical: throw.success && throw.critical,
            ..Landing::MISSED
        }),
        Means::Spell(spell) if spell.types.is_empty() => thrown.map(|throw| Landing {
            landed: throw.success,
            critical: throw.success && throw.critical,
            ..Landing::MISSED
        }),
        Means::Spell(spell) => by_value(facts, target, &thrown, &spell.types),
        Means::Weapon(weapon) if !weapon.portions.is_empty() => {
            by_portions(facts, spec, by, target, weapon, &thrown)
        }
        Means::Weapon(weapon) => match blow::load(facts, spec, weapon) {
            Some(load) => by_dice(facts, spec, by, target, weapon, load, &thrown),
            None => by_value(facts, target, &thrown, &weapon.types),
        },
    };
    // A blow that the item shrugs off has failed.
    let lands = match &item {
        Some(item) => item.damage.probability(|damage| *damage > 0),
        None => results.probability(|result| result.landed),
    };
    Some(AttackOdds {
        lands,
        critical: results.probability(|result| result.critical),
        loss: results.map(|result| result.loss),
        check,
        results,
        square,
        item,
    })
}

/// What an item struck at suffers: its own resistances count, the bearer's do not.
fn item_odds(
    facts: &Facts,
    spec: &AttackSpec<'_>,
    target: &UnitState,
    means: &Means<'_>,
    args: &Args,
    thrown: &Dist<Throw>,
) -> Option<ItemOdds> {
    if spec.action.feat != Some(Feat::Sunder) {
        return None;
    }
    let (item, def) = feat::item_aimed_at(facts, target, spec.action, args.item)?;
    let types = match means {
        Means::Weapon(weapon) => &weapon.types,
        Means::Spell(spell) => &spell.types,
    };
    let damage = thrown.map(|throw| {
        if !throw.success {
            return 0;
        }
        let portion = blow::value_portion(types, throw.value);
        let blow = Blow { reduced: 0, effect: throw.effect, critical: throw.critical };
        harm::pass_item(def.hardness(), item.def, vec![portion], blow).total
    });
    let after = |damage: i32| item.damage.saturating_add(damage);
    Some(ItemOdds {
        item: item.id,
        broken: damage.probability(|loss| after(*loss).saturating_mul(2) >= item.durability),
        destroyed: damage.probability(|loss| after(*loss) >= item.durability),
        damage,
    })
}

/// The odds of an explosive for one unit (C-103 to C-108).
fn explosive(
    facts: &Facts,
    spec: &AttackSpec<'_>,
    (by, target): (&UnitState, &UnitState),
    weapon: &WeaponDef,
    args: &Args,
) -> Option<AttackOdds> {
    let means = Means::Weapon(weapon);
    let from = by.place.area;
    let aim = area::aim(facts, by, &from, spec.action, &means, args)?.ok()?;
    let range = area::range_of(facts, by, &from, &means, &aim);
    let check = area::square_check(facts, spec, &aim, range)?;
    let results = blast_odds::landings(facts, (by, target), weapon, (&aim, range), &check)?;
    Some(AttackOdds {
        lands: results.probability(|result| result.landed),
        critical: results.probability(|result| result.critical),
        loss: results.map(|result| result.loss),
        square: Some(check.chance()),
        item: None,
        check,
        results,
    })
}

fn by_value(facts: &Facts, target: &UnitState, thrown: &Dist<Throw>, types: &[Key]) -> Dist<Landing> {
    let losses = Losses::new(facts, target, &blow::value_portion(types, 0), 0);
    thrown.map(|throw| {
        if !throw.success {
            return Landing::MISSED;
        }
        let loss = losses.of(throw.value, throw.effect, throw.critical);
        let landed = loss.total > 0;
        Landing { landed, critical: throw.critical && landed, loss: loss.total, through: loss.through > 0 }
    })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Faces {
    sum: i32,
    lowest: i32,
    maximum: bool,
}

fn faces(dice: &Dice) -> Dist<Faces> {
    let sides = dice.sides();
    let start = Faces { sum: 0, lowest: i32::from(sides), maximum: false };
    let die = Dist::die(sides);
    let mut all = Dist::one(start);
    for _ in 0..dice.count() {
        all = all.bind(|faces| {
            die.map(|face| Faces {
                sum: faces.sum + face,
                lowest: faces.lowest.min(*face),
                maximum: faces.maximum || *face == i32::from(sides),
            })
        });
    }
    all
}

/// What comes of a second roll, by what the attack's own dice have drawn: one and the same where they are thrown.
fn by_drawn<T>(thrown: &Dist<Throw>, of: impl Fn(i32) -> T) -> BTreeMap<i32, T> {
    let drawn: BTreeSet<i32> = thrown.iter().map(|(throw, ..)| throw.drawn).collect();
    drawn.into_iter().map(|drawn| (drawn, of(drawn))).collect()
}

fn by_dice(
    facts: &Facts,
    spec: &AttackSpec<'_>,
    by: &UnitState,
    target: &UnitState,
    weapon: &WeaponDef,
    load: Load,
    thrown: &Dist<Throw>,
) -> Dist<Landing> {
    let steps = &facts.book.settings.attack.steps;
    let replaces = steps.contains(&AttackStep::ReplaceDie);
    let confirms = steps.contains(&AttackStep::Confirm);
    let shown = faces(&load.dice);
    let losses = Losses::new(facts, target, &blow::dice_portion(facts, by, weapon, load, 0, 0), 0);
    let confirm = if confirms {
        let bare = AttackSpec { bare: true, hinder: 0, ..spec.clone() };
        attack::check(facts, &bare).map(|check| {
            let dice = facts.book.settings.check.dice;
            // Cards drawn for the attack itself are gone.
            by_drawn(thrown, move |drawn| {
                check.after(&check, drawn).naturals(&dice).map(|natural| check.read(*natural).success)
            })
        })
    } else {
        None
    };
    let classes =
        thrown.map(|throw| (throw.success, throw.degrees, throw.effect, throw.critical, throw.drawn));
    classes.bind(|(success, degrees, effect, critical, drawn)| {
        if !*success {
            return Dist::one(Landing::MISSED);
        }
        let amounts = shown.map(|faces| {
            let lifted = if replaces && *degrees > faces.lowest { degrees - faces.lowest } else { 0 };
            (faces.sum + lifted, confirms && faces.maximum)
        });
        let flat = blow::flat_damage(facts, by, weapon, *effect);
        let strike = |sum: i32, critical: bool| {
            let loss = losses.of(blow::dice_amount(load, flat, sum), *effect, critical);
            Landing { landed: true, critical, loss: loss.total, through: loss.through > 0 }
        };
        let confirm = confirm.as_ref().and_then(|confirm| confirm.get(drawn));
        let hits = fire::hits(spec.action, spec.rounds, *degrees);
        if hits > 1 {
            let degrees = if replaces { *degrees } else { 0 };
            return several(hits, degrees, &shown, confirm, strike);
        }
        amounts.bind(|(sum, asks)| match confirm {
            Some(confirm) if *asks => confirm.map(|confirmed| strike(*sum, *confirmed)),
            _ => Dist::one(strike(*sum, *critical && !confirms)),
        })
    })
}

/// Some of several hits: what they come to, and the lowest die so far with what comes of it once it is replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Volley {
    landing: Landing,
    lowest: i32,
    more: i32,
    through: bool,
}

/// Several hits, each with dice and a confirmation of its own; the degrees stand in for the lowest die of all, if they
/// are higher (S-43, S-45, S-47).
fn several(
    hits: i32,
    degrees: i32,
    shown: &Dist<Faces>,
    confirm: Option<&Dist<bool>>,
    strike: impl Fn(i32, bool) -> Landing,
) -> Dist<Landing> {
    let none = Landing { landed: true, ..Landing::MISSED };
    let mut all = Dist::one(Volley { landing: none, lowest: i32::MAX, more: 0, through: false });
    for _ in 0..hits {
        all = all.bind(|before| {
            shown.bind(|faces| {
                let with = |critical: bool| {
                    let plain = strike(faces.sum, critical);
                    let lifted = strike(faces.sum + (degrees - faces.lowest).max(0), critical);
                    let landing = Landing {
                        landed: true,
                        critical: before.landing.critical || critical,
                        loss: before.landing.loss + plain.loss,
                        through: before.landing.through || plain.through,
                    };
                    if faces.lowest < before.lowest {
                        let (more, through) = (lifted.loss - plain.loss, lifted.through);
                        Volley { landing, lowest: faces.lowest, more, through }
                    } else {
                        Volley { landing, ..*before }
                    }
                };
                match confirm.filter(|_| faces.maximum) {
                    Some(confirm) => confirm.map(|confirmed| with(*confirmed)),
                    None => Dist::one(with(false)),
                }
            })
        });
    }
    all.map(|hits| match degrees > hits.lowest {
        true => Landing {
            loss: hits.landing.loss + hits.more,
            through: hits.landing.through || hits.through,
            ..hits.landing
        },
        false => hits.landing,
    })
}

/// Fixed damage: shields, the target's own roll, drive against armour. A critical raises the drive (D-36).
fn by_portions(
    facts: &Facts,
    spec: &AttackSpec<'_>,
    by: &UnitState,
    target: &UnitState,
    weapon: &WeaponDef,
    thrown: &Dist<Throw>,
) -> Dist<Landing> {
    let rule = &facts.book.settings.attack;
    let ranged = weapon.is_ranged();
    let mut portions = blow::held_portions(facts, by, weapon, 0, spec.action.share());
    let mut paid = Vec::new();
    let pure = portions.iter().all(Portion::is_energy);
    if ranged && pure && weapon.burst.is_empty() {
        let far = facts.distance(by, target) >= rule.low_shield_from;
        if rule.steps.contains(&AttackStep::LowShield) && far {
            harm::cover(facts, by, target, &mut portions, &mut Vec::new());
        }
        if rule.steps.contains(&AttackStep::MediumShield) && !facts.linked_by_bond(spec.by, spec.target) {
            harm::shield(target, Precision::Medium, &mut portions, &mut paid, true);
        }
    }
    let gone = !portions.is_empty() && portions.iter().all(|portion| portion.amount <= 0);
    let near = !ranged || facts.distance(by, target) <= weapon.crit_range.unwrap_or(rule.crit_range);
    let defence = match rule.defence_roll {
        Some((melee, shots)) if facts.can_defend(target) => {
            let mut request =
                Request::rolled(if ranged { shots } else { melee }, spec.target, Versus::Nothing);
            request.against = Some(spec.by);
            request.reaction = true;
            let one_deck = by.side() == target.side();
            check::build(facts, request).map(|check| {
                by_drawn(thrown, move |drawn| {
                    let own = if one_deck { check.after(&check, drawn) } else { check.clone() };
                    own.naturals(&facts.book.settings.check.dice).map(|natural| {
                        let reading = check.read(*natural);
                        let critical = rule.critical_by.is_some_and(|limit| -reading.margin >= limit);
                        (reading.success, critical && near)
                    })
                })
            })
        }
        Some(_) => Some(by_drawn(thrown, |_| Dist::one((false, near)))),
        None => None,
    };
    let strike = |critical: bool| {
        let mut portions = portions.clone();
        blow::as_impact(facts, spec.action, &mut portions);
        if critical {
            let (plain, precise) = rule.critical_drive;
            let more = if weapon.tagged("precise") && !ranged { precise } else { plain };
            portions.iter_mut().for_each(|portion| portion.drive += more);
        }
        let blow = Blow { critical, ..Blow::default() };
        Landing::of(true, critical, &harm::pass(facts, target, portions, blow, paid.clone()))
    };
    let missed = Landing::MISSED;
    let classes = thrown.map(|throw| (throw.success, throw.drawn));
    classes.bind(|(success, drawn)| {
        if !success || gone {
            return Dist::one(missed);
        }
        match defence.as_ref().and_then(|defence| defence.get(drawn)) {
            Some(defence) => {
                defence.map(|(evaded, critical)| if *evaded { missed } else { strike(*critical) })
            }
            None => Dist::one(strike(false)),
        }
    })
}
