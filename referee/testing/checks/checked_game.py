"""A game while it is checked: its modules, the files they are written in, and matches
of it, each played once.
"""

import ast
import inspect
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from types import MappingProxyType, ModuleType

from referee.plugin import hookspecs
from referee.plugin.game_faults import GameFaultError, raised, raised_at
from referee.plugin.rulebook import Rulebook
from referee.testing.flaw import Flaw, told_from_here
from referee.testing.random_match import (
    AS_THEY_STAND,
    RandomMatch,
    TooLargeError,
    played_at_random,
)
from referee.testing.sources import (
    Source,
    hooks_of,
    place_of,
    place_of_function,
    sources_of,
)
from referee.vocabulary.errors import RefereeError

ENTRIES = 1_000
"""So many entries are made at random in all, in matches of every number of players."""

FAULT = (
    "At a table nobody can go on with this: nothing is kept, and people are told that "
    "the game has a fault."
)
"""What comes of a fault, wherever it happens."""

TWICE = (
    "A match is folded again from its log whenever it is loaded or corrected, and has "
    "to come to the same."
)

PURE = (
    "Let a hook go by its arguments alone: no clock, no chance, no file, nothing that "
    "a module remembers."
)


class CheckedGame:
    """A game with its house rules. Whatever is worked out for one check is kept for the
    others.

    `given_up` is what is wrong where nothing else can be looked at: it keeps too much.

    `rulebook` and what follows from it raise GameFaultError, or whatever pluggy raises,
    where the game cannot even say what it is.
    """

    def __init__(
        self,
        game: ModuleType,
        house_rules: Mapping[str, ModuleType] = MappingProxyType({}),
        id: str = "",
        entries: int = ENTRIES,
    ) -> None:
        self.game = game
        self.house_rules = house_rules
        self.id = id
        self.entries = entries
        self.given_up: Flaw | None = None

    @cached_property
    def rulebook(self) -> Rulebook:
        """The game without any house rule."""
        return self.fresh()

    def fresh(self, *house_rules: ModuleType) -> Rulebook:
        """The game with these house rules, as one who remembers nothing of it."""
        return Rulebook(self.game, house_rules)

    @cached_property
    def sources(self) -> tuple[Source, ...]:
        """The files that game and house rules are written in."""
        return sources_of((self.game, *self.house_rules.values()))

    def is_own(self, source: Source) -> bool:
        """Whether a file is the game's own module, or in its package: others beside it
        may be of other games.
        """
        own = Path(getattr(self.game, "__file__", None) or "")
        return source.path == own or (
            own.name == "__init__.py" and source.path.is_relative_to(own.parent)
        )

    @cached_property
    def matches(self) -> tuple[RandomMatch, ...]:
        """Matches played at random, one for each number of players at least; `entries`
        are made in all.

        That whose options nobody chose has its share of them, which may not be enough
        to end it.
        """
        counts = self.rulebook.game.players
        share = self.entries // 4
        made = 0
        played: list[RandomMatch] = []
        while made < self.entries or len(played) < max(len(counts), AS_THEY_STAND + 1):
            seed = len(played)
            players = counts[seed % len(counts)]
            left = self.entries - made
            if seed < AS_THEY_STAND:
                left -= share
            most = max(left, self.entries // len(counts))
            if seed == AS_THEY_STAND:
                most = share
            match = played_at_random(self.rulebook, players, seed, most)
            played.append(match)
            made += max(1, match.made)
            if match.fault is not None or match.stuck is not None:
                break  # others would only say the same
        return tuple(played)

    @property
    def file(self) -> str:
        """The first line of the game's own file."""
        return file_of(self.game)

    def place(self, hook: str, *words: str) -> str:
        """Where the first of these words stands in the game; the place of a hook,
        `file:line`, where none does.
        """
        return told_from_here(place_of(words, self.sources, hook))

    def place_of_hook(self, name: str, *words: str) -> str:
        """Where the first of these words stands, or else the hook of this name."""
        hook = hooks_of(self.game).get(name)
        return self.place(
            place_of_function(hook) if hook is not None else self.file, *words
        )

    @cached_property
    def _hooks(self) -> frozenset[str]:
        """The names of all hooks that the game and its house rules have."""
        return frozenset(
            name
            for module in (self.game, *self.house_rules.values())
            for name in hooks_of(module)
        )

    def flaw_of(self, error: BaseException) -> Flaw:
        """What a fault, or anything else that a game raised, tells its author."""
        if isinstance(error, GameFaultError):
            fault = error.flaw
            if fault.hook not in self._hooks:
                return flaw_of_missing(fault.hook, self.game, self.sources)
            what = _ended(f"`{fault.hook}`: {fault.what}")
            where = self.place(fault.where, *fault.words)
            return Flaw(where, what, FAULT, fault.instead)
        if isinstance(error, RefereeError):
            what = f"What was taken before is not taken any more: {error.message}"
            return Flaw(self.place_of_hook("accept"), what, TWICE, PURE)
        if isinstance(error, TooLargeError):
            what = f"`{error.hook}`: {error}."
            why = "Each entry keeps one, and whoever looks at the table waits for it."
            instead = (
                "Keep in the state, and tell, no more than the rules need to go on."
            )
            return Flaw(self.place_of_hook(error.hook), what, why, instead)
        packages = {
            module.__name__.partition(".")[0]
            for module in (self.game, *self.house_rules.values())
        }
        where = raised_at(error.__traceback__, packages) or self.file
        what = _ended(f"It raises {raised(error)}")
        return Flaw(self.place(where), what, FAULT, "Fix what the message names.")


def _ended(sentence: str) -> str:
    return sentence if sentence.endswith(".") else f"{sentence}."


# Hooks that are missing, or that nobody can see


MARK = "Write `@hookimpl` above it"
NEEDED = "The referee cannot do without it."


def flaw_of_missing(name: str, game: ModuleType, sources: Sequence[Source]) -> Flaw:
    """What is wrong where the hook of this name is missed in a game that is written in
    these files.
    """
    for source in sources:
        for node in source.tree.body:
            if not isinstance(node, ast.FunctionDef) or node.name != name:
                continue
            where = told_from_here(f"{source.path}:{node.lineno}")
            if not any("hookimpl" in ast.unparse(mark) for mark in node.decorator_list):
                return Flaw(
                    where,
                    not_marked(name),
                    NEEDED,
                    f"{MARK}: `from referee import hookimpl`.",
                )
            what = (
                f"The hook `{name}` stands here, and the game's own module does not "
                "have it."
            )
            return Flaw(
                where,
                what,
                NEEDED,
                f"Import it in `{game.__name__}`: there hooks are found.",
            )
    takes = ", ".join(inspect.signature(getattr(hookspecs, name)).parameters)
    instead = f"Write it: `@hookimpl`, and below that `def {name}({takes})`."
    return Flaw(file_of(game), f"The hook `{name}` is missing.", NEEDED, instead)


def not_marked(name: str) -> str:
    """What is said of a function that is called as a hook is, and is none."""
    return f"The function `{name}` is no hook: it is not marked as one."


def file_of(game: ModuleType) -> str:
    """The first line of a game's own file."""
    return told_from_here(f"{getattr(game, '__file__', None) or game.__name__}:1")
