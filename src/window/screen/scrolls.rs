//! The bars of what can be rolled: each area that is too small for what it holds shows that it goes on, and how far. It
//! fades where it goes on, so that nothing is seen cut in half.
//!
//! The areas are laid by those who fill them; wheel and focus roll them by themselves.

use bevy::{
    ui::{IgnoreScroll, UiSystems},
    ui_widgets::{ControlOrientation, Scrollbar, ScrollbarThumb},
};

use crate::window::pen::*;

pub(super) fn plugin(app: &mut App) {
    // Before it is laid out for the first time: nothing moves in its second frame.
    app.add_systems(PostUpdate, lay.before(UiSystems::Layout)).add_systems(Update, (show, fade));
}

/// Width of a bar, in units; so much and a gap stay free at an area's right, and left of what stands in its middle.
const WIDTH: f32 = 6.0;
/// The least length of its thumb.
const LEAST: f32 = 24.0;

/// How far from its end an area fades, in units.
const FADE: f32 = 26.0;

/// Where an area goes on: beyond its upper end, else beyond its lower one.
#[derive(Component)]
struct Fade {
    area: Entity,
    up: bool,
}

/// An area that can be rolled has a bar at its right, also when its contents were laid anew.
fn lay(
    mut commands: Commands,
    mut areas: Query<(Entity, &mut Node, Option<&Children>), With<ScrollArea>>,
    bars: Query<(), With<Scrollbar>>,
    parents: Query<&ChildOf>,
    grounds: Query<&BackgroundColor>,
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
        let place =
            Node { right: px(0), top: px(0), bottom: px(0), width: px(WIDTH), ..Node::default().over() };
        let bar = Scrollbar::new(area, ControlOrientation::Vertical, LEAST);
        let thumb = ScrollbarThumb { border_radius: BorderRadius::MAX, ..default() };
        commands
            .spawn((bar, place, IgnoreScroll(BVec2::TRUE), Visibility::Hidden, ChildOf(area)))
            .with_child((thumb, BackgroundColor(theme::RULE)));
        let solid = |above: Entity| grounds.get(above).ok().filter(|ground| ground.0.alpha() > 0.9);
        let ground =
            parents.iter_ancestors(area).find_map(solid).map_or(theme::WALNUT_DARK, |ground| ground.0);
        for up in [true, false] {
            commands.spawn((faded(area, up, ground), ChildOf(area)));
        }
    }
}

/// The end of an area on a ground of this colour.
fn faded(area: Entity, up: bool, ground: Color) -> impl Bundle {
    let end = px(0);
    let (top, bottom) = if up { (end, auto()) } else { (auto(), end) };
    let node = Node {
        left: px(0),
        right: px(WIDTH + theme::GAP),
        top,
        bottom,
        height: px(FADE),
        // A line of text alone is not hidden by its own ends.
        max_height: percent(25),
        ..Node::default().over()
    };
    let stops = vec![ColorStop::auto(ground.with_alpha(0.0)), ColorStop::auto(ground)];
    let gradient = if up { LinearGradient::to_top(stops) } else { LinearGradient::to_bottom(stops) };
    (
        Fade { area, up },
        node,
        BackgroundGradient::from(gradient),
        IgnoreScroll(BVec2::TRUE),
        // Over what is laid into the area later, too.
        ZIndex(1),
        Visibility::Hidden,
        Pickable::IGNORE,
    )
}

/// Whether an area so high, rolled so far, goes on beyond its upper or its lower end.
fn goes_on(up: bool, rolled: f32, height: f32, content: f32) -> bool {
    if up { rolled > 1.0 } else { rolled + height < content - 1.0 }
}

/// An area fades only at the ends beyond which there is more.
fn fade(areas: Query<(&ComputedNode, &ScrollPosition)>, mut ends: Query<(&Fade, &mut Visibility)>) {
    for (end, mut visibility) in &mut ends {
        let more = areas.get(end.area).is_ok_and(|(node, rolled)| {
            let scale = node.inverse_scale_factor();
            goes_on(end.up, rolled.0.y, node.size().y * scale, node.content_size().y * scale)
        });
        visibility.set_if_neq(if more { Visibility::Inherited } else { Visibility::Hidden });
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

#[cfg(test)]
mod tests {
    use super::goes_on;

    #[test]
    fn an_area_fades_only_where_it_goes_on() {
        assert!(!goes_on(true, 0.0, 100.0, 300.0) && goes_on(false, 0.0, 100.0, 300.0), "at its beginning");
        assert!(goes_on(true, 100.0, 100.0, 300.0) && goes_on(false, 100.0, 100.0, 300.0), "in its middle");
        assert!(goes_on(true, 200.0, 100.0, 300.0) && !goes_on(false, 200.0, 100.0, 300.0), "at its end");
        assert!(!goes_on(true, 0.0, 100.0, 80.0) && !goes_on(false, 0.0, 100.0, 80.0), "where all is seen");
    }
}
