//! What the computer makes of lower settings, several weapons, others brought elsewhere, and shields.

use crate::{
    ai::{
        hauls, pick,
        prelude::*,
        test_battle::{Field, attack_worth, begun, book, first_act, known, lasting, look_for},
        utility,
    },
    battle::{choice::ChoiceKind, prompt::Ask, setup::Setup},
    rules::{
        facts::{GroundItem, Item, Shield, Side},
        surroundings::Patch,
        testing::shield,
        unit::Precision,
    },
};

/// Units of kinds on sides at squares of one row, named by their side and their square.
fn row(units: &[(&str, &str, i16)]) -> Field {
    joined_by(Field::new(&book("drive"), 24, 16), units)
}

/// More of them.
fn joined_by(field: Field, units: &[(&str, &str, i16)]) -> Field {
    let each = units.iter();
    each.fold(field, |field, (kind, side, x)| field.unit(&format!("{side}_{x}"), kind, side, (*x, 5)))
}

/// The first action of a unit that fits, all prompts answered by the computer.
fn first(field: Field, unit: &str, fits: impl Fn(&str) -> bool) -> String {
    first_in(field.in_order(), unit, fits)
}

/// The same in a battle that is set up.
fn first_in(setup: Setup, unit: &str, fits: impl Fn(&str) -> bool) -> String {
    let found = look_for(&mut begun(setup), 20, |prompt, command| match command {
        Command::Act { action, .. } if prompt.unit == UnitId::new(unit) => {
            (matches!(prompt.ask, Ask::Turn { .. }) && fits(action.as_str())).then(|| action.to_string())
        }
        _ => None,
    });
    found.unwrap_or_else(|| panic!("{unit} does nothing of the kind"))
}

/// What is known as the first turn begins.
fn facts(field: Field) -> Facts {
    (*begun(field.in_order()).referees_knowledge()).clone()
}

/// What a unit can do of an action that is neither an attack nor a move, in its turn as it stands, with the scores.
fn offers(facts: &Facts, unit: &str, action: &str) -> Found {
    let mut planner = Planner::new(facts, UnitId::new(unit), None).unwrap();
    let here = standing(&mut planner);
    let mut found = Found::new();
    utility::candidates(&mut planner, here, None, &mut found);
    found.retain(|(_, act)| act.action == action && planner.permits(act));
    found
}

/// The best of their scores.
fn score(facts: &Facts, unit: &str, action: &str) -> f64 {
    offers(facts, unit, action).iter().map(|(score, _)| *score).fold(0.0, f64::max)
}

/// The best of them with its arguments, if it is worth anything.
fn best(facts: &Facts, unit: &str, action: &str) -> Option<Args> {
    let offers = offers(facts, unit, action).into_iter().filter(|(score, _)| *score > 0.0);
    offers.max_by(|one, two| one.0.total_cmp(&two.0)).map(|(_, act)| act.args)
}

/// A battle in which pseudogravity is silenced to a sixth between two squares.
fn silenced(field: Field, from: (i16, i16), to: (i16, i16)) -> Setup {
    let mut setup = field.in_order();
    setup.surroundings.silencing = vec![(Patch(from.into(), to.into()), 6)];
    setup
}

#[test]
fn a_lower_setting_spares_friends_beside_a_foe_who_needs_no_more_d30() {
    let shot = |friends: &[i16]| {
        let two = row(&[("storm_gunner", "red", 2), ("raider", "blue", 12)]).stats(&[("injury_factor", 10)]);
        let friends: Vec<_> = friends.iter().map(|x| ("construct", "red", *x)).collect();
        first(joined_by(two, &friends), "red_2", |action| {
            !["move", "take_cover", "take_guard"].contains(&action)
        })
    };
    assert_eq!(shot(&[11, 13]), "turn_down", "the cannon bursts");
    assert_eq!(shot(&[]), "ranged_attack", "there is nobody to spare");
}

#[test]
fn two_knives_in_one_attack_are_worth_more_than_one_d26() {
    let worth = |knives: usize| {
        let duellist = row(&[("spark_duellist", "red", 2)]).with(|unit| {
            let held = unit.gear.items.iter().filter(|item| item.def == "spark_knife");
            let held: Vec<Key> = held.map(|item| item.id).collect();
            unit.gear.items.retain(|item| !held[knives..].contains(&item.id));
        });
        let facts = facts(joined_by(duellist, &[("raider", "blue", 3)]));
        let own = facts.unit(UnitId::new("red_2")).unwrap();
        let foe = facts.unit(UnitId::new("blue_3")).unwrap();
        let knife = own.gear.items.iter().find(|item| item.def == "spark_knife").unwrap().id;
        let (faces, limits) = (CheckFaces::of(&facts), LossLimits::of(&facts, foe));
        let all = ways(&facts, own, &[Mode::Standard]);
        let way = all.iter().find(|way| way.def.id == "melee_attack" && way.weapon == Some(knife)).unwrap();
        way.worth(&facts, &faces, &way.spec(own.id(), foe.id()), &limits, 1.0)
    };
    assert!(worth(1) > 0.0 && worth(2) > worth(1), "{} {}", worth(1), worth(2));
}

/// A weigher without a gun, and a friend beside a foe who pins it or does not.
fn held(pinned: bool) -> Field {
    let weigher = row(&[("weigher", "red", 2)]).with(|unit| unit.gear.items.clear());
    if !pinned {
        return joined_by(weigher, &[("raider", "red", 8), ("raider", "blue", 9)]);
    }
    let [holder, held] = ["blue_9", "red_8"].map(UnitId::new);
    joined_by(weigher, &[("raider", "red", 8)])
        .with(|unit| {
            unit.conditions.0.extend(["grappling", "pinned"].map(|id| lasting(id, Some(holder))));
        })
        .unit("blue_9", "raider", "blue", (9, 5))
        .with(|unit| unit.conditions.0.push(lasting("grappling", Some(held))))
        .bound("blue_9", "grapple", "grappler", "red_8")
        .bound("blue_9", "pin", "pinner", "red_8")
}

#[test]
fn who_is_pinned_is_pulled_out_d108() {
    let aimed = |action: &str| ["lift", "let_fall", "push", "nudge"].contains(&action);
    assert_eq!(first(held(true), "red_2", aimed), "push");
    assert_ne!(first(held(false), "red_2", aimed), "push", "there is nobody to free");
}

#[test]
fn an_amount_is_the_least_that_is_enough_d107() {
    let facts = facts(held(true));
    let own = facts.unit(UnitId::new("red_2")).unwrap();
    let args = Args { target: Some(UnitId::new("red_8")), ..Args::default() };
    let [push, throw] = ["push", "throw"].map(|id| facts.book.action(Key::new(id)).unwrap());
    let least = amounts::enough(&facts, own, push, &args).unwrap().least;
    let within = |def: &ActionDef, range: (i32, i32)| amounts::enough_within(&facts, own, def, &args, range);
    assert_eq!(within(push, (1, least)), Some(least));
    assert_eq!(within(push, (least + 2, least + 3)), Some(least + 2));
    assert_eq!(within(push, (1, least - 1)), None);
    assert_eq!(within(throw, (1, 1)), Some(1), "it asks for none");
}

#[test]
fn who_is_thrown_lands_in_the_fire_d82() {
    let mut facts = facts(row(&[("raider", "red", 2), ("raider", "blue", 3)]));
    let mut around = (*facts.surroundings).clone();
    around.fires.push(Square::new(4, 6));
    facts.surroundings = Arc::new(around);
    let throw = facts.book.action(Key::new("throw")).unwrap();
    let own = facts.unit(UnitId::new("red_2")).unwrap();
    let foe = facts.unit(UnitId::new("blue_3")).unwrap();
    let there = hauls::brought(&facts, own, foe, throw).map(|(_, square)| square);
    assert_eq!(there, Some(Square::new(4, 6)));
}

#[test]
fn points_that_run_out_go_before_those_that_stay_d64() {
    let order = |belt: i32| {
        let mut facts = facts(row(&[("generator_bearer", "red", 2), ("lancer", "blue", 14)]));
        let own = facts.unit_mut(UnitId::new("red_2")).unwrap();
        own.wards.buy(Key::new("generator"), 50);
        own.wards.lend(Key::new("generator"), 50, 1);
        own.wards.change(Key::new("generator"), 50);
        own.wards.shields.push(Shield { device: true, ..shield("belt", Precision::Medium, belt, 0) });
        score(&facts, "red_2", "order_shields")
    };
    assert!(order(60) > 0.0, "the belt would be used up, and the generator's points run out unused");
    assert!(order(20) == 0.0, "the generator's points go first as it is");
}

#[test]
fn the_shield_that_stops_an_attack_for_the_fewest_points_goes_first_d64_d67() {
    let first = |foe: &str| {
        let own = row(&[("raider", "red", 2)]).stats(&[("defence_ranged", 1)]);
        let mut facts = facts(joined_by(own, &[(foe, "blue", 12)]).stats(&[("offence_ranged", 40)]));
        let tech = Shield { device: true, ..shield("tech", Precision::Medium, 40, 0) };
        let shields = [shield("gift", Precision::Medium, 100, 0), tech];
        facts.unit_mut(UnitId::new("red_2")).unwrap().wards.shields.extend(shields);
        best(&facts, "red_2", "order_shields").and_then(|args| args.item)
    };
    assert_eq!(first("thunderer"), Some(Key::new("tech")), "a point of it stops two of blast");
    assert_eq!(first("lancer"), None, "either pays as much for heat");
}

#[test]
fn points_that_serve_another_shield_too_are_spared_d65() {
    let mut facts = facts(row(&[("raider", "red", 2), ("lancer", "blue", 14)]));
    let pooled = |id: &str, precision: Precision| Shield {
        pool: Some(Key::new("pool")),
        ..shield(id, precision, 50, 0)
    };
    let belt = shield("belt", Precision::Medium, 20, 0);
    let shields = [pooled("near", Precision::Medium), pooled("skin", Precision::High), belt];
    let wards = &mut facts.unit_mut(UnitId::new("red_2")).unwrap().wards;
    wards.shields.extend(shields);
    let first = |facts: &Facts| best(facts, "red_2", "order_shields").and_then(|args| args.item);
    assert_eq!(first(&facts), Some(Key::new("belt")));
    facts.unit_mut(UnitId::new("red_2")).unwrap().wards.put_first(Key::new("belt"));
    assert_eq!(first(&facts), None, "it goes first already");
}

#[test]
fn one_stands_in_silence_before_who_lifts_and_drops_d114_d105() {
    let two = |senses: bool| {
        let own = row(&[("rifleman", "red", 3)])
            .def(|def| def.tags.extend(senses.then(|| Key::new("senses_silencing"))));
        joined_by(own, &[("weigher", "blue", 15)]).with(|unit| unit.gear.items.clear())
    };
    let shelter = |senses: bool| {
        let facts = known(silenced(two(senses), (0, 6), (23, 6)));
        let mut planner = Planner::new(&facts, UnitId::new("red_3"), None).unwrap();
        let mut at = |y: i16| {
            planner.stand(Square::new(3, y), Band::Ground, 0, 0);
            standing(&mut planner)
        };
        // As far from the weigher.
        at(6) - at(4)
    };
    assert!(shelter(true) > 0.0);
    assert!(shelter(false).abs() < 1e-9, "nobody tells it of the silence");
    let first = |senses: bool| first_act(silenced(two(senses), (0, 7), (23, 15)), "red_3");
    let (action, args) = first(true);
    assert!(action == "move" && args.path.last().is_some_and(|end| end.y >= 7), "{action} {args:?}");
    assert_ne!(first(false).0.as_str(), "move");
}

#[test]
fn a_flyer_is_brought_to_where_it_cannot_pay_for_its_flight_d113_d19() {
    let brought = |on_board: bool| {
        let own = row(&[("weigher", "red", 2)]).stats(&[("gravity_points", 50)]);
        let two = joined_by(own, &[("weigher", "blue", 8)]).under("flight_paid").with(|unit| {
            unit.gear.items.clear();
            unit.place.band = Band::Low;
        });
        let mut setup = silenced(two, (4, 3), (6, 7));
        setup.surroundings.silencing.retain(|_| on_board);
        best(&known(setup), "red_2", "push").and_then(|args| args.square)
    };
    assert!(brought(true).is_some_and(|to| (4..=6).contains(&to.x) && (3..=7).contains(&to.y)));
    assert_eq!(brought(false), None);
}

#[test]
fn a_friend_is_brought_into_silence_before_a_weigher_d114() {
    let units = [("weigher", "red", 2), ("raider", "red", 8), ("weigher", "blue", 20)];
    let facts = known(silenced(row(&units), (4, 3), (6, 7)));
    let [own, friend] = ["red_2", "red_8"].map(|id| facts.unit(UnitId::new(id)).unwrap());
    let push = facts.book.action(Key::new("push")).unwrap();
    let there = hauls::brought(&facts, own, friend, push).map(|(_, square)| square);
    assert!(there.is_some_and(|to| (4..=6).contains(&to.x) && (3..=7).contains(&to.y)), "{there:?}");
}

#[test]
fn a_dome_is_charged_for_those_under_it_d59() {
    let charge = |friends: &[i16]| {
        let warden = row(&[("wall_warden", "red", 2)]).with(|unit| unit.wards.shields[0].points = 0);
        let friends = friends.iter().map(|x| ("torchbearer", "red", *x));
        let others: Vec<_> = [("arc_gunner", "blue", 16)].into_iter().chain(friends).collect();
        score(&facts(joined_by(warden, &others)), "red_2", "charge_dome")
    };
    assert!(charge(&[3, 4]) > charge(&[]), "{} {}", charge(&[3, 4]), charge(&[]));
}

#[test]
fn a_shot_that_would_burst_among_friends_is_held_back_d29() {
    let worth = |friends: &[i16], action: &str| {
        // No lower setting: only holding back keeps it under what bursts by itself.
        let gunner = row(&[("storm_gunner", "red", 2)]).with(|unit| {
            let cannon = Key::new("storm_cannon");
            let all = unit.gear.items.iter_mut().filter(|item| item.def == cannon);
            all.for_each(|item| item.def = Key::new("storm_battery"));
        });
        let field = joined_by(gunner, &[("raider", "blue", 12)]).stats(&[("injury_factor", 10)]);
        let field = friends.iter().fold(field, |field, x| {
            field.unit(&format!("red_{x}"), "raider", "red", (*x, 5)).stats(&[("injury_factor", 5)])
        });
        attack_worth(&facts(field), "red_2", "blue_12", action)
    };
    let (whole, half) = (worth(&[11, 13], "ranged_attack"), worth(&[11, 13], "half_shot"));
    assert!(half > whole, "{half} {whole}: the battery bursts");
    let (whole, half) = (worth(&[], "ranged_attack"), worth(&[], "half_shot"));
    assert!(whole > half, "{half} {whole}: there is nobody to spare");
}

#[test]
fn a_foe_by_whose_death_the_others_win_is_struck_lightly_d28() {
    let bout = |wanted: bool, damage: i32| {
        let two = row(&[("thresher", "red", 2), ("raider", "blue", 3)]).stats(&[("injury_factor", 10)]);
        let two = two.with(|unit| {
            unit.gear.items.retain(|item| item.def != "mail_coat");
            for track in &mut unit.tracks.0 {
                match track.id.as_str() {
                    "core" => track.now = damage / 10,
                    "damage_total" => track.now = damage,
                    _ => {}
                }
            }
        });
        let mut setup = joined_by(two, &[("raider", "blue", 20)]).in_order();
        if wanted {
            setup.goals = vec![(Side::new("blue"), Expr::parse("has.dead").unwrap())];
        }
        setup
    };
    let worth = |wanted: bool, damage: i32, action: &str| {
        let facts = (*begun(bout(wanted, damage)).referees_knowledge()).clone();
        attack_worth(&facts, "red_2", "blue_3", action)
    };
    // A flail does 18, 12 at half strength and 9 at a quarter: 50 kills.
    let whole = worth(true, 35, "melee_attack");
    let [half, quarter] = ["half_blow", "quarter_blow"].map(|action| worth(true, 35, action));
    assert!(whole < 0.0 && half > 0.0 && quarter > 0.0, "{whole} {half} {quarter}");
    assert!(worth(false, 35, "melee_attack") > worth(false, 35, "half_blow"), "nobody minds");
    assert!(worth(true, 5, "melee_attack") > worth(true, 5, "half_blow"), "there is no danger of it yet");
    // Whoever is that near death is not struck at all.
    assert!(worth(true, 49, "quarter_blow") < 0.0);
    let struck = |wanted: bool| {
        let fits =
            |action: &str| action.ends_with("blow") || action == "hold_back" || action == "melee_attack";
        first_in(bout(wanted, 35), "red_2", fits)
    };
    assert_eq!(struck(false), "melee_attack");
    assert_ne!(struck(true), "melee_attack");
}

#[test]
fn who_flies_by_pseudogravity_stays_out_of_reach_d19() {
    let hover = |band: Band, foe: &str| {
        let weigher =
            row(&[("weigher", "red", 2)]).under("flight_unpaid").with(|unit| unit.place.band = band);
        score(&facts(joined_by(weigher, &[(foe, "blue", 3)])), "red_2", "hover")
    };
    assert!(hover(Band::Low, "plumb_guard") > 0.0, "the hammer waits below");
    assert!(hover(Band::Ground, "plumb_guard") == 0.0, "it stands there already");
}

#[test]
fn a_weapon_that_lies_afar_is_fetched_d108() {
    let fetch = |armed: bool| {
        let two = row(&[("weigher", "red", 2), ("raider", "blue", 12)]).stats(&[("injury_factor", 3)]);
        let mut facts = facts(two.with(|unit| unit.gear.items.retain(|item| item.def != "mail_coat")));
        let own = facts.unit_mut(UnitId::new("red_2")).unwrap();
        let at = own.gear.items.iter().position(|item| item.def == "dart_gun").unwrap();
        let gun = Item { held: false, ..own.gear.items[at].clone() };
        if armed {
            own.gear.items[at].id = Key::new("dart_gun_2");
        } else {
            own.gear.items.remove(at);
        }
        facts.ground = vec![GroundItem { square: Square::new(7, 5), item: gun }].into();
        score(&facts, "red_2", "fetch")
    };
    assert!(fetch(false) > 0.0, "it has nothing but its fists");
    assert!(fetch(true) == 0.0, "it has one in hand");
}

#[test]
fn a_critical_does_what_comes_to_most_d30_d35_d36() {
    // What drive, Core and Perception take; degrees of electricity owed with more drive; degrees of Core so far.
    let chosen = |takes: [i32; 3], stuns: i32, core: i32, wanted: bool| {
        let two = row(&[("raider", "red", 2), ("raider", "blue", 3)]);
        let two = two.with(|unit| unit.tracks.0.iter_mut().find(|own| own.id == "core").unwrap().now = core);
        let mut setup = two.in_order();
        if wanted {
            setup.goals = vec![(Side::new("blue"), Expr::parse("has.dead").unwrap())];
        }
        let facts = (*begun(setup).referees_knowledge()).clone();
        let option = |id: &str, value: i32, takes: i32| {
            let plain = ChoiceOption::new(id, threat_range_base::message!("core-no-answer"), value);
            ChoiceOption { takes: Some(takes), ..plain }
        };
        let mut options = vec![
            option("drive", 10, takes[0]),
            option("core", 0, takes[1]),
            option("perception", 0, takes[2]),
        ];
        options[0].owed = vec![(Key::new("electric"), stuns)];
        let [own, foe] = ["red_2", "blue_3"].map(UnitId::new);
        match pick::choice(&facts, own, ChoiceKind::Critical, Some(foe), &options) {
            Command::Choose { option, .. } => option.to_string(),
            other => panic!("{other:?}"),
        }
    };
    // Twenty damage are a degree.
    assert_eq!(chosen([24, 12, 12], 0, 0, false), "drive", "armour takes half otherwise");
    assert_eq!(chosen([24, 24, 24], 0, 0, false), "perception", "armour takes nothing: the worst injury");
    assert_eq!(chosen([24, 24, 24], 0, 3, false), "core", "one degree more, and it is out");
    assert_eq!(chosen([44, 44, 44], 0, 3, true), "perception", "by its death its side wins");
    assert_eq!(chosen([24, 24, 24], 2, 0, false), "drive", "more electricity stuns besides");
}

#[test]
fn a_fire_is_fed_where_foes_may_come_to_blows_d127() {
    let feed = |unit: &str, action: &str, foe: i16| {
        score(&facts(row(&[(unit, "red", 2), ("raider", "blue", foe)])), "red_2", action)
    };
    assert!(feed("hearth_keeper", "feed_aura", 4) > 0.0, "25 of heat pass a mail coat, 10 do not");
    assert!(feed("hearth_keeper", "feed_aura", 22) == 0.0, "nobody comes so far");
    assert!(feed("mind_kindler", "kindle", 4) > 0.0);
}

#[test]
fn one_keeps_apart_where_foes_shoot_what_bursts_d84() {
    let apart = |foe: &str| {
        let three = Field::new(&book("drive"), 24, 16).unit("red_3", "raider", "red", (3, 5));
        let three = three.unit("friend", "raider", "red", (3, 7)).unit("foe", foe, "blue", (15, 5));
        let facts = facts(three);
        let mut planner = Planner::new(&facts, UnitId::new("red_3"), None).unwrap();
        let mut at = |y: i16| {
            planner.stand(Square::new(3, y), Band::Ground, 0, 0);
            let worth = standing(&mut planner);
            planner.restore();
            worth
        };
        // As far from the foe: one is beside the friend, the other is not.
        at(4) - at(6)
    };
    assert!(apart("storm_gunner") > 0.0);
    assert!(apart("rifleman").abs() < 1e-9);
}
