"""Starting the match of a table."""

import time
from collections.abc import Sequence
from typing import Any

from referee.hosting.tables.held_table import HeldTable, retry_if_outdated
from referee.hosting.tables.loading import begin_match, seat_ids, setting_values
from referee.hosting.tables.permissions import must_be_host, must_be_seated
from referee.hosting.tables.table import Table
from referee.match.log_entry import Toss
from referee.match.match import Match
from referee.match.tosses import DEALER_TOSS, seating_id, toss
from referee.vocabulary.errors import ConflictError, FieldError, WrongFieldsError
from referee.vocabulary.game import Setup
from referee.vocabulary.jsonable import jsonable
from referee.vocabulary.text import say


@retry_if_outdated
def start(
    held: HeldTable, order: Sequence[str] | None = None, dealer: str | None = None, toss_dealer: bool = False
) -> None:
    """Begin the match: who sits where (clockwise; None: as they came), and who deals first. Only the host may.

    WrongFieldsError for what cannot be; ConflictError where it has begun; GameFaultError where its game fails.
    """
    must_be_host(held.viewer)
    table = held.table
    if table.row.setting is not None:
        raise ConflictError(say("The match has begun already."))
    seats = _in_order(table, order)
    if toss_dealer and dealer is not None:
        raise WrongFieldsError(FieldError("dealer", say("Name a dealer or have one tossed, not both.")))
    tossed = _toss_for_dealer(table, seats) if toss_dealer and seats else None
    # Whether the match begins never depends on the toss: else another order could be tried after a failure.
    settings = [table.rulebook.setting(seats, name, table.row.options) for name in (seats if tossed else [dealer])]
    matches = {setting.dealer: _begun(table, setting, tossed) for setting in settings}
    stored, match = matches[tossed.outcome] if tossed else next(iter(matches.values()))
    with held.changing_seats():
        held.store.start(table.code, seat_ids(table.seats).stored_setting(stored), time.time())
    table.match = match


@retry_if_outdated
def have_cards_ready(held: HeldTable) -> None:
    """Note that the cards are set up, for all who sit at the table. UnauthorizedError for whoever only watches."""
    must_be_seated(held.viewer)
    if not held.table.row.cards_ready:
        with held.changing_seats():
            held.store.note(held.code, cards_ready=True)


def _begun(table: Table, setting: Setup, tossed: Toss | None) -> tuple[dict[str, Any], Match]:
    """Return how the match is set up, as it is stored, and the match begun so; GameFaultError if it cannot be shown."""
    stored = setting_values(setting)
    if tossed is not None:
        stored["toss"] = jsonable(tossed)
    match = begin_match(table.rulebook, stored)
    match.history.scene_in(match.history.position)
    return stored, match


def _in_order(table: Table, order: Sequence[str] | None) -> list[str]:
    seated = [seat.name for seat in table.seats]
    seats = list(order) if order is not None else seated
    if sorted(seats) != sorted(seated):
        raise WrongFieldsError(FieldError("order", say("Name every seat once: {seats}.", seats=tuple(seated))))
    return seats


def _toss_for_dealer(table: Table, seats: Sequence[str]) -> Toss:
    places = {seat.name: seat.position for seat in table.seats}
    return toss(table.row.toss_key, DEALER_TOSS, "dealer", seats, seating_id([places[seat] for seat in seats]))
