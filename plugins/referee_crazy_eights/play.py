"""Whether a card may lie on the pile, and what it does there."""

from dataclasses import replace

from referee import Card, Reason, Ruling, ShownCards, Text, Values, count_cards, hookimpl, say, with_house_rule

from .rules import SUIT_NAMES, VARIANTS, Variant, cite, name_variant


def fits(variant: Variant, top: Card, suit: str, draws: int, card: Card) -> bool:
    """Whether a card may be laid on this one, whose suit, or the one that was wished, is `suit`.

    Where `draws` cards are to be drawn, only another card that has them drawn may be laid.
    """
    if draws:
        return card.rank == top.rank
    return card.rank in (variant.wild, top.rank) or card.suit == suit


@hookimpl
def resolve_trick(given: Values) -> Ruling:
    """The ruling on a card laid on the pile, or turned up to begin it.

    `legal` says whether it may lie there, `suit` which suit is to be followed then, `draws` how many cards the next
    player has to draw, `skips` how many players miss a turn, `reverses` whether play goes on the other way round.
    """
    variant, card = VARIANTS[name_variant(given)], given.card("card")
    if not given.has("top"):
        return _turned_up(variant, card)
    top, draws = given.card("top"), given.number_if_any("draws") or 0
    suit = str(given.values.get("suit") or top.suit)
    if not fits(variant, top, suit, draws, card):
        return _refused(top, suit, draws, card)
    follow = str(given.values.get("wish") or card.suit) if card.rank == variant.wild else str(card.suit)
    effect, because = _effect(variant, card, draws)
    verdict = {"legal": True, "suit": follow, **effect}
    summary = say("The {card} may be laid on the {top}", card=card, top=top)
    if card.rank == variant.wild:
        summary = say("The {card} may be laid on anything", card=card)
    reasons = (_why(variant, top, suit, card), *because)
    return Ruling(verdict, summary, reasons, _shown(top, card))


def _turned_up(variant: Variant, card: Card) -> Ruling:
    effect, because = _effect(variant, card, 0)
    verdict = {"legal": True, "suit": str(card.suit), **effect}
    if card.rank != variant.wild:
        why = cite("starter", "It acts as if the dealer had played it.")
        return Ruling(verdict, say("The {card} begins the pile", card=card), (why, *because), _shown(None, card))
    section = "starter" if variant.wild == "8" else "starter-jack"
    why = cite(section, "It goes back into the stock, and another card is turned up.")
    return Ruling({**verdict, "legal": False}, say("The {card} cannot begin the pile", card=card), (why,))


def _refused(top: Card, suit: str, draws: int, card: Card) -> Ruling:
    verdict = {"legal": False, "suit": suit, "draws": draws, "skips": 0, "reverses": False}
    summary = say("The {card} may not be laid on the {top}", card=card, top=top)
    why = cite("play", "It is neither of its suit nor of its rank.")
    if draws:
        why = cite("play", "Cards are to be drawn: {n}. Only a card of the same rank passes that on.", n=draws)
    elif suit != top.suit:
        why = cite("wish", "The suit that was wished is {suit}.", suit=SUIT_NAMES[suit])
    return Ruling(verdict, summary, (why,), _shown(top, card))


def _why(variant: Variant, top: Card, suit: str, card: Card) -> Reason:
    if card.rank == variant.wild:
        return cite("wish", "Whoever lays it names the suit that comes next.")
    if card.rank == top.rank:
        return cite("play", "Both are of one rank.")
    if suit != top.suit:
        return cite("wish", "It is of the suit that was wished, {suit}.", suit=SUIT_NAMES[suit])
    return cite("play", "Both are of one suit, {suit}.", suit=SUIT_NAMES[suit])


def _effect(variant: Variant, card: Card, draws: int) -> tuple[dict[str, object], tuple[Reason, ...]]:
    """What a card does when it is laid, and why."""
    nothing: dict[str, object] = {"draws": 0, "skips": 0, "reverses": False}
    if card.rank == variant.draws_two:
        why = cite("seven", "The next player draws {n}, or lays another seven.", n=count_cards(draws + 2))
        return {**nothing, "draws": draws + 2}, (why,)
    if card.rank == variant.skips:
        return {**nothing, "skips": 1}, (cite("eight", "The next player misses a turn."),)
    return nothing, ()


def _shown(top: Card | None, card: Card) -> tuple[ShownCards, ...]:
    cards = (card,) if top is None else (top, card)
    return (ShownCards(None, cards, (card,)),)


def with_effect(ruling: Ruling, why: Reason, **effect: object) -> Ruling:
    """The ruling on a card that a house rule has do this as well; one that may not be laid as it is."""
    if not ruling.verdict["legal"]:
        return ruling
    return with_house_rule(replace(ruling, verdict={**ruling.verdict, **effect}), why)


def played(seat: str, card: Card, wish: Text | None) -> Text:
    """What was played, as the table hears it."""
    if wish is None:
        return say("{seat} plays the {card}", seat=seat, card=card)
    return say("{seat} plays the {card} and wishes {suit}", seat=seat, card=card, suit=wish)
