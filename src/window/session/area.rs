//! Attacks that cover an area, before they are made: the stamp under the pointer, whom it covers and at what odds, and
//! where it may land if it goes astray.

use super::blind;
use crate::rules::{area, zone_area};
use crate::window::session::prelude::*;

/// The shape that an order would cover, if it covers an area.
pub fn shape(order: Order<'_>) -> Option<Template> {
    area::shape(order.facts, order.unit, order.def, &spec(order).armament(order.facts)?)
}

/// The attack of an order, on its own unit while it has no target.
fn spec(order: Order<'_>) -> AttackSpec<'_> {
    preview::spec_at(order, order.chosen.args.target.unwrap_or(order.unit.id()))
}

/// What an aim would do.
pub struct AreaEffect {
    /// The squares covered.
    pub covered: Vec<At>,
    /// Where it may come down if it goes astray.
    pub astray: Vec<At>,
    /// Those inside: where they are written, and what.
    pub notes: Vec<(At, String)>,
    /// The cone that it covers, if it is one.
    pub sector: Option<Sector>,
    pub card: SideCard,
}

/// The order with a square to aim at, and the corner of what it covers there.
pub fn at(chosen: &Chosen, square: Square) -> Chosen {
    let mut aimed = chosen.clone();
    aimed.args.square = Some(square);
    aimed.args.corner =
        aimed.shift.map(|(x, y)| Square::new(square.x.saturating_add(x), square.y.saturating_add(y)));
    aimed
}

/// What an order would do, its square or target filled in; none where it covers no area.
pub fn stamp(order: Order<'_>) -> Option<AreaEffect> {
    let Order { def, chosen, .. } = order;
    if FireDef::of(def).blind {
        return blind::stamp(order);
    }
    let facts = &preview::at_end_of_path(order.facts, order.unit, chosen);
    let unit = facts.unit(order.unit.id())?;
    let spec = spec(Order { facts, unit, ..order });
    let armament = spec.armament(facts)?;
    let from = unit.place.area;
    let aim = area::aim(facts, unit, &from, def, &armament, &chosen.args)?.ok()?;
    let range = area::possible(facts, unit, &from, &armament, &aim).ok()?;
    let covered = aim.squares(facts, &from);
    let about = format!("{}; {}", def.name, shape_words(aim.shape));
    let mut card = SideCard::new(words::capital(armament.name()), about);
    let inside = area::occupants(facts, unit.id(), &aim, &covered);
    let (notes, lines) =
        each((facts, unit), &spec, &chosen.args, inside, "?", |name| say!("area-own", unit = name));
    // What fills a zone rolls for nothing but what each one inside takes (D-95).
    let rolls = zone_area::of(facts, def, &armament).is_none();
    let check = area::square_check(facts, &spec, &aim, range).filter(|_| rolls);
    card.lines.extend(heading(say!("area-inside"), lines));
    if let Some(check) = &check {
        card.numbers.push((preview::percent(check.chance()), say!("number-strike-square"), false));
        card.lines.extend(preview::sum_lines(facts, check));
    }
    // A spell that misses its square is lost and does not go astray.
    let places = check.and_then(|check| area::scatter_of(facts, &armament, &aim, range, &check));
    let (astray, bars) = places.map_or_else(Default::default, |places| astray(&places));
    if !bars.is_empty() {
        let own = line(say!("area-astray"), "");
        card.lines.push(SideLine { sum: true, ..own });
    }
    card.bars = bars;
    let sector = cones::of_attack(aim.shape, &from, aim.square);
    Some(AreaEffect { covered: squares(&covered), astray, notes, sector, card })
}

/// The odds against each: as notes and as lines. `own` names friends; `unknown` stands for odds not known.
pub(super) fn each(
    (facts, unit): (&Facts, &UnitState),
    spec: &AttackSpec<'_>,
    args: &Args,
    ids: impl IntoIterator<Item = UnitId>,
    unknown: &str,
    own: impl Fn(&str) -> String,
) -> (Vec<(At, String)>, Vec<SideLine>) {
    let (mut notes, mut lines) = (Vec::new(), Vec::new());
    for id in ids {
        let Some(target) = facts.unit(id) else { continue };
        let friend = !facts.hostile(unit, target);
        let name = target.identity.name.as_str();
        let odds = odds::attack_at(facts, &AttackSpec { target: id, ..spec.clone() }, args);
        let value = odds.map_or_else(
            || unknown.to_owned(),
            |odds| {
                let odds = preview::counted(facts, target, odds);
                let hit = preview::percent(odds.hits);
                notes.push((show::at(target.place.area.origin), hit.clone()));
                match odds.mean_thousandths() {
                    0 => hit,
                    mean => format!("{hit} · {}", preview::mean_in_short(facts, target, mean)),
                }
            },
        );
        let text = if friend { own(name) } else { name.to_owned() };
        lines.push(SideLine { harm: friend, ..line(text, value) });
    }
    (notes, lines)
}

fn heading(text: String, lines: Vec<SideLine>) -> Vec<SideLine> {
    if lines.is_empty() {
        return vec![line(say!("area-nobody"), "")];
    }
    std::iter::once(SideLine { sum: true, ..line(text, "") }).chain(lines).collect()
}

fn squares(set: &SquareSet) -> Vec<At> {
    set.iter().map(show::at).collect()
}

/// A square that is this likely is worth a bar.
const LIKELY: usize = 4;

/// Where an attack that misses its square may come down, and the likeliest of these places as bars.
fn astray(dist: &Dist<Square>) -> (Vec<At>, Vec<(String, f32, String)>) {
    let mut places: Vec<(At, f32, Chance)> = dist
        .iter()
        .map(|(square, ..)| {
            let chance = dist.probability(|to| to == square);
            (show::at(*square), chance.per_mille() as f32 / 1000.0, chance)
        })
        .collect();
    let all = places.iter().map(|(at, ..)| *at).collect();
    places.sort_by(|one, other| other.1.total_cmp(&one.1));
    let bars = places
        .iter()
        .take(LIKELY)
        .map(|(at, share, chance)| (words::square(*at), *share, preview::percent(*chance)))
        .collect();
    (all, bars)
}

pub fn shape_words(shape: Template) -> String {
    match shape {
        Template::Burst(n) => say!("shape-burst", n = n),
        Template::Square(n) => say!("shape-square", n = n),
        Template::Cone(n) => say!("shape-cone", n = n),
        Template::Arc(n, degrees) => say!("shape-arc", n = n, degrees = degrees),
        Template::Line(n) => say!("shape-line", n = n),
        Template::Block(_) => say!("shape-zone"),
    }
}

/// How squares of so many a side may lie around the one aimed at, in words: in its middle, then with it at a corner.
pub fn shifts(side: u8) -> Vec<(Option<(i16, i16)>, String)> {
    let far = -(i16::from(side.max(1)) - 1);
    vec![
        (None, say!("shift-around")),
        (Some((0, 0)), say!("shift-south-east")),
        (Some((far, 0)), say!("shift-south-west")),
        (Some((far, far)), say!("shift-north-west")),
        (Some((0, far)), say!("shift-north-east")),
    ]
}
