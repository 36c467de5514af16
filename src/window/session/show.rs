//! What one side knows of the state of a battle, as the plain values that board, ribbon and cards draw.

use super::{alike, kit, play::Who};
use crate::window::session::prelude::*;
use crate::{
    ai::value,
    rules::{
        condition::ConditionDef,
        economy::PoolDef,
        facts::{Place as UnitPlace, Sighting},
    },
};

pub use super::shown_map::board;

/// A square of the grid as the window writes it.
pub fn at(square: Square) -> At {
    IVec2::new(i32::from(square.x), i32::from(square.y))
}

/// A square of the window as the grid writes it.
pub fn square(at: At) -> Square {
    Square::new(i16::try_from(at.x).unwrap_or(-1), i16::try_from(at.y).unwrap_or(-1))
}

/// Below nothing, how low one dies who has so much when whole; 0 where that kills nobody.
fn death(facts: &Facts, whole: i32) -> i32 {
    let dies = facts.book.settings.states.iter().any(|rule| rule.condition == "dead");
    if dies { -whole } else { 0 }
}

/// A unit's counter.
pub fn counter(play: &Play, facts: &Facts, unit: &UnitState) -> Counter {
    let (_, vitality, whole) = words::main_left(facts, unit);
    let damage = words::damage(facts, unit);
    let [points, off_points, second_points] = points(facts, unit, &|_| true);
    let pose = lies(facts, unit);
    let drops = |square: Square| facts.map.contents(square).any(|here| here.drop > 0);
    Counter {
        unit: play.number(unit.id()),
        name: unit.identity.name.clone(),
        side: play.colour(unit.side()),
        art: art(unit),
        at: at(unit.place.area.origin),
        size: UVec2::new(u32::from(unit.place.area.columns.max(1)), u32::from(unit.place.area.rows.max(1))),
        facing: u8::try_from(unit.place.facing.eighths()).ok(),
        vitality: if damage.is_some() { vitality.max(0) } else { vitality },
        whole,
        damage: damage.map(|(sum, _)| sum),
        steps: damage.map_or(0, |(_, steps)| steps),
        death: death(facts, whole),
        points,
        off_points,
        second_points,
        conditions: if pose == Pose::Dead { Vec::new() } else { badges(facts, unit) },
        count: unit.initiative.settled.then(|| order::acts_at(facts, unit)),
        pose,
        band: match unit.place.band {
            Band::Ground => facts.can_fly(unit).then_some(Band::Ground),
            band => Some(band),
        },
        hull: aboard::hull(play, facts, unit),
        over_drop: unit.place.area.squares().all(drops),
        shield: facts.worn(unit).any(|def| def.slot.is_some_and(|slot| slot == "arm")),
        active: facts.turn.is_some_and(|turn| turn == unit.id() || facts.carrier(turn) == Some(unit.id())),
        carried: facts.carrier(unit.id()).is_some(),
        seat: aboard::seat(facts, unit),
        held_by: holders(facts, unit).into_iter().map(|id| play.number(id)).collect(),
        ..Counter::default()
    }
}

/// The points that a unit has left, and how many it may have: those of its turn, those off it, and of a second pool of its
/// turn where it has none off it. Of a pool that is not `lit` none are left.
pub fn points(facts: &Facts, unit: &UnitState, lit: &dyn Fn(&PoolDef) -> bool) -> [(u32, u32); 3] {
    let mut all = [(0, 0); 3];
    // Who is down has no points to reckon with, but for a turn of its own.
    let spent = pick::down(facts, unit) && facts.turn != Some(unit.id());
    for def in &facts.book.settings.economy.pools {
        let Some((left, most)) = pick::usable(facts, unit, def.id) else { continue };
        let left = if spent || !lit(def) { 0 } else { left };
        let (left, most) = (u32::try_from(left).unwrap_or(0), u32::try_from(most).unwrap_or(0));
        let [points, off_points, second_points] = &mut all;
        let into = match (def.off_turn, points.1) {
            (true, _) => off_points,
            (false, 0) => points,
            // What is free is no action, and not counted.
            (false, _) if def.free => continue,
            (false, _) => second_points,
        };
        if into.1 == 0 && most <= 6 {
            *into = (left, most);
        }
    }
    let [points, off_points, second_points] = all;
    [points, off_points, if off_points.1 == 0 { second_points } else { (0, 0) }]
}

/// Who holds a unit: what binds the two ends when they are apart, and neither is carried by the other (T-08).
fn holders(facts: &Facts, unit: &UnitState) -> BTreeSet<UnitId> {
    let holds = |bond: &&Bond| {
        let ends_apart =
            facts.bond_def(bond).is_some_and(|(def, role)| def.within.is_some() && !role.carried);
        ends_apart && facts.unit(bond.unit).is_some_and(|by| facts.present(by))
    };
    facts.bonds_to(unit.id()).filter(holds).map(|bond| bond.unit).collect()
}

/// The badge of who cannot answer any more.
const NO_REACTION: &str = "no_reaction";

/// What is worth a badge on a unit's counter: that it cannot answer any more, its conditions, spells on it, and that some
/// harm counts for more. What harms it stands before what does not.
fn badges(facts: &Facts, unit: &UnitState) -> Vec<String> {
    let spell = facts
        .spells
        .iter()
        .any(|active| active.targets.contains(&unit.id()) || active.summoned.contains(&unit.id()));
    let harm = [(!unit.sheet.0.vulnerabilities.is_empty(), "vulnerable")];
    let more = [
        (spell, "spell"),
        (unit.watches.0.iter().any(|watch| watch.overwatch), "overwatch"),
        (unit.watches.0.iter().any(|watch| !watch.overwatch), "ready"),
    ];
    let own: Vec<(&'static str, bool)> =
        told(facts, unit).into_iter().map(|own| (file(own.id), burden(facts, unit, own.id) > 0.0)).collect();
    let conditions = |bad: bool| own.iter().filter(move |(_, own)| *own == bad).map(|(name, _)| *name);
    let shown = |(shown, name): (bool, &'static str)| shown.then_some(name);
    // Of more than have room it is never one of those left out: it says whom one may pass by.
    let unable = no_reaction_left(facts, unit).then_some(NO_REACTION).into_iter();
    let first = unable.chain(conditions(true)).chain(harm.into_iter().filter_map(shown));
    let all = first.chain(conditions(false)).chain(more.into_iter().filter_map(shown));
    all.map(str::to_owned).collect()
}

/// Among badges the place of one for a condition that its bearer has just gained: before what is less bad for it.
pub fn place_of_badge(facts: &Facts, unit: &UnitState, badges: &[String], condition: Key) -> usize {
    let bad = |badge: &str| {
        let def = facts.book.conditions.iter().find(|def| file(def.id) == badge);
        def.map_or(0.0, |def| burden(facts, unit, def.id))
    };
    let own = burden(facts, unit, condition);
    badges.iter().position(|badge| badge != NO_REACTION && bad(badge) < own).unwrap_or(badges.len())
}

/// How bad a condition is for its bearer, as the computer weighs it by what it prevents and changes; nothing or less: it
/// does no harm.
fn burden(facts: &Facts, unit: &UnitState, condition: Key) -> f64 {
    facts.book.condition(condition).map_or(0.0, |def| value::burden(facts, unit, def))
}

/// Has a unit that could answer out of its turn nothing left to do so with?
pub fn no_reaction_left(facts: &Facts, unit: &UnitState) -> bool {
    let off_turn = facts.book.settings.economy.pools.iter().filter(|def| def.off_turn);
    let pools = off_turn.filter_map(|def| unit.pools.0.iter().find(|pool| pool.id == def.id));
    let mut own = pools.filter(|pool| pool.base + pool.extra > 0).peekable();
    let nothing = |(left, _): (i32, i32)| left <= 0;
    facts.can_act(unit)
        && !pick::down(facts, unit)
        && own.peek().is_some()
        && own.all(|pool| pick::usable(facts, unit, pool.id).is_none_or(nothing))
}

/// How a unit is drawn: whoever is down is turned over, as in the ribbon.
pub fn lies(facts: &Facts, unit: &UnitState) -> Pose {
    match pose(facts.posture(unit)) {
        Pose::Dead => Pose::Dead,
        _ if pick::down(facts, unit) => Pose::Down,
        own => own,
    }
}

/// How a unit that stands or lies so is drawn.
fn pose(posture: Posture) -> Pose {
    match posture {
        Posture::Standing => Pose::Standing,
        Posture::Prone => Pose::Prone,
        Posture::Down => Pose::Down,
        Posture::Dead => Pose::Dead,
    }
}

/// What is remembered of a unit that is not in sight any more: who it is, and how it was last seen.
pub fn glimpse(play: &Play, seen: &Sighting) -> Option<Counter> {
    let Who { name, side, art } = play.who(seen.unit)?;
    let UnitPlace { area, facing, .. } = seen.place;
    Some(Counter {
        unit: play.number(seen.unit),
        name,
        side: play.colour(side),
        art,
        at: at(area.origin),
        size: UVec2::new(u32::from(area.columns.max(1)), u32::from(area.rows.max(1))),
        facing: u8::try_from(facing.eighths()).ok(),
        vitality: 1,
        whole: 1,
        pose: pose(seen.posture),
        ghost: seen.posture != Posture::Dead,
        ..Counter::default()
    })
}

/// Where units were last seen that are not in sight of the one who looks.
fn ghosts(play: &Play, facts: &Facts) -> Vec<Counter> {
    let Some(side) = play.seat else { return Vec::new() };
    facts.last_seen(side).filter_map(|seen| glimpse(play, seen)).collect()
}

/// Smoke, darkness, fire and weather over the squares that are known.
pub fn air(facts: &Facts) -> Air {
    let around = &facts.surroundings;
    if around.is_plain() && around.fires.is_empty() {
        return Air::default();
    }
    let squares = || facts.map.squares();
    let memory = facts.memories.first();
    let known = |at: &Square| memory.is_none_or(|memory| memory.explored.contains(*at));
    let level = |at: Square, of: i64| if known(&at) { u8::try_from(of).unwrap_or(0) } else { 0 };
    let smoke = squares().map(|at| level(at, around.smoke_at(at, facts.round).into())).collect();
    let dark = squares().map(|at| level(at, around.light_at(at).level())).collect();
    let fire = squares().map(|at| level(at, if around.burns(at) { 2 } else { 0 })).collect();
    Air { smoke, dark, fire, weather: around.weather }
}

/// The drawing of a unit.
pub fn art(unit: &UnitState) -> String {
    file(unit.sheet.0.look.unwrap_or(unit.identity.kind)).to_owned()
}

/// The file that is named like something: its id without the mod's.
pub fn file(id: Key) -> &'static str {
    id.as_str().rsplit(':').next().unwrap_or("unknown")
}

/// All counters of the units known that are on the board, and where others were last seen.
pub fn counters(play: &Play, facts: &Facts) -> Vec<Counter> {
    let here = facts.units.iter().filter(|unit| !unit.place.gone);
    let mut all: Vec<Counter> =
        here.map(|unit| counter(play, facts, unit)).chain(ghosts(play, facts)).collect();
    let at_start: Vec<&str> =
        facts.book.settings.timing.start_conditions.iter().map(|id| file(*id)).collect();
    alike::beside_each_other(&mut all, &at_start);
    all
}

/// What lies where nobody stands.
pub fn lying(facts: &Facts) -> Vec<Lying> {
    let mut lying: BTreeMap<Square, Vec<Key>> = BTreeMap::new();
    for ground in facts.ground.iter().filter(|ground| facts.units_on(ground.square).next().is_none()) {
        lying.entry(ground.square).or_default().push(ground.item.def);
    }
    let thing = |(square, items): (Square, Vec<Key>)| {
        let names: Vec<String> = items.iter().map(|def| facts.book.name_of(*def)).collect();
        let weapon = items.iter().find_map(|def| facts.book.weapon(*def));
        let pictures = weapon.map_or_else(Vec::new, |weapon| pick::of_weapon(weapon));
        Lying { at: at(square), name: words::capital(&words::list(&names)), pictures }
    };
    lying.into_iter().map(thing).collect()
}

/// The initiative order.
pub fn ribbon(play: &Play, facts: &Facts) -> Ribbon {
    let present = |id: &UnitId| facts.unit(*id).is_some_and(|own| facts.present(own));
    let (mut order, fallen): (Vec<UnitId>, Vec<UnitId>) =
        order::by_initiative(facts).into_iter().partition(present);
    // What has no count of its own, as vehicles whose drivers have, never takes a turn.
    order.retain(|id| facts.unit(*id).is_some_and(|own| own.vehicle().is_none() || own.initiative.settled));
    // Who has acted, or is surprised, stands behind the line where the round ends.
    let acted =
        |unit: &UnitState| facts.turn != Some(unit.id()) && (unit.initiative.acted || facts.surprised(unit));
    order.sort_by_key(|id| facts.unit(*id).is_some_and(acted));
    let settled = order::settled(facts);
    let mut later = order::by_initiative(&settled);
    later.retain(|id| order.contains(id));
    let then = |unit: &UnitState| {
        let own = settled.unit(unit.id()).filter(|own| own.initiative.settled);
        own.map(|own| order::acts_at(&settled, own))
    };
    let slot = |unit: &UnitState| RibbonSlot {
        unit: play.number(unit.id()),
        name: words::capital(&unit.identity.name),
        side: play.colour(unit.side()),
        art: art(unit),
        tag: String::new(),
        count: unit.initiative.settled.then(|| order::acts_at(facts, unit)),
        expected: then(unit).filter(|count| *count != order::acts_at(facts, unit)),
        active: facts.turn == Some(unit.id()),
        acted: acted(unit),
        out: pick::down(facts, unit),
        failing: pick::failing(facts, unit),
    };
    let all = |ids: &[UnitId]| -> Vec<RibbonSlot> {
        ids.iter().filter_map(|id| facts.unit(*id)).map(&slot).collect()
    };
    let fighting = |id: &&UnitId| facts.unit(**id).is_some_and(|unit| !facts.out(unit));
    // Counts change by what happens and are never thrown anew: once they stand, the next round is foreseen.
    let fought = !matches!(facts.phase, Phase::Aftermath | Phase::Over);
    let foreseen = fought && facts.units.iter().any(|unit| unit.initiative.settled);
    let units = later.iter().filter(|id| foreseen && fighting(id)).filter_map(|id| facts.unit(*id));
    let next = units.map(|unit| RibbonSlot { active: false, acted: false, ..slot(unit) });
    let (slots, fallen, next) = (all(&order), all(&fallen), next.collect());
    let (surprise, phase) = (facts.phase == Phase::Surprise, phase(&facts.book, facts.phase));
    Ribbon { round: facts.round, surprise, phase, slots, fallen, next }
}

/// A phase in words; the turns need none.
pub fn phase(book: &Rulebook, phase: Phase) -> String {
    match phase {
        Phase::Aftermath => say!("aftermath-phase"),
        Phase::Muster => say!("phase-muster"),
        Phase::Surprise => say!("phase-surprise"),
        Phase::RoundStart => say!("phase-round-start"),
        Phase::Turns => String::new(),
        Phase::EndOfRound => say!("phase-end-of-round"),
        Phase::FluidInitiative => say!("phase-initiative"),
        Phase::Over => say!("phase-over"),
        Phase::Own(own) => book.name_of(own),
    }
}

/// What kind of unit it is; one that no book knows is called as it is made.
fn kind_name(facts: &Facts, unit: &UnitState) -> String {
    facts.book.unit(unit.identity.kind).map_or_else(|| unit.sheet.0.name.clone(), |def| def.name.clone())
}

/// A unit's card.
pub fn card(play: &Play, facts: &Facts, unit: &UnitState) -> UnitCard {
    card_with(play, facts, unit, None)
}

/// A unit's card while it does something with a weapon.
pub fn card_with(play: &Play, facts: &Facts, unit: &UnitState, weapon: Option<Key>) -> UnitCard {
    let book = &facts.book;
    let pools = book.settings.economy.pools.iter().filter_map(|def| {
        let (left, most) = pick::usable(facts, unit, def.id)?;
        let told = (words::capital(&def.name), left, most, words::pip(book, def.id));
        (most > 0).then(|| (told, preview::pool_topic(def.id)))
    });
    let (pools, pool_topics) = pools.unzip();
    let vitality = words::main_left(facts, unit);
    let main = words::main_tracks(facts, unit);
    UnitCard {
        unit: play.number(unit.id()),
        name: unit.identity.name.clone(),
        side: play.colour(unit.side()),
        art: art(unit),
        kind: words::capital(&kind_name(facts, unit)),
        death: death(facts, vitality.2),
        vitality,
        damage: words::damage(facts, unit).map(|(sum, _)| sum),
        steps: words::damage(facts, unit).map_or(0, |(_, steps)| steps),
        track: main.first().map(|id| preview::track_topic(*id)).unwrap_or_default(),
        pools,
        pool_topics,
        conditions: conditions(facts, unit),
        price: String::new(),
        weapon,
        kit: kit::lines(facts, unit, weapon),
        lines: kit::tracks(facts, unit),
    }
}

/// A unit's conditions and what it waits for in words, each with what pointing at it asks about.
pub fn conditions(facts: &Facts, unit: &UnitState) -> Vec<(String, String)> {
    let words = |own: &Condition| (condition(facts, unit, own), preview::condition_topic(own.id));
    let waits = |watch: &Watch| {
        let rule = facts.book.action(watch.by).map_or_else(String::new, |def| def.rule.as_str().to_owned());
        (format!("{}: {}", facts.book.name_of(watch.by), pick::trigger_words(facts, watch.on)), rule)
    };
    told(facts, unit).into_iter().map(words).chain(unit.watches.0.iter().map(waits)).collect()
}

/// The conditions of a unit that players are told of, the worst for it first: what takes its turns or actions before what
/// only helps its foes.
pub fn told<'a>(facts: &Facts, unit: &'a UnitState) -> Vec<&'a Condition> {
    let own = unit.conditions.0.iter().filter(|own| is_told(facts, unit, own.id));
    let mut told: Vec<(f64, &Condition)> = own.map(|own| (burden(facts, unit, own.id), own)).collect();
    told.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    told.into_iter().map(|(_, own)| own).collect()
}

/// Whether players are told of a condition of a unit.
pub fn is_told(facts: &Facts, unit: &UnitState, condition: Key) -> bool {
    facts.book.condition(condition).is_none_or(|def| def.told_of(&unit.sheet.0.tags))
}

/// Whether who gains this condition falls by it: it is out of the fight, dying, or down as it would be after that.
pub fn fells(book: &Rulebook, def: &ConditionDef) -> bool {
    let mut eased = book.conditions.iter().filter(|other| other.becomes == Some(def.id));
    def.out || def.dead || def.out_by.is_some() || eased.any(|other| other.out_by.is_some())
}

/// What a condition is called of a unit, however often it has it: "Destroyed" of a ship that is dead.
pub fn called(book: &Rulebook, unit: Option<&UnitState>, def: &ConditionDef) -> String {
    let own = unit.and_then(|unit| called_for(book, &def.called, &unit.sheet.0.tags));
    own.unwrap_or_else(|| def.name.clone())
}

/// What is read of a unit with these tags in place of a name, if one of them has another.
pub fn called_for(book: &Rulebook, others: &[(Key, Key)], tags: &[Key]) -> Option<String> {
    others.iter().find(|(tag, _)| tags.contains(tag)).map(|(_, name)| book.name_of(*name))
}

/// A unit's condition in words: "At a task 2 of 3" where the book says of how many, "Destroyed" of a ship that is dead.
pub fn condition(facts: &Facts, unit: &UnitState, own: &Condition) -> String {
    let def = facts.book.condition(own.id);
    let called = def.and_then(|def| called_for(&facts.book, &def.called, &unit.sheet.0.tags));
    if let Some(name) = called {
        return name;
    }
    let most = def.and_then(|def| Some((def, def.out_of.as_ref()?)));
    match most.map(|(def, most)| (def, facts.value(most, unit))).filter(|(_, most)| *most > 0) {
        Some((def, most)) => say!("condition-out-of", name = &def.name, n = own.count, most = most),
        None => words::condition(&facts.book, own.id, own.count),
    }
}

/// With fog: the squares that a side sees now, and those it has ever seen. Without: none, and everything is seen.
pub fn fog(facts: &Facts, side: Side) -> Option<(SquareSet, SquareSet)> {
    if !facts.fogged() {
        return None;
    }
    let seen = facts.in_sight(side);
    let mut explored = facts.memory(side).map(|memory| memory.explored.clone()).unwrap_or_default();
    if explored.width() == 0 {
        explored.clone_from(&seen);
    }
    explored.union(&seen);
    Some((seen, explored))
}

/// What players call a ground, or what stands on it.
pub fn terrain(here: &Terrain) -> String {
    let name = locale::now().name(&here.name);
    if here.is_ruin() { say!("thing-ruins", name = name) } else { name }
}

/// What players call a thing of the map.
pub fn thing(map: &crate::grid::Map, at: crate::grid::ObjectAt) -> String {
    use crate::grid::ObjectAt;
    let name = match at {
        ObjectAt::Square(square) => {
            map.object(square).or_else(|| map.terrain(square)).map_or_else(String::new, terrain)
        }
        ObjectAt::Edge(edge) => map.edge(edge).map_or_else(String::new, |kind| kind.name.clone()),
        ObjectAt::Door(_) => say!("thing-door"),
    };
    if name.is_empty() { say!("thing-gone") } else { locale::now().name(&name) }
}
