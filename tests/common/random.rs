//! A player without sense: any legal command, chosen by numbers of its own.
//!
//! It chooses something for each parameter and each question, from the same queries of legality that the window asks.
//! It is for sweeps: it wants every rule to be met, not to win. The battle's own dice are not touched.

use super::whim::Whim;

use threat_range::{
    battle::{
        Battle,
        command::Command,
        prompt::{Ask, Reaction},
        standing::{AnswerDuration, Policy, Standing},
    },
    grid::{self, Dir8, Square},
    key::Key,
    rules::{
        action::{ActionDef, Allowance, ItemPlace, Moment, Parameter, Step},
        economy::Mode,
        facts::{Facts, SIDES, Side, UnitId, UnitState, WatchFor},
        harm, haul,
        legal::{self, Act, Args, Occasion, OrRefusal, Rider, WatchArgs},
    },
};

/// How many actions are tried before a turn is ended.
const TRIES: usize = 14;

/// Some legal command for the open prompt; none when there is no prompt, or nothing that answers it.
pub fn command(battle: &Battle, whim: &mut Whim) -> Option<Command> {
    let prompt = battle.prompt()?;
    let unit = prompt.unit;
    let facts = &*battle.knowledge(prompt.side);
    let legal = |command: &Command| battle.check(command).is_ok();
    match &prompt.ask {
        Ask::Turn { granted } => {
            if whim.one_in(30) {
                return Some(Command::Standing(standing(facts, whim)));
            }
            if whim.one_in(12) {
                let until = if whim.one_in(2) { None } else { Some(whim.between(-2, 25)) };
                let delay = Command::Delay { unit, until };
                if legal(&delay) {
                    return Some(delay);
                }
            }
            if whim.one_in(25) && legal(&Command::End { unit }) {
                return Some(Command::End { unit });
            }
            let occasion = Occasion { granted: granted.is_some(), ..Occasion::default() };
            turn(battle, facts, unit, &occasion, whim)
        }
        Ask::React(reaction) => {
            if !whim.one_in(4) {
                for _ in 0..3 {
                    if let Some(command) = answer(facts, unit, reaction, whim).filter(legal) {
                        return Some(command);
                    }
                }
            }
            Some(Command::Decline { unit })
        }
        Ask::CutIn { .. } if whim.one_in(2) => Some(Command::Choose { unit, option: Key::new("act") }),
        Ask::CutIn { .. } => Some(Command::Decline { unit }),
        Ask::Choice { options, .. } => {
            let decline = Command::Decline { unit };
            if whim.one_in(4) && legal(&decline) {
                return Some(decline);
            }
            whim.pick(options).map(|option| Command::Choose { unit, option: option.id })
        }
        Ask::Allot { total, tracks, .. } => {
            let whole = harm::spread_over(tracks, *total);
            let mut order: Vec<(Key, i32)> = tracks.clone();
            order.rotate_left(whim.below(tracks.len()));
            let parts = harm::spread_in(&order, *total);
            let mine = Command::Allot { unit, parts };
            Some(if legal(&mine) { mine } else { Command::Allot { unit, parts: whole } })
        }
    }
}

/// Anything at all for the open prompt, legal or not: actions, amounts, squares and names taken at random.
pub fn nonsense(battle: &Battle, whim: &mut Whim) -> Option<Command> {
    let facts = &*battle.referees_knowledge();
    let prompt = battle.prompt()?;
    let someone = || facts.units.iter().map(UnitState::id).collect::<Vec<_>>();
    let unit = if whim.one_in(8) { *whim.pick(&someone())? } else { prompt.unit };
    Some(match whim.below(12) {
        0 => Command::End { unit },
        1 => Command::Delay { unit, until: Some(whim.between(-40, 60)).filter(|n| n % 2 == 0) },
        2 => Command::Decline { unit },
        3 => Command::Choose { unit, option: Key::new(if whim.one_in(2) { "none" } else { "act" }) },
        4 => {
            let parts = facts.book.settings.tracks.iter().map(|def| (def.id, whim.between(-3, 9))).collect();
            Command::Allot { unit, parts }
        }
        _ => {
            let defs: Vec<_> = facts.book.actions.iter().collect();
            let def = whim.pick(&defs)?;
            let own = facts.unit(unit)?;
            let mode = *whim.pick(&[Mode::Standard, Mode::Swift, Mode::Immediate, Mode::Free])?;
            let mut args = Args::default();
            for parameter in &def.asks {
                fill(facts, own, def, parameter, &mut args, whim);
            }
            if whim.one_in(2) {
                args.target = whim.pick(&someone()).copied();
            }
            if whim.one_in(2) {
                args.path = stroll(own, 1 + whim.below(5), whim);
            }
            if whim.one_in(3) {
                args.amount = Some(whim.between(-5, 12));
            }
            if whim.one_in(6) {
                args.weapon = own.gear.items.first().map(|item| item.id);
            }
            if whim.one_in(6) {
                args.item = facts.ground.first().map(|ground| ground.item.id);
            }
            Command::act(unit, Act { action: def.id, mode, args })
        }
    })
}

/// Something to do on one's own turn, else its end, else whatever is still allowed to who must press.
fn turn(
    battle: &Battle,
    facts: &Facts,
    unit: UnitId,
    occasion: &Occasion,
    whim: &mut Whim,
) -> Option<Command> {
    let own = facts.unit(unit)?;
    let defs: Vec<_> = facts.book.actions.iter().collect();
    for _ in 0..TRIES {
        let def = *whim.pick(&defs)?;
        let modes = legal::modes(facts, def, occasion);
        let Some(mode) = whim.pick(&modes).copied() else { continue };
        if legal::offer(facts, own, def, mode, occasion).refusal.is_some() {
            continue;
        }
        for _ in 0..3 {
            let act = act(facts, own, def, mode, occasion, whim);
            if let Some(command) = act.filter(|command| battle.check(command).is_ok()) {
                return Some(command);
            }
        }
    }
    let end = Command::End { unit };
    if battle.check(&end).is_ok() {
        return Some(end);
    }
    legal::offers(facts, unit, occasion)
        .into_iter()
        .filter(|offer| offer.refusal.is_none())
        .map(|offer| Command::Act { unit, action: offer.action, mode: offer.mode, args: Args::default() })
        .find(|command| battle.check(command).is_ok())
}

/// One of the answers offered, its parameters filled.
fn answer(facts: &Facts, unit: UnitId, reaction: &Reaction, whim: &mut Whim) -> Option<Command> {
    let options: Vec<_> = reaction.options.iter().filter(|offer| offer.refusal.is_none()).collect();
    let offer = *whim.pick(&options)?;
    let own = facts.unit(unit)?;
    let def = facts.book.action(offer.action)?;
    if whim.one_in(2) {
        return Some(Command::Act { unit, action: def.id, mode: offer.mode, args: Args::default() });
    }
    act(facts, own, def, offer.mode, &reaction.occasion(), whim)
}

/// An action with something in each parameter.
fn act(
    facts: &Facts,
    own: &UnitState,
    def: &ActionDef,
    mode: Mode,
    occasion: &Occasion,
    whim: &mut Whim,
) -> Option<Command> {
    let mut args = Args::default();
    for parameter in &def.asks {
        fill(facts, own, def, parameter, &mut args, whim);
    }
    ride(facts, own, mode, &mut args, whim);
    let unit = own.id();
    if def.path().is_some() && def.target().is_some() {
        let charges = legal::charges(facts, own, def);
        let charge = whim.pick(&charges)?.clone();
        args.target = Some(charge.target);
        args.path = charge.path;
        args.climbs = charge.climbs;
        args.weapon = None;
    } else if def.path().is_some() {
        let band = *whim.pick(&legal::bands(facts, own, def))?;
        let from = facts.moving(own).place.band;
        args.climbs = legal::climbs_to(from, band, &[]);
        args.path = path(facts, own, def, &args, whim)?;
        args.climbs = legal::climbs_to(from, band, &args.path);
    } else if def.target().is_some() {
        let act = Act { action: def.id, mode, args: args.clone() };
        // Where somebody is brought is chosen afterwards.
        let brings = haul::of(facts, own, def).is_some();
        let fits = |possible: &OrRefusal| match possible {
            Ok(()) => true,
            Err(why) => brings && why.code == "missing",
        };
        let targets: Vec<UnitId> = legal::targets(facts, unit, &act, occasion)
            .into_iter()
            .filter(|(_, possible)| fits(possible))
            .map(|(id, _)| id)
            .collect();
        args.target = whim.pick(&targets).copied();
    }
    if let (Some(place), Some(target)) =
        (def.item_place().filter(|place| place.on_target()), args.target.and_then(|id| facts.unit(id)))
    {
        args.item = whim.pick(&facts.items_at(target, place)).copied();
    }
    let at_square = args.spell.and_then(|id| facts.book.spell(id)).is_some_and(|spell| spell.at_square());
    if at_square || def.asks.iter().any(|parameter| matches!(parameter, Parameter::Square { .. })) {
        let act = Act { action: def.id, mode, args: args.clone() };
        let squares: Vec<Square> = legal::squares(facts, unit, &act, occasion).iter().collect();
        args.square = whim.pick(&squares).copied();
    }
    if let Some(haul) = haul::of(facts, own, def) {
        let target = args.target.or(occasion.against).and_then(|id| facts.unit(id));
        let squares: Vec<Square> = match (target, args.item) {
            (Some(target), _) => haul::ways(facts, own, target, haul).into_keys().collect(),
            (None, Some(item)) => haul::squares_for(facts, own, item, haul).into_iter().collect(),
            (None, None) => Vec::new(),
        };
        args.square = whim.pick(&squares).copied();
    }
    if def.asks.iter().any(|parameter| matches!(parameter, Parameter::InEffect { .. })) {
        let act = Act { action: def.id, mode, args: args.clone() };
        let spells: Vec<Key> = legal::in_effect(facts, unit, &act, occasion)
            .into_iter()
            .filter_map(|(id, possible)| possible.ok().map(|()| id))
            .collect();
        args.in_effect = whim.pick(&spells).copied();
    }
    Some(Command::act(unit, Act { action: def.id, mode, args }))
}

/// A way to go: the best way to some square within reach, now and then any stroll.
fn path(
    facts: &Facts,
    own: &UnitState,
    def: &ActionDef,
    args: &Args,
    whim: &mut Whim,
) -> Option<Vec<Square>> {
    let one = matches!(def.path(), Some((Allowance::OneSquare, ..)));
    if !one && whim.one_in(5) {
        let length = 1 + whim.below(4);
        return Some(stroll(own, length, whim));
    }
    let reach = legal::reach(facts, own.id(), def.id, args).ok()?;
    let squares: Vec<_> = reach.squares.iter().collect();
    reach.path_to(*whim.pick(&squares)?)
}

fn stroll(own: &UnitState, length: usize, whim: &mut Whim) -> Vec<Square> {
    let mut at = own.place.area.origin;
    let mut path = Vec::new();
    for _ in 0..length {
        if let Some(dir) = whim.pick(&Dir8::ALL) {
            at = at.moved(*dir, 1);
            path.push(at);
        }
    }
    path
}

/// Something for a parameter. Targets, squares, paths and spells in effect come after the others, because they hang on
/// them.
fn fill(
    facts: &Facts,
    own: &UnitState,
    def: &ActionDef,
    parameter: &Parameter,
    args: &mut Args,
    whim: &mut Whim,
) {
    match parameter {
        Parameter::Weapon(uses) => {
            let weapons: Vec<Key> = facts.in_hand(own, *uses).map(|(item, _)| item.id).collect();
            if !whim.one_in(4) {
                args.weapon = whim.pick(&weapons).copied();
            }
            if def.attacks() && whim.one_in(4) {
                args.more.extend(weapons.into_iter().filter(|id| Some(*id) != args.weapon).take(1));
            }
        }
        Parameter::Spell => {
            let spells: Vec<Key> =
                own.slots.0.iter().filter(|slot| !slot.spent).map(|slot| slot.spell).collect();
            args.spell = whim.pick(&spells).copied();
        }
        Parameter::Amount { least, most } => {
            args.amount = Some(whim.between(facts.value(least, own), facts.value(most, own)));
        }
        Parameter::Burst { optional } => {
            let weapons = facts.weapons(own).filter(|(item, _)| item.held);
            let bursts: Vec<i32> = weapons.flat_map(|(_, weapon)| weapon.bursts.iter().copied()).collect();
            if !*optional || whim.one_in(2) {
                args.amount = whim.pick(&bursts).copied();
            }
        }
        Parameter::System { state, only } => {
            let target = args.target.and_then(|id| facts.unit(id));
            let systems = target.map(|own| facts.systems_in(own, *state, only)).unwrap_or_default();
            args.system = whim.pick(&systems).copied();
        }
        Parameter::Check => args.check = whim.pick(&facts.book.settings.checks).map(|def| def.id),
        Parameter::Item { place } if place.on_target() => {}
        Parameter::Item { place } => args.item = whim.pick(&facts.items_at(own, *place)).copied(),
        Parameter::Interaction => {
            if let Some((thing, interaction, _)) = whim.pick(&legal::interactions(facts, own)) {
                args.thing = Some(*thing);
                args.interaction = Some(*interaction);
            }
        }
        Parameter::Door => {
            let near = |door: &&grid::Door| {
                let nearest = own.place.area.nearest_to(door.squares()[0]);
                door.squares().iter().any(|square| grid::distance(*square, nearest) <= 1)
            };
            let doors: Vec<u16> = facts.map.doors().filter(near).map(|door| door.id).collect();
            args.door = whim.pick(&doors).copied();
        }
        Parameter::Watch { .. } => args.watch = watch(facts, own, whim),
        Parameter::Path { .. } => {
            if whim.one_in(2) {
                let ways: Vec<Key> = own.sheet.0.movement.iter().map(|def| def.category).collect();
                args.category = whim.pick(&ways).copied();
            }
            args.roll = whim.one_in(4);
        }
        Parameter::Haul { .. }
        | Parameter::Target { .. }
        | Parameter::Square { .. }
        | Parameter::InEffect { .. } => {}
        Parameter::Course { .. } => {
            let bands = legal::course_bands(facts, own, def);
            let band = if whim.one_in(3) { whim.pick(&bands) } else { bands.first() };
            if let Some(Ok(roads)) = band.map(|band| legal::roads_to(facts, own, def, *band)) {
                let ends: Vec<usize> = roads.ends().map(|(at, _)| at).collect();
                args.course = whim.pick(&ends).map(|at| roads.course(*at));
            }
        }
        Parameter::Company => {}
        Parameter::Arc => args.arc = whim.pick(&SIDES).copied(),
        Parameter::Weaving => args.amount = Some(whim.between(1, 4)),
        Parameter::Landing => {
            if whim.one_in(2) {
                args.square = whim.pick(&legal::landings(facts, own)).copied();
            }
        }
    }
}

/// Something to watch for, and something to do then.
fn watch(facts: &Facts, own: &UnitState, whim: &mut Whim) -> Option<WatchArgs> {
    let others: Vec<UnitId> = facts.units.iter().map(UnitState::id).filter(|id| *id != own.id()).collect();
    let pools = &facts.book.settings.economy.pools;
    let on = match whim.below(8) {
        0 => WatchFor::EnemyActs,
        1 => WatchFor::EnemyMoves,
        2 => WatchFor::EnemyAttacks,
        3 => WatchFor::EnemyCasts,
        4 => WatchFor::UnitActs(*whim.pick(&others)?),
        5 => WatchFor::AllyAttacked(*whim.pick(&others)?),
        6 => WatchFor::UnitAttacks(*whim.pick(&others)?),
        _ => WatchFor::OutOf(whim.pick(pools)?.id),
    };
    let actions: Vec<Key> =
        facts.book.actions.iter().filter(|def| def.attacks() || whim.one_in(10)).map(|def| def.id).collect();
    let zone = if whim.one_in(2) { Some(whim.between(1, 20)) } else { None };
    let towards = if whim.one_in(8) { whim.pick(&Dir8::ALL).copied() } else { None };
    let action = *whim.pick(&actions)?;
    let mut watch = WatchArgs { on, action, weapon: None, spell: None, zone, towards };
    if whim.one_in(4) {
        let weapons: Vec<Key> = facts.weapons(own).map(|(item, _)| item.id).collect();
        watch.weapon = whim.pick(&weapons).copied();
    }
    let casts = facts.book.action(watch.action).is_some_and(|def| def.steps.contains(&Step::Cast));
    if casts {
        watch.spell = own.slots.0.iter().find(|slot| !slot.spent).map(|slot| slot.spell);
    }
    Some(watch)
}

/// Now and then a small action rides along, where the book knows them.
fn ride(facts: &Facts, own: &UnitState, mode: Mode, args: &mut Args, whim: &mut Whim) {
    if !facts.book.settings.economy.riders || mode == Mode::Free || !whim.one_in(6) {
        return;
    }
    let small: Vec<_> = facts.book.actions.iter().filter(|def| def.rider).collect();
    let Some(def) = whim.pick(&small) else { return };
    let item = def.asks.iter().find_map(|parameter| match parameter {
        Parameter::Item { place } => whim.pick(&facts.items_at(own, *place)).copied(),
        _ => None,
    });
    let item = item.or_else(|| facts.items_at(own, ItemPlace::Carried).first().copied());
    args.riders.push(Rider { action: def.id, item });
}

fn standing(facts: &Facts, whim: &mut Whim) -> Standing {
    let moments =
        [Moment::Attacked, Moment::Hit, Moment::Casting, Moment::Provoked, Moment::Watched, Moment::CutIn];
    let policies =
        [Policy::Ask, Policy::Decline, Policy::Take, Policy::AskFrom(8), Policy::TakeIfCost(1), Policy::Ask];
    let choices = ["allot", "aura", "critical", "replace_die", "haste"];
    let mut unit = None;
    let mut side = facts.units.first().map_or(Side::new("nobody"), UnitState::side);
    if let Some(own) = whim.pick(&facts.units.iter().collect::<Vec<_>>()) {
        side = own.side();
        unit = Some(own.id()).filter(|_| whim.one_in(2));
    }
    Standing {
        side,
        unit,
        moment: whim.pick(&moments).copied().filter(|_| whim.one_in(2)),
        action: whim.pick(&choices).map(|name| Key::new(name)).filter(|_| whim.one_in(3)),
        policy: whim.pick(&policies).copied().unwrap_or_default(),
        lasts: whim
            .pick(&[
                AnswerDuration::Turn,
                AnswerDuration::Round,
                AnswerDuration::Turn,
                AnswerDuration::Battle,
            ])
            .copied()
            .unwrap_or_default(),
    }
}
