"""Actions: who may act, what it costs, and the ways to more of them (D6-11 to D6-14, D6-16)."""

from typing import Annotated, Literal

from gmtool.rules.codecs import Ref
from gmtool.rules.model import Encounter
from gmtool.rules.naming import Told, counted
from gmtool.rules.record import record, stat
from gmtool.rules.table import Table
from gmtool.rules.turns import behind_whom_they_wait_for, require_on_map, require_turn
from gmtool.systems.d6.paces import free_left
from gmtool.systems.d6.sheet import Fighter, may_act, state_word

Points = Literal["luck", "character"]
MORE = "`gm borrow` or `gm spend` gives one more; `gm next` ends the turn"


@record
class Price:
    """What an action costs in points (D6-13)."""

    luck: int = stat("Luck Points for an action", default=1, least=0)
    character: int = stat("Character Points for an action", default=2, least=0)


def require_free(t: Table, who: Fighter, *, walking: bool = False) -> None:
    """Refuse to act out of turn, fallen, and in a round that went into aiming or a full defense.

    `walking`: a full defense leaves the free meters (D6-22).
    """
    require_turn(t, who, "D6-11")
    t.require(not who.down, "D6-34", Told(lambda: f"{who.name} is {state_word(who)} and cannot act"))
    require_on_map(t, who, "D6-20")
    if t.encounter.started:
        t.require(
            not who.aimed, "D6-25", f"{who.name} aims and does nothing else this round", "`gm next` ends the turn"
        )
        t.require(
            walking or not who.full,
            "D6-22",
            f"{who.name} defends with all it has and does nothing else this round",
            "`gm next` ends the turn; 5 m of movement are free",
        )


def require_actions(t: Table, who: Fighter, wanted: int = 1, rule: str = "D6-11") -> None:
    """Refuse what takes more actions than are left; before the fight nobody counts them."""
    if t.encounter.started:
        left = counted(who.left, "action") if who.left else "no action"
        needs = "" if wanted == 1 else f"; this needs {wanted}"
        t.require(who.left >= wanted, rule, f"{who.name} has {left} left{needs}", MORE)


def use(t: Table, who: Fighter, actions: int = 1) -> None:
    """Use up actions; any act breaks aiming (D6-11, D6-25)."""
    if t.encounter.started:
        who.used += actions
    if who.aim is not None:
        t.tell("D6-25", "aim-lost", "{who} no longer aims at {target}", who=who, target=who.aim.at)
        who.aim = None


def require_counted(t: Table, rule: str) -> None:
    """Refuse what only makes sense once rounds are counted."""
    t.require(t.encounter.started, rule, "the fight has not started: actions are not counted yet", "gm start")


def borrow(t: Table, who: Fighter) -> None:
    """Take an action of the next round now: three in this one, one in that.

    Rules: D6-11, D6-12. On its own turn, once a round.
    """
    require_counted(t, "D6-12")
    require_free(t, who)
    t.require(
        not who.borrowed, "D6-12", f"{who.name} has borrowed an action this round", "`gm spend` buys one with points"
    )
    who.borrowed = 1
    who.extra += 1
    t.tell("D6-12", "borrowed", "{who} borrows an action from the next round", who=who, left=who.left)


def spend(t: Table, who: Fighter, points: Annotated[Points, "which points buy it"]) -> None:
    """Buy an action with Luck Points or Character Points, on its own turn, as often as they last.

    Rules: D6-11, D6-13. The price is the switch `action-price`.
    """
    require_counted(t, "D6-13")
    require_free(t, who)
    price = getattr(t.encounter.switches["action-price"], points)
    held = getattr(who, points)
    kind = f"{points.capitalize()} Point"
    t.require(
        held >= price,
        "D6-13",
        f"{who.name} has {counted(held, kind)}; an action costs {price}",
        f"gm set {who.id} {points}={price}, or another way: gm borrow",
    )
    setattr(who, points, max(0, held - price))
    who.extra += 1
    t.tell("D6-13", "bought", "{who} buys an action for {price}", who=who, price=counted(price, kind), left=who.left)


def wait(t: Table, who: Fighter, *, until: Annotated[Fighter, "whose turn it lets pass first"]) -> None:
    """Let another act first; it costs an action, and the rest is used right after that one's turn.

    Rules: D6-11, D6-14, D6-25. This round only: the other must come later in it. A standing defense stays until then.
    """
    require_counted(t, "D6-14")
    require_free(t, who)
    if until.id == who.id:
        t.impossible("D6-14", f"{who.name} cannot wait for itself")
    order = [one.id for one in turn_order(t.encounter)]
    t.require(
        until.id not in t.encounter.acted and order.index(until.id) > order.index(who.id),
        "D6-14",
        f"{until.name} does not come later this round",
        "wait for somebody whose turn is still to come",
    )
    require_actions(t, who, 2, "D6-14")
    use(t, who)
    who.waits = Ref(until.id)
    t.tell("D6-14", "waits", "{who} waits for {until}", who=who, until=until)
    t.end_turn(who, again=True)


def act(t: Table, who: Fighter, *text: Annotated[str, "what it does, in your words"]) -> None:
    """Do something else entirely: one action, announced and kept in the log.

    Rules: D6-11, D6-16, D6-25. It breaks aiming.
    """
    done = " ".join(text).strip()
    if not done:
        t.impossible("D6-16", "an act needs its words", f'gm act {who.id} "picks the lock"')
    require_free(t, who)
    require_actions(t, who)
    use(t, who)
    t.tell("D6-16", "act", "{who}: {done}", who=who, done=done)


def turn_order(encounter: Encounter) -> list[Fighter]:
    """Everyone, those who wait right after the one they wait for (D6-14)."""
    return behind_whom_they_wait_for(encounter, lambda one: one.waits)


# what is left -------------------------------------------------------------------------------------------------------


def still_left(encounter: Encounter, who: Fighter) -> str:
    """Its actions and what it holds ready, for the status (D6-11, D6-12, D6-14, D6-21, D6-25)."""
    if who.down:
        return ""
    everyone = encounter.combatants
    said = [counted(who.left, "action")] if encounter.started else []
    said += ["borrowed 1"] if who.borrowed else []
    said += ["owed 1"] if who.owed else []
    if who.defense_value is not None:
        said.append(f"{who.defense_how or 'defense'} {who.defense_value}")
    if who.aim is not None and who.aim.at in everyone:
        said.append(f"aims at {everyone[who.aim.at].name} +{who.aim.dice}D")
    if who.waits is not None and who.waits in everyone:
        said.append(f"waits for {everyone[who.waits].name}")
    return ", ".join(said)


def may_still(encounter: Encounter, who: Fighter) -> str:
    """What it may still do this turn, or why it cannot act (D6-11, D6-15, D6-22, D6-25)."""
    reason = may_act(encounter, who)
    if reason is not None:
        return str(reason)
    if who.aimed:
        return "nothing more: it aims"
    free = free_left(who)
    walk = f"{free:g} m free" if free else ""
    if who.full:
        return f"full defense, {walk}" if walk else "full defense, nothing more"
    if not who.left:
        return f"no action left, {walk}" if walk else "nothing left to do"
    return ", ".join(filter(None, (counted(who.left, "action"), walk)))
