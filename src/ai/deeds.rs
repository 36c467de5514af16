//! Everything on one's own turn that is neither an attack nor a move: getting up, aiming, loading, drawing, tending
//! others, waiting for a foe.
//!
//! An action's steps say what it is good for. Aiming is in `aiming`, what is done for others in `tending`.

use super::{
    aiming::aim,
    contests, feats,
    hands::{draw, nearest, pick_up, reload, take_out},
    magic,
    mind::Mind,
    moves::after,
    position::standing,
    tending::{support, tend},
    turn::Found,
    ways::{cost, price},
    weights,
};
use crate::{
    key::Key,
    rules::{
        action::{ActionDef, EffectDef, Hole, ItemPlace, Step, To},
        economy::Mode,
        facts::{Condition, ThingPlace, WatchFor},
        legal::{self, Act, Args, WatchArgs},
        modifier::Until,
    },
};

/// The best attack from where the unit stands: what it is worth, its way, its foe.
type Struck = Option<(f64, usize, usize)>;

/// One action being looked at.
pub struct Deed<'a> {
    /// The action.
    pub def: &'a ActionDef,
    mode: Mode,
    /// Pools and amounts.
    pub cost: Vec<(Key, i32)>,
    /// The amount chosen, if it asks for one.
    pub amount: Option<i32>,
    /// What it costs besides points.
    pub price: f64,
    /// What it does where nothing has to be rolled, and where its check succeeds.
    pub effects: Vec<EffectDef>,
}

impl Deed<'_> {
    /// The command's action.
    pub fn act(&self, args: Args) -> Act {
        let args = Args { amount: args.amount.or(self.amount), ..args };
        Act { action: self.def.id, mode: self.mode, args }
    }

    fn item(&self, place: ItemPlace) -> bool {
        self.def.asks.contains(&Hole::Item { place })
    }

    fn does(&self, what: &EffectDef) -> bool {
        self.effects.contains(what)
    }
}

/// All other candidates. `here` is what the unit's place is worth as it is.
pub fn deeds(mind: &mut Mind<'_>, here: f64, struck: Struck, found: &mut Found) {
    let book = mind.facts.book.clone();
    let modes: &[Mode] = match book.settings.economy.modes.is_empty() {
        true => &[Mode::Standard, Mode::Free],
        false => &[Mode::Standard, Mode::Swift, Mode::Free],
    };
    let top = found.iter().map(|(score, _)| *score).fold(0.0, f64::max);
    let fights =
        struck.is_some() || found.iter().any(|(score, act)| *score > 0.0 && act.args.target.is_some());
    for def in book.actions.iter() {
        let drives = def.asks.iter().any(|hole| matches!(hole, Hole::Course { .. }));
        if def.is_reaction() || def.path().is_some() || drives || (def.attacks() && !helps(def)) {
            continue;
        }
        for mode in modes.iter().copied().filter(|mode| def.allows(*mode)) {
            for amount in amounts(mind, def) {
                let cost = cost(mind.facts, mind.own(), def, mode, amount);
                if (mode == Mode::Swift && cost.is_empty()) || !mind.pays(&cost, &def.tags, &[], &[]) {
                    continue;
                }
                let price = mind.price(&price(mind.facts, mind.own(), def, 0)) + mind.strain(&cost, &[]);
                let deed = Deed { def, mode, cost, amount, price, effects: effects(def) };
                weigh(mind, &deed, (here, top), struck, fights, found);
            }
        }
    }
}

/// The amounts to try of an action that asks for one.
fn amounts(mind: &Mind<'_>, def: &ActionDef) -> Vec<Option<i32>> {
    for hole in &def.asks {
        if let Hole::Amount { least, most } = hole {
            let (least, most) = (mind.facts.value(least, mind.own()), mind.facts.value(most, mind.own()));
            return (least..=most.min(least + 2)).map(Some).collect();
        }
    }
    vec![None]
}

/// All effects of an action that nothing has to be rolled for, and those of its check if it succeeds.
fn effects(def: &ActionDef) -> Vec<EffectDef> {
    let mut effects = Vec::new();
    for step in &def.steps {
        match step {
            Step::Do(list) => effects.extend(list.iter().cloned()),
            Step::Check { pass, .. } => effects.extend(pass.iter().cloned()),
            _ => {}
        }
    }
    effects
}

/// Reads from an action's steps what it is good for.
fn weigh(
    mind: &mut Mind<'_>,
    deed: &Deed<'_>,
    worth: (f64, f64),
    struck: Struck,
    fights: bool,
    found: &mut Found,
) {
    let def = deed.def;
    let (here, top) = worth;
    if def.increment.is_some() && fights {
        // What takes many turns is for when there is nobody to fight.
        return;
    }
    if contests::is_contest(def) {
        contests::deed(mind, deed, found);
    } else if feats::is_deed(def) {
        feats::deed(mind, deed, found);
    } else if def.steps.contains(&Step::Cast) {
        support(mind, deed, found);
        magic::at_squares(mind, deed, found);
    } else if magic::deals_with_effects(def) {
        magic::in_effect(mind, deed, found);
    } else if def.steps.contains(&Step::Reload) {
        reload(mind, deed, found);
    } else if def.steps.contains(&Step::Watch) {
        watch(mind, deed, fights, found);
    } else if legal::presses(def) {
        if let Some((gain, ..)) = struck {
            found.push((top + weights::PRESSED * gain, deed.act(Args::default())));
        }
    } else if def.asks.contains(&Hole::Interaction) {
        // Only a way through: what bars the door that one wants to pass.
        let wanted = mind.goal.door.and_then(|door| {
            mind.facts
                .things
                .iter()
                .find(|thing| thing.place == ThingPlace::Door(door) && !thing.barred.is_empty())
        });
        for (thing, own, possible) in legal::interactions(mind.facts, mind.own()) {
            if possible.is_ok()
                && wanted.is_some_and(|wanted| wanted.id == thing || works_on(mind, thing, wanted.id))
            {
                found.push((
                    weights::THING,
                    deed.act(Args { thing: Some(thing), interaction: Some(own), ..Args::default() }),
                ));
            }
        }
    } else if def.asks.contains(&Hole::Door) {
        if let Some(door) = mind.goal.door {
            found.push((weights::THING, deed.act(Args { door: Some(door), ..Args::default() })));
        }
    } else if deed.item(ItemPlace::Carried) && deed.does(&EffectDef::Draw) {
        draw(mind, deed, found);
    } else if deed.item(ItemPlace::Stored) && deed.does(&EffectDef::TakeOut) {
        take_out(mind, deed, found);
    } else if deed.item(ItemPlace::Wearable) && deed.does(&EffectDef::Wear) {
        let near = mind.strike < 1 || fights;
        if !near && !mind.facts.items_at(mind.own(), ItemPlace::Wearable).is_empty() {
            found.push((weights::DRESS - deed.price, deed.act(Args::default())));
        }
    } else if deed.item(ItemPlace::Ground) && deed.does(&EffectDef::PickUp) {
        pick_up(mind, deed, found);
    } else if !def.asks.iter().any(|hole| matches!(hole, Hole::Item { .. })) {
        change(mind, deed, here, found);
        aim(mind, deed, found);
        tend(mind, deed, found);
        points(mind, deed, fights, found);
    }
}

/// Whether a thing works on another.
fn works_on(mind: &Mind<'_>, thing: Key, other: Key) -> bool {
    mind.facts.thing(thing).is_some_and(|own| own.works.contains(&other))
}

fn helps(def: &ActionDef) -> bool {
    def.steps.contains(&Step::Cast)
}

/// A benefit together with the attacks that can still follow.
pub fn with_rest(mind: &mut Mind<'_>, deed: &Deed<'_>, benefit: f64) -> f64 {
    if benefit <= weights::SLIGHT {
        return 0.0;
    }
    benefit + after(mind, &deed.cost, &deed.def.tags) - deed.price
}

/// Conditions of one's own that come or go: getting up, crouching, bracing.
fn change(mind: &mut Mind<'_>, deed: &Deed<'_>, here: f64, found: &mut Found) {
    if let Some((_, known)) = mind.deeds.iter().find(|(id, _)| *id == deed.def.id) {
        // Known from another way of paying for it.
        let benefit = *known;
        let score = with_rest(mind, deed, benefit);
        if score > 0.0 {
            found.push((score, deed.act(Args::default())));
        }
        return;
    }
    let book = mind.facts.book.clone();
    let mut changed = false;
    for effect in &deed.effects {
        match effect {
            EffectDef::Lift { condition, count: _, to: To::Own } if mind.own().conditions.has(*condition) => {
                mind.tried().conditions.0.retain(|own| own.id != *condition);
                changed = true;
            }
            EffectDef::Gain { condition, to: To::Own, .. } if !mind.own().conditions.has(*condition) => {
                let Some(def) = book.condition(*condition) else { continue };
                let gained = Condition::new(*condition, 1, Until::Battle, None);
                let conditions = &mut mind.tried().conditions.0;
                conditions.retain(|own| !def.replaces.contains(&own.id));
                conditions.push(gained);
                changed = true;
            }
            _ => {}
        }
    }
    if !changed {
        return;
    }
    mind.altered();
    let benefit = standing(mind) - here;
    mind.deeds.push((deed.def.id, benefit));
    let score = with_rest(mind, deed, benefit);
    mind.restore();
    if score > 0.0 {
        found.push((score, deed.act(Args::default())));
    }
}

/// Points of another kind, for getting on with when nobody can be attacked.
fn points(mind: &mut Mind<'_>, deed: &Deed<'_>, fights: bool, found: &mut Found) {
    let gives = deed.effects.iter().find_map(|effect| match effect {
        EffectDef::Points { pool, to: To::Own, .. } => Some(*pool),
        _ => None,
    });
    if let Some(pool) = gives
        && !fights
        && mind.goal.is_set()
        && mind.facts.points(mind.own(), pool) == 0
    {
        found.push((weights::POINTS - deed.price, deed.act(Args::default())));
    }
}

/// Waiting with a shot for those who have to come near, every other round only, so that nobody waits for ever.
fn watch(mind: &mut Mind<'_>, deed: &Deed<'_>, fights: bool, found: &mut Found) {
    let asks = deed.def.asks.iter().any(|hole| matches!(hole, Hole::Amount { .. }));
    if fights || asks || mind.facts.round.is_multiple_of(2) {
        return;
    }
    let Some(uses) = deed.def.weapon_use() else { return };
    let moves = deed.def.asks.iter().all(|hole| match hole {
        Hole::Watch { triggers, .. } => {
            triggers.is_empty() || triggers.iter().any(|own| *own == WatchFor::EnemyMoves.kind())
        }
        _ => true,
    });
    if !moves {
        return;
    }
    let tag = deed.def.asks.iter().find_map(|hole| match hole {
        Hole::Watch { tag, .. } => *tag,
        _ => None,
    });
    let book = mind.facts.book.clone();
    let Some(then) = book.actions.iter().find(|def| {
        def.attacks() && def.weapon_use() == Some(uses) && tag.is_none_or(|tag| def.tags.contains(&tag))
    }) else {
        return;
    };
    let Some(foe) = nearest(mind) else { return };
    let comes = mind.foes[foe].able && mind.foes[foe].ways.iter().all(|way| way.melee);
    let Some(way) = mind.ways.iter().find(|way| way.def.id == then.id) else { return };
    let distance = mind.facts.distance(mind.own(), &mind.facts.units[mind.foes[foe].at]);
    if !comes || distance > way.range.1 + mind.foes[foe].strike {
        return;
    }
    let known = &mind.foes[foe];
    let worth = way.worth(mind.facts, &mind.faces, &way.spec(mind.me, known.id), &known.toll, known.worth);
    let watch = WatchArgs {
        on: WatchFor::EnemyMoves,
        action: then.id,
        weapon: way.weapon,
        spell: None,
        zone: Some(way.range.1),
    };
    let args = Args { weapon: way.weapon, watch: Some(watch), ..Args::default() };
    found.push((weights::WATCH * worth - deed.price, deed.act(args)));
}
