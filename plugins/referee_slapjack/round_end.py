"""When a round is over, what follows it, and who has won the game."""

from dataclasses import replace

from referee import (
    RANK_NAMES,
    Ask,
    Reason,
    Ruling,
    Rulings,
    Step,
    Text,
    count_cards,
    say,
)

from .game import MAJORITY, STAGES, cite
from .state import (
    Closing,
    Pile,
    State,
    count_cards_won,
    deal,
    fewest_faces,
    next_with_cards,
    unseen_after,
)


def count_up(state: State, ask: Ask) -> State:
    """Return the match with everybody's score and place by the cards they have now."""
    count = count_cards_won(state, ask).decided
    points, ranking = count.scores("points"), count.order("ranking")
    return replace(state, points=points, ranking=ranking)


def close(state: State, ask: Ask) -> tuple[State, Rulings]:
    """End the round or the game if it is over after an entry.

    Return the match, and the rulings that end it.
    """
    if state.stage == len(STAGES):
        return _finish(state, ask, cite("winning", "All twelve face cards are won."))
    closing = _decide_closing(state, ask)
    if closing == "over":
        return _end_round(state, ask)
    return replace(state, closing=closing), ()


def _decide_closing(state: State, ask: Ask) -> Closing | None:
    pile = state.pile
    if len(state.holders) != 1 or state.waiting or fewest_faces(state):
        return None
    if pile.unnamed:
        return "unsure"
    if not pile.count:
        return "over"
    slap = ask("slap", stage=state.rank, pile=pile.named)
    if slap.verdict["good"]:
        return None
    return "over"


def _end_round(state: State, ask: Ask) -> tuple[State, Rulings]:
    """End the game where somebody has most of the face cards; else the round."""
    (holder,) = state.names(state.holders)
    template = (
        "Only {holder} has cards, nobody else has a chance left, and no {rank} can be "
        "slapped: the round is over."
    )
    rank = RANK_NAMES[state.rank]
    over = cite("round-over", template, holder=holder, rank=rank)
    for seat, won in zip(state.setting.seats, state.won, strict=True):
        if len(won) >= MAJORITY:
            template = "{seat} won {n} of the twelve face cards, which is most of them."
            why = cite("majority", template, seat=seat, n=len(won))
            return _finish(state, ask, why, over)

    template = "{holder} gathers stack and pile and deals another round."
    why = cite("new-round", template, holder=holder)
    round = state.round
    template = "Round {round} is over: only {holder} has cards"
    ruling = Ruling(
        {"round_over": round, "dealer": holder},
        say(template, round=round, holder=holder),
        (why, over),
        reckoning=count_cards_won(state, ask).reckoning,
    )
    return replace(state, closing="over", turn=None), (ruling,)


def redeal(state: State, ask: Ask) -> tuple[State, Rulings]:
    """Deal the next round; or end the game, if its end has come."""
    rulings: Rulings = ()
    if state.closing == "unsure":
        state, rulings = _end_round(state, ask)
        if state.winners:
            return state, rulings
    after, dealt = _deal_again(state)
    return count_up(after, ask), (*rulings, dealt)


def _deal_again(state: State) -> tuple[State, Ruling]:
    (index,) = state.holders
    seats = state.setting.seats
    stacks = deal(state.total, len(seats), index)
    turn = next_with_cards(stacks, index)
    assert turn is not None  # more cards are never won than dealt
    dealer = seats[index]
    leads = seats[turn]
    cards = count_cards(state.total)
    after = replace(
        state,
        stacks=stacks,
        pile=Pile(),
        last=index,
        turn=turn,
        unseen=unseen_after(state.won),
        out=frozenset(),
        round=state.round + 1,
        closing=None,
        known={},
        done=(_what_to_do(dealer, cards, leads),),
    )
    return after, _rule_deal(after, dealer, cards, leads)


def _what_to_do(dealer: str, cards: Text, leads: str) -> Step:
    template = (
        "{dealer} gathers their stack and the pile, shuffles the {cards} "
        "and deals them all out, {leads} first."
    )
    return Step((dealer, leads), say(template, dealer=dealer, cards=cards, leads=leads))


def _rule_deal(state: State, dealer: str, cards: Text, leads: str) -> Ruling:
    template = "The {cards} not won yet are dealt out evenly."
    evenly = cite("new-round", template, cards=cards)
    template = (
        "{dealer} had the only cards and deals, {leads} at their left leads, and "
        "everybody is back in."
    )
    back = cite("next-deal", template, dealer=dealer, leads=leads)
    template = "Round {round} begins, and {leads} leads"
    summary = say(template, round=state.round, leads=leads)
    stacks = state.stacks_by_seat
    verdict = {"round": state.round, "dealer": dealer, "leads": leads, "stacks": stacks}
    return Ruling(verdict, summary, (evenly, back))


def _finish(state: State, ask: Ask, *over: Reason) -> tuple[State, Rulings]:
    count = count_cards_won(state, ask)
    winners = count.decided.seats("winners")
    after = replace(count_up(state, ask), closing=None, turn=None, winners=winners)
    return after, (replace(count, because=over + count.because),)
