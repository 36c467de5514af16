//! Changes of points, counts, watches, wards, doors, tasks and who is there, each with what is told of it.

use crate::battle::{entry::free_near, prelude::*};

impl Battle {
    pub(super) fn change_pool(&mut self, unit: UnitId, pool: Key, change: impl FnOnce(&mut Pool)) {
        self.change::<Pools>(unit, |own| {
            if let Some(own) = own.0.iter_mut().find(|own| own.id == pool) {
                change(own);
            }
        });
    }

    pub(super) fn grant(&mut self, unit: UnitId, grant: Grant) {
        let (pool, amount) = (grant.pool, grant.amount);
        self.change::<Usage>(unit, |own| {
            let like = |old: &&mut Grant| {
                (old.pool, &old.barred, old.source) == (grant.pool, &grant.barred, grant.source)
            };
            match own.grants.iter_mut().find(like) {
                Some(old) => old.amount += grant.amount,
                None => own.grants.push(grant),
            }
            own.grants.retain(|grant| grant.amount > 0);
        });
        if amount > 0 {
            self.record(Outcome::Points { unit, pool, amount });
        }
    }

    /// Counts an action that is done ([`Effect::Done`]).
    pub(super) fn count_done(&mut self, unit: UnitId, effect: &Effect) {
        let Effect::Done { action, points, own_turn, free, reaction, riders, .. } = *effect else { return };
        let tags: Vec<Key> = match self.book().action(action) {
            Some(def) if own_turn => {
                let once = &self.book().settings.economy.once_a_turn;
                def.tags.iter().filter(|tag| once.contains(tag)).copied().collect()
            }
            _ => Vec::new(),
        };
        self.change::<Usage>(unit, |own| {
            own.points += points;
            own.riders += riders;
            own.this_round.push(action);
            own.actions += i32::from(!free);
            own.reactions += i32::from(reaction);
            if own_turn {
                own.this_turn.push(action);
                own.tags.extend(tags);
                own.surprise_done = true;
            }
        });
    }

    pub(super) fn shift_count(&mut self, unit: UnitId, amount: i32, cause: Key) {
        let Some(before) = self.facts().unit(unit).map(|own| own.initiative.clone()) else { return };
        self.change::<Initiative>(unit, |own| if own.acted { own.next += amount } else { own.now += amount });
        let from = before.total();
        let to = if before.acted { from } else { from + amount };
        self.record(Outcome::Count { unit, from, to, cause });
    }

    /// The count changes ([`CountChange`]).
    pub(super) fn change_count(&mut self, unit: UnitId, change: CountChange, cause: Key) {
        let (mut from, mut to) = (0, 0);
        self.change::<Initiative>(unit, |own| {
            from = own.total();
            match change {
                CountChange::Rolled { count, open } => {
                    (own.count, own.settled, own.open) = (count, true, open)
                }
                CountChange::To { count, swallow } => {
                    own.count = count - own.tactics_now();
                    own.now = if swallow { 0 } else { own.now };
                }
                CountChange::ThisRound(by) => own.now += by,
                CountChange::Tactics { gain, commander } => {
                    (own.tactics, own.commander) = (gain, Some(commander));
                }
                CountChange::Link { cut_off } => own.cut_off = cut_off,
                CountChange::Settled { count, must_press } => {
                    from = std::mem::replace(&mut own.count, count);
                    own.must_press = must_press;
                    own.ledger.clear();
                }
            }
            to = own.total();
        });
        match change {
            CountChange::Rolled { count, .. } => (from, to) = (0, count),
            CountChange::Settled { count, .. } if count == from => return,
            CountChange::Settled { count, .. } => to = count,
            _ => {}
        }
        self.record(Outcome::Count { unit, from, to, cause });
    }

    /// A line of the ledger is written, perhaps in the place of another.
    pub(super) fn write_line(&mut self, unit: UnitId, entry: LedgerEntry, over: Option<usize>) {
        let (event, amount) = (entry.event, entry.amount);
        self.change::<Initiative>(unit, |own| {
            if let Some(at) = over.filter(|at| *at < own.ledger.len()) {
                own.ledger.remove(at);
            }
            own.ledger.push(entry);
        });
        self.record(Outcome::Ledger { unit, event, amount });
    }

    /// Action dice that a side has in common are spent (F-05).
    pub(super) fn spend_reserve(&mut self, side: Side, dice: i32) {
        let mut clock = self.world.resource_mut::<Clock>();
        clock.reserves.iter_mut().filter(|(own, _)| *own == side).for_each(|(_, left)| *left -= dice);
    }

    /// A side has a die thrown again (T-14).
    pub(super) fn spend_fortune(&mut self, unit: UnitId, check: Key, natural: i32) {
        let Some(side) = self.facts().unit(unit).map(|own| own.side()) else { return };
        Arc::make_mut(&mut self.world.resource_mut::<DeckState>().0).spend_fortune(side);
        let left = self.facts().decks.fortune_of(side);
        self.record(Outcome::Fortune { side, unit, check, natural, left });
    }

    /// A unit that left comes back: it keeps the count it left with and rolls nothing (F-15).
    pub(super) fn come_back(&mut self, unit: UnitId, to: Square) -> OrFault {
        let facts = self.facts();
        let Some(own) = facts.unit(unit).filter(|own| own.place.gone) else { return Ok(()) };
        let wished = own.place.area.at(to);
        let Some(at) = free_near(&facts, wished, own.place.band) else { return Ok(()) };
        self.change::<Place>(unit, |place| (place.area.origin, place.gone) = (at, false));
        self.take_seat(unit, at)?;
        self.begin_states(unit)
    }

    /// A unit leaves: what it earned this round is forgotten, its count is kept (F-15).
    pub(super) fn leave(&mut self, unit: UnitId) -> OrFault {
        // Who gets away with what wins has won (S-19).
        if !self.clock().goals.is_empty() {
            self.refresh();
            self.keep_goal();
        }
        self.break_bonds(unit, |_| true)?;
        self.change::<Place>(unit, |place| place.gone = true);
        self.change::<Initiative>(unit, |own| own.ledger.clear());
        self.record(Outcome::Left { unit });
        Ok(())
    }

    pub(super) fn use_slot(&mut self, unit: UnitId, spell: Key) {
        self.change::<SpellSlots>(unit, |own| {
            if let Some(slot) = own.0.iter_mut().find(|slot| slot.spell == spell && !slot.spent) {
                slot.spent = true;
            }
        });
        self.record(Outcome::Slot { unit, spell });
    }

    pub(super) fn watch(&mut self, unit: UnitId, watch: Watch) {
        let by = watch.by;
        self.change::<Watches>(unit, |own| own.0.push(watch));
        self.record(Outcome::Watching { unit, by, began: true });
    }

    pub(super) fn unwatch(&mut self, unit: UnitId, index: usize) {
        let mut by = None;
        self.change::<Watches>(unit, |own| by = (index < own.0.len()).then(|| own.0.remove(index).by));
        if let Some(by) = by {
            self.record(Outcome::Watching { unit, by, began: false });
        }
    }

    pub(super) fn change_ward(&mut self, unit: UnitId, ward: Key, amount: i32) -> OrFault {
        let mut change = None;
        self.change::<Wards>(unit, |own| change = own.change(ward, amount));
        let Some((from, to)) = change else { return Ok(()) };
        self.record(Outcome::Ward { unit, ward, from, to });
        // What it shows by comes and goes with what is stored (D-106).
        if from == to { Ok(()) } else { self.follow_condition(unit) }
    }

    pub(super) fn change_shield(&mut self, unit: UnitId, ward: Key, change: ShieldChange) -> OrFault {
        match change {
            ShieldChange::First => self.change::<Wards>(unit, |own| own.put_first(ward)),
            ShieldChange::Bought(points) => {
                self.change::<Wards>(unit, |own| own.buy(ward, points));
                self.change_ward(unit, ward, points)?;
            }
            ShieldChange::Lent { points, turns } => {
                self.change::<Wards>(unit, |own| {
                    own.buy(ward, points);
                    own.lend(ward, points, turns);
                });
                self.change_ward(unit, ward, points)?;
                self.follow_condition(unit)?;
            }
            ShieldChange::TurnBegins => {
                let mut over = None;
                self.change::<Wards>(unit, |own| over = own.begin_turn(ward));
                if let Some(points) = over {
                    self.change_ward(unit, ward, -points)?;
                    self.follow_condition(unit)?;
                }
            }
        }
        Ok(())
    }

    pub(super) fn change_door(&mut self, door: u16, open: bool) -> OrFault {
        let mut board = self.world.resource_mut::<BattleMap>();
        Arc::make_mut(&mut board.0)
            .set_door(door, open)
            .map_err(|error| Fault::Rule(Message::written(&error.to_string())))?;
        self.record(Outcome::Door { door, open });
        Ok(())
    }

    pub(super) fn change_task(&mut self, unit: UnitId, task: Option<Task>, news: Option<WorkNews>) {
        let before = self.facts().unit(unit).and_then(|own| own.usage.task.clone());
        if let (Some(known), Some(news)) = (task.as_ref().or(before.as_ref()), news) {
            let (action, done, needed) = (known.act.action, known.done, known.needed);
            self.record(Outcome::Work { unit, action, done, needed, news });
        }
        self.change::<Usage>(unit, |own| own.task = task);
    }
}
