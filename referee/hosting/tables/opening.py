"""Opening a table, and beginning its match."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.hosting.store import SeatRow, Store, TableRow, WriteRefused
from referee.hosting.tables.loading import setting_of
from referee.hosting.tables.player_names import read_names
from referee.hosting.tables.seats import reload_seats
from referee.hosting.tables.table import Table
from referee.hosting.tables.tokens import hashed, new_code, new_token
from referee.match.match import Match
from referee.match.tosses import DEALER_TOSS, Toss, as_id, toss
from referee.plugin.discovery import UnknownGameError, rulebook
from referee.vocabulary.errors import ConflictError, FieldError, WriteConflictError, WrongFieldsError
from referee.vocabulary.jsonable import jsonable
from referee.vocabulary.text import say

CODES_TRIED = 20


@dataclass(frozen=True, slots=True)
class Opened:
    """A table just opened: its code, and the token that makes its bearer the host."""

    code: str
    host_token: str


def open_table(
    store: Store, game: str, seats: Sequence[str], options: Mapping[str, object], house_rules: Sequence[str]
) -> Opened:
    """A new table. UnknownGameError, UnknownHouseRuleError or WrongFieldsError for what cannot be."""
    rules = rulebook(game, tuple(dict.fromkeys(house_rules)))
    settled = dict(rules.options(options))
    names = read_names(seats)
    if len(names) > max(rules.game.players):
        template = "{title} has room for {n} at most."
        raise WrongFieldsError(FieldError("seats", say(template, title=rules.game.title, n=max(rules.game.players))))
    token, now, in_force = new_token(), time.time(), tuple(rule.id for rule in rules.house_rules)
    for _ in range(CODES_TRIED):
        code = new_code()
        row = TableRow(code, game, rules.game.version, now, settled, in_force, hashed(token))
        try:
            store.create_table(row, [SeatRow(code, place, name) for place, name in enumerate(names)])
        except WriteRefused:
            continue
        return Opened(code, token)
    raise no_free_code()


def no_free_code() -> ConflictError:
    """What is said where every code that was drawn is taken."""
    return ConflictError(say("No free table code was found. Try again."))


def is_installed(game: str) -> bool:
    """Whether a table of this game can be played at."""
    try:
        rulebook(game)
    except UnknownGameError:
        return False
    return True


def begin(store: Store, table: Table, order: Sequence[str] | None, dealer: str | None, toss_dealer: bool) -> None:
    """Begin the match of a table: who sits where (clockwise, as they came unless said), who deals first.

    WrongFieldsError for what cannot be; ConflictError where it has begun.
    """
    if table.row.setting is not None:
        raise ConflictError(say("The match has begun already."))
    seats = _in_order(table, order)
    if toss_dealer and dealer is not None:
        raise WrongFieldsError(FieldError("dealer", say("Name a dealer or have one tossed, not both.")))
    tossed = _toss_for_dealer(table, seats) if toss_dealer and seats else None
    setting = table.rulebook.setting(seats, tossed.outcome if tossed else dealer, table.row.options)
    stored: dict[str, Any] = {
        "order": list(setting.seats),
        "dealer": setting.dealer,
        "options": dict(setting.options),
    }
    if tossed is not None:
        stored["toss"] = jsonable(tossed)
    begun = Match.begun(table.rulebook, setting_of(stored), tossed)
    if not store.start(table.code, stored, time.time()):
        raise WriteConflictError(say("The match has begun already."))
    reload_seats(store, table)
    table.match = begun


def _in_order(table: Table, order: Sequence[str] | None) -> list[str]:
    seated = [seat.name for seat in table.seats]
    seats = list(order) if order is not None else seated
    if sorted(seats) != sorted(seated):
        raise WrongFieldsError(FieldError("order", say("Name every seat once: {seats}.", seats=tuple(seated))))
    return seats


def _toss_for_dealer(table: Table, seats: Sequence[str]) -> Toss:
    return toss(table.row.toss_key, DEALER_TOSS, "dealer", seats, as_id(seats))
