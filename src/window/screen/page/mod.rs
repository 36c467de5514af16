//! The pages: what covers the table, each with a file of its own.
//!
//! This file has their common frame: when one is drawn anew, its heading, its way back, its keys.

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
mod prelude;
mod question;
mod rules;
mod save;
mod scroll;
mod settings;
mod summary;
mod title;

use bevy::input_focus::tab_navigation::TabGroup;

pub use self::scroll::scroll;
use self::scroll::{entry, list_beside, middle};
use crate::window::{camera::ClearsTable, pen::*};

pub(super) fn plugin(app: &mut App) {
    let on = |page| in_state(Screen::Page(page));
    let pages = (
        title::draw.run_if(in_state(Screen::Title)),
        new_battle::draw.run_if(on(Page::NewBattle)),
        muster::draw.run_if(on(Page::Muster)),
        briefing::draw.run_if(on(Page::Briefing)),
        save::draw.run_if(on(Page::Save)),
        pause::draw.run_if(on(Page::Pause)),
        question::draw.run_if(on(Page::Question)),
        hand_over::draw.run_if(in_state(Screen::HandOver)),
        summary::draw.run_if(in_state(Screen::Over)),
        name::draw.run_if(on(Page::Name)),
        content::draw.run_if(on(Page::Content)),
    );
    app.configure_sets(Update, PageDrawn)
        .add_systems(Update, (sweep.before(PageDrawn), pages.in_set(PageDrawn)))
        .add_plugins((
            scroll::plugin,
            kept::plugin,
            mods::plugin,
            rules::plugin,
            settings::plugin,
            log::plugin,
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
    pub fn bare(&mut self, behind: Behind, draw: impl FnOnce(Sheet)) {
        let node = whole().centred();
        let node = Node { align_items: AlignItems::Center, padding: UiRect::all(theme::EDGE), ..node };
        // What is too high for the window can be rolled.
        let column = Node { align_items: AlignItems::Center, ..Node::default().rows(GAP_3) };
        // The lowest edge is no cut, however heights are rounded.
        let padding = UiRect::bottom(px(2));
        let column = Node { max_width: percent(100), max_height: percent(100), padding, ..column };
        self.root(behind, node).with_children(|root| {
            root.spawn(scroll("bare", column)).with_children(draw);
        });
    }

    /// A page with its heading and way back; `keys` says below what the keys do.
    pub fn page(&mut self, behind: Behind, heading: impl Into<String>, draw: impl FnOnce(Sheet)) {
        let node = Node { align_items: AlignItems::Center, ..whole() };
        let strip = |above: Val, beneath: Val| Node {
            width: percent(100),
            max_width: px(WIDEST),
            padding: UiRect::new(theme::MARGIN, theme::MARGIN, above, beneath),
            ..Node::default().fixed()
        };
        let (back, keys) = (self.key(Action::Cancel), self.keys());
        self.root(behind, node).with_children(|root| {
            let head = strip(px(GAP_3), px(GAP_3)).columns(GAP_3 * 2.0);
            root.spawn(Node { align_items: AlignItems::Center, ..head }).with_children(|head| {
                plate(head, "Back", say!("page-back"), &back, Intent::Back);
                head.line(HEADING.ink(theme::PAPER), heading);
            });
            let rule = Node { height: px(1), flex_grow: 1.0, ..default() };
            root.spawn(strip(px(0), px(0))).with_child((rule, BackgroundColor(theme::RULE)));
            let body = strip(px(GAP_3), px(GAP_3)).columns(GAP_3);
            let body = Node { flex_grow: 1.0, flex_shrink: 1.0, min_height: px(0), ..body };
            root.spawn(body).with_children(draw);
            root.spawn(strip(px(0), px(GAP_3))).with_child(PLAIN.ink(theme::PAPER_DIM).text(keys));
        });
    }

    /// A page that is no more than a card, so wide in units: its way back and its heading stand on it.
    pub fn small(&mut self, width: f32, heading: impl Into<String>, draw: impl FnOnce(Sheet)) {
        let (behind, back) = (self.behind(), self.key(Action::Cancel));
        self.bare(behind, |root| {
            root.spawn(paper_card(width)).with_children(|card| {
                card.spawn(across().gap(GAP_3).apart().fixed()).with_children(|head| {
                    head.text(HEADING, heading);
                    let words = ("Back", say!("page-back"), back.as_str());
                    plate_like(head, words, Intent::Back, (ButtonLook::Paper, theme::INK));
                });
                draw(card);
            });
        });
    }

    /// What is behind what is opened in a battle: the board, darker, where one lies there that may be seen.
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
        let above = (Root(self.screen.get().clone()), TabGroup::modal(), GlobalZIndex(100));
        let mut root = self.commands.spawn((above, node));
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
    down().gap(0.0).fill().over()
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
pub fn plate<'a>(
    parent: Sheet<'a, '_>,
    name: &str,
    text: String,
    key: &str,
    intent: Intent,
) -> EntityCommands<'a> {
    plate_like(parent, (name, text, key), intent, (ButtonLook::Plate, theme::INK))
}

/// The same in another look, its text in another ink.
fn plate_like<'a>(
    parent: Sheet<'a, '_>,
    (name, text, key): (&str, String, &str),
    intent: Intent,
    (look, ink): (ButtonLook, Color),
) -> EntityCommands<'a> {
    let mut plate = parent.button(name, look, intent, across().gap(GAP_2));
    plate.with_children(|plate| {
        plate.line(NAME.ink(ink), text);
        if !key.is_empty() {
            plate.line(NUMBER, key);
        }
    });
    plate
}

/// In the middle of an empty sheet: that there is nothing, when there will be something, and what can be done now.
fn nothing(sheet: Sheet, [none, later]: [String; 2], now: impl FnOnce(Sheet)) {
    let node = Node { flex_grow: 1.0, align_items: AlignItems::Center, ..down().gap(GAP_2).centred() };
    sheet.spawn(node).with_children(|column| {
        for (style, text) in [(HEADING.soft(), none), (ASIDE.size(theme::BODY), later)] {
            // A wrapped text counts the blanks at the end of a line as part of its width.
            let node = Node { max_width: percent(100), ..default() };
            column.text(style, text).insert((TextLayout::justify(Justify::Center), node));
        }
        now(column);
    });
}

/// A row of a list on a sheet about something, with a rule beneath it.
fn ruled(about: &str) -> impl Bundle {
    let node = Node { border: UiRect::bottom(px(1)), ..across().gap(GAP_3).pad(0.0, GAP_2).fixed() };
    (node, BorderColor::all(theme::RULE), IsAbout(about.to_owned()))
}

/// A row of a list on a sheet: a name, a line about it, and buttons at its right.
pub fn draw_row(list: Sheet, name: &str, about: &str, wrong: bool, buttons: impl FnOnce(Sheet)) {
    list.spawn(ruled(name)).with_children(|row| {
        row.spawn(down().gap(2.0).grows()).with_children(|words| {
            words.text(NAME, name);
            words.text(if wrong { SOFT.ink(theme::HARM) } else { SOFT }, about);
        });
        row.spawn(across().fixed()).with_children(buttons);
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
    let node = down().gap(GAP_3).basis(0.0);
    widgets::card(Node { min_height: px(0), padding: UiRect::all(theme::EDGE), ..node })
}

/// A sheet that is no higher than what stands on it, and at most so wide.
fn sheet_that_fits(widest: Val) -> impl Bundle {
    let node = Node { align_self: AlignSelf::FlexStart, ..down().gap(GAP_3).basis(0.0) };
    let node = Node { max_width: widest, max_height: percent(100), ..node };
    widgets::card(Node { min_height: px(0), padding: UiRect::all(theme::EDGE), ..node })
}

/// The foot of a sheet, with the buttons that act: never rolled away, on two lines where one is too short.
fn foot(sheet: Sheet, draw: impl FnOnce(Sheet)) {
    let node = Node { margin: UiRect::top(px(GAP_3)), ..across().gap(GAP_2).rows(GAP_2).wrap().fixed() };
    sheet.spawn(node).with_children(draw);
}

/// Width of a page that lists what was kept, in units.
const NARROW: f32 = 560.0;

/// A card in the middle of a bare page, so wide in units; a multiple of eight is whole pixels at every UI scale.
fn paper_card(width: f32) -> impl Bundle {
    let node = Node { width: px(width), max_width: percent(100), ..down().gap(GAP_2) };
    widgets::card(Node { max_height: vh(93), padding: UiRect::all(theme::EDGE), ..node })
}

/// Buttons below each other, in two columns where there is little room.
fn menu(parent: Sheet, folded: bool, draw: impl FnOnce(Sheet)) {
    let grid_template_columns = RepeatedGridTrack::flex(if folded { 2 } else { 1 }, 1.0);
    let node = Node { display: Display::Grid, width: percent(100), grid_template_columns, ..default() };
    parent.spawn(node.columns(GAP_2).rows(GAP_2).fixed()).with_children(draw);
}
