//! Does every text on the screen fit its place? Asked by scripts, on every page, at every size, in every language.
//!
//! A text has to lie in its node, the node in its parent, on every panel that is painted under it, in every frame that cuts
//! off, and in the window; every button likewise. What can be scrolled into sight counts, if what scrolls it is in sight.

use bevy::{
    ecs::system::SystemParam, prelude::*, text::TextLayoutInfo, ui_widgets::Button, window::PrimaryWindow,
};

/// How far something may stand over, in pixels of the screen: places and sizes are rounded, the edges in them not.
const SLACK: f32 = 1.5;
/// Paler than this, a panel is not painted.
const FAINT: f32 = 0.25;

type Written<'a> =
    (Entity, &'a Text, &'a TextLayoutInfo, &'a ComputedNode, &'a UiGlobalTransform, &'a InheritedVisibility);
type Around = (
    &'static Node,
    &'static ComputedNode,
    &'static UiGlobalTransform,
    Option<&'static Name>,
    Option<&'static BackgroundColor>,
);
type Pressed<'a> = (Entity, &'a Name, &'a ComputedNode, &'a UiGlobalTransform, &'a InheritedVisibility);

/// All that is laid out.
#[derive(SystemParam)]
pub struct Laid<'w, 's> {
    texts: Query<'w, 's, Written<'static>>,
    buttons: Query<'w, 's, Pressed<'static>, With<Button>>,
    nodes: Query<'w, 's, Around>,
    parents: Query<'w, 's, &'static ChildOf>,
    window: Single<'w, 's, &'static Window, With<PrimaryWindow>>,
}

impl Laid<'_, '_> {
    /// The texts and buttons that do not fit, each with how large it is and where it should be, in a stated order.
    pub fn misfits(&self) -> Vec<String> {
        let texts = self.texts.iter().filter_map(|written| self.misfit(written));
        let mut found: Vec<String> =
            texts.chain(self.buttons.iter().filter_map(|button| self.lost(button))).collect();
        found.sort();
        found.dedup();
        found
    }

    fn misfit(&self, (entity, text, layout, node, place, visible): Written<'_>) -> Option<String> {
        if !visible.get() || node.size().min_element() <= 0.0 || text.0.trim().is_empty() {
            return None;
        }
        let own = Rect::from_center_size(place.translation, node.size());
        let size = ink(layout);
        let name = self.parents.iter_ancestors(entity).find_map(|up| self.nodes.get(up).ok()?.3);
        let name = name.map_or_else(String::new, |name| format!(" of \"{name}\""));
        let what = format!("\"{}\"{name}", text.0);
        // A line's height may be a hair more than the node's rounded one.
        if size.x > own.width() + SLACK + 0.5 || size.y > own.height() + SLACK + 0.5 {
            return Some(told(&what, Rect::from_corners(own.min, own.min + size), "node", own));
        }
        stands_over(own, &self.frames(entity, true), self.bounds())
            .map(|(over, room)| told(&what, own, over, room))
    }

    /// Why a button is out of reach.
    fn lost(&self, (entity, name, node, place, visible): Pressed<'_>) -> Option<String> {
        if !visible.get() || node.size().min_element() <= 0.0 {
            return None;
        }
        let own = Rect::from_center_size(place.translation, node.size());
        stands_over(own, &self.frames(entity, false), self.bounds())
            .map(|(over, room)| told(&format!("the button \"{name}\""), own, over, room))
    }

    fn bounds(&self) -> Rect {
        let size = Vec2::new(self.window.physical_width() as f32, self.window.physical_height() as f32);
        Rect::from_corners(Vec2::ZERO, size)
    }

    /// What is around something, from the inside out; the innermost holds it in its content if it is `held`.
    fn frames(&self, entity: Entity, held: bool) -> Vec<Frame> {
        let mut frames = Vec::new();
        for up in self.parents.iter_ancestors(entity) {
            let Ok((style, node, at, _, face)) = self.nodes.get(up) else { break };
            let innermost = held && frames.is_empty();
            let clips = [style.overflow.x, style.overflow.y].iter().any(|own| *own != OverflowAxis::Visible);
            let room = match (innermost, clips) {
                (true, _) => node.content_box(),
                (false, true) => node.padding_box(),
                // Its edge belongs to what is painted.
                (false, false) => node.border_box(),
            };
            let axes = [style.overflow.x, style.overflow.y];
            // What is written on a panel stands on it.
            let painted = face.is_some_and(|face| face.0.alpha() > FAINT);
            frames.push(Frame {
                what: if innermost { "place" } else { "frame" },
                room: Rect::from_corners(room.min + at.translation, room.max + at.translation),
                holds: axes.map(|axis| innermost || painted || axis != OverflowAxis::Visible),
                rolls: axes.map(|axis| axis == OverflowAxis::Scroll),
            });
        }
        frames
    }
}

fn told(what: &str, own: Rect, over: &str, room: Rect) -> String {
    let (w, r) = (own.size(), room.size());
    format!(
        "{what}: {:.0}×{:.0} at {:.0}, {:.0} stands over its {over}, {:.0}×{:.0} at {:.0}, {:.0}",
        w.x, w.y, own.min.x, own.min.y, r.x, r.y, room.min.x, room.min.y
    )
}

/// How large a text is as it is seen: neither the space at the end of a line that was broken counts, nor how far the
/// hook of a last "f" hangs over its own width, as it does in any line.
fn ink(layout: &TextLayoutInfo) -> Vec2 {
    let right = layout.glyphs.iter().map(|glyph| glyph.position.x + glyph.atlas_info.rect.width() / 2.0);
    let size = layout.size * layout.scale_factor;
    Vec2::new(right.fold(0.0, f32::max).min(size.x), size.y)
}

/// What is around something: a node above it.
#[derive(Clone, Copy, Debug)]
struct Frame {
    /// What it is called.
    what: &'static str,
    /// Its inside.
    room: Rect,
    /// Does it cut off what stands over it, to the sides, above and below?
    holds: [bool; 2],
    /// Can what it holds be rolled, to the sides, up and down?
    rolls: [bool; 2],
}

/// The first of the frames, or the window, that something stands over.
fn stands_over(mut own: Rect, frames: &[Frame], window: Rect) -> Option<(&'static str, Rect)> {
    for frame in frames {
        for axis in 0..2 {
            if frame.rolls[axis] {
                // It can be rolled into sight; what has to be in sight from here on is the frame.
                (own.min[axis], own.max[axis]) = (frame.room.min[axis], frame.room.max[axis]);
            } else if frame.holds[axis] && outside(own, frame.room, axis) {
                return Some((frame.what, frame.room));
            }
        }
    }
    (0..2).any(|axis| outside(own, window, axis)).then_some(("window", window))
}

fn outside(own: Rect, room: Rect, axis: usize) -> bool {
    own.min[axis] < room.min[axis] - SLACK || own.max[axis] > room.max[axis] + SLACK
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;

    const WINDOW: Rect = Rect { min: Vec2::ZERO, max: Vec2::new(200.0, 100.0) };

    fn frame(room: Rect, holds: bool, rolls: bool) -> Frame {
        Frame { what: "frame", room, holds: [holds; 2], rolls: [false, rolls] }
    }

    #[test]
    fn what_stands_over_is_found_unless_it_can_be_rolled() {
        let text = |y: f32| Rect::new(10.0, y, 60.0, y + 20.0);
        let over = |own, frames: &[Frame]| stands_over(own, frames, WINDOW).map(|(what, _)| what);
        assert_eq!(over(text(10.0), &[]), None);
        assert_eq!(over(text(80.5), &[]), None, "half a pixel is rounding");
        assert_eq!(over(text(90.0), &[]), Some("window"));
        assert_eq!(over(text(-5.0), &[]), Some("window"));
        let small = Rect::new(0.0, 0.0, 100.0, 40.0);
        assert_eq!(over(text(30.0), &[frame(small, true, false)]), Some("frame"));
        assert_eq!(over(text(30.0), &[frame(small, false, false)]), None, "it cuts nothing off");
        assert_eq!(over(text(300.0), &[frame(small, true, true)]), None, "it can be rolled into sight");
        let narrow = Rect::new(0.0, 0.0, 50.0, 40.0);
        assert_eq!(over(text(10.0), &[frame(narrow, true, true)]), Some("frame"), "but not to the side");
        let low = Rect::new(0.0, 0.0, 100.0, 400.0);
        assert_eq!(over(text(30.0), &[frame(low, true, true)]), Some("window"), "what rolls is not in sight");
    }

    /// What is found of a text and a button of 50×20 that begin so far from the left, in a window of 200×100.
    fn found(left: f32) -> Vec<String> {
        let mut world = World::new();
        world.spawn((Window { resolution: (200, 100).into(), ..default() }, PrimaryWindow));
        let parts = || {
            let node = ComputedNode { size: Vec2::new(50.0, 20.0), ..default() };
            let place = UiGlobalTransform::from_translation(Vec2::new(left + 25.0, 20.0));
            (node, place, InheritedVisibility::VISIBLE)
        };
        world.spawn((Text::new("a word"), TextLayoutInfo::default(), parts()));
        world.spawn((Name::new("Begin"), Button, parts()));
        world.run_system_once(|laid: Laid| laid.misfits()).unwrap_or_default()
    }

    #[test]
    fn a_text_and_a_button_that_leave_the_window_are_found() {
        assert_eq!(found(100.0), Vec::<String>::new());
        let found = found(170.0);
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found.iter().all(|text| text.contains("stands over its window")), "{found:?}");
    }
}
