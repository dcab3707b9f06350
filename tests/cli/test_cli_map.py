"""`gm map` and `gm from` through the real program: terminals, pipes, files, and what players may not learn."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, TypeAlias

import pytest

from gmtool.cli.main import run
from gmtool.encounter import catalog
from gmtool.rules.record import replace

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Ran, Table

STATS = "stats: {str: 1, spd: 4, agi: 3}"
FIGHT = f"""\
system: bnb
title: The culvert
grid: {{size: 20x14, hex: 2 m}}
terrain:
  brush: {{cost: 2, hexes: [0405, 0406]}}
  wall: {{cost: blocked, sight: blocked, hexes: [0701..0705]}}
round: 2
turn: rat
order: [rat, wolf, owl]
combatants:
  rat: {{side: pc, at: 0304, facing: SE, {STATS}, hp: 8/8}}
  wolf: {{at: 0404, facing: NW, {STATS}, hp: 14/14}}
  owl: {{at: 0805, {STATS}, hp: 0/5}}
  mole: {{{STATS}, hp: 5/5}}
"""
NAMES = f"""\
system: bnb
round: 1
turn: 小狼
combatants:
  🐀 King: {{side: pc, at: 0102, facing: N, {STATS}, hp: 5}}
  小狼: {{at: 0303, facing: S, {STATS}, hp: 5}}
  Дымок: {{at: 0502, facing: NE, {STATS}, hp: 5}}
  O'Malley: {{at: 0104, facing: SW, {STATS}, hp: 5}}
"""

Stubbed: TypeAlias = "Callable[..., tuple[int, str, str]]"


@pytest.fixture
def stubbed(gm: Table, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Stubbed:
    """Run the program in this process, with a bnb that has the hooks given and no others: code, output, errors."""

    def play(*words: str, **hooks: Any) -> tuple[int, str, str]:
        system = replace(catalog.load("bnb"), **{"reach": None, "within_reach": None, **hooks})
        with monkeypatch.context() as patch:
            patch.chdir(gm.folder)
            patch.setenv("COLUMNS", "80")
            patch.delenv("GM_FILE", raising=False)
            patch.setattr(catalog, "load", lambda _: system)
            capsys.readouterr()
            code = run(words)
        told = capsys.readouterr()
        return code, told.out, told.err

    return play


@pytest.fixture
def fight(gm: Table) -> Table:
    """The real program, beside a fight in its second round."""
    gm.write(FIGHT)
    return gm


def test_the_map(fight: Table) -> None:
    ran = fight("map", env={"COLUMNS": "60"})
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[:2] == ["The culvert", "Round 2: rat's turn"]
    assert "╱(rat)╲" in ran.out
    assert "[wol]" in ran.out
    assert max(map(len, lines)) <= 60
    assert "( ) pc   [ ] npc" in lines
    assert lines[-1] == "not on the map: mole"


def test_it_touches_nothing(fight: Table, snapshot: Callable[[], object]) -> None:
    before = snapshot()
    for words in (("map",), ("map", "--list"), ("map", "--json"), ("from", "rat"), ("from", "rat", "wolf")):
        assert fight(*words).code == 0
    assert snapshot() == before


def test_ascii_and_list(fight: Table) -> None:
    drawn = fight("map", "--ascii")
    assert drawn.out.isascii()
    assert "/ (rat) \\" in drawn.out
    told = fight("map", "--list").out.splitlines()
    assert "rat (pc) in 0304, facing SE, its turn." in told
    assert "wall (cannot be entered, blocks sight): 0701 to 0705." in told


def width_of(ran: Ran) -> int:
    return max(map(len, ran.out[: ran.out.index("\n\n")].splitlines()))


@pytest.mark.parametrize(
    ("columns", "most"), [("40", 40), ("60", 60), ("100", 100), ("0", 80), ("abc", 80), ("", 80), ("-5", 80)]
)
def test_c89_columns_count(fight: Table, columns: str, most: int) -> None:
    """C89: where COLUMNS says nothing there is no terminal here either, so 80."""
    ran = fight("map", env={"COLUMNS": columns})
    assert (ran.code, ran.err) == (0, "")
    assert width_of(ran) <= most
    if most == 80:
        assert ran == fight("map", env={"COLUMNS": "80"})


def test_too_narrow_for_the_whole_and_for_any(fight: Table) -> None:
    part = fight("map", env={"COLUMNS": "30"}).out.splitlines()
    assert re.search(r"the map needs [0-9]+ columns, here are 30 shown: ", " ".join(" ".join(part).split()))
    assert part[6:8] == ["gm map --list says it all in", "  words"]
    none = fight("map", env={"COLUMNS": "10"}).out.splitlines()
    assert none[0] == "10 columns are too few for a map; in words:"
    assert "rat (pc) in 0304, facing SE, its turn." in none


def test_the_width_of_the_terminal_is_used(fight: Table) -> None:
    pexpect = pytest.importorskip("pexpect")
    import sys

    env = {key: value for key, value in fight.env.items() if key != "COLUMNS"}
    widths = {}
    for columns in (44, 120):
        child = pexpect.spawn(
            sys.executable,
            ["-m", "gmtool", "map", "--no-color"],
            cwd=str(fight.folder),
            env={**env, "TERM": "xterm"},
            timeout=30,
            dimensions=(50, columns),
        )
        told = child.read().decode().replace("\r\n", "\n")
        child.close()
        widths[columns] = max(map(len, told[: told.index("\n\n")].splitlines()))
    assert widths[44] <= 44 < widths[120] <= 120


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "latin-1"])
def test_c87_characters_the_terminal_lacks(gm: Table, encoding: str) -> None:
    """C87: the map falls back to plain ASCII as a whole, so that its lines stay aligned."""
    gm.write(NAMES)
    plain = gm("map", "--ascii")
    assert gm("map", env={"PYTHONIOENCODING": encoding}) == plain
    assert plain.out.isascii()
    assert "\\u5c0f\\u72fc 0303 S, turn" in plain.out
    assert gm("map", "--list", env={"PYTHONIOENCODING": encoding}).out.isascii()


def test_odd_names(gm: Table) -> None:
    gm.write(NAMES)
    ran = gm("map", env={"COLUMNS": "60"})
    assert (ran.code, ran.err) == (0, "")
    for name in ("🐀 King 0102 N", "小狼 0303 S, turn", "Дымок 0502 NE", "O'Malley 0104 SW"):
        assert name in ran.out


def test_no_escape_code_and_a_closed_pipe(fight: Table) -> None:
    """C86, C88."""
    import subprocess
    import sys

    assert "\x1b" not in fight("map", env={"TERM": "xterm-256color", "FORCE_COLOR": "1"}).out
    for reader in ("head -1", "true"):
        done = subprocess.run(
            ["bash", "-o", "pipefail", "-c", f"{sys.executable} -m gmtool map | {reader}"],
            cwd=fight.folder,
            env=fight.env,
            capture_output=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, b"")


# what players may see -------------------------------------------------------------------------------------------

GHOST = f"  ghost: {{side: undead, at: 0904, facing: N, hidden: true, initiative: 7, {STATS}, hp: 3/3}}\n"
HIDING = {
    "in a hex of its own": FIGHT + GHOST,
    "on the edge of the map in use": FIGHT + GHOST.replace("0904", "2014"),
    "on a side of the players' enemies": FIGHT + GHOST.replace("undead", "npc"),
    "first in the file": FIGHT.replace("combatants:\n", "combatants:\n" + GHOST),
    "first in the order": FIGHT.replace("[rat, ", "[ghost, rat, ") + GHOST,
    "not on the map": FIGHT + GHOST.replace("at: 0904, facing: N, ", ""),
    "lying in another's hex": FIGHT + GHOST.replace("0904", "0404").replace("3/3", "0/3"),
    "with a name like another": FIGHT + GHOST.replace("ghost", "ra"),
    "with an unknown key": FIGHT + GHOST.replace("hidden", "gohst: 1, hidden"),
    "having acted": FIGHT.replace("order:", "acted: [ghost]\norder:") + GHOST,
}
PICTURES = ("m.svg", "m.html")


def seen(gm: Table, text: str, *words: str) -> tuple[Ran, list[bytes]]:
    """What a player gets to see of a file: the output of one way to ask, and the pictures."""
    gm.write(text)
    ran = gm("map", "--player", *words)
    pictures = []
    for name in PICTURES:
        assert gm("map", "--player", "-o", name).code == 0
        pictures.append((gm.folder / name).read_bytes())
    return ran, pictures


@pytest.mark.parametrize("text", HIDING.values(), ids=HIDING)
def test_players_learn_nothing_of_what_is_hidden(gm: Table, text: str) -> None:
    for words in ((), ("--list",), ("--ascii",)):
        assert seen(gm, text, *words) == seen(gm, FIGHT, *words)
    gm.write(text)
    hidden = gm("--json", "map", "--player")
    gm.write(FIGHT)
    assert hidden == gm("--json", "map", "--player")


def test_whose_turn_it_is_does_not_give_the_hidden_away(gm: Table) -> None:
    nobodys = FIGHT.replace("turn: rat\n", "")
    gm.write(nobodys)
    plain = [gm("map", "--player", *words) for words in ((), ("--list",), ("--json",))]
    gm.write(FIGHT.replace("turn: rat", "turn: ghost") + GHOST)
    assert [gm("map", "--player", *words) for words in ((), ("--list",), ("--json",))] == plain
    assert "Round 2: nobody's turn" in plain[0].out


def test_the_hidden_cannot_be_asked_for(gm: Table, stubbed: Stubbed) -> None:
    gm.write(FIGHT + GHOST)
    asked = stubbed("map", "--player", "--reach", "ghost", reach=lambda *_: {})
    gm.write(FIGHT)
    assert asked == stubbed("map", "--player", "--reach", "ghost", reach=lambda *_: {})
    assert asked[0] == 5


def test_the_gm_sees_what_is_hidden_and_that_it_is(gm: Table) -> None:
    gm.write(FIGHT + GHOST)
    assert "ghost 0904 N, hidden" in gm("map").out
    assert "ghost (undead) in 0904, facing N, hidden." in gm("map", "--list").out
    assert "(hidden)" in gm("from", "rat").out


# reach, and what could be done ----------------------------------------------------------------------------------


def test_reach_is_the_systems_word(fight: Table, stubbed: Stubbed) -> None:
    asked = []

    def reach(encounter: Any, mover: Any) -> dict[Any, int]:
        asked.append(mover.id)
        return {encounter.grid.hex("0303"): 3, encounter.grid.hex("0302"): 12, mover.at: 0}

    code, out, err = stubbed("map", "--reach", "ra", "--ascii", reach=reach)
    assert (code, err, asked) == (0, "", ["rat"])
    assert "numbers: what it costs rat to go there" in out
    assert re.search(r"/ +3 +\\", out)
    assert re.search(r"/ +12 +\\", out)
    told = stubbed("map", "--reach", "@", "--list", reach=reach)[1].splitlines()
    assert told[-2:] == ["rat can go for 3 to 0303.", "rat can go for 12 to 0302."]
    data = json.loads(stubbed("--json", "map", "--reach", "rat", reach=reach)[1])
    assert data["reach"] == {"0303": 3, "0302": 12}


def test_reach_goes_by_what_players_see(gm: Table, stubbed: Stubbed) -> None:
    """A hidden one in the way would give itself away by the hex that cannot be reached."""
    gm.write(FIGHT + GHOST.replace("0904", "0303"))

    def reach(encounter: Any, mover: Any) -> dict[Any, int]:
        taken = {one.at for one in encounter.combatants.values()}
        return {} if encounter.grid.hex("0303") in taken else {encounter.grid.hex("0303"): 1}

    assert "can go nowhere" in stubbed("map", "--list", "--reach", "rat", reach=reach)[1]
    assert "for 1 to 0303" in stubbed("map", "--list", "--player", "--reach", "rat", reach=reach)[1]


def test_a_system_that_does_not_know_reach(fight: Table, stubbed: Stubbed) -> None:
    code, out, err = stubbed("map", "--reach", "rat")
    assert (code, out) == (2, "")
    assert "bnb does not say how far one moves" in err


@pytest.mark.parametrize(("name", "code"), [("mole", 1), ("nobody", 5)])
def test_reach_of_whom_it_cannot_be_told(fight: Table, stubbed: Stubbed, name: str, code: int) -> None:
    assert stubbed("map", "--reach", name, reach=lambda *_: {})[0] == code


def test_from_tells_what_could_be_done(fight: Table, stubbed: Stubbed) -> None:
    says = ["bite: yes", "kick: no (needs the hex directly behind)"]
    code, out, _ = stubbed("from", "rat", "wolf", within_reach=lambda *_: says)
    assert code == 0
    assert out.splitlines() == [
        "rat in 0304, facing SE",
        "wolf in 0404, facing NW",
        "distance 1 hex (2 m)",
        "direction SE",
        "wolf is ahead of rat",
        "rat is ahead of wolf",
        "sight clear",
        *says,
    ]


def test_from_everybody(fight: Table) -> None:
    """The owl is one hex NE and four SE of the rat: SE is nearer. Four fifths of the way lie within 0705."""
    ran = fight("from", "@")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        "rat in 0304, facing SE",
        "wolf 0404: 1 hex (2 m) SE, ahead",
        "owl 0805: 5 hexes (10 m) between NE and SE, ahead, sight blocked by wall in 0705",
        "not on the map: mole",
    ]


def test_from_as_data(fight: Table, data: Callable[..., Any]) -> None:
    found = data("from", "rat", "wolf")
    assert found["schema"] == 1
    assert found["command"] == ["from", "rat", "wolf"]
    assert found["from"] == "rat"
    (wolf,) = found["others"]
    assert {key: wolf[key] for key in ("id", "at", "distance", "meters", "directions", "arc", "arc_back", "sight")} == {
        "id": "wolf",
        "at": "0404",
        "distance": 1,
        "meters": 2,
        "directions": ["SE"],
        "arc": "ahead",
        "arc_back": "ahead",
        "sight": True,
    }
    assert [each["id"] for each in data("from", "rat")["others"]] == ["wolf", "owl"]


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (("from",), 2, "NAME"),
        (("from", "rat", "rat"), 2, "rat is where it is"),
        (("from", "rat", "wolf", "owl"), 2, "owl"),
        (("from", "bear"), 5, "bear"),
        (("from", "rat", "bear"), 5, "bear"),
        (("from", "mole"), 1, "mole is not on the map: it has no `at`"),
        (("from", "rat", "mole"), 1, "gm set mole at=HEX"),
        (("map", "rat"), 2, "rat"),
        (("map", "-o", "m.svg", "--list"), 2, "--list"),
        (("map", "-o", "m.svg", "--ascii"), 2, "--ascii"),
        (("map", "--reach", "bear"), 5, "bear"),
        (("map", "--reach", "mole"), 1, "mole is not on the map"),
        (("map", "--reach", ""), 5, "no combatant is called ``"),
        (("map", "--wide"), 2, "No such option"),
        (("map", "--reach"), 2, "--reach"),
        (("map", "-o"), 2, "-o"),
        (("map", "--width", "40"), 2, "--width"),
        (("map", "0304"), 2, "0304"),
    ],
    ids=str,
)
def test_refused(fight: Table, refuse: Callable[..., Ran], words: tuple[str, ...], code: int, says: str) -> None:
    refuse(*words, code=code, says=(says,))


def test_a_broken_file_is_told_as_everywhere(gm: Table, refuse: Callable[..., Ran]) -> None:
    gm.write(FIGHT.replace("hp: 8/8", "hp: 9/8"))
    refuse("map", code=3, says=("hp is 9/8",))
    refuse("from", "rat", code=3, says=("hp is 9/8",))


def test_the_map_as_data(fight: Table, data: Callable[..., Any]) -> None:
    found = data("map", "--ascii")
    assert (found["schema"], found["command"], found["round"], found["turn"]) == (1, ["map", "--ascii"], 2, "rat")
    assert found["grid"] == {"layout": "flat", "shove": "even", "columns": 20, "rows": 14, "meters": 2}
    assert [one["id"] for one in found["combatants"]] == ["rat", "wolf", "owl"]
    rat, _, owl = found["combatants"]
    assert (rat["at"], rat["facing"], rat["turn"], rat["side"], rat["down"]) == ("0304", "SE", True, "pc", False)
    assert (owl["facing"], owl["down"]) == (None, True)
    assert found["absent"] == ["mole"]
    assert found["terrain"]["brush"] == {"cost": 2, "blocked": False, "sight": True, "hexes": ["0405", "0406"]}
    assert found["terrain"]["wall"]["blocked"] is True
    assert found["terrain"]["wall"]["sight"] is False
    assert found["reach"] is None
    assert "\n".join(found["text"]) + "\n" == fight("map", "--ascii").out


def test_help(gm: Table) -> None:
    for command in ("map", "from"):
        assert gm(command, "-h").out.startswith(f"Usage: gm {command}")
        assert f"\n  {command} " in gm("-h").out
