"""Run by the installed interpreter: fights of two against two, after the duel loop of DnD-battler's current version as
its documentation and its log describe it: whoever is alive looks for friends and foes by words, chooses by the economy
of turns, and attacks the weakest enemy alive; everything is tallied and told to a log that shows warnings only, and the
last turn ends in a Victory. Measured with that log as it comes, and once more with the log off.
"""

import gc
import json
import logging
import random
import sys
import time
from pathlib import Path

from gmtool.document.parse import parse
from gmtool.encounter import catalog, reading
from gmtool.encounter.creatures import Bestiary
from gmtool.simulation.batch import batches
from gmtool.simulation.engines import cores, play_here

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
        return "\n".join([*lines, " the fighters ".center(110, "-"), *map(str, self.fighters)])

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


def told(path, fights, jobs):
    """How long the fights of a file take, in milliseconds, and how many attacks a second are made in as many more.

    As `gm simulate` plays them: in `jobs` processes, without collecting garbage.
    """
    gc.disable()
    found = reading.read(parse(path.read_bytes(), str(path)), catalog.load, Bestiary(str(path.parent)))
    parts = batches(found.system, found.encounter, 7, 2 * fights, jobs)
    began = time.perf_counter()
    played = attacks = half = 0
    for tally in play_here(parts, jobs):
        played += tally.fights
        attacks += tally.attacks if half else 0
        if not half and played >= fights:
            half = time.perf_counter()
    return {
        "system": found.system.id,
        "jobs": jobs,
        "ms": (half - began) * 1000,
        "pace": attacks / (time.perf_counter() - half),
    }


def main(what, number, *more):
    """Print what was measured as JSON: `pace SECONDS`, `silent SECONDS`, `told FIGHTS FILE JOBS` (0: all there are)."""
    if what == "told":
        print(json.dumps(told(Path(more[0]), int(number), int(more[1]) or cores())))
        return
    if what == "silent":
        log.setLevel(logging.CRITICAL)
    print(json.dumps(pace(float(number))))


if __name__ == "__main__":
    main(*sys.argv[1:])
