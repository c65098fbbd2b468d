"""Looking back at earlier entries: which prompt each answered, what may be taken back,
what answered a prompt since.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import takewhile

from referee.match.corrections import (
    Changed,
    Correction,
    compare_rulings,
    may_correct,
    replay_corrected,
    standing_entries,
    turn,
)
from referee.match.entry_reading import (
    NotOpenError,
    is_in_own_words,
    is_of_one_seat,
    open_prompt,
    prompt_met,
    read_leniently,
    read_strictly,
    seats_named,
)
from referee.match.log_entry import SPECTATOR, LogEntry, Viewer, is_author
from referee.match.match import Match
from referee.match.position import Step
from referee.match.replay import History, Unfit, try_to_fit
from referee.match.revisions import asked_after
from referee.match.visibility import made_while_sealed, may_read, may_read_sealed
from referee.vocabulary.errors import WrongFieldsError
from referee.vocabulary.fields import type_of
from referee.vocabulary.prompt import STOP, Prompt
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.text import Text, say


def prompts_answered(match: Match, numbers: Collection[int]) -> Mapping[int, Prompt]:
    """Return by entry number, the prompt that was open for each of these entries when
    its turn came, as the match stands now.

    Struck entries are among them where such a prompt was open then; what fits no prompt
    is left out.
    """
    history = match.history
    found: dict[int, Prompt] = {}
    for seq in numbers:
        entry = match.entry(seq)
        if (
            entry is not None
            and (prompt := prompt_met(history.position_at(seq).answerable, entry))
            is not None
        ):
            found[seq] = prompt
    of_game = tuple(prompt for prompt in found.values() if prompt.kind != STOP)
    history.rulebook.check_prompts(of_game, history.setting.seats)
    return found


def reread(match: Match, sent: LogEntry) -> LogEntry:
    """Return what is sent under the number of an earlier entry, as that was read: with
    its seat, its data in canonical form, and the tosses that were drawn for it, which
    no sender says. As it is where it cannot be read so.
    """
    prompt = prompts_answered(match, {sent.seq}).get(sent.seq)
    if prompt is None:
        return sent
    try:
        _, meant = open_prompt((prompt,), sent)
        read = read_strictly(
            match.history.rulebook, match.history.setting, prompt, meant
        )
    except (NotOpenError, WrongFieldsError):
        return sent
    return replace(
        read, data={**{toss.field: toss.outcome for toss in sent.tosses}, **read.data}
    )


def compare_without(match: Match, correction: str) -> tuple[Changed, ...]:
    """Return what the entries decide without this correction and with it, where that
    differs; KeyError: no such one.

    All other corrections are taken as they stand. Of one that changed what was sealed
    then, nothing is told; what is sealed or was never shown counts only where it
    counted in the match itself.
    """
    named = next((known for known in match.corrections if known.id == correction), None)
    if named is None:
        raise KeyError(correction)
    if any(
        change.data is not None and made_while_sealed(match.history, named, change.seq)
        for change in named.changes
    ):
        return ()

    def history(undone: bool) -> History:
        if named.undone == undone:
            return match.history
        corrections, sealed = (
            turn(match.corrections, correction, undone),
            asked_after(match, SPECTATOR),
        )
        return replay_corrected(
            match.history, match.entries, corrections, match.seq, sealed=sealed
        )[0]

    without, with_it = history(undone=True), history(undone=False)
    shown = match.history.open_to_all
    return (
        compare_rulings(without, with_it)
        if without.open_to_all | with_it.open_to_all <= shown
        else ()
    )


def rulings_with(
    history: History, seq: int, data: Mapping[str, object]
) -> tuple[Ruling, ...]:
    """Return what would be ruled on the entry of this number, with those it waited for,
    if it held other data; nothing where they would not fit.
    """
    position = history.position_at(seq)
    rulings: tuple[Ruling, ...] = ()
    for step in history.steps_to_decide(seq):
        entry = replace(step.entry, data=data) if step.entry.seq == seq else step.entry
        taken = try_to_fit(entry, partial(history.take, position, entry))
        if isinstance(taken, Unfit):
            return ()
        position, rulings = taken.after, taken.rulings
    return rulings


# Taking back


def may_take_back(match: Match, viewer: Viewer) -> tuple[LogEntry, ...]:
    """Return the entries that this viewer may take back now: their own while others
    have only sealed theirs since, and the table's last one for the host, and for
    everybody at the table if a camera saw it.

    Only what is fresh: of the latest entries, as many as there are seats.
    """
    history = match.history
    latest = [
        step.entry for step in reversed(history.steps[-len(history.setting.seats) :])
    ]
    sealed = {held.entry.seq for held in history.position.sealed}
    shown = [
        entry for entry in latest if is_author(viewer, entry) or entry.seq not in sealed
    ]
    own = [entry for entry in shown[:1] if is_author(viewer, entry)]
    last = [
        entry
        for entry in latest[:1]
        if (viewer.host or entry.seen) and entry not in own
    ]
    return tuple(entry for entry in (*own, *last) if may_correct(viewer, entry))


def seen_together(match: Match, seq: int) -> tuple[LogEntry, ...]:
    """Return the entries that a camera saw as one with this entry, itself among them;
    nothing where none saw it.
    """
    entry = match.entry(seq)
    if entry is None or not entry.seen:
        return ()
    return tuple(
        other for other in match.entries if other.seen and other.at == entry.at
    )


def latest_strike(match: Match, viewer: Viewer) -> Correction | None:
    """Return the strike of an entry, or of what a camera saw as one, by this viewer
    that nothing has followed, so that its undo is all they may want.
    """
    last = match.corrections[-1] if match.corrections else None
    if last is None or last.seq != match.seq or last.undone or last.by != viewer.seat:
        return None
    struck = [
        entry
        for change in last.changes
        if change.data is None and (entry := match.entry(change.seq))
    ]
    if (
        not struck
        or len(struck) < len(last.changes)
        or not all(may_correct(viewer, entry) for entry in struck)
    ):
        return None
    return (
        last
        if len(struck) == 1 or tuple(struck) == seen_together(match, struck[0].seq)
        else None
    )


def entries_to_repeat(match: Match, viewer: Viewer) -> tuple[LogEntry, ...]:
    """Return what this viewer has entered and may enter again, as it stands: what is
    sealed of it, and what was taken back.
    """
    sealed = (held.entry for held in match.history.position.sealed)
    entered = [entry for entry in sealed if may_read_sealed(viewer, entry)]
    struck = latest_strike(match, viewer)
    if struck is not None:
        before = standing_entries(match.entries, match.corrections[:-1])
        numbers = {change.seq for change in struck.changes}
        taken = (entry for entry in before if entry.seq in numbers)
        entered += [entry for entry in taken if may_read(match.history, viewer, entry)]
    return tuple(entered)


# Answered meanwhile


def _say_answered(entry: LogEntry, prompt: Prompt, same: bool) -> Text:
    """Return who has entered what, and what is left to do about it."""
    by_host, by_seat = (_SAME_BY_HOST, _SAME) if same else (_OTHER_BY_HOST, _OTHER)
    if entry.seen:
        by_host = _SAME_SEEN if same else _OTHER_SEEN
    return say(
        by_host if entry.by is None else by_seat, name=entry.by, title=prompt.title
    )


_SAME = "{name} has already entered this: “{title}”. Nothing is left to do here."
_SAME_BY_HOST = (
    "The host has already entered this: “{title}”. Nothing is left to do here."
)
_OTHER = (
    "{name} has entered this meanwhile, but not the same: “{title}”. If theirs is "
    "wrong, correct it in the log."
)
_OTHER_BY_HOST = (
    "The host has entered this meanwhile, but not the same: “{title}”. If theirs is "
    "wrong, correct it in the log."
)
_SAME_SEEN = (
    "The camera has already entered this: “{title}”. Nothing is left to do here."
)
_OTHER_SEEN = (
    "The camera has entered this meanwhile, but not the same: “{title}”. If it saw "
    "something wrong, take it back."
)


def answer_since(
    history: History, viewer: Viewer, sent: LogEntry, after: int
) -> tuple[Text, bool] | None:
    """Return who first answered what this entry was made for after entry `after`, and
    whether they entered the same; None where nobody has answered it.
    """
    for step, prompt in answers_since(history, viewer, sent.kind, after):
        if not _is_for_the_same(prompt, step.entry, sent):
            continue
        same = _is_the_same(history, prompt, step.entry, sent)
        if same or not is_in_own_words(prompt):
            return _say_answered(step.entry, prompt, same), same
    return None


def answers_since(
    history: History, viewer: Viewer, kind: str, after: int
) -> Iterator[tuple[Step, Prompt]]:
    """Return what was entered of this kind after entry `after`, oldest first, as far as
    the viewer may read it, each with the prompt that it answered.
    """
    later = [*takewhile(lambda step: step.entry.seq > after, reversed(history.steps))]
    for step in reversed(later):
        if step.entry.kind == kind and may_read(history, viewer, step.entry):
            yield step, history.prompt_of(step)


def _is_for_the_same(prompt: Prompt, answer: LogEntry, sent: LogEntry) -> bool:
    """Return whether both speak for the same seats, where the prompt asks about seats."""
    if is_of_one_seat(prompt):
        return answer.seat == (sent.seat or sent.by)
    named = seats_named(prompt, answer), seats_named(prompt, sent)
    return (
        not any(type_of(field).by_seat for field in prompt.fields)
        or not all(named)
        or bool(named[0] & named[1])
    )


def _is_the_same(
    history: History, prompt: Prompt, answer: LogEntry, sent: LogEntry
) -> bool:
    """Return whether both hold the same; how a toss fell is nothing that its sender
    says.
    """
    told = {field.name for field in prompt.fields if not type_of(field).tossed}
    read = read_leniently(history.rulebook, history.setting, prompt, sent)
    held = [
        {name: data.get(name) for name in told} for data in (answer.data, read.data)
    ]
    return held[0] == held[1]
