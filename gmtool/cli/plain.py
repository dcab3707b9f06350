"""The lines typed most, verbs and the status, done without click: to import that takes longer than to do them.

Only what is plain is read here: options spelled as they are listed, each with what it wants. Everything else, help and
every mistake in the words among it, is left for click, which reads these lines the same (tested), only later.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from gmtool import session
from gmtool.cli.commands import BARE, FIXED, VALUED
from gmtool.cli.output import Output
from gmtool.cli.words import Split, as_kept, bind, flag_names, key_of, shield
from gmtool.dice.sources import Source
from gmtool.encounter.reading import Reading
from gmtool.errors import BadFile
from gmtool.rules.system import Outcome, play
from gmtool.rules.verbs import Param, Portion, Verb
from gmtool.session import Act, Options

MANY = 4
"""combatants hit by one command from which on a person is asked first"""

_SHORT = {"-n": "--dry-run", "-q": "--quiet", "-y": "--yes", "-f": "--file"}
_REPEATED = ("--mod", "--target-mod")


def done(split: Split, output: Output, settle: Callable[[Mapping[str, Any], Output], Options]) -> bool:
    """Do a plain line; False: nothing was done, it is for click. `settle` makes options of what the words gave.

    Raises what doing it raises.
    """
    name, *words = split.rest or ["status"]
    if (name in FIXED and name != "status") or name.startswith("-") or output.help_wanted:
        return False
    given = global_options(split.front)
    if given is None:
        return False
    output.options = settle(given, output)
    return _status_done(words, output) if name == "status" else _verb_done(name, words, output)


def _status_done(words: Sequence[str], output: Output) -> bool:
    names = [word for word in words if word != "--player"]
    if len(names) > 1 or any(name.startswith("-") for name in names):
        return False
    from gmtool.cli.status import tell_status

    tell_status(output, names[0] if names else None, player="--player" in words)
    return True


def _verb_done(name: str, words: Sequence[str], output: Output) -> bool:
    options = output.options
    try:
        opened = session.open_to_write(options)
    except BadFile:
        return False  # perhaps there is no such verb anywhere: that is looked into there
    with opened:
        verb = opened.reading.system.verb_table.get(name)
        params = params_of(verb, words) if verb is not None else None
        if verb is None or params is None:
            return False
        if output.asks and not options.yes and len(hit_by(verb, bind_all(verb, opened.reading, params))) >= MANY:
            return False  # a person is asked
        output.tell(session.perform(opened, options, as_kept(output.command, options), playing(verb, params, options)))
    return True


def global_options(front: Sequence[str]) -> dict[str, Any] | None:
    """What the global options give, by the names click has for them; None where they are not plain."""
    given: dict[str, Any] = {"file": "", "dice": "", "seed": None, "mod": (), "target_mod": ()}
    given |= {_key(name): False for name in BARE if name not in _SHORT}
    waiting = iter(front)
    for word in waiting:
        name, equals, value = word.partition("=")
        name = _SHORT.get(name, name)
        if name in BARE and not equals:
            given[_key(name)] = True
        elif name in VALUED and not (equals and word.startswith("-f")):
            value = value if equals else next(waiting)
            if name == "--seed" and not (value.isascii() and value.isdecimal()):
                return None
            given[_key(name)] = (
                (*given[_key(name)], value) if name in _REPEATED else int(value) if name == "--seed" else value
            )
        else:
            return None
    return given


def params_of(verb: Verb, words: Sequence[str]) -> dict[str, Any] | None:
    """What a verb's words give, by the names click has for them; None where they are not plain."""
    known = {flag: (key, option) for option in verb.options for flag, key in _flags(option).items()}
    params: dict[str, Any] = {
        key: () if _repeats(option) else None if _takes_value(option) else False for key, option in known.values()
    }
    plain: list[str] = []
    waiting = iter(shield(words))
    for word in waiting:
        if word == "--":
            plain += waiting
        elif not word.startswith("-") or word == "-":
            plain.append(word)
        else:
            flag, equals, value = word.partition("=")
            if flag not in known:
                return None
            key, option = known[flag]
            if not _takes_value(option):
                if equals:
                    return None
                params[key] = True
                continue
            text = value if equals else next(waiting, None)
            if text is None:
                return None
            params[key] = (*params[key], text) if _repeats(option) else text
    return {**params, "words": tuple(plain)}


def playing(verb: Verb, params: Mapping[str, Any], options: Options) -> Act:
    """Play a verb with what its words gave."""

    def act(reading: Reading, source: Source) -> Outcome:
        given = bind_all(verb, reading, params)
        return play(reading.system, verb, reading.encounter, given, source, force=options.force, mods=options.mods)

    return act


def bind_all(verb: Verb, reading: Reading, params: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a verb's parameters. Raises Misused, Unknown."""
    return bind(verb, reading, params["words"], params)


def hit_by(verb: Verb, given: Mapping[str, Any]) -> Sequence[str]:
    """Whom the values name where they may name several."""
    several = [given.get(word.name, ()) for word in verb.words if word.role in ("combatants", "portions")]
    return [str(one.who if isinstance(one, Portion) else one) for found in several for one in found]


def _flags(option: Param) -> dict[str, str]:
    """The words that give an option, each with the name of what it gives."""
    if option.role == "flags":
        return {flag: key_of(option, choice) for flag, choice in flag_names(option).items()}
    return {f"--{option.word}": key_of(option)}


def _takes_value(option: Param) -> bool:
    return option.role not in ("flag", "flags")


def _repeats(option: Param) -> bool:
    return _takes_value(option) and option.several


def _key(name: str) -> str:
    return name.removeprefix("--").replace("-", "_")
