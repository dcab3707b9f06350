"""A plain way to play: what a combatant does in its turn, said by the system in terms of its own verbs.

A policy knows no rule. It names commands; whether they are allowed and what they are worth it asks, and the answers
come from playing the verbs themselves.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

from gmtool.hexes import geometry

if TYPE_CHECKING:
    from gmtool.hexes.grid import Hex
    from gmtool.rules.model import Encounter
    from gmtool.rules.system import System


T = TypeVar("T", bound=Hashable)


class Deed(NamedTuple):
    """A command a policy names: the verb, and its values by parameter name, combatants by id."""

    verb: str
    given: tuple[tuple[str, Any], ...] = ()

    @classmethod
    def of(cls, verb: str, **given: Any) -> "Deed":
        """`Deed.of("attack", attacker="rat", target="wolf")`."""
        return cls(verb, tuple(given.items()))


NEXT = Deed("next")


class Outlook(Protocol):
    """The fight as it stands, and what a command would come to."""

    @property
    def system(self) -> "System":
        """The rule system."""
        ...

    @property
    def encounter(self) -> "Encounter":
        """The fight as it stands, to be looked at and not changed."""
        ...

    def allowed(self, deed: Deed) -> bool:
        """Whether the rules allow it now."""
        ...

    def can_harm(self, deed: Deed) -> bool:
        """Whether it may leave a foe of the first it names worse off; False where it is not allowed."""
        ...

    def harm(self, deed: Deed) -> Fraction | None:
        """The exact chance that it leaves a foe of the first it names worse off; None where it is not allowed."""
        ...

    def reach(self, who: Any) -> "Mapping[Hex, int]":
        """The hexes it can move to now, with what each costs; none where the system does not say."""
        ...

    def ask(self, key: Hashable, answer: Callable[[], T]) -> T:
        """A question of the policy's own, answered by the fight as it stands and by what is in `key`, by nothing else.

        Where much is looked at to come to little, what follows then hangs on that little alone; the answer is kept.
        """
        ...


class Policy(NamedTuple):
    """How a system's fights are played by themselves.

    `turn` names what a combatant does now, as often as it is asked, and None when its turn is over.
    """

    words: Sequence[str]
    """what it does, a sentence each"""
    turn: Callable[[Outlook, Any], Deed | None]


def foes(outlook: Outlook, who: Any) -> list[Any]:
    """The enemies that still stand, the nearest first; file order where they are as near."""
    everybody = outlook.encounter.combatants

    def ranked() -> tuple[str, ...]:
        standing = [one for one in everybody.values() if one.foe_of(who) and outlook.system.stands(one)]
        if who.at is not None:
            standing.sort(key=lambda one: FAR if one.at is None else geometry.distance(who.at, one.at))
        return tuple([one.id for one in standing])

    return [everybody[name] for name in outlook.ask(("foes", who.id), ranked)]


FAR = 1_000_000
"""hexes: farther than anybody on the map"""


def best(outlook: Outlook, deeds: Iterable[Deed]) -> Deed | None:
    """The deed with the best chance of harm, the first of those as good; None where none has any."""
    return likeliest(outlook, [deed for deed in deeds if outlook.can_harm(deed)])


def likeliest(outlook: Outlook, deeds: Sequence[Deed]) -> Deed | None:
    """That of several deeds which most likely does harm, the first of those as good; None of none."""
    if len(deeds) < 2:
        return deeds[0] if deeds else None
    return outlook.ask(("likeliest", *deeds), lambda: max(deeds, key=lambda deed: outlook.harm(deed) or 0))


def worth(outlook: Outlook, deed: Deed, least: Fraction) -> bool:
    """Whether its chance of harm is at least so much."""
    return outlook.ask(("worth", deed, least), lambda: (outlook.harm(deed) or 0) >= least)


def first_allowed(outlook: Outlook, deeds: Iterable[Deed]) -> Deed | None:
    """The first deed that the rules allow."""
    return next((deed for deed in deeds if outlook.allowed(deed)), None)


def closer(outlook: Outlook, who: Any, foe: Any) -> list[Any]:
    """The hexes it can move to that are nearer to the foe than its own: the nearest first, then the cheapest."""
    if who.at is None or foe.at is None:
        return []
    now = geometry.distance(who.at, foe.at)
    there = {place: cost for place, cost in outlook.reach(who).items() if place != foe.at}
    ranked = sorted((geometry.distance(place, foe.at), cost, place) for place, cost in there.items())
    return [place for away, _, place in ranked if away < now]
