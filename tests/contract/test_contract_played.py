"""What every verb of every system keeps when it is played, whatever the dice show."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

import pytest

from gmtool.cli.verbs import parsed
from gmtool.dice.odds import chances, counted
from gmtool.dice.sources import Given, Random, Source
from gmtool.encounter.writing import write
from gmtool.errors import GMError
from gmtool.rules.forecast import forecast
from gmtool.rules.model import Encounter, changes, stats_of
from gmtool.rules.system import Outcome, Rest, System, play, play_rest
from gmtool.rules.table import Mod, Mods, Rolled, Summed, Table
from gmtool.rules.verbs import Verb

SEEDS = range(4)
OWN_KEYS = {"type", "kind", "rule", "text"}
BOTH = Mods((Mod(2, "high ground"),), (Mod(3, "tall grass"),))


def state(encounter: Encounter) -> Mapping[str, Any]:
    """Everything an encounter holds, by name."""
    top = {s.name: getattr(encounter, s.name) for s in stats_of(type(encounter))}
    everyone = {
        name: {s.name: getattr(one, s.name) for s in stats_of(type(one))} for name, one in encounter.combatants.items()
    }
    return {**top, "combatants": everyone, "switches": dict(encounter.switches), "grid": encounter.grid}


def words_of(outcome: Outcome) -> str:
    """The dice of an outcome as `--dice` takes them."""
    faces = [event.faces for event in outcome.events if isinstance(event, Rolled)]
    return ",".join(str(face) for throw in faces for group in throw or () for face in group)


def told(outcome: Outcome) -> list[Any]:
    """The events, whoever was behind the dice."""
    return [event._replace(source="") if isinstance(event, Rolled) else event for event in outcome.events]


class Leaf(NamedTuple):
    """What comes of a scene for one way its dice can fall, and the chance of that."""

    success: bool | None
    modded: tuple[str, ...]
    waived: tuple[str, ...]
    chance: Fraction


@cache
def leaves(scene: Any) -> tuple[Leaf, ...]:
    """Every way the dice of a scene can fall."""
    falls = counted(lambda source: scene.play(source, record=False))
    return tuple(
        Leaf(one.success, tuple(one.modded), tuple(one.waived), Fraction(weight, whole)) for one, weight, whole in falls
    )


@cache
def rolled(scene: Any, seed: int) -> Outcome:
    """What comes of a scene with these dice; played once for all who only look at it."""
    outcome: Outcome = scene.play(Random(seed))
    return outcome


# reached --------------------------------------------------------------------------------------------------------------


def test_every_verb_is_reached_by_a_scene(system: System, verb: Verb, played: Callable[..., Any]) -> None:
    assert played(system, verb), f"no scene reaches {system.id} {verb.name}: add one to its scenes"


def test_every_option_is_used_by_a_scene(system: System, verb: Verb, played: Callable[..., Any]) -> None:
    used = {name for scene in played(system, verb) for name in scene.given}
    for option in verb.options:
        assert option.name in used, f"no scene uses {verb.name} --{option.word}: add one to its scenes"


# dice -----------------------------------------------------------------------------------------------------------------


def test_the_same_dice_give_the_same_outcome(scene: Any) -> None:
    for seed in SEEDS:
        first = rolled(scene, seed)
        again = Given(words_of(first))
        second = scene.play(again)
        again.finish()
        assert told(second) == told(first)
        assert state(second.after) == state(first.after)
        assert second.success == first.success
        assert changes(second.before, second.after) == changes(first.before, first.after)


def test_what_was_before_stays_as_it_was(scene: Any) -> None:
    before = state(scene.reading.encounter)
    scene.play(Random(2))
    assert state(scene.reading.encounter) == before


def test_without_a_record_the_outcome_is_the_same(scene: Any) -> None:
    for seed in SEEDS:
        loud, quiet = rolled(scene, seed), scene.play(Random(seed), record=False)
        assert quiet.events == []
        assert state(quiet.after) == state(loud.after)
        assert quiet.success == loud.success


class Parted:
    """Dice by chance, at a table that is told what a verb is left to and does it later."""

    def __init__(self, seed: int) -> None:
        self.cast = Random(seed).cast
        self.left: list[Rest] = []

    def part(self, rule: Callable[..., None], held: tuple[Any, ...]) -> None:
        self.left.append(Rest.of(rule, held))


def test_what_a_verb_is_left_to_comes_to_the_same_when_it_is_done_later(scene: Any) -> None:
    """Nothing is changed after it, and it goes by the encounter and by what it is given alone (`leave_to`)."""
    for seed in SEEDS:
        dice = Parted(seed)
        after = scene.play(dice, record=False).after
        while dice.left:
            (rest,) = dice.left
            dice.left.clear()
            after = play_rest(scene.system, rest, after, dice)
        assert state(after) == state(rolled(scene, seed).after)


def test_the_chances_add_up_to_one(scene: Any) -> None:
    def run(source: Source) -> Any:
        return scene.play(source, record=False).success

    found = chances(run)
    assert sum(found.values()) == 1
    assert all(chance > 0 for chance in found.values())


def test_the_dead_are_down(scene: Any) -> None:
    for seed in range(8):
        for one in rolled(scene, seed).after.combatants.values():
            assert scene.system.is_down(one) or not scene.system.is_dead(one)


def test_the_forecast_adds_up_to_one(scene: Any) -> None:
    health = next(s for s in stats_of(scene.system.combatant) if s.name == scene.system.health)

    def shown(encounter: Encounter, who: str) -> str:
        return str(getattr(encounter.combatants[who], health.name))

    found = forecast(scene.system, scene.verb, scene.reading.encounter, scene.given, by=shown)
    for fate in found.fates.values():
        assert 0 <= fate.down <= 1
        assert sum(fate.health.values()) == 1
        if fate.lost:  # empty where health is no number of points
            assert sum(fate.lost.values()) == 1
            assert fate.mean == sum((points * chance for points, chance in fate.lost.items()), Fraction(0))
    for spread in found.by.values():
        assert sum(spread.values()) == 1
    hit = sum((leaf.chance for leaf in leaves(scene) if leaf.success), Fraction(0))
    assert (found.success or 0) == hit


@pytest.mark.parametrize("mods", [None, Mods(BOTH.acting), BOTH], ids=["", "modified", "both modified"])
def test_odds_are_the_same_when_nothing_is_foreseen(scene: Any, mods: Mods | None) -> None:
    """Dice that decide the same are counted as one (`foresee`): that is quicker, and must change nothing."""

    def odds(by: Callable[[Encounter, str], str] | None) -> Any:
        try:
            found = forecast(scene.system, scene.verb, scene.reading.encounter, scene.given, mods=mods, by=by)
        except GMError as error:
            return str(error)
        return found.success, found.fates, found.by

    def all_of_it(encounter: Encounter, who: str) -> str:
        return str(vars(encounter.combatants[who]))

    foreseen = odds(None), odds(all_of_it)
    with pytest.MonkeyPatch.context() as patch:  # for this scene alone: the next is to be foreseen again
        patch.setattr(Table, "foresee", lambda *_, **__: None)
        assert foreseen == (odds(None), odds(all_of_it))


# contested ------------------------------------------------------------------------------------------------------------


def test_a_contested_verb_is_settled_whatever_the_dice_show(
    system: System, verb: Verb, played: Callable[..., Any]
) -> None:
    for scene in played(system, verb):  # an option may make it contested: a blow on the way of a move
        settled = {leaf.success is not None for leaf in leaves(scene)}
        assert len(settled) <= 1, f"{scene.words} is settled in some cases, and not in others"


def test_a_contested_verb_takes_the_gms_modifier_once_a_side(
    system: System, verb: Verb, played: Callable[..., Any]
) -> None:
    found = [leaf for scene in played(system, verb) for leaf in leaves(scene)]
    for leaf in found:
        expected = 1 if leaf.success is not None else 0
        assert [*leaf.modded, *leaf.waived].count("acting") == expected
        assert leaf.modded.count("target") <= expected
    contested = any(leaf.success is not None for leaf in found)
    two_sides = sum(param.role == "combatant" for param in verb.words) > 1
    if contested and two_sides:
        assert any(leaf.modded.count("target") == 1 for leaf in found)


def test_a_modifier_is_in_the_total_and_named_in_the_maths(scene: Any) -> None:
    plain = scene.play(Random(5))
    if plain.success is None or "target" not in plain.modded:
        return
    modded = scene.play(Random(5), mods=BOTH)
    sums = [event for event in modded.events if isinstance(event, Summed)]
    for name, value in (("high ground", 2), ("tall grass", 3)):
        (line,) = [event for event in sums if any(part == (name, value) for part in event.parts)]
        assert line.total == sum(points for _, points in line.parts)


def test_every_sum_is_the_sum_of_its_parts(scene: Any) -> None:
    for seed in SEEDS:
        for event in rolled(scene, seed).events:
            if isinstance(event, Summed):
                assert event.total == sum(points for _, points in event.parts)


# told and written -----------------------------------------------------------------------------------------------------


def test_facts_are_of_declared_kinds_cite_known_rules_and_keep_clear_of_the_records_keys(scene: Any) -> None:
    known = {rule.id for rule in scene.system.rules()} | {""}
    for seed in SEEDS:
        for event in rolled(scene, seed).events:
            if hasattr(event, "kind"):
                assert event.kind in scene.system.kinds
                assert event.rule in known
                assert not OWN_KEYS & set(event.data)
                assert "{" not in event.text


def test_something_is_told(scene: Any) -> None:
    assert rolled(scene, 0).events


def test_what_is_written_reads_back_as_what_was_meant(scene: Any, reads: Callable[..., Any]) -> None:
    for seed in SEEDS:
        outcome = rolled(scene, seed)
        changed = changes(scene.reading.encounter, outcome.after)
        document = write(scene.reading, outcome.after, changed)
        assert state(reads(document.text).encounter) == state(outcome.after)
        assert (document.text != scene.reading.document.text) == bool(changed)
        assert all(change.old != change.new for change in changed)


def test_the_words_of_a_command_mean_what_was_played(scene: Any) -> None:
    _, *words = scene.words
    meant = parsed(scene.verb, scene.reading, words, None)
    default = {param.name: param.default for param in scene.verb.params}
    given = {**default, **scene.given}
    for name, value in meant.items():
        assert value == given[name] or (not value and not given[name]), name


# a whole round --------------------------------------------------------------------------------------------------------


def test_a_whole_round_walks_through_its_phases(
    system: System, reads: Callable[..., Any], starts: Callable[..., str]
) -> None:
    encounter = reads(starts(system)).encounter
    walked: list[tuple[int, str]] = []
    name = "start"
    while (encounter.round or 1) <= 3:
        outcome = play(system, system.verb_table[name], encounter, {}, Random(len(walked)))
        encounter, name = outcome.after, "next"
        at = encounter.round or 0
        for event in outcome.events:
            if getattr(event, "kind", "") in ("round", "phase"):
                at = event.data.get("round", at)
                walked += [(at, event.data["phase"])] if event.kind == "phase" else []
        assert len(walked) < 50, "the round does not end"
    if len(system.phases) == 1:
        assert walked == []
        assert encounter.phase is None
        return
    phases = [phase.id for phase in system.phases]
    assert [phase for number, phase in walked if number <= 3] == phases * 3
