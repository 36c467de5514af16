//! Mistakes in content files, as values and as text for people.
//!
//! A mistake ([`Diagnostic`]), a list of them ([`Report`]), how they look on a terminal, and "did you mean"
//! ([`suggest`]). Readers and validators say what counts as a mistake.

use std::ffi::{OsStr, OsString};

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet, renderer::DecorStyle};

use crate::content::prelude::*;

/// The most errors of one mod that are shown, and the most warnings. Those beyond are counted.
pub const REPORTED: usize = 200;

/// How much of a line is shown on each side of a mistake, in bytes.
const SHOWN: usize = 200;

/// What a comment begins with that turns the warnings of its line and the next one off.
const ALLOW: &str = "allow:";

/// How far from a warning the comment that allows it may stand, in bytes: farther than any line that is written by hand.
const NEAR: usize = 4096;

/// The shortest reason for that, in bytes.
const SHORTEST_REASON: usize = 3;

/// How bad a mistake is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The thing cannot be used.
    Error,
    /// The thing can be used, but is probably not what was meant.
    Warning,
}

/// One mistake and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The file, relative to the folder that holds the mods.
    pub file: Arc<Path>,
    /// Line, from 1. 0 when the whole file is meant.
    pub line: u32,
    /// Column in characters, from 1. 0 when the whole file is meant.
    pub column: u32,
    /// The bytes of the file that are meant.
    pub span: Range<usize>,
    /// What is wrong, as one sentence without a full stop.
    pub message: String,
    /// A few words beside the marked text. May be empty.
    pub label: Box<str>,
    /// What to do about it.
    pub help: Option<Box<str>>,
    /// How bad it is.
    pub severity: Severity,
    /// The text of the file, to show the line. `None` when there is none (a missing file).
    text: Option<Arc<str>>,
}

impl Diagnostic {
    /// An error at a range of bytes of a file. A range outside the text is cut to it.
    pub fn at(file: &SourceFile, span: Range<usize>, message: impl Into<String>) -> Self {
        let span = clamp(&file.text, span);
        let (line, column) = file.line_and_column(span.start);
        let text = Some(file.text.clone());
        Self { line, column, span, text, ..Self::of_whole(file.path.clone(), message.into()) }
    }

    /// An error about a file or folder as a whole (missing, too large, not text).
    pub fn whole_file(path: &Path, message: impl Into<String>) -> Self {
        Self::of_whole(path.into(), message.into())
    }

    fn of_whole(file: Arc<Path>, message: String) -> Self {
        Self {
            file,
            line: 0,
            column: 0,
            span: 0..0,
            message,
            label: "".into(),
            help: None,
            severity: Severity::Error,
            text: None,
        }
    }

    /// The same with words beside the marked text.
    #[must_use]
    pub fn label(mut self, label: impl Into<Box<str>>) -> Self {
        self.label = label.into();
        self
    }

    /// The same with advice.
    #[must_use]
    pub fn help(mut self, help: impl Into<Box<str>>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same with "did you mean" as its advice, if one of the candidates is close to the word.
    #[must_use]
    pub fn did_you_mean<'a>(self, word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Self {
        match suggest(word, candidates) {
            Some(near) => self.help(format!("did you mean \"{near}\"?")),
            None => self,
        }
    }

    /// The same as a warning.
    #[must_use]
    pub fn warning(mut self) -> Self {
        self.severity = Severity::Warning;
        self
    }

    /// The line of the file that is meant, without the blanks round it; a piece of it if it is long. None where the
    /// whole file is meant.
    pub fn shown_line(&self) -> Option<&str> {
        let text = self.text.as_ref().filter(|_| self.line > 0)?;
        let line = Excerpt::around(text, &self.span).text.trim();
        (!line.is_empty()).then_some(line)
    }

    /// Where its line, or the one above, says that it is meant, `// allow: why`, and why.
    fn allowance(&self) -> Option<(usize, &str)> {
        let text = self.text.as_ref().filter(|_| self.severity == Severity::Warning)?;
        // A file of one long line with thousands of warnings is not gone through anew for each of them.
        let from = floor_boundary(text, self.span.start.saturating_sub(NEAR));
        let near = &text[from..floor_boundary(text, self.span.start.saturating_add(NEAR))];
        let at = self.span.start - from;
        let mut end = near[at..].find('\n').map_or(near.len(), |more| at + more);
        for above in [false, true] {
            let start = near[..end].rfind('\n').map_or(0, |before| before + 1);
            if let Some((before, why)) = near[start..end].split_once(ALLOW) {
                let sign = before.trim();
                let is = |known: &&str| if above { sign == *known } else { sign.ends_with(*known) };
                if ["//", "#", "<!--"].iter().any(is) {
                    return Some((from + start + before.len(), why.trim().trim_end_matches("-->").trim()));
                }
            }
            end = start.checked_sub(1)?;
        }
        None
    }

    /// The mistake of turning this warning off without a reason, at a byte of its file.
    fn without_reason(&self, at: usize) -> Self {
        let text = self.text.as_deref().unwrap_or_default();
        let start = text[..at].rfind('\n').map_or(0, |before| before + 1);
        let above = text.get(at..self.span.start).is_some_and(|between| between.contains('\n'));
        Self {
            line: self.line.saturating_sub(u32::from(above)),
            column: u32::try_from(text[start..at].chars().count()).map_or(u32::MAX, |before| before + 1),
            span: at..at + ALLOW.len(),
            message: format!("this turns a warning off without a reason: {}", self.message),
            label: "".into(),
            severity: Severity::Error,
            ..self.clone()
        }
        .help("say why it is meant: `// allow: ..`")
    }

    /// The mistake as several lines: message, file:line:column, the line itself with a caret, advice.
    ///
    /// `colour` adds terminal colours. The last line has no line break.
    pub fn render(&self, colour: bool) -> String {
        let level = match self.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let path = shown_path(&self.file);
        let mut group = Group::with_title(level.primary_title(&self.message));
        let excerpt = self.text.as_ref().map(|text| Excerpt::around(text, &self.span));
        if let Some(excerpt) = &excerpt {
            let mut mark = AnnotationKind::Primary.span(excerpt.span.clone());
            if !self.label.is_empty() {
                mark = mark.label(&*self.label);
            }
            let line = self.line as usize;
            let snippet = Snippet::source(excerpt.text).line_start(line).annotation(mark);
            group = if excerpt.cut {
                // Of a piece of a line the renderer does not know the column.
                let origin = Origin::path(path.clone()).line(line).char_column(self.column as usize);
                group.element(origin).element(snippet)
            } else {
                group.element(snippet.path(path.clone()))
            };
        } else {
            group = group.element(Origin::path(path.clone()));
        }
        if let Some(help) = &self.help {
            group = group.element(Level::HELP.message(&**help));
        }
        let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
        renderer.decor_style(DecorStyle::Ascii).render(&[group]).trim_end().to_owned()
    }
}

impl fmt::Display for Diagnostic {
    /// One line: `file:line:column: message (help)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", shown_path(&self.file))?;
        if self.line > 0 {
            write!(f, "{}:{}:", self.line, self.column)?;
        }
        write!(f, " {}", self.message)?;
        match &self.help {
            Some(help) => write!(f, " ({help})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Diagnostic {}

/// Mistakes of any number of files, in the order of file, line and column; of each mod the first [`REPORTED`] errors
/// and warnings that are found, and how many there are beyond. A mod is known by the first part of its files' paths.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    list: Vec<Diagnostic>,
    mods: BTreeMap<OsString, Tally>,
}

/// How many mistakes a mod has: errors, then warnings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tally {
    listed: [usize; 2],
    more: [usize; 2],
}

impl Report {
    /// An empty report.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds one mistake at its place. One that is already there (same place, same message) is not added again, and
    /// neither is a warning that a comment turns off, `// allow: why`. Without a reason that is a mistake.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        if let Some((at, why)) = diagnostic.allowance() {
            if why.len() < SHORTEST_REASON {
                self.push(diagnostic.without_reason(at));
            }
            return;
        }
        let place = |d: &Diagnostic| (d.line, d.column);
        let here = (&*diagnostic.file, place(&diagnostic));
        let end = self.list.partition_point(|d| (&*d.file, place(d)) <= here);
        let mut alike = self.list[..end].iter().rev().take_while(|d| (&*d.file, place(d)) == here);
        let known = alike.any(|d| d.message == diagnostic.message);
        if known {
            return;
        }
        let how_bad = usize::from(diagnostic.severity == Severity::Warning);
        let tally = self.tally(&diagnostic.file);
        if tally.listed[how_bad] < REPORTED {
            tally.listed[how_bad] += 1;
            self.list.insert(end, diagnostic);
        } else {
            tally.more[how_bad] += 1;
        }
    }

    /// Adds one error of a file, which is put into words only if it is one of those that are shown.
    pub fn push_with(&mut self, file: &Path, make: impl FnOnce() -> Diagnostic) {
        if self.takes(file) {
            return self.push(make());
        }
        self.tally(file).more[0] += 1;
    }

    /// Whether a further error of this file is shown, and not only counted.
    pub fn takes(&self, file: &Path) -> bool {
        self.mods.get(mod_of(file)).is_none_or(|tally| tally.listed[0] < REPORTED)
    }

    /// Adds all that another has, and its counts.
    pub fn join(&mut self, other: Self) {
        for (name, tally) in other.mods {
            let own = self.mods.entry(name).or_default();
            own.more[0] += tally.more[0];
            own.more[1] += tally.more[1];
        }
        self.extend(other.list);
    }

    /// Puts better advice to those of which there is some.
    pub fn advise(&mut self, advice: impl Fn(&Diagnostic) -> Option<String>) {
        for one in &mut self.list {
            if let Some(help) = advice(one) {
                one.help = Some(help.into());
            }
        }
    }

    fn tally(&mut self, file: &Path) -> &mut Tally {
        self.mods.entry(mod_of(file).to_owned()).or_default()
    }

    /// Whether there is nothing to say, not even a warning.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether at least one error (not only warnings) is in it.
    pub fn has_errors(&self) -> bool {
        self.errors() > 0
    }

    /// The number of mistakes, warnings and those beyond the list included.
    pub fn len(&self) -> usize {
        self.list.len() + self.mods.values().flat_map(|tally| tally.more).sum::<usize>()
    }

    /// The number of errors, without the warnings.
    pub fn errors(&self) -> usize {
        let listed = self.list.iter().filter(|d| d.severity == Severity::Error).count();
        listed + self.mods.values().map(|tally| tally.more[0]).sum::<usize>()
    }

    /// Everything in the list, warnings included.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.list.iter()
    }

    /// The mods that have more mistakes than those in the list, and how many more.
    pub fn beyond(&self) -> impl Iterator<Item = (String, usize)> {
        let all = self.mods.iter().map(|(name, tally)| (name, tally.more.iter().sum::<usize>()));
        all.filter(|(_, more)| *more > 0).map(|(name, more)| (name.to_string_lossy().into_owned(), more))
    }

    /// All of them as text, an empty line between two. See [`Diagnostic::render`].
    pub fn render(&self, colour: bool) -> String {
        let listed = self.list.iter().map(|d| d.render(colour));
        let beyond = self.beyond().map(|(name, more)| format!("and {more} more errors in {name}"));
        listed.chain(beyond).collect::<Vec<_>>().join("\n\n")
    }
}

/// The first part of a file's path: the mod, as messages name it.
fn mod_of(file: &Path) -> &OsStr {
    file.components().next().map_or(OsStr::new(""), |part| part.as_os_str())
}

impl Extend<Diagnostic> for Report {
    fn extend<I: IntoIterator<Item = Diagnostic>>(&mut self, diagnostics: I) {
        diagnostics.into_iter().for_each(|diagnostic| self.push(diagnostic));
    }
}

impl From<Diagnostic> for Report {
    fn from(one: Diagnostic) -> Self {
        Self::from_iter([one])
    }
}

impl FromIterator<Diagnostic> for Report {
    fn from_iter<I: IntoIterator<Item = Diagnostic>>(diagnostics: I) -> Self {
        let mut report = Self::new();
        report.extend(diagnostics);
        report
    }
}

impl IntoIterator for Report {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;
    fn into_iter(self) -> Self::IntoIter {
        self.list.into_iter()
    }
}

impl<'a> IntoIterator for &'a Report {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;
    fn into_iter(self) -> Self::IntoIter {
        self.list.iter()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(false))
    }
}

/// The line around a span, or a piece of it if it is long.
struct Excerpt<'a> {
    text: &'a str,
    span: Range<usize>,
    /// The line goes on before the piece.
    cut: bool,
}

impl<'a> Excerpt<'a> {
    fn around(text: &'a str, span: &Range<usize>) -> Self {
        let far = floor_boundary(text, span.start.saturating_sub(SHOWN));
        let line = text[far..span.start].rfind('\n').map(|at| far + at + 1);
        let cut = line.is_none() && far > 0;
        let start = line.unwrap_or(far);
        let far = floor_boundary(text, span.start.saturating_add(SHOWN));
        let line_end = text[span.start..far].find('\n').map_or(far, |at| span.start + at);
        // Only the first line of a long span is shown: the rest says nothing more.
        let end = span.end.min(line_end).max(span.start);
        Self { text: &text[start..line_end], span: span.start - start..end - start, cut }
    }
}

fn clamp(text: &str, span: Range<usize>) -> Range<usize> {
    let start = floor_boundary(text, span.start);
    let end = floor_boundary(text, span.end).max(start);
    start..end
}

fn floor_boundary(text: &str, byte: usize) -> usize {
    let mut byte = byte.min(text.len());
    while !text.is_char_boundary(byte) {
        byte -= 1;
    }
    byte
}

/// Paths are shown with `/` on every system.
fn shown_path(path: &Path) -> String {
    path.components()
        .map(|part| part.as_os_str().to_string_lossy())
        .collect::<Vec<_>>()
        .join("/")
        .replace("//", "/")
}

#[cfg(test)]
#[path = "diagnostics_tests.rs"]
mod tests;
