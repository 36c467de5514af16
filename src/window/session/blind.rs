//! The preview of fire at a square where nobody is seen: the line, who is known to be on it, and the odds (C-89).

use crate::window::session::prelude::*;

/// What firing blindly at a square would do; none where that is not possible.
pub fn stamp(order: Order<'_>) -> Option<AreaEffect> {
    let Order { facts, unit, def, chosen } = order;
    let square = chosen.args.square?;
    let spec = preview::spec_at(order, unit.id());
    let Armament::Weapon(weapon) = spec.armament(facts)? else { return None };
    let range = fire::blind(facts, unit, spec.weapon, square, &Armament::Weapon(weapon)).ok()?;
    let check = attack::check_blind(facts, &spec, range)?;
    let covered: Vec<Square> = fire::line(facts, unit, square, weapon, range);
    let title = words::capital(&say!("blind-title", weapon = weapon.name.as_str()));
    let mut card = SideCard::new(title, &def.name);
    card.numbers.push((preview::percent(check.chance()), say!("blind-to-hit"), false));
    let there = fire::on_line(facts, unit, square, weapon, range);
    let (notes, inside) =
        area::each((facts, unit), &spec, &chosen.args, there, "", |name| say!("blind-own", name = name));
    let heading = if inside.is_empty() { say!("blind-nobody") } else { say!("blind-line") };
    card.lines.push(SideLine { sum: !inside.is_empty(), ..line(heading, "") });
    card.lines.extend(inside);
    card.lines.extend(preview::sum_lines(facts, &check));
    let covered = covered.into_iter().map(show::at).collect();
    Some(AreaEffect { covered, astray: Vec::new(), notes, sector: None, card })
}
