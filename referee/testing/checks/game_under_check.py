"""A game being checked: modules, files, and random matches, each played once."""

import ast
import inspect
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any

from referee.plugin import hookspecs
from referee.plugin.discovery import advise_one_id
from referee.plugin.game_faults import GameFaultError, describe_error, locate_raise
from referee.plugin.hooks import locate_function
from referee.plugin.rulebook import Rulebook
from referee.testing.answerable import UnanswerablePromptError
from referee.testing.flaw import Flaw, Flaws, relative_to_here
from referee.testing.lines_run import LinesRun
from referee.testing.random_match import (
    OversizedAnswerError,
    RandomMatch,
    play_at_random,
)
from referee.testing.random_options import AS_THEY_STAND
from referee.testing.sources import (
    Source,
    hooks_of,
    locate_words,
    package_of,
    sources_of,
)
from referee.testing.texts import Package
from referee.vocabulary.errors import RefereeError

ENTRIES = 1_000
"""The number of random entries in all matches together."""

FAULT = (
    "At a table nobody can go on with this: nothing is kept, and people are told that "
    "the game has a fault."
)
"""The consequence of a fault anywhere."""

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

RULING = {"resolve_trick", "score_round", "answer"}
"""The hooks that rule on questions."""

MARK = "Write `@hookimpl` above it"
NO_WAY_WITHOUT = "The referee cannot do without it."


class CheckedPlugin(ABC):
    """A plugin being checked: its modules, its files, and places in them."""

    @property
    @abstractmethod
    def modules(self) -> tuple[ModuleType, ...]:
        """Return the plugin's own module, then others that belong to it."""

    id: str = ""
    """The name of its entry point; empty: it has none."""
    games: Sequence[ModuleType] = ()
    house_rules: Mapping[str, ModuleType] = MappingProxyType({})

    def package_at(self, folder: Path) -> Package:
        """Return the package in this folder, with those of the games and rules there.

        A house rule for an installed game has a package of its own.
        """
        games = [game for game in self.games if package_of(game) == folder]
        rules = self.house_rules.values()
        own_rules = [rule for rule in rules if package_of(rule) == folder]
        return Package(folder, games, own_rules)

    @cached_property
    def sources(self) -> tuple[Source, ...]:
        """Return the files of these modules."""
        return sources_of(self.modules)

    @property
    def file(self) -> str:
        """Return the first line of the plugin's file."""
        file = getattr(self.modules[0], "__file__", None) or self.modules[0].__name__
        return relative_to_here(f"{file}:1")

    def locate(self, hook: str, *words: str) -> str:
        """Return `file:line` of the first of these words, or of a hook."""
        return relative_to_here(locate_words(words, self.sources, hook))

    def locate_hook(self, name: str, *words: str) -> str:
        """Return `file:line` of the first of these words, or of the hook so named."""
        where = self.file
        hook = hooks_of(self.modules[0]).get(name)
        if hook is not None:
            where = locate_function(hook)
        return self.locate(where, *words)

    def flaws_of_id(self, kind: str, id: str) -> Flaws:
        """Yield the flaw of an id that is not the entry point's name."""
        if self.id in ("", id):
            return
        where = self.locate_hook(f"describe_{kind}", id)
        what = f"The {kind} calls itself {id!r}, its entry point {self.id!r}."
        why = "It is found by the one and kept by the other: nobody is offered it."
        advice = advise_one_id(self.id, self.modules[0].__name__, id)
        yield Flaw(where, what, why, f"{advice[0].upper()}{advice[1:]}.")

    def flaw_of_missing(self, name: str, specified: Callable[..., object]) -> Flaw:
        """Return the flaw of a missing hook: absent, unmarked, or not imported."""
        for source in self.sources:
            for node in source.tree.body:
                if not isinstance(node, ast.FunctionDef) or node.name != name:
                    continue
                where = relative_to_here(f"{source.path}:{node.lineno}")
                marks = map(ast.unparse, node.decorator_list)
                if "hookimpl" not in " ".join(marks):
                    instead = f"{MARK}: `from referee import hookimpl`."
                    return Flaw(where, not_marked(name), NO_WAY_WITHOUT, instead)
                what = (
                    f"The hook `{name}` stands here, and the plugin's own module does "
                    "not have it."
                )
                instead = (
                    f"Import it in `{self.modules[0].__name__}`: there hooks are found."
                )
                return Flaw(where, what, NO_WAY_WITHOUT, instead)
        takes = ", ".join(inspect.signature(specified).parameters)
        instead = f"Write it: `@hookimpl`, and below that `def {name}({takes})`."
        if name == "answer":
            instead += " A question that another hook rules on names it, as `hook=`."
        return Flaw(
            self.file, f"The hook `{name}` is missing.", NO_WAY_WITHOUT, instead
        )


@dataclass(eq=False)
class CheckedGame(CheckedPlugin):
    """A game with its house rules, and results shared by the checks.

    `rulebook` and everything based on it raise GameFaultError, or pluggy's errors, if
    the game cannot even describe itself.
    """

    game: ModuleType
    house_rules: Mapping[str, ModuleType] = field(default_factory=dict)
    id: str = ""
    entries: int = ENTRIES
    seed: int | None = None
    """The only match that is played at random; None: all."""
    lines: LinesRun | None = None
    """The object that notes which lines run; None: no lines are noted."""
    given_up: Flaw | None = None
    """The flaw after which no check makes sense: too large states."""

    @property
    def games(self) -> Sequence[ModuleType]:  # type: ignore[override]  # is read only
        """Return the game."""
        return (self.game,)

    @property
    def modules(self) -> tuple[ModuleType, ...]:
        """Return the game's module, and its house rules'."""
        return (self.game, *self.house_rules.values())

    @cached_property
    def rulebook(self) -> Rulebook:
        """Return the game without house rules."""
        return self.fresh()

    def fresh(self, *house_rules: ModuleType) -> Rulebook:
        """Return a new rulebook with these house rules and empty caches."""
        return Rulebook(self.game, house_rules, self.wrap)

    @property
    def wrap(self) -> Callable[[Callable[..., Any]], Callable[..., Any]] | None:
        """Return the wrapper of each hook that notes the lines that run, if any."""
        return self.lines.traced if self.lines is not None else None

    def is_own(self, source: Source) -> bool:
        """Return whether a file is the game's module or inside its package."""
        own = Path(getattr(self.game, "__file__", None) or "")
        is_package = own.name == "__init__.py"
        return source.path == own or (
            is_package and source.path.is_relative_to(own.parent)
        )

    @cached_property
    def matches(self) -> tuple[RandomMatch, ...]:
        """Return random matches with `entries` in all, one or more a number of players.

        The match with default options gets its share, which may not finish it.
        """
        counts = self.rulebook.game.players
        entries = self.entries
        if self.seed is not None:
            players = counts[self.seed % len(counts)]
            return (play_at_random(self.rulebook, players, self.seed, entries),)
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
            match = play_at_random(self.rulebook, players, seed, most)
            played.append(match)
            entered += max(1, match.entries_taken)
            if match.fault is not None or match.stuck is not None:
                break  # others would repeat the fault
        return tuple(played)

    @property
    def entries_taken(self) -> int:
        """Return the number of entries in all matches."""
        return sum(match.entries_taken for match in self.matches)

    def flaw_at(
        self,
        hook: str,
        what: str,
        why: str,
        instead: str,
        *words: str,
        grave: bool = True,
    ) -> Flaw:
        """Return a flaw at the first of these words, or at this hook."""
        return Flaw(self.locate_hook(hook, *words), what, why, instead, grave)

    @property
    def _packages(self) -> Collection[str]:
        return {module.__name__.partition(".")[0] for module in self.modules}

    def _first_thrown_away(self) -> str:
        """Return `file:line` of the first answer that is not returned, or ""."""
        for source in self.sources:
            for _, line in source.thrown_away():
                return self.locate(f"{source.path}:{line}")
        return ""

    def flaw_of(self, error: BaseException) -> Flaw:
        """Return the flaw for an error of the game."""
        if isinstance(error, GameFaultError):
            fault = error.flaw
            if not any(fault.hook in hooks_of(module) for module in self.modules):
                return self.flaw_of_missing(fault.hook, getattr(hookspecs, fault.hook))
            what = _end_sentence(f"`{fault.hook}`: {fault.what}")
            where = self.locate(fault.where, *fault.words)
            packages = self._packages
            if "there is no `" in fault.what and fault.hook in RULING:
                # What was not given is missing in the line that asks.
                trace = error.__traceback__
                where = relative_to_here(locate_raise(trace, packages)) or where
            if " is None" in fault.what:
                where = self._first_thrown_away() or where
            return Flaw(where, what, FAULT, fault.instead)
        if isinstance(error, RefereeError):
            what = f"What was taken before is not taken any more: {error.message}"
            return self.flaw_at("accept", what, TWICE, PURE)
        if isinstance(error, OversizedAnswerError):
            what = f"`{error.hook}`: {error}."
            why = "Each entry keeps one, and whoever looks at the table waits for it."
            instead = (
                "Keep in the state, and tell, no more than the rules need to go on."
            )
            return self.flaw_at(error.hook, what, why, instead)
        if isinstance(error, UnanswerablePromptError):
            why = "Pages and programs know nothing but prompts: nobody could go on."
            instead = (
                "Ask for it with bounds, choices and seats that somebody can meet, or "
                "leave it out of `prompts` then."
            )
            return self.flaw_at("prompts", str(error), why, instead, *error.words)
        where = locate_raise(error.__traceback__, self._packages) or self.file
        what = _end_sentence(f"It raises {describe_error(error)}")
        return Flaw(self.locate(where), what, FAULT, "Fix what the message names.")


def _end_sentence(sentence: str) -> str:
    return sentence if sentence.endswith(".") else f"{sentence}."


def not_marked(name: str) -> str:
    """Return the message on an unmarked function with a hook's name."""
    return f"The function `{name}` is no hook: it is not marked as one."
