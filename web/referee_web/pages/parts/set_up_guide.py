"""Getting the table ready with the real cards."""

import logging
from collections.abc import Mapping, Sequence
from contextlib import suppress

from referee.hosting.tables.snapshot import Snapshot
from referee.plugin.game_faults import GameFaultError
from referee.plugin.rulebook import Rulebook
from referee.vocabulary.errors import WrongFieldsError
from referee.vocabulary.game import Setup, SetUpStep
from referee.vocabulary.text import Text, say
from referee_web.guards.services import room
from referee_web.pages.template_filters import say_here

log = logging.getLogger("referee.web")


def guide(snapshot: Snapshot) -> tuple[SetUpStep, ...]:
    """Return the set-up steps until the first entry; None at a rematch."""
    book = snapshot.rulebook
    match = snapshot.match
    if match is not None:
        if match.seq or begun_again(snapshot) is not None:
            return ()
        return _steps(book, match.history.setting)

    setting = _expected(book, snapshot.names, snapshot.row.options)
    return () if setting is None else _steps(book, setting)


def _expected(
    book: Rulebook, names: Sequence[str], options: Mapping[str, object]
) -> Setup | None:
    """Return the set-up with the fewest players to come with whom it can be played."""
    for players in book.game.players:
        if players < len(names):
            continue
        seats = [*names]
        for n in range(len(names) + 1, players + 1):
            seats.append(say_here("Seat {n}", n=n))
        with suppress(WrongFieldsError):
            return book.choose_setting(seats, None, options, opened=True)
    return None


def _steps(book: Rulebook, setting: Setup) -> tuple[SetUpStep, ...]:
    """Return the steps; none if the game fails, since people can do without."""
    try:
        return book.set_up(setting)
    except GameFaultError as fault:
        log.exception("a game failed", extra=fault.log_fields)
        return ()


def partners(
    book: Rulebook, sitting: int, options: Mapping[str, object]
) -> list[list[int]]:
    """Return partners by seat numbers once enough sit there; empty without sides.

    If the game fails, none: starting the match will report it.
    """
    setting = _expected(book, [*map(str, range(sitting))], options)
    if setting is None:
        return []
    try:
        sides = book.scene(book.begin(setting)).sides
    except GameFaultError as fault:
        log.exception("a game failed", extra=fault.log_fields)
        return []
    if all(len(side) == 1 for side in sides):
        return []
    return [[setting.seats.index(seat) + 1 for seat in side] for side in sides]


def begun_again(snapshot: Snapshot) -> Text | None:
    """Return the note on a rematch and its dealer until the first entry, or None."""
    match = snapshot.match
    if match is None or match.seq or not room().store.past.is_rematch(snapshot.code):
        return None
    template = "Rematch: everyone keeps their seat, and {dealer} deals."
    return say(template, dealer=match.history.setting.dealer)
