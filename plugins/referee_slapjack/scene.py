"""What lies on the table, whose turn it is, how seats stand, and what to do next."""

from referee import (
    EVERYBODY,
    Fact,
    Scene,
    Standing,
    Text,
    Zone,
    count,
    hookimpl,
    rank_seats,
    say,
)

from .game import PLURAL, SINGULAR
from .state import State


@hookimpl(specname="scene")
def show_scene(state: State) -> Scene:
    """The scene of a match.

    Its phase is what is slapped, `redeal` at a round's end, or `finished`.
    """
    return Scene(
        phase=_phase(state),
        round=state.round,
        to_act=_list_to_act(state),
        standings=_rank_standings(state),
        zones=_list_zones(state),
        next=_say_next(state),
        finished=bool(state.winners),
        winners=state.winners,
        dealer=_dealer(state),
        facts=_list_facts(state),
    )


def _rank_standings(state: State) -> tuple[Standing, ...]:
    """Rank by points, between equals by stack.

    At the end the count gives the places; whoever has won is first, also by the table's
    word.
    """
    points = {}
    ranks: dict[str, tuple[float, int]] = {}
    stacks = state.stacks_by_seat
    for seat, stack in stacks.items():
        points[seat] = state.points.get(seat, 0)
        ranks[seat] = points[seat], stack
    if state.winners:
        for place, group in enumerate(state.ranking):
            for seat in group:
                ranks[seat] = seat in state.winners, -place

    decided_by = {}
    scores = list(points.values())
    for seat, score in points.items():
        if score and scores.count(score) > 1:
            decided_by[seat] = _say_stack(stacks[seat])
    return rank_seats(points, ranks, ranked_by=decided_by)


def _say_stack(stack: int) -> Text:
    return count("{n} card in the stack", "{n} cards in the stack", stack)


def _phase(state: State) -> str:
    if state.winners:
        return "finished"
    if state.closing:
        return "redeal"
    return str(PLURAL[state.rank])


def _dealer(state: State) -> str | None:
    """Who deals, or has just dealt."""
    if state.winners:
        return None
    if state.closing:
        return state.names(state.holders)[0]
    if state.round > 1 or state.slaps:
        return None
    return state.setting.dealer


def _list_to_act(state: State) -> tuple[str, ...]:
    if state.winners:
        return ()
    if state.closing:
        return state.names(state.holders)
    if state.turn is None:
        return state.names(state.waiting)
    return state.names((state.turn,))


def _list_zones(state: State) -> tuple[Zone, ...]:
    pile = state.pile
    named = None
    if pile.named or not pile.count:
        named = pile.named
    zones = [Zone("pile", None, pile.count, named, EVERYBODY)]
    for seat, stack in state.stacks_by_seat.items():
        zones.append(Zone("stack", seat, stack))
    for seat, won in zip(state.setting.seats, state.won, strict=True):
        zones.append(Zone("won", seat, len(won), won, EVERYBODY))
    return tuple(zones)


def _list_facts(state: State) -> tuple[Fact, ...]:
    if not state.pile.count or state.winners:
        return ()
    card = state.pile.cards[-1]
    top = say("a card, not named")
    if card is not None:
        top = say("{card}", card=card)
    return (Fact(say("On top"), top, state.top_seat),)


def _say_next(state: State) -> Text:
    then = _say_then(state)
    if state.done is None:
        return then
    return say("{done} {then}", done=state.done, then=then)


def _say_then(state: State) -> Text:
    winners = state.winners
    if len(winners) > 1:
        template = "The game is over, and {winners} share the win."
        return say(template, winners=winners)
    if winners:
        return say("The game is over, won by {winners}.", winners=winners)
    if state.closing:
        return _say_round_over(state)
    turn = _say_turn(state)
    chances = _say_chances(state)
    if chances is None:
        return turn
    return say("{turn} {chances}", turn=turn, chances=chances)


def _say_turn(state: State) -> Text:
    rank, ranks = SINGULAR[state.rank], PLURAL[state.rank]
    seat = state.next_seat
    if seat is None:
        template = (
            "Nobody has cards. A {rank} lies in the pile: "
            "whoever slaps it first takes the pile."
        )
        return say(template, rank=rank)

    play = say("{seat} plays the top card of their stack, face up.", seat=seat)
    slap = say("What is slapped: {ranks}.", ranks=ranks)
    has_begun = state.pile.count or state.slaps or state.round > 1
    if has_begun:
        return say("{play} {slap}", play=play, slap=slap)
    dealer = state.setting.dealer
    left = state.setting.left_of(dealer)
    template = "{dealer} deals out all 54 cards, {left} first. {play} {slap}"
    return say(template, dealer=dealer, left=left, play=play, slap=slap)


def _say_chances(state: State) -> Text | None:
    waiting = state.names(state.waiting)
    out = state.names(sorted(state.out))
    if waiting and out:
        template = "Out of cards, with one more chance: {waiting}. Sitting out: {out}."
        return say(template, waiting=waiting, out=out)
    if waiting:
        return say("Out of cards, with one more chance: {waiting}.", waiting=waiting)
    if out:
        return say("Sitting out: {out}.", out=out)
    return None


def _say_round_over(state: State) -> Text:
    (holder,) = state.names(state.holders)
    if state.closing == "over":
        template = (
            "Only {holder} has cards. {holder} gathers stack and pile, shuffles, "
            "and deals to everybody evenly."
        )
        return say(template, holder=holder)
    template = (
        "Only {holder} has cards. Look through the pile: "
        "if a {rank} lies in it, slap it; if not, end the round."
    )
    return say(template, holder=holder, rank=SINGULAR[state.rank])
