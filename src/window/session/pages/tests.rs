//! Each battle has dice of its own and a briefing first, nothing of an enemy is shown in fog, and the loser is named.

use super::super::ending;
use crate::window::session::prelude::*;

impl Shown {
    /// The place of a scenario in the list.
    fn place(&self, scenario: &str) -> usize {
        let wanted = Key::new(scenario);
        self.session.scenarios.iter().position(|(id, _)| *id == wanted).unwrap()
    }
}

#[test]
fn a_battle_from_the_title_is_briefed_and_never_has_the_dice_of_the_one_before() {
    let home = tempfile::tempdir().unwrap();
    let mut shown = Shown::new(home.path());
    let first = Intent::Start(shown.place("first_blood"));
    let mut seeds = Vec::new();
    for _ in 0..3 {
        shown.turn(&first);
        assert_eq!(shown.shelf.pages, [Page::Briefing]);
        let briefing = shown.shelf.briefing.clone();
        assert!(briefing.hints.len() == 3 && briefing.goal.contains("rustlers"), "{briefing:?}");
        let placed = |slot: &RibbonSlot| briefing.counters.iter().any(|own| own.unit == slot.unit);
        assert!(briefing.units.len() == 6 && briefing.units.iter().all(placed), "{briefing:?}");
        assert!(briefing.board.size.x > 0, "the plan has a map");
        assert!(briefing.seats[0].human && briefing.seats[1].units.contains("Scout"), "{briefing:?}");
        assert!(shown.table.teaches, "newcomers are taught in it");
        shown.turn(&Intent::Back);
        assert!(shown.shelf.pages.is_empty());
        seeds.push(shown.session.played.as_ref().unwrap().terms.seed);
        let (session, mut desk) = shown.parts();
        session.clear_table(&mut desk);
    }
    assert!(seeds[0] != seeds[1] && seeds[1] != seeds[2], "{seeds:?}");
    // What is put together has dice that were not played either.
    let own = &mut shown.session;
    own.draft = own.choice(Key::new("first_blood"));
    own.draft.terms.seed = seeds[2];
    shown.turn(&Intent::Open(Page::NewBattle));
    assert!(!seeds.contains(&shown.shelf.draft.seed), "{seeds:?} {}", shown.shelf.draft.seed);
}

#[test]
fn of_two_people_whoever_sits_down_is_briefed_with_the_units_that_they_know_of() {
    let home = tempfile::tempdir().unwrap();
    let mut shown = Shown::new(home.path());
    let own = &mut shown.session;
    own.draft = own.choice(Key::new("first_blood"));
    own.draft.seats.iter_mut().for_each(|seat| seat.human = true);
    shown.turn(&Intent::Begin);
    assert!(
        shown.table.hand_over.is_some() && shown.shelf.briefing.units.is_empty(),
        "nobody sits there yet"
    );
    shown.turn(&Intent::Ready);
    assert!(shown.table.hand_over.is_none() && shown.shelf.pages == [Page::Briefing]);
    let briefing = &shown.shelf.briefing;
    assert_eq!((briefing.units.len(), briefing.counters.len()), (6, 6), "{briefing:?}");
}

#[test]
fn every_scenario_has_a_goal_and_three_hints() {
    for def in library().scenarios.values() {
        assert!(!def.goal.is_empty() && def.hints.len() == 3, "{}", def.id);
    }
}

#[test]
fn the_goal_and_the_places_that_count_for_it_can_be_read_in_the_battle() {
    let home = tempfile::tempdir().unwrap();
    let mut shown = Shown::new(home.path());
    shown.turn(&Intent::Start(shown.place("six_rounds_on_the_landing")));
    let briefing = shown.shelf.briefing.clone();
    assert!(briefing.marked.contains("Stronghold"), "{briefing:?}");
    shown.turn(&Intent::Back);
    shown.turn(&Intent::Open(Page::Pause));
    assert_eq!([&shown.shelf.pause.goal, &shown.table.goal], [&briefing.goal; 2]);
}

#[test]
fn with_fog_the_plan_tells_nothing_of_an_enemy() {
    let home = tempfile::tempdir().unwrap();
    let mut shown = Shown::new(home.path());
    shown.turn(&Intent::Draft(DraftIntent::Entry(shown.place("fog_in_the_fen"))));
    assert!(shown.shelf.draft.dots.is_empty(), "two people look at it");
    shown.turn(&Intent::Draft(DraftIntent::Seat(1)));
    let draft = shown.shelf.draft.clone();
    assert!(!draft.dots.is_empty() && draft.dots.iter().all(|(_, side)| *side == 0), "{:?}", draft.dots);
    assert!(draft.seats[0].units.contains("Captain"), "{:?}", draft.seats);
    assert_eq!(draft.seats[1].units, say!("briefing-unseen"));
    shown.turn(&Intent::Draft(DraftIntent::Option("fog".to_owned(), 0)));
    assert!(shown.shelf.draft.dots.iter().any(|(_, side)| *side == 1), "without fog all is told");
}

#[test]
fn whoever_sat_there_and_did_not_win_has_lost() {
    let home = tempfile::tempdir().unwrap();
    let mut shown = Shown::new(home.path());
    shown.turn(&Intent::Start(shown.place("first_blood")));
    let controller = shown.session.controller.as_mut().unwrap();
    let side = controller.play.seat.unwrap();
    controller.concede(side, &mut shown.table);
    let told = ending::summary(controller);
    assert_eq!((told.title, told.side), (say!("ending-defeat"), Some(1)));
    assert!(told.told.contains("Rustlers"), "{}", told.told);
}

#[test]
fn the_rules_begin_with_one_page_and_find_in_the_book_as_well() {
    let home = tempfile::tempdir().unwrap();
    let mut shown = Shown::new(home.path());
    shown.turn(&Intent::Open(Page::Rules));
    let rules = &shown.shelf.rules;
    assert_eq!((rules.book, rules.books[0].clone()), (0, say!("guide-title")));
    assert!((6..=8).contains(&rules.rows.len()), "one page: {:?}", rules.rows);
    for (n, row) in (1..).zip(&rules.rows) {
        assert!(row.step == Some(n) && row.id.is_empty() && !row.more.is_empty(), "{row:?}");
    }
    shown.turn(&Intent::Rules(RulesIntent::Find("threat".to_owned())));
    let rows = &shown.shelf.rules.rows;
    assert!(rows.iter().any(|row| row.title == say!("guide-threat")), "{rows:?}");
    let book = shown.session.drafted_book().map(|id| shown.session.translated.books[&id].clone());
    assert!(book.is_none_or(|book| rows.iter().any(|row| book.rules.get(Key::new(&row.id)).is_some())));
    shown.turn(&Intent::Rules(RulesIntent::Book(1)));
    let first = shown.session.translated.books.values().next().unwrap();
    assert_eq!(shown.shelf.rules.books[1], first.settings.name);
    assert!(shown.shelf.rules.rows.iter().all(|row| first.rules.get(Key::new(&row.id)).is_some()));
}

#[test]
fn a_kind_to_be_chosen_shows_its_counter_its_numbers_and_its_weapon() {
    let home = tempfile::tempdir().unwrap();
    let mut shown = Shown::new(home.path());
    shown.turn(&Intent::Open(Page::NewBattle));
    shown.turn(&Intent::Draft(DraftIntent::Entry(shown.place("first_blood"))));
    shown.turn(&Intent::Draft(DraftIntent::Skirmish));
    let kinds = &shown.shelf.muster.kinds;
    let archer = kinds.iter().find(|kind| kind.name == "Archer").unwrap();
    assert_eq!((archer.art.as_str(), archer.weapon.as_str()), ("archer", "Longbow"));
    let values: Vec<(&str, i32)> =
        archer.values.iter().map(|(name, value)| (name.as_str(), *value)).collect();
    assert_eq!(&values[..2], [("Vitality", 24), ("Speed", 5)]);
    assert!(values.len() == 4 && values[2].1 == 4, "{values:?}");
    assert!(kinds.iter().all(|kind| !kind.art.is_empty()), "each has its counter");
}

#[test]
fn in_fog_the_sides_begin_out_of_sight() {
    let library = library();
    for def in library.scenarios.values().filter(|def| def.options.get(&Key::new("fog")) == Some(&1)) {
        let mut battle = Battle::new(library.setup(def.id, 5, None).unwrap());
        battle.advance();
        let facts: &crate::rules::facts::Facts = &battle.referees_knowledge();
        for (one, other) in
            facts.units.iter().flat_map(|one| facts.units.iter().map(move |other| (one, other)))
        {
            let sees = facts.hostile(one, other) && facts.sees(one, other);
            assert!(!sees, "{}: {} sees {}", def.id, one.id().0, other.id().0);
        }
    }
}
