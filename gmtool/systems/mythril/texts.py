"""The rules in a sentence each, as `gm rules mythril` shows them, with where each comes from."""

from gmtool.rules.system import Rule

RULES = (
    Rule(
        "MYT-1",
        ("seed", "choice"),
        "Initiative is 1d8 + AGI + PER, rolled in file order by everybody alive, highest first, and kept for the fight. Ties: the higher AGI, then PCs before NPCs, then the order in the file. Whoever joins later rolls then.",
    ),
    Rule(
        "MYT-2",
        ("seed", "reading"),
        "A round gives as many actions as the switch `actions` says: one at AGI 0 and 1 and as many as AGI above (`worked`), or AGI + 1 (`formula`). With AGI -1 or less it is one action in the rounds that `slow` names; in the others there is none, for a defense neither. Nothing is carried over.",
    ),
    Rule(
        "MYT-3",
        ("seed", "reading"),
        "One pool pays for one's own turn, for defenses in the turns of others, and for opportunity actions. It is full again as each round begins.",
    ),
    Rule(
        "MYT-4",
        ("seed", "reading", "choice"),
        "Speed is AGI + 2 + `speed-bonus` hexes, never below 0; `gm move` takes an action. Crouching halves it, crawling and prone leave a quarter, rounded down, but 1 hex where Speed is 1 or more; nobody moves with Speed 0. Changing posture is free on one's own turn. One's own side may be passed, and whoever lies there.",
    ),
    Rule(
        "MYT-5",
        ("seed", "reading"),
        "A move through an able enemy's threat range, its first hex included, gives that enemy one opportunity action; so does each enemy that comes into the mover's own threat range give one to the mover. The threat is the largest of one's weapons: 1 in melee, 2 for long ones, 3 for spells and ranged weapons; what cannot be seen is not threatened. It is used with `--opportunity`, on anybody's turn, for a Combat Skill alone, judged as if the mover stood in the hex where it was nearest, and lapses with the mover's next move or the end of its turn.",
    ),
    Rule(
        "MYT-6",
        ("seed", "choice"),
        "A melee attack reaches as far as the weapon threatens, a spell 3 hexes unless its `range` says otherwise, a ranged weapon its `range`, without one however far. What hides the target stops every attack.",
    ),
    Rule(
        "MYT-10",
        ("seed", "site"),
        "A Combat Skill is rolled with 1d20 + its modifier. Attacking, dodging, guarding, countering and casting cost one action and one Stamina each, paid when declared.",
    ),
    Rule(
        "MYT-11",
        ("seed",),
        "A defense must beat the attack: a tie hits. Unless `--defense` says otherwise the target uses the better of dodge and guard, dodge where they are equal; who cannot pay does not roll. Without a defense nobody rolls, and the attack hits. Guarding needs no shield.",
    ),
    Rule(
        "MYT-12",
        ("seed", "choice"),
        "A counter is an attack skill of the target's, with a weapon that reaches the attacker (`--counter-with`). If it beats the attack, that is stopped, and nobody is hurt.",
    ),
    Rule(
        "MYT-13",
        ("seed", "site"),
        "Damage goes by proficiency rank with the type of weapon or spell: 1d4, 1d6, 1d8, 1d10, 2d6, 2d8, 3d6, 3d8, 4d6, 4d8 for ranks 1 to 10, plus the weapon's bonus, with spells plus MOX. Without a rank it is exactly 1, and nothing joins it.",
    ),
    Rule(
        "MYT-14",
        ("seed", "reading"),
        "Behind a guard the shield comes first, then the armor: the wearer's proficiency dice with it are subtracted, then it absorbs what is left as long as `absorbs` lasts. At 0 it is destroyed and helps no more. Once nothing is left no more dice are rolled.",
    ),
    Rule(
        "MYT-20",
        ("seed",),
        "Whoever spends its last Stamina on a Combat Skill still carries it out, then makes a Moxie check, the attacker first, the unconscious not at all: 1d20 + MOX against 10 + the HP it lacks. Who fails is exhausted and prone, uses no Combat Skill, and may only crawl. A check that is missing at Stamina 0 is rolled before the next Combat Skill.",
    ),
    Rule(
        "MYT-21",
        ("seed",),
        "Who makes the Moxie check is pushing: it acts as before and may pay 1 HP in place of 1 Stamina (`--push`, `--target-push`). Where that takes the last HP, the skill is still carried out. Without the flag a Combat Skill at Stamina 0 is refused.",
    ),
    Rule(
        "MYT-22",
        ("seed", "choice"),
        "A whole round without a Combat Skill brings END + 1 Stamina back, never less than 0, at the start of one's next turn, not above the maximum and not while unconscious. With Stamina above 0 nobody is exhausted or pushing any longer.",
    ),
    Rule(
        "MYT-30",
        ("seed",),
        "At 0 HP or less one is unconscious; as far below 0 as the maximum is above, dead. Damage leaves the maximum as it is.",
    ),
    Rule(
        "MYT-31",
        ("seed",),
        "At -1 HP or less one bleeds out: a point as each round begins, from round 2 on, until raised above -1. As a round begins there is bleeding, then death, then the pools.",
    ),
)
