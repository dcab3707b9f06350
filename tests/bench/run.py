"""How long people wait: `python tests/bench/run.py [--quick]`.

Builds the wheel, installs it in a fresh environment, and runs each command turn about with its baselines, so that a
busy machine slows all of them alike: only the ratios mean something. Prints, for each row, the median in milliseconds,
the spread (the middle half of the runs, as a share of the median), the ratio to its baseline, and the ratios that must
and should be reached; writes the same to `latest.json` beside this file. It is no test and never fails on time;
`--quick` ends within a minute, `--keep FOLDER` keeps the environment for the next run.

Baselines: P is `python -c pass`, C `import click`, CR `import click, ruamel.yaml`: what no program built on these can
do without. The other rows are times in one process: odds in each system beside icepool doing the same sums; reading,
changing two values and verifying the text for 10, 100 and 1,000 combatants beside a prototype of that layer, measured
once.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
LATEST = HERE / "latest.json"

ANIMAL = """\
  {name}:   # {number} of the pack
    side: {side}
    at: {hex}
    facing: {facing}
    stats: {{str: 1, spd: 4, agi: 3}}
    hp: 14/14
    initiative: {initiative}
    x-note: "came over the wall; limps"

  # ------------------------------------------------------------------
"""


class Row(NamedTuple):
    """One line of the table. `ratio` is to `of`; `must` and `goal` are its bounds, None where there is none."""

    what: str
    milliseconds: float
    spread: float
    of: str = ""
    ratio: float | None = None
    must: float | None = None
    goal: float | None = None
    more_is_better: bool = False


class Command(NamedTuple):
    """A command line, and what is done in its folder before each run."""

    words: Sequence[str]
    folder: Path
    before: Callable[[], object] = lambda: None
    given: bytes = b""
    """what it reads from standard input"""


# the files played on --------------------------------------------------------------------------------------------------


def pack(size: int) -> str:
    """A fight under way: a rat and a wolf face to face and `size` - 2 others, ten lines each."""
    text = "system: bnb\nround: 1\nturn: rat\ncombatants:\n"
    for number in range(size):
        name, side, place, facing = f"wolf-{number}", "npc", f"{10 + number // 80:02}{1 + number % 80:02}", "N"
        if number < 2:
            name, side, place, facing = (("rat", "pc", "0304", "SE"), ("wolf", "npc", "0404", "NW"))[number]
        text += ANIMAL.format(
            name=name, number=number, side=side, hex=place, facing=facing, initiative=9000 - number if number else 9999
        )
    return text


def fight(folder: Path, size: int) -> Path:
    """A folder with such a fight and no history."""
    folder.mkdir()
    (folder / "encounter.yaml").write_text(pack(size), encoding="utf-8")
    return folder


def restore(folder: Path, text: str) -> Callable[[], object]:
    """Put the file back as it was, so that every run does the same; the history grows as at a table."""
    return lambda: (folder / "encounter.yaml").write_text(text, encoding="utf-8")


# measuring ------------------------------------------------------------------------------------------------------------


def once(command: Command, env: dict[str, str]) -> float:
    """Milliseconds of one run, from start to end of its process."""
    command.before()
    began = time.perf_counter()
    subprocess.run(
        command.words,
        cwd=command.folder,
        env=env,
        input=command.given,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        check=True,
    )
    return (time.perf_counter() - began) * 1000


def alternate(commands: dict[str, Command], env: dict[str, str], rounds: int) -> dict[str, list[float]]:
    """Run all commands turn about, after one round that is not counted."""
    taken: dict[str, list[float]] = {name: [] for name in commands}
    for number in range(rounds + 1):
        for name, command in commands.items():
            milliseconds = once(command, env)
            if number:
                taken[name].append(milliseconds)
    return taken


def spread(taken: Sequence[float]) -> float:
    """The middle half of the runs, as a share of their median."""
    low, _, high = statistics.quantiles(taken, n=4)
    return (high - low) / statistics.median(taken)


def row(
    taken: dict[str, list[float]], name: str, of: str = "", must: float | None = None, goal: float | None = None
) -> Row:
    """A row; its ratio is the median of the ratios of runs that stood side by side."""
    ratio = statistics.median(a / b for a, b in zip(taken[name], taken[of], strict=True)) if of else None
    return Row(name, statistics.median(taken[name]), spread(taken[name]), of, ratio, must, goal)


# the wheel ------------------------------------------------------------------------------------------------------------


def install(folder: Path) -> Path:
    """Build the wheel from the checkout and install it in a fresh environment; give its folder of programs."""
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    programs = folder / ("Scripts" if os.name == "nt" else "bin")
    pip = [str(programs / "python"), "-m", "pip", "install", "-q", "--disable-pip-version-check"]
    subprocess.run([*pip, str(ROOT)], check=True)
    for peer in ("icepool", "jrnl", "sqlite-utils"):
        subprocess.run([*pip, peer], check=False, stderr=subprocess.DEVNULL)
    return programs


# the rows -------------------------------------------------------------------------------------------------------------


def processes(programs: Path, work: Path, env: dict[str, str], rounds: int) -> Iterator[Row]:
    """The whole of a command, beside what its interpreter and libraries take alone."""
    python, gm = str(programs / "python"), str(programs / "gm")
    twenty, thousand = fight(work / "twenty", 20), fight(work / "thousand", 1000)
    small, large = restore(twenty, pack(20)), restore(thousand, pack(1000))
    taken = alternate(
        {
            "P": Command([python, "-c", "pass"], twenty),
            "C": Command([python, "-c", "import click"], twenty),
            "CR": Command([python, "-c", "import click, ruamel.yaml"], twenty),
            "gm next, 20": Command([gm, "next"], twenty, small),
            "gm attack, 20": Command([gm, "attack", "rat", "wolf"], twenty, small),
            "gm status, 20": Command([gm, "status"], twenty, small),
            "gm odds attack, 20": Command([gm, "odds", "attack", "rat", "wolf"], twenty, small),
            "gm roll": Command([gm, "roll", "2d6"], work),
            "gm -h": Command([gm, "-h"], twenty, small),
        },
        env,
        rounds,
    )
    yield row(taken, "P")
    yield row(taken, "C", "P")
    yield row(taken, "CR", "P")
    yield row(taken, "gm next, 20", "CR", 1.35, 0.90)
    yield row(taken, "gm attack, 20", "CR", 1.35, 0.90)
    yield row(taken, "gm status, 20", "CR", 1.25, 0.85)
    yield row(taken, "gm odds attack, 20", "CR")
    yield row(taken, "gm roll", "CR")
    yield row(taken, "gm -h", "CR")
    taken = alternate(
        {
            "gm next, 20 ": Command([gm, "next"], twenty, small),
            "gm next, 1000": Command([gm, "next"], thousand, large),
        },
        env,
        max(3, rounds // 3),
    )
    yield row(taken, "gm next, 1000", "gm next, 20 ", 4, 2.5)
    taken = alternate(
        {
            "C ": Command([python, "-c", "import click"], twenty),
            "TAB on a name, 20": Command([gm, "attack", "wo", "2"], twenty, small),
        },
        {**env, "GM_COMPLETE": "words"},
        rounds,
    )
    yield row(taken, "TAB on a name, 20", "C ", 1.5, 1.0)
    yield from beside_peers(programs, work, env, max(3, rounds // 3))


def beside_peers(programs: Path, work: Path, env: dict[str, str], rounds: int) -> Iterator[Row]:
    """A small change by `gm next`, and one by programs people know: a line for a journal, a row for a database."""
    folder = fight(work / "peers", 20)
    (folder / "jrnl.yaml").write_text(
        f"journals:\n  default: {folder / 'journal.txt'}\nversion: v4.2\n", encoding="utf-8"
    )
    (folder / "journal.txt").write_text("", encoding="utf-8")
    commands = {"gm next, 20  ": Command([str(programs / "gm"), "next"], folder, restore(folder, pack(20)))}
    peers = {
        "jrnl": [str(programs / "jrnl"), "--config-file", str(folder / "jrnl.yaml"), "the wolf is hit for seven."],
        "sqlite-utils": [str(programs / "sqlite-utils"), "insert", str(folder / "peers.db"), "hits", "-", "--pk", "id"],
    }
    row_of_data = b'{"id": 1, "who": "wolf", "hp": 7}'
    for name, words in peers.items():
        if Path(words[0]).exists():
            more = ["--replace"] if name == "sqlite-utils" else []
            commands[name] = Command([*words, *more], folder, given=row_of_data)
    taken = alternate(commands, env, rounds)
    for name in peers:
        if name in taken:
            yield row(taken, "gm next, 20  ", name, 0.6, 0.3)


INSIDE = """\
import json, statistics, sys, time
from gmtool.document.edit import Set, edit
from gmtool.document.parse import parse
from gmtool.encounter import catalog, reading

def timed(act, seconds):
    act()
    taken = []
    until = time.perf_counter() + seconds
    while len(taken) < 3 or time.perf_counter() < until:
        began = time.perf_counter()
        act()
        taken.append((time.perf_counter() - began) * 1000)
    return taken

seconds, files = float(sys.argv[1]), sys.argv[2:]
told = {}
for path in files:
    raw = open(path, "rb").read()
    count = raw.count(b"of the pack")
    def change():
        document = parse(raw, "fight.yaml")
        return edit(document, [Set(("combatants", "rat", "hp"), "7/14"), Set(("turn",), "wolf")])
    told[f"document: read, set two, verify, {count}"] = timed(change, seconds)
    told[f"document: read, {count}"] = timed(lambda: parse(raw, "fight.yaml"), seconds)
    document = parse(raw, "fight.yaml")
    def by_schema():
        return reading.read(document, catalog.load, lambda *_: None)
    told[f"encounter: by schema, {count}"] = timed(by_schema, seconds)
print(json.dumps(told))
"""
"""Run by the installed interpreter: times inside one process."""

ODDS = """\
import json, sys, time
from bisect import bisect_right
from pathlib import Path
import gmtool.systems
from gmtool.document.parse import parse
from gmtool.encounter import catalog, reading
from gmtool.rules.forecast import forecast

try:
    import icepool
    from icepool import d4, d6, d10, d20
except ImportError:
    icepool = None

def spread(lost):
    return lost.mean(), [lost.probability(points) for points in lost.outcomes()]

def bnb():
    hit = 3 + 2 + 1 + d6.highest(2) >= 2 + d6.highest(2)
    return hit.mean(), *spread(hit.map({True: 1 + d6, False: 0}))

def c21():
    def level(own, other):
        return 0 if own + 7 < other + 7 else 2 if own == 20 else 1
    found = icepool.map(level, 2 @ d10, 2 @ d10)
    return found.probability(1) + found.probability(2), *spread(found.map({0: 0, 1: d4, 2: 4}))

def d6s():
    one, pip = d6.map({1: 0, 2: 0, 3: 1, 4: 1, 5: 1, 6: 1}), d6.map({1: 0, 2: 0, 3: 0, 4: 0, 5: 1, 6: 1})
    wild = one
    for _ in range(10):
        wild = d6.map({1: 0, 2: 0, 3: 1, 4: 1, 5: 1, 6: 1 + wild})
    held = 3 @ one + wild + pip
    def wound(score):
        if score < 1:
            return -1
        difference = (2 + score - 1) @ one + wild - held
        return difference.map(lambda points: bisect_right(range(7), points) - 1 if points >= 0 else -1)
    attack = 3 @ one + wild
    return (attack >= 1).mean(), *spread(attack.map(wound))

def mythril():
    hit = 4 + d20 >= 3 + d20
    through = hit.map({True: d6, False: 0}).map(lambda points: (points - d4).map(lambda left: max(0, left)))
    return hit.mean(), *spread(through.map(lambda left: max(0, left - 3)))

def brachyr():
    lost = (4 + d10 + d6 - 2 - d10 - d4).map(lambda points: max(-1, points))
    return (lost >= 0).mean(), *spread(lost)

PEERS = {"bnb": bnb, "c21": c21, "d6": d6s, "mythril": mythril, "brachyr": brachyr}
told = {}
seconds = float(sys.argv[1])
for name, sums in PEERS.items():
    path = Path(gmtool.systems.__path__[0], name, "starter.yaml")
    found = reading.read(parse(path.read_bytes(), path.name), catalog.load, lambda *_: None)
    attack = found.system.verb_table["attack"]
    given = {"attacker": "rat", "target": "wolf"} | ({"charge": True} if name == "bnb" else {})
    def odds():
        return forecast(found.system, attack, found.encounter, given)
    acts = {"gm": odds, **({"icepool": sums} if icepool else {})}
    if icepool and odds().success != sums()[0]:
        raise SystemExit(f"{name}: not the same sums: {odds().success} and {sums()[0]}")
    taken = {one: [] for one in acts}
    until = time.perf_counter() + seconds
    while len(taken["gm"]) < 5 or time.perf_counter() < until:
        for one, act in acts.items():
            began = time.perf_counter()
            act()
            taken[one].append((time.perf_counter() - began) * 1000)
    told[name] = taken
print(json.dumps(told))
"""
"""Run by the installed interpreter: odds of an attack in each system's first fight, and icepool doing those sums."""


def odds(programs: Path, work: Path, env: dict[str, str], seconds: float) -> Iterator[Row]:
    """Exact odds of an attack, without the cost of a process."""
    words = [str(programs / "python"), "-c", ODDS, str(seconds)]
    done = subprocess.run(words, cwd=work, env=env, stdout=subprocess.PIPE, check=True)
    told: dict[str, dict[str, list[float]]] = json.loads(done.stdout)
    for system, taken in told.items():
        median, peer = statistics.median(taken["gm"]), taken.get("icepool")
        ratio = median / statistics.median(peer) if peer else None
        yield Row(f"odds of an attack, {system}", median, spread(taken["gm"]), "icepool" if peer else "", ratio, 3, 0.5)


def inside(programs: Path, work: Path, env: dict[str, str], seconds: float) -> Iterator[Row]:
    """The document layer without the cost of a process."""
    files = []
    for size in (10, 100, 1000):
        files.append(work / f"{size}.yaml")
        files[-1].write_text(pack(size), encoding="utf-8")
    words = [str(programs / "python"), "-c", INSIDE, str(seconds), *map(str, files)]
    done = subprocess.run(words, cwd=work, env=env, stdout=subprocess.PIPE, check=True)
    told: dict[str, list[float]] = json.loads(done.stdout)
    prototype = {"10": 1.3, "100": 10.0, "1000": 104.0}
    for name, taken in told.items():
        median = statistics.median(taken)
        if name.startswith("document: read, set"):
            yield Row(name, median, spread(taken), "the prototype", median / prototype[name.rpartition(" ")[2]], goal=1)
        else:
            yield Row(name, median, spread(taken))


def simulated(programs: Path, work: Path, env: dict[str, str], seconds: float, fights: int) -> Iterator[Row]:
    """Attacks resolved in a second beside the gridless simulator, and how long the fights take, in each system.

    With all processors, as `gm simulate` plays, and in one process. The speed of a machine changes within minutes: the
    peer is measured before and after each.
    """

    def measured(*words: object) -> Any:
        command = [str(programs / "python"), str(HERE / "simulated.py"), *map(str, words)]
        done = subprocess.run(command, cwd=work, env=env, stdout=subprocess.PIPE, check=True)
        return json.loads(done.stdout)

    paces = [measured("pace", seconds)]
    silent = measured("silent", seconds)
    rows = []
    for file in sorted((HERE / "two-against-two").glob("*.yaml")):
        for jobs in (0, 1):
            told = measured("told", fights, file, jobs)
            where = f", {told['jobs']} processors" if not jobs else ", one process"
            paces.append(measured("pace", seconds))
            ratio = told["pace"] / (sum(paces[-2:]) / 2)
            bounds = (1, 15) if not jobs else (None, None)
            name = f"attacks a second, {told['system']}{where}"
            rows.append(Row(name, told["pace"], 0, "gridless", ratio, *bounds, more_is_better=True))
            rows.append(Row(f"{fights:,} fights, {told['system']}{where} (ms)", told["ms"], 0))
    yield Row("gridless simulator: attacks a second", statistics.median(paces), spread(paces))
    yield Row("gridless simulator, log off", silent, 0)
    yield from rows


def memory(programs: Path, work: Path, env: dict[str, str]) -> Iterator[Row]:
    """Peak memory of `gm next` beside that of the libraries alone, in MB."""
    if os.name == "nt":
        return
    folder = fight(work / "memory", 20)
    code = (
        "import resource, subprocess, sys; subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True); "
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024)"
    )
    peaks = []
    for words in ([str(programs / "python"), "-c", "import click, ruamel.yaml"], [str(programs / "gm"), "next"]):
        done = subprocess.run(
            [sys.executable, "-c", code, *words], cwd=folder, env=env, stdout=subprocess.PIPE, check=True
        )
        peaks.append(float(done.stdout))
    yield Row("peak memory of gm next (MB)", peaks[1], 0, "CR", peaks[1] / peaks[0], 1.3, 1.0)


# the table ------------------------------------------------------------------------------------------------------------


def shown(number: float | None, form: str) -> str:
    """A number, or nothing."""
    return "" if number is None else format(number, form)


def table(rows: Sequence[Row]) -> str:
    """The rows as text."""
    lines = [f"{'':42} {'median':>9} {'spread':>7} {'ratio':>6}  {'of':13} {'must':>5} {'goal':>5}"]
    for one in rows:
        verdict = ""
        if one.ratio is not None and (one.must is not None or one.goal is not None):
            sign = -1 if one.more_is_better else 1
            reached = one.goal is not None and sign * one.ratio <= sign * one.goal
            missed = one.must is not None and sign * one.ratio > sign * one.must
            verdict = "goal reached" if reached else "MISSED" if missed else "short of the goal"
        lines.append(
            f"{one.what:42} {one.milliseconds:9.2f} {one.spread:7.0%} {shown(one.ratio, '.2f'):>6}  {one.of:13}"
            f" {shown(one.must, 'g'):>5} {shown(one.goal, 'g'):>5}  {verdict}".rstrip()
        )
    return "\n".join(lines)


def main() -> None:
    """Measure, print, keep."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="fewer runs: within a minute")
    parser.add_argument("--keep", metavar="FOLDER", help="install there, or measure what is installed there")
    parser.add_argument("--fights", type=int, default=10_000, metavar="N", help="to simulate in each system")
    options = parser.parse_args()
    rounds, seconds = (7, 0.3) if options.quick else (41, 2.0)
    env = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "GM_"))}
    with tempfile.TemporaryDirectory() as scratch:
        work = Path(scratch)
        kept = Path(options.keep).resolve() if options.keep else work / "venv"
        programs = install(kept) if not kept.exists() else kept / ("Scripts" if os.name == "nt" else "bin")
        env["PATH"] = f"{programs}{os.pathsep}{env['PATH']}"
        rows = [
            *processes(programs, work, env, rounds),
            *memory(programs, work, env),
            *odds(programs, work, env, seconds),
            *inside(programs, work, env, seconds),
            *(simulated(programs, work, env, seconds, options.fights) if not options.quick else ()),
        ]
    print(table(rows))
    LATEST.write_text(json.dumps([one._asdict() for one in rows], indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
