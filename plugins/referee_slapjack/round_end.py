"""When a round is over, what follows it, and who has won the game."""

from __future__ import annotations

from dataclasses import replace

from referee import (
    FIFTY_FOUR,
    Ask,
    Reason,
    ReckonedSeat,
    Reckoning,
    ReckoningColumn,
    Ruling,
    Standing,
    Text,
    count_cards,
    rank_seats,
    say,
)

from .pile import Pile
from .rules import cite
from .stages import MAJORITY, ONE, STAGES, WORTH
from .state import Closing, State, deal, fewest_faces, next_with_cards, unseen_after


def close(state: State, ask: Ask) -> tuple[State, tuple[Ruling, ...]]:
    """The match after an entry, its round or the game ended if that is over, and the rulings that end it."""
    if state.stage == len(STAGES):
        return _finish(state, cite("winning", "All twelve face cards are won."))
    closing = _closing(state, ask)
    if closing == "over":
        return _end_round(state)
    return (state if closing == state.closing else replace(state, closing=closing)), ()


def _closing(state: State, ask: Ask) -> Closing | None:
    holders = len(state.stacks) - state.stacks.count(0)
    if holders != 1 or state.waiting or fewest_faces(state):
        return None
    if state.pile.unnamed:
        return "unsure"
    good = state.pile.count and ask("slap", stage=state.rank, pile=state.pile.named).verdict["good"]
    return None if good else "over"


def _end_round(state: State) -> tuple[State, tuple[Ruling, ...]]:
    """The end of the game where somebody has most of the face cards; else the end of the round."""
    (holder,) = state.names(state.holders)
    over = _why_over(state, holder)
    for seat, won in zip(state.setting.seats, state.won, strict=True):
        if len(won) >= MAJORITY:
            template = "{seat} has won {n} of the twelve face cards, and that is most of them."
            return _finish(state, cite("majority", template, seat=seat, n=len(won)), over)
    why = cite("new-round", "{holder} gathers stack and pile and deals another round.", holder=holder)
    verdict = {"round_over": state.round, "dealer": holder}
    summary = say("Round {round} is over: only {holder} has cards", round=state.round, holder=holder)
    ruling = Ruling(verdict, summary, (why, over), reckoning=_reckoned(state))
    return replace(state, closing="over", turn=None), (ruling,)


_COLUMNS = (
    *(ReckoningColumn(name) for name in (say("Jacks"), say("Queens"), say("Kings"))),
    ReckoningColumn(say("Stack"), aside=True),
    ReckoningColumn(say("Score")),
)


def _reckoned(state: State, winners: tuple[str, ...] = ()) -> Reckoning:
    """The face cards that each has won, stage by stage, the cards in their stack, and what they score: best first."""
    places = sorted(standings_of(state), key=lambda standing: standing.place)
    return Reckoning(_COLUMNS, tuple(_row(state, one, one.seat in winners) for one in places))


def _row(state: State, standing: Standing, won: bool) -> ReckonedSeat:
    place = state.place(standing.seat)
    ranks = [card.rank for card in state.won[place]]
    cells = (*map(ranks.count, STAGES), state.stacks[place], standing.score)
    return ReckonedSeat(standing.seat, cells, won)


def _why_over(state: State, holder: str) -> Reason:
    template = (
        "Only {holder} has cards, nobody else has a chance left, and no {rank} can be slapped:"
        " as this referee reads the rules, the round is over."
    )
    return cite("round-over", template, holder=holder, rank=ONE[state.rank])


def redeal(state: State) -> tuple[State, tuple[Ruling, ...]]:
    """The next round, dealt by the only player with cards; or the end of the game, if it has come."""
    rulings: tuple[Ruling, ...] = ()
    if state.closing == "unsure":
        state, rulings = _end_round(state)
        if state.winners:
            return state, rulings
    after, dealt = _deal_again(state)
    return after, (*rulings, dealt)


def _deal_again(state: State) -> tuple[State, Ruling]:
    (dealer,) = state.holders
    seats = state.setting.seats
    stacks = deal(len(FIFTY_FOUR) - sum(map(len, state.won)), len(seats), dealer)
    turn = next_with_cards(stacks, dealer)
    assert turn is not None  # more cards are never won than dealt
    after = replace(
        state,
        stacks=stacks,
        pile=Pile(),
        last=dealer,
        turn=turn,
        unseen=unseen_after(state.won),
        out=frozenset(),
        round=state.round + 1,
        closing=None,
        known={},
        done=_deal_them(seats[dealer], sum(stacks), seats[turn]),
    )
    return after, _dealt(after, seats[dealer], seats[turn])


def _deal_them(dealer: str, total: int, leads: str) -> Text:
    template = "{dealer} gathers their stack and the pile, shuffles the {cards} and deals them all out, {leads} first."
    return say(template, dealer=dealer, cards=count_cards(total), leads=leads)


def _dealt(state: State, dealer: str, leads: str) -> Ruling:
    seats = state.setting.seats
    verdict = {
        "round": state.round,
        "dealer": dealer,
        "leads": leads,
        "stacks": dict(zip(seats, state.stacks, strict=True)),
    }
    template = (
        "{dealer} had the only cards and deals, {leads} at their left leads, and everybody is back in,"
        " as this referee reads the rules."
    )
    because = (
        cite("new-round", "The {cards} that are not won are dealt out evenly.", cards=count_cards(sum(state.stacks))),
        cite("next-deal", template, dealer=dealer, leads=leads),
    )
    return Ruling(verdict, say("Round {round} begins, and {leads} leads", round=state.round, leads=leads), because)


def standings_of(state: State) -> tuple[Standing, ...]:
    """What each has won, and the places: most face cards first, then most cards in the stack."""
    won = dict(zip(state.setting.seats, map(len, state.won), strict=True))
    ranks = dict(zip(won, zip(won.values(), state.stacks, strict=True), strict=True))
    return rank_seats({seat: WORTH * n for seat, n in won.items()}, ranks)


def _finish(state: State, *over: Reason) -> tuple[State, tuple[Ruling, ...]]:
    winners = tuple(standing.seat for standing in standings_of(state) if standing.place == 1)
    after = replace(state, closing=None, turn=None, winners=winners)
    verdict = {
        "winners": winners,
        "faces": {seat: len(won) for seat, won in zip(state.setting.seats, state.won, strict=True)},
        "stacks": dict(zip(state.setting.seats, state.stacks, strict=True)),
    }
    because = (*over, *_why_they_win(state, winners))
    return after, (Ruling(verdict, _won(state, winners), because, reckoning=_reckoned(state, winners)),)


def _won(state: State, winners: tuple[str, ...]) -> Text:
    """Who wins, and with what: others may have as many points."""
    faces = sorted(map(len, state.won))
    if len(winners) > 1:
        template = "{winners} share the win, with {n} face cards each and equal stacks"
    elif faces[-1] == faces[-2]:
        template = "{winners} wins the game with {n} face cards and the larger stack"
    else:
        template = "{winners} wins the game with {n} face cards"
    return say(template, winners=winners, n=faces[-1])


def _why_they_win(state: State, winners: tuple[str, ...]) -> tuple[Reason, ...]:
    most = max(map(len, state.won))
    level = tuple(seat for seat, won in zip(state.setting.seats, state.won, strict=True) if len(won) == most)
    if len(level) == 1:
        return (cite("winning", "{winner} has won most face cards: {n}.", winner=level[0], n=most),)
    stack = count_cards(state.stacks[state.place(winners[0])])
    template = "{level} have won {n} face cards each, and the most cards in a stack decide: {cards}."
    reason = cite("winning", template, level=level, n=most, cards=stack)
    if len(winners) == 1:
        return (reason,)
    template = "{winners} are equal in that too, and share the win, as this referee reads the rules."
    return reason, cite("equal-winners", template, winners=winners)
