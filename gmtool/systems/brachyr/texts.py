"""The rules in a sentence each, as `gm rules brachyr` shows them, with where each comes from."""

from gmtool.rules.system import Rule

RULES = (
    Rule(
        "BRA-1",
        ("reading",),
        "A check is a modifier plus the base die, the skill's tool die and all aid dice; no die explodes. Dice are asked for in that order, aids as they were declared, the attacker's before the defender's. `base-die` sets the base die.",
    ),
    Rule(
        "BRA-2",
        ("seed",),
        "A defender, in contests too, may take the middle of each die instead of rolling (`--static`, declared before): 2, 3, 4, 5 on d4, d6, d8, d10, half the size of others. There is none for resiliency and escapes.",
    ),
    Rule(
        "BRA-3",
        ("choice",),
        "A check cannot possibly succeed if the modifier and the maximum of every die are below the number to reach. A defender must exceed the attack, so it cannot if its maximum is equal or lower, after `--static` too.",
    ),
    Rule(
        "BRA-10",
        ("seed", "reading", "choice"),
        "Initiative is the highest modifier among the combat skills and defenses on the sheet, 0 with none, plus `initiative-bonus`. Ties: the higher dodge modifier, then PCs, then the order in the file.",
    ),
    Rule(
        "BRA-11",
        ("seed",),
        "A round has three phases. In the movement phase the lowest initiative comes first, in the attack phase the highest; in the aid phase between them anyone may aid in any order, until `gm next` ends it for all.",
    ),
    Rule(
        "BRA-12",
        ("seed",),
        "After the attack phase everyone who took damage this round, 0 included and by `gm damage` too, rolls resiliency in attack order, the unconscious again, the dead not.",
    ),
    Rule("BRA-13", ("seed",), "In the movement phase one moves up to `speed` hexes, once."),
    Rule(
        "BRA-14",
        ("seed",),
        "One acts only in the phase it is: moves in the movement phase, aids in the aid phase, attack actions in the attack phase.",
    ),
    Rule(
        "BRA-20",
        ("seed",),
        "`gm aid A B --skill S --for CHECK` lends B the tool die A has for that skill, for B's next attack, defense or resiliency check this round; contests count. A keeps the die. The dice of several add up. Not oneself, not a foe, not without a tool die.",
    ),
    Rule("BRA-21", ("seed",), "One aids one person a round, and not with the same skill in two rounds running."),
    Rule(
        "BRA-22",
        ("seed",),
        "Places, looked at when an aid is declared (if `--against` is given) and when it is used; where it does not fit then, it is kept. Defense and resiliency: adjacent to the ally. Attack: adjacent to the target, or a ranged weapon of that skill and a line of effect, or medicine and a line of sight.",
    ),
    Rule(
        "BRA-23",
        ("seed", "choice"),
        "Other aids: `--pass ITEM` in line of effect to a free hand, which it fills; a weapon on the sheet goes along and frees a hand. `--lift` for an adjacent, unconscious ally, who moves along into a hex beside the carrier until it wakes, they part, or `gm release`.",
    ),
    Rule(
        "BRA-30",
        ("seed", "choice"),
        "The weapon's skill is rolled against the chosen defense, by default the one that comes to most with the middle of its dice. Equal or higher hits, and the difference is damage. The unconscious defend with 0; whoever has no defense skill dodges at 0.",
    ),
    Rule(
        "BRA-31",
        ("seed",),
        "Who is underwater has a d4 as an aid die on defenses against attacks with damage, unless piercing is all the weapon does.",
    ),
    Rule(
        "BRA-32",
        ("seed",),
        "Instead of attacking one may activate or cast, which is announced, run, escape, or try a contest. Equal or higher wins. A round has one attack action for each.",
    ),
    Rule(
        "BRA-33",
        ("seed",),
        "The target must be within reach of the weapon used, of bare hands adjacent; for a feint in line of sight.",
    ),
    Rule(
        "BRA-40",
        ("seed", "choice"),
        "Disarm: shortsword against light-armour, or with the ability parry against shortsword's modifier and the base die. The weapon lies in a hex beside the target, the first free one clockwise from north. If the defense could not possibly succeed: `--drop` up to 3 hexes off, `--keep`, or `--pass` to an ally within 2 hexes of the target.",
    ),
    Rule(
        "BRA-41",
        ("seed",),
        "Drag: unarmed against dodge or heavy-armour. The target is moved to a free hex within reach, or into one's own hex while one moves to an adjacent one.",
    ),
    Rule(
        "BRA-42",
        ("seed", "choice"),
        "Feint: deceit against insight, psychology or willpower. The target may not dodge the next attack on it, or its armour's tool die is lost, until the feinter's next turn in an attack phase. The latest feint counts; an attack with a weapon is what may not be dodged.",
    ),
    Rule(
        "BRA-43",
        ("seed", "reading"),
        "Grab: unarmed against dodge; the result is the DC of the escape by unarmed, dodge, acrobatics or coordination, where equal frees. Who is held neither moves nor runs and has only the holder within reach. It ends when the holder is unconscious, no longer adjacent, or lets go.",
    ),
    Rule(
        "BRA-44",
        ("seed",),
        "Run: up to speed again, in the attack phase (`gm move NAME HEX --run`). Whoever had a turn before has aimed at where it began, whoever comes later aims at where it ended.",
    ),
    Rule(
        "BRA-45",
        ("seed", "choice"),
        "Shove: unarmed against any defense, 1 hex straight away; if the defense could not possibly succeed, 1 more for each full 5 by which the check exceeds its maximum. It stops before an occupied or blocked hex.",
    ),
    Rule(
        "BRA-46",
        ("seed", "reading"),
        "Trip: pole-weapons against heavy-armour. The target is prone, and until the round ends the tripper's tool die for pole-weapons aids every attack of others on it, foes of the tripper aside, beside its aid action.",
    ),
    Rule(
        "BRA-50",
        ("seed", "choice"),
        "Resiliency is the modifiers of willpower and stamina, the base die, the tool dice of both and aids, against the accumulated damage; equal passes and wakes. Failure: unconscious. What cannot possibly succeed is not rolled: dead.",
    ),
    Rule("BRA-51", ("seed",), "Healing that removes damage triggers resiliency at once. Damage never goes below 0."),
    Rule("BRA-52", ("seed",), "Death by damage comes at the round's end: whoever is doomed still acts before."),
    Rule(
        "BRA-53",
        ("seed", "choice"),
        "Each full 12 hours of rest heal the highest tier among one's skills, 1 more if that is stamina's or willpower's (a tie counts), plus `healing-bonus`. With `rest-roll: true` that triggers resiliency, too.",
    ),
    Rule(
        "BRA-60",
        ("seed", "reading", "choice"),
        "A weapon is of the one class with the most required traits that it has, then the most Reach, then the first of: pole-weapons (reach, reach), longswords (slashing, reach), shortsword (slashing, damage), axes (slashing, heavy), picks (piercing, heavy), bows (range), chain-weapons (flexible), daggers (piercing), trauma-weapons (bludgeoning); else a hand-weapon, used with shortsword.",
    ),
    Rule(
        "BRA-61",
        ("seed",),
        "Without Reach a weapon strikes adjacent hexes; with one also the six diagonally adjacent; with two up to two hexes; with three or more two or three hexes, not adjacent.",
    ),
    Rule(
        "BRA-62",
        ("seed", "choice"),
        "A weapon with Range strikes any non-adjacent hex nearer than its `range:`, adjacent ones only by Reach. What is not adjacent must be in line of effect.",
    ),
)
