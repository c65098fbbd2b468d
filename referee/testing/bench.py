"""The bench of `referee serve --dev`: what its pages need of the kit."""

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from random import Random
from types import ModuleType

from referee.match.log_entry import LogEntry, Record, Viewer
from referee.match.match import Match
from referee.match.position import Step
from referee.match.replay import History
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
        self._found: tuple[Failure, ...] = ()
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
        state, before = self._stood.get(code, (None, ""))
        found = _changed(match) if repr(state) != before and state is not None else None
        if found is None and (
            match.seq <= FOLDED_EACH_TIME or match.seq % FOLDED_EACH_TIME == 0
        ):
            found = self._folded(match, records())
        if found is not None and found not in self._found:
            self._found += (found,)
            self._tell(found)
        self._stood[code] = (
            match.history.position.state,
            repr(match.history.position.state),
        )

    def _folded(self, match: Match, records: Sequence[Record]) -> Failure | None:
        """Fold the log again, and return the first difference; None where there is
        none.
        """
        modules = _modules_of(match.history.rulebook)
        if modules not in self._rulebooks:
            self._rulebooks[modules] = Rulebook(modules[0], modules[1:])
        # The table's own rulebook caches scenes, so a difference would not show.
        rulebook, setting = self._rulebooks[modules], match.history.setting
        try:
            again = Match.from_records(rulebook, setting, records, match.dealer_toss)
            here, there = _stands(match), _stands(again)
        except GameFaultError as fault:
            return failure_of(fault)
        steps = zip(match.history.steps, again.history.steps, strict=False)
        differ = (
            (step, hook) for step, other in steps if (hook := _differs(step, other))
        )
        if (first := next(differ, None)) is not None:
            step, hook = first
            return _failure(
                modules, hook, f"after {step.entry.kind!r}, entry {step.entry.seq},"
            )
        if len(match.history.steps) != len(again.history.steps):
            return _failure(modules, "accept", "of the entries that were taken")
        return (
            _failure(modules, "scene", "as the match stands,")
            if here != there
            else None
        )

    def entry_that_fits(self, history: History, viewer: Viewer) -> LogEntry | None:
        """Return an entry that fits now, made by this host; None where none was found.
        Raises GameFaultError.
        """
        example = partial(example_of, history, self._random)
        player = RandomPlayer(
            self._random,
            history.setting.seats,
            example,
            history.rulebook.game.deck,
            hands=self._hands,
        )
        for held in history.position.held:
            player.note(
                held.entry.kind, str(held.entry.seat), dict(held.entry.data), ()
            )
        found = entry_that_fits(history, player, viewer)
        if found is None:
            return None
        self._hands.take_offered()
        return found[0]

    def place(self, rulebook: Rulebook, step: Step, ruling: Ruling) -> str:
        """Where its sentence stands in the game's files, as `hearts.py:12`, or else the
        hook that ruled.
        """
        modules = _modules_of(rulebook)
        hook = hooks_of(modules[0]).get(hook_that_ruled(step))
        first = (
            place_of_function(hook) if hook is not None else f"{modules[0].__file__}:1"
        )
        words = [
            ruling.summary.template,
            *(reason.text.template for reason in ruling.because),
        ]
        return told_from_here(place_of(words, _sources(modules), first))


def _changed(match: Match) -> Failure:
    """Return the failure of a hook that has changed the state which it was given."""
    modules, steps = _modules_of(match.history.rulebook), match.history.steps
    hook = hook_that_ruled(steps[-1]) if steps else "begin"
    what = f"{hook}: the state that it was given is not what it was: it was changed"
    return Failure(_place_of(modules, hook), what, "", FROZEN)


def _failure(modules: tuple[ModuleType, ...], hook: str, what: str) -> Failure:
    told = f"{hook}: folded from the log again, {what} something else comes of it"
    return Failure(_place_of(modules, hook), told, "", PURE)


def _place_of(modules: tuple[ModuleType, ...], hook: str) -> str:
    found = hooks_of(modules[0]).get(hook)
    return told_from_here(
        place_of_function(found) if found is not None else f"{modules[0].__file__}:1"
    )


def _differs(step: Step, other: Step) -> str:
    """Return the first hook that answered differently in two steps; empty where none
    did.
    """
    if jsonable(step.rulings) != jsonable(other.rulings):
        return hook_that_ruled(step)
    if step.after.state != other.after.state and repr(step.after.state) != repr(
        other.after.state
    ):
        return hook_that_ruled(step)
    return (
        "prompts" if jsonable(step.after.asked) != jsonable(other.after.asked) else ""
    )


def _stands(match: Match) -> object:
    return jsonable(match.history.scene)


def _modules_of(rulebook: Rulebook) -> tuple[ModuleType, ...]:
    """The game as it is loaded now, and the house rules."""
    found, game = installed(), rulebook.game.id
    return (
        found.games[game],
        *(found.house_rules[game][rule.id] for rule in rulebook.house_rules),
    )


@lru_cache(maxsize=8)
def _sources(modules: tuple[ModuleType, ...]) -> tuple[Source, ...]:
    """The files of these modules, as they were when first asked for: saved again, they
    are other modules.
    """
    return sources_of(modules)
