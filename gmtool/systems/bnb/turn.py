"""Rounds and turns: initiative, what begins and ends with them, and the GM's own hand."""

from typing import Annotated, Any

from gmtool.rules import standard
from gmtool.rules.model import PLAYERS, Encounter
from gmtool.rules.table import Table
from gmtool.rules.turns import in_order
from gmtool.systems.bnb.sheet import Animal
from gmtool.systems.bnb.tactics import hurt

SHOCK_ENDS = 4
STATES = ("vulnerable", "bleeding", "wary", "shock", "held")


def initiative(t: Table, animal: Animal) -> int:
    """SPD Rating + 1d6; `initiative: fixed` leaves the die out (BNB-1)."""
    speed = ("SPD", animal.rating("SPD"))
    if t.encounter.switches["initiative"] == "fixed":
        return t.sum(animal, "initiative", speed)
    return t.sum(animal, "initiative", speed, ("die", t.roll(animal, "initiative", "1d6")))


def rank(_: Encounter, animal: Animal) -> tuple[Any, ...]:
    """Highest initiative first, PCs before NPCs, then the higher SPD Rating (BNB-1)."""
    return -(animal.initiative or 0), animal.side != PLAYERS, -animal.rating("SPD")


def sharing(encounter: Encounter, animal: Animal) -> list[Animal]:
    """Who shares a turn: those next to each other in the order, tied with a PC (BNB-3)."""
    if encounter.switches["tied-turns"] == "separate" or animal.initiative is None:
        return [animal]
    order = in_order(encounter)
    place = next(i for i, one in enumerate(order) if one.id == animal.id)
    first = last = place
    while first > 0 and order[first - 1].initiative == animal.initiative:
        first -= 1
    while last + 1 < len(order) and order[last + 1].initiative == animal.initiative:
        last += 1
    tied = order[first : last + 1]
    return tied if any(one.side == PLAYERS for one in tied) else [animal]


def turn_begin(t: Table, animal: Animal) -> None:
    """Scores, Vulnerable and Wary go, then Bleeding is applied; also for one that is then passed over (BNB-12)."""
    dropped = []
    if animal.attack_score is not None and t.encounter.switches["scores"] == "persistent":
        dropped.append(f"AS {animal.attack_score}")
        animal.attack_score = None
    if animal.defense_score is not None:
        dropped.append(f"DS {animal.defense_score}")
        animal.defense_score = None
    if animal.vulnerable:
        dropped.append(f"Vulnerable {animal.vulnerable}")
        animal.vulnerable = 0
    if animal.wary:
        dropped.append("Wary")
        animal.wary = False
    animal.charged = False
    animal.done = ()
    if dropped:
        t.tell("BNB-12", "dropped", "{who} drops {what}", who=animal, what=dropped)
    if animal.bleeding:
        t.tell("BNB-32", "bleeds", "{who} bleeds: {points} HP", who=animal, points=animal.bleeding)
        hurt(t, animal, animal.bleeding)


def turn_end(t: Table, animal: Animal) -> None:
    """What was used this turn is forgotten; `scores: vanilla` drops the AS now (BNB-12)."""
    animal.done = ()
    if animal.attack_score is not None and t.encounter.switches["scores"] == "vanilla":
        t.tell("BNB-12", "dropped", "{who} drops {what}", who=animal, what=[f"AS {animal.attack_score}"])
        animal.attack_score = None


def round_end(t: Table) -> None:
    """Shock rolls in turn order, then the marked tactics go (BNB-12, BNB-32, BNB-11)."""
    everyone = in_order(t.encounter)
    for animal in everyone:
        if animal.shock:
            _shake_off(t, animal)
    for animal in everyone:
        animal.tactic = None


def _shake_off(t: Table, animal: Animal) -> None:
    die = t.roll(animal, "Shock", "1d6")
    total = t.sum(animal, "Shock", ("die", die), ("MYS", animal.rating("MYS")))
    animal.shock = 0 if total >= SHOCK_ENDS else animal.shock - 1
    if animal.shock:
        t.tell("BNB-32", "shock", "{who} is in Shock for {rounds} more", who=animal, rounds=animal.shock)
    else:
        t.tell("BNB-32", "shock", "{who} is out of Shock", who=animal, rounds=0)


def damage(t: Table, animal: Animal, points: Annotated[int, "how many HP, 0 or more"]) -> None:
    """Take HP off ANIMAL: the GM's own damage, from a fall, a fire, a spell.

    Rules: BNB-33. HP may go below 0.
    """
    _require_points(t, points, "`gm heal` gives points back")
    t.tell("BNB-33", "hurt", "{who} takes {points} damage", who=animal, points=points)
    hurt(t, animal, points)


def heal(t: Table, animal: Animal, points: Annotated[int, "how many HP, 0 or more"]) -> None:
    """Give HP back to ANIMAL, never above its maximum.

    Rules: BNB-33. Whoever is raised above 0 is conscious again.
    """
    _require_points(t, points, "`gm damage` takes points off")
    was_down = animal.down
    before = animal.hp
    animal.hp = animal.hp.moved(points)
    gained = animal.hp.now - before.now
    text = "{who} is healed by {points}" if gained == points else "{who} is healed by {points} of {asked}"
    t.tell("BNB-33", "healed", text, who=animal, points=gained, asked=points)
    if was_down and not animal.down:
        t.tell("BNB-33", "woke", "{who} is conscious again", who=animal)


def _require_points(t: Table, points: int, remedy: str) -> None:
    if points < 0:
        t.impossible("", f"{points} is no number of points: it must be 0 or more", remedy)


def mark(
    t: Table, animal: Animal, name: Annotated[str, "vulnerable, bleeding, wary, shock, or words of your own"]
) -> None:
    """Set a marker of the rules, or a mark of your own, on ANIMAL.

    Rules: BNB-32. `vulnerable` and `bleeding` add one each, `shock` rolls 1d6 for its rounds; anything else is the GM's
    own mark.
    """
    state = name.casefold()
    if state not in STATES:
        standard.mark(t, animal, name)
        return
    if state == "held":
        t.impossible("BNB-32", "a held animal needs its holder", f"gm set {animal.id} markers.held=HOLDER")
    if state == "wary":
        animal.wary = True
    elif state == "vulnerable":
        animal.vulnerable += 1
    elif state == "bleeding":
        animal.bleeding += 1
    else:
        animal.shock = t.roll(animal, "rounds of Shock", "1d6")
    t.tell("BNB-32", "marked", "{who} is marked: {mark}", who=animal, mark=state)


def unmark(t: Table, animal: Animal, name: Annotated[str, "which marker or mark"]) -> None:
    """Take a marker of the rules, or a mark of your own, off ANIMAL; all of it, however many there are.

    Rules: BNB-32.
    """
    state = name.casefold()
    if name in animal.marks or state not in STATES:
        standard.unmark(t, animal, name)
        return
    if not getattr(animal, state):
        t.impossible("BNB-32", f"{animal.name} is not marked {state}")
    setattr(animal, state, {"wary": False, "held": None}.get(state, 0))
    t.tell("BNB-32", "unmarked", "{who} is no longer marked: {mark}", who=animal, mark=state)
