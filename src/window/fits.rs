//! Does every text on the screen fit its place? Asked by scripts, on every page, at every size, in every language.
//!
//! Owns the measure: what is written lies in its own node, the node in its parent's content, and both in the window,
//! unless something above them can be rolled. Mends nothing.

use bevy::{ecs::system::SystemParam, prelude::*, text::TextLayoutInfo, window::PrimaryWindow};

/// How far a text may stand over, in pixels of the screen: places are rounded to whole ones.
const SLACK: f32 = 1.01;

type Written<'a> =
    (Entity, &'a Text, &'a TextLayoutInfo, &'a ComputedNode, &'a UiGlobalTransform, &'a InheritedVisibility);

/// All that is laid out.
#[derive(SystemParam)]
pub struct Laid<'w, 's> {
    texts: Query<'w, 's, Written<'static>>,
    nodes: Query<
        'w,
        's,
        (&'static Node, &'static ComputedNode, &'static UiGlobalTransform, Option<&'static Name>),
    >,
    parents: Query<'w, 's, &'static ChildOf>,
    window: Single<'w, 's, &'static Window, With<PrimaryWindow>>,
}

impl Laid<'_, '_> {
    /// The texts that do not fit, each with how large it is and where it should be, in a stated order.
    pub fn misfits(&self) -> Vec<String> {
        let mut found: Vec<String> = self.texts.iter().filter_map(|written| self.misfit(written)).collect();
        found.sort();
        found.dedup();
        found
    }

    fn misfit(&self, (entity, text, layout, node, place, visible): Written<'_>) -> Option<String> {
        if !visible.get() || node.size().min_element() <= 0.0 || text.0.trim().is_empty() {
            return None;
        }
        let middle = place.translation;
        let own = Rect::from_center_size(middle, node.size());
        let size = layout.size * layout.scale_factor;
        let written = Rect::from_corners(own.min, own.min + size);
        let told = |what: &str, room: Rect| {
            let (w, r) = (written.size(), room.size());
            let name = self.parents.iter_ancestors(entity).find_map(|up| self.nodes.get(up).ok()?.3);
            let name = name.map_or_else(String::new, |name| format!(" of \"{name}\""));
            let at = written.min;
            Some(format!(
                "\"{}\"{name}: {:.0}×{:.0} at {:.0}, {:.0} stands over its {what}, {:.0}×{:.0} at {:.0}, {:.0}",
                text.0, w.x, w.y, at.x, at.y, r.x, r.y, room.min.x, room.min.y
            ))
        };
        // A line's height may be a hair more than the node's rounded one.
        if size.x > node.size().x + SLACK + 1.0 || size.y > node.size().y + SLACK + 1.0 {
            return told("node", own);
        }
        let mut rolled = (false, false);
        for (n, up) in self.parents.iter_ancestors(entity).enumerate() {
            let Ok((style, above, at, _)) = self.nodes.get(up) else { break };
            let (x, y) = (style.overflow.x, style.overflow.y);
            rolled = (rolled.0 || x == OverflowAxis::Scroll, rolled.1 || y == OverflowAxis::Scroll);
            let cuts = x != OverflowAxis::Visible || y != OverflowAxis::Visible;
            if n == 0 || cuts {
                let mut room = if n == 0 { above.content_box() } else { above.padding_box() };
                room = Rect::from_corners(room.min + at.translation, room.max + at.translation);
                if outside(own, room, rolled) {
                    return told(if n == 0 { "place" } else { "frame" }, room);
                }
            }
        }
        let window = Rect::from_corners(
            Vec2::ZERO,
            Vec2::new(self.window.physical_width() as f32, self.window.physical_height() as f32),
        );
        outside(own, window, rolled).then(|| told("window", window)).flatten()
    }
}

fn outside(inner: Rect, room: Rect, rolled: (bool, bool)) -> bool {
    let x = !rolled.0 && (inner.min.x < room.min.x - SLACK || inner.max.x > room.max.x + SLACK);
    let y = !rolled.1 && (inner.min.y < room.min.y - SLACK || inner.max.y > room.max.y + SLACK);
    x || y
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_over_is_outside_unless_it_can_be_rolled() {
        let room = Rect::new(0.0, 0.0, 100.0, 50.0);
        assert!(!outside(Rect::new(0.0, 0.0, 100.4, 50.0), room, (false, false)));
        assert!(outside(Rect::new(0.0, 0.0, 102.0, 50.0), room, (false, false)));
        assert!(outside(Rect::new(0.0, -2.0, 10.0, 50.0), room, (true, false)));
        assert!(!outside(Rect::new(0.0, -2.0, 10.0, 80.0), room, (false, true)));
    }
}
