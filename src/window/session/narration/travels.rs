//! Lines for vehicles and flight: bands and falls, speeds and courses.

use crate::battle::effect::DriveChange;
use crate::window::session::prelude::*;

impl Narrator<'_> {
    /// The line of what became of a way through the air or at the wheel.
    pub(super) fn of_travels(&self, outcome: &Outcome) -> Option<String> {
        Some(match outcome {
            Outcome::Band { unit, from, to, own } => {
                let name = self.name(*unit);
                match (own, from < to, to) {
                    (true, true, Band::High) => say!("log-flies-high", unit = name),
                    (true, true, _) => say!("log-flies-up", unit = name),
                    (true, false, Band::Ground) => say!("log-lands", unit = name),
                    (true, false, _) => say!("log-flies-down", unit = name),
                    (false, true, Band::High) => say!("log-borne-high", unit = name),
                    (false, true, _) => say!("log-borne-up", unit = name),
                    (false, false, Band::Ground) => say!("log-comes-to-ground", unit = name),
                    (false, false, _) => say!("log-comes-down", unit = name),
                }
            }
            Outcome::Falling { unit, from: Some(_) } => say!("log-falls", unit = self.name(*unit)),
            Outcome::Falling { unit, from: None } => say!("log-falls-no-more", unit = self.name(*unit)),
            // Who comes down unhurt lands, and no more.
            Outcome::Crashed { unit, squares, .. } if *squares != 0 => {
                say!("log-crashed", unit = self.name(*unit), n = squares)
            }
            Outcome::Drives { vehicle, speed, controlled } => {
                let name = self.name(*vehicle);
                match (speed, controlled) {
                    (0, _) => say!("log-stands", unit = name),
                    (_, true) => say!("log-goes", unit = name, n = speed),
                    (_, false) => say!("log-goes-wild", unit = name, n = speed),
                }
            }
            Outcome::Course { vehicle, change } => {
                let name = self.name(*vehicle);
                match change {
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
                    DriveChange::MustWeave(None) | DriveChange::Settles => return None,
                }
            }
            _ => return None,
        })
    }
}
