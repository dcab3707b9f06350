"""What one could do to another from where both stand, for `gm from` (BRA-22, BRA-33, BRA-40 to BRA-46, BRA-60)."""

from collections.abc import Iterator

from gmtool.rules.ground import adjacent, apart, sees
from gmtool.rules.model import Encounter
from gmtool.systems.brachyr.checks import TRIP_SKILL
from gmtool.systems.brachyr.sheet import Fighter
from gmtool.systems.brachyr.weapons import Arm, arms_for, arms_of, out_of_reach

CONTESTS = {"grab, drag, shove": "unarmed", "disarm": "shortsword", "trip": TRIP_SKILL}


def within_reach(encounter: Encounter, one: Fighter, other: Fighter) -> list[str]:
    """A line for each weapon and contest against a foe, for each aid to an ally: `club: yes (adjacent)`."""
    if other.dead:
        return [f"nothing: {other.name} is dead"]
    return list(_against(encounter, one, other) if one.foe_of(other) else _aids(encounter, one, other))


def _against(encounter: Encounter, one: Fighter, other: Fighter) -> Iterator[str]:
    for arm in arms_of(one):
        yield f"{arm.name} ({arm.skill}): {_verdict(encounter, one, other, [arm])}"
    for names, skill in CONTESTS.items():
        yield f"{names} ({skill}): {_verdict(encounter, one, other, arms_for(one, skill))}"
    yield f"feint (deceit): {'yes (in sight)' if sees(encounter, one, other) else 'no (not in sight)'}"


def _verdict(encounter: Encounter, one: Fighter, other: Fighter, arms: list[Arm]) -> str:
    beyond = out_of_reach(encounter, one, other, arms)
    if beyond is None:
        away = apart(one, other)
        return "yes (adjacent)" if away == 1 else f"yes ({away} hexes)"
    return f"no ({beyond.brief or beyond.text})"


def _aids(encounter: Encounter, one: Fighter, other: Fighter) -> Iterator[str]:
    """What of the aid action is possible between two of a side from where they stand (BRA-20 to BRA-23)."""
    tools = [f"{name} {skill.tool}" for name, skill in one.skills.items() if skill.tool and name != one.aid_before]
    yield f"aid with: {', '.join(tools) or 'no tool die'}"
    near = adjacent(one, other)
    yield f"aid for defense, resiliency: {'yes (adjacent)' if near else 'no (not adjacent)'}"
    yield "aid for attack: up to where the target is"
    reasons = [
        other.health_word,
        "" if other.hands_free else "no free hand",
        "" if sees(encounter, one, other) else "no line of effect",
    ]
    against = ", ".join(filter(None, reasons))
    yield f"pass: no ({against})" if against else "pass: yes"
    if other.down:
        yield f"lift: {'yes (adjacent)' if near else 'no (not adjacent)'}"
