//! What a player wishes to be asked about, as standing answers.

use crate::window::session::prelude::*;

/// From how much damage a blow that has landed is a hard one, in per cent of the main track's maximum (of the units of
/// the side, the mean).
const WORTH_ASKING: i32 = 15;

/// What a reaction to a blow must save on average to be asked about, where nobody wishes it otherwise: this part of the
/// damage from which a blow is a hard one. What takes less than that can't save as much.
pub(super) const SAVED: i32 = 4;

/// What a player wishes to be asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AsksAbout {
    /// Blows that have landed, where an answer saves at least so much on average; 0: what is usual.
    pub from: i32,
    pub shots: bool,
    /// One's own side touching an aura of one's own.
    pub allies: bool,
}

impl Default for AsksAbout {
    fn default() -> Self {
        Self { from: 0, shots: true, allies: false }
    }
}

/// The standing answers of a person's side from the start: about blows that have landed, ask from so much on; and ask
/// who shares out damage and healing, wherever that leaves a choice (C-62, C-63, C-70).
pub(super) fn standing(setup: &Setup, side: Side) -> [Standing; 2] {
    let blows = on_hits(side, least_asked(usual_damage(&setup.book, setup.units.iter(), side)));
    let shares =
        Standing { moment: None, action: Some(Key::new("allot")), policy: Policy::Ask, ..blows.clone() };
    [blows, shares]
}

/// A standing answer: ask about blows that have landed only from so much on.
pub fn on_hits(side: Side, least: i32) -> Standing {
    let (moment, policy) = (Some(Moment::Hit), Policy::AskFrom(least));
    Standing { side, unit: None, moment, action: None, policy, lasts: AnswerDuration::Battle }
}

/// What is answered to shots, before they are rolled and once they have hit.
pub fn on_shots(side: Side, before: Policy, once_hit: Policy) -> [Standing; 2] {
    [(Moment::Attacked, before), (Moment::Hit, once_hit)].map(|(moment, policy)| {
        let (moment, action) = (Some(moment), Some(Key::new("ranged")));
        Standing { side, unit: None, moment, action, policy, lasts: AnswerDuration::Battle }
    })
}

/// From how much damage a side's player is asked, where so much is a hard blow and nobody wishes it otherwise.
pub(super) fn least_asked(usual: i32) -> i32 {
    (usual + SAVED - 1) / SAVED
}

/// From how much damage a blow is a hard one for a side.
pub(super) fn usual_damage<'a>(
    book: &Rulebook,
    units: impl Iterator<Item = &'a UnitState>,
    side: Side,
) -> i32 {
    let track = book.main_track().map(|def| def.id);
    let wholes: Vec<i32> = units
        .filter(|unit| unit.side() == side)
        .filter_map(|unit| unit.tracks.get(track?).map(|track| track.max))
        .collect();
    let mean = wholes.iter().sum::<i32>() / i32::try_from(wholes.len().max(1)).unwrap_or(1);
    (mean * WORTH_ASKING / 100).max(3)
}
