"""A joker under a joker stays: whoever plays one takes only what is no joker."""

from collections.abc import Generator
from dataclasses import replace

from referee import HouseRule, Ruling, Values, by_house_rule, count_cards, hookimpl, say, with_house_rule

from ..pile import ROW, after_rows, in_a_row
from ..play import cleared_by_row
from ..rules import GAME

_RULE = HouseRule(
    id="jokers-stay",
    game=GAME.id,
    title="Jokers stay under a joker",
    text="""Whoever plays a joker takes what lies under it, but no joker: those stay where they are, under the new \
one. Three of them in a row clear the pile.""",
)


@hookimpl
def describe_house_rule() -> HouseRule:
    """What the table agrees on."""
    return _RULE


@hookimpl(wrapper=True)
def resolve_trick(given: Values) -> Generator[None, Ruling, Ruling]:
    """The ruling on a joker played on a pile with another; any other ruling as it is."""
    ruling = yield
    cards = given.cards("cards")
    jokers = tuple(card for card in after_rows(given.cards("pile")) if card.is_joker)
    if not jokers or not cards[0].is_joker or not ruling.verdict["legal"]:
        return ruling
    pile = (*jokers, *cards)
    again = in_a_row(pile, ROW)
    taken = tuple(card for card in ruling.decided.cards("picked_up") if not card.is_joker)
    verdict = {**ruling.verdict, "pile": () if again else pile, "picked_up": taken, "again": again}
    n = count_cards(len(taken))
    why = by_house_rule(_RULE, "What is no joker is taken ({n}); under it stays {jokers:short}.", n=n, jokers=jokers)
    summary = ruling.summary
    if again:
        summary = cleared_by_row(cards)
    elif taken:
        summary = say("{cards:short} may be played: its player takes {taken} from under it.", cards=cards, taken=n)
    changed = replace(ruling, verdict=verdict, summary=summary)
    return with_house_rule(changed, why, "joker", "several-jokers", "joker-under-joker")
