"""Confirmations of results: which tables await one, and who gave it."""

from collections.abc import Sequence
from dataclasses import dataclass

from referee.vocabulary.values import Count

from .database import Connection, insertion
from .rows import Placing
from .transactions import Transactions

UNCONFIRMED = """
    SELECT confirmations.code FROM confirmations
    JOIN event_tables ON event_tables.code = confirmations.code
    WHERE event = ? AND seq <> (
        SELECT coalesce(max(seq), 0) FROM log WHERE log.code = confirmations.code
    )
"""


@dataclass(frozen=True, slots=True)
class Confirmation:
    """What was confirmed at a table."""

    seq: Count
    """Up to which line of its log; 0: nothing."""
    seat: str | None
    """Who confirmed it; None: the host without a seat, or with `seq` 0 nobody yet."""


def await_confirmation(connection: Connection, table: str) -> None:
    """Have a table's result confirmed."""
    connection.execute(insertion("confirmations", 3), [table, 0, None])


def find_unconfirmed_tables(store: Transactions, code: str) -> frozenset[str]:
    """Return the event's tables whose latest state nobody confirmed."""
    return frozenset(table for (table,) in store.read(UNCONFIRMED, [code]))


def confirmation(store: Transactions, table: str) -> Confirmation | None:
    """Return a table's confirmation; None if it needs none."""
    rows = store.read("SELECT seq, seat FROM confirmations WHERE code = ?", [table])
    return Confirmation(*rows[0]) if rows else None


def confirm(
    store: Transactions,
    table: str,
    seq: int,
    seat: str | None,
    placings: Sequence[Placing],
) -> None:
    """Record that a seat confirmed a table up to this line, with these placings.

    A seat of None is the host.
    """
    sql = "UPDATE confirmations SET seq = ?, seat = ? WHERE code = ?"
    with store.writing() as connection:
        connection.execute(sql, [seq, seat, table])
        connection.execute("DELETE FROM confirmed WHERE code = ?", [table])
        for position, placing in enumerate(placings):
            row = [table, position, placing.score, placing.place]
            connection.execute(insertion("confirmed", 4), row)
