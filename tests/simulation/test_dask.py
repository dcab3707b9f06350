"""Fights on a real Dask cluster of two workers: the same result as here, and a lost worker loses none."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from gmtool.errors import Busy
from gmtool.simulation.batch import batches
from gmtool.simulation.engines import play_here, play_on_dask
from gmtool.simulation.tally import Tally, total
from tests.played import Folder
from tests.simulation.duelists import ROOT, read_scene

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytest.importorskip("distributed", reason="gmtool[dask] is not installed")
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("default")]

STARTER = "gmtool/systems/d6/starter.yaml"
RUNS = 400


class Cluster:
    """A scheduler and two workers, processes of their own on this machine."""

    def __init__(self, folder: Path) -> None:
        self._env = {**os.environ, "PYTHONPATH": str(ROOT), "DASK_DISTRIBUTED__WORKER__DAEMON": "false"}
        self._folder = folder
        self.processes = [self._start("dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")]
        self.address = self._told(self.processes[0], r"Scheduler at:\s+tcp://(\S+)")
        for _ in range(2):
            worker = self._start(
                "dask_worker", f"tcp://{self.address}", "--nthreads", "1", "--no-nanny", "--no-dashboard"
            )
            self._told(worker, r"Registered to:\s+(\S+)")
            self.processes.append(worker)

    @property
    def engine(self) -> str:
        return f"dask://{self.address}"

    def _start(self, module: str, *words: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.{module}", *words],
            cwd=self._folder,
            env=self._env,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )

    def _told(self, process: subprocess.Popen[str], pattern: str) -> str:
        assert process.stderr is not None
        lines = []
        for line in process.stderr:
            lines.append(line)
            if found := re.search(pattern, line):
                return found[1]
        raise AssertionError("".join(lines))

    def close(self) -> None:
        for process in reversed(self.processes):
            process.kill()
            process.wait()
            assert process.stderr is not None
            process.stderr.close()


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    started = Cluster(tmp_path_factory.mktemp("dask"))
    yield started
    started.close()


@pytest.fixture(scope="module")
def here() -> Tally:
    scene = read_scene(STARTER)
    return total(play_here(batches(scene.system, scene.encounter, 5, RUNS, 1), 1))


def test_a_cluster_comes_to_the_same_result(cluster: Cluster, here: Tally) -> None:
    scene = read_scene(STARTER)
    assert total(play_on_dask(batches(scene.system, scene.encounter, 5, RUNS, 2), cluster.engine)) == here


def test_the_command_line_says_the_same_of_both(cluster: Cluster, tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    folder.write((ROOT / STARTER).read_text())
    words = ("simulate", "--runs", "100", "--seed", "5")
    assert folder.must(*words, "--engine", cluster.engine) == folder.must(*words, "--jobs", "1")


def test_a_lost_worker_loses_no_fight(cluster: Cluster, here: Tally) -> None:
    scene = read_scene(STARTER)
    tallies = play_on_dask(batches(scene.system, scene.encounter, 5, RUNS, 8), cluster.engine)
    found = next(tallies)
    cluster.processes[1].send_signal(signal.SIGKILL)
    for tally in tallies:
        found += tally
    assert cluster.processes[1].wait(10) == -signal.SIGKILL
    assert found == here


def test_nobody_at_the_address_is_said_within_seconds() -> None:
    scene = read_scene(STARTER)
    begun = time.monotonic()
    with pytest.raises(Busy, match=r"no Dask cluster answers at 127\.0\.0\.1:9"):
        list(play_on_dask(batches(scene.system, scene.encounter, 5, 10, 1), "dask://127.0.0.1:9"))
    assert time.monotonic() - begun < 30
