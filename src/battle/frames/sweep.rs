//! One roll whose hits fall on several: fire that sweeps an arc, its hits drawn among the foes in it (S-71, S-72), and
//! bursts shared out by the attacker (S-61). Then the blows, and what follows from them.
//!
//! All answer before any damage die is thrown, all dice are thrown before one of them is replaced, and only then does
//! anybody lose anything (S-28, S-43). Whom the arc covers is in [`crate::rules::area`], how many hits there are in
//! [`crate::rules::sweep`]; each blow is a [`Strike`].

use crate::battle::prelude::*;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
enum Stage {
    #[default]
    Throw,
    /// Each target answers its own hits.
    #[serde(alias = "Blows")]
    Answers,
    /// The damage dice of all hits that are left.
    Dice,
    /// One of them is replaced, or none.
    Lift,
    /// What each blow comes to.
    Finish,
    /// What follows from the blows.
    After,
}

/// Fire that sweeps an arc, on its way.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Sweep {
    by: UnitId,
    action: Key,
    weapon: Key,
    used: i32,
    rounds: i32,
    aim: Option<Aim>,
    stage: Stage,
    shared: Option<SharedDice>,
    hits: Vec<(UnitId, i32)>,
    at: usize,
    struck: Vec<Strike>,
    success: bool,
    margin: i32,
}

impl Sweep {
    /// A weapon about to sweep an arc.
    pub fn new(by: UnitId, action: Key, weapon: Key, used: i32, aim: Aim) -> Self {
        Self { by, action, weapon, used, rounds: 1, aim: Some(aim), ..Self::default() }
    }

    /// The blows of an attack that has been rolled, each target with its hits (S-61).
    pub fn shared_out(
        (by, action, weapon): (UnitId, Key, Key),
        (used, rounds): (i32, i32),
        (shared, margin): (SharedDice, i32),
        hits: Vec<(UnitId, i32)>,
    ) -> Self {
        Self {
            by,
            action,
            weapon,
            used,
            rounds,
            stage: Stage::Answers,
            shared: Some(shared),
            hits,
            success: true,
            margin,
            ..Self::default()
        }
    }

    fn spec<'a>(&self, target: UnitId, def: &'a ActionDef) -> AttackSpec<'a> {
        AttackSpec::new(self.by, target, def).armed(Some(self.weapon), None).after(self.used)
    }

    pub(super) fn step(&mut self, battle: &mut Battle, context: Context) -> OrFault<Flow> {
        match self.stage {
            Stage::Throw => self.throw(battle),
            Stage::Answers => self.answers(battle, context.value),
            Stage::Dice => {
                let lifts = battle.book().settings.attack.steps.contains(&AttackStep::ReplaceDie);
                let next = if lifts { Stage::Lift } else { Stage::Finish };
                Ok(self.go_on(context.value, dice_at(battle).map(|at| at + 1), next))
            }
            Stage::Lift => {
                if let Some(flow) = Strike::lift(&mut self.struck, battle, context.answer.as_ref()) {
                    return Ok(flow);
                }
                self.struck = std::mem::take(&mut self.struck).into_iter().map(Strike::unlifted).collect();
                Ok(Flow::at(&mut self.stage, Stage::Finish))
            }
            Stage::Finish => Ok(self.go_on(context.value, None, Stage::After)),
            Stage::After => match Strike::next_of(&self.struck, &mut self.at) {
                Some(next) => Ok(next),
                None => {
                    let struck = self.struck.iter().map(|strike| strike.hit().0).collect();
                    let (success, margin) = (self.success, self.margin);
                    Ok(Flow::Done(FrameValue::Acted { success, margin, value: 0, struck }))
                }
            },
        }
    }

    /// The next who is hit answers; before damage dice, if the book throws any.
    fn answers(&mut self, battle: &mut Battle, value: Option<FrameValue>) -> OrFault<Flow> {
        if let Some(FrameValue::Paused(strike)) = value {
            self.struck.push(*strike);
        }
        let dice = dice_at(battle);
        let next = self.hits.get(self.at).copied().zip(self.shared.clone());
        let Some(((target, hits), shared)) = next else {
            self.enter(if dice.is_some() { Stage::Dice } else { Stage::After });
            return Ok(Flow::Continue);
        };
        self.at += 1;
        let shared = self.held_against(battle, target, shared)?;
        let strike = Strike::new(self.by, target, self.action, Some(self.weapon), None, self.used)
            .firing(self.rounds)
            .sharing(shared)
            .scoring(hits)
            .until(dice);
        Ok(Flow::Push(Box::new(Frame::Strike(Box::new(strike)))))
    }

    /// Takes back the blow that has paused and lets the next go on until a step; after the last comes the next stage.
    fn go_on(&mut self, value: Option<FrameValue>, until: Option<usize>, next: Stage) -> Flow {
        if let Some(FrameValue::Paused(strike)) = value
            && let Some(own) = self.at.checked_sub(1).and_then(|at| self.struck.get_mut(at))
        {
            *own = *strike;
        }
        let Some(strike) = self.struck.get(self.at).cloned() else {
            self.enter(next);
            return Flow::Continue;
        };
        self.at += 1;
        Flow::Push(Box::new(Frame::Strike(Box::new(strike.until(until)))))
    }

    fn enter(&mut self, stage: Stage) {
        if stage == Stage::After {
            self.struck = std::mem::take(&mut self.struck).into_iter().map(Strike::following).collect();
        }
        (self.stage, self.at) = (stage, 0);
    }

    /// The dice held against one who is hit: where the success value is damage, against its own defence (T-07).
    fn held_against(&self, battle: &mut Battle, target: UnitId, shared: SharedDice) -> OrFault<SharedDice> {
        let def = battle.known_action(self.action)?;
        let facts = battle.facts();
        let spec = self.spec(target, &def).firing(self.rounds);
        let check = match (self.aim, facts.unit(self.by), spec.armament(&facts)) {
            (Some(aim), Some(by), Some(armament)) => {
                let range = area::range_of(&facts, by, &by.place.area, &armament, &aim);
                attack::check_swept(&facts, &spec, range)
            }
            (None, ..) if shared.check.value.is_some() => attack::check(&facts, &spec),
            _ => None,
        };
        Ok(SharedDice { check: check.unwrap_or(shared.check), dice: shared.dice })
    }

    /// The one test, and on whom its hits fall.
    fn throw(&mut self, battle: &mut Battle) -> OrFault<Flow> {
        let def = battle.known_action(self.action)?;
        let facts = battle.facts();
        let spec = self.spec(self.by, &def);
        let armament = spec.armament(&facts);
        let (Some(by), Some(Armament::Weapon(weapon)), Some(aim)) = (facts.unit(self.by), armament, self.aim)
        else {
            return Err(Fault::Rule(message!("core-x-has-nothing-to-fire", unit = self.by)));
        };
        let own = by.place.area;
        let range = match area::possible(&facts, by, &own, &Armament::Weapon(weapon), &aim) {
            Ok(range) => range,
            Err(why) => return Ok(Flow::Done(FrameValue::Void(why))),
        };
        let Some(check) = area::inside_check(&facts, &spec, range) else {
            return Err(Fault::Rule(message!("core-x-has-no-check-to-attack-with", action = self.action)));
        };
        let squares = aim.squares(&facts, &own);
        let mut inside = area::occupants(&facts, self.by, &aim, &squares);
        let order = order::by_initiative(&facts);
        inside.sort_by_key(|id| order.iter().position(|own| own == id));
        let most = sweep::capacity(weapon);
        let reading = battle.roll_own(&check, Key::new("attack"))?;
        battle.record(Outcome::Area {
            by: self.by,
            weapon: self.weapon,
            aimed: aim.square,
            struck: reading.success,
            scatter: None,
            covered: squares.iter().collect(),
        });
        if check.jams_on(reading.natural) {
            let change = ItemChange::Jam(true);
            battle.apply(Effect::Item { unit: self.by, item: self.weapon, change })?;
        }
        (self.success, self.margin) = (reading.success, reading.margin);
        if reading.success {
            let per = facts.book.settings.attack.fire.sweep_degrees;
            self.draw(battle, &inside, sweep::hits(reading.degrees, most, per))?;
        }
        self.shared = Some(SharedDice { check, dice: vec![reading.natural] });
        Ok(Flow::at(&mut self.stage, Stage::Answers))
    }

    /// Each hit falls by chance on one of those who have the fewest so far (S-72).
    fn draw(&mut self, battle: &mut Battle, inside: &[UnitId], hits: i32) -> OrFault {
        for _ in 0..hits {
            let has = |id: &UnitId| self.hits.iter().find(|(own, _)| own == id).map_or(0, |(_, hits)| *hits);
            let Some(fewest) = inside.iter().map(has).min() else { return Ok(()) };
            let open: Vec<UnitId> = inside.iter().copied().filter(|id| has(id) == fewest).collect();
            let picked = battle.pick(open.len(), Key::new("pick"))?;
            let Some(unit) = open.get(picked).copied() else { return Ok(()) };
            match self.hits.iter_mut().find(|(own, _)| *own == unit) {
                Some((_, hits)) => *hits += 1,
                None => self.hits.push((unit, 1)),
            }
        }
        Ok(())
    }
}

/// At which of its steps the book throws damage dice.
fn dice_at(battle: &Battle) -> Option<usize> {
    battle.book().settings.attack.steps.iter().position(|step| *step == AttackStep::Damage)
}
