"""The commands every system has: where each is, what it does, what its words are. No command is imported for it."""

from typing import NamedTuple

FILES = ":files"
"""stands for whatever files there are"""
VALUED = {
    "--file": FILES,
    "-f": FILES,
    "--dice": "ask all dice are asked for|ask:pc the players' dice are asked for|random rolled, whatever the habit",
    "--seed": "",
    "--mod": "",
    "--target-mod": "",
}
"""the global options that take a value, with what it may be, for completion: words and what they mean"""
BARE = {
    "--dry-run": "show what would happen and the file's diff; write nothing",
    "-n": "",
    "--json": "one JSON object instead of text",
    "--quiet": "say nothing but errors",
    "-q": "",
    "--force": "the GM rules: what is refused becomes a warning",
    "--yes": "do not ask, however many are hit",
    "-y": "",
    "--explain": "name the rule behind each line",
    "--no-color": "no colors; also NO_COLOR, TERM=dumb, or not a terminal",
}
"""the global options that take none, with their help"""


class Fixed(NamedTuple):
    """A command every system has."""

    module: str
    summary: str
    words: str = ""
    """what its words are, for completion: `NAME KEY...`"""


FIXED = {
    "init": Fixed("files", "Write a commented starter encounter.", "FILE"),
    "use": Fixed("files", "Make an encounter the current one, or tell which is.", "FILE"),
    "edit": Fixed("editor", "Open the encounter in your editor, and check it after."),
    "status": Fixed("show", "Show the round, whose turn it is and everybody.", "NAME"),
    "add": Fixed("cast", "Add combatants from the bestiary, or like one who is there.", "CREATURE VALUE..."),
    "remove": Fixed("cast", "Take combatants out of the fight and the file.", "NAME..."),
    "set": Fixed("edit", "Set values of a combatant by hand.", "NAME KEY..."),
    "map": Fixed("map", "Draw the map, or tell it in words."),
    "from": Fixed("map", "Tell distance, direction, arc and sight from one to others.", "NAME NAME"),
    "odds": Fixed("odds", "Count the exact chances of a command.", "VERB..."),
    "simulate": Fixed("simulate", "Play the fight many times, and tell how it may end."),
    "roll": Fixed("roll", "Roll dice."),
    "run": Fixed("script", "Do the commands of a file, all or none, as one step.", "FILE"),
    "shell": Fixed("sitting", "Play at a prompt, with completion: the same commands.", "FILE"),
    "undo": Fixed("past", "Take back the last command, or the last N."),
    "redo": Fixed("past", "Do again what was undone."),
    "again": Fixed("past", "Play the last command once more, with other dice or options."),
    "log": Fixed("log", "Show what was done so far."),
    "replay": Fixed("replay", "Play the whole history again and compare."),
    "check": Fixed("check", "Check encounters and bestiaries for faults.", "FILE..."),
    "bestiary": Fixed("bestiary", "List the creatures to fight with, or show one.", "CREATURE"),
    "rules": Fixed("show", "Show a system's rules and switches.", "SYSTEM"),
    "systems": Fixed("show", "List the rule systems there are."),
    "schema": Fixed("schema", "Print the JSON Schema of a system, for your editor.", "SYSTEM"),
    "completion": Fixed("scripts", "Print the completion script of a shell.", "SHELL"),
    "help": Fixed("manual", "Show the manual: a command, a topic, a rule system.", "PAGE"),
}
