"""Small languages at random: dice expressions, hex labels, lines of the shell, half a line and TAB.

By hand: GM_LONG_WORDS=20000 pytest -m slow tests/trust/test_fuzz_words.py
"""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path
from random import Random as Chance
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gmtool.cli.complete import complete
from gmtool.cli.line import spelled
from gmtool.cli.main import run
from gmtool.dice.notation import Unreadable, parse
from gmtool.dice.sources import Given, Random
from gmtool.encounter import catalog
from gmtool.errors import Misused, NoDice
from gmtool.hexes.geometry import span
from gmtool.hexes.grid import MOST, Grid, length, size
from gmtool.session import Opened
from gmtool.shell.main import sit
from tests.played import Folder
from tests.trust import wild

if TYPE_CHECKING:
    from collections.abc import Iterator

LONG = int(os.environ.get("GM_LONG_WORDS", "50"))
SOME = {"deadline": None, "database": None, "suppress_health_check": list(HealthCheck)}
few_and_many = pytest.mark.parametrize(
    "examples", [15, pytest.param(LONG, marks=pytest.mark.slow)], ids=["few", "many"]
)


# dice -----------------------------------------------------------------------------------------------------------------


def spaced(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.tuples(inner, st.sampled_from(["", "", "", " "])).map("".join)


NUMBERS = st.integers(0, 12).map(str) | st.sampled_from(["100", "999", "1000", "1001", "1000000", "1000001"])
SIDES = st.sampled_from(["1", "2", "3", "4", "6", "8", "10", "12", "20", "100", "%", "1000", "0", "7"])
SUFFIXES = st.lists(
    st.builds("{}{}".format, st.sampled_from(["kh", "kl", "dh", "dl", "KH"]), st.sampled_from(["", "1", "2", "3", "0"]))
    | st.just("!"),
    max_size=2,
).map("".join)
POOLS = st.builds("{}{}{}{}".format, NUMBERS | st.just(""), st.sampled_from("dd D".replace(" ", "")), SIDES, SUFFIXES)
CODES = st.builds("{}D{}".format, st.integers(0, 12), st.sampled_from(["", "+1", "+2", "+3", "-1"]))
TERMS = st.recursive(
    spaced(NUMBERS | POOLS | POOLS | CODES),
    lambda inner: (
        st.builds("({})".format, inner)
        | st.builds("{}{}{}".format, inner, spaced(st.sampled_from("+-*/x")), inner)
        | st.builds("-{}".format, inner)
        | st.builds("({})d{}".format, inner, SIDES)
    ),
    max_leaves=7,
)
SCRAPS = st.sampled_from(
    [*"0123456789dDkhlx+-*/()%! w=,", "kh", "\n", "\t", "é", "٣", "²", "−", "×", "\x00", "((((", "9" * 30]
)
BENT = st.tuples(TERMS, st.integers(0, 60), SCRAPS, st.integers(0, 2)).map(
    lambda parts: parts[0][: parts[1]] + parts[2] + parts[0][parts[1] + parts[3] :]
)


@few_and_many
def test_whatever_is_rolled_can_be_rolled_again_and_lies_in_its_spread(examples: int) -> None:
    @settings(max_examples=examples * 5, **SOME)
    @given(text=TERMS | BENT | BENT, seed=st.integers(0, 1000))
    def rolled(text: str, seed: int) -> None:
        try:
            expression = parse(text)
        except Unreadable as refusal:
            assert 1 <= refusal.column <= len(text) + 1
            return
        try:
            once = expression.roll(Random(seed))
        except Misused:
            once = None
        try:
            spread = expression.spread()
        except Misused:
            spread = None
        if once is not None:
            dice = Given(",".join(filter(None, (cast.words for cast in once.casts))))
            assert parse(expression.text).roll(dice)[:2] == once[:2]
            dice.finish()
            assert spread is None or once.total in spread.weights
        assert spread is None or sum(chance for _, chance in spread) == 1

    rolled()


GIVEN_DICE = st.lists(
    st.sampled_from([*"0123456", "=7", "=7,", "3s", ",", ",,", " ", "x", "٣", "²", "-1", "=-1", "9" * 30, "\n"])
)


@few_and_many
def test_any_dice_given_are_taken_or_refused(examples: int) -> None:
    @settings(max_examples=examples * 2, **SOME)
    @given(text=POOLS | CODES, words=GIVEN_DICE, comma=st.sampled_from(",  "))
    def taken(text: str, words: list[str], comma: str) -> None:
        try:
            dice = Given(comma.join(words))
            total = parse(text).roll(dice).total
            dice.finish()
        except (Misused, NoDice):
            return
        assert isinstance(total, int)

    taken()


# hexes ----------------------------------------------------------------------------------------------------------------

SIZES = st.none() | st.integers(1, MOST)
GRIDS = st.builds(
    Grid,
    layout=st.sampled_from(["flat", "pointy"]),
    shove=st.sampled_from(["even", "odd"]),
    columns=SIZES,
    rows=SIZES,
    letters=st.booleans(),
)
DIGITS = st.text(alphabet="0123456789", max_size=7)
LABELS = (
    DIGITS
    | st.builds("{}{}".format, st.text(alphabet="abcXYZé", max_size=4), DIGITS)
    | st.builds("{}{}{}".format, DIGITS, st.sampled_from(["..", "-", ":", ", ", "x", "\n", "×", " m"]), DIGITS)
    | st.text(alphabet="0123456789ABz.-x ,\n٣²½é", max_size=9)
    | st.text(max_size=6)
)


@few_and_many
def test_any_label_is_a_hex_of_the_map_or_refused(examples: int) -> None:
    @settings(max_examples=examples * 5, **SOME)
    @given(grid=GRIDS, text=LABELS, column=st.integers(-5, 1005), row=st.integers(-5, 1005))
    def read(grid: Grid, text: str, column: int, row: int) -> None:
        for one in (size, length, grid.direction, lambda text: span(grid, text)):
            try:
                one(text)  # type: ignore[operator]
            except ValueError as reason:
                assert str(reason)
        try:
            place = grid.hex(text)
        except ValueError as reason:
            assert str(reason)
        else:
            assert grid.inside(place)
            assert grid.hex(grid.label(place)) == place
        there = grid.from_offset(column, row)
        assert grid.offset(there) == (column, row)
        try:
            label = grid.label(there)
        except ValueError:
            assert not (1 <= column <= MOST and 1 <= row <= MOST)
            return
        if grid.inside(there):
            assert grid.hex(label) == there

    read()


# the shell ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Folder]:
    """A fight in a folder that is the current one."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(os, "fsync", lambda _: None)
    for name in ("GM_FILE", "GM_DICE"):
        monkeypatch.delenv(name, raising=False)
    for name in ("VISUAL", "EDITOR"):
        monkeypatch.setenv(name, "true")
    yield Folder(tmp_path)


def begin(desk: Folder, system: str) -> None:
    """Put a new fight there, without a history."""
    for name in os.listdir(desk.path):
        if name != ".gm":
            os.unlink(desk.path / name)
    log = desk.path / ".gm" / "encounter.yaml.jsonl"
    log.unlink(missing_ok=True)
    starter = Path(catalog.folder_of(catalog.load(system)), "starter.yaml").read_text(encoding="utf-8")
    desk.file.write_text(starter, encoding="utf-8")


def line_of(random: Chance, desk: Folder) -> str:
    """A line as it is typed: sensible, bent, or with odd quotes."""
    reading = Opened(str(desk.file), None, desk.file.read_bytes()).reading
    make = random.choice([wild.deed_line, wild.deed_line, wild.look_line])
    words = wild.decorated(random, make(random, reading))
    words = wild.bent(random, words) if random.random() < 0.3 else words
    if "simulate" in words:
        words = ["status"]
    line = " ".join(spelled(word) for word in words)
    if random.random() < 0.2:
        at = random.randrange(len(line) + 1)
        line = (
            line[:at]
            + random.choice(["'", '"', "\\", ";", "#", "“", "—", "\x00", "\t", "gm ", "$x", "`", "\x1b["])
            + line[at:]
        )
    return line


def typed(lines: list[str], *words: str) -> tuple[int, str, str]:
    """Give the lines to a shell from a pipe."""
    streams = sys.stdin, sys.stdout, sys.stderr
    raw = "\n".join(lines).encode("utf-8", "surrogateescape")
    sys.stdin = io.TextIOWrapper(io.BytesIO(raw), "utf-8")
    out = sys.stdout = io.TextIOWrapper(io.BytesIO(), "utf-8")
    err = sys.stderr = io.TextIOWrapper(io.BytesIO(), "utf-8")
    try:
        code = run(["shell", *words], sit=sit)
        out.flush()
        err.flush()
        return code, out.buffer.getvalue().decode(), err.buffer.getvalue().decode()
    finally:
        sys.stdin, sys.stdout, sys.stderr = streams


@few_and_many
def test_any_lines_of_a_shell_are_done_up_to_the_first_that_fails(desk: Folder, examples: int) -> None:
    """Each is done or refused; and what is done is what the commands do one by one."""

    @settings(max_examples=max(10, examples // 3), **SOME)
    @given(system=st.sampled_from(catalog.names()), seed=st.integers(0, 2**32))
    def lines(system: str, seed: int) -> None:
        random = Chance(seed)
        begin(desk, system)
        said = [line_of(random, desk) for _ in range(random.randint(1, 5))]
        code, out, err = typed(said, *random.choice([[], ["--seed", "3"], ["--force"], ["--json"], ["-n"]]))
        assert code in range(7), (said, code, err)
        assert "Traceback" not in out + err, (said, err)
        assert (not code) or err, said
        assert desk("check").code == 0, said
        assert desk("replay").code == 0, said

    lines()


@few_and_many
def test_tab_after_any_half_of_a_line_says_nothing_but_words(desk: Folder, examples: int) -> None:
    @settings(max_examples=examples, **SOME)
    @given(system=st.sampled_from(catalog.names()), seed=st.integers(0, 2**32))
    def tab(system: str, seed: int) -> None:
        random = Chance(seed)
        begin(desk, system)
        trees = wild.commands(system)
        words = (
            wild.any_line(random, trees, ["rat", "wolf", "@"])
            if seed % 2
            else wild.decorated(
                random, wild.deed_line(random, Opened(str(desk.file), None, desk.file.read_bytes()).reading)
            )
        )
        if random.random() < 0.2:
            raw = desk.file.read_bytes()
            desk.file.write_bytes(raw[: random.randrange(len(raw))] + random.choice([b"", b"\xff", b": [", b"\t"]))
        found = desk.file.read_bytes()
        for end in range(len(words) + 1):
            begun = [*words[:end], words[end][: random.randint(0, 4)] if end < len(words) else ""]
            for one in complete(begun):
                assert isinstance(one.value, str)
                assert "\n" not in one.value + one.help or "\n" in "".join(begun), (begun, one)
        assert desk.file.read_bytes() == found

    tab()
