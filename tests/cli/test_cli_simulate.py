"""`gm simulate`, `gm odds --vs` and `gm odds duel` at the command line."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest

from tests.played import Folder

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Table

SCUFFLE = """\
system: bnb
round: 1   # under way
turn: rat
order: [rat, wolf]
combatants:
  rat: {side: pc, at: 0303, facing: S, stats: {str: 2, spd: 3, agi: 3}, hp: 3/3, initiative: 9}
  wolf: {at: 0304, facing: N, stats: {str: 2, spd: 3, agi: 3}, hp: 3/3, initiative: 5, as: 6, ds: 6}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    table = Folder(tmp_path)
    table.write(SCUFFLE)
    return table


def test_it_tells_who_wins_how_long_it_takes_who_falls_and_what_it_costs(folder: Folder) -> None:
    lines = folder.must("simulate", "--runs", "40", "--seed", "7").splitlines()
    assert lines[0] == "40 fights by the plain policy, seed 7"
    labels = ("pc wins", "npc wins", "rounds, 10%/50%/90%", "rat falls", "rat loses hp", "wolf falls", "wolf loses hp")
    assert [line[: len(label)] for line, label in zip(lines[1:], labels, strict=True)] == list(labels)
    assert all(" ± " in line for line in lines[1:] if not line.startswith("rounds"))


def test_nothing_is_written(folder: Folder) -> None:
    before = folder.everything()
    folder.must("simulate", "--runs", "5")
    folder.must("odds", "attack", "rat", "wolf", "--vs", "attack rat wolf --defensive")
    assert folder.everything() == before


def test_the_figures_add_up_and_hold_their_intervals(folder: Folder) -> None:
    told = folder.data("simulate", "--runs", "60", "--seed", "7")
    result = told["result"]
    assert (told["schema"], told["runs"], told["seed"], told["finished"], result["fights"]) == (1, 60, 7, True, 60)
    ends = [*result["wins"].values(), result["nobody"], result["undecided"]]
    assert sum(one["count"] for one in ends) == 60
    for one in ends:
        assert one["low"] <= one["value"] == one["count"] / 60 <= one["high"]
    assert result["rounds"]["10"] <= result["rounds"]["50"] <= result["rounds"]["90"]
    rat, wolf = result["combatants"]["rat"], result["combatants"]["wolf"]
    assert rat["falls"]["count"] == result["wins"]["npc"]["count"] + result["nobody"]["count"]
    assert 0 < rat["falls"]["count"] < 60 and wolf["lost"]["value"] >= 3 * wolf["falls"]["value"], (
        "who fell lost 3 at least"
    )


def test_one_seed_gives_one_result_whatever_the_number_of_jobs(folder: Folder) -> None:
    results = [folder.must("simulate", "--runs", "50", "--seed", "3", "--jobs", jobs) for jobs in ("1", "2", "5")]
    assert len(set(results)) == 1
    assert folder.must("simulate", "--runs", "50", "--seed", "4") != results[0]


def test_without_a_seed_one_is_chosen_and_named_so_that_it_can_be_given(folder: Folder) -> None:
    first = folder.data("simulate", "--runs", "30")
    again = folder.data("simulate", "--runs", "30", "--seed", str(first["seed"]))
    assert again["result"] == first["result"]


def test_a_what_if_stands_beside_it_and_is_the_file_with_that_value(folder: Folder) -> None:
    beside = folder.data(
        "simulate", "--runs", "40", "--seed", "7", "--swap", "wolf.hp=1/3", "--swap", "rat.stats.str=4"
    )
    plain = folder.data("simulate", "--runs", "40", "--seed", "7")
    assert beside["result"] == plain["result"]
    assert beside["swap"]["values"] == ["wolf.hp=1/3", "rat.stats.str=4"]
    folder.must("set", "wolf", "hp=1/3")
    folder.must("set", "rat", "stats.str=4")
    assert folder.data("simulate", "--runs", "40", "--seed", "7")["result"] == beside["swap"]["result"]
    folder.write(SCUFFLE)
    lines = folder.must("simulate", "--runs", "40", "--seed", "7", "--swap", "wolf.hp=1/3").splitlines()
    assert lines[1] == "beside it: wolf.hp=1/3"
    assert lines[2].split() == ["as", "it", "is", "what", "if"]
    assert all(line.count("±") == 2 for line in lines[3:] if not line.startswith("rounds"))


def test_a_name_with_a_dot_is_swapped_by_its_whole_spelling(folder: Folder) -> None:
    folder.write(SCUFFLE.replace("wolf", "w.b"))
    told = folder.data("simulate", "--runs", "20", "--seed", "7", "--swap", "w.b.ds=1")
    assert told["swap"]["result"]["wins"]["pc"]["count"] > told["result"]["wins"]["pc"]["count"]


def test_the_policy_is_said_in_words_and_nothing_is_played(folder: Folder) -> None:
    lines = folder.must("simulate", "--policy").splitlines()
    assert lines[0] == "how bnb fights are played by themselves:"
    assert len(lines) > 3
    assert folder.data("simulate", "--policy")["policy"] == [line[2:] for line in lines[1:]]


BAD: list[tuple[tuple[str, ...], int, str]] = [
    (("simulate", "--runs", "0"), 2, "--runs"),
    (("simulate", "--runs", "many"), 2, "--runs"),
    (("simulate", "--jobs", "0"), 2, "--jobs"),
    (("simulate", "rat"), 2, "rat"),
    (("simulate", "--engine", "localhost:8786"), 2, "dask://HOST:PORT"),
    (("simulate", "--engine", "dask://localhost"), 2, "dask://HOST:PORT"),
    (("simulate", "--swap", "hp=3"), 2, "NAME.KEY=VALUE"),
    (("simulate", "--swap", "wolf.hp"), 2, "NAME.KEY=VALUE"),
    (("simulate", "--swap", "wlof.hp=3"), 5, "wolf"),
    (("simulate", "--swap", "wolf.hpp=3"), 5, "hp"),
    (("simulate", "--swap", "wolf.hp=many"), 2, "wolf: hp is many"),
    (("simulate", "--dice", "1,2,3"), 2, "--dice"),
    (("simulate", "--mod", "+2 high ground"), 2, "--mod"),
    (("simulate", "--target-mod", "+2 high ground"), 2, "--target-mod"),
    (("simulate", "--force"), 2, "--force"),
    (("odds", "duel", "rat", "wolf", "--mod", "+2 high ground"), 2, "--mod"),
    (("odds", "duel", "rat", "wolf", "--force"), 2, "--force"),
    (("odds", "duel", "rat", "wolf", "--dice", "ask"), 2, "--dice"),
    (("simulate", "--swap", "wolf.side=pc"), 1, "the fight is decided: only pc still stands"),
    (("odds", "duel", "rat"), 2, "between two"),
    (("odds", "duel", "rat", "rat"), 2, "between two"),
    (("odds", "duel", "rat", "wlof"), 5, "wolf"),
    (("odds", "duel", "rat", "wolf", "--by", "hp"), 2, "--by"),
    (("odds", "attack", "rat", "wolf", "--vs", "attack 'rat wolf"), 2, "close the quote"),
    (("odds", "attack", "rat", "wolf", "--vs", ""), 2, "a command is wanted"),
    (("odds", "attack", "rat", "wolf", "--vs", "atack rat wolf"), 5, "`attack`"),
    (("odds", "attack", "rat", "wolf", "--vs", "attack wolf rat"), 1, "turn"),
]


@pytest.mark.parametrize(("words", "code", "told"), BAD, ids=[" ".join(words) for words, _, _ in BAD])
def test_what_cannot_be_simulated_is_refused_plainly(
    folder: Folder, words: tuple[str, ...], code: int, told: str
) -> None:
    assert told in folder.refused(*words, code=code)


@pytest.mark.parametrize(
    ("text", "code", "told"),
    [
        (
            SCUFFLE.replace("hp: 3/3, initiative: 5", "hp: -1/3, initiative: 5"),
            1,
            "only pc still stands; npc has nobody",
        ),
        (SCUFFLE.replace("side: pc, ", ""), 1, "only npc still stands; there is no other side"),
        (SCUFFLE.replace("hp: 3/3", "hp: 0/3"), 1, "nobody stands"),
        (SCUFFLE.replace("stats: {str: 2, spd: 3, agi: 3}, hp: 3/3, initiative: 5", "hp: 3/3"), 3, "encounter.yaml:7:"),
        ("system: bnb\ncombatants: {}\n", 1, "nobody stands"),
    ],
    ids=["decided", "one side", "all down", "a stat missing", "nobody there"],
)
def test_a_moment_that_is_no_fight_is_refused(folder: Folder, text: str, code: int, told: str) -> None:
    folder.write(text)
    assert told in folder.refused("simulate", "--runs", "3", code=code)


def test_choices_side_by_side_are_the_choices_one_by_one(folder: Folder) -> None:
    words = ("attack", "rat", "wolf")
    told = folder.data("odds", *words, "--vs", "attack rat wolf --tactic claw", "--vs", "gm move rat --facing SE")
    for one, alone in [
        (told["vs"][0], folder.data("odds", *words, "--tactic", "claw")),
        (told["vs"][1], folder.data("odds", "move", "rat", "--facing", "SE")),
        (told, folder.data("odds", *words)),
    ]:
        assert (one["success"], one["combatants"]) == (alone["success"], alone["combatants"])
    lines = folder.must("odds", *words, "--vs", "attack rat wolf --tactic claw").splitlines()
    assert lines[:2] == ["1: gm attack rat wolf", "2: gm attack rat wolf --tactic claw"]
    assert lines[3].startswith("P(hit)")


def test_a_duel_is_told_in_words_and_as_exact_fractions(folder: Folder) -> None:
    folder.write(SCUFFLE.replace("hp: 3/3", "hp: 1/3").replace("initiative: 9", "initiative: 9, as: 7, ds: 6"))
    lines = folder.must("odds", "duel", "rat", "wolf").splitlines()
    assert lines[0].startswith("the duel of rat and wolf by the plain policy; ")
    assert [line.partition(")")[0] for line in lines[1:3]] == ["P(rat outlasts", "P(wolf outlasts"]
    told = folder.data("odds", "duel", "rat", "wolf")
    from fractions import Fraction

    parts = [Fraction(one["exact"]) for one in (*told["outlasts"].values(), told["neither"], told["forever"])]
    assert sum(parts) == 1


def started(gm: Table, *words: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "gmtool", *words],
        cwd=gm.folder,
        env=gm.env,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


@pytest.mark.slow
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_tells_what_is_known_so_far(gm: Table, jobs: str) -> None:
    gm.write(SCUFFLE.replace("hp: 3/3", "hp: 1/3").replace("initiative: 9", "initiative: 9, as: 7, ds: 6"))
    process = started(gm, "simulate", "--runs", "10000000", "--jobs", jobs, "--json")
    time.sleep(12)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=30)
    told: dict[str, Any] = json.loads(out)
    assert (process.returncode, err) == (130, b"")
    assert not told["finished"] and 0 < told["result"]["fights"] < 10_000_000
    assert sum(one["count"] for one in told["result"]["wins"].values()) <= told["result"]["fights"]


def test_a_bar_is_shown_where_a_person_waits(gm: Table) -> None:
    pexpect = pytest.importorskip("pexpect")
    gm.write(SCUFFLE)
    child = pexpect.spawn(
        sys.executable,
        ["-m", "gmtool", "simulate", "--runs", "30", "--jobs", "1"],
        cwd=gm.folder,
        env=gm.env,
        timeout=60,
    )
    child.expect("fights")
    child.expect("30/30")
    child.expect("npc wins")
    child.expect(pexpect.EOF)
