//! Blind fire: one roll at a square, a pick among those on the line of fire, the blow (C-89).
//!
//! Who is on the line is in [`crate::rules::fire`]; the blow is a [`Strike`].

use crate::battle::prelude::*;

/// Blind fire on its way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BlindFire {
    by: UnitId,
    action: Key,
    weapon: Key,
    used: i32,
    rounds: i32,
    square: Square,
    margin: i32,
    followed: bool,
}

impl BlindFire {
    /// A weapon about to be fired at a square, with so many rounds.
    pub fn new(by: UnitId, action: Key, weapon: Key, used: i32, rounds: i32, square: Square) -> Self {
        Self { by, action, weapon, used, rounds, square, margin: 0, followed: false }
    }

    pub(super) fn step(&mut self, battle: &mut Battle, context: Context) -> OrFault<Flow> {
        match context.value {
            None => self.fire(battle),
            Some(FrameValue::Paused(strike)) if !self.followed => {
                self.followed = true;
                Ok(Flow::Push(Box::new(Frame::Strike(Box::new(strike.following())))))
            }
            Some(value) => Ok(Flow::Done(value)),
        }
    }

    /// The attack's dice, then the pick of the one who is struck.
    fn fire(&mut self, battle: &mut Battle) -> OrFault<Flow> {
        let def = battle.known_action(self.action)?;
        let facts = battle.facts();
        let spec = AttackSpec::new(self.by, self.by, &def).armed(Some(self.weapon), None);
        let spec = spec.after(self.used).firing(self.rounds);
        let (Some(by), Some(Armament::Weapon(weapon))) = (facts.unit(self.by), spec.armament(&facts)) else {
            return Err(Fault::Rule(message!("core-x-has-nothing-to-fire", unit = self.by)));
        };
        let range = match fire::blind(&facts, by, Some(self.weapon), self.square, &Armament::Weapon(weapon)) {
            Ok(range) => range,
            Err(why) => return Ok(Flow::Done(FrameValue::Void(why))),
        };
        let Some(check) = attack::check_blind(&facts, &spec, range) else {
            return Err(Fault::Rule(message!("core-x-has-no-check-for-blind-fire", action = self.action)));
        };
        let line = fire::on_line(&facts, by, self.square, weapon, range);
        let flies = weapon.uses == WeaponUse::Thrown && !weapon.natural;
        let kind = weapon.id;
        let reading = battle.roll_check(&check, Key::new("attack"))?;
        battle.spend_once(self.by, check.id)?;
        if flies {
            let change = ItemChange::Fly(self.square);
            battle.apply(Effect::Item { unit: self.by, item: self.weapon, change })?;
        }
        self.margin = reading.margin;
        let missed = FrameValue::acted(false, self.margin, 0);
        if !reading.success || line.is_empty() {
            battle.write_natural_1(self.by, reading.natural)?;
            return Ok(Flow::Done(missed));
        }
        let picked = battle.pick(line.len(), Key::new("pick"))?;
        let Some(target) = line.get(picked).copied() else { return Ok(Flow::Done(missed)) };
        // Where the success value is the damage, the dice are held against the defence of the one struck (T-07).
        let shared = match attack::check_blind_struck(&facts, &AttackSpec { target, ..spec }, range) {
            Some(own) => {
                let chain = battle.roll_on(&own, own.read(reading.natural))?;
                SharedDice { check: own, dice: chain.naturals }
            }
            None => SharedDice { check, dice: vec![reading.natural] },
        };
        let strike = Strike::new(self.by, target, self.action, Some(self.weapon), None, self.used)
            .firing(self.rounds)
            .sharing(shared)
            .unanswered()
            .flown(kind);
        Ok(Flow::Push(Box::new(Frame::Strike(Box::new(strike)))))
    }
}
