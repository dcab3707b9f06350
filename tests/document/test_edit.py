"""What an edit writes, style by style. Each row: the file before, the edits, the file after."""

from typing import Any

import pytest

from gmtool.document import edit as editing
from gmtool.document.edit import Delete, Edit, Insert, Set, Text, edit
from gmtool.document.parse import parse
from gmtool.errors import BadFile, Bug


def edited(before: str, *changes: Edit) -> str:
    return edit(parse(before.encode(), "fight.yaml"), changes).text


ORDER = ("system", "round", "phase", "turn", "order", "combatants", "notes")

SCALARS = [
    ("plain", "hp: 8/8\n", Set(("hp",), "7/8"), "hp: 7/8\n"),
    ("single quotes stay", "at: '0304'\n", Set(("at",), "0305"), "at: '0305'\n"),
    ("double quotes stay", 'at: "0304"\n', Set(("at",), "0305"), 'at: "0305"\n'),
    ("single quotes double theirs", "say: 'x'\n", Set(("say",), "it's"), "say: 'it''s'\n"),
    ("double quotes escape", 'say: "x"\n', Set(("say",), 'a "b" \\'), 'say: "a \\"b\\" \\\\"\n'),
    ("a line break needs double quotes", "say: 'x'\n", Set(("say",), "a\nb"), 'say: "a\\nb"\n'),
    ("a label stays plain", "at: 0304\n", Set(("at",), "0012"), "at: 0012\n"),
    ("words of YAML 1.1 stay plain", "turn: rat\n", Set(("turn",), "no"), "turn: no\n"),
    ("free text does not", "name: rat\n", Set(("name",), Text("no")), 'name: "no"\n'),
    ("free text that is no other type does", "name: rat\n", Set(("name",), Text("Al B.")), "name: Al B.\n"),
    ("quoted in the habit of the file", "a: 'x'\nb: y\n", Set(("b",), "x: y"), "a: 'x'\nb: 'x: y'\n"),
    ("the plus of a number stays", "mod: +3\n", Set(("mod",), "4"), "mod: +4\n"),
    ("but not before a minus", "mod: +3\n", Set(("mod",), "-1"), "mod: -1\n"),
    ("nor before a word", "mod: +3\n", Set(("mod",), "none"), "mod: none\n"),
    ("comment keeps its column, growing", "hp: 9   # of 12\n", Set(("hp",), "10"), "hp: 10  # of 12\n"),
    ("comment keeps its column, shrinking", "hp: 12 # of 12\n", Set(("hp",), "9"), "hp: 9  # of 12\n"),
    ("comment moves when there is no room", "hp: 9 # of 12\n", Set(("hp",), "123"), "hp: 123 # of 12\n"),
    ("a sign like a comment inside quotes", "n: 'a # b'  # c\n", Set(("n",), "ab"), "n: 'ab'     # c\n"),
    ("empty", "turn:\nround: 1\n", Set(("turn",), "rat"), "turn: rat\nround: 1\n"),
    ("empty before a comment", "turn:     # who\n", Set(("turn",), "rat"), "turn: rat # who\n"),
    ("null", "turn: ~\n", Set(("turn",), "rat"), "turn: rat\n"),
    ("to nothing", "turn: rat  # who\nround: 1\n", Set(("turn",), None), "turn:      # who\nround: 1\n"),
    ("to nothing as the file writes it", "turn: rat\nphase: ~\n", Set(("turn",), None), "turn: ~\nphase: ~\n"),
    ("to nothing in brackets", "a: {b: 1, c: 2}\n", Set(("a", "b"), None), "a: {b: , c: 2}\n"),
    ("to nothing in a list", "a: [b, c]\n", Set(("a", 0), None), "a: [null, c]\n"),
    ("a key without a value in braces", "a: {prone, b: 1}\n", Set(("a", "prone"), "2"), "a: {prone: 2, b: 1}\n"),
    ("several lines become one", "a: one\n  two\nb: 1\n", Set(("a",), "x"), "a: x\nb: 1\n"),
    ("a block text, one line", "a: |-   # c\n  one\n  two\nb: 1\n", Set(("a",), "x"), "a: x   # c\nb: 1\n"),
    ("a block text, lines", "a: |\n   one\nb: 1\n", Set(("a",), "x\n\ny\n"), "a: |\n   x\n\n   y\nb: 1\n"),
    ("a block text, no line end", "a: >  # c\n one\nb: 1\n", Set(("a",), "x\ny"), "a: |- # c\n x\n y\nb: 1\n"),
    ("CRLF", "a: 1\r\nb: 2\r\n", Set(("a",), "3"), "a: 3\r\nb: 2\r\n"),
    ("no final line end", "a: 1\nb: 2", Set(("b",), "3"), "a: 1\nb: 3"),
    ("with an anchor", "a: &x 1\nb: 2\n", Set(("a",), "3"), "a: &x 3\nb: 2\n"),
    ("with a tag", 'a: !!str "1"\n', Set(("a",), "3"), 'a: !!str "3"\n'),
    ("with a colon where the file has one", "a: {t: 3:20}\n", Set(("a", "t"), "3:21"), "a: {t: 3:21}\n"),
    ("in an indented dash", "a:\n  -   x   # c\n", Set(("a", 0), "long"), "a:\n  -   long # c\n"),
]

COLUMNS = [
    (
        "a number in flow rows grows into its padding",
        "rat: {hp:  9, at: 0304}\nbob: {hp: 12, at: 0305}\n",
        Set(("rat", "hp"), "10"),
        "rat: {hp: 10, at: 0304}\nbob: {hp: 12, at: 0305}\n",
    ),
    (
        "and shrinks back into it",
        "rat: {hp:  9, at: 0304}\nbob: {hp: 12, at: 0305}\n",
        Set(("bob", "hp"), "8"),
        "rat: {hp:  9, at: 0304}\nbob: {hp:  8, at: 0305}\n",
    ),
    (
        "words in flow rows are padded behind the comma",
        "rat: {side: pc,  hp: 9}\nbob: {side: foe, hp: 8}\n",
        Set(("rat", "side"), "npc"),
        "rat: {side: npc, hp: 9}\nbob: {side: foe, hp: 8}\n",
    ),
    (
        "and lose it again",
        "rat: {side: pc,  hp: 9}\nbob: {side: foe, hp: 8}\n",
        Set(("bob", "side"), "pc"),
        "rat: {side: pc,  hp: 9}\nbob: {side: pc,  hp: 8}\n",
    ),
    (
        "rows that are not in columns are not made so",
        "rat: {hp: 10, at: 0304}\nbob: {hp: 12, at: 0305}\n",
        Set(("bob", "hp"), "8"),
        "rat: {hp: 10, at: 0304}\nbob: {hp: 8, at: 0305}\n",
    ),
    ("numbers below each other", "str:  8\ndex: 12\n", Set(("str",), "10"), "str: 10\ndex: 12\n"),
    ("numbers below each other, shrinking", "str:  8\ndex: 12\n", Set(("dex",), "9"), "str:  8\ndex:  9\n"),
    ("values in a column stay in it", "round:  9\nturn:   x\n", Set(("round",), "10"), "round:  10\nturn:   x\n"),
    (
        "a row's comment stays in its column",
        "rat: {hp: 9}  # Ann\nbob: {hp: 10} # Ben\n",
        Set(("rat", "hp"), "10"),
        "rat: {hp: 10} # Ann\nbob: {hp: 10} # Ben\n",
    ),
    (
        "two values and a comment on one line",
        "rat: {hp: 9, mp: 10}  # Ann\n",
        [Set(("rat", "hp"), "10"), Set(("rat", "mp"), "9")],
        "rat: {hp: 10, mp: 9}  # Ann\n",
    ),
]

ADDED = [
    ("in schema order", "system: bnb\nturn: x\n", Set(("round",), "1", ORDER), "system: bnb\nround: 1\nturn: x\n"),
    ("first of all", "turn: x\n", Set(("round",), "1", ORDER), "round: 1\nturn: x\n"),
    ("unknown ones last", "system: bnb\nturn: x\n", Set(("y",), "1", ORDER), "system: bnb\nturn: x\ny: 1\n"),
    (
        "several at once, each in its place",
        "system: bnb\ncombatants: {}\n",
        [Set(("turn",), "x", ORDER), Set(("round",), "1", ORDER), Set(("notes",), [], ORDER)],
        "system: bnb\nround: 1\nturn: x\ncombatants: {}\nnotes: []\n",
    ),
    (
        "never before a merge",
        "b: &b {x: 1}\nc:\n  <<: *b\n",
        Set(("c", "y"), "2", ("y",)),
        "b: &b {x: 1}\nc:\n  <<: *b\n  y: 2\n",
    ),
    (
        "behind a comment deeper than the last",
        "a:\n  b: 1\n    # of b\n  # of a\nc: 2\n",
        Set(("a", "d"), "3"),
        "a:\n  b: 1\n    # of b\n  d: 3\n  # of a\nc: 2\n",
    ),
    (
        "not below the next heading",
        "a:\n  b: 1\n\n# next\nc: 2\n",
        Set(("a", "d"), "3"),
        "a:\n  b: 1\n  d: 3\n\n# next\nc: 2\n",
    ),
    ("values in a column", "system:  x\nround:   1\n", Set(("turn",), "y"), "system:  x\nround:   1\nturn:    y\n"),
    ("one gap", "a:   x\nbcd:   1\n", Set(("e",), "y"), "a:   x\nbcd:   1\ne:   y\n"),
    ("a blank before the colon", "a : x\nbc : 1\n", Set(("e",), "y"), "a : x\nbc : 1\ne : y\n"),
    ("quoted keys", '"a": "x"\n"b": 1\n', Set(("c",), "y"), '"a": "x"\n"b": 1\n"c": "y"\n'),
    ("numbers beside quoted words", '"a": "x"\n"b": 1\n', Set(("c",), "2"), '"a": "x"\n"b": 1\n"c": 2\n'),
    ("no final line end", "a: 1", Set(("b",), "2"), "a: 1\nb: 2"),
    ("CRLF", "a: 1\r\n", Set(("b",), {"c": {"d": "1"}}), "a: 1\r\nb:\r\n  c: {d: 1}\r\n"),
    (
        "mixed line ends: as the line above",
        "a: 1\r\nb: 2\nc: 3\r\n",
        Set(("d",), "4"),
        "a: 1\r\nb: 2\nc: 3\r\nd: 4\r\n",
    ),
    ("parents that do not exist", "a: 1\n", Set(("b", "c", "d"), "2"), "a: 1\nb:\n  c: {d: 2}\n"),
    ("a parent that is empty", "a:\nb: 1\n", Set(("a", "c"), "2"), "a: {c: 2}\nb: 1\n"),
    (
        "a parent that is only a comment",
        "a:  # none yet\n  # here\nb: 1\n",
        Set(("a", "c"), "2"),
        "a: {c: 2} # none yet\n  # here\nb: 1\n",
    ),
    ("a mapping of words in one line", "a:\n  b: 1\n", Set(("a", "m"), {"x": "1"}), "a:\n  b: 1\n  m: {x: 1}\n"),
    ("a list of words in one line", "a: 1\n", Set(("o",), ["x", "y"]), "a: 1\no: [x, y]\n"),
    ("a list of mappings one a line", "a: 1\n", Set(("o",), [{"x": "1"}]), "a: 1\no:\n  - {x: 1}\n"),
    ("dashes as the file has them", "a:\n- x\n", Set(("o",), [{"x": "1"}]), "a:\n- x\no:\n- {x: 1}\n"),
    ("indented as the file is", "a:\n    b: 1\n", Set(("c",), {"d": {"e": "1"}}), "a:\n    b: 1\nc:\n    d: {e: 1}\n"),
    ("between braces", "a: {b: 1, c: 2}\n", Set(("a", "d"), "3"), "a: {b: 1, c: 2, d: 3}\n"),
    ("between braces in order", "a: {b: 1, d: 2}\n", Set(("a", "c"), "3", ("b", "c", "d")), "a: {b: 1, c: 3, d: 2}\n"),
    ("between braces, first", "a: {b: 1}\n", Set(("a", "a"), "3", ("a", "b")), "a: {a: 3, b: 1}\n"),
    ("between tight braces", "a: {b: 1,c: 2}\n", Set(("a", "d"), "3"), "a: {b: 1,c: 2,d: 3}\n"),
    ("between wide braces", "a: { b: 1 }\n", Set(("a", "d"), "3"), "a: { b: 1, d: 3 }\n"),
    ("before a trailing comma", "a: {b: 1, }\n", Set(("a", "d"), "3"), "a: {b: 1, d: 3, }\n"),
    ("into empty braces", "a: {}\n", Set(("a", "d"), "3"), "a: {d: 3}\n"),
    ("into wide empty braces", "a: { }\n", Set(("a", "d"), "3"), "a: { d: 3 }\n"),
    ("behind an empty value in braces", "a: {b: }\n", Set(("a", "d"), "3"), "a: {b: , d: 3}\n"),
    ("quoted in braces where a colon is inside", "a: {b: 1}\n", Set(("a", "u"), "x:y"), 'a: {b: 1, u: "x:y"}\n'),
    (
        "a line of its own between braces over lines",
        '{\n  "a": 1,\n  "b": 2\n}\n',
        Set(("c",), "x"),
        '{\n  "a": 1,\n  "b": 2,\n  "c": "x"\n}\n',
    ),
    (
        "behind comments between braces over lines",
        "a: {\n  b: 1,  # one\n  c: 2   # two\n}\n",
        Set(("a", "d"), "3"),
        "a: {\n  b: 1,  # one\n  c: 2,   # two\n  d: 3\n}\n",
    ),
    (
        "between lines with a trailing comma",
        "a: {\n  b: 1,\n}\n",
        Set(("a", "d"), "3"),
        "a: {\n  b: 1,\n  d: 3,\n}\n",
    ),
    (
        "JSON keeps to JSON",
        '{"a": {"x": "1"}, "b": [1]}\n',
        Set(("c",), {"y": "w", "z": "2"}),
        '{"a": {"x": "1"}, "b": [1], "c": {"y": "w", "z": 2}}\n',
    ),
]

COMBATANTS = [
    (
        "a combatant in the shape of the last, its values quoted as the last's",
        'combatants:\n    rat:\n        at: "0304"\n        hp: 3\n        stats: {str: 1}\n',
        Set(("combatants", "bob"), {"at": "0305", "hp": "4", "stats": {"str": "2"}}),
        (
            'combatants:\n    rat:\n        at: "0304"\n        hp: 3\n        stats: {str: 1}\n'
            '    bob:\n        at: "0305"\n        hp: 4\n        stats: {str: 2}\n'
        ),
    ),
    (
        "a flow row beside flow rows",
        "combatants:\n  rat:  {hp: 3, at: 0304}   # Ann\n  wolf: {hp: 9, at: 0404}\n",
        Set(("combatants", "bob"), {"hp": "4", "at": "0305"}),
        "combatants:\n  rat:  {hp: 3, at: 0304}   # Ann\n  wolf: {hp: 9, at: 0404}\n  bob:  {hp: 4, at: 0305}\n",
    ),
    (
        "with a blank line between, as the others have",
        "combatants:\n  rat:\n    hp: 3\n\n  bob:\n    hp: 4\n\n# end\n",
        Set(("combatants", "eel"), {"hp": "5"}),
        "combatants:\n  rat:\n    hp: 3\n\n  bob:\n    hp: 4\n\n  eel:\n    hp: 5\n\n# end\n",
    ),
    (
        "the first of all, over lines",
        "combatants: {}\n",
        Set(("combatants", "rat"), {"hp": "3", "stats": {"str": "1"}}),
        "combatants:\n  rat:\n    hp: 3\n    stats: {str: 1}\n",
    ),
    (
        "a key that a neighbor has, written as there",
        "c:\n  rat:\n    hp: 3\n    marks:\n      - prone\n  bob:\n    hp: 4\n",
        Set(("c", "bob", "marks"), ["dazed"]),
        "c:\n  rat:\n    hp: 3\n    marks:\n      - prone\n  bob:\n    hp: 4\n    marks:\n      - dazed\n",
    ),
    (
        "taking one away with its comments, and nobody else's",
        "c:\n  # heading\n  rat:   # Ann\n    hp: 3\n    # low\n  # of bob\n  bob:\n    hp: 4\n",
        Delete(("c", "rat")),
        "c:\n  # heading\n  # of bob\n  bob:\n    hp: 4\n",
    ),
    (
        "one blank line stays where there were two",
        "c:\n  rat:\n    hp: 3\n\n  bob:\n    hp: 4\n\n  eel:\n    hp: 5\n",
        Delete(("c", "bob")),
        "c:\n  rat:\n    hp: 3\n\n  eel:\n    hp: 5\n",
    ),
    (
        "and none at the end",
        "c:\n  rat:\n    hp: 3\n\n  bob:\n    hp: 4\n",
        Delete(("c", "bob")),
        "c:\n  rat:\n    hp: 3\n",
    ),
    (
        "the last one leaves braces on its parent's line",
        "c:   # who\n  rat:\n    hp: 3\nround: 1\n",
        Delete(("c", "rat")),
        "c: {} # who\nround: 1\n",
    ),
    (
        "all of them at once",
        "c:\n  rat:\n    hp: 3\n  bob: {hp: 4}\nround: 1\n",
        [Delete(("c", "bob")), Delete(("c", "rat"))],
        "c: {}\nround: 1\n",
    ),
    (
        "one goes, another comes in its place",
        "c:\n  rat:\n    hp: 3\nround: 1\n",
        [Delete(("c", "rat")), Set(("c", "bob"), {"hp": "4"})],
        "c:\n  bob:\n    hp: 4\nround: 1\n",
    ),
]

DELETED = [
    ("an entry with its comment", "a: 1  # one\nb: 2\n", Delete(("a",)), "b: 2\n"),
    ("comments above stay", "# heading\na: 1\nb: 2\n", Delete(("a",)), "# heading\nb: 2\n"),
    ("the last, no final line end", "a: 1\nb: 2", Delete(("b",)), "a: 1"),
    ("from braces, first", "a: {b: 1, c: 2}\n", Delete(("a", "b")), "a: {c: 2}\n"),
    ("from braces, last", "a: {b: 1, c: 2}\n", Delete(("a", "c")), "a: {b: 1}\n"),
    ("from braces, the only one", "a: {b: 1}  # c\n", Delete(("a", "b")), "a: {}      # c\n"),
    ("JSON keeps no trailing comma", '{\n  "a": 1,\n  "b": 2\n}\n', Delete(("b",)), '{\n  "a": 1\n}\n'),
    ("a trailing comma stays", "a: {\n  b: 1,\n  c: 2,  # two\n}\n", Delete(("a", "c")), "a: {\n  b: 1,\n}\n"),
    ("a line of its own in brackets", "a: [\n  x,\n  # of y\n  y,\n]\n", Delete(("a", 0)), "a: [\n  # of y\n  y,\n]\n"),
    ("an item", "a:\n  - x  # 1\n  - y\n", Delete(("a", 0)), "a:\n  - y\n"),
    ("the last item", "a:\n  - x\nb: 1\n", Delete(("a", 0)), "a: []\nb: 1\n"),
    ("the first key behind a dash", "a:\n  - b: 1  # one\n    c: 2\n", Delete(("a", 0, "b")), "a:\n  - c: 2\n"),
    ("the only key behind a dash", "a:\n  - b: 1\n  - c: 2\n", Delete(("a", 0, "b")), "a:\n  - {}\n  - c: 2\n"),
    ("an item that begins with a dash", "a:\n  - - x\n    - y\n", Delete(("a", 0, 0)), "a:\n  - - y\n"),
    ("blank lines that a text keeps", "a: |+\n  x\n\nb: 1\n\nc: 2\n", Delete(("b",)), "a: |+\n  x\n\nc: 2\n"),
    (
        "two in one batch, by the places that are left",
        "a: [x, y, z]\n",
        [Delete(("a", 0)), Delete(("a", 0))],
        "a: [z]\n",
    ),
]

INSERTED = [
    ("at the end", "a:\n  - x\n  # of a\nb: 1\n", Insert(("a",), 1, "y"), "a:\n  - x\n  - y\n  # of a\nb: 1\n"),
    ("in front", "a:\n  # first\n  - x\n", Insert(("a",), 0, "y"), "a:\n  # first\n  - y\n  - x\n"),
    ("between", "a:\n- x   # 1\n- z\n", Insert(("a",), 1, "y"), "a:\n- x   # 1\n- y\n- z\n"),
    ("with the gap of the others", "a:\n  -   x\n", Insert(("a",), 1, "y"), "a:\n  -   x\n  -   y\n"),
    ("quoted as the others", "a:\n  - 'x'\n", Insert(("a",), 1, "y"), "a:\n  - 'x'\n  - 'y'\n"),
    (
        "a blank line apart as the others",
        "a:\n  - x\n\n  - y\n",
        Insert(("a",), 2, "z"),
        "a:\n  - x\n\n  - y\n\n  - z\n",
    ),
    (
        "a mapping like the last",
        "a:\n  - b: 1\n    c: 2\n",
        Insert(("a",), 1, {"b": "3"}),
        "a:\n  - b: 1\n    c: 2\n  - b: 3\n",
    ),
    ("a flow row like the last", "a:\n  - {b: 1}\n", Insert(("a",), 1, {"b": "3"}), "a:\n  - {b: 1}\n  - {b: 3}\n"),
    ("in brackets", "a: [x, y]  # c\n", Insert(("a",), 1, "z"), "a: [x, z, y] # c\n"),
    ("in tight brackets", "a: [x,y]\n", Insert(("a",), 2, "z"), "a: [x,y,z]\n"),
    ("into empty ones", "a: []\n", Insert(("a",), 0, "z"), "a: [z]\n"),
    ("into nothing", "a:\nb: 1\n", Insert(("a",), 0, "z"), "a: [z]\nb: 1\n"),
    ("into a list that is not there", "b: 1\n", Insert(("a",), 0, "z"), "b: 1\na: [z]\n"),
    (
        "free text over lines",
        "a: []  # c\n",
        Insert(("a",), 0, Text("the end: near")),
        'a:  # c\n  - "the end: near"\n',
    ),
    ("nothing, among brackets", "a: [x]\n", Insert(("a",), 1, None), "a: [x, null]\n"),
    (
        "a line of its own in brackets",
        "a: [\n  x,   # 1\n  y    # 2\n]\n",
        Insert(("a",), 2, "z"),
        "a: [\n  x,   # 1\n  y,    # 2\n  z\n]\n",
    ),
    (
        "several in one batch",
        "a: [x]\n",
        [Insert(("a",), 1, "y"), Insert(("a",), 0, "w"), Delete(("a", 1))],
        "a: [w, y]\n",
    ),
    ("below a dash without a line of its own", "a:\n  - - x\n", Insert(("a", 0), 0, "w"), "a:\n  - - w\n    - x\n"),
]

WHOLE = [
    (
        "a list: what is equal stays",
        "a:\n  - x  # 1\n  - y  # 2\n  - z  # 3\n",
        Set(("a",), ["x", "z"]),
        "a:\n  - x  # 1\n  - z  # 3\n",
    ),
    ("a list: what is new is put between", "a: [x, z]\n", Set(("a",), ["x", "y", "z"]), "a: [x, y, z]\n"),
    ("a list: the others are changed", "a:\n  - x\n  - y  # 2\n", Set(("a",), ["x", "w"]), "a:\n  - x\n  - w  # 2\n"),
    (
        "a mapping: only what differs",
        "a:\n  b: 1  # one\n  c: 2\n",
        Set(("a",), {"b": "1", "c": "3"}),
        "a:\n  b: 1  # one\n  c: 3\n",
    ),
    ("a word to a mapping", "a: x  # c\n", Set(("a",), {"b": "1"}), "a: {b: 1} # c\n"),
    ("a mapping to a word", "a:  # c\n  b: 1\n  c: 2\nd: 3\n", Set(("a",), "x"), "a: x # c\nd: 3\n"),
    ("a flow row to a list", "a: {b: 1}\n", Set(("a",), ["x"]), "a: [x]\n"),
    ("an item to lines", "a:\n  - x\n", Set(("a", 0), {"b": {"c": "1"}}), "a:\n  - b: {c: 1}\n"),
    ("a set, then a part of it", "a: 1\n", [Set(("b",), {"c": "1"}), Set(("b", "c"), "2")], "a: 1\nb: {c: 2}\n"),
    ("there and back again", "a: 1\n", [Set(("a",), "2"), Set(("a",), "1")], "a: 1\n"),
]


@pytest.mark.parametrize(
    ("before", "changes", "after"),
    [
        pytest.param(before, changes, after, id=f"{group}: {name}")
        for group, table in {
            "scalar": SCALARS,
            "column": COLUMNS,
            "added": ADDED,
            "combatant": COMBATANTS,
            "deleted": DELETED,
            "inserted": INSERTED,
            "whole": WHOLE,
        }.items()
        for name, before, changes, after in table
    ],
)
def test_edit_writes(before: str, changes: Edit | list[Edit], after: str, each_parser: str) -> None:
    assert edited(before, *(changes if isinstance(changes, list) else [changes])) == after


@pytest.mark.parametrize(
    ("before", "change", "words", "column"),
    [
        ("a: [b: 1]\n", Set(("a", 0, "c"), "2"), "without braces", 5),
        ("a: [b: 1]\n", Delete(("a", 0, "b")), "without braces", 5),
        ("b: &b {x: 1}\nc: {<<: *b, y: 2}\n", Delete(("c", "x")), "brings in `x`", 5),
        ("b: &b {x: 1}\nc: {<<: *b, x: 2}\n", Delete(("c", "x")), "brings in `x`", 5),
        ("a: !goblin {b: 1}\n", Set(("a",), "x"), "the tag `!goblin`", 4),
        ("a: !!str x\n", Set(("a",), None), "the tag `tag:yaml.org,2002:str`", 4),
        ("? a\nb: 1\n", Set(("a",), "x"), "written with `?`", 3),
        ("a: |\n  x", Set(("b",), "1"), "no line end", 1),
    ],
)
def test_what_must_be_edited_by_hand(before: str, change: Edit, words: str, column: int) -> None:
    with pytest.raises(BadFile) as caught:
        edited(before, change)
    (fault,) = caught.value.faults
    assert words in fault.text
    assert "by hand" in fault.text
    assert fault.column == column
    assert "^" in fault.excerpt


@pytest.mark.parametrize(
    "change",
    [
        Delete(("b",)),
        Delete(("a", "c", "d")),
        Delete(("l", 2)),
        Set((), {}),
        Set(("l", 5), "x"),
        Set(("a", "b"), "x"),
        Set(("l", "b"), "x"),
        Insert(("l",), 3, "x"),
        Insert(("a",), 0, "x"),
    ],
)
def test_an_edit_of_a_place_that_is_not_there_is_a_bug(change: Edit) -> None:
    with pytest.raises(Bug):
        edited("a: word\nl: [x, y]\n", change)


def test_edit_gives_back_the_document_when_nothing_changes() -> None:
    document = parse(b"a: 1\nb: [x]\n", "fight.yaml")
    assert edit(document, []) is document
    assert edit(document, [Set(("a",), "1"), Set(("b",), ["x"])]) is document


def test_edit_keeps_the_byte_order_mark() -> None:
    document = parse(b"\xef\xbb\xbfa: 1\r\n", "fight.yaml")
    assert edit(document, [Set(("a",), "2")]).encode() == b"\xef\xbb\xbfa: 2\r\n"


def test_edit_reads_the_text_once_more_and_no_oftener(monkeypatch: pytest.MonkeyPatch) -> None:
    reads: list[Any] = []
    monkeypatch.setattr(editing, "parse", lambda raw, name: reads.append(raw) or parse(raw, name))
    document = parse(b"a: 1\nb: {c: 2}\n", "fight.yaml")
    edit(document, [Set(("a",), "2"), Delete(("b", "c")), Set(("d",), ["x"])])
    assert len(reads) == 1


def test_a_text_that_does_not_read_back_as_wanted_is_a_bug_and_names_the_edit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(editing, "parse", lambda raw, name: parse(raw.replace(b"7", b"8"), name))
    document = parse(b"rat: {hp: 9}\n", "fight.yaml")
    with pytest.raises(Bug, match=r"Set rat\.hp"):
        edit(document, [Set(("rat", "hp"), "7")])


def test_a_text_that_cannot_be_read_back_is_a_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(editing, "parse", lambda raw, name: parse(raw + b"}", name))
    with pytest.raises(Bug, match="nothing was written"):
        edit(parse(b"a: 1\n", "fight.yaml"), [Set(("a",), "7")])


def test_a_thousand_combatants_cost_no_more_than_their_number() -> None:
    """The work per combatant does not grow with their number: it is counted in calls, so that no clock decides."""
    import sys

    def calls(count: int) -> int:
        raw = b"combatants:\n" + b"".join(b"  c%d:\n    at: 0304\n    hp: 8/8\n" % i for i in range(count))
        changes = [Set(("combatants", f"c{i}", "hp"), "7/8") for i in range(0, count, 10)]
        seen = 0

        def note(_frame: object, event: str, _arg: object) -> None:
            nonlocal seen
            seen += event in ("call", "c_call")

        sys.setprofile(note)
        try:
            edit(parse(raw, "fight.yaml"), changes)
        finally:
            sys.setprofile(None)
        return seen

    assert calls(1000) < 10.5 * calls(100)
