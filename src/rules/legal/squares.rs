//! Squares as the parameter of an order: which may be aimed at. Areas that spread from it are in `rules::area`.

use super::*;

impl Parameters<'_> {
    /// Whether the square aimed at is on the map, near enough, in sight and reach of effects, and free if it has to be.
    pub(super) fn square(&self, within: &Within, free: bool) -> OrRefusal {
        let rule = self.def.rule.as_str();
        let Some(square) = self.act.args.square else {
            return refuse("missing", message!("core-needs-a-square"), rule);
        };
        if !self.facts.map.contains(square) {
            return refuse("off_map", message!("core-x-is-not-on-the-map", square), rule);
        }
        if free && !is_free(self.facts, square) {
            return refuse("occupied", message!("core-the-square-is-not-free"), rule);
        }
        if FireDef::of(self.def).blind {
            let Some(armament) = self.armament() else {
                return refuse("no_weapon", message!("core-nothing-to-fire"), rule);
            };
            return fire::blind(self.facts, self.actor, self.weapon, square, &armament).map(|_| ());
        }
        let here = Area::one(square);
        let own = &self.actor.place;
        let from = match (within, self.act.args.path.last()) {
            (Within::ReachAfterPath, Some(last)) => own.area.at(*last),
            _ => own.area,
        };
        match within {
            Within::Bound(_) | Within::BesideBound(_) => {
                return refuse("not_bound", message!("core-nobody-is-bound-to-a-square"), rule);
            }
            Within::Linked => {
                return refuse("not_linked", message!("core-a-square-cannot-be-talked-to"), "C-166");
            }
            Within::Squares(most) => {
                let most = self.facts.value(most, self.actor);
                let distance = from.distance(&here).max(self.facts.gap(own.band, Band::Ground));
                if distance > most {
                    let text = message!("core-x-squares-away-at-most-x", distance, most);
                    return refuse("out_of_range", text, rule);
                }
            }
            Within::Reach | Within::Range | Within::ReachAfterPath => {
                let Some(armament) = self.armament() else {
                    return refuse("no_weapon", message!("core-nothing-to-do-it-with"), rule);
                };
                attack::range_to(self.facts, self.actor, &from, &here, Band::Ground, &armament)?;
            }
        }
        attack::clear(self.facts, self.actor, &from, &here, Band::Ground)
    }
}

impl Parameters<'_> {
    /// The loose thing that an order brings somewhere, the first there is if it names none (D-108).
    fn loose(&self) -> Option<Key> {
        let place = self.def.item_place().filter(|_| self.def.target().is_none())?;
        self.act.args.item.or_else(|| self.facts.items_at(self.actor, place).first().copied())
    }

    /// Whether the target can be brought to the square chosen (C-95, C-99).
    pub(super) fn hauled(&self) -> OrRefusal {
        let Some(square) = self.act.args.square else {
            return self.missing(message!("core-needs-a-square"));
        };
        let target = self.act.args.target.and_then(|id| self.facts.unit(id));
        let haul = haul::of(self.facts, self.actor, self.def);
        if let (Some(haul), Some(item)) = (haul, self.loose()) {
            if haul::squares_for(self.facts, self.actor, item, haul).contains(&square) {
                return Ok(());
            }
            let unit = self.facts.book.name_of(item);
            return self.refuse("out_of_reach", message!("core-x-cannot-be-brought-to-x", unit, square));
        }
        let Some((target, haul)) = target.zip(haul) else {
            return self.missing(message!("core-needs-somebody-to-bring-there"));
        };
        if haul::ways(self.facts, self.actor, target, haul).contains_key(&square) {
            return Ok(());
        }
        let text = message!("core-x-cannot-be-brought-to-x", unit = target.identity.name, square);
        self.refuse("out_of_reach", text)
    }
}

/// Every square that an order could be aimed at, the rest of it as it stands.
pub fn squares(facts: &Facts, unit: UnitId, act: &Act, occasion: &Occasion) -> SquareSet {
    let mut found = SquareSet::new(facts.map.width(), facts.map.height());
    let squares = brought(facts, unit, act).unwrap_or_else(|| facts.map.squares().collect());
    let mut act = act.clone();
    for square in squares {
        act.args.square = Some(square);
        if plan(facts, unit, &act, occasion).is_ok() {
            found.insert(square);
        }
    }
    found
}

/// The squares to which an order can bring its target; none: that is not what it does.
fn brought(facts: &Facts, unit: UnitId, act: &Act) -> Option<Vec<Square>> {
    let (actor, def) = facts.unit(unit).zip(facts.book.action(act.action))?;
    let haul = haul::of(facts, actor, def)?;
    if let (None, Some(item)) = (def.target(), act.args.item) {
        return Some(haul::squares_for(facts, actor, item, haul).into_iter().collect());
    }
    let target = act.args.target.and_then(|id| facts.unit(id))?;
    Some(haul::ways(facts, actor, target, haul).into_keys().collect())
}

/// Whether an order could be aimed at any square, tried from the nearest outwards; else why the nearest cannot.
pub(super) fn any_square(facts: &Facts, actor: &UnitState, act: &mut Act, occasion: &Occasion) -> OrRefusal {
    let mut why = None;
    let own = actor.place.area;
    let far = i32::from(facts.map.width().max(facts.map.height()));
    let near = (0..=far).flat_map(|at| own.ring(at)).filter(|square| facts.map.contains(*square));
    for square in near {
        act.args.square = Some(square);
        let Err(refusal) = plan(facts, actor.id(), act, occasion) else { return Ok(()) };
        let code = refusal.code;
        let of_square =
            ["out_of_range", "out_of_reach", "occupied", "no_sight", "no_effect", "off_map", "in_sight"];
        if !of_square.iter().any(|known| code == *known) {
            return Err(refusal);
        }
        why.get_or_insert(refusal);
        let beyond = own.distance(&Area::one(square)) > facts.threat_range(actor).1;
        if code == "out_of_range" || (code == "out_of_reach" && beyond) {
            break;
        }
    }
    why.map_or_else(|| refuse("nowhere", message!("core-there-is-no-square"), ""), Err)
}
