//! Being moved by another, square by square, in one straight line.
//!
//! Each step makes two events for the opponents of the one moved, leaving and entering. What is run into, and
//! what both lose then, is decided at the step that is stopped. Which steps are possible is in
//! [`crate::rules::manoeuvre`].

use crate::{battle::prelude::*, rules::manoeuvre::Pushed};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Stage {
    Leave,
    Step,
    Enter,
    End,
}

/// Somebody on the way to where another moves him.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Shove {
    by: UnitId,
    unit: UnitId,
    action: Key,
    dir: Dir8,
    squares: i32,
    made: i32,
    stage: Stage,
    legal: Option<Square>,
}

impl Shove {
    /// A unit about to be moved so many squares by another's action.
    pub fn new(by: UnitId, unit: UnitId, action: Key, dir: Dir8, squares: i32) -> Self {
        Self { by, unit, action, dir, squares, made: 0, stage: Stage::Leave, legal: None }
    }

    pub(super) fn step(&mut self, battle: &mut Battle, _context: Context) -> OrFault<Flow> {
        let facts = battle.facts();
        let Some(own) = facts.unit(self.unit) else { return Ok(Flow::Done(FrameValue::None)) };
        let area = own.place.area;
        if self.made == 0 && entry::may_end(&facts, own, area.origin, own.place.band) {
            self.legal = Some(area.origin);
        }
        match self.stage {
            Stage::Leave => {
                let on = self.made < self.squares && facts.present(own);
                self.stage = if on { Stage::Step } else { Stage::End };
                Ok(self.window(battle, on, area))
            }
            Stage::Step => self.pushed(battle),
            Stage::Enter => {
                self.stage = Stage::Leave;
                Ok(self.window(battle, true, area))
            }
            Stage::End => self.end(battle),
        }
    }

    /// A chance for the opponents of the one moved, the one who moves him among them.
    fn window(&self, battle: &mut Battle, open: bool, area: Area) -> Flow {
        let facts = battle.facts();
        let provokes = facts
            .book
            .action(self.action)
            .is_some_and(|def| matches!(def.manoeuvre, Some(Manoeuvre::Push { provokes: true, .. })));
        let near = facts.unit(self.unit).is_some_and(|own| {
            facts
                .units
                .iter()
                .any(|foe| facts.hostile(foe, own) && facts.threatens(foe, &area, own.place.band))
        });
        if !open || !provokes || !near {
            return Flow::Continue;
        }
        let about =
            ReactionCause { provokes: Some(area), ..ReactionCause::new(self.unit, self.action, None) };
        Flow::Push(Box::new(ReactionWindow::frame(about)))
    }

    fn pushed(&mut self, battle: &mut Battle) -> OrFault<Flow> {
        let facts = battle.facts();
        let Some(own) = facts.unit(self.unit).filter(|own| facts.present(own)) else {
            return Ok(Flow::at(&mut self.stage, Stage::End));
        };
        match manoeuvre::push_step(&facts, own, &own.place.area, self.dir) {
            Pushed::On { stop } => {
                let to = own.place.area.moved(self.dir).origin;
                battle.apply(Effect::Step { unit: self.unit, to, own: false })?;
                self.made += 1;
                if stop {
                    self.legal = Some(to);
                }
                self.stage = Stage::Enter;
            }
            Pushed::Stopped(hit) => {
                self.stage = Stage::End;
                self.put_back(battle)?;
                if let Some(hit) = hit {
                    self.collide(battle, hit)?;
                }
            }
        }
        Ok(Flow::Continue)
    }

    /// Both who meet lose by the squares moved, the blocked one too.
    fn collide(&self, battle: &mut Battle, hit: Hit) -> OrFault {
        let facts = battle.facts();
        let Some(by) = facts.unit(self.by) else { return Ok(()) };
        let loss = match facts.book.action(self.action).and_then(|def| def.manoeuvre.as_ref()) {
            Some(Manoeuvre::Push { loss, .. }) => {
                let squares = i64::from(self.made + 1);
                facts
                    .evaluate(loss, by, facts.unit(self.unit), &|name| (name == "squares").then_some(squares))
            }
            _ => 0,
        };
        let loss = i32::try_from(loss).unwrap_or(0).max(0);
        let track = facts.book.main_track().map(|def| def.id);
        let mut hurt = vec![self.unit];
        match hit {
            Hit::Object(at) => battle.apply(Effect::Object { at, amount: loss })?,
            Hit::Unit(other) => hurt.push(other),
            Hit::Clutter => {}
        }
        for unit in hurt {
            if let Some(track) = track {
                battle.apply(Effect::Track { unit, track, amount: -loss, cause: self.action })?;
            }
        }
        Ok(())
    }

    /// Nobody ends where he may not, unless he was there before and has not been moved.
    fn put_back(&self, battle: &mut Battle) -> OrFault {
        let facts = battle.facts();
        let Some(place) = facts.unit(self.unit).map(|own| own.place) else { return Ok(()) };
        let free = |own| entry::may_end(&facts, own, place.area.origin, place.band);
        if (self.legal.is_none() && self.made == 0) || facts.unit(self.unit).is_none_or(free) {
            return Ok(());
        }
        battle.put_back(self.unit, self.legal.map(|at| (at, place.band)))
    }

    fn end(&mut self, battle: &mut Battle) -> OrFault<Flow> {
        self.put_back(battle)?;
        Ok(Flow::Done(FrameValue::None))
    }
}
