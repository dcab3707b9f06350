"""What a Combat Skill costs, and what comes of spending the last Stamina (MYT-3, MYT-10, MYT-20 to MYT-22)."""

from gmtool.dice.throws import TOTAL, Throw
from gmtool.rules.model import Encounter
from gmtool.rules.table import Reason, Table
from gmtool.systems.mythril.rolls import D20, Reaches
from gmtool.systems.mythril.sheet import Character, full_pool, health_word, next_round

MOXIE_DIFFICULTY = 10


def out_of_action(encounter: Encounter, who: Character) -> Reason | None:
    """Why it cannot do anything that takes an action, Combat Skill or not (MYT-2, MYT-3, MYT-30)."""
    if who.down:
        return Reason("MYT-30", f"{who.name} is {health_word(who)}")
    if who.at is None and encounter.mapped:
        return Reason("MYT-6", f"{who.name} is not on the map, where others are", f"gm set {who.id} at=HEX")
    if not encounter.started or who.actions:
        return None
    if full_pool(encounter, who):
        return Reason("MYT-3", f"{who.name} has no action left in this round", "the pool refills as the next begins")
    text = f"{who.name} is slow (AGI {who.agility}) and sits round {encounter.round} out"
    return Reason("MYT-2", text, f"it acts in round {next_round(encounter, who)}")


def unable(encounter: Encounter, who: Character, option: str, *, push: bool = False) -> Reason | None:
    """Why it can use no Combat Skill, or not pay for it so; `option` is the flag that pays HP (MYT-10, MYT-20, MYT-21).

    To push without a Moxie check on record is no reason: the check is rolled first.
    """
    reason = out_of_action(encounter, who)
    if reason is not None:
        return reason
    if who.spent:
        remedy = "it may crawl; a whole round without a Combat Skill brings Stamina back"
        return Reason("MYT-20", f"{who.name} is exhausted and can use no Combat Skill", remedy)
    if push and not who.winded:
        text = f"{who.name} has Stamina {who.stamina}, and pays with that before it pays with HP"
        return Reason("MYT-21", text, f"leave {option} out")
    if not push and who.winded:
        first = "" if who.pushing else ", after a Moxie check"
        return Reason("MYT-21", f"{who.name} has no Stamina left", f"{option} pays 1 HP instead{first}")
    return None


def is_able(encounter: Encounter, who: Character) -> bool:
    """Whether it could use a Combat Skill at all, by Stamina or by HP (MYT-5)."""
    return unable(encounter, who, "", push=who.winded) is None


def pay(t: Table, who: Character, *, push: bool) -> bool:
    """Pay an action and one Stamina, or with `push` 1 HP, for a Combat Skill; tell if that was the last Stamina.

    Rules: MYT-3, MYT-10, MYT-21.
    """
    spend_action(t, who)
    who.used_combat_skill = True
    if push:
        who.hp = who.hp.moved(-1)
        t.tell("MYT-21", "pushes", "{who} pushes: 1 HP instead of Stamina ({hp})", who=who, hp=str(who.hp))
        return False
    had = who.stamina.now
    who.stamina = who.stamina.moved(-min(1, had))
    return had == 1


def spend_action(t: Table, who: Character) -> None:
    """Take an action off the pool; before the fight none is counted (MYT-3)."""
    if t.encounter.started:
        who.actions = max(0, who.actions - 1)


def check_moxie(t: Table, who: Character) -> bool:
    """The Moxie check at Stamina 0: who makes it is pushing, who fails it exhausted and prone (MYT-20, MYT-21)."""
    t.tell("MYT-20", "spent", "{who} has no Stamina left", who=who)
    difficulty = MOXIE_DIFFICULTY + who.hp.max - who.hp.now
    found = t.compare(Reaches(who.moxie - difficulty), Throw(who.id, "Moxie check", D20, TOTAL))
    made: bool = found.seen
    (die,) = found.values
    total = t.sum(who, "Moxie", ("die", die), ("MOX", who.moxie))
    t.merge(made)
    if made:
        who.pushing = True
        text = "{who} stays up and may push on ({total} >= {difficulty})"
        t.tell("MYT-21", "pushing", text, who=who, total=total, difficulty=difficulty)
    else:
        who.exhausted, who.posture = True, "prone"
        text = "{who} falls prone, exhausted ({total} < {difficulty})"
        t.tell("MYT-20", "exhausted", text, who=who, total=total, difficulty=difficulty)
    return made


def needs_check(who: Character) -> bool:
    """Whether it is at Stamina 0 without a Moxie check on record (MYT-20)."""
    return who.winded and not (who.exhausted or who.pushing)


def recover(t: Table, who: Character) -> None:
    """The Stamina that a round without a Combat Skill brings at the start of the next turn (MYT-22).

    A round that somebody slow sits out is no turn of its own.
    """
    if not who.rested or not full_pool(t.encounter, who):
        return
    who.rested = False
    if who.down:
        return
    had = who.stamina.now
    who.stamina = who.stamina.moved(max(0, who.endurance + 1))
    gained = who.stamina.now - had
    if gained:
        text = "{who} rested: {points} Stamina back ({stamina})"
        t.tell("MYT-22", "rested", text, who=who, points=gained, stamina=str(who.stamina))


def catch_breath(t: Table, who: Character) -> None:
    """With Stamina above 0 nobody is exhausted or pushing any longer (MYT-22)."""
    if not (who.exhausted or who.pushing) or who.winded:
        return
    state = "exhausted" if who.exhausted else "pushing"
    who.exhausted = who.pushing = False
    t.tell("MYT-22", "breath", "{who} is no longer {state}", who=who, state=state)
