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
    /// Whether it would be done to somebody who is down.
    pub down: bool,
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
        let target = self.chosen.args.target.and_then(|id| facts.unit(id));
        let down = target.is_some_and(|target| pick::down(facts, target));
        Another { dealt, burden, cost, card, down }
    }

    /// What each attack takes of tracks; its points have been paid with the first.
    fn price(&self, facts: &Facts, unit: &UnitState) -> Vec<(Key, i32)> {
        let mut offers = legal::offers(facts, unit.id(), &Occasion::default()).into_iter();
        let same = |offer: &Offer| (offer.action, offer.mode) == (self.chosen.action, self.chosen.mode);
        offers.find(same).map(|offer| offer.price).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn to_attack_again_stands_first_unless_the_target_is_down() {
        let (mut up, mut down) = (0, 0);
        'all: for scenario in ["fog_in_the_fen", "first_blood", "ambush_at_the_ford"] {
            for seed in 5..12 {
                let mut game = TestGame::of(&library(), scenario, seed, true);
                for _ in 0..40 {
                    game.settle();
                    if game.controller.over() {
                        break;
                    }
                    let about = match game.controller.play.prompt().map(|prompt| &prompt.ask) {
                        Some(Ask::Choice { about, .. }) => Some(*about),
                        _ => None,
                    };
                    if let Some(card) = game.table.prompt.clone().filter(|_| about == Some(ChoiceKind::Again))
                    {
                        let facts = game.controller.play.eyes().unwrap();
                        let named = |unit: &&UnitState| {
                            card.text.contains(&say!("choice-again-down", unit = &unit.identity.name))
                        };
                        let lies = facts.units.iter().any(|unit| named(&unit) && pick::down(&facts, unit));
                        assert_eq!(card.answers[0].lead.is_empty(), lies, "{}: {card:?}", card.text);
                        *if lies { &mut down } else { &mut up } += 1;
                        if up > 0 && down > 0 {
                            break 'all;
                        }
                    }
                    game.obey(&Intent::Auto(1));
                }
            }
        }
        assert!(up > 0 && down > 0, "{up} {down}");
    }
}
