//! The end of a battle: who has won, what there is to tell, and the replay's file.

use bevy::prelude::DetectChangesMut;

use super::tally;
use crate::saves::{SaveSlots, replays};
use crate::window::session::prelude::*;

/// At the end: the winner, what there is to tell, and the replay's file.
pub(super) fn end(mut session: ResMut<Session>, mut table: ResMut<Table>, motion: Res<BeatQueue>) {
    let session = session.bypass_change_detection();
    let Some(controller) = &session.controller else { return };
    if table.ending.is_some() || motion.busy() || !controller.over() {
        return;
    }
    if controller.has_news() || controller.watching() {
        return;
    }
    let stopped = controller.trouble().is_some();
    let replay = controller.play.replay(&session.library.hash);
    let path = session.save.clone().or_else(|| stopped.then(|| kept(&session.folders.data, &replay)));
    let written = path.map(|path| match replays::write(&path, &replay, "") {
        Ok(()) => path.display().to_string(),
        Err(why) => why,
    });
    let lost = if stopped { None } else { session.keep_replay(&replay, &controller.play).err() };
    if !stopped {
        // There is nothing to continue in a battle that has ended.
        let slots = SaveSlots::new(&session.folders.data);
        for path in std::mem::take(&mut session.autosaves) {
            slots.delete(&path).ok();
        }
    }
    let Some(controller) = &mut session.controller else { return };
    controller.filed = Filed { written, lost };
    table.ending = Some(summary(controller));
    // Nothing is a secret any more.
    table.hint.clear();
    table.log = narration::narrate_all(&controller.play);
    table.log_view = LogView::default();
}

/// What became of the replay of a battle that is over.
#[derive(Clone, Debug, Default)]
pub(super) struct Filed {
    /// The file that it was written to besides the kept ones, or why it could not be.
    written: Option<String>,
    /// Why it is not among the kept ones.
    lost: Option<String>,
}

/// What there is to tell at the end, in the language of now.
pub(super) fn summary(controller: &BattleController) -> Ending {
    let (play, trouble) = (&controller.play, controller.trouble());
    let (rounds, winner) = (play.round(), play.winner());
    let why = trouble.as_ref().map(|trouble| (String::new(), format!("{trouble}.")));
    let mut lines: Vec<(String, String)> = why.into_iter().collect();
    // What the winners do with the hours afterwards is no matter, nor who gave up before the last of the others fell.
    let gave_up = play.commands().iter().rev().find_map(|command| match command {
        Command::Concede { side } if Some(*side) != winner => Some(play.side_name(*side)),
        _ => None,
    });
    let fell = winner.is_some_and(|side| tally::last_loss(play, side).is_some());
    let gave_up = gave_up.filter(|_| trouble.is_none() && !fell);
    let gives_up = gave_up.is_some();
    let told = match gave_up {
        Some(side) => say!("ending-gave-up", side = side, rounds = rounds),
        None => say!("ending-rounds", rounds = rounds),
    };
    // Whoever sat there and is not the winner has lost.
    let people = play.seats.iter().any(|seat| seat.human);
    let lost_to =
        winner.filter(|side| people && !play.seats.iter().any(|seat| seat.human && seat.side == *side));
    let won = winner.filter(|_| trouble.is_none());
    let told = match won.map(|side| play.side_name(side)) {
        Some(side) if gives_up => format!("{} {told}", say!("ending-winner", side = side)),
        Some(side) => say!("ending-winner-after", side = side, rounds = rounds),
        None => told,
    };
    let decided = won.filter(|_| !gives_up).and_then(|side| tally::decided(play, side));
    lines.extend(decided.map(|told| (String::new(), told)));
    let Filed { written, lost } = &controller.filed;
    lines.extend(written.iter().map(|told| (say!("ending-replay"), told.clone())));
    lines.extend(lost.iter().map(|why| (String::new(), words::sentence(why))));
    let title = match (&trouble, winner) {
        (Some(_), _) => say!("ending-stopped"),
        (None, Some(_)) if lost_to.is_some() => say!("ending-defeat"),
        (None, Some(_)) => say!("ending-victory"),
        (None, None) => say!("ending-nobody"),
    };
    Ending {
        title,
        side: won.map(|side| play.colour(side)),
        told,
        lines,
        deeds: tally::deeds(play),
        units: tally::fighters(play),
        sums: tally::sums(play),
    }
}

/// Where the replay of a battle that had to stop is kept.
fn kept(data: &Path, replay: &Replay) -> PathBuf {
    let scenario = replay.scenario.plain();
    data.join("replays").join(format!("stopped_{scenario}_{}_{}.ron", replay.seed, replay.commands.len()))
}
