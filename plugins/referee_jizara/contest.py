"""Who takes the card that was turned, and why."""

from collections.abc import Mapping
from dataclasses import replace

from referee import (
    FieldError,
    Reason,
    Ruling,
    Text,
    Values,
    WrongFieldsError,
    count,
    hookimpl,
    say,
)

from .bid import added_up, unchained
from .card_values import total
from .rules import cite
from .sides import (
    CardsBySide,
    CardsOfSide,
    check_sides,
    decided_between,
    people,
    shown_by_side,
    together,
)


@hookimpl
def resolve_trick(given: Values) -> Ruling:
    """The ruling on bids: `winner` (a side or None), `values` by side, `reason`.

    A side that is not named passes. WrongFieldsError when a bid is not legal, or names
    cards that cannot be. In a match that was ruled when the bids were laid (`ruled`),
    perhaps by a house rule or the table, and is not checked again.
    """
    bids = given.cards_by_side("bids")
    if not given.has("ruled"):
        check_sides("bids", bids)
        _check_legal(bids)
    values = {
        side: None if bid is None else total(together(bid))
        for side, bid in bids.items()
    }
    bidding = {side: value for side, value in values.items() if value is not None}
    highest = max(bidding.values(), default=0)
    first = tuple([side for side, value in bidding.items() if value == highest])
    if not bidding:
        return _ruling(
            None,
            values,
            bids,
            "none",
            _NOBODY,
            (cite("nobody", "Nobody bids, so the card is burned."),),
        )
    if len(bidding) == 1:
        return _solo(first[0], values, bids)
    if len(first) > 1:
        template = (
            "Both bids are worth {value}: neither side takes the card, and it is "
            "burned."
        )
        because = (cite("tie", template, value=highest), *_why_values(bids))
        return _ruling(None, values, bids, "tie", say(_TIE, value=highest), because)
    return _higher(first[0], min(bidding.values()), values, bids)


_NOBODY = say("Nobody takes the card")
_TIE = "Nobody takes the card, with {value} bid on both sides"


def _check_legal(bids: CardsBySide) -> None:
    for side, bid in bids.items():
        for cards in bid or ():
            if len(large := unchained(cards)) > 1:
                fault = say(
                    "Of {large} only one can be bid: none of them is a chain card (2, "
                    "3 or 4).",
                    large=large,
                )
                raise WrongFieldsError(
                    FieldError("bids", say("{side}: {fault}", side=side, fault=fault))
                )


def _solo(winner: str, values: Mapping[str, int | None], bids: CardsBySide) -> Ruling:
    because = cite("solo", "No other side bids, so any bid takes the card.")
    summary = count(
        "{winner} takes the card unopposed, with {value}",
        "{winner} take the card unopposed, with {value}",
        people(winner),
        winner=winner,
        value=values[winner],
    )
    return _ruling(winner, values, bids, "solo", summary, (because, *_why_values(bids)))


def _higher(
    winner: str, lower: int, values: Mapping[str, int | None], bids: CardsBySide
) -> Ruling:
    because = cite(
        "both-bid",
        "The higher bid takes the card: {value} against {lower}.",
        value=values[winner],
        lower=lower,
    )
    summary = count(
        "{winner} takes the card with {value} against {lower}",
        "{winner} take the card with {value} against {lower}",
        people(winner),
        winner=winner,
        value=values[winner],
        lower=lower,
    )
    ruling = _ruling(
        winner, values, bids, "higher", summary, (because, *_why_values(bids))
    )
    return replace(
        ruling, contest=decided_between(winner, bids, values[winner] or 0, lower)
    )


def _ruling(
    winner: str | None,
    values: Mapping[str, int | None],
    bids: CardsBySide,
    reason: str,
    summary: Text,
    because: tuple[Reason, ...],
) -> Ruling:
    verdict = {"winner": winner, "values": values, "reason": reason}
    return Ruling(verdict, summary, because, shown_by_side(bids, winner))


def _why_values(bids: CardsBySide) -> tuple[Reason, ...]:
    return tuple(
        [_why_value(side, bid) for side, bid in bids.items() if bid is not None]
    )


def _why_value(side: str, bid: CardsOfSide) -> Reason:
    told = {"side": side, "sum": added_up(together(bid)), "value": total(together(bid))}
    if len(bid) > 1:
        return cite("team-bid", "{side}: {sum} between them, worth {value}.", **told)
    return cite("values", "{side} bids {sum}: {value}.", **told)
