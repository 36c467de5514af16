//! Relations between two units, as data: a rider on a mount, and by the same slot crews in vehicles and grapples.
//!
//! Who is bound to whom is a fact, in [`crate::rules::facts::Bond`].

use super::data_prelude::*;

/// One kind of relation. One unit holds a role in it, the other is what it holds on to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BondDef {
    /// Its id: `riding`.
    pub id: Key,
    /// What players read.
    pub name: String,
    /// The rule.
    pub rule: Key,
    /// What the other unit is called, also in expressions: `mount.personality`.
    pub to: Key,
    /// The roles that units may hold towards the other, the first where none is named.
    pub roles: Vec<RoleDef>,
    /// Who holds a role in it has the other's initiative count and rolls none: a drone its operator's (C-147).
    #[serde(default)]
    pub shares_count: bool,
    /// The condition of the other unit while it lasts (C-92).
    pub to_condition: Option<Key>,
    /// It ends when the two are farther apart than so many squares.
    pub within: Option<i32>,
    /// It ends when either of the two gains one of these conditions.
    #[serde(default)]
    pub broken_by: Vec<Key>,
    /// While it lasts, each turn of either ends with a touch of the other, whose damage aura may answer (D-06, D-117).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub answers_at_turn_end: bool,
}

/// One role of a relation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoleDef {
    /// Its id, also in expressions: `role.rider` tells whether a unit holds it, `rider.ride` reads who does.
    pub id: Key,
    /// What players read.
    pub name: String,
    /// How many units may hold it towards one and the same other; none: any number.
    pub most: Option<usize>,
    /// Who holds it stands on the other's squares for every distance, goes where it goes without spending anything
    /// and has its increment. It cannot move by itself.
    #[serde(default)]
    pub carried: bool,
    /// The condition of who holds it while the relation lasts (C-92).
    pub condition: Option<Key>,
    /// Who holds it moves the other, which then does not move by itself.
    pub steers: Option<Steering>,
    /// Who holds it drives the vehicle that the other is (C-111).
    #[serde(default)]
    pub drives: bool,
}

/// How one unit moves another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Steering {
    /// By which of its own actions; it pays for them.
    pub actions: Vec<Key>,
    /// The check in place of the movement check, always rolled.
    pub check: Key,
}

impl BondDef {
    /// A role; none named: the first.
    pub fn role(&self, id: Option<Key>) -> Option<&RoleDef> {
        if let Some(id) = id { self.roles.iter().find(|role| role.id == id) } else { self.roles.first() }
    }
}
