"""The aid action: a tool die lent, an item passed, an ally lifted (BRA-20 to BRA-23)."""

from typing import Annotated

from gmtool.rules.codecs import Ref
from gmtool.rules.ground import adjacent, sees
from gmtool.rules.table import Table
from gmtool.rules.turns import require_on_map
from gmtool.rules.verbs import Of
from gmtool.systems.brachyr.acting import require_act, use_up
from gmtool.systems.brachyr.checks import misplaced
from gmtool.systems.brachyr.disarm import give, require_hand
from gmtool.systems.brachyr.sheet import Aid, Fighter, Purpose


def aid(
    t: Table,
    aider: Fighter,
    ally: Fighter,
    *,
    skill: Annotated[str | None, Of("aider", "skills"), "the skill whose tool die ALLY gets"] = None,
    for_: Annotated[Purpose | None, "the check it is for: ALLY's next such check this round"] = None,
    against: Annotated[Fighter | None, "against this foe only; its place is checked now, too"] = None,
    pass_: Annotated[
        str | None, Of("aider", "weapons"), "pass ALLY an item; a weapon of one's own changes sheets"
    ] = None,
    lift: Annotated[bool, "lift ALLY, who is unconscious and adjacent, and take it along"] = False,
) -> None:
    """Aid ALLY: lend the tool die of a skill, pass an item, or lift who is unconscious.

    AIDER keeps the die for its own checks. An aid for defense or resiliency needs AIDER adjacent to ALLY; one for an
    attack adjacent to the target, or a ranged weapon of that skill and a line to it, or medicine and sight of it.

    Rules: BRA-11, BRA-14, BRA-20 to BRA-23, BRA-33, BRA-50.
    """
    if (skill is not None or for_ is not None) + (pass_ is not None) + lift != 1:
        t.impossible("BRA-20", "an aid is one thing", "--skill SKILL --for CHECK, or --pass ITEM, or --lift")
    if aider.id == ally.id:
        t.impossible("BRA-20", f"{aider.name} cannot aid itself", "aid somebody else")
    require_act(t, aider, "aid")
    t.require(not ally.foe_of(aider), "BRA-20", f"{ally.name} is a foe of {aider.name}", "aid one's own side")
    t.require(not ally.dead, "BRA-20", f"{ally.name} is dead")
    require_on_map(t, ally, "BRA-33")
    if pass_ is not None:
        _pass(t, aider, ally, pass_)
    elif lift:
        _lift(t, aider, ally)
    else:
        _lend(t, aider, ally, skill, for_, against)
    use_up(t, aider, "aid")
    aider.aiding = Ref(ally.id)
    t.end_turn(aider)


def _lend(
    t: Table, aider: Fighter, ally: Fighter, typed: str | None, purpose: Purpose | None, against: Fighter | None
) -> None:
    """Lend the tool die of a skill for the ally's next check of a kind (BRA-20 to BRA-22)."""
    if typed is None or purpose is None:
        t.impossible("BRA-20", "an aid needs a skill and a check", "--skill SKILL --for attack, defense or resiliency")
    name = t.named("skill", typed, aider.skills, aider.name)
    tools = ", ".join(one for one, known in aider.skills.items() if known.tool) or "no skill at all"
    tool = aider.skills[name].tool
    if tool is None:
        t.impossible("BRA-20", f"{aider.name} has no tool die for {name}", f"it has one for {tools}")
    t.require(
        name != aider.aid_before,
        "BRA-21",
        f"{aider.name} aided with {name} last round",
        _other_skills(aider, name),
    )
    if against is not None and purpose == "resiliency":
        t.impossible("BRA-22", "resiliency is rolled against nobody", "leave --against out")
    if against is not None and against.id == ally.id:
        t.impossible("BRA-22", f"{ally.name} is not its own foe", "--against names the foe")
    made = Aid(Ref(aider.id), name, purpose, None if against is None else Ref(against.id))
    reason = misplaced(t.encounter, aider, made, ally, against)
    if against is not None:
        t.require(reason is None, "BRA-22", reason or "", f"gm from {aider.id} tells what is near")
    ally.aided = (*ally.aided, made)
    aider.aid_now = name
    whom = "" if against is None else " against {against}"
    text = f"{{who}} aids {{ally}}'s {{check}}{whom} with {{skill}}: {{die}}"
    data = {"who": aider, "ally": ally, "check": purpose, "skill": name, "die": tool, "against": against}
    t.tell("BRA-20", "aid", text, **{key: value for key, value in data.items() if value is not None})
    if reason is not None:
        t.tell("BRA-22", "aid-far", "it counts only from a better place: {reason}", who=aider, reason=reason)


def _other_skills(aider: Fighter, name: str) -> str:
    others = [one for one, known in aider.skills.items() if known.tool and one != name]
    return f"now it may be {', '.join(others)}" if others else ""


def _pass(t: Table, aider: Fighter, ally: Fighter, item: str) -> None:
    """Pass or throw an item; a weapon on the aider's sheet goes to the ally's (BRA-23)."""
    line = sees(t.encounter, aider, ally)
    t.require(line, "BRA-23", f"{aider.name} has no line of effect to {ally.name}", f"gm from {aider.id} {ally.id}")
    require_hand(t, ally, "BRA-23")
    if not item.strip():
        t.impossible("BRA-23", "what is passed?", "--pass ITEM")
    record = aider.weapons.get(item)
    if record is not None:
        aider.weapons = {key: kept for key, kept in aider.weapons.items() if key != item}
        aider.hands_free += 1
        item = give(ally, item, record)
    ally.hands_free = max(0, ally.hands_free - 1)
    t.tell("BRA-23", "passed", "{who} passes {ally} the {item}", who=aider, ally=ally, item=item)


def _lift(t: Table, aider: Fighter, ally: Fighter) -> None:
    """Lift an unconscious ally, who from now on moves along (BRA-23)."""
    if not ally.down:
        t.impossible("BRA-23", f"{ally.name} is conscious and walks by itself")
    t.require(
        adjacent(aider, ally), "BRA-23", f"{ally.name} is not adjacent to {aider.name}", "lift from a neighboring hex"
    )
    ally.carried_by = Ref(aider.id)
    t.tell("BRA-23", "lifted", "{who} lifts {ally}, who moves along with it", who=aider, ally=ally)
