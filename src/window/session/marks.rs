//! Ink and chalk for what may be done: reach with costs, provoking squares, targets, threat, sight.
//!
//! Owns what is marked. Does not own how a mark is drawn, nor what a click does.

use super::{
    aboard,
    area::Stamp,
    going::Going,
    pick::{self, Card, Chosen, Need},
    show,
    what_if::Stand,
    wheel::{self, Wheel},
    words,
};
use crate::{
    dice::Chance,
    grid::{Map, Square, SquareSet},
    locale::say,
    rules::{
        action::Hole,
        facts::{ActiveSpell, Facts, UnitId, UnitState},
        legal::{self, Occasion},
    },
    window::view::{At, Ghost, Overlay, mark},
};

/// What is open to the unit whose turn it is.
#[derive(Clone, Debug, Default)]
pub struct Open {
    /// Where it may go.
    pub going: Option<Going>,
    /// Whom it may choose, with the order that a click would give.
    pub targets: Vec<(UnitId, Chosen)>,
    /// A vehicle that may be driven.
    pub wheel: Option<Wheel>,
    /// Squares that may be aimed at, with the order that lacks one.
    pub aim: Option<(SquareSet, Chosen)>,
    /// Squares on which a step gives opponents an opening.
    pub threatened: Option<SquareSet>,
}

impl Open {
    /// What is open with an action taken in hand, or with none: then the plainest move and attack.
    pub fn find(
        facts: &Facts,
        unit: &UnitState,
        hand: &[Card],
        chosen: Option<&Chosen>,
        occasion: &Occasion,
    ) -> Self {
        let mut open = Self { threatened: Some(legal::threatened(facts, unit)), ..Self::default() };
        let Some(chosen) = chosen else {
            open.going = pick::default_move(facts, hand).and_then(|chosen| Going::find(facts, unit, chosen));
            if open.going.is_none() {
                let drive = pick::default_drive(facts, hand);
                open.wheel = drive.and_then(|chosen| Wheel::find(facts, unit, chosen));
            }
            let worth = |foe: &&UnitState| {
                facts.hostile(foe, unit) && facts.present(foe) && !aboard::wrecked(facts, foe)
            };
            for foe in facts.units.iter().filter(worth) {
                if let Some(chosen) = pick::default_attack(facts, unit, hand, foe.id()) {
                    open.targets.push((foe.id(), chosen));
                }
            }
            return open;
        };
        let Some(def) = facts.book.action(chosen.action).cloned() else { return open };
        let mut chosen = chosen.clone();
        match pick::need(facts, unit, &def, &mut chosen) {
            Need::Square => open.going = Going::find(facts, unit, chosen),
            Need::Target => {
                for target in facts.units.iter().filter(|target| facts.present(target)) {
                    let mut aimed = chosen.clone();
                    aimed.args.target = Some(target.id());
                    if let Ok(aimed) = pick::armed(facts, unit, &def, aimed, occasion) {
                        open.targets.push((target.id(), aimed));
                    }
                }
            }
            Need::Charge => {
                for charge in legal::charges(facts, unit, &def) {
                    let mut aimed = chosen.clone();
                    aimed.args.target = Some(charge.target);
                    aimed.args.path = charge.path;
                    aimed.args.climbs = charge.climbs;
                    open.targets.push((charge.target, aimed));
                }
            }
            Need::Aim => {
                let mut squares = legal::squares(facts, unit.id(), &chosen.act(), occasion);
                if def.asks.contains(&Hole::Landing) {
                    legal::landings(facts, unit).into_iter().for_each(|square| {
                        squares.insert(square);
                    });
                }
                open.aim = Some((squares, chosen));
            }
            Need::Course => open.wheel = Wheel::find(facts, unit, chosen),
            Need::Menu(..) | Need::Nothing => {}
        }
        open
    }

    /// The order that a click on a unit would give.
    pub fn aimed(&self, target: UnitId) -> Option<&Chosen> {
        self.targets.iter().find(|(known, _)| *known == target).map(|(_, chosen)| chosen)
    }
}

/// Everything that goes into the overlay.
pub struct Ground<'a> {
    /// What is known.
    pub facts: &'a Facts,
    /// The unit whose turn it is, if it is one's own.
    pub unit: Option<&'a UnitState>,
    /// What is open to it.
    pub open: &'a Open,
    /// Where the pointer is.
    pub pointed: Option<At>,
    /// Squares that answer the open question, with what is written on them.
    pub answers: &'a [(At, String)],
    /// The square of the answer that is pointed at.
    pub asked: Option<At>,
    /// What an area attack at the pointer would do.
    pub stamp: Option<&'a Stamp>,
    /// The path laid out.
    pub laid: Option<&'a [Square]>,
    /// With fog: the squares in sight, and those ever seen.
    pub fog: Option<&'a (SquareSet, SquareSet)>,
    /// What would be if the unit stood where the pointer is.
    pub stand: Option<&'a Stand>,
    /// Whether the others' threat is shown, with the colour of a side.
    pub threat: Option<usize>,
}

/// Spells that lie on squares, as far as these are in sight.
fn facts_in_sight<'a>(ground: &Ground<'a>) -> impl Iterator<Item = &'a ActiveSpell> {
    let fog = ground.fog;
    ground.facts.spells.iter().filter(move |active| {
        active.places().iter().any(|square| fog.is_none_or(|(seen, _)| seen.contains(*square)))
    })
}

/// The way that is laid down or pointed at, with how the unit would stand at its end; what is written on it is noted.
fn way(
    ground: &Ground<'_>,
    unit: &UnitState,
    going: &Going,
    notes: &mut Vec<(At, String)>,
) -> Option<(Vec<At>, Option<Ghost>)> {
    let laid = ground.laid.map(<[Square]>::to_vec);
    let hovered = ground.pointed.map(show::square).and_then(|square| going.path_to(square));
    let begun = Some(&going.begun).filter(|begun| !begun.is_empty()).cloned();
    let squares = laid.or(hovered).or(begun)?;
    let body = ground.facts.moving(unit).place.area;
    let inner = Square::new((i16::from(body.columns) - 1).max(0) / 2, (i16::from(body.rows) - 1).max(0) / 2);
    let steps = std::iter::once(body.origin).chain(squares.iter().copied());
    let path = steps.map(|square| show::at(square) + show::at(inner)).collect();
    let last = squares.last().copied();
    if let Some((last, note)) = last.and_then(|last| Some((last, going.note(last)?))) {
        notes.push((show::at(last), note));
    }
    for (at, increment) in going.increments(ground.facts, unit, &squares) {
        if Some(at) != last {
            notes.push((show::at(at), say!("way-increment", n = increment)));
        }
    }
    Some((path, going.ghost(ground.facts, unit, &squares)))
}

/// Squares to aim at that are lit one by one, at most.
const FEW: usize = 24;

/// The overlay of a table on which nothing lies but fog.
pub fn fog_alone(map: &Map, fog: Option<&(SquareSet, SquareSet)>) -> Overlay {
    let mark = |square: Square| match fog {
        Some((seen, _)) if seen.contains(square) => 0,
        Some((_, explored)) if explored.contains(square) => mark::DARK,
        Some(_) => mark::DARK | mark::UNKNOWN,
        None => 0,
    };
    Overlay { marks: map.squares().map(mark).collect(), ..Overlay::default() }
}

/// The overlay.
pub fn overlay(ground: &Ground<'_>) -> Overlay {
    let map = &ground.facts.map;
    let (width, height) = (usize::from(map.width()), usize::from(map.height()));
    let mut marks = vec![0_u8; width * height];
    let mut put = |square: Square, bits: u8| {
        if map.contains(square)
            && let (Ok(x), Ok(y)) = (usize::try_from(square.x), usize::try_from(square.y))
            && let Some(own) = marks.get_mut(y * width + x)
        {
            *own |= bits;
        }
    };
    if let Some((seen, explored)) = ground.fog {
        for square in map.squares().filter(|square| !seen.contains(*square)) {
            put(square, if explored.contains(square) { mark::DARK } else { mark::DARK | mark::UNKNOWN });
        }
    }
    let mut notes = Vec::new();
    for active in facts_in_sight(ground) {
        active.places().iter().for_each(|square| put(*square, mark::AREA));
        let name = words::capital(&ground.facts.book.name_of(active.spell));
        notes.extend(active.square.or(active.squares.first().copied()).map(|at| (show::at(at), name)));
    }
    let mut path: Vec<At> = Vec::new();
    let mut ghost = None;
    if let (Some(unit), Some(wheel)) = (ground.unit, &ground.open.wheel) {
        wheel.squares().for_each(|square| put(square, mark::REACH));
        if let Some(square) = ground.pointed.map(show::square) {
            path = wheel.way(ground.facts, unit, square);
            ghost = wheel.ghost(ground.facts, unit, square);
        }
    }
    if let (Some(unit), Some(going)) = (ground.unit, &ground.open.going) {
        let half = Chance::new(1, 2);
        // What is driven or ridden goes there, and covers its own squares.
        let body = ground.facts.moving(unit).place.area;
        for (square, cost) in going.squares() {
            let bits = if going.chance(cost) >= half { mark::REACH } else { mark::FAR };
            for covered in body.at(square).squares() {
                put(covered, bits);
                if going.provokes && ground.open.threatened.as_ref().is_some_and(|set| set.contains(covered))
                {
                    put(covered, mark::PROVOKES);
                }
            }
        }
        if let Some((way, stands)) = way(ground, unit, going, &mut notes) {
            (path, ghost) = (way, stands);
        }
        for (point, cost) in &going.points {
            put(*point, mark::TARGET);
            if going.end() != Some(*point) {
                notes.push((show::at(*point), cost.to_string()));
            }
        }
    }
    if let Some((squares, _)) = &ground.open.aim {
        // A few are lit one by one; where there are many, the line around them says more.
        let bits = if squares.iter().count() <= FEW { mark::TARGET } else { mark::REACH };
        squares.iter().for_each(|square| put(square, bits));
    }
    if let Some(stamp) = ground.stamp {
        stamp.covered.iter().for_each(|at| put(show::square(*at), mark::AREA));
        stamp.astray.iter().for_each(|at| put(show::square(*at), mark::FAR));
        notes.extend(stamp.notes.iter().cloned());
    }
    ground.asked.into_iter().for_each(|at| put(show::square(at), mark::AREA));
    for (at, text) in ground.answers {
        put(show::square(*at), mark::TARGET);
        if !text.is_empty() {
            notes.push((*at, text.clone()));
        }
    }
    for (target, chosen) in &ground.open.targets {
        let Some(target) = ground.facts.unit(*target) else { continue };
        target.place.area.squares().for_each(|square| put(square, mark::TARGET));
        let pointed = ground.pointed.is_some_and(|at| target.place.area.contains(show::square(at)));
        if let (true, Some(unit), false) = (pointed, ground.unit, chosen.args.path.is_empty()) {
            path = vec![show::at(unit.place.area.origin)];
            path.extend(chosen.args.path.iter().map(|square| show::at(*square)));
        }
        if let (true, Some(unit)) = (pointed, ground.unit)
            && let Some((way, stands)) = wheel::ramming(ground.facts, unit, chosen)
        {
            (path, ghost) = (way, stands);
        }
    }
    if let Some(stand) = ground.stand {
        notes.extend(stand.notes());
        stand.threatened().iter().for_each(|square| put(square, mark::THREAT));
    } else if let (Some(_), Some(threatened)) = (ground.threat, &ground.open.threatened) {
        threatened.iter().for_each(|square| put(square, mark::THREAT));
    }
    Overlay { marks, path, notes, threat_side: ground.threat.unwrap_or(0), arcs: Vec::new(), ghost }
}
