"""Reading: every scalar typed by the schema, every fault at its place, defaults, templates, merges."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from gmtool.hexes.grid import Direction, Hex

if TYPE_CHECKING:
    from collections.abc import Callable

    from gmtool.encounter.reading import Reading
    from gmtool.errors import Fault

    Read = Callable[..., Reading]
    Faults = Callable[..., tuple[Fault, ...]]

SHEET = "stats: {str: 1, spd: 4, agi: 3}"
TOP = "system: bnb\ncombatants:\n"
RAT = f"  rat: {{{SHEET}, hp: 8/8}}\n"


def one(reading: Reading, name: str = "rat") -> Any:
    return reading.encounter.combatants[name]


def rat(*keys: str) -> str:
    return f"{TOP}  rat: {{{', '.join((SHEET, 'hp: 8/8', *keys))}}}\n"


# what is read -------------------------------------------------------------------------------------------------------


def test_a_whole_encounter(read: Read) -> None:
    reading = read(
        "system: bnb\ntitle: The culvert\nrules: {initiative: fixed, charge: no}\n"
        "grid: {layout: flat, shove: odd, size: 20x14}\n"
        "terrain:\n  brush: {cost: 2, hexes: [0405, 0406]}\n"
        "  wall: {cost: blocked, sight: blocked, hexes: [0701..0705]}\n"
        "round: 2\nturn: rat\norder: [rat, wolf]\nacted: [wolf]\n"
        "combatants:\n  rat:\n    name: Greywhisker\n    side: pc\n    at: 0304\n    facing: SE\n"
        "    stats: {str: 1, spd: 4, agi: 3, con: 5}\n    hp: 8/8\n    initiative: 9\n"
        "    markers: {vulnerable: 1, wary: yes, held: wolf}\n    injuries: [jaw, jaw]\n    done: [attack]\n"
        "    marks: {on fire: , prone: }\n"
        f"  wolf: {{{SHEET}, hp: 9/14, at: 0404, facing: nw, hidden: true, "
        "as: -1, ds: +3, tactic: bite, base-move: 0}\n"
        "notes: [the bridge is down, no]\n"
    )  # fmt: skip
    encounter = reading.encounter
    assert reading.warnings == ()
    assert (encounter.system, encounter.title, encounter.round, encounter.turn) == ("bnb", "The culvert", 2, "rat")
    assert encounter.switches["initiative"] == "fixed"
    assert encounter.switches["charge"] is False
    assert encounter.switches["tied-turns"] == "shared"
    assert (encounter.order, encounter.acted) == (("rat", "wolf"), ("wolf",))
    assert encounter.notes == ("the bridge is down", "no")
    assert encounter.ground(encounter.grid.hex("0406")).cost.points == 2
    assert encounter.ground(encounter.grid.hex("0703")).cost.points is None
    assert encounter.ground(encounter.grid.hex("0101")).cost.points == 1
    assert (encounter.grid.columns, encounter.grid.rows, encounter.grid.shove) == (20, 14, "odd")
    animal = one(reading)
    assert (animal.id, animal.name, animal.side) == ("rat", "Greywhisker", "pc")
    assert animal.at == encounter.grid.hex("0304")
    assert animal.facing == encounter.grid.direction("SE")
    assert (animal.strength, animal.constitution, animal.mysticism) == (1, 5, 0)
    assert (animal.hp.now, animal.hp.max) == (8, 8)
    assert (animal.vulnerable, animal.wary, animal.held, animal.bleeding) == (1, True, "wolf", 0)
    assert (animal.injuries, animal.done, list(animal.marks)) == (("jaw", "jaw"), ("attack",), ["on fire", "prone"])
    wolf = one(reading, "wolf")
    assert (wolf.attack_score, wolf.defense_score, wolf.tactic, wolf.hidden, wolf.base_move) == (-1, 3, "bite", True, 0)


def test_defaults(read: Read) -> None:
    reading = read(TOP + RAT)
    encounter, animal = reading.encounter, one(reading)
    assert (encounter.title, encounter.round, encounter.turn, encounter.order, encounter.acted) == (
        "",
        None,
        None,
        (),
        (),
    )
    assert not encounter.started
    assert encounter.grid.layout == "flat"
    assert encounter.grid.shove == "even"
    assert (animal.name, animal.side, animal.at, animal.facing, animal.initiative) == ("rat", "npc", None, None, None)
    assert animal.tactics == ("bite", "claw", "kick", "dodge")
    assert (animal.base_move, animal.attack_score, animal.defense_score) == (2, None, None)
    assert animal.marks == {}


@pytest.mark.parametrize("nothing", ["", "~", "null"])
@pytest.mark.parametrize("key", ["side", "at", "facing", "initiative", "as", "markers", "injuries", "marks", "name"])
def test_a_value_left_empty_is_none_at_all(read: Read, key: str, nothing: str) -> None:
    bare = f"{TOP}  rat:\n    {SHEET}\n    hp: 8\n"
    assert one(read(f"{bare}    {key}: {nothing}\n")).__dict__ == one(read(bare)).__dict__


@pytest.mark.parametrize(
    "text", ["system: bnb\ncombatants:\n", "system: bnb\ncombatants: {}\n", "system: bnb\ncombatants: ~\n"]
)
def test_nobody_at_all(read: Read, text: str) -> None:
    assert read(text).encounter.combatants == {}


@pytest.mark.parametrize("name", ["no", "on", "1e3", "007", "2024-01-05", "3:20", "0x1F", "true", ".5", "1_000"])
def test_names_are_text_whatever_yaml_would_make_of_them(read: Read, name: str) -> None:
    fighter = f"  {name}: {{name: {name}, side: {name}, {SHEET}, hp: 8}}\n"
    reading = read(f"turn: {name}\nround: 1\norder: [{name}]\n{TOP}{fighter}")
    animal = one(reading, name)
    assert (animal.id, animal.name, animal.side) == (name, name, name)
    assert (reading.encounter.turn, reading.encounter.order) == (name, (name,))
    assert reading.warnings == ()


@pytest.mark.parametrize("spelling", ["0304", '"0304"', "'0304'", "!!str 0304"])
def test_a_label_is_a_label(read: Read, spelling: str) -> None:
    reading = read(rat(f"at: {spelling}"))
    assert isinstance(one(reading).at, Hex)
    assert reading.encounter.grid.label(one(reading).at) == "0304"


@pytest.mark.parametrize(
    ("spelling", "now", "most"),
    [("9", 9, 9), ('"9"', 9, 9), ("9/14", 9, 14), ("-2/14", -2, 14), ("9 / 14", 9, 14), ("'0/1'", 0, 1)],
)
def test_health(read: Read, spelling: str, now: int, most: int) -> None:
    hp = one(read(f"{TOP}  rat: {{{SHEET}, hp: {spelling}}}\n")).hp
    assert (hp.now, hp.max) == (now, most)


@pytest.mark.parametrize(
    ("word", "value"),
    [("yes", True), ("no", False), ("on", True), ("OFF", False), ("True", True), ("false", False)],
)
def test_yes_and_no(read: Read, word: str, value: bool) -> None:
    assert one(read(rat(f"hidden: {word}"))).hidden is value


def test_a_name_referred_to_in_another_spelling(read: Read) -> None:
    """Ids are compared after Unicode normalization and case folding."""
    jose = f"  Jose\u0301: {{{SHEET}, hp: 1}}\n"
    reading = read(f"round: 1\nturn: RAT\norder: ['Jos\u00e9', rAt]\n{TOP}{RAT}{jose}")
    assert reading.encounter.turn == "rat"
    assert reading.encounter.order == ("Jose\u0301", "rat")
    assert reading.warnings == ()


@pytest.mark.parametrize("layout", ["flat", "pointy"])
def test_facings_are_those_of_the_layout(read: Read, faults: Faults, layout: str) -> None:
    hexsides = {"flat": ("N", "NE", "SE", "S", "SW", "NW"), "pointy": ("NE", "E", "SE", "SW", "W", "NW")}[layout]
    for name in hexsides:
        reading = read(f"grid: {{layout: {layout}}}\n" + rat(f"facing: {name}"))
        assert isinstance(one(reading).facing, Direction)
        assert reading.encounter.grid.name(one(reading).facing) == name
    for name in {"N", "NE", "E", "SE", "S", "SW", "W", "NW"} - set(hexsides):
        found = faults(f"grid: {{layout: {layout}}}\n" + rat(f"facing: ¦{name}"))
        assert " ".join(hexsides) in found[0].text or ", ".join(hexsides) in found[0].text


# anchors, aliases, merges -------------------------------------------------------------------------------------------


def test_aliases_and_merges_are_read_as_yaml_says(read: Read) -> None:
    """Own keys win over merged ones, an earlier merge over a later one."""
    reading = read(
        "system: bnb\nx-kin:\n  small: &small {stats: &weak {str: 0, spd: 1, agi: 1}, hp: 3/3, side: vermin}\n"
        "  big: &big {stats: {str: 5, spd: 5, agi: 5}, hp: 20/20, facing: N}\n"
        "combatants:\n  mouse: {<<: *small, hp: 2/3}\n  vole: {<<: [*small, *big], at: 0101}\n"
        "  shrew: {stats: *weak, hp: 1}\n"
    )
    mouse, vole, shrew = (one(reading, name) for name in ("mouse", "vole", "shrew"))
    assert (str(mouse.hp), mouse.strength, mouse.side) == ("2/3", 0, "vermin")
    assert (str(vole.hp), vole.strength, vole.side) == ("3/3", 0, "vermin")
    assert vole.facing == reading.encounter.grid.direction("N")
    assert (shrew.strength, shrew.speed) == (0, 1)
    assert reading.warnings == ()


def test_a_fault_in_what_is_merged_is_shown_where_it_stands(faults: Faults) -> None:
    found = faults(f"system: bnb\nx-kin: &kin {{{SHEET}, hp: ¦9/8}}\ncombatants:\n  rat:\n    <<: *kin\n    at: 0101\n")
    assert "9/8" in found[0].text


# templates ----------------------------------------------------------------------------------------------------------

BESTIARY = """\
wolf:
  stats: {str: 4, spd: 2, agi: 2, con: 1}
  hp: 14/14
  tactics: [bite]
alpha: {like: wolf, hp: 20/20, stats: {str: 6}}
ouroboros: {like: snake}
snake: {like: ouroboros, hp: 1, stats: {str: 0, spd: 0, agi: 0}}
"""


def test_a_creature_fills_up_what_the_file_leaves_out(read: Read) -> None:
    reading = read(TOP + "  greymane: {like: wolf, stats: {spd: 3}, hp: 9/14, at: 0404}\n", BESTIARY)
    wolf = one(reading, "greymane")
    assert (wolf.strength, wolf.speed, wolf.agility, wolf.constitution, wolf.mysticism) == (4, 3, 2, 1, 0)
    assert (str(wolf.hp), wolf.tactics, wolf.name) == ("9/14", ("bite",), "greymane")
    assert reading.inherited["greymane"] == {"strength", "agility", "constitution", "tactics"}
    assert reading.warnings == ()


def test_a_creature_may_be_like_another(read: Read) -> None:
    alpha = one(read(TOP + "  a: {like: alpha}\n", BESTIARY), "a")
    assert (alpha.strength, alpha.speed, str(alpha.hp), alpha.tactics) == (6, 2, "20/20", ("bite",))


def test_creatures_that_are_like_each_other_end(read: Read) -> None:
    assert str(one(read(TOP + "  s: {like: snake}\n", BESTIARY), "s").hp) == "1/1"


def test_like_may_come_from_a_merge(read: Read) -> None:
    pack = "x-pack: &pack {like: wolf, side: pack}\n"
    reading = read(pack + TOP + "  a: {<<: *pack}\n  b: {<<: *pack, hp: 3/14}\n", BESTIARY)
    assert [(one(reading, name).strength, str(one(reading, name).hp)) for name in "ab"] == [(4, "14/14"), (4, "3/14")]


def test_a_creature_nobody_knows(faults: Faults) -> None:
    found = faults(TOP + f"  a: {{like: ¦wolff, {SHEET}, hp: 1}}\n", BESTIARY)
    assert "a: like is wolff" in found[0].text


def test_a_fault_in_a_bestiary_names_the_bestiary(faults: Faults) -> None:
    found = faults(TOP + "  a: {like: wolf}\n", BESTIARY.replace("hp: 14/14", "hp: ¦15/14"))
    assert found[0].file == "bestiary/bnb.yaml"
    assert "15/14" in found[0].text


def test_a_fault_in_a_bestiary_does_no_harm_where_it_is_overruled(read: Read) -> None:
    reading = read(TOP + "  a: {like: wolf, hp: 3/14}\n", BESTIARY.replace("hp: 14/14", "hp: 15/14"))
    assert str(one(reading, "a").hp) == "3/14"


# faults -------------------------------------------------------------------------------------------------------------

ONE_FAULT = {
    "no system": ("¦combatants: {}\n", "`system` is missing"),
    "system left empty": ("system:¦\ncombatants: {}\n", "`system` is missing"),
    "unknown system": ("system: ¦BNB\ncombatants: {}\n", "did you mean `bnb`?"),
    "a system with a path in it": ("system: ¦../bnb\ncombatants: {}\n", "../bnb"),
    "system as a list": ("system: ¦[bnb]\ncombatants: {}\n", "system"),
    "no combatants": ("¦system: bnb\n", "`combatants` is missing"),
    "combatants as a list": ("system: bnb\ncombatants:\n  ¦- rat\n", "combatants: it must hold a name for each"),
    "combatants as a word": ("system: bnb\ncombatants: ¦rat\n", "combatants"),
    "a combatant as a word": (TOP + "  rat: ¦strong\n", "rat: it must hold keys"),
    "a required stat": (TOP + "  ¦rat: {stats: {str: 1, spd: 4}, hp: 1}\n", "rat: `stats.agi` is missing"),
    "stats as a number": (TOP + "  rat: {stats: ¦3, hp: 1}\n", "rat: stats must hold keys"),
    "a stat as a list": (TOP + "  rat: {stats: {str: ¦[1], spd: 4, agi: 3}, hp: 1}\n", "stats.str must be a whole"),
    "a stat as a fraction": (TOP + "  rat: {stats: {str: ¦1.0, spd: 4, agi: 3}, hp: 1}\n", "rat: stats.str is 1.0"),
    "a stat of ten digits": (TOP + "  rat: {stats: {str: ¦1234567890, spd: 4, agi: 3}, hp: 1}\n", "stats.str"),
    "health over its maximum": (TOP + f"  rat: {{{SHEET}, hp: ¦104/40}}\n", "rat: hp is 104/40; the first number may"),
    "a maximum of 0": (TOP + f"  rat: {{{SHEET}, hp: ¦0/0}}\n", "the maximum must be 1 or more"),
    "health as a word": (TOP + f"  rat: {{{SHEET}, hp: ¦lots}}\n", "CURRENT/MAXIMUM"),
    "a hex": (rat("at: ¦3-4"), "rat: at is 3-4"),
    "a hex of no column": (rat("at: ¦0004"), "rat: at is 0004"),
    "a hex off the map": ("grid: {size: 10x10}\n" + rat("at: ¦1104"), "1104"),
    "a direction": (rat("facing: ¦up"), "N NE SE S SW NW"),
    "base-move below 0": (rat("base-move: ¦-1"), "rat: base-move is -1; it must be a whole number, 0 or more"),
    "a tactic": (rat("tactics: [bite, ¦byte]"), "did you mean `bite`?"),
    "tactics as a word": (rat("tactics: ¦bite"), "rat: tactics must be a list"),
    "an injury": (rat("injuries: [¦tail]"), "jaw, hind-leg, eye, foreleg, nose, ear"),
    "a marked tactic": (rat("tactic: ¦hug"), "bite, claw, kick, dodge"),
    "markers as a list": (rat("markers: ¦[vulnerable]"), "rat: markers must hold keys"),
    "a negative marker": (rat("markers: {vulnerable: ¦-1}"), "rat: markers.vulnerable is -1"),
    "a marker as a word": (rat("markers: {vulnerable: ¦yes}"), "rat: markers.vulnerable is yes"),
    "yes or no": (rat("hidden: ¦maybe"), "rat: hidden is maybe; it must be true or false"),
    "a score": (rat("as: ¦high"), "rat: as is high"),
    "marks as a list": (rat("marks: ¦[prone]"), "rat: marks must hold keys"),
    "what it has used": (rat("done: [¦bite]"), "attack, move"),
    "a round": (f"round: ¦one\n{TOP}{RAT}", "round is one"),
    "round 0": (f"round: ¦0\n{TOP}{RAT}", "round is 0; it must be a whole number, 1 or more"),
    "order as a word": (f"order: ¦rat\n{TOP}{RAT}", "order must be a list"),
    "order of mappings": (f"order: [¦{{rat: 1}}]\n{TOP}{RAT}", "order"),
    "a switch": (f"rules: {{¦initiativ: fixed}}\n{TOP}{RAT}", "did you mean `initiative`?"),
    "a switch's value": (f"rules: {{initiative: ¦fix}}\n{TOP}{RAT}", "rolled, fixed"),
    "switches as a list": (f"rules: ¦[fixed]\n{TOP}{RAT}", "rules: it must hold switches"),
    "a layout": (f"grid: {{layout: ¦square}}\n{TOP}{RAT}", "grid: layout is square; it must be flat or pointy"),
    "a shove": (f"grid: {{shove: ¦left}}\n{TOP}{RAT}", "even or odd"),
    "a size": (f"grid: {{size: ¦20}}\n{TOP}{RAT}", "grid: size is 20"),
    "a size of nothing": (f"grid: {{size: ¦0x0}}\n{TOP}{RAT}", "grid: size is 0x0"),
    "a length": (f"grid: {{hex: ¦two}}\n{TOP}{RAT}", "grid: hex is two"),
    "grid as a word": (f"grid: ¦flat\n{TOP}{RAT}", "grid: it must hold keys"),
    "a terrain's cost": (f"terrain: {{mud: {{cost: ¦deep, hexes: [0101]}}}}\n{TOP}{RAT}", "terrain"),
    "a terrain's hex": (f"terrain: {{mud: {{hexes: [¦0x01]}}}}\n{TOP}{RAT}", "0x01"),
    "a terrain's crooked line": (f"terrain: {{mud: {{hexes: [¦0101..0304]}}}}\n{TOP}{RAT}", "0101..0304"),
    "terrain as a list": (f"terrain: ¦[mud]\n{TOP}{RAT}", "terrain must hold keys"),
    "notes as a word": (f"notes: ¦here\n{TOP}{RAT}", "notes must be a list"),
    "an empty name": (TOP + f"  ¦'': {{{SHEET}, hp: 1}}\n", "may not be empty"),
    "a tab in a name": (TOP + f'  ¦"a\\tb": {{{SHEET}, hp: 1}}\n', "control character"),
    "a bell in a name": (TOP + f'  ¦"a\\x07b": {{{SHEET}, hp: 1}}\n', "control character"),
    "a name of 81": (TOP + f"  ¦{'x' * 81}: {{{SHEET}, hp: 1}}\n", "80 characters"),
    "a name twice by case": (TOP + RAT + f"  ¦RAT: {{{SHEET}, hp: 1}}\n", "line 3"),
    "one hex for two": (
        f"{TOP}  rat: {{{SHEET}, hp: 1, at: 0101}}\n  vole: {{{SHEET}, hp: 1, at: ¦0101}}\n",
        "vole: at is 0101; rat stands there",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("text", "says"), ONE_FAULT.values(), ids=ONE_FAULT)
def test_a_fault_is_found_at_its_place(faults: Faults, text: str, says: str) -> None:
    assert says in faults(text)[0].text


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("  ¦¦¦rat: {hp: 1}\n", ["stats.str", "stats.spd", "stats.agi"]),
        (f"  ¦rat: {{{SHEET}}}\n", ["hp"]),
        ("  ¦¦¦¦rat:\n", ["stats.str", "stats.spd", "stats.agi", "hp"]),
    ],
    ids=["stats", "hp", "everything"],
)
def test_every_missing_key_is_told_at_its_combatant(faults: Faults, text: str, missing: list[str]) -> None:
    assert [one.text.split("`")[1] for one in faults(TOP + text)] == missing


def test_all_faults_are_told_in_file_order_those_of_a_bestiary_last(faults: Faults) -> None:
    found = faults(
        "rules: {charge: ¦perhaps}\nround: ¦0\nsystem: bnb\ncombatants:\n"
        f"  rat: {{facing: ¦up, {SHEET}, hp: ¦9/8}}\n  wolf: {{like: wolf, at: ¦9}}\n",
        "wolf: {stats: {str: 4, spd: ¦2.5, agi: 2}, hp: ¦x}\n",
    )
    assert len(found) == 7


def test_the_caret_stands_under_the_value(faults: Faults) -> None:
    found = faults(f"{TOP}  rat:\n    {SHEET}\n    hp: ¦104/40   # typo?\n")
    assert found[0].excerpt == "  5 |     hp: 104/40   # typo?\n    |         ^^^^^^"


def test_the_caret_counts_wide_characters_twice(faults: Faults) -> None:
    found = faults(f"{TOP}  小狼: {{{SHEET}, hp: ¦9/8}}\n")
    quoted, caret = found[0].excerpt.split("\n")
    assert caret.index("^") == quoted.index("9/8") + 2


def test_two_who_cannot_both_block_may_share_a_hex(read: Read) -> None:
    """The fallen may be passed but block nobody."""
    read(f"{TOP}  rat: {{{SHEET}, hp: 0/8, at: 0101}}\n  vole: {{{SHEET}, hp: 1, at: 0101}}\n")


# warnings -----------------------------------------------------------------------------------------------------------

ODD = {
    "a key of a combatant": (rat("¦facng: N"), "rat: `facng` is no key I know; did you mean `facing`?"),
    "a key in capitals": (rat("¦Facing: N"), "did you mean `facing`?"),
    "a key nothing is near": (rat("¦mood: grim"), "rat: `mood` is no key I know; keys of your own begin with `x-`"),
    "a key below another": (f"{TOP}  rat: {{stats: {{str: 1, spd: 4, agi: 3, ¦wis: 2}}, hp: 1}}\n", "rat: `stats.wis`"),
    "a key at the top": (f"¦trun: rat\n{TOP}{RAT}", "`trun` is no key I know; did you mean `turn`?"),
    "a key of the grid": (f"grid: {{¦layot: flat}}\n{TOP}{RAT}", "grid: `layot` is no key I know; did you mean `la"),
    "a key of a terrain": (f"terrain: {{mud: {{¦costs: 2}}}}\n{TOP}{RAT}", "did you mean `cost`?"),
    "a turn of nobody": (
        f"round: 1\nturn: ¦rta\n{TOP}{RAT}",
        "turn names rta, and nobody here is called that; did you mean `rat`?",
    ),
    "an order of nobody": (f"order: [rat, ¦fox]\n{TOP}{RAT}", "order names fox, and nobody here is called that"),
    "acted by nobody": (f"acted: [¦fox]\n{TOP}{RAT}", "acted names fox"),
    "held by nobody": (rat("markers: {held: ¦fox}"), "rat: markers.held names fox"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "says"), ODD.values(), ids=ODD)
def test_what_is_odd_is_a_warning(warnings: Faults, text: str, says: str) -> None:
    assert says in warnings(text)[0].text


@pytest.mark.parametrize(
    "text",
    [
        rat("x-note: limps", "x-more: [1, {a: b}]"),
        f"x-top: 1\n{TOP}{RAT}",
        f"{TOP}{RAT}  x-later: {{hp: broken}}\n",
        f"rules: {{x-mine: 1}}\n{TOP}{RAT}",
        f"grid: {{x-scale: 1}}\n{TOP}{RAT}",
        rat("marks: {x-own: }"),
        f"terrain: {{x-idea: 3, mud: {{x-color: brown}}}}\n{TOP}{RAT}",
    ],
)
def test_keys_of_the_gms_own_are_silent(read: Read, text: str) -> None:
    reading = read(text)
    assert reading.warnings == ()
    assert list(reading.encounter.combatants) == ["rat"]
