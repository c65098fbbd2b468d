"""Whether what somebody sends was answered by somebody else since they looked: the same is not recorded twice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile

from referee.match.entry_reading import is_in_own_words, is_of_one_seat, read_leniently, seats_named
from referee.match.log_entry import LogEntry, Viewer
from referee.match.position import Step
from referee.match.replay import History
from referee.match.visibility import may_read
from referee.vocabulary.fields import type_of
from referee.vocabulary.prompt import Prompt
from referee.vocabulary.text import Text, say


@dataclass(frozen=True, slots=True)
class EarlierAnswer:
    """An entry that answered a prompt, with that prompt; `same`: it holds just what was sent after it."""

    entry: LogEntry
    prompt: Prompt
    same: bool

    @property
    def message(self) -> Text:
        """Who has entered what, and what is left to do about it."""
        values = {"name": self.entry.by, "title": self.prompt.title}
        if self.entry.by is None:
            template = _SAME_BY_HOST if self.same else _OTHER_BY_HOST
        else:
            template = _SAME if self.same else _OTHER
        return say(template, **values)


_SAME = "{name} has already entered this: “{title}”. Nothing is left to do here."
_SAME_BY_HOST = "The host has already entered this: “{title}”. Nothing is left to do here."
_OTHER = "{name} has entered this meanwhile, but not the same: “{title}”. If theirs is wrong, correct it in the log."
_OTHER_BY_HOST = (
    "The host has entered this meanwhile, but not the same: “{title}”. If theirs is wrong, correct it in the log."
)


def answer_since(history: History, viewer: Viewer, sent: LogEntry, after: int) -> EarlierAnswer | None:
    """The first answer after entry `after` to what this entry was made for; None where nobody has answered it."""
    for step, prompt in answers_since(history, viewer, sent.kind, after):
        if not _is_for_the_same(prompt, step.entry, sent):
            continue
        same = _is_the_same(history, prompt, step.entry, sent)
        if same or not is_in_own_words(prompt):
            return EarlierAnswer(step.entry, prompt, same)
    return None


def answers_since(history: History, viewer: Viewer, kind: str, after: int) -> Iterator[tuple[Step, Prompt]]:
    """What was entered of this kind after entry `after`, oldest first, as far as the viewer may read it, each with the
    prompt that it answered.
    """
    later = [*takewhile(lambda step: step.entry.seq > after, reversed(history.steps))]
    for step in reversed(later):
        if step.entry.kind == kind and may_read(history, viewer, step.entry):
            yield step, history.prompt_of(step)


def _is_for_the_same(prompt: Prompt, answer: LogEntry, sent: LogEntry) -> bool:
    """Whether both speak for the same seats, where the prompt asks about seats."""
    if is_of_one_seat(prompt):
        return answer.seat == (sent.seat or sent.by)
    named = seats_named(prompt, answer), seats_named(prompt, sent)
    return not any(type_of(one).by_seat for one in prompt.fields) or not all(named) or bool(named[0] & named[1])


def _is_the_same(history: History, prompt: Prompt, answer: LogEntry, sent: LogEntry) -> bool:
    """Whether both hold the same; how a toss fell is nothing that its sender says."""
    told = {one.name for one in prompt.fields if not type_of(one).tossed}
    read = read_leniently(history.rulebook, history.setting, prompt, sent)
    held = [{name: data.get(name) for name in told} for data in (answer.data, read.data)]
    return held[0] == held[1]
