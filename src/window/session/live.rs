//! Content that changes while the game runs. Pictures, sounds and sentences change at once; a battle keeps the rules it
//! began with until its players choose otherwise.

use bevy::prelude::{Assets, Image, MessageWriter};

use super::{BattleChoice, Desk, mistakes};
use crate::window::session::prelude::*;
use crate::window::{
    art::Art,
    language::Language,
    live::{Live, News},
    sound::SoundsChanged,
};

/// Takes what has been read anew.
pub(super) fn hear(
    live: Res<Live>,
    mut session: ResMut<Session>,
    (mut shelf, mut table): (ResMut<Shelf>, ResMut<Table>),
    (mut art, mut images): (ResMut<Art>, ResMut<Assets<Image>>),
    mut language: ResMut<Language>,
    mut sounds: MessageWriter<SoundsChanged>,
) {
    let Some(news) = live.take() else { return };
    let (pictures, heard) = (news.in_folder("art"), news.in_folder("sounds"));
    if !pictures.is_empty() || !heard.is_empty() {
        art.renew(&mut images, news.library.folders.clone(), &pictures);
        // The ground is one picture of many, and laid as a whole.
        if table.board.generation > 0 && pictures.iter().any(|name| name.starts_with("terrain/")) {
            table.board.generation += 1;
        }
    }
    if !heard.is_empty() {
        sounds.write(SoundsChanged);
    }
    let spoken = language.id().to_owned();
    *language = Language::new(news.locales.clone(), &spoken);
    session.learn(news, &language, &mut shelf);
}

impl Session {
    /// Takes content that has been read anew, or keeps it until the battle on the table is over, and says so.
    fn learn(&mut self, news: News, language: &Language, shelf: &mut Shelf) {
        let count = news.report.errors();
        let warnings = news.report.len() - count;
        shelf.mistakes = mistakes(&news.report);
        let healed = std::mem::replace(&mut self.wrong, count > 0) && count == 0;
        let other = news.library.hash != self.library.hash;
        let playing = self.played_now().is_some();
        self.language = language.clone();
        self.fresh = other.then_some(news.library);
        shelf.stale = playing && other;
        if self.controller.is_none() {
            self.take_fresh(shelf);
        }
        let text = match (count, warnings, shelf.stale) {
            (0, 0, false) if healed => say!("slip-well-again"),
            (0, 0, false) => say!("slip-well"),
            (0, 0, true) => say!("slip-changed"),
            (0, warnings, false) => say!("slip-warnings", count = warnings),
            (0, warnings, true) => say!("slip-warnings-changed", count = warnings),
            (count, _, false) => say!("slip-mistakes", count = count),
            (count, _, true) => say!("slip-mistakes-changed", count = count),
        };
        shelf.slip = Some(Slip { text, wrong: count > 0 });
    }

    /// Content that waited for the battle to be over takes the place of the old.
    pub(super) fn take_fresh(&mut self, shelf: &mut Shelf) {
        shelf.stale = false;
        let Some(library) = self.fresh.take() else { return };
        self.take(library);
        self.speak(&self.language.clone());
        self.fill(shelf);
        if shelf.top() == Some(Page::Mods) {
            self.show_mods(shelf);
        }
    }

    /// Does what players want about content that has changed.
    pub(super) fn renew(&mut self, intent: ContentIntent, desk: &mut Desk) {
        match intent {
            ContentIntent::Look => {
                desk.shelf.slip = None;
                self.open_page(Page::Content, desk.shelf, desk.table);
            }
            ContentIntent::Aside => desk.shelf.slip = None,
            ContentIntent::Keep => {
                desk.shelf.stale = false;
                if desk.shelf.top() == Some(Page::Content) {
                    desk.shelf.pages.pop();
                }
            }
            ContentIntent::Restart | ContentIntent::Replay => {
                if let Err(why) = self.lay_anew(intent == ContentIntent::Replay, desk) {
                    desk.shelf.note = words::sentence(&why);
                }
            }
        }
    }

    /// The battle on the table is laid out with the new content; with `again` its commands are given again.
    fn lay_anew(&mut self, again: bool, desk: &mut Desk) -> Result<(), String> {
        let (Some(controller), Some(fresh)) = (&self.controller, &self.fresh) else { return Ok(()) };
        let old = &controller.play;
        let terms = old.replay(&self.library.hash).terms();
        let setup = fresh.lay_out(&terms)?;
        let all = old.commands().len();
        let (play, stopped) = match again {
            true => {
                let (play, taken, why) = old.follow(setup);
                (play, why.map(|why| (taken, why)))
            }
            false => (Play::new(setup, terms.scenario, terms.seed, old.seats.clone()), None),
        };
        // As it was, it can be loaded again.
        self.autosave(desk.table);
        desk.close_pages();
        self.take_fresh(desk.shelf);
        self.know(terms.made.as_ref());
        self.seed = terms.seed;
        self.played = Some(BattleChoice { terms, seats: play.seats.clone() });
        // What was played again has been seen.
        let seen = play.events().len();
        let told = play.seats.iter().map(|seat| (Some(seat.side), seen)).chain([(None, seen)]).collect();
        self.lay(play, if again { told } else { Vec::new() }, desk.table, desk.motion);
        desk.shelf.slip = stopped.map(|(taken, why)| {
            let why = locale::tell(&why.message);
            Slip { text: say!("content-stopped", taken = taken, all = all, why = why), wrong: true }
        });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, fs, path::Path};

    use super::*;
    use crate::{locale::Locales, saves::SaveSlots};

    const BATTLE: &str = "first_blood";

    /// A session in a battle of which some turns have passed.
    fn playing(data: &Path) -> Shown {
        let mut shown = Shown::new(data);
        shown.begin(BATTLE);
        let play = &mut shown.session.controller.as_mut().unwrap().play;
        for _ in 0..3 {
            play.submit(Command::End { unit: play.prompt().unwrap().unit }).unwrap();
        }
        shown
    }

    /// The base game with a mod in which a club strikes harder, read anew; and its languages.
    fn news(home: &Path, club: &str) -> (News, Language) {
        let own = home.join("harder");
        fs::create_dir_all(own.join("rulebooks/arrgs")).unwrap();
        fs::write(own.join("mod.ron"), r#"(id: "harder", name: "Harder", version: "1.0.0")"#).unwrap();
        fs::write(own.join("rulebooks/arrgs/weapons.ron"), format!("(update: [(id: \"club\", {club})])"))
            .unwrap();
        let (library, report) = Library::load_with(&assets(), &[own]);
        let (locales, _) = Locales::load(&library);
        let language = Language::new(locales.clone(), "en");
        (News { library, report, locales, changed: BTreeSet::new() }, language)
    }

    #[test]
    fn a_battle_goes_on_with_the_old_content_until_it_is_played_again_with_the_new() {
        let home = tempfile::tempdir().unwrap();
        let mut shown = playing(&home.path().join("data"));
        let given = shown.session.controller.as_ref().unwrap().play.commands().len();
        let club = |session: &Session| {
            let book = session.controller.as_ref().unwrap().play.book();
            book.weapon(Key::new("club")).unwrap().base.to_string()
        };
        let old = club(&shown.session);

        let (wrong, language) = news(home.path(), "bsae: 31");
        shown.session.learn(wrong, &language, &mut shown.shelf);
        let shelf = &shown.shelf;
        assert!(shelf.slip.as_ref().is_some_and(|slip| slip.wrong), "{:?}", shelf.slip);
        assert!(shelf.mistakes.iter().any(|one| one.line.contains("bsae")), "{:?}", shelf.mistakes);

        let (good, language) = news(home.path(), "base: 31");
        shown.session.learn(good, &language, &mut shown.shelf);
        let shelf = &shown.shelf;
        assert!(shelf.stale && shelf.slip.as_ref().is_some_and(|slip| !slip.wrong), "{:?}", shelf.slip);
        shown.turn(&Intent::Content(ContentIntent::Look));
        assert_eq!((shown.shelf.top(), shown.shelf.slip.clone()), (Some(Page::Content), None));
        assert_eq!(club(&shown.session), old);

        shown.turn(&Intent::Content(ContentIntent::Replay));
        let shelf = &shown.shelf;
        assert_eq!((shelf.note.as_str(), shelf.top(), shelf.stale), ("", None, false));
        assert_eq!(club(&shown.session), "31");
        // A turn in which nothing can be done ends by itself.
        assert!(shown.session.controller.as_ref().unwrap().play.commands().len() >= given);
        shown.session.left = true;
    }

    #[test]
    fn commands_are_given_again_as_far_as_they_are_taken() {
        let home = tempfile::tempdir().unwrap();
        let Shown { mut session, .. } = playing(home.path());
        session.left = true;
        let play = &session.controller.as_ref().unwrap().play;
        let all = play.commands().len();
        // Other dice are other content, too: somebody else's turn comes first.
        let other = (1..60).find_map(|seed| {
            let setup = session.library.setup(Key::new(BATTLE), seed, None).unwrap();
            let (again, taken, why) = play.follow(setup);
            why.map(|why| (again.commands().len(), taken, why))
        });
        let (given, taken, why) = other.expect("the same units always act first");
        assert!(taken < all && given == taken, "{given} of {all}, {taken}");
        assert!(!locale::tell(&why.message).is_empty());
    }

    #[test]
    fn continue_offers_the_newest_save_and_asks_where_what_it_uses_has_changed() {
        let home = tempfile::tempdir().unwrap();
        let data = home.path().join("data");
        let Shown { mut session, mut table, .. } = playing(&data);
        session.autosave(&mut table);
        session.left = true;
        let arrgs = session.library.books[&Key::new("arrgs")].clone();
        let header = SaveSlots::new(&data).list().remove(0).state.unwrap();
        let used = |id: &Key| header.used.contains_key(&format!("weapon {id}"));
        let weapon = arrgs.weapons.iter().map(|def| def.id).find(used).unwrap();
        drop(session);

        let own = home.path().join("harder/rulebooks/arrgs");
        fs::create_dir_all(&own).unwrap();
        let about = r#"(id: "harder", name: "Harder", version: "1.0.0")"#;
        fs::write(home.path().join("harder/mod.ron"), about).unwrap();
        fs::write(own.join("weapons.ron"), format!("(update: [(id: \"{weapon}\", base: 77)])")).unwrap();
        let changed = Library::load_with(&assets(), &[home.path().join("harder")]).0;
        let mut shown = Shown::with(&data, changed);
        shown.session.list_kept(&mut shown.shelf);
        let newest = shown.shelf.newest.clone().unwrap();
        assert!(newest.changed && !newest.battle.is_empty(), "{newest:?}");
        assert_eq!(shown.shelf.passed, "");
        assert!(shown.keep(&Intent::Continue));
        assert!(shown.session.controller.is_none());
        let question = shown.shelf.question.clone();
        assert_eq!(
            (shown.shelf.top(), &question.intent),
            (Some(Page::Question), &Intent::LoadChanged(newest.path))
        );
        assert!(question.about.contains("77"), "{}", question.about);
        assert!(shown.keep(&question.intent));
        assert!(shown.session.controller.is_some());
        shown.session.left = true;
    }
}
