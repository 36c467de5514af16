//! Playing a case: once as it stands, once saved and restored at every prompt. Both must end with the same hash.

use super::{
    CaseEntry, CaseStep, expect, names,
    set_up::{setup, wrong_unit},
    shown::shown,
    trace::Trace,
};
use crate::{
    cli::prelude::*,
    rules::{action::Moment, economy::Mode, legal::Refusal},
};

/// Why a case fails: which step (from 1), and what is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The step, 0 for the set-up.
    pub step: usize,
    /// What is wrong.
    pub text: String,
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.step {
            0 => f.write_str(&self.text),
            step => write!(f, "step {step}: {}", self.text),
        }
    }
}

pub(super) fn fail<T>(step: usize, text: impl Into<String>) -> Result<T, Failure> {
    Err(Failure { step, text: text.into() })
}

/// How often a case is saved and restored while it is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Saving {
    /// Never; the words it uses are recorded.
    Never,
    /// At every prompt; at the first, second, fourth, eighth and so on, what is saved is written as text and read
    /// again.
    Now,
    /// At every prompt, always by way of the text.
    Written,
}

/// Plays a case, and once more with every save written as text.
pub fn run(library: &Library, entry: &CaseEntry) -> Result<(), Failure> {
    run_saving(library, entry, Saving::Written)
}

/// Plays a case, and once more saved and restored as said.
pub fn run_saving(library: &Library, entry: &CaseEntry, saving: Saving) -> Result<(), Failure> {
    let hash = |battle: &Battle| match (battle.hash(), battle.fault()) {
        (hash, None) => Ok(hash),
        (_, Some(fault)) => fail(0, locale::tell(&fault.message())),
    };
    let plain = hash(&play(library, &entry.case, Saving::Never)?)?;
    let restored = hash(&play(library, &entry.case, saving)?)?;
    if plain != restored {
        return fail(
            0,
            format!("saved and restored at every prompt it ends otherwise: {restored}, not {plain}"),
        );
    }
    Ok(())
}

/// Plays a case and gives the battle as it ends, with a record of the words used unless it is saved and restored.
pub fn play(library: &Library, case: &Case, saving: Saving) -> Result<Battle, Failure> {
    let mut player = Player::new(library, case, saving)?;
    player.whole(case)?;
    Ok(player.battle)
}

/// Plays a case and gives what was done and what came of it, a line each; and why it fails, if it does.
pub fn traced(library: &Library, case: &Case) -> (Vec<String>, Result<(), Failure>) {
    match Player::new(library, case, Saving::Never) {
        Ok(player) => {
            let mut player = Player { trace: Some(Trace::default()), ..player };
            let result = player.whole(case);
            (player.trace.map(Trace::into_lines).unwrap_or_default(), result)
        }
        Err(failure) => (Vec::new(), Err(failure)),
    }
}

struct Player<'a> {
    library: &'a Library,
    battle: Battle,
    book: Arc<Rulebook>,
    saving: Saving,
    saves: u32,
    mark: usize,
    /// What is written down of it.
    trace: Option<Trace>,
}

impl<'a> Player<'a> {
    fn new(library: &'a Library, case: &Case, saving: Saving) -> Result<Self, Failure> {
        let setup = setup(library, case)?;
        let book = setup.book.clone();
        let battle = Battle::new(setup);
        Ok(Self { library, battle, book, saving, saves: 0, mark: 0, trace: None })
    }

    fn whole(&mut self, case: &Case) -> Result<(), Failure> {
        self.battle.keep_seen();
        self.battle.advance();
        self.news();
        self.check_fault(0)?;
        self.save()?;
        for spell in &case.spells {
            if let Some(text) = names::unknown_spell(self.library, &self.book, spell.spell) {
                return fail(0, text);
            }
            self.give(0, Command::Referee(spell.laid()))?;
        }
        case.steps.iter().zip(1..).try_for_each(|(step, at)| self.step(at, step))?;
        if let Some(left) = self.battle.dice().left_text() {
            return fail(case.steps.len(), format!("dice left over: {left}"));
        }
        Ok(())
    }

    /// Writes down what has happened since the last time, and what is asked now.
    fn news(&mut self) {
        if let Some(trace) = &mut self.trace {
            trace.news(&self.battle);
        }
    }

    fn save(&mut self) -> Result<(), Failure> {
        if self.saving == Saving::Never || self.battle.prompt().is_none() {
            return Ok(());
        }
        self.saves += 1;
        let before = self.battle.hash();
        let mut snapshot = self.battle.snapshot();
        if self.saving == Saving::Written || self.saves.is_power_of_two() {
            let text = ron::ser::to_string(&snapshot);
            let text = text.or_else(|error| fail(0, format!("the battle cannot be saved: {error}")))?;
            let read = ron::from_str(&text);
            snapshot = read.or_else(|error| fail(0, format!("the saved battle cannot be read: {error}")))?;
        }
        let restored = Battle::restore(snapshot, &self.book);
        self.battle =
            restored.or_else(|error| fail(0, format!("the saved battle cannot be restored: {error}")))?;
        if self.battle.hash() != before {
            return fail(0, "the restored battle is not equal to the saved one");
        }
        Ok(())
    }

    fn check_fault(&self, step: usize) -> Result<(), Failure> {
        match self.battle.fault() {
            Some(fault) => {
                fail(step, format!("the battle ended with an error: {}", locale::tell(&fault.message())))
            }
            None => Ok(()),
        }
    }

    fn step(&mut self, at: usize, step: &CaseStep) -> Result<(), Failure> {
        if let Some(text) = names::unknown(self.library, &self.book, step) {
            return fail(at, text);
        }
        match step {
            CaseStep::Expect(list) => {
                for one in list {
                    if let Err(text) = expect::check(&self.battle, one, self.mark) {
                        return fail(at, self.unmet(one, &text));
                    }
                }
                self.mark = self.battle.chronicle().events.len();
                if let Some(trace) = &mut self.trace {
                    trace.say(format!("step {at}: what is expected holds"));
                }
                Ok(())
            }
            CaseStep::Refused(inner, code) => {
                let command = self.command(at, inner)?;
                if let Some(trace) = &mut self.trace {
                    trace.say(format!("step {at}: to be refused ({code}): {}", shown(&command)));
                }
                let before = self.battle.hash();
                match self.battle.submit(command) {
                    Ok(_) => fail(at, format!("was taken, should be refused ({code})")),
                    Err(Refusal { code: found, .. }) if found == *code => {
                        if self.battle.hash() == before {
                            Ok(())
                        } else {
                            fail(at, "a refused command changed the battle")
                        }
                    }
                    Err(refusal) => {
                        let (found, why) = (refusal.code, locale::refusal_in(&self.book, &refusal));
                        fail(at, format!("refused with \"{found}\" ({why}), expected \"{code}\""))
                    }
                }
            }
            CaseStep::UntilTurn(unit) => self.until(at, |battle| {
                matches!(battle.prompt(), Some(prompt) if prompt.unit == *unit && matches!(prompt.ask, Ask::Turn { .. }))
            }),
            CaseStep::UntilRound(round) => self.until(at, |battle| battle.clock().round >= *round),
            _ => {
                let command = self.command(at, step)?;
                self.give(at, command)
            }
        }
    }

    fn give(&mut self, at: usize, command: Command) -> Result<(), Failure> {
        if let Some(trace) = &mut self.trace {
            trace.say(format!("step {at}: {}", shown(&command)));
        }
        if let Err(refusal) = self.battle.submit(command.clone()) {
            let (open, given) = (self.open(), shown(&command));
            return fail(
                at,
                format!(
                    "refused: {} (code \"{}\"); {open}; given: {given}",
                    locale::refusal_in(&self.book, &refusal),
                    refusal.code
                ),
            );
        }
        self.news();
        self.check_fault(at)?;
        self.save()
    }

    /// Why an expectation does not hold: what was found, whether it held too early, and what is asked now.
    fn unmet(&self, one: &expect::Expect, text: &str) -> String {
        let early = self.mark > 0 && expect::check(&self.battle, one, 0).is_ok();
        let early = match early {
            true => "; it happened earlier: an Expect takes what has happened since the one before",
            false => "",
        };
        format!("{text}{early}; {}", self.open())
    }

    fn open(&self) -> String {
        match self.battle.prompt() {
            Some(prompt) => {
                format!("the open prompt is {}'s: {}", prompt.unit, expect::ask_name(&prompt.ask))
            }
            None => "the fight is over".to_owned(),
        }
    }

    fn until(&mut self, at: usize, reached: impl Fn(&Battle) -> bool) -> Result<(), Failure> {
        for _ in 0..500 {
            if reached(&self.battle) {
                return Ok(());
            }
            let Some(prompt) = self.battle.prompt() else { return fail(at, "the fight is over before that") };
            let unit = prompt.unit;
            let command = match &prompt.ask {
                Ask::Turn { .. } => Command::End { unit },
                Ask::React(_) | Ask::CutIn { .. } => Command::Decline { unit },
                Ask::Choice { options, .. } => match options.first() {
                    Some(first) => Command::Choose { unit, option: first.id },
                    None => Command::Decline { unit },
                },
                Ask::Allot { .. } => return fail(at, "somebody has to share out damage before that"),
            };
            self.give(at, command)?;
        }
        fail(at, "that is not reached in 500 prompts")
    }

    fn command(&self, at: usize, step: &CaseStep) -> Result<Command, Failure> {
        Ok(match step.clone() {
            CaseStep::Act { unit, action, mode, args } => {
                let mode = mode.unwrap_or_else(|| usual_mode(&self.battle, action));
                Command::Act { unit, action, mode, args }
            }
            CaseStep::End(unit) => Command::End { unit },
            CaseStep::Delay(unit, until) => Command::Delay { unit, until },
            CaseStep::Decline(unit) => Command::Decline { unit },
            CaseStep::Choose(unit, option) => Command::Choose { unit, option },
            CaseStep::Allot(unit, parts) => Command::Allot { unit, parts },
            CaseStep::Standing(standing) => Command::Standing(standing),
            CaseStep::Concede(side) => Command::Concede { side },
            CaseStep::Referee(referee) => Command::Referee(referee),
            CaseStep::Enter(side, entry, kind) => {
                let map = self.battle.referees_knowledge().map.clone();
                let unit = entry.build(&self.book, &map, side);
                let unit = unit.or_else(|wrong| fail(at, wrong_unit(self.library, wrong)))?;
                Command::Referee(Referee::Enter { unit: Box::new(unit), entry: kind })
            }
            CaseStep::Refused(..)
            | CaseStep::UntilTurn(_)
            | CaseStep::UntilRound(_)
            | CaseStep::Expect(_) => {
                return fail(at, "only a command can be refused");
            }
        })
    }
}

/// The usual mode: standard on one's turn, immediate in answer, free where the action allows nothing else.
pub(super) fn usual_mode(battle: &Battle, action: Key) -> Mode {
    let only_free = battle.book().action(action).is_some_and(|def| def.modes == [Mode::Free]);
    match battle.prompt().map(|prompt| &prompt.ask) {
        _ if only_free => Mode::Free,
        Some(Ask::React(reaction)) if reaction.moment == Moment::Won => Mode::Free,
        Some(Ask::React(_)) => Mode::Immediate,
        _ => Mode::Standard,
    }
}
