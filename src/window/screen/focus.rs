//! The focus: which button of a page the keys are on, seen as a gold rim.
//!
//! It uses Bevy's input focus, so that every button of a page can be reached without a pointer. In a battle the
//! keys have other meanings (see `input`) and nothing has the focus.

use bevy::{
    input_focus::{
        FocusCause, InputFocus, InputFocusVisible,
        directional_navigation::DirectionalNavigationPlugin,
        tab_navigation::{NavAction, TabIndex, TabNavigation},
    },
    math::CompassOctant,
    text::EditableText,
    ui::auto_directional_navigation::{AutoDirectionalNavigation, AutoDirectionalNavigator},
    ui_widgets::{Activate, Button, ScrollIntoView, SetSliderValue, Slider, SliderValueChange},
};

use super::{
    field::InBattle,
    page::{PageDrawn, Root},
};
use crate::window::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins(DirectionalNavigationPlugin)
        .init_resource::<Kept>()
        .insert_resource(InputFocusVisible(true))
        .add_systems(Update, (adopt, settle, walk, hide, keep, rim).chain().after(PageDrawn));
}

/// The button of a page that has the focus when it is opened.
#[derive(Component)]
pub struct First;

/// Which button of a page had the focus, and where the page began then, by their names.
#[derive(Resource, Default)]
struct Kept {
    focus: BTreeMap<String, String>,
    first: BTreeMap<String, String>,
}

impl Kept {
    /// The button that had the focus on a page. None where the page begins elsewhere now: another is chosen.
    fn wanted(&mut self, page: String, first: Option<&str>) -> Option<&str> {
        let same = first.is_none_or(|first| {
            let before = self.first.insert(page.clone(), first.to_owned());
            before.as_deref() == Some(first)
        });
        self.focus.get(&page).filter(|_| same).map(String::as_str)
    }
}

fn key(screen: &Screen) -> String {
    format!("{screen:?}")
}

/// Width of the rim, in pixels at scale 1.
pub(super) const RIM: f32 = 3.0;

type New = Or<(Added<Button>, Added<EditableText>, Added<Slider>)>;

/// Buttons of a page can have the focus.
fn adopt(
    mut commands: Commands,
    new: Query<(Entity, Has<TabIndex>), New>,
    parents: Query<&ChildOf>,
    roots: Query<(), With<Root>>,
) {
    for (entity, known) in &new {
        if !known && parents.iter_ancestors(entity).any(|above| roots.contains(above)) {
            let outline = Outline::new(px(RIM), px(2), Color::NONE);
            commands.entity(entity).try_insert((TabIndex(0), AutoDirectionalNavigation::default(), outline));
        }
    }
}

/// Buttons that the focus may go to while a page is open.
type OnPages = (With<TabIndex>, Without<InBattle>);

/// A page that has just been drawn has the focus where it was, else where it begins; also where what is chosen on it has
/// changed, so that the focus follows the choice.
fn settle(
    screen: Res<State<Screen>>,
    mut kept: ResMut<Kept>,
    mut focus: ResMut<InputFocus>,
    roots: Query<(Entity, &Root)>,
    buttons: Query<(Entity, &Name, Has<First>), OnPages>,
    parents: Query<&ChildOf>,
    order: TabNavigation,
) {
    let Some((root, _)) = roots.iter().find(|(_, root)| root.0 == *screen.get()) else {
        if focus.get().is_some_and(|entity| buttons.contains(entity)) {
            focus.clear();
        }
        return;
    };
    let on_page = |entity: Entity| parents.iter_ancestors(entity).any(|above| above == root);
    if focus.get().is_some_and(|entity| buttons.contains(entity) && on_page(entity)) {
        return;
    }
    let own = || buttons.iter().filter(|(entity, ..)| on_page(*entity));
    let first = own().find(|(.., first)| *first);
    let wanted = kept.wanted(key(screen.get()), first.map(|(_, name, _)| name.as_str()));
    let found = own()
        .find(|(_, name, _)| wanted.is_some_and(|wanted| name.as_str() == wanted))
        .or(first)
        .map(|(entity, ..)| entity)
        .or_else(|| order.initialize(root, NavAction::First).ok());
    if let Some(entity) = found {
        focus.set(entity, FocusCause::Navigated);
    }
}

/// The ways of the arrow keys: up, right, down, left.
pub(super) const WAYS: [CompassOctant; 4] =
    [CompassOctant::North, CompassOctant::East, CompassOctant::South, CompassOctant::West];

#[expect(clippy::too_many_arguments, reason = "a system is given each thing that it reads or writes")]
fn walk(
    mut commands: Commands,
    actions: Actions,
    screen: Res<State<Screen>>,
    keys: Res<ButtonInput<KeyCode>>,
    mut walker: AutoDirectionalNavigator,
    mut visible: ResMut<InputFocusVisible>,
    fields: Query<(), With<EditableText>>,
    buttons: Query<(), With<Button>>,
    sliders: Query<(), With<Slider>>,
    mut intents: MessageWriter<Intent>,
) {
    if *screen.get() == Screen::Battle {
        return;
    }
    let typing = walker.input_focus().is_some_and(|entity| fields.contains(entity));
    let slider = walker.input_focus().filter(|entity| sliders.contains(*entity));
    for (n, way) in (0..).zip(WAYS) {
        if let Some(entity) = slider.filter(|_| n % 2 == 1) {
            // A slider answers the arrow keys by itself.
            let by_itself = keys.any_just_pressed([KeyCode::ArrowLeft, KeyCode::ArrowRight]);
            if actions.just_pressed(&Action::Cursor(n)) && !by_itself {
                let change = SliderValueChange::RelativeStep(if n == 1 { 1.0 } else { -1.0 });
                commands.trigger(SetSliderValue { entity, change });
            }
            continue;
        }
        if actions.just_pressed(&Action::Cursor(n)) && !(typing && n % 2 == 1) {
            visible.0 = true;
            if let Ok(entity) = walker.navigate(way) {
                commands.trigger(ScrollIntoView { entity });
            }
        }
    }
    // Buttons answer Enter and the space bar by themselves.
    let by_itself = keys.any_just_pressed([KeyCode::Enter, KeyCode::Space]);
    if actions.just_pressed(&Action::Confirm)
        && !by_itself
        && let Some(entity) = walker.input_focus().filter(|entity| buttons.contains(*entity))
    {
        commands.trigger(Activate { entity });
    }
    if actions.just_pressed(&Action::Cancel) && matches!(screen.get(), Screen::Page(_)) {
        intents.write(Intent::Back);
    }
}

/// The rim is seen by those who use the keys, not by those who point.
fn hide(mut moves: MessageReader<CursorMoved>, mut visible: ResMut<InputFocusVisible>) {
    if moves.read().any(|moved| moved.delta.is_none_or(|delta| delta.length_squared() > 4.0)) && visible.0 {
        visible.0 = false;
    }
}

/// Remembers where the focus is, and brings it into sight when the tabulator moved it.
fn keep(
    mut commands: Commands,
    screen: Res<State<Screen>>,
    focus: Res<InputFocus>,
    mut kept: ResMut<Kept>,
    names: Query<&Name, With<TabIndex>>,
) {
    if !focus.is_changed() {
        return;
    }
    if let Some(entity) = focus.get()
        && let Ok(name) = names.get(entity)
    {
        kept.focus.insert(key(screen.get()), name.as_str().to_owned());
        commands.trigger(ScrollIntoView { entity });
    }
}

fn rim(
    focus: Res<InputFocus>,
    visible: Res<InputFocusVisible>,
    mut outlines: Query<(Entity, &mut Outline), With<TabIndex>>,
) {
    for (entity, mut outline) in &mut outlines {
        let wanted = if visible.0 && focus.get() == Some(entity) { theme::GOLD } else { Color::NONE };
        if outline.color != wanted {
            outline.color = wanted;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_focus_stays_on_a_page_until_another_is_chosen_there() {
        let mut kept = Kept::default();
        let page = || "battles".to_owned();
        assert_eq!(kept.wanted(page(), Some("battle 1")), None, "it was never there");
        kept.focus.insert(page(), "luck 1".to_owned());
        assert_eq!(kept.wanted(page(), Some("battle 1")), Some("luck 1"));
        assert_eq!(kept.wanted(page(), Some("skirmish")), None, "it follows the choice");
        assert_eq!(kept.wanted(page(), Some("skirmish")), Some("luck 1"));
        assert_eq!(kept.wanted(page(), None), Some("luck 1"), "nothing is chosen there");
    }
}
