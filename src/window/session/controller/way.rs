//! The path of a move as the player lays it: points set one by one, or drawn and dragged with the pointer; and what the card
//! of a square tells of going there.

use crate::window::session::{going::Going, increments::strain_line, prelude::*};

/// A way laid down.
#[derive(Clone, Debug, Default)]
pub struct LaidPath {
    squares: Vec<Square>,
    points: Vec<Square>,
    drag: Option<Drag>,
}

/// What the pointer drags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Drag {
    /// The end: the way is drawn square by square.
    End,
    /// The n-th point.
    Point(usize),
}

impl LaidPath {
    /// Whether nothing is laid down.
    pub fn is_empty(&self) -> bool {
        self.squares.is_empty()
    }

    /// Takes it all up again.
    pub fn clear(&mut self) {
        *self = Self::default();
    }
}

impl BattleController {
    /// Sets a point of the way, or takes it up with all after it.
    pub(super) fn via(&mut self, at: At, table: &mut Table) {
        let square = show::square(at);
        let mut points = self.in_hand.way.points.clone();
        match points.iter().position(|own| *own == square) {
            Some(n) => points.truncate(n),
            None => points.push(square),
        }
        if let Err(why) = self.lay_through(&points) {
            self.refuse(&why, table);
            return;
        }
        self.way_hint();
        self.draw_hand(table);
    }

    /// Takes hold of the unit, the end of its way, or a point of it.
    pub(super) fn drag(&mut self, at: At) {
        let square = show::square(at);
        let start = self.facts.as_ref().zip(self.unit()).and_then(|(facts, id)| facts.unit(id));
        let start = start.is_some_and(|unit| unit.place.area.contains(square));
        let end = self.in_hand.way.squares.last() == Some(&square);
        let point = self.in_hand.way.points.iter().position(|own| *own == square);
        self.in_hand.way.drag = match point {
            _ if self.open.going.is_none() || self.in_hand.menu.is_some() => None,
            Some(n) if !end => Some(Drag::Point(n)),
            _ if start || end => Some(Drag::End),
            _ => None,
        };
    }

    /// The pointer has gone on with what it drags.
    pub(super) fn dragged(&mut self, at: Option<At>, table: &mut Table) {
        let (Some(drag), Some(at)) = (self.in_hand.way.drag, at) else { return };
        let square = show::square(at);
        match drag {
            Drag::End => {
                let unit = self.unit();
                let (Some(facts), Some(going)) = (&self.facts, &self.open.going) else { return };
                let Some(unit) = unit.and_then(|id| facts.unit(id)) else { return };
                let Some(drawn) = going.drawn(facts, unit, square) else { return };
                self.in_hand.way.squares.clone_from(&drawn.begun);
                self.in_hand.way.points.retain(|own| drawn.begun.contains(own));
                self.open.going = Some(drawn);
            }
            Drag::Point(n) => {
                let mut points = self.in_hand.way.points.clone();
                if let Some(point) = points.get_mut(n) {
                    *point = square;
                }
                let _ = self.lay_through(&points);
            }
        }
        self.draw_marks(table);
    }

    /// What was dragged is let go: the way lies there until it is agreed to.
    pub(super) fn drop(&mut self, table: &mut Table) {
        if self.in_hand.way.drag.take().is_none() {
            return;
        }
        self.way_hint();
        self.draw_hand(table);
    }

    /// Nothing is dragged any more.
    pub(super) fn let_go(&mut self) {
        self.in_hand.way.drag = None;
    }

    /// Lays the way through these points, in order.
    fn lay_through(&mut self, points: &[Square]) -> Result<(), Refusal> {
        let unit = self.unit();
        let (Some(facts), Some(going)) = (&self.facts, &self.open.going) else { return Ok(()) };
        let Some(unit) = unit.and_then(|id| facts.unit(id)) else { return Ok(()) };
        let going = going.through(facts, unit, points)?;
        self.in_hand.way.squares.clone_from(&going.begun);
        self.in_hand.way.points = points.to_vec();
        self.open.going = Some(going);
        Ok(())
    }

    /// Puts what is laid down on a move that has just been looked for anew.
    pub(super) fn lay_way(&mut self, facts: &Facts, unit: &UnitState) {
        let Some(going) = self.open.going.take() else {
            self.in_hand.way.clear();
            return;
        };
        let costs = going
            .through(facts, unit, &self.in_hand.way.points)
            .map(|going| going.points)
            .unwrap_or_default();
        self.open.going = match going.onto(facts, unit, self.in_hand.way.squares.clone(), costs) {
            Ok(way) => Some(way),
            Err(_) => {
                self.in_hand.way.clear();
                Some(going)
            }
        };
    }

    /// What is to be told of going along a path besides its cost and what it risks, which the hint at the pointer says:
    /// of what it does to later checks, the rule.
    pub(super) fn tell_way(
        &self,
        facts: &Facts,
        own: &UnitState,
        going: &Going,
        path: &[Square],
        card: &mut SideCard,
    ) {
        let order = going.order(facts, own, path.to_vec());
        if let (Some(looks), true) = (order.looks, facts.moving(own).vehicle().is_some()) {
            card.lines.push(preview::line(say!("driving-looks-to"), words::point(looks)));
        }
        card.lines.extend(path.last().and_then(|end| strain_line(facts, own, going, *end)));
        if let Some(why) = preview::refused(facts, own, &order, &self.occasion()) {
            card.lines.insert(0, preview::refusal_line(&why));
        }
        // A sum only where dice decide.
        if let Some(check) = going.check.as_ref().filter(|_| !going.sure.is_empty()) {
            card.lines.extend(preview::sum_lines(facts, check));
        }
        card.bars = preview::distances(&going.sure, going.most);
        if going.provokes {
            for foe in preview::provoked(facts, own, path) {
                card.lines.push(preview::opening_line(&foe.identity.name));
            }
        }
        card.lines.extend(self.triangles_line(path));
    }

    fn way_hint(&mut self) {
        self.in_hand.laid = None;
        self.in_hand.hint = match self.in_hand.way.is_empty() {
            true => None,
            false => Some(say!("way-hint")),
        };
    }
}

/// What going to a square does to later checks: how much, and to which.
pub(super) fn strains(facts: &Facts, own: &UnitState, going: &Going, square: Square) -> Vec<(i32, String)> {
    let told = |(check, n): (Key, i32)| {
        let what = match check.as_str() {
            "all" => say!("way-checks"),
            _ => say!("way-checks-of", check = words::low(&facts.book.name_of(check))),
        };
        (n, what)
    };
    going.strain(facts, own, square).into_iter().map(told).collect()
}
