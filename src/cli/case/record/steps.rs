//! Commands as the steps of a case that give them.

use crate::cli::{
    case::{run::usual_mode, shown::value},
    prelude::*,
};

/// A command that is about to be given, as a step.
pub(super) fn of(battle: &Battle, command: &Command) -> String {
    match command {
        Command::Act { unit, action, mode, args } => {
            let mode = match *mode == usual_mode(battle, *action) {
                true => String::new(),
                false => format!(", mode: {mode:?}"),
            };
            let args = match spaced(&value(args)).as_str() {
                "()" => String::new(),
                args => format!(", args: {args}"),
            };
            format!("Act(unit: {unit:?}, action: {action:?}{mode}{args})")
        }
        Command::End { unit } => format!("End({unit:?})"),
        Command::Delay { unit, until: None } => format!("Delay({unit:?})"),
        Command::Delay { unit, until: Some(until) } => format!("Delay({unit:?}, {until})"),
        Command::Decline { unit } => format!("Decline({unit:?})"),
        Command::Choose { unit, option } => format!("Choose({unit:?}, {option:?})"),
        Command::Allot { unit, parts } => format!("Allot({unit:?}, {parts:?})"),
        Command::Concede { side } => format!("Concede({side:?})"),
        Command::Standing(_) | Command::Referee(_) => spaced(&value(command)),
    }
}

/// RON without line breaks, with a space behind each colon and comma.
pub(super) fn spaced(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 4);
    let (mut quoted, mut escaped) = (false, false);
    for c in text.chars() {
        out.push(c);
        if quoted {
            quoted = c != '"' || escaped;
            escaped = c == '\\' && !escaped;
        } else if c == '"' {
            quoted = true;
        } else if c == ':' || c == ',' {
            out.push(' ');
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::spaced;

    #[test]
    fn spaces_stand_between_things_and_not_in_their_names() {
        let text = r#"Act(unit:"mod:a,\"b",args:(path:[(1,2)]))"#;
        assert_eq!(spaced(text), r#"Act(unit: "mod:a,\"b", args: (path: [(1, 2)]))"#);
    }
}
