//! Odds are proven by enumeration: every sequence of dice through the resolver gives the same frequencies, for every
//! shipped rulebook, over random states: a few of each book, and in the deep tests all of them. Every weapon by every
//! attack of the books whose damage has most steps: `odds/table.rs`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]

mod common;
#[path = "odds/table.rs"]
mod table;

use std::{collections::BTreeMap, sync::Arc};

use common::{library, share::Share, whim::Whim};
use threat_range::{
    battle::{
        Battle,
        chronicle::{Event, Outcome},
        command::Command,
        prompt::Ask,
        setup::Setup,
        snapshot::Snapshot,
        standing::{Policy, Standing},
    },
    content::scenario::UnitEntry,
    dice::{Dice, DiceStream, Enumeration, Enumerator, Luck},
    grid::{Map, MapData, Square, Terrain},
    key::Key,
    rules::{
        attack::{self, AttackSpec, AttackStep, Precomputed},
        blow,
        book::Rulebook,
        condition::Hook,
        cuts::Losses,
        economy::Mode,
        effects::EffectDef,
        facts::{Facts, Side, UnitId, UnitState},
        fire, harm,
        legal::{self, Act, Args, Occasion},
        odds::{self, AttackOdds, Landing},
    },
};

fn entry(text: &str) -> UnitEntry {
    ron::Options::default()
        .with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME)
        .from_str(text)
        .unwrap()
}

/// Two units of the book some squares apart, one about to act.
fn duel(book: &Arc<Rulebook>, stats: &str, luck: Luck, whim: &mut Whim) -> Battle {
    let map = Map::new(MapData::plain(28, 8, Terrain::plain(Key::new("ground")))).unwrap();
    let shared = Arc::new(map.clone());
    // What breaks by systems takes dice for the places that are hit: more than can be gone through.
    let kinds: Vec<Key> = book
        .units
        .iter()
        .filter(|def| def.systems.is_none() && def.vehicle.is_none())
        .map(|def| def.id)
        .collect();
    let mut units = Vec::new();
    let gap = [1, 1, 2, 4, 7][whim.below(5)];
    let mut x = 1;
    for (name, side, count) in [("one", "red", 20), ("other", "blue", 10)] {
        let kind = *whim.pick(&kinds).unwrap();
        let moved = whim.below(12);
        let used = whim.below(5);
        let text = format!(
            "(id: \"{name}\", kind: \"{kind}\", at: ({x}, 1), initiative: {count}, moved: {moved}, used: {used}, stats: {{{stats}}})"
        );
        let mut unit = entry(&text).build(book, &shared, Side::new(side)).unwrap();
        // Some are hurt already, so that blows disable and kill.
        if name == "other" {
            let hurt = [0, 25, 50, 75][whim.below(4)];
            for track in unit.tracks.0.iter_mut().filter(|track| track.max > 4 && track.now == track.max) {
                track.now -= track.max * hurt / 100;
            }
        }
        x = usize::try_from(unit.area().last().x).unwrap() + gap;
        units.push(unit);
    }
    let mut setup = Setup::bare(book, Arc::new(map), units, DiceStream::seeded(1));
    setup.opening.plain = true;
    setup.opening.mid_round = true;
    for side in ["red", "blue"] {
        setup.standing.push(Standing {
            side: Side::new(side),
            unit: None,
            moment: None,
            action: None,
            policy: Policy::Decline,
            lasts: threat_range::battle::standing::AnswerDuration::Battle,
        });
    }
    setup.luck = luck;
    let mut battle = Battle::new(setup);
    battle.advance();
    thinned(battle, whim)
}

/// The same battle, of each side's deck a few cards left: what has been drawn weighs most then.
fn thinned(battle: Battle, whim: &mut Whim) -> Battle {
    let mut snapshot = battle.snapshot();
    if snapshot.decks.fair() {
        return battle;
    }
    let dice = battle.book().settings.check.dice;
    for side in ["red", "blue"] {
        let mut hand = snapshot.decks.hand(Side::new(side), dice).unwrap();
        let keep = 2 + whim.below(5);
        while usize::from(hand.deck.count()) > keep {
            let totals: Vec<i32> = hand.deck.totals().iter().map(|(total, ..)| *total).collect();
            hand = hand.after(*whim.pick(&totals).unwrap());
        }
        snapshot.decks.put(hand);
    }
    Battle::restore(snapshot, &battle.book()).unwrap()
}

/// Where among events the target was struck: the first blow at it, or the last where several fired at once.
fn struck(events: &[Event]) -> Option<usize> {
    let (one, other) = (UnitId::new("one"), UnitId::new("other"));
    let by = |event: &Event| match &event.outcome {
        Outcome::Struck { by, target, .. } if *target == other => Some(*by),
        _ => None,
    };
    match events.iter().filter_map(by).all(|by| by == one) {
        true => events.iter().position(|event| by(event).is_some()),
        false => events.iter().rposition(|event| by(event).is_some()),
    }
}

/// What an attack came to, from the chronicle.
fn landing(battle: &Battle, mark: usize) -> Landing {
    let events = battle.chronicle().since(mark);
    if let Some(Outcome::Struck { landed, critical, trace, .. }) =
        struck(events).and_then(|at| events.get(at)).map(|event| &event.outcome)
    {
        return Landing::of(*landed, *critical && *landed, trace);
    }
    let area = |event: &Event| matches!(event.outcome, Outcome::Area { .. });
    assert!(events.iter().any(area), "no blow was struck");
    Landing::MISSED
}

/// Answers everything until the turn goes on: with this choice where it is offered, else with the first.
fn answer(battle: &mut Battle, choice: Option<Key>) {
    while let Some(prompt) = battle.prompt() {
        let unit = prompt.unit;
        let command = match &prompt.ask {
            Ask::Choice { options, .. } => {
                let wanted = options.iter().find(|option| Some(option.id) == choice);
                Command::Choose { unit, option: wanted.unwrap_or(&options[0]).id }
            }
            Ask::Turn { .. } => return,
            _ => Command::Decline { unit },
        };
        battle.submit(command).unwrap();
    }
}

/// States in each test that is not deep.
const FEW: usize = 3;

/// Every state, or every attack: none is left to another share.
fn all(_: usize) -> bool {
    true
}

/// Those that this run's share takes.
fn shared() -> impl Fn(usize) -> bool {
    let share = Share::of_this_run();
    move |at| share.takes(at)
}

/// Proves the odds of a book in so many random states, or in those of them whose number is taken.
fn prove(id: &str, states: usize, takes: impl Fn(usize) -> bool) {
    prove_with(&library().books[&Key::new(id)], "", Luck::Fair, states, takes);
}

fn prove_with(book: &Arc<Rulebook>, stats: &str, luck: Luck, states: usize, takes: impl Fn(usize) -> bool) {
    let mut whim = Whim::new(41);
    let mut proven = 0;
    for _ in 0..300 {
        if proven >= states {
            break;
        }
        let battle = duel(book, stats, luck, &mut whim);
        let facts = battle.referees_knowledge();
        let (one, other) = (UnitId::new("one"), UnitId::new("other"));
        let attacks: Vec<_> = book
            .actions
            .iter()
            .filter(|def| def.attacks() && def.path().is_none() && !def.is_reaction())
            .cloned()
            .collect();
        let def = whim.pick(&attacks).unwrap().clone();
        let own = facts.unit(one).unwrap();
        let spells: Vec<Key> = own.slots.0.iter().map(|slot| slot.spell).collect();
        let spell = if def.weapon_use().is_none() { whim.pick(&spells).copied() } else { None };
        let weapon = legal::default_weapon(&facts, own, &def);
        let known = weapon.and_then(|id| facts.weapon(own, id)).map(|(_, weapon)| weapon.clone());
        let bursts = known.as_ref().map_or_else(|| vec![None], |weapon| fire::amounts(&def, weapon));
        let amount = whim.pick(&bursts).copied().flatten();
        let args = Args { target: Some(other), spell, amount, ..Args::default() };
        let act = Act { action: def.id, mode: Mode::Standard, args };
        let Ok(plan) = legal::plan(&facts, one, &act, &Occasion::default()) else { continue };
        // Areas have a proof of their own below: where they scatter takes many dice.
        if plan.area.is_some() {
            continue;
        }
        let mut act = act;
        act.args.weapon = plan.weapon;
        // The resolver pays first: odds are asked for the state in which the dice are thrown.
        let mut paid = (*facts).clone();
        if let Some(unit) = paid.unit_mut(one) {
            for (track, amount) in &plan.price {
                if let Some(own) = unit.tracks.0.iter_mut().find(|own| own.id == *track) {
                    own.now -= amount;
                }
            }
        }
        let spec = AttackSpec {
            weapon: plan.weapon,
            spell,
            used: Some(own.usage.points),
            rounds: plan.rounds,
            ..AttackSpec::new(one, other, &def)
        };
        // More dice than can be gone through, once for each of the attack's: two of six sides are the most.
        let load = known.as_ref().and_then(|weapon| blow::load(&paid, &spec, weapon));
        // Several hits have a proof of their own below.
        let several = fire::FireDef::of(&def).hits;
        let throws = |dice: Dice| u64::from(dice.sides()).saturating_pow(dice.count().into());
        if several || load.is_some_and(|load| throws(load.dice) > 36) {
            continue;
        }
        // Each share finds the same states, and proves its own.
        proven += 1;
        if !takes(proven - 1) {
            continue;
        }
        let expected = odds::attack(&paid, &spec).unwrap();
        let what = format!("{}: {}", book.id, def.id);
        enumerate(
            book,
            &battle,
            &act,
            u32::from(book.settings.check.dice.count()) * 3 + 4,
            (&spec, &expected),
            &what,
        );
    }
    assert!(proven >= states, "only {proven} attacks of {} could be tried", book.id);
}

/// What the resolver makes of every sequence of dice: how the blow landed, and what it left its target as. Whoever is
/// asked takes this choice where it is offered.
fn walk(
    book: &Arc<Rulebook>,
    battle: &Battle,
    act: &Act,
    most_dice: u32,
    choice: Option<Key>,
) -> Enumeration<(Landing, Vec<Key>)> {
    let one = UnitId::new("one");
    let facts = battle.referees_knowledge();
    let target = facts.unit(UnitId::new("other")).unwrap();
    let had: Vec<Key> = target.conditions.0.iter().map(|own| own.id).collect();
    let def = book.action(act.action).unwrap();
    // What an item takes, or what comes in place of damage, is no loss of the target's, and no matter whether confirmed.
    let instead = def.harmless();
    let confirms = book.settings.attack.steps.contains(&AttackStep::Confirm);
    let snapshot: Snapshot = battle.snapshot();
    let mark = battle.chronicle().events.len();
    let enumerated = Enumerator::new(most_dice).dist(|stream| {
        let mut again = Battle::restore(snapshot.clone(), book).unwrap();
        again.set_dice(stream.clone());
        again.submit(Command::act(one, act.clone())).unwrap();
        answer(&mut again, choice);
        *stream = again.dice().clone();
        match again.fault() {
            // A chain longer than the dice allowed: counted as truncated.
            Some(threat_range::battle::Fault::Dice(_)) => {
                return (Landing { loss: -1, ..Landing::MISSED }, Vec::new());
            }
            Some(fault) => panic!("{fault}"),
            None => {}
        }
        let mut landing = landing(&again, mark);
        if instead {
            (landing.loss, landing.through) = (0, false);
            landing.critical &= !confirms;
        }
        (landing, left_as(&again, mark, &had))
    });
    enumerated.unwrap()
}

/// Every sequence of dice through the resolver, against the odds.
fn enumerate(
    book: &Arc<Rulebook>,
    battle: &Battle,
    act: &Act,
    most_dice: u32,
    (spec, expected): (&AttackSpec<'_>, &AttackOdds),
    what: &str,
) {
    let enumerated = walk(book, battle, act, most_dice, None);
    let truncated = enumerated.truncated.as_f64();
    compare(&expected.results, &enumerated.dist.map(|(landing, _)| *landing), truncated, what);
    // What becomes of the target: no more than the dice give, and no less.
    let Some(target_odds) = odds::target_odds(&battle.referees_knowledge(), spec, expected) else { return };
    let slack = truncated + 1e-4;
    let each: BTreeMap<Key, f64> =
        target_odds.each.iter().map(|(id, chance)| (*id, chance.as_f64())).collect();
    // Only what comes with a loss: a trip's or a gash's own doing is told elsewhere.
    let settings = &book.settings;
    let mut by_loss: Vec<Key> = settings.states.iter().map(|state| state.condition).collect();
    by_loss.extend(settings.harm.hurt.into_iter().chain(settings.harm.critical_condition));
    by_loss.extend(settings.attack.critical_table.iter().map(|(_, condition, _)| *condition));
    // And what these turn into at once.
    let defs: Vec<_> = by_loss.iter().filter_map(|id| book.condition(*id)).collect();
    let gained = defs.iter().flat_map(|def| &def.on).filter(|own| own.at == Hook::Gained);
    let turned: Vec<Key> = gained
        .flat_map(|own| &own.effects)
        .filter_map(|effect| match effect {
            EffectDef::Gain { condition, .. } => Some(*condition),
            _ => None,
        })
        .collect();
    by_loss.extend(turned);
    let mut found: BTreeMap<Key, f64> = BTreeMap::new();
    for ((_, conditions), num, den) in enumerated.dist.iter() {
        conditions.iter().for_each(|id| *found.entry(*id).or_default() += num as f64 / den as f64);
    }
    found.retain(|id, _| by_loss.contains(id));
    assert!(each.keys().all(|id| by_loss.contains(id)), "{what}: {each:?}");
    for id in each.keys().chain(found.keys()) {
        let (told, real) = (each.get(id).copied().unwrap_or(0.0), found.get(id).copied().unwrap_or(0.0));
        assert!((told - real).abs() <= slack, "{what}: {id} has odds {told}, dice give {real}");
    }
    let dead = |id: &Key| book.condition(*id).is_some_and(|def| def.dead);
    let killed = enumerated.dist.probability(|(_, conditions)| conditions.iter().any(dead));
    assert!(
        (target_odds.killed.as_f64() - killed.as_f64()).abs() <= slack,
        "{what}: {target_odds:?}, killed {killed:?}"
    );
    assert!(target_odds.killed.as_f64() <= target_odds.disabled.as_f64() + 1e-9, "{what}: {target_odds:?}");
}

/// The conditions that the blow itself brought the target, before anybody throws for anything else.
fn left_as(battle: &Battle, mark: usize, had: &[Key]) -> Vec<Key> {
    let other = UnitId::new("other");
    let events = battle.chronicle().since(mark);
    let Some(from) = struck(events) else { return Vec::new() };
    let mut left: Vec<Key> = Vec::new();
    for event in &events[from..] {
        match &event.outcome {
            Outcome::Rolled { .. } | Outcome::TurnEnded { .. } => break,
            Outcome::Condition { unit, condition, from: 0, to } if *unit == other && *to > 0 => {
                left.push(*condition);
            }
            Outcome::Condition { unit, condition, to: 0, .. } if *unit == other => {
                left.retain(|own| own != condition);
            }
            _ => {}
        }
    }
    left.retain(|own| !had.contains(own));
    left.sort();
    left
}

/// The odds of area attacks, the way they scatter included: a flask, a breath, a giant's club, a
/// spell, each on a small board with a wall; those of them whose number is taken.
fn prove_areas(takes: impl Fn(usize) -> bool) {
    let book = &library().books[&Key::new("arrgs")];
    let mut data = MapData::plain(12, 9, Terrain::plain(Key::new("ground")));
    data.terrains.push(Terrain::wall(Key::new("wall")));
    data.objects = vec![(Square::new(8, 3), 1), (Square::new(8, 4), 1)];
    let map = Map::new(data).unwrap();
    let attacks = [
        ("attack_ranged", "stats: {\"missile_weaponry\": 2}, weapons: [\"fire_flask\"]", (6, 4)),
        ("attack_ranged", "stats: {\"body\": 1}, weapons: [\"fire_breath\"]", (7, 5)),
        ("attack_melee", "size: \"gargantuan\", weapons: [\"tree_club\"]", (7, 2)),
        ("attack_spell", "stats: {\"arcane\": 2}, spells: [\"fireball\"]", (6, 3)),
    ];
    for (_, (action, sheet, (x, y))) in attacks.into_iter().enumerate().filter(|(at, _)| takes(*at)) {
        let one = format!("(id: \"one\", at: (3, 4), initiative: 20, {sheet})");
        let other = "(id: \"other\", at: (6, 4), initiative: 10, stats: {\"agility\": 1}, max: {\"vitality\": 200}, vulnerabilities: [\"fire\"])";
        // The flask is thrown by a deck: a second throw after a miss draws from what the first has left (T-13).
        let luck = if action == "attack_ranged" { Luck::Deck } else { Luck::Fair };
        let battle = fight(book, &map, luck, &[(one.as_str(), "red"), (other, "blue")]);
        let battle = thinned(battle, &mut Whim::new(6));
        let spell = (action == "attack_spell").then(|| Key::new("fireball"));
        let square = Some(Square::new(x, y));
        let args = Args { square, spell, ..Args::default() };
        let act = Act { action: Key::new(action), mode: Mode::Standard, args };
        let facts = battle.referees_knowledge();
        let plan = legal::plan(&facts, UnitId::new("one"), &act, &Occasion::default()).unwrap();
        let spec = AttackSpec {
            weapon: plan.weapon,
            spell,
            used: Some(0),
            ..AttackSpec::new(UnitId::new("one"), UnitId::new("other"), &plan.def)
        };
        let expected = odds::attack_at(&facts, &spec, &act.args).unwrap();
        assert!(expected.square.is_some());
        enumerate(book, &battle, &act, 6, (&spec, &expected), action);
    }
}

fn compare(
    expected: &threat_range::dice::Dist<Landing>,
    found: &threat_range::dice::Dist<Landing>,
    truncated: f64,
    what: &str,
) {
    let collect = |dist: &threat_range::dice::Dist<Landing>| -> BTreeMap<Landing, f64> {
        dist.iter().map(|(landing, num, den)| (*landing, num as f64 / den as f64)).collect()
    };
    let (expected, found) = (collect(expected), collect(found));
    // Chains are cut at different links: only what is rarer than that may differ.
    let slack = truncated + 1e-4;
    for (landing, chance) in &expected {
        let other = found.get(landing).copied().unwrap_or(0.0);
        assert!(
            (chance - other).abs() <= slack,
            "{what}: {landing:?} has odds {chance}, dice give {other}\nodds: {expected:?}\ndice: {found:?}"
        );
    }
    for (landing, chance) in &found {
        assert!(
            expected.contains_key(landing) || *chance <= slack,
            "{what}: {landing:?} has no odds, dice give {chance}"
        );
    }
}

/// Two rolls of 2d20 and a die for the injury are three million sequences: the same book is proven with smaller dice.
fn prove_drive(states: usize, takes: impl Fn(usize) -> bool) {
    prove_with(&small_drive(), SMALL_STATS, Luck::Fair, states, takes);
}

/// Target numbers for dice so small.
const SMALL_STATS: &str =
    "\"offence_melee\": 6, \"offence_ranged\": 5, \"defence_melee\": 4, \"defence_ranged\": 5";

/// Drive with dice so small that an attack of two weapons can be gone through.
fn small_drive() -> Arc<Rulebook> {
    let mut book = (*library().books[&Key::new("drive")]).clone();
    book.settings.check.dice = "2d4".parse::<Dice>().unwrap();
    book.settings.attack.critical_by = Some(2);
    Arc::new(book)
}

/// Two weapons of one attack, each through shields and armour for itself, with precise ones among them (D-26, D-37). The
/// pairs are numbered.
fn prove_drive_of_two(takes: impl Fn(usize) -> bool) {
    let book = small_drive();
    let pairs = [
        (
            "ranged_attack",
            4,
            ["frost_ray", "frost_ray"],
            "shields: [(id: \"m\", precision: Medium, points: 30)]",
        ),
        (
            "ranged_attack",
            4,
            ["pistol", "frost_ray"],
            "items: [\"mail_coat\"], shields: [(id: \"m\", precision: Medium, points: 9, pool: \"p\"), (id: \"h\", precision: High, points: 15, pool: \"p\")]",
        ),
        ("melee_attack", 1, ["dagger", "club"], "items: [\"mail_coat\"]"),
        ("melee_attack", 1, ["club", "dagger"], "items: [\"mail_coat\"]"),
    ];
    for (n, (action, gap, weapons, target)) in pairs.into_iter().enumerate() {
        if !takes(n) {
            continue;
        }
        let stats = SMALL_STATS;
        let [first, second] = weapons;
        let own = format!(
            "(id: \"one\", at: (1, 1), initiative: 20, stats: {{{stats}}}, weapons: [\"{first}\", \"{second}\"])"
        );
        let x = 1 + gap;
        let other = format!("(id: \"other\", at: ({x}, 1), initiative: 10, stats: {{{stats}}}, {target})");
        let battle = fight(&book, &large(), Luck::Fair, &[(&own, "red"), (&other, "blue")]);
        let (one, other) = (UnitId::new("one"), UnitId::new("other"));
        let further = if first == second { format!("{second}_2") } else { second.to_owned() };
        let args = Args {
            target: Some(other),
            weapon: Some(Key::new(first)),
            more: vec![Key::new(&further)],
            ..Args::default()
        };
        let act = Act { action: Key::new(action), mode: Mode::Standard, args };
        let facts = battle.referees_knowledge();
        let plan = legal::plan(&facts, one, &act, &Occasion::default()).unwrap();
        let spec =
            AttackSpec { weapon: plan.weapon, used: Some(0), ..AttackSpec::new(one, other, &plan.def) };
        let expected = odds::attack_at(&facts, &spec, &act.args).unwrap();
        assert!(expected.loss.iter().len() > 1, "{:?}", expected.loss);
        enumerate(&book, &battle, &act, 10, (&spec, &expected), &format!("{first} and {second}"));
    }
}

/// The odds of dice that are drawn from a deck, whatever is left of it (T-13), for every shipped rulebook. The states
/// of all books are numbered in one row.
fn prove_decks(states: usize, takes: impl Fn(usize) -> bool) {
    for (n, book) in library().books.values().enumerate() {
        prove_with(book, "", Luck::Deck, states, |at| takes(n * states + at));
    }
}

/// An open field.
fn large() -> Map {
    Map::new(MapData::plain(24, 10, Terrain::plain(Key::new("ground")))).unwrap()
}

/// A battle of these units, each with its side, in the midst of a round: the first is about to act.
fn fight(book: &Arc<Rulebook>, map: &Map, luck: Luck, units: &[(&str, &str)]) -> Battle {
    let shared = Arc::new(map.clone());
    let built = units.iter().map(|(text, side)| entry(text).build(book, &shared, Side::new(side)).unwrap());
    let mut setup = Setup::bare(book, shared.clone(), built.collect(), DiceStream::seeded(1));
    setup.opening.plain = true;
    setup.opening.mid_round = true;
    setup.luck = luck;
    let mut battle = Battle::new(setup);
    battle.advance();
    battle
}

/// A joint attack of two on a ship, with these dice of their guns, small enough to be gone through (C-178).
fn prove_joint_attack(siege_gun: &str, field_gun: &str) {
    let mut book = (*library().books[&Key::new("cepheus")]).clone();
    for (gun, damage) in [("siege_gun", siege_gun), ("field_gun", field_gun)] {
        let mut def = (**book.weapons.get(Key::new(gun)).unwrap()).clone();
        def.damage = Some(damage.parse::<Dice>().unwrap());
        book.weapons.insert(def.id, Arc::new(def));
    }
    // Where a ship is hit takes dice of its own, which have nothing to do with the loss.
    let mut ship = (**book.units.get(Key::new("ships_boat")).unwrap()).clone();
    ship.systems = None;
    book.units.insert(ship.id, Arc::new(ship));
    let book = Arc::new(book);
    let mut battle = fight(
        &book,
        &large(),
        Luck::Fair,
        &[
            (
                "(id: \"second\", at: (0, 2), initiative: 30, stats: {\"heavy_weapons\": 0}, weapons: [\"field_gun\"])",
                "red",
            ),
            (
                "(id: \"one\", at: (0, 6), initiative: 20, stats: {\"heavy_weapons\": 1}, weapons: [\"siege_gun\"])",
                "red",
            ),
            ("(id: \"other\", kind: \"ships_boat\", at: (19, 1), initiative: 5)", "blue"),
            ("(id: \"guard\", at: (23, 9), initiative: 1)", "blue"),
        ],
    );
    let (one, second, other) = (UnitId::new("one"), UnitId::new("second"), UnitId::new("other"));
    battle.submit(Command::Delay { unit: second, until: None }).unwrap();
    let args = Args { target: Some(other), ..Args::default() };
    let act = Act { action: Key::new("fire_together"), mode: Mode::Standard, args };
    let facts = battle.referees_knowledge();
    let plan = legal::plan(&facts, one, &act, &Occasion::default()).unwrap();
    let spec = AttackSpec { weapon: plan.weapon, used: Some(0), ..AttackSpec::new(one, other, &plan.def) };
    let expected = odds::attack_at(&facts, &spec, &act.args).unwrap();
    assert!(expected.loss.iter().len() > 2, "{:?}", expected.loss);
    enumerate(&book, &battle, &act, 8, (&spec, &expected), "fire_together");
}

/// A gunner and one to shoot at, with somebody out of reach so that the fight goes on.
fn at_gunpoint(book: Rulebook, gunner_stats: &str, other: &str) -> (Arc<Rulebook>, Battle) {
    let book = Arc::new(book);
    let gunner = format!(
        "(id: \"one\", at: (2, 1), initiative: 20, stats: {{{gunner_stats}}}, weapons: [\"assault_rifle\"])"
    );
    let other = format!("(id: \"other\", at: (9, 1), initiative: 5, {other})");
    let guard = "(id: \"guard\", at: (23, 9), initiative: 1)";
    let units = [(gunner.as_str(), "red"), (other.as_str(), "blue"), (guard, "blue")];
    let battle = fight(&book, &large(), Luck::Fair, &units);
    (book, battle)
}

/// The odds of one action of the gunner's against every sequence of its dice.
fn prove_shots(book: &Arc<Rulebook>, battle: &Battle, action: &str, amount: Option<i32>) {
    let (one, other) = (UnitId::new("one"), UnitId::new("other"));
    let args = Args { target: Some(other), amount, ..Args::default() };
    let act = Act { action: Key::new(action), mode: Mode::Standard, args };
    let facts = battle.referees_knowledge();
    let plan = legal::plan(&facts, one, &act, &Occasion::default()).unwrap();
    let spec = AttackSpec {
        weapon: plan.weapon,
        used: Some(0),
        rounds: plan.rounds,
        ..AttackSpec::new(one, other, &plan.def)
    };
    let expected = odds::attack_at(&facts, &spec, &act.args).unwrap();
    assert!(expected.loss.iter().len() > 2, "{:?}", expected.loss);
    enumerate(book, battle, &act, 8, (&spec, &expected), action);
}

/// A burst of several hits (S-59), with dice small enough to be gone through.
fn prove_burst(wounds: u16, toughness: u16) {
    let mut book = (*library().books[&Key::new("structured")]).clone();
    book.settings.check.dice = "1d4".parse::<Dice>().unwrap();
    if let Some(degrees) = &mut book.settings.check.degrees {
        degrees.every = 1;
    }
    let mut gun = (**book.weapons.get(Key::new("assault_rifle")).unwrap()).clone();
    gun.damage = Some("1d3".parse::<Dice>().unwrap());
    book.weapons.insert(gun.id, Arc::new(gun));
    let other = format!("stats: {{\"t\": {toughness}}}, max: {{\"wounds\": {wounds}}}");
    let (book, battle) = at_gunpoint(book, "\"bs\": 3", &other);
    prove_shots(&book, &battle, "burst", Some(2));
}

/// A burst each hit of which has the success value for its damage (T-07), at one who meets them with this.
fn prove_burst_by_value(met_with: &str) {
    let mut book = (*library().books[&Key::new("threat_range")]).clone();
    let mut gun = (**book.weapons.get(Key::new("assault_rifle")).unwrap()).clone();
    gun.types.push(Key::new("projectile"));
    book.weapons.insert(gun.id, Arc::new(gun));
    let other = format!("max: {{\"vitality\": 70}}, {met_with}");
    let (book, battle) = at_gunpoint(book, "\"agility\": 3", &other);
    for (action, amount) in [("burst", Some(3)), ("burst", Some(10)), ("sweep", None)] {
        prove_shots(&book, &battle, action, amount);
    }
}

#[test]
fn burst() {
    prove_burst(40, 20);
    prove_burst(40, 40);
    prove_burst_by_value("resistances: [(3, \"piercing\")]");
    prove_burst_by_value("items: [\"lamellar\"]");
    prove_burst_by_value("shields: [(id: \"field\", precision: Kinetic, points: 13)]");
}

#[test]
fn arrgs() {
    prove("arrgs", FEW, all);
}

#[test]
fn threat_range() {
    prove("threat_range", FEW, all);
}

#[test]
fn structured() {
    prove("structured", FEW, all);
}

#[test]
fn cepheus() {
    prove("cepheus", FEW, all);
}

#[test]
fn fluid() {
    prove("fluid", FEW, all);
}

#[test]
fn drive() {
    prove_drive(FEW, all);
}

#[test]
fn drive_of_two() {
    prove_drive_of_two(|at| at.is_multiple_of(2));
}

#[test]
fn areas() {
    // The flask by a deck, and the giant's club.
    prove_areas(|at| at.is_multiple_of(2));
}

#[test]
fn decks() {
    prove_decks(1, all);
}

#[test]
fn joint_attack() {
    prove_joint_attack("1d2+148", "1d2+148");
}

/// The same in more states, and with more dice.
mod in_full {
    use super::{
        prove, prove_areas, prove_decks, prove_drive, prove_drive_of_two, prove_joint_attack, shared,
    };

    #[test]
    #[ignore = "deep: eight states"]
    fn arrgs() {
        prove("arrgs", 8, shared());
    }

    #[test]
    #[ignore = "deep: eight states"]
    fn threat_range() {
        prove("threat_range", 8, shared());
    }

    #[test]
    #[ignore = "deep: four states"]
    fn cepheus() {
        prove("cepheus", 4, shared());
    }

    #[test]
    #[ignore = "deep: five states"]
    fn fluid() {
        prove("fluid", 5, shared());
    }

    #[test]
    #[ignore = "deep: four states"]
    fn drive() {
        prove_drive(4, shared());
    }

    #[test]
    #[ignore = "deep: four pairs of weapons"]
    fn drive_of_two() {
        prove_drive_of_two(shared());
    }

    #[test]
    #[ignore = "deep: four areas"]
    fn areas() {
        prove_areas(shared());
    }

    #[test]
    #[ignore = "deep: four states of each book's decks"]
    fn decks() {
        prove_decks(4, shared());
    }

    #[test]
    #[ignore = "deep: all faces of both guns"]
    fn joint_attack() {
        if shared()(0) {
            prove_joint_attack("1d4+147", "1d3+148");
        }
    }
}

/// Everybody's facts in each scenario by each of its books.
fn openings() -> impl Iterator<Item = Battle> {
    common::scenarios().into_iter().map(|(scenario, book)| {
        let mut battle = Battle::new(library().setup(scenario, 1, Some(book)).unwrap());
        battle.advance();
        battle
    })
}

#[test]
fn the_losses_by_many_amounts_are_those_of_single_blows() {
    let mut compared = 0;
    for battle in openings() {
        let facts = &*battle.referees_knowledge();
        for target in &facts.units {
            for weapon in facts.book.weapons.iter() {
                let mut portions = vec![blow::value_portion(&weapon.types, 0)];
                portions.extend(blow::fixed_portions(facts, target, weapon, 0));
                for (portion, critical) in
                    portions.into_iter().flat_map(|one| [(one.clone(), false), (one, true)])
                {
                    for (effect, reduced) in [(0, 0), (6, 0), (0, 4)] {
                        let blow = harm::Blow { reduced, effect, critical };
                        let losses = Losses::new(facts, target, &portion, reduced);
                        for amount in [0, 1, 2, 3, 5, 8, 13, 21, 40, 90, 200] {
                            let own = harm::Portion { amount, ..portion.clone() };
                            let single = harm::pass(facts, target, vec![own], blow, Vec::new()).total;
                            let many = losses.of(amount, effect, critical).total;
                            assert_eq!(many, single, "{} {} {amount}", target.id(), weapon.id);
                            compared += 1;
                        }
                    }
                }
            }
        }
    }
    assert!(compared > 100_000, "{compared}");
}

/// Every attack of every unit with each of its items on every unit, in all openings.
fn each_attack(mut see: impl FnMut(&Facts, &UnitState, &UnitState, AttackSpec<'_>)) {
    for battle in openings() {
        let facts = &*battle.referees_knowledge();
        let attacks: Vec<_> =
            facts.book.actions.iter().filter(|def| def.attacks() && !def.is_reaction()).collect();
        for (by, target) in facts.units.iter().flat_map(|by| facts.units.iter().map(move |other| (by, other)))
        {
            let weapons = by.gear.items.iter().map(|item| item.id);
            for (weapon, def) in weapons.flat_map(|weapon| attacks.iter().map(move |def| (weapon, def))) {
                let spec = AttackSpec { weapon: Some(weapon), ..AttackSpec::new(by.id(), target.id(), def) };
                see(facts, by, target, spec);
            }
        }
    }
}

#[test]
fn what_is_precomputed_of_an_attack_changes_nothing() {
    let mut compared = 0;
    each_attack(|facts, by, target, plain| {
        let precomputed =
            Precomputed { line: Some(facts.line_cover(by, target)), defence: attack::defence(facts, &plain) };
        let told = attack::check(facts, &AttackSpec { precomputed, ..plain.clone() });
        let Some(check) = attack::check(facts, &plain) else { return };
        let told = told.unwrap();
        assert_eq!((told.number(), &told.parts, told.factor), (check.number(), &check.parts, check.factor));
        assert_eq!(told.chance(), check.chance());
        compared += 1;
    });
    assert!(compared > 1000, "{compared}");
}

#[test]
fn the_expected_hit_of_fixed_damage_is_among_the_landings_of_the_odds() {
    let mut compared = 0;
    each_attack(|facts, by, target, spec| {
        let fixed = spec
            .weapon
            .and_then(|weapon| facts.weapon_in(by, weapon, spec.action))
            .is_some_and(|(_, own)| !own.portions.is_empty());
        // Where the success value is the damage, what is expected is a mean.
        let by_value = attack::check(facts, &spec).is_some_and(|check| check.value.is_some());
        if !fixed || by_value || by.id() == target.id() {
            return;
        }
        let args = Args { target: Some(target.id()), ..Args::default() };
        let Some(hit) = odds::expected_hit(facts, &spec, &args) else { return };
        let known = odds::attack(facts, &spec).unwrap();
        let plain = known.results.iter().map(|(landing, ..)| *landing);
        let plain: Vec<i32> = plain.filter(|own| own.landed && !own.critical).map(|own| own.loss).collect();
        assert!(plain.is_empty() || plain.contains(&hit.trace.total), "{} {}", by.id(), target.id());
        compared += 1;
    });
    assert!(compared > 100, "{compared}");
}

#[test]
fn the_odds_of_an_attack_are_those_of_all_its_rolls_once_each_has_fallen() {
    let (mut seen, mut compared) = (0, 0);
    each_attack(|facts, by, target, spec| {
        seen += 1;
        // A sample will do; what lands without a roll has none that could have fallen.
        if seen % 101 != 0 || by.id() == target.id() || fire::FireDef::of(spec.action).sure {
            return;
        }
        let args = Args { target: Some(target.id()), ..Args::default() };
        let Some(whole) = odds::attack_at(facts, &spec, &args) else { return };
        let check = &whole.check;
        if whole.square.is_some() || check.chains || check.hand.is_some() {
            return;
        }
        let dice = facts.book.settings.check.dice;
        let fallen = |natural: &i32| {
            odds::attack_made(facts, &spec, &args, check, Some(&check.read(*natural))).unwrap().results
        };
        let what = format!("{}: {} at {}", spec.action.id, by.id(), target.id());
        compare(&whole.results, &check.naturals(&dice).bind(fallen), 0.0, &what);
        compared += 1;
    });
    assert!(compared > 0, "nothing was compared");
}
