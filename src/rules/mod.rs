//! The types of a rulebook, and pure functions over facts.
//!
//! A rulebook is nine slots (space, timing, check, pools, movement, defence, harm, armour, conditions) filled from
//! RON. This folder owns what can be put into a slot and what each setting computes. It changes no battle and rolls
//! no die: a check is built and read here, its dice are thrown in `battle`.
//!
//! | file | slot |
//! | --- | --- |
//! | [`book`] | a whole rulebook: its settings and catalogues |
//! | [`expr`] | integer expressions in content |
//! | [`check`] | one roll with everything that goes into it |
//! | [`modifier`] | what changes a check, for how long, and how kinds stack |
//! | [`economy`] | pools, modes of paying, costs, strain |
//! | [`timing`] | initiative, ties, the ledger, delay and press |
//! | [`sequence`] | the steps of a round, and phases of a book's own |
//! | [`movement`] | allowance, increments, what a step costs |
//! | [`altitude`] | bands of altitude, and falling from them |
//! | [`action`] | actions: needs, holes, steps |
//! | [`effects`] | what actions, conditions and spells do |
//! | [`condition`] | conditions: what they forbid, change and trigger |
//! | [`bond`] | relations between two units, with roles |
//! | [`feat`] | what attacks do in place of damage, and attacks made again |
//! | [`gear`] | weapons, armour and other items |
//! | [`spell`] | spells |
//! | [`magic`] | the checks of control, dismissal and counterspell |
//! | [`interaction`] | what can be done with things on the map |
//! | [`systems`] | units made of systems: tables of damage and locations, what hits do |
//! | [`task`] | actions that take longer than a turn |
//! | [`unit`] | what a unit is made of |
//! | [`vehicle`] | vehicles, their seats and what is mounted on them |
//! | [`attack`] | an attack's check, range, cover and reach |
//! | [`area`] | attacks that cover more than a square |
//! | [`blow`] | what an attack that lands strikes with |
//! | [`harm`] | from a blow to what is lost, stage by stage |
//! | [`heal`] | what comes back, and how it is shared out |
//! | [`luck`] | decks in place of dice, by side |
//! | [`odds`] | the exact distribution of an attack |
//! | [`facts`] | a battle as plain values |
//! | [`legal`] | which commands are possible, and why others are not |
//! | [`testing`] | for tests only: the vocabulary's words, read from the types |

pub mod action;
pub mod action_dice;
pub mod altitude;
pub mod area;
pub mod attack;
mod attack_check;
mod attack_vehicle;
pub mod blast;
mod blast_odds;
pub mod blow;
pub mod bond;
pub mod book;
pub mod check;
pub mod collision;
pub mod condition;
pub mod contest;
pub mod cuts;

pub mod economy;
pub mod effects;
pub mod expr;
mod expr_parse;
pub mod facts;
pub mod feat;
pub mod fire;
pub mod gear;
pub mod harm;
pub mod haul;
pub mod heal;
pub mod hole;
pub mod interaction;
pub mod legal;
pub mod luck;
pub mod magic;
pub mod measure;
pub mod modifier;
pub mod movement;
pub mod odds;
pub mod sequence;
pub mod spell;
pub mod step;
pub mod surroundings;
pub mod systems;
pub mod task;
pub mod testing;
pub mod timing;
pub mod unit;
pub mod vehicle;
