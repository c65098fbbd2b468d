"""What a deal scores: makers, a march, alone, euchred."""

from collections.abc import Iterator
from dataclasses import replace

from referee import Reason, Ruling, Values, count, hookimpl, say, tricks_in_the_end

from .rules import HAND, cite

NEEDED = 3
"""So many tricks the makers need."""


@hookimpl
def score_round(given: Values) -> Ruling:
    """The ruling on a deal: the points of the `makers` and of the `defenders`, the side
    that did not make trump.
    """
    revoked, is_alone = given.seat_if_any("revoked"), given.flag("alone")
    if revoked is not None:
        return _rule_offence(revoked, is_alone)
    tricks = tricks_in_the_end(given, HAND, "makers")
    ruling = _rule_tricks(tricks, is_alone)
    return replace(ruling, because=(*_why_early(given), *ruling.because))


def _why_early(given: Values) -> Iterator[Reason]:
    """Why the deal was over before its last trick."""
    if given.has("given_up"):
        makers = "The makers gave the deal up: the others take all that is left."
        others = "The others gave the deal up: the makers take all that is left."
        yield cite(
            "given-up", makers if given.choice("given_up") == "makers" else others
        )
    elif given.has("rest"):
        makers, others = (
            "The makers take all that is left.",
            "The others take all that is left.",
        )
        yield cite("claim", makers if given.choice("rest") == "makers" else others)


def _rule_tricks(tricks: int, is_alone: bool) -> Ruling:
    """The ruling on so many tricks of the makers."""
    told = {"n": tricks, "all": HAND}
    if tricks < NEEDED:
        why = cite(
            "score",
            "The makers took {n} of {all} tricks: the others score {points}.",
            points=2,
            **told,
        )
        return Ruling(
            {"makers": 0, "defenders": 2}, say("The makers are euchred"), (why,)
        )
    points = _points_of_makers(tricks, is_alone)
    in_words = count("{n} point", "{n} points", points)
    because = [
        cite(
            "score",
            "The makers took {n} of {all} tricks: {points}.",
            points=in_words,
            **told,
        )
    ]
    if points == 4:
        because.append(
            cite("alone", "A maker who plays alone scores 4 for all tricks.")
        )
    summary = say("The makers have made it")
    if tricks == HAND:
        summary = say("A march, alone") if is_alone else say("A march")
    return Ruling({"makers": points, "defenders": 0}, summary, tuple(because))


def _points_of_makers(tricks: int, is_alone: bool) -> int:
    """What makers score who are not euchred.

    >>> [_points_of_makers(tricks, is_alone=True) for tricks in (3, 4, 5)]
    [1, 1, 4]
    """
    if tricks < HAND:
        return 1
    return 4 if is_alone else 2


def _rule_offence(revoked: str, is_alone: bool) -> Ruling:
    """The ruling on a deal in which it is proven that somebody did not follow suit."""
    if revoked == "both":
        why = cite("offence", "Both sides did not follow suit, and nobody scores.")
        return Ruling({"makers": 0, "defenders": 0}, say("Nobody scores"), (why,))
    if revoked == "makers":
        why = cite(
            "offence", "The makers did not follow suit: the others score {n}.", n=2
        )
        return Ruling(
            {"makers": 0, "defenders": 2}, say("The makers have broken a rule"), (why,)
        )
    points = 4 if is_alone else 2
    why = cite(
        "offence", "The others did not follow suit: the makers score {n}.", n=points
    )
    return Ruling(
        {"makers": points, "defenders": 0}, say("The others have broken a rule"), (why,)
    )
