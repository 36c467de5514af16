//! Signs at the edge of what is seen of the map: who stands beyond it, or under a panel that is always there. Who acts,
//! enemies that one sees, and those of one's own side who still act in this round; who has acted only where a panel covers
//! them. Where nobody of them is out of sight there is none.
//!
//! Each is a slip with an arrow and the counter of the unit that matters most, its short name, and how many others stand
//! that way. It tells by its tip who that is and how far; a click looks there. They are marks on the map: they lie on
//! no panel and under none, on nobody who may be chosen nor on the strip of a vehicle, and the keys do not stop there.

mod rule;

use bevy::ui_widgets::Activate;

use self::rule::signs_of;
use super::{CoversMap, LogPanel, concerned::Concerned, place_of, token::token};
use crate::window::{board::with_strip, pen::*};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Signs>().add_systems(Startup, lay).add_systems(Update, (find, draw).chain());
}

/// How high a sign is, how large its arrow and its counter are, in units.
const HEIGHT: f32 = 28.0;
const ARROW: f32 = 16.0;
const TOKEN: f32 = 22.0;
/// How far the figure on that stands from its edge.
const INSET: f32 = 3.0;
/// What is free between its parts: what tells twins apart stands out from the counter.
const BETWEEN: f32 = 6.0;

/// What a sign says.
#[derive(Clone, Debug, PartialEq)]
struct Words {
    side: usize,
    /// Who has the turn stands there.
    acts: bool,
    /// The figure of the first one, and what tells it from its twins.
    figure: (String, String),
    /// The short name of the first one, and how many others there are.
    label: String,
    tip: String,
    /// Where they stand.
    squares: Vec<At>,
}

/// A sign.
#[derive(Clone, Debug, PartialEq)]
struct Sign {
    words: Words,
    /// Where it lies, in units.
    place: Rect,
    /// Where it points, in radians clockwise from the right.
    turn: f32,
}

impl Sign {
    /// Its arrow stands at the left, or at the right if it points there more than up or down.
    fn node(&self) -> Node {
        let right = self.turn.cos() > 0.5;
        let flex_direction = if right { FlexDirection::RowReverse } else { FlexDirection::Row };
        let size = self.place.size();
        let node = across().gap(BETWEEN).pad(GAP, 0.0).centred().over();
        let (left, top) = (px(self.place.min.x.round()), px(self.place.min.y.round()));
        Node { left, top, width: px(size.x), height: px(size.y), flex_direction, ..node }
    }
}

/// All signs.
#[derive(Resource, Default)]
struct Signs(Vec<Sign>);

/// What they lie on.
#[derive(Component)]
struct Ground;

/// The sign that has this place among all.
#[derive(Component)]
struct Slip(usize);

/// The arrow on it.
#[derive(Component)]
struct Arrow(usize);

fn lay(mut commands: Commands) {
    // Under every panel; and apart from those that the keys get to.
    let node = Node::default().fill().over();
    commands.spawn((Ground, node, Pickable::IGNORE, GlobalZIndex(-1)));
}

/// What of the window shows the map, in units.
struct View {
    /// All of it.
    window: Rect,
    /// What ribbon and row leave of it.
    open: Rect,
    /// The small map and the open log: who stands under them is not seen either.
    fixed: Vec<Rect>,
    /// All that lies over the map just now.
    panels: Vec<Rect>,
}

/// What panels lie there.
type Covers = (&'static ComputedNode, &'static UiGlobalTransform, &'static InheritedVisibility);

/// How the window is shared.
#[derive(SystemParam)]
struct Shared<'w, 's> {
    room: Res<'w, Room>,
    rise: Res<'w, Rise>,
    log: Single<'w, 's, (&'static ComputedNode, &'static UiGlobalTransform), With<LogPanel>>,
    corner: Res<'w, CornerPiece>,
    covers: Query<'w, 's, Covers, (With<CoversMap>, Without<Slip>)>,
}

impl Shared<'_, '_> {
    fn view(&self, log_open: bool, lesson: Option<Rect>) -> View {
        let Room { window, top, bottom, .. } = *self.room;
        let floor = (window.y - bottom - self.rise.0.max(0.0)).max(top);
        let open = Rect::new(0.0, top, window.x, floor);
        let log = log_open.then(|| place_of(self.log.0, self.log.1));
        let covers = self.covers.iter().filter(|(.., shown)| shown.get());
        let covers = covers.map(|(node, at, _)| place_of(node, at)).filter(|own| !own.is_empty());
        let whole = Rect::from_corners(Vec2::ZERO, window);
        let panels = covers.chain(lesson).collect();
        let fixed = std::iter::once(self.corner.place).chain(log).collect();
        View { window: whole, open, fixed, panels }
    }
}

/// What the signs were found for: where the map is seen, and what lies over it.
#[derive(Default, PartialEq)]
struct Seen {
    map: Option<Rect>,
    open: Rect,
    fixed: Vec<Rect>,
    panels: Vec<Rect>,
    calm: bool,
}

/// There are signs on one's turn and at questions, as long as the view rests.
fn find(
    concerned: Concerned,
    shared: Shared,
    (screen, motion, glide, language): (Res<State<Screen>>, Res<BeatQueue>, Res<Glide>, Res<Language>),
    mut signs: ResMut<Signs>,
    mut seen: Local<Seen>,
) {
    let table = &concerned.table;
    let battle = *screen.get() == Screen::Battle && table.board.generation > 0;
    let map = concerned.map();
    let calm = battle && map == seen.map && !motion.busy() && !glide.on() && !table.thinking;
    let view = shared.view(table.log_open, concerned.lesson().map(|(place, _)| place));
    let now = Seen { map, open: view.open, fixed: view.fixed.clone(), panels: view.panels.clone(), calm };
    if *seen == now && !table.is_changed() && !language.is_changed() {
        return;
    }
    *seen = now;
    let lies = |own: &Counter| concerned.seen(area_of(own));
    let unit = concerned.unit();
    let takes = |own: &Counter| concerned.seen(with_strip(own, &table.counters, unit));
    let found = if calm { signs_of(table, (lies, takes), &view) } else { Vec::new() };
    if signs.0 != found {
        signs.0 = found;
    }
}

/// The nodes of the signs.
type Slips<'w, 's> = Query<'w, 's, (&'static mut Node, &'static Slip)>;
type Arrows<'w, 's> = Query<'w, 's, (&'static mut UiTransform, &'static Arrow)>;

/// They are drawn anew where they say something else; else they move.
fn draw(
    mut commands: Commands,
    mut brushes: Brushes,
    signs: Res<Signs>,
    ground: Single<Entity, With<Ground>>,
    (mut slips, mut arrows): (Slips, Arrows),
    mut drawn: Local<Vec<Words>>,
) {
    if !signs.is_changed() {
        return;
    }
    if drawn.iter().eq(signs.0.iter().map(|sign| &sign.words)) {
        for (mut node, slip) in &mut slips {
            if let Some(sign) = signs.0.get(slip.0) {
                let wanted = sign.node();
                alter(&mut node, |node| {
                    (node.left, node.top) = (wanted.left, wanted.top);
                    node.flex_direction = wanted.flex_direction;
                });
            }
        }
        for (mut transform, arrow) in &mut arrows {
            if let Some(sign) = signs.0.get(arrow.0) {
                transform.set_if_neq(UiTransform::from_rotation(Rot2::radians(sign.turn)));
            }
        }
        return;
    }
    *drawn = signs.0.iter().map(|sign| sign.words.clone()).collect();
    commands.entity(*ground).despawn_children().with_children(|ground| {
        for (n, sign) in signs.0.iter().enumerate() {
            draw_sign(ground, &mut brushes, n, sign);
        }
    });
}

fn draw_sign(ground: Sheet, brushes: &mut Brushes, n: usize, sign: &Sign) {
    let Sign { words, turn, .. } = sign;
    let name = format!("sign {}", words.label);
    let mut slip = ground.button(name, ButtonLook::Paper, Intent::AskNothing, sign.node());
    let squares = words.squares.clone();
    slip.insert((Slip(n), CoversMap, Tip::new(words.tip.clone()))).observe(
        move |_: On<Activate>, mut looks: MessageWriter<BringIntoSight>| {
            looks.write(BringIntoSight { squares: squares.clone(), reason: SightReason::Event });
        },
    );
    slip.with_children(|slip| {
        let picture = brushes.picture("ui/toward", 64);
        slip.spawn((
            Arrow(n),
            ImageNode::new(picture).with_color(theme::side_colour(words.side)),
            sized(ARROW, ARROW).fixed(),
            UiTransform::from_rotation(Rot2::radians(*turn)),
            Pickable::IGNORE,
        ));
        let (art, tag) = words.figure.clone();
        let slot = RibbonSlot { side: words.side, art, tag, ..RibbonSlot::default() };
        token(slip, brushes, &slot, (TOKEN, INSET), Color::WHITE);
        slip.line(PLAIN.bold(words.acts).ink(theme::side_ink(words.side)), &words.label);
    });
}
