
### The first page of the rules: how a turn goes.
guide-title = How a turn goes
guide-about-book = How a turn goes in { $book }. The rulebooks on the left have every rule.
guide-about = This page is enough to start. The rulebooks on the left have every rule.
guide-order = Rounds and order
guide-order-about = Every unit takes one turn each round, in the order at the top of the screen: the highest initiative first. It is rolled at the start of the battle.
guide-points = Points
guide-points-about = On your turn you spend action points, the round pips. Every action shows its cost; in Threat Range it takes 1 vitality as well. Diamonds are additional points: they pay for reactions on other turns, and for more actions on your own.
guide-move = Moving
guide-move-about = Click a square inside the outline. Past each dashed line all your checks get worse this round: the label says by how much. Difficult terrain costs more movement; moving within an enemy's reach can provoke: red crosses mark those squares.
guide-attack = Attacking
guide-attack-about = Point at an enemy to see the chance to hit, the expected damage and every modifier. Click to attack. Shots need a clear line of sight; cover and distance make them harder.
guide-damage = Hits and damage
guide-damage-about = You roll a d20, add your modifiers and compare the total with the target's defence. The more you beat it by, the more damage. Armour and resistance reduce damage; the rest comes off vitality.
guide-react = Reactions
guide-react-about = You can react to an enemy that attacks you or moves within your reach: dodge, parry or attack. The game asks you and shows the cost and the effect of each reaction.
guide-threat = Threat
guide-threat-about = A held melee weapon threatens the squares it reaches. Moving, shooting or casting there can provoke. The threat view shows where enemies can attack, now and next turn, and about what each of your units loses if every enemy picks one of its targets at random. Otherwise the squares where enemies can attack next turn are hatched in red, within a toothed line. If they can attack everywhere you can go, the hatching is twice as dense where more of them can. Red triangles on a way mark squares where they can attack.
guide-end = Ending a turn
guide-end-about = End the turn when nothing useful is left to do, or delay it to act later. Points you don't spend are lost, but diamonds stay for reactions.
guide-win = Winning
guide-win-about = At 0 vitality a unit can do very little and may die. A side loses when none of its units can fight.
