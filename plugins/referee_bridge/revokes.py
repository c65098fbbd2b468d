"""What a revoke costs: tricks that go to the other side once the deal is played out."""

from collections.abc import Iterator
from dataclasses import replace

from referee import Ask, Reason, Ruling, TricksPlayed, Values, count, say

from .rules import cite

WON_BY = {"offender": say("Whoever revoked"), "partner": say("The partner"), "others": say("The other side")}
FREE = {
    "no": say("None of these"),
    "dummy": say("It was dummy's card"),
    "twelfth": say("It was in the twelfth trick"),
    "again": say("It was the same player's second in this suit"),
    "both": say("The other side has revoked too"),
}
"""For what nothing is paid."""


def rule_revoke(given: Values) -> Ruling:
    """Rule on how many tricks a revoke costs."""
    won_by, later, free = given.choice("won_by"), given.number("later"), given.seat_if_any("free") or "no"
    if free != "no":
        n, because = 0, cite("revoke-free", "{why}.", why=FREE[free])
    elif won_by == "offender":
        n = 1 + min(later, 1)
        because = cite("revoke", "Whoever revoked took that trick: it goes over, and one that followed, if there was.")
    else:
        n = min(later + (won_by == "partner"), 1)
        because = cite("revoke", "Whoever revoked did not take it: one goes over, if the side took it or a later one.")
    return _rule_tricks(n, because)


def _rule_tricks(n: int, because: Reason) -> Ruling:
    summary = count("{n} trick goes to the other side", "{n} tricks go to the other side", n)
    return Ruling({"tricks": n}, summary, (because,))


def _proven_revokes(deal: TricksPlayed) -> Iterator[tuple[int, str, bool]]:
    """Yield in which tricks who revoked, as proven, and whether that seat revoked in this suit before."""
    before: set[tuple[str, str | None]] = set()
    for number, trick in enumerate(deal.tricks, 1):
        for seat, card in trick.plays.items():
            held = any(later.plays[seat].suit == trick.led for later in deal.tricks[number:])
            if seat in deal.offenders and card.suit != trick.led and held:
                yield number, seat, (seat, trick.led) in before
                before.add((seat, trick.led))


def rule_revokes(deal: TricksPlayed, side: tuple[str, ...], dummy: str, ask: Ask) -> tuple[int, tuple[Ruling, ...]]:
    """Rule on the revokes of a side in a deal, and return how many tricks it gives for them."""
    found = [*_proven_revokes(deal)]
    both = len({seat in side for _, seat, _ in found if seat != dummy}) > 1
    rulings, given, most = [], 0, 0
    for number, seat, again in found:
        if seat in side:
            excuses = {"dummy": seat == dummy, "both": both, "twelfth": number == 12, "again": again}
            winner = deal.tricks[number - 1].winner
            won_by = "offender" if winner == seat else "partner" if winner in side else "others"
            free = next((why for why, holds in excuses.items() if holds), "no")
            ruled = ask("revoke", won_by=won_by, later=_taken_from(number + 1, side, deal), free=free)
            rulings.append(replace(ruled, about=say("The revoke of {seat} in trick {n}", seat=seat, n=number)))
            if n := ruled.decided.number("tricks"):
                given, most = given + n, most or _taken_from(number, side, deal)
    if given > most:
        because = cite("revokes-together", "From the first of them on the side took {n}.", n=most)
        rulings.append(replace(_rule_tricks(most, because), about=say("All revokes of the side")))
    return min(given, most), tuple(rulings)


def _taken_from(number: int, side: tuple[str, ...], deal: TricksPlayed) -> int:
    """Return how many tricks a side took from this one on, with those that it claimed."""
    taken = sum(trick.winner in side for trick in deal.tricks[number - 1 :])
    return taken + sum(deal.claimed.get(seat, 0) for seat in side)
