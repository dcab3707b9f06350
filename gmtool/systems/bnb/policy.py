"""How animals fight by themselves, for `gm simulate`."""

from collections.abc import Iterator
from typing import Any

from gmtool.hexes.geometry import direction_to, neighbors
from gmtool.rules.policy import Deed, Outlook, Policy, best, closer, first_allowed, foes
from gmtool.systems.bnb.charge import no_line
from gmtool.systems.bnb.reach import tactics_on
from gmtool.systems.bnb.sheet import Animal


def turn(outlook: Outlook, animal: Any) -> Deed | None:
    """Attack where that can do harm, else go where it could; None when neither is left."""
    if "attack" in animal.done:
        return None
    enemies = foes(outlook, animal)
    attack = best(outlook, _attacks(outlook, animal, enemies))
    if attack is not None:
        return attack
    if "move" in animal.done:
        return None
    return first_allowed(outlook, _moves(outlook, animal, enemies))


def _attacks(outlook: Outlook, animal: Animal, enemies: list[Animal]) -> Iterator[Deed]:
    """The first way to harm each foe: all tactics hit as often, for the same scores are compared (BNB-24)."""
    for foe in enemies:
        found = next((way for way in _ways(outlook, animal, foe) if outlook.can_harm(way)), None)
        if found is not None:
            yield found


def _ways(outlook: Outlook, animal: Animal, foe: Animal) -> tuple[Deed, ...]:
    """The tactics in whose hexes it stands, then a charge if there is a line to charge along."""

    def ways() -> Iterator[Deed]:
        for tactic in tactics_on(outlook.encounter, animal, foe):
            yield Deed.of("attack", attacker=animal.id, target=foe.id, tactic=tactic)
        if no_line(outlook.encounter, animal, foe) is None:
            yield Deed.of("attack", attacker=animal.id, target=foe.id, charge=True)

    return outlook.ask(("ways", animal.id, foe.id), lambda: tuple(ways()))


def _moves(outlook: Outlook, animal: Animal, enemies: list[Animal]) -> Iterator[Deed]:
    """Beside a foe and facing it, the cheapest first; else as near as it gets."""
    grid = outlook.encounter.grid
    costs = outlook.reach(animal)
    if animal.at is None:
        return
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
        "It attacks the foe it has the best exact chance to cost HP, with the first tactic that can: they hit alike.",
        "It charges at a foe whom no tactic reaches from where it stands.",
        "Where it can harm nobody it moves beside the nearest foe and faces it, by the cheapest way; then it attacks.",
        "Where no foe can be reached it ends its move as near to one as it can.",
        "Dice go where they go by default: the higher one to attack for the attacker, to defend for the defender.",
        "It makes no opportunity attacks.",
    ),
    turn,
)
