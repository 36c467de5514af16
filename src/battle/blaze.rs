//! Fires on the battlefield: squares that catch fire, walls that collapse, whoever stands in it (D-100, D-101).
//!
//! What can burn is in [`crate::rules::blaze`].

use crate::battle::prelude::*;

impl Battle {
    /// What an area does to the ground: flammable squares may catch fire, what is built is hit (D-100, D-101).
    pub(super) fn burst_on_ground(
        &mut self,
        by: UnitId,
        (kind, value): (Key, i32),
        squares: &[Square],
    ) -> OrFault {
        let facts = self.facts();
        let Some(rule) = &facts.book.settings.blazes else { return Ok(()) };
        if rule.kinds.contains(&kind) {
            let tinder = blaze::tinder(&facts, squares.iter().copied());
            self.may_burn(Some(by), (rule.die, rule.catches(value)), tinder)?;
        }
        let mut struck = blaze::structures(&facts.map, squares).into_iter();
        struck.try_for_each(|at| self.apply(Effect::Object { at, amount: value }))
    }

    /// Each of these squares burns on a die up to a face.
    fn may_burn(&mut self, by: Option<UnitId>, (die, up_to): (u16, i32), tinder: Vec<Square>) -> OrFault {
        let mut squares = Vec::new();
        for square in tinder {
            if i32::from(self.throw_die(by, die, Key::new("fire"))?) <= up_to {
                squares.push(square);
            }
        }
        if squares.is_empty() { Ok(()) } else { self.apply(Effect::Kindle { squares }) }
    }

    /// Fire takes hold of what can burn beside it, where the book's option lets it spread.
    pub(super) fn spread_fires(&mut self) -> OrFault {
        let facts = self.facts();
        let Some(rule) = &facts.book.settings.blazes else { return Ok(()) };
        let up_to = rule.spreads.map_or(0, |option| facts.option(option.as_str()));
        if up_to <= 0 {
            return Ok(());
        }
        let beside = facts.surroundings.fires.iter().flat_map(|square| Area::one(*square).around(1));
        let tinder = blaze::tinder(&facts, beside);
        self.may_burn(None, (rule.die, up_to), tinder)
    }

    /// Whoever ends its turn on burning ground (D-101).
    pub(super) fn ends_turn_in_fire(&mut self, unit: UnitId) -> OrFault {
        let facts = self.facts();
        let Some(rule) = &facts.book.settings.blazes else { return Ok(()) };
        let inside = facts.unit(unit).is_some_and(|own| facts.present(own) && blaze::in_fire(&facts, own));
        if inside { self.run(&rule.inside, &Scope::new(unit, rule.rule)) } else { Ok(()) }
    }
}
