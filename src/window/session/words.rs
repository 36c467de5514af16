//! The wording of numbers, names and sums on cards and in the log.

use crate::rules::book::TrackDef;
use crate::window::session::prelude::*;

/// A number with its sign: "+2", "−2" (a true minus), "+0".
pub fn signed(number: i32) -> String {
    if number < 0 { format!("−{}", number.unsigned_abs()) } else { format!("+{number}") }
}

/// A number with a true minus where it is below zero.
pub fn number(number: i32) -> String {
    if number < 0 { signed(number) } else { number.to_string() }
}

/// A compass point.
pub fn point(dir: Dir8) -> String {
    match dir {
        Dir8::N => say!("point-north"),
        Dir8::NE => say!("point-north-east"),
        Dir8::E => say!("point-east"),
        Dir8::SE => say!("point-south-east"),
        Dir8::S => say!("point-south"),
        Dir8::SW => say!("point-south-west"),
        Dir8::W => say!("point-west"),
        Dir8::NW => say!("point-north-west"),
    }
}

/// A square, by column and row from 1.
pub fn square(at: At) -> String {
    say!("column-and-row", column = at.x + 1, row = at.y + 1)
}

/// The first letter as a capital.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A sentence of its own: it begins with a capital and ends with a full stop.
pub fn sentence(text: &str) -> String {
    format!("{}.", capital(text))
}

/// What a pool, a track or `initiative` is called.
pub fn pool_name(book: &Rulebook, id: Key) -> String {
    if id == "initiative" {
        return say!("word-initiative");
    }
    book.settings.economy.pool(id).map_or_else(|| book.name_of(id), |pool| pool.name.clone())
}

/// What players call a line of the ledger, or anything else that a choice is about.
pub fn line_name(book: &Rulebook, id: Key) -> String {
    let line = match &book.settings.timing.shift {
        Shift::Ledger(rule) => rule.event(id),
        _ => None,
    };
    line.map_or_else(|| book.name_of(id), |line| line.name.clone())
}

/// How the points of a pool are drawn.
pub fn pip(book: &Rulebook, pool: Key) -> Pip {
    let pools = &book.settings.economy.pools;
    if pools.iter().any(|def| def.id == pool && def.off_turn) {
        return Pip::Diamond;
    }
    match pools.iter().filter(|def| !def.off_turn).position(|def| def.id == pool) {
        None | Some(0) => Pip::Round,
        Some(1) => Pip::Square,
        Some(_) => Pip::Bar,
    }
}

/// What is paid as it is drawn: points of pools, of those in `from` at least so many, and a price in words.
pub fn paid(book: &Rulebook, cost: &[(Key, i32)], from: &[Key], price: String) -> Cost {
    let pools = cost.iter().map(|(pool, n)| (pool_name(book, *pool), *n, pip(book, *pool)));
    Cost { pools: pools.collect(), from: cost.iter().map(|(pool, _)| from.contains(pool)).collect(), price }
}

/// A cost and a price: "2 action points, 1 Vitality". Nothing is "free".
pub fn cost(book: &Rulebook, cost: &[(Key, i32)], price: &[(Key, i32)]) -> String {
    let parts = cost.iter().chain(price).filter(|(_, amount)| *amount != 0);
    let parts: Vec<String> = parts.map(|(id, amount)| amount_of(*amount, &pool_name(book, *id))).collect();
    if parts.is_empty() { say!("cost-free") } else { parts.join(", ") }
}

/// A price of tracks, each by the first letters of its name: "1 Vit"; nothing where nothing is to be paid.
pub fn price(book: &Rulebook, price: &[(Key, i32)]) -> String {
    let short = |(track, n): &(Key, i32)| {
        let letters: String = book.name_of(*track).chars().take(3).collect();
        format!("{n} {letters}")
    };
    price.iter().filter(|(_, n)| *n != 0).map(short).collect::<Vec<String>>().join(" ")
}

/// So many of something: "1 action point", "2 action points".
fn amount_of(amount: i32, name: &str) -> String {
    say!("cost-amount", n = amount, name = name)
}

/// What a way of paying for an action is called.
pub fn mode(mode: Mode) -> String {
    match mode {
        Mode::Standard => say!("mode-standard"),
        Mode::Swift => say!("mode-swift"),
        Mode::Immediate => say!("mode-immediate"),
        Mode::Free => say!("mode-free"),
    }
}

/// Why something cannot be done.
pub fn why(refusal: &Refusal) -> String {
    locale::tell(&refusal.message)
}

/// The same as a sentence of its own.
pub fn reason(refusal: &Refusal) -> String {
    capital(&why(refusal))
}

/// Why something cannot be done, with the rule that says so.
pub fn why_ruled(refusal: &Refusal) -> String {
    locale::refusal(refusal)
}

/// A name inside a sentence: in small letters, where the language writes names so.
pub fn low(name: &str) -> String {
    if say!("names-in-small-letters") == "yes" { name.to_lowercase() } else { name.to_owned() }
}

/// What a role in a relation between two units is called.
pub fn role(book: &Rulebook, id: Key) -> String {
    let roles = book.settings.bonds.iter().flat_map(|bond| &bond.roles);
    let role = roles.into_iter().find(|role| role.id == id);
    role.map_or_else(|| id.as_str().replace('_', " "), |role| role.name.clone())
}

/// The kind of a modifier, for the lines that name it.
fn kind_name(kind: ModKind) -> Option<String> {
    match kind {
        ModKind::Ability | ModKind::Skill | ModKind::Circumstance => None,
        ModKind::CheckPenalty => Some(say!("kind-penalty")),
        ModKind::Inherent => Some(say!("kind-inherent")),
        ModKind::Augmented => Some(say!("kind-augmented")),
        ModKind::Assisted => Some(say!("kind-assisted")),
        ModKind::Magic => Some(say!("kind-magic")),
        ModKind::Tech => Some(say!("kind-tech")),
        ModKind::Size => Some(say!("kind-size")),
    }
}

/// What a part of a check is called.
pub fn part(book: &Rulebook, part: &CheckPart) -> String {
    let name = source(book, part.source);
    match kind_name(part.kind) {
        Some(kind) => say!("part-of-kind", name = name, kind = kind),
        None => name,
    }
}

fn source(book: &Rulebook, id: Key) -> String {
    if let Some(rule) = book.rule(id) {
        return rule.title.clone();
    }
    match id.as_str() {
        "nature" => say!("source-nature"),
        "reaction" => say!("source-reaction"),
        _ => capital(&called(book, id)),
    }
}

/// What something is called that the engine knows as well as the book: by the book, or else by the engine.
fn called(book: &Rulebook, id: Key) -> String {
    book.named(id).or_else(|| locale::now().term(id)).unwrap_or_else(|| book.name_of(id))
}

/// What a check is held against: its number, and what that is.
pub fn versus(facts: &Facts, check: &Check) -> Option<(i32, String)> {
    match &check.versus {
        Versus::Nothing => None,
        Versus::Number(number, what) => Some((*number, source(&facts.book, *what))),
        Versus::Passive(other) => {
            let name = facts.book.name_of(other.id);
            let text = match facts.unit(other.by) {
                Some(unit) => say!("check-of", check = name, unit = &unit.identity.name),
                None => name,
            };
            Some((other.passive(), text))
        }
    }
}

/// The sum of a thrown check in one line: "14 + 7 = 21 against 15", "rolled 3, needs ≤ 38".
pub fn sum(check: &Check, reading: &Reading) -> String {
    let modifier = check.modifier();
    match check.direction {
        // What a failure needed is told with it.
        Direction::Under if !reading.success => say!("roll-rolled", n = reading.natural),
        Direction::Under => say!("roll-under", natural = reading.natural, number = reading.number),
        Direction::Over => {
            let factor = match check.factor {
                Factor::One => String::new(),
                Factor::Times(k) => format!(" × {k}"),
                Factor::Over(k) => format!(" ÷ {k}"),
            };
            let against = match check.versus {
                Versus::Nothing => String::new(),
                _ => say!("sum-against", n = reading.number),
            };
            let total = if check.base == Base::Nothing { 0 } else { reading.total };
            let sign = if modifier < 0 { '−' } else { '+' };
            let short = if reading.success { short(reading, reading.value) } else { String::new() };
            format!(
                "{} {sign} {}{factor} = {total}{against}{short}",
                reading.natural,
                modifier.unsigned_abs()
            )
        }
    }
}

/// The natural roll nearest to this one with which a check would have succeeded; none: with none, or it did.
fn needed(check: &Check, natural: i32) -> Option<i32> {
    let dice = check.dice()?;
    let works = |natural: &i32| check.read(*natural).success;
    if works(&natural) {
        return None;
    }
    (dice.min()..=dice.max()).filter(works).min_by_key(|one: &i32| (one - natural).abs())
}

/// The natural roll that a check needs: "9+", or "≤ 45" where low is good; none where any or no roll will do.
pub fn goal(check: &Check) -> Option<String> {
    let dice = check.dice()?;
    let works = |natural: &i32| check.read(*natural).success;
    let mut all = dice.min()..=dice.max();
    if all.clone().all(|natural| works(&natural)) {
        return None;
    }
    match check.direction {
        Direction::Over => all.find(works).map(|natural| format!("{natural}+")),
        Direction::Under => all.rev().find(works).map(|natural| format!("≤ {natural}")),
    }
}

/// Why a check failed: by how much its total fell short of its number; else the roll that it needed, and by how much that
/// was missed.
fn failure(check: &Check, reading: &Reading, attack: bool) -> String {
    let natural = reading.natural;
    let by_total = check.direction == Direction::Over && check.versus != Versus::Nothing;
    match needed(check, natural).zip(goal(check)) {
        _ if check.natural_fail.contains(&natural) && attack => say!("roll-natural-miss", n = natural),
        _ if check.natural_fail.contains(&natural) => say!("roll-natural-fail", n = natural),
        _ if by_total && reading.margin < 0 && attack => say!("roll-miss-short", n = -reading.margin),
        _ if by_total && reading.margin < 0 => say!("roll-failed-by", n = -reading.margin),
        Some((needed, goal)) if attack => say!("roll-miss-by", needed = goal, n = (needed - natural).abs()),
        Some((needed, goal)) => say!("roll-needs", needed = goal, n = (needed - natural).abs()),
        None if attack => say!("roll-miss"),
        None if reading.margin < 0 => say!("roll-failed-by", n = -reading.margin),
        None => say!("roll-failed"),
    }
}

/// What an attack's check is worth: a hit, or where it fell short of its number and lands nevertheless, a grazing one;
/// nothing lost is a block.
pub fn hit(value: i32, margin: i32) -> String {
    match value {
        0 => say!("roll-blocked"),
        _ if margin < 0 => say!("roll-grazes", n = value),
        _ => say!("roll-hit-worth", n = value),
    }
}

/// By how much a check that succeeds nevertheless fell short of its number; nothing if it did not.
pub fn short(reading: &Reading, value: i32) -> String {
    if value > 0 && reading.margin < 0 { say!("roll-short", n = -reading.margin) } else { String::new() }
}

/// What came of a check thrown for this purpose.
pub fn result(check: &Check, reading: &Reading, purpose: Key) -> String {
    let mut words = Vec::new();
    let attack = purpose == "attack";
    match (check.value, reading.success) {
        (Some(_), true) if attack => words.push(hit(reading.value, reading.margin)),
        (Some(_), true) => words.push(say!("roll-success-value", n = reading.value)),
        (_, true) if check.versus == Versus::Nothing => {}
        (_, true) if attack => words.push(say!("roll-hit-by", n = reading.margin)),
        // Degrees say how good it is.
        (_, true) if reading.degrees > 0 => words.push(say!("roll-success")),
        (_, true) => words.push(say!("roll-success-by", n = reading.margin)),
        (_, false) => words.push(failure(check, reading, attack)),
    }
    if check.jams_on(reading.natural) {
        words.push(say!("roll-jams"));
    }
    match reading.degrees {
        n if n <= 0 || check.value.is_some() => {}
        n => words.push(say!("roll-degrees", n = n)),
    }
    words.extend((reading.critical && reading.success).then(|| say!("roll-critical")));
    words.join(", ")
}

/// What a roll was for, from its purpose.
pub fn purpose(book: &Rulebook, purpose: Key) -> String {
    match purpose.as_str() {
        "attack" => say!("purpose-attack"),
        "defence" => say!("purpose-defence"),
        "critical" => say!("purpose-critical"),
        "damage" => say!("purpose-damage"),
        "initiative" => say!("purpose-initiative"),
        "injury" => say!("purpose-injury"),
        "first" => say!("purpose-first"),
        "burst" => {
            let rule = book.settings.attack.burst.as_ref();
            let reaches = rule.map(|rule| say!("purpose-burst", n = i32::from(rule.strikes)));
            capital(&called(book, purpose)) + &reaches.unwrap_or_default()
        }
        _ => capital(&called(book, purpose)),
    }
}

/// A unit's name; of one that is not known: "someone unseen".
pub fn name(facts: &Facts, unit: UnitId) -> String {
    facts.unit(unit).map_or_else(nobody, |unit| unit.identity.name.clone())
}

/// What one is called of whom nothing is known.
pub fn nobody() -> String {
    say!("someone-unseen")
}

/// The tracks that the main number of a unit is the sum of: that of the damage, where it is summed up (D-68), else the
/// book's main one, or a machine's (C-128).
pub fn main_tracks(facts: &Facts, unit: &UnitState) -> Vec<Key> {
    if let Some(id) = shown_track(&facts.book).map(|def| def.id).filter(|id| unit.tracks.get(*id).is_some()) {
        return vec![id];
    }
    let rule = facts.book.settings.systems.as_ref();
    let tracks = rule.map_or(&[][..], |rule| &rule.tracks);
    tracks.iter().copied().filter(|id| unit.tracks.get(*id).is_some()).collect()
}

/// The track that counters and cards show.
pub fn shown_track(book: &Rulebook) -> Option<&TrackDef> {
    book.settings.harm.land.sum().and_then(|(total, _)| book.track(total)).or_else(|| book.main_track())
}

/// The damage that a unit has taken in all and into how many degrees of injury its bar is divided, where the book sums
/// it up.
pub fn damage(facts: &Facts, unit: &UnitState) -> Option<(i32, u8)> {
    let (total, factor) = facts.book.settings.harm.land.sum()?;
    let track = unit.tracks.get(total)?;
    let factor = facts.stat(unit, factor).and_then(|factor| i32::try_from(factor).ok()).unwrap_or(1).max(1);
    Some((track.now, u8::try_from(track.max / factor).unwrap_or(0)))
}

/// Whether a track is the damage that is only summed up: it is told how much more can be taken (D-68).
pub fn is_sum(book: &Rulebook, id: Key) -> bool {
    book.settings.harm.land.sum().is_some_and(|(total, _)| total == id)
}

/// What a track of a unit is called, by what the unit is; the sum of the damage by what is left of it.
pub fn track_name(facts: &Facts, unit: &UnitState, id: Key) -> String {
    if is_sum(&facts.book, id) {
        return say!("word-toughness");
    }
    let (def, tags) = (facts.book.track(id), &unit.sheet.0.tags);
    let own = || def.map_or_else(|| facts.book.name_of(id), |def| def.name.clone());
    def.and_then(|def| show::called_for(&facts.book, &def.called, tags)).unwrap_or_else(own)
}

/// The main track of a unit: name, now and most; of a machine all of its own, one after the other.
pub fn main_track(facts: &Facts, unit: &UnitState) -> (String, i32, i32) {
    let ids = main_tracks(facts, unit);
    let own: Vec<_> = ids.iter().filter_map(|id| unit.tracks.get(*id)).collect();
    if let ([id], [track], Some(_)) = (ids.as_slice(), own.as_slice(), shown_track(&facts.book)) {
        return (track_name(facts, unit, *id), track.now, track.max);
    }
    let names: Vec<String> = own.iter().map(|track| low(&track_name(facts, unit, track.id))).collect();
    (
        capital(&list(&names)),
        own.iter().map(|track| track.now.max(0)).sum(),
        own.iter().map(|track| track.max).sum(),
    )
}

/// What a unit has left of its main track: name, now and most. Of a track that rises with damage, what it can still take.
pub fn main_left(facts: &Facts, unit: &UnitState) -> (String, i32, i32) {
    let (name, now, most) = main_track(facts, unit);
    let rises = matches!(main_tracks(facts, unit).as_slice(), [id] if facts.book.track(*id).is_some_and(|def| def.rises));
    if rises { (name, most - now, most) } else { (name, now, most) }
}

/// What its main number is the sum of, each as [`main_left`] tells it: the one main track, or each of a machine's.
pub fn main_parts(facts: &Facts, unit: &UnitState) -> Vec<(String, i32, i32)> {
    let told = |id: Key| {
        let (track, def) = (unit.tracks.get(id)?, facts.book.track(id)?);
        let now = if def.rises { track.max - track.now } else { track.now };
        Some((track_name(facts, unit, id), now, track.max))
    };
    main_tracks(facts, unit).into_iter().filter_map(told).collect()
}

/// A condition as words: "Prone", "Dying 3".
pub fn condition(book: &Rulebook, id: Key, count: i32) -> String {
    match book.condition(id) {
        Some(def) if def.counted => format!("{} {count}", def.name),
        Some(def) => def.name.clone(),
        None => capital(&book.name_of(id)),
    }
}

/// "a", "a and b", "a, b and c".
pub fn list(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => say!("list-and", most = most.join(", "), last = last),
    }
}

#[cfg(test)]
mod tests {
    use super::{amount_of, capital, list, signed};

    #[test]
    fn one_point_is_no_points() {
        assert_eq!(amount_of(1, "action points"), "1 action point");
        assert_eq!(amount_of(2, "action points"), "2 action points");
        assert_eq!(amount_of(1, "half actions"), "1 half action");
        assert_eq!(amount_of(1, "Vitality"), "1 Vitality");
    }

    #[test]
    fn numbers_carry_their_sign() {
        assert_eq!((signed(2), signed(-3), signed(0)), ("+2".into(), "−3".into(), "+0".into()));
    }

    #[test]
    fn lists_end_with_and() {
        let words: Vec<String> = ["a", "b", "c"].map(String::from).to_vec();
        assert_eq!(list(&words), "a, b and c");
        assert_eq!(capital("prone"), "Prone");
    }
}
