//! What the computer makes of feints, shots at parts of the body, second weapons, overwatch, and holds.

use crate::ai::test_battle::*;

/// A deck without anybody.
pub(super) fn deck() -> Field {
    Field::new(&book("structured"), 20, 12)
}

/// Has the first unit act on the second; then the free action that the computer takes because of it.
fn follows(setup: Setup, action: &str) -> Option<String> {
    let (by, target) = (setup.units[0].id(), setup.units[1].id());
    let mut battle = begun(setup);
    assert_eq!(battle.prompt().unwrap().unit, by);
    let args = Args { target: Some(target), ..Args::default() };
    battle.submit(Command::act(by, Act { action: Key::new(action), args, ..Act::default() })).unwrap();
    let found = look_for(&mut battle, 20, |prompt, command| {
        assert!(!matches!(prompt.ask, Ask::Turn { .. }), "nothing follows");
        let Ask::React(reaction) = &prompt.ask else { return None };
        (reaction.moment == Moment::Won && prompt.unit == by).then(|| match command {
            Command::Act { action, .. } => Some(action.to_string()),
            _ => None,
        })
    });
    found.expect("nothing follows")
}

/// What follows where the first keeps hold of the second.
fn option(field: Field) -> Option<String> {
    follows(field.grapple().in_order(), "keep_hold")
}

/// The first attack of a unit that the computer plays, all other prompts answered by it, too.
fn first_attack(setup: Setup, unit: &str) -> String {
    let book = setup.book.clone();
    let found = look_for(&mut begun(setup), 20, |prompt, command| match command {
        Command::Act { action, .. } if prompt.unit == UnitId::new(unit) => {
            let attacks = book.action(*action).is_some_and(|def| def.attacks());
            (attacks && matches!(prompt.ask, Ask::Turn { .. })).then(|| action.to_string())
        }
        _ => None,
    });
    found.unwrap_or_else(|| panic!("{unit} attacks nobody"))
}

/// A fighter who cannot grapple, beside somebody who evades nearly everything.
fn fencers() -> Field {
    let field = deck().unit("breaker_20", "breaker", "red", (4, 4)).stats(&[("ws", 70)]);
    field.unit("runner_10", "runner", "blue", (5, 4)).stats(&[("ws", 20), ("dodge", 90)])
}

#[test]
fn who_evades_nearly_everything_is_feinted_s89() {
    assert_eq!(first_action(fencers().in_order(), "breaker_20"), "feint");
}

#[test]
fn nobody_is_feinted_who_has_no_answer_left_s89() {
    assert_ne!(first_action(fencers().under("caught_out").in_order(), "breaker_20"), "feint");
}

#[test]
fn a_blow_follows_on_a_feint_s89() {
    let field = fencers().unit("runner_9", "runner", "blue", (4, 5)).stats(&[("ws", 60)]);
    let mut setup = field.in_order();
    let book = setup.book.clone();
    let feint = book.action(Key::new("feint")).unwrap();
    let given = feint.steps.iter().find_map(|step| match step {
        Step::Opposed { win, .. } => win.first().cloned(),
        _ => None,
    });
    let Some(EffectDef::Modify { modifier, until, .. }) = given else {
        panic!("a feint puts a modifier on");
    };
    let versus = Some(UnitId::new("runner_10"));
    let feinted = ActiveModifier { source: feint.id, def: modifier, until, versus, from: None };
    setup.units[0].modifiers.0.push(feinted);
    let (action, args) = first_act(setup, "breaker_20");
    assert_eq!((action.as_str(), args.target), ("standard_attack_melee", versus));
}

#[test]
fn a_shot_is_aimed_at_what_armour_leaves_bare_s62() {
    let shot = |item: &str| {
        let field = deck()
            .unit("runner_20", "runner", "red", (4, 4))
            .unit("bosun_10", "bosun", "blue", (12, 4))
            .def(|def| def.items = vec![Key::new(item)]);
        first_attack(field.in_order(), "runner_20")
    };
    assert_eq!(shot("half_harness"), "called_head_ranged");
    assert_eq!(shot("plate_vest"), "standard_attack_ranged");
    assert_eq!(shot("steel_cap"), "standard_attack_ranged", "what few blows strike is not worth it");
}

/// Gives a kind so many wounds.
fn wounds(def: &mut UnitDef, wounds: i32) {
    def.tracks.insert(Key::new("wounds"), wounds);
}

#[test]
fn the_second_weapon_cuts_as_often_as_it_can_s65() {
    let field = deck()
        .unit("twin_fang_20", "twin_fang", "red", (4, 4))
        .stats(&[("ws", 60)])
        .def(|def| def.weapons = ["fang_knife", "fang_knife", "unarmed"].map(Key::new).to_vec())
        .unit("watchman_10", "watchman", "blue", (5, 4))
        .def(|def| wounds(def, 16))
        .under("stunned")
        .under("prone");
    assert_eq!(follows(field.in_order(), "multiple_blow").as_deref(), Some("second_flurry"));
}

#[test]
fn a_second_weapon_that_does_not_reach_the_foe_counts_for_nothing_s65() {
    let field =
        deck().unit("stormer_20", "stormer", "red", (4, 4)).unit("bosun_10", "bosun", "blue", (12, 4));
    assert_ne!(first_attack(field.in_order(), "stormer_20"), "multiple_shot");
}

/// Somebody behind a wall with a gap in it, and a foe with a long gun on its other side.
pub(super) fn corner(kind: &str) -> Setup {
    let field = deck()
        .block(Terrain::wall(Key::new("bulkhead")), (0..12).filter(|y| *y != 9).map(|y| (10, y)))
        .unit(&format!("{kind}_20"), kind, "red", (3, 4))
        .unit("runner_10", "runner", "blue", (13, 4))
        .stats(&[("bs", 80)])
        .def(|def| def.weapons = vec![Key::new("long_rifle")]);
    field.in_order()
}

#[test]
fn overwatch_waits_for_a_gun_round_the_corner_s68() {
    let action = first_action(corner("watchman"), "watchman_20");
    assert!(action.starts_with("overwatch"), "{action}");
}

#[test]
fn overwatch_waits_in_threat_range_too_for_those_who_have_to_come_t07() {
    let field = Field::new(&book("threat_range"), 20, 13)
        .block(Terrain::wall(Key::new("wall")), (3..13).map(|y| (10, y)))
        .unit("marine_20", "marine", "red", (8, 12))
        .unit("marine_10", "marine", "blue", (12, 3))
        .unit("marine_9", "marine", "blue", (12, 5))
        .unit("marine_8", "marine", "blue", (13, 4));
    assert_eq!(first_action(field.in_order(), "marine_20"), "overwatch");
}

#[test]
fn who_is_held_and_weak_is_taken_down_s86() {
    let field = deck()
        .unit("wrestler_20", "wrestler", "red", (4, 4))
        .unit("gun_mate_10", "gun_mate", "blue", (5, 4))
        .stats(&[("t", 10)])
        .def(|def| def.items.clear())
        .def(|def| wounds(def, 16));
    assert_eq!(option(field).as_deref(), Some("take_down_option"));
}

/// One who can do little to whom he holds, both altered.
fn clinch(alter: fn(&mut UnitState)) -> Field {
    deck()
        .unit("boarder_20", "boarder", "red", (4, 4))
        .stats(&[("s", 80)])
        .def(|def| def.weapons = vec![Key::new("unarmed")])
        .with(alter)
        .unit("deckhand_10", "deckhand", "blue", (5, 4))
        .stats(&[("s", 20)])
        .def(|def| def.items = vec![Key::new("full_harness")])
        .with(alter)
}

#[test]
fn who_is_held_is_pushed_among_enemies_s77() {
    let field = clinch(|_| ())
        .under("prone")
        .unit("deckhand_9", "deckhand", "blue", (5, 5))
        .unit("boarder_8", "boarder", "red", (9, 3))
        .unit("boarder_7", "boarder", "red", (9, 5));
    assert_eq!(option(field).as_deref(), Some("shove"));
}

#[test]
fn who_lies_held_is_pulled_up_for_the_guns_s79() {
    let lying = || clinch(|unit| unit.conditions.0.push(lasting("prone", None)));
    assert_eq!(option(lying()).as_deref(), Some("rise"), "nobody shoots");
    let field = lying()
        .with(|unit| {
            for track in unit.tracks.0.iter_mut().filter(|track| track.id == "wounds") {
                (track.now, track.max) = (6, 6);
            }
        })
        .unit("sharpshooter_9", "sharpshooter", "red", (12, 2))
        .unit("sharpshooter_8", "sharpshooter", "red", (12, 4))
        .unit("sharpshooter_7", "sharpshooter", "red", (12, 6));
    assert_eq!(option(field).as_deref(), Some("haul_up"));
}

#[test]
fn who_has_a_task_that_wins_the_fight_works_at_it_s10() {
    let first = |goal: bool| {
        let field = deck()
            .unit("deckhand_20", "deckhand", "red", (4, 4))
            .stats(&[("task", 2)])
            .def(|def| def.weapons = vec![Key::new("unarmed")])
            .unit("deckhand_10", "deckhand", "blue", (16, 4));
        let mut setup = field.in_order();
        if goal {
            setup.goals = vec![(Side::new("red"), Expr::parse("has.task_done").unwrap())];
        }
        first_action(setup, "deckhand_20")
    };
    assert_eq!(first(true), "extended_action");
    assert_ne!(first(false), "extended_action", "it leads nowhere");
}

#[test]
fn who_is_held_gets_free_by_what_it_does_best_s82() {
    let tries = |s: i32, ag: i32, worn: &str| {
        let field = deck()
            .unit("wrestler_10", "wrestler", "red", (5, 4))
            .def(|def| def.items = vec![Key::new(worn)])
            .unit("breaker_20", "breaker", "blue", (4, 4))
            .stats(&[("s", s), ("ag", ag)]);
        let mut setup = field.grapple().in_order();
        setup.units[0].initiative.count = 10;
        setup.units[1].initiative.count = 20;
        first_action(setup, "breaker_20")
    };
    assert_eq!(tries(20, 80, "deck_suit"), "wriggle_free");
    assert_eq!(tries(70, 20, "deck_suit"), "take_control");
    // They help to keep control, and not to keep hold of somebody.
    assert_eq!(tries(50, 5, "deck_suit"), "take_control");
    assert_eq!(tries(50, 5, "grip_gloves"), "break_free");
}

#[test]
fn what_was_begun_is_gone_on_with_for_what_its_end_does_s10() {
    let field = deck().unit("adept_20", "adept", "red", (4, 4)).stats(&[("powers", 2)]);
    let field = field.under("task_progress").unit("bruiser_10", "bruiser", "blue", (11, 4));
    assert_eq!(first_action(field.in_order(), "adept_20"), "tremor");
}
