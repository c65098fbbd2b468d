"""What a deal scores: makers, a march, alone, euchred."""

from referee import Ruling, Values, count, hookimpl, say

from .rules import HAND, cite

NEEDED = 3
"""So many tricks the makers need."""


@hookimpl
def score_round(given: Values) -> Ruling:
    """The ruling on a deal: the points of the `makers` and of the `defenders`, the side that did not make trump."""
    revoked = given.choice("revoked") if given.has("revoked") else ""
    tricks, is_alone = given.number("tricks"), given.flag("alone")
    if revoked:
        return _rule_offence(revoked, is_alone)
    told = {"n": tricks, "all": HAND}
    if tricks < NEEDED:
        why = cite("score", "The makers took {n} of {all} tricks: the others score {points}.", points=2, **told)
        return Ruling({"makers": 0, "defenders": 2}, say("The makers are euchred"), (why,))
    points = _points_of_makers(tricks, is_alone)
    in_words = count("{n} point", "{n} points", points)
    because = [cite("score", "The makers took {n} of {all} tricks: {points}.", points=in_words, **told)]
    if points == 4:
        because.append(cite("alone", "A maker who plays alone scores 4 for all tricks."))
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
        why = cite("offence", "The makers did not follow suit: the others score {n}.", n=2)
        return Ruling({"makers": 0, "defenders": 2}, say("The makers have broken a rule"), (why,))
    points = 4 if is_alone else 2
    why = cite("offence", "The others did not follow suit: the makers score {n}.", n=points)
    return Ruling({"makers": points, "defenders": 0}, say("The others have broken a rule"), (why,))
