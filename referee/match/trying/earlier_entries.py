"""Earlier entries: the prompts they answered, and their rulings without a change."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import partial

from referee.match.history import History, Unfit, try_to_fit
from referee.match.log_entry import Data, LogEntry
from referee.match.match import Match
from referee.match.taking.entry_reading import (
    NotOpenError,
    open_prompt,
    prompt_met,
    read_strictly,
)
from referee.vocabulary.errors import WrongFieldsError
from referee.vocabulary.prompt import Prompt
from referee.vocabulary.ruling import Ruling


def prompts_answered(match: Match, numbers: Collection[int]) -> Mapping[int, Prompt]:
    """Return the prompts that these entries answered, by number.

    They are those open at the entry's turn in the current match, even for a struck
    entry. An entry that fits none is left out.
    """
    history = match.history
    answered = {}
    for seq in numbers:
        entry = match.entry(seq)
        if entry is None:
            continue
        prompt = prompt_met(history.position_at(seq).answerable, entry)
        if prompt is not None:
            answered[seq] = prompt
    return answered


def reread(match: Match, sent: LogEntry) -> LogEntry:
    """Return data sent for an earlier entry, read like that entry.

    It gets the entry's seat, canonical form, and its drawn tosses, which senders omit.
    Data that cannot be read stay as they are.
    """
    prompt = prompts_answered(match, {sent.seq}).get(sent.seq)
    if prompt is None:
        return sent
    try:
        _, meant = open_prompt((prompt,), sent)
        read = read_strictly(match.history, prompt, meant)
    except (NotOpenError, WrongFieldsError):
        return sent
    outcomes = {toss.field: toss.outcome for toss in sent.tosses}
    return replace(read, data={**outcomes, **read.data})


def rulings_with(history: History, seq: int, data: Data) -> tuple[Ruling, ...]:
    """Return the rulings on an entry with other data; empty if they do not fit."""
    position = history.position_at(seq)
    rulings: tuple[Ruling, ...] = ()
    for step in history.steps_to_decide(seq):
        entry = step.entry
        if entry.seq == seq:
            entry = replace(entry, data=data)
        again = try_to_fit(entry, partial(history.take_logged, position, entry))
        if isinstance(again, Unfit):
            return ()
        position = again.after
        rulings = again.rulings
    return rulings
