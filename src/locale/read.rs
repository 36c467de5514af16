//! Reads the language files of mods: where each message stands and what it uses; `check` compares two languages.

use std::{collections::BTreeSet, ops::Range, path::Path, sync::Arc};

use fluent_bundle::FluentResource;
use fluent_syntax::ast::{CallArguments, Entry, Expression, InlineExpression, Pattern, PatternElement};
use unic_langid::LanguageIdentifier;

use crate::content::{
    budget::BudgetItem,
    diagnostics::{Diagnostic, Report},
    mod_path::{ModPath, ModRoot},
    source::SourceFile,
};

/// The folder of a mod that holds a folder for each language.
pub(super) const FOLDER: &str = "locales";
const MAX_DEPTH: usize = 16;
/// The largest file of sentences, in bytes: what is read of it takes many times its room.
const MAX_BYTES: u64 = 1024 * 1024;

pub(super) struct LocaleFile {
    pub(super) language: String,
    /// The file, for showing where something stands.
    pub(super) source: SourceFile,
    pub(super) resource: Arc<FluentResource>,
    pub(super) messages: Vec<LocaleMessage>,
}

pub(super) struct LocaleMessage {
    /// Its id; a term's begins with `-`.
    pub(super) id: String,
    pub(super) span: Range<usize>,
    pub(super) variables: BTreeSet<String>,
    /// The other messages and terms that it uses.
    pub(super) uses: Vec<(String, Range<usize>)>,
}

/// All language files of the mods, in the order of mods and paths.
pub(super) fn read(roots: &[ModRoot], report: &mut Report) -> Vec<LocaleFile> {
    let Ok(folder) = ModPath::new(FOLDER) else { return Vec::new() };
    let mut files = Vec::new();
    for root in roots {
        let mut mistakes = Vec::new();
        for path in root.list(&folder, "ftl", &mut mistakes) {
            let Some(language) = language_of(root, &path, &mut mistakes) else { continue };
            match root.read_text_within(&path, MAX_BYTES) {
                Ok(source) => {
                    let file = read_file(language, source, &mut mistakes);
                    let sentences = file.as_ref().map_or(0, |file| file.messages.len());
                    match root.budget().spend_once(
                        BudgetItem::Entries,
                        Path::new(path.as_str()),
                        sentences as u64,
                    ) {
                        Ok(()) => files.extend(file),
                        Err(why) => mistakes.push(Diagnostic::whole_file(&root.shown(&path), why)),
                    }
                }
                Err(mistake) => mistakes.push(mistake),
            }
        }
        report.extend(mistakes);
    }
    files
}

/// The language to which a file belongs, by its folder, if it is one of those that a mod may have.
pub(super) fn language_of<'a>(
    root: &ModRoot,
    path: &'a ModPath,
    mistakes: &mut Vec<Diagnostic>,
) -> Option<&'a str> {
    let mut parts = path.as_str().split('/').skip(1);
    let (language, inside) = (parts.next().unwrap_or_default(), parts.next().is_some());
    // Longer words are names of languages, not their codes, though they have the form of one.
    let code = language.split(['-', '_']).next().is_some_and(|code| code.len() <= 3);
    if inside && code && language.parse::<LanguageIdentifier>().is_ok() {
        let paid = root.budget().spend_once(BudgetItem::Languages, Path::new(language), 1);
        return match paid {
            Ok(()) => Some(language),
            Err(why) => {
                mistakes.push(Diagnostic::whole_file(&root.shown(path), why));
                None
            }
        };
    }
    let message =
        "a language file lies in a folder named by the two or three letters of its language: `locales/de`";
    mistakes.push(Diagnostic::whole_file(&root.shown(path), message));
    None
}

fn read_file(language: &str, source: SourceFile, mistakes: &mut Vec<Diagnostic>) -> Option<LocaleFile> {
    if let Some(at) = too_deep(&source.text) {
        let message = format!("brackets stand more than {MAX_DEPTH} deep inside each other");
        mistakes.push(Diagnostic::at(&source, at..at + 1, message));
        return None;
    }
    let resource = match FluentResource::try_new(source.text.to_string()) {
        Ok(resource) => resource,
        Err((resource, wrong)) => {
            for one in wrong {
                let message = format!("this sentence cannot be read: {}", lower(&one.kind.to_string()));
                mistakes
                    .push(Diagnostic::at(&source, one.pos, message).help(
                        "a sentence is `id = text`; what goes on in the next line begins with a space",
                    ));
            }
            resource
        }
    };
    let messages =
        resource.entries().filter_map(|entry| message(&resource, &source, entry, mistakes)).collect();
    Some(LocaleFile { language: language.to_owned(), source, resource: Arc::new(resource), messages })
}

fn message(
    resource: &FluentResource,
    source: &SourceFile,
    entry: &Entry<&str>,
    mistakes: &mut Vec<Diagnostic>,
) -> Option<LocaleMessage> {
    let (name, sign, value, attributes) = match entry {
        Entry::Message(message) => (message.id.name, "", message.value.as_ref(), &message.attributes),
        Entry::Term(term) => (term.id.name, "-", Some(&term.value), &term.attributes),
        _ => return None,
    };
    let place = Places { text: resource.source() };
    let span = place.of(name);
    if let Some(first) = attributes.first() {
        let message = "a sentence has no parts with names of their own";
        let help = "give the part an id of its own";
        mistakes.push(Diagnostic::at(source, place.of(first.id.name), message).help(help));
    }
    let mut found =
        LocaleMessage { id: format!("{sign}{name}"), span, variables: BTreeSet::new(), uses: Vec::new() };
    match value {
        Some(pattern) => place.pattern(pattern, &mut found),
        None => mistakes.push(Diagnostic::at(source, found.span.clone(), "this sentence is empty")),
    }
    Some(found)
}

struct Places<'a> {
    text: &'a str,
}

impl Places<'_> {
    fn of(&self, piece: &str) -> Range<usize> {
        let start = (piece.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        start..start + piece.len()
    }

    fn pattern(&self, pattern: &Pattern<&str>, found: &mut LocaleMessage) {
        for element in &pattern.elements {
            if let PatternElement::Placeable { expression } = element {
                self.expression(expression, found);
            }
        }
    }

    fn expression(&self, expression: &Expression<&str>, found: &mut LocaleMessage) {
        match expression {
            Expression::Inline(inline) => self.inline(inline, found),
            Expression::Select { selector, variants } => {
                self.inline(selector, found);
                for variant in variants {
                    self.pattern(&variant.value, found);
                }
            }
        }
    }

    fn inline(&self, inline: &InlineExpression<&str>, found: &mut LocaleMessage) {
        match inline {
            InlineExpression::VariableReference { id } => {
                found.variables.insert(id.name.to_owned());
            }
            InlineExpression::MessageReference { id, .. } => {
                found.uses.push((id.name.to_owned(), self.of(id.name)));
            }
            InlineExpression::TermReference { id, arguments, .. } => {
                found.uses.push((format!("-{}", id.name), self.of(id.name)));
                if let Some(arguments) = arguments {
                    self.arguments(arguments, found);
                }
            }
            InlineExpression::FunctionReference { id, arguments } => {
                found.uses.push((format!("{}()", id.name), self.of(id.name)));
                self.arguments(arguments, found);
            }
            InlineExpression::Placeable { expression } => self.expression(expression, found),
            InlineExpression::StringLiteral { .. } | InlineExpression::NumberLiteral { .. } => {}
        }
    }

    fn arguments(&self, arguments: &CallArguments<&str>, found: &mut LocaleMessage) {
        for one in &arguments.positional {
            self.inline(one, found);
        }
        for one in &arguments.named {
            self.inline(&one.value, found);
        }
    }
}

/// Where brackets first stand too deep inside each other. A line that begins at the margin begins anew.
fn too_deep(text: &str) -> Option<usize> {
    let (mut depth, mut quoted, mut line_start, mut escaped) = (0_usize, false, true, false);
    for (at, letter) in text.char_indices() {
        if line_start && !letter.is_whitespace() && letter != '}' {
            depth = 0;
        }
        line_start = letter == '\n';
        match letter {
            '\n' => quoted = false,
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' if depth > 0 => quoted = !quoted,
            _ if quoted => {}
            '{' | '(' => depth += 1,
            '}' | ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > MAX_DEPTH {
            return Some(at);
        }
    }
    None
}

fn lower(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::{MAX_DEPTH, too_deep};

    #[test]
    fn brackets_may_not_stand_too_deep_inside_each_other() {
        assert_eq!(too_deep(&"a = { $b }\n".repeat(100)), None);
        assert_eq!(too_deep("a = { \"{{{{{{{{{{{{{{{{{{{{{{{{{{{\" }"), None);
        let deep = format!("a = {}", "{".repeat(100_000));
        assert_eq!(too_deep(&deep), Some("a = ".len() + MAX_DEPTH));
        assert!(too_deep(&format!("a =\n    {}", "{\n    ".repeat(99))).is_some());
        assert!(too_deep(&format!("a = {{ F{} }}", "(F".repeat(99))).is_some());
    }
}
