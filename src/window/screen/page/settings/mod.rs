//! How the game looks and answers: the settings in six parts, each change live.

mod keys;
mod slider;

use super::prelude::*;
use crate::window::settings::{KnobRange, Listening};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Part>()
        .add_systems(Update, draw.in_set(PageDrawn).run_if(in_state(Screen::Page(Page::Settings))))
        .add_systems(Update, choose_part.before(PageDrawn))
        .add_plugins(slider::plugin);
}

/// A part of the settings.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Part {
    /// What is seen.
    #[default]
    Display,
    /// What playing feels like.
    Play,
    /// What is heard.
    Sound,
    /// Keys and the mouse.
    Keys,
    /// A gamepad.
    Gamepad,
    /// What is spoken.
    Language,
}

impl Part {
    const ALL: [Self; 6] =
        [Self::Display, Self::Play, Self::Sound, Self::Keys, Self::Gamepad, Self::Language];

    fn name(self) -> String {
        match self {
            Self::Display => say!("settings-display"),
            Self::Play => say!("settings-play"),
            Self::Sound => say!("settings-sound"),
            Self::Keys => say!("settings-keys"),
            Self::Gamepad => say!("settings-gamepad"),
            Self::Language => say!("settings-language"),
        }
    }

    fn knobs(self) -> &'static [Knob] {
        use Knob::*;
        match self {
            Self::Display => {
                &[UiScale, FullScreen, Vsync, HighContrast, Motion, Particles, FloatingNumbers, Minimap]
            }
            Self::Play => &[
                AskFrom, AskShots, AskAllies, ConfirmEnd, PanSpeed, EdgeScroll, EdgeSpeed, TipDelay, Lessons,
            ],
            Self::Sound => &[Volume, Effects],
            Self::Keys | Self::Gamepad | Self::Language => &[],
        }
    }
}

fn choose_part(mut intents: MessageReader<Intent>, mut part: ResMut<Part>) {
    for intent in intents.read() {
        if let Intent::Part(n) = intent
            && let Some(wanted) = Part::ALL.get(usize::from(*n))
        {
            *part = *wanted;
        }
    }
}

/// What a knob is called, and what it does in a sentence.
fn words(knob: Knob) -> (String, String) {
    match knob {
        Knob::UiScale => (say!("settings-ui-scale"), say!("settings-ui-scale-about")),
        Knob::HighContrast => (say!("settings-contrast"), say!("settings-contrast-about")),
        Knob::FullScreen => (say!("settings-full-screen"), say!("settings-full-screen-about")),
        Knob::Vsync => (say!("settings-vsync"), say!("settings-vsync-about")),
        Knob::Motion => (say!("settings-motion"), say!("settings-motion-about")),
        Knob::Particles => (say!("settings-particles"), say!("settings-particles-about")),
        Knob::FloatingNumbers => (say!("settings-numbers"), say!("settings-numbers-about")),
        Knob::Volume => (say!("settings-volume"), say!("settings-volume-about")),
        Knob::Effects => (say!("settings-effects"), say!("settings-effects-about")),
        Knob::EdgeScroll => (say!("settings-edge"), say!("settings-edge-about")),
        Knob::EdgeSpeed => (say!("settings-edge-speed"), say!("settings-edge-speed-about")),
        Knob::PanSpeed => (say!("settings-pan-speed"), say!("settings-pan-speed-about")),
        Knob::ConfirmEnd => (say!("settings-confirm-end"), say!("settings-confirm-end-about")),
        Knob::AskFrom => (say!("settings-ask-from"), say!("settings-ask-from-about")),
        Knob::AskShots => (say!("settings-ask-shots"), say!("settings-ask-shots-about")),
        Knob::AskAllies => (say!("settings-ask-allies"), say!("settings-ask-allies-about")),
        Knob::TipDelay => (say!("settings-tips"), say!("settings-tips-about")),
        Knob::Lessons => (say!("settings-lessons"), say!("settings-lessons-about")),
        Knob::Minimap => (say!("settings-minimap"), say!("settings-minimap-about")),
    }
}

/// What a knob that stands at a number says.
fn reading(knob: Knob, value: u32) -> String {
    match (knob, knob.range()) {
        (_, KnobRange::Switch) if value > 0 => say!("settings-on"),
        (_, KnobRange::Switch) => say!("settings-off"),
        (Knob::TipDelay, _) => say!("settings-milliseconds", n = value),
        (Knob::Motion, _) if value == 0 => say!("settings-at-once"),
        (Knob::AskFrom, _) if value == 0 => say!("settings-ask-usual"),
        (Knob::AskFrom, _) => say!("settings-ask-points", n = value),
        _ => say!("settings-per-cent", n = value),
    }
}

/// What the page shows, but for the numbers, which are turned without drawing it anew.
#[derive(PartialEq)]
struct Seen {
    part: Part,
    settings: Settings,
    listening: Listening,
    language: String,
    room: (Option<u32>, u32),
}

fn draw(
    (mut sheet, room): (PageSheet, Res<Room>),
    settings: Res<Settings>,
    part: Res<Part>,
    listening: Res<Listening>,
    language: Res<Language>,
    mut seen: Local<Option<Seen>>,
) {
    let mut fixed = settings.clone();
    for knob in part.knobs().iter().filter(|knob| knob.range() != KnobRange::Switch) {
        fixed.turn(*knob, 0);
    }
    let now = Seen {
        part: *part,
        settings: fixed,
        listening: *listening,
        language: language.id().to_owned(),
        room: (room.most, room.limit),
    };
    if !sheet.renew(&mut seen, now) {
        return;
    }
    let behind = sheet.behind();
    sheet.page(behind, say!("settings-heading"), |body| {
        draw_parts(body, *part);
        let widest = if *part == Part::Language { LANGUAGE } else { LINE };
        body.spawn(sheet_that_fits(px(widest + EDGES))).with_children(|card| {
            card.spawn(scroll("settings", Node::default().rows(GAP_2))).with_children(|list| match *part {
                Part::Keys => keys::draw(list, &settings, *listening, false),
                Part::Gamepad => keys::draw(list, &settings, *listening, true),
                Part::Language => draw_languages(list, &settings, &language),
                part => draw_knobs(list, &settings, part, &room),
            });
        });
    });
}

/// The names of the parts, one below the other.
fn draw_parts(body: Sheet, open: Part) {
    list_beside(body, "parts", PARTS, |list| {
        for (n, part) in (0..).zip(Part::ALL) {
            let name = format!("part {part:?}").to_lowercase();
            entry(list, name, (part.name().as_str(), ""), Intent::Part(n), part == open)
                .insert_if(First, || part == open);
        }
    });
}

/// Width of the list of parts, in units.
const PARTS: f32 = 200.0;
/// The widest that a row is, in units: what it is called and what it is set by belong together.
const LINE: f32 = 620.0;
/// Width of the name of a language, in units.
const LANGUAGE: f32 = 280.0;
/// What a sheet is wider than what stands on it, at most, in units.
const EDGES: f32 = 72.0;
/// Width of what a row is set by, in units.
const CONTROL: f32 = 260.0;

/// A row: what it is called and does, and at the right what it is set by.
fn row(list: Sheet, (name, about): (String, String), control: impl FnOnce(Sheet)) {
    let node = Node { max_width: px(LINE), ..across().gap(GAP_3).apart().fixed() };
    let node = Node { border: UiRect::bottom(px(1)), padding: UiRect::bottom(px(GAP)), ..node };
    list.spawn((node, BorderColor::all(theme::RULE), IsAbout(name.clone()))).with_children(|row| {
        let words = Node { flex_grow: 1.0, flex_basis: px(0), ..down().gap(0.0) };
        row.spawn(words).with_children(|words| {
            words.text(NAME, name);
            words.text_any(SOFT, &about);
        });
        let node = Node { justify_content: JustifyContent::FlexEnd, ..across().gap(GAP_2).fixed() };
        row.spawn(Node { width: px(CONTROL), ..node }).with_children(control);
    });
}

/// What a knob can be turned to in a window in which the scale may be so many per cent at most.
fn offered(knob: Knob, limit: u32) -> KnobRange {
    match (knob, knob.range()) {
        (Knob::UiScale, KnobRange::Number(least, most, step)) => {
            KnobRange::Number(least, most.min(limit / step * step).max(least), step)
        }
        (_, range) => range,
    }
}

fn draw_knobs(list: Sheet, settings: &Settings, part: Part, room: &Room) {
    for knob in part.knobs() {
        let value = settings.get(*knob);
        let (name, mut about) = words(*knob);
        if let (Knob::UiScale, Some(most)) = (knob, room.most) {
            about = format!("{about} {}", say!("settings-ui-scale-most", most = most));
        }
        row(list, (name, about), |control| match offered(*knob, room.limit) {
            KnobRange::Switch => {
                let look = if value > 0 { ButtonLook::Chosen } else { ButtonLook::Paper };
                let node = Node { width: px(72), ..Node::default().centred() };
                let intent = Intent::Set(*knob, 1 - value.min(1));
                control
                    .button(format!("{knob:?}"), look, intent, node)
                    .with_child(NAME.line(reading(*knob, value)));
            }
            KnobRange::Number(least, most, step) => {
                slider::draw(control, *knob, value.clamp(least, most), (least, most, step));
            }
        });
    }
    list.spawn(Node { margin: UiRect::top(px(GAP_2)), ..across().fixed() }).with_children(|foot| {
        foot.push("usual settings", TEXT, say!("settings-usual"), Intent::Usual);
    });
}

fn draw_languages(list: Sheet, settings: &Settings, language: &Language) {
    let mut choice = |name: String, text: String, wanted: Option<String>| {
        let look = if settings.language == wanted { ButtonLook::Chosen } else { ButtonLook::Paper };
        let node = Node { width: px(LANGUAGE), ..Node::default().fixed() };
        list.button(name, look, Intent::Speak(wanted), node).with_child(TEXT.line(text));
    };
    choice("language of the system".to_owned(), say!("settings-system-language"), None);
    for (id, name) in language.list() {
        choice(format!("language {id}"), name, Some(id));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_scale_is_offered_that_does_not_fit_into_the_window() {
        assert_eq!(offered(Knob::UiScale, 150), KnobRange::Number(75, 150, 5));
        assert_eq!(offered(Knob::UiScale, 153), KnobRange::Number(75, 150, 5));
        assert_eq!(offered(Knob::UiScale, 900), Knob::UiScale.range());
        assert_eq!(offered(Knob::UiScale, 40), KnobRange::Number(75, 75, 5));
        assert_eq!(offered(Knob::Motion, 150), Knob::Motion.range());
    }
}
