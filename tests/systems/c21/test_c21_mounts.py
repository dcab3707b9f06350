"""Riders and mounts (C21-40 to C21-53), turns and actions (C21-3, C21-4).

Ana (Riding 9, sabre 9, spear 9, block 7) rides a trained horse in 0505, facing N, Base Move 8, kick 8. The bandit is on
foot: axe 8, dodge 8. Around 0505: N 0504, NE 0604, SE 0605, S 0506, SW 0405, NW 0404.
"""

from typing import Any

PLAYERS = "round: 1\nphase: players\nturn: ana\norder: [ana, horse, bandit]\n"
OPPONENTS = "round: 1\nphase: opponents\nturn: bandit\norder: [ana, horse, bandit]\n"
RIDER = "rides: horse, skills: {sabre: 9, spear: 9, block: 7, dodge: 8, riding: 9}"
WEAPONS = "weapons: {kick: {fast: {damage: 1d6}}, bite: {fast: {damage: 2}}}"
HORSE = (
    "horse: {side: pc, at: 0505, facing: N, mount: true, perks: [unfazeable], health: 30/30, base-move: 8, "
    "skills: {kick: 8, bite: 8, dodge: 4}, " + WEAPONS
)
SADDLE = f"ana: {{{RIDER}}}\n{HORSE}}}\n"
DIRECTED = f"ana: {{{RIDER}, ride: success, done: [basic]}}\n{HORSE}}}\n"
BADLY = f"ana: {{{RIDER}, ride: failure, done: [basic]}}\n{HORSE}}}\n"
NAG = "horse: {side: pc, at: 0505, facing: N, mount: true, health: 30/30, base-move: 4"
AFRAID = NAG + ", states: [afraid]}\n"
FAR = "bandit: {at: 2020}\n"


def moved(*ways: str) -> dict[str, str]:
    """Rider and mount in a hex."""
    return {f"{one}.at": place for place in ways for one in ("ana", "horse")}


ROWS: list[tuple[Any, ...]] = [
    # --- C21-3: phases and turns ------------------------------------------------------------------
    (
        "C21-3",
        "the players' phase first, in file order; a ridden mount has no turn of its own",
        SADDLE,
        "start",
        "",
        ['"order: ana, bandit, horse"', '"players phase"', "turn"],
        {"round": "1", "phase": "players", "turn": "ana", "order": ["ana", "bandit", "horse"]},
        ['"horse\'s turn: Basic, and Combat or Basic"'],
    ),
    (
        "C21-3",
        "then the opponents'",
        PLAYERS + SADDLE,
        "next",
        "",
        ['"turn over: ana"', '"opponents phase"'],
        {"phase": "opponents", "turn": "bandit"},
    ),
    (
        "C21-3",
        "the phase's own order by initiative, those without it last",
        (
            "ana: {initiative: 3}\nben: {side: pc, at: 0101, initiative: 7, health: 5/5, base-move: 4}\n"
            "cy: {side: pc, at: 0102, health: 5/5, base-move: 4}"
        ),
        "start",
        "",
        ['"order: ben, ana, bandit, cy"'],
        {"round": "1", "phase": "players", "turn": "ben", "order": ["ben", "ana", "bandit", "cy"]},
    ),
    (
        "C21-3",
        "the GM picks anyone of the phase",
        (
            "round: 1\nphase: players\nturn: ana\norder: [ana, ben, cy, bandit]\n"
            "ben: {side: pc, at: 0101, health: 5/5, base-move: 4}\ncy: {side: pc, at: 0102, health: 5/5, base-move: 4}"
        ),
        "next cy",
        "",
        [],
        {"turn": "cy", "acted": ["ana"]},
    ),
    (
        "C21-3",
        "an ambush puts its side first, in each round",
        "",
        "start --ambush npc",
        "",
        ['"opponents phase"'],
        {"first": "npc", "round": "1", "phase": "opponents", "turn": "bandit", "order": ["ana", "bandit"]},
    ),
    (
        "C21-3",
        "the round ends with the players' phase then",
        "first: npc\nround: 1\nphase: players\nturn: ana\norder: [ana, bandit]",
        "next",
        "",
        ['"round 2"', '"opponents phase"'],
        {"round": "2", "phase": "opponents", "turn": "bandit"},
    ),
    (
        "C21-3",
        "starting again forgets what was attacked and surprised",
        (
            "round: 2\nphase: players\nturn: ana\norder: [ana, bandit]\nsurprise: players of round 1\n"
            "bandit: {attacked: true}"
        ),
        "start --again",
        "",
        [],
        {"round": "1", "surprise": None, "bandit.attacked": None},
    ),
    (
        "C21-3",
        "a mount whose rider falls after his turn has had its own with his",
        (
            "round: 1\nphase: players\nturn: ben\nacted: [ana]\norder: [ana, horse, ben, bandit]\n"
            "ben: {side: pc, at: 0101, health: 5/5, base-move: 4}\n"
        )
        + SADDLE,
        "damage ana 20",
        "",
        ["C21-42 thrown"],
        {
            "ana.health": "0/20",
            "ana.rides": None,
            "ana.at": "0506",
            "ana.states": ["prone"],
            "acted": ["ana", "horse"],
        },
    ),
    # --- C21-4: actions ---------------------------------------------------------------------------
    (
        "C21-4",
        "a move up to Base Move is a Basic Action",
        "round: 1\nphase: players\nturn: ana\nana: {stamina: 3/3}",
        "move ana 0510",
        "",
        ["C21-4 move"],
        {"ana.at": "0510", "ana.done": ["basic"]},
    ),
    (
        "C21-4",
        "one hex more takes both, and 1 stamina",
        "round: 1\nphase: players\nturn: ana\nana: {stamina: 3/3}",
        "move ana 0511",
        "",
        ['"ana sprints to 0511 (cost 6: 0506 0507 0508 0509 0510 0511)"'],
        {"ana.at": "0511", "ana.done": ["basic", "basic"], "ana.stamina": "2/3"},
    ),
    (
        "C21-4",
        "a Combat Action costs 1 stamina, whenever it is taken",
        "round: 1\nphase: players\nturn: ana\nana: {stamina: 3/3}",
        "attack ana bandit",
        "2 2 9 9",
        [],
        {"ana.done": ["combat"], "ana.stamina": "2/3", "bandit.attacked": "true"},
    ),
    (
        "C21-4",
        "the Basic Action after it costs none, at 0 stamina too",
        "round: 1\nphase: players\nturn: ana\nana: {stamina: 0/3, done: [combat]}",
        "move ana 0507",
        "",
        [],
        {"ana.at": "0507", "ana.done": ["combat", "basic"]},
    ),
    (
        "C21-4",
        "a second Basic Action costs 1",
        "round: 1\nphase: players\nturn: ana\nana: {stamina: 3/3, done: [basic]}",
        "move ana 0507",
        "",
        [],
        {"ana.at": "0507", "ana.done": ["basic", "basic"], "ana.stamina": "2/3"},
    ),
    (
        "C21-4",
        "at 0 stamina only the first Basic Action is there",
        OPPONENTS + "ana: {stamina: 0/3}",
        "next",
        "",
        ['"ana\'s turn: Basic"'],
        {"round": "2", "phase": "players", "turn": "ana"},
    ),
    (
        "C21-4",
        "with 1 there is a second action, too",
        (
            "round: 1\nphase: players\nturn: ben\norder: [ben, ana, bandit]\nana: {stamina: 1/3}\n"
            "ben: {side: pc, at: 0101, health: 5/5, base-move: 4}"
        ),
        "next",
        "",
        ['"ana\'s turn: Basic, and Combat or Basic"'],
        {"turn": "ana", "acted": ["ben"]},
    ),
    (
        "C21-4",
        "before the fight actions are not counted, stamina is",
        "ana: {stamina: 3/3}",
        "attack ana bandit",
        "2 2 9 9",
        [],
        {"ana.stamina": "2/3", "bandit.attacked": "true"},
    ),
    (
        "C21-4",
        "a mount pays its own",
        PLAYERS
        + DIRECTED.replace("done: [basic]", "done: [basic], stamina: 3/3").replace(
            "horse: {", "horse: {stamina: 5/5, "
        ),
        "move horse 0514",
        "",
        [],
        {**moved("0514"), "horse.facing": "S", "horse.done": ["basic", "basic"], "horse.stamina": "4/5"},
    ),
    (
        "C21-4",
        "the actions are there again in the next turn",
        OPPONENTS + "ana: {done: [basic, combat]}",
        "next",
        "",
        [],
        {"round": "2", "phase": "players", "turn": "ana", "ana.done": None},
    ),
    # --- C21-40, C21-44: directing ----------------------------------------------------------------
    (
        "C21-44",
        "21 with Riding 9: 12 + 9",
        PLAYERS + SADDLE,
        "ride ana",
        "6 6",
        ["ana ride: riding 9, dice 12 = 21", '"ana has horse in hand"'],
        {"ana.ride": "success", "ana.done": ["basic"]},
    ),
    (
        "C21-44",
        "20 is not enough",
        PLAYERS + SADDLE,
        "ride ana",
        "6 5",
        ["C21-44 ride"],
        {"ana.ride": "failure", "ana.done": ["basic"]},
    ),
    (
        "C21-44",
        "the rider may still take a Combat Action",
        PLAYERS + DIRECTED + "bandit: {at: 0605}",
        "attack ana bandit",
        "2 2 9 9",
        [],
        {"ana.done": ["basic", "combat"], "bandit.attacked": "true"},
    ),
    (
        "C21-44",
        "the mount has a Basic and a Combat Action",
        PLAYERS + DIRECTED.replace("mount: true", "mount: true, done: [basic]"),
        "attack horse bandit",
        "2 2 9 9",
        ["horse attack: kick 8, dice 4 = 12"],
        {"horse.done": ["basic", "combat"], "bandit.attacked": "true"},
    ),
    (
        "C21-44",
        "after a failure the mount still has one Basic Action",
        PLAYERS + BADLY,
        "move horse 0508",
        "",
        [],
        {**moved("0508"), "horse.facing": "S", "horse.done": ["basic"]},
    ),
    (
        "C21-44",
        "and the rider a second one",
        PLAYERS + BADLY,
        "dismount ana",
        "",
        ["C21-46 dismounted"],
        {"ana.at": "0604", "ana.rides": None, "ana.done": ["basic", "basic"]},
    ),
    (
        "C21-44",
        "how it was ridden is over with the turn",
        PLAYERS + DIRECTED.replace("mount: true", "mount: true, done: [basic]"),
        "next",
        "",
        [],
        {"phase": "opponents", "turn": "bandit", "ana.ride": None, "ana.done": None, "horse.done": None},
    ),
    (
        "C21-40",
        "a trained mount and a rider with Riding fight",
        SADDLE + "bandit: {at: 0605}",
        "attack ana bandit",
        "2 2 9 9",
        ["C21-5 miss"],
        {"bandit.attacked": "true"},
    ),
    # --- C21-41: untrained mounts -----------------------------------------------------------------
    (
        "C21-41",
        "away from everybody it goes: from 5 hexes to 8",
        f"ana: {{{RIDER}}}\n{NAG}}}\nbandit: {{at: 0510}}",
        "move horse 0502",
        "",
        ["C21-4 move"],
        {**moved("0502")},
    ),
    (
        "C21-41",
        "and nearer as far as Base Move + 1: from 8 hexes to 5",
        f"ana: {{{RIDER}}}\n{NAG}}}\nbandit: {{at: 0513}}",
        "move horse 0508",
        "",
        ["C21-4 move"],
        {**moved("0508"), "horse.facing": "S"},
    ),
    (
        "C21-41",
        "the unconscious and mounts without riders do not count, nor does its rider",
        (
            f"ana: {{{RIDER}}}\n{NAG}}}\nbandit: {{at: 0510, health: 0/15}}\n"
            "mule: {at: 0610, mount: true, health: 9/9, base-move: 4}"
        ),
        "move horse 0507",
        "",
        ["C21-4 move"],
        {**moved("0507"), "horse.facing": "S"},
    ),
    (
        "C21-41",
        "it takes the way round: 0404 is 4 from the bandit and nearer than 0305, which is 5",
        f"{NAG.replace('0505', '0305')}}}\nana: {{at: 2020}}\nbandit: {{at: 0501}}",
        "move horse 0705",
        "",
        ['"horse moves to 0705 (cost 4: 0405 0506 0605 0705)"'],
        {"horse.at": "0705", "horse.facing": "NE"},
    ),
    # --- C21-42: afraid ---------------------------------------------------------------------------
    (
        "C21-42",
        "as the fight starts it is afraid, and throws an untrained rider behind it",
        f"ana: {{rides: horse}}\n{NAG}}}\n",
        "start",
        "",
        ["C21-42 afraid", '"ana falls from horse into 0506, prone"'],
        {
            "round": "1",
            "phase": "players",
            "turn": "ana",
            "order": ["ana", "bandit", "horse"],
            "ana.rides": None,
            "ana.at": "0506",
            "ana.states": ["prone"],
            "horse.states": ["afraid"],
        },
    ),
    (
        "C21-42",
        "a trained one stays on with 21, rolled as his turn begins",
        f"ana: {{{RIDER}}}\n{NAG}}}\n",
        "start",
        "6 6",
        ["C21-42 afraid", "ana staying on horse: riding 9, dice 12 = 21", "C21-42 stays-on"],
        {
            "round": "1",
            "phase": "players",
            "turn": "ana",
            "order": ["ana", "bandit", "horse"],
            "horse.states": ["afraid"],
        },
    ),
    (
        "C21-42",
        "with 20 he is thrown, and the mount has its own turn after his",
        OPPONENTS + f"ana: {{{RIDER}}}\n{AFRAID}",
        "next",
        "6 5",
        ["C21-42 thrown"],
        {
            "round": "2",
            "phase": "players",
            "turn": "ana",
            "ana.rides": None,
            "ana.at": "0506",
            "ana.states": ["prone"],
        },
    ),
    (
        "C21-42",
        "facing a corner: behind are two hexes, the right one first taken; here it is full",
        f"ana: {{rides: horse}}\n{NAG.replace('facing: N', 'facing: NNE')}}}\nbandit: {{at: 0405}}\n",
        "spook horse",
        "",
        ['"ana falls from horse into 0506, prone"'],
        {"ana.rides": None, "ana.at": "0506", "ana.states": ["prone"], "horse.states": ["afraid"]},
    ),
    (
        "C21-42",
        "a mount that falls throws its rider",
        SADDLE,
        "damage horse 30",
        "",
        ["C21-5 fell", "C21-42 thrown"],
        {"horse.health": "0/30", "ana.rides": None, "ana.at": "0506", "ana.states": ["prone"]},
    ),
    (
        "C21-42",
        "a rider who falls lies behind his mount",
        SADDLE,
        "damage ana 20",
        "",
        ["C21-5 fell", "C21-42 thrown"],
        {"ana.health": "0/20", "ana.rides": None, "ana.at": "0506", "ana.states": ["prone"]},
    ),
    (
        "C21-42",
        "with all six hexes taken, onto the nearest free one",
        SADDLE
        + "".join(
            f"{name}: {{at: {place}, health: 5/5, base-move: 4}}\n"
            for name, place in zip("bcdef", ("0604", "0605", "0506", "0405", "0404"), strict=True)
        ),
        "damage ana 20",
        "",
        ["C21-42 thrown"],
        {"ana.health": "0/20", "ana.rides": None, "ana.at": "0503", "ana.states": ["prone"]},
    ),
    (
        "C21-43",
        "who is no mount and afraid acts as ever",
        OPPONENTS + "ana: {states: [afraid]}",
        "next",
        "",
        ['"ana\'s turn: Basic, and Combat or Basic"'],
        {"round": "2", "phase": "players", "turn": "ana"},
    ),
    (
        "C21-43",
        "one that is held cannot flee, and its turn ends without",
        PLAYERS + f"ana: {{{RIDER}}}\n" + AFRAID.replace("states", "entangled: {by: bandit, with: axe}, states"),
        "next",
        "3",
        ["C21-20 squeezed"],
        {"phase": "opponents", "turn": "bandit", "horse.health": "27/30"},
    ),
    # --- C21-43: fleeing and calming --------------------------------------------------------------
    (
        "C21-43",
        "9 hexes off with Sprint Move 8, its rider with it; of SE, S and SW the first clockwise",
        PLAYERS + f"ana: {{{RIDER}, at: 0510}}\n" + AFRAID.replace("0505", "0510") + "bandit: {at: 0509}",
        "flee horse",
        "",
        ['"horse, ana flees to 1314 (8 hexes)"'],
        {**moved("1314"), "horse.facing": "SE", "horse.done": ["basic", "basic"]},
    ),
    (
        "C21-43",
        "over the edge it is out of the fight, and so is its rider",
        PLAYERS
        + f"grid: {{size: 1x12}}\nana: {{{RIDER}, at: 0105}}\n"
        + AFRAID.replace("0505", "0105")
        + "bandit: {at: 0108}",
        "flee horse",
        "",
        ["C21-43 left"],
        {
            "ana.at": None,
            "ana.left": "true",
            "horse.at": None,
            "horse.left": "true",
            "horse.done": ["basic", "basic"],
        },
    ),
    (
        "C21-43",
        "tired it gets no farther than Base Move 4: 5 from the bandit, 10 from Ana",
        "round: 1\nphase: players\nturn: horse\nana: {at: 0520}\n"
        + AFRAID.replace("0505", "0510").replace("states", "stamina: 0/4, states")
        + "bandit: {at: 0509}",
        "flee horse",
        "",
        ["C21-43 fled"],
        {"horse.at": "0912", "horse.facing": "SE", "horse.done": ["basic", "basic"]},
    ),
    (
        "C21-43",
        "as far from the bandit it goes where Ana is farther: 5 and 17",
        "round: 1\nphase: players\nturn: horse\nana: {at: 1808}\n"
        + AFRAID.replace("0505", "0510").replace("states", "stamina: 0/4, states")
        + "bandit: {at: 0509}",
        "flee horse",
        "",
        ["C21-43 fled"],
        {"horse.at": "0112", "horse.facing": "SW", "horse.done": ["basic", "basic"]},
    ),
    (
        "C21-43",
        "calmed with Husbandry 6 and everybody 8 hexes away: 15 + 6",
        f"ana: {{{RIDER[:-1]}, husbandry: 6}}}}\n" + AFRAID + "bandit: {at: 0513}",
        "calm horse",
        "8 7",
        ["ana calm: husbandry 6, dice 15 = 21", '"ana calms horse"'],
        {"horse.states": None},
    ),
    (
        "C21-43",
        "untrained half the alertness: 7 + 13; a Basic Action of hers",
        "round: 1\nphase: players\nturn: ana\nana: {at: 0506}\n" + AFRAID + "bandit: {at: 0513}",
        "calm horse --by ana",
        "7 6",
        ["ana calm: husbandry (half alertness) 7, dice 13 = 20", '"ana cannot calm horse"'],
        {"ana.done": ["basic"]},
    ),
    # --- C21-45: the strike on the way ------------------------------------------------------------
    (
        "C21-45",
        "past a foe: the rider strikes in 0507 facing S, where 0407 is on the main side, and rides on",
        PLAYERS + DIRECTED + "bandit: {at: 0406}",
        "move horse 0510 --strike bandit --strike-at 0507 --with sabre",
        "9 9 2 2 3",
        ["C21-4 move", '"ana strikes in 0507"', "C21-5 hit"],
        {
            **moved("0510"),
            "horse.facing": "S",
            "horse.done": ["basic"],
            "ana.done": ["basic", "combat"],
            "bandit.attacked": "true",
            "bandit.health": "12/15",
        },
    ),
    (
        "C21-45",
        "where it starts, with the facing it has there",
        PLAYERS + DIRECTED + "bandit: {at: 0604}",
        "move horse 0508 --strike bandit --strike-at 0505",
        "2 2 9 9",
        ['"ana strikes in 0505"'],
        {
            **moved("0508"),
            "horse.facing": "S",
            "horse.done": ["basic"],
            "ana.done": ["basic", "combat"],
            "bandit.attacked": "true",
        },
    ),
    (
        "C21-45",
        "where it ends, turned: facing NNE the bandit in 0605 of 0505 is on the main side",
        PLAYERS + DIRECTED.replace("0505", "0508").replace("ana: {", "ana: {at: 0508, ") + "bandit: {at: 0605}",
        "move horse 0505 --facing NNE --strike bandit --strike-at 0505",
        "2 2 9 9",
        ['"ana strikes in 0505"'],
        {
            **moved("0505"),
            "horse.facing": "NNE",
            "horse.done": ["basic"],
            "ana.done": ["basic", "combat"],
            "bandit.attacked": "true",
        },
    ),
    (
        "C21-45",
        "without a hex: the first of the way from which it can be done",
        PLAYERS + DIRECTED + "bandit: {at: 0406}",
        "move horse 0510 --strike bandit --with sabre",
        "2 2 9 9",
        ['"ana strikes in 0506"'],  # facing S, 0406 is NW of 0507 and SW of 0506: 60 degrees to the right
        {
            **moved("0510"),
            "horse.facing": "S",
            "horse.done": ["basic"],
            "ana.done": ["basic", "combat"],
            "bandit.attacked": "true",
        },
    ),
    (
        "C21-45",
        "on foot with mobility",
        "round: 1\nphase: players\nturn: ana\nana: {perks: [mobility], at: 0507}",
        "move ana 0503 --via 0505,0604 --strike bandit --strike-at 0505",
        "2 2 9 9",
        ['"ana strikes in 0505"'],
        {"ana.at": "0503", "ana.done": ["basic", "combat"], "bandit.attacked": "true"},
    ),
    # --- C21-46: mounting and moving --------------------------------------------------------------
    (
        "C21-46",
        "the rider moves with the mount, which faces the way it stepped",
        SADDLE,
        "move horse 0606",
        "",
        ['"horse moves to 0606 (cost 2: 0605 0606)"'],
        {**moved("0606"), "horse.facing": "S"},
    ),
    (
        "C21-46",
        "and may turn to a corner at its end",
        SADDLE,
        "move horse 0508 --facing E",
        "",
        [],
        {**moved("0508"), "horse.facing": "E"},
    ),
    (
        "C21-46",
        "turning in place is a Basic Action",
        PLAYERS + DIRECTED,
        "move horse --facing SSW",
        "",
        ['"horse turns to face SSW"'],
        {"horse.facing": "SSW", "horse.done": ["basic"]},
    ),
    (
        "C21-46",
        "mounting from beside it",
        "round: 1\nphase: players\nturn: ana\nana: {at: 0506, states: [prone]}\n" + HORSE + "}",
        "mount ana horse",
        "",
        ["C21-46 mounted"],
        {"ana.at": "0505", "ana.rides": "horse", "ana.states": None, "ana.done": ["basic"]},
    ),
    (
        "C21-46",
        "dismounting to the main side first, of two hexes the one nearer to the front",
        SADDLE,
        "dismount ana",
        "",
        [],
        {"ana.at": "0604", "ana.rides": None},
    ),
    (
        "C21-46",
        "a left-handed rider to the left",
        SADDLE.replace("rides:", "hand: left, rides:"),
        "dismount ana",
        "",
        [],
        {"ana.at": "0404", "ana.rides": None},
    ),
    (
        "C21-46",
        "or where one says",
        SADDLE,
        "dismount ana 0506",
        "",
        [],
        {"ana.at": "0506", "ana.rides": None},
    ),
    (
        "C21-46",
        "a mount that has acted with its rider has no second turn without him",
        PLAYERS + DIRECTED.replace("mount: true", "mount: true, done: [basic]"),
        "dismount ana",
        "",
        [],
        {"ana.at": "0604", "ana.rides": None, "ana.done": ["basic", "basic"], "acted": ["horse"]},
    ),
    (
        "C21-46",
        "what was a mount because it was ridden stays one",
        SADDLE.replace("mount: true, ", ""),
        "dismount ana",
        "",
        [],
        {"ana.at": "0604", "ana.rides": None, "horse.mount": "true"},
    ),
    # --- C21-47, C21-50 to C21-53: a row each; the table itself is in test_c21_engagement.py ------
    (
        "C21-47",
        "a one-handed thrown weapon is bound by no zone: straight behind",
        SADDLE.replace("sabre: 9, spear", "stone: 9, spear").replace(
            "rides:", "weapons: {stone: {kind: thrown, fast: {damage: 2}}}, rides:"
        )
        + "bandit: {at: 0507}",
        "attack ana bandit",
        "2 2 9 9",
        ["ana attack: stone 9, dice 4 = 13"],
        {"bandit.attacked": "true"},
    ),
    (
        "C21-47",
        "an arrow from behind is blocked with the shield",
        SADDLE.replace("rides:", "off-hand: shield, rides:")
        + "bandit: {at: 0508, weapons: {bow: {kind: ranged, skill: axe}}}",
        "attack bandit ana",
        "2 2 9 9",
        ["ana defense: block 7, dice 18 = 25"],
        {"ana.attacked": "true"},
    ),
    (
        "C21-50",
        "the rider's spear reaches ahead",
        SADDLE,
        "attack ana bandit",
        "2 2 9 9",
        ["ana attack: spear 9, dice 4 = 13"],
        {"bandit.attacked": "true"},
    ),
    (
        "C21-50",
        "a foe two hexes away stands in the zone of the nearest hex: 0604 of 0505 is not ahead, 0503 is",
        SADDLE.replace("rides:", "weapons: {spear: {reach: 2}}, rides:") + "bandit: {at: 0503}",
        "attack ana bandit",
        "2 2 9 9",
        ["ana attack: spear 9, dice 4 = 13"],
        {"bandit.attacked": "true"},
    ),
    (
        "C21-51",
        "the rider blocks with the weapon in the main hand",
        SADDLE + "bandit: {at: 0605}",
        "attack bandit ana",
        "2 2 9 9",
        ["ana defense: block 7, dice 18 = 25"],
        {"ana.attacked": "true"},
    ),
    (
        "C21-52",
        "the mount kicks behind",
        SADDLE + "bandit: {at: 0506}",
        "attack horse bandit",
        "2 2 9 9",
        ["horse attack: kick 8, dice 4 = 12"],
        {"bandit.attacked": "true"},
    ),
    (
        "C21-52",
        "from behind the mount defends itself",
        SADDLE + "bandit: {at: 0506}",
        "attack bandit horse",
        "2 2 9 9",
        ["horse defense: dodge 4, dice 18 = 22"],
        {"horse.attacked": "true"},
    ),
    (
        "C21-53",
        "on the off side a rider without a shield has no defense: 8 + 4 + 10",
        SADDLE + "bandit: {at: 0405}",
        "attack bandit ana",
        "2 2 1",
        ["C21-10 open", "bandit attack: axe 8, dice 4, no defense 10 = 22"],
        {"ana.attacked": "true", "ana.health": "19/20"},
    ),
]


def test_a_row(row: Any, bench: Any) -> None:
    bench.holds(row)
