//! What an attack on its way consists of: with what it is made, what its dice came to, its damage, what was averted
//! and what gets through.

use super::scored::Sharing;
use crate::{battle::prelude::*, rules::fire::Load};

/// With what an attack is made, and at what it is aimed besides its target.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct StrikeMeans {
    /// The weapon.
    pub weapon: Option<Key>,
    /// Further weapons or shots (D-26).
    pub more: Vec<Key>,
    /// The spell.
    pub spell: Option<Key>,
    /// The spell in effect of which it is a further strike, or that it has put in effect.
    pub again: Option<Key>,
    /// What its weapon is where that is used as what it is besides (F-64).
    pub also: Option<Key>,
    /// What a weapon is that has left the hand.
    pub flown: Option<Key>,
    /// The item of its target at which it is aimed.
    pub item: Option<Key>,
    /// The run before it, from one square to another.
    pub line: Option<(Square, Square)>,
    /// Rounds of its burst (C-83).
    #[serde(default)]
    pub rounds: i32,
}

/// What the dice of an attack came to, and whether it hits.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct AttackResult {
    /// Dice that were thrown for several targets before it was made.
    pub shared: Option<SharedDice>,
    /// Its check.
    pub check: Option<Check>,
    /// How the check fell; of a chain its first link.
    pub first: Option<Reading>,
    /// The value of all links.
    pub value: i32,
    /// Links of its chain.
    pub links: u32,
    /// What all dice of its chain showed, where its hits may fall on others (S-61).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chained: Vec<i32>,
    /// It hits.
    pub landed: bool,
    /// It is critical.
    pub critical: bool,
    /// Hits that it has scored and that are not evaded; 0: it is no attack that scores several (S-59).
    #[serde(default, skip_serializing_if = "crate::defaults::is_default")]
    pub hits: i32,
    /// Which of its hits are confirmed as critical (S-44).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub criticals: Vec<usize>,
    /// On whom its hits fall, one after the other, as far as that has been said (S-61).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sharing: Option<Sharing>,
}

/// What an attack deals before anything is taken off it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct StrikeDamage {
    /// What it throws for damage, and what comes to it.
    pub load: Option<Load>,
    /// Its damage dice.
    pub dice: Vec<u16>,
    /// They were thrown once for several blows (C-90).
    #[serde(default)]
    pub thrown: bool,
    /// The die in whose place the degrees of the attack stand, and the degrees (S-43).
    pub replaced: Option<(usize, i32)>,
    /// The one die that degrees may replace has been replaced in another blow of the same attack (S-43).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unlifted: bool,
    /// Its damage weapon by weapon or hit by hit, as far as that is known.
    pub portions: Vec<Portion>,
    /// Damage that is known from the beginning.
    pub given: Option<GivenDamage>,
}

/// What its target does against an attack, and what that takes off it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Averted {
    /// Nobody may answer it.
    #[serde(default)]
    pub unanswered: bool,
    /// What reactions put on its check (C-53).
    pub hinder: i32,
    /// What a rolled defence takes off its value.
    pub reduced: i32,
    /// Degrees by which it was evaded (S-35).
    pub evaded: i32,
    /// The target has defended itself.
    pub defended: bool,
    /// Points that shields have paid.
    pub paid: Vec<(Key, i32)>,
    /// The aura that answers it, and with how much (D-117).
    pub aura: Option<(Key, i32)>,
    /// What those who have answered it may do once it is over (S-67).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub follows: Vec<FollowUp>,
}

/// What gets through to its target.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct StrikeLoss {
    /// The type of injury (D-70).
    pub injury: Option<Key>,
    /// A critical has been given for more drive (D-36, T-09).
    pub drive: bool,
    /// Its precise weapons take no more of that than others (D-37).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub plain_drive: bool,
    /// Something got past armour.
    pub past_armour: bool,
    /// Something that may sever limbs got past it (D-50).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub severs: bool,
    /// What got through, for who is hit at a task (C-101).
    #[serde(default)]
    pub taken: i32,
    /// So much is being shared out among tracks by its target.
    pub allotting: Option<i32>,
}

the_same! {
    Strike {
        /// The same with nothing left to roll: this damage, and what follows from it.
        given(given: GivenDamage): result.landed = true, damage.given = Some(given);
        /// As one blow of an area attack, its dice thrown; what follows comes for all inside afterwards.
        sharing(shared: SharedDice): result.shared = Some(shared);
        /// The same to be taken up again for what follows from the blow.
        following(): after = true;
        /// The same, stopping before a step of the book's, to which all blows of one attack come together (S-28).
        until(step: Option<usize>): until = step;
        /// The same with more weapons or shots (D-26).
        with_more(more: &[Key]): with.more = more.to_vec();
        /// The same with a burst of so many rounds (C-83).
        firing(rounds: i32): with.rounds = rounds;
        /// The same with so many hits scored.
        scoring(hits: i32): result.hits = hits;
        /// The same as a further strike of a spell in effect.
        of(in_effect: Key): with.again = Some(in_effect);
        /// The same aimed at an item, or after a run from one square to another.
        with_manoeuvre(item: Option<Key>, line: Option<(Square, Square)>): with.item = item, with.line = line;
        /// The same with damage dice thrown already (C-90).
        with_damage(dice: Vec<u16>): damage.dice = dice, damage.thrown = true;
        /// The same with dice that nothing replaces any more: of one attack's dice only one is (S-43).
        unlifted(): damage.unlifted = true;
        /// The same as what a burst does to one of those in it: so much of a kind, and no dodging it (D-92).
        in_burst(portions: Vec<Portion>): damage.portions = portions, result.landed = true, spread = true;
        /// The same without answers.
        unanswered(): averted.unanswered = true;
        /// The same with a weapon of a kind that may have left the hand.
        flown(kind: Key): with.flown = Some(kind);
        /// The same as a shot that has missed another (C-49).
        gone_astray(): stray = true;
    }
}
