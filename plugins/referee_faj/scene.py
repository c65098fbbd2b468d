"""What lies on the table in a match, how each seat stands, and what to do next."""

from collections.abc import Mapping

from referee import (
    EVERYBODY,
    POKER_CATEGORIES,
    SUIT_NAMES,
    Card,
    Fact,
    Scene,
    Standing,
    Text,
    Zone,
    hookimpl,
    name_poker_hand,
    rank_seats,
    say,
)

from .poker_hand import BestHand, best_hand
from .state import State, piles_of
from .trump import trump_of


@hookimpl(specname="scene")
def show_scene(state: State) -> Scene:
    """The scene of a match."""
    piles = piles_of(state.setting.seats, state.tricks)
    return Scene(
        phase=_phase(state),
        round=state.round,
        to_act=_to_act(state),
        standings=_standings(state, piles),
        zones=_zones(state, piles),
        next=_next(state),
        finished=state.finished,
        winners=state.winners,
        dealer=None if state.finished else state.setting.dealer,
        facts=_facts(state),
    )


def _phase(state: State) -> str:
    if state.finished:
        return "finished"
    if state.board:
        return "play"
    return "draft" if state.trick == 1 else "board"


def _to_act(state: State) -> tuple[str, ...]:
    if state.finished:
        return ()
    return state.setting.seats if state.board else (state.setting.dealer,)


def _standings(
    state: State, piles: Mapping[str, tuple[Card, ...]]
) -> tuple[Standing, ...]:
    ranks = {
        seat: -place for place, group in enumerate(state.ranking) for seat in group
    }
    return rank_seats(
        {seat: len(pile) for seat, pile in piles.items()},
        ranks,
        ranked_by=_hands(piles),
    )


def _hands(piles: Mapping[str, tuple[Card, ...]]) -> dict[str, Text]:
    """The best hand of each who has won cards, by its ranks; where two would read the
    same, by its cards.
    """
    hands = {seat: best_hand(pile) for seat, pile in piles.items() if pile}
    names = {seat: name_poker_hand(hand.hand) for seat, hand in hands.items()}
    read = [str(name) for name in names.values()]
    return {
        seat: name if read.count(str(name)) == 1 else _cards(hands[seat])
        for seat, name in names.items()
    }


def _cards(hand: BestHand) -> Text:
    return say(
        "{hand}: {cards:short}", hand=POKER_CATEGORIES[hand.category], cards=hand.cards
    )


def _zones(state: State, piles: Mapping[str, tuple[Card, ...]]) -> tuple[Zone, ...]:
    board = Zone("board", None, len(state.board), state.board, EVERYBODY)
    return board, *(
        Zone("won", seat, len(pile), pile, EVERYBODY) for seat, pile in piles.items()
    )


def _next(state: State) -> Text:
    if state.finished:
        return _end(state)
    if state.board:
        return _PLACING
    if not state.tricks:
        return say("{draft} {turn}", draft=_draft(state), turn=_turning(state))
    won = _board_won(state)
    if state.trick == 1:
        return say(
            "{won} {round_over} {turn}",
            won=won,
            round_over=_round_over(state),
            turn=_turning(state),
        )
    return say("{won} {turn}", won=won, turn=_turning(state))


def _draft(state: State) -> Text:
    return say(_DRAFT, dealer=state.setting.dealer)


def _round_over(state: State) -> Text:
    return say(_ROUND_OVER, n=state.round - 1, draft=_draft(state))


def _turning(state: State) -> Text:
    template = "{dealer} turns {n} trick cards: enter them."
    if state.trick == 1:
        template = "Then {dealer} turns one trick card face up: enter it."
    return say(template, dealer=state.setting.dealer, n=state.trick)


# Short: the dealer's phone shows it before "Turn one trick card". How it is drafted
# stands in the guide.
_DRAFT = "{dealer} deals four to each; all draft."
_ROUND_OVER = "Round {n} is over. {draft}"


def _board_won(state: State) -> Text:
    return say("{winner} takes the board, face up.", winner=state.tricks[-1].winner)


_PLACING = say(
    "Everybody places one card of their hand face down by the board and enters it."
)


def _facts(state: State) -> tuple[Fact, ...]:
    """The trump, while a board lies."""
    if not state.board:
        return ()
    trump = trump_of(state.board)
    return (Fact(say("Trump"), SUIT_NAMES[trump] if trump else say("none")),)


def _end(state: State) -> Text:
    if len(state.winners) == 1:
        over = say(
            "The game is over, and {winner} has won it.", winner=state.winners[0]
        )
    else:
        over = say(
            "The game is over, and {winners} share the win.", winners=state.winners
        )
    return say("{won} {over}", won=_board_won(state), over=over)
