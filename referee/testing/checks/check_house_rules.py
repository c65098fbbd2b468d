"""The house rules: each is one of this game, wraps its hooks, and matches with it go on to their end."""

from collections.abc import Iterator
from types import ModuleType

from referee.plugin.game_faults import GameFaultError
from referee.testing.checks.check_description import flaws_of_id
from referee.testing.checks.check_hooks import OF_HOUSE_RULES
from referee.testing.checks.checked_game import CheckedGame
from referee.testing.flaw import Flaw
from referee.testing.random_match import played_at_random
from referee.testing.sources import hooks_of, place_of_function

NAME = "house rules"
ENTRIES = 200
"""At most so many entries are made with each, and never more than in the matches without it."""


def flaws(game: CheckedGame) -> Iterator[Flaw]:
    """What is wrong with each house rule."""
    for module in game.house_rules.values():
        found = list(_of_description(game, module)) or list(_of_wrappers(game, module))
        yield from found or _of_play(game, module)


def _of_description(game: CheckedGame, module: ModuleType) -> Iterator[Flaw]:
    file = game.place(f"{module.__file__}:1")
    if "describe_house_rule" not in hooks_of(module):
        instead = "Write `@hookimpl`, and below that `def describe_house_rule()`, which returns a `HouseRule`."
        yield Flaw(NAME, file, "The hook `describe_house_rule` is missing.", "Nobody could choose it.", instead)
        return
    rule = module.describe_house_rule()
    where = game.place(file, rule.id)
    if rule.game != game.rulebook.game.id:
        what = f"It is a house rule for {rule.game!r}, not for {game.rulebook.game.id!r}."
        yield Flaw(NAME, game.place(file, rule.game), what, "Nobody could choose it.", "Give it the id of the game.")
    yield from flaws_of_id(NAME, where, rule.id)
    if rule.id in game.rulebook.sections:
        what = f"There is a section {rule.id!r} in the rules already."
        yield Flaw(NAME, where, what, "Nobody could say which of the two a ruling rests on.", "Give it another id.")


def _of_wrappers(game: CheckedGame, module: ModuleType) -> Iterator[Flaw]:
    hooks = {name: hook for name, hook in hooks_of(module).items() if name not in OF_HOUSE_RULES}
    if not hooks:
        instead = "Wrap the hook that makes the ruling: `@hookimpl(wrapper=True)`, with a `yield` in it."
        yield Flaw(NAME, game.place(f"{module.__file__}:1"), "It changes nothing.", "It wraps no hook.", instead)
    for name, hook in hooks.items():
        if not hook.referee_impl["wrapper"]:
            where = game.place(place_of_function(hook))
            instead = "Write `@hookimpl(wrapper=True)`, and `ruling = yield` for what the game rules."
            why = "It would take the place of the game's own hook, and of other house rules."
            yield Flaw(NAME, where, f"`{name}` wraps nothing: it answers in the place of the game.", why, instead)


def _of_play(game: CheckedGame, module: ModuleType) -> Iterator[Flaw]:
    try:
        rulebook = game.fresh(module)
        for seed, players in enumerate(rulebook.game.players):
            match = played_at_random(rulebook, players, seed, min(ENTRIES, game.entries))
            if match.fault is not None:
                raise match.fault
            if match.stuck is not None:
                kinds = ", ".join(repr(prompt.kind) for prompt in match.history.prompts)
                where, why = game.place(f"{module.__file__}:1"), "A table that agreed on it could not go on."
                what = f"With it nothing is taken that answers {kinds}: {match.stuck}"
                yield Flaw(NAME, where, what, why, "Let the wrapper pass on what the game answers.")
                return
    except GameFaultError as fault:
        yield game.flaw_of(NAME, fault)
