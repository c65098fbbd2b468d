"""Which entries cannot be, since every card exists once: the rulings that refuse them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from referee import Card, CardsSeen, Reason, Ruling, Text, rule_alone, say

from .rules import cite
from .stacks import DRAFT_CARDS, TRICK_CARDS
from .state import TRICKS, State


def refuse_board(state: State, cards: Sequence[Card]) -> Ruling | None:
    """Why these cards cannot be the board that is to be laid; None if they can."""
    for place, card in enumerate(cards):
        if card not in TRICK_CARDS:
            template = (
                "The {card} is a draft card; on the board lie cards from 2 to 10."
            )
            return _not_on_board(card, cite("cards", template, card=card))
        if card in cards[:place]:
            template = "The {card} is named twice, and there is only one."
            return _not_on_board(card, cite("cards", template, card=card))
        if (seen := _boards_seen(state).refuse((card,), _cannot_lie)) is not None:
            return _never_back(seen)
    return None if len(cards) == state.trick else _wrong_number(state.trick, len(cards))


def _not_on_board(card: Card, *because: Reason) -> Ruling:
    verdict = {"legal": False, "card": card}
    return Ruling(verdict, _cannot_lie(card), because)


def _cannot_lie(card: Card) -> Text:
    return say("The {card} cannot lie on this board", card=card)


def _boards_seen(state: State) -> CardsSeen:
    """On which board each trick card lay."""
    seen = CardsSeen()
    template = (
        "It lay on the board of trick {trick} in round {round}, and {winner} has it in "
        "their pile."
    )
    for number, trick in enumerate(state.tricks):
        told = {
            "trick": number % TRICKS + 1,
            "round": number // TRICKS + 1,
            "winner": trick.winner,
        }
        seen = seen.with_cards(trick.board, cite("tricks", template, **told))
    return seen


def _never_back(refused: Ruling) -> Ruling:
    template = (
        "The rules do not say that trick cards ever go back; this referee reads it so:"
        " none lies on two boards of a game."
    )
    return replace(
        refused, because=(*refused.because, cite("trick-cards-stay", template))
    )


def _wrong_number(wanted: int, named: int) -> Ruling:
    if wanted == 1:
        template = "The board of the first trick has one trick card, not {named}."
    else:
        template = "The board of trick {wanted} has {wanted} trick cards, not {named}."
    because = cite("tricks", template, wanted=wanted, named=named)
    summary = say("This board does not have the right number of cards")
    return Ruling(
        {"legal": False, "wanted": wanted, "named": named}, summary, (because,)
    )


def refuse_plays(state: State, plays: Mapping[str, Card]) -> tuple[Ruling, ...]:
    """Why these cards cannot be placed, going by the tricks already decided: a ruling
    for each that cannot.
    """
    return rule_alone(plays, lambda seat, card: _refuse_play(state, seat, card))


def _refuse_play(state: State, seat: str, card: Card) -> Ruling | None:
    summary = say("{seat} cannot play the {card}", seat=seat, card=card)
    verdict = {"legal": False, "seat": seat, "card": card}
    if card not in DRAFT_CARDS:
        template = (
            "The {card} is a trick card; hands hold only aces, kings, queens, jacks "
            "and jokers."
        )
        return Ruling(verdict, summary, (cite("cards", template, card=card),))
    seen = _plays_seen(state).refuse((card,), lambda _card: summary)
    return None if seen is None else replace(seen, verdict=verdict)


def _plays_seen(state: State) -> CardsSeen:
    """In which trick of this round each draft card was played."""
    seen = CardsSeen()
    template = (
        "{seat} played it in trick {trick} of this round, and a card is played once a "
        "round."
    )
    for number, trick in enumerate(state.tricks_of_round(), 1):
        for seat, played in trick.plays.items():
            seen = seen.with_cards(
                (played,), cite("tricks", template, seat=seat, trick=number)
            )
    return seen


def why_clash(card: Card, seats: tuple[str, ...]) -> tuple[Text, Reason]:
    """Why only one of these seats can have placed this card."""
    because = cite(
        "cards",
        "There is only one {card}, and any of these entries may be the wrong one: look "
        "at the real cards, and"
        " enter again what was named wrongly.",
        card=card,
    )
    return say(
        "Only one of {seats} can have placed the {card}", seats=seats, card=card
    ), because
