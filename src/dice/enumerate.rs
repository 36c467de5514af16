//! A walk over every sequence of dice that a piece of rules can ask for.
//!
//! It proves odds: what the resolver gives over all sequences must be what the preview says.

use std::collections::BTreeMap;

use super::{
    chance::Chance,
    convolve::{lcm, proportion},
    dist::Dist,
    error::DiceError,
    stream::{BranchDie, DiceStream, orders},
};

/// Runs something once for every sequence of faces it can be given, lowest faces first, the last die fastest.
///
/// Dice need not be known beforehand: each run records what is asked for. The run must be repeatable: given
/// the same faces it asks for the same dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Enumerator {
    max_dice: u32,
    max_runs: u64,
}

/// One sequence of dice and what came of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Leaf<T> {
    /// What the run gave.
    pub value: T,
    /// The dice drawn, in order.
    pub dice: Vec<BranchDie>,
    /// The sequence comes once in this many.
    pub one_in: u128,
    /// The run asked for more dice than allowed; the value is what it made of that error.
    pub truncated: bool,
}

/// The odds found by a walk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Enumeration<T> {
    /// What the runs gave, truncated ones included.
    pub dist: Dist<T>,
    /// The chance of the sequences that were truncated.
    pub truncated: Chance,
    /// How many sequences there were.
    pub runs: u64,
}

impl Enumerator {
    /// A walk that follows at most `max_dice` dice in one run and ten million runs in all. The die after the
    /// last is refused with [`DiceError::TooManyDice`], and the leaf is marked.
    pub const fn new(max_dice: u32) -> Self {
        Self { max_dice, max_runs: 10_000_000 }
    }

    /// The same walk with another limit of runs.
    pub const fn max_runs(self, max_runs: u64) -> Self {
        Self { max_runs, ..self }
    }

    /// Visits every leaf; gives the number of runs.
    ///
    /// The stream that the run leaves behind must be the one it drew from (a copy of it may be put back).
    /// Errors: [`DiceError::TooManySequences`], or [`DiceError::Unsteady`] when the run was not repeatable.
    pub fn each<T>(
        &self,
        mut run: impl FnMut(&mut DiceStream) -> T,
        mut visit: impl FnMut(Leaf<T>),
    ) -> Result<u64, DiceError> {
        let mut path = Vec::new();
        for runs in 1..=self.max_runs {
            let fixed = path.len();
            let mut stream = DiceStream::branching(path, self.max_dice);
            let value = run(&mut stream);
            let branch = stream.into_branching().ok_or(DiceError::Unsteady)?;
            if branch.taken < fixed || branch.taken != branch.path.len() {
                return Err(DiceError::Unsteady);
            }
            path = branch.path;
            let one_in = orders(&path).filter(|one_in| *one_in > 0).ok_or(DiceError::Unsteady)?;
            visit(Leaf { value, dice: path.clone(), one_in, truncated: branch.stopped });
            while path.pop_if(|die| die.face >= die.sides).is_some() {}
            match path.last_mut() {
                Some(die) => die.face += 1,
                None => return Ok(runs),
            }
        }
        Err(DiceError::TooManySequences(self.max_runs))
    }

    /// All leaves in the order of the walk. Errors as [`Enumerator::each`].
    pub fn leaves<T>(&self, run: impl FnMut(&mut DiceStream) -> T) -> Result<Vec<Leaf<T>>, DiceError> {
        let mut leaves = Vec::new();
        self.each(run, |leaf| leaves.push(leaf))?;
        Ok(leaves)
    }

    /// The odds of what the run gives. Errors as [`Enumerator::each`].
    pub fn dist<T: Ord + Clone>(
        &self,
        run: impl FnMut(&mut DiceStream) -> T,
    ) -> Result<Enumeration<T>, DiceError> {
        // Counts by what one sequence in so many gave, and whether it was truncated.
        let mut counts: BTreeMap<u128, BTreeMap<(T, bool), u128>> = BTreeMap::new();
        let runs = self.each(run, |leaf| {
            *counts.entry(leaf.one_in).or_default().entry((leaf.value, leaf.truncated)).or_default() += 1;
        })?;
        let common = counts.keys().try_fold(1u128, |common, one_in| lcm(common, *one_in));
        let weigh = |one_in: u128, count: u128| match common {
            Some(common) => count * (common / one_in),
            None => proportion(count, one_in, 1 << 127),
        };
        let outcomes = counts.into_iter().flat_map(|(one_in, counts)| {
            counts.into_iter().map(move |(outcome, count)| (outcome, weigh(one_in, count)))
        });
        let both = Dist::gather(outcomes.collect(), common.is_some());
        let truncated = both.probability(|(_, truncated)| *truncated);
        Ok(Enumeration { dist: both.map(|(value, _)| value.clone()), truncated, runs })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{dice::Dice, key::Key};

    fn any() -> Key {
        Key::new("any")
    }

    #[test]
    fn every_notation_rolls_as_its_odds_say() {
        let texts =
            ["1d20", "2d6+1", "3d6dh1-2", "4d4dh2", "4d3dh3", "5d6dh1", "2d20dh1", "3d8-5", "0d6+3", "2d1"];
        for text in texts {
            let dice: Dice = text.parse().unwrap();
            let found = Enumerator::new(9).dist(|stream| stream.roll(&dice, any()).unwrap().total).unwrap();
            assert_eq!(found.dist, Dist::dice(&dice), "{text}");
            assert_eq!(found.truncated, Chance::NEVER);
            assert_eq!(u128::from(found.runs), u128::from(dice.sides()).pow(dice.count().into()));
            assert_eq!(
                (found.dist.min(), found.dist.max()),
                (Some(&dice.min()), Some(&dice.max())),
                "{text}"
            );
        }
    }

    #[test]
    fn dice_asked_for_on_the_way_weigh_by_their_branch() {
        let attack = |stream: &mut DiceStream| {
            let face = stream.die(20, any()).unwrap();
            if face >= 15 { i32::from(stream.die(8, any()).unwrap()) + 3 } else { 0 }
        };
        let expected =
            Dist::die(20).bind(|face| if *face >= 15 { Dist::die(8).plus(3) } else { Dist::one(0) });
        let found = Enumerator::new(2).dist(attack).unwrap();
        assert_eq!((found.dist, found.runs), (expected, 14 + 6 * 8));
    }

    #[test]
    fn leaves_come_in_order_with_their_weight() {
        let leaves = Enumerator::new(2).leaves(|stream| match stream.die(2, any()) {
            Ok(1) => stream.die(3, any()).unwrap(),
            _ => 9,
        });
        let leaves = leaves.unwrap();
        let seen: Vec<_> = leaves.iter().map(|leaf| (leaf.value, leaf.one_in)).collect();
        assert_eq!(seen, [(1, 6), (2, 6), (3, 6), (9, 2)]);
        assert_eq!(leaves[1].dice, [BranchDie { sides: 2, face: 1 }, BranchDie { sides: 3, face: 2 }]);
    }

    /// A chain without end (A-10: a die in the critical range is rolled again) is cut off, and the cut has
    /// its chance.
    #[test]
    fn an_endless_chain_is_cut_off_with_its_weight() {
        let chain = |stream: &mut DiceStream| {
            let mut links = 0;
            while stream.die(6, any()) == Ok(6) {
                links += 1;
            }
            links
        };
        let found = Enumerator::new(3).dist(chain).unwrap();
        assert_eq!(found.truncated, Chance::new(1, 216));
        assert_eq!(found.dist, Dist::weighted([(0, 180), (1, 30), (2, 5), (3, 1)]).unwrap());
        let cut: Vec<_> =
            Enumerator::new(3).leaves(chain).unwrap().into_iter().filter(|leaf| leaf.truncated).collect();
        assert_eq!((cut.len(), cut[0].one_in, cut[0].dice.len()), (1, 216, 3));
    }

    #[test]
    fn weights_beyond_128_bits_are_cut_off() {
        let chain = |stream: &mut DiceStream| while stream.die(1000, any()) == Ok(1) {};
        let found = Enumerator::new(u32::MAX).dist(chain).unwrap();
        assert_eq!(found.truncated, Chance::new(1, 1000u128.pow(12)));
    }

    #[test]
    fn a_run_that_asks_for_other_dice_is_found_out() {
        let mut sides = 2;
        let other_dice = Enumerator::new(9).dist(|stream| {
            sides += 1;
            stream.die(sides, any()).ok()
        });
        assert_eq!(other_dice, Err(DiceError::Unsteady));
        let mut dice = 2;
        let fewer_dice = Enumerator::new(9).dist(|stream| {
            dice -= 1;
            (0..=dice).map(|_| stream.die(2, any()).ok()).collect::<Vec<_>>()
        });
        assert_eq!(fewer_dice, Err(DiceError::Unsteady));
        let other_stream = Enumerator::new(9).leaves(|stream| *stream = DiceStream::seeded(1));
        assert_eq!(other_stream, Err(DiceError::Unsteady));
    }

    #[test]
    fn too_large_a_walk_is_refused() {
        let walk = Enumerator::new(9).max_runs(100);
        assert_eq!(walk.leaves(|stream| stream.die(100, any())).map(|leaves| leaves.len()), Ok(100));
        let refused = walk.leaves(|stream| stream.die(101, any()));
        assert_eq!(refused, Err(DiceError::TooManySequences(100)));
    }

    #[test]
    fn a_walk_can_be_saved_in_the_middle() {
        let found = Enumerator::new(9).dist(|stream| {
            let first = stream.die(6, any()).ok();
            *stream = ron::from_str(&ron::to_string(stream).unwrap()).unwrap();
            (first, stream.die(4, any()).ok())
        });
        assert_eq!(found.unwrap().runs, 24);
    }
}
