//! The line that says what to do now, with the small choices that go with what is in hand. What one can do on any turn it
//! says to newcomers, until their first order, and to who does nothing for a while. Over it stands what the signs of the
//! view of the threat mean.

use super::{
    CoversMap, HintPanel,
    dock::{Docked, LogPlace},
    place_of,
    popup::Drawer,
};
use crate::window::{glossary, input::CHIPS, pen::*};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (count_turns, draw_hint, beside));
}

/// After so long in which nothing is done the line says what can be done.
pub const IDLE: Duration = Duration::from_secs(20);

/// Whose turn it is, if a person plays it.
fn turn(table: &Table) -> Option<&UnitCard> {
    let plays = !table.row.slots.is_empty() && table.prompt.is_none() && !table.thinking;
    table.own.as_ref().filter(|_| plays)
}

/// Counts the turns that the player begins, as long as that matters.
fn count_turns(table: Res<Table>, mut settings: ResMut<Settings>, mut seen: Local<Option<(u32, u32)>>) {
    if !table.is_changed() || settings.knows_turns() {
        return;
    }
    let now = turn(&table).map(|own| (own.unit, table.ribbon.round));
    if now.is_some() && *seen != now {
        *seen = now;
        settings.count_turn();
    }
}

/// What is done with hands: while nothing is, the line waits.
#[derive(SystemParam)]
struct Hands<'w> {
    keys: Res<'w, ButtonInput<KeyCode>>,
    mouse: Res<'w, ButtonInput<MouseButton>>,
    pointer: Res<'w, Pointer>,
    time: Res<'w, Time<Real>>,
}

impl Hands<'_> {
    /// How long they have rested, if they were last seen at work then.
    fn rest(&self, last: &mut Duration) -> Duration {
        let pressed =
            self.keys.get_just_pressed().next().is_some() || self.mouse.get_just_pressed().next().is_some();
        if pressed || self.pointer.is_changed() {
            *last = self.time.elapsed();
        }
        self.time.elapsed().saturating_sub(*last)
    }
}

/// What was said last: the line, the small choices, and what the signs of the threat mean.
type Said = (String, Vec<Chip>, Key);
type Key = Vec<(&'static str, String)>;

/// How wide a sign of the map is drawn beside its meaning, in units.
const SIGN: f32 = 20.0;

fn draw_hint(
    mut commands: Commands,
    (table, motion, hands): (Res<Table>, Res<BeatQueue>, Hands),
    panel: Single<Entity, With<HintPanel>>,
    (mut seen, mut worked): (Local<Said>, Local<Duration>),
    (mut art, mut images): (ResMut<Art>, ResMut<Assets<Image>>),
) {
    if table.is_changed() {
        *worked = hands.time.elapsed();
    }
    // Where nothing is to move by itself, neither does this come.
    let idle = hands.rest(&mut worked) >= IDLE && motion.speed > 0.0;
    let line = match turn(&table).filter(|_| idle && table.hint.is_empty()) {
        Some(own) => say!("turn-cards", unit = &own.name),
        None => table.hint.clone(),
    };
    let key = &table.overlay.key;
    // In the view of the threat its signs are explained here.
    let line = match (table.threat, key.is_empty()) {
        (false, _) => line,
        (true, false) => String::new(),
        (true, true) => table.overlay.safe.clone(),
    };
    if seen.0 == line && seen.1 == table.chips && seen.2 == *key {
        return;
    }
    *seen = (line.clone(), table.chips.clone(), key.clone());
    commands.entity(*panel).despawn_children();
    if line.is_empty() && table.chips.is_empty() && key.is_empty() {
        return;
    }
    let strip = || {
        (
            CoversMap,
            Node { max_width: percent(100), ..across().rows(GAP).pad(GAP_3, GAP).wrap().centred().round() },
            BackgroundColor(theme::WALNUT.with_alpha(0.90)),
            Pickable::IGNORE,
        )
    };
    commands.entity(*panel).with_children(|parent| {
        if !table.chips.is_empty() {
            parent.spawn(strip()).with_children(|row| {
                for (n, chip) in (0..CHIPS).zip(&table.chips) {
                    draw_chip(row, n, chip);
                }
            });
        }
        if !key.is_empty() {
            let mut strip = parent.spawn(strip());
            strip.insert(BackgroundColor(theme::PAPER));
            strip.entry::<Node>().and_modify(|mut node| node.column_gap = px(GAP_3));
            strip.with_children(|row| {
                row.text(STRONG, say!("threat-heading"));
                for (sign, told) in key {
                    let ink = theme::side_ink(table.overlay.threat_side);
                    // What foes reach is red on the map, beneath its hatch.
                    let ground = format!("{sign}_ground");
                    let mut layers = vec![((*sign).to_owned(), ink)];
                    if art.has_quietly(&ground) {
                        layers.insert(0, (ground, theme::HARM));
                    }
                    row.spawn((across().gap(GAP), Pickable::IGNORE)).with_children(|pair| {
                        pair.spawn((sized(SIGN, SIGN).fixed(), Pickable::IGNORE)).with_children(|swatch| {
                            for (name, ink) in layers {
                                let image = ImageNode::new(art.image(&mut images, &name, 64)).with_color(ink);
                                let node =
                                    Node { position_type: PositionType::Absolute, ..sized(SIGN, SIGN) };
                                swatch.spawn((image, node, Pickable::IGNORE));
                            }
                        });
                        pair.text(PLAIN, told);
                    });
                }
            });
        }
        if !line.is_empty() {
            let mut strip = parent.spawn(strip());
            if let Some(topic) = glossary::topic(&line) {
                strip.insert(HasTerm(topic));
            }
            strip.with_children(|hint| {
                hint.text(TEXT.ink(theme::PAPER), &line).insert(TextLayout::justify(Justify::Center));
            });
        }
    });
}

/// The line says a term of the game: what pointing at it asks about.
#[derive(Component)]
pub(super) struct HasTerm(String);

/// A term in the line is explained while the pointer is on it. The pointer goes through the line to the map, so it is
/// found by its place alone.
pub(super) fn explain(
    lines: Query<(&HasTerm, &ComputedNode, &UiGlobalTransform)>,
    (pointer, ui): (Res<Pointer>, Res<UiScale>),
    mut intents: MessageWriter<Intent>,
    mut told: Local<bool>,
) {
    if !pointer.is_changed() {
        return;
    }
    let at = pointer.screen.filter(|_| !pointer.on_panel && !pointer.by_keys).map(|at| at / ui.0);
    let under = lines.iter().find(|(_, node, place)| at.is_some_and(|at| place_of(node, place).contains(at)));
    let left = std::mem::replace(&mut *told, under.is_some());
    match under {
        Some((term, ..)) => {
            intents.write(Intent::AskRule(term.0.clone()));
        }
        None if left => {
            intents.write(Intent::AskNothing);
        }
        None => {}
    }
}

/// What the hint leaves free at its sides: the buttons of the small map lie there.
const BESIDE: f32 = 210.0;

/// The hint lies beside the log and what is open above the row; where there is little room beside the card, too.
fn beside(
    table: Res<Table>,
    room: Res<Room>,
    (docked, drawer, log): (Res<Docked>, Res<Drawer>, Res<LogPlace>),
    panel: Single<&mut Node, With<HintPanel>>,
) {
    let (mut left, mut before) = if log.left > 0.0 { (log.left + GAP_2, GAP_2) } else { (0.0, BESIDE) };
    let column = log.right + room.column + GAP_2;
    // Beside the log at the left it lies between that and the cards at the right.
    let (mut right, mut after) = match () {
        () if log.right > 0.0 => (log.right, GAP_2),
        () if log.left > 0.0 && !room.folded => (column, before),
        () => (0.0, before),
    };
    match *drawer {
        Drawer::Shut => {}
        Drawer::Left => (left, before) = (left.max(room.column + GAP_2), GAP_2),
        Drawer::Right => (right, after) = (column, GAP_2),
    }
    if room.folded && (table.side.is_some() || table.rule.is_some()) {
        if docked.left {
            (left, before) = (left + column, GAP_2);
        } else {
            (right, after) = (column, GAP_2);
        }
    }
    let padding = UiRect { left: px(before), right: px(after), ..default() };
    let laid = (px(left), px(right), padding);
    alter(&mut panel.into_inner(), |node| (node.left, node.right, node.padding) = laid);
}

fn draw_chip(row: Sheet, n: u8, chip: &Chip) {
    let possible = chip.why_not.is_none();
    let look = if chip.on { ButtonLook::Chosen } else { ButtonLook::Paper };
    let node = across().pad(GAP_2, 1.0);
    row.spawn((
        widgets::button(format!("chip {}", chip.text), look, possible, Intent::Chip(n.into()), node),
        Explains(Intent::AskChip(n.into())),
    ))
    .with_children(|button| {
        button.line(PLAIN.bold(chip.on).possible(possible), &chip.text);
        button.spawn(widgets::key(theme::INK_SOFT, Action::Chip(n)));
    });
}
