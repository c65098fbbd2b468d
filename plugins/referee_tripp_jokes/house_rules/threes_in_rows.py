"""A 3 is seen through in a row too: equal ranks around it are three in a row."""

from dataclasses import replace

from referee import (
    Cards,
    HouseRule,
    Ruling,
    Values,
    Wrapper,
    by_house_rule,
    hookimpl,
    with_house_rule,
)

from ..game import GAME
from ..scoring import rule_legal, rule_play, say_row_cleared
from ..state import after_rows, seen_in_a_row

RULE = HouseRule(
    id="threes-in-rows",
    game=GAME.id,
    title="A 3 doesn’t break a row",
    text="Three cards of one rank are three in a row also where 3s lie between or upon "
    "them, since 3s are seen through: the whole pile goes to the discards, "
    "and the same player plays again.",
)

describe_house_rule = RULE.hook


@hookimpl(wrapper=True)
def resolve_trick(given: Values) -> Wrapper[Ruling]:
    """Return the ruling on a play that makes a row through 3s; others unchanged."""
    ruling = yield
    pile = given.cards("pile")
    cards = given.cards("cards")
    lying = _after_rows(pile)
    if len(lying) < len(after_rows(pile)):
        ruling = _explain_discarded(rule_play(lying, cards), pile, lying)
    row = seen_in_a_row(lying + cards)
    if not row or cards[0].rank in "3X":
        return ruling
    if not ruling.verdict["legal"] or ruling.verdict["again"]:
        return ruling

    template = (
        "{row:short} in a row, as 3s are seen through: the pile goes to the discards."
    )
    why = by_house_rule(RULE, template, row=row)
    verdict = {**ruling.verdict, "pile": (), "again": True, "cover": False}
    cleared = replace(ruling, verdict=verdict, summary=say_row_cleared(cards))
    return with_house_rule(cleared, why, "threes-and-rows", "cover", "cover-twos")


@hookimpl(wrapper=True)
def answer(given: Values) -> Wrapper[Ruling]:
    """Return the ruling on a pile after cards up to such a row are discarded."""
    ruling = yield
    pile = given.cards("pile")
    lying = _after_rows(pile)
    if len(lying) < len(after_rows(pile)):
        return _explain_discarded(rule_legal(lying), pile, lying)
    return ruling


def _after_rows(pile: Cards) -> Cards:
    """Return the cards above the last row, be it seen through 3s."""
    for end in range(len(pile), 0, -1):
        if pile[end - 1].rank != "3" and seen_in_a_row(pile[:end]):
            return after_rows(pile[end:])
    return after_rows(pile)


def _explain_discarded(ruling: Ruling, pile: Cards, lying: Cards) -> Ruling:
    row = seen_in_a_row(pile[: len(pile) - len(lying)])
    template = (
        "{row:short} in a row, as 3s are seen through: the pile up to them counts as "
        "already discarded."
    )
    why = by_house_rule(RULE, template, row=row)
    if lying:
        return with_house_rule(ruling, why)
    return with_house_rule(ruling, why, "anything-goes")
