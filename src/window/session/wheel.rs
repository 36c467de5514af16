//! A vehicle being driven: where it can get to, which course and facing the pointer means, and the card of it.

use crate::window::session::prelude::*;
use crate::{
    grid::Arc,
    rules::{
        collision,
        legal::{Course, Roads},
    },
};

/// A course that is asked for.
#[derive(Clone, Debug)]
pub struct Wheel {
    /// The order without it.
    pub chosen: Chosen,
    roads: Roads,
}

/// How free the course is that an action asks for; none: it asks for none, or its target says it.
pub fn freedom(def: &ActionDef) -> Option<Freedom> {
    def.asks.iter().find_map(|parameter| match parameter {
        Parameter::Course { how, .. } if *how != Freedom::Ram => Some(*how),
        _ => None,
    })
}

impl Wheel {
    /// Everywhere that the unit can drive by what is in hand.
    pub fn find(facts: &Facts, unit: &UnitState, chosen: Chosen) -> Option<Self> {
        let def = facts.book.action(chosen.action)?;
        // Up or down by the small choice that those who fly by themselves have too.
        let to = chosen.args.last_band(facts.drives(unit.id())?.place.band);
        Some(Self { chosen, roads: legal::roads_to(facts, unit, def, to).ok()? })
    }

    /// The end that is meant by a square: of those that cover it the one whose middle lies nearest, then the cheapest.
    fn end(&self, square: Square) -> Option<usize> {
        let off = |area: &Area| {
            let last = area.last();
            let x = i32::from(area.origin.x) + i32::from(last.x) - 2 * i32::from(square.x);
            let y = i32::from(area.origin.y) + i32::from(last.y) - 2 * i32::from(square.y);
            x * x + y * y
        };
        let ends = self.roads.ends().filter(|(_, stop)| stop.area.contains(square));
        ends.min_by_key(|(_, stop)| (off(&stop.area), stop.cost)).map(|(at, _)| at)
    }

    /// The order that a click on a square gives.
    pub fn order(&self, square: Square) -> Option<Chosen> {
        let mut chosen = self.chosen.clone();
        let (looks, pursue) = (chosen.looks, chosen.pursue);
        // Where the vehicle changes its band stands in its course.
        chosen.args.climbs.clear();
        chosen.args.course = Some(Course { facing: looks, pursue, ..self.roads.course(self.end(square)?) });
        Some(chosen)
    }

    /// What the vehicle may come to cover in the end, and where it looks then.
    pub fn ends(&self) -> impl Iterator<Item = (Area, Dir8)> + '_ {
        self.roads.ends().map(|(_, stop)| (stop.area, stop.facing))
    }

    /// All squares that the vehicle may come to cover in the end.
    pub fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        self.ends().flat_map(|(area, _)| area.squares())
    }

    /// The middles of the squares that it passes on its way to the end meant.
    pub fn way(&self, facts: &Facts, unit: &UnitState, square: Square) -> Vec<At> {
        let Some(vehicle) = facts.drives(unit.id()) else { return Vec::new() };
        let Some(course) = self.end(square).map(|at| self.roads.course(at)) else { return Vec::new() };
        let steps =
            course.legs.iter().flat_map(|(dir, count)| std::iter::repeat_n(*dir, usize::from(*count)));
        passes(vehicle, steps).0
    }

    /// How the vehicle would stand in the end.
    pub fn ghost(&self, facts: &Facts, unit: &UnitState, square: Square) -> Option<Ghost> {
        let vehicle = facts.drives(unit.id())?;
        let stop = self.roads.stops.get(self.end(square)?)?;
        let facing = self.chosen.looks.unwrap_or(stop.facing);
        haunt(vehicle, &stop.area.turned(facing), facing)
    }

    /// The card of the end meant: what it takes, the check, or why it is not possible.
    pub fn card(&self, facts: &Facts, unit: &UnitState, square: Square) -> Option<SideCard> {
        let def = facts.book.action(self.chosen.action)?.clone();
        let vehicle = facts.drives(unit.id())?;
        let rule = facts.book.settings.vehicles.as_ref()?;
        let mut card = SideCard { title: def.name.clone(), ..SideCard::default() };
        card.about = vehicle.identity.name.clone();
        let Some(chosen) = self.order(square) else {
            card.lines.push(SideLine { harm: true, ..line(say!("wheel-out"), "") });
            return Some(card);
        };
        match legal::driving(facts, unit, &def, &chosen.args) {
            Ok(driving) => {
                let squares = rule.squares_at(driving.speed);
                card.numbers.push((driving.speed.to_string(), "km/h".to_owned(), false));
                card.lines.push(line(say!("vehicle-squares"), squares.to_string()));
                card.lines.push(line(say!("wheel-looks"), words::point(driving.facing)));
            }
            Err(why) => card.lines.push(preview::refusal_line(&why)),
        }
        preview::add_checks(Order { facts, unit, def: &def, chosen: &chosen }, &mut card);
        Some(card)
    }
}

/// The middles of the squares that a vehicle passes by these steps, and what it covers in the end.
fn passes(vehicle: &UnitState, steps: impl Iterator<Item = Dir8>) -> (Vec<At>, Area) {
    let middle = |area: &Area| {
        show::at(area.origin)
            + show::at(Square::new(i16::from(area.columns.max(1)) / 2, i16::from(area.rows.max(1)) / 2))
    };
    let mut area = vehicle.place.area;
    let mut way = vec![middle(&area)];
    for dir in steps {
        area = area.turned(dir).moved(dir);
        let next = middle(&area);
        if way.last() != Some(&next) {
            way.push(next);
        }
    }
    (way, area)
}

/// A vehicle as it would stand there.
pub fn haunt(vehicle: &UnitState, area: &Area, facing: Dir8) -> Option<Ghost> {
    let (width, length) = vehicle.vehicle()?.footprint;
    Some(Ghost {
        art: show::art(vehicle),
        middle: aboard::middle(area),
        size: UVec2::new(u32::from(width.max(1)), u32::from(length.max(1))),
        facing: u8::try_from(facing.eighths()).unwrap_or(0),
    })
}

/// The way of one who rams, over what it strikes and on, and how the vehicle would stand in the end (C-124), if so.
pub fn ramming(facts: &Facts, unit: &UnitState, chosen: &Chosen) -> Option<(Vec<At>, Option<Ghost>)> {
    let (vehicle, driving) = ram(facts, unit, chosen)?;
    let on_map = |at: &At| facts.map.contains(show::square(*at));
    let (way, area) = passes(vehicle, driving.steps.iter().copied());
    Some((way.into_iter().take_while(on_map).collect(), haunt(vehicle, &area, driving.facing)))
}

fn ram<'a>(facts: &'a Facts, unit: &UnitState, chosen: &Chosen) -> Option<(&'a UnitState, legal::Driving)> {
    let def = facts.book.action(chosen.action).filter(|def| rams(def))?;
    Some((facts.drives(unit.id())?, legal::driving(facts, unit, def, &chosen.args).ok()?))
}

/// Whether an action drives at its target.
fn rams(def: &ActionDef) -> bool {
    def.asks.iter().any(|parameter| matches!(parameter, Parameter::Course { how: Freedom::Ram, .. }))
}

/// What a ram comes to, for its card: how fast, with what force, and whether the vehicle itself suffers (C-119).
pub fn ram_lines(facts: &Facts, unit: &UnitState, chosen: &Chosen) -> Vec<SideLine> {
    let Some((vehicle, driving)) = ram(facts, unit, chosen) else { return Vec::new() };
    let mut lines = vec![line(say!("vehicle-speed"), say!("wheel-kph", n = driving.speed))];
    let rule = facts.book.settings.movement.collision.as_ref();
    let target = chosen.args.target.and_then(|id| facts.unit(id)).map(|target| facts.bearer(target));
    if let (Some((dice, _)), Some(target)) =
        (rule.and_then(|own| collision::crash(own, driving.speed)), target)
    {
        let dice = preview::dice(dice);
        lines
            .push(SideLine { harm: true, ..line(say!("wheel-struck", unit = &target.identity.name), &dice) });
        if collision::solid(facts, &Hit::Unit(target.id())) {
            let text = say!("wheel-struck", unit = &vehicle.identity.name);
            lines.push(SideLine { harm: true, ..line(text, dice) });
        } else {
            lines.push(line(say!("wheel-goes-over"), ""));
        }
    }
    let (_, end) = passes(vehicle, driving.steps.iter().copied());
    lines.extend((!facts.map.holds(&end)).then(|| SideLine { harm: true, ..line(say!("wheel-leaves"), "") }));
    lines
}

/// Speeds among which one who rams may choose: the fastest that does not carry it off the map, then round ones.
pub fn next_speed(facts: &Facts, unit: &UnitState, def: &ActionDef, now: Option<i32>) -> Option<Option<i32>> {
    let (least, most) = facts.speeds(facts.drives(unit.id()).filter(|_| rams(def))?);
    let round = |after: i32| (1..=most / SPEED).map(|n| n * SPEED).find(|n| *n > after && *n >= least);
    Some(round(now.unwrap_or(0)))
}

/// From one speed to choose to the next, in km/h.
const SPEED: i32 = 20;

/// The weaving numbers that a course allows (C-126), or the one that the quarry's asks for (C-127).
pub fn weavings(order: Order<'_>) -> Vec<MenuEntry> {
    let Order { facts, unit, def, chosen } = order;
    let (Some(rule), Some(vehicle)) = (&facts.book.settings.vehicles, facts.drives(unit.id())) else {
        return Vec::new();
    };
    let Ok(driving) = legal::driving(facts, unit, def, &chosen.args) else { return Vec::new() };
    let numbers = match vehicle.driven.must_weave {
        Some(number) => number..=number,
        None => 1..=rule.weaving(driving.speed).max(1),
    };
    numbers
        .map(|number| {
            MenuEntry::new(say!("wheel-weave", n = number), MenuPick::Amount(number))
                .note(say!("wheel-weave-note", n = -number))
        })
        .collect()
}

/// The sides of a vehicle as choices (C-125).
pub fn sides() -> Vec<MenuEntry> {
    let sides = [
        (Arc::Front, say!("side-ahead")),
        (Arc::Right, say!("side-right")),
        (Arc::Rear, say!("side-behind")),
        (Arc::Left, say!("side-left")),
    ];
    sides.into_iter().map(|(arc, text)| MenuEntry::new(text, MenuPick::Arc(arc))).collect()
}

/// The facing after this one, round by the right; after the last: as the course goes.
pub fn next_facing(now: Option<Dir8>) -> Option<Dir8> {
    match now {
        None => Some(Dir8::N),
        Some(Dir8::NW) => None,
        Some(dir) => Some(dir.rotate(1)),
    }
}
