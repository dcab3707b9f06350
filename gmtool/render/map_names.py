"""Names short enough for a hex: a few columns each, every one another, wide characters counted as they are shown."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from gmtool.render.text import display_width

_CODES = "abcdefghijklmnopqrstuvwxyz0123456789"
_VARIATION = "\N{VARIATION SELECTOR-1}", "\N{VARIATION SELECTOR-16}"


def abbreviated(names: Sequence[str], width: int, *, ascii_only: bool = False) -> list[str] | None:
    """Shorten each name to at most `width` columns, so that no two are alike whatever their case.

    None if there are more names than such abbreviations. With `ascii_only` accents are dropped and other scripts
    get letters of their own.
    """
    if len(names) > len(_CODES) ** width:
        return None
    taken: set[str] = set()
    found = []
    for name in names:
        short = next(
            one
            for one in _candidates(name, width, ascii_only)
            if one and one.casefold() not in taken and display_width(one) <= width
        )
        taken.add(short.casefold())
        found.append(short)
    return found


def cut(text: str, width: int, dots: str = "…") -> str:
    """The text, shortened at its end to so many columns, with `dots` to say so."""
    if display_width(text) <= width:
        return text
    return _fit(clusters(text), width - display_width(dots)) + dots


def clusters(text: str) -> Iterator[str]:
    """The signs of a text, each with the combining ones that belong to it."""
    sign = ""
    for letter in text:
        if sign and display_width(letter) > 0:
            yield sign
            sign = ""
        sign += letter
    if sign:
        yield sign


def _candidates(name: str, width: int, ascii_only: bool) -> Iterator[str]:
    """Abbreviations of a name, the most telling first: `wo1` for wolf-1, `rat` for rats, `AM` for Anne-Marie."""
    signs = list(_letters(name, ascii_only))
    digits = len(signs) - len("".join(signs).rstrip("0123456789"))
    tail = "".join(signs[len(signs) - digits :]) if 0 < digits < len(signs) else ""
    if tail and len(tail) <= width:
        yield _fit(signs[: len(signs) - digits], width - len(tail)) + tail
    yield _fit(signs, width)
    words = name.replace("-", " ").split()
    if len(words) > 1:
        yield _fit([next(_letters(word, ascii_only), "") for word in words], width)
    later = max(1, width - 1)
    for place in (*range(later, len(signs)), *range(1, min(later, len(signs)))):
        yield _fit(signs[:place], width - display_width(signs[place])) + signs[place]
    for kept in range(width - 1, -1, -1):
        head = _fit(signs, kept)
        for code in product(_CODES, repeat=width - display_width(head)):
            yield head + "".join(code)


def _letters(name: str, ascii_only: bool) -> Iterator[str]:
    """The letters, digits and pictures of a name; joiners, marks of direction and variation are left out."""
    if name.isascii():
        yield from filter(str.isalnum, name)
        return
    from unicodedata import category, normalize

    for sign in clusters(normalize("NFKD" if ascii_only else "NFC", name)):
        if ascii_only:
            yield from (letter for letter in sign if letter.isascii() and letter.isalnum())
        elif category(sign[0]) in ("Lu", "Ll", "Lt", "Lm", "Lo", "Nd", "Nl", "No", "So"):
            yield sign[0] + "".join(
                letter
                for letter in sign[1:]
                if category(letter) == "Mn" and not _VARIATION[0] <= letter <= _VARIATION[1]
            )


def _fit(signs: Iterable[str], width: int) -> str:
    """As many of the signs, from the first, as so many columns hold."""
    kept = ""
    for sign in signs:
        if display_width(kept + sign) > width:
            break
        kept += sign
    return kept
