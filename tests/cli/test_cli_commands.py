"""The fixed commands one by one: init, status, set, check, roll, odds, rules, systems; right input and its answer."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Ran, Table


class TestInit:
    def test_the_starter_can_be_played_at_once(self, gm: Table) -> None:
        assert gm("init").code == 0
        text = gm.read()
        assert text.startswith("#")
        assert gm("check", "--strict").code == 0
        ran = gm("--dice", "4,1,2,5,6", "attack", "rat", "wolf", "--charge")
        assert "wolf hp 14/14 -> 7/14" in ran.out
        assert gm("undo").code == 0
        assert gm.read() == text
        assert "round 1" in gm("next").out

    def test_it_says_what_it_did_and_what_to_do_next(self, gm: Table) -> None:
        told = gm("init", "night.yaml").out
        assert "night.yaml" in told
        assert "gm attack rat wolf --charge" in told

    @pytest.mark.parametrize("text", ["system: bnb\ncombatants: {}\n", "", "{{{"], ids=["valid", "empty", "broken"])
    def test_c58_an_existing_file_is_never_overwritten(self, gm: Table, refuse: Callable[..., Ran], text: str) -> None:
        gm.write(text)
        refuse("init", code=2, says=("encounter.yaml exists already",))

    def test_nor_through_a_link(self, gm: Table, refuse: Callable[..., Ran]) -> None:
        gm.file.symlink_to("elsewhere.yaml")
        refuse("init", code=2, says=("encounter.yaml",))

    def test_a_folder_that_is_not_there(self, gm: Table, refuse: Callable[..., Ran]) -> None:
        refuse("init", "no/such/fight.yaml", code=3, says=("no/such",))

    def test_in_a_folder_of_its_own(self, gm: Table) -> None:
        (gm.folder / "fights").mkdir()
        assert gm("init", "fights/one.yaml").code == 0
        assert gm("damage", "rat", "1").code == 0
        assert "hp: 7/8" in (gm.folder / "fights" / "one.yaml").read_text()

    def test_a_name_with_blanks_and_accents(self, gm: Table) -> None:
        assert gm("init", "Nacht à la carte.yaml").code == 0
        assert gm("damage", "rat", "1").code == 0
        assert "hp: 7/8" in (gm.folder / "Nacht à la carte.yaml").read_text()


class TestStatus:
    def test_before_the_start(self, in_line: Table) -> None:
        told = in_line("status").out
        assert "not started" in told
        assert "gm next" in told
        assert re.search(r"rat +pc +0301 S +8/8", told)

    def test_during_the_fight(self, in_line: Table) -> None:
        in_line("next", "--dice", "6,1")
        in_line("--dice", "4,1,2,5,6", "attack", "rat", "wolf", "--charge")
        told = in_line("status").out
        assert told.splitlines()[:3] == ["Round 1", "rat's turn: nothing left to do", "next: wolf"]
        assert re.search(r"^> +rat +pc +0303 S +8/8 +10 +AS 7, DS 3$", told, re.MULTILINE)
        assert re.search(r"^ +wolf +npc +0304 S +7/14 +3 +AS 4, DS 6$", told, re.MULTILINE)

    def test_bare_gm_is_the_same(self, in_line: Table) -> None:
        assert in_line().out == in_line("status").out

    def test_the_fallen_are_told_in_words(self, in_line: Table) -> None:
        in_line("damage", "wolf", "14")
        assert re.search(r"wolf .* 0/14 .*DOWN", in_line("status").out)

    def test_one_of_them(self, in_line: Table) -> None:
        told = in_line("status", "wolf").out
        for word in ("wolf", "at: 0304", "facing: S", "stats.str: 4", "hp: 14/14"):
            assert word in told

    def test_nobody_is_here(self, gm: Table) -> None:
        gm.write("system: bnb\ncombatants: {}\n")
        ran = gm("status")
        assert (ran.code, ran.err) == (0, "")
        assert "nobody" in ran.out

    def test_nobody_can_start(self, gm: Table) -> None:
        """C06: with nobody able to act, `next` says so and ends."""
        gm.write("system: bnb\ncombatants: {}\n")
        ran = gm("next")
        assert ran.code == 0
        assert "nobody" in ran.out


SET = {
    "a track": ("hp=5/8", "    hp: 5/8\n"),
    "a track by one number": ("hp=5", "    hp: 5/8\n"),
    "a nested value by its last part": ("spd=6", "spd: 6"),
    "a nested value in full": ("stats.spd=6", "spd: 6"),
    "a hex": ("at=0303", "    at: 0303     # the burrow\n"),
    "a direction in small letters": ("facing=ne", "facing: NE"),
    "a negative number": ("agi=-1", "agi: -1"),
    "a list": ("tactics=bite,claw", "tactics: [bite, claw]"),
    "a word": ("side=otters", "side: otters"),
    "a new marker": ("vulnerable=2", "markers: {vulnerable: 2}"),
    "a name in quotes": ("name=no", "name: "),
    "yes or no": ("hidden=yes", "hidden: true"),
}


@pytest.mark.parametrize(("word", "says"), SET.values(), ids=SET)
def test_set_changes_what_it_names(
    in_line: Table, difference: Callable[[str, str], list[str]], word: str, says: str
) -> None:
    before = in_line.read()
    ran = in_line("set", "rat", word)
    assert (ran.code, ran.err) == (0, "")
    assert any(says in line for line in difference(before, in_line.read()) if line.startswith("+"))
    assert len(difference(before, in_line.read())) <= 2
    assert in_line("check").code == 0


def test_set_says_old_and_new(in_line: Table) -> None:
    told = in_line("set", "rat", "hp=5/8", "at=0302").out
    assert told.splitlines() == ["rat hp 8/8 -> 5/8", "rat at 0301 -> 0302"]
    assert "rat AS 7" in in_line("set", "rat", "as=7").out
    assert "rat AS 7 gone" in in_line("set", "rat", "as=").out


def test_set_takes_a_key_and_its_emptied_parent_away(in_line: Table) -> None:
    before = in_line.read()
    in_line("set", "wolf", "vulnerable=1", "bleeding=2")
    in_line("set", "wolf", "vulnerable=")
    assert "markers: {bleeding: 2}" in in_line.read()
    in_line("set", "wolf", "bleeding=0")
    assert in_line.read() == before


def test_set_is_all_or_nothing(in_line: Table, refuse: Callable[..., Ran]) -> None:
    refuse("set", "rat", "hp=5/8", "at=9", code=2, says=("at is 9",))


class TestCheck:
    def test_a_good_file(self, in_line: Table) -> None:
        assert in_line("check").out == "encounter.yaml: ok (bnb, 2 combatants)\n"

    def test_every_fault_on_a_line_of_its_own(self, in_line: Table) -> None:
        in_line.write(
            in_line.read().replace("8/8", "9/8").replace("at: 0304\n    facing: S", "at: 0304\n    facing: W")
        )
        ran = in_line("check")
        assert (ran.code, ran.err) == (3, "")
        faults = re.findall(r"^encounter\.yaml:(\d+):(\d+): error: (.*)$", ran.out, re.MULTILINE)
        assert [(line, column) for line, column, _ in faults] == [("9", "9"), ("12", "13")]
        assert "hp is 9/8" in faults[0][2]

    def test_warnings_are_errors_when_strict(self, in_line: Table) -> None:
        in_line.write(in_line.read().replace("at: 0304\n    facing", "at: 0304\n    facng"))
        lax, strict = in_line("check"), in_line("check", "--strict")
        assert (lax.code, strict.code) == (0, 3)
        place = r"encounter\.yaml:12:5: (\w+): wolf: `facng` is no key I know; did you mean `facing`\?"
        assert re.findall(place, lax.out) == ["warning"]
        assert re.findall(place, strict.out) == ["error"]

    def test_several_files(self, in_line: Table) -> None:
        in_line.write("{{{", "b.yaml")
        in_line.write(in_line.read(), "c.yaml")
        ran = in_line("check", "encounter.yaml", "b.yaml", "c.yaml", "none.yaml")
        assert ran.code == 3
        assert "encounter.yaml: ok" in ran.out
        assert "c.yaml: ok" in ran.out
        assert re.search(r"^b\.yaml:1:\d+: error: ", ran.out, re.MULTILINE)
        assert re.search(r"^none\.yaml:1:1: error: .*no such file", ran.out, re.MULTILINE)

    def test_quiet_leaves_the_faults(self, in_line: Table) -> None:
        assert in_line("check", "-q").out == ""
        in_line.write("{{{")
        assert "error" in in_line("check", "-q").out


ROLLS = {
    "2d6+1": ("5,2", "2d6+1: 5 + 2 + 1 = 8"),
    "d6": ("4", "d6: 4"),
    "2d6kh1+3": ("5,2", "2d6kh1+3: 5 (2) + 3 = 8"),
    "4d6dl1": ("1,6,3,4", "4d6dl1: (1) 6 + 3 + 4 = 13"),
    "2D6+1": ("5,2", "= 8"),
    "2d6 - 1": ("5,2", "= 6"),
    "d%": ("100", "100"),
    "3D+2": ("1,2,3", "= 8"),
    "2d6!": ("6,2,3", "= 11"),
    "9+2d6": ("1,2", "= 12"),
}


@pytest.mark.parametrize(("expression", "roll"), ROLLS.items(), ids=ROLLS)
def test_roll_shows_every_die_and_the_total(gm: Table, expression: str, roll: tuple[str, str]) -> None:
    dice, says = roll
    ran = gm("--dice", dice, "roll", *expression.split())
    assert (ran.code, ran.err) == (0, "")
    assert says in ran.out


def test_roll_several_times(gm: Table) -> None:
    assert gm("--dice", "1,2,3", "roll", "d6", "--times", "3").out.splitlines() == ["d6: 1", "d6: 2", "d6: 3"]


def test_the_odds_of_a_roll(gm: Table) -> None:
    """P(3d6 >= 11) is exactly one half; P(10) = P(11) = 27/216."""
    told = gm("roll", "3d6", "--odds", "--at-least", "11").out
    assert "3 to 18, mean 10.5, deviation 2.958" in told
    assert re.search(r"^11 +1/8 +12\.50%", told, re.MULTILINE)
    assert told.endswith("P(>= 11) 1/2 = 50.00%\n")


def test_the_odds_of_an_attack(face_to_face: Table) -> None:
    """Worked example 5 of bnb. The core is 1 + 1d6, each of its six values a sixth of 503/648."""
    told = face_to_face("odds", "attack", "rat", "wolf").out
    assert "P(hit) 503/648 = 77.62%" in told
    assert re.search(r"^ +0 +145/648 +22\.38%$", told, re.MULTILINE)
    assert re.search(r"^ +7 +503/3888 +12\.94%$", told, re.MULTILINE)
    assert "P(down) 0" in told
    told = face_to_face("odds", "attack", "rat", "wolf", "--target-offensive").out
    assert "P(hit) 613/648 = 94.60%" in told


def test_the_odds_of_a_sure_thing(face_to_face: Table) -> None:
    assert "nothing is left to chance" not in face_to_face("odds", "damage", "rat", "3").out
    assert "rat loses hp: mean 3" in face_to_face("odds", "damage", "rat", "3").out
    assert "nothing is left to chance" in face_to_face("odds", "mark", "rat", "prone").out


class TestRules:
    def test_all_of_the_current_system(self, in_line: Table) -> None:
        told = in_line("rules").out
        assert told.index("BNB-1 [seed, choice]") < told.index("BNB-24 [seed]") < told.index("BNB-55 [")
        assert re.search(r"initiative: rolled +\(rolled \| fixed\)", told)

    def test_switches_with_the_values_of_this_fight(self, in_line: Table) -> None:
        in_line.write(in_line.read().replace("combatants:", "rules: {initiative: fixed, charge: no}\ncombatants:"))
        told = in_line("rules").out
        assert "initiative: fixed  (" in told
        assert "charge: false  (" in told

    def test_one_rule_in_any_case(self, gm: Table) -> None:
        assert gm("rules", "bnb", "bnb-24").out == "BNB-24 [seed] The attack hits if AS is equal to DS or higher.\n"

    def test_a_system_needs_no_file(self, gm: Table, refuse: Callable[..., Ran]) -> None:
        assert gm("rules", "bnb").code == 0
        refuse("rules", code=3, says=("name a system: gm rules bnb",))

    def test_with_a_broken_file(self, gm: Table, refuse: Callable[..., Ran]) -> None:
        gm.write("{{{")
        assert gm("rules", "bnb").code == 0
        refuse("rules", code=3, says=("encounter.yaml:1",))


def test_systems(gm: Table) -> None:
    """Each folder of gmtool/systems, with its title."""
    rows = [line.split(maxsplit=1) for line in gm("systems").out.splitlines()]
    shipped = {
        path.parent.name for path in (Path(__file__).resolve().parents[2] / "gmtool" / "systems").glob("*/__init__.py")
    }
    assert {name for name, _ in rows} == shipped
    assert ["bnb", "Bunnies & Burrows"] in rows


def test_next_can_name_who_is_next(face_to_face: Table, refuse: Callable[..., Ran]) -> None:
    face_to_face.write(face_to_face.read() + "  vole: {at: 0101, stats: {str: 0, spd: 0, agi: 0}, hp: 2}\n")
    face_to_face("next", "--dice", "6,3,1")  # 10, 5, 1
    assert "vole's turn" in face_to_face("next", "vole").out
    refuse("next", "rat", code=1, says=("rat has had its turn",))
    assert "wolf's turn" in face_to_face("next").out
    assert "round 2" in face_to_face("next").out


def test_a_word_meant_for_another_place_is_not_taken_for_a_number_or_a_mark(
    face_to_face: Table, refuse: Callable[..., Ran]
) -> None:
    """Only who acts on another may be left out: `gm mark wolf` does not mark somebody else with "wolf"."""
    face_to_face("next", "--dice", "6,1")
    refuse("mark", "wolf", code=2, says=("mark needs NAME",))
    refuse("damage", "wolf", code=2, says=("damage needs a name and a number",))
    refuse("tactic", "wolf", code=2)
