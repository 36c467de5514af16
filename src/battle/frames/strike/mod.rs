//! One attack on one target: the steps that the book states, in its order.
//!
//! This file has the frame and the opening; what the frame consists of is in `parts`, the steps are in `rolls`,
//! `defences` and `loss`. What a check or a stage computes is in `rules`.

mod bursts;
mod defences;
mod grounds;
mod lift;
mod limbs;
mod loss;
mod manoeuvres;
mod parts;
mod rolls;
mod scored;
mod stray;

use self::parts::{AttackResult, Averted, StrikeDamage, StrikeLoss, StrikeMeans};
use crate::battle::prelude::*;

/// An attack on its way.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Strike {
    by: UnitId,
    target: UnitId,
    action: Key,
    /// Points that its maker had used before the action.
    used: i32,
    /// The step of the book's that it has come to.
    at: usize,
    started: bool,
    /// Before which step it stops, besides those before which every shared blow does (S-28).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    until: Option<usize>,
    /// It is taken up again for what follows from the blow.
    after: bool,
    /// What the target had when the blow came.
    had: Vec<Key>,
    /// It has missed another (C-49).
    #[serde(default)]
    stray: bool,
    /// Whom it strikes by chance after a miss.
    astray: Option<UnitId>,
    /// It is what a burst does to one of those in it (D-92).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    spread: bool,
    /// What it bursts with among those round its target, one after the other (D-83, D-84).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    shots: Vec<bursts::BurstShot>,
    /// What each of its weapons may do to the ground (D-100).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    grounds: Vec<grounds::GroundBurst>,
    /// Its manoeuvre goes on: a choice is open, or the target is being moved.
    choosing: bool,
    with: StrikeMeans,
    result: AttackResult,
    damage: StrikeDamage,
    averted: Averted,
    loss: StrikeLoss,
}

/// Damage that is known already: of an explosion, thrown once for all whom it catches (C-103).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GivenDamage {
    /// How much, before armour.
    pub amount: i32,
    /// The effect of the attack that brought it (C-61).
    pub effect: i32,
    /// Types of damage.
    pub types: Vec<Key>,
    /// By what.
    pub cause: Key,
}

/// The dice of an area attack, thrown once for all inside, and the check as it is held against one of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SharedDice {
    /// The check against this target.
    pub check: Check,
    /// Natural rolls: the first, then those of the chain.
    pub dice: Vec<i32>,
}

impl Strike {
    /// An attack about to be made.
    pub fn new(
        by: UnitId,
        target: UnitId,
        action: Key,
        weapon: Option<Key>,
        spell: Option<Key>,
        used: i32,
    ) -> Self {
        let with = StrikeMeans { weapon, spell, ..StrikeMeans::default() };
        Self { by, target, action, used, with, ..Self::default() }
    }

    /// Takes up the next of several that have paused, if there is one left.
    pub(in crate::battle::frames) fn next_of(struck: &[Self], at: &mut usize) -> Option<Flow> {
        let strike = struck.get(*at)?.clone();
        *at += 1;
        Some(Flow::Push(Box::new(Frame::Strike(Box::new(strike)))))
    }

    /// The lasting spell that it put in effect, for the next one inside to be under it too.
    pub fn in_effect(&self) -> Option<Key> {
        self.with.again
    }

    /// Whom it strikes, and whether it landed.
    pub fn hit(&self) -> (UnitId, bool) {
        (self.target, self.result.landed)
    }

    fn spec<'a>(&self, action: &'a ActionDef) -> AttackSpec<'a> {
        AttackSpec {
            weapon: self.with.weapon,
            spell: self.with.spell,
            used: Some(self.used),
            hinder: self.averted.hinder,
            rounds: self.with.rounds,
            stray: self.stray,
            ..AttackSpec::new(self.by, self.target, action)
        }
    }

    pub(super) fn step(&mut self, battle: &mut Battle, context: Context) -> OrFault<Flow> {
        let known = battle.book().actions.get(self.action).cloned();
        // What goes off by itself is nobody's action.
        let bare = || self.damage.given.is_some().then(|| Arc::new(ActionDef::bare(self.action)));
        let Some(def) = known.or_else(bare) else {
            return Err(Fault::Rule(message!("core-there-is-no-action", action = self.action)));
        };
        if !self.started {
            return self.start(battle, &def);
        }
        let book = battle.book();
        let step = book.settings.attack.steps.get(self.at).copied();
        let pauses = self.result.shared.is_some() && !self.after;
        let stops = self.until == Some(self.at) || matches!(step, None | Some(AttackStep::Consequences));
        if pauses && stops {
            return Ok(Flow::Done(FrameValue::Paused(Box::new(self.clone()))));
        }
        let Some(step) = step else {
            if let Some(stray) = self.off_course() {
                return Ok(stray);
            }
            if let Some(follows) = self.follow_up(battle) {
                return Ok(follows);
            }
            return Ok(Flow::Done(FrameValue::Acted {
                success: self.result.landed,
                margin: self.result.first.as_ref().map_or(0, |reading| reading.margin),
                value: self.result.value,
                struck: self.attacked(),
            }));
        };
        if self.damage.given.is_some() && !matches!(step, AttackStep::Harm | AttackStep::Consequences) {
            self.at += 1;
            return Ok(Flow::Continue);
        }
        let reached = matches!(
            step,
            AttackStep::MediumShield | AttackStep::InjuryType | AttackStep::Harm | AttackStep::Consequences
        );
        if self.spread && !reached {
            self.at += 1;
            return Ok(Flow::Continue);
        }
        battle.note(&step);
        let flow = match step {
            AttackStep::React => self.react(battle, &def, context),
            AttackStep::Roll if self.result.first.is_some() => Ok(None),
            AttackStep::Roll => self.roll(battle, &def),
            AttackStep::LowShield => {
                self.note_ground(battle);
                self.shields(battle, Precision::Low)
            }
            AttackStep::MediumShield => {
                self.begin_burst(battle);
                let flow = self.shields(battle, Precision::Medium);
                self.note_own_part();
                flow
            }
            AttackStep::Evade => self.shared_or_evaded(battle, &def, context),
            AttackStep::DefenceRoll => self.defence_roll(battle),
            AttackStep::CriticalChoice => {
                self.impact(battle);
                self.critical_choice(battle, context)
            }
            AttackStep::InjuryType => self.injury_type(battle),
            AttackStep::AuraAnswer => self.aura_answer(battle, context),
            AttackStep::Damage => self.throw_damage(battle, &def),
            AttackStep::ReplaceDie => {
                let own = std::slice::from_mut(self);
                Ok(Self::lift(own, battle, context.answer.as_ref()))
            }
            AttackStep::Confirm => self.confirm(battle, &def),
            AttackStep::Harm => self.harm(battle, &def, context),
            AttackStep::Burst => match self.burst(battle)? {
                None => self.reaches_ground(battle).map(|()| None),
                flow => Ok(flow),
            },
            AttackStep::Consequences => self.consequences(battle),
        }?;
        match flow {
            Some(flow) => Ok(flow),
            None => {
                self.at += 1;
                Ok(Flow::Continue)
            }
        }
    }

    fn start(&mut self, battle: &mut Battle, def: &ActionDef) -> OrFault<Flow> {
        self.started = true;
        let facts = battle.facts();
        let given = self.damage.given.is_some();
        let oneself =
            self.by == self.target || self.result.shared.is_some() || self.stray || self.spread || given;
        let gone = facts.unit(self.target).is_none_or(|target| !facts.present(target));
        let checked = if oneself { Ok(()) } else { attack::possible(&facts, &self.spec(def)).map(|_| ()) };
        if gone || checked.is_err() {
            let why = checked.err().unwrap_or_else(|| {
                Refusal::new("no_target", message!("core-the-target-is-gone"), Some(Key::new("A-155")))
            });
            return Ok(Flow::Done(FrameValue::Void(why)));
        }
        if let Err(why) = self.aim_at_item(&facts, def) {
            return Ok(Flow::Done(FrameValue::Void(why)));
        }
        match self.spec(def).armament(&facts) {
            Some(Armament::Weapon(weapon)) => {
                battle.note(weapon);
                let own = facts.unit(self.by).and_then(|by| facts.weapon(by, self.with.weapon?));
                self.with.also = own.filter(|(item, _)| item.def != weapon.id).map(|_| weapon.id);
            }
            Some(Armament::Spell(spell)) => battle.note(spell),
            None => {}
        }
        let had =
            facts.unit(self.target).map(|target| target.conditions.0.iter().map(|own| own.id).collect());
        self.had = had.unwrap_or_default();
        Ok(Flow::Continue)
    }

    /// The target may react before the dice (C-51).
    fn react(&mut self, battle: &mut Battle, def: &ActionDef, context: Context) -> OrFlow {
        if let Some(FrameValue::Closed { hinder, follows, .. }) = context.value {
            self.averted.hinder += hinder;
            self.averted.follows.extend(follows);
            return Ok(None);
        }
        if context.value.is_some() || self.averted.unanswered || self.by_itself(def) {
            return Ok(None);
        }
        let facts = battle.facts();
        let check = attack::check(&facts, &self.spec(def));
        Ok(Some(self.window(!self.ranged(&facts), context.id, Moment::Attacked, check, None, 0)))
    }

    fn window(
        &self,
        melee: bool,
        id: FrameId,
        moment: Moment,
        check: Option<Check>,
        reading: Option<Reading>,
        value: i32,
    ) -> Flow {
        let about = ReactionCause::new(self.by, self.action, Some(self.target));
        let attack = Incoming { frame: id, moment, check, reading, value, dice: None };
        ReactionWindow::on_attack(about, attack, melee)
    }
}
