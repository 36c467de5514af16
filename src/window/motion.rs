//! Motions: what happened, shown one beat after another. No rule waits for them; any key skips them.
//!
//! The queue of beats, how long each lasts, and the counters' places while they move. `session` makes the beats from
//! the chronicle.

mod ahead;
mod beat;
mod flecks;
mod missile;
mod rising;
mod swipe;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;

pub use self::beat::{Averted, Beat, SlipKind};
use self::flecks::FleckBurst;
use super::{
    board::{CounterRoot, depth_on_the_way},
    sound::{self, Sound},
};
use crate::window::prelude::*;

/// The plugin of motions.
pub fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::HandOver), lay_still);
    // What begins to fly or rise is seen in the frame in which it begins.
    let moves = (play, (missile::fly, missile::draw, swipe::draw, ahead::draw, rising::float)).chain();
    app.add_plugins(flecks::plugin)
        .init_resource::<BeatQueue>()
        .init_resource::<Tray>()
        .add_systems(Update, moves.before(super::input::InputSet).run_if(super::screen::no_page));
}

/// The queue of beats.
#[derive(Resource)]
pub struct BeatQueue {
    queue: VecDeque<Beat>,
    now: Option<(Beat, f32)>,
    skipping: bool,
    /// Nothing is seen to move until a person is asked.
    hurrying: bool,
    /// How fast: 1 as designed, 2 twice as fast, 0 not at all (everything is simply so).
    pub speed: f32,
}

impl Default for BeatQueue {
    fn default() -> Self {
        Self { queue: VecDeque::new(), now: None, skipping: false, hurrying: false, speed: 1.0 }
    }
}

impl BeatQueue {
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

    /// Everything happens at once, also what is still to be decided, until a person is [asked](Self::rest).
    pub fn hurry(&mut self) {
        self.hurrying = true;
    }

    /// A person is asked: from now on things are seen to move again.
    pub fn rest(&mut self) {
        if self.hurrying {
            self.hurrying = false;
        }
    }

    /// The lines that wait are in the log already: it has been told anew.
    pub fn told(&mut self) {
        self.queue.retain(|beat| !matches!(beat, Beat::Log(_)));
    }

    /// Forgets everything that waits: another battle is laid out.
    pub fn clear(&mut self) {
        self.queue.clear();
        self.now = None;
        self.hurrying = false;
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
    pub roll: Option<ShownRoll>,
    /// While it tumbles, a number that changes; 0 when it lies still.
    pub tumble: u32,
}

/// What beats are played with.
#[derive(bevy::ecs::system::SystemParam)]
struct BeatTools<'w, 's> {
    commands: Commands<'w, 's>,
    looks: MessageWriter<'w, BringIntoSight>,
    glide: Res<'w, Glide>,
    sounds: MessageWriter<'w, Sound>,
    settings: Res<'w, Settings>,
    slips: Query<'w, 's, &'static mut rising::Rising>,
}

/// The share of a lunge after which it meets who is struck; it goes back faster than it comes.
const IMPACT: f32 = 0.75;

fn ease(t: f32) -> f32 {
    let t = t.clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

fn play(
    time: Res<Time>,
    mut motion: ResMut<BeatQueue>,
    mut tray: ResMut<Tray>,
    mut table: ResMut<Table>,
    mut roots: Query<(&CounterRoot, &mut Transform)>,
    mut tools: BeatTools,
) {
    if !motion.busy() {
        motion.bypass_change_detection().skipping = false;
        return;
    }
    let at_once = motion.skipping || motion.hurrying || motion.speed <= 0.0;
    let mut left = time.delta_secs() * motion.speed.max(0.0);
    loop {
        let goes_on = motion.now.is_some();
        let (beat, mut elapsed) = match motion.now.take() {
            Some(now) => now,
            None => match motion.queue.pop_front() {
                Some(Beat::Show(shown)) if !at_once && falls(&shown, &table) => {
                    tools.sounds.write(Sound::Collapse);
                    (Beat::Tip(shown), 0.0)
                }
                Some(Beat::Tell(telling)) => {
                    // Another event begins: nothing of the one before stands there any more.
                    if !telling.result {
                        tools.slips.iter_mut().for_each(|mut slip| slip.go());
                    }
                    table.telling = Some(telling.clone());
                    (Beat::Tell(telling), 0.0)
                }
                Some(beat) => {
                    let own = beat.unit().and_then(|unit| table.counters.iter().find(|c| c.unit == unit));
                    if !at_once {
                        let flies = own.is_some_and(Counter::flies);
                        let hull = own.is_some_and(|own| own.hull.is_some());
                        tools.sounds.write_batch(sound::of_beat(&beat, hull, flies));
                    }
                    begin((&beat, own.map(centre_of)), &table.counters, &mut tools, &mut tray, at_once);
                    (beat, 0.0)
                }
                None => break,
            },
        };
        elapsed += left;
        let length = beat.length();
        // The camera hears of it in this frame, and is on its way in the next.
        let looking = beat.is_look() && !motion.queue.is_empty() && (!goes_on || tools.glide.on());
        let over = at_once || elapsed >= length && !looking;
        let share = if over { 1.0 } else { elapsed / length };
        place(&beat, share, &mut roots, &mut tray);
        if over {
            // Time that the camera took is nobody else's.
            left = if beat.is_look() { 0.0 } else { (elapsed - length).max(0.0) };
            if let Beat::Tip(shown) = &beat
                && tools.settings.particles
                && !at_once
            {
                flecks::burst(&mut tools.commands, FleckBurst::Puff, centre_of(shown), Vec2::ZERO, 10);
            }
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
fn begin(
    (beat, struck): (&Beat, Option<Vec2>),
    counters: &[Counter],
    tools: &mut BeatTools,
    tray: &mut Tray,
    at_once: bool,
) {
    let BeatTools { commands, looks, settings, slips, .. } = tools;
    let stands = |unit: u32, at: At| match counters.iter().find(|own| own.unit == unit) {
        Some(own) => area_of(own),
        None => Rect::from_center_half_size(middle(at), Vec2::splat(SQUARE / 2.0)),
    };
    if matches!(beat, Beat::Strike { .. } | Beat::Shot { .. } | Beat::Turn { .. }) {
        // What came of the blow before is not read as what comes of this one.
        slips.iter_mut().for_each(|mut slip| slip.go());
    }
    match beat {
        Beat::Aim { units, from, to, text, harm } if !at_once => {
            ahead::aim(commands, (stands(units.0, *from).center(), stands(units.1, *to)), *harm);
            if settings.floating_numbers {
                rising::rise(commands, *from, text, SlipKind::Plain);
            }
        }
        Beat::Way { unit, path, side } if !at_once => {
            let off = counters.iter().find(|own| own.unit == *unit);
            let off = off.map_or(Vec2::ZERO, |own| centre_of(own) - middle(own.at));
            let places: Vec<Vec2> = path.iter().skip(1).map(|at| middle(*at) + off).collect();
            ahead::lay(commands, &places, theme::side_colour(*side));
        }
        Beat::Block { unit, from } | Beat::Avert { unit, from, how: Averted::Deflected } if !at_once => {
            swipe::guard(commands, middle(*from), stands(*unit, *from), settings.particles);
        }
        Beat::Avert { unit, from, how: Averted::Parried } if !at_once => {
            swipe::cross(commands, middle(*from), stands(*unit, *from));
        }
        Beat::Roll(roll) => {
            tray.roll = Some(roll.clone());
        }
        Beat::Float { at, text, kind, .. } if !at_once && settings.floating_numbers => {
            rising::rise(commands, *at, text, *kind);
        }
        Beat::Strike { target, toward, .. } if !at_once => {
            let there = stands(*target, *toward);
            swipe::ring(commands, there);
            if let Some(from) = struck {
                swipe::swing(commands, from, there);
            }
        }
        Beat::Shot { units, from, to, spell, past } if !at_once => {
            let way = (stands(units.0, *from).center(), stands(units.1, *to));
            missile::launch(commands, way, (*spell, *past), settings.particles);
            // A spell may be meant well.
            if !*spell {
                swipe::ring(commands, way.1);
            }
        }
        Beat::Look(at) => {
            looks.write(BringIntoSight { squares: vec![*at], reason: SightReason::Event });
        }
        Beat::Follow { from, to } => {
            looks.write(BringIntoSight { squares: vec![*to, *from], reason: SightReason::Move });
        }
        Beat::Watch(squares) => {
            looks.write(BringIntoSight { squares: squares.clone(), reason: SightReason::Attack });
        }
        Beat::Glance(at) => {
            looks.write(BringIntoSight { squares: vec![*at], reason: SightReason::Pointing });
        }
        Beat::Hit { .. } if at_once || !settings.particles => {}
        Beat::Hit { from, points, .. } => {
            if let Some(centre) = struck {
                let way = (centre - middle(*from)).normalize_or_zero();
                let kind = if *points > 0 { FleckBurst::Splinters } else { FleckBurst::Sparks };
                flecks::burst(commands, kind, centre, way, 6 + u32::try_from(*points).unwrap_or(0).min(18));
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
                transform.translation = to.extend(depth_on_the_way(&root.0, root.0.unit != *unit));
            }
        }
        Beat::Strike { unit, toward, .. } => {
            for (root, mut transform) in roots.iter_mut().filter(|(root, _)| root.0.unit == *unit) {
                let home = centre_of(&root.0);
                let there = (middle(*toward) - home).clamp_length_max(SQUARE * 0.45);
                let out = ease(share / IMPACT).min(ease((1.0 - share) / (1.0 - IMPACT)));
                transform.translation = (home + there * out).extend(depth_on_the_way(&root.0, false));
            }
        }
        Beat::Hit { unit, from, .. }
        | Beat::Miss { unit, from }
        | Beat::Block { unit, from }
        | Beat::Avert { unit, from, .. } => {
            for (root, mut transform) in roots.iter_mut().filter(|(root, _)| root.0.unit == *unit) {
                let home = centre_of(&root.0);
                let away = (home - middle(*from)).normalize_or_zero();
                let to = home + gives_way(beat, away, share) * SQUARE;
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

/// How far somebody gives way to what came to them, in squares: back from a hit, aside from what misses; what they hold off
/// shoves them back at once, and they come forward again.
fn gives_way(beat: &Beat, away: Vec2, share: f32) -> Vec2 {
    let swings = (share * std::f32::consts::PI).sin();
    match beat {
        Beat::Hit { points: 1.., .. } => away * (0.14 * swings),
        Beat::Hit { .. } => away * (0.05 * swings),
        Beat::Miss { .. } => away.perp() * (0.18 * swings),
        Beat::Block { .. } => away * (0.10 * (share / 0.25).min((1.0 - share) / 0.75)),
        Beat::Avert { how: Averted::Dodged, .. } => {
            away.perp() * (0.42 * (share / 0.3).min((1.0 - share) / 0.7))
        }
        Beat::Avert { .. } => away * (0.06 * swings),
        _ => Vec2::ZERO,
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
            // The card at the row and the counter show the same number.
            if let Some(own) = table.own.as_mut().filter(|own| own.unit == shown.unit) {
                (own.vitality.1, own.damage) = (shown.vitality, shown.damage);
            }
            match table.counters.iter_mut().find(|c| c.unit == shown.unit) {
                Some(counter) => *counter = *shown,
                None => table.counters.push(*shown),
            }
        }
        Beat::Own(card) => match table.own.as_mut().filter(|own| own.unit == card.unit) {
            Some(own) => (own.weapon, own.kit) = (card.weapon, card.kit),
            None => table.own = Some(*card),
        },
        Beat::Conditions { unit, told } => {
            if let Some(own) = table.own.as_mut().filter(|own| own.unit == unit) {
                own.conditions = told;
            }
        }
        Beat::Turn { unit, ribbon } => {
            table.telling = None;
            match ribbon {
                Some(ribbon) => table.ribbon = *ribbon,
                None => table.ribbon.pass_to(unit),
            }
        }
        Beat::Hide(unit) => table.counters.retain(|c| c.unit != unit),
        Beat::Log(line) => table.log.push(line),
        Beat::Roll(roll) => {
            tray.roll = Some(roll);
            tray.tumble = 0;
        }
        Beat::Lost { was, is, logged, sum } => {
            let mut rolls = table.log.iter_mut().rev().filter_map(|line| line.roll.as_mut());
            let told = match logged {
                true => rolls.find(|roll| roll.result.contains(&was)),
                false => tray.roll.as_mut().filter(|roll| roll.result.contains(&was)),
            };
            if let Some(roll) = told {
                roll.result = roll.result.replacen(was.as_str(), &is, 1);
                roll.sum = sum.unwrap_or_else(|| std::mem::take(&mut roll.sum));
            }
        }
        Beat::Aim { .. }
        | Beat::Way { .. }
        | Beat::Strike { .. }
        | Beat::Hit { .. }
        | Beat::Miss { .. }
        | Beat::Block { .. }
        | Beat::Avert { .. }
        | Beat::Shot { .. }
        | Beat::Tell(_)
        | Beat::Read
        | Beat::Float { .. }
        | Beat::Look(_)
        | Beat::Follow { .. }
        | Beat::Watch(_)
        | Beat::Glance(_)
        | Beat::Hear(_) => {}
    }
}

/// What is on its way.
type Moving = Or<(
    With<rising::Rising>,
    With<missile::Flying>,
    With<missile::Stroke>,
    With<swipe::Swipe>,
    With<ahead::Dot>,
)>;

/// Nothing of what the last player saw move is left behind the curtain.
fn lay_still(
    mut commands: Commands,
    mut motion: ResMut<BeatQueue>,
    mut tray: ResMut<Tray>,
    moving: Query<Entity, Moving>,
) {
    motion.clear();
    *tray = Tray::default();
    for entity in &moving {
        commands.entity(entity).despawn();
    }
}
