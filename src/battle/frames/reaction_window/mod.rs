//! A window for answers: who may react to something, in a stated order, each tested again just before being asked.
//!
//! Who may be asked and with what is in [`chances`], what is watched for in [`watch`], what is told of those who do not
//! answer in [`passed`]. An answer is an action of its own, pushed above.

mod about;
mod chances;
mod passed;
mod watch;

use crate::battle::prelude::*;
use crate::battle::prompt::Reaction;

pub use about::{FollowUp, Incoming, ReactionCause, Won};
pub use watch::shot;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
enum Rank {
    #[default]
    Watch,
    Counter,
    Opportunity,
    Target,
}

/// The window.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ReactionWindow {
    about: ReactionCause,
    order: Option<Vec<UnitId>>,
    at: usize,
    rank: Rank,
    skip: usize,
    asked: bool,
    late: Vec<(UnitId, usize)>,
    hinder: i32,
    reduced: i32,
    evaded: i32,
    lessened: Option<Lessen>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    shield: Option<UnitId>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    follows: Vec<FollowUp>,
    reacting: bool,
    /// What is taken makes room for answers: the same unit is asked again (C-100).
    #[serde(default)]
    stays: bool,
    /// Answers that have failed and leave room for another (S-39).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    tried: Vec<Key>,
    done: Vec<(UnitId, usize)>,
    melee: bool,
}

impl ReactionWindow {
    /// A window about something.
    pub fn new(about: ReactionCause) -> Self {
        Self { about, melee: true, ..Self::default() }
    }

    /// A window about an attack on its way, made in mêlée or not.
    pub fn on_attack(about: ReactionCause, attack: Incoming, melee: bool) -> Flow {
        let about = ReactionCause { strike: Some(attack), ..about };
        Flow::Push(Box::new(Frame::Window(Box::new(Self { melee, ..Self::new(about) }))))
    }

    /// A window that leaves alone watches whose test has been made in the same move already (S-69).
    pub fn frame_but(about: ReactionCause, done: &[(UnitId, usize)]) -> Frame {
        Frame::Window(Box::new(Self { done: done.to_vec(), ..Self::new(about) }))
    }

    /// The window as a frame.
    pub fn frame(about: ReactionCause) -> Frame {
        Frame::Window(Box::new(Self::new(about)))
    }

    pub(super) fn step(&mut self, battle: &mut Battle, context: Context) -> OrFault<Flow> {
        if let Some(value) = context.value {
            self.take(value);
            if self.reacting {
                self.reacting = false;
                let stays = std::mem::take(&mut self.stays) && self.evaded == 0;
                if !stays {
                    self.next();
                    // One try against what has hit, whoever makes it (S-34, S-41).
                    if self.about.strike.as_ref().is_some_and(|strike| strike.moment == Moment::Hit) {
                        self.at = self.order.as_ref().map_or(self.at, Vec::len);
                    }
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
            self.overlooked(battle, unit);
            self.next();
            return Ok(Flow::Continue);
        };
        if moment == Moment::Watched
            && let Some(index) = watch
            && self.overwatch(battle, unit, index)
        {
            return self.fire(battle, unit, index);
        }
        self.unable(battle, unit, moment, &options);
        if options.iter().all(|offer| offer.refusal.is_some()) {
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
        mut options: Vec<Offer>,
        watch: Option<usize>,
    ) -> OrFault<Flow> {
        let (check, reading, value) = match &self.about.strike {
            Some(strike) => (strike.check.clone(), strike.reading.clone(), strike.value),
            None => (None, None, self.about.won.as_ref().map_or(0, |won| won.margin)),
        };
        let open = options.iter().filter(|offer| offer.refusal.is_none());
        let costs = open.map(|offer| offer.cost.iter().map(|(_, amount)| *amount).sum::<i32>());
        let least = costs.min().unwrap_or(0);
        let taken = match battle.policy(unit, moment, self.about.action) {
            Policy::Ask => None,
            Policy::Decline => Some(false),
            Policy::Take => Some(true),
            Policy::AskFrom(at_stake) if self.about.strike.is_some() && value < at_stake => {
                // What costs nothing and does nothing besides is taken unasked.
                let free = |offer: &Offer| costs_nothing(battle, offer);
                let any = options.iter().any(free);
                let pays = options.iter().any(|offer| offer.refusal.is_none() && !free(offer));
                // Where the damage is thrown after the answers, nobody knows yet what is at stake (S-34).
                let known = check.as_ref().is_none_or(|check| check.value.is_some());
                if pays && !known {
                    None
                } else {
                    if any {
                        options.retain(free);
                    }
                    Some(any)
                }
            }
            Policy::AskFrom(_) => None,
            Policy::TakeIfCost(most) => Some(least <= most),
        };
        match taken {
            Some(false) => {
                self.tell(battle, unit, moment, able(&options), Answered::Stood);
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
                // What has to be filled in by somebody is taken only when asked.
                if legal::plan(&battle.facts(), unit, &act, &self.occasion(moment)).is_err() {
                    self.tell(battle, unit, moment, vec![act.action], Answered::Stood);
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
                    used: self.used(),
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
            act.args.amount = act.args.amount.or(watch.amount);
        }
        let won = self.about.won.is_some();
        let targets = won || facts.book.action(act.action).is_some_and(|def| def.target().is_some());
        if targets && act.args.target.is_none() {
            act.args.target = Some(self.about.actor);
        }
    }

    fn answered(&mut self, battle: &mut Battle, answer: Command) -> OrFault<Flow> {
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
                if let Some((moment, options, _)) = self.chances(battle, unit) {
                    self.tell(battle, unit, moment, able(&options), Answered::Declined);
                }
                self.next();
                Ok(Flow::Continue)
            }
        }
    }

    fn react(&mut self, battle: &mut Battle, unit: UnitId, act: Act, moment: Moment) -> OrFault<Flow> {
        self.tell(battle, unit, moment, vec![act.action], Answered::Taken);
        if moment == Moment::Watched
            && let Some(index) = self.watch_index(battle, unit)
        {
            battle.apply(Effect::Unwatch { unit, index })?;
        }
        self.reacting = true;
        let besides = battle.book().action(act.action).is_some_and(|def| def.tagged("another_try"));
        if besides {
            self.tried.push(act.action);
        }
        self.stays = besides || battle.book().action(act.action).is_some_and(|def| task::gives_up(def));
        let mut frame = ActFrame::new(unit, act);
        frame.occasion = self.occasion(moment);
        frame.answers.frame =
            self.about.strike.as_ref().map(|strike| strike.frame).or(self.about.casting.map(|(_, id)| id));
        if let Some(won) = &self.about.won {
            frame = frame.with_margin(won.margin);
        }
        frame.answers.reading = self.about.strike.as_ref().and_then(|strike| strike.reading.clone());
        frame.answers.defence = self.about.strike.as_ref().and_then(|strike| match &strike.check {
            Some(Check { versus: Versus::Passive(check), .. }) => Some(check.id),
            _ => None,
        });
        Ok(Flow::Push(Box::new(Frame::Act(Box::new(frame)))))
    }

    /// What was used in what this follows (S-65).
    fn used(&self) -> Vec<Key> {
        self.about.won.as_ref().map(|won| won.used.clone()).unwrap_or_default()
    }

    /// How answers are judged.
    pub fn occasion(&self, moment: Moment) -> Occasion {
        let checked = self.about.strike.as_ref().is_some_and(|strike| strike.check.is_some());
        let melee = self.melee || !checked;
        Occasion {
            moment: Some(moment),
            against: Some(self.about.actor),
            spell: self.about.casting.map(|(spell, _)| spell),
            target: self.about.target,
            action: Some(self.about.action),
            melee,
            defence: None,
            granted: false,
            used: self.used(),
        }
    }

    fn take(&mut self, value: FrameValue) {
        if let FrameValue::Closed { hinder, reduced, evaded, lessened, shield, follows, .. } = value {
            self.follows.extend(follows);
            self.lessened = lessened.or(self.lessened);
            self.shield = shield.or(self.shield);
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
        Flow::Done(FrameValue::Closed {
            late: std::mem::take(&mut self.late),
            hinder: self.hinder,
            reduced: self.reduced,
            evaded: self.evaded,
            lessened: self.lessened,
            shield: self.shield,
            follows: std::mem::take(&mut self.follows),
        })
    }
}

/// Whether an answer can be given and costs neither points nor anything else: it only evades, as a Deflector does (S-39).
fn costs_nothing(battle: &Battle, offer: &Offer) -> bool {
    let evades = |def: &ActionDef| def.steps.iter().all(|step| matches!(step, Step::Evade { .. }));
    let mut paid = offer.cost.iter().chain(&offer.price);
    offer.refusal.is_none()
        && paid.all(|(_, amount)| *amount == 0)
        && battle.book().action(offer.action).is_some_and(|def| evades(def))
}

fn able(options: &[Offer]) -> Vec<Key> {
    let mut able: Vec<Key> =
        options.iter().filter(|offer| offer.refusal.is_none()).map(|offer| offer.action).collect();
    able.dedup();
    able
}
