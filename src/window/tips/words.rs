//! What each button does, in a sentence, by the intent it sends. Cards and answers explain themselves and have none.

use crate::{
    dice::Luck,
    window::{prelude::*, settings::KeyIntent},
};

/// What a button does that sends this; none: its own words say it, or it explains itself in the column at the right.
pub fn about(intent: &Intent) -> Option<String> {
    Some(match intent {
        Intent::Open(Page::Settings) => say!("tip-settings"),
        Intent::Open(Page::Log) => say!("tip-log"),
        Intent::Load(_) | Intent::Continue => say!("tip-load"),
        Intent::DeleteSave(_) | Intent::DeleteReplay(_) => say!("tip-delete"),
        Intent::Again => say!("tip-again"),
        Intent::Restart => say!("tip-restart"),
        Intent::Concede => say!("tip-concede"),
        Intent::ToTitle => say!("tip-title"),
        Intent::Quit => say!("tip-quit"),
        Intent::Draft(intent) => return draft(intent),
        Intent::Mods(ModIntent::Reload) => say!("tip-reload"),
        Intent::Mods(ModIntent::Switch(_)) => say!("tip-mod-switch"),
        Intent::Mods(ModIntent::Earlier(_) | ModIntent::Later(_) | ModIntent::Place(..)) => {
            say!("tip-mod-order")
        }
        Intent::Mods(ModIntent::Folder) => say!("tip-mod-folder"),
        Intent::Keys(KeyIntent::Listen(..)) => say!("tip-key"),
        Intent::Keys(KeyIntent::Reset(_) | KeyIntent::ResetAll) => say!("tip-key-reset"),
        Intent::Usual => say!("tip-usual"),
        Intent::LogCopy => say!("tip-log-copy"),
        Intent::LogCase => say!("tip-log-case"),
        Intent::Open(Page::Pause) => say!("tip-pause"),
        Intent::Ready => say!("tip-ready"),
        Intent::More => say!("tip-row-more"),
        Intent::Manoeuvres => say!("tip-row-manoeuvres"),
        Intent::Unfold => say!("tip-row-unfold"),
        Intent::EndTurn => say!("tip-end-turn"),
        Intent::Delay => say!("tip-delay"),
        Intent::Undo => say!("tip-undo"),
        Intent::Hurry => say!("tip-hurry"),
        Intent::Set(Knob::Motion, _) => say!("tip-motion"),
        Intent::Seen => say!("tip-seen"),
        Intent::Log | Intent::LogFrom(_) => say!("tip-log-fold"),
        Intent::LogUnit(_) => say!("tip-log-unit"),
        Intent::LogKind(None) => say!("tip-log-all"),
        Intent::LogKind(Some(_)) => say!("tip-log-kind"),
        Intent::LogFoldAll => say!("tip-log-fold-all"),
        Intent::Threat => say!("tip-threat"),
        Intent::WhatIf(_) => say!("tip-what-if"),
        _ => return None,
    })
}

fn draft(intent: &DraftIntent) -> Option<String> {
    Some(match intent {
        DraftIntent::AnySeed => say!("tip-seed"),
        DraftIntent::Luck(Luck::Fair) => say!("luck-fair-about"),
        DraftIntent::Luck(Luck::Deck) => say!("luck-deck-about"),
        _ => return None,
    })
}
