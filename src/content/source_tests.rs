//! Tests of `source`.

use super::*;

fn said(mistakes: &[Diagnostic]) -> Vec<String> {
    mistakes.iter().map(|m| format!("{}:{} {}", m.line, m.column, m.message)).collect()
}

#[test]
fn a_list_is_split_into_entries_and_fields() {
    let file = SourceFile::new(
        "w.ron",
        "// weapons\n[\n (id: \"sword\", damage: \"1d8\", tags: [\"a\", \"b\"]), /* and */\n (id: \"axe\",),\n]",
    );
    let (entries, mistakes) = read_entries(&file);
    assert_eq!(said(&mistakes), Vec::<String>::new());
    assert_eq!(entries.iter().map(|e| e.id.as_str()).collect::<Vec<_>>(), ["sword", "axe"]);
    let fields: Vec<_> = entries[0].fields.iter().map(|f| (f.name.as_str(), f.text())).collect();
    assert_eq!(fields, [("id", "\"sword\""), ("damage", "\"1d8\""), ("tags", "[\"a\", \"b\"]")]);
    assert_eq!(entries[1].origin.text(), "(id: \"axe\",)");
}

#[test]
fn texts_are_located_inside_an_entry() {
    let text = "[(id: \"knight\", weapon: \"sowrd\", skills: [(name: \"ride\", value: 3)], kind: Melee)]";
    let (entries, _) = read_entries(&SourceFile::new("u.ron", text));
    let entry = &entries[0];
    assert_eq!(entry.locate("sowrd").text(), "\"sowrd\"");
    assert_eq!(entry.locate_in("skills", "ride").text(), "\"ride\"");
    assert_eq!(entry.locate_in("skills", "none").text(), "[(name: \"ride\", value: 3)]");
    assert_eq!(entry.locate_field("value").text(), "3");
    assert_eq!(entry.locate_field("weapon").text(), "\"sowrd\"");
    assert_eq!(entry.locate("Melee").text(), "Melee");
    assert_eq!(entry.locate("nowhere").text(), "\"knight\"");
    assert_eq!(entry.error_at("sowrd", "unknown weapon").column, 25);
}

#[test]
fn ids_have_a_narrow_shape() {
    for good in ["a", "long_sword", "mod:a-1", "x/y.z", "9mm", "A-12"] {
        assert_eq!(check_id(good), Ok(()), "{good}");
    }
    for bad in ["", "aB", "a b", ":a", "a:", "a:b:c", "_a", "../a", "é"] {
        assert!(check_id(bad).is_err(), "{bad}");
    }
    assert!(check_id(&"a".repeat(129)).is_err());
}
