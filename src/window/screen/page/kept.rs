//! The lists of what was kept: saved battles to go on with, and replays to watch. Each can be named or deleted.

use super::prelude::*;

pub(super) fn plugin(app: &mut App) {
    let here = |screen: Res<State<Screen>>| matches!(screen.get(), Screen::Page(Page::Load | Page::Replays));
    app.add_systems(Update, draw.in_set(PageDrawn).run_if(here));
}

/// What one of the two lists shows.
struct List {
    /// What its place is kept by while it is rolled.
    name: &'static str,
    heading: String,
    /// There is none, and when there will be one.
    none: [String; 2],
    words: Words,
    entries: Vec<Entry>,
}

/// What the buttons of an entry say.
struct Words {
    /// The word that scripts open it by.
    verb: &'static str,
    open: String,
    /// What giving a name does, where the button does not say it.
    tip: Option<String>,
}

struct Entry {
    name: String,
    about: String,
    /// Something is wrong with it.
    wrong: bool,
    /// What scripts tell its buttons by.
    handle: String,
    /// May it be opened?
    possible: bool,
    open: Intent,
    /// None: it cannot have another name.
    rename: Option<Intent>,
    delete: Intent,
}

type Shown = (Vec<SaveEntry>, Vec<ReplayEntry>, String);

fn draw(mut sheet: PageSheet, shelf: Res<Shelf>, mut seen: Local<Option<Shown>>) {
    if !sheet.renew(&mut seen, (shelf.saves.clone(), shelf.replays.clone(), shelf.note.clone())) {
        return;
    }
    let list = match sheet.screen.get() {
        Screen::Page(Page::Replays) => replays(&shelf.replays),
        _ => saves(&shelf.saves),
    };
    let List { name, heading, none, words, entries } = list;
    let between = sheet.between_battles();
    sheet.small(NARROW, heading, |paper| {
        paper.text_any(WRONG, &shelf.note);
        if entries.is_empty() {
            nothing(paper, none, |column| {
                if between {
                    let (text, intent) = (say!("page-new-battle"), Intent::Open(Page::NewBattle));
                    plate(column, "New battle", text, "", intent).insert(First);
                }
            });
            return;
        }
        middle(paper, name, |rows| {
            for (n, entry) in entries.into_iter().enumerate() {
                draw_entry(rows, &words, n == 0, entry);
            }
        });
    });
}

/// What is told of an entry, without the name of its battle where that stands above it.
fn beneath(name: &str, about: String) -> String {
    match about.strip_prefix(name).and_then(|rest| rest.strip_prefix(", ")) {
        Some(rest) => rest.to_owned(),
        None => about,
    }
}

fn saves(saves: &[SaveEntry]) -> List {
    let entry = |save: &SaveEntry| Entry {
        name: save.name.clone(),
        about: match &save.why_not {
            Some(why) => why.clone(),
            None if save.side.is_empty() => {
                say!("save-line", battle = &save.battle, round = save.round, age = &save.age)
            }
            None => say!(
                "save-line-side",
                battle = &save.battle,
                round = save.round,
                side = &save.side,
                age = &save.age
            ),
        },
        wrong: save.why_not.is_some(),
        handle: save.name.clone(),
        // A damaged one can still be loaded where its backup is whole.
        possible: save.why_not.is_none() || save.backup || save.changed,
        open: Intent::Load(save.path.clone()),
        rename: save.why_not.is_none().then(|| Intent::AskName(save.path.clone())),
        delete: Intent::DeleteSave(save.path.clone()),
    };
    List {
        name: "saves",
        heading: say!("page-load"),
        none: [say!("load-none"), say!("load-later")],
        words: Words { verb: "load", open: say!("page-load"), tip: None },
        entries: saves.iter().map(entry).collect(),
    }
}

fn replays(replays: &[ReplayEntry]) -> List {
    let entry = |(n, replay): (usize, &ReplayEntry)| {
        let file =
            replay.path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let (battle, rounds, age) = (&replay.battle, replay.rounds, &replay.age);
        let about = match &replay.winner {
            _ if !replay.same_library => say!("watch-other-library"),
            _ if battle.is_empty() => file.clone(),
            Some(side) => say!("replay-line-won", battle = battle, rounds = rounds, side = side, age = age),
            None => say!("replay-line", battle = battle, rounds = rounds, age = age),
        };
        Entry {
            name: if replay.name.is_empty() { file } else { replay.name.clone() },
            about,
            wrong: !replay.same_library,
            handle: n.to_string(),
            possible: replay.same_library,
            open: Intent::Watch(replay.path.clone()),
            rename: Some(Intent::AskName(replay.path.clone())),
            delete: Intent::DeleteReplay(replay.path.clone()),
        }
    };
    List {
        name: "replays",
        heading: say!("page-replays"),
        none: [say!("replays-none"), say!("replays-later")],
        words: Words { verb: "watch", open: say!("button-watch"), tip: Some(say!("tip-name-replay")) },
        entries: replays.iter().enumerate().map(entry).collect(),
    }
}

fn draw_entry(list: Sheet, words: &Words, first: bool, entry: Entry) {
    let Entry { name, about, wrong, handle, possible, open, rename, delete } = entry;
    let about = beneath(&name, about);
    draw_row(list, &name, &about, wrong, |row| {
        let opens = format!("{} {handle}", words.verb);
        row.push_if(possible, opens, NAME, &words.open, open).insert_if(First, || first);
        if let Some(rename) = rename {
            let mut button = row.push(format!("name {handle}"), TEXT, say!("button-name"), rename);
            if let Some(tip) = &words.tip {
                button.insert(Tip::new(tip.clone()));
            }
        }
        row.push(format!("delete {handle}"), TEXT, say!("button-delete"), delete);
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_in_the_name_is_not_told_again() {
        let told = |name: &str| beneath(name, "First blood, round 2, just now".to_owned());
        assert_eq!(told("First blood"), "round 2, just now");
        assert_eq!(told("First blood, round 2"), "just now");
        assert_eq!(told("Quick save"), "First blood, round 2, just now");
    }
}
