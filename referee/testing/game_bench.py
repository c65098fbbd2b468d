"""The bench of `referee serve --dev`: the kit's part of its pages."""

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from random import Random
from types import ModuleType

from referee.match.history import History
from referee.match.log_entry import LogEntry, Record
from referee.match.match import Match
from referee.match.taking.entry_step import EntryStep
from referee.match.viewer import Viewer
from referee.plugin.discovery import installed
from referee.plugin.game_faults import GameFaultError
from referee.plugin.reloading import Failure, failure_of
from referee.plugin.rulebook import Rulebook
from referee.testing.checks.game_under_check import FROZEN, CheckedGame
from referee.testing.dealt_hands import DealtHands
from referee.testing.random_match import entry_that_fits, example_of, hook_that_ruled
from referee.testing.random_player import RandomPlayer
from referee.vocabulary.jsonable import jsonable
from referee.vocabulary.ruling import Ruling

FOLDED_EACH_TIME = 100
"""The longest log that is folded again after each entry.

A longer log is folded again after each hundredth entry.
"""


PURE = (
    "Let a hook go by its arguments alone: no clock, no chance, no file, nothing that "
    "a module remembers; and let states be equal where they hold the same."
)


class GameBench:
    """A game's faults, random entries, and the code behind rulings.

    `tell` is called once with each fault that shows as a match goes on.
    """

    def __init__(
        self,
        failures: Callable[[], tuple[Failure, ...]] = tuple,
        tell: Callable[[Failure], None] = lambda _failure: None,
    ) -> None:
        self._load_failures = failures
        self._tell = tell
        self._failures: list[Failure] = []
        self._stood: dict[str, tuple[object, str]] = {}
        self._random = Random()  # nothing secret  # noqa: S311
        self._hands = DealtHands()

    @property
    def failures(self) -> tuple[Failure, ...]:
        """Return why the saved game could not be loaded, and the faults since."""
        return (*self._load_failures(), *self._failures)

    def begin_anew(self) -> None:
        """Forget the faults and states of games that were loaded before."""
        self._failures.clear()
        self._stood.clear()

    def inspect(
        self, code: str, match: Match, records: Callable[[], Sequence[Record]]
    ) -> None:
        """Check after a change that no state changed, and that the log folds equally.

        `records` are the log of the table's match.
        """
        failure = None
        state, before = self._stood.get(code, (None, ""))
        if state is not None and repr(state) != before:
            failure = _changed(match)
        elif match.seq <= FOLDED_EACH_TIME or match.seq % FOLDED_EACH_TIME == 0:
            failure = _fold_again(match, records())
        if failure is not None and failure not in self._failures:
            self._failures.append(failure)
            self._tell(failure)
        state = match.history.position.state
        self._stood[code] = state, repr(state)

    def entry_that_fits(self, history: History, viewer: Viewer) -> LogEntry | None:
        """Return an entry that fits now, by this host; None if none was found.

        Raise GameFaultError if the game fails.
        """
        player = RandomPlayer(
            self._random,
            history.setting.seats,
            partial(example_of, history, self._random),
            history.rulebook.game.deck,
            hands=self._hands,
        )
        for waiting in history.position.waiting:
            entry = waiting.entry
            player.note(entry.kind, str(entry.seat), dict(entry.data), ())
        fitting = entry_that_fits(history, player, viewer)
        if fitting is None:
            return None
        self._hands.take_offered()
        return fitting[0]

    def locate(self, rulebook: Rulebook, step: EntryStep, ruling: Ruling) -> str:
        """Return `file:line` of a ruling's sentence, or of the hook that ruled."""
        words = [ruling.summary.template]
        words += [reason.text.template for reason in ruling.because]
        return _as_loaded(rulebook).locate_hook(hook_that_ruled(step), *words)


def _fold_again(match: Match, records: Sequence[Record]) -> Failure | None:
    """Return the first difference after folding the log again, or None."""
    history = match.history
    game = _as_loaded(history.rulebook)
    # The table's own rulebook caches scenes, which would hide differences.
    rulebook = game.fresh(*game.house_rules.values())
    try:
        again = Match.from_records(
            rulebook, history.setting, records, match.dealer_toss
        )
        is_same_scene = again.history.scene == history.scene
    except GameFaultError as fault:
        return failure_of(fault)

    others = again.history.steps
    for step, other in zip(history.steps, others, strict=False):
        hook = _hook_that_differs(step, other)
        if hook:
            when = f"after {step.entry.kind!r}, entry {step.entry.seq},"
            return _differs(game, hook, when)
    if len(history.steps) != len(others):
        return _differs(game, "accept", "of the entries that were taken")
    if not is_same_scene:
        return _differs(game, "scene", "as the match stands,")
    return None


def _changed(match: Match) -> Failure:
    """Return the failure of a hook that changed its state."""
    hook = "begin"
    for step in match.history.steps[-1:]:
        hook = hook_that_ruled(step)
    where = _as_loaded(match.history.rulebook).locate_hook(hook)
    what = f"{hook}: the state that it was given is not what it was: it was changed"
    return Failure(where, what, "", FROZEN)


def _differs(game: CheckedGame, hook: str, when: str) -> Failure:
    what = f"{hook}: folded from the log again, {when} something else comes of it"
    return Failure(game.locate_hook(hook), what, "", PURE)


def _as_loaded(rulebook: Rulebook) -> CheckedGame:
    """Return a rulebook's game and house rules as loaded now."""
    id = rulebook.game.id
    house_rules = installed().house_rules[id]
    return _files_of(
        installed().games[id], *[house_rules[rule.id] for rule in rulebook.house_rules]
    )


@lru_cache(maxsize=8)
def _files_of(game: ModuleType, *house_rules: ModuleType) -> CheckedGame:
    """Return the game with these modules, with its files as first read."""
    return CheckedGame(game, {rule.__name__: rule for rule in house_rules})


def _hook_that_differs(step: EntryStep, other: EntryStep) -> str:
    """Return the first hook with different answers in two steps; empty without one."""
    after = step.after
    after_other = other.after
    if jsonable(step.rulings) != jsonable(other.rulings):
        return hook_that_ruled(step)
    state = after.state
    other_state = after_other.state
    if state != other_state and repr(state) != repr(other_state):
        return hook_that_ruled(step)
    if after.game_prompts != after_other.game_prompts:
        return "prompts"
    return ""
