"""What lies on the table in a match, whose turn it is, how each seat stands, and what to do next."""

from collections.abc import Iterator

from referee import EVERYBODY, Fact, Scene, Standing, Text, Zone, count, hookimpl, rank_seats, say

from .stages import MANY, ONE
from .state import State, top_of


@hookimpl(specname="scene")
def show_scene(state: State) -> Scene:
    """The scene of a match; its phase is what is slapped now, `redeal` at the end of a round, or `finished`."""
    return Scene(
        phase=_phase(state),
        round=state.round,
        to_act=_to_act(state),
        standings=_standings(state),
        zones=tuple(_zones(state)),
        next=_next(state),
        finished=bool(state.winners),
        winners=state.winners,
        dealer=_dealer(state),
        facts=tuple(_facts(state)),
    )


def _standings(state: State) -> tuple[Standing, ...]:
    """What each has scored, most first, between equals the larger stack. At the end the count gives the places; whoever
    has won is first, also by the table's word.
    """
    stacks = dict(zip(state.setting.seats, state.stacks, strict=True))
    points = {seat: state.points.get(seat, 0) for seat in stacks}
    ranks: dict[str, tuple[float, int]] = {seat: (points[seat], stack) for seat, stack in stacks.items()}
    if state.winners:
        places = {seat: -place for place, group in enumerate(state.ranking) for seat in group}
        ranks = {seat: (seat in state.winners, places[seat]) for seat in stacks}
    level = [seat for seat, n in points.items() if n and [*points.values()].count(n) > 1]
    return rank_seats(points, ranks, ranked_by={seat: _in_stack(stacks[seat]) for seat in level})


def _in_stack(n: int) -> Text:
    return count("{n} card in the stack", "{n} cards in the stack", n)


def _phase(state: State) -> str:
    if state.winners:
        return "finished"
    return "redeal" if state.closing else str(MANY[state.rank])


def _dealer(state: State) -> str | None:
    """Who deals, or has just dealt."""
    if state.closing and not state.winners:
        return state.names(state.holders)[0]
    return state.setting.dealer if state.round == 1 and not state.slaps and not state.winners else None


def _to_act(state: State) -> tuple[str, ...]:
    if state.winners:
        return ()
    if state.closing:
        return state.names(state.holders)
    return state.names(state.waiting if state.turn is None else (state.turn,))


def _zones(state: State) -> Iterator[Zone]:
    named = state.pile.named
    yield Zone("pile", None, state.pile.count, named if named or not state.pile.count else None, EVERYBODY)
    for seat, stack in zip(state.setting.seats, state.stacks, strict=True):
        yield Zone("stack", seat, stack)
    for seat, won in zip(state.setting.seats, state.won, strict=True):
        yield Zone("won", seat, len(won), won, EVERYBODY)


def _facts(state: State) -> Iterator[Fact]:
    """Which card lies on top, and whose it is."""
    if state.pile.count and not state.winners:
        card = state.pile.cards[-1]
        yield Fact(say("On top"), _NOT_NAMED if card is None else say("{card}", card=card), top_of(state))


_NOT_NAMED = say("a card, not named")


def _next(state: State) -> Text:
    if state.winners:
        template = "The game is over, won by {winners}." if len(state.winners) == 1 else _SHARED
        return _after(state, say(template, winners=state.winners))
    if state.closing:
        return _after(state, _round_over(state))
    chances = _chances(state)
    turn = _turn(state)
    return _after(state, say("{turn} {chances}", turn=turn, chances=chances) if chances else turn)


_SHARED = "The game is over, and {winners} share the win."


def _after(state: State, text: Text) -> Text:
    return text if state.done is None else say("{done} {then}", done=state.done, then=text)


def _turn(state: State) -> Text:
    if state.turn is None:
        template = "Nobody has cards. A {rank} lies in the pile: whoever slaps it first takes the pile."
        return say(template, rank=ONE[state.rank])
    (seat,) = state.names((state.turn,))
    play = say("{seat} plays the top card of their stack, face up.", seat=seat)
    if not state.pile.count and not state.slaps and state.round == 1:
        template = _FIRST_CARD
        dealer = state.setting.dealer
        left = state.setting.left_of(dealer)
        return say(template, dealer=dealer, left=left, play=play, slap=_what_to_slap(state))
    return say("{play} {slap}", play=play, slap=_what_to_slap(state))


_FIRST_CARD = "{dealer} deals out all 54 cards, {left} first. {play} {slap}"


def _what_to_slap(state: State) -> Text:
    return say("What is slapped: {ranks}.", ranks=MANY[state.rank])


def _chances(state: State) -> Text | None:
    waiting, out = state.names(state.waiting), state.names(sorted(state.out))
    if waiting and out:
        return say("Out of cards, with one more chance: {waiting}. Sitting out: {out}.", waiting=waiting, out=out)
    if waiting:
        return say("Out of cards, with one more chance: {waiting}.", waiting=waiting)
    return say("Sitting out: {out}.", out=out) if out else None


def _round_over(state: State) -> Text:
    (holder,) = state.names(state.holders)
    if state.closing == "over":
        template = "Only {holder} has cards. {holder} gathers stack and pile, shuffles, and deals to everybody evenly."
        return say(template, holder=holder)
    template = "Only {holder} has cards. Look through the pile: if a {rank} lies in it, slap it; if not, end the round."
    return say(template, holder=holder, rank=ONE[state.rank])
