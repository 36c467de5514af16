//! The chips of an order: how it is paid, by which category one moves, whether the check is rolled, further weapons,
//! and the small actions that ride on it.

use super::{items::item_name, menus::weapons, row::lateness};
use crate::rules::{
    legal::{Climb, Rider},
    movement::Pace,
    unit::MoveDef,
};
use crate::window::session::prelude::*;

/// A small choice as it is shown, and what it changes.
type ChipEntry = (Chip, OrderChip);

/// What a small choice changes.
#[derive(Clone, Debug, PartialEq)]
pub enum OrderChip {
    /// The way of paying.
    Mode(Mode),
    Weapon(Key),
    /// The category of movement.
    Category(Key),
    /// Changes of altitude band on the way (S-25).
    Climb(Vec<Climb>),
    /// A movement check is rolled that need not be.
    Roll,
    /// Where the vehicle looks in the end.
    Looks(Option<Dir8>),
    /// How fast the vehicle goes at whom it rams; none: as fast as it can (C-124).
    Speed(Option<i32>),
    /// Which vehicle it pursues, or none (C-127).
    Pursue(Option<UnitId>),
    /// Another corner of what is covered lies at the aim.
    Shift(Option<(i16, i16)>),
    /// A further weapon in the same attack (D-26).
    More(Key),
    /// A small action rides on it, or does not.
    Rider(Rider),
    /// The small actions that may ride on it are shown.
    Riders,
}

impl Chosen {
    /// Switches a chip.
    pub fn switch(&mut self, chip: &OrderChip) {
        let args = &mut self.args;
        match chip {
            OrderChip::Shift(shift) => self.shift = *shift,
            OrderChip::Speed(speed) => {
                args.course = speed.map(|_| legal::Course { speed: *speed, ..legal::Course::default() });
            }
            OrderChip::Looks(looks) => self.looks = *looks,
            OrderChip::Pursue(quarry) => self.pursue = *quarry,
            OrderChip::Mode(mode) => self.mode = *mode,
            OrderChip::Weapon(id) => {
                args.more.retain(|own| own != id);
                args.weapon = Some(*id);
            }
            OrderChip::Category(category) => args.category = Some(*category),
            OrderChip::Climb(climbs) => args.climbs.clone_from(climbs),
            OrderChip::Roll => args.roll = !args.roll,
            OrderChip::More(id) => toggle(&mut args.more, id),
            OrderChip::Rider(rider) => toggle(&mut args.riders, rider),
            OrderChip::Riders => self.riders = true,
        }
    }
}

fn toggle<T: Clone + PartialEq>(list: &mut Vec<T>, one: &T) {
    match list.iter().position(|own| own == one) {
        Some(at) => {
            list.remove(at);
        }
        None => list.push(one.clone()),
    }
}

/// The chips of an order, as they are shown from left to right.
pub fn chips(
    facts: &Facts,
    unit: &UnitState,
    card: Option<&Card>,
    chosen: &Chosen,
    occasion: &Occasion,
) -> Vec<ChipEntry> {
    let Some(order) = Order::new(facts, unit, chosen) else { return Vec::new() };
    let mut found = Vec::new();
    for offer in card.map(|card| card.offers.as_slice()).filter(|offers| offers.len() > 1).unwrap_or_default()
    {
        let text = words::low(&words::mode(offer.mode));
        let note = words::cost(&facts.book, &offer.cost, &offer.price);
        let why = offer.refusal.as_ref().map(|why| words::capital(&words::why_ruled(why)));
        let chip = Chip::new(text, note).on(offer.mode == chosen.mode).barred(why);
        found.push((chip, OrderChip::Mode(offer.mode)));
    }
    found.extend(arms(order));
    found.extend(ways(order));
    found.extend(altitudes(order));
    if let Some(Template::Square(side)) = area::shape(order) {
        // One chip that goes round the ways.
        let ways = area::shifts(side);
        let at = ways.iter().position(|(shift, _)| *shift == chosen.shift).unwrap_or(0);
        if let (Some((_, words)), Some((next, _))) = (ways.get(at), ways.get((at + 1) % ways.len())) {
            let chip = Chip::new(words, say!("chip-shift-note")).on(chosen.shift.is_some());
            found.push((chip, OrderChip::Shift(*next)));
        }
    }
    found.extend(heading(order));
    found.extend(courses(order));
    found.extend(more(order, occasion));
    // Minor actions are behind one chip until they are asked for, but for what makes it possible at all.
    let all = riders(order, occasion).into_iter();
    let (shown, more): (Vec<_>, Vec<_>) =
        all.partition(|(chip, _, opens)| chip.on || *opens || chosen.riders);
    found.extend(shown.into_iter().map(|(chip, what, _)| (chip, what)));
    if !more.is_empty() {
        found.push((Chip::new(say!("chip-minor"), say!("chip-minor-note")), OrderChip::Riders));
    }
    found
}

/// The weapons that a target may be attacked with, if several. None is lit: which is used depends on the target.
fn arms(order: Order<'_>) -> Vec<ChipEntry> {
    let Order { facts, unit, def, .. } = order;
    if def.target().is_none() {
        return Vec::new();
    }
    let arms = weapons(order);
    if arms.len() < 2 {
        return Vec::new();
    }
    arms.into_iter()
        .filter_map(|choice| {
            let MenuPick::Weapon(id) = choice.pick else { return None };
            let mounted = facts.mounted_weapon(unit, id).map(|one| preview::arc(one.mount.arc));
            let note = format!("{} {}", choice.mark, choice.note);
            let text = match mounted {
                Some(arc) => say!("chip-mounted", gun = &choice.text, arc = arc),
                None => choice.text,
            };
            Some((Chip::new(text, note.trim()).barred(choice.why_not), OrderChip::Weapon(id)))
        })
        .collect()
}

/// Categories of movement where there are several, and rolling for what could be taken as it stands.
fn ways(order: Order<'_>) -> Vec<ChipEntry> {
    let Order { facts, unit, def, chosen } = order;
    let Some((allowance @ (Allowance::Check | Allowance::Speed), ..)) = def.path() else { return Vec::new() };
    let usual = facts.move_def(unit, None);
    let serves = |def: &&MoveDef| {
        let named = chosen.args.category == Some(def.category);
        named || usual.is_none_or(|usual| def.category == usual.category || eases(facts, def, usual))
    };
    let own: Vec<&MoveDef> = facts.movements(unit).filter(serves).collect();
    let mut found = Vec::new();
    if own.len() > 1 {
        let now = facts.move_def(unit, chosen.args.category).map(|def| def.category);
        for def in own {
            let name = facts.book.name_of(def.category);
            let note = if def.natural {
                say!("chip-speed", n = def.speed)
            } else {
                say!("chip-speed-rolled", n = def.speed)
            };
            let chip = Chip::new(words::low(&name), note).on(now == Some(def.category));
            found.push((chip, OrderChip::Category(def.category)));
        }
    }
    let natural = facts.move_def(unit, chosen.args.category).is_none_or(|def| def.natural);
    let checked = matches!(facts.book.settings.movement.pace, Pace::Check { .. });
    if natural && checked && *allowance == Allowance::Check {
        let chip = Chip::new(say!("chip-rolled"), say!("chip-roll-note")).on(chosen.args.roll);
        found.push((chip, OrderChip::Roll));
    }
    found
}

/// Whether a way of moving may be better somewhere on the map than the usual one: it is faster or surer, flies, or
/// something there hinders it less.
fn eases(facts: &Facts, own: &MoveDef, usual: &MoveDef) -> bool {
    let (way, other) = (own.category, usual.category);
    let lighter = |here: &Terrain| {
        let opens = here.is_closed_to(other) && !here.is_closed_to(way);
        let slows = here.difficult > 0 || here.dc_mod != 0;
        opens || slows && here.is_ignored_by(way) && !here.is_ignored_by(other)
    };
    own.speed > usual.speed
        || own.natural && !usual.natural
        || facts.flies_by(way)
        || facts.map.squares().any(|square| facts.map.contents(square).any(lighter))
        || facts.map.edges().any(|(_, kind)| kind.is_closed_to(other) && !kind.is_closed_to(way))
}

/// The altitude bands in which a move may end, where there are several (S-25).
fn altitudes(order: Order<'_>) -> Vec<ChipEntry> {
    let Order { facts, unit, def, chosen } = order;
    let own = facts.drives(unit.id()).unwrap_or_else(|| facts.moving(unit)).place.band;
    let drives = wheel::freedom(def).is_some();
    let bands = if drives { legal::course_bands(facts, unit, def) } else { legal::bands(facts, unit, def) };
    if bands.len() < 2 || def.target().is_some() {
        return Vec::new();
    }
    let now = chosen.args.last_band(own);
    let chip = |band: &Band| {
        let text = match band {
            Band::Ground => say!("band-ground"),
            Band::Low => say!("band-low"),
            Band::High => say!("band-high"),
        };
        let chip = Chip::new(text, say!("chip-band-note")).on(now == *band);
        (chip, OrderChip::Climb(legal::climbs_to(own, *band, &[])))
    };
    bands.iter().map(chip).collect()
}

/// Where what is driven or ridden looks in the end, one chip that goes round the ways.
fn looks(chosen: &Chosen) -> ChipEntry {
    let text = match chosen.looks {
        None => say!("driving-along"),
        Some(dir) => say!("driving-looks", to = words::point(dir)),
    };
    let chip = Chip::new(text, say!("driving-looks-note")).on(chosen.looks.is_some());
    (chip, OrderChip::Looks(wheel::next_facing(chosen.looks)))
}

/// The same for whoever moves square by square and keeps its heading.
fn heading(order: Order<'_>) -> Option<ChipEntry> {
    let Order { facts, unit, def, chosen } = order;
    let turns = def.path().is_some() && legal::turning(facts, unit, def, &chosen.args).is_some();
    turns.then(|| looks(chosen))
}

/// Where a vehicle looks in the end, and whom it pursues from now on.
fn courses(order: Order<'_>) -> Vec<ChipEntry> {
    let Order { facts, unit, def, chosen } = order;
    let speed = chosen.args.course.as_ref().and_then(|course| course.speed);
    if let Some(next) = wheel::next_speed(facts, unit, def, speed) {
        let text = speed.map_or_else(|| say!("chip-fast"), |n| say!("chip-kph", n = n));
        let chip = Chip::new(text, say!("chip-kph-note")).on(speed.is_some());
        return vec![(chip, OrderChip::Speed(next))];
    }
    if wheel::freedom(def).is_none() {
        return Vec::new();
    }
    let mut found = vec![looks(chosen)];
    let own = facts.drives(unit.id()).map(UnitState::id);
    let quarries = facts.units.iter().filter(|other| {
        other.vehicle().is_some()
            && Some(other.id()) != own
            && facts.present(other)
            && facts.hostile(other, unit)
            && !aboard::wrecked(facts, other)
    });
    for quarry in quarries.take(3) {
        let on = chosen.pursue == Some(quarry.id());
        let text = say!("chip-pursue", unit = &quarry.identity.name);
        let next = Some(quarry.id()).filter(|_| !on);
        found.push((Chip::new(text, say!("chip-pursue-note")).on(on), OrderChip::Pursue(next)));
    }
    found
}

/// Further weapons that may strike in the same attack: only where a weapon's damage is its own do several count.
fn more(order: Order<'_>, occasion: &Occasion) -> Vec<ChipEntry> {
    let Order { facts, unit, def, chosen } = order;
    let Some(uses) = def.weapon_use().filter(|_| def.attacks()) else { return Vec::new() };
    let first = chosen.args.weapon.or_else(|| legal::default_weapon(facts, unit, def));
    let plain = legal::plan(facts, unit.id(), &chosen.act(), occasion).err();
    facts
        .in_hand(unit, uses)
        .filter(|(item, weapon)| Some(item.id) != first || weapon.more_shots > 0)
        .filter(|(_, weapon)| !weapon.natural && !weapon.portions.is_empty())
        .map(|(item, weapon)| {
            let on = chosen.args.more.contains(&item.id);
            let mut with = chosen.clone();
            if !on {
                with.args.more.push(item.id);
            }
            let refusal = legal::plan(facts, unit.id(), &with.act(), occasion).err();
            let why_not = refusal.filter(|why| !on && Some(why) != plain.as_ref());
            let chip = Chip::new(say!("chip-and", weapon = &weapon.name), say!("chip-and-note"))
                .on(on)
                .barred(why_not.map(|why| words::capital(&words::why_ruled(&why))));
            (chip, OrderChip::More(item.id))
        })
        .collect()
}

/// The small actions that may ride on what is in hand, or already do, those that put something away last; each with
/// whether it is only possible with that.
fn riders(order: Order<'_>, occasion: &Occasion) -> Vec<(Chip, OrderChip, bool)> {
    let Order { facts, unit, chosen, .. } = order;
    let plain = legal::plan(facts, unit.id(), &chosen.act(), occasion).err();
    let lacks = |why: &Option<Refusal>| why.as_ref().is_some_and(|why| why.code != "missing");
    let mut found = Vec::new();
    let riding = |def: &&Arc<ActionDef>| def.rider && def.id != chosen.action;
    let mut all: Vec<&Arc<ActionDef>> = facts.book.actions.iter().filter(riding).collect();
    all.sort_by_key(|def| lateness(def));
    for def in all {
        let place = def.asks.iter().find_map(|parameter| match parameter {
            Parameter::Item { place } => Some(*place),
            _ => None,
        });
        let items: Vec<Option<Key>> = match place {
            Some(place) => facts.items_at(unit, place).into_iter().map(Some).collect(),
            None => vec![None],
        };
        for item in items {
            let rider = Rider { action: def.id, item };
            let mut with = chosen.clone();
            let on = with.args.riders.contains(&rider);
            if !on {
                with.args.riders.push(rider.clone());
            }
            // A weapon to be drawn may be what the action is done with.
            let refusal = legal::plan(facts, unit.id(), &with.act(), occasion).err();
            let opens = lacks(&plain) && !lacks(&refusal);
            if on || opens || refusal.is_none() || refusal == plain {
                let what = item.map_or_else(String::new, |id| format!(" {}", item_name(facts, unit, id)));
                let text = format!("{}{what}", words::low(&def.name));
                let note = format!("{} [{}]", def.text, def.rule);
                found.push((Chip::new(text, note).on(on), OrderChip::Rider(rider), opens));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::MapData;

    #[test]
    fn swimming_is_offered_where_there_is_water_a68() {
        let mut facts = Facts::clone(&play(&library(), "first_blood", 11, false).eyes().unwrap());
        let way = |category: &str, speed: i32| -> MoveDef {
            ron::from_str(&format!("(category: \"{category}\", speed: {speed})")).unwrap()
        };
        let (walking, swimming, flying) = (way("walking", 5), way("swimming", 2), way("flying", 9));
        let mut data = MapData::plain(3, 2, Terrain::plain(Key::new("grass")));
        facts.map = Arc::new(Map::new(data.clone()).unwrap());
        assert!(!eases(&facts, &swimming, &walking), "all is dry");
        assert!(eases(&facts, &flying, &walking), "it is faster");
        let water = Terrain {
            difficult: 2,
            ignored_by: vec![swimming.category],
            ..Terrain::plain(Key::new("water"))
        };
        data.terrains.push(water);
        facts.map = Arc::new(Map::new(data.clone()).unwrap());
        assert!(!eases(&facts, &swimming, &walking), "a palette is no water");
        data.squares[4] = 1;
        facts.map = Arc::new(Map::new(data).unwrap());
        assert!(eases(&facts, &swimming, &walking));
        assert!(!eases(&facts, &way("climbing", 2), &walking));
    }

    #[test]
    fn small_actions_wait_behind_one_chip_a39() {
        let mut game = TestGame::settled("first_blood", 5);
        game.until_a_full_hand();
        let facts = game.controller.play.eyes().unwrap();
        let unit = facts.unit(game.asked()).unwrap();
        let going = pick::hand(&facts, unit.id(), &Occasion::default());
        let mut chosen = pick::default_move(&facts, &going).unwrap();
        let shown = |chosen: &Chosen| -> Vec<OrderChip> {
            let all = chips(&facts, unit, None, chosen, &Occasion::default());
            all.into_iter().map(|(_, what)| what).collect()
        };
        let rides = |own: &OrderChip| matches!(own, OrderChip::Rider(_));
        let folded = shown(&chosen);
        assert!(!folded.iter().any(rides) && folded.last() == Some(&OrderChip::Riders), "{folded:?}");
        chosen.riders = true;
        let open = shown(&chosen);
        assert!(open.iter().any(rides) && !open.contains(&OrderChip::Riders), "{open:?}");
    }
}
