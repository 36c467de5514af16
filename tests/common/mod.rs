//! What several tests share: the library, dice of the tests' own, random legal commands.
#![allow(dead_code, reason = "each test file uses a part of it")]

use std::{path::Path, sync::OnceLock};

use threat_range::{
    battle::{Battle, command::Command, prompt::Ask},
    content::library::Library,
    key::Key,
    rules::{
        action::{Hole, ItemPlace},
        economy::Mode,
        facts::{UnitId, WatchFor},
        harm,
        legal::{self, Act, Args, Occasion, WatchArgs},
    },
};

/// The shipped library.
pub fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let (library, report) = Library::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("assets"), &[]);
        assert!(report.is_empty(), "{report}");
        library
    })
}

/// A small generator of numbers for choosing commands: the battle's own dice are not touched.
pub struct Chooser(u64);

impl Chooser {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        if n == 0 { 0 } else { (self.0 % n as u64) as usize }
    }

    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        if list.is_empty() { None } else { list.get(self.below(list.len())) }
    }
}

/// Some legal command for the open prompt: any action, any target, any path.
pub fn random_command(battle: &Battle, chooser: &mut Chooser) -> Option<Command> {
    let prompt = battle.prompt()?;
    let unit = prompt.unit;
    Some(match &prompt.ask {
        Ask::Turn { granted } => {
            let occasion = Occasion { granted: granted.is_some(), ..Occasion::default() };
            for _ in 0..6 {
                let command = random_act(battle, unit, &occasion, chooser);
                if let Some(command) = command.filter(|command| battle.check(command).is_ok()) {
                    return Some(command);
                }
            }
            let delay = Command::Delay { unit, until: [None, Some(3)][chooser.below(2)] };
            if chooser.below(8) == 0 && battle.check(&delay).is_ok() {
                return Some(delay);
            }
            let end = Command::End { unit };
            if battle.check(&end).is_ok() {
                return Some(end);
            }
            // Somebody who must press and nothing else.
            legal::offers(battle.truth(), unit, &occasion)
                .into_iter()
                .filter(|offer| offer.refusal.is_none())
                .map(|offer| Command::Act {
                    unit,
                    action: offer.action,
                    mode: offer.mode,
                    args: Args::default(),
                })
                .find(|command| battle.check(command).is_ok())?
        }
        Ask::React(reaction) => {
            let options: Vec<_> = reaction.options.iter().filter(|offer| offer.refusal.is_none()).collect();
            if chooser.below(3) > 0
                && let Some(offer) = chooser.pick(&options)
            {
                let command =
                    Command::Act { unit, action: offer.action, mode: offer.mode, args: Args::default() };
                if battle.check(&command).is_ok() {
                    return Some(command);
                }
            }
            Command::Decline { unit }
        }
        Ask::CutIn { .. } => {
            if chooser.below(2) == 0 {
                Command::Choose { unit, option: Key::new("act") }
            } else {
                Command::Decline { unit }
            }
        }
        Ask::Choice { options, .. } => Command::Choose { unit, option: chooser.pick(options)?.id },
        Ask::Allot { total, tracks } => {
            let facts = battle.truth();
            let (first, others) = tracks.split_first()?;
            let others: Vec<Key> = others.iter().map(|(key, _)| *key).collect();
            let parts = harm::spread(facts.unit(unit)?, first.0, &others, *total);
            Command::Allot { unit, parts }
        }
    })
}

fn random_act(battle: &Battle, unit: UnitId, occasion: &Occasion, chooser: &mut Chooser) -> Option<Command> {
    let facts = battle.truth();
    let offers: Vec<_> =
        legal::offers(facts, unit, occasion).into_iter().filter(|offer| offer.refusal.is_none()).collect();
    let offer = chooser.pick(&offers)?.clone();
    let def = facts.book.action(offer.action)?.clone();
    let own = facts.unit(unit)?;
    let mut act = Act { action: offer.action, mode: offer.mode, args: Args::default() };
    for hole in &def.asks {
        match hole {
            Hole::Weapon(uses) => {
                let weapons: Vec<Key> = facts.in_hand(own, *uses).map(|(item, _)| item.id).collect();
                act.args.weapon = chooser.pick(&weapons).copied();
            }
            Hole::Spell => {
                let spells: Vec<Key> =
                    own.slots.0.iter().filter(|slot| !slot.spent).map(|slot| slot.spell).collect();
                act.args.spell = chooser.pick(&spells).copied();
            }
            Hole::Amount { least, most } => {
                let (least, most) = (facts.value(least, own), facts.value(most, own));
                act.args.amount =
                    Some(least + chooser.below(usize::try_from(most - least + 1).unwrap_or(1)) as i32);
            }
            Hole::Item { place } => act.args.item = chooser.pick(&facts.items_at(own, *place)).copied(),
            Hole::Door => {
                let doors: Vec<u16> = facts.map.doors().map(|door| door.id).collect();
                act.args.door = chooser.pick(&doors).copied();
            }
            Hole::Watch { .. } => {
                let actions: Vec<Key> =
                    facts.book.actions.iter().filter(|def| def.attacks()).map(|def| def.id).collect();
                let on =
                    [WatchFor::EnemyActs, WatchFor::EnemyMoves, WatchFor::EnemyAttacks][chooser.below(3)];
                let action = *chooser.pick(&actions)?;
                act.args.watch = Some(WatchArgs { on, action, weapon: None, spell: None, zone: Some(10) });
            }
            Hole::Square { .. } => {
                let squares: Vec<_> = legal::squares(facts, unit, &act, occasion).iter().collect();
                act.args.square = chooser.pick(&squares).copied();
            }
            Hole::InEffect { .. } => {
                let spells: Vec<Key> = legal::in_effect(facts, unit, &act, occasion)
                    .into_iter()
                    .filter(|(_, possible)| possible.is_ok())
                    .map(|(id, _)| id)
                    .collect();
                act.args.in_effect = chooser.pick(&spells).copied();
            }
            Hole::Target { .. } | Hole::Path { .. } | Hole::Landing => {}
        }
    }
    if def.path().is_some() {
        if def.target().is_some() {
            let charges = legal::charges(facts, own, &def);
            let (target, path) = chooser.pick(&charges)?.clone();
            act.args.target = Some(target);
            act.args.path = path;
            act.args.weapon = None;
        } else {
            let reach = legal::reach(facts, unit, def.id, &act.args).ok()?;
            let squares: Vec<_> = reach.squares.iter().collect();
            act.args.path = reach.path_to(*chooser.pick(&squares)?)?;
        }
    } else if def.target().is_some() {
        let targets: Vec<UnitId> = legal::targets(facts, unit, &act, occasion)
            .into_iter()
            .filter_map(|(id, possible)| possible.ok().map(|()| id))
            .collect();
        act.args.target = Some(*chooser.pick(&targets)?);
    }
    if facts.book.settings.economy.riders && act.mode == Mode::Standard && chooser.below(10) == 0 {
        let small: Vec<_> = facts.book.actions.iter().filter(|def| def.rider).collect();
        if let Some(def) = chooser.pick(&small) {
            let item = facts.items_at(own, ItemPlace::Carried).first().copied();
            act.args.riders.push(legal::Rider { action: def.id, item });
        }
    }
    Some(Command::act(unit, act))
}
