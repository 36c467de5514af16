//! Every manoeuvre done once in the real window, by mouse and keys: a card, what it asks for, a square or a unit, and
//! the command has gone through. One battle for each group; each unit does one thing beside somebody who lies
//! senseless, so that nothing is left to the dice. One frame is drawn after each manoeuvre; the deep test draws them
//! all. Without a display the tests say so and pass; see `tests/window.rs`.
#![cfg(feature = "window")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]
#![allow(clippy::print_stdout, reason = "a test that is skipped says why")]

mod common;
#[path = "common/window.rs"]
mod window;

use std::{collections::BTreeSet, fs, path::Path};

use threat_range::battle::command::Command as Decision;

/// One manoeuvre: its action, the unit that does it as a scenario writes it, the foe or friend beside it, and the
/// steps.
struct Turn {
    action: &'static str,
    unit: &'static str,
    other: &'static str,
    steps: &'static str,
}

const fn turn(action: &'static str, unit: &'static str, other: &'static str, steps: &'static str) -> Turn {
    Turn { action, unit, other, steps }
}

/// Rows between one pair and the next: out of each other's reach.
const APART: usize = 3;

/// A mod with a scenario in which the turns are taken one after the other, from north to south, each unit in column 4.
/// In the steps and units `{y}` stands for the row, `{n}` for the number, `{last}` for the last row: there a sentry far
/// away keeps the fight going. Vehicles find obstacles everywhere; by the book that has the option they can fly.
fn scenario(folder: &Path, book: &str, sentry: &str, turns: &[Turn]) {
    let rows = turns.len() * APART + 2;
    let last = rows - 1;
    let row = format!("            \"{}\",\n", ".".repeat(12));
    let map = format!(
        "[(id: \"yard\", name: \"Yard\", rows: [\n{}        ], legend: {{\".\": (terrain: \"grass\")}})]",
        row.repeat(rows)
    );
    let fill = |text: &str, n: usize| {
        let y = n * APART + 1;
        let text = (0..4).fold(text.to_owned(), |text, up| {
            text.replace(&format!("{{y-{up}}}"), &(y - up.min(y)).to_string())
        });
        text.replace("{y}", &y.to_string())
            .replace("{n}", &n.to_string())
            .replace("{last}", &last.to_string())
    };
    let mut own = String::new();
    let mut foes = String::new();
    for (n, turn) in turns.iter().enumerate() {
        let (y, first) = (n * APART + 1, 90 - n);
        own.push_str(&format!(
            "(id: \"u{n}\", name: \"U{n}\", at: (4, {y}), facing: E, initiative: {first}, {}),\n",
            fill(turn.unit, n)
        ));
        if let Some(friend) = turn.other.strip_prefix("friend ") {
            own.push_str(&format!(
                "(id: \"v{n}\", name: \"V{n}\", facing: W, initiative: 1, {}),\n",
                fill(friend, n)
            ));
        } else if !turn.other.is_empty() {
            foes.push_str(&format!(
                "(id: \"v{n}\", name: \"V{n}\", facing: W, initiative: 1, {}),\n",
                fill(turn.other, n)
            ));
        }
    }
    let sentry =
        format!("(id: \"sentry\", name: \"Sentry\", at: (11, {last}), facing: W, initiative: 0, {sentry}),");
    let options = if book == "cepheus" { "options: {\"altitude\": 1}, " } else { "" };
    let text = format!(
        "[(id: \"drill\", name: \"Drill\", text: \"Drill.\", rulebook: \"{book}\", map: \"yard\", {options}\
         surroundings: (cluttered: [((0, 0), (11, {last}))]), sides: [\n\
         (id: \"own\", name: \"Own\", units: [\n{own}]),\n(id: \"foes\", name: \"Foes\", controller: Ai, units: [\n{foes}{sentry}]),\n])]"
    );
    let home = folder.join("drill");
    fs::create_dir_all(home.join("maps")).unwrap();
    fs::create_dir_all(home.join("scenarios")).unwrap();
    fs::write(home.join("mod.ron"), "(id: \"drill\", name: \"Drill\", version: \"0.1.0\")").unwrap();
    fs::write(home.join("maps/yard.ron"), map).unwrap();
    fs::write(home.join("scenarios/drill.ron"), text).unwrap();
    let script: String = turns
        .iter()
        .enumerate()
        .map(|(n, turn)| format!("Settle, {}, Settle, Shot(\"{n}.png\"), Key(KeyE),\n", fill(turn.steps, n)))
        .collect();
    let end = "Settle, Command(\"Concede(side: \\\"own\\\")\"), Settle, Wait(30), Shot(\"over.png\"), Quit";
    fs::write(home.join("script.ron"), format!("[{script}{end}]")).unwrap();
}

/// Plays the turns and fails unless each action was ordered by its unit. Gives the orders; none without a display.
fn drill(book: &str, sentry: &str, turns: &[Turn]) -> Vec<Decision> {
    if !window::display() {
        return Vec::new();
    }
    let mods = tempfile::tempdir().unwrap();
    scenario(mods.path(), book, sentry, turns);
    let script = fs::read_to_string(mods.path().join("drill/script.ron")).unwrap();
    let (played, ..) = window::play("drill:drill", 7, "1280x720", Some(mods.path()), &script);
    let done: BTreeSet<(String, String)> = played
        .commands
        .iter()
        .filter_map(|(command, _)| match command {
            Decision::Act { unit, action, .. } => Some((unit.to_string(), action.to_string())),
            _ => None,
        })
        .collect();
    let missing: Vec<&str> = turns
        .iter()
        .enumerate()
        .filter(|(n, turn)| !done.contains(&(format!("u{n}"), turn.action.to_owned())))
        .map(|(_, turn)| turn.action)
        .collect();
    assert!(missing.is_empty(), "not done: {missing:?}; done: {done:?}");
    played.commands.into_iter().map(|(command, _)| command).collect()
}

const SWORD: &str = "kind: \"swordsman\"";
const SENSELESS: &str =
    "kind: \"militia\", at: (5, {y}), conditions: [(\"unconscious\", 1), (\"exhausted\", 1)]";
const SENTRY: &str = "kind: \"militia\"";

#[test]
fn getting_about() {
    drill(
        "arrgs",
        SENTRY,
        &[
            turn("movement", SWORD, "", "Press(\"action Move\"), Click(6, {y})"),
            turn("movement", SWORD, "", "Key(ArrowRight), Key(ArrowRight), Key(Enter)"),
            turn(
                "movement",
                "kind: \"scout\"",
                "",
                "Press(\"action Move\"), Key(F5), Wait(5), Click(6, {y})",
            ),
            turn("sidestep", SWORD, "", "Press(\"action Sidestep\"), Click(5, {y})"),
            turn("withdraw", SWORD, "", "Press(\"action Withdraw\"), Click(3, {y-1})"),
            turn("drop_prone", SWORD, "", "Press(\"action Drop prone\"), Key(Enter)"),
            turn(
                "standup",
                "kind: \"swordsman\", conditions: [(\"prone\", 1)]",
                "",
                "Press(\"action Stand up\"), Key(Enter)",
            ),
            turn(
                // What is driven square by square looks where it is told to in the end (A-165).
                "movement",
                "kind: \"swordsman\", stats: {\"piloting\": 15}, bonds: [(kind: \"crew\", role: \"driver\", to: \"v{n}\")]",
                "friend kind: \"runabout\", at: (5, {y})",
                "Press(\"action Move\"), Press(\"chip faces forward\"), Wait(3), Click(6, {y-1})",
            ),
            turn(
                "mount",
                "kind: \"swordsman\", stats: {\"ride\": 15}",
                "friend kind: \"pack_mule\", at: (5, {y})",
                "Press(\"action Mount\"), Click(5, {y})",
            ),
        ],
    );
}

#[test]
fn blows_and_shots() {
    drill(
        "arrgs",
        SENTRY,
        &[
            turn("attack_melee", SWORD, SENSELESS, "Click(5, {y})"),
            turn(
                "charge",
                SWORD,
                "kind: \"militia\", at: (8, {y}), conditions: [(\"unconscious\", 1)]",
                "Press(\"action Charge\"), Click(8, {y})",
            ),
            turn("trip", SWORD, SENSELESS, "Press(\"action Trip\"), Click(5, {y})"),
            // The same by keys: what is open above the row goes before the slots.
            turn("trip", SWORD, SENSELESS, "Press(\"Manoeuvres\"), Wait(3), Key(Digit1), Click(5, {y})"),
            turn(
                "attack_ranged",
                "kind: \"archer\"",
                "kind: \"militia\", at: (9, {y}), conditions: [(\"unconscious\", 1)]",
                "Press(\"action Shoot\"), Click(9, {y})",
            ),
            turn(
                "attack_ranged",
                "kind: \"militia\", weapons: [\"fire_flask\"]",
                "",
                "Press(\"action Shoot\"), Hover(7, {y}), Click(7, {y})",
            ),
            turn(
                "reload",
                "kind: \"crossbowman\", loaded: {\"crossbow\": 0}",
                "",
                "Press(\"action Reload\"), Key(Enter)",
            ),
            turn(
                "ready",
                SWORD,
                "",
                "Press(\"action Ready\"), Press(\"answer An enemy attacks\"), Press(\"answer Anywhere in sight\"), Press(\"answer Attack with Sword\"), Key(Digit1)",
            ),
        ],
    );
}

#[test]
fn spells() {
    let mage = "kind: \"mage\", spells: [\"firebolt\", \"fireball\"]";
    drill(
        "arrgs",
        SENTRY,
        &[
            turn(
                "attack_spell",
                mage,
                "kind: \"militia\", at: (7, {y}), conditions: [(\"unconscious\", 1)]",
                "Press(\"action Cast\"), Press(\"answer Firebolt\"), Click(7, {y})",
            ),
            turn(
                "attack_spell",
                mage,
                "",
                "Press(\"action Cast\"), Key(Digit2), Hover(9, {y}), Click(9, {y})",
            ),
        ],
    );
}

#[test]
fn hands_and_help() {
    drill(
        "arrgs",
        SENTRY,
        &[
            turn(
                "draw",
                "kind: \"swordsman\", weapons: [\"sword\", \"dagger\"], held: [\"sword\"]",
                "",
                "Press(\"action Draw\"), Wait(3)",
            ),
            turn("drop", "kind: \"militia\", weapons: [\"club\"]", "", "Press(\"action Drop\"), Wait(3)"),
            turn(
                "treat",
                SWORD,
                "friend kind: \"militia\", at: (5, {y}), conditions: [(\"dying\", 2)], tracks: {\"vitality\": -2}",
                "Press(\"action Treat\"), Click(5, {y})",
            ),
            turn(
                "shake_awake",
                SWORD,
                "friend kind: \"militia\", at: (5, {y}), conditions: [(\"unconscious\", 1)]",
                "Press(\"action Shake awake\"), Click(5, {y})",
            ),
            turn("nothing", SWORD, "", "Press(\"More\"), Wait(3), Press(\"action Nothing\"), Key(Enter)"),
        ],
    );
}

#[test]
fn stance_and_initiative() {
    drill(
        "threat_range",
        SENTRY,
        &[
            turn("aim", "kind: \"archer\"", "", "Press(\"action Aim\"), Press(\"answer 2\")"),
            turn(
                "brace",
                "kind: \"archer\", conditions: [(\"prone\", 1)]",
                "",
                "Press(\"action Brace\"), Wait(3)",
            ),
            turn("regroup", SWORD, "", "Press(\"action Regroup\"), Key(Enter)"),
            turn(
                // Found by its name: while one writes, keys are letters.
                "regroup",
                SWORD,
                "",
                "Key(Digit0), Wait(3), Press(\"find action\"), Wait(3), Type(\"regroup\"), Wait(6), Key(Enter), Wait(6), Key(Enter)",
            ),
            turn("crouch", SWORD, "", "Press(\"action Crouch\"), Key(Enter)"),
            turn(
                "stand",
                "kind: \"swordsman\", conditions: [(\"crouched\", 1)]",
                "",
                "Press(\"action Stand straight\"), Key(Enter)",
            ),
            turn("press", SWORD, "", "Press(\"action Press\"), Key(Enter)"),
        ],
    );
}

#[test]
fn several_weapons_in_one_attack() {
    // The small choices: the first weapon, the second, then whether the other joins in (D-26).
    drill(
        "drive",
        "kind: \"raider\"",
        &[turn(
            "ranged_attack",
            "kind: \"rifleman\", weapons: [\"pistol\", \"fire_pistol\"], held: [\"pistol\", \"fire_pistol\"]",
            "kind: \"raider\", at: (7, {y}), conditions: [(\"incapacitated\", 1)]",
            "Press(\"action Ranged attack\"), Press(\"chip and Fire pistol\"), Click(7, {y})",
        )],
    );
}

#[test]
fn who_is_brought_somewhere() {
    // The target first, then how much of what moves it, then where it comes to stand (D-82, D-107).
    let raider = "kind: \"raider\", at: (5, {y}), conditions: [(\"incapacitated\", 1)]";
    drill(
        "drive",
        "kind: \"raider\"",
        &[
            turn(
                "push",
                "kind: \"weigher\"",
                raider,
                "Press(\"action Move by pseudogravity\"), Click(5, {y}), Wait(5), Key(Digit1), Wait(5), Click(7, {y})",
            ),
            turn(
                "throw",
                "kind: \"raider\"",
                raider,
                "Press(\"action Throw\"), Click(5, {y}), Wait(5), Click(6, {y})",
            ),
        ],
    );
}

#[test]
fn at_the_wheel() {
    // A vehicle is driven by a click on the place it shall stand on; it is got into and out of beside it.
    let car = "friend kind: \"scout_car\", at: (5, {y})";
    let driver = "kind: \"marine\", bonds: [(kind: \"crew\", role: \"driver\", to: \"v{n}\")]";
    let orders = drill(
        "cepheus",
        "kind: \"trooper\"",
        &[
            turn("drive", driver, car, "Hover(2, {y}), Click(2, {y})"),
            turn(
                "manoeuvre",
                driver,
                car,
                "Press(\"action Manoeuvre\"), Press(\"chip faces forward\"), Click(9, {y})",
            ),
            turn("take_wheel", "kind: \"marine\"", car, "Press(\"action Take the wheel\"), Click(5, {y})"),
            turn(
                "blind_fire",
                "kind: \"marine\"",
                "",
                "Press(\"action Fire blindly\"), Wait(3), Hover(8, {y}), Click(8, {y})",
            ),
            turn(
                "get_out",
                "kind: \"marine\", bonds: [(kind: \"crew\", role: \"passenger\", to: \"v{n}\")]",
                car,
                "Press(\"action Get out\"), Click(4, {y})",
            ),
            turn("evade", driver, car, "Press(\"action Evasive action\"), Click(2, {y})"),
            turn("weave", driver, car, "Press(\"action Weave\"), Click(9, {y})"),
            turn(
                // Up into the air on the way.
                "drive",
                driver,
                "friend kind: \"air_sled\", at: (5, {y})",
                "Press(\"action Drive\"), Press(\"chip flying low\"), Click(2, {y})",
            ),
            turn(
                "crouch",
                "kind: \"marine\"",
                "kind: \"trooper\", at: (10, {y}), conditions: [(\"unconscious\", 1)], tracks: {\"str\": 0, \"end\": 0}",
                "Press(\"action Crouch\"), Key(Enter)",
            ),
            turn(
                "ram",
                driver,
                car,
                "Press(\"action Ram\"), Expect(\"chip top speed\"), Look(8, {y-2}), Wait(3), Click(10, {y-3})",
            ),
            turn(
                // The rifle finds no port in a tank: what is fired is the gun of the turret.
                "shoot",
                "kind: \"trooper\", bonds: [(kind: \"crew\", role: \"gunner\", to: \"v{n}\")]",
                "friend kind: \"ridgeback\", at: (5, {y})",
                "Press(\"action Shoot\"), Look(11, {last}), Wait(3), Click(11, {last})",
            ),
        ],
    );
    let rises = |order: &Decision| match order {
        Decision::Act { args, .. } => args.course.as_ref().is_some_and(|course| !course.climbs.is_empty()),
        _ => false,
    };
    assert!(orders.is_empty() || orders.iter().any(rises), "it stays on the ground");
}

#[test]
fn on_the_wing() {
    // Up into another band on the way, by the small choice beside the hint.
    drill(
        "threat_range",
        SENTRY,
        &[turn(
            "movement",
            "kind: \"cinder\"",
            "",
            "Press(\"action Move\"), Press(\"chip flying low\"), Click(7, {y})",
        )],
    );
}

#[test]
fn overwatch() {
    drill(
        "structured",
        "kind: \"trooper\"",
        &[turn(
            "overwatch",
            "kind: \"marksman\", weapons: [\"rifle\"], held: [\"rifle\"]",
            "",
            "Press(\"action Overwatch\"), Press(\"answer An enemy moves\"), Press(\"answer Within 5 squares\"), Press(\"answer All around\"), Wait(3)",
        )],
    );
}

#[test]
fn feats_of_arms() {
    // The questions come once the dice have fallen; a digit answers whatever is asked.
    drill(
        "arrgs",
        SENTRY,
        &[
            turn(
                "disarm",
                SWORD,
                SENSELESS,
                "Press(\"action Disarm\"), Click(5, {y}), Settle, Click(6, {y}), Settle, Wait(5)",
            ),
            turn(
                "reposition",
                SWORD,
                SENSELESS,
                "Press(\"action Reposition\"), Click(5, {y}), Settle, Click(6, {y}), Settle, Press(\"answer Don't react\")",
            ),
            turn("sunder", SWORD, SENSELESS, "Press(\"action Sunder\"), Click(5, {y}), Wait(5), Key(Digit1)"),
            turn(
                "repeated_attack",
                SWORD,
                SENSELESS,
                "Press(\"action Repeated attack\"), Click(5, {y}), Settle, Key(Digit2)",
            ),
            turn(
                "change_reach",
                "kind: \"spearman\"",
                "",
                "Press(\"action Change reach\"), Key(Enter), Settle, Key(Digit1)",
            ),
            turn(
                "aid_another",
                SWORD,
                "friend kind: \"militia\", at: (5, {y})",
                "Press(\"action Aid another\"), Click(5, {y}), Wait(5), Key(Digit1)",
            ),
        ],
    );
}

/// A fight that is won at once, with somebody hurt and something broken, and hours to see to both.
const AFTER: &str = r#"[(id: "after", name: "After", text: "After.", rulebook: "cepheus", map: "yard", options: {"aftermath": 24}, sides: [
    (id: "own", name: "Own", units: [
        (id: "doc", name: "Doc", kind: "marine", at: (2, 2), initiative: 9, stats: {"medicine_skill": 2}),
        (id: "meg", name: "Meg", kind: "marine", at: (2, 6), initiative: 8, stats: {"mechanics_skill": 2}, tracks: {"spare_parts": 1}),
        (id: "car", name: "Car", kind: "scout_car", at: (6, 5), facing: E, tracks: {"hull": 1}),
        (id: "ill", name: "Ill", kind: "marine", at: (9, 2), initiative: 7, tracks: {"end": 2}, conditions: [("fresh_wounds", 1)]),
    ]),
    (id: "foes", name: "Foes", controller: Ai, units: [(id: "foe", kind: "marine", at: (11, 9), initiative: 1)]),
])]"#;

#[test]
fn after_the_fight() {
    if !window::display() {
        return;
    }
    let mods = tempfile::tempdir().unwrap();
    scenario(mods.path(), "cepheus", "kind: \"trooper\"", &[turn("move", SWORD, "", "")]);
    let home = mods.path().join("drill");
    fs::write(home.join("scenarios/drill.ron"), AFTER).unwrap();
    let row = format!("\"{}\",", ".".repeat(12));
    let map = format!(
        "[(id: \"yard\", name: \"Yard\", rows: [{}], legend: {{\".\": (terrain: \"grass\")}})]",
        row.repeat(10)
    );
    fs::write(home.join("maps/yard.ron"), map).unwrap();
    let steps = r#"[Settle, Command("Concede(side: \"foes\")"), Settle, Key(Digit2), Settle,
        Press("action First aid"), Click(9, 2), Settle, Shot("aid.png"), Key(KeyE), Settle,
        Press("action Repair"), Click(6, 5), Wait(3), Settle, Shot("repair.png"), Key(KeyE), Settle, Key(KeyE), Settle,
        Key(Digit1), Settle, Wait(30), Shot("over.png"), Quit]"#;
    let (played, ..) = window::play("drill:after", 7, "800x450", Some(mods.path()), steps);
    let done: Vec<String> = played
        .commands
        .iter()
        .filter_map(|(command, _)| match command {
            Decision::Act { unit, action, .. } => Some(format!("{unit} {action}")),
            Decision::Choose { option, .. } => Some(option.to_string()),
            _ => None,
        })
        .collect();
    assert_eq!(done, ["work", "doc first_aid", "meg repair", "none"], "the hours after a fight are of use");
}

#[test]
#[ignore = "deep: the same with every frame drawn"]
fn each_of_these_battles_with_every_frame_drawn() {
    window::drawn_in_full(&[
        getting_about,
        blows_and_shots,
        spells,
        hands_and_help,
        stance_and_initiative,
        several_weapons_in_one_attack,
        at_the_wheel,
        on_the_wing,
        overwatch,
        feats_of_arms,
        after_the_fight,
    ]);
}
