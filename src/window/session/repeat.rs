//! The odds of another attack by the same action, shown beside that answer.

use crate::rules::action::Repeat;
use crate::window::session::{prelude::*, stake::Dealt};

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
    /// What it does; none where nobody can say.
    pub dealt: Option<Dealt>,
    /// What it puts on what comes after it.
    pub burden: String,
    /// What is paid for it anew.
    pub cost: Cost,
    /// Its card.
    pub card: Option<SideCard>,
}

impl Again {
    /// What another attack does, what it costs, and its card.
    pub fn comes_to(&self, play: &Play, facts: &Facts, unit: &UnitState) -> Another {
        let mut burdened = facts.clone();
        let def = ModifierDef::flat(self.repeat.burden, Some(self.repeat.rule));
        if let Some(own) = burdened.unit_mut(unit.id()) {
            own.modifiers.0.push(ActiveModifier::new(self.chosen.action, def, Until::EndOfRound));
        }
        let Some(unit) = burdened.unit(unit.id()) else { return Another::default() };
        let order = Order { facts: &burdened, unit, def: &self.def, chosen: &self.chosen };
        let (dealt, card) = (stake::dealt(order), preview::attack_card(play, order));
        let burden = match self.repeat.burden {
            0 => String::new(),
            burden => say!("again-burden", burden = words::signed(burden)),
        };
        let cost =
            words::paid(&facts.book, &[], &[], words::cost(&facts.book, &[], &self.price(facts, unit)));
        Another { dealt, burden, cost, card }
    }

    /// What each attack takes of tracks; its points have been paid with the first.
    fn price(&self, facts: &Facts, unit: &UnitState) -> Vec<(Key, i32)> {
        let mut offers = legal::offers(facts, unit.id(), &Occasion::default()).into_iter();
        let same = |offer: &Offer| (offer.action, offer.mode) == (self.chosen.action, self.chosen.mode);
        offers.find(same).map(|offer| offer.price).unwrap_or_default()
    }
}
