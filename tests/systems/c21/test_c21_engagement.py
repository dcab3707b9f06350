"""Who can reach whom from the saddle: the rule book's engagement table, written out by hand, against the program.

A mount stands in 0505 of a flat map; its neighbors are N 0504, NE 0604, SE 0605, S 0506, SW 0405, NW 0404. For each of
the twelve facings the hexes in front, right, behind and left of it stand below as the rule book's figures show them;
the right side is the main side of a right-handed rider, the left that of a left-handed one.
"""

from typing import Any

import pytest

from gmtool.dice.sources import Random
from gmtool.document.parse import parse
from gmtool.encounter import catalog
from gmtool.encounter.reading import read
from gmtool.errors import Refused
from gmtool.rules.system import play
from gmtool.rules.table import Rolled

HEXES = {"N": "0504", "NE": "0604", "SE": "0605", "S": "0506", "SW": "0405", "NW": "0404"}
AROUND = {  # facing: front; right; rear; left
    "N": "0504; 0604 0605; 0506; 0405 0404",
    "NNE": "0504 0604; 0605; 0506 0405; 0404",
    "NE": "0604; 0605 0506; 0405; 0404 0504",
    "E": "0604 0605; 0506; 0405 0404; 0504",
    "SE": "0605; 0506 0405; 0404; 0504 0604",
    "SSE": "0605 0506; 0405; 0404 0504; 0604",
    "S": "0506; 0405 0404; 0504; 0604 0605",
    "SSW": "0506 0405; 0404; 0504 0604; 0605",
    "SW": "0405; 0404 0504; 0604; 0605 0506",
    "W": "0405 0404; 0504; 0604 0605; 0506",
    "NW": "0404; 0504 0604; 0605; 0506 0405",
    "NNW": "0404 0504; 0604; 0605 0506; 0405",
}
RULE = {"front": "C21-50", "main": "C21-51", "rear": "C21-52", "off": "C21-53"}

# The table itself. A ground target can attack the mount everywhere, the rider from the two sides only.
GROUND_ATTACKS = {
    "front": {"mount"},
    "main": {"mount", "rider"},
    "rear": {"mount"},
    "off": {"mount", "rider"},
}
# The mount: "ground target or target mount with kick, bite, claw, trunk" ahead, "ground target with kick" behind.
MOUNT_ATTACKS = {
    "front": {(target, limb) for target in ("ground", "mount") for limb in ("kick", "bite", "claw", "trunk")},
    "main": set(),
    "rear": {("ground", "kick")},
    "off": set(),
}
# The rider: "1H spear, trident or bastard sword only" ahead, "any non-short 1H weapon" on the main side.
LONG = {"spear", "trident", "bastard sword"}
REGULAR = {"sabre", "mace"}
RIDER_ATTACKS: dict[str, set[str]] = {"front": LONG, "main": LONG | REGULAR, "rear": set(), "off": set()}
# What the rider defends with: the attackers it may defend against, and the means.
RIDER_DEFENDS: dict[str, dict[str, set[str]]] = {
    "front": {"ground": set(), "rider": {"weapon", "shield"}},
    "main": {"ground": {"weapon"}, "rider": {"weapon"}},
    "rear": {"ground": set(), "rider": set()},
    "off": {"ground": {"shield"}, "rider": {"shield"}},
}

WEAPONS = ("dagger", "short sword", "hatchet", "sabre", "mace", "spear", "trident", "bastard sword", "pike")
LIMBS = ("kick", "bite", "claw", "trunk", "horns")
BEARING = ("N", "NNE", "NE", "E", "SE", "SSE", "S", "SSW", "SW", "W", "NW", "NNW")


def arms(names: tuple[str, ...]) -> str:
    rows = (f"{name}: {{hands: {2 if name == 'pike' else 1}, fast: {{damage: 1}}}}" for name in names)
    return "{" + ", ".join(rows) + "}"


SHEET = "health: 99/99, base-move: 8, skills: {block: 1, dodge: 1, riding: 9}"
SCENE = f"""
system: c21
grid: {{layout: flat, size: 12x12}}
combatants:
  ana: {{side: pc, at: 0505, rides: horse, {SHEET}, weapons: {arms(WEAPONS)}}}
  horse: {{side: pc, at: 0505, facing: N, mount: true, perks: [unfazeable], {SHEET}, weapons: {arms(LIMBS)}}}
  foot: {{at: 0101, {SHEET}, weapons: {arms(WEAPONS)}}}
  foe: {{at: 0103, rides: steed, {SHEET}, weapons: {arms(WEAPONS)}}}
  steed: {{at: 0103, facing: N, mount: true, perks: [unfazeable], {SHEET}, weapons: {arms(LIMBS)}}}
"""
SYSTEM = catalog.load("c21")
GRID = read(parse(SCENE.encode(), "scene.yaml"), catalog.load, lambda *_: None).encounter.grid


@pytest.fixture
def duel() -> str:
    return SCENE


@pytest.fixture(scope="module")
def scene() -> Any:
    return read(parse(SCENE.encode(), "scene.yaml"), catalog.load, lambda *_: None).encounter


def zones(facing: str, hand: str) -> dict[str, str]:
    """The zone of each of the six hexes."""
    front, right, rear, left = AROUND[facing].split(";")
    sides = {"main": right, "off": left} if hand == "right" else {"main": left, "off": right}
    return {label: zone for zone, labels in {"front": front, "rear": rear, **sides}.items() for label in labels.split()}


def laid(scene: Any, hand: str, facing: str, **places: str) -> Any:
    """The scene with everybody in place; a mounted foe is moved with its mount."""
    encounter = scene.copy()
    everyone = encounter.combatants
    everyone["ana"].hand = hand
    everyone["horse"].facing = GRID.direction(facing, corners=True)
    for name, label in places.items():
        for one in (name, "steed") if name == "foe" else (name,):
            everyone[one].at = GRID.hex(label)
    return encounter


def outcome(
    encounter: Any, attacker: str, target: str, weapon: str, *, force: bool = False, **more: Any
) -> tuple[str, bool]:
    """The rule an attack is refused by, "" if it is not; and whether the target rolled a defense."""
    try:
        given = {"attacker": attacker, "target": target, "with_": weapon, **more}
        played = play(SYSTEM, SYSTEM.verb_table["attack"], encounter, given, Random(1), force=force)
    except Refused as refused:
        return refused.rule, False
    return "", any(isinstance(event, Rolled) and event.why == "defense" for event in played.events)


CASES = [pytest.param(facing, hand, id=f"{facing} {hand}-handed") for facing in AROUND for hand in ("right", "left")]


def test_the_hexes_around_are_each_in_one_zone():
    """Straight: one hex ahead, one behind, two a side. Angled: two ahead, two behind, one a side."""
    for facing in AROUND:
        found = zones(facing, "right")
        assert sorted(found) == sorted(HEXES.values())
        counts = [list(found.values()).count(zone) for zone in ("front", "main", "rear", "off")]
        assert counts == ([1, 2, 1, 2] if facing in HEXES else [2, 1, 2, 1])


@pytest.mark.parametrize(("facing", "hand"), CASES)
def test_c78_a_ground_foe_attacks_the_mount_everywhere_and_the_rider_from_the_sides(scene, facing, hand):
    for label, zone in zones(facing, hand).items():
        encounter = laid(scene, hand, facing, foot=label)
        for weapon in WEAPONS:
            assert outcome(encounter, "foot", "horse", weapon)[0] == "", (label, weapon)
            expected = "" if "rider" in GROUND_ATTACKS[zone] else RULE[zone]
            assert outcome(encounter, "foot", "ana", weapon)[0] == expected, (label, weapon)


@pytest.mark.parametrize(("facing", "hand"), CASES)
def test_the_rider_attacks_ground_foes_mounts_and_riders_alike(scene, facing, hand):
    for label, zone in zones(facing, hand).items():
        on_foot, mounted = laid(scene, hand, facing, foot=label), laid(scene, hand, facing, foe=label)
        for encounter, target in ((on_foot, "foot"), (mounted, "steed"), (mounted, "foe")):
            for weapon in WEAPONS:
                refused = "C21-47" if weapon == "pike" else RULE[zone]  # two hands are none too few anywhere
                expected = "" if weapon in RIDER_ATTACKS[zone] else refused
                assert outcome(encounter, "ana", target, weapon)[0] == expected, (label, target, weapon)


@pytest.mark.parametrize(("facing", "hand"), CASES)
def test_the_mount_attacks_ahead_and_kicks_behind_and_never_a_rider(scene, facing, hand):
    for label, zone in zones(facing, hand).items():
        on_foot, mounted = laid(scene, hand, facing, foot=label), laid(scene, hand, facing, foe=label)
        for encounter, target, kind in ((on_foot, "foot", "ground"), (mounted, "steed", "mount"), (mounted, "foe", "")):
            for limb in LIMBS:
                expected = "" if (kind, limb) in MOUNT_ATTACKS[zone] else RULE[zone]
                assert outcome(encounter, "horse", target, limb)[0] == expected, (label, target, limb)


MEANS = {  # what stands in the hands: the weapon in the main hand, what is in the other
    "a one-handed weapon": ("sabre", "empty", {"weapon"}),
    "a short one and a shield": ("dagger", "shield", {"weapon", "shield"}),
    "two hands on a pike": ("pike", "empty", set()),
    "a pike on the shoulder and a shield": ("pike", "shield", {"shield"}),
    "a weapon in each hand": ("sabre", "weapon", {"weapon"}),
}


@pytest.mark.parametrize("means", MEANS)
@pytest.mark.parametrize(("facing", "hand"), CASES)
def test_what_the_rider_may_defend_with(scene, facing, hand, means):
    """Against a foe on the ground, and against one in the saddle who has the rider on his own main side.

    From the front and from behind no ground foe may attack the rider at all; the table's word is tried under --force.
    """
    wields, off_hand, has = MEANS[means]
    for label, zone in zones(facing, hand).items():
        side = next(name for name, place in HEXES.items() if place == label)
        back = (BEARING.index(side) + 6) % 12  # from there to the rider
        for attacker in ("ground", "rider"):
            name = "foot" if attacker == "ground" else "foe"
            encounter = laid(scene, hand, facing, **{name: label})
            encounter.combatants["steed"].facing = GRID.direction(BEARING[(back - 3) % 12], corners=True)
            encounter.combatants["ana"].wields = wields
            encounter.combatants["ana"].off_hand = off_hand
            barred = attacker == "ground" and zone in ("front", "rear")
            refused, defended = outcome(encounter, name, "ana", "sabre", force=barred)
            assert refused == ""
            assert defended == bool(has & RIDER_DEFENDS[zone][attacker]), (label, zone, attacker)


@pytest.mark.parametrize(("facing", "hand"), CASES)
def test_a_mounted_attacker_is_judged_by_his_own_row(scene, facing, hand):
    """The foe faces N with its own weapon hand right: whom it reaches depends on nothing else."""
    mine = zones("N", "right")
    for label in zones(facing, hand):
        side = next(name for name, place in HEXES.items() if place == label)
        opposite = BEARING[(BEARING.index(side) + 6) % 12]
        zone = mine[HEXES[opposite]]
        encounter = laid(scene, hand, facing, foe=label)
        for target in ("ana", "horse"):
            for weapon in ("sabre", "spear", "dagger"):
                expected = "" if weapon in RIDER_ATTACKS[zone] else RULE[zone]
                assert outcome(encounter, "foe", target, weapon)[0] == expected, (label, target, weapon)


def test_a_dodge_is_never_a_riders_and_always_a_mounts(scene):
    encounter = laid(scene, "right", "N", foot="0604")
    assert outcome(encounter, "foot", "ana", "sabre", **{"how.defense": "dodge"})[0] == "C21-47"
    assert outcome(encounter, "foot", "horse", "sabre", **{"how.defense": "dodge"}) == ("", True)
