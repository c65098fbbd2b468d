"""Claims: requests for seats that have owners, and the answers."""

import secrets
from dataclasses import dataclass, field

from referee.hosting.store import AdmissionRow, ClaimRow, ClaimState, Store
from referee.hosting.tables.disputing import withdraw_vote
from referee.hosting.tables.held_table import HeldTable, retry_if_outdated
from referee.hosting.tables.permissions import require_seated
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
"""The most pending claims to one seat: its owner's page shows each."""

MOST_OF_ONE_ADDRESS = 2
"""How many of them one address may make, so that one phone cannot block all others."""


@dataclass(frozen=True, slots=True)
class Claimed:
    """The seat has an owner; the owner and the host are asked."""

    claim: str
    """The token to ask for the claim's state: `id.secret`."""
    seat: str


@dataclass(frozen=True, slots=True)
class ClaimStatus:
    """The state of a claim."""

    seat: str
    state: ClaimState
    seat_token: str | None = field(default=None, metadata=IF_ANY)
    """The seat token after admission, for the claim's maker."""


@dataclass(frozen=True, slots=True)
class OpenClaim:
    """A pending claim to a seat."""

    id: str
    seat: str
    answer: bool | None = None
    """The viewer's answer as one of many seats; None before, and for others."""
    admit: Count = 0
    """The number of other seats in favour."""
    needs: Count = 0
    """The number needed; 0 while only owner and host are asked."""


def claim_seat(held: HeldTable, seat: str, address: str | None) -> Claimed:
    """Claim a seat, from this address (None: unknown).

    Raise ConflictError while many wait for it already, or some from the same address.
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
                "Several phones have already asked for {seat}’s seat. Its owner or "
                "the host has to answer first.",
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
    """Return the pending claims that this viewer may answer.

    The host may answer all, and an owner those to their seat. After two minutes without
    an answer, every seat may.
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
    """Admit or refuse a claim; return its state afterwards.

    The seat's owner and the host decide alone. After two minutes without their answer,
    the other seats with owners decide too, by more than half; the host's role then
    stays with its phone. Raise ForbiddenError for anybody else, NotFoundError if there
    is no such claim, ConflictError if it was answered.
    """
    row = _claim_row(held, claim)
    require_seated(held.viewer)
    if not _may_answer(held, row):
        raise ForbiddenError(
            say(
                "Only {seat} or the host can answer this; after two minutes, anybody "
                "with a seat can.",
                seat=row.seat,
            )
        )
    if row.state != "waiting":
        raise _already_answered()

    state: ClaimState = "admitted" if admit else "refused"
    with held.transaction():
        decides_alone = _decides_alone(held, row)
        if not decides_alone:
            state = _state_after_answer(held, row, admit)
        if state == "admitted":
            _admit(held, row, decides_alone)
        if state == "refused" and not held.store.settle_claim(row.id, state):
            raise _already_answered()
    return ClaimStatus(row.seat, state)


def _state_after_answer(held: HeldTable, row: ClaimRow, admit: bool) -> ClaimState:
    """Return a claim's state after this answer of another seat."""
    table = held.table
    seat = held.viewer.seat
    assert seat is not None
    held.store.answer_claim(AdmissionRow(row.id, seat, table.owner(seat) or "", admit))
    answers = list(_answers(held, row).values())
    needed = _count_needed(table, row)
    if answers.count(True) >= needed:
        return "admitted"
    may_still_admit = len(table.owners_after(row.seat)) - answers.count(False)
    if may_still_admit >= needed:
        return "waiting"
    return "refused"


def _answers(held: HeldTable, row: ClaimRow) -> dict[str, bool]:
    """Return the other seats' answers to a claim, by their current owners."""
    table = held.table
    others = table.owners_after(row.seat)
    answers = {}
    for admission in held.store.admissions(row.id):
        seat = admission.seat
        if seat in others and admission.token_hash == table.owner(seat):
            answers[seat] = admission.admit
    return answers


def _count_needed(table: Table, row: ClaimRow) -> int:
    """Return how many other seats with owners are more than half."""
    return len(table.owners_after(row.seat)) // 2 + 1


def _admit(held: HeldTable, row: ClaimRow, decides_alone: bool) -> None:
    """Give a seat to the maker of a claim; raise ConflictError if it was answered.

    Unless the owner gives the seat, its new owner reads nothing that was sealed before.
    A seat that others vote on is only lent, and the host's phone stays host without it.
    """
    store = held.store
    table = held.table
    viewer = held.viewer
    code = table.code
    seat = row.seat
    is_owners = viewer.seat == seat
    is_hosts_seat = seat == table.row.host_seat
    host_phone = table.row.host_phone
    reads_from = None if is_owners else table.seq
    stays_host = None
    if is_hosts_seat and not decides_alone:
        stays_host = host_phone or table.owner(seat)
    if not store.settle_claim(
        row.id, "admitted", row.secret_hash, reads_from, stays_host
    ):
        raise _already_answered()

    if not decides_alone:
        store.lend_seat(code, seat)
    # An owner who was lent the seat can only pass it on as lent.
    elif viewer.opener or not is_owners:
        store.own_seat(code, seat)
    if is_hosts_seat and viewer.host and host_phone is not None:
        store.set_host(code, table.row.host_hash, seat)
    if not is_owners:
        withdraw_vote(held, seat)


def _already_answered() -> ConflictError:
    return ConflictError(say("This has already been answered."))


def _open_claim(held: HeldTable, row: ClaimRow) -> OpenClaim:
    if not _is_overdue(held, row):
        return OpenClaim(row.id, row.seat)
    viewer = held.viewer
    answers = _answers(held, row)
    answer = None
    if viewer.seat is not None and not _decides_alone(held, row):
        answer = answers.get(viewer.seat)
    admit = list(answers.values()).count(True)
    return OpenClaim(row.id, row.seat, answer, admit, _count_needed(held.table, row))


@retry_if_outdated
def withdraw_claim(held: HeldTable, claim: str) -> None:
    """Withdraw a pending claim, for its maker; an answered one stays as it is.

    Raise NotFoundError if there is no such claim, or without its secret.
    """
    row = _claim_row(held, claim)
    if not _is_bearer(row, claim):
        raise _unknown_claim()
    with held.transaction():
        held.store.settle_claim(row.id, "refused")


def _claim_row(held: HeldTable, claim: str) -> ClaimRow:
    """Return a claim at this table, by its id with or without secret.

    Raise NotFoundError if there is none.
    """
    row = _claim_at(held.store, held.code, claim)
    if row is None:
        raise _unknown_claim()
    return row


def _unknown_claim() -> NotFoundError:
    return NotFoundError(
        say("This request is no longer known. Ask for the seat again.")
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
    """Return a claim's state; after admission its bearer gets the token too.

    The first time after two minutes without an answer, ring all phones at the table:
    from then on every seat is asked. Raise NotFoundError if there is no such claim.
    """
    row = _claim_row(held, claim)
    announced = held.table.announced_claims
    is_new = row.state == "waiting" and row.id not in announced
    if is_new and _is_overdue(held, row):
        announced.add(row.id)
        held.listeners.ring(held.code)
    if row.state == "admitted" and _is_bearer(row, claim):
        return ClaimStatus(row.seat, row.state, _secret(claim))
    return ClaimStatus(row.seat, row.state)


def is_claimant(store: Store, code: str, claim: str) -> bool:
    """Return whether this is the id and secret of a claim at this table."""
    row = _claim_at(store, code, claim)
    return row is not None and _is_bearer(row, claim)


def _may_answer(held: HeldTable, row: ClaimRow) -> bool:
    """Return whether this viewer may answer claims to a seat.

    After a while all seats may, since the phones of owner and host may both be lost.
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
