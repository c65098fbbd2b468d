"""Claims: somebody asks for a seat that has an owner, and is let in or not."""

import secrets
from dataclasses import dataclass, field
from typing import Literal

from referee.hosting.store import AdmissionRow, ClaimRow, ClaimState, Store
from referee.hosting.tables.amending import withdraw_vote
from referee.hosting.tables.held_table import HeldTable, retry_if_outdated
from referee.hosting.tables.permissions import last_number, must_be_seated
from referee.hosting.tables.table import Table
from referee.hosting.tables.tokens import hashed, new_token
from referee.vocabulary.errors import ConflictError, ForbiddenError, NotFoundError
from referee.vocabulary.jsonable import IF_ANY
from referee.vocabulary.text import say
from referee.vocabulary.values import Count

CLAIM_SECONDS = 60 * 60
ALONE_SECONDS = 2 * 60
"""How long only the seat's owner and the host are asked."""

MOST_WAITING = 8
"""How many claims may wait for one seat: each stands on its owner's page."""

MOST_OF_ONE_ADDRESS = 2
"""How many of them may come from one address, so that one phone cannot keep everybody
else from asking.
"""


@dataclass(frozen=True, slots=True)
class Claimed:
    """The seat has an owner, who is asked now, or the host."""

    claim: str
    """Ask with it how the claim stands: `id.secret`."""
    seat: str


@dataclass(frozen=True, slots=True)
class ClaimStatus:
    """How a claim stands."""

    seat: str
    state: ClaimState
    seat_token: str | None = field(default=None, metadata=IF_ANY)
    """Once admitted, for whoever made the claim."""


@dataclass(frozen=True, slots=True)
class OpenClaim:
    """Somebody asks for a seat."""

    id: str
    seat: str
    answer: bool | None = None
    """What the viewer answered as one of many; None before, and for others."""
    admit: Count = 0
    """How many other seats let them in."""
    needs: Count = 0
    """How many it takes; 0 while only owner and host are asked."""


def claim_seat(held: HeldTable, seat: str, address: str | None) -> Claimed:
    """Ask for a seat, from this address (None: unknown).

    ConflictError while many wait for it already, or some from the same address.
    """
    store, table = held.store, held.table
    now = store.now()
    store.forget_claims(now - CLAIM_SECONDS)
    claims = store.claims(table.code)
    waiting = [
        claim for claim in claims if claim.seat == seat and claim.state == "waiting"
    ]
    there = None if address is None else hashed(f"{table.row.toss_key} {address}")
    from_there = [
        claim for claim in waiting if there is not None and claim.address_hash == there
    ]
    if len(waiting) >= MOST_WAITING or len(from_there) >= MOST_OF_ONE_ADDRESS:
        template = (
            "The seat of {seat} was asked for several times already. Its owner or the "
            "host has to answer first."
        )
        raise ConflictError(say(template, seat=seat))
    public, secret = secrets.token_hex(6), new_token()
    store.add(
        ClaimRow(public, hashed(secret), table.code, seat, now, address_hash=there)
    )
    table.announced_claims &= {claim.id for claim in claims}
    return Claimed(f"{public}.{secret}", seat)


def open_claims(held: HeldTable) -> tuple[OpenClaim, ...]:
    """Return the claims that this viewer is asked about: those to their seat, or, for a
    host, all.

    Every seat is asked about those that its owner and the host have left unanswered for
    two minutes.
    """
    if held.viewer.seat is None and not held.viewer.host:
        return ()
    waiting = (
        claim for claim in held.store.claims(held.code) if claim.state == "waiting"
    )
    return tuple(
        _open_claim(held, claim) for claim in waiting if _may_answer(held, claim)
    )


@retry_if_outdated
def settle_claim(held: HeldTable, claim: str, admit: bool) -> ClaimStatus:
    """Let somebody have the seat they ask for, or not; the claim as it stands then.

    The seat's owner and the host decide alone. When they have not answered within two
    minutes, the other seats that have owners decide too, by more than half of them; the
    host's role then stays with the phone that has it. ForbiddenError for anybody else;
    NotFoundError where there is no such claim, ConflictError once it was answered.
    """
    row = _claim_row(held, claim)
    must_be_seated(held.viewer)
    if not _may_answer(held, row):
        template = (
            "Only {seat} or the host can answer this, and everybody with a seat after "
            "two minutes."
        )
        raise ForbiddenError(say(template, seat=row.seat))
    if row.state != "waiting":
        raise _answered()
    with held.changing_seats():
        decided = (
            admit if _decides_alone(held, row) else _decided_with(held, row, admit)
        )
        if decided is not None:
            _settle(held, row, decided)
    return ClaimStatus(row.seat, "waiting" if decided is None else _state(decided))


def _decided_with(held: HeldTable, row: ClaimRow, admit: bool) -> bool | None:
    """Return what the others decided with this answer of one of them; None while more
    have to answer.
    """
    table, seat = held.table, held.viewer.seat
    assert seat is not None
    held.store.answer_claim(AdmissionRow(row.id, seat, table.owner(seat) or "", admit))
    answers = list(_answers(held, row).values())
    if answers.count(True) >= _needed(table, row):
        return True
    may_still = len(table.owners_after(row.seat)) - answers.count(False)
    return None if may_still >= _needed(table, row) else False


def _answers(held: HeldTable, row: ClaimRow) -> dict[str, bool]:
    """Return what the other seats answered to a claim, as far as whoever answered still
    has the seat.
    """
    owners = {
        seat: held.table.owner(seat) for seat in held.table.owners_after(row.seat)
    }
    return {
        admission.seat: admission.admit
        for admission in held.store.admissions(row.id)
        if admission.token_hash == owners.get(admission.seat)
    }


def _needed(table: Table, row: ClaimRow) -> int:
    """Return how many other seats are more than half of those that have owners."""
    return len(table.owners_after(row.seat)) // 2 + 1


def _settle(held: HeldTable, row: ClaimRow, admit: bool) -> None:
    store, table, viewer = held.store, held.table, held.viewer
    to_host_seat, alone = row.seat == table.row.host_seat, _decides_alone(held, row)
    stays_host = (
        (table.row.host_phone or table.owner(row.seat))
        if admit and to_host_seat and not alone
        else None
    )
    reads_from = None if viewer.seat == row.seat else last_number(table)
    if not store.settle_claim(
        row.id,
        _state(admit),
        row.secret_hash if admit else None,
        reads_from,
        stays_host,
    ):
        raise _answered()
    if admit and to_host_seat and viewer.host and table.row.host_phone is not None:
        store.set_host(table.code, table.row.host_hash, row.seat)
    if admit and not alone:
        store.lend_seat(table.code, row.seat, table.code)
    elif admit and (viewer.opener or viewer.seat != row.seat):
        store.lend_seat(table.code, row.seat, None)
    if admit and reads_from is not None:
        withdraw_vote(held, row.seat)


def _state(admit: bool) -> Literal["admitted", "refused"]:
    return "admitted" if admit else "refused"


def _answered() -> ConflictError:
    return ConflictError(say("This was answered already."))


def _open_claim(held: HeldTable, row: ClaimRow) -> OpenClaim:
    if not _is_overdue(held, row):
        return OpenClaim(row.id, row.seat)
    viewer, answers = held.viewer, _answers(held, row)
    answer = (
        None
        if viewer.seat is None or _decides_alone(held, row)
        else answers.get(viewer.seat)
    )
    return OpenClaim(
        row.id,
        row.seat,
        answer,
        list(answers.values()).count(True),
        _needed(held.table, row),
    )


@retry_if_outdated
def withdraw_claim(held: HeldTable, claim: str) -> None:
    """Nobody is asked any more for the seat that this claim is for. For whoever made
    it; what was answered stays so.

    NotFoundError where there is no such claim any more, or it is shown without its
    secret.
    """
    row = _claim_row(held, claim)
    if not _is_bearer(row, claim):
        raise _unknown()
    with held.changing_seats():
        held.store.settle_claim(row.id, "refused")


def _claim_row(held: HeldTable, claim: str) -> ClaimRow:
    """Return a claim at this table, by its id with or without its secret. NotFoundError
    if there is none.
    """
    row = _claim_at(held.store, held.code, claim)
    if row is None:
        raise _unknown()
    return row


def _unknown() -> NotFoundError:
    return NotFoundError(
        say("This request is not known any more. Ask for the seat again.")
    )


def _claim_at(store: Store, code: str, claim: str) -> ClaimRow | None:
    public = claim.partition(".")[0]
    row = store.claim(public) if public.isalnum() else None
    return row if row is not None and row.table == code else None


def claim_status(held: HeldTable, claim: str) -> ClaimStatus:
    """Return how a claim stands; with its secret, and admitted, the seat's token too."""
    row, secret = _claim_row(held, claim), claim.partition(".")[2]
    if (
        row.state == "waiting"
        and row.id not in held.table.announced_claims
        and _is_overdue(held, row)
    ):
        held.table.announced_claims.add(row.id)
        held.notices.ring(held.code)
    return ClaimStatus(
        row.seat,
        row.state,
        secret if row.state == "admitted" and _is_bearer(row, claim) else None,
    )


def is_bearer(store: Store, code: str, claim: str) -> bool:
    """Return whether this is a claim to a seat of the table with this code, shown with
    its secret.
    """
    row = _claim_at(store, code, claim)
    return row is not None and _is_bearer(row, claim)


def _may_answer(held: HeldTable, claim: ClaimRow) -> bool:
    """Return whether this viewer may say who has the seat.

    In time all seats may, since its owner's phone and the host's may both be lost.
    """
    viewer = held.viewer
    return _decides_alone(held, claim) or (
        viewer.seat is not None and _is_overdue(held, claim)
    )


def _decides_alone(held: HeldTable, claim: ClaimRow) -> bool:
    viewer = held.viewer
    return viewer.host or (
        viewer.seat == claim.seat and held.table.may_pass_on(claim.seat)
    )


def _is_bearer(row: ClaimRow, claim: str) -> bool:
    secret = claim.partition(".")[2]
    return bool(secret) and hashed(secret) == row.secret_hash


def _is_overdue(held: HeldTable, claim: ClaimRow) -> bool:
    return held.store.now() - claim.created_at >= ALONE_SECONDS
