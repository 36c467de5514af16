//! A table of a book's own data: every weapon of the book by every attack that it serves, made by a unit of the book's
//! scenarios that carries it on a foe of the same scenario, each row proven against every sequence of dice.
//!
//! What comes before and after the attack itself is left out of its action, so that no dice but its own are thrown: a
//! charge begins where it ends, an answer is given on one's own turn, nobody tests against pinning. Where the dice of a
//! row are more than can be gone through, the same row is proven with smaller ones, and with a number to roll against
//! that leaves both success and failure; weapon, armour, shields, action and everything else stay as the book has them.

use std::{collections::BTreeSet, sync::Arc};

use threat_range::{
    battle::{
        Battle,
        setup::Setup,
        standing::{AnswerDuration, Policy, Standing},
    },
    content::scenario::UnitEntry,
    dice::{Dice, DiceStream},
    grid::Square,
    key::Key,
    rules::{
        action::{ActionDef, Manoeuvre, Need, Parameter, Step, WeaponUse, Within},
        attack::AttackSpec,
        book::Rulebook,
        economy::Mode,
        facts::{Side, UnitId},
        fire::{self, FireDef},
        gear::WeaponDef,
        legal::{self, Act, Args, Occasion, Plan, Refusal},
        modifier::ModifierDef,
        odds::{self, AttackOdds},
    },
};

use super::{compare, entry, enumerate, large, library, shared, walk};

/// One weapon used in one way.
struct Row {
    action: Key,
    weapon: Key,
    /// How many hits or rounds are tried.
    amount: Option<i32>,
    /// It may score several hits.
    several: bool,
}

/// With which dice a row is proven.
#[derive(Clone, Copy, PartialEq, Eq)]
enum World {
    /// Those of the book.
    Written,
    /// Smaller ones.
    Small,
}

/// Who attacks and who is attacked.
type Pair<'u> = (&'u UnitEntry, &'u UnitEntry);

/// A row about to be done.
struct Staged {
    book: Arc<Rulebook>,
    battle: Battle,
    act: Act,
    plan: Plan,
}

fn percentile() -> &'static Rulebook {
    &library().books[&Key::new("structured")]
}

fn driven() -> &'static Rulebook {
    &library().books[&Key::new("drive")]
}

/// Whether an action attacks with a weapon.
fn strikes(def: &ActionDef) -> bool {
    def.steps.iter().any(|step| matches!(step, Step::Attack { .. }))
}

/// Every weapon of a book by every attack that it serves, with every number of hits that may be tried.
fn rows(book: &Rulebook) -> Vec<Row> {
    let mut rows = Vec::new();
    for def in book.actions.iter().filter(|def| strikes(def)) {
        let Some(uses) = def.weapon_use() else { continue };
        let serves = |weapon: &&Arc<WeaponDef>| weapon.is_used(uses) && fire::serves(def, weapon);
        for weapon in book.weapons.iter().filter(serves) {
            let fired = FireDef::of(def);
            let several = fired.hits || fired.sweep.is_some();
            let row = |amount| Row { action: def.id, weapon: weapon.id, amount, several };
            rows.extend(fire::amounts(def, weapon).into_iter().map(row));
        }
    }
    // Half of a weapon's energy may be too little for an area (D-29, D-83).
    let burst = book.settings.attack.burst.as_ref();
    let halved = |def: &ActionDef| def.share() < 100 && burst.is_some_and(|rule| rule.deliberate(def));
    rows.retain(|row| {
        !book.action(row.action).is_some_and(|def| halved(def))
            || laid_out(book, row, 0, World::Written).is_some()
    });
    rows
}

/// The units of a book's scenarios, each with its foes; none that is made of systems, where it is hit takes dice of its
/// own.
fn cast(book: &Rulebook) -> Vec<(&'static UnitEntry, Vec<&'static UnitEntry>)> {
    let plain = |unit: &&UnitEntry| {
        let def = unit.kind.and_then(|kind| book.unit(kind));
        def.is_some_and(|def| def.systems.is_none() && def.vehicle.is_none())
    };
    let mut cast = Vec::new();
    for scenario in library().scenarios.values().filter(|scenario| scenario.rulebook == book.id) {
        for side in &scenario.sides {
            let others = scenario.sides.iter().filter(|other| other.id != side.id);
            let foes: Vec<&UnitEntry> = others.flat_map(|other| &other.units).filter(plain).collect();
            cast.extend(side.units.iter().filter(plain).map(|unit| (unit, foes.clone())));
        }
    }
    cast
}

/// Whether a unit of a scenario carries a weapon.
fn carries(book: &Rulebook, unit: &UnitEntry, weapon: Key) -> bool {
    let of_kind = unit.kind.and_then(|kind| book.unit(kind)).is_some_and(|def| def.weapons.contains(&weapon));
    unit.weapons.as_ref().map_or(of_kind, |own| own.contains(&weapon))
}

/// The attack of an action by itself, on one's own turn.
fn alone(def: &ActionDef) -> ActionDef {
    let mut own = def.clone();
    own.on.clear();
    own.modes.clear();
    own.only = None;
    own.needs.retain(|need| matches!(need, Need::Weapon(..)));
    own.asks.retain(|asked| {
        matches!(
            asked,
            Parameter::Weapon(_)
                | Parameter::Target { .. }
                | Parameter::Burst { .. }
                | Parameter::Item { .. }
        )
    });
    for asked in &mut own.asks {
        if let Parameter::Target { within, .. } = asked
            && matches!(within, Within::ReachAfterPath | Within::Bound(_))
        {
            *within = Within::Reach;
        }
    }
    own.steps.retain(|step| matches!(step, Step::Attack { .. }));
    if let Some(Manoeuvre::Subdue { past }) = &mut own.manoeuvre {
        past.clear();
    }
    own
}

/// A weapon's dice, smaller.
fn fewer(dice: Dice, several: bool) -> Dice {
    let sides = if several || dice.sides() <= 5 { 2 } else { 3 };
    Dice::new(dice.count(), sides, 0, dice.bonus()).unwrap()
}

/// The book in which a row is proven.
fn book_of(book: &Rulebook, row: &Row, world: World) -> Rulebook {
    let mut own = book.clone();
    let action = alone(book.action(row.action).unwrap());
    own.actions.insert(action.id, Arc::new(action));
    let mut weapon = (**book.weapons.get(row.weapon).unwrap()).clone();
    // What it does besides to those of whom something got past armour (S-48).
    weapon.past.clear();
    // It is loaded.
    weapon.capacity = 0;
    let attack = &mut own.settings.attack;
    if world == World::Small {
        weapon.damage = weapon.damage.map(|dice| fewer(dice, row.several));
        match &mut own.settings.check.degrees {
            Some(degrees) => {
                degrees.every = 1;
                let dice = if row.several { "1d6" } else { "1d10" };
                own.settings.check.dice = dice.parse().unwrap();
            }
            None => {
                own.settings.check.dice = "2d4".parse().unwrap();
                attack.critical_by = Some(2);
                attack.injury_die = 4;
                let (melee, shot) = &mut attack.injuries;
                for table in [melee, shot] {
                    (1..).zip(table).for_each(|(face, line)| line.0 = face);
                }
            }
        }
        if row.several {
            // What a critical throws besides takes nothing from the target.
            attack.critical_table.clear();
        }
    }
    own.weapons.insert(weapon.id, Arc::new(weapon));
    own
}

/// The number to roll against with small dice.
fn wanted(book: &Rulebook, row: &Row) -> i32 {
    match (book.settings.check.degrees.is_some(), row.several) {
        (true, true) => 4,
        (true, false) => 6,
        (false, _) => 5,
    }
}

/// A unit of a scenario, put somewhere else with everything that concerns its own battle left out.
fn placed(unit: &UnitEntry, id: &str, x: i16, count: i32) -> UnitEntry {
    let mut own = unit.clone();
    own.id = Key::new(id);
    own.at = Some(Square::new(x, 1));
    own.initiative = Some(count);
    (own.facing, own.band, own.group) = (None, None, None);
    (own.riding, own.aboard, own.aware) = (None, None, None);
    own.bonds.clear();
    own.watches.clear();
    own.conditions.clear();
    own.until.clear();
    own
}

/// The row on an open field, so many squares apart; an error says why it is no legal order there.
fn stage(
    book: &Arc<Rulebook>,
    (own, foe): Pair<'_>,
    row: &Row,
    gap: i16,
    skill: Option<i32>,
) -> Result<(Battle, Act, Plan), Refusal> {
    let shared = Arc::new(large());
    let drive = book.settings.check.degrees.is_none();
    let mut one = placed(own, "one", 1, 20);
    one.weapons = Some(vec![row.weapon]);
    one.held = None;
    one.loaded.clear();
    one.stock.clear();
    let stats = |unit: &mut UnitEntry, known: &[(&str, i32)]| {
        unit.stats.extend(known.iter().map(|(stat, value)| (Key::new(stat), *value)));
    };
    if let Some(skill) = skill {
        stats(&mut one, &[("ws", skill), ("bs", skill)]);
    }
    let red = one.build(book, &shared, Side::new("red")).unwrap();
    let mut other = placed(foe, "other", red.area().last().x + gap, 10);
    if drive {
        stats(&mut other, &[("defence_melee", 4), ("defence_ranged", 5)]);
    }
    let blue = other.build(book, &shared, Side::new("blue")).unwrap();
    // Somebody out of reach, so that the fight goes on.
    let guard = entry("(id: \"guard\", at: (23, 9), initiative: 1)");
    let guard = guard.build(book, &shared, Side::new("blue")).unwrap();
    let mut setup = Setup::bare(book, shared, vec![red, blue, guard], DiceStream::seeded(1));
    setup.opening.plain = true;
    setup.opening.mid_round = true;
    setup.standing.extend(["red", "blue"].map(|side| Standing {
        side: Side::new(side),
        unit: None,
        moment: None,
        action: None,
        policy: Policy::Decline,
        lasts: AnswerDuration::Battle,
    }));
    let mut battle = Battle::new(setup);
    battle.advance();
    let area = book.weapons.get(row.weapon).is_some_and(|weapon| weapon.area.is_some());
    let target = UnitId::new("other");
    let square = battle.referees_knowledge().unit(target).filter(|_| area).map(|unit| unit.area().origin);
    let args = Args {
        target: square.is_none().then_some(target),
        square,
        weapon: Some(row.weapon),
        amount: row.amount,
        ..Args::default()
    };
    let act = Act { action: row.action, mode: Mode::Standard, args };
    let plan = legal::plan(&battle.referees_knowledge(), UnitId::new("one"), &act, &Occasion::default())?;
    Ok((battle, act, plan))
}

/// The odds of a row.
fn odds_of(battle: &Battle, act: &Act, plan: &Plan) -> AttackOdds {
    let spec = spec_of(plan);
    odds::attack_at(&battle.referees_knowledge(), &spec, &act.args).unwrap()
}

fn spec_of(plan: &Plan) -> AttackSpec<'_> {
    AttackSpec {
        weapon: plan.weapon,
        used: Some(0),
        rounds: plan.rounds,
        ..AttackSpec::new(UnitId::new("one"), UnitId::new("other"), &plan.def)
    }
}

/// The row with a number to roll against that leaves both success and failure.
fn level(
    book: &Arc<Rulebook>,
    pair: Pair<'_>,
    row: &Row,
    gap: i16,
    skill: Option<i32>,
) -> Result<Staged, Refusal> {
    let (battle, act, plan) = stage(book, pair, row, gap, skill)?;
    let shift = wanted(book, row) - odds_of(&battle, &act, &plan).check.read(0).number;
    let mut moved = (**book).clone();
    let skill = if FireDef::of(&plan.def).sweep.is_some() {
        // No bonus helps it (S-72).
        skill.map(|skill| skill + shift)
    } else {
        let checks = vec![Key::new("attack")];
        moved.settings.modifiers.push(ModifierDef { checks, ..ModifierDef::flat(shift, None) });
        skill
    };
    let book = Arc::new(moved);
    let (battle, act, plan) = stage(&book, pair, row, gap, skill)?;
    Ok(Staged { book, battle, act, plan })
}

/// Lays out a row with the first of those who carry the weapon, and of their foes, who may do it so. None if nobody may.
fn laid_out(book: &Rulebook, row: &Row, at: usize, world: World) -> Option<Staged> {
    let own = Arc::new(book_of(book, row, world));
    let mut cast = cast(book);
    // Weapons that nobody carries there are given to whoever comes first.
    cast.sort_by_key(|(unit, _)| !carries(book, unit, row.weapon));
    let weapon = book.weapons.get(row.weapon)?;
    let gaps: &[i16] = match (weapon.area.is_some(), weapon.uses) {
        (true, _) => &[13],
        (false, WeaponUse::Melee) => &[1, 2],
        _ => &[4, 2, 1],
    };
    let skill = book.settings.check.degrees.map(|_| 5);
    for (unit, foes) in cast {
        let first = at % foes.len().max(1);
        for foe in foes[first..].iter().chain(&foes[..first]) {
            for gap in gaps {
                let found = match world {
                    World::Small => level(&own, (unit, *foe), row, *gap, skill),
                    World::Written => stage(&own, (unit, *foe), row, *gap, None)
                        .map(|(battle, act, plan)| Staged { book: own.clone(), battle, act, plan }),
                };
                if let Ok(found) = found {
                    return Some(found);
                }
            }
        }
    }
    None
}

/// Every sequence of dice of a row against its odds.
fn prove(Staged { book, battle, act, plan }: &Staged, row: &Row, what: &str) {
    let expected = odds_of(battle, act, plan);
    let weapon = book.weapons.get(row.weapon).unwrap();
    let most = if row.several { 12 } else { 8 };
    // What goes off round one who evades is a blow of its own, and so is what each one in a zone suffers (D-91, D-95).
    if weapon.area.is_some() || !weapon.burst.is_empty() || weapon.tagged("can_aoe") {
        prove_landings(book, (battle, act), most, None, &expected, what);
    } else {
        enumerate(book, battle, act, most, (&spec_of(plan), &expected), what);
    }
}

/// The same of how it lands alone, with a choice.
fn prove_landings(
    book: &Arc<Rulebook>,
    (battle, act): (&Battle, &Act),
    most: u32,
    choice: Option<Key>,
    expected: &AttackOdds,
    what: &str,
) {
    let found = walk(book, battle, act, most, choice);
    let landings = found.dist.map(|(landing, _)| *landing);
    compare(&expected.results, &landings, found.truncated.as_f64(), what);
}

fn prove_row(book: &Rulebook, row: &Row, at: usize, world: World) -> Staged {
    let what = format!("{}: {} by {} ({:?})", book.id, row.weapon, row.action, row.amount);
    let staged = laid_out(book, row, at, world).unwrap_or_else(|| panic!("{what}: nobody may do it"));
    prove(&staged, row, &what);
    staged
}

/// The rows of a book whose number is taken.
fn prove_rows(book: &Rulebook, takes: impl Fn(usize) -> bool) {
    let (mut proven, mut open) = (0, 0);
    for (at, row) in rows(book).iter().enumerate().filter(|(at, _)| takes(*at)) {
        let Staged { battle, act, plan, .. } = prove_row(book, row, at, World::Small);
        let landed = odds_of(&battle, &act, &plan).results.probability(|landing| landing.landed).as_f64();
        proven += 1;
        open += usize::from(landed > 0.0 && landed < 1.0);
    }
    // Some shields let nothing through.
    assert!(open * 2 > proven, "{}: {open} of {proven} may land and may miss", book.id);
}

/// With the book's own dice: each weapon of one damage die once, and each attack of one hit once.
fn prove_as_written(book: &Rulebook, takes: impl Fn(usize) -> bool) {
    let (mut weapons, mut actions) = (BTreeSet::new(), BTreeSet::new());
    let rows = rows(book);
    let one_die = |row: &&Row| {
        let dice = book.weapons.get(row.weapon).and_then(|weapon| weapon.damage);
        !row.several && dice.is_some_and(|dice| dice.count() == 1)
    };
    let chosen = rows.iter().filter(one_die).filter(|row| {
        let (new_weapon, new_action) = (weapons.insert(row.weapon), actions.insert(row.action));
        new_weapon || new_action
    });
    let chosen: Vec<&Row> = chosen.collect();
    assert!(chosen.len() > 30, "{}", chosen.len());
    for (at, row) in chosen.into_iter().enumerate().filter(|(at, _)| takes(*at)) {
        prove_row(book, row, at, World::Written);
    }
}

/// Which shields a weapon of two portions meets, and what its bearer chooses after a critical (D-35 to D-37).
fn portions(book: &Rulebook) -> Vec<(Key, String, Option<Key>)> {
    let shields = ["Low", "Medium", "High", "Kinetic"];
    let points = [9, 40];
    let choices =
        ["drive", "drive:10", "left_arm", "right_arm", "left_leg", "right_leg", "core", "perception"];
    let mut found = Vec::new();
    for weapon in book.weapons.iter().filter(|weapon| weapon.portions.len() >= 2) {
        let shield = |precision: &str, points: i32| {
            format!("shields: [(id: \"s\", precision: {precision}, points: {points})]")
        };
        for precision in shields {
            found.extend(points.map(|points| (weapon.id, shield(precision, points), None)));
        }
        for choice in choices {
            // Of more drive than others' only a precise weapon may want less (D-37).
            if choice != "drive:10" || weapon.tagged("precise") {
                found.push((weapon.id, shield("Medium", 9), Some(Key::new(choice))));
            }
        }
    }
    found
}

/// Weapons of two portions through shields of each precision, and with each choice that a critical gives; those whose
/// number is taken.
fn prove_portions(takes: impl Fn(usize) -> bool) {
    let written = driven();
    let all = portions(written);
    assert!(all.len() > 150, "{}", all.len());
    for (at, (weapon, shield, choice)) in all.into_iter().enumerate() {
        if !takes(at) {
            continue;
        }
        let def = written.weapons.get(weapon).unwrap();
        let melee = def.uses == WeaponUse::Melee;
        let action = Key::new(if melee { "melee_attack" } else { "ranged_attack" });
        let row = Row { action, weapon, amount: None, several: false };
        let book = Arc::new(book_of(written, &row, World::Small));
        let own = entry("(id: \"one\", stats: {\"offence_melee\": 6, \"offence_ranged\": 5})");
        let foe = entry(&format!("(id: \"other\", items: [\"mail_coat\"], {shield})"));
        let gap = if melee { 1 } else { 4 };
        let staged =
            level(&book, (&own, &foe), &row, gap, None).unwrap_or_else(|why| panic!("{weapon}: {why:?}"));
        let what = format!("{weapon} on {shield}, {choice:?}");
        let Some(choice) = choice.filter(|choice| *choice != "drive") else {
            prove(&staged, &row, &what);
            continue;
        };
        // Odds are told of the first choice. Whoever takes an injury instead has no more drive, and a precise weapon may
        // be content with what others gain.
        let Staged { book, battle, act, plan } = &staged;
        let mut without = (**book).clone();
        let (plain, _) = without.settings.attack.critical_drive;
        let drive = if choice == "drive:10" { plain } else { 0 };
        without.settings.attack.critical_drive = (drive, drive);
        let mut facts = (*battle.referees_knowledge()).clone();
        facts.book = Arc::new(without);
        let expected = odds::attack_at(&facts, &spec_of(plan), &act.args).unwrap();
        prove_landings(book, (battle, act), 8, Some(choice), &expected, &what);
    }
}

#[test]
fn every_weapon_and_every_attack_of_both_books_has_a_row_that_can_be_done() {
    for book in [percentile(), driven()] {
        let rows = rows(book);
        for def in book.actions.iter().filter(|def| strikes(def)) {
            assert!(rows.iter().any(|row| row.action == def.id), "{}: nothing serves {}", book.id, def.id);
        }
        for weapon in book.weapons.iter() {
            assert!(rows.iter().any(|row| row.weapon == weapon.id), "{}: {} is not used", book.id, weapon.id);
        }
        let cannot = rows.iter().enumerate().filter(|(at, row)| {
            // Those of one action and weapon differ in nothing but a number.
            let first = rows.iter().position(|own| (own.action, own.weapon) == (row.action, row.weapon));
            first == Some(*at) && laid_out(book, row, *at, World::Written).is_none()
        });
        let cannot: Vec<String> =
            cannot.map(|(_, row)| format!("{} by {}", row.weapon, row.action)).collect();
        assert!(cannot.is_empty(), "{}: nobody may do\n{}", book.id, cannot.join("\n"));
    }
}

/// Every so many-eth row; the deep tests take them all.
fn sample(every: usize) -> impl Fn(usize) -> bool {
    move |at| at.is_multiple_of(every)
}

#[test]
fn attacks_of_structured_time() {
    prove_rows(percentile(), sample(17));
}

#[test]
fn attacks_of_damage_and_drive() {
    prove_rows(driven(), sample(11));
}

#[test]
fn two_portions_shields_and_critical_choices() {
    prove_portions(sample(19));
}

#[test]
#[ignore = "deep: every weapon by every attack of structured time"]
fn all_attacks_of_structured_time() {
    prove_rows(percentile(), shared());
}

#[test]
#[ignore = "deep: every weapon and every attack of structured time with the book's own dice"]
fn attacks_of_structured_time_as_written() {
    prove_as_written(percentile(), shared());
}

#[test]
#[ignore = "deep: every weapon by every attack of damage and drive"]
fn all_attacks_of_damage_and_drive() {
    prove_rows(driven(), shared());
}

#[test]
#[ignore = "deep: two portions through each shield, with each critical choice"]
fn all_two_portions_shields_and_critical_choices() {
    prove_portions(shared());
}
