
### Hints for newcomers, each at the moment it helps.
lesson-heading = Hint
lesson-read = Got it
lesson-move = Click a square inside the outline to move there. The dots on a card are what an action costs; the round ones at the bottom left are what you have.
lesson-attack = Point at a highlighted enemy to see the chance to hit and the damage. Click to attack.
lesson-react = You can react to an enemy here. A reaction costs the points on its card; not reacting is free.
lesson-threat = { $unit } is wounded. { KEY("Threat") } shows where enemies can attack: step out of there, or put a shield in between.
lesson-end-turn = Nothing useful is left to do: end the turn with { KEY("EndTurn") }. Your diamonds stay for reactions.
