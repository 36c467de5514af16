//! RON changed group by group without its types, for steps from old forms: as `ron::to_string` writes it.

/// What a step is made of: the word before a bracket and the fields in it give what stands there instead, if anything.
pub(super) type Change = fn(&str, &[Field<'_>]) -> Option<String>;

pub(super) type Field<'t> = (&'t str, &'t str);

struct Group {
    /// Where it begins, behind the bracket.
    at: usize,
    commas: Vec<usize>,
}

/// A text with whatever stands in round brackets changed, inner brackets first.
pub(super) fn groups(text: &str, change: Change) -> Result<String, String> {
    let mut out = String::with_capacity(text.len());
    let mut open: Vec<Group> = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(['"', '\'', '(', '[', '{', ',', ')', ']', '}']) {
        let (before, behind) = rest.split_at(at);
        out.push_str(before);
        let mark = behind.chars().next().unwrap_or_default();
        let length = if matches!(mark, '"' | '\'') { quoted(behind)? } else { mark.len_utf8() };
        match mark {
            ',' => {
                if let Some(group) = open.last_mut() {
                    group.commas.push(out.len());
                }
            }
            ')' | ']' | '}' => {
                let group = open.pop().ok_or("a bracket closes that was not open")?;
                let changed =
                    (mark == ')').then(|| change(word_before(&out, group.at), &fields(&out, &group)));
                if let Some(changed) = changed.flatten() {
                    out.truncate(group.at);
                    out.push_str(&changed);
                }
            }
            _ => {}
        }
        let (mark_or_text, behind) = behind.split_at(length);
        out.push_str(mark_or_text);
        if matches!(mark, '(' | '[' | '{') {
            open.push(Group { at: out.len(), commas: Vec::new() });
        }
        rest = behind;
    }
    if !open.is_empty() {
        return Err("a bracket stays open".to_owned());
    }
    out.push_str(rest);
    Ok(out)
}

fn quoted(text: &str) -> Result<usize, String> {
    let mut chars = text.char_indices();
    let quote = chars.next().map(|(_, quote)| quote);
    while let Some((at, c)) = chars.next() {
        if c == '\\' {
            chars.next();
        } else if Some(c) == quote {
            return Ok(at + c.len_utf8());
        }
    }
    Err("a text has no end".to_owned())
}

fn part_of_a_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

fn word_before(text: &str, at: usize) -> &str {
    let before = text.get(..at.saturating_sub(1)).unwrap_or_default();
    let rest = before.trim_end_matches(part_of_a_word);
    before.get(rest.len()..).unwrap_or_default()
}

/// The fields of a group up to the end of the text; of values without a name none.
fn fields<'t>(text: &'t str, group: &Group) -> Vec<Field<'t>> {
    let mut from = group.at;
    let mut found = Vec::new();
    for end in group.commas.iter().copied().chain([text.len()]) {
        let field = text.get(from..end).unwrap_or_default().split_once(':');
        if let Some((name, value)) = field.filter(|(name, _)| name.chars().all(part_of_a_word)) {
            found.push((name, value));
        }
        from = end + 1;
    }
    found
}

pub(super) fn written<'t>(fields: impl Iterator<Item = Field<'t>>) -> String {
    let mut text = String::new();
    for (name, value) in fields {
        if !text.is_empty() {
            text.push(',');
        }
        text.push_str(name);
        text.push(':');
        text.push_str(value);
    }
    text
}

/// How flat fields come into parts.
pub(super) struct Nesting {
    /// The field by which the struct is known.
    pub known_by: &'static str,
    /// The name of each part, and its fields, by their old names, with spaces between.
    pub parts: &'static [(&'static str, &'static str)],
    /// Fields that are called otherwise, old and new.
    pub renamed: &'static [(&'static str, &'static str)],
}

impl Nesting {
    /// The same fields in their parts, if it is this struct.
    pub fn nest(&self, fields: &[Field<'_>]) -> Option<String> {
        if !fields.iter().any(|(name, _)| *name == self.known_by) {
            return None;
        }
        let holds = |own: &str, name: &str| own.split(' ').any(|own| own == name);
        let in_no_part = |name: &str| self.parts.iter().all(|(_, own)| !holds(own, name));
        let direct = fields.iter().filter(|(name, _)| in_no_part(name)).map(|field| self.renamed(*field));
        let mut text = written(direct);
        for (part, own) in self.parts {
            let inside = fields.iter().filter(|(name, _)| holds(own, name)).map(|field| self.renamed(*field));
            text.push_str(&format!(",{part}:({})", written(inside)));
        }
        Some(text)
    }

    fn renamed<'t>(&self, (name, value): Field<'t>) -> Field<'t> {
        let new = self.renamed.iter().find(|(old, _)| *old == name);
        (new.map_or(name, |(_, new)| *new), value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_is_changed_whatever_stands_in_its_texts() {
        fn change(name: &str, fields: &[Field<'_>]) -> Option<String> {
            match (name, fields) {
                ("Old", [(first, value), ..]) => Some(format!("{first}:{value},more:{}", fields.len())),
                _ => None,
            }
        }
        let changed = |text: &str| groups(text, change);
        assert_eq!(
            changed(r#"[Old(a:"),(\"",b:{1:2,3:4}),Old(3,4),x:Old(a:Old(a:',')),Told(a:1)]"#),
            Ok(r#"[Old(a:"),(\"",more:2),Old(3,4),x:Old(a:Old(a:',',more:1),more:1),Told(a:1)]"#.to_owned())
        );
        assert!(changed("(a").is_err() && changed("a)").is_err() && changed("(\"a)").is_err());
        assert_eq!(changed("ä:1"), Ok("ä:1".to_owned()));
    }

    #[test]
    fn flat_fields_come_into_parts() {
        const NESTING: Nesting =
            Nesting { known_by: "b", parts: &[("in", "b c")], renamed: &[("b", "bee"), ("d", "dee")] };
        let fields = [("a", "1"), ("b", "(2)"), ("c", "3"), ("d", "4")];
        assert_eq!(NESTING.nest(&fields), Some("a:1,dee:4,in:(bee:(2),c:3)".to_owned()));
        assert_eq!(NESTING.nest(&fields[..1]), None);
    }
}
