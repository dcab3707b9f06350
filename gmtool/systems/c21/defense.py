"""Whether a target defends itself, with what, and what an attack gains where it does not (C21-10 to C21-13, C21-47)."""

from typing import Annotated, Literal, NamedTuple

from gmtool.rules.model import Encounter
from gmtool.rules.record import record
from gmtool.rules.table import Reason
from gmtool.systems.c21 import senses
from gmtool.systems.c21.rolls import Part, Value, skill_of
from gmtool.systems.c21.seats import Post
from gmtool.systems.c21.sheet import Field, Fighter, Weapon
from gmtool.systems.c21.zones import RULES, WORDS, Guard, guards

Defense = Literal["dodge", "block"]

ENTANGLED: Part = ("entangled", -5)
NO_DEFENSE = {"thrown": 4, "ranged": 6, "melee": 10}


@record
class Manner:
    """How an attack is made and met: options that the attacking verbs share."""

    strong: Annotated[bool, "the strong attack instead of the fast one"] = False
    defense: Annotated[Defense | None, "what the target defends with; else what it is best at"] = None
    no_defense: Annotated[bool, "the target chooses not to defend (C21-10)"] = False
    no_danger_sense: Annotated[bool, "the target's Danger Sense does not help (C21-12)"] = False
    surprise: Annotated[bool, "the target does not expect it (C21-13)"] = False
    dark: Annotated[bool, "neither sees the other (C21-33)"] = False
    unseen: Annotated[bool, "the target does not see the attacker (C21-33)"] = False
    spell: Annotated[bool, "the weapon is a spell (C21-31)"] = False
    area: Annotated[bool, "the spell affects an area and needs no sight (C21-31)"] = False


USUAL = Manner()
"""the fast attack, with nothing particular about it"""


class Way(NamedTuple):
    """A defense open to a target."""

    name: Defense
    value: Value
    words: str
    """as `block (shield)`"""


class Standing(NamedTuple):
    """How a target stands to an attack, as far as it is known before any die."""

    ways: tuple[Way, ...]
    """the defenses it may use, the best first"""
    open: str
    """why it does not defend, in a word or two; "" where it may"""
    rule: str
    danger_sense: bool
    """whether Danger Sense may give it the defense back"""
    blind: bool
    """it does not see the attacker, and must make him out"""


def surprised(how: Manner, target: Fighter) -> bool:
    """Whether the attack is meant to surprise (C21-13)."""
    return how.surprise or target.is_in("unaware")


def standing(encounter: Encounter, attacker: Post, target: Post, weapon: Weapon, how: Manner) -> Standing:
    """Tell whether a target defends, and with what."""
    who = target.who
    ways = ways_of(encounter, attacker, target, weapon)
    unseen = is_unseen(encounter, attacker.who, who, how)
    reasons = (
        (who.down, "unconscious", "C21-10"),
        (who.is_in("helpless"), "helpless", "C21-10"),
        (surprised(how, who), "surprised", "C21-13"),
        (how.no_defense, "no defense", "C21-10"),
        (not ways, "no defense", "C21-10"),
        (unseen and not senses.other_senses(who, attacker.who), "unaware", "C21-32"),
    )
    word, rule = next(((word, rule) for holds, word, rule in reasons if holds), ("", ""))
    able = bool(ways) and not (who.down or how.no_defense or how.no_danger_sense)
    return Standing(ways, word, rule, able and who.has("danger-sense"), unseen and not word)


def is_unseen(encounter: Encounter, attacker: Fighter, target: Fighter, how: Manner) -> bool:
    """Whether the target does not see the attacker."""
    return how.dark or how.unseen or not senses.sees(encounter, target, attacker)


def ways_of(encounter: Encounter, attacker: Post, target: Post, weapon: Weapon) -> tuple[Way, ...]:
    """The defenses open to a target against an attack, the best first: dodge before block where they are equal."""
    who = target.who
    found = []
    dodge, block = skill_of(who, "dodge"), skill_of(who, "block")
    if dodge is not None and target.seat != "rider":
        found.append(Way("dodge", dodge, "dodge"))
    if block is not None:
        tools = block_tools(encounter, attacker, target, melee=weapon.kind == "melee")
        if tools:
            found.append(Way("block", block, f"block ({' or '.join(tools)})"))
    return tuple(sorted(found, key=lambda way: -way.value.points))


def block_tools(encounter: Encounter, attacker: Post, target: Post, *, melee: bool) -> list[str]:
    """What a target may block with: the melee weapon in the main hand, the shield in the off hand."""
    who = target.who
    allowed: tuple[Guard, ...] = ("hand", "shield")
    mounted = target.seat == "rider"
    if mounted:
        allowed, _ = guards(encounter.grid, attacker, target, melee=melee)
    name = who.main_weapon
    weapon = who.weapons.get(name or "")
    tools = []
    if "hand" in allowed and name and weapon and weapon.kind == "melee" and not (mounted and weapon.hands > 1):
        tools.append(name)
    if "shield" in allowed and who.off_hand == "shield":
        tools.append("shield")
    return tools


def defense_bar(
    encounter: Encounter, attacker: Post, target: Post, weapon: Weapon, how: Manner, stands: Standing
) -> Reason | None:
    """Why the target cannot use the defense that was asked for."""
    if how.defense is None:
        return None
    who = target.who
    if any(way.name == how.defense for way in stands.ways):
        if stands.open and not stands.danger_sense:
            return Reason(stands.rule, f"{who.name} does not defend: {stands.open}", "leave --defense out")
        return None
    works = ", ".join(way.words for way in stands.ways)
    remedy = f"it may {works}" if works else "leave --defense out: it has no defense here"
    if target.seat == "rider" and how.defense == "dodge":
        return Reason("C21-47", f"{who.name} rides {target.mount}, and a rider never dodges", remedy)
    if how.defense not in who.skills:
        return Reason("C21-8", f"{who.name} has no {how.defense}, which nobody uses untrained", remedy)
    if target.seat == "rider":
        melee = weapon.kind == "melee"
        allowed, where = guards(encounter.grid, attacker, target, melee=melee)
        needs = {"hand": "a one-handed melee weapon in the main hand", "shield": "a shield in the off hand"}
        meets = " or ".join(needs[one] for one in allowed)
        if where is None:
            return Reason("C21-47", f"{who.name} rides, and blocks with {meets} only", remedy)
        place = f"{attacker.who.name} is {WORDS[where]} {target.mount}"
        against = f"a rider blocks there with {meets} only" if meets else "a rider cannot defend against him there"
        return Reason(RULES[where], f"{place}; {against}", remedy)
    return Reason("C21-5", f"{who.name} has neither a melee weapon in the main hand nor a shield to block with", remedy)


def surprise_bar(encounter: Field, attacker: Fighter, target: Fighter, how: Manner) -> Reason | None:
    """Why a target cannot be surprised (any more) (C21-13, C21-14)."""
    if not surprised(how, target) or attacker.regained:
        return None
    back = f"`gm vanish {attacker.id}`, then `gm sneak`, may win surprise back"
    remedy = back if how.surprise else f"`gm unmark {target.id} unaware`; {back}"
    if target.attacked:
        return Reason("C21-13", f"{target.name} has been attacked in this fight and is not surprised again", remedy)
    first = encounter.surprise
    if first is not None and (first.phase, first.round) != (encounter.phase, encounter.round):
        return Reason("C21-13", f"surprise ended with the phase of the {first}", remedy)
    return None


def bonus(stands: str, weapon: Weapon, away: int | None) -> Part:
    """What an attack gains on a target that does not defend; more where a ranged weapon is too near (C21-11)."""
    near = away is not None and away <= weapon.min
    return stands, NO_DEFENSE["melee" if near else weapon.kind]
