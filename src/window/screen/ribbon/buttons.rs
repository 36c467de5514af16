//! About how wide the buttons at the right of the ribbon are.

use super::letters;
use crate::window::pen::*;

/// What a button has around its text: paddings, key, the gap to the next.
const BUTTON: f32 = 40.0;
/// The same without the key.
const KEYLESS: f32 = 18.0;
/// Least width of the buttons, which stand without their keys where there is no room for them on one line.
const BUTTONS: (f32, f32, f32) = (276.0, 372.0, 560.0);
/// The window's width from which they stand on one.
const ONE_LINE: f32 = 1500.0;

/// About how wide the buttons are on one line.
pub(super) fn one_line(room: &Room) -> f32 {
    if room.folded { buttons(room) } else { together(BUTTON).max(buttons(room)) }
}

/// How wide the buttons are without their keys, where the goal has no room else.
pub(super) fn tight(room: &Room) -> f32 {
    together(KEYLESS).min(buttons(room))
}

/// About how wide the texts of the buttons are beside each other, each with so much around it.
fn together(around: f32) -> f32 {
    let texts = [
        say!("button-undo"),
        say!("ribbon-what-if"),
        say!("ribbon-threat"),
        say!("ribbon-log"),
        say!("ribbon-menu"),
    ];
    texts.iter().map(|text| letters::width(text) + around).sum()
}

/// How wide the buttons may be, unless the goal has no room then.
pub(super) fn buttons(room: &Room) -> f32 {
    match room.folded {
        true => BUTTONS.0,
        false if room.window.x < ONE_LINE => BUTTONS.1,
        false => BUTTONS.2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_keys_the_buttons_are_narrower() {
        let room = Room::default();
        assert!(tight(&room) + 80.0 < one_line(&room) && tight(&room) <= buttons(&room), "{}", tight(&room));
        let folded = Room { folded: true, ..room };
        assert!(tight(&folded) <= buttons(&folded) && one_line(&folded) == buttons(&folded));
    }
}
