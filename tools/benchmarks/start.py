"""From nothing to the first answer, what the daemon holds in memory, and a ruling from
the command line.
"""

import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, sleep

from benchmarks.daemon import (
    Daemon,
    as_installed,
    ended,
    free_port,
    launched,
    opened,
    played_tables,
    wait_for,
)
from benchmarks.live import PHONES_A_TABLE
from benchmarks.phones import listening
from benchmarks.report import Ratio, Row, ratio_table, table

FIRST_ANSWER_SECONDS = 1.0
IDLE_MB = 75.0
TIMES_BARE = 1.3
ASKING_TIMES_BARE = 1.0
STREAMS = 1_000
Launch = Callable[[Path], Daemon]


@dataclass(frozen=True, slots=True)
class Taken:
    """What a start took until its first answer, in seconds: by the clock, and of the
    processor.
    """

    clock: float
    processor: float


def measure(quick: bool) -> str:
    """Start, memory, command line."""
    times = 3 if quick else 7
    ours, bare = first_answers(times)
    beside = "Flask and SQLite"
    ratios = [
        Ratio("start to /healthz", ours.clock, beside, bare.clock, "s", TIMES_BARE),
        Ratio(
            "its processor time",
            ours.processor,
            beside,
            bare.processor,
            "s",
            TIMES_BARE,
        ),
        Ratio(
            "`referee ask`, a trick",
            asking(times),
            beside,
            bare.clock,
            "s",
            ASKING_TIMES_BARE,
        ),
    ]
    rows = [
        Row(
            "start to /healthz, first start",
            first_answer("/healthz", times, fresh=True),
            "s",
            FIRST_ANSWER_SECONDS,
        ),
        Row(
            "start to /api/v1/games",
            first_answer("/api/v1/games", times),
            "s",
            FIRST_ANSWER_SECONDS,
        ),
        *memory(),
    ]
    notes = [
        f"Medians of {times} starts of the process; a first start makes the store."
    ]
    return "\n\n".join(
        (ratio_table("Start", ratios), table("Start and memory", rows, notes))
    )


def first_answers(times: int) -> tuple[Taken, Taken]:
    """Return the medians from the process's start to the first answer, of the referee
    and of its bare framework, in turns.
    """
    taken: dict[Launch, list[Taken]] = {launched: [], bare_launched: []}
    with TemporaryDirectory() as folder:
        for number in range(times + 1):
            for launch, of_launch in taken.items():
                one = taken_to("/healthz", launch, Path(folder) / launch.__name__)
                # The first time there is no store yet.
                if number:
                    of_launch.append(one)
    return _middle(taken[launched]), _middle(taken[bare_launched])


def _middle(taken: Sequence[Taken]) -> Taken:
    return Taken(
        median(one.clock for one in taken), median(one.processor for one in taken)
    )


def bare_launched(folder: Path) -> Daemon:
    """Flask with SQLAlchemy and nothing in them, just started, which may not answer
    yet.
    """
    port = free_port()
    quiet = subprocess.DEVNULL
    folder.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "benchmarks.bare", str(port), str(folder)]
    return Daemon(
        port,
        subprocess.Popen(
            command, stdin=quiet, stdout=quiet, stderr=quiet, env=as_installed()
        ),
    )


def taken_to(path: str, launch: Launch, data: Path) -> Taken:
    """From the start of the process to this path's first answer; the process is ended
    then.
    """
    start = perf_counter()
    daemon = launch(data)
    try:
        wait_for(daemon, path)
        return Taken(perf_counter() - start, daemon.cpu_seconds())
    finally:
        ended(daemon)


def first_answer(path: str, times: int, fresh: bool = False) -> float:
    """Return the seconds from the process's start to this path's first answer; on a
    store that is there, unless fresh.
    """
    taken = []
    with TemporaryDirectory() as folder:
        for number in range(times + (not fresh)):
            data = Path(folder) / (str(number) if fresh else "kept")
            taken.append(taken_to(path, launched, data).clock)
    return median(taken if fresh else taken[1:])


def memory() -> list[Row]:
    """Resident memory, idle and with open streams."""
    with opened() as daemon:
        sleep(1)
        idle = daemon.resident_mb()
        codes = [
            each.code
            for each in played_tables(daemon.port, STREAMS // PHONES_A_TABLE, 0)
        ]
        played = daemon.resident_mb()
        with listening(daemon.port, codes, PHONES_A_TABLE):
            sleep(1)
            streaming = daemon.resident_mb()
    return [
        Row("resident, idle", idle, "MB", IDLE_MB),
        Row(f"resident, {len(codes)} matches begun", played, "MB"),
        Row(f"resident, and {STREAMS:,} streams", streaming, "MB"),
        Row("a stream", (streaming - played) / STREAMS * 1000, "kB"),
    ]


def asking(times: int) -> float:
    """Return the seconds that a ruling from the command line takes."""
    referee = str(Path(sys.executable).with_name("referee"))
    command = [
        referee,
        "ask",
        "faj",
        "trick",
        "--board",
        "3c 4s",
        "--plays",
        "Ana=JS Ben=XB",
    ]
    taken = []
    for _ in range(times):
        start = perf_counter()
        subprocess.run(
            command, check=True, capture_output=True, timeout=60, env=as_installed()
        )
        taken.append(perf_counter() - start)
    return median(taken)
