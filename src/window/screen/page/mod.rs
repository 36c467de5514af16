//! The pages: what covers the table, each with a file of its own.
//!
//! | file | what it shows |
//! | --- | --- |
//! | [`title`] | the way in |
//! | [`new_battle`] | a battle being put together |
//! | [`muster`] | the units of a side of it |
//! | [`briefing`] | what is told before a battle begins |
//! | [`kept`] | saved battles, and battles that were played |
//! | [`save`] | saving the battle |
//! | [`mods`] | what is loaded besides the base game |
//! | [`rules`] | the rules in words |
//! | [`settings`] | how the game looks and answers |
//! | [`pause`] | the middle of a battle |
//! | [`question`] | are you sure? |
//! | [`hand_over`] | another player sits down |
//! | [`summary`] | the end of a battle |
//! | [`log`] | everything that happened in it |
//! | [`name`] | another name for a save or a replay |
//! | [`content`] | content that has changed while the game runs |
//! | `scroll` | no page: columns that can be rolled |
//!
//! This file owns their common frame: when one is drawn anew, its heading, its way back, its keys.

mod briefing;
mod content;
mod hand_over;
mod kept;
mod log;
mod mods;
mod muster;
mod name;
mod new_battle;
mod pause;
mod question;
mod rules;
mod save;
mod scroll;
mod settings;
mod summary;
mod title;

use bevy::{ecs::system::SystemParam, input_focus::tab_navigation::TabGroup, prelude::*};

pub use self::scroll::scroll;
use self::scroll::{list_beside, middle};
use crate::{
    locale::say,
    window::{
        Screen,
        camera::ClearsTable,
        input::Action,
        language::Language,
        screen::Room,
        settings::Settings,
        theme::{self, Face, Fonts},
        view::{Intent, Table},
        widgets::{self, ButtonLook, IsAbout},
    },
};

pub(super) fn plugin(app: &mut App) {
    app.configure_sets(Update, PageDrawn)
        .add_systems(Update, sweep.before(PageDrawn))
        .add_plugins(scroll::plugin)
        .add_plugins((
            title::plugin,
            new_battle::plugin,
            (muster::plugin, briefing::plugin),
            kept::plugin,
            save::plugin,
            mods::plugin,
            rules::plugin,
            settings::plugin,
            pause::plugin,
            question::plugin,
            hand_over::plugin,
            summary::plugin,
            log::plugin,
            name::plugin,
            content::plugin,
        ));
}

/// Where pages are drawn.
#[derive(SystemSet, Clone, Debug, PartialEq, Eq, Hash)]
pub struct PageDrawn;

/// The root of a page.
#[derive(Component)]
pub struct Root(pub Screen);

/// What is behind a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Behind {
    /// The table as it is: the wood of the title.
    Table,
    /// The table, darker.
    Dim,
    /// Nothing that lies on the table can be seen.
    Dark,
    /// The lamp is out.
    Out,
}

/// What a page is drawn with.
#[derive(SystemParam)]
pub struct PageSheet<'w, 's> {
    commands: Commands<'w, 's>,
    /// The type.
    pub fonts: Res<'w, Fonts>,
    screen: Res<'w, State<Screen>>,
    language: Res<'w, Language>,
    room: Res<'w, Room>,
    drawn: Local<'s, bool>,
    settings: Res<'w, Settings>,
    table: Res<'w, Table>,
    roots: Query<'w, 's, (Entity, &'static Root)>,
}

impl PageSheet<'_, '_> {
    /// Whether the page has to be drawn: it is not there, or what it shows has changed. What was there is gone then.
    pub fn renew<T: PartialEq>(&mut self, seen: &mut Option<T>, now: T) -> bool {
        let folds = *self.drawn != self.room.folded;
        *self.drawn = self.room.folded;
        let old = self.roots.iter().find(|(_, root)| root.0 == *self.screen.get()).map(|(entity, _)| entity);
        if old.is_some() && seen.as_ref() == Some(&now) && !self.language.is_changed() && !folds {
            return false;
        }
        if let Some(old) = old {
            self.commands.entity(old).despawn();
        }
        *seen = Some(now);
        true
    }

    /// The key of an action, as it is bound now.
    pub fn key(&self, action: Action) -> String {
        self.settings.key(action)
    }

    /// What the keys do on pages.
    fn keys(&self) -> String {
        let ways: Vec<String> = (0..4).map(|n| self.key(Action::Cursor(n))).collect();
        let [confirm, cancel] = [Action::Confirm, Action::Cancel].map(|action| self.key(action));
        say!("page-keys", ways = ways.join(" "), confirm = confirm, cancel = cancel)
    }

    /// An empty page over everything, its things in a column in the middle.
    pub fn bare(&mut self, behind: Behind, draw: impl FnOnce(&mut ChildSpawnerCommands, &Fonts)) {
        let node = Node {
            align_items: AlignItems::Center,
            justify_content: JustifyContent::Center,
            padding: UiRect::all(theme::EDGE),
            ..whole()
        };
        // What is too high for the window can be rolled.
        let column = Node {
            align_items: AlignItems::Center,
            row_gap: px(theme::GAP_3),
            max_width: percent(100),
            max_height: percent(100),
            ..default()
        };
        let fonts = self.fonts.clone();
        self.root(behind, node).with_children(|root| {
            root.spawn(scroll("bare", column)).with_children(|column| draw(column, &fonts));
        });
    }

    /// A page with its heading and way back; `keys` says below what the keys do.
    pub fn page(
        &mut self,
        behind: Behind,
        heading: impl Into<String>,
        draw: impl FnOnce(&mut ChildSpawnerCommands, &Fonts),
    ) {
        let fonts = self.fonts.clone();
        let node = Node { align_items: AlignItems::Center, ..whole() };
        let strip = |above: Val, beneath: Val| Node {
            width: percent(100),
            max_width: px(WIDEST),
            padding: UiRect::new(theme::MARGIN, theme::MARGIN, above, beneath),
            flex_shrink: 0.0,
            ..default()
        };
        let (back, keys) = (self.key(Action::Cancel), self.keys());
        self.root(behind, node).with_children(|root| {
            root.spawn(Node {
                column_gap: px(theme::GAP_3 * 2.0),
                align_items: AlignItems::Center,
                ..strip(px(theme::GAP_3), px(theme::GAP_3))
            })
            .with_children(|head| {
                plate(head, &fonts, "Back", say!("page-back"), &back, Intent::Back);
                head.spawn(widgets::line(&fonts, Face::Bold, theme::LARGE, theme::PAPER, heading.into()));
            });
            root.spawn(strip(px(0), px(0))).with_child((
                Node { height: px(1), flex_grow: 1.0, ..default() },
                BackgroundColor(theme::RULE),
            ));
            root.spawn(Node {
                flex_grow: 1.0,
                flex_shrink: 1.0,
                min_height: px(0),
                column_gap: px(theme::GAP_3),
                ..strip(px(theme::GAP_3), px(theme::GAP_3))
            })
            .with_children(|body| draw(body, &fonts));
            let keys = widgets::label(&fonts, Face::Regular, theme::SMALL, theme::PAPER_DIM, keys);
            root.spawn(strip(px(0), px(theme::GAP_3))).with_child(keys);
        });
    }

    /// What is behind a card that asks something: the board, darker, where one lies there that may be seen.
    pub fn behind(&self) -> Behind {
        let board = self.table.board.generation > 0 && self.table.hand_over.is_none();
        if board { Behind::Dim } else { Behind::Dark }
    }

    /// Is there no battle on the table?
    pub fn between_battles(&self) -> bool {
        self.table.board.generation == 0 && self.table.hand_over.is_none()
    }

    /// Is there so little room that buttons stand side by side?
    pub fn folded(&self) -> bool {
        self.room.folded
    }

    fn root(&mut self, behind: Behind, node: Node) -> EntityCommands<'_> {
        let mut root = self.commands.spawn((
            Root(self.screen.get().clone()),
            TabGroup::modal(),
            node,
            GlobalZIndex(100),
        ));
        match behind {
            Behind::Table => {}
            Behind::Dim => {
                root.insert(BackgroundColor(theme::WALNUT_DARK.with_alpha(0.78)));
            }
            Behind::Out => {
                // Above everything that may ever be drawn.
                root.insert((BackgroundColor(theme::WALNUT_DARK), GlobalZIndex(i32::MAX)));
            }
            Behind::Dark => {
                root.insert((lamp(), ClearsTable));
            }
        }
        root
    }
}

/// The widest that a page is, in units: longer lines are hard to read.
const WIDEST: f32 = 1480.0;

/// The whole window, in a column.
fn whole() -> Node {
    Node {
        position_type: PositionType::Absolute,
        width: percent(100),
        height: percent(100),
        flex_direction: FlexDirection::Column,
        ..default()
    }
}

/// The soft light in the middle of the table: less of it towards the corners.
fn lamp() -> BackgroundGradient {
    BackgroundGradient::from(RadialGradient::new(
        UiPosition::CENTER,
        RadialGradientShape::FarthestCorner,
        vec![
            ColorStop::auto(theme::WALNUT_DARK.with_alpha(0.35)),
            ColorStop::auto(theme::WALNUT_DARK.with_alpha(0.75)),
        ],
    ))
}

/// A large button on walnut: the name that scripts press it by with what it says, and its key.
pub fn plate(
    parent: &mut ChildSpawnerCommands,
    fonts: &Fonts,
    name: &str,
    text: impl Into<String>,
    key: &str,
    intent: Intent,
) -> Entity {
    plate_like(parent, fonts, (name, text.into(), key), intent, (ButtonLook::Plate, theme::INK))
}

/// The same in another look, its text in another ink.
fn plate_like(
    parent: &mut ChildSpawnerCommands,
    fonts: &Fonts,
    (name, text, key): (&str, String, &str),
    intent: Intent,
    (look, ink): (ButtonLook, Color),
) -> Entity {
    let node = Node { column_gap: px(theme::GAP_2), align_items: AlignItems::Center, ..default() };
    parent
        .spawn(widgets::button(name, look, true, intent, node))
        .with_children(|button| {
            button.spawn(widgets::line(fonts, Face::Bold, theme::BODY, ink, text));
            if !key.is_empty() {
                button.spawn(widgets::line(fonts, Face::Mono, theme::SMALL, theme::INK_SOFT, key));
            }
        })
        .id()
}

/// What has just been said of what is on a sheet, if anything.
fn said(sheet: &mut ChildSpawnerCommands, fonts: &Fonts, note: &str) {
    if !note.is_empty() {
        sheet.spawn(widgets::label(fonts, Face::Italic, theme::BODY, theme::HARM, note));
    }
}

/// In the middle of a sheet with nothing on it: that there is nothing, when there will be something, and what can be
/// done now.
fn nothing(
    sheet: &mut ChildSpawnerCommands,
    fonts: &Fonts,
    [none, later]: [String; 2],
    now: impl FnOnce(&mut ChildSpawnerCommands),
) {
    sheet
        .spawn(Node {
            flex_grow: 1.0,
            align_items: AlignItems::Center,
            justify_content: JustifyContent::Center,
            row_gap: px(theme::GAP_2),
            ..widgets::down()
        })
        .with_children(|column| {
            for (face, size, text) in [(Face::Bold, theme::LARGE, none), (Face::Italic, theme::BODY, later)] {
                let text = widgets::label(fonts, face, size, theme::INK_SOFT, text);
                column.spawn((text, TextLayout { justify: Justify::Center, ..default() }));
            }
            now(column);
        });
}

/// A row of a list on a sheet about something, with a rule beneath it.
fn ruled(about: &str) -> impl Bundle {
    let node = Node {
        padding: UiRect::vertical(px(theme::GAP_2)),
        border: UiRect::bottom(px(1)),
        column_gap: px(theme::GAP_3),
        align_items: AlignItems::Center,
        flex_shrink: 0.0,
        ..default()
    };
    (node, BorderColor::all(theme::RULE), IsAbout(about.to_owned()))
}

/// A row of a list on a sheet: a name, a line about it, and buttons at its right.
pub fn draw_row(
    list: &mut ChildSpawnerCommands,
    fonts: &Fonts,
    name: &str,
    about: &str,
    wrong: bool,
    buttons: impl FnOnce(&mut ChildSpawnerCommands),
) {
    list.spawn(ruled(name)).with_children(|row| {
        row.spawn(Node { flex_grow: 1.0, min_width: px(0), row_gap: px(2), ..widgets::down() })
            .with_children(|words| {
                words.spawn(widgets::label(fonts, Face::Bold, theme::BODY, theme::INK, name));
                let ink = if wrong { theme::HARM } else { theme::INK_SOFT };
                words.spawn(widgets::label(fonts, Face::Regular, theme::SMALL, ink, about));
            });
        row.spawn(Node { flex_shrink: 0.0, ..widgets::across() }).with_children(buttons);
    });
}

/// Pages that are not open any more are taken away.
fn sweep(mut commands: Commands, screen: Res<State<Screen>>, roots: Query<(Entity, &Root)>) {
    for (entity, root) in &roots {
        if root.0 != *screen.get() {
            commands.entity(entity).despawn();
        }
    }
}

/// The sheet beside a list, as wide as there is room.
fn sheet_of_paper() -> impl Bundle {
    widgets::card(Node {
        flex_grow: 1.0,
        flex_basis: px(0),
        min_width: px(0),
        min_height: px(0),
        padding: UiRect::all(theme::EDGE),
        row_gap: px(theme::GAP_3),
        ..widgets::down()
    })
}

/// The foot of a sheet, with the buttons that act: never rolled away, on two lines where one is too short.
fn foot(sheet: &mut ChildSpawnerCommands, draw: impl FnOnce(&mut ChildSpawnerCommands)) {
    let node = Node {
        column_gap: px(theme::GAP_2),
        row_gap: px(theme::GAP_2),
        flex_wrap: FlexWrap::Wrap,
        flex_shrink: 0.0,
        margin: UiRect::top(px(theme::GAP)),
        ..widgets::across()
    };
    sheet.spawn(node).with_children(draw);
}

/// A card in the middle of a bare page, so wide in units and never higher than the window. A width that eight goes into
/// stands on whole pixels at every UI scale.
fn paper_card(width: f32) -> impl Bundle {
    widgets::card(Node {
        width: px(width),
        max_width: percent(100),
        max_height: vh(93),
        padding: UiRect::all(theme::EDGE),
        row_gap: px(theme::GAP_2),
        ..widgets::down()
    })
}

/// Buttons below each other, in two columns where there is little room.
fn menu(parent: &mut ChildSpawnerCommands, folded: bool, draw: impl FnOnce(&mut ChildSpawnerCommands)) {
    let columns = if folded { 2 } else { 1 };
    let node = Node {
        display: Display::Grid,
        grid_template_columns: RepeatedGridTrack::flex(columns, 1.0),
        column_gap: px(theme::GAP_2),
        row_gap: px(theme::GAP_2),
        width: percent(100),
        flex_shrink: 0.0,
        ..default()
    };
    parent.spawn(node).with_children(draw);
}
