"""`gm odds` of every tactic and option, in all three score modes, against counting every face by hand.

Nothing of the program is used for the counting: a case says what each side has, plain loops do the rest.
rat STR 1 SPD 4 AGI 3, wolf STR 4 SPD 2 AGI 2 HP 14. Facing NW the rat has the wolf behind it, facing SE ahead.
"""

import json
from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

import pytest

from gmtool.rules.forecast import forecast

FACES = range(1, 7)
MODES = ("persistent", "vanilla", "fresh")


class Form(NamedTuple):
    """A tactic with an option, as the table of the rules has it."""

    words: str
    least: int = 7
    """from which face of the die on its effect happens"""
    critical: bool = False
    core: bool = True
    effect: str = ""
    """what the effect changes: a value of the wolf's, or of the rat's"""


FORMS = [
    Form("--tactic bite"),
    Form("--tactic bite --hold", 5, effect="wolf held"),
    Form("--tactic bite --vicious", 6, critical=True, effect="wolf bleeding"),
    Form("--tactic claw"),
    Form("--tactic claw --cuff", core=False),
    Form("--tactic claw --vicious", 6, critical=True),
    Form("--tactic kick", 6, critical=True),
    Form("--tactic kick --push", 6, effect="wolf at"),
    Form("--tactic kick --hop", 6, effect="rat at"),
]


class Case(NamedTuple):
    """A situation twice: as the program reads it, and as numbers."""

    rat: str = ""
    wolf: str = ""
    words: str = ""
    stored: int | None = None
    """the rat's AS"""
    has_ds: bool = False
    wolf_stored: int | None = None
    wolf_has_as: bool = False
    bonus: int = 0
    """reckoned into the rat's AS: from behind, Vulnerable, Held"""
    wolf_bonus: int = 0
    """reckoned into the wolf's DS: Held, Wary, dodge"""
    charge: int = 0
    offensive: bool = False
    """the wolf's higher die goes on Attack"""
    helpless: bool = False
    made: int = 0
    taken: int = 0
    kept: int | None = None
    wolf_kept: int | None = None
    defend: bool = False
    die: int | None = None
    """the Attack Die behind the stored AS"""
    attack_die: bool = False
    """`critical-die: attack`"""
    double: bool = False
    hp: int = 14


LASTING = {
    "nobody has a score": Case(),
    "two Vulnerable markers": Case(wolf="markers: {vulnerable: 2}", bonus=4),
    "from behind": Case(wolf="facing: SE", bonus=1),
    "existing scores": Case(rat="as: 7", wolf="ds: 7", stored=7, wolf_stored=7),
    "the attacker's AS, the target's AS": Case(rat="as: 5", wolf="as: 4", stored=5, wolf_has_as=True),
    "target offensive": Case(words="--target-offensive", offensive=True),
    "a charge": Case(rat="at: 0103", words="--charge", charge=2),
    "in Shock": Case(wolf="markers: {shock: 2}", helpless=True),
    "held against wary": Case(
        rat="ds: 4, markers: {held: fox}", wolf="markers: {wary: true}", has_ds=True, bonus=-2, wolf_bonus=1
    ),
}
FRESH = {
    "plain": Case(),
    "tired": Case(rat="fresh: {made: 1}", wolf="fresh: {taken: 2}", made=1, taken=2),
    "defending": Case(words="--defend", defend=True),
    "defending, and tired before": Case(wolf="fresh: {taken: 2}", words="--defend", taken=2, defend=True),
    "dice on the table": Case(rat="fresh: {attack: 4}", wolf="fresh: {defense: 5}", kept=4, wolf_kept=5),
    "defending, with a die on the table": Case(
        rat="fresh: {attack: 4}", wolf="fresh: {defense: 5}", words="--defend", kept=4, defend=True
    ),
    "a charge": Case(rat="at: 0103", words="--charge", charge=2),
    "Vulnerable, from behind": Case(wolf="facing: SE, markers: {vulnerable: 1}", bonus=3),
    "a charger who dodged before": Case(wolf="charged: true, dodging: {bonus: 2}", wolf_bonus=0),
    "fallen": Case(wolf="hp: 0/14", helpless=True, hp=0),
}


def attacks(case: Case, mode: str) -> list[tuple[int, int]]:
    """The rat's AS before what is only reckoned, and its Attack Die, once for each equally likely fall."""
    if mode == "fresh":
        dice = [case.kept] if case.kept is not None else list(FACES)
        return [(3 + die - 2 * case.made + case.charge, die) for die in dice]
    if case.stored is not None:
        return [(case.stored + case.charge, case.die or 0)]
    dice = list(FACES) if case.has_ds else [max(pair) for pair in product(FACES, FACES)]
    return [(3 + die + case.charge, die) for die in dice]


def defenses(case: Case, mode: str) -> list[int]:
    """The wolf's DS before what is only reckoned."""
    if case.helpless:
        return [0]
    if mode == "fresh":
        if case.defend:
            dice = [max(pair) for pair in product(FACES, FACES)]
        else:
            dice = [case.wolf_kept] if case.wolf_kept is not None else list(FACES)
        return [2 + die - case.taken for die in dice]
    if case.wolf_stored is not None:
        return [case.wolf_stored]
    if case.wolf_has_as:
        return [2 + die for die in FACES]
    return [2 + (min(pair) if case.offensive else max(pair)) for pair in product(FACES, FACES)]


class Counted(NamedTuple):
    hit: Fraction
    lost: dict[int, Fraction]
    down: Fraction
    effect: Fraction


def count(form: Form, case: Case, mode: str) -> Counted:
    own, other = attacks(case, mode), defenses(case, mode)
    hits, effects, falls = 0, 0, 0
    lost: Counter[int] = Counter()
    for (total, attack_die), defense, core in product(own, other, FACES):
        refused = mode != "fresh" and total <= 0  # an AS just rolled of 0 or less
        against = 0 if case.helpless else defense + case.wolf_bonus
        hit = not refused and total + case.bonus >= against
        shown = (attack_die if case.attack_die else core) >= form.least
        points = (1 + core) * (2 if case.double and form.critical and shown else 1) if form.core else 1
        points = points if hit else 0
        hits += hit
        effects += hit and shown
        lost[points] += 1
        falls += case.hp - points <= 0
    whole = lost.total()
    chances = {points: Fraction(n, whole) for points, n in lost.items()}
    return Counted(Fraction(hits, whole), chances, Fraction(falls, whole), Fraction(effects, whole))


def situation(form: Form, case: Case, mode: str) -> str:
    facing = "NW" if "kick" in form.words else "SE"
    rules = f"scores: {mode}"
    rules += ", critical-die: attack" if case.attack_die else ""
    rules += ", critical: double" if case.double else ""
    rat = ", ".join(filter(None, (f"facing: {facing}", case.rat)))
    fox = "fox: {at: 0203, stats: {str: 1, spd: 1, agi: 1}, hp: 5/5}\n" if "fox" in case.rat else ""
    return f"rules: {{{rules}}}\nrat: {{{rat}}}\nwolf: {{{case.wolf}}}\n{fox}"


def counted_by_gm(bench: Any, form: Form, case: Case, mode: str) -> Counted:
    """The program's own count, asked for without a process."""
    reading = bench.reading(situation(form, case, mode))
    verb = reading.system.verb_table["attack"]
    words = f"{form.words} {case.words}".split()
    options: dict[str, Any] = {"attacker": "rat", "target": "wolf"}
    for number, word in enumerate(words):
        if word == "--tactic":
            options["tactic"] = words[number + 1]
        elif word in ("--charge", "--defend"):
            options[word[2:]] = True
        elif word == "--target-offensive":
            options["target_stance"] = "offensive"
        elif word.startswith("--"):
            options["option"] = word[2:]
    who, _, key = form.effect.partition(" ")
    show = (lambda encounter, name: str(getattr(encounter.combatants[name], key))) if key else None
    found = forecast(reading.system, verb, reading.encounter, options, by=show)
    fate = found.fates.get("wolf")
    lost = dict(fate.lost) if fate else {0: Fraction(1)}
    effect = Fraction(0)
    if show is not None and who in found.by:
        before = show(reading.encounter, who)
        effect = sum((chance for value, chance in found.by[who].items() if value != before), Fraction(0))
    assert found.success is not None
    assert sum(lost.values()) == 1
    return Counted(found.success, lost, fate.down if fate else Fraction(0), effect)


def agree(bench: Any, form: Form, case: Case, mode: str) -> None:
    wanted, found = count(form, case, mode), counted_by_gm(bench, form, case, mode)
    assert found.hit == wanted.hit
    assert found.lost == wanted.lost
    assert found.down == wanted.down
    if form.effect:
        assert found.effect == wanted.effect


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("form", FORMS, ids=[form.words for form in FORMS])
def test_every_form_in_every_mode(bench, form, mode):
    """BNB-30, BNB-31: the damage, and how likely the effect is, with the dice of one side known."""
    case = (
        Case(rat="fresh: {made: 1}", wolf="fresh: {taken: 1}", made=1, taken=1)
        if mode == "fresh"
        else Case(rat="ds: 3", wolf="as: 2", has_ds=True, wolf_has_as=True)
    )
    if "kick" not in form.words or "hop" not in form.words:
        case = case._replace(wolf=f"{case.wolf}, facing: SE", bonus=1)
    agree(bench, form, case, mode)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("form", [form for form in FORMS if form.critical], ids=lambda form: form.words)
@pytest.mark.parametrize("attack_die", [False, True], ids=["Core Die", "Attack Die"])
def test_critical_hits_doubled_by_either_die(bench, form, mode, attack_die):
    """BNB-31: with the Attack Die the same die that hits is critical, so a critical is likelier among hits."""
    case = Case(rat="" if mode == "fresh" else "ds: 3", has_ds=True, attack_die=attack_die, double=True)
    case = case._replace(wolf="as: 2", wolf_has_as=True)
    agree(bench, form, case, mode)


@pytest.mark.parametrize("mode", MODES[:2])
@pytest.mark.parametrize("case", LASTING.values(), ids=LASTING)
def test_situations_with_lasting_scores(bench, case, mode):
    agree(bench, Form("--tactic bite --hold", 5, effect="wolf held"), case, mode)


@pytest.mark.parametrize("case", FRESH.values(), ids=FRESH)
def test_situations_with_fresh_scores(bench, case):
    agree(bench, Form("--tactic bite --hold", 5, effect="wolf held"), case, "fresh")


def test_an_opportunity_attack(bench):
    """BNB-56: one die each, from behind: P(2 + die + 1 >= 4 + die'), though neither has any score."""
    bench.lay("rat: {at: 0302, facing: N, provoked: [{by: wolf, at: 0304, facing: N}]}")
    before = bench.file.read_bytes()
    code, out, err = bench.run("odds", "attack", "wolf", "rat", "--opportunity", "--json")
    assert code == 0, err
    ways = [3 + die >= 4 + other for die, other in product(FACES, FACES)]
    assert json.loads(out)["success"]["exact"] == str(Fraction(sum(ways), 36))
    assert bench.file.read_bytes() == before


def test_defending_through_the_command_line(bench):
    """BNB-42: P(3 + die >= 2 + the higher of two)."""
    bench.lay("rules: {scores: fresh}")
    code, out, err = bench.run("odds", "attack", "rat", "wolf", "--defend")
    assert code == 0, err
    ways = [3 + die >= 2 + max(pair) for die, *pair in product(FACES, repeat=3)]
    chance = Fraction(sum(ways), 216)
    assert out.splitlines()[1] == f"P(hit) {chance} = {float(chance):.2%}"


@pytest.mark.parametrize("command", ["dodge rat", "move rat --facing N", "tend rat", "release rat"])
def test_what_is_not_contested_has_no_success(bench, command):
    bench.lay("rat: {markers: {bleeding: 1}}\nwolf: {markers: {held: rat}}")
    code, out, err = bench.run("odds", *command.split(), "--json")
    assert code == 0, err
    assert json.loads(out)["success"] is None


def test_odds_of_a_dodge_by_its_ds(bench):
    """BNB-30: 4 + die + 2, each a sixth."""
    bench.lay("")
    _, out, _ = bench.run("odds", "dodge", "rat", "--by", "ds", "--json")
    by = json.loads(out)["by"]["combatants"]["rat"]
    assert {value: chance["exact"] for value, chance in by.items()} == {str(6 + die): "1/6" for die in FACES}
