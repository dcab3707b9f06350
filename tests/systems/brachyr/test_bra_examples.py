"""The rule book's worked examples, to the digit, through the program itself; the file's bytes and every line with them.

Examples 2 and 4 have their tables in test_bra_harm.py and test_bra_weapons.py, example 6 in test_bra_odds.py.
"""

import json

MEETING = """\
# Two who met on the stair.
system: brachyr
combatants:
  ana:                          # ours
    side: pc
    at: 0505
    speed: 4
    skills: {shortsword: 4 d6}
    weapons:
      sword: {traits: [slashing, damage]}
  orc:
    at: 0506
    speed: 4
    skills: {dodge: {mod: 3, tool: d4}}     # quick for his size
# that is all
"""


def test_example_1(gm):
    """4 + 7 + 5 = 16 against 3 + 6 + 2 = 11: damage 5. Every die is shown with its origin."""
    gm.write(MEETING)
    assert gm("--dice", "7,5,6,2", "attack", "ana", "orc").out.splitlines() == [
        "ana attacks orc with sword",
        "  ana shortsword: base d10 7, tool d6 5",
        "  ana check shortsword 4 + dice 12 = 16",
        "  orc dodge: base d10 6, tool d4 2",
        "  orc check dodge 3 + dice 8 = 11",
        "  hit (16 >= 11): damage 5",
        "orc damage 0 -> 5",
        "orc resiliency due",
    ]
    assert gm.read() == MEETING.replace(
        "# quick for his size\n", "# quick for his size\n    damage: 5\n    hurt: true\n"
    )


def test_example_1_static(gm):
    """3 + 5 + 2 = 10."""
    gm.write(MEETING)
    out = gm("--dice", "7,5", "attack", "ana", "orc", "--static").out
    assert "  orc check dodge 3 + base d10 5 + tool d4 2 = 10\n" in out
    assert "orc damage 0 -> 6\n" in out


def test_an_aid_names_its_giver(gm):
    """The die is Ben's, and is printed as such."""
    gm.write(
        MEETING.replace("# that", "  ben: {name: Old Ben, side: pc, at: 0605, speed: 3, skills: {axes: 0 d8}}\n# that")
    )
    assert gm("aid", "ben", "ana", "--skill", "axes", "--for", "attack", "--against", "orc").code == 0
    out = gm("--dice", "7,5,8,6,2", "attack", "ana", "orc").out
    assert "  ana shortsword: base d10 7, tool d6 5, aid from Old Ben d8 8\n" in out
    assert "  ana check shortsword 4 + dice 20 = 24\n" in out


def test_a_total_may_be_typed(gm):
    """`=12` stands for both dice, whose origins are named all the same."""
    gm.write(MEETING)
    out = gm("--dice", "=12,=8", "attack", "ana", "orc").out
    assert "  ana shortsword: base d10, tool d6 = 12\n" in out
    assert "orc damage 0 -> 5\n" in out


def test_every_die_has_its_origin_as_data(gm):
    gm.write(MEETING)
    told = json.loads(gm("--json", "--dice", "7,5,6,2", "attack", "ana", "orc").out)["events"]
    thrown = [event for event in told if event["type"] == "rolled"]
    assert [(event["dice"], event["origins"], event["faces"]) for event in thrown] == [
        ("1d10 + 1d6", ["base", "tool"], [7, 5]),
        ("1d10 + 1d4", ["base", "tool"], [6, 2]),
    ]


def test_example_3(gm):
    """22 against 3 + d10 + d4, at best 17: 1 + 1 = 2 hexes."""
    gm.write(MEETING.replace("shortsword: 4 d6", "unarmed: 12 d6"))
    out = gm("--dice", "6,4,1,1", "shove", "ana", "orc").out
    assert "  success (22 >= 5); 17 at best could not resist\n" in out
    assert "  orc is pushed 2 hexes S to 0508\n" in out
    assert "at: 0508\n" in gm.read()


def test_example_5(gm):
    """Stamina 3, axes 3, dodge 1: 4 in 12 hours."""
    gm.write(MEETING.replace("{shortsword: 4 d6}", "{axes: t3, stamina: t3, dodge: t1}\n    damage: 9"))
    assert gm("rest", "ana").out.splitlines() == [
        "ana heals in 12 hours tier of stamina 3 + for stamina 1 = 4",
        "ana is healed by 4",
        "ana damage 9 -> 5",
    ]


def test_what_is_left_of_a_short_form_is_short(gm):
    """A skill set by hand keeps its form; a new one has the short form."""
    gm.write(MEETING)
    gm("set", "ana", "skills.shortsword=5 d8", "skills.axes=2 t1")
    gm("set", "orc", "skills.dodge.mod=4")
    assert "skills: {shortsword: 5 d8, axes: 2 t1}" in gm.read()
    assert "skills: {dodge: {mod: 4, tool: d4}}     # quick for his size" in gm.read()


def test_a_second_aid_is_told_alone(gm):
    """Of a list of records only what came and what went is told; of those yet to act as many as fit."""
    sheet = "side: pc, at: {}, speed: 3, skills: {{axes: 0 d8, picks: 0 d4}}"
    crew = zip(("bertram", "clothilde", "dagobertus", "ermintrude"), ("0405", "0404", "0504", "0604"), strict=True)
    gm.write(MEETING.replace("# that", "".join(f"  {one}: {{{sheet.format(at)}}}\n" for one, at in crew) + "# that"))
    for _ in range(7):
        gm("next")
    gm("aid", "bertram", "ana", "--skill", "axes", "--for", "attack")
    assert gm("aid", "clothilde", "ana", "--skill", "picks", "--for", "defense").out.splitlines() == [
        "clothilde aids ana's defense with picks: d4",
        "ana aid by clothilde, skill picks, for defense",
        "yet to act in the aid phase: ana, orc, dagobertus and 1 more",
    ]


def test_what_the_status_says_in_each_phase(gm):
    """The phase, and who has yet to act in it."""
    gm.write(MEETING)
    gm("next")
    assert gm("status").out.splitlines()[:4] == [
        "Round 1, movement phase",
        "orc's turn: move up to 4 hexes",
        "next: ana",
        "yet to act in the movement phase: ana",
    ]
    gm("next")
    assert gm("status").out.splitlines()[:4] == [
        "Round 1, movement phase",
        "ana's turn: move up to 4 hexes",
        "next: the aid phase",
        "yet to act in the movement phase: nobody",
    ]
    gm("next")
    assert gm("status").out.splitlines()[:3] == [
        "Round 1, aid phase",
        "next: ana",
        "yet to act in the aid phase: ana, orc",
    ]
    gm("next")
    assert gm("status").out.splitlines()[:4] == [
        "Round 1, attack phase",
        "ana's turn: attack or run 4 hexes",
        "next: orc",
        "yet to act in the attack phase: orc",
    ]


def test_names_with_braces_are_only_names(gm):
    """What the GM calls things is printed as it is, whatever it looks like."""
    armed = '{mod: 3, tool: d4}}     # quick for his size\n    weapons: {"{0} of {who}": {traits: [heavy]}}\n'
    gm.write(MEETING.replace("{mod: 3, tool: d4}}     # quick for his size\n", armed))
    out = gm("--dice", "7,5,6", "disarm", "ana", "orc").out
    assert out.startswith("ana strikes at the {0} of {who} of orc\n")
    assert "  orc loses the {0} of {who}: it lies in 0605\n" in out
    assert gm("activate", "ana", "the {lamp}").out.startswith("ana activates the {lamp}\n")
    assert gm("--force", "aid", "ana", "orc", "--pass", "{0}").code == 0
