"""The turn machine: start, next, who is passed over, hand edits, phases, waiting, shared turns, borrowed turns."""

from collections.abc import Callable
from typing import Any

import pytest

from gmtool.errors import BadFile, Refused
from gmtool.rules import turns
from gmtool.rules.codecs import Ref, Track
from gmtool.rules.model import Encounter
from gmtool.rules.record import replace
from gmtool.rules.system import System, play

Sit = Callable[..., Any]

PACK = """
system: bnb
rules: {initiative: fixed, tied-turns: separate}
combatants:
  a: {side: pc, stats: {str: 1, spd: 9, agi: 1}, hp: 9/9}
  b: {stats: {str: 1, spd: 7, agi: 1}, hp: 9/9}
  c: {stats: {str: 1, spd: 5, agi: 1}, hp: 9/9}
"""
TIED = """
system: bnb
rules: {initiative: fixed}
combatants:
  a: {side: pc, stats: {str: 1, spd: 7, agi: 1}, hp: 9/9}
  b: {stats: {str: 1, spd: 7, agi: 1}, hp: 9/9}
  c: {stats: {str: 1, spd: 7, agi: 1}, hp: 9/9}
  d: {stats: {str: 1, spd: 5, agi: 1}, hp: 9/9}
"""


def fell(seat: Any, *names: str) -> None:
    """Edited by hand: these are down."""
    for name in names:
        one = seat.encounter.combatants[name] = seat.encounter.combatants[name].copy()
        one.hp = Track(0, one.hp.max)


def removed(seat: Any, name: str) -> None:
    """Edited by hand: taken out of the file."""
    seat.encounter.combatants = {key: one for key, one in seat.encounter.combatants.items() if key != name}


def joined(seat: Any, name: str, like: str) -> None:
    """Edited by hand: put into the file, at its end."""
    one = seat.encounter.combatants[like].copy()
    one.id = one.name = name
    one.initiative = None
    seat.encounter.combatants = {**seat.encounter.combatants, name: one}


def begun(sit: Sit, text: str = PACK) -> Any:
    seat = sit(text)
    seat("start")
    return seat


def walk(seat: Any, times: int) -> list[str]:
    """Play `next` so often, and give whose turns began."""
    return [turn for _ in range(times) for turn in seat.turns(seat("next"))]


# start and next -------------------------------------------------------------------------------------------------------


def test_a_fight_starts_with_round_one_the_order_and_the_first_turn(sit: Sit) -> None:
    seat = begun(sit)
    encounter = seat.encounter
    assert (encounter.round, encounter.turn, encounter.order, encounter.acted) == (1, "a", ("a", "b", "c"), ())
    assert encounter.phase is None, "a system with one phase has none to name"


def test_next_starts_a_fight_that_has_not_started(sit: Sit) -> None:
    seat = sit(PACK)
    assert seat.turns(seat("next")) == ["a"]
    assert seat.encounter.round == 1


def test_a_fight_under_way_is_not_started_again(sit: Sit) -> None:
    seat = begun(sit)
    with pytest.raises(Refused, match="started already"):
        seat("start")


def test_two_rounds_in_order(sit: Sit) -> None:
    seat = begun(sit)
    assert walk(seat, 5) == ["b", "c", "a", "b", "c"]
    assert seat.encounter.round == 2


def test_the_round_is_told_when_it_begins_and_acted_is_empty_then(sit: Sit, told: Callable[..., list[Any]]) -> None:
    seat = begun(sit)
    walk(seat, 2)
    assert seat.encounter.acted == ("a", "b")
    outcome = seat("next")
    assert [(fact.kind, fact.data.get("round")) for fact in told(outcome)] == [
        ("over", None), ("round", 2), ("turn", None),
    ]  # fmt: skip
    assert seat.encounter.acted == ()


# who cannot act -------------------------------------------------------------------------------------------------------

FALLEN = [
    ("a", ["b", "c", "b"], "the first, while it is its turn"),
    ("b", ["c", "a", "c"], "the middle one"),
    ("c", ["b", "a", "b"], "the last"),
    ("ab", ["c", "c", "c"], "all but the last"),
    ("bc", ["a", "a", "a"], "all but the one whose turn it is"),
]


@pytest.mark.parametrize(("names", "expected", "why"), FALLEN)
def test_who_is_down_is_passed_over(sit: Sit, names: str, expected: list[str], why: str) -> None:
    seat = begun(sit)
    fell(seat, *names)
    assert walk(seat, 3) == expected, why


def test_who_is_passed_over_is_told_with_the_reason(sit: Sit, told: Callable[..., list[Any]]) -> None:
    seat = begun(sit)
    fell(seat, "b")
    (skip,) = told(seat("next"), "skip")
    assert skip.data == {"who": "b", "reason": "unconscious"}


def test_the_dead_are_passed_over_in_silence(sit: Sit, told: Callable[..., list[Any]]) -> None:
    seat = begun(sit, BRAWL)
    seat("next")
    one = seat.encounter.combatants["bruno"] = seat.encounter.combatants["bruno"].copy()
    one.hp = Track(-6, 6)
    assert told(seat("next"), "skip") == []
    assert seat.encounter.turn == "cook"


def test_with_nobody_able_next_ends_and_says_so(sit: Sit, told: Callable[..., list[Any]]) -> None:
    seat = begun(sit)
    fell(seat, *"abc")
    outcome = seat("next")
    assert len(told(outcome, "idle")) == 1
    assert seat.encounter.turn is None
    rounds = [fact.data["round"] for fact in told(outcome, "round")]
    assert rounds == list(range(2, 2 + len(rounds)))
    assert [fact.data["round"] for fact in told(seat("next"), "round")] == [rounds[-1] + 1]


def test_a_fight_that_nobody_can_begin_starts_and_says_so(sit: Sit, told: Callable[..., list[Any]]) -> None:
    seat = sit(PACK)
    fell(seat, *"abc")
    outcome = seat("start")
    assert len(told(outcome, "idle")) == 1
    assert told(outcome, "round")[0].data["round"] == 1
    seat = sit("system: bnb\ncombatants: {}\n")
    assert len(told(seat("start"), "idle")) == 1
    assert len(told(seat("next"), "idle")) == 1


def test_who_wakes_before_its_place_acts_and_who_wakes_after_it_does_not(sit: Sit) -> None:
    seat = begun(sit)
    fell(seat, "b", "c")
    seat("heal", care=[("c", 1)])
    assert walk(seat, 1) == ["c"]
    seat("heal", care=[("b", 1)])
    assert walk(seat, 2) == ["a", "b"], "b's place in round 1 was over"


# hand edits -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "expected"), [("a", ["b", "c", "b"]), ("b", ["c", "a", "c"]), ("c", ["b", "a", "b"])])
def test_who_is_taken_out_is_not_missed(sit: Sit, name: str, expected: list[str]) -> None:
    seat = begun(sit)
    removed(seat, name)
    assert walk(seat, 3) == expected


def test_play_goes_on_when_the_active_one_was_taken_out(sit: Sit) -> None:
    seat = begun(sit)
    walk(seat, 1)
    removed(seat, "b")
    assert turns.on_turn(seat.system, seat.encounter) == []
    assert walk(seat, 2) == ["c", "a"]


EDITED = [
    ({"turn": "ghost"}, ["a", "b", "c"], "a turn that names nobody: whoever is next gets it"),
    ({"turn": None}, ["a", "b", "c"], "no turn at all"),
    ({"order": ("ghost", "c", "b", "a")}, ["c", "b", "c"], "the order edited is the order"),
    ({"order": ()}, ["b", "c", "a"], "no order: file order"),
    ({"order": ("c",)}, ["c", "b", "c"], "whom the order does not name comes last, in file order"),
    ({"order": ("b", "b", "a", "c")}, ["b", "c", "b"], "a name twice counts once"),
    ({"acted": ("ghost",)}, ["b", "c", "a"], "acted that names nobody"),
    ({"acted": ("b",)}, ["c", "a", "b"], "b's turn is over, says the GM"),
    ({"acted": ("a", "b", "c")}, ["a", "b", "c"], "everyone's turn is over: a new round"),
    ({"round": 7}, ["b", "c", "a"], "another round"),
]


@pytest.mark.parametrize(("edit", "expected", "why"), EDITED)
def test_play_goes_on_from_what_was_edited(sit: Sit, edit: dict[str, Any], expected: list[str], why: str) -> None:
    seat = begun(sit)
    for name, value in edit.items():
        setattr(seat.encounter, name, value)
    assert walk(seat, 3) == expected, why


def test_acted_names_nobody_twice(sit: Sit) -> None:
    seat = begun(sit)
    seat.encounter.acted = (Ref("a"),)
    seat("next")
    assert sorted(seat.encounter.acted) == ["a"]


def test_a_late_comer_acts_in_its_place_and_from_the_next_round_in_the_order(sit: Sit) -> None:
    seat = begun(sit)
    walk(seat, 1)
    joined(seat, "d", "a")
    assert walk(seat, 2) == ["c", "d"]
    seat.encounter.order = tuple(map(Ref, "dabc"))
    assert walk(seat, 4) == ["d", "a", "b", "c"]


# next NAME ------------------------------------------------------------------------------------------------------------


def test_the_gm_may_name_who_is_next_and_nobody_is_missed(sit: Sit) -> None:
    seat = begun(sit)
    assert seat.turns(seat("next", name="c")) == ["c"]
    assert walk(seat, 2) == ["b", "a"]


def test_who_has_acted_is_not_next_again(sit: Sit) -> None:
    seat = begun(sit)
    walk(seat, 1)
    with pytest.raises(Refused, match="has had its turn"):
        seat("next", name="a")


def test_force_gives_another_turn(sit: Sit) -> None:
    """The remedy says `--force gives another`."""
    seat = begun(sit)
    walk(seat, 1)
    assert seat.turns(seat("next", name="a", force=True)) == ["a"]
    assert seat.encounter.round == 1


def test_who_cannot_act_is_not_next(sit: Sit) -> None:
    seat = begun(sit)
    fell(seat, "c")
    with pytest.raises(Refused, match="c cannot act: unconscious"):
        seat("next", name="c")


def test_the_one_whose_turn_it_is_is_not_next(sit: Sit) -> None:
    """It would silently be somebody else's turn."""
    seat = begun(sit)
    with pytest.raises(Refused):
        seat("next", name="a")


def test_naming_one_of_a_shared_turn_gives_the_turn_to_all_who_share_it(sit: Sit) -> None:
    seat = begun(sit, TIED + "  e: {stats: {str: 1, spd: 3, agi: 1}, hp: 9/9}\n")
    assert walk(seat, 1) == ["d"]
    seat = begun(sit, TIED.replace("d: {stats: {str: 1, spd: 5", "d: {stats: {str: 1, spd: 9"))
    assert seat.encounter.turn == "d"
    assert seat.turns(seat("next", name="c")) == ["a,b,c"]


def test_a_name_out_of_a_later_phase_is_given_its_turn_or_refused(sit: Sit) -> None:
    """C21-3: the last of the players' phase is done, and the GM names one of the opponents."""
    seat = sides(sit)
    assert seat.encounter.turn == "a"
    seat("next", name="b")
    assert seat.encounter.turn == "b"
    assert seat.turns(seat("next", name="d")) == ["d"]


def test_a_name_out_of_another_phase_is_not_ignored_while_this_one_goes_on(sit: Sit) -> None:
    seat = sides(sit)
    with pytest.raises(Refused):
        seat("next", name="d")


def test_next_out_of_a_phase_played_together_asks_for_the_phase_that_begins(sit: Sit) -> None:
    """BRA-11: ana has aided, the attack phase begins: she may be named."""
    seat = begun(sit, BRAWL)
    seat("rally", leader="bruno", others=("ana",))
    assert seat.turns(seat("next", name="bruno")) == ["bruno"]


# phases ---------------------------------------------------------------------------------------------------------------

BRAWL = """
system: brawl
combatants:
  ana: {side: pc, might: 3D, initiative: 9, hp: 6/6}
  bruno: {might: 2D, initiative: 7, hp: 6/6}
  cook: {might: 2D, initiative: 5, hp: 6/6}
"""


def sides(sit: Sit) -> Any:
    """The toy as c21 has it: the players' phase, then the opponents', each in any order."""
    seat = sit(
        "system: brawl\ncombatants:\n"
        "  a: {side: pc, might: 1D}\n  b: {side: pc, might: 1D}\n  c: {might: 1D}\n  d: {might: 1D}\n"
    )
    _, brawl = seat.system.phases

    def of(players: bool) -> Callable[[Encounter], list[Any]]:
        return lambda encounter: [one for one in turns.in_order(encounter) if (one.side == "pc") is players]

    seat.system = replace(
        seat.system,
        phases=(
            replace(brawl, id="players", choice="any", order=of(True)),
            replace(brawl, id="opponents", choice="any", order=of(False)),
        ),
        initiative=lambda _t, _who: None,
        rank=lambda _encounter, _who: (),
    )
    seat("start")
    return seat


def test_sides_take_their_phases_in_file_order_unless_named(sit: Sit, told: Callable[..., list[Any]]) -> None:
    seat = sides(sit)
    assert (seat.encounter.phase, seat.encounter.turn, seat.encounter.order) == ("players", "a", tuple("abcd"))
    assert walk(seat, 3) == ["b", "c", "d"]
    assert seat.encounter.phase == "opponents"
    outcome = seat("next")
    assert [fact.data["phase"] for fact in told(outcome, "phase")] == ["players"]
    assert (seat.encounter.round, seat.encounter.turn) == (2, "a")


def test_the_phase_in_the_file_is_where_play_goes_on(sit: Sit) -> None:
    seat = sides(sit)
    seat.encounter.phase, seat.encounter.turn = "opponents", None
    assert walk(seat, 2) == ["c", "d"]


def test_a_phase_the_system_does_not_have_counts_as_the_first_and_is_told_when_read(
    sit: Sit, reads: Callable[[str], Any]
) -> None:
    seat = sides(sit)
    seat.encounter.phase = "breakfast"
    assert walk(seat, 1) == ["b"]
    try:
        reading = reads(BRAWL + "round: 1\nphase: breakfast\n")
    except BadFile as refused:
        assert "breakfast" in str(refused.faults)
    else:
        assert any("breakfast" in warning.text for warning in reading.warnings)


def test_a_phase_played_together_has_no_turn_until_next_ends_it(sit: Sit, told: Callable[..., list[Any]]) -> None:
    seat = begun(sit, BRAWL)
    assert (seat.encounter.phase, seat.encounter.turn) == ("talk", None)
    seat("rally", leader="cook", others=("bruno",))
    assert seat.encounter.acted == ("cook",)
    with pytest.raises(Refused, match="has acted in this talk phase"):
        seat("rally", leader="cook", others=("bruno",))
    outcome = seat("next")
    assert [fact.data["who"] for fact in told(outcome, "missed")] == [["ana", "bruno"]]
    assert (seat.encounter.phase, seat.encounter.turn, seat.encounter.acted) == ("brawl", "ana", ())


def test_a_phase_played_together_with_nobody_able_is_passed(sit: Sit, told: Callable[..., list[Any]]) -> None:
    seat = sit(BRAWL)
    fell(seat, "ana", "bruno", "cook")
    assert len(told(seat("start"), "idle")) == 1


def test_a_shared_turn_is_everybodys_and_ends_for_all(sit: Sit) -> None:
    seat = begun(sit, TIED)
    assert [one.id for one in turns.on_turn(seat.system, seat.encounter)] == ["a", "b", "c"]
    assert walk(seat, 2) == ["d", "a,b,c"]
    assert seat.encounter.round == 2


def test_who_has_acted_already_has_no_part_in_a_shared_turn(sit: Sit) -> None:
    seat = begun(sit, TIED)
    seat.encounter.acted = (Ref("b"),)
    assert [one.id for one in turns.on_turn(seat.system, seat.encounter)] == ["a", "c"]
    with pytest.raises(Refused, match="not b's turn"):
        turns.require_turn(seat.table(), seat.encounter.combatants["b"])
    seat.encounter.turn = None
    assert walk(seat, 1) == ["a,c"]


def test_a_shared_turn_goes_on_without_who_falls_or_goes(sit: Sit) -> None:
    seat = begun(sit, TIED)
    fell(seat, "a")
    removed(seat, "b")
    assert walk(seat, 2) == ["d", "c"]


# the pool, waiting, borrowed turns ------------------------------------------------------------------------------------


def test_the_pool_is_full_at_each_rounds_start(sit: Sit) -> None:
    seat = begun(sit, BRAWL)
    seat("next")
    seat("attack", brawler="ana", target="bruno", guard="dodge", dice="1,1,2,1,2")
    assert [seat.encounter.combatants[name].nerve for name in ("ana", "bruno")] == [1, 1]
    while seat.encounter.round == 1:
        seat("next")
    assert [seat.encounter.combatants[name].nerve for name in ("ana", "bruno")] == [2, 2]


def fists(sit: Sit) -> Any:
    """Ana's turn in the brawl phase."""
    seat = begun(sit, BRAWL)
    seat("next")
    assert seat.encounter.turn == "ana"
    return seat


def test_who_waits_is_up_again_right_after_the_other(sit: Sit) -> None:
    seat = fists(sit)
    outcome = seat("wait", who="ana", until="bruno")
    assert seat.turns(outcome) == ["bruno"]
    assert seat.encounter.acted == ()
    assert walk(seat, 2) == ["ana", "cook"]
    assert seat.encounter.combatants["ana"].nerve == 1
    assert walk(seat, 1) == []
    assert (seat.encounter.round, seat.encounter.phase) == (2, "talk")


def test_who_waits_for_one_that_cannot_act_is_up_in_that_place(sit: Sit) -> None:
    seat = fists(sit)
    seat("wait", who="ana", until="cook")
    fell(seat, "cook")
    assert walk(seat, 1) == ["ana"]
    assert seat.encounter.round == 1


def test_who_waits_for_one_that_is_gone_is_up_in_its_own_place(sit: Sit) -> None:
    seat = fists(sit)
    seat("wait", who="ana", until="cook")
    removed(seat, "cook")
    assert walk(seat, 1) == ["ana"]


def test_two_may_wait_one_for_the_other_in_a_chain(sit: Sit) -> None:
    seat = fists(sit)
    seat("wait", who="ana", until="bruno")
    seat("wait", who="bruno", until="cook")
    assert seat.encounter.turn == "cook"
    assert walk(seat, 2) == ["bruno", "ana"]


def test_who_falls_while_it_waits_is_passed_over(sit: Sit) -> None:
    seat = fists(sit)
    seat("wait", who="ana", until="bruno")
    fell(seat, "ana")
    assert walk(seat, 1) == ["cook"]


def test_waiting_begins_no_second_turn_for_the_one_whose_turn_it_was(sit: Sit) -> None:
    """The turn of the one that waits ends once: what ends with it ends with the later one (D6-14)."""
    ended: list[str] = []
    seat = fists(sit)
    talk, brawl = seat.system.phases
    seat.system = replace(seat.system, phases=(talk, replace(brawl, turn_end=lambda _t, one: ended.append(one.id))))
    seat("wait", who="ana", until="bruno")
    assert ended == []
    walk(seat, 2)
    assert ended == ["bruno", "ana"]


def test_nobody_waits_for_itself_or_for_one_whose_turn_is_over(sit: Sit) -> None:
    seat = fists(sit)
    walk(seat, 1)
    for until in ("ana", "bruno"):
        with pytest.raises(Refused, match="does not come later"):
            seat("wait", who="bruno", until=until)


CARRIED = """
system: brawl
combatants:
  mule: {side: pc, might: 1D, initiative: 9}
  ana: {side: pc, might: 3D, initiative: 7, rides: mule}
  cook: {might: 2D, initiative: 5}
"""


def carried(sit: Sit) -> Any:
    seat = begun(sit, CARRIED)
    seat("next")
    return seat


def test_who_carries_another_has_no_turn_of_its_own_and_acts_in_that_ones(sit: Sit) -> None:
    seat = carried(sit)
    assert seat.encounter.turn == "ana"
    turns.require_turn(seat.table(), seat.table().encounter.combatants["mule"])
    assert walk(seat, 1) == ["cook"]
    with pytest.raises(Refused, match="not mule's turn"):
        turns.require_turn(seat.table(), seat.table().encounter.combatants["mule"])


def test_who_carries_another_is_never_announced_as_next(sit: Sit) -> None:
    seat = carried(sit)
    assert [one.id for one in turns.up_next(seat.system, seat.encounter)] == ["cook"]
    walk(seat, 1)
    assert "mule" not in [one.id for one in turns.up_next(seat.system, seat.encounter)]


def test_who_carries_another_is_not_missed_when_talk_is_over(sit: Sit, told: Callable[..., list[Any]]) -> None:
    seat = begun(sit, CARRIED)
    assert [fact.data["who"] for fact in told(seat("next"), "missed")] == [["ana", "cook"]]


def test_naming_the_carrier_is_refused_or_gives_its_rider_the_turn(sit: Sit) -> None:
    seat = carried(sit)
    walk(seat, 1)
    seat.encounter.acted = ()
    seat.encounter.turn = "cook"
    try:
        outcome = seat("next", name="mule")
    except Refused:
        return
    assert seat.turns(outcome) == ["ana"]


def test_a_carrier_whose_rider_falls_has_its_own_turn_again(sit: Sit) -> None:
    seat = carried(sit)
    fell(seat, "ana")
    assert walk(seat, 2) == ["mule", "cook"]


# require_turn ---------------------------------------------------------------------------------------------------------


def test_before_the_fight_starts_nobody_has_turns(sit: Sit) -> None:
    seat = sit(PACK)
    turns.require_turn(seat.table(), seat.encounter.combatants["c"])


def test_out_of_turn_is_refused_and_says_whose_turn_it_is(sit: Sit) -> None:
    seat = begun(sit)
    with pytest.raises(Refused, match="not b's turn; it is the turn of a") as refused:
        turns.require_turn(seat.table(), seat.encounter.combatants["b"], "BNB-10")
    assert refused.value.rule == "BNB-10"
    seat.encounter.turn = None
    with pytest.raises(Refused, match="nobody's turn"):
        turns.require_turn(seat.table(), seat.encounter.combatants["a"])


def test_an_opportunity_needs_no_turn(sit: Sit) -> None:
    seat = sit(
        "system: brawl\ncombatants:\n  ana: {side: pc, at: 0303, might: 3D, initiative: 9, hp: 6/6}\n"
        "  bruno: {at: 0403, might: 2D, initiative: 7, hp: 6/6}\n  cook: {at: 0501, might: 2D, initiative: 5}\n"
    )
    seat("start")
    seat("next")
    grid = seat.encounter.grid
    seat("shift", who="ana", to=grid.hex("0203"))
    assert [opening.by for opening in seat.encounter.combatants["ana"].openings] == ["bruno"]
    outcome = seat("jab", brawler="bruno", target="ana", dice="4")
    assert outcome.success is True
    assert seat.encounter.turn == "ana"
    assert seat.encounter.combatants["ana"].hp.now == 5
    with pytest.raises(Refused, match="no opening"):
        seat("jab", brawler="bruno", target="ana")
    with pytest.raises(Refused, match="no opening"):
        seat("jab", brawler="cook", target="ana")


# who is next ----------------------------------------------------------------------------------------------------------


def test_who_is_next_as_things_stand(sit: Sit) -> None:
    seat = begun(sit)
    assert [one.id for one in turns.up_next(seat.system, seat.encounter)] == ["b"]
    fell(seat, "b")
    assert [one.id for one in turns.up_next(seat.system, seat.encounter)] == ["c"]


def test_in_a_phase_played_together_nobody_is_before_the_first_of_the_next_phase(sit: Sit) -> None:
    seat = begun(sit, BRAWL)
    assert [one.id for one in turns.up_next(seat.system, seat.encounter)] in ([], ["ana"])


def test_a_play_on_a_copy_leaves_the_encounter_as_it_is(sit: Sit, bnb: System) -> None:
    seat = begun(sit)
    before = seat.encounter
    from gmtool.dice.sources import Random

    play(bnb, bnb.verb_table["next"], before, {}, Random(1))
    assert (before.turn, before.acted) == ("a", ())
