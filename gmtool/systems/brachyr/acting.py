"""Who may act when, and what is used up by it (BRA-11, BRA-14, BRA-32, BRA-43, BRA-50)."""

from gmtool.rules.model import Encounter
from gmtool.rules.naming import Told, Why, counted
from gmtool.rules.table import Table
from gmtool.rules.turns import require_on_map, require_turn
from gmtool.systems.brachyr.holds import held_by
from gmtool.systems.brachyr.sheet import Act, Fighter

PHASE_OF: dict[Act, str] = {"move": "movement", "aid": "aid", "attack": "attack"}
OPEN_IN = {
    "movement": "`gm move NAME HEX` moves; the aid phase comes next",
    "aid": "`gm aid NAME ALLY` aids; the attack phase comes next",
    "attack": "an attack, a contest or `gm move NAME HEX --run` is possible; movement comes next round",
}
"""what is possible in each phase"""


def require_act(t: Table, fighter: Fighter, act: Act, *, instead: str = "") -> None:
    """Refuse an act out of its phase or turn, a second one, or by somebody who cannot act.

    `instead` is what would be possible now, where it is not simply what the phase is for.
    """
    require_phase(t, act, instead)
    require_able(t, fighter)
    if act == "move":
        require_unheld(t, fighter)
    require_turn(t, fighter, "BRA-21" if act == "aid" else "BRA-11")
    if t.encounter.started:
        used = {"move": "moved", "aid": "aided", "attack": "used its attack action"}[act]
        rule = {"move": "BRA-13", "aid": "BRA-21", "attack": "BRA-32"}[act]
        t.require(act not in fighter.done, rule, f"{fighter.name} has {used} this round", "`gm next` ends the turn")


def require_phase(t: Table, act: Act, instead: str = "") -> None:
    """Refuse what belongs to another phase; before the fight there are none (BRA-14)."""
    if not t.encounter.started:
        return
    phase = t.system.phase_of(t.encounter).id
    belongs = PHASE_OF[act]
    text = f"it is the {phase} phase, and this belongs to the {belongs} phase"
    t.require(phase == belongs, "BRA-14", text, instead or OPEN_IN[phase])


def require_able(t: Table, fighter: Fighter) -> None:
    """Refuse what only a conscious fighter on the map can do (BRA-50)."""
    t.require(not fighter.down, "BRA-50", Told(lambda: f"{fighter.name} is {fighter.health_word} and cannot act"))
    require_on_map(t, fighter, "BRA-33")


def require_unheld(t: Table, fighter: Fighter) -> None:
    """Refuse a move, or a run, of somebody held (BRA-43)."""
    holder = held_by(t.encounter, fighter)
    if holder is not None:
        text = f"{fighter.name} is held by {holder.name} and cannot move"
        t.require(False, "BRA-43", text, f"`gm escape {fighter.id}` in the attack phase, or `gm release {holder.id}`")


def require_target(t: Table, attacker: Fighter, target: Fighter, rule: str) -> None:
    """Refuse oneself, the dead, and who is not on the map (BRA-33)."""
    if attacker.id == target.id:
        t.impossible(rule, f"{attacker.name} cannot do that to itself", "name somebody else")
    t.require(not target.dead, rule, f"{target.name} is dead")
    require_on_map(t, target, "BRA-33")


def warn_own_side(t: Table, attacker: Fighter, target: Fighter) -> None:
    """Say so where somebody turns on its own side."""
    if not attacker.foe_of(target):
        t.tell("", "own-side", "{who} turns on its own side", who=attacker, target=target)


def use_up(t: Table, fighter: Fighter, act: Act) -> None:
    """Use up an act for the round; before the fight starts nothing is used up."""
    if t.encounter.started and act not in fighter.done:
        fighter.done = (*fighter.done, act)


def may_act(encounter: Encounter, fighter: Fighter) -> Why | None:
    """Why it cannot act in this phase, or None (BRA-43, BRA-50)."""
    if fighter.down:
        return Told(lambda: fighter.health_word)
    if not fighter.placed and encounter.mapped:
        return "not on the map"
    holder = held_by(encounter, fighter) if encounter.phase == "movement" else None
    return None if holder is None else f"held by {holder.name}"


def may_still(encounter: Encounter, fighter: Fighter) -> str:
    """What it may still do in this phase (BRA-13, BRA-14, BRA-32)."""
    reason = may_act(encounter, fighter)
    if reason is not None:
        return str(reason)
    hexes = counted(fighter.speed, "hex")
    phase = encounter.phase or "movement"
    act = next((act for act, name in PHASE_OF.items() if name == phase), "move")
    if act in fighter.done:
        return "nothing left to do"
    if act == "attack":
        holder = held_by(encounter, fighter)
        return f"attack or run {hexes}" if holder is None else f"attack {holder.name} or escape"
    return f"move up to {hexes}" if act == "move" else "aid"
