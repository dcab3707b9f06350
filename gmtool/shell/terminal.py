"""The shell on a terminal: editing, completion, history and a bottom line, by prompt_toolkit."""

import os
import sys
from asyncio import sleep
from collections.abc import Iterable, Iterator

from prompt_toolkit import PromptSession
from prompt_toolkit.application import get_app
from prompt_toolkit.auto_suggest import AutoSuggestFromHistory
from prompt_toolkit.buffer import CompletionState
from prompt_toolkit.completion import CompleteEvent, Completer, Completion, get_common_complete_suffix
from prompt_toolkit.document import Document
from prompt_toolkit.filters import completion_is_selected, has_completions
from prompt_toolkit.history import History
from prompt_toolkit.input import create_input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.output import ColorDepth, create_output
from prompt_toolkit.shortcuts import CompleteStyle
from prompt_toolkit.styles import Style

from gmtool.cli.sitting import as_words
from gmtool.errors import NoDice
from gmtool.shell.checking import Sense
from gmtool.shell.history import folder_of, keep, kept
from gmtool.shell.offering import offers
from gmtool.shell.playing import Session, with_a_person
from gmtool.shell.view import Watch, bottom, prompt

HINTS = "TAB completes, `help` explains, Enter: status, Ctrl-D ends"
DICE_HINTS = "faces: 3 5 1 | a total: =14 | rolled: . | Ctrl-C: not done"
LOOK_AGAIN = 1.0
"""seconds after which a waiting prompt looks whether another terminal has changed the encounter"""
STYLE = Style.from_dict({"prompt": "bold", "bottom-toolbar": "noreverse", "bottom-toolbar.text": "reverse"})


def _untold(lost: "sys.UnraisableHookArgs") -> None:
    """Tell what went wrong while something was cleared away, but for an event loop that Ctrl-C left open: no harm."""
    if getattr(lost.object, "__qualname__", "") != "BaseEventLoop.__del__":
        sys.__unraisablehook__(lost)


def play(session: Session) -> int:
    """Play a session; give its exit code."""
    sys.unraisablehook = _untold  # a Ctrl-C that hits the prompt as it closes leaves its loop open
    watch = Watch(lambda: session.options)
    output = create_output(stdout=sys.stdout)
    depth = None if session.options.color else ColorDepth.DEPTH_1_BIT
    lines: PromptSession[str] = PromptSession(
        lambda: [("class:prompt", prompt(watch.look()))],
        input=create_input(),
        output=output,
        color_depth=depth,
        style=STYLE,
        completer=_Words(session),
        complete_while_typing=False,
        complete_style=CompleteStyle.COLUMN,
        validator=Sense(lambda: watch.look().reading),
        validate_while_typing=True,
        history=_Remembered(session, watch),
        auto_suggest=AutoSuggestFromHistory() if session.options.color else None,  # only its color tells it from typing
        enable_history_search=True,
        enable_suspend=True,
        bottom_toolbar=lambda: bottom(watch.look(), session.options, output.get_size().columns),
        key_bindings=_keys(),
    )
    answers: PromptSession[str] = PromptSession(
        input=lines.input, output=output, color_depth=depth, style=STYLE, bottom_toolbar=DICE_HINTS
    )

    def ask(question: str) -> str:
        try:
            return answers.prompt(question)
        except EOFError:
            raise NoDice("dice were asked for, and the answers ended", remedy="nothing was done") from None

    session.ask = ask
    return with_a_person(session, HINTS, lambda: lines.prompt(pre_run=lambda: _watching(watch)))


def _watching(watch: Watch) -> None:
    """Have the prompt drawn anew while it waits, whenever the encounter has changed."""
    app = get_app()

    async def watching() -> None:
        drawn = watch.look()
        while True:
            await sleep(LOOK_AGAIN)
            if watch.look() is not drawn:
                drawn = watch.look()
                app.invalidate()

    app.create_background_task(watching())


class _Words(Completer):
    """Completes the last word before the cursor."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def get_completions(self, document: Document, _event: CompleteEvent) -> Iterator[Completion]:
        """What could stand there, with what it is."""
        before = document.text_before_cursor
        for one in offers(as_words(self._session.options), before):
            yield Completion(one.text, one.start - len(before), display=one.shown, display_meta=one.help)


class _Remembered(History):
    """The lines typed: in memory, and beside the encounter as far as they can be kept there."""

    def __init__(self, session: Session, watch: Watch) -> None:
        super().__init__()
        self._session = session
        self._watch = watch

    def load_history_strings(self) -> Iterable[str]:
        """The lines kept, the newest first."""
        folder = folder_of(self._watch.look(), self._session.options)
        return () if folder is None else reversed(kept(folder))

    def store_string(self, string: str) -> None:
        """Keep a line."""
        folder = folder_of(self._watch.look(), self._session.options)
        if folder is not None:
            keep(folder, string)


def _keys() -> KeyBindings:
    """TAB puts in the only word there is, or shows a menu; Enter takes the word chosen there, and the line not yet."""
    keys = KeyBindings()

    @keys.add("tab", filter=~has_completions)
    def complete(event: KeyPressEvent) -> None:
        buffer, asked = event.current_buffer, CompleteEvent(completion_requested=True)
        found = list(buffer.completer.get_completions(buffer.document, asked))
        if len(found) == 1:
            buffer.apply_completion(found[0])
        elif found:
            common = get_common_complete_suffix(buffer.document, found)
            buffer.insert_text(common)
            left = [one.new_completion_from_position(len(common)) for one in found] if common else found
            buffer.complete_state = CompletionState(buffer.document, left)

    @keys.add("enter", filter=completion_is_selected)
    def take(event: KeyPressEvent) -> None:
        buffer = event.current_buffer
        buffer.complete_state = None
        if buffer.text[buffer.cursor_position - 1] not in f"={os.sep} ":
            buffer.insert_text(" ")

    return keys
