//! What is seen of those who are out of sight.

use super::narration::{lines, narrate};
use crate::window::session::prelude::*;
use crate::{grid::MapData, rules::surroundings::Smoke};

/// Two units north of a wall that reaches to the fifth column, in fog; the first one's side sits at the screen.
fn watched(library: &Library) -> (Play, UnitId, UnitId) {
    let key = Key::new("first_blood");
    let made = library.setup(key, 1, Some(Key::new("arrgs"))).unwrap();
    let mut own = made.units[0].clone();
    let mut other = made.units.iter().find(|unit| unit.side() != own.side()).unwrap().clone();
    own.place.area.origin = Square::new(0, 0);
    other.place.area.origin = Square::new(4, 0);
    let mut data = MapData::plain(6, 3, Terrain::plain(Key::new("floor")));
    data.terrains.push(Terrain::wall(Key::new("wall")));
    data.squares[6..10].fill(1);
    let sides = [own.side(), other.side()];
    let ids = (own.id(), other.id());
    let map = Arc::new(Map::new(data).unwrap());
    let mut setup = Setup::bare(&made.book, map, vec![own, other], made.dice);
    setup.options.insert(Key::new("fog"), 1);
    let seats = sides.map(|side| Seat { side, name: side.to_string(), human: side == sides[0] });
    (Play::new(setup, key, 1, seats.into()), ids.0, ids.1)
}

/// Puts a unit on a square, as a referee may.
fn put(play: &mut Play, unit: UnitId, x: i16, y: i16) {
    play.game_mut().submit(Command::Referee(Referee::Place { unit, square: Square::new(x, y) })).unwrap();
}

#[test]
fn who_is_out_of_sight_is_drawn_as_it_was_last_seen() {
    let (mut play, own, other) = watched(&library());
    let number = play.number(other);
    let shown = |play: &Play| show::counters(play, &play.eyes().unwrap());
    let find = |play: &Play| shown(play).into_iter().find(|counter| counter.unit == number);
    let looks = |counter: &Counter| (counter.facing, counter.size, counter.pose);
    let seen = find(&play).unwrap();
    assert!(!seen.ghost && seen.pose == Pose::Standing);
    put(&mut play, other, 0, 2);
    let print = find(&play).unwrap();
    assert!(print.ghost && print.at == seen.at);
    assert_eq!(looks(&print), looks(&seen));
    // It lies down in sight: that is remembered. What it does behind the wall is not known.
    let (table, mark) = (shown(&play), play.events().len());
    put(&mut play, other, 5, 0);
    let (condition, until) = (Key::new("prone"), Default::default());
    let lies = Referee::Condition { unit: other, condition, count: 1, until };
    play.game_mut().submit(Command::Referee(lies)).unwrap();
    put(&mut play, other, 0, 2);
    play.change(|snapshot| {
        let unit = snapshot.units.iter_mut().find(|unit| unit.id() == other).unwrap();
        unit.conditions.0.clear();
        unit.place.facing = unit.place.facing.opposite();
        unit.place.area = Area::rect(unit.place.area.origin, 2, 1);
    });
    let print = find(&play).unwrap();
    assert!(print.ghost && print.at == show::at(Square::new(5, 0)));
    assert_eq!(looks(&print), (seen.facing, seen.size, Pose::Prone));
    // Nobody stands there any more: its print is taken away, but what was seen of it can still be told.
    put(&mut play, own, 1, 0);
    assert_eq!(find(&play), None);
    let told: Vec<_> = narrate(&play, &play.eyes().unwrap(), play.events_since(mark), table)
        .iter()
        .filter_map(|beat| match beat {
            Beat::Show(counter) if counter.unit == number => Some((counter.facing, counter.size)),
            _ => None,
        })
        .collect();
    assert!(!told.is_empty());
    assert!(told.iter().all(|looks| *looks == (seen.facing, seen.size)), "{told:?}");
}

#[test]
fn who_is_seen_for_the_first_time_is_told_of() {
    let (play, _, other) = watched(&library());
    let known = play.eyes().unwrap();
    let told = |shown: Vec<Counter>| {
        lines(narrate(&play, &known, &[], shown)).into_iter().map(|line| line.text).collect::<Vec<String>>()
    };
    let mut shown = show::counters(&play, &known);
    assert_eq!(told(shown.clone()), Vec::<String>::new());
    shown.retain(|counter| counter.unit != play.number(other));
    assert_eq!(told(shown), [say!("tell-spot", units = &known.unit(other).unwrap().identity.name)]);
}

#[test]
fn smoke_and_fire_are_drawn_and_told_as_they_were_last_seen() {
    let (mut play, own, _) = watched(&library());
    let put = |play: &mut Play, x, y| put(play, own, x, y);
    put(&mut play, 0, 2);
    put(&mut play, 0, 0);
    let hidden = Square::new(0, 2);
    let around = |play: &mut Play, burns: bool| {
        let smoke = Smoke { over: Patch(hidden, Square::new(1, 2)), thickness: 2, last_round: None };
        play.change(|snapshot| {
            snapshot.surroundings.smoke = if burns { vec![smoke] } else { Vec::new() };
            snapshot.surroundings.fires = if burns { vec![hidden] } else { Vec::new() };
        });
    };
    let drawn = |play: &Play| {
        let facts = play.eyes().unwrap();
        let (seen, explored) = show::fog(&facts, play.seat.unwrap()).unwrap();
        assert!(explored.contains(hidden));
        let air = show::air(&facts);
        let there = |level: &[u8]| level.get(2 * 6).is_some_and(|level| *level > 0);
        let card = preview::square_card(&facts, hidden, seen.contains(hidden));
        assert_eq!(card.lines.iter().any(|line| line.harm), there(&air.fire));
        let place = words::capital(&words::square(show::at(hidden)));
        assert!(!card.about.contains(&place));
        assert!(card.lines.iter().any(|line| line.kept && line.text == place));
        assert_eq!(there(&air.smoke), there(&air.fire));
        there(&air.fire)
    };
    around(&mut play, true);
    assert!(!drawn(&play), "it broke out behind the wall");
    put(&mut play, 0, 2);
    assert!(drawn(&play));
    put(&mut play, 0, 0);
    around(&mut play, false);
    assert!(drawn(&play), "it went out behind the wall");
    put(&mut play, 0, 2);
    assert!(!drawn(&play));
}

#[test]
fn what_somebody_unseen_strikes_with_is_not_told() {
    let (play, own, other) = watched(&library());
    let (known, all) = (play.eyes().unwrap(), play.referees_knowledge());
    let (item, def) = all.weapons(all.unit(other).unwrap()).next().unwrap();
    let told = |unknown: Vec<(Side, UnitId)>| {
        let (weapon, trace) = (item.id, Default::default());
        let outcome =
            Outcome::Struck { by: other, target: own, weapon, landed: true, critical: false, trace };
        let event = Event { outcome, hidden_from: Vec::new(), unknown };
        let told = lines(narrate(&play, &known, &[event], Vec::new()));
        told.into_iter().map(|line| line.text).collect::<Vec<String>>().join("; ")
    };
    let seen = told(Vec::new());
    assert!(seen.contains(&def.name), "{seen}");
    let unseen = told(vec![(known.side().unwrap(), other)]);
    assert!(!unseen.is_empty() && !unseen.contains(&def.name), "{unseen}");
}

#[test]
fn what_a_side_knows_leaves_out_who_is_out_of_sight_and_stays_as_it_was() {
    let (mut play, _, other) = watched(&library());
    let seat = play.seat.unwrap();
    let before = play.knowledge(seat);
    assert!(before.side() == Some(seat) && before.unit(other).is_some());
    put(&mut play, other, 0, 2);
    assert!(play.knowledge(seat).unit(other).is_none());
    assert!(before.unit(other).is_some());
    let all = play.referees_knowledge();
    assert!(all.side().is_none() && all.unit(other).is_some());
}

#[test]
fn who_is_held_knows_its_holder_and_a_mount_does_not_count_as_held() {
    let library = library();
    let mut setup = library.setup(Key::new("first_blood"), 1, Some(Key::new("threat_range"))).unwrap();
    let (own, side, other) = (setup.units[0].id(), setup.units[0].side(), setup.units[1].id());
    for (unit, x) in setup.units.iter_mut().zip(0..) {
        unit.place.area.origin = Square::new(x, 0);
    }
    let bond =
        |kind: &str, role: &str| Bond { kind: Key::new(kind), unit: own, role: Key::new(role), to: other };
    let mut holders = |bond: Bond| {
        setup.bonds = vec![bond];
        let play = seated(setup.clone(), side);
        let of = |unit: UnitId| {
            let number = play.number(unit);
            let all = show::counters(&play, &play.eyes().unwrap());
            all.into_iter().find(|counter| counter.unit == number).unwrap().held_by
        };
        (of(own), of(other) == [play.number(own)], of(other).is_empty())
    };
    assert_eq!(holders(bond("grapple", "controller")), (vec![], true, false));
    assert_eq!(holders(bond("riding", "rider")), (vec![], false, true));
}
