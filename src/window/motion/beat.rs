//! One thing that is seen to happen, and how long it lasts.

use crate::window::{sound::Sound, view::*};

/// How long a step takes, in seconds.
pub(super) const STEP: f32 = 0.12;

/// How long a hit takes, and how long the line that tells what came of something is read, in seconds.
pub(super) const HIT: f32 = 0.14;
pub(super) const READ: f32 = 0.91;

/// How somebody has averted what would have hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Averted {
    /// They are out of its way.
    Dodged,
    /// They have turned it aside with what they hold.
    Parried,
    /// Something that they carry has stopped it.
    Deflected,
}

/// What a slip above a counter tells of; how somebody fares by its gravity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SlipKind {
    /// What came to nothing, what something is called.
    Plain,
    /// What they lost.
    Harm,
    /// What they got back.
    Gain,
    /// A condition that they suffer.
    Condition,
    /// One by which they fall.
    Fall,
    /// They are dead.
    Death,
}

/// One thing that is seen to happen.
#[derive(Clone, Debug, PartialEq)]
pub enum Beat {
    /// Others are about to do something: a line to whom it is aimed at, with the name of what they do.
    Aim {
        /// Who does it, and to whom.
        units: (u32, u32),
        from: At,
        to: At,
        /// What it is called.
        text: String,
        /// It is aimed at another side.
        harm: bool,
    },
    /// Others are about to go somewhere: dots along their way, until they have gone it.
    Way {
        /// Whose counter.
        unit: u32,
        /// The upper left squares that it will pass; the first is where it stands.
        path: Vec<At>,
        /// The side of who goes.
        side: usize,
    },
    /// A counter slides along its path; the first square is where it stands.
    Walk {
        /// Whose counter.
        unit: u32,
        /// The upper left squares it passes.
        path: Vec<At>,
        /// Whose counters go with it, as those aboard do.
        with: Vec<u32>,
    },
    /// A counter lunges at a square and back.
    Strike {
        /// Whose counter.
        unit: u32,
        /// Whom it strikes at.
        target: u32,
        toward: At,
    },
    /// A counter is struck: it gives way for a moment, and splinters or sparks fly.
    Hit {
        /// Whose counter.
        unit: u32,
        /// Where the blow came from.
        from: At,
        /// How much came through, in points; 0: it glanced off.
        points: i32,
    },
    /// The same as [`Show`](Self::Show), and it tips over on the way there.
    Tip(Box<Counter>),
    /// A counter leans out of the way: what came from there missed it.
    Miss {
        /// Whose counter.
        unit: u32,
        /// Where it came from.
        from: At,
    },
    /// A counter is shoved for a moment, and sparks fly off its edge: it has held off what came from there.
    Block {
        /// Whose counter.
        unit: u32,
        /// Where it came from.
        from: At,
    },
    /// A counter has averted what came from there: it steps aside and back, or two strokes cross at its edge.
    Avert {
        /// Whose counter.
        unit: u32,
        /// Where it came from.
        from: At,
        how: Averted,
    },
    /// Something flies from square to square.
    Shot {
        /// Who shoots, and at whom.
        units: (u32, u32),
        from: At,
        to: At,
        /// It is a spell, no missile.
        spell: bool,
        /// It flies on past its target.
        past: bool,
    },
    /// Dice fall into the tray.
    Roll(ShownRoll),
    /// What a roll said, and what was lost by it: the tray says that instead, and the log, if it said so before.
    Lost {
        was: String,
        is: String,
        logged: bool,
        /// How its dice came to that, in place of the sum that the tray tells; none: that stands.
        sum: Option<String>,
    },
    /// A short text rises from a square.
    Float {
        /// Of whose counter it tells.
        unit: u32,
        /// Where.
        at: At,
        text: String,
        kind: SlipKind,
        /// It comes with a hit, and nothing waits for it.
        struck: bool,
    },
    /// The card at the left is this one from now on; that unit's own takes from it what it holds in use.
    Own(Box<UnitCard>),
    /// If the card at the left is this unit's, it shows these conditions from now on.
    Conditions {
        /// Whose.
        unit: u32,
        /// In words, each with what pointing at it asks about.
        told: Vec<(String, String)>,
    },
    /// From now on a counter looks like this, and stands there.
    Show(Box<Counter>),
    /// A counter is taken from the table (it went out of sight).
    Hide(u32),
    Log(LogLine),
    /// The line says this, and stays for a while. That of a blow or a fall comes with what is seen of it, and is
    /// [read](Self::Read) after that.
    Tell(Telling),
    /// Nothing else happens while the line is read.
    Read,
    /// The turn is this unit's from now on, or nobody's: the ribbon shows it, and what was told before is gone.
    Turn {
        /// Whose.
        unit: Option<u32>,
        /// The order of initiative as it stands then, where that is known.
        ribbon: Option<Box<Ribbon>>,
    },
    /// The camera brings this square into sight; what follows waits until it has.
    Look(At),
    /// The camera brings into sight where who stands on a square goes to, with where they stand; nothing moves if all of both
    /// is seen. What follows waits until it has.
    Follow {
        from: At,
        to: At,
    },
    /// The camera brings these squares into sight together, where something comes down before who does it; nothing moves if
    /// they are. What follows waits until it has.
    Watch(Vec<At>),
    /// The camera brings this square into sight beside who has the turn; nothing waits for it.
    Glance(At),
    /// Something is heard.
    Hear(Sound),
}

impl Beat {
    /// Whether something comes down on somebody: they are hit by it, or it comes to nothing.
    pub fn is_impact(&self) -> bool {
        matches!(self, Self::Hit { .. } | Self::Miss { .. } | Self::Block { .. } | Self::Avert { .. })
    }

    /// Whether what follows waits for the camera.
    pub(super) fn is_look(&self) -> bool {
        matches!(self, Self::Look(_) | Self::Follow { .. } | Self::Watch(_))
    }

    /// Whose counter moves.
    pub(super) fn unit(&self) -> Option<u32> {
        match self {
            Self::Walk { unit, .. }
            | Self::Strike { unit, .. }
            | Self::Hit { unit, .. }
            | Self::Miss { unit, .. }
            | Self::Block { unit, .. }
            | Self::Avert { unit, .. } => Some(*unit),
            Self::Tip(shown) => Some(shown.unit),
            _ => None,
        }
    }

    /// How long it lasts at full length, in seconds.
    pub(super) fn length(&self) -> f32 {
        match self {
            Self::Aim { .. } => 0.30,
            Self::Way { .. } => 0.25,
            Self::Walk { path, .. } => STEP * path.len().saturating_sub(1) as f32,
            Self::Strike { .. } | Self::Shot { .. } => 0.20,
            Self::Roll(_) => 0.40,
            Self::Float { struck, .. } => {
                if *struck {
                    0.0
                } else {
                    0.15
                }
            }
            Self::Hit { .. } => HIT,
            Self::Read => READ,
            Self::Block { .. } => 0.18,
            Self::Miss { .. } => 0.22,
            Self::Avert { .. } => 0.24,
            Self::Tip(_) => 0.26,
            Self::Tell(telling) => match (telling.waits, telling.result) {
                (false, _) => 0.0,
                (true, false) => 0.35,
                (true, true) if telling.is_seen() => 0.0,
                (true, true) => READ,
            },
            Self::Own(_)
            | Self::Conditions { .. }
            | Self::Show(_)
            | Self::Hide(_)
            | Self::Log(_)
            | Self::Hear(_)
            | Self::Turn { .. }
            | Self::Lost { .. } => 0.0,
            Self::Look(_) | Self::Follow { .. } | Self::Watch(_) | Self::Glance(_) => 0.0,
        }
    }
}
