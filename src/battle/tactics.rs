//! Commanders: the tactics check as a fight begins, and who is cut off from its gain (C-29, C-30).
//!
//! Who can talk to whom is in `rules::facts`.

use crate::battle::prelude::*;

/// Each commander with the skill rolls; a success is the gain of all linked with him and himself (C-29).
pub(super) fn tactics(battle: &mut Battle, opening: &Opening) -> OrFault {
    let book = battle.book();
    let Some(check) = book.settings.timing.tactics else { return Ok(()) };
    let Some(def) = book.check(check) else { return Ok(()) };
    let (skill, dc) = (def.skill, def.versus.unwrap_or(0));
    for (group, commander) in &opening.commanders {
        let facts = battle.facts();
        let Some(own) = facts.unit(*commander) else { continue };
        if skill.is_some_and(|skill| facts.stat(own, skill).is_none()) {
            continue;
        }
        let of_group = facts.units.iter().filter(|unit| unit.identity.group == *group);
        let linked = of_group.filter(|unit| facts.link(own, unit).is_some());
        let linked: Vec<UnitId> = linked.map(|unit| unit.id()).collect();
        let roll = PlainRoll { unit: *commander, check, dc, purpose: check, action: None, against: None };
        let Some((_, reading)) = battle.roll_plain(roll)? else { continue };
        let gain = reading.margin / book.settings.timing.tactics_divisor.max(1);
        if !reading.success || gain <= 0 {
            continue;
        }
        for unit in linked {
            let change = CountChange::Tactics { gain, commander: *commander };
            battle.apply(Effect::Count { unit, change, cause: check })?;
        }
    }
    Ok(())
}

impl Battle {
    /// Who has lost or found the link to the commander loses or finds the gain (C-30).
    pub(super) fn relink(&mut self) -> OrFault {
        let facts = self.facts();
        if facts.units.iter().all(|unit| unit.initiative.commander.is_none()) {
            return Ok(());
        }
        for unit in &facts.units {
            let Some(commander) = unit.initiative.commander.and_then(|id| facts.unit(id)) else { continue };
            let cut_off = commander.id() != unit.id() && facts.link(unit, commander).is_none();
            if cut_off == unit.initiative.cut_off {
                continue;
            }
            let (unit, change) = (unit.id(), CountChange::Link { cut_off });
            self.apply(Effect::Count { unit, change, cause: Key::new("link") })?;
        }
        Ok(())
    }
}
