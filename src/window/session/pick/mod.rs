//! An order being filled in, and what a click does while no action is chosen. The menus of parameters are in [`menus`],
//! the smaller choices in [`chips`].

mod chips;
mod face;
mod items;
mod menus;
mod row;
mod spells;
mod triggers;

use crate::rules::action::Need as Need_;
use crate::window::session::prelude::*;

pub use chips::{OrderChip, chips};
pub use face::{of_weapon, tell_apart};
pub use menus::{MenuEntry, MenuPick, NextParameter, by_amount, need};
pub use row::{
    bound, confined, down, downs, ends_posture, ever, failing, felled, helps_oneself, idle, is_shot,
    lateness, prohibited, replaces_shot, slots, suits, usable, useful,
};
pub use spells::{placed_chance, spell_lasts, weigh_spells};
pub use triggers::{trigger_words, watch_words};

/// One card of the hand: an action with the ways of paying for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Card {
    pub action: Key,
    /// One offer for each way of paying.
    pub offers: Vec<Offer>,
}

impl Card {
    /// Whether it can be done now, one way or another.
    pub fn is_possible(&self) -> bool {
        self.offers.iter().any(|offer| offer.refusal.is_none())
    }

    /// The offer that counts: the one of this mode, else the first possible one, else the first.
    pub fn offer(&self, mode: Option<Mode>) -> Option<&Offer> {
        mode.and_then(|mode| self.offers.iter().find(|offer| offer.mode == mode))
            .or_else(|| self.offers.iter().find(|offer| offer.refusal.is_none()))
            .or(self.offers.first())
    }

    /// The next possible way of paying after this one.
    pub fn next_mode(&self, mode: Mode) -> Option<Mode> {
        let here = self.offers.iter().position(|offer| offer.mode == mode)?;
        self.offers.iter().skip(here + 1).find(|offer| offer.refusal.is_none()).map(|offer| offer.mode)
    }
}

/// The names of the pictures that a card may have, the fittest first, and the name of what it is done with.
pub fn face(facts: &Facts, unit: Option<&UnitState>, def: &ActionDef) -> (Vec<String>, String) {
    let weapon = unit.and_then(|unit| face::weapon(facts, unit, def));
    let pictures = face::pictures(def, weapon.map(Arc::as_ref));
    (pictures, weapon.map_or_else(String::new, |weapon| weapon.name.clone()))
}

/// The hand of a unit on its turn, in the order of the groups.
pub fn hand(facts: &Facts, unit: UnitId, occasion: &Occasion) -> Vec<Card> {
    let mut cards: Vec<Card> = Vec::new();
    for offer in legal::offers(facts, unit, occasion) {
        match cards.iter_mut().find(|card| card.action == offer.action) {
            Some(card) => card.offers.push(offer),
            None => cards.push(Card { action: offer.action, offers: vec![offer] }),
        }
    }
    cards.sort_by_key(|card| facts.book.action(card.action).map(|def| def.group));
    cards
}

/// Which half of an action would be done now, and what that costs (F-09).
pub fn part(facts: &Facts, unit: Option<&UnitState>, offer: &Offer) -> (ActionHalf, legal::Amounts) {
    let begun = |unit: &&UnitState| {
        let begun = unit.usage.pending.as_ref();
        begun.is_some_and(|own| own.action == offer.action && own.round < facts.round)
    };
    if let Some(unit) = unit.filter(begun) {
        let act = Chosen::taken(facts, unit, offer.action, offer.mode).act();
        let plan = legal::plan(facts, unit.id(), &act, &Occasion::default()).ok();
        if let Some(plan) = plan.filter(|plan| plan.part == ActionHalf::Second) {
            return (ActionHalf::Second, plan.cost);
        }
    }
    (offer.part, offer.cost.clone())
}

/// Whether a card has nothing to do with where its unit is now: it would be of use only to one who is prone, beside a
/// door, or has spells.
pub fn beside_the_point(facts: &Facts, unit: &UnitState, card: &Card) -> bool {
    let Some(def) = facts.book.action(card.action) else { return true };
    if idle(def) {
        return true;
    }
    if card.is_possible() {
        return false;
    }
    // Without the means for it, as shots for one who holds a sword, or not where or what it takes, as driving for one
    // on foot.
    let without = |offer: &Offer| {
        offer.refusal.as_ref().is_some_and(|why| {
            ["no_weapon", "no_spell", "no_burst", "no_wheel", "needs", "aftermath"]
                .contains(&why.code.as_str())
        })
    };
    if card.offers.iter().all(without) {
        return true;
    }
    let elsewhere =
        def.needs.iter().any(|need| matches!(need, Need_::Condition(id) if !unit.conditions.has(*id)));
    let nothing = def.asks.iter().any(|parameter| match parameter {
        Parameter::Item { place } => facts.items_at(unit, *place).is_empty(),
        Parameter::Spell => unit.slots.0.is_empty(),
        Parameter::InEffect { .. } => facts.spells.is_empty(),
        Parameter::Door | Parameter::Interaction => true,
        Parameter::Landing => facts.carrier(unit.id()).is_none(),
        Parameter::Target { who: Whom::Ally | Whom::OwnSide, .. } => true,
        _ => false,
    });
    elsewhere || nothing
}

/// An action taken in hand.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chosen {
    pub action: Key,
    /// How it is paid.
    pub mode: Mode,
    /// What has been filled in.
    pub args: Args,
    /// What is waited for, until it is known what is done then.
    pub trigger: Option<WatchFor>,
    /// Within how many squares it is waited for, 0 for anywhere; none: not said yet.
    pub zone: Option<i32>,
    /// On which side it is waited for; none: not said yet.
    pub spread: Option<Spread>,
    /// Where the north-west square of what is covered lies from the aim; none: the aim is in the middle.
    pub shift: Option<(i16, i16)>,
    /// The facing of the vehicle at the end; none: along its course.
    pub looks: Option<Dir8>,
    /// The vehicle to pursue (C-127).
    pub pursue: Option<UnitId>,
    /// Whether the small actions that may ride on it are shown.
    pub riders: bool,
}

/// How a zone lies round the one who watches it (S-68).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spread {
    /// On all sides.
    Around,
    /// In a cone.
    Towards(Dir8),
}

impl Spread {
    /// Where the cone opens, if it is one.
    pub fn way(self) -> Option<Dir8> {
        match self {
            Self::Around => None,
            Self::Towards(way) => Some(way),
        }
    }
}

/// An order with what it is judged by.
#[derive(Clone, Copy)]
pub struct Order<'a> {
    pub facts: &'a Facts,
    pub unit: &'a UnitState,
    pub def: &'a Arc<ActionDef>,
    pub chosen: &'a Chosen,
}

impl<'a> Order<'a> {
    /// None if the book has no such action.
    pub fn new(facts: &'a Facts, unit: &'a UnitState, chosen: &'a Chosen) -> Option<Self> {
        Some(Self { facts, unit, def: facts.book.action(chosen.action)?, chosen })
    }
}

impl Chosen {
    /// An action with nothing filled in.
    pub fn new(action: Key, mode: Mode) -> Self {
        Self { action, mode, ..Self::default() }
    }

    /// An action as it is taken in hand: one half done goes on with what it was begun with (F-09).
    pub fn taken(facts: &Facts, unit: &UnitState, action: Key, mode: Mode) -> Self {
        let mut chosen = Self::new(action, mode);
        let begun = unit.usage.pending.as_ref();
        if let Some(begun) = begun.filter(|own| own.action == action && own.round < facts.round) {
            chosen.args.target = begun.target;
            chosen.args.door = begun.door;
            chosen.args.item = begun.item;
        }
        chosen
    }

    /// The same against a target.
    #[must_use]
    pub fn against(mut self, target: UnitId) -> Self {
        self.args.target = Some(target);
        self
    }

    /// The same as a charge.
    #[must_use]
    pub fn charging(self, charge: legal::Charge) -> Self {
        let mut charging = self.against(charge.target);
        (charging.args.path, charging.args.climbs) = (charge.path, charge.climbs);
        charging
    }

    /// As an order.
    pub fn act(&self) -> Act {
        Act { action: self.action, mode: self.mode, args: self.args.clone() }
    }

    /// The same with something filled in.
    #[must_use]
    pub fn with(mut self, pick: &MenuPick) -> Self {
        match pick {
            MenuPick::Weapon(id) => self.args.weapon = Some(*id),
            MenuPick::Spell(id) => self.args.spell = Some(*id),
            MenuPick::InEffect(id) => self.args.in_effect = Some(*id),
            MenuPick::Item(id) => self.args.item = Some(*id),
            MenuPick::Check(id) => self.args.check = Some(*id),
            MenuPick::System(id) => self.args.system = Some(*id),
            MenuPick::Door(id) => self.args.door = Some(*id),
            MenuPick::Interaction(thing, interaction) => {
                self.args.thing = Some(*thing);
                self.args.interaction = Some(*interaction);
            }
            MenuPick::Amount(n) => self.args.amount = Some(*n),
            MenuPick::Arc(arc) => self.args.arc = Some(*arc),
            MenuPick::Trigger(on) => self.trigger = Some(*on),
            MenuPick::Zone(squares) => self.zone = Some(*squares),
            MenuPick::Spread(spread) => self.spread = Some(*spread),
            MenuPick::Watch(watch) => self.args.watch = Some(watch.clone()),
        }
        self
    }
}

/// The first possible charge at a foe.
pub fn charge(facts: &Facts, unit: &UnitState, def: &ActionDef, foe: UnitId) -> Option<legal::Charge> {
    legal::charges(facts, unit, def).into_iter().find(|charge| charge.target == foe)
}

/// An order at its target; where no weapon has been chosen and the first does not do, with another in hand that does
/// (C-110). What is asked for after the target may still be missing.
///
/// # Errors
/// Why not even that is possible.
pub fn armed(
    facts: &Facts,
    unit: &UnitState,
    def: &ActionDef,
    aimed: Chosen,
    occasion: &Occasion,
) -> Result<Chosen, legal::Refusal> {
    let refused = |order: &Chosen| {
        let why = legal::plan(facts, unit.id(), &order.act(), occasion).err();
        why.filter(|why| why.code != "missing")
    };
    let Some(why) = refused(&aimed) else { return Ok(aimed) };
    let Some(uses) = def.weapon_use().filter(|_| aimed.args.weapon.is_none()) else { return Err(why) };
    let armed = facts.in_hand(unit, uses).filter(|(_, weapon)| !weapon.unarmed);
    let mut others: Vec<Key> = armed.map(|(item, _)| item.id).collect();
    // As with the first: what is mounted before what is carried.
    others.sort_by_key(|id| facts.mounted_weapon(unit, *id).is_none());
    others
        .into_iter()
        .map(|id| aimed.clone().with(&MenuPick::Weapon(id)))
        .find(|order| refused(order).is_none())
        .ok_or(why)
}

/// What a click on a unit does while no card is taken: the plainest attack against it. Where that gives somebody a chance,
/// one that gives fewer of them one, if it does more for what it risks; but no spell in its place.
pub fn default_attack(facts: &Facts, unit: &UnitState, hand: &[Card], foe: UnitId) -> Option<Chosen> {
    let plain = plain_attack(facts, unit, hand, foe)?;
    let most = given(facts, unit, &plain).len();
    if most == 0 || !facts.book.action(plain.action).is_some_and(|def| def.attacks()) {
        return Some(plain);
    }
    // What it takes on average, less what that costs.
    let net = |own: &Chosen| {
        let risk = preview::at_risk(facts, unit, &given(facts, unit, own));
        threat::mean(facts, unit, own).map_or(0, |(_, mean)| mean) - risk.map_or(0, |risk| risk.loss)
    };
    let safer = attacks_on(facts, unit, hand, foe)
        .filter(|(def, own)| !def.steps.contains(&Step::Cast) && given(facts, unit, own).len() < most)
        .map(|(_, own)| (net(&own), own));
    let safer: Vec<(i64, Chosen)> = safer.collect();
    if safer.is_empty() {
        return Some(plain);
    }
    let first = (net(&plain), plain);
    Some(safer.into_iter().fold(first, |best, own| if own.0 > best.0 { own } else { best }).1)
}

/// Those to whom an order gives a chance on one's own turn.
fn given<'a>(facts: &'a Facts, unit: &'a UnitState, own: &'a Chosen) -> Vec<(&'a UnitState, Square)> {
    Order::new(facts, unit, own).map(|order| preview::given(order, &Occasion::default())).unwrap_or_default()
}

/// The attack of a hand that is the plainest of those possible against a foe. Before anybody strikes with bare hands, a
/// weapon that is carried is drawn.
pub fn plain_attack(facts: &Facts, unit: &UnitState, hand: &[Card], foe: UnitId) -> Option<Chosen> {
    let (def, order) = attacks_on(facts, unit, hand, foe).next()?;
    let weapon = order.args.weapon.or_else(|| legal::default_weapon(facts, unit, def));
    let bare = weapon.and_then(|id| facts.weapon_in(unit, id, def)).is_some_and(|(_, used)| used.unarmed);
    draw(facts, unit, hand).filter(|_| bare).or(Some(order))
}

/// The attacks of a hand that are possible against a foe with nothing more to be asked, the plainest first.
pub fn attacks_on<'a>(
    facts: &'a Facts,
    unit: &'a UnitState,
    hand: &[Card],
    foe: UnitId,
) -> impl Iterator<Item = (&'a Arc<ActionDef>, Chosen)> + use<'a> {
    let attacks = hand.iter().filter_map(|card| {
        let attacks = |def: &&Arc<ActionDef>| def.tagged("attack") && !def.harmless() && def.attacks();
        let def = facts.book.action(card.action).filter(attacks)?;
        Some((def, Chosen::new(card.action, card.offer(None).filter(|offer| offer.refusal.is_none())?.mode)))
    });
    let mut attacks: Vec<(&Arc<ActionDef>, Chosen)> = attacks.collect();
    attacks.sort_by_cached_key(|(def, _)| legal::plainness(facts, unit, def));
    attacks
        .into_iter()
        .filter_map(move |(def, chosen)| Some((def, attack_on(facts, unit, def, chosen, foe)?)))
}

/// The plainest attack of a unit on another, of all that it could do.
pub fn plainest_attack(facts: &Facts, by: UnitId, on: UnitId, occasion: &Occasion) -> Option<Chosen> {
    plain_attack(facts, facts.unit(by)?, &hand(facts, by, occasion), on)
}

/// An attack as an order against a foe, if it is possible with nothing more to be asked.
pub fn attack_on(
    facts: &Facts,
    unit: &UnitState,
    def: &Arc<ActionDef>,
    mut chosen: Chosen,
    foe: UnitId,
) -> Option<Chosen> {
    let needed = need(facts, unit, def, &mut chosen);
    if needed == NextParameter::Charge {
        return Some(chosen.charging(charge(facts, unit, def, foe)?));
    }
    let order = armed(facts, unit, def, chosen.against(foe), &Occasion::default()).ok()?;
    legal::plan(facts, unit.id(), &order.act(), &Occasion::default()).ok()?;
    Some(order)
}

/// The order that takes in hand the first weapon carried that does better than bare hands.
fn draw(facts: &Facts, unit: &UnitState, hand: &[Card]) -> Option<Chosen> {
    let serves =
        |id: &Key| facts.weapon(unit, *id).is_some_and(|(item, def)| !def.unarmed && item.has_shots(def, 1));
    let carried: Vec<Key> = facts.items_at(unit, ItemPlace::Carried).into_iter().filter(serves).collect();
    hand.iter().find_map(|card| {
        facts.book.action(card.action).filter(|def| legal::draws(def))?;
        let offer = card.offer(None).filter(|offer| offer.refusal.is_none())?;
        let mut orders =
            carried.iter().map(|id| Chosen::new(card.action, offer.mode).with(&MenuPick::Item(*id)));
        orders.find(|order| legal::plan(facts, unit.id(), &order.act(), &Occasion::default()).is_ok())
    })
}

/// What a click on a free square does while no card is taken: the plainest way of going there.
pub fn default_move(facts: &Facts, hand: &[Card]) -> Option<Chosen> {
    plainest(facts, hand, |def| match def.path() {
        Some((Allowance::Check | Allowance::Speed, false, _, false)) => !def.tagged("charge"),
        Some((Allowance::Squares(_), false, 1, false)) => true,
        _ => false,
    })
}

/// What a click on the map does for who sits at a wheel while no card is taken: the plainest way of driving.
pub fn default_drive(facts: &Facts, hand: &[Card]) -> Option<Chosen> {
    plainest(facts, hand, |def| wheel::freedom(def) == Some(Freedom::Ordinary))
}

/// The first card that is possible, aims at nobody and is one of these.
fn plainest(facts: &Facts, hand: &[Card], wanted: impl Fn(&ActionDef) -> bool) -> Option<Chosen> {
    hand.iter().find_map(|card| {
        let def = facts.book.action(card.action).filter(|def| wanted(def) && def.target().is_none())?;
        Some(Chosen::new(def.id, card.offer(None).filter(|offer| offer.refusal.is_none())?.mode))
    })
}

/// A moment in words, for settings and cards.
pub fn moment(moment: Moment) -> String {
    match moment {
        Moment::Attacked => say!("moment-attacked"),
        Moment::Hit => say!("moment-hit"),
        Moment::Casting => say!("moment-casting"),
        Moment::Provoked => say!("moment-provoked"),
        Moment::Watched => say!("moment-watched"),
        Moment::CutIn => say!("moment-cut-in"),
        Moment::Won => say!("moment-won"),
        Moment::Caught => say!("moment-caught"),
    }
}
