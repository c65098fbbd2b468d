"""Getting the table ready with the real cards."""

import logging
from collections.abc import Mapping

from referee.hosting.tables.snapshot import Snapshot
from referee.plugin.game_faults import GameFaultError
from referee.plugin.rulebook import Rulebook
from referee.vocabulary.game import Setup, SetUpStep
from referee.vocabulary.text import Text, say
from referee_web.guards.services import room
from referee_web.pages.blueprint import blueprint
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

    names = [*snapshot.names]
    players = next((n for n in book.game.players if n >= len(names)), 0)
    if not players:
        return ()
    for n in range(len(names) + 1, players + 1):
        names.append(say_here("Seat {n}", n=n))
    return _steps(book, book.setting(names, None, snapshot.row.options))


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
    players = next((n for n in book.game.players if n >= sitting), 0)
    if not players:
        return []
    try:
        setting = book.setting([*map(str, range(1, players + 1))], None, options)
        sides = book.scene(book.begin(setting)).sides
    except GameFaultError as fault:
        log.exception("a game failed", extra=fault.log_fields)
        return []
    if all(len(side) == 1 for side in sides):
        return []
    return [[*map(int, side)] for side in sides]


@blueprint.app_template_global()
def begun_again(snapshot: Snapshot) -> Text | None:
    """Return the note on a rematch and its dealer until the first entry, or None."""
    match = snapshot.match
    if match is None or match.seq or not room().store.past.is_rematch(snapshot.code):
        return None
    template = "Rematch: everyone keeps their seat, and {dealer} deals."
    return say(template, dealer=match.history.setting.dealer)
