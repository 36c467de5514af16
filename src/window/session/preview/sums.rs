//! A check line by line, for cards and the log; every line leads to its rule.

use crate::window::session::prelude::*;

/// A check line by line: dice, parts, the number against it with its own parts.
pub fn sum_lines(facts: &Facts, check: &Check) -> Vec<SideLine> {
    sum_lines_of(facts, check, None)
}

/// The same on a card whose title names this unit: it isn't named once more.
pub(super) fn sum_lines_of(facts: &Facts, check: &Check, titled: Option<UnitId>) -> Vec<SideLine> {
    let book = &facts.book;
    if let Some(lines) = under(facts, check) {
        return lines;
    }
    let value = match check.base {
        Base::Dice(dice) => super::dice(dice),
        Base::Fixed(n) => n.to_string(),
        Base::Nothing => "0".to_owned(),
    };
    let mut lines =
        vec![ruled(line(book.name_of(check.id), value), book.check(check.id).map(|def| def.rule))];
    lines.extend(parts(book, check));
    lines.extend(against(facts, check, titled));
    lines.extend(always_fails(check));
    lines
}

/// The same of a check that is to be rolled under a number: that number by its name, what is added to it, and the roll that
/// both come to.
fn under(facts: &Facts, check: &Check) -> Option<Vec<SideLine>> {
    let (Base::Dice(dice), Versus::Number(number, _)) = (&check.base, &check.versus) else { return None };
    let (_, what) = words::versus(facts, check).filter(|_| check.direction == Direction::Under)?;
    let book = &facts.book;
    let name = book.name_of(check.id);
    let text = if what == name { name } else { format!("{name}: {what}") };
    let head = line(text, words::number(*number));
    let mut lines = vec![ruled(head, book.check(check.id).map(|def| def.rule))];
    lines.extend(parts(book, check));
    let goal = words::goal(check).map(|goal| format!("{} {goal}", super::dice(*dice)));
    lines.extend(goal.map(|goal| SideLine { sum: true, ..line(say!("line-needs"), goal) }));
    lines.extend(always_fails(check));
    Some(lines)
}

/// The roll that an attack needs, where the sum itself does not say so; where a hit's value is its damage, those that graze, harm and hit in full apart.
pub(super) fn needed(facts: &Facts, spec: &AttackSpec<'_>, args: &Args, check: &Check) -> Vec<SideLine> {
    let first = |works: &dyn Fn(&Reading) -> bool| {
        let dice = check.dice().filter(|_| check.value.is_some() && check.direction == Direction::Over)?;
        (dice.min()..=dice.max()).find(|natural| works(&check.read(*natural)))
    };
    let harms = |reading: &Reading| {
        let made = odds::attack_made(facts, spec, args, check, Some(reading));
        reading.success && made.is_none_or(|odds| odds.lands != Chance::NEVER)
    };
    let lands = first(&|reading: &Reading| reading.success);
    let full = first(&|reading: &Reading| reading.success && reading.margin >= 0);
    let harm = first(&harms).filter(|own| Some(*own) != lands);
    let grazes = full != lands;
    if !grazes && harm.is_none() {
        if under(facts, check).is_some() {
            return Vec::new();
        }
        // What the roll is held against, where nothing is added, has a line already.
        let held = words::versus(facts, check).map(|(number, _)| number.to_string());
        let same = |goal: &String| held.as_deref() == Some(goal.trim_matches(['≤', ' ', '+']));
        let goal = words::goal(check).filter(|goal| !same(goal));
        let own = goal.map(|goal| line(say!("line-needs"), goal));
        return own.map(|line| SideLine { sum: true, ..line }).into_iter().collect();
    }
    let head = if grazes { say!("line-grazes") } else { say!("line-needs") };
    let mut told = vec![(lands, head), (harm, say!("line-harms"))];
    told.extend(grazes.then(|| (full, say!("line-full-hit"))));
    told.retain(|(from, _)| from.is_some());
    told.sort_by_key(|(from, _)| *from);
    let told = told.into_iter().filter_map(|(from, what)| Some(line(what, format!("{}+", from?))));
    told.enumerate().map(|(n, line)| SideLine { sum: n == 0, detail: n > 0, ..line }).collect()
}

/// Marks the line that says what roll a check needs: the last that sums up, which is what the dice are held against where
/// nothing is added.
pub(super) fn mark_needed(lines: &mut [SideLine]) {
    if let Some(line) = lines.iter_mut().rev().find(|line| line.sum) {
        line.needed = true;
    }
}

/// The naturals that fail whatever the sum, where the sum alone would do.
fn always_fails(check: &Check) -> Vec<SideLine> {
    let Some(dice) = check.dice() else { return Vec::new() };
    let free = Check { natural_fail: Vec::new(), jams_from: None, ..check.clone() };
    let would = |natural: i32| free.read(natural).success;
    let jams = check.jams_from.filter(|from| (*from..=dice.max()).any(would));
    let jams = jams.map(|from| ruled(line(say!("line-jams"), format!("{from}+")), Some(Key::new("S-33"))));
    let fails = check.natural_fail.iter().filter(|natural| would(**natural));
    let fails: Vec<String> = fails.map(|natural| words::number(*natural)).collect();
    let fails = (!fails.is_empty()).then(|| line(say!("line-always-fails"), fails.join(", ")));
    jams.into_iter().chain(fails).map(|own| SideLine { detail: true, ..own }).collect()
}

/// What a check is held against, with its own parts; whose it is, is not told of the one in the title.
fn against(facts: &Facts, check: &Check, titled: Option<UnitId>) -> Vec<SideLine> {
    let book = &facts.book;
    let Some((number, what)) = words::versus(facts, check) else { return Vec::new() };
    let what = match &check.versus {
        Versus::Passive(other) if titled == Some(other.by) => book.name_of(other.id),
        _ => what,
    };
    let rule = book.check(check.id).map(|def| def.rule);
    let text = match &check.versus {
        _ if check.direction == Direction::Under => what,
        // The number of the check itself has no other name.
        Versus::Number(_, own) if Some(*own) == rule => say!("line-target-number"),
        _ => say!("line-against", what = what),
    };
    let mut lines = Vec::new();
    let head = SideLine { sum: true, ..line(text, words::number(number)) };
    match &check.versus {
        Versus::Passive(other) => {
            lines.push(ruled(head, book.check(other.id).map(|def| def.rule)));
            if let Base::Fixed(base) = other.base {
                let base = line(say!("line-base"), base.to_string());
                lines.push(ruled(base, book.settings.check.sources.passive));
            }
            lines.extend(parts(book, other));
        }
        Versus::Number(_, what) => {
            let area = book.settings.attack.area.rule.filter(|_| *what == "square");
            let rule = book.rule(*what).map(|rule| rule.id).or(area);
            lines.push(ruled(head, rule.or_else(|| book.check(check.id).map(|def| def.rule))));
        }
        Versus::Nothing => {}
    }
    lines
}

/// The parts of a check, those that do not count struck out, and what multiplies or divides the sum.
pub fn parts(book: &Rulebook, check: &Check) -> Vec<SideLine> {
    let sources = &book.settings.check.sources;
    // What counts several times alike has one line: "Repeated shot ×4".
    let mut alike: Vec<(SideLine, i32, usize)> = Vec::new();
    for part in check.parts.iter().filter(|part| part.value != 0) {
        let note = match (&part.why_not, sources.stacking) {
            (Some(why), Some(rule)) => format!("{} [{rule}]", words::capital(&locale::tell(why))),
            (Some(why), None) => words::capital(&locale::tell(why)),
            (None, _) => String::new(),
        };
        let own = line(words::part(book, part), String::new());
        let own = ruled(SideLine { struck: !part.counted, note, ..own }, part.rule);
        match alike.iter_mut().find(|(known, ..)| *known == own) {
            Some((_, sum, times)) => (*sum, *times) = (*sum + part.value, *times + 1),
            None => alike.push((own, part.value, 1)),
        }
    }
    let told = |(own, sum, times): (SideLine, i32, usize)| {
        let text = if times > 1 { format!("{} ×{times}", own.text) } else { own.text.clone() };
        SideLine { text, value: words::signed(sum), ..own }
    };
    let mut lines: Vec<SideLine> = alike.into_iter().map(told).collect();
    let factor = match check.factor {
        Factor::One => None,
        Factor::Times(n) => Some(format!("×{n}")),
        Factor::Over(n) => Some(format!("÷{n}")),
    };
    lines.extend(factor.map(|text| ruled(line(say!("line-magnitude"), text), sources.factor)));
    lines
}

/// All that went into a check in the order of a sentence, for cards and the log: its parts, then what it was against.
pub fn flow(facts: &Facts, check: &Check) -> Vec<SideLine> {
    let mut lines = parts(&facts.book, check);
    lines.extend(against(facts, check, None));
    lines
}

/// The chance of getting at least so far with a rolled check, for each cost up to the most.
pub fn at_least(check: &Check, most: i32) -> Vec<Chance> {
    let Base::Dice(dice) = check.base else { return Vec::new() };
    let dist = check.naturals(&dice);
    (0..=most.max(0)).map(|cost| dist.probability(|natural| check.read(*natural).value >= cost)).collect()
}

/// A line with the rule that it leads to.
pub fn ruled(line: SideLine, rule: Option<Key>) -> SideLine {
    SideLine { rule: rule.map(|rule| rule.as_str().to_owned()), ..line }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_that_sums_up_says_what_roll_is_needed() {
        let sum = |text: &str| SideLine { sum: true, ..line(text, "15") };
        let marked = |mut lines: Vec<SideLine>| {
            mark_needed(&mut lines);
            let needed = lines.into_iter().filter(|own| own.needed);
            needed.map(|own| own.text).collect::<Vec<String>>()
        };
        let all = vec![line("Attack", "1d20"), sum("vs Reflex"), line("Base", "10"), sum("Roll needed")];
        assert_eq!(marked(all), ["Roll needed"]);
        assert_eq!(marked(vec![line("Attack", "1d20"), sum("vs Reflex"), line("Base", "10")]), ["vs Reflex"]);
        assert!(marked(vec![line("Attack", "1d20")]).is_empty());
    }
}
