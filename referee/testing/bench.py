"""The bench of `referee serve --dev`: what its pages need of the kit."""

from collections.abc import Callable
from functools import lru_cache, partial
from random import Random
from types import ModuleType

from referee.match.log_entry import LogEntry, Viewer
from referee.match.position import Step
from referee.match.replay import History
from referee.plugin.discovery import installed
from referee.plugin.reloading import Failure
from referee.plugin.rulebook import Rulebook
from referee.testing.dealt_hands import DealtHands
from referee.testing.flaw import told_from_here
from referee.testing.random_match import RandomPlayer, entry_that_fits, example_of, hook_that_ruled
from referee.testing.sources import Source, hooks_of, place_of, place_of_function, sources_of
from referee.vocabulary.ruling import Ruling


class GameBench:
    """What could not be loaded, entries at random, and where in their files a ruling comes from."""

    def __init__(self, failures: Callable[[], tuple[Failure, ...]] = tuple) -> None:
        self._failures = failures
        self._random = Random()  # noqa: S311  # nothing secret
        self._hands = DealtHands()

    @property
    def failures(self) -> tuple[Failure, ...]:
        """Why what was saved last could not be loaded."""
        return self._failures()

    def entry_that_fits(self, history: History, viewer: Viewer) -> LogEntry | None:
        """Return an entry that fits now, made by this host; None where none was found. Raises GameFaultError."""
        example = partial(example_of, history, self._random)
        player = RandomPlayer(
            self._random, history.setting.seats, example, history.rulebook.game.deck, hands=self._hands
        )
        for held in history.position.held:
            player.note(held.entry.kind, str(held.entry.seat), dict(held.entry.data), ())
        found = entry_that_fits(history, player, viewer)
        if found is None:
            return None
        self._hands.take_offered()
        return found[0]

    def place(self, rulebook: Rulebook, step: Step, ruling: Ruling) -> str:
        """Where its sentence stands in the game's files, as `hearts.py:12`, or else the hook that ruled."""
        modules = _modules_of(rulebook)
        hook = hooks_of(modules[0]).get(hook_that_ruled(step))
        first = place_of_function(hook) if hook is not None else f"{modules[0].__file__}:1"
        words = [ruling.summary.template, *(reason.text.template for reason in ruling.because)]
        return told_from_here(place_of(words, _sources(modules), first))


def _modules_of(rulebook: Rulebook) -> tuple[ModuleType, ...]:
    """The game as it is loaded now, and the house rules."""
    found, game = installed(), rulebook.game.id
    return (found.games[game], *(found.house_rules[game][rule.id] for rule in rulebook.house_rules))


@lru_cache(maxsize=8)
def _sources(modules: tuple[ModuleType, ...]) -> tuple[Source, ...]:
    """The files of these modules, as they were when first asked for: saved again, they are other modules."""
    return sources_of(modules)
