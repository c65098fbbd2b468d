"""A 2 must be covered: its player plays on it in the same turn."""

from dataclasses import replace

from referee import (
    HouseRule,
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
    id="cover-twos",
    game=GAME.id,
    title="A 2 must be covered",
    text="Whoever has played a 2 and still has a card covers it in the same turn, with "
    "anything they like. It can’t be left for the next player.",
)

describe_house_rule = RULE.hook


@hookimpl(wrapper=True)
def resolve_trick() -> Wrapper[Ruling]:
    """Return the ruling on a 2, which now has to be covered; others unchanged."""
    ruling = yield
    if not ruling.verdict["cover"]:
        return ruling
    must = by_house_rule(RULE, "The same player covers the 2 at once, with any card.")
    return with_house_rule(ruling, must, "cover")


@hookimpl(wrapper=True)
def prompts() -> Wrapper[Prompts]:
    """Return the prompts without leaving a 2."""
    opened = yield
    return tuple(prompt for prompt in opened if prompt.kind != "leave")


@hookimpl(wrapper=True)
def scene(state: State) -> Wrapper[Scene]:
    """Return the scene and its next step: a 2 is covered."""
    shown = yield
    if state.phase != "cover":
        return shown
    covers = say("{seat} covers the 2, with cards of any rank.", seat=state.turn)
    return replace(shown, steps=(*state.moved, Step((state.turn,), covers)))
