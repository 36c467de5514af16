//! The odds of another attack by the same action, shown beside that answer.

use crate::rules::action::Repeat;
use crate::window::session::prelude::*;

/// The order whose attack would be made once more.
pub struct Again {
    chosen: Chosen,
    def: Arc<ActionDef>,
    repeat: Repeat,
}

/// What would be done once more, if that is what a choice is about: the unit's last order of such an action.
pub fn again(play: &Play, facts: &Facts, unit: &UnitState, about: ChoiceKind) -> Option<Again> {
    if about != ChoiceKind::Again {
        return None;
    }
    play.orders(unit.id()).find_map(|chosen| {
        // One attack alone is what is asked about.
        let mut def = ActionDef::clone(facts.book.action(chosen.action)?);
        let repeat = def.repeat.take()?;
        Some(Again { chosen, def: Arc::new(def), repeat })
    })
}

/// What another attack comes to.
#[derive(Clone, Default)]
pub struct Another {
    /// The chance that it lands.
    pub odds: String,
    /// What that is one of, and what is to be expected.
    pub note: String,
    /// What it takes on average, in short; empty where it takes nothing.
    harm: String,
    /// What it puts on what comes after it.
    pub burden: String,
    /// What is paid for it anew.
    pub cost: Cost,
    /// Its card.
    pub card: Option<SideCard>,
}

impl Again {
    /// The chance that another attack lands, what it costs, and its card.
    pub fn odds(&self, play: &Play, facts: &Facts, unit: &UnitState) -> Another {
        let mut burdened = facts.clone();
        let def = ModifierDef::flat(self.repeat.burden, Some(self.repeat.rule));
        if let Some(own) = burdened.unit_mut(unit.id()) {
            own.modifiers.0.push(ActiveModifier::new(self.chosen.action, def, Until::EndOfRound));
        }
        let Some(unit) = burdened.unit(unit.id()) else { return Another::default() };
        let order = Order { facts: &burdened, unit, def: &self.def, chosen: &self.chosen };
        let (odds, note, harm) = told(order).unwrap_or_default();
        let card = preview::attack_card(play, order);
        let burden = match self.repeat.burden {
            0 => String::new(),
            burden => say!("again-burden", burden = words::signed(burden)),
        };
        let cost =
            words::paid(&facts.book, &[], &[], words::cost(&facts.book, &[], &self.price(facts, unit)));
        Another { odds, note, harm, burden, cost, card }
    }

    /// What each attack takes of tracks; its points have been paid with the first.
    fn price(&self, facts: &Facts, unit: &UnitState) -> Vec<(Key, i32)> {
        let mut offers = legal::offers(facts, unit.id(), &Occasion::default()).into_iter();
        let same = |offer: &Offer| (offer.action, offer.mode) == (self.chosen.action, self.chosen.mode);
        offers.find(same).map(|offer| offer.price).unwrap_or_default()
    }
}

impl Another {
    /// Its chance and what it takes, as they stand beside a target that is aimed at.
    pub fn at_target(&self) -> String {
        let told = [self.odds.as_str(), self.harm.as_str()].into_iter().filter(|own| !own.is_empty());
        told.collect::<Vec<&str>>().join(ClickHint::AND)
    }
}

/// The chance of an attack from where it is made, what that is one of with what is to be expected, and what it takes on
/// average in short.
fn told(order: Order<'_>) -> Option<(String, String, String)> {
    let there = preview::at_end_of_path(order.facts, order.unit, order.chosen);
    let spec = preview::spec(Order { facts: &there, ..order })?;
    let Some(odds) = odds::attack_at(&there, &spec, &order.chosen.args) else {
        let chance = attack::check(&there, &spec)?.chance();
        return Some((percent(chance), say!("number-hit"), String::new()));
    };
    let target = there.unit(spec.target)?;
    let odds = preview::counted(&there, target, odds);
    let (hits, hurts) = preview::chances(&odds);
    let mean = Some(odds.mean_thousandths()).filter(|_| odds.worst() > 0);
    let does = match (mean, &odds.item) {
        (Some(mean), _) => Some(expected(mean, preview::counts_hits(&there, target))),
        (None, Some(item)) => Some(format!("{} {}", percent(item.broken), say!("number-breaks"))),
        (None, None) => None,
    };
    // First what one is after.
    let (chance, what) = match hurts {
        Some(hurts) => (hurts, say!("number-hurt")),
        None => (hits, say!("number-hit")),
    };
    let hit = hurts.filter(|_| does.is_some()).map(|_| format!("{} {}", percent(hits), say!("number-hit")));
    let note: Vec<String> = std::iter::once(what).chain(hit).chain(does).collect();
    let harm = mean.map_or_else(String::new, |mean| preview::mean_in_short(&there, target, mean));
    Some((percent(chance), note.join(", "), harm))
}

/// A loss on average, in thousandths, and what it is: damage, or hits on systems.
fn expected(mean: i64, hits: bool) -> String {
    let mean = preview::decimal(mean as f64 / 1000.0);
    let what = match hits {
        true => say!("number-expected-hits", one = if mean == "1" { "yes" } else { "no" }),
        false => say!("number-expected"),
    };
    format!("{mean} {what}")
}
