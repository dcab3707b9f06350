"""Who may act, what one may still do this turn, and what an action costs (C21-3, C21-4, C21-44)."""

from gmtool.rules.model import Encounter
from gmtool.rules.table import Reason, Table
from gmtool.rules.turns import require_turn
from gmtool.systems.c21.seats import held_of, mount_of, panicked, rider_of
from gmtool.systems.c21.sheet import Act, Fighter

_MOST = 2
"""actions of a turn"""


def may_act(encounter: Encounter, one: Fighter) -> str | None:
    """Why somebody cannot act, or None (C21-5, C21-43)."""
    if one.left:
        return "gone from the field"
    if one.down:
        return "unconscious"
    if one.is_in("helpless"):
        return "helpless"
    if not one.placed and encounter.mapped:
        return "not on the map"
    return None


def require_up(t: Table, one: Fighter, rule: str) -> None:
    """Refuse what is out of turn, or done by somebody who cannot act."""
    reason = may_act(t.encounter, one)
    t.require(reason is None, "C21-5", f"{one.name} is {reason} and cannot act")
    require_turn(t, one, rule)


def require_free(t: Table, one: Fighter) -> None:
    """Refuse to move somebody who is entangled, or whose rider is (C21-20)."""
    held = held_of(t.encounter, one)
    if held is not None:
        t.require(False, "C21-20", f"{held.name} is entangled and cannot move", f"gm escape {held.id}")


def hindrance(encounter: Encounter, one: Fighter, *acts: Act) -> Reason | None:
    """Why somebody cannot take an action, or two in one, now; None: he can (C21-4, C21-44).

    Before the fight starts actions are not counted, stamina is.
    """
    if encounter.started:
        directed = _undirected(encounter, one, acts)
        if directed is not None:
            return directed
        if "combat" in acts and "combat" in one.done:
            return Reason("C21-4", f"{one.name} has used its Combat Action this turn", "`gm next` ends the turn")
        if len(one.done) + len(acts) > _MOST:
            return Reason("C21-4", f"{one.name} has {_left_words(encounter, one)} this turn", "`gm next` ends the turn")
    price = _price(one, acts)
    if one.stamina is not None and one.stamina.now < price:
        text = f"{one.name} has no stamina left for a {'Combat' if 'combat' in acts else 'second Basic'} Action"
        return Reason("C21-4", text, "the first Basic Action of a turn costs none")
    return None


def _undirected(encounter: Encounter, one: Fighter, acts: tuple[Act, ...]) -> Reason | None:
    """What a mount does only as far as its rider directs it, and a rider only as far as that succeeded (C21-44)."""
    rider = rider_of(encounter, one)
    if rider is not None and not rider.down:
        if rider.ride is None:
            return Reason("C21-44", f"{rider.name} does not direct {one.name}", f"`gm ride {rider.id}` first")
        if rider.ride == "failure" and ("combat" in acts or len(one.done) + len(acts) > 1):
            text = f"{rider.name} directs {one.name} badly this turn: one Basic Action, and it is all there is"
            return Reason("C21-44", text, "a move up to its Base Move is one")
    if one.ride == "failure" and "combat" in acts:
        return Reason("C21-44", f"{one.name} failed to direct the mount and has no Combat Action this turn", "")
    return None


def require_action(t: Table, one: Fighter, *acts: Act) -> None:
    """Refuse an action that is not there to be used."""
    t.heed(hindrance(t.encounter, one, *acts))


def spend(t: Table, one: Fighter, *acts: Act) -> None:
    """Use an action up; all but the first Basic Action of a turn cost 1 stamina where it is tracked (C21-4)."""
    price = _price(one, acts)
    if one.stamina is not None and price:
        one.stamina = one.stamina.moved(-min(price, one.stamina.now))
    if t.encounter.started:
        one.done = (*one.done, *acts)


def _price(one: Fighter, acts: tuple[Act, ...]) -> int:
    """The stamina that actions cost: a Combat Action, or a second Basic one."""
    basics = [act for act in (*one.done, *acts) if act == "basic"]
    return acts.count("combat") + (1 if len(basics) > 1 and "basic" in acts else 0)


# what is left ---------------------------------------------------------------------------------------------------------


def may_still(encounter: Encounter, one: Fighter) -> str:
    """What somebody may still do this turn, with the mount he rides; or why he cannot act."""
    reason = may_act(encounter, one)
    if reason is not None:
        return reason
    mount = mount_of(encounter, one)
    if mount is None:
        return _flight(encounter, one) or _left_words(encounter, one)
    return f"{_left_words(encounter, one)}; {mount.name}: {_mount_words(encounter, one, mount)}"


def _mount_words(encounter: Encounter, rider: Fighter, mount: Fighter) -> str:
    flight = _flight(encounter, mount)
    if flight:
        return flight
    if rider.ride is None:
        return f"`gm ride {rider.id}`" if not rider.done else "not directed"
    if rider.ride == "failure":
        return "nothing left to do" if mount.done else "one Basic"
    return _left_words(encounter, mount)


def _flight(encounter: Encounter, mount: Fighter) -> str:
    """What is left to an afraid mount (C21-43)."""
    if not panicked(encounter, mount):
        return ""
    return "afraid, it has fled" if mount.done else f"afraid: `gm flee {mount.id}`"


def _left_words(encounter: Encounter, one: Fighter) -> str:
    """The actions of this turn that nothing hinders."""
    if len(one.done) >= _MOST:
        return "nothing left to do"
    first: tuple[Act, ...] = () if one.done else ("basic",)
    acts: tuple[Act, ...] = ("combat", "basic")
    more = " or ".join(act.capitalize() for act in acts if hindrance(encounter, one, *first, act) is None)
    return ", and ".join(filter(None, ("Basic" if first else "", more))) or "nothing left to do"
