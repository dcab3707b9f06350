"""Health Points: losing them, falling, bleeding out, getting up again (MYT-30, MYT-31)."""

from typing import Annotated

from gmtool.rules.standard import require_points
from gmtool.rules.table import Table
from gmtool.rules.verbs import Portion
from gmtool.systems.mythril.sheet import Character, health_word


def tell_state(t: Table, who: Character, before: str) -> None:
    """Tell how it is now, where that differs from `before`, its `health_word` then (MYT-30, MYT-31)."""
    after = health_word(who)
    if after == before:
        return
    if after == "dead":
        t.tell("MYT-30", "died", "{who} is dead", who=who)
    elif after:
        t.tell("MYT-30", "fell", "{who} is {state}", who=who, state=after)
    else:
        t.tell("MYT-30", "woke", "{who} is conscious again", who=who)


def bleed(t: Table, who: Character) -> None:
    """The point that bleeding out costs as a round begins (MYT-31); it may be the last (MYT-30)."""
    if who.dead or who.hp.now >= 0:
        return
    before = health_word(who)
    who.hp = who.hp.moved(-1)
    t.tell("MYT-31", "bleeds", "{who} bleeds out: {now} of -{most}", who=who, now=who.hp.now, most=who.hp.max)
    tell_state(t, who, before)


def damage(t: Table, *harm: Annotated[Portion, "who, and how many HP, 0 or more"]) -> None:
    """Take HP off: the GM's own damage, from a fall, a fire, a curse.

    HP may go below 0, the maximum stays as it is. Armor and shield take no part.

    Rules: MYT-30, MYT-31.
    """
    require_points(t, harm, "heal")
    for who, points in harm:
        before = health_word(who)
        who.hp = who.hp.moved(-points)
        t.tell("MYT-30", "hurt", "{who} takes {points} damage", who=who, points=points)
        tell_state(t, who, before)


def heal(t: Table, *care: Annotated[Portion, "who, and how many HP, 0 or more"]) -> None:
    """Give HP back, never above the maximum.

    Whoever is raised above -1 bleeds no more, above 0 it is conscious again. The dead are refused.

    Rules: MYT-30, MYT-31.
    """
    require_points(t, care, "damage")
    for who, _ in care:
        t.require(not who.dead, "MYT-30", f"{who.name} is dead ({who.hp})", "--force raises the dead")
    for who, points in care:
        _heal(t, who, points)


def _heal(t: Table, who: Character, points: int) -> None:
    before, had = health_word(who), who.hp.now
    who.hp = who.hp.moved(points)
    gained = who.hp.now - had
    text = "{who} is healed by {points}" if gained == points else "{who} is healed by {points} of {asked}"
    t.tell("MYT-30", "healed", text, who=who, points=gained, asked=points)
    if had < 0 <= who.hp.now:
        t.tell("MYT-31", "staunched", "{who} bleeds no more", who=who)
    tell_state(t, who, before)
