//! Which commands a battle takes now.
//!
//! Whether an action is possible is in [`legal`].

use super::land;
use crate::battle::prelude::*;

impl Battle {
    /// Whether a command may be given now. The same test that [`Battle::submit`] makes.
    pub fn check(&self, command: &Command) -> Result<(), Refusal> {
        let refuse = |code: &str, message: Message| Err(Refusal::new(code, message, None));
        if let Some(fault) = self.fault() {
            return refuse("fault", message!("core-the-battle-has-ended-with-an-error-x", fault));
        }
        if let Command::Concede { side } = command {
            return match self.facts.units.iter().any(|unit| unit.identity.side == *side) {
                true if self.prompt().is_some() && self.clock().holder.is_none() => Ok(()),
                true => refuse("over", message!("core-the-fight-is-over")),
                false => refuse("no_such_side", message!("core-there-is-no-side", side)),
            };
        }
        let Some(prompt) = self.prompt() else {
            return refuse("over", message!("core-the-fight-is-over"));
        };
        let unit = match command {
            Command::Standing(_) | Command::Concede { .. } => return Ok(()),
            Command::Referee(referee) => return self.check_referee(referee),
            Command::Act { unit, .. }
            | Command::End { unit }
            | Command::Delay { unit, .. }
            | Command::Decline { unit }
            | Command::Choose { unit, .. }
            | Command::Allot { unit, .. } => *unit,
        };
        if prompt.unit != unit {
            return refuse("not_asked", message!("core-x-is-asked-not-x", asked = prompt.unit, unit));
        }
        match (command, &prompt.ask) {
            (Command::Act { action, mode, args, .. }, _) => {
                self.check_act(prompt, &Act { action: *action, mode: *mode, args: args.clone() })
            }
            (Command::End { .. }, Ask::Turn { .. }) => self.may_end(unit),
            (Command::Delay { until, .. }, Ask::Turn { granted: None }) => self.may_delay(unit, *until),
            (Command::Decline { .. }, Ask::React(_) | Ask::CutIn { .. }) => Ok(()),
            (Command::Decline { .. }, Ask::Choice { options, .. })
                if options.first().is_some_and(|first| first.id == "none") =>
            {
                Ok(())
            }
            (Command::Decline { .. }, _) => refuse("not_asked", message!("core-that-cannot-be-declined")),
            (Command::Choose { option, .. }, Ask::Choice { options, .. }) => {
                let known: Vec<&str> = options.iter().map(|option| option.id.as_str()).collect();
                if known.contains(&option.as_str()) {
                    return Ok(());
                }
                let text = message!("core-x-is-not-among-the-options-x", option, options = known.join(", "));
                refuse("no_option", text)
            }
            (Command::Choose { option, .. }, Ask::CutIn { .. }) if *option == "act" => Ok(()),
            (Command::Allot { parts, .. }, Ask::Allot { total, tracks, sharing: Sharing::Damage }) => {
                let own = self.facts.unit(unit).map(|own| self.with_held(own));
                land::check_allotment(*total, tracks, parts, own.as_deref())
            }
            (Command::Allot { parts, .. }, Ask::Allot { total, tracks, .. }) => {
                heal::check_parts(*total, tracks, parts)
            }
            _ => refuse("not_asked", message!("core-that-is-no-answer-to-the-open-question")),
        }
    }

    fn check_act(&self, prompt: &Prompt, act: &Act) -> Result<(), Refusal> {
        // An order is judged by what the one who is asked knows, its outcome by the truth.
        let facts = self.knowledge(prompt.side);
        match &prompt.ask {
            Ask::Turn { granted } => {
                let occasion = Occasion { granted: granted.is_some(), ..Occasion::default() };
                legal::plan(&facts, prompt.unit, act, &occasion).map(|_| ())
            }
            Ask::React(reaction) => {
                let offered = reaction.options.iter().any(|offer| offer.action == act.action);
                if !offered {
                    return Err(Refusal::new(
                        "not_offered",
                        message!("core-x-does-not-answer-this", action = facts.book.name_of(act.action)),
                        None,
                    ));
                }
                let mut act = act.clone();
                let targets = facts.book.action(act.action).is_some_and(|def| def.target().is_some());
                if targets && act.args.target.is_none() {
                    act.args.target = Some(reaction.by);
                }
                if let Some(watch) = reaction.watch
                    && let Some(own) = facts.unit(prompt.unit).and_then(|own| own.watches.0.get(watch))
                {
                    act.args.weapon = act.args.weapon.or(own.weapon);
                    act.args.spell = act.args.spell.or(own.spell);
                }
                let occasion = reaction.occasion();
                legal::plan(&facts, prompt.unit, &act, &occasion).map(|_| ())
            }
            _ => {
                Err(Refusal::new("not_asked", message!("core-that-is-no-answer-to-the-open-question"), None))
            }
        }
    }

    fn may_end(&self, unit: UnitId) -> Result<(), Refusal> {
        match self.facts.unit(unit) {
            Some(own) if own.initiative.must_press && !own.initiative.pressed && self.facts.can_act(own) => {
                Err(Refusal::new("must_press", message!("core-must-press-first"), Some(Key::new("F-22"))))
            }
            _ => Ok(()),
        }
    }

    fn may_delay(&self, unit: UnitId, until: Option<i32>) -> Result<(), Refusal> {
        let no = |message: Message, rule: &str| Err(Refusal::new("no_delay", message, Some(Key::new(rule))));
        let Some(own) = self.facts.unit(unit) else {
            return no(message!("core-there-is-no-such-unit"), "A-42");
        };
        if self.clock().holder.is_some() {
            return no(message!("core-the-fight-is-over"), "A-42");
        }
        if own.usage.task.is_some() {
            let text = message!("core-is-at-work");
            return Err(Refusal::new("at_work", text, Some(Key::new("C-100"))));
        }
        match (self.facts.book.settings.timing.delay, until) {
            (Delay::None, _) => no(message!("core-this-book-knows-no-delay"), "A-42"),
            (Delay::Resume, None) => no(message!("core-name-the-count-at-which-the-turn-goes-on"), "A-42"),
            (Delay::Resume, Some(until))
                if until >= self.clock().count.unwrap_or(order::acts_at(&self.facts, own)) =>
            {
                no(message!("core-the-count-must-be-lower-than-the-present-one"), "A-42")
            }
            (Delay::Resume, Some(until))
                if self.facts.book.settings.timing.least.is_some_and(|least| until < least) =>
            {
                no(message!("core-the-count-runs-no-lower-than-that"), "A-46")
            }
            (Delay::Resume, Some(_)) => Ok(()),
            (Delay::Interrupt, Some(_)) => {
                no(message!("core-a-delayer-acts-whenever-it-likes-name-no-count"), "C-27")
            }
            (Delay::Interrupt, None) if !own.usage.this_turn.is_empty() => {
                no(message!("core-only-before-the-first-action-of-the-turn"), "C-27")
            }
            (Delay::Interrupt, None) => Ok(()),
        }
    }

    /// After a referee's doing, whether the open question still makes sense.
    pub(super) fn prompt_still_stands(&self) -> bool {
        let cut = self.clock().round_cut;
        match self.prompt() {
            Some(prompt) if matches!(prompt.ask, Ask::Turn { .. }) => {
                !cut && self.facts.unit(prompt.unit).is_some_and(|own| legal::has_turn(&self.facts, own))
                    && !self.fight_over()
            }
            Some(_) => true,
            None => true,
        }
    }
}
