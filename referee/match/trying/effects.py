"""What a change did: the rulings that came and went, and the points."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import itemgetter

from referee.match.changes import Change, last_undos, replay_changed
from referee.match.disputes import Dispute, overrules_of
from referee.match.history import AskedAfter, History
from referee.match.log_entry import LogEntry
from referee.match.match import Match
from referee.match.secrecy import is_changed_while_sealed, may_read
from referee.match.viewer import SPECTATOR, Viewer
from referee.plugin.game_faults import GameFaultError
from referee.vocabulary.ruling import OVERRULED, Ruling, cost_of
from referee.vocabulary.values import Score, as_score


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
    totals: Mapping[str, Score] = field(default_factory=dict)
    """The scores of these seats after it."""
    old: History | None = field(default=None, compare=False, repr=False)
    """The match without the change; None if that is not told."""


NOTHING_CHANGED = Effect()


def compare(old: History, new: History) -> Effect:
    """Return the difference between two histories of a match."""
    before = {step.entry.seq: step.rulings for step in old.steps}
    after = {step.entry.seq: step.rulings for step in new.steps}
    changed = []
    for seq in sorted(before.keys() | after.keys()):
        pair = ChangedRulings(seq, before.get(seq, ()), after.get(seq, ()))
        if list(map(_with_shown_cards, pair.old)) != list(
            map(_with_shown_cards, pair.new)
        ):
            changed.append(pair)

    scores = points_so_far(old)
    points = {}
    totals = {}
    for seat, score in points_so_far(new).items():
        gain = score - scores.get(seat, 0)
        if gain:
            points[seat] = as_score(gain)
            totals[seat] = score
    return Effect(tuple(changed), points, totals, old)


def points_so_far(history: History) -> dict[str, Score]:
    """Return the scores by seat, with the points of this round so far."""
    scores = {}
    for standing in history.scene.standings:
        scores[standing.seat] = standing.score + (standing.so_far or 0)
    return scores


def _with_shown_cards(ruling: Ruling) -> tuple[object, ...]:
    """Return a ruling with what it shows and adds up, which equality ignores."""
    return ruling, ruling.shown, ruling.reckoning


def effect_of(match: Match, change: Change) -> Effect:
    """Return the effect of a change; if the change is undone, the effect of its undo.

    The match with the change is compared with the match without it. The effect is empty
    if the change was of sealed data, or if the game fails without the change. An entry
    that was never shown counts only if it counts in the match.
    """
    history = match.history
    if _is_of_sealed(match, change):
        return NOTHING_CHANGED
    undo = match.undo_or_redo(change)
    try:
        other = _replay(
            match, match.entries, (*match.changes, undo), lambda seq: seq == change.seq
        )
    except GameFaultError:
        # The match itself goes on, and everybody can look at it.
        return NOTHING_CHANGED
    if not other.open_to_all <= history.open_to_all:
        return NOTHING_CHANGED
    return _tell_public(match, compare(other, history))


def _is_of_sealed(match: Match, change: Change) -> bool:
    """Return whether a change gave an entry other data while nobody could read it."""
    for edit in change.edits:
        is_data = edit.data is not None
        if is_data and is_changed_while_sealed(match.history, change, edit.seq):
            return True
    return False


def _tell_public(match: Match, effect: Effect) -> Effect:
    """Return an effect without the rulings on entries that not everybody may read."""
    opened = match.history.open_to_all
    public = [each for each in effect.changed if each.seq in opened]
    return replace(effect, changed=tuple(public))


def effect_when_made(match: Match, change: Change) -> Effect:
    """Return the effect of a change, an undo or a redo when it was made.

    Nothing is told as for `effect_of`.
    """
    target = match.change(change.target) if change.target else change
    if _is_of_sealed(match, target):
        return NOTHING_CHANGED
    try:
        before = _history_after(match, change.seq - 1)
        after = _history_after(match, change.seq)
    except GameFaultError:
        return NOTHING_CHANGED
    if not before.open_to_all | after.open_to_all <= match.history.open_to_all:
        return NOTHING_CHANGED
    return _tell_public(match, compare(before, after))


def _history_after(match: Match, seq: int) -> History:
    """Return the match as it stood after this record."""
    entries = [entry for entry in match.entries if entry.seq <= seq]
    changes = [change for change in match.changes if change.seq <= seq]
    return _replay(match, entries, changes, lambda settled: settled > seq)


def _replay(
    match: Match,
    entries: Sequence[LogEntry],
    changes: Sequence[Change],
    is_left_out: Callable[[int], bool],
) -> History:
    """Return the match of these entries and changes.

    `is_left_out` says which resolutions are missing, by the number of their record.
    """
    disputes = []
    for dispute in match.disputes:
        how = dispute.resolution
        if how is not None and is_left_out(how.seq):
            dispute = replace(dispute, resolution=None)
        disputes.append(dispute)
    overrules = overrules_of(disputes, match.history.setting.seats)
    asked = map_asked_after(match, SPECTATOR)
    return replay_changed(match.history, entries, changes, overrules, asked)[0]


@dataclass(frozen=True, slots=True)
class LatestChange:
    """The latest change that nothing has followed yet, and what it did."""

    change: Change
    effect: Effect


def read_news(match: Match) -> LatestChange | None:
    """Return the news of a match; None without any."""
    for change in reversed(find_new_changes(match)):
        effect = effect_of(match, change)
        if takes_decision(effect) or not is_entered_again(match, change):
            return LatestChange(change, effect)
    return None


def takes_decision(effect: Effect) -> bool:
    """Return whether a ruling went that names a penalty, or that the table made."""
    for changed in effect.changed:
        for ruling in changed.old:
            is_decision = cost_of(ruling) is not None or ruling.rare == OVERRULED
            if is_decision and ruling not in changed.new:
                return True
    return False


def is_entered_again(match: Match, change: Change) -> bool:
    """Return whether an entry followed what a change only took back."""
    last = match.last_undo(change) or change
    is_only_taken_back = all(edit.data is None for edit in change.edits)
    return is_only_taken_back and match.entries[-1].seq > last.seq


def find_new_changes(match: Match) -> list[Change]:
    """Return the changes that nothing has followed yet, the latest last.

    A ruling follows, or a round of entries. What was only taken back is followed by an
    entry of somebody else; that it is entered again is not news, unless a penalty or a
    decision of the table went with it (`is_entered_again`). Such a change of a seat's
    is news until somebody else has entered.
    """
    seats = match.history.setting.seats
    last_round = match.entries[-len(seats) :]
    undos = last_undos(match.changes)
    found = []
    for change in match.changes:
        since = match.history.latest_seq
        if change.edits and all(edit.data is None for edit in change.edits):
            others = [entry.seq for entry in last_round if entry.by != change.by]
            since = max(others, default=0)
        if change.edits and len(match.entries) > len(seats):
            since = max(since, last_round[0].seq)
        last = undos.get(change.id, change)
        if change.target is not None:
            continue
        if last.seq > since or _waits_for_others(match, change, last):
            found.append((last.seq, change))
    return [change for _, change in sorted(found, key=itemgetter(0))]


def _waits_for_others(match: Match, change: Change, last: Change) -> bool:
    """Return whether a penalty or decision went, and only its author entered since.

    Two rounds of entries are enough for everybody to have seen it.
    """
    lately = match.entries[-2 * len(match.history.setting.seats) :]
    if last.by is None or lately[0].seq > last.seq:
        return False
    for entry in lately:
        if entry.seq > last.seq and entry.by != last.by:
            return False
    return takes_decision(effect_of(match, change))


def dispute_settled_by(match: Match, change: Change) -> Dispute | None:
    """Return the dispute settled by a change or its last undo, by verdict; or None."""
    last = match.last_undo(change) or change
    for dispute in match.disputes:
        if dispute.resolution is not None and dispute.resolution.seq == last.seq:
            return dispute
    return None


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
