"""What damage does: the chart, which box is ticked, who stays awake, who lives (D6-31 to D6-38)."""

from bisect import bisect_right
from typing import Annotated, NamedTuple

from gmtool.dice.codes import DieCode
from gmtool.dice.throws import Reaching
from gmtool.rules.model import Encounter
from gmtool.rules.standard import require_points
from gmtool.rules.table import Table
from gmtool.rules.verbs import Portion
from gmtool.systems.d6.pools import Parts, joined_pool, pool
from gmtool.systems.d6.sheet import BOXES, PENALTIES, Box, Fighter

STUN = 0
"""the level of the chart that is no box; the boxes are levels 1 to 6 (D6-34)"""
LEAST_DIFFERENCE = {"successes": (0, 1, 2, 3, 4, 5, 6), "sum": (0, 4, 7, 9, 13, 16, 19)}
"""the least difference of each level"""
LEAST_FORTITUDE = {"successes": 3, "sum": 15}
"""what a Fortitude roll must reach to stay awake, or alive"""
_AT_DEATHS_DOOR = BOXES.index("near-death")


class Wounding(NamedTuple):
    """What is looked at in damage and resistance: the level of the wound, None where there is none (D6-32)."""

    least: tuple[int, ...]
    added: int

    def __call__(self, damage: int, resistance: int) -> int | None:
        """The level that the difference comes to."""
        difference = damage - resistance + self.added
        return bisect_right(self.least, difference) - 1 if difference >= 0 else None


def level_of(encounter: Encounter, difference: int) -> int:
    """The level of the chart for a difference of 0 or more (D6-34)."""
    return bisect_right(LEAST_DIFFERENCE[encounter.switches["dice"]], difference) - 1


def harm(t: Table, attacker: Fighter, target: Fighter, code: DieCode, effect: int, cover: DieCode) -> None:
    """Roll damage, by the weapon's code, against resistance, and wound (D6-30 to D6-37).

    `effect`: dice that the attack adds.
    """
    hurting = pool(t.encounter, "damage", code, ("effect", effect))
    holding = joined_pool(
        t.encounter,
        ("resistance", target.skill("fortitude")),
        ("armor", target.armor),
        ("cover", cover),
    )
    seen = Wounding(LEAST_DIFFERENCE[t.encounter.switches["dice"]], hurting.pips - holding.pips)
    level, (damage, resistance) = t.compare(seen, hurting.throw(attacker), holding.throw(target))
    parts: Parts = (("damage", damage + hurting.pips), ("resistance", -resistance - holding.pips))
    difference = t.sum(target, "difference", *parts)
    if level is None:
        t.tell("D6-32", "unhurt", "{who} takes no wound", who=target, difference=difference)
    else:
        t.leave_to(wound, target, level)


def wound(t: Table, target: Fighter, level: int) -> None:
    """Apply a level of the chart: a stun, or a box by the house's way (D6-34 to D6-36)."""
    if level == STUN:
        target.stunned = True
        target.stunned_now = t.encounter.turn == target.id
        t.tell("D6-34", "stunned", "{who} is stunned: -1D until the end of its next turn", who=target)
        return
    box, target.wounds = ticked(target.wounds, level, escalate=t.encounter.switches["wounds"] == "escalate")
    _tell_box(t, target, box, level)
    _suffer(t, target, box)


def ticked(standing: tuple[Box, ...], level: int, *, escalate: bool) -> tuple[Box, tuple[Box, ...]]:
    """The box that a wound of a level ticks, and all boxes ticked then (D6-35, D6-36)."""
    if escalate and standing:
        worst = max(BOXES.index(box) + 1 for box in standing)
        box = BOXES[min(max(worst + 1, level), len(BOXES)) - 1]
        return box, (box,)
    box = next((box for box in BOXES[level - 1 :] if box not in standing), BOXES[-1])
    return box, tuple(one for one in BOXES if one == box or one in standing)


def _tell_box(t: Table, target: Fighter, box: Box, level: int) -> None:
    rule = "D6-36" if t.encounter.switches["wounds"] == "escalate" else "D6-35"
    meant = BOXES[level - 1]
    pushed = f", up from {meant}" if box != meant else ""
    t.tell(rule, "wound", f"{{who}} is wounded: {{box}}{pushed}", who=target, box=box, level=level)
    if box == target.wounds[-1] and BOXES.index(box) < _AT_DEATHS_DOOR:
        t.tell("D6-37", "penalty", "all its actions: -{dice}D", who=target, dice=PENALTIES[box])


def _suffer(t: Table, target: Fighter, box: Box) -> None:
    """What the box brings at once (D6-34)."""
    if box == "dead":
        die(t, target)
    elif target.unconscious or target.dead:
        return
    elif box == "near-death":
        _faint(t, target)
    elif box == "incapacitated":
        holds, why = fortitude_holds(t, target)
        if holds:
            t.tell("D6-34", "awake", f"{{who}} stays awake{why}", who=target)
        else:
            _faint(t, target, why)


def fortitude_holds(t: Table, who: Fighter) -> tuple[bool, str]:
    """Roll Fortitude alone, without armor or penalties; whether it is enough, and why, as ` (3 >= 3)` (D6-34)."""
    rolled = pool(t.encounter, "fortitude", who.skill("fortitude"))
    least = LEAST_FORTITUDE[t.encounter.switches["dice"]]
    holds, (value,) = t.compare(Reaching(least - rolled.pips), rolled.throw(who))
    total = t.sum(who, "fortitude", *rolled.parts(value))
    return bool(holds), f" ({total} {'>=' if holds else '<'} {least})"


def _faint(t: Table, target: Fighter, why: str = "") -> None:
    target.unconscious = True
    _let_go(target)
    t.tell("D6-34", "fell", f"{{who}} is unconscious{why}", who=target)


def die(t: Table, target: Fighter, why: str = "") -> None:
    """The last box is ticked; nothing else of it matters any more (D6-34)."""
    if not target.dead:
        target.wounds = (*target.wounds, "dead")
    target.unconscious = target.stunned = target.stunned_now = False
    _let_go(target)
    t.tell("D6-34", "died", f"{{who}} is dead{why}", who=target)


def _let_go(target: Fighter) -> None:
    """Whoever falls neither defends nor aims any more."""
    target.defense_how = target.defense_value = target.aim = None


# the GM's own word --------------------------------------------------------------------------------------------------


def damage(t: Table, *harm: Annotated[Portion, "who, and the difference, 0 or more: 0 stuns"]) -> None:
    """Wound by a difference: the GM's own damage, from a fall, a fire, a poison.

    Rules: D6-34 to D6-38. It ticks or escalates as if damage had beaten resistance by so much; who is pushed into
    `incapacitated` rolls Fortitude.
    """
    require_points(t, harm, "heal")
    for who, _ in harm:
        t.require(not who.dead, "D6-34", f"{who.name} is dead: no wound is worse", "gm heal takes boxes off")
    for who, difference in harm:
        t.tell("D6-38", "hurt", "{who} takes a difference of {difference}", who=who, difference=difference)
        wound(t, who, level_of(t.encounter, difference))


def heal(t: Table, *care: Annotated[Portion, "who, and how many boxes, 0 or more"]) -> None:
    """Take the highest boxes off.

    Rules: D6-34, D6-38. Whoever has neither `incapacitated` nor `near-death` left is conscious again; one of the dead
    who is near death now is unconscious.
    """
    require_points(t, care, "damage")
    for who, boxes in care:
        kept = len(who.wounds) - min(boxes, len(who.wounds))
        in_order = [box for box in BOXES if box in who.wounds]
        gone = in_order[kept:]
        who.wounds = tuple(in_order[:kept])
        text = "{who} is healed: {boxes}" if gone else "{who} has no box to heal"
        t.tell("D6-38", "healed", text, who=who, boxes=gone)
        if "dead" in gone and "near-death" in who.wounds:
            _faint(t, who)
        if who.unconscious and not {"incapacitated", "near-death"} & {*who.wounds}:
            who.unconscious = False
            t.tell("D6-38", "woke", "{who} is conscious again", who=who)
