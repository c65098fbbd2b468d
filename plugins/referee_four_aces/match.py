"""A match of Four Aces: what may be entered, and what an entry does."""

from __future__ import annotations

from dataclasses import replace

from referee import Accepted, Ask, Entry, Field, FieldError, Prompt, Refused, WrongFieldsError, say
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
    """Hands still missing first, then what may be changed, then the call; nothing once the match is over."""
    if state.winners:
        return ()
    prompts = [
        Prompt("round", state.missing, say("Enter your hands"), _HOW_TO_ENTER, HAND_FIELDS, secret=True, own=True)
    ]
    if entered := tuple(seat for seat in state.playing if seat in state.entered):
        title, why = say("Change what you entered"), say("Possible until the last hands are in.")
        prompts.append(Prompt("round", entered, title, why, HAND_FIELDS, optional=True, secret=True, own=True))
    title, why = say("Call four aces"), say("All four aces in one hand win the whole game at once.")
    prompts.append(Prompt("four_aces", state.playing, title, why, _CALL_FIELDS, optional=True, own=True))
    return tuple(prompts)


def take(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """What an entry does; WrongFieldsError when it does not say whose it is."""
    if entry.seat is None:
        raise WrongFieldsError(FieldError("seat", say("Name the seat whose cards these are.")))
    if entry.kind == "four_aces":
        given = entry.given
        return call_four_aces(state, entry.seat, given.choice("hand"), given.cards("cards"), entry.by)
    return _enter(state, entry.seat, hands_of(entry.given, entry.by), ask)


def _enter(state: State, seat: str, hands: Hands, ask: Ask) -> Accepted | Refused:
    """One seat's hands, sealed; the last of a round opens and scores them all.

    Until then they are compared only with what the same sender entered, who learns nothing by it.
    """
    if (refused := check_alone(seat, hands)) is not None:
        return Refused(refused)
    with_these = {**state.entered, seat: hands}
    entered = {each: with_these[each] for each in state.playing if each in with_these}
    all_in = len(entered) == len(state.playing)
    comparable = entered if all_in else {each: had for each, had in entered.items() if had.by == hands.by}
    if (refused := check_together(comparable, hands.by)) is not None:
        return Refused(refused)
    if all_in:
        return score_round(state, entered, ask)
    return Accepted(replace(state, entered=entered))
