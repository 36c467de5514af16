//! The dice tray: the last roll, whose it was, what for and what came of it; and the buttons of the turn.

use super::{TrayPanel, letters, ribbon::untitled};
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
    (language, room): (Res<Language>, Res<Room>),
    mut seen: Local<Option<(Tray, bool, bool, bool)>>,
) {
    let may_end = !table.hand.is_empty() && table.prompt.is_none();
    // Nothing useful is left to be paid for: the way on is lit.
    let done = may_end && table.row.spent;
    let now = (tray.clone(), may_end, table.may_delay, done);
    if seen.as_ref() == Some(&now) && !language.is_changed() && !room.is_changed() {
        return;
    }
    *seen = Some(now);
    let folded = room.folded;
    // Before the first roll of a battle the buttons have the tray to themselves; without them there is none.
    let alone = tray.roll.is_none() && !folded;
    let mut panel = commands.entity(*panel);
    panel.despawn_children();
    if alone && !may_end {
        return;
    }
    panel.with_children(|parent| {
        let node = match folded {
            true => across().pad(GAP, 0.0),
            false => Node { align_items: AlignItems::Stretch, ..down().pad(GAP_2, GAP_2) },
        };
        let node = Node { border: UiRect::all(px(2)), ..node.columns(GAP_2).rows(2.0).fill() };
        let border_radius = BorderRadius::all(px(theme::RADIUS_CARD));
        let node = Node { border_radius, overflow: Overflow::clip(), ..node };
        let wood = (BackgroundColor(theme::WALNUT), BorderColor::all(theme::RULE), widgets::shadow());
        parent.spawn((node, wood)).with_children(|felt| {
            if let Some(roll) = &tray.roll {
                // Pointing at the roll asks for all that went into it.
                let node = if folded { across() } else { down() };
                let asks = (Hovered::default(), Explains(Intent::AskRoll));
                felt.spawn((Name::new("roll"), node.rows(0.0), asks))
                    .with_children(|felt| draw_short(felt, &mut brushes, roll, tray.tumble, folded));
            }
            if !alone {
                felt.spawn((Node { flex_grow: 1.0, ..default() }, Tip::new(say!("tip-tray"))));
            }
            draw_buttons(felt, (may_end && table.may_delay, may_end), done, (folded, alone));
        });
    });
}

/// The buttons of the turn: whether it may be put off, and whether it may be ended. `alone`: they fill the tray.
fn draw_buttons(felt: Sheet, (may_delay, may_end): (bool, bool), done: bool, (folded, alone): (bool, bool)) {
    let node = if folded { across() } else { down() };
    let node = Node { flex_grow: if alone { 1.0 } else { 0.0 }, ..node.fixed() };
    felt.spawn(node).with_children(|buttons| {
        for (name, text, key, intent, possible) in [
            ("Delay", say!("tray-delay"), Action::Delay, Intent::Delay, may_delay),
            ("End turn", say!("tray-end-turn"), Action::EndTurn, Intent::EndTurn, may_end),
        ] {
            let ink = if possible { theme::INK } else { theme::GREY };
            let node = across().gap(6.0).centred();
            let grow = if folded || alone { 1.0 } else { 0.0 };
            let node = Node { flex_grow: grow, height: if alone { auto() } else { px(26) }, ..node };
            let look = if done && intent == Intent::EndTurn { ButtonLook::Lit } else { ButtonLook::Paper };
            buttons.spawn(widgets::button(name, look, possible, intent, node)).with_children(|button| {
                button.line(STRONG.ink(ink), text);
                button.spawn(widgets::key(ink, key));
            });
        }
    });
}

/// The width of a letter, about.
const LETTER: f32 = 6.5;
/// Width of the tray inside, with room for wide letters, and of what stands beside a die.
const WIDE: f32 = 163.0;
const BESIDE: f32 = 132.0;

/// The last roll: whose it was and what for, its dice and what came of it. Its sum is told when it is pointed at.
fn draw_short(felt: Sheet, brushes: &mut Brushes, roll: &ShownRoll, tumble: u32, folded: bool) {
    let more = roll.dice.len().saturating_sub(SHORT);
    // What it follows on from lies still.
    let before = roll.before.iter().take(1).map(|die| (*die, 0));
    let dice: Vec<_> = before.chain(roll.dice.iter().take(SHORT).map(|die| (*die, tumble))).collect();
    let others = dice.len().max(1) - 1 + usize::from(more > 0);
    let beside = BESIDE - (DIE + GAP) * others as f32;
    // Where it is not one line, it stands above the dice whose roll it was; a result may take two lines beside them.
    let lines = if folded || roll.result.is_empty() { 1.0 } else { 1.8 };
    let (what, came) = told(roll, if folded { beside } else { WIDE }, beside * lines);
    let ink = if roll.good == Some(true) { theme::GOLD } else { theme::PAPER };
    let label = |style: Style, text: String| (style.text(text), LineHeight::Px(theme::SMALL));
    if !folded {
        // A letter too wide is no second line: it would push the buttons out.
        felt.spawn(label(PLAIN.ink(theme::PAPER), what.clone())).insert(TextLayout::no_wrap());
    }
    felt.spawn((across(), Pickable::IGNORE)).with_children(|row| {
        for (n, (own, tumble)) in dice.into_iter().enumerate() {
            draw_die(row, brushes, own, tumble, n);
        }
        if more > 0 {
            row.line(STRONG.ink(theme::PAPER), format!("+{more}"));
        }
        let node = Node { max_width: px(beside), ..down().gap(0.0) };
        row.spawn((node, Pickable::IGNORE)).with_children(|texts| {
            if folded {
                texts.spawn(label(PLAIN.ink(theme::PAPER), what));
            }
            // What came of it is not told before the dice lie still.
            if tumble == 0 && !came.is_empty() {
                let wide = if fits(&came, beside - LETTER) { auto() } else { px(beside) };
                texts.spawn((label(STRONG.ink(ink), came), Node { width: wide, ..default() }));
            }
        });
    });
}

/// Whose a roll was and what for, and what came of it, each in as many letters as its room takes.
fn told(roll: &ShownRoll, what: f32, came: f32) -> (String, String) {
    let short = |text: &str, room: f32| letters::cut_to(text, |kept| fits(kept, room));
    // Which of the checks it was goes first, where there is too little room.
    let whole = roll.what.as_str();
    let named = if fits(whole, what) { whole } else { whole.split(": ").next().unwrap_or(whole) };
    // At whom it was goes before what for.
    let named = match named.rsplit_once(", ") {
        Some((aimed, _)) if !fits(named, what) && aimed.contains(" → ") => aimed,
        _ => named,
    };
    let result = came_of(roll);
    // A die of which nothing else is told has beside it what it was for.
    let (named, result) = match named.rsplit_once(", ") {
        Some((who, purpose)) if result.is_empty() && !fits(named, what) => (who, purpose),
        _ => (named, result),
    };
    // Before anything is cut, all go by one name.
    let titles = say!("ribbon-titles");
    let brief =
        |who: &str| who.split(" → ").map(|own| untitled(own, &titles)).collect::<Vec<_>>().join(" → ");
    let named = match named.rsplit_once(", ") {
        _ if fits(named, what) => named.to_owned(),
        Some((who, purpose)) => format!("{}, {purpose}", brief(who)),
        None if named.contains(" → ") || roll.result.is_empty() => brief(named),
        None => named.to_owned(),
    };
    // Of a sum that is too long, what it comes to.
    let sum = result.rsplit_once(" = ").filter(|_| roll.result.is_empty() && !fits(result, came));
    let result = sum.map_or_else(|| result.to_owned(), |(_, total)| format!("= {total}"));
    (short(&named, what), short(&result, came))
}

/// What came of a roll: its result, or else its sum.
fn came_of(roll: &ShownRoll) -> &str {
    if roll.result.is_empty() { &roll.sum } else { &roll.result }
}

/// Whether a text fits into a line so wide, about.
fn fits(text: &str, room: f32) -> bool {
    text.chars().count() as f32 * LETTER <= room
}

/// Dice drawn at most on the line.
const SHORT: usize = 2;

/// Width and height of a die, in units.
const DIE: f32 = 30.0;

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
    fn the_tray_says_whose_roll_it_was_and_what_for_whatever_came_of_it() {
        let roll = |what: &str, sum: &str, result: &str| ShownRoll {
            what: what.to_owned(),
            sum: sum.to_owned(),
            result: result.to_owned(),
            ..ShownRoll::default()
        };
        let own = |text: &str| text.to_owned();
        let wide = |roll: &ShownRoll| told(roll, WIDE, BESIDE);
        let hit = roll("Sly Wenna, Attack", "18 + 2 = 20 against 9", "hit: 17 damage");
        assert_eq!(wide(&hit), (own("Sly Wenna, Attack"), own("hit: 17 damage")));
        let tie = roll("Tilde Ashe, Tiebreak", "", "");
        assert_eq!(wide(&tie), (own("Tilde Ashe, Tiebreak"), String::new()));
        let harm = roll("Jem, Damage", "4 + 2 = 6", "");
        assert_eq!(wide(&harm), (own("Jem, Damage"), own("4 + 2 = 6")));
        let many = roll("Brack, Damage", "4 + 5 + 2 + 2 + 3 + 1 = 17", "");
        assert_eq!(wide(&many).1, "= 17");
        let long = roll("Captain Brannoch, Defence: Reflex", "", "");
        assert_eq!(wide(&long).0, "Captain Brannoch, Defence");
        let aimed = roll("Sly Wenna → Jem Oakes, Attack", "", "");
        assert_eq!(wide(&aimed).0, "Sly Wenna → Jem Oakes");
        assert_eq!(told(&long, 65.0, 65.0).0, "Brannoch");
        let check = roll("Perrin Low, Critical Wound Check", "", "critical");
        assert_eq!(wide(&check).0, "Perrin, Critical Wound…");
        let bare = roll("Sergeant Voss, Lethal Damage", "", "");
        assert_eq!(wide(&bare), (own("Sergeant Voss"), own("Lethal Damage")));
    }
}
