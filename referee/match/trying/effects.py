"""What a change did: the rulings that came and went, and the points."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from referee.match.changes import Change, replay_changed
from referee.match.disputes import overrules_of
from referee.match.history import AskedAfter, History
from referee.match.log_entry import SPECTATOR, Viewer
from referee.match.match import Match
from referee.match.secrecy import is_changed_while_sealed, may_read
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.values import Score, whole


@dataclass(frozen=True, slots=True)
class ChangedRulings:
    """An entry's rulings before and after."""

    seq: int
    old: tuple[Ruling, ...]
    new: tuple[Ruling, ...]


@dataclass(frozen=True, slots=True)
class Effect:
    """What a change did to what stands."""

    changed: tuple[ChangedRulings, ...] = ()
    """The entries whose rulings differ, or what these show, in order."""
    points: Mapping[str, Score] = field(default_factory=dict)
    """By how much each score changed, by seat; those that did not are left out."""


NOTHING_CHANGED = Effect()


def compare(old: History, new: History) -> Effect:
    """Return what changed from one history of a match to another."""
    before = {step.entry.seq: step.rulings for step in old.steps}
    after = {step.entry.seq: step.rulings for step in new.steps}
    changed = []
    for seq in sorted(before.keys() | after.keys()):
        pair = ChangedRulings(seq, before.get(seq, ()), after.get(seq, ()))
        if list(map(_with_shown_cards, pair.old)) != list(
            map(_with_shown_cards, pair.new)
        ):
            changed.append(pair)

    scores = {standing.seat: standing.score for standing in old.scene.standings}
    points = {}
    for standing in new.scene.standings:
        gain = standing.score - scores.get(standing.seat, 0)
        if gain:
            points[standing.seat] = whole(gain)
    return Effect(tuple(changed), points)


def _with_shown_cards(ruling: Ruling) -> tuple[object, ...]:
    """Return a ruling with what it shows and adds up, which equality ignores."""
    return ruling, ruling.shown, ruling.reckoning


def effect_of(match: Match, change: Change) -> Effect:
    """Return what a change of the match did, or of an undone one its undo.

    All other changes stay as they are. Nothing is told of one that changed sealed data;
    entries never shown count only if they did in the match.
    """
    history = match.history
    for edit in change.edits:
        is_data = edit.data is not None
        if is_data and is_changed_while_sealed(history, change, edit.seq):
            return NOTHING_CHANGED

    is_undone = match.is_undone(change)
    undo = Change(match.seq + 1, "", None, 0, undoes=change.id)
    if is_undone:
        undo = replace(undo, undoes=None, redoes=change.id)
    disputes = []
    for dispute in match.disputes:
        how = dispute.resolution
        if how is not None and how.seq == change.seq:
            dispute = replace(dispute, resolution=None)
        disputes.append(dispute)
    other, _ = replay_changed(
        history,
        match.entries,
        (*match.changes, undo),
        overrules_of(disputes, len(history.setting.seats)),
        map_asked_after(match, SPECTATOR),
    )
    if not other.open_to_all <= history.open_to_all:
        return NOTHING_CHANGED
    return compare(other, history)


def map_asked_after(
    match: Match, viewer: Viewer, struck_too: bool = True
) -> AskedAfter:
    """Return, for each secret entry, the entry after which it was asked for.

    None for a struck entry that others sealed, so that it does not count again.
    """
    history = match.history
    since: dict[int, int | None] = {}
    for entry in match.entries:
        if entry.seq in history.open_to_all:
            continue
        step = history.step(entry.seq)
        if step is not None:
            since[entry.seq] = step.before.since
        elif struck_too and not may_read(history, viewer, entry):
            since[entry.seq] = None
    return since
