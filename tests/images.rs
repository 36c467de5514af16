//! Pictures of every page and of the battle, compared with those that were looked at and kept in `tests/images`.
//!
//! On the driver that drew them the pixels must be the very same (a hash of each picture is kept); on another one the
//! thumbnails must be alike. `tests/images/README.md` says how to draw them anew. Texts that do not fit their place
//! and the hand-over are proven here too, as they need the same pages.
#![cfg(feature = "window")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]
#![allow(clippy::print_stdout, reason = "a test that is skipped says why")]

#[path = "common/window.rs"]
mod window;

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

use image::RgbImage;
use window::{display, finish, program};

/// Set to draw the pictures anew instead of comparing them.
const DRAW: &str = "THREAT_RANGE_DRAW_IMAGES";
/// Names the only pages to draw or to compare, with commas between ("title,load").
const ONLY: &str = "THREAT_RANGE_IMAGES";
/// A thumbnail's width and height.
const THUMB: (u32, u32) = (240, 135);
/// How far the channels of a thumbnail may lie apart on another driver, on the average, of 255.
const ALIKE: f64 = 3.0;
/// How far one tile of a thumbnail may: a panel that is gone is small in the whole.
const TILE_ALIKE: f64 = 18.0;
/// Width and height of such a tile.
const TILE: u32 = 15;

/// Pages that show a folder of this very run: their pixels are never twice the same.
const NEVER_TWICE: [&str; 1] = ["mods"];

/// Ground that nobody has seen, as it is drawn: blank paper, a little uneven.
const UNKNOWN: [u8; 3] = [202, 188, 160];
/// By how much its channels differ from place to place.
const UNEVEN: u8 = 6;

/// How a page is seen: window size, UI scale, language.
type View = ((u32, u32), u32, &'static str);

/// All views.
const VIEWS: [View; 8] = [
    ((1280, 720), 100, "en"),
    ((1280, 720), 100, "de"),
    ((1920, 1080), 100, "en"),
    ((1920, 1080), 100, "de"),
    ((3840, 2160), 100, "en"),
    ((3840, 2160), 100, "de"),
    ((3840, 2160), 200, "en"),
    ((3840, 2160), 200, "de"),
];

/// What a page needs to be opened, and to be left again.
struct Page {
    name: &'static str,
    open: &'static str,
    leave: &'static str,
}

const fn page(name: &'static str, open: &'static str) -> Page {
    Page { name, open, leave: "Intent(Back)" }
}

/// The pages that can be reached from the title.
const TITLE: [Page; 7] = [
    Page { name: "title", open: "Wait(1)", leave: "Wait(1)" },
    page("new_battle", "Intent(Open(NewBattle))"),
    page("load", "Intent(Open(Load))"),
    page("replays", "Intent(Open(Replays))"),
    page("mods", "Intent(Open(Mods))"),
    page("rules", "Intent(Open(Rules))"),
    page("settings", "Intent(Open(Settings))"),
];

/// What these pages show besides.
const PARTS: [Page; 7] = [
    page("skirmish", "Intent(Open(NewBattle)), Wait(2), Intent(Draft(Skirmish))"),
    Page {
        name: "muster",
        open: "Intent(Open(NewBattle)), Wait(2), Intent(Draft(Skirmish)), Wait(2), Intent(Draft(Muster(0)))",
        leave: "Intent(Back), Wait(2), Intent(Back)",
    },
    page("play", "Intent(Open(Settings)), Wait(2), Intent(Part(1))"),
    page("sound", "Intent(Open(Settings)), Wait(2), Intent(Part(2))"),
    page("keys", "Intent(Open(Settings)), Wait(2), Intent(Part(3))"),
    page("gamepad", "Intent(Open(Settings)), Wait(2), Intent(Part(4))"),
    page("language", "Intent(Open(Settings)), Wait(2), Intent(Part(5))"),
];

/// What can be seen in the middle of a battle.
const BATTLE: [Page; 6] = [
    Page { name: "battle", open: "Key(Home)", leave: "Wait(1)" },
    Page { name: "log", open: "Intent(Log)", leave: "Intent(Log)" },
    page("pause", "Intent(Open(Pause))"),
    page("save", "Intent(Open(Save))"),
    Page {
        name: "name",
        open: "Intent(Open(Load)), Wait(3), PressAny(\"name \")",
        leave: "Intent(Back), Wait(2), Intent(Back), PointAt(2.0, 2.0)",
    },
    page("question", "Intent(Concede)"),
];

/// The same for all the cards there are, group by group.
const CARDS: [Page; 6] = [
    cards("Move", "Intent(More)", "Wait(1)"),
    cards("Strike", "Intent(Tab(Strike))", "Wait(1)"),
    cards("Shoot", "Intent(Tab(Shoot))", "Wait(1)"),
    cards("Defend", "Intent(Tab(Defend))", "Wait(1)"),
    cards("Other", "Intent(Tab(Other))", "Wait(1)"),
    cards("Move again", "Intent(Tab(Move))", "Intent(More)"),
];

const fn cards(name: &'static str, open: &'static str, leave: &'static str) -> Page {
    Page { name, open, leave }
}

/// What can be seen when it is over.
const OVER: [Page; 2] =
    [Page { name: "summary", open: "Wait(1)", leave: "Wait(1)" }, page("what_happened", "Intent(Open(Log))")];

/// One page only, as it lies there.
const fn alone(name: &'static str) -> [Page; 1] {
    [Page { name, open: "Wait(1)", leave: "Wait(1)" }]
}

/// What is to be done on a page in a view; nothing: it is not visited.
type Each<'a> = &'a dyn Fn(&str, &View) -> Option<String>;

/// The steps that visit pages in views, doing something on each.
fn visits(steps: &mut Vec<String>, pages: &[Page], views: &[View], each: Each) {
    for view in views {
        let ((width, height), scale, language) = view;
        steps.push(format!("Resize({width}, {height})"));
        steps.push(format!("UiScale({scale})"));
        steps.push(format!("Language(\"{language}\")"));
        steps.push("Wait(3)".to_owned());
        for page in pages {
            let Some(step) = each(page.name, view) else { continue };
            steps.push(page.open.to_owned());
            steps.push("Wait(3)".to_owned());
            steps.push(step);
            steps.push(page.leave.to_owned());
        }
    }
    let ((width, height), scale, language) = VIEWS[0];
    steps.push(format!("Resize({width}, {height})"));
    steps.push(format!("UiScale({scale})"));
    steps.push(format!("Language(\"{language}\")"));
    steps.push("Wait(3)".to_owned());
}

/// The title and pages that lead away from it, in these views.
fn title_tour(pages: &[&[Page]], views: &[View], each: Each) -> Vec<String> {
    let mut steps = vec!["PointAt(2.0, 2.0)".to_owned(), "Wait(5)".to_owned()];
    for pages in pages {
        visits(&mut steps, pages, views, each);
    }
    steps
}

/// A battle in fog between two at one screen, from its first hand-over on, with these pages in these views.
fn battle_tour(pages: &[&[Page]], views: &[View], each: Each) -> Vec<String> {
    let mut steps = vec!["PointAt(2.0, 2.0)".to_owned(), "Wait(20)".to_owned()];
    visits(&mut steps, &alone("hand_over"), views, each);
    steps.extend(["Key(Enter)", "Settle", "Wait(3)"].map(str::to_owned));
    for pages in pages {
        visits(&mut steps, pages, views, each);
    }
    // On to where one who sat here before is told what happened meanwhile.
    for _ in 0..3 {
        steps.extend(["UntilHandOver", "Wait(6)", "Key(Enter)", "Settle", "Wait(6)"].map(str::to_owned));
    }
    visits(&mut steps, &alone("meanwhile"), views, each);
    // And to the end of it.
    steps.extend(["Intent(Concede)", "Wait(3)", "Intent(Sure)", "Settle", "Wait(10)"].map(str::to_owned));
    visits(&mut steps, &OVER, views, each);
    steps
}

/// Plays a script; gives what the program said and its status.
fn play(home: &Path, scenario: Option<&str>, mut steps: Vec<String>) -> (String, Option<i32>) {
    steps.push("Quit".to_owned());
    let file = home.join("script.ron");
    fs::write(&file, format!("[{}]", steps.join(", "))).unwrap();
    let mut command = program(home);
    command.env("LANG", "en_GB.UTF-8").arg("play");
    command.args(scenario);
    command.args(["--seed", "5", "--motion", "0", "--language", "en", "--script"]).arg(&file);
    let output = finish(command, home);
    (String::from_utf8_lossy(&output.stderr).into_owned(), output.status.code())
}

fn key(name: &str, ((width, height), scale, language): &View) -> String {
    format!("{name} {width}x{height} {scale} {language}")
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/images")
}

fn read(path: &Path) -> RgbImage {
    image::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display())).to_rgb8()
}

fn thumbnail(image: &RgbImage) -> RgbImage {
    image::imageops::thumbnail(image, THUMB.0, THUMB.1)
}

fn hash(image: &RgbImage) -> String {
    blake3::hash(image.as_raw()).to_hex().to_string()
}

/// Where a view's thumbnail lies on its page's sheet.
fn place(view: usize) -> (u32, u32) {
    let n = u32::try_from(view).unwrap();
    (n % 4 * THUMB.0, n / 4 * THUMB.1)
}

/// How far two thumbnails lie apart: on the average, and in the tile where it is most.
fn apart(one: &RgbImage, other: &RgbImage) -> (f64, f64) {
    let mut tiles: BTreeMap<(u32, u32), (f64, f64)> = BTreeMap::new();
    for (x, y, pixel) in one.enumerate_pixels() {
        let against = other.get_pixel(x, y);
        let sum: u32 = (0..3).map(|c| u32::from(pixel[c].abs_diff(against[c]))).sum();
        let tile = tiles.entry((x / TILE, y / TILE)).or_default();
        tile.0 += f64::from(sum) / 3.0;
        tile.1 += 1.0;
    }
    let (sum, count) = tiles.values().fold((0.0, 0.0), |all, tile| (all.0 + tile.0, all.1 + tile.1));
    let most = tiles.values().map(|tile| tile.0 / tile.1).fold(0.0, f64::max);
    (sum / count, most)
}

/// Why a thumbnail counts as another picture than the one kept; none: it is alike.
fn unlike(new: &RgbImage, kept: &RgbImage) -> Option<String> {
    let (mean, most) = apart(new, kept);
    (mean > ALIKE || most > TILE_ALIKE)
        .then(|| format!("differs by {mean:.1} on the average and by {most:.1} where it is most"))
}

/// What was kept: the driver that drew, and each picture's hash.
fn kept() -> Option<(String, BTreeMap<String, String>)> {
    let text = fs::read_to_string(folder().join("hashes.txt")).ok()?;
    let (driver, rest) = text.split_once('\n')?;
    let line = |line: &str| line.split_once('\t').map(|(key, hash)| (key.to_owned(), hash.to_owned()));
    Some((driver.to_owned(), rest.lines().filter_map(line).collect()))
}

/// Takes the pictures of these pages into a folder. Gives the driver's name and version.
fn shoot(home: &Path, names: &[&str]) -> String {
    let shots = home.join("shots");
    fs::create_dir_all(&shots).unwrap();
    let shot = |name: &str, view: &View| {
        let path = shots.join(format!("{}.png", key(name, view)));
        names.contains(&name).then(|| format!("Shot({})", ron::to_string(&path).unwrap()))
    };
    let driver = home.join("driver.txt");
    // One size at a time: no single run is too long for a slow machine, and where the view of the map stands at the end
    // hangs on how large the window was before. Each has a home of its own, so that none finds what another has saved.
    for views in VIEWS.chunks(2) {
        let title = title_tour(&[&TITLE, &PARTS], views, &shot);
        let battle = battle_tour(&[&BATTLE], views, &shot);
        for (scenario, mut steps) in [(None, title), (Some("fog_in_the_fen"), battle)] {
            if !steps.iter().any(|step| step.starts_with("Shot")) {
                continue;
            }
            steps.insert(0, "PicturesOnly".to_owned());
            steps.insert(1, format!("Driver({})", ron::to_string(&driver).unwrap()));
            let own = tempfile::tempdir().unwrap();
            let (said, status) = play(own.path(), scenario, steps);
            assert_eq!(status, Some(0), "{said}");
        }
    }
    fs::read_to_string(driver).unwrap().trim().to_owned()
}

/// The pages, or those of them that are asked for.
fn names() -> Vec<&'static str> {
    let pages = TITLE.iter().chain(&PARTS).chain(&BATTLE).chain(&OVER);
    let all: Vec<&str> = pages.map(|page| page.name).chain(["hand_over", "meanwhile"]).collect();
    let Ok(only) = std::env::var(ONLY) else { return all };
    let find = |name: &str| {
        *all.iter().find(|own| **own == name).unwrap_or_else(|| panic!("{ONLY}: no page {name}"))
    };
    only.split(',').map(find).collect()
}

#[test]
fn every_page_looks_as_it_was_found_good() {
    let Some(_one) = display() else { return };
    let home = tempfile::tempdir().unwrap();
    let driver = shoot(home.path(), &names());
    let shot = |name: &str, view: &View| read(&home.path().join(format!("shots/{}.png", key(name, view))));
    if std::env::var_os(DRAW).is_some() {
        draw(&driver, &shot);
        return;
    }
    let Some((drawn_by, hashes)) = kept() else {
        panic!("no pictures are kept: draw them by {DRAW}=1 cargo test --test images, and look at them")
    };
    let mut wrong = Vec::new();
    for name in names() {
        let sheet = read(&folder().join(format!("{name}.png")));
        let exact = driver == drawn_by && !NEVER_TWICE.contains(&name);
        for (n, view) in VIEWS.iter().enumerate() {
            let new = shot(name, view);
            let key = key(name, view);
            if exact && hashes.get(&key) == Some(&hash(&new)) {
                continue;
            }
            let (x, y) = place(n);
            let old = image::imageops::crop_imm(&sheet, x, y, THUMB.0, THUMB.1).to_image();
            let why = unlike(&thumbnail(&new), &old);
            if exact {
                let why = why.unwrap_or_else(|| "differs in single pixels".to_owned());
                wrong.push(format!("{key} {why}"));
            } else if let Some(why) = why {
                wrong.push(format!("{key} {why} (drawn by {driver}, kept from {drawn_by})"));
            }
        }
    }
    if !wrong.is_empty() {
        let kept = home.keep();
        panic!("{}\nThe new pictures are in {}", wrong.join("\n"), kept.join("shots").display());
    }
}

/// Writes what is kept: a sheet of thumbnails for each page, and the hashes. Of other pages what was kept stays.
fn draw(driver: &str, shot: &dyn Fn(&str, &View) -> RgbImage) {
    fs::create_dir_all(folder()).unwrap();
    let others = std::env::var_os(ONLY).is_some();
    let (drawn_by, mut hashes) = kept().filter(|_| others).unwrap_or_default();
    assert!(
        !others || drawn_by == driver,
        "the other pages were drawn by {drawn_by}, this is {driver}: draw them all"
    );
    for name in names() {
        let mut sheet = RgbImage::new(4 * THUMB.0, 2 * THUMB.1);
        for (n, view) in VIEWS.iter().enumerate() {
            let new = shot(name, view);
            hashes.insert(key(name, view), hash(&new));
            let (x, y) = place(n);
            image::imageops::replace(&mut sheet, &thumbnail(&new), i64::from(x), i64::from(y));
        }
        sheet.save(folder().join(format!("{name}.png"))).unwrap();
    }
    let lines: String = hashes.iter().fold(String::new(), |mut text, (key, hash)| {
        writeln!(text, "{key}\t{hash}").unwrap();
        text
    });
    fs::write(folder().join("hashes.txt"), format!("{driver}\n{lines}")).unwrap();
}

#[test]
fn the_comparison_does_fail() {
    let picture =
        RgbImage::from_fn(THUMB.0, THUMB.1, |x, y| image::Rgb([(x % 256) as u8, (y * 2 % 256) as u8, 90]));
    assert_eq!(unlike(&picture, &picture), None);
    // The soft differences of another driver are let through …
    let mut soft = picture.clone();
    soft.pixels_mut().step_by(7).for_each(|pixel| pixel[0] = pixel[0].saturating_add(9));
    assert_ne!(hash(&soft), hash(&picture), "on the same driver it is another picture");
    assert_eq!(unlike(&soft, &picture), None);
    // … a small panel that is gone is not, nor a page of another colour.
    let mut gone = picture.clone();
    for (x, y) in (60..80).flat_map(|x| (30..50).map(move |y| (x, y))) {
        gone.put_pixel(x, y, image::Rgb([235, 222, 190]));
    }
    assert!(unlike(&gone, &picture).is_some());
    let mut paler = picture.clone();
    paler.pixels_mut().for_each(|pixel| pixel[2] += 12);
    assert!(unlike(&paler, &picture).is_some());
}

/// Windows and UI scales that leave every number of units there may be: 1707×960, 1280×720, 1024×576, 853×480, and the
/// 960×540 that 200 per cent leave of 1920×1080, in a window half as large, which is quicker to draw.
const FITS: [((u32, u32), u32); 5] =
    [((1280, 720), 75), ((1280, 720), 100), ((1280, 720), 125), ((1280, 720), 150), ((960, 540), 100)];

#[test]
fn every_text_fits_its_place_on_every_page_at_every_scale_in_english() {
    every_text_fits("en");
}

#[test]
fn every_text_fits_its_place_on_every_page_at_every_scale_in_german() {
    every_text_fits("de");
}

fn every_text_fits(language: &'static str) {
    let Some(_one) = display() else { return };
    let views: Vec<View> = FITS.iter().map(|(size, scale)| (*size, *scale, language)).collect();
    let fits = |name: &str, view: &View| Some(format!("TextFits(\"{}\")", key(name, view)));
    let battle = battle_tour(&[&BATTLE, &CARDS], &views, &fits);
    let title = title_tour(&[&TITLE, &PARTS], &views, &fits);
    let mut wrong = String::new();
    for (scenario, mut steps) in [(None, title), (Some("fog_in_the_fen"), battle)] {
        let home = tempfile::tempdir().unwrap();
        steps.insert(0, "PicturesOnly".to_owned());
        let (said, status) = play(home.path(), scenario, steps);
        if status != Some(0) {
            wrong.push_str(&said);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// The frames around two hand-overs of a battle: the first, and the first that follows a turn.
fn film(home: &Path, scenario: &str, seed: u64) -> Vec<Vec<RgbImage>> {
    let films: Vec<PathBuf> = (0..2).map(|n| home.join(format!("film{n}"))).collect();
    let film = |n: usize, frames: u32| format!("Film({}, {frames})", ron::to_string(&films[n]).unwrap());
    let steps = [
        "PointAt(2.0, 2.0)".to_owned(),
        "Wait(30)".to_owned(),
        film(0, 14),
        "Wait(5)".to_owned(),
        "Key(Enter)".to_owned(),
        "Settle".to_owned(),
        "Wait(20)".to_owned(),
        film(1, 90),
        "UntilHandOver".to_owned(),
        "Wait(10)".to_owned(),
        "Key(Enter)".to_owned(),
        "Settle".to_owned(),
        "Wait(40)".to_owned(),
        "Quit".to_owned(),
    ];
    let file = home.join("script.ron");
    fs::write(&file, format!("[{}]", steps.join(", "))).unwrap();
    let mut command = program(home);
    command.args(["play", scenario, "--seed", &seed.to_string(), "--motion", "0", "--size", "640x400"]);
    command.args(["--language", "en", "--script"]).arg(&file);
    let output = finish(command, home);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let frames = |folder: &PathBuf| {
        let mut paths: Vec<PathBuf> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        paths.iter().map(|path| read(path)).collect()
    };
    films.iter().map(frames).collect()
}

#[test]
fn no_frame_of_the_hand_over_shows_anything_of_the_other_side() {
    let Some(_one) = display() else { return };
    let home = tempfile::tempdir().unwrap();
    let (one, two) = (home.path().join("one"), home.path().join("two"));
    fs::create_dir_all(&one).unwrap();
    fs::create_dir_all(&two).unwrap();
    // Two battles that lie quite differently behind it.
    let (one, two) = (film(&one, "fog_in_the_fen", 5), film(&two, "fog_in_the_fen", 11));
    let curtain = |film: &[RgbImage]| film[0].clone();
    let first = curtain(&one[0]);
    // Whoever is named is the only thing that differs: the name is written in a strip in the middle.
    let strip = |image: &RgbImage| {
        let mut image = image.clone();
        let (width, height) = image.dimensions();
        for y in height / 2 - 50..height / 2 + 20 {
            for x in width / 4..width * 3 / 4 {
                image.put_pixel(x, y, image::Rgb([0, 0, 0]));
            }
        }
        image
    };
    let bare = strip(&first);
    // The curtain is dark but for its middle.
    let dark = first.get_pixel(0, 0);
    assert!(dark.0.iter().all(|channel| *channel < 40), "{dark:?}");
    for film in one.iter().chain(&two) {
        let down: Vec<usize> = (0..film.len()).filter(|n| strip(&film[*n]) == bare).collect();
        assert!(down.len() >= 5, "the curtain is seen: {down:?}");
        // From its first frame to its last it is one and the same picture, to the pixel, and nothing flashes between.
        let (from, to) = (down[0], down[down.len() - 1]);
        assert_eq!(down, (from..=to).collect::<Vec<_>>(), "no frame in between shows anything else");
        assert!(film[from..=to].windows(2).all(|pair| pair[0] == pair[1]), "the same to the pixel");
    }
    // In the very first frame after it the ground that nobody has seen is blank. The view may move afterwards, so how
    // much of it there is may differ, but it is not bare for a frame.
    let blank = |pixel: &image::Rgb<u8>| (0..3).all(|c| pixel.0[c].abs_diff(UNKNOWN[c]) <= UNEVEN);
    let unseen = |image: &RgbImage| image.pixels().filter(|pixel| blank(pixel)).count();
    for film in one.iter().chain(&two) {
        let last = (0..film.len()).rev().find(|n| strip(&film[*n]) == bare).unwrap();
        let (after, end) = (&film[last + 1], film.last().unwrap());
        assert!(unseen(end) > 2000, "there is unknown ground to be seen");
        let (first, last) = (unseen(after), unseen(end));
        assert!(first * 2 > last, "{first} blank pixels, then {last}");
    }
}
