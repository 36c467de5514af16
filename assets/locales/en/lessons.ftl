
### Hints for newcomers, each at the moment it helps.
lesson-heading = Hint
lesson-read = Got it
lesson-move = Click a square inside the outline to move there. The dots on a card are the cost of an action; the round pips at the bottom left are your points.
lesson-attack = Point at a highlighted enemy to see the chance to hit and the damage. Click to attack.
lesson-react = You can react to an enemy here. A reaction costs the points on its card; not reacting is free.
lesson-disabled = { $unit } is at 0 Vitality or less: 2 points a round while Disabled, 1 while Dying, and each action can bring death closer. Move away, or end the turn.
lesson-threat = { $unit } is wounded. { KEY("Threat") } shows where enemies can attack: move away, or put a shield in the way.
lesson-end-turn = Nothing useful is left to do: end the turn with { KEY("EndTurn") }. Your diamonds stay for reactions.
