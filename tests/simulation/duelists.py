"""A game small enough to be reckoned on paper: a throw of the die hits or not, each hit costs a point."""

from pathlib import Path
from typing import Any

from gmtool.document.parse import parse
from gmtool.encounter import catalog
from gmtool.encounter.creatures import Bestiary
from gmtool.encounter.reading import Reading
from gmtool.encounter.reading import read as read_encounter
from gmtool.rules import standard
from gmtool.rules.codecs import Track
from gmtool.rules.model import Combatant, Encounter
from gmtool.rules.policy import Deed, Outlook, Policy, best, foes
from gmtool.rules.record import record, stat
from gmtool.rules.system import Phase, System
from gmtool.rules.table import Table
from gmtool.rules.turns import in_order, require_turn

ROOT = Path(__file__).resolve().parents[2]


@record(frozen=False, eq=False, kw_only=True)
class Duelist(Combatant):
    hp: Track = stat("points", default=Track(1, 1))
    needs: int = stat("the least face that hits", default=4)
    blast: bool = stat("its hits cost itself a point too", default=False)
    struck: bool = stat("has struck this turn", default=False, kind="state")
    grudge: int = stat("how often it was missed", default=0, kind="state", quiet=True)

    @property
    def down(self) -> bool:
        return self.hp.now <= 0

    @property
    def lost(self) -> int:
        return self.hp.max - self.hp.now


def attack(t: Table, attacker: Duelist, target: Duelist) -> None:
    """Strike at TARGET."""
    require_turn(t, attacker)
    t.require(not attacker.struck, "", "it has struck")
    attacker.struck = True
    hit = t.roll(attacker, "strike", "1d6") >= attacker.needs
    t.settle("", hit)
    if hit:
        target.hp = target.hp.moved(-1)
        if attacker.blast:
            attacker.hp = attacker.hp.moved(-1)


def _fresh(_: Table, who: Any) -> None:
    who.struck = False


def _turn(outlook: Outlook, who: Any) -> Deed | None:
    return best(outlook, (Deed.of("attack", attacker=who.id, target=foe.id) for foe in foes(outlook, who)))


DUELISTS = System(
    id="duelists",
    title="Duelists",
    combatant=Duelist,
    verbs=(attack,),
    phases=(Phase("turns", in_order, turn_begin=_fresh),),
    kinds=dict(standard.KINDS),
    initiative=lambda _, who: who.initiative,
    rank=lambda _, who: (-(who.initiative or 0),),
    health="hp",
    is_down=lambda who: who.down,
    is_dead=lambda _: False,
    may_act=lambda _, who: "down" if who.down else None,
    may_still=lambda _, who: "" if who.struck else "strike",
    rules=tuple,
    policy=lambda: Policy(("It strikes.",), _turn),
)


def duelist(name: str, side: str, hp: int, needs: int, **more: Any) -> Duelist:
    """Somebody of the small game."""
    return Duelist(id=name, name=name, side=side, hp=Track(hp, hp), needs=needs, **more)


def fight_of(*everybody: Duelist) -> Encounter:
    """A fight of the small game, not begun yet; first in the row acts first."""
    for place, one in enumerate(everybody):
        one.initiative = 20 - place
    return Encounter(system="duelists", combatants={one.id: one for one in everybody})


def read_scene(name: str) -> Reading:
    """Read an encounter of the repository."""
    path = ROOT / name
    return read_encounter(parse(path.read_bytes(), str(path)), catalog.load, Bestiary(str(path.parent)))
