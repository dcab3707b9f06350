"""A change of a text as a few hunks of whole lines, which can be turned round and found again in an edited text.

Lines end at a line feed and keep it, so any bytes at all come back exactly: CRLF, a byte-order mark, no last newline.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from gmtool.errors import Refused

CONTEXT = 3
"""Unchanged lines kept on either side of a hunk; two changes with fewer lines between them are one hunk."""


_Chain: TypeAlias = "tuple[int, int, _Chain | None]"


class Hunk(NamedTuple):
    """`before` became `after` at `line` of the old text, counted from 1, between `lead` and `trail`."""

    line: int
    lead: tuple[bytes, ...]
    before: tuple[bytes, ...]
    after: tuple[bytes, ...]
    trail: tuple[bytes, ...]


class Misfit(Refused):
    """A hunk with no place in the text, or several.

    `wanted` are its lines and their context, `there` what stands where they should; they first differ at `line`.
    """

    def __init__(self, hunk: Hunk, line: int, there: Sequence[bytes], places: int) -> None:
        super().__init__(f"the change of line {hunk.line} fits {places} places in the text")
        self.wanted = (*hunk.lead, *hunk.before, *hunk.trail)
        self.line = line
        self.there = tuple(there)
        self.places = places


def lines(raw: bytes) -> list[bytes]:
    """Cut the text after each line feed; joined again the lines are the text."""
    cut = [line + b"\n" for line in raw.split(b"\n")]
    last = cut.pop()[:-1]
    return [*cut, last] if last else cut


def hunks(old: bytes, new: bytes) -> list[Hunk]:
    """Find what turns `old` into `new`, in order, at least three unchanged lines apart."""
    a, b = lines(old), lines(new)
    spans: list[tuple[int, int, int, int]] = []
    for span in _differences(a, b):
        if spans and span[0] - spans[-1][1] < CONTEXT:
            i, _, j, _ = spans.pop()
            spans.append((i, span[1], j, span[3]))
        else:
            spans.append(span)
    return [
        Hunk(
            i + 1,
            tuple(a[max(0, i - CONTEXT) : i]),
            tuple(a[i:i_end]),
            tuple(b[j:j_end]),
            tuple(a[i_end : i_end + CONTEXT]),
        )
        for i, i_end, j, j_end in spans
    ]


def _differences(a: list[bytes], b: list[bytes]) -> Iterator[tuple[int, int, int, int]]:
    """Give the spans of lines of `a` that became others of `b`; all between them are equal, one by one."""
    i = 0
    while i < len(a) and i < len(b) and a[i] == b[i]:
        i += 1
    same = 0
    while same < min(len(a), len(b)) - i and a[-1 - same] == b[-1 - same]:
        same += 1
    j = i
    for i_next, j_next in [*_anchors(a, b, i, same), (len(a) - same, len(b) - same)]:
        while i < i_next and j < j_next and a[i] == b[j]:
            i += 1
            j += 1
        i_end, j_end = i_next, j_next
        while i < i_end and j < j_end and a[i_end - 1] == b[j_end - 1]:
            i_end -= 1
            j_end -= 1
        if i_end - i == j_end - j:
            for step in range(i_end - i):
                if a[i + step] != b[j + step]:
                    yield i + step, i + step + 1, j + step, j + step + 1
        else:
            yield i, i_end, j, j_end
        i, j = i_next, j_next


def _anchors(a: list[bytes], b: list[bytes], first: int, same: int) -> list[tuple[int, int]]:
    """Pair the lines that stand once in `a` and once in `b`, as many as keep their order (a patience diff).

    Only from line `first` to the last `same`, between which they differ.

    Not difflib: among a thousand alike combatants it takes half a second and finds hundreds changed.
    """
    in_b = _standing_once(b[first : len(b) - same])
    tops: list[int] = []
    ends: list[_Chain] = []
    for line, i in _standing_once(a[first : len(a) - same]).items():
        if (j := in_b.get(line)) is not None:
            pile = bisect_left(tops, j)
            chain: _Chain = (i, j, ends[pile - 1] if pile else None)
            tops[pile : pile + 1] = [j]
            ends[pile : pile + 1] = [chain]
    pairs = []
    last = ends[-1] if ends else None
    while last is not None:
        i, j, last = last
        pairs.append((i + first, j + first))
    return pairs[::-1]


def _standing_once(text: list[bytes]) -> dict[bytes, int]:
    once: dict[bytes, int] = {}
    seen: set[bytes] = set()
    for at, line in enumerate(text):
        if line in seen:
            once.pop(line, None)
        else:
            seen.add(line)
            once[line] = at
    return once


def inverse(patch: Iterable[Hunk]) -> list[Hunk]:
    """Turn a patch round, so that it makes the old text from the new."""
    shift = 0
    turned = []
    for hunk in patch:
        turned.append(Hunk(hunk.line + shift, hunk.lead, hunk.after, hunk.before, hunk.trail))
        shift += len(hunk.after) - len(hunk.before)
    return turned


def apply(patch: Sequence[Hunk], raw: bytes) -> bytes:
    """Apply a patch at the very lines it names. Raises Misfit where other lines stand there."""
    text = lines(raw)
    for hunk in patch:
        there = text[hunk.line - 1 : hunk.line - 1 + len(hunk.before)]
        if tuple(there) != hunk.before:
            raise Misfit(hunk, hunk.line, there, 0)
    return _spliced(text, [(hunk.line - 1, hunk) for hunk in patch])


def fit(patch: Sequence[Hunk], raw: bytes) -> bytes:
    """Apply a patch wherever its lines and their context stand exactly once. Raises Misfit if they do not."""
    text = lines(raw)
    placed: list[tuple[int, Hunk]] = []
    free_from = 0
    for hunk in patch:
        places = _places([*hunk.lead, *hunk.before, *hunk.trail], text)
        start = places[0] + len(hunk.lead) if places else 0
        if len(places) != 1 or start < free_from:
            line, there = _likeliest(hunk, text)
            raise Misfit(hunk, line, there, len(places))
        placed.append((start, hunk))
        free_from = start + len(hunk.before)
    return _spliced(text, placed)


def _spliced(text: list[bytes], placed: list[tuple[int, Hunk]]) -> bytes:
    for start, hunk in reversed(placed):
        text[start : start + len(hunk.before)] = hunk.after
    return b"".join(text)


def _places(wanted: list[bytes], text: list[bytes]) -> list[int]:
    """List where the wanted lines begin in the text, counted from 0."""
    if not wanted:
        return [] if text else [0]
    first, size = wanted[0], len(wanted)
    return [at for at, line in enumerate(text) if line == first and text[at : at + size] == wanted]


def _likeliest(hunk: Hunk, text: list[bytes]) -> tuple[int, list[bytes]]:
    """Find what a reader would compare the hunk with: the lines beside its context, or else those at its old place.

    Gives the number, from 1, of the first line that differs (that changed, if none does), and all there.
    """
    wanted = [*hunk.lead, *hunk.before, *hunk.trail]
    start = max(0, min(hunk.line - 1, len(text) - 1) - len(hunk.lead))
    for context, offset in ((hunk.lead, 0), (hunk.before, len(hunk.lead)), (hunk.trail, len(wanted) - len(hunk.trail))):
        places = _places(list(context), text) if context else []
        if len(places) == 1:
            start = max(0, places[0] - offset)
            break
    there = text[start : start + len(wanted)]
    alike = len(hunk.lead) if len(there) == len(wanted) else len(there)
    differing = (n for n, (one, other) in enumerate(zip(wanted, there, strict=False)) if one != other)
    return start + next(differing, alike) + 1, there
