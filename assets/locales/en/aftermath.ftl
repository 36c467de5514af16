### The hours after a fight.

aftermath-ask = The field is yours. What is to be done before you move on?
aftermath-leave = Move on
aftermath-work = See to wounds and damage
aftermath-left = { $hours ->
    [one] 1 hour left
   *[other] { $hours } hours left
}
aftermath-pause = { $hours ->
    [0] less than an hour
    [one] 1 hour
   *[other] { $hours } hours
} of { $left }
aftermath-turn = { $name }: take a card to heal or mend something, or end the turn.
aftermath-phase = after the fight
aftermath-begins = After the fight
