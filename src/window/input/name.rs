//! What actions are called, wherever a player reads of one.

use crate::window::prelude::*;

/// What an action is called.
pub fn action_name(action: Action) -> String {
    match action {
        Action::Pan(0) => say!("action-pan-up"),
        Action::Pan(1) => say!("action-pan-right"),
        Action::Pan(2) => say!("action-pan-down"),
        Action::Pan(_) => say!("action-pan-left"),
        Action::Drag => say!("action-drag"),
        Action::PointerMotion => say!("action-pointer"),
        Action::Zoom => say!("action-wheel"),
        Action::ZoomIn => say!("action-zoom-in"),
        Action::ZoomOut => say!("action-zoom-out"),
        Action::WholeMap => say!("action-whole-map"),
        Action::Centre => say!("action-centre"),
        Action::Select => say!("action-select"),
        Action::Alternate => say!("action-alternate"),
        Action::Cancel => say!("action-cancel"),
        Action::Confirm => say!("action-confirm"),
        Action::EndTurn => say!("action-end-turn"),
        Action::Delay => say!("action-delay"),
        Action::NextUnit => say!("action-next-unit"),
        Action::Undo => say!("action-undo"),
        Action::Log => say!("action-log"),
        Action::Threat => say!("action-threat"),
        Action::WhatIf => say!("action-what-if"),
        Action::Via => say!("action-via"),
        Action::Skip => say!("action-skip"),
        Action::Pin => say!("action-pin"),
        Action::Rules => say!("action-rules"),
        Action::Cards => say!("action-cards"),
        Action::QuickSave => say!("action-quick-save"),
        Action::QuickLoad => say!("action-quick-load"),
        Action::Menu => say!("action-menu"),
        Action::Minimap => say!("action-minimap"),
        Action::FullScreen => say!("action-full-screen"),
        Action::Cursor(0) => say!("action-cursor-up"),
        Action::Cursor(1) => say!("action-cursor-right"),
        Action::Cursor(2) => say!("action-cursor-down"),
        Action::Cursor(_) => say!("action-cursor-left"),
        Action::Chip(n) => say!("action-chip", n = n + 1),
        Action::Hotkey(n) => say!("action-card", n = n + 1),
    }
}
