//! The card for one who has just sat down: what their side perceived since they last looked. It lies there while the
//! same is shown on the map, and until anything is pressed or asked; while the column tells of a unit it makes way.

use bevy::picking::events::Pointer;

use super::{
    BattleRoot, CoversMap, LogPanel,
    dock::{CONCERNED, Concerned, cost, tells_of_unit},
    place_of,
};
use crate::window::pen::*;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (lay_aside, (draw, stand).chain()));
}

/// The card.
#[derive(Component, Default)]
pub(super) struct SinceCard {
    /// Where it lies, in units, once that has been settled; until then it is not seen.
    pub(super) place: Option<Rect>,
    /// Frames since it was drawn; its size is known after two.
    frames: u8,
    /// It tells only what matters most.
    short: bool,
}

/// What it leaves out where it would cover somebody, and what stands there instead: how each is displayed then.
#[derive(Component)]
struct Lesser(Display);

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
        card.observe(|_: On<Pointer<Click>>, mut intents: MessageWriter<Intent>| {
            intents.write(Intent::Seen);
        });
        card.with_children(|card| {
            let heading = if since.start { say!("since-start") } else { say!("since-heading") };
            card.text(NAME, heading);
            let node = Node { min_height: px(0), overflow: Overflow::scroll_y(), ..down() };
            card.spawn((ScrollArea, node)).with_children(|card| {
                for (n, line) in since.lines.iter().enumerate() {
                    let sums = (Tip::new(line.sums.join("\n")), Pickable::default());
                    let mut text = draw_line(card, line, &since.own);
                    text.insert_if(sums, || !line.sums.is_empty());
                    text.insert_if(Lesser(Display::None), || n > 0);
                }
                draw_more(card, since, (since.more, Display::None));
                // Shortened, it leaves out all but the first.
                draw_more(card, since, (since.more + since.lines.len().saturating_sub(1), Display::Flex));
            });
            let node = across().gap(GAP_2).pad(GAP_2, 2.0).fixed();
            let node = Node { align_self: AlignSelf::FlexStart, ..node };
            card.button("since", ButtonLook::Paper, Intent::Seen, node).with_children(|button| {
                button.line(STRONG, say!("since-aside"));
                button.spawn(widgets::key(theme::INK_SOFT, Action::Cancel));
            });
        });
    });
}

/// A line in ink: red where it harms one's own side, grey where nothing came of it; the names of one's own in their ink.
fn draw_line<'a>(
    card: Sheet<'a, '_>,
    line: &LogLine,
    (side, names): &(usize, Vec<String>),
) -> EntityCommands<'a> {
    let style = match line.tone {
        Tone::Bad => STRONG.ink(theme::HARM),
        Tone::Good | Tone::Plain => PLAIN,
        Tone::Nothing => PLAIN.ink(theme::GREY),
    };
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

/// How many lines more there are: pressing it opens the log where they begin. `then`: how it is displayed on a shortened
/// card.
fn draw_more(card: Sheet, since: &SinceSummary, (more, then): (usize, Display)) {
    if more == 0 {
        return;
    }
    let display = if then == Display::None { Display::Flex } else { Display::None };
    let node = Node { display, align_self: AlignSelf::FlexStart, ..across().pad(0.0, 2.0).fixed() };
    card.button("since more", ButtonLook::Bare, Intent::LogFrom(since.log_from), node)
        .insert(Lesser(then))
        .with_child((ASIDE.line(say!("since-more", n = more)), Underline));
}

/// It is placed once, before it is seen and when the map lies still: in the column at the right, under the ribbon or above
/// the row, or at the left, where it covers none of those of whom it tells, nor any other. Where it covers somebody
/// everywhere it is short.
fn stand(
    concerned: Concerned,
    table: Res<Table>,
    (room, corner, glide): (Res<Room>, Res<CornerPiece>, Res<Glide>),
    log: Single<(&ComputedNode, &UiGlobalTransform), With<LogPanel>>,
    mut cards: Query<(&mut SinceCard, &mut Node, &mut Visibility, &ComputedNode)>,
    mut lesser: Query<(&mut Node, &Lesser), Without<SinceCard>>,
) {
    for (mut card, mut node, mut visibility, computed) in &mut cards {
        if card.place.is_some() {
            let hidden = tells_of_unit(&table) || table.pinned;
            visibility.set_if_neq(if hidden { Visibility::Hidden } else { Visibility::Inherited });
        }
        if card.place.is_some() || glide.on() {
            continue;
        }
        card.frames += 1;
        if card.frames < 3 {
            continue;
        }
        let size = computed.size() * computed.inverse_scale_factor();
        let told = table.since.as_ref().map(|since| since.lines.as_slice()).unwrap_or_default();
        let mut keep = concerned.all_beside(told);
        if table.log_open {
            keep.push((place_of(log.0, log.1), CONCERNED * CONCERNED));
        }
        let least = Vec2::new(corner.place.width() + 2.0 * GAP_2, room.top + GAP_2);
        let most = Vec2::new(room.window.x, room.window.y - room.bottom) - GAP_2 - size;
        let places = [most.x, least.x].map(|x| [least.y, most.y.max(least.y)].map(|y| Vec2::new(x, y)));
        let places = places.into_iter().flatten().map(|at| Rect::from_corners(at, at + size));
        // That it lies on the map matters not.
        let places = places.map(|own| (cost(own, &keep) / CONCERNED, own));
        let Some((covered, place)) = places.min_by_key(|(covered, _)| *covered) else { continue };
        if covered > 0 && !card.short {
            (card.short, card.frames) = (true, 0);
            lesser.iter_mut().for_each(|(mut node, lesser)| node.display = lesser.0);
            continue;
        }
        (node.left, node.top) = (px(place.min.x.round()), px(place.min.y.round()));
        card.place = Some(place);
        visibility.set_if_neq(Visibility::Inherited);
    }
}

/// What is pressed elsewhere lays it aside; the key for laying back does nothing else then.
fn lay_aside(
    (screen, motion): (Res<State<Screen>>, Res<BeatQueue>),
    (keys, mouse): (Res<ButtonInput<KeyCode>>, Res<ButtonInput<MouseButton>>),
    actions: Actions,
    cards: Query<(&SinceCard, &Hovered)>,
    mut intents: MessageWriter<Intent>,
) {
    let clicked = mouse.get_just_pressed().next().is_some();
    let pressed = clicked || keys.get_just_pressed().next().is_some();
    if !pressed || *screen.get() != Screen::Battle || motion.busy() || actions.just_pressed(&Action::Cancel) {
        return;
    }
    if cards.iter().any(|(card, hovered)| card.place.is_some() && !(clicked && hovered.get())) {
        intents.write(Intent::Seen);
    }
}

#[cfg(test)]
mod tests {
    use super::parts;

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
