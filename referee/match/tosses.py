"""Tosses that anybody can check afterwards: what is fixed beforehand, what decides, and whether it holds.

Toss number n of a table has a nonce, HMAC-SHA256 of the number under the table's key. Its seal, SHA-256 of the
nonce, is shown before; the outcome depends on the nonce and on the id of the entry that asks for the toss, which
its sender chose without knowing the nonce. So neither side alone can choose the outcome.
"""

import hmac
from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from referee.vocabulary.quantities import AtLeastOne, Count
from referee.vocabulary.text import Text, say

DEALER_TOSS = 0
"""The number of the toss for the first dealer. Those of entries count from one."""


@dataclass(frozen=True, slots=True)
class NextToss:
    """The next toss that the referee will draw, fixed already."""

    number: Count
    """Counting from 1; 0 is the toss for the first dealer."""
    commitment: str
    """SHA-256 of its nonce, in hex. The nonce stands in the log once it is drawn."""


@dataclass(frozen=True, slots=True)
class Toss:
    """A toss that the referee drew, with all that it takes to check it."""

    number: Count
    """Counting from 1; 0 is the toss for the first dealer."""
    id: str
    """That of the entry which asked for it first. For the first dealer: the seats in their order, each as the place at
    which it came, like 0,2,1."""
    field: str
    """The field that it fills."""
    choices: AtLeastOne[str]
    outcome: str
    """One of the choices."""
    nonce: str
    """In hex."""
    commitment: str
    """SHA-256 of the nonce, in hex; it was shown before."""


def next_toss(key: str, number: int) -> NextToss:
    """Return what may be shown of this toss beforehand. `key` is the table's, in hex."""
    return NextToss(number, sha256(_nonce(key, number)).hexdigest())


def toss(key: str, number: int, field: str, choices: Sequence[str], id: str) -> Toss:
    """This toss, drawn among the choices (at least one) for the entry with this id."""
    nonce = _nonce(key, number)
    return Toss(number, id, field, tuple(choices), _outcome(nonce, id, choices), nonce.hex(), sha256(nonce).hexdigest())


def decide_between(choices: Sequence[str], drawn: Toss) -> Toss:
    """Return a toss that was drawn already as its nonce and its id decide between these choices.

    The same choices give the same outcome, in whatever order they are named.
    """
    if set(choices) == set(drawn.choices):
        return drawn
    outcome = _outcome(bytes.fromhex(drawn.nonce), drawn.id, choices)
    return replace(drawn, choices=tuple(choices), outcome=outcome)


def seating_id(places: Sequence[int]) -> str:
    """Return what stands in the place of an entry's id in the toss for the first dealer: the seats in the order of the
    match, each as the place at which it came to the table, from 0, like `0,2,1`.
    """
    return ",".join(map(str, places))


def fault_of(drawn: Toss, entered: object) -> Text | None:
    """Return what does not hold in this toss, where `entered` is its outcome; None: all holds."""
    try:
        nonce = bytes.fromhex(drawn.nonce)
    except ValueError:
        return say("its nonce is not in hex")
    if sha256(nonce).hexdigest() != drawn.commitment:
        return say("its nonce is not the one that was sealed")
    if not drawn.choices or _outcome(nonce, drawn.id, drawn.choices) != drawn.outcome:
        return say("its outcome is not the one that its nonce, its entry and its choices give")
    if entered != drawn.outcome:
        return say("it gave {outcome}, and something else was entered", outcome=drawn.outcome)
    return None


def _nonce(key: str, number: int) -> bytes:
    return hmac.digest(bytes.fromhex(key), str(number).encode(), "sha256")


def _outcome(nonce: bytes, id: str, choices: Sequence[str]) -> str:
    digest = sha256(nonce + id.encode()).digest()
    return choices[int.from_bytes(digest) % len(choices)]
