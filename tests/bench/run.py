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
import json, logging, os, random, sys, time
from gmtool.document.parse import parse
from gmtool.encounter import catalog, reading
from gmtool.encounter.creatures import Bestiary
from gmtool.simulation.batch import batches, play

# one log for all of the peer: it takes every record, and its handler drops those that are no warnings
log = logging.getLogger("gridless")
log.setLevel(logging.DEBUG)
log.addHandler(logging.StreamHandler())
log.handlers[0].setLevel(logging.WARNING)

class Victory(Exception):
    pass

class Dice:
    def __init__(self, bonus, *sides):
        self.bonus, self.sides = bonus, sides
    def roll(self, times=1):
        return self.bonus + sum(random.randint(1, side) for _ in range(times) for side in self.sides)
    def expected(self):
        return self.bonus + sum((side + 1) / 2 for side in self.sides)

class Check:
    # a d20, and what the fighter's ability and training add to it
    def __init__(self, fighter, ability, trained=False):
        self.fighter, self.ability, self.trained, self.die = fighter, ability, trained, Dice(0, 20)
    def bonus(self):
        return self.fighter.modifier(self.ability) + (self.fighter.proficiency() if self.trained else 0)
    def throw(self, advantage=0):
        # the die alone: the better of two with advantage, the worse of two against it
        thrown = [self.die.roll() for _ in range(2 if advantage else 1)]
        shown = max(thrown) if advantage > 0 else min(thrown)
        if shown in (1, 20):
            log.debug("A critical throw" if shown == 20 else "A fumbled throw")
        return shown
    def roll(self):
        return self.throw() + self.bonus()
    def chance(self, least):
        return min(0.95, max(0.05, (21 + self.bonus() - least) / 20))

class Weapon:
    def __init__(self, name, wielder, *sides):
        self.name, self.wielder = name, wielder
        self.check, self.damage = Check(wielder, "str", True), Dice(wielder.modifier("str"), *sides)
    def expected(self, armor):
        return self.check.chance(armor) * self.damage.expected()
    def blow(self, armor, advantage):
        # how often the dice of damage are rolled: not at all for a miss, twice for a critical hit
        shown = self.check.throw(advantage)
        if shown in (1, 20):
            return 2 if shown == 20 else 0
        return 1 if shown + self.check.bonus() >= armor else 0
    def use(self):
        wielder, target = self.wielder, self.wielder.target()
        log.debug(f"{self.name} of {wielder.name} is aimed at {target.name}")
        times = self.blow(target.armor(), wielder.advantage(target))
        if times:
            points = self.damage.roll(times)
            target.suffer(points)
            wielder.tally["hits"] += 1
            wielder.tally["damage"] += points
            log.info(f"{wielder.name} does {points} points to {target.name}")
        else:
            wielder.tally["misses"] += 1
            log.info(f"{wielder.name} fails to hit {target.name}")

class Fighter:
    def __init__(self, name, side, hp, worn, **scores):
        self.name, self.side, self.most, self.worn, self.level = name, side, hp, worn, 1
        # an ability of 10 adds nothing; whoever is trained adds a proficiency that grows with the level
        self.scores = dict.fromkeys(("str", "dex", "con", "wis", "int", "cha"), 10) | scores
        self.weapons, self.initiative = [Weapon("sword", self, 6)], Check(self, "dex")
        self.tally = dict.fromkeys(("rounds", "battles", "hits", "misses", "damage", "hp", "dead"), 0)
        self.nets = self.cures = 0
        self.fight, self.concentrating = None, False
    def reset(self):
        self.hp, self.dodging, self.netted = self.most, False, False
    def modifier(self, ability):
        return (self.scores[ability] - 10) // 2
    def proficiency(self):
        return 2 + (self.level - 1) // 4
    def armor(self):
        return 10 + self.modifier("dex") + sum(self.worn)
    def expected(self, armor):
        return sum(weapon.expected(armor) for weapon in self.weapons)
    def advantage(self, target):
        return target.netted - target.dodging - self.netted
    def target(self):
        found = self.fight.search("enemy alive weakest", self)
        if not found:
            raise Victory
        return found[0]
    def suffer(self, points):
        self.hp -= points
        log.debug(f"{self.name} loses {points} points and has {self.hp} left")
        if self.concentrating and Check(self, "con").roll() < max(10, points // 2):
            self.concentrating = False
    def cure(self):
        # whether somebody was in need of it
        wounded = self.fight.search("ally alive bloodied weakest", self)
        if wounded:
            self.cures -= 1
            wounded[0].hp = min(wounded[0].most, wounded[0].hp + Dice(3, 8).roll())
            log.debug(f"{self.name} heals {wounded[0].name}")
        return bool(wounded)
    def turn(self):
        self.tally["rounds"] += 1
        enemies = self.fight.search("enemy alive", self)
        if not enemies:
            raise Victory
        if self.cures and self.cure():
            return
        economy = len(self.fight.search("ally", self)) > len(self.fight.search("opponent", self))
        if self.netted:
            self.netted = False
            log.debug(f"{self.name} breaks free")
        elif economy and self.fight.search("ally weakest", self)[0] is self:
            self.dodging = True
            log.debug(f"{self.name} dodges")
        elif economy and self.nets:
            self.nets -= 1
            enemies[0].netted = True
            log.debug(f"{self.name} nets {enemies[0].name}")
        else:
            self.attack()
    def attack(self):
        for weapon in self.weapons:
            log.debug(f"{self.name} attacks {self.target().name} with {weapon.name}")
            weapon.use()
    def __str__(self):
        hp, damage, hits, misses, rounds = (
            self.tally[what] / max(1, self.tally["battles"]) for what in ("hp", "damage", "hits", "misses", "rounds")
        )
        return (
            f"{self.name} of {self.side}: {hp:.1f} of {self.most} hp left, {self.cures} cures; a battle:"
            f" {damage:.1f} damage, {hits:.1f} hits, {misses:.1f} misses, {rounds:.1f} rounds"
        )

class Fight:
    def __init__(self, *fighters):
        self.fighters = list(fighters)
        self.tally = {"rounds": 0, "battles": 0}
        for what in ("victories", "perfect", "close"):
            self.tally[what] = {one.side: 0 for one in fighters}
        for one in fighters:
            one.fight = self
    def search(self, phrase, seeker):
        # the fighters that a phrase such as "enemy alive weakest" means
        def alive(some):
            return [one for one in some if one.hp > 0]
        def enemy(some):
            return [one for one in some if one.side != seeker.side]
        criteria = {
            "alive": alive,
            "dead": lambda some: [one for one in some if one.hp <= 0],
            "enemy": enemy,
            "ally": lambda some: [one for one in some if one.side == seeker.side],
            "opponent": lambda some: enemy(alive(some)),
            "normal": lambda some: [one for one in some if not one.netted],
            "bloodied": lambda some: [one for one in some if 2 * one.hp < one.most],
            "caster": lambda some: [one for one in some if one.cures],
            "weakest": lambda some: sorted(some, key=lambda one: one.hp),
            "fiercest": lambda some: sorted(some, key=lambda one: -one.expected(10)),
            "random": lambda some: random.sample(some, len(some)),
        }
        found, unknown = self.fighters, phrase.split()
        for word in list(unknown):
            for name, criterion in criteria.items():
                if word == name:
                    found = criterion(found)
                    unknown.remove(word)
        if unknown:
            raise ValueError(f"nobody is found by {unknown}")
        return found
    def needed(self, side):
        # the turns that side is expected to need to beat the others
        others = [one for one in self.fighters if one.side != side]
        armor = sum(one.armor() for one in others) / len(others)
        return sum(one.most for one in others) / sum(one.expected(armor) for one in self.fighters if one.side == side)
    def __str__(self):
        tally = self.tally
        needed = {side: self.needed(side) for side in tally["victories"]}
        lines = [" the encounter ".center(110, "=")]
        for side, turns in needed.items():
            lines.append(f"> {side} may win in {turns:.2f} turns, {turns / sum(needed.values()):.0%} of what all need")
        lines.append(f"{tally['battles']} battles, {tally['rounds']} rounds")
        for side, won in tally["victories"].items():
            lines.append(f"> {side} won {won}, {tally['perfect'][side]} unhurt, {tally['close'][side]} barely")
        return "\\n".join([*lines, " the fighters ".center(110, "-"), *map(str, self.fighters)])
    def line_up(self):
        placed = {one: one.initiative.roll() for one in self.fighters}
        self.fighters.sort(key=placed.get, reverse=True)
        log.debug(f"They act in this order: {[one.name for one in self.fighters]}")
    def battle(self):
        log.info("A new battle")
        for one in self.fighters:
            one.reset()
        self.line_up()
        try:
            while True:
                self.round()
        except Victory:
            self.settle()
        log.debug(str(self))
    def round(self):
        self.tally["rounds"] += 1
        log.debug("A new round")
        for one in self.fighters:
            one.dodging = False
            if one.hp > 0:
                one.turn()
            else:
                one.tally["dead"] += 1
    def settle(self):
        self.tally["battles"] += 1
        for one in self.fighters:
            one.tally["battles"] += 1
            one.tally["hp"] += one.hp
        winners = self.search("ally", next(one for one in self.fighters if one.hp > 0))
        side = winners[0].side
        self.tally["victories"][side] += 1
        self.tally["perfect"][side] += all(one.hp == one.most for one in winners)
        self.tally["close"][side] += all(2 * one.hp < one.most for one in winners)

def pace(seconds):
    sides = ("pc", "pc", "npc", "npc")
    fight = Fight(*[Fighter(f"{side}{n}", side, 22, [2], str=14, dex=12) for n, side in enumerate(sides)])
    began = time.perf_counter()
    while time.perf_counter() < began + seconds:
        fight.battle()
    took = time.perf_counter() - began
    return sum(one.tally["hits"] + one.tally["misses"] for one in fight.fighters) / took

seconds, fights = float(sys.argv[1]), int(sys.argv[2])
told = {"the gridless simulator": [pace(seconds)]}
log.setLevel(logging.CRITICAL)
told["the gridless simulator, log off"] = [pace(seconds)]
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
"""Run by the installed interpreter: fights of two against two, after the duel loop of DnD-battler's current version as
its documentation and its log describe it: whoever is alive looks for friends and foes by words, chooses by the economy
of turns, and attacks the weakest enemy alive; everything is tallied and told to a log that shows warnings only, and the
last turn ends in a Victory. Measured with that log as it comes, and once more with the log off."""


def simulated(programs: Path, work: Path, env: dict[str, str], seconds: float, fights: int) -> Iterator[Row]:
    """Attacks resolved in a second beside the gridless simulator, and how long the fights take, in each system."""
    files = sorted(str(path) for path in (HERE / "two-against-two").glob("*.yaml"))
    words = [str(programs / "python"), "-c", SIMULATED, str(seconds), str(fights), *files]
    done = subprocess.run(words, cwd=work, env=env, stdout=subprocess.PIPE, check=True)
    told: dict[str, list[float]] = json.loads(done.stdout)
    (peer,), (silent,) = told.pop("the gridless simulator"), told.pop("the gridless simulator, log off")
    yield Row("gridless simulator: attacks a second", peer, 0)
    yield Row("gridless simulator, log off", silent, 0)
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
