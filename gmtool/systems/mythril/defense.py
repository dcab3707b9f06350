"""Defending: what it is done with, who can pay for it, and what is taken off the damage (MYT-11, MYT-12, MYT-14)."""

from typing import Literal, NamedTuple

from gmtool.dice.throws import TOTAL, Throw
from gmtool.hexes.grid import Hex
from gmtool.rules.codecs import Track
from gmtool.rules.table import Table
from gmtool.systems.mythril.sheet import Character, Ward
from gmtool.systems.mythril.stamina import check_moxie, needs_check, pay, unable
from gmtool.systems.mythril.weapons import choose, die_word, proficiency

Defense = Literal["dodge", "guard", "counter", "none"]

TARGET_PUSH = "--target-push"


class Answer(NamedTuple):
    """How a target defends itself, found allowed before any die."""

    skill: str
    """the skill it rolls; "" without a defense"""
    how: Defense
    why_not: str
    """why there is no defense, where the target was not told to leave it"""
    weapon: str
    """what it counters with"""
    push: bool


NO_DEFENSE = Answer("", "none", "", "", push=False)
STOPPED: dict[Defense, str] = {"dodge": "dodged", "guard": "blocked", "counter": "countered"}
DOES: dict[Defense, str] = {
    "dodge": "{who} dodges",
    "guard": "{who} guards",
    "counter": "{who} counters with {weapon}",
}


class Spot(NamedTuple):
    """The hexes in which the two sides of an attack are judged; None without a map."""

    attacker: Hex | None
    target: Hex | None


def answer(
    t: Table,
    attacker: Character,
    target: Character,
    spot: Spot,
    chosen: Defense | None,
    counter_with: str | None,
    *,
    push: bool,
) -> Answer:
    """Settle how the target defends itself, every refusal told (MYT-10 to MYT-12, MYT-20, MYT-21)."""
    if counter_with is not None and chosen != "counter":
        t.impossible("MYT-12", "only a counter is made with a weapon", "--defense counter --counter-with WEAPON")
    if chosen == "none" and push:
        t.impossible("MYT-11", f"without a defense {target.name} pays nothing", f"leave {TARGET_PUSH} out")
    if chosen == "none":
        return NO_DEFENSE
    reason = unable(t.encounter, target, TARGET_PUSH, push=push)
    if reason is not None and chosen is None and not push:
        return NO_DEFENSE._replace(why_not=reason.text)
    t.heed(reason)
    if chosen == "counter":
        weapon, outside = choose(t, target, counter_with, spot.target, spot.attacker, attacker)
        if outside is not None:
            t.require(False, "MYT-12", f"no counter: {outside.text}", outside.remedy)
        return Answer(target.weapons[weapon].skill, "counter", "", weapon, push)
    how: Defense = chosen or ("guard" if target.skill("guard") > target.skill("dodge") else "dodge")
    return Answer(how, how, "", "", push)


def declare(t: Table, target: Character, planned: Answer) -> tuple[Answer, bool]:
    """Declare the defense and pay for it; a Moxie check that is due comes first. Tell if that was the last Stamina.

    Rules: MYT-10 to MYT-12, MYT-20, MYT-21.
    """
    if planned.how == "none":
        text = f"no defense: {planned.why_not}" if planned.why_not else "{who} does not defend"
        t.tell("MYT-11", "no-defense", text, who=target)
        return planned, False
    if planned.push and needs_check(target) and not check_moxie(t, target):
        t.tell("MYT-11", "no-defense", "no defense: {who} is exhausted", who=target)
        t.waive_mods(target)
        return NO_DEFENSE, False
    return planned, pay(t, target, push=planned.push)


# what is taken off the damage ---------------------------------------------------------------------------------------


class Left(NamedTuple):
    """What is left of damage after what is thrown against it, at least 0 (MYT-14)."""

    points: int

    def __call__(self, thrown: int) -> int:
        """How much that is."""
        return max(0, self.points - thrown)


def ward_off(t: Table, target: Character, points: int, how: Defense) -> int:
    """The damage that is left after the shield, behind which it guarded, and then the armor (MYT-14)."""
    if points and how == "guard" and target.shield is not None:
        points, target.shield = _through(t, target, "shield", target.shield, points)
        t.merge(points, how)
    if points and target.armor is not None:
        points, target.armor = _through(t, target, "armor", target.armor, points)
        t.merge(points, how)
    return points


def _through(t: Table, target: Character, name: str, ward: Ward, points: int) -> tuple[int, Ward]:
    """What comes through a shield or armor, and what is left of it: the dice first, then what it absorbs (MYT-14)."""
    if not ward.absorbs.now:
        return points, ward
    dice = proficiency(target, ward.type)
    if dice is not None:
        left, (rolled,) = t.compare(Left(points), Throw(target.id, name, (dice,), TOTAL))
        t.sum(target, name, ("damage", points), (die_word(dice), -rolled))
        points = left
        if not points:
            t.tell("MYT-14", "turned", "{who}'s {ward} turns it all", who=target, ward=name)
            return 0, ward
    taken = min(points, ward.absorbs.now)
    worn = Ward(ward.type, Track(ward.absorbs.now - taken, ward.absorbs.max))
    text = "{who}'s {ward} absorbs {points}" + ("" if worn.absorbs.now else " and is destroyed")
    t.tell("MYT-14", "absorbed", text, who=target, ward=name, points=taken, left=worn.absorbs.now)
    return points - taken, worn
