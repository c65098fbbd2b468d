"""After a 10 or three in a row the same player may play again, or end the turn."""

from collections.abc import Generator
from dataclasses import replace

from referee import HouseRule, Prompt, Ruling, Scene, by_house_rule, hookimpl, say, with_house_rule

from ..rules import GAME
from ..scene import sentences
from ..state import State

_RULE = HouseRule(
    id="may-stop",
    game=GAME.id,
    title="After a clear one may stop",
    text="""Whoever has cleared the pile, by a 10 or by three in a row, may play again or end the turn. The next \
player then plays anything on the empty place.""",
)


@hookimpl
def describe_house_rule() -> HouseRule:
    """What the table agrees on."""
    return _RULE


@hookimpl(wrapper=True)
def resolve_trick() -> Generator[None, Ruling, Ruling]:
    """The ruling on a play that clears the pile, after which one may stop; any other ruling as it is."""
    ruling = yield
    if not ruling.verdict["again"]:
        return ruling
    return with_house_rule(ruling, by_house_rule(_RULE, "The same player may play again, or end the turn."))


@hookimpl(wrapper=True)
def prompts(state: State) -> Generator[None, tuple[Prompt, ...], tuple[Prompt, ...]]:
    """What may be entered: after a clear also that the turn ends."""
    opened = yield
    if state.phase != "again":
        return opened
    play, *others = opened
    leave = Prompt("leave", (state.turn,), say("End the turn"), say("The next player may play anything."), own=True)
    return (play, leave, *others)


@hookimpl(wrapper=True)
def scene(state: State) -> Generator[None, Scene, Scene]:
    """Where the match stands, and what to do next: after a clear one may stop."""
    shown = yield
    if state.phase != "again":
        return shown
    may = say("{seat} may play again, cards of any rank, or end the turn.", seat=state.turn)
    return replace(shown, next=sentences((*state.moved, may)))
