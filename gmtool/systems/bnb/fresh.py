"""The non-persistent set, `scores: fresh`: every turn rolls anew, and attacks tire both sides (BNB-40 to BNB-44)."""

from gmtool.dice.throws import HIGHEST, Group
from gmtool.rules.model import Encounter
from gmtool.rules.table import Table
from gmtool.systems.bnb.scores import CHARGED, HELPLESS, Parts, Score
from gmtool.systems.bnb.sheet import Animal

PER_MADE = -2
PER_TAKEN = -1

_DEFENDING = Group(2, 6)


def is_fresh(encounter: Encounter) -> bool:
    """Whether the house plays the non-persistent set."""
    return bool(encounter.switches["scores"] == "fresh")


def attack_roll(t: Table, attacker: Animal, extra: Parts = ()) -> Score:
    """1d6 + AGI Rating - 2 for each attack made since its last turn began; the die is kept (BNB-40, BNB-43)."""
    if attacker.kept_attack is None:
        attacker.kept_attack = t.roll(attacker, "Attack Die", "1d6")
    tired = (("attacks made", PER_MADE * attacker.made),) if attacker.made else ()
    return _score(("AGI", attacker.rating("AGI")), ("die", attacker.kept_attack), *tired, *extra)


def defense_roll(t: Table, target: Animal, *, defending: bool) -> Score:
    """1d6 + SPD Rating - 1 for each undefended attack on it since its last turn began; who defends rolls two.

    Rules: BNB-27, BNB-41, BNB-42, BNB-43; BNB-44: a charge and a dodge join the roll.
    """
    if target.helpless:
        return HELPLESS
    if defending:
        target.kept_defense = t.throw(target, "Defend Dice, the higher counts", _DEFENDING, fold=HIGHEST)
    elif target.kept_defense is None:
        target.kept_defense = t.roll(target, "Defend Die", "1d6")
    tired = (("attacks taken", PER_TAKEN * target.taken),) if target.taken else ()
    dodge = (("dodge", target.dodging),) if target.dodging else ()
    charge = CHARGED if target.charged else ()
    return _score(("SPD", target.rating("SPD")), ("die", target.kept_defense), *tired, *charge, *dodge)


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


def _score(*parts: tuple[str, int]) -> Score:
    return Score(sum(value for _, value in parts), parts)
