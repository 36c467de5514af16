//! Settings of a rulebook that are right one by one and cannot work together.

use crate::{
    content::{
        diagnostics::Report,
        layer::Layered,
        source::{BASE, RawEntry, RawField, SourcePlace},
    },
    key::Key,
    rules::{
        action::{Need, Step},
        attack::AttackStep::{self, Burst, Confirm, Consequences, Damage, Evade, Harm, ReplaceDie, Roll},
        book::{BookDef, Rulebook},
        check::Direction,
        gear::WeaponDef,
        harm::Land,
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

/// Tells them.
pub(super) fn check(settings: &BookDef, written: &RawEntry, report: &mut Report) {
    check_steps(&settings.attack.steps, written, report);
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

/// Tells what an action does in place of damage with weapons that all strike areas.
pub(super) fn check_instead(book: &Rulebook, actions: &Layered, report: &mut Report) {
    for entry in actions.iter() {
        let Some(def) = book.actions.get(entry.id) else { continue };
        let instead = |step: &Step| matches!(step, Step::Attack { instead, .. } if !instead.is_empty());
        let Some(use_) = def.weapon_use().filter(|_| def.steps.iter().any(instead)) else { continue };
        let needed =
            |tag: &Key| def.needs.iter().any(|need| matches!(need, Need::Weapon(own, _) if own == tag));
        let fits = |weapon: &WeaponDef| {
            let tagged = |need: &Need| !matches!(need, Need::Weapon(tag, _) if !weapon.tags.contains(tag));
            weapon.uses == use_ && weapon.only.iter().all(needed) && def.needs.iter().all(tagged)
        };
        let mut fitting = book.weapons.iter().filter(|weapon| fits(weapon)).peekable();
        if fitting.peek().is_some() && fitting.all(|weapon| weapon.area.is_some()) {
            let message = "every weapon that this is done with strikes an area, and there nothing comes in place of \
                           damage";
            report.push(entry.locate_field("instead").error(message));
        }
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
