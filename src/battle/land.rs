//! Where damage lands: one track, two in a row, characteristics, or degrees of injury; what its victim is asked.

use crate::{battle::prelude::*, rules::harm::Land};

/// Damage that no attack does: of an effect, or from outside the fight.
#[derive(Default)]
pub(super) struct Damage<'a> {
    /// To whom.
    pub unit: UnitId,
    /// Whose doing.
    pub by: UnitId,
    /// By what.
    pub cause: Key,
    /// How much.
    pub amount: i32,
    /// Its types.
    pub types: &'a [Key],
    /// Penetration (S-46).
    pub penetration: i32,
    /// Its drive (D-39); none: as much as the damage.
    pub drive: Option<i32>,
    /// Armour and resistances do not help.
    pub after_armour: bool,
    /// As a critical hit.
    pub critical: bool,
}

impl<'a> Damage<'a> {
    /// Damage through armour, nobody's doing yet.
    pub(super) fn plain(unit: UnitId, amount: i32, types: &'a [Key]) -> Self {
        Self { unit, by: unit, cause: Key::new("damage"), amount, types, ..Self::default() }
    }
}

impl Battle {
    /// Damage passes the stages of harm, lands, and writes what a wound writes.
    pub(super) fn damage(&mut self, damage: Damage<'_>) -> OrFault {
        self.hurt(damage).map(|_| ())
    }

    /// The same, and how much got through.
    pub(super) fn hurt(&mut self, damage: Damage<'_>) -> OrFault<i32> {
        let Damage { unit, by, cause, amount, types, penetration, drive, after_armour, critical } = damage;
        let facts = self.facts();
        let Some(own) = facts.unit(unit) else { return Ok(0) };
        let mut portion = Portion::new(Key::new("damage"), types, amount);
        portion.drive = drive.unwrap_or(amount);
        portion.penetration = penetration;
        let trace = if after_armour {
            HarmTrace { total: amount, portions: vec![portion], paid: Vec::new() }
        } else {
            harm::pass(&facts, own, vec![portion], Blow::default(), Vec::new())
        };
        self.suffer(unit, (by, cause), trace, critical, types)
    }

    /// What is left of damage that no attack does is told, and lands. Gives how much that is.
    pub(super) fn suffer(
        &mut self,
        unit: UnitId,
        (by, cause): (UnitId, Key),
        trace: HarmTrace,
        critical: bool,
        types: &[Key],
    ) -> OrFault<i32> {
        let (total, paid) = (trace.total, trace.paid.clone());
        let wound = Wound { by, total, critical, types: types.to_vec() };
        self.record(Outcome::Struck { by, target: unit, weapon: cause, landed: total > 0, critical, trace });
        self.sustain(unit, cause, wound, &paid)?;
        Ok(total)
    }

    /// Whoever is about to be subdued by a weapon, or is struck in earnest after that (S-49).
    pub(super) fn subdue(&mut self, (by, unit): (UnitId, UnitId), weapon: &WeaponDef, total: i32) -> OrFault {
        let facts = self.facts();
        let Some(target) = facts.unit(unit) else { return Ok(()) };
        if let Some(condition) = harm::subdues(&facts, target, weapon, total) {
            return self.inflict(unit, condition, 1, Some(by));
        }
        match facts.book.settings.harm.subdual {
            Some(condition) if target.conditions.has(condition) && !weapon.tagged("subdual") => {
                self.apply(Effect::Lift { unit, condition, count: None })
            }
            _ => Ok(()),
        }
    }

    /// What got through by no attack of its own lands, once its victim has shared it out if that is asked.
    pub(super) fn sustain(&mut self, unit: UnitId, cause: Key, wound: Wound, paid: &[(Key, i32)]) -> OrFault {
        self.shields_pay(unit, paid)?;
        let due = PointsDue { unit, points: -wound.total, spread: Spread::Free, cause, wound: Some(wound) };
        if self.waits(unit, -due.points)? {
            self.world.resource_mut::<Shares>().0.push(due);
            return Ok(());
        }
        self.land_due(&due)
    }

    /// Whether damage waits until its victim has shared it out. More on top of that waits, too, but where both together
    /// take all that there is, nothing is left to choose and all lands now: the dead are struck no more.
    fn waits(&mut self, unit: UnitId, total: i32) -> OrFault<bool> {
        if total <= 0 {
            return Ok(false);
        }
        let of_unit = |due: &PointsDue| due.unit == unit && due.wound.is_some();
        let shares = self.world.resource::<Shares>().0.iter();
        let before: i32 = shares.filter(|due| of_unit(due)).map(|due| -due.points).sum();
        if before == 0 {
            return Ok(self.allotment(unit, total).is_some());
        }
        let room: i32 = self.room(unit).iter().map(|(_, most)| *most).sum();
        if before.saturating_add(total) < room {
            return Ok(true);
        }
        let mut shares = self.world.resource_mut::<Shares>();
        let (now, later): (Vec<PointsDue>, Vec<PointsDue>) =
            std::mem::take(&mut shares.0).into_iter().partition(of_unit);
        shares.0 = later;
        now.into_iter().try_for_each(|due| self.land_due(&due))?;
        Ok(false)
    }

    /// What each of the tracks that damage eats can still take, with what is held back counted in.
    fn room(&mut self, unit: UnitId) -> Vec<(Key, i32)> {
        let facts = self.facts();
        let Some(own) = facts.unit(unit) else { return Vec::new() };
        let own = self.with_held(own);
        let tracks = heal::tracks(&facts.book.settings.harm.land).into_iter();
        tracks.filter_map(|id| own.tracks.get(id)).map(|track| (track.id, track.now.max(0))).collect()
    }

    /// What a victim is asked about damage: only where an answer says so and several are legal (C-62, C-63).
    pub(super) fn allotment(&mut self, unit: UnitId, total: i32) -> Option<Ask> {
        let facts = self.facts();
        let own = facts.unit(unit)?;
        let chosen = matches!(facts.book.settings.harm.land, Land::Characteristics { .. });
        let side = own.identity.side;
        if !chosen || facts.systems(own).is_some() || !self.answers().shares_out(side, unit) {
            return None;
        }
        let tracks = self.room(unit);
        let unhurt = unhurt(&self.with_held(own), &tracks);
        let choice = heal::leaves_choice(total, &tracks, unhurt);
        choice.then_some(Ask::Allot { total, tracks, sharing: Sharing::Damage })
    }

    /// Damage that nobody shares out, or not any more, lands as the book has it.
    pub(super) fn land_due(&mut self, due: &PointsDue) -> OrFault {
        let Some(wound) = &due.wound else { return Ok(()) };
        let core = Some(Key::new("core"));
        let owed = self.owed(due.unit, wound);
        let lost = self.land(due.unit, wound.by, -due.points, wound.critical, core, due.cause)?;
        self.kinds_do(due.unit, due.unit, &owed)?;
        self.wounded(due.unit, lost, wound)
    }

    /// Degrees owed to a kind by damage that no attack does and that is all of that kind (D-69).
    fn owed(&mut self, unit: UnitId, wound: &Wound) -> Vec<(Key, i32)> {
        let facts = self.facts();
        let (Some(own), [kind]) = (facts.unit(unit), wound.types.as_slice()) else { return Vec::new() };
        let portion = Portion::new(*kind, &wound.types, wound.total);
        let trace = HarmTrace { portions: vec![portion], paid: Vec::new(), total: wound.total };
        harm::owed(&facts, &self.with_held(own), &trace, &wound.types)
    }

    /// What kinds of damage do besides, once it has landed (D-72 to D-78). `by`: who has attacked, or the unit itself.
    pub(super) fn kinds_do(&mut self, unit: UnitId, by: UnitId, owed: &[(Key, i32)]) -> OrFault {
        let book = self.book();
        for rule in &book.settings.harm.kinds {
            let Some((_, degrees)) = owed.iter().find(|(kind, _)| *kind == rule.kind) else { continue };
            let mut scope = Scope::new(unit, rule.rule).with("degrees", i64::from(*degrees));
            scope.target = Some(by);
            self.run(&rule.reached, &scope)?;
            for (_, effects) in rule.degrees.iter().filter(|(least, _)| degrees >= least) {
                self.run(effects, &scope)?;
            }
        }
        Ok(())
    }

    /// What follows once damage that no attack does has landed, so much of it as an injury.
    pub(super) fn wounded(&mut self, unit: UnitId, lost: i32, wound: &Wound) -> OrFault {
        if wound.total > 0 {
            let condition = self.book().settings.harm.critical_condition.filter(|_| wound.critical);
            self.injury_lines(unit, lost, wound.total, wound.critical, &wound.types)?;
            if let Some(condition) = condition {
                self.inflict(unit, condition, 1, None)?;
            }
        }
        self.disturb(unit, wound.total)
    }

    /// Lands what got through (A-94, S-47, C-62, D-68, F-67), and gives how much of it counts as an injury.
    pub(super) fn land(
        &mut self,
        unit: UnitId,
        by: UnitId,
        total: i32,
        critical: bool,
        injury: Option<Key>,
        cause: Key,
    ) -> OrFault<i32> {
        if total <= 0 {
            return Ok(0);
        }
        let facts = self.facts();
        let Some(own) = facts.unit(unit) else { return Ok(0) };
        if facts.systems(own).is_some() {
            self.land_on_systems(unit, by, total, cause)?;
            return Ok(total);
        }
        let (changes, lost) = harm::lands(&facts, &self.with_held(own), total, critical, injury);
        for (track, amount) in changes {
            self.apply(Effect::Track { unit, track, amount, cause })?;
        }
        Ok(lost)
    }
}

impl Battle {
    /// Writes the ledger's lines for an injury (F-38 to F-41); amounts may use `n`, what was lost.
    pub(super) fn injury_lines(
        &mut self,
        unit: UnitId,
        lost: i32,
        total: i32,
        critical: bool,
        types: &[Key],
    ) -> OrFault {
        let book = self.book();
        // Machines have damage, no wounds.
        let lives = self.facts().unit(unit).is_some_and(|own| own.sheet.0.systems.is_none());
        if let Some(condition) = book.settings.harm.hurt.filter(|_| lives) {
            // Wounds that are there already begin anew with the fresh ones (C-71).
            self.apply(Effect::Renew { unit, condition })?;
            self.inflict(unit, condition, 1, None)?;
        }
        let mut clock = self.world.resource_mut::<Clock>();
        clock.injuries += 1;
        let injury = clock.injuries;
        for (at, event) in book.settings.harm.injury_events.iter().enumerate() {
            if at != 1 || critical {
                self.write_ledger(unit, event.as_str(), lost, None, Some(injury))?;
            }
        }
        let mut of_types: Vec<Key> = Vec::new();
        for (kind, event) in &book.settings.harm.type_events {
            if types.contains(kind) && !of_types.contains(event) {
                of_types.push(*event);
                self.write_ledger(unit, event.as_str(), total, None, None)?;
            }
        }
        Ok(())
    }

    /// Points that shields have paid leave them (D-56).
    pub(super) fn shields_pay(&mut self, unit: UnitId, paid: &[(Key, i32)]) -> OrFault {
        paid.iter()
            .try_for_each(|(ward, points)| self.apply(Effect::Ward { unit, ward: *ward, amount: -points }))
    }
}

/// Whether an allotment shares out the whole amount within what each track can take (C-62, C-63). The unit is as it
/// stands with what is held back for it.
pub fn check_allotment(
    total: i32,
    tracks: &[(Key, i32)],
    parts: &[(Key, i32)],
    unit: Option<&UnitState>,
) -> Result<(), Refusal> {
    let no = |message: Message, rule: &str| Err(Refusal::new("allotment", message, Some(Key::new(rule))));
    heal::check_parts(total, tracks, parts)?;
    let Some(own) = unit else { return Ok(()) };
    let Some(((first, most), others)) = tracks.split_first() else { return Ok(()) };
    let of = |id: &Key| parts.iter().find(|(known, _)| known == id).map_or(0, |(_, amount)| *amount);
    if unhurt(own, tracks) {
        if of(first) < total.min(*most) {
            return no(message!("core-first-damage-goes-to-x-until-it-is-empty", track = first), "C-62");
        }
        let touched: Vec<&(Key, i32)> = others.iter().filter(|(id, _)| of(id) > 0).collect();
        let full = touched.iter().filter(|(id, most)| of(id) == *most).count();
        if touched.len() > 1 && full == 0 {
            return no(message!("core-what-is-left-goes-to-one-of-them-until-it-is-empty"), "C-62");
        }
    }
    Ok(())
}

/// Whether damage is the first: all of the tracks are full (C-62).
fn unhurt(unit: &UnitState, tracks: &[(Key, i32)]) -> bool {
    tracks.iter().all(|(id, _)| unit.tracks.get(*id).is_some_and(|track| track.now == track.max))
}
