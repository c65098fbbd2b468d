"""When a round is over, what follows it, and who has won the game."""

from dataclasses import replace

from referee import FIFTY_FOUR, Ask, Reason, Ruling, Text, count_cards, say

from .pile import Pile
from .rules import cite
from .stages import MAJORITY, ONE, STAGES
from .state import Closing, State, count_of, deal, fewest_faces, next_with_cards, unseen_after


def count_up(state: State, ask: Ask) -> State:
    """Return the match with what everybody scores, and their places, by the cards won and in the stacks now."""
    count = ask("score", **count_of(state)).decided
    return replace(state, points=count.scores("points"), ranking=count.order("ranking"))


def close(state: State, ask: Ask) -> tuple[State, tuple[Ruling, ...]]:
    """The match after an entry, its round or the game ended if that is over, and the rulings that end it."""
    if state.stage == len(STAGES):
        return _finish(state, ask, cite("winning", "All twelve face cards are won."))
    closing = _closing(state, ask)
    if closing == "over":
        return _end_round(state, ask)
    return (state if closing == state.closing else replace(state, closing=closing)), ()


def _closing(state: State, ask: Ask) -> Closing | None:
    holders = len(state.stacks) - state.stacks.count(0)
    if holders != 1 or state.waiting or fewest_faces(state):
        return None
    if state.pile.unnamed:
        return "unsure"
    good = state.pile.count and ask("slap", stage=state.rank, pile=state.pile.named).verdict["good"]
    return None if good else "over"


def _end_round(state: State, ask: Ask) -> tuple[State, tuple[Ruling, ...]]:
    """The end of the game where somebody has most of the face cards; else the end of the round."""
    (holder,) = state.names(state.holders)
    over = _why_over(state, holder)
    for seat, won in zip(state.setting.seats, state.won, strict=True):
        if len(won) >= MAJORITY:
            template = "{seat} has won {n} of the twelve face cards, and that is most of them."
            return _finish(state, ask, cite("majority", template, seat=seat, n=len(won)), over)
    why = cite("new-round", "{holder} gathers stack and pile and deals another round.", holder=holder)
    verdict = {"round_over": state.round, "dealer": holder}
    summary = say("Round {round} is over: only {holder} has cards", round=state.round, holder=holder)
    ruling = Ruling(verdict, summary, (why, over), reckoning=ask("score", **count_of(state)).reckoning)
    return replace(state, closing="over", turn=None), (ruling,)


def _why_over(state: State, holder: str) -> Reason:
    template = (
        "Only {holder} has cards, nobody else has a chance left, and no {rank} can be slapped:"
        " as this referee reads the rules, the round is over."
    )
    return cite("round-over", template, holder=holder, rank=ONE[state.rank])


def redeal(state: State, ask: Ask) -> tuple[State, tuple[Ruling, ...]]:
    """The next round, dealt by the only player with cards; or the end of the game, if it has come."""
    rulings: tuple[Ruling, ...] = ()
    if state.closing == "unsure":
        state, rulings = _end_round(state, ask)
        if state.winners:
            return state, rulings
    after, dealt = _deal_again(state)
    return count_up(after, ask), (*rulings, dealt)


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


def _finish(state: State, ask: Ask, *over: Reason) -> tuple[State, tuple[Ruling, ...]]:
    count = ask("score", **count_of(state))
    after = replace(count_up(state, ask), closing=None, turn=None, winners=count.decided.seats("winners"))
    return after, (replace(count, because=(*over, *count.because)),)
