"""Riders on the map: mount and rider as one figure, twelve facings, and what `gm from` says of the zones."""

import json
import re
from typing import Any

import pytest

SADDLE = """
ana:
  name: Ana
  rides: horse
  off-hand: shield
  skills: {sabre: 9, block: 7, riding: 9}
  weapons: {sabre: {reach: 1}, dagger: {reach: 1}, pike: {hands: 2}}
horse:
  name: Star
  side: pc
  at: 0505
  facing: NNE
  mount: true
  perks: [unfazeable]
  health: 9/9
  base-move: 8
  skills: {dodge: 3}
  weapons: {kick: {reach: 1}}
bandit: {at: 0605}
"""
TWELVE = ("N", "NNE", "NE", "E", "SE", "SSE", "S", "SSW", "SW", "W", "NW", "NNW")
ARROWS = dict(zip(TWELVE, ["↑", "NNE", "↗", "→", "↘", "SSE", "↓", "SSW", "↙", "←", "↖", "NNW"], strict=True))


@pytest.mark.parametrize("facing", TWELVE)
def test_rider_and_mount_are_one_figure_that_faces_as_the_mount(facing: str, bench: Any) -> None:
    bench.lay(SADDLE.replace("facing: NNE", f"facing: {facing}").replace("name: Ana", "name: Ana\n  facing: S"))
    assert f"Ana with Star (pc) in 0505, facing {facing}." in bench.run("map", "--list")[1].splitlines()
    drawn = bench.run("map")[1]
    assert f"Ana with Star 0505 {facing}" in drawn
    assert ARROWS[facing] in drawn
    assert "more in the same hex" not in drawn
    data = json.loads(bench.run("map", "--json")[1])["combatants"]
    assert [(one["id"], one["facing"], one.get("with")) for one in data] == [
        ("ana", facing, None),
        ("horse", facing, "ana"),
        ("bandit", None, None),
    ]


def test_the_picture_points_through_the_corner(bench: Any) -> None:
    """E is 90 degrees: the tip of the one wedge lies right of the token's center, at its height."""
    bench.lay(SADDLE.replace("facing: NNE", "facing: E"))
    assert bench.run("map", "-o", "map.svg")[0] == 0
    drawn = (bench.folder / "map.svg").read_text()
    (token,) = re.findall(r"<title>Ana with Star \(pc\), 0505 E</title>.*?cx=\"([0-9.]+)\" cy=\"([0-9.]+)\"", drawn)
    x, y = map(float, token)
    tips = [
        tuple(map(float, one.split(",")))
        for one in re.findall(r'<polygon points="([0-9.]+,[0-9.]+) [^"]*" fill="#1d2330"', drawn)
    ]
    assert any(abs(tip_y - y) < 0.2 and 30 < tip_x - x < 33 for tip_x, tip_y in tips), (x, y, tips)


def test_a_hidden_mount_is_not_given_away(bench: Any) -> None:
    bench.lay(SADDLE.replace("name: Star", "name: Star\n  hidden: true"))
    assert "Star" not in bench.run("map", "--list", "--player")[1]
    assert "Ana (pc) in 0505" in bench.run("map", "--list", "--player")[1]


def test_two_on_foot_in_one_hex_are_two_figures(bench: Any) -> None:
    bench.lay("bandit: {at: 0505, health: 0/15}")
    assert "Together in 0505: ana and bandit." in bench.run("map", "--list")[1]


def test_from_tells_the_zone_and_who_may_do_what_to_whom(bench: Any) -> None:
    """0605 is SE of 0505, right of NNE: the main side."""
    bench.lay(SADDLE)
    lines = bench.run("from", "ana", "bandit")[1].splitlines()
    assert lines[lines.index("sight clear") + 1 :] == [
        "bandit is on the main side of Star",
        "Ana's sabre on bandit: yes (it may dodge)",
        "Ana's dagger on bandit: no (C21-51: it is short)",
        "Ana's pike on bandit: no (C21-47: two hands)",
        "Star's kick on bandit: no (C21-51: its flank)",
        "bandit's axe on Ana: yes (it may block (sabre))",
        "bandit's axe on Star: yes (it may dodge)",
    ]


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("0504", ["bandit is in front of Star", "bandit's axe on Ana: no (C21-50: only the mount from there)"]),
        ("0405", ["bandit is behind Star", "bandit's axe on Ana: no (C21-52: only the mount from there)"]),
        ("0404", ["bandit is on the off side of Star", "bandit's axe on Ana: yes (it may block (shield))"]),
    ],
)
def test_from_in_the_other_zones(place: str, words: list[str], bench: Any) -> None:
    bench.lay(SADDLE.replace("at: 0605", f"at: {place}"))
    lines = bench.run("from", "bandit", "ana")[1].splitlines()
    assert set(words) <= set(lines), lines


def test_the_reach_of_a_rider_is_that_of_the_mount(bench: Any) -> None:
    """Base Move 8, Sprint Move 16; an untrained mount does not come nearer to the bandit."""
    bench.lay(SADDLE)
    trained = json.loads(bench.run("map", "--reach", "ana", "--json")[1])["reach"]
    assert trained["0513"] == 8
    assert trained["0520"] == 15
    assert "0605" not in trained
    bench.lay(SADDLE.replace("perks: [unfazeable]", "perks: []").replace("at: 0605", "at: 0508"))
    shy = json.loads(bench.run("map", "--reach", "horse", "--json")[1])["reach"]
    assert "0506" not in shy
    assert shy["0504"] == 1


def test_a_mod_joins_the_roll_of_whoever_calms(bench: Any) -> None:
    """The mount is named first, and it is Ana who rolls: half of Alertness 14, + 13, + 2."""
    situation = SADDLE.replace("perks: [unfazeable]", "states: [afraid]").replace("at: 0605", "at: 2020")
    bench.lay(situation)
    code, out, err = bench.run("--dice", "6,7", "calm", "horse", "--by", "ana", "--mod", "+2 apple")
    assert code == 0, err
    assert "husbandry (half alertness) 7 + dice 13 + apple 2 = 22" in out


def test_who_has_no_turn_in_the_phase_waits_for_nobody(bench: Any) -> None:
    fight = "round: 1\nphase: players\nturn: ana\norder: [ana, bandit]\n"
    ben = "ben: {side: pc, at: 0101, health: 5/5, base-move: 4}"
    for words in ("delay bandit", "delay ana --after bandit"):
        bench.lay(fight + ben)
        code, _, err = bench.run(*words.split())
        assert code == 1
        assert "bandit has no turn in the players phase" in err
