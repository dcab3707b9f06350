"""Opportunity attacks: who may make one, what provokes it, and which are still open (BNB-56)."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from gmtool.hexes.geometry import Arc
from gmtool.hexes.grid import Direction, Hex
from gmtool.rules.codecs import Ref
from gmtool.rules.model import Encounter
from gmtool.rules.table import Table
from gmtool.systems.bnb.acting import require_able, require_on_board, require_tactics
from gmtool.systems.bnb.board import here, neighbor_arc, present
from gmtool.systems.bnb.fresh import is_fresh
from gmtool.systems.bnb.sheet import Animal, Opening, just_entered

CLAW = "claw"


class Step(NamedTuple):
    """A piece of a move: hexsides turned, clockwise or (negative) counterclockwise; 0: a hex entered."""

    turn: int
    at: Hex
    facing: Direction


class Provocation(NamedTuple):
    """An opportunity attack that a step lays open. `seat`: the foe's front hex it turned in; None: passed through."""

    foe: Animal
    opening: Opening
    seat: Arc | None


class Watch(NamedTuple):
    """The foes of a mover that may react, by the hexes in which they do."""

    front: Mapping[Hex, tuple[Animal, ...]]
    """their front hexes: whoever turns there provokes them"""
    own: Mapping[Hex, tuple[Animal, ...]]
    """their own hexes: whoever passes through provokes them"""


NOBODY = Watch({}, {})


def is_able(encounter: Encounter, foe: Animal) -> bool:
    """Whether an animal could make an opportunity attack at all (BNB-56, BNB-26, BNB-5)."""
    spent = foe.attack_score is not None and foe.attack_score <= 0 and not is_fresh(encounter)
    return not (foe.away or foe.helpless or foe.at is None or CLAW not in foe.tactics or spent) and not just_entered(
        encounter, foe
    )


def watch(encounter: Encounter, mover: Animal) -> Watch:
    """The foes that would react to a move; nobody where the house has no opportunity attacks."""
    if not encounter.switches["opportunity"]:
        return NOBODY
    front: dict[Hex, tuple[Animal, ...]] = {}
    own: dict[Hex, tuple[Animal, ...]] = {}
    for foe in present(encounter):
        if foe.at is None or not foe.foe_of(mover) or not is_able(encounter, foe):
            continue
        own[foe.at] = (*own.get(foe.at, ()), foe)
        if foe.facing is not None:
            for turn in (-1, 0, 1):
                place = encounter.grid.step(foe.at, foe.facing.turned(turn))
                front[place] = (*front.get(place, ()), foe)
    return Watch(front, own)


def provocations(encounter: Encounter, watched: Watch, steps: Iterable[Step]) -> Iterator[Provocation]:
    """What each step of a move lays open, in the order of the steps."""
    for step in steps:
        foes = watched.front if step.turn else watched.own
        for foe in foes.get(step.at, ()):
            seat = neighbor_arc(encounter.grid, here(foe), step.at) if step.turn else None
            yield Provocation(foe, Opening(Ref(foe.id), step.at, step.facing), seat)


def turned_in_place(encounter: Encounter, mover: Animal, facing: Direction | None) -> list[Provocation]:
    """What a rotation where the mover stands lays open."""
    if mover.at is None or facing is None:
        return []
    return list(provocations(encounter, watch(encounter, mover), [Step(1, mover.at, facing)]))


def lay_open(t: Table, mover: Animal, provoked: Iterable[Provocation]) -> None:
    """Tell each opportunity attack, with who, why and where, and record it until the mover's turn ends."""
    found = list(provoked)
    for foe, opening, seat in found:
        t.tell(
            "BNB-56",
            "provoked",
            f"{{who}} may claw at {{target}}: {_deed(seat)}",
            who=foe,
            target=mover,
            at=opening.at,
            facing=opening.facing,
        )
    before = mover.provoked if t.encounter.started else ()  # without turns nothing lapses: the last move counts
    mover.provoked = (*before, *(one.opening for one in found))


def take_opening(t: Table, attacker: Animal, target: Animal) -> Opening | None:
    """Check an opportunity attack and give the opening it uses: the first that is still there for this attacker.

    Rules: BNB-56. None only where the GM forces an attack that nobody provoked.
    """
    t.require(
        t.encounter.switches["opportunity"],
        "BNB-56",
        "this house makes no opportunity attacks",
        "take `opportunity: false` out of `rules:`",
    )
    require_able(t, attacker)
    require_on_board(t, target)
    require_tactics(t, attacker)
    found = next((one for one in target.provoked if one.by == attacker.id), None)
    others = ", ".join(dict.fromkeys(_name(t, one.by) for one in target.provoked))
    t.require(
        found is not None,
        "BNB-56",
        f"{target.name} has not provoked {attacker.name}",
        f"it has provoked {others}" if others else "turning in a foe's front hexes does, or passing through its own",
    )
    return found


def close(target: Animal, opening: Opening, *, fell: bool) -> None:
    """Use the opening up. If the target fell by it, it lies where it was and went no farther (BNB-56)."""
    place = target.provoked.index(opening)
    before, after = target.provoked[:place], target.provoked[place + 1 :]
    if fell:
        target.at, target.facing = opening.at, opening.facing
        after = ()
    target.provoked = (*before, *after)


def _deed(seat: Arc | None) -> str:
    """What provoked, with `{at}` for the hex."""
    if seat is None:
        return "passed through its hex {at}"
    return f"turned in {{at}}, {seat.value} of it"


def _name(t: Table, name: str) -> str:
    found = t.encounter.combatants.get(name)
    return found.name if found is not None else name
