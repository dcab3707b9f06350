"""What begins and ends with a turn and a round (BNB-11, BNB-12, BNB-32, BNB-40 to BNB-43, BNB-56)."""

from gmtool.rules.table import Table
from gmtool.rules.turns import in_order
from gmtool.systems.bnb import fresh
from gmtool.systems.bnb.harm import hurt
from gmtool.systems.bnb.markers import bleed, shake_off
from gmtool.systems.bnb.scores import drop_attack
from gmtool.systems.bnb.sheet import Animal


def turn_begin(t: Table, animal: Animal) -> None:
    """Scores, Vulnerable, Wary, charge and dodge end, then it bleeds; also for one that is passed over (BNB-12).

    Whoever defended itself since its last turn skips this one (BNB-42).
    """
    dropped = [drop_attack(animal)] if t.encounter.switches["scores"] == "persistent" else []
    if animal.defense_score is not None:
        dropped.append(f"DS {animal.defense_score}")
        animal.defense_score = None
    if animal.vulnerable:
        dropped.append(f"Vulnerable {animal.vulnerable}")
        animal.vulnerable = 0
    if animal.wary:
        dropped.append("Wary")
        animal.wary = False
    if animal.pause:
        t.tell("BNB-30", "pause-done", "{who} has done it: {act}", who=animal, act=animal.pause)
    animal.charged = False
    animal.dodging, animal.pause = 0, ""
    animal.made = animal.taken = 0
    animal.done = ("skip",) if animal.skip else ()
    animal.skip = False
    _tell_dropped(t, animal, dropped)
    lost = bleed(t, animal)
    if lost:
        hurt(t, animal, lost)


def turn_end(t: Table, animal: Animal) -> None:
    """What was used and provoked is forgotten; `scores: vanilla` drops the AS now (BNB-12)."""
    animal.done = ()
    animal.provoked = ()
    if t.encounter.switches["scores"] == "vanilla":
        _tell_dropped(t, animal, [drop_attack(animal)])
    if fresh.is_fresh(t.encounter):
        fresh.forget_dice(t)


def round_end(t: Table) -> None:
    """Shock rolls in turn order, then the marked tactics go (BNB-12, BNB-32, BNB-11)."""
    everyone = [one for one in in_order(t.encounter) if not one.away]
    for animal in everyone:
        if animal.shock:
            shake_off(t, animal)
    for animal in everyone:
        animal.tactic = None


def _tell_dropped(t: Table, animal: Animal, dropped: list[str]) -> None:
    what = [one for one in dropped if one]
    if what:
        t.tell("BNB-12", "dropped", "{who} drops {what}", who=animal, what=what)
