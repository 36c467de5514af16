//! What is at stake in a question: who does what to whom, and what that takes if nothing is done.

use crate::rules::odds::Landing;
use crate::window::session::{
    deciding::{self, Deciding, Told},
    prelude::*,
    preview::Fate,
};

/// Who does something to whom, and what that takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stake {
    /// Who does it.
    pub by: UnitId,
    /// To whom.
    pub to: UnitId,
    /// What it takes; empty where nobody knows yet.
    pub text: String,
}

impl Stake {
    /// Who does what a reaction answers to whom, and what that takes.
    pub fn of(
        unit: &UnitState,
        reaction: &Reaction,
        aim: Option<UnitId>,
        harm: Option<&Harm>,
    ) -> Option<Self> {
        let to = match reaction.moment {
            // Who only acts in sight or reach of the one who is asked does nothing to them.
            Moment::Provoked | Moment::Watched => aim?,
            _ => aim.unwrap_or(unit.id()),
        };
        let text = harm.map_or_else(String::new, Harm::written);
        (reaction.by != to).then_some(Self { by: reaction.by, to, text })
    }
}

/// What what a reaction answers takes if nothing is done.
#[derive(Clone, Debug)]
pub struct Harm {
    /// Whom it hits.
    target: UnitId,
    /// What is lost, with its chances: damage, or hits on systems.
    loss: Dist<i32>,
    /// It is counted in hits on systems.
    hits: bool,
    /// The chance that it hits and what that is one of, where it is still open.
    pub lands: Option<(String, String)>,
    /// What the attack is made with.
    args: Args,
    /// What may become of its target.
    fates: Vec<(Chance, Fate)>,
    /// What its target has left to lose; 0 where that is no number.
    left: i32,
    /// What is lost beyond that is taken from something else.
    runs_on: bool,
    /// Which of its numbers decides. It leads what an answer leaves of it, too.
    decides: Deciding,
}

impl Harm {
    /// What a unit loses in damage by what is no longer open.
    fn new(
        facts: &Facts,
        target: &UnitState,
        args: &Args,
        loss: Dist<i32>,
        fates: Vec<(Chance, Fate)>,
    ) -> Self {
        Self {
            target: target.id(),
            loss,
            hits: false,
            lands: None,
            args: args.clone(),
            fates,
            left: left(facts, target),
            runs_on: runs_on(facts),
            decides: Deciding::default(),
        }
    }

    /// What is known of it; none where nothing is lost, or nobody can say.
    pub fn of(play: &Play, facts: &Facts, unit: &UnitState, reaction: &Reaction) -> Option<Self> {
        let moment = reaction.moment;
        let args = ordered(play, reaction);
        // Whom a charge is for is known while it is still on its way.
        let aim = reaction.target.or(args.target.filter(|_| moment == Moment::Provoked));
        let target = facts.unit(aim.unwrap_or(unit.id()))?;
        // Of what is not aimed at oneself or one's own, nobody on this side loses anything.
        let aimed = aim.is_some() && !facts.hostile(target, unit);
        let known = lost(reaction).filter(|_| moment == Moment::Hit);
        let harm = match (moment, known) {
            (_, Some(lost)) => {
                let loss = Dist::one(lost);
                let fates = fates(facts, target, reaction, &args, &loss).unwrap_or_default();
                Self::new(facts, target, &args, loss, fates)
            }
            (Moment::Caught, None) => {
                let loss = exploding(reaction)?.map(|damage| passed(facts, target, *damage));
                let fates = preview::fates(facts, target, &loss, None);
                Self::new(facts, target, &args, loss, fates)
            }
            (Moment::Attacked | Moment::Hit, None) => {
                let made = reaction.check.as_ref().map(|check| (check, reaction.reading.as_ref()));
                attacked(facts, target, reaction, &args, made)?
            }
            (Moment::Casting | Moment::Provoked, None) if aimed => {
                attacked(facts, target, reaction, &args, None)?
            }
            _ => return None,
        };
        let decides = Deciding::of(harm.taken_out(), harm.mean(), harm.left);
        (harm.worst() > 0).then_some(Self { decides, ..harm })
    }

    /// Whom it hits.
    pub fn whom(&self) -> UnitId {
        self.target
    }

    /// The weapon or the spell that does it.
    pub fn made_with(&self, facts: &Facts, reaction: &Reaction) -> Option<String> {
        let chosen = chosen(self.target(facts)?, reaction, &self.args);
        let spec = preview::spec(Order::new(facts, facts.unit(reaction.by)?, &chosen)?)?;
        Some(spec.armament(facts)?.name().to_owned())
    }

    /// The mean of it.
    pub fn mean(&self) -> f64 {
        self.loss.mean_f64()
    }

    /// What it is about to take as it is written on the map: "−3", or with its chance "83% · −2.8"; where that decides,
    /// "92% taken out".
    pub fn written(&self) -> String {
        if self.decides == Deciding::TakenOut {
            return format!("{} {}", percent(self.taken_out()), Fate::TakenOut.suffered());
        }
        let chance = self.lands.as_ref().map_or("", |(lands, _)| lands.as_str());
        ClickHint::joined(&[chance, self.short(self.mean()).as_str()])
    }

    /// So much of it as it is written in short.
    pub fn short(&self, mean: f64) -> String {
        preview::in_short(mean, self.hits)
    }

    /// The most of it that has a chance of one in a hundred.
    pub fn worst(&self) -> i32 {
        preview::worst(&self.loss)
    }

    /// The chance that it takes its target out.
    fn taken_out(&self) -> Chance {
        let mut fates = self.fates.iter();
        fates.find(|(_, fate)| *fate == Fate::TakenOut).map_or(Chance::NEVER, |(chance, _)| *chance)
    }

    /// What an answer tells of it, first the number that decides. `before`: what comes without that answer.
    pub fn told(&self, before: Option<&Self>) -> Told {
        let lost = self.short(self.mean().max(0.0));
        let fates = self.fates(before).into_iter();
        let written = |(chance, fate): (Chance, Fate)| (percent(chance), fate.suffered());
        if self.decides == Deciding::TakenOut {
            let out = self.taken_out();
            let of = match self.left {
                left if left > 0 && !self.runs_on => say!("answer-of", left = left),
                _ => self.at_worst(),
            };
            // Only death that is something else, here or without the answer.
            let apart = |harm: &Self| {
                let out = harm.taken_out();
                harm.fates.iter().any(|(chance, fate)| *fate == Fate::Death && *chance != out)
            };
            let apart = apart(self) || before.is_some_and(apart);
            let dies = fates.filter(|(_, fate)| apart && *fate == Fate::Death).map(written);
            return Told {
                lead: deciding::changed(before.map(Self::taken_out), out),
                left: Fate::TakenOut.suffered(),
                more: std::iter::once((lost, of)).chain(dies).collect(),
            };
        }
        let left = match before {
            Some(before) => {
                let saved = (before.mean() - self.mean()).max(0.0);
                say!("answer-left", saved = preview::decimal(saved))
            }
            None => self.at_worst(),
        };
        Told { lead: lost, left, more: fates.map(written).collect() }
    }

    /// The worst of it in words.
    fn at_worst(&self) -> String {
        told(&self.loss, self.hits, None).map(|(_, worst)| worst).unwrap_or_default()
    }

    /// What becomes of the track that it is taken from, on average: "Vitality 41 → ≈ 35".
    pub fn leaves(&self, facts: &Facts) -> String {
        self.target(facts).and_then(|target| self.leaves_of(facts, target)).unwrap_or_default()
    }

    fn leaves_of(&self, facts: &Facts, target: &UnitState) -> Option<String> {
        let id = match &facts.book.settings.harm.land {
            _ if facts.systems(target).is_some() => return None,
            Land::Track(id) | Land::Spill(id, _) | Land::Degrees { total: id, .. } => *id,
            Land::Characteristics { .. } => return None,
        };
        let (track, def) = (target.tracks.get(id)?, facts.book.track(id)?);
        let (now, floor, sinks) = match words::is_sum(&facts.book, id) {
            true => (track.max - track.now, Some(0), true),
            false => (track.now, def.floor, !def.rises),
        };
        let left = f64::from(now) + if sinks { -self.mean() } else { self.mean() };
        let left = preview::decimal(floor.map_or(left, |floor| left.max(f64::from(floor))));
        let about = if self.loss.min() == self.loss.max() { "" } else { "≈ " };
        let (name, now) = (words::track_name(facts, target, id), words::number(now));
        Some(format!("{name} {now} → {about}{}", left.replace('-', "−")))
    }

    /// Whom it hits.
    fn target<'a>(&self, facts: &'a Facts) -> Option<&'a UnitState> {
        facts.unit(self.target)
    }

    /// What may become of its target, each with its chance: what is told of it, and what is told of another `beside` it.
    /// What hardly ever happens would only crowd a card.
    fn fates(&self, beside: Option<&Self>) -> Vec<(Chance, Fate)> {
        let told = |harm: &Self| -> Vec<Fate> {
            let told = preview::told_fates(&harm.fates).into_iter();
            told.filter(|(chance, _)| !percent(*chance).starts_with('<')).map(|(_, fate)| fate).collect()
        };
        let shown: Vec<Fate> = std::iter::once(self).chain(beside).flat_map(told).collect();
        self.fates.iter().filter(|(_, fate)| shown.contains(fate)).copied().collect()
    }

    /// What is left of it where the attack is made by another check.
    pub fn made_by(&self, facts: &Facts, reaction: &Reaction, check: &Check) -> Option<Self> {
        let made = attacked(facts, self.target(facts)?, reaction, &self.args, Some((check, None)))?;
        Some(Self { decides: self.decides, ..made })
    }

    /// What is left of it where so much is lost of a blow that has landed.
    pub fn lessened_to(&self, facts: &Facts, reaction: &Reaction, loss: Dist<i32>) -> Option<Self> {
        let fates = fates(facts, self.target(facts)?, reaction, &self.args, &loss).unwrap_or_default();
        Some(Self { loss, fates, ..self.clone() })
    }

    /// What is left of it where so much of an explosion's damage is taken off.
    pub fn lessened_by(&self, facts: &Facts, reaction: &Reaction, lessen: Lessen) -> Option<Self> {
        let target = self.target(facts)?;
        let off = lessen.dice.map_or_else(|| Dist::one(0), |dice| Dist::dice(&dice));
        let left = |damage: &i32, off: &i32| passed(facts, target, lessen.left(*damage, *off));
        let loss = exploding(reaction)?.with(&off, left);
        Some(Self { fates: preview::fates(facts, target, &loss, None), loss, ..self.clone() })
    }

    /// What is left of it where all of it is averted by this chance.
    pub fn averted(&self, chance: Chance) -> Self {
        let averted = happens(chance);
        let loss = averted.bind(|averted| if *averted { Dist::one(0) } else { self.loss.clone() });
        let comes = |fate: Chance| {
            let both = happens(fate).with(&averted, |comes, averted| *comes && !*averted);
            both.probability(|comes| *comes)
        };
        let fates = self.fates.iter().map(|(chance, fate)| (comes(*chance), *fate)).collect();
        Self { loss, fates, ..self.clone() }
    }

    /// What another takes who is hit in place of the one it is aimed at; none where that is nothing.
    pub fn taken_by(&self, facts: &Facts, unit: &UnitState, reaction: &Reaction) -> Option<Self> {
        let taken = attacked(facts, unit, reaction, &self.args, None).filter(|own| own.worst() > 0)?;
        Some(Self { decides: self.decides, ..taken })
    }
}

/// Whether something of this chance happens.
fn happens(chance: Chance) -> Dist<bool> {
    let both = [(true, chance.num()), (false, chance.den() - chance.num())];
    Dist::weighted(both).unwrap_or_else(|| Dist::one(false))
}

/// At whom what a reaction answers is aimed: also what does no harm, and is still on its way.
pub fn aim(play: &Play, reaction: &Reaction, harm: Option<&Harm>) -> Option<UnitId> {
    let going = || ordered(play, reaction).target.filter(|_| reaction.moment == Moment::Provoked);
    harm.map(Harm::whom).or(reaction.target).or_else(going)
}

/// What an attack that a reaction answers is made with: by what its maker ordered last.
fn ordered(play: &Play, reaction: &Reaction) -> Args {
    let order = play.orders(reaction.by).find(|own| own.action == reaction.action);
    let args = order.map(|own| own.args).unwrap_or_default();
    Args {
        weapon: args.weapon.or(reaction.used.last().copied()),
        spell: reaction.spell.or(args.spell),
        ..args
    }
}

/// What a unit has left to lose; 0 where it is at the end of that, or counts hits on systems.
fn left(facts: &Facts, target: &UnitState) -> i32 {
    if preview::counts_hits(facts, target) { 0 } else { words::main_left(facts, target).1.max(0) }
}

/// Whether harm that a track has no room for is taken from something else.
fn runs_on(facts: &Facts) -> bool {
    matches!(facts.book.settings.harm.land, Land::Spill(..) | Land::Characteristics { .. })
}

/// What an attack takes from one, by what is known of it: its check, and how its dice fell.
fn attacked(
    facts: &Facts,
    target: &UnitState,
    reaction: &Reaction,
    args: &Args,
    made: Option<(&Check, Option<&Reading>)>,
) -> Option<Harm> {
    let chosen = chosen(target, reaction, args);
    let spec = preview::spec(Order::new(facts, facts.unit(reaction.by)?, &chosen)?)?;
    let odds = match made {
        Some((check, reading)) => odds::attack_made(facts, &spec, &chosen.args, check, reading),
        None => odds::attack_at(facts, &spec, &chosen.args),
    }?;
    let open = reaction.moment != Moment::Hit;
    let odds = if open { odds } else { landed(odds)? };
    let target_odds = odds::target_odds(facts, &spec, &odds);
    let odds = preview::counted(facts, target, odds);
    let leads = preview::leading(&odds);
    let lands = open.then(|| (leads.number(), leads.word()));
    let fates = preview::fates(facts, target, &odds.loss, target_odds.as_ref());
    let hits = preview::counts_hits(facts, target);
    Some(Harm { hits, lands, ..Harm::new(facts, target, args, odds.loss, fates) })
}

/// An attack of which it is known that it lands.
fn landed(odds: AttackOdds) -> Option<AttackOdds> {
    let landings = odds.results.iter().filter(|(landing, ..)| landing.landed);
    let results = Dist::weighted(landings.map(|(landing, weight, _)| (*landing, weight)))?;
    Some(AttackOdds { loss: results.map(|landing| landing.loss), results, ..odds })
}

/// What may become of one who loses so much by an attack that has hit.
fn fates(
    facts: &Facts,
    target: &UnitState,
    reaction: &Reaction,
    args: &Args,
    loss: &Dist<i32>,
) -> Option<Vec<(Chance, Fate)>> {
    let chosen = chosen(target, reaction, args);
    let spec = preview::spec(Order::new(facts, facts.unit(reaction.by)?, &chosen)?)?;
    let critical = reaction.reading.as_ref().is_some_and(|reading| reading.critical);
    let results = loss.map(|loss| Landing { landed: true, critical, loss: *loss, through: *loss > 0 });
    let odds = AttackOdds::of(reaction.check.clone()?, results);
    let target_odds = odds::target_odds(facts, &spec, &odds);
    Some(preview::fates(facts, target, &odds.loss, target_odds.as_ref()))
}

/// An attack that a reaction answers as an order against this target.
fn chosen(target: &UnitState, reaction: &Reaction, args: &Args) -> Chosen {
    let args = Args { target: Some(target.id()), ..args.clone() };
    Chosen { args, ..Chosen::new(reaction.action, Mode::Standard) }
}

/// The damage of an explosion, before armour (C-103).
fn exploding(reaction: &Reaction) -> Option<Dist<i32>> {
    let dice = reaction.dice?;
    // The effect of the attack comes to it for the one aimed at.
    Some(Dist::dice(&dice).plus(reaction.value - (dice.min() + dice.max()) / 2))
}

/// What armour lets through of an explosion's damage.
fn passed(facts: &Facts, target: &UnitState, damage: i32) -> i32 {
    let portion = Portion::new(Key::new("damage"), &[], damage);
    harm::pass(facts, target, vec![portion], Blow::default(), Vec::new()).total
}

/// What an attack comes to for one whom it is made on, as answers tell it.
#[derive(Clone, Debug)]
pub struct Dealt {
    /// What it takes on average; empty where it takes nothing, or nobody can say.
    pub lead: String,
    /// From whom that is taken, and how much at most.
    pub left: String,
    /// The chance of it.
    pub leads: preview::Leading,
}

impl Dealt {
    /// What odds come to that are in what the target counts.
    fn of(facts: &Facts, target: &UnitState, odds: &AttackOdds) -> Self {
        let hits = preview::counts_hits(facts, target);
        let (lead, left) = told(&odds.loss, hits, Some(&target.identity.name)).unwrap_or_default();
        Self { lead, left, leads: preview::leading(odds) }
    }

    /// The chance of it and what it takes, as it is written on the map: "65% · −3.2".
    pub fn written(&self) -> String {
        ClickHint::joined(&[self.leads.number().as_str(), self.lead.as_str()])
    }
}

/// What an attack that is ordered comes to; none where nobody can say.
pub fn dealt(order: Order<'_>) -> Option<Dealt> {
    let Order { facts, chosen, .. } = order;
    let target = facts.unit(chosen.args.target?)?;
    if let Some(odds) = preview::order_odds(order) {
        return Some(Dealt::of(facts, target, &odds));
    }
    let chance = attack::check(facts, &preview::spec(order)?)?.chance();
    let leads = preview::Leading { chance, hurts: false };
    Some(Dealt { lead: String::new(), left: String::new(), leads })
}

/// What one hit of the attack that a unit has ordered comes to for a target: the chance is the one to hurt.
pub fn one_hit(play: &Play, facts: &Facts, unit: &UnitState, target: &UnitState) -> Option<Dealt> {
    let mut chosen = play.orders(unit.id()).next()?;
    chosen.args.target = Some(target.id());
    let order = Order::new(facts, unit, &chosen)?;
    let spec = AttackSpec { rounds: 1, ..preview::spec_at(order, target.id()) };
    let odds = landed(odds::attack_at(facts, &spec, &chosen.args)?)?;
    let odds = preview::counted(facts, target, odds);
    let leads = preview::Leading { chance: odds.loss.at_least(1), hurts: true };
    Some(Dealt { leads, ..Dealt::of(facts, target, &odds) })
}

/// What is to be expected of a loss that is suffered, or dealt to somebody, in damage or in hits on systems, and in words
/// how much it may get; none where nothing may be lost.
fn told(loss: &Dist<i32>, hits: bool, dealt: Option<&String>) -> Option<(String, String)> {
    let worst = preview::worst(loss);
    let sure = loss.min() == loss.max();
    let mean = preview::in_short(loss.mean_f64(), hits);
    (worst > 0).then(|| match (dealt, sure) {
        (None, true) => (mean, say!("number-damage")),
        (None, false) => (mean, say!("answer-harm", worst = worst)),
        (Some(unit), true) => (mean, say!("answer-deals-sure", unit = unit)),
        (Some(unit), false) => (mean, say!("answer-deals", unit = unit, most = worst)),
    })
}
