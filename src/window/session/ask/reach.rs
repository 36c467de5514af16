//! What shifting a threat range comes to: the squares that would be threatened then, and the enemies there.

use crate::window::session::prelude::*;

/// What a unit would threaten with its threat range shifted.
pub(super) struct Threatened {
    /// The squares.
    pub squares: Vec<At>,
    /// How far they are, the nearest and the farthest.
    range: (i32, i32),
    /// The enemies in reach.
    foes: Vec<String>,
}

/// So many of them are named at most.
const NAMED: usize = 3;

impl Threatened {
    /// What it would threaten by an option of that question; the one without a number leaves the range as it is.
    pub fn by(facts: &Facts, unit: UnitId, option: &ChoiceOption) -> Option<Self> {
        let mut shifted = facts.clone();
        if let Ok(shift) = option.id.as_str().parse::<i32>() {
            shifted.unit_mut(unit)?.gear.reach_shift = shift;
        }
        let own = shifted.unit(unit)?;
        let threatens = |area: &Area, band: Band| shifted.threatens(own, area, band);
        let squares = shifted.map.squares().filter(|square| threatens(&Area::one(*square), own.place.band));
        let foes = shifted.units.iter().filter(|foe| shifted.hostile(foe, own) && shifted.present(foe));
        Some(Self {
            squares: squares.map(show::at).collect(),
            range: shifted.threat_range(own),
            foes: foes
                .filter(|foe| threatens(&foe.place.area, foe.place.band))
                .map(|foe| foe.identity.name.clone())
                .collect(),
        })
    }

    /// How far that goes, and who is in reach, or of many how many.
    pub fn told(&self) -> (String, String) {
        let (least, most) = self.range;
        let reaches = if least < most {
            say!("reach-from-to", least = least, most = most)
        } else {
            say!("reach-at", n = most)
        };
        let foes = match self.foes.len() {
            1..=NAMED => words::list(&self.foes),
            n => say!("reach-foes", n = n),
        };
        (reaches, foes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::Message;

    #[test]
    fn a_range_that_is_shifted_out_threatens_who_is_farther_away_a122() {
        let play = play(&library(), "first_blood", 5, false);
        let mut facts = Facts::clone(&play.eyes().unwrap());
        let own = facts.units.iter().find(|unit| facts.threat_range(unit).1 > 0).unwrap().clone();
        let of = |facts: &Facts, id: &str| {
            let option = ChoiceOption::new(id, Message::written(id), 0);
            Threatened::by(facts, own.id(), &option).unwrap()
        };
        let (now, out) = (of(&facts, "none"), of(&facts, "1"));
        assert_eq!((out.range.0, out.range.1), (now.range.0 + 1, now.range.1 + 1));
        assert_eq!(now.squares, of(&facts, "0").squares, "it is not shifted yet");
        facts.unit_mut(own.id()).unwrap().gear.reach_shift = 1;
        assert_eq!(of(&facts, "none").squares, out.squares);
        let beside = |at: &At| own.place.area.distance(&Area::one(show::square(*at))) < out.range.0;
        assert!(!out.squares.iter().any(beside), "who is nearer than that is not threatened");
    }

    #[test]
    fn a_few_in_reach_are_named() {
        let told = |foes: &[&str]| {
            let foes = foes.iter().map(ToString::to_string).collect();
            Threatened { squares: Vec::new(), range: (1, 1), foes }.told().1
        };
        assert_eq!(told(&[]), "no enemies");
        assert_eq!(told(&["Dunn"]), "Dunn");
        assert_eq!(told(&["Dunn", "Hark"]), "Dunn and Hark");
        assert_eq!(told(&["Dunn", "Hark", "Sel", "Moll"]), "4 enemies");
    }

    #[test]
    fn how_far_one_reaches_is_told_in_squares() {
        let told = |range| Threatened { squares: Vec::new(), range, foes: Vec::new() }.told().0;
        assert_eq!(told((1, 1)), "reaches 1 square away");
        assert_eq!(told((2, 2)), "reaches 2 squares away");
        assert_eq!(told((1, 2)), "reaches 1 to 2 squares away");
    }
}
