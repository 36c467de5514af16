//! The screen: ribbon above, hand below with own card and dice tray, a column at the right, a slip for prompts, and
//! the pages that cover them.
//!
//! Owns the layout at 1280×720 and its scaling. Each panel draws one part of [`Table`] and redraws it when it changed.

mod columns;
mod field;
mod focus;
mod hand;
mod hint;
mod log;
mod page;
mod panels;
mod parts;
mod prompt;
mod ribbon;
mod side;
mod since;
mod token;
mod tray;

use bevy::{prelude::*, window::PrimaryWindow};

use super::{
    Screen,
    motion::Motion,
    settings::Settings,
    theme,
    view::{Shelf, Table},
};

/// Height of the ribbon, in pixels at scale 1.
pub const FREE_TOP: f32 = 76.0;
/// Height of the hand, in pixels at scale 1.
pub const FREE_BOTTOM: f32 = 186.0;
/// Height of the hint with the small choices above it, which lie over the lower end of the map.
pub const HINT: f32 = 76.0;
/// Width of the log, in pixels at scale 1.
pub const LOG: f32 = 360.0;
/// Width of the column at the right, in pixels at scale 1.
pub const COLUMN: f32 = 300.0;

/// The plugin of the screen.
pub fn plugin(app: &mut App) {
    app.init_resource::<Rise>()
        .add_systems(Startup, lay_out)
        .add_systems(PreUpdate, (scale, choose_screen))
        .add_systems(Update, show_battle)
        .add_plugins((
            ribbon::plugin,
            hand::plugin,
            hint::plugin,
            tray::plugin,
            side::plugin,
            since::plugin,
            log::plugin,
            prompt::plugin,
            page::plugin,
            field::plugin,
            focus::plugin,
            panels::plugin,
        ));
}

/// How far the hand rises above [`FREE_BOTTOM`], in pixels at scale 1.
#[derive(Resource, Default)]
pub struct Rise(pub f32);

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

fn lay_out(mut commands: Commands) {
    let strip = Node { position_type: PositionType::Absolute, left: px(0), right: px(0), ..default() };
    commands
        .spawn((
            BattleRoot,
            Node {
                position_type: PositionType::Absolute,
                width: percent(100),
                height: percent(100),
                ..default()
            },
            Pickable::IGNORE,
        ))
        .with_children(|root| {
            root.spawn((Node { top: px(0), height: px(FREE_TOP), ..strip.clone() }, Pickable::IGNORE))
                .with_child((RibbonPanel, Node { width: percent(100), ..default() }, Pickable::IGNORE));
            root.spawn((
                Node {
                    bottom: px(0),
                    height: px(FREE_BOTTOM),
                    padding: UiRect::all(px(theme::GAP_2)),
                    column_gap: px(theme::GAP_2),
                    ..strip.clone()
                },
                Pickable::IGNORE,
            ))
            .with_children(|bottom| {
                bottom.spawn((
                    OwnPanel,
                    Node { width: px(236), flex_shrink: 0.0, ..default() },
                    Pickable::IGNORE,
                ));
                bottom.spawn((
                    HandPanel,
                    Node { flex_grow: 1.0, min_width: px(0), ..default() },
                    Pickable::IGNORE,
                ));
                bottom.spawn((
                    TrayPanel,
                    Node { width: px(236), flex_shrink: 0.0, ..default() },
                    Pickable::IGNORE,
                ));
            });
            root.spawn((
                SidePanel,
                Node {
                    position_type: PositionType::Absolute,
                    right: px(theme::GAP_2),
                    top: px(FREE_TOP + theme::GAP_2),
                    width: px(COLUMN),
                    max_height: px(720.0 - FREE_TOP - FREE_BOTTOM),
                    flex_direction: FlexDirection::Column,
                    row_gap: px(theme::GAP_2),
                    overflow: Overflow::clip_y(),
                    ..default()
                },
                Pickable::IGNORE,
            ));
            root.spawn((
                LogPanel,
                Node {
                    position_type: PositionType::Absolute,
                    left: px(theme::GAP_2),
                    top: px(FREE_TOP + theme::GAP_2),
                    bottom: px(FREE_BOTTOM + theme::GAP_2),
                    width: px(LOG),
                    ..default()
                },
                Pickable::IGNORE,
            ));
            root.spawn((
                HintPanel,
                Node {
                    bottom: px(FREE_BOTTOM + theme::GAP),
                    flex_direction: FlexDirection::Column,
                    align_items: AlignItems::Center,
                    row_gap: px(theme::GAP),
                    ..strip
                },
                Pickable::IGNORE,
            ));
            root.spawn((
                PromptPanel,
                Node { position_type: PositionType::Absolute, ..default() },
                Pickable::IGNORE,
            ));
            // Above the slip: it is there only while a line is pointed at.
            root.spawn((
                RulePanel,
                Node {
                    position_type: PositionType::Absolute,
                    right: px(COLUMN + 2.0 * theme::GAP_2),
                    top: px(FREE_TOP + theme::GAP_2),
                    width: px(280),
                    ..default()
                },
                Pickable::IGNORE,
            ));
        });
}

/// Everything scales with the window, 1 at 1280×720, and by as much more or less as the player wants.
fn scale(window: Single<&Window, With<PrimaryWindow>>, settings: Res<Settings>, mut ui: ResMut<UiScale>) {
    let fits = (window.width() / 1280.0).min(window.height() / 720.0).clamp(0.6, 4.0);
    // Never so large that a page has less room than it is laid out for.
    let room = (window.width() / ROOM.x).min(window.height() / ROOM.y).max(0.6);
    let wanted = (fits * settings.ui_scale as f32 / 100.0).min(room);
    let wanted = (wanted * 20.0).round() / 20.0;
    if (ui.0 - wanted).abs() > 0.001 {
        ui.0 = wanted;
    }
}

/// The least room that pages and panels need, in pixels at scale 1.
const ROOM: Vec2 = Vec2::new(853.0, 480.0);

/// Frames that the curtain stays down after the next player has sat down.
const LIFTING: u32 = 4;

/// Which screen it is follows from what there is to show.
fn choose_screen(
    table: Res<Table>,
    shelf: Res<Shelf>,
    motion: Res<Motion>,
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
    let mut node = root.into_inner();
    if node.display != wanted {
        node.display = wanted;
    }
}
