//! Beats for what strikes: a stroke from who does it to where it comes down, and slips with what it took. What strikes
//! several at once, a ram, a spell that is no attack and harm to a thing have theirs as well.

use super::{spread::Spread, telling::BlowKind};
use crate::{
    grid::ObjectAt,
    rules::{action::Need, expr::Expr},
    window::{
        session::prelude::*,
        sound::{of_blow, of_weapon},
    },
};

/// What has been drawn of what is done now.
#[derive(Default)]
pub(super) struct Strokes {
    /// Who struck several at once, with what, and where it came down: none of them has a stroke of its own.
    burst: Option<(UnitId, Key, At)>,
    /// Who does it; none between turns.
    doer: Option<UnitId>,
    /// It is a spell.
    casts: bool,
    /// Its stroke has been drawn.
    drawn: bool,
    /// Slips that are shown with the next hit.
    held: Vec<Beat>,
    /// The roll that is held against several, while they are struck.
    pub spread: Option<Spread>,
}

impl Strokes {
    /// What of it is left from before these events.
    pub fn before(facts: &Facts, earlier: &[Event], sight: Option<Side>) -> Self {
        Self { spread: Spread::before(facts, earlier, sight), ..Self::default() }
    }
}

/// The number of nobody's counter.
pub(super) const NOBODY: u32 = u32::MAX;

impl Narrator<'_> {
    /// Somebody begins to do something, or a turn is over.
    pub(super) fn begin_strokes(&mut self, doer: Option<UnitId>, casts: bool) {
        let Strokes { burst, spread, mut held, .. } = std::mem::take(&mut self.strokes);
        self.beats.append(&mut held);
        // An answer to what strikes several comes before they are struck.
        let burst = burst.filter(|(by, ..)| doer.is_some_and(|doer| doer != *by));
        let spread = spread.filter(|own| doer.is_some_and(|doer| !own.is_by(doer)));
        self.strokes = Strokes { burst, spread, doer, casts, ..Strokes::default() };
    }

    /// The camera sees where something comes down, and who does it, if they are known.
    pub(super) fn watch(&self, by: UnitId, to: At) -> Beat {
        Beat::Watch([to].into_iter().chain(self.place(by)).collect())
    }

    /// A stroke from a unit to a counter, or to nobody's place, both in sight, and what is heard of it.
    fn stroke(
        &mut self,
        by: UnitId,
        (target, to): (u32, At),
        (kind, past): (BlowKind, bool),
        heard: Option<Sound>,
    ) {
        let Some(from) = self.place(by) else { return };
        self.strokes.drawn = true;
        let unit = self.play.number(by);
        self.beats.push(Beat::Watch(vec![to, from]));
        self.beats.extend(heard.map(Beat::Hear));
        self.beats.push(match kind {
            BlowKind::Stroke => Beat::Strike { unit, target, toward: to },
            _ => Beat::Shot { units: (unit, target), from, to, spell: kind == BlowKind::Spell, past },
        });
    }

    /// A slip above a unit that comes with a hit.
    fn slip(&self, unit: UnitId, text: String, kind: SlipKind) -> Option<Beat> {
        let at = self.place(unit)?;
        Some(Beat::Float { unit: self.play.number(unit), at, text, kind, struck: true })
    }

    /// A blow: its stroke, unless it was drawn for several at once, and what becomes of the target: it is hit, is missed,
    /// or has blocked it. `afar` is heard of a weapon that strikes from afar.
    pub(super) fn draw_blow(
        &mut self,
        (by, target): (UnitId, UnitId),
        weapon: Key,
        (kind, afar): (BlowKind, Option<Sound>),
        (landed, blocked): (bool, bool),
        trace: &HarmTrace,
    ) {
        let averted = if landed || blocked { None } else { self.averted(by) };
        let turned = blocked || averted.is_some_and(|how| how != Averted::Dodged);
        let burst = self.strokes.burst.filter(|(own, with, _)| (*own, *with) == (by, weapon));
        let (from, to) = (self.place(by), self.place(target));
        let unit = self.play.number(target);
        match to.filter(|_| burst.is_none()) {
            Some(to) if by != target && from.is_some() => {
                let heard = afar.filter(|_| kind == BlowKind::Shot);
                self.stroke(by, (unit, to), (kind, !landed && !turned), heard);
            }
            Some(to) => self.beats.push(self.watch(by, to)),
            None => {}
        }
        self.beats.extend(to.map(|_| Beat::Hear(of_blow((landed, turned), trace))));
        let harmless = landed && trace.portions.is_empty();
        let lost = if landed { self.now.loss.points } else { 0 };
        self.say_lost(by, (!harmless).then_some(lost), trace);
        if !harmless {
            self.say_spread(by, landed.then_some(self.now.loss.points));
        }
        let Some(to) = to else { return };
        let points = self.now.loss.points;
        let systems = self.facts.unit(target).is_some_and(|own| self.facts.systems(own).is_some());
        let slip = match landed {
            _ if blocked => self.slip(target, say!("roll-blocked"), SlipKind::Plain),
            false => {
                let text = match averted {
                    Some(Averted::Dodged) => say!("float-dodged"),
                    Some(Averted::Parried) => say!("float-parried"),
                    Some(Averted::Deflected) => say!("roll-blocked"),
                    None => say!("float-miss"),
                };
                self.slip(target, text, SlipKind::Plain)
            }
            true if trace.total == 0 && !trace.portions.is_empty() => {
                self.slip(target, words::number(0), SlipKind::Plain)
            }
            // No track of theirs says it.
            true if systems && points > 0 && self.now.loss.left.is_none() => {
                self.slip(target, words::number(-points), SlipKind::Harm)
            }
            true => None,
        };
        let mut slips = std::mem::take(&mut self.strokes.held);
        slips.extend(slip);
        let from = burst.map(|(.., at)| at).or(from).unwrap_or(to);
        if blocked {
            self.beats.append(&mut slips);
            self.beats.push(Beat::Block { unit, from });
        } else if landed {
            self.beats.push(Beat::Hit { unit, from, points });
            // They are brought to it with what else it takes.
            self.beats.append(&mut slips);
        } else {
            self.beats.append(&mut slips);
            self.beats.push(match averted {
                Some(how) => Beat::Avert { unit, from, how },
                None => Beat::Miss { unit, from },
            });
        }
    }

    /// How an attack that was rolled well has been averted by what somebody else did last, if it has: what can be done
    /// in melee alone is a parry; what only stops missiles or works by itself is no step aside.
    fn averted(&self, by: UnitId) -> Option<Averted> {
        self.thrown.as_ref().filter(|own| own.by == by && own.success)?;
        let (_, action) = self.done.acts.last().filter(|(unit, _)| *unit != by)?;
        let def = self.facts.book.action(*action)?;
        let is = |test: &Expr, name: &str| name.parse::<Expr>().is_ok_and(|own| *test == own);
        let only =
            |name: &str| def.needs.iter().any(|need| matches!(need, Need::Test(test, _) if is(test, name)));
        let evades = def.steps.iter().any(|step| matches!(step, Step::Evade { .. }));
        evades.then(|| match only("melee") {
            true => Averted::Parried,
            false if only("ranged") || def.tagged("automatic") => Averted::Deflected,
            false => Averted::Dodged,
        })
    }

    /// Something comes to whom a spell is cast on: the stroke of the spell, unless it was an attack that has one.
    pub(super) fn reach(&mut self, unit: UnitId) {
        let aimed = self.aimed.filter(|(by, target)| *target == unit && by != target);
        let Some((by, _)) = aimed.filter(|_| self.strokes.casts && !self.strokes.drawn) else { return };
        if let Some(to) = self.place(unit) {
            self.stroke(by, (self.play.number(unit), to), (BlowKind::Spell, false), None);
        }
    }

    /// A vehicle or the like blows up.
    pub(super) fn blow_up(&mut self, unit: UnitId, text: &str) {
        let Some(at) = self.place(unit) else { return };
        let (number, side) = (self.play.number(unit), self.side(unit));
        let told = Telling {
            text: text.to_owned(),
            side,
            harm: true,
            result: true,
            waits: true,
            fall: Some(number),
            ..Telling::default()
        };
        let hit = Beat::Hit { unit: number, from: at, points: i32::MAX };
        self.beats.extend([Beat::Look(at), Beat::Hear(Sound::Blast), Beat::Tell(told), hit, Beat::Read]);
    }

    /// Where a thing of the map stands.
    fn object(&self, at: ObjectAt) -> Option<At> {
        let square = match at {
            ObjectAt::Square(square) => square,
            ObjectAt::Edge(edge) => edge.square,
            ObjectAt::Door(door) => self.facts.map.door(door)?.squares().first().copied()?,
        };
        Some(show::at(square))
    }

    /// Does what strikes several go off there, as what is thrown and spells that harm do? Bullets and blades do not.
    fn goes_off(&self, cause: Key, weapon: Option<&WeaponDef>) -> bool {
        match weapon {
            Some(def) => def.blast.is_some() || def.uses == WeaponUse::Thrown && def.area.is_some(),
            None => self.facts.book.spell(cause).is_none_or(|spell| !spell.types.is_empty()),
        }
    }

    /// The strokes and slips of what is no blow on one target.
    pub(super) fn draw_strokes(&mut self, outcome: &Outcome) {
        match outcome {
            Outcome::Area { by, weapon, aimed, scatter, covered, .. } => {
                let at = show::at(scatter.map_or(*aimed, |(_, _, down)| down));
                self.strokes.burst = (!covered.is_empty()).then_some((*by, *weapon, at));
                let def = self.play.struck_with(self.facts, *by, *weapon);
                let goes_off = !covered.is_empty() && self.goes_off(*weapon, def.as_deref());
                if self.place(*by).is_some_and(|from| from != at) {
                    let spell = self.facts.book.spell(*weapon).is_some();
                    let kind = if spell { BlowKind::Spell } else { BlowKind::Shot };
                    let heard = def.map(|def| of_weapon(&def));
                    self.stroke(*by, (NOBODY, at), (kind, covered.is_empty()), heard);
                }
                self.beats.extend(goes_off.then_some(Beat::Hear(Sound::Blast)));
                self.tell_area(outcome);
            }
            Outcome::Collided { unit, into } => {
                let to = match into {
                    Hit::Unit(other) => self.place(*other).map(|at| (self.play.number(*other), at)),
                    Hit::Object(object) => self.object(*object).map(|at| (NOBODY, at)),
                    Hit::Clutter => None,
                };
                if let Some(to) = to {
                    self.stroke(*unit, to, (BlowKind::Stroke, false), None);
                    self.beats.push(Beat::Hear(Sound::Crash));
                }
                self.strokes.burst = self.place(*unit).map(|at| (*unit, Key::new("collision"), at));
            }
            Outcome::Object { at, from, to, destroyed } if to > from => {
                let Some(place) = self.object(*at) else { return };
                if let Some(by) = self.strokes.doer.filter(|_| !self.strokes.drawn) {
                    let near = self.place(by).is_some_and(|own| (own - place).abs().max_element() <= 1);
                    let kind = if near { BlowKind::Stroke } else { BlowKind::Shot };
                    self.stroke(by, (NOBODY, place), (kind, false), None);
                }
                if let Some(by) = self.strokes.doer.filter(|_| self.strokes.burst.is_none()) {
                    self.say_spread(by, Some(to - from));
                }
                let heard = if *destroyed { Sound::Tear } else { Sound::StrikeLight };
                let (unit, text) = (NOBODY, words::number(from - to));
                let kind = SlipKind::Plain;
                let slip = Beat::Float { unit, at: place, text, kind, struck: true };
                self.beats.extend([Beat::Hear(heard), slip]);
            }
            Outcome::Crashed { squares, .. } if *squares != 0 => self.beats.push(Beat::Hear(Sound::Crash)),
            Outcome::Door { .. } => self.beats.push(Beat::Hear(Sound::Door)),
            Outcome::Spell { what: SpellNews::Began, .. } => {
                if let Some((_, target)) = self.aimed {
                    self.reach(target);
                }
            }
            Outcome::Ward { unit, ward, from, to } if to < from => {
                let own = self.facts.unit(*unit);
                if own.is_none_or(|own| own.wards.shields.iter().all(|shield| shield.id != *ward)) {
                    return;
                }
                let text = format!("{} {}", self.facts.book.name_of(*ward), words::number(to - from));
                let slip = self.slip(*unit, text, SlipKind::Plain);
                // What pays before a hit has come is shown with it.
                let shown = if self.thrown.is_some() { &mut self.strokes.held } else { &mut self.beats };
                shown.extend(slip);
            }
            _ => {}
        }
    }
}
