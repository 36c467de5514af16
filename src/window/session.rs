//! The session: between the battle and what is shown of it.
//!
//! Owns turning intents into commands and the chronicle into a [`Table`] and beats. It alone knows the engine.
//! Here it carries out what needs no battle: the log, the title, leaving.

use bevy::prelude::*;

use super::{
    input::InputSet,
    motion::Motion,
    view::{Board, Intent, Table},
};

/// The plugin of the session.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, carry_out.after(InputSet));
}

fn carry_out(
    mut intents: MessageReader<Intent>,
    mut table: ResMut<Table>,
    mut motion: ResMut<Motion>,
    mut exit: MessageWriter<AppExit>,
) {
    for intent in intents.read() {
        match intent {
            Intent::Log => table.log_open = !table.log_open,
            Intent::ToTitle => {
                motion.clear();
                let title = std::mem::take(&mut table.title);
                *table = Table { title, board: Board::default(), ..default() };
            }
            Intent::Quit => {
                exit.write(AppExit::Success);
            }
            _ => {}
        }
    }
}
