//! Spells as choices of a menu: what each does in a line, what it comes to at whom it suits best, or why it can't be cast.

use crate::rules::spell::Duration;
use crate::window::session::prelude::*;

/// What a spell comes to is looked for at so many of those on whom it can be cast, the nearest.
const NEAREST: usize = 4;

/// The spells in slots, each with what it does and, where it has several slots, how many are left.
pub(super) fn spells(facts: &Facts, unit: &UnitState) -> Vec<MenuEntry> {
    let mut found: Vec<MenuEntry> = Vec::new();
    for slot in &unit.slots.0 {
        let Some(spell) = facts.book.spell(slot.spell) else { continue };
        if found.iter().any(|choice| choice.pick == MenuPick::Spell(spell.id)) {
            continue;
        }
        let own = || unit.slots.0.iter().filter(|own| own.spell == slot.spell);
        let (of, left) = (own().count(), own().filter(|own| !own.spent).count());
        let several = if of > 1 { say!("line-of", n = left, most = of) } else { String::new() };
        let mut choice = MenuEntry::new(words::capital(&spell.name), MenuPick::Spell(spell.id))
            .mark(several)
            .barred((left == 0).then(|| say!("spell-used-up")));
        choice.does = does(facts, unit, spell);
        found.push(choice);
    }
    found
}

/// The same, for what is no casting with why they do not serve.
pub(super) fn fitting(order: Order<'_>) -> Vec<MenuEntry> {
    let Order { facts, unit, def, chosen } = order;
    let mut found = spells(facts, unit);
    if def.steps.contains(&Step::Cast) {
        return found;
    }
    for choice in &mut found {
        let act = chosen.clone().with(&choice.pick).act();
        let why = legal::plan(facts, unit.id(), &act, &Occasion::default()).err();
        let own = why.filter(|why| why.code != "missing").as_ref().map(words::reason);
        choice.why_not = choice.why_not.take().or(own);
        // The chance stands there.
        choice.mark.clear();
    }
    found
}

/// How long a spell lasts from its casting on, in words; none: it is gone at once.
pub fn spell_lasts(spell: &SpellDef) -> Option<String> {
    match spell.duration {
        Duration::Instant => None,
        Duration::Rounds(n) => Some(say!("spell-rounds", rounds = i32::try_from(n).unwrap_or(i32::MAX))),
        Duration::Hours(n) => Some(say!("spell-hours", hours = i32::try_from(n).unwrap_or(i32::MAX))),
        Duration::Concentration => Some(say!("spell-held")),
        Duration::Battle => Some(say!("spell-fight")),
    }
}

/// What a spell does, in a line: its damage and how long it lasts, or what its text says; what it covers.
fn does(facts: &Facts, unit: &UnitState, spell: &SpellDef) -> String {
    let book = &facts.book;
    let mut told = Vec::new();
    if !spell.types.is_empty() {
        let types: Vec<String> = spell.types.iter().map(|kind| words::low(&book.name_of(*kind))).collect();
        let base = facts.value(&spell.base, unit);
        told.push(words::capital(&say!("spell-damage", types = words::list(&types), n = base)));
        told.extend(spell_lasts(spell));
    } else if spell.text.is_empty() {
        told.push(words::capital(&preview::effects(book, &spell.effects)));
        told.extend(spell_lasts(spell));
    } else {
        // What is written says itself how long it lasts.
        told.push(spell.text.trim_end_matches('.').to_owned());
    }
    let covers = spell.area.or(spell.zone.as_ref().map(|zone| zone.shape));
    told.extend(covers.map(area::shape_words));
    told.retain(|part| !part.is_empty());
    told.join("; ")
}

/// Writes on the spells of a menu what each comes to at whom it suits best and what it takes, and bars those that can be
/// cast on nobody, or would change nothing for anybody.
pub fn weigh_spells(order: Order<'_>, choices: &mut [MenuEntry]) {
    let Order { facts, unit, def, chosen } = order;
    if !def.steps.contains(&Step::Cast) {
        return;
    }
    let occasion = Occasion::default();
    for choice in choices.iter_mut().filter(|choice| choice.why_not.is_none()) {
        let MenuPick::Spell(id) = choice.pick else { continue };
        let Some(spell) = facts.book.spell(id) else { continue };
        match legal::castable(facts, unit.id(), &chosen.act(), id, &occasion) {
            Ok(act) => {
                let plan = legal::plan(facts, unit.id(), &act, &occasion).ok();
                let price = plan.map(|plan| words::price(&facts.book, &plan.price));
                choice.price = price.unwrap_or_default();
                let cast = chosen.clone().with(&choice.pick);
                let cast = Order { chosen: &cast, ..order };
                let open = open_targets(cast, spell);
                if !serves(cast, spell, &open) {
                    choice.mark.clear();
                    choice.why_not = Some(say!("spell-no-need"));
                    continue;
                }
                if let Some((mark, note)) = comes_to(cast, spell, act.args.square, open) {
                    if !choice.mark.is_empty() {
                        choice.does = say!("spell-slots", what = &choice.does, left = &choice.mark);
                    }
                    (choice.mark, choice.note) = (mark, note);
                }
            }
            Err(why) => {
                choice.mark.clear();
                choice.why_not = Some(match why.code.as_str() {
                    "out_of_range" => {
                        say!("spell-nobody", n = attack::extent(facts, unit, &Armament::Spell(spell)).1)
                    }
                    "wrong_target" | "no_target" => say!("spell-no-target"),
                    _ => words::reason(&why),
                });
            }
        }
    }
}

/// The chance of a spell that is aimed at a square; none of others.
pub fn placed_chance(facts: &Facts, unit: &UnitState, spell: &SpellDef, at: Square) -> Option<Chance> {
    let aimed = spell.at_square().then_some(at)?;
    Some(spell_checks::cast_at(facts, unit.id(), spell, aimed, unit.usage.points)?.chance())
}

/// Whether a spell is meant for friends.
fn meant_for_friends(spell: &SpellDef) -> bool {
    matches!(spell.target, Whom::Ally | Whom::OwnSide)
}

/// Those on whom a spell can be cast, without the others if any of them is one for whom it is meant; none of what is
/// aimed at a square.
fn open_targets<'a>(order: Order<'a>, spell: &SpellDef) -> Vec<&'a UnitState> {
    let Order { facts, unit, chosen, .. } = order;
    if spell.at_square() {
        return Vec::new();
    }
    let open = legal::targets(facts, unit.id(), &chosen.act(), &Occasion::default()).into_iter();
    let open = open.filter(|(_, found)| found.is_ok());
    let mut open: Vec<&UnitState> = open.filter_map(|(id, _)| facts.unit(id)).collect();
    let meant = |target: &&UnitState| facts.hostile(unit, target) != meant_for_friends(spell);
    if open.iter().any(meant) {
        open.retain(meant);
    }
    open
}

/// Whether a spell would change anything for one of those on whom it can be cast; of one that covers an area, for anybody
/// for whom it is meant.
fn serves(order: Order<'_>, spell: &SpellDef, open: &[&UnitState]) -> bool {
    let Order { facts, unit, .. } = order;
    let more = !spell.types.is_empty() || spell.zone.is_some() || spell.control.is_some();
    if more || spell.effects.is_empty() || spell.at_square() {
        return true;
    }
    let changes = |target: &UnitState| changes(facts, spell, unit, target);
    if spell.area.is_none() {
        return open.iter().copied().any(changes);
    }
    let meant = |own: &&UnitState| facts.hostile(unit, own) != meant_for_friends(spell);
    facts.units.iter().filter(meant).any(|own| facts.present(own) && changes(own))
}

/// Whether the effects of a spell on its target would change anything: it gives back nothing that is not lost, and lifts
/// no condition that is not there.
fn changes(facts: &Facts, spell: &SpellDef, unit: &UnitState, target: &UnitState) -> bool {
    let whose = |to: To| if to == To::Own { unit } else { target };
    spell.effects.iter().any(|effect| match effect {
        EffectDef::Restore { track, to, .. } => {
            let rises = facts.book.track(*track).is_some_and(|def| def.rises);
            whose(*to).tracks.get(*track).is_some_and(|own| rises || own.now < own.max)
        }
        EffectDef::Lift { condition, to, .. } => whose(*to).conditions.has(*condition),
        _ => true,
    })
}

/// The chance of a spell at whom it suits best and what it takes there on average, and who that is; what is aimed at a
/// square has its chance at the nearest that will do. `open`: those on whom it can be cast. None: nobody can say.
fn comes_to(
    order: Order<'_>,
    spell: &SpellDef,
    at: Option<Square>,
    mut open: Vec<&UnitState>,
) -> Option<(String, String)> {
    let Order { facts, unit, chosen, .. } = order;
    if spell.at_square() {
        return Some((percent(placed_chance(facts, unit, spell, at?)?), say!("number-succeed")));
    }
    open.sort_by_key(|target| facts.distance(unit, target));
    let odds = |target: &UnitState| {
        let aimed = chosen.clone().against(target.id());
        let (chance, mean) = threat::expected(facts, unit, &aimed)?;
        let harm = preview::mean_in_short(facts, target, mean);
        Some((mean, chance, harm, target.identity.name.clone()))
    };
    let best = open.into_iter().take(NEAREST).filter_map(odds);
    let by = |one: &(i64, Chance, String, String)| (one.0, one.1);
    let (mean, chance, harm, name) = best.max_by(|one, other| {
        let ((mean, chance), (least, other)) = (by(one), by(other));
        mean.cmp(&least).then(chance.as_f64().total_cmp(&other.as_f64()))
    })?;
    Some(match (mean, meant_for_friends(spell)) {
        (0, true) => (percent(chance), say!("number-succeed")),
        (0, false) => (percent(chance), say!("answer-deals-sure", unit = &name)),
        _ => (format!("{} · {harm}", percent(chance)), say!("answer-deals-sure", unit = &name)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is known on the first turn of somebody of the first side who is `wanted`, and who that is.
    fn turn_of(scenario: &str, wanted: impl Fn(&UnitState) -> bool) -> (Facts, UnitId) {
        let mut game = TestGame::of(&library(), scenario, 5, false);
        for _ in 0..40 {
            game.until_a_full_hand();
            let id = game.asked();
            let facts = Facts::clone(&*game.controller.play.eyes().unwrap());
            if facts.unit(id).is_some_and(&wanted) {
                return (facts, id);
            }
            game.obey(&Intent::Auto(1));
        }
        panic!("nobody like that has a turn");
    }

    /// The spells of a unit as they are offered for casting.
    fn weighed(facts: &Facts, id: UnitId) -> Vec<MenuEntry> {
        let def = facts.book.action(Key::new("attack_spell")).unwrap();
        let unit = facts.unit(id).unwrap();
        let chosen = Chosen::new(def.id, Mode::Standard);
        let mut choices = spells(facts, unit);
        weigh_spells(Order { facts, unit, def, chosen: &chosen }, &mut choices);
        choices
    }

    #[test]
    fn a_spell_that_changes_nothing_for_anybody_is_barred_a114() {
        let heal = Key::new("heal");
        let heals = |unit: &UnitState| unit.slots.0.iter().any(|slot| slot.spell == heal && !slot.spent);
        let (mut facts, id) = turn_of("ambush_at_the_ford", heals);
        let ids: Vec<UnitId> = facts.units.iter().map(UnitState::id).collect();
        let barred = |facts: &Facts| {
            let choices = weighed(facts, id);
            choices.iter().any(|own| own.pick == MenuPick::Spell(heal) && own.why_not.is_some())
        };
        let lose = |facts: &mut Facts, lost: i32| {
            for id in &ids {
                facts.unit_mut(*id).unwrap().tracks.0.iter_mut().for_each(|own| own.now = own.max - lost);
            }
        };
        lose(&mut facts, 0);
        assert!(barred(&facts), "nobody is hurt");
        lose(&mut facts, 3);
        assert!(!barred(&facts), "somebody is");
        let steady = Arc::clone(facts.book.spell(Key::new("steady")).unwrap());
        let unit = facts.unit(id).unwrap();
        let mut other = unit.clone();
        other.conditions.0.clear();
        assert!(!changes(&facts, &steady, unit, &other));
        other.conditions.0.push(Condition::new(Key::new("staggered"), 1, Until::default(), None));
        assert!(changes(&facts, &steady, unit, &other));
    }

    #[test]
    fn a_spell_says_what_it_does_and_what_it_comes_to_and_is_shut_where_nobody_is_in_reach_a121() {
        let (mut facts, id) = turn_of("duel_of_summoners", |unit| !unit.slots.0.is_empty());
        let near = weighed(&facts, id);
        assert!(near.iter().all(|choice| !choice.does.is_empty()), "{near:?}");
        let foe = {
            let unit = facts.unit(id).unwrap();
            facts.units.iter().find(|other| facts.hostile(unit, other)).unwrap().id()
        };
        let harms = |choice: &MenuEntry| match choice.pick {
            MenuPick::Spell(id) => facts
                .book
                .spell(id)
                .is_some_and(|own| own.target == Whom::Foe && !own.at_square() && own.area.is_none()),
            _ => false,
        };
        let bolts: Vec<bool> = near.iter().map(harms).collect();
        let shut = |choices: &[MenuEntry], shut: bool| {
            let aimed = choices.iter().zip(&bolts).filter(|(_, bolt)| **bolt);
            aimed.clone().count() > 0 && aimed.clone().all(|(choice, _)| choice.why_not.is_some() == shut)
        };
        // Beside each other all of them can be cast.
        let beside = facts.unit(id).unwrap().place.area.origin.moved(Dir8::E, 1);
        facts.unit_mut(foe).unwrap().place.area.origin = beside;
        let near = weighed(&facts, id);
        assert!(shut(&near, false) && near.iter().any(|choice| choice.mark.contains('%')), "{near:?}");
        for other in facts.units.iter().map(UnitState::id).collect::<Vec<_>>() {
            if other != id {
                facts.unit_mut(other).unwrap().place.gone = true;
            }
        }
        let alone = weighed(&facts, id);
        assert!(shut(&alone, true), "{alone:?}");
    }
}
