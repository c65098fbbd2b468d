"""A joker under a joker stays: its player takes only the other cards."""

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
from ..scoring import say_row_cleared
from ..state import after_rows, in_a_row

RULE = HouseRule(
    id="jokers-stay",
    game=GAME.id,
    title="Jokers stay under a joker",
    text="Whoever plays a joker takes what lies under it, but no joker: "
    "those stay where they are, under the new one. "
    "Three of them in a row clear the pile.",
)

describe_house_rule = RULE.hook


@hookimpl(wrapper=True)
def resolve_trick(given: Values) -> Wrapper[Ruling]:
    """Return the ruling on a joker on a pile with another; others unchanged."""
    ruling = yield
    cards = given.cards("cards")
    lying = after_rows(given.cards("pile"))
    jokers = tuple(card for card in lying if card.is_joker)
    if not jokers or not cards[0].is_joker or not ruling.verdict["legal"]:
        return ruling

    picked_up = ruling.decided.cards("picked_up")
    taken = tuple(card for card in picked_up if not card.is_joker)
    n = say_card_count(len(taken))
    template = (
        "Everything but the jokers is taken ({n}); under it stays {jokers:short}."
    )
    why = by_house_rule(RULE, template, n=n, jokers=jokers)
    pile = jokers + cards
    again = in_a_row(pile)
    summary = ruling.summary
    if again:
        pile = ()
        summary = say_row_cleared(cards)
    elif taken:
        template = (
            "{cards:short} may be played: its player takes {taken} from under it."
        )
        summary = say(template, cards=cards, taken=n)
    verdict = {**ruling.verdict, "pile": pile, "picked_up": taken, "again": again}
    changed = replace(ruling, verdict=verdict, summary=summary)
    return with_house_rule(changed, why, "joker", "several-jokers", "joker-under-joker")
