"""The table of tactics: target hexes and what a hit brings, a row for each tactic with each option (BNB-30)."""

from typing import Literal, NamedTuple

from gmtool.hexes.geometry import Arc, arc, direction_to, distance
from gmtool.rules.model import Encounter
from gmtool.rules.table import Reason
from gmtool.systems.bnb.board import FRONT, REAR, Placement, arc_words, facing_hint
from gmtool.systems.bnb.sheet import Animal, Tactic

Attack = Literal["bite", "claw", "kick"]
Option = Literal["push", "hop", "hold", "vicious", "cuff"]
Effect = Literal["critical", "push", "hop", "hold", "bleeding", "vulnerable", "exposed", "wary"]

NEVER = 7


class Form(NamedTuple):
    """A row of the table."""

    tactic: Attack
    option: Option | None
    on_face: tuple[Effect, ...] = ()
    """what the die brings where it shows `least` or more"""
    least: int = NEVER
    always: tuple[Effect, ...] = ()
    """what every hit brings"""
    core: bool = True
    """a hit costs the core damage; else exactly 1, without a die"""
    hostile: bool = True

    @property
    def hexes(self) -> tuple[Arc, ...]:
        """Its target hexes."""
        return TARGET_HEXES[self.tactic]

    @property
    def words(self) -> str:
        """The row's name: `bite, hold`."""
        return f"{self.tactic}, {self.option}" if self.option else self.tactic


TARGET_HEXES: dict[Attack, tuple[Arc, ...]] = {"bite": (Arc.AHEAD,), "claw": FRONT, "kick": REAR}
HEX_WORDS: dict[Attack, str] = {
    "bite": "the hex directly ahead",
    "claw": "any of the three hexes ahead",
    "kick": "any of the three hexes behind",
}

FORMS = (
    Form("kick", None, ("critical",), 6, ("vulnerable",)),
    Form("kick", "push", ("push",), 6),
    Form("kick", "hop", ("hop",), 6),
    Form("bite", None),
    Form("bite", "hold", ("hold",), 5, ("exposed",)),
    Form("bite", "vicious", ("critical", "bleeding"), 6, ("exposed",)),
    Form("claw", None),
    Form("claw", "cuff", (), NEVER, ("wary",), core=False, hostile=False),
    Form("claw", "vicious", ("critical",), 6, ("exposed",)),
)
_ROWS: dict[tuple[str, str | None], Form] = {(form.tactic, form.option): form for form in FORMS}


def form_of(tactic: str, option: str | None) -> Form | Reason:
    """The row of a tactic with an option, or why there is none."""
    found = _ROWS.get((tactic, option))
    if found is not None:
        return found
    options = [str(form.option) for form in FORMS if form.tactic == tactic and form.option]
    owners = [form.tactic for form in FORMS if form.option == option]
    return Reason(
        "BNB-30",
        f"{tactic} has no {option}; it has {' and '.join(options)}",
        f"--tactic {' or '.join(owners)} has it",
    )


def charges(tactic: Tactic) -> bool:
    """Whether a charge may end with it: it targets only the hex directly ahead (BNB-55)."""
    return any(form.tactic == tactic and form.hexes == (Arc.AHEAD,) for form in FORMS)


def out_of_reach(
    encounter: Encounter, attacker: Animal, stand: Placement, target: Animal, spot: Placement, tactic: Attack
) -> Reason | None:
    """Why a target outside the tactic's hexes cannot be attacked: where it is (BNB-30). Without a map: None."""
    if stand.at is None or spot.at is None:
        return None
    needs = f"{tactic} needs {HEX_WORDS[tactic]}"
    if stand.facing is None:
        hint = facing_hint(encounter, attacker, spot.at)
        return Reason("BNB-30", f"{attacker.name} has no facing, and {needs}", hint)
    where = arc(encounter.grid, stand.at, stand.facing, spot.at)
    if where is None:
        return Reason("BNB-30", f"{target.name} is in {attacker.name}'s own hex; {needs}")
    away = distance(stand.at, spot.at)
    if away == 1 and where in TARGET_HEXES[tactic]:
        return None
    near = arc_words(where) if where in (Arc.AHEAD, Arc.BEHIND) else f"in the {where.value} hex"
    straight = direction_to(encounter.grid, stand.at, spot.at) is not None
    seat = arc_words(where) if straight else where.value  # beyond adjacency an arc is a sector
    place = near if away == 1 else f"{away} hexes away ({seat})"
    return Reason("BNB-30", f"{target.name} is {place}; {needs}")
