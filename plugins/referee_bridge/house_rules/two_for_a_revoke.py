"""A revoke costs two tricks, as in the old laws, if its side has taken so many since."""

from collections.abc import Generator
from dataclasses import replace

from referee import HouseRule, Ruling, Values, by_house_rule, count, hookimpl, with_house_rule

from ..rules import GAME

_RULE = HouseRule(
    id="two-for-a-revoke",
    game=GAME.id,
    title="A revoke costs two tricks",
    text="A revoke that is paid for costs two tricks, whoever took the trick, if its side took two from then on.",
)


@hookimpl
def describe_house_rule() -> HouseRule:
    """Describe what the table agrees on."""
    return _RULE


@hookimpl(wrapper=True)
def answer(question: str, given: Values) -> Generator[None, Ruling, Ruling]:
    """Take two tricks for a revoke."""
    ruling = yield
    if question != "revoke" or not ruling.decided.number("tricks"):
        return ruling
    n = min(given.number("later") + (given.choice("won_by") != "others"), 2)
    why = by_house_rule(_RULE, "The side took {n} from then on that can go over.", n=n)
    summary = count("{n} trick goes to the other side", "{n} tricks go to the other side", n)
    changed = replace(ruling, verdict={**ruling.verdict, "tricks": n}, summary=summary)
    return with_house_rule(changed, why, "revoke")
