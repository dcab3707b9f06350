"""What players may see of an encounter."""

from gmtool.encounter.reading import Reading
from gmtool.rules.mentions import struck_off
from gmtool.rules.model import Encounter


def players_view(reading: Reading) -> Reading:
    """The encounter exactly as if nobody hidden were in it; without the GM's notes, reminders and warnings."""
    return reading._replace(encounter=_seen(reading.encounter), warnings=())


def _seen(encounter: Encounter) -> Encounter:
    view = encounter.copy()
    hidden = {name for name, one in encounter.combatants.items() if one.hidden}
    view.combatants = {name: one.copy() for name, one in encounter.combatants.items() if name not in hidden}
    for one in view.combatants.values():
        struck_off(view, one, hidden)
    view.turn = None if encounter.turn in hidden else encounter.turn
    staying = tuple(name for name in encounter.sharing if name not in hidden)
    view.sharing = staying if len(staying) > 1 else ()
    view.order = tuple(name for name in encounter.order if name not in hidden)
    view.acted = tuple(name for name in encounter.acted if name not in hidden)
    view.delayed = tuple(name for name in encounter.delayed if name not in hidden)
    view.notes, view.due = (), ()
    return view
