"""Tosses that anybody can check afterwards: commitment, outcome and proof.

Toss number n of a table has a nonce, HMAC-SHA256 of the number under the table's key.
Its seal, SHA-256 of the nonce, is shown before; the outcome depends on the nonce and on
the id of the entry that asks for the toss, which its sender chose without knowing the
nonce. So neither side alone can choose the outcome.
"""

import hmac
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from referee.match.history import History
from referee.match.log_entry import LogEntry, Toss
from referee.match.taking.entry_reading import open_prompt, read_values
from referee.match.taking.entry_step import EntryStep
from referee.match.taking.position import Position
from referee.plugin.field_values import tosses_due
from referee.vocabulary.fields import FIELD_TYPES
from referee.vocabulary.prompt import Prompt
from referee.vocabulary.text import Text, say
from referee.vocabulary.values import Count, name_side, seats_in_side

DEALER_TOSS = 0
"""The number of the toss for the first dealer; those of entries count from one."""


@dataclass(frozen=True, slots=True)
class NextToss:
    """The referee's next toss, already fixed."""

    number: Count
    """Counting from 1; 0 is the toss for the first dealer."""
    commitment: str
    """SHA-256 of its nonce, in hex. The log has the nonce once it is drawn."""


def next_toss(key: str, number: int) -> NextToss:
    """Return the public part of a toss in advance; `key` is the table's, in hex."""
    return NextToss(number, sha256(_nonce(key, number)).hexdigest())


def toss(key: str, number: int, field: str, choices: Sequence[str], id: str) -> Toss:
    """Draw this toss among the choices (at least one) for this entry's id."""
    nonce = _nonce(key, number)
    outcome = _outcome(nonce, id, choices)
    commitment = sha256(nonce).hexdigest()
    return Toss(
        number=number,
        id=id,
        field=field,
        choices=tuple(choices),
        outcome=outcome,
        nonce=nonce.hex(),
        commitment=commitment,
    )


def decide_between(choices: Sequence[str], draw: Toss) -> Toss:
    """Return an earlier toss applied to these choices.

    Nonce and id decide. The same choices give the same outcome in any order.
    """
    if set(choices) == set(draw.choices):
        return draw
    outcome = _outcome(bytes.fromhex(draw.nonce), draw.id, choices)
    return replace(draw, choices=tuple(choices), outcome=outcome)


def seating_id(positions: Sequence[int]) -> str:
    """Return the id for the toss for the first dealer.

    It lists the seats in match order by when they joined, from 0, like `0,2,1`.
    """
    return ",".join(map(str, positions))


def fault_of(draw: Toss, entered: object) -> Text | None:
    """Return the fault of a toss, whose outcome was `entered`, or None."""
    try:
        nonce = bytes.fromhex(draw.nonce)
    except ValueError:
        return say("its nonce is not in hex")
    if sha256(nonce).hexdigest() != draw.commitment:
        return say("its nonce is not the one that was sealed")
    if not draw.choices or _outcome(nonce, draw.id, draw.choices) != draw.outcome:
        return say(
            "its outcome is not the one that its nonce, its entry and its choices give"
        )
    if entered != draw.outcome:
        return say(
            "it gave {outcome}, and something else was entered", outcome=draw.outcome
        )
    return None


def _nonce(key: str, number: int) -> bytes:
    return hmac.digest(bytes.fromhex(key), str(number).encode(), "sha256")


def _outcome(nonce: bytes, id: str, choices: Sequence[str]) -> str:
    digest = sha256(nonce + id.encode()).digest()
    return choices[int.from_bytes(digest) % len(choices)]


# Asked for by entries


WaitingToss = tuple[str, Toss]
"""A toss whose entry no longer stands, with that entry's kind."""


def open_tosses(
    history: History, position: Position, entry: LogEntry
) -> Mapping[str, tuple[str, ...]]:
    """Return the tosses that an entry leaves to the referee, by field.

    Each has its choices, in an order that neither sender nor game controls, since it
    affects the outcome: seats as they sit, words alphabetically.
    """
    prompts = position.open_prompts
    if not _may_toss(prompts, entry.kind):
        return {}
    prompt, entry = open_prompt(prompts, entry)
    given = read_values(history, prompt, entry)
    positions = {
        seat: f"{index:03}" for index, seat in enumerate(history.setting.seats)
    }

    def as_seated(choice: str) -> str:
        return name_side(
            tuple(positions.get(name, name) for name in seats_in_side(choice))
        )

    due = {}
    for field, choices in tosses_due(prompt.fields, given).items():
        due[field] = tuple(sorted(choices, key=as_seated))
    return due


def _may_toss(prompts: Iterable[Prompt], kind: str) -> bool:
    for prompt in prompts:
        if prompt.kind == kind:
            for field in prompt.fields:
                if FIELD_TYPES[field.type].tossed:
                    return True
    return False


def tosses_in_use(history: History, step: EntryStep) -> tuple[Toss, ...]:
    """Return the tosses drawn for an entry that it still asks for.

    A corrected entry may need fewer.
    """
    entry = step.entry
    if not entry.tosses:
        return ()
    data = {**entry.data}
    for toss in entry.tosses:
        data.pop(toss.field, None)
    due = open_tosses(history, step.before, replace(entry, data=data))
    return tuple(toss for toss in entry.tosses if toss.field in due)
