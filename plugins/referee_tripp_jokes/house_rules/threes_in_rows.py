"""A 3 is seen through in a row too: it lies between equal ranks, and they still are three in a row."""

from collections.abc import Generator
from dataclasses import replace

from referee import Card, HouseRule, Ruling, Values, by_house_rule, hookimpl, with_house_rule

from ..pile import after_rows, seen_in_a_row
from ..play import cleared_by_row, rule_legal, rule_play
from ..rules import GAME

_RULE = HouseRule(
    id="threes-in-rows",
    game=GAME.id,
    title="A 3 does not break a row",
    text="""Three cards of one rank are three in a row also where 3s lie between or upon them, since 3s are seen \
through: the whole pile goes to the discards, and the same player plays again.""",
)


@hookimpl
def describe_house_rule() -> HouseRule:
    """What the table agrees on."""
    return _RULE


@hookimpl(wrapper=True)
def resolve_trick(given: Values) -> Generator[None, Ruling, Ruling]:
    """The ruling on a play that makes a row, seen through 3s; any other ruling as it is."""
    ruling = yield
    pile, cards = given.cards("pile"), given.cards("cards")
    lying = _after_rows(pile)
    if len(lying) < len(after_rows(pile)):
        ruling = _with_discarded(rule_play(lying, cards), pile, lying)
    row = () if cards[0].rank in "3X" else seen_in_a_row((*lying, *cards))
    if not row or not ruling.verdict["legal"] or ruling.verdict["again"]:
        return ruling
    why = by_house_rule(
        _RULE, "{row:short} lie in a row, as 3s are seen through: the pile goes to the discards.", row=row
    )
    verdict = {**ruling.verdict, "pile": (), "again": True, "cover": False}
    cleared = replace(ruling, verdict=verdict, summary=cleared_by_row(cards))
    return with_house_rule(cleared, why, "threes-and-rows", "cover", "cover-twos")


@hookimpl(wrapper=True)
def answer(given: Values) -> Generator[None, Ruling, Ruling]:
    """The ruling on what a pile allows, of which what lies up to such a row is discarded already."""
    ruling = yield
    pile = given.cards("pile")
    lying = _after_rows(pile)
    return _with_discarded(rule_legal(lying), pile, lying) if len(lying) < len(after_rows(pile)) else ruling


def _after_rows(pile: tuple[Card, ...]) -> tuple[Card, ...]:
    """What lies above the last row, be it seen through 3s."""
    for end in range(len(pile), 0, -1):
        if pile[end - 1].rank != "3" and seen_in_a_row(pile[:end]):
            return after_rows(pile[end:])
    return after_rows(pile)


def _with_discarded(ruling: Ruling, pile: tuple[Card, ...], lying: tuple[Card, ...]) -> Ruling:
    row = seen_in_a_row(pile[: len(pile) - len(lying)])
    why = "{row:short} lie in a row, as 3s are seen through: the pile up to them is taken as discarded already."
    return with_house_rule(ruling, by_house_rule(_RULE, why, row=row), *(() if lying else ("anything-goes",)))
