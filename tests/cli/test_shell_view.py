"""What stands around the line in the shell: the prompt and the bottom line, at any width and with any name."""

import os
from pathlib import Path

import pytest

from gmtool.encounter import catalog
from gmtool.render.text import display_width
from gmtool.session import Options
from gmtool.shell.view import Watch, bottom, clipped, prompt

SHEET = "stats: {str: 1, spd: 4, agi: 3}, hp: 8/8"
BNB = f"system: bnb\ncombatants:\n  rat: {{name: NAME, {SHEET}}}\n  wolf: {{{SHEET}}}\n"
RUNNING = BNB + "round: 2\nturn: rat\norder: [rat, wolf]\n"


@pytest.fixture
def watch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Watch:
    monkeypatch.chdir(tmp_path)
    for name in ("GM_FILE", "GM_DICE"):
        monkeypatch.delenv(name, raising=False)
    return Watch(lambda: Options())


def seen(watch: Watch, text: str, columns: int = 80, **options: str) -> tuple[str, str]:
    Path("encounter.yaml").write_text(text)
    now = watch.look()
    return prompt(now), bottom(now, Options(**options), columns)  # type: ignore[arg-type]


SEEN = {
    "not started": (BNB, "gm (not started)> ", "next starts the fight | bnb | encounter.yaml | dice random"),
    "a turn": (RUNNING, "R2 NAME> ", "next wolf | round 2 | encounter.yaml | dice random"),
    "faults": ("system: [", "gm (faults)> ", "encounter.yaml has faults | check tells them, edit opens it"),
    "nobody's turn": (RUNNING.replace("turn: rat", "turn: nobody"), "R2> ", None),
}  # fmt: skip


@pytest.mark.parametrize("case", SEEN)
def test_what_is_seen(watch: Watch, case: str):
    text, head, foot = SEEN[case]
    told = seen(watch, text)
    assert told[0] == head
    assert foot in (None, told[1])


def test_no_encounter(watch: Watch):
    now = watch.look()
    assert (prompt(now), bottom(now, Options(), 80)) == ("gm> ", "no encounter | init, use")


def test_who_throws_the_dice(watch: Watch, monkeypatch: pytest.MonkeyPatch):
    told = seen(watch, RUNNING + "dice: ask\n", dice="ask:npc")[1]
    assert told.endswith("| dice ask:npc")
    assert seen(watch, RUNNING + "dice: ask\n")[1].endswith("| dice ask")
    monkeypatch.setenv("GM_DICE", "random")
    assert seen(watch, RUNNING + "dice: ask\n")[1].endswith("| dice random")
    monkeypatch.setenv("GM_DICE", "nonsense")
    assert seen(watch, RUNNING)[1].endswith("| dice nonsense")


NAMES = ["Nib", "小狼 the long-toothed one from the mill", "🐀" * 30, "x" * 200, "e\N{COMBINING ACUTE ACCENT}" * 30]


@pytest.mark.parametrize("columns", [20, 40, 60, 80])
@pytest.mark.parametrize("name", NAMES)
def test_it_stands_on_one_line(watch: Watch, name: str, columns: int):
    text = RUNNING.replace("NAME", name).replace("turn: rat", "turn: wolf")
    foot = seen(watch, text, columns)[1]
    assert 0 < display_width(foot) <= columns
    head = seen(watch, RUNNING.replace("NAME", name))[0]
    assert display_width(head) <= 29


CLIPPED = {("rat", 3): "rat", ("stoat", 4): "st..", ("小狼小", 5): "小..", ("小狼小", 6): "小狼小", ("a\tb", 9): "a?b"}


@pytest.mark.parametrize("case", CLIPPED)
def test_a_name_is_cut(case: tuple[str, int]):
    assert clipped(*case) == CLIPPED[case]


def test_it_is_never_stale(watch: Watch):
    """Even for an edit of the same length within the same moment."""
    assert seen(watch, RUNNING)[0] == "R2 NAME> "
    times = os.stat("encounter.yaml")
    Path("encounter.yaml").write_text(RUNNING.replace("turn: rat", "turn: wolf").replace("round: 2\n", "round: 3\n"))
    os.utime("encounter.yaml", ns=(times.st_atime_ns, times.st_mtime_ns))
    assert prompt(watch.look()) == "R3 wolf> "
    Path("encounter.yaml").unlink()
    assert prompt(watch.look()) == "gm> "


def test_a_phase_played_together(watch: Watch):
    starter = Path(catalog.folder_of(catalog.load("brachyr")), "starter.yaml").read_text()
    text = starter + "round: 1\nphase: aid\n"
    assert seen(watch, text)[0] == "R1 aid> "
    assert ", aid | " in seen(watch, text)[1]
