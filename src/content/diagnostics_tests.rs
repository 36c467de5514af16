//! Tests of `diagnostics`.

use super::*;

fn file(text: &str) -> SourceFile {
    SourceFile::new("base/weapons.ron", text)
}

#[test]
fn a_mistake_shows_file_line_column_the_line_a_caret_and_help() {
    let file = file("[\n    (id: \"sowrd\"),\n]\n");
    let at = file.text.find("\"sowrd\"").unwrap();
    let mistake = Diagnostic::at(&file, at..at + 7, "unknown weapon \"sowrd\"")
        .label("in `id`")
        .help("did you mean \"sword\"?");
    assert_eq!((mistake.line, mistake.column), (2, 10));
    let shown = mistake.render(false);
    assert!(shown.starts_with("error: unknown weapon \"sowrd\"\n"), "{shown}");
    assert!(shown.contains("--> base/weapons.ron:2:10"), "{shown}");
    assert!(shown.contains("2 |     (id: \"sowrd\"),"), "{shown}");
    assert!(shown.contains("|          ^^^^^^^ in `id`"), "{shown}");
    assert!(shown.contains("help: did you mean \"sword\"?"), "{shown}");
    assert!(!shown.contains('\u{1b}'), "plain text has no escapes");
    assert!(mistake.render(true).contains('\u{1b}'), "colour has escapes");
}

#[test]
fn a_span_past_the_end_or_inside_a_letter_is_cut() {
    let file = file("ä");
    let mistake = Diagnostic::at(&file, 1..99, "odd");
    assert_eq!(mistake.span, 0..2);
    assert!(mistake.render(false).contains("odd"));
    assert!(Diagnostic::at(&self::file(""), 3..9, "empty file").render(false).contains("empty file"));
}

#[test]
fn a_whole_file_is_named_without_a_line() {
    let shown = Diagnostic::whole_file(Path::new("mods/x/mod.ron"), "the file is missing").render(false);
    assert_eq!(shown, "error: the file is missing\n--> mods/x/mod.ron");
}

#[test]
fn a_report_is_sorted_and_says_nothing_twice() {
    let file = file("a\nb\nc\n");
    let mut report = Report::new();
    report.push(Diagnostic::at(&file, 4..5, "third"));
    report.push(Diagnostic::at(&file, 0..1, "first"));
    report.push(Diagnostic::at(&file, 2..3, "second").warning());
    report.push(Diagnostic::at(&file, 0..1, "first"));
    let said: Vec<&str> = report.iter().map(|d| d.message.as_str()).collect();
    assert_eq!(said, ["first", "second", "third"]);
    assert_eq!(report.errors(), 2);
    assert!(report.has_errors());
}

#[test]
fn of_each_mod_only_so_many_are_shown_and_the_others_are_counted() {
    let mut report = Report::new();
    let mistake = |of: &str, n: usize| Diagnostic::whole_file(Path::new(of), format!("mistake {n}"));
    for n in 0..REPORTED + 7 {
        report.push(mistake("noisy/a.ron", n));
    }
    report.push(mistake("noisy/b.ron", 0).warning());
    report.push(mistake("quiet/a.ron", 1));
    assert!(!report.takes(Path::new("noisy/c.ron")) && report.takes(Path::new("quiet/c.ron")));
    report.push_with(Path::new("noisy/c.ron"), || unreachable!("it is not put into words"));
    assert_eq!((report.len(), report.errors(), report.iter().count()), (210, 209, 202));
    let mut other = Report::new();
    other.push(mistake("other/a.ron", 0));
    other.join(report);
    assert_eq!((other.len(), other.errors()), (211, 210));
    let text = other.render(false);
    assert!(text.ends_with("and 8 more errors in noisy"), "{text}");
    assert!(text.contains("quiet/a.ron") && text.contains("mistake 199") && !text.contains("mistake 200"));
}

#[test]
fn of_a_long_line_a_piece_is_shown_with_its_true_column() {
    let file = file(&format!("\n{}ö odd {}\n", "ä ".repeat(400_000), "b".repeat(900_000)));
    let at = file.text.find("odd").unwrap();
    let shown = Diagnostic::at(&file, at..at + 3, "odd").render(false);
    assert!(shown.contains("--> base/weapons.ron:2:800003\n") && shown.len() < 2000, "{shown}");
    assert!(shown.lines().any(|line| line.ends_with("^^^")), "{shown}");
}

#[test]
fn a_comment_with_a_reason_turns_the_warnings_of_its_line_and_the_next_off() {
    let text =
        "// allow: a smell of its own\n(a: 1)\n(b: 2) // allow: this too\n(c: 3)\n\n(d: 4) // allow:\n";
    let file = SourceFile::new("f.ron", text);
    let at = |word: &str| {
        let start = text.find(word).unwrap();
        Diagnostic::at(&file, start..start + 1, word)
    };
    let words = ["(a", "(b", "(c", "(d"];
    let warned: Report = words.iter().map(|word| at(word).warning()).collect();
    let told: Vec<(u32, u32, &str)> =
        warned.iter().map(|one| (one.line, one.column, one.message.as_str())).collect();
    assert_eq!(told, [(4, 1, "(c"), (6, 11, "this turns a warning off without a reason: (d")]);
    assert_eq!(warned.errors(), 1);
    let wrong: Report = words.iter().map(|word| at(word)).collect();
    assert_eq!(wrong.errors(), 4, "an error cannot be turned off");
}
