"""Every standing set of boxes x every difference x both ways of wounding.

Worked out by hand from the source's two sentences: "check the box if it is open, otherwise escalate it to the next
available level", or "take your worst wound and increase it to the next level"; and from its example: Injured (2) and
then Injured (1) leaves either both boxes or Seriously Wounded.

1 2 S I N D are injured-1, injured-2, serious, incapacitated, near-death and dead.
"""

import pytest

NAMES = {"1": "injured-1", "2": "injured-2", "S": "serious", "I": "incapacitated", "N": "near-death", "D": "dead"}

TICK = {
    # boxes ticked: the box that a difference of 1, 2, 3, 4, 5, 6 ticks
    "": "12SIND",
    "1": "22SIND",
    "2": "1SSIND",
    "12": "SSSIND",
    "S": "12IIND",
    "1S": "22IIND",
    "2S": "1IIIND",
    "12S": "IIIIND",
    "I": "12SNND",
    "1I": "22SNND",
    "2I": "1SSNND",
    "12I": "SSSNND",
    "SI": "12NNND",
    "1SI": "22NNND",
    "2SI": "1NNNND",
    "12SI": "NNNNND",
    "N": "12SIDD",
    "1N": "22SIDD",
    "2N": "1SSIDD",
    "12N": "SSSIDD",
    "SN": "12IIDD",
    "1SN": "22IIDD",
    "2SN": "1IIIDD",
    "12SN": "IIIIDD",
    "IN": "12SDDD",
    "1IN": "22SDDD",
    "2IN": "1SSDDD",
    "12IN": "SSSDDD",
    "SIN": "12DDDD",
    "1SIN": "22DDDD",
    "2SIN": "1DDDDD",
    "12SIN": "DDDDDD",
}
"""`wounds: tick`: the box that is ticked beside those that were"""

ESCALATE = {"": "12SIND", "1": "22SIND", "2": "SSSIND", "S": "IIIIND", "I": "NNNNND", "N": "DDDDDD"}
"""`wounds: escalate`: by the worst box, the one box that is left"""

PENALTY = {"1": 1, "2": 2, "S": 3, "I": 4}


def spelled(boxes: str) -> list[str]:
    return [NAMES[box] for box in NAMES if box in boxes]


def test_the_tables_are_whole():
    assert len(TICK) == 2**5
    assert all(len(row) == 6 for row in (*TICK.values(), *ESCALATE.values()))


@pytest.mark.parametrize("boxes", TICK)
@pytest.mark.parametrize("way", ["tick", "escalate"])
def test_c71_what_every_difference_brings(bench, way, boxes):
    asleep = "N" in boxes
    situation = (
        f"rules: {{wild-die: none, wounds: {way}}}\n"
        f"thug: {{wounds: [{', '.join(spelled(boxes))}]{', unconscious: true' if asleep else ''}}}"
    )
    row = TICK[boxes] if way == "tick" else ESCALATE[boxes[-1:]]
    stunned = bench.play(situation, "damage thug 0")
    assert stunned.changed == {"thug.stunned": "true"}, "a stun is no box and escalates nothing"
    for difference, box in enumerate(row, 1):
        rolls = box == "I" and not asleep  # Fortitude 2D: 3 and 1 are one success, too few
        played = bench.play(situation, f"damage thug {difference}", "3 1" if rolls else "")
        assert played.code == 0, played.data
        after = played.after["combatants"]["thug"]
        left = boxes + box if way == "tick" else box
        assert after["wounds"] == spelled(left), (way, boxes, difference)
        falls = not asleep and box in "IN"
        assert (after.get("unconscious") == "true") == ((asleep or falls) and box != "D"), (way, boxes, difference)
        assert ("D6-34 fell" in played.told) == falls
        assert ("D6-34 died" in played.told) == (box == "D")


@pytest.mark.parametrize("boxes", [boxes for boxes in TICK if "N" not in boxes])
def test_the_penalty_is_that_of_the_highest_box(bench, boxes):
    """A pool of 9D less the penalty of the highest box; a stun takes one more."""
    for stunned in (False, True):
        dice = 9 - PENALTY.get(boxes[-1:], 0) - stunned
        played = bench.play(
            f"bo: {{skills: {{firearms: 9D}}, stunned: {str(stunned).lower()}, "
            f"wounds: [{', '.join(spelled(boxes))}]}}\n"
            "thug: {passive: 20}",
            "attack bo thug",
            "1 " * dice,
        )
        assert played.thrown == [f"bo {dice}d6"]
