"""Checking a game: all checks, one after the other, and what they find."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from referee.testing.checks import (
    check_catalogues,
    check_cost,
    check_declarations,
    check_disputes,
    check_play,
    check_processes,
    check_secrets,
    check_texts,
)
from referee.testing.checks.checked_game import CheckedGame
from referee.testing.flaw import Flaw, Flaws
from referee.testing.random_match import TooLargeError
from referee.testing.sources import hooks_of

GameCheck = Callable[[CheckedGame], Flaws]
"""Tells what is wrong with one side of a game."""

CHECKS: Mapping[str, GameCheck] = {
    "hooks": check_declarations.flaws_of_hooks,
    "description": check_declarations.flaws_of_description,
    "declarations": check_declarations.flaws_of_declarations,
    "texts": check_texts.flaws,
    "catalogues": check_catalogues.flaws,
    "questions": check_play.flaws_of_questions,
    "play": check_play.flaws_of_play,
    "processes": check_processes.flaws,
    "secrets": check_secrets.flaws,
    "disputes": check_disputes.flaws,
    "house rules": check_declarations.flaws_of_house_rules,
    "cost": check_cost.flaws,
}
"""Every check by its name, in the order in which they are made."""

FIRST = ("hooks", "description")
"""Where a game cannot even say what it is, or lacks a hook, these say so, and the
others could only repeat it.
"""


def flaws_in(game: CheckedGame, check: str) -> list[Flaw]:
    """Return what one check finds, each thing once. Whatever the game raises meanwhile
    is a flaw too.

    Once the game was given up, that is all that is found.
    """
    if game.given_up is not None:
        return [game.given_up]
    flaws = list[Flaw]()
    try:
        flaws.extend(CHECKS[check](game))
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a stranger's game may fail in any way
        flaw = game.flaw_of(error)
        flaws.append(flaw)
        if isinstance(error, TooLargeError):
            game.given_up = flaw
    return each_once(replace(flaw, check=check) for flaw in flaws)


def find_flaws(game: CheckedGame, checks: Iterable[str] = CHECKS) -> Flaws:
    """Yield what these checks, in their order, find wrong with a game."""
    for check in checks:
        flaws = flaws_in(game, check)
        yield from flaws
        if check in FIRST and flaws and not _can_be_played(game):
            break


def each_once(flaws: Iterable[Flaw]) -> list[Flaw]:
    """Return the first of those in one place that say the same; a grave one above
    others.
    """
    first = dict[tuple[str, str], Flaw]()
    for flaw in flaws:
        # Numbers aside, as in the names of those who play at random.
        key = flaw.where, re.sub(r"\d+", "0", flaw.what)
        if key not in first or (flaw.grave and not first[key].grave):
            first[key] = flaw
    return [*first.values()]


def _can_be_played(game: CheckedGame) -> bool:
    needed = {*check_declarations.NEEDED}
    try:
        return bool(game.rulebook) and needed <= hooks_of(game.game).keys()
    except KeyboardInterrupt:
        raise
    # A stranger's game may fail in any way; what it raised is a flaw already.
    except BaseException:
        return False
