"""The PNG as cairo really draws it, and how large it may be."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest

from gmtool.render.map_png import LONGEST, MOST, SHARP, doubts, png, scale
from gmtool.render.map_svg import picture
from gmtool.render.map_tokens import LOOKS

if TYPE_CHECKING:
    from tests.render.conftest import Scenes


@pytest.mark.parametrize(
    ("width", "height", "times"), [(594, 1352, SHARP), (600, 64_000, 0.5), (12_800, 12_800, 0.605), (300, 300, SHARP)]
)
def test_a_large_map_is_drawn_smaller(width: float, height: float, times: float) -> None:
    found = scale(width, height)
    assert found == pytest.approx(times, rel=0.01)
    assert max(width, height) * found <= LONGEST
    assert width * height * found**2 <= MOST * 1.001


def test_only_wide_letters_are_doubted(scenes: Scenes) -> None:
    assert doubts(scenes("Zoë: {at: 0101}", "Дымок: {at: 0102, side: pc}", top="title: Łódź\n")) == []
    (said,) = doubts(scenes("小狼: {at: 0101}", "🐀 King: {side: 鼠}", top="title: Die Höhle\n"))
    assert said == "小狼, 鼠 and 🐀 King: a .png may show empty boxes for such letters; .svg and .html do not"


def test_the_picture_is_the_map(scenes: Scenes) -> None:
    """Size, and the colors of the two sides, and not that of a third."""
    try:
        import cairosvg  # noqa: F401 - whether it can be loaded
    except (ImportError, OSError):
        pytest.skip("cairosvg, or the cairo library, is not here")
    image = pytest.importorskip("PIL.Image")
    scene = scenes("a: {at: 0101, side: pc}", "b: {at: 0102}")
    drawn = picture(scene)
    with image.open(io.BytesIO(png(scene))) as found:
        assert found.format == "PNG"
        assert found.size == (SHARP * drawn.width, SHARP * drawn.height)
        shades = {f"#{red:02x}{green:02x}{blue:02x}" for _, (red, green, blue) in found.convert("RGB").getcolors(9999)}
    assert {LOOKS[0].fill, LOOKS[1].fill} <= shades
    assert LOOKS[2].fill not in shades
