//! The tags of an XML text, one after another.
//!
//! Strict: what an editor of maps or drawings never writes is refused. What the tags mean is in `tiled_guard` and
//! `drawing`.
//!
//! By hand, because files of others come here first. `roxmltree` keeps the whole tree, some hundred bytes for each tile
//! that has a tag of its own, and holds every attribute of a tag against all others before anybody can count them.
//! `quick-xml`, by which `tiled` reads, counts the brackets of a document type anew at each of them: megabytes of
//! brackets take it hours.

use std::ops::Range;

const MAX_ATTRIBUTES: usize = 64;
const MAX_DEPTH: usize = 32;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tag<'a> {
    pub name: &'a str,
    /// Names and values as written, without their quotes.
    pub attributes: Vec<(&'a str, &'a str)>,
    pub kind: TagKind,
    pub span: Range<usize>,
    /// How many tags are open around this one.
    pub depth: usize,
    /// Whether comments or CDATA stand between the last tag and this one.
    pub after_special: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TagKind {
    Open,
    Close,
    Empty,
}

impl<'a> Tag<'a> {
    pub fn attribute(&self, name: &str) -> Option<&'a str> {
        self.attributes.iter().find(|(key, _)| *key == name).map(|(_, value)| *value)
    }
}

pub(super) type Fault = (usize, String);

pub(super) struct Tags<'a> {
    text: &'a str,
    at: usize,
    open: Vec<&'a str>,
    /// Names may have a `:` and a `.`, as those of drawings do.
    spaces: bool,
}

impl<'a> Tags<'a> {
    /// The tags of a map.
    pub fn new(text: &'a str) -> Self {
        Self { text, at: 0, open: Vec::new(), spaces: false }
    }

    /// The tags of a drawing.
    pub fn of_drawing(text: &'a str) -> Self {
        Self { spaces: true, ..Self::new(text) }
    }

    fn is_name(&self, name: &str) -> bool {
        let plain = |b: u8| b.is_ascii_alphanumeric() || b == b'_' || b == b'-';
        !name.is_empty() && name.bytes().all(|b| plain(b) || self.spaces && (b == b':' || b == b'.'))
    }

    /// The next tag, or none at the end.
    pub fn next_tag(&mut self) -> Result<Option<Tag<'a>>, Fault> {
        let mut after_special = false;
        loop {
            let Some(found) = self.text[self.at..].find('<') else {
                return match self.open.last() {
                    Some(name) => {
                        Err((self.text.len(), format!("the tag <{}> is never closed", short(name))))
                    }
                    None => Ok(None),
                };
            };
            let start = self.at + found;
            let rest = &self.text[start..];
            let special = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")];
            if let Some((opening, closing)) =
                special.into_iter().find(|(opening, _)| rest.starts_with(opening))
            {
                let body = start + opening.len();
                let end = self.text[body..].find(closing);
                let end =
                    end.ok_or_else(|| (start, format!("`{opening}` is never closed by `{closing}`")))?;
                self.at = body + end + closing.len();
                after_special = true;
                continue;
            }
            if rest.starts_with("<!") {
                return Err((start, "document types are not allowed".to_owned()));
            }
            let mut tag = self.tag(start)?;
            tag.after_special = after_special;
            return Ok(Some(tag));
        }
    }

    fn tag(&mut self, start: usize) -> Result<Tag<'a>, Fault> {
        let end = self.end_of_tag(start)?;
        self.at = end;
        let inner = &self.text[start + 1..end - 1];
        if let Some(name) = inner.strip_prefix('/') {
            let name = name.trim_end();
            if self.open.pop() != Some(name) {
                let why = format!("</{}> closes another tag than the last open one", short(name));
                return Err((start, why));
            }
            let (attributes, depth) = (Vec::new(), self.open.len());
            return Ok(Tag {
                name,
                attributes,
                kind: TagKind::Close,
                span: start..end,
                depth,
                after_special: false,
            });
        }
        let empty = inner.strip_suffix('/').map(|inner| (inner, TagKind::Empty));
        let (inner, kind) = empty.unwrap_or((inner, TagKind::Open));
        let name_end = inner.find(|c: char| c.is_ascii_whitespace()).unwrap_or(inner.len());
        let name = &inner[..name_end];
        if !self.is_name(name) {
            return Err((start, format!("<{}> is no tag that is known here", short(name))));
        }
        let attributes = self.attributes(&inner[name_end..]);
        let attributes = attributes.map_err(|why| (start, format!("<{}>: {why}", short(name))))?;
        let depth = self.open.len();
        if kind == TagKind::Open {
            if depth >= MAX_DEPTH {
                return Err((start, format!("tags are nested deeper than {MAX_DEPTH}")));
            }
            self.open.push(name);
        }
        Ok(Tag { name, attributes, kind, span: start..end, depth, after_special: false })
    }

    /// One past the `>` of the tag that starts here; quotes hide a `>`.
    fn end_of_tag(&self, start: usize) -> Result<usize, Fault> {
        let mut quote = None;
        for (at, b) in self.text.bytes().enumerate().skip(start + 1) {
            match (quote, b) {
                (None, b'"' | b'\'') => quote = Some(b),
                (Some(open), b) if open == b => quote = None,
                (None, b'>') => return Ok(at + 1),
                (None, b'<') => break,
                _ => {}
            }
        }
        Err((start, "this tag is never closed by `>`".to_owned()))
    }

    fn attributes(&self, text: &'a str) -> Result<Vec<(&'a str, &'a str)>, String> {
        let mut found: Vec<(&'a str, &'a str)> = Vec::new();
        let mut rest = text.trim();
        while !rest.is_empty() {
            let (name, after) =
                rest.split_once('=').ok_or_else(|| format!("`{}` is no attribute", short(rest)))?;
            let name = name.trim();
            if !self.is_name(name) {
                return Err(format!("`{}` cannot be the name of an attribute here", short(name)));
            }
            if found.iter().any(|(known, _)| *known == name) {
                return Err(format!("the attribute {} is given twice", short(name)));
            }
            if found.len() >= MAX_ATTRIBUTES {
                return Err(format!("it has more than {MAX_ATTRIBUTES} attributes"));
            }
            let after = after.trim_start();
            let quote = after.chars().next().filter(|c| matches!(c, '"' | '\''));
            let quote = quote.ok_or_else(|| format!("the value of {} needs quotes", short(name)))?;
            let value = after[1..].split_once(quote);
            let (value, after) = value.ok_or_else(|| format!("the value of {} never ends", short(name)))?;
            found.push((name, value));
            rest = after.trim_start();
        }
        Ok(found)
    }
}

fn short(text: &str) -> String {
    text.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Result<Vec<String>, String> {
        let mut tags = Tags::new(text);
        let mut found = Vec::new();
        loop {
            match tags.next_tag() {
                Ok(Some(tag)) => found.push(format!("{}{:?}{}", tag.name, tag.kind, tag.depth)),
                Ok(None) => return Ok(found),
                Err((at, why)) => return Err(format!("{at}: {why}")),
            }
        }
    }

    #[test]
    fn tags_are_found_with_their_depth() {
        let text = "<?xml version=\"1.0\"?><a x=\"1 > 2\" y='\"'><!-- <b> --><c/><![CDATA[<d>]]></a>";
        assert_eq!(names(text).unwrap(), ["aOpen0", "cEmpty1", "aClose0"]);
        let mut tags = Tags::new(text);
        let tag = tags.next_tag().unwrap().unwrap();
        assert_eq!(
            (tag.attribute("x"), tag.attribute("y"), tag.attribute("z")),
            (Some("1 > 2"), Some("\""), None)
        );
    }

    #[test]
    fn what_no_editor_writes_is_refused() {
        let texts = "<a>|<a></b>|</a>|<a|<a x=\"1>|<a x=1/>|<a x/>|<a x=\"1\" x=\"2\"/>|<n:a/>|<a n:x=\"1\"/>|\
                     <!DOCTYPE a [<!ENTITY b \"c\">]>|<!-- |<a <b/>|<>|<ä/>";
        for text in texts.split('|') {
            assert!(names(text).is_err(), "{text}");
        }
        assert!(names(&"<a>".repeat(100)).unwrap_err().contains("deeper"));
    }

    #[test]
    fn a_tag_has_only_so_many_attributes() {
        let tag = |count: usize| {
            let attributes: Vec<String> = (0..count).map(|n| format!("x{n}=\"1\"")).collect();
            format!("<a {}/>", attributes.join(" "))
        };
        assert!(names(&tag(64)).is_ok());
        let begun = std::time::Instant::now();
        assert!(names(&tag(300_000)).unwrap_err().contains("more than 64 attributes"));
        assert!(names(&format!("<a {}=\"1\"/>", "x ".repeat(300_000))).unwrap_err().len() < 200);
        assert!(begun.elapsed().as_secs() < 1, "{:?}", begun.elapsed());
    }
}
