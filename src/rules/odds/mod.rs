//! The exact distribution of an attack, every reaction declined.
//!
//! The same checks, blows and stages as in play, folded over exact distributions in place of thrown dice. That both
//! agree is proven by enumeration: every sequence of dice through the resolver gives the same frequencies.

mod driven;
mod expected;
mod items;
mod joint;
mod repeated;
mod restored;
mod shapes;
mod shields;
mod swept;
mod target_state;
mod throws;
mod zones;

use super::blast_odds;
use crate::rules::check_prelude::*;

pub use driven::driven;
pub use expected::{ExpectedHit, expected_critical, expected_hit};
pub use repeated::{each_attack, together};
pub use restored::restored;
pub use shapes::{AttackOdds, ItemOdds, Landing};
pub use shields::{past_far_shields, past_shields};
pub use target_state::{TargetOdds, disables, target_odds};

use driven::by_value;
use throws::{AttackThrow, MISSED, thrown_as, throws, throws_blind, throws_inside, throws_swept};

/// Links of a critical chain that are followed; what comes after has a chance of one in millions.
pub const LINKS: u32 = 4;

/// Links that are followed of a chain of the book's.
fn links(facts: &Facts) -> u32 {
    facts.book.settings.check.chain_limit.map_or(LINKS, |most| most.min(LINKS))
}

/// An attack that is being made: its own check, and what its dice showed, once they have fallen.
type Made<'a> = (&'a Check, Option<&'a Reading>);

/// What an attack throws at its target, and the chance that an area attack strikes its square.
fn cast(
    facts: &Facts,
    spec: &AttackSpec<'_>,
    armament: &Armament<'_>,
    args: &Args,
    made: Option<Made<'_>>,
) -> Option<(Check, Dist<AttackThrow>, Option<Chance>)> {
    let by = facts.unit(spec.by)?;
    let dice = &facts.book.settings.check.dice;
    let fire = FireDef::of(spec.action);
    if fire.blind {
        let (check, thrown) = throws_blind(facts, spec, armament, args.square?)?;
        return Some((check, thrown, None));
    }
    if let Some(aim) = area::aim(facts, by, &by.place.area, spec.action, armament, args) {
        if fire.sweep.is_some() {
            let (check, thrown) = throws_swept(facts, spec, armament, &aim.ok()?)?;
            return Some((check, thrown, None));
        }
        let (check, thrown, strikes) = throws_inside(facts, spec, armament, &aim.ok()?, dice)?;
        return Some((check, thrown, Some(strikes)));
    }
    let check = if let Some((check, _)) = made { check.clone() } else { attack::check(facts, spec)? };
    let thrown = match made.and_then(|(_, reading)| reading) {
        Some(reading) => Dist::one(thrown_as(&check, reading)),
        None if fire.sure => Dist::one(AttackThrow { success: true, ..MISSED }),
        None => throws(&check, dice, links(facts)),
    };
    Some((check, thrown, None))
}

/// The odds of an attack, from one side's facts, on an area at the nearest square; none: no check can be built.
pub fn attack(facts: &Facts, spec: &AttackSpec<'_>) -> Option<AttackOdds> {
    attack_at(facts, spec, &Args { target: Some(spec.target), ..Args::default() })
}

/// The odds of an attack for one unit, an area's aim taken from an order's arguments.
pub fn attack_at(facts: &Facts, spec: &AttackSpec<'_>, args: &Args) -> Option<AttackOdds> {
    attack_as(facts, spec, args, None)
}

/// The odds of an attack being made, by its own check and its dice once fallen; what covers an area is thrown anew.
pub fn attack_made(
    facts: &Facts,
    spec: &AttackSpec<'_>,
    args: &Args,
    check: &Check,
    reading: Option<&Reading>,
) -> Option<AttackOdds> {
    attack_as(facts, spec, args, Some((check, reading)))
}

fn attack_as(
    facts: &Facts,
    spec: &AttackSpec<'_>,
    args: &Args,
    made: Option<Made<'_>>,
) -> Option<AttackOdds> {
    let (by, target) = (facts.unit(spec.by)?, facts.unit(spec.target)?);
    if spec.action.asks.contains(&Parameter::Company) {
        return joint::joint(facts, spec, args);
    }
    let armament = spec.armament(facts)?;
    let damage = AttackDamage::of(facts, spec.action, &armament);
    if let DamageSource::Blast(weapon, _) = damage.source {
        return explosive(facts, spec, (by, target), weapon, args);
    }
    if let Some(how) = zone_area::of(facts, spec.action, &armament) {
        return zones::zone(facts, spec, (by, target), &armament, how, args);
    }
    let (check, thrown, square) = cast(facts, spec, &armament, args, made)?;
    // What goes to an item, moves somebody or has effects in place of damage takes nothing from the target.
    let harmless = spec.action.harmless();
    let item = items::item_odds(facts, spec, (by, target), &damage, args.item, &thrown);
    let defended = facts.book.settings.attack.defence_roll.is_some();
    let bare = |throw: &AttackThrow| {
        let (landed, critical) = (throw.success, throw.success && throw.critical);
        Landing { landed, critical, ..Landing::MISSED }
    };
    let results = match damage.source {
        DamageSource::Portions(weapon) if harmless && defended => {
            // Its loss is none, but the target still defends itself (D-20, D-82).
            let results = by_portions(facts, spec, (by, target), weapon, &args.more, &thrown);
            results.map(|result| Landing { loss: 0, through: false, ..*result })
        }
        _ if harmless => thrown.map(bare),
        DamageSource::Nothing => thrown.map(bare),
        DamageSource::Portions(weapon) => by_portions(facts, spec, (by, target), weapon, &args.more, &thrown),
        DamageSource::Dice(weapon) => {
            by_dice(facts, spec, by, target, weapon, blow::load(facts, spec, weapon)?, &thrown)
        }
        DamageSource::Value | DamageSource::Blast(..) => {
            by_value(facts, spec, (by, target), &damage, &thrown)
        }
    };
    let mut odds = AttackOdds { square, item, ..AttackOdds::of(check, results) };
    // A blow that the item shrugs off has failed.
    if let Some(item) = &odds.item {
        odds.lands = item.damage.probability(|damage| *damage > 0);
    }
    // The check of an area is not that on whom it covers.
    if odds.item.is_some() || odds.square.is_some() {
        odds.hits = odds.lands;
    }
    Some(odds)
}

/// The odds of an explosive for one unit (C-103 to C-108).
fn explosive(
    facts: &Facts,
    spec: &AttackSpec<'_>,
    (by, target): (&UnitState, &UnitState),
    weapon: &WeaponDef,
    args: &Args,
) -> Option<AttackOdds> {
    let armament = Armament::Weapon(weapon);
    let from = by.place.area;
    let aim = area::aim(facts, by, &from, spec.action, &armament, args)?.ok()?;
    let range = area::range_of(facts, by, &from, &armament, &aim);
    let check = area::square_check(facts, spec, &aim, range)?;
    let results = blast_odds::landings(facts, (by, target), weapon, (&aim, range), &check)?;
    let square = Some(check.chance());
    let odds = AttackOdds::of(check, results);
    Some(AttackOdds { square, hits: odds.lands, ..odds })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Faces {
    sum: i32,
    lowest: i32,
    maximum: bool,
}

impl Faces {
    /// What they come to with so many degrees in place of the lowest, if that is more (S-43).
    fn lifted(self, degrees: i32) -> i32 {
        self.sum + (degrees - self.lowest).max(0)
    }
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
fn by_drawn<T>(thrown: &Dist<AttackThrow>, of: impl Fn(i32) -> T) -> BTreeMap<i32, T> {
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
    thrown: &Dist<AttackThrow>,
) -> Dist<Landing> {
    let steps = &facts.book.settings.attack.steps;
    let replaces = steps.contains(&AttackStep::ReplaceDie);
    let confirms = steps.contains(&AttackStep::Confirm);
    let shown = faces(&load.dice);
    let portion = blow::dice_portion(facts, by, weapon, load, 0, 0);
    let places: BTreeSet<Option<Key>> = thrown.iter().map(|(throw, ..)| throw.location).collect();
    let losses: BTreeMap<Option<Key>, Losses> = places
        .into_iter()
        .map(|location| {
            let portion = Portion { location, ..portion.clone() };
            (location, Losses::new(facts, target, &portion, 0))
        })
        .collect();
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
    let classes = thrown.map(|throw| {
        let AttackThrow { success, degrees, effect, critical, drawn, hits, swept, location, .. } = *throw;
        (success, degrees, effect, critical, drawn, (hits, swept), location)
    });
    classes.bind(|(success, degrees, effect, critical, drawn, (hits, swept), location)| {
        let Some(losses) = losses.get(location).filter(|_| *success) else {
            return Dist::one(Landing::MISSED);
        };
        let lifts = if replaces { *degrees } else { 0 };
        let bar = if replaces { swept::bar(*swept, *hits, &load.dice) } else { Dist::one(i32::MAX) };
        let flat = blow::flat_damage(facts, by, weapon, *effect);
        let strike = |sum: i32, critical: bool| {
            let loss = losses.of(blow::dice_amount(load, flat, sum), *effect, critical);
            Landing { landed: true, critical, loss: loss.total, through: loss.through > 0 }
        };
        let confirm = confirm.as_ref().and_then(|confirm| confirm.get(drawn));
        let hits = if *hits > 0 { *hits } else { fire::hits(spec.action, spec.rounds, *degrees) };
        if hits > 1 {
            return several(hits, (lifts, &bar), &shown, confirm, strike);
        }
        let amounts = shown.with(&bar, |faces, bar| {
            let lifts = if faces.lowest < *bar { lifts } else { 0 };
            (faces.lifted(lifts), confirms && faces.maximum)
        });
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

/// Several hits, each with dice and a confirmation; degrees stand in for the lowest die of all (S-43, S-45, S-47).
fn several(
    hits: i32,
    (degrees, bar): (i32, &Dist<i32>),
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
                    let lifted = strike(faces.lifted(degrees), critical);
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
    all.with(bar, |Volley { landing, lowest, more, through }, bar| match degrees > *lowest && lowest < bar {
        true => Landing { loss: landing.loss + more, through: landing.through || *through, ..*landing },
        false => *landing,
    })
}

/// More drive for a critical hit: that of precise weapons where they are in hand (D-36, D-37).
fn deepen(facts: &Facts, weapons: &[(u8, &WeaponDef)], portions: &mut [Portion]) {
    let (plain, precise) = facts.book.settings.attack.critical_drive;
    let deep = |place: u8| {
        let own = weapons.iter().find(|(known, _)| *known == place);
        own.is_some_and(|(_, weapon)| weapon.tagged("precise") && !weapon.is_ranged())
    };
    for portion in portions {
        portion.drive += if deep(portion.weapon) { precise } else { plain };
    }
}

/// Fixed damage of all weapons: shields, the target's own roll, drive (D-26), which a critical raises (D-36, D-37).
fn by_portions(
    facts: &Facts,
    spec: &AttackSpec<'_>,
    (by, target): (&UnitState, &UnitState),
    weapon: &WeaponDef,
    more: &[Key],
    thrown: &Dist<AttackThrow>,
) -> Dist<Landing> {
    let rule = &facts.book.settings.attack;
    let ranged = weapon.is_ranged();
    let weapons = shields::weapons(facts, spec, by, weapon, more);
    let (portions, paid) = shields::all_past_shields(facts, spec, (by, target), &weapons);
    let gone = !portions.is_empty() && portions.iter().all(|portion| portion.amount <= 0);
    let near = !ranged || facts.distance(by, target) <= attack::crit_range(facts, by, Some(weapon));
    let defence = match rule.defence_roll {
        Some((melee, shots)) if facts.can_defend(target) && !facts.unseen(by) => {
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
            deepen(facts, &weapons, &mut portions);
        }
        let blow = Blow { critical, ..Blow::default() };
        Landing::of(true, critical, &harm::pass(facts, target, portions, blow, paid.clone()))
    };
    let classes = thrown.map(|throw| (throw.success, throw.drawn));
    classes.bind(|(success, drawn)| {
        if !success || gone {
            return Dist::one(Landing::MISSED);
        }
        match defence.as_ref().and_then(|defence| defence.get(drawn)) {
            Some(defence) => {
                defence.map(|(evaded, critical)| if *evaded { Landing::MISSED } else { strike(*critical) })
            }
            None => Dist::one(strike(false)),
        }
    })
}
