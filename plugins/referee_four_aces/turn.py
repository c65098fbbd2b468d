"""Whether a turn may be played as it was: what is drawn, where it goes, and what is given away for it."""

from collections.abc import Iterator, Mapping

from referee import FIFTY_FOUR, Field, FieldError, Reason, Ruling, Text, Values, WrongFieldsError, say

from .hands import TITLES
from .rules import cite


def _choice(name: str, label: Text, labels: Mapping[str, Text]) -> Field:
    return Field(name, "choice", label, optional=True, choices=tuple(labels), labels=labels)


TURN_FIELDS = (
    _choice(
        "empty",
        say("What had run out before the turn"),
        {"discards": say("There was no discard pile"), "stock": say("There was no stock")},
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
    _choice("into", say("Into which hand it went"), TITLES),
    _choice(
        "discarded",
        say("What was then discarded"),
        {
            "hidden": say("A card of the hidden hand"),
            "exposed": say("A card of the exposed hand"),
            "locked": say("A locked card"),
            "several": say("More than one card"),
            "nothing": say("Nothing"),
        },
    ),
    Field("card", "card", say("Which card was discarded"), optional=True, choices=FIFTY_FOUR),
    _choice("joker", say("Out of which hand a joker was played"), TITLES),
    _choice(
        "robbed",
        say("Whose card the joker took"),
        {"left": say("The left neighbour's"), "another": say("Another player's")},
    ),
    _choice(
        "took",
        say("Which card of theirs it took"),
        {
            "exposed": say("A card of the exposed hand"),
            "hidden": say("A card of the hidden hand"),
            "locked": say("A locked card"),
            "nothing": say("Nothing"),
        },
    ),
)
"""What people saw of a turn; whatever nobody asks about is left out."""

_Judged = Iterator[tuple[bool, Reason]]
"""For everything that was seen whether it fits, and the rule."""


def rule_turn(given: Values) -> Ruling:
    """The ruling on what was done; WrongFieldsError where nothing was, or where it contradicts itself."""
    if given.seat_if_any("discarded") == "nothing" and given.has("card"):
        raise WrongFieldsError(FieldError("card", say("Nothing was discarded: leave the card out.")))
    judged = (*_judge_draw(given), *_judge_discard(given), *_judge_joker(given))
    if not judged:
        raise WrongFieldsError(FieldError("drew", say("Say what was done: what was drawn, discarded or played.")))
    faults = tuple(why for fits, why in judged if not fits)
    summary = say("A turn may not be played so") if faults else say("A turn may be played so")
    return Ruling({"legal": not faults}, summary, faults or tuple(why for _, why in judged))


def _judge_draw(given: Values) -> _Judged:
    drew, into = given.seat_if_any("drew"), given.seat_if_any("into")
    from_pile = drew in ("discards", "deeper")
    if given.seat_if_any("empty") == "stock":
        template = "The round is over with the turn of whoever drew the last card of the stock; nobody has another."
        yield False, cite("end-of-round", template)
    if drew and given.seat_if_any("empty") == "discards":
        yield not from_pile, cite("turn", "While there is no discard pile, a card can only be drawn from the stock.")
    if drew == "deeper":
        yield False, cite("turn", "Of the discard pile only the top card may be taken.")
    elif drew:
        yield drew != "several" and drew != "nothing", cite("turn", "A turn begins by drawing one card, and only one.")
    if from_pile and into:
        yield into == "exposed", cite("turn", "A card of the discard pile is for the exposed hand only.")
    if drew == "stock" and into:
        yield into == "hidden", cite("turn", "A card of the stock is for the hidden hand only.")


def _judge_discard(given: Values) -> _Judged:
    discarded, card = given.seat_if_any("discarded"), given.card("card") if given.has("card") else None
    if discarded == "nothing":
        template = "Whoever has drawn discards one card, or plays a joker in place of it."
        yield _played_a_joker(given), cite("turn", template)
    elif (discarded or card) and _played_a_joker(given):
        yield False, cite("joker", "A joker is played in place of a discard: with it nothing is discarded.")
    elif discarded or card:
        yield discarded != "several", cite("turn", "One card is discarded, and only one.")
    if discarded == "locked":
        yield False, cite("locked", "A locked card is never touched again, not by its owner either.")
    drawn_for = given.seat_if_any("into") or _DRAWN_FOR.get(given.seat_if_any("drew"))
    if discarded in ("hidden", "exposed") and drawn_for and not _played_a_joker(given):
        template = (
            "The rules do not say which hand gives up the card; this referee reads it so: the one that has just drawn."
        )
        yield discarded == drawn_for, cite("discard", template)
    if card is not None and card.is_joker:
        template = "The rules do not say so; this referee reads it so: a joker may be discarded like any other card."
        yield True, cite("any-joker", template)


_DRAWN_FOR: Mapping[str | None, str] = {"stock": "hidden", "discards": "exposed", "deeper": "exposed"}


def _played_a_joker(given: Values) -> bool:
    return any(map(given.has, ("joker", "robbed", "took")))


def _judge_joker(given: Values) -> _Judged:
    took = given.seat_if_any("took")
    if given.seat_if_any("joker") == "exposed":
        template = (
            "The rules tell of jokers drawn for the hidden hand; this referee reads it so: one that lies in an exposed "
            "hand may be played like any other."
        )
        yield True, cite("any-joker", template)
    elif given.has("joker"):
        yield True, cite("joker", "A joker may be played in place of a discard.")
    if given.has("robbed"):
        yield (
            given.seat("robbed") == "left",
            cite("joker", "A joker takes a card of the left neighbour, of nobody else."),
        )
    if took == "locked":
        yield False, cite("locked", "A locked card is never touched again: no joker takes it.")
    elif took:
        template = "A joker takes one card of the exposed hand, and none of a hidden hand."
        yield took == "exposed", cite("joker", template)
