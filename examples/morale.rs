//! A rule of the round written in Rust: `cargo run --example morale`.
//!
//! At each end of round whoever has less than half of his vitality left makes a check of Willpower, or all his checks
//! of the next round are worse. The rule queues effects and changes nothing itself, so that its dice and what comes of
//! them are in the chronicle, the hash and the replay like all others.
#![allow(clippy::print_stdout, reason = "an example tells what happens")]

use std::path::Path;

use threat_range::{
    ai,
    battle::{
        chronicle::Outcome,
        phases::BattleStep,
        plugin::{BattlePlugin, IntoScheduleConfigs, Phases, Plugins, QueueMut, Units},
        replay::{self, Game},
    },
    content::library::Library,
    key::Key,
    rules::{
        effects::{EffectDef, To},
        expr::Expr,
        facts::{Identity, Place, Tracks},
        modifier::{ModifierDef, Until},
        sequence::RoundStep,
    },
};

/// Checks of morale.
struct Morale;

impl BattlePlugin for Morale {
    fn name(&self) -> &str {
        "morale"
    }

    fn build(&self, phases: &mut Phases<'_>) {
        let step = BattleStep::Round(RoundStep::Conditions);
        phases.add_systems(step, check_morale.after(step));
    }
}

fn check_morale(mut queue: QueueMut, units: Units<(&Identity, &Place, &Tracks)>) {
    let vitality = Key::new("vitality");
    for (identity, place, tracks) in &units {
        let hurt = tracks.get(vitality).is_some_and(|own| own.now > 0 && own.now * 2 < own.max);
        if hurt && !place.gone {
            let shaken = EffectDef::Modify {
                modifier: ModifierDef::flat(-2, None),
                until: Until::Rounds(2),
                to: To::Own,
                versus_target: false,
            };
            let check = EffectDef::Check {
                check: Key::new("willpower"),
                dc: Expr::number(12),
                pass: Vec::new(),
                fail: vec![shaken],
                purposes: Vec::new(),
                to: To::Own,
            };
            queue.run(identity.id, Key::new("morale"), vec![check]);
        }
    }
}

fn main() -> Result<(), String> {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    let (library, _) = Library::load(&assets, &[]);
    let (scenario, seed) = (Key::new("first_blood"), 7);
    let mut setup = library.setup(scenario, seed, Some(Key::new("arrgs")))?;
    setup.plugins = Plugins::default().with(Morale);

    let mut game = Game::new(setup.clone());
    while let Some(prompt) = game.battle.prompt().cloned() {
        let command = ai::choose(&game.battle.knowledge(prompt.side), &prompt);
        game.submit(command).map_err(|refusal| format!("{refusal:?}"))?;
    }
    for event in &game.battle.chronicle().events {
        match &event.outcome {
            Outcome::Modified { unit, source, .. } if *source == "morale" => println!("{unit} wavers"),
            Outcome::Over { winner } => println!("the fight is won by {winner:?}"),
            _ => {}
        }
    }

    let kept = game.replay(scenario, seed, &library.hash);
    replay::verify(&kept, setup).map_err(|error| error.to_string())?;
    println!("{} commands, every hash agrees", kept.commands.len());
    Ok(())
}
