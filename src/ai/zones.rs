//! What an attack is worth that fills a whole zone (D-95).

use crate::ai::prelude::*;
use crate::rules::zone_area;

impl AttackWay {
    /// What it takes on the average from the one that it is aimed at; none: it fills no zone.
    pub(super) fn in_zone(&self, facts: &Facts, spec: &AttackSpec<'_>, limits: &LossLimits) -> Option<f64> {
        if !matches!(self.area, Some(Template::Block(_))) {
            return None;
        }
        let armament = spec.armament(facts)?;
        let (rule, def) = zone_area::of(facts, spec.action, &armament)?;
        let (by, target) = (facts.unit(spec.by)?, facts.unit(spec.target)?);
        let args = Args { target: Some(spec.target), ..Args::default() };
        let aim = area::aim(facts, by, &by.place.area, spec.action, &armament, &args)?.ok()?;
        let amounts = zone_area::amounts(facts, by, target, &aim, (&rule, &def));
        let mean = amounts.into_iter().map(|(amount, faces)| {
            let loss = zone_area::trace(facts, by, target, &def, amount).total;
            f64::from(faces) / f64::from(rule.die.max(1)) * limits.of_loss(loss)
        });
        Some(mean.sum())
    }
}
