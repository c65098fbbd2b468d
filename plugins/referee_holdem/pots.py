"""How the pots split: main and side pots, uncalled bets, shares and odd chips."""

from collections.abc import Callable, Mapping, Sequence

from referee import (
    FieldError,
    Pot,
    Reason,
    Ruling,
    Text,
    Values,
    WrongFieldsError,
    divide_pots,
    hookimpl,
    return_uncalled,
    say,
    share_pot,
)

from .rules import cite

Share = Callable[[int, Sequence[str], int], dict[str, int]]
"""How winners share chips that come in chips of one size."""


@hookimpl
def score_round(given: Values) -> Ruling:
    """The ruling on the pots: `won` and `returned` by seat, and each of `pots` with its
    chips, seats and winners.

    The seats of `put_in` stand clockwise from the dealer's left neighbour on. `ranking`
    has those who are still in, the best hand first; all others have folded, or show
    nothing.
    """
    return rule_pots(given, share_pot)


def rule_pots(given: Values, share: Share) -> Ruling:
    """The ruling on pots whose odd chips are shared so."""
    put_in, ranking = given.numbers_by_seat("put_in"), given.order("ranking")
    _require_winner(put_in, ranking)
    inside, chip = (
        [seat for place in ranking for seat in place],
        given.number_if_any("chip") or 1,
    )
    returned = return_uncalled(put_in)
    pots = divide_pots(put_in, [seat for seat in put_in if seat not in inside])
    winners = [_winners(pot, ranking, tuple(put_in)) for pot in pots]
    shares = [
        share(pot.chips, best, chip) for pot, best in zip(pots, winners, strict=True)
    ]
    won = {seat: sum(one.get(seat, 0) for one in shares) for seat in put_in}
    told = [
        {"chips": pot.chips, "seats": pot.seats, "winners": best}
        for pot, best in zip(pots, winners, strict=True)
    ]
    verdict = {"won": won, "returned": returned, "pots": told}
    back = "{n} goes back to {seat}: nobody has called it."
    because = [
        *(cite("uncalled", back, seat=seat, n=n) for seat, n in returned.items()),
        *(_why(n, pots, best) for n, best in enumerate(winners)),
        *(
            _odd(best, one)
            for best, one in zip(winners, shares, strict=True)
            if len({*one.values()}) > 1
        ),
    ]
    return Ruling(verdict, _summary(pots, winners), tuple(because))


def _require_winner(
    put_in: Mapping[str, int],
    ranking: Sequence[Sequence[str]],
) -> None:
    """Raise WrongFieldsError where nobody could win what was put in."""
    inside = [seat for place in ranking for seat in place]
    for seat in inside:
        if seat not in put_in:
            wrong = say("{seat} is not among those who have put in chips.", seat=seat)
            raise WrongFieldsError(FieldError("ranking", wrong))

    called = sum(put_in.values()) - sum(return_uncalled(put_in).values())
    if called and not any(put_in[seat] for seat in inside):
        wrong = say("Nobody here has put in chips, so nobody could win the pot.")
        raise WrongFieldsError(FieldError("ranking", wrong))


def _winners(
    pot: Pot, ranking: Sequence[Sequence[str]], order: Sequence[str]
) -> tuple[str, ...]:
    """The best of those who can win a pot, clockwise."""
    places = (
        tuple(seat for seat in order if seat in place and seat in pot.seats)
        for place in ranking
    )
    return next(filter(None, places))


def _why(number: int, pots: Sequence[Pot], winners: tuple[str, ...]) -> Reason:
    pot = pots[number]
    told = {"n": pot.chips, "number": number, "seats": pot.seats, "winners": winners}
    if len(pot.seats) == 1:
        return cite("pots", "{seats} wins this pot of {n}.", **told)
    if len(pots) == 1:
        return cite(
            "pots", "The pot, {n}: {seats} can win it. It goes to {winners}.", **told
        )
    if not number:
        return cite(
            "pots", "Main pot, {n}: {seats} can win it. It goes to {winners}.", **told
        )
    return cite(
        "pots",
        "Side pot {number}, {n}: {seats} can win it. It goes to {winners}.",
        **told,
    )


def _odd(winners: tuple[str, ...], shares: Mapping[str, int]) -> Reason:
    most = tuple(seat for seat in winners if shares[seat] == max(shares.values()))
    return cite(
        "odd-chips",
        "The odd chips go to {seats}, first left of the dealer.",
        seats=most,
    )


def _summary(pots: Sequence[Pot], winners: Sequence[tuple[str, ...]]) -> Text:
    if not pots:
        return say("Nothing is in the pot")
    if len({*winners}) == 1:
        total = sum(pot.chips for pot in pots)
        if len(winners[0]) == 1:
            return say("{seat} takes {n}", seat=winners[0][0], n=total)
        return say("{seats} share {n}", seats=winners[0], n=total)
    parts = tuple(
        say("{n} to {seats}", n=pot.chips, seats=best)
        for pot, best in zip(pots, winners, strict=True)
    )
    return say("{parts:;}", parts=parts)
