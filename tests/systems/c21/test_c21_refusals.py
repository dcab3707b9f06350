"""Every legality: refused by its rule's id before any die, nothing changed; done under --force, which is said.

And what there is no such thing as, which --force cannot do either.
"""

from typing import Any, NamedTuple

import pytest

FIGHT = "round: 1\nphase: players\nturn: ana\norder: [ana, horse, bandit]\n"
THEIRS = "round: 1\nphase: opponents\nturn: bandit\norder: [ana, horse, bandit]\n"
SKILLS = "skills: {sabre: 9, spear: 9, dagger: 9, bow: 9, block: 7, dodge: 8, riding: 9}"
ARMS = "weapons: {sabre: {reach: 1}, dagger: {reach: 1}, pike: {hands: 2}, bow: {kind: ranged, hands: 2}}"
HORSE = (
    "horse: {side: pc, at: 0505, facing: N, mount: true, perks: [unfazeable], health: 30/30, base-move: 8, "
    "skills: {dodge: 4}, weapons: {kick: {reach: 1}, horns: {reach: 1}}"
)
SADDLE = f"ana: {{rides: horse, {SKILLS}, {ARMS}}}\n{HORSE}}}\n"
DIRECTED = FIGHT + f"ana: {{rides: horse, {SKILLS}, {ARMS}, ride: success, done: [basic]}}\n{HORSE}}}\n"
BADLY = DIRECTED.replace("success", "failure")
NAG = HORSE.replace("perks: [unfazeable], ", "").replace("base-move: 8", "base-move: 4")
AFRAID = f"ana: {{rides: horse, {SKILLS}, {ARMS}}}\n{NAG}, states: [afraid]}}\n"
BOW = "ana: {weapons: {bow: {kind: ranged, min: 2, max: 6}}}\n"
OTHER = "other: {health: 5/5, base-move: 4, skills: {dodge: 1}"


class Refusal(NamedTuple):
    """A command the rules do not allow, and what --force makes of it."""

    rule: str
    name: str
    situation: str
    command: str
    words: str
    """what the refusal says"""
    dice: str | None = None
    """what --force rolls; None: it cannot be forced"""


REFUSALS = [
    # --- turns and actions ------------------------------------------------------------------------
    Refusal(
        "C21-3", "not its turn", FIGHT, "attack bandit ana", "it is not bandit's turn; it is the turn of ana", "2 2 9 9"
    ),
    Refusal(
        "C21-4",
        "the Combat Action is used",
        FIGHT + "ana: {done: [combat]}",
        "attack ana bandit",
        "ana has used its Combat Action",
        "2 2 9 9",
    ),
    Refusal(
        "C21-4",
        "both are used",
        FIGHT + "ana: {done: [basic, basic]}",
        "attack ana bandit",
        "nothing left to do this turn",
        "2 2 9 9",
    ),
    Refusal(
        "C21-4",
        "no sprint after a Combat Action",
        FIGHT + "ana: {done: [combat]}",
        "move ana 0511",
        "ana has 5 hexes; the way to 0511 costs 6",
        "",
    ),
    Refusal("C21-4", "too far for a sprint", "", "move ana 0516", "ana has 10 hexes; the way to 0516 costs 11", ""),
    Refusal(
        "C21-4",
        "no stamina",
        FIGHT + "ana: {stamina: 0/5}",
        "attack ana bandit",
        "no stamina left for a Combat Action",
        "2 2 9 9",
    ),
    Refusal(
        "C21-4",
        "no stamina for the second Basic",
        FIGHT + "ana: {stamina: 0/5, done: [basic]}",
        "move ana 0506",
        "no stamina left for a second Basic Action",
        "",
    ),
    Refusal("C21-4", "somebody stands there", "", "move ana 0504", "bandit stands in 0504"),
    Refusal("C21-5", "not on the map", "ana: {at: null}", "move ana 0606", "ana is not on the map"),
    # --- attacks ----------------------------------------------------------------------------------
    Refusal("C21-5", "itself", "", "attack ana ana", "ana cannot attack itself"),
    Refusal("C21-5", "its own mount", SADDLE, "attack ana horse", "cannot attack its own mount"),
    Refusal("C21-5", "its own rider", SADDLE, "attack horse ana", "cannot attack its own rider"),
    Refusal("C21-5", "no weapon", "ana: {weapons: null}", "attack ana bandit", "ana has no weapon"),
    Refusal("C21-5", "no strong attack", "", "attack ana bandit --with spear --strong", "spear has no strong attack"),
    Refusal(
        "C21-5",
        "unconscious",
        "ana: {health: 0/20}",
        "attack ana bandit",
        "ana is unconscious and cannot act",
        "2 2 9 9",
    ),
    Refusal(
        "C21-5",
        "helpless",
        "ana: {states: [helpless]}",
        "attack ana bandit",
        "ana is helpless and cannot act",
        "2 2 9 9",
    ),
    Refusal(
        "C21-5",
        "nothing to block with",
        "bandit: {skills: {dodge: 1, block: 3}, weapons: {bow: {kind: ranged}}}",
        "attack ana bandit --defense block",
        "neither a melee weapon in the main hand nor a shield",
        "2 2 9 9",
    ),
    Refusal(
        "C21-6",
        "out of reach",
        "bandit: {at: 0503}",
        "attack ana bandit",
        "bandit is 2 hexes away; sabre reaches 1",
        "2 2 9 9",
    ),
    Refusal(
        "C21-6",
        "beyond its range",
        BOW + "bandit: {at: 0512}",
        "attack ana bandit",
        "bandit is 7 hexes away; bow carries 6",
        "2 2 9 9",
    ),
    Refusal(
        "C21-6",
        "a target within minimum range that defends",
        BOW,
        "attack ana bandit",
        "within the minimum range 2 of bow",
        "2 2 9 9",
    ),
    Refusal(
        "C21-6",
        "exactly at the minimum range",
        BOW + "bandit: {at: 0503}",
        "attack ana bandit",
        "bandit is 2 hexes away, within the minimum range 2 of bow",
        "2 2 9 9",
    ),
    Refusal(
        "C21-6",
        "a free foe near",
        BOW + f"{OTHER}, at: 0510}}",
        "attack ana other",
        "bandit stands within the minimum range 2 of bow",
        "2 2 9 9",
    ),
    Refusal(
        "C21-6",
        "an entangled one is no target so near either",
        BOW + "bandit: {entangled: {by: ana, with: bow}}",
        "attack ana bandit",
        "within the minimum range 2",
        "2 2 9 9",
    ),
    Refusal(
        "C21-8",
        "no block",
        "",
        "attack ana bandit --defense block",
        "bandit has no block, which nobody uses untrained",
        "2 2 9 9",
    ),
    # --- targets ----------------------------------------------------------------------------------
    Refusal(
        "C21-10",
        "a defense of one who does not defend",
        "bandit: {states: [helpless]}",
        "attack ana bandit --defense dodge",
        "bandit does not defend: helpless",
        "1 1",
    ),
    Refusal("C21-10", "both", "", "attack ana bandit --defense dodge --no-defense", "either defends or does not"),
    Refusal(
        "C21-12",
        "no Danger Sense to leave out",
        "",
        "attack ana bandit --no-danger-sense",
        "bandit has no Danger Sense",
    ),
    Refusal(
        "C21-13",
        "attacked before",
        "bandit: {attacked: true}",
        "attack ana bandit --surprise",
        "bandit has been attacked in this fight",
        "1 1",
    ),
    Refusal(
        "C21-13",
        "in a later phase",
        "round: 2\nphase: players\nturn: ana\nsurprise: players of round 1",
        "attack ana bandit --surprise",
        "surprise ended with the phase of the players of round 1",
        "1 1",
    ),
    Refusal(
        "C21-13",
        "the state counts as much",
        "bandit: {attacked: true, states: [unaware]}",
        "attack ana bandit",
        "`gm unmark bandit unaware`",
        "1 1",
    ),
    Refusal(
        "C21-14",
        "seven hexes are too few",
        "ana: {states: [hidden], last-known: 0505}",
        "sneak ana 0512",
        "0512 is 7 hexes from where ana was last known (0505)",
        "9 9",
    ),
    Refusal("C21-14", "not hidden", "", "sneak ana 0514", "ana is not hidden from all senses", "9 9"),
    Refusal("C21-14", "taken", "ana: {states: [hidden]}\nbandit: {at: 0514}", "sneak ana 0514", "0514 is not free"),
    Refusal(
        "C21-14",
        "from the saddle",
        SADDLE.replace("rides", "states: [hidden], rides"),
        "sneak ana 0514",
        "rides horse and cannot sneak",
    ),
    Refusal(
        "C21-14",
        "a hidden target",
        "bandit: {states: [hidden]}",
        "attack ana bandit",
        "bandit is hidden from all senses",
        "2 2 9 9",
    ),
    Refusal("C21-14", "vanished already", "ana: {states: [hidden]}", "vanish ana", "ana is hidden already"),
    Refusal("C21-14", "seen already", "", "vanish ana --seen", "ana is not hidden"),
    # --- entangled and blind ----------------------------------------------------------------------
    Refusal(
        "C21-20",
        "who is entangled does not move",
        "ana: {entangled: {by: bandit, with: axe}}",
        "move ana 0506",
        "ana is entangled and cannot move",
        "",
    ),
    Refusal(
        "C21-20",
        "nor does its mount",
        SADDLE.replace("rides", "entangled: {by: bandit, with: axe}, rides"),
        "move horse 0506",
        "ana is entangled and cannot move",
        "",
    ),
    Refusal(
        "C21-20",
        "nor dismounts",
        SADDLE.replace("rides", "entangled: {by: bandit, with: axe}, rides"),
        "dismount ana",
        "ana is entangled",
        "",
    ),
    Refusal(
        "C21-20",
        "entangled already",
        "bandit: {entangled: {by: ana, with: sabre}}",
        "attack ana bandit --entangle",
        "bandit is entangled already",
        "2 2 9 9",
    ),
    Refusal("C21-23", "not entangled", "", "escape ana", "ana is not entangled"),
    Refusal(
        "C21-30",
        "no other sense",
        "ana: {senses: [sight], states: [blind]}",
        "attack ana bandit",
        "has no other sense to make it out with",
        "9 9 2 2 9 9",
    ),
    Refusal(
        "C21-30",
        "magic does not find what is not magical",
        "ana: {senses: [magic]}",
        "attack ana bandit",
        "has no other sense",
        "9 9 2 2 9 9",
    ),
    Refusal(
        "C21-30",
        "not made out this round",
        "ana: {states: [blind], detected: {bandit: {attack: false}}}",
        "attack ana bandit",
        "ana did not make out bandit this round",
        "",
    ),
    Refusal(
        "C21-31",
        "a spell needs sight",
        "ana: {states: [blind], weapons: {fire: {kind: ranged}}}",
        "attack ana bandit --spell",
        "ana does not see bandit, whom the spell needs",
        "9 9 2 2 9 9",
    ),
    Refusal(
        "C21-31", "an area without a spell", "", "attack ana bandit --area", "--area says what kind of spell it is"
    ),
    Refusal("C21-31", "a sabre is no spell", "", "attack ana bandit --with sabre --spell", "sabre is a melee weapon"),
    Refusal("C21-31", "no spell at all", "", "attack ana bandit --spell", "ana has no spell"),
    # --- mounted ----------------------------------------------------------------------------------
    Refusal(
        "C21-40",
        "directing without Riding",
        FIGHT + SADDLE.replace(", riding: 9", ""),
        "ride ana",
        "ana has no Riding and cannot direct horse",
        "9 9",
    ),
    Refusal(
        "C21-40",
        "and moving the mount",
        FIGHT + SADDLE.replace(", riding: 9", ""),
        "move horse 0508",
        "ana has no Riding and cannot direct horse",
        "",
    ),
    Refusal(
        "C21-40",
        "fighting without Riding",
        SADDLE.replace(", riding: 9", "") + "bandit: {at: 0605}",
        "attack ana bandit",
        "ana has no Riding and cannot fight mounted",
        "2 2 9 9",
    ),
    Refusal(
        "C21-40",
        "fighting from an untrained mount",
        f"ana: {{rides: horse, {SKILLS}}}\n{NAG}}}\nbandit: {{at: 0605}}",
        "attack ana bandit",
        "horse is not trained for combat",
        "2 2 9 9",
    ),
    Refusal(
        "C21-41",
        "approaching with an untrained mount",
        f"ana: {{rides: horse, {SKILLS}}}\n{NAG}}}\nbandit: {{at: 0512}}",
        "move horse 0508",
        "will not approach bandit: 0508 is nearer to it",
        "",
    ),
    Refusal("C21-42", "an unfazeable mount", SADDLE, "spook horse", "horse is unfazeable", ""),
    Refusal("C21-42", "no mount", "", "spook bandit", "bandit is no mount"),
    Refusal("C21-42", "afraid already", AFRAID, "spook horse", "afraid already"),
    Refusal(
        "C21-42",
        "mounting one that is afraid",
        f"ana: {{at: 0506}}\n{NAG}, states: [afraid]}}",
        "mount ana horse",
        "throws whoever mounts",
        "",
    ),
    Refusal(
        "C21-43",
        "moving one that is afraid",
        AFRAID,
        "move horse 0506",
        "horse is afraid and does nothing but flee",
        "",
    ),
    Refusal("C21-43", "directing it", FIGHT + AFRAID, "ride ana", "horse is afraid and obeys nobody", "9 9"),
    Refusal(
        "C21-43", "fighting from it", AFRAID + "bandit: {at: 0605}", "attack ana bandit", "horse is afraid", "2 2 9 9"
    ),
    Refusal("C21-43", "its turn ends with a flight", FIGHT + AFRAID, "next", "horse is afraid and has not fled", ""),
    Refusal("C21-43", "a flight without fear", SADDLE, "flee horse", "horse is not afraid"),
    Refusal(
        "C21-43",
        "fleeing twice",
        FIGHT + AFRAID.replace("states", "done: [basic, basic], states"),
        "flee horse",
        "horse has acted this turn",
        "",
    ),
    Refusal(
        "C21-43",
        "calming with a foe near: 7 of 8",
        AFRAID + "bandit: {at: 0512}",
        "calm horse",
        "bandit is 7 hexes from horse; to be calmed it needs everybody 8 away",
        "9 9",
    ),
    Refusal(
        "C21-43",
        "calming from afar",
        f"ana: {{at: 0508}}\n{NAG}, states: [afraid]}}\nbandit: {{at: 2020}}",
        "calm horse --by ana",
        "ana is not beside horse",
        "9 9",
    ),
    Refusal("C21-43", "calming the calm", SADDLE, "calm horse", "horse is not afraid"),
    Refusal(
        "C21-44", "a mount that is not directed", FIGHT + SADDLE, "move horse 0508", "ana does not direct horse", ""
    ),
    Refusal("C21-44", "nor attacks", FIGHT + SADDLE, "attack horse bandit", "ana does not direct horse", "2 2 9 9"),
    Refusal("C21-44", "twice a turn", DIRECTED, "ride ana", "ana has directed horse this turn", "9 9"),
    Refusal(
        "C21-44",
        "after another act",
        FIGHT + SADDLE.replace("rides", "done: [combat], rides"),
        "ride ana",
        "before anything else in a turn",
        "9 9",
    ),
    Refusal(
        "C21-44",
        "directed badly it does not sprint",
        BADLY,
        "move horse 0514",
        "horse has 8 hexes; the way to 0514 costs 9",
        "",
    ),
    Refusal(
        "C21-44",
        "nor attacks when directed badly",
        BADLY,
        "attack horse bandit",
        "one Basic Action, and it is all there is",
        "2 2 9 9",
    ),
    Refusal(
        "C21-44",
        "nor does its rider",
        BADLY + "bandit: {at: 0605}",
        "attack ana bandit",
        "has no Combat Action this turn",
        "2 2 9 9",
    ),
    Refusal(
        "C21-45",
        "off the way",
        DIRECTED + "bandit: {at: 0406}",
        "move horse 0510 --strike bandit --strike-at 0606",
        "0606 is not on the way of horse",
    ),
    Refusal(
        "C21-45",
        "on foot without mobility",
        "ana: {at: 0507}",
        "move ana 0505 --strike bandit",
        "ana has no mobility",
        "2 2 9 9",
    ),
    Refusal("C21-45", "a weapon for nobody", "", "move ana 0506 --with sabre", "nobody is struck on the way"),
    Refusal("C21-45", "a manner for nobody", "", "move ana 0506 --strong", "nobody is struck on the way"),
    Refusal(
        "C21-45",
        "too far for a strike on foot",
        FIGHT + "ana: {perks: [mobility]}",
        "move ana 0511 --strike bandit",
        "its Base Move 5; the way costs 6",
        "2 2 9 9",
    ),
    Refusal("C21-46", "the rider does not walk", SADDLE, "move ana 0506", "ana rides horse"),
    Refusal("C21-46", "a corner on foot", "", "move ana 0506 --facing NNE", "ana is no mount and faces hexsides only"),
    Refusal(
        "C21-46",
        "a mount of another side",
        f"ana: {{at: 0506}}\n{HORSE.replace('side: pc', 'side: npc')}}}",
        "mount ana horse",
        "horse is of another side",
        "",
    ),
    Refusal(
        "C21-46",
        "a ridden one",
        f"{OTHER}, at: 0506, side: pc}}\n" + SADDLE,
        "mount other horse",
        "horse is ridden by ana",
    ),
    Refusal("C21-46", "from afar", f"ana: {{at: 0508}}\n{HORSE}}}", "mount ana horse", "ana is not beside horse", ""),
    Refusal("C21-46", "no mount", "bandit: {side: pc}", "mount ana bandit", "bandit is no mount"),
    Refusal("C21-46", "riding already", SADDLE, "mount ana horse", "ana rides already"),
    Refusal("C21-46", "dismounting from nothing", "", "dismount ana", "ana rides nothing"),
    Refusal("C21-46", "dismounting too far", SADDLE, "dismount ana 0509", "0509 is not beside horse"),
    Refusal("C21-46", "dismounting onto somebody", SADDLE, "dismount ana 0504", "0504 is not free"),
    Refusal(
        "C21-47",
        "a rider dodges",
        SADDLE + "bandit: {at: 0605}",
        "attack bandit ana --defense dodge",
        "a rider never dodges",
        "2 2 9 9",
    ),
    Refusal(
        "C21-47",
        "the weapon in the off hand",
        SADDLE.replace("rides", "off-hand: weapon, rides") + "bandit: {at: 0605}",
        "attack ana bandit --with dagger",
        "dagger is in ana's off hand",
        "2 2 9 9",
    ),
    Refusal(
        "C21-47",
        "a shield as a weapon",
        SADDLE.replace("rides", "off-hand: shield, rides").replace("pike: {", "shield: {") + "bandit: {at: 0605}",
        "attack ana bandit --with shield",
        "shield is in ana's off hand",
        "2 2 9 9",
    ),
    Refusal(
        "C21-47",
        "two hands",
        SADDLE + "bandit: {at: 0605}",
        "attack ana bandit --with bow",
        "bow takes two hands",
        "2 2 9 9",
    ),
    Refusal(
        "C21-47",
        "blocking an arrow with nothing",
        SADDLE.replace("rides", "wields: bow, rides") + "bandit: {at: 0508, weapons: {bow: {kind: ranged}}}",
        "attack bandit ana --defense block",
        "blocks with a one-handed melee weapon in the main hand or a shield in the off hand only",
        "2 2",
    ),
    Refusal(
        "C21-50",
        "a mount without a facing",
        SADDLE.replace("facing: N, ", ""),
        "attack ana bandit",
        "horse has no facing",
        "2 2 9 9",
    ),
    Refusal(
        "C21-50",
        "a regular weapon ahead",
        SADDLE,
        "attack ana bandit --with sabre",
        "bandit is in front of horse; that needs a one-handed long weapon",
        "2 2 9 9",
    ),
    Refusal(
        "C21-50",
        "the rider from ahead",
        SADDLE,
        "attack bandit ana",
        "bandit stands in front of horse, and from there only the mount",
        "2 2",
    ),
    Refusal(
        "C21-50",
        "a mount's other weapons",
        SADDLE,
        "attack horse bandit --with horns",
        "attacks there with kick, bite, claw, trunk, not horns",
        "2 2 9 9",
    ),
    Refusal(
        "C21-51",
        "a short weapon from the saddle",
        SADDLE + "bandit: {at: 0605}",
        "attack ana bandit --with dagger",
        "bandit is on the main side of horse; that needs a one-handed weapon that is not short, and dagger is short",
        "2 2 9 9",
    ),
    Refusal(
        "C21-51",
        "a mount on its flank",
        SADDLE + "bandit: {at: 0605}",
        "attack horse bandit",
        "where a mount attacks nobody",
        "2 2 9 9",
    ),
    Refusal(
        "C21-51",
        "a shield on the main side",
        SADDLE.replace("rides", "off-hand: shield, wields: bow, rides") + "bandit: {at: 0605}",
        "attack bandit ana --defense block",
        "bandit is on the main side of horse; a rider blocks there with a one-handed melee weapon",
        "2 2",
    ),
    Refusal(
        "C21-52",
        "the rider from behind",
        SADDLE + "bandit: {at: 0506}",
        "attack bandit ana",
        "bandit stands behind horse",
        "2 2",
    ),
    Refusal(
        "C21-52",
        "the rider to the rear",
        SADDLE + "bandit: {at: 0506}",
        "attack ana bandit",
        "bandit is behind horse, where a rider attacks nobody",
        "2 2 9 9",
    ),
    Refusal(
        "C21-53",
        "the rider to the off side",
        SADDLE + "bandit: {at: 0405}",
        "attack ana bandit",
        "bandit is on the off side of horse, where a rider attacks nobody",
        "2 2 9 9",
    ),
    Refusal(
        "C21-53",
        "a weapon's block on the off side",
        SADDLE + "bandit: {at: 0405}",
        "attack bandit ana --defense block",
        "a rider blocks there with a shield in the off hand only",
        "2 2",
    ),
]


@pytest.mark.parametrize("refusal", REFUSALS, ids=[f"{one.rule} {one.name}" for one in REFUSALS])
def test_it_is_refused_and_the_gm_may_rule_otherwise(refusal: Refusal, bench: Any) -> None:
    played = bench.play(refusal.situation, refusal.command)
    assert played.code == 1, played.data
    assert played.data["rule"] == refusal.rule, played.data
    assert refusal.words in f"{played.data['error']}; {played.data['remedy']}"
    assert played.changed == {}
    assert not bench.journal.exists()
    forced = bench.play(refusal.situation, refusal.command, refusal.dice or "", "--force")
    if refusal.dice is None:
        assert forced.code == 1
        assert forced.changed == {}
        return
    if forced.code == 6:  # it hit, and wants damage dice
        forced = bench.play(refusal.situation, refusal.command, f"{refusal.dice} 1", "--force")
    assert forced.code == 0, forced.data
    assert f"{refusal.rule} forced" in forced.told


@pytest.mark.parametrize(
    ("command", "code", "words"),
    [
        ("attack ana nobody", 5, "nobody"),
        ("attack ana bandit --with swrd", 5, "ana has no weapon `swrd`"),
        ("attack ana bandit --defense parry", 2, "parry"),
        ("move ana 9999", 2, "9999"),
        ("move ana 0506 --facing UP", 2, "UP"),
        ("start --ambush wolves", 5, "wolves"),
        ("damage bandit -3", 1, "-3 is no number of points"),
        ("heal bandit -3", 1, "-3 is no number of points"),
        ("mark bandit blnd --until soon", 2, "soon"),
    ],
)
def test_what_means_nothing_is_named_and_changes_nothing(command: str, code: int, words: str, bench: Any) -> None:
    bench.lay("")
    before = bench.file.read_bytes()
    found, out, err = bench.run(*command.split())
    assert (found, out) == (code, ""), err
    assert words in err
    assert bench.file.read_bytes() == before
    assert not bench.journal.exists()


@pytest.mark.parametrize(
    ("situation", "code", "words"),
    [
        ("ana: {wields: axe}", 3, "ana: wields is axe; its weapons are: sabre, spear"),
        ("ana: {stats: {strength: 19}}", 3, "from 3 to 18"),
        ("ana: {health: -1/20}", 3, "may not be below 0"),
        ("ana: {weapons: {sabre: {fast: {damage: many}}}}", 3, "is not plain dice"),
        ("surprise: noon", 3, "players of round 2"),
        ("ana: {facing: NNE}", 0, "facing is NNE, a corner; only a mount faces one"),
        ("horse: {at: 0606, facing: NNE, mount: true, health: 9/9, base-move: 8}", 0, ""),
        ("ana: {rides: horse}\nhorse: {at: 0606, health: 9/9, base-move: 8}", 0, "taken to be there"),
        ("ana: {rides: horse}\nhorse: {at: 0505, facing: NNE, health: 9/9, base-move: 8}", 0, ""),
    ],
)
def test_a_file_is_checked(situation: str, code: int, words: str, bench: Any) -> None:
    bench.lay(situation)
    found, out, err = bench.run("check")
    assert found == code, out + err
    if words:
        assert words in out + err
    else:
        assert "warning" not in out + err
