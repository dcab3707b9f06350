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
from typing import NamedTuple

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


SIMULATED = """\
import json, os, random, sys, time
from gmtool.document.parse import parse
from gmtool.encounter import catalog, reading
from gmtool.encounter.creatures import Bestiary
from gmtool.simulation.batch import batches, play

class Dice:
    def __init__(self, bonus, dice=(20,), twinned=None):
        self.bonus, self.dice, self.twinned = bonus, dice, twinned
        self.advantage = self.crit = 0
    def roll(self):
        return self.icosaroll() if self.dice == (20,) else self.multiroll()
    def icosaroll(self):
        if self.advantage == 0:
            shown = random.randint(1, 20)
        elif self.advantage > 0:
            shown = max(random.randint(1, 20), random.randint(1, 20))
        else:
            shown = min(random.randint(1, 20), random.randint(1, 20))
        self.crit = int(shown == 20)
        if self.twinned is not None:
            self.twinned.crit = self.crit
        return -999 if shown == 1 else 999 if shown == 20 else shown + self.bonus
    def multiroll(self):
        times = 2 if self.crit else 1
        return self.bonus + sum(random.randint(1, die) for _ in range(times) for die in self.dice)

class Victory(Exception):
    pass

class Creature:
    def __init__(self, name, team, ac, hp, to_hit, damage):
        self.name, self.team, self.ac, self.starting_hp = name, team, ac, hp
        self.abilities = dict.fromkeys(("str", "dex", "con", "wis", "int", "cha"), 1)
        blow = Dice(damage[0], damage[1:])
        self.attacks = [{"name": "sword", "attack": Dice(to_hit, (20,), blow), "damage": blow}]
        self.initiative = Dice(self.abilities["dex"])
        self.healing_spells, self.able, self.condition, self.concentrating = 0, 1, "normal", 0
        self.nets, self.tally = 0, dict.fromkeys(("rounds", "battles", "hp", "hits", "misses", "damage", "dead"), 0)
        self.arena = None
    def reset(self):
        self.hp, self.dodge, self.condition, self.able = self.starting_hp, 0, "normal", 1
        self.temp, self.log = 0, ""
        self.placed = self.initiative.roll()
    def isalive(self):
        return self.hp > 0
    def ready(self):
        self.dodge = 0
        if self.condition == "netted":
            self.condition = "normal"
    def take_damage(self, points):
        self.hp -= points
        self.arena.log += f"{self.name} takes {points}, {self.hp} left. "
        if self.concentrating and Dice(self.abilities["con"]).roll() < max(10, points // 2):
            self.concentrating = 0
        if self.hp <= 0:
            self.tally["dead"] += 1
    def check_advantage(self, opponent):
        advantage = 1 if opponent.condition == "netted" else 0
        return advantage - (1 if opponent.dodge else 0) - (1 if self.condition == "netted" else 0)
    def assess_wounded(self):
        if self.healing_spells > 0:
            weak = self.arena.find("ally alive weakest", self)
            if weak and weak[0].starting_hp > 2 * weak[0].hp:
                return weak[0]
        return None
    def act(self):
        self.ready()
        self.tally["rounds"] += 1
        allies = self.arena.find("ally alive", self)
        enemies = self.arena.find("enemy alive", self)
        if not enemies:
            raise Victory
        weak = self.assess_wounded()
        if weak is not None:
            self.healing_spells -= 1
            weak.hp += Dice(3, (8,)).roll()
        elif len(allies) > len(enemies) and self.nets and self.able:
            self.nets -= 1
            enemies[0].condition = "netted"
        elif len(allies) > len(enemies) and self is self.arena.find("ally alive weakest", self)[0] and len(allies) > 2:
            self.dodge = 1
        else:
            self.multiattack()
    def multiattack(self):
        for attack in self.attacks:
            there = self.arena.find("enemy alive weakest", self)
            if not there:
                raise Victory
            opponent = there[0]
            attack["attack"].advantage = self.check_advantage(opponent)
            self.arena.resolved += 1
            if attack["attack"].roll() >= opponent.ac:
                points = attack["damage"].roll()
                self.tally["hits"] += 1
                self.tally["damage"] += points
                self.arena.log += f"{self.name} hits {opponent.name} with {attack['name']}. "
                opponent.take_damage(points)
            else:
                self.tally["misses"] += 1
                self.arena.log += f"{self.name} misses {opponent.name}. "

class Encounter:
    def __init__(self, *lineup):
        self.combattants, self.resolved, self.log = list(lineup), 0, ""
        self.tally = {"rounds": 0, "battles": 0, "victories": {one.team: 0 for one in lineup}}
        for one in lineup:
            one.arena = self
    def reset(self):
        self.log = ""
        for one in self.combattants:
            one.reset()
    def find(self, what, searcher):
        found, words = self.combattants, what.split()
        for word in words:
            if word == "enemy":
                found = [one for one in found if one.team != searcher.team]
            elif word == "ally":
                found = [one for one in found if one.team == searcher.team]
            elif word == "alive":
                found = [one for one in found if one.isalive()]
            elif word == "weakest":
                found = sorted(found, key=lambda one: one.hp)
        return found
    def battle(self):
        self.reset()
        self.combattants.sort(key=lambda one: one.placed, reverse=True)
        self.tally["battles"] += 1
        try:
            while True:
                self.tally["rounds"] += 1
                for one in self.combattants:
                    if one.isalive():
                        one.act()
        except Victory:
            for one in self.combattants:
                one.tally["battles"] += 1
                one.tally["hp"] += one.hp
            for team in {one.team for one in self.combattants if one.isalive()}:
                self.tally["victories"][team] += 1

seconds, fights = float(sys.argv[1]), int(sys.argv[2])
arena = Encounter(*[Creature(f"{team}{n}", team, 13, 22, 4, (2, 6)) for team in ("pc", "npc") for n in (1, 2)])
until = time.perf_counter() + seconds
began = time.perf_counter()
while time.perf_counter() < until:
    arena.battle()
told = {"the gridless simulator": [arena.resolved / (time.perf_counter() - began)]}
for path in sys.argv[3:]:
    found = reading.read(parse(open(path, "rb").read(), path), catalog.load, Bestiary(os.path.dirname(path)))
    began = time.perf_counter()
    for part in batches(found.system, found.encounter, 7, fights, 1):
        play(part)
    told[f"{fights:,} fights, {found.system.id}"] = [(time.perf_counter() - began) * 1000]
    again = time.perf_counter()
    more = [play(part) for part in batches(found.system, found.encounter, 8, max(1, fights // 5), 1)]
    took = time.perf_counter() - again
    told[f"attacks a second, {found.system.id}"] = [sum(tally.attacks for tally in more) / took]
print(json.dumps(told))
"""
"""Run by the installed interpreter: fights of two against two, after the duel loop of DnD-battler as its readme has it:
dice that know advantage and criticals; whoever is alive looks for friends and foes, chooses by the economy of turns,
and attacks the weakest enemy alive; everything is tallied, and the last turn ends in a Victory."""


def simulated(programs: Path, work: Path, env: dict[str, str], seconds: float, fights: int) -> Iterator[Row]:
    """Attacks resolved in a second beside the gridless simulator, and how long the fights take, in each system."""
    files = sorted(str(path) for path in (HERE / "two-against-two").glob("*.yaml"))
    words = [str(programs / "python"), "-c", SIMULATED, str(seconds), str(fights), *files]
    done = subprocess.run(words, cwd=work, env=env, stdout=subprocess.PIPE, check=True)
    told: dict[str, list[float]] = json.loads(done.stdout)
    (peer,) = told.pop("the gridless simulator")
    yield Row("gridless simulator: attacks a second", peer, 0)
    for name, (number,) in told.items():
        if name.startswith("attacks"):
            yield Row(name, number, 0, "gridless", number / peer, 1, 15, more_is_better=True)
        else:
            yield Row(f"{name} (ms)", number, 0)


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
