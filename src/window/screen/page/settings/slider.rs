//! A number that is turned: a track with a thumb, and the number beside it.
//!
//! Everything is taken up while it is turned, but for the size of things: that would move the thumb from under the
//! pointer, so it is taken up when the pointer lets go.

use bevy::{
    ui::Pressed,
    ui_widgets::{
        Slider, SliderDragState, SliderRange, SliderStep, SliderThumb, SliderValue, TrackClick, ValueChange,
    },
};

use super::{Knob, KnobRange, reading};
use crate::window::pen::*;

pub(super) fn plugin(app: &mut App) {
    app.add_observer(turn).add_systems(Update, (let_go, follow, paint).chain());
}

/// Width of the track, in pixels at scale 1.
const TRACK: f32 = 170.0;
/// Width of the thumb.
const THUMB: f32 = 16.0;

/// The number beside a slider.
#[derive(Component)]
struct Shows(Knob);

/// Turned, and not yet taken up.
#[derive(Component)]
struct Waits;

/// Draws a slider with its number.
pub(super) fn draw(control: Sheet, knob: Knob, value: u32, (least, most, step): (u32, u32, u32)) {
    control
        .spawn((
            Name::new(format!("{knob:?}")),
            knob,
            Slider { track_click: TrackClick::Snap, ..default() },
            SliderValue(value as f32),
            SliderRange::new(least as f32, most as f32),
            SliderStep(step as f32),
            Hovered::default(),
            Node { align_items: AlignItems::Center, ..sized(TRACK, 24.0) },
        ))
        .with_children(|slider| {
            let round = Node { border: UiRect::all(px(1)), border_radius: BorderRadius::MAX, ..default() };
            slider.spawn((
                Node { width: percent(100), height: px(6), ..round.clone() },
                BackgroundColor(theme::PAPER_DIM),
                BorderColor::all(theme::RULE),
                Pickable::IGNORE,
            ));
            let left = px(place(value as f32, least as f32, most as f32));
            slider.spawn((
                SliderThumb,
                Node { left, width: px(THUMB), height: px(THUMB), ..round.over() },
                BackgroundColor(theme::GOLD_DEEP),
                BorderColor::all(theme::INK),
                Pickable::IGNORE,
            ));
        });
    control
        .spawn(Node { width: px(78), justify_content: JustifyContent::FlexEnd, ..default() })
        .with_child((Shows(knob), NUMBER.ink(theme::INK).line(reading(knob, value))));
}

/// Where the thumb of a value lies on the track.
fn place(value: f32, least: f32, most: f32) -> f32 {
    (TRACK - THUMB) * (value - least) / (most - least).max(1.0)
}

fn turn(
    change: On<ValueChange<f32>>,
    mut commands: Commands,
    mut settings: ResMut<Settings>,
    sliders: Query<&Knob, With<Slider>>,
) {
    let Ok(knob) = sliders.get(change.source) else { return };
    let KnobRange::Number(least, most, step) = knob.range() else { return };
    let steps = ((change.value - least as f32) / step as f32).round().max(0.0) as u32;
    let value = (least + steps * step).min(most);
    commands.entity(change.source).try_insert(SliderValue(value as f32));
    if *knob == Knob::UiScale {
        commands.entity(change.source).try_insert(Waits);
    } else if settings.get(*knob) != value {
        settings.turn(*knob, value);
    }
}

type Turned = (Entity, &'static Knob, &'static SliderValue, &'static SliderDragState, Has<Pressed>);

/// What waited is taken up once the pointer has let go.
fn let_go(mut commands: Commands, mut settings: ResMut<Settings>, sliders: Query<Turned, With<Waits>>) {
    for (entity, knob, value, drag, pressed) in &sliders {
        if !drag.dragging && !pressed {
            commands.entity(entity).remove::<Waits>();
            settings.turn(*knob, value.0.round().max(0.0) as u32);
        }
    }
}

type Followed = (Entity, &'static Knob, &'static SliderValue, &'static SliderRange, &'static SliderDragState);

/// A setting that was changed elsewhere moves its slider, as far as that goes.
fn follow(
    mut commands: Commands,
    settings: Res<Settings>,
    sliders: Query<Followed, (With<Slider>, Without<Waits>)>,
) {
    if !settings.is_changed() {
        return;
    }
    for (entity, knob, value, range, drag) in &sliders {
        let wanted = range.clamp(settings.get(*knob) as f32);
        if !drag.dragging && value.0 != wanted {
            commands.entity(entity).try_insert(SliderValue(wanted));
        }
    }
}

fn paint(
    sliders: Query<(&Knob, &SliderValue, &SliderRange, &Children), Changed<SliderValue>>,
    mut thumbs: Query<&mut Node, With<SliderThumb>>,
    mut shown: Query<(&Shows, &mut Text)>,
) {
    for (knob, value, range, children) in &sliders {
        let left = px(place(value.0, range.start(), range.end()));
        for child in children {
            if let Ok(mut thumb) = thumbs.get_mut(*child)
                && thumb.left != left
            {
                thumb.left = left;
            }
        }
        for (shows, mut text) in &mut shown {
            let wanted = reading(*knob, value.0.round().max(0.0) as u32);
            if shows.0 == *knob && text.0 != wanted {
                text.0 = wanted;
            }
        }
    }
}
