//! What a unit holds, carries and wears, in lines for cards: the damage of weapons, what a shield adds, the resistance of
//! armour; and what it has besides its main track. Guns: `aboard`.

use crate::rules::{
    damage::{AttackDamage, DamageSource},
    economy::Cost as TrackCost,
    facts::{ArmedWith, Item},
    gear::ItemDef,
};
use crate::window::session::prelude::*;

/// The weapons in a unit's hands, one a line, those that it carries, what else it wears that changes its checks, and its
/// armour. The weapon that is in use comes first.
pub fn lines(facts: &Facts, unit: &UnitState, in_use: Option<Key>) -> Vec<KitLine> {
    let mut lines = weapons(facts, unit, in_use);
    lines.extend(facts.worn(unit).filter(|def| !protects(def)).filter_map(|def| worn(&facts.book, def)));
    lines.extend(armour(facts, unit));
    lines
}

/// Whether a thing takes off damage.
fn protects(def: &&ItemDef) -> bool {
    def.armour != 0 || !def.resistances.is_empty() || def.range.is_some()
}

/// What a worn thing does to checks, each in a few words.
fn changes(book: &Rulebook, def: &ItemDef) -> Vec<String> {
    let penalty = (def.check_penalty != 0).then(|| say!("way-increment", n = -def.check_penalty));
    let others = def.modifiers.iter().map(|own| preview::modifier(book, own));
    penalty.into_iter().chain(others.map(|own| own.trim_end_matches('.').to_owned())).collect()
}

/// The line of a worn thing that is no armour; none: it changes no check.
fn worn(book: &Rulebook, def: &ItemDef) -> Option<KitLine> {
    let changes = changes(book, def);
    let value = changes.join(", ");
    let rule = def.modifiers.iter().find_map(|own| own.rule).map(|rule| rule.as_str().to_owned());
    let short = match changes.as_slice() {
        // The number is enough: "Shield +2".
        [only] => format!("{} {}", def.name, only.split(' ').next().unwrap_or_default()),
        _ => format!("{}: {value}", def.name),
    };
    (!value.is_empty()).then(|| KitLine { name: def.name.clone(), value, short, rule })
}

fn weapons(facts: &Facts, unit: &UnitState, in_use: Option<Key>) -> Vec<KitLine> {
    if unit.vehicle().is_some() {
        return Vec::new();
    }
    let held = facts
        .in_hand(unit, WeaponUse::Melee)
        .chain(facts.in_hand(unit, WeaponUse::Ranged))
        .filter(|(item, def)| !def.unarmed && def.id == item.def);
    let all = held.map(|armed| (armed, false)).chain(carried(facts, unit).map(|armed| (armed, true)));
    let (mut lines, mut first): (Vec<KitLine>, Option<(i32, i32)>) = (Vec::new(), None);
    let (mut armed, mut first_of_all) = (false, None);
    for ((item, def), carried) in all {
        let notes: Vec<String> =
            shots_left(item, def).into_iter().chain(carried.then(|| say!("card-carried"))).collect();
        let name = match notes.is_empty() {
            true => def.name.clone(),
            false => format!("{} ({})", def.name, notes.join(", ")),
        };
        armed |= !carried;
        let known = lines.iter().position(|line| line.name == name);
        if in_use == Some(item.id) {
            first_of_all = known.or(Some(lines.len()));
        }
        if known.is_some() {
            continue;
        }
        let mut value = damage(facts, unit, def).unwrap_or_default();
        let far = def.is_ranged();
        let jammed = (item.jammed && far).then(|| say!("card-jammed"));
        let short = match jammed.as_ref().unwrap_or(&value) {
            told if carried || told.is_empty() => name.clone(),
            told => format!("{name}: {told}"),
        };
        let (least, most) = match far {
            true => attack::extent(facts, unit, &Armament::Weapon(def)),
            false => facts.melee_range(unit, def.longer),
        };
        // How far it strikes or shoots. What is held for mêlée comes first, and of the rest of it only what is longer or
        // shorter says so.
        let told = if let Some(jammed) = jammed {
            jammed
        } else if far && most > 0 {
            range(facts, most)
        } else if !far && facts.can_threaten(unit) && first != Some((least, most)) {
            let one = if least >= most { "yes" } else { "no" };
            say!("card-reach", least = least, most = most, one = one)
        } else {
            String::new()
        };
        value = [value, told].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ");
        if !far {
            first = first.or(Some((least, most)));
        }
        let rule = drives(facts).filter(|_| def.drive.is_some() || !def.portions.is_empty());
        lines.push(KitLine { name, value, short, rule });
    }
    if let Some(part) = first_of_all.and_then(|at| lines.get_mut(..=at)) {
        part.rotate_right(1);
    }
    if !armed {
        let name = say!("card-unarmed");
        lines.insert(0, KitLine { short: name.clone(), name, ..KitLine::default() });
    }
    lines
}

/// How far a weapon shoots; of one that reaches from any end of the map to the other no number is told.
fn range(facts: &Facts, most: i32) -> String {
    let (wide, high) = (facts.map.width(), facts.map.height());
    match most >= i32::from(wide.max(high)) - 1 {
        true => say!("card-range-whole-map"),
        false => say!("card-range", n = most),
    }
}

/// How many shots a weapon has left, in words; none: it needs none, or nobody counts them.
pub fn shots_left(item: &Item, weapon: &WeaponDef) -> Option<String> {
    item.shots(weapon).map(|left| match weapon.capacity {
        ..=0 => say!("card-shots-left", n = left),
        most => say!("card-shots-left", n = format!("{left}/{most}")),
    })
}

/// The weapons that a unit has on it and not in its hands.
fn carried<'a>(facts: &'a Facts, unit: &'a UnitState) -> impl Iterator<Item = ArmedWith<'a>> {
    let on_it = move |id: Key| unit.gear.items.iter().any(|own| own.id == id);
    facts
        .weapons(unit)
        .filter(move |(item, def)| !item.held && !def.natural && !def.unarmed && on_it(item.id))
}

/// The rule that holds drive against armour, where the book has one (D-39).
fn drives(facts: &Facts) -> Option<String> {
    let rules = &facts.book.settings.harm.stage_rules;
    rules.get(&Key::new("armour_range")).map(|rule| rule.as_str().to_owned())
}

/// What a hit with a weapon deals, as the attacks of the book reckon it; none where that stands elsewhere.
fn damage(facts: &Facts, unit: &UnitState, weapon: &WeaponDef) -> Option<String> {
    let serves =
        |def: &&Arc<ActionDef>| def.attacks() && !def.harmless() && def.weapon_use() == Some(weapon.uses);
    let serving: Vec<&Arc<ActionDef>> = facts.book.actions.iter().filter(serves).collect();
    let def = serving.iter().find(|def| def.is_plain_attack()).or(serving.first())?;
    let dealt = AttackDamage::of(facts, def, &Armament::Weapon(weapon));
    match dealt.source {
        DamageSource::Nothing | DamageSource::Blast(..) => None,
        DamageSource::Portions(weapon) => {
            // Energy has the drive of its damage, which needs no saying (D-42).
            let portions = blow::fixed_portions(facts, unit, weapon, 0);
            let told = portions.iter().map(|portion| match portion.is_energy() {
                true => portion.amount.to_string(),
                false => say!("card-drive", n = portion.amount, drive = portion.drive),
            });
            Some(say!("card-damage", n = told.collect::<Vec<String>>().join(" + ")))
        }
        DamageSource::Dice(weapon) => {
            let flat = match blow::flat_damage(facts, unit, weapon, 0) {
                0 => String::new(),
                flat => format!(" {}", words::signed(flat)),
            };
            let dice = weapon.damage?;
            Some(say!("card-damage", n = format!("{}{flat}", preview::dice(dice))))
        }
        // The margin of the hit comes to it.
        DamageSource::Value => {
            let least = facts.value(dealt.value?, unit);
            // So it does to the drive, where that is not as much.
            let told = match weapon.drive.as_ref().filter(|_| dealt.drive_margin.is_some()) {
                Some(drive) => {
                    let drive = facts.value(drive, unit);
                    say!("card-drive", n = format!("{least}+"), drive = format!("{drive}+"))
                }
                None => format!("{least}+"),
            };
            (least > 0).then(|| say!("card-damage", n = told))
        }
    }
}

/// What a unit wears that protects it, and what that and its nature take off.
fn armour(facts: &Facts, unit: &UnitState) -> Option<KitLine> {
    let book = &facts.book;
    let worn: Vec<String> = facts.worn(unit).filter(protects).map(|def| def.name.clone()).collect();
    let resistances = facts.resistances(unit);
    // No line ends between the kind and its number.
    let resists =
        |(n, kind, _): &(i32, Key, _)| format!("{} {n}", book.name_of(*kind)).replace(' ', "\u{a0}");
    let mut told: Vec<String> = resistances.iter().map(resists).collect();
    let mut short = None;
    if let (Some(least), Some(most)) =
        (resistances.iter().map(|(n, ..)| *n).min(), resistances.iter().map(|(n, ..)| *n).max())
    {
        let one = if least == most { "yes" } else { "no" };
        short = Some(say!("card-resists-short", least = least, most = most, one = one));
    }
    if let Some((low, high)) = facts.armour_range(unit) {
        let range = say!("card-armour-range", low = low, high = high);
        told.insert(0, range.clone());
        short = Some(range);
    }
    let armour = facts.armour(unit);
    if armour != 0 {
        let armour = say!("card-armour", n = armour);
        told.insert(0, armour.clone());
        short = Some(armour);
    }
    told.extend(facts.worn(unit).filter(protects).flat_map(|def| changes(book, def)));
    let short = short?;
    let short = match worn.as_slice() {
        [] => words::capital(&short),
        [only] => format!("{only}: {short}"),
        [first, others @ ..] => format!("{first} +{}: {short}", others.len()),
    };
    let name = if worn.is_empty() { say!("card-resists") } else { words::list(&worn) };
    let rule = drives(facts).filter(|_| facts.armour_range(unit).is_some());
    Some(KitLine { name, value: told.join(", "), short, rule })
}

/// A unit's tracks besides its main one, in lines: those that are no more what they were, and those that count in the fight.
pub fn tracks(facts: &Facts, unit: &UnitState) -> Vec<(String, String)> {
    let book = &facts.book;
    let main = words::main_tracks(facts, unit);
    let mut lines = Vec::new();
    for track in unit.tracks.0.iter().filter(|track| !main.contains(&track.id)) {
        let rises = book.track(track.id).is_some_and(|def| def.rises);
        match (track.now, track.max) {
            (0, 0) => {}
            // What rises with harm is worth no line before there is any.
            (0, _) if rises => {}
            // What has no end and sinks is nothing that this unit has.
            (_, 0) if !rises => {}
            (now, max) if now == max && !rises && !counts(facts, unit, track.id) => {}
            (now, 0) => lines.push((book.name_of(track.id), now.to_string())),
            (now, max) => lines.push((book.name_of(track.id), say!("line-of", n = now, most = max))),
        }
    }
    lines
}

/// Whether a track counts in the fight: harm takes from it, a state follows from it, or the unit pays with it.
fn counts(facts: &Facts, unit: &UnitState, track: Key) -> bool {
    let settings = &facts.book.settings;
    let harmed = match &settings.harm.land {
        Land::Track(only) => *only == track,
        Land::Spill(first, second) => [*first, *second].contains(&track),
        Land::Characteristics { first, others } => *first == track || others.contains(&track),
        Land::Degrees { total, .. } => *total == track,
    };
    let named = |name: &Key| *name == track || name.parts().is_some_and(|(head, _)| head == track);
    let paid = |price: &[TrackCost]| price.iter().any(|cost| cost.0 == track);
    harmed
        || settings.states.iter().any(|state| state.when.names().iter().any(named))
        || paid(&settings.economy.price)
        || facts
            .book
            .actions
            .iter()
            .any(|def| def.price.as_ref().is_some_and(|price| paid(price)) && facts.has_action(unit, def))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_weapon_that_shoots_across_the_whole_map_no_number_is_told() {
        let facts = play(&library(), "first_blood", 5, false).eyes().unwrap();
        let long = i32::from(facts.map.width().max(facts.map.height()));
        assert_eq!(range(&facts, 3333), "range: whole map");
        assert_eq!(range(&facts, long - 1), "range: whole map");
        assert_eq!(range(&facts, long - 2), format!("range {}", long - 2));
    }

    #[test]
    fn what_no_harm_takes_has_no_line_before_it_has_changed_c62() {
        let mut facts = Facts::clone(&play(&library(), "adrift", 3, false).eyes().unwrap());
        let has = |own: &UnitState, track: &str| own.tracks.get(Key::new(track)).is_some();
        let id = facts.units.iter().find(|own| has(own, "str") && has(own, "int")).unwrap().id();
        let names = |facts: &Facts| -> Vec<String> {
            let told = tracks(facts, facts.unit(id).unwrap()).into_iter();
            told.map(|(name, _)| name).collect::<BTreeSet<_>>().into_iter().collect()
        };
        assert_eq!(names(&facts), ["Dexterity", "Strength"]);
        let own = facts.unit_mut(id).unwrap();
        own.tracks.0.iter_mut().find(|known| known.id == "int").unwrap().now -= 1;
        assert_eq!(names(&facts), ["Dexterity", "Intelligence", "Strength"]);
    }
}
