"""Seats in the store: their owners, and the links and claims that lead to them."""

from collections.abc import Mapping
from typing import Any

from .database import Connection, compact
from .failures import WriteRefused
from .rows import (
    AdmissionRow,
    ClaimRow,
    ClaimState,
    LinkRow,
    NewcomerRow,
    SeatRow,
)
from .transactions import Transactions, add_rows

# An update that changes nothing locks the table's row, so that no match starts before
# the seat exists.
HOLD_BEFORE_START = (
    "UPDATE tables SET game = game WHERE code = ? AND started_at IS NULL"
)

OTHER_WAYS_TO_SEAT = (
    "DELETE FROM links WHERE code = ? AND seat = ?",
    "DELETE FROM claims WHERE code = ? AND seat = ? AND state = 'waiting'",
    "DELETE FROM refusals WHERE code = ? AND author = ?",
)


class SeatStore(Transactions):
    """The queries and changes of seats, and of the ways to them."""

    def seats(self, code: str) -> list[SeatRow]:
        """Return a table's seats, clockwise."""
        return self._rows(
            SeatRow, "SELECT * FROM seats WHERE code = ? ORDER BY position", [code]
        )

    def add_seat(self, row: SeatRow) -> None:
        """Add a seat to a table that has not started.

        Raise WriteRefused if its name or position is taken, or the match has started.
        """
        with self.writing() as connection:
            if not connection.execute(HOLD_BEFORE_START, [row.table]).rowcount:
                raise WriteRefused
            add_rows(connection, row)

    def add_late_seat(self, row: SeatRow, setting: Mapping[str, Any]) -> None:
        """Add a seat to a match that has begun, with its set-up from now on.

        Raise WriteRefused if name or position is taken.
        """
        sql = "UPDATE tables SET setting = ? WHERE code = ?"
        with self.writing() as connection:
            connection.execute(sql, [compact(setting), row.table])
            add_rows(connection, row)

    def remove_late_seat(
        self, code: str, seat: str, setting: Mapping[str, Any]
    ) -> None:
        """Remove a seat with links and claims from a match that has begun.

        The match has this set-up from now on.
        """
        with self.writing() as connection:
            connection.execute(
                "UPDATE tables SET setting = ? WHERE code = ?", [compact(setting), code]
            )
            connection.execute(
                "DELETE FROM seats WHERE code = ? AND name = ?", [code, seat]
            )

    def give_seat(
        self, code: str, seat: str, token_hash: str, reads_from: int | None = None
    ) -> bool:
        """Give a seat to another token; False without such a seat.

        With `reads_from` the new owner does not read entries sealed up to there. Other
        links to the seat, and claims, become invalid.
        """
        with self.writing() as connection:
            return _set_owner(connection, code, seat, token_hash, reads_from)

    def lend_seat(self, code: str, seat: str) -> None:
        """Record that the others at this table lent a seat to its owner."""
        self._change(
            "UPDATE seats SET lent_at = code WHERE code = ? AND name = ?", [code, seat]
        )

    def own_seat(self, code: str, seat: str) -> None:
        """Record that a seat's owner has it by right, not lent."""
        self._change(
            "UPDATE seats SET lent_at = NULL WHERE code = ? AND name = ?", [code, seat]
        )

    def free_seat(self, code: str, seat: str, reads_from: int) -> bool:
        """Remove a seat's owner, links and claims; False without such a seat.

        The next owner does not read entries sealed up to `reads_from`.
        """
        with self.writing() as connection:
            return free_seat(connection, code, seat, reads_from)

    def remove_seat(self, code: str, seat: str) -> bool:
        """Remove a seat with links and claims; False without it, or once play began."""
        sql = "DELETE FROM seats WHERE code = ? AND name = ?"
        with self.writing() as connection:
            if not connection.execute(HOLD_BEFORE_START, [code]).rowcount:
                return False
            return connection.execute(sql, [code, seat]).rowcount == 1

    def newcomers(self, code: str) -> list[NewcomerRow]:
        """Return who plays in the next match, in the order of asking."""
        sql = "SELECT * FROM newcomers WHERE code = ? ORDER BY asked_at, name"
        return self._rows(NewcomerRow, sql, [code])

    def newcomers_everywhere(self) -> list[NewcomerRow]:
        """Return who plays in the next match, at all tables."""
        return self._rows(NewcomerRow, "SELECT * FROM newcomers ORDER BY code, name")

    # Links and claims

    def add(self, row: LinkRow | ClaimRow | NewcomerRow) -> None:
        """Store a link or claim to a seat, or a newcomer. Raise NoSuchTable."""
        with self.writing() as connection:
            add_rows(connection, row)

    def link(self, token_hash: str) -> LinkRow | None:
        """Return a link without using it, or None; the caller checks its age."""
        return self._row(
            LinkRow, "SELECT * FROM links WHERE token_hash = ?", [token_hash]
        )

    def take_link(self, token_hash: str) -> LinkRow | None:
        """Use up a link and return it, or None; the caller checks its age."""
        with self.writing() as connection:
            link = connection.execute(
                "DELETE FROM links WHERE token_hash = ? RETURNING *", [token_hash]
            ).fetchone()
        return LinkRow(*link) if link else None

    def forget_links(self, expired_before: float) -> int:
        """Delete older links; return their number."""
        return self._change("DELETE FROM links WHERE expires_at < ?", [expired_before])

    def claim(self, claim_id: str) -> ClaimRow | None:
        """Return the claim with this public id, or None."""
        return self._row(ClaimRow, "SELECT * FROM claims WHERE id = ?", [claim_id])

    def claims(self, code: str) -> list[ClaimRow]:
        """Return the claims to a table's seats, settled ones included, oldest first."""
        return self._rows(
            ClaimRow,
            "SELECT * FROM claims WHERE code = ? ORDER BY created_at, id",
            [code],
        )

    def settle_claim(
        self,
        claim_id: str,
        state: ClaimState,
        token_hash: str | None = None,
        reads_from: int | None = None,
        host_phone: str | None = None,
    ) -> bool:
        """Admit or refuse a waiting claim, once; False if it is settled or missing.

        With a token hash the seat goes to that token in the same transaction, as by
        `give_seat`. With `host_phone` that token remains host.
        """
        given = [state, token_hash, claim_id]
        with self.writing() as connection:
            settled = connection.execute(
                "UPDATE claims SET state = ?, token_hash = ? "
                "WHERE id = ? AND state = 'waiting' RETURNING code, seat",
                given,
            ).fetchall()
            for code, seat in settled:
                if token_hash is not None:
                    _set_owner(connection, code, seat, token_hash, reads_from)
                if host_phone is not None:
                    connection.execute(
                        "UPDATE tables SET host_phone = ? WHERE code = ?",
                        [host_phone, code],
                    )
        return bool(settled)

    def answer_claim(self, row: AdmissionRow) -> None:
        """Store or replace a seat's answer to an existing claim."""
        with self.writing() as connection:
            connection.execute(
                "DELETE FROM admissions WHERE claim = ? AND seat = ?",
                [row.claim, row.seat],
            )
            add_rows(connection, row)

    def admissions(self, claim_id: str) -> list[AdmissionRow]:
        """Return the seats' answers to a claim."""
        return self._rows(
            AdmissionRow,
            "SELECT * FROM admissions WHERE claim = ? ORDER BY seat",
            [claim_id],
        )

    def forget_claims(self, made_before: float) -> int:
        """Delete older claims; return their number."""
        return self._change("DELETE FROM claims WHERE created_at < ?", [made_before])


def free_seat(connection: Connection, code: str, seat: str, reads_from: int) -> bool:
    """Remove a seat's owner in this transaction; return as `SeatStore.free_seat`."""
    sql = "DELETE FROM claims WHERE code = ? AND seat = ?"
    connection.execute(sql, [code, seat])
    return _set_owner(connection, code, seat, None, reads_from)


def _set_owner(
    connection: Connection,
    code: str,
    seat: str,
    token_hash: str | None,
    reads_from: int | None,
) -> bool:
    """Give a seat to a token or nobody, and close other ways to it.

    False without such a seat.
    """
    where = [code, seat]
    for sql in OTHER_WAYS_TO_SEAT:
        connection.execute(sql, where)
    sql = "UPDATE seats SET reads_from = ? WHERE code = ? AND name = ?"
    if reads_from is not None:
        connection.execute(sql, [reads_from, *where])
    sql = "UPDATE seats SET token_hash = ? WHERE code = ? AND name = ?"
    return connection.execute(sql, [token_hash, *where]).rowcount == 1
