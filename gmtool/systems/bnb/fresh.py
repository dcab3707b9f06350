"""The non-persistent set, `scores: fresh`: every turn rolls anew, and attacks tire both sides (BNB-40 to BNB-44)."""

from gmtool.dice.throws import HIGHEST, Group, Throw
from gmtool.rules.model import Encounter
from gmtool.rules.table import Table
from gmtool.systems.bnb.scores import CHARGED, HELPLESS, Coming, Parts, Score, one_throw
from gmtool.systems.bnb.sheet import Animal

PER_MADE = -2
PER_TAKEN = -1

_DEFENDING = Group(2, 6)


def is_fresh(encounter: Encounter) -> bool:
    """Whether the house plays the non-persistent set."""
    return bool(encounter.switches["scores"] == "fresh")


def coming_attack(attacker: Animal, extra: Parts = ()) -> Coming:
    """1d6 + AGI Rating - 2 for each attack made since its last turn began; the die is kept (BNB-40, BNB-43)."""
    tired = (("attacks made", PER_MADE * attacker.made),) if attacker.made else ()
    agility = (("AGI", attacker.rating("AGI")),)
    return _coming(attacker, "Attack Die", attacker.kept_attack, agility, (*tired, *extra))


def coming_defense(target: Animal, *, defending: bool) -> Coming:
    """1d6 + SPD Rating - 1 for each undefended attack on it since its last turn began; who defends rolls two.

    Rules: BNB-27, BNB-41, BNB-42, BNB-43; BNB-44: a charge and a dodge join the roll.
    """
    if target.helpless:
        return Coming((), HELPLESS)
    tired = (("attacks taken", PER_TAKEN * target.taken),) if target.taken else ()
    dodge = (("dodge", target.dodging),) if target.dodging else ()
    speed, after = (("SPD", target.rating("SPD")),), (*tired, *(CHARGED if target.charged else ()), *dodge)
    if defending:
        return Coming((Throw(target.id, "Defend Dice, the higher counts", (_DEFENDING,), HIGHEST),), speed, after)
    return _coming(target, "Defend Die", target.kept_defense, speed, after)


def attack_roll(t: Table, attacker: Animal, coming: Coming) -> Score:
    """Make the attack roll, and keep its die (BNB-43)."""
    dice = coming.made(t, attacker)
    if dice:
        attacker.kept_attack = dice[coming.die]
    return coming.score(dice)


def defense_roll(t: Table, target: Animal, coming: Coming) -> Score:
    """Make the defense roll, and keep its die (BNB-43)."""
    dice = coming.made(t, target)
    if dice:
        target.kept_defense = dice[coming.die]
    return coming.score(dice)


def count_attack(attacker: Animal, target: Animal, *, defended: bool) -> None:
    """Count the attack for both sides; one that was defended costs the target its next turn instead (BNB-42)."""
    attacker.made += 1
    if target.helpless:
        return
    if defended:
        target.skip = True
    else:
        target.taken += 1


def forget_dice(t: Table) -> None:
    """A turn ended, whoever's it was: every die that was kept is rolled anew from now on (BNB-43)."""
    for one in list(t.encounter.glance()):
        if one.kept_attack is not None or one.kept_defense is not None:
            own = t.encounter.combatants[one.id]
            own.kept_attack = own.kept_defense = None


def _coming(who: Animal, why: str, kept: int | None, before: Parts, after: Parts) -> Coming:
    """A roll with the die that was kept, else with one to be thrown (BNB-43)."""
    if kept is not None:
        return Coming((), (*before, ("die", kept)), after)
    return Coming((one_throw(who, why),), before, after)
