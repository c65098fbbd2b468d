"""Kontra and Re: an opponent who does not believe in the game doubles it, and the
declarer doubles it again.
"""

from collections.abc import Generator
from dataclasses import replace

from referee import (
    Fact,
    Field,
    HouseRule,
    Prompt,
    Question,
    Ruling,
    Scene,
    Values,
    by_house_rule,
    hookimpl,
    say,
)

from ..state import State
from ..value import score_by_house_rule

_SAID = {"none": say("no"), "kontra": say("Kontra"), "re": say("Re")}
_TIMES = {"none": 1, "kontra": 2, "re": 4}
_FIELD = Field(
    "kontra",
    "choice",
    say("Doubled"),
    choices=tuple(_SAID),
    labels=_SAID,
    default="none",
    optional=True,
)
_TEXT = """Before the first card is played an opponent may say Kontra: the game counts twice as much, won or lost. \
The declarer may answer Re: it counts four times as much."""
_RULE = HouseRule("kontra", "skat", "Kontra and Re", _TEXT)


@hookimpl
def describe_house_rule() -> HouseRule:
    """What the table agrees on."""
    return _RULE


@hookimpl(wrapper=True)
def questions() -> Generator[None, tuple[Question, ...], tuple[Question, ...]]:
    """The questions, of which that about a game asks whether it was doubled."""
    asked = yield
    return tuple(
        replace(one, fields=(*one.fields, _FIELD)) if one.name == "deal" else one
        for one in asked
    )


@hookimpl(wrapper=True)
def prompts() -> Generator[None, tuple[Prompt, ...], tuple[Prompt, ...]]:
    """The prompts, of which that about the game asks whether it was doubled."""
    found = yield
    return tuple(
        replace(one, fields=(*one.fields, _FIELD)) if one.kind == "contract" else one
        for one in found
    )


@hookimpl(wrapper=True)
def scene(state: State) -> Generator[None, Scene, Scene]:
    """What everybody sees, with what was said."""
    found = yield
    said = str(state.contract.get("kontra", "none"))
    doubled = () if said == "none" else (Fact(say("Doubled"), _SAID[said]),)
    return replace(found, facts=(*found.facts, *doubled))


@hookimpl(wrapper=True)
def score_round(given: Values) -> Generator[None, Ruling, Ruling]:
    """What a game counts, doubled or doubled twice; what another house rule adds to it
    is not.
    """
    ruling = yield
    said = given.seat_if_any("kontra") or "none"
    if said == "none" or ruling.verdict.get("legal") is False:
        return ruling
    won, value = ruling.decided.flag("won"), ruling.decided.number("value")
    score = ruling.decided.number("score") + (_TIMES[said] - 1) * (
        value if won else -2 * value
    )
    why = by_house_rule(
        _RULE,
        "{said}: the score is multiplied by {n}.",
        said=_SAID[said],
        n=_TIMES[said],
    )
    return score_by_house_rule(ruling, score, say("doubled"), why)
