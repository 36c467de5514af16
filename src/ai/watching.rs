//! Waiting with a shot for those who have to come into sight: setting overwatch up, and keeping it up (S-68 to S-70).

use crate::ai::prelude::*;
use crate::rules::legal::WatchArgs;

/// No shot is waited with that carries farther.
const FARTHEST: u16 = 64;

/// Setting up a watch for foes who can come into sight.
pub fn watch(planner: &mut Planner<'_>, utility: &UtilityAction<'_>, top: f64, found: &mut Found) {
    let def = utility.def;
    let amount = def.asks.iter().any(|parameter| matches!(parameter, Parameter::Amount { .. }));
    let book = planner.facts.book.clone();
    let Some((then, fired)) = shots(&book, def).filter(|_| !amount) else { return };
    let rough = planner.ways.iter().zip(&planner.rough).filter(|(way, _)| way.def.id == then);
    if rough.flat_map(|(_, worths)| worths).all(|worth| *worth <= top) {
        // There is something better to do than that shot at once.
        return;
    }
    let Some((worth, way)) = awaited(planner, (then, fired), |_| true) else { return };
    let way = &planner.ways[way];
    let watch = WatchArgs {
        on: WatchFor::EnemyMoves,
        action: then,
        weapon: way.weapon,
        spell: None,
        zone: Some(way.range.1),
        towards: None,
    };
    let amount = way.amount.filter(|_| def.asks_burst());
    let args = Args { weapon: way.weapon, amount, watch: Some(watch), ..Args::default() };
    found.push((worth - utility.price, utility.act(args)));
}

/// What it is worth to go on waiting with the shot that the unit holds back; 0 where it holds none.
pub fn held(planner: &mut Planner<'_>) -> f64 {
    let book = planner.facts.book.clone();
    let Some(watch) = planner.own().watches.0.iter().find(|watch| watch.overwatch) else { return 0.0 };
    let Some(held) = book.action(watch.by).and_then(|def| shots(&book, def)) else { return 0.0 };
    let same = |way: &AttackWay| {
        way.weapon == watch.weapon && watch.amount.is_none_or(|amount| way.amount == Some(amount))
    };
    awaited(planner, held, same).map_or(0.0, |(worth, _)| worth)
}

/// The attack held back by an action that waits for an enemy to move, and the action as which it is fired (S-69).
fn shots(book: &Rulebook, def: &ActionDef) -> Option<(Key, Key)> {
    let uses = def.weapon_use()?;
    let (tag, triggers) = def.asks.iter().find_map(|parameter| match parameter {
        Parameter::Watch { tag, triggers } => Some((*tag, triggers)),
        _ => None,
    })?;
    if !triggers.is_empty() && !triggers.iter().any(|own| *own == WatchFor::EnemyMoves.kind()) {
        return None;
    }
    let then = book.actions.iter().find(|def| {
        def.attacks() && def.weapon_use() == Some(uses) && tag.is_none_or(|tag| def.tags.contains(&tag))
    })?;
    let fired = def.shot().filter(|id| book.action(*id).is_some());
    Some((then.id, fired.unwrap_or(then.id)))
}

/// What a shot held back is worth, fired the best way at the best who can come; less, the longer a fight lasts.
fn awaited(
    planner: &mut Planner<'_>,
    (then, fired): (Key, Key),
    fits: impl Fn(&AttackWay) -> bool,
) -> Option<(f64, usize)> {
    let round = planner.facts.round.clamp(weights::WATCH_FROM, weights::WATCH_TO);
    let patience = f64::from(weights::WATCH_TO - round) / f64::from(weights::WATCH_TO - weights::WATCH_FROM);
    let of_kind = |(_, way): &(usize, &AttackWay)| way.def.id == then && fits(way);
    let ways: Vec<usize> = planner.ways.iter().enumerate().filter(of_kind).map(|(at, _)| at).collect();
    if patience <= 0.0 || ways.is_empty() {
        return None;
    }
    let coming = coming(planner, &ways);
    let pairs = coming.iter().flat_map(|foe| ways.iter().map(move |way| (*way, *foe)));
    let rough = |(way, foe): &(usize, usize)| planner.rough[*way][*foe];
    let (at, foe) = pairs.reduce(|best, pair| if rough(&pair) > rough(&best) { pair } else { best })?;
    let (way, known) = (&planner.ways[at], &planner.foes[foe]);
    let shot = way_of(planner.facts, planner.own(), fired, way.weapon, None)?;
    let shot = AttackWay { amount: way.amount, rounds: way.rounds, ..shot };
    let spec = shot.spec(planner.me, known.id);
    let worth = shot.worth(planner.facts, &planner.faces, &spec, &known.limits, known.worth);
    let chance = if coming.len() > 1 { weights::WATCH_SEVERAL } else { weights::WATCH };
    Some((patience * chance * worth, at))
}

/// The foes who have to come into sight and range of these ways by their next move, and cannot be attacked yet.
fn coming(planner: &mut Planner<'_>, ways: &[usize]) -> Vec<usize> {
    let (facts, own) = (planner.facts, planner.own());
    let range = ways.iter().map(|way| planner.ways[*way].range.1).max().unwrap_or(0);
    let (area, band) = (own.place.area, own.place.band);
    let radius = u16::try_from(range.max(0)).unwrap_or(FARTHEST).min(FARTHEST);
    let seen = grid::visible_between(&facts.map, &area, radius, band, band);
    let waits = |unit: &UnitState| unit.watches.0.iter().any(|watch| watch.overwatch);
    let mut found = Vec::new();
    for foe in 0..planner.foes.len() {
        let known = &planner.foes[foe];
        let unit = &facts.units[known.at];
        let comes = match unit.place.band == band {
            true => unit.place.area.around(known.strike).any(|square| seen.contains(square)),
            false => facts.distance(own, unit) <= range + known.strike,
        };
        if !known.able || waits(unit) || !comes {
            continue;
        }
        let strikes = (0..known.ways.len()).any(|way| planner.danger(foe, way).is_some());
        if !strikes && ways.iter().all(|way| planner.gain(*way, foe).is_none()) {
            found.push(foe);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use crate::ai::{manoeuvre_tests::corner, test_battle::*, turn, utility};

    #[test]
    fn overwatch_is_set_up_in_any_round_and_kept_for_a_while_s70() {
        let (mut facts, id) = (known(corner("watchman")), UnitId::new("watchman_20"));
        facts.round = 2;
        let command = turn::choose(&facts, id, None);
        let Command::Act { action, args, .. } = command.clone() else { panic!("{command:?}") };
        let set = args.watch.unwrap();
        let watch = Watch {
            on: set.on,
            action: Key::new(&format!("{action}_shot")),
            weapon: args.weapon,
            spell: None,
            amount: args.amount,
            zone: set.zone,
            towards: set.towards,
            by: action,
            overwatch: true,
        };
        facts.unit_mut(id).unwrap().watches.0.push(watch.clone());
        let end = Command::End { unit: id };
        assert_eq!(turn::choose(&facts, id, None), end, "it waits on");
        facts.round = 12;
        assert_ne!(turn::choose(&facts, id, None), end, "but not for ever");
        facts.round = 2;
        facts.unit_mut(UnitId::new("runner_10")).unwrap().watches.0.push(watch);
        assert_ne!(turn::choose(&facts, id, None), end, "nor for one who waits himself");
    }

    #[test]
    fn a_burst_may_be_held_back_s68() {
        let (facts, id) = (known(corner("squad_gunner")), UnitId::new("squad_gunner_20"));
        let mut planner = Planner::new(&facts, id, None).unwrap();
        let here = standing(&mut planner);
        let mut found = Found::new();
        utility::candidates(&mut planner, here, None, &mut found);
        let held = found.iter().find(|(_, act)| act.action == "overwatch_burst");
        let (score, act) = held.expect("a burst is waited with");
        assert!(*score > 0.0 && planner.permits(act), "{score}: {act:?}");
        assert!(act.args.amount.is_some_and(|amount| amount > 1), "{act:?}");
    }
}
