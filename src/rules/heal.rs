//! What comes back to the tracks that damage eats, and losses that are no damage (C-68 to C-73).

use crate::rules::check_prelude::*;

/// What is being shared out over tracks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sharing {
    /// Damage, of an attack or anything else (C-62, C-63).
    #[default]
    Damage,
    /// A loss that is no damage: at will, as later damage (C-63, C-68, C-72).
    Loss,
    /// Points that come back (C-70, C-73).
    Healing,
}

/// The tracks that damage eats, in the book's order.
pub fn tracks(land: &Land) -> Vec<Key> {
    match land {
        Land::Track(track) => vec![*track],
        Land::Spill(first, second) => vec![*second, *first],
        Land::Characteristics { first, others } => {
            std::iter::once(*first).chain(others.iter().copied()).collect()
        }
        Land::Degrees { .. } => Vec::new(),
    }
}

/// What each of some tracks lacks to its maximum; those that lack nothing are left out.
pub fn lacking(unit: &UnitState, tracks: &[Key]) -> Vec<(Key, i32)> {
    let known = tracks.iter().filter_map(|id| unit.tracks.get(*id));
    known.map(|track| (track.id, track.max - track.now)).filter(|(_, lacks)| *lacks > 0).collect()
}

/// What each of some tracks still has to lose.
pub fn holding(unit: &UnitState, tracks: &[Key]) -> Vec<(Key, i32)> {
    let known = tracks.iter().filter_map(|id| unit.tracks.get(*id));
    known.map(|track| (track.id, track.now)).filter(|(_, now)| *now > 0).collect()
}

/// Points returned where nobody chooses: the most damaged track first, until it is full (C-70).
pub fn returned(lacking: &[(Key, i32)], points: i32) -> Vec<(Key, i32)> {
    let mut order = lacking.to_vec();
    order.sort_by_key(|(_, lacks)| std::cmp::Reverse(*lacks));
    harm::spread_in(&order, points)
}

/// A loss where nobody chooses: as damage falls on a book's tracks (C-63).
pub fn lost(unit: &UnitState, land: &Land, points: i32) -> Vec<(Key, i32)> {
    match land {
        Land::Characteristics { first, others } => harm::spread(unit, *first, others, points),
        other => harm::spread_in(&holding(unit, &tracks(other)), points),
    }
}

/// Points spread evenly over what is damaged (C-73): the shares, and how many are left over by them.
pub fn evenly(lacking: &[(Key, i32)], points: i32) -> (Vec<(Key, i32)>, i32) {
    let count = i32::try_from(lacking.len()).unwrap_or(i32::MAX).max(1);
    let share = points.max(0) / count;
    let parts: Vec<(Key, i32)> =
        lacking.iter().map(|(id, lacks)| (*id, share.min(*lacks))).filter(|(_, own)| *own > 0).collect();
    let given: i32 = parts.iter().map(|(_, own)| *own).sum();
    let room: i32 = lacking.iter().map(|(_, lacks)| *lacks).sum();
    (parts, points.clamp(0, room) - given)
}

/// Which tracks are the most damaged, one or several alike (C-73).
pub fn worst(lacking: &[(Key, i32)]) -> Vec<Key> {
    let most = lacking.iter().map(|(_, lacks)| *lacks).max();
    lacking.iter().filter(|(_, lacks)| Some(*lacks) == most).map(|(id, _)| *id).collect()
}

/// Whether damage can be shared out in more than one way: not where it takes all that there is, nor while an unhurt
/// unit loses no more than the track that is taken first, which stands in front, or has only one other (C-62, C-63).
pub fn leaves_choice(total: i32, tracks: &[(Key, i32)], unhurt: bool) -> bool {
    let room: i32 = tracks.iter().map(|(_, most)| *most).sum();
    let (first, others) = match tracks.split_first() {
        Some(((_, most), others)) if unhurt => (*most, others),
        _ => (0, tracks),
    };
    let open = others.iter().filter(|(_, most)| *most > 0).count();
    total > first && total < room && open > 1
}

/// Whether somebody's parts share the whole amount out within what each track can take (C-63, C-70).
pub fn check_parts(total: i32, tracks: &[(Key, i32)], parts: &[(Key, i32)]) -> OrRefusal {
    let no = |message: Message| refuse("allotment", message, "C-63");
    let mut sum = 0;
    for (at, (track, amount)) in parts.iter().enumerate() {
        let Some((_, most)) = tracks.iter().find(|(known, _)| known == track) else {
            return no(message!("core-x-cannot-take-any-of-it", track));
        };
        if *amount < 0 || amount > most {
            return no(message!("core-x-can-take-to-x-not-x", track, most, amount));
        }
        if parts[..at].iter().any(|(known, _)| known == track) {
            return no(message!("core-x-is-named-twice", name = track));
        }
        sum += amount;
    }
    if sum != total {
        return no(message!("core-x-of-x-shared-out", sum, total));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(pairs: &[(&str, i32)]) -> Vec<(Key, i32)> {
        pairs.iter().map(|(id, n)| (Key::new(id), *n)).collect()
    }

    #[test]
    fn c73_evenly_and_what_is_left_over() {
        let (parts, left) = evenly(&of(&[("end", 3), ("dex", 2)]), 3);
        assert_eq!((parts, left), (of(&[("end", 1), ("dex", 1)]), 1));
        // A small damage takes no more than it lacks, and no more is left than there is room for.
        let (parts, left) = evenly(&of(&[("end", 5), ("dex", 1)]), 6);
        assert_eq!((parts, left), (of(&[("end", 3), ("dex", 1)]), 2));
        assert_eq!(evenly(&of(&[("end", 2)]), 9), (of(&[("end", 2)]), 0));
    }

    #[test]
    fn c62_damage_that_only_one_other_can_take_leaves_no_choice() {
        assert!(!leaves_choice(8, &of(&[("end", 7), ("str", 7), ("dex", 0)]), true));
        assert!(!leaves_choice(1, &of(&[("end", 0), ("str", 5), ("dex", 0)]), false));
    }
}
