"""Which weapon, and why it cannot be used on a target: range, hands, zones, sight (C21-6, C21-30, C21-40, C21-47)."""

from collections.abc import Iterator

from gmtool.hexes.geometry import distance
from gmtool.rules.model import Encounter
from gmtool.rules.table import Reason, Table
from gmtool.systems.c21 import senses
from gmtool.systems.c21.defense import Manner, Standing, defense_bar, standing, surprise_bar
from gmtool.systems.c21.rolls import RIDING
from gmtool.systems.c21.seats import Post, mount_of, panicked, place_of, rider_of
from gmtool.systems.c21.sheet import Field, Fighter, Weapon
from gmtool.systems.c21.zones import melee_bar


def apart(attacker: Post, target: Post) -> int | None:
    """The hexes between two; None where there is no map."""
    return None if attacker.at is None or target.at is None else distance(attacker.at, target.at)


def bars(
    encounter: Field, attacker: Post, target: Post, name: str, weapon: Weapon, how: Manner, stands: Standing
) -> Iterator[Reason]:
    """Why an attack may not be made, what weighs most first; nothing where it may."""
    yield from _seat_bars(encounter, attacker, name, weapon, how)
    yield from _range_bars(encounter, attacker, target, name, weapon, stands)
    if weapon.kind == "melee":
        bar = melee_bar(encounter.grid, attacker, target, name, weapon)
        if bar is not None:
            yield bar
    yield from _sight_bars(encounter, attacker.who, target.who, how)
    for found in (
        surprise_bar(encounter, attacker.who, target.who, how),
        defense_bar(encounter, attacker, target, weapon, how, stands),
    ):
        if found is not None:
            yield found


def _mounted_bar(encounter: Encounter, one: Fighter) -> Reason | None:
    """Why a rider or a mount may not fight: it must not be afraid, and ridden it takes training of both (C21-40)."""
    mount = mount_of(encounter, one) or one
    if panicked(encounter, mount):
        return only_flees(mount)
    rider = rider_of(encounter, mount)
    if rider is None:
        return None
    if not mount.has("unfazeable"):
        return Reason("C21-40", f"{mount.name} is not trained for combat (no unfazeable)", "fight on foot")
    if RIDING not in rider.skills:
        return Reason("C21-40", f"{rider.name} has no Riding and cannot fight mounted", f"`gm dismount {rider.id}`")
    return None


def only_flees(mount: Fighter) -> Reason:
    """Why an afraid mount does nothing else (C21-43)."""
    return Reason("C21-43", f"{mount.name} is afraid and does nothing but flee", f"`gm flee {mount.id}`")


def _seat_bars(encounter: Encounter, attacker: Post, name: str, weapon: Weapon, how: Manner) -> Iterator[Reason]:
    who = attacker.who
    bar = _mounted_bar(encounter, who)
    if bar is not None:
        yield bar
    if attacker.seat != "rider" or how.spell:
        return
    one_handed = [other for other, kept in who.weapons.items() if kept.hands == 1 and other != who.off_weapon]
    remedy = f"it may use {', '.join(one_handed)}" if one_handed else "fight on foot"
    if name == who.off_weapon or (name == "shield" and who.off_hand == "shield"):
        yield Reason(
            "C21-47",
            f"{name} is in {who.name}'s off hand, which holds the reins of {attacker.mount}",
            remedy,
            "off hand",
        )
    if weapon.hands > 1:
        yield Reason(
            "C21-47", f"{name} takes two hands, and one holds the reins of {attacker.mount}", remedy, "two hands"
        )


def _range_bars(
    encounter: Encounter,
    attacker: Post,
    target: Post,
    name: str,
    weapon: Weapon,
    stands: Standing,
) -> Iterator[Reason]:
    for post in (attacker, target):
        if post.at is None and encounter.mapped:
            yield Reason("C21-6", f"{post.who.name} is not on the map", f"gm set {post.who.id} at=HEX")
    away = apart(attacker, target)
    if away is None:
        return
    if weapon.kind == "melee":
        if away > weapon.reach:
            yield Reason(
                "C21-6",
                f"{target.who.name} is {away} hexes away; {name} reaches {weapon.reach}",
                "go nearer",
                "out of reach",
            )
        return
    if weapon.max is not None and away > weapon.max:
        yield Reason(
            "C21-6", f"{target.who.name} is {away} hexes away; {name} carries {weapon.max}", "go nearer", "too far"
        )
    if away <= weapon.min:
        if not stands.open:
            text = f"{target.who.name} is {away} hexes away, within the minimum range {weapon.min} of {name}"
            yield Reason("C21-6", text, "step back; only who does not defend can be attacked so near", "too near")
        return
    near = _in_the_way(encounter, attacker, target.who, weapon.min)
    if near is not None:
        text = f"{near.name} stands within the minimum range {weapon.min} of {name}"
        yield Reason("C21-6", text, "step back, or see to it first; the entangled and the helpless do not matter")


def _in_the_way(encounter: Encounter, attacker: Post, target: Fighter, nearest: int) -> Fighter | None:
    """A free enemy within minimum range (C21-6, C21-22)."""
    for one in encounter.glance():
        if one.id == target.id or not one.foe_of(attacker.who) or one.down or one.left:
            continue
        if one.is_in("helpless") or one.is_in("unaware") or one.entangled is not None:
            continue
        place = place_of(encounter, one)
        if place is not None and attacker.at is not None and distance(place, attacker.at) <= nearest:
            found: Fighter = one
            return found
    return None


def _sight_bars(encounter: Encounter, attacker: Fighter, target: Fighter, how: Manner) -> Iterator[Reason]:
    """What hiding and not seeing forbid (C21-14, C21-30, C21-31)."""
    if target.is_in("hidden"):
        text = f"{target.name} is hidden from all senses"
        yield Reason("C21-14", text, f"`gm vanish {target.id} --seen` when it is found")
    if how.area or not is_blindly(encounter, attacker, target, how):
        return
    if how.spell:
        yield Reason("C21-31", f"{attacker.name} does not see {target.name}, whom the spell needs", "--area needs none")
        return
    if not senses.other_senses(attacker, target):
        text = f"{attacker.name} does not see {target.name} and has no other sense to make it out with"
        yield Reason("C21-30", text, "hearing or smell would do; magic finds what is magical")
    elif senses.known(attacker, target, "attack") is False:
        text = f"{attacker.name} did not make out {target.name} this round"
        yield Reason("C21-30", text, "attack somebody else, or try again in the next")


def is_blindly(encounter: Encounter, attacker: Fighter, target: Fighter, how: Manner) -> bool:
    """Whether the attacker does not see the target (C21-30)."""
    return how.dark or not senses.sees(encounter, attacker, target)


# the choice -----------------------------------------------------------------------------------------------------------


def choose(
    t: Table, encounter: Field, attacker: Post, target: Post, typed: str | None, how: Manner
) -> tuple[str, Weapon]:
    """The weapon named; else the first that can be used on the target, the one in hand before the others; else that."""
    who = attacker.who
    if typed is not None:
        name = t.named("weapon", typed, who.weapons, who.name)
        return name, who.weapons[name]
    if not who.weapons:
        t.impossible("C21-5", f"{who.name} has no weapon", "give it `weapons` in the file; bare hands are `unarmed`")
    kept = [name for name in in_hand_first(who) if fits(who.weapons[name], how)]
    if not kept:
        t.impossible("C21-31", f"{who.name} has no spell: a spell is a weapon of kind ranged")
    for name in kept:
        weapon = who.weapons[name]
        stands = standing(encounter, attacker, target, weapon, how)
        if next(bars(encounter, attacker, target, name, weapon, how, stands), None) is None:
            return name, weapon
    return kept[0], who.weapons[kept[0]]


def in_hand_first(who: Fighter) -> list[str]:
    """The names of the weapons, the one in the main hand first."""
    return sorted(who.weapons, key=lambda name: name != who.main_weapon)


def fits(weapon: Weapon, how: Manner) -> bool:
    """Whether a weapon can be used as the options say."""
    return (weapon.kind == "ranged" or not how.spell) and (weapon.strong is not None or not how.strong)
