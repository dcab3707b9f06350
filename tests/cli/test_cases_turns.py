"""What game masters reported of turn orders and trackers: cases C01 to C13, each as its check asks for it."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import gmtool.systems

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.conftest import Ran, Table

HEAD = "system: bnb\nrules: {initiative: fixed}\ncombatants:\n"
TOY = Path(__file__).resolve().parents[1] / "toy"


def row(name: str, speed: int, *, side: str = "npc", hp: str = "9/9", more: str = "") -> str:
    """A combatant whose initiative is its speed."""
    return f"  {name}: {{side: {side}, stats: {{str: 1, spd: {speed}, agi: 1}}, hp: {hp}{more}}}\n"


ABCD = HEAD + row("a", 7, side="pc") + row("b", 5) + row("c", 3) + row("d", 1)


def must(gm: Table, *words: str) -> Ran:
    """Run a command that is done."""
    ran = gm(*words)
    assert ran.code == 0, ran
    return ran


def state(gm: Table, *words: str) -> Any:
    """What `gm status` says, with whatever view is asked for."""
    return json.loads(must(gm, "--json", "status", *words).out)


def turns(gm: Table, count: int) -> list[tuple[int, str | None]]:
    """The round and whose turn it is, after each of so many `next`."""
    found = []
    for _ in range(count):
        must(gm, "next")
        now = state(gm)
        found.append((now["round"], now["turn"]))
    return found


def begin(gm: Table, text: str, turn: str) -> None:
    """Start the fight of this text, and go on to somebody's turn."""
    gm.write(text)
    must(gm, "start")
    while state(gm)["turn"] != turn:
        must(gm, "next")


def by_command(gm: Table, name: str) -> None:
    """Take somebody out with `gm remove`."""
    must(gm, "remove", name)


def by_hand(gm: Table, name: str) -> None:
    """Delete somebody's line in an editor, and nothing else."""
    gm.write("".join(line for line in gm.read().splitlines(True) if not line.startswith(f"  {name}:")))


@pytest.mark.parametrize("take_out", [by_command, by_hand])
@pytest.mark.parametrize(
    ("gone", "turn", "following"), [("a", "c", "d"), ("b", "c", "d"), ("d", "c", "a"), ("c", None, "d")]
)
def test_c01_whoever_is_taken_out_the_right_one_is_next(
    gm: Table, take_out: Callable[[Table, str], None], gone: str, turn: str | None, following: str
) -> None:
    begin(gm, ABCD, "c")
    take_out(gm, gone)
    now = state(gm)
    assert now["turn"] == turn or (turn is None and now["turn"] not in now["combatants"])
    assert turns(gm, 1) == [(1 if following == "d" else 2, following)]


@pytest.mark.parametrize(
    ("initiative", "order"),
    [(9, ["n", "a", "b", "c"]), (5, ["a", "b", "n", "c"]), (4, ["a", "b", "n", "c"]), (0, ["a", "b", "c", "n"])],
)
def test_c02_a_late_comer_slots_in_and_the_others_keep_their_order(
    gm: Table, initiative: int, order: list[str]
) -> None:
    begin(gm, HEAD + row("c", 3) + row("a", 7, side="pc") + row("b", 5), "a")
    assert state(gm)["order"] == ["a", "b", "c"]
    must(gm, "add", "wolf", "--as", "n", f"initiative={initiative}")
    assert state(gm)["order"] == order
    assert [state(gm)["combatants"][name]["initiative"] for name in "abc"] == [7, 5, 3]


def test_c02_a_late_comer_rolls_its_own_place(gm: Table) -> None:
    begin(gm, ABCD.replace("fixed", "rolled").replace("hp: 9/9", "hp: 9/9, initiative: 8"), "a")
    before = state(gm)["order"]
    must(gm, "--dice", "6", "add", "wolf", "spd=3")
    now = state(gm)
    assert now["combatants"]["wolf"]["initiative"] == 9
    assert now["order"] == ["wolf", *before]


VIEWS = ((), ("--player",), ("a",))


def test_c03_rounds_are_counted_whatever_is_looked_at(gm: Table) -> None:
    begin(gm, HEAD + row("a", 7, side="pc") + row("b", 5) + row("c", 3), "a")
    for _ in range(6):
        must(gm, "next")
        before = gm.read(), gm.history()
        for view in VIEWS:
            must(gm, "status", *view)
            must(gm, "map")
        assert (gm.read(), gm.history()) == before
    for view in ((), ("--player",)):
        now = state(gm, *view)
        assert (now["round"], now["turn"]) == (3, "a")


@pytest.mark.parametrize(
    ("sides", "rules", "seen"),
    [
        (("npc", "npc", "npc"), "", ["a", "b", "c"]),  # two of the GM's own
        (("pc", "npc", "npc"), ", tied-turns: separate", ["a", "b", "c"]),
        (("pc", "npc", "npc"), "", ["a", "c"]),  # BNB-3: tied with a PC they share the turn, and it is said
    ],
)
def test_c04_those_tied_have_their_turns_one_at_a_time(
    gm: Table, sides: tuple[str, str, str], rules: str, seen: list[str]
) -> None:
    rows = "".join(row(name, speed, side=side) for name, speed, side in zip("abc", (6, 6, 4), sides, strict=True))
    gm.write(HEAD.replace("fixed", f"fixed{rules}") + rows)
    told = [must(gm, "next").out for _ in seen]
    assert [line.split()[-1] for line in told[0].splitlines() if line.startswith("order")] == ["c"]
    for text, name in zip(told, seen, strict=True):
        shared = len(seen) < 3 and name == "a"
        assert ("a, b share the turn" in text) if shared else (f"{name}'s turn:" in text)
    assert turns(gm, 1) == [(2, "a")]


@pytest.mark.parametrize(
    ("sides", "order"),
    [(("npc", "pc"), ["y", "x"]), (("npc", "npc"), ["x", "y"]), (("pc", "pc"), ["x", "y"])],
    ids=["a PC and an NPC", "two NPCs", "two PCs"],
)
def test_c05_a_tie_is_broken_by_rule_and_stays_so(gm: Table, sides: tuple[str, str], order: list[str]) -> None:
    text = HEAD + row("x", 4, side=sides[0]) + row("y", 4, side=sides[1])
    for _ in range(20):
        gm.write(text)
        must(gm, "start")
        assert state(gm)["order"] == order
    assert "PCs before NPCs" in " ".join(must(gm, "rules", "bnb", "BNB-1").out.split())


def test_c05_a_faster_one_wins_a_tie_and_the_gm_overrules_it(gm: Table) -> None:
    """BNB-1: the higher SPD Rating; then the file's order. The hand order lasts through `next`, save and reload."""
    tied = ", initiative: 6"
    gm.write(HEAD + row("x", 3, more=tied) + row("y", 4, more=tied) + row("z", 4, more=tied))
    must(gm, "start")
    assert state(gm)["order"] == ["y", "z", "x"]
    must(gm, "order", "x", "z")
    assert state(gm)["order"] == ["x", "z", "y"]
    assert turns(gm, 4) == [(1, "x"), (1, "z"), (2, "x"), (2, "z")]
    assert state(gm)["order"] == ["x", "z", "y"]


@pytest.mark.parametrize("down", ["a", "c", "d", "ad", "abc", "bcd", "acd"])
def test_c06_who_is_down_is_skipped_wherever_it_stands(gm: Table, down: str) -> None:
    lines = ABCD.splitlines(keepends=True)
    text = "".join(line.replace("9/9", "0/9") if line[2:3] in down and line[3:4] == ":" else line for line in lines)
    gm.write(text)
    able = [name for name in "abcd" if name not in down]
    seen = turns(gm, 2 * len(able) + 1)
    assert seen == [(number, name) for number in (1, 2, 3) for name in able][: 2 * len(able) + 1]
    assert all(f"{name} is passed over" in must(gm, "log").out for name in down)


def test_c06_with_nobody_able_next_says_so_and_ends(gm: Table) -> None:
    begin(gm, ABCD, "b")
    must(gm, "damage", "*", "99")
    ran = must(gm, "next")
    assert "nobody could act" in ran.out
    now = state(gm)
    assert (now["round"], now["turn"]) == (3, None)
    assert "nobody could act" in must(gm, "next").out
    must(gm, "heal", "c=99")
    assert turns(gm, 1)[0][1] == "c"


def test_c07_an_initiative_changed_in_a_fight_moves_nobody(gm: Table) -> None:
    """Decided: the order is what `order:` says until the GM says another, and the help says so."""
    begin(gm, ABCD, "b")
    gm.write(gm.read().replace("initiative: 7", "initiative: 0"))
    assert turns(gm, 3) == [(1, "c"), (1, "d"), (2, "a")]
    must(gm, "set", "d", "initiative=20")
    assert turns(gm, 4) == [(2, "b"), (2, "c"), (2, "d"), (3, "a")]
    assert "initiative changed in a fight moves nobody" in " ".join(must(gm, "help", "order").out.split())
    must(gm, "order", "d", "b", "c", "a")
    assert turns(gm, 4) == [(3, "d"), (3, "b"), (3, "c"), (4, "d")]


def test_c08_reinforcements_whose_number_has_passed_act_in_this_round(gm: Table) -> None:
    """Decided: they act this round, all alike, and the help says so."""
    begin(gm, ABCD.replace("spd: 3", "spd: 8").replace("spd: 7", "spd: 9"), "a")
    turns(gm, 5)
    assert (state(gm)["round"], state(gm)["turn"]) == (2, "c")
    must(gm, "add", "wolf", "4", "initiative=15")
    wolves = [f"wolf-{number}" for number in range(1, 5)]
    now = state(gm)
    assert (now["turn"], now["order"]) == ("c", [*wolves, "a", "c", "b", "d"])
    assert turns(gm, 6) == [*((2, wolf) for wolf in wolves), (2, "b"), (2, "d")]
    assert turns(gm, 1) == [(3, "wolf-1")]
    assert "act in this round" in " ".join(must(gm, "help", "add").out.split())


def test_c09_whoever_falls_in_its_own_turn_is_followed_by_the_next(gm: Table) -> None:
    begin(gm, ABCD, "b")
    before = gm.read()
    must(gm, "damage", "b", "999")
    now = state(gm)
    assert (now["order"], list(now["combatants"])) == (list("abcd"), list("abcd"))
    assert turns(gm, 1) == [(1, "c")]
    must(gm, "undo")
    must(gm, "undo")
    assert gm.read() == before
    assert state(gm)["turn"] == "b"


PUP = row("rat", 4, side="pc") + row("wolf", 2) + row("wolf-pup", 1)


def test_c10_an_exact_name_is_meant_before_a_longer_one(gm: Table, refuse: Callable[..., Ran]) -> None:
    gm.write(HEAD + PUP)
    must(gm, "damage", "wolf", "2")
    hp = {name: one["hp"]["now"] for name, one in state(gm)["combatants"].items()}
    assert hp == {"rat": 9, "wolf": 7, "wolf-pup": 9}
    refuse("damage", "wol", "2", code=5, says=("`wol` could be", "wolf (7/9)", "wolf-pup (9/9)"))
    refuse("add", "wol", code=5, says=("`wol`", "wolf"))
    assert "rat attacks wolf with" in must(gm, "--seed", "1", "--force", "attack", "rat", "wolf").out
    must(gm, "add", "wolf", "--as", "wol")
    must(gm, "add", "wolf", "--as", "ra")
    must(gm, "damage", "wol", "1")
    assert list(state(gm)["combatants"]) == ["rat", "wolf", "wolf-pup", "wol", "ra"]


def test_c11_a_group_beside_one_of_its_name(gm: Table, refuse: Callable[..., Ran]) -> None:
    gm.write(HEAD + row("wolf", 2, hp="4/9"))
    must(gm, "add", "wolf", "5")
    everyone = state(gm)["combatants"]
    assert list(everyone) == ["wolf", *(f"wolf-{number}" for number in range(1, 6))]
    assert [one["hp"]["now"] == one["hp"]["max"] for one in everyone.values()] == [False] + [True] * 5
    assert everyone["wolf"]["hp"] == {"now": 4, "max": 9}
    must(gm, "add", "rat", "--as", "Reginald")
    assert "Reginald" in state(gm)["combatants"]
    refuse("add", "rat", "--as", "reginald", code=1, says=("reginald is in the fight already", "--as NAME"))


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The toy of the tests, whose combatants have a pool of actions."""
    monkeypatch.setattr(gmtool.systems, "__path__", [*gmtool.systems.__path__, str(TOY)])
    yield


POOL = """\
system: brawl
round: 1
phase: brawl
turn: ana
order: [ana, bo, cy]
combatants:
  ana: {side: pc, might: 3D, hp: 6/6, initiative: 9, openings: [{by: cy}, {by: bo}]}
  bo: {might: 2D, hp: 6/6, initiative: 7}
  cy: {might: 2D, hp: 6/6, initiative: 5, nerve: 1}
"""


@pytest.mark.usefixtures("toy")
def test_c12_a_pool_is_filled_at_one_moment_and_a_reaction_is_paid_from_it(
    gm: Table, refuse: Callable[..., Ran]
) -> None:
    """The toy fills its pools, of 2, as a round begins (TOY-3): what was spent before one's turn is spent."""
    gm.write(POOL)
    must(gm, "--dice", "1", "jab", "bo", "ana")
    assert state(gm)["combatants"]["bo"]["nerve"] == 1
    must(gm, "next")
    now = state(gm)
    assert (now["turn"], now["combatants"]["bo"]["nerve"]) == ("bo", 1), "its turn does not give it back"
    must(gm, "--dice", "1", "jab", "cy", "ana")
    assert "cy is passed over: out of nerve" in must(gm, "next").out
    now = state(gm)
    assert (now["round"], now["phase"]) == (2, "talk")
    assert {name: one["nerve"] for name, one in now["combatants"].items()} == {"ana": 2, "bo": 2, "cy": 2}
    assert "nerve" not in gm.read(), "what is left over is not carried on"


@pytest.mark.usefixtures("toy")
def test_c12_more_than_is_left_is_refused(gm: Table, refuse: Callable[..., Ran]) -> None:
    gm.write(POOL.replace("nerve: 1", "nerve: 0"))
    refuse("jab", "cy", "ana", code=1, says=("cy has 0 nerve left",))


def test_c13_undo_takes_the_whole_turn_back(gm: Table, refuse: Callable[..., Ran]) -> None:
    """Marks, reminders, bleeding, the round: the file is byte for byte as it was, at every step back."""
    gm.write(ABCD.replace("hp: 9/9}", "hp: 9/9, markers: {bleeding: 1, vulnerable: 2}}   # hurt", 1))
    begin(gm, gm.read(), "d")
    must(gm, "mark", "b", "slowed", "--until", "end of d")
    must(gm, "note", "the bell rings", "--due", "2")
    seen = [gm.read()]
    told = must(gm, "next").out
    assert "b is no longer slowed" in told
    assert "due: the bell rings" in told
    assert state(gm)["round"] == 2
    must(gm, "undo")
    assert gm.read() == seen[0]
    steps = 0
    while (ran := gm("undo")).code == 0:
        steps += 1
        seen.append(gm.read())
    assert steps == 6, "two rulings, and start with three turns"
    assert all(one != other for one, other in pairwise(seen))
    assert "nothing to undo" in ran.err
    refuse("undo", code=1, says=("nothing to undo",))
    for text in reversed(seen[:-1]):
        must(gm, "redo")
        assert gm.read() == text
