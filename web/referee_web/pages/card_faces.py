"""Card faces: corners, signs and names."""

from dataclasses import dataclass

from referee.cards.card import Card, by_code
from referee.cards.naming import (
    JOKER_NAMES,
    JOKER_SIGN,
    corner,
    joker_label,
    speak_card,
)
from referee_web.pages.blueprint import blueprint
from referee_web.preferences import ACORNS, preferences
from referee_web.wording import deck, wording

# Otherwise phones draw suit signs as coloured pictures.
_AS_TEXT = "\N{VARIATION SELECTOR-15}"

_FRENCH = {"club": "C", "diamond": "D", "heart": "H", "spade": "S"}

_GERMAN = ("acorn", "leaf", "bell")
_IN_GERMAN = dict(zip("CSD", _GERMAN, strict=True))
"""The shape that stands for a French suit on cards with German ones; hearts stay."""

_LATIN = ("coin", "cup", "sword", "baton")
_TAROT = ("trump", "fool")
_COLOURS = ("red", "yellow", "green", "blue", "wild")
SHAPES = frozenset((*_GERMAN, *_LATIN, *_TAROT, *_COLOURS))
"""The shapes in `cards/decks.css`, besides the French suits."""


@dataclass(frozen=True, slots=True)
class CardFace:
    """A card's face: code, corner, sign, shape and name.

    `suit` is the shape: a letter for a French suit (`X` for jokers), one of `SHAPES`,
    or `own` for the sign itself. `joker` tells which (`black`, `red`, `colour`,
    `grey`); else "".
    """

    code: str
    rank: str
    sign: str
    suit: str
    name: str
    joker: str = ""


@blueprint.app_template_filter()
def face(named: Card | str) -> CardFace:
    """Return a card's face; jokers by the table's names."""
    words = wording()
    card = named if isinstance(named, Card) else by_code(deck()).get(named)
    if card is None:  # a log may have cards that its game no longer has
        return CardFace(str(named), str(named), "", "own", str(named))
    jokers = words.jokers
    gettext = words.language.gettext
    name = speak_card(card, jokers, gettext)
    if card.is_joker:
        label = joker_label(card, jokers, gettext)
        which = "black" if card.is_only_joker else JOKER_NAMES[jokers][card.code]
        return CardFace(card.code, label, JOKER_SIGN + _AS_TEXT, "X", name, which)
    sign = _sign(card)
    if sign:
        sign += _AS_TEXT
    rank = corner(card)
    shape = _shape(card)
    if shape in _FRENCH.values():
        rank = dict(words.letters).get(rank, rank)
    if preferences().letters == ACORNS:
        shape = _IN_GERMAN.get(shape, shape)
    return CardFace(card.code, rank, sign, shape, name)


def _sign(card: Card) -> str:
    """Return a suit's sign, or its letter; "" for a card without a suit."""
    suit = card.printed_suit
    if suit is None:
        return ""
    return suit.sign or suit.code


def _shape(card: Card) -> str:
    drawn = (card.printed_suit or card.printed_rank).drawn
    if drawn in _FRENCH:
        return _FRENCH[drawn]
    return drawn if drawn in SHAPES else "own"
