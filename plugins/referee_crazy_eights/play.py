"""Whether a card may lie on the pile, and what it does there."""

from collections.abc import Iterable

from referee import (
    SUIT_NAMES,
    Card,
    FieldError,
    Reason,
    Ruling,
    ShownCards,
    Values,
    WrongFieldsError,
    count_cards,
    hookimpl,
    say,
)

from .rules import VARIANT, VARIANTS, Variant, cite


def name_variant(given: Values) -> str:
    """The name of the variant that a question is about: Crazy Eights, unless it says otherwise."""
    return str(given.values.get("variant") or VARIANT.default)


def fits(variant: Variant, top: Card, suit: str, draws: int, card: Card) -> bool:
    """Whether a card may be laid on this one, whose suit, or the one that was named, is `suit`.

    Where `draws` cards are to be drawn, only another card that has them drawn may be laid.
    """
    if draws:
        return card.rank == top.rank
    return card.rank in (variant.wild, top.rank) or card.suit == suit


def check_cards(variant: Variant, given: Values, field: str, cards: Iterable[Card]) -> None:
    """Raise WrongFieldsError for cards that this variant is not played with: Mau-Mau has no twos to sixes.

    A table refuses them itself, with a ruling, and keeps those that it took before it did.
    """
    if given.values.get("at_table"):
        return
    for card in cards:
        if card not in variant.cards:
            message = say("The {card} is not in this deck: the lowest card is a seven.", card=card)
            raise WrongFieldsError(FieldError(field, message))


@hookimpl
def resolve_trick(given: Values) -> Ruling:
    """The ruling on a card laid on the pile, or turned up to begin it.

    `legal` says whether it may lie there, `draws` how many cards the next player then has to draw, `skips` how many
    players miss a turn, `reverses` whether play goes on the other way round.
    """
    variant, card = VARIANTS[name_variant(given)], given.card("card")
    check_cards(variant, given, "card", (card,))
    if given.has("top"):
        check_cards(variant, given, "top", (given.card("top"),))
    top, draws = (given.card("top") if given.has("top") else None), given.number_if_any("draws") or 0
    legal, *because = _may_lie(variant, top, str(given.values.get("suit") or ""), draws, card)
    verdict = {"legal": legal, "draws": 0, "skips": 0, "reverses": False}
    if legal and card.rank == variant.draws_two:
        verdict["draws"] = draws + 2
        because.append(cite("seven", "The next player draws {n}, or lays another seven.", n=count_cards(draws + 2)))
    elif legal and card.rank == variant.skips:
        verdict["skips"] = 1
        because.append(cite("eight", "The next player misses a turn."))
    summary = say("The {card} may be laid" if legal else "The {card} may not be laid", card=card)
    return Ruling(verdict, summary, tuple(because), (ShownCards(None, (top, card) if top else (card,), (card,)),))


def _may_lie(variant: Variant, top: Card | None, wished: str, draws: int, card: Card) -> tuple[bool, Reason]:
    """Whether a card may lie there, and why."""
    if top is None and card.rank == variant.wild:
        section = "starter" if variant.wild == "8" else "starter-jack"
        return False, cite(section, "It goes back into the stock, and another card is turned up.")
    if top is None:
        return True, cite("starter", "It acts as if the dealer had played it.")
    suit = wished or str(top.suit)
    legal, told = fits(variant, top, suit, draws, card), {"top": top, "suit": SUIT_NAMES[suit], "n": draws}
    if not legal and draws:
        return legal, cite("play", "Cards are to be drawn: {n}. Only a card of the same rank passes that on.", **told)
    if not legal and wished:
        return legal, cite("wish", "The suit that was named is {suit}.", **told)
    if not legal:
        return legal, cite("play", "It is neither of the suit nor of the rank of the {top}.", **told)
    if card.rank == variant.wild:
        return legal, cite("wish", "It goes on anything, and whoever lays it names the suit that comes next.")
    if card.rank == top.rank:
        return legal, cite("play", "It is of the rank of the {top}.", **told)
    return legal, cite("wish" if wished else "play", "It is of the suit to follow, {suit}.", **told)
