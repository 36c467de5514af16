//! What a window for answers is about: who does what to whom, and what of it may be answered.
//!
//! Here is also what may follow once an attack that was answered is over.

use crate::battle::prelude::*;

/// What the window is about.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ReactionCause {
    /// Who is doing something.
    pub actor: UnitId,
    /// What.
    pub action: Key,
    /// Its target.
    pub target: Option<UnitId>,
    /// It provokes opportunity, from those who threaten these squares.
    pub provokes: Option<Area>,
    /// Only to those who engage the actor there and will not where it steps now (S-66).
    pub leaves: Option<(Area, Band)>,
    /// It is an attack.
    pub attack: bool,
    /// The spell being cast, and the frame that a counterspell cancels.
    pub casting: Option<(Key, FrameId)>,
    /// It is a step that has just ended, for those who watch for movement.
    pub stepped: bool,
    /// Something begins, for those who watch for it.
    pub begins: bool,
    /// The pool that the actor has just emptied (S-68).
    pub emptied: Option<Key>,
    /// The attack that its target may answer, with its check and dice.
    pub strike: Option<Incoming>,
    /// A contest that the target has won.
    pub won: Option<Won>,
}

/// What the winner of a contest may do at once (C-91, S-83).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Won {
    /// One action with this tag.
    pub tag: Key,
    /// The winner's own margin.
    pub margin: i32,
    /// What it was done with that this follows, one after the other (S-65).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub used: Vec<Key>,
}

/// What somebody who has answered an attack may do against whoever made it, once it is over (S-67).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FollowUp {
    /// Who.
    pub unit: UnitId,
    /// The action that allows it.
    pub action: Key,
    /// What it allows.
    pub won: Won,
}

impl FollowUp {
    /// The window in which it is offered.
    pub(in crate::battle::frames) fn window(self, other: UnitId) -> Flow {
        let mut about = ReactionCause::new(other, self.action, Some(self.unit));
        about.won = Some(self.won);
        Flow::Push(Box::new(ReactionWindow::frame(about)))
    }

    /// The same where there is something to take; who can do nothing is left alone.
    pub(in crate::battle::frames) fn if_possible(self, battle: &mut Battle, other: UnitId) -> Option<Flow> {
        let (moment, against) = (Some(Moment::Won), Some(other));
        let used = self.won.used.clone();
        let occasion = Occasion { moment, against, melee: true, used, ..Occasion::default() };
        let facts = battle.facts();
        facts.unit(self.unit).filter(|own| facts.can_act(own))?;
        let tag = self.won.tag;
        let tagged = |id: Key| facts.book.action(id).is_some_and(|def| def.tags.contains(&tag));
        let offers = legal::offers(&facts, self.unit, &occasion);
        let open = offers.iter().any(|offer| offer.refusal.is_none() && tagged(offer.action));
        open.then(|| self.window(other))
    }
}

/// An attack that its target may answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Incoming {
    /// The attack's frame.
    pub frame: FrameId,
    /// Before its dice, or when it has succeeded.
    pub moment: Moment,
    /// Its check.
    pub check: Option<Check>,
    /// Its dice, once thrown.
    pub reading: Option<Reading>,
    /// What is at stake.
    pub value: i32,
    /// Damage dice that are still to be thrown for all whom an explosion catches (C-104).
    pub dice: Option<Dice>,
}

impl ReactionCause {
    /// Something of a unit, without anything that could be answered yet.
    pub fn new(actor: UnitId, action: Key, target: Option<UnitId>) -> Self {
        Self { actor, action, target, ..Self::default() }
    }
}
