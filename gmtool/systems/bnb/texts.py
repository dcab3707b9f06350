"""The rules in a sentence each, as `gm rules bnb` shows them, with where each comes from."""

from gmtool.rules.system import Rule

RULES = (
    Rule(
        "BNB-1",
        ("seed", "choice"),
        "Initiative is the SPD Rating + 1d6 (SPD alone with `initiative: fixed`), highest first. Ties: PCs before NPCs, then the higher SPD Rating, then the order in the file.",
    ),
    Rule(
        "BNB-2",
        ("seed",),
        "Allies may trade initiative with `gm swap` once it is rolled, as long as nobody has attacked, moved or ended a turn. Order, ties and the turn are settled anew.",
    ),
    Rule(
        "BNB-3",
        ("seed", "reading"),
        "Whoever is tied with a PC shares the turn: all of them may act, in any interleaving, each with its own Attack and Move, and `gm next` ends the turn for all.",
    ),
    Rule(
        "BNB-4",
        ("seed", "choice"),
        "An ambush or a pursuit (`gm start --ambush A --target T`) puts each aggressor around its victim by 1d6: 1 is the hex the victim looks at, the others follow clockwise. A hex that is taken or blocked passes it on to the next. It ends up facing the victim.",
    ),
    Rule(
        "BNB-5",
        ("seed",),
        "A fighter in `reserve` may come in (`gm enter`) for one of its side that fell or left in an earlier round, one for each. It comes after everybody who stands, its initiative one below the lowest; in that round it moves but uses no tactic.",
    ),
    Rule(
        "BNB-10",
        ("seed",),
        "A turn is one Attack and one Move, in either order; neither may be split around the other. Turning on the spot is a Move, too.",
    ),
    Rule(
        "BNB-11",
        ("seed", "reading"),
        "A tactic may be marked for the round, until the animal's first tactic in it. It need not be used, but no other may be, except in opportunity attacks. Marks go at the round's end.",
    ),
    Rule(
        "BNB-12",
        ("seed", "choice"),
        "When an animal's own turn begins it drops AS and DS (with `scores: vanilla` the DS only; the AS goes when its turn ends), its Vulnerable and Wary markers, what a charge cost it and what dodging gave it; then it bleeds. That is so for one that is passed over, too. At a round's end Shock is rolled, then marked tactics go.",
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
        ("site", "choice"),
        "Each tactic has its target hexes: bite the hex directly ahead, claw any of the three ahead, kick any of the three behind; dodge is for oneself. Core damage is the STR Rating + 1d6, never less than 0. Options: bite --hold (a 5 or 6 on the Core Die holds) and --vicious (a 6 is critical and draws blood), either leaves the biter Vulnerable; claw --cuff (1 damage, nothing hostile, the attacker is Wary) and --vicious (a 6 is critical, the attacker Vulnerable); kick (a 6 is critical, the target Vulnerable), --push and --hop (a 6 throws the target, or the kicker, a hex away). Dodging gives DS + 2, or + 1 with a small act (--pause) or flight (--flee).",
    ),
    Rule(
        "BNB-31",
        ("choice",),
        "A critical hit injures, by 1d6: jaw STR, hind-leg SPD, eye INT, foreleg AGI, nose SML, ear CHA, each 1 off that Rating; scores on the table stay. With `critical: double` the core damage counts twice instead.",
    ),
    Rule(
        "BNB-32",
        ("site", "choice"),
        "Markers: Bleeding takes its number in HP when a turn begins, until somebody tends it. Held may turn but not leave its hex, until the holder falls, lets go or is no longer beside it; the holder cannot bite meanwhile. Shock allows no actions; at each round's end 1d6 + MYS Rating of 4 or more ends it, else it is one round shorter. A push or a hop keeps the facing, tears holds loose, provokes nobody, and does nothing where the hex is not free.",
    ),
    Rule("BNB-33", ("site",), "At 0 HP an animal is unconscious, below 0 it is dying."),
    Rule(
        "BNB-40",
        ("seed",),
        "With `scores: fresh` an attack is 1d6 + AGI Rating, 2 less for each attack the animal has made since its last turn began.",
    ),
    Rule(
        "BNB-41",
        ("seed",),
        "With `scores: fresh` a defense is 1d6 + SPD Rating, 1 less for each attack it has taken undefended since its last turn began.",
    ),
    Rule(
        "BNB-42",
        ("seed", "reading"),
        "With `scores: fresh` a target may defend itself (--defend): it rolls two dice and the higher counts, and this attack does not tire it. Its next turn is skipped but for dodge --flee.",
    ),
    Rule(
        "BNB-43",
        ("seed", "reading"),
        "With `scores: fresh` a die that was rolled stays on the table until the current turn, whoever's it is, ends. Who defends always rolls two.",
    ),
    Rule(
        "BNB-44",
        ("choice",),
        "With `scores: fresh` position, markers, helplessness, charge, dodge, Held and Wary join the rolls; a low AS forbids no attack.",
    ),
    Rule(
        "BNB-50",
        ("seed", "site"),
        "Movement points are the SPD Rating + 2 (`base-move`), at least 0. A hex costs 1, or what its terrain says; the first hex may always be entered. An animal goes only straight ahead; it may pass others, foes at a risk, but ends in no hex that is taken.",
    ),
    Rule(
        "BNB-51",
        ("seed", "reading"),
        "A move is a free rotation in place, then hexes with at most one pivot of one or two hexsides between two of them, then a last rotation. Pivot and last rotation cost 1 MP a hexside; without a rotation in place the first of these hexsides is free.",
    ),
    Rule(
        "BNB-52",
        ("seed", "reading"),
        "Written as paths, F a hex ahead, R and L a hexside turned: F R F costs 2, F R R F 3, R F F R 3, F F R 2.",
    ),
    Rule(
        "BNB-53",
        ("seed",),
        "Who runs gives up the Attack and the pivot; the last two hexes are free, whatever the terrain.",
    ),
    Rule(
        "BNB-54",
        ("seed",),
        "Backing (--back) enters the hex directly behind for no MP, if neither a tactic nor the Move was used; it takes the whole turn.",
    ),
    Rule(
        "BNB-55",
        ("seed", "reading"),
        "A charge takes the whole turn: turn in place, run straight at a target two or more hexes away with nobody standing and nothing blocked in the way, and bite; who lies there is passed, not stood on. AS is 2 higher and the charger's own DS 2 lower, both in the stored scores.",
    ),
    Rule(
        "BNB-56",
        ("seed",),
        "Turning in a foe's three front hexes, or passing through its own hex, lays an animal open to that foe's claw: one attack for each turn or hex, out of turn, until the mover's turn ends. Who lacks the score needed rolls one die for it. An AS of 0 or less forbids it. Who falls by it lies where it was struck.",
    ),
)
