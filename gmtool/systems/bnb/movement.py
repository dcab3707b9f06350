"""The Move: to a hex by the cheapest way, along a path as told, backwards, or running (BNB-50 to BNB-54)."""

from typing import TYPE_CHECKING, Annotated

from gmtool.hexes.grid import Direction, Hex
from gmtool.rules.table import Table
from gmtool.systems.bnb.acting import require_act, require_unused, use_up
from gmtool.systems.bnb.board import facing_hint, movement_points, occupant
from gmtool.systems.bnb.holds import loosen, stuck
from gmtool.systems.bnb.opportunity import lay_open, provocations, watch
from gmtool.systems.bnb.sheet import Animal

if TYPE_CHECKING:
    from gmtool.systems.bnb.paths import Goal, Mover, Way


def move(
    t: Table,
    animal: Animal,
    to: Annotated[Hex | None, "the hex to end in; none: turn in place"] = None,
    *,
    facing: Annotated[Direction | None, "how to face at the end; else as it last moved"] = None,
    via: Annotated[tuple[Hex, ...], "hexes to pass through, in this order"] = (),
    path: Annotated[str | None, 'the way, as "F R F": a hex ahead, a hexside right (R) or left (L)'] = None,
    back: Annotated[bool, "the hex directly behind, which takes the whole turn (BNB-54)"] = False,
    run: Annotated[bool, "no Attack, no pivot, the last two hexes free (BNB-53)"] = False,
) -> None:
    """Move ANIMAL by the cheapest way, and tell who may react to it.

    It rotates in place, enters hexes with at most one pivot of one or two hexsides between two of them, and rotates
    once more. Hexes cost 1 MP or what their terrain says; the pivot and the last rotation cost 1 MP a hexside, the
    first of them free if nothing was rotated in place.

    Rules: BNB-10, BNB-50 to BNB-54, BNB-56, BNB-32 (a held animal may only rotate).
    """
    _require_one_meaning(t, to, facing, via, path, back=back, run=run)
    require_act(t, animal, "move")
    if back:
        _back(t, animal)
        return
    if run:
        require_unused(t, animal, "attack", rule="BNB-53")
    start = _require_place(t, animal)
    if animal.facing is None:
        _require_facing(t, animal, to)
        _set_down(t, animal, to or start, facing)
    elif path is not None:
        _along(t, animal, path, to, facing, run=run)
    else:
        _to(t, animal, to if to is not None else start, facing, via, run=run)
    use_up(t, animal, *(("attack", "move") if run else ("move",)))
    loosen(t)


def cheapest_way(t: Table, animal: Animal, goal: "Goal", mover: "Mover", *, may_run: bool) -> "Way | None":
    """Find the way to a goal, every refusal told: occupied, blocked, too dear, no way. None: forced without a way.

    Rules: BNB-50, BNB-51, BNB-53, BNB-32.
    """
    from gmtool.systems.bnb.paths import find

    _require_end(t, animal, goal.to)
    if t.encounter.ground(goal.to).cost.points is None and goal.to != animal.at:
        t.require(False, "BNB-50", f"{t.encounter.grid.label(goal.to)} is blocked")
        return None
    way = find(mover, goal, mover.points)
    if way is not None:
        return way
    label = t.encounter.grid.label(goal.to)
    dear = find(mover, goal, None)
    if dear is not None:
        t.require(
            False,
            "BNB-50",
            f"{animal.name} has {mover.points} MP; the cheapest way to {label} costs {dear.cost} ({dear.letters})",
            _running_instead(t, animal, goal) if may_run else "",
        )
        return dear
    rule, means = ("BNB-53", "without a pivot") if mover.run else ("BNB-51", "with one pivot")
    through = " through " + ", ".join(map(t.encounter.grid.label, goal.via)) if goal.via else ""
    t.require(False, rule, f"no way leads {animal.name} to {label}{through} {means}")
    return None


def _require_one_meaning(
    t: Table,
    to: Hex | None,
    facing: Direction | None,
    via: tuple[Hex, ...],
    path: str | None,
    *,
    back: bool,
    run: bool,
) -> None:
    """Refuse words that contradict each other, or say nothing."""
    if back and (to is not None or facing is not None or via or path is not None or run):
        t.impossible("BNB-54", "backing enters the hex directly behind, and nothing else", "give --back alone")
    if path is not None and via:
        t.impossible("BNB-51", "a path says the whole way", "leave --via out")
    if not back and to is None and facing is None and path is None:
        t.impossible("BNB-51", "a move needs an end", "name a hex, or --facing, --path or --back")
    if via and to is None:
        t.impossible("BNB-51", "--via needs a hex to end in", "name it after the animal")


def _require_place(t: Table, animal: Animal) -> Hex:
    if animal.at is None:
        t.impossible("BNB-50", f"{animal.name} is not on the map", f"gm set {animal.id} at=HEX")
    return animal.at


def _require_facing(t: Table, animal: Animal, to: Hex | None) -> None:
    hint = facing_hint(t.encounter, animal, to)
    t.require(False, "BNB-50", f"{animal.name} has no facing, and enters only the hex directly ahead", hint)


def _require_end(t: Table, animal: Animal, place: Hex) -> None:
    """Refuse to leave a hex while held, and to end where somebody is (BNB-32, BNB-50)."""
    if place == animal.at:
        return
    label = t.encounter.grid.label(place)
    t.require(animal.held is None, "BNB-32", stuck(t.encounter, animal))
    other = occupant(t.encounter, place, but=animal)
    if other is not None and not other.down:
        t.impossible("BNB-50", f"{other.name} stands in {label}: it may be passed, not ended in", "end beside it")
    t.require(other is None, "BNB-50", f"{other.name if other else ''} lies in {label}: it may be passed, not ended in")


def _running_instead(t: Table, animal: Animal, goal: "Goal") -> str:
    """What running would cost, where it would do."""
    from gmtool.systems.bnb.paths import Mover, find

    run = find(Mover(t.encounter, animal, run=True), goal, movement_points(animal))
    return f"with --run it costs {run.cost} ({run.letters})" if run is not None else ""


def _to(t: Table, animal: Animal, to: Hex, facing: Direction | None, via: tuple[Hex, ...], *, run: bool) -> None:
    from gmtool.systems.bnb.paths import Goal, Mover

    if to == animal.at and not via and facing in (None, animal.facing):
        way = t.encounter.grid.name(animal.facing) if animal.facing is not None else ""
        t.impossible("BNB-51", f"{animal.name} is there already, facing {way}", "--facing turns it in place")
    mover = Mover(t.encounter, animal, run=run)
    found = cheapest_way(t, animal, Goal(to, facing, via), mover, may_run=not run and "attack" not in animal.done)
    if found is None:
        _set_down(t, animal, to, facing)
    else:
        _go(t, animal, found, run=run)


def _along(t: Table, animal: Animal, path: str, to: Hex | None, facing: Direction | None, *, run: bool) -> None:
    """Move along a path as it is written, every fault of it told (BNB-50, BNB-51, BNB-53)."""
    from gmtool.systems.bnb.paths import Mover, follow, read_pieces

    try:
        pieces = read_pieces(path)
    except ValueError as reason:
        t.impossible("BNB-51", f"path {path.strip() or 'without a letter'}: {reason}")
    mover = Mover(t.encounter, animal, run=run)
    way = follow(mover, pieces)
    grid = t.encounter.grid
    off = next((step for step in way.steps if not grid.inside(step.at)), None)
    if off is not None:
        t.impossible("BNB-50", f"path {way.letters} leads off the map, {grid.name(off.facing)} of it")
    end = way.end
    assert end.at is not None and end.facing is not None
    if to not in (None, end.at) or facing not in (None, end.facing):
        t.impossible("BNB-51", f"path {way.letters} ends in {grid.label(end.at)} facing {grid.name(end.facing)}")
    _require_end(t, animal, end.at)
    _require_rotations(t, pieces, run=run)
    blocked = next((step for step in way.steps if not step.turn and mover.price(step.at) is None), None)
    t.require(
        blocked is None, "BNB-50", f"path {way.letters} is blocked in {grid.label(blocked.at) if blocked else ''}"
    )
    t.require(
        way.cost is None or way.cost <= mover.points,
        "BNB-50",
        f"{animal.name} has {mover.points} MP; path {way.letters} costs {way.cost}",
    )
    _go(t, animal, way, run=run)


def _require_rotations(t: Table, pieces: list[int], *, run: bool) -> None:
    """Refuse a second pivot, one of three hexsides, and any at a run (BNB-51, BNB-53)."""
    hexes = [number for number, turn in enumerate(pieces) if not turn]
    pivots = [turn for turn in pieces[hexes[0] : hexes[-1]] if turn] if hexes else []
    t.require(not run or not pivots, "BNB-53", "who runs does not pivot: turn before the first hex or after the last")
    t.require(len(pivots) <= 1, "BNB-51", f"a move has one pivot between two hexes, not {len(pivots)}")
    t.require(all(abs(turn) < 3 for turn in pivots), "BNB-51", "a pivot is one or two hexsides, not three")


def _go(t: Table, animal: Animal, way: "Way", *, run: bool) -> None:
    """Make the move, tell it, and who may react (BNB-56)."""
    provoked = list(provocations(t.encounter, watch(t.encounter, animal), way.steps))
    cost = "as the GM rules" if way.cost is None else f"{way.cost} of {movement_points(animal)} MP"
    verb = "runs" if run else "moves"
    only_turns = all(step.turn for step in way.steps)
    where = "turns in place to face {facing}" if only_turns else f"{verb} to {{to}}, facing {{facing}}"
    animal.at, animal.facing = way.end
    rule = "BNB-53" if run else "BNB-51"
    text = f"{{who}} {where}: {{path}} ({cost})"
    t.tell(rule, "move", text, who=animal, to=animal.at, facing=animal.facing, path=way.letters, cost=way.cost)
    lay_open(t, animal, provoked)


def _set_down(t: Table, animal: Animal, to: Hex, facing: Direction | None) -> None:
    """Put an animal where the GM rules it goes, by no way at all."""
    animal.at, animal.facing = to, facing if facing is not None else animal.facing
    t.tell("BNB-50", "move", "{who} is set down in {to}", who=animal, to=to, facing=animal.facing)


def _back(t: Table, animal: Animal) -> None:
    """Enter the hex directly behind, for no MP, with the whole turn (BNB-54)."""
    require_unused(t, animal, "attack", rule="BNB-54")
    start = _require_place(t, animal)
    if animal.facing is None:
        t.impossible(
            "BNB-54", f"{animal.name} has no facing, and nothing is behind it", facing_hint(t.encounter, animal)
        )
    grid = t.encounter.grid
    place = grid.step(start, animal.facing.opposite)
    if not grid.inside(place):
        t.impossible("BNB-54", f"behind {animal.name} the map ends")
    _require_end(t, animal, place)
    blocked = t.encounter.ground(place).cost.points is None
    t.require(not blocked, "BNB-54", f"{grid.label(place)}, behind {animal.name}, is blocked")
    animal.at = place
    t.tell("BNB-54", "move", "{who} backs into {to}", who=animal, to=place, facing=animal.facing, path="", cost=0)
    use_up(t, animal, "attack", "move")
    loosen(t)
