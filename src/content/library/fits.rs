//! Settings of a rulebook that are right one by one and cannot work together.

use crate::{
    content::{prelude::*, references::word},
    rules::{
        attack::{
            AttackStep::{self, Burst, Confirm, Consequences, Damage, Evade, Harm, ReplaceDie, Roll},
            RangeRule,
        },
        check::Direction,
        guide::{LONGEST_STEP, MOST_STEPS},
        harm::{HarmStage, Land},
    },
};

/// Steps of an attack of which the second lives on what the first finds.
const BEFORE: [(AttackStep, AttackStep); 9] = [
    (Roll, Evade),
    (Roll, Damage),
    (Roll, Confirm),
    (Roll, Harm),
    (Damage, ReplaceDie),
    (Damage, Harm),
    (Confirm, Harm),
    (Harm, Burst),
    (Harm, Consequences),
];

pub(super) fn check(settings: &BookDef, written: &RawEntry, report: &mut Report) {
    check_steps(&settings.attack.steps, written, report);
    check_stages(&settings.harm.stages, written, report);
    check_numbers(settings, written, report);
    check_guide(settings, written, report);
    if settings.attack.against_defence && settings.check.direction == Direction::Under {
        let message =
            "dice that stay under a score can't be held against a defence: the better it is, the easier";
        let help = "leave `against_defence` out, and let who is attacked throw, `defence_roll`, or evade";
        let named = written.locate_field("against_defence");
        let place = by_mod(written, &["attack", "check"]).filter(|_| named == written.place());
        report.push(place.unwrap_or(named).error(message).help(help));
    }
    for track in landing(&settings.harm.land) {
        let rises = settings.tracks.iter().any(|def| def.id == track && def.rises);
        if rises {
            let message =
                format!("damage is taken off the track \"{track}\", which rises: nobody would ever fall");
            let help = "leave `rises` out, or let damage land as `Degrees`";
            let place = by_mod(written, &["harm", "tracks"]);
            let place = place.unwrap_or_else(|| written.locate_in("harm", track.as_str()));
            report.push(place.error(message).help(help));
        }
    }
}

/// Tells that a book in which spells are cast does not say by which check.
pub(super) fn check_spells(book: &Rulebook, spells: &Layered, written: &RawEntry, report: &mut Report) {
    let cast = book.actions.iter().any(|def| def.steps.contains(&Step::Cast));
    if !cast || book.settings.attack.spell.is_some() {
        return;
    }
    if let Some(spell) = book.spells.iter().find(|def| def.check.is_none()) {
        let place = spells.get(spell.id).map_or_else(|| written.locate_field("attack"), RawEntry::place);
        let mistake = place.error(format!("there is no check by which \"{}\" is cast", spell.id));
        let help = "name one in book.ron, `attack: (spell: \"..\", ..)`, or in the spell, `check: \"..\"`";
        report.push(mistake.help(help));
    }
}

fn check_numbers(settings: &BookDef, written: &RawEntry, report: &mut Report) {
    let dice = settings.check.dice;
    let shown = dice.min()..=dice.max();
    let mut tell = |top: &str, value: String, word: &str, message: String| {
        let field = written.fields.iter().find(|field| field.name == top && field.text().trim() == value);
        let place = field.map_or_else(|| written.locate_in(top, word), RawField::place);
        report.push(place.error(message));
    };
    if let RangeRule::Multiple(times) = settings.attack.range
        && times < 1
    {
        tell("attack", format!("Multiple({times})"), "Multiple", "`Multiple` is at least 1".to_owned());
    }
    for track in &settings.tracks {
        if track.max.as_const().is_some_and(|max| max < 0) {
            let message = format!("the track \"{}\" has a maximum below 0", track.id);
            tell("tracks", track.max.to_string(), track.id.as_str(), message);
        }
    }
    for pool in &settings.economy.pools {
        if pool.base.as_const().is_some_and(|base| base < 0) {
            let message = format!("the pool \"{}\" has less than nothing in it", pool.id);
            tell("economy", pool.base.to_string(), pool.id.as_str(), message);
        }
    }
    if let Some(number) = settings.check.natural_fail.iter().find(|number| !shown.contains(*number)) {
        let all: Vec<String> = settings.check.natural_fail.iter().map(ToString::to_string).collect();
        let message = format!("{dice} never shows {number}");
        tell("check", format!("[{}]", all.join(", ")), "natural_fail", message);
    }
    if let Some(from) = settings.check.crit_from.filter(|from| i32::from(*from) > dice.max()) {
        let message = format!("{dice} never shows {from}: nothing is critical");
        tell("check", from.to_string(), "crit_from", message);
    }
    if let Some(second) = settings.tracks.iter().filter(|track| track.main).nth(1) {
        let message = "two tracks are `main`, and only one is drawn as the ring of a unit".to_owned();
        tell("tracks", String::new(), second.id.as_str(), message);
    }
}

/// The steps of the first page of the rules: each says something, and they fit on it.
fn check_guide(settings: &BookDef, written: &RawEntry, report: &mut Report) {
    let guide = &settings.guide;
    for step in guide {
        let place = || written.locate_in("guide", step.id.as_str());
        if step.title.trim().is_empty() || step.text.trim().is_empty() {
            let message = format!("the step \"{}\" of the guide has no title or no text", step.id);
            report.push(place().error(message));
        }
        let long = step.text.chars().count();
        if long > LONGEST_STEP {
            let message = format!("the step \"{}\" of the guide is {long} letters long", step.id);
            let help = format!("at most {LONGEST_STEP} are read at a glance: one or two short sentences");
            report.push(place().error(message).help(help).warning());
        }
    }
    if guide.len() > MOST_STEPS {
        let message = format!("the guide has {} steps", guide.len());
        let help = format!("one page has room for {MOST_STEPS}");
        report.push(written.locate_field("guide").error(message).help(help).warning());
    }
}

/// Where a mod writes one of these settings.
fn by_mod(written: &RawEntry, names: &[&str]) -> Option<SourcePlace> {
    let named = |field: &&RawField| names.contains(&field.name.as_str()) && field.file.owner != BASE;
    written.fields.iter().find(named).map(RawField::place)
}

/// The tracks from which damage is taken.
pub(super) fn landing(land: &Land) -> Vec<Key> {
    match land {
        Land::Track(track) => vec![*track],
        Land::Spill(first, second) => vec![*first, *second],
        Land::Characteristics { first, others } => std::iter::once(first).chain(others).copied().collect(),
        Land::Degrees { .. } => Vec::new(),
    }
}

fn check_stages(stages: &[HarmStage], written: &RawEntry, report: &mut Report) {
    for (n, stage) in stages.iter().enumerate() {
        if stages[..n].contains(stage) {
            let name = word(stage);
            let place = written.locate_in("harm", &name);
            report.push(place.error(format!("the stage {name} stands twice between a blow and its victim")));
        }
    }
}

fn check_steps(steps: &[AttackStep], written: &RawEntry, report: &mut Report) {
    let place = |step: AttackStep| written.locate_in("attack", &format!("{step:?}"));
    let at = |step: AttackStep| steps.iter().position(|own| *own == step);
    for (first, second) in BEFORE {
        if let (Some(one), Some(two)) = (at(first), at(second))
            && two < one
        {
            let message = format!("the step {second:?} comes before {first:?}, on which it depends");
            report.push(place(second).error(message).help(format!("put it behind {first:?}")));
        }
    }
    for (n, step) in steps.iter().enumerate() {
        if steps[..n].contains(step) {
            report.push(place(*step).error(format!("the step {step:?} stands twice in an attack")));
        }
    }
}
