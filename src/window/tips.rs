//! Tips: what a thing on the screen is, and its key, once the pointer has rested on it or the focus is on it. The text
//! is the [`Tip`] of the thing; buttons that have none are described by what they do.

mod words;

use bevy::{
    input_focus::{InputFocus, InputFocusVisible},
    ui::CalculatedClip,
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

/// The widest that a card is, in pixels at scale 1: it has room beside a page that is a card in the middle.
const WIDTH: f32 = 250.0;

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
        // Its button bears its key.
        Intent::Back => None,
        // The key that its button bears.
        Intent::Open(Page::Pause) => Some(Action::Cancel),
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
    parents: Query<&ChildOf>,
    mut about: Local<About>,
) {
    // Of things that lie in each other, the innermost.
    let hovered = tips
        .iter()
        .filter(|(_, _, hovered, _)| hovered.get())
        .min_by(|(.., a), (.., b)| a.size().element_product().total_cmp(&b.size().element_product()))
        .map(|(entity, ..)| entity);
    let by_keys = steering.by_keys();
    // A button without a tip of its own is told of by what it stands on.
    let around = |entity: Entity| {
        std::iter::once(entity).chain(parents.iter_ancestors(entity)).find(|own| tips.contains(*own))
    };
    let focused = focus.get().filter(|_| by_keys).and_then(around);
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

/// What a card should not lie on: buttons, and whatever else has a tip.
type Others<'w, 's> = Query<
    'w,
    's,
    (
        &'static ComputedNode,
        &'static UiGlobalTransform,
        &'static InheritedVisibility,
        Option<&'static CalculatedClip>,
    ),
    (Or<(With<Sends>, With<Tip>)>, Without<Tooltip>),
>;

/// Where there is most room near what it tells of; never off the window, and off the panels at the foot and the head of
/// a battle.
fn place(
    tooltip: Single<(&mut Node, &ComputedNode, &Visibility, &Tooltip)>,
    window: Single<&Window, With<PrimaryWindow>>,
    places: Query<(&ComputedNode, &UiGlobalTransform), Without<Tooltip>>,
    others: Others,
    (parents, areas): (Query<&ChildOf>, Query<(), With<ScrollArea>>),
    (room, rise, screen, ui): (Res<Room>, Res<Rise>, Res<State<Screen>>, Res<UiScale>),
) {
    let (mut node, computed, visibility, tooltip) = tooltip.into_inner();
    let Some(of) = tooltip.of else { return };
    let Ok((own, at)) = places.get(of) else { return };
    // Where there is room to lay it out as wide as it is.
    if tooltip.new || *visibility == Visibility::Hidden {
        alter(&mut node, |node| (node.left, node.top) = (px(0), px(0)));
        return;
    }
    let whole = Rect::from_corners(Vec2::ZERO, window.size() / ui.0);
    let (top, floor) = match screen.get() {
        Screen::Battle => (room.top, whole.max.y - room.bottom - rise.0),
        _ => (0.0, whole.max.y),
    };
    let list = parents.iter_ancestors(of).find(|above| areas.contains(*above));
    let list = list.and_then(|list| places.get(list).ok()).map(|(list, at)| place_of(list, at));
    let own = place_of(own, at);
    let others: Vec<Rect> = others
        .iter()
        .filter(|(.., seen, _)| seen.get())
        .map(|(node, at, _, clip)| {
            let place = place_of(node, at);
            let unit = node.inverse_scale_factor();
            clip.map_or(place, |clip| {
                place.intersect(Rect { min: clip.clip.min * unit, max: clip.clip.max * unit })
            })
        })
        .collect();
    let free = Free { window: whole, top, floor };
    let at = free.place(computed.size() * computed.inverse_scale_factor(), own, list, &others);
    alter(&mut node, |node| (node.left, node.top) = (px(at.x), px(at.y)));
}

/// Where cards may lie: in the window, and between these heights where panels lie at its head and foot.
struct Free {
    window: Rect,
    top: f32,
    floor: f32,
}

impl Free {
    /// Where a card of this size lies near what it tells of: beside the list that has it, else below or above it, and
    /// of these places on the first that covers the least of others.
    fn place(&self, size: Vec2, own: Rect, list: Option<Rect>, others: &[Rect]) -> Vec2 {
        let least = Vec2::splat(GAP);
        let most = (self.window.max - size - GAP).max(least);
        let (below, above) = (own.max.y.max(self.top) + GAP, own.min.y.min(self.floor) - GAP - size.y);
        let upright = [
            (own.center().y < self.floor && below + size.y <= self.floor).then_some(below),
            (above >= self.top).then_some(above),
        ];
        let upright = upright.into_iter().flatten().map(|y| Vec2::new(own.min.x, y));
        let on_map = own.min.y >= self.top && own.max.y <= self.floor;
        let y = own.min.y.min(self.floor - GAP - size.y).max(self.top);
        let beside = |edge: Rect| -> Vec<Vec2> {
            let ways = [edge.max.x + GAP_3, edge.min.x - GAP_3 - size.x];
            let room = ways.into_iter().filter(|x| on_map && *x >= least.x && *x <= most.x);
            room.map(|x| Vec2::new(x, y)).collect()
        };
        let places: Vec<Vec2> = match list {
            Some(list) => beside(list).into_iter().chain(beside(own)).chain(upright).collect(),
            None => upright.chain(beside(own)).collect(),
        };
        let covered = |at: &Vec2| {
            let card = Rect::from_corners(*at, *at + size);
            let apart = |other: &&Rect| !(other.contains(own.min) && other.contains(own.max));
            let over = |other: &Rect| card.intersect(*other).size().element_product();
            over(&own) + others.iter().filter(apart).map(over).sum::<f32>()
        };
        places
            .into_iter()
            .map(|at| at.clamp(least.min(most), most))
            .min_by(|a, b| covered(a).total_cmp(&covered(b)))
            .unwrap_or_else(|| Vec2::new(own.min.x, above).clamp(least.min(most), most))
            .round()
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;

    const CARD: Vec2 = Vec2::new(200.0, 24.0);

    fn free(top: f32, floor: f32) -> Free {
        Free { window: Rect::new(0.0, 0.0, 1280.0, 720.0), top, floor }
    }

    #[test]
    fn the_menu_is_told_with_the_key_that_its_button_bears() {
        assert_eq!(action_of(&Intent::Open(Page::Pause)), Some(Action::Cancel));
    }

    #[test]
    fn a_tip_lies_off_what_it_tells_of_and_off_the_row_and_the_ribbon() {
        let at = |own: Rect| free(68.0, 588.0).place(CARD, own, None, &[]);
        assert_eq!(at(Rect::new(1100.0, 650.0, 1270.0, 690.0)), Vec2::new(1076.0, 560.0), "above the row");
        assert_eq!(at(Rect::new(930.0, 20.0, 980.0, 50.0)), Vec2::new(930.0, 72.0), "below the ribbon");
        assert_eq!(at(Rect::new(500.0, 300.0, 550.0, 330.0)), Vec2::new(500.0, 334.0));
    }

    #[test]
    fn a_tip_never_covers_the_next_entry_of_a_list() {
        let entry = |n: f32, left: f32| Rect::new(left, 100.0 + 40.0 * n, left + 300.0, 132.0 + 40.0 * n);
        let at = |left: f32, list: Option<Rect>| {
            let others: Vec<Rect> = [0.0, 1.0, 2.0].map(|n| entry(n, left)).to_vec();
            free(0.0, 720.0).place(CARD, entry(1.0, left), list, &others)
        };
        let list = |left: f32| Some(Rect::new(left, 90.0, left + 310.0, 700.0));
        assert_eq!(at(50.0, list(50.0)), Vec2::new(372.0, 140.0), "beside the list");
        assert_eq!(at(960.0, list(960.0)), Vec2::new(748.0, 140.0), "on the side with room");
        assert_eq!(at(50.0, None), Vec2::new(362.0, 140.0), "beside a column of buttons");
        let alone = free(0.0, 720.0).place(CARD, entry(1.0, 50.0), None, &[entry(1.0, 50.0)]);
        assert_eq!(alone, Vec2::new(50.0, 176.0), "below what stands alone");
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
