//! High contrast on the panels: lesser inks as dark as the main one, rules and outlines stronger.
//!
//! The board looks at the same setting by itself; buttons are painted by `widgets`.

use bevy::{input_focus::tab_navigation::TabIndex, prelude::*, ui_widgets::Button};

use super::{settings::Settings, theme};

/// The plugin of the contrast: after everything has been drawn, so that no frame shows the lesser ink.
pub fn plugin(app: &mut App) {
    app.add_systems(PostUpdate, (texts, edges));
}

/// What it was before.
#[derive(Component)]
struct Plain(Color);

/// The stronger one in place of a colour of text; none: it is strong enough.
fn strong(colour: Color) -> Option<Color> {
    let pairs = [
        (theme::INK_SOFT, theme::INK),
        (theme::GREY, theme::INK_SOFT),
        (theme::GOLD_DEEP, theme::GOLD_INK),
        (theme::PAPER_DIM, Color::WHITE),
        (theme::PAPER, Color::WHITE),
    ];
    pairs.into_iter().find(|(weak, _)| *weak == colour).map(|(_, strong)| strong)
}

fn texts(
    mut commands: Commands,
    settings: Res<Settings>,
    mut was: Local<bool>,
    mut texts: Query<(Entity, &mut TextColor, Option<&Plain>)>,
) {
    let on = settings.high_contrast;
    let turned = std::mem::replace(&mut *was, on) != on;
    if !on && !turned {
        return;
    }
    for (entity, mut text, plain) in &mut texts {
        if !turned && !text.is_changed() {
            continue;
        }
        match (on, strong(text.0), plain) {
            (true, Some(strong), _) => {
                commands.entity(entity).try_insert(Plain(text.0));
                text.0 = strong;
            }
            (false, _, Some(plain)) => {
                text.0 = plain.0;
                commands.entity(entity).try_remove::<Plain>();
            }
            _ => {}
        }
    }
}

/// Width of the outline that cards get, in pixels at scale 1.
const OUTLINE: f32 = 1.0;

/// What may have an edge: everything that is no button and cannot have the focus, whose rim it would be.
type Edged = (Without<Button>, Without<TabIndex>);

fn edges(
    mut commands: Commands,
    settings: Res<Settings>,
    mut was: Local<bool>,
    all: Query<(Entity, Ref<Node>, &BorderColor), Edged>,
) {
    let on = settings.high_contrast;
    let turned = std::mem::replace(&mut *was, on) != on;
    if !on && !turned {
        return;
    }
    for (entity, node, edge) in &all {
        // The edge of a card: the thin rule all around.
        let ruled = *edge == BorderColor::all(theme::RULE) && node.border == UiRect::all(px(1));
        let new = turned || node.is_added();
        if ruled && new && on {
            commands.entity(entity).try_insert(Outline::new(px(OUTLINE), px(0), theme::INK));
        } else if ruled && new {
            commands.entity(entity).try_remove::<Outline>();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::window::art::{Art, quiet};

    const INKS: &str = include_str!("board/ink.wgsl");
    const MARKS: &str = include_str!("board/overlay.wgsl");
    const COUNTER: &str = include_str!("board/counter.wgsl");
    const HULL: &str = include_str!("board/hull.wgsl");
    const TURN: &str = include_str!("board/turn.wgsl");
    const GROUND: &str = include_str!("board/ground.wgsl");

    /// The numbers of a constant of a shader.
    fn constant(shader: &str, name: &str) -> Vec<f32> {
        let from = shader.find(&format!("const {name}:")).unwrap_or_else(|| panic!("no constant {name}"));
        let value = shader[from..].split(';').next().unwrap().split('=').nth(1).unwrap();
        let inside = value.split('(').next_back().unwrap().trim_end_matches(')');
        inside.split(',').map(|number| number.trim().parse().unwrap()).collect()
    }

    fn luminance(of: &[f32]) -> f32 {
        0.2126 * of[0] + 0.7152 * of[1] + 0.0722 * of[2]
    }

    fn contrast(a: f32, b: f32) -> f32 {
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    fn linear(colour: Color) -> f32 {
        let own = colour.to_linear();
        luminance(&[own.red, own.green, own.blue])
    }

    /// How light each kind of ground lies there, in the middle of the lamp's pool and in its corners.
    fn grounds() -> Vec<(String, f32)> {
        let assets = Path::new(threat_range_base::CHECKOUT).join("assets");
        let mut art = Art::new(vec![assets.clone()]);
        let files = std::fs::read_dir(assets.join("art/terrain")).unwrap();
        let mut names: Vec<String> = files
            .filter_map(|file| file.unwrap().file_name().to_str()?.strip_suffix(".svg").map(str::to_owned))
            .filter(|name| !name.ends_with("_over") && !name.ends_with("_top"))
            .collect();
        names.sort();
        let brightest = constant(GROUND, "BRIGHTEST")[0];
        let lamp: Vec<f32> = constant(INKS, "LAMP").iter().map(|light| light / brightest).collect();
        let mut found = Vec::new();
        for name in names {
            let pixels = quiet(&art.pixels(&format!("terrain/{name}"), 32));
            let count = (pixels.rgba.len() / 4) as f32;
            let sum = pixels.rgba.chunks_exact(4).map(|p| linear(Color::srgb_u8(p[0], p[1], p[2])));
            let mean = sum.sum::<f32>() / count;
            found.push((name.clone(), mean * lamp[0]));
            found.push((name, mean * (lamp[0] - lamp[1])));
        }
        // What the shader draws in place of a picture.
        for name in ["NIGHT", "MIST", "MOON"] {
            let lit = luminance(&constant(GROUND, name));
            found.extend([lamp[0], lamp[0] - lamp[1]].map(|light| (name.to_owned(), lit * light)));
        }
        found
    }

    fn mixed(ground: f32, over: f32, share: f32) -> f32 {
        ground + (over - ground) * share
    }

    #[test]
    fn text_has_seven_to_one_what_is_not_possible_can_be_read_and_marks_have_three_to_one() {
        let seen = |ink: Color, paper: Color| contrast(linear(ink), linear(paper));
        let text = [
            (theme::INK, theme::PAPER),
            (theme::INK, theme::PAPER_DIM),
            (theme::GOLD_INK, theme::PAPER_DIM),
            (theme::PAPER, theme::WALNUT),
            (theme::PAPER, theme::GAIN),
            (theme::GOLD, theme::WALNUT),
        ];
        // Names in the ribbon lie on the dimmer paper.
        let names = (0..4).map(|side| (theme::side_ink(side), theme::PAPER_DIM));
        let soft = (theme::INK_SOFT, theme::PAPER_DIM);
        for (ink, paper) in text.into_iter().chain(names).chain([soft]) {
            assert!(seen(ink, paper) >= 7.0, "{ink:?} on {paper:?}: {}", seen(ink, paper));
        }
        assert!(seen(theme::GREY, theme::PAPER_DIM) >= 4.5 && seen(theme::HARM, theme::PAPER) >= 4.5);
        for mark in [theme::GOLD_DEEP, theme::HARM, theme::GREY] {
            assert!(seen(mark, theme::PAPER) >= 3.0, "{mark:?}");
        }
    }

    #[test]
    fn marks_have_three_to_one_on_every_ground() {
        let of = |name: &str| luminance(&constant(INKS, name));
        let (ink, chalk, gold, harm) = (of("INK"), of("CHALK"), of("GOLD"), of("HARM"));
        assert!(contrast(ink, chalk) >= 3.0 && contrast(gold, ink) >= 3.0 && contrast(harm, chalk) >= 3.0);
        for (name, ground) in grounds() {
            let line = contrast(chalk, ground).max(contrast(ink, ground));
            assert!(line >= 3.0, "the line of what can be reached on {name}: {line}");
        }
    }

    /// How light the inks are that a shader calls by a name.
    fn inks(name: &str) -> Vec<f32> {
        match name {
            "ink" | "side" => (0..4).map(|side| linear(theme::side_ink(side))).collect(),
            _ => vec![luminance(&constant(INKS, name))],
        }
    }

    #[test]
    fn hatching_and_dots_have_three_to_one_to_their_bed_on_every_ground() {
        let strokes = MARKS.lines();
        let strokes =
            strokes.filter_map(|line| line.trim().strip_prefix("out = over(out, ")?.split_once(", "));
        let strokes: Vec<(&str, &str)> = strokes.collect();
        let beds = strokes.windows(2).filter(|two| two[0].0 == "CHALK" && two[0].1.starts_with("BED * "));
        let signs: Vec<(&str, &str)> = beds.map(|two| two[1]).collect();
        // Dots, wide and dense hatching of the threat, and that of danger amid what can be reached.
        assert_eq!(signs.len(), 4, "{signs:?}");
        let (bed, sign) = (constant(MARKS, "BED")[0], constant(MARKS, "SIGN")[0]);
        let chalk = luminance(&constant(INKS, "CHALK"));
        for (name, ground) in grounds() {
            let bed = mixed(ground, chalk, bed);
            for (colour, drawn) in &signs {
                let strength = if drawn.starts_with("SIGN * ") { sign } else { 1.0 };
                for ink in inks(colour) {
                    let seen = contrast(mixed(bed, ink, strength), bed);
                    assert!(seen >= 3.0, "{colour} by {drawn} on {name}: {seen}");
                }
            }
        }
    }

    /// The edges of all marks as the shader draws them, one stroke over another: the colour of each and how strong it is.
    fn edges_of_marks() -> Vec<[(String, f32); 2]> {
        let strokes = MARKS.lines().filter_map(|line| {
            let (colour, drawn) = line.trim().strip_prefix("out = over(out, ")?.split_once(", ")?;
            let along = drawn.split_once("stroke(")?.1.split(',').next()?;
            let strength = drawn.split(" * ").next()?.parse::<f32>().unwrap_or(1.0);
            Some((along, (colour.to_owned(), strength)))
        });
        let strokes: Vec<(&str, (String, f32))> = strokes.collect();
        // Hatching and dots lie within an edge.
        let edges = strokes.windows(2).filter(|two| {
            let [(along, (under, _)), (other, (over, _))] = two else { return false };
            along == other && under != over && !["line", "dot_at", "slant"].contains(along)
        });
        edges.map(|two| [two[0].1.clone(), two[1].1.clone()]).collect()
    }

    #[test]
    fn the_edges_of_all_marks_have_three_to_one_on_every_ground() {
        let edges = edges_of_marks();
        // Reach and farther reach, increments, strikes, strikes after a move, shots, areas, shields, ways, what they
        // provoke, the border of what is threatened, who may be chosen, where a side wins, the pointer.
        assert!(edges.len() >= 15, "{}: {edges:?}", edges.len());
        for (name, ground) in grounds() {
            for [(under, under_strength), (over, strength)] in &edges {
                for (casing, line) in inks(under)
                    .into_iter()
                    .flat_map(|casing| inks(over).into_iter().map(move |line| (casing, line)))
                {
                    let casing = mixed(ground, casing, *under_strength);
                    let line = mixed(casing, line, *strength);
                    let seen = contrast(line, casing).max(contrast(casing, ground));
                    assert!(seen >= 3.0, "{over} on {under} on {name}: {seen}");
                }
            }
        }
    }

    #[test]
    fn reach_is_a_tint_with_light_along_a_line_of_three_pixels() {
        let of = |name: &str| constant(MARKS, name)[0];
        assert!((0.06..=0.20).contains(&of("TINT")) && (0.30..=0.60).contains(&of("GLOW")));
        assert!(of("LINE") * 2.0 >= 3.0 && of("CASING") > of("LINE"));
    }

    #[test]
    fn who_acts_has_the_strongest_mark_and_who_may_be_chosen_a_thin_one() {
        let ring = constant(TURN, "RING")[0];
        assert!((3.0..=4.0).contains(&(2.0 * ring)) && constant(TURN, "CASING")[0] >= 1.0);
        assert_eq!(constant(HULL, "RING")[0], ring, "of a vehicle, too");
        for thin in [constant(COUNTER, "BRACKET")[0], constant(HULL, "THIN")[0]] {
            assert!((2.0..=3.0).contains(&(2.0 * thin)) && thin < 0.75 * ring, "{thin}");
        }
        let of = |name: &str| luminance(&constant(INKS, name));
        assert!(contrast(of("LAMPLIGHT"), of("INK")) >= 7.0);
    }

    #[test]
    fn what_shields_cover_reads_as_an_area_and_unlikely_shots_as_the_faintest_threat() {
        let of = |name: &str| constant(MARKS, name);
        let (sheet, edge) = (of("COVER")[0], of("COVER_EDGE")[0]);
        assert!(sheet >= 1.5 * of("TINT")[0] && sheet + edge <= 0.40, "{sheet} {edge}");
        // The share of the ground under dots, four a square, and under the wide hatching, two lines of 0.022 a square.
        let dot = of("DOT");
        let dots = 4.0 * std::f32::consts::PI * dot[0] * dot[0];
        assert!(dot[0] < dot[1] && dots < 2.0 * 2.0 * 0.022 / 2.0, "{dots}");
    }

    #[test]
    fn ground_lies_deeper_than_what_stands_on_it() {
        let paper = linear(theme::PAPER);
        for (name, ground) in grounds() {
            assert!(contrast(paper, ground) >= 1.25 && ground < paper, "{name}: {ground} beside {paper}");
        }
    }

    #[test]
    fn what_is_strong_stays_and_what_gives_way_becomes_stronger() {
        assert_eq!(strong(theme::INK), None);
        assert_eq!(strong(theme::HARM), None);
        for weak in [theme::INK_SOFT, theme::GREY, theme::GOLD_DEEP] {
            assert!(strong(weak).unwrap().to_linear().red < weak.to_linear().red, "{weak:?}");
        }
    }
}
