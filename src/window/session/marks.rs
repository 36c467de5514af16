//! Marks on the map for what a unit can do: reach with costs, provoking squares, targets, threat, sight.

mod foes;

use super::{increments::increments, what_if::Stand, wheel::Wheel};
use crate::window::session::prelude::*;

/// What is open to the unit whose turn it is.
#[derive(Clone, Debug, Default)]
pub struct TurnOptions {
    /// Where it may go.
    pub going: Option<Going>,
    /// Whom it may choose.
    pub targets: Vec<OpenTarget>,
    /// The one of them that is advised, if any.
    pub advised: Option<UnitId>,
    /// A vehicle that may be driven.
    pub wheel: Option<Wheel>,
    /// Squares that may be aimed at, with the order that lacks one.
    pub aim: Option<(SquareSet, Chosen)>,
    /// Squares on which a step gives opponents an opening.
    pub threatened: Option<SquareSet>,
    /// Where the others can strike in their coming turns, once that has been asked.
    pub threat: Option<Threat>,
}

/// One whom the unit whose turn it is may choose.
#[derive(Clone, Debug)]
pub struct OpenTarget {
    pub id: UnitId,
    /// The order that a click would give.
    pub order: Chosen,
    /// How many it gives the chance of a reaction.
    pub given: usize,
}

impl TurnOptions {
    /// What is open with an action taken in hand, or with none: then the plainest move and attack.
    pub fn find(
        facts: &Facts,
        unit: &UnitState,
        hand: &[Card],
        chosen: Option<&Chosen>,
        occasion: &Occasion,
    ) -> Self {
        let mut open = Self { threatened: Some(threat::openings(facts, unit)), ..Self::default() };
        let target = |id: UnitId, order: Chosen| {
            let own = Order::new(facts, unit, &order);
            let given = own.map_or(0, |own| preview::given(own, occasion).len());
            OpenTarget { id, order, given }
        };
        let Some(chosen) = chosen else {
            open.going = pick::default_move(facts, hand).and_then(|chosen| Going::find(facts, unit, chosen));
            if open.going.is_none() {
                let drive = pick::default_drive(facts, hand);
                open.wheel = drive.and_then(|chosen| Wheel::find(facts, unit, chosen));
            }
            let worth = |foe: &&UnitState| {
                facts.hostile(foe, unit) && facts.present(foe) && !aboard::wrecked(facts, foe)
            };
            for foe in facts.units.iter().filter(worth) {
                if let Some(chosen) = pick::default_attack(facts, unit, hand, foe.id()) {
                    open.targets.push(target(foe.id(), chosen));
                }
            }
            // The first is what is advised: what gives nobody a chance, then what is plain, then what is near.
            open.targets.sort_by_cached_key(|target| {
                let order = Order::new(facts, unit, &target.order);
                let plain = order.map(|order| legal::plainness(facts, unit, order.def));
                (target.given, plain, facts.unit(target.id).map(|foe| facts.distance(unit, foe)))
            });
            return open;
        };
        let Some(def) = facts.book.action(chosen.action).cloned() else { return open };
        let mut chosen = chosen.clone();
        match pick::need(facts, unit, &def, &mut chosen) {
            NextParameter::Square => open.going = Going::find(facts, unit, chosen),
            NextParameter::Target => {
                for other in facts.units.iter().filter(|other| facts.present(other)) {
                    let aimed = chosen.clone().against(other.id());
                    if let Ok(aimed) = pick::armed(facts, unit, &def, aimed, occasion) {
                        open.targets.push(target(other.id(), aimed));
                    }
                }
            }
            NextParameter::Charge => {
                let charges = legal::charges(facts, unit, &def).into_iter();
                let charges = charges.map(|charge| target(charge.target, chosen.clone().charging(charge)));
                open.targets = charges.collect();
            }
            NextParameter::Aim => {
                let mut squares = legal::squares(facts, unit.id(), &chosen.act(), occasion);
                if def.asks.contains(&Parameter::Landing) {
                    legal::landings(facts, unit).into_iter().for_each(|square| {
                        squares.insert(square);
                    });
                }
                open.aim = Some((squares, chosen));
            }
            NextParameter::Course => open.wheel = Wheel::find(facts, unit, chosen),
            NextParameter::Menu(..) | NextParameter::Nothing => {}
        }
        open
    }

    /// The order that a click on a unit would give.
    pub fn aimed(&self, target: UnitId) -> Option<&Chosen> {
        self.targets.iter().find(|own| own.id == target).map(|own| &own.order)
    }
}

/// Everything that goes into the overlay.
pub struct OverlayInput<'a> {
    /// Who sits at the screen, and how sides are called and coloured.
    pub play: &'a Play,
    /// What is known.
    pub facts: &'a Facts,
    /// The unit whose turn it is, if it is one's own.
    pub unit: Option<&'a UnitState>,
    pub open: &'a TurnOptions,
    /// Where the pointer is.
    pub pointed: Option<At>,
    /// Who of those there is meant.
    pub aimed: Option<UnitId>,
    /// Squares that answer the open question, with what is written on them.
    pub answers: &'a [(At, String)],
    /// Who does something to whom, if that is what a question is about.
    pub stake: Option<&'a Stake>,
    /// The squares of the answer that is pointed at.
    pub asked: &'a [At],
    /// The squares of the other answers.
    pub others: &'a [At],
    /// What an area attack at the pointer would do.
    pub stamp: Option<&'a AreaEffect>,
    /// The path laid out.
    pub laid: Option<&'a [Square]>,
    /// With fog: the squares in sight, and those ever seen.
    pub fog: Option<&'a (SquareSet, SquareSet)>,
    /// What would be if the unit stood where the pointer is.
    pub stand: Option<&'a Stand>,
    /// Whether the others' threat is shown in full; else only within reach.
    pub threat: bool,
}

/// The way that is laid down or pointed at, with how the unit would stand at its end; what is written on it is noted.
fn way(
    ground: &OverlayInput<'_>,
    unit: &UnitState,
    going: &Going,
    notes: &mut Vec<Note>,
) -> Option<(Vec<At>, Option<Ghost>)> {
    let laid = ground.laid.map(<[Square]>::to_vec);
    let hovered = ground.pointed.map(show::square).and_then(|square| going.path_to(square));
    let begun = Some(&going.begun).filter(|begun| !begun.is_empty()).cloned();
    let squares = laid.or(hovered).or(begun)?;
    let body = ground.facts.moving(unit).place.area;
    let inner = Square::new((i16::from(body.columns) - 1).max(0) / 2, (i16::from(body.rows) - 1).max(0) / 2);
    let steps = std::iter::once(body.origin).chain(squares.iter().copied());
    let path = steps.map(|square| show::at(square) + show::at(inner)).collect();
    // The hint beside the pointer describes what is pointed at.
    let last = squares.last().copied().filter(|last| ground.pointed != Some(show::at(*last)));
    if let Some((last, note)) = last.and_then(|last| Some((last, going.note(last)?))) {
        notes.push(Note { at: show::at(last), text: note, weight: Weight::Price, ..Note::default() });
    }
    if going.provokes {
        notes.extend(loss(ground.facts, unit, &squares));
    }
    Some((path, going.ghost(ground.facts, unit, &squares)))
}

/// What the openings on a way would cost, written where the first is given.
fn loss(facts: &Facts, unit: &UnitState, path: &[Square]) -> Option<Note> {
    let risk = preview::risk(facts, unit, path)?;
    let text = say!("way-risk", n = preview::written(facts, unit, risk.loss)?);
    Some(Note { at: show::at(risk.at), text, weight: Weight::Harm, loss: true, ..Note::default() })
}

/// Squares to aim at that are lit one by one, at most.
const FEW: usize = 24;

/// The overlay of a table on which nothing lies but fog.
pub fn fog_alone(map: &Map, fog: Option<&(SquareSet, SquareSet)>) -> Overlay {
    let mark = |square: Square| match fog {
        Some((seen, _)) if seen.contains(square) => 0,
        Some((_, explored)) if explored.contains(square) => mark::DARK,
        Some(_) => mark::DARK | mark::UNKNOWN,
        None => 0,
    };
    Overlay { marks: map.squares().map(mark).collect(), ..Overlay::default() }
}

/// The side in whose colour and hatch it is drawn what others threaten.
fn threat_side(play: &Play) -> usize {
    play.seats.iter().position(|seat| Some(seat.side) != play.seat).unwrap_or(0)
}

pub fn overlay(ground: &OverlayInput<'_>) -> Overlay {
    let dark = fog_alone(&ground.facts.map, ground.fog);
    let mut sheet = Sheet { ground, laid: Overlay { threat_side: threat_side(ground.play), ..dark } };
    sheet.lay_ground();
    sheet.lay_goals();
    sheet.lay_covers();
    sheet.lay_going();
    sheet.lay_aims();
    sheet.lay_targets();
    sheet.lay_stake();
    sheet.lay_threat();
    sheet.laid
}

/// An overlay being laid.
struct Sheet<'g, 'a> {
    ground: &'g OverlayInput<'a>,
    laid: Overlay,
}

impl Sheet<'_, '_> {
    fn put(&mut self, square: Square, bits: u32) {
        if let Some(n) = self.ground.facts.map.index(square)
            && let Some(own) = self.laid.marks.get_mut(n)
        {
            *own |= bits;
        }
    }

    fn put_all(&mut self, squares: impl IntoIterator<Item = Square>, bits: u32) {
        for square in squares {
            self.put(square, bits);
        }
    }

    fn note(&mut self, at: At, text: String, weight: Weight) {
        self.laid.notes.push(Note { at, text, weight, ..Note::default() });
    }

    /// The same of what units of a side would lose.
    fn note_loss(&mut self, at: At, text: String, (weight, side): (Weight, Side)) {
        let loss = self.ground.play.seat == Some(side);
        self.laid.notes.push(Note { at, text, weight, loss, ..Note::default() });
    }

    /// The spells that lie on the ground, as far as it is in sight.
    fn lay_ground(&mut self) {
        let ground = self.ground;
        let seen = |square: &Square| ground.fog.is_none_or(|(seen, _)| seen.contains(*square));
        for active in ground.facts.spells.iter().filter(|active| active.places().iter().any(seen)) {
            self.put_all(active.places().iter().copied(), mark::AREA);
            if let Some(at) = active.square.or(active.squares.first().copied()) {
                let name = words::capital(&ground.facts.book.name_of(active.spell));
                self.note(show::at(at), name, Weight::Ground);
            }
        }
    }

    /// Where sides win, with the names of these places, in a side's colour where only that side wins there (S-19).
    fn lay_goals(&mut self) {
        let facts = self.ground.facts;
        for (patch, kind) in facts.goal_places() {
            self.put_all(facts.map.squares().filter(|square| patch.contains(*square)), mark::GOAL);
            let middle = (show::at(patch.0) + show::at(patch.1)) / 2;
            let side = match facts.wins_at(*kind).as_slice() {
                [(side, _)] => Some(self.ground.play.colour(*side)),
                _ => None,
            };
            let text = words::capital(&facts.book.name_of(*kind));
            self.laid.notes.push(Note { at: middle, text, side, ..Note::default() });
        }
    }

    /// What shields of low precision cover, and what they can still take (D-59). Each side's have a border of their own in
    /// its colour, also where they lie over another's.
    fn lay_covers(&mut self) {
        let facts = self.ground.facts;
        let mut first = None;
        for bearer in facts.units.iter().filter(|unit| facts.present(unit)) {
            let area = &bearer.place.area;
            let Some(reach) = harm::covers(bearer).map(|shield| shield.reach).max() else { continue };
            let near = |square: &Square| area.distance(&Area::one(*square)) <= reach;
            let same = *first.get_or_insert(bearer.side()) == bearer.side();
            let bit = if same { mark::COVERED } else { mark::COVERED_TOO };
            self.put_all(facts.map.squares().filter(near), bit);
            self.laid.cover_sides[usize::from(!same)] = self.ground.play.colour(bearer.side());
            let points: i32 = harm::covers(bearer).map(|shield| shield.points).sum();
            self.note(show::at(area.origin), say!("cover-points", n = points), Weight::Ground);
        }
    }

    /// Where the unit may go, and the way.
    fn lay_going(&mut self) {
        let ground = self.ground;
        let (facts, open) = (ground.facts, ground.open);
        let Some(unit) = ground.unit else { return };
        if let Some(wheel) = &open.wheel {
            self.put_all(wheel.squares(), mark::REACH);
            if let Some(square) = ground.pointed.map(show::square) {
                self.laid.path = wheel.way(facts, unit, square);
                self.laid.ghost = wheel.ghost(facts, unit, square);
            }
        }
        let Some(going) = &open.going else { return };
        // What is driven or ridden goes there, and covers its own squares.
        let body = facts.moving(unit).place.area;
        let reached = |at: At| going.path_to(show::square(at)).is_some();
        let walks = ground.laid.is_some() || !going.begun.is_empty() || ground.pointed.is_some_and(reached);
        for (square, cost) in going.squares() {
            let bits = if going.is_likely(cost) { mark::REACH } else { mark::FAR };
            for covered in body.at(square).squares() {
                let provokes =
                    walks && going.provokes && open.threatened.as_ref().is_some_and(|s| s.contains(covered));
                self.put(covered, if provokes { bits | mark::PROVOKES } else { bits });
            }
        }
        if !ground.threat {
            self.laid.increments = increments(facts, unit, going, &mut self.laid.notes);
        }
        if let Some((way, stands)) = way(ground, unit, going, &mut self.laid.notes) {
            (self.laid.path, self.laid.ghost) = (way, stands);
        }
        // Nothing of an increment is written over the way or what is pointed at.
        let Overlay { path, notes, .. } = &mut self.laid;
        let beside = |own: &At, note: &Note| (*own - note.at).abs().cmple(bevy::math::IVec2::X).all();
        notes.retain(|note| {
            note.weight != Weight::Way || !path.iter().chain(&ground.pointed).any(|own| beside(own, note))
        });
        for (point, cost) in &going.points {
            self.put(*point, mark::TARGET);
            if going.end() != Some(*point) {
                self.note(show::at(*point), cost.to_string(), Weight::Price);
            }
        }
    }

    /// Squares to aim at, what an area at the pointer would do, and the answers of a question.
    fn lay_aims(&mut self) {
        let ground = self.ground;
        if let Some((squares, _)) = &ground.open.aim {
            // A few are lit one by one; where there are many, the line around them says more.
            let bits = if squares.count() <= FEW { mark::TARGET } else { mark::REACH };
            self.put_all(squares.iter(), bits);
        }
        if let Some(stamp) = ground.stamp {
            self.put_all(stamp.covered.iter().copied().map(show::square), mark::AREA);
            self.put_all(stamp.astray.iter().copied().map(show::square), mark::FAR);
            for (at, text) in &stamp.notes {
                match ground.facts.units_on(show::square(*at)).next() {
                    Some(unit) => self.note_loss(*at, text.clone(), (Weight::Odds, unit.side())),
                    None => self.note(*at, text.clone(), Weight::Odds),
                }
            }
        }
        self.put_all(ground.asked.iter().copied().map(show::square), mark::AREA);
        self.put_all(ground.others.iter().copied().map(show::square), mark::FAR);
        for (at, text) in ground.answers {
            self.put(show::square(*at), mark::TARGET);
            if !text.is_empty() {
                self.note(*at, text.clone(), Weight::Odds);
            }
        }
    }

    /// Whom the unit may choose whose counter does not tell it; of the one pointed at what it would come to, the way there.
    fn lay_targets(&mut self) {
        let ground = self.ground;
        let facts = ground.facts;
        for OpenTarget { id, order: chosen, .. } in &ground.open.targets {
            let Some(target) = facts.unit(*id) else { continue };
            if show::lies(facts, target) == Pose::Dead {
                self.put_all(target.place.area.squares(), mark::TARGET);
            }
            // Of a vehicle and its riders only one.
            let aimed = ground.aimed == Some(target.id());
            let Some(unit) = ground.unit.filter(|_| aimed) else { continue };
            let number = ground.play.number(target.id());
            self.laid.target = Some(number);
            self.laid.aim =
                Some((ground.play.number(unit.id()), number)).filter(|_| chosen.args.path.is_empty());
            if !chosen.args.path.is_empty() {
                let def = facts.book.action(chosen.action);
                if def.is_some_and(|def| preview::steps_provoke(facts, def)) {
                    self.laid.notes.extend(loss(facts, unit, &chosen.args.path));
                }
                let way = std::iter::once(unit.place.area.origin).chain(chosen.args.path.iter().copied());
                self.laid.path = way.map(show::at).collect();
            }
            if let Some((way, stands)) = wheel::ramming(facts, unit, chosen) {
                (self.laid.path, self.laid.ghost) = (way, stands);
            }
        }
    }

    /// Whom a question is about: the line from who does it to whom, and what that takes.
    fn lay_stake(&mut self) {
        let facts = self.ground.facts;
        let Some(stake) = self.ground.stake else { return };
        let known = |id| facts.unit(id).filter(|own| facts.present(own));
        let Some(to) = known(stake.to) else { return };
        self.laid.target = Some(self.ground.play.number(to.id()));
        if let Some(by) = known(stake.by) {
            // Whose turn it is has a frame of its own.
            if facts.turn != Some(by.id()) {
                self.put_all(by.place.area.squares(), mark::TARGET);
            }
            self.laid.aim = Some((self.ground.play.number(by.id()), self.ground.play.number(to.id())));
        }
        if !stake.text.is_empty() {
            // Of several in a vehicle it says who.
            let text = match facts.vehicle_of(to) {
                Some(_) => format!("{} {}", to.identity.name, stake.text),
                None => stake.text.clone(),
            };
            self.note_loss(show::at(to.place.area.origin), text, (Weight::Harm, to.side()));
        }
    }
}
