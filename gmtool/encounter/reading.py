"""From the file to the encounter: every scalar typed by the schema, every fault with its line and column."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple, TypeAlias

from gmtool.document.errors import bad_file, fault
from gmtool.document.parse import Document, Node, Scalar, Sequence
from gmtool.document.parse import Mapping as MappingNode
from gmtool.errors import BadFile, Fault, Unknown, did_you_mean
from gmtool.hexes import grid as hexes
from gmtool.hexes.grid import Grid
from gmtool.rules.codecs import Codec, ListOf, MapOf, Record, Ref, read_name
from gmtool.rules.codecs import Scalar as ScalarCodec
from gmtool.rules.model import Combatant, Encounter, Stat, stats_of
from gmtool.rules.naming import folded
from gmtool.rules.system import System

Tree: TypeAlias = dict[str, "Stat | Tree"]
"""The stats by key; nested where a key is dotted."""

Creatures: TypeAlias = Callable[[str, str], "tuple[Document, MappingNode] | None"]
"""(system id, creature) -> where the bestiary describes it"""

TOP_KEYS = ("rules", "grid", "combatants")
GRID_KEYS = ("layout", "shove", "size", "hex", "labels")
OWN_PREFIX = "x-"
"""keys that begin so are the GM's own: kept, and never read"""


class Reading(NamedTuple):
    """An encounter and the file it was read from. `warnings` are what is odd and does no harm."""

    document: Document
    system: System
    encounter: Encounter
    warnings: tuple[Fault, ...]
    inherited: Mapping[str, frozenset[str]]
    """by combatant: the names of the stats that its bestiary creature gave"""
    computed: Mapping[str, list[Stat]]
    """by combatant: the stats that neither it nor a creature gave, and whose default hangs on the rest"""


def read(
    document: Document, load: Callable[[str], System], creatures: Creatures, before: Reading | None = None
) -> Reading:
    """Read an encounter. Raises BadFile with all its faults, in file order.

    `before`: an earlier text of the same file; who stands in this one as in that is not read again.
    """
    reader = _Reader(document, creatures, before)
    reading = reader.read(load)
    if reader.faults or reading is None:
        first = bad_file(document.name, reader.in_file_order(reader.faults))
        raise BadFile(first.text, faults=reader.in_file_order([*reader.faults, *reader.warnings]))
    return reading


def key_tree(cls: type) -> Tree:
    """The stats of a class by their keys in the file."""
    tree = _TREES.get(cls)
    if tree is None:
        tree = _TREES[cls] = {}
        for s in stats_of(cls):
            level = tree
            for step in s.path[:-1]:
                below = level.setdefault(step, {})
                assert isinstance(below, dict), f"{s.key} lies below a stat"
                level = below
            level[s.path[-1]] = s
    return tree


_TREES: dict[type, Tree] = {}


@cache
def _usual(cls: type) -> tuple[dict[str, Any], list[Stat]]:
    """What the stats of a class are where nothing is said, and those of which that hangs on the rest or is a fault."""
    others = [s for s in stats_of(cls) if s.required or callable(s.default)]
    return {s.name: s.default for s in stats_of(cls)} | {s.name: None for s in others}, others


class _Reader:
    """Reads one file, collecting its faults."""

    def __init__(self, document: Document, creatures: Creatures, before: Reading | None) -> None:
        self.document = document
        self.creatures = creatures
        self.before = before
        self.faults: list[Fault] = []
        self.warnings: list[Fault] = []
        self.grid = Grid()
        self.ids: dict[str, str] = {}
        self.inherited: dict[str, frozenset[str]] = {}
        self.computed: dict[str, list[Stat]] = {}

    def in_file_order(self, faults: Iterable[Fault]) -> list[Fault]:
        """The faults by line and column, those of a bestiary after those of the encounter."""
        return sorted(faults, key=lambda one: (one.file != self.document.name, one.line, one.column))

    # the top ------------------------------------------------------------------------------------------------------

    def read(self, load: Callable[[str], System]) -> Reading | None:
        root = self.document.root
        system = self._system(root, load)
        if system is None:
            return None
        tree = key_tree(system.encounter)
        self._grid(root)
        switches = self._switches(root, system)
        values: dict[str, Any] = {}
        fighters = self._fighters(root)
        self._fields(self.document, root, tree, values, "", skip=TOP_KEYS)
        self._defaults(system.encounter, values, root, "")
        encounter = object.__new__(system.encounter)
        encounter.__dict__.update(values)
        encounter.switches = switches
        encounter.grid = self.grid
        encounter.combatants = combatants = {}
        standing = self._standing(system, encounter, fighters)
        for name, node in fighters:
            combatants[name] = standing.get(name) or self._combatant(system, encounter, name, node)
        self._check_phase(system, encounter)
        self._check_hexes(system, encounter)
        self._check_sheets(system, encounter)
        return Reading(self.document, system, encounter, tuple(self.warnings), self.inherited, self.computed)

    def _standing(
        self, system: System, encounter: Encounter, fighters: list[tuple[str, MappingNode | None]]
    ) -> Mapping[str, Combatant]:
        """Those who stand here as they stood in the text before, and are not read again."""
        before = self.before
        if before is None or before.system is not system or self.faults:
            return {}
        from gmtool.encounter.unchanged import unchanged

        found = unchanged(before, self.document, encounter, fighters)
        self.computed |= {name: before.computed[name] for name in found}
        self.inherited |= {name: stats for name, stats in before.inherited.items() if name in found}
        return found

    def _system(self, root: MappingNode, load: Callable[[str], System]) -> System | None:
        node = root.get("system")
        if not isinstance(node, Scalar) or node.null:
            place = node or root
            self._fault(place, "`system` is missing: name the rule system, as `system: bnb`")
            return None
        try:
            return load(node.text)
        except Unknown as unknown:
            self._fault(node, "; ".join(filter(None, (unknown.text, unknown.remedy))))
            return None

    def _grid(self, root: MappingNode) -> None:
        node = root.get("grid")
        if node is None or (isinstance(node, Scalar) and node.null):
            return
        if not isinstance(node, MappingNode):
            self._fault(node, "grid: it must hold keys, as {layout: flat, size: 24x18}")
            return
        given: dict[str, Any] = {}
        for key in node.keys():
            value = node.get(key)
            if key not in GRID_KEYS:
                self._unknown(self.document, node, key, GRID_KEYS, "grid", "")
            elif isinstance(value, Scalar) and not value.null:
                try:
                    given.update(_grid_value(key, value.text))
                except ValueError as reason:
                    self._fault(value, f"grid: {key} is {value.text}; {reason}")
            elif value is not None and not isinstance(value, Scalar):
                self._fault(value, f"grid: {key} must be a single value")
        self.grid = Grid(**given)

    def _switches(self, root: MappingNode, system: System) -> dict[str, Any]:
        values = {switch.key: switch.default for switch in system.switches}
        node = root.get("rules")
        if node is None or (isinstance(node, Scalar) and node.null):
            return values
        if not isinstance(node, MappingNode):
            self._fault(node, "rules: it must hold switches, as {initiative: fixed}")
            return values
        for key in node.keys():
            switch, value = system.switch_named(key), node.get(key)
            if value is None or (isinstance(value, Scalar) and value.null) or key.startswith(OWN_PREFIX):
                continue
            if switch is None:
                self._fault(_key_node(node, key), f"rules: {system.unknown_switch(key)}")
                continue
            values[key] = self._value(self.document, switch.codec, value, "rules", key, switch.default)
        return values

    def _fighters(self, root: MappingNode) -> list[tuple[str, MappingNode | None]]:
        """The combatants' ids and nodes; ids that fold to the same are refused, both lines named."""
        node = root.get("combatants")
        if node is None:
            self._fault(root, "`combatants` is missing: name who fights, as `combatants: {rat: {...}}`")
            return []
        if isinstance(node, Scalar) and node.null:
            return []
        if not isinstance(node, MappingNode):
            self._fault(node, "combatants: it must hold a name for each, as `rat: {hp: 8/8, ...}`")
            return []
        found: list[tuple[str, MappingNode | None]] = []
        first: dict[str, Node] = {}
        for key in node.keys():
            place, value = _key_node(node, key), node.get(key)
            if key.startswith(OWN_PREFIX):
                continue
            try:
                read_name(key)
            except ValueError as reason:
                self._fault(place, f"combatants: the name {key!r} cannot be used; {reason}")
                continue
            twin = first.setdefault(folded(key), place)
            if twin is not place:
                line = self.document.text.count("\n", 0, twin.start) + 1
                self._fault(
                    place, f"{key}: another combatant has this name already, in line {line}; give one another name"
                )
                continue
            if isinstance(value, MappingNode):
                found.append((key, value))
            elif isinstance(value, Scalar) and value.null:
                found.append((key, None))
            elif value is not None:
                self._fault(value, f"{key}: it must hold keys, as {{hp: 8/8, at: 0304}}")
            self.ids[folded(key)] = key
        return found

    # one combatant ------------------------------------------------------------------------------------------------

    def _combatant(self, system: System, encounter: Encounter, name: str, node: MappingNode | None) -> Combatant:
        values: dict[str, Any] = {"id": name}
        tree = key_tree(system.combatant)
        if node is not None:
            self._fields(self.document, node, tree, values, name)
        own = set(values)
        self._fill_up(system, tree, values, name, node)
        if len(values) > len(own):
            self.inherited[name] = frozenset(values.keys() - own)
        place = _key_node(self._combatants_node(), name)
        later = self.computed[name] = self._defaults(system.combatant, values, place, name)
        combatant = object.__new__(system.combatant)
        combatant.__dict__.update(values)
        if not self.faults:  # a default that depends on the rest may only look at what could be read
            for s in later:
                setattr(combatant, s.name, s.default(encounter, combatant))
        return combatant

    def _combatants_node(self) -> MappingNode:
        node = self.document.root.get("combatants")
        assert isinstance(node, MappingNode)
        return node

    def _fill_up(self, system: System, tree: Tree, values: dict[str, Any], name: str, node: MappingNode | None) -> None:
        """Take from the bestiary what the combatant's own keys leave out."""
        like, seen = values.get("like"), set()
        place = node.get("like") if node is not None else None
        while like and place is not None and like not in seen:
            seen.add(like)
            found = self.creatures(system.id, like)
            if found is None:
                self._fault(place, f"{name}: like is {like}; no bestiary has such a creature", document=self.document)
                return
            document, creature = found
            before = set(values)
            self._fields(document, creature, tree, values, like, keep=before)
            after = creature.get("like")
            like = after.text if isinstance(after, Scalar) and not after.null else None

    def _fields(
        self,
        document: Document,
        node: MappingNode,
        tree: Tree,
        values: dict[str, Any],
        who: str,
        *,
        keep: set[str] | None = None,
        skip: tuple[str, ...] = (),
        above: str = "",
    ) -> None:
        """Read the keys a mapping has; those in `keep` have a value already. An empty value is none at all."""
        for key in node.keys() if node.merge is not None else node.index:
            declared = tree.get(key)
            value = node.get(key)
            if declared is None:
                if key not in skip:
                    self._unknown(document, node, key, (*tree, *skip), who, above)
            elif isinstance(declared, dict):
                if isinstance(value, MappingNode):
                    self._fields(document, value, declared, values, who, keep=keep, above=f"{key}.")
                elif value is not None and not (isinstance(value, Scalar) and value.null):
                    values.update(dict.fromkeys(_names_below(declared)))
                    example = next(iter(declared))
                    self._fault(value, f"{_told(who)}{key} must hold keys, as {{{example}: ...}}", document=document)
            elif keep is None or declared.name not in keep:
                if isinstance(value, Scalar) and value.null:
                    values.setdefault(declared.name, _NONE)
                elif value is not None:
                    values[declared.name] = self._value(document, declared.codec, value, who, above + key, None)

    def _defaults(self, cls: type, values: dict[str, Any], place: Node, who: str) -> list[Stat]:
        """Give every stat without a value its default; a missing one that has none is a fault of its parent.

        Returns those whose default depends on the rest.
        """
        usual, others = _usual(cls)
        given = {name: value for name, value in values.items() if value is not _NONE}
        missing = [s for s in others if s.name not in given]
        for s in missing:
            if s.required:
                self._fault(place, f"{_told(who)}`{s.key}` is missing: {s.help}")
        values.update({**usual, **given})
        return [s for s in missing if not s.required]

    # one value ----------------------------------------------------------------------------------------------------

    def _value(self, document: Document, codec: Codec, node: Node, who: str, key: str, otherwise: Any) -> Any:
        """Read a value of the codec's kind; `otherwise` stands for one that cannot be read."""
        if isinstance(codec, ScalarCodec):
            return self._scalar(document, codec, node, who, key, otherwise)
        if isinstance(codec, ListOf):
            if isinstance(node, Sequence):
                return tuple(self._value(document, codec.item, item, who, key, None) for item in node.items)
            self._fault(node, f"{_told(who)}{key} must be a list, as [...]", document=document)
            return ()
        if isinstance(codec, Record) and codec.short is not None and isinstance(node, Scalar) and not node.null:
            return self._short(document, codec.short, node, who, key, otherwise)
        if not isinstance(node, MappingNode):
            self._fault(node, f"{_told(who)}{key} must hold keys, as {{...}}", document=document)
            return otherwise
        if isinstance(codec, MapOf):
            return self._map(document, codec, node, who, key)
        assert isinstance(codec, Record), f"{key} is read from no file"
        return self._record(document, codec, node, who, key)

    def _scalar(self, document: Document, codec: ScalarCodec, node: Node, who: str, key: str, otherwise: Any) -> Any:
        if not isinstance(node, Scalar):
            self._fault(node, f"{_told(who)}{key} must be {codec.says}, not a list or a mapping", document=document)
            return otherwise
        try:
            value = codec.read(node.text, self.grid)
        except ValueError as reason:
            self._fault(node, f"{_told(who)}{key} is {node.text}; {reason}", document=document)
            return otherwise
        if isinstance(value, Ref):
            value = Ref(self.ids.get(folded(value), value))
            if folded(value) not in self.ids:
                text = f"{_told(who)}{key} names {value}, and nobody here is called that"
                self._warn(node, "; ".join(filter(None, (text, did_you_mean(value, self.ids.values())))), document)
        return value

    def _map(self, document: Document, codec: MapOf, node: MappingNode, who: str, key: str) -> dict[str, Any]:
        values = {}
        for name in node.keys():
            value = node.get(name)
            if value is None or name.startswith(OWN_PREFIX):
                continue
            read = self._scalar(document, codec.key, _key_node(node, name), who, key, name)
            if isinstance(value, Scalar) and value.null and isinstance(codec.value, Record):
                values[read] = self._record(document, codec.value, value, who, f"{key}.{name}")
            else:
                values[read] = self._value(document, codec.value, value, who, f"{key}.{name}", None)
        return values

    def _record(self, document: Document, codec: Record, node: Node, who: str, key: str) -> Any:
        """Read a mapping of stats; where nothing is written, all of them have their defaults."""
        values: dict[str, Any] = {}
        if isinstance(node, MappingNode):
            self._fields(document, node, key_tree(codec.cls), values, who, above=f"{key}.")
        self._defaults(codec.cls, values, node, f"{who}: {key}" if who else key)
        record: Any = object.__new__(codec.cls)
        record.__dict__.update(values)
        return record

    def _short(
        self, document: Document, read: Callable[[str], Any], node: Scalar, who: str, key: str, otherwise: Any
    ) -> Any:
        """Read a record written as one value."""
        try:
            return read(node.text)
        except ValueError as reason:
            self._fault(node, f"{_told(who)}{key} is {node.text}; {reason}", document=document)
            return otherwise

    # what holds for the whole file --------------------------------------------------------------------------------

    def _check_phase(self, system: System, encounter: Encounter) -> None:
        """Warn of a phase the system does not have: it counts as the first."""
        known = [phase.id for phase in system.phases]
        node = self.document.root.get("phase")
        if encounter.phase is not None and encounter.phase not in known and node is not None:
            text = f"phase is {encounter.phase}; {system.id} has {', '.join(known)}, and play goes on in the first"
            self._warn(node, text, self.document)

    def _check_hexes(self, system: System, encounter: Encounter) -> None:
        """Refuse two combatants able to block in one hex; who shares a turn's owner (rider and mount) may."""
        taken: dict[Any, Combatant] = {}
        for combatant in encounter.combatants.values():
            if combatant.at is None or self.faults or not system.stands(combatant):
                continue
            other = taken.setdefault(combatant.at, combatant)
            if other is combatant or system.owner_of(encounter, other) is system.owner_of(encounter, combatant):
                continue
            place = self.document.at(("combatants", combatant.id, "at")) or self.document.root
            label = self.grid.label(combatant.at)
            self._fault(place, f"{combatant.id}: at is {label}; {other.id} stands there, and only one can")

    def _check_sheets(self, system: System, encounter: Encounter) -> None:
        """Refuse, or warn of, what the system says does not go together on a sheet."""
        if self.faults:  # what could not be read goes with nothing
            return
        for combatant in encounter.combatants.values():
            for key, text, refused in system.flaws(encounter, combatant):
                path = ("combatants", combatant.id)
                place = self.document.at((*path, *key.split("."))) or self.document.at(path) or self.document.root
                if refused:
                    self._fault(place, f"{combatant.id}: {text}")
                else:
                    self._warn(place, f"{combatant.id}: {text}", self.document)

    # faults and warnings ------------------------------------------------------------------------------------------

    def _fault(self, node: Node, text: str, *, document: Document | None = None) -> None:
        where = document or self.document
        self.faults.append(fault(where.text, where.name, *_span(node), text))

    def _warn(self, node: Node, text: str, document: Document) -> None:
        self.warnings.append(fault(document.text, document.name, *_span(node), text, warning=True))

    def _unknown(
        self, document: Document, node: MappingNode, key: str, known: Iterable[str], who: str, above: str
    ) -> None:
        if key.startswith(OWN_PREFIX):
            return
        hint = did_you_mean(key, known) or f"keys of your own begin with `{OWN_PREFIX}`"
        self._warn(_key_node(node, key), f"{_told(who)}`{above}{key}` is no key I know; {hint}", document)


class _None:
    """Stands for a value left empty in the file."""


_NONE = _None()


def _names_below(tree: Tree) -> Iterator[str]:
    for below in tree.values():
        if isinstance(below, dict):
            yield from _names_below(below)
        else:
            yield below.name


def _told(who: str) -> str:
    return f"{who}: " if who else ""


def _key_node(node: MappingNode, key: str) -> Node:
    entry = node.own(key)
    if entry is not None:
        return entry[0]
    inherited = next((source for source in node.merges if key in source.keys()), None)
    return _key_node(inherited, key) if inherited is not None else node


def _span(node: Node) -> tuple[int, int]:
    return node.start, node.end


def _grid_value(key: str, text: str) -> dict[str, Any]:
    """Read one key of `grid:`. Raises ValueError."""
    if key == "size":
        columns, rows = hexes.size(text)
        return {"columns": columns, "rows": rows}
    if key == "hex":
        return {"meters": hexes.length(text)}
    words = {"layout": ("flat", "pointy"), "shove": ("even", "odd"), "labels": ("numbers", "letters")}[key]
    if text.casefold() not in words:
        raise ValueError(f"it must be {' or '.join(words)}")
    return {"letters": text.casefold() == "letters"} if key == "labels" else {key: text.casefold()}
