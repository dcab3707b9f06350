"""Moving, postures, and the opportunity actions that a way along threat ranges gives. Hexes counted on a paper map.

Column 03: 0301, 0302 ... lie north to south. The rat stands in 0304, the wolf in 0305 beside it.
"""

import pytest

FIGHT = "round: 1\nturn: rat\norder: [rat, wolf]\n"
FAR = "wolf: {at: 1010}\n"
"""a wolf out of the way"""
FOES = """
round: 1
turn: rat
order: [rat, wolf, spear, fox, lame, spent]
rat: {at: 0301, mods: {agi: 4}}
wolf: {at: 0503, weapons: {bite: {skill: bite}, bow: {skill: bows, kind: ranged, range: 9}}}
spear: {at: 0504, weapons: {pike: {skill: pikes, threat: 2}}}
fox: {at: 0405}
lame: {at: 0205, weapons: {staff: {skill: staves, threat: 2}}, stamina: 0/6, exhausted: true}
spent: {at: 0204, weapons: {staff: {skill: staves, threat: 2}}, actions: 0}
"""
"""The way 0301 to 0306, straight south: 0301 0302 0303 0304 0305 0306.

fox in 0405, unarmed, threat 1: 0305 and 0306 share a side with it (column 04 stands half a hex lower), 0305 is first.
spear in 0504, threat 2: 0303, 0304 and 0305 are 2 away, 0303 comes first.
wolf in 0503, threat 3 by the bow: 0302, 0303, 0304 are 2 away; 0302 is the first of the nearest.
lame and spent are within reach of it, too, and cannot act.
"""
OPEN = (
    "round: 1\nturn: rat\norder: [rat, wolf]\nrat: {at: 0301, provoked: [{by: wolf, at: 0304}]}\n"
    "wolf: {at: 0305, armor: null}\n"
)


ROWS = [
    (
        "MYT-4",
        "Speed AGI 2 + 2 = 4; it takes an action",
        FIGHT + FAR,
        "move rat 0308",
        "",
        ("MYT-4 move", '"rat moves to 0308: 0305 0306 0307 0308 (4 of Speed 4)"'),
        {"rat.at": "0308", "rat.actions": "1"},
        ("MYT-5 provoked",),
    ),
    (
        "MYT-4",
        "before the fight no action is counted; the bonus joins: 2 + 2 + 1",
        FAR + "rat: {speed-bonus: 1}",
        "move rat 0309",
        "",
        ('"rat moves to 0309: 0305 0306 0307 0308 0309 (5 of Speed 5)"',),
        {"rat.at": "0309"},
        (),
    ),
    (
        "MYT-4",
        "crouching, half of 5, rounded down",
        FIGHT + FAR + "rat: {speed-bonus: 1, posture: crouching}",
        "move rat 0306",
        "",
        ('"rat moves crouching to 0306: 0305 0306 (2 of Speed 2)"',),
        {"rat.at": "0306", "rat.actions": "1"},
        (),
    ),
    (
        "MYT-4",
        "crawling, a quarter of 3 is nothing, but 1 where Speed is 1 or more; prone is as crawling",
        FIGHT + FAR + "rat: {mods: {agi: 1}, posture: prone}",
        "move rat 0305",
        "",
        ('"rat crawls to 0305: 0305 (1 of Speed 1)"',),
        {"rat.at": "0305", "rat.actions": "0"},
        (),
    ),
    (
        "MYT-4",
        "a quarter of 9 is 2",
        FIGHT + FAR + "rat: {speed-bonus: 5, posture: crawling}",
        "move rat 0306",
        "",
        ('"rat crawls to 0306: 0305 0306 (2 of Speed 2)"',),
        {"rat.at": "0306", "rat.actions": "1"},
        (),
    ),
    (
        "MYT-4",
        "ground that costs 2, as the path says; a friend may be passed",
        FIGHT + FAR + "terrain: {mud: {cost: 2, hexes: [0306]}}\nowl: {side: pc, at: 0305}",
        "move rat --path S,S",
        "",
        ('"rat moves to 0306: 0305 0306 (3 of Speed 4)"',),
        {"rat.at": "0306", "rat.actions": "1"},
        (),
    ),
    (
        "MYT-4",
        "a posture is free on its own turn",
        FIGHT,
        "posture rat crouching",
        "",
        ("MYT-4 posture", '"rat is crouching now: Speed 2"'),
        {"rat.posture": "crouching"},
        (),
    ),
    (
        "MYT-4",
        "getting up, too",
        FIGHT + "rat: {posture: prone, actions: 0}",
        "posture rat standing",
        "",
        ('"rat is standing now: Speed 4"',),
        {"rat.posture": None},
        (),
    ),
    (
        "MYT-20",
        "the exhausted may turn from prone to crawling",
        FIGHT + "rat: {stamina: 0/7, exhausted: true, posture: prone}",
        "posture rat crawling",
        "",
        ('"rat is crawling now: Speed 1"',),
        {"rat.posture": "crawling"},
        (),
    ),
    (
        "MYT-20",
        "and crawl, however the GM left them standing",
        FIGHT + FAR + "rat: {stamina: 0/7, exhausted: true}",
        "move rat 0305",
        "",
        ('"rat crawls to 0305: 0305 (1 of Speed 1)"',),
        {"rat.at": "0305", "rat.actions": "1"},
        (),
    ),
    (
        "MYT-22",
        "whom Stamina came back to may get up",
        FIGHT + "rat: {stamina: 1/7, exhausted: true, posture: prone}",
        "posture rat standing",
        "",
        ('"rat is no longer exhausted"', '"rat is standing now: Speed 4"'),
        {"rat.posture": None, "rat.exhausted": None},
        (),
    ),
    # opportunity
    (
        "MYT-5",
        "past three threat ranges: exactly those who are able, by distance, then file order",
        FOES,
        "move rat 0306",
        "",
        (
            '"rat moves to 0306: 0302 0303 0304 0305 0306 (5 of Speed 6)"',
            '"fox may act against rat: 1 hex away in 0305 (threat 1)"',
            '"wolf may act against rat: 2 hexes away in 0302 (threat 3)"',
            '"spear may act against rat: 2 hexes away in 0303 (threat 2)"',
            '"rat may act against fox in passing: 1 hex away, from 0305"',
            '"rat may act against lame in passing: 1 hex away, from 0305"',
            '"rat may act against spent in passing: 1 hex away, from 0304"',
        ),
        {
            "rat.at": "0306",
            "rat.actions": "3",
            "rat.provoked": [
                {"by": "fox", "at": "0305"},
                {"by": "wolf", "at": "0302"},
                {"by": "spear", "at": "0303"},
            ],
            "fox.provoked": [{"by": "rat", "at": "0305", "passing": "true"}],
            "lame.provoked": [{"by": "rat", "at": "0305", "passing": "true"}],
            "spent.provoked": [{"by": "rat", "at": "0304", "passing": "true"}],
        },
        ('"lame may act against rat: 1 hex away in 0305 (threat 2)"',),
    ),
    (
        "MYT-5",
        "the first hex counts: away from the wolf",
        FIGHT,
        "move rat 0301",
        "",
        ('"wolf may act against rat: 1 hex away in 0304 (threat 1)"',),
        {
            "rat.at": "0301",
            "rat.actions": "1",
            "rat.provoked": [{"by": "wolf", "at": "0304"}],
            "wolf.provoked": [{"by": "rat", "at": "0304", "passing": "true"}],
        },
        (),
    ),
    (
        "MYT-5",
        "with its last action spent the mover has none in passing",
        FIGHT + "rat: {actions: 1}",
        "move rat 0301",
        "",
        ("MYT-5 provoked",),
        {"rat.at": "0301", "rat.actions": "0", "rat.provoked": [{"by": "wolf", "at": "0304"}]},
        ("MYT-5 in-passing",),
    ),
    (
        "MYT-5",
        "what cannot be seen is not threatened",
        FIGHT + "rat: {at: 0301}\nwolf: {at: 0303, weapons: {pike: {skill: pikes, threat: 2}}}\n"
        "terrain: {wall: {sight: blocked, hexes: [0302, 0202]}}",
        "move rat 0201",
        "",
        ("MYT-4 move",),
        {"rat.at": "0201", "rat.actions": "1"},
        ("MYT-5 provoked",),
    ),
    (
        "MYT-5",
        "friends, the dead, the unconscious and those off the map are no threat",
        FIGHT
        + "wolf: {hp: 0/10}\nowl: {side: pc, at: 0303}\nfox: {at: 0403, hp: -10/10}\ncrow: {}\nrat: {weapons: {}}",
        "move rat 0204",
        "",
        ("MYT-4 move",),
        {"rat.at": "0204", "rat.actions": "1"},
        ("MYT-5 provoked",),
    ),
    (
        "MYT-5",
        "nobody may act on the dead in passing",
        FIGHT + "wolf: {hp: -10/10}",
        "move rat 0303",
        "",
        ("MYT-4 move",),
        {"rat.at": "0303", "rat.actions": "1"},
        ("MYT-5 in-passing",),
    ),
    (
        "MYT-5",
        "the next move lets both sides' chances lapse",
        FIGHT + "rat: {at: 0801, provoked: [{by: wolf, at: 0304}, {by: owl, at: 0909, passing: true}]}\n"
        "wolf: {provoked: [{by: rat, at: 0304, passing: true}, {by: owl, at: 0306}]}\nowl: {at: 1510}",
        "move rat 0802",
        "",
        ("MYT-4 move",),
        {
            "rat.at": "0802",
            "rat.actions": "1",
            "rat.provoked": [{"by": "owl", "at": "0909", "passing": "true"}],
            "wolf.provoked": [{"by": "owl", "at": "0306"}],
        },
        ("MYT-5 provoked",),
    ),
    (
        "MYT-5",
        "so does the end of its turn",
        FIGHT + "rat: {provoked: [{by: wolf, at: 0304}]}\nwolf: {provoked: [{by: rat, at: 0304, passing: true}]}",
        "next",
        "",
        ("turn",),
        {"turn": "wolf", "acted": ["rat"], "rat.provoked": None, "wolf.provoked": None},
        (),
    ),
    (
        "MYT-5",
        "what the other's own move gave it stands",
        FIGHT + "rat: {at: 0801}\nwolf: {provoked: [{by: rat, at: 0306}, {by: rat, at: 0304, passing: true}]}",
        "move rat 0802",
        "",
        ("MYT-4 move",),
        {"rat.at": "0802", "rat.actions": "1", "wolf.provoked": [{"by": "rat", "at": "0306"}]},
        (),
    ),
    (
        "MYT-5",
        "taken out of turn, against the rat where it was: 4 + 15 against 2 + 2; 1d4 3. It is used up",
        OPEN,
        "attack wolf rat --opportunity",
        "15 2 3",
        ("MYT-5 attack", '"wolf takes the opportunity: attacks rat with bite"', '"hit (19 >= 4)"'),
        {
            "rat.provoked": None,
            "rat.stamina": "6/7",
            "rat.used-combat-skill": "true",
            "rat.actions": "1",
            "rat.hp": "10/13",
            "wolf.stamina": "5/6",
            "wolf.used-combat-skill": "true",
            "wolf.actions": "2",
        },
        (),
    ),
    (
        "MYT-5",
        "what others have against it stays: 4 + 1 against 2 + 9",
        "rat: {provoked: [{by: owl, at: 0303}, {by: wolf, at: 0304}, {by: owl, at: 0304}]}\nowl: {at: 0909}",
        "attack wolf rat --opportunity",
        "1 9",
        ("MYT-5 attack", "MYT-11 miss"),
        {
            "rat.provoked": [{"by": "owl", "at": "0303"}, {"by": "owl", "at": "0304"}],
            "rat.stamina": "6/7",
            "rat.used-combat-skill": "true",
            "wolf.stamina": "5/6",
            "wolf.used-combat-skill": "true",
        },
        (),
    ),
    (
        "MYT-5",
        "the mover's own, from where it passed",
        (
            "round: 1\nturn: rat\norder: [rat, wolf]\nrat: {at: 0301, actions: 1}\n"
            "wolf: {provoked: [{by: rat, at: 0304, passing: true}]}"
        ),
        "attack rat wolf --opportunity --defense none",
        "2 4",
        ('"rat takes the opportunity: attacks wolf with sword"', '"hit: nobody rolls"'),
        {
            "rat.stamina": "6/7",
            "rat.used-combat-skill": "true",
            "rat.actions": "0",
            "wolf.provoked": None,
        },
        (),
    ),
    (
        "MYT-5",
        "before the fight, too",
        "",
        "move rat 0301",
        "",
        ("MYT-5 provoked", "MYT-5 in-passing"),
        {
            "rat.at": "0301",
            "rat.provoked": [{"by": "wolf", "at": "0304"}],
            "wolf.provoked": [{"by": "rat", "at": "0304", "passing": "true"}],
        },
        (),
    ),
    # the pool
    (
        "MYT-3",
        "a move and an attack take one each",
        FIGHT + "rat: {actions: 1}",
        "attack rat wolf",
        "4 7",
        ("MYT-11 miss",),
        {
            "rat.stamina": "6/7",
            "rat.used-combat-skill": "true",
            "rat.actions": "0",
            "wolf.stamina": "5/6",
            "wolf.used-combat-skill": "true",
            "wolf.actions": "2",
        },
        (),
    ),
    (
        "MYT-22",
        "a move is no Combat Skill; Stamina that came back ends exhaustion first, and it walks",
        FIGHT + FAR + "rat: {exhausted: true, stamina: 1/7}",
        "move rat 0308",
        "",
        ("MYT-22 breath", '"rat moves to 0308: 0305 0306 0307 0308 (4 of Speed 4)"'),
        {"rat.at": "0308", "rat.actions": "1", "rat.exhausted": None},
        (),
    ),
]


def test_moves(row, bench):
    bench.holds(row)


@pytest.mark.parametrize(
    ("posture", "agi", "bonus", "speed"),
    [
        ("standing", 2, 0, 4),
        ("standing", -2, 0, 0),
        ("standing", -4, 1, 0),
        ("standing", -1, 0, 1),
        ("crouching", -1, 0, 1),
        ("crouching", 3, 0, 2),
        ("crawling", 2, 0, 1),
        ("crawling", 6, 0, 2),
        ("prone", 6, 0, 2),
        ("prone", -2, 0, 0),
    ],
)
def test_myt_4_the_map_shows_how_far(bench, posture, agi, bonus, speed):
    """Alone on an open map: the hexes within Speed, 1 + 3 n (n + 1) of them."""
    reading = bench.reading(
        f"{FIGHT}wolf: {{at: 0101}}\n"
        f"rat: {{at: 2020, mods: {{agi: {agi}}}, speed-bonus: {bonus}, posture: {posture}}}\n"
    )
    found = reading.system.reach(reading.encounter, reading.encounter.combatants["rat"])
    assert len(found) == 1 + 3 * speed * (speed + 1)
    assert max(found.values()) == speed


@pytest.mark.parametrize("rat", ["hp: 0/13", "actions: 0", "mods: {agi: -1}"])
def test_the_map_shows_nothing_in_reach_of_one_that_cannot_act(bench, rat):
    """MYT-2, MYT-3, MYT-30: unconscious, without an action, slow in round 2."""
    reading = bench.reading(f"round: 2\nturn: rat\norder: [rat, wolf]\nrat: {{{rat}}}")
    assert not reading.system.reach(reading.encounter, reading.encounter.combatants["rat"])


def test_gm_from_says_what_it_could_do_and_why_not(bench):
    bench.lay(
        "rat: {at: 0301, weapons: {sword: {skill: sword}, pike: {skill: sword, threat: 3},"
        " bow: {skill: bows, kind: ranged, range: 5}}}\n"
        "wolf: {at: 0304, provoked: [{by: rat, at: 0303, passing: true}]}"
    )
    _, out, _ = bench.run("from", "rat", "wolf")
    lines = out.splitlines()
    assert "sword: no (wolf is 3 hexes away; sword reaches 1)" in lines
    assert "pike: yes (sword +5, reaches 3 hexes)" in lines
    assert "bow: yes (bows +0, reaches 5 hexes)" in lines
    assert "threat: yes (it threatens 3 hexes around)" in lines
    assert "opportunity: yes (rat was in 0303)" in lines
    bench.lay("rat: {stamina: 0/7}\nwolf: {at: 0304, hp: -10/10}\nowl: {at: 0303}")
    _, out, _ = bench.run("from", "rat", "owl")
    assert "sword: no (rat has no Stamina left)" in out.splitlines()
    _, out, _ = bench.run("from", "rat", "wolf")
    assert "sword: no (wolf is dead)" in out.splitlines()


@pytest.mark.parametrize(
    ("situation", "lines"),
    [
        ("", ["threat: yes (it threatens 1 hex around)"]),
        ("rat: {at: 0303}", ["threat: no (it threatens 1 hex around)"]),
        ("wolf: {weapons: {hex: {skill: fire, kind: spell, threat: 0}}}", ["threat: no (it threatens 0 hexes around)"]),
        ("wolf: {weapons: {spark: {skill: fire, kind: spell}}}", ["threat: yes (it threatens 3 hexes around)"]),
        (
            (
                "rat: {at: 0303}\nwolf: {weapons: {pike: {skill: pikes, threat: 2}}}\n"
                "terrain: {wall: {sight: blocked, hexes: [0304]}}"
            ),
            ["threat: no (rat is out of sight)"],
        ),
        ("rat: {side: npc}", []),
        ("wolf: {hp: 0/10}", []),
        ("rat: {hp: -13/13}", []),
    ],
    ids=["within", "beyond", "threat 0", "a spell", "unseen", "a friend", "unconscious", "the dead"],
)
def test_gm_from_tells_a_threat_as_a_move_would_find_it(bench, situation, lines):
    """MYT-5: the wolf in 0305 and the rat in 0304 or 0303; what is not seen is not threatened."""
    bench.lay(situation)
    _, out, _ = bench.run("from", "wolf", "rat")
    assert [one for one in out.splitlines() if one.startswith("threat")] == lines
