"""Attacking: who may, with what, whom it reaches, and what comes of it (BNB-10, BNB-11, BNB-24 to BNB-33)."""

from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from gmtool.hexes.grid import Hex
from gmtool.rules.table import Reason, Table
from gmtool.rules.turns import require_on_map, require_turn
from gmtool.rules.verbs import Flags
from gmtool.systems.bnb import fresh
from gmtool.systems.bnb.acting import (
    require_able,
    require_on_board,
    require_tactics,
    require_unused,
    use_up,
)
from gmtool.systems.bnb.board import Placement, here
from gmtool.systems.bnb.forms import NEVER, TARGET_HEXES, Attack, Form, Option, charges, form_of, out_of_reach
from gmtool.systems.bnb.harm import hurt, interrupt
from gmtool.systems.bnb.holds import held_by, loosen
from gmtool.systems.bnb.marked import require_has, require_marked
from gmtool.systems.bnb.opportunity import CLAW, close, lay_open, take_opening
from gmtool.systems.bnb.scores import (
    CHARGE_ATTACK,
    CHARGE_DEFENSE,
    LEAST_SCORE,
    Coming,
    Meeting,
    Parts,
    Score,
    Stance,
    attack_score,
    attack_situation,
    coming_attack,
    coming_defense,
    defense_score,
    defense_situation,
    hits,
    require_stance,
    stance_ignored,
    tire,
    total,
)
from gmtool.systems.bnb.sheet import Animal, Opening

if TYPE_CHECKING:
    from gmtool.systems.bnb.charge import Charge


class Declared(NamedTuple):
    """An attack as it was declared and found allowed: all that the dice need to know."""

    form: Form
    stand: Placement
    """where the attacker is judged, after a charge"""
    spot: Placement
    """where the target is judged: for an opportunity attack, where it was"""
    run: "Charge | None"
    opening: Opening | None
    opportunity: bool
    stance: Stance | None
    target_stance: Stance | None
    defend: bool


def attack(
    t: Table,
    attacker: Animal,
    target: Animal,
    *,
    tactic: Annotated[Attack | None, "what it attacks with: the marked tactic, else bite"] = None,
    option: Annotated[Option | None, Flags(), "kick: push, hop; bite: hold, vicious; claw: cuff, vicious"] = None,
    charge: Annotated[bool, "run straight at the target first (BNB-55)"] = False,
    opportunity: Annotated[bool, "claw at what TARGET provoked, out of turn (BNB-56)"] = False,
    defend: Annotated[bool, "scores: fresh: the target rolls two dice and skips its next turn (BNB-42)"] = False,
    stance: Annotated[Stance | None, Flags(), "where the attacker's higher die goes (BNB-21)"] = None,
    target_stance: Annotated[Stance | None, Flags("target-"), "where the target's higher die goes (BNB-21)"] = None,
) -> None:
    """Attack TARGET with a tactic.

    Each side that lacks the score it needs rolls for it; the attack hits if AS >= DS, both as they stand in this
    situation. Core damage is STR + 1d6; what else a hit brings is up to the tactic and its option. Afterwards the
    attacker's AS is 2 lower, the target's DS 1.

    Rules: BNB-10, BNB-11, BNB-20 to BNB-27, BNB-30 to BNB-33, BNB-40 to BNB-44, BNB-55, BNB-56. Refused (nothing
    changed) if the target is not in the tactic's hexes, out of turn, or with an AS of 0 or less.
    """
    opening = _require_may_attack(t, attacker, target, opportunity=opportunity)
    form = _require_form(t, attacker, tactic, option, charge=charge, opportunity=opportunity)
    _require_dice(t, target, stance, target_stance, defend=defend)
    run = _run_up(t, attacker, target) if charge else None
    stand = run.end if run else here(attacker)
    spot = Placement(opening.at, opening.facing) if opening else here(target)
    own_hex = opening is not None and stand.at is not None and stand.at == spot.at  # passed through it (BNB-56)
    outside = None if own_hex else out_of_reach(t.encounter, attacker, stand, target, spot, form.tactic)
    t.heed(outside)
    _require_score(t, attacker)

    declared = Declared(form, stand, spot, run, opening, opportunity, stance, target_stance, defend)
    stood = not target.down
    _announce(t, attacker, target, declared)
    _spend(t, attacker, declared)
    _conduct(t, attacker, target, declared)
    if opening is not None:
        close(target, opening, fell=stood and target.down)
    if run is not None or opening is not None:
        loosen(t)


# what must hold before any die --------------------------------------------------------------------------------------


def _require_may_attack(t: Table, attacker: Animal, target: Animal, *, opportunity: bool) -> Opening | None:
    if not opportunity:
        require_turn(t, attacker, "BNB-10")
    if attacker.id == target.id:
        t.impossible("BNB-30", f"{attacker.name} cannot attack itself")
    opening = None
    if opportunity:
        opening = take_opening(t, attacker, target)
    else:
        require_able(t, attacker)
        require_on_board(t, target)
        require_tactics(t, attacker)
    for one in (attacker, target):
        require_on_map(t, one, "BNB-30")
    if not opportunity:
        require_unused(t, attacker, "attack")
    return opening


def _require_form(
    t: Table, attacker: Animal, tactic: Attack | None, option: Option | None, *, charge: bool, opportunity: bool
) -> Form:
    if charge and opportunity:
        t.impossible("BNB-56", "an opportunity attack is no charge", "leave one of the two out")
    marked = attacker.tactic if attacker.tactic in TARGET_HEXES else None
    chosen: str = tactic or (CLAW if opportunity else marked or "bite")
    require_has(t, attacker, chosen)
    form = form_of(chosen, option)
    if isinstance(form, Reason):
        t.impossible(form.rule, form.text, form.remedy)
    if opportunity:
        t.require(
            form == form_of(CLAW, None),
            "BNB-56",
            f"an opportunity attack is made with a plain claw, not with {form.words}",
        )
        return form
    require_marked(t, attacker, chosen)
    t.require(
        not charge or charges(form.tactic),
        "BNB-55",
        f"a charge ends with a tactic that targets only the hex directly ahead; {chosen} targets more",
        "charge with bite",
    )
    if form.tactic == "bite":
        held = held_by(t.encounter, attacker)
        t.require(
            not held,
            "BNB-32",
            f"{attacker.name} holds {' and '.join(one.name for one in held)} and may not bite",
            f"`gm release {attacker.id}` lets go",
        )
    return form


def _require_dice(
    t: Table, target: Animal, stance: Stance | None, target_stance: Stance | None, *, defend: bool
) -> None:
    for one in (stance, target_stance):
        require_stance(t, one)
    if not defend:
        return
    if not fresh.is_fresh(t.encounter):
        t.impossible(
            "BNB-42", "a target defends itself only with the non-persistent set", "set `rules: {scores: fresh}`"
        )
    if target.helpless:
        t.impossible("BNB-42", f"{target.name} is helpless and cannot defend itself")


def _require_score(t: Table, attacker: Animal) -> None:
    stored = attacker.attack_score
    t.require(
        stored is None or stored > 0 or fresh.is_fresh(t.encounter),
        "BNB-26",
        f"{attacker.name} may not attack with an AS of {stored}",
        "its scores are dropped when its next turn begins",
    )


def _run_up(t: Table, attacker: Animal, target: Animal) -> "Charge":
    from gmtool.systems.bnb.charge import run_up

    return run_up(t, attacker, target)


# what is done -------------------------------------------------------------------------------------------------------


def _announce(t: Table, attacker: Animal, target: Animal, declared: Declared) -> None:
    form, run = declared.form, declared.run
    if form.hostile and not attacker.foe_of(target):
        t.tell("", "own-side", "{who} attacks its own side", who=attacker, target=target)
    data: dict[str, Any] = {"who": attacker, "target": target, "tactic": form.tactic}
    if form.option:
        data["option"] = form.option
    named = "{tactic}, {option}" if form.option else "{tactic}"
    if declared.opportunity:
        text = f"{{who}} takes the opportunity and attacks {{target}} with {named}"
        t.tell("BNB-56", "attack", text, **data)
    elif run is not None:
        hexes = "1 hex" if run.hexes == 1 else "{hexes} hexes"
        text = f"{{who}} attacks {{target}} with {named} (charge, {hexes} to {{end}})"
        t.tell("BNB-55", "attack", text, **data, hexes=run.hexes, end=run.end.at)
        lay_open(t, attacker, run.provoked)
    else:
        t.tell("BNB-30", "attack", f"{{who}} attacks {{target}} with {named}", **data)


def _spend(t: Table, attacker: Animal, declared: Declared) -> None:
    """Use up the Attack, and with a charge the whole turn: the animal moves, its own DS suffers (BNB-10, BNB-55)."""
    run = declared.run
    if run is None:
        if not declared.opportunity:
            use_up(t, attacker, "attack")
        return
    use_up(t, attacker, "attack", "move")
    attacker.at, attacker.facing = run.end
    if attacker.defense_score is not None and not fresh.is_fresh(t.encounter):
        attacker.defense_score += CHARGE_DEFENSE
    else:
        attacker.charged = True


def _conduct(t: Table, attacker: Animal, target: Animal, declared: Declared) -> None:
    own_coming, other_coming = _coming(t, attacker, target, declared)
    situation = attack_situation(t, attacker, declared.stand, target, declared.spot)
    defended = defense_situation(target)
    meeting = _foresee(t, attacker, target, own_coming, other_coming, situation, defended)
    own = _attack_score(t, attacker, declared, own_coming)
    score = t.sum(attacker, "AS", *own.parts, *situation, mod=True)
    if meeting.calls_off(own.value):
        t.settle("BNB-26", False)
        t.tell("BNB-26", "no-attack", "AS {score} as rolled is 0 or less: no attack", who=attacker, score=own.value)
        t.waive_mods(target)
        return
    other = _defense_score(t, target, declared, other_coming)
    defense = t.sum(target, "DS", *other.parts, *defended, mod=True)
    _count(t, attacker, target, declared)
    hit = hits(score, defense)
    t.settle("BNB-24", hit)
    text = "hit ({score} >= {defense})" if hit else "miss ({score} < {defense})"
    kind = "hit" if hit else "miss"
    t.tell("BNB-24", kind, text, who=attacker, target=target, score=score, defense=defense)
    if not hit:
        return
    if declared.run is None and declared.opening is None:  # else the verb goes on after the blow
        t.leave_to(_strike, attacker, target, declared.form)
    else:
        _strike(t, attacker, target, declared.form, declared.spot.at)


def _coming(t: Table, attacker: Animal, target: Animal, declared: Declared) -> tuple[Coming, Coming]:
    """The scores of both sides, and what is thrown for them (BNB-20, BNB-40, BNB-41)."""
    extra = (("charge", CHARGE_ATTACK),) if declared.run else ()
    if fresh.is_fresh(t.encounter):
        return fresh.coming_attack(attacker, extra), fresh.coming_defense(target, defending=declared.defend)
    return (
        coming_attack(attacker, declared.stance, extra, one_die=declared.opportunity),
        coming_defense(target, declared.target_stance, one_die=declared.opportunity),
    )


def _foresee(
    t: Table, attacker: Animal, target: Animal, own: Coming, other: Coming, situation: Parts, defended: Parts
) -> Meeting:
    """Say that of what both throw only this decides anything: no attack, a hit or a miss, the die (BNB-24, 26, 31)."""
    stored = own.score(()).value
    ahead = total(situation) + t.modifier(attacker)
    behind = other.score(()).value + total(defended) + t.modifier(target)
    may_fail = bool(own.throws) and not fresh.is_fresh(t.encounter)
    meeting = Meeting(
        len(own.throws),
        own.die,
        other.die,
        stored if may_fail else 0,
        stored + ahead - behind,
        LEAST_SCORE if may_fail else None,
        tells_die=t.encounter.switches["critical-die"] == "attack",
    )
    t.foresee(meeting, *own.throws, *other.throws, kept=True)
    return meeting


def _attack_score(t: Table, attacker: Animal, declared: Declared, coming: Coming) -> Score:
    if fresh.is_fresh(t.encounter):
        stance_ignored(t, attacker, declared.stance, "one die")
        return fresh.attack_roll(t, attacker, coming)
    own = attack_score(t, attacker, coming, declared.stance)
    attacker.charged = attacker.charged and attacker.defense_score is None  # else the -2 is in the stored DS
    return own


def _defense_score(t: Table, target: Animal, declared: Declared, coming: Coming) -> Score:
    if fresh.is_fresh(t.encounter):
        dice = "no die" if target.helpless else "the higher of two dice" if declared.defend else "one die"
        stance_ignored(t, target, declared.target_stance, dice)
        return fresh.defense_roll(t, target, coming)
    return defense_score(t, target, coming, declared.target_stance)


def _count(t: Table, attacker: Animal, target: Animal, declared: Declared) -> None:
    """What the attack costs both sides, hit or miss (BNB-25, BNB-40 to BNB-42)."""
    if fresh.is_fresh(t.encounter):
        fresh.count_attack(attacker, target, defended=declared.defend)
    else:
        tire(attacker, target)


def _strike(t: Table, attacker: Animal, target: Animal, form: Form, spot: Hex | None = None) -> None:
    """A hit: the core damage, then what the tactic brings by its die and with every hit (BNB-30 to BNB-33).

    `spot`: where the target is judged, if not where it stands.
    """
    from gmtool.systems.bnb.effects import Blow, bring, critical

    blow = Blow(attacker, target, attacker.at, spot or target.at)
    points = 1
    core_die = 0
    if form.core:
        core_die = t.roll(attacker, "Core Die", "1d6")
        core = t.sum(attacker, "core", ("STR", attacker.rating("STR")), ("die", core_die))
        if core < 0:
            t.tell("BNB-30", "no-damage", "core {core}, counted as 0", who=attacker, core=core)
        points = max(0, core)
    shown = form.least != NEVER and _die_shown(t, attacker, core_die) >= form.least
    effects = (*(form.on_face if shown else ()), *form.always)
    if "critical" in effects:
        points = critical(t, target, points)
    interrupt(t, target)
    hurt(t, target, points)
    for effect in effects:
        if effect != "critical":
            bring(t, effect, blow)


def _die_shown(t: Table, attacker: Animal, core_die: int) -> int:
    """The die that `[n]` looks at: the Core Die, or with `critical-die: attack` the Attack Die; 0 where it is lost."""
    if t.encounter.switches["critical-die"] == "damage":
        return core_die
    die = attacker.kept_attack if fresh.is_fresh(t.encounter) else attacker.attack_die
    if die is None:
        t.tell("BNB-31", "no-die", "the Attack Die behind {who}'s AS is not known: no effect of it", who=attacker)
    return die or 0
