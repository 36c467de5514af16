### The hours after a fight.

aftermath-ask = You hold the field. What do you want to do before moving on?
aftermath-leave = Move on
aftermath-work = Treat wounds and repair damage
aftermath-left = { $hours ->
    [one] 1 hour left
   *[other] { $hours } hours left
}
aftermath-pause = { $hours ->
    [0] less than an hour
    [one] 1 hour
   *[other] { $hours } hours
} of { $left }
aftermath-turn = { $name }: pick an action to heal or repair, or end the turn.
aftermath-phase = after the battle
aftermath-begins = After the battle
