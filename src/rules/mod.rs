//! The types of a rulebook, and pure functions over facts.
//!
//! A rulebook is nine slots (space, timing, check, pools, movement, defence, harm, armour, conditions) filled from
//! RON; a slot's settings are in a file of their own that ends in `_rule`, where much follows from them. Nothing here
//! changes a battle or rolls a die: a check is built and read here, its dice are thrown in `battle`.
//!
//! | file | what it owns |
//! | --- | --- |
//! | [`book`], `catalogue` | a whole rulebook: its settings; its lists of definitions, found by id |
//! | [`guide`] | how a turn goes in the book, step by step |
//! | [`expr`], `expr_parse`, `expr_certain` | integer expressions in content; from text to their parts; what they come to whatever some names mean |
//! | `check_rule`, [`check`] | its slot; one roll with everything that goes into it |
//! | [`contest`] | opposed checks: who wins, and how likely |
//! | [`modifier`] | what changes a check, for how long, and how kinds stack |
//! | [`economy`] | pools, modes of paying, costs, strain |
//! | [`timing`] | initiative, ties, the ledger, delay and press |
//! | [`sequence`] | the steps of a round, and phases of a book's own |
//! | [`movement`] | allowance, increments, what a step costs |
//! | `measure` | metres on the grid |
//! | `altitude` | bands of altitude, and falling from them |
//! | [`action`], `parameter`, `step` | actions: needs; what they ask for; what they do one after the other |
//! | `action_dice` | action dice: who has them, what they are spent on |
//! | [`effects`] | what actions, conditions and spells do |
//! | [`several`] | whom effects on several reach |
//! | [`amounts`] | how much is enough of the amount that an action asks for |
//! | [`condition`] | conditions: what they forbid, change and trigger |
//! | [`bond`] | relations between two units, with roles |
//! | [`manoeuvre`] | what attacks do in place of damage, and attacks made again |
//! | [`gear`] | weapons, armour and other items |
//! | [`spell`] | spells |
//! | [`spell_checks`] | the checks of control, dismissal and counterspell |
//! | [`moving`] | by which category a unit moves, and what keeps it from a square |
//! | [`interaction`] | what can be done with things on the map |
//! | `handling` | what can be done with what is beside a unit |
//! | [`unit_systems`] | units made of systems: tables of damage and locations, what hits do |
//! | `task_rule`, [`task`] | their slot; actions that take longer than a turn |
//! | [`unit`] | what a unit is made of |
//! | [`vehicle`] | vehicles, their seats and what is mounted on them |
//! | [`collision`] | what stands in the way of a straight movement, and what meeting it does |
//! | [`haul`] | being dragged and thrown by another |
//! | `attack_rule`, [`attack`], `attack_check` | their slot; an attack's range, cover and reach; its check |
//! | `attack_vehicle` | attacks made out of vehicles: arcs, firing ports |
//! | `fire_rule`, [`fire`] | what content says of firing; bursts, shots into a crowd, blind fire, spreading shot |
//! | `jam` | weapons that jam |
//! | `location` | where on the body an attack strikes |
//! | [`sweep`] | hits that fall on several |
//! | [`area`] | attacks that cover more than a square |
//! | `zone_area_rule`, [`zone_area`] | what content says of attacks that fill a whole zone; what they come to |
//! | [`blast`], `blast_odds` | explosions; what they do to one unit, exactly |
//! | `blaze_rule`, [`blaze`] | what a book says of fires; what burns and collapses where energy bursts |
//! | [`surroundings`] | light, smoke, weather, gravity, heat, hazards |
//! | [`damage`] | what an attack throws: its success value, portions or dice |
//! | [`blow`] | what an attack that lands strikes with |
//! | `harm_rule`, [`harm`], [`cuts`] | their slot; from a blow to the loss, stage by stage; what each stage takes |
//! | [`heal`] | what comes back, and how it is shared out |
//! | [`luck`] | decks in place of dice, by side |
//! | [`odds`] | the exact distribution of an attack |
//! | `ids`, [`facts`] | the names of units and sides; a battle as plain values |
//! | `order` | what a command orders |
//! | `refusal` | why something cannot be done |
//! | [`legal`] | which commands are possible, and why others are not |
//! | `data_prelude`, `prelude`, `check_prelude` | what many types of data are made of, what many files above them speak of, and what those of checks and above do besides: each imported in one line |
//! | [`testing`] | for tests only: the vocabulary's words, read from the types; a shield |

pub mod action;
mod action_dice;
mod altitude;
pub mod amounts;
pub mod area;
pub mod attack;
mod attack_check;
mod attack_rule;
mod attack_vehicle;
pub mod blast;
mod blast_odds;
pub mod blaze;
mod blaze_rule;
pub mod blow;
pub mod bond;
pub mod book;
mod catalogue;
pub mod check;
mod check_prelude;
mod check_rule;
pub mod collision;
pub mod condition;
pub mod contest;
pub mod cuts;
pub mod damage;
mod data_prelude;
pub mod economy;
pub mod effects;
pub mod expr;
mod expr_certain;
mod expr_parse;
pub mod facts;
pub mod fire;
mod fire_rule;
pub mod gear;
pub mod guide;
mod handling;
pub mod harm;
mod harm_rule;
pub mod haul;
pub mod heal;
mod ids;
pub mod interaction;
mod jam;
pub mod legal;
mod location;
pub mod luck;
pub mod manoeuvre;
mod measure;
pub mod modifier;
pub mod movement;
pub mod moving;
pub mod odds;
mod order;
mod parameter;
mod prelude;
mod refusal;
pub mod sequence;
pub mod several;
pub mod spell;
pub mod spell_checks;
mod step;
pub mod surroundings;
pub mod sweep;
pub mod task;
mod task_rule;
pub mod testing;
pub mod timing;
pub mod unit;
pub mod unit_systems;
pub mod vehicle;
pub mod zone_area;
mod zone_area_rule;
