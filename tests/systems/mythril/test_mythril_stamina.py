"""The last Stamina, the Moxie check, exhaustion, pushing with HP, rest. The arithmetic stands beside each row."""

FIGHT = "round: 3\nturn: rat\norder: [rat, wolf]\n"
DODGED = {"wolf.stamina": "5/6", "wolf.used-combat-skill": "true"}
LAST = {"rat.stamina": "0/7", "rat.used-combat-skill": "true"}
EXHAUSTED = {"rat.exhausted": "true", "rat.posture": "prone"}
PUSHING = "rat: {stamina: 0/7, pushing: true}\n"
PAID_HP = {"rat.hp": "12/13", "rat.used-combat-skill": "true"}


ROWS = [
    (
        "MYT-20",
        "the last Stamina: the attack is carried out, then 9 + 1 against 10 + 0 is made",
        "rat: {stamina: 1/7}",
        "attack rat wolf",
        "4 7 9",
        ("MYT-11 miss", "rat Moxie: die 9, MOX 1 = 10", "MYT-21 pushing", '"rat stays up and may push on (10 >= 10)"'),
        {**LAST, **DODGED, "rat.pushing": "true"},
        ("MYT-20 exhausted",),
    ),
    (
        "MYT-20",
        "8 + 1 is not enough: exhausted and prone, after the hit",
        "rat: {stamina: 1/7}\nwolf: {armor: null}",
        "attack rat wolf",
        "9 11 6 8",
        ('"wolf takes 6 damage"', "rat Moxie: die 8, MOX 1 = 9", '"rat falls prone, exhausted (9 < 10)"'),
        {**LAST, **DODGED, **EXHAUSTED, "wolf.hp": "4/10"},
        ("MYT-21 pushing",),
    ),
    (
        "MYT-20",
        "the missing HP join the difficulty: 10 + 13 - 6 = 17; 16 + 1",
        "rat: {stamina: 1/7, hp: 6/13}",
        "attack rat wolf",
        "4 7 16",
        ('"rat stays up and may push on (17 >= 17)"',),
        {**LAST, **DODGED, "rat.pushing": "true"},
        (),
    ),
    (
        "MYT-20",
        "both: the attacker first; the wolf's difficulty counts what it just lost, 10 + 6",
        "rat: {stamina: 1/7}\nwolf: {armor: null, stamina: 1/6}",
        "attack rat wolf",
        "9 11 6 9 15",
        (
            '"rat stays up and may push on (10 >= 10)"',
            "wolf Moxie: die 15, MOX 0 = 15",
            '"wolf falls prone, exhausted (15 < 16)"',
        ),
        {
            **LAST,
            "rat.pushing": "true",
            "wolf.stamina": "0/6",
            "wolf.used-combat-skill": "true",
            "wolf.hp": "4/10",
            "wolf.exhausted": "true",
            "wolf.posture": "prone",
        },
        (),
    ),
    (
        "MYT-20",
        "who falls by the hit makes no check: 6 - 6",
        "wolf: {armor: null, stamina: 1/6, hp: 6/10}",
        "attack rat wolf",
        "9 11 6",
        ('"wolf is unconscious"',),
        {
            "rat.stamina": "6/7",
            "rat.used-combat-skill": "true",
            "wolf.stamina": "0/6",
            "wolf.used-combat-skill": "true",
            "wolf.hp": "0/10",
        },
        ("MYT-20 exhausted", "MYT-21 pushing"),
    ),
    (
        "MYT-20",
        "Stamina left: no check",
        "rat: {stamina: 2/7}",
        "attack rat wolf",
        "4 7",
        ("MYT-11 miss",),
        {"rat.stamina": "1/7", "rat.used-combat-skill": "true", **DODGED},
        ("MYT-21 pushing",),
    ),
    (
        "MYT-20",
        "at 0 without a check on record it comes first; made, 9 + 1, and the attack goes on for 1 HP",
        "rat: {stamina: 0/7}",
        "attack rat wolf --push",
        "9 4 7",
        ("MYT-21 pushing", "MYT-21 pushes", "rat attack: sword 5, die 4 = 9", "MYT-11 miss"),
        {**PAID_HP, **DODGED, "rat.pushing": "true"},
        (),
    ),
    (
        "MYT-20",
        "failed, 8 + 1: no attack, and nothing is paid",
        FIGHT + "rat: {stamina: 0/7}",
        "attack rat wolf --push",
        "8",
        ("MYT-20 exhausted", "MYT-20 no-attack"),
        EXHAUSTED,
        ("MYT-21 pushes", "MYT-11 defense"),
    ),
    (
        "MYT-20",
        "the target's too, before its defense: 10 + 0 against 10, then 3 + 9",
        "wolf: {stamina: 0/6}",
        "attack rat wolf --target-push",
        "10 4 9",
        ("wolf Moxie: die 10, MOX 0 = 10", "MYT-21 pushing", "MYT-21 pushes", '"dodged (9 < 12)"'),
        {
            "rat.stamina": "6/7",
            "rat.used-combat-skill": "true",
            "wolf.hp": "9/10",
            "wolf.pushing": "true",
            "wolf.used-combat-skill": "true",
        },
        (),
    ),
    (
        "MYT-20",
        "failed, it has no defense: 9 against 10; 1d8 6",
        "wolf: {armor: null, stamina: 0/6}",
        "attack rat wolf --target-push",
        "9 6",
        ("MYT-20 exhausted", '"no defense: wolf is exhausted"', '"hit: nobody rolls"'),
        {
            "rat.stamina": "6/7",
            "rat.used-combat-skill": "true",
            "wolf.hp": "4/10",
            "wolf.exhausted": "true",
            "wolf.posture": "prone",
        },
        ("MYT-21 pushes",),
    ),
    (
        "MYT-20",
        "the exhausted may crawl: Speed 4, a quarter is 1",
        FIGHT + "rat: {stamina: 0/7, exhausted: true, posture: prone}",
        "move rat 0303",
        "",
        ('"rat crawls to 0303: 0303 (1 of Speed 1)"',),
        {"rat.at": "0303", "rat.actions": "1", "rat.provoked": [{"by": "wolf", "at": "0304"}]},
        ("MYT-5 in-passing",),
    ),
    # pushing
    (
        "MYT-21",
        "pushing: 1 HP instead of Stamina, and no second check",
        PUSHING,
        "attack rat wolf --push",
        "4 7",
        ("MYT-21 pushes", '"rat pushes: 1 HP instead of Stamina (12/13)"', "MYT-11 miss"),
        {**PAID_HP, **DODGED},
        ("MYT-20 exhausted", "MYT-21 pushing"),
    ),
    (
        "MYT-21",
        "the last HP: the attack is carried out, then it falls",
        "rat: {stamina: 0/7, pushing: true, hp: 1/13}\nwolf: {armor: null}",
        "attack rat wolf --push",
        "9 11 6",
        ("MYT-11 hit", '"wolf takes 6 damage"', '"rat is unconscious"'),
        {"rat.hp": "0/13", "rat.used-combat-skill": "true", **DODGED, "wolf.hp": "4/10"},
        (),
    ),
    (
        "MYT-21",
        "the target pays for its defense with its last HP: 3 + 10 beats 9, then it falls",
        "wolf: {stamina: 0/6, pushing: true, hp: 1/10}",
        "attack rat wolf --target-push",
        "4 10",
        ('"dodged (9 < 13)"', '"wolf is unconscious"'),
        {
            "rat.stamina": "6/7",
            "rat.used-combat-skill": "true",
            "wolf.hp": "0/10",
            "wolf.used-combat-skill": "true",
        },
        (),
    ),
    # rest
    (
        "MYT-22",
        "a whole round without a Combat Skill: END 1 + 1 = 2 at the start of its turn",
        (
            "round: 3\nturn: wolf\norder: [rat, wolf]\nacted: [rat]\n"
            "rat: {stamina: 3/7}\nwolf: {used-combat-skill: true, stamina: 2/6}"
        ),
        "next",
        "",
        ('"rat rested: 2 Stamina back (5/7)"',),
        {
            "round": "4",
            "turn": "rat",
            "acted": None,
            "rat.stamina": "5/7",
            "wolf.used-combat-skill": None,
        },
        (),
    ),
    (
        "MYT-22",
        "the next to rest: END 0 + 1; not before its own turn",
        "round: 4\nturn: rat\norder: [rat, wolf]\nwolf: {rested: true, stamina: 2/6}",
        "next",
        "",
        ('"wolf rested: 1 Stamina back (3/6)"',),
        {"turn": "wolf", "acted": ["rat"], "wolf.stamina": "3/6", "wolf.rested": None},
        (),
    ),
    (
        "MYT-22",
        "never above the maximum",
        "round: 4\nturn: rat\norder: [rat, wolf]\nwolf: {rested: true, mods: {agi: 3, end: 4}, stamina: 8/10}",
        "next",
        "",
        ('"wolf rested: 2 Stamina back (10/10)"',),
        {"turn": "wolf", "acted": ["rat"], "wolf.stamina": "10/10", "wolf.rested": None},
        (),
    ),
    (
        "MYT-22",
        "END -1 or less brings nothing",
        "round: 4\nturn: rat\norder: [rat, wolf]\nwolf: {rested: true, mods: {agi: 3, end: -3}, stamina: 1/3}",
        "next",
        "",
        ("turn",),
        {"turn": "wolf", "acted": ["rat"], "wolf.rested": None},
        ("MYT-22 rested",),
    ),
    (
        "MYT-22",
        "not while unconscious",
        (
            "round: 4\nturn: rat\norder: [rat, wolf, fox]\nwolf: {rested: true, hp: 0/10, stamina: 1/6}\n"
            "fox: {at: 0808, weapons: {bite: {skill: bite}}}"
        ),
        "next",
        "",
        ('"wolf is passed over: unconscious"',),
        {"turn": "fox", "acted": ["rat", "wolf"], "wolf.rested": None},
        ("MYT-22 rested",),
    ),
    (
        "MYT-22",
        "exhausted no longer; it lies where it lay",
        "round: 4\nturn: rat\norder: [rat, wolf]\nwolf: {rested: true, stamina: 0/6, exhausted: true, posture: prone}",
        "next",
        "",
        ("MYT-22 rested", '"wolf is no longer exhausted"'),
        {"turn": "wolf", "acted": ["rat"], "wolf.stamina": "1/6", "wolf.rested": None, "wolf.exhausted": None},
        (),
    ),
    (
        "MYT-22",
        "pushing no longer",
        "round: 4\nturn: rat\norder: [rat, wolf]\nwolf: {rested: true, stamina: 0/6, pushing: true}",
        "next",
        "",
        ('"wolf is no longer pushing"',),
        {"turn": "wolf", "acted": ["rat"], "wolf.stamina": "1/6", "wolf.rested": None, "wolf.pushing": None},
        (),
    ),
    (
        "MYT-22",
        "exhausted no longer by what the GM gave it, rested or not",
        "round: 4\nturn: rat\norder: [rat, wolf]\nwolf: {stamina: 2/6, exhausted: true, posture: prone}",
        "next",
        "",
        ('"wolf is no longer exhausted"', '"wolf\'s turn: 3 actions, Stamina 2/6, Speed 1"'),
        {"turn": "wolf", "acted": ["rat"], "wolf.exhausted": None},
        ("MYT-22 rested",),
    ),
    (
        "MYT-22",
        "a round that it sits out is no turn of its own: AGI -2 acts in rounds 1, 4, 7",
        "round: 1\nturn: rat\norder: [rat, wolf]\nwolf: {mods: {agi: -2}, actions: 0, stamina: 2/6}",
        "next",
        "",
        ('"wolf\'s turn: no action left"',),
        {"turn": "wolf", "acted": ["rat"]},
        ("MYT-22 rested",),
    ),
    (
        "MYT-22",
        "it keeps its rest until then: END 0 + 1 in round 4, once",
        "round: 3\nturn: rat\norder: [wolf, rat]\nacted: [wolf]\nwolf: {mods: {agi: -2}, rested: true, stamina: 2/6}",
        "next",
        "",
        ('"round 4"', '"wolf rested: 1 Stamina back (3/6)"'),
        {
            "round": "4",
            "turn": "wolf",
            "acted": None,
            "rat.rested": "true",
            "wolf.stamina": "3/6",
            "wolf.rested": None,
        },
        (),
    ),
    (
        "MYT-22",
        "passed over in a round it sits out, it keeps its rest for the turn to come",
        "round: 2\nturn: rat\norder: [rat, wolf]\nwolf: {mods: {agi: -1}, rested: true, stamina: 2/6}",
        "next",
        "",
        ('"wolf is passed over: slow (AGI -1), it acts in round 3"', '"round 3"'),
        {"round": "3"},
        ("MYT-22 rested",),
    ),
    (
        "MYT-22",
        "Stamina that the GM gives ends it, too, with what comes next",
        "rat: {stamina: 2/7, exhausted: true}",
        "attack rat wolf",
        "4 7",
        ("MYT-22 breath", "MYT-11 miss"),
        {"rat.stamina": "1/7", "rat.exhausted": None, "rat.used-combat-skill": "true", **DODGED},
        (),
    ),
    (
        "MYT-22",
        "the target's, too, before it defends itself: the check for its last, 10 + 0 against 10, stands alone",
        "wolf: {stamina: 1/6, exhausted: true}",
        "attack rat wolf",
        "4 7 10",
        ('"wolf is no longer exhausted"', "MYT-11 miss", "MYT-21 pushing"),
        {
            "rat.stamina": "6/7",
            "rat.used-combat-skill": "true",
            "wolf.stamina": "0/6",
            "wolf.used-combat-skill": "true",
            "wolf.exhausted": None,
            "wolf.pushing": "true",
        },
        (),
    ),
]


def test_stamina(row, bench):
    bench.holds(row)


def test_who_used_one_in_the_round_does_not_rest(bench):
    """The rat attacks, the wolf dodges, both turns end: nobody has Stamina back in round 2."""
    bench.lay("round: 1\nturn: rat\norder: [rat, wolf]")
    assert bench.go_on("attack rat wolf", "4 7").code == 0
    bench.go_on("next")
    played = bench.go_on("next")
    assert '"round 2"' in played.told
    assert "MYT-22 rested" not in played.told
    assert "MYT-22 rested" not in bench.go_on("next").told
    assert played.after["combatants"]["rat"]["stamina"] == "6/7"
    # round 2 goes by without any: at their next turns 2 and 1
    told = [*bench.go_on("next").told, *bench.go_on("next").told]
    assert '"rat rested: 1 Stamina back (7/7)"' in told
    assert '"wolf rested: 1 Stamina back (6/6)"' in told
