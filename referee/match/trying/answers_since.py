"""What others answered since a sender last looked, and whether theirs still fits."""

from collections.abc import Iterator

from referee.match.disputes import Dispute
from referee.match.history import History
from referee.match.log_entry import Data, LogEntry
from referee.match.match import Match
from referee.match.secrecy import may_read
from referee.match.taking.entry_reading import (
    asks_by_seat,
    is_in_own_words,
    is_of_one_seat,
    prompt_met,
    seats_answering,
    seats_named,
)
from referee.match.taking.entry_step import EntryStep
from referee.match.taking.parts import own_fields, seats_in_parts
from referee.match.trying.earlier_entries import prompts_answered
from referee.match.viewer import Viewer
from referee.vocabulary.prompt import Prompt
from referee.vocabulary.text import Text, say


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
        edits = match.edits_of(change)
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
