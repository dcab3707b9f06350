"""A line that is typed, at the prompt or in a script, is split as bash splits it; slips of word processors are told."""

import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gmtool.cli.line import read, spelled

SPLIT: dict[str, list[list[str]]] = {
    "": [],
    "   ": [],
    ";;": [],
    "next": [["next"]],
    "gm next": [["next"]],
    "gm": [[]],
    "gm gm": [["gm"]],
    "attack rat 'Old Tom'": [["attack", "rat", "Old Tom"]],
    'damage "Old Tom" 3': [["damage", "Old Tom", "3"]],
    "damage Old\\ Tom 3": [["damage", "Old Tom", "3"]],
    "damage 'Old 'Tom": [["damage", "Old Tom"]],
    'note "a \\"b\\" c"': [["note", 'a "b" c']],
    "note 'a\\b'": [["note", "a\\b"]],
    'note "a\\b"': [["note", "a\\b"]],
    "note ''": [["note", ""]],
    "roll 2d6 -1": [["roll", "2d6", "-1"]],
    "next; attack rat wolf": [["next"], ["attack", "rat", "wolf"]],
    "next;attack rat wolf;": [["next"], ["attack", "rat", "wolf"]],
    "next; gm undo": [["next"], ["undo"]],
    "note 'x; y'": [["note", "x; y"]],
    'note "x; y" ; next': [["note", "x; y"], ["next"]],
    "note x\\;y": [["note", "x;y"]],
    "next\nundo\n": [["next"], ["undo"]],
    "attack rat wolf \\\n  --charge": [["attack", "rat", "wolf", "--charge"]],
    "next # it's over; undo": [["next"]],
    "# nothing": [],
    "damage wolf#2 1": [["damage", "wolf#2", "1"]],
    "next;# undo": [["next"]],
    "damage\N{NO-BREAK SPACE}rat 1": [["damage", "rat", "1"]],
    "damage O’Malley 3": [["damage", "O’Malley", "3"]],
    "note 'he said “no”'": [["note", "he said “no”"]],
    "roll 2d6 − 1": [["roll", "2d6", "−", "1"]],
}


@pytest.mark.parametrize("text", SPLIT)
def test_a_line_is_split(text: str):
    line = read(text)
    assert [one.said for one in line.commands] == SPLIT[text]
    assert line.slip is None


SLIPS = {
    "damage 'Old Tom 3": ("the quote 'Old Tom 3 is open", 7),
    'note "a': ('the quote "a is open', 5),
    "damage O'Malley 3": ("the quote 'Malley 3 is open", 8),
    "note 'a\nb'": ("the quote 'a is open", 5),
    "next \\": ("nothing stands behind the backslash", 5),
    "damage “Old Tom” 3": ("“ is no quote here", 7),
    "damage „Old Tom“ 3": ("„ is no quote here", 7),
    "damage ‘Old’": ("‘ is no quote here", 7),
    "attack rat —charge": ("—charge begins with a dash", 11),
    "next; attack rat wolf –charge": ("–charge begins with a dash", 22),
}


@pytest.mark.parametrize("text", SLIPS)
def test_what_cannot_be_meant_is_told_with_its_place(text: str):
    slip = read(text).slip
    assert slip is not None
    assert (slip.text, slip.place) == SLIPS[text]
    assert slip.remedy


def test_an_apostrophe_is_told_apart_from_a_quote():
    slip = read("damage O'Malley 3").slip
    assert slip is not None
    assert '"O\'Malley"' in slip.remedy


def test_the_home_folder(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HOME", "/home/gm")
    said = read("use ~/fight.yaml '~/fight.yaml' ~ a~/b").commands[0].said
    assert said == ["use", "/home/gm/fight.yaml", "~/fight.yaml", "~", "a~/b"]


def test_what_is_left_of_a_line_is_told_as_it_was_typed():
    line = read("next;  attack rat 'Old Tom' ;undo # all of it")
    assert line.spelled(line.commands[1:]) == "attack rat 'Old Tom'; undo"


BEGUN = {
    "dam": ("dam", 0, ""),
    "damage ": ("", 7, ""),
    "damage Ol": ("Ol", 7, ""),
    "damage 'Old T": ("Old T", 7, "'"),
    'damage "Old T': ("Old T", 7, '"'),
    "damage Old\\ T": ("Old T", 7, ""),
    "next; dam": ("dam", 6, ""),
    "next;": ("", 5, ""),
}


@pytest.mark.parametrize("text", BEGUN)
def test_the_word_at_the_cursor(text: str):
    line = read(text)
    assert (line.begun.text, line.begun.start, line.quote) == BEGUN[text]


@given(st.text(), st.sampled_from(["", "'", '"']))
def test_a_word_is_read_as_it_was_spelled(word: str, quote: str):
    if "\n" in word:
        return
    line = read(f"x {spelled(word, quote)} y")
    assert line.slip is None
    assert [one.said for one in line.commands] == [["x", word, "y"]]


@given(st.text(alphabet="ab '\"\\-*", max_size=20))
def test_words_are_those_of_any_shell(text: str):
    line = read(text)
    try:
        words = shlex.split(text)
    except ValueError:
        assert line.slip is not None
    else:
        assert line.slip is None
        assert [one.said for one in line.commands] == ([words] if words else [])


@given(st.text(alphabet="ab;# '\"\\\n“—~", max_size=30))
def test_no_line_is_too_odd(text: str):
    line = read(text)
    for command in line.commands:
        for word in command.words:
            assert 0 <= word.start < word.end <= len(text)
