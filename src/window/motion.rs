//! Motions: what happened, shown one beat after another. No rule waits for them; any key skips them.
//!
//! The queue of beats, how long each lasts, and the counters' places while they move. `session` makes the beats from the
//! chronicle.

mod flecks;
mod rising;

use std::collections::VecDeque;

use bevy::prelude::*;

use self::flecks::Burst;
use super::{
    Screen,
    board::{CounterRoot, SQUARE, centre_of, layer, middle},
    camera::Glance,
    settings::Settings,
    sound::{self, Sound},
    theme::{self, Fonts},
    view::{At, Counter, LogLine, Pose, Roll, Table},
};

/// The plugin of motions.
pub fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::HandOver), lay_still);
    app.add_plugins((flecks::plugin, rising::plugin))
        .init_resource::<Motion>()
        .init_resource::<Tray>()
        .add_systems(
            Update,
            (play, fly).chain().before(super::input::InputSet).run_if(super::screen::no_page),
        );
}

/// One thing that is seen to happen.
#[derive(Clone, Debug, PartialEq)]
pub enum Beat {
    /// A counter slides along its path; the first square is where it stands.
    Walk {
        /// Whose counter.
        unit: u32,
        /// The upper left squares it passes.
        path: Vec<At>,
        /// Whose counters go with it, as those aboard do.
        with: Vec<u32>,
    },
    /// A counter lunges at a square and back.
    Strike {
        /// Whose counter.
        unit: u32,
        /// At what.
        toward: At,
    },
    /// A counter is struck: it gives way for a moment, and splinters or sparks fly.
    Hit {
        /// Whose counter.
        unit: u32,
        /// Where the blow came from.
        from: At,
        /// How much came through, in points; 0: it glanced off.
        points: i32,
    },
    /// The same as [`Show`](Self::Show), and it tips over on the way there.
    Tip(Box<Counter>),
    /// Something flies from square to square.
    Shot {
        /// From.
        from: At,
        /// To.
        to: At,
    },
    /// Dice fall into the tray.
    Roll(Roll),
    /// A short text rises from a square.
    Float {
        /// Where.
        at: At,
        /// What.
        text: String,
        /// Is it harm?
        harm: bool,
    },
    /// From now on a counter looks like this, and stands there.
    Show(Box<Counter>),
    /// A counter is taken from the table (it went out of sight).
    Hide(u32),
    /// A line of the log.
    Log(LogLine),
    /// The camera brings this square into sight.
    Look(At),
    /// Something is heard.
    Hear(Sound),
}

impl Beat {
    /// Whose counter moves.
    fn unit(&self) -> Option<u32> {
        match self {
            Self::Walk { unit, .. } | Self::Strike { unit, .. } | Self::Hit { unit, .. } => Some(*unit),
            Self::Tip(shown) => Some(shown.unit),
            _ => None,
        }
    }

    /// How long it lasts at full length, in seconds.
    fn length(&self) -> f32 {
        match self {
            Self::Walk { path, .. } => 0.12 * path.len().saturating_sub(1) as f32,
            Self::Strike { .. } | Self::Shot { .. } => 0.20,
            Self::Roll(_) => 0.40,
            Self::Float { .. } => 0.15,
            Self::Hit { .. } => 0.14,
            Self::Tip(_) => 0.26,
            Self::Show(_) | Self::Hide(_) | Self::Log(_) | Self::Look(_) | Self::Hear(_) => 0.0,
        }
    }
}

/// The queue of beats.
#[derive(Resource)]
pub struct Motion {
    queue: VecDeque<Beat>,
    now: Option<(Beat, f32)>,
    skipping: bool,
    /// How fast: 1 as designed, 2 twice as fast, 0 not at all (everything is simply so).
    pub speed: f32,
}

impl Default for Motion {
    fn default() -> Self {
        Self { queue: VecDeque::new(), now: None, skipping: false, speed: 1.0 }
    }
}

impl Motion {
    /// Adds a beat at the end.
    pub fn push(&mut self, beat: Beat) {
        self.queue.push_back(beat);
    }

    /// Is anything still to be seen?
    pub fn busy(&self) -> bool {
        self.now.is_some() || !self.queue.is_empty()
    }

    /// Everything that waits happens at once.
    pub fn skip(&mut self) {
        self.skipping = true;
    }

    /// The lines that wait are in the log already: it has been told anew.
    pub fn told(&mut self) {
        self.queue.retain(|beat| !matches!(beat, Beat::Log(_)));
    }

    /// Forgets everything that waits: another battle is laid out.
    pub fn clear(&mut self) {
        self.queue.clear();
        self.now = None;
    }

    /// Is this unit's counter on its way just now?
    pub fn moves(&self, unit: u32) -> bool {
        match &self.now {
            Some((Beat::Walk { unit: own, with, .. }, _)) => *own == unit || with.contains(&unit),
            Some((beat, _)) => beat.unit() == Some(unit),
            None => false,
        }
    }
}

/// The dice tray: every roll is seen to fall and stays until the next.
#[derive(Resource, Default, Clone, Debug, PartialEq)]
pub struct Tray {
    /// The roll that lies there.
    pub roll: Option<Roll>,
    /// While it tumbles, a number that changes; 0 when it lies still.
    pub tumble: u32,
}

/// Where new things appear.
#[derive(bevy::ecs::system::SystemParam)]
struct Stage<'w, 's> {
    commands: Commands<'w, 's>,
    fonts: Res<'w, Fonts>,
    looks: MessageWriter<'w, Glance>,
    sounds: MessageWriter<'w, Sound>,
    settings: Res<'w, Settings>,
}

fn ease(t: f32) -> f32 {
    let t = t.clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

fn play(
    time: Res<Time>,
    mut motion: ResMut<Motion>,
    mut tray: ResMut<Tray>,
    mut table: ResMut<Table>,
    mut roots: Query<(&CounterRoot, &mut Transform)>,
    mut stage: Stage,
) {
    if !motion.busy() {
        motion.bypass_change_detection().skipping = false;
        return;
    }
    let at_once = motion.skipping || motion.speed <= 0.0;
    let mut left = time.delta_secs() * motion.speed.max(0.0);
    loop {
        let (beat, mut elapsed) = match motion.now.take() {
            Some(now) => now,
            None => match motion.queue.pop_front() {
                Some(Beat::Show(shown)) if !at_once && falls(&shown, &table) => {
                    stage.sounds.write(Sound::Collapse);
                    (Beat::Tip(shown), 0.0)
                }
                Some(beat) => {
                    let own = beat.unit().and_then(|unit| table.counters.iter().find(|c| c.unit == unit));
                    if !at_once {
                        let flies = own.is_some_and(|own| own.band.is_some_and(|band| band != 'G'));
                        let hull = own.is_some_and(|own| own.hull.is_some());
                        stage.sounds.write_batch(sound::of_beat(&beat, hull, flies));
                    }
                    begin(&beat, own.map(centre_of), &mut stage, &mut tray, at_once);
                    (beat, 0.0)
                }
                None => break,
            },
        };
        elapsed += left;
        let length = beat.length();
        let over = at_once || elapsed >= length;
        let share = if over { 1.0 } else { elapsed / length };
        place(&beat, share, &mut roots, &mut tray);
        if over {
            left = (elapsed - length).max(0.0);
            finish(beat, &mut table, &mut tray);
        } else {
            motion.now = Some((beat, elapsed));
            break;
        }
    }
    if !motion.busy() {
        motion.skipping = false;
    }
}

/// `struck` is the middle of the counter that the beat is about.
fn begin(beat: &Beat, struck: Option<Vec2>, stage: &mut Stage, tray: &mut Tray, at_once: bool) {
    let Stage { commands, fonts, looks, settings, .. } = stage;
    match beat {
        Beat::Roll(roll) => {
            tray.roll = Some(roll.clone());
        }
        Beat::Float { at, text, harm } if !at_once && settings.floating_numbers => {
            rising::rise(commands, fonts, *at, text, *harm);
        }
        Beat::Shot { from, to } if !at_once => {
            let (a, b) = (middle(*from), middle(*to));
            if settings.particles {
                let way = (b - a).normalize_or_zero();
                flecks::burst(commands, Burst::Puff, a + way * SQUARE * 0.4, way, 5);
            }
            commands.spawn((
                Flying { from: a, to: b, elapsed: 0.0 },
                Sprite::from_color(theme::INK, Vec2::new(18.0, 3.0)),
                Transform::from_translation(a.extend(layer::AIR))
                    .with_rotation(Quat::from_rotation_z((b - a).to_angle())),
            ));
        }
        Beat::Look(at) => {
            looks.write(Glance(*at));
        }
        Beat::Hit { .. } if at_once || !settings.particles => {}
        Beat::Hit { from, points, .. } => {
            if let Some(centre) = struck {
                let way = (centre - middle(*from)).normalize_or_zero();
                let kind = if *points > 0 { Burst::Splinters } else { Burst::Sparks };
                let many = 6 + u32::try_from(*points).unwrap_or(0).min(18);
                flecks::burst(commands, kind, centre, way, many);
            }
        }
        _ => {}
    }
}

fn place(beat: &Beat, share: f32, roots: &mut Query<(&CounterRoot, &mut Transform)>, tray: &mut Tray) {
    match beat {
        Beat::Walk { unit, path, with } => {
            let goes = |number: u32| number == *unit || with.contains(&number);
            for (root, mut transform) in roots.iter_mut().filter(|(root, _)| goes(root.0.unit)) {
                let steps = path.len().saturating_sub(1);
                let along = share * steps as f32;
                let n = (along.floor() as usize).min(steps.saturating_sub(1));
                let (Some(from), Some(to)) = (path.get(n), path.get(n + 1)) else { continue };
                let offset = from.as_vec2().lerp(to.as_vec2(), ease(along - n as f32)) - root.0.at.as_vec2();
                let to = centre_of(&root.0) + Vec2::new(offset.x, -offset.y) * SQUARE;
                let above = if root.0.unit == *unit { 4.0 } else { 4.6 };
                transform.translation = to.extend(layer::COUNTERS + above);
            }
        }
        Beat::Strike { unit, toward } => {
            for (root, mut transform) in roots.iter_mut().filter(|(root, _)| root.0.unit == *unit) {
                let home = centre_of(&root.0);
                let there = (middle(*toward) - home).clamp_length_max(SQUARE * 0.45);
                let out = (share * std::f32::consts::PI).sin();
                transform.translation = (home + there * out).extend(layer::COUNTERS + 4.0);
            }
        }
        Beat::Hit { unit, from, points } => {
            for (root, mut transform) in roots.iter_mut().filter(|(root, _)| root.0.unit == *unit) {
                let home = centre_of(&root.0);
                let away = (home - middle(*from)).normalize_or_zero();
                let far = SQUARE * if *points > 0 { 0.14 } else { 0.05 };
                let to = home + away * far * (share * std::f32::consts::PI).sin();
                transform.translation = to.extend(transform.translation.z);
            }
        }
        Beat::Tip(shown) => {
            for (root, mut transform) in roots.iter_mut().filter(|(root, _)| root.0.unit == shown.unit) {
                // The root itself never stays turned: what lies there is drawn lying.
                let turn = if share < 1.0 { -1.4 * share * share } else { 0.0 };
                transform.rotation = Quat::from_rotation_z(turn);
                transform.translation = centre_of(&root.0).extend(transform.translation.z);
            }
        }
        Beat::Roll(_) => {
            let tumble = if share < 1.0 { 1 + (share * 8.0) as u32 } else { 0 };
            if tray.tumble != tumble {
                tray.tumble = tumble;
            }
        }
        _ => {}
    }
}

/// Does somebody who stood lie there after this?
fn falls(shown: &Counter, table: &Table) -> bool {
    shown.hull.is_none()
        && shown.pose != Pose::Standing
        && table.counters.iter().any(|own| own.unit == shown.unit && own.pose == Pose::Standing)
}

fn finish(beat: Beat, table: &mut Table, tray: &mut Tray) {
    match beat {
        Beat::Walk { unit, path, with } => {
            let Some(last) = path.last() else { return };
            let goes = |counter: &&mut Counter| counter.unit == unit || with.contains(&counter.unit);
            table.counters.iter_mut().filter(goes).for_each(|counter| counter.at = *last);
        }
        Beat::Show(shown) | Beat::Tip(shown) => {
            match table.counters.iter_mut().find(|c| c.unit == shown.unit) {
                Some(counter) => *counter = *shown,
                None => table.counters.push(*shown),
            }
        }
        Beat::Hide(unit) => table.counters.retain(|c| c.unit != unit),
        Beat::Log(line) => table.log.push(line),
        Beat::Roll(roll) => {
            tray.roll = Some(roll);
            tray.tumble = 0;
        }
        Beat::Strike { .. }
        | Beat::Hit { .. }
        | Beat::Shot { .. }
        | Beat::Float { .. }
        | Beat::Look(_)
        | Beat::Hear(_) => {}
    }
}

/// Something between two places.
#[derive(Component)]
struct Flying {
    from: Vec2,
    to: Vec2,
    elapsed: f32,
}

/// What is on its way.
type Moving = Or<(With<rising::Rising>, With<Flying>)>;

/// Behind the curtain nothing is left of what the last player saw move.
fn lay_still(
    mut commands: Commands,
    mut motion: ResMut<Motion>,
    mut tray: ResMut<Tray>,
    moving: Query<Entity, Moving>,
) {
    motion.clear();
    *tray = Tray::default();
    for entity in &moving {
        commands.entity(entity).despawn();
    }
}

fn fly(mut commands: Commands, time: Res<Time>, mut flying: Query<(Entity, &mut Flying, &mut Transform)>) {
    for (entity, mut flying, mut transform) in &mut flying {
        flying.elapsed += time.delta_secs();
        let share = flying.elapsed / 0.20;
        transform.translation = flying.from.lerp(flying.to, share.min(1.0)).extend(layer::AIR);
        if share >= 1.0 {
            commands.entity(entity).despawn();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_at_the_end_does_not_depend_on_skipping() {
        let mut table = Table {
            counters: vec![Counter { unit: 7, ..default() }, Counter { unit: 8, ..default() }],
            ..default()
        };
        let mut tray = Tray::default();
        finish(
            Beat::Walk { unit: 7, path: vec![IVec2::ZERO, IVec2::X], with: vec![8] },
            &mut table,
            &mut tray,
        );
        finish(Beat::Log(LogLine { text: "x".into(), ..default() }), &mut table, &mut tray);
        finish(Beat::Show(Box::new(Counter { unit: 9, ..default() })), &mut table, &mut tray);
        finish(Beat::Hide(9), &mut table, &mut tray);
        assert!(table.counters.iter().all(|counter| counter.at == IVec2::X), "who is aboard goes with it");
        assert_eq!(table.counters.len(), 2);
        assert_eq!(table.log.len(), 1);
    }

    #[test]
    fn a_step_takes_120_ms_and_dice_400() {
        assert_eq!(
            Beat::Walk { unit: 0, path: vec![IVec2::ZERO, IVec2::X], with: Vec::new() }.length(),
            0.12
        );
        assert_eq!(Beat::Roll(Roll::default()).length(), 0.40);
    }
}
