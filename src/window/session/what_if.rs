//! What a unit would see from another square, its cover there, and how well it and its foes would strike each other.
//!
//! This is asked of facts in which the unit stands there with all its points, by the functions that the resolver calls.

use crate::grid::{has_room, visible};
use crate::window::session::prelude::*;

/// A unit on another square.
pub struct Stand {
    facts: Facts,
    unit: UnitId,
    square: Square,
    foes: Vec<Foe>,
}

/// How it and a foe would stand to one another.
struct Foe {
    unit: UnitId,
    seen: bool,
    /// The chance that its plainest attack lands; none: there is none that it could make.
    ours: Option<Chance>,
    theirs: Option<Chance>,
    threatens: bool,
}

impl Stand {
    /// A unit on another square, after so many squares' way there. None where it could not stand.
    pub fn new(facts: &Facts, unit: &UnitState, square: Square, steps: i32) -> Option<Self> {
        let body = facts.moving(unit);
        let area = body.place.area.at(square);
        let category = legal::category(facts, body, &Args::default());
        let band = body.place.band;
        let (_, held) = legal::held_squares_in(facts, body, band);
        let free = has_room(facts.map_in(band), &area, category)
            && area.squares().all(|square| facts.map.contains(square) && !held.contains(square));
        if !free {
            return None;
        }
        let mut moved = facts.clone();
        if let Some(own) = moved.unit_mut(body.id()) {
            own.place.area = area;
            own.usage.squares += steps;
        }
        for own in &mut moved.units {
            own.pools.0.iter_mut().for_each(|pool| pool.spent = 0);
        }
        let mut stand = Self { facts: moved, unit: unit.id(), square, foes: Vec::new() };
        stand.foes = stand.look_round();
        Some(stand)
    }

    fn own(&self) -> Option<&UnitState> {
        self.facts.unit(self.unit)
    }

    fn look_round(&self) -> Vec<Foe> {
        let facts = &self.facts;
        let Some(own) = self.own() else { return Vec::new() };
        let foes = facts.units.iter().filter(|foe| {
            facts.hostile(foe, own) && facts.present(foe) && !facts.out(foe) && foe.vehicle().is_none()
        });
        let hand = pick::hand(facts, own.id(), &Occasion::default());
        foes.map(|foe| Foe {
            unit: foe.id(),
            seen: facts.sees(own, foe),
            ours: odds(facts, own, &hand, foe),
            theirs: odds(facts, foe, &pick::hand(facts, foe.id(), &Occasion::default()), own),
            threatens: facts.threatens(foe, &own.place.area, own.place.band)
                && !show::no_reaction_left(facts, foe),
        })
        .collect()
    }

    /// The squares that it would see.
    pub fn seen(&self) -> SquareSet {
        let map = &self.facts.map;
        match self.own() {
            Some(own) => visible(map, &own.place.area, map.width().max(map.height()), own.place.band),
            None => SquareSet::new(map.width(), map.height()),
        }
    }

    /// All squares.
    pub fn everything(&self) -> SquareSet {
        let map = &self.facts.map;
        let mut all = SquareSet::new(map.width(), map.height());
        map.squares().for_each(|square| {
            all.insert(square);
        });
        all
    }

    /// The squares on which a step would give somebody an opening.
    pub fn threatened(&self) -> SquareSet {
        let map = &self.facts.map;
        let none = || SquareSet::new(map.width(), map.height());
        self.own().map_or_else(none, |own| threat::openings(&self.facts, own))
    }

    /// What is written on the foes' squares: its chance at them, and theirs at it.
    pub fn notes(&self) -> Vec<(At, String)> {
        let note = |foe: &Foe| {
            let unit = self.facts.unit(foe.unit)?;
            let ours = foe.ours.map(|chance| say!("stand-note-ours", chance = preview::percent(chance)));
            let theirs =
                foe.theirs.map(|chance| say!("stand-note-theirs", chance = preview::percent(chance)));
            let both: Vec<String> = ours.into_iter().chain(theirs).collect();
            (!both.is_empty()).then(|| (show::at(unit.place.area.origin), both.join(" · ")))
        };
        self.foes.iter().filter_map(note).collect()
    }

    pub fn card(&self, play: &Play) -> SideCard {
        let Some(own) = self.own() else { return SideCard::default() };
        let seen = self.foes.iter().filter(|foe| foe.seen).count();
        let threats = self.foes.iter().filter(|foe| foe.threatens).count();
        let best = |of: &dyn Fn(&Foe) -> Option<Chance>| {
            self.foes.iter().filter_map(of).max_by(|one, other| one.as_f64().total_cmp(&other.as_f64()))
        };
        let square = words::square(show::at(self.square));
        let peace = self.foes.iter().all(|foe| foe.ours.is_none() && foe.theirs.is_none());
        let about = match peace {
            true => say!("stand-nothing", square = square),
            false => say!("stand-about", square = square),
        };
        let card = SideCard::new(say!("stand-title", unit = &own.identity.name), about);
        let mut card = SideCard { side: Some(play.colour(own.side())), ..card };
        let shown = |chance, name: String, harm| (preview::percent(chance), name, harm);
        card.numbers.extend(best(&|foe| foe.ours).map(|chance| shown(chance, say!("stand-ours"), false)));
        card.numbers.extend(best(&|foe| foe.theirs).map(|chance| shown(chance, say!("stand-theirs"), true)));
        card.numbers.push((format!("{seen}/{}", self.foes.len()), say!("stand-seen"), false));
        card.numbers.extend((threats > 0).then(|| (threats.to_string(), say!("stand-threatened"), true)));
        if !peace {
            let head = preview::line(say!("stand-head"), say!("stand-head-value"));
            card.lines.push(SideLine { sum: true, ..head });
            card.lines.extend(self.foes.iter().filter_map(|foe| self.line(own, foe)));
        }
        card
    }

    fn line(&self, own: &UnitState, foe: &Foe) -> Option<SideLine> {
        let unit = self.facts.unit(foe.unit)?;
        let mut notes = vec![say!("stand-squares", n = self.facts.distance(own, unit))];
        notes.extend((!foe.seen).then(|| say!("stand-unseen")));
        let covered = |from: &UnitState, to: &UnitState| {
            let level = self.facts.cover(from, to).level;
            let word = preview::cover_word(level).filter(|_| level != CoverLevel::None)?;
            Some(say!("stand-cover", unit = &to.identity.name, cover = word))
        };
        if foe.seen {
            notes.extend(covered(unit, own));
            notes.extend(covered(own, unit));
        }
        notes.extend(foe.threatens.then(|| say!("stand-threatens", unit = &own.identity.name)));
        let odds = format!("{} / {}", chance(foe.ours), chance(foe.theirs));
        let note = words::capital(&notes.join(", "));
        Some(SideLine { note, harm: foe.threatens, ..preview::line(unit.identity.name.clone(), odds) })
    }
}

/// The chance that the plainest attack of one on another lands, if it could make any.
fn odds(facts: &Facts, by: &UnitState, hand: &[pick::Card], target: &UnitState) -> Option<Chance> {
    if !facts.can_act(by) {
        return None;
    }
    let chosen = pick::plain_attack(facts, by, hand, target.id())?;
    let there = preview::at_end_of_path(facts, by, &chosen);
    preview::hit_chance(pick::Order::new(&there, there.unit(by.id())?, &chosen)?)
}

fn chance(chance: Option<Chance>) -> String {
    chance.map_or_else(|| "–".to_owned(), preview::percent)
}
