"""Attacking, and the attack actions that are only announced (BRA-30 to BRA-33)."""

from typing import Annotated

from gmtool.rules.table import Table
from gmtool.rules.verbs import Of
from gmtool.systems.brachyr.acting import require_act, require_target, use_up, warn_own_side
from gmtool.systems.brachyr.checks import Check, check, with_aid
from gmtool.systems.brachyr.defenses import (
    DEFENSES,
    Defense,
    Static,
    clash,
    defend,
    end_feint,
    foresee_damage,
    misled,
    require_defense,
    under_water,
)
from gmtool.systems.brachyr.harm import take_damage
from gmtool.systems.brachyr.sheet import Fighter
from gmtool.systems.brachyr.weapons import Arm, choose, other_arm, require_reach


def attack(
    t: Table,
    attacker: Fighter,
    target: Fighter,
    *,
    with_: Annotated[str | None, Of("attacker", "weapons"), "the weapon; else the first that reaches TARGET"] = None,
    defense: Annotated[Defense | None, "how TARGET defends; else what comes to most on average"] = None,
    static: Static = False,
) -> None:
    """Attack TARGET with a weapon.

    The weapon's skill is rolled against the defense. Equal or higher hits, and the difference is damage; a hit for 0
    counts as having taken damage too.

    Rules: BRA-1, BRA-2, BRA-11, BRA-14, BRA-20, BRA-22, BRA-30 to BRA-33, BRA-42, BRA-43, BRA-46, BRA-50, BRA-60 to
    BRA-62. Refused (nothing changed) out of phase or turn, or if the weapon does not reach TARGET.
    """
    require_act(t, attacker, "attack")
    require_target(t, attacker, target, "BRA-33")
    arm = choose(t, attacker, target, with_)
    require_reach(t, attacker, target, [arm], instead=other_arm(attacker, target))
    require_defense(t, target, defense)
    warn_own_side(t, attacker, target)
    use_up(t, attacker, "attack")

    text = "{who} attacks {target} with {weapon}"
    t.tell("BRA-30", "attack", text, who=attacker, target=target, weapon=arm.name, skill=arm.skill)
    own = with_aid(t, check(t.encounter, attacker, arm.skill), "attack", target)
    other = _defense(t, attacker, target, arm, defense, static=static)
    foresee_damage(t, own, other)
    found = clash(t, own, other)
    t.settle("BRA-30", found.won)
    data = {"who": attacker, "target": target, "score": found.score, "bar": found.bar}
    if not found.won:
        t.tell("BRA-30", "miss", "miss ({score} < {bar})", **data)
        return
    t.tell("BRA-30", "hit", "hit ({score} >= {bar}): damage {points}", **data, points=found.margin)
    take_damage(target, found.margin)


def _defense(t: Table, attacker: Fighter, target: Fighter, arm: Arm, chosen: Defense | None, *, static: bool) -> Check:
    """The target's defense; a feint against its dodge is over with this attack (BRA-31, BRA-42)."""
    no_dodge = misled(target, "no-dodge")
    allowed = DEFENSES[1:] if no_dodge else DEFENSES
    made = defend(t, target, allowed, chosen, attacker, static=static)
    if no_dodge:
        end_feint(t, target)
    if "underwater" in target.states and not arm.only_pierces:
        made = under_water(made)
    return made


def activate(t: Table, who: Fighter, *what: Annotated[str, "what is activated, in words"]) -> None:
    """Announce that WHO activates an item, a mechanism, a potion or the like. Uses the attack action.

    Rules: BRA-11, BRA-14, BRA-32, BRA-50.
    """
    _announce(t, who, what, "activate", "{who} activates {what}")


def cast(t: Table, who: Fighter, *what: Annotated[str, "what is cast, in words"]) -> None:
    """Announce that WHO casts a spell. Uses the attack action; what it does is the GM's to say.

    Rules: BRA-11, BRA-14, BRA-32, BRA-50.
    """
    _announce(t, who, what, "cast", "{who} casts {what}")


def _announce(t: Table, who: Fighter, what: tuple[str, ...], kind: str, text: str) -> None:
    if not " ".join(what).strip():
        t.impossible("BRA-32", f"what does {who.name} {kind}?", f"gm {kind} {who.id} WORDS")
    require_act(t, who, "attack")
    use_up(t, who, "attack")
    t.tell("BRA-32", kind, text, who=who, what=" ".join(what))
