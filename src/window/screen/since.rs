//! The card for one who has just sat down: what their side perceived since they last looked. It lies at the upper right,
//! under the ribbon, or where it covers nobody if it would cover somebody there, while the same is shown on the map, and
//! until anything is pressed or asked. Hints for newcomers go before it, and so does what the column tells of a unit or a
//! threat.

use super::{
    BattleRoot, CoversMap, LogPlace,
    concerned::{Concerned, cost},
    dock::{Docked, goes_first, span},
};
use crate::window::{input::InputSet, pen::*};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (lay_aside.before(InputSet), (draw, stand).chain()));
}

/// The card.
#[derive(Component, Default)]
pub(super) struct SinceCard {
    /// Where it lies, in units, once that has been settled; until then it is not seen.
    pub(super) place: Option<Rect>,
    /// Frames since it was drawn; its size is known after two.
    frames: u8,
}

fn draw(
    mut commands: Commands,
    table: Res<Table>,
    (language, room): (Res<Language>, Res<Room>),
    root: Single<Entity, With<BattleRoot>>,
    old: Query<Entity, With<SinceCard>>,
    mut seen: Local<Option<SinceSummary>>,
) {
    let same = *seen == table.since && !language.is_changed() && !room.is_changed();
    if same && old.is_empty() == table.since.is_none() {
        return;
    }
    seen.clone_from(&table.since);
    old.iter().for_each(|entity| commands.entity(entity).despawn());
    let Some(since) = &table.since else { return };
    commands.entity(*root).with_children(|root| {
        let max_height = px(room.window.y - room.top - room.bottom - 2.0 * GAP_2);
        let node = Node { width: px(room.column), max_height, ..down().pad(GAP_3, GAP_3).over() };
        let hidden = (Visibility::Hidden, Hovered::default(), ZIndex(-1));
        let mut card = root.spawn((SinceCard::default(), CoversMap, widgets::card(node), hidden));
        // A click on it lays it aside as well.
        card.observe(|_: On<PointerEvent<Click>>, mut intents: MessageWriter<Intent>| {
            intents.write(Intent::Seen);
        });
        let heading = if since.start { say!("since-start") } else { say!("since-heading") };
        card.with_children(|card| draw_lines(card, since, heading));
    });
}

fn draw_lines(card: Sheet, since: &SinceSummary, heading: String) {
    card.text(NAME, heading);
    let node = Node { min_height: px(0), overflow: Overflow::scroll_y(), ..down() };
    card.spawn((ScrollArea, node)).with_children(|card| {
        for line in &since.lines {
            let sums = (Tip::new(line.sums.join("\n")), Pickable::default());
            draw_line(card, line, &since.own).insert_if(sums, || !line.sums.is_empty());
        }
        if since.more > 0 {
            // The log opens where they begin.
            let node = Node { align_self: AlignSelf::FlexStart, ..across().pad(0.0, 2.0).fixed() };
            card.button("log since", ButtonLook::Bare, Intent::LogFrom(since.log_from), node)
                .with_child((ASIDE.line(say!("since-more", n = since.more)), Underline));
        }
    });
    let node = across().gap(GAP_2).pad(GAP_2, 2.0).fixed();
    let node = Node { align_self: AlignSelf::FlexStart, ..node };
    card.button("since", ButtonLook::Paper, Intent::Seen, node).with_children(|button| {
        button.line(STRONG, say!("since-aside"));
        button.spawn(widgets::key(theme::INK_SOFT, Action::Cancel));
    });
}

/// A line in ink: red where it harms one's own side, large if somebody of it fell, grey where nothing came of it; the
/// names of one's own in their ink.
fn draw_line<'a>(
    card: Sheet<'a, '_>,
    line: &LogLine,
    (side, names): &(usize, Vec<String>),
) -> EntityCommands<'a> {
    let style = match line.tone {
        Tone::Fallen => NAME.ink(theme::HARM),
        Tone::Bad => STRONG.ink(theme::HARM),
        Tone::Felled => STRONG,
        Tone::Good | Tone::Plain => PLAIN,
        Tone::Nothing => PLAIN.ink(theme::GREY),
    };
    // Who fell is told in red throughout.
    let names: &[String] = if line.tone == Tone::Fallen { &[] } else { names };
    let mut parts = parts(&line.text, names).into_iter();
    let own = style.ink(theme::side_ink(*side));
    let ink = |named: bool| if named { own } else { style };
    let first = parts.next().unwrap_or_default();
    let mut text = card.text(ink(first.1), first.0);
    text.with_children(|text| {
        for (part, named) in parts {
            text.spawn(ink(named).span(part));
        }
    });
    text
}

/// The parts of a text: what is one of these names, and what is not.
fn parts<'a>(text: &'a str, names: &[String]) -> Vec<(&'a str, bool)> {
    let (mut parts, mut rest) = (Vec::new(), text);
    let found = |rest: &str| {
        let places = names.iter().filter_map(|name| Some((rest.find(name.as_str())?, name.len())));
        places.filter(|(_, long)| *long > 0).min_by_key(|(at, long)| (*at, std::cmp::Reverse(*long)))
    };
    while let Some((at, long)) = found(rest) {
        parts.extend((at > 0).then_some((&rest[..at], false)));
        parts.push((&rest[at..at + long], true));
        rest = &rest[at + long..];
    }
    parts.extend((!rest.is_empty()).then_some((rest, false)));
    parts
}

/// It is placed once, before it is seen and when the map lies still, and not before a hint for newcomers has gone.
fn stand(
    concerned: Concerned,
    (room, rise, corner): (Res<Room>, Res<Rise>, Res<CornerPiece>),
    (glide, log): (Res<Glide>, Res<LogPlace>),
    mut cards: Query<(&mut SinceCard, &mut Node, &mut Visibility, &ComputedNode)>,
) {
    let hinted = concerned.lesson().is_some();
    for (mut card, mut node, mut visibility, computed) in &mut cards {
        if hinted && (card.place.is_some() || card.frames > 0) {
            (card.place, card.frames) = (None, 0);
        } else if !hinted && !glide.on() && card.place.is_none() {
            card.frames += 1;
        }
        let hidden = card.place.is_none() || goes_first(&concerned.table);
        visibility.set_if_neq(if hidden { Visibility::Hidden } else { Visibility::Inherited });
        if card.place.is_some() || card.frames < 3 {
            continue;
        }
        let size = computed.size() * computed.inverse_scale_factor();
        let [(_, end), (from, _)] = Docked::places(&room, *log, corner.place.width());
        let (top, most) = span(&room, rise.0);
        let place = lies(size, Rect::new(from, top, end - GAP_2, top + most), &concerned.all());
        (node.left, node.top) = (px(place.min.x.round()), px(place.min.y.round()));
        card.place = Some(place);
    }
}

/// How far a place of the card is from the next that is tried, in units.
const STEP: f32 = 24.0;

/// Where in a field a card so large lies: of all places the first where it covers fewest who stand there. It is tried at
/// the right, at the left and between, each from above, from below and between.
fn lies(size: Vec2, field: Rect, keep: &[(Rect, u32)]) -> Rect {
    let tries = |long: f32| -> Vec<f32> {
        let most = long.max(0.0);
        let between = (1..u16::MAX).map(|n| f32::from(n) * STEP).take_while(|off| *off < most);
        [0.0, most].into_iter().chain(between).collect()
    };
    let (across, down) = (tries(field.width() - size.x), tries(field.height() - size.y));
    let at = |left: f32, under: f32| {
        let upper = Vec2::new(field.max.x - left - size.x, field.min.y + under);
        Rect::from_corners(upper, upper + size)
    };
    let places = across.iter().flat_map(|left| down.iter().map(move |under| at(*left, *under)));
    places.min_by_key(|own| cost(*own, keep)).unwrap_or_else(|| at(0.0, 0.0))
}

/// What is pressed elsewhere lays it aside, once it is seen. The key for laying back does nothing else then; before, it
/// does that, too, and what it means besides.
fn lay_aside(
    (screen, motion): (Res<State<Screen>>, Res<BeatQueue>),
    (keys, mouse): (Res<ButtonInput<KeyCode>>, Res<ButtonInput<MouseButton>>),
    actions: Actions,
    cards: Query<(&SinceCard, &Hovered)>,
    mut intents: MessageWriter<Intent>,
) {
    let clicked = mouse.get_just_pressed().next().is_some();
    let back = actions.just_pressed(&Action::Cancel);
    let pressed = clicked || back || keys.get_just_pressed().next().is_some();
    if !pressed || *screen.get() != Screen::Battle || motion.busy() {
        return;
    }
    let aside = |(card, hovered): (&SinceCard, &Hovered)| {
        if card.place.is_some() { !(back || clicked && hovered.get()) } else { back }
    };
    if cards.iter().any(aside) {
        intents.write(Intent::Seen);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_card_lies_at_the_upper_right_or_where_it_covers_nobody() {
        let (field, size) = (Rect::new(180.0, 84.0, 1272.0, 572.0), Vec2::new(300.0, 200.0));
        let stands = |x: f32, y: f32| (Rect::from_center_size(Vec2::new(x, y), Vec2::splat(60.0)), 1);
        let corner = |keep: &[(Rect, u32)]| {
            let own = lies(size, field, keep);
            (own.max.x, own.min.y)
        };
        assert_eq!(corner(&[]), (1272.0, 84.0));
        assert_eq!(corner(&[stands(1100.0, 150.0)]), (1272.0, 372.0), "above the row");
        let right = [stands(1100.0, 150.0), stands(1100.0, 330.0), stands(1100.0, 500.0)];
        assert_eq!(corner(&right), (480.0, 84.0), "at the left");
        let left = [stands(300.0, 150.0), stands(300.0, 330.0), stands(300.0, 500.0)];
        let between = lies(size, field, &[right, left].concat());
        assert_eq!(cost(between, &[right, left].concat()), 0, "{between:?}");
        let one = |n: u32| (Rect::from_corners(field.min, field.max), n);
        assert_eq!(corner(&[one(1)]), (1272.0, 84.0), "where all places cover as many it is as ever");
    }

    #[test]
    fn names_of_ones_own_side_stand_apart() {
        let names = ["Jem".to_owned(), "Jem Oakes".to_owned()];
        assert_eq!(
            parts("Dirk hit Jem Oakes twice", &names),
            [("Dirk hit ", false), ("Jem Oakes", true), (" twice", false)]
        );
        assert_eq!(parts("Jem", &names), [("Jem", true)]);
        assert_eq!(parts("Dirk missed", &names), [("Dirk missed", false)]);
    }
}
