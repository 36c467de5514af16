//! What a book, an action and a weapon say of firing: bursts, shots into a crowd, blind fire, spreading shot, aiming
//! weapons, explosives, and ranges beyond the last band.

use super::action::Step;
use super::data_prelude::*;

/// What a book says of firing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct FireRule {
    /// What a burst gives, by its rounds, ascending. A number between two lines counts as the lower (C-83).
    pub bursts: Vec<BurstLine>,
    /// Shots into a crowd; none: they hit or miss.
    pub stray: Option<StrayRule>,
    /// Blind fire; none: there is none.
    pub blind: Option<BlindRule>,
    /// Fire beyond the last band; none: that has no end.
    pub beyond: Option<BeyondRule>,
    /// The name by which modifiers find an attack's damage (C-80); none: they leave it alone.
    pub damage: Option<Key>,
    /// Bursts jam on this natural or a higher one (S-33); none: they do not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub jams_from: Option<i32>,
    /// Fire that sweeps an arc scores one hit, and one more for so many degrees each, 1 or more (S-72).
    #[serde(default = "defaults::two")]
    pub sweep_degrees: i32,
}

impl Default for FireRule {
    fn default() -> Self {
        Self {
            bursts: Vec::new(),
            stray: None,
            blind: None,
            beyond: None,
            damage: None,
            jams_from: None,
            sweep_degrees: 2,
        }
    }
}

impl FireRule {
    /// The line of so many rounds; below the first one a burst gives nothing.
    pub fn line(&self, rounds: i32) -> BurstLine {
        self.bursts.iter().rev().find(|line| line.rounds <= rounds).copied().unwrap_or_default()
    }
}

/// One line of the table of bursts (C-83).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BurstLine {
    /// From so many rounds on, up to the next line.
    pub rounds: i32,
    /// What it adds to the attack when sprayed (C-84).
    #[serde(default)]
    pub to_hit: i32,
    /// What it adds to the damage when grouped (C-85).
    #[serde(default)]
    pub points: i32,
    /// Damage dice that it adds when grouped.
    #[serde(default)]
    pub dice: u16,
}

/// Shots that miss someone in a crowd may strike another (C-49).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StrayRule {
    /// Squares within which others make it a crowd; 0: they share a square.
    #[serde(default)]
    pub within: i32,
    /// Sides of the die thrown after a miss.
    pub die: u16,
    /// The nearest one is struck from this face on.
    pub from: u16,
    /// The rule.
    pub rule: Key,
}

/// Fire at a square in which nobody is seen (C-89).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BlindRule {
    /// The dice in place of the check's.
    pub dice: Dice,
    /// What a trained skill counts as.
    pub skill: i32,
    /// The rule.
    pub rule: Key,
}

/// Fire farther than the last band goes (C-174).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BeyondRule {
    /// The last square of the last band.
    pub limit: Expr,
    /// The least level of the weapon's skill.
    pub skill: i32,
    /// Weapons of this tag do half of their damage there, rounded up (C-175).
    pub halves: Option<Key>,
    /// The rule.
    pub rule: Key,
}

/// How an action fires its weapon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct FireDef {
    /// What its burst is used for.
    pub burst: Option<Burst>,
    /// All rounds left in the weapon (C-86).
    pub all: bool,
    /// It uses so many times the rounds (C-87).
    pub times: i32,
    /// At a square, and whoever is on the line of fire (C-89).
    pub blind: bool,
    /// With others who wait; what those who hit do is pooled (C-178).
    pub together: bool,
    /// It lands by itself, without dice or answers (C-82).
    pub sure: bool,
    /// It scores a hit for each degree of the attack, as many as its rounds at most (S-59, S-60).
    pub hits: bool,
    /// What each hit tried adds to the attack, and the least that all of them add (S-59).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub for_each: Option<(i32, i32)>,
    /// Its hits may be given to other foes within so many squares of the target, no harder to hit than that (S-61).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shared: Option<i32>,
    /// It is aimed at this part of the body (S-62).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<Key>,
    /// It sweeps an arc of so many degrees: what it hits falls by chance on the foes in it (S-71, S-72).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sweep: Option<u8>,
    /// The rule by which its burst adds to the attack; none: the action's.
    pub rule: Option<Key>,
}

impl Default for FireDef {
    fn default() -> Self {
        Self {
            burst: None,
            all: false,
            times: 1,
            blind: false,
            together: false,
            sure: false,
            hits: false,
            for_each: None,
            shared: None,
            location: None,
            sweep: None,
            rule: None,
        }
    }
}

impl FireDef {
    /// How an action fires.
    pub fn of(action: &ActionDef) -> Self {
        let fire = action.steps.iter().find_map(|step| match step {
            Step::Attack { fire, .. } => Some(*fire),
            _ => None,
        });
        fire.unwrap_or_default()
    }

    /// What a burst of so many rounds adds to the attack (C-84), for each hit tried (S-59); none: it changes nothing.
    pub fn burst_to_hit(&self, rule: &FireRule, rounds: i32) -> Option<i32> {
        let sprayed = (self.burst == Some(Burst::Spray)).then(|| rule.line(rounds).to_hit);
        let tried = self.for_each.map(|(each, least)| each.saturating_mul(rounds.max(1)).max(least));
        match (sprayed, tried) {
            (Some(sprayed), Some(tried)) => Some(sprayed + tried),
            (sprayed, tried) => sprayed.or(tried),
        }
    }
}

/// What a burst is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Burst {
    /// Sprayed: easier to hit with (C-84).
    Spray,
    /// Grouped: does more damage (C-85).
    Group,
}

/// Shot that spreads: from some distance on it strikes all who share the target's square, or are near it (C-90).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spread {
    /// The nearest square at which it spreads.
    pub from: i32,
    /// The farthest.
    pub to: i32,
    /// The damage dice there, in place of the weapon's.
    pub damage: Option<Dice>,
    /// The base of the success value there, in place of the weapon's (T-07).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base: Option<i32>,
    /// It strikes those within so many squares of the target too; 0: who share its square.
    #[serde(default)]
    pub within: i32,
    /// What it adds to the attack there.
    pub to_hit: i32,
    /// The rule.
    pub rule: Key,
}

/// A weapon that helps to aim, where that is not too hard for it (C-44).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Smart {
    /// The lowest sum of all modifiers but skill and characteristic with which it can help.
    pub tolerance: i32,
    /// What it adds.
    #[serde(default = "defaults::one")]
    pub to_hit: i32,
    /// The rule.
    pub rule: Key,
}

/// The payload of a weapon (C-103).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BlastDef {
    /// Rings from the middle outwards: how far each reaches, in metres, and its damage dice. What two reach the inner
    /// one strikes.
    pub rings: Vec<(i32, Dice)>,
}

impl BlastDef {
    /// How far the outermost ring reaches, in metres.
    pub fn radius(&self) -> i32 {
        self.rings.iter().map(|(metres, _)| *metres).max().unwrap_or(0)
    }

    /// The squares covered around the one where it goes off (C-103).
    pub fn shape(&self, measure: Measure) -> Template {
        Template::Burst(u8::try_from(measure.within(self.radius())).unwrap_or(u8::MAX))
    }

    /// The ring that strikes what is so many squares away from the middle.
    pub fn ring(&self, measure: Measure, squares: i32) -> Option<usize> {
        let reaches = |metres: i32| measure.within(metres) >= squares;
        (0..self.rings.len()).filter(|at| reaches(self.rings[*at].0)).min_by_key(|at| self.rings[*at].0)
    }
}
