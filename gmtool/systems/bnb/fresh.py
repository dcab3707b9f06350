"""The non-persistent set, `scores: fresh`: every turn rolls anew, and attacks tire both sides (BNB-40 to BNB-44)."""

from gmtool.dice.throws import HIGHEST, TOTAL, Group, Throw
from gmtool.rules.model import Encounter
from gmtool.rules.table import Table
from gmtool.systems.bnb.scores import CHARGED, HELPLESS, Coming, Parts, Score
from gmtool.systems.bnb.sheet import Animal

PER_MADE = -2
PER_TAKEN = -1

_ONE = Group(1, 6)
_DEFENDING = Group(2, 6)


def is_fresh(encounter: Encounter) -> bool:
    """Whether the house plays the non-persistent set."""
    return bool(encounter.switches["scores"] == "fresh")


def coming_attack(attacker: Animal, extra: Parts = ()) -> Coming:
    """The throw for the attack roll, unless a die was kept, and all that joins the die (BNB-40, BNB-43)."""
    rest = sum(value for _, value in _beside_attack(attacker, extra))
    if attacker.kept_attack is not None:
        return Coming((), rest + attacker.kept_attack)
    return Coming((Throw(attacker.id, "Attack Die", (_ONE,), TOTAL),), rest)


def coming_defense(target: Animal, *, defending: bool) -> Coming:
    """The throw for the defense roll, unless a die was kept, and all that joins the die (BNB-27, BNB-41 to BNB-44)."""
    if target.helpless:
        return Coming((), 0)
    rest = sum(value for _, value in _beside_defense(target))
    if defending:
        return Coming((Throw(target.id, "Defend Dice, the higher counts", (_DEFENDING,), HIGHEST),), rest)
    if target.kept_defense is not None:
        return Coming((), rest + target.kept_defense)
    return Coming((Throw(target.id, "Defend Die", (_ONE,), TOTAL),), rest)


def attack_roll(t: Table, attacker: Animal, coming: Coming, extra: Parts = ()) -> Score:
    """1d6 + AGI Rating - 2 for each attack made since its last turn began; the die is kept (BNB-40, BNB-43)."""
    for throw in coming.throws:
        attacker.kept_attack = t.throw(attacker, throw.why, *throw.groups, fold=throw.fold)
    agility, *rest = _beside_attack(attacker, extra)
    return _score(agility, ("die", attacker.kept_attack or 0), *rest)


def defense_roll(t: Table, target: Animal, coming: Coming) -> Score:
    """1d6 + SPD Rating - 1 for each undefended attack on it since its last turn began; who defends rolls two.

    Rules: BNB-27, BNB-41, BNB-42, BNB-43; BNB-44: a charge and a dodge join the roll.
    """
    if target.helpless:
        return HELPLESS
    for throw in coming.throws:
        target.kept_defense = t.throw(target, throw.why, *throw.groups, fold=throw.fold)
    speed, *rest = _beside_defense(target)
    return _score(speed, ("die", target.kept_defense or 0), *rest)


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


def _beside_attack(attacker: Animal, extra: Parts) -> Parts:
    """What joins the Attack Die: the AGI Rating first (BNB-40)."""
    tired = (("attacks made", PER_MADE * attacker.made),) if attacker.made else ()
    return (("AGI", attacker.rating("AGI")), *tired, *extra)


def _beside_defense(target: Animal) -> Parts:
    """What joins the Defend Die: the SPD Rating first (BNB-41, BNB-44)."""
    tired = (("attacks taken", PER_TAKEN * target.taken),) if target.taken else ()
    dodge = (("dodge", target.dodging),) if target.dodging else ()
    return (("SPD", target.rating("SPD")), *tired, *(CHARGED if target.charged else ()), *dodge)


def _score(*parts: tuple[str, int]) -> Score:
    return Score(sum(value for _, value in parts), parts)
