"""Referee's pytest plugin (extra `testing`): fixtures, playthroughs as tests.

The fixtures are `play`, `ask`, `phones`, `random_matches`, `game_check`, `evening` and
`movement_check`. Every TOML file in a folder `playthroughs`, or below one, is a test
that the referee's comments are up to date; `--rewrite-playthroughs` rewrites them. The
plugins of the tests' own project are used in place, installed or not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from difflib import unified_diff
from functools import cache, partial
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from referee.plugin.discovery import beside, installed
from referee.plugin.game_faults import describe_error, locate_failure
from referee.plugin.loose_games import PROJECT, NoGameError, own_points
from referee.plugin.movements import find_movement
from referee.testing.all_checks import CHECKS, each_once, flaws_in
from referee.testing.checks.check_movement import CheckedMovement
from referee.testing.checks.game_under_check import CheckedGame
from referee.testing.flaw import relative_to_here
from referee.testing.phone import Phones, seat_phones, serve_in
from referee.testing.played_match import PlayedMatch, ask
from referee.testing.playthrough import CannotPlay, play_through
from referee.vocabulary.movement import Meeting
from referee.vocabulary.ruling import Ruling

PLAYTHROUGHS = "playthroughs"
REWRITE = "--rewrite-playthroughs"

ENTRIES = 100
"""The random entries of a `game_check`: fewer than in `referee check`, since tests run
often.
"""


@pytest.fixture(scope="session")
def play() -> Callable[..., PlayedMatch]:
    """Begin a match: `match = play("hearts", "Ana Ben Cy Dee")`.

    The game is the id of an installed one, or a module; the seats are a list of names,
    or one text with spaces. By name may be given `dealer`, `house_rules`, and the
    game's own options.
    """

    return PlayedMatch.begun


@pytest.fixture(scope="session", name="ask")
def _ask() -> Callable[..., Ruling]:
    """Rule on a game's question: `ask("hearts", "trick", led="H", …)`.

    By name may be given `house_rules`, and the question's own fields.
    """
    return ask


@pytest.fixture(scope="session")
def phones(
    pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[..., Phones]]:
    """Opens a table with phones over HTTP: `table = phones("hearts", "Ana Ben")`.

    The tables of all tests stand at one referee, started as people start it. The game
    has to be installed, or to be one of the project whose tests these are. By name may
    be given `dealer`, `house_rules` and the game's options: `deals=1`.
    """
    folder = pytestconfig.rootpath
    options = ("--dev", "--game", str(folder)) if _points_of(folder) else ()
    with serve_in(tmp_path_factory.mktemp("referee"), *options) as address:
        yield partial(seat_phones, address)


@pytest.fixture(params=tuple(CHECKS))
def game_check(request: pytest.FixtureRequest) -> Callable[..., None]:
    """Runs each check of `referee check` as a test: `game_check("hearts")`.

    The game is the id of an installed one, checked with its house rules, or a module.
    By name `entries` may be given: how many are made at random.
    """

    def holds(game: str | ModuleType, *, entries: int = ENTRIES) -> None:
        flaws = flaws_in(_game_to_check(game, entries), request.param)
        grave = [str(flaw) for flaw in flaws if flaw.grave]
        if grave:
            pytest.fail("\n".join(grave), pytrace=False)

    return holds


@pytest.fixture
def random_matches() -> Callable[..., tuple[PlayedMatch, ...]]:
    """Plays at random: `for match in random_matches("hearts"): …`.

    Each match stands where it ended, with what it refused in `refused`. Game and
    `entries` are given as for `game_check`.
    """

    def played(
        game: str | ModuleType, *, entries: int = ENTRIES
    ) -> tuple[PlayedMatch, ...]:
        matches = _game_to_check(game, entries).matches
        return tuple(map(PlayedMatch.played_at_random, matches))

    return played


@pytest.fixture
def movement_check() -> Callable[..., None]:
    """Holds random evenings to an installed movement's promise, as `referee check`."""

    def holds(movement: str) -> None:
        module = find_movement(movement).module
        flaws = each_once(CheckedMovement(module).find_flaws())
        grave = [str(flaw) for flaw in flaws if flaw.grave]
        if grave:
            pytest.fail("\n".join(grave), pytrace=False)

    return holds


@pytest.fixture
def evening() -> Callable[..., Meeting]:
    """Seats rounds one after another: `evening("mitchell", "Ana Ben Cy Dee", 2)`.

    It returns the meeting afterwards. Everybody comes at the start and stays; whoever
    has the first seat of a table wins, and with `in_pairs` the partner too.
    """

    def play(movement: str, people: str | Sequence[str], rounds: int) -> Meeting:
        rules = find_movement(movement)
        names = people.split() if isinstance(people, str) else people
        meeting = Meeting(tuple(names))
        for _ in range(rounds):
            seating = rules.seat_round(meeting)
            winners: tuple[str, ...] = ()
            for table in seating.tables:
                winners += table[::2] if rules.movement.in_pairs else table[:1]
            meeting = meeting.after(seating, winners)
        return meeting

    return play


@cache
def _game_to_check(game: str | ModuleType, entries: int) -> CheckedGame:
    if isinstance(game, ModuleType):
        return CheckedGame(game, entries=entries)
    house_rules = installed().house_rules.get(game, {})
    return CheckedGame(installed().games[game], house_rules, game, entries)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that rewrites playthroughs."""
    help = (
        "write again what the referee says in each playthrough; read what changed in "
        "them"
    )
    parser.getgroup("referee").addoption(REWRITE, action="store_true", help=help)


def pytest_configure(config: pytest.Config) -> None:
    """Offer the games of the tests' project in place, installed or not."""
    within = ExitStack()
    within.enter_context(beside(*_points_of(config.rootpath)))
    config.add_cleanup(within.close)


def _points_of(folder: Path) -> tuple[EntryPoint, ...]:
    """Return the games and house rules of the project in this folder; none without one.

    Raise UsageError if one cannot be imported: tests would silently use another copy.
    """
    if not (folder / PROJECT).is_file():
        return ()
    try:
        points = own_points(folder)
    except NoGameError:
        return ()
    for point in points:
        try:
            point.load()
        except Exception as error:  # a stranger's game may fail in any way
            where = relative_to_here(locate_failure(error, folder) or f"{folder}:1")
            raise pytest.UsageError(
                f"{where}: {point.value} cannot be imported: {describe_error(error)}"
            ) from error
    return points


def pytest_collect_file(
    file_path: Path, parent: pytest.Collector
) -> PlaythroughFile | None:
    """Collect a TOML file in a folder `playthroughs`, or below one."""
    folders = (file_path.parent.name, file_path.parent.parent.name)
    if file_path.suffix != ".toml" or PLAYTHROUGHS not in folders:
        return None
    return PlaythroughFile.from_parent(parent, path=file_path)


class PlaythroughFile(pytest.File):
    """A playthrough file, with one test."""

    def collect(self) -> Iterator[PlaythroughTest]:
        """Yield the test."""
        yield PlaythroughTest.from_parent(self, name=self.path.stem)


class SaysOtherwise(Exception):
    """The referee's comments differ; the message is the diff."""


class PlaythroughTest(pytest.Item):
    """The test that a playthrough's comments are up to date."""

    def runtest(self) -> None:
        """Play the file; raise SaysOtherwise for other comments, or CannotPlay."""
        written = self.path.read_text("utf-8")
        played = play_through(self.path).text
        if written == played:
            return
        if self.config.getoption(REWRITE):
            self.path.write_text(played, "utf-8")
            return
        before = written.splitlines()
        now = played.splitlines()
        lines = unified_diff(before, now, "in the file", "said now", lineterm="")
        hint = f"If the new text is right: pytest {REWRITE}"
        raise SaysOtherwise("\n".join([*lines, "", hint]))

    def repr_failure(
        self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None
    ) -> Any:
        """Return the diff, or why the file cannot be played; else the traceback."""
        if isinstance(excinfo.value, (SaysOtherwise, CannotPlay)):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Return the file and the test's name."""
        return self.path, 0, f"{self.path.parent.name}/{self.path.name}"
