//! Where the units of a scenario are written.

use crate::content::{prelude::*, scan::Item};

/// Where a field of the n-th unit of a name is written; failing that its id, or the first text with its name.
pub(super) fn of_unit(entry: &RawEntry, id: Key, nth: usize, field: &str) -> SourcePlace {
    let lists = ["sides", "reinforcements"].into_iter().filter_map(|name| entry.field(name));
    let unit = lists.flat_map(|list| units(list, id)).nth(nth);
    let place = unit.and_then(|unit| unit.get(field).or_else(|| unit.get("id")).cloned());
    place.unwrap_or_else(|| entry.locate(id.as_str()))
}

/// The fields of the units of a name in a list of sides or of reinforcements, and where their values stand.
fn units(list: &RawField, id: Key) -> Vec<BTreeMap<String, SourcePlace>> {
    let (text, outline) = (list.text(), list.words().outline());
    let inside = |at: usize| -> Vec<Item> {
        let open = outline.tokens().get(at).is_some_and(|token| matches!(token.kind, TokenKind::Open(_)));
        if open { outline.items(at) } else { Vec::new() }
    };
    let name = |item: &Item| item.key.as_ref().map(|key| text[outline.span(key)].to_owned());
    let place = |item: &Item| list.place().within(&outline.span(&item.value));
    let mut found = Vec::new();
    for side in inside(0) {
        for part in
            inside(side.value.start).iter().filter(|part| name(part).is_some_and(|name| name == "units"))
        {
            for unit in inside(part.value.start) {
                let fields = inside(unit.value.start);
                let fields: BTreeMap<String, SourcePlace> =
                    fields.iter().filter_map(|field| Some((name(field)?, place(field)))).collect();
                if fields.get("id").is_some_and(|place| id == text_content(place.text())) {
                    found.push(fields);
                }
            }
        }
    }
    found
}
