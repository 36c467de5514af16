//! Hints for newcomers, each at the moment it helps: a slip in the corner until it has been followed or read.

use super::{
    BattleRoot, LogPanel, PopupPanel, SidePanel,
    concerned::{Concerned, HINDERED, cost},
    hint, place_of,
};
use crate::window::{pen::*, settings::Lesson};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Given>()
        .add_systems(Update, (leave, choose.run_if(in_state(Screen::Battle)), draw, place).chain());
}

/// The lesson that is being given, and what its unit had to spend as it came.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
struct Given(Option<(Lesson, Stand)>);

/// Whose turn it is and what is left to spend: when it changes, something was done.
type Stand = (String, Vec<i32>);

/// The slip.
#[derive(Component, Default)]
pub(super) struct LessonCard {
    /// Where it lies.
    place: Corner,
    /// That has been settled.
    settled: bool,
}

/// Where the slip may lie: at the left or the right, under the ribbon or above the row.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Corner {
    left: bool,
    high: bool,
}

/// Its corners, the best first: at the right, where others tell what happened; at the left above the row, where no card of
/// a target comes to lie, if somebody may be chosen.
fn corners(aims: bool) -> [Corner; 3] {
    let corner = |left, high| Corner { left, high };
    let (right, above, left) = (corner(false, false), corner(false, true), corner(true, false));
    if aims { [left, right, above] } else { [right, above, left] }
}

/// Width of the slip, in units.
const WIDTH: f32 = 272.0;

fn stand(table: &Table) -> Stand {
    let own = table.own.as_ref();
    let left = own.map(|own| own.pools.iter().map(|(_, left, ..)| *left).collect());
    (own.map(|own| own.name.clone()).unwrap_or_default(), left.unwrap_or_default())
}

/// Can a lesson be followed now?
fn fits(lesson: Lesson, table: &Table) -> bool {
    match lesson {
        Lesson::React => table.prompt.as_ref().is_some_and(|prompt| prompt.reacts),
        _ => !table.row.slots.is_empty() && table.prompt.is_none() && !table.thinking,
    }
}

/// Is it the moment of a lesson?
fn due(lesson: Lesson, table: &Table) -> bool {
    let marked = |of: fn(u32) -> bool| table.overlay.marks.iter().any(|marks| of(*marks));
    fits(lesson, table)
        && match lesson {
            Lesson::Move => marked(|marks| marks & mark::REACH != 0),
            Lesson::Attack => table.counters.iter().any(|counter| counter.choosable()),
            Lesson::React => true,
            Lesson::Disabled => table.own.as_ref().is_some_and(|own| own.death < 0 && own.vitality.1 <= 0),
            // The hatching shows where to go, and there is somewhere to go.
            Lesson::Threat => {
                const MORE: u32 = mark::REACH | mark::MORE;
                marked(|marks| marks & MORE == MORE) && marked(|marks| marks & MORE == mark::REACH)
            }
            Lesson::EndTurn => table.row.spent,
        }
}

/// The lesson to be given now, if any: the one that is being given until it was followed or its moment is over.
fn next(now: Option<&(Lesson, Stand)>, table: &Table, settings: &Settings) -> Option<(Lesson, Stand)> {
    let stand = stand(table);
    let still = |(lesson, then): &&(Lesson, Stand)| {
        settings.teaches(*lesson) && fits(*lesson, table) && *then == stand
    };
    if let Some(now) = now.filter(still) {
        return Some(now.clone());
    }
    let others = |lesson: &Lesson| now.is_none_or(|(own, _)| own != lesson);
    let mut all = Lesson::ALL.into_iter().filter(|lesson| settings.teaches(*lesson) && others(lesson));
    all.find(|lesson| due(*lesson, table)).map(|lesson| (lesson, stand))
}

fn choose(
    table: Res<Table>,
    motion: Res<BeatQueue>,
    mut given: ResMut<Given>,
    mut settings: ResMut<Settings>,
) {
    if !table.teaches || motion.busy() {
        return;
    }
    let next = next(given.0.as_ref(), &table, &settings);
    if next == given.0 {
        return;
    }
    if let Some((lesson, _)) = &given.0 {
        settings.learn(*lesson);
    }
    given.0 = next;
}

/// What has been read goes; so does everything once the battle is over, or put away.
fn leave(
    table: Res<Table>,
    mut intents: MessageReader<Intent>,
    mut given: ResMut<Given>,
    mut settings: ResMut<Settings>,
) {
    let read = intents.read().any(|intent| *intent == Intent::Learned);
    if let Some((lesson, _)) = given.0.clone().filter(|_| read || !table.teaches) {
        given.0 = None;
        if read {
            settings.learn(lesson);
        }
    }
    if table.teaches && table.ending.is_some() {
        given.set_if_neq(Given::default());
        if settings.lessons {
            settings.learn_all();
        }
    }
}

fn text(lesson: Lesson, table: &Table) -> String {
    let own = table.own.iter();
    let diamonds = own.flat_map(|own| &own.pools).filter(|(.., pip)| *pip == Pip::Diamond);
    let (unit, death) = table.own.as_ref().map_or(("", 0), |own| (own.name.as_str(), own.death));
    match lesson {
        Lesson::Move => say!("lesson-move"),
        Lesson::Attack => say!("lesson-attack"),
        Lesson::React => say!("lesson-react"),
        Lesson::Disabled => say!("lesson-disabled", unit = unit, death = death),
        Lesson::Threat => say!("lesson-threat"),
        Lesson::EndTurn => {
            say!("lesson-end-turn", diamonds = diamonds.map(|(_, left, ..)| *left).sum::<i32>())
        }
    }
}

fn draw(
    mut commands: Commands,
    (given, table, language, room): (Res<Given>, Res<Table>, Res<Language>, Res<Room>),
    settings: Res<Settings>,
    root: Single<Entity, With<BattleRoot>>,
    old: Query<Entity, With<LessonCard>>,
    mut seen: Local<Option<Lesson>>,
) {
    let now = given.0.as_ref().map(|(lesson, _)| *lesson);
    if *seen == now && !language.is_changed() && !room.is_changed() && !settings.is_changed() {
        return;
    }
    *seen = now;
    old.iter().for_each(|entity| commands.entity(entity).despawn());
    let Some(lesson) = now else { return };
    commands.entity(*root).with_children(|root| {
        let node = down().pad(GAP_2, GAP_2).over();
        let node = Node { bottom: px(room.bottom + GAP_2), width: px(WIDTH), ..node };
        // What lies under it can be clicked all the same.
        let mut card = root.spawn((LessonCard::default(), widgets::card(node), Pickable::IGNORE));
        let text = text(lesson, &table);
        hint::tell_term(&mut card, &text);
        card.with_children(|card| {
            card.line(STRONG.ink(theme::GOLD_INK), say!("lesson-heading"));
            card.text(PLAIN, text);
            let node = Node { align_self: AlignSelf::FlexEnd, ..Node::default().pad(GAP_2, 2.0) };
            // The press is enough: a slip that is drawn anew before the button is let go would lose the click.
            card.button("lesson", ButtonLook::Paper, Intent::Learned, node)
                .with_child(STRONG.line(say!("lesson-read")))
                .observe(|_: On<PointerEvent<Press>>, mut intents: MessageWriter<Intent>| {
                    intents.write(Intent::Learned);
                });
        });
    });
}

/// A panel that it keeps off.
type Beside<'w, 's, Panel> =
    Single<'w, 's, (&'static ComputedNode, &'static UiGlobalTransform), (With<Panel>, Without<LessonCard>)>;

/// What is open beside it: how much the log takes and what is listed above the row, in units of width and height.
#[derive(Clone, Copy, Default)]
struct Open {
    log: Vec2,
    list: Vec2,
}

impl Open {
    /// Has something been opened, or does it take more than before?
    fn grown(self, before: Self) -> bool {
        let more = |now: Vec2, before: Vec2| now.cmpgt(before + 0.5).any();
        more(self.log, before.log) || more(self.list, before.list)
    }
}

/// The corner in which a slip covers least: at these distances from the window's left upper corner it lies near and far.
fn corner((near, far): (Vec2, Vec2), size: Vec2, keep: &[(Rect, u32)], aims: bool) -> Corner {
    let at = |own: Corner| {
        let at = Vec2::new(if own.left { near.x } else { far.x }, if own.high { near.y } else { far.y });
        Rect::from_corners(at, at + size)
    };
    corners(aims).into_iter().min_by_key(|own| cost(at(*own), keep)).unwrap_or_default()
}

/// Above the row, and above a prompt that is higher, or under the ribbon. The corner in which it covers nobody, neither
/// panel nor pointer, is settled once, and again when the log or a list above the row is opened or the view has moved:
/// otherwise it does not hop while it stands.
fn place(
    concerned: Concerned,
    (room, rise, glide): (Res<Room>, Res<Rise>, Res<Glide>),
    (column, log, list): (Beside<SidePanel>, Beside<LogPanel>, Beside<PopupPanel>),
    mut cards: Query<(&mut LessonCard, &mut Node, &ComputedNode)>,
    mut before: Local<Open>,
) {
    // The panel of the log has its place also while that is shut.
    let log = Some(place_of(log.0, log.1)).filter(|_| concerned.table.log_open).unwrap_or_default();
    let [column, list] = [*column, *list].map(|(panel, at)| place_of(panel, at));
    let now = Open { log: log.size(), list: list.size() };
    let anew = now.grown(std::mem::replace(&mut *before, now)) || glide.on();
    for (mut card, mut node, computed) in &mut cards {
        if anew && card.settled {
            card.settled = false;
        }
        let size = computed.size() * computed.inverse_scale_factor();
        let bottom = room.bottom + rise.0 + GAP_2;
        if !card.settled && !glide.on() && size.min_element() > 0.0 {
            let mut keep = concerned.all();
            keep.extend(concerned.under_pointer());
            keep.extend([column, log, list].map(|panel| (panel, HINDERED)));
            let near = Vec2::new(GAP_2, room.top + GAP_2);
            let far = Vec2::new(room.window.x - GAP_2, room.window.y - bottom) - size;
            let aims = concerned.table.counters.iter().any(|own| own.choosable());
            (card.place, card.settled) = (corner((near, far), size, &keep, aims), true);
        }
        let Corner { left, high } = card.place;
        let (near, low) = (px(GAP_2), px(bottom));
        let (left, right) = if left { (near, auto()) } else { (auto(), near) };
        let (top, bottom) = if high { (px(room.top + GAP_2), auto()) } else { (auto(), low) };
        alter(&mut node, |node| (node.left, node.right, node.top, node.bottom) = (left, right, top, bottom));
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::window::view::{Counter, Overlay, PromptCard, Row, RowSlot, UnitCard};

    fn own(left: i32, vitality: i32) -> Table {
        Table {
            teaches: true,
            own: Some(UnitCard {
                name: "Jem".into(),
                vitality: ("Vitality".into(), vitality, 40),
                death: -40,
                pools: vec![("points".into(), left, 3, Pip::Round)],
                ..UnitCard::default()
            }),
            row: Row { slots: vec![RowSlot::More], ..Row::default() },
            overlay: Overlay { marks: vec![mark::REACH, mark::REACH | mark::FAR], ..Overlay::default() },
            ..Table::default()
        }
    }

    #[test]
    fn a_slip_makes_way_for_a_list_that_is_opened() {
        let (size, near, far) = (Vec2::new(272.0, 126.0), Vec2::new(8.0, 84.0), Vec2::new(1000.0, 450.0));
        let list = Rect::new(972.0, 84.0, 1272.0, 580.0);
        let lies = |keep: &[(Rect, u32)]| corner((near, far), size, keep, false);
        assert_eq!(lies(&[]), Corner { left: false, high: false });
        assert_eq!(lies(&[(list, HINDERED)]), Corner { left: true, high: false });
        let low = Rect { min: Vec2::new(972.0, 400.0), ..list };
        assert_eq!(lies(&[(low, HINDERED)]), Corner { left: false, high: true }, "above a short one");
        let (shut, open) = (Open::default(), Open { list: list.size(), ..Open::default() });
        assert!(open.grown(shut) && !open.grown(open) && !shut.grown(open), "else it does not hop");
        assert!(Open { log: list.size(), ..open }.grown(open));
    }

    #[test]
    fn a_slip_leads_to_the_term_in_it() {
        let mut world = World::new();
        world.insert_resource(Given(Some((Lesson::React, Stand::default()))));
        world.insert_resource(own(3, 40));
        world.init_resource::<Language>();
        world.init_resource::<Room>();
        world.init_resource::<Settings>();
        world.spawn(BattleRoot);
        world.run_system_once(draw).unwrap();
        let mut terms = world.query_filtered::<&hint::HasTerm, With<LessonCard>>();
        let terms: Vec<&str> = terms.iter(&world).map(|term| term.0.as_str()).collect();
        assert_eq!(terms, ["term:diamonds"], "with what one reacts");
    }

    #[test]
    fn a_lesson_comes_when_it_helps_and_goes_when_it_was_followed() {
        let mut settings = Settings::default();
        let given = |now: Option<&(Lesson, Stand)>, table: &Table, settings: &Settings| {
            next(now, table, settings).map(|(lesson, _)| lesson)
        };
        let first = next(None, &own(3, 40), &settings);
        assert_eq!(first.as_ref().map(|(lesson, _)| *lesson), Some(Lesson::Move));
        assert_eq!(given(first.as_ref(), &own(3, 40), &settings), Some(Lesson::Move), "it stays");
        assert_eq!(given(first.as_ref(), &own(2, 40), &settings), None, "the unit moved");
        settings.learn(Lesson::Move);
        let aims =
            Table { counters: vec![Counter { choice: Choice::Safe, ..Counter::default() }], ..own(2, 40) };
        assert_eq!(given(None, &aims, &settings), Some(Lesson::Attack));
        let everywhere = vec![mark::REACH | mark::DANGER | mark::MORE; 2];
        let mut drawn = Table { overlay: Overlay { marks: everywhere, ..Overlay::default() }, ..own(2, 40) };
        assert_eq!(given(None, &drawn, &settings), None, "nowhere is safer");
        for safer in [mark::REACH | mark::DANGER, mark::REACH] {
            drawn.overlay.marks.push(safer);
            assert_eq!(given(None, &drawn, &settings), Some(Lesson::Threat));
            drawn.overlay.marks.pop();
        }
        assert_eq!(given(None, &own(2, -8), &settings), Some(Lesson::Disabled));
        let spent = Table { row: Row { spent: true, ..own(0, 40).row }, ..own(0, 40) };
        assert_eq!(given(None, &spent, &settings), Some(Lesson::EndTurn));
        let asked = Table { row: Row::default(), prompt: Some(PromptCard::default()), ..own(0, 40) };
        assert_eq!(given(None, &asked, &settings), None, "whether to attack again is no reaction");
        let asked = Table { prompt: Some(PromptCard { reacts: true, ..PromptCard::default() }), ..asked };
        assert_eq!(given(None, &asked, &settings), Some(Lesson::React));
        settings.learn_all();
        for table in [own(3, 40), aims, spent, asked] {
            assert_eq!(given(None, &table, &settings), None, "not after the first game");
        }
    }
}
