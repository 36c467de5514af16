//! Fortune: a die of a check thrown once more after it has been read, before anything follows from it (T-14).
//!
//! A step that comes to a check whose maker could spend fortune is broken off, [`Throw`] comes first, and then the step
//! begins again and finds the dice thrown. What comes to such a check after it has changed something cannot begin
//! again: of it [`Later`] makes a step of its own. How much fortune is left is in [`crate::rules::luck`].

use super::StackEntry;
use crate::battle::prelude::*;

/// The option that has a die thrown again.
pub const AGAIN: &str = "again";

/// How checks thrown ahead of a step belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum ThrownTogether {
    /// One by itself.
    Alone,
    /// One that is rolled on while it is critical.
    Chain,
    /// The same, but only where its first dice succeed.
    Struck,
    /// Both sides of a contest (C-08, S-04).
    Contest,
}

/// What a step needs to begin again.
pub(crate) struct Before {
    frame: Frame,
    value: Option<FrameValue>,
    answer: Option<Command>,
    cancelled: Option<Refusal>,
}

/// Dice of a check that its step has not come to yet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Thrown {
    check: Check,
    purpose: Key,
    /// How they fell, and the deck from which they were drawn.
    dice: Option<(Roll, Option<Hand>)>,
    asked: bool,
}

impl Thrown {
    fn new(check: &Check, purpose: Key) -> Self {
        Self { check: check.clone(), purpose, dice: None, asked: false }
    }

    fn is_for(&self, check: &Check, purpose: Key) -> bool {
        (self.check.by, self.check.id, self.purpose) == (check.by, check.id, purpose)
    }

    fn natural(&self) -> Option<i32> {
        self.dice.as_ref().map(|(roll, _)| roll.total)
    }

    fn reading(&self) -> Option<Reading> {
        self.natural().map(|natural| self.check.read(natural))
    }
}

/// Dice thrown before a step that needs them, and the questions whether one is thrown again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Throw {
    thrown: Vec<Thrown>,
    together: ThrownTogether,
    /// Which of them is asked about.
    asking: Option<usize>,
    /// What the step had been handed down.
    value: Option<FrameValue>,
    /// The command that it had been given.
    answer: Option<Command>,
}

/// What is to be done about a die.
enum ThrowChoice {
    Stand,
    Again,
    /// Ask; the chance of a new one, in per cent.
    Ask(i32),
}

impl Throw {
    pub(super) fn step(&mut self, battle: &mut Battle, context: Context) -> OrFault<Flow> {
        if let Some(at) = self.asking.take() {
            if matches!(context.answer, Some(Command::Choose { option, .. }) if option == AGAIN) {
                self.again(battle, at)?;
            }
            return Ok(Flow::Continue);
        }
        for own in self.thrown.iter_mut().filter(|own| own.dice.is_none()) {
            own.dice = Some(battle.throw_dice(&own.check, own.purpose)?);
        }
        for at in 0..self.thrown.len() {
            match self.choice(battle, at) {
                ThrowChoice::Stand => {}
                ThrowChoice::Again => {
                    self.again(battle, at)?;
                    return Ok(Flow::Continue);
                }
                ThrowChoice::Ask(chance) => return Ok(self.ask(battle, at, chance)),
            }
        }
        if let Some(link) = self.link(battle) {
            self.thrown.push(link);
            return Ok(Flow::Continue);
        }
        battle.thrown = std::mem::take(&mut self.thrown);
        Ok(Flow::Resume { value: self.value.take(), answer: self.answer.take().map(Box::new), prompt: None })
    }

    /// What is done about the die, by the standing answer.
    fn choice(&self, battle: &mut Battle, at: usize) -> ThrowChoice {
        let Some(own) = self.thrown.get(at).filter(|own| !own.asked) else { return ThrowChoice::Stand };
        let Some(policy) = battle.fortune(own.check.by, own.check.id) else { return ThrowChoice::Stand };
        let Some((failed, chance)) = self.failed_and_chance(&battle.facts(), at) else {
            return ThrowChoice::Stand;
        };
        let likely = i32::from(chance.per_mille().div_ceil(10));
        match policy {
            Policy::Ask => ThrowChoice::Ask(likely),
            Policy::AskFrom(least) if failed && likely >= least.max(1) => ThrowChoice::Ask(likely),
            Policy::Take if failed && likely > 0 => ThrowChoice::Again,
            Policy::TakeIfCost(1..) if failed && likely > 0 => ThrowChoice::Again,
            _ => ThrowChoice::Stand,
        }
    }

    /// Whether one of them has failed, and the chance that a new die does not.
    fn failed_and_chance(&self, facts: &Facts, at: usize) -> Option<(bool, Chance)> {
        let own = self.thrown.get(at)?;
        let dice = own.check.dice()?;
        let rival = match self.together {
            ThrownTogether::Contest => {
                let other = self.thrown.get(usize::from(at == 0))?;
                Some((&other.check, other.reading()?))
            }
            ThrownTogether::Alone | ThrownTogether::Chain | ThrownTogether::Struck => None,
        };
        let holds = |reading: &Reading| match &rival {
            None => reading.success,
            Some((check, fell)) if at == 0 => {
                let verdict = contest::verdict(facts, (&own.check, reading), (*check, fell));
                matches!(verdict, Verdict::First | Verdict::Again)
            }
            Some((check, fell)) => {
                contest::verdict(facts, (*check, fell), (&own.check, reading)) != Verdict::First
            }
        };
        let failed = !holds(&own.reading()?);
        // What has been drawn by now is gone.
        let side = facts.unit(own.check.by)?.side();
        let hand = own.check.hand.as_ref().and_then(|_| facts.decks.hand(side, dice));
        let check = Check { hand, ..own.check.clone() };
        let chance = check.naturals(&dice).probability(|natural| holds(&check.read(*natural)));
        Some((failed, chance))
    }

    fn ask(&mut self, battle: &mut Battle, at: usize, chance: i32) -> Flow {
        let other = self.thrown.get(usize::from(at == 0)).map(|other| other.check.by);
        let Some(own) = self.thrown.get_mut(at) else { return Flow::Continue };
        (own.asked, self.asking) = (true, Some(at));
        let target = match (&own.check.versus, self.together) {
            (_, ThrownTogether::Contest) => other,
            (Versus::Passive(check), _) => Some(check.by),
            _ => None,
        };
        let (by, natural) = (own.check.by, own.natural().unwrap_or(0));
        let facts = battle.facts();
        let left = facts.unit(by).map_or(0, |own| facts.decks.fortune_of(own.side()));
        let options = vec![
            ChoiceOption::new("none", message!("core-let-the-die-stand", natural), 0),
            ChoiceOption::new(AGAIN, message!("core-throw-again", left), chance),
        ];
        let about = ChoiceKind::Fortune(own.check.id);
        battle.ask(by, Ask::Choice { about, target, options })
    }

    fn again(&mut self, battle: &mut Battle, at: usize) -> OrFault {
        let Some(own) = self.thrown.get_mut(at) else { return Ok(()) };
        own.asked = true;
        let (check, natural) = (&own.check, own.natural().unwrap_or(0));
        battle.apply(Effect::Fortune { unit: check.by, check: check.id, natural })?;
        own.dice = Some(battle.throw_dice(&own.check, own.purpose)?);
        Ok(())
    }

    /// The next link of a critical chain, a die of its own.
    fn link(&self, battle: &Battle) -> Option<Thrown> {
        let (first, last) = (self.thrown.first()?, self.thrown.last()?);
        let chained = match self.together {
            ThrownTogether::Chain => true,
            ThrownTogether::Struck => first.reading()?.success,
            ThrownTogether::Alone | ThrownTogether::Contest => false,
        };
        let limit = battle.book().settings.check.chain_limit.and_then(|most| usize::try_from(most).ok());
        let more = limit.is_none_or(|most| self.thrown.len() <= most);
        let goes_on = chained && more && last.check.goes_on(&last.reading()?);
        goes_on.then(|| Thrown::new(&last.check.link(), Key::new("critical")))
    }
}

/// An effect of content that brings a check, put off until the running step is done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Later {
    effect: EffectDef,
    own: UnitId,
    target: Option<UnitId>,
    names: Vec<(Key, i64)>,
    item: Option<Key>,
    door: Option<u16>,
    thing: Option<Key>,
    system: Option<Key>,
    spell: Option<Key>,
    square: Option<grid::Square>,
    arc: Option<grid::Arc>,
    cause: Key,
    action: Option<i32>,
}

impl Later {
    fn new(effect: &EffectDef, scope: &Scope) -> Self {
        let Scope { own, target, names, item, door, thing, system, spell, square, arc, cause, action } =
            scope;
        Self {
            effect: effect.clone(),
            own: *own,
            target: *target,
            names: names.iter().map(|(name, value)| (Key::new(name), *value)).collect(),
            item: *item,
            door: *door,
            thing: *thing,
            system: *system,
            spell: *spell,
            square: *square,
            arc: *arc,
            cause: *cause,
            action: *action,
        }
    }

    pub(super) fn step(&mut self, battle: &mut Battle, _context: Context) -> OrFault<Flow> {
        let scope = Scope {
            own: self.own,
            target: self.target,
            names: self.names.iter().map(|(name, value)| (name.as_str(), *value)).collect(),
            item: self.item,
            door: self.door,
            thing: self.thing,
            system: self.system,
            spell: self.spell,
            square: self.square,
            arc: self.arc,
            cause: self.cause,
            action: self.action,
        };
        battle.run(std::slice::from_ref(&self.effect), &scope)?;
        Ok(Flow::Done(FrameValue::None))
    }
}

impl Battle {
    /// What stands about asking for a die of a unit's check again; none if nobody is asked.
    fn fortune(&mut self, by: UnitId, check: Key) -> Option<Policy> {
        let facts = self.facts();
        let side = facts.unit(by)?.side();
        if facts.phase == Phase::Muster || facts.decks.fortune_of(side) == 0 {
            return None;
        }
        let policy = self.answers().choice(side, by, ChoiceKind::Fortune(check));
        (policy != Policy::Decline).then_some(policy)
    }

    /// Throws the dice of these checks before the running step, if fortune could have one of them thrown again.
    ///
    /// # Errors
    /// [`Fault::Throw`], which breaks the step off: it begins again once they have been thrown.
    pub(crate) fn ahead(&mut self, checks: &[(&Check, Key)], together: ThrownTogether) -> OrFault {
        let thrown =
            |(check, purpose): &(&Check, Key)| self.thrown.iter().any(|own| own.is_for(check, *purpose));
        if self.world.touched() || checks.iter().all(thrown) {
            return Ok(());
        }
        if !checks.iter().any(|(check, _)| self.fortune(check.by, check.id).is_some()) {
            return Ok(());
        }
        let thrown = checks.iter().map(|(check, purpose)| Thrown::new(check, *purpose)).collect();
        Err(Fault::Throw(Box::new(Throw { thrown, together, asking: None, value: None, answer: None })))
    }

    /// The dice of a check that have been thrown already.
    pub(crate) fn thrown_ahead(&mut self, check: &Check, purpose: Key) -> Option<(Roll, Option<Hand>)> {
        let at = self.thrown.iter().position(|own| own.is_for(check, purpose))?;
        self.thrown.remove(at).dice
    }

    /// Puts off an effect with a check that fortune could reroll, where the step cannot begin again for that.
    pub(crate) fn puts_off(&mut self, effect: &EffectDef, scope: &Scope, by: UnitId, check: Key) -> bool {
        let puts_off = self.world.touched() && self.fortune(by, check).is_some();
        if puts_off {
            self.soon(Frame::Later(Box::new(Later::new(effect, scope))));
        }
        puts_off
    }

    /// How a step begins, in a match with fortune; from here on it is noted whether it changes anything.
    pub(crate) fn before(&mut self, frame: &Frame, context: &Context) -> Option<Before> {
        if !self.facts_ref().decks.has_fortune() {
            return None;
        }
        self.world.untouch();
        let (value, answer) = (context.value.clone(), context.answer.clone());
        Some(Before { frame: frame.clone(), value, answer, cancelled: context.cancelled.clone() })
    }

    /// Throws dice, after which a step that was broken off begins again.
    pub(crate) fn throw_first(&mut self, mut entry: StackEntry, before: Before, mut throw: Throw) {
        (entry.frame, entry.cancelled) = (before.frame, before.cancelled);
        (throw.value, throw.answer) = (before.value, before.answer);
        let mut stack = self.world_mut().resource_mut::<Stack>();
        stack.entries.push(entry);
        stack.push(Frame::Throw(Box::new(throw)));
    }
}
