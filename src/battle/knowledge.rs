//! What may be read of a battle: what one side knows, or what its referee sees.
//!
//! Only a battle makes a [`Knowledge`], and only for somebody. Nothing else of a battle's facts can be read outside this
//! package, so that neither the screen nor the computer player comes by the truth by accident.

use std::ops::Deref;

use crate::battle::prelude::*;

/// A battle as somebody knows it at one moment. It stays as it is while the battle goes on.
#[derive(Clone, Debug)]
pub struct Knowledge {
    side: Option<Side>,
    facts: Arc<Facts>,
}

impl Knowledge {
    /// Whose it is; none: the referee's, who sees everything.
    pub fn side(&self) -> Option<Side> {
        self.side
    }

    /// To rename things or to ask "what if": no change here reaches the battle.
    pub fn facts_mut(&mut self) -> &mut Facts {
        Arc::make_mut(&mut self.facts)
    }
}

impl Deref for Knowledge {
    type Target = Facts;

    fn deref(&self) -> &Facts {
        &self.facts
    }
}

impl Battle {
    /// What a side knows ([`Facts::known_to`]). Without fog nothing is copied.
    pub fn knowledge(&self, side: Side) -> Knowledge {
        let facts = match self.facts.fogged() {
            true => Arc::new(self.facts.known_to(side)),
            false => self.facts.clone(),
        };
        Knowledge { side: Some(side), facts }
    }

    /// The whole truth, for whoever may see it: all when the battle is over, the one who watches computers play, tests
    /// and the command line. Nothing is copied.
    pub fn referees_knowledge(&self) -> Knowledge {
        Knowledge { side: None, facts: self.facts.clone() }
    }
}
