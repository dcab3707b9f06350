"""What is said of a line before it is taken: only what its command could not explain better."""

from collections.abc import Callable, Sequence

from prompt_toolkit.document import Document
from prompt_toolkit.validation import ValidationError, Validator

from gmtool.cli.commands import FIXED
from gmtool.cli.line import Command, read
from gmtool.cli.main import no_such
from gmtool.cli.sitting import own_words
from gmtool.encounter.reading import Reading
from gmtool.shell.playing import LEAVING


class Sense(Validator):
    """Refuses a line that cannot be split, and a command that nobody has."""

    def __init__(self, reading: Callable[[], Reading | None]) -> None:
        self._reading = reading

    def validate(self, document: Document) -> None:
        """Look at the whole line, which is to be done. Raises ValidationError."""
        line = read(document.text)
        if line.slip is not None:
            raise ValidationError(line.slip.place, f"{line.slip.text}; {line.slip.remedy}")
        self._know(line.commands)

    async def validate_async(self, document: Document) -> None:
        """Look at a line that is being typed: at the commands whose first word is ended. Raises ValidationError."""
        line = read(document.text)
        done = [one for one in line.commands if one.words[0].end < len(line.text)]
        self._know([one for one in done if line.slip is None or line.slip.place > one.words[0].end])

    def _know(self, commands: Sequence[Command]) -> None:
        """Look for the commands among those there are, where the encounter that says so can be read."""
        reading = self._reading()
        if reading is None:
            return
        known = {*FIXED, *LEAVING, *reading.system.verb_table}
        for command in commands:
            words = own_words(command.said)
            elsewhere = any(word.text.startswith(("-f", "--file")) for word in command.words)
            if words and words[0] not in known and not words[0].startswith("-") and not elsewhere:
                place = next((one.end for one in command.words if one.text == words[0]), 0)
                raise ValidationError(place, no_such(words[0], reading.system))
