"""What a rule system is made of, and one command played at its table."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from gmtool.dice.sources import Source
from gmtool.errors import did_you_mean
from gmtool.hexes.grid import Hex
from gmtool.rules import standard, turns
from gmtool.rules.codecs import Codec, codec_for
from gmtool.rules.model import Combatant, Encounter
from gmtool.rules.naming import Why
from gmtool.rules.record import record
from gmtool.rules.table import Event, Mods, Side, Table
from gmtool.rules.verbs import Verb

if TYPE_CHECKING:
    from gmtool.dice.terms import PoolReading
    from gmtool.rules.policy import Policy

Hook: TypeAlias = Callable[[Table], None]
TurnHook: TypeAlias = Callable[[Table, Any], None]


def _nothing(*_: Any) -> None:
    """A moment at which a system does nothing."""


def _never(_: Any) -> bool:
    return False


def _alone(_: Encounter, combatant: Combatant) -> list[Combatant]:
    return [combatant]


@record(eq=False)
class Phase:
    """A part of the round.

    `order` gives everyone in the order of the phase. `choice`: `ordered` is one turn after the other, the GM may name
    another with `gm next NAME`; `together` has no turns at all until `gm next` ends it for all.
    """

    id: str
    order: Callable[[Encounter], list[Any]]
    choice: Literal["ordered", "together"] = "ordered"
    begin: Hook = _nothing
    end: Hook = _nothing
    turn_begin: TurnHook = _nothing
    turn_end: TurnHook = _nothing
    group: Callable[[Encounter, Any], list[Any]] = _alone
    """who shares a turn with a combatant, itself included, in order"""


class Switch(NamedTuple):
    """A house-rule switch: `rules: {initiative: fixed}`. `type` picks its codec."""

    key: str
    help: str
    type: Any
    default: Any

    @property
    def codec(self) -> Codec:
        """How its value is read."""
        return codec_for(self.type)


class Rule(NamedTuple):
    """A rule as `gm rules` prints it. `marks`: where it comes from: seed, site, reading, choice."""

    id: str
    marks: tuple[str, ...]
    text: str


@record(eq=False)
class System:
    """A rule system: its combatant, its phases, its verbs, its texts."""

    id: str
    title: str
    combatant: type[Combatant]
    verbs: Sequence[Callable[..., None]]
    phases: tuple[Phase, ...]
    kinds: Mapping[str, str]
    """every kind of fact it tells, and what it means; public in --json"""
    initiative: Callable[[Table, Any], int | None]
    """rolls a combatant's place in the order, or None where file order rules"""
    rank: Callable[[Encounter, Any], tuple[Any, ...]]
    """sorts the order: the smallest first; file order breaks what is still equal"""
    health: str
    """the name of the stat that tells how a combatant is"""
    is_down: Callable[[Any], bool]
    """who is unconscious or dead"""
    is_dead: Callable[[Any], bool]
    may_act: Callable[[Encounter, Any], Why | None]
    """None: it may; else why its turn is skipped"""
    may_still: Callable[[Encounter, Any], str]
    """what it may still do this turn, for status"""
    rules: Callable[[], Sequence[Rule]]
    encounter: type[Encounter] = Encounter
    switches: tuple[Switch, ...] = ()
    round_begin: Hook = _nothing
    round_end: Hook = _nothing
    owner_of: Callable[[Encounter, Any], Any] = lambda _, combatant: combatant
    """in whose turn a combatant acts: a mount in its rider's"""
    reach: Callable[[Encounter, Any], Mapping[Hex, int]] | None = None
    """the hexes a combatant can move to now, with what each costs; None where the system does not say"""
    within_reach: Callable[[Encounter, Any, Any], list[str]] | None = None
    """what the first could do to the second from where it stands, a line each: `bite: no (needs ...)`"""
    is_away: Callable[[Any], bool] = _never
    """who is off the board, in reserve or gone: neither acts, nor is a target, nor blocks, nor is passed over aloud"""
    always: tuple[str, ...] = ()
    """the stats that `gm status` shows of everybody, whole pools and the sheet's own among them"""
    still_left: Callable[[Encounter, Any], str] = lambda _, __: ""
    """what it has left of its actions, for its row of the status; "" where that goes without saying"""
    die_code: "Callable[[Encounter], PoolReading] | None" = None
    """how `gm roll 3D+2` is read in this encounter; None: added up"""
    flaws: Callable[[Encounter, Any], Sequence[tuple[str, str, bool]]] = lambda _, __: ()
    """what of a combatant's sheet does not go together: the key, what is wrong, whether it is refused or warned of"""
    policy: "Callable[[], Policy] | None" = None
    """how its fights are played by themselves, for `gm simulate`; None where it does not say"""
    cycle: Callable[[Any], int] = lambda _: 1
    """after how many rounds the number of the round makes no difference any more"""
    set_back: Callable[[Any, int], None] = _nothing
    """counts every round that its rules have put down as so many rounds earlier, never before round 0"""
    opening: Callable[[Encounter], str | None] = _nothing
    """the phase that opens each round, the others following in their cycle; None: the first"""

    @cached_property
    def verb_table(self) -> Mapping[str, Verb]:
        """The verbs by name: its own, then those that every system has."""
        own = {verb.name: verb for verb in map(Verb, self.verbs)}
        return own | {verb.name: verb for verb in map(Verb, standard.VERBS) if verb.name not in own}

    def round_of(self, encounter: Encounter) -> tuple[Phase, ...]:
        """The phases of a round, from the one that opens it."""
        opening = self.opening(encounter)
        first = next((place for place, phase in enumerate(self.phases) if phase.id == opening), 0)
        return self.phases[first:] + self.phases[:first]

    def phase_of(self, encounter: Encounter) -> Phase:
        """The phase the round is in; the one that opens it where the file names none."""
        found = next((phase for phase in self.phases if phase.id == encounter.phase), None)
        return found or self.round_of(encounter)[0]

    def phase_after(self, encounter: Encounter) -> Phase:
        """The phase after the one the round is in."""
        place = self.phases.index(self.phase_of(encounter))
        return self.phases[(place + 1) % len(self.phases)]

    def stands(self, one: Combatant) -> bool:
        """Whether it takes up its hex: alive and conscious, and on the board."""
        return not (self.is_down(one) or self.is_away(one))

    def switch_named(self, key: str) -> Switch | None:
        """The switch of that name."""
        return next((switch for switch in self.switches if switch.key == key), None)

    def unknown_switch(self, key: str) -> str:
        """What to say of a switch it does not have."""
        known = [switch.key for switch in self.switches]
        hint = did_you_mean(key, known)
        listed = ", ".join(known) or "none"
        return f"{self.id} has no switch `{key}`; {hint + ' ' if hint else ''}it has: {listed}"


class Outcome(NamedTuple):
    """What a command came to: the events told, the encounter after it, and success where it was contested."""

    events: Sequence[Event]
    before: Encounter
    after: Encounter
    success: bool | None
    modded: Sequence[Side]
    """the sides whose roll took the GM's modifier, once each in a contested verb"""
    waived: Sequence[Side] = ()
    """the sides whose roll was not made as the dice fell"""


def play(
    system: System,
    verb: Verb,
    before: Encounter,
    given: Mapping[str, Any],
    source: Source,
    *,
    force: bool = False,
    mods: Mods | None = None,
    record: bool = True,
) -> Outcome:
    """Play one verb on a copy of the encounter: the same function for dice of every kind, for odds and simulation.

    `given`: values by parameter name, combatants by id. Raises Refused where the rules say no, before any die.
    """
    table = Table(system, before, source, acting=_acting(verb, given), force=force, mods=mods, record=record)
    verb.call(table, given)
    _close(table)
    return Outcome(table.events, before, table.encounter, table.success, table.modded, table.waived)


class Rest(NamedTuple):
    """What is left of a verb: the rule it was left to, and what that is given, combatants by id."""

    rule: Callable[..., None]
    held: tuple[Any, ...]

    @classmethod
    def of(cls, rule: Callable[..., None], held: tuple[Any, ...]) -> "Rest":
        """What `Table.leave_to` was told, apart from that table."""
        return cls(rule, tuple([_Whom(one.id) if isinstance(one, Combatant) else one for one in held]))


class _Whom(NamedTuple):
    """A combatant that a rule is given."""

    id: str


def play_rest(system: System, rest: Rest, before: Encounter, source: Source) -> Encounter:
    """Play what was left of a verb, on a copy of the encounter as it is by then; give that, no events are kept."""
    table = Table(system, before, source, record=False)
    everybody = table.encounter.combatants
    rest.rule(table, *[everybody[one.id] if isinstance(one, _Whom) else one for one in rest.held])
    _close(table)
    return table.encounter


def _close(table: Table) -> None:
    ending = table.close()
    if ending is not None:
        turns.leave_early(table, *ending)
    table.check_mods()


def _acting(verb: Verb, given: Mapping[str, Any]) -> str:
    return str(given.get(verb.actor.name) or "") if verb.actor else ""
