"""The rules in a sentence each, as `gm rules c21` shows them, with where each comes from."""

from gmtool.rules.system import Rule

RULES = (
    Rule(
        "C21-1",
        ("site",),
        "A 21 Challenge (21C) is 2d10 + a value, and succeeds with 21 or more. A 20 on the dice is a success and a critical if the value is trained, as a stat always is and a skill when it stands under `skills`. A 2 on the dice is a failure and a catastrophe.",
    ),
    Rule(
        "C21-2",
        ("site", "choice"),
        "In a versus roll both sides roll 2d10 + a value, and the higher total wins. In a tie a player character beats an NPC; else the defender wins. The totals decide; the winner's trained 20 is a critical, a 2 is named as a catastrophe.",
    ),
    Rule(
        "C21-3",
        ("site", "choice"),
        "A round is the players' phase, then the opponents'. Within one they go in file order, or by `initiative:`; `gm next NAME` picks anybody of the phase. A ridden mount acts in its rider's turn. `gm start --ambush SIDE` puts that side's phase first.",
    ),
    Rule(
        "C21-4",
        ("site", "choice"),
        "A turn is a Basic Action and either a Combat or a second Basic one, in any order; the latter costs 1 stamina where it is tracked. A move up to the Base Move is a Basic Action, up to the Sprint Move it is both.",
    ),
    Rule(
        "C21-5",
        ("site", "choice"),
        "An attack is a Combat Action: the weapon's skill + the mod of the fast (or strong) attack, against the better of dodge and block; a block needs a melee weapon in the main hand or a shield. Damage less protection comes off health; at 0 one is unconscious. A critical hit does the most of the strong damage.",
    ),
    Rule(
        "C21-6",
        ("reading",),
        "A melee weapon reaches `reach` hexes. A ranged or thrown one carries `max`, and is useless on a target within `min`, and while a free enemy stands so near.",
    ),
    Rule(
        "C21-7",
        ("choice",),
        "The order within an attack: what is allowed; whether the attacker makes the target out; whether the target makes the attacker out; Danger Sense; the attack dice; the defense dice; damage. All bonuses and penalties add up.",
    ),
    Rule(
        "C21-8",
        ("choice",),
        "Dodge, block and riding are never used untrained. Any other skill that is not had is half a stat: strength for melee, agility for ranged and thrown weapons and stealth, alertness for husbandry.",
    ),
    Rule(
        "C21-10",
        ("seed", "reading"),
        "Who is helpless, unaware, surprised, without a defense or allowed none, or chooses not to defend, does not roll: the attack is a 21C. The unconscious are helpless.",
    ),
    Rule(
        "C21-11",
        ("seed", "choice"),
        "Such an attack has +4 with a thrown, +6 with a ranged weapon or a spell, +10 in melee; a ranged or thrown weapon may then be used within its minimum range, too, at +10.",
    ),
    Rule(
        "C21-12",
        ("seed",),
        "With Danger Sense such a target first rolls a 21C of Alertness; on a success it defends as usual, and the attacker keeps the bonus.",
    ),
    Rule(
        "C21-13",
        ("seed", "reading"),
        "Only the first attack made on somebody in a fight can surprise him, and only until the end of the phase of the first surprise attack; several may be surprised at once. Then nobody is `unaware` any more.",
    ),
    Rule(
        "C21-14",
        ("seed", "choice"),
        "Surprise is won back by vanishing from all senses (`gm vanish`) and sneaking to 8 hexes or more from where one was last known (`gm sneak`): a Basic Action and a 21C of stealth, by no path. On a failure one is hidden no longer. Attacking ends hiding.",
    ),
    Rule(
        "C21-20",
        ("seed", "choice"),
        "As the entangler's own turn begins, whoever it holds takes the strong damage of what holds it, undefended, while the entangler is conscious and, for a hold or a bite, adjacent; else the hold ends. `--entangle` makes a hit entangle instead of hurting. The entangled may attack, but not move.",
    ),
    Rule(
        "C21-21",
        ("seed",),
        "The entangled may defend, at -5; the damage of the hold itself is not defended.",
    ),
    Rule(
        "C21-22",
        ("seed",),
        "An entangled enemy within minimum range does not keep a ranged or thrown weapon from being used.",
    ),
    Rule(
        "C21-23",
        ("choice",),
        "`gm escape` is a Combat Action: from a hold or a bite a versus roll of Strength, from a net or a spell a 21C of Agility. An unconscious entangler holds nobody.",
    ),
    Rule(
        "C21-30",
        ("seed", "reading"),
        "Who does not see a target needs another sense to attack it (magic for the magical only) and a 21C of Alertness at -5. On a success the attack is at -6 in melee, -10 at range; on a failure that target cannot be attacked this turn, and the action is kept.",
    ),
    Rule(
        "C21-31",
        ("seed",),
        "A spell on one target needs sight. A spell on an area needs none, and suffers no penalty.",
    ),
    Rule(
        "C21-32",
        ("seed",),
        "Who does not see the attacker needs another sense, too, and a 21C of Alertness at -5, to defend at -6; else the attack finds him unaware, though Danger Sense may help.",
    ),
    Rule(
        "C21-33",
        ("choice",),
        "`--dark`: neither sees the other; `--unseen`: the target does not see the attacker; ground that blocks sight does as the dark. Making out is rolled once a round for each opponent, to attack and to defend apart.",
    ),
    Rule(
        "C21-40",
        ("seed",),
        "Mounted combat takes a mount that is unfazeable and a rider with Riding.",
    ),
    Rule(
        "C21-41",
        ("seed", "reading"),
        "A mount that is not unfazeable enters no hex within its Base Move of a conscious combatant that is nearer to it than the hex before. Its rider and mounts without riders do not count.",
    ),
    Rule(
        "C21-42",
        ("seed", "choice"),
        "Such a mount in a fight (ridden as it starts, or by `gm spook`) is afraid: an untrained rider is thrown at once, a trained one rolls a 21C of Riding as each of his turns begins. The thrown land on the free hex nearest behind the mount, prone; so do riders who fall unconscious or whose mount does.",
    ),
    Rule(
        "C21-43",
        ("seed", "choice"),
        "An afraid mount does nothing but flee, up to its Sprint Move, to the hex farthest from everybody; over the map's edge it is out of the fight. It is calmed by a 21C of Husbandry, a Basic Action of somebody beside it or on it, when everybody else is its Sprint Move away.",
    ),
    Rule(
        "C21-44",
        ("seed", "reading"),
        "`gm ride` spends the rider's Basic Action, before anything else, on a 21C of Riding. On a success the mount has a Basic and a Combat Action or two Basics, and the rider a Combat or second Basic Action; on a failure each has one Basic Action more. Undirected a mount does nothing.",
    ),
    Rule(
        "C21-45",
        ("seed", "choice"),
        "The rider's Combat Action may fall anywhere in the mount's move, start and end included: `gm move HORSE HEX --strike FOE --strike-at HEX`. Mobility gives the same to somebody on foot.",
    ),
    Rule(
        "C21-46",
        ("seed", "choice"),
        "The mount takes its rider along. Mounting and dismounting are Basic Actions, from and to an adjacent hex; a mount of another side or with a rider is not mounted. A mount faces the way it stepped; `--facing` turns it at the end to any of twelve directions.",
    ),
    Rule(
        "C21-47",
        ("seed",),
        "A rider attacks with the main hand only and with no two-handed weapon, may defend with a shield in the off hand but not with a weapon there, and never dodges. Ranged and thrown weapons and spells are not bound by the zones.",
    ),
    Rule(
        "C21-50",
        ("seed", "reading"),
        "In front of a mount: a foe on the ground attacks the mount only; the mount attacks a ground foe or a mount with kick, bite, claw or trunk; the rider attacks anybody with a one-handed long weapon, and defends against riders only, with a one-handed weapon in the main hand or a shield.",
    ),
    Rule(
        "C21-51",
        ("seed", "reading"),
        "On the main side: a foe on the ground attacks mount or rider; the rider attacks with a one-handed weapon that is not short, and defends with a one-handed weapon in the main hand.",
    ),
    Rule(
        "C21-52",
        ("seed",),
        "Behind: a foe on the ground attacks the mount only; the mount kicks a foe on the ground; the rider neither attacks nor defends.",
    ),
    Rule(
        "C21-53",
        ("seed", "reading"),
        "On the off side: a foe on the ground attacks mount or rider; the rider attacks nobody and defends with a shield only.",
    ),
)
