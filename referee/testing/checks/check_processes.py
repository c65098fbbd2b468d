"""Matches played in another process: there they come to the same, and it ends."""

from __future__ import annotations

from collections.abc import Iterator

from referee.testing.checks.checked_game import CheckedGame
from referee.testing.elsewhere import PARTS, Told, told_elsewhere, told_of
from referee.testing.flaw import Flaw
from referee.testing.random_match import RandomMatch, hook_that_ruled

NAME = "processes"

MATCHES = 3
"""So many matches are played there too."""

ENTRIES = 40
"""So many entries are made in each at most."""

WHY = (
    "Every daemon folds a match from its log, and so does the same one after each start: all have to come to the same."
)
INSTEAD = (
    "Put a set in order before you go through it (`sorted`), and go by no `hash`, no clock and no chance, also not "
    "when the module is imported; let no module remember anything."
)


def flaws(game: CheckedGame) -> Iterator[Flaw]:
    """Where a match comes to something else in another process than here, or that process does not end."""
    if any(match.fault is not None for match in game.matches):
        return  # which is told, and would come to nothing there either
    # The last first, so that a module which remembers has something else to remember.
    matches = [*enumerate(game.matches[:MATCHES])][::-1]
    played = [(len(match.history.setting.seats), seed, min(match.made, ENTRIES)) for seed, match in matches]
    elsewhere = told_elsewhere(game.game, played)
    if elsewhere.goes_on:
        what = "It keeps its process from ending: this goes on, in a thread or at exit."
        instead = "Start no thread, and leave nothing to be done as a program ends."
        why = "A program that imports it has to be ended by force."
        yield Flaw(NAME, game.place(elsewhere.goes_on), what, why, instead)
    for (_, match), told in zip(matches, elsewhere.told, strict=False):
        for flaw in _of_match(game, match, told):
            yield flaw
            return


def _of_match(game: CheckedGame, match: RandomMatch, told: Told) -> Iterator[Flaw]:
    for number, (here, there) in enumerate(zip(told_of(match), told, strict=False)):
        for part, mine, its in zip(PARTS, here, there, strict=True):
            if mine != its:
                hook = _hook(match, number, part)
                after = f"After {match.history.steps[number - 1].entry.kind!r}" if number else "At the beginning"
                what = f"{after}, `{hook}` answers something else in another process."
                yield Flaw(NAME, game.place_of_hook(hook), what, WHY, INSTEAD)
                return


def _hook(match: RandomMatch, number: int, part: str) -> str:
    """The hook that tells this part of a position."""
    if part == "rulings":
        return hook_that_ruled(match.history.steps[number - 1])
    return "scene" if part == "scene" else "prompts"
