//! Switching the language: the library and the battle get their names in it, and everything is drawn anew.

use threat_range_base::replace_if_some;

use super::last_roll;
use crate::window::session::prelude::*;
use crate::window::{language::Language, motion::Tray, settings::Settings};

impl Session {
    /// Switches the language: everything gets its name in it.
    pub(super) fn speak(&mut self, language: &Language) {
        self.language = language.clone();
        self.translated = language.library(&self.library);
        language.speak_of(&self.library, &self.translated);
        self.know(self.played.as_ref().and_then(|played| played.terms.made.clone()).as_ref());
        name(&mut self.draft.seats, &self.translated, self.draft.terms.scenario);
        for (id, seats) in &mut self.scenarios {
            name(seats, &self.translated, *id);
        }
        if let Some(played) = &mut self.played {
            name(&mut played.seats, &self.translated, played.terms.scenario);
        }
        self.rename_wish();
    }

    /// Names everything in a battle in the current language.
    pub(super) fn dress(&self, play: &mut Play) {
        name(&mut play.seats, &self.translated, play.scenario);
        let book = play.book().id;
        play.dress(self.language.wording(&self.library, &self.translated, play.scenario, book));
        self.trace_units(play);
    }
}

/// Names the sides of a scenario as a library does.
fn name(seats: &mut [Seat], told: &Library, scenario: Key) {
    let Some(def) = told.scenarios.get(&scenario) else { return };
    for seat in seats {
        let side = def.sides.iter().find(|side| side.id == seat.side.0);
        replace_if_some(&mut seat.name, side.and_then(|side| side.name.as_ref()));
    }
}

/// Draws everything anew in a language that has just been chosen.
pub(super) fn switch(
    language: Res<Language>,
    mut session: ResMut<Session>,
    mut shelf: ResMut<Shelf>,
    mut table: ResMut<Table>,
    (mut motion, mut tray): (ResMut<BeatQueue>, ResMut<Tray>),
) {
    session.speak(&language);
    if let Some(mut controller) = session.controller.take() {
        session.dress(&mut controller.play);
        motion.told();
        controller.translate(&mut table);
        if tray.roll.is_some() {
            tray.roll = last_roll(&table);
        }
        session.controller = Some(controller);
        table.goal = session.goal().unwrap_or_default();
    }
    session.reword(&mut shelf, &table);
}

/// The names of keys in the current language; where they have changed, everything that names keys is drawn anew.
pub(super) fn keys(settings: Res<Settings>, mut session: ResMut<Session>) {
    if locale::speak_of_keys(settings.all_keys())
        && let Some(controller) = &mut session.controller
    {
        controller.anew();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_only_sets_something_up_is_no_last_roll() {
        let line = |what: &str, aside| {
            let roll = ShownRoll { what: what.to_owned(), aside, ..ShownRoll::default() };
            LogLine { roll: Some(roll), ..LogLine::default() }
        };
        let last = |log: Vec<LogLine>| last_roll(&Table { log, ..Table::default() }).map(|roll| roll.what);
        assert_eq!(last(vec![line("Attack", false), line("Hit location", true)]).unwrap(), "Attack");
        assert_eq!(last(vec![line("Encounter distance", true)]), None, "the tray is empty");
    }
}
