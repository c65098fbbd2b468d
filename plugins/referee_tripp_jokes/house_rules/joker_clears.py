"""A joker discards the cards under it, which its player would take into hand."""

from dataclasses import replace

from referee import (
    HouseRule,
    Ruling,
    Values,
    Wrapper,
    by_house_rule,
    hookimpl,
    say,
    say_card_count,
    with_house_rule,
)

from ..game import GAME

RULE = HouseRule(
    id="joker-clears",
    game=GAME.id,
    title="A joker throws the pile away",
    text="Whoever plays a joker doesn’t take the pile that lay under it: it goes to "
    "the discards. The joker stays behind as the new pile, and the turn is over.",
)

describe_house_rule = RULE.hook


@hookimpl(wrapper=True)
def resolve_trick(given: Values) -> Wrapper[Ruling]:
    """Return the ruling on a joker on a pile, which nobody takes; others unchanged."""
    ruling = yield
    if not ruling.verdict["picked_up"]:
        return ruling
    cards = given.cards("cards")
    n = say_card_count(len(ruling.decided.cards("picked_up")))
    why = by_house_rule(RULE, "What was under it ({n}) goes to the discards.", n=n)
    template = "{cards:short} may be played. What was under it is thrown away: {n}."
    summary = say(template, cards=cards, n=n)
    verdict = {**ruling.verdict, "picked_up": ()}
    changed = replace(ruling, verdict=verdict, summary=summary)
    return with_house_rule(changed, why, "joker", "several-jokers", "joker-under-joker")
