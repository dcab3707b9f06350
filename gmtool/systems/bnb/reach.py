"""What an animal could attack another with from where it stands, for `gm from` (BNB-30, BNB-55)."""

from collections.abc import Iterator

from gmtool.rules.model import Encounter
from gmtool.systems.bnb.board import arc_words, here, neighbor_arc
from gmtool.systems.bnb.charge import hindrances, no_line, unready
from gmtool.systems.bnb.forms import HEX_WORDS, TARGET_HEXES, Attack, out_of_reach
from gmtool.systems.bnb.sheet import Animal


def within_reach(encounter: Encounter, animal: Animal, other: Animal) -> list[str]:
    """What an animal could attack another with, a line for each tactic it has: `bite: yes (directly ahead)`."""
    return [
        line
        for tactic in TARGET_HEXES
        if tactic in animal.tactics
        for line in _tactic(encounter, animal, other, tactic)
    ]


def _tactic(encounter: Encounter, animal: Animal, other: Animal, tactic: Attack) -> Iterator[str]:
    stand, spot = here(animal), here(other)
    if out_of_reach(encounter, animal, stand, other, spot, tactic) is not None:
        yield f"{tactic}: no (needs {HEX_WORDS[tactic]})"
    else:
        where = neighbor_arc(encounter.grid, stand, spot.at)
        yield f"{tactic}: yes ({arc_words(where)})" if where else f"{tactic}: yes"
    if tactic == "bite":
        nowhere = no_line(encounter, animal, other)
        reasons = [nowhere] if nowhere else [*unready(encounter, animal), *hindrances(encounter, animal, other)]
        yield f"charge: no ({reasons[0].text})" if reasons else "charge: yes (then bite)"
