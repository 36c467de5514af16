//! What an SVG file must be before it is drawn.
//!
//! Limits and refusals protect the program: nothing outside the file, nothing that takes a thousand times its
//! length to draw. The window's `art` draws it and limits the work.

use super::xml_scan::{Fault, Tag, TagKind, Tags};

/// The largest drawing, in bytes.
pub const MAX_BYTES: u64 = 1024 * 1024;
const MAX_TAGS: usize = 5_000;
/// The most tags that show another one again: these again may show others.
const MAX_COPIES: usize = 12;
const MAX_MASKS: usize = 32;
const MAX_FILTER_STEPS: usize = 16;
/// The longest rules of style, in bytes: each is held against each tag.
const MAX_STYLE: usize = 16 * 1024;

const NO_PICTURES: &str = "pictures inside a drawing are not read: save the whole as PNG";
const TOO_SLOW: &str = "it takes too long to draw: use plain shapes, gradients, masks, blurs";

const REFUSED: [(&str, &str); 15] = [
    ("image", NO_PICTURES),
    ("feImage", NO_PICTURES),
    ("foreignObject", NO_PICTURES),
    ("script", "nothing in a drawing is carried out"),
    ("pattern", TOO_SLOW),
    ("marker", TOO_SLOW),
    ("feTurbulence", TOO_SLOW),
    ("feConvolveMatrix", TOO_SLOW),
    ("feMorphology", TOO_SLOW),
    ("feDisplacementMap", TOO_SLOW),
    ("feDiffuseLighting", TOO_SLOW),
    ("feSpecularLighting", TOO_SLOW),
    ("feTile", TOO_SLOW),
    ("cursor", NO_PICTURES),
    ("color-profile", NO_PICTURES),
];

#[derive(Default)]
struct Counts {
    tags: usize,
    copies: usize,
    masks: usize,
    steps: usize,
}

/// Checks a drawing. Gives what is odd about it: the byte, and a sentence.
///
/// # Errors
/// Why it is not drawn: the byte, and a sentence.
pub fn check(text: &str) -> Result<Vec<(usize, String)>, (usize, String)> {
    let mut tags = Tags::of_drawing(text);
    let mut counts = Counts::default();
    let mut odd = Vec::new();
    let mut style = None;
    while let Some(tag) = tags.next_tag()? {
        let name = local(tag.name);
        if counts.tags == 0 && name != "svg" {
            return Err((tag.span.start, format!("this is no drawing: it begins with <{name}>")));
        }
        if let Some(from) = style.take() {
            check_style(from, text.get(from..tag.span.start).unwrap_or_default())?;
        }
        if tag.kind == TagKind::Close {
            continue;
        }
        counts.check(name, &tag)?;
        check_links(&tag)?;
        if name == "style" && tag.kind == TagKind::Open {
            style = Some(tag.span.end);
        }
        if name == "text" {
            odd.push((tag.span.start, "text is not drawn: turn it into paths".to_owned()));
        }
    }
    if counts.tags == 0 {
        return Err((0, "this is no drawing: it has no tags".to_owned()));
    }
    Ok(odd)
}

impl Counts {
    fn check(&mut self, name: &str, tag: &Tag<'_>) -> Result<(), Fault> {
        let refuse = |why: String| Err((tag.span.start, why));
        if let Some((_, why)) = REFUSED.iter().find(|(refused, _)| *refused == name) {
            return refuse(format!("<{name}> is not drawn: {why}"));
        }
        self.tags += 1;
        self.copies += usize::from(name == "use");
        self.masks += usize::from(matches!(name, "mask" | "clipPath"));
        self.steps += usize::from(name.starts_with("fe"));
        for (count, most, what) in [
            (self.tags, MAX_TAGS, "tags"),
            (self.copies, MAX_COPIES, "tags <use>"),
            (self.masks, MAX_MASKS, "masks and clips"),
            (self.steps, MAX_FILTER_STEPS, "steps of filters"),
        ] {
            if count > most {
                return refuse(format!("a drawing has at most {most} {what}"));
            }
        }
        Ok(())
    }
}

/// Whatever a tag names must stand in the same file.
fn check_links(tag: &Tag<'_>) -> Result<(), Fault> {
    for (name, value) in &tag.attributes {
        let link = local(name) == "href" && !value.trim_start().starts_with('#');
        if link || names_outside(value) {
            let why = format!("the attribute {name} names something outside the drawing: that is not read");
            return Err((tag.span.start, why));
        }
    }
    Ok(())
}

fn check_style(at: usize, rules: &str) -> Result<(), Fault> {
    if rules.len() > MAX_STYLE {
        return Err((at, format!("a drawing has at most {} KiB of style", MAX_STYLE / 1024)));
    }
    if rules.contains("@import") || names_outside(rules) {
        return Err((at, "the style names something outside the drawing: that is not read".to_owned()));
    }
    Ok(())
}

/// Whether there is a `url(..)` that is no `url(#..)`.
fn names_outside(text: &str) -> bool {
    text.match_indices("url(").any(|(at, opening)| {
        let mut rest = text.get(at + opening.len()..).unwrap_or_default().trim_start();
        for quote in ["\"", "'", "&quot;", "&apos;"] {
            rest = rest.strip_prefix(quote).unwrap_or(rest);
        }
        !rest.trim_start().starts_with('#')
    })
}

fn local(name: &str) -> &str {
    name.rsplit_once(':').map_or(name, |(_, local)| local)
}

#[cfg(test)]
mod tests {
    use super::check;

    fn svg(inner: &str) -> Result<usize, String> {
        let text = format!(
            "<?xml version=\"1.0\"?><!-- a --><svg xmlns=\"http://www.w3.org/2000/svg\" \
             xmlns:xlink=\"http://www.w3.org/1999/xlink\" viewBox=\"0 0 8 8\">{inner}</svg>"
        );
        check(&text).map(|odd| odd.len()).map_err(|(_, why)| why)
    }

    #[test]
    fn what_editors_write_is_sound() {
        for inner in [
            "<path d=\"M0 0h8v8z\" fill=\"url(#a)\" style=\"fill:url(&quot;#a&quot;);stroke:none\"/>",
            "<defs><radialGradient id=\"a\"><stop offset=\"0\"/></radialGradient></defs>",
            "<linearGradient id=\"b\" xlink:href=\"#a\"/><use href=\"#b\"/>",
            "<filter id=\"f\"><feGaussianBlur stdDeviation=\"3\"/></filter>",
            "<sodipodi:namedview inkscape:zoom=\"1\"/><style>.a { fill: url('#a') }</style>",
        ] {
            assert_eq!(svg(inner), Ok(0), "{inner}");
        }
        assert_eq!(svg("<text>a</text>"), Ok(1));
    }

    #[test]
    fn nothing_outside_is_named_and_nothing_slow_is_drawn() {
        for (inner, why) in [
            ("<svg:image xlink:href=\"data:image/png;base64,AAAA\"/>", "pictures inside"),
            ("<path fill=\"url(other.svg#a)\"/>", "outside the drawing"),
            ("<style>@import \"x.css\";</style>", "outside the drawing"),
            ("<pattern id=\"p\" width=\"1\" height=\"1\"/>", "too long"),
        ] {
            let said = svg(inner).unwrap_err();
            assert!(said.contains(why), "{inner}: {said}");
        }
        assert!(svg(&"<use href=\"#a\"/>".repeat(13)).unwrap_err().contains("at most 12"));
        assert!(svg(&"<feOffset/>".repeat(17)).unwrap_err().contains("at most 16"));
        assert!(svg(&"<path/>".repeat(5_000)).unwrap_err().contains("at most 5000"));
        assert!(svg(&format!("<style>{}</style>", "a{}".repeat(9_000))).unwrap_err().contains("style"));
        let bomb = "<!DOCTYPE svg [<!ENTITY a \"b\">]><svg/>";
        assert!(check(bomb).unwrap_err().1.contains("document types"));
        assert!(check("<html/>").is_err() && check("").is_err() && check("\u{1}PNG").is_err());
    }
}
