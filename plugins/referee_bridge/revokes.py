"""What a revoke costs: tricks that go to the other side once the deal is played out."""

from collections.abc import Iterator
from dataclasses import replace

from referee import Ask, Field, Question, Ruling, TricksPlayed, Values, count, say

from .rules import cite

_WON_BY = {"offender": say("Whoever revoked"), "partner": say("The partner"), "others": say("The other side")}

QUESTION = Question(
    "revoke",
    say("What does a revoke cost?"),
    (
        Field("won_by", "choice", say("Who took the trick"), choices=tuple(_WON_BY), labels=_WON_BY),
        Field("later", "number", say("Tricks that the revoking side took afterwards"), min=0, max=12),
        Field("trick", "number", say("In which trick it was"), min=1, max=13, default=1, optional=True),
        Field("dummy", "flag", say("It was dummy's card"), default=False, optional=True),
        Field("again", "flag", say("The same player's second in this suit"), default=False, optional=True),
        Field("both", "flag", say("The other side revoked too"), default=False, optional=True),
    ),
)


def rule_revoke(given: Values) -> Ruling:
    """Rule on how many tricks a revoke costs."""
    won_by, later = given.choice("won_by"), given.number("later")
    own = won_by == "offender"
    if given.flag("dummy"):
        n, because = 0, cite("revoke-free", "Dummy's cards are not paid for: everybody saw them.")
    elif given.flag("both"):
        n, because = 0, cite("revoke-free", "Both sides have revoked.")
    elif given.flag("again"):
        n, because = 0, cite("revoke-free", "The same player's first revoke in this suit is paid for already.")
    elif given.has("trick") and given.number("trick") >= 12:
        n, because = 0, cite("revoke-free", "One in the twelfth trick is put right, and not paid for.")
    elif own:
        n = 1 + min(later, 1)
        because = cite("revoke", "Whoever revoked took that trick: it goes over, and one that followed, if there was.")
    else:
        n = min(later + (won_by == "partner"), 1)
        because = cite("revoke", "Whoever revoked did not take that trick: one goes over, it or a later one.")
        if not n:
            because = cite("revoke", "The side took no trick from then on.")
    summary = count("{n} trick goes to the other side", "{n} tricks go to the other side", n)
    return Ruling({"tricks": n}, summary, (because,))


Side = tuple[str, ...]

Revoke = tuple[int, str, bool]
"""In which trick, of which seat, and whether that seat revoked in this suit before."""


def proven_revokes(deal: TricksPlayed) -> Iterator[Revoke]:
    """Yield the revokes of those who are proven to have revoked in this deal, in the order of the tricks."""
    before: set[tuple[str, str | None]] = set()
    for number, trick in enumerate(deal.tricks, 1):
        for seat, card in trick.plays.items():
            held = any(later.plays[seat].suit == trick.led for later in deal.tricks[number:])
            if seat in deal.offenders and card.suit != trick.led and held:
                yield number, seat, (seat, trick.led) in before
                before.add((seat, trick.led))


def rule_revokes(deal: TricksPlayed, side: Side, dummy: str, ask: Ask) -> tuple[int, tuple[Ruling, ...]]:
    """Rule on the revokes of a side in a deal, and return how many tricks it gives for them."""
    found = tuple(proven_revokes(deal))
    sides = {seat in side for _, seat, _ in found if seat != dummy}
    rulings, given, most = [], 0, 0
    for number, seat, again in found:
        if seat not in side:
            continue
        winner = deal.tricks[number - 1].winner
        ruled = ask(
            "revoke",
            won_by="offender" if winner == seat else "partner" if winner in side else "others",
            later=_taken_from(number + 1, side, deal),
            trick=number,
            dummy=seat == dummy,
            again=again,
            both=len(sides) > 1 and seat != dummy,
        )
        rulings.append(replace(ruled, about=say("The revoke of {seat} in trick {n}", seat=seat, n=number)))
        if n := ruled.decided.number("tricks"):
            given, most = given + n, most or _taken_from(number, side, deal)
    if given > most:
        because = cite("revokes-together", "From the first of them on the side took {n}.", n=most)
        summary = count("{n} trick goes over for all of these revokes", "{n} tricks go over for all of them", most)
        rulings.append(Ruling({"tricks": most}, summary, (because,)))
    return min(given, most), tuple(rulings)


def _taken_from(number: int, side: Side, deal: TricksPlayed) -> int:
    """Return how many tricks a side took from this one on, with those that it claimed."""
    taken = sum(trick.winner in side for trick in deal.tricks[number - 1 :])
    return taken + sum(deal.claimed.get(seat, 0) for seat in side)
