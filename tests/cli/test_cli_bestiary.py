"""`gm bestiary`: which creatures there are, where each comes from, and one as its file has it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Ran, Table

NEAR = """\
# Of the mill.

# the miller's own
wolf:   # gray
  stats: {str: 7, spd: 2, agi: 2}   # strong
  hp: 2d6+3
  # not on Sundays
  x-note: limps

pup:
  like: wolf
  hp: 5/5
x-part: &part {base-move: 3}
mole: {<<: *part, like: pup, stats: {str: 0}, hp: 3}
"""


@pytest.fixture
def mill(in_line: Table) -> Table:
    """An encounter with a bestiary beside it, another one a folder up, in which wolf is there as well."""
    in_line.write(NEAR, "mill/bestiary/bnb.yaml")
    in_line.write(in_line.read(), "mill/encounter.yaml")
    in_line.write("wolf: {hp: 1}\nbear: {stats: {str: 9, spd: 0, agi: 0}, hp: 20/20}\n", "bestiary/bnb.yaml")
    in_line.folder = in_line.folder / "mill"
    return in_line


def rows(ran: Ran) -> dict[str, list[str]]:
    """The list by name, its columns parted."""
    assert (ran.code, ran.err) == (0, "")
    parted = [re.split(r" {2,}", line) for line in ran.out.splitlines()]
    assert len({row[0] for row in parted}) == len(parted), "a creature is listed twice"
    return {name: rest for name, *rest in parted}


class TestList:
    def test_each_with_its_health_some_values_and_its_file(self, mill: Table) -> None:
        found = rows(mill("bestiary"))
        assert found["wolf"] == ["hp 2d6+3", "str 7, spd 2, agi 2", "bestiary/bnb.yaml"]
        assert found["bear"] == ["hp 20/20", "str 9, spd 0, agi 0", "../bestiary/bnb.yaml"]
        assert found["fox"] == ["hp 12/12", "str 3, spd 3, agi 3", "shipped"]

    def test_the_nearest_file_comes_first(self, mill: Table) -> None:
        assert [*rows(mill("bestiary"))][:4] == ["wolf", "pup", "mole", "bear"]

    def test_what_a_creature_leaves_out_is_that_of_the_one_it_is_like(self, mill: Table) -> None:
        found = rows(mill("bestiary"))
        assert found["pup"][:2] == ["hp 5/5", "str 7, spd 2, agi 2"]
        assert found["mole"][:2] == ["hp 3", "str 0, spd 2, agi 2"]

    def test_two_that_are_like_each_other_end(self, gm: Table) -> None:
        gm.write("a: {like: b}\nb: {like: a}\n", "bestiary/bnb.yaml")
        assert rows(gm("bestiary", "--system", "bnb"))["a"][0] == "hp -"

    def test_parts_for_merging_are_no_creatures(self, mill: Table) -> None:
        assert "x-part" not in rows(mill("bestiary"))
        assert mill("bestiary", "x-part").code == 5

    def test_without_an_encounter(self, gm: Table) -> None:
        assert rows(gm("bestiary", "--system", "bnb"))["wolf"] == ["hp 14/14", "str 4, spd 2, agi 2", "shipped"]
        gm.write("eel: {hp: 1}\n", "bestiary/bnb.yaml")
        assert rows(gm("bestiary", "--system", "bnb"))["eel"] == ["hp 1", "bestiary/bnb.yaml"]

    def test_quiet_it_is_still_what_was_asked_for(self, mill: Table) -> None:
        assert mill("bestiary", "-q") == mill("bestiary")

    def test_of_the_encounters_folder_not_of_this(self, mill: Table) -> None:
        mill.folder = mill.folder.parent
        assert rows(mill("bestiary", "-f", "mill/encounter.yaml"))["wolf"][2] == "mill/bestiary/bnb.yaml"

    def test_as_data(self, mill: Table, data: Callable[..., Any]) -> None:
        told = data("bestiary")
        assert (told["schema"], told["command"], told["system"]) == (1, ["bestiary"], "bnb")
        found = {one["name"]: one for one in told["creatures"]}
        assert found["wolf"] == {
            "name": "wolf",
            "file": str(mill.folder / "bestiary" / "bnb.yaml"),
            "line": 4,
            "shipped": False,
            "values": {"stats": {"str": "7", "spd": "2", "agi": "2"}, "hp": "2d6+3", "x-note": "limps"},
        }
        assert found["mole"]["values"]["base-move"] == "3"
        assert found["fox"]["shipped"] is True


class TestOne:
    def test_as_its_file_has_it(self, mill: Table) -> None:
        ran = mill("bestiary", "wolf")
        assert (ran.code, ran.err) == (0, "")
        entry = NEAR[NEAR.index("# the miller's") : NEAR.index("\npup:")]
        assert ran.out == f"# bestiary/bnb.yaml:4\n{entry}"

    @pytest.mark.parametrize(
        ("name", "text"),
        [
            ("pup", "pup:\n  like: wolf\n  hp: 5/5\n"),
            ("mole", "mole: {<<: *part, like: pup, stats: {str: 0}, hp: 3}\n"),
            ("PUP", "pup:\n  like: wolf\n  hp: 5/5\n"),
        ],
    )
    def test_nothing_of_its_neighbors(self, mill: Table, name: str, text: str) -> None:
        assert mill("bestiary", name).out.partition("\n")[2] == text

    def test_in_braces(self, gm: Table) -> None:
        gm.write("{a: {hp: 1}, b: {hp: 2, x-c: 3}, c: {hp: 4}}\n", "bestiary/bnb.yaml")
        assert gm("bestiary", "b", "--system", "bnb").out == "# bestiary/bnb.yaml:1\nb: {hp: 2, x-c: 3}\n"

    def test_one_that_is_written_elsewhere(self, gm: Table) -> None:
        gm.write("a: &a {hp: 1}\nb: *a   # the same\n", "bestiary/bnb.yaml")
        assert gm("bestiary", "b", "--system", "bnb").out == "# bestiary/bnb.yaml:2\nb: *a   # the same\n"

    def test_one_that_is_shipped(self, mill: Table) -> None:
        told = mill("bestiary", "owl").out
        place, _, text = told.partition("\n")
        assert re.fullmatch(r"# /.*/gmtool/bestiary/bnb\.yaml:\d+", place)
        assert text.startswith("owl: ")
        assert "base-move: 5" in text

    def test_as_data(self, mill: Table, data: Callable[..., Any]) -> None:
        (only,) = data("bestiary", "pup")["creatures"]
        assert only["text"] == "pup:\n  like: wolf\n  hp: 5/5"
        assert only["values"] == {"like": "wolf", "hp": "5/5"}


WRONG = {
    "an unknown creature": ("bestiary wulf", 5, ("creature `wulf`", "did you mean `wolf`?")),
    "nothing near": ("bestiary qqq", 5, ("`qqq`", "gm bestiary --system bnb")),
    "an unknown system": ("bestiary --system bmb", 5, ("no system `bmb`", "did you mean `bnb`?")),
    "two names": ("bestiary wolf fox", 2, ("fox",)),
    "an option it has not": ("bestiary --all", 2, ("--all",)),
    "no such encounter": ("bestiary -f none.yaml", 3, ("none.yaml", "no such file")),
}


@pytest.mark.parametrize(("line", "code", "says"), WRONG.values(), ids=WRONG)
def test_wrong_input(mill: Table, line: str, code: int, says: tuple[str, ...]) -> None:
    words = line.split()
    ran = mill(*words)
    assert (ran.code, ran.out) == (code, ""), ran
    assert all(part in ran.err for part in says), ran.err


def test_without_an_encounter_or_a_system(refuse: Callable[..., Ran]) -> None:
    refuse("bestiary", code=3, says=("no encounter", "gm bestiary --system bnb"))


def test_a_bestiary_that_cannot_be_read(gm: Table, refuse: Callable[..., Ran]) -> None:
    gm.write("wolf: {hp: 1\n", "bestiary/bnb.yaml")
    refuse("bestiary", "--system", "bnb", code=3, says=("bestiary/bnb.yaml:1:7: error: ",))
