"""What the database is asked and told, in its own words, and what several transactions write alike."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import BindParameter, Connection, bindparam, delete, exists, func, insert, select, text, update

from referee.match.record import Record

from .failures import Outdated
from .finished_matches import put_result
from .rows import AdmissionRow, ClaimRow, DatabaseRow, LinkRow, Renaming, SeatRow, Stamp, TableRow
from .schema import admissions, claims, finishes, keyring, links, log, refusals, rematches, seats, tables

# Built once: the database's own cache then finds the finished words by the identity of the statement.
ADD = {
    TableRow: insert(tables),
    SeatRow: insert(seats),
    LinkRow: insert(links),
    ClaimRow: insert(claims),
    AdmissionRow: insert(admissions),
}
ADD_REMATCH, ADD_SECRET = insert(rematches), insert(keyring)
THE_TABLE = select(tables).where(tables.c.code == bindparam("code"))
BEING_SET_UP = (
    select(tables.c.code, tables.c.game)
    .where(tables.c.started_at.is_(None), tables.c.created_at >= bindparam("since"))
    .order_by(tables.c.created_at.desc(), tables.c.code)
    .limit(bindparam("most"))
)
NAMES = (
    select(seats.c.table, seats.c.name)
    .where(seats.c.table.in_(bindparam("codes", expanding=True)))
    .order_by(seats.c.position)
)
STAMP = select(
    tables.c.version,
    func.coalesce(select(func.max(log.c.seq)).where(log.c.table == bindparam("code")).scalar_subquery(), 0),
).where(tables.c.code == bindparam("code"))
STAMPS = select(
    tables.c.code,
    tables.c.version,
    func.coalesce(select(func.max(log.c.seq)).where(log.c.table == tables.c.code).scalar_subquery(), 0),
).where(tables.c.code.in_(bindparam("codes", expanding=True)))
NOW = text("SELECT extract(epoch FROM clock_timestamp())")
THE_SEATS = select(seats).where(seats.c.table == bindparam("code")).order_by(seats.c.position)
ALL_SEATS = select(seats).order_by(seats.c.table, seats.c.position)
_RECORD = tuple(log.c[name] for name in Record.__match_args__)
THE_LOG = select(*_RECORD).where(log.c.table == bindparam("code"), log.c.seq > bindparam("after")).order_by(log.c.seq)
THE_CLAIM = select(claims).where(claims.c.id == bindparam("claim"))
THE_CLAIMS = select(claims).where(claims.c.table == bindparam("code")).order_by(claims.c.created_at, claims.c.id)
THE_LINK = select(links).where(links.c.token_hash == bindparam("link"))
TAKE_LINK = delete(links).where(links.c.token_hash == bindparam("link")).returning(links)

THIS_TABLE = tables.c.code == bindparam("at_table")
THIS_SEAT = (seats.c.table == bindparam("at_table")) & (seats.c.name == bindparam("at_seat"))
SET_TABLE = update(tables).where(THIS_TABLE)
START = SET_TABLE.where(tables.c.started_at.is_(None))
# Changes nothing: it holds the table's row, so that no match starts until the seat is there.
HOLD_BEFORE_START = START.values(game=tables.c.game)
# Whoever changes a table waits here until nobody else does.
CHANGE = SET_TABLE.values(version=tables.c.version + 1)
CHANGE_KNOWN = CHANGE.where(tables.c.version == bindparam("known"))
REWRITE = CHANGE.values(rewritten=tables.c.rewritten + 1)
SET_SEAT = update(seats).where(THIS_SEAT)
NO_FINISH = delete(finishes).where(finishes.c.table == bindparam("at_table"))
NO_REFUSALS = delete(refusals).where(refusals.c.table == bindparam("at_table"))
NO_REFUSALS_OF_SEAT = NO_REFUSALS.where(refusals.c.by == bindparam("at_seat"))
ADD_REFUSAL = insert(refusals)
NO_REFUSAL = NO_REFUSALS.where(refusals.c.id == bindparam("at_id"))
OLD_REFUSALS = (
    select(refusals.c.id)
    .where(refusals.c.table == bindparam("at_table"))
    .order_by(refusals.c.at.desc(), refusals.c.id)
    .offset(bindparam("most"))
)
THE_REFUSAL = select(refusals.c.body).where(refusals.c.table == bindparam("code"), refusals.c.id == bindparam("id"))
NO_TABLE = delete(tables).where(THIS_TABLE)
NO_SEATS = delete(seats).where(seats.c.table == bindparam("at_table"))
NO_SEAT = delete(seats).where(THIS_SEAT)
NO_LOG = delete(log).where(log.c.table == bindparam("at_table"))
NO_LINKS = delete(links).where(links.c.table == bindparam("at_table"))
NO_LINKS_TO_SEAT = NO_LINKS.where(links.c.seat == bindparam("at_seat"))
NO_OLD_LINKS = delete(links).where(links.c.expires_at < bindparam("before"))
NO_OLD_CLAIMS = delete(claims).where(claims.c.created_at < bindparam("before"))
NO_CLAIMS_TO_SEAT = delete(claims).where(claims.c.table == bindparam("at_table"), claims.c.seat == bindparam("at_seat"))
NOBODY_WAITS_FOR_SEAT = NO_CLAIMS_TO_SEAT.where(claims.c.state == "waiting")
RENAME_SEAT = SET_SEAT.values(name=bindparam("new_name"))
RENAME_HOST = SET_TABLE.where(tables.c.host_seat == bindparam("at_seat")).values(host_seat=bindparam("new_name"))
RENAME_ADMISSIONS = (
    update(admissions)
    .where(
        admissions.c.seat == bindparam("at_seat"),
        admissions.c.claim.in_(select(claims.c.id).where(claims.c.table == bindparam("at_table"))),
    )
    .values(seat=bindparam("new_name"))
)
CHANGE_LINE = update(log).where(log.c.table == bindparam("at_table"), log.c.seq == bindparam("at_seq"))
MENTIONS = (
    select(log.c.table, *_RECORD)
    .where(log.c.type.in_(bindparam("types", expanding=True)))
    .order_by(log.c.table, log.c.seq)
)
NO_ADMISSION = delete(admissions).where(
    admissions.c.claim == bindparam("at_claim"), admissions.c.seat == bindparam("at_seat")
)
ADMISSIONS = select(admissions).where(admissions.c.claim == bindparam("claim")).order_by(admissions.c.seat)
THE_SECRET = select(keyring.c.secret).where(keyring.c.name == bindparam("name"))
_TOKENS: BindParameter[str] = bindparam("tokens", expanding=True)
# One question, which takes as long where there is no such table.
IS_KNOWN = select(
    exists().where(seats.c.table == bindparam("code"), seats.c.token_hash.in_(_TOKENS))
    | exists().where(
        tables.c.code == bindparam("code"), tables.c.host_hash.in_(_TOKENS) | tables.c.host_phone.in_(_TOKENS)
    )
)
SETTLE = (
    update(claims)
    .where(claims.c.id == bindparam("claim"), claims.c.state == "waiting")
    .returning(claims.c.table, claims.c.seat)
)


def stamp_of(connection: Connection, code: str) -> Stamp | None:
    """How far a table has come; None where there is none."""
    found = connection.execute(STAMP, {"code": code}).one_or_none()
    return Stamp(*found) if found is not None else None


def change(connection: Connection, code: str, known: Stamp) -> None:
    """Gives a table its next version, and has everybody else who changes it wait until this transaction ends.

    Outdated where it has changed since it was `known`, or is not there any more.
    """
    take_turn(connection, code, known.version)
    # Asked only now: whoever was adding lines to the log has done so.
    if stamp_of(connection, code) != Stamp(known.version + 1, known.seq):
        raise Outdated


def take_turn(connection: Connection, code: str, version: int) -> None:
    """As `change`, whatever lines its log has by now: Outdated where the table does not have this version."""
    if not connection.execute(CHANGE_KNOWN, {"at_table": code, "known": version}).rowcount:
        raise Outdated


def hand(connection: Connection, code: str, seat: str, token_hash: str | None, reads_from: int | None) -> bool:
    """Gives a seat to a token, or to nobody, and closes all other ways to it. False where there is no such seat."""
    where = {"at_table": code, "at_seat": seat}
    connection.execute(NO_LINKS_TO_SEAT, where)
    connection.execute(NOBODY_WAITS_FOR_SEAT, where)
    connection.execute(NO_REFUSALS_OF_SEAT, where)
    changed = {"token_hash": token_hash} | ({} if reads_from is None else {"reads_from": reads_from})
    return connection.execute(SET_SEAT, where | changed).rowcount == 1


def rename(connection: Connection, renaming: Renaming) -> None:
    """Gives a seat another name. Its links and claims follow, unless the old name is forgotten. Raises as `change`."""
    change(connection, renaming.code, renaming.stamp)
    where = {"at_table": renaming.code, "at_seat": renaming.old}
    # These name the seats as they were.
    connection.execute(NO_FINISH, where)
    connection.execute(NO_REFUSALS, where)
    if renaming.forgets:
        connection.execute(NO_LINKS_TO_SEAT, where)
        connection.execute(NO_CLAIMS_TO_SEAT, where)
    for statement in (RENAME_SEAT, RENAME_HOST, RENAME_ADMISSIONS):
        connection.execute(statement, where | {"new_name": renaming.new})
    connection.execute(SET_SEAT, {"at_table": renaming.code, "at_seat": renaming.new, "nameless": renaming.forgets})
    change_lines(connection, renaming.code, renaming.lines)
    if renaming.result is not None:
        put_result(connection, renaming.code, renaming.result)


def change_lines(connection: Connection, code: str, records: Iterable[Record]) -> None:
    """Puts these in the place of the lines of the same number. Only a name is ever taken out of a log."""
    connection.execute(REWRITE, {"at_table": code})
    for record in records:
        where = {"at_table": code, "at_seq": record.seq}
        connection.execute(CHANGE_LINE, where | {"body": record.body})


def add(connection: Connection, *rows: TableRow | SeatRow | LinkRow | ClaimRow | AdmissionRow) -> None:
    """Adds these rows, in this order."""
    for row in rows:
        connection.execute(ADD[type(row)], values(row))


def values(row: TableRow | SeatRow | LinkRow | ClaimRow | AdmissionRow) -> dict[str, Any]:
    """A row's fields by their names, which are the columns' names."""
    return {name: getattr(row, name) for name in row.__match_args__}


def table_row(row: DatabaseRow) -> TableRow:
    """A table as it was put in: JSON knows no tuples."""
    found = dict(row._mapping)
    return TableRow(**found | {"house_rules": tuple(found["house_rules"])})
