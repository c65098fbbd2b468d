"""Checking a game by all checks, in order."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from referee.testing.answerable import UnanswerablePromptError
from referee.testing.checks import (
    check_catalogues,
    check_cost,
    check_declarations,
    check_disputes,
    check_order,
    check_outside,
    check_play,
    check_points,
    check_refolding,
    check_secrets,
    check_texts,
)
from referee.testing.checks.game_under_check import CheckedGame
from referee.testing.flaw import Flaw, Flaws
from referee.testing.random_match import OversizedAnswerError
from referee.testing.sources import hooks_of

SEAT = re.compile(r"(?<!`)Player \d+")
"""A seat of a random match; in backticks it is one of a list."""

VARYING = re.compile(r"“.*?”|\d+", re.DOTALL)
"""The parts in which flaws of one kind differ: quoted sentences, and numbers."""

OF_HOOK = re.compile(r"`\w+`: (.+)", re.DOTALL)
"""The sentence of a hook's fault."""

SEATS = re.compile(rf"{SEAT.pattern}(, {SEAT.pattern})*")

GameCheck = Callable[[CheckedGame], Flaws]
"""Finds flaws in one aspect of a game."""

CHECKS: Mapping[str, GameCheck] = {
    "hooks": check_declarations.flaws_of_hooks,
    "description": check_declarations.flaws_of_description,
    "declarations": check_declarations.flaws_of_declarations,
    "texts": check_texts.flaws,
    "catalogues": check_catalogues.flaws,
    "outside": check_outside.flaws,
    "questions": check_play.flaws_of_questions,
    "play": check_play.flaws_of_play,
    "order": check_order.flaws,
    "points": check_points.flaws,
    "processes": check_refolding.flaws,
    "secrets": check_secrets.flaws,
    "disputes": check_disputes.flaws,
    "house rules": check_declarations.flaws_of_house_rules,
    "cost": check_cost.flaws,
}
"""Every check by name, in order."""

FIRST = ("hooks", "description")
"""The checks after whose grave flaws all others are skipped, since these would repeat
them.
"""


def flaws_in(game: CheckedGame, check: str) -> list[Flaw]:
    """Return a check's flaws, each once, with anything the game raises.

    Once the game was given up, only that flaw is returned.
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
        if isinstance(error, (OversizedAnswerError, UnanswerablePromptError)):
            game.given_up = flaw
    return each_once(replace(flaw, check=check) for flaw in flaws)


def find_flaws(game: CheckedGame, checks: Iterable[str] = CHECKS) -> Flaws:
    """Yield the flaws that these checks find, in order."""
    for check in checks:
        flaws = flaws_in(game, check)
        yield from flaws
        if check in FIRST and flaws and not _can_be_played(game):
            break


def each_once(flaws: Iterable[Flaw]) -> list[Flaw]:
    """Return one of each group of equal flaws, with the seats of all.

    Flaws are equal by line and text, quoted sentences aside, and are counted; a grave
    flaw goes before others. A hook's fault is left out if another hook has it, or a
    grave flaw is in its line.
    """
    first = dict[tuple[str, str], Flaw]()
    seats = defaultdict[tuple[str, str], set[str]](set)
    times = Counter[tuple[str, str]]()
    for flaw in flaws:
        # Ignore the seats, what is quoted, and the numbers in it.
        about_one = SEATS.sub("Player", flaw.what)
        key = flaw.where, VARYING.sub("0", about_one)
        times[key] += flaw.times
        seats[key].update(flaw.seats, SEAT.findall(flaw.what))
        if key not in first or (flaw.grave and not first[key].grave):
            first[key] = flaw
    once = []
    lines = set[str]()
    faults = set[str]()
    for key, flaw in first.items():
        fault = OF_HOOK.fullmatch(flaw.what)
        if fault is not None and (flaw.where in lines or fault[1] in faults):
            continue
        if fault is not None:
            faults.add(fault[1])
        elif flaw.grave:
            lines.add(flaw.where)
        named = tuple(sorted(seats[key]))
        once.append(replace(flaw, seats=named, times=times[key]))
    return once


def _can_be_played(game: CheckedGame) -> bool:
    needed = {*check_declarations.NEEDED}
    try:
        return bool(game.rulebook) and needed <= hooks_of(game.game).keys()
    except KeyboardInterrupt:
        raise
    # A stranger's game may fail in any way; this error is a flaw already.
    except BaseException:
        return False
