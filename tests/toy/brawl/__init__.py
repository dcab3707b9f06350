"""A taproom brawl: a sixth rule system, as small as one can be that asks everything of the shared types."""

from typing import Literal

from gmtool.rules import standard
from gmtool.rules.system import Switch, System

from . import moves, rounds, sheet
from .texts import RULES

system = System(
    id="brawl",
    title="Taproom Brawl",
    combatant=sheet.Brawler,
    encounter=sheet.Taproom,
    verbs=(
        moves.rally,
        moves.attack,
        moves.shift,
        moves.jab,
        rounds.wait,
        moves.damage,
    ),
    phases=rounds.PHASES,
    kinds={
        **standard.KINDS,
        "rally": "a leader cheered others on",
        "swing": "somebody swings at somebody",
        "hit": "a swing or a jab hit",
        "miss": "a swing or a jab missed",
        "fumble": "the wild die showed a 1",
        "dropped": "a weapon was lost",
        "shift": "somebody moved",
        "opening": "who may jab somebody now",
        "waits": "somebody waits for another",
        "stumble": "a drunk lost a nerve",
        "fell": "somebody is out cold",
    },
    initiative=rounds.initiative,
    rank=rounds.rank,
    health="hp",
    is_down=lambda brawler: brawler.down,
    is_dead=lambda brawler: brawler.dead,
    may_act=rounds.may_act,
    may_still=rounds.may_still,
    rules=lambda: RULES,
    switches=(
        Switch("nerve", "how large the pool is: two, or 1 + grit (TOY-3)", Literal["two", "grit"], "two"),
        Switch("costs", "what actions take from the pool (TOY-3)", sheet.Costs, sheet.Costs()),
    ),
    round_begin=rounds.round_begin,
    round_end=rounds.round_end,
    owner_of=rounds.owner_of,
)
