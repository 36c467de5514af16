//! How a command is shown when it fails: as a case writes it, without what is left out.
//!
//! The text is for people; nothing reads it.

use crate::cli::prelude::*;

/// A command as a case could have it, without empty fields.
pub(super) fn shown(command: &Command) -> String {
    match command {
        // Who enters is a whole unit.
        Command::Referee(Referee::Enter { unit, .. }) => format!("{} enters", unit.id()),
        command => value(command),
    }
}

/// Any value as a case could have it, without empty fields.
pub(super) fn value(value: &impl Serialize) -> String {
    compact(&plain(value))
}

fn plain(value: &impl Serialize) -> String {
    let options = ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
    options.to_string(value).unwrap_or_default()
}

/// What RON writes for a field that says nothing.
const EMPTY: [&str; 6] = [":None", ":[]", ":()", ":{}", ":false", ":\"\""];

/// RON as it is written without line breaks, less the fields that say nothing.
fn compact(text: &str) -> String {
    let mut out = String::new();
    // Where the present member of each open bracket begins.
    let mut starts = vec![0];
    let (mut quoted, mut escaped) = (false, false);
    for c in text.chars() {
        if quoted {
            quoted = c != '"' || escaped;
            escaped = c == '\\' && !escaped;
            out.push(c);
            continue;
        }
        match c {
            '(' | '[' | '{' => {
                out.push(c);
                starts.push(out.len());
            }
            ')' | ']' | '}' => {
                drop_empty(&mut out, starts.pop().unwrap_or(0));
                if out.ends_with(',') {
                    out.pop();
                }
                out.push(c);
            }
            ',' => {
                let start = starts.last().copied().unwrap_or(0);
                if !drop_empty(&mut out, start) {
                    out.push(',');
                }
                if let Some(start) = starts.last_mut() {
                    *start = out.len();
                }
            }
            '"' => {
                quoted = true;
                out.push(c);
            }
            _ => out.push(c),
        }
    }
    out
}

/// Takes the member that begins at `start` away if it is a field that says nothing.
fn drop_empty(out: &mut String, start: usize) -> bool {
    let member = out.get(start..).unwrap_or_default();
    let name = member.split(':').next().unwrap_or_default();
    let is_field = name.chars().all(|c| c.is_ascii_lowercase() || c == '_');
    let empty = is_field && EMPTY.iter().any(|end| member.strip_prefix(name) == Some(*end));
    if empty {
        out.truncate(start);
    }
    empty
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_that_say_nothing_are_left_out() {
        for (text, left) in [
            (
                "Act(unit:\"anna\",args:(target:None,weapon:\"bow\",path:[]))",
                "Act(unit:\"anna\",args:(weapon:\"bow\"))",
            ),
            ("Act(args:(target:None,roll:false),unit:\"anna\")", "Act(unit:\"anna\")"),
            ("Decline(unit:\"a:None, \\\"(b\")", "Decline(unit:\"a:None, \\\"(b\")"),
            ("Each([(\"anna\",None),(\"bor\",2)])", "Each([(\"anna\",None),(\"bor\",2)])"),
            ("EndRound", "EndRound"),
        ] {
            assert_eq!(compact(text), left);
        }
    }
}
