"""Kontra, Re and Hirsch: the sides double a game in turn."""

from dataclasses import replace

from referee import (
    Fact,
    HouseRule,
    Prompts,
    Question,
    Ruling,
    Scene,
    Values,
    Wrapper,
    by_house_rule,
    choice_field,
    hookimpl,
    say,
    with_fields,
)

from ..game import GAME
from ..state import State
from ..value import score_by_house_rule

RULE = HouseRule(
    "kontra",
    GAME.id,
    title="Kontra, Re and Hirsch",
    text="Before the first card is played an opponent may say Kontra: the game counts "
    "twice as much, won or lost. The declarer may answer Re: it counts four times as "
    "much; and the opponents Hirsch: eight times.",
)
describe_house_rule = RULE.hook

_CALLS = {
    "none": say("no"),
    "kontra": say("Kontra"),
    "re": say("Re"),
    "hirsch": say("Hirsch"),
}
_TIMES = {"kontra": 2, "re": 4, "hirsch": 8}
_FIELD = choice_field("kontra", say("Doubled"), _CALLS, default="none", optional=True)


@hookimpl(wrapper=True)
def questions() -> Wrapper[tuple[Question, ...]]:
    """Return the questions; the one about a game asks whether the game was doubled."""
    questions = yield
    return with_fields(questions, "deal", _FIELD)


@hookimpl(wrapper=True)
def prompts() -> Wrapper[Prompts]:
    """Return the prompts; the one for the game asks whether the game was doubled."""
    opened = yield
    return with_fields(opened, "contract", _FIELD)


@hookimpl(wrapper=True)
def scene(state: State) -> Wrapper[Scene]:
    """Return the scene with the calls of Kontra and Re."""
    shown = yield
    call = str(state.contract.get("kontra", "none"))
    if call == "none":
        return shown
    doubled = Fact(say("Doubled"), _CALLS[call])
    return replace(shown, facts=(*shown.facts, doubled))


@hookimpl(wrapper=True)
def score_round(given: Values) -> Wrapper[Ruling]:
    """Return a game's score, doubled, without what other house rules add."""
    ruling = yield
    call = given.choice("kontra", "none")
    if call == "none" or ruling.verdict.get("legal") is False:
        return ruling

    decided = ruling.decided
    times = _TIMES[call]
    more = (times - 1) * decided.number("value")
    if not decided.flag("won"):
        more *= -2
    template = "{said}: the score is multiplied by {n}."
    why = by_house_rule(RULE, template, said=_CALLS[call], n=times)
    score = decided.number("score") + more
    return score_by_house_rule(ruling, score, say("doubled"), why)
