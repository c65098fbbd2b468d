"""The bench of `referee serve --dev`: what its pages need of the kit."""

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from random import Random
from types import ModuleType

from referee.match.history import History
from referee.match.log_entry import LogEntry, Record, Viewer
from referee.match.match import Match
from referee.match.position import EntryStep
from referee.plugin.discovery import installed
from referee.plugin.game_faults import GameFaultError
from referee.plugin.reloading import Failure, failure_of
from referee.plugin.rulebook import Rulebook
from referee.testing.dealt_hands import DealtHands
from referee.testing.flaw import told_from_here
from referee.testing.random_match import (
    RandomPlayer,
    entry_that_fits,
    example_of,
    hook_that_ruled,
)
from referee.testing.sources import (
    Source,
    hooks_of,
    place_of,
    place_of_function,
    sources_of,
)
from referee.vocabulary.jsonable import jsonable
from referee.vocabulary.ruling import Ruling

FOLDED_EACH_TIME = 100
"""A log of up to so many lines is folded again after each entry, a longer one after
every hundredth.
"""

FROZEN = (
    "Make the state a frozen dataclass of tuples, and another one of it with "
    "`dataclasses.replace`."
)

PURE = (
    "Let a hook go by its arguments alone: no clock, no chance, no file, nothing that "
    "a module remembers; and let "
    "states be equal where they hold the same."
)


class GameBench:
    """A game's faults, found as it is loaded or as a match goes on; entries at random;
    the lines that made a ruling.

    `tell` is called once with each fault that shows as a match goes on.
    """

    def __init__(
        self,
        failures: Callable[[], tuple[Failure, ...]] = tuple,
        tell: Callable[[Failure], None] = lambda _failure: None,
    ) -> None:
        self._failures = failures
        self._tell = tell
        self._found: list[Failure] = []
        self._stood: dict[str, tuple[object, str]] = {}
        self._rulebooks: dict[tuple[ModuleType, ...], Rulebook] = {}
        self._random = Random()  # nothing secret  # noqa: S311
        self._hands = DealtHands()

    @property
    def failures(self) -> tuple[Failure, ...]:
        """Why the game as it was saved last could not be loaded, and the faults found
        since.
        """
        return (*self._failures(), *self._found)

    def inspect(
        self, code: str, match: Match, records: Callable[[], Sequence[Record]]
    ) -> None:
        """Check a table's match after a change: no hook has changed the state before
        it, and its log folds to the same.

        `records` are its log.
        """
        failure = None
        state, before = self._stood.get(code, (None, ""))
        if state is not None and repr(state) != before:
            failure = _changed(match)
        elif match.seq <= FOLDED_EACH_TIME or match.seq % FOLDED_EACH_TIME == 0:
            failure = self._folded(match, records())
        if failure is not None and failure not in self._found:
            self._found.append(failure)
            self._tell(failure)
        state = match.history.position.state
        self._stood[code] = state, repr(state)

    def _folded(self, match: Match, records: Sequence[Record]) -> Failure | None:
        """Fold the log again, and return the first difference; None where there is
        none.
        """
        history = match.history
        modules = _modules_of(history.rulebook)
        if modules not in self._rulebooks:
            self._rulebooks[modules] = Rulebook(modules[0], modules[1:])
        # The table's own rulebook caches scenes, so a difference would not show.
        rulebook = self._rulebooks[modules]
        try:
            again = Match.from_records(
                rulebook, history.setting, records, match.dealer_toss
            )
            scene = jsonable(history.scene)
            other_scene = jsonable(again.history.scene)
        except GameFaultError as fault:
            return failure_of(fault)

        others = again.history.steps
        for step, other in zip(history.steps, others, strict=False):
            hook = _hook_that_differs(step, other)
            if hook:
                when = f"after {step.entry.kind!r}, entry {step.entry.seq},"
                return _failure(modules, hook, when)
        if len(history.steps) != len(others):
            return _failure(modules, "accept", "of the entries that were taken")
        if scene != other_scene:
            return _failure(modules, "scene", "as the match stands,")
        return None

    def entry_that_fits(self, history: History, viewer: Viewer) -> LogEntry | None:
        """Return an entry that fits now, made by this host; None where none was found.

        Raises GameFaultError.
        """
        player = RandomPlayer(
            self._random,
            history.setting.seats,
            partial(example_of, history, self._random),
            history.rulebook.game.deck,
            hands=self._hands,
        )
        for pending in history.position.pending:
            entry = pending.entry
            player.note(entry.kind, str(entry.seat), dict(entry.data), ())
        fitting = entry_that_fits(history, player, viewer)
        if fitting is None:
            return None
        self._hands.take_offered()
        return fitting[0]

    def place(self, rulebook: Rulebook, step: EntryStep, ruling: Ruling) -> str:
        """Return `hearts.py:12`, where a ruling's sentence stands in the game's files,
        or else the hook that ruled.
        """
        modules = _modules_of(rulebook)
        words = [ruling.summary.template]
        words += [reason.text.template for reason in ruling.because]
        hook = _place_of(modules, hook_that_ruled(step))
        return told_from_here(place_of(words, _sources(modules), hook))


def _changed(match: Match) -> Failure:
    """Return the failure of a hook that has changed the state which it was given."""
    steps = match.history.steps
    hook = hook_that_ruled(steps[-1]) if steps else "begin"
    place = _place_of(_modules_of(match.history.rulebook), hook)
    what = f"{hook}: the state that it was given is not what it was: it was changed"
    return Failure(told_from_here(place), what, "", FROZEN)


def _failure(modules: tuple[ModuleType, ...], hook: str, when: str) -> Failure:
    what = f"{hook}: folded from the log again, {when} something else comes of it"
    return Failure(told_from_here(_place_of(modules, hook)), what, "", PURE)


def _place_of(modules: tuple[ModuleType, ...], hook: str) -> str:
    hooks = hooks_of(modules[0])
    if hook in hooks:
        return place_of_function(hooks[hook])
    return f"{modules[0].__file__}:1"


def _hook_that_differs(step: EntryStep, other: EntryStep) -> str:
    """Return the first hook that answered differently in two steps; empty where none
    did.
    """
    after, after_other = step.after, other.after
    if jsonable(step.rulings) != jsonable(other.rulings):
        return hook_that_ruled(step)
    state, other_state = after.state, after_other.state
    if state != other_state and repr(state) != repr(other_state):
        return hook_that_ruled(step)
    if jsonable(after.asked) != jsonable(after_other.asked):
        return "prompts"
    return ""


def _modules_of(rulebook: Rulebook) -> tuple[ModuleType, ...]:
    """Return the game as it is loaded now, and the house rules."""
    id = rulebook.game.id
    modules = [installed().games[id]]
    for rule in rulebook.house_rules:
        modules.append(installed().house_rules[id][rule.id])
    return tuple(modules)


@lru_cache(maxsize=8)
def _sources(modules: tuple[ModuleType, ...]) -> tuple[Source, ...]:
    """Return the files of these modules, as they were when first asked for: saved
    again, they are other modules.
    """
    return sources_of(modules)
