"""The table a rule sits at: everything a rule may touch, and the record of what happened there.

A rule throws dice, adds up sums, refuses, tells facts and changes combatants through it, and nothing else. Who is
behind the dice - chance, a player's hand, a replay, an exact count - it cannot see.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, NoReturn, TypeAlias, TypeVar, cast, overload

from gmtool.dice.codes import dice as plain_dice
from gmtool.dice.sources import Source
from gmtool.dice.throws import TOTAL, Cast, Compared, Fold, Foreseeing, Group, Parting, Seen, Throw
from gmtool.errors import Bug, Misused, Refused, Unknown, did_you_mean
from gmtool.hexes.grid import Direction, Hex
from gmtool.rules.model import Combatant, Encounter, Roster
from gmtool.rules.naming import Told, Why, meant
from gmtool.rules.record import record

if TYPE_CHECKING:
    from gmtool.rules.system import System

R = TypeVar("R")


@record
class Mod:
    """The GM's `--mod "+2 high ground"`: added once, to the roll of one side, in this command only.

    `dice`: `--mod "+1D high ground"` changes the number of dice of a pool, in systems that have pools.
    """

    value: int
    name: str
    dice: bool = False

    def __str__(self) -> str:
        return f"{self.value:+d}{'D' if self.dice else ''} {self.name}"


@record
class Mods:
    """What `--mod` adds for the acting side, and `--target-mod` for the other."""

    acting: tuple[Mod, ...] = ()
    target: tuple[Mod, ...] = ()

    @property
    def option(self) -> str:
        """The option by which they were given; "" for none."""
        return "--mod" if self.acting else "--target-mod" if self.target else ""


_NO_MODS = Mods()


@record
class Reason:
    """Why something is refused: the rule's id, what is wrong, what would help."""

    rule: str
    text: str
    remedy: str = ""
    brief: str = ""
    """the reason in a few words, for a list; "" for the text itself"""


class Rolled(NamedTuple):
    """Dice that were thrown. `faces` per group; None where only a total is known, which `words` spells (`=14`)."""

    who: str
    why: str
    groups: tuple[Group, ...]
    faces: tuple[tuple[int, ...], ...] | None
    total: Any
    source: str
    words: str


class Summed(NamedTuple):
    """A maths line: what was added up, with the reason of each part."""

    who: str
    what: str
    parts: tuple[tuple[str, int], ...]
    total: int


class Fact(NamedTuple):
    """Something that happened by a rule. `text` is ready to print; `data` holds ids, labels and numbers."""

    rule: str
    kind: str
    text: str
    data: Mapping[str, Any]


Event: TypeAlias = Rolled | Summed | Fact
Side: TypeAlias = Literal["acting", "target"]

FORCED = "forced"
"""the kind of fact told where `--force` overruled a refusal"""


class Table:
    """One command at the table.

    `encounter` may be changed freely: it is a copy, its combatants are copied on first access. `record=False` keeps
    no events, for counting odds.
    """

    def __init__(
        self,
        system: "System",
        before: Encounter,
        source: Source,
        *,
        acting: str = "",
        force: bool = False,
        mods: Mods | None = None,
        record: bool = True,
    ) -> None:
        self.system = system
        self.encounter = before.copy()
        self._before = before
        self.events: list[Event] = []
        self.success: bool | None = None
        self.settled_by = ""
        self.ending: tuple[Combatant, bool] | None = None
        self.modded: list[Side] = []
        self._pooled: list[Side] = []
        self.waived: list[Side] = []
        self._source = source
        # not isinstance: to look a protocol up takes longer than many a rule
        self._foresight = cast("Foreseeing", source) if hasattr(source, "meet") else None
        self._parting = cast("Parting", source) if hasattr(source, "part") else None
        self._left = False
        """whether the verb was left to another rule, which is done"""
        self._acting = acting
        self._force = force
        self._mods = mods or _NO_MODS
        self._record = record
        self._thrown = False

    @overload
    def throw(self, who: Combatant, why: str, *groups: Group, mod: bool = False) -> int: ...

    @overload
    def throw(self, who: Combatant, why: str, *groups: Group, fold: Fold[R], mod: bool = False) -> R: ...

    def throw(self, who: Combatant, why: str, *groups: Group, fold: Fold[Any] = TOTAL, mod: bool = False) -> Any:
        """Throw dice and give what `fold` sees in them, never the faces. `mod`: the GM's modifier joins here."""
        cast = self._cast(Throw(who.id, why, groups, fold))
        return self._with_mods(who, why, cast.value) if mod else cast.value

    def compare(self, seen: Seen, *throws: Throw) -> Compared:
        """Make throws, one after the other, of which the rule looks only at what `seen` makes of their values.

        The values come along to be told and must decide nothing, so that odds count what is seen, not every pair.
        """
        if self._foresight is not None:
            self._thrown = True
            return self._foresight.compare(seen, throws)
        values = tuple([self._cast(throw).value for throw in throws])
        return Compared(seen(*values), values)

    def foresee(self, seen: Seen, *throws: Throw, kept: bool = False) -> None:
        """Say that the next throws, made in this order, decide no more than what `seen` makes of their values.

        `kept`: the values themselves are put down, to be used another time; odds that ask for what is put down tell
        them apart all the same. The last of the throws may be left out where nothing is thrown any more. At a table
        where dice fall, or are drawn, nothing happens.
        """
        if self._foresight is not None and throws:
            self._foresight.foresee(seen, throws, kept=kept)

    def roll(self, who: Combatant, why: str, dice: str, *, mod: bool = False) -> int:
        """Throw plain dice, such as `1d6` or `2d6+3`, and give their total."""
        groups, bonus = plain_dice(dice)
        total = self.throw(who, why, *groups)
        beside = (("bonus", bonus),) if bonus else ()
        return self._with_mods(who, why, total, beside) if mod else total + bonus

    def sum(self, who: Combatant, what: str, *parts: tuple[str, int], mod: bool = False) -> int:
        """Add up the named parts and show the sum with its reasons. `mod`: the GM's modifier joins here."""
        if mod:
            parts = (*parts, *self._take_mods(who))
        total = 0
        for _, value in parts:
            total += value
        if self._record:
            self.events.append(Summed(who.id, what, parts, total))
        return total

    def mods(self, who: Combatant) -> tuple[tuple[str, int], ...]:
        """What `--mod "+2 high ground"` adds to a total that is compared before it is shown, each with its reason."""
        return self._take_mods(who)

    def pool_mods(self, who: Combatant) -> tuple[tuple[str, int], ...]:
        """The dice that `--mod "+1D high ground"` adds to the pool about to be thrown, each with its reason."""
        return self._take_mods(who, dice=True)

    def require(self, ok: bool, rule: str, text: Why, remedy: str = "") -> None:
        """Go on only if `ok`. Raises Refused, or tells a warning under --force; after a die was thrown it is a Bug."""
        if self._thrown:
            raise Bug(f"{rule} is checked after a die was rolled: {text}")
        if ok:
            return
        if not self._force:
            raise Refused(str(text), rule=rule, remedy=remedy)
        self.tell(rule, FORCED, "the GM rules: {what}", what=text)

    def heed(self, reason: Reason | None) -> None:
        """Go on only if there is no reason against it. As `require`."""
        if reason is not None:
            self.require(False, reason.rule, reason.text, reason.remedy)

    def impossible(self, rule: str, text: str, remedy: str = "") -> NoReturn:
        """Refuse what there is no such thing as, --force or not. Raises Refused."""
        if self._thrown:
            raise Bug(f"{rule} is checked after a die was rolled: {text}")
        raise Refused(text, rule=rule, remedy=remedy)

    def named(self, what: str, typed: str, known: Iterable[str], whose: str = "") -> str:
        """Give the one of the known names that is meant: exactly, else the only one that begins so. Raises Unknown."""
        names = list(known)
        found = meant(typed, names)
        if len(found) == 1:
            return found[0]
        owner = f"{whose} has" if whose else "there is"
        if found:
            raise Unknown(f"{what} `{typed}` could be {', '.join(found)}", remedy="type more of the name")
        listed = ", ".join(names) or "none"
        raise Unknown(f"{owner} no {what} `{typed}`", remedy=did_you_mean(typed, names) or f"{what}s: {listed}")

    def tell(self, rule: str, kind: str, text: str, /, **data: Any) -> None:
        """Tell a fact of a public kind. `text` names its data in braces: combatants by name, hexes by label."""
        if kind not in self.system.kinds:
            raise Bug(f"{self.system.id} tells a fact of the undeclared kind `{kind}`")
        if self._left:
            raise Bug(f"`{kind}` is told after the verb was left to another rule")
        if self._record:
            said = {key: self._say(value) for key, value in data.items()}
            kept = {key: self._keep(value) for key, value in data.items()}
            self.events.append(Fact(rule, kind, text.format(**said), kept))

    def report(self, facts: Callable[[], None]) -> None:
        """Tell what these tell, for which more must be looked at than the rule goes by: they change nothing."""
        if self._record:
            facts()

    def settle(self, rule: str, success: bool) -> None:
        """Say, once in every contested verb, what `gm odds` calls success."""
        if self.success is not None:
            raise Bug(f"settled twice: by {self.settled_by} and by {rule}")
        self.success = success
        self.settled_by = rule

    def merge(self, *values: Hashable) -> None:
        """Say that from here on only the encounter as it stands and these values matter, not the dice behind them.

        Exact odds then go on once for all falls that came to the same; at any other table nothing happens. Whatever the
        rule still holds that dice have decided must be among the values.
        """
        if self._foresight is not None:
            self._foresight.meet(lambda: (values, self._account(), tuple(self._changed())))

    def leave_to(self, rule: Callable[..., None], *held: Any) -> None:
        """Leave what is left of the verb to a rule that goes by the encounter and what it is given, by nothing else.

        Nothing is told or thrown after it. Simulation then learns it apart from what led there, as it does what two
        verbs are left to in the same way; everywhere else it is done at once.
        """
        if self._left:
            raise Bug(f"the verb was left to a rule before it is left to {rule.__name__}")
        if self._parting is not None and self.ending is None:
            self._parting.part(rule, held)
        else:
            rule(self, *held)
        self._left = True

    def end_turn(self, who: Combatant, *, again: bool = False) -> None:
        """End the turn of `who` when the verb is done; `again`: it is up once more this round, at its new place."""
        self.ending = (who, again)

    def acts(self, who: Combatant) -> None:
        """Say who acts, where it is not the first whom the command names: `--mod` is meant for its roll."""
        self._acting = who.id

    def waive_mods(self, who: Combatant) -> None:
        """Say that the roll of `who` is not made as the dice fell, so that a modifier meant for it is no mistake."""
        self.waived.append(self._side_of(who))

    def has_mods(self, who: Combatant) -> bool:
        """Whether the GM gave a modifier for the roll of `who`: to refuse it, before any die, where none is rolled."""
        return bool(self._mods_of(self._side_of(who)))

    def modifier(self, who: Combatant) -> int:
        """What the GM's modifiers will add to the roll of `who`, which is yet to be made."""
        return sum(mod.value for mod in self._mods_of(self._side_of(who)) if not mod.dice)

    def check_mods(self) -> None:
        """Raises Misused when a modifier was given that no roll of this command used."""
        options: tuple[tuple[Side, str], ...] = ("acting", "--mod"), ("target", "--target-mod")
        for side, option in options:
            for mod in self._mods_of(side):
                if side not in (self._pooled if mod.dice else self.modded) and side not in self.waived:
                    raise Misused(f'{option} "{mod}": no roll of this command takes it')

    def close(self) -> tuple[Combatant, bool] | None:
        """The verb is done: whose turn ends with it, as `end_turn` had it; what comes of that is told after it."""
        self._left = False
        return self.ending

    def _cast(self, throw: Throw) -> Cast:
        if self._left:
            raise Bug(f"{throw} is made after the verb was left to another rule")
        self._thrown = True
        cast = self._source.cast(throw)
        if self._record and any(group.count for group in throw.groups):
            self.events.append(
                Rolled(throw.who, throw.why, throw.groups, cast.faces, cast.value, cast.source, cast.words)
            )
        return cast

    def _account(self) -> Hashable:
        """What is settled so far, and which modifiers were used."""
        return self.success, tuple(self.modded), tuple(self._pooled), tuple(self.waived)

    def _changed(self) -> Iterator[tuple[str, str, Hashable]]:
        """All that is no longer what it was before the command: whose, which value, what it is now."""
        if self.ending is not None:
            yield self.ending[0].id, "", self.ending[1]
        for name, value in self.encounter.__dict__.items():
            if name != "combatants" and value is not self._before.__dict__.get(name):
                yield "", name, _hashable(value)
        roster = self.encounter.combatants
        assert isinstance(roster, Roster)
        for old, new in roster.touched():
            was = old.__dict__
            for name, value in new.__dict__.items():
                if value is not was.get(name):
                    yield new.id, name, _hashable(value)

    def _with_mods(self, who: Combatant, why: str, value: Any, beside: tuple[tuple[str, int], ...] = ()) -> Any:
        if not hasattr(value, "__index__"):
            raise Bug(f"{why}: a modifier cannot join what is no number")
        mods = self._take_mods(who)
        if not mods:
            return value + sum(number for _, number in beside)
        return self.sum(who, why, ("dice", value), *beside, *mods)

    def _take_mods(self, who: Combatant, *, dice: bool = False) -> tuple[tuple[str, int], ...]:
        side = self._side_of(who)
        (self._pooled if dice else self.modded).append(side)
        return tuple((mod.name, mod.value) for mod in self._mods_of(side) if mod.dice == dice)

    def _side_of(self, who: Combatant) -> Side:
        return "acting" if who.id == self._acting else "target"

    def _mods_of(self, side: Side) -> tuple[Mod, ...]:
        return self._mods.acting if side == "acting" else self._mods.target

    def _say(self, value: Any) -> str:
        if isinstance(value, Combatant):
            return value.name
        if isinstance(value, Hex):
            return self.encounter.grid.label(value)
        if isinstance(value, Direction):
            return self.encounter.grid.name(value)
        if isinstance(value, (list, tuple)):
            return ", ".join(self._say(one) for one in value)
        return str(value)

    def _keep(self, value: Any) -> Any:
        if isinstance(value, Combatant):
            return value.id
        if isinstance(value, (Hex, Direction)):
            return self._say(value)
        if isinstance(value, (list, tuple)):
            return [self._keep(one) for one in value]
        return str(value) if isinstance(value, Told) else value


def _hashable(value: Any) -> Hashable:
    """A value as a part of a key; mappings, which are never changed in place, as their items."""
    return tuple((key, _hashable(inner)) for key, inner in value.items()) if isinstance(value, Mapping) else value


def dice_words(groups: Iterable[Group]) -> str:
    """The dice of a throw as players say them: `2d6`, `1d10 + 1d6`."""
    return " + ".join(f"{group.count}d{group.sides}" for group in groups if group.count)
