//! Shot that spreads: one roll and one damage roll at all who share the target's square or are near it (C-90).
//!
//! The order: everybody's answers where the book has them before the dice, the attack's dice, the damage dice, the
//! blows, what follows from them, and where a shot goes that hit nobody (C-49). Each blow is a [`Strike`] of its own.

use crate::battle::prelude::*;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
enum Stage {
    #[default]
    Answers,
    Throw,
    Blows,
    After,
    Stray,
}

/// One who is in the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Near {
    unit: UnitId,
    hinder: i32,
}

/// Shot that spreads, on its way.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SpreadShot {
    by: UnitId,
    action: Key,
    weapon: Key,
    used: i32,
    rounds: i32,
    near: Vec<Near>,
    at: usize,
    stage: Stage,
    shot: Vec<(UnitId, Check)>,
    natural: i32,
    /// What the dice of its chain showed after the first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    more: Vec<i32>,
    damage: Vec<u16>,
    struck: Vec<Strike>,
    margin: i32,
    astray: Option<UnitId>,
}

impl SpreadShot {
    /// Shot at a target and those who share its square, the target first.
    pub fn new(by: UnitId, action: Key, weapon: Key, used: i32, rounds: i32, near: &[UnitId]) -> Self {
        let near = near.iter().map(|unit| Near { unit: *unit, hinder: 0 }).collect();
        Self { by, action, weapon, used, rounds, near, ..Self::default() }
    }

    fn spec<'a>(&self, def: &'a ActionDef, near: Near) -> AttackSpec<'a> {
        let spec = AttackSpec::new(self.by, near.unit, def).armed(Some(self.weapon), None);
        AttackSpec { hinder: near.hinder, ..spec.after(self.used).firing(self.rounds) }
    }

    pub(super) fn step(&mut self, battle: &mut Battle, context: Context) -> OrFault<Flow> {
        let def = battle.known_action(self.action)?;
        match self.stage {
            Stage::Answers => {
                if let Some(FrameValue::Closed { hinder, .. }) = context.value {
                    if let Some(near) = self.near.get_mut(self.at) {
                        near.hinder = hinder;
                    }
                    self.at += 1;
                }
                match self.near.get(self.at).copied().filter(|_| answers_before(battle)) {
                    Some(near) => Ok(self.window(battle, &def, near, &context)),
                    None => Ok(Flow::at(&mut self.stage, Stage::Throw)),
                }
            }
            Stage::Throw => self.throw(battle, &def),
            Stage::Blows => {
                if let Some(FrameValue::Paused(strike)) = context.value {
                    self.struck.push(strike.following());
                }
                let Some((target, check)) = self.shot.get(self.at).cloned() else {
                    (self.stage, self.at) = (Stage::After, 0);
                    return Ok(Flow::Continue);
                };
                self.at += 1;
                let dice = std::iter::once(self.natural).chain(self.more.iter().copied()).collect();
                let strike = Strike::new(self.by, target, self.action, Some(self.weapon), None, self.used)
                    .firing(self.rounds)
                    .sharing(SharedDice { check, dice })
                    .with_damage(self.damage.clone());
                // Who has answered before the dice does not answer again.
                let strike = if answers_before(battle) { strike.unanswered() } else { strike };
                Ok(Flow::Push(Box::new(Frame::Strike(Box::new(strike)))))
            }
            Stage::After => match Strike::next_of(&self.struck, &mut self.at) {
                Some(next) => Ok(next),
                None => Ok(Flow::at(&mut self.stage, Stage::Stray)),
            },
            Stage::Stray => Ok(self.end()),
        }
    }

    /// Each of them may answer before the dice (C-51).
    fn window(&self, battle: &mut Battle, def: &ActionDef, near: Near, context: &Context) -> Flow {
        let facts = battle.facts();
        let about = ReactionCause::new(self.by, self.action, Some(near.unit));
        let check = attack::check(&facts, &self.spec(def, near));
        let (frame, moment) = (context.id, Moment::Attacked);
        let attack = Incoming { frame, moment, check, reading: None, value: 0, dice: None };
        ReactionWindow::on_attack(about, attack, false)
    }

    /// One roll for all, held against each; then the damage, once (C-90).
    fn throw(&mut self, battle: &mut Battle, def: &ActionDef) -> OrFault<Flow> {
        let facts = battle.facts();
        for near in &self.near {
            let spec = self.spec(def, *near);
            if attack::possible(&facts, &spec).is_ok()
                && let Some(check) = attack::check(&facts, &spec)
            {
                self.shot.push((near.unit, check));
            }
        }
        (self.stage, self.at) = (Stage::Blows, 0);
        let (Some((_, first)), Some(target)) = (self.shot.first().cloned(), self.near.first().copied())
        else {
            return Ok(Flow::Continue);
        };
        let chain = battle.roll_chain(&first, Key::new("attack"))?;
        (self.natural, self.margin) = (chain.first.natural, chain.first.margin);
        self.more = chain.naturals.into_iter().skip(1).collect();
        let spec = self.spec(def, target);
        if !self.shot.iter().any(|(_, check)| check.read(self.natural).success) {
            self.astray = battle.stray_shot(&spec)?;
            return Ok(Flow::Continue);
        }
        let facts = battle.facts();
        let Some(Armament::Weapon(weapon)) = spec.armament(&facts) else { return Ok(Flow::Continue) };
        let Some(load) = blow::load(&facts, &spec, weapon) else { return Ok(Flow::Continue) };
        self.damage = battle.throw(self.by, &load.dice, Key::new("damage"))?.dice;
        Ok(Flow::Continue)
    }

    fn end(&mut self) -> Flow {
        match self.astray.take() {
            Some(struck) => {
                let blow = Strike::new(self.by, struck, self.action, Some(self.weapon), None, self.used)
                    .firing(self.rounds)
                    .gone_astray();
                Flow::Push(Box::new(Frame::Strike(Box::new(blow))))
            }
            None => {
                let success = self.struck.iter().any(|strike| strike.hit().1);
                Flow::Done(FrameValue::acted(success, self.margin, 0))
            }
        }
    }
}

/// Whether the book has answers to an attack before its dice.
fn answers_before(battle: &Battle) -> bool {
    battle.book().settings.attack.steps.contains(&AttackStep::React)
}
