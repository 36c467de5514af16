//! Chances to answer: who took one, who let it pass, and who could not, with the reason.
//!
//! Owns their lines. Whom it is worth telling of is the battle's.

use super::*;
use crate::rules::action::Moment;

impl Teller<'_> {
    pub(super) fn answerable(
        &mut self,
        unit: UnitId,
        by: UnitId,
        moment: Moment,
        with: &[Key],
        how: &Answered,
    ) {
        let name = self.name(unit);
        let names: Vec<String> = with.iter().map(|action| self.facts.book.name_of(*action)).collect();
        let names = words::list(&names);
        let about = self.chance(by, moment);
        let text = match how {
            Answered::Declined if names.is_empty() => format!("{name} lets {about} pass"),
            Answered::Declined => format!("{name} lets {about} pass (could have: {names})"),
            Answered::Stood => format!("{name} lets {about} pass by a standing answer (could have: {names})"),
            Answered::Taken => format!("{name} answers {about}: {names}"),
            Answered::Not(why) => {
                let rule = why.rule.map_or_else(String::new, |rule| format!(" [{rule}]"));
                let names = if names.is_empty() { names } else { format!(" with {names}") };
                format!("{name} cannot answer {about}{names}: {}{rule}", why.text)
            }
        };
        self.say(1, None, text);
    }

    /// What there was to answer.
    fn chance(&self, by: UnitId, moment: Moment) -> String {
        let whose = self.name(by);
        match moment {
            Moment::Attacked => format!("the attack of {whose}"),
            Moment::Hit => format!("the hit of {whose}"),
            Moment::Casting => format!("the spell of {whose}"),
            Moment::Provoked => format!("the opening that {whose} gives"),
            Moment::Watched => format!("what {whose} does"),
            Moment::CutIn => format!("the turn of {whose}"),
            Moment::Caught => "the blast".to_owned(),
            Moment::Won => format!("the contest with {whose}"),
        }
    }
}
