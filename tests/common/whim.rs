//! Choices by chance, for tests.

use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};

/// A stream of choices: ChaCha8 from a seed, the same on every machine.
#[derive(Clone, Debug)]
pub struct Whim(ChaCha8Rng);

impl Whim {
    /// The choices of a seed.
    pub fn new(seed: u64) -> Self {
        let mut key = [0; 32];
        for (place, byte) in key.iter_mut().zip(seed.to_le_bytes()) {
            *place = byte;
        }
        key[31] = 1; // Not the battle's dice of the same seed.
        Self(ChaCha8Rng::from_seed(key))
    }

    /// A number from 0 up to below `n`; 0 if that is 0.
    pub fn below(&mut self, n: usize) -> usize {
        let word = usize::try_from(self.0.next_u32()).unwrap_or(0);
        word.checked_rem(n).unwrap_or(0)
    }

    /// A number between two, both included.
    pub fn between(&mut self, least: i32, most: i32) -> i32 {
        let span = usize::try_from(i64::from(most) - i64::from(least) + 1).unwrap_or(0);
        least.saturating_add(i32::try_from(self.below(span)).unwrap_or(0))
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// One of a list.
    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        list.get(self.below(list.len()))
    }
}
