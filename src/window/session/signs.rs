//! The signs by which the map shows what foes threaten: danger is always marked, what is safe never is, and each degree of
//! it has the same sign on every map.

mod places;

use self::places::labelled;
use super::threat::Closed;
use crate::window::session::prelude::*;

/// How much a square is threatened, from least to most. Each has a sign of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd)]
enum Degree {
    /// Nobody can attack there.
    Safe,
    /// Only with shots that are not likely.
    Far,
    /// After a move, or with likely shots, by no more than where the unit at turn is safest.
    Fewest,
    /// The same by more.
    Coming,
    /// From where they stand.
    Near,
}

impl Degree {
    const ALL: [Self; 5] = [Self::Safe, Self::Far, Self::Fewest, Self::Coming, Self::Near];

    /// That of a square on which more can attack than where the unit at turn is safest, or no more.
    fn of(threat: &Threat, square: Square, more: bool) -> Self {
        if threat.near.contains(square) || threat.spent.contains(square) {
            Self::Near
        } else if threat.strike.contains(square) || threat.shot.contains(square) {
            if more { Self::Coming } else { Self::Fewest }
        } else if threat.far.contains(square) {
            Self::Far
        } else {
            Self::Safe
        }
    }
}

/// What the signs of a threat tell apart on a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signs {
    /// How many squares have each degree.
    counts: [usize; Degree::ALL.len()],
    /// Some who can attack from where they stand have no reaction left: their hatching is broken.
    spent: bool,
    /// How many can attack where the unit at turn is safest.
    fewest: u8,
}

impl Signs {
    /// Those of a threat, with how many can attack on each square, on all squares in sight where somebody can stand.
    pub fn find(
        facts: &Facts,
        (threat, counts): (&Threat, &[u8]),
        fewest: u8,
        fog: Option<&(SquareSet, SquareSet)>,
    ) -> Self {
        let closed = Closed::find(facts);
        let seen = |square: &Square| fog.is_none_or(|(seen, _)| seen.contains(*square));
        let told = facts.map.squares().zip(counts);
        let open = told.filter(|(square, _)| seen(square) && !closed.holds(*square, 0));
        let spent = threat.spent.iter().any(|square| !threat.near.contains(square) && seen(&square));
        let degrees = open.map(|(square, n)| Degree::of(threat, square, *n > fewest));
        Self { spent, fewest, ..Self::of(degrees) }
    }

    fn of(degrees: impl IntoIterator<Item = Degree>) -> Self {
        let mut counts = [0_usize; Degree::ALL.len()];
        degrees.into_iter().for_each(|degree| counts[degree as usize] += 1);
        Self { counts, spent: false, fewest: 0 }
    }

    /// Marks each square that is threatened with its sign, and unlikely shots, if `far_too`: those of all foes lie nearly
    /// everywhere.
    pub fn lay(facts: &Facts, threat: &Threat, far_too: bool, marks: &mut [u32]) {
        for (square, own) in facts.map.squares().zip(marks) {
            let bits = match Degree::of(threat, square, true) {
                Degree::Safe => 0,
                Degree::Far if far_too => mark::FAR_SHOT,
                Degree::Far => 0,
                Degree::Fewest | Degree::Coming => mark::STRIKE,
                Degree::Near if threat.near.contains(square) => mark::THREAT | mark::STRIKE,
                Degree::Near => mark::THREAT | mark::STRIKE | mark::SPENT,
            };
            *own |= bits;
        }
    }

    /// What the signs mean that are on the map, where unlikely shots have one, too, or not: the picture of each in `art/ui`,
    /// and its words.
    pub fn key(&self, far_too: bool) -> Vec<(&'static str, String)> {
        let n = self.fewest;
        let near = if self.spent { say!("threat-near-spent") } else { say!("threat-near") };
        let coming = if n > 0 { say!("threat-strike-more", n = n) } else { say!("threat-strike") };
        let more = self.counts[Degree::Coming as usize] > 0;
        let fewest = if more { say!("threat-fewest", n = n) } else { say!("threat-strike") };
        let far = if far_too {
            ("ui/threat_far", say!("threat-far", chance = percent(threat::likely())))
        } else {
            ("ui/threat_clear", say!("threat-clear", chance = percent(threat::likely())))
        };
        let signs = [
            (Degree::Near, "ui/threat_near", near),
            (Degree::Coming, "ui/threat_strike", coming),
            (Degree::Fewest, "ui/threat_fewest", fewest),
            (Degree::Far, far.0, far.1),
        ];
        // Where that is all there is, a sentence says so.
        let any = Degree::ALL.into_iter().any(|own| own > Degree::Far && self.counts[own as usize] > 0);
        let told = |own: Degree| self.counts[own as usize] > 0 && (any || far_too || own > Degree::Far);
        let signs = signs.into_iter().filter(|(degree, ..)| told(*degree));
        signs.map(|(_, sign, told)| (sign, told)).collect()
    }
}

/// Why no foe that is seen can attack anywhere a unit could stand, or `shots`: but with unlikely shots.
pub fn why_safe(facts: &Facts, unit: Option<&UnitState>, shots: bool) -> String {
    let Some(own) = unit else { return say!("threat-none") };
    let foes = || facts.units.iter().filter(|foe| facts.hostile(foe, own) && facts.present(foe));
    let condition = facts.book.settings.timing.surprise.condition;
    let surprised = |foe: &UnitState| condition.is_some_and(|id| foe.conditions.has(id));
    let down = |foe: &UnitState| pick::down(facts, foe);
    match () {
        () if foes().next().is_none() => say!("threat-none-seen"),
        () if foes().all(down) => say!("threat-none-down"),
        () if foes().all(|foe| down(foe) || surprised(foe)) => say!("threat-none-surprised"),
        () if shots => say!("threat-none-likely", chance = percent(threat::likely())),
        () => say!("threat-none"),
    }
}

/// Marks where nobody can stand: no edge of what foes threaten lies around such squares.
fn lay_closed(facts: &Facts, marks: &mut [u32]) {
    let closed = Closed::find(facts);
    for (square, own) in facts.map.squares().zip(marks) {
        if closed.holds(square, *own) {
            *own |= mark::CLOSED;
        }
    }
}

/// What foes can attack in their coming turns.
pub struct Danger {
    /// How many can attack where the unit at turn is safest.
    pub fewest: u8,
}

impl Danger {
    /// Marks it by how many can attack on each square, and where more can than where the unit at turn is safest of the
    /// squares on which it can be (none: nobody acts); it ends where nobody can stand.
    pub fn lay(facts: &Facts, counts: &[u8], stays: Option<&SquareSet>, marks: &mut [u32]) -> Self {
        lay_closed(facts, marks);
        let told = || facts.map.squares().zip(counts);
        let stays = |square: Square| stays.is_some_and(|own| own.contains(square));
        let open = told().zip(marks.iter()).filter(|(_, own)| **own & mark::CLOSED == 0);
        let there = open.filter(|((square, _), _)| stays(*square)).map(|((_, n), _)| *n);
        let fewest = there.min().unwrap_or(0);
        for ((_, n), own) in told().zip(marks) {
            if *n == 0 || *own & mark::CLOSED != 0 {
                continue;
            }
            *own |= mark::DANGER;
            if *n > fewest {
                *own |= mark::MORE;
            }
        }
        Self { fewest }
    }
}

/// How many can attack at most on each part that is hatched alike, of a map or only `within` what a unit can reach, and where
/// that is written.
pub fn attacker_labels(
    facts: &Facts,
    counts: &[u8],
    marks: &[u32],
    unit: Option<&UnitState>,
    within: bool,
) -> Vec<(String, Vec<At>)> {
    let Some(unit) = unit.or_else(|| facts.units.iter().next()) else { return Vec::new() };
    let (width, height) = (facts.map.width(), facts.map.height());
    let of = |at: Square| {
        let n = facts.map.index(at)?;
        Some((*counts.get(n)?, *marks.get(n)?))
    };
    let labels = [mark::DANGER | mark::MORE, mark::DANGER].into_iter().flat_map(|alike| {
        let hatched = |at: &Square| {
            let there = |own: u32| !within || own & (mark::REACH | mark::FAR) != 0;
            of(*at).is_some_and(|(_, own)| own & (mark::DANGER | mark::MORE) == alike && there(own))
        };
        let mut parts = SquareSet::of(width, height, facts.map.squares().filter(hatched)).parts();
        parts.sort_by_key(|part| std::cmp::Reverse(part.len()));
        parts.into_iter().take(COUNTED).flat_map(|part| {
            let found = || part.iter().filter_map(|at| of(*at)).map(|(n, _)| n);
            let (least, most) = (found().min().unwrap_or(0), found().max().unwrap_or(0));
            let text = match least == most {
                true if part.len() < SMALL => most.to_string(),
                true => say!("threat-attackers", n = most),
                false => say!("threat-attackers-most", n = most),
            };
            // Rather where it is so.
            let on = |most: u8| {
                let there = part.iter().copied().filter(|at| of(*at).is_some_and(|(n, _)| n >= most));
                SquareSet::of(width, height, there)
            };
            let places = labelled(facts, &on(most), marks, unit);
            let places = places.or_else(|| labelled(facts, &on(0), marks, unit));
            places.map(|places| (text, places))
        })
    });
    labels.collect()
}

/// How many can attack, from 1 where no more can than where the unit at turn is safest, or where the fewest can: what one
/// must bear anyway needs no deep tone.
pub fn tones(counts: &[u8], fewest: u8) -> Vec<u8> {
    let least = counts.iter().copied().filter(|n| *n > 0).min().unwrap_or(1).max(fewest);
    counts.iter().map(|n| if *n == 0 { 0 } else { n.saturating_sub(least) + 1 }).collect()
}

/// Of so few squares a part bears only the number.
const SMALL: usize = 4;
/// How many parts are labelled at most that are hatched alike.
const COUNTED: usize = 3;

/// Of the squares on which so many can attack those that bear a triangle, row by row: those on a way, but neither where nobody
/// can stand nor under counters.
pub fn triangles(facts: &Facts, counts: &[u8], marks: &[u32], way: &[Square]) -> Vec<u8> {
    let closed = Closed::find(facts);
    let bears = |((square, n), marks): ((Square, &u8), &u32)| {
        let shown = *n > 0 && way.contains(&square) && !closed.holds(square, *marks);
        u8::from(shown && facts.units_on(square).next().is_none())
    };
    facts.map.squares().zip(counts).zip(marks).map(bears).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use Degree::{Coming, Far, Fewest, Near, Safe};

    #[test]
    fn how_many_can_attack_at_most_is_written_on_what_is_hatched_alike() {
        let game = TestGame::settled("hull_to_hull", 5);
        let play = &game.controller.play;
        let facts = play.eyes().unwrap();
        let own = game.first_own(&facts);
        let counts = Threat::find(&facts, own).counts(&facts);
        let here = SquareSet::of(facts.map.width(), facts.map.height(), own.place.area.squares());
        for stays in [None, Some(&here)] {
            let mut marks = vec![0_u32; counts.len()];
            let danger = Danger::lay(&facts, &counts, stays, &mut marks);
            assert!(marks.contains(&mark::CLOSED), "nobody stands between the ships");
            let labels = attacker_labels(&facts, &counts, &marks, Some(own), false);
            assert!(!labels.is_empty(), "{counts:?}");
            for (text, places) in labels {
                for at in places {
                    let n = facts.map.index(show::square(at)).unwrap();
                    let alone = |n: u8| {
                        [n.to_string(), say!("threat-attackers", n = n), say!("threat-attackers-most", n = n)]
                    };
                    let told = (1..=9).find(|n| alone(*n).contains(&text)).unwrap();
                    assert!(counts[n] > 0 && counts[n] <= told && marks[n] & mark::DANGER != 0, "{text}");
                    assert!(marks[n] & mark::MORE != 0 || told <= danger.fewest, "{text}");
                }
            }
        }
    }

    #[test]
    fn hatched_is_where_more_can_attack_than_where_the_unit_at_turn_is_safest() {
        let game = TestGame::settled("first_blood", 11);
        let play = &game.controller.play;
        let facts = play.eyes().unwrap();
        let own = game.first_own(&facts);
        let n = facts.map.squares().count();
        let all = SquareSet::of(facts.map.width(), facts.map.height(), facts.map.squares().take(n - 1));
        let lay = |counts: &[u8], stays: Option<&SquareSet>| {
            let mut marks = vec![mark::REACH; n];
            marks[n - 1] = 0;
            let danger = Danger::lay(&facts, counts, stays, &mut marks);
            let told = |bit: u32| (0..n).filter(|n| marks[*n] & bit != 0).count();
            let labels = attacker_labels(&facts, counts, &marks, Some(own), true);
            let texts: BTreeSet<String> = labels.into_iter().map(|(text, _)| text).collect();
            (danger.fewest, told(mark::DANGER), told(mark::MORE), texts)
        };
        let texts = |all: &[String]| all.iter().cloned().collect::<BTreeSet<String>>();
        let closed = Closed::find(&facts);
        let open = facts.map.squares().filter(|square| !closed.holds(*square, mark::REACH)).count();
        let mut counts = vec![2_u8; n];
        counts[n - 1] = 7;
        counts[..n / 2].fill(4);
        let (fewest, danger, more, told) = lay(&counts, Some(&all));
        assert_eq!((fewest, danger), (2, open), "7 is where it can't be");
        assert!(more > n / 4 && more <= n / 2 + 1, "{more} of {n}");
        assert_eq!(told, texts(&[say!("threat-attackers", n = 2_u8), say!("threat-attackers", n = 4_u8)]));
        let (fewest, danger, more, _) = lay(&counts, None);
        assert_eq!((fewest, danger, more), (0, open, open), "nobody acts: all of it is hatched");
        let (fewest, danger, more, told) = lay(&vec![3; n], Some(&all));
        assert_eq!((fewest, danger, more), (3, open, 0), "nowhere can more");
        assert_eq!(told, texts(&[say!("threat-attackers", n = 3_u8)]));
        counts[3..n / 2].fill(0);
        let (fewest, danger, more, told) = lay(&counts, Some(&all));
        assert!(fewest == 0 && danger == more, "some of it is safe");
        assert_eq!(told, texts(&[say!("threat-attackers", n = 2_u8), "4".to_owned()]));
    }

    #[test]
    fn how_many_can_attack_is_told_from_where_the_fewest_can() {
        assert_eq!(tones(&[0, 5, 6, 8], 0), [0, 1, 2, 4]);
        assert_eq!(tones(&[0, 5, 6, 8], 6), [0, 1, 1, 3]);
        assert_eq!(tones(&[0, 1, 3], 0), [0, 1, 3]);
        assert_eq!(tones(&[0, 0], 0), [0, 0]);
    }

    /// So many squares of each degree.
    fn signs(safe: usize, far: usize, coming: usize, near: usize) -> Signs {
        let many = [(Safe, safe), (Far, far), (Coming, coming), (Near, near)];
        Signs::of(many.into_iter().flat_map(|(degree, many)| std::iter::repeat_n(degree, many)))
    }

    /// The pictures of the signs that a key explains.
    fn pictures(signs: &Signs) -> Vec<&'static str> {
        signs.key(false).into_iter().map(|(picture, _)| picture).collect()
    }

    #[test]
    fn a_key_explains_only_the_signs_on_the_map_and_each_has_one_meaning() {
        let [near, coming, clear] = ["ui/threat_near", "ui/threat_strike", "ui/threat_clear"];
        assert_eq!(pictures(&signs(20, 3, 8, 2)), [near, coming, clear]);
        assert_eq!(pictures(&signs(0, 30, 8, 0)), [coming, clear]);
        let one = signs(0, 30, 8, 0).key(true);
        assert_eq!(one.last().map(|(sign, _)| *sign), Some("ui/threat_far"), "dots lie there");
        let fewest = Signs { fewest: 2, ..Signs::of([Coming, Fewest]) };
        assert_eq!(pictures(&fewest), [coming, "ui/threat_fewest"]);
        let all = Signs { fewest: 2, ..Signs::of([Fewest]) };
        assert_eq!(all.key(false)[0].1, say!("threat-strike"), "nowhere can more");
        assert_ne!(fewest.key(false)[0], signs(0, 0, 1, 0).key(false)[0], "it is told how many more is");
        assert!(pictures(&signs(9, 0, 0, 0)).is_empty() && pictures(&signs(9, 4, 0, 0)).is_empty());
        let told: BTreeSet<String> = signs(0, 1, 1, 1).key(false).into_iter().map(|(_, text)| text).collect();
        assert_eq!(told.len(), 3, "{told:?}");
        let broken = |spent: bool| Signs { spent, ..signs(2, 0, 0, 1) }.key(false).remove(0).1;
        assert_ne!(broken(true), broken(false));
    }

    #[test]
    fn it_is_told_why_nobody_can_attack() {
        let game = TestGame::settled("first_blood", 11);
        let play = &game.controller.play;
        let mut facts = Facts::clone(&play.eyes().unwrap());
        let own = game.first_own(&facts).clone();
        let told = |facts: &Facts| why_safe(facts, Some(&own), false);
        assert_eq!(told(&facts), say!("threat-none"));
        assert_eq!(
            why_safe(&facts, Some(&own), true),
            say!("threat-none-likely", chance = percent(threat::likely()))
        );
        let foes: Vec<UnitId> =
            facts.units.iter().filter(|foe| facts.hostile(foe, &own)).map(UnitState::id).collect();
        let mut all_have = |condition: &str| {
            for id in &foes {
                let gained = Condition::new(Key::new(condition), 1, Until::Battle, None);
                facts.unit_mut(*id).unwrap().conditions.0.push(gained);
            }
            told(&facts)
        };
        assert_eq!(all_have("surprised"), say!("threat-none-surprised"));
        assert_eq!(all_have("unconscious"), say!("threat-none-down"));
        assert_eq!(all_have("dead"), say!("threat-none-seen"));
    }

    #[test]
    fn a_square_shows_the_most_that_threatens_it() {
        let set = |squares: &[i16]| SquareSet::of(9, 1, squares.iter().map(|x| Square::new(*x, 0)));
        let mut threat = Threat::none(9, 1);
        (threat.near, threat.spent, threat.shot) = (set(&[0]), set(&[1]), set(&[3]));
        (threat.strike, threat.far) = (set(&[0, 2]), set(&[0, 2, 4]));
        let degrees =
            |more| (0..6).map(|x| Degree::of(&threat, Square::new(x, 0), more)).collect::<Vec<Degree>>();
        assert_eq!(degrees(true), [Near, Near, Coming, Coming, Far, Safe]);
        assert_eq!(degrees(false), [Near, Near, Fewest, Fewest, Far, Safe]);
    }
}
