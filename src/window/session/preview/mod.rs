//! The cards of the right column: the odds of an attack with their sum, units, squares, actions, rules.
//!
//! Every number comes from the functions that the resolver calls. Sums are in [`sums`], rules and conditions in
//! [`rules`].

mod action_checks;
mod cards;
mod harm;
mod numbers;
mod places;
mod provoked;
mod rules;
mod sums;
mod vehicle;
mod wards;

use crate::dice::Dice;
use crate::window::session::prelude::*;

pub use action_checks::{add_checks, progress};
pub use cards::{action_card, aimed_action_card, choice_card, lasts, square_card, unit_card};
pub use harm::{Fate, counted, counts_hits, falls, fates, in_short, mean_in_short, told_fates};
pub use numbers::{number_card, pool_topic, track_topic};
pub use places::goal_lines;
pub use provoked::{
    answers_openings, at_risk, given, given_lines, lethal, opening_line, openings, provoked, risk,
    steps_provoke, written,
};
pub use rules::{after_actions, condition_topic, effects, modifier, rule_card, rule_line};
pub use sums::{at_least, flow, ruled, sum_lines};
pub use vehicle::{arc, system_lines, vehicle_lines};

/// A mean that is known in thousandths, as it is read.
fn thousandths(mean: i64) -> String {
    decimal(mean as f64 / 1000.0)
}

/// A number with at most one decimal.
pub fn decimal(number: f64) -> String {
    let tenths = (number * 10.0).round();
    let text =
        if tenths % 10.0 == 0.0 { format!("{:.0}", tenths / 10.0) } else { format!("{:.1}", tenths / 10.0) };
    text.replace('.', &say!("decimal-sign"))
}

/// A chance in whole per cent, as large numbers show it; only what is sure is 0% or 100%.
pub fn percent(chance: Chance) -> String {
    match (chance.per_mille() + 5) / 10 {
        0 if chance != Chance::NEVER => say!("percent-under-one"),
        100 if chance != Chance::ALWAYS => say!("percent-over-ninety-nine"),
        n => say!("percent", n = n),
    }
}

/// Dice as they are written in the language: "2d6+1".
pub fn dice(dice: Dice) -> String {
    dice.to_string().replacen('d', &say!("die-letter"), 1)
}

/// The facts as they are when an action's attack begins: at the end of its path.
pub fn at_end_of_path(facts: &Facts, unit: &UnitState, chosen: &Chosen) -> Facts {
    let mut moved = facts.clone();
    if let (Some(last), Some(own)) = (chosen.args.path.last(), moved.unit_mut(unit.id())) {
        own.place.area.origin = *last;
        own.place.band = chosen.args.last_band(own.place.band);
        own.usage.squares += i32::try_from(chosen.args.path.len()).unwrap_or(0);
    }
    moved
}

/// What an attack is made with, for the functions of `attack` and `odds`.
pub fn spec(order: Order<'_>) -> Option<AttackSpec<'_>> {
    Some(spec_at(order, order.chosen.args.target?))
}

/// The same against this target.
pub fn spec_at(order: Order<'_>, target: UnitId) -> AttackSpec<'_> {
    let Order { facts, unit, def, chosen } = order;
    let cast = def.steps.contains(&Step::Cast);
    let spell = chosen
        .args
        .spell
        .or_else(|| unit.slots.0.iter().find(|slot| !slot.spent).map(|slot| slot.spell).filter(|_| cast));
    let weapon = chosen.args.weapon.or_else(|| legal::default_weapon(facts, unit, def));
    let rounds = fire::rounds(facts, unit, def, weapon, chosen.args.amount);
    AttackSpec::new(unit.id(), target, def).armed(weapon.filter(|_| spell.is_none()), spell).firing(rounds)
}

/// What an attack is made with, as far as that is known before it has a target.
pub fn made_with(order: Order<'_>) -> Option<String> {
    let target = order.chosen.args.target.unwrap_or(order.unit.id());
    spec_at(order, target).armament(order.facts).map(|own| own.name().to_owned())
}

/// The odds of an attack that is ordered, in what its target counts; none where nobody can say.
pub fn order_odds(order: Order<'_>) -> Option<AttackOdds> {
    let (facts, spec) = (order.facts, spec(order)?);
    let odds = odds::attack_at(facts, &spec, &order.chosen.args)?;
    Some(harm::counted(facts, facts.unit(spec.target)?, odds))
}

/// The chance that an attack hits from where it would be made.
pub fn hit_chance(order: Order<'_>) -> Option<Chance> {
    let there = at_end_of_path(order.facts, order.unit, order.chosen);
    let unit = there.unit(order.unit.id())?;
    let spec = spec(Order { facts: &there, unit, ..order })?;
    match odds::attack(&there, &spec) {
        Some(odds) => Some(odds.hits),
        None => attack::check(&there, &spec).map(|check| check.chance()),
    }
}

/// The card of an attack on a target: chance first, then harm, then the sum line by line.
pub fn attack_card(play: &Play, order: Order<'_>) -> Option<SideCard> {
    let Order { unit, def, chosen, .. } = order;
    let target = order.facts.unit(chosen.args.target?)?;
    let facts = &at_end_of_path(order.facts, unit, chosen);
    let spec = spec(Order { facts, ..order })?;
    let check = attack::check(facts, &spec)?;
    let with = spec.armament(facts).map_or(def.name.as_str(), |own| own.name());
    let left = words::main_parts(facts, target).into_iter();
    let left = left.map(|(name, now, whole)| say!("card-left", track = name, now = now, whole = whole));
    let what = if with == def.name { def.name.clone() } else { format!("{}, {with}", def.name) };
    let mut card = SideCard {
        title: target.identity.name.clone(),
        about: say!("card-attack-about", what = &what, left = left.collect::<Vec<String>>().join(", ")),
        side: Some(play.colour(target.side())),
        sums: true,
        ..SideCard::default()
    };
    let (mut critical, mut left_after, mut drives, mut only_critical) = (None, None, None, false);
    let each = odds::each_attack(facts, &spec, &chosen.args);
    match odds::together(&each) {
        Some(odds) => {
            let odds = harm::counted(facts, target, odds);
            card.numbers = chance_numbers(&odds);
            if odds.worst() > 0 {
                let mean = thousandths(odds.mean_thousandths());
                left_after = harm::left_after(facts, target, &odds);
                let what = harm::expected(facts, target, &mean);
                card.numbers.push((mean, what, true));
                card.numbers.push(worst_number(&odds.loss));
                harm::add(facts, target, (&odds, odds::target_odds(facts, &spec, &odds).as_ref()), &mut card);
            }
            if let Some(hit) = odds::expected_hit(facts, &spec, &chosen.args) {
                card.trace = plain_hit(facts, &hit);
                only_critical = hit.stopped && hit.trace.total <= 0 && odds.worst() > 0;
                let deeper = odds::expected_critical(facts, &spec, &chosen.args);
                drives = deeper.filter(|deeper| *deeper != hit.trace.total);
            }
            if let Some(item) = &odds.item {
                let item_name = facts.book.name_of(item.item);
                card.about = say!("card-attack-item", what = &what, item = item_name);
                card.numbers.push((percent(item.broken), say!("number-breaks"), true));
                card.numbers.push((percent(item.destroyed), say!("number-destroys"), true));
            }
            critical = Some(odds.critical).filter(|chance| *chance != Chance::NEVER);
        }
        None => card.numbers = vec![(percent(check.chance()), say!("number-hit"), false)],
    }
    let target_odds =
        std::mem::replace(&mut card.lines, sums::sum_lines_of(facts, &check, Some(target.id())));
    card.lines.extend(sums::needed(facts, &spec, &chosen.args, &check));
    sums::mark_needed(&mut card.lines);
    card.lines.splice(0..0, left_after);
    let only_critical = only_critical && critical.is_some();
    card.lines.splice(0..0, only_critical.then(|| line(say!("card-only-critical"), "")));
    card.lines.extend(company_lines(facts, unit, def, &spec));
    let mut repeats = repeat_lines(facts, target, def, &each).into_iter();
    card.lines.splice(0..0, repeats.next());
    card.lines.extend(repeats);
    if let Some(chance) = critical {
        let mut told = vec![percent(chance)];
        // With the drive that it may choose (D-36), where that lets more through than a plain hit.
        told.extend(drives.map(|n| say!("answer-harm-sure", n = n)));
        let own = SideLine { sum: true, detail: true, ..line(say!("line-critical"), told.join(" · ")) };
        card.lines.push(ruled(own, facts.book.settings.check.sources.critical));
    }
    card.lines.extend(target_odds);
    card.lines.extend(cover_line(facts, unit, target));
    let weapon = spec.weapon.and_then(|id| facts.weapon_in(unit, id, def)).map(|(_, weapon)| &**weapon);
    card.lines.extend(wards::aura_line(facts, target, weapon));
    card.lines.extend(wards::burst_line(facts, &spec, (unit, target), weapon));
    Some(card)
}

/// The way of a plain hit; where most are stopped, that of one that gets through.
fn plain_hit(facts: &Facts, hit: &odds::ExpectedHit) -> Vec<TraceRow> {
    let mut rows = traces::rows(&facts.book, &hit.trace);
    if hit.stopped && hit.trace.total > 0 {
        rows.iter_mut().for_each(|row| row.what = say!("trace-through", what = &row.what));
    }
    rows
}

/// The attacks that an action may make one after the other, each with its penalty and its chance, after what they are
/// together; none of a single one.
fn repeat_lines(facts: &Facts, target: &UnitState, def: &ActionDef, each: &[AttackOdds]) -> Vec<SideLine> {
    let Some(repeat) = def.repeat.as_ref().filter(|_| each.len() > 1) else { return Vec::new() };
    let all = line(say!("card-repeat", n = each.len()), "");
    let told = (0..).zip(each).map(|(n, odds)| {
        let burden = words::signed(repeat.burden.saturating_mul(n));
        let text = match n {
            0 => say!("card-repeat-first"),
            _ => say!("card-repeat-next", n = n + 1, burden = burden),
        };
        let own = leading(&harm::counted(facts, target, odds.clone()));
        line(text, if own.hurts { own.told() } else { own.number() })
    });
    let told = told.map(|own| SideLine { detail: true, ..own });
    std::iter::once(all).chain(told).map(|own| ruled(own, Some(repeat.rule))).collect()
}

/// Those who would fire with it, each with the chance to hit (C-178).
fn company_lines(
    facts: &Facts,
    unit: &UnitState,
    def: &Arc<ActionDef>,
    spec: &AttackSpec<'_>,
) -> Vec<SideLine> {
    if !def.asks.contains(&Parameter::Company) {
        return Vec::new();
    }
    let told = legal::companions(facts, unit, def, spec.target).into_iter().filter_map(|one| {
        let own = AttackSpec { weapon: one.weapon, rounds: 1, ..AttackSpec::new(one.unit, spec.target, def) };
        let check = attack::check(facts, &own)?;
        let text = say!("line-fires-too", unit = words::name(facts, one.unit));
        Some(ruled(line(text, percent(check.chance())), Some(def.rule)))
    });
    told.collect()
}

/// The greatest loss with a chance of one in a hundred: what rarer chains of criticals come to helps nobody decide.
pub fn worst(loss: &Dist<i32>) -> i32 {
    let rare = Chance::new(1, 100);
    loss.iter().map(|(loss, ..)| *loss).filter(|own| loss.at_least(*own) >= rare).max().unwrap_or(0)
}

/// The same as a number of a card.
fn worst_number(loss: &Dist<i32>) -> (String, String, bool) {
    (worst(loss).to_string(), say!("number-most"), true)
}

/// The chances that an attack hits, and that it hurts where that is another: where a roll that hits may still do no harm.
pub fn chances(odds: &AttackOdds) -> (Chance, Option<Chance>) {
    let harms = odds.loss.probability(|loss| *loss > 0);
    let plain = odds.square.is_none() && odds.item.is_none();
    let told = plain && (harms != Chance::NEVER || odds.lands < odds.hits);
    (odds.hits, Some(harms).filter(|harms| told && percent(*harms) != percent(odds.hits)))
}

/// Both as numbers of a card: first what one is after.
pub fn chance_numbers(odds: &AttackOdds) -> Vec<(String, String, bool)> {
    let (hits, hurts) = chances(odds);
    let hurts = hurts.map(|chance| (percent(chance), say!("number-hurt"), false));
    hurts.into_iter().chain([(percent(hits), say!("number-hit"), false)]).collect()
}

/// The one chance of an attack that is told wherever there is room for one.
#[derive(Clone, Copy, Debug)]
pub struct Leading {
    /// That it hurts, where that is another than that it hits; else that it hits.
    pub chance: Chance,
    /// Is it the one to hurt?
    pub hurts: bool,
}

impl Leading {
    /// The chance as it is written.
    pub fn number(self) -> String {
        percent(self.chance)
    }

    /// What it is the chance of: "to hurt", "to hit".
    pub fn word(self) -> String {
        if self.hurts { say!("number-hurt") } else { say!("number-hit") }
    }

    /// Both: "40% to hurt", "56% to hit".
    pub fn told(self) -> String {
        match self.hurts {
            true => say!("row-chance-hurt", odds = self.number()),
            false => say!("row-chance", odds = self.number()),
        }
    }
}

/// The one of an attack's chances that tells what one is after.
pub fn leading(odds: &AttackOdds) -> Leading {
    let (hits, hurts) = chances(odds);
    Leading { chance: hurts.unwrap_or(hits), hurts: hurts.is_some() }
}

fn cover_line(facts: &Facts, from: &UnitState, to: &UnitState) -> Option<SideLine> {
    let cover = facts.cover(from, to);
    let word = cover_word(cover.level)?;
    let soft = if cover.soft { "yes" } else { "no" };
    Some(line(say!("line-in-cover", cover = word, soft = soft), ""))
}

/// A degree of cover in words; none for none.
pub fn cover_word(level: CoverLevel) -> Option<String> {
    match level {
        CoverLevel::None => None,
        CoverLevel::Quarter => Some(say!("cover-quarter")),
        CoverLevel::Half => Some(say!("cover-half")),
        CoverLevel::ThreeQuarter => Some(say!("cover-three-quarter")),
        CoverLevel::Full => Some(say!("cover-full")),
    }
}

pub fn line(text: impl Into<String>, value: impl Into<String>) -> SideLine {
    SideLine { text: text.into(), value: value.into(), ..SideLine::default() }
}

/// How far a rolled move gets, as bars: at most as many as can be read.
pub fn distances(sure: &[Chance], most: i32) -> Vec<(String, f32, String)> {
    const BARS: usize = 8;
    let step = (sure.len().saturating_sub(1)).div_ceil(BARS).max(1);
    sure.iter()
        .enumerate()
        .skip(1)
        .filter(|(n, chance)| (n - 1) % step == 0 && **chance != Chance::NEVER)
        .take_while(|(n, _)| i32::try_from(*n).is_ok_and(|n| n <= most))
        .map(|(n, chance)| (say!("bar-or-more", n = n), chance.per_mille() as f32 / 1000.0, percent(*chance)))
        .collect()
}

/// The card of a roll that fell: its sum, what came of it, and all that went into it.
pub fn roll_card(roll: &ShownRoll) -> SideCard {
    let mut card = SideCard { title: roll.what.clone(), about: roll.sum.clone(), ..SideCard::default() };
    if !roll.result.is_empty() {
        card.lines.push(SideLine { sum: true, ..line(words::capital(&roll.result), "") });
    }
    card.lines.extend(roll.lines.iter().cloned());
    card
}

/// Why a target cannot be chosen, as a line at the head of its card.
pub fn refusal_line(refusal: &Refusal) -> SideLine {
    ruled(line(words::reason(refusal), ""), refusal.rule)
}

/// Whether an order would be taken on one's own turn, and if not, why.
pub fn refused(facts: &Facts, unit: &UnitState, chosen: &Chosen, occasion: &Occasion) -> Option<Refusal> {
    legal::plan(facts, unit.id(), &chosen.act(), occasion).err()
}

/// What a defence takes off a blow, with its chances.
pub fn reduction(check: &Check, divisor: i32) -> Dist<i32> {
    let Base::Dice(dice) = check.base else { return Dist::one(0) };
    check.naturals(&dice).map(|natural| check.read(*natural).value.max(0) / divisor.max(1))
}
