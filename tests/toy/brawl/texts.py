"""The rules in a sentence each."""

from gmtool.rules.system import Rule

RULES = (
    Rule("TOY-1", ("choice",), "Initiative is quick + 1d6, highest first; players before others."),
    Rule("TOY-2", ("choice",), "A round is a talk phase for all together, then a brawl in order."),
    Rule("TOY-3", ("choice",), "One pool of nerve serves swings, dodges and jabs; it is full at each round's start."),
    Rule("TOY-4", ("choice",), "Who waits is up again right after the one it waits for, later this round."),
    Rule("TOY-5", ("choice",), "Dice of 4 or more succeed; the wild die adds one more on a 6, and fumbles on a 1."),
    Rule("TOY-6", ("choice",), "A swing hits with more successes than the dodge; the difference is the damage."),
    Rule("TOY-7", ("choice",), "Who is drunk rolls when its turn begins; on a 1 or 2 it loses a nerve."),
    Rule("TOY-8", ("choice",), "Once a round, talking, a leader gives others a die more for their next swing."),
    Rule("TOY-9", ("choice",), "A fumble wears the weapon and hurts the first bystander."),
    Rule("TOY-10", ("choice",), "Who leaves a foe's side gives it an opening, used by a jab in anybody's turn."),
    Rule("TOY-11", ("choice",), "Who carries another acts in that one's turn."),
    Rule("TOY-12", ("choice",), "At 0 hit points a brawler is out cold; as far below 0 as its maximum, dead."),
)
