"""Who may act at all, and what is used up by it (BNB-10, BNB-5, BNB-32, BNB-33, BNB-42)."""

from gmtool.rules.naming import Told
from gmtool.rules.table import Table
from gmtool.rules.turns import require_turn
from gmtool.systems.bnb.sheet import Act, Animal, just_entered, off_board


def require_act(t: Table, animal: Animal, act: Act, *, fleeing: bool = False) -> None:
    """Refuse an Attack or a Move out of turn, a second one, or by an animal that cannot act."""
    require_turn(t, animal, "BNB-10")
    require_able(t, animal)
    require_unused(t, animal, act, fleeing=fleeing)


def require_able(t: Table, animal: Animal) -> None:
    """Refuse what only an animal on the board and in its senses can do (BNB-5, BNB-32, BNB-33)."""
    require_on_board(t, animal)
    t.require(not animal.down, "BNB-33", Told(lambda: f"{animal.name} is {animal.condition} and cannot act"))
    t.require(not animal.shock, "BNB-32", f"{animal.name} is in Shock and cannot act")


def require_on_board(t: Table, animal: Animal) -> None:
    """Refuse who is in reserve or has left: it neither acts nor is acted upon (BNB-5)."""
    t.require(
        not animal.away,
        "BNB-5",
        f"{animal.name} is {off_board(animal)}",
        f"`gm enter {animal.id} --at HEX` brings it in" if animal.reserve else "",
    )


def require_unused(t: Table, animal: Animal, act: Act, *, rule: str = "BNB-10", fleeing: bool = False) -> None:
    """Refuse what has been used this turn, and all but `dodge --flee` in a turn that is skipped (BNB-10, BNB-42)."""
    if not t.encounter.started:
        return
    t.require(
        not animal.skipping or fleeing,
        "BNB-42",
        f"{animal.name} defended itself and skips this turn",
        "it may use `gm dodge --flee HEX`; `gm next` ends the turn",
    )
    t.require(
        act not in animal.done,
        rule,
        f"{animal.name} has used its {act.capitalize()} this turn",
        "`gm next` ends the turn",
    )


def require_tactics(t: Table, animal: Animal) -> None:
    """Refuse a tactic in the round in which it came in (BNB-5)."""
    t.require(
        not just_entered(t.encounter, animal),
        "BNB-5",
        f"{animal.name} came in this round and may use no tactic",
        "it may move",
    )


def use_up(t: Table, animal: Animal, *acts: Act) -> None:
    """Use up an Attack, a Move or both; before the fight starts nothing is used up (BNB-10)."""
    if t.encounter.started:
        animal.done = (*animal.done, *(act for act in acts if act not in animal.done))
