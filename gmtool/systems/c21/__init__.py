"""The 21 Challenge, advanced combat: two dice of ten, phases of sides, riders and mounts on a hex map."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from gmtool.hexes.grid import Hex
from gmtool.rules import standard
from gmtool.rules.model import Encounter
from gmtool.rules.system import Phase, Rule, System
from gmtool.systems.c21 import acting, attack, battle, harm, holds, movement, panic, saddle, seats, sheet, stealth

if TYPE_CHECKING:
    from gmtool.rules.policy import Policy


def _rules() -> Sequence[Rule]:
    from gmtool.systems.c21.texts import RULES

    return RULES


def _policy() -> "Policy":
    from gmtool.systems.c21.policy import POLICY

    return POLICY


def _reach(encounter: Encounter, fighter: sheet.Fighter) -> Mapping[Hex, int]:
    return movement.reach(system, encounter, fighter)


def _within_reach(encounter: Encounter, fighter: sheet.Fighter, other: sheet.Fighter) -> list[str]:
    from gmtool.systems.c21.reach import within_reach

    return within_reach(encounter, fighter, other)


system = System(
    id="c21",
    title="21 Challenge, advanced combat",
    combatant=sheet.Fighter,
    encounter=sheet.Field,
    verbs=(
        battle.start,
        attack.attack,
        movement.move,
        saddle.ride,
        saddle.mount,
        saddle.dismount,
        panic.spook,
        panic.flee,
        panic.calm,
        holds.escape,
        stealth.vanish,
        stealth.sneak,
        harm.damage,
        harm.heal,
    ),
    phases=tuple(
        Phase(name, order, turn_begin=battle.turn_begin, turn_end=battle.turn_end, end=battle.phase_end)
        for name, order in (("players", battle.players), ("opponents", battle.opponents))
    ),
    kinds={
        **standard.KINDS,
        "attack": "somebody attacks somebody with a weapon",
        "own-side": "the target is on the attacker's side",
        "detected": "somebody unseen was made out",
        "undetected": "somebody unseen was not made out",
        "no-attack": "an attack was not made, as its target was not made out",
        "danger-sense": "Danger Sense gave the target its defense",
        "open": "the target does not defend, and why",
        "hit": "an attack hit",
        "miss": "an attack missed",
        "critical": "a trained 20 on the dice",
        "catastrophe": "a 2 on the dice",
        "no-damage": "a hit did no damage",
        "entangled": "somebody is entangled",
        "squeezed": "an entangler's turn began",
        "freed": "somebody is entangled no longer, and why",
        "escape": "somebody tried to get free",
        "fell": "somebody is unconscious",
        "woke": "somebody is conscious again",
        "surprise-over": "nobody can be surprised any more",
        "vanished": "somebody is hidden from all senses",
        "seen": "somebody is hidden no longer",
        "sneaked": "somebody sneaked away and may surprise once more",
        "move": "somebody moved: where to, by which way, at what cost",
        "strikes": "a blow falls on the way of a move, and where",
        "ride": "how a mount is directed this turn",
        "mounted": "somebody got into the saddle",
        "dismounted": "somebody got out of the saddle",
        "thrown": "somebody fell from a mount",
        "afraid": "a mount is afraid",
        "stays-on": "a rider stayed on an afraid mount",
        "fled": "an afraid mount fled, or could not",
        "left": "a mount fled over the edge of the map",
        "calm": "somebody tried to calm a mount",
    },
    initiative=battle.initiative,
    rank=battle.rank,
    health="health",
    is_down=lambda fighter: fighter.down,
    is_dead=lambda _: False,
    may_act=acting.may_act,
    may_still=acting.may_still,
    rules=_rules,
    round_begin=battle.round_begin,
    owner_of=seats.owner_of,
    is_away=lambda fighter: fighter.left,
    opening=battle.opening,
    flaws=seats.flaws,
    policy=_policy,
    set_back=sheet.Field.set_back,
    reach=_reach,
    within_reach=_within_reach,
)
