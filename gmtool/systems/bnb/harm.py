"""Hit points: losing them, falling, getting up again (BNB-33)."""

from functools import partial
from typing import Annotated

from gmtool.rules.codecs import Track
from gmtool.rules.standard import require_points
from gmtool.rules.table import Table
from gmtool.rules.verbs import Portion
from gmtool.systems.bnb.holds import loosen
from gmtool.systems.bnb.sheet import Animal, condition


def hurt(t: Table, target: Animal, points: int) -> None:
    """Take HP off, and tell if it falls or sinks from unconscious to dying (BNB-33). Who falls holds nobody."""
    before, stood = target.hp, not target.down
    target.hp = before.moved(-points)
    if not target.down:
        return
    t.report(partial(_tell_fallen, t, target, before))
    if stood:
        interrupt(t, target)
        target.fell = t.encounter.round
        loosen(t)


def _tell_fallen(t: Table, target: Animal, before: Track) -> None:
    """It falls, or sinks from unconscious to dying."""
    if condition(before) != target.condition:
        t.tell("BNB-33", "fell", "{who} is {state}", who=target, state=target.condition)


def interrupt(t: Table, animal: Animal) -> None:
    """A small act that was under way fails: its animal was hit, or fell (`dodge --pause`, BNB-30)."""
    if animal.pause:
        t.tell("BNB-30", "pause-lost", "{who} is interrupted: {act} fails", who=animal, act=animal.pause)
        animal.pause = ""


def damage(t: Table, *harm: Annotated[Portion, "who, and how many HP, 0 or more"]) -> None:
    """Take HP off: the GM's own damage, from a fall, a fire, a spell.

    Rules: BNB-33. HP may go below 0; who falls loses its small act (BNB-30) and holds nobody (BNB-32).
    """
    require_points(t, harm, "heal")
    for animal, points in harm:
        t.tell("BNB-33", "hurt", "{who} takes {points} damage", who=animal, points=points)
        hurt(t, animal, points)


def heal(t: Table, *care: Annotated[Portion, "who, and how many HP, 0 or more"]) -> None:
    """Give HP back, never above the maximum.

    Rules: BNB-33. Whoever is raised above 0 is conscious again.
    """
    require_points(t, care, "damage")
    for animal, points in care:
        _heal(t, animal, points)


def _heal(t: Table, animal: Animal, points: int) -> None:
    was_down = animal.down
    before = animal.hp
    animal.hp = animal.hp.moved(points)
    gained = animal.hp.now - before.now
    text = "{who} is healed by {points}" if gained == points else "{who} is healed by {points} of {asked}"
    t.tell("BNB-33", "healed", text, who=animal, points=gained, asked=points)
    if was_down and not animal.down:
        animal.fell = None
        t.tell("BNB-33", "woke", "{who} is conscious again", who=animal)
