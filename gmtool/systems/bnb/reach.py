"""What an animal could attack another with from where it stands, for `gm from` and policies (BNB-30, BNB-55)."""

from collections.abc import Iterator

from gmtool.rules.model import Encounter
from gmtool.systems.bnb.board import arc_words, here, neighbor_arc
from gmtool.systems.bnb.charge import hindrances, no_line, unready
from gmtool.systems.bnb.forms import HEX_WORDS, TARGET_HEXES, Attack, out_of_reach
from gmtool.systems.bnb.sheet import Animal


def tactics_on(encounter: Encounter, animal: Animal, other: Animal) -> tuple[Attack, ...]:
    """Those of an animal's tactics in whose hexes another stands (BNB-30); all of them without a map."""
    stand, spot = here(animal), here(other)
    return tuple(
        tactic
        for tactic in TARGET_HEXES
        if tactic in animal.tactics and out_of_reach(encounter, animal, stand, other, spot, tactic) is None
    )


def within_reach(encounter: Encounter, animal: Animal, other: Animal) -> list[str]:
    """What an animal could attack another with, a line for each tactic it has: `bite: yes (directly ahead)`."""
    able = tactics_on(encounter, animal, other)
    return [
        line
        for tactic in TARGET_HEXES
        if tactic in animal.tactics
        for line in _tactic(encounter, animal, other, tactic, able=tactic in able)
    ]


def _tactic(encounter: Encounter, animal: Animal, other: Animal, tactic: Attack, *, able: bool) -> Iterator[str]:
    if not able:
        yield f"{tactic}: no (needs {HEX_WORDS[tactic]})"
    else:
        where = neighbor_arc(encounter.grid, here(animal), other.at)
        yield f"{tactic}: yes ({arc_words(where)})" if where else f"{tactic}: yes"
    if tactic == "bite":
        nowhere = no_line(encounter, animal, other)
        reasons = [nowhere] if nowhere else [*unready(encounter, animal), *hindrances(encounter, animal, other)]
        yield f"charge: no ({reasons[0].text})" if reasons else "charge: yes (then bite)"
