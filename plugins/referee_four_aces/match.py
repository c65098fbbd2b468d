"""A match of Four Aces: what may be entered, and what an entry does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from referee import Accepted, Ask, Entry, Field, FieldError, Prompt, Refused, Ruling, WrongFieldsError, say
from referee_four_aces.asking import HAND_FIELDS
from referee_four_aces.call import ACES, call_four_aces
from referee_four_aces.checks import check_alone, check_together
from referee_four_aces.hands import Hands, hands_of
from referee_four_aces.scoring import score_round
from referee_four_aces.state import State

_CALL_FIELDS = (
    Field(
        "hand",
        "choice",
        say("Which hand"),
        choices=("hidden", "exposed"),
        labels={"hidden": say("The hidden hand"), "exposed": say("The exposed hand")},
    ),
    # The hand's other cards may be named too, but nobody need look for them.
    Field("cards", "cards", say("The four aces in it"), min=len(ACES), max=len(ACES), choices=ACES, suggests=True),
)

_HOW_TO_ENTER = say(
    "When the stock is gone and the last turn is finished. Name a locked card once, as locked; an unplayed joker with "
    "the hand it lies in. Nobody else sees it until all hands are in."
)


def open_prompts(state: State) -> tuple[Prompt, ...]:
    """The hands of all who play this round, and the call; nothing once the match is over."""
    if state.winners:
        return ()
    hands = Prompt("round", state.playing, say("Enter your hands"), _HOW_TO_ENTER, HAND_FIELDS, secret=True, own=True)
    title, why = say("Call four aces"), say("All four aces in one hand win the whole game at once.")
    return hands, Prompt("four_aces", state.playing, title, why, _CALL_FIELDS, optional=True, own=True)


def call(state: State, entry: Entry) -> Accepted | Refused:
    """What a call of four aces does; WrongFieldsError when it does not say whose it is."""
    if entry.seat is None:
        raise WrongFieldsError(FieldError("seat", say("Name the seat whose cards these are.")))
    return call_four_aces(state, entry.seat, entry.given.choice("hand"), entry.given.cards("cards"))


def hands_that_clash(state: State, entries: Sequence[Entry]) -> tuple[Ruling, ...]:
    """Why these hands cannot all be so, each by itself and against each other; nothing where they can."""
    entered = _entered(state, entries)
    alone = [wrong for seat, hands in entered.items() if (wrong := check_alone(seat, hands)) is not None]
    return (*alone, *check_together(entered))


def _entered(state: State, entries: Sequence[Entry]) -> Mapping[str, Hands]:
    """The hands of each seat, clockwise."""
    by_seat = {cast(str, entry.seat): hands_of(entry.given) for entry in entries}
    return {seat: by_seat[seat] for seat in state.playing if seat in by_seat}


def score_hands(state: State, entries: Sequence[Entry], ask: Ask) -> Accepted:
    """The round scored, all hands being in."""
    return score_round(state, _entered(state, entries), ask)
