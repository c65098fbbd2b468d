"""`python -m benchmarks.mutants`: breaks the code in small ways, a seeded sample of
them, and sees which tests notice.

Needs the dependency group `mutants`. First all tests that run in one process are run
once, to know which of them reach which lines. Then each mutant meets the tests of `make
test` that reach its line, the fastest first, until one fails; what they let through
meets what `make test` leaves out. A mutant that only the latter notice is power lost.
"""

import ast
import compileall
import json
import os
import shutil
import subprocess
import sys
from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from random import Random
from tempfile import TemporaryDirectory

import pytest
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names
from coverage import CoverageData

ROOT = Path(__file__).parents[2]
MUTATED = ("referee", "plugins", "web")
NEVER_MUTATED = ("testing",)
LEFT_OUT = ("tests/browser", "tests/test_style.py", "tests/test_packaging.py")
"""Tests of pages in a browser run in other processes; those of style and packaging look
at the text of the code.
"""
THOROUGH = ("-m", "slow or hypothesis", "--hypothesis-profile", "thorough")
LEAST_PATIENCE_SECONDS = 120
NOTES = "REFEREE_MUTANTS_NOTES"


@dataclass(frozen=True, slots=True)
class Mutant:
    """One small change: which file and line, which operator, and at which of the places
    where it could work.
    """

    path: str
    line: int
    operator: str
    occurrence: int

    def __str__(self) -> str:
        return (
            f"{self.path}:{self.line} {self.operator.removeprefix('core/')} "
            f"#{self.occurrence}"
        )


def mutants_of(path: Path) -> Iterator[tuple[tuple[int, int], Mutant]]:
    """Yield all that could be changed in this file, each with where it begins;
    annotations are only read, so left alone.
    """
    source = path.read_text("utf-8")
    nodes = list(ast_nodes(get_ast(source)))
    annotated = annotations_of(source)
    for name in sorted(operator_names()):
        operator = get_operator(name)
        if operator.arguments():
            continue
        places = [
            place for node in nodes for place in operator().mutation_positions(node)
        ]
        for occurrence, ((line, column), _) in enumerate(places):
            if not any(start <= (line, column) < end for start, end in annotated):
                yield (
                    (line, column),
                    Mutant(str(path.relative_to(ROOT)), line, name, occurrence),
                )


def annotations_of(source: str) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """From where to where annotations stand in this source."""
    nodes = list(ast.walk(ast.parse(source)))
    found = [
        getattr(node, name, None)
        for node in nodes
        for name in ("annotation", "returns")
    ]
    return [
        ((one.lineno, one.col_offset), (one.end_lineno or 0, one.end_col_offset or 0))
        for one in found
        if one is not None
    ]


def sample(code: Sequence[str], count: int, seed: int) -> list[Mutant]:
    """So many mutants: first a place is drawn, then one of the changes that could be
    made there.
    """
    by_place: dict[tuple[Path, tuple[int, int]], list[Mutant]] = defaultdict(list)
    for folder in code:
        for path in sorted((ROOT / folder).rglob("*.py")):
            if not set(NEVER_MUTATED) & set(path.parts):
                for place, mutant in mutants_of(path):
                    by_place[path, place].append(mutant)
    rng = Random(seed)
    return [
        rng.choice(by_place[place]) for place in rng.sample(sorted(by_place), count)
    ]


# Which tests reach which lines


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """As a plugin of pytest: note how long a test took, and whether `make test` leaves
    it out.
    """
    if (
        report.when == "call"
        and (notes := os.environ.get(NOTES))
        and "PYTEST_XDIST_WORKER" not in os.environ
    ):
        with Path(notes).open("a") as file:
            file.write(
                json.dumps([report.nodeid, report.duration, "slow" in report.keywords])
                + "\n"
            )


@dataclass(frozen=True, slots=True)
class Reach:
    """What the tests reach: the seconds that each took, which are slow, and who reaches
    a line of a file.
    """

    seconds: Mapping[str, float]
    slow: frozenset[str]
    data: CoverageData

    def tests(self, mutant: Mutant) -> list[str]:
        """Return the tests that reach this mutant, the fastest first."""
        by_line = self.data.contexts_by_lineno(str(ROOT / mutant.path))
        contexts = by_line.get(mutant.line, [])
        if "" not in contexts:
            return sorted(self.known(contexts), key=self.seconds.__getitem__)
        # What runs when a module is imported may be used by whoever imports it.
        near = self.known(
            [context for contexts in by_line.values() for context in contexts]
        )
        return sorted(
            self.seconds, key=lambda test: (test not in near, self.seconds[test])
        )

    def known(self, contexts: Iterable[str]) -> set[str]:
        return {context.partition("|")[0] for context in contexts} & self.seconds.keys()


def reach(place: Path, tests: Sequence[str]) -> Reach:
    """Run these tests, unless it was done for this place before."""
    place.mkdir(parents=True, exist_ok=True)
    notes = place / "notes"
    covered = place / "coverage"
    if not covered.exists():
        notes.unlink(missing_ok=True)
        sources = [f"--cov={ROOT / folder}" for folder in MUTATED]
        left_out = [f"--ignore={path}" for path in LEFT_OUT]
        environment = {**os.environ, NOTES: str(notes), "COVERAGE_FILE": str(covered)}
        words = (
            "-q",
            "-n",
            "2",
            "--dist",
            "worksteal",
            "-p",
            "benchmarks.mutants",
            "--cov-context=test",
            "--cov-report=",
        )
        run_tests([*words, *sources, *left_out, *tests], ROOT, environment, None)
    noted = [json.loads(line) for line in notes.read_text("utf-8").splitlines()]
    data = CoverageData(str(covered))
    data.read()
    return Reach(
        {test: took for test, took, _ in noted},
        frozenset(test for test, _, slow in noted if slow),
        data,
    )


# Meeting the tests


class Workshop:
    """A copy of the tree in which one mutant at a time lives."""

    def __init__(self, place: Path) -> None:
        self.place = place
        ignored = shutil.ignore_patterns(".*", "__pycache__", "screenshots")
        shutil.copytree(ROOT, place, ignore=ignored, dirs_exist_ok=True)
        compileall.compile_dir(str(place), quiet=2)

    def outcome(self, mutant: Mutant, reach: Reach) -> str:
        """Return who notices the mutant: `make test`, `make test-all`, or nobody."""
        path = self.place / mutant.path
        source = path.read_text("utf-8")
        changed = mutate_code(
            source, get_operator(mutant.operator)(), mutant.occurrence
        )
        tests = reach.tests(mutant)
        for compiled in (path.parent / "__pycache__").glob(f"{path.stem}.*"):
            compiled.unlink()
        path.write_text(changed, "utf-8")
        try:
            patience = LEAST_PATIENCE_SECONDS + 5 * sum(
                reach.seconds[test] for test in tests
            )
            if self.notice(
                [test for test in tests if test not in reach.slow], patience
            ):
                return "make test"
            return (
                "make test-all"
                if self.notice(tests, 20 * patience, *THOROUGH)
                else "nobody"
            )
        finally:
            path.write_text(source, "utf-8")

    def notice(self, tests: Sequence[str], patience: float, *words: str) -> bool:
        """Return whether one of these tests fails, or never ends."""
        if not tests:
            return False
        (self.place / "chosen").write_text("\n".join(tests), "utf-8")
        paths = os.pathsep.join(
            str(self.place / folder) for folder in ("", "web", "plugins", "tools")
        )
        environment = {
            **os.environ,
            "PYTHONPATH": paths,
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        status = run_tests(
            ["-q", "-x", "-p", "no:cacheprovider", *words, "@chosen"],
            self.place,
            environment,
            patience,
        )
        # 5: none of them was chosen.
        return status not in (0, 5)


def run_tests(
    words: Sequence[str],
    place: Path,
    environment: Mapping[str, str],
    seconds: float | None,
) -> int:
    """Return the exit status of pytest; 124 where it took too long."""
    command = [sys.executable, "-m", "pytest", *words]
    try:
        ran = subprocess.run(
            command,
            cwd=place,
            env=environment,
            capture_output=True,
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return 124
    return ran.returncode


def main() -> None:
    parser = ArgumentParser(
        prog="python -m benchmarks.mutants",
        description="Which small faults do the tests notice?",
    )
    parser.add_argument("--count", type=int, default=300, help="how many mutants")
    parser.add_argument("--seed", type=int, default=8, help="which sample")
    parser.add_argument(
        "--code",
        nargs="+",
        default=MUTATED,
        metavar="FOLDER",
        help="where they are made",
    )
    parser.add_argument(
        "--tests",
        nargs="+",
        default=(),
        metavar="PATH",
        help="which tests they meet; all if left out",
    )
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="how many at a time"
    )
    parser.add_argument(
        "--notes",
        type=Path,
        default=Path(".mutants"),
        help="where to keep what the tests reach",
    )
    options = parser.parse_args()
    reached = reach(options.notes, options.tests)
    outcomes: dict[str, list[Mutant]] = defaultdict(list)
    with (
        TemporaryDirectory(prefix="mutants-") as folder,
        ThreadPoolExecutor(options.jobs) as pool,
    ):
        workshops: SimpleQueue[Workshop] = SimpleQueue()
        for number in range(options.jobs):
            workshops.put(Workshop(Path(folder) / str(number)))

        def meet(mutant: Mutant) -> tuple[Mutant, str]:
            workshop = workshops.get()
            try:
                return mutant, workshop.outcome(mutant, reached)
            finally:
                workshops.put(workshop)

        for mutant, outcome in pool.map(
            meet, sample(options.code, options.count, options.seed)
        ):
            outcomes[outcome].append(mutant)
            print(f"{outcome:14} {mutant}", flush=True)
    print({outcome: len(found) for outcome, found in outcomes.items()})


if __name__ == "__main__":
    main()
