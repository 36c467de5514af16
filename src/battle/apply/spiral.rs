//! How much effects may set off: an effect that sets itself off again and again ends the battle with a report.

use crate::battle::prelude::*;

/// How deep effects may set one another off: far more than any rule needs, far less than the stack holds.
const DEEPEST: u16 = 40;
/// How many effects one of them may set off in all: far more than any rule needs, done in no time.
const WIDEST: u32 = 2_000;
/// How many effects there may be between two questions, in a day of rest with many wounded as well.
const MOST: u32 = 500_000;

/// What has been set off.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Spiral {
    /// How many effects have set one another off just now; 0 between steps.
    depth: u16,
    /// How many the outermost of them has set off.
    wide: u32,
    /// How many there have been since the last question.
    all: u32,
}

impl Battle {
    /// Does what an effect or condition sets off.
    pub(super) fn set_off(&mut self, cause: Key, act: impl FnOnce(&mut Self) -> OrFault) -> OrFault {
        if self.spiral.depth >= DEEPEST {
            return Err(Fault::Spiral(cause));
        }
        if self.spiral.depth == 0 {
            self.spiral.wide = 0;
        }
        self.spiral.depth += 1;
        let done = self.count_effects(cause, 1).and_then(|()| act(self));
        self.spiral.depth -= 1;
        done
    }

    /// Counts so many more effects.
    pub(crate) fn count_effects(&mut self, cause: Key, more: u32) -> OrFault {
        let spiral = &mut self.spiral;
        spiral.wide = spiral.wide.saturating_add(more);
        spiral.all = spiral.all.saturating_add(more);
        if spiral.wide > WIDEST && spiral.depth > 0 || spiral.all > MOST {
            return Err(Fault::Spiral(cause));
        }
        Ok(())
    }

    /// Somebody has been asked: from here on effects are counted anew.
    pub(crate) fn begin_count(&mut self) {
        self.spiral.all = 0;
    }
}
