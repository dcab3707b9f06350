"""The attack: what is checked, who makes out whom, the roll, and what a hit does (C21-5, C21-7, C21-10 to C21-33)."""

from typing import Annotated, NamedTuple

from gmtool.rules.codecs import Ref
from gmtool.rules.table import Table
from gmtool.rules.verbs import Of
from gmtool.systems.c21 import senses
from gmtool.systems.c21.acting import require_action, require_up, spend
from gmtool.systems.c21.arms import apart, bars, choose, is_blindly
from gmtool.systems.c21.defense import ENTANGLED, USUAL, Manner, Standing, bonus, standing, surprised
from gmtool.systems.c21.harm import hurt
from gmtool.systems.c21.rolls import TARGET, Level, Part, Roll, challenge, hit_21, skill_of, stat_of, versus
from gmtool.systems.c21.seats import Post, mount_of, post_of
from gmtool.systems.c21.sheet import Amount, Entangled, Field, Fighter, Weapon, Window
from gmtool.systems.c21.stealth import appear


class Blow(NamedTuple):
    """An attack that the rules allow: all that is known before any die."""

    attacker: Fighter
    target: Fighter
    name: str
    weapon: Weapon
    how: Manner
    entangle: bool
    stands: Standing
    away: int | None


def attack(
    t: Table,
    attacker: Fighter,
    target: Fighter,
    *,
    with_: Annotated[
        str | None, Of("attacker", "weapons"), "the weapon; else the first that can be used, the one in hand before all"
    ] = None,
    entangle: Annotated[bool, "a hit entangles and does no damage (C21-20)"] = False,
    how: Manner = USUAL,
) -> None:
    """Attack TARGET: a versus roll, or a 21C where it does not defend.

    Rules: C21-1, C21-2, C21-4 to C21-8, C21-10 to C21-14, C21-20 to C21-22, C21-30 to C21-33, C21-40, C21-42 to
    C21-44, C21-47, C21-50 to C21-53.
    """
    require_up(t, attacker, "C21-3")
    require_action(t, attacker, "combat")
    strike(t, planned(t, post_of(t.encounter, attacker), target, with_, how, entangle=entangle))


# before the dice ------------------------------------------------------------------------------------------------------


def planned(
    t: Table, attacker: Post, target: Fighter, typed: str | None, how: Manner, *, entangle: bool = False
) -> Blow:
    """Check an attack whole, and make none. Raises Refused."""
    encounter = t.encounter
    assert isinstance(encounter, Field)
    who = attacker.who
    _require_sense(t, who, target, how)
    post = post_of(encounter, target)
    name, weapon = choose(t, encounter, attacker, post, typed, how)
    if how.strong and weapon.strong is None:
        t.impossible("C21-5", f"{name} has no strong attack", "leave --strong out")
    if how.spell and weapon.kind != "ranged":
        t.impossible("C21-31", f"{name} is a {weapon.kind} weapon; a spell is one of kind ranged", "leave --spell out")
    stands = standing(encounter, attacker, post, weapon, how)
    for reason in bars(encounter, attacker, post, name, weapon, how, stands):
        t.heed(reason)
    if entangle:
        held = target.entangled is not None
        t.require(not held, "C21-20", f"{target.name} is entangled already", "attack it without --entangle")
    return Blow(who, target, name, weapon, how, entangle, stands, apart(attacker, post))


def _require_sense(t: Table, attacker: Fighter, target: Fighter, how: Manner) -> None:
    """Refuse what has no meaning."""
    encounter = t.encounter
    if attacker.id == target.id:
        t.impossible("C21-5", f"{attacker.name} cannot attack itself")
    if mount_of(encounter, attacker) is target or mount_of(encounter, target) is attacker:
        t.impossible("C21-5", f"{attacker.name} cannot attack its own {'mount' if attacker.rides else 'rider'}")
    if target.left:
        t.impossible("C21-43", f"{target.name} has left the field")
    if how.area and not how.spell:
        t.impossible("C21-31", "--area says what kind of spell it is", "--spell --area")
    if how.defense is not None and how.no_defense:
        t.impossible("C21-10", "a target either defends or does not", "leave --defense or --no-defense out")
    if how.no_danger_sense and not target.has("danger-sense"):
        t.impossible("C21-12", f"{target.name} has no Danger Sense", "leave --no-danger-sense out")


# the dice -------------------------------------------------------------------------------------------------------------


def strike(t: Table, blow: Blow) -> None:
    """Resolve an attack that was checked (C21-7)."""
    attacker, target = blow.attacker, blow.target
    _tell_attack(t, blow)
    mods = t.mods(attacker)
    if not blow.stands.open or blow.stands.danger_sense:
        t.waive_mods(target)  # the dice decide whether it rolls
    unseen: tuple[Part, ...] = ()
    if not blow.how.area and is_blindly(t.encounter, attacker, target, blow.how):
        if not senses.make_out(t, attacker, target, "attack"):
            t.tell("C21-30", "no-attack", "{who} cannot attack {target}", who=attacker, target=target)
            t.settle("C21-30", False)
            return
        unseen = (senses.attacking(blow.weapon.kind),)
    spend(t, attacker, "combat")
    _remember(t, blow)
    level = _rolled(t, blow, (*unseen, *mods))
    t.settle("C21-5", level != "failure")
    if level == "failure":
        return
    if blow.entangle:
        target.entangled = Entangled(by=Ref(attacker.id), weapon=blow.name)
        t.tell("C21-20", "entangled", "{who} is entangled by {by}", who=target, by=attacker)
        return
    _damage(t, blow, critical=level == "critical")


def _tell_attack(t: Table, blow: Blow) -> None:
    strong = ", strong" if blow.how.strong else ""
    entangling = ", to entangle" if blow.entangle else ""
    text = f"{{who}} attacks {{target}} with {{weapon}}{strong}{entangling}"
    t.tell("C21-5", "attack", text, who=blow.attacker, target=blow.target, weapon=blow.name)
    if not blow.attacker.foe_of(blow.target):
        t.tell("C21-5", "own-side", "{target} is on {who}'s own side", who=blow.attacker, target=blow.target)


def _rolled(t: Table, blow: Blow, more: tuple[Part, ...]) -> Level:
    """The attack roll, against a defense or 21 (C21-5, C21-10)."""
    defense, gain = _defended(t, blow)
    mode = _mode(blow)
    modified = ((("strong" if blow.how.strong else "fast"), mode),) if mode else ()
    value = skill_of(blow.attacker, blow.weapon.skill or blow.name, blow.weapon)
    assert value is not None, "an attack skill is never missing"
    mine = Roll(blow.attacker, "attack", value, (*modified, *gain, *more))
    if defense is None:
        level, total = hit_21(t, mine)
        hit, bar = level != "failure", TARGET
        why = _against_21(total, hit=hit)
    else:
        level, total, bar = versus(t, mine, defense)
        hit = level != "failure"
        why = f"{total} = {bar}, a tie" if total == bar else f"{total} {'>' if hit else '<'} {bar}"
    kind = "hit" if hit else "miss"
    t.tell("C21-5", kind, f"{kind} ({why})", who=blow.attacker, target=blow.target, score=total, bar=bar)
    return level


def _against_21(total: int, *, hit: bool) -> str:
    """How a total stands to 21; what a 2 or a 20 on the dice decides, it does not."""
    if hit != (total >= TARGET):
        return f"{total}, whatever the total"
    return f"{total} {'>=' if hit else '<'} {TARGET}"


def _defended(t: Table, blow: Blow) -> tuple[Roll | None, tuple[Part, ...]]:
    """The target's defense, None where it has none; and what the attack gains (C21-10 to C21-12, C21-32)."""
    target, stands = blow.target, blow.stands
    word, rule = stands.open, stands.rule
    penalty: tuple[Part, ...] = ()
    if not word and stands.blind:
        if senses.make_out(t, target, blow.attacker, "defend"):
            penalty = (senses.DEFENDING,)
        else:
            word, rule = "unaware", "C21-32"
    if not word:
        return _defense(t, blow, penalty), ()
    gain = (bonus(word, blow.weapon, blow.away),)
    if stands.danger_sense and challenge(t, Roll(target, "Danger Sense", stat_of(target, "alertness"))):
        t.tell("C21-12", "danger-sense", "{who} senses the danger and defends", who=target)
        return _defense(t, blow, ()), gain
    t.tell(rule, "open", "{who} does not defend: {why}", who=target, why=word)
    return None, gain


def _defense(t: Table, blow: Blow, penalty: tuple[Part, ...]) -> Roll:
    way = next((way for way in blow.stands.ways if way.name == blow.how.defense), blow.stands.ways[0])
    held = (ENTANGLED,) if blow.target.entangled is not None else ()
    return Roll(blow.target, "defense", way.value, (*held, *penalty, *t.mods(blow.target)))


def _mode(blow: Blow) -> int:
    strong = blow.weapon.strong
    return strong.mod if blow.how.strong and strong is not None else blow.weapon.fast.mod


def _remember(t: Table, blow: Blow) -> None:
    """What an attack leaves behind: its target is warned, its surprise is used up, its maker is hidden no longer."""
    encounter = t.encounter
    assert isinstance(encounter, Field)
    attacker, target = blow.attacker, blow.target
    if surprised(blow.how, target) and encounter.surprise is None and encounter.started and encounter.phase:
        encounter.surprise = Window(encounter.phase, encounter.round or 1)
    target.attacked = True
    target.shed("unaware")
    attacker.regained = False
    if attacker.is_in("hidden"):
        appear(t, attacker)


# the hit --------------------------------------------------------------------------------------------------------------


def _damage(t: Table, blow: Blow, *, critical: bool) -> None:
    """Damage - protection, at least 0; a critical hit does the most of the strong attack (C21-5)."""
    fast, strong = blow.weapon.fast, blow.weapon.strong
    mode = strong if strong is not None and (blow.how.strong or critical) else fast
    if mode.damage is None:
        t.tell("C21-5", "no-damage", "{weapon} does no damage", weapon=blow.name, target=blow.target)
    elif critical:
        worst = mode.damage
        deal(t, blow.attacker, blow.target, (("most of " + worst.text, worst.most),))
    else:
        deal(t, blow.attacker, blow.target, rolled(t, blow.attacker, mode.damage))


def rolled(t: Table, who: Fighter, amount: Amount) -> tuple[Part, ...]:
    """Roll damage that is dice."""
    parts: tuple[Part, ...] = (("dice", t.throw(who, "damage", *amount.groups)),) if amount.groups else ()
    return (*parts, ("bonus" if parts else "damage", amount.bonus)) if amount.bonus or not parts else parts


def deal(t: Table, who: Fighter, target: Fighter, parts: tuple[Part, ...]) -> None:
    """Take damage off, less protection (C21-5)."""
    shield = (("protection", -target.protection),) if target.protection else ()
    points = max(0, t.sum(who, "damage", *parts, *shield))
    if not points:
        t.tell("C21-5", "no-damage", "{target} takes no damage", target=target)
    hurt(t, target, points)
