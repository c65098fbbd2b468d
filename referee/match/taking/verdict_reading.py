"""Reading the table's verdict: each part has the type of the ruling's part."""

from collections.abc import Iterable, Mapping
from typing import Any

from referee.cards.card import Card, by_code
from referee.match.log_entry import Stored
from referee.plugin.field_values import why_beyond_reach
from referee.vocabulary.errors import FieldError, WrongFieldsError, wrong_field
from referee.vocabulary.fields.reading import Misread, ReadingContext, parts_in
from referee.vocabulary.game import Game
from referee.vocabulary.jsonable import jsonable
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.text import Text, say
from referee.vocabulary.values import Score, as_score, side_of

SUIT_PARTS = ("suit", "suit_led", "trump", "strain")
"""Parts of verdicts that name a suit."""

NO_SINGLE_SUIT = ("trumps", "NT")
"""The words there for several suits, or none."""

LONGEST_WORD = 100
"""The most letters of a word in a verdict."""

Verdict = Mapping[str, object]
"""A ruling's verdict: values by part."""


def read_verdict(
    verdict: Verdict, changes: Stored, context: ReadingContext
) -> dict[str, object]:
    """Return a verdict's changes with its types.

    Raise WrongFieldsError for all misfits.
    """
    read = {}
    errors = []
    for name, value in changes.items():
        try:
            read[name] = _read_part(verdict, name, value, context)
        except Misread as wrong:
            errors.append(FieldError(f"verdict.{name}", wrong.message))
    if errors:
        raise WrongFieldsError(*errors)
    return read


def _read_part(
    verdict: Verdict, name: str, value: Any, context: ReadingContext
) -> object:
    if name not in verdict:
        names = tuple(verdict)
        raise Misread(say("The ruling only decides {names}.", names=names))
    if name in SUIT_PARTS and isinstance(value, str):
        return _read_suit(value, context)
    return _read_like(verdict[name], value, context, seat=name == "winner")


def _read_suit(value: str, context: ReadingContext) -> str:
    """Return the suit, or a word for several.

    A seat may share its name, as N, E and S do at many tables.
    """
    suits = _suits_of(context.deck)
    if value not in (*suits, *NO_SINGLE_SUIT):
        raise Misread(_ask_for_suit(suits))
    return value


def _suits_of(cards: Iterable[Card]) -> tuple[str, ...]:
    return tuple(dict.fromkeys([card.suit for card in cards if card.suit]))


def _ask_for_suit(suits: tuple[str, ...]) -> Text:
    return say("Name a suit: {suits:or}.", suits=suits)


def require_suit_played(ruling: Ruling, decided: Verdict) -> None:
    """Raise WrongFieldsError if nobody played the suit named as led.

    If the ruling shows no cards of the trick, nobody can know: any suit will do.
    """
    led = decided.get("suit_led")
    if led in (None, *NO_SINGLE_SUIT, ruling.verdict.get("suit_led")):
        return
    cards: list[Card] = []
    for played in ruling.shown:
        if played.seat is not None:
            cards += played.cards
    suits = _suits_of(cards)
    if suits and led not in suits:
        raise wrong_field("verdict.suit_led", _ask_for_suit(suits))


def require_verdict_reach(decided: Verdict) -> None:
    """Raise WrongFieldsError for every part with a number too large to enter."""
    errors = []
    for name, value in decided.items():
        for number in parts_in(value):
            if isinstance(number, (int, float)):
                message = why_beyond_reach(number)
                if message:
                    errors.append(FieldError(f"verdict.{name}", message))
    if errors:
        raise WrongFieldsError(*errors)


def decides_otherwise(verdict: Verdict, changes: Stored) -> bool:
    """Return whether these changes decide anything differently."""
    return any(jsonable(verdict.get(name)) != value for name, value in changes.items())


def follow_up(ruling: Ruling, decided: Verdict, game: Game) -> dict[str, object]:
    """Return the parts that follow from a decision, by the game's rules."""
    following: dict[str, object] = {}
    for name, before in ruling.verdict.items():
        lead = game.lead_of(name, ruling.verdict)
        if name in decided or lead is None or lead.part not in decided:
            continue
        now: Any = decided[lead.part]
        if lead.how == "is-positive":
            following[name] = now > 0
        elif lead.how == "has-most":
            following[name] = _leader(now, before)
        elif lead.how == "card-shown":
            following[name] = _card_of(now, ruling)
    return following


def _card_of(seat: object, ruling: Ruling) -> Card | None:
    """Return the card that this seat shows; None without a single one."""
    cards: list[Card] = []
    for played in ruling.shown:
        if played.seat == seat:
            cards += played.cards
    return cards[0] if len(cards) == 1 else None


def _leader(points: Mapping[str, Any], before: object) -> object:
    """Return the seat with the most points; in a tie, the earlier winner."""
    most = max(points.values())
    leaders = [seat for seat, n in points.items() if n == most]
    return before if before in leaders else leaders[0]


def require_agreement(ruling: Ruling, decided: Verdict, game: Game) -> None:
    """Raise WrongFieldsError for every part that contradicts one it follows from."""
    errors = []
    for name, value in decided.items():
        lead = game.lead_of(name, ruling.verdict)
        if lead is None or isinstance(value, Card):
            continue
        merged = {**ruling.verdict, **decided}
        follows = follow_up(ruling, {lead.part: merged[lead.part]}, game)
        if follows.get(name, value) != value:
            template = "This follows from another part: decide “{what}”."
            message = say(template, what=game.part_of_verdict(lead.part))
            errors.append(FieldError(f"verdict.{name}", message))
    if errors:
        raise WrongFieldsError(*errors)


def _read_like(
    old: object, new: Any, context: ReadingContext, seat: bool = False
) -> object:
    """Return the new value in the old one's type.

    With `seat` a null in the old one's place could have been a seat.
    """
    if isinstance(old, bool):
        return _require_type(bool, new, say("Must be true or false."))
    if isinstance(old, int):
        message = say("Must be a whole number.")
        if isinstance(new, bool):
            raise Misread(message)
        return _require_type(int, new, message)
    if isinstance(old, float):
        return _read_score(new)
    if isinstance(old, Mapping):
        return _read_mapping(old, new, context)
    if isinstance(old, (tuple, list, frozenset)):
        given = _require_type(list, new, say("Must be a list."))
        sample = next(iter(old), None)
        several = [_read_like(sample, inner, context) for inner in given]
        return frozenset(several) if isinstance(old, frozenset) else tuple(several)
    if new is None:
        return None
    return _read_word(old, new, context, seat)


def _require_type(kind: type[Any], value: Any, message: Text) -> Any:
    if not isinstance(value, kind):
        raise Misread(message)
    return value


def _read_score(new: Any) -> Score:
    if isinstance(new, int) and not isinstance(new, bool):
        return new
    if not isinstance(new, float) or new % 0.5:
        raise Misread(say("Must be a whole number, or one with a half, like 2.5."))
    return as_score(new)


def _read_mapping(old: Verdict, new: Any, context: ReadingContext) -> dict[str, object]:
    given = _require_type(dict, new, say("Must be an object."))
    if given.keys() - old.keys():
        names = tuple(map(str, old))
        raise Misread(say("Only {names} go here.", names=names))
    values = {**old}
    for name, inner in old.items():
        if name in given:
            values[name] = _read_like(inner, given[name], context)
    return values


def _read_word(old: object, new: Any, context: ReadingContext, seat: bool) -> object:
    seats = context.seats or ()
    cards = by_code(context.deck)
    if isinstance(old, Card):
        if not isinstance(new, str) or new not in cards:
            raise Misread(
                say("Must be a card’s code, like {example}.", example=old.code)
            )
        return cards[new]

    if not isinstance(new, str) or not 0 < len(new) <= LONGEST_WORD:
        raise Misread(say("Must be a word, or null."))
    if side_of(new, seats):
        return new
    # Where the ruling named nothing, what was decided tells what it is.
    if old is None and not seat and new in cards:
        return cards[new]
    if seat or side_of(old, seats):
        raise Misread(say("Must be somebody here: {seats}.", seats=tuple(seats)))
    return new
