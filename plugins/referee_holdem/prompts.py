"""The prompts: how a hand ended, or its bets in turn."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import cast

from referee import (
    FIFTY_TWO,
    Field,
    Prompt,
    Prompts,
    Random,
    Seats,
    hookimpl,
    number_field,
    say,
    without,
)

from .betting import Betting
from .game import HILO, cards_of
from .scoring import BOARD, HANDS
from .state import HandEnd, State, begin_clock

_STREETS = {0: (say("The flop"), 3), 3: (say("The turn"), 1), 4: (say("The river"), 1)}
"""The next street by the number of cards on the board, and its number of cards."""


@hookimpl
def prompts(state: State) -> Prompts:
    """Return the open prompts; none once the match is over."""
    if state.rounds.winners:
        return ()
    betting = state.betting
    seats = state.seats
    if state.waits_for_chips:
        return (*_ask_clock(state), _ask_to_buy(state), _ask_to_end(seats))
    asides = _ask_asides(state)
    if state.end is not None:
        return (_ask_side_pot(state.end, seats), *_ask_clock(state))
    if state.by_deal:
        return (*_ask_whole_hand(state, betting, seats), *asides)
    if betting.to_act:
        straddle = _ask_straddle(state)
        return (*_ask_turn(betting), *straddle, *asides)

    lying = len(state.board)
    if lying == 5:
        return (_ask_to_show(state), *asides)
    unseen = without(FIFTY_TWO, state.board)
    title, n = _STREETS[lying]
    label = say("Cards turned up")
    cards = Field("cards", "cards", label, min=n, max=n, choices=unseen)
    return (Prompt("board", seats, title, fields=(cards,)), *asides)


def _hands(state: State) -> Field:
    n = cards_of(state.variant)
    return replace(HANDS, min=n, max=n)


def _ask_to_show(state: State) -> Prompt:
    none = say("Muck: give up")
    if len(state.betting.inside) == 1:
        none = say("Take it without showing")
    hands = replace(
        _hands(state),
        labels={"none": none},
        choices=without(FIFTY_TWO, state.board),
        seats=state.to_show,
        some=True,
        own=True,
    )
    title = say("Show your cards")
    help = say(
        "No cards: gives up. Nothing is ruled until everybody still in has shown or "
        "given up."
    )
    return Prompt("showdown", state.seats, title, help, (hands,))


def _ask_straddle(state: State) -> Prompts:
    """Ask the first to act whether they straddle, if the table allows it."""
    seat = state.betting.straddler
    if not state.rounds.setting.chosen.flag("straddle") or seat is None:
        return ()
    title = say("Straddle: {n}", n=2 * state.betting.big)
    help = say("Before looking at the cards.")
    return (Prompt("straddle", (seat,), title, help, optional=True, own=True),)


def _ask_whole_hand(state: State, betting: Betting, seats: Seats) -> Prompts:
    playing = betting.seats
    label = say("Put in by each")
    if betting.dead:
        label = say("Put in by each, without antes for all and dead blinds")
    put_in = Field(
        "put_in",
        "numbers_by_seat",
        label,
        min=0,
        choices=playing,
        default=dict(betting.put_in),
    )
    label = say("Winners")
    winners = Field("winners", "seats", label, min=1, choices=playing)
    label = say("Who wins the side pots they can’t, best hand first")
    # Pages do not show it: they ask pot by pot. Programs may say all at once.
    then = Field("then", "order", label, optional=True, max=0, suggests=True)
    fields: tuple[Field, ...] = (put_in, winners, then)
    if state.variant == HILO:
        winners = replace(winners, label=say("Winners of the high half"))
        label = say("Winners of the low half")
        low = Field("low", "seats", label, optional=True, choices=playing)
        fields = (put_in, winners, then, low)
    deal = Prompt("deal", seats, say("How the hand ended"), fields=fields)

    label = say("Everyone’s cards; none means folded")
    hands = replace(_hands(state), label=label, seats=playing, some=True)
    title = say("Showdown with cards")
    fields = (replace(BOARD, min=5), hands, put_in)
    return deal, Prompt("showdown", seats, title, fields=fields)


def _ask_side_pot(end: HandEnd, seats: Seats) -> Prompt:
    label = say("Winners")
    winners = Field("winners", "seats", label, min=1, choices=end.pot.seats)
    title = say("Side pot {n}", n=end.pot.chips)
    return Prompt("side-pot", seats, title, fields=(winners,))


def _ask_turn(betting: Betting) -> Prompts:
    """Return the actions at a tap, each always in the same place."""
    seat = (betting.seat,)
    raises = _ask_raises(betting, seat)
    fold = Prompt("fold", seat, say("Fold"), own=True)
    if betting.to_call:
        title = say("Call {n}", n=betting.to_call)
        call = Prompt("call", seat, title, own=True)
        return (call, *raises, fold)

    check = Prompt("check", seat, say("Check"), own=True)
    fold = replace(fold, help=say("You could check. A fold is binding."))
    return (check, *raises, fold)


def _ask_raises(betting: Betting, seat: Seats) -> Prompts:
    if not betting.may_raise:
        return ()
    title = say("All in: {n}", n=betting.stacks[betting.seat])
    all_in: Prompts = (Prompt("all-in", seat, title, own=True),)
    if betting.most < betting.all_in:
        all_in = ()

    title = say("Raise to") if betting.level else say("Bet")
    least, most = betting.least, betting.most
    help = say(
        "Your total bet for this betting round: {least} to {most}.",
        least=least,
        most=most,
    )
    # The rules say why a bet is too low or too high.
    to = number_field("to", title, 1, default=least)
    return *all_in, Prompt("raise", seat, title, help, (to,), own=True)


def _ask_asides(state: State) -> Prompts:
    """Return the prompts beside all others."""
    seats = state.seats
    clock = tuple(_ask_clock(state))
    if not state.by_deal and (state.betting.has_begun or state.board):
        again = say("Misdeal: deal again")
        misdeal = Prompt("misdeal", seats, again, optional=True, anew=True)
        return (misdeal, *clock)
    title = say("Enter every bet") if state.by_deal else say("Enter how hands end")
    depth = Prompt("depth", seats, title, optional=True)

    more = tuple(_ask_to_prepare(state))
    return (*clock, depth, _ask_to_buy(state), *more, _ask_to_end(seats))


def _ask_to_buy(state: State) -> Prompt:
    """Ask who buys how many chips; if one seat has them all, only buying goes on."""
    seats = state.seats
    stack = state.rounds.setting.chosen.number("stack")
    newcomer = next(iter(state.newcomers), None)
    who = Field("seat", "seat", say("Who"), choices=seats, default=newcomer)
    n = number_field("n", say("Chips"), 1, 1_000_000, default=stack)
    is_needed = state.waits_for_chips
    title = say("Buy chips")
    return Prompt("buy", seats, title, fields=(who, n), optional=not is_needed)


def _ask_to_end(seats: Seats) -> Prompt:
    title = say("End the match")
    help = say("Most chips win.")
    return Prompt("end", seats, title, help, optional=True, ends=True)


def _ask_clock(state: State) -> Iterator[Prompt]:
    """Yield the prompt to let the clock run, or to stop it, also within a hand."""
    clock = state.clock_shown
    if clock is None:
        return
    title = say("Pause the clock")
    if clock.since is None:
        title = say("Let the clock run")
        if state.clock == begin_clock(state.rounds.setting):
            title = say("Start the clock")
    yield Prompt("clock", state.seats, title, optional=True)


def _ask_to_prepare(state: State) -> Iterator[Prompt]:
    """Yield what may be entered before a hand: who sits out, and a new level."""
    seats = state.seats
    if len(seats) > 2:
        out = Field("seats", "seats", say("Who sits out"), min=0, choices=seats)
        out = replace(out, optional=True, default=list(state.away) or None)
        title = say("Sit out, or come back")
        help = say("Also for seats of those who come later.")
        yield Prompt("away", seats, title, help, (out,), optional=True)
    owing = tuple(seat for seat in state.may_post if seat not in state.posting)
    if owing:
        who = Field("seat", "seat", say("Who"), choices=owing, default=owing[0])
        title = say("Post missed blinds")
        help = say("Or wait for the big blind.")
        yield Prompt("post", seats, title, help, (who,), optional=True)
    rise = state.rounds.setting.chosen.choice("rise")
    called = rise == "called" and not state.is_last_level
    if called or state.clock_shown is not None:
        yield Prompt("level", seats, say("The blinds rise"), optional=True)


@hookimpl
def example(prompt: Prompt, random: Random) -> dict[str, object] | None:
    """Return a small raise, or a hand in which two seats have put in the big blind."""
    fields = {field.name: field for field in prompt.fields}
    if prompt.kind == "raise":
        least = cast(int, fields["to"].default)
        return {"to": least + random.randint(0, 1)}
    if "put_in" not in fields:
        return None

    put_in = cast("Mapping[str, int]", fields["put_in"].default)
    first, second = random.sample(tuple(put_in), 2)
    most = max(put_in.values())
    put_in = {**put_in, first: most, second: most}
    if prompt.kind == "deal":
        return {"put_in": put_in, "winners": [first]}
    each = cast(int, fields["hands"].max)
    cards = random.sample(FIFTY_TWO, 5 + 2 * each)
    hands = {first: cards[5 : 5 + each], second: cards[5 + each :]}
    return {"put_in": put_in, "board": cards[:5], "hands": hands}
