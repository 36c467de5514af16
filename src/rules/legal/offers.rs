//! The domains that window and AI choose from: offers, modes and targets, each possible or refused.

use super::*;

/// Every unit as a target of an action, possible or not.
pub fn targets(facts: &Facts, unit: UnitId, act: &Act, occasion: &Occasion) -> Vec<(UnitId, OrRefusal)> {
    let mut act = act.clone();
    let present = facts.units.iter().filter(|target| facts.present(target));
    let test = |target: &UnitState| {
        act.args.target = Some(target.id());
        (target.id(), plan(facts, unit, &act, occasion).map(|_| ()))
    };
    present.map(test).collect()
}

/// The modes in which a unit may do an action on an occasion.
pub fn modes(facts: &Facts, def: &ActionDef, occasion: &Occasion) -> Vec<Mode> {
    if occasion.moment == Some(Moment::Won) {
        return vec![Mode::Free];
    }
    let listed = &facts.book.settings.economy.modes;
    let all: &[Mode] = match (occasion.moment, listed.is_empty()) {
        (None, false) => &[Mode::Standard, Mode::Swift, Mode::Free],
        (None, true) => &[Mode::Standard, Mode::Free],
        (Some(_), _) => &[Mode::Immediate, Mode::Free],
    };
    let mut modes: Vec<Mode> = all.iter().copied().filter(|mode| def.allows(*mode)).collect();
    if def.is_free() {
        modes.truncate(1);
    }
    modes
}

/// All actions of the book for a unit, in its order, possible or refused; for an occasion those that answer it.
pub fn offers(facts: &Facts, unit: UnitId, occasion: &Occasion) -> Vec<Offer> {
    let Some(actor) = facts.unit(unit) else { return Vec::new() };
    let mut offers = Vec::new();
    let own = occasion.moment == Some(Moment::Provoked) && answers_openings(facts);
    for def in facts.book.actions.iter() {
        let answers = match occasion.moment {
            None => {
                !def.is_reaction()
                    || def.modes.iter().any(|mode| matches!(mode, Mode::Standard | Mode::Swift))
                    || task::gives_up(def)
            }
            Some(Moment::Provoked) if own => def.on.contains(&Moment::Provoked),
            Some(Moment::Provoked) => opportunity(def),
            Some(moment) => def.on.contains(&moment),
        };
        if !answers || !facts.has_action(actor, def) {
            continue;
        }
        for mode in modes(facts, def, occasion) {
            offers.push(offer(facts, actor, def, mode, occasion));
        }
    }
    offers
}

/// Whether a unit is asked what it does in its turn: it can act, or something free is possible (S-15).
pub fn has_turn(facts: &Facts, actor: &UnitState) -> bool {
    let free = || {
        let offers = offers(facts, actor.id(), &Occasion::default());
        offers.iter().any(|offer| offer.refusal.is_none())
    };
    facts.can_act(actor) || facts.only_free(actor) && free()
}

/// Whether the book has actions of its own for openings, and no others answer them (S-66).
pub(super) fn answers_openings(facts: &Facts) -> bool {
    facts.book.actions.iter().any(|def| def.on.contains(&Moment::Provoked))
}

/// Whether an action, or a spell, can be an opportunity attack: by itself, else at a foe if it provokes none.
pub fn opportunity(def: &ActionDef) -> bool {
    let spell = def.steps.contains(&Step::Cast) && def.manoeuvre.is_none();
    let usual = || {
        matches!(def.target(), Some((Whom::Foe | Whom::Any, _)))
            && (matches!(def.provokes, Provokes::Never | Provokes::IfUnarmed) || spell)
    };
    def.on.is_empty() && def.path().is_none() && def.opportunity.unwrap_or_else(usual)
}

/// An action in one mode, possible or with its refusal.
pub fn offer(
    facts: &Facts,
    actor: &UnitState,
    def: &Arc<ActionDef>,
    mode: Mode,
    occasion: &Occasion,
) -> Offer {
    let mut act = Act { action: def.id, mode, args: Args::default() };
    let weapon = default_weapon(facts, actor, def);
    let (cost, price) = cost_and_price(facts, actor, def, mode, weapon, None, &act.args);
    let mut whole = act.clone();
    if let Some(begun) = actor.usage.pending.as_ref().filter(|begun| begun.action == def.id) {
        whole.args.target = begun.target;
        whole.args.door = begun.door;
        whole.args.item = begun.item;
    }
    let (part, cost) = part(facts, actor, def, &whole, occasion, cost);
    let mut offer = Offer { action: def.id, mode, cost, price, part, refusal: None };
    offer.refusal = Attempt { facts, actor, def, occasion }.refused(&mut act).err();
    offer
}

/// An order that was filled but for spell and aim, with this spell at some target or square that will do.
///
/// # Errors
/// Why the nearest will not.
pub fn castable(facts: &Facts, unit: UnitId, act: &Act, spell: Key, occasion: &Occasion) -> OrRefusal<Act> {
    let (Some(actor), Some(def)) = (facts.unit(unit), facts.book.action(act.action)) else {
        return refuse("no_such_unit", message!("core-there-is-no-unit", unit), "");
    };
    let mut filled = act.clone();
    Attempt { facts, actor, def, occasion }.with_spell(&mut filled, spell)?;
    Ok(filled)
}
