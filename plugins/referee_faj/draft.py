"""Whether what was done in the draft may be done."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping

from referee import Field, FieldError, Reason, Ruling, Text, Values, WrongFieldsError, say

from .rules import cite
from .stacks import DRAFT_CARDS

HAND = 4
"""Cards that each is dealt, and has kept in the end."""


def _choice(name: str, label: Text, labels: Mapping[str, Text]) -> Field:
    return Field(name, "choice", label, optional=True, choices=tuple(labels), labels=labels)


def _count(name: str, label: Text, least: int = 0) -> Field:
    return Field(name, "number", label, optional=True, min=least, max=len(DRAFT_CARDS))


DRAFT_FIELDS = (
    _choice("dealer", say("Who dealt"), {"dealer": say("The dealer of this game"), "another": say("Another player")}),
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
        raise WrongFieldsError(FieldError("kept", say("Say what was done: fill in at least one of these.")))
    faults = tuple(why for fits, why in judged if not fits)
    summary = say("This may not be done in the draft") if faults else say("This may be done in the draft")
    return Ruling({"legal": not faults}, summary, faults or tuple(why for _, why in judged))


def _judge(given: Values) -> Iterator[tuple[bool, Reason]]:
    """For everything that was seen whether it fits, and the rule."""
    for field in DRAFT_FIELDS:
        if given.has(field.name):
            yield _judge_passed(given) if field.name == "passed" else _judge_one(field.name, given.values[field.name])


def _judge_one(name: str, seen: object) -> tuple[bool, Reason]:
    fitting, rule = _RULES[name]
    return seen in fitting, rule(seen)


_RULES: Mapping[str, tuple[Collection[object], Callable[[object], Reason]]] = {
    "dealer": (("dealer",), lambda _: cite("dealer", "The dealer deals for the whole game, and nobody else does.")),
    "dealt": ((HAND,), lambda n: cite("draft", "Four draft cards are dealt to each; here it was {n}.", n=n)),
    "held": (
        range(HAND + 1),
        lambda n: cite("draft", "Each is dealt four, so nobody has more to choose from; here it was {n}.", n=n),
    ),
    "kept": ((1,), lambda n: cite("draft", "One card is kept each time, and only one; here it was {n}.", n=n)),
    "laid": (
        ("face-down",),
        lambda _: cite("draft", "The card that is kept is laid face down in front of its player."),
    ),
    "to": (("right",), lambda _: cite("draft", "The other cards are passed face down to the player on the right.")),
    "earlier": (
        ("left",),
        lambda _: cite("draft", "A card that was kept lies until all are taken; then all four are picked up."),
    ),
    "drafted": (
        (HAND,),
        lambda n: cite("draft", "The draft goes on until everybody has kept four cards; here it was {n}.", n=n),
    ),
}
"""By field what fits, and the rule, with what was seen."""


def _judge_passed(given: Values) -> tuple[bool, Reason]:
    passed, held = given.number("passed"), given.number_if_any("held")
    if held is None:
        template = "All but the one card kept are passed on, of four at most; here it was {n}."
        return passed < HAND, cite("draft", template, n=passed)
    template = "All but the one card kept are passed on: of {held} cards {rest}; here it was {n}."
    return passed == held - 1, cite("draft", template, held=held, rest=held - 1, n=passed)
