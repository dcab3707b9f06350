"""What a Move and an Attack may not be: refused by the rule's id with nothing changed, done under --force and told."""

import pytest

FIGHT = "round: 1\nturn: rat\norder: [rat, wolf]\n"
ALONE = "wolf: {at: 1010}\nrat: {at: 0304, facing: N}\n"
VOLE = "vole: {at: %s, side: pc, stats: {str: 1, spd: 1, agi: 1}, hp: %s}\n"
WALL = "terrain: {wall: {cost: blocked, hexes: [%s]}}\n"

REFUSED = [
    # rule, what, situation, command, words, remedy, where --force puts the rat
    (
        "BNB-50",
        "too dear",
        ALONE,
        "move rat 0312",
        "rat has 6 MP; the cheapest way to 0312 costs 8 (R R R F F F F F F F F)",
        "with --run it costs 6",
        "0312",
    ),
    ("BNB-50", "too dear even at a run", ALONE, "move rat 0314", "costs 10", "", "0314"),
    ("BNB-50", "running, and too dear", ALONE, "move rat 0315 --run", "costs 9", "", "0315"),
    (
        "BNB-50",
        "too dear after the Attack: no running then",
        FIGHT + ALONE.replace("facing: N", "facing: N, done: [attack]"),
        "move rat 0312",
        "costs 8",
        "",
        "0312",
    ),
    (
        "BNB-50",
        "the last rotation is too dear",
        ALONE.replace("0304", "0309"),
        "move rat 0303 --facing SE",
        "costs 7 (F F F F F F R R)",
        "with --run it costs 5",
        "0303",
    ),
    (
        "BNB-50",
        "the pivot is too dear",
        "wolf: {at: 1010}\nrat: {at: 0304, facing: N, stats: {str: 1, spd: 0, agi: 3}}\n",
        "move rat --path RFLF",
        "rat has 2 MP; path R F L F costs 3",
        "",
        "0402",
    ),
    ("BNB-50", "a blocked hex", ALONE + WALL % "0303", "move rat 0303", "0303 is blocked", "", "0303"),
    (
        "BNB-50",
        "a path through a blocked hex",
        ALONE + WALL % "0303",
        "move rat --path FF",
        "path F F is blocked in 0303",
        "",
        "0302",
    ),
    (
        "BNB-50",
        "where a fallen one lies",
        ALONE + VOLE % ("0303", "0/5"),
        "move rat 0303",
        "vole lies in 0303: it may be passed, not ended in",
        "",
        "0303",
    ),
    (
        "BNB-50",
        "a path that ends where one lies",
        ALONE + VOLE % ("0303", "0/5"),
        "move rat --path F",
        "vole lies in 0303",
        "",
        "0303",
    ),
    (
        "BNB-50",
        "without a facing",
        ALONE.replace(", facing: N", ", facing: null"),
        "move rat 0303",
        "rat has no facing",
        "gm set rat facing=N",
        "0303",
    ),
    (
        "BNB-51",
        "no way round the walls",
        ALONE + WALL % "0303, 0403, 0404, 0305, 0204, 0203",
        "move rat 0302",
        "no way leads rat to 0302 with one pivot",
        "",
        "0302",
    ),
    (
        "BNB-51",
        "no way through both hexes",
        ALONE,
        "move rat 0302 --via 0404,0204",
        "no way leads rat to 0302 through 0404, 0204 with one pivot",
        "",
        "0302",
    ),
    ("BNB-51", "two pivots", ALONE, "move rat --path FRFLF", "one pivot between two hexes, not 2", "", "0401"),
    (
        "BNB-51",
        "a pivot of three hexsides",
        ALONE,
        "move rat --path FFRRRF",
        "a pivot is one or two hexsides, not three",
        "",
        "0303",
    ),
    ("BNB-53", "a pivot while running", ALONE, "move rat --path FRF --run", "who runs does not pivot", "", "0402"),
    (
        "BNB-53",
        "off the line while running",
        ALONE,
        "move rat 0402 --run",
        "no way leads rat to 0402 without a pivot",
        "",
        "0402",
    ),
    (
        "BNB-53",
        "running after the Attack",
        FIGHT + ALONE.replace("facing: N", "facing: N, done: [attack]"),
        "move rat 0303 --run",
        "rat has used its Attack",
        "",
        "0303",
    ),
    (
        "BNB-54",
        "backing after the Attack",
        FIGHT + ALONE.replace("facing: N", "facing: N, done: [attack]"),
        "move rat --back",
        "rat has used its Attack",
        "",
        "0305",
    ),
    (
        "BNB-10",
        "backing after the Move",
        FIGHT + ALONE.replace("facing: N", "facing: N, done: [move]"),
        "move rat --back",
        "rat has used its Move",
        "",
        "0305",
    ),
    (
        "BNB-54",
        "backing into a wall",
        ALONE + WALL % "0305",
        "move rat --back",
        "0305, behind rat, is blocked",
        "",
        "0305",
    ),
    (
        "BNB-50",
        "backing onto a fallen one",
        ALONE + VOLE % ("0305", "0/5"),
        "move rat --back",
        "vole lies in 0305",
        "",
        "0305",
    ),
    (
        "BNB-10",
        "a second Move",
        FIGHT + ALONE.replace("facing: N", "facing: N, done: [move]"),
        "move rat 0303",
        "rat has used its Move",
        "`gm next` ends the turn",
        "0303",
    ),
    (
        "BNB-10",
        "out of turn",
        FIGHT.replace("turn: rat", "turn: wolf") + ALONE,
        "move rat 0303",
        "it is not rat's turn",
        "",
        "0303",
    ),
    (
        "BNB-32",
        "held",
        ALONE.replace("facing: N", "facing: N, markers: {held: wolf}").replace("1010", "0404"),
        "move rat 0303",
        "rat is held by wolf and may not leave its hex",
        "",
        "0303",
    ),
    (
        "BNB-32",
        "held, backing",
        ALONE.replace("facing: N", "facing: N, markers: {held: wolf}").replace("1010", "0404"),
        "move rat --back",
        "rat is held by wolf",
        "",
        "0305",
    ),
    (
        "BNB-32",
        "in Shock",
        ALONE.replace("facing: N", "facing: N, markers: {shock: 2}"),
        "move rat 0303",
        "rat is in Shock",
        "",
        "0303",
    ),
    (
        "BNB-33",
        "unconscious",
        ALONE.replace("facing: N", "facing: N, hp: 0/8"),
        "move rat 0303",
        "rat is unconscious",
        "",
        "0303",
    ),
    (
        "BNB-5",
        "gone",
        ALONE.replace("facing: N", "facing: N, left: true"),
        "move rat 0303",
        "rat is gone from the board",
        "",
        "0303",
    ),
]


@pytest.mark.parametrize(
    ("rule", "situation", "command", "words", "remedy", "place"),
    [(row[0], *row[2:]) for row in REFUSED],
    ids=[f"{row[0]} {row[1]}" for row in REFUSED],
)
def test_refused_and_done_under_force(bench, rule, situation, command, words, remedy, place):
    bench.lay(situation)
    before = bench.file.read_bytes()
    played = bench.go_on(command)
    assert (played.code, played.data["rule"]) == (1, rule), played.data
    assert words in played.data["error"]
    assert remedy in (played.data.get("remedy") or "")
    assert bench.file.read_bytes() == before
    assert not bench.journal.exists()
    played = bench.go_on(command, "", "--force")
    assert played.code == 0, played.data
    assert any(words in line and line.startswith('"the GM rules: ') for line in played.told), played.told
    assert played.after["combatants"]["rat"]["at"] == place


IMPOSSIBLE = [
    (
        "BNB-50",
        "where the vole stands",
        ALONE + VOLE % ("0303", "5/5"),
        "move rat 0303",
        "vole stands in 0303: it may be passed, not ended in",
    ),
    ("BNB-50", "a path that ends there", ALONE + VOLE % ("0303", "5/5"), "move rat --path F", "vole stands in 0303"),
    ("BNB-50", "backing there", ALONE + VOLE % ("0305", "5/5"), "move rat --back", "vole stands in 0305"),
    ("BNB-50", "nowhere", "rat: {at: null}", "move rat 0303", "is not on the map"),
    (
        "BNB-50",
        "off the map",
        "grid: {size: 9x9}\n" + ALONE.replace("1010", "0909"),
        "move rat --path FFFF",
        "leads off the map, N of it",
    ),
    (
        "BNB-54",
        "backing off the map",
        "grid: {size: 9x4}\n" + ALONE.replace("1010", "0904"),
        "move rat --back",
        "the map ends",
    ),
    (
        "BNB-54",
        "backing without a facing",
        ALONE.replace(", facing: N", ", facing: null"),
        "move rat --back",
        "has no facing",
    ),
    ("BNB-54", "backing to somewhere", ALONE, "move rat 0305 --back", "give --back alone"),
    ("BNB-54", "running back", ALONE, "move rat --back --run", "give --back alone"),
    ("BNB-51", "where it is", ALONE, "move rat 0304", "is there already, facing N"),
    ("BNB-51", "as it faces", ALONE, "move rat --facing N", "is there already, facing N"),
    ("BNB-51", "no end", ALONE, "move rat", "a move needs an end"),
    ("BNB-51", "only --via", ALONE, "move rat --facing S --via 0303", "--via needs a hex to end in"),
    ("BNB-51", "a path and --via", ALONE, "move rat --path F --via 0303", "leave --via out"),
    ("BNB-51", "a path to another hex", ALONE, "move rat 0301 --path FF", "path F F ends in 0302 facing N"),
    ("BNB-51", "a path to another facing", ALONE, "move rat --path FF --facing S", "path F F ends in 0302 facing N"),
    ("BNB-51", "no path", ALONE, "move rat --path FXF", "write F for a hex ahead"),
    ("BNB-51", "to and fro", ALONE, "move rat --path RLF", "turns right and left in one place"),
    ("BNB-51", "round and round", ALONE, "move rat --path RRRRF", "more than half a circle"),
]


@pytest.mark.parametrize(
    ("rule", "situation", "command", "words"),
    [(row[0], *row[2:]) for row in IMPOSSIBLE],
    ids=[f"{row[0]} {row[1]}" for row in IMPOSSIBLE],
)
def test_impossible_under_force_too(bench, rule, situation, command, words):
    for force in ((), ("--force",)):
        played = bench.play(situation, command, "", *force)
        assert (played.code, played.data["rule"]) == (1, rule), played.data
        assert words in f"{played.data['error']} {played.data.get('remedy')}"
        assert not bench.journal.exists()


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("move rat 0310", "0310 is off the map"),
        ("move rat --facing E", "N NE SE S SW NW"),
        ("move rat --facing 45", "N NE SE S SW NW"),
        ("move rat --facing north", "N NE SE S SW NW"),
    ],
)
def test_what_is_no_hex_and_no_facing(bench, command, words):
    """A facing outside the six lists the six; a small letter is one of them."""
    bench.lay("grid: {size: 9x9}\n" + ALONE.replace("1010", "0909"))
    code, _, err = bench.run(*command.split())
    assert code == 2
    assert words in err
    assert bench.go_on("move rat --facing ne").changed == {"rat.facing": "NE"}


HOLDING = "rat: {as: 9}\nwolf: {ds: 30, markers: {held: rat}}"


def test_the_holder_may_not_bite(bench):
    """BNB-32: refused naming whom it holds and how it lets go; a claw and a kick are free."""
    played = bench.play(HOLDING, "attack rat wolf")
    assert (played.code, played.data["rule"]) == (1, "BNB-32")
    assert "rat holds wolf and may not bite" in played.data["error"]
    assert "gm release rat" in played.data["remedy"]
    assert bench.go_on("attack rat wolf", "", "--force").changed == {"rat.as": "7", "wolf.ds": "29"}
    assert bench.go_on("attack rat wolf --tactic claw").code == 0


@pytest.mark.parametrize("tactic", ["kick --push", "claw --cuff", "claw --vicious"])
def test_a_charge_is_a_bite(bench, tactic):
    """BNB-55: with any option of bite, and nothing else."""
    played = bench.play("rat: {at: 0301, facing: S}\nwolf: {at: 0304}", f"attack rat wolf --charge --tactic {tactic}")
    assert (played.code, played.data["rule"]) == (1, "BNB-55")
    assert "charge with bite" in played.data["remedy"]
    for option in ("--hold", "--vicious"):
        charged = bench.play(
            "rat: {at: 0301, facing: S, as: 9}\nwolf: {at: 0304, ds: 5}", f"attack rat wolf --charge {option}", "1"
        )
        assert charged.code == 0, charged.data
        assert charged.changed["rat.markers.vulnerable"] == "1"
