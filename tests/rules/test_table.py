"""What a rule may do at the table, and what it may not."""

from collections.abc import Callable
from fractions import Fraction
from itertools import count
from typing import Any

import pytest

from gmtool.dice.odds import chances
from gmtool.dice.throws import HIGHEST, Group
from gmtool.errors import Bug, Misused, NoDice, Refused, Unknown
from gmtool.hexes.grid import Direction
from gmtool.rules.naming import Told
from gmtool.rules.table import FORCED, Fact, Mod, Mods, Rolled, Summed, Table, dice_words

ACTING = Mods(acting=(Mod(2, "high ground"), Mod(-1, "rain")))
TARGET = Mods(target=(Mod(3, "cover"),))


def test_a_throw_gives_what_the_fold_sees_and_records_the_faces(sit: Callable[..., Any]) -> None:
    seat = sit()
    t = seat.table("2,5,6")
    ana = t.encounter.combatants["ana"]
    assert t.throw(ana, "luck", Group(2, 6), Group(1, 8, "wild"), fold=HIGHEST) == 6
    (rolled,) = t.events
    assert isinstance(rolled, Rolled)
    assert (rolled.who, rolled.why, rolled.total, rolled.source) == ("ana", "luck", 6, "given")
    assert rolled.groups == (Group(2, 6), Group(1, 8, "wild"))
    assert rolled.faces == ((2, 5), (6,))


def test_a_roll_adds_the_number_beside_the_dice(sit: Callable[..., Any]) -> None:
    t = sit().table("2,5")
    assert t.roll(t.encounter.combatants["ana"], "luck", "2d6+3") == 10


def test_a_sum_shows_its_parts_and_their_reasons(sit: Callable[..., Any]) -> None:
    t = sit().table()
    ana = t.encounter.combatants["ana"]
    assert t.sum(ana, "AS", ("AGI", 3), ("held", -2)) == 1
    assert t.sum(ana, "nothing") == 0
    assert t.events == [Summed("ana", "AS", (("AGI", 3), ("held", -2)), 1), Summed("ana", "nothing", (), 0)]


def test_no_event_is_kept_where_none_is_wanted(sit: Callable[..., Any]) -> None:
    t = sit().table("4", record=False)
    ana = t.encounter.combatants["ana"]
    assert t.sum(ana, "AS", ("die", t.roll(ana, "die", "1d6"))) == 4
    t.tell("", "marked", "{who}", who=ana)
    assert t.events == []


def test_words_are_worked_out_only_where_they_are_told(sit: Callable[..., Any]) -> None:
    asked: list[str] = []

    def words() -> str:
        asked.append("words")
        return "sore"

    for record in (False, True):
        t = sit().table(record=record)
        ana = t.encounter.combatants["ana"]
        t.tell("", "marked", "{who} is {how}", who=ana, how=Told(words))
        t.report(lambda t=t, ana=ana: (asked.append("report"), t.tell("", "marked", "{who} again", who=ana)))
        assert bool(asked) is record
    (one, other) = t.events
    assert isinstance(one, Fact)
    assert (one.text, one.data) == (f"{ana.name} is sore", {"who": "ana", "how": "sore"})
    assert isinstance(other, Fact)
    assert other.text == f"{ana.name} again"


def test_a_refusal_names_the_rule_and_the_remedy(sit: Callable[..., Any]) -> None:
    t = sit().table()
    t.require(True, "TOY-3", "never said")
    with pytest.raises(Refused) as refused:
        t.require(False, "TOY-3", "no nerve left", "wait for the next round")
    assert (refused.value.rule, refused.value.text) == ("TOY-3", "no nerve left")
    assert refused.value.remedy == "wait for the next round"
    assert t.events == []


def test_force_overrules_a_refusal_and_says_so(sit: Callable[..., Any]) -> None:
    t = sit().table(force=True)
    t.require(True, "TOY-3", "never said")
    t.require(False, "TOY-3", "no nerve left")
    assert t.events == [Fact("TOY-3", FORCED, "the GM rules: no nerve left", {"what": "no nerve left"})]


def test_force_does_not_make_the_impossible_possible(sit: Callable[..., Any]) -> None:
    with pytest.raises(Refused, match="there is no such thing"):
        sit().table(force=True).impossible("TOY-6", "there is no such thing")


@pytest.mark.parametrize("ok", [True, False])
@pytest.mark.parametrize("force", [True, False])
def test_a_refusal_after_a_die_is_a_bug_whether_it_would_refuse_or_not(
    sit: Callable[..., Any], ok: bool, force: bool
) -> None:
    t = sit().table("4", force=force)
    t.roll(t.encounter.combatants["ana"], "die", "1d6")
    with pytest.raises(Bug, match="TOY-3"):
        t.require(ok, "TOY-3", "too late")
    with pytest.raises(Bug, match="TOY-3"):
        t.impossible("TOY-3", "too late")


def test_a_verb_is_settled_once(sit: Callable[..., Any]) -> None:
    t = sit().table()
    assert t.success is None
    t.settle("TOY-6", False)
    assert t.success is False
    with pytest.raises(Bug, match=r"TOY-6.*TOY-10"):
        t.settle("TOY-10", False)


def test_a_fact_of_an_undeclared_kind_is_a_bug_even_where_nothing_is_kept(sit: Callable[..., Any]) -> None:
    for record in (True, False):
        with pytest.raises(Bug, match="explosion"):
            sit().table(record=record).tell("TOY-6", "explosion", "boom")


def test_a_fact_says_names_and_labels_and_keeps_ids(sit: Callable[..., Any]) -> None:
    seat = sit(
        "system: brawl\ncombatants:\n  ana: {name: Ana the Bold, might: 1D, at: 0304}\n  ben: {might: 1D, at: 0101}\n"
    )
    t = seat.table()
    ana, ben = t.encounter.combatants["ana"], t.encounter.combatants["ben"]
    both = [ana, ben]
    t.tell("R", "hit", "{who} in {at} facing {to}: {all}, {n}", who=ana, at=ana.at, to=Direction(4), all=both, n=3)
    fact = t.events[0]
    assert isinstance(fact, Fact)
    assert fact.text == "Ana the Bold in 0304 facing SE: Ana the Bold, ben, 3"
    assert fact.data == {"who": "ana", "at": "0304", "to": "SE", "all": ["ana", "ben"], "n": 3}


def test_braces_in_what_a_person_typed_stay_as_they_are(sit: Callable[..., Any]) -> None:
    seat = sit()
    assert seat("mark", who="ana", name="{who} {0} {").events[0].text == "ana is marked: {who} {0} {"


def test_dice_are_named_as_players_say_them() -> None:
    assert dice_words([Group(2, 6), Group(1, 10, "wild")]) == "2d6 + 1d10"


# the GM's modifiers ---------------------------------------------------------------------------------------------------


def test_a_modifier_joins_the_marked_sum_of_its_side(sit: Callable[..., Any]) -> None:
    t = sit().table(acting="ana", mods=Mods(ACTING.acting, TARGET.target))
    ana, ben = t.encounter.combatants["ana"], t.encounter.combatants["bruno"]
    assert t.sum(ana, "AS", ("AGI", 3)) == 3
    assert t.sum(ana, "AS", ("AGI", 3), mod=True) == 4
    assert t.sum(ben, "DS", ("SPD", 1), mod=True) == 4
    assert t.events[1:] == [
        Summed("ana", "AS", (("AGI", 3), ("high ground", 2), ("rain", -1)), 4),
        Summed("bruno", "DS", (("SPD", 1), ("cover", 3)), 4),
    ]
    assert t.modded == ["acting", "target"]
    t.check_mods()


def test_a_modifier_joins_the_marked_throw_and_is_shown_as_a_sum(sit: Callable[..., Any]) -> None:
    t = sit().table("4", acting="ana", mods=ACTING)
    assert t.roll(t.encounter.combatants["ana"], "luck", "1d6", mod=True) == 5
    assert t.events[1] == Summed("ana", "luck", (("dice", 4), ("high ground", 2), ("rain", -1)), 5)


def test_a_modified_roll_with_a_number_beside_its_dice_shows_the_true_total(sit: Callable[..., Any]) -> None:
    t = sit().table("4", acting="ana", mods=ACTING)
    total = t.roll(t.encounter.combatants["ana"], "luck", "1d6+10", mod=True)
    assert total == 15
    assert t.events[-1].total == total


def test_without_modifiers_a_marked_throw_is_a_plain_one(sit: Callable[..., Any]) -> None:
    t = sit().table("4", acting="ana")
    assert t.roll(t.encounter.combatants["ana"], "luck", "1d6", mod=True) == 4
    assert len(t.events) == 1
    assert t.modded == ["acting"]


@pytest.mark.parametrize(("mods", "option"), [(ACTING, '--mod "+2 high ground"'), (TARGET, '--target-mod "+3 cover"')])
def test_a_modifier_that_nothing_used_is_told(sit: Callable[..., Any], mods: Mods, option: str) -> None:
    with pytest.raises(Misused) as misused:
        sit()("mark", who="ana", name="wet", mods=mods)
    assert option in misused.value.text


def test_both_sides_take_their_modifiers_in_a_verb(sit: Callable[..., Any]) -> None:
    """3D 4,4 + wild 4 = 3 successes and 2; the dodge 2D 1 + wild 2 = 0, and 3: 5 > 3."""
    seat = sit()
    outcome = seat(
        "attack",
        brawler="ana",
        target="bruno",
        at="body",
        guard="dodge",
        room__dark=False,
        room__crowd=0,
        mods=Mods((Mod(2, "table"),), (Mod(3, "bench"),)),
        dice="4,4,4,1,2",
    )
    totals = [event.total for event in outcome.events if isinstance(event, Summed)]
    assert totals == [5, 3]
    assert outcome.modded == ["acting", "target"]


# dice that are missing ------------------------------------------------------------------------------------------------


def test_dice_that_are_missing_are_named_with_who_and_why(sit: Callable[..., Any]) -> None:
    t = sit().table()
    with pytest.raises(NoDice, match="bruno, luck"):
        t.roll(t.encounter.combatants["bruno"], "luck", "1d6")


POOLED = Mods((Mod(1, "aimed", dice=True), Mod(2, "high ground")), (Mod(-1, "rain", dice=True),))


def test_modifiers_in_dice_join_the_pool_and_no_sum(sit: Callable[..., Any]) -> None:
    t = sit().table(acting="ana", mods=POOLED)
    ana, ben = t.encounter.combatants["ana"], t.encounter.combatants["bruno"]
    assert t.pool_mods(ana) == (("aimed", 1),)
    assert t.pool_mods(ben) == (("rain", -1),)
    assert t.sum(ana, "AS", ("AGI", 3), mod=True) == 5
    t.check_mods()


@pytest.mark.parametrize(
    ("mods", "said"),
    [
        (Mods((Mod(1, "aimed", dice=True),)), '--mod "+1D aimed": no roll of this command takes it'),
        (Mods((), (Mod(-1, "rain", dice=True),)), '--target-mod "-1D rain": no roll of this command takes it'),
        (Mods((), (Mod(2, "cover"),)), '--target-mod "+2 cover": no roll of this command takes it'),
    ],
)
def test_a_modifier_of_a_kind_that_no_roll_takes(sit: Callable[..., Any], mods: Mods, said: str) -> None:
    t = sit().table(acting="ana", mods=mods)
    t.sum(t.encounter.combatants["ana"], "AS", ("AGI", 3), mod=True)
    with pytest.raises(Misused) as misused:
        t.check_mods()
    assert misused.value.text == said


def test_a_roll_that_is_not_made_as_the_dice_fell_waives_its_modifier(sit: Callable[..., Any]) -> None:
    t = sit().table(acting="ana", mods=Mods((), (Mod(2, "cover"),)))
    t.waive_mods(t.encounter.combatants["bruno"])
    t.check_mods()


def test_whose_roll_a_modifier_is_meant_for(sit: Callable[..., Any]) -> None:
    t = sit().table(acting="ana", mods=Mods((), (Mod(2, "cover"),)))
    assert t.has_mods(t.encounter.combatants["bruno"])
    assert not t.has_mods(t.encounter.combatants["ana"])
    assert t.modded == []


def test_a_name_among_those_known(sit: Callable[..., Any]) -> None:
    t = sit().table()
    weapons = ["short bow", "sword", "Spear", "sword of light"]
    assert t.named("weapon", "SWORD", weapons, "ana") == "sword"
    assert t.named("weapon", "sp", weapons, "ana") == "Spear"
    assert t.named("weapon", "e\u0301pe\u0301e", ["\u00e9p\u00e9e"], "ana") == "\u00e9p\u00e9e", (
        "accents however spelled"
    )
    for typed, text, remedy in (
        ("s", "weapon `s` could be short bow, sword, Spear, sword of light", "type more"),
        ("swrd", "ana has no weapon `swrd`", "did you mean `sword`?"),
        ("axe", "ana has no weapon `axe`", "weapons: short bow, sword"),
        ("", "ana has no weapon ``", "weapons: "),
    ):
        with pytest.raises(Unknown) as unknown:
            t.named("weapon", typed, weapons, "ana")
        assert unknown.value.text == text
        assert remedy in unknown.value.remedy


# for odds ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("held", "runs"),
    [
        ((), 6 + 2 * 2),  # ana hurt or not
        (("die",), 6 + 6 * 2),  # and what she rolled, which the rule goes on to use
    ],
    ids=["the encounter alone", "a value that dice decided"],
)
def test_merging_counts_on_once_for_what_came_to_the_same(sit: Callable[..., Any], held: Any, runs: int) -> None:
    seat, played = sit(), count()

    def run(source: Any) -> tuple[Any, int]:
        next(played)
        t = Table(seat.system, seat.encounter, source, record=False)
        ana = t.encounter.combatants["ana"]
        die = t.roll(ana, "luck", "1d6")
        if die > 4:
            ana.hp = ana.hp.moved(-1)
        t.merge(*(die for _ in held))
        return ana.hp, t.roll(ana, "luck", "1d2")

    full = seat.encounter.combatants["ana"].hp
    found = chances(run)
    assert next(played) == runs
    assert found == {(hp, shown): part / 2 for hp, part in _hurt(full) for shown in (1, 2)}


def _hurt(full: Any) -> list[tuple[Any, Fraction]]:
    return [(full, Fraction(2, 3)), (full.moved(-1), Fraction(1, 3))]


def test_merging_tells_apart_what_was_settled_ended_or_changed_at_the_top(sit: Callable[..., Any]) -> None:
    seat = sit()

    def run(source: Any) -> tuple[Any, ...]:
        t = Table(seat.system, seat.encounter, source, record=False)
        ana = t.encounter.combatants["ana"]
        die = t.roll(ana, "luck", "1d4")
        if die == 1:
            t.settle("TOY-5", True)
        elif die == 2:
            t.end_turn(ana)
        elif die == 3:
            t.encounter.notes = ("late",)
        t.merge()
        return t.success, t.ending is not None, t.encounter.notes

    assert list(chances(run).values()) == [Fraction(1, 4)] * 4


def test_merging_does_nothing_at_a_table_with_dice(sit: Callable[..., Any]) -> None:
    t = sit().table("4")
    t.merge(object())
    assert t.roll(t.encounter.combatants["ana"], "luck", "1d6") == 4
