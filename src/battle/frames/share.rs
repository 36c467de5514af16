//! Sharing out what comes back to a unit, and what it loses without an attack, where its player wants to be asked
//! (C-62, C-63, C-70, C-73). Attacks ask in the midst of their own steps.
//!
//! The question comes between two steps of the flow, or over an open question, and then all goes on as it was. How
//! points are shared out where nobody is asked is in [`crate::rules::heal`], for damage in [`crate::rules::harm`].

use crate::battle::prelude::*;

/// How points are spread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Spread {
    /// As the player likes (C-70).
    Free,
    /// Evenly; what is left over goes to the most damaged (C-73).
    Evenly,
    /// That rest.
    Rest,
}

/// Points still to be shared out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PointsDue {
    /// Whose.
    pub unit: UnitId,
    /// How many; negative: lost.
    pub points: i32,
    /// How.
    pub spread: Spread,
    /// By what.
    pub cause: Key,
    /// It is damage, with what follows from it; none: it is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wound: Option<Wound>,
}

/// What is known of damage that no attack does once it has got through, for what follows when it has landed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wound {
    /// Whose doing.
    pub by: UnitId,
    /// How much got through.
    pub total: i32,
    /// As a critical hit.
    pub critical: bool,
    /// Its types.
    pub types: Vec<Key>,
}

/// What has to be shared out now, and what was under way when it came up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Share {
    due: Vec<PointsDue>,
    value: Option<FrameValue>,
    answer: Option<Command>,
    prompt: Option<Prompt>,
}

impl Battle {
    /// Puts the question on top of everything, if there is something to share out by choice.
    pub(crate) fn open_shares(&mut self) {
        let due = std::mem::take(&mut self.world_mut().resource_mut::<Shares>().0);
        if due.is_empty() {
            return;
        }
        let (value, answer, prompt) = self.interrupt();
        let frame = Frame::Share(Box::new(Share { due, value, answer, prompt }));
        self.world_mut().resource_mut::<Stack>().push(frame);
    }

    /// Takes points that are shared out: returned, or lost.
    pub(crate) fn take_parts(
        &mut self,
        due: &PointsDue,
        parts: impl IntoIterator<Item = (Key, i32)>,
    ) -> OrFault {
        let sign = due.points.signum();
        for (track, amount) in parts {
            self.apply(Effect::Track { unit: due.unit, track, amount: sign * amount, cause: due.cause })?;
        }
        Ok(())
    }
}

impl Share {
    pub(super) fn step(&mut self, battle: &mut Battle, context: Context) -> OrFault<Flow> {
        let Some(mut due) = self.due.first().cloned() else {
            return Ok(Flow::Resume {
                value: self.value.take(),
                answer: self.answer.take().map(Box::new),
                prompt: self.prompt.take().map(Box::new),
            });
        };
        if let Some(Command::Allot { parts, .. }) = context.answer {
            let given: i32 = parts.iter().map(|(_, amount)| *amount).sum();
            battle.take_parts(&due, parts)?;
            due.points -= due.points.signum() * given;
            if due.spread == Spread::Free {
                due.points = 0;
            }
            if let Some(wound) = due.wound.take() {
                battle.wounded(due.unit, given, &wound)?;
            }
        } else if let Some(flow) = question(battle, &mut due)? {
            self.due[0] = due;
            return Ok(flow);
        }
        if due.points == 0 {
            self.due.remove(0);
        } else {
            self.due[0] = due;
        }
        Ok(Flow::Continue)
    }
}

/// What has to be asked next about some points; what needs no question is done at once.
fn question(battle: &mut Battle, due: &mut PointsDue) -> OrFlow {
    if due.wound.is_some() {
        if let Some(ask) = battle.allotment(due.unit, -due.points) {
            return Ok(Some(battle.ask(due.unit, ask)));
        }
        battle.land_due(due)?;
        due.points = 0;
        return Ok(None);
    }
    let facts = battle.facts();
    let Some(own) = facts.unit(due.unit) else {
        due.points = 0;
        return Ok(None);
    };
    let own = battle.with_held(own);
    let tracks = heal::tracks(&facts.book.settings.harm.land);
    let heals = due.points > 0;
    let open = if heals { heal::lacking(&own, &tracks) } else { heal::holding(&own, &tracks) };
    let room: i32 = open.iter().map(|(_, most)| *most).sum();
    let total = due.points.abs().min(room);
    if total == 0 {
        due.points = 0;
        return Ok(None);
    }
    let ask = |tracks: Vec<(Key, i32)>, total: i32| {
        let sharing = if heals { Sharing::Healing } else { Sharing::Loss };
        Ask::Allot { total, tracks, sharing }
    };
    match due.spread {
        Spread::Free if open.len() > 1 && total < room => Ok(Some(battle.ask(due.unit, ask(open, total)))),
        Spread::Free => {
            battle.take_parts(due, heal::returned(&open, total))?;
            due.points = 0;
            Ok(None)
        }
        Spread::Evenly => {
            let (parts, left) = heal::evenly(&open, total);
            battle.take_parts(due, parts)?;
            (due.points, due.spread) = (left, Spread::Rest);
            Ok(None)
        }
        Spread::Rest => match heal::worst(&open).as_slice() {
            [one] => {
                battle.take_parts(due, [(*one, 1)])?;
                due.points -= 1;
                Ok(None)
            }
            several => {
                let tracks = several.iter().map(|id| (*id, 1)).collect();
                Ok(Some(battle.ask(due.unit, ask(tracks, 1))))
            }
        },
    }
}
