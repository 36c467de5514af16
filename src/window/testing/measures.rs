//! How the screen of a battle is shared: what panels cover, how high the row of actions is, whom they hide, which texts
//! overlap, how small the smallest is. Asked by scripts; from where things lie, not from pixels.

use bevy::{text::TextLayoutInfo, ui::CalculatedClip};

use crate::window::{
    prelude::*,
    screen::{CornerPiece, HINT},
};

/// The smallest text, in units.
const SMALLEST: f32 = 12.0;
/// How far texts may reach into each other, in units: lines are as high as their letters may be, not as they are.
const SLACK: f32 = 2.0;
/// How much of a counter a panel may reach over: what is written beside it, a rim.
const TOUCHED: f32 = 0.10;
/// Paler than this, a panel covers nothing.
const FAINT: f32 = 0.25;

type Panel = (
    &'static ComputedNode,
    &'static UiGlobalTransform,
    &'static InheritedVisibility,
    &'static BackgroundColor,
    Option<&'static CalculatedClip>,
);
type InPanel = (
    &'static Text,
    &'static TextFont,
    &'static ComputedNode,
    &'static UiGlobalTransform,
    &'static InheritedVisibility,
    Option<&'static CalculatedClip>,
);
type OnMap = (
    &'static Text2d,
    &'static TextFont,
    &'static TextLayoutInfo,
    &'static GlobalTransform,
    &'static InheritedVisibility,
);
type Pressed =
    (&'static Name, &'static ComputedNode, &'static UiGlobalTransform, &'static InheritedVisibility);

/// All that is measured.
#[derive(SystemParam)]
pub struct Measures<'w, 's> {
    panels: Query<'w, 's, Panel>,
    texts: Query<'w, 's, InPanel>,
    labels: Query<'w, 's, OnMap>,
    buttons: Query<'w, 's, Pressed, With<bevy::ui_widgets::Button>>,
    camera:
        Single<'w, 's, (&'static Camera, &'static GlobalTransform, &'static Projection), With<MainCamera>>,
    window: Single<'w, 's, &'static Window, With<PrimaryWindow>>,
    ui: Res<'w, UiScale>,
    table: Res<'w, Table>,
    pointer: Res<'w, Pointer>,
    corner: Res<'w, CornerPiece>,
    room: Res<'w, Room>,
    rise: Res<'w, Rise>,
}

/// What may be at most and at least, in per cent of the window.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// So much of the window shows the board.
    pub board: f32,
    /// So much of the height the row of actions takes.
    pub row: f32,
}

/// A text that is seen: what it says, where, how large its letters are, all in units.
struct Seen {
    text: String,
    place: Rect,
    letters: f32,
}

impl Measures<'_, '_> {
    /// Everything that is not as it should be, in a stated order.
    pub fn faults(&self, limits: Limits) -> Vec<String> {
        let mut faults = Vec::new();
        let panels = self.covering();
        let board = 100.0 * free_share(self.size(), &panels);
        if board < limits.board {
            faults.push(format!("the board has {board:.1}% of the window, less than {:.0}%", limits.board));
        }
        let row = 100.0 * self.row();
        if row > limits.row {
            faults.push(format!("the row takes {row:.0}% of the height, more than {:.0}%", limits.row));
        }
        let higher = self.rise.0;
        let reacts = self.table.prompt.as_ref().is_some_and(|own| own.reacts && own.lit() == 0);
        if reacts && higher > 0.0 && !self.room.folded {
            faults.push(format!("the question is {higher:.0} higher than the row"));
        }
        // The hint above the row and the buttons of the small map may lie on those who can be chosen.
        let floor = self.size().y - self.room.bottom - self.rise.0;
        let is_hint = |own: &Rect| own.min.y >= floor - HINT && own.max.y <= floor + 1.0;
        let corner = self.corner.place.inflate(1.0);
        let is_button = |own: &Rect| self.corner.bare && corner.contains(own.min) && corner.contains(own.max);
        let firm: Vec<Rect> = panels.iter().copied().filter(|own| !is_hint(own) && !is_button(own)).collect();
        let concerned = self.concerned().map(|own| (own, &panels));
        for (counter, panels) in concerned.chain(self.choosable().map(|own| (own, &firm))) {
            let hidden = 1.0 - free_share_of(self.on_screen(counter), panels);
            if hidden > TOUCHED {
                faults.push(format!("{:.0}% of {} lies under a panel", 100.0 * hidden, counter.name));
            }
        }
        faults.extend(self.under_small_map());
        let (texts, labels) = (self.texts(), self.labels());
        for (layer, what) in [(&texts, "panel texts"), (&labels, "map labels")] {
            faults.extend(overlaps(layer).into_iter().map(|fault| format!("{what}: {fault}")));
        }
        faults.extend(on_labels(&texts, &labels, &panels));
        faults.extend(texts.iter().chain(&labels).filter(|own| own.letters < SMALLEST).map(|own| {
            format!("\"{}\" has letters of {:.1}, smaller than {SMALLEST}", own.text, own.letters)
        }));
        faults.sort();
        faults.dedup();
        faults
    }

    /// The window, in units.
    fn size(&self) -> Vec2 {
        self.window.size() / self.ui.0
    }

    /// Where a node lies, in units, as far as it is not cut off.
    fn place(&self, node: &ComputedNode, at: &UiGlobalTransform, clip: Option<&CalculatedClip>) -> Rect {
        let whole = Rect::from_center_size(at.translation, node.size());
        let seen = clip.map_or(whole, |clip| whole.intersect(clip.clip));
        let unit = node.inverse_scale_factor();
        Rect { min: seen.min * unit, max: seen.max * unit }
    }

    /// The panels that cover the board.
    fn covering(&self) -> Vec<Rect> {
        let covers = self.panels.iter().filter(|(node, _, visible, face, _)| {
            visible.get() && node.size().min_element() > 0.0 && face.0.alpha() > FAINT
        });
        covers
            .map(|(node, at, _, _, clip)| self.place(node, at, clip))
            .filter(|own| !own.is_empty())
            .collect()
    }

    /// What share of the window's height the row of actions takes, with what lies beside it.
    fn row(&self) -> f32 {
        let height = self.size().y;
        let in_row =
            |name: &str| ["End turn", "More", "Manoeuvres"].contains(&name) || name.starts_with("action ");
        let places = self
            .buttons
            .iter()
            .filter(|(name, node, _, visible)| {
                visible.get() && node.size().min_element() > 0.0 && in_row(name.as_str())
            })
            .map(|(_, node, at, _)| self.place(node, at, None));
        row_share(height, self.room.bottom, places)
    }

    /// Whose turn it is, whom a question is about, who is pointed at.
    fn concerned(&self) -> impl Iterator<Item = &Counter> {
        let asked = self.table.prompt.iter().flat_map(|prompt| &prompt.beside);
        let squares: Vec<IVec2> = asked.copied().chain(self.pointer.square).collect();
        self.table.counters.iter().filter(move |own| {
            let seated = own.carried || own.seat.is_some();
            !seated && (own.active || squares.iter().any(|at| own.covers(*at)))
        })
    }

    /// Who may be chosen, where all of them and who acts have room beside the column, between ribbon and row.
    fn choosable(&self) -> impl Iterator<Item = &Counter> {
        let all = || self.table.counters.iter().filter(|own| own.pose != Pose::Dead && own.seat.is_none());
        let stand = all().filter(|own| own.choosable() || own.active).map(|own| self.on_screen(own));
        let taken = stand.reduce(|all, own| all.union(own)).map_or(Vec2::ZERO, |all| all.size());
        let Room { window, column, top, bottom, .. } = *self.room;
        let free = window - Vec2::new(column, top + bottom + self.rise.0) - self.on_screen_square();
        let fit = taken.cmple(free).all();
        all().filter(move |own| fit && own.choosable())
    }

    /// How large a square is seen, with as much around it, in units.
    fn on_screen_square(&self) -> Vec2 {
        2.0 * self.on_screen(&Counter::default()).size()
    }

    /// Who lies under the small map, though that could fold to its buttons.
    fn under_small_map(&self) -> Option<String> {
        let stand = self.table.counters.iter().filter(|own| own.pose != Pose::Dead);
        let stand: Vec<(&Counter, Rect)> = stand.map(|own| (own, self.on_screen(own))).collect();
        let hides = |place: Rect| stand.iter().find(|(_, at)| !place.intersect(*at).is_empty());
        let (hidden, _) = hides(self.corner.place).filter(|_| !self.corner.bare)?;
        Some(format!("{} lies under the small map", hidden.name))
    }

    /// Where a counter is seen, in units.
    fn on_screen(&self, counter: &Counter) -> Rect {
        let (camera, transform, _) = *self.camera;
        let half = counter.size.max(UVec2::ONE).as_vec2() * SQUARE * 0.45;
        let corner = |off: Vec2| {
            let at = centre_of(counter) + off;
            camera.world_to_viewport(transform, at.extend(0.0)).unwrap_or(Vec2::splat(-1.0)) / self.ui.0
        };
        Rect::from_corners(corner(-half), corner(half))
    }

    fn texts(&self) -> Vec<Seen> {
        let seen = self.texts.iter().filter(|(text, _, node, _, visible, _)| {
            visible.get() && node.size().min_element() > 0.0 && !text.0.trim().is_empty()
        });
        let seen = seen.map(|(text, font, node, at, _, clip)| Seen {
            text: text.0.clone(),
            place: self.place(node, at, clip),
            letters: self.letters(font),
        });
        seen.filter(|own| !own.place.is_empty()).collect()
    }

    fn labels(&self) -> Vec<Seen> {
        let (camera, transform, projection) = *self.camera;
        let scale = if let Projection::Orthographic(own) = projection { own.scale } else { 1.0 };
        let seen = self.labels.iter().filter(|(text, _, layout, _, visible)| {
            visible.get() && layout.size.min_element() > 0.0 && !text.0.trim().is_empty()
        });
        let seen = seen.filter_map(|(text, font, layout, at, _)| {
            let grown = at.compute_transform().scale.truncate().abs() / scale / self.ui.0;
            let middle = camera.world_to_viewport(transform, at.translation()).ok()? / self.ui.0;
            let place = Rect::from_center_size(middle, layout.size * grown);
            // What is turned with its counter, or fades in, is no label that lies there.
            let lies = grown.min_element() > 0.0;
            lies.then(|| Seen { text: text.0.clone(), place, letters: self.letters(font) * grown.y })
        });
        let window = Rect::from_corners(Vec2::ZERO, self.size());
        seen.filter(|own| !own.place.intersect(window).is_empty()).collect()
    }

    /// How large letters are, in units.
    fn letters(&self, font: &TextFont) -> f32 {
        if let FontSize::Px(size) = font.font_size { size } else { SMALLEST }
    }
}

/// The share of the height that a row takes whose buttons lie in these places, down to the highest: some have sunk. What is
/// open above it does not count.
fn row_share(height: f32, bottom: f32, places: impl Iterator<Item = Rect>) -> f32 {
    let own = places.filter(|own| own.center().y > height - bottom);
    (height - own.map(|own| own.min.y).fold(height, f32::min)) / height
}

/// The share of a window of this size that no panel covers.
fn free_share(size: Vec2, panels: &[Rect]) -> f32 {
    free_share_of(Rect::from_corners(Vec2::ZERO, size), panels)
}

/// The share of a place that no panel covers; what lies outside the window is covered by none.
fn free_share_of(place: Rect, panels: &[Rect]) -> f32 {
    let near: Vec<Rect> =
        panels.iter().map(|own| own.intersect(place)).filter(|own| !own.is_empty()).collect();
    let cuts = |from: f32, to: f32, edges: fn(&Rect) -> [f32; 2]| {
        let mut cuts: Vec<f32> = near.iter().flat_map(edges).chain([from, to]).collect();
        cuts.sort_by(f32::total_cmp);
        cuts
    };
    let across = cuts(place.min.x, place.max.x, |own| [own.min.x, own.max.x]);
    let down = cuts(place.min.y, place.max.y, |own| [own.min.y, own.max.y]);
    // Between two cuts a piece is covered as a whole or not at all.
    let mut covered = 0.0;
    for x in across.windows(2) {
        for y in down.windows(2) {
            let piece = Rect::new(x[0], y[0], x[1], y[1]);
            if near.iter().any(|own| own.contains(piece.center())) {
                covered += piece.width() * piece.height();
            }
        }
    }
    1.0 - covered / (place.width() * place.height()).max(f32::MIN_POSITIVE)
}

/// The texts that lie on others of the same layer.
fn overlaps(seen: &[Seen]) -> Vec<String> {
    let mut found = Vec::new();
    for (n, one) in seen.iter().enumerate() {
        for other in &seen[n + 1..] {
            if one.place.intersect(other.place).size().min_element() > SLACK {
                found.push(format!("\"{}\" lies on \"{}\"", one.text, other.text));
            }
        }
    }
    found
}

/// The texts that lie bare on the map, on no panel, and on a label there.
fn on_labels(texts: &[Seen], labels: &[Seen], panels: &[Rect]) -> Vec<String> {
    let inside = |own: Rect, panel: &Rect| panel.contains(own.min) && panel.contains(own.max);
    let bare = texts.iter().filter(|text| !panels.iter().any(|panel| inside(text.place, panel)));
    let mut found = Vec::new();
    for text in bare {
        let lie = |label: &&Seen| text.place.intersect(label.place).size().min_element() > SLACK;
        for label in labels.iter().filter(lie) {
            found.push(format!("a panel's text over a map label: \"{}\" on \"{}\"", text.text, label.text));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_panels_cover_is_counted_once() {
        let size = Vec2::new(400.0, 200.0);
        let top = Rect::new(0.0, 0.0, 400.0, 50.0);
        assert!((free_share(size, &[]) - 1.0).abs() < 0.001);
        assert!((free_share(size, &[top]) - 0.75).abs() < 0.01);
        assert!((free_share(size, &[top, top]) - 0.75).abs() < 0.01, "one over the other");
        let bottom = Rect::new(0.0, 150.0, 200.0, 260.0);
        assert!((free_share(size, &[top, bottom]) - 0.625).abs() < 0.01, "as far as it is in the window");
        let counter = Rect::new(100.0, 40.0, 140.0, 80.0);
        assert!((free_share_of(counter, &[top]) - 0.75).abs() < 0.05);
        assert!((free_share_of(counter, &[bottom]) - 1.0).abs() < 0.001);
    }

    #[test]
    fn a_row_is_as_high_as_the_highest_of_its_cards_whatever_has_sunk() {
        let (card, stub) = (Rect::new(0.0, 580.0, 90.0, 710.0), Rect::new(100.0, 640.0, 190.0, 710.0));
        let listed = Rect::new(0.0, 500.0, 90.0, 530.0);
        let share = |places: &[Rect]| row_share(720.0, 140.0, places.iter().copied()) * 720.0;
        assert!((share(&[stub, card, listed]) - 140.0).abs() < 0.1);
        assert!((share(&[stub, listed]) - 80.0).abs() < 0.1);
    }

    #[test]
    fn texts_that_lie_on_each_other_are_found() {
        let seen = |text: &str, x: f32, y: f32| Seen {
            text: text.to_owned(),
            place: Rect::new(x, y, x + 40.0, y + 15.0),
            letters: 13.0,
        };
        assert!(overlaps(&[seen("a", 0.0, 0.0), seen("b", 40.0, 0.0), seen("c", 0.0, 14.0)]).is_empty());
        let found = overlaps(&[seen("a", 0.0, 0.0), seen("b", 30.0, 5.0), seen("c", 90.0, 0.0)]);
        assert_eq!(found, ["\"a\" lies on \"b\""]);
        let (texts, labels) = ([seen("a", 0.0, 0.0)], [seen("b", 30.0, 5.0), seen("c", 90.0, 0.0)]);
        assert_eq!(on_labels(&texts, &labels, &[]), ["a panel's text over a map label: \"a\" on \"b\""]);
        let panel = Rect::new(-5.0, -5.0, 60.0, 30.0);
        assert!(on_labels(&texts, &labels, &[panel]).is_empty(), "a panel lies between them");
    }
}
