"""Whether what was done in the draft may be done."""

from collections.abc import Collection, Iterator, Mapping

from referee import (
    Field,
    FieldError,
    Reason,
    Ruling,
    Text,
    Values,
    WrongFieldsError,
    say,
)

from .rules import cite
from .stacks import DRAFT_CARDS

HAND = 4
"""Cards that each is dealt, and has kept in the end."""


def _choice(name: str, label: Text, labels: Mapping[str, Text]) -> Field:
    return Field(
        name, "choice", label, optional=True, choices=tuple(labels), labels=labels
    )


def _count(name: str, label: Text, least: int = 0) -> Field:
    return Field(name, "number", label, optional=True, min=least, max=len(DRAFT_CARDS))


DRAFT_FIELDS = (
    _choice(
        "dealer",
        say("Who dealt"),
        {"dealer": say("The dealer of this game"), "another": say("Another player")},
    ),
    _count("dealt", say("Draft cards dealt to each")),
    _count("held", say("Cards that the player had to choose from"), least=1),
    _count("kept", say("Cards that the player then kept")),
    _choice(
        "laid",
        say("Where the card kept was put"),
        {
            "face-down": say("Face down in front of them"),
            "face-up": say("Face up in front of them"),
            "in-hand": say("It stayed in their hand"),
        },
    ),
    _count("passed", say("Cards that the player passed on")),
    _choice(
        "to",
        say("Where they were passed"),
        {
            "right": say("To the right, face down"),
            "right-face-up": say("To the right, face up"),
            "left": say("To the left"),
            "another": say("To somebody else"),
        },
    ),
    _choice(
        "earlier",
        say("What became of a card kept before"),
        {
            "left": say("It was left where it lay"),
            "picked-up": say("It was picked up before the draft was over"),
            "passed": say("It was exchanged or passed on"),
        },
    ),
    _count("drafted", say("Cards that the player has kept at the end of the draft")),
)
"""What people saw of the draft; whatever nobody asks about is left out."""


def rule_draft(given: Values) -> Ruling:
    """The ruling on what was done; WrongFieldsError where nothing was."""
    judged = tuple(_judge(given))
    if not judged:
        raise WrongFieldsError(
            FieldError("kept", say("Say what was done: fill in at least one field."))
        )
    faults = tuple(why for fits, why in judged if not fits)
    summary = (
        say("This may not be done in the draft")
        if faults
        else say("This may be done in the draft")
    )
    return Ruling(
        {"legal": not faults}, summary, faults or tuple(why for _, why in judged)
    )


def _judge(given: Values) -> Iterator[tuple[bool, Reason]]:
    """For everything that was seen whether it fits, and the rule."""
    for field in DRAFT_FIELDS:
        if field.name == "passed" and given.has("passed"):
            yield _judge_passed(given.number("passed"), given.number_if_any("held"))
        elif given.has(field.name):
            fitting, rule = _RULES[field.name]
            yield given.values[field.name] in fitting, rule


_RULES: Mapping[str, tuple[Collection[object], Reason]] = {
    "dealer": (
        ("dealer",),
        cite("dealer", "The dealer deals for the whole game, and nobody else does."),
    ),
    "dealt": ((HAND,), cite("draft", "Four draft cards are dealt to each.")),
    "held": (
        range(HAND + 1),
        cite("draft", "Each is dealt four, so nobody has more to choose from."),
    ),
    "kept": ((1,), cite("draft", "One card is kept each time, and only one.")),
    "laid": (
        ("face-down",),
        cite(
            "draft", "The card that is kept is laid face down in front of its player."
        ),
    ),
    "to": (
        ("right",),
        cite(
            "draft", "The other cards are passed face down to the player on the right."
        ),
    ),
    "earlier": (
        ("left",),
        cite(
            "draft",
            "A card that was kept lies until all are taken; then all four are picked "
            "up.",
        ),
    ),
    "drafted": (
        (HAND,),
        cite("draft", "The draft goes on until everybody has kept four cards."),
    ),
}
"""By field what fits, and the rule."""


def _judge_passed(passed: int, held: int | None) -> tuple[bool, Reason]:
    if held is None:
        return passed < HAND, cite(
            "draft", "One card is kept and the others are passed on: three at most."
        )
    template = "One card is kept and the others are passed on: {rest} of {held}."
    return passed == held - 1, cite("draft", template, rest=held - 1, held=held)
