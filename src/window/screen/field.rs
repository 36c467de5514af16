//! A field to write into: a line of text on paper that tells an intent whenever it changes.

use bevy::{
    input_focus::tab_navigation::TabIndex,
    text::{EditableText, TextCursorStyle},
};

use crate::window::{pen::*, widgets::Sends};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (tell, follow, blink));
}

/// What a field tells, made of its text; and the text that it told last.
#[derive(Component)]
pub struct FieldIntent(fn(String) -> Option<Intent>, String);

/// On a button of a page with one field: what it sends, made of what is written there.
#[derive(Component)]
pub struct OfField(pub Box<dyn Fn(String) -> Intent + Send + Sync>);

/// A field of a battle, where nothing else has the focus.
#[derive(Component)]
#[require(TabIndex)]
pub struct InBattle;

/// The most that can be written into a field, in characters.
const MOST: usize = 60;

/// A field with a text in it. `name` is what a script presses it by; `width` counts digits.
pub fn field(name: &str, text: &str, width: f32, tells: fn(String) -> Option<Intent>) -> impl Bundle {
    (
        Name::new(name.to_owned()),
        EditableText {
            visible_width: Some(width),
            max_characters: Some(MOST),
            allow_newlines: false,
            ..EditableText::new(text)
        },
        FieldIntent(tells, text.to_owned()),
        TextLayout::no_wrap(),
        Face::Regular.font(theme::BODY),
        TextColor(theme::INK),
        TextCursorStyle { color: theme::INK, ..default() },
        Node { border: UiRect::all(px(1)), ..Node::default().pad(GAP_2, GAP).fixed().round() },
        BackgroundColor(theme::FIELD),
        BorderColor::all(theme::INK_SOFT),
    )
}

/// How long the caret takes to blink once.
const BLINK: Duration = Duration::from_secs(1);

/// The caret blinks, but for players who want nothing to move.
fn blink(settings: Res<Settings>, mut fields: Query<&mut EditableText>) {
    let period = if settings.motion == 0 { Duration::MAX } else { BLINK };
    for mut field in &mut fields {
        if field.cursor_blink_period != period {
            field.cursor_blink_period = period;
        }
    }
}

fn tell(
    mut fields: Query<(&EditableText, &mut FieldIntent), Changed<EditableText>>,
    mut out: MessageWriter<Intent>,
) {
    for (text, mut tells) in &mut fields {
        let now = text.value().to_string();
        if now != tells.1 {
            tells.1.clone_from(&now);
            if let Some(intent) = (tells.0)(now) {
                out.write(intent);
            }
        }
    }
}

/// A button sends what is written.
fn follow(fields: Query<&EditableText, Changed<EditableText>>, mut buttons: Query<(&OfField, &mut Sends)>) {
    for text in &fields {
        for (of_field, mut sends) in &mut buttons {
            sends.0 = (of_field.0)(text.value().to_string());
        }
    }
}
