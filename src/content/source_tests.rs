//! Tests of `source`.

use super::*;

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
