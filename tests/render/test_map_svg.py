"""The picture, read back as XML: places, facings, shapes and terrain agree with the map, and no name breaks out."""

from __future__ import annotations

import re
import shutil
import subprocess
from itertools import combinations
from math import atan2, degrees, hypot
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gmtool.errors import Misused
from gmtool.hexes.geometry import distance, neighbors
from gmtool.render.map_paint import escaped
from gmtool.render.map_svg import HEX, html, svg
from gmtool.render.map_tokens import LOOKS

if TYPE_CHECKING:
    from pathlib import Path

    from tests.render.conftest import Scenes

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "</title><script>document.title='owned'</script>&amp;\"'"
BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


def drawn(scene: object) -> ElementTree.Element:
    return ElementTree.fromstring(svg(scene))  # type: ignore[arg-type]


def tokens(root: ElementTree.Element) -> dict[str, tuple[float, float]]:
    """By tooltip's name: where the name is written, in the middle of the figure."""
    found = {}
    for group in root.iter(f"{SVG}g"):
        title, text = group.find(f"{SVG}title"), group.findall(f"{SVG}text")
        if title is not None and title.text is not None:
            found[title.text.split(" (")[0]] = (float(text[-1].get("x", "")), float(text[-1].get("y", "")))
    return found


def wedges(root: ElementTree.Element) -> list[tuple[float, float]]:
    """The tips of the wedges on the map."""
    below = next(group for group in root.findall(f"{SVG}g") if group.get("transform"))
    own = [one for one in root.findall(f"{SVG}polygon") if one not in list(below)]
    return [tuple(map(float, one.get("points", "").split()[0].split(","))) for one in own]  # type: ignore[misc]


def texts(root: ElementTree.Element, kind: str) -> dict[str, tuple[float, float]]:
    return {
        str(one.text): (float(one.get("x", "")), float(one.get("y", "")))
        for one in root.iter(f"{SVG}text")
        if kind in one.get("class", "").split()
    }


LAYOUTS = st.sampled_from(
    [f"{{layout: {lay}, shove: {shove}}}" for lay in ("flat", "pointy") for shove in ("even", "odd")]
)
PLACES = st.lists(st.tuples(st.integers(1, 9), st.integers(1, 9)), min_size=2, max_size=5, unique=True)


@settings(max_examples=40, deadline=None)
@given(LAYOUTS, PLACES)
def test_neighbors_and_only_they_are_one_hex_apart(scenes: Scenes, grid: str, places: list[tuple[int, int]]) -> None:
    scene = scenes(*(f"{'abcde'[i]}: {{at: {c:02}{r:02}}}" for i, (c, r) in enumerate(places)), grid=grid)
    found = tokens(drawn(scene))
    for one, other in combinations(scene.figures, 2):
        (ax, ay), (bx, by) = found[one.name], found[other.name]
        apart = hypot(ax - bx, ay - by) / HEX
        assert (distance(one.at, other.at) == 1) == (abs(apart - 1) < 0.01)
        assert distance(one.at, other.at) * 0.86 <= apart <= distance(one.at, other.at) + 0.01


def test_a_wedge_points_at_the_neighbor_faced(scenes: Scenes, neighborhood: tuple[str, str, dict[str, str]]) -> None:
    grid, center, around = neighborhood
    for way, label in around.items():
        root = drawn(scenes(f"a: {{at: {center}, facing: {way}}}", f"b: {{at: {label}}}", grid=grid))
        ((tx, ty),) = wedges(root)
        (ax, ay), (bx, by) = tokens(root)["a"], tokens(root)["b"]
        assert abs(degrees(atan2(ty - ay, tx - ax) - atan2(by - ay, bx - ax))) < 1
        assert 17 < hypot(tx - ax, ty - ay) <= HEX / 2, "outside the figure, inside the hex"


@pytest.mark.parametrize("grid", ["{}", "{layout: pointy}"])
def test_a_wedge_points_at_the_corner_faced(scenes: Scenes, grid: str) -> None:
    """At the hex two away, straight across the corner; the label makes room for it."""
    scene = scenes("a: {at: 0505}", grid=grid)
    (figure,) = scene.figures
    for way in scene.grid.corners:
        root = drawn(scene._replace(figures=(figure._replace(facing=way),)))
        ((tx, ty),) = wedges(root)
        ax, ay = tokens(root)["a"]
        ahead, here = scene.grid.center(scene.grid.step(figure.at, way)), scene.grid.center(figure.at)
        turn = degrees(atan2(ty - ay, tx - ax) - atan2(ahead[1] - here[1], ahead[0] - here[0]))
        assert abs((turn + 180) % 360 - 180) < 1, scene.grid.name(way)
        assert 17 < hypot(tx - ax, ty - ay) <= HEX / 2, "outside the figure, inside the hex"
        lx, ly = texts(root, "label")["0505"]
        assert hypot(tx - lx, ty - ly) > 6


def test_every_label_is_in_its_hex(scenes: Scenes) -> None:
    for grid in ("{size: 4x4}", "{size: 4x4, layout: pointy, shove: odd}"):
        scene = scenes("a: {at: 0202, facing: NW}", "b: {at: 0303, facing: SE}", grid=grid)
        root = drawn(scene)
        labels, figures = texts(root, "label"), tokens(root)
        assert len(labels) == 16
        for figure in scene.figures:
            x, y = labels[scene.grid.label(figure.at)]
            assert abs(x - figures[figure.name][0]) < 0.2
            assert abs(y - figures[figure.name][1]) < HEX / 2


def shape(root: ElementTree.Element, name: str) -> tuple[str, str]:
    """The kind of the figure's outline (a circle or how many corners) and its color."""
    for group in root.iter(f"{SVG}g"):
        title = group.find(f"{SVG}title")
        if title is not None and (title.text or "").startswith(f"{name} ("):
            outline = next(
                one for one in group if one.tag in (f"{SVG}circle", f"{SVG}polygon") and one.get("fill") != "#ffd83d"
            )
            corners = outline.get("points", "").split()
            first = corners[0].split(",")[0] if corners else ""
            tip = "up" if corners and abs(float(first) - tokens(root)[name][0]) < 0.2 else ""
            return f"{len(corners)}{tip}", outline.get("fill", "")
    raise AssertionError(name)


def test_sides_differ_in_shape_and_in_color(scenes: Scenes) -> None:
    sides = ["pc", "npc", "guards", "cult", "beasts", "crows"]
    fighters = [f"{side}-a: {{at: 0{i + 1}01, side: {side}}}" for i, side in enumerate(sides)]
    fighters.append("pc-b: {at: 0103, side: pc}")
    root = drawn(scenes(*fighters))
    looks = {side: shape(root, f"{side}-a") for side in sides}
    assert looks["pc"][0] == "0", "the players are circles"
    assert shape(root, "pc-b") == looks["pc"]
    assert len({color for _, color in looks.values()}) == 6
    assert len({(one.corners, one.turned) for one in LOOKS}) == 6


def gray(color: str) -> float:
    red, green, blue = (int(color[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return 0.3 * red + 0.59 * green + 0.11 * blue


def test_the_first_sides_differ_in_gray_and_names_can_be_read() -> None:
    lightness = [gray(one.fill) for one in LOOKS[:3]]
    assert all(abs(a - b) > 0.15 for a, b in combinations(lightness, 2))
    assert all(abs(gray(one.fill) - gray(one.text)) > 0.4 for one in LOOKS)


def test_whose_turn_down_and_hidden_are_no_matter_of_color(scenes: Scenes) -> None:
    fighters = ("a: {at: 0101}", "b: {at: 0301, hp: 0/9}", "c: {at: 0501, hidden: true}", "d: {at: 0701}")
    root = drawn(scenes(*fighters, top="round: 1\nturn: a\n"))
    parts = {}
    for group in root.iter(f"{SVG}g"):
        title = group.find(f"{SVG}title")
        if title is not None and title.text:
            parts[title.text[0]] = [one.tag.removeprefix(SVG) for one in group]
            dashed = [one.get("stroke-dasharray") for one in group if one.tag == f"{SVG}polygon"]
            assert dashed == (["4 3"] if title.text[0] == "c" else [None])
    assert parts["d"] == ["title", "polygon", "text"]
    assert parts["a"] == ["title", "circle", "polygon", "text"], "a ring around it"
    assert parts["b"] == ["title", "polygon", "path", "path", "text", "text"], "a cross over it"
    words = " ".join(texts(root, "words"))
    for told in ("whose turn it is", "down", "hidden from the players", "a  0101, turn", "b  0301, DOWN"):
        assert told in words


@pytest.mark.parametrize(("many", "shown"), [(1, 1), (2, 2), (3, 3), (4, 4), (5, 3), (9, 3)])
def test_all_in_one_hex_are_shown_or_counted(scenes: Scenes, many: int, shown: int) -> None:
    root = drawn(scenes(*(f"f{i}: {{at: 0202, hp: 0/9}}" for i in range(many))))
    found = tokens(root)
    assert len(found) == shown
    assert len(set(found.values())) == shown
    assert list(texts(root, "more")) == ([f"+{many - shown}"] if many > shown else [])
    assert sum("0202" in words for words in texts(root, "words")) == many


def test_terrain_is_filled_with_its_pattern(scenes: Scenes) -> None:
    top = "terrain:\n  brush: {cost: 2, hexes: [0202, 0303]}\n  wall: {cost: blocked, hexes: [0402]}\n"
    root = drawn(scenes(top=top))
    areas = {one.get("fill"): one.get("d", "").count("M") for one in root.findall(f"{SVG}path")}
    assert areas["url(#ground-0)"] == 2
    assert areas["url(#ground-1)"] == 1
    assert {one.get("id") for one in root.iter(f"{SVG}pattern")} == {"ground-0", "ground-1"}
    words = " ".join(texts(root, "words"))
    assert "brush: 2 to enter" in words
    assert "wall: cannot be entered" in words


def test_reach_is_numbered_in_its_hexes(scenes: Scenes) -> None:
    reach = {"0201": 1, "0203": 7, "0303": 2, "0202": 0}
    scene = scenes("a: {at: 0202}", "b: {at: 0303}", mover="a", reach=reach)
    root = drawn(scene)
    below = next(group for group in root.findall(f"{SVG}g") if group.get("transform"))
    costs = {
        one.text: (float(one.get("x", "")), float(one.get("y", "")))
        for one in root.findall(f"{SVG}text")
        if one.get("class") == "cost" and one not in list(below)
    }
    x, y = tokens(root)["a"]
    assert costs.keys() == {"1", "7"}, "not its own hex, and not over a figure"
    assert costs["1"] == pytest.approx((x, y - HEX), abs=0.2)
    assert costs["7"] == pytest.approx((x, y + HEX), abs=0.2)


def test_a_reach_off_the_map_is_not_drawn(scenes: Scenes) -> None:
    scene = scenes("a: {at: 0202}", grid="{size: 3x3}", mover="a", reach={"0201": 1})
    off = neighbors(scene.grid.hex("0301"))[0]
    assert not scene.grid.inside(off)
    assert "cost" in svg(scene)


# what breaks pictures -------------------------------------------------------------------------------------------


@given(st.text())
def test_escaped_text_can_stand_anywhere(text: str) -> None:
    root = ElementTree.fromstring(f'<a b="{escaped(text)}">{escaped(text)}</a>'.encode())
    kept = re.sub("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]", "\ufffd", text)
    kept = kept.replace("\r\n", "\n").replace("\r", "\n")
    assert (root.text or "") == kept


def test_hostile_names_stay_names(scenes: Scenes) -> None:
    quoted = HOSTILE.replace("\\", "\\\\").replace('"', '\\"')
    fighters = (f'a: {{at: 0101, name: "{quoted}", side: "{quoted}"}}', f'"{quoted}": {{side: pc}}')
    top = f'title: "{quoted}"\nround: 1\nturn: a\nterrain:\n  "{quoted}": {{cost: 2, hexes: [0202]}}\n'
    scene = scenes(*fighters, top=top)
    root = drawn(scene)
    assert not list(root.iter(f"{SVG}script"))
    assert HOSTILE in str(root.findtext(f"{SVG}title"))
    for page in (svg(scene), html(scene)):
        assert "<script" not in page
        assert "onload" not in page


def test_the_page_needs_nothing_else(scenes: Scenes) -> None:
    page = html(scenes("a: {at: 0101}", top="title: The culvert\n"))
    assert page.startswith("<!doctype html>")
    assert "<title>The culvert</title>" in page
    assert not re.search(r"<(?:script|link|img|iframe|object)\b|@import|url\((?!#)", page)
    assert [found for found in re.findall(r"https?://[^\"' <]+", page) if "w3.org/2000/svg" not in found] == []
    assert "default-src 'none'" in page
    assert "<li>a (npc) in 0101, without facing.</li>" in page


def test_title_and_scale(scenes: Scenes) -> None:
    root = drawn(scenes("a: {at: 0101}", grid="{hex: 1.5 m}", top="title: The culvert\nround: 3\nturn: a\n"))
    assert list(texts(root, "title")) == ["The culvert"]
    assert list(texts(root, "heading")) == ["Round 3: a's turn"]
    assert "3 hexes = 4.5 m; a hex is 1.5 m wide" in texts(root, "words")
    assert list(texts(root, "side")) == ["N", "NE", "SE", "S", "SW", "NW"]


def test_everything_is_inside_the_picture(scenes: Scenes) -> None:
    for grid in ("{}", "{layout: pointy}", "{shove: odd}"):
        root = drawn(scenes("a: {at: 0909, side: pc}", "b: {at: 1214}", "c: {at: 0920}", grid=grid))
        width, height = float(root.get("width", "")), float(root.get("height", ""))
        for path in root.findall(f"{SVG}path"):
            numbers = list(map(float, re.findall(r"-?[0-9.]+", path.get("d", ""))))
            assert all(0 <= x <= width for x in numbers[::2])
            assert all(60 <= y <= height for y in numbers[1::2]), "below the heading"


def test_nothing_to_draw_and_far_too_much(scenes: Scenes) -> None:
    with pytest.raises(Misused, match="nothing to draw"):
        svg(scenes("a: {side: pc}"))
    with pytest.raises(Misused, match="a picture holds at most"):
        svg(scenes("a: {at: 0101}", "b: {at: '300300'}"))


@pytest.mark.slow
@pytest.mark.skipif(BROWSER is None, reason="no Chromium here to open the page with")
def test_a_browser_runs_nothing_of_a_name(scenes: Scenes, tmp_path: Path) -> None:
    """The page as a real browser understands it."""
    assert BROWSER is not None
    quoted = HOSTILE.replace('"', '\\"')
    page = tmp_path / "map.html"
    page.write_text(html(scenes(f'a: {{at: 0101, name: "{quoted}"}}', top=f'title: "{quoted}"\n')), encoding="utf-8")
    quiet = "no-first-run disable-background-networking disable-component-update disable-sync disable-quic"
    flags = [f"--{flag}" for flag in f"headless no-sandbox disable-gpu {quiet} dump-dom".split()]
    done = subprocess.run(
        [BROWSER, *flags, f"--user-data-dir={tmp_path / 'profile'}", page.as_uri()],
        capture_output=True,
        text=True,
        timeout=90,
        check=False,
    )
    assert "<svg" in done.stdout
    assert "<script" not in done.stdout
    assert re.search(r"<title>(.*?)</title>", done.stdout, re.S)
    assert "<title>owned" not in done.stdout
    assert done.stdout.count("owned") >= 3
