"""Health: losing it, falling unconscious, falling out of the saddle, getting up again (C21-5, C21-42)."""

from typing import Annotated

from gmtool.rules.standard import require_points
from gmtool.rules.table import Table
from gmtool.rules.verbs import Portion
from gmtool.systems.c21.saddle import unseat
from gmtool.systems.c21.seats import mount_of, rider_of
from gmtool.systems.c21.sheet import Fighter


def hurt(t: Table, target: Fighter, points: int) -> None:
    """Take health off, never below 0; who comes to 0 falls, out of the saddle too (C21-5, C21-42)."""
    was_down = target.down
    target.health = target.health.moved(-min(points, target.health.now))
    if not target.down or was_down:
        return
    t.tell("C21-5", "fell", "{who} is unconscious", who=target)
    mount, rider = mount_of(t.encounter, target), rider_of(t.encounter, target)
    if mount is not None:
        unseat(t, target, mount)
    if rider is not None:
        unseat(t, rider, target)


def damage(t: Table, *harm: Annotated[Portion, "who, and how many points of health, 0 or more"]) -> None:
    """Take health off: the GM's own damage, from a fall, a fire, a spell. Protection does not count.

    Rules: C21-5, C21-42. Health stops at 0; who comes there is unconscious and falls out of the saddle.
    """
    require_points(t, harm, "heal")
    for who, points in harm:
        t.tell("C21-5", "hurt", "{who} takes {points} damage", who=who, points=points)
        hurt(t, who, points)


def heal(t: Table, *care: Annotated[Portion, "who, and how many points of health, 0 or more"]) -> None:
    """Give health back, never above the maximum.

    Rules: C21-5. Whoever is raised above 0 is conscious again.
    """
    require_points(t, care, "damage")
    for who, points in care:
        was_down, before = who.down, who.health.now
        who.health = who.health.moved(points)
        gained = who.health.now - before
        text = "{who} is healed by {points}" if gained == points else "{who} is healed by {points} of {asked}"
        t.tell("C21-5", "healed", text, who=who, points=gained, asked=points)
        if was_down and not who.down:
            t.tell("C21-5", "woke", "{who} is conscious again", who=who)
