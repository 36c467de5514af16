//! What the window shows and what a player wants, as plain values.
//!
//! The panels, the board and the motions read [`Table`] and nothing else; they send [`Intent`]s and nothing else.
//! Everything here is already cut down to what the side at the screen knows.

mod ending;
mod log;
mod on_map;
mod row;
mod shelf;
mod trace;

use super::glossary;
use crate::{key::Key, window::prelude::*};

pub use crate::rules::action::Group as CardGroup;

pub use super::intent::{ContentIntent, DraftIntent, Intent, ModIntent, RulesIntent};
pub use ending::{Deed, Ending, SinceSummary, SumRow, Sums};
pub use log::{LogKind, LogLine, LogView, Telling, ToldBlow, Tone};
pub use on_map::{
    Air, AnswerLine, BarrierKind, BarrierPlace, Board, Choice, Counter, DrawnBarrier, Ghost, Hull, Lying,
    Note, Overlay, Pose, Sector, TerrainKind, VehicleSeat, Weight, mark,
};
pub use row::{ActionCard, Chip, ClickHint, Cost, Pip, Popup, Row, RowSlot};
pub use shelf::{
    BattleEntry, Briefing, Choices, Draft, KindEntry, Mistake, ModEntry, Mods, Muster, Naming, Page, Pause,
    Question, ReplayEntry, SaveEntry, SeatEntry, Shelf, Slip,
};
pub use trace::{Gate, TraceRow};

/// A square of the map: column from the left, row from the top, both from 0.
pub type At = IVec2;

/// Everything the screen shows. Panels redraw the part of it that changed.
#[derive(Resource, Clone, Debug, Default)]
pub struct Table {
    /// The map. Its generation says when it must be laid out anew.
    pub board: Board,
    /// The counters that the side at the screen knows of.
    pub counters: Vec<Counter>,
    /// What lies on the ground where nobody stands.
    pub lying: Vec<Lying>,
    /// Ink and chalk on the map.
    pub overlay: Overlay,
    /// Smoke and darkness over the map.
    pub air: Air,
    /// The initiative order.
    pub ribbon: Ribbon,
    /// The unit whose turn it is, if it is this side's to know; in others' turns who acts, or whom it concerns.
    pub own: Option<UnitCard>,
    pub hand: Vec<ActionCard>,
    /// Where they stand: in slots, behind the attack, under the rest.
    pub row: Row,
    /// Small choices that go with the chosen action: how it is paid, by which category one moves, what rides on it.
    pub chips: Vec<Chip>,
    /// What a click where the pointer is would do.
    pub click_hint: Option<ClickHint>,
    /// What is under the pointer, or what was asked about.
    pub side: Option<SideCard>,
    /// Does that card stay, whatever the pointer is on?
    pub pinned: bool,
    /// The rule that was asked about.
    pub rule: Option<RuleCard>,
    /// The open question.
    pub prompt: Option<PromptCard>,
    /// Everything that happened and that this side perceived, oldest first.
    pub log: Vec<LogLine>,
    /// Is the log unfolded?
    pub log_open: bool,
    /// What of it is shown.
    pub log_view: LogView,
    /// What others do just now.
    pub telling: Option<Telling>,
    /// Is it shown what the others threaten?
    pub threat: bool,
    /// Is it shown what would be if the unit stood where the pointer is?
    pub what_if: bool,
    /// One line that says what to do now.
    pub hint: String,
    /// Whose eyes may look: on the hand-over, who should sit down.
    /// While this is set, everything else here is the last player's until the curtain has fallen a frame later, and
    /// blank from then on.
    pub hand_over: Option<HandOver>,
    /// What the one who has just sat down perceived since they last looked.
    pub since: Option<SinceSummary>,
    /// Newcomers are told in this battle how to play.
    pub teaches: bool,
    /// What to do to win.
    pub goal: String,
    /// The end.
    pub ending: Option<Ending>,
    /// May the last command be taken back?
    pub may_undo: bool,
    /// May the turn be put off?
    pub may_delay: bool,
    /// Is it the computer's turn to decide?
    pub thinking: bool,
}

/// The initiative order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ribbon {
    /// The round, from 1; 0 before the first.
    pub round: u32,
    /// It is the round before the first, in which only some act.
    pub surprise: bool,
    /// What part of the round it is, if not the turns.
    pub phase: String,
    /// The slots in order: who still comes in this round, then who has acted.
    pub slots: Vec<RibbonSlot>,
    /// Those who have left the order: the dead and who is gone.
    pub fallen: Vec<RibbonSlot>,
    /// Who fights, in the order of the next round as it would begin if this one ended now; none before counts stand.
    pub next: Vec<RibbonSlot>,
}

impl Ribbon {
    /// The turn is this unit's, or nobody's.
    pub fn pass_to(&mut self, unit: Option<u32>) {
        self.slots.iter_mut().for_each(|slot| slot.active = Some(slot.unit) == unit);
    }

    /// Each slot is told from its twins as its counter is.
    pub fn tag_as(&mut self, counters: &[Counter]) {
        for slot in self.slots.iter_mut().chain(&mut self.fallen).chain(&mut self.next) {
            let own = counters.iter().find(|own| own.unit == slot.unit);
            slot.tag = own.map(|own| own.tag.clone()).unwrap_or_default();
        }
    }
}

/// The unit whose slot of the ribbon is pointed at.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PointedSlot(pub Option<u32>);

/// One slot of the ribbon.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RibbonSlot {
    pub unit: u32,
    pub name: String,
    pub side: usize,
    /// The file in `art/units`.
    pub art: String,
    /// What tells it from its twins, as its counter says it.
    pub tag: String,
    pub count: Option<i32>,
    /// What the end of the round makes of it as far as known, where that is another count (F-25).
    pub expected: Option<i32>,
    /// Is it its turn?
    pub active: bool,
    /// Has it no turn left in this round: it has acted, or is surprised?
    pub acted: bool,
    /// Is it down or out of the fight?
    pub out: bool,
    /// Is it that, or dying, or at nothing?
    pub failing: bool,
}

/// The card of a unit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UnitCard {
    /// Whose.
    pub unit: u32,
    pub name: String,
    pub side: usize,
    /// The file in `art/units`.
    pub art: String,
    /// What it is, in a few words.
    pub kind: String,
    /// The track that matters most: name, left, whole.
    pub vitality: (String, i32, i32),
    /// Below nothing, how low it dies; 0: it does not, or nobody can say.
    pub death: i32,
    /// Where damage is summed up in its place: that sum. What is written is what is left.
    pub damage: Option<i32>,
    /// Into how many degrees its bar is divided then; 0: it is all the same.
    pub steps: u8,
    /// What pointing at that track asks about.
    pub track: String,
    /// Its pools: name, left, at most, and how their points are drawn.
    pub pools: Vec<(String, i32, i32, Pip)>,
    /// What pointing at each pool asks about.
    pub pool_topics: Vec<String>,
    /// Its conditions in words, each with what pointing at it asks about.
    pub conditions: Vec<(String, String)>,
    /// What nearly every action costs it of its own tracks, in short: "1 Vit"; empty: they differ, or cost nothing.
    pub price: String,
    /// The weapon in use, if something is done with one just now: its kit begins with it.
    pub weapon: Option<Key>,
    /// What it holds and wears.
    pub kit: Vec<KitLine>,
    /// Further lines: its other tracks.
    pub lines: Vec<(String, String)>,
}

/// A weapon in hand, or what is worn against harm.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KitLine {
    pub name: String,
    /// Its numbers: what it deals, how far it reaches, what it takes off.
    pub value: String,
    /// The same with the number that matters most, for where there is little room.
    pub short: String,
    /// The rule behind its numbers: of drive against armour, of shields.
    pub rule: Option<String>,
}

/// A card of the right column.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SideCard {
    /// What it is about.
    pub title: String,
    /// A line under it.
    pub about: String,
    /// The side whose colour the title has.
    pub side: Option<usize>,
    /// The numbers that matter, largest first: number, what it is, whether it is harm.
    pub numbers: Vec<(String, String, bool)>,
    /// What pointing at each of them asks about, if not a term that stands in its name.
    pub topics: Vec<String>,
    pub lines: Vec<SideLine>,
    /// Its lines are a sum, what that is held against, and what may come of it.
    pub sums: bool,
    /// Bars beneath, each with its name, its length from 0 to 1, and its value in words.
    pub bars: Vec<(String, f32, String)>,
    /// Columns beneath the numbers: how likely each loss is.
    pub columns: Vec<Column>,
    /// What they show.
    pub columns_note: String,
    /// The way of the damage of a plain hit, portion by portion.
    pub trace: Vec<TraceRow>,
}

impl SideCard {
    /// A card with a title and the line under it.
    pub fn new(title: impl Into<String>, about: impl Into<String>) -> Self {
        Self { title: title.into(), about: about.into(), ..Self::default() }
    }

    /// Whether it tells of a unit, without odds.
    pub fn tells(&self) -> bool {
        self.side.is_some() && self.columns.is_empty()
    }
}

/// One column of a distribution.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Column {
    pub foot: String,
    /// How likely it is, from 0 to 1.
    pub share: f32,
    /// The same in a few characters; empty where that would help nobody.
    pub text: String,
    /// What it would mean, from the top of the column down, each with how likely it is.
    pub parts: Vec<(Grade, f32)>,
}

/// What a loss would mean to who suffers it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Grade {
    /// Nothing is lost.
    #[default]
    Nothing,
    Hurt,
    /// Out of the fight, or all but.
    Disabled,
    Dead,
}

/// A line of a card.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SideLine {
    pub text: String,
    /// The number at its right.
    pub value: String,
    /// Not counted: struck through.
    pub struck: bool,
    /// Why, in small italics beneath.
    pub note: String,
    /// A sum: a rule is drawn above it.
    pub sum: bool,
    /// A danger.
    pub harm: bool,
    /// It tells more of what is told above: a short card leaves it out.
    pub detail: bool,
    /// Only a card that is kept tells it.
    pub kept: bool,
    /// The roll that is needed: the shortest card tells it.
    pub needed: bool,
    /// The rule it comes from, by its id: pointing at the line asks about it.
    pub rule: Option<String>,
    /// What pointing at the line asks about, if not the rule: `condition:prone`.
    pub topic: Option<String>,
}

impl SideLine {
    /// What pointing at the line asks about: what it says it is about, its rule, or a term that stands in it.
    pub fn asks(&self) -> Option<String> {
        let own = self.topic.as_ref().or(self.rule.as_ref()).cloned();
        own.or_else(|| glossary::topic(&self.text)).or_else(|| glossary::topic(&self.value))
    }
}

/// A rule in words.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RuleCard {
    pub id: String,
    pub title: String,
    /// One or two sentences; none: the rule has no text.
    pub text: String,
    /// Further lines: what a condition does, which mods wrote a rule, which rules a step is about.
    pub more: Vec<String>,
    /// It is no rule but a step of how a turn goes: which, from 1.
    pub step: Option<usize>,
    /// What it speaks of, as it looks on the screen.
    pub picture: Option<RulePicture>,
}

/// What is drawn beside a rule in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RulePicture {
    /// A unit's counter.
    Counter,
    /// Points of one's turn, and a point off it.
    Points,
    /// A bar of vitality, some of it lost.
    Vitality,
    /// An icon, by its name.
    Icon(&'static str),
}

/// A prompt, in place of the row of actions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PromptCard {
    /// The squares of those it concerns: it covers none of them.
    pub beside: Vec<At>,
    /// Who is asked.
    pub who: String,
    pub side: usize,
    /// Whether it asks for a reaction.
    pub reacts: bool,
    /// What is about to happen.
    pub text: String,
    /// What went into the roll that it is about, part by part.
    pub lines: Vec<SideLine>,
    /// What happens if nobody answers with anything, where no answer tells it.
    pub otherwise: String,
    /// Do the settings say how often such questions are asked?
    pub asks_less: bool,
    pub answers: Vec<Answer>,
}

/// An answer to a prompt.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// What it says.
    pub text: String,
    /// The harm that is to be expected after it, or the chance to be taken out where that decides: the largest number on
    /// it; empty: nobody can say.
    pub lead: String,
    /// Does it deal that harm, rather than suffer it?
    pub deals: bool,
    /// Its odds or what it takes, in a few characters.
    pub odds: String,
    pub cost: Cost,
    /// What it would come to, in plain words; small, beneath.
    pub note: String,
    /// What the largest number is, or what else is to be expected then, beside the harm.
    pub left: String,
    /// What else is to be expected for whoever suffers it: numbers, and what they are.
    pub more: Vec<(String, String)>,
    /// Why it is not possible; none if it is.
    pub why_not: Option<String>,
    /// Is it chosen by a click on a square that is lit?
    pub lit: bool,
    /// Does it stand behind the others: it would help in nothing, or is seldom wanted?
    pub behind: bool,
    /// Is it about later questions? It stands in the prompt's corner.
    pub later: bool,
}

impl Answer {
    /// Whether it is of no use. A question whose every answer but declining is none is not asked, and such answers are
    /// folded away in others.
    pub fn is_idle(&self) -> bool {
        self.why_not.is_some() || self.behind
    }
}

/// A roll that was seen to fall.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ShownRoll {
    pub what: String,
    /// The dice: sides, face shown, whether it counts.
    pub dice: Vec<(u32, u32, bool)>,
    /// Those of the roll that it follows on from, as a critical does from its attack.
    pub before: Vec<(u32, u32, bool)>,
    /// The sum written out ("14 + 5 = 19 against 15").
    pub sum: String,
    /// What came of it ("hit, 4 to spare").
    pub result: String,
    /// Did it go well for the one who rolled?
    pub good: Option<bool>,
    /// Everything that went into it, part by part.
    pub lines: Vec<SideLine>,
    /// It stands in the log alone, and leaves what lies in the tray.
    pub aside: bool,
}

/// Whose eyes next.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HandOver {
    pub name: String,
    pub side: usize,
}
