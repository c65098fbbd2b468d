"""What can be asked without a table, and what may be entered at one: how a hand ended,
or its bets in turn.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from referee import FIFTY_TWO, Field, Prompt, Question, Random, hookimpl, say, without

from .state import STREETS, State

_TITLES = {0: say("The flop"), 3: say("The turn"), 4: say("The river")}
_BOARD = Field("board", "cards", say("The board"), min=3, max=5, choices=FIFTY_TWO)
_HANDS = Field(
    "hands",
    "cards_by_seat",
    say("The two cards of each"),
    min=2,
    max=2,
    choices=FIFTY_TWO,
)
_POTS = (
    Field(
        "put_in",
        "numbers_by_seat",
        say("What each has put in, from the dealer's left"),
        min=0,
    ),
    Field("ranking", "order", say("Who is still in, best hand first"), min=1),
    Field("chip", "number", say("Smallest chip"), optional=True, min=1, max=10_000),
)


@hookimpl(specname="questions")
def list_questions() -> tuple[Question, ...]:
    """Who wins a showdown, and how pots split."""
    return (
        Question("showdown", say("Who wins this showdown?"), (_BOARD, _HANDS)),
        Question("pots", say("How do these pots split?"), _POTS, hook="score_round"),
    )


@hookimpl(specname="prompts")
def open_prompts(state: State) -> tuple[Prompt, ...]:
    """What may be entered now; nothing once the match is over."""
    if state.rounds.winners:
        return ()
    if state.by_deal:
        return (*_whole_hand(state), *_asides(state))
    if state.betting.to_act:
        return (*_turn(state), *_asides(state))
    if len(state.board) == 5:
        hands = replace(
            _HANDS,
            choices=without(FIFTY_TWO, state.board),
            seats=state.betting.inside,
            some=True,
        )
        return (
            Prompt("showdown", state.seats, say("Show your cards"), fields=(hands,)),
            *_asides(state),
        )
    n = STREETS[len(state.board)]
    cards = Field(
        "cards",
        "cards",
        say("Cards turned up"),
        min=n,
        max=n,
        choices=without(FIFTY_TWO, state.board),
    )
    return (
        Prompt("board", state.seats, _TITLES[len(state.board)], fields=(cards,)),
        *_asides(state),
    )


def _whole_hand(state: State) -> tuple[Prompt, ...]:
    seats, blinds, label = (
        state.betting.seats,
        dict(state.betting.put_in),
        say("Put in by each"),
    )
    put_in = Field(
        "put_in", "numbers_by_seat", label, min=0, choices=seats, default=blinds
    )
    winners = Field(
        "winners", "seats", say("Who wins, or shares"), min=1, choices=seats
    )
    two_each = say("Two cards each; whoever has none here has folded")
    shown = (
        replace(_BOARD, min=5),
        replace(_HANDS, label=two_each, seats=seats, some=True),
        put_in,
    )
    return (
        Prompt(
            "deal", state.seats, say("How the hand ended"), fields=(put_in, winners)
        ),
        Prompt("showdown", state.seats, say("Showdown with cards"), fields=shown),
    )


def _turn(state: State) -> tuple[Prompt, ...]:
    """What can be done at a tap: folding comes last where one could check."""
    betting, seat = state.betting, (state.betting.seat,)
    fold = Prompt("fold", seat, say("Fold"), own=True)
    if betting.to_call:
        call = Prompt("call", seat, say("Call {n}", n=betting.to_call), own=True)
        return (call, fold, *_raises(state))

    check = Prompt("check", seat, say("Check"), own=True)
    fold = replace(fold, help=say("You could check. A fold is binding."))
    return (check, *_raises(state), fold)


def _raises(state: State) -> tuple[Prompt, ...]:
    betting, seat = state.betting, (state.betting.seat,)
    if not betting.may_raise:
        return ()
    title = say("Raise to") if betting.level else say("Bet")
    # Why a bet is too low or too high is for the rules to say.
    to = Field("to", "number", title, min=1, default=betting.least)
    what = say("What is then bet in this round, in all.")
    all_in = say("All in: {n}", n=betting.stacks[betting.seat])
    return (
        Prompt("all-in", seat, all_in, own=True),
        Prompt("raise", seat, title, what, (to,), own=True),
    )


def _asides(state: State) -> tuple[Prompt, ...]:
    """What may be entered beside all else."""
    seats = state.seats
    if not state.by_deal and (state.betting.faced or state.board):
        return (Prompt("misdeal", seats, say("Misdeal: deal again"), optional=True),)
    other = say("Enter every bet") if state.by_deal else say("Enter how hands end")
    who, stack = (
        Field("seat", "seat", say("Who"), choices=seats),
        state.rounds.setting.chosen.number("stack"),
    )
    n = Field("n", "number", say("Chips"), min=1, max=1_000_000, default=stack)
    return (
        Prompt("depth", seats, other, optional=True),
        Prompt("buy", seats, say("Buy chips"), fields=(who, n), optional=True),
        Prompt(
            "end",
            seats,
            say("End the match"),
            say("Most chips win."),
            optional=True,
            ends=True,
        ),
    )


@hookimpl
def example(prompt: Prompt, random: Random) -> dict[str, object] | None:
    """A hand in which two have put in as much as the big blind, and a raise by little."""
    fields = {field.name: field for field in prompt.fields}
    if prompt.kind == "raise":
        return {"to": cast(int, fields["to"].default) + random.randint(0, 1)}
    if "put_in" not in fields:
        return None
    put_in = cast("Mapping[str, int]", fields["put_in"].default)
    one, two = random.sample(tuple(put_in), 2)
    most, cards = max(put_in.values()), random.sample(FIFTY_TWO, 9)
    told: dict[str, object] = {"put_in": {**put_in, one: most, two: most}}
    if prompt.kind == "deal":
        return {**told, "winners": [one]}
    return {**told, "board": cards[:5], "hands": {one: cards[5:7], two: cards[7:]}}
