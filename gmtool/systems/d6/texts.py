"""The rules in a sentence or two each, as `gm rules d6` shows them, with where each comes from."""

from gmtool.rules.system import Rule

RULES = (
    Rule(
        "D6-1",
        ("d6",),
        "A die code is dice and pips; three pips make a die, so 2D+1 and 2 pips are 3D. Bonuses and penalties in D change the number of dice, never below 0D; pips that are left over stay. A skill somebody lacks is 1D. Below 1D there is no wild die, and 0D without pips scores 0.",
    ),
    Rule(
        "D6-2",
        ("d6", "choice"),
        "With `dice: successes` a die scores one on 3 to 6. One die of each pool is wild. `legend`: on 1 and 2 it scores nothing, the 1 is a complication as well; on 6 it scores and is rolled again, ten times at most. `hd6`: it scores on 2 to 6. `none`: no die is wild. A 1 on a reroll is no complication.",
    ),
    Rule("D6-3", ("d6",), "Left-over pips are one die more: +1 scores only on a 6, +2 on 5 and 6."),
    Rule(
        "D6-4",
        ("choice",),
        "Dice are asked for in this order: the plain dice, the pip die, the wild die last, then what it rolls again.",
    ),
    Rule(
        "D6-5",
        ("d6", "choice"),
        "With `dice: sum` faces are added up and pips added to the total. `legend`: a wild 6 is added and rolled again, ten times at most, a first wild 1 counts 1 and is a complication; `hd6` is as `none`.",
    ),
    Rule(
        "D6-10",
        ("seed", "choice"),
        "Initiative is an Alertness roll, highest first, rolled in file order and without wound penalties: once for the scene, or with `initiative: round` as each round begins. Ties: the higher Alertness code, then PCs, then the order in the file.",
    ),
    Rule(
        "D6-11",
        ("seed",),
        "Two actions a round, taken together on one's own turn. They are full again as a round begins, but for one that is owed.",
    ),
    Rule(
        "D6-12",
        ("seed", "reading"),
        "`gm borrow` takes an action from the next round: three now, one then. Once a round, on one's own turn; whoever owes one may borrow again, and has two.",
    ),
    Rule(
        "D6-13",
        ("seed", "choice"),
        "`gm spend` buys an action with Luck Points or Character Points, on one's own turn, as often as they last. The switch `action-price` says how many points one costs.",
    ),
    Rule(
        "D6-14",
        ("seed", "reading"),
        "`gm wait NAME --until OTHER` is an action, the rest is kept: the turn ends, and comes again right after OTHER's, or in OTHER's place if OTHER cannot act. In this round only, with two actions or more left, for somebody still to come. A standing defense stays until then; what ends with the turn ends with the later one.",
    ),
    Rule(
        "D6-15",
        ("seed", "choice"),
        "5 m of movement a round are free; beyond them an action moves up to 10 m, counted over the whole round. `encumbered: true` halves both. Meters are the grid's hex size times the terrain's cost. A foe's hex may not be entered.",
    ),
    Rule("D6-16", ("seed",), "`gm act` is something else entirely: one action, in the GM's words. It breaks aiming."),
    Rule(
        "D6-20",
        ("seed", "choice"),
        "What an attack must reach is the target's standing active defense, else its passive one: a value (half the dodge dice, rounded up, at least 1; 10 in a sum), or with `passive-defense: roll` half the dodge dice, rolled before each attack. Range and cover are added; it is never below 1 (3 in a sum). Somebody unconscious has 1 (3). Wounds do not lower it. The dead are no target.",
    ),
    Rule(
        "D6-21",
        ("seed", "reading"),
        "`gm defend` is an action on one's own turn: the roll of dodge, or of a martial-arts skill for block and parry, replaces the passive defense, even where it is lower, for every attack until one's next turn. Block and parry serve against melee and bare hands only; a parry needs a weapon with `reach`. A newer defense replaces the older. Without --skill a block rolls the skill of bare hands, a parry that of the first such weapon.",
    ),
    Rule(
        "D6-22",
        ("seed",),
        "`--full` puts all actions of the round into the defense, before any was used, borrowed or bought: the skill +2D. Nothing else is done in the round but the free movement.",
    ),
    Rule(
        "D6-23",
        ("d6", "choice"),
        "Range, for weapons that have one: point-blank, up to 3 m, -1; short 0; medium +1; long +2 (in a sum -5, 0, +5, +10); beyond long there is no attack. A boundary belongs to the nearer band. It is measured on the map, or --range says it; with neither it is short. Melee reaches `reach` hexes, one where nothing is said, and no range makes it harder. A weapon with both strikes within its reach and is thrown beyond. Without --with it is the first weapon listed that reaches the target, or has a range where --range names it, else the first; bare hands where none is listed.",
    ),
    Rule(
        "D6-24",
        ("choice",),
        "Cover and concealment: light +1, medium +2, heavy +3 (in a sum +3, +6, +12). Nobody in total cover can be targeted, nor, with a ranged weapon or by aiming, somebody out of sight.",
    ),
    Rule(
        "D6-25",
        ("seed", "reading"),
        "`gm aim` takes the whole round, even the free movement. Each round of it in a row adds 1D to the next ranged attack on that target, three at most. Any other act, a round without aiming and the attack itself end it; being hit does not.",
    ),
    Rule("D6-26", ("seed",), "An attack rolls the weapon's skill; it hits if it reaches the difficulty."),
    Rule(
        "D6-27",
        ("seed", "choice"),
        "A missed area attack (`--area`) harms nobody by itself. With --scatter 1d6 gives the direction (1 is N, or NE on a pointy layout, then clockwise) and 1d6 the hexes by which it is off; the GM decides what it does there.",
    ),
    Rule(
        "D6-30",
        ("seed",),
        "Effect value: each success beyond the difficulty, or in a sum each 5 full points, adds 1D to the damage.",
    ),
    Rule(
        "D6-31",
        ("seed",),
        "Damage rolls the weapon's code. The target rolls Fortitude and armor, and what --physical-cover absorbs, as one pool. Each pool has a wild die of its own; complications are for skill rolls only.",
    ),
    Rule(
        "D6-32",
        ("seed",),
        "Damage that reaches the resistance wounds by the difference; a tie is a difference of 0.",
    ),
    Rule("D6-33", ("seed",), "In damage from other games, as `STR+2D`, STR counts as 3D; STR-1 is 2D+2."),
    Rule(
        "D6-34",
        ("seed", "choice"),
        "The chart, by difference (in a sum): 0 (0-3) Stunned, no box, -1D until the end of its next turn; 1 (4-6) injured-1, -1D; 2 (7-8) injured-2, -2D; 3 (9-12) serious, -3D; 4 (13-15) incapacitated, a Fortitude roll of 3 (15) or unconscious, awake -4D; 5 (16-18) near-death, unconscious, and each of its turns a Fortitude roll of 3 (15) or dead; 6 (19) and more dead. Fortitude is rolled alone, without armor or penalties.",
    ),
    Rule(
        "D6-35",
        ("seed",),
        "`wounds: tick`: a wound ticks its box; where that is ticked, the next free one above it.",
    ),
    Rule(
        "D6-36",
        ("seed", "reading"),
        "`wounds: escalate`: the worst wound goes one level up, or to the level of the new one if that is higher, and is the only box then. A stun escalates nothing.",
    ),
    Rule(
        "D6-37",
        ("seed", "reading"),
        "The penalty of the highest box is taken off attacks, defenses and other skill rolls, not off initiative, damage or Fortitude. Penalties do not add up, but for the 1D of a stun.",
    ),
    Rule(
        "D6-38",
        ("choice",),
        "`gm damage NAME N` applies a difference of N. `gm heal NAME N` takes the N highest boxes off; with neither incapacitated nor near-death left one is conscious again; back from the dead to near death, unconscious.",
    ),
)
