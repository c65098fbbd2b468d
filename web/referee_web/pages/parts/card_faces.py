"""Card faces (corners, signs, names) and cells of pads, cached for each language."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from flask import g, get_template_attribute
from markupsafe import Markup

from referee.cards.card import Card, by_code
from referee.cards.naming import (
    JOKER_NAMES,
    JOKER_SIGN,
    corner,
    joker_label,
    speak_card,
)
from referee.cards.reading import lexicon_of
from referee.vocabulary.text import Wording
from referee_web.pages.blueprint import blueprint
from referee_web.pages.forms.card_picker import Pad
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

Macro = Callable[..., Markup]

MOST_KEPT = 4096
"""The most faces, and cells, in the cache: a few games in a few languages."""


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
def face(card: Card | str) -> CardFace:
    """Return a card's face; jokers by the table's names."""
    words, german_suits = _written_as()
    known = card if isinstance(card, Card) else by_code(deck()).get(card)
    if known is None:  # a log may have cards that its game no longer has
        return CardFace(str(card), str(card), "", "own", str(card))
    return _face(known, words, german_suits)


def _written_as() -> tuple[Wording, bool]:
    """Return the page's wording, and whether its cards have German suits."""
    # A page draws many cards, so these lookups are inline.
    words = g.get("wording") or wording()
    chosen = g.get("preferences") or preferences()
    return words, chosen.letters == ACORNS


@lru_cache(MOST_KEPT)
def _face(card: Card, words: Wording, german_suits: bool) -> CardFace:
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
    if german_suits:
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


@blueprint.app_template_global()
def draws_more() -> bool:
    """Return whether this page draws shapes beyond the French suits."""
    return preferences().letters == ACORNS or not lexicon_of(deck()).is_french


@blueprint.app_template_global()
def draw_cells(
    cards: Sequence[Card], pad: Pad, name: str, one: bool, picked: Sequence[str]
) -> Markup:
    """Return cells of a pad, for `one` card or several, with the `picked` codes.

    A card that cannot be chosen keeps its place.
    """
    words, german_suits = _written_as()
    cells = []
    for card in cards:
        drawn = _face(card, words, german_suits)
        if card not in pad.choices:
            cells.append(_draw_out(drawn))
            continue
        is_picked = picked.count(card.code) >= pad.number
        is_alone = card.suit is None
        cells.append(_draw_cell(drawn, name, one, is_picked, is_alone))
    return Markup("").join(cells)


@lru_cache(MOST_KEPT)
def _draw_cell(
    drawn: CardFace, name: str, one: bool, is_picked: bool, is_alone: bool
) -> Markup:
    cell: Macro = get_template_attribute("forms/fields/cell.html", "cell")
    return cell(drawn, name, one, is_picked, is_alone)


@lru_cache(MOST_KEPT)
def _draw_out(drawn: CardFace) -> Markup:
    out: Macro = get_template_attribute("forms/fields/cell.html", "out")
    return out(drawn)
