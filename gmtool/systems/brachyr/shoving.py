"""Contests that move somebody: drag and shove (BRA-41, BRA-45)."""

from typing import Annotated, Literal

from gmtool.hexes.geometry import direction_to, distance
from gmtool.hexes.grid import Hex
from gmtool.rules.ground import is_free, is_open, occupant
from gmtool.rules.naming import counted
from gmtool.rules.table import Table
from gmtool.systems.brachyr.contests import contend, require_contest
from gmtool.systems.brachyr.defenses import DEFENSES, Defense, Static
from gmtool.systems.brachyr.holds import loosen
from gmtool.systems.brachyr.sheet import Fighter
from gmtool.systems.brachyr.weapons import arms_for, reaches

Footing = Literal["dodge", "heavy-armour"]
FOOTING: tuple[Footing, ...] = ("dodge", "heavy-armour")
SHOVE_STEP = 5
"""points beyond the defense's maximum that push one hex farther"""


def drag(
    t: Table,
    attacker: Fighter,
    target: Fighter,
    *,
    to: Annotated[Hex | None, "the hex within reach into which TARGET is dragged"] = None,
    here: Annotated[bool, "drag TARGET into one's own hex, and make room with --step"] = False,
    step: Annotated[Hex | None, "with --here: the adjacent hex one moves to oneself"] = None,
    defense: Annotated[Footing | None, "how TARGET resists; else what comes to most on average"] = None,
    static: Static = False,
) -> None:
    """Drag TARGET along: unarmed against dodge or heavy-armour.

    Who wins moves it to another free hex within reach (--to), or into one's own hex while moving to the adjacent hex
    named (--here --step HEX).

    Rules: BRA-1, BRA-2, BRA-11, BRA-14, BRA-20, BRA-22, BRA-23, BRA-32, BRA-33, BRA-41, BRA-43, BRA-46, BRA-50.
    """
    require_contest(t, attacker, target, "BRA-41", "unarmed")
    place, room = _drag_places(t, attacker, target, to, step, here=here)
    text = "{who} drags at {target}"
    if not contend(t, "BRA-41", attacker, target, "unarmed", FOOTING, text=text, defense=defense, static=static).won:
        return
    if room is not None:
        attacker.at = room
        t.tell("BRA-41", "steps", "{who} steps to {place}", who=attacker, place=room)
    if place is not None:
        target.at = place
        t.tell("BRA-41", "dragged", "{who} is dragged to {place}", who=target, place=place)
    loosen(t)


def _drag_places(
    t: Table, attacker: Fighter, target: Fighter, to: Hex | None, step: Hex | None, *, here: bool
) -> tuple[Hex | None, Hex | None]:
    """Where the target is to go, and where the attacker makes room; refused before any die (BRA-41)."""
    own = attacker.at
    if own is None or target.at is None:
        if here or to is not None or step is not None:
            t.impossible("BRA-41", "there is no map to drag anybody on", "leave --to, --here and --step out")
        return None, None
    if here == (to is not None) or here != (step is not None):
        t.impossible("BRA-41", "a drag leads to a hex, or here", "--to HEX, or --here --step HEX")
    named = to or step
    assert named is not None
    label = t.encounter.grid.label(named)
    if named == own or (named == target.at and not here):
        t.impossible(
            "BRA-41", f"{label} is where {attacker.name if named == own else target.name} is", "name another hex"
        )
    near = distance(own, named) == 1 if here else any(reaches(arm, own, named) for arm in arms_for(attacker, "unarmed"))
    where = "adjacent to" if here else "within reach of"
    t.require(near, "BRA-41", f"{label} is not {where} {attacker.name}", "name a hex beside it")
    if not is_free(t.system, t.encounter, named, but=target):
        t.impossible("BRA-41", f"{label} is not free", "name a free hex")
    return (own, step) if here else (to, None)


def shove(
    t: Table,
    attacker: Fighter,
    target: Fighter,
    *,
    defense: Annotated[Defense | None, "how TARGET defends; else what comes to most on average"] = None,
    static: Static = False,
) -> None:
    """Push TARGET straight away: unarmed against any defense.

    It goes 1 hex; where the defense could not possibly succeed, 1 more for each full 5 by which the check exceeds its
    maximum. It stops before what is occupied or blocked.

    Rules: BRA-1 to BRA-3, BRA-11, BRA-14, BRA-20, BRA-22, BRA-23, BRA-32, BRA-33, BRA-43, BRA-45, BRA-46, BRA-50.
    """
    require_contest(t, attacker, target, "BRA-45", "unarmed")
    text = "{who} shoves {target}"
    found = contend(t, "BRA-45", attacker, target, "unarmed", DEFENSES, text=text, defense=defense, static=static)
    if not found.won:
        return
    hexes = 1 + ((found.score - found.most) // SHOVE_STEP if found.hopeless else 0)
    _push(t, attacker, target, hexes)
    loosen(t)


def _push(t: Table, attacker: Fighter, target: Fighter, hexes: int) -> None:
    """Move somebody straight away from somebody, as far as nothing is in the way (BRA-45)."""
    grid = t.encounter.grid
    way = None if attacker.at is None or target.at is None else direction_to(grid, attacker.at, target.at)
    words = counted(hexes, "hex")
    if way is None or target.at is None:
        t.tell("BRA-45", "shoved", f"{{who}} is pushed {words} away", who=target, hexes=hexes)
        return
    gone, place = 0, target.at
    while gone < hexes:
        following = grid.step(place, way)
        other = occupant(t.system, t.encounter, following, but=target)
        if other is not None or not is_open(t.encounter, following):
            break
        gone, place = gone + 1, following
    if gone:
        words = counted(gone, "hex")
        t.tell(
            "BRA-45",
            "shoved",
            f"{{who}} is pushed {words} {{way}} to {{place}}",
            who=target,
            hexes=gone,
            way=way,
            place=place,
        )
        target.at = place
    if gone < hexes:
        what = f"{other.name} is" if other is not None else "the way is blocked"
        t.tell("BRA-45", "stays", "{who} goes no farther: {what} there", who=target, what=what)
