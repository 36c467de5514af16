//! The focus in a battle: by keys or a gamepad from the map to the cards, answers and buttons, and back. The focus of
//! pages is in `focus`.
//!
//! On the map the cursor goes from square to square. It goes from button to button once somebody asked for that, or
//! because a question is open and keys are used.

use bevy::{
    input_focus::{
        FocusCause, InputFocus,
        directional_navigation::{AutoNavigationConfig, FocusableArea},
        navigator::find_best_candidate,
    },
    ui_widgets::{Activate, Button, ScrollIntoView},
};

use super::{
    PromptPanel, Steered,
    focus::{RIM, WAYS},
    hand::Sunk,
};
use crate::window::prelude::*;
use crate::window::{
    input::{FocusSteering, InputSet},
    widgets::{Explains, Possible, Sends},
};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (steer.before(InputSet), rim));
}

/// Where the keys are on the panels.
#[derive(Default)]
struct Place {
    /// The name of the button, by which it is known again when it was drawn anew.
    name: String,
    /// Where it is.
    area: Vec2,
    /// They are there because of an open question.
    asked: bool,
    /// Somebody went back to the map although a question is open.
    declined: bool,
    /// Nothing was moved by keys since the pointer was.
    pointing: bool,
}

/// A button that the keys can get to.
struct Spot {
    area: FocusableArea,
    name: String,
    answer: bool,
    possible: bool,
    card: bool,
}

/// What is asked of a button.
type ButtonParts = (
    Entity,
    &'static Name,
    &'static ComputedNode,
    &'static UiGlobalTransform,
    &'static InheritedVisibility,
    &'static Sends,
    &'static Possible,
    Has<Sunk>,
);

/// The buttons of the battle.
#[derive(bevy::ecs::system::SystemParam)]
struct Buttons<'w, 's> {
    all: Query<'w, 's, ButtonParts, With<Button>>,
    parents: Query<'w, 's, &'static ChildOf>,
    roots: Query<'w, 's, (), With<Steered>>,
    prompt: Single<'w, 's, Entity, With<PromptPanel>>,
    explains: Query<'w, 's, &'static Explains>,
    nodes: Query<'w, 's, (&'static ComputedNode, &'static UiGlobalTransform)>,
}

impl Buttons<'_, '_> {
    fn spots(&self) -> Vec<Spot> {
        let on_panels =
            |entity: Entity| self.parents.iter_ancestors(entity).any(|own| self.roots.contains(own));
        let row = |entity: Entity| {
            let (node, at) = self.nodes.get(self.parents.get(entity).ok()?.parent()).ok()?;
            Some((at.translation, node.size()))
        };
        let answer = |entity: Entity| self.parents.iter_ancestors(entity).any(|own| own == *self.prompt);
        let mut spots: Vec<Spot> = self
            .all
            .iter()
            .filter(|(entity, _, node, _, visible, ..)| {
                visible.get() && node.size().min_element() > 0.0 && on_panels(*entity)
            })
            .map(|(entity, name, node, transform, _, sends, possible, sunk)| Spot {
                area: area(entity, (transform.translation, node.size()), row(entity).filter(|_| sunk)),
                name: name.as_str().to_owned(),
                answer: answer(entity),
                possible: possible.0,
                card: matches!(sends.0, Intent::Card(_)),
            })
            .collect();
        // In the order in which they are read, so that the first is the first.
        spots.sort_by(|a, b| {
            let key = |spot: &Spot| (spot.area.position.y - spot.area.size.y / 2.0, spot.area.position.x);
            key(a).0.total_cmp(&key(b).0).then(key(a).1.total_cmp(&key(b).1))
        });
        spots
    }
}

/// Where a button lies among the others: one that has sunk, as high as its row, so that the keys go along the row from one
/// to the next. Each place is a middle and a size.
fn area(entity: Entity, (at, size): (Vec2, Vec2), row: Option<(Vec2, Vec2)>) -> FocusableArea {
    let (row_at, row_size) = row.unwrap_or((at, size));
    FocusableArea { entity, position: Vec2::new(at.x, row_at.y), size: Vec2::new(size.x, row_size.y) }
}

/// Where the keys begin: at the answers of a question, else at the cards.
fn first(spots: &[Spot]) -> Option<&Spot> {
    let best = |wanted: fn(&Spot) -> bool| spots.iter().find(|spot| wanted(spot));
    best(|spot| spot.answer && spot.possible)
        .or_else(|| best(|spot| spot.answer))
        .or_else(|| best(|spot| spot.card && spot.possible))
        .or_else(|| best(|spot| spot.possible))
}

#[expect(clippy::too_many_arguments, reason = "a system is given each thing that it reads or writes")]
fn steer(
    mut commands: Commands,
    actions: Actions,
    screen: Res<State<Screen>>,
    table: Res<Table>,
    motion: Res<BeatQueue>,
    keys: Res<ButtonInput<KeyCode>>,
    buttons: Buttons,
    mut moves: MessageReader<CursorMoved>,
    mut steering: ResMut<FocusSteering>,
    mut focus: ResMut<InputFocus>,
    mut intents: MessageWriter<Intent>,
    mut place: Local<Place>,
) {
    let moved = moves.read().last().is_some();
    let just = |action: Action| actions.just_pressed(&action);
    let way = (0..).zip(WAYS).find(|(n, _)| just(Action::Cursor(*n))).map(|(_, way)| way);
    steering.taken = false;
    if *screen.get() != Screen::Battle {
        steering.panels = false;
        return;
    }
    if motion.busy() {
        return;
    }
    if moved {
        place.pointing = true;
    }
    if way.is_some() || just(Action::Confirm) || just(Action::Cards) {
        place.pointing = false;
    }
    let question = table.prompt.is_some();
    if !question {
        place.declined = false;
    }
    let over = place.pointing || (place.asked && !question);
    if steering.panels && over {
        leave(&mut steering, &mut focus, &mut place);
    }
    let enters = !steering.panels
        && (just(Action::Cards) || (question && !place.declined && (way.is_some() || just(Action::Confirm))));
    if !steering.panels && !enters {
        return;
    }
    let spots = buttons.spots();
    if enters {
        steering.taken = true;
        place.asked = question && !just(Action::Cards);
        if let Some(spot) = first(&spots) {
            steering.panels = true;
            go(spot, &mut commands, &mut focus, &mut place, &buttons, &mut intents);
        }
        return;
    }
    // What was drawn anew is found again by its name, else whatever lies nearest.
    let now = spots.iter().find(|spot| focus.get() == Some(spot.area.entity));
    let Some(now) = now.or_else(|| spots.iter().find(|spot| spot.name == place.name)).or_else(|| {
        let far = |spot: &&Spot| spot.area.position.distance_squared(place.area);
        spots.iter().filter(|spot| spot.answer || !question).min_by(|a, b| far(a).total_cmp(&far(b)))
    }) else {
        leave(&mut steering, &mut focus, &mut place);
        return;
    };
    if focus.get() != Some(now.area.entity) {
        go(now, &mut commands, &mut focus, &mut place, &buttons, &mut intents);
    }
    if just(Action::Cards) || just(Action::Cancel) {
        // Back to the map; a question of one's own is laid back as well.
        steering.taken = just(Action::Cards) || !question;
        place.declined = question;
        leave(&mut steering, &mut focus, &mut place);
    } else if let Some(way) = way {
        steering.taken = true;
        let areas: Vec<FocusableArea> = spots.iter().map(|spot| spot.area).collect();
        let next = find_best_candidate(&now.area, way, &areas, &AutoNavigationConfig::default());
        if let Some(next) = next.and_then(|next| spots.iter().find(|spot| spot.area.entity == next)) {
            go(next, &mut commands, &mut focus, &mut place, &buttons, &mut intents);
        }
    } else if just(Action::Confirm) {
        steering.taken = true;
        // Buttons answer Enter and the space bar by themselves.
        if !keys.any_just_pressed([KeyCode::Enter, KeyCode::Space]) {
            commands.trigger(Activate { entity: now.area.entity });
        }
        // With a card in hand one goes on on the map.
        if now.card && now.possible {
            leave(&mut steering, &mut focus, &mut place);
        }
    }
}

fn go(
    spot: &Spot,
    commands: &mut Commands,
    focus: &mut InputFocus,
    place: &mut Place,
    buttons: &Buttons,
    intents: &mut MessageWriter<Intent>,
) {
    let entity = spot.area.entity;
    focus.set(entity, FocusCause::Navigated);
    commands.trigger(ScrollIntoView { entity });
    place.name.clone_from(&spot.name);
    place.area = spot.area.position;
    if let Ok(explains) = buttons.explains.get(entity) {
        intents.write(explains.0.clone());
    }
}

fn leave(steering: &mut FocusSteering, focus: &mut InputFocus, place: &mut Place) {
    steering.panels = false;
    place.asked = false;
    focus.clear();
}

/// The one that has the focus has a rim.
fn rim(
    mut commands: Commands,
    steering: Res<FocusSteering>,
    focus: Res<InputFocus>,
    mut rimmed: Local<Option<Entity>>,
) {
    let wanted = focus.get().filter(|_| steering.panels);
    if *rimmed == wanted {
        return;
    }
    if let Some(old) = rimmed.take()
        && let Ok(mut old) = commands.get_entity(old)
    {
        old.try_remove::<Outline>();
    }
    if let Some(entity) = wanted {
        commands.entity(entity).try_insert(Outline::new(px(RIM), px(1), theme::GOLD_DEEP));
    }
    *rimmed = wanted;
}

#[cfg(test)]
mod tests {
    use bevy::math::CompassOctant;

    use super::*;

    #[test]
    fn the_keys_go_along_the_row_over_what_has_sunk_in_it() {
        let mut world = World::new();
        let ids = [(); 4].map(|()| world.spawn_empty().id());
        let [above, left, sunk, right] = ids;
        let card = Vec2::new(96.0, 124.0);
        let stub = (Vec2::new(150.0, 673.0), Vec2::new(96.0, 70.0));
        let row = (Vec2::new(150.0, 646.0), Vec2::new(300.0, 124.0));
        let areas = [
            area(above, (Vec2::new(400.0, 500.0), Vec2::new(40.0, 20.0)), None),
            area(left, (Vec2::new(50.0, 646.0), card), None),
            area(sunk, stub, Some(row)),
            area(right, (Vec2::new(250.0, 646.0), card), None),
        ];
        assert_eq!((areas[2].position, areas[2].size), (Vec2::new(150.0, 646.0), card));
        let to = |from: usize, way| find_best_candidate(&areas[from], way, &areas, &Default::default());
        assert_eq!(to(1, CompassOctant::East), Some(sunk));
        assert_eq!(to(2, CompassOctant::East), Some(right));
        assert_eq!(to(2, CompassOctant::West), Some(left));
        assert_eq!(to(2, CompassOctant::North), Some(above), "not to the card beside it");
        assert_eq!(to(1, CompassOctant::South), None);
    }
}
