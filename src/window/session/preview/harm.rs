//! The damage an attack may do, in columns, and the odds of what becomes of the target.

use super::condition_topic;
use crate::rules::{
    condition::ConditionDef,
    odds::{TargetOdds, disables},
    unit_systems::SystemsRule,
};
use crate::window::session::prelude::*;

/// Columns at most, the one for no loss among them.
const COLUMNS: i32 = 10;
/// Lines at most of what may become of a target.
const CONDITIONS: usize = 5;

/// What harm to a unit is counted in, if in hits on its systems (C-129).
fn in_hits<'a>(facts: &'a Facts, target: &UnitState) -> Option<&'a SystemsRule> {
    facts.book.settings.systems.as_ref().filter(|_| facts.systems(target).is_some())
}

/// The odds with what is lost as the target counts it: damage, or hits on its systems.
pub fn counted(facts: &Facts, target: &UnitState, mut odds: AttackOdds) -> AttackOdds {
    if let Some(rule) = in_hits(facts, target) {
        odds.loss = odds.loss.map(|damage| rule.groups(*damage).into_iter().map(i32::from).sum::<i32>());
    }
    odds
}

/// What the mean of it is called, which is written so.
pub fn expected(facts: &Facts, target: &UnitState, mean: &str) -> String {
    match in_hits(facts, target) {
        Some(_) => say!("number-expected-hits", one = if mean == "1" { "yes" } else { "no" }),
        None => say!("number-expected"),
    }
}

/// Whether harm to a unit is counted in hits on its systems.
pub fn counts_hits(facts: &Facts, target: &UnitState) -> bool {
    in_hits(facts, target).is_some()
}

/// What is lost on average, in thousandths, as [`in_short`] writes it.
pub fn mean_in_short(facts: &Facts, target: &UnitState, mean: i64) -> String {
    in_short(mean as f64 / 1000.0, counts_hits(facts, target))
}

/// What is lost on average, by whomever, as it is written everywhere in short: `−7.1`, or `1.7 hits` where it is counted
/// in hits on systems.
pub fn in_short(mean: f64, hits: bool) -> String {
    let n = super::decimal(mean);
    if !hits {
        return if n == "0" { n } else { format!("−{n}") };
    }
    say!("odds-mean-hits", one = if n == "1" { "yes" } else { "no" }, n = n)
}

/// Where damage is summed up: how much more can be taken after damage by an attack, from the worst to the least.
pub fn left_after(facts: &Facts, target: &UnitState, odds: &AttackOdds) -> Option<SideLine> {
    words::damage(facts, target)?;
    let (track, now, most) = words::main_left(facts, target);
    let least = odds.loss.iter().map(|(loss, ..)| *loss).find(|loss| *loss > 0)?;
    let [from, to] = [super::worst(&odds.loss).max(least), least].map(|loss| now.saturating_sub(loss).max(0));
    let left = if from == to { to.to_string() } else { format!("{from}–{to}") };
    let told = say!("line-of", n = left, most = most);
    Some(SideLine { harm: true, detail: true, ..line(say!("card-left-after", track = track), told) })
}

/// What may become of a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It can hardly act any more, or not at all.
    TakenOut,
    Death,
}

impl Fate {
    /// As whoever does it reads it.
    pub fn dealt(self) -> String {
        match self {
            Self::TakenOut => say!("loss-disables"),
            Self::Death => say!("loss-kills"),
        }
    }

    /// As whoever suffers it reads it.
    pub fn suffered(self) -> String {
        match self {
            Self::TakenOut => say!("loss-disabled"),
            Self::Death => say!("loss-killed"),
        }
    }
}

/// The chances to take a target out and to kill it. Where nobody can say, the chance that what is lost takes it out.
pub fn fates(
    facts: &Facts,
    target: &UnitState,
    loss: &Dist<i32>,
    target_odds: Option<&TargetOdds>,
) -> Vec<(Chance, Fate)> {
    match target_odds {
        Some(odds) => vec![(odds.disabled, Fate::TakenOut), (odds.killed, Fate::Death)],
        None => by_loss(facts, target, loss).map(|chance| (chance, Fate::TakenOut)).into_iter().collect(),
    }
}

/// Those that are told: what never happens is not, and what disables only where it kills is told once.
pub fn told_fates(all: &[(Chance, Fate)]) -> Vec<(Chance, Fate)> {
    let again = |n: usize, chance: Chance| all.iter().skip(n + 1).any(|(later, _)| *later == chance);
    let told =
        all.iter().enumerate().filter(|(n, (chance, _))| *chance != Chance::NEVER && !again(*n, *chance));
    told.map(|(_, fate)| *fate).collect()
}

/// The chance to take a target out; where nobody can say, that what is lost does so.
pub fn falls(
    facts: &Facts,
    target: &UnitState,
    loss: &Dist<i32>,
    target_odds: Option<&TargetOdds>,
) -> Option<Chance> {
    match target_odds {
        Some(odds) => Some(odds.disabled),
        None => by_loss(facts, target, loss),
    }
}

/// The chance that what is lost takes a target out by itself; none where it is not taken from a track.
fn by_loss(facts: &Facts, target: &UnitState, loss: &Dist<i32>) -> Option<Chance> {
    let on_track = matches!(facts.book.settings.harm.land, Land::Track(_) | Land::Spill(..));
    let counted = on_track && in_hits(facts, target).is_none();
    counted.then(|| loss.probability(|loss| takes_out(facts, target, *loss)))
}

/// Whether so much lost, without a critical, brings a target a condition that takes it out: not everybody is out who has
/// nothing left of a track (S-50).
fn takes_out(facts: &Facts, target: &UnitState, loss: i32) -> bool {
    let mut own = target.clone();
    for (id, amount) in harm::lands(facts, target, loss, false, None).0 {
        let floor = facts.book.track(id).and_then(|def| def.floor);
        if let Some(track) = own.tracks.0.iter_mut().find(|track| track.id == id) {
            let now = track.now.saturating_add(amount);
            track.now = floor.map_or(now, |floor| now.max(floor));
        }
    }
    let states = facts.book.settings.states.iter();
    let comes = states.filter(|state| facts.state_holds(state, &own) && !facts.state_holds(state, target));
    let mut conditions = comes.filter_map(|state| facts.book.condition(state.condition));
    let spared = |def: &ConditionDef| def.spares.iter().any(|tag| target.sheet.0.tags.contains(tag));
    conditions.any(|def| disables(facts, def) && !spared(def))
}

/// Adds the columns of what may be lost, and what may become of the target.
pub fn add(
    facts: &Facts,
    target: &UnitState,
    (odds, target_odds): (&AttackOdds, Option<&TargetOdds>),
    card: &mut SideCard,
) {
    let worst = super::worst(&odds.loss);
    if worst <= 0 {
        return;
    }
    // The first is the sum of what may become of it, which is listed beneath, that it dies as well.
    let fates = fates(facts, target, &odds.loss, target_odds);
    let mut sums = told_fates(&fates).into_iter();
    card.numbers.extend(sums.next().map(|(chance, fate)| (percent(chance), fate.dealt(), true)));
    let kills = sums.next().map(|(chance, fate)| line(words::capital(&fate.dealt()), percent(chance)));
    // What is dealt at least is not led up to by empty columns.
    let least = odds.loss.iter().map(|(loss, ..)| *loss).filter(|loss| *loss > 0).min().unwrap_or(worst);
    let step = (worst - least + COLUMNS - 1) / (COLUMNS - 1);
    let column = |from: i32, to: i32| {
        let chance = odds.loss.probability(|loss| (from..=to).contains(loss));
        let text = percent(chance).trim_end_matches('%').to_owned();
        let text = if chance == Chance::NEVER { String::new() } else { text };
        let share = chance.as_f64();
        let fate = |is: fn(bool, bool) -> bool| {
            let those = |(loss, disabled, dead): &(i32, bool, bool)| {
                (from..=to).contains(loss) && is(*disabled, *dead)
            };
            target_odds.map_or(0.0, |own| own.fates.probability(those).as_f64())
        };
        let (dead, disabled) = (fate(|_, dead| dead), fate(|disabled, dead| disabled && !dead));
        let rest = if to <= 0 { Grade::Nothing } else { Grade::Hurt };
        let parts = [(Grade::Dead, dead), (Grade::Disabled, disabled), (rest, share - dead - disabled)];
        // What is left of a difference is no part.
        let parts = parts.into_iter().filter(|(_, own)| *own > 1e-6).map(|(grade, own)| (grade, own as f32));
        Column { foot: from.to_string(), share: share as f32, text, parts: parts.collect() }
    };
    card.columns.push(column(i32::MIN, 0));
    card.columns[0].foot = "0".to_owned();
    let mut from = least;
    while from <= worst {
        let last = from + step > worst;
        card.columns.push(column(from, if last { i32::MAX } else { from + step - 1 }));
        from += step;
    }
    card.columns.retain(|column| column.foot == "0" || !column.text.is_empty());
    card.columns_note = match step {
        1 if in_hits(facts, target).is_some() => say!("loss-columns-hits"),
        1 => say!("loss-columns"),
        _ => say!("loss-columns-of", n = step),
    };
    let Some(target_odds) = target_odds else { return };
    // That it dies stands among the numbers; that a ship lies prone is not told (S-91).
    let dead = |id: &Key| facts.book.condition(*id).is_some_and(|def| def.dead);
    // What a critical alone brings, since no loss takes the target out.
    let never = by_loss(facts, target, &odds.loss) == Some(Chance::NEVER);
    let critical = facts.book.settings.harm.critical_condition.filter(|_| never);
    // Nor what disables, where the number for that says the same.
    let said = |id: &Key, chance: Chance| {
        percent(chance) == percent(target_odds.disabled)
            && critical != Some(*id)
            && facts.book.condition(*id).is_some_and(|def| disables(facts, def))
    };
    let told =
        |(id, chance): &&(Key, Chance)| !dead(id) && !said(id, *chance) && show::is_told(facts, target, *id);
    // First what disables, which the number above sums up.
    let disables = |id: &Key| facts.book.condition(*id).is_some_and(|def| disables(facts, def));
    let each = target_odds.each.iter().filter(told);
    let (out, others): (Vec<_>, Vec<_>) = each.partition(|(id, _)| disables(id));
    let kills = kills.map(|own| SideLine { harm: true, detail: true, ..own });
    let lines = condition_lines(facts, &out, critical).into_iter().chain(kills);
    let lines = lines.chain(condition_lines(facts, &others, critical));
    card.lines.extend(lines.take(CONDITIONS));
}

/// Conditions that a target may come to have, those of one chance in a line. `critical`: the one that a critical alone
/// brings.
fn condition_lines(facts: &Facts, some: &[&(Key, Chance)], critical: Option<Key>) -> Vec<SideLine> {
    let name = |id: Key| {
        let name = words::condition(&facts.book, id, 1);
        if critical == Some(id) { say!("loss-by-critical", what = name) } else { name }
    };
    let told = |alike: &[&(Key, Chance)]| {
        let (id, chance) = alike.first()?;
        let names: Vec<String> = alike.iter().map(|(id, _)| name(*id)).collect();
        let value = match alike.len() {
            1 => percent(*chance),
            _ => say!("loss-each", chance = percent(*chance)),
        };
        let topic = Some(condition_topic(*id));
        let rule = facts.book.condition(*id).map(|def| def.rule.as_str().to_owned());
        Some(SideLine { topic, rule, harm: true, detail: true, ..line(names.join(", "), value) })
    };
    some.chunk_by(|one, other| percent(one.1) == percent(other.1)).filter_map(told).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_disables_and_kills_has_as_much_of_the_columns_as_its_chance() {
        let game = TestGame::of(&library(), "first_blood", 1, false);
        let facts = Facts::clone(&game.controller.play.eyes().unwrap());
        let jem = facts.unit(UnitId(Key::new("jem"))).unwrap();
        for foe in facts.units.iter().filter(|other| facts.hostile(jem, other)) {
            let chosen = Chosen::new(Key::new("attack_ranged"), Mode::Standard).against(foe.id());
            let spec = preview::spec(Order::new(&facts, jem, &chosen).unwrap()).unwrap();
            let odds = odds::attack(&facts, &spec).unwrap();
            let own = odds::target_odds(&facts, &spec, &odds).unwrap();
            let mut card = SideCard::default();
            add(&facts, foe, (&odds, Some(&own)), &mut card);
            let share = |of: &[Grade]| {
                let parts = card.columns.iter().flat_map(|column| &column.parts);
                parts.filter(|(grade, _)| of.contains(grade)).map(|(_, own)| f64::from(*own)).sum::<f64>()
            };
            let all = [Grade::Dead, Grade::Disabled, Grade::Hurt, Grade::Nothing];
            assert!(own.disabled != Chance::NEVER, "{own:?}");
            for (of, chance) in
                [(&all[..1], own.killed.as_f64()), (&all[..2], own.disabled.as_f64()), (&all[..], 1.0)]
            {
                assert!((share(of) - chance).abs() < 1e-3, "{of:?} {chance} {:?}", card.columns);
            }
        }
    }

    #[test]
    fn what_a_critical_alone_brings_is_told_a77() {
        let game = TestGame::of(&library(), "giant_at_the_croft", 1, false);
        let facts = Facts::clone(&game.controller.play.eyes().unwrap());
        let giant = facts.units.iter().find(|unit| unit.identity.name == "Grumm").unwrap();
        let told = |by: &UnitState| {
            let chosen = Chosen::new(Key::new("attack_ranged"), Mode::Standard).against(giant.id());
            let Some(spec) = Order::new(&facts, by, &chosen).and_then(preview::spec) else { return false };
            let Some(odds) = odds::attack(&facts, &spec) else { return false };
            let own = odds::target_odds(&facts, &spec, &odds);
            let mut card = SideCard::default();
            add(&facts, giant, (&odds, own.as_ref()), &mut card);
            card.lines.iter().any(|line| line.text.ends_with("after a critical"))
        };
        assert!(facts.units.iter().filter(|by| facts.hostile(by, giant)).any(told));
    }

    #[test]
    fn what_is_lost_takes_out_by_the_rules_of_the_book_s50() {
        let game = TestGame::of(&library(), "six_rounds_on_the_landing", 1, false);
        let facts = Facts::clone(&game.controller.play.eyes().unwrap());
        let chance = |unit: &UnitState, loss: i32| match fates(&facts, unit, &Dist::one(loss), None)[..] {
            [(chance, Fate::TakenOut)] => chance,
            ref other => panic!("{other:?}"),
        };
        let mortal = facts.units.iter().next().unwrap();
        let left = mortal.tracks.get(Key::new("wounds")).unwrap().now;
        assert_eq!([left - 1, left].map(|loss| chance(mortal, loss)), [Chance::NEVER, Chance::ALWAYS]);
        // With a Fate Point nobody is out at 0 wounds, but by what comes past them.
        let mut fated = mortal.clone();
        Arc::make_mut(&mut fated.sheet.0).stats.insert(Key::new("fate"), 1);
        let past = [left, left + 5, left + 6].map(|loss| chance(&fated, loss));
        assert_eq!(past, [Chance::NEVER, Chance::NEVER, Chance::ALWAYS]);
    }

    #[test]
    fn a_mean_of_hits_on_systems_is_no_loss_of_a_track() {
        let told = [(1.2, false), (0.0, false), (1.0, true), (1.7, true)].map(|(n, hits)| in_short(n, hits));
        assert_eq!(told, ["−1.2", "0", "1 hit", "1.7 hits"]);
    }

    #[test]
    fn the_chance_to_hurt_stands_beside_the_one_to_hit_only_where_it_is_another() {
        let game = TestGame::of(&library(), "hull_to_hull", 1, false);
        let facts = Facts::clone(&game.controller.play.eyes().unwrap());
        let mut both = 0;
        for by in facts.units.iter() {
            for foe in facts.units.iter().filter(|foe| facts.hostile(by, foe)) {
                for def in facts.book.actions.iter().filter(|def| def.is_plain_attack()) {
                    let chosen = Chosen::new(def.id, Mode::Standard).against(foe.id());
                    let spec = preview::spec(Order::new(&facts, by, &chosen).unwrap()).unwrap();
                    let Some(odds) = odds::attack(&facts, &spec) else { continue };
                    let (hits, hurts) = preview::chances(&odds);
                    assert!(hurts.is_none_or(|own| own < hits && percent(own) != percent(hits)));
                    let leads = preview::leading(&odds);
                    assert_eq!(
                        (leads.number(), leads.hurts),
                        (percent(hurts.unwrap_or(hits)), hurts.is_some())
                    );
                    assert!(leads.told().contains(&leads.number()) && leads.told().contains(&leads.word()));
                    both += usize::from(hurts.is_some());
                }
            }
        }
        assert!(both > 0, "armour stops some hits");
    }

    #[test]
    fn the_odds_of_repeated_attacks_are_those_of_all_of_them_a141_a142() {
        let game = TestGame::of(&library(), "first_blood", 1, false);
        let facts = Facts::clone(&game.controller.play.eyes().unwrap());
        let jem = facts.unit(UnitId(Key::new("jem"))).unwrap();
        let foe = facts.units.iter().find(|other| facts.hostile(jem, other)).unwrap();
        let each = |action: &str| {
            let chosen = Chosen::new(Key::new(action), Mode::Standard).against(foe.id());
            let spec = preview::spec(Order::new(&facts, jem, &chosen).unwrap()).unwrap();
            odds::each_attack(&facts, &spec, &chosen.args)
        };
        let (shot, shots) = (each("attack_ranged"), each("repeated_shot"));
        assert_eq!((shot.len(), shots.len()), (1, 5));
        assert_eq!(shot[0].results, shots[0].results);
        assert!(shots.windows(2).all(|two| two[0].lands.as_f64() >= two[1].lands.as_f64()));
        let all = odds::together(&shots).unwrap();
        let none: f64 = shots.iter().map(|odds| 1.0 - odds.lands.as_f64()).product();
        assert!((all.lands.as_f64() - (1.0 - none)).abs() < 1e-6);
        let mean: f64 = shots.iter().map(|odds| odds.loss.mean_f64()).sum();
        assert!((all.loss.mean_f64() - mean).abs() < 1e-6);
    }
}
