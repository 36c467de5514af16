//! What the others may do to who acts where it goes, and whether an order costs more than it is likely to bring.

use crate::window::session::prelude::*;

/// Of so many units at most it is looked for by itself what they threaten: with more of them that takes too long.
const FEW: usize = 32;
/// So many orders at most are weighed before none is advised.
const WEIGHED: usize = 3;

impl BattleController {
    /// What the others threaten, if that is asked or the unit may go somewhere or choose somebody, and is not known yet.
    pub(super) fn unknown_threat(&self, facts: &Facts) -> Option<Threat> {
        let acts = self.open.going.is_some() || !self.open.targets.is_empty();
        let wanted = self.look.threat || acts && facts.units.len() <= FEW;
        if self.open.threat.is_some() || !wanted {
            return None;
        }
        let first = || facts.units.iter().find(|unit| Some(unit.side()) == self.play.seat);
        let own = self.unit().and_then(|id| facts.unit(id)).or_else(first)?;
        Some(Threat::find(facts, own))
    }

    /// The target that is advised: the first at whom the order of a click does more than it costs.
    pub(super) fn advised(&self, facts: &Facts, unit: &UnitState) -> Option<UnitId> {
        let mut first = self.open.targets.iter().take(WEIGHED);
        first.find(|own| !self.costs_more(facts, unit, &own.order)).map(|own| own.id)
    }

    /// Whether the order at a target gives enemies a chance, or leads where they can attack without being advised.
    pub(super) fn is_perilous(&self, target: &OpenTarget) -> bool {
        let args = &target.order.args;
        let runs = !args.path.is_empty() && args.target != self.open.advised;
        runs || target.given > 0
    }

    /// Whether an order costs its unit more on average than its target, by those whom it provokes and by those who can
    /// attack where it ends.
    fn costs_more(&self, facts: &Facts, unit: &UnitState, order: &Chosen) -> bool {
        let given = Order::new(facts, unit, order).map(|order| preview::given(order, &self.occasion()));
        let provoked = preview::at_risk(facts, unit, &given.unwrap_or_default()).map_or(0, |risk| risk.loss);
        let cost = provoked + self.awaiting(facts, unit, order).map_or(0, |(_, loss)| loss);
        if cost == 0 {
            return false;
        }
        threat::mean(facts, unit, order).is_some_and(|(_, mean)| cost > mean)
    }

    /// How many can attack where the way of an order ends, and what all of them would take there on average, in
    /// thousandths; none where nobody can.
    fn awaiting(&self, facts: &Facts, unit: &UnitState, order: &Chosen) -> Option<(usize, i64)> {
        let end = *order.args.path.last()?;
        let foes: Vec<UnitId> = self.open.threat.as_ref()?.who_attacks(end).collect();
        if foes.is_empty() {
            return None;
        }
        let there = preview::at_end_of_path(facts, unit, order);
        let own = there.unit(unit.id())?;
        let taken = |id: &UnitId| threat::coming(&there, there.unit(*id)?, own).map(|(_, mean)| mean);
        Some((foes.len(), foes.iter().filter_map(taken).sum()))
    }

    /// The same in words: "3 enemies can attack there: about −7".
    pub(super) fn awaits(&self, facts: &Facts, unit: &UnitState, order: &Chosen) -> Option<String> {
        let (n, loss) = self.awaiting(facts, unit, order)?;
        let attackers = say!("click-attackers", n = n);
        Some(match preview::written(facts, unit, loss) {
            Some(loss) => say!("click-attackers-loss", attackers = attackers, loss = loss),
            None => attackers,
        })
    }

    /// What an order risks as lines of its card: whom it provokes, then who can attack where it ends.
    pub(super) fn risk_lines(&self, order: Order<'_>) -> Vec<SideLine> {
        let Order { facts, unit, chosen, .. } = order;
        let mut lines = preview::given_lines(order, &self.occasion());
        if let Some(awaits) = self.awaits(facts, unit, chosen) {
            lines.push(SideLine { harm: true, ..line(awaits, "") });
        }
        lines.extend(self.triangles_line(&chosen.args.path));
        lines
    }

    /// What the red triangles on a way are; none where it has none.
    pub(super) fn triangles_line(&self, way: &[Square]) -> Option<SideLine> {
        let threat = self.open.threat.as_ref()?;
        way.iter().any(|at| threat.attackers(*at) > 0).then(|| line(say!("line-triangles"), ""))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_awaits_where_a_charge_ends_is_told_and_none_is_advised_that_costs_more_than_it_does() {
        let mut game = TestGame::settled("hull_to_hull", 5);
        let mut told = 0;
        for _ in 0..30 {
            game.settle();
            if game.controller.over() || told > 4 {
                break;
            }
            let facts = game.controller.play.eyes().unwrap();
            if let Some(unit) = game.controller.unit().and_then(|id| facts.unit(id)) {
                let targets = game.controller.open.targets.clone();
                let advised = game.controller.open.advised;
                let runs = targets.iter().filter(|own| !own.order.args.path.is_empty());
                for OpenTarget { id: target, order, .. } in runs {
                    let own = advised == Some(*target);
                    assert!(!own || !game.controller.costs_more(&facts, unit, order), "{order:?}");
                    let awaits = game.controller.awaits(&facts, unit, order);
                    game.obey(&Intent::Point(Some(show::at(facts.unit(*target).unwrap().place.area.origin))));
                    let harm = game.table.click_hint.clone().unwrap_or_default().harm;
                    let lines = game.table.side.clone().unwrap_or_default().lines;
                    if let Some(text) = &awaits {
                        assert!(harm.contains(text), "{text}: {harm}");
                        assert!(
                            lines.iter().any(|line| line.harm && line.text == *text),
                            "{text}: {lines:?}"
                        );
                    }
                    told += usize::from(awaits.is_some());
                }
            }
            game.obey(&Intent::Auto(1));
        }
        assert!(told > 0, "nobody could charge where others can attack");
    }
}
