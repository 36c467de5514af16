//! The steps of a script, and reading them.

use crate::window::prelude::*;

/// A step of a script.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ScriptStep {
    /// Lets so many frames pass.
    Wait(u32),
    /// Waits until nothing moves and a person is asked; fails after ten minutes.
    Settle,
    /// Everything that moves is over at once.
    Skip,
    /// Presses and lets go of a key ("KeyE", "Digit1", "Enter", "Escape", "Space", "Home").
    Key(KeyCode),
    /// Presses and lets go of keys together ([ShiftLeft, Digit1]).
    Keys(Vec<KeyCode>),
    /// Writes a text into the field that has the focus.
    Type(String),
    /// Moves the pointer over a square.
    Hover(i32, i32),
    /// Moves the pointer to a place of the window, in logical pixels.
    PointAt(f32, f32),
    /// Clicks on a square.
    Click(i32, i32),
    /// Clicks on a square with the other button.
    RightClick(i32, i32),
    /// Moves the pointer over a button.
    HoverButton(String),
    /// Presses a button by its name. A card that has no slot is looked for above the row, and what is out of sight in a
    /// list is rolled into sight, as a hand would.
    Press(String),
    /// Presses the first button that would do something and whose name begins like this; nothing if there is none.
    PressAny(String),
    /// Clicks on the first unit that may be chosen; nothing if there is none.
    ClickTarget,
    /// Does these again and again, at most so many times, until a button of this name is there, which is looked for
    /// before each of them; fails if it never is.
    Until(String, u32, Vec<ScriptStep>),
    /// Turns the wheel.
    Wheel(f32),
    /// Presses and lets go of a button of the gamepad ("South", "DPadUp", "Start").
    Pad(GamepadButton),
    /// Pushes the gamepad's left stick this way (right, up; from -1 to 1) and lets it go.
    PadStick(f32, f32),
    /// The same with the right stick.
    PadRightStick(f32, f32),
    /// Sends the camera to a square.
    Look(i32, i32),
    /// Sets the zoom.
    Zoom(f32),
    /// Saves what is seen as a picture.
    Shot(PathBuf),
    /// Saves each of the next so many frames as a picture in a folder, while the script goes on.
    Film(PathBuf, u32),
    /// Makes the window so large, in pixels of the screen.
    Resize(u32, u32),
    /// Sets the UI scale, in per cent: 75 to 200.
    UiScale(u32),
    /// Speaks another language.
    Language(String),
    /// Draws from now on only those frames of which a picture is taken; all else goes on as ever. For those who look at
    /// texts or a few pictures and have no graphics card.
    PicturesOnly,
    /// Writes the name and version of the driver that draws into a file.
    Driver(PathBuf),
    /// Notes every text that does not fit its place; at the end of the script they are told, and it has failed.
    TextFits(String),
    /// Notes what is wrong with how a battle's screen is shared: the board has less per cent of the window than the
    /// first number, the row of actions more of its height than the second, a panel hides whom something is about, texts
    /// lie on each other or are too small; at the end of the script that is told, and it has failed.
    Measures(String, f32, f32),
    /// Writes into a file how many clicks and keys each turn has taken so far, and how many of them were answers.
    Presses(PathBuf),
    /// Fails unless a button of this name is there.
    Expect(String),
    /// Fails if a button of this name is there.
    ExpectNot(String),
    /// Fails unless this stands in a text that is shown.
    Reads(String),
    /// Sends an intent.
    Intent(Intent),
    /// Sends a command, as RON.
    Command(String),
    /// Lets the computer give the next so many answers of the people at the table.
    Auto(u32),
    /// The same on turns only, until a person is asked something else.
    AutoTurns(u32),
    /// Lets the computer answer for whoever is at the screen until another is to sit down there, or the battle is over.
    UntilHandOver,
    /// Lays out the heaviest board at a zoom, measures so many frames of it, writes what they cost and ends the
    /// program.
    Crowd(f32, u32, PathBuf),
    /// Ends the program.
    Quit,
}

/// Reads a script: a RON list of [`ScriptStep`]s. The error is one line with the place of the mistake.
pub fn read(text: &str) -> Result<Vec<ScriptStep>, String> {
    ron::from_str(text).map_err(|error| format!("{}: {}", error.span, error.code))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_is_a_list_of_steps() {
        let steps = read(
            r#"[Wait(3), Click(4, 5), Press("End turn"), Key(KeyE), Shot("a.png"), Intent(EndTurn), Quit]"#,
        );
        assert_eq!(
            steps,
            Ok(vec![
                ScriptStep::Wait(3),
                ScriptStep::Click(4, 5),
                ScriptStep::Press("End turn".into()),
                ScriptStep::Key(KeyCode::KeyE),
                ScriptStep::Shot("a.png".into()),
                ScriptStep::Intent(Intent::EndTurn),
                ScriptStep::Quit,
            ])
        );
    }

    #[test]
    fn a_mistake_names_its_place() {
        assert!(read("[Wait(3),\n Jump]").is_err_and(|e| e.contains("2:")));
    }
}
