"""How animals fight by themselves, for `gm simulate`."""

from collections.abc import Iterator
from typing import Any

from gmtool.hexes.geometry import direction_to, neighbors
from gmtool.rules.policy import Deed, Outlook, Policy, best, closer, first_allowed, foes
from gmtool.systems.bnb.forms import TARGET_HEXES
from gmtool.systems.bnb.sheet import Animal


def turn(outlook: Outlook, animal: Any) -> Deed | None:
    """Attack where that can do harm, else go where it could; None when neither is left."""
    enemies = foes(outlook, animal)
    attack = best(outlook, _attacks(animal, enemies))
    if attack is not None:
        return attack
    if "move" in animal.done or "attack" in animal.done:
        return None
    return first_allowed(outlook, _moves(outlook, animal, enemies))


def _attacks(animal: Animal, enemies: list[Animal]) -> Iterator[Deed]:
    for foe in enemies:
        for tactic in TARGET_HEXES:
            if tactic in animal.tactics:
                yield Deed.of("attack", attacker=animal.id, target=foe.id, tactic=tactic)
        yield Deed.of("attack", attacker=animal.id, target=foe.id, charge=True)


def _moves(outlook: Outlook, animal: Animal, enemies: list[Animal]) -> Iterator[Deed]:
    """Beside a foe and facing it, the cheapest first; else as near as it gets."""
    grid = outlook.encounter.grid
    reach = outlook.system.reach
    if animal.at is None or reach is None:
        return
    costs = reach(outlook.encounter, animal)
    for foe in enemies:
        if foe.at is None:
            continue
        beside = [place for place in neighbors(foe.at) if place == animal.at or place in costs]
        for place in sorted(beside, key=lambda hex_: costs.get(hex_, 0)):
            facing = direction_to(grid, place, foe.at)
            yield Deed.of("move", animal=animal.id, to=None if place == animal.at else place, facing=facing)
    for foe in enemies:
        for place in closer(outlook, animal, foe):
            yield Deed.of("move", animal=animal.id, to=place)


POLICY = Policy(
    (
        "It attacks with the tactic and the target that have the best exact chance to cost a foe HP, on a charge too.",
        "Where it can harm nobody it moves beside the nearest foe and faces it, by the cheapest way; then it attacks.",
        "Where no foe can be reached it ends its move as near to one as it can.",
        "Dice go where they go by default: the higher one to attack for the attacker, to defend for the defender.",
        "It makes no opportunity attacks.",
    ),
    turn,
)
