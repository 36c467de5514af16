//! Contests and what comes of them: both checks, the winner's choice, whether the two stay bound, being brought
//! somewhere (C-08, C-91 to C-99).
//!
//! Who wins is decided in [`crate::rules::contest`], where somebody can be brought in [`crate::rules::haul`].

use crate::{
    battle::{frames::reaction_window::Won, prelude::*},
    rules::haul,
};

/// How often both roll again at most; what is still even then is won by nobody.
const AGAIN: usize = 200;

/// The answer by which one lets it happen.
const YIELD: &str = "yield";

impl ActFrame {
    /// The same with the margin of the contest that allows it.
    #[must_use]
    pub fn with_margin(mut self, margin: i32) -> Self {
        self.result.margin = margin;
        self
    }

    /// Both sides of a contest, the one who does it first (C-01, C-08).
    pub(super) fn opposed(
        &mut self,
        battle: &mut Battle,
        def: &ActionDef,
        checks: (Key, Key),
        effects: (&[EffectDef], &[EffectDef]),
    ) -> OrFault {
        let Some(target) = self.act.args.target else { return Ok(()) };
        self.result.success = false;
        self.result.winner = None;
        for _ in 0..AGAIN {
            let facts = battle.facts();
            let built = contest::checks(&facts, (self.unit, checks.0), (target, checks.1), self.used_before);
            let Some((own, other)) = built else { return Ok(()) };
            battle.ahead(&[(&own, own.id), (&other, other.id)], ThrownTogether::Contest)?;
            let one = battle.roll_own(&own, own.id)?;
            let two = battle.roll_check(&other, other.id)?;
            battle.spend_once(target, other.id)?;
            let verdict = contest::verdict(&battle.facts(), (&own, &one), (&other, &two));
            (self.result.winner, self.result.margin) = match verdict {
                Verdict::First => (Some(self.unit), one.margin),
                Verdict::Second => (Some(target), two.margin),
                Verdict::Nobody => (None, one.margin),
                Verdict::Again => continue,
            };
            self.result.lead = contest::lead(&battle.facts(), &own, &one, &two);
            self.result.success = verdict == Verdict::First;
            break;
        }
        battle.record(Outcome::Opposed {
            unit: self.unit,
            against: target,
            check: checks.0,
            winner: self.result.winner,
            margin: self.result.margin,
        });
        battle.apply(Effect::Aware { unit: target, aware: true })?;
        let scope = self.scope(battle, def);
        match self.result.winner {
            Some(winner) if winner == self.unit => battle.run(effects.0, &scope),
            Some(_) => battle.run(effects.1, &scope),
            None => Ok(()),
        }
    }

    /// The winner takes one action of a kind at no cost; who has answered does so against the attacker (S-67).
    pub(super) fn choose_one(&self, battle: &mut Battle, tag: Key, winner: bool) -> Option<Flow> {
        let answered = self.occasion.against.filter(|_| self.act.args.target.is_none());
        let target = self.act.args.target.or(answered)?;
        let (who, other): (UnitId, UnitId) = match (winner, self.result.winner) {
            (true, Some(won)) if won == target => (target, self.unit),
            (true, Some(_)) => (self.unit, target),
            (true, None) => return None,
            (false, _) => self.result.success.then_some((self.unit, target))?,
        };
        let follow = FollowUp { unit: who, action: self.act.action, won: self.won(tag) };
        // After a second weapon perhaps there is no third (S-65).
        let facts = battle.facts();
        let pairs = |def: &ActionDef| def.needs.iter().any(|need| matches!(need, Need::Another(_)));
        let another = facts.book.action(self.act.action).is_some_and(|def| pairs(def));
        if answered.is_some() || another && !self.occasion.used.is_empty() {
            follow.if_possible(battle, other)
        } else {
            Some(follow.window(other))
        }
    }

    fn won(&self, tag: Key) -> Won {
        let used = self.occasion.used.iter().copied().chain(self.planned.weapon).collect();
        Won { tag, margin: self.result.margin, used }
    }

    /// Whether it answers an attack on its way.
    pub(super) fn answering(&self, def: &ActionDef) -> bool {
        self.occasion.against.is_some() && def.answers_attack()
    }

    /// What it allows, if it has succeeded, comes once the attack that it answers is over (S-67).
    pub(super) fn follow_later(&mut self, tag: Key) {
        if self.result.success {
            let follow = FollowUp { unit: self.unit, action: self.act.action, won: self.won(tag) };
            self.averts.follows.push(follow);
        }
    }

    /// Whether the two stay bound, if they still are (C-91).
    pub(super) fn keep(&self, battle: &mut Battle, kind: Key) -> Option<Flow> {
        let target = self.act.args.target?;
        battle.facts().bound(kind, self.unit, target)?;
        let options = vec![
            ChoiceOption::new("keep", message!("core-hold-on"), 0),
            ChoiceOption::new("end", message!("core-let-go"), 0),
        ];
        let about = ChoiceKind::Named(kind);
        Some(battle.ask(self.unit, Ask::Choice { about, target: Some(target), options }))
    }

    /// What was answered to that.
    pub(super) fn kept(&self, battle: &mut Battle, kind: Key, option: Key) -> OrFault {
        let facts = battle.facts();
        let bond = self.act.args.target.and_then(|target| facts.bound(kind, self.unit, target)).copied();
        match bond {
            Some(bond) if option == "end" => battle.apply(Effect::Unbind { bond, square: None }),
            _ => Ok(()),
        }
    }

    /// Whether the target lets it happen, where it could resist; who cannot act does not choose (D-110).
    pub(super) fn ask_to_yield(&self, battle: &mut Battle, condition: Key, when: &Expr) -> OrFlow {
        let could = self.value_of(battle, when, &|_| None) != 0;
        let facts = battle.facts();
        let target = self.act.args.target.filter(|target| could && *target != self.unit);
        let (Some(own), Some(other)) = (facts.unit(self.unit), target.and_then(|id| facts.unit(id))) else {
            return Ok(None);
        };
        if !facts.can_act(other) {
            return Ok(None);
        }
        let mut options = vec![
            ChoiceOption::new("resist", message!("core-resist"), 0),
            ChoiceOption::new(YIELD, message!("core-let-it-happen"), 0),
        ];
        if !facts.hostile(own, other) {
            options.reverse();
        }
        let about = ChoiceKind::Yield;
        match (battle.answers().choice(other.side(), other.id(), about), options.first()) {
            (Policy::Decline, _) => Ok(None),
            (Policy::Take, Some(first)) => {
                self.yielded(battle, condition, (other.id(), first.id)).map(|()| None)
            }
            _ => Ok(Some(battle.ask(other.id(), Ask::Choice { about, target: Some(self.unit), options }))),
        }
    }

    /// What was answered to that.
    pub(super) fn yielded(
        &self,
        battle: &mut Battle,
        condition: Key,
        (unit, option): (UnitId, Key),
    ) -> OrFault {
        if option != YIELD {
            return Ok(());
        }
        battle.inflict(unit, condition, 1, Some(self.unit))
    }

    /// Brings the target to the square chosen, step by step, and oneself along where that is said (C-95, C-99).
    pub(super) fn haul(&self, battle: &mut Battle, def: &ActionDef) -> OrFault {
        if def.target().is_none() && self.act.args.item.is_some() {
            return self.haul_thing(battle, def);
        }
        let facts = battle.facts();
        let own = facts.unit(self.unit);
        let target = self.act.args.target.and_then(|id| facts.unit(id));
        let (Some(own), Some(target), Some(to)) = (own, target, self.act.args.square) else { return Ok(()) };
        let Some(haul) = haul::of(&facts, own, def) else { return Ok(()) };
        let Some(way) = haul::ways(&facts, own, target, haul).remove(&to) else { return Ok(()) };
        for square in way {
            for unit in [Some(target.id()), haul.along.then_some(own.id())].into_iter().flatten() {
                let from = if unit == own.id() { own } else { target };
                let to = haul::beside(target, from, square);
                battle.apply(Effect::Step { unit, to, own: false })?;
            }
        }
        let squares = if haul.along { 0 } else { facts.drop_at(target, &haul::area_at(&facts, target, to)) };
        if squares > 0 { battle.crash_down(target.id(), Band::Ground, squares) } else { Ok(()) }
    }

    /// Brings something loose to the square chosen (D-108).
    fn haul_thing(&self, battle: &mut Battle, def: &ActionDef) -> OrFault {
        let facts = battle.facts();
        let (Some(own), Some(item), Some(to)) =
            (facts.unit(self.unit), self.act.args.item, self.act.args.square)
        else {
            return Ok(());
        };
        let Some(haul) = haul::of(&facts, own, def) else { return Ok(()) };
        if !haul::squares_for(&facts, own, item, haul).contains(&to) {
            return Ok(());
        }
        match facts.lying(own, item) {
            Some(_) => battle.apply(Effect::Item { unit: own.id(), item, change: ItemChange::Shift(to) }),
            None => battle.apply(Effect::Thing { thing: item, change: ThingChange::Moved(to) }),
        }
    }
}
