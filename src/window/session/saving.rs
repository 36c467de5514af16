//! Saves and replays: the intents about them, autosaves, the replay kept at the end, and the lists that pages show.

use std::time::{SystemTime, UNIX_EPOCH};

use bevy::prelude::{AppExit, MessageReader};
use jiff::{Timestamp, tz::TimeZone};

use super::{Desk, controller::ReplayWatch, pages::BattleChoice, seats};
use crate::saves::{KeptReplay, Refused, ReplayNote, Replays, Save, SaveKind, SaveSlot, SaveSlots, replays};
use crate::window::session::prelude::*;

/// Seconds since 1970.
fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |age| age.as_secs())
}

impl Session {
    fn slots(&self) -> SaveSlots {
        SaveSlots::new(&self.folders.data)
    }

    fn replays(&self) -> Replays {
        Replays::new(&self.folders.data)
    }

    /// Does what is wanted of saves and replays. Gives whether the intent was one of these.
    pub(super) fn keep(&mut self, intent: &Intent, desk: &mut Desk) -> bool {
        let slots = self.slots();
        let done = match intent {
            Intent::Save(name) => self.save(desk.shelf, desk.table, |slots, save| slots.save(name, save)),
            Intent::QuickSave => self.save(desk.shelf, desk.table, SaveSlots::quicksave),
            Intent::Load(path) => self.load(path, false, desk),
            Intent::LoadChanged(path) => self.load(path, true, desk),
            Intent::Continue => self.go_on(desk),
            Intent::QuickLoad => self.load(&slots.quick(), false, desk),
            Intent::DeleteSave(path) => slots.delete(path),
            Intent::NameSave(path, name) => slots.rename(path, name).map(drop),
            Intent::NameReplay(path, name) => self.replays().name(path, name).map(drop),
            Intent::DeleteReplay(path) => self.replays().delete(path),
            Intent::Watch(path) => replays::read(path).and_then(|replay| self.watch(replay, desk)),
            Intent::LogCase => self.make_case(desk.table),
            Intent::WatchLast => match &self.controller {
                Some(controller) if controller.over() => {
                    let replay = controller.play.replay(&self.library.hash);
                    self.watch(replay, desk)
                }
                _ => Ok(()),
            },
            _ => return false,
        };
        if let Err(why) = done {
            self.show_failure(&why, desk.shelf, desk.table);
        }
        self.list_kept(desk.shelf);
        true
    }

    fn save(
        &self,
        shelf: &mut Shelf,
        table: &mut Table,
        write: impl FnOnce(&SaveSlots, &Save) -> Result<PathBuf, String>,
    ) -> Result<(), String> {
        let save = self.to_save().ok_or_else(|| say!("save-no-battle"))?;
        write(&self.slots(), &save)?;
        shelf.note.clear();
        table.hint = say!("save-done");
        Ok(())
    }

    /// The battle on the table as it would be saved; none: there is none, or it is over.
    fn to_save(&self) -> Option<Save> {
        let controller = self.played_now()?;
        Some(controller.play.save(controller.tellings(), &self.library, now()))
    }

    /// Goes on where a save stands, if wanted under other rules; the battle on the table is saved before.
    fn load(&mut self, path: &Path, changed: bool, desk: &mut Desk) -> Result<(), String> {
        let loaded = self.slots().load(path).map_err(|why| why.to_string())?;
        let terms = loaded.save.game.replay.terms();
        let round = loaded.save.header.round;
        let by_itself = matches!(loaded.save.header.kind, SaveKind::Auto(_));
        let resume = if changed { Save::resume_changed } else { Save::resume };
        let (game, sitting) = match resume(loaded.save, &self.library) {
            Err(why) if why.may_go_on() && !changed => {
                ask_changed(path, &why, desk.shelf);
                return Ok(());
            }
            resumed => resumed.map_err(|why| why.to_string())?,
        };
        self.autosave(desk.table);
        let told = sitting.told.clone();
        let play = Play::resume(game, terms.scenario, terms.seed, sitting);
        self.know(terms.made.as_ref());
        self.seed = terms.seed.wrapping_add(1);
        self.played = Some(BattleChoice { terms, seats: play.seats.clone() });
        self.lay(play, told, desk.table, desk.motion);
        self.autosaved = round;
        self.autosaves.extend(by_itself.then(|| path.to_owned()));
        desk.close_pages();
        if let Some(instead) = loaded.instead {
            desk.table.hint = words::capital(&instead);
        }
        Ok(())
    }

    /// Continues the newest save that can be loaded; the table shows what is wrong with newer ones.
    fn go_on(&mut self, desk: &mut Desk) -> Result<(), String> {
        let mut passed: Option<String> = None;
        for slot in self.slots().list() {
            let slot = slot.examined();
            let done = match &slot.state {
                Err(why) => Err(why.to_string()),
                Ok(_) => self.load(&slot.path, false, desk),
            };
            match (done, passed) {
                (Ok(()), None) => return Ok(()),
                (Ok(()), Some(passed)) => {
                    desk.table.hint = words::capital(&say!("save-continued", passed = passed));
                    return Ok(());
                }
                (Err(_), Some(first)) => passed = Some(first),
                (Err(why), None) => passed = Some(say!("save-passed", name = &slot.name, why = why)),
            }
        }
        Err(passed.unwrap_or_else(|| say!("save-missing")))
    }

    /// Lays a replay on the table, to be watched from its start.
    fn watch(&mut self, replay: Replay, desk: &mut Desk) -> Result<(), String> {
        let same = replay.library == self.library.hash;
        if !same && !self.library.changes_since(replay.book, &replay.used).is_empty() {
            return Err(say!("watch-other-library"));
        }
        if !replay.mixed.is_empty() {
            return Err(say!("watch-mixed"));
        }
        let terms = replay.terms();
        let setup = self.library.lay_out(&terms)?;
        self.autosave(desk.table);
        self.know(terms.made.as_ref());
        let mut seats = seats(&*self.library.scenario(&terms)?, &self.controllers);
        seats.iter_mut().for_each(|seat| seat.human = false);
        let play = Play::new(setup.clone(), replay.scenario, replay.seed, seats);
        self.lay(play, Vec::new(), desk.table, desk.motion);
        if let Some(controller) = &mut self.controller {
            controller.watch(ReplayWatch::new(replay, setup));
        }
        desk.close_pages();
        Ok(())
    }

    /// Saves the battle on the table, if people play and it is not over.
    pub(super) fn autosave(&mut self, table: &mut Table) {
        let plays = |own: &BattleController| own.play.any_human() && own.play.next() != Next::Over;
        let playing = self.controller.as_ref().is_some_and(plays);
        if let Some(save) = self.to_save().filter(|_| playing) {
            self.autosaved = save.header.round;
            match self.slots().autosave(&save) {
                Ok(path) => self.autosaves.push(path),
                Err(why) => table.hint = words::sentence(&why),
            }
        }
    }

    /// Saves when a round has begun since the last time.
    pub(super) fn autosave_each_round(&mut self, table: &mut Table) {
        let round = self.controller.as_ref().map_or(0, |controller| controller.play.round());
        if round > self.autosaved {
            self.autosave(table);
            // Whatever became of it: once a round is enough.
            self.autosaved = round;
        }
    }

    /// Keeps the replay of a battle that is over. The error is one sentence.
    pub(super) fn keep_replay(&self, replay: &Replay, play: &Play) -> Result<(), String> {
        let winner = play.winner();
        let won = winner.filter(|_| replay.made.is_some()).map(|side| play.side_name(side));
        let note = ReplayNote { won, ..ReplayNote::of(replay, play.round(), winner, now()) };
        self.replays().keep(replay, &note).map(drop)
    }

    /// The saves and replays that there are, as the pages show them.
    pub(super) fn list_kept(&self, shelf: &mut Shelf) {
        let now = now();
        shelf.saves = self.slots().list().into_iter().map(|slot| self.save_entry(slot, now)).collect();
        (shelf.newest, shelf.passed) = (None, String::new());
        for slot in self.slots().list() {
            let slot = slot.examined();
            match &slot.state {
                Ok(_) => {
                    shelf.newest = Some(self.save_entry(slot, now));
                    break;
                }
                Err(why) if shelf.passed.is_empty() => {
                    let passed = say!("save-passed", name = &slot.name, why = why.to_string());
                    shelf.passed = words::sentence(&passed);
                }
                Err(_) => {}
            }
        }
        shelf.replays = self.replays().list().into_iter().map(|kept| self.replay_entry(kept, now)).collect();
    }

    /// Says why something of this could not be done: on the page on top or the title, and at the table.
    fn show_failure(&self, why: &str, shelf: &mut Shelf, table: &mut Table) {
        let text = words::sentence(why);
        if !shelf.pages.is_empty() || self.controller.is_none() {
            shelf.note.clone_from(&text);
        }
        table.hint = text;
    }

    fn scenario_name(&self, scenario: Key, title: Option<&String>) -> String {
        if let Some(title) = title {
            return title.clone();
        }
        self.translated.scenarios.get(&scenario).map_or_else(|| scenario.to_string(), |def| def.name.clone())
    }

    /// What a side of a scenario is called, as far as it is known here.
    fn side_name(&self, scenario: Key, side: Side) -> String {
        let def = self.translated.scenarios.get(&scenario);
        let entry = def.and_then(|def| def.sides.iter().find(|entry| entry.id == side.0));
        entry.and_then(|entry| entry.name.clone()).unwrap_or_else(|| words::capital(side.0.as_str()))
    }

    fn save_entry(&self, slot: SaveSlot, now: u64) -> SaveEntry {
        let named = slot.state.as_ref().is_ok_and(|header| header.kind == SaveKind::Named);
        let (battle, round, side) = match &slot.state {
            Ok(header) => {
                let known = || header.side.map(|side| self.side_name(header.scenario, side));
                let side = header.asked.clone().or_else(known).unwrap_or_default();
                (self.scenario_name(header.scenario, header.title.as_ref()), header.round, side)
            }
            Err(_) => Default::default(),
        };
        let fits = slot.state.and_then(|header| header.fits(&self.library));
        let changed = fits.as_ref().is_err_and(Refused::may_go_on);
        let why_not = fits.err().map(|why| words::sentence(&why.to_string()));
        SaveEntry {
            path: slot.path,
            name: slot.name,
            battle,
            round,
            side,
            age: age(slot.date, now, TimeZone::system()),
            named,
            why_not,
            changed,
            backup: slot.backup,
        }
    }

    fn replay_entry(&self, kept: KeptReplay, now: u64) -> ReplayEntry {
        let name = kept.path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let note = kept.note;
        let named = note.as_ref().map(|note| self.scenario_name(note.scenario, note.title.as_ref()));
        let battle = named.unwrap_or_default();
        let winner = note.as_ref().and_then(|note| {
            note.won.clone().or_else(|| note.winner.map(|side| self.side_name(note.scenario, side)))
        });
        ReplayEntry {
            winner,
            name: name.filter(|_| kept.named).unwrap_or_else(|| battle.clone()),
            path: kept.path,
            battle,
            rounds: note.as_ref().map_or(0, |note| note.rounds),
            age: note.as_ref().map(|note| age(note.date, now, TimeZone::system())).unwrap_or_default(),
            same_library: note.is_none_or(|note| note.fits(&self.library)),
            named: kept.named,
        }
    }
}

/// Asks whether a battle goes on though its rules have changed.
fn ask_changed(path: &Path, why: &Refused, shelf: &mut Shelf) {
    shelf.question = Question {
        text: say!("question-changed"),
        about: say!("question-changed-about", changes = words::capital(&why.to_string())),
        yes: say!("question-changed-yes"),
        intent: Intent::LoadChanged(path.to_owned()),
    };
    shelf.pages.push(Page::Question);
}

/// When something was: how long ago in words, and the day and hour in a time zone, if a calendar holds it.
fn age(date: u64, now: u64, zone: TimeZone) -> String {
    let day = i64::try_from(date).ok().and_then(|seconds| Timestamp::from_second(seconds).ok());
    match day {
        Some(day) => format!("{}, {}", ago(date, now), day.to_zoned(zone).strftime("%Y-%m-%d %H:%M")),
        None => ago(date, now),
    }
}

/// How long ago something was, in words.
fn ago(date: u64, now: u64) -> String {
    match now.saturating_sub(date) / 60 {
        0 => say!("age-now"),
        minutes @ 1..60 => say!("age-minutes", n = minutes),
        minutes if minutes < 24 * 60 => say!("age-hours", n = minutes / 60),
        minutes => say!("age-days", n = minutes / 60 / 24),
    }
}

/// Before the program ends, by a button, by the window's own, or by a signal: the battle on the table is saved.
pub(super) fn before_quitting(
    mut exits: MessageReader<AppExit>,
    mut session: ResMut<Session>,
    mut table: ResMut<Table>,
) {
    if exits.read().last().is_some() {
        session.autosave(&mut table);
        session.left = true;
    }
}

impl Drop for Session {
    /// The display has gone away with nobody asked, as it does when the whole session is closed: the battle is saved as
    /// well. After a mistake of the program nothing is written over what was there before it.
    fn drop(&mut self) {
        if !self.left && !std::thread::panicking() {
            self.autosave(&mut Table::default());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use jiff::tz::offset;

    use super::*;

    #[test]
    fn continue_passes_what_is_damaged_and_a_display_that_is_lost_costs_no_battle() {
        let home = tempfile::tempdir().unwrap();
        let slots = SaveSlots::new(home.path());
        let mut one = Shown::new(home.path());
        assert!(one.keep(&Intent::Continue));
        assert!(one.shelf.note.contains("not found"), "with nothing saved that is said: {}", one.shelf.note);
        one.begin("first_blood");
        one.session.autosave(&mut one.table);
        assert_eq!(slots.list().len(), 1);
        drop(one);
        assert_eq!(slots.list().len(), 2, "the display went away");

        let damaged = slots.list().remove(0).path;
        fs::write(&damaged, "nothing").unwrap();
        let mut two = Shown::new(home.path());
        two.session.list_kept(&mut two.shelf);
        let (newest, passed) = (two.shelf.newest.as_ref().unwrap(), &two.shelf.passed);
        assert!(newest.path != damaged && passed.contains("autosave-2"), "{passed}");
        assert!(two.keep(&Intent::Continue));
        assert!(two.session.controller.is_some());
        assert!(two.table.hint.contains("autosave-2"), "{}", two.table.hint);
        two.session.autosave(&mut two.table);
        two.session.left = true;
        drop(two);
        assert!(
            slots.list().iter().all(|slot| slot.state.is_ok()),
            "the ring goes over the damaged one first"
        );
        assert_eq!(slots.list().len(), 2, "and what has been saved is not saved again");
    }

    #[test]
    fn a_day_is_that_of_the_place_and_none_is_made_up() {
        let day =
            |date: u64, zone: TimeZone| age(date, date, zone).split_once(", ").map(|(_, day)| day.to_owned());
        assert_eq!(day(951_825_600, TimeZone::UTC).as_deref(), Some("2000-02-29 12:00"));
        assert_eq!(day(951_825_600, TimeZone::fixed(offset(13))).as_deref(), Some("2000-03-01 01:00"));
        assert_eq!(day(u64::MAX, TimeZone::UTC), None, "a damaged file's date");
    }
}
