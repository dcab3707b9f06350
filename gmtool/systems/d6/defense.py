"""Defending: the active defense, and how hard somebody is to hit (D6-20 to D6-22)."""

from typing import Annotated, NamedTuple

from gmtool.rules.table import Table
from gmtool.systems.d6.actions import require_actions, require_free, use
from gmtool.systems.d6.pools import Parts, Pool, by_sum, pool, roll_skill
from gmtool.systems.d6.ranges import BANDS, COVERS, Cover, Shot, harder
from gmtool.systems.d6.sheet import UNARMED, Defending, Fighter, half_dodge

LEAST = (1, 3)
"""the difficulty is never below: in successes, in a sum"""
FULL = 2
"""dice that a full defense adds"""


class Difficulty(NamedTuple):
    """How hard a target is to hit: named numbers, and a pool where its passive defense is rolled."""

    parts: Parts
    rolled: Pool | None
    least: int

    @property
    def fixed(self) -> int:
        """What does not depend on dice."""
        return sum(value for _, value in self.parts) + (self.rolled.pips if self.rolled else 0)

    def shown(self, value: int) -> Parts:
        """All its parts, the roll among them, raised to the least there is."""
        parts = self.parts if self.rolled is None else (("passive roll", value + self.rolled.pips), *self.parts)
        short = self.least - sum(number for _, number in parts)
        return (*parts, (f"never below {self.least}", short)) if short > 0 else parts


def difficulty(t: Table, target: Fighter, found: Shot, cover: Cover | None) -> Difficulty:
    """The target's defense as it stands, then range, cover and the GM's modifier (D6-20, D6-23, D6-24)."""
    base, rolled = _base(t, target, found)
    around: Parts = ()
    if found.band is not None:
        around += ((found.range_words, harder(t.encounter, BANDS, found.band)),)
    if cover is not None:
        around += ((f"{cover} cover", harder(t.encounter, COVERS, cover)),)
    counted = tuple(part for part in around if part[1])
    return Difficulty((*base, *counted, *t.mods(target)), rolled, LEAST[by_sum(t.encounter)])


def _base(t: Table, target: Fighter, found: Shot) -> tuple[Parts, Pool | None]:
    if target.senseless:
        return (("unconscious", LEAST[by_sum(t.encounter)]),), None
    if target.defense_value is not None:
        if serves(target, found):
            return ((target.defense_how or "defense", target.defense_value),), None
        text = "the {how} does not serve against a shot or a throw"
        t.tell("D6-21", "useless", text, who=target, how=target.defense_how, weapon=found.name)
    if t.encounter.switches["passive-defense"] == "roll":
        return (), pool(t.encounter, "passive defense", half_dodge(target), *t.pool_mods(target), skill=True)
    return (("passive", target.passive),), None


def serves(target: Fighter, found: Shot) -> bool:
    """Whether the active defense counts: a block or a parry stops no bullet (D6-21)."""
    return target.defense_how in ("dodge", None) or not found.ranged


def defend(
    t: Table,
    who: Fighter,
    how: Annotated[Defending, "dodge, block or parry"],
    *,
    skill: Annotated[str | None, "block, parry: the martial-arts skill that is rolled"] = None,
    full: Annotated[bool, "all actions of the round go into it: 2D more (D6-22)"] = False,
) -> None:
    """Defend actively: the roll is what attackers must reach from now until the next turn, even a low one.

    A dodge serves against everything, block and parry against melee and bare hands only. Without --skill a block rolls
    the skill of bare hands, a parry that of the first weapon with `reach`.

    Rules: D6-1, D6-2, D6-11, D6-21, D6-22, D6-25, D6-37. `--full` is refused once an action was used, borrowed or
    bought.
    """
    if skill is not None:
        known = dict.fromkeys((*who.skills, *(weapon.skill for weapon in who.arms.values())))
        skill = t.named("skill", skill, known, whose=who.name)
    require_free(t, who)
    rolling = _skill(t, who, how, skill)
    if full:
        t.require(
            not (t.encounter.started and (who.used or who.extra)),
            "D6-22",
            f"{who.name} has used, borrowed or bought an action: a full defense takes the whole round",
            f"leave --full out, or defend with all next round: gm defend {who.id} {how} --full",
        )
    require_actions(t, who)
    use(t, who, max(1, who.left) if full else 1)
    who.full = full and t.encounter.started
    changes = (*who.penalties, ("full defense", FULL if full else 0), *t.pool_mods(who))
    rolled = pool(t.encounter, f"{how}, {rolling}" if rolling != how else how, who.skill(rolling), *changes, skill=True)
    t.tell("D6-22" if full else "D6-21", "defends", "{who} defends: {how}", who=who, how=how, skill=rolling, full=full)
    who.defense_how = how
    who.defense_value = roll_skill(t, who, how, rolled)


def _skill(t: Table, who: Fighter, how: Defending, named: str | None) -> str:
    """The skill that is rolled (D6-21)."""
    blades = [name for name, weapon in who.arms.items() if weapon.reach is not None]
    if how == "parry":
        t.require(
            bool(blades),
            "D6-21",
            f"{who.name} has nothing in hand to parry with: no weapon of its has a `reach`",
            f"gm defend {who.id} block, or dodge",
        )
    if how == "dodge":
        if named is not None:
            t.impossible("D6-21", f"a dodge rolls dodge, not {named}", "leave --skill out, or block or parry")
        return "dodge"
    if named is not None:
        return named
    return who.arms[blades[0] if how == "parry" and blades else UNARMED].skill
