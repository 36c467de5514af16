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
fn bad_entries_are_named_and_the_others_stay() {
    let text = "[\n(id: \"a\"),\n(name: \"no id\"),\nSword(id: \"b\"),\n(id: 3),\n(id: \"Bad Id\"),\n\
                    (id: \"c\", x 1),\n(id: \"d\", x: 1 y: 2),\n(id: \"e\", x: ),\n(id: \"f\")\n]";
    let (entries, mistakes) = read_entries(&SourceFile::new("w.ron", text));
    assert_eq!(entries.iter().map(|e| e.id.as_str()).collect::<Vec<_>>(), ["a", "f"]);
    assert_eq!(
        said(&mistakes),
        [
            "3:1 this entry has no id",
            "4:1 expected an entry, `(id: \"..\", ..)`",
            "5:6 an id is a text in quotes, `id: \"..\"`",
            "6:6 \"Bad Id\" cannot be an id: use small letters a to z, digits and _ - . /, or `mod:name`",
            "7:11 expected a field, `name: value`",
            "8:16 a comma is missing before this name",
            "9:11 the field \"x\" has no value",
        ]
    );
}

#[test]
fn a_missing_comma_between_entries_is_found() {
    let (entries, mistakes) = read_entries(&SourceFile::new("w.ron", "[(id: \"a\") (id: \"b\")]"));
    assert!(entries.is_empty());
    assert_eq!(mistakes.len(), 1);
    let (_, mistakes) = read_entries(&SourceFile::new("w.ron", "[,]"));
    assert_eq!(said(&mistakes), ["1:2 expected an entry before this comma"]);
}

#[test]
fn other_files_than_lists_are_refused() {
    for text in ["", "(a: 1)", "3", "// only a comment"] {
        assert_eq!(read_entries(&SourceFile::new("w.ron", text)).1.len(), 1, "{text}");
    }
    let (entries, mistakes) = read_entries(&SourceFile::new("w.ron", "[(id: \"a\")] [2]"));
    assert_eq!((entries.len(), mistakes.len()), (1, 1));
}

#[test]
fn a_field_given_twice_marks_its_entry() {
    let (entries, mistakes) =
        read_entries(&SourceFile::new("w.ron", "[(id: \"a\", hit: (x: 1, x: 2)), (id: \"b\")]"));
    assert_eq!(mistakes.len(), 1);
    assert!(entries[0].fault.is_some());
    assert!(entries[1].fault.is_none());
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
