"""Being entangled: what it costs each turn, and getting free (C21-20, C21-23)."""

from gmtool.hexes.geometry import distance
from gmtool.rules.table import Table
from gmtool.systems.c21.acting import require_action, require_up, spend
from gmtool.systems.c21.attack import deal, rolled
from gmtool.systems.c21.rolls import Roll, challenge, stat_of, versus
from gmtool.systems.c21.seats import place_of
from gmtool.systems.c21.sheet import Fighter, Weapon


def squeeze(t: Table, holder: Fighter) -> None:
    """As the entangler's turn begins, whoever it holds takes the strong damage of what holds it (C21-20)."""
    names = [one.id for one in t.encounter.glance() if one.entangled is not None and one.entangled.by == holder.id]
    for target in map(t.encounter.combatants.__getitem__, names):
        weapon = weapon_of(holder, target)
        why = _slips(t, holder, target, weapon)
        if why:
            free(t, target, why)
            continue
        mode = weapon.strong or weapon.fast if weapon is not None else None
        if mode is None or mode.damage is None:
            continue
        t.tell("C21-20", "squeezed", "{who} holds {target} fast", who=holder, target=target)
        deal(t, holder, target, rolled(t, holder, mode.damage))


def weapon_of(holder: Fighter | None, target: Fighter) -> Weapon | None:
    """What holds somebody; None where its entangler has it no longer."""
    if holder is None or target.entangled is None:
        return None
    return holder.weapons.get(target.entangled.weapon)


def _slips(t: Table, holder: Fighter, target: Fighter, weapon: Weapon | None) -> str:
    """Why a hold ends; "" while it lasts."""
    if holder.down or holder.left:
        return f"{holder.name} is {'gone' if holder.left else 'unconscious'}"
    start, end = place_of(t.encounter, holder), place_of(t.encounter, target)
    by_hand = weapon is None or weapon.kind == "melee"
    if by_hand and start is not None and end is not None and distance(start, end) > 1:
        return f"{holder.name} is not adjacent"
    return ""


def free(t: Table, who: Fighter, why: str) -> None:
    """Be entangled no longer."""
    who.entangled = None
    t.tell("C21-20", "freed", "{who} is entangled no longer: {why}", who=who, why=why)


def escape(t: Table, who: Fighter) -> None:
    """Get free of what entangles WHO: a Combat Action.

    From a hold or a bite by a versus roll of Strength, from a net or a spell by a 21C of Agility.

    Rules: C21-1 to C21-5, C21-20, C21-23, C21-44.
    """
    held = who.entangled
    if held is None:
        t.impossible("C21-23", f"{who.name} is not entangled")
    require_up(t, who, "C21-3")
    require_action(t, who, "combat")
    spend(t, who, "combat")
    holder = t.encounter.combatants.get(held.by)
    weapon = weapon_of(holder, who)
    if holder is None or holder.down or holder.left:
        free(t, who, "nobody holds it any more")
        return
    if weapon is not None and weapon.kind != "melee":
        done = challenge(t, Roll(who, "escape", stat_of(who, "agility"), t.mods(who)))
    else:
        mine = Roll(who, "escape", stat_of(who, "strength"), t.mods(who))
        level, _, _ = versus(t, mine, Roll(holder, "hold", stat_of(holder, "strength"), t.mods(holder)))
        done = level != "failure"
    t.settle("C21-23", done)
    if done:
        who.entangled = None
    text = "{who} gets free of the {weapon}" if done else "{who} does not get free of the {weapon}"
    t.tell("C21-23", "escape", text, who=who, weapon=held.weapon)
