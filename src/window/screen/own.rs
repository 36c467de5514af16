//! The card of the unit whose turn it is, in others' turns that of who acts: who it is, how it stands, what it has left.
//!
//! It is drawn as a small card, or as one line where there is little room. The rest is told when it is pointed at on
//! the map.

use super::{OwnPanel, letters};
use crate::{
    locale,
    window::{glossary, pen::*},
};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, draw);
}

/// Pools of more points than these are written as numbers.
const PIPS: i32 = 6;
/// From more pools than these on they stand closer.
const CLOSE: usize = 4;
/// Conditions named on the card; more of them are counted.
const NAMED: usize = 2;
/// Pools beside which there is room for the lines of what is held and worn; each further one takes the room of a line.
const ROOMY: usize = 2;
/// Lines of what is held and worn at most.
const KIT: usize = 2;
/// Width of what the large number counts, at most.
const TRACK: f32 = 78.0;
/// Width of a digit of the large number, of one of the small ones, and of a pip, about.
const DIGIT: f32 = 17.0;
const SMALL_DIGIT: f32 = 8.0;
const PIP: f32 = 10.0;
/// How large the counter on the card is.
const FIGURE: f32 = 34.0;
/// Width of a condition in the line, at most.
const LINE: f32 = 240.0;
/// How far what stands on the card keeps from its edge.
const EDGE: f32 = 6.0;

fn draw(
    mut commands: Commands,
    table: Res<Table>,
    room: Res<Room>,
    mut brushes: Brushes,
    panel: Single<Entity, With<OwnPanel>>,
    mut seen: Local<Option<UnitCard>>,
) {
    let same = !table.is_changed() || *seen == table.own;
    if same && !room.is_changed() {
        return;
    }
    seen.clone_from(&table.own);
    commands.entity(*panel).despawn_children();
    let Some(own) = &table.own else { return };
    commands.entity(*panel).with_children(|parent| {
        let node = Node::default().fill();
        if room.folded {
            let node = Node { align_items: AlignItems::Center, ..node.columns(GAP_2).pad(GAP_2, 0.0) };
            parent.spawn(widgets::card(node)).with_children(|line| draw_line(line, &mut brushes, own));
        } else {
            let node = node.rows(2.0).pad(EDGE, EDGE);
            let node = Node { flex_direction: FlexDirection::Column, overflow: Overflow::clip(), ..node };
            parent
                .spawn(widgets::card(node))
                .with_children(|card| draw_card(card, &mut brushes, own, room.wing));
        }
    });
}

/// The counter with its figure, so large.
fn draw_figure(parent: Sheet, brushes: &mut Brushes, own: &UnitCard, size: f32) {
    let shape = brushes.picture(&format!("counters/{}", theme::side_shape(own.side)), 128);
    let figure = brushes.art.figure(&own.art);
    let inset = size * 0.11;
    parent.spawn((ImageNode::new(shape), sized(size, size).fixed())).with_child((
        ImageNode::new(brushes.picture(&figure, 128)),
        Node { left: px(inset), top: px(inset), ..sized(size - 2.0 * inset, size - 2.0 * inset).over() },
    ));
}

/// Everything in one line: who, how hurt, what is left, in what state.
fn draw_line(line: Sheet, brushes: &mut Brushes, own: &UnitCard) {
    draw_figure(line, brushes, own, 26.0);
    line.text(STRONG.ink(theme::side_ink(own.side)), &own.name);
    let (_, left, whole) = &own.vitality;
    let ink = if *left < 0 { theme::HARM } else { theme::INK };
    let vital = Node { width: px(58), ..down().gap(0.0).fixed() };
    line.spawn((vital, explains(&own.track))).with_children(|vital| {
        vital.line(NAME.ink(ink), format!("{left}/{whole}"));
        draw_bar(vital, own);
    });
    line.spawn(down().gap(2.0).fixed()).with_children(|pools| {
        for ((_, left, most, pip), topic) in own.pools.iter().zip(&own.pool_topics).take(2) {
            pools
                .spawn((across(), explains(topic)))
                .with_children(|pool| draw_points(pool, *left, *most, *pip));
        }
    });
    draw_conditions(line, &own.conditions, LINE);
}

/// What is left, in the side's colour; below nothing how near death is, in red.
fn draw_bar(parent: Sheet, own: &UnitCard) {
    let (_, left, whole) = own.vitality;
    match left < 0 && own.death < 0 {
        true => widgets::bar(parent, (-left, -own.death), 0, theme::HARM, 6.0),
        false => widgets::bar(parent, (left, whole), own.steps, theme::side_colour(own.side), 6.0),
    }
}

fn draw_points(pool: Sheet, left: i32, most: i32, pip: Pip) {
    if most > PIPS {
        pool.line(NUMBER.ink(theme::INK), format!("{left}/{most}"));
    } else {
        let (left, most) = (left.max(0) as u32, most.max(0) as u32);
        widgets::pips(pool, left, most.max(left), pip, theme::INK);
    }
}

fn draw_card(card: Sheet, brushes: &mut Brushes, own: &UnitCard, wide: f32) {
    card.spawn((across().gap(GAP_2).fixed(), Tip::new(told(own)))).with_children(|head| {
        draw_figure(head, brushes, own, FIGURE);
        head.spawn(down().gap(0.0).grows()).with_children(|names| {
            let name = NAME.ink(theme::side_ink(own.side));
            names.text(name, &own.name).insert(LineHeight::Px(theme::BODY + 1.0));
            draw_conditions(names, &own.conditions, wide - 2.0 * EDGE - 2.0 - FIGURE - GAP_2);
            if !own.price.is_empty() {
                let text = say!("own-price", price = &own.price);
                let mut price = names.spawn(Node::default());
                leads(&mut price, "own price".to_owned(), glossary::topic(&text));
                price.with_child((SOFT.line(text), LineHeight::Px(theme::SMALL)));
            }
        });
    });
    let left = own.vitality.1;
    card.spawn(across().fixed()).with_children(|line| {
        let ink = if left < 0 { theme::HARM } else { theme::INK };
        let number = (Name::new("own track"), across().gap(GAP_2), explains(&own.track));
        line.spawn(number).with_children(|line| {
            line.line(HEADING.ink(ink), left.to_string());
            line.line(SOFT, of_how_many(own)).insert(LineHeight::Px(theme::SMALL));
        });
        line.spawn(Node { flex_grow: 1.0, ..down().gap(0.0) }).with_children(|pools| {
            // Many pools stand closer.
            let height = px(if own.pools.len() > CLOSE { theme::SMALL } else { 16.0 });
            for ((name, left, most, pip), topic) in own.pools.iter().zip(&own.pool_topics) {
                let node = Node { justify_content: JustifyContent::FlexEnd, height, ..across() };
                let told = (Name::new(format!("own {topic}")), explains(topic));
                pools.spawn((node, told)).with_children(|pool| {
                    let room = room_for_name(own, (*left, *most), wide);
                    // Before a name is cut, it is left out how many points there are at most.
                    let short = *most > PIPS && letters::width(name) > room;
                    let spared = if short { format!("/{most}").len() as f32 * SMALL_DIGIT } else { 0.0 };
                    pool.line(SOFT, pool_name(name, room + spared)).insert(LineHeight::Px(theme::SMALL));
                    if short {
                        pool.line(NUMBER.ink(theme::INK), left.to_string());
                    } else {
                        draw_points(pool, *left, *most, *pip);
                    }
                });
            }
        });
    });
    draw_bar(card, own);
    let kit = kit(own, wide - 2.0 * EDGE - 2.0);
    if kit.is_empty() {
        return;
    }
    card.spawn((Name::new("own kit"), down().gap(0.0).fixed())).with_children(|lines| {
        for (text, topic) in kit {
            let mut line = lines.spawn(Node::default());
            leads(&mut line, format!("kit {text}"), topic);
            line.with_child((SOFT.line(text), LineHeight::Px(theme::SMALL)));
        }
    });
}

/// What is held and worn, as many lines as there is room for, each so wide: the first weapon, the armour and what else is
/// worn before other weapons. The last line goes on with those that fit on it. Each with what pointing at it asks about.
fn kit(own: &UnitCard, wide: f32) -> Vec<(String, Option<String>)> {
    let taken = own.pools.len().saturating_sub(ROOMY) + usize::from(own.conditions.len() >= NAMED);
    // What every action costs has a line of its own, which is free only without conditions.
    let taken = taken + usize::from(!own.price.is_empty() && !own.conditions.is_empty());
    let room = KIT.saturating_sub(taken);
    let mut lines = own.kit.first().into_iter().chain(own.kit.iter().skip(1).rev());
    let first = lines.by_ref().take(room).map(|line| {
        let topic = line.rule.clone().or_else(|| glossary::topic(&line.short));
        (kit_line(&line.short, wide), topic)
    });
    let mut told: Vec<(String, Option<String>)> = first.collect();
    if let Some((last, _)) = told.last_mut() {
        for line in lines {
            let more = format!("{last}; {}", line.short);
            if letters::width(&more) <= wide {
                *last = more;
            }
        }
    }
    told
}

/// A line of what is held or worn: where it is too long, all that stands in brackets is left out first, then the end of
/// the name.
fn kit_line(text: &str, wide: f32) -> String {
    if letters::width(text) <= wide {
        return text.to_owned();
    }
    let plain = letters::unbracketed(text);
    match plain.split_once(": ") {
        Some((name, value)) => {
            let name = letters::cut(name, wide - letters::width(&format!(": {value}")));
            letters::cut(&format!("{name}: {value}"), wide)
        }
        None => letters::cut(&plain, wide),
    }
}

/// What stands beside the large number: what it counts, under of how many it is: so nobody takes wounds that are left for
/// those suffered. A long name stands alone where all is left.
fn of_how_many(own: &UnitCard) -> String {
    let (name, left, whole) = &own.vitality;
    let track = in_lines(name, TRACK);
    match left == whole && (*whole <= 0 || track.contains('\n')) {
        true => track,
        false => say!("hand-of", whole = whole, track = track),
    }
}

/// A name in as many lines as it needs to be only so wide; words that are wider are cut.
fn in_lines(name: &str, room: f32) -> String {
    letters::lines(name, room).join("\n")
}

/// The name of a pool, shortened where there is too little room.
fn pool_name(name: &str, room: f32) -> String {
    if letters::width(name) <= room {
        return name.to_owned();
    }
    letters::cut(locale::shortened(name).trim(), room)
}

/// How wide the name of a pool may be, between the large number and the pool's points, on a card so wide.
fn room_for_name(own: &UnitCard, (left, most): (i32, i32), wide: f32) -> f32 {
    let (_, now, _) = &own.vitality;
    let beside = of_how_many(own).lines().map(|line| letters::width(line.trim())).fold(0.0, f32::max);
    let number = now.to_string().len() as f32 * DIGIT + beside + GAP_2;
    let points = match most > PIPS {
        true => format!("{left}/{most}").len() as f32 * SMALL_DIGIT,
        false => left.max(most).max(0) as f32 * (PIP + GAP),
    };
    (wide - 2.0 * EDGE - 2.0 - number - points - GAP).max(0.0)
}

/// What is told of the unit while the pointer rests on its head: what it is, what it carries, what it resists.
fn told(own: &UnitCard) -> String {
    let kit = own.kit.iter().map(|line| (&line.name, &line.value));
    let lines = kit.chain(own.lines.iter().map(|(name, value)| (name, value)));
    let lines = lines.map(|(name, value)| match value.is_empty() {
        true => name.clone(),
        false => say!("tip-own-line", what = name, value = value),
    });
    let head = [say!("tip-own-card", unit = &own.name), own.kind.clone()];
    let all: Vec<String> = head.into_iter().filter(|line| !line.is_empty()).chain(lines).collect();
    all.join("\n")
}

/// Conditions, each at most so wide and telling what it does while the pointer is on it; those beyond a few are counted.
fn draw_conditions(parent: Sheet, conditions: &[(String, String)], room: f32) {
    if conditions.is_empty() {
        return;
    }
    parent.spawn(Node::default().columns(GAP_2).wrap()).with_children(|line| {
        for (text, topic) in conditions.iter().take(NAMED) {
            line.spawn((Name::new(format!("condition {text}")), Node::default(), explains(topic)))
                .with_child(STRONG.line(letters::cut(text, room)));
        }
        let others: Vec<&str> = conditions.iter().skip(NAMED).map(|(text, _)| text.as_str()).collect();
        if !others.is_empty() {
            let more = STRONG.line(format!("+{}", others.len()));
            line.spawn((Node::default(), Tip::new(others.join("\n")))).with_child(more);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::window::view::KitLine;

    #[test]
    fn the_card_names_the_first_weapon_and_the_armour_where_there_is_room() {
        let line = |short: &str| KitLine { short: short.to_owned(), ..KitLine::default() };
        let mut own = UnitCard {
            pools: vec![(String::new(), 1, 1, Pip::Round); 2],
            kit: vec![line("Sword: damage 6+"), line("Dagger: damage 4+"), line("Mail: resists 2–3")],
            ..UnitCard::default()
        };
        let wide = 222.0;
        let kit =
            |own: &UnitCard, wide: f32| kit(own, wide).into_iter().map(|(text, _)| text).collect::<Vec<_>>();
        assert_eq!(kit(&own, wide), ["Sword: damage 6+", "Mail: resists 2–3"]);
        let shield =
            UnitCard { kit: [&own.kit[..2], &[line("Shield: +2")], &own.kit[2..]].concat(), ..own.clone() };
        assert_eq!(kit(&shield, wide), ["Sword: damage 6+", "Mail: resists 2–3; Shield: +2"]);
        own.pools.push((String::new(), 1, 1, Pip::Round));
        assert_eq!(kit(&own, wide), ["Sword: damage 6+"]);
        own.conditions = vec![(String::new(), String::new()); 2];
        assert!(kit(&own, wide).is_empty());
        assert_eq!(kit_line("Quartz maul: damage 17 (drive 22 and more)", wide), "Quartz maul: damage 17");
        assert_eq!(kit_line("Maul: damage 17 (drive 22)", wide), "Maul: damage 17 (drive 22)");
        let several = "Frag launcher: damage 30 (drive 22) + 12 (drive 9) + 24";
        assert_eq!(kit_line(several, wide), "Frag launcher: damage 30 + 12 + 24");
        let rifle = kit_line("Anti-vehicle marksman's rifle 5/5: damage 3d6", wide);
        assert!(rifle.ends_with("…: damage 3d6") && letters::width(&rifle) <= wide, "{rifle}");
        let vitality = ("Core".to_owned(), 5, 5);
        let own = UnitCard { vitality, ..own };
        let name = |name: &str, points: (i32, i32)| letters::cut(name, room_for_name(&own, points, 236.0));
        assert_eq!(name("Bewegungsphase", (1, 1)), "Bewegungsphase");
        assert!(name("Pseudogravity points", (101, 150)).ends_with('…'));
    }
}
