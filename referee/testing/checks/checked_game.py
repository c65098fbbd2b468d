"""A game while it is checked: its modules, the files they are written in, and matches
of it, each played once.
"""

import ast
import inspect
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import ModuleType

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

FROZEN = (
    "Make the state a frozen dataclass of tuples, and another one of it with "
    "`dataclasses.replace`."
)

MARK = "Write `@hookimpl` above it"
NO_WAY_WITHOUT = "The referee cannot do without it."


@dataclass(eq=False)
class CheckedGame:
    """A game with its house rules. Whatever is worked out for one check is kept for the
    others.

    `rulebook` and what follows from it raise GameFaultError, or whatever pluggy raises,
    where the game cannot even say what it is.
    """

    game: ModuleType
    house_rules: Mapping[str, ModuleType] = field(default_factory=dict)
    id: str = ""
    entries: int = ENTRIES
    given_up: Flaw | None = None
    """The flaw that leaves nothing else to be checked: the game keeps too much."""

    @property
    def modules(self) -> tuple[ModuleType, ...]:
        """The module of the game, and those of its house rules."""
        return (self.game, *self.house_rules.values())

    @cached_property
    def rulebook(self) -> Rulebook:
        """The game without any house rule."""
        return self.fresh()

    def fresh(self, *house_rules: ModuleType) -> Rulebook:
        """Return a new rulebook of the game with these house rules, which has cached
        nothing yet.
        """
        return Rulebook(self.game, house_rules)

    @cached_property
    def sources(self) -> tuple[Source, ...]:
        """The files that game and house rules are written in."""
        return sources_of(self.modules)

    def is_own(self, source: Source) -> bool:
        """Return whether a file is the game's own module, or in its package: others
        beside it may be of other games.
        """
        own = Path(getattr(self.game, "__file__", None) or "")
        is_package = own.name == "__init__.py"
        return source.path == own or (
            is_package and source.path.is_relative_to(own.parent)
        )

    @cached_property
    def matches(self) -> tuple[RandomMatch, ...]:
        """Matches played at random, one for each number of players at least; `entries`
        are made in all.

        That whose options nobody chose has its share of them, which may not be enough
        to end it.
        """
        counts, entries = self.rulebook.game.players, self.entries
        share = entries // 4
        fewest = max(len(counts), AS_THEY_STAND + 1)
        entered = 0
        played = list[RandomMatch]()
        while entered < entries or len(played) < fewest:
            seed = len(played)
            most = entries - entered
            if seed < AS_THEY_STAND:
                most -= share
            most = max(most, entries // len(counts))
            if seed == AS_THEY_STAND:
                most = share
            players = counts[seed % len(counts)]
            match = played_at_random(self.rulebook, players, seed, most)
            played.append(match)
            entered += max(1, match.made)
            if match.fault is not None or match.stuck is not None:
                break  # others would only say the same
        return tuple(played)

    @property
    def made(self) -> int:
        """How many entries were made in all matches."""
        return sum(match.made for match in self.matches)

    @property
    def file(self) -> str:
        """The first line of the game's own file."""
        file = getattr(self.game, "__file__", None) or self.game.__name__
        return told_from_here(f"{file}:1")

    def place(self, hook: str, *words: str) -> str:
        """Return where the first of these words stands in the game; the place of a
        hook, `file:line`, where none does.
        """
        return told_from_here(place_of(words, self.sources, hook))

    def place_of_hook(self, name: str, *words: str) -> str:
        """Return where the first of these words stands, or else the hook of this
        name.
        """
        place = self.file
        hook = hooks_of(self.game).get(name)
        if hook is not None:
            place = place_of_function(hook)
        return self.place(place, *words)

    def flaw_at(
        self, hook: str, what: str, why: str, instead: str, *words: str
    ) -> Flaw:
        """Return a flaw in the place of the first of these words, or else of this
        hook.
        """
        return Flaw(self.place_of_hook(hook, *words), what, why, instead)

    def flaw_of(self, error: BaseException) -> Flaw:
        """Return what a fault, or anything else that a game raised, tells its
        author.
        """
        if isinstance(error, GameFaultError):
            fault = error.flaw
            if not any(fault.hook in hooks_of(module) for module in self.modules):
                return self.flaw_of_missing(fault.hook)
            what = _ended(f"`{fault.hook}`: {fault.what}")
            where = self.place(fault.where, *fault.words)
            return Flaw(where, what, FAULT, fault.instead)
        if isinstance(error, RefereeError):
            what = f"What was taken before is not taken any more: {error.message}"
            return self.flaw_at("accept", what, TWICE, PURE)
        if isinstance(error, TooLargeError):
            what = f"`{error.hook}`: {error}."
            why = "Each entry keeps one, and whoever looks at the table waits for it."
            instead = (
                "Keep in the state, and tell, no more than the rules need to go on."
            )
            return self.flaw_at(error.hook, what, why, instead)
        packages = {module.__name__.partition(".")[0] for module in self.modules}
        where = raised_at(error.__traceback__, packages) or self.file
        what = _ended(f"It raises {raised(error)}")
        return Flaw(self.place(where), what, FAULT, "Fix what the message names.")

    def flaw_of_missing(self, name: str) -> Flaw:
        """Return what is wrong where the hook of this name is missed: it is not there,
        not marked, or not imported.
        """
        for source in self.sources:
            for node in source.tree.body:
                if isinstance(node, ast.FunctionDef) and node.name == name:
                    where = told_from_here(f"{source.path}:{node.lineno}")
                    return self._flaw_of_unseen(where, node)
        takes = ", ".join(inspect.signature(getattr(hookspecs, name)).parameters)
        instead = f"Write it: `@hookimpl`, and below that `def {name}({takes})`."
        return Flaw(
            self.file, f"The hook `{name}` is missing.", NO_WAY_WITHOUT, instead
        )

    def _flaw_of_unseen(self, where: str, function: ast.FunctionDef) -> Flaw:
        name = function.name
        marks = map(ast.unparse, function.decorator_list)
        if "hookimpl" not in " ".join(marks):
            instead = f"{MARK}: `from referee import hookimpl`."
            return Flaw(where, not_marked(name), NO_WAY_WITHOUT, instead)
        what = (
            f"The hook `{name}` stands here, and the game's own module does not have "
            "it."
        )
        instead = f"Import it in `{self.game.__name__}`: there hooks are found."
        return Flaw(where, what, NO_WAY_WITHOUT, instead)


def _ended(sentence: str) -> str:
    return sentence if sentence.endswith(".") else f"{sentence}."


def not_marked(name: str) -> str:
    """Return what is said of a function that is called like a hook, and is none."""
    return f"The function `{name}` is no hook: it is not marked as one."
