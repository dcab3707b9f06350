"""Attacking and aiming (D6-20, D6-23 to D6-27, D6-30)."""

from typing import Annotated, NamedTuple

from gmtool.dice.codes import DieCode
from gmtool.rules.codecs import Ref
from gmtool.rules.naming import counted
from gmtool.rules.table import Table
from gmtool.rules.turns import require_on_map
from gmtool.rules.verbs import Of
from gmtool.systems.d6.actions import require_actions, require_free, use
from gmtool.systems.d6.defense import difficulty
from gmtool.systems.d6.pools import Pool, by_sum, pool, tell_complication, tell_no_dice
from gmtool.systems.d6.ranges import Band, Cover, Shot, best_shot, out_of_sight, shot
from gmtool.systems.d6.sheet import Aim, Code, Fighter
from gmtool.systems.d6.wounds import harm

POINTS_PER_DIE = (1, 5)
"""how far beyond the difficulty adds a die of damage: in successes, in a sum"""
SCATTER = "1d6"


class Striking(NamedTuple):
    """What is looked at in an attack: the dice its surplus adds to the damage, None for a miss (D6-26, D6-30)."""

    added: int
    fixed: int
    least: int
    per_die: int

    def __call__(self, *rolled: int) -> int | None:
        """`rolled`: the attack, after the passive defense where that is rolled."""
        *passive, attack = rolled
        surplus = attack + self.added - max(self.least, self.fixed + sum(passive))
        return surplus // self.per_die if surplus >= 0 else None


def attack(
    t: Table,
    attacker: Fighter,
    target: Fighter,
    *,
    with_: Annotated[str | None, Of("attacker", "weapons"), "the weapon; else the first that reaches"] = None,
    range_: Annotated[Band | None, "the range, where the map does not say it (D6-23)"] = None,
    cover: Annotated[Cover | None, "smoke, foliage, a wall: how well TARGET is hidden (D6-24)"] = None,
    physical_cover: Annotated[Code | None, "what its cover absorbs: dice of resistance (D6-31)"] = None,
    area: Annotated[bool, "a blast: a miss harms nobody by itself (D6-27)"] = False,
    scatter: Annotated[bool, "with --area: roll where a miss lands"] = False,
) -> None:
    """Attack TARGET: roll the weapon's skill against its defense, then damage against resistance.

    Rules: D6-1 to D6-5, D6-11, D6-20, D6-21, D6-23 to D6-27, D6-30 to D6-37. Without --range it is measured on the
    map; without a map it is short. A passive defense that is rolled comes before the attack roll.
    """
    if with_ is not None:
        with_ = t.named("weapon", with_, attacker.arms, whose=attacker.name)
    require_free(t, attacker)
    require_target(t, attacker, target)
    found = _weapon(t, attacker, target, with_, range_)
    t.require(cover != "total", "D6-24", f"{target.name} is in total cover and cannot be targeted", "move first")
    for reason in found.reasons:
        t.heed(reason)
    if scatter:
        _require_scatter(t, target, area=area)
    require_actions(t, attacker)

    aimed = _aim_dice(attacker, target, found)
    if aimed:
        attacker.aim = None  # used, not lost
    use(t, attacker)
    _announce(t, attacker, target, found, aimed)
    rolling = _attack_pool(t, attacker, found, aimed)
    mods, hard = t.mods(attacker), difficulty(t, target, found, cover)
    per_die = POINTS_PER_DIE[by_sum(t.encounter)]
    seen = Striking(rolling.pips + sum(value for _, value in mods), hard.fixed, hard.least, per_die)
    before = () if hard.rolled is None else (hard.rolled.throw(target),)
    effect, values = t.compare(seen, *before, rolling.throw(attacker))
    *passive, value = values
    tell_no_dice(t, attacker, rolling)
    score = t.sum(attacker, "attack", *rolling.parts(value), *mods)
    needed = t.sum(target, "difficulty", *hard.shown(sum(passive)))
    _judge(t, attacker, target, effect, score, needed)
    for who, rolled in ((attacker, value), *((target, roll) for roll in passive)):
        tell_complication(t, who, rolled)
    if effect is not None:
        t.leave_to(harm, attacker, target, found.weapon.damage.code, effect, physical_cover or DieCode(0))
    elif area:
        _missed_area(t, attacker, target, scatter=scatter)


def require_target(t: Table, who: Fighter, target: Fighter) -> None:
    """Refuse oneself, the dead, and whoever is not on the map (D6-20)."""
    if who.id == target.id:
        t.impossible("D6-20", f"{who.name} cannot attack itself")
    t.require(not target.dead, "D6-20", f"{target.name} is dead")
    require_on_map(t, target, "D6-20")


def _weapon(t: Table, attacker: Fighter, target: Fighter, named: str | None, band: Band | None) -> Shot:
    if named is None:
        found = best_shot(t.encounter, attacker, target, band)
    else:
        found = shot(t.encounter, attacker, target, named, attacker.arms[named], band)
    if band is not None and not found.ranged:
        t.impossible("D6-23", f"{found.name} strikes: no range makes it harder", "leave --range out")
    return found


def _require_scatter(t: Table, target: Fighter, *, area: bool) -> None:
    if not area:
        t.impossible("D6-27", "only a missed area attack scatters", "give --area too, or leave --scatter out")
    if target.at is None:
        t.impossible("D6-27", f"{target.name} is not on the map, from where it would scatter", "leave --scatter out")


def _aim_dice(attacker: Fighter, target: Fighter, found: Shot) -> int:
    """The dice that aiming adds (D6-25)."""
    aim = attacker.aim
    return aim.dice if aim is not None and aim.at == target.id and found.ranged else 0


def _attack_pool(t: Table, attacker: Fighter, found: Shot, aimed: int) -> Pool:
    """The weapon's skill, less what wounds take off, with what aiming and the GM add (D6-25, D6-26, D6-37)."""
    skill = found.weapon.skill
    changes = (*attacker.penalties, ("aim", aimed), *t.pool_mods(attacker))
    return pool(t.encounter, skill, attacker.skill(skill), *changes, skill=True)


def _announce(t: Table, attacker: Fighter, target: Fighter, found: Shot, aimed: int) -> None:
    if not attacker.foe_of(target):
        t.tell("", "own-side", "{who} attacks its own side", who=attacker, target=target)
    where = f" ({found.where})" if found.where else ""
    text = f"{{who}} attacks {{target}} with {{weapon}}{where}"
    t.tell("D6-26", "attack", text, who=attacker, target=target, weapon=found.name, range=found.band, aim=aimed)


def _judge(t: Table, attacker: Fighter, target: Fighter, effect: int | None, score: int, needed: int) -> None:
    hit = effect is not None
    t.settle("D6-26", hit)
    if not hit:
        text = "miss ({score} < {needed})"
        t.tell("D6-26", "miss", text, who=attacker, target=target, score=score, needed=needed)
        return
    more = "; effect +{effect}D" if effect else ""
    text = f"hit ({{score}} >= {{needed}}){more}"
    t.tell("D6-26", "hit", text, who=attacker, target=target, score=score, needed=needed, effect=effect)


def _missed_area(t: Table, attacker: Fighter, target: Fighter, *, scatter: bool) -> None:
    """A missed blast: nobody is harmed by it; where it lands, if the GM wants to know (D6-27)."""
    t.tell("D6-27", "area", "nobody is harmed; the GM decides what the blast does", who=attacker, target=target)
    if not scatter or target.at is None:
        return
    grid = t.encounter.grid
    side = t.roll(attacker, "scatter, direction", SCATTER) - 1
    hexes = t.roll(attacker, "scatter, hexes", SCATTER)
    direction = grid.hexsides[side]
    place = target.at
    for _ in range(hexes):
        place = grid.step(place, direction)
    far = counted(hexes, "hex")
    where = "in {place}" if grid.inside(place) else "off the map"
    there = [one for one in t.encounter.glance() if one.at == place]
    who = "{there} there" if there else "nobody is there"
    text = f"it lands {far} {{direction}} of {{target}}, {where}: {who}"
    data = {"place": place} if grid.inside(place) else {}
    t.tell("D6-27", "scatter", text, target=target, direction=direction, hexes=hexes, there=there, **data)


def aim(t: Table, who: Fighter, target: Fighter) -> None:
    """Aim at TARGET for the whole round: 1D more for the next ranged attack on it, 3D at most.

    Rules: D6-11, D6-20, D6-24, D6-25. Nothing else is done in the round, before or after, not even the free 5 m. Any
    other act and a round without aiming end it.
    """
    require_free(t, who)
    require_target(t, who, target)
    for reason in out_of_sight(t.encounter, who, target):
        t.heed(reason)
    if t.encounter.started:
        t.require(
            not (who.used or who.extra or who.moved),
            "D6-25",
            f"{who.name} has done something else this round; aiming takes all of it",
            "aim next round",
        )
        require_actions(t, who)
        who.used += max(1, who.left)
    going_on = who.aim is not None and who.aim.at == target.id
    rounds = who.aim.rounds + 1 if who.aim is not None and going_on else 1
    who.aim = Aim(at=Ref(target.id), rounds=rounds)
    text = "{who} aims at {target}: +{dice}D"
    t.tell("D6-25", "aims", text, who=who, target=target, dice=who.aim.dice, rounds=rounds)
