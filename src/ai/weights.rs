//! What the computer weighs with: every number of its judgement, each with what it is for.
//!
//! A value of 1 is about what it is worth to put a common foe out of the fight. The numbers are tried and not derived:
//! change one and see with `simulate` who wins. How far it looks (how many squares, targets, ways) stands where it
//! looks.

// Thresholds: what is too little to be done

/// An attack or a benefit worth no more than this is as good as none.
pub const SLIGHT: f64 = 0.004;
/// An action scored below this is not worth the trouble.
pub const LEAST_UTILITY: f64 = 0.004;
/// What an answer has to gain at least, over what it costs.
pub const LEAST_ANSWER: f64 = 0.01;
/// What moving has to gain at least while there is somebody to attack: nobody shuffles about for nothing.
pub const FUSS: f64 = 0.01;
/// An effect or a shot into the dark worth no more than this is passed over.
pub const WORTHWHILE: f64 = 0.01;
/// A spell worth no more than this is not cast.
pub const SPELL_LEAST: f64 = 0.02;
/// A spell in effect that does no more harm than this is left alone.
pub const SPELL_HARM: f64 = 0.05;
/// A spell that strikes for no more than this is not cast just to strike.
pub const SPELL_BLOW: f64 = 0.05;
/// What aiming has to add to the attack at least.
pub const AIM_LEAST: f64 = 0.002;
/// By how much another weapon has to be better before it is taken in hand.
pub const ARM_BETTER: f64 = 0.05;
/// A shot worth no more than this needs no stunt.
pub const STUNT_LEAST: f64 = 0.05;
/// Rounds after which a side that can hurt nobody gives up.
pub const PATIENCE: u32 = 30;
/// What an attack has to be worth, for each round past [`PATIENCE`], to be a hope.
pub const HOPE: f64 = 0.004;

/// From which chance on, in per cent, fortune is spent on a die thrown again.
pub const FORTUNE_LIKELY: i32 = 50;

// Now and later

/// How much counts of what can still be done after this: it may be spoilt.
pub const LATER: f64 = 0.9;
/// How much counts of what a foe can strike in between.
pub const OPPORTUNITY: f64 = 0.9;
/// A blow at somebody scores so many times the least, since a fight has to end.
pub const STRIKES: f64 = 2.0;
/// The same of a blow that costs nothing and hardly harms.
pub const FREE_STRIKES: f64 = 1.5;
/// How much counts of the blow that pressing makes room for.
pub const PRESSED: f64 = 0.3;
/// How much counts of the attack that a place allows in the next turn.
pub const NEXT: f64 = 0.5;
/// How much counts of the attack that the way leads to, where a place allows none.
pub const COMING: f64 = 0.35;
/// What it costs to stand where nobody can be attacked.
pub const IDLE: f64 = 0.06;
/// What a square nearer to the goal is worth.
pub const STEP: f64 = 0.02;
/// How much of that the last squares cost, from which one turn is enough to strike.
pub const STEP_NEAR: f64 = 0.4;
/// What each square of a move costs.
pub const PATH: f64 = 0.002;
/// What turning towards the goal is worth.
pub const TURN: f64 = 0.02;

// Losses, gains, conditions

/// Being put out of the fight at once.
pub const OUT: f64 = 1.2;
/// The same of whom is weakened already.
pub const OUT_WEAK: f64 = 0.6;
/// Losing all up to where one is weakened.
pub const WEAR: f64 = 0.6;
/// Losing all up to where one is out, of whom is weakened already.
pub const WEAR_WEAK: f64 = 0.3;
/// Being weakened.
pub const WEAKENED: f64 = 0.85;
/// Losing all between being weakened and being out.
pub const WORSE: f64 = 0.2;
/// Getting twenty points or more back, of whom is weakened already.
pub const MEND_WEAK: f64 = 0.3;
/// How much harm to one's own side weighs against harm to the foe.
pub const OWN_SIDE: f64 = 1.4;
/// What it costs to give the other side its victory by a blow too hard (S-19).
pub const SPOILT: f64 = 2.0;
/// How often a modifier comes to bear.
pub const MODIFIER: f64 = 0.3;
/// The same of one that asks for something.
pub const MODIFIER_AT_TIMES: f64 = 0.15;
/// A point of initiative.
pub const COUNT: f64 = 0.003;
/// The chance of a check that cannot be foreseen.
pub const UNKNOWN_CHECK: f64 = 0.5;
/// A condition that puts out of the fight.
pub const BURDEN_OUT: f64 = 0.8;
/// One that forbids all actions.
pub const BURDEN_ACTIONS: f64 = 0.45;
/// One that forbids to move.
pub const BURDEN_MOVEMENT: f64 = 0.15;
/// One that forbids to walk.
pub const BURDEN_WALKING: f64 = 0.12;
/// One that forbids reactions.
pub const BURDEN_REACTIONS: f64 = 0.05;
/// One that allows only so much a turn.
pub const BURDEN_CAP: f64 = 0.35;
/// One that takes points.
pub const BURDEN_TAKES: f64 = 0.12;
/// One that leaves only so many points.
pub const BURDEN_ALLOTS: f64 = 0.1;
/// One that forbids some kinds of action.
pub const BURDEN_TAGS: f64 = 0.08;
/// One that slows.
pub const BURDEN_SLOW: f64 = 0.04;
/// One that sets skills to nothing.
pub const BURDEN_ZEROES: f64 = 0.15;
/// How often that counts which a condition takes from its bearer every turn.
pub const BURDEN_COMES: f64 = 1.5;
/// The least part of what a condition costs that counts in a relation, of an end whom the other need not fear.
pub const BOUND_LEAST: f64 = 0.25;
/// The most, of an end that does all the harm.
pub const BOUND_MOST: f64 = 1.75;
/// How much of a hold's worth is lost where the one held gets free for certain.
pub const HOLD_BROKEN: f64 = 0.5;
/// How much counts of what a hold makes possible.
pub const HOLD_LEADS: f64 = 0.4;
/// How much counts of holding somebody in a long fight.
pub const HOLD_LATE: f64 = 0.2;

// What attacks bring beside the loss

/// A point that a shield has paid.
pub const SHIELD_WORN: f64 = 0.003;
/// How much counts of the condition that a critical hit brings.
pub const CRITICAL: f64 = 0.7;
/// A shot that strikes one's own side by chance.
pub const STRAY: f64 = 0.6;
/// A burst that takes all that is loaded.
pub const AMMUNITION: f64 = 0.03;
/// What each further repetition has to bring.
pub const REPEAT: f64 = 0.04;
/// The most by which an attack is worth more for an answer that is not made.
pub const UNANSWERED: f64 = 2.0;
/// How much a shot is worth less at the end of its range.
pub const FAR: f64 = 0.3;
/// How much counts of an attack from a square that can be made this turn.
pub const READY: f64 = 1.5;
/// The same of one that cannot.
pub const NOT_READY: f64 = 0.5;
/// How much of a shot one fears behind cover.
pub const COVERED: f64 = 0.7;
/// A foe of whom nothing is known.
pub const UNKNOWN_FOE: f64 = 0.1;

// Foes

/// What each step of a kind's own worth adds, as a factor.
pub const WORTH: f64 = 0.08;
/// A vehicle with somebody in it.
pub const FOE_CREWED: f64 = 0.5;
/// Any foe who can act.
pub const FOE_LEAST: f64 = 0.5;
/// What it strikes, besides.
pub const FOE_STRIKES: f64 = 1.5;
/// The most that a foe is worth.
pub const FOE_MOST: f64 = 1.6;
/// A foe who cannot act.
pub const FOE_UNABLE: f64 = 0.12;
/// How much is feared of a mêlée attack that the foe can walk up to make.
pub const FEAR_SOON: f64 = 0.9;
/// The same from farther off.
pub const FEAR_MELEE: f64 = 0.15;
/// The same of a shot for which the foe has to move.
pub const FEAR_SHOT: f64 = 0.35;
/// How much one's own danger counts against what one does.
pub const CAUTION: f64 = 0.45;
/// The same of whom little more weakens.
pub const CAUTION_WEAK: f64 = 0.65;
/// Rounds after which nobody holds back any more.
pub const CAUTION_ROUNDS: u32 = 9;

// Prices

/// A point of initiative paid.
pub const PRICE_INITIATIVE: f64 = 0.01;
/// A point of a track paid by whom is weakened already.
pub const PRICE_TRACK: f64 = 0.01;
/// A price that weakens.
pub const PRICE_WEAK: f64 = 0.15;
/// Paying all that one has.
pub const PRICE_SHARE: f64 = 0.4;
/// The round from which such prices count less.
pub const LONG_FROM: u32 = 8;
/// The round in which they count no more.
pub const LONG_TO: u32 = 20;
/// The most that the harm done by acting itself counts.
pub const HAZARD_MOST: f64 = 0.3;
/// A point past those that are free, for each foe still to come.
pub const STRAIN: f64 = 0.018;
/// A point that would serve off turn, for each foe still to come.
pub const KEPT: f64 = 0.012;
/// To end the turn on burning ground.
pub const FIRE: f64 = 0.1;
/// To be in the air where one cannot pay for one's flight.
pub const COMES_DOWN: f64 = 0.2;
/// A move that leaves a burden.
pub const BURDEN: f64 = 0.02;
/// A point of a track paid for an answer by whom is weakened already.
pub const ANSWER_TRACK: f64 = 0.012;
/// How much counts of the loss that an answer's price is.
pub const ANSWER_WEAK: f64 = 0.6;
/// A point of initiative paid for an answer.
pub const ANSWER_INITIATIVE: f64 = 0.008;
/// A point past those that are free, for an answer before one's own turn.
pub const ANSWER_OVER: f64 = 0.025;
/// The same after one's own turn.
pub const ANSWER_OVER_ACTED: f64 = 0.008;
/// Answering an attack before one has acted.
pub const ANSWER_FIRST: f64 = 0.02;
/// Losing an aim by answering.
pub const ANSWER_AIM: f64 = 0.03;
/// Points that could serve for a later answer.
pub const ANSWER_KEPT: f64 = 0.02;
/// What a counterspell has to save at least.
pub const ANSWER_COUNTER: f64 = 0.03;
/// Taking all of a blow away and not only most of it.
pub const ANSWER_ALL: f64 = 0.01;

// Places

/// What wins the fight, or leads to it.
pub const TASK: f64 = 1.0;
/// What each turn already given to it adds.
pub const TASK_BEGUN: f64 = 0.25;
/// How much counts of what the end of such a work does, for each turn that it still takes after this one.
pub const TASK_LATER: f64 = 0.4;
/// A foe who stands where its side wins, as a factor.
pub const WINNER: f64 = 1.6;
/// Having won.
pub const WON: f64 = 3.0;
/// Standing where one wins, or will.
pub const THERE: f64 = 0.5;
/// What a square of the way there costs.
pub const OBJECTIVE: f64 = 0.05;

/// Standing where one cannot move or walk, with nobody to attack.
pub const HELD: f64 = 0.3;
/// The same with somebody to attack.
pub const HELD_SHOOTER: f64 = 0.08;
/// Standing in a spell's zone.
pub const ZONE: f64 = 0.03;
/// Standing in one that does something to those inside.
pub const ZONE_HARMS: f64 = 0.1;
/// Being slowed, with nobody to attack.
pub const SLOWED: f64 = 0.06;
/// The same with somebody to attack.
pub const SLOWED_SHOOTER: f64 = 0.01;
/// Having a condition that refuses some actions.
pub const REFUSED: f64 = 0.03;

// Other things to do

/// Using the thing or the door that is on the way to the goal.
pub const THING: f64 = 0.2;
/// Putting on what protects while nobody is near.
pub const DRESS: f64 = 0.05;
/// How much counts of shots that a far shield spares friends under it.
pub const SHELTER: f64 = 0.5;
/// Getting points for the way while nobody is near.
pub const POINTS: f64 = 0.03;
/// How much counts of an aimed attack that has to wait for the next turn.
pub const AIM_LATER: f64 = 0.5;
/// How much counts of what aiming adds for good.
pub const AIM_LASTS: f64 = 0.6;
/// How much counts of an attack that waits for one foe to come.
pub const WATCH: f64 = 0.6;
/// The same of one that waits for any of several.
pub const WATCH_SEVERAL: f64 = 0.75;
/// The round from which nobody waits so gladly any more.
pub const WATCH_FROM: u32 = 4;
/// The round from which nobody waits at all.
pub const WATCH_TO: u32 = 12;
/// How much counts of the risk of casting where foes may strike in between.
pub const CASTING: f64 = 0.5;
/// How much counts of what a weapon can do once it is loaded.
pub const RELOAD: f64 = 0.6;
/// Loading what is nearly empty.
pub const RELOAD_MORE: f64 = 0.02;
/// A weapon of which nothing can be told.
pub const ARM_UNKNOWN: f64 = 0.1;
/// How much counts of a weapon whose foe is a turn's walk out of range.
pub const ARM_NEAR: f64 = 0.6;
/// The same of one who is farther off.
pub const ARM_FAR: f64 = 0.3;
/// How much counts of what a drawn weapon is better by.
pub const ARM_DRAW: f64 = 0.8;
/// How much counts of what a weapon is better by that has to be fetched.
pub const ARM_TAKE: f64 = 0.6;
/// Picking up a weapon from the ground.
pub const ARM_GROUND: f64 = 0.15;

// In place of damage

/// A foe's only weapon, in hand.
pub const ONLY_ARM: f64 = 0.3;
/// One of several, in hand.
pub const ONE_ARM: f64 = 0.12;
/// One that is not in hand.
pub const ARM_AT_BELT: f64 = 0.06;
/// How much counts of wresting away what the other can wrest back at once.
pub const WREST_BACK: f64 = 0.3;
/// How much more a weapon is worth that is taken than one that falls.
pub const WREST_TAKEN: f64 = 1.25;
/// How much counts of what a weapon is worth that the unit has not learnt to use.
pub const WREST_UNTRAINED: f64 = 0.5;
/// Each who threatens the place to which somebody is pushed.
pub const PUSHED_AMONG: f64 = 0.03;
/// How much counts of what can be done by points to whoever is brought somewhere.
pub const SEIZED: f64 = 0.3;
/// Each square by which somebody is pushed.
pub const PUSHED_SQUARE: f64 = 0.001;
/// What attacking once more costs.
pub const AGAIN: f64 = 0.03;
/// What it costs whom it would weaken.
pub const AGAIN_WEAK: f64 = 0.15;
/// How much counts of the help with another's check.
pub const AID: f64 = 0.5;
/// Changing one's reach so that somebody can be attacked.
pub const REACH: f64 = 0.12;

// Spells

/// What a creature on one's side is worth for standing there, besides what it strikes.
pub const BODY: f64 = 0.08;
/// How much counts of what a creature that is called strikes.
pub const CALLED: f64 = 1.5;
/// How much counts of what lasts only as long as one concentrates.
pub const CONCENTRATION: f64 = 0.5;
/// Each point by which a zone makes the ground difficult, for each who stands there.
pub const SLOW_GROUND: f64 = 0.03;
/// How much counts of what a zone does to those inside.
pub const ZONE_INSIDE: f64 = 1.5;
/// What a spell of whose effect little is known is worth, for each level.
pub const SPELL_LEVEL: f64 = 0.06;
/// A creature that a spell in effect has called.
pub const SUMMONED: f64 = 0.3;
/// How much counts of a spell that ends without control.
pub const KEEP_SPELL: f64 = 0.5;
/// What it adds to a spell's gain that it can be kept up, where its control does something besides.
pub const CONTROL_DOES: f64 = 0.4;
/// The same where its control only keeps it.
pub const CONTROL_KEEPS: f64 = 0.25;
/// What it takes off the gain that it cannot be kept up.
pub const CONTROL_LOST: f64 = 0.5;
/// How much counts of the harm of a spell that is countered.
pub const COUNTER: f64 = 1.6;

// Vehicles

/// What a vehicle is worth beside those whom it carries.
pub const HULL: f64 = 0.5;
/// What it is worth not to run into anything.
pub const WHOLE: f64 = 0.4;
/// What it is worth to keep a moving vehicle in hand.
pub const IN_HAND: f64 = 0.5;
/// What it is worth to steer a vehicle that would roll on by itself.
pub const STEERED: f64 = 0.3;
/// What it is worth to make a pursuer weave at 1, or let go.
pub const SHAKEN: f64 = 0.08;
/// Within how many squares a vehicle that goes is pursued.
pub const PURSUIT: i32 = 40;
/// What another course has to gain at least.
pub const COURSE: f64 = 0.01;
/// A point of evasion, for each who shoots or is shot at.
pub const EVASION: f64 = 0.03;
/// How much more those count who shoot at one.
pub const EVASION_FEAR: f64 = 2.0;
/// How much counts of a collision that is meant.
pub const RAM: f64 = 0.8;
/// What a collision costs oneself.
pub const RAM_PRICE: f64 = 0.05;
/// What weaving as one is made to costs, with a sure hand a little less than it brings.
pub const MUST_WEAVE: f64 = 0.8;
/// Getting out of a vehicle that nobody can help.
pub const LEAVE: f64 = 0.06;
/// How much of a shot a stunt's point is worth: about an eighth of it, and something for the rest.
pub const STUNT_POINT: f64 = 0.16;
/// Each square away from the foes, of a vehicle in which nobody can do anything.
pub const PLACE_AWAY: f64 = 0.004;
/// Each square nearer to the foes, where nobody can be shot at.
pub const PLACE_NEARER: f64 = 0.004;
/// A place from which nobody can be shot at.
pub const PLACE_NO_SHOT: f64 = 0.02;
/// A place within arm's reach of a foe.
pub const PLACE_AT_ARMS: f64 = 0.05;
/// Each square farther from the foes than it has to be.
pub const PLACE_FARTHER: f64 = 0.0005;
