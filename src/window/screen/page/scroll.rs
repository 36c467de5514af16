//! Columns that can be rolled, and stay where they were when their page is drawn anew.

use super::PageDrawn;
use crate::window::pen::*;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Scrolls>().add_systems(Update, (unroll, roll).chain().after(PageDrawn));
}

/// A column that can be rolled, and stays where it was when its page is drawn anew. `name` is its own on its page.
pub fn scroll(name: &'static str, node: Node) -> impl Bundle {
    let node = Node {
        flex_direction: FlexDirection::Column,
        min_height: px(0),
        overflow: Overflow::scroll_y(),
        ..node
    };
    (ScrollArea, Rolls(name), node)
}

/// A list to choose from, at the left of a sheet; `widest` in units. It has a ground of its own, as high as the sheet:
/// nothing that lies on the table shows between its entries.
pub(super) fn list_beside(body: Sheet, name: &'static str, widest: f32, draw: impl FnOnce(Sheet)) {
    let node = Node { width: percent(30), max_width: px(widest + 2.0 * GAP_2), ..Node::default().fixed() };
    let node = Node {
        border: UiRect::all(px(1)),
        border_radius: BorderRadius::all(px(theme::RADIUS_CARD)),
        padding: UiRect::all(px(GAP_2)),
        ..node.rows(GAP_2)
    };
    let ground = (BackgroundColor(theme::WALNUT_DARK), BorderColor::all(theme::RULE));
    body.spawn((scroll(name, node), ground)).with_children(draw);
}

/// An entry of such a list, with a line about it: on paper where it is chosen, else an outline, so that one alone looks
/// chosen.
pub(super) fn entry<'a>(
    list: Sheet<'a, '_>,
    name: impl Into<String>,
    (text, about): (&str, &str),
    intent: Intent,
    chosen: bool,
) -> EntityCommands<'a> {
    let (look, ink, soft) = match chosen {
        true => (ButtonLook::Chosen, theme::INK, theme::INK_SOFT),
        false => (ButtonLook::Quiet, theme::PAPER, theme::PAPER_DIM),
    };
    let mut button = list.button(name, look, intent, down().gap(2.0).fixed());
    button.with_children(|button| {
        button.text(NAME.ink(ink), text);
        button.text_any(SOFT.ink(soft), about);
    });
    button
}

/// What stands on a sheet above its foot: it can be rolled, so that the foot always stays in sight.
pub(super) fn middle(sheet: Sheet, name: &'static str, draw: impl FnOnce(Sheet)) {
    sheet.spawn(scroll(name, Node { flex_grow: 1.0, ..Node::default().rows(GAP_3) })).with_children(draw);
}

/// A column that keeps how far it was rolled.
#[derive(Component)]
struct Rolls(&'static str);

/// How far columns were rolled, by page and name.
#[derive(Resource, Default)]
struct Scrolls(BTreeMap<String, Vec2>);

fn unroll(
    screen: Res<State<Screen>>,
    scrolls: Res<Scrolls>,
    mut new: Query<(&Rolls, &mut ScrollPosition), Added<Rolls>>,
) {
    for (rolls, mut position) in &mut new {
        if let Some(kept) = scrolls.0.get(&format!("{:?} {}", screen.get(), rolls.0)) {
            position.0 = *kept;
        }
    }
}

fn roll(
    screen: Res<State<Screen>>,
    mut scrolls: ResMut<Scrolls>,
    moved: Query<(&Rolls, &ScrollPosition), Changed<ScrollPosition>>,
) {
    for (rolls, position) in &moved {
        scrolls.0.insert(format!("{:?} {}", screen.get(), rolls.0), position.0);
    }
}
