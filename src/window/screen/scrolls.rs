//! The bars of what can be rolled: each area that is too small for what it holds shows that it goes on, and how far.
//!
//! The areas are laid by those who fill them; wheel and focus roll them by themselves.

use bevy::{
    prelude::*,
    ui::{IgnoreScroll, UiSystems},
    ui_widgets::{ControlOrientation, ScrollArea, Scrollbar, ScrollbarThumb},
};

use crate::window::theme;

pub(super) fn plugin(app: &mut App) {
    // Before it is laid out for the first time: nothing moves in its second frame.
    app.add_systems(PostUpdate, lay.before(UiSystems::Layout)).add_systems(Update, show);
}

/// Width of a bar, in units; an area keeps as much and a gap free at its right, and at its left where things
/// stand in its middle.
const WIDTH: f32 = 6.0;
/// The least length of its thumb.
const LEAST: f32 = 24.0;

/// An area that can be rolled has a bar at its right, also when its contents were laid anew.
fn lay(
    mut commands: Commands,
    mut areas: Query<(Entity, &mut Node, Option<&Children>), With<ScrollArea>>,
    bars: Query<(), With<Scrollbar>>,
) {
    for (area, mut node, children) in &mut areas {
        if children.is_some_and(|children| children.iter().any(|child| bars.contains(child))) {
            continue;
        }
        node.padding.right = px(WIDTH + theme::GAP);
        if node.align_items == AlignItems::Center {
            // What is in the middle stays in the middle.
            node.padding.left = node.padding.right;
        }
        let place = Node {
            position_type: PositionType::Absolute,
            right: px(0),
            top: px(0),
            bottom: px(0),
            width: px(WIDTH),
            ..default()
        };
        let bar = Scrollbar::new(area, ControlOrientation::Vertical, LEAST);
        let thumb = ScrollbarThumb { border_radius: BorderRadius::MAX, ..default() };
        commands
            .spawn((bar, place, IgnoreScroll(BVec2::TRUE), Visibility::Hidden, ChildOf(area)))
            .with_child((thumb, BackgroundColor(theme::RULE)));
    }
}

/// A bar is there only where there is more than can be seen.
fn show(areas: Query<&ComputedNode>, mut bars: Query<(&Scrollbar, &mut Visibility)>) {
    for (bar, mut visibility) in &mut bars {
        let more = areas.get(bar.target).is_ok_and(|area| {
            let more = area.content_size().y - area.size().y;
            more * area.inverse_scale_factor() > 1.0
        });
        visibility.set_if_neq(if more { Visibility::Inherited } else { Visibility::Hidden });
    }
}
