//! Expectations of what a side knows and who is in communication.

use super::{Expect, same, unit};
use crate::{key::Key, rules::facts::Facts};

pub(super) fn check(facts: &Facts, expect: &Expect) -> Result<(), String> {
    match expect {
        Expect::Linked(id, other, yes) => {
            let found = facts.link(unit(facts, *id)?, unit(facts, *other)?);
            same(format!("whether {id} and {other} are in communication"), found.is_some(), yes)
        }
        Expect::Knows(side, id, yes) => {
            same(format!("whether {side} knows of {id}"), facts.knows(*side, unit(facts, *id)?), yes)
        }
        Expect::Contacts(side, id, wanted) => {
            let found = facts.contacts_of(*side, unit(facts, *id)?);
            let found: Vec<_> = found.iter().map(|own| (Key::new(own.by.id()), own.detail)).collect();
            match found == *wanted {
                true => Ok(()),
                false => Err(format!("{side} has found {id} by {found:?}, expected {wanted:?}")),
            }
        }
        Expect::Hazards(side, wanted) => {
            let found = facts.hazards_found(*side);
            match found == *wanted {
                true => Ok(()),
                false => Err(format!("{side} has found the hazards {found:?}, expected {wanted:?}")),
            }
        }
        _ => Ok(()),
    }
}
