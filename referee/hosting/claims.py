"""Claims: somebody asks for a seat that has an owner, and is let in or not. Whoever calls these holds the table."""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass
from typing import Literal

from referee.hosting.rights import last_number, must_be_seated
from referee.hosting.seats import reload_seats, withdraw_vote
from referee.hosting.store import ClaimRow, Store
from referee.hosting.table import Table
from referee.hosting.tokens import hashed, matches, new_token
from referee.match.logged import Viewer
from referee.vocabulary.errors import ConflictError, ForbiddenError, NotFoundError
from referee.vocabulary.text import say

CLAIM_SECONDS = 60 * 60
ALONE_SECONDS = 60
"""For so long only the seat's owner and the host are asked."""


@dataclass(frozen=True, slots=True)
class Claimed:
    """The seat has an owner, who is asked now. `claim` is `id.secret`: its bearer may ask how it stands."""

    claim: str
    seat: str


@dataclass(frozen=True, slots=True)
class ClaimState:
    """How a claim stands: `waiting`, `admitted` or `refused`. The token only for who made it, once admitted."""

    seat: str
    state: str
    seat_token: str | None = None


def claim_seat(store: Store, table: Table, seat: str) -> Claimed:
    """Ask for a seat."""
    store.forget_claims(time.time() - CLAIM_SECONDS)
    public, secret = secrets.token_hex(6), new_token()
    store.add_claim(ClaimRow(public, hashed(secret), table.code, seat, time.time()))
    return Claimed(f"{public}.{secret}", seat)


def open_claims(store: Store, table: Table, viewer: Viewer) -> tuple[ClaimRow, ...]:
    """The claims that this viewer is asked about: those to their seat, or, for a host, all.

    Every seat is asked about those that its owner and the host have left unanswered for a minute.
    """
    if viewer.seat is None and not viewer.host:
        return ()
    waiting = (claim for claim in store.claims(table.code) if claim.state == "waiting")
    return tuple(claim for claim in waiting if _may_answer(viewer, claim))


def settle_claim(store: Store, table: Table, claim: str, admit: bool, viewer: Viewer) -> ClaimState:
    """Let somebody have the seat they ask for, or not.

    For the seat's owner and the host, and, when they have not answered within a minute, for every seat.
    """
    row = claim_row(store, table, claim)
    must_be_seated(viewer)
    if not _may_answer(viewer, row):
        template = "Only {seat} or the host can answer this, and everybody with a seat after a minute."
        raise ForbiddenError(say(template, seat=row.seat))
    state: Literal["admitted", "refused"] = "admitted" if admit else "refused"
    reads_from = None if viewer.seat == row.seat else last_number(table)
    if not store.settle_claim(row.id, state, row.secret_hash if admit else None, reads_from):
        raise ConflictError(say("This was answered already."))
    if admit and reads_from is not None:
        withdraw_vote(store, table, row.seat)
    reload_seats(store, table)
    return ClaimState(row.seat, state)


def withdraw_claim(store: Store, table: Table, claim: str) -> None:
    """Nobody is asked any more for the seat that this claim is for. For who made it; what was answered stays so.

    NotFoundError where there is no such claim any more, or it is shown without its secret.
    """
    row = claim_row(store, table, claim)
    if not _is_bearer(row, claim):
        raise NotFoundError(say("This request is not known any more. Ask for the seat again."))
    store.settle_claim(row.id, "refused")


def claim_row(store: Store, table: Table, claim: str) -> ClaimRow:
    """A claim at this table, by its id with or without its secret; NotFoundError where there is none any more."""
    public = claim.partition(".")[0]
    row = store.claim(public) if public.isalnum() else None
    if row is None or row.table != table.code:
        raise NotFoundError(say("This request is not known any more. Ask for the seat again."))
    return row


def state_of(row: ClaimRow, claim: str) -> ClaimState:
    """How a claim stands; with its secret, and admitted, the seat's token too."""
    secret = claim.partition(".")[2]
    return ClaimState(row.seat, row.state, secret if row.state == "admitted" and _is_bearer(row, claim) else None)


def asks_everybody_now(table: Table, row: ClaimRow) -> bool:
    """Whether every seat is asked about this claim from this moment on; False where it is or was before."""
    if row.state != "waiting" or not _is_overdue(row) or row.id in table.asked_everybody:
        return False
    table.asked_everybody.add(row.id)
    return True


def _may_answer(viewer: Viewer, claim: ClaimRow) -> bool:
    """Whether this viewer may say who has the seat: its phone and the host's may both be lost, so in time all may."""
    return viewer.host or viewer.seat == claim.seat or (viewer.seat is not None and _is_overdue(claim))


def _is_bearer(row: ClaimRow, claim: str) -> bool:
    secret = claim.partition(".")[2]
    return bool(secret) and matches(hashed(secret), row.secret_hash)


def _is_overdue(claim: ClaimRow) -> bool:
    return time.time() - claim.created_at >= ALONE_SECONDS
