//! A window for answers: who may react to something, in a stated order, each tested again just before being asked.
//!
//! Owns the order, standing answers and the opposed test of overwatch (S-69). What an answer does is its own
//! action's business, pushed above.

use serde::{Deserialize, Serialize};

use super::{Context, Flow, Frame, FrameId, Value, act::ActFrame};
use crate::{
    battle::{
        Battle, Fault,
        chronicle::{Answered, Outcome},
        command::Command,
        prompt::{Ask, Reaction},
        standing::Policy,
    },
    dice::Dice,
    grid::Area,
    key::Key,
    rules::{
        action::{Moment, Step},
        blast::Lessen,
        check::{self, Check, Reading, Request, Versus},
        contest::{self, Verdict},
        economy::Mode,
        facts::{Facts, UnitId, UnitState, Watch, WatchFor},
        legal::{self, Act, Args, Occasion, Offer},
        task,
    },
};

/// What the window is about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct About {
    /// Who is doing something.
    pub actor: UnitId,
    /// What.
    pub action: Key,
    /// Its target.
    pub target: Option<UnitId>,
    /// It provokes opportunity, from those who threaten these squares.
    pub provokes: Option<Area>,
    /// It is an attack.
    pub attack: bool,
    /// The spell being cast, and the frame that a counterspell cancels.
    pub casting: Option<(Key, FrameId)>,
    /// It is a step that has just ended, for those who watch for movement.
    pub stepped: bool,
    /// Something begins, for those who watch for it.
    pub begins: bool,
    /// The pool that the actor has just emptied (S-68).
    pub emptied: Option<Key>,
    /// The attack that its target may answer, with its check and dice.
    pub strike: Option<Incoming>,
    /// A contest that the target has won.
    #[serde(default)]
    pub won: Option<Won>,
}

/// What the winner of a contest may do at once (C-91, S-83).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Won {
    /// One action with this tag.
    pub tag: Key,
    /// The winner's own margin.
    pub margin: i32,
}

/// An attack that its target may answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Incoming {
    /// The attack's frame.
    pub frame: FrameId,
    /// Before its dice, or when it has succeeded.
    pub moment: Moment,
    /// Its check.
    pub check: Option<Check>,
    /// Its dice, once thrown.
    pub reading: Option<Reading>,
    /// What is at stake.
    pub value: i32,
    /// Damage dice that are still to be thrown for all whom an explosion catches (C-104).
    #[serde(default)]
    pub dice: Option<Dice>,
}

impl About {
    /// Something of a unit, without anything that could be answered yet.
    pub fn new(actor: UnitId, action: Key, target: Option<UnitId>) -> Self {
        Self {
            actor,
            action,
            target,
            provokes: None,
            attack: false,
            casting: None,
            stepped: false,
            begins: false,
            emptied: None,
            strike: None,
            won: None,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
enum Rank {
    Watch,
    Counter,
    Opportunity,
    Target,
}

/// The window.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Window {
    about: About,
    order: Option<Vec<UnitId>>,
    at: usize,
    rank: Rank,
    skip: usize,
    asked: bool,
    late: Vec<(UnitId, usize)>,
    hinder: i32,
    reduced: i32,
    evaded: i32,
    #[serde(default)]
    lessened: Option<Lessen>,
    reacting: bool,
    /// What is taken makes room for answers: the same unit is asked again (C-100).
    #[serde(default)]
    stays: bool,
    done: Vec<(UnitId, usize)>,
    melee: bool,
}

impl Window {
    /// A window about something.
    pub fn new(about: About) -> Self {
        Self {
            about,
            order: None,
            at: 0,
            rank: Rank::Watch,
            skip: 0,
            asked: false,
            late: Vec::new(),
            hinder: 0,
            reduced: 0,
            evaded: 0,
            lessened: None,
            reacting: false,
            stays: false,
            done: Vec::new(),
            melee: true,
        }
    }

    /// The same about an attack made in mêlée, or not.
    #[must_use]
    pub fn in_melee(mut self, melee: bool) -> Self {
        self.melee = melee;
        self
    }

    /// A window that leaves alone watches whose test has been made in the same move already (S-69).
    pub fn frame_but(about: About, done: &[(UnitId, usize)]) -> Frame {
        Frame::Window(Box::new(Self { done: done.to_vec(), ..Self::new(about) }))
    }

    /// The window as a frame.
    pub fn frame(about: About) -> Frame {
        Frame::Window(Box::new(Self::new(about)))
    }

    pub(super) fn step(&mut self, battle: &mut Battle, context: Context) -> Result<Flow, Fault> {
        if let Some(value) = context.value {
            self.take(value);
            if self.reacting {
                self.reacting = false;
                if !std::mem::take(&mut self.stays) {
                    self.next();
                }
            }
            return Ok(Flow::Continue);
        }
        if let Some(answer) = context.answer {
            return self.answered(battle, answer);
        }
        let order = match &self.order {
            Some(order) => order,
            None => {
                let order = self.reactors(battle);
                self.order.insert(order)
            }
        };
        let Some(unit) = order.get(self.at).copied() else { return Ok(self.close()) };
        if !self.actor_goes_on(battle) {
            return Ok(self.close());
        }
        let Some((moment, options, watch)) = self.chances(battle, unit) else {
            self.next();
            return Ok(Flow::Continue);
        };
        if moment == Moment::Watched
            && let Some(index) = watch
            && self.overwatch(battle, unit, index)
        {
            return self.fire(battle, unit, index);
        }
        let possible = options.iter().any(|offer| offer.refusal.is_none());
        if !possible {
            if let Some(refusal) = options.iter().find_map(|offer| offer.refusal.clone()) {
                battle.record(Outcome::Answerable {
                    unit,
                    by: self.about.actor,
                    how: Answered::Not(refusal),
                });
            }
            self.next();
            return Ok(Flow::Continue);
        }
        self.put(battle, unit, moment, options, watch)
    }

    fn put(
        &mut self,
        battle: &mut Battle,
        unit: UnitId,
        moment: Moment,
        options: Vec<Offer>,
        watch: Option<usize>,
    ) -> Result<Flow, Fault> {
        let (check, reading, value) = match &self.about.strike {
            Some(strike) => (strike.check.clone(), strike.reading.clone(), strike.value),
            None => (None, None, self.about.won.map_or(0, |won| won.margin)),
        };
        let least = options
            .iter()
            .filter(|offer| offer.refusal.is_none())
            .map(|offer| offer.cost.iter().map(|(_, amount)| *amount).sum::<i32>())
            .min()
            .unwrap_or(0);
        let taken = match battle.policy(unit, moment) {
            Policy::Ask => None,
            Policy::Decline => Some(false),
            Policy::Take => Some(true),
            Policy::AskFrom(at_stake) => (self.about.strike.is_some() && value < at_stake).then_some(false),
            Policy::TakeIfCost(most) => Some(least <= most),
        };
        match taken {
            Some(false) => {
                battle.record(Outcome::Answerable { unit, by: self.about.actor, how: Answered::Stood });
                self.next();
                Ok(Flow::Continue)
            }
            Some(true) => {
                let Some(offer) = options.into_iter().find(|offer| offer.refusal.is_none()) else {
                    self.next();
                    return Ok(Flow::Continue);
                };
                let mut act = Act { action: offer.action, mode: offer.mode, args: Args::default() };
                self.fill(battle, unit, &mut act, watch);
                if !self.fillable(battle, unit, &act, moment) {
                    battle.record(Outcome::Answerable { unit, by: self.about.actor, how: Answered::Stood });
                    self.next();
                    return Ok(Flow::Continue);
                }
                self.react(battle, unit, act, moment)
            }
            None => {
                let reaction = Reaction {
                    moment,
                    by: self.about.actor,
                    action: self.about.action,
                    target: self.about.target,
                    check,
                    reading,
                    value,
                    spell: self.about.casting.map(|(spell, _)| spell),
                    options,
                    watch,
                    melee: self.occasion(moment).melee,
                    dice: self.about.strike.as_ref().and_then(|strike| strike.dice),
                };
                self.asked = true;
                Ok(battle.ask(unit, Ask::React(Box::new(reaction))))
            }
        }
    }

    /// A readied action's own arguments; the target is whoever is doing something.
    fn fill(&self, battle: &mut Battle, unit: UnitId, act: &mut Act, watch: Option<usize>) {
        let facts = battle.facts();
        if let Some(own) = facts.unit(unit)
            && let Some(watch) = watch.and_then(|index| own.watches.0.get(index))
        {
            act.args.weapon = act.args.weapon.or(watch.weapon);
            act.args.spell = act.args.spell.or(watch.spell);
        }
        let won = self.about.won.is_some();
        let targets = won || facts.book.action(act.action).is_some_and(|def| def.target().is_some());
        if targets && act.args.target.is_none() {
            act.args.target = Some(self.about.actor);
        }
    }

    /// A standing answer takes a readied move or anything else that has to be filled in by somebody only when asked.
    fn fillable(&self, battle: &mut Battle, unit: UnitId, act: &Act, moment: Moment) -> bool {
        let facts = battle.facts();
        legal::plan(&facts, unit, act, &self.occasion(moment)).is_ok()
    }

    fn answered(&mut self, battle: &mut Battle, answer: Command) -> Result<Flow, Fault> {
        self.asked = false;
        let Some(unit) = self.order.as_ref().and_then(|order| order.get(self.at)).copied() else {
            return Ok(self.close());
        };
        match answer {
            Command::Act { action, mode, args, .. } => {
                let Some((moment, _, watch)) = self.chances(battle, unit) else {
                    self.next();
                    return Ok(Flow::Continue);
                };
                let mut act = Act { action, mode, args };
                self.fill(battle, unit, &mut act, watch);
                self.react(battle, unit, act, moment)
            }
            _ => {
                battle.record(Outcome::Answerable { unit, by: self.about.actor, how: Answered::Declined });
                self.next();
                Ok(Flow::Continue)
            }
        }
    }

    fn react(&mut self, battle: &mut Battle, unit: UnitId, act: Act, moment: Moment) -> Result<Flow, Fault> {
        battle.record(Outcome::Answerable { unit, by: self.about.actor, how: Answered::Taken });
        if moment == Moment::Watched
            && let Some(index) = self.watch_index(battle, unit)
        {
            battle.apply(crate::battle::effect::Effect::Unwatch { unit, index })?;
        }
        self.reacting = true;
        self.stays = battle.book().action(act.action).is_some_and(|def| task::gives_up(def));
        let mut frame = ActFrame::new(unit, act);
        frame.occasion = self.occasion(moment);
        frame.answers =
            self.about.strike.as_ref().map(|strike| strike.frame).or(self.about.casting.map(|(_, id)| id));
        if let Some(won) = self.about.won {
            frame = frame.with_margin(won.margin);
        }
        frame.margin_against = self.about.strike.as_ref().and_then(|strike| strike.reading.clone());
        frame.defence = self.about.strike.as_ref().and_then(|strike| match &strike.check {
            Some(Check { versus: Versus::Passive(check), .. }) => Some(check.id),
            _ => None,
        });
        Ok(Flow::Push(Box::new(Frame::Act(Box::new(frame)))))
    }

    /// How answers are judged.
    pub fn occasion(&self, moment: Moment) -> Occasion {
        let melee = match &self.about.strike {
            Some(Incoming { check: Some(_), .. }) => self.melee,
            _ => true,
        };
        Occasion {
            moment: Some(moment),
            against: Some(self.about.actor),
            spell: self.about.casting.map(|(spell, _)| spell),
            target: self.about.target,
            melee,
            defence: None,
            granted: false,
        }
    }

    fn take(&mut self, value: Value) {
        if let Value::Closed { hinder, reduced, evaded, lessened, .. } = value {
            self.lessened = lessened.or(self.lessened);
            self.hinder += hinder;
            self.reduced += reduced;
            self.evaded = self.evaded.max(evaded);
        }
    }

    fn next(&mut self) {
        self.skip = 0;
        self.rank = match self.rank {
            Rank::Watch => Rank::Counter,
            Rank::Counter => Rank::Opportunity,
            Rank::Opportunity => Rank::Target,
            Rank::Target => {
                self.at += 1;
                Rank::Watch
            }
        };
    }

    fn close(&mut self) -> Flow {
        Flow::Done(Value::Closed {
            late: std::mem::take(&mut self.late),
            hinder: self.hinder,
            reduced: self.reduced,
            evaded: self.evaded,
            lessened: self.lessened,
        })
    }

    fn actor_goes_on(&self, battle: &mut Battle) -> bool {
        let facts = battle.facts();
        // What has been thrown goes off, whoever threw it.
        let flying = self.about.strike.as_ref().is_some_and(|strike| strike.moment == Moment::Caught);
        if flying {
            return true;
        }
        let cancelled = self.about.casting.is_some_and(|(_, frame)| battle.is_cancelled(frame));
        !cancelled && facts.unit(self.about.actor).is_some_and(|unit| facts.present(unit))
    }

    /// Who may be asked at all, in initiative order, the highest first.
    fn reactors(&self, battle: &mut Battle) -> Vec<UnitId> {
        let facts = battle.facts();
        let Some(actor) = facts.unit(self.about.actor) else { return Vec::new() };
        if self.about.won.is_some() {
            return self.about.target.into_iter().collect();
        }
        if self.about.strike.is_some() {
            // Vehicles do not dodge; their drivers take evasive action in their turns (C-122).
            let reacts = |id: &UnitId| facts.unit(*id).is_some_and(|unit| unit.vehicle().is_none());
            return self.about.target.into_iter().filter(reacts).collect();
        }
        crate::battle::order::by_initiative(&facts)
            .into_iter()
            .filter(|id| {
                facts.unit(*id).is_some_and(|unit| facts.hostile(unit, actor) && facts.present(unit))
            })
            .collect()
    }

    /// The chances of a unit at the present rank, each with its refusal where it has one. None: no chance at all.
    fn chances(&self, battle: &mut Battle, unit: UnitId) -> Option<(Moment, Vec<Offer>, Option<usize>)> {
        let facts = battle.facts();
        let own = facts.unit(unit)?;
        let actor = facts.unit(self.about.actor)?;
        match self.rank {
            Rank::Watch => {
                let index = self.watch_index(battle, unit)?;
                let facts = battle.facts();
                let own = facts.unit(unit)?;
                let watch = own.watches.0.get(index)?;
                let mode = if watch.overwatch { Mode::Free } else { Mode::Immediate };
                let offer = self.single(&facts, own, watch, mode);
                Some((Moment::Watched, vec![offer], Some(index)))
            }
            Rank::Counter => {
                self.about.casting?;
                let options = legal::offers(&facts, unit, &self.occasion(Moment::Casting));
                (!options.is_empty() && facts.can_act(own)).then_some((Moment::Casting, options, None))
            }
            Rank::Opportunity => {
                let area = self.about.provokes?;
                if !facts.threatens(own, &area, actor.place.band) {
                    return None;
                }
                let mut options = legal::offers(&facts, unit, &self.occasion(Moment::Provoked));
                options.retain(|offer| self.threatened_offer(&facts, own, offer));
                (!options.is_empty()).then_some((Moment::Provoked, options, None))
            }
            Rank::Target if self.about.won.is_some() => {
                let tag = self.about.won?.tag;
                let tagged = |id: Key| facts.book.action(id).is_some_and(|def| def.tags.contains(&tag));
                let mut options = legal::offers(&facts, unit, &self.occasion(Moment::Won));
                options.retain(|offer| tagged(offer.action));
                (!options.is_empty()).then_some((Moment::Won, options, None))
            }
            Rank::Target => {
                let moment = self.about.strike.as_ref()?.moment;
                let known = own.awareness.aware || !facts.hostile(own, actor);
                if facts.book.settings.attack.known_only && !known {
                    return None;
                }
                let options = legal::offers(&facts, unit, &self.occasion(moment));
                (!options.is_empty()).then_some((moment, options, None))
            }
        }
    }

    fn threatened_offer(&self, facts: &Facts, unit: &UnitState, offer: &Offer) -> bool {
        let Some(def) = facts.book.action(offer.action) else { return false };
        if def.steps.contains(&Step::Cast) {
            return unit.slots.0.iter().any(|slot| {
                !slot.spent
                    && facts
                        .book
                        .spell(slot.spell)
                        .is_some_and(|spell| spell.provokes == crate::rules::action::Provokes::Never)
            });
        }
        true
    }

    fn single(&self, facts: &Facts, own: &UnitState, watch: &Watch, mode: Mode) -> Offer {
        if let (false, Some(def)) = (watch.overwatch, facts.book.action(watch.action)) {
            return legal::offer(facts, own, def, mode, &self.occasion(Moment::Watched));
        }
        let args = Args {
            target: Some(self.about.actor),
            weapon: watch.weapon,
            spell: watch.spell,
            ..Args::default()
        };
        let act = Act { action: watch.action, mode, args };
        match legal::plan(facts, own.id(), &act, &self.occasion(Moment::Watched)) {
            Ok(plan) => Offer {
                action: watch.action,
                mode,
                cost: plan.cost,
                price: plan.price,
                part: plan.part,
                refusal: None,
            },
            Err(refusal) => Offer {
                action: watch.action,
                mode,
                cost: Vec::new(),
                price: Vec::new(),
                part: legal::Part::Whole,
                refusal: Some(refusal),
            },
        }
    }

    /// The first of a unit's watches that this sets off.
    fn watch_index(&self, battle: &mut Battle, unit: UnitId) -> Option<usize> {
        let facts = battle.facts();
        let own = facts.unit(unit)?;
        let actor = facts.unit(self.about.actor)?;
        let made = |index: usize| self.done.contains(&(unit, index));
        own.watches
            .0
            .iter()
            .enumerate()
            .position(|(at, watch)| !made(at) && self.sets_off(&facts, own, actor, watch))
    }

    fn sets_off(&self, facts: &Facts, own: &UnitState, actor: &UnitState, watch: &Watch) -> bool {
        if watch.zone.is_some_and(|zone| facts.distance(own, actor) > zone) {
            return false;
        }
        let about = &self.about;
        match watch.on {
            WatchFor::EnemyActs => about.begins,
            WatchFor::EnemyMoves => about.stepped,
            WatchFor::EnemyAttacks => about.begins && about.attack,
            WatchFor::EnemyCasts => about.casting.is_some(),
            WatchFor::UnitActs(id) => about.begins && about.actor == id,
            WatchFor::AllyAttacked(id) => about.begins && about.attack && about.target == Some(id),
            WatchFor::OutOf(pool) => about.emptied == Some(pool),
        }
    }

    fn overwatch(&self, battle: &mut Battle, unit: UnitId, index: usize) -> bool {
        let facts = battle.facts();
        facts.unit(unit).and_then(|own| own.watches.0.get(index)).is_some_and(|watch| watch.overwatch)
    }

    /// Overwatch fires the moment its condition is met; who goes first is an opposed test (S-69).
    fn fire(&mut self, battle: &mut Battle, unit: UnitId, index: usize) -> Result<Flow, Fault> {
        let purpose = Key::new("first");
        let first = if self.about.emptied.is_some() {
            false
        } else {
            let facts = battle.facts();
            let test = Key::new("first");
            let under = facts.book.settings.check.direction == check::Direction::Under;
            let built = |id: UnitId| {
                let versus = if under { Versus::Nothing } else { Versus::Number(0, test) };
                let mut request = Request::rolled(test, id, versus);
                request.reaction = true;
                check::build(&facts, request)
            };
            match (built(unit), built(self.about.actor)) {
                (Some(own), Some(other)) => {
                    let one = battle.roll_check(&own, purpose)?;
                    let two = battle.roll_check(&other, purpose)?;
                    contest::verdict(&facts, (&own, &one), (&other, &two)) == Verdict::First
                }
                _ => true,
            }
        };
        battle.record(Outcome::First { watcher: unit, actor: self.about.actor, first });
        if !first {
            self.late.push((unit, index));
            self.next();
            return Ok(Flow::Continue);
        }
        let facts = battle.facts();
        let Some(watch) = facts.unit(unit).and_then(|own| own.watches.0.get(index)).cloned() else {
            self.next();
            return Ok(Flow::Continue);
        };
        let act = shot(&watch, self.about.actor);
        self.react(battle, unit, act, Moment::Watched)
    }
}

/// The act of a watcher against who set it off.
pub fn shot(watch: &Watch, target: UnitId) -> Act {
    Act {
        action: watch.action,
        mode: if watch.overwatch { Mode::Free } else { Mode::Immediate },
        args: Args { target: Some(target), weapon: watch.weapon, spell: watch.spell, ..Args::default() },
    }
}
