"""After a 10 or three in a row the same player may play again, or end the turn."""

from dataclasses import replace

from referee import (
    HouseRule,
    Prompt,
    Prompts,
    Ruling,
    Scene,
    Step,
    Wrapper,
    by_house_rule,
    hookimpl,
    say,
    with_house_rule,
)

from ..game import GAME
from ..state import State

RULE = HouseRule(
    id="may-stop",
    game=GAME.id,
    title="After a clear one may stop",
    text="Whoever has cleared the pile, by a 10 or by three in a row, may play again "
    "or end the turn. The next player then plays anything on the empty place.",
)

describe_house_rule = RULE.hook


@hookimpl(wrapper=True)
def resolve_trick() -> Wrapper[Ruling]:
    """Return the ruling on a play that clears the pile, after which one may stop."""
    ruling = yield
    if not ruling.verdict["again"]:
        return ruling
    may = by_house_rule(RULE, "The same player may play again, or end the turn.")
    return with_house_rule(ruling, may)


@hookimpl(wrapper=True)
def prompts(state: State) -> Wrapper[Prompts]:
    """Return the prompts, after a clear also one that ends the turn."""
    opened = yield
    if state.phase != "again":
        return opened
    play, *others = opened
    help = say("The next player may play anything.")
    leave = Prompt("leave", (state.turn,), say("End the turn"), help, own=True)
    return (play, leave, *others)


@hookimpl(wrapper=True)
def scene(state: State) -> Wrapper[Scene]:
    """Return the scene and its next steps: after a clear one may stop."""
    shown = yield
    if state.phase != "again":
        return shown
    template = "{seat} may play again, cards of any rank, or end the turn."
    may = say(template, seat=state.turn)
    return replace(shown, steps=(*state.moved, Step((state.turn,), may)))
