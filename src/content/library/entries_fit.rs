//! Entries of a rulebook that are right one by one and cannot work together.
//!
//! Settings that cannot are told in `fits`, what does not fit inside of one entry in `references`.

use super::load::Layers;
use crate::{content::prelude::*, rules::action::Only};

pub(super) fn check(book: &Rulebook, layers: &Layers, report: &mut Report) {
    let [actions, _, weapons, _, spells, units, ..] = layers;
    check_instead(book, actions, report);
    check_only(book, actions, report);
    check_weapons(book, weapons, report);
    check_spells(book, spells, report);
    check_units(book, units, report);
}

/// Tells what an action does in place of damage with weapons that all strike areas.
fn check_instead(book: &Rulebook, actions: &Layered, report: &mut Report) {
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

/// Tells an action that only some have and that nobody is given.
fn check_only(book: &Rulebook, actions: &Layered, report: &mut Report) {
    for entry in actions.iter() {
        let only = book.actions.get(entry.id).and_then(|def| def.only.as_ref());
        if only == Some(&Only::default()) {
            let id = entry.id;
            let message = "nobody has this action";
            let help = format!(
                "name it in a unit, `actions: [\"{id}\"]`, or say who has it: `only: (tags: [\"..\"])`"
            );
            report.push(entry.locate_field("only").error(message).help(help).warning());
        }
    }
}

/// Tells a number that the dice of a check never show.
fn check_shown(book: &Rulebook, entry: &RawEntry, from: Option<u16>, report: &mut Report) {
    let dice = book.settings.check.dice;
    if from.is_some_and(|from| i32::from(from) > dice.max()) {
        let message = format!("{dice} never shows that: it is never critical");
        report.push(entry.locate_field("crit_from").error(message).warning());
    }
}

/// Tells weapons that nobody can hold, or that are never critical.
fn check_weapons(book: &Rulebook, weapons: &Layered, report: &mut Report) {
    let most = book.units.iter().map(|def| def.hands).max().unwrap_or(0).max(2);
    for entry in weapons.iter() {
        let Some(def) = book.weapons.get(entry.id) else { continue };
        if def.hands > most {
            let message =
                format!("this takes {} hands, and no unit of the book has more than {most}", def.hands);
            report.push(entry.locate_field("hands").error(message).warning());
        }
        check_shown(book, entry, def.crit_from, report);
    }
}

fn check_spells(book: &Rulebook, spells: &Layered, report: &mut Report) {
    for entry in spells.iter() {
        check_shown(book, entry, book.spells.get(entry.id).and_then(|def| def.crit_from), report);
    }
}

/// Tells units that are gone from the first, that cannot hold what they carry, or that wear two things in one place.
fn check_units(book: &Rulebook, units: &Layered, report: &mut Report) {
    let main = book.main_track().filter(|track| !track.rises).map(|track| track.id);
    for entry in units.iter() {
        let Some(def) = book.units.get(entry.id) else { continue };
        if let Some(track) = main.filter(|track| def.tracks.get(track).is_some_and(|most| *most < 1)) {
            let message = format!("of \"{track}\" a unit has at least 1, else it is gone from the first");
            report.push(entry.error_at(track.as_str(), message));
        }
        for weapon in &def.weapons {
            let hands = book.weapons.get(*weapon).filter(|def| !def.natural).map_or(0, |def| def.hands);
            if hands > def.hands {
                let message = format!("this takes {hands} hands, and the unit has {}", def.hands);
                let word = plain(*weapon);
                report.push(entry.error_at(word, message).warning());
            }
        }
        let mut worn: BTreeMap<Key, Key> = BTreeMap::new();
        for item in &def.items {
            let Some(slot) = book.item(*item).and_then(|def| def.slot) else { continue };
            if let Some(other) = worn.insert(slot, *item) {
                let message = format!("this is worn where \"{}\" is: \"{slot}\"", plain(other));
                report.push(entry.error_at(plain(*item), message).warning());
            }
        }
    }
}

fn plain(id: Key) -> &'static str {
    id.as_str().split_once(':').map_or(id.as_str(), |(_, name)| name)
}
