//! The row of actions and what opens above it. Its slots are decided once for a unit, so that none ever gets another key
//! or place; what is not possible now is grey in its own.

use super::{click_hint, parts::AboveRow};
use crate::window::session::prelude::*;
use crate::{
    grid::distance,
    rules::economy::{PoolDef, Refill},
};

/// A price that fewer cards share is told on each of them.
const SHARED: usize = 3;
/// The chances at so many targets, the nearest, stand on the card of an attack.
const NEAREST: usize = 4;

impl BattleController {
    /// Takes from the hand what the unit can never do, once it is settled what has slots of its own.
    pub(super) fn sort_out(&mut self, facts: &Facts, id: UnitId) {
        let Some(unit) = facts.unit(id) else { return };
        let hand = &self.hand;
        let (slots, _) = self.rows.entry((id, facts.phase == Phase::Aftermath)).or_insert_with(|| {
            let ever = |card: &&Card| pick::ever(facts, unit, card);
            let hand: Vec<Card> = hand.iter().filter(ever).cloned().collect();
            let slots = pick::slots(facts, unit, &hand);
            let behind = hand.iter().any(|card| !slots.contains(&card.action) && attacks(facts, card.action));
            (slots, behind)
        });
        let held = self.held.get(&(id, facts.phase == Phase::Aftermath)).filter(|_| pick::bound(facts, unit));
        let stands = |action: &Key| held.is_some_and(|held| held.iter().any(|(own, _)| own == action));
        let stays = |action: &Key| slots.contains(action) || stands(action);
        self.hand.retain(|card| stays(&card.action) || pick::ever(facts, unit, card));
        self.settle_stand_ins(facts, unit);
    }

    /// The usual row of a unit, whatever of it is possible, and the cards that have no slot in it.
    pub(super) fn usual_row(&self, facts: &Facts, unit: &UnitState) -> Option<(Vec<RowSlot>, Vec<usize>)> {
        let (slots, behind) = self.rows.get(&(unit.id(), facts.phase == Phase::Aftermath))?;
        let place = |action: &Key| self.hand.iter().position(|card| card.action == *action);
        let found: Vec<Option<usize>> = slots.iter().map(place).collect();
        let mut others: Vec<usize> = (0..self.hand.len()).filter(|n| !found.contains(&Some(*n))).collect();
        // What is no longer the unit's at all leaves its place to another.
        let mut next = || (!others.is_empty()).then(|| others.remove(0));
        let mut row: Vec<RowSlot> =
            found.iter().filter_map(|n| n.or_else(&mut next)).map(RowSlot::Card).collect();
        if *behind {
            let last = slots.iter().rposition(|action| attacks(facts, *action));
            let at = last.map_or(row.len(), |last| last + 1).min(row.len());
            row.insert(at, RowSlot::Manoeuvres);
        }
        Some((row, others))
    }

    /// The row of the unit whose turn it is. It has the same number of slots for the unit's whole battle, the last of them
    /// for all that has none.
    pub(super) fn row(&self, facts: &Facts, unit: Option<&UnitState>, hand: &[ActionCard]) -> Row {
        // While others act there is nothing to choose from.
        let Some(unit) = unit.filter(|_| !self.hand.is_empty()) else { return Row::default() };
        let Some((mut row, mut others)) = self.usual_row(facts, unit) else { return Row::default() };
        let few = self.few(facts, unit);
        // What others stand in for, and of who is down all but its few cards, is among the rest meanwhile.
        let mut aside: Vec<usize> = Vec::new();
        for (at, n) in self.stand_ins(facts, unit, &row) {
            let Some(slot) = row.get_mut(at) else { continue };
            others.retain(|own| *own != n);
            if let RowSlot::Card(instead) = std::mem::replace(slot, RowSlot::Card(n)) {
                aside.push(instead);
            }
        }
        if let Some(few) = &few {
            aside.append(&mut self.leave_few(few, &mut row));
        }
        let possible = |n: &usize| hand.get(*n).is_some_and(|card| card.why_not.is_none());
        let strikes = |n: &usize| self.hand.get(*n).is_some_and(|card| attacks(facts, card.action));
        let (mut manoeuvres, mut more): (Vec<usize>, Vec<usize>) = others.into_iter().partition(strikes);
        more.append(&mut aside);
        if !row.contains(&RowSlot::Manoeuvres) {
            more.append(&mut manoeuvres);
        }
        // In its group what is done often stands first.
        more.sort_by_key(|n| (self.def(facts, *n).map(|def| (def.group, pick::lateness(def))), *n));
        row.push(RowSlot::More);
        let spent = match &few {
            Some(few) => few.is_empty(),
            None if pick::confined(facts, unit) => {
                !(0..self.hand.len()).any(|n| possible(&n) && self.does(facts, n) && self.costs(n))
            }
            None => {
                let shown =
                    row.iter().filter_map(|slot| if let RowSlot::Card(n) = slot { Some(n) } else { None });
                let useful = |n: &usize| {
                    let def = self.def(facts, *n).filter(|_| possible(n));
                    def.is_some_and(|def| pick::useful(facts, unit, def, self.costs(*n)))
                };
                !shown.chain(&manoeuvres).any(useful)
            }
        };
        let AboveRow { popup: open, unfolded, ref sought } = self.in_hand.above;
        let (sought, holds) = (sought.clone(), self.holds());
        Row { slots: row, manoeuvres, more, open, sought, unfolded, spent, few: few.is_some(), holds }
    }

    /// Writes on the cards of the hand what they come to at best, and marks the one that is right most often.
    pub(super) fn tell_figures(&self, facts: &Facts, unit: Option<&UnitState>, hand: &mut [ActionCard]) {
        let Some(unit) = unit else { return };
        let aimed = self.open.advised.and_then(|id| self.open.aimed(id)).map(|chosen| chosen.action);
        let plain = aimed.or_else(|| self.open.going.as_ref().map(|going| going.chosen.action));
        let plain = plain.filter(|_| self.in_hand.chosen.is_none());
        for (n, (card, shown)) in self.hand.iter().zip(hand).enumerate() {
            shown.figure = self.figure(facts, unit, n, shown);
            shown.best = shown.why_not.is_none() && plain == Some(card.action);
        }
    }

    /// Writes on the card of the attack that a click would make what it comes to at the target that is pointed at; its
    /// weapon stands first on the unit's own card.
    pub(super) fn tell_aim(&self, facts: &Facts, table: &mut Table) {
        let Some(unit) = self.unit().and_then(|id| facts.unit(id)) else { return };
        let aimed = self.unit_pointed_at().and_then(|target| self.open.aimed(target));
        for (card, shown) in self.hand.iter().zip(&mut table.hand) {
            let here = aimed.filter(|own| own.action == card.action && attacks(facts, own.action));
            let text = here.and_then(|own| {
                let odds = threat::landing(facts, unit, own)?;
                Some(told(Order::new(facts, unit, own)?, [&odds, &odds], shown))
            });
            shown.aimed = text.unwrap_or_default();
        }
        let order = aimed.or_else(|| self.open.targets.first().map(|own| &own.order));
        let with = order.and_then(|own| click_hint::with(Order::new(facts, unit, own)?));
        if let Some((with, own)) = with.zip(table.own.as_mut()) {
            let other = format!("{with} ");
            own.kit.sort_by_key(|line| line.name != with && !line.name.starts_with(&other));
        }
    }

    /// How far a move gets, the chances of an attack on the targets near by.
    fn figure(&self, facts: &Facts, unit: &UnitState, n: usize, shown: &ActionCard) -> String {
        let Some(card) = self.hand.get(n) else { return String::new() };
        if let Some(going) = self.open.going.as_ref().filter(|going| going.chosen.action == card.action) {
            let start = facts.moving(unit).place.area.origin;
            let far = going.squares().map(|(square, _)| distance(start, square)).max();
            return far.map_or_else(String::new, |far| say!("row-squares", n = far));
        }
        if !attacks(facts, card.action) {
            return String::new();
        }
        let mut near = self.orders(facts, unit, card);
        near.sort_by_cached_key(|(id, _)| facts.unit(*id).map(|foe| facts.distance(unit, foe)));
        let chances = near.iter().take(NEAREST).filter_map(|(_, chosen)| {
            Some((Order::new(facts, unit, chosen)?, threat::landing(facts, unit, chosen)?))
        });
        let mut chances: Vec<(Order<'_>, AttackOdds)> = chances.collect();
        let lead = |odds: &AttackOdds| preview::leading(odds).chance.as_f64();
        chances.sort_by(|(_, one), (_, other)| lead(one).total_cmp(&lead(other)));
        match (chances.first(), chances.last()) {
            (Some((_, least)), Some((order, most))) => told(*order, [least, most], shown),
            _ => String::new(),
        }
    }

    /// What a card would do to each of the targets of a click; of what stands behind the attack while that is listed.
    fn orders(&self, facts: &Facts, unit: &UnitState, card: &Card) -> Vec<(UnitId, Chosen)> {
        let targets = &self.open.targets;
        let own = targets.iter().filter(|own| own.order.action == card.action);
        let own: Vec<(UnitId, Chosen)> = own.map(|own| (own.id, own.order.clone())).collect();
        let listed = self.in_hand.above.popup == Some(Popup::Manoeuvres) && self.in_hand.chosen.is_none();
        let offer = card.offer(None).filter(|offer| offer.refusal.is_none());
        let Some((offer, def)) = offer.zip(facts.book.action(card.action)).filter(|_| listed) else {
            return own;
        };
        let order = |id: UnitId| {
            let chosen = Chosen::new(card.action, offer.mode);
            Some((id, pick::attack_on(facts, unit, def, chosen, id)?))
        };
        if own.is_empty() { targets.iter().filter_map(|own| order(own.id)).collect() } else { own }
    }

    /// Opens a part of the hand above the row, or closes it.
    pub(super) fn open_above(&mut self, popup: Popup, table: &mut Table) {
        let other = self.in_hand.above.popup != Some(popup);
        let popup = Some(popup).filter(|_| other && self.unit().is_some());
        self.in_hand.above = AboveRow { popup, ..AboveRow::default() };
        table.rule = None;
        self.rest(table);
        self.draw_hand(table);
    }

    pub(super) fn find_card(&mut self, text: &str, table: &mut Table) {
        text.clone_into(&mut self.in_hand.above.sought);
        table.row.sought.clone_from(&self.in_hand.above.sought);
    }

    pub(super) fn unfold(&mut self, table: &mut Table) {
        self.in_hand.above.unfolded = !self.in_hand.above.unfolded;
        table.row.unfolded = self.in_hand.above.unfolded;
    }

    /// Whether a card costs points of the turn.
    pub(super) fn costs(&self, n: usize) -> bool {
        let offer = self.hand.get(n).and_then(|card| card.offer(None));
        offer.is_some_and(|offer| offer.cost.iter().any(|(_, n)| *n > 0))
    }

    /// The order in hand, if it is one of this card.
    pub(super) fn chosen_of(&self, card: &Card) -> Option<&Chosen> {
        self.in_hand.chosen.as_ref().filter(|chosen| chosen.action == card.action)
    }

    /// Takes the light from points of a turn on which nothing in the hand can be spent, on the card of a unit and on its
    /// counter: a lit one promises something to do, if only after a move.
    pub(super) fn dim_points(
        &self,
        facts: &Facts,
        unit: &UnitState,
        own: &mut UnitCard,
        counters: &mut [Counter],
    ) {
        if self.hand.is_empty() {
            return;
        }
        let mode = |card: &Card| self.chosen_of(card).map(|chosen| chosen.mode);
        let moves = self.hand.iter().any(|card| {
            let def =
                facts.book.action(card.action).filter(|def| def.path().is_some() && def.target().is_none());
            def.is_some() && card.offer(mode(card)).is_some_and(|offer| offer.refusal.is_none())
        });
        let elsewhere = |why: &Refusal| click_hint::is_far(why) || ELSEWHERE.contains(&why.code.as_str());
        let from_elsewhere = |why: &Refusal| moves && elsewhere(why);
        let offers = self.hand.iter().filter_map(|card| card.offer(mode(card)));
        let possible = offers.filter(|offer| offer.refusal.as_ref().is_none_or(from_elsewhere));
        let costs = possible.flat_map(|offer| pick::part(facts, Some(unit), offer).1);
        let spent: BTreeSet<Key> = costs.filter(|(_, n)| *n > 0).map(|(pool, _)| pool).collect();
        let lit = |def: &PoolDef| def.off_turn || def.refill == Refill::Never || spent.contains(&def.id);
        for ((_, left, ..), topic) in own.pools.iter_mut().zip(&own.pool_topics) {
            let mut pools = facts.book.settings.economy.pools.iter();
            let def = pools.find(|def| preview::pool_topic(def.id) == *topic);
            if def.is_some_and(|def| !lit(def)) {
                *left = (*left).min(0);
            }
        }
        if let Some(counter) = counters.iter_mut().find(|counter| counter.unit == own.unit) {
            let [points, off_points, second_points] = show::points(facts, unit, &lit);
            (counter.points, counter.off_points, counter.second_points) = (points, off_points, second_points);
        }
    }

    /// Whether a card does anything at all.
    pub(super) fn does(&self, facts: &Facts, n: usize) -> bool {
        self.def(facts, n).is_some_and(|def| !pick::idle(def))
    }

    /// The action of a card.
    pub(super) fn def<'a>(&self, facts: &'a Facts, n: usize) -> Option<&'a Arc<ActionDef>> {
        self.hand.get(n).and_then(|card| facts.book.action(card.action))
    }
}

/// Why an action is not possible that may be so from elsewhere, besides that something is too far away.
const ELSEWHERE: [&str; 4] = ["no_target", "no_sight", "nearer", "out_of_arc"];

/// Takes from the cards the price that nearly all that cost anything share, since it is told once, and gives it back;
/// those without one say so then.
pub(super) fn share_price(cards: &mut [ActionCard]) -> String {
    let paid =
        |card: &&ActionCard| !card.cost.price.is_empty() || card.cost.pools.iter().any(|(_, n, _)| *n > 0);
    let all = cards.iter().filter(paid).count();
    let alike = |price: &&str| cards.iter().filter(|card| card.cost.price == **price).count();
    // A price of one track: "1 Vit".
    let single = |price: &&str| price.split(' ').count() == 2;
    let prices = cards.iter().map(|card| card.cost.price.as_str()).filter(single);
    let usual = prices.max_by_key(alike);
    let usual = usual.filter(|price| alike(price) >= SHARED && alike(price) * 4 >= all * 3);
    let Some(usual) = usual.map(str::to_owned) else { return String::new() };
    let none = usual.trim_start_matches(|letter: char| letter.is_ascii_digit());
    for card in cards {
        card.cost.price = match card.cost.price.as_str() {
            own if own == usual => String::new(),
            "" => format!("0{none}"),
            _ => continue,
        };
    }
    usual
}

/// A price of one of the cards, with the whole name of its track: "1 Vitality" for "1 Vit".
pub(super) fn in_full(book: &Rulebook, hand: &[Card], price: &str) -> String {
    let prices = hand.iter().flat_map(|card| &card.offers).map(|offer| &offer.price);
    let own = prices.filter(|_| !price.is_empty()).find(|own| words::price(book, own) == price);
    own.map_or_else(String::new, |own| words::cost(book, &[], own))
}

/// Whether an action attacks.
pub(super) fn attacks(facts: &Facts, action: Key) -> bool {
    facts.book.action(action).is_some_and(|def| def.attacks())
}

/// With what an attack is made, where its card does not say so otherwise, and its chance, or the least and the most of
/// several.
fn told(order: Order<'_>, odds: [&AttackOdds; 2], shown: &ActionCard) -> String {
    let [one, other] = odds.map(preview::leading);
    let [least, most] = [one.number(), other.number()];
    // What is written as less or more than a number is no end of a range.
    let plain = |chance: &str| chance.starts_with(|letter: char| letter.is_ascii_digit());
    let chance = match least == most {
        true if one.hurts => one.told(),
        true => other.told(),
        false if !plain(&most) => say!("row-chance-from", least = least),
        false if !plain(&least) => say!("row-chance-to", most = most),
        false => say!("row-chances", least = least, most = most),
    };
    match click_hint::with(order).filter(|with| shown.with.is_empty() && *with != shown.name) {
        Some(with) => format!("{with}\n{chance}"),
        None => chance,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_lit_on_which_something_can_be_spent_d06() {
        let mut game = TestGame::settled("duel_over_the_gap", 5);
        let facts = game.controller.play.eyes().unwrap();
        let unit = game.first_own(&facts);
        let goes = |def: &&Arc<ActionDef>| def.path().is_some() && def.target().is_none();
        let goes = facts.book.actions.iter().find(goes).unwrap().id;
        let mut left = |refusal: Option<Refusal>, other: Option<Refusal>| {
            let card = |pool: &str, refusal: Option<Refusal>| {
                let action = if pool == "movement" { goes } else { Key::new(pool) };
                let cost = vec![(Key::new(pool), 1)];
                let (mode, part) = (Mode::Standard, ActionHalf::Whole);
                Card { action, offers: vec![Offer { action, mode, cost, price: Vec::new(), part, refusal }] }
            };
            game.controller.hand = vec![card("movement", refusal), card("action", other)];
            let mut own = show::card(&game.controller.play, &facts, unit);
            let mut counters = [show::counter(&game.controller.play, &facts, unit)];
            game.controller.dim_points(&facts, unit, &mut own, &mut counters);
            let first = &own.pools[0];
            assert_eq!(counters[0].points.0 == 0, first.1 == 0, "the counter says the same: {counters:?}");
            own.pools.into_iter().map(|(name, left, ..)| (name, left)).collect::<Vec<_>>()
        };
        let all = left(None, None);
        assert!(all.len() > 2 && all.iter().all(|(_, left)| *left > 0), "{all:?}");
        let far = || Some(Refusal::new("too_far", message!("way-too-far"), None));
        assert_eq!(left(None, far()), all, "it may be near enough after a move");
        let dimmed = left(far(), None);
        assert_eq!(dimmed.iter().filter(|(_, left)| *left == 0).count(), 1, "{dimmed:?}");
        assert!(dimmed.iter().any(|(name, left)| name == "Movement phase" && *left == 0), "{dimmed:?}");
    }

    #[test]
    fn a_price_that_nearly_all_cards_share_is_told_once_and_others_stand_on_theirs() {
        let card = |price: &str| ActionCard {
            cost: Cost { price: price.to_owned(), ..Cost::default() },
            ..ActionCard::default()
        };
        let shared = |prices: &[&str]| {
            let mut cards: Vec<ActionCard> = prices.iter().map(|price| card(price)).collect();
            let usual = share_price(&mut cards);
            (usual, cards.into_iter().map(|card| card.cost.price).collect::<Vec<String>>().join(", "))
        };
        let told = |usual: &str, prices: &str| (usual.to_owned(), prices.to_owned());
        assert_eq!(shared(&["1 Vit", "1 Vit", "2 Vit", "1 Vit", ""]), told("1 Vit", ", , 2 Vit, , 0 Vit"));
        assert_eq!(shared(&["1 Vit", "2 Vit", "1 Vit"]), told("", "1 Vit, 2 Vit, 1 Vit"));
    }
}
