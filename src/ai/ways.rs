//! The ways in which a unit can attack. What each is worth is in [`super::worth`].

use std::cell::{LazyCell, RefCell};

use crate::ai::prelude::*;

/// One way of attacking: an action with what it is done with.
#[derive(Clone, Debug)]
pub struct AttackWay {
    /// The action.
    pub def: Arc<ActionDef>,
    /// How it is paid.
    pub mode: Mode,
    /// The weapon, by its name on the unit.
    pub weapon: Option<Key>,
    /// Further weapons in hand that join the attack (D-26).
    pub more: Vec<Key>,
    /// The spell.
    pub spell: Option<Key>,
    /// Pools and amounts.
    pub cost: Vec<(Key, i32)>,
    /// Tracks (or `initiative`) and amounts.
    pub price: Vec<(Key, i32)>,
    /// In mêlée.
    pub melee: bool,
    /// Squares, least and most.
    pub range: (i32, i32),
    /// It opens the attacker to opportunity attacks.
    pub provokes: bool,
    /// How many times it can be done before the weapon has to be loaded, or the spell is gone.
    pub times: i32,
    /// The rounds of a burst that it names (C-83).
    pub amount: Option<i32>,
    /// Rounds that it fires.
    pub rounds: i32,
    /// What it covers, if it covers an area.
    pub area: Option<Template>,
    /// It makes a difference in which square one stands, the distance left aside.
    pub placed: bool,
    /// The first way that differs from it only in how it is paid.
    pub twin: usize,
    /// What it was found to be worth to bind somebody in a kind of relation.
    pub holds: RefCell<Vec<((UnitId, Key), f64)>>,
    /// By how much it, opened or not, was found to leave more of a hit on somebody who has fewer answers.
    pub unanswered: RefCell<Vec<((UnitId, bool), f64)>>,
}

impl AttackWay {
    /// The attack on a target.
    pub fn spec(&self, by: UnitId, target: UnitId) -> AttackSpec<'_> {
        AttackSpec::new(by, target, &self.def).armed(self.weapon, self.spell).firing(self.rounds)
    }

    /// The command's arguments.
    pub fn act(&self, target: UnitId) -> Act {
        let args = Args {
            target: Some(target),
            weapon: self.weapon,
            spell: self.spell,
            amount: self.amount,
            ..Args::default()
        };
        Act { action: self.def.id, mode: self.mode, args }
    }

    /// What a weapon or spell makes of an action, done once.
    fn new(
        facts: &Facts,
        unit: &UnitState,
        def: &Arc<ActionDef>,
        mode: Mode,
        (weapon, spell): (Option<Key>, Option<Key>),
        armament: &Armament<'_>,
    ) -> Self {
        let (level, melee, placed, provokes) = match armament {
            Armament::Spell(spell) => (spell.level, false, false, spell.provokes != Provokes::Never),
            Armament::Weapon(weapon) => {
                let provokes = match def.provokes {
                    Provokes::Always | Provokes::IfCheck => true,
                    Provokes::IfUnarmed => weapon.unarmed,
                    Provokes::Never | Provokes::PerSquare => false,
                };
                let melee = weapon.uses == WeaponUse::Melee;
                (0, melee, bursts::placed(facts, unit, weapon), provokes)
            }
        };
        let mut cost = legal::cost(facts, unit, &def.cost, mode);
        if let Armament::Weapon(weapon) = armament {
            cost.extend(legal::cost(facts, unit, &weapon.takes, mode));
        }
        Self {
            def: def.clone(),
            mode,
            weapon,
            more: Vec::new(),
            spell,
            cost,
            price: price(facts, unit, def, level),
            melee,
            range: attack::extent(facts, unit, armament),
            provokes,
            times: 1,
            amount: None,
            rounds: 1,
            area: area::shape(facts, unit, def, armament),
            placed,
            twin: 0,
            holds: RefCell::default(),
            unanswered: RefCell::default(),
        }
    }
}

/// What is worked out once for each of some things.
pub fn once<T: PartialEq>(known: &RefCell<Vec<(T, f64)>>, what: T, found: impl FnOnce() -> f64) -> f64 {
    let before = known.borrow().iter().find(|(own, _)| *own == what).map(|(_, worth)| *worth);
    before.unwrap_or_else(|| {
        let worth = found();
        known.borrow_mut().push((what, worth));
        worth
    })
}

/// What an action costs with a stated amount.
pub fn cost(
    facts: &Facts,
    unit: &UnitState,
    def: &ActionDef,
    mode: Mode,
    (amount, ward): (Option<i32>, Option<Key>),
) -> Vec<(Key, i32)> {
    if def.increment.and_then(|own| facts.book.settings.tasks.as_ref()?.rounds(own)).is_some() {
        return legal::whole_turn(facts, unit);
    }
    let economy = &facts.book.settings.economy;
    let each = def.cost.iter().map(|cost| {
        let value = facts.evaluate(&cost.1, unit, None, &|name| match name == "amount" {
            true => Some(i64::from(amount.unwrap_or(1))),
            false => unit.buying(ward, name),
        });
        (economy.pool_for(cost.0, mode), i32::try_from(value).unwrap_or(i32::MAX))
    });
    each.filter(|(_, amount)| *amount != 0).collect()
}

/// How actions may be paid on one's own turn.
pub fn modes(facts: &Facts) -> &'static [Mode] {
    match facts.book.settings.economy.modes.is_empty() {
        true => &[Mode::Standard, Mode::Free],
        false => &[Mode::Standard, Mode::Swift, Mode::Free],
    }
}

/// All ways in which a unit could attack with what it has in hand and in its slots, whatever it has left to pay with.
pub fn ways(facts: &Facts, unit: &UnitState, modes: &[Mode]) -> Vec<AttackWay> {
    ways_of(facts, unit, modes, |_| true)
}

/// The ways in which it could strike at openings that foes give it, in a book that has actions for that alone (S-66).
pub fn at_openings(facts: &Facts, unit: &UnitState) -> Vec<AttackWay> {
    ways_of(facts, unit, &[Mode::Immediate], |def| def.on.contains(&Moment::Provoked))
}

/// All ways with actions that fit.
fn ways_of(
    facts: &Facts,
    unit: &UnitState,
    modes: &[Mode],
    fits: impl Fn(&ActionDef) -> bool,
) -> Vec<AttackWay> {
    let mut found = Vec::new();
    let bare = LazyCell::new(|| barest(facts, unit));
    for def in facts.book.actions.iter().filter(|def| fits(def)) {
        let fire = FireDef::of(def);
        let idle = fire.blind || fire.location.is_some_and(|part| !bare.contains(&part));
        // An attack for openings only is one when nothing but answers is looked for (S-66).
        let opening = *modes == [Mode::Immediate] && def.on.contains(&Moment::Provoked);
        if !def.attacks()
            || def.is_reaction() && !opening
            || def.path().is_some()
            || def.manoeuvre.is_some()
            || idle
            || !facts.has_action(unit, def)
        {
            continue;
        }
        for mode in modes
            .iter()
            .copied()
            .filter(|mode| def.allows(*mode) && (*mode != Mode::Free || def.cost.is_empty()))
        {
            if def.steps.contains(&Step::Cast) {
                castings(facts, unit, def, mode, &mut found);
                continue;
            }
            let Some(uses) = def.weapon_use() else { continue };
            let mut kinds: Vec<Key> = Vec::new();
            for (item, weapon) in facts.in_hand(unit, uses) {
                if kinds.contains(&item.def) || !item.has_shots(weapon, 1) {
                    continue;
                }
                let pair = def.needs.iter().any(|need| matches!(need, Need::Another(_)));
                let alone = weapon.unarmed || !facts.armed_besides(unit, Some(item.id));
                if !fire::serves(def, weapon) || pair && alone {
                    continue;
                }
                kinds.push(item.def);
                let bursts = fire::amounts(def, weapon).into_iter().map(|amount| {
                    let rounds = fire::rounds(facts, unit, def, Some(item.id), amount);
                    (amount, rounds, rounds * FireDef::of(def).times)
                });
                let bursts = bursts.filter(|(.., used)| item.has_shots(weapon, *used));
                let with = (Some(item.id), None);
                let mut way = AttackWay::new(facts, unit, def, mode, with, &Armament::Weapon(weapon));
                if !weapon.portions.is_empty() {
                    way.more = further(facts, unit, def, item.id, way.range.1);
                }
                found.extend(bursts.map(|(amount, rounds, used)| AttackWay {
                    times: match (item.shots(weapon), weapon.uses) {
                        (Some(left), _) => left / used.max(1),
                        (None, WeaponUse::Thrown) if !weapon.natural => 1,
                        (None, _) => 9,
                    },
                    amount,
                    rounds,
                    ..way.clone()
                }));
            }
        }
    }
    for at in 0..found.len() {
        let (known, rest) = found.split_at_mut(at);
        let own = &mut rest[0];
        let same = |other: &AttackWay| {
            let with = (other.weapon, other.spell, other.amount) == (own.weapon, own.spell, own.amount);
            with && other.def.id == own.def.id
        };
        own.twin = known.iter().position(same).unwrap_or(at);
    }
    found
}

/// The weapons in hand that may join an attack with another, reaching as far; the first may be fired again (D-26).
pub fn further(facts: &Facts, unit: &UnitState, def: &ActionDef, first: Key, range: i32) -> Vec<Key> {
    let Some(uses) = def.weapon_use() else { return Vec::new() };
    let reaches = |weapon: &WeaponDef| attack::extent(facts, unit, &Armament::Weapon(weapon)).1 >= range;
    let joins = |weapon: &WeaponDef| !weapon.natural && !weapon.portions.is_empty() && reaches(weapon);
    let others = facts
        .in_hand(unit, uses)
        .filter(|(item, weapon)| (item.id != first || weapon.more_shots > 0) && joins(weapon));
    others.map(|(item, _)| item.id).collect()
}

/// The part of the body to aim at (S-62): where a foe wears least, if most blows strike it where it wears more.
fn barest(facts: &Facts, unit: &UnitState) -> Vec<Key> {
    let rows = &facts.book.settings.attack.locations;
    let mut found = Vec::new();
    if rows.is_empty() {
        return found;
    }
    let meant =
        |other: &&UnitState| facts.hostile(unit, other) && facts.partly_armoured(other) && !facts.out(other);
    for other in facts.units.iter().filter(meant) {
        let worn = |part: Key| facts.armour_against(other, false, Some(part));
        let Some(part) = rows.iter().map(|(_, part)| *part).min_by_key(|part| worn(*part)) else { continue };
        let (mut last, mut more) = (0, 0);
        for (upto, own) in rows {
            more += if worn(*own) > worn(part) { upto - last } else { 0 };
            last = *upto;
        }
        if more * 2 > last && !found.contains(&part) {
            found.push(part);
        }
    }
    found
}

/// The spells that are ready in a unit's slots, each once.
pub fn ready(unit: &UnitState) -> Vec<Key> {
    let mut spells = Vec::new();
    for slot in unit.slots.0.iter().filter(|slot| !slot.spent) {
        if !spells.contains(&slot.spell) {
            spells.push(slot.spell);
        }
    }
    spells
}

/// Ways to cast at somebody what is ready in a unit's slots, each spell once.
fn castings(facts: &Facts, unit: &UnitState, def: &Arc<ActionDef>, mode: Mode, found: &mut Vec<AttackWay>) {
    for spell in ready(unit).into_iter().filter_map(|id| facts.book.spell(id)) {
        if !matches!(spell.target, Whom::Foe | Whom::Any) || spell.at_square() {
            continue;
        }
        let times = unit.slots.0.iter().filter(|slot| !slot.spent && slot.spell == spell.id).count();
        let way = AttackWay::new(facts, unit, def, mode, (None, Some(spell.id)), &Armament::Spell(spell));
        found.push(AttackWay { times: i32::try_from(times).unwrap_or(1), ..way });
    }
}

/// The way in which a unit attacks with a stated action, weapon or spell, whether or not it could pay for it again.
pub fn way_of(
    facts: &Facts,
    unit: &UnitState,
    action: Key,
    weapon: Option<Key>,
    spell: Option<Key>,
) -> Option<AttackWay> {
    let def = facts.book.action(action)?;
    let cast = def.steps.contains(&Step::Cast);
    let spell = if cast { spell } else { None };
    let weapon = if cast { None } else { weapon.or_else(|| legal::default_weapon(facts, unit, def)) };
    let known = weapon.and_then(|id| facts.weapon_in(unit, id, def));
    let armament = match (known, spell) {
        (Some((_, weapon)), _) => Armament::Weapon(weapon),
        (None, Some(id)) => Armament::Spell(facts.book.spell(id)?),
        (None, None) => return None,
    };
    let way = AttackWay::new(facts, unit, def, Mode::Standard, (weapon, spell), &armament);
    let rounds = fire::rounds(facts, unit, def, weapon, None);
    Some(AttackWay { provokes: false, rounds, ..way })
}

/// What an action's price comes to.
pub fn price(facts: &Facts, unit: &UnitState, def: &ActionDef, level: i32) -> Vec<(Key, i32)> {
    let costs = match &def.price {
        Some(price) => price,
        None if def.cost.is_empty() => return Vec::new(),
        None => &facts.book.settings.economy.price,
    };
    let each = costs.iter().map(|cost| {
        let value = facts.evaluate(&cost.1, unit, None, &|name| match name.as_str() {
            "level" => Some(i64::from(level)),
            "amount" => Some(1),
            _ => None,
        });
        (cost.0, i32::try_from(value).unwrap_or(i32::MAX))
    });
    each.collect()
}
