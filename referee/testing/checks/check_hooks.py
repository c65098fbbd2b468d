"""The hooks: those that are needed are there, no other is, and each takes what it is given."""

import inspect
from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from inspect import isfunction
from types import ModuleType
from typing import Any, get_args

from referee.plugin import hookspecs
from referee.testing.checks.checked_game import CheckedGame
from referee.testing.checks.missing_hooks import MARK, flaw_of_missing, not_marked
from referee.testing.flaw import Flaw
from referee.testing.sources import is_function, marked_in, place_of_function
from referee.vocabulary.game import RulingHook

NAME = "hooks"

HOOKS: Mapping[str, Callable[..., object]] = {
    name: spec for name, spec in vars(hookspecs).items() if hasattr(spec, "referee_spec")
}
"""Every hook there is, by its name."""

OF_HOUSE_RULES = frozenset({"describe_house_rule"})

NEEDED = tuple(name for name in HOOKS if name not in {*hookspecs.OPTIONAL, *OF_HOUSE_RULES, *get_args(RulingHook)})
"""Those that every game has; of the hooks that rule it has those that its questions name."""

UNCALLED = "The referee calls hooks by their names: nobody would ever call this."
NO_FUNCTION = "The referee calls as hooks only what is written with `def`: nobody would ever call this."
BY_NAME = "The referee gives each hook its arguments by name, and gives it no other than those of its specification."


def flaws(game: CheckedGame) -> Iterator[Flaw]:
    """What is wrong with the hooks of the game itself, before any of them is called."""
    found = marked_in(game.game)
    for name in NEEDED:
        if name not in found:
            yield flaw_of_missing(NAME, name, game.game, game.sources)
    for module in (game.game, *game.house_rules.values()):
        for name, hook in marked_in(module).items():
            yield from flaws_of_hook(game, name, hook)
        yield from _unmarked(game, module)


def _unmarked(game: CheckedGame, module: ModuleType) -> Iterator[Flaw]:
    """Functions of this module that are called as hooks are, and are not marked; needed ones are told as missing."""
    marked = marked_in(module)
    for name in HOOKS:
        found = vars(module).get(name)
        if name in (*NEEDED, *marked) or not isfunction(found) or found.__module__ != module.__name__:
            continue
        where, grave = game.place(place_of_function(found)), name not in hookspecs.OPTIONAL
        why = "The referee calls only what is marked: it does not call this."
        yield Flaw(NAME, where, not_marked(name), why, f"{MARK}, or give it another name.", grave)


def flaws_of_hook(game: CheckedGame, name: str, hook: Any) -> Iterator[Flaw]:
    """What is wrong with what is to be this hook."""
    where = game.place(place_of_function(hook), name)
    if not is_function(hook):
        instead = f"Write `def {name}`, and have it call what is marked now."
        what = f"`{name}` is no function, but one of `{type(hook).__name__}`."
        yield Flaw(NAME, where, what, NO_FUNCTION, instead)
        return
    if name not in HOOKS:
        near = get_close_matches(name, HOOKS, n=1)
        instead = f"Call it `{near[0]}`." if near else "Take `@hookimpl` away; the game can call it itself."
        yield Flaw(NAME, where, f"There is no hook `{name}`.", UNCALLED, instead)
        return
    given, taken = inspect.signature(HOOKS[name]).parameters, inspect.signature(hook).parameters
    wrong = [argument for argument in taken if argument not in given]
    if wrong:
        what = f"`{name}` takes {', '.join(f'`{one}`' for one in wrong)}, which it is not given."
        yield Flaw(NAME, where, what, BY_NAME, f"Write `def {name}({', '.join(given)})`, or leave some of these out.")
