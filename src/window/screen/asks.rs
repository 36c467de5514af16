//! What the pointer rests on is explained. What comes to lie under a resting pointer is not, until the pointer moves:
//! nobody asked for it, and its card would cover the board.

use bevy::picking::hover::Hovered;

use super::hint;
use crate::window::{input::InputSet, prelude::*, widgets::Explains};

pub(super) fn plugin(app: &mut App) {
    // What the pointer has left on the map closes its card before another is asked for.
    app.add_systems(Update, (hint::explain, ask).chain().after(InputSet));
}

/// The pointer counts as moving for so many frames after it went somewhere: what lies there is found a frame later.
const MOVING: u8 = 2;

/// Where the pointer is, and what has been told of there.
#[derive(Default)]
struct Resting {
    at: Option<Vec2>,
    /// Frames since it moved.
    frames: u8,
    /// What was asked last, unless the pointer has left it.
    told: Option<Intent>,
    /// Something lies under it that has not been told of.
    waits: bool,
    /// A question is open.
    asked: bool,
    /// Who has the turn.
    turn: Option<u32>,
}

impl Resting {
    fn see(&mut self, at: Option<Vec2>) {
        self.frames = if self.at == at { self.frames.saturating_add(1) } else { 0 };
        self.at = at;
    }

    fn moves(&self) -> bool {
        self.frames < MOVING
    }

    /// Whether what has come under the pointer is told of: the pointer went there, or it is only drawn anew.
    fn tells(&mut self, own: &Intent) -> bool {
        let tells = self.moves() || self.told.as_ref() == Some(own);
        if tells {
            self.told = Some(own.clone());
        } else {
            self.waits = true;
        }
        tells
    }
}

fn ask(
    changed: Query<(&Explains, Ref<Hovered>), Changed<Hovered>>,
    all: Query<(&Explains, &Hovered)>,
    (pointer, table): (Res<Pointer>, Res<Table>),
    mut intents: MessageWriter<Intent>,
    mut resting: Local<Resting>,
) {
    resting.see(pointer.screen);
    // A question that comes up closes what was told, and so do a turn that begins and the keys as they point at the map:
    // it is not told again because its panel is drawn anew, or another unit stands there in the ribbon.
    let (asked, turn) = (table.prompt.is_some(), table.own.as_ref().map(|own| own.unit));
    let question = !std::mem::replace(&mut resting.asked, asked) && asked;
    let begins = std::mem::replace(&mut resting.turn, turn) != turn;
    if question || begins || pointer.by_keys {
        resting.told = None;
    }
    // Those that are left speak before the one that is entered, and what they lie in is told of again.
    let leaves = changed.iter().any(|(_, hovered)| !hovered.get() && !hovered.is_added());
    if leaves {
        resting.told = None;
        intents.write(Intent::AskNothing);
    }
    let under: Vec<&Explains> = if resting.moves() && (leaves || resting.waits) {
        resting.waits = false;
        all.iter().filter(|(_, hovered)| hovered.get()).map(|(explains, _)| explains).collect()
    } else {
        changed.iter().filter(|(_, hovered)| hovered.get()).map(|(explains, _)| explains).collect()
    };
    for explains in under {
        if resting.tells(&explains.0) {
            intents.write(explains.0.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_under_a_resting_pointer_waits_until_that_moves() {
        let mut resting = Resting::default();
        let (answer, card) = (Intent::AskAnswer(1), Intent::AskCard(3));
        let here = Some(Vec2::new(400.0, 650.0));
        resting.see(here);
        assert!(resting.tells(&answer), "the pointer went there");
        for _ in 0..4 {
            resting.see(here);
        }
        assert!(resting.tells(&answer), "it has only been drawn anew");
        assert!(!resting.tells(&card) && resting.waits, "it came to lie there");
        resting.see(Some(Vec2::new(401.0, 650.0)));
        assert!(resting.tells(&card), "the pointer was moved on it");
    }
}
