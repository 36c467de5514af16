//! Tips: what a thing on the screen is, and its key, once the pointer has rested on it or the focus is on it.
//!
//! Owns the one slip that tells it, when it appears, and that it never leaves the window. What is told stands with each
//! thing as a [`Tip`]; buttons that have none of their own are told by what they do.

use std::time::Duration;

use bevy::{
    input_focus::{InputFocus, InputFocusVisible},
    picking::hover::Hovered,
    prelude::*,
    window::PrimaryWindow,
};

use crate::{dice::Luck, locale::say};

use super::{
    Screen,
    input::{Action, Pointer, Steering, action_name},
    settings::{KeyDeed, Knob, Settings},
    theme::{self, Face, Fonts},
    view::{DraftDeed, Intent, ModDeed, Page, RulesDeed},
    widgets::{self, Explains, Sends},
};

/// The plugin of the tips.
pub fn plugin(app: &mut App) {
    app.add_systems(Startup, lay).add_systems(Update, (adopt, show, place).chain());
}

/// What is told of a thing.
#[derive(Component, Clone, Debug, PartialEq)]
#[require(Hovered)]
pub struct Tip {
    /// In a few words.
    pub text: String,
    /// The action that does the same, whose key is told.
    pub action: Option<Action>,
}

/// The slip.
#[derive(Component)]
struct Slip;

/// What it says.
#[derive(Component)]
struct Words;

/// The widest that a slip is, in pixels at scale 1.
const WIDTH: f32 = 300.0;
/// How far from the pointer it appears, in pixels at scale 1.
const BESIDE: f32 = 16.0;

fn lay(mut commands: Commands, fonts: Res<Fonts>) {
    commands
        .spawn((
            Slip,
            widgets::card(Node {
                position_type: PositionType::Absolute,
                max_width: px(WIDTH),
                padding: UiRect::axes(px(theme::GAP_2), px(theme::GAP)),
                ..default()
            }),
            GlobalZIndex(1000),
            Visibility::Hidden,
            Pickable::IGNORE,
        ))
        .with_child((Words, widgets::label(&fonts, Face::Regular, theme::SMALL, theme::INK, "")));
}

/// The action that does what a button does.
fn action_of(intent: &Intent) -> Option<Action> {
    match intent {
        Intent::EndTurn => Some(Action::EndTurn),
        Intent::Delay => Some(Action::Delay),
        Intent::Undo => Some(Action::Undo),
        Intent::Log => Some(Action::Log),
        Intent::Threat => Some(Action::Threat),
        Intent::NextUnit => Some(Action::NextUnit),
        Intent::QuickSave => Some(Action::QuickSave),
        Intent::QuickLoad => Some(Action::QuickLoad),
        Intent::Open(Page::Pause) => Some(Action::Menu),
        Intent::Centre => Some(Action::Centre),
        Intent::WholeMap => Some(Action::WholeMap),
        Intent::Nearer(n) if *n > 0 => Some(Action::ZoomIn),
        Intent::Nearer(_) => Some(Action::ZoomOut),
        Intent::Back => Some(Action::Cancel),
        Intent::Flip(Knob::Minimap) => Some(Action::Minimap),
        Intent::Flip(Knob::FullScreen) => Some(Action::FullScreen),
        _ => None,
    }
}

/// What a button of a page does, where its own words leave that open.
fn told_of(intent: &Intent) -> Option<String> {
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
        Intent::Load(_) => say!("tip-load"),
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
        Intent::Draft(deed) => return told_of_draft(deed),
        Intent::Mods(ModDeed::Reload) => say!("tip-reload"),
        Intent::Mods(ModDeed::Switch(_)) => say!("tip-mod-switch"),
        Intent::Mods(ModDeed::Earlier(_) | ModDeed::Later(_)) => say!("tip-mod-order"),
        Intent::Keys(KeyDeed::Listen(..)) => say!("tip-key"),
        Intent::Keys(KeyDeed::Reset(_) | KeyDeed::ResetAll) => say!("tip-key-reset"),
        Intent::Usual => say!("tip-usual"),
        Intent::Rules(RulesDeed::Book(_)) => say!("tip-rules-book"),
        Intent::LogPart(_) => say!("tip-log-part"),
        Intent::LogCopy => say!("tip-log-copy"),
        _ => return None,
    })
}

fn told_of_draft(deed: &DraftDeed) -> Option<String> {
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

type Untold = (Added<Sends>, Without<Tip>, Without<Explains>);

/// Buttons are told by what they do.
fn adopt(mut commands: Commands, new: Query<(Entity, &Sends), Untold>) {
    for (entity, sends) in &new {
        let (text, action) = (told_of(&sends.0), action_of(&sends.0));
        if text.is_some() || action.is_some() {
            commands.entity(entity).try_insert(Tip { text: text.unwrap_or_default(), action });
        }
    }
}

/// Whether what has the focus is told of, and not what is under the pointer.
#[derive(bevy::ecs::system::SystemParam)]
struct Keys<'w> {
    steering: Res<'w, Steering>,
    visible: Res<'w, InputFocusVisible>,
    screen: Res<'w, State<Screen>>,
}

impl Keys<'_> {
    fn by_keys(&self) -> bool {
        match self.screen.get() {
            Screen::Battle => self.steering.panels,
            _ => self.visible.0,
        }
    }
}

/// What the slip is about, and for how long that has been so.
#[derive(Default)]
struct About {
    entity: Option<Entity>,
    since: Duration,
}

fn show(
    tips: Query<(Entity, &Tip, &Hovered, &ComputedNode)>,
    (settings, steering, focus, time): (Res<Settings>, Keys, Res<InputFocus>, Res<Time<Real>>),
    slip: Single<&mut Visibility, With<Slip>>,
    words: Single<&mut Text, With<Words>>,
    mut about: Local<About>,
) {
    // Of things that lie in each other, the innermost.
    let hovered = tips
        .iter()
        .filter(|(_, _, hovered, _)| hovered.get())
        .min_by(|(.., a), (.., b)| a.size().element_product().total_cmp(&b.size().element_product()))
        .map(|(entity, ..)| entity);
    let by_keys = steering.by_keys();
    let focused = focus.get().filter(|entity| by_keys && tips.contains(*entity));
    let wanted = if by_keys { focused } else { hovered };
    if about.entity != wanted {
        *about = About { entity: wanted, since: time.elapsed() };
    }
    let rested = time.elapsed().saturating_sub(about.since);
    let told = wanted
        .filter(|_| rested >= Duration::from_millis(u64::from(settings.tip_delay)))
        .and_then(|entity| tips.get(entity).ok());
    let mut visibility = slip.into_inner();
    let Some((_, tip, ..)) = told else {
        visibility.set_if_neq(Visibility::Hidden);
        return;
    };
    let key = tip.action.map(|action| settings.key(action)).filter(|key| !key.is_empty());
    let name = tip.action.filter(|_| tip.text.is_empty()).map(action_name);
    let text = name.unwrap_or_else(|| tip.text.clone());
    let text = key.map_or(text.clone(), |key| format!("{text}  [{key}]"));
    let mut words = words.into_inner();
    if words.0 != text {
        words.0 = text;
    }
    visibility.set_if_neq(Visibility::Visible);
}

/// Beside the pointer, or below what has the focus, and never off the window.
fn place(
    slip: Single<(&mut Node, &ComputedNode), With<Slip>>,
    window: Single<&Window, With<PrimaryWindow>>,
    focused: Query<(&ComputedNode, &UiGlobalTransform), Without<Slip>>,
    (pointer, steering, focus, ui): (Res<Pointer>, Keys, Res<InputFocus>, Res<UiScale>),
) {
    let (mut node, computed) = slip.into_inner();
    let beneath = focus.get().filter(|_| steering.by_keys()).and_then(|entity| focused.get(entity).ok());
    let at = match beneath {
        Some((own, transform)) => {
            let corner = transform.translation + Vec2::new(-own.size().x, own.size().y) / 2.0;
            corner * own.inverse_scale_factor() + Vec2::new(0.0, theme::GAP)
        }
        None => pointer.screen.unwrap_or_default() / ui.0 + Vec2::splat(BESIDE),
    };
    let size = computed.size() * computed.inverse_scale_factor();
    let most = (window.size() / ui.0 - size - theme::GAP).max(Vec2::ZERO);
    let at = at.min(most);
    let (left, top) = (px(at.x), px(at.y));
    if node.left != left || node.top != top {
        (node.left, node.top) = (left, top);
    }
}
