"""Who has the best five of the board and their own two cards, and what parts them."""

from itertools import groupby

from referee import (
    CardsSeen,
    Ruling,
    ShownCards,
    Text,
    Values,
    best_poker_hand,
    hookimpl,
    name_poker_hand,
    say,
)

from .kickers import WITHOUT_KICKERS, Hands, Ranking, deciding_cards, explain_ranking
from .rules import cite


@hookimpl
def answer(given: Values) -> Ruling:
    """The ruling on a showdown: the `ranking` of the seats, best first, the `winners`,
    and the `hands`.
    """
    board, shown = given.cards("board"), given.cards_by_seat("hands")
    seen = CardsSeen().with_cards(board, cite("one-of-each", "It lies on the board."))
    held = [card for cards in shown.values() for card in cards]
    if (
        wrong := seen.refuse(
            held, lambda card: say("The {card} is named twice", card=card)
        )
    ) is not None:
        return wrong
    hands = {seat: best_poker_hand((*cards, *board)) for seat, cards in shown.items()}
    ordered = sorted(hands, key=lambda seat: hands[seat].strength, reverse=True)
    ranking = tuple(
        tuple(place)
        for _, place in groupby(ordered, key=lambda seat: hands[seat].strength)
    )
    told = {
        seat: {"category": hand.category, "cards": hand.cards}
        for seat, hand in hands.items()
    }
    verdict = {"ranking": ranking, "winners": ranking[0], "hands": told}
    laid = [
        ShownCards(
            seat, hands[seat].cards, hands[seat].cards if seat in ranking[0] else ()
        )
        for seat in ordered
    ]
    cards = (ShownCards(None, board, name=say("The board")), *laid)
    return Ruling(
        verdict, _summary(ranking, hands), explain_ranking(ranking, hands), cards
    )


def _summary(ranking: Ranking, hands: Hands) -> Text:
    first, best = ranking[0], hands[ranking[0][0]]
    told: dict[str, object] = {
        "winner": first[0],
        "winners": first,
        "hand": name_poker_hand(best),
    }
    if len(first) > 1:
        return say("{winners} share: {hand}", **told)
    cards = deciding_cards(best, hands[ranking[1][0]]) if len(ranking) > 1 else ()
    if cards and best.category not in WITHOUT_KICKERS:
        return say(
            "{winner} wins: {hand}, {card:short} as kicker", card=cards[0], **told
        )
    return say("{winner} wins: {hand}", **told)
