"""Getting the table ready with the real cards, step by step, as the game tells it."""

import logging
from collections.abc import Sequence

from referee.hosting.tables.snapshot import Snapshot
from referee.plugin.game_faults import GameFaultError
from referee.plugin.rulebook import Rulebook
from referee.vocabulary.game import Setup, SetUpStep
from referee.vocabulary.text import Text, say
from referee_web.guards.auth import room
from referee_web.pages.blueprint import blueprint
from referee_web.pages.template_filters import word

log = logging.getLogger("referee.web")


def guide(seen: Snapshot) -> tuple[SetUpStep, ...]:
    """The steps for those who sit here, until the first entry is made; before the start also for fewer seats. None at
    a rematch: everybody has just played.
    """
    book, match = seen.rulebook, seen.match
    if match is not None:
        return _steps(book, match.history.setting) if match.seq == 0 and begun_again(seen) is None else ()
    names = _enough([seat.name for seat in seen.seat_states], book.game.players)
    return _steps(book, book.setting(names, None, seen.row.options)) if names else ()


def _steps(book: Rulebook, setting: Setup) -> tuple[SetUpStep, ...]:
    """The steps; none if the game fails: people can get the table ready without them."""
    try:
        return book.set_up(setting)
    except GameFaultError as fault:
        log.exception("a game failed", extra=fault.told)
        return ()


def _enough(names: Sequence[str], players: Sequence[int]) -> list[str]:
    """These seats, and as many more as the game needs; empty if they are too many for it."""
    wanted = next((count for count in players if count >= len(names)), 0)
    others = (word(say("Seat {n}", n=n)) for n in range(len(names) + 1, wanted + 1))
    return [*names, *others] if wanted else []


@blueprint.app_template_global()
def begun_again(seen: Snapshot) -> Text | None:
    """That this is the rematch, and who deals: until the first entry there; else None."""
    match = seen.match
    if match is None or match.seq or not room().store.past.is_rematch(seen.code):
        return None
    return say("This is the rematch: all keep their seats, and {dealer} deals.", dealer=match.history.setting.dealer)
