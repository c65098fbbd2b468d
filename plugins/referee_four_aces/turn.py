"""The legality of a turn: the card drawn, its place, the card discarded."""

from collections.abc import Iterator
from functools import partial

from referee import (
    FIFTY_FOUR,
    Field,
    Reason,
    Ruling,
    Values,
    choice_field,
    rule_illegal,
    say,
    wrong_field,
)

from .game import cite
from .hand import TITLES

_choice = partial(choice_field, optional=True)
_WHICH = say("Which card was discarded")
TURN_FIELDS = (
    _choice(
        "empty",
        say("What had run out before the turn"),
        {
            "discards": say("No discard pile"),
            "stock": say("No stock"),
        },
    ),
    _choice(
        "drew",
        say("What was drawn"),
        {
            "stock": say("The top card of the stock"),
            "discards": say("The top card of the discard pile"),
            "deeper": say("A card from deeper in the discard pile"),
            "several": say("More than one card"),
            "nothing": say("Nothing"),
        },
    ),
    _choice("into", say("Which hand it went into"), TITLES),
    _choice(
        "discarded",
        say("What was discarded then"),
        {
            "hidden": say("A card of the hidden hand"),
            "exposed": say("A card of the exposed hand"),
            "locked": say("A locked card"),
            "several": say("More than one card"),
            "nothing": say("Nothing"),
        },
    ),
    Field("card", "card", _WHICH, optional=True, choices=FIFTY_FOUR),
    _choice("joker", say("Which hand a joker was played from"), TITLES),
    _choice(
        "robbed",
        say("Whose card the joker took"),
        {"left": say("The left neighbour’s"), "another": say("Another player’s")},
    ),
    _choice(
        "took",
        say("Which of their cards it took"),
        {
            "exposed": say("A card of the exposed hand"),
            "hidden": say("A card of the hidden hand"),
            "locked": say("A locked card"),
            "nothing": say("Nothing"),
        },
    ),
)
"""The fields for what people saw of a turn; unasked fields are left out."""

_Judged = Iterator[tuple[bool, Reason]]
"""For everything that people saw, whether it fits, and the rule."""


def rule_turn(given: Values) -> Ruling:
    """Return the ruling on a turn; raise WrongFieldsError for an empty description."""
    if given.choice("discarded", None) == "nothing" and given.has("card"):
        raise wrong_field("card", say("Nothing was discarded: leave the card out."))

    judged = [*_judge_draw(given), *_judge_discard(given), *_judge_joker(given)]
    if not judged:
        message = say("Say what happened: what was drawn, discarded or played.")
        raise wrong_field("drew", message)
    faults = [why for fits, why in judged if not fits]
    if faults:
        return rule_illegal(say("That turn isn’t allowed"), *faults)
    because = tuple(why for _, why in judged)
    return Ruling({"legal": True}, say("That turn is allowed"), because)


def _judge_draw(given: Values) -> _Judged:
    empty = given.choice("empty", None)
    drew = given.choice("drew", None)
    into = given.choice("into", None)
    from_pile = drew in ("discards", "deeper")
    if empty == "stock":
        template = (
            "Whoever drew the last stock card has the last turn; nobody gets another."
        )
        yield False, cite("end-of-round", template)
    if drew and empty == "discards":
        template = "With no discard pile, you can only draw from the stock."
        yield not from_pile, cite("turn", template)

    if drew == "deeper":
        yield False, cite("turn", "Only the top card of the discard pile may be taken.")
    elif drew:
        template = "A turn begins with drawing one card, and only one."
        yield drew not in ("several", "nothing"), cite("turn", template)

    if from_pile and into:
        template = "A card from the discard pile goes only to the exposed hand."
        yield into == "exposed", cite("turn", template)
    if drew == "stock" and into:
        template = "A card from the stock goes only to the hidden hand."
        yield into == "hidden", cite("turn", template)


def _judge_discard(given: Values) -> _Judged:
    discarded = given.choice("discarded", None)
    has_card = given.has("card")
    with_joker = any(map(given.has, ("joker", "robbed", "took")))
    if discarded == "nothing":
        template = "After drawing, discard one card or play a joker instead."
        yield with_joker, cite("turn", template)
    elif discarded or has_card:
        if with_joker:
            template = (
                "A joker is played instead of a discard: nothing is discarded with it."
            )
            yield False, cite("joker", template)
        else:
            template = "Discard one card, and only one."
            yield discarded != "several", cite("turn", template)
    if discarded == "locked":
        template = "A locked card is never touched again, not even by its owner."
        yield False, cite("locked", template)

    drew = given.choice("drew", "")
    drawn_for = given.choice("into", None) or _DRAWN_FOR.get(drew)
    if discarded in ("hidden", "exposed") and drawn_for and not with_joker:
        template = (
            "The rules don’t say which hand gives up the card. Here it is the one "
            "that just drew."
        )
        yield discarded == drawn_for, cite("discard", template)
    if has_card and given.card("card").is_joker:
        template = (
            "The rules don’t say so. A joker may be discarded like any other card."
        )
        yield True, cite("any-joker", template)


_DRAWN_FOR = {"stock": "hidden", "discards": "exposed", "deeper": "exposed"}


def _judge_joker(given: Values) -> _Judged:
    took = given.choice("took", None)
    if given.choice("joker", None) == "exposed":
        template = (
            "The rules speak of jokers drawn for the hidden hand. One in an exposed "
            "hand may be played like any other."
        )
        yield True, cite("any-joker", template)
    elif given.has("joker"):
        yield True, cite("joker", "A joker may be played instead of a discard.")
    if given.has("robbed"):
        template = "A joker takes a card from the left neighbour, nobody else."
        yield given.choice("robbed") == "left", cite("joker", template)
    if took == "locked":
        template = "A locked card is never touched again: no joker takes it."
        yield False, cite("locked", template)
    elif took:
        template = (
            "A joker takes one card from the exposed hand, never from a hidden one."
        )
        yield took == "exposed", cite("joker", template)
