//! What an attack does in place of damage that its maker chooses once the dice have fallen.
//!
//! The squares and directions to choose from are in [`crate::rules::manoeuvre`]; being moved is a frame.

use crate::battle::prelude::*;
use crate::{battle::frames::shove::Shove, rules::manoeuvre::PushPath};

impl Strike {
    /// Settles the item aimed at, or says why there is none to aim at any more.
    pub(super) fn aim_at_item(&mut self, facts: &Facts, def: &ActionDef) -> Result<(), Refusal> {
        if !def.item_place().is_some_and(|place| place.on_target()) {
            return Ok(());
        }
        let found = facts
            .unit(self.target)
            .and_then(|target| manoeuvre::item_aimed_at(facts, target, def, self.with.item));
        match found {
            Some((item, _)) => {
                self.with.item = Some(item.id);
                Ok(())
            }
            None => {
                let text = message!("core-the-item-is-not-there-any-more");
                Err(Refusal::new("no_item", text, Some(Key::new("A-155"))))
            }
        }
    }

    /// What a blow would do to the item aimed at: its own resistances, not the wearer's.
    pub(super) fn pass_item(&self, facts: &Facts, portions: Vec<Portion>, blow: Blow) -> HarmTrace {
        let item = facts.unit(self.target).zip(self.with.item).and_then(|(target, id)| {
            let item = target.gear.items.iter().find(|own| own.id == id)?;
            Some((item.def, facts.book.gear(item.def)?))
        });
        match item {
            Some((id, def)) => harm::pass_item(def.hardness(), id, portions, blow),
            None => HarmTrace::default(),
        }
    }

    pub(super) fn damage_item(&self, battle: &mut Battle, amount: i32) -> OrFault {
        match self.with.item {
            Some(item) if amount > 0 => {
                let change = ItemChange::Damage(amount);
                battle.apply(Effect::Item { unit: self.target, item, change })
            }
            _ => Ok(()),
        }
    }

    /// What is left of the success value once a rolled defence has taken from it.
    fn left(&self) -> i32 {
        (self.result.value - self.averted.reduced).max(0)
    }

    /// Asks what the manoeuvre needs to know.
    pub(super) fn manoeuvre(&mut self, battle: &mut Battle, def: &ActionDef) -> Option<Flow> {
        let (about, options) = match def.manoeuvre.as_ref()? {
            Manoeuvre::Sunder | Manoeuvre::Subdue { .. } => return None,
            Manoeuvre::Disarm { most } => (ChoiceKind::Disarm, self.flights(battle, most)?),
            Manoeuvre::Push { along, .. } => (ChoiceKind::Push, self.pushes(battle, *along)?),
        };
        if options.is_empty() {
            return None;
        }
        self.choosing = true;
        Some(battle.ask(self.by, Ask::Choice { about, target: Some(self.target), options }))
    }

    fn flights(&self, battle: &mut Battle, most: &Expr) -> Option<Vec<ChoiceOption>> {
        let facts = battle.facts();
        let (by, holder) = (facts.unit(self.by)?, facts.unit(self.target)?);
        let most = self.left().min(facts.value(most, by));
        let squares = manoeuvre::fling_squares(&facts, holder, most);
        let option = |square: Square| {
            let far = holder.place.area.distance(&Area::one(square));
            let text = match far {
                0 => message!("core-at-their-feet"),
                1 => message!("core-one-square-off", square),
                _ => message!("core-x-squares-off", squares = far, square),
            };
            let option = ChoiceOption::new(&format!("{},{}", square.x, square.y), text, far);
            ChoiceOption { square: Some(square), ..option }
        };
        Some(squares.into_iter().map(option).collect())
    }

    fn ways(&self, facts: &Facts, along: bool) -> Vec<PushPath> {
        let Some(target) = facts.unit(self.target) else { return Vec::new() };
        let line = self.with.line.and_then(|(from, to)| Dir8::towards(from, to));
        let dirs: Vec<Dir8> = if along { line.into_iter().collect() } else { Dir8::ALL.to_vec() };
        manoeuvre::push_ways(facts, target, &dirs, self.left())
    }

    fn pushes(&self, battle: &mut Battle, along: bool) -> Option<Vec<ChoiceOption>> {
        let facts = battle.facts();
        let mut options = vec![ChoiceOption::new("none", message!("core-leave-them-there"), 0)];
        for way in self.ways(&facts, along) {
            let far = match way.squares {
                1 => message!("core-way-x-one-square", way = way.dir),
                squares => message!("core-way-x-x-squares", way = way.dir, squares),
            };
            let message = match way.hit {
                Some(Hit::Unit(id)) => {
                    let name = facts.unit(id).map_or("", |unit| unit.identity.name.as_str());
                    message!("core-x-into-x", way = far, name)
                }
                Some(Hit::Object(_) | Hit::Clutter) => message!("core-x-into-something-solid", way = far),
                None => far,
            };
            let option = ChoiceOption::new(way_id(&way).as_str(), message, way.squares);
            options.push(ChoiceOption { square: Some(way.end), ..option });
        }
        (options.len() > 1).then_some(options)
    }

    /// What was chosen happens; being moved comes back here when it is over.
    pub(super) fn manoeuvre_goes_on(
        &mut self,
        battle: &mut Battle,
        def: &ActionDef,
        context: &Context,
    ) -> OrFlow {
        let Some(Command::Choose { option, .. }) = &context.answer else {
            self.choosing = false;
            return Ok(None);
        };
        match &def.manoeuvre {
            Some(Manoeuvre::Disarm { most }) => {
                self.choosing = false;
                let options = self.flights(battle, most).unwrap_or_default();
                let square = options.iter().find(|known| known.id == *option).and_then(|known| known.square);
                if let (Some(square), Some(item)) = (square, self.with.item) {
                    let change = ItemChange::Fly(square);
                    battle.apply(Effect::Item { unit: self.target, item, change })?;
                }
                Ok(None)
            }
            Some(Manoeuvre::Push { along, .. }) => {
                let facts = battle.facts();
                let way = self.ways(&facts, *along).into_iter().find(|way| way_id(way) == *option);
                let Some(way) = way else {
                    self.choosing = false;
                    return Ok(None);
                };
                let shove = Shove::new(self.by, self.target, def.id, way.dir, way.squares);
                Ok(Some(Flow::Push(Box::new(Frame::Shove(Box::new(shove))))))
            }
            _ => Ok(None),
        }
    }
}

fn way_id(way: &PushPath) -> Key {
    Key::new(&format!("{:?}:{}", way.dir, way.squares))
}
