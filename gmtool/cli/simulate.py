"""Many fights by themselves: `gm simulate`."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from gmtool.cli.output import Output
from gmtool.dice.sources import Given, fresh_seed
from gmtool.encounter.reading import Reading
from gmtool.errors import Misused
from gmtool.rules.model import Encounter
from gmtool.session import Options, open_to_read, play_on, reread

if TYPE_CHECKING:
    from gmtool.simulation.tally import Tally

RUNS = 1_000
MOST_RUNS = 10_000_000


@click.command()
@click.option(
    "--runs", type=click.IntRange(1, MOST_RUNS), default=RUNS, metavar="N", help=f"fights; {RUNS:,} if not given"
)
@click.option("--jobs", type=click.IntRange(1, 512), metavar="N", help="processes; one for each processor if not given")
@click.option(
    "--swap", multiple=True, metavar="NAME.KEY=VALUE", help="what if: play it with this value too (repeatable)"
)
@click.option("--engine", default="", metavar="dask://HOST:PORT", help="play on a Dask cluster instead of here")
@click.option("--policy", is_flag=True, help="say how the fights are played, and play none")
@click.pass_context
def simulate(ctx: click.Context, runs: int, jobs: int | None, swap: tuple[str, ...], engine: str, policy: bool) -> None:
    """Play the fight many times from this moment on, and tell how it may end; nothing is written.

    \b
    gm simulate
    gm simulate --runs 10000 --seed 7
    gm simulate --swap wolf.hp=20/20
    gm simulate --policy

    Both sides play by the system's plain policy. Figures are sampled: 58.3% ± 1.0 holds for 95 of 100 such runs. One
    seed gives one result, however many processes play. Ctrl-C tells what is known so far.
    """  # noqa: D301 - \b keeps click from wrapping the examples
    from gmtool.render import simulated
    from gmtool.simulation.batch import policy_of, require_open

    output: Output = ctx.obj
    reading = open_to_read(output.options).reading
    words = policy_of(reading.system).words
    if policy:
        _tell_policy(output, reading, words)
        return
    require_by_itself(output.options)
    swapped = _swapped(reading, swap)
    moments = [reading.encounter] if swapped is None else [reading.encounter, swapped]
    for moment in moments:
        require_open(reading.system, moment)
    seed = output.options.seed if output.options.seed is not None else fresh_seed()
    found, finished = _play(output, reading, moments, seed=seed, runs=runs, jobs=jobs, engine=engine)
    run = simulated.Run(runs, seed, swap, finished)
    if output.options.json:
        output.data(simulated.data(output.command, reading, run, found))
    elif found[0].fights:
        output.give(simulated.lines(reading, run, found), words=True)
    if not finished:
        from gmtool.cli.main import INTERRUPTED

        ctx.exit(INTERRUPTED)


def _tell_policy(output: Output, reading: Reading, words: Sequence[str]) -> None:
    if output.options.json:
        from gmtool.render.json import envelope

        output.data({**envelope(output.command, reading), "policy": list(words)})
    else:
        output.give(
            [f"how {reading.system.id} fights are played by themselves:", *(f"- {one}" for one in words)], words=True
        )


def require_by_itself(options: Options) -> None:
    """Refuse what is meant for the dice, or the rules, of one command where a fight plays by itself. Raises Misused."""
    if options.dice and options.dice != "random":
        raise Misused("--dice: a fight that plays by itself throws no dice of yours", remedy="leave it out")
    if options.mods.option or options.force:
        option = options.mods.option or "--force"
        raise Misused(f"{option} is for one command, not for a fight that plays by itself", remedy="leave it out")


def _swapped(reading: Reading, words: Sequence[str]) -> Encounter | None:
    """The encounter with other values, as `gm set` would give them; None where none are given. Raises Misused."""
    if not words:
        return None
    from gmtool.cli.edit import setting

    for word in words:
        name, key = _parted(reading, word)
        played = play_on(reading, Given(""), setting(name, [key]))
        reading = reread(reading, played.document)
    return reading.encounter


def _parted(reading: Reading, word: str) -> tuple[str, str]:
    """`wolf.stats.str=5` as `wolf` and `stats.str=5`; a name that holds a dot is known by its whole spelling."""
    known = [name for name in reading.encounter.combatants if word.startswith(f"{name}.")]
    name = max(known, key=len) if known else word.partition(".")[0]
    key = word[len(name) + 1 :]
    if "=" not in key or "=" in name:
        raise Misused(f"--swap {word}: it must be NAME.KEY=VALUE", remedy="--swap wolf.hp=20/20")
    return name, key


def _play(
    output: Output,
    reading: Reading,
    moments: Sequence[Encounter],
    *,
    seed: int,
    runs: int,
    jobs: int | None,
    engine: str,
) -> "tuple[list[Tally], bool]":
    """Play every moment; give what is known of each, and whether all was played."""
    from gmtool.simulation.batch import batches
    from gmtool.simulation.engines import cores, play_here, play_on_dask
    from gmtool.simulation.tally import Tally

    found = [Tally() for _ in moments]
    jobs = jobs or cores()
    try:
        with _progress(output, runs * len(moments)) as bar:
            for place, moment in enumerate(moments):
                parts = batches(reading.system, moment, seed, runs, jobs)
                for tally in play_on_dask(parts, engine) if engine else play_here(parts, jobs):
                    found[place] += tally
                    bar.update(tally.fights)
    except KeyboardInterrupt:
        return found, False
    return found, True


class _Silent:
    """A progress bar nobody looks at."""

    def update(self, n_steps: int) -> None:
        """So many fights more are played."""


@contextmanager
def _progress(output: Output, fights: int) -> Iterator[Any]:
    """A bar on standard error where a person waits."""
    options = output.options
    if options.quiet or options.json or sys.stderr is None or not sys.stderr.isatty():
        yield _Silent()
        return
    with click.progressbar(length=fights, label="fights", file=sys.stderr, show_pos=True) as bar:
        yield bar
