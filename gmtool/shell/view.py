"""What a person sees around the line they type: the prompt, and the line at the bottom."""

import os
from collections.abc import Callable, Sequence
from typing import NamedTuple

from gmtool.encounter.reading import Reading
from gmtool.encounter.throwing import by_default
from gmtool.errors import GMError
from gmtool.render.text import able_now, display_width, next_words
from gmtool.session import Options, open_to_read

NAMES = 24
"""columns of the prompt for whose turn it is"""
LEAST = 8
"""columns below which no part of the bottom line is cut"""


class Seen(NamedTuple):
    """The encounter as it is now: where it is, and what is in it; None where that cannot be read."""

    path: str
    """empty where there is none"""
    reading: Reading | None


class Watch:
    """Looks at the encounter as often as it is asked, and reads it anew when its bytes are others."""

    def __init__(self, options: Callable[[], Options]) -> None:
        self._options = options
        self._raw = b""
        self._seen = Seen("", None)

    def look(self) -> Seen:
        """The encounter now."""
        try:
            opened = open_to_read(self._options())
        except GMError:
            if self._seen.path:
                self._seen = Seen("", None)
            return self._seen
        if (opened.path, opened.raw) != (self._seen.path, self._raw):
            try:
                reading = opened.reading
            except GMError:
                reading = None
            self._raw, self._seen = opened.raw, Seen(opened.path, reading)
        return self._seen


def prompt(seen: Seen) -> str:
    """`R2 rat> `; `R1 movement> ` in a phase played together."""
    return f"{_moment(seen)}> "


def _moment(seen: Seen) -> str:
    if seen.reading is None:
        return "gm (faults)" if seen.path else "gm"
    system, encounter = seen.reading.system, seen.reading.encounter
    if not encounter.started:
        return "gm (not started)"
    if system.phase_of(encounter).choice == "together":
        return f"R{encounter.round} {encounter.phase}"
    names = ", ".join(one.name for one in able_now(system, encounter))
    return " ".join(filter(None, (f"R{encounter.round}", clipped(names, NAMES))))


def bottom(seen: Seen, options: Options, columns: int) -> str:
    """Who is next, the round, the file, who throws the dice: as much of each as there is room for."""
    file = os.path.basename(seen.path)
    if seen.reading is None:
        parts = [f"{file} has faults", "check tells them, edit opens it"] if file else ["no encounter", "init, use"]
    else:
        parts = [_next(seen.reading), _round(seen.reading), file, f"dice {_dice(seen.reading, options)}"]
    return " | ".join(_fitted(list(filter(None, parts)), columns))


def _next(reading: Reading) -> str:
    if not reading.encounter.started:
        return "next starts the fight"
    who = next_words(reading.system, reading.encounter)
    return f"next {who}" if who else ""


def _round(reading: Reading) -> str:
    encounter = reading.encounter
    phase = f", {encounter.phase}" if encounter.phase else ""
    return f"round {encounter.round}{phase}" if encounter.started else reading.system.id


def _dice(reading: Reading, options: Options) -> str:
    """Who throws the dice, as it will be for the next command."""
    if options.dice or options.seed is not None:
        return options.dice or "by a seed"
    try:
        return str(by_default(reading))
    except GMError:
        return os.environ.get("GM_DICE", "")


def _fitted(parts: Sequence[str], columns: int) -> Sequence[str]:
    """The parts, the widest cut first until all stand on one line; the last left out where that is not enough."""
    fitted = list(parts)
    while fitted and (over := sum(map(display_width, fitted)) + 3 * (len(fitted) - 1) - columns) > 0:
        place = max(range(len(fitted)), key=lambda i: display_width(fitted[i]))
        width = display_width(fitted[place])
        if width <= LEAST:
            fitted.pop()
        else:
            fitted[place] = clipped(fitted[place], max(LEAST, width - over, width - 4))
    return fitted


def clipped(text: str, columns: int) -> str:
    """The text in at most so many terminal columns, `..` where it was cut; control characters shown as `?`."""
    shown = "".join(sign if sign.isprintable() else "?" for sign in text)
    if display_width(shown) <= columns:
        return shown
    while display_width(shown) > columns - 2:
        shown = shown[:-1]
    return f"{shown}.."
