"""Who takes a key, and why."""

from collections.abc import Mapping

from referee import (
    FieldError,
    Reason,
    Ruling,
    Values,
    WrongFieldsError,
    count,
    hookimpl,
    say,
)

from .bid import added_up
from .card_values import VALUES, total, why_never_in_hand
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
def score_round(given: Values) -> Ruling:
    """The ruling on the hands at a key: `winner` (a side, or None for chance to
    choose), `totals`, `reason`.

    `last_winner` is the side that last won a card by bidding, left out while none has.
    WrongFieldsError when there are not two sides, or a hand that cannot be.
    """
    hands = given.cards_by_side("hands")
    last_winner = given.seat("last_winner") if given.has("last_winner") else None
    _check_hands(hands, last_winner)
    totals = {side: total(together(hand)) for side, hand in hands.items()}
    highest, lowest = max(totals.values()), min(totals.values())
    if highest == lowest:
        return _level(hands, totals, last_winner)
    winner = max(totals, key=lambda side: totals[side])
    told = {"winner": winner, "value": highest, "lower": lowest}
    because = cite(
        "key",
        "The stronger hand takes the key: {value} against {lower}.",
        value=highest,
        lower=lowest,
    )
    summary = count(
        "{winner} takes the key with {value} against {lower} in hand",
        "{winner} take the key with {value} against {lower} in hand",
        people(winner),
        **told,
    )
    verdict = {"winner": winner, "totals": totals, "reason": "higher"}
    contest = decided_between(winner, hands, highest, lowest)
    return Ruling(
        verdict,
        summary,
        (because, *_why_totals(hands)),
        shown_by_side(hands, winner),
        contest=contest,
    )


def _check_hands(hands: CardsBySide, last_winner: str | None) -> None:
    check_sides("hands", hands)
    if len(hands) < 2 or None in hands.values():
        raise WrongFieldsError(
            FieldError(
                "hands",
                say("At a key both sides show their hands: name the cards of both."),
            )
        )
    for hand in hands.values():
        for each in together(hand):
            if each not in VALUES:
                raise WrongFieldsError(FieldError("hands", why_never_in_hand(each)))
    if last_winner is not None and last_winner not in hands:
        template = "{named} is neither side. Name one of {sides}, or nobody."
        raise WrongFieldsError(
            FieldError(
                "last_winner", say(template, named=last_winner, sides=tuple(hands))
            )
        )


def _level(
    hands: CardsBySide, totals: Mapping[str, int], last_winner: str | None
) -> Ruling:
    level = next(iter(totals.values()))
    if last_winner is None:
        summary = say(
            "The hands are level at {level}: chance decides who takes the key",
            level=level,
        )
        because = _why_chance(level)
    else:
        summary = count(
            "{winner} takes the key: the hands are level at {level}, and the last card "
            "bid for went to {winner}",
            "{winner} take the key: the hands are level at {level}, and the last card "
            "bid for went to {winner}",
            people(last_winner),
            winner=last_winner,
            level=level,
        )
        because = _why_last_winner(level, last_winner)
    reason = "random" if last_winner is None else "last-winner"
    verdict = {"winner": last_winner, "totals": totals, "reason": reason}
    contest = decided_between(last_winner, hands, level, level) if last_winner else None
    return Ruling(
        verdict,
        summary,
        (*because, *_why_totals(hands)),
        shown_by_side(hands, None),
        contest=contest,
    )


def _why_chance(level: int) -> tuple[Reason, ...]:
    template = (
        "The rules say so of the very first card; this referee reads it so of every "
        "key until somebody has."
    )
    return (
        cite(
            "chance",
            "The hands are level at {level}, and nobody has won a card by bidding yet.",
            level=level,
        ),
        cite("chance-until-a-bid", template),
    )


def _why_last_winner(level: int, winner: str) -> tuple[Reason, ...]:
    template = (
        "The hands are level at {level}, and the last card won by bidding went to "
        "{winner}."
    )
    return (
        cite("level-hands", template, level=level, winner=winner),
        cite(
            "last-bid",
            "The rules do not say what counts: this referee counts a lone bid, but no "
            "key.",
        ),
    )


def _why_totals(hands: CardsBySide) -> tuple[Reason, ...]:
    return tuple(
        [_why_total(side, hand) for side, hand in hands.items() if hand is not None]
    )


def _why_total(side: str, hand: CardsOfSide) -> Reason:
    told = {
        "side": side,
        "sum": added_up(together(hand)),
        "value": total(together(hand)),
    }
    if len(hand) > 1:
        return cite("team-key", "{side}: {sum} between them, worth {value}.", **told)
    return cite("values", "{side} has {sum}: {value}.", **told)
