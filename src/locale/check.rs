//! What is wrong within a language file and between two; what lacks a sentence is warned of, English stands in.

use std::collections::BTreeMap;

use super::{
    ENGLISH,
    read::{LocaleFile, LocaleMessage},
};
use crate::content::diagnostics::{Diagnostic, Report};

/// What may be called in a sentence.
const FUNCTIONS: [&str; 3] = ["SIGNED()", "KEY()", "ONE()"];
/// How many ids a warning names.
const NAMED: usize = 5;

/// A message and the file in which it stands.
type Found<'a> = (&'a LocaleFile, &'a LocaleMessage);

pub(super) fn check(files: &[LocaleFile], report: &mut Report) {
    // Of each language, the message that counts: the last mod's.
    let mut all: BTreeMap<&str, BTreeMap<&str, Found<'_>>> = BTreeMap::new();
    for file in files {
        let known = all.entry(&file.language).or_default();
        for message in &file.messages {
            let old = known.insert(&message.id, (file, message));
            if let Some((other, first)) = old.filter(|(other, _)| other.source.owner == file.source.owner) {
                let (line, _) = other.source.line_and_column(first.span.start);
                let place = format!("{}:{line}", other.source.path.display());
                let text = format!("\"{}\" is there twice: first in {place}", message.id);
                report.push(Diagnostic::at(&file.source, message.span.clone(), text));
            }
        }
    }
    let none = BTreeMap::new();
    let english = all.get(ENGLISH).unwrap_or(&none);
    for (language, known) in &all {
        for (file, message) in known.values() {
            uses(file, message, known, english, report);
            if *language != ENGLISH && !message.id.starts_with('-') {
                compare(file, message, english, report);
            }
        }
        lacking(language, known, english, report);
    }
}

/// Whatever a sentence names must be there.
fn uses(
    file: &LocaleFile,
    message: &LocaleMessage,
    known: &BTreeMap<&str, Found<'_>>,
    english: &BTreeMap<&str, Found<'_>>,
    report: &mut Report,
) {
    for (name, span) in &message.uses {
        if known.contains_key(name.as_str()) || FUNCTIONS.contains(&name.as_str()) {
            continue;
        }
        report.push_with(&file.source.path, || {
            let text = format!("\"{}\" uses \"{name}\", which is not there", message.id);
            let candidates = known.keys().chain(english.keys()).copied().chain(FUNCTIONS);
            Diagnostic::at(&file.source, span.clone(), text).did_you_mean(name, candidates)
        });
    }
}

/// A sentence of another language must be one of English, with the same variables.
fn compare(
    file: &LocaleFile,
    message: &LocaleMessage,
    english: &BTreeMap<&str, Found<'_>>,
    report: &mut Report,
) {
    let at = |text: String| Diagnostic::at(&file.source, message.span.clone(), text);
    let Some((_, original)) = english.get(message.id.as_str()) else {
        return report.push_with(&file.source.path, || {
            let text = format!("no sentence is called \"{}\": English has none", message.id);
            at(text).did_you_mean(&message.id, english.keys().copied())
        });
    };
    for extra in message.variables.difference(&original.variables) {
        let text = format!("\"{}\" has no value \"${extra}\" in English", message.id);
        report.push(at(text).did_you_mean(extra, original.variables.iter().map(String::as_str)));
    }
    for left_out in original.variables.difference(&message.variables) {
        report.push(at(format!("\"{}\" leaves out \"${left_out}\"", message.id)));
    }
}

/// One warning for each English file whose sentences a language lacks.
fn lacking(
    language: &str,
    known: &BTreeMap<&str, Found<'_>>,
    english: &BTreeMap<&str, Found<'_>>,
    report: &mut Report,
) {
    let mut files: BTreeMap<&std::path::Path, Vec<Found<'_>>> = BTreeMap::new();
    for (id, (file, message)) in english {
        if !id.starts_with('-') && !known.contains_key(id) {
            files.entry(&file.source.path).or_default().push((file, message));
        }
    }
    for lost in files.into_values() {
        let Some((file, first)) = lost.first() else { continue };
        let names: Vec<&str> = lost.iter().take(NAMED).map(|(_, message)| message.id.as_str()).collect();
        let more = match lost.len().saturating_sub(NAMED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let text = format!("the language \"{language}\" lacks {}{more}", names.join(", "));
        report.push(Diagnostic::at(&file.source, first.span.clone(), text).warning());
    }
}
