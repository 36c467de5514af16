//! Attacks that cover more than a square: what they are aimed at, and whom they cover.
//!
//! Owns the aim, the weapons of giants and where a missed attack may come down. The shapes themselves are in
//! [`crate::grid::Template`], the checks in [`attack`](super::attack), the order of play in `battle`.

use serde::{Deserialize, Serialize};

use super::{
    action::{ActionDef, Step, WeaponUse},
    attack::{self, AttackSpec, Means, Range},
    check::Check,
    facts::{Facts, UnitId, UnitState},
    legal::{Args, Refusal, clear},
};
use crate::{
    dice::Dist,
    grid::{self, Area, Band, Dir8, Square, SquareSet, Template},
    key::Key,
};

/// What a book says of area attacks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct AreaRule {
    /// The defence of a square.
    pub number: i32,
    /// A missed attack scatters: sides of the die thrown for each range increment; none: it is lost.
    pub scatter: Option<u16>,
    /// From this size on a creature's blows strike an area; none: nobody's do.
    pub giants: Option<Key>,
    /// By how many size categories a giant's weapon is smaller than the giant.
    pub smaller: i32,
}

impl Default for AreaRule {
    fn default() -> Self {
        Self { number: 10, scatter: Some(4), giants: None, smaller: 2 }
    }
}

/// The way a missed attack scatters, by the eight faces of a die, clockwise from north (table A-T10).
pub const COMPASS: [Dir8; 8] = [Dir8::N, Dir8::NE, Dir8::E, Dir8::SE, Dir8::S, Dir8::SW, Dir8::W, Dir8::NW];

/// What an area attack is aimed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Aim {
    /// What is covered.
    pub shape: Template,
    /// The target square.
    pub square: Square,
    /// The north-west square covered, for squares of several a side; none: the target square is in their
    /// middle.
    pub corner: Option<Square>,
    /// The altitude band in which it comes down.
    pub band: Band,
}

impl Aim {
    /// The same coming down elsewhere.
    #[must_use]
    pub fn at(self, square: Square) -> Self {
        let corner = self.corner.map(|corner| {
            let shift = |to: i16, from: i16, old: i16| old.saturating_add(to.saturating_sub(from));
            Square::new(shift(square.x, self.square.x, corner.x), shift(square.y, self.square.y, corner.y))
        });
        Self { square, corner, ..self }
    }

    /// The squares covered by one who attacks from `from`.
    pub fn squares(&self, facts: &Facts, from: &Area) -> SquareSet {
        match (self.shape, self.corner) {
            (Template::Square(side), Some(corner)) => {
                Template::square_from(facts.map_in(self.band), self.square, corner, side)
            }
            (shape, _) => shape.squares(facts.map_in(self.band), from, self.square),
        }
    }

    /// Whether it covers any square of a unit, coming down where it is aimed.
    pub fn covers(&self, covered: &SquareSet, unit: &UnitState) -> bool {
        unit.place.band == self.band && unit.place.area.squares().any(|square| covered.contains(square))
    }
}

/// The shape of an attack, if it is one that covers an area: what the weapon or spell says, or a giant's blow.
/// What an action does in place of damage is done to one target.
pub fn shape(facts: &Facts, by: &UnitState, action: &ActionDef, means: &Means<'_>) -> Option<Template> {
    let blow = |step: &Step| match step {
        Step::Attack { instead, .. } => instead.is_empty(),
        Step::Cast => true,
        _ => false,
    };
    if action.feat.is_some() || !action.steps.iter().any(blow) {
        return None;
    }
    spread(facts, by, means)
}

/// What a weapon or spell covers whatever is done with it: a giant's blow is an area attack, too.
pub fn spread(facts: &Facts, by: &UnitState, means: &Means<'_>) -> Option<Template> {
    match means {
        Means::Spell(spell) => spell.area,
        Means::Weapon(weapon) if weapon.area.is_some() => weapon.area,
        Means::Weapon(weapon) if weapon.uses == WeaponUse::Melee => {
            let rule = &facts.book.settings.attack.area;
            let own = facts.book.size(by.sheet.0.size)?;
            if own.step < facts.book.size(rule.giants?)?.step {
                return None;
            }
            let step = own.step - weapon.smaller.unwrap_or(rule.smaller);
            let of_weapon = facts.book.settings.sizes.iter().find(|size| size.step == step)?;
            (of_weapon.footprint > 1).then_some(Template::Square(of_weapon.footprint))
        }
        Means::Weapon(_) => None,
    }
}

/// What an order aims at, for one who attacks from `from`: the square that it names, else the square of its target that
/// is nearest. None where the attack covers no area.
pub fn aim(
    facts: &Facts,
    by: &UnitState,
    from: &Area,
    action: &ActionDef,
    means: &Means<'_>,
    args: &Args,
) -> Option<Result<Aim, Refusal>> {
    let shape = shape(facts, by, action, means)?;
    let target = args.target.and_then(|id| facts.unit(id));
    let melee = matches!(means, Means::Weapon(weapon) if weapon.uses == WeaponUse::Melee);
    let band = match target {
        Some(target) => target.place.band,
        None if melee || matches!(shape, Template::Cone(_) | Template::Line(_)) => by.place.band,
        None => Band::Ground,
    };
    let refuse = |code: &str, text: String| Some(Err(Refusal::new(code, text, Some(Key::new("A-157")))));
    let square = match (args.square, target) {
        (Some(square), _) => square,
        (None, Some(target)) => nearest(&target.place.area, from),
        (None, None) => return refuse("missing", "needs a square to aim at".to_owned()),
    };
    if !facts.map.contains(square) {
        return refuse("off_map", "the square is not on the map".to_owned());
    }
    if let (Some(corner), Template::Square(side)) = (args.corner, shape)
        && !Area::new(corner, side).contains(square)
    {
        return refuse("wrong_corner", "the square aimed at has to be one of those covered".to_owned());
    }
    Some(Ok(Aim { shape, square, corner: args.corner, band }))
}

/// The square of a footprint that is nearest to another.
fn nearest(of: &Area, to: &Area) -> Square {
    of.squares().min_by_key(|square| to.distance(&Area::one(*square))).unwrap_or(of.origin)
}

/// Whether an aim is near enough, in sight and in reach of effects, and what the distance costs.
pub fn possible(
    facts: &Facts,
    by: &UnitState,
    from: &Area,
    means: &Means<'_>,
    aim: &Aim,
) -> Result<Range, Refusal> {
    let here = Area::one(aim.square);
    if by.place.band != aim.band && matches!(aim.shape, Template::Cone(_) | Template::Line(_)) {
        let text = "what spreads from the attacker stays in its altitude band".to_owned();
        return Err(Refusal::new("other_band", text, Some(Key::new("T-05"))));
    }
    let range = attack::range_to(facts, by, from, &here, aim.band, means)?;
    clear(facts, by, from, &here, aim.band)?;
    Ok(range)
}

/// The check against the target square.
pub fn square_check(facts: &Facts, spec: &AttackSpec<'_>, aim: &Aim, range: Range) -> Option<Check> {
    let number = facts.book.settings.attack.area.number;
    attack::check_square(facts, spec, range, other_band(facts, spec, aim), Some(number))
}

/// The check thrown anew where a missed attack comes down: held against those inside alone.
pub fn scattered_check(facts: &Facts, spec: &AttackSpec<'_>, aim: &Aim, range: Range) -> Option<Check> {
    attack::check_square(facts, spec, range, other_band(facts, spec, aim), None)
}

fn other_band(facts: &Facts, spec: &AttackSpec<'_>, aim: &Aim) -> bool {
    facts.unit(spec.by).is_some_and(|by| by.place.band != aim.band)
}

/// The check as it is held against one of those inside.
pub fn inside_check(facts: &Facts, spec: &AttackSpec<'_>, range: Range) -> Option<Check> {
    attack::check_inside(facts, spec, range)
}

/// Everyone whom an area covers, in roster order, the attacker last.
pub fn occupants(facts: &Facts, by: UnitId, aim: &Aim, covered: &SquareSet) -> Vec<UnitId> {
    let inside = |unit: &&UnitState| facts.present(unit) && aim.covers(covered, unit);
    let mut found: Vec<UnitId> = facts.units.iter().filter(inside).map(|unit| unit.id()).collect();
    found.sort_by_key(|id| *id == by);
    found
}

/// Where a missed attack may come down, with its odds: one of eight ways, as many dice as range increments.
/// None: it is lost.
pub fn scatter(facts: &Facts, aim: &Aim, range: Range) -> Option<Dist<Square>> {
    let sides = facts.book.settings.attack.area.scatter?;
    let dice = u32::try_from(range.increment.max(1)).unwrap_or(1);
    let mut far = Dist::one(0u32);
    let die = Dist::die(sides);
    for _ in 0..dice {
        far = far.bind(|sum| die.map(|face| sum + u32::try_from(*face).unwrap_or(0)));
    }
    Some(Dist::die(8).bind(|face| {
        let way = usize::try_from(*face - 1).ok().and_then(|at| COMPASS.get(at)).copied();
        far.map(|squares| {
            way.map_or(aim.square, |way| grid::travel(facts.map_in(aim.band), aim.square, way, *squares))
        })
    }))
}
