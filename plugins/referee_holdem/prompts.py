"""What may be entered: how a hand ended, or its bets and cards in turn."""

from dataclasses import replace

from referee import FIFTY_TWO, Field, Prompt, hookimpl, say

from .state import STREETS, State

_TITLES = {0: say("The flop"), 3: say("The turn"), 4: say("The river")}


@hookimpl(specname="prompts")
def open_prompts(state: State) -> tuple[Prompt, ...]:
    """What may be entered now; nothing once the match is over."""
    if state.rounds.winners:
        return ()
    if state.waits_for_chips:
        return tuple(replace(one, optional=False) for one in (_buy(state), _end(state)))
    if state.by_deal:
        return (*_whole_hand(state), *_asides(state))
    if state.betting.to_act:
        return (*_turn(state), *_asides(state))
    if len(state.board) < 5:
        return (_board(state), *_asides(state))
    return (_showdown(state), *_asides(state))


def _whole_hand(state: State) -> tuple[Prompt, ...]:
    seats = state.betting.seats
    put_in = Field(
        "put_in", "numbers_by_seat", say("Put in by each"), min=0, choices=seats, default=dict(state.betting.put_in)
    )
    winners = Field("winners", "seats", say("Who wins, or shares"), min=1, choices=seats)
    board = Field("board", "cards", say("The board"), min=5, max=5, choices=FIFTY_TWO)
    hands = Field("hands", "cards_by_seat", say("Hands shown"), min=2, max=2, choices=FIFTY_TWO, seats=seats, some=True)
    all_else = say("Whoever is not named has folded.")
    return (
        Prompt("deal", state.setting.seats, say("How the hand ended"), all_else, (put_in, winners)),
        Prompt("showdown", state.setting.seats, say("Showdown with cards"), all_else, (board, hands, put_in)),
    )


def _turn(state: State) -> tuple[Prompt, ...]:
    """A raise, where it is possible; all else is a button."""
    betting, seat = state.betting, (state.betting.seat,)
    found = []
    if betting.why_no_raise is None:
        label, title = say("Raise to"), say("Raise")
        if not betting.level:
            label, title = say("Bet"), say("Bet")
        # Why a bet is too low or too high is for the rules to say.
        to = Field("to", "number", label, min=1, default=betting.least)
        what = say("What is then bet in this round, in all.")
        found.append(Prompt("raise", seat, title, what, (to,), own=True))
    if betting.to_call:
        found.append(Prompt("call", seat, say("Call {n}", n=betting.to_call), own=True))
        found.append(Prompt("fold", seat, say("Fold"), own=True))
    else:
        found.append(Prompt("check", seat, say("Check"), own=True))
    if betting.why_no_raise is None:
        found.append(Prompt("all-in", seat, say("All in: {n}", n=betting.stacks[betting.seat]), own=True))
    return tuple(found)


def _board(state: State) -> Prompt:
    n = STREETS[len(state.board)]
    cards = Field("cards", "cards", say("Cards turned up"), min=n, max=n, choices=state.unseen)
    return Prompt("board", state.setting.seats, _TITLES[len(state.board)], fields=(cards,))


def _showdown(state: State) -> Prompt:
    inside = state.betting.inside
    hands = Field(
        "hands", "cards_by_seat", say("Hands shown"), min=2, max=2, choices=state.unseen, seats=inside, some=True
    )
    return Prompt("showdown", state.setting.seats, say("Show your cards"), fields=(hands,))


def _asides(state: State) -> tuple[Prompt, ...]:
    """What may be entered beside all else."""
    seats = state.setting.seats
    if not state.is_open:
        return (Prompt("misdeal", seats, say("Misdeal: deal again"), optional=True),)
    other = say("Enter every bet") if state.by_deal else say("Enter how hands end")
    small = Field("small", "number", say("Small blind"), min=0, max=100_000, default=state.blinds[0])
    big = Field("big", "number", say("Big blind"), min=1, max=100_000, default=state.blinds[1])
    blinds = Prompt("blinds", seats, say("Other blinds"), fields=(small, big), optional=True)
    buy = (_buy(state),) if state.setting.chosen.flag("rebuys") else ()
    return (Prompt("depth", seats, other, optional=True), blinds, *buy, _end(state))


def _buy(state: State) -> Prompt:
    who = Field("seat", "seat", say("Who"), choices=state.setting.seats)
    n = Field("n", "number", say("Chips"), min=1, max=1_000_000, default=state.setting.chosen.number("stack"))
    return Prompt("buy", state.setting.seats, say("Buy chips"), fields=(who, n), optional=True)


def _end(state: State) -> Prompt:
    return Prompt("end", state.setting.seats, say("End the match"), say("Most chips win."), optional=True)
