"""Contests: how they are declared and settled; feint, grab, escape and trip (BRA-32, BRA-42, BRA-43, BRA-46)."""

from collections.abc import Sequence
from typing import Annotated, Literal

from gmtool.rules.codecs import Ref
from gmtool.rules.ground import sees
from gmtool.rules.table import Table
from gmtool.rules.verbs import Flags
from gmtool.systems.brachyr.acting import require_act, require_target, use_up, warn_own_side
from gmtool.systems.brachyr.checks import TRIP_SKILL, check, roll, with_aid
from gmtool.systems.brachyr.defenses import Clash, Static, clash, defend
from gmtool.systems.brachyr.holds import end_hold, held_by
from gmtool.systems.brachyr.sheet import Denial, Feint, Fighter, Hold
from gmtool.systems.brachyr.weapons import arms_for, require_reach

Wits = Literal["insight", "psychology", "willpower"]
Wriggle = Literal["unarmed", "dodge", "acrobatics", "coordination"]
WITS: tuple[Wits, ...] = ("insight", "psychology", "willpower")
WRIGGLES: tuple[Wriggle, ...] = ("unarmed", "dodge", "acrobatics", "coordination")


def require_contest(t: Table, attacker: Fighter, target: Fighter, rule: str, skill: str) -> None:
    """Refuse a contest out of phase or turn, against nobody, or beyond the reach of what it is made with."""
    require_act(t, attacker, "attack")
    require_target(t, attacker, target, rule)
    if skill:
        require_reach(t, attacker, target, arms_for(attacker, skill))


def contend(
    t: Table,
    rule: str,
    attacker: Fighter,
    target: Fighter,
    skill: str,
    allowed: Sequence[str],
    *,
    text: str,
    defense: str | None = None,
    static: bool,
    **more: str,
) -> Clash:
    """Declare a contest that was found allowed, roll it and settle it: equal or higher wins (BRA-32).

    `text` announces it; `more` is what it names beside the two and the skill.
    """
    warn_own_side(t, attacker, target)
    use_up(t, attacker, "attack")
    t.tell(rule, "contest", text, who=attacker, target=target, skill=skill, **more)
    own = with_aid(t, check(t.encounter, attacker, skill), "attack", target)
    other = defend(t, target, allowed, defense, attacker, static=static)
    found = clash(t, own, other)
    t.settle(rule, found.won)
    data = {"who": attacker, "target": target, "score": found.score, "bar": found.bar}
    if not found.won:
        t.tell(rule, "lost", "failure ({score} < {bar})", **data)
    elif found.hopeless:
        t.tell(rule, "won", "success ({score} >= {bar}); {most} at best could not resist", **data, most=found.most)
    else:
        t.tell(rule, "won", "success ({score} >= {bar})", **data)
    return found


def feint(
    t: Table,
    attacker: Fighter,
    target: Fighter,
    *,
    what: Annotated[Denial | None, Flags(), "no dodge against the next attack; or no tool die of its armour"] = None,
    defense: Annotated[Wits | None, "what TARGET sees through it with; else what comes to most"] = None,
    static: Static = False,
) -> None:
    """Mislead TARGET: deceit against insight, psychology or willpower.

    Who wins denies TARGET the dodge of the next attack on it, or the tool die of its armour, until one's own next turn
    in an attack phase. A later feint takes the place of an earlier one.

    Rules: BRA-1, BRA-2, BRA-11, BRA-14, BRA-20, BRA-22, BRA-32, BRA-33, BRA-42, BRA-46, BRA-50.
    """
    if what is None:
        t.impossible("BRA-42", "a feint denies the dodge or the armour", "--no-dodge or --no-armour")
    require_contest(t, attacker, target, "BRA-42", "")
    t.require(
        sees(t.encounter, attacker, target),
        "BRA-33",
        f"{attacker.name} does not see {target.name}",
        f"gm from {attacker.id} {target.id}",
    )
    text = "{who} feints at {target}"
    if contend(t, "BRA-42", attacker, target, "deceit", WITS, text=text, defense=defense, static=static).won:
        target.feinted = Feint(Ref(attacker.id), what)
        denied = {
            "no-dodge": "{target} may not dodge the next attack",
            "no-armour": "{target} loses the tool die of its armour",
        }[what]
        t.tell("BRA-42", "feinted", denied, who=attacker, target=target, what=what)


def grab(
    t: Table,
    attacker: Fighter,
    target: Fighter,
    *,
    static: Static = False,
) -> None:
    """Take hold of TARGET: unarmed against dodge. The result is the DC of its escape.

    Rules: BRA-1, BRA-2, BRA-11, BRA-14, BRA-20, BRA-22, BRA-32, BRA-33, BRA-43, BRA-46, BRA-50.
    """
    require_contest(t, attacker, target, "BRA-43", "unarmed")
    holder = held_by(t.encounter, target)
    t.require(
        holder is None or holder.id != attacker.id,
        "BRA-43",
        f"{attacker.name} holds {target.name} already",
        f"`gm release {attacker.id}` lets go",
    )
    text = "{who} grabs at {target}"
    found = contend(t, "BRA-43", attacker, target, "unarmed", ("dodge",), text=text, static=static)
    if found.won:
        target.held = Hold(Ref(attacker.id), found.score)
        t.tell("BRA-43", "held", "{who} holds {target}: DC {dc}", who=attacker, target=target, dc=found.score)


def escape(
    t: Table,
    who: Fighter,
    *,
    skill: Annotated[Wriggle | None, "what one struggles with; else what comes to most"] = None,
) -> None:
    """Struggle free of whoever holds WHO: equal to the DC, or more, frees. Uses the attack action.

    Rules: BRA-1, BRA-11, BRA-14, BRA-20, BRA-22, BRA-32, BRA-43, BRA-46, BRA-50.
    """
    holder = held_by(t.encounter, who)
    if holder is None or who.held is None:
        t.impossible("BRA-43", f"nobody holds {who.name}")
    require_act(t, who, "attack")
    use_up(t, who, "attack")
    known = [name for name in WRIGGLES if name in who.skills] or list(WRIGGLES[:1])
    names = known if skill is None else [skill]
    best = max((check(t.encounter, who, name) for name in names), key=lambda made: made.expected)
    dc = who.held.dc
    t.tell("BRA-43", "contest", "{who} struggles against {target}", who=who, target=holder, skill=best.name, dc=dc)
    total = roll(t, with_aid(t, best, "attack", holder), against=dc).total
    t.settle("BRA-43", total >= dc)
    if total >= dc:
        t.tell("BRA-43", "won", "success ({score} >= DC {bar})", who=who, target=holder, score=total, bar=dc)
        end_hold(t, who, "it escapes")
    else:
        t.tell("BRA-43", "lost", "failure ({score} < DC {bar})", who=who, target=holder, score=total, bar=dc)


def trip(
    t: Table,
    attacker: Fighter,
    target: Fighter,
    *,
    static: Static = False,
) -> None:
    """Bring TARGET down: pole-weapons against heavy-armour.

    It is prone. Until the round ends, the tool die of one's pole-weapons aids every attack of others on it.

    Rules: BRA-1, BRA-2, BRA-11, BRA-14, BRA-20, BRA-22, BRA-32, BRA-33, BRA-43, BRA-46, BRA-50, BRA-61.
    """
    require_contest(t, attacker, target, "BRA-46", TRIP_SKILL)
    text = "{who} trips {target}"
    if contend(t, "BRA-46", attacker, target, TRIP_SKILL, ("heavy-armour",), text=text, static=static).won:
        target.enter("prone")
        target.tripped_by = Ref(attacker.id)
        t.tell(
            "BRA-46",
            "tripped",
            "{target} is prone; {who} aids every attack of others on it",
            who=attacker,
            target=target,
        )
