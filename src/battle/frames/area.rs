//! One attack on all in an area: its square, where it comes down, those inside one after the other, what follows.
//!
//! The dice are shared, each blow is a [`Strike`] of its own. Whom an area covers is in
//! [`crate::rules::area`].

use super::{blast::BlastLanding, zone::ZoneBurst};
use crate::{battle::prelude::*, rules::attack::AttackRange};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Stage {
    Throw,
    Blows,
    After,
}

/// An area attack on its way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AreaStrike {
    by: UnitId,
    action: Key,
    weapon: Option<Key>,
    spell: Option<Key>,
    used: i32,
    aim: Aim,
    stage: Stage,
    dice: Vec<i32>,
    inside: Vec<(UnitId, Check)>,
    at: usize,
    struck: Vec<Strike>,
    listeners: Listeners,
    loud: bool,
    margin: i32,
    #[serde(default)]
    burst: bool,
}

impl AreaStrike {
    /// An area attack about to be made.
    pub fn new(
        by: UnitId,
        action: Key,
        weapon: Option<Key>,
        spell: Option<Key>,
        used: i32,
        aim: Aim,
    ) -> Self {
        Self {
            by,
            action,
            weapon,
            spell,
            used,
            aim,
            stage: Stage::Throw,
            dice: Vec::new(),
            inside: Vec::new(),
            at: 0,
            struck: Vec::new(),
            listeners: Listeners::default(),
            loud: false,
            margin: 0,
            burst: false,
        }
    }

    fn spec<'a>(&self, action: &'a ActionDef, target: UnitId) -> AttackSpec<'a> {
        AttackSpec::new(self.by, target, action).armed(self.weapon, self.spell).after(self.used)
    }

    pub(super) fn step(&mut self, battle: &mut Battle, context: Context) -> OrFault<Flow> {
        let def = battle.known_action(self.action)?;
        match self.stage {
            Stage::Throw => self.throw(battle, &def),
            Stage::Blows => {
                if let Some(FrameValue::Paused(strike)) = context.value {
                    self.struck.push(strike.following());
                }
                let Some((target, check)) = self.inside.get(self.at).cloned() else {
                    self.at = 0;
                    return Ok(Flow::at(&mut self.stage, Stage::After));
                };
                self.at += 1;
                let mut strike =
                    Strike::new(self.by, target, self.action, self.weapon, self.spell, self.used)
                        .sharing(SharedDice { check, dice: self.dice.clone() });
                if let Some(spell) = self.struck.iter().find_map(Strike::in_effect) {
                    strike = strike.of(spell);
                }
                Ok(Flow::Push(Box::new(Frame::Strike(Box::new(strike)))))
            }
            Stage::After if matches!(context.value, Some(FrameValue::Acted { success: true, .. })) => {
                self.burst = true;
                Ok(Flow::Continue)
            }
            Stage::After => match Strike::next_of(&self.struck, &mut self.at) {
                Some(next) => Ok(next),
                None => self.end(battle),
            },
        }
    }

    /// The roll against the square, the scatter, the chain: all dice before anything else.
    fn throw(&mut self, battle: &mut Battle, def: &ActionDef) -> OrFault<Flow> {
        let facts = battle.facts();
        let spec = self.spec(def, self.by);
        let known = facts.unit(self.by).zip(spec.armament(&facts));
        let Some((by, armament)) = known else {
            return Err(Fault::Rule(message!("core-x-has-nothing-to-attack-with", unit = self.by)));
        };
        let range = match area::possible(&facts, by, &by.place.area, &armament, &self.aim) {
            Ok(range) => range,
            Err(why) => return Ok(Flow::Done(FrameValue::Void(why))),
        };
        if let (Some(how), Armament::Weapon(weapon)) = (zone_area::of(&facts, def, &armament), &armament) {
            (self.loud, self.listeners, self.stage) = (weapon.loud, Listeners::of(&facts), Stage::After);
            let frame = ZoneBurst::new(self.by, self.action, self.weapon, self.used, self.aim, how);
            return Ok(Flow::Push(Box::new(Frame::Zone(Box::new(frame)))));
        }
        let Some(check) = area::square_check(&facts, &spec, &self.aim, range) else {
            return Err(Fault::Rule(message!("core-x-has-no-check-to-attack-with", action = self.action)));
        };
        let scatters = area::scatters(&facts, &armament);
        let again = area::scattered_check(&facts, &spec, &self.aim, range);
        self.loud = match &armament {
            Armament::Spell(spell) => spell.loud,
            Armament::Weapon(weapon) => weapon.loud,
        };
        self.listeners = Listeners::of(&facts);
        battle.ahead(&[(&check, Key::new("attack"))], ThrownTogether::Struck)?;
        let mut first = battle.roll_check(&check, Key::new("attack"))?;
        let mut thrown = check;
        let aimed = self.aim.square;
        let struck = first.success;
        let mut scatter = None;
        let mut lost = false;
        if !struck {
            match (scatters, again) {
                (Some(Scatter::Increments(sides)), Some(again)) => {
                    battle.write_natural_1(self.by, first.natural)?;
                    scatter = Some(self.scatter(battle, range, sides)?);
                    first = battle.roll_check(&again, Key::new("attack"))?;
                    thrown = again;
                }
                (Some(Scatter::Metres(metres)), _) => {
                    scatter = Some(self.fly(battle, metres, first.margin)?);
                }
                _ => lost = !self.strays(battle, def)?,
            }
        }
        self.margin = first.margin;
        self.dice = if lost {
            battle.write_natural_1(self.by, first.natural)?;
            vec![first.natural]
        } else {
            battle.roll_on(&thrown, first)?.naturals
        };
        battle.spend_once(self.by, thrown.id)?;
        let news = BlastLanding { aimed, struck, scatter };
        match self.explosive(battle) {
            Some((weapon, blast)) if !lost => {
                let direct = self.aim.target.filter(|_| struck && blast::adds_effect(&weapon));
                self.stage = Stage::After;
                let frame = Blast::new(self.by, self.action, self.aim, blast, weapon.id)
                    .with_types(&weapon.types)
                    .with_direct(direct.map(|target| (target, self.margin)))
                    .with_news(news);
                Ok(Flow::Push(Box::new(Frame::Blast(Box::new(frame)))))
            }
            _ => {
                self.land(battle, def, range, news, lost)?;
                Ok(Flow::at(&mut self.stage, Stage::Blows))
            }
        }
    }

    /// The payload, if it is one (C-103).
    fn explosive(&self, battle: &mut Battle) -> Option<(Arc<WeaponDef>, BlastDef)> {
        let facts = battle.facts();
        let (by, action) = (facts.unit(self.by)?, facts.book.action(self.action)?);
        let (_, weapon) = facts.weapon_in(by, self.weapon?, action)?;
        Some((weapon.clone(), weapon.blast.clone()?))
    }

    /// Whether a launched charge that misses its target strikes another, in whose square it then goes off (C-49).
    fn strays(&mut self, battle: &mut Battle, def: &ActionDef) -> OrFault<bool> {
        let Some(target) = self.aim.target else { return Ok(false) };
        let spec = self.spec(def, target);
        let Some(struck) = battle.stray_shot(&spec)? else { return Ok(false) };
        let facts = battle.facts();
        let Some(other) = facts.unit(struck) else { return Ok(false) };
        let square = other.place.area.nearest_to(self.aim.square);
        self.aim = Aim { band: other.place.band, ..self.aim.at(square) };
        Ok(true)
    }

    /// Where a throw comes down that has missed: the die for the way, and as far as its effect says (C-108).
    fn fly(&mut self, battle: &mut Battle, metres: i32, effect: i32) -> OrFault<(Dir8, u32, Square)> {
        let flown = astray(battle, self.by, (self.aim.square, self.aim.band), (metres, effect))?;
        self.aim = self.aim.at(flown.2);
        Ok(flown)
    }

    /// Where a missed attack comes down: a die for the way, one for each range increment for the squares.
    fn scatter(
        &mut self,
        battle: &mut Battle,
        range: AttackRange,
        sides: u16,
    ) -> OrFault<(Dir8, u32, Square)> {
        let purpose = Key::new("scatter");
        let face = battle.throw_die(self.by, 8, purpose)?;
        let count = u16::try_from(range.increment.max(1)).unwrap_or(u16::MAX);
        let total = battle.throw(self.by, &Dice::new(count, sides, 0, 0)?, purpose)?.total;
        let (way, to) = area::astray(&battle.facts(), (self.aim.square, self.aim.band), face, total);
        self.aim = self.aim.at(to);
        Ok((way, total.unsigned_abs(), to))
    }

    /// The attack comes down: who is inside, in initiative order, the attacker last.
    fn land(
        &mut self,
        battle: &mut Battle,
        def: &ActionDef,
        range: AttackRange,
        news: BlastLanding,
        lost: bool,
    ) -> OrFault {
        let BlastLanding { aimed, struck, scatter } = news;
        let facts = battle.facts();
        let Some(by) = facts.unit(self.by) else { return Ok(()) };
        let mut covered = Vec::new();
        if !lost {
            let squares = self.aim.squares(&facts, &by.place.area);
            covered = squares.iter().collect();
            let mut inside = area::occupants(&facts, self.by, &self.aim, &squares);
            let order = order::by_initiative(&facts);
            inside.sort_by_key(|id| (*id == self.by, order.iter().position(|own| own == id)));
            self.inside = inside
                .into_iter()
                .filter_map(|id| Some((id, area::inside_check(&facts, &self.spec(def, id), range)?)))
                .collect();
        }
        let weapon = self.spell.or(self.weapon).unwrap_or(self.action);
        battle.record(Outcome::Area { by: self.by, weapon, aimed, struck, scatter, covered });
        Ok(())
    }

    /// A thrown weapon lies where it came down, or is gone.
    fn thrown(&self, battle: &mut Battle) -> OrFault {
        let Some(item) = self.weapon else { return Ok(()) };
        let facts = battle.facts();
        let known = facts.unit(self.by).zip(facts.book.action(self.action));
        let known = known.and_then(|(by, action)| facts.weapon_in(by, item, action));
        let Some((_, weapon)) = known.filter(|(_, weapon)| !weapon.natural) else { return Ok(()) };
        let change = match weapon.uses {
            _ if weapon.breaks => ItemChange::UseUp,
            WeaponUse::Thrown => ItemChange::Fly(self.aim.square),
            _ => return Ok(()),
        };
        battle.apply(Effect::Item { unit: self.by, item, change })
    }

    /// The noise of it, and what it came to in all.
    fn end(&mut self, battle: &mut Battle) -> OrFault<Flow> {
        self.thrown(battle)?;
        // Whoever was aimed at knows of the attack by now, wherever it came down (C-31).
        if let Some(unit) = self.aim.target {
            battle.apply(Effect::Aware { unit, aware: true })?;
        }
        let touched: Vec<UnitId> =
            self.struck.iter().map(Strike::hit).filter(|(_, landed)| *landed).map(|(id, _)| id).collect();
        let success = !touched.is_empty() || self.burst;
        if self.loud {
            self.listeners.leave_out(&touched);
            battle.noise(self.by, self.aim.square, &self.listeners)?;
        }
        Ok(Flow::Done(FrameValue::acted(success, self.margin, 0)))
    }
}

/// Where a throw comes down that has missed: the die for the way, and as far as its effect says (C-11, C-108).
pub(super) fn astray(
    battle: &mut Battle,
    by: UnitId,
    aimed: (Square, Band),
    (metres, effect): (i32, i32),
) -> OrFault<(Dir8, u32, Square)> {
    let purpose = Key::new("scatter");
    let face = battle.throw_die(by, 8, purpose)?;
    let facts = battle.facts();
    let squares = area::squares_astray(&facts, metres, effect);
    let (way, to) = area::astray(&facts, aimed, face, squares);
    Ok((way, u32::try_from(squares).unwrap_or(0), to))
}
