//! What can be done with things on the map and with creatures besides fighting: a door that sticks, a lever, a
//! beast to climb. Which thing offers which is the map's, in [`crate::rules::facts::Thing`].

use super::data_prelude::*;

/// One action that a thing offers to who stands beside it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InteractionDef {
    /// Its id: `force`.
    pub id: Key,
    /// What players read.
    pub name: String,
    /// One sentence about it.
    #[serde(default)]
    pub text: String,
    /// The rule.
    pub rule: Key,
    /// What it costs in place of the action that does it (C-19).
    pub cost: Option<Vec<Cost>>,
    /// How long it takes, by the book's increments; more than no round makes it a task (C-100).
    pub increment: Option<Key>,
    /// The check that it needs, which makes it provoke; none: it succeeds by itself.
    pub check: Option<Key>,
    /// The number against the check, where the thing states none.
    #[serde(default = "ten")]
    pub dc: Expr,
    /// What the success value starts at; none: meeting the number is enough.
    pub sv: Option<Expr>,
    /// Only while the thing is barred in this way.
    pub barred: Option<Key>,
    /// Not again once it has succeeded.
    #[serde(default)]
    pub once: bool,
    /// What happens on success; may use `margin` and `sv`.
    #[serde(default, rename = "do")]
    pub effects: Vec<EffectDef>,
    /// What happens on failure.
    #[serde(default)]
    pub fail: Vec<EffectDef>,
}

fn ten() -> Expr {
    Expr::number(10)
}
