//! The small map: the whole field in the corner, who is seen on it, and what the view shows. A press on it goes there.

use super::{
    camera::LookAt,
    map_picture::with_ghosts,
    pen::*,
    screen::{CoversMap, Steered},
};

/// The plugin of the small map.
pub fn plugin(app: &mut App) {
    app.add_systems(Startup, lay)
        .add_systems(Update, (fold, draw, frame))
        .add_observer(look::<Press>)
        .add_observer(look::<Drag>);
}

/// The widest and the highest that the small map is, in pixels at scale 1.
const MOST: Vec2 = Vec2::new(138.0, 92.0);

/// All of it.
#[derive(Component)]
struct Corner;

/// The picture of the field.
#[derive(Component)]
struct Field;

/// What the view shows of it.
#[derive(Component)]
struct Frame;

/// The buttons under it: name, picture, and what each does. Their tips name the keys.
const BUTTONS: [(&str, &str, Intent); 5] = [
    ("farther", "ui/zoom_out", Intent::Nearer(-1)),
    ("nearer", "ui/zoom_in", Intent::Nearer(1)),
    ("whole map", "ui/whole_map", Intent::WholeMap),
    ("centre", "ui/centre", Intent::Centre),
    ("small map", "ui/small_map", Intent::Flip(Knob::Minimap)),
];

/// Width and height of a picture on a button, in pixels at scale 1.
const PICTURE: f32 = 18.0;

fn lay(mut commands: Commands, mut art: ResMut<Art>, mut images: ResMut<Assets<Image>>) {
    commands
        .spawn((
            (Corner, CoversMap),
            Steered,
            widgets::card(Node { left: px(GAP_2), ..down().pad(GAP, GAP).over() }),
            // A card that is asked about lies over it.
            GlobalZIndex(-1),
            Visibility::Hidden,
        ))
        .with_children(|corner| {
            corner
                .spawn((Field, ImageNode::default(), Node { overflow: Overflow::clip(), ..default() }))
                .with_child((
                    Frame,
                    Node { border: UiRect::all(px(2)), ..Node::default().over() },
                    BorderColor::all(theme::PAPER),
                    Outline::new(px(1), px(0), theme::INK),
                    Pickable::IGNORE,
                ));
            corner.spawn(across()).with_children(|row| {
                for (name, picture, intent) in BUTTONS {
                    let node = Node::default().pad(0.0, 2.0).centred();
                    let node = Node { min_width: px(26), flex_grow: 1.0, ..node };
                    let picture = ImageNode::new(art.image(&mut images, picture, 128));
                    let picture = (picture, sized(PICTURE, PICTURE), Pickable::IGNORE);
                    row.button(name, ButtonLook::Paper, intent, node).with_child(picture);
                }
            });
        });
}

/// It lies there in a battle. The log and a card that docks at the left keep off it.
fn fold(
    screen: Res<State<Screen>>,
    piece: Res<CornerPiece>,
    corner: Single<(&mut Node, &mut Visibility), With<Corner>>,
) {
    let (mut node, mut visibility) = corner.into_inner();
    let battle = *screen.get() == Screen::Battle;
    visibility.set_if_neq(if battle { Visibility::Visible } else { Visibility::Hidden });
    alter(&mut node, |node| node.top = px(piece.place.min.y));
}

/// What of the table the picture shows.
type Seen = (u64, Vec<(At, usize, bool)>, Vec<u32>);

/// The squares of a counter, each with its side.
fn squares(counter: &Counter) -> impl Iterator<Item = (At, usize)> {
    let (at, side, size) = (counter.at, counter.side, counter.size.max(UVec2::ONE).as_ivec2());
    (0..size.x * size.y).map(move |n| (at + IVec2::new(n % size.x, n / size.x), side))
}

fn draw(
    table: Res<Table>,
    mut art: ResMut<Art>,
    mut images: ResMut<Assets<Image>>,
    field: Single<(&mut ImageNode, &mut Node), With<Field>>,
    mut seen: Local<Seen>,
) {
    if !table.is_changed() || table.board.generation == 0 {
        return;
    }
    let shown = |marks: &u32| marks & (mark::DARK | mark::UNKNOWN | mark::GOAL);
    let who = table.counters.iter().map(|counter| (counter.at, counter.side, counter.ghost)).collect();
    let now: Seen = (table.board.generation, who, table.overlay.marks.iter().map(shown).collect());
    if *seen == now {
        return;
    }
    *seen = now;
    let (mut image, mut node) = field.into_inner();
    let scale = (256 / table.board.size.max_element().max(1)).clamp(1, 8);
    let dots = |ghost: bool| -> Vec<(At, usize)> {
        table.counters.iter().filter(|counter| counter.ghost == ghost).flat_map(squares).collect()
    };
    let (here, last_seen) = (dots(false), dots(true));
    let dots = (here.as_slice(), last_seen.as_slice());
    image.image = images.add(with_ghosts(&mut art, &table.board, &table.overlay.marks, dots, scale));
    let size = table.board.size.as_vec2().max(Vec2::ONE);
    let size = size * (MOST / size).min_element();
    (node.width, node.height) = (px(size.x), px(size.y));
}

/// The node of the field.
type FieldNode<'w, 's> = Single<'w, 's, &'static mut Node, (With<Field>, Without<Frame>)>;

/// The frame follows the view between ribbon and row. The field is folded away if wished, if all fits the window,
/// or where it would cover somebody.
fn frame(
    (table, settings, room): (Res<Table>, Res<Settings>, Res<Room>),
    (rise, ui, mut piece): (Res<Rise>, Res<UiScale>, ResMut<CornerPiece>),
    camera: Single<(&Transform, &Projection), With<MainCamera>>,
    window: Single<&Window, With<bevy::window::PrimaryWindow>>,
    (corner, field): (Single<&ComputedNode, With<Corner>>, FieldNode),
    frame: Single<&mut Node, With<Frame>>,
) {
    let mut field = field.into_inner();
    let (Val::Px(width), Val::Px(height)) = (field.width, field.height) else { return };
    let map = table.board.size.as_vec2() * SQUARE;
    if map.min_element() <= 0.0 {
        return;
    }
    let scale = match camera.1 {
        Projection::Orthographic(own) => own.scale,
        _ => 1.0,
    };
    let middle = camera.0.translation.truncate() * Vec2::new(1.0, -1.0);
    let (least, most) = seen(middle / scale, window.size(), (room.top * ui.0, (room.bottom + rise.0) * ui.0));
    let [least, most] = [least, most].map(|end| (end * scale / map).clamp(Vec2::ZERO, Vec2::ONE));
    // Where the whole map has room it stays folded, also while a prompt covers some of that.
    let left = window.size() - Vec2::new(0.0, (room.top + room.bottom) * ui.0);
    let all = (least == Vec2::ZERO && most == Vec2::ONE) || (map / scale).cmple(left).all();
    // Where there is little room it would hide more than it shows.
    let wanted = settings.minimap && !all && !room.folded;
    // How large it is with the field and without it follows from how it was laid last.
    let (laid, high) = (corner.size() * corner.inverse_scale_factor(), Vec2::new(0.0, height + GAP));
    let buttons = if field.display == Display::None { laid } else { (laid - high).max(Vec2::ZERO) };
    let whole = if wanted { buttons + high } else { buttons };
    let own = *piece;
    piece.set_if_neq(CornerPiece { whole, buttons, ..own });
    let display = if wanted && !own.bare { Display::Flex } else { Display::None };
    alter(&mut field, |field| field.display = display);
    let size = Vec2::new(width, height);
    let (from, to) = (least * size, most * size);
    let wanted = (px(from.x), px(from.y), px(to.x - from.x), px(to.y - from.y));
    alter(&mut frame.into_inner(), |node| (node.left, node.top, node.width, node.height) = wanted);
}

/// The corners of what is seen between ribbon and row, which are so high, around the `middle` of the map; in pixels.
fn seen(middle: Vec2, window: Vec2, (top, bottom): (f32, f32)) -> (Vec2, Vec2) {
    let half = window / 2.0;
    let least = middle - half + Vec2::new(0.0, top);
    (least, (middle + half - Vec2::new(0.0, bottom)).max(least))
}

/// The square under a place of the window, if the small map is there.
fn square(at: Vec2, node: &ComputedNode, transform: &UiGlobalTransform, size: UVec2) -> Option<At> {
    let part = node.normalize_point(*transform, at)? + 0.5;
    let inside = part.cmpge(Vec2::ZERO).all() && part.cmplt(Vec2::ONE).all();
    inside.then(|| (part * size.as_vec2()).floor().as_ivec2())
}

type FieldParts = (&'static ComputedNode, &'static UiGlobalTransform);

/// Where it is pressed or dragged over, the camera looks.
fn look<E: std::fmt::Debug + Clone + Reflect>(
    event: On<PointerEvent<E>>,
    fields: Query<FieldParts, With<Field>>,
    window: Single<&Window, With<bevy::window::PrimaryWindow>>,
    table: Res<Table>,
    mut looks: MessageWriter<LookAt>,
) {
    let Ok((node, transform)) = fields.get(event.entity) else { return };
    let at = event.pointer_location.position * window.scale_factor();
    if let Some(at) = square(at, node, transform, table.board.size) {
        looks.write(LookAt(at));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_frame_shows_what_lies_between_ribbon_and_row() {
        let window = Vec2::new(1280.0, 720.0);
        let (least, most) = seen(Vec2::new(640.0, 360.0), window, (76.0, 140.0));
        assert_eq!((least, most), (Vec2::new(0.0, 76.0), Vec2::new(1280.0, 580.0)));
        let (least, most) = seen(Vec2::ZERO, Vec2::new(200.0, 100.0), (60.0, 118.0));
        assert!(most.cmpge(least).all(), "in a window with room for nothing but panels");
    }

    #[test]
    fn every_button_under_the_small_map_has_a_picture() {
        let assets = std::path::Path::new(threat_range_base::CHECKOUT).join("assets");
        let mut art = Art::new(vec![assets]);
        for (name, picture, _) in BUTTONS {
            assert!(art.has(picture), "{name}");
        }
    }
}
