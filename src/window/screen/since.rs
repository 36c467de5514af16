//! The card for one who has just sat down: what their side perceived since they last looked. It lies at the upper right,
//! under the ribbon, or, if it would cover somebody there, at the left under the small map; where it would do so as well,
//! it folds at the right, else at the left, to its first lines or to its heading, until it is clicked. It lies there while the same is shown
//! on the map, and until anything is pressed or asked. Hints for newcomers go before it, and so does what the column tells
//! of a unit or a threat.

use super::{
    BattleRoot, CoversMap, LogPlace,
    concerned::Concerned,
    dock::{Docked, goes_first, span},
    room::LINE,
};
use crate::window::{input::InputSet, pen::*};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (lay_aside.before(InputSet), (draw, stand, fold).chain()));
}

/// The card.
#[derive(Component, Default)]
pub(super) struct SinceCard {
    /// Where it lies, in units, once that has been settled; until then it is not seen.
    pub(super) place: Option<Rect>,
    /// Frames since it was drawn; its size is known after two.
    frames: u8,
    /// How large it is in each form, once that is known.
    sizes: Option<[Vec2; FORMS.len()]>,
    form: Form,
}

/// How far the card is folded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Form {
    /// Not at all.
    #[default]
    Whole,
    /// To its first lines.
    Short,
    /// To its heading.
    Tab,
}

/// The forms, as their sizes stand in [`SinceCard`].
const FORMS: [Form; 3] = [Form::Whole, Form::Short, Form::Tab];

/// So many lines are left of it in short.
const FEW: usize = 2;

impl Form {
    /// How many lines of the card it shows.
    fn shows(self) -> usize {
        match self {
            Self::Whole => usize::MAX,
            Self::Short => FEW,
            Self::Tab => 0,
        }
    }
}

/// What is seen only of a card that is folded so.
#[derive(Component, Clone, Copy)]
enum SincePart {
    /// A line: which, from 0.
    Line(usize),
    /// How many events there are.
    Count,
    /// The button that lays it aside.
    Close,
}

impl SincePart {
    fn shown(self, form: Form) -> bool {
        match self {
            Self::Line(n) => n < form.shows(),
            Self::Count => form == Form::Tab,
            Self::Close => form != Form::Tab,
        }
    }
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
        card.observe(click);
        let heading = if since.start { say!("since-start") } else { say!("since-heading") };
        card.with_children(|card| draw_lines(card, since, heading));
    });
}

/// A click on the card unfolds it, or lays it aside as well.
fn click(_: On<PointerEvent<Click>>, mut cards: Query<&mut SinceCard>, mut intents: MessageWriter<Intent>) {
    for mut card in &mut cards {
        if card.form == Form::Whole {
            intents.write(Intent::Seen);
        }
        card.form = Form::Whole;
    }
}

fn draw_lines(card: Sheet, since: &SinceSummary, heading: String) {
    card.text(NAME, heading);
    let told = say!("since-events", n = since.lines.len() + since.more);
    card.spawn((ASIDE.line(told), Underline, SincePart::Count));
    let node = Node { min_height: px(0), overflow: Overflow::scroll_y(), ..down() };
    card.spawn((ScrollArea, node)).with_children(|card| {
        for (n, line) in since.lines.iter().enumerate() {
            let sums = (Tip::new(line.sums.join("\n")), Pickable::default());
            let mut drawn = draw_line(card, line, &since.own);
            drawn.insert(SincePart::Line(n)).insert_if(sums, || !line.sums.is_empty());
        }
        if since.more > 0 {
            // The log opens where they begin.
            let node = Node { align_self: AlignSelf::FlexStart, ..across().pad(0.0, 2.0).fixed() };
            card.button("log since", ButtonLook::Bare, Intent::LogFrom(since.log_from), node)
                .insert(SincePart::Line(since.lines.len()))
                .with_child((ASIDE.line(say!("since-more", n = since.more)), Underline));
        }
    });
    let node = across().gap(GAP_2).pad(GAP_2, 2.0).fixed();
    let node = Node { align_self: AlignSelf::FlexStart, ..node };
    let mut button = card.button("since", ButtonLook::Paper, Intent::Seen, node);
    button.insert(SincePart::Close).with_children(|button| {
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
    lines: Query<(&SincePart, &ComputedNode)>,
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
        let units = |own: &ComputedNode| own.size() * own.inverse_scale_factor();
        // It is drawn whole at first.
        let sizes = card.sizes.unwrap_or_else(|| {
            let left_out = lines.iter().filter_map(|(part, own)| {
                let left_out = matches!(part, SincePart::Line(_)) && !part.shown(Form::Short);
                left_out.then(|| units(own).y + GAP)
            });
            let whole = units(computed);
            let short = (whole.y - left_out.sum::<f32>()).max(LINE);
            [whole, Vec2::new(whole.x, short), Vec2::new(whole.x, LINE)]
        });
        let [(_, end), (beside_log, _)] = Docked::places(&room, *log, corner.place.width());
        let (top, most) = span(&room, rise.0);
        let right = Vec2::new(end - GAP_2 - room.column, top);
        let left = match log.left > 0.0 {
            true => Vec2::new(beside_log, top),
            false => Vec2::new(GAP_2, corner.under(&room)),
        };
        let (form, place) = lies(&sizes, [right, left], top + most, &concerned.all());
        (node.left, node.top) = (px(place.min.x.round()), px(place.min.y.round()));
        (card.place, card.form, card.sizes) = (Some(place), form, Some(sizes));
    }
}

/// Folds the card.
fn fold(
    mut cards: Query<(&SinceCard, &mut Node)>,
    mut parts: Query<(&SincePart, &mut Node), Without<SinceCard>>,
) {
    for (card, mut node) in &mut cards {
        let tab = card.form == Form::Tab;
        alter(&mut node, |node| {
            let (way, height, pad) = match tab {
                true => (FlexDirection::Row, px(LINE), (GAP_2, GAP)),
                false => (FlexDirection::Column, auto(), (GAP_3, GAP_3)),
            };
            (node.flex_direction, node.height) = (way, height);
            node.padding = UiRect::axes(px(pad.0), px(pad.1));
            node.justify_content = if tab { JustifyContent::SpaceBetween } else { JustifyContent::default() };
        });
        for (part, mut node) in &mut parts {
            let display = if part.shown(card.form) { Display::Flex } else { Display::None };
            alter(&mut node, |node| node.display = display);
        }
    }
}

/// Where a card of these sizes lies, by its forms, and which of those it has: the first that covers nobody who stands there,
/// else the one that covers least of them. Its place is at the right, else at the left, above the floor.
fn lies(
    sizes: &[Vec2; FORMS.len()],
    [right, left]: [Vec2; 2],
    floor: f32,
    keep: &[(Rect, u32)],
) -> (Form, Rect) {
    let [whole, short, tab] = [0, 1, 2].map(|n| {
        let at = |corner: Vec2| (FORMS[n], Rect::from_corners(corner, corner + sizes[n]));
        (at(right), Some(at(left)).filter(|(_, own)| own.max.y <= floor))
    });
    let folded = [Some(short.0), Some(tab.0), short.1, tab.1];
    let all = std::iter::once(whole.1).chain(folded).flatten().map(|own| (covers(own.1, keep), own));
    let first = (covers(whole.0.1, keep), whole.0);
    all.fold(first, |best, own| if own.0 < best.0 { own } else { best }).1
}

/// How much of those who stand there it covers, by how much each matters.
fn covers(own: Rect, keep: &[(Rect, u32)]) -> f32 {
    let part = |(other, n): &(Rect, u32)| {
        let (part, all) = (own.intersect(*other).size(), other.size().max(Vec2::ONE));
        part.x * part.y / (all.x * all.y) * *n as f32
    };
    keep.iter().map(part).sum()
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
    fn the_card_lies_at_the_upper_right_or_left_and_folds_where_both_are_taken() {
        let sizes = [200.0, 120.0, LINE].map(|high| Vec2::new(300.0, high));
        let places = [Vec2::new(972.0, 84.0), Vec2::new(8.0, 206.0)];
        let stands = |x: f32, y: f32| (Rect::from_center_size(Vec2::new(x, y), Vec2::splat(60.0)), 1);
        let form = |keep: &[(Rect, u32)]| {
            let (form, own) = lies(&sizes, places, 572.0, keep);
            (form, own.min == places[0])
        };
        assert_eq!(form(&[]), (Form::Whole, true));
        let (right, left) = (stands(1100.0, 250.0), stands(100.0, 300.0));
        assert_eq!(form(&[right]), (Form::Whole, false), "under the small map");
        assert_eq!(form(&[right, left]), (Form::Short, true));
        assert_eq!(form(&[stands(1100.0, 180.0), left]), (Form::Tab, true));
        assert_eq!(form(&[stands(1100.0, 100.0), left]), (Form::Tab, false), "above who stands there");
        let (somebody, actor) = (stands(100.0, 220.0), (stands(1100.0, 100.0).0, 1000));
        assert!(!form(&[somebody, actor]).1, "who matters least is covered");
        let low = lies(&sizes, places, 300.0, &[right]);
        assert_eq!((low.0, low.1.min), (Form::Short, places[0]), "it would lie on the row");
    }

    #[test]
    fn a_folded_card_shows_its_first_lines() {
        let shown = FORMS.map(|form| (0..5).filter(|n| SincePart::Line(*n).shown(form)).count());
        assert_eq!(shown, [5, FEW, 0]);
        assert_eq!(FORMS.map(|form| SincePart::Count.shown(form)), [false, false, true]);
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
