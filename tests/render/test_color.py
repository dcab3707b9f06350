"""Paint: by the words of a plain line, by what a strip says of its pieces, and never by what a file says."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gmtool.cli.output import Output
from gmtool.render.color import BOLD, CYAN, DIM, Piece, Strip, mixed, painted
from gmtool.session import Options

CODE = re.compile(r"\x1b\[[0-9;]*m")
PIECES = st.lists(st.builds(Piece, st.text(), st.sampled_from(["", BOLD, "2;36"])), max_size=5)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("Round 2", "\x1b[1mRound 2\x1b[0m"),
        ("  hit (10 >= 7)", "\x1b[32m  hit\x1b[0m (10 >= 7)"),
        ("wolf  DOWN  0304", "wolf  \x1b[31mDOWN\x1b[0m  0304"),
        ("nothing", "nothing"),
        (Strip([Piece("Round 2, "), Piece("rat", CYAN), Piece(" DOWN")]), "Round 2, \x1b[36mrat\x1b[0m DOWN"),
        (Strip([Piece("", BOLD), Piece("x", mixed(DIM, "", CYAN))]), "\x1b[2;36mx\x1b[0m"),
        (Strip([]), ""),
    ],
)
def test_painted(line: str, told: str) -> None:
    assert list(painted([line])) == [told]


@given(PIECES)
def test_a_strip_is_its_text(pieces: list[Piece]) -> None:
    strip = Strip(pieces)
    assert strip == "".join(piece.text for piece in pieces)
    assert strip.pieces == tuple(pieces)
    assert len({strip, str(strip)}) == 1


def shown(line: str, *, color: bool) -> str:
    output = Output(Options(color=color), ())
    output.give([line])
    (told,) = output.shown()
    return told


@given(PIECES)
def test_only_our_own_codes_reach_the_terminal(pieces: list[Piece]) -> None:
    """Whatever the texts are: without the codes it is what is shown without color, and nothing there is a code."""
    strip = Strip(pieces)
    told = shown(strip, color=True)
    plain = shown(strip, color=False)
    assert CODE.sub("", told) == plain
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f]", plain)
    assert CODE.findall(told) == [
        code for text, paint in pieces if text and paint for code in (f"\x1b[{paint}m", "\x1b[0m")
    ]


def test_a_name_with_codes_of_its_own_is_shown_and_not_obeyed() -> None:
    strip = Strip([Piece("(\x1b[31mrat\x1b[0m)", CYAN), Piece("\x1b]0;title\x07")])
    assert shown(strip, color=True) == "\x1b[36m(\\x1b[31mrat\\x1b[0m)\x1b[0m\\x1b]0;title\\x07"
