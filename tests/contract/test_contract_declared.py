"""What every system promises in its text: help, kinds, rule ids, switches. Read from the source, not played."""

import ast
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

import pytest

from gmtool.cli.commands import BARE, VALUED
from gmtool.dice.sources import Random
from gmtool.encounter import catalog
from gmtool.encounter.spelling import spelled_value
from gmtool.errors import BadFile
from gmtool.rules import standard
from gmtool.rules.codecs import Codec, ListOf, MapOf, Record, Scalar
from gmtool.rules.model import Stat, stats_of
from gmtool.rules.system import Switch, System, play
from gmtool.rules.table import FORCED
from gmtool.rules.verbs import Verb

ID = re.compile(r"[A-Z][A-Z0-9]*-[0-9]+")
RANGE = re.compile(r"([A-Z][A-Z0-9]*)-([0-9]+) to \1-([0-9]+)")
MARKS = {"seed", "site", "reading", "choice", "d6"}


def sources(system: System) -> dict[str, ast.Module]:
    """The system's modules, parsed."""
    folder = Path(catalog.folder_of(system))
    return {path.name: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("**/*.py"))}


def calls(tree: ast.AST, *methods: str) -> Iterator[ast.Call]:
    """The calls of a Table's methods: `t.tell(...)`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in methods:
            yield node


def text(node: ast.AST | None) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def cited(doc: str) -> set[str]:
    """The rule ids a help names after `Rules:`, ranges filled up."""
    _, found, after = doc.partition("Rules:")
    if not found:
        return set()
    filled = {
        f"{prefix}-{number}"
        for prefix, first, last in RANGE.findall(after)
        for number in range(int(first), int(last) + 1)
    }
    return set(ID.findall(after)) | filled


def test_the_toy_keeps_the_contract_too() -> None:
    """The contract is over every system there is; without the toy it would be over those that were built with it."""
    assert "brawl" in catalog.names()


def test_the_system_is_called_what_its_folder_is(system: System) -> None:
    assert system.id
    assert system.title
    assert catalog.load(system.id) is system


def test_the_rules_have_ids_marks_and_a_sentence(system: System) -> None:
    rules = system.rules()
    ids = [rule.id for rule in rules]
    assert len(set(ids)) == len(ids)
    assert len({rule_id.rpartition("-")[0] for rule_id in ids}) == 1
    for rule in rules:
        assert ID.fullmatch(rule.id)
        assert rule.marks
        assert set(rule.marks) <= MARKS, rule
        assert rule.text[-1] in ".)", f"{rule.id}: a rule is a sentence"


def test_every_rule_named_in_the_code_is_one_of_the_systems(system: System) -> None:
    known = {rule.id for rule in system.rules()}
    prefix = next(iter(known)).rpartition("-")[0]
    pattern = re.compile(rf"\b{prefix}-[0-9]+\b")
    for name, tree in sources(system).items():
        for node in ast.walk(tree):
            value = text(node)
            if value is not None:
                assert set(pattern.findall(value)) <= known, f"{name}:{getattr(node, 'lineno', 0)}"


def test_what_is_told_required_and_settled_cites_a_rule_or_none(system: System) -> None:
    known = {rule.id for rule in system.rules()} | {""}
    place = {"tell": 0, "settle": 0, "impossible": 0, "require": 1}
    for name, tree in sources(system).items():
        for call in calls(tree, *place):
            assert isinstance(call.func, ast.Attribute)
            if isinstance(call.func.value, ast.Name) and call.func.value.id == "t":
                rule = text(call.args[place[call.func.attr]])
                assert rule is None or rule in known, f"{name}:{call.lineno} cites {rule}"


def test_every_kind_that_is_told_is_declared_with_its_meaning(system: System) -> None:
    for name, tree in sources(system).items():
        for call in calls(tree, "tell"):
            kind = text(call.args[1])
            assert kind is None or system.kinds.get(kind), f"{name}:{call.lineno} tells of the undeclared {kind}"


def test_no_fact_has_data_under_a_key_of_the_record_itself(system: System) -> None:
    for name, tree in sources(system).items():
        for call in calls(tree, "tell"):
            assert not {"type", "kind", "rule", "text"} & {word.arg for word in call.keywords}, f"{name}:{call.lineno}"


def test_every_kind_declared_is_told_in_some_scene(system: System, played: Callable[..., Any]) -> None:
    told: set[str] = {FORCED}
    for verb in system.verb_table.values():
        for scene in played(system, verb):
            for seed in range(12):
                told |= {getattr(event, "kind", "") for event in scene.play(Random(seed)).events}
    missing = set(system.kinds) - set(standard.KINDS) - told
    assert not missing, "no scene tells of these kinds: add one to its scenes, or take them out"
    assert set(standard.KINDS) - set(system.kinds) == set(), "a system declares the shared kinds too"


# help -----------------------------------------------------------------------------------------------------------------


def test_the_help_of_a_verb_is_a_sentence_and_names_its_rules(system: System, verb: Verb) -> None:
    assert verb.summary
    assert verb.summary[-1] in ".:", "the first line is a sentence"
    assert len(verb.summary) <= 100
    if verb.run in standard.VERBS:
        return
    assert cited(verb.doc), f"the help of {verb.name} names no rule after `Rules:`"
    assert cited(verb.doc) <= {rule.id for rule in system.rules()} | _within(verb.doc)


def _within(doc: str) -> set[str]:
    """Ids inside a range need not all be there; its ends must."""
    found: set[str] = set()
    for prefix, first, last in RANGE.findall(doc):
        found |= {f"{prefix}-{number}" for number in range(int(first) + 1, int(last))}
    return found


def test_the_help_names_every_rule_that_the_verb_tells_of(
    system: System, verb: Verb, played: Callable[..., Any]
) -> None:
    if verb.run in standard.VERBS:
        return
    for scene in played(system, verb):
        for seed in range(5):
            for event in scene.play(Random(seed)).events:
                if getattr(event, "rule", ""):
                    assert event.rule in cited(verb.doc), f"{verb.name}: {event.rule} ({event.text})"


def test_every_word_and_option_has_help(system: System, verb: Verb) -> None:
    for param in verb.params:
        if not (param.positional and param.role in ("combatant", "combatants")):
            assert param.help, f"{verb.name}: {param.name}"


def test_no_option_hides_a_global_one_or_another(system: System, verb: Verb) -> None:
    names: list[str] = []
    for option in verb.options:
        names += [f"--{option.prefix}{choice}" for choice in option.choices] if option.role == "flags" else []
        names += [f"--{option.word}"] if option.role != "flags" else []
    assert len(set(names)) == len(names)
    assert not {*names} & {*BARE, *VALUED, "--help", "-h", "--version"}


def test_of_names_a_parameter_and_a_stat_of_it(system: System, verb: Verb) -> None:
    declared = {s.name for s in stats_of(system.combatant)}
    for param in verb.params:
        if param.of is not None:
            assert param.of.parameter in {one.name for one in verb.words}, param.name
            assert param.of.stat in declared, param.name


# stats ----------------------------------------------------------------------------------------------------------------


def declared(system: System) -> Iterator[tuple[str, Stat]]:
    """Every stat of a system, those of records within records too."""
    waiting: list[tuple[str, type]] = [("", system.combatant), ("top: ", system.encounter)]
    while waiting:
        where, cls = waiting.pop()
        for s in stats_of(cls):
            yield where + s.key, s
            inner = s.codec
            while isinstance(inner, ListOf | MapOf):
                inner = inner.item if isinstance(inner, ListOf) else inner.value
            if isinstance(inner, Record):
                waiting.append((f"{where}{s.key}.", inner.cls))


def test_every_stat_has_help_and_a_key_of_its_own(system: System) -> None:
    found = list(declared(system))
    assert len({where for where, _ in found}) == len(found)
    for where, s in found:
        assert s.help, where
        assert re.fullmatch(r"[a-z0-9]+([.-][a-z0-9]+)*", s.key), where


def test_the_health_is_a_stat(system: System) -> None:
    assert system.health in {s.name for s in stats_of(system.combatant)}


def test_a_default_is_a_value_of_its_kind(
    system: System, reads: Callable[..., Any], starts: Callable[..., str]
) -> None:
    """What stands for a missing key could be written as that key and read again."""
    reading = reads(starts(system))
    encounter, grid = reading.encounter, reading.encounter.grid
    for one in encounter.combatants.values():
        for s in stats_of(system.combatant):
            if not s.required:
                value = s.default_of(encounter, one)
                if value is not None and isinstance(s.codec, Scalar):
                    assert s.codec.read(spelled_value(s.codec, value, grid), grid) == value, s.key


# phases and switches --------------------------------------------------------------------------------------------------


def test_phases_have_names_of_their_own(system: System) -> None:
    assert system.phases
    assert len({phase.id for phase in system.phases}) == len(system.phases)


def test_the_starter_is_read_without_a_warning(
    system: System, reads: Callable[..., Any], starts: Callable[..., str]
) -> None:
    reading = reads(starts(system))
    assert reading.warnings == ()
    assert reading.system is system
    assert len(reading.encounter.combatants) >= 2
    assert not reading.encounter.started
    assert starts(system).startswith("#"), "a starter explains itself"


def spellings(codec: Codec, default: Any) -> list[str]:
    """Texts of every value a switch may have, or some where there is no end of them."""
    if isinstance(codec, Scalar):
        return [*codec.choices] or ["1", "2"]
    if isinstance(codec, Record):
        inner = [(s.path[-1], text) for s in stats_of(codec.cls) for text in spellings(s.codec, None)]
        return ["{}", *(f"{{{key}: {text}}}" for key, text in inner)]
    return ["[]"] if isinstance(codec, ListOf) else ["{}"]


def with_switch(start: str, switch: Switch, value: str) -> str:
    assert not re.search(r"^rules:", start, re.MULTILINE), "a starter plays by the defaults"
    return start.replace("\nsystem:", f"\nrules: {{{switch.key}: {value}}}\nsystem:", 1)


def test_every_value_of_a_switch_is_accepted_and_played(
    system: System, reads: Callable[..., Any], starts: Callable[..., str]
) -> None:
    for switch in system.switches:
        assert switch.help
        for value in spellings(switch.codec, switch.default):
            encounter = reads(with_switch(starts(system), switch, value)).encounter
            for _ in range(2 + 2 * len(encounter.combatants) * len(system.phases)):
                encounter = play(system, system.verb_table["next"], encounter, {}, Random(3)).after
            assert (encounter.round or 0) >= 2, (switch.key, value)


def test_the_default_of_a_switch_is_one_of_its_values(
    system: System, reads: Callable[..., Any], starts: Callable[..., str]
) -> None:
    values: Mapping[str, Any] = reads(starts(system)).encounter.switches
    for switch in system.switches:
        assert values[switch.key] == switch.default
        if isinstance(switch.codec, Scalar) and switch.codec.choices:
            spelled = str(switch.default).lower() if isinstance(switch.default, bool) else str(switch.default)
            assert spelled in switch.codec.choices


@pytest.mark.parametrize("fault", ["key", "value"])
def test_a_switch_that_is_none_is_refused_by_name(
    system: System, reads: Callable[..., Any], starts: Callable[..., str], fault: Literal["key", "value"]
) -> None:
    for switch in system.switches:
        named = switch._replace(key=f"{switch.key}x") if fault == "key" else switch
        with pytest.raises(BadFile) as refused:
            reads(with_switch(starts(system), named, "nonsense"))
        assert named.key in str(refused.value.faults[0])


def test_the_global_options_that_are_listed_are_those_there_are() -> None:
    """What may stand anywhere on the line, and what completion offers, is what the program takes."""
    from gmtool.cli.group import gm

    flags = {name for param in gm.params if getattr(param, "is_flag", False) for name in param.opts}
    valued = {name for param in gm.params if not getattr(param, "is_flag", False) for name in param.opts}
    assert set(BARE) == flags - {"--version"}
    assert set(VALUED) == valued
