"""Moving and postures (MYT-3, MYT-4, MYT-5, MYT-20)."""

from collections.abc import Mapping
from typing import Annotated

from gmtool.hexes.grid import Hex
from gmtool.rules.model import Encounter
from gmtool.rules.naming import Told
from gmtool.rules.system import System
from gmtool.rules.table import Table
from gmtool.rules.turns import require_turn
from gmtool.rules.walking import Route, Walker, go, in_reach, walk, words
from gmtool.systems.mythril.opportunity import lapse, lay_open
from gmtool.systems.mythril.sheet import Character, Posture, health_word
from gmtool.systems.mythril.stamina import catch_breath, out_of_action, spend_action

GAIT: dict[Posture, str] = {
    "standing": "moves",
    "crouching": "moves crouching",
    "crawling": "crawls",
    "prone": "crawls",
}
LOW: tuple[Posture, ...] = ("crawling", "prone")


def walker(who: Character) -> Walker:
    """How far it gets and whom it may pass: its own side, and whoever lies there (MYT-4)."""
    return Walker(who, who.speed, "MYT-4", lambda other: not who.foe_of(other))


def move(
    t: Table,
    who: Character,
    to: Annotated[Hex | None, "the hex to end in; none where --path says the way"] = None,
    *,
    route: Route,
) -> None:
    """Move WHO by the cheapest way, and tell who may act on it, where and why.

    It takes an action and as many hexes as its Speed: AGI + 2 and its bonus, crouching half, crawling a quarter.

    Rules: MYT-2 to MYT-6, MYT-20, MYT-22, MYT-30. Refused (nothing changed) out of turn, without an action left, or
    where the way is too long.
    """
    require_turn(t, who, "MYT-3")
    reason = out_of_action(t.encounter, who)
    t.heed(reason)
    t.require(who.speed > 0, "MYT-4", f"{who.name} has Speed 0 and cannot move")
    way = walk(t, walker(who), to, route)
    catch_breath(t, who)
    spend_action(t, who)
    lapse(t.encounter, who)
    gait = GAIT["crawling" if who.spent else who.posture]
    cost = f"{way.cost} of Speed {who.speed}"
    go(who, way, route)
    text = f"{{who}} {gait} to {{to}}: {{path}} ({cost})"
    t.tell("MYT-4", "move", text, who=who, to=way.end, path=words(t, way), cost=way.cost)
    lay_open(t, who, way.hexes)


def posture(t: Table, who: Character, how: Annotated[Posture, "standing, crouching, crawling or prone"]) -> None:
    """Change how WHO holds itself: free on its own turn.

    Rules: MYT-3, MYT-4, MYT-20, MYT-22, MYT-30. Getting up is refused while it is exhausted.
    """
    require_turn(t, who, "MYT-3")
    t.require(not who.down, "MYT-30", Told(lambda: f"{who.name} is {health_word(who)}"))
    if who.posture == how:
        t.impossible("MYT-4", f"{who.name} is {how} already")
    t.require(
        not who.spent or how in LOW,
        "MYT-20",
        f"{who.name} is exhausted and cannot get up",
        "a whole round without a Combat Skill brings Stamina back",
    )
    catch_breath(t, who)
    who.posture = how
    t.tell("MYT-4", "posture", "{who} is {how} now: Speed {speed}", who=who, how=how, speed=who.speed)


def reach(system: System, encounter: Encounter, who: Character) -> Mapping[Hex, int]:
    """The hexes it can move to now, with what each costs (MYT-4)."""
    if out_of_action(encounter, who) is not None:
        return {}
    return in_reach(system, encounter, walker(who))
