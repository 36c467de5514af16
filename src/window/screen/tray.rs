//! The dice tray: the last roll, whose it was, what for and what came of it; below it in one's own turn its buttons, and
//! while others act the speed of the motions and a way past them.

use super::{
    TrayPanel,
    letters::{self, BOLD},
    ribbon::untitled,
};
use crate::window::{motion::Tray, pen::*};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, draw);
}

fn draw(
    mut commands: Commands,
    table: Res<Table>,
    tray: Res<Tray>,
    mut brushes: Brushes,
    panel: Single<Entity, With<TrayPanel>>,
    (settings, language, room): (Res<Settings>, Res<Language>, Res<Room>),
    mut seen: Local<Option<(Tray, Below)>>,
) {
    let below = match table.prompt.is_none() {
        // Nothing useful is left to be paid for: the way on is lit.
        true if !table.hand.is_empty() => Below::Turn { may_delay: table.may_delay, done: table.row.spent },
        true if table.telling.is_some() || table.thinking => Below::Others { speed: settings.motion },
        _ => Below::Nothing,
    };
    let now = (tray.clone(), below);
    if seen.as_ref() == Some(&now) && !language.is_changed() && !room.is_changed() {
        return;
    }
    *seen = Some(now);
    let folded = room.folded;
    // Before the first roll of a battle the buttons have the tray to themselves; without them there is none.
    let alone = tray.roll.is_none() && !folded;
    let mut panel = commands.entity(*panel);
    panel.despawn_children();
    if alone && below == Below::Nothing {
        return;
    }
    panel.with_children(|parent| {
        let node = match folded {
            true => across().pad(GAP, 0.0),
            false => Node { align_items: AlignItems::Stretch, ..down().pad(GAP_2, GAP_2) },
        };
        let node = Node { border: UiRect::all(px(EDGE)), ..node.columns(GAP_2).rows(APART).fill() };
        let border_radius = BorderRadius::all(px(theme::RADIUS_CARD));
        let node = Node { border_radius, overflow: Overflow::clip(), ..node };
        let wood = (BackgroundColor(theme::WALNUT), BorderColor::all(theme::RULE), widgets::shadow());
        let wide = room.tray - 2.0 * EDGE - 2.0 * GAP_2;
        parent.spawn((node, wood)).with_children(|felt| {
            if let Some(roll) = &tray.roll {
                // Pointing at the roll asks for all that went into it.
                // It is as high as it may be, whatever is told: the buttons keep their places.
                let node = match folded {
                    true => across(),
                    false => Node { height: px(DIE + APART + theme::SMALL), ..down().gap(APART).fixed() },
                };
                let asks = (Hovered::default(), Explains(Intent::AskRoll));
                felt.spawn((Name::new("roll"), node, asks))
                    .with_children(|felt| draw_short(felt, &mut brushes, roll, tray.tumble, (folded, wide)));
                // Where no buttons stand, it says what the dice came to.
                if below == Below::Nothing && !folded && tray.tumble == 0 && !roll.sum.is_empty() {
                    felt.spawn(PLAIN.ink(theme::PAPER_DIM).line(summed(&roll.sum, (wide, LINES))));
                }
            }
            if !alone {
                felt.spawn((Node { flex_grow: 1.0, ..default() }, Tip::new(say!("tip-tray"))));
            }
            draw_buttons(felt, below, (folded, alone));
        });
    });
}

/// What stands below the roll: the buttons of the turn, which may be put off or not and of which the last is lit or not; or
/// how fast others' turns go, in per cent.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Below {
    Nothing,
    Turn { may_delay: bool, done: bool },
    Others { speed: u32 },
}

/// The speeds that its button goes through, in per cent.
const SPEEDS: [u32; 3] = [50, 100, 200];

/// The speed after this one; from any other the usual one.
fn next_speed(now: u32) -> u32 {
    let at = SPEEDS.iter().position(|speed| *speed == now);
    at.map_or(100, |at| SPEEDS[(at + 1) % SPEEDS.len()])
}

/// What its button says: how fast things move, or that nothing does.
fn speed_words(speed: u32) -> String {
    if speed == 0 { say!("tell-no-motion") } else { say!("tell-speed", n = speed) }
}

/// The buttons below the roll. `alone`: they fill the tray.
fn draw_buttons(felt: Sheet, below: Below, (folded, alone): (bool, bool)) {
    use ButtonLook::{Lit, Paper};
    let buttons = match below {
        Below::Nothing => return,
        Below::Turn { may_delay, done } => {
            let look = if done { Lit } else { Paper };
            [
                ("Delay", say!("tray-delay"), Some(Action::Delay), Intent::Delay, (Paper, may_delay)),
                ("End turn", say!("tray-end-turn"), Some(Action::EndTurn), Intent::EndTurn, (look, true)),
            ]
        }
        Below::Others { speed } => {
            let faster = Intent::Set(Knob::Motion, next_speed(speed));
            [
                ("motion speed", speed_words(speed), None, faster, (Paper, true)),
                ("hurry", say!("tell-skip"), Some(Action::Skip), Intent::Hurry, (Paper, true)),
            ]
        }
    };
    let node = if folded { across() } else { down() };
    let node = Node { flex_grow: if alone { 1.0 } else { 0.0 }, ..node.fixed() };
    felt.spawn(node).with_children(|sheet| {
        for (name, text, key, intent, (look, possible)) in buttons {
            let ink = if possible { theme::INK } else { theme::GREY };
            let node = across().gap(6.0).centred();
            let grow = if folded || alone { 1.0 } else { 0.0 };
            let node = Node { flex_grow: grow, height: if alone { auto() } else { px(26) }, ..node };
            sheet.spawn(widgets::button(name, look, possible, intent, node)).with_children(|button| {
                button.line(STRONG.ink(ink), text);
                if let Some(key) = key {
                    button.spawn(widgets::key(ink, key));
                }
            });
        }
    });
}

/// The edge of the tray, and what is free between the lines in it.
const EDGE: f32 = 2.0;
const APART: f32 = 2.0;
/// Width of dice and texts where they lie on one line.
const FOLDED: f32 = 162.0;

/// The last roll: its dice and beside them whose it was and what for, below them what came of it. Its sum is told when
/// it is pointed at.
fn draw_short(
    felt: Sheet,
    brushes: &mut Brushes,
    roll: &ShownRoll,
    tumble: u32,
    (folded, wide): (bool, f32),
) {
    let (line, most) = if folded { (FOLDED, 1) } else { (wide, 2) };
    let room = |shown: usize| line - taken(roll, shown);
    // What has no room beside two dice has it beside one.
    let tell = |shown: usize| told(roll, (room(shown), most));
    let (what, ways) = tell(SHORT);
    let (shown, (what, ways)) = if what.is_some() { (SHORT, (what, ways)) } else { (1, tell(1)) };
    let more = roll.dice.len().saturating_sub(shown);
    // What it follows on from lies still.
    let before = roll.before.iter().take(1).map(|die| (*die, 0));
    let dice: Vec<_> = before.chain(roll.dice.iter().take(shown).map(|die| (*die, tumble))).collect();
    let beside = room(shown);
    let (came, size) = letters::fitting(&ways, if folded { beside / BOLD } else { line / BOLD });
    let ink = if roll.good == Some(true) { theme::GOLD } else { theme::PAPER };
    let label = |style: Style, text: String| (style.line(text), LineHeight::Px(theme::SMALL));
    // What came of it is not told before the dice lie still.
    let mut came = (tumble == 0 && !came.is_empty()).then(|| label(STRONG.ink(ink).size(size), came));
    let node = Node { min_height: px(if folded { 0.0 } else { DIE }), ..across().fixed() };
    felt.spawn((node, Pickable::IGNORE)).with_children(|row| {
        for (n, (own, tumble)) in dice.into_iter().enumerate() {
            draw_die(row, brushes, own, tumble, n);
        }
        if more > 0 {
            row.spawn(label(PLAIN.ink(theme::PAPER), more_dice(more)));
        }
        row.spawn((down().gap(0.0), Pickable::IGNORE)).with_children(|texts| {
            texts.spawn(label(PLAIN.ink(theme::PAPER), what.unwrap_or_default()));
            if let Some(came) = came.take_if(|_| folded) {
                texts.spawn(came);
            }
        });
    });
    if let Some(came) = came {
        felt.spawn(came);
    }
}

/// So many lines a sum has at most where no buttons stand.
const LINES: usize = 4;

/// A sum in at most so many lines of that width, broken before what it comes to; where it is longer only its last line, or
/// what that comes to.
fn summed(sum: &str, (wide, most): (f32, usize)) -> String {
    let last = sum.lines().next_back().unwrap_or_default();
    let lines = |own: &str| own.lines().flat_map(|line| broken(line, wide)).collect::<Vec<String>>();
    let fits = |lines: &Vec<String>| lines.len() <= most && lines.iter().all(|line| !line.ends_with('…'));
    match [sum, last].into_iter().map(lines).find(fits) {
        Some(lines) => lines.join("\n"),
        None => last.rsplit_once(" = ").map_or_else(String::new, |(_, total)| format!("= {total}")),
    }
}

/// A line of a sum in lines of that width; each of its parts is kept whole.
fn broken(sum: &str, wide: f32) -> Vec<String> {
    if letters::width(sum) <= wide {
        return vec![sum.to_owned()];
    }
    let mut parts = String::new();
    for (n, part) in sum.split(' ').enumerate() {
        let apart = match part {
            _ if n == 0 => "",
            "=" => "\n",
            "+" | "−" => " ",
            _ => "\u{a0}",
        };
        parts.push_str(apart);
        parts.push_str(part);
    }
    letters::lines(&parts, wide).into_iter().map(|line| line.replace('\u{a0}', " ")).collect()
}

/// How many more dice there are, in one line: a bare number beside a name would read as added to something.
fn more_dice(more: usize) -> String {
    say!("tray-more-dice", n = more).replace(' ', "\u{a0}")
}

/// What so many dice of a roll take of their line, with the one before them and how many more there are.
fn taken(roll: &ShownRoll, shown: usize) -> f32 {
    let drawn = roll.before.len().min(1) + roll.dice.len().min(shown);
    let more = match roll.dice.len().saturating_sub(shown) {
        0 => 0.0,
        more => letters::width(&more_dice(more)) + GAP,
    };
    drawn as f32 * (DIE + GAP) + more
}

/// Whose a roll was and what for, in so many lines of that width, if it has room there at all; and how what came of it
/// may be told, the longest first. Nothing is cut: what has no room is left out as a whole, and told on pointing.
fn told(roll: &ShownRoll, (wide, most): (f32, usize)) -> (Option<String>, Vec<String>) {
    let titles = say!("ribbon-titles");
    let brief =
        |who: &str| who.split(" → ").map(|own| untitled(own, &titles)).collect::<Vec<_>>().join(" → ");
    let fits = |text: &str| {
        let lines = in_lines(text, wide);
        lines.len() <= most && lines.iter().all(|line| !line.ends_with('…'))
    };
    // Which of the checks it was goes first, where there is too little room.
    let whole = roll.what.as_str();
    let check = whole.split(": ").next().unwrap_or(whole);
    let (who, purpose) = check.rsplit_once(", ").unwrap_or((check, ""));
    let result = if roll.result.is_empty() { roll.sum.as_str() } else { roll.result.as_str() };
    let mut names = vec![whole.to_owned(), check.to_owned()];
    // A die of which nothing else is told has below it what it was for.
    let bare = result.is_empty() && !purpose.is_empty() && !names.iter().any(|name| fits(name));
    // At whom it was goes before what for. In the end all go by their last names.
    if bare || who.contains(" → ") {
        names.push(who.to_owned());
    } else if !purpose.is_empty() {
        names.push(format!("{}, {purpose}", brief(who)));
    }
    let is_word = |word: &&str| word.contains(char::is_alphabetic);
    let last = |own: &str| own.rsplit(' ').find(is_word).unwrap_or(own).to_owned();
    names.extend([brief(who), who.split(" → ").map(last).collect::<Vec<_>>().join(" → ")]);
    let what = names.iter().find(|name| fits(name)).map(|name| in_lines(name, wide).join("\n"));
    let mut ways = if bare { vec![purpose.to_owned()] } else { shorter(result, roll.result.is_empty()) };
    ways.push(String::new());
    (what, ways)
}

/// A text in lines of that width, broken where it says at whom or what for rather than elsewhere.
fn in_lines(text: &str, wide: f32) -> Vec<String> {
    let broken = match letters::width(text) <= wide {
        true => text.to_owned(),
        false if text.contains(" → ") => text.replacen(" → ", "\n→ ", 1),
        false => text.replacen(", ", ",\n", 1),
    };
    letters::lines(&broken, wide)
}

/// What came of a roll, and what is left of it where there is less and less room: of a sum what it comes to, else the
/// first part with the last ones. Nothing in it is broken.
fn shorter(result: &str, sum: bool) -> Vec<String> {
    let mut ways = vec![result.to_owned()];
    if sum {
        ways.extend(result.rsplit_once(" = ").map(|(_, total)| format!("= {total}")));
        return ways;
    }
    let mut parts: Vec<&str> = result.split(", ").collect();
    while parts.len() > 1 {
        parts.remove(1);
        ways.push(parts.join(", "));
    }
    ways
}

/// Dice drawn at most on the line.
const SHORT: usize = 2;

/// Width and height of a die, in units.
const DIE: f32 = 28.0;

/// A die as it lies in the tray: its sides, the face that is up, whether it counts; and how large it is drawn.
fn draw_die(
    dice: Sheet,
    brushes: &mut Brushes,
    (sides, face, counts): (u32, u32, bool),
    tumble: u32,
    n: usize,
) {
    let face = match tumble {
        0 => face,
        t => 1 + (t * 7 + n as u32 * 5) % if sides == 0 { 20 } else { sides },
    };
    let turn = if tumble == 0 { 0.0 } else { (tumble as f32 * 0.9 + n as f32).sin() * 0.7 };
    // A d6 shows its pips; others lie with a number on the face that is up.
    let pips = sides == 6 && (1..=6).contains(&face);
    let picture = match sides {
        _ if pips => format!("ui/d6_{face}"),
        4 | 8 | 10 | 12 => format!("ui/d{sides}"),
        // Hundred sides are those of two with ten.
        100 => "ui/d10".to_owned(),
        _ => "ui/d20".to_owned(),
    };
    let tint = if counts { Color::WHITE } else { Color::srgba(1.0, 1.0, 1.0, 0.35) };
    let size = if pips { DIE * 0.87 } else { DIE };
    dice.spawn((
        ImageNode::new(brushes.picture(&picture, 128)).with_color(tint),
        Node { align_items: AlignItems::Center, ..sized(size, size).centred() },
        UiTransform::from_rotation(Rot2::radians(turn)),
        Pickable::IGNORE,
    ))
    .with_children(|node| {
        let ink = if counts { theme::INK } else { theme::PAPER_DIM };
        if !pips {
            strike(node.line(STRONG.ink(ink), face.to_string()), !counts);
        } else if !counts {
            // Struck out.
            node.spawn((
                Node { width: percent(100), height: px(3), ..default() },
                UiTransform::from_rotation(Rot2::degrees(-25.0)),
                BackgroundColor(theme::PAPER_DIM),
            ));
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_button_of_the_speed_goes_round() {
        assert_eq!([50, 100, 200, 0, 175].map(next_speed), [100, 200, 50, 100, 100]);
    }

    #[test]
    fn where_nothing_moves_no_speed_is_named() {
        assert!(speed_words(50).contains("50"));
        assert!(!speed_words(0).contains('0'), "{}", speed_words(0));
    }

    #[test]
    fn dice_that_are_not_drawn_are_told_as_dice_and_have_their_room() {
        assert_eq!([1, 4].map(more_dice), ["+1\u{a0}die", "+4\u{a0}dice"]);
        let roll = ShownRoll { dice: vec![(6, 3, true); 6], ..ShownRoll::default() };
        let bare = 2.0 * (DIE + GAP);
        assert!(taken(&roll, SHORT) > bare + letters::width("+4 dice") && taken(&roll, 6) == 3.0 * bare);
        let fire = ShownRoll { what: "Brack → Amory, Attack: Firearms".to_owned(), ..roll };
        let wide = 190.0 - 2.0 * EDGE - 2.0 * GAP_2;
        let beside = told(&fire, (wide - taken(&fire, SHORT), 2)).0;
        assert_eq!(beside.unwrap(), "Brack\n→ Amory", "who hit whom, beside two dice");
    }

    #[test]
    fn the_tray_says_whose_roll_it_was_and_what_for_whatever_came_of_it() {
        let roll = |what: &str, sum: &str, result: &str| ShownRoll {
            what: what.to_owned(),
            sum: sum.to_owned(),
            result: result.to_owned(),
            ..ShownRoll::default()
        };
        let wide = |roll: &ShownRoll| {
            let (what, ways) = told(roll, (132.0, 2));
            (what.unwrap().replace('\n', "/"), letters::fitting(&ways, 170.0 / BOLD).0)
        };
        let both = |what: &str, came: &str| (what.to_owned(), came.to_owned());
        let hit = roll("Sly Wenna, Attack", "18 + 2 = 20 against 9", "hit: 17 damage");
        assert_eq!(wide(&hit), both("Sly Wenna, Attack", "hit: 17 damage"));
        let tie = roll("Tilde Ashe, Tiebreak", "", "");
        assert_eq!(wide(&tie), both("Tilde Ashe, Tiebreak", ""));
        let harm = roll("Jem, Damage", "4 + 2 = 6", "");
        assert_eq!(wide(&harm), both("Jem, Damage", "4 + 2 = 6"));
        let many = roll("Brack, Damage", "4 + 5 + 2 + 2 + 3 + 1 + 4 + 5 + 2 + 2 + 3 = 33", "");
        assert_eq!(wide(&many).1, "= 33");
        let long = roll("Captain Brannoch, Defence: Reflex", "", "");
        assert_eq!(wide(&long).0, "Captain Brannoch,/Defence: Reflex");
        let aimed = roll("Sly Wenna → Jem Oakes, Attack", "", "needs 9+, missed by 1, the weapon jams");
        assert_eq!(wide(&aimed).0, "Sly Wenna/→ Jem Oakes, Attack");
        assert_eq!(wide(&aimed).1, "needs 9+, the weapon jams");
        assert_eq!(shorter("hit: 22 damage, critical", false)[1], "hit: 22 damage");
        let brief = vec!["Defence".to_owned(), String::new()];
        assert_eq!(told(&long, (65.0, 1)), (Some("Brannoch".to_owned()), brief));
        assert_eq!(told(&long, (40.0, 1)).0, None, "nothing is cut");
        let came = letters::fitting(&told(&aimed, (132.0, 2)).1, 30.0).0;
        assert_eq!(came, "", "what has no room is left out");
        assert_eq!(summed("9 + 3 = 12 against 13", (170.0, 3)), "9 + 3 = 12 against 13");
        assert_eq!(summed("18 + 2 + 4 = 24 against 9", (110.0, 3)), "18 + 2 + 4\n= 24 against 9");
        assert_eq!(summed(&many.sum, (100.0, 3)), "= 33");
        let four = "damage 6 + 7 margin + 11 critical − 2 resistance = 22";
        assert_eq!(summed(four, (130.0, 3)), "= 22");
        assert_eq!(summed(four, (130.0, 4)).lines().count(), 4, "all of it");
        let whole = summed("damage 15 + 2 effect − 5 armour = 12", (160.0, 3));
        assert_eq!(whole, "damage 15 + 2 effect\n− 5 armour\n= 12");
        let sums = "18 + 2 = 20 vs 9\ndamage 6 + 11 margin − 2 armour = 15";
        assert_eq!(summed(sums, (280.0, 3)), sums);
        assert!(summed(sums, (210.0, 3)).starts_with("18 + 2 = 20 vs 9\n"));
        assert_eq!(summed(sums, (150.0, 3)).lines().next(), Some("damage 6 + 11 margin"));
        let bare = roll("Sergeant Voss, Lethal Damage", "", "");
        assert_eq!(wide(&bare), both("Sergeant Voss,/Lethal Damage", ""));
    }
}
