"""How a single value is written: plain where the syntax lets it, else in quotes."""

from __future__ import annotations

import re

from gmtool.document.tree import NULLS


class Text(str):
    """Free text: written so that every YAML parser reads it back as a string ("no", "12" and "3:20" get quotes)."""

    __slots__ = ()


FIRST = frozenset("-?:,[]{}#&*!|>'\"%@`=")
"""Signs that mean something at the start of a value."""
BREAKS_PLAIN = re.compile(r":(?=\s|$)|\s#|[^\S ]")
BREAKS_FLOW = re.compile(r"[,\[\]{}:?]")
OTHER_TYPES = (
    # what YAML 1.1 and 1.2 take for a boolean, null, number, date or time, whatever the letter case
    r"(?:y|n|yes|no|on|off|true|false|null|~|=|<<"
    r"|[-+]?(?:0[bo])?[0-9][0-9_,]*(?::[0-5]?[0-9])*(?:\.[0-9_]*)?(?:e[-+]?[0-9]+)?"
    r"|[-+]?\.[0-9_]+(?:e[-+]?[0-9]+)?|[-+]?0x[0-9a-f_]+|[-+]?\.(?:inf|nan)"
    r"|[0-9]{4}-[0-9][0-9]?-[0-9][0-9]?(?:[Tt\s].*)?)"
)
"""Compiled where free text is written, which few commands do."""
ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r", "\0": "\\0"}


def stands_plain(text: str, *, flow: bool, colon: bool = False) -> bool:
    """Say whether `text` can be written without quotes and still be itself.

    A colon or a question mark inside a flow collection is legal but refused by older parsers: the colon stands plain
    only where `colon` says that the file has it so, the other never.
    """
    if text in NULLS or text != text.strip() or not text.isprintable() or BREAKS_PLAIN.search(text):
        return False
    if text[0] in FIRST and not (text[0] in "-:?" and text[1:2].strip() and not text.startswith("---")):
        return False
    if text.startswith("...") or text == "<<":
        return False
    if not flow:
        return True
    return BREAKS_FLOW.search(text.replace(":", "") if colon else text) is None


def means_text(text: str) -> bool:
    """Say whether `text` without quotes is a string to every YAML parser."""
    return re.fullmatch(OTHER_TYPES, text, re.IGNORECASE) is None


def plain(text: str, *, flow: bool, colon: bool = False) -> str | None:
    """Write `text` without quotes, or None where it needs them to be itself, or free text to be text."""
    free = not isinstance(text, Text) or means_text(text)
    return str(text) if free and stands_plain(text, flow=flow, colon=colon) else None


def quoted(text: str, sign: str) -> str:
    """Write `text` in the quotes `sign`; in double ones where single ones cannot hold it."""
    if sign == "'" and text.isprintable():
        return "'" + text.replace("'", "''") + "'"
    return '"' + "".join(_escaped(sign) for sign in text) + '"'


def _escaped(sign: str) -> str:
    if sign in ESCAPES:
        return ESCAPES[sign]
    code = ord(sign)
    if sign.isprintable() or sign == "\u200d":
        return sign
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
