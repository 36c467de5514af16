//! One slip tells how somebody has fallen: the gravest, and none of what befell them on the way there.

use crate::window::session::prelude::*;

/// Of all slips that say what somebody suffers by the same blow or spell, the gravest alone is left if they fall by it.
pub(super) fn leave_the_gravest(beats: &mut Vec<Beat>) {
    let (mut part, mut suffered) = (0, Vec::new());
    for (n, beat) in beats.iter().enumerate() {
        part += usize::from(begins(beat));
        if let Beat::Float { unit, kind, .. } = beat
            && *kind >= SlipKind::Condition
        {
            suffered.push(((part, *unit), (*kind, n)));
        }
    }
    let mut gravest: BTreeMap<(usize, u32), (SlipKind, usize)> = BTreeMap::new();
    for (whose, own) in &suffered {
        let worst = gravest.entry(*whose).or_insert(*own);
        *worst = (*worst).max(*own);
    }
    let less = |whose: &(usize, u32), own: &(SlipKind, usize)| {
        gravest.get(whose).is_some_and(|worst| worst.0 >= SlipKind::Fall && worst != own)
    };
    let gone: Vec<usize> =
        suffered.iter().filter(|(whose, own)| less(whose, own)).map(|(_, (_, n))| *n).collect();
    let mut n = 0;
    beats.retain(|_| {
        n += 1;
        !gone.contains(&(n - 1))
    });
}

/// Whether something else begins with it.
fn begins(beat: &Beat) -> bool {
    match beat {
        Beat::Tell(told) => !told.result,
        Beat::Strike { .. } | Beat::Shot { .. } | Beat::Turn { .. } => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_who_falls_one_slip_tells_the_gravest() {
        let slip = |unit: u32, text: &str, kind: SlipKind| {
            let text = text.to_owned();
            Beat::Float { unit, at: IVec2::ZERO, text, kind, struck: false }
        };
        let strike = || Beat::Strike { unit: 1, target: 2, toward: IVec2::ZERO };
        let mut beats = vec![
            strike(),
            slip(2, "−9", SlipKind::Harm),
            slip(2, "Seriously wounded", SlipKind::Condition),
            slip(2, "Dead", SlipKind::Death),
            slip(2, "Unconscious", SlipKind::Fall),
            slip(3, "Prone", SlipKind::Condition),
            strike(),
            slip(2, "Burning", SlipKind::Condition),
        ];
        leave_the_gravest(&mut beats);
        let left: Vec<&str> = beats.iter().filter_map(text).collect();
        assert_eq!(left, ["−9", "Dead", "Prone", "Burning"], "what it cost, and others, stay");
    }

    fn text(beat: &Beat) -> Option<&str> {
        match beat {
            Beat::Float { text, .. } => Some(text),
            _ => None,
        }
    }
}
