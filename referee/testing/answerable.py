"""Prompts that nobody could answer: no seat, impossible bounds, too few choices."""

from collections.abc import Sequence

from referee.vocabulary.fields import type_of
from referee.vocabulary.prompt import Field, Prompt


class UnanswerablePromptError(Exception):
    """Nobody could answer a prompt of the game: its kind and the reasons.

    `words` name the prompt and its field.
    """

    def __init__(self, what: str, *words: str) -> None:
        super().__init__(what)
        self.words = words


def require_answerable(prompts: Sequence[Prompt]) -> None:
    """Raise UnanswerablePromptError for an impossible prompt.

    Too few choices make a prompt impossible only if no other prompt can be answered.
    """
    short = list[UnanswerablePromptError]()
    needed = [prompt for prompt in prompts if not prompt.optional]
    for prompt in prompts:
        kind = prompt.kind
        if not prompt.seats:
            raise UnanswerablePromptError(f"{kind!r} is asked of no seat.", kind)
        for field in prompt.fields:
            wrong = why_unanswerable(field)
            if wrong:
                what = f"{kind!r} cannot be answered: its field {field.name!r} {wrong}."
                raise UnanswerablePromptError(what, field.name, kind)
        if prompt in needed:
            short += find_few_choices(prompt)
    if short and len(short) == len(needed):
        raise short[0]


def why_unanswerable(field: Field) -> str:
    """Return why nothing is within a field's bounds; empty if something is."""
    if field.min is None or field.max is None or field.min <= field.max:
        return ""
    return f"has `min={field.min}` and `max={field.max}`"


def find_few_choices(prompt: Prompt) -> list[UnanswerablePromptError]:
    """Return an error about the first field with fewer choices than it needs."""
    for field in prompt.fields:
        few = field.min or 0
        most = len(field.choices)
        are_counted = field.type == "seats" or type_of(field).of_cards
        is_free = field.optional or field.suggests or field.unless or not most
        if are_counted and few > most and not is_free:
            what = (
                f"{prompt.kind!r} cannot be answered: its field {field.name!r} has "
                f"`min={few}` and {most} `choices`."
            )
            return [UnanswerablePromptError(what, field.name, prompt.kind)]
    return []
