//! What each button does, in a sentence, by what it sends.
//!
//! Owns which sentence that is. What explains itself in the column at the right, as cards and answers do, has none.

use crate::{
    dice::Luck,
    locale::say,
    window::{
        settings::KeyDeed,
        view::{DraftDeed, Intent, ModDeed, Page, RulesDeed},
    },
};

/// What a button does that sends this; none: its own words say it, or it explains itself in the column at the right.
pub fn about(intent: &Intent) -> Option<String> {
    Some(match intent {
        Intent::Open(Page::NewBattle) => say!("tip-new-battle"),
        Intent::Open(Page::Load) => say!("tip-load-page"),
        Intent::Open(Page::Save) => say!("tip-save-page"),
        Intent::Open(Page::Replays) => say!("tip-replays"),
        Intent::Open(Page::Mods) => say!("tip-mods"),
        Intent::Open(Page::Rules) => say!("tip-rules"),
        Intent::Open(Page::Settings) => say!("tip-settings"),
        Intent::Open(Page::Log) => say!("tip-log"),
        Intent::Start(_) => say!("tip-start"),
        Intent::Load(_) | Intent::Continue => say!("tip-load"),
        Intent::Save(_) => say!("tip-save"),
        Intent::DeleteSave(_) | Intent::DeleteReplay(_) => say!("tip-delete"),
        Intent::Watch(_) | Intent::WatchLast => say!("tip-watch"),
        Intent::Again => say!("tip-again"),
        Intent::SwapSides => say!("tip-swap"),
        Intent::Restart => say!("tip-restart"),
        Intent::Concede => say!("tip-concede"),
        Intent::ToTitle => say!("tip-title"),
        Intent::Quit => say!("tip-quit"),
        Intent::Begin => say!("tip-begin"),
        Intent::Draft(deed) => return draft(deed),
        Intent::Mods(ModDeed::Reload) => say!("tip-reload"),
        Intent::Mods(ModDeed::Switch(_)) => say!("tip-mod-switch"),
        Intent::Mods(ModDeed::Earlier(_) | ModDeed::Later(_)) => say!("tip-mod-order"),
        Intent::Keys(KeyDeed::Listen(..)) => say!("tip-key"),
        Intent::Keys(KeyDeed::Reset(_) | KeyDeed::ResetAll) => say!("tip-key-reset"),
        Intent::Usual => say!("tip-usual"),
        Intent::Rules(RulesDeed::Book(_)) => say!("tip-rules-book"),
        Intent::LogPart(_) => say!("tip-log-part"),
        Intent::LogCopy => say!("tip-log-copy"),
        Intent::Open(Page::Pause) => say!("tip-pause"),
        Intent::Ready => say!("tip-ready"),
        Intent::More => say!("tip-more"),
        Intent::EndTurn => say!("tip-end-turn"),
        Intent::Delay => say!("tip-delay"),
        Intent::Undo => say!("tip-undo"),
        Intent::Seen => say!("tip-seen"),
        Intent::Log => say!("tip-log-fold"),
        Intent::LogUnit(_) => say!("tip-log-unit"),
        Intent::LogKind(None) => say!("tip-log-all"),
        Intent::LogKind(Some(_)) => say!("tip-log-kind"),
        Intent::LogFoldAll => say!("tip-log-fold-all"),
        Intent::Threat => say!("tip-threat"),
        Intent::WhatIf(_) => say!("tip-what-if"),
        _ => return None,
    })
}

fn draft(deed: &DraftDeed) -> Option<String> {
    Some(match deed {
        DraftDeed::Skirmish => say!("draft-skirmish-about"),
        DraftDeed::Entry(_) => say!("tip-entry"),
        DraftDeed::Map(_) => say!("tip-map"),
        DraftDeed::Book(_) => say!("tip-book"),
        DraftDeed::AnySeed => say!("tip-seed"),
        DraftDeed::AddSide => say!("tip-add-side"),
        DraftDeed::DropSide => say!("tip-drop-side"),
        DraftDeed::Luck(Luck::Fair) => say!("luck-fair-about"),
        DraftDeed::Luck(Luck::Deck) => say!("luck-deck-about"),
        _ => return None,
    })
}
