//! The hint at the pointer: what a click would do, with odds and cost.

use super::way::strains;
use crate::message::Arg;
use crate::window::session::prelude::*;

/// So many of those who may react are named at most.
const NAMED: usize = 2;

impl BattleController {
    /// What a click where the pointer is would do, in the order in which `choose` goes.
    pub(super) fn click_hint(&self, facts: &Facts) -> Option<ClickHint> {
        let at = self.pointed_at()?;
        let square = show::square(at);
        if let Some(n) = self.answer_there(at) {
            let (text, odds) = self.question.words.get(n)?.clone();
            return Some(ClickHint { text, odds, ..ClickHint::default() });
        }
        let unit = facts.unit(self.unit()?).filter(|_| self.in_hand.menu.is_none())?;
        if let Some(chosen) = self.complete(facts, unit) {
            return self.order_hint(facts, unit, &chosen);
        }
        if let Some(chosen) = self.order_at(at) {
            return self.order_hint(facts, unit, &chosen);
        }
        if let Some(going) = &self.open.going
            && let Some(path) = going.path_to(square)
        {
            return self.path_hint(facts, unit, going, path);
        }
        let target = self.unit_at(at).and_then(|id| facts.unit(id));
        let (text, note) = match target {
            Some(foe) if facts.hostile(foe, unit) && facts.present(foe) => {
                self.instead(facts, unit, foe, &self.why_not(Some(foe.id()), square)?)
            }
            Some(_) => return None,
            None => (self.danger(facts, square)?, String::new()),
        };
        Some(ClickHint { text, note, refused: true, ..ClickHint::default() })
    }

    /// How many can attack on a square, while it is shown what the others threaten.
    fn danger(&self, facts: &Facts, square: Square) -> Option<String> {
        self.attackers(square).filter(|_| self.look.threat && !threat::is_closed(facts, square))
    }

    /// An order as it stands: what, with what, at what odds, for how much.
    fn order_hint(&self, facts: &Facts, unit: &UnitState, chosen: &Chosen) -> Option<ClickHint> {
        let order = Order::new(facts, unit, chosen)?;
        let def = order.def;
        let odds = match chosen.args.target {
            Some(_) if def.attacks() => attack_odds(facts, unit, chosen),
            Some(target) => {
                let there = preview::at_end_of_path(facts, unit, chosen);
                ContestOdds::begun(&there, unit.id(), target, def).map(|odds| preview::percent(odds.wins))
            }
            None => placed_odds(order),
        };
        let text = match with(order) {
            Some(with) => say!("click-with", action = &def.name, with = with),
            None => def.name.clone(),
        };
        let cost = self.cost(facts, unit, chosen);
        let reactions = reactions(facts, unit, &preview::given(order, &self.occasion()));
        let harm = Some(reactions).filter(|own| !own.is_empty()).into_iter();
        let harm: Vec<String> = harm.chain(self.awaits(facts, unit, chosen)).collect();
        let (odds, harm) = (odds.unwrap_or_default(), harm.join(ClickHint::AND));
        Some(ClickHint { text, odds, harm, cost, ..ClickHint::default() })
    }

    /// What is in hand, if nothing more is to be asked: then a click anywhere does it.
    pub(super) fn complete(&self, facts: &Facts, unit: &UnitState) -> Option<Chosen> {
        let mut chosen = self.in_hand.chosen.clone()?;
        let def = facts.book.action(chosen.action)?;
        (pick::need(facts, unit, def, &mut chosen) == NextParameter::Nothing).then_some(chosen)
    }

    /// The same of a move along a path.
    fn path_hint(
        &self,
        facts: &Facts,
        unit: &UnitState,
        going: &Going,
        path: Vec<Square>,
    ) -> Option<ClickHint> {
        let spent = path.last().and_then(|last| going.cost(*last)).unwrap_or(0);
        let mut note = vec![say!("click-squares", n = spent, most = going.most)];
        let strains = path.last().map(|last| strains(facts, unit, going, *last)).unwrap_or_default();
        note.extend(strains.into_iter().map(|(n, what)| format!("{} {what}", words::signed(n))));
        note.extend(path.last().and_then(|end| self.attackers(*end)));
        let note = note.join(ClickHint::AND);
        let given = if going.provokes { preview::openings(facts, unit, &path) } else { Vec::new() };
        let harm = reactions(facts, unit, &given);
        let odds = if going.sure.is_empty() { String::new() } else { preview::percent(going.chance(spent)) };
        let order = going.order(facts, unit, path);
        let text = facts.book.name_of(going.chosen.action);
        Some(ClickHint { text, odds, note, harm, cost: self.cost(facts, unit, &order), refused: false })
    }

    /// How many can attack on a square, as far as that has been looked for.
    fn attackers(&self, square: Square) -> Option<String> {
        let n = self.open.threat.as_ref()?.attackers(square);
        (n > 0).then(|| say!("click-attackers", n = n))
    }

    /// What an order costs. The price of a spell goes with it, since one takes more than another.
    fn cost(&self, facts: &Facts, unit: &UnitState, chosen: &Chosen) -> Cost {
        let Ok(plan) = legal::plan(facts, unit.id(), &chosen.act(), &self.occasion()) else {
            return Cost::default();
        };
        let price = chosen.args.spell.map(|_| words::price(&facts.book, &plan.price));
        words::paid(&facts.book, &plan.cost, &[], price.unwrap_or_default())
    }

    /// Why an enemy can't be attacked; of one that is too far away by how much, and in a line of its own whether a move
    /// helps.
    fn instead(&self, facts: &Facts, unit: &UnitState, foe: &UnitState, why: &Refusal) -> (String, String) {
        if self.in_hand.chosen.is_some() || !is_far(why) {
            return (words::reason(why), String::new());
        }
        let over = squares_over(why);
        let Some((squares, pool, left)) = self.left_after_move(facts, unit, foe) else {
            let text = over.map_or_else(|| words::reason(why), |n| say!("click-too-far", n = n));
            return (text, String::new());
        };
        let moves = match left {
            ..=0 => say!("click-move-first", n = squares),
            left => {
                let left = words::cost(&facts.book, &[(pool, left)], &[]);
                say!("click-move-first-left", n = squares, left = left)
            }
        };
        match over {
            Some(n) => (words::capital(&say!("row-too-far", n = n)), moves),
            None => (moves, String::new()),
        }
    }

    /// Why a card is grey, in few words: of an attack whose targets are all too far away by how much the nearest is.
    pub(super) fn barred(&self, facts: &Facts, unit: Option<&UnitState>, offer: &Offer) -> String {
        let Some(why) = &offer.refusal else { return String::new() };
        let over = unit.filter(|_| is_far(why)).and_then(|unit| {
            let foes = facts.units.iter().filter(|foe| facts.hostile(foe, unit) && facts.present(foe));
            let refused = foes.filter_map(|foe| {
                let order = Chosen::new(offer.action, offer.mode).against(foe.id());
                squares_over(&preview::refused(facts, unit, &order, &self.occasion())?)
            });
            refused.min()
        });
        over.map_or_else(|| locale::short(why), |n| say!("row-too-far", n = n))
    }

    /// What is left to spend after a move into reach of an enemy and the plainest attack on it: how many squares that
    /// move takes, what is left of which pool; none where both can't be done.
    fn left_after_move(&self, facts: &Facts, unit: &UnitState, foe: &UnitState) -> Option<(usize, Key, i32)> {
        let going = self.open.going.as_ref()?;
        let (least, most) = facts.threat_range(unit);
        let body = facts.moving(unit).place.area;
        let ready = facts.in_hand(unit, WeaponUse::Ranged).filter(|(item, def)| item.has_shots(def, 1));
        let shoots = ready.map(|(_, def)| attack::extent(facts, unit, &Armament::Weapon(def)).1).max();
        let within = |at: Square| {
            let distance = body.at(at).distance(&foe.place.area);
            (least..=most).contains(&distance) || shoots.is_some_and(|most| distance <= most)
        };
        let near = going.squares().filter(|(square, _)| within(*square)).min_by_key(|(_, cost)| *cost)?;
        let path = going.path_to(near.0)?;
        let squares = path.len();
        let order = going.order(facts, unit, path);
        let moved = legal::plan(facts, unit.id(), &order.act(), &self.occasion()).ok()?;
        let mut there = preview::at_end_of_path(facts, unit, &order);
        for (id, n) in &moved.cost {
            let pools = &mut there.unit_mut(unit.id())?.pools.0;
            pools.iter_mut().filter(|pool| pool.id == *id).for_each(|pool| pool.spent += n);
        }
        let own = there.unit(unit.id())?;
        let attack = pick::plainest_attack(&there, unit.id(), foe.id(), &self.occasion())?;
        let attack = Some(attack).filter(|own| own.args.target == Some(foe.id()))?;
        let plan = legal::plan(&there, unit.id(), &attack.act(), &self.occasion()).ok()?;
        let (pool, cost) = *plan.cost.first()?;
        Some((squares, pool, there.points(own, pool) - cost))
    }
}

/// Who may react to what gives them a chance, what they would take on average, and whether one may well fall by it;
/// empty where nobody gets one.
fn reactions(facts: &Facts, unit: &UnitState, given: &[(&UnitState, Square)]) -> String {
    let Some(risk) = preview::at_risk(facts, unit, given) else { return String::new() };
    let openings = if given.len() > NAMED {
        say!("click-openings", n = given.len())
    } else {
        let names: Vec<String> = given.iter().map(|(foe, _)| foe.identity.name.clone()).collect();
        say!("click-provokes", units = words::list(&names))
    };
    let openings = match preview::written(facts, unit, risk.loss) {
        Some(loss) => say!("click-openings-loss", openings = openings, loss = loss),
        None => openings,
    };
    let told: Vec<String> = std::iter::once(openings).chain(preview::lethal(risk.falls)).collect();
    told.join(ClickHint::AND)
}

/// Whether something is refused because it is too far away.
pub(super) fn is_far(why: &Refusal) -> bool {
    ["out_of_range", "out_of_reach", "too_far"].contains(&why.code.as_str())
}

/// By how many squares a target is too far away, where the rules refuse it for that.
fn squares_over(why: &Refusal) -> Option<i64> {
    let number = |name: &str| {
        why.message.args.iter().find_map(|(id, arg)| match arg {
            Arg::Number(n) if id.as_str() == name => Some(*n),
            _ => None,
        })
    };
    Some(number("distance")? - number("most")?).filter(|over| *over > 0)
}

/// The chance of a spell that is cast on a square: "80% to succeed".
fn placed_odds(order: Order<'_>) -> Option<String> {
    let Order { facts, unit, def, chosen } = order;
    let spell = chosen.args.spell.filter(|_| def.steps.contains(&Step::Cast))?;
    let chance = pick::placed_chance(facts, unit, facts.book.spell(spell)?, chosen.args.square?)?;
    Some(format!("{} {}", percent(chance), say!("number-succeed")))
}

/// The chances of an attack, from where it would be made, and what it takes on average.
fn attack_odds(facts: &Facts, unit: &UnitState, chosen: &Chosen) -> Option<String> {
    let Some(odds) = threat::landing(facts, unit, chosen) else {
        return preview::hit_chance(Order::new(facts, unit, chosen)?).map(preview::percent);
    };
    // What takes nothing has no number for it.
    let mean = odds.mean_thousandths();
    let target = chosen.args.target.and_then(|id| facts.unit(id)).filter(|_| mean > 0);
    let harm = target.map(|target| preview::mean_in_short(facts, target, mean));
    let told = std::iter::once(preview::leading(&odds).told()).chain(harm);
    Some(told.collect::<Vec<String>>().join(ClickHint::AND))
}

/// What an attack is made with.
pub(super) fn with(order: Order<'_>) -> Option<String> {
    order.def.attacks().then(|| preview::made_with(order)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::window::session::controller::parts::Menu;

    #[test]
    fn a_spell_at_a_square_tells_its_chance_and_its_price_at_the_pointer_a121() {
        let mut game = TestGame::of(&library(), "duel_of_summoners", 5, false);
        for _ in 0..40 {
            game.until_a_full_hand();
            let casts = |card: &Card| card.action == "attack_spell" && card.is_possible();
            let Some(card) = game.controller.hand.iter().position(casts) else {
                game.obey(&Intent::Auto(1));
                continue;
            };
            game.obey(&Intent::Card(card));
            let book = game.controller.facts.as_ref().unwrap().book.clone();
            let placed = |own: &MenuEntry| match own.pick {
                MenuPick::Spell(id) => own.why_not.is_none() && book.spell(id).unwrap().at_square(),
                _ => false,
            };
            let found = match &game.controller.in_hand.menu {
                Some(Menu::Fill(choices)) => choices.iter().position(placed),
                _ => None,
            };
            let Some(n) = found else {
                game.obey(&Intent::Cancel);
                game.obey(&Intent::Auto(1));
                continue;
            };
            let answer = game.table.prompt.as_ref().unwrap().answers[n].clone();
            assert!(answer.odds.contains('%') && !answer.cost.price.is_empty(), "{answer:?}");
            game.obey(&Intent::Answer(n));
            let square = game.controller.open.aim.as_ref().and_then(|(squares, _)| squares.iter().next());
            game.obey(&Intent::Point(Some(show::at(square.unwrap()))));
            let hint = game.table.click_hint.clone().unwrap();
            assert!(hint.odds.ends_with("% to succeed"), "{hint:?}");
            assert_eq!(hint.cost.price, answer.cost.price);
            return;
        }
        panic!("nobody can cast at a square");
    }

    #[test]
    fn how_far_too_far_a_target_is_comes_from_the_refusal() {
        let over = |distance: i32, most: i32| {
            let text = message!("core-x-squares-away-at-most-x", distance, most);
            squares_over(&Refusal::new("out_of_range", text, None))
        };
        assert_eq!([over(15, 2), over(2, 1), over(1, 2)], [Some(13), Some(1), None]);
        let other = Refusal::new("out_of_reach", message!("core-it-is-too-far-away"), None);
        assert_eq!(squares_over(&other), None);
    }
}
