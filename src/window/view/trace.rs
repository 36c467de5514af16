//! The way of a blow's damage, portion by portion: what arrives, what each stage takes, what goes on.

/// The way of one portion.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TraceRow {
    /// Its kind of damage.
    pub what: String,
    pub arrives: String,
    /// The stages that it passes, in order.
    pub gates: Vec<Gate>,
}

/// One stage.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Gate {
    /// What it is called.
    pub name: String,
    /// What it takes or adds, with its sign; empty where it changes no amount.
    pub change: String,
    /// Does it change anything?
    pub counts: bool,
    pub goes_on: String,
    /// The rule: pointing at the gate asks about it.
    pub rule: Option<String>,
}

impl TraceRow {
    /// The way as plain text, only what changes the amount.
    pub fn plain(&self) -> String {
        let mut text = format!("{} {}", self.what, self.arrives);
        for gate in self.gates.iter().filter(|gate| gate.counts && !gate.change.is_empty()) {
            text.push_str(&format!(", {} {} → {}", gate.name, gate.change, gate.goes_on));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_changes_nothing_is_not_read_out() {
        let gate = |name: &str, change: &str, counts, goes_on: &str| Gate {
            name: name.to_owned(),
            change: change.to_owned(),
            counts,
            goes_on: goes_on.to_owned(),
            rule: None,
        };
        let row = TraceRow {
            what: "Heat".to_owned(),
            arrives: "30".to_owned(),
            gates: vec![gate("Near shield", "−12", true, "18"), gate("Armour", "0", false, "18")],
        };
        assert_eq!(row.plain(), "Heat 30, Near shield −12 → 18");
    }
}
