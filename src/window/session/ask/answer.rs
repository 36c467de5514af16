//! The answers to a reaction's question: what each says, where it may be given, and what it would come to.

use crate::window::session::prelude::*;
use crate::{
    rules::haul,
    window::session::{
        deciding::Told,
        stake::{Dealt, Harm},
        worth::{Lessened, defence, lessened},
    },
};

/// What is known of an answer besides what it says.
#[derive(Default)]
pub(super) struct Worth {
    /// What it saves on average, where it costs something and that is known.
    pub saved: Option<f64>,
    /// The chance that it helps, if that is known.
    pub chance: Option<f64>,
}

/// What an answer says: its name, cost and odds and what is left to be expected, or why it cannot be given. `harm` is
/// what comes of it without an answer.
pub(super) fn answer(
    facts: &Facts,
    unit: &UnitState,
    reaction: &Reaction,
    (offer, args): (&Offer, &Args),
    harm: Option<&Harm>,
) -> (Answer, Worth) {
    let odds = odds(facts, unit, reaction, (offer, args), harm).unwrap_or_default();
    let main = facts.book.main_track().map(|def| def.id);
    let paid: i32 = offer.price.iter().filter(|(track, _)| Some(*track) == main).map(|(_, n)| n).sum();
    // One who pays as much as that saves has nothing of it.
    let useless = odds.useless || odds.saved.is_some_and(|saved| saved <= f64::from(paid));
    let costs = offer.cost.iter().chain(&offer.price).any(|(_, n)| *n > 0);
    let in_words = !costs || offer.price.iter().any(|(_, n)| *n > 0);
    let price = if in_words { words::cost(&facts.book, &[], &offer.price) } else { String::new() };
    let answer = Answer {
        text: facts.book.name_of(offer.action),
        lead: odds.lead,
        deals: odds.deals,
        odds: odds.text,
        cost: words::paid(&facts.book, &offer.cost, &[], price),
        note: odds.note,
        left: odds.left,
        more: odds.more,
        lit: false,
        behind: useless,
        later: false,
        why_not: offer.refusal.as_ref().map(words::reason),
    };
    (answer, Worth { saved: odds.saved.filter(|_| costs), chance: odds.chance })
}

/// The chance that an answer helps.
#[derive(Default)]
struct Odds {
    text: String,
    /// What the chance is one of.
    note: String,
    /// The harm that is to be expected then, and whether it is dealt.
    lead: String,
    deals: bool,
    /// More of that harm in words.
    left: String,
    /// What else is told then of whoever suffers it: numbers, and what they are.
    more: Vec<(String, String)>,
    /// It changes nothing, however the dice fall.
    useless: bool,
    /// How much less is lost on average, if that is known.
    saved: Option<f64>,
    /// The chance itself, where it is one.
    chance: Option<f64>,
}

impl Odds {
    /// So many per cent that it helps.
    fn of(chance: Chance, note: String) -> Self {
        Self { chance: Some(chance.as_f64()), ..Self::stated((preview::percent(chance), note)) }
    }

    /// Odds whose text is known already.
    fn stated((text, note): (String, String)) -> Self {
        let useless = text == preview::percent(Chance::NEVER);
        Self { text, note, useless, ..Self::default() }
    }

    /// The same with so much left of what would come without an answer, and what may become of whom it hits.
    fn leaving(self, harm: Option<&Harm>, left: Option<Harm>) -> Self {
        let Some((left, harm)) = left.zip(harm) else { return self };
        let Told { lead, left, more } = left.told(Some(harm));
        Self { lead, left, more, ..self }
    }
}

/// The chance that an answer helps, and what it would come to in words.
fn odds(
    facts: &Facts,
    unit: &UnitState,
    reaction: &Reaction,
    (offer, args): (&Offer, &Args),
    harm: Option<&Harm>,
) -> Option<Odds> {
    let def = facts.book.action(offer.action)?;
    for step in &def.steps {
        match step {
            Step::Reduce { divisor } => {
                let check = defence(facts, unit, reaction)?;
                let Lessened { odds, saved, left } = lessened(facts, unit, reaction, &check, *divisor);
                let left = harm.zip(left).and_then(|(harm, left)| harm.lessened_to(facts, reaction, left));
                return Some(Odds { saved: Some(saved), ..Odds::stated(odds) }.leaving(harm, left));
            }
            Step::Evade { check } => {
                let chance = check::plain(facts, unit.id(), *check, 0, None, None)?.chance();
                let lost = lost(reaction).filter(|_| reaction.moment == Moment::Hit);
                let saved = lost.map(|lost| f64::from(lost) * chance.as_f64());
                let left = harm.map(|harm| harm.averted(chance));
                let note = if follows(facts, unit, reaction, def) {
                    say!("odds-counter")
                } else {
                    say!("odds-evade")
                };
                return Some(Odds { saved, ..Odds::of(chance, note) }.leaving(harm, left));
            }
            Step::Counter => {
                let (check, with) = countering(facts, unit, reaction, offer, args)?;
                let (chance, note) = (check.chance(), say!("odds-undo", spell = &with.name));
                let left = harm.map(|harm| harm.averted(chance));
                return Some(Odds::of(chance, note).leaving(harm, left));
            }
            Step::Hinder { value } => {
                let by = facts.unit(reaction.by);
                let cover = by.map_or(0, |by| i64::from(facts.cover(by, unit).level as u8));
                let names = |name: Key| (name == "cover").then_some(cover);
                let amount = i32::try_from(facts.evaluate(value, unit, by, &names)).unwrap_or(0);
                let attack = reaction.check.as_ref()?;
                let hindered = hindered(attack, offer.action, amount);
                let (was, now) = (attack.chance(), hindered.chance());
                let useless = was == now;
                let [was, now] = [was, now].map(preview::percent);
                let (text, note) = (format!("{was} → {now}"), say!("odds-hinder", n = amount));
                let odds = Odds { text, note, useless, ..Odds::default() };
                let left = harm.and_then(|harm| harm.made_by(facts, reaction, &hindered));
                return Some(odds.leaving(harm, left));
            }
            Step::Shield => {
                let taken = harm?.taken_by(facts, unit, reaction)?;
                let Told { lead, left, more } = taken.told(None);
                let note = say!("answer-shield", unit = &unit.identity.name);
                return Some(Odds { lead, left, more, note, ..Odds::default() });
            }
            Step::Lessen { dice, divisor } => {
                let mut parts: Vec<String> =
                    dice.iter().map(|dice| say!("odds-less", dice = preview::dice(*dice))).collect();
                match divisor {
                    1 => {}
                    2 => parts.push(say!("odds-half")),
                    n => parts.push(say!("odds-divided", n = n)),
                }
                let note = words::capital(&words::list(&parts));
                let lessen = Lessen { dice: *dice, divisor: *divisor };
                let left = harm.and_then(|harm| harm.lessened_by(facts, reaction, lessen));
                return Some(Odds { note, ..Odds::default() }.leaving(harm, left));
            }
            Step::Check { check, dc, .. } => {
                let dc = facts.value(dc, unit);
                let check = check::plain(facts, unit.id(), *check, dc, Some(unit.usage.points), None)?;
                return Some(Odds::of(check.chance(), say!("number-succeed")));
            }
            Step::Opposed { .. } => {
                let odds = ContestOdds::begun(facts, unit.id(), reaction.by, def)?;
                return Some(Odds::of(odds.wins, say!("number-win")));
            }
            Step::Attack { .. } | Step::Cast => {
                let chosen = chosen(reaction, offer, args);
                let order = Order::new(facts, unit, &chosen)?;
                let Dealt { lead, left, leads } = stake::dealt(order)?;
                let mut note = chance_of(order, reaction, leads, !left.is_empty());
                // What provokes goes on, unless whoever does it falls.
                if reaction.moment == Moment::Provoked && harm.is_some() {
                    note = say!("odds-goes-on", odds = note);
                }
                return Some(Odds { lead, left, deals: true, ..Odds::of(leads.chance, note) });
            }
            _ => {}
        }
    }
    None
}

/// Whether the unit can do something at once if the answer helps, once the attack is over (S-67).
fn follows(facts: &Facts, unit: &UnitState, reaction: &Reaction, def: &ActionDef) -> bool {
    let mut allows = def.steps.iter().filter_map(|step| match step {
        Step::Choose { tag, after: true, .. } => Some(*tag),
        _ => None,
    });
    let (moment, against) = (Some(Moment::Won), Some(reaction.by));
    let occasion = Occasion { moment, against, melee: true, ..Occasion::default() };
    allows.any(|tag| {
        let tagged = |id: Key| facts.book.action(id).is_some_and(|def| def.tags.contains(&tag));
        let mut offers = legal::offers(facts, unit.id(), &occasion).into_iter();
        offers.any(|offer| offer.refusal.is_none() && tagged(offer.action))
    })
}

/// What the chance of an attack is one of, and on whom, unless that is `told` already; of one that follows another attack
/// also with what (S-65).
fn chance_of(order: Order<'_>, reaction: &Reaction, leads: preview::Leading, told: bool) -> String {
    let Order { facts, unit, def, chosen } = order;
    let what = leads.word();
    let whom = words::name(facts, reaction.by);
    let follows = facts.book.action(reaction.action).is_some_and(|def| def.attacks());
    let weapon = chosen.args.weapon.or_else(|| legal::default_weapon(facts, unit, def));
    let with = weapon.filter(|_| reaction.moment == Moment::Won && follows);
    match with.and_then(|weapon| facts.weapon_in(unit, weapon, def)) {
        Some((_, weapon)) => say!("odds-hit-with", what = what, unit = whom, with = &weapon.name),
        None if told => what,
        None => say!("odds-hit", what = what, unit = whom),
    }
}

/// A reaction as an order against whoever does what it answers.
fn chosen(reaction: &Reaction, offer: &Offer, args: &Args) -> Chosen {
    let mut chosen = Chosen::new(offer.action, offer.mode).against(reaction.by);
    (chosen.args.weapon, chosen.args.spell) = (args.weapon, args.spell);
    chosen
}

/// What an offer is given with, and why it cannot be given. Where its first weapon will not do, another in hand may, or
/// a spell that is ready.
pub(super) fn taken(
    play: &Play,
    facts: &Facts,
    unit: &UnitState,
    offer: &Offer,
    args: Args,
) -> (Args, Option<Refusal>) {
    if offer.refusal.is_some() {
        return (args, offer.refusal.clone());
    }
    let tried = |args: &Args| {
        let (action, mode) = (offer.action, offer.mode);
        play.check(&Command::Act { unit: unit.id(), action, mode, args: args.clone() })
    };
    let Err(why) = tried(&args) else { return (args, None) };
    let Some(def) = facts.book.action(offer.action) else { return (args, Some(why)) };
    let uses = def.weapon_use().into_iter();
    let weapons = uses.flat_map(|uses| facts.in_hand(unit, uses)).map(|(item, weapon)| {
        let amount = args.amount.or_else(|| fire::amounts(def, weapon).first().copied().flatten());
        Args { weapon: Some(item.id), amount, ..args.clone() }
    });
    let ready = unit.slots.0.iter().filter(|slot| !slot.spent && def.asks.contains(&Parameter::Spell));
    let spells = ready.map(|slot| Args { spell: Some(slot.spell), ..args.clone() });
    let other = weapons.chain(spells).find(|args| tried(args).is_ok());
    match other {
        Some(other) => (other, None),
        None => (args, Some(why)),
    }
}

/// The ways in which an answer may be given: one, or one for each square or thing of the other's that it asks for.
pub(super) fn places(
    facts: &Facts,
    unit: &UnitState,
    reaction: &Reaction,
    offer: &Offer,
) -> Vec<(Args, Option<At>)> {
    // What is readied is done with what it was readied with.
    let watch = reaction.watch.and_then(|index| unit.watches.0.get(index));
    let readied = watch.map_or_else(Args::default, |watch| Args {
        weapon: watch.weapon,
        spell: watch.spell,
        amount: watch.amount,
        ..Args::default()
    });
    let plain = vec![(readied, None)];
    let Some(def) = facts.book.action(offer.action).filter(|_| reaction.moment == Moment::Won) else {
        return plain;
    };
    let mut found = Vec::new();
    if let (Some(haul), Some(target)) = (haul::of(facts, unit, def), facts.unit(reaction.by)) {
        let squares = haul::ways(facts, unit, target, haul).into_keys();
        found.extend(squares.map(|at| (Args { square: Some(at), ..Args::default() }, Some(show::at(at)))));
    }
    if let Some(place) = def.item_place().filter(|place| place.on_target())
        && let Some(target) = facts.unit(reaction.by)
    {
        let items = facts.items_at(target, place).into_iter();
        found.extend(items.map(|item| (Args { item: Some(item), ..Args::default() }, None)));
    }
    if def.path().is_some()
        && let Ok(reach) = legal::reach(facts, unit.id(), def.id, &Args::default())
    {
        for square in reach.squares.iter() {
            let path = reach.path_to(square).unwrap_or_default();
            found.push((Args { path, ..Args::default() }, Some(show::at(square))));
        }
    }
    if found.is_empty() || offer.refusal.is_some() { plain } else { found }
}

/// What an answer is, and the check that it would make, line by line.
pub(super) fn card(
    facts: &Facts,
    unit: &UnitState,
    reaction: &Reaction,
    offer: &Offer,
    args: &Args,
) -> Option<SideCard> {
    let def = facts.book.action(offer.action)?;
    let mut card = SideCard { title: def.name.clone(), about: def.text.clone(), ..SideCard::default() };
    if let Some(why) = &offer.refusal {
        card.lines.push(preview::refusal_line(why));
    }
    let price = words::cost(&facts.book, &offer.cost, &offer.price);
    card.lines.push(preview::ruled(preview::line(price, ""), Some(def.rule)));
    if def.steps.iter().any(|step| matches!(step, Step::Opposed { .. })) {
        preview::add_checks(Order::new(facts, unit, &chosen(reaction, offer, args))?, &mut card);
    }
    for step in &def.steps {
        let check = match step {
            Step::Reduce { .. } => defence(facts, unit, reaction),
            Step::Evade { check } => check::plain(facts, unit.id(), *check, 0, None, None),
            Step::Counter => countering(facts, unit, reaction, offer, args).map(|(check, _)| check),
            Step::Attack { .. } | Step::Cast => {
                let chosen = chosen(reaction, offer, args);
                Order::new(facts, unit, &chosen)
                    .and_then(preview::spec)
                    .and_then(|spec| attack::check(facts, &spec))
            }
            _ => None,
        };
        if let Some(check) = check {
            // The same odds as on the answer itself.
            let attacks = matches!(step, Step::Attack { .. } | Step::Cast);
            let odds = || preview::order_odds(Order::new(facts, unit, &chosen(reaction, offer, args))?);
            match attacks.then(odds).flatten() {
                Some(odds) => card.numbers.extend(preview::chance_numbers(&odds)),
                None => {
                    let what = if attacks { say!("number-hit") } else { say!("number-succeed") };
                    card.numbers.push((preview::percent(check.chance()), what, false));
                }
            }
            card.lines.extend(preview::sum_lines(facts, &check));
        }
    }
    Some(card)
}

/// The check that undoes a spell as it is cast, and the spell whose slot it takes.
fn countering(
    facts: &Facts,
    unit: &UnitState,
    reaction: &Reaction,
    offer: &Offer,
    args: &Args,
) -> Option<(Check, Arc<SpellDef>)> {
    let spell = facts.book.spell(reaction.spell?)?;
    let act = chosen(reaction, offer, args).act();
    let with = legal::plan(facts, unit.id(), &act, &reaction.occasion()).ok()?.spell?;
    Some((spell_checks::counter(facts, unit.id(), &with, reaction.by, spell, unit.usage.points)?, with))
}

/// An attack with so much put on it.
fn hindered(check: &Check, source: Key, value: i32) -> Check {
    let mut check = check.clone();
    let kind = ModKind::Circumstance;
    check.parts.push(CheckPart { kind, source, rule: None, value, counted: true, why_not: None });
    check
}
