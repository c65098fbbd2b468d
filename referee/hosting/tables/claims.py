"""Claims: somebody asks for a seat that has an owner, and is let in or not."""

import secrets
from dataclasses import field

from referee.hosting.store import AdmissionRow, ClaimRow, ClaimState, Store
from referee.hosting.tables.amending import withdraw_vote
from referee.hosting.tables.held_table import HeldTable, retry_if_outdated
from referee.hosting.tables.permissions import must_be_seated
from referee.hosting.tables.table import Table
from referee.hosting.tables.tokens import hashed, new_token
from referee.lazy_dataclass import frozen
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


@frozen
class Claimed:
    """The seat has an owner, who is asked now, or the host."""

    claim: str
    """Ask with it how the claim stands: `id.secret`."""
    seat: str


@frozen
class ClaimStatus:
    """How a claim stands."""

    seat: str
    state: ClaimState
    seat_token: str | None = field(default=None, metadata=IF_ANY)
    """Once admitted, for whoever made the claim."""


@frozen
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
    store = held.store
    table = held.table
    now = store.now()
    store.forget_claims(now - CLAIM_SECONDS)
    address_hash = None
    if address is not None:
        address_hash = hashed(f"{table.row.toss_key} {address}")

    claims = store.claims(table.code)
    waiting = 0
    from_address = 0
    for claim in claims:
        if claim.seat == seat and claim.state == "waiting":
            waiting += 1
            if address_hash is not None and claim.address_hash == address_hash:
                from_address += 1
    if waiting >= MOST_WAITING or from_address >= MOST_OF_ONE_ADDRESS:
        raise ConflictError(
            say(
                "The seat of {seat} was asked for several times already. "
                "Its owner or the host has to answer first.",
                seat=seat,
            )
        )

    id = secrets.token_hex(6)
    secret = new_token()
    row = ClaimRow(id, hashed(secret), table.code, seat, now, address_hash=address_hash)
    store.add(row)
    table.announced_claims &= {claim.id for claim in claims}
    return Claimed(f"{id}.{secret}", seat)


def open_claims(held: HeldTable) -> tuple[OpenClaim, ...]:
    """Return the claims that this viewer is asked about: those to their seat, or, for a
    host, all.

    Every seat is asked about those that its owner and the host have left unanswered for
    two minutes.
    """
    if held.viewer.seat is None and not held.viewer.host:
        return ()
    claims = []
    for row in held.store.claims(held.code):
        if row.state == "waiting" and _may_answer(held, row):
            claims.append(_open_claim(held, row))
    return tuple(claims)


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
        raise ForbiddenError(
            say(
                "Only {seat} or the host can answer this, "
                "and everybody with a seat after two minutes.",
                seat=row.seat,
            )
        )
    if row.state != "waiting":
        raise _answered()

    state: ClaimState = "admitted" if admit else "refused"
    with held.changing_seats():
        decides_alone = _decides_alone(held, row)
        if not decides_alone:
            state = _state_after_answer(held, row, admit)
        if state == "admitted":
            _admit(held, row, decides_alone)
        if state == "refused" and not held.store.settle_claim(row.id, state):
            raise _answered()
    return ClaimStatus(row.seat, state)


def _state_after_answer(held: HeldTable, row: ClaimRow, admit: bool) -> ClaimState:
    """Return how a claim stands with this answer of one of the other seats."""
    table = held.table
    seat = held.viewer.seat
    assert seat is not None
    held.store.answer_claim(AdmissionRow(row.id, seat, table.owner(seat) or "", admit))
    answers, needed = list(_answers(held, row).values()), _needed(table, row)
    if answers.count(True) >= needed:
        return "admitted"
    may_still_admit = len(table.owners_after(row.seat)) - answers.count(False)
    if may_still_admit >= needed:
        return "waiting"
    return "refused"


def _answers(held: HeldTable, row: ClaimRow) -> dict[str, bool]:
    """Return what the other seats answered to a claim, as far as whoever answered still
    has the seat.
    """
    table = held.table
    others = table.owners_after(row.seat)
    answers = {}
    for admission in held.store.admissions(row.id):
        seat = admission.seat
        if seat in others and admission.token_hash == table.owner(seat):
            answers[seat] = admission.admit
    return answers


def _needed(table: Table, row: ClaimRow) -> int:
    """Return how many other seats are more than half of those that have owners."""
    return len(table.owners_after(row.seat)) // 2 + 1


def _admit(held: HeldTable, row: ClaimRow, decides_alone: bool) -> None:
    store = held.store
    table = held.table
    viewer = held.viewer
    code, seat = table.code, row.seat
    reads_from = None if viewer.seat == seat else table.seq
    is_hosts_seat = seat == table.row.host_seat
    host_phone = table.row.host_phone
    stays_host = None
    if is_hosts_seat and not decides_alone:
        stays_host = host_phone or table.owner(seat)
    is_settled = store.settle_claim(
        row.id, "admitted", row.secret_hash, reads_from, stays_host
    )
    if not is_settled:
        raise _answered()

    if is_hosts_seat and viewer.host and host_phone is not None:
        store.set_host(code, table.row.host_hash, seat)
    if not decides_alone:
        store.lend_seat(code, seat, code)
    elif viewer.opener or viewer.seat != seat:
        store.lend_seat(code, seat, None)
    if reads_from is not None:
        withdraw_vote(held, seat)


def _answered() -> ConflictError:
    return ConflictError(say("This was answered already."))


def _open_claim(held: HeldTable, row: ClaimRow) -> OpenClaim:
    if not _is_overdue(held, row):
        return OpenClaim(row.id, row.seat)
    viewer = held.viewer
    answers = _answers(held, row)
    answer = None
    if viewer.seat is not None and not _decides_alone(held, row):
        answer = answers.get(viewer.seat)
    admit = list(answers.values()).count(True)
    return OpenClaim(row.id, row.seat, answer, admit, _needed(held.table, row))


@retry_if_outdated
def withdraw_claim(held: HeldTable, claim: str) -> None:
    """Ask nobody any more for the seat that this claim is for; what was answered stays
    so.

    For whoever made it: NotFoundError where there is no such claim any more, or it is
    shown without its secret.
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
    id = claim.partition(".")[0]
    if not id.isalnum():
        return None
    row = store.claim(id)
    if row is None or row.table != code:
        return None
    return row


def claim_status(held: HeldTable, claim: str) -> ClaimStatus:
    """Return how a claim stands; once admitted, to its bearer the token too."""
    row = _claim_row(held, claim)
    announced = held.table.announced_claims
    is_new = row.state == "waiting" and row.id not in announced
    if is_new and _is_overdue(held, row):
        announced.add(row.id)
        held.notices.ring(held.code)
    if row.state == "admitted" and _is_bearer(row, claim):
        return ClaimStatus(row.seat, row.state, _secret(claim))
    return ClaimStatus(row.seat, row.state)


def is_bearer(store: Store, code: str, claim: str) -> bool:
    """Return whether this is a claim to a seat of the table with this code, shown with
    its secret.
    """
    row = _claim_at(store, code, claim)
    return row is not None and _is_bearer(row, claim)


def _may_answer(held: HeldTable, row: ClaimRow) -> bool:
    """Return whether this viewer may say who has the seat.

    In time all seats may, since its owner's phone and the host's may both be lost.
    """
    if _decides_alone(held, row):
        return True
    return held.viewer.seat is not None and _is_overdue(held, row)


def _decides_alone(held: HeldTable, row: ClaimRow) -> bool:
    viewer = held.viewer
    if viewer.host:
        return True
    return viewer.seat == row.seat and held.table.may_pass_on(row.seat)


def _is_bearer(row: ClaimRow, claim: str) -> bool:
    return hashed(_secret(claim)) == row.secret_hash


def _secret(claim: str) -> str:
    return claim.partition(".")[2]


def _is_overdue(held: HeldTable, row: ClaimRow) -> bool:
    return held.store.now() - row.created_at >= ALONE_SECONDS
