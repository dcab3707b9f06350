"""The entries of a legend in columns: most as wide as one, a long one over several."""

from collections.abc import Sequence


def flowed(widths: Sequence[int], width: int, gap: int) -> list[tuple[int, int]]:
    """Place boxes one after the other, `gap` apart and at most `width` wide in all; give each its line and place in it.

    The columns share the width evenly, and are wide enough for three boxes of four; a wider one takes several.
    """
    if not widths:
        return []
    usual = sorted(widths)[(len(widths) - 1) * 3 // 4]
    many = max(1, (width + gap) // (usual + gap))
    column = max((width + gap) // many, gap + 1)
    places = []
    line = used = 0
    for box in widths:
        takes = min(many, -(-(box + gap) // column))
        if used + takes > many:
            line, used = line + 1, 0
        places.append((line, used * column))
        used += takes
    return places
