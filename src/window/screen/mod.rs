//! The screen: ribbon above, the row of actions below with own card and dice tray, a column at the right, prompts in
//! place of the row, and the pages that cover them. Each panel draws one part of [`Table`] and redraws it when it
//! changed.

mod answers;
mod asks;
mod beyond;
mod click_hint;
mod columns;
mod concerned;
mod corner;
mod dock;
mod field;
mod focus;
mod hand;
mod headline;
mod hint;
mod lesson;
mod letters;
mod log;
mod own;
mod page;
mod panels;
mod parts;
mod popup;
mod prompt;
mod ribbon;
mod room;
mod scrolls;
mod shrunk;
mod side;
mod since;
mod slip;
mod slots;
mod token;
mod trace;
mod tray;

use super::pen::*;

pub use corner::CornerPiece;
pub use dock::{Docked, LogPlace};
pub use hint::IDLE;
pub use room::{HINT, Room};

/// The plugin of the screen.
pub fn plugin(app: &mut App) {
    app.init_resource::<Rise>()
        .init_resource::<Room>()
        .add_systems(Startup, lay_out)
        .add_systems(PreUpdate, (room::measure, choose_screen))
        .add_systems(Update, (show_battle, arrange))
        .add_plugins((
            ribbon::plugin,
            (hand::plugin, popup::plugin),
            own::plugin,
            (hint::plugin, lesson::plugin),
            tray::plugin,
            (side::plugin, dock::plugin, corner::plugin, click_hint::plugin),
            (since::plugin, slip::plugin, headline::plugin, asks::plugin, beyond::plugin),
            log::plugin,
            prompt::plugin,
            scrolls::plugin,
            page::plugin,
            field::plugin,
            focus::plugin,
            panels::plugin,
        ));
}

/// Where a node lies, in units of the window.
pub fn place_of(node: &ComputedNode, at: &UiGlobalTransform) -> Rect {
    let unit = node.inverse_scale_factor();
    Rect::from_center_size(at.translation * unit, node.size() * unit)
}

/// How far a prompt rises above the row of actions, in units.
#[derive(Resource, Default, PartialEq)]
pub struct Rise(pub f32);

/// Something that lies over the map, of which labels on the map keep clear.
#[derive(Component)]
pub struct CoversMap;

/// What the keys can get to in a battle, with all that lies on it.
#[derive(Component)]
pub struct Steered;

/// The panels of the battle.
#[derive(Component)]
struct BattleRoot;

#[derive(Component)]
struct RibbonPanel;
#[derive(Component)]
struct OwnPanel;
#[derive(Component)]
struct HandPanel;
#[derive(Component)]
struct PopupPanel;
#[derive(Component)]
struct TrayPanel;
#[derive(Component)]
struct SidePanel;
#[derive(Component)]
struct RulePanel;
#[derive(Component)]
struct LogPanel;
#[derive(Component)]
struct HintPanel;
#[derive(Component)]
struct PromptPanel;

/// Where a panel lies, by the room there is and how far a prompt rises above the row.
#[derive(Component, Clone, Copy)]
struct Lies(fn(&mut Node, &Room, f32));

/// A panel, which the pointer goes through: what it is like, and where it lies.
fn panel(node: Node, lies: fn(&mut Node, &Room, f32)) -> impl Bundle {
    (node, Pickable::IGNORE, Lies(lies))
}

fn lay_out(mut commands: Commands) {
    let place = Node::default().over();
    let strip = Node { left: px(0), right: px(0), ..place.clone() };
    let tall = Node { flex_direction: FlexDirection::Column, ..place.clone() };
    let all = place.clone().fill();
    commands.spawn(((BattleRoot, Steered), all, Pickable::IGNORE)).with_children(|root| {
        root.spawn((RibbonPanel, CoversMap, Node { top: px(0), ..strip.clone() }, Pickable::IGNORE));
        lay_strip(root, &strip);
        let node = Node { right: px(0), overflow: Overflow::scroll_y(), ..tall.clone().rows(GAP_2) };
        root.spawn((
            SidePanel,
            ScrollArea,
            panel(node, |node, room, _| {
                // On which side it lies, and from where to where, is said where the column lies.
                node.width = px(room.column + GAP_2);
            }),
        ));
        // On which side it lies and where it begins is said where the column lies.
        let log = panel(place.clone(), |node, room, rise| node.bottom = px(room.bottom + rise + GAP_2));
        root.spawn((LogPanel, log));
        let node = Node { flex_direction: FlexDirection::Column, ..strip.rows(GAP) };
        let node = Node { align_items: AlignItems::Center, ..node };
        // Where it lies, the hint says.
        root.spawn((HintPanel, node, Pickable::IGNORE));
        let node = Node { align_items: AlignItems::Center, ..tall.clone() };
        root.spawn((
            (PopupPanel, CoversMap),
            panel(node, |node, room, _| {
                // Above the row; on which side, it says itself.
                node.width = px(room.column);
                node.bottom = px(room.bottom);
            }),
        ));
        root.spawn((
            (PromptPanel, CoversMap),
            panel(tall, |node, room, _| {
                let (left, right) = if room.folded { (0.0, 0.0) } else { (room.wing, room.tray) };
                (node.left, node.right) = (px(left + 2.0 * GAP_2), px(right + 2.0 * GAP_2));
                node.bottom = px(prompt::place(room).0);
            }),
        ));
        // Above the prompt: it is there only while a line is pointed at.
        root.spawn((RulePanel, Node { width: px(side::RULE), ..place }, Pickable::IGNORE));
    });
}

/// Own card, hand and tray: side by side, or where there is little room the hand above the other two.
fn lay_strip(root: Sheet, strip: &Node) {
    let node = strip.clone().columns(GAP_2).rows(GAP).pad(GAP_2, GAP_2);
    let node = Node { display: Display::Grid, bottom: px(0), ..node };
    let strip = panel(node, |node, room, _| {
        node.height = px(room.bottom);
        if room.folded {
            node.grid_template_columns = vec![GridTrack::flex(1.0), GridTrack::auto()];
            node.grid_template_rows = vec![GridTrack::flex(1.0), GridTrack::px(room::LINE)];
        } else {
            node.grid_template_columns =
                vec![GridTrack::px(room.wing), GridTrack::flex(1.0), GridTrack::px(room.tray)];
            node.grid_template_rows = vec![GridTrack::flex(1.0)];
        }
    });
    /// Lays a panel into its cell of the strip: column and row, and over how many columns it goes if folded.
    fn lay(node: &mut Node, (column, row): (i16, i16), over: u16) {
        node.grid_column = GridPlacement::start_span(column, over);
        node.grid_row = GridPlacement::start(row);
    }
    root.spawn((strip, CoversMap)).with_children(|bottom| {
        let cell = || Node { min_width: px(0), min_height: px(0), ..default() };
        bottom.spawn((
            OwnPanel,
            panel(cell(), |node, room, _| lay(node, if room.folded { (1, 2) } else { (1, 1) }, 1)),
        ));
        bottom.spawn((
            HandPanel,
            panel(cell(), |node, room, _| {
                let (column, over) = if room.folded { (1, 2) } else { (2, 1) };
                lay(node, (column, 1), over);
            }),
        ));
        bottom.spawn((
            TrayPanel,
            panel(cell(), |node, room, _| lay(node, if room.folded { (2, 2) } else { (3, 1) }, 1)),
        ));
    });
}

/// The panels lie as there is room for them.
fn arrange((room, rise): (Res<Room>, Res<Rise>), mut panels: Query<(&mut Node, &Lies)>) {
    if room.is_changed() || rise.is_changed() {
        for (mut node, lies) in &mut panels {
            lies.0(&mut node, &room, rise.0);
        }
    }
}

/// Frames that the curtain stays down after the next player has sat down.
const LIFTING: u32 = 4;

/// Which screen it is follows from what there is to show.
fn choose_screen(
    table: Res<Table>,
    shelf: Res<Shelf>,
    motion: Res<BeatQueue>,
    now: Res<State<Screen>>,
    mut next: ResMut<NextState<Screen>>,
    mut lifting: Local<u32>,
) {
    // The curtain goes before everything: nothing is seen past it. It lifts when all that lies under it is drawn.
    *lifting = if table.hand_over.is_some() { LIFTING } else { lifting.saturating_sub(1) };
    let wanted = if *lifting > 0 {
        Screen::HandOver
    } else if let Some(page) = shelf.top() {
        Screen::Page(page)
    } else if table.board.generation == 0 {
        Screen::Title
    } else if table.ending.is_some() && !motion.busy() {
        Screen::Over
    } else {
        Screen::Battle
    };
    if *now.get() != wanted {
        next.set(wanted);
    }
}

/// Is no page open? While one is, the battle under it stands still.
pub fn no_page(shelf: Res<Shelf>) -> bool {
    shelf.pages.is_empty()
}

fn show_battle(screen: Res<State<Screen>>, root: Single<&mut Node, With<BattleRoot>>) {
    let wanted = if *screen.get() == Screen::Battle { Display::Flex } else { Display::None };
    alter(&mut root.into_inner(), |node| node.display = wanted);
}
