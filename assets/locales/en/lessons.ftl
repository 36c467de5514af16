
### Hints for newcomers, each at the moment it helps.
lesson-heading = Hint
lesson-read = Got it
lesson-move = Click a square inside the outline to move there. The dots on a card are the cost of an action; the round pips at the bottom left are your action points.
lesson-attack = Point at a highlighted enemy: the percentage is the chance to do damage, the number beside it the average damage. Click to attack.
lesson-react = You can react to an enemy here. A reaction costs the diamonds on its card, and they come back only next round: save them for the heaviest hits. Not reacting is free.
lesson-disabled = { $unit } is at 0 Vitality or less: 2 points a round while Disabled, 1 while Dying, and each action can bring death closer, which comes at { $death }. Move away, or end the turn.
lesson-threat = Where the red hatching is dense, most enemies can attack next turn; where there is none, nobody can. End your turns where it is thinnest, above all when wounded. { KEY("Threat") } shows more.
lesson-end-turn = Nothing useful is left to do: end the turn with { KEY("EndTurn") }. { $diamonds ->
    [0] No diamonds are left for reactions: save some next time.
   *[other] Your diamonds stay for reactions.
}
