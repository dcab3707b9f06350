"""The rules in a sentence each, as `gm rules bnb` shows them, with where each comes from."""

from gmtool.rules.system import Rule

RULES = (
    Rule(
        "BNB-1",
        ("seed", "choice"),
        "Initiative is the SPD Rating + 1d6 (SPD alone with `initiative: fixed`), highest first. Ties: PCs before NPCs, then the higher SPD Rating, then the order in the file.",
    ),
    Rule(
        "BNB-3",
        ("seed", "reading"),
        "Whoever is tied with a PC shares the turn: all of them may act, in any interleaving, each with its own Attack and Move, and `gm next` ends the turn for all.",
    ),
    Rule(
        "BNB-10",
        ("seed",),
        "A turn is one Attack and one Move, in either order; neither may be split around the other.",
    ),
    Rule(
        "BNB-11",
        ("seed", "reading"),
        "A tactic may be marked for the round, until the animal's first tactic in it. It need not be used, but no other may be. Marks go at the round's end.",
    ),
    Rule(
        "BNB-12",
        ("seed", "choice"),
        "When an animal's own turn begins it drops AS and DS (with `scores: vanilla` the DS only; the AS goes when its turn ends), its Vulnerable and Wary markers and the penalty of a charge; then it bleeds. That is so for one that is passed over, too. At a round's end Shock is rolled, then marked tactics go.",
    ),
    Rule(
        "BNB-20",
        ("seed",),
        "The attacker needs an AS, the target a DS. Who has it does not roll; who has only the other score rolls 1d6 for the one needed; who has neither rolls 2d6, an Attack Die and a Defend Die, and has both scores from then on. The attacker rolls first.",
    ),
    Rule(
        "BNB-21",
        ("seed", "choice"),
        "Before rolling each declares: offensive, the higher die is the Attack Die; defensive, it is the Defend Die. An attacker is offensive and a target defensive unless told otherwise. With `dice-choice: after` two dice may be kept as entered, Attack Die first.",
    ),
    Rule("BNB-22", ("seed",), "AS is the AGI Rating + Attack Die, DS the SPD Rating + Defend Die; these are stored."),
    Rule(
        "BNB-23",
        ("seed", "choice"),
        "Reckoned at each attack and never stored: +1 from one of the target's three rear hexes, +2 for each Vulnerable marker on it; Held takes 2 off the AS and DS of the held, Wary adds 1 to the DS.",
    ),
    Rule("BNB-24", ("seed",), "The attack hits if AS is equal to DS or higher."),
    Rule(
        "BNB-25",
        ("seed",),
        "After the attack, hit or miss, the attacker's AS is 2 lower and the target's DS 1 lower; a DS of 0 or less drops no further.",
    ),
    Rule(
        "BNB-26",
        ("seed", "reading"),
        "With a stored AS of 0 or less an animal may not attack. If the AS just rolled is 0 or less, the scores stay, the Attack is used and nothing else happens.",
    ),
    Rule("BNB-27", ("choice",), "A fallen or Shocked target has a DS of 0; it rolls nothing and stores nothing."),
    Rule(
        "BNB-30",
        ("site",),
        "Each tactic has its target hexes: bite the hex directly ahead, claw any of the three ahead. Core damage is the STR Rating + 1d6, never less than 0.",
    ),
    Rule(
        "BNB-32",
        ("site", "choice"),
        "Markers: Bleeding takes its number in HP when a turn begins. Held may not leave its hex. Shock allows no actions; at each round's end 1d6 + MYS Rating of 4 or more ends it, else it is one round shorter.",
    ),
    Rule("BNB-33", ("site",), "At 0 HP an animal is unconscious, below 0 it is dying."),
    Rule(
        "BNB-50",
        ("seed", "site"),
        "Movement points are the SPD Rating + 2 (`base-move`), at least 0. A hex costs 1, or what its terrain says; the first hex may always be entered.",
    ),
    Rule(
        "BNB-53",
        ("seed",),
        "Who runs gives up the Attack and the pivot; the last two hexes are free, whatever the terrain.",
    ),
    Rule(
        "BNB-55",
        ("seed", "reading"),
        "A charge takes the whole turn: turn in place, run straight at a target two or more hexes away with nobody and nothing in the way, and bite. AS is 2 higher and the charger's own DS 2 lower, both in the stored scores.",
    ),
)
