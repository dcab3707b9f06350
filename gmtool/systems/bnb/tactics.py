"""Tactics: what an animal attacks with, whom it can reach, and what comes of it (BNB-10, BNB-11, BNB-24 to BNB-33)."""

from typing import Annotated, Literal

from gmtool.hexes.geometry import Arc, arc, direction_to, distance
from gmtool.rules.table import Table
from gmtool.rules.turns import require_turn
from gmtool.rules.verbs import Flags
from gmtool.systems.bnb.movement import Charge, Placement, here, run_up
from gmtool.systems.bnb.scores import (
    CHARGE_ATTACK,
    CHARGE_DEFENSE,
    Score,
    Stance,
    attack_score,
    attack_situation,
    defense_score,
    defense_situation,
    require_stance,
    tire,
)
from gmtool.systems.bnb.sheet import Act, Animal, Tactic, health_word

Attack = Literal["bite", "claw"]

FRONT = (Arc.AHEAD, Arc.RIGHT_FRONT, Arc.LEFT_FRONT)
TARGET_HEXES: dict[str, tuple[tuple[Arc, ...], str]] = {
    "bite": ((Arc.AHEAD,), "the hex directly ahead"),
    "claw": (FRONT, "any of the three hexes ahead"),
}


def attack(
    t: Table,
    attacker: Animal,
    target: Animal,
    *,
    tactic: Annotated[Attack | None, "what it attacks with: the marked tactic, else bite"] = None,
    charge: Annotated[bool, "run straight at the target first (BNB-55)"] = False,
    stance: Annotated[Stance | None, Flags(), "where the attacker's higher die goes (BNB-21)"] = None,
    target_stance: Annotated[Stance | None, Flags("target-"), "where the target's higher die goes (BNB-21)"] = None,
) -> None:
    """Attack TARGET with a tactic.

    Each side that lacks the score it needs rolls for it; the attack hits if AS >= DS, both as they stand in this
    situation. Core damage is STR + 1d6. Afterwards the attacker's AS is 2 lower, the target's DS 1.

    Rules: BNB-10, BNB-11, BNB-20 to BNB-27, BNB-30, BNB-33, BNB-55. Refused (nothing changed) if the target is not in
    the tactic's hexes, out of turn, or with an AS of 0 or less.
    """
    _require_able(t, attacker, target)
    chosen = tactic or _marked(attacker)
    _require_tactic(t, attacker, chosen, charging=charge)
    for one in (stance, target_stance):
        require_stance(t, one)
    run = run_up(t, attacker, target) if charge else None
    stand = run.end if run else here(attacker)
    _require_in_hexes(t, attacker, stand, target, chosen)
    _require_score(t, attacker)

    _announce(t, attacker, target, chosen, run)
    _spend(t, attacker, run)
    rolled = attacker.attack_score is None
    own = attack_score(t, attacker, stance, (("charge", CHARGE_ATTACK),) if run else ())
    attacker.charged = attacker.charged and attacker.defense_score is None  # else the -2 is in the stored DS
    score = t.sum(attacker, "AS", *own.parts, *attack_situation(t, attacker, stand.at, target), mod=True)
    if rolled and own.value <= 0:
        t.settle("BNB-26", False)
        t.tell("BNB-26", "no-attack", "AS {score} is 0 or less: no attack", who=attacker, score=own.value)
        return
    _resolve(t, attacker, target, score, defense_score(t, target, target_stance))


def tactic(t: Table, animal: Animal, name: Annotated[Tactic, "bite, claw, kick or dodge"]) -> None:
    """Mark the tactic ANIMAL will use this round; once marked it may use no other.

    Rules: BNB-11. Refused once it has used a tactic this round, or if it does not have this one.
    """
    _require_has(t, animal, name)
    t.require("attack" not in animal.done, "BNB-11", f"{animal.name} has used a tactic this round")
    t.require(
        not t.encounter.started or animal.id not in t.encounter.acted,
        "BNB-11",
        f"{animal.name}'s turn in this round is over",
    )
    t.require(
        animal.tactic in (None, name),
        "BNB-11",
        f"{animal.name} has marked {animal.tactic} for this round; it cannot be changed",
    )
    animal.tactic = name
    t.tell("BNB-11", "tactic", "{who} marks {tactic}", who=animal, tactic=name)


def _resolve(t: Table, attacker: Animal, target: Animal, score: int, other: Score) -> None:
    defense = t.sum(target, "DS", *other.parts, *defense_situation(target), mod=True)
    tire(attacker, target)
    hit = score >= defense
    t.settle("BNB-24", hit)
    if not hit:
        t.tell(
            "BNB-24", "miss", "miss ({score} < {defense})", who=attacker, target=target, score=score, defense=defense
        )
        return
    t.tell("BNB-24", "hit", "hit ({score} >= {defense})", who=attacker, target=target, score=score, defense=defense)
    die = t.roll(attacker, "Core Die", "1d6")
    core = t.sum(attacker, "core", ("STR", attacker.rating("STR")), ("die", die))
    if core < 0:
        t.tell("BNB-30", "no-damage", "core {core}, counted as 0", who=attacker, core=core)
    hurt(t, target, max(0, core))


def hurt(t: Table, target: Animal, points: int) -> None:
    """Take HP off, and tell if it falls or sinks from unconscious to dying (BNB-33)."""
    before = health_word(target)
    target.hp = target.hp.moved(-points)
    after = health_word(target)
    if after != before:
        t.tell("BNB-33", "fell", "{who} is {state}", who=target, state=after)


def _require_able(t: Table, attacker: Animal, target: Animal) -> None:
    require_turn(t, attacker, "BNB-10")
    if attacker.id == target.id:
        t.impossible("BNB-30", f"{attacker.name} cannot attack itself")
    t.require(not attacker.down, "BNB-33", f"{attacker.name} is {health_word(attacker)} and cannot act")
    t.require(not attacker.shock, "BNB-32", f"{attacker.name} is in Shock and cannot act")
    if t.encounter.mapped:
        for one in (attacker, target):
            t.require(
                one.at is not None,
                "BNB-30",
                f"{one.name} is not on the map, where others are",
                f"gm set {one.id} at=HEX",
            )
    t.require(
        not t.encounter.started or "attack" not in attacker.done,
        "BNB-10",
        f"{attacker.name} has used its Attack this turn",
        "`gm next` ends the turn",
    )


def _marked(attacker: Animal) -> Tactic:
    return attacker.tactic or "bite"


def _require_tactic(t: Table, attacker: Animal, chosen: str, *, charging: bool) -> None:
    _require_has(t, attacker, chosen)
    if chosen not in TARGET_HEXES:
        t.impossible("BNB-30", f"{chosen} is no tactic to attack with here", f"attack with {' or '.join(TARGET_HEXES)}")
    t.require(
        attacker.tactic in (None, chosen),
        "BNB-11",
        f"{attacker.name} has marked {attacker.tactic} for this round and may use no other tactic",
    )
    t.require(
        not charging or TARGET_HEXES[chosen][0] == (Arc.AHEAD,),
        "BNB-55",
        f"a charge ends with a tactic that targets only the hex directly ahead; {chosen} targets more",
        "charge with bite",
    )


def _require_has(t: Table, animal: Animal, chosen: str) -> None:
    t.require(
        chosen in animal.tactics, "BNB-30", f"{animal.name} does not have {chosen}; it has {', '.join(animal.tactics)}"
    )


def _require_in_hexes(t: Table, attacker: Animal, stand: Placement, target: Animal, chosen: str) -> None:
    """Refuse a target outside the tactic's hexes, saying where it is (BNB-30); without a map there are no hexes."""
    if stand.at is None or target.at is None:
        return
    arcs, words = TARGET_HEXES[chosen]
    if stand.facing is None:
        t.require(
            False,
            "BNB-30",
            f"{attacker.name} has no facing, and {chosen} needs {words}",
            f"gm set {attacker.id} facing={_facing_hint(t, stand, target)}",
        )
        return
    where = arc(t.encounter.grid, stand.at, stand.facing, target.at)
    away = distance(stand.at, target.at)
    if where is None:
        t.require(False, "BNB-30", f"{target.name} is in {attacker.name}'s own hex; {chosen} needs {words}")
        return
    seat = {Arc.AHEAD: "directly ahead", Arc.BEHIND: "directly behind"}.get(where, where.value)
    near = seat if where in (Arc.AHEAD, Arc.BEHIND) else f"in the {seat} hex"
    place = near if away == 1 else f"{away} hexes away ({seat})"
    t.require(away == 1 and where in arcs, "BNB-30", f"{target.name} is {place}; {chosen} needs {words}")


def _facing_hint(t: Table, stand: Placement, target: Animal) -> str:
    if stand.at is None or target.at is None:
        return "N"
    towards = direction_to(t.encounter.grid, stand.at, target.at)
    return t.encounter.grid.name(towards if towards is not None else t.encounter.grid.hexsides[0])


def _require_score(t: Table, attacker: Animal) -> None:
    stored = attacker.attack_score
    t.require(
        stored is None or stored > 0,
        "BNB-26",
        f"{attacker.name} may not attack with an AS of {stored}",
        "its scores are dropped when its next turn begins",
    )


def _announce(t: Table, attacker: Animal, target: Animal, chosen: str, run: Charge | None) -> None:
    if not attacker.foe_of(target):
        t.tell("", "own-side", "{who} attacks its own side", who=attacker, target=target)
    if run is None:
        t.tell("BNB-30", "attack", "{who} attacks {target} with {tactic}", who=attacker, target=target, tactic=chosen)
        return
    t.tell(
        "BNB-55",
        "attack",
        "{who} attacks {target} with {tactic} (charge, {hexes} hexes to {end})"
        if run.hexes != 1
        else "{who} attacks {target} with {tactic} (charge, {hexes} hex to {end})",
        who=attacker,
        target=target,
        tactic=chosen,
        hexes=run.hexes,
        end=run.end.at,
    )


def _spend(t: Table, attacker: Animal, run: Charge | None) -> None:
    """Use up the Attack, and with a charge the whole turn: the animal moves, its own DS suffers (BNB-10, BNB-55)."""
    if t.encounter.started:
        used: tuple[Act, ...] = ("attack", "move") if run else ("attack",)
        attacker.done = (*attacker.done, *(act for act in used if act not in attacker.done))
    if run is None:
        return
    attacker.at, attacker.facing = run.end
    if attacker.defense_score is not None:
        attacker.defense_score += CHARGE_DEFENSE
    else:
        attacker.charged = True
