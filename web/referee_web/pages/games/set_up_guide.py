"""Getting the table ready with the real cards."""

import logging
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from referee.hosting.tables.snapshot import Snapshot
from referee.plugin.game_faults import GameFaultError
from referee.plugin.rulebook import Rulebook
from referee.vocabulary.errors import WrongFieldsError
from referee.vocabulary.game import Preparation, Setting
from referee.vocabulary.text import Text, say
from referee_web.guards.services import room
from referee_web.pages.template_filters import say_here

log = logging.getLogger("referee.web")


def guide(snapshot: Snapshot) -> tuple[Preparation, ...]:
    """Return the set-up steps until the first entry.

    At a rematch they are those that are others now, since people joined. While too few
    sit there, steps that depend on how many play are left out; while more may join,
    their titles say for how many they are.
    """
    book = snapshot.rulebook
    match = snapshot.match
    if match is not None:
        if match.seq:
            return ()
        before = room().store.past.seats_before(snapshot.code)
        if before is None:
            return _steps(book, match.history.setting)
        known = _list_steps(book, snapshot.names[:before], snapshot.row.options)
        steps = _list_steps(book, snapshot.names, snapshot.row.options)
        return tuple(step for step in steps if step not in known)

    setting = _expect_setup(book, snapshot.names, snapshot.row.options)
    if setting is None:
        return ()
    steps = _steps(book, setting)
    alike = _list_alike(steps, book, len(setting.seats), snapshot.row.options)
    if len(snapshot.names) < len(setting.seats):
        return alike
    named = []
    for step in steps:
        if step not in alike:
            template = "{title} (with {n} players)"
            title = say(template, title=step.title, n=len(setting.seats))
            step = replace(step, title=title)
        named.append(step)
    return tuple(named)


def _list_alike(
    steps: Sequence[Preparation],
    book: Rulebook,
    players: int,
    options: Mapping[str, object],
) -> tuple[Preparation, ...]:
    """Return the steps that stay the same if more people join."""
    alike = tuple(steps)
    for count in book.game.players:
        others = _list_steps(book, [*map(_seat_to_come, range(count))], options)
        if count > players and others:
            alike = tuple(step for step in alike if step in others)
    return alike


def _expect_setup(
    book: Rulebook, names: Sequence[str], options: Mapping[str, object]
) -> Setting | None:
    """Return the set-up with the fewest more players that the game takes, or None."""
    for players in book.game.players:
        if players < len(names):
            continue
        seats = [*names, *map(_seat_to_come, range(len(names), players))]
        with suppress(WrongFieldsError):
            return book.check_new_setting(seats, None, options)
    return None


def _seat_to_come(at: int) -> str:
    return say_here("Seat {n}", n=at + 1)


def _list_steps(
    book: Rulebook, names: Sequence[str], options: Mapping[str, object]
) -> tuple[Preparation, ...]:
    setting = _expect_setup(book, names, options)
    return () if setting is None else _steps(book, setting)


def _steps(book: Rulebook, setting: Setting) -> tuple[Preparation, ...]:
    """Return the steps; none if the game fails, since people can do without."""
    try:
        return book.prepare_table(setting)
    except GameFaultError as fault:
        log.exception("a game failed", extra=fault.log_fields)
        return ()


def partners(
    book: Rulebook, sitting: int, options: Mapping[str, object]
) -> list[list[int]]:
    """Return partners by seat numbers once enough sit there; empty without sides.

    If the game fails, none: starting the match will report it.
    """
    setting = _expect_setup(book, [*map(str, range(sitting))], options)
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
    if match is None or match.seq:
        return None
    before = room().store.past.seats_before(snapshot.code)
    if before is None:
        return None
    setting = match.history.setting
    template = "Next match: everyone keeps their seat, and {dealer} deals."
    joined = setting.seats[before:]
    if joined:
        template = "Next match, now with {joined}: {dealer} deals."
    return say(template, dealer=setting.dealer, joined=joined)
