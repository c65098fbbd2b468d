"""The questions, and the rulings on them: on tricks, hands and the draft."""

from collections.abc import Iterator

from referee import (
    Field,
    Question,
    Reason,
    Ruling,
    Text,
    Values,
    choice_field,
    hookimpl,
    number_field,
    rule_illegal,
    say,
    wrong_field,
)

from .game import DRAFT_CARDS, HAND, TRICK_CARDS, cite
from .showdown import decide_showdown, rule_hand, rule_showdown
from .trick import contest_of, decide_trick, explain_trick, say_winner, show_trick


def _count(name: str, label: Text, least: int = 0) -> Field:
    most = len(DRAFT_CARDS)
    return number_field(name, label, least, most, optional=True)


_DRAFT_FIELDS = (
    choice_field(
        "dealer",
        say("Who dealt"),
        {"dealer": say("The dealer of this game"), "another": say("Another player")},
        optional=True,
    ),
    _count("dealt", say("Draft cards dealt to each")),
    _count("held", say("Cards the player chose from"), least=1),
    _count("kept", say("Cards the player kept")),
    choice_field(
        "laid",
        say("Where the kept card went"),
        {
            "face-down": say("Face down in front of them"),
            "face-up": say("Face up in front of them"),
            "in-hand": say("It stayed in their hand"),
        },
        optional=True,
    ),
    _count("passed", say("Cards the player passed on")),
    choice_field(
        "to",
        say("Where they went"),
        {
            "right": say("To the right, face down"),
            "right-face-up": say("To the right, face up"),
            "left": say("To the left"),
            "another": say("To somebody else"),
        },
        optional=True,
    ),
    choice_field(
        "earlier",
        say("What happened to a card kept earlier"),
        {
            "left": say("It stayed where it was"),
            "picked-up": say("It was picked up before the draft was over"),
            "passed": say("It was exchanged or passed on"),
        },
        optional=True,
    ),
    _count("drafted", say("Cards kept at the end of the draft")),
)
"""The fields for what people saw of the draft; unasked fields are left out."""

_ALL = len(TRICK_CARDS)


@hookimpl
def questions() -> tuple[Question, ...]:
    """Return the questions on a trick, a hand, a showdown and the draft."""
    board = Field(
        "board",
        "cards",
        say("Trick cards on the board"),
        min=0,
        max=_ALL,
        choices=TRICK_CARDS,
    )
    label = say("Each player’s card")
    plays = Field("plays", "card_by_seat", label, choices=DRAFT_CARDS)
    title = say("Who wins this trick?")
    help = say("The trick cards on the board, and one draft card for each player.")
    trick = Question("trick", title, (board, plays), help, hook="resolve_trick")

    label = say("Trick cards won")
    cards = Field("cards", "cards", label, min=0, max=_ALL, choices=TRICK_CARDS)
    title = say("What’s the best poker hand here?")
    help = say("Any number of trick cards: the referee finds the best five.")
    hand = Question("hand", title, (cards,), help)

    label = say("Trick cards each has won")
    piles = Field("piles", "cards_by_seat", label, min=0, choices=TRICK_CARDS)
    title = say("Who wins with these cards?")
    help = say("Each player’s pile of trick cards, even if empty.")
    showdown = Question("showdown", title, (piles,), help, hook="score_round")

    title = say("Is this allowed in the draft?")
    help = say("Fill in what you saw; leave the rest empty.")
    return trick, hand, showdown, Question("draft", title, _DRAFT_FIELDS, help)


@hookimpl
def resolve_trick(given: Values) -> Ruling:
    """Return who wins a trick."""
    board = given.cards("board")
    plays = given.card_by_seat("plays")
    trick = decide_trick(board, plays)
    winner, card, trump, reason = trick
    return Ruling(
        {"winner": winner, "card": card, "trump": trump, "reason": reason},
        say_winner(winner, card),
        explain_trick(board, plays, trick),
        show_trick(board, plays, trick),
        contest=contest_of(board, plays, trick),
    )


@hookimpl
def score_round(given: Values) -> Ruling:
    """Return who wins with these piles."""
    piles = given.cards_by_seat("piles")
    return rule_showdown(decide_showdown(piles), piles)


@hookimpl
def answer(question: str, given: Values) -> Ruling:
    """Return the ruling on a pile, or on what was done in the draft."""
    if question == "draft":
        return _rule_draft(given)
    return rule_hand(given.cards("cards"))


# The draft


def _rule_draft(given: Values) -> Ruling:
    """Return the ruling on everything that people saw of the draft."""
    judged = [*_judge(given)]
    if not judged:
        raise wrong_field("kept", say("Say what happened: fill in at least one field."))
    faults = [why for fits, why in judged if not fits]
    if faults:
        return rule_illegal(say("That isn’t allowed in the draft"), *faults)
    because = tuple(why for _, why in judged)
    return Ruling({"legal": True}, say("That is allowed in the draft"), because)


def _judge(given: Values) -> Iterator[tuple[bool, Reason]]:
    """Yield for everything that people saw whether it fits, and the rule."""
    for field in _DRAFT_FIELDS:
        name = field.name
        if not given.has(name):
            continue
        if name == "passed":
            yield _judge_passed(given)
        else:
            fitting, rule = _FITTING[name]
            yield given.values[name] in fitting, rule


def _judge_passed(given: Values) -> tuple[bool, Reason]:
    passed = given.number("passed")
    if not given.has("held"):
        template = "One card is kept and the others are passed on: three at most."
        return passed < HAND, cite("draft", template)
    held = given.number("held")
    rest = held - 1
    template = "One card is kept and the others are passed on: {rest} of {held}."
    return passed == rest, cite("draft", template, rest=rest, held=held)


_FITTING = {
    "dealer": (
        ("dealer",),
        cite("dealer", "The dealer deals the whole game, nobody else."),
    ),
    "dealt": ((HAND,), cite("draft", "Four draft cards are dealt to each.")),
    "held": (
        range(HAND + 1),
        cite("draft", "Each gets four, so nobody has more to choose from."),
    ),
    "kept": ((1,), cite("draft", "Keep one card each time, and only one.")),
    "laid": (
        ("face-down",),
        cite("draft", "Lay the kept card face down in front of you."),
    ),
    "to": (
        ("right",),
        cite("draft", "Pass the other cards face down to the right."),
    ),
    "earlier": (
        ("left",),
        cite(
            "draft",
            "A kept card stays down until all are taken; then pick up all four.",
        ),
    ),
    "drafted": (
        (HAND,),
        cite("draft", "The draft goes on until everybody has kept four cards."),
    ),
}
"""The fitting values of each field, and the rule."""
