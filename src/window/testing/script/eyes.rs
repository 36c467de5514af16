//! What a script sees: where squares and buttons are on the screen, and what is written there.

use bevy::ui::CalculatedClip;

use super::ScriptStep;
use crate::window::prelude::*;
use crate::window::widgets::Possible;

/// Where things are on the screen.
#[derive(bevy::ecs::system::SystemParam)]
pub struct Eyes<'w, 's> {
    pub window: Single<'w, 's, (Entity, &'static Window), With<PrimaryWindow>>,
    camera: Single<'w, 's, (&'static Camera, &'static GlobalTransform), With<MainCamera>>,
    named: Query<
        'w,
        's,
        (
            &'static Name,
            &'static ComputedNode,
            &'static UiGlobalTransform,
            &'static InheritedVisibility,
            Option<&'static CalculatedClip>,
        ),
    >,
    possible: Query<'w, 's, (&'static Name, &'static Possible)>,
    texts: Query<'w, 's, (&'static Text, &'static InheritedVisibility)>,
    /// What moves.
    pub motion: Res<'w, BeatQueue>,
    /// Where the camera is easing to.
    pub glide: Res<'w, Glide>,
    pub table: Res<'w, Table>,
    /// What is open.
    pub screen: Res<'w, State<Screen>>,
}

impl Eyes<'_, '_> {
    /// The middle of a square, in logical pixels; none: it is not on the map.
    pub fn square(&self, x: i32, y: i32) -> Option<Vec2> {
        let inside =
            x >= 0 && y >= 0 && (x as u32) < self.table.board.size.x && (y as u32) < self.table.board.size.y;
        let (camera, transform) = *self.camera;
        let at = camera.world_to_viewport(transform, middle(IVec2::new(x, y)).extend(0.0)).ok()?;
        inside.then_some(at)
    }

    /// The middle of a button, in logical pixels; none if there is no such button, or it is cut off.
    pub fn button(&self, wanted: &str) -> Option<Vec2> {
        self.named
            .iter()
            .find(|(name, node, transform, visible, clip)| {
                name.as_str() == wanted
                    && node.size().min_element() > 0.0
                    && visible.get()
                    && clip.is_none_or(|clip| clip.clip.contains(transform.translation))
            })
            .map(|(_, node, transform, ..)| {
                transform.translation * node.inverse_scale_factor() * self.scale(node)
            })
    }

    /// What opens the part of the hand that a card's button lies in, if it is closed.
    pub fn opener(&self, wanted: &str) -> Option<Vec2> {
        let name = wanted.strip_prefix("action ")?;
        let card = self.table.hand.iter().position(|card| card.name == name)?;
        let row = &self.table.row;
        let deed = row.family(&self.table.hand, card).map(|deed| format!("action {deed}"));
        if let Some(at) = deed.and_then(|deed| self.button(&deed)) {
            return Some(at);
        }
        match row.manoeuvres.contains(&card) {
            true if row.open != Some(Popup::Manoeuvres) => self.button("Manoeuvres"),
            false if row.open != Some(Popup::More) => self.button("More"),
            _ => None,
        }
    }

    /// Where to turn the wheel, and which way, so that a button of that name comes into sight; none: it is in no list.
    pub fn rolled(&self, wanted: &str) -> Option<(Vec2, f32)> {
        let hidden = self.named.iter().find(|(name, node, _, visible, _)| {
            name.as_str() == wanted && node.size().min_element() > 0.0 && visible.get()
        });
        let (_, node, transform, _, clip) = hidden?;
        let clip = clip?.clip;
        let way = if transform.translation.y > clip.center().y { -1.0 } else { 1.0 };
        Some((clip.center() * node.inverse_scale_factor() * self.scale(node), way))
    }

    /// The first button, from the top left, that would do something and whose name begins like this.
    pub fn first_button(&self, begin: &str) -> Option<String> {
        let mut found: Vec<(Vec2, &str)> = self
            .named
            .iter()
            .filter(|(name, ..)| name.as_str().starts_with(begin) && self.button(name.as_str()).is_some())
            .filter(|(name, ..)| self.possible.iter().any(|(own, possible)| own == *name && possible.0))
            .map(|(name, _, transform, ..)| (transform.translation, name.as_str()))
            .collect();
        found.sort_by(|(a, _), (b, _)| a.y.total_cmp(&b.y).then(a.x.total_cmp(&b.x)));
        found.first().map(|(_, name)| (*name).to_owned())
    }

    /// Of the units that may be chosen the one nearest to the middle of the window, where it is surely seen.
    pub fn target(&self) -> Option<IVec2> {
        let middle = self.window.1.size() / 2.0;
        let off = |at: &IVec2| self.square(at.x, at.y).map_or(f32::MAX, |own| own.distance(middle));
        let choosable = self.table.counters.iter().filter(|counter| counter.choosable());
        choosable.map(|counter| counter.at).min_by(|one, other| off(one).total_cmp(&off(other)))
    }

    /// Fails unless what a step expects is there.
    pub fn expect(&self, step: &ScriptStep) -> Result<(), String> {
        match step {
            ScriptStep::Expect(name) if self.button(name).is_none() => {
                Err(format!("there is no button \"{name}\" (there are: {})", self.names()))
            }
            ScriptStep::ExpectNot(name) if self.button(name).is_some() => {
                Err(format!("there is a button \"{name}\""))
            }
            ScriptStep::Reads(wanted) if !self.reads(wanted) => Err(format!("nothing reads \"{wanted}\"")),
            _ => Ok(()),
        }
    }

    fn reads(&self, wanted: &str) -> bool {
        self.texts.iter().any(|(text, visible)| visible.get() && text.contains(wanted))
    }

    /// The names of all buttons that are there.
    pub fn names(&self) -> String {
        let shown = self.named.iter().filter(|(_, node, ..)| node.size().min_element() > 0.0);
        let mut names: Vec<&str> = shown.map(|(name, ..)| name.as_str()).collect();
        names.sort_unstable();
        names.join(", ")
    }

    /// From the pixels of panels to those of the pointer.
    fn scale(&self, node: &ComputedNode) -> f32 {
        1.0 / (node.inverse_scale_factor() * self.window.1.scale_factor())
    }
}
