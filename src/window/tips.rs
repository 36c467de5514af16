//! Tips: what a thing on the screen is, and its key, once the pointer has rested on it or the focus is on it. The text
//! is the [`Tip`] of the thing; buttons that have none are described by what they do.

mod words;

use bevy::{
    input_focus::{InputFocus, InputFocusVisible},
    ui_widgets::Slider,
};

use super::{
    input::{FocusSteering, action_name, plain},
    pen::*,
    screen::place_of,
    widgets::{KeyCap, Sends},
};

/// The plugin of the tips.
pub fn plugin(app: &mut App) {
    app.add_systems(Startup, lay).add_systems(Update, (adopt, read_aloud, show, place).chain());
}

/// What is told of a thing.
#[derive(Component, Clone, Debug, PartialEq)]
#[require(Hovered)]
pub struct Tip {
    /// In a few words.
    pub text: String,
    /// The action that does the same, whose key is told.
    pub action: Option<Action>,
}

impl Tip {
    /// A sentence about a thing that is no button.
    pub fn new(text: String) -> Self {
        Self { text, action: None }
    }
}

/// The card.
#[derive(Component, Default)]
struct Tooltip {
    /// What it tells of.
    of: Option<Entity>,
    /// Its text is new: how large it is is not known before it has been laid out once.
    new: bool,
}

/// What it says.
#[derive(Component)]
struct Words;

/// The widest that a card is, in pixels at scale 1.
const WIDTH: f32 = 300.0;

fn lay(mut commands: Commands) {
    commands
        .spawn((
            Tooltip::default(),
            widgets::card(Node { max_width: px(WIDTH), ..Node::default().pad(GAP_2, GAP).over() }),
            GlobalZIndex(1000),
            Visibility::Hidden,
            Pickable::IGNORE,
        ))
        .with_child((Words, PLAIN.text("")));
}

/// The action that does what a button does.
fn action_of(intent: &Intent) -> Option<Action> {
    match intent {
        Intent::WhatIf(_) => Some(Action::WhatIf),
        Intent::Back => Some(Action::Cancel),
        Intent::Flip(Knob::FullScreen) => Some(Action::FullScreen),
        _ => plain().into_iter().find(|(_, own)| own == intent).map(|(action, _)| action),
    }
}

type Untold = (Added<Sends>, Without<Tip>, Without<Explains>);

/// Buttons are told by what they do.
fn adopt(mut commands: Commands, new: Query<(Entity, &Sends), Untold>) {
    for (entity, sends) in &new {
        let (text, action) = (words::about(&sends.0), action_of(&sends.0));
        if text.is_some() || action.is_some() {
            commands.entity(entity).try_insert(Tip { text: text.unwrap_or_default(), action });
        }
    }
}

/// Buttons and sliders that nobody has said yet how to read aloud.
type Unread = (Or<(With<Sends>, With<Slider>)>, Without<AccessibleLabel>);

/// What is read aloud of a button, in the language of the screen: what its row is about, the words on it, and those of
/// its tip; the name that scripts call it by where there are none.
fn read_aloud(
    mut commands: Commands,
    new: Query<(Entity, &Name, Option<&Tip>), Unread>,
    children: Query<&Children>,
    texts: Query<&Text, Without<KeyCap>>,
    (parents, rows): (Query<&ChildOf>, Query<&IsAbout>),
) {
    for (entity, name, tip) in &new {
        let about = parents.iter_ancestors(entity).find_map(|row| rows.get(row).ok());
        let on_it = texts.iter_many(children.iter_descendants(entity)).map(|text| text.0.as_str());
        let all = about.map(|about| about.0.as_str()).into_iter().chain(on_it);
        let all = all.chain(tip.map(|tip| tip.text.as_str()));
        let mut words: Vec<&str> = all.filter(|text| text.chars().any(char::is_alphanumeric)).collect();
        words.dedup();
        let aloud = if words.is_empty() { name.to_string() } else { words.join(", ") };
        commands.entity(entity).try_insert(AccessibleLabel::new(aloud));
    }
}

/// Whether what has the focus is told of, and not what is under the pointer.
#[derive(bevy::ecs::system::SystemParam)]
struct Keys<'w> {
    steering: Res<'w, FocusSteering>,
    visible: Res<'w, InputFocusVisible>,
    screen: Res<'w, State<Screen>>,
}

impl Keys<'_> {
    fn by_keys(&self) -> bool {
        match self.screen.get() {
            Screen::Battle => self.steering.panels,
            _ => self.visible.0,
        }
    }
}

/// What the card is about, and for how long that has been so.
#[derive(Default)]
struct About {
    entity: Option<Entity>,
    since: Duration,
}

fn show(
    tips: Query<(Entity, &Tip, &Hovered, &ComputedNode)>,
    (settings, steering, focus, time): (Res<Settings>, Keys, Res<InputFocus>, Res<Time<Real>>),
    tooltip: Single<(&mut Visibility, &mut Tooltip)>,
    words: Single<&mut Text, With<Words>>,
    mut about: Local<About>,
) {
    // Of things that lie in each other, the innermost.
    let hovered = tips
        .iter()
        .filter(|(_, _, hovered, _)| hovered.get())
        .min_by(|(.., a), (.., b)| a.size().element_product().total_cmp(&b.size().element_product()))
        .map(|(entity, ..)| entity);
    let by_keys = steering.by_keys();
    let focused = focus.get().filter(|entity| by_keys && tips.contains(*entity));
    let wanted = if by_keys { focused } else { hovered };
    if about.entity != wanted {
        *about = About { entity: wanted, since: time.elapsed() };
    }
    let rested = time.elapsed().saturating_sub(about.since);
    let told = wanted
        .filter(|_| rested >= Duration::from_millis(u64::from(settings.tip_delay)))
        .and_then(|entity| tips.get(entity).ok());
    let (mut visibility, mut tooltip) = tooltip.into_inner();
    let Some((of, tip, ..)) = told else {
        visibility.set_if_neq(Visibility::Hidden);
        return;
    };
    let key = tip.action.map(|action| settings.key(action)).filter(|key| !key.is_empty());
    let name = tip.action.filter(|_| tip.text.is_empty()).map(action_name);
    let text = name.unwrap_or_else(|| tip.text.clone());
    let text = key.map_or(text.clone(), |key| format!("{text}  [{key}]"));
    let mut words = words.into_inner();
    tooltip.new = words.0 != text || tooltip.of != Some(of);
    tooltip.of = Some(of);
    if words.0 != text {
        words.0 = text;
    }
    visibility.set_if_neq(if tooltip.new { Visibility::Hidden } else { Visibility::Visible });
}

/// Below what it tells of or above it, never off the window; off the panels at the foot and the head of a battle.
fn place(
    tooltip: Single<(&mut Node, &ComputedNode, &Tooltip)>,
    window: Single<&Window, With<PrimaryWindow>>,
    places: Query<(&ComputedNode, &UiGlobalTransform), Without<Tooltip>>,
    (room, rise, screen, ui): (Res<Room>, Res<Rise>, Res<State<Screen>>, Res<UiScale>),
) {
    let (mut node, computed, tooltip) = tooltip.into_inner();
    let Some((own, at)) = tooltip.of.and_then(|entity| places.get(entity).ok()) else { return };
    let whole = Rect::from_corners(Vec2::ZERO, window.size() / ui.0);
    let size = computed.size() * computed.inverse_scale_factor();
    let map = match screen.get() {
        Screen::Battle => (room.top, whole.max.y - room.bottom - rise.0),
        _ => (0.0, whole.max.y),
    };
    // Where there is room to lay it out as wide as it is.
    let at = if tooltip.new { Vec2::ZERO } else { lies(size, place_of(own, at), whole, map) };
    alter(&mut node, |node| (node.left, node.top) = (px(at.x), px(at.y)));
}

/// Where a card of this size lies below or above what it tells of, in a window between whose heights `map` no panel lies
/// at its foot or head.
fn lies(size: Vec2, own: Rect, window: Rect, (top, floor): (f32, f32)) -> Vec2 {
    let (below, above) = (own.max.y.max(top) + GAP, own.min.y.min(floor) - GAP - size.y);
    let fits = own.center().y < floor && below + size.y <= floor;
    let most = (window.max - size - GAP).max(Vec2::ZERO);
    Vec2::new(own.min.x, if fits { below } else { above }).clamp(Vec2::ZERO, most).round()
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;

    #[test]
    fn a_tip_lies_off_what_it_tells_of_and_off_the_row_and_the_ribbon() {
        let window = Rect::new(0.0, 0.0, 1280.0, 720.0);
        let at = |own: Rect| lies(Vec2::new(200.0, 24.0), own, window, (68.0, 588.0));
        assert_eq!(at(Rect::new(1100.0, 650.0, 1270.0, 690.0)), Vec2::new(1076.0, 560.0), "above the row");
        assert_eq!(at(Rect::new(930.0, 20.0, 980.0, 50.0)), Vec2::new(930.0, 72.0), "below the ribbon");
        assert_eq!(at(Rect::new(500.0, 300.0, 550.0, 330.0)), Vec2::new(500.0, 334.0));
    }

    #[test]
    fn a_button_is_read_aloud_in_the_words_on_it_and_of_its_tip_without_its_key() {
        let mut world = World::new();
        let button = |world: &mut World, name: &str, tip: &str, on_it: &[&str]| {
            let button = world.spawn((Name::new(name.to_owned()), Sends(Intent::Undo))).id();
            if !tip.is_empty() {
                world.entity_mut(button).insert(Tip::new(tip.to_owned()));
            }
            for text in on_it {
                world.spawn((Text::new(*text), ChildOf(button)));
            }
            world.spawn((Text::new("U"), KeyCap(Action::Undo), ChildOf(button)));
            button
        };
        let undo = button(&mut world, "undo", "Nimmt den Zug zurück", &["Zurück"]);
        let nearer = button(&mut world, "nearer", "Näher heran", &["+"]);
        let bare = button(&mut world, "bare", "", &[]);
        let load = button(&mut world, "load 3", "", &["Laden"]);
        let row = world.spawn(IsAbout("Am Moor".to_owned())).id();
        world.entity_mut(row).add_child(load);
        world.run_system_once(read_aloud).unwrap();
        let said = |button| world.get::<AccessibleLabel>(button).map(|label| label.0.as_str());
        assert_eq!(said(undo), Some("Zurück, Nimmt den Zug zurück"));
        assert_eq!(said(nearer), Some("Näher heran"));
        assert_eq!(said(bare), Some("bare"));
        assert_eq!(said(load), Some("Am Moor, Laden"));
    }
}
