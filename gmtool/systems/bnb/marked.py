"""The tactic marked for a round (BNB-11)."""

from typing import Annotated

from gmtool.rules.table import Table
from gmtool.systems.bnb.sheet import Animal, Tactic


def tactic(t: Table, animal: Animal, name: Annotated[Tactic, "bite, claw, kick or dodge"]) -> None:
    """Mark the tactic ANIMAL will use this round; once marked it may use no other.

    Rules: BNB-11. Refused once it has used a tactic this round, or if it does not have this one.
    """
    require_has(t, animal, name)
    t.require(
        "attack" not in animal.done,
        "BNB-11",
        f"{animal.name} has used its Attack this turn; a tactic is marked before it",
    )
    t.require(
        not t.encounter.started or animal.id not in t.encounter.acted,
        "BNB-11",
        f"{animal.name}'s turn in this round is over",
    )
    t.require(
        animal.tactic in (None, name),
        "BNB-11",
        f"{animal.name} has marked {animal.tactic} for this round; it cannot be changed",
    )
    animal.tactic = name
    t.tell("BNB-11", "tactic", "{who} marks {tactic}", who=animal, tactic=name)


def require_has(t: Table, animal: Animal, chosen: str) -> None:
    """Refuse a tactic that the animal does not have."""
    t.require(
        chosen in animal.tactics, "BNB-30", f"{animal.name} does not have {chosen}; it has {', '.join(animal.tactics)}"
    )


def require_marked(t: Table, animal: Animal, chosen: str) -> None:
    """Refuse another tactic than the one marked for the round (BNB-11)."""
    t.require(
        animal.tactic in (None, chosen),
        "BNB-11",
        f"{animal.name} has marked {animal.tactic} for this round and may use no other tactic",
    )
