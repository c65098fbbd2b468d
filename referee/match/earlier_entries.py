"""Earlier entries: the prompts they answered, taking them back, and answers since."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from referee.match.changes import Change, replay_changed, standing_entries
from referee.match.correcting import may_correct
from referee.match.disputes import Dispute
from referee.match.entry_reading import (
    NotOpenError,
    asks_by_seat,
    is_in_own_words,
    is_of_one_seat,
    open_prompt,
    prompt_met,
    read_strictly,
    seats_answering,
    seats_named,
)
from referee.match.entry_step import EntryStep
from referee.match.history import History, Unfit, try_to_fit
from referee.match.log_entry import SPECTATOR, Data, LogEntry, Viewer, is_author
from referee.match.match import Match
from referee.match.parts import own_fields, seats_in_parts
from referee.match.trial import Changed, compare_rulings, map_sealed_since
from referee.match.visibility import is_changed_while_sealed, may_read, may_read_sealed
from referee.vocabulary.errors import WrongFieldsError
from referee.vocabulary.prompt import Prompt
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.text import Text, say


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


def compare_without(match: Match, correction: str) -> tuple[Changed, ...]:
    """Return the rulings that differ without this correction and with it.

    Raise NotFoundError if there is no such correction. All others stay as they are.
    Nothing is returned for one that changed sealed data; entries never shown count only
    if they did in the match.
    """
    named = match.change(correction)
    history = match.history
    for edit in named.edits:
        is_data = edit.data is not None
        if is_data and is_changed_while_sealed(history, named, edit.seq):
            return ()

    turn = Change(match.seq + 1, "", None, 0, undoes=named.id)
    if match.is_undone(named):
        turn = replace(turn, undoes=None, redoes=named.id)
    sealed = map_sealed_since(match, SPECTATOR)
    changes = (*match.changes, turn)
    other, _ = replay_changed(history, match.entries, changes, sealed=sealed)
    if not other.open_to_all <= history.open_to_all:
        return ()
    if turn.redoes:
        return compare_rulings(history, other)
    return compare_rulings(other, history)


def rulings_with(history: History, seq: int, data: Data) -> tuple[Ruling, ...]:
    """Return the rulings on an entry with other data; empty if they do not fit."""
    position = history.position_at(seq)
    rulings: tuple[Ruling, ...] = ()
    for step in history.steps_to_decide(seq):
        entry = step.entry
        if entry.seq == seq:
            entry = replace(entry, data=data)
        again = try_to_fit(entry, partial(history.take, position, entry))
        if isinstance(again, Unfit):
            return ()
        position = again.after
        rulings = again.rulings
    return rulings


# Taking back


def may_take_back(match: Match, viewer: Viewer) -> tuple[LogEntry, ...]:
    """Return the entries that this viewer may take back now.

    Their own, as long as others have only sealed theirs since, or entered their parts
    of the same question; for the host also the table's last one; for everybody at the
    table one that a camera saw. Only fresh ones: among the latest entries, as many as
    there are seats.
    """
    history = match.history
    sealed = history.position.sealed_numbers
    fresh = history.steps[-len(history.setting.seats) :]
    may = []
    since: list[EntryStep] = []
    for step in reversed(fresh):
        entry = step.entry
        if is_author(viewer, entry.by):
            if not since or _answer_one_prompt(history, [step, *since]):
                may.append(entry)
            break
        if entry.seq not in sealed:
            since.insert(0, step)

    if fresh:
        last = fresh[-1].entry
        if (viewer.host or last.seen) and last not in may:
            may.append(last)
    return tuple(entry for entry in may if may_correct(viewer, entry))


def _answer_one_prompt(history: History, steps: Sequence[EntryStep]) -> bool:
    """Return whether all these steps, in their order, are parts of one prompt."""
    asked = []
    for step in steps:
        prompt = prompt_met(step.before.open_prompts, step.entry)
        if prompt is None or not own_fields(prompt):
            return False
        asked.append((prompt.kind, prompt.title))
    if asked.count(asked[0]) < len(asked):
        return False

    # Rounds never go back, so the first and the last tell of those between.
    rounds = set()
    for step in (steps[0], steps[-1]):
        scene = history.rulebook.scene(step.before.state, history.setting.seats)
        rounds.add(scene.round)
    return len(rounds) == 1


def seen_together(match: Match, seq: int) -> tuple[LogEntry, ...]:
    """Return the entries that a camera saw together with this one, if any."""
    entry = match.entry(seq)
    if entry is None or not entry.seen:
        return ()
    at = entry.at
    return tuple(other for other in match.entries if other.seen and other.at == at)


def latest_strike(match: Match, viewer: Viewer) -> Change | None:
    """Return the viewer's strike if nothing has followed it, or None.

    It struck one entry, or entries that a camera saw together, and can be undone.
    """
    if not match.changes:
        return None
    last = match.changes[-1]
    if last.seq != match.seq_to_confirm or last.by != viewer.seat:
        return None

    struck = []
    for edit in last.edits:
        entry = match.logged(edit.seq)
        if edit.data is not None or not may_correct(viewer, entry):
            return None
        struck.append(entry)
    if len(struck) == 1:
        return last
    if not struck or tuple(struck) != seen_together(match, struck[0].seq):
        return None
    return last


def entries_to_repeat(match: Match, viewer: Viewer) -> tuple[LogEntry, ...]:
    """Return this viewer's entries to enter again: sealed, or taken back."""
    history = match.history
    entered = []
    for pending in history.position.sealed:
        if may_read_sealed(viewer, pending.entry):
            entered.append(pending.entry)
    strike = latest_strike(match, viewer)
    if strike is not None:
        struck = {edit.seq for edit in strike.edits}
        for entry in standing_entries(match.entries, match.changes[:-1]):
            if entry.seq in struck and may_read(history, viewer, entry):
                entered.append(entry)
    return tuple(entered)


# Answered meanwhile


def answer_since(
    history: History, viewer: Viewer, sent: LogEntry, after: int
) -> Text | None:
    """Return who answered this entry's prompt after `after`; None if nobody did.

    A prompt for people's own words is never answered by somebody else.
    """
    for step, prompt in answers_since(history, viewer, after):
        answer = step.entry
        if is_in_own_words(prompt) or not _is_for_the_same(prompt, answer, sent):
            continue
        who: str | Text = answer.by or say("The host")
        if answer.seen:
            who = say("The camera")
        template = (
            "{who} has already entered this: “{title}”. Nothing of yours was entered: "
            "if it differs, it can be corrected in the log."
        )
        return say(template, who=who, title=prompt.title)
    return None


def is_asked_as_before(match: Match, entry: LogEntry, after: int) -> bool:
    """Return whether a new entry answers seats' own questions as they were asked then.

    `after` is the last line that its sender had seen. Other seats' answers change
    nothing for it.
    """
    history = match.history
    prompt = prompt_met(history.position.open_prompts, entry)
    if prompt is None or prompt.race is not None:
        return False
    seats = {*seats_answering(prompt, entry)}
    put_right = _seats_put_right_since(match, after)
    if not seats or put_right is None or not seats.isdisjoint(put_right):
        return False
    since = history.steps_after(after)
    for step in since:
        answered = [seat for _, seat in history.answers_in(step)]
        is_answered = not seats.isdisjoint(answered)
        if is_answered or step.before.begins_anew(step.entry):
            return False
    then = since[0].before if since else history.position
    before = prompt_met(then.open_prompts, entry)
    if before is None:
        return False
    if own_fields(prompt):
        return history.scene_in(then).round == history.scene.round
    # What stands before a seat's turn may have changed it, as a bet.
    return not put_right and before.title == prompt.title


def _seats_put_right_since(match: Match, after: int) -> set[str] | None:
    """Return the seats whose parts were changed after a line.

    None if anything else was: a question of the table, or by the table's verdict.
    """
    if any(_is_decided_since(dispute, after) for dispute in match.disputes):
        return None
    seats: set[str] = set()
    for change in match.changes:
        if change.seq <= after:
            continue
        edits = change.edits
        if change.turns:
            edits = match.change(change.turns).edits
        data: dict[int, Data | None] = dict.fromkeys(change.dropped)
        data |= {edit.seq: edit.data for edit in edits}
        answered = prompts_answered(match, data)
        for seq, changed in data.items():
            prompt = answered.get(seq)
            if prompt is None or not own_fields(prompt):
                return None
            for each in (match.logged(seq).data, changed or {}):
                seats.update(seats_in_parts(prompt, each))
    return seats


def _is_decided_since(dispute: Dispute, after: int) -> bool:
    """Return whether the table has decided something otherwise after a line."""
    resolution = dispute.resolution
    if resolution is None or resolution.resolved_as == "upheld":
        return False
    return resolution.seq > after


def answers_since(
    history: History, viewer: Viewer, after: int
) -> Iterator[tuple[EntryStep, Prompt]]:
    """Yield the readable entries after `after`, oldest first, with prompts.

    Each comes with the prompt that it answered, as far as the viewer may read it.
    """
    for step in history.steps_after(after):
        if may_read(history, viewer, step.entry):
            yield step, history.prompt_of(step)


def _is_for_the_same(prompt: Prompt, answer: LogEntry, sent: LogEntry) -> bool:
    """Return whether both concern the same seats, if the prompt is about seats.

    In its turn a seat does one thing of several kinds.
    """
    if is_of_one_seat(prompt):
        is_same_turn = sent.kind == answer.kind or not prompt.optional
        return is_same_turn and answer.seat == (sent.seat or sent.by)
    if sent.kind != answer.kind:
        return False
    if not asks_by_seat(prompt):
        return True
    answered = seats_named(prompt, answer)
    addressed = seats_named(prompt, sent)
    return not answered or not addressed or not answered.isdisjoint(addressed)
