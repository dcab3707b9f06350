"""Hunks of lines: found, turned round, fitted into an edited text; and undo after a hand edit, which rests on them."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gmtool.document import store
from gmtool.document.journal import Journal, Step
from gmtool.document.patch import Hunk, Misfit, apply, fit, hunks, inverse, lines
from gmtool.errors import Refused


def text(letters: str) -> bytes:
    """One line for each letter."""
    return b"".join(letter.encode() + b"\n" for letter in letters)


def short(hunk: Hunk) -> tuple[int, str, str, str, str]:
    parts = (hunk.lead, hunk.before, hunk.after, hunk.trail)
    lead, before, after, trail = (b"".join(part).decode().replace("\n", "") for part in parts)
    return hunk.line, lead, before, after, trail


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("abc", "abc", []),
        ("abcdefgh", "abcdEfgh", [(5, "bcd", "e", "E", "fgh")]),
        ("abcdefgh", "Abcdefgh", [(1, "", "a", "A", "bcd")]),
        ("abcdefgh", "abcdefgH", [(8, "efg", "h", "H", "")]),
        ("abcdefgh", "abcdXefgh", [(5, "bcd", "", "X", "efg")]),
        ("abcdefgh", "abcdefghX", [(9, "fgh", "", "X", "")]),
        ("abcdefgh", "Xabcdefgh", [(1, "", "", "X", "abc")]),
        ("abcdefgh", "abcfgh", [(4, "abc", "de", "", "fgh")]),
        ("abcdefgh", "", [(1, "", "abcdefgh", "", "")]),
        ("abcdefghijkl", "abXYdefghiZkl", [(3, "ab", "c", "XY", "def"), (10, "ghi", "j", "Z", "kl")]),
        ("abababcdefghababab", "abababCdefXghababab", [(7, "bab", "c", "C", "def"), (11, "def", "", "X", "gha")]),
        ("", "ab", [(1, "", "", "ab", "")]),
        # three unchanged lines between two changes keep them apart, two do not
        ("abcdefgh", "aBcdeFgh", [(2, "a", "b", "B", "cde"), (6, "cde", "f", "F", "gh")]),
        ("abcdefgh", "aBcdEfgh", [(2, "a", "bcde", "BcdE", "fgh")]),
        # a line more here and one less there are two small hunks, not everything between
        ("abcdefghij", "aXbcdefgij", [(2, "a", "", "X", "bcd"), (8, "efg", "h", "", "ij")]),
        # many alike lines do not lead astray
        ("aaaaaaaab", "aaaaaaaaab", [(9, "aaa", "", "a", "b")]),
    ],
)
def test_changes_become_small_hunks(old: str, new: str, found: list[tuple[int, str, str, str, str]]) -> None:
    assert [short(hunk) for hunk in hunks(text(old), text(new))] == found


def test_a_removed_and_a_changed_combatant_among_a_thousand_are_two_hunks() -> None:
    rows = [
        f"  wolf-{i}:\n    side: npc\n    at: {i % 97:04d}\n    facing: NW\n    hp: 9/14\n    markers: {{}}\n\n"
        for i in range(1000)
    ]
    changed = [rows[0], rows[1].replace("9/14", "3/14"), *rows[2:500], *rows[501:]]
    found = hunks("".join(rows).encode(), "".join(changed).encode())
    assert [(len(hunk.before), len(hunk.after)) for hunk in found] == [(1, 1), (7, 0)]


@pytest.mark.parametrize(
    ("raw", "cut"),
    [
        (b"", []),
        (b"a", [b"a"]),
        (b"a\n", [b"a\n"]),
        (b"a\r\n\r\nb", [b"a\r\n", b"\r\n", b"b"]),
        (b"\xef\xbb\xbfa\rb\x0c\xe2\x80\xa8\n\n", [b"\xef\xbb\xbfa\rb\x0c\xe2\x80\xa8\n", b"\n"]),
    ],
)
def test_lines_end_at_a_line_feed_alone(raw: bytes, cut: list[bytes]) -> None:
    assert lines(raw) == cut


ROWS = st.lists(st.sampled_from([b"a\n", b"b\n", b"\n", b"c\r\n", b"\r\n", b"\xff\n"]), max_size=30)
ANY = st.builds(lambda rows, last: b"".join(rows) + last, ROWS, st.sampled_from([b"", b"a", b"\r"]))


@given(old=ANY, new=ANY)
def test_a_patch_makes_the_new_text_and_its_inverse_the_old(old: bytes, new: bytes) -> None:
    patch = hunks(old, new)
    assert apply(patch, old) == new
    assert apply(inverse(patch), new) == old
    assert inverse(inverse(patch)) == patch
    for hunk in patch:
        assert hunk.before != hunk.after
        assert max(len(hunk.lead), len(hunk.trail)) <= 3
    for hunk, later in pairwise(patch):
        assert later.line - (hunk.line + len(hunk.before)) >= 3


@given(old=ANY, new=ANY)
def test_a_patch_fits_where_it_was_made_or_says_why_not(old: bytes, new: bytes) -> None:
    patch = hunks(old, new)
    try:
        assert fit(patch, old) == new
    except Misfit as misfit:
        assert misfit.places > 1 or not patch[0].lead


@given(st.data())
def test_a_patch_fits_whatever_was_edited_elsewhere(data: st.DataObject) -> None:
    """Every line once: then a change is found again however far other edits have moved it."""
    size = data.draw(st.integers(9, 40))
    place = data.draw(st.integers(4, size - 5))
    old = [b"%d\n" % i for i in range(size)]
    new = [*old[:place], *data.draw(st.lists(st.sampled_from([b"x\n", b"y\n"]), max_size=3)), *old[place + 1 :]]
    patch = hunks(b"".join(old), b"".join(new))
    above = data.draw(st.lists(st.just(b"by hand\n"), max_size=5))
    below = data.draw(st.lists(st.just(b"by hand"), max_size=1))
    dropped = data.draw(st.integers(0, place - 3))
    edited = b"".join([*above, *old[dropped:], *below])
    assert fit(patch, edited) == b"".join([*above, *new[dropped:], *below])


@pytest.mark.parametrize(
    ("edited", "line", "there", "places"),
    [
        ("abcdXfgh", 5, "bcdXfgh", 0),  # the line itself
        ("+++abcdXfgh", 8, "bcdXfgh", 0),  # moved, and found again by what stands above
        ("+++abcXEfgh", 7, "bcXEfgh", 0),  # the context above, found again by the line
        ("+++aQcdXfgh", 5, "QcdXfgh", 0),  # found again by what stands below
        ("aQcdXfQh", 2, "QcdXfQh", 0),  # not found again: what stands at the old place
        ("abcdEf", 7, "bcdEf", 0),  # cut off
        ("abcdEfghabcdEfgh", 5, "bcdEfgh", 2),
        ("", 1, "", 0),
    ],
)
def test_a_misfit_shows_what_is_there(edited: str, line: int, there: str, places: int) -> None:
    back = inverse(hunks(text("abcdefgh"), text("abcdEfgh")))
    with pytest.raises(Misfit) as caught:
        fit(back, text(edited))
    assert (caught.value.line, b"".join(caught.value.there), caught.value.places) == (line, text(there), places)


def test_hunks_must_be_found_in_their_order() -> None:
    patch = hunks(text("abcdefghijklmno"), text("abcDefghijkLmno"))
    assert len(patch) == 2
    assert fit(patch, text("abcdefg..ijklmno")) == text("abcDefg..ijkLmno")
    with pytest.raises(Misfit):
        fit(patch, text("hijklmnoabcdefg"))


@pytest.mark.parametrize("raw", [text("abcdXfgh"), text("abcd"), b""])
def test_exact_application_checks_the_lines_it_replaces(raw: bytes) -> None:
    with pytest.raises(Misfit):
        apply(hunks(text("abcdefgh"), text("abcdEfgh")), raw)


# Undo after a hand edit -----------------------------------------------------------------------------------------------

FIGHT = b"""\
# The culvert
system: bnb
title: Culvert
rules: {}
round: 1
turn: rat
combatants:
  rat:
    side: pc
    at: 0304
    hp: 8/8
    ap: 3
  wolf:
    side: npc
    at: 0404
    hp: 9/14
    ap: 2
terrain: {}
due: []
notes: []
"""
HIT = FIGHT.replace(b"turn: rat", b"turn: wolf").replace(b"hp: 9/14", b"hp: 5/14")


def record(path: Path, raw: bytes) -> None:
    with store.hold(str(path)) as held:
        Journal(str(path)).record(held, raw, commands=[["next"]], dice=[], events=[], changes=[])


def walk(path: Path, what: str, n: int = 1) -> list[Step]:
    with store.hold(str(path)) as held:
        steps: list[Step] = getattr(Journal(str(path)), what)(held, n)
        return steps


@pytest.fixture
def fight(tmp_path: Path) -> Path:
    path = tmp_path / "fight.yaml"
    path.write_bytes(FIGHT)
    record(path, HIT)
    return path


@pytest.mark.parametrize(
    ("typed", "instead"),
    [
        (b"# The culvert\n", b"# The culvert,\n# second night\n\n"),  # above, so that all lines move
        (b"notes: []\n", b"notes: [it rains]"),  # below, and no last newline
        (b"    hp: 8/8\n", b"    hp: 7/8   # a thorn\n"),  # between the two changed places
    ],
)
def test_undo_after_a_hand_edit_keeps_the_edit(fight: Path, typed: bytes, instead: bytes) -> None:
    edited = HIT.replace(typed, instead)
    assert edited != HIT
    fight.write_bytes(edited)
    walk(fight, "undo")
    assert fight.read_bytes() == FIGHT.replace(typed, instead)
    walk(fight, "redo")
    assert fight.read_bytes() == edited
    log = Journal(str(fight))
    assert log.text_after(1).encode() == HIT
    assert [step.undone for step in log.steps()] == [False]


@pytest.mark.parametrize(
    ("typed", "instead", "line", "hunk"),
    [
        (b"hp: 5/14", b"hp: 4/14", 16, slice(12, 19)),  # the very value
        (b"turn: wolf", b"turn: owl", 6, slice(2, 9)),  # one of the two places: neither is touched
        (b"    at: 0404\n    hp: 5/14", b"    at: 0505\n    hp: 5/14", 15, slice(12, 19)),  # its context
        (b"    at: 0404\n    hp: 5/14", b"    at: 0404\n    hp: 4/14\n    mp: 1", 16, slice(12, 19)),
    ],
)
def test_undo_with_a_hand_edit_in_the_way_shows_both(
    fight: Path, typed: bytes, instead: bytes, line: int, hunk: slice
) -> None:
    edited = HIT.replace(typed, instead)
    assert edited != HIT
    fight.write_bytes(edited)
    with pytest.raises(Refused) as caught:
        walk(fight, "undo")
    assert caught.value.code == 1
    expected, there = ("".join(f"  | {row}\n" for row in raw.decode().splitlines()[hunk]) for raw in (HIT, edited))
    assert caught.value.text == (
        f"step 1 cannot be undone: {fight}:{line}: it was edited since\nthe step has:\n{expected}the file has:\n{there}"
    ).rstrip("\n")
    assert expected != there
    assert caught.value.remedy
    assert fight.read_bytes() == edited
    assert [step.undone for step in Journal(str(fight)).steps()] == [False]


def test_undo_with_two_places_alike_is_refused(fight: Path) -> None:
    twice = HIT + HIT
    fight.write_bytes(twice)
    with pytest.raises(Refused, match="2 places look alike"):
        walk(fight, "undo")
    assert fight.read_bytes() == twice


def test_several_steps_are_undone_across_hand_edits_or_not_at_all(fight: Path) -> None:
    noted = HIT.replace(b"notes: []", b"notes: [it rains]")
    fight.write_bytes(noted)
    bled = noted.replace(b"hp: 8/8", b"hp: 2/8")
    record(fight, bled)
    walk(fight, "undo", 2)
    assert fight.read_bytes() == FIGHT.replace(b"notes: []", b"notes: [it rains]")
    walk(fight, "redo", 2)
    assert fight.read_bytes() == bled

    moved = bled.replace(b"turn: wolf", b"turn: owl")
    fight.write_bytes(moved)
    with pytest.raises(Refused, match="step 1 cannot be undone"):
        walk(fight, "undo", 2)
    assert fight.read_bytes() == moved
    assert [step.n for step in walk(fight, "undo")] == [2]
    assert fight.read_bytes() == moved.replace(b"hp: 2/8", b"hp: 8/8")


def test_redo_after_a_hand_edit_in_the_way_shows_both(fight: Path) -> None:
    walk(fight, "undo")
    fight.write_bytes(FIGHT.replace(b"9/14", b"1/14"))
    with pytest.raises(Refused, match=r"step 1 cannot be done again: .*:16: it was edited since"):
        walk(fight, "redo")


def test_what_came_after_a_patched_undo_reads_back(fight: Path) -> None:
    edited = b"# by hand\n" + HIT
    fight.write_bytes(edited)
    walk(fight, "undo")
    undone = fight.read_bytes()
    assert undone == b"# by hand\n" + FIGHT
    record(fight, undone.replace(b"round: 1", b"round: 2"))
    log = Journal(str(fight))
    assert [step.whole for step in log.steps()] == [FIGHT.decode(), None]
    assert log.text_after(2).encode() == undone.replace(b"round: 1", b"round: 2")


def test_bytes_that_are_no_text_come_back_too(fight: Path) -> None:
    latin = HIT.replace(b"The culvert", b"Der D\xfcker")
    fight.write_bytes(latin)
    walk(fight, "undo")
    assert fight.read_bytes() == FIGHT.replace(b"The culvert", b"Der D\xfcker")
