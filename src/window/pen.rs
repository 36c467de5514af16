//! What panels are written and laid out with: styles of text, and short words for what most of their nodes are.
//!
//! `theme` has the numbers, `widgets` the parts, `view` what is shown. A panel takes all of it in one line:
//! `use crate::window::pen::*`.

pub(super) use bevy::{
    picking::{events::Pointer as PointerEvent, hover::Hovered},
    text::LineHeight,
    ui_widgets::ScrollArea,
};

pub(super) use super::{
    art::{Art, Brushes},
    prelude::*,
    screen::CornerPiece,
    theme::{Face, GAP, GAP_2, GAP_3},
    tips::Tip,
    widgets::{self, ButtonLook, Explains, IsAbout, across, down, explains},
};

/// What something is drawn on.
pub type Sheet<'a, 'w> = &'a mut ChildSpawnerCommands<'w>;

/// How a text is written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    face: Face,
    size: f32,
    ink: Color,
}

/// The name of something, and what a button says that matters.
pub const NAME: Style = Style::new(Face::Bold, theme::BODY, theme::INK);
/// Text that is read.
pub const TEXT: Style = Style::new(Face::Regular, theme::BODY, theme::INK);
/// A heading of a sheet, or the number that matters.
pub const HEADING: Style = Style::new(Face::Bold, theme::LARGE, theme::INK);
/// Small text.
pub const PLAIN: Style = Style::new(Face::Regular, theme::SMALL, theme::INK);
/// Small text that matters less.
pub const SOFT: Style = PLAIN.soft();
/// Small text that matters more.
pub const STRONG: Style = Style::new(Face::Bold, theme::SMALL, theme::INK);
/// A small remark: a reason, a hint.
pub const ASIDE: Style = Style::new(Face::Italic, theme::SMALL, theme::INK_SOFT);
/// A small number in a column.
pub const NUMBER: Style = Style::new(Face::Mono, theme::SMALL, theme::INK_SOFT);
/// What went wrong just now.
pub const WRONG: Style = Style::new(Face::Italic, theme::BODY, theme::HARM);

impl Style {
    const fn new(face: Face, size: f32, ink: Color) -> Self {
        Self { face, size, ink }
    }

    /// The same in another face.
    pub const fn face(self, face: Face) -> Self {
        Self { face, ..self }
    }

    /// The same in bold, if so.
    pub const fn bold(self, bold: bool) -> Self {
        if bold { self.face(Face::Bold) } else { self }
    }

    /// The same in another size, in pixels at scale 1.
    pub const fn size(self, size: f32) -> Self {
        Self { size, ..self }
    }

    /// The same in another colour.
    pub const fn ink(self, ink: Color) -> Self {
        Self { ink, ..self }
    }

    /// The same in the softer ink.
    pub const fn soft(self) -> Self {
        self.ink(theme::INK_SOFT)
    }

    /// The same as what is not possible is written, unless it is.
    pub const fn possible(self, possible: bool) -> Self {
        if possible { self } else { self.ink(theme::GREY) }
    }

    /// A text in this style.
    pub fn text(self, text: impl Into<String>) -> impl Bundle {
        (Text::new(text), self.face.font(self.size), TextColor(self.ink), Pickable::IGNORE)
    }

    /// What goes on in this style in a text in another.
    pub fn span(self, text: impl Into<String>) -> impl Bundle {
        (TextSpan::new(text), self.face.font(self.size), TextColor(self.ink))
    }

    /// A text in this style that never wraps.
    pub fn line(self, text: impl Into<String>) -> impl Bundle {
        (self.text(text), TextLayout::no_wrap())
    }
}

/// What is drawn most on a sheet.
pub trait Draw {
    /// Draws a thing.
    fn put(&mut self, thing: impl Bundle) -> EntityCommands<'_>;

    /// A text, which wraps.
    fn text(&mut self, style: Style, text: impl Into<String>) -> EntityCommands<'_> {
        self.put(style.text(text))
    }

    /// A text, if there is anything to say.
    fn text_any(&mut self, style: Style, text: &str) {
        if !text.is_empty() {
            self.text(style, text);
        }
    }

    /// A text that never wraps.
    fn line(&mut self, style: Style, text: impl Into<String>) -> EntityCommands<'_> {
        self.put(style.line(text))
    }

    /// Room that takes all that is left.
    fn space(&mut self) {
        self.put(Node { flex_grow: 1.0, ..default() });
    }

    /// A button that can be pressed, without its contents.
    fn button(
        &mut self,
        name: impl Into<String>,
        look: ButtonLook,
        intent: Intent,
        node: Node,
    ) -> EntityCommands<'_> {
        self.put(widgets::button(name, look, true, intent, node))
    }

    /// A button on paper that says one thing, grey unless it is possible.
    fn push_if(
        &mut self,
        possible: bool,
        name: impl Into<String>,
        style: Style,
        text: impl Into<String>,
        intent: Intent,
    ) -> EntityCommands<'_> {
        let mut button =
            self.put(widgets::button(name, ButtonLook::Paper, possible, intent, Node::default()));
        button.with_child(style.possible(possible).line(text));
        button
    }

    /// The same, which is always possible.
    fn push(
        &mut self,
        name: impl Into<String>,
        style: Style,
        text: impl Into<String>,
        intent: Intent,
    ) -> EntityCommands<'_> {
        self.push_if(true, name, style, text, intent)
    }
}

impl Draw for ChildSpawnerCommands<'_> {
    fn put(&mut self, thing: impl Bundle) -> EntityCommands<'_> {
        self.spawn(thing)
    }
}

/// Strikes a text out, if so.
pub fn strike(mut text: EntityCommands, struck: bool) {
    if struck {
        text.insert(Strikethrough);
    }
}

/// A thing has a name for scripts and tells of its rule under the pointer, which goes through one without a rule.
pub fn leads(thing: &mut EntityCommands, name: String, rule: Option<String>) {
    match rule {
        Some(rule) => thing.insert((Name::new(name), explains(&rule))),
        None => thing.insert(Pickable::IGNORE),
    };
}

/// A node so wide and so high.
pub fn sized(width: f32, height: f32) -> Node {
    Node { width: px(width), height: px(height), ..default() }
}

/// Lays a node out otherwise; it counts as changed only if it is.
pub fn alter(node: &mut Mut<Node>, how: impl FnOnce(&mut Node)) {
    let mut new = Node::clone(node);
    how(&mut new);
    node.set_if_neq(new);
}

/// How a node lies among others and what lies in it. Lengths are in pixels at scale 1.
pub trait Lay: Into<Node> {
    /// What is free between the things in it, along the way they follow each other.
    fn gap(self, gap: f32) -> Node {
        let node: Node = self.into();
        if node.flex_direction == FlexDirection::Column { node.rows(gap) } else { node.columns(gap) }
    }

    /// What is free between things beside each other.
    fn columns(self, gap: f32) -> Node {
        Node { column_gap: px(gap), ..self.into() }
    }

    /// What is free between things below each other.
    fn rows(self, gap: f32) -> Node {
        Node { row_gap: px(gap), ..self.into() }
    }

    /// What is free inside its edge: at left and right, and above and beneath.
    fn pad(self, across: f32, down: f32) -> Node {
        Node { padding: UiRect::axes(px(across), px(down)), ..self.into() }
    }

    /// It never shrinks.
    fn fixed(self) -> Node {
        Node { flex_shrink: 0.0, ..self.into() }
    }

    /// It takes the room that is left, and gets as narrow as need be.
    fn grows(self) -> Node {
        Node { flex_grow: 1.0, min_width: px(0), ..self.into() }
    }

    /// The same, so wide before what is left is shared out.
    fn basis(self, width: f32) -> Node {
        Node { flex_basis: px(width), ..self.grows() }
    }

    /// What has no room in a line goes on in the next.
    fn wrap(self) -> Node {
        Node { flex_wrap: FlexWrap::Wrap, ..self.into() }
    }

    /// The things in it stand at its ends.
    fn apart(self) -> Node {
        Node { justify_content: JustifyContent::SpaceBetween, ..self.into() }
    }

    /// The things in it stand in the middle of its line.
    fn centred(self) -> Node {
        Node { justify_content: JustifyContent::Center, ..self.into() }
    }

    /// As wide and as high as what it lies in.
    fn fill(self) -> Node {
        Node { width: percent(100), height: percent(100), ..self.into() }
    }

    /// It lies where it is put, over whatever else is there.
    fn over(self) -> Node {
        Node { position_type: PositionType::Absolute, ..self.into() }
    }

    /// Its corners are those of a slip of paper.
    fn round(self) -> Node {
        Node { border_radius: BorderRadius::all(px(theme::RADIUS)), ..self.into() }
    }
}

impl Lay for Node {}
