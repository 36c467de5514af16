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
    /// Of the plainest attack, if it could make any.
    ours: Option<Odds>,
    theirs: Option<Odds>,
    threatens: bool,
}

/// The chance that an attack hits, what it takes on average, in thousandths, and how that is written.
type Odds = (Chance, i64, String);

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
            let chance = |odds: &Odds| preview::percent(odds.0);
            let ours = foe.ours.as_ref().map(|odds| say!("stand-note-ours", chance = chance(odds)));
            let theirs = foe.theirs.as_ref().map(|odds| say!("stand-note-theirs", chance = chance(odds)));
            let both: Vec<String> = ours.into_iter().chain(theirs).collect();
            (!both.is_empty()).then(|| (show::at(unit.place.area.origin), both.join(" · ")))
        };
        self.foes.iter().filter_map(note).collect()
    }

    /// The best of the attacks of one side, with what it takes on average.
    fn best<'a>(&'a self, of: impl Fn(&'a Foe) -> Option<&'a Odds>) -> Option<&'a Odds> {
        self.foes.iter().filter_map(of).max()
    }

    /// What the hint at the pointer says besides what a click would do, if anything: how well the unit would strike from
    /// there, and how well its foes would strike it.
    pub fn hint(&self, click: Option<ClickHint>) -> ClickHint {
        let mut hint = click.unwrap_or_default();
        let ours = match self.best(|foe| foe.ours.as_ref()) {
            Some(best) => say!("stand-hint-ours", odds = told(best)),
            None => say!("stand-hint-none"),
        };
        if hint.text.is_empty() {
            hint.text = ours;
        } else {
            join(&mut hint.note, &ours);
        }
        if let Some(best) = self.best(|foe| foe.theirs.as_ref()) {
            join(&mut hint.harm, &say!("stand-hint-theirs", odds = told(best)));
        }
        hint
    }

    pub fn card(&self, play: &Play) -> SideCard {
        let Some(own) = self.own() else { return SideCard::default() };
        let seen = self.foes.iter().filter(|foe| foe.seen).count();
        let threats = self.foes.iter().filter(|foe| foe.threatens).count();
        let square = words::square(show::at(self.square));
        let peace = self.foes.iter().all(|foe| foe.ours.is_none() && foe.theirs.is_none());
        let about = match peace {
            true => say!("stand-nothing", square = square),
            false => say!("stand-about", square = square),
        };
        let card = SideCard::new(say!("stand-title", unit = &own.identity.name), about);
        let mut card = SideCard { side: Some(play.colour(own.side())), ..card };
        let shown = |best: &Odds, name: String, harm: bool| (preview::percent(best.0), name, harm);
        let (ours, theirs) = (self.best(|foe| foe.ours.as_ref()), self.best(|foe| foe.theirs.as_ref()));
        card.numbers.extend(ours.map(|best| shown(best, say!("stand-ours"), false)));
        card.numbers.extend(theirs.map(|best| shown(best, say!("stand-theirs"), true)));
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
        let of = |odds: &Option<Odds>| odds.as_ref().map_or_else(|| "–".to_owned(), short);
        let odds = format!("{} / {}", of(&foe.ours), of(&foe.theirs));
        let note = words::capital(&notes.join(", "));
        Some(SideLine { note, harm: foe.threatens, ..preview::line(unit.identity.name.clone(), odds) })
    }
}

/// The odds of the plainest attack of one on another, if it could make any.
fn odds(facts: &Facts, by: &UnitState, hand: &[pick::Card], target: &UnitState) -> Option<Odds> {
    if !facts.can_act(by) {
        return None;
    }
    let chosen = pick::plain_attack(facts, by, hand, target.id())?;
    let (chance, mean) = threat::expected(facts, by, &chosen)?;
    Some((chance, mean, preview::written(facts, target, mean).unwrap_or_default()))
}

/// A chance and what that takes on average, in few characters: "65% −6".
fn short((chance, _, loss): &Odds) -> String {
    let chance = preview::percent(*chance);
    if loss.is_empty() { chance } else { format!("{chance} {loss}") }
}

/// A chance and what that takes on average: "65%, −6 expected".
fn told((chance, _, loss): &Odds) -> String {
    let chance = preview::percent(*chance);
    if loss.is_empty() { chance } else { say!("stand-odds", chance = chance, loss = loss) }
}

/// Adds a part to those of a hint.
fn join(parts: &mut String, part: &str) {
    if !parts.is_empty() {
        parts.push_str(ClickHint::AND);
    }
    parts.push_str(part);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hint_says_how_well_one_would_strike_from_where_the_pointer_is() {
        let mut game = TestGame::settled("first_blood", 5);
        let size = game.table.board.size.as_ivec2();
        game.obey(&Intent::WhatIf(true));
        assert!(!game.table.hint.is_empty(), "it says what to point at");
        let (mut told, mut numbers) = (BTreeSet::new(), BTreeSet::new());
        for n in (0..size.x * size.y).step_by(5) {
            game.obey(&Intent::Point(Some(IVec2::new(n % size.x, n / size.x))));
            let hint = game.table.click_hint.clone().unwrap_or_default();
            let text = [hint.text, hint.note, hint.harm].join("\n");
            if let Some(own) = text.lines().find(|own| own.contains("From here")) {
                told.insert(own.to_owned());
                let card = game.table.side.as_ref().unwrap();
                numbers.insert(format!("{:?}", card.numbers));
            }
        }
        assert!(told.len() > 1 && numbers.len() > 1, "{told:?} {numbers:?}");
    }
}
