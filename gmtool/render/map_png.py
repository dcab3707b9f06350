"""The map as a PNG, drawn from its SVG by the optional cairosvg: nothing else here needs it."""

from math import sqrt

from gmtool.errors import Misused
from gmtool.render.map_scene import Scene
from gmtool.render.map_svg import picture
from gmtool.render.map_words import listed
from gmtool.render.text import display_width

SHARP = 2.0
"""pixels of a PNG for one of the SVG, where that is not too much"""
LONGEST = 32_000
"""pixels of a side; cairo draws none longer than 32,767"""
MOST = 60_000_000
"""pixels in all: cairo takes four bytes for each"""


def png(scene: Scene) -> bytes:
    """Draw the map. Raises Misused where there is nothing to draw or too much, or cairosvg is not installed."""
    try:
        import cairosvg
    except ImportError:
        raise Misused(
            "a .png needs cairosvg, which is not installed",
            remedy="pip install 'gmtool[png]'; .svg and .html need nothing more",
        ) from None
    except OSError:
        raise Misused(
            "a .png needs the cairo library, which cairosvg does not find on this computer",
            remedy="install cairo (libcairo2, or `brew install cairo`); .svg and .html need nothing more",
        ) from None
    drawn = picture(scene)
    drawing: bytes = cairosvg.svg2png(bytestring=drawn.svg.encode(), scale=scale(drawn.width, drawn.height))
    return drawing


def doubts(scene: Scene) -> list[str]:
    """What may not be seen in it as it is written: cairo looks no further than one font, a browser does."""
    texts = [scene.title, *(one.name for one in scene.figures), *(one.name for one in scene.grounds), *scene.sides]
    odd = [text for text in dict.fromkeys((*texts, *scene.absent)) if _has_wide(text)]
    return [f"{listed(odd)}: a .png may show empty boxes for such letters; .svg and .html do not"] if odd else []


def _has_wide(text: str) -> bool:
    """Whether a text has letters that are two columns wide: Chinese, Japanese, Korean, pictures."""
    return any(display_width(letter) > 1 for letter in text)


def scale(width: float, height: float) -> float:
    """How many times larger than the SVG the PNG is: SHARP, less where it would have too many pixels."""
    return min(SHARP, LONGEST / max(width, height), sqrt(MOST / (width * height)))
