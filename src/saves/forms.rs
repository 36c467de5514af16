//! The forms of files that were, and how a file of an older one becomes one of the newest.
//!
//! Whoever changes what a save or replay looks like adds a step here, from the form that was the newest, and the
//! golden files of the new form (see `tests/saves.rs`); those of the older forms stay and must go on loading.

use super::form_3;
use crate::battle::{replay, snapshot};

/// A step from one form to the next: a text of the older as one of the newer.
pub type FormStep = fn(&str) -> Result<String, String>;

/// The forms of a kind of text.
#[derive(Clone, Copy, Debug)]
pub struct Forms {
    /// The oldest that can still be read.
    pub oldest: u32,
    /// The step from it to the next, from that to the one after it, and so on to the newest.
    pub steps: &'static [FormStep],
}

/// The line of JSON at the top of a save.
pub const TOPS: Forms = Forms { oldest: 2, steps: &[as_it_was] };

/// The battle in a save.
pub const BATTLES: Forms = Forms { oldest: 2, steps: &[form_3::battle] };

/// Replays.
pub const REPLAYS: Forms = Forms { oldest: 2, steps: &[] };

const _: () = assert!(TOPS.oldest == BATTLES.oldest && TOPS.newest() == BATTLES.newest());
const _: () = assert!(BATTLES.newest() == snapshot::FORMAT);
const _: () = assert!(REPLAYS.newest() == replay::FORMAT);

/// A step in which only the other part of the file changes.
fn as_it_was(text: &str) -> Result<String, String> {
    Ok(text.to_owned())
}

impl Forms {
    /// The newest form.
    pub const fn newest(&self) -> u32 {
        self.oldest + self.steps.len() as u32
    }

    /// A text of a form as one of the newest.
    ///
    /// # Errors
    /// Which step it could not take, and why.
    pub fn forward(&self, form: u32, text: String) -> Result<String, String> {
        let Some(gone) = form.checked_sub(self.oldest) else {
            return Err(format!("form {form} is older than {}", self.oldest));
        };
        let mut text = text;
        for (at, step) in (self.oldest..).zip(self.steps).skip(gone as usize) {
            text = step(&text).map_err(|why| format!("from form {at} to {}: {why}", at + 1))?;
        }
        Ok(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_goes_forward_step_by_step_from_its_own_form() {
        fn renamed(text: &str) -> Result<String, String> {
            Ok(text.replace("old:", "new:"))
        }
        fn added(text: &str) -> Result<String, String> {
            text.strip_suffix(')').map(|text| format!("{text},more:1)")).ok_or("no end".to_owned())
        }
        const STEPS: &[FormStep] = &[renamed, added];
        let forms = Forms { oldest: 3, steps: STEPS };
        assert_eq!(forms.newest(), 5);
        let forward = |form, text: &str| forms.forward(form, text.to_owned());
        assert_eq!(forward(3, "(old:1)"), Ok("(new:1,more:1)".to_owned()));
        assert_eq!(forward(4, "(old:1)"), Ok("(old:1,more:1)".to_owned()), "only the steps that are ahead");
        assert_eq!(forward(5, "(old:1)"), Ok("(old:1)".to_owned()));
        assert_eq!(forward(3, "(old:1"), Err("from form 4 to 5: no end".to_owned()));
        assert!(forward(2, "").is_err());
    }
}
