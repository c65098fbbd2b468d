"""Two cards that stand in each other's entry: a correction changes both at once."""

from dataclasses import dataclass, replace

from referee.hosting.tables.snapshot import Snapshot
from referee.match.changes import Edit
from referee.match.history import History
from referee.match.match import Match
from referee.match.secrecy import may_read
from referee.match.taking.entry_step import EntryStep
from referee.match.trying.correcting import try_correction
from referee.match.trying.record_head import RecordHead
from referee.match.viewer import Viewer
from referee.vocabulary.errors import RefereeError
from referee.vocabulary.text import Text
from referee_web.pages.entries.correct_links import MOST_ENTRIES, card_fields, cards_in
from referee_web.pages.entries.entry_words import entry_name
from referee_web.pages.forms import form_values


@dataclass(frozen=True, slots=True)
class Swap:
    """Two entries that exchange a card."""

    edits: tuple[Edit, Edit]
    """First the entry that is corrected."""
    cards: tuple[str, str]
    """What each of them has now, as codes."""
    other: Text
    """The name of the other entry."""
    is_for_host: bool = False
    """Whether only the host may do it."""


def find_swap(snapshot: Snapshot, edit: Edit) -> Swap | None:
    """Return the swap that would let an entry have a card of another entry.

    None if the edit changes more than a card, or that could not stand either.
    """
    match = snapshot.begun_match
    history = match.history
    step = history.step(edit.seq)
    if step is None or edit.data is None:
        return None
    sent = replace(step, entry=replace(step.entry, data=edit.data))
    before = _list_cards(history, step)
    after = _list_cards(history, sent)
    gone, new = before - after, after - before
    if len(gone) != 1 or len(new) != 1:
        return None
    [old_card], [new_card] = gone, new

    for other in reversed(history.steps[-MOST_ENTRIES:]):
        is_readable = may_read(history, snapshot.viewer, other.entry)
        if other is step or not is_readable:
            continue
        if new_card not in _list_cards(history, other):
            continue
        data = _with_card(history, other, new_card, old_card)
        edits = (edit, Edit(other.entry.seq, data))
        name = entry_name(snapshot, other.entry.seq)
        swap = Swap(edits, (old_card, new_card), name)
        viewer = snapshot.viewer
        if _is_possible(match, viewer, swap):
            return swap
        if _is_possible(match, replace(viewer, host=True), swap):
            return replace(swap, is_for_host=True)
    return None


def _is_possible(match: Match, viewer: Viewer, swap: Swap) -> bool:
    try:
        try_correction(RecordHead(match, viewer), swap.edits)
    except RefereeError:
        return False
    return True


def _list_cards(history: History, step: EntryStep) -> set[str]:
    """Return the codes of the cards in an entry."""
    return {code for _, code in cards_in(history, step)}


def _with_card(
    history: History, step: EntryStep, old: str, new: str
) -> dict[str, object]:
    """Return an entry's data with a card in another one's place."""
    fields = card_fields(history, step)
    filled = form_values.written(fields, step.entry.data)
    for name, values in [*filled.lists()]:
        filled.setlist(name, [new if value == old else value for value in values])
    return {**step.entry.data, **form_values.read(fields, filled)}
