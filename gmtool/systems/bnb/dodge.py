"""Dodging: a better defense until its next turn, a small act meanwhile, or flight (BNB-30, BNB-42)."""

from typing import TYPE_CHECKING, Annotated

from gmtool.hexes.grid import Hex
from gmtool.rules.table import Table
from gmtool.systems.bnb.acting import require_act, require_tactics, require_unused, use_up
from gmtool.systems.bnb.board import Placement, facing_hint, here, movement_points
from gmtool.systems.bnb.fresh import is_fresh
from gmtool.systems.bnb.holds import loosen, stuck
from gmtool.systems.bnb.marked import require_has, require_marked
from gmtool.systems.bnb.movement import cheapest_way
from gmtool.systems.bnb.scores import store_defense
from gmtool.systems.bnb.sheet import Animal

if TYPE_CHECKING:
    from gmtool.systems.bnb.paths import Way

DODGE = "dodge"
WHOLLY = 2
HALF = 1


def dodge(
    t: Table,
    animal: Animal,
    *,
    pause: Annotated[str | None, "a small act that succeeds unless it is hit before its next turn"] = None,
    flee: Annotated[Hex | None, "its Move, to this hex, provoking nothing; on the map's edge it leaves"] = None,
) -> None:
    """Dodge until its next turn begins: DS + 2, or + 1 with a small act or in flight. Uses the Attack.

    Rules: BNB-10, BNB-11, BNB-30, BNB-32 (who is held cannot flee; who flees lets go), BNB-42 (flight is possible in a
    turn that is skipped), BNB-44, BNB-50 to BNB-52.
    """
    if pause is not None and flee is not None:
        t.impossible("BNB-30", "an animal pauses or flees, not both", "give --pause or --flee")
    if pause is not None and not pause.strip():
        t.impossible("BNB-30", "a pause is for a small act", 'name it: --pause "slips the latch"')
    require_act(t, animal, "attack", fleeing=flee is not None)
    require_tactics(t, animal)
    require_has(t, animal, DODGE)
    require_marked(t, animal, DODGE)
    if flee is not None:
        require_unused(t, animal, "move", fleeing=True)
        _flee(t, animal, flee)
    use_up(t, animal, *(("attack",) if flee is None else ("attack", "move")))
    if not animal.left:
        _defend(t, animal, WHOLLY if pause is None and flee is None else HALF)
    if pause is not None:
        animal.pause = pause.strip()
        t.tell("BNB-30", "pause", "{who} meanwhile: {act}, unless it is hit", who=animal, act=animal.pause)
    loosen(t)


def _defend(t: Table, animal: Animal, bonus: int) -> None:
    """The stored DS is higher, a missing one is rolled first; with `scores: fresh` the bonus joins each roll."""
    t.tell("BNB-30", "dodge", "{who} dodges until its next turn: DS + {bonus}", who=animal, bonus=bonus)
    if is_fresh(t.encounter):
        animal.dodging = bonus
        return
    if animal.defense_score is None:
        parts = store_defense(t, animal, t.roll(animal, "Defend Die", "1d6")).parts
    else:
        parts = (("stored", animal.defense_score),)
    animal.defense_score = t.sum(animal, "DS", *parts, ("dodge", bonus))


def _flee(t: Table, animal: Animal, to: Hex) -> None:
    """Move up to the animal's MP, provoking nothing; on the edge of the map it is gone."""
    from gmtool.systems.bnb.paths import ends_on_edge

    way = _flight(t, animal, to)
    end = Placement(to, animal.facing) if way is None else way.end
    cost = "as the GM rules" if way is None else f"{way.cost} of {movement_points(animal)} MP"
    letters = "" if way is None else way.letters
    text = f"{{who}} flees to {{to}}, facing {{facing}}: {letters or 'no step'} ({cost})"
    t.tell("BNB-30", "move", text, who=animal, to=to, facing=end.facing, path=letters, cost=way and way.cost)
    if ends_on_edge(t.encounter.grid, to):
        animal.at, animal.left, animal.fell = None, True, t.encounter.round
        t.tell("BNB-30", "left", "{who} leaves the board at {at}", who=animal, at=to)
    else:
        animal.at, animal.facing = end


def _flight(t: Table, animal: Animal, to: Hex) -> "Way | None":
    """The way it flees by. None: where the GM forces one and there is none."""
    from gmtool.systems.bnb.paths import Goal, Mover, Way, ends_on_edge

    if animal.at is None:
        t.impossible("BNB-50", f"{animal.name} is not on the map", f"gm set {animal.id} at=HEX")
    if animal.facing is None:
        hint = facing_hint(t.encounter, animal, to)
        t.impossible("BNB-50", f"{animal.name} has no facing, and enters only the hex directly ahead", hint)
    if to != animal.at:
        return cheapest_way(t, animal, Goal(to), Mover(t.encounter, animal, provoking=False), may_run=False)
    if not ends_on_edge(t.encounter.grid, to):
        t.impossible("BNB-30", f"{animal.name} is in {t.encounter.grid.label(to)} already", "flee to another hex")
    t.require(animal.held is None, "BNB-32", stuck(t.encounter, animal))
    return Way(here(animal), (), 0)
