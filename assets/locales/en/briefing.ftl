
### The briefing: what is told before a battle begins.
briefing-begin = To battle
briefing-goal-heading = Goal
briefing-hints = Keep in mind
briefing-you = You
briefing-unseen = units unknown
briefing-goal = Be the last side able to fight.
briefing-goal-defeat = Defeat { $sides }.
briefing-ends = A side loses when none of its units can fight.
briefing-marked = Marked on the map: { $places }.
briefing-hint-cover = Walls and crates give cover: shoot from behind them.
briefing-hint-points = Diamonds are points for enemy turns: keep some for reactions.
briefing-hint-preview = Point at an enemy to see the chance to hit and the damage before you attack.
