//! The test of one order: everything that the resolver asks before anything is spent.
//!
//! Owns the order of the tests, and what refuses an action whatever its holes are filled with. What it is done with
//! and paid with is in `means`, what fills its holes in `holes`.

use super::{
    Act, Args, Occasion, Plan, Refusal,
    carried::{may_move, room},
    halves::part,
    holes::Holes,
    magic::{active_spell, countered},
    means::{affordable, cost_and_price, more_weapons, spell_for, unspent, weapon_for},
    offers::answers_openings,
    refuse,
    riders::riders,
    things::interaction,
};
use crate::{
    key::Key,
    message::Message,
    rules::{
        action::{ActionDef, Hole, Moment, Need, Provokes, Step},
        area,
        condition::Forbids,
        economy::Mode,
        facts::{Facts, Phase, UnitId, UnitState, Word},
        fire, task,
    },
};

/// Tests an order and works out what it will cost. Nothing is spent by a refused one.
pub fn plan(facts: &Facts, unit: UnitId, act: &Act, occasion: &Occasion) -> Result<Plan, Refusal> {
    let Some(actor) = facts.unit(unit) else {
        return refuse("no_such_unit", message!("core-there-is-no-unit", unit), "");
    };
    let Some(def) = facts.book.action(act.action) else {
        return refuse(
            "no_such_action",
            message!("core-x-has-no-action-x", book = facts.book.settings.name, action = act.action),
            "",
        );
    };
    if let Some(refusal) = refused_before_holes(facts, actor, def, act.mode, occasion) {
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
    let spell = match def.asks.contains(&Hole::Spell) {
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
            return refuse(
                "granted_only",
                message!("core-only-x-granted-by-pressing-may-be-used-now", left),
                "F-76",
            );
        }
    }
    riders(facts, actor, act)?;
    let context = Holes { facts, actor, def, act, weapon, spell: spell.as_deref(), occasion };
    for hole in &def.asks {
        context.filled(hole)?;
    }
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
        if let (Need::Room { kind, role }, Some(target)) = (need, target) {
            room(facts, actor, target, *kind, *role)?;
        }
    }
    let unarmed = match weapon.and_then(|id| facts.weapon_in(actor, id, def)) {
        Some((_, weapon)) => weapon.unarmed,
        None => !facts.armed(actor),
    };
    let provokes = match spell.as_ref().map_or(def.provokes, |spell| {
        if def.steps.contains(&Step::Cast) && def.feat.is_none() { spell.provokes } else { def.provokes }
    }) {
        Provokes::Never | Provokes::PerSquare => false,
        Provokes::Always => true,
        Provokes::IfUnarmed => unarmed,
        Provokes::IfCheck => def.checks() || needs_check(facts, actor, def, act),
    };
    if provokes && occasion.moment == Some(Moment::Provoked) {
        return refuse("provokes", message!("core-x-itself-provokes", action = def.name), "A-154");
    }
    let area = context.means().and_then(|means| area::shape(facts, actor, def, &means));
    let rounds = fire::rounds(facts, actor, def, weapon, act.args.amount);
    Ok(Plan { def: def.clone(), cost, price, part, rounds, weapon, spell, area, provokes })
}

/// Whether what a unit is at can still be done as it was ordered: its target, thing or place is where it was (C-100).
pub fn still(facts: &Facts, unit: UnitId, act: &Act) -> Result<(), Refusal> {
    let (Some(actor), Some(def)) = (facts.unit(unit), facts.book.action(act.action)) else {
        return refuse("no_such_unit", message!("core-there-is-no-unit", unit), "");
    };
    let occasion = Occasion::default();
    let context = Holes { facts, actor, def, act, weapon: None, spell: None, occasion: &occasion };
    def.asks.iter().try_for_each(|hole| context.filled(hole))?;
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

/// What refuses an action whatever its holes are filled with.
pub(super) fn refused_before_holes(
    facts: &Facts,
    actor: &UnitState,
    def: &ActionDef,
    mode: Mode,
    occasion: &Occasion,
) -> Option<Refusal> {
    let no = |code: &str, message: Message, rule: &str| {
        Some(Refusal::new(code, message, (!rule.is_empty()).then(|| Key::new(rule))))
    };
    if !facts.present(actor) {
        return no("not_present", message!("core-x-is-not-in-the-fight", unit = actor.identity.name), "");
    }
    if let Some(rule) = facts.book.settings.aftermath.as_ref().filter(|_| facts.phase == Phase::Aftermath)
        && !def.tags.iter().any(|tag| rule.tags.contains(tag))
    {
        return no("aftermath", message!("core-the-fight-is-over"), rule.rule.as_str());
    }
    let what = match occasion.moment {
        None | Some(Moment::Won) => Forbids::Actions,
        Some(_) => Forbids::Reactions,
    };
    for forbids in [what, Forbids::Actions] {
        if let Some(condition) = facts.forbidden(actor, forbids)
            && !def.is_free()
        {
            return no(
                "forbidden",
                message!("core-x-forbids-it", condition = condition.name),
                condition.rule.as_str(),
            );
        }
    }
    // What works by itself does so for who is out cold, too (S-39).
    if let Some(condition) = facts.forbidden(actor, Forbids::All).filter(|_| !def.tagged("automatic")) {
        return no(
            "forbidden",
            message!("core-x-forbids-it", condition = condition.name),
            condition.rule.as_str(),
        );
    }
    if facts.staggered_out(actor) {
        return no("forbidden", message!("core-staggered-to-nothing"), "A-108");
    }
    match occasion.moment {
        None => {
            if def.is_reaction()
                && !def.modes.iter().any(|mode| matches!(mode, Mode::Standard | Mode::Swift | Mode::Free))
            {
                return no(
                    "reaction_only",
                    message!("core-x-is-an-answer-to-something", action = def.name),
                    def.rule.as_str(),
                );
            }
            if mode == Mode::Immediate {
                return no("not_now", message!("core-an-immediate-action-needs-its-trigger"), "A-37");
            }
        }
        Some(moment) => {
            let opportunity = match moment {
                Moment::Watched => true,
                Moment::Provoked => !answers_openings(facts),
                _ => false,
            };
            if !opportunity && !def.on.contains(&moment) {
                return no(
                    "not_now",
                    message!("core-x-does-not-answer-this", action = def.name),
                    def.rule.as_str(),
                );
            }
        }
    }
    if let Some(task) = actor.usage.task.as_ref().filter(|_| !task::gives_up(def)) {
        let text = message!("core-is-at-work-on-x", action = facts.book.name_of(task.act.action));
        let rule = facts.book.settings.tasks.as_ref().map_or("", |rule| rule.rule.as_str());
        return no("at_work", text, rule);
    }
    if actor.usage.busy && mode == Mode::Immediate {
        return no("busy", message!("core-no-immediate-action-until-its-attacks-are-over"), "A-143");
    }
    let won = occasion.moment == Some(Moment::Won) && mode == Mode::Free;
    if !def.allows(mode) && !won {
        return no(
            "wrong_mode",
            message!("core-x-cannot-be-done-as-a-x-action", action = def.name, mode),
            def.rule.as_str(),
        );
    }
    if occasion.granted && def.is_free() && !def.rider {
        return no("granted_only", message!("core-only-the-granted-action-may-be-done-now"), "F-11");
    }
    if def.path().is_some()
        && let Err(refusal) = may_move(facts, actor, def)
    {
        return Some(refusal);
    }
    for (condition, _) in facts.conditions(actor) {
        let only = &condition.only_tags;
        let left_out = !only.is_empty() && !def.tags.iter().any(|tag| only.contains(tag));
        if left_out || def.tags.iter().any(|tag| condition.forbids_tags.contains(tag)) {
            return no(
                "forbidden",
                message!("core-x-forbids-it", condition = condition.name),
                condition.rule.as_str(),
            );
        }
    }
    // Answers, too, wait until it has pressed (F-22).
    let press_now = presses(def) && occasion.moment.is_none();
    if actor.initiative.must_press && !actor.initiative.pressed && !press_now {
        return no("must_press", message!("core-must-press-first"), "F-22");
    }
    if occasion.moment.is_none() {
        for tag in &facts.book.settings.economy.once_a_turn {
            if def.tags.contains(tag) && actor.usage.tags.contains(tag) {
                return no("once_a_turn", message!("core-only-one-x-action-a-turn", tag), "S-11");
            }
        }
        let single = facts.book.settings.economy.surprise_single && facts.phase == Phase::Surprise;
        if single && actor.usage.surprise_done {
            return no("surprise_single", message!("core-one-action-only-in-the-surprise-round"), "F-61");
        }
        if let Some(rule) = facts.book.settings.timing.press.as_ref().filter(|_| presses(def)) {
            let count = actor.initiative.count;
            if count < rule.least {
                let text = message!("core-needs-a-count-of-x-or-more-has-x", least = rule.least, count);
                return no("count_too_low", text, rule.rule.as_str());
            }
        }
    }
    for need in &def.needs {
        let refused = match need {
            Need::Condition(id) if !actor.conditions.has(*id) => {
                Some(message!("core-needs-to-be-x", name = facts.book.name_of(*id)))
            }
            Need::Without(id) if actor.conditions.has(*id) => {
                Some(message!("core-not-while-x", name = facts.book.name_of(*id)))
            }
            Need::Test(test, text)
                if facts.evaluate(
                    test,
                    actor,
                    occasion.against.and_then(|id| facts.unit(id)),
                    &occasion_names(facts, occasion),
                ) == 0 =>
            {
                Some(Message::written(text))
            }
            Need::OncePerRound if actor.usage.this_round.contains(&def.id) => {
                Some(message!("core-once-a-round"))
            }
            Need::OncePerTurn if actor.usage.this_turn.contains(&def.id) => {
                Some(message!("core-once-a-turn"))
            }
            Need::FirstOfTurn if !actor.usage.this_turn.is_empty() => {
                Some(message!("core-only-before-any-other-action-of-the-turn"))
            }
            Need::Unmoved if actor.usage.squares > 0 => Some(message!("core-has-already-moved-this-round")),
            _ => None,
        };
        if let Some(text) = refused {
            return no("needs", text, def.rule.as_str());
        }
    }
    None
}

fn occasion_names<'a>(facts: &'a Facts, occasion: &'a Occasion) -> impl Fn(Key) -> Option<i64> + 'a {
    move |name: Key| match name.as_str() {
        "melee" => Some(i64::from(occasion.melee)),
        "ranged" => Some(i64::from(!occasion.melee)),
        _ => {
            let (head, tag) = name.parts()?;
            let def = facts.book.action(occasion.action?).filter(|_| Word::of(head) == Word::Act)?;
            Some(i64::from(def.tags.contains(&tag)))
        }
    }
}

/// Whether the thing to be done calls for a check, which makes it provoke.
fn needs_check(facts: &Facts, actor: &UnitState, def: &ActionDef, act: &Act) -> bool {
    def.asks.contains(&Hole::Interaction)
        && interaction(facts, actor, &act.args).is_ok_and(|found| found.def.check.is_some())
}

/// Whether an action presses (F-76).
pub fn presses(def: &ActionDef) -> bool {
    def.steps.iter().any(|step| match step {
        Step::Do(effects) => {
            effects.iter().any(|effect| matches!(effect, crate::rules::action::EffectDef::Press))
        }
        _ => false,
    })
}
