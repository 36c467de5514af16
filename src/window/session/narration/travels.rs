//! Lines for vehicles and flight: bands and falls, speeds and courses, collisions.

use crate::battle::effect::DriveChange;
use crate::window::session::prelude::*;

impl Narrator<'_> {
    /// Tells what became of a way through the air or at the wheel; nothing of other outcomes.
    pub(super) fn travelled(&mut self, outcome: &Outcome) {
        match outcome {
            Outcome::Band { unit, from, to, own } => {
                let unit_name = self.name(*unit);
                let text = match (own, from < to, to) {
                    (true, true, Band::High) => say!("log-flies-high", unit = unit_name),
                    (true, true, _) => say!("log-flies-up", unit = unit_name),
                    (true, false, Band::Ground) => say!("log-lands", unit = unit_name),
                    (true, false, _) => say!("log-flies-down", unit = unit_name),
                    (false, true, Band::High) => say!("log-borne-high", unit = unit_name),
                    (false, true, _) => say!("log-borne-up", unit = unit_name),
                    (false, false, Band::Ground) => say!("log-comes-to-ground", unit = unit_name),
                    (false, false, _) => say!("log-comes-down", unit = unit_name),
                };
                self.say(1, Some(*unit), text);
            }
            Outcome::Falling { unit, from } => {
                let unit_name = self.name(*unit);
                let text = match from {
                    Some(_) => say!("log-falls", unit = unit_name),
                    None => say!("log-falls-no-more", unit = unit_name),
                };
                self.say(1, Some(*unit), text);
            }
            // Who comes down unhurt lands, and no more.
            Outcome::Crashed { squares: 0, .. } => {}
            Outcome::Crashed { unit, squares, .. } => {
                let text = say!("log-crashed", unit = self.name(*unit), n = squares);
                self.say(1, Some(*unit), text);
            }
            Outcome::Drives { vehicle, speed, controlled } => {
                let unit_name = self.name(*vehicle);
                let text = match (speed, controlled) {
                    (0, _) => say!("log-stands", unit = unit_name),
                    (_, true) => say!("log-goes", unit = unit_name, n = speed),
                    (_, false) => say!("log-goes-wild", unit = unit_name, n = speed),
                };
                self.say(1, Some(*vehicle), text);
            }
            Outcome::Course { vehicle, change } => {
                let name = self.name(*vehicle);
                let text = match change {
                    DriveChange::Evades(amount) => say!("log-swerves", unit = name, n = amount),
                    DriveChange::Bears(target, _) => {
                        say!("log-bears", unit = name, target = self.name(*target))
                    }
                    DriveChange::Pursues(Some(quarry)) => {
                        say!("log-pursues", unit = name, target = self.name(*quarry))
                    }
                    DriveChange::Pursues(None) => say!("log-pursues-nobody", unit = name),
                    DriveChange::MustWeave(Some(number)) => say!("log-must-weave", unit = name, n = number),
                    DriveChange::Stops => say!("log-stands", unit = name),
                    DriveChange::MustWeave(None) | DriveChange::Settles => return,
                };
                self.say(1, Some(*vehicle), text);
            }
            Outcome::Collided { unit, into } => {
                let into = match into {
                    Hit::Unit(other) => self.name(*other),
                    Hit::Object(at) => show::thing(&self.facts.map, *at),
                    Hit::Clutter => say!("thing-obstacle"),
                };
                let text = say!("log-collided", unit = self.name(*unit), into = into);
                self.say(0, Some(*unit), text);
            }
            _ => {}
        }
    }
}
