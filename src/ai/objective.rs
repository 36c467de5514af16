//! What wins the fight for one's side besides defeating the others (S-19): places to reach or hold, and tasks there.
//!
//! What wins is an expression of the scenario: its places are found by trying the unit out on the squares that it
//! names, its actions by the conditions that they bring.

use super::goal;
use crate::ai::prelude::*;

/// Of the nearest squares so many are tried.
const NEAREST: usize = 6;
/// No way counts for longer.
const FARTHEST: i32 = 60;

/// Where and how the unit wins the fight for its side.
#[derive(Default)]
pub struct Objective {
    goals: Vec<Expr>,
    squares: Vec<Square>,
    field: Option<Reach>,
    acts: Vec<Key>,
}

impl Objective {
    /// Whether the unit can do anything for it.
    pub fn is_set(&self) -> bool {
        self.field.is_some() || !self.acts.is_empty()
    }

    /// Whether there is a place to go to for it.
    pub fn leads(&self) -> bool {
        self.field.is_some()
    }

    /// What a footprint is worth for it: the way still to go, and being there.
    pub fn place(&self, area: &Area) -> f64 {
        let Some(field) = &self.field else { return 0.0 };
        if self.squares.contains(&area.origin) {
            return weights::THERE;
        }
        -weights::OBJECTIVE * f64::from(field.cost(area.origin).unwrap_or(FARTHEST).min(FARTHEST))
    }

    /// What it is worth that a unit has won in some state.
    pub fn won(&self, facts: &Facts, own: &UnitState) -> f64 {
        if self.goals.iter().any(|goal| facts.value(goal, own) != 0) { weights::WON } else { 0.0 }
    }
}

/// One way to win: what has to hold of the unit as it will be then, and what of it before it acts.
struct Way<'a> {
    goal: &'a Expr,
    then: UnitState,
    needs: Vec<&'a Expr>,
    act: Option<Key>,
}

impl Way<'_> {
    fn holds(&self, facts: &Facts, own: &UnitState) -> bool {
        let then = UnitState { place: own.place, ..self.then.clone() };
        self.needs.iter().all(|need| facts.value(need, own) != 0) && facts.value(self.goal, &then) != 0
    }

    /// Whether it is done in a certain place.
    fn placed(&self) -> bool {
        let names = self.needs.iter().flat_map(|need| need.names()).chain(self.goal.names());
        places_named(names).next().is_some()
    }
}

/// What a unit can do for the goals of its side.
pub fn choose(planner: &Planner<'_>) -> Objective {
    let (facts, own) = (planner.facts, planner.own());
    let side = own.side();
    let goals: Vec<Expr> =
        facts.goals.iter().filter(|goal| goal.side == side).map(|goal| goal.wins.clone()).collect();
    if goals.is_empty() {
        return Objective::default();
    }
    let late = late(facts);
    let mut found = Objective::default();
    for way in goals.iter().flat_map(|goal| ways(facts, own, goal)) {
        let mut there: Vec<Square> = Vec::new();
        if way.placed() {
            there.extend(facts.map.squares().filter(|square| {
                let known = facts.surroundings.facilities.iter().any(|(patch, _)| patch.contains(*square));
                known && free(facts, own, *square) && way.holds(&late, &moved(own, *square))
            }));
        }
        // What has its place is done there.
        if way.holds(&late, own) {
            found.acts.extend(way.act);
        }
        found.squares.extend(there);
    }
    found.goals = goals;
    found.field = field(facts, own, &mut found.squares);
    found
}

/// What a foe is worth, as a factor, for standing where its side wins, or will, or for being at what wins.
pub fn prize(facts: &Facts, foe: &UnitState) -> f64 {
    let mut goals = facts.goals.iter().filter(|goal| goal.side == foe.side());
    let wins = !facts.goals.is_empty() && {
        let late = late(facts);
        let begun = |id: Key| foe.conditions.has(id);
        let at_it = |act: Key| facts.book.action(act).is_some_and(|def| gained(def).into_iter().any(begun));
        let near = |way: Way<'_>| way.act.is_none_or(at_it) && way.holds(&late, foe);
        goals.any(|goal| ways(facts, foe, &goal.wins).into_iter().any(near))
    };
    if wins { weights::WINNER } else { 1.0 }
}

/// The facts as they are when what has to be held to some round has been held.
fn late(facts: &Facts) -> Facts {
    let mut late = facts.clone();
    late.round = late.round.saturating_add(LATER);
    late
}

/// The ways to win by a goal: as the unit is, and by each action that brings a condition which the goal names.
fn ways<'a>(facts: &'a Facts, own: &UnitState, goal: &'a Expr) -> Vec<Way<'a>> {
    let names = goal.names();
    let mut found = vec![Way { goal, then: own.clone(), needs: Vec::new(), act: None }];
    for def in facts.book.actions.iter().filter(|def| !def.is_reaction() && facts.has_action(own, def)) {
        let brought = gained(def);
        if !names.iter().filter_map(|name| name.parts()).any(|(_, of)| brought.contains(&of)) {
            continue;
        }
        let mut then = own.clone();
        then.conditions.0.extend(brought.into_iter().map(|id| Condition::new(id, 1, Until::Battle, None)));
        let needs = def.needs.iter().filter_map(|need| match need {
            Need::Test(test, _) => Some(test),
            _ => None,
        });
        found.push(Way { goal, then, needs: needs.collect(), act: Some(def.id) });
    }
    found
}

fn moved(own: &UnitState, square: Square) -> UnitState {
    let mut there = own.clone();
    there.place.area.origin = square;
    there
}

/// Whether nobody else stands on a square.
fn free(facts: &Facts, own: &UnitState, square: Square) -> bool {
    let here = Area::one(square);
    !facts.units.iter().any(|other| {
        other.id() != own.id()
            && facts.present(other)
            && other.place.band == own.place.band
            && other.place.area.distance(&here) == 0
    })
}

/// The ways to the nearest of the squares that can be got to.
fn field(facts: &Facts, own: &UnitState, squares: &mut [Square]) -> Option<Reach> {
    let far = |square: &Square| own.place.area.distance(&Area::one(*square));
    squares.sort_by_key(|square| (far(square), *square));
    let fields = |held| {
        squares
            .iter()
            .take(NEAREST)
            .find_map(|square| goal::field(facts, own, own.place.area.at(*square), held))
    };
    fields(true).or_else(|| fields(false))
}

/// What wins the fight, or leads to it, as candidates.
pub fn acts(planner: &Planner<'_>, found: &mut Found) {
    let own = planner.own();
    for id in &planner.objective.acts {
        let Some(def) = planner.facts.book.action(*id) else { continue };
        let act = Act { action: *id, mode: Mode::Standard, args: Args::default() };
        if def.allows(Mode::Standard) && planner.permits(&act) {
            // What was begun is lost if it is not gone on with (S-10).
            let begun: i32 = gained(def).into_iter().map(|id| own.conditions.count(id)).sum();
            found.push((weights::TASK + weights::TASK_BEGUN * f64::from(begun.min(4)), act));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::choose;
    use crate::{
        ai::{manoeuvre_tests::deck, test_battle::*},
        rules::surroundings::Patch,
    };

    /// A runner with a task of two turns, somebody slow with a knife far off, a place, and what wins for the runner.
    fn race(wins: &str, at: (i16, i16)) -> Setup {
        let field = deck()
            .unit("runner_20", "runner", "red", (2, 4))
            .stats(&[("task", 2)])
            .def(|def| {
                def.tracks.insert(Key::new("wounds"), 60);
            })
            .unit("bosun_10", "bosun", "blue", (19, 11))
            .stats(&[("move_bonus", -9)])
            .def(|def| def.weapons = vec![Key::new("knife")]);
        let mut setup = field.in_order();
        let there = Square::new(at.0, at.1);
        for kind in ["way_out", "stronghold"] {
            setup.surroundings.facilities.push((Patch(there, there), Key::new(kind)));
        }
        setup.goals = vec![(Side::new("red"), Expr::parse(wins).unwrap())];
        setup
    }

    /// Who wins if the computer plays both sides, and in which round.
    fn played(setup: Setup) -> (Option<Side>, u32) {
        let mut battle = begun(setup);
        look_for(&mut battle, 400, |_, _| None::<()>);
        (battle.winner(), battle.clock().round)
    }

    fn first(wins: &str, at: (i16, i16)) -> String {
        first_action(race(wins, at), "runner_20")
    }

    #[test]
    fn the_computer_goes_where_it_wins_and_the_battle_ends_by_it_s19() {
        let (winner, round) = played(race("at.stronghold", (14, 4)));
        assert!(winner == Some(Side::new("red")) && round <= 3, "{winner:?} in round {round}");
    }

    #[test]
    fn it_holds_a_place_until_that_wins_s19() {
        let (winner, round) = played(race("at.stronghold and round >= 4", (8, 4)));
        assert_eq!((winner, round), (Some(Side::new("red")), 4));
    }

    #[test]
    fn it_gets_away_where_that_wins_s19() {
        assert_eq!(first("has.got_away", (2, 4)), "get_away");
        let (winner, round) = played(race("has.got_away", (12, 4)));
        assert!(winner == Some(Side::new("red")) && round <= 4, "{winner:?} in round {round}");
    }

    #[test]
    fn it_works_at_a_task_that_wins_s19() {
        assert_eq!(first("has.task_done", (14, 4)), "extended_action");
        assert_eq!(played(race("has.task_done", (14, 4))), (Some(Side::new("red")), 2));
    }

    #[test]
    fn without_a_goal_of_its_own_side_there_is_nothing_to_do_for_it() {
        let mut setup = race("at.stronghold", (14, 4));
        setup.goals[0].0 = Side::new("blue");
        let battle = begun(setup);
        let facts = battle.referees_knowledge();
        let planner = Planner::new(&facts, battle.prompt().unwrap().unit, None).unwrap();
        assert!(!choose(&planner).is_set());
    }
}
