"""Damage, resiliency, healing and rest (BRA-12, BRA-50 to BRA-53)."""

from typing import Annotated

from gmtool.rules.standard import require_points
from gmtool.rules.table import Table
from gmtool.rules.verbs import Portion
from gmtool.systems.brachyr.checks import Check, base_dice, die, roll, with_aid
from gmtool.systems.brachyr.holds import loosen
from gmtool.systems.brachyr.sheet import Fighter

ENDURING = ("willpower", "stamina")
"""the skills behind resiliency, and those whose tier heals one more"""
REST = 12
"""hours"""


def take_damage(fighter: Fighter, points: int) -> None:
    """Let damage pile up; resiliency is rolled as the round ends, for 0 too (BRA-12, BRA-30)."""
    fighter.damage += points
    fighter.hurt = True


def resiliency(t: Table, fighter: Fighter, rule: str = "BRA-50") -> None:
    """Roll resiliency against the damage: equal passes and wakes, less is unconscious, no way to pass is death.

    Rules: BRA-3, BRA-50. Where it cannot succeed no die is rolled.
    """
    made = with_aid(t, _resiliency_check(t, fighter), "resiliency")
    most = made.modifiers + sum(group.sides for group in made.dice)
    if most < fighter.damage:
        data = {"who": fighter, "most": most, "damage": fighter.damage}
        fighter.enter("dead")
        t.tell("BRA-50", "dead", "{who} is dead: {most} at best against damage {damage}", **data)
        return
    total = roll(t, made, what="resiliency", mod=False, against=fighter.damage).total
    data = {"who": fighter, "total": total, "damage": fighter.damage}
    if total < fighter.damage:
        stays = "stays" if fighter.down else "falls"
        fighter.enter("unconscious")
        t.tell("BRA-50", "unconscious", f"{{who}} {stays} unconscious ({{total}} < {{damage}})", **data)
    elif fighter.down:
        fighter.leave("unconscious")
        t.tell("BRA-50", "woke", "{who} is conscious again ({total} >= {damage})", **data)
    else:
        t.tell(rule, "endures", "{who} stays up ({total} >= {damage})", **data)
    t.merge()


def _resiliency_check(t: Table, fighter: Fighter) -> Check:
    """Willpower and stamina: both modifiers, the base die, both tool dice (BRA-50)."""
    skills = [(name, fighter.skill(name)) for name in ENDURING]
    parts = tuple((name, skill.mod) for name, skill in skills)
    tools = tuple(die(skill.tool_sides, "tool") for _, skill in skills if skill.tool_sides)
    return Check(fighter, "resiliency", parts, (*base_dice(t.encounter), *tools))


def damage(t: Table, *harm: Annotated[Portion, "who, and how much damage, 0 or more"]) -> None:
    """Add damage: the GM's own, from a fall, a fire, a spell. Resiliency is rolled as the round ends.

    Rules: BRA-12, BRA-52.
    """
    require_points(t, harm, "heal")
    for fighter, points in harm:
        take_damage(fighter, points)
        t.tell("BRA-12", "hurt", "{who} takes {points} damage", who=fighter, points=points)


def heal(t: Table, *care: Annotated[Portion, "who, and how much damage it removes, 0 or more"]) -> None:
    """Remove damage, never below 0. Where any is removed, resiliency is rolled at once.

    Rules: BRA-3, BRA-22, BRA-23, BRA-43, BRA-50, BRA-51. Refused for the dead.
    """
    require_points(t, care, "damage")
    for fighter, _ in care:
        t.require(
            not fighter.dead, "BRA-51", f"{fighter.name} is dead", f"gm unmark {fighter.id} dead, if the GM says so"
        )
    for fighter, points in care:
        if restore(t, fighter, points, "BRA-51") and not fighter.dead:
            resiliency(t, fighter)
    loosen(t)


def restore(t: Table, fighter: Fighter, points: int, rule: str) -> int:
    """Remove damage, and give how much there was to remove (BRA-51)."""
    removed = min(points, fighter.damage)
    fighter.damage -= removed
    text = "{who} is healed by {points}" if removed == points else "{who} is healed by {points} of {asked}"
    t.tell(rule, "healed", text, who=fighter, points=removed, asked=points)
    return removed


def rest(
    t: Table, *who: Fighter, hours: Annotated[int, "how long they rest; each full 12 hours heal once"] = REST
) -> None:
    """Let everybody rest, or only WHO: per full 12 hours the highest tier heals, and the healing bonus.

    Rules: BRA-3, BRA-22, BRA-23, BRA-43, BRA-50, BRA-53. With `rest-roll: true` resiliency is rolled afterwards.
    """
    if hours < 1:
        t.impossible("BRA-53", f"{hours} hours are no rest", "--hours 12")
    resting: list[Fighter] = list(who) or [one for one in t.encounter.combatants.values() if not one.dead]
    for fighter in resting:
        t.require(not fighter.dead, "BRA-53", f"{fighter.name} is dead")
    for fighter in resting:
        rate = _rate(t, fighter)
        removed = restore(t, fighter, max(0, rate) * (hours // REST), "BRA-53")
        if removed and t.encounter.switches["rest-roll"] and not fighter.dead:
            resiliency(t, fighter)
    loosen(t)


def _rate(t: Table, fighter: Fighter) -> int:
    """What 12 hours heal: the highest tier, 1 more if it is willpower's or stamina's, and the bonus (BRA-53)."""
    tier = max((skill.tier for skill in fighter.skills.values()), default=0)
    highest = [name for name, skill in fighter.skills.items() if skill.tier == tier]
    enduring = next((name for name in highest if name in ENDURING), None)
    parts = [(f"tier of {enduring or highest[0]}", tier)] if highest else [("no skill", 0)]
    parts += [(f"for {enduring}", 1)] if enduring else []
    parts += [("bonus", fighter.healing_bonus)] if fighter.healing_bonus else []
    return t.sum(fighter, "heals in 12 hours", *parts)
