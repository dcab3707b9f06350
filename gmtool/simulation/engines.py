"""Who plays the batches: this process, several here, or a Dask cluster. The result is the same for the same seed."""

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import active_children, get_context
from signal import SIG_IGN, SIGINT, signal

from gmtool.errors import Busy, Misused
from gmtool.simulation.batch import Batch, play
from gmtool.simulation.tally import Tally

DASK = "dask://"
PATIENCE = 10
"""seconds to wait for a cluster to answer"""


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def play_here(parts: Sequence[Batch], jobs: int) -> Iterator[Tally]:
    """Play the batches in this many processes, and give each tally as it comes."""
    if not parts:
        return
    yield play(parts[0])  # first, so that the processes forked from this one know what it has learned
    parts = parts[1:]
    if jobs == 1:
        yield from map(play, parts)
        return
    left = dict.fromkeys(parts)
    try:
        with _processes(max(1, min(jobs, len(parts)))) as executor:
            for part, tally in _played(executor, parts):
                del left[part]
                yield tally
    except BrokenProcessPool:  # one was killed, for want of memory perhaps: what it had is played here
        yield from map(play, list(left))


def play_on_dask(parts: Sequence[Batch], engine: str) -> Iterator[Tally]:
    """Play the batches on a cluster, as `dask://HOST:PORT`. Raises Misused, and Busy where nobody answers."""
    with _cluster(engine) as executor:
        for _, tally in _played(executor, parts):
            yield tally


def _played(executor: Executor, parts: Sequence[Batch]) -> Iterator[tuple[Batch, Tally]]:
    given = {executor.submit(play, part): part for part in parts}
    for done in as_completed(given):
        yield given[done], done.result()


@contextmanager
def _processes(jobs: int) -> Iterator[Executor]:
    """Processes of our own, which end at once where this one is interrupted."""
    # forked, they know all that is imported here; a terminal's Ctrl-C goes to all, and this one answers for them
    context = get_context("fork" if os.name == "posix" else "spawn")
    executor = ProcessPoolExecutor(jobs, context, initializer=signal, initargs=(SIGINT, SIG_IGN))
    try:
        yield executor
    except BaseException:
        executor.shutdown(wait=False, cancel_futures=True)
        for process in active_children():
            process.terminate()
        raise
    executor.shutdown()


@contextmanager
def _cluster(engine: str) -> Iterator[Executor]:
    host, _, port = engine.removeprefix(DASK).rpartition(":")
    if not engine.startswith(DASK) or not host or not port.isdecimal():
        raise Misused(f"--engine {engine}: it must be dask://HOST:PORT", remedy="leave it out to play here")
    try:
        from distributed import Client
    except ImportError:
        raise Misused("--engine needs Dask", remedy="pip install 'gmtool[dask]'") from None
    try:
        client = Client(f"tcp://{host}:{port}", timeout=PATIENCE, set_as_default=False)
    except OSError as error:
        raise Busy(f"no Dask cluster answers at {host}:{port}", remedy="`dask scheduler` says its address") from error
    try:
        executor: Executor = client.get_executor(pure=False)
        yield executor
    finally:
        client.close()
