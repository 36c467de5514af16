//! The hint at the pointer: what a click would do, with odds and cost.

use crate::window::session::prelude::*;

impl BattleController {
    /// What a click where the pointer is would do, in the order in which `choose` goes.
    pub(super) fn click_hint(&self, facts: &Facts) -> Option<ClickHint> {
        let at = self.pointed_at()?;
        let square = show::square(at);
        if let Some(n) = self.question.asked.squares.iter().position(|own| *own == Some(at)) {
            let (text, odds) = self.question.words.get(n)?.clone();
            return Some(ClickHint { text, odds, ..ClickHint::default() });
        }
        let unit = facts.unit(self.unit()?).filter(|_| self.in_hand.menu.is_none())?;
        if let Some(chosen) = self.order_at(at) {
            return self.order_hint(facts, unit, &chosen);
        }
        if let Some(going) = &self.open.going
            && let Some(path) = going.path_to(square)
        {
            return self.path_hint(facts, unit, going, path);
        }
        let target = self.unit_at(at).and_then(|id| facts.unit(id));
        let foe = target.filter(|target| facts.hostile(target, unit) && facts.present(target))?;
        let why = self.why_not(Some(foe.id()), square)?;
        Some(ClickHint { text: words::reason(&why), refused: true, ..ClickHint::default() })
    }

    /// An order as it stands: what, with what, at what odds, for how much.
    fn order_hint(&self, facts: &Facts, unit: &UnitState, chosen: &Chosen) -> Option<ClickHint> {
        let order = Order::new(facts, unit, chosen)?;
        let def = order.def;
        let odds = chosen.args.target.and_then(|target| match def.attacks() {
            true => attack_odds(facts, unit, chosen),
            false => {
                let there = preview::at_end_of_path(facts, unit, chosen);
                let odds = ContestOdds::begun(&there, unit.id(), target, def)?;
                Some(preview::percent(odds.wins))
            }
        });
        let text = match with(order) {
            Some(with) => say!("click-with", action = &def.name, with = with),
            None => def.name.clone(),
        };
        let cost = self.cost(facts, unit, chosen);
        let openings = match preview::steps_provoke(facts, def) {
            true => preview::provoked(facts, unit, &chosen.args.path).len(),
            false => 0,
        };
        let note = if openings > 0 { say!("click-openings", n = openings) } else { String::new() };
        Some(ClickHint { text, odds: odds.unwrap_or_default(), note, cost, ..ClickHint::default() })
    }

    /// The same of a move along a path.
    fn path_hint(
        &self,
        facts: &Facts,
        unit: &UnitState,
        going: &Going,
        path: Vec<Square>,
    ) -> Option<ClickHint> {
        let spent = path.last().and_then(|last| going.cost(*last)).unwrap_or(0);
        let openings = if going.provokes { preview::provoked(facts, unit, &path).len() } else { 0 };
        let mut note = say!("click-squares", n = spent, most = going.most);
        if openings > 0 {
            note = format!("{note} · {}", say!("click-openings", n = openings));
        }
        let odds = if going.sure.is_empty() { String::new() } else { preview::percent(going.chance(spent)) };
        let order = going.order(facts, unit, path);
        let text = facts.book.name_of(going.chosen.action);
        Some(ClickHint { text, odds, note, cost: self.cost(facts, unit, &order), refused: false })
    }

    /// What an order costs.
    fn cost(&self, facts: &Facts, unit: &UnitState, chosen: &Chosen) -> Cost {
        let plan = legal::plan(facts, unit.id(), &chosen.act(), &self.occasion()).ok();
        plan.map_or_else(Cost::default, |plan| words::paid(&facts.book, &plan.cost, &[], String::new()))
    }
}

/// The chance of an attack, from where it would be made, and what it takes on average.
fn attack_odds(facts: &Facts, unit: &UnitState, chosen: &Chosen) -> Option<String> {
    let there = preview::at_end_of_path(facts, unit, chosen);
    let own = there.unit(unit.id())?;
    if let Some((lands, mean)) = threat::mean(&there, own, chosen) {
        let lands = preview::percent(lands);
        // What takes nothing has no number for it.
        let harm = (mean > 0).then(|| format!(" · {}", preview::thousandths(mean)));
        return Some(lands + &harm.unwrap_or_default());
    }
    preview::hit_chance(Order::new(&there, own, chosen)?).map(preview::percent)
}

/// What an attack is made with.
pub(super) fn with(order: Order<'_>) -> Option<String> {
    let Order { facts, unit, def, chosen } = order;
    if !def.attacks() {
        return None;
    }
    if let Some(spell) = chosen.args.spell.filter(|_| def.steps.contains(&Step::Cast)) {
        return Some(facts.book.name_of(spell));
    }
    let weapon = chosen.args.weapon.or_else(|| legal::default_weapon(facts, unit, def))?;
    facts.weapon_in(unit, weapon, def).map(|(_, used)| used.name.clone())
}
