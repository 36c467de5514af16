//! The test of an order before anything is spent, with `weapons_and_costs` and `parameters`.

use super::*;

/// Tests an order and works out what it will cost. Nothing is spent by a refused one.
pub fn plan(facts: &Facts, unit: UnitId, act: &Act, occasion: &Occasion) -> OrRefusal<Plan> {
    let Some(actor) = facts.unit(unit) else {
        return refuse("no_such_unit", message!("core-there-is-no-unit", unit), "");
    };
    let Some(def) = facts.book.action(act.action) else {
        let text = message!("core-x-has-no-action-x", book = facts.book.settings.name, action = act.action);
        return refuse("no_such_action", text, "");
    };
    if let Some(refusal) = refused_before_parameters(facts, actor, def, act.mode, occasion) {
        return Err(refusal);
    }
    // What the winner of a contest does is done to the loser.
    let own;
    let act = match (occasion.moment, act.args.target) {
        (Some(Moment::Won), None) => {
            own = Act { args: Args { target: occasion.against, ..act.args.clone() }, ..act.clone() };
            &own
        }
        _ => act,
    };
    let weapon = match def.weapon_use() {
        Some(uses) => Some(weapon_for(facts, actor, def, uses, act)?),
        None => None,
    };
    let active = active_spell(facts, actor, act, def)?;
    let spell = match def.asks.contains(&Parameter::Spell) {
        true => Some(spell_for(facts, actor, act, countered(facts, active, occasion), def)?),
        false => None,
    };
    more_weapons(facts, actor, def, act, weapon)?;
    let (cost, price) = cost_and_price(facts, actor, def, act.mode, weapon, spell.as_deref(), &act.args);
    let (part, cost) = part(facts, actor, def, act, occasion, cost);
    affordable(facts, actor, def, &cost, &price)?;
    if occasion.granted {
        let grant = facts.book.settings.timing.press.as_ref().map(|rule| rule.grant.0);
        let own: i32 = cost.iter().filter(|(pool, _)| Some(*pool) == grant).map(|(_, amount)| *amount).sum();
        let bound =
            grant.map_or(0, |pool| facts.points_for(actor, pool, &def.tags) - facts.points(actor, pool));
        let left = actor.initiative.granted + bound;
        let free = |pool: Key| facts.book.settings.economy.pool(pool).is_some_and(|def| def.free);
        if own > left || cost.iter().any(|(pool, _)| Some(*pool) != grant && !free(*pool)) {
            let text = message!("core-only-x-granted-by-pressing-may-be-used-now", left);
            return refuse("granted_only", text, "F-76");
        }
    }
    riders(facts, actor, act)?;
    let context = Parameters { facts, actor, def, act, weapon, spell: spell.as_deref(), occasion };
    def.asks.iter().try_for_each(|parameter| context.filled(parameter))?;
    if task::increment(facts, actor, def, &act.args).is_some() {
        unspent(facts, actor)?;
    }
    let target = act.args.target.and_then(|id| facts.unit(id));
    for need in &def.needs {
        if let (Need::Target(test, text), Some(target)) = (need, target)
            && facts.evaluate(test, actor, Some(target), &|_| None) == 0
        {
            return refuse("wrong_target", Message::written(text), def.rule.as_str());
        }
        if let Need::Another(text) = need
            && !another(facts, actor, weapon, occasion)
        {
            return refuse("wrong_weapon", Message::written(text), def.rule.as_str());
        }
        if let (Need::Room { kind, role }, Some(target)) = (need, target) {
            room(facts, actor, target, *kind, *role)?;
        }
    }
    let with = weapon.and_then(|id| facts.weapon_in(actor, id, def));
    let unarmed = with.map_or_else(|| !facts.armed(actor), |(_, weapon)| weapon.unarmed);
    let provokes = match spell.as_ref().map_or(def.provokes, |spell| {
        if def.steps.contains(&Step::Cast) && def.manoeuvre.is_none() { spell.provokes } else { def.provokes }
    }) {
        Provokes::Never | Provokes::PerSquare => false,
        Provokes::Always => true,
        Provokes::IfUnarmed => unarmed,
        Provokes::IfCheck => def.checks() || needs_check(facts, actor, def, act),
    };
    if provokes && occasion.moment == Some(Moment::Provoked) {
        return refuse("provokes", message!("core-x-itself-provokes", action = def.name), "A-154");
    }
    let area = context.armament().and_then(|armament| area::shape(facts, actor, def, &armament));
    let rounds = fire::rounds(facts, actor, def, weapon, act.args.amount);
    Ok(Plan { def: def.clone(), cost, price, part, rounds, weapon, spell, area, provokes })
}

/// Whether a weapon is none of those used in what this follows, or there is another in hand; no bare hands (S-65).
fn another(facts: &Facts, actor: &UnitState, weapon: Option<Key>, occasion: &Occasion) -> bool {
    if weapon.and_then(|id| facts.weapon(actor, id)).is_some_and(|(_, def)| def.unarmed) {
        return false;
    }
    if occasion.used.is_empty() {
        return facts.armed_besides(actor, weapon);
    }
    weapon.is_none_or(|id| !occasion.used.contains(&id))
}

/// Whether what a unit is at can still be done as it was ordered: its target, thing or place is where it was (C-100).
pub fn still(facts: &Facts, unit: UnitId, act: &Act) -> OrRefusal {
    let (Some(actor), Some(def)) = (facts.unit(unit), facts.book.action(act.action)) else {
        return refuse("no_such_unit", message!("core-there-is-no-unit", unit), "");
    };
    let occasion = Occasion::default();
    let context = Parameters { facts, actor, def, act, weapon: None, spell: None, occasion: &occasion };
    def.asks.iter().try_for_each(|parameter| context.filled(parameter))?;
    let target = act.args.target.and_then(|id| facts.unit(id));
    for need in &def.needs {
        match (need, target) {
            (Need::Target(test, text), Some(target))
                if facts.evaluate(test, actor, Some(target), &|_| None) == 0 =>
            {
                return refuse("wrong_target", Message::written(text), def.rule.as_str());
            }
            (Need::Test(test, text), _) if facts.value(test, actor) == 0 => {
                return refuse("needs", Message::written(text), def.rule.as_str());
            }
            _ => {}
        }
    }
    Ok(())
}

/// What refuses an action whatever its parameters are filled with.
pub(super) fn refused_before_parameters(
    facts: &Facts,
    actor: &UnitState,
    def: &ActionDef,
    mode: Mode,
    occasion: &Occasion,
) -> Option<Refusal> {
    Before { facts, actor, def, mode, occasion }.test().err()
}

/// An action that is tested before anything is known of its parameters.
struct Before<'a> {
    facts: &'a Facts,
    actor: &'a UnitState,
    def: &'a ActionDef,
    mode: Mode,
    occasion: &'a Occasion,
}

impl Before<'_> {
    fn test(&self) -> OrRefusal {
        self.present()?;
        self.own()?;
        self.forbidden()?;
        self.moment()?;
        self.busy()?;
        self.payable()?;
        self.forbidden_tags()?;
        self.turn()?;
        self.needs()
    }

    /// The unit is there, and the fight goes on.
    fn present(&self) -> OrRefusal {
        let Self { facts, actor, def, .. } = *self;
        if !facts.present(actor) {
            let text = message!("core-x-is-not-in-the-fight", unit = actor.identity.name);
            return refuse("not_present", text, "");
        }
        if let Some(rule) = facts.book.settings.aftermath.as_ref().filter(|_| facts.phase == Phase::Aftermath)
            && !def.tags.iter().any(|tag| rule.tags.contains(tag))
        {
            return refuse("aftermath", message!("core-the-fight-is-over"), rule.rule.as_str());
        }
        Ok(())
    }

    /// The action is one of the unit's.
    fn own(&self) -> OrRefusal {
        let Self { facts, actor, def, .. } = *self;
        if facts.has_action(actor, def) { Ok(()) } else { not_theirs(actor, def) }
    }

    /// No condition keeps the unit from acting or answering at all.
    fn forbidden(&self) -> OrRefusal {
        let Self { facts, actor, def, .. } = *self;
        let what = match self.occasion.moment {
            None | Some(Moment::Won) => Forbids::Actions,
            Some(_) => Forbids::Reactions,
        };
        for forbids in [what, Forbids::Actions] {
            if let Some(condition) = facts.forbidden(actor, forbids).filter(|_| !def.is_free()) {
                return forbidden_by(condition);
            }
        }
        // What works by itself does so for who is out cold, too (S-39).
        if let Some(condition) = facts.forbidden(actor, Forbids::All).filter(|_| !def.tagged("automatic")) {
            return forbidden_by(condition);
        }
        if facts.staggered_out(actor) {
            return refuse("forbidden", message!("core-staggered-to-nothing"), "A-108");
        }
        Ok(())
    }

    /// It is the unit's turn, or the action answers what happens.
    fn moment(&self) -> OrRefusal {
        let def = self.def;
        let Some(moment) = self.occasion.moment else {
            let in_turn = |mode: &Mode| matches!(mode, Mode::Standard | Mode::Swift | Mode::Free);
            if def.is_reaction() && !def.modes.iter().any(in_turn) {
                let text = message!("core-x-is-an-answer-to-something", action = def.name);
                return refuse("reaction_only", text, def.rule.as_str());
            }
            if self.mode == Mode::Immediate {
                return refuse("not_now", message!("core-an-immediate-action-needs-its-trigger"), "A-37");
            }
            return Ok(());
        };
        let opportunity = match moment {
            Moment::Watched => true,
            Moment::Provoked => def.opportunity != Some(false) && !answers_openings(self.facts),
            _ => false,
        };
        if !opportunity && !def.on.contains(&moment) {
            let text = message!("core-x-does-not-answer-this", action = def.name);
            return refuse("not_now", text, def.rule.as_str());
        }
        Ok(())
    }

    /// The unit is at nothing else.
    fn busy(&self) -> OrRefusal {
        let usage = &self.actor.usage;
        if let Some(task) = usage.task.as_ref().filter(|_| !task::gives_up(self.def)) {
            let text = message!("core-is-at-work-on-x", action = self.facts.book.name_of(task.act.action));
            let rule = self.facts.book.settings.tasks.as_ref().map_or("", |rule| rule.rule.as_str());
            return refuse("at_work", text, rule);
        }
        if usage.busy && self.mode == Mode::Immediate {
            return refuse("busy", message!("core-no-immediate-action-until-its-attacks-are-over"), "A-143");
        }
        Ok(())
    }

    /// The action can be paid for so, and the unit may move if it has to.
    fn payable(&self) -> OrRefusal {
        let Self { facts, actor, def, mode, occasion } = *self;
        let won = occasion.moment == Some(Moment::Won) && mode == Mode::Free;
        if !def.allows(mode) && !won {
            let text = message!("core-x-cannot-be-done-as-a-x-action", action = def.name, mode);
            return refuse("wrong_mode", text, def.rule.as_str());
        }
        if occasion.granted && def.is_free() && !def.rider {
            return refuse("granted_only", message!("core-only-the-granted-action-may-be-done-now"), "F-11");
        }
        if def.path().is_some() { may_move(facts, actor, def) } else { Ok(()) }
    }

    /// No condition forbids what has its tags.
    fn forbidden_tags(&self) -> OrRefusal {
        let mut conditions = self.facts.conditions(self.actor).map(|(condition, _)| condition);
        conditions.find(|own| own.refuses(&self.def.tags)).map_or(Ok(()), forbidden_by)
    }

    /// What a turn allows once, and whether the unit has to press first or may press.
    fn turn(&self) -> OrRefusal {
        let Self { facts, actor, def, .. } = *self;
        let own_turn = self.occasion.moment.is_none();
        // Answers, too, wait until it has pressed (F-22).
        let press_now = presses(def) && own_turn;
        if actor.initiative.must_press && !actor.initiative.pressed && !press_now {
            return refuse("must_press", message!("core-must-press-first"), "F-22");
        }
        if !own_turn {
            return Ok(());
        }
        let economy = &facts.book.settings.economy;
        for tag in &economy.once_a_turn {
            if def.tags.contains(tag) && actor.usage.tags.contains(tag) {
                return refuse("once_a_turn", message!("core-only-one-x-action-a-turn", tag), "S-11");
            }
        }
        if economy.surprise_single && facts.phase == Phase::Surprise && actor.usage.surprise_done {
            return refuse("surprise_single", message!("core-one-action-only-in-the-surprise-round"), "F-61");
        }
        if let Some(rule) = facts.book.settings.timing.press.as_ref().filter(|_| presses(def)) {
            let count = actor.initiative.count;
            if count < rule.least {
                let text = message!("core-needs-a-count-of-x-or-more-has-x", least = rule.least, count);
                return refuse("count_too_low", text, rule.rule.as_str());
            }
        }
        Ok(())
    }

    /// What the action itself needs of the unit.
    fn needs(&self) -> OrRefusal {
        let Self { facts, actor, def, .. } = *self;
        let usage = &actor.usage;
        for need in &def.needs {
            let unmet = match need {
                Need::Condition(id) if !actor.conditions.has(*id) => {
                    message!("core-needs-to-be-x", name = facts.book.name_of(*id))
                }
                Need::Without(id) if actor.conditions.has(*id) => {
                    message!("core-not-while-x", name = facts.book.name_of(*id))
                }
                Need::Test(test, text) if self.value(test) == 0 => Message::written(text),
                Need::OncePerRound if usage.this_round.contains(&def.id) => message!("core-once-a-round"),
                Need::OncePerTurn if usage.this_turn.contains(&def.id) => message!("core-once-a-turn"),
                Need::FirstOfTurn if !usage.this_turn.is_empty() => {
                    message!("core-only-before-any-other-action-of-the-turn")
                }
                Need::Unmoved if usage.squares > 0 => message!("core-has-already-moved-this-round"),
                _ => continue,
            };
            return refuse("needs", unmet, def.rule.as_str());
        }
        Ok(())
    }

    fn value(&self, test: &Expr) -> i64 {
        let against = self.occasion.against.and_then(|id| self.facts.unit(id));
        self.facts.evaluate(test, self.actor, against, &occasion_names(self.facts, self.occasion))
    }
}

/// An action belongs to others.
pub(super) fn not_theirs(actor: &UnitState, def: &ActionDef) -> OrRefusal {
    let text = message!("core-x-does-not-have-x", unit = actor.identity.name, action = def.name);
    refuse("not_theirs", text, def.rule.as_str())
}

fn forbidden_by(condition: &ConditionDef) -> OrRefusal {
    refuse("forbidden", message!("core-x-forbids-it", condition = condition.name), condition.rule.as_str())
}

fn occasion_names<'a>(facts: &'a Facts, occasion: &'a Occasion) -> impl Fn(Key) -> Option<i64> + 'a {
    move |name: Key| match name.as_str() {
        "melee" => Some(i64::from(occasion.melee)),
        "ranged" => Some(i64::from(!occasion.melee)),
        _ => {
            let (head, tag) = name.parts()?;
            if head == "aimed" {
                // What serves the other against the one whom the attack is aimed at, whoever answers it (S-41, S-89).
                let mut active = facts.unit(occasion.against?)?.modifiers.0.iter();
                let aimed = active
                    .any(|own| own.source == tag && own.versus.is_some() && own.versus == occasion.target);
                return Some(i64::from(aimed));
            }
            let def = facts.book.action(occasion.action?).filter(|_| Word::of(head) == Word::Act)?;
            Some(i64::from(def.tags.contains(&tag)))
        }
    }
}

/// Whether the thing to be done calls for a check, which makes it provoke.
fn needs_check(facts: &Facts, actor: &UnitState, def: &ActionDef, act: &Act) -> bool {
    def.asks.contains(&Parameter::Interaction)
        && interaction(facts, actor, &act.args).is_ok_and(|found| found.def.check.is_some())
}

/// Whether an action presses (F-76).
pub fn presses(def: &ActionDef) -> bool {
    def.steps.iter().any(|step| matches!(step, Step::Do(list) if list.contains(&EffectDef::Press)))
}
