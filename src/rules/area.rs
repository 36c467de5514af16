//! Attacks that cover more than a square: what they are aimed at, and whom they cover. Shapes are in
//! [`crate::grid::Template`], checks in [`attack`](super::attack), the order of play in `battle`.

pub use super::attack_rule::{AreaRule, Scatter};
use crate::rules::check_prelude::*;

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
    /// Whose being aimed at counts in the check: an explosive is thrown or launched at somebody, or else at a square
    /// (C-103, C-107).
    pub target: Option<UnitId>,
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
        if matches!(self.shape, Template::Block(_))
            && let Some(zone) = facts.surroundings.zone_at(self.square, self.band)
        {
            let map = &facts.map;
            let inside = |square: &Square| zone.over.iter().any(|patch| patch.contains(*square));
            return SquareSet::of(map.width(), map.height(), map.squares().filter(inside));
        }
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

/// The shape of an attack on an area: by the weapon, the spell, or a giant's blow; not in place of damage.
pub fn shape(facts: &Facts, by: &UnitState, action: &ActionDef, armament: &Armament<'_>) -> Option<Template> {
    let blow = |step: &Step| match step {
        Step::Attack { instead, .. } => instead.is_empty(),
        Step::Cast => true,
        _ => false,
    };
    if action.manoeuvre.is_some() || !action.steps.iter().any(blow) {
        return None;
    }
    match (FireDef::of(action).sweep, armament) {
        (Some(degrees), Armament::Weapon(weapon)) => Some(sweep::shape(facts, weapon, degrees)),
        _ => spread(facts, by, armament),
    }
}

/// What a weapon or spell covers whatever is done with it: a giant's blow is an area attack, too.
pub fn spread(facts: &Facts, by: &UnitState, armament: &Armament<'_>) -> Option<Template> {
    match armament {
        Armament::Spell(spell) => spell.area,
        Armament::Weapon(weapon) if weapon.area.is_some() => weapon.area,
        Armament::Weapon(WeaponDef { blast: Some(blast), .. }) => {
            Some(blast.shape(facts.book.settings.measure))
        }
        Armament::Weapon(weapon) if weapon.uses == WeaponUse::Melee => {
            let rule = &facts.book.settings.attack.area;
            let own = facts.book.size(by.sheet.0.size)?;
            if own.step < facts.book.size(rule.giants?)?.step {
                return None;
            }
            let step = own.step - weapon.smaller.unwrap_or(rule.smaller);
            let of_weapon = facts.book.settings.sizes.iter().find(|size| size.step == step)?;
            (of_weapon.footprint > 1).then_some(Template::Square(of_weapon.footprint))
        }
        Armament::Weapon(_) => None,
    }
}

/// What an order aims at, from `from`: the square named, else its target's nearest; none: it covers no area.
pub fn aim(
    facts: &Facts,
    by: &UnitState,
    from: &Area,
    action: &ActionDef,
    armament: &Armament<'_>,
    args: &Args,
) -> Option<OrRefusal<Aim>> {
    let shape = shape(facts, by, action, armament)?;
    let target = args.target.and_then(|id| facts.unit(id));
    let melee = matches!(armament, Armament::Weapon(weapon) if weapon.uses == WeaponUse::Melee);
    let band = match target {
        Some(target) => target.place.band,
        None if melee || spreads(shape) => by.place.band,
        None => Band::Ground,
    };
    let no = |code: &str, message: Message| Some(refuse(code, message, "A-157"));
    let square = match (args.square, target) {
        (Some(square), _) => square,
        (None, Some(target)) => nearest(&target.place.area, from),
        (None, None) => return no("missing", message!("core-needs-a-square-to-aim-at")),
    };
    if !facts.map.contains(square) {
        return no("off_map", message!("core-the-square-is-not-on-the-map"));
    }
    if let (Some(corner), Template::Square(side)) = (args.corner, shape)
        && !Area::new(corner, side).contains(square)
    {
        return no("wrong_corner", message!("core-the-square-aimed-at-has-to-be-one-of-those-covered"));
    }
    let explosive = matches!(armament, Armament::Weapon(weapon) if weapon.blast.is_some());
    let target = args.target.filter(|_| explosive && args.square.is_none());
    Some(Ok(Aim { shape, square, corner: args.corner, band, target }))
}

/// Whether a shape spreads from the attacker.
fn spreads(shape: Template) -> bool {
    matches!(shape, Template::Cone(_) | Template::Arc(..) | Template::Line(_))
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
    armament: &Armament<'_>,
    aim: &Aim,
) -> OrRefusal<AttackRange> {
    let here = Area::one(aim.square);
    if by.place.band != aim.band && spreads(aim.shape) {
        let text = message!("core-what-spreads-from-the-attacker-stays-in-its-altitude-band");
        return refuse("other_band", text, "T-05");
    }
    let range = attack::range_to(facts, by, from, &here, aim.band, armament)?;
    attack::clear(facts, by, from, &here, aim.band)?;
    Ok(range)
}

/// The range of an aim, or what it would be if it were possible.
pub fn range_of(
    facts: &Facts,
    by: &UnitState,
    from: &Area,
    armament: &Armament<'_>,
    aim: &Aim,
) -> AttackRange {
    possible(facts, by, from, armament, aim).unwrap_or(AttackRange {
        distance: from.distance(&Area::one(aim.square)),
        increment: 1,
        ..AttackRange::default()
    })
}

/// The check against the target square, or against the unit that an explosive is aimed at (C-42, C-103).
pub fn square_check(facts: &Facts, spec: &AttackSpec<'_>, aim: &Aim, range: AttackRange) -> Option<Check> {
    if let Some(target) = aim.target {
        let precomputed = Precomputed::default();
        return attack::check(facts, &AttackSpec { target, precomputed, ..spec.clone() });
    }
    let number = facts.book.settings.attack.area.number;
    attack::check_square(facts, spec, range, aim, Some(number))
}

/// The check thrown anew where a missed attack comes down: held against those inside alone.
pub fn scattered_check(facts: &Facts, spec: &AttackSpec<'_>, aim: &Aim, range: AttackRange) -> Option<Check> {
    attack::check_square(facts, spec, range, aim, None)
}

/// The check as it is held against one of those inside.
pub fn inside_check(facts: &Facts, spec: &AttackSpec<'_>, range: AttackRange) -> Option<Check> {
    attack::check_inside(facts, spec, range)
}

/// Everyone in an area, in roster order, the attacker last; of an arc that is swept, foes alone (S-72).
pub fn occupants(facts: &Facts, by: UnitId, aim: &Aim, covered: &SquareSet) -> Vec<UnitId> {
    let sweeps = matches!(aim.shape, Template::Arc(..));
    let inside = |unit: &&UnitState| {
        let meant = !sweeps || facts.hostile_ids(by, unit.id());
        meant && facts.present(unit) && aim.covers(covered, unit)
    };
    let mut found: Vec<UnitId> = facts.units.iter().filter(inside).map(|unit| unit.id()).collect();
    found.sort_by_key(|id| *id == by);
    found
}

/// How a missed attack with these means scatters; none: it is lost (A-78, A-159, C-103, C-108).
pub fn scatters(facts: &Facts, armament: &Armament<'_>) -> Option<Scatter> {
    let rule = facts.book.settings.attack.area.scatter?;
    match (rule, armament) {
        (_, Armament::Spell(_)) => None,
        (Scatter::Metres(_), Armament::Weapon(weapon)) if weapon.uses != WeaponUse::Thrown => None,
        _ => Some(rule),
    }
}

/// Squares by which a miss with this effect goes astray (C-108).
pub fn squares_astray(facts: &Facts, metres: i32, effect: i32) -> i32 {
    facts.book.settings.measure.nearest(metres.saturating_add(effect))
}

/// Where something comes down that flies so many squares from one in a band, the way given by a die of eight (C-11).
pub fn astray(facts: &Facts, (from, band): (Square, Band), face: u16, squares: i32) -> (Dir8, Square) {
    // Clockwise from north, by the faces of the die (table A-T10).
    let way = Dir8::ALL.get(usize::from(face).saturating_sub(1)).copied().unwrap_or(Dir8::N);
    let squares = u32::try_from(squares).unwrap_or(0);
    (way, grid::travel(facts.map_in(band), from, way, squares))
}

/// Where a miss by this margin may come down, with its odds: by range increments or margin (C-108); none: lost.
pub fn scatter(
    facts: &Facts,
    armament: &Armament<'_>,
    aim: &Aim,
    range: AttackRange,
    margin: i32,
) -> Option<Dist<Square>> {
    let far = match scatters(facts, armament)? {
        Scatter::Metres(metres) => Dist::one(squares_astray(facts, metres, margin)),
        Scatter::Increments(sides) => {
            let dice = u32::try_from(range.increment.max(1)).unwrap_or(1);
            let die = Dist::die(sides);
            let mut far = Dist::one(0);
            for _ in 0..dice {
                far = far.bind(|sum| die.map(|face| sum + face));
            }
            far
        }
    };
    Some(Dist::die(8).bind(|face| {
        let face = u16::try_from(*face).unwrap_or(1);
        far.map(|squares| astray(facts, (aim.square, aim.band), face, *squares).1)
    }))
}

/// The same for all ways in which a check may miss; none also where it cannot.
pub fn scatter_of(
    facts: &Facts,
    armament: &Armament<'_>,
    aim: &Aim,
    range: AttackRange,
    check: &Check,
) -> Option<Dist<Square>> {
    scatters(facts, armament).filter(|_| !matches!(aim.shape, Template::Arc(..)))?;
    let readings = check.naturals(&facts.book.settings.check.dice).map(|natural| check.read(*natural));
    let missed = readings.iter().filter(|(reading, ..)| !reading.success);
    let missed = Dist::weighted(missed.map(|(reading, weight, _)| (reading.margin, weight)))?;
    let places = missed.map(|margin| *margin).bind(|margin| {
        scatter(facts, armament, aim, range, *margin).unwrap_or_else(|| Dist::one(aim.square))
    });
    Some(places)
}
