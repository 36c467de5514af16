//! What the others may do to who acts where it goes, and whether an order costs more than it is likely to bring.

use crate::window::session::prelude::*;

/// Of so many units at most it is looked for by itself what they threaten: with more of them that takes too long.
const FEW: usize = 32;
/// So many orders at most are weighed before none is advised.
const WEIGHED: usize = 3;
/// Of so many pairs of units at most it is worked out what the one would take from the other.
const PAIRS: usize = 64;

impl BattleController {
    /// What the others threaten, if that is asked or the unit may go somewhere or choose somebody, and is not known yet.
    pub(super) fn unknown_threat(&self, facts: &Facts) -> Option<Threat> {
        let acts = self.open.going.is_some() || !self.open.targets.is_empty();
        let wanted = self.look.threat || acts && facts.units.len() <= FEW;
        if self.open.threat.is_some() || !wanted {
            return None;
        }
        Some(Threat::find(facts, self.threatened(facts)?))
    }

    /// The unit for which it is asked what the others threaten.
    fn threatened<'f>(&self, facts: &'f Facts) -> Option<&'f UnitState> {
        let first = || facts.units.iter().find(|unit| Some(unit.side()) == self.play.seat);
        self.unit().and_then(|id| facts.unit(id)).or_else(first)
    }

    /// Looks, while it is shown what the others threaten, for those who can attack one's own where they stand.
    pub(super) fn look_for_attackers(&mut self) {
        let found = self.facts.as_ref().and_then(|facts| self.unknown_attackers(facts));
        if let (Some(threat), Some(found)) = (&mut self.open.threat, found) {
            threat.awaiting = Some(found);
        }
    }

    /// Who can attack one's own where they stand, if that is asked and not known yet. The threat holds in the band of one
    /// unit; of units in other bands their foes' attacks are asked.
    fn unknown_attackers(&self, facts: &Facts) -> Option<Vec<Awaiting>> {
        let threat = self.open.threat.as_ref().filter(|own| self.look.threat && own.awaiting.is_none())?;
        let band = self.threatened(facts)?.place.band;
        let stands = |unit: &&UnitState| {
            Some(unit.side()) == self.play.seat && facts.present(unit) && !pick::down(facts, unit)
        };
        let own: Vec<&UnitState> = facts.units.iter().filter(stands).collect();
        let few = own.len() * threat.each.len() <= PAIRS;
        let coming =
            |by: UnitId, unit: &UnitState| threat.coming(facts, facts.unit(by)?, unit).map(|(_, mean)| mean);
        let awaiting = |unit: &UnitState, by: UnitId, reached: bool| {
            let same = unit.place.band == band;
            let reached = same && reached;
            if same && !reached {
                return None;
            }
            let loss = if few || !same { coming(by, unit) } else { None };
            // Who sits in a vehicle can't always be attacked where the vehicle can.
            let reached = reached && (loss.is_some() || !few || facts.vehicle_of(unit).is_none());
            let found = Awaiting { unit: unit.id(), by, loss: loss.unwrap_or(0) };
            (reached || loss.is_some()).then_some(found)
        };
        let of_unit = |unit: &UnitState| -> Vec<Awaiting> {
            let reaching = threat.who_may_attack(unit.place.area);
            let foes = threat.each.iter().map(|(by, _)| *by);
            foes.filter_map(|by| awaiting(unit, by, reaching.contains(&by))).collect()
        };
        Some(own.into_iter().flat_map(of_unit).collect())
    }

    /// The foe that is pointed at, if it threatens anything.
    fn foe_pointed_at(&self, facts: &Facts) -> Option<UnitId> {
        let threat = self.open.threat.as_ref()?;
        threat.foe_on(facts, self.pointed_at().map(show::square)).map(|(id, _)| *id)
    }

    /// Who can attack a unit where it stands, as far as that has been looked for; of one foe alone, if that is given. None
    /// where nobody can.
    fn attackers_of(&self, unit: UnitId, alone: Option<UnitId>) -> Option<Attackers> {
        let threat = self.open.threat.as_ref().filter(|_| self.look.threat)?;
        let awaiting = threat.awaiting.as_deref()?;
        let (mut losses, mut likely) = (Vec::new(), 0);
        for own in awaiting.iter().filter(|own| own.unit == unit && alone.is_none_or(|foe| foe == own.by)) {
            // Of one foe it is asked what it does to each.
            let among =
                alone.map_or_else(|| awaiting.iter().filter(|other| other.by == own.by).count(), |_| 1);
            losses.push(own.loss);
            likely += own.loss / i64::try_from(among).unwrap_or(i64::MAX);
        }
        (!losses.is_empty()).then(|| Attackers { likely, ..Attackers::of(losses) })
    }

    /// Writes on each of one's own what it is likely to lose where it stands: "−7", or "−7!" where half of those who can
    /// attack it are enough to take it out; while one foe is pointed at, what that one would take of each.
    pub(super) fn tell_attackers(&self, facts: &Facts, overlay: &mut Overlay) {
        let alone = self.foe_pointed_at(facts);
        let mut awaiting = self.open.threat.iter().flat_map(|threat| threat.awaiting.iter().flatten());
        let known = awaiting.any(|own| own.loss > 0);
        let note = |unit: &UnitState| {
            let found = self.attackers_of(unit.id(), alone)?;
            let text = tag(facts, unit, &found, known)?;
            let at = show::at(unit.place.area.origin);
            Some(Note {
                at,
                text,
                weight: Weight::Harm,
                loss: true,
                tied: Some(self.play.number(unit.id())),
                ..Note::default()
            })
        };
        let before = overlay.notes.len();
        overlay.notes.extend(facts.units.iter().filter_map(note));
        if overlay.notes.len() > before && !overlay.key.is_empty() {
            let text = if alone.is_some() { say!("threat-tag-one") } else { say!("threat-tag") };
            overlay.key.push(("", text));
        }
    }

    /// The same as a line of the card of a unit.
    pub(super) fn attackers_line(&self, facts: &Facts, unit: &UnitState) -> Option<SideLine> {
        let found = self.attackers_of(unit.id(), self.foe_pointed_at(facts))?;
        let text = found.tell(facts, unit);
        Some(SideLine { harm: true, ..line(text, "") })
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
        let cost = provoked + self.awaiting(facts, unit, order).map_or(0, |found| found.all);
        if cost == 0 {
            return false;
        }
        threat::mean(facts, unit, order).is_some_and(|(_, mean)| cost > mean)
    }

    /// Who can attack where the way of an order ends; none where nobody can.
    fn awaiting(&self, facts: &Facts, unit: &UnitState, order: &Chosen) -> Option<Attackers> {
        let end = *order.args.path.last()?;
        let threat = self.open.threat.as_ref()?;
        let foes: Vec<UnitId> = threat.who_attacks(Area::one(end)).collect();
        if foes.is_empty() {
            return None;
        }
        let there = preview::at_end_of_path(facts, unit, order);
        let own = there.unit(unit.id())?;
        let coming = |id: &UnitId| threat.coming(&there, there.unit(*id)?, own);
        Some(Attackers::of(foes.iter().map(|id| coming(id).map_or(0, |(_, mean)| mean)).collect()))
    }

    /// The same in words: "3 enemies can attack there: about −7 if all do".
    pub(super) fn awaits(&self, facts: &Facts, unit: &UnitState, order: &Chosen) -> Option<String> {
        Some(self.awaiting(facts, unit, order)?.tell(facts, unit))
    }

    /// What an order risks as lines of its card: whom it provokes, then who can attack where it ends.
    pub(super) fn risk_lines(&self, order: Order<'_>) -> Vec<SideLine> {
        let Order { facts, unit, chosen, .. } = order;
        let mut lines = preview::given_lines(order, &self.occasion());
        if let Some(awaits) = self.awaits(facts, unit, chosen) {
            // At the pointer it is told in red: a short card leaves it out.
            lines.push(SideLine { harm: true, detail: true, ..line(awaits, "") });
        }
        lines.extend(self.triangles_line(&chosen.args.path));
        lines
    }

    /// What the red triangles on a way are; none where it has none.
    pub(super) fn triangles_line(&self, way: &[Square]) -> Option<SideLine> {
        let threat = self.open.threat.as_ref()?;
        way.iter()
            .any(|at| threat.attackers(*at) > 0)
            .then(|| SideLine { detail: true, ..line(say!("line-triangles"), "") })
    }
}

/// What a unit is likely to lose, in whole points, on its counter, marked where half of those who can attack are enough to
/// take it out; or how many can, where losses are not known. None where they can take nothing.
fn tag(facts: &Facts, unit: &UnitState, found: &Attackers, known: bool) -> Option<String> {
    if !known {
        return Some(format!("×{}", found.n));
    }
    let whole = (found.likely + 500) / 1000 * 1000;
    let loss = match preview::written(facts, unit, whole) {
        Some(loss) => loss,
        None => preview::written(facts, unit, found.all).map(|_| "<1".to_owned())?,
    };
    Some(if takes_out(facts, unit, found.half).is_some() { format!("{loss}!") } else { loss })
}

/// What is left of a unit, if a loss, in thousandths, takes all of it.
fn takes_out(facts: &Facts, unit: &UnitState, loss: i64) -> Option<i32> {
    let (_, left, _) = words::main_left(facts, unit);
    Some(left).filter(|left| !preview::counts_hits(facts, unit) && loss >= i64::from(*left) * 1000)
}

/// Who can attack a unit, and what that takes on average.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Attackers {
    n: usize,
    /// In thousandths, if each of them attacks one of those whom it can, whomever: each is as likely.
    likely: i64,
    /// In thousandths, if half of them attack this unit, rounded up: those who take most.
    half: i64,
    /// In thousandths, if all of them attack this unit.
    all: i64,
}

impl Attackers {
    /// Those who take so much each, in thousandths, from the only one whom they can attack.
    fn of(mut losses: Vec<i64>) -> Self {
        losses.sort_unstable_by_key(|loss| std::cmp::Reverse(*loss));
        let all = losses.iter().sum();
        let half = losses.iter().take(losses.len().div_ceil(2)).sum();
        Self { n: losses.len(), likely: all, half, all }
    }

    /// How many can attack and about what that takes, where that is enough to be told; of what is left, where that is all.
    fn tell(&self, facts: &Facts, unit: &UnitState) -> String {
        let written = |loss: i64| {
            let told = preview::written(facts, unit, loss)?;
            Some(match takes_out(facts, unit, loss) {
                Some(left) => say!("loss-of-left", loss = told, left = left),
                None => told,
            })
        };
        let attackers = say!("click-attackers", n = self.n);
        let Some(all) = written(self.all) else { return attackers };
        if self.n == 1 && self.likely == self.all {
            return say!("click-attackers-loss", attackers = attackers, loss = all);
        }
        if self.likely == self.all {
            return say!("click-attackers-all", attackers = attackers, all = all);
        }
        let likely = written(self.likely).unwrap_or_else(|| "0".to_owned());
        say!("click-attackers-likely", attackers = attackers, loss = likely, all = all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn while_it_is_shown_what_enemies_threaten_it_is_written_at_ones_own_who_can_attack_them() {
        let mut game = TestGame::settled("hull_to_hull", 5);
        let harm = |game: &TestGame| -> Vec<Note> {
            let notes = game.table.overlay.notes.iter();
            notes.filter(|note| note.tied.is_some()).cloned().collect()
        };
        assert!(harm(&game).is_empty(), "it has not been asked");
        let (mut told, mut lost) = (0, 0);
        for _ in 0..30 {
            game.settle();
            if game.controller.over() || lost > 4 {
                break;
            }
            if game.controller.unit().is_some() {
                game.obey(&Intent::Point(None));
                game.obey(&Intent::Threat);
                let facts = game.controller.play.eyes().unwrap();
                let threat = game.controller.open.threat.clone().unwrap();
                let seat = game.controller.play.seat;
                for note in harm(&game) {
                    let own = facts
                        .units
                        .iter()
                        .find(|unit| Some(game.controller.play.number(unit.id())) == note.tied)
                        .unwrap();
                    assert_eq!(Some(own.side()), seat);
                    let n = threat.who_attacks(own.place.area).count();
                    let none = ["<1", "<1!", &format!("×{n}")].contains(&note.text.as_str());
                    assert!(note.text.starts_with('−') || none, "{}", note.text);
                    assert!(!note.text.contains('.'), "in whole points: {}", note.text);
                    assert!(note.loss && note.weight == Weight::Harm, "it is written in red");
                    let found = game.controller.attackers_of(own.id(), None).unwrap();
                    let out = takes_out(&facts, own, found.half).is_some();
                    assert_eq!(out, note.text.ends_with('!'), "{found:?}: {}", note.text);
                    assert!(
                        found.likely <= found.all && found.half <= found.all && found.n == n,
                        "{found:?}"
                    );
                    assert!(game.table.overlay.key.iter().any(|(sign, _)| sign.is_empty()));
                    told += 1;
                    lost += usize::from(note.text.contains('−'));
                }
                game.obey(&Intent::Threat);
                assert!(harm(&game).is_empty(), "it is asked no more");
            }
            game.obey(&Intent::Auto(1));
        }
        assert!(told > 0 && lost > 0, "nobody could be attacked where they stand: {told}, {lost}");
    }

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
