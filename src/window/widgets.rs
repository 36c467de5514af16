//! What the panels are built from: cards, rows, columns, buttons, bars and pips, how they look and how a button answers
//! the pointer. `pen` lays them out and writes on them.

use bevy::{
    picking::hover::Hovered,
    text::TextLayoutInfo,
    ui::{InteractionDisabled, Pressed},
    ui_widgets::{Activate, Button},
};

use super::pen::{NUMBER, PointerEvent};
use crate::{locale, window::prelude::*};

/// The plugin of the buttons: how they look under the pointer, and what they send.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, (paint_buttons, heighten))
        .add_systems(PostUpdate, tell_keys)
        .add_observer(send_intent)
        .add_observer(open_rule);
}

/// Texts to be read, no fields, that have been laid out anew.
type LaidAnew = (With<Text>, Changed<TextLayoutInfo>);

/// A text is measured before its place is rounded to whole pixels. Where the rounding made it a hair too narrow and a
/// line more was needed, its place grows by that line.
/// What is written into a field has the height of the field.
fn heighten(mut texts: Query<(&TextLayoutInfo, &ComputedNode, &mut Node), LaidAnew>) {
    for (layout, computed, mut node) in &mut texts {
        let height = layout.size.y * layout.scale_factor;
        if height > computed.size().y + 2.0 && computed.size().y > 0.0 {
            node.min_height = px((height * computed.inverse_scale_factor()).ceil());
        } else if let Val::Px(least) = node.min_height
            && height * computed.inverse_scale_factor() < least - 2.0
        {
            node.min_height = auto();
        }
    }
}

/// What a row is about: read aloud before the words of each button on it.
#[derive(Component, Clone, Debug)]
pub struct IsAbout(pub String);

/// A text that is what stands on the key of an action.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyCap(pub Action);

/// The key of an action, small and in its place at the end of what it does.
pub fn key(colour: Color, action: Action) -> impl Bundle {
    (NUMBER.ink(colour).line(locale::key(&action.id())), KeyCap(action))
}

/// What stands on the keys is told anew where it has changed.
fn tell_keys(settings: Res<Settings>, language: Res<Language>, mut caps: Query<(&KeyCap, &mut Text)>) {
    if settings.is_changed() || language.is_changed() {
        for (cap, mut text) in &mut caps {
            text.set_if_neq(Text::new(locale::key(&cap.0.id())));
        }
    }
}

/// The one shadow that things on the table have.
pub fn shadow() -> BoxShadow {
    BoxShadow::new(Color::srgba(0.0, 0.0, 0.0, 0.45), px(0), px(2), px(0), px(6))
}

/// A card: paper, a thin rule, the one shadow. `node` says where and how large.
pub fn card(node: Node) -> impl Bundle {
    (
        Node {
            border: UiRect::all(px(1)),
            border_radius: BorderRadius::all(px(theme::RADIUS_CARD)),
            padding: padded(&node, UiRect::all(px(theme::GAP_2))),
            ..node
        },
        BackgroundColor(theme::PAPER),
        BorderColor::all(theme::RULE),
        shadow(),
    )
}

/// A row of things with the small gap between them.
pub fn across() -> Node {
    Node { align_items: AlignItems::Center, column_gap: px(theme::GAP), ..default() }
}

/// A column of things with the small gap between them.
pub fn down() -> Node {
    Node { flex_direction: FlexDirection::Column, row_gap: px(theme::GAP), ..default() }
}

/// What a button sends when it is pressed.
#[derive(Component, Clone, Debug)]
pub struct Sends(pub Intent);

/// What a button tells the right column while the pointer is on it.
#[derive(Component, Clone, Debug, PartialEq)]
pub struct Explains(pub Intent);

/// A thing that tells of a rule, a condition or a number while the pointer is on it.
pub fn explains(topic: &str) -> impl Bundle {
    (Hovered::default(), Explains(Intent::AskRule(topic.to_owned())))
}

/// How a button is drawn.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub enum ButtonLook {
    /// On paper, a card.
    Paper,
    /// On grey paper: it opens only what is not possible now.
    Grey,
    /// On paper, taken: fresh paper with an edge of ink.
    Chosen,
    /// Gold: the way on. Gold is for what is yours to choose, never for what is chosen.
    Lit,
    /// Large, on walnut.
    Plate,
    /// On walnut, an outline: a way that is not taken often.
    Quiet,
    /// Without a frame: text that can be pressed, a row that can have the focus.
    Bare,
}

/// A button without its contents. `name` is what a script presses it by.
pub fn button(
    name: impl Into<String>,
    look: ButtonLook,
    possible: bool,
    intent: Intent,
    node: Node,
) -> impl Bundle {
    let padding = padded(&node, UiRect::axes(px(theme::GAP_2), px(theme::GAP)));
    let strong = matches!(look, ButtonLook::Chosen | ButtonLook::Lit);
    (
        Name::new(name.into()),
        Button,
        Hovered::default(),
        look,
        Possible(possible),
        Sends(intent),
        Node {
            // The stronger edge grows inwards: nothing moves when another is chosen.
            border: UiRect::all(px(match look {
                ButtonLook::Chosen | ButtonLook::Lit => 2,
                ButtonLook::Bare => 0,
                _ => 1,
            })),
            padding: if strong { thinner(padding) } else { padding },
            border_radius: BorderRadius::all(px(theme::RADIUS)),
            ..node
        },
        // As it will be painted: it is made anew with its sheet, and must not flash.
        BackgroundColor(match look {
            ButtonLook::Bare => Color::NONE,
            _ if !possible => theme::PAPER_DIM,
            ButtonLook::Grey => theme::PAPER_DIM,
            ButtonLook::Quiet => Color::NONE,
            ButtonLook::Lit => theme::GOLD,
            ButtonLook::Chosen => theme::FIELD,
            ButtonLook::Paper | ButtonLook::Plate => theme::PAPER,
        }),
        BorderColor::all(theme::RULE),
    )
}

/// The padding of a node, or this one if it says none.
fn padded(node: &Node, usual: UiRect) -> UiRect {
    if node.padding == UiRect::default() { usual } else { node.padding }
}

/// A padding that is a pixel less on every side.
fn thinner(padding: UiRect) -> UiRect {
    let less = |side| if let Val::Px(wide) = side { px((wide - 1.0).max(0.0)) } else { side };
    UiRect::new(less(padding.left), less(padding.right), less(padding.top), less(padding.bottom))
}

/// Whether pressing a button would do anything. An impossible one still explains itself.
#[derive(Component, Clone, Copy, Debug)]
pub struct Possible(pub bool);

type ButtonParts = (
    &'static ButtonLook,
    &'static Possible,
    &'static Hovered,
    Has<Pressed>,
    Has<InteractionDisabled>,
    &'static mut BackgroundColor,
    &'static mut BorderColor,
);

fn paint_buttons(settings: Option<Res<Settings>>, mut buttons: Query<ButtonParts, With<Button>>) {
    let strong = settings.is_some_and(|settings| settings.high_contrast);
    for (look, possible, hovered, pressed, disabled, mut face, mut edge) in &mut buttons {
        let hovered = hovered.get();
        let (wanted_face, wanted_edge) = match (look, possible.0 && !disabled) {
            (ButtonLook::Bare, _) if hovered => (theme::PAPER_DIM, Color::NONE),
            (ButtonLook::Bare, _) => (Color::NONE, Color::NONE),
            (ButtonLook::Quiet, true) if pressed => (theme::RULE, theme::PAPER),
            (ButtonLook::Quiet, true) if hovered => (theme::RULE.with_alpha(0.35), theme::GOLD),
            (ButtonLook::Quiet, true) => (Color::NONE, if strong { theme::PAPER } else { theme::RULE }),
            (_, false) | (ButtonLook::Grey, true) => {
                (theme::PAPER_DIM, if hovered { theme::INK_SOFT } else { theme::GREY })
            }
            (_, true) if pressed => (theme::GOLD, theme::INK),
            (ButtonLook::Lit, true) if hovered => (Color::srgb(1.0, 0.855, 0.463), theme::GOLD_DEEP),
            (ButtonLook::Lit, true) => (theme::GOLD, theme::RULE),
            (ButtonLook::Chosen, true) => (theme::FIELD, theme::INK),
            (_, true) if hovered => (theme::PAPER_POINTED, theme::GOLD_DEEP),
            (ButtonLook::Paper | ButtonLook::Plate, true) => (theme::PAPER, theme::RULE),
        };
        if face.0 != wanted_face {
            face.0 = wanted_face;
        }
        let weak = strong && *look != ButtonLook::Quiet && [theme::RULE, theme::GREY].contains(&wanted_edge);
        let wanted_edge = BorderColor::all(if weak { theme::INK } else { wanted_edge });
        if *edge != wanted_edge {
            *edge = wanted_edge;
        }
    }
}

fn send_intent(press: On<Activate>, buttons: Query<(&Sends, &Possible)>, mut intents: MessageWriter<Intent>) {
    if let Ok((sends, possible)) = buttons.get(press.entity)
        && possible.0
    {
        intents.write(sends.0.clone());
    }
}

/// A click on what explains itself by a rule opens the rules there, unless it lies on a button: that is pressed.
fn open_rule(
    click: On<PointerEvent<Click>>,
    lines: Query<&Explains, Without<Button>>,
    (parents, buttons): (Query<&ChildOf>, Query<(), With<Button>>),
    mut intents: MessageWriter<Intent>,
) {
    if let Ok(Explains(Intent::AskRule(topic))) = lines.get(click.entity)
        && click.button == PointerButton::Primary
        && !parents.iter_ancestors(click.entity).any(|own| buttons.contains(own))
    {
        intents.write(Intent::OpenRule(Some(topic.clone())));
    }
}

/// A bar that is `part` of `whole` full, over its parent's width, with ticks between so many steps. Height in pixels.
pub fn bar(
    parent: &mut ChildSpawnerCommands,
    (part, whole): (i32, i32),
    steps: u8,
    colour: Color,
    height: f32,
) {
    let share = if whole > 0 { 100.0 * (part.clamp(0, whole) as f32) / whole as f32 } else { 0.0 };
    parent
        .spawn((
            Node {
                width: percent(100),
                height: px(height),
                flex_shrink: 0.0,
                border: UiRect::all(px(1)),
                ..default()
            },
            BackgroundColor(theme::PAPER_DIM),
            BorderColor::all(theme::RULE),
            Pickable::IGNORE,
        ))
        .with_children(|bar| {
            bar.spawn((
                Node { width: percent(share), height: percent(100), ..default() },
                BackgroundColor(colour),
                Pickable::IGNORE,
            ));
            for step in 1..steps {
                let left = percent(100.0 * f32::from(step) / f32::from(steps));
                let tick = Node { left, width: px(1), height: percent(100), ..default() };
                let tick = Node { position_type: PositionType::Absolute, ..tick };
                bar.spawn((tick, BackgroundColor(theme::INK), Pickable::IGNORE));
            }
        });
}

/// Pips: `left` of `most` filled, each in the shape of its pool.
pub fn pips(parent: &mut ChildSpawnerCommands, left: u32, most: u32, shape: Pip, ink: Color) {
    let (width, height) = match shape {
        Pip::Bar => (5.0, 10.0),
        Pip::Round | Pip::Square | Pip::Diamond => (9.0, 9.0),
    };
    for n in 0..most.min(12) {
        let full = n < left;
        parent.spawn((
            Node {
                width: px(width),
                height: px(height),
                border: UiRect::all(px(1.5)),
                border_radius: if shape == Pip::Round { BorderRadius::MAX } else { BorderRadius::ZERO },
                ..default()
            },
            UiTransform::from_rotation(if shape == Pip::Diamond { Rot2::FRAC_PI_4 } else { Rot2::IDENTITY }),
            BackgroundColor(if full { ink } else { Color::NONE }),
            BorderColor::all(ink),
            Pickable::IGNORE,
        ));
    }
}
