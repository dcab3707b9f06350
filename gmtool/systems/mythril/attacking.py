"""Attacking: who may, with what, against which defense, and what comes of it (MYT-10 to MYT-14, MYT-20, MYT-21)."""

from typing import Annotated, NamedTuple

from gmtool.rules.table import Table
from gmtool.rules.turns import require_on_map, require_turn
from gmtool.rules.verbs import Of
from gmtool.systems.mythril.defense import DOES, STOPPED, Answer, Defense, Spot, answer, declare, ward_off
from gmtool.systems.mythril.harm import tell_state
from gmtool.systems.mythril.opportunity import close, take_opening
from gmtool.systems.mythril.rolls import Reaches, skill_roll
from gmtool.systems.mythril.sheet import Character, Opening, health_word
from gmtool.systems.mythril.stamina import catch_breath, check_moxie, needs_check, pay, unable
from gmtool.systems.mythril.weapons import choose, damage_of


class Declared(NamedTuple):
    """An attack as it was declared and found allowed: all that the dice need to know."""

    weapon: str
    defense: Answer
    push: bool
    opportunity: bool


def attack(
    t: Table,
    attacker: Character,
    target: Character,
    *,
    with_: Annotated[str | None, Of("attacker", "weapons"), "the weapon or spell; else the first that reaches"] = None,
    defense: Annotated[Defense | None, "how the target defends; else the better of dodge and guard"] = None,
    counter_with: Annotated[str | None, Of("target", "weapons"), "what the target counters with (MYT-12)"] = None,
    push: Annotated[bool, "the attacker pays 1 HP instead of Stamina (MYT-21)"] = False,
    target_push: Annotated[bool, "the target pays 1 HP instead of Stamina (MYT-21)"] = False,
    opportunity: Annotated[bool, "take an opportunity that TARGET gave, out of turn (MYT-5)"] = False,
) -> None:
    """Attack TARGET with a weapon or a spell.

    Attack and defense are 1d20 + the skill's modifier, and each costs an action and one Stamina. The attack hits
    unless the defense beats it; without a defense nobody rolls and it hits. Then damage, shield, armor, and the Moxie
    check of whoever spent the last Stamina, attacker first.

    Rules: MYT-2, MYT-3, MYT-5, MYT-6, MYT-10 to MYT-14, MYT-20 to MYT-22, MYT-30, MYT-31. Refused (nothing changed)
    out of turn, out of reach, or where it cannot be paid.
    """
    opening = _require_may_attack(t, attacker, target, push=push, opportunity=opportunity)
    spot = _spot(attacker, target, opening)
    weapon, outside = choose(t, attacker, with_, spot.attacker, spot.target, target)
    t.heed(outside)
    planned = answer(t, attacker, target, spot, defense, counter_with, push=target_push)
    if planned.how == "none" and t.has_mods(attacker):
        t.impossible("MYT-11", f"{target.name} has no defense, so nobody rolls: --mod joins nothing", "leave it out")
    declared = Declared(weapon, planned, push, opportunity)

    _announce(t, attacker, target, declared)
    if opening is not None:
        close(target, opening)
    for one in (attacker, target):
        catch_breath(t, one)
    if push and needs_check(attacker) and not check_moxie(t, attacker):
        _call_off(t, attacker, target)
        return
    _conduct(t, attacker, target, declared)


# what must hold before any die --------------------------------------------------------------------------------------


def _require_may_attack(
    t: Table, attacker: Character, target: Character, *, push: bool, opportunity: bool
) -> Opening | None:
    if attacker.id == target.id:
        t.impossible("MYT-10", f"{attacker.name} cannot attack itself")
    if not opportunity:
        require_turn(t, attacker, "MYT-3")
    reason = unable(t.encounter, attacker, "--push", push=push)
    t.heed(reason)
    t.require(not target.dead, "MYT-30", f"{target.name} is dead")
    require_on_map(t, target, "MYT-6")
    return take_opening(t, attacker, target) if opportunity else None


def _spot(attacker: Character, target: Character, opening: Opening | None) -> Spot:
    """Where the two are judged: the mover of an opportunity, where it was (MYT-5)."""
    if opening is None:
        return Spot(attacker.at, target.at)
    return Spot(opening.at, target.at) if opening.passing else Spot(attacker.at, opening.at)


# what is done -------------------------------------------------------------------------------------------------------


def _announce(t: Table, attacker: Character, target: Character, declared: Declared) -> None:
    if not attacker.foe_of(target):
        t.tell("", "own-side", "{who} attacks its own side", who=attacker, target=target)
    kind = attacker.weapons[declared.weapon].kind
    deed = "casts {weapon} at {target}" if kind == "spell" else "attacks {target} with {weapon}"
    rule = "MYT-5" if declared.opportunity else "MYT-10"
    text = f"{{who}} takes the opportunity: {deed}" if declared.opportunity else f"{{who}} {deed}"
    t.tell(rule, "attack", text, who=attacker, target=target, weapon=declared.weapon)


def _call_off(t: Table, attacker: Character, target: Character) -> None:
    """The Moxie check that was due failed: there is no attack, and nothing is paid (MYT-20)."""
    t.settle("MYT-20", False)
    t.tell("MYT-20", "no-attack", "{who} cannot attack", who=attacker)
    t.waive_mods(attacker)
    t.waive_mods(target)


def _conduct(t: Table, attacker: Character, target: Character, declared: Declared) -> None:
    """Pay, roll, and see what comes of it; who fell by it, and who is out of breath (MYT-10, MYT-20, MYT-30)."""
    states = health_word(attacker), health_word(target)
    last = pay(t, attacker, push=declared.push)
    defense, target_last = declare(t, target, declared.defense)
    hit = _contest(t, attacker, target, declared.weapon, defense)
    t.settle("MYT-11", hit)
    t.merge(defense)  # a Moxie check may have taken it away; what else is held here no die has decided
    spent = last, target_last
    t.leave_to(_come_to, attacker, target, declared.weapon if hit else None, defense.how, states, spent)


def _come_to(
    t: Table,
    attacker: Character,
    target: Character,
    weapon: str | None,
    how: Defense,
    states: tuple[str, str],
    spent: tuple[bool, bool],
) -> None:
    """What an attack comes to: the damage of the weapon that hit, who fell, who is out of breath (MYT-13, 20, 30)."""
    if weapon is not None:
        _strike(t, attacker, target, weapon, how)
    for one, before in zip((attacker, target), states, strict=True):
        tell_state(t, one, before)
    for one, last in zip((attacker, target), spent, strict=True):
        if last and not one.down:
            check_moxie(t, one)


def _contest(t: Table, attacker: Character, target: Character, weapon: str, defense: Answer) -> bool:
    """Both roll, and a tie hits; without a defense nobody rolls (MYT-11, MYT-12)."""
    if defense.how == "none":
        t.waive_mods(attacker)
        t.tell("MYT-11", "hit", "hit: nobody rolls", who=attacker, target=target)
        return True
    own = skill_roll(t, attacker, "attack", attacker.weapons[weapon].skill)
    against = skill_roll(t, target, "defense", defense.skill)
    hit, (die, other_die) = t.compare(Reaches(own.ahead - against.ahead), own.throw, against.throw)
    score = own.show(t, die)
    t.tell("MYT-11", "defense", DOES[defense.how], who=target, defense=defense.how, weapon=defense.weapon)
    other = against.show(t, other_die)
    if hit:
        t.tell("MYT-11", "hit", "hit ({score} >= {other})", who=attacker, target=target, score=score, other=other)
        return True
    rule = "MYT-12" if defense.how == "counter" else "MYT-11"
    text = f"{STOPPED[defense.how]} ({{score}} < {{other}})"
    t.tell(rule, "miss", text, who=attacker, target=target, score=score, other=other)
    return False


def _strike(t: Table, attacker: Character, target: Character, weapon: str, how: Defense) -> None:
    """Damage, less what shield and armor take; the rest costs HP (MYT-13, MYT-14, MYT-30)."""
    points = damage_of(t, attacker, weapon)
    points = ward_off(t, target, points, how)
    if points:
        target.hp = target.hp.moved(-points)
    text = "{who} takes {points} damage" if points else "{who} takes no damage"
    t.tell("MYT-30", "struck", text, who=target, points=points)
    t.merge(how)
