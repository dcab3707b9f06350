"""What brawlers do: talk together, then swing, shift, and jab whoever left an opening."""

from typing import Annotated, Literal

from gmtool.hexes.geometry import distance
from gmtool.hexes.grid import Hex
from gmtool.rules.codecs import Ref
from gmtool.rules.record import record
from gmtool.rules.table import Table
from gmtool.rules.turns import require_turn
from gmtool.rules.verbs import Flags, Of, Portion

from .pools import pool
from .rounds import require_phase, spend
from .sheet import Brawler, Guard, Opening, Pool, Taproom, Weapon

FISTS = Weapon(dice=Pool(0))
FARTHEST_SHIFT = 2
JAB_HITS = 4


@record
class Room:
    """What the room does to a swing; several verbs may take it."""

    dark: Annotated[bool, "hardly any light: a die less"] = False
    crowd: Annotated[int, "bystanders in the way, a die less for each"] = 0


def rally(t: Table, leader: Brawler, *others: Brawler) -> None:
    """Cheer the OTHERS on: a die more for the next swing of each.

    Rules: TOY-2, TOY-8. Once a round, in the talk phase.
    """
    require_phase(t, "talk")
    require_turn(t, leader, "TOY-8")
    if not others or leader in others:
        t.impossible("TOY-8", f"{leader.name} must cheer somebody else on")
    for other in others:
        other.cheer += 1
    t.tell("TOY-8", "rally", "{who} cheers {others} on", who=leader, others=others)
    t.end_turn(leader)


def attack(
    t: Table,
    brawler: Brawler,
    target: Brawler,
    *,
    with_: Annotated[str | None, Of("brawler", "weapons"), "what it swings: its fists if nothing is named"] = None,
    at: Annotated[Literal["body", "head"], "head: a die less, a point of damage more"] = "body",
    guard: Annotated[Guard | None, Flags("target-"), "whether the target spends nerve to dodge: if it can"] = None,
    room: Room = Room(),
) -> None:
    """Swing at TARGET.

    Rules: TOY-2, TOY-3, TOY-5, TOY-6, TOY-9, TOY-12. Each success more than the target's is a point of damage.
    """
    require_phase(t, "brawl")
    require_turn(t, brawler, "TOY-6")
    weapon = _weapon(t, brawler, with_)
    _require_reach(t, brawler, target, weapon.reach)
    dodges = guard == "dodge" or (guard is None and target.nerve > 0 and not target.down)
    spend(t, brawler, t.encounter.switches["costs"].swing)
    if dodges:
        spend(t, target, 1)

    t.tell("TOY-6", "swing", "{who} swings at {target}", who=brawler, target=target)
    dice = brawler.might.dice + weapon.dice.dice + brawler.cheer - room.dark - room.crowd - (at == "head")
    brawler.cheer = 0
    own = pool(t, brawler, "swing", dice)
    score = t.sum(brawler, "swing", ("successes", own.successes), mod=True)
    dodged = pool(t, target, "dodge", target.might.dice).successes if dodges else 0
    bar = t.sum(target, "dodge", ("successes", dodged), mod=True)
    t.settle("TOY-6", score > bar)
    if score > bar:
        t.tell("TOY-6", "hit", "a hit ({score} > {bar})", who=brawler, target=target, score=score, bar=bar)
        hurt(t, target, score - bar + (at == "head"))
    else:
        t.tell("TOY-6", "miss", "a miss ({score} <= {bar})", who=brawler, target=target, score=score, bar=bar)
    if own.fumble:
        _fumble(t, brawler, target, with_)


def shift(t: Table, who: Brawler, to: Annotated[Hex, "where it goes"]) -> None:
    """Move WHO up to two hexes; every foe beside it gets an opening.

    Rules: TOY-2, TOY-3, TOY-10.
    """
    require_phase(t, "brawl")
    require_turn(t, who, "TOY-10")
    at = who.at
    if at is None:
        t.impossible("TOY-10", f"{who.name} is not on the map", f"gm set {who.id} at=HEX")
    others = [one for one in t.encounter.combatants.values() if one.id != who.id and not one.down]
    t.require(all(one.at != to for one in others), "TOY-10", "somebody stands there")
    t.require(distance(at, to) <= FARTHEST_SHIFT, "TOY-10", f"that is farther than {FARTHEST_SHIFT} hexes")
    spend(t, who, 1)
    beside = [one for one in others if one.foe_of(who) and one.at is not None and distance(one.at, at) == 1]
    who.openings += tuple(Opening(Ref(one.id), at) for one in beside)
    who.at = to
    t.tell("TOY-10", "shift", "{who} goes to {to}", who=who, to=to)
    if beside:
        t.tell("TOY-10", "opening", "{by} may jab {who}", by=beside, who=who)


def jab(t: Table, brawler: Brawler, target: Brawler) -> None:
    """Use an opening TARGET gave, in anybody's turn.

    Rules: TOY-3, TOY-9, TOY-10. One nerve, one opening; 4 or more hits for a point.
    """
    used = next((one for one in target.openings if one.by == brawler.id), None)
    if used is None:
        t.impossible("TOY-10", f"{target.name} gave {brawler.name} no opening")
    t.require(not brawler.down, "TOY-12", f"{brawler.name} is down")
    spend(t, brawler, 1)
    place = target.openings.index(used)
    target.openings = (*target.openings[:place], *target.openings[place + 1 :])
    score = t.sum(brawler, "jab", ("die", t.roll(brawler, "jab", "1d6")), mod=True)
    bar = t.sum(target, "guard", ("to hit", JAB_HITS), mod=True)
    t.settle("TOY-10", score >= bar)
    kind, text = ("hit", "a jab lands") if score >= bar else ("miss", "a jab misses")
    t.tell("TOY-10", kind, text, who=brawler, target=target, at=used.at)
    if score >= bar:
        hurt(t, target, 1)


def damage(t: Table, *harm: Annotated[Portion, "who, and how many hit points, 0 or more"]) -> None:
    """Take hit points off: the GM's own damage.

    Rules: TOY-12.
    """
    for _, points in harm:
        if points < 0:
            t.impossible("TOY-12", f"{points} is no number of points")
    for who, points in harm:
        t.tell("TOY-12", "hurt", "{who} takes {points}", who=who, points=points)
        hurt(t, who, points)


def hurt(t: Table, who: Brawler, points: int) -> None:
    """Take hit points off, and tell who falls (TOY-12)."""
    was_down = who.down
    who.hp = who.hp.moved(-points)
    if who.down and not was_down:
        t.tell("TOY-12", "fell", "{who} is out cold", who=who)


def _fumble(t: Table, brawler: Brawler, target: Brawler, with_: str | None) -> None:
    """The weapon suffers, and so does the first bystander (TOY-9)."""
    t.tell("TOY-9", "fumble", "{who} fumbles", who=brawler)
    if with_ is not None:
        _wear(t, brawler, with_)
    third = next((name for name in t.encounter.combatants if name not in (brawler.id, target.id)), None)
    if third is not None:
        hurt(t, t.encounter.combatants[third], 1)


def _wear(t: Table, brawler: Brawler, name: str) -> None:
    weapon = brawler.weapons[name]
    left = weapon.sturdy.moved(-1) if weapon.sturdy is not None else None
    if left is not None and left.now > 0:
        worn = Weapon(dice=weapon.dice, reach=weapon.reach, sturdy=left)
        brawler.weapons = {**brawler.weapons, name: worn}
        return
    brawler.weapons = {key: kept for key, kept in brawler.weapons.items() if key != name}
    if brawler.at is not None and left is None:
        taproom = t.encounter
        assert isinstance(taproom, Taproom)
        taproom.dropped = {**taproom.dropped, name: brawler.at}
    t.tell("TOY-9", "dropped", "{who} has lost the {weapon}", who=brawler, weapon=name)


def _weapon(t: Table, brawler: Brawler, name: str | None) -> Weapon:
    if name is None:
        return FISTS
    if name not in brawler.weapons:
        t.impossible("TOY-6", f"{brawler.name} has no {name}")
    return brawler.weapons[name]


def _require_reach(t: Table, brawler: Brawler, target: Brawler, reach: int) -> None:
    if brawler.id == target.id:
        t.impossible("TOY-6", f"{brawler.name} cannot swing at itself")
    if brawler.at is None or target.at is None:
        return
    away = distance(brawler.at, target.at)
    t.require(away <= reach, "TOY-6", f"{target.name} is {away} hexes away; it reaches {reach}")
