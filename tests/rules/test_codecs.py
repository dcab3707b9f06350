"""Each kind of value: what is read, what is refused and in which words, how it is spelled again."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import pytest

from gmtool.dice.codes import DieCode
from gmtool.hexes.grid import Direction, Grid, Hex
from gmtool.rules.codecs import (
    Codec,
    Heading,
    ListOf,
    MapOf,
    Record,
    Ref,
    Scalar,
    Stretch,
    Track,
    codec_for,
    without_none,
)
from gmtool.rules.model import Combatant, Cost, stats_of
from gmtool.rules.record import record, stat
from gmtool.rules.table import Table
from gmtool.rules.verbs import Verb

FLAT = Grid(columns=9, rows=9)
Size = Literal["small", "Large"]


def scalar(kind: Any, **narrow: Any) -> Scalar:
    codec = codec_for(kind, **narrow)
    assert isinstance(codec, Scalar)
    return codec


READ = [
    (int, "9", 9),
    (int, "+9", 9),
    (int, "-09", -9),
    (str, "no", "no"),
    (str, "0304", "0304"),
    (bool, "true", True),
    (bool, "Yes", True),
    (bool, "ON", True),
    (bool, "false", False),
    (bool, "no", False),
    (bool, "off", False),
    (Track, "7/9", Track(7, 9)),
    (Track, "9", Track(9, 9)),
    (Track, "-2 / 9", Track(-2, 9)),
    (Ref, "Ana", Ref("Ana")),
    (Hex, "0304", FLAT.hex("0304")),
    (Stretch, "0102..0104", Stretch("0102..0104", tuple(map(FLAT.hex, ("0102", "0103", "0104"))))),
    (Stretch, "0102", Stretch("0102", (FLAT.hex("0102"),))),
    (Direction, "se", Direction(4)),
    (Heading, "se", Direction(4)),
    (Heading, "nne", Direction(1)),
    (Heading | None, "W", Direction(9)),
    (Size, "large", "Large"),
    (Cost, "blocked", Cost(None)),
    (int | None, "3", 3),
]


@pytest.mark.parametrize(("kind", "text", "value"), READ)
def test_a_value_is_read_by_its_type(kind: Any, text: str, value: Any) -> None:
    found = scalar(kind).read(text, FLAT)
    assert found == value
    assert type(found) is type(value)


REFUSED = [
    (int, {}, "fast", "whole number"),
    (int, {}, "1.5", "whole number"),
    (int, {}, "1e3", "whole number"),
    (int, {}, "", "whole number"),
    (int, {}, "1234567890", "whole number"),
    (int, {}, "٣", "whole number"),
    (int, {"least": 0}, "-1", "0 or more"),
    (int, {"most": 3}, "4", "3 or less"),
    (int, {"least": 1, "most": 3}, "4", "from 1 to 3"),
    (bool, {}, "1", "true or false"),
    (Track, {}, "10/9", "may not exceed"),
    (Track, {}, "0/0", "maximum must be 1"),
    (Track, {}, "0", "maximum must be 1"),
    (Track, {}, "9/", "CURRENT/MAXIMUM"),
    (Track, {}, "9/-9", "CURRENT/MAXIMUM"),
    (Track, {"least": 0}, "-1/9", "below 0"),
    (Ref, {}, " ", "empty"),
    (Ref, {}, "a\nb", "line break"),
    (Ref, {}, "x" * 81, "80"),
    (str, {}, "a\x07", "control"),
    (Hex, {}, "1304", "off the map"),
    (Hex, {}, "C4", "four digits"),
    (Direction, {}, "E", "corner"),
    (Heading, {}, "ENE", "ENE is no direction on a flat layout; one of N NNE NE E SE SSE S SSW SW W NW NNW"),
    (Heading, {}, "", "no direction"),
    (Size, {}, "larg", "did you mean `Large`"),
    (str, {"choices": ("clear", "blocked")}, "block", "did you mean `blocked`"),
    (Cost, {}, "-1", "points"),
]


@pytest.mark.parametrize(("kind", "narrow", "text", "words"), REFUSED)
def test_a_value_that_is_none_is_refused_in_words_that_say_what_is_right(
    kind: Any, narrow: dict[str, Any], text: str, words: str
) -> None:
    with pytest.raises(ValueError, match=r".") as refused:
        scalar(kind, **narrow).read(text, FLAT)
    assert words in str(refused.value)


@record(frozen=False, eq=False, kw_only=True)
class Steed(Combatant):
    """A combatant of a system in which one may face a corner."""

    facing: Heading | None = stat("the hexside or corner it faces", default=None)


def wheel(t: Table, steed: Steed, *, facing: Annotated[Heading | None, "which way"] = None) -> None:
    """Turn STEED."""
    steed.facing = facing


def test_corners_are_faced_only_where_a_system_says_so() -> None:
    codecs = [next(s.codec for s in stats_of(cls) if s.name == "facing") for cls in (Steed, Combatant)]
    codecs.append(Verb(wheel).options[0].codec)
    steed, combatant, option = codecs
    assert isinstance(steed, Scalar)
    assert isinstance(combatant, Scalar)
    assert isinstance(option, Scalar)
    assert (steed.read("SSW", FLAT), option.read("ssw", FLAT)) == (7, 7)
    assert steed.read("WSW", Grid("pointy")) == 8
    with pytest.raises(ValueError, match="SSW is a corner, not a hexside"):
        combatant.read("SSW", FLAT)


SPELLED = [
    (int, 7, "9", "7"),
    (Track, Track(7, 9), "", "7/9"),
    (Track, Track(7, 9), "9", "7/9"),
    (Track, Track(7, 9), "9 / 9", "7 / 9"),
    (bool, False, "yes", "no"),
    (bool, False, "ON", "OFF"),
    (bool, True, "False", "True"),
    (bool, True, "", "true"),
    (Direction, Direction(4), "nw", "se"),
    (Direction, Direction(4), "NW", "SE"),
    (Direction, Direction(4), "", "SE"),
    (Heading, Direction(1), "se", "nne"),
    (Heading, Direction(11), "", "NNW"),
    (Hex, FLAT.hex("0304"), "0101", "0304"),
    (Stretch, Stretch("0102..0104", ()), "", "0102..0104"),
    (Cost, Cost(None), "", "blocked"),
]


@pytest.mark.parametrize(("kind", "value", "was", "text"), SPELLED)
def test_a_value_is_spelled_as_its_neighborhood_was(kind: Any, value: Any, was: str, text: str) -> None:
    assert scalar(kind).write(value, FLAT, was) == text


@pytest.mark.parametrize("text", ["0D", "3D", "3D+2", "12D+1"])
def test_a_die_code_is_a_value_of_the_file(text: str) -> None:
    """architecture.md names DieCode among the types that pick a codec; D6 sheets are made of them."""
    codec = scalar(DieCode)
    assert codec.write(codec.read(text, FLAT), FLAT, "") == text


@pytest.mark.parametrize("text", ["3", "3D+3", "D", "fast"])
def test_what_is_no_die_code_is_a_fault_of_the_file(text: str) -> None:
    with pytest.raises(ValueError, match=r"die|dice|pips"):
        scalar(DieCode).read(text, FLAT)


@record
class Blade:
    length: int = stat("how long", default=1)


STRUCTURED = [
    (tuple[int, ...], ListOf, "item"),
    (tuple[Blade, ...], ListOf, "item"),
    (Mapping[str, int], MapOf, "value"),
    (dict[Ref, Blade], MapOf, "value"),
]


@pytest.mark.parametrize(("kind", "sort", "inner"), STRUCTURED)
def test_lists_and_mappings_say_what_they_hold(kind: Any, sort: type, inner: str) -> None:
    codec: Codec = codec_for(kind)
    assert isinstance(codec, sort)
    assert isinstance(getattr(codec, inner), Scalar | Record)


def test_a_dataclass_of_stats_is_a_record() -> None:
    assert codec_for(Blade) == Record(Blade)
    assert codec_for(Blade | None) == Record(Blade)


def test_bounds_and_choices_narrow_what_a_list_and_a_mapping_hold() -> None:
    listed, mapped = codec_for(tuple[int, ...], 1, 3), codec_for(Mapping[str, int], 1, 3)
    assert isinstance(listed, ListOf)
    assert isinstance(mapped, MapOf)
    for codec in (listed.item, mapped.value):
        assert isinstance(codec, Scalar)
        with pytest.raises(ValueError, match="from 1 to 3"):
            codec.read("4", FLAT)


@pytest.mark.parametrize("kind", [float, object, Mapping[Blade, int], int | str])
def test_a_type_without_a_codec_is_a_mistake_of_the_program(kind: Any) -> None:
    with pytest.raises(TypeError):
        codec_for(kind)


def test_only_one_type_beside_none_is_optional() -> None:
    assert without_none(int | None) is int
    assert without_none(int | str | None) == int | str | None


@pytest.mark.parametrize(
    ("track", "by", "now"), [(Track(7, 9), 5, 9), (Track(7, 9), -9, -2), (Track(-2, 9), 1, -1), (Track(7, 9), 0, 7)]
)
def test_a_track_moves_up_to_its_maximum_and_down_without_end(track: Track, by: int, now: int) -> None:
    assert track.moved(by) == Track(now, 9)
