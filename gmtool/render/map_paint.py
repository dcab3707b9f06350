"""Text and ground for the drawn map: what is escaped, and how terrain is told apart in color and in gray."""

import re
from typing import NamedTuple

from gmtool.render.map_scene import Ground

_FORBIDDEN = re.compile("[^\t\n\r\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""what XML does not allow, and the control characters it only tolerates"""
_ENTITIES = {ord("&"): "&amp;", ord("<"): "&lt;", ord(">"): "&gt;", ord('"'): "&quot;", ord("'"): "&#39;"}


def escaped(text: str) -> str:
    """The text as it may stand in XML and HTML, between tags and in quotes."""
    return _FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", text).translate(_ENTITIES)


class Fill(NamedTuple):
    """The color of a terrain, and the lines or dots over it."""

    color: str
    ink: str
    texture: str
    """a path in a square of 16 pixels"""
    dark: bool


_DOTS = "M4 4h.01M12 12h.01"
_OPEN = (
    ("#dcebc4", "#9dbd72", _DOTS),
    ("#f3e3bf", "#cfa957", "M0 16L16 0"),
    ("#cfe3f5", "#85b0d8", "M0 5q4 -4 8 0t8 0M0 13q4 -4 8 0t8 0"),
    ("#f1d9e4", "#d08fb2", "M4 1v6M1 4h6M12 9v6M9 12h6"),
    ("#e2dcf3", "#a897d9", "M0 0L16 16"),
    ("#e6e6e6", "#a8a8a8", "M0 4h16M0 12h16"),
    ("#d3ede6", "#74bda8", "M4 2l3 5h-6zM12 10l3 5h-6z"),
    ("#fbe0d3", "#dd9874", "M0 0L16 16M0 16L16 0"),
)
_BLOCKED = (
    ("#555b66", "#868d99", "M0 0L16 16M0 16L16 0"),
    ("#6b5646", "#9c8673", "M0 8h16M4 0v8M12 8v8"),
    ("#3d5a52", "#6f9187", "M0 16L16 0"),
    ("#4a4a4a", "#8a8a8a", "M0 8h16M8 0v16"),
)


def fills(grounds: tuple[Ground, ...]) -> list[Fill]:
    """The fill of each terrain: what cannot be entered is dark. All beyond the last share it."""
    found, used = [], {False: 0, True: 0}
    for ground in grounds:
        dark = ground.cost is None
        row = _BLOCKED if dark else _OPEN
        found.append(Fill(*row[min(used[dark], len(row) - 1)], dark))
        used[dark] += 1
    return found


def pattern(number: int, fill: Fill) -> str:
    """The definition of a texture, to be used as `url(#ground-N)`."""
    width = 3 if fill.texture == _DOTS else 1.3
    return (
        f'<pattern id="ground-{number}" width="16" height="16" patternUnits="userSpaceOnUse">'
        f'<rect width="16" height="16" fill="{fill.color}"/>'
        f'<path d="{fill.texture}" fill="none" stroke="{fill.ink}" stroke-width="{width}" stroke-linecap="round"/>'
        "</pattern>"
    )
