"""The ruling on a round: what it brings everybody, and what they have then."""

from dataclasses import replace

from referee import Reason, Rounds, Ruling, Score, Values, hookimpl, rule_round, say, whole, written_score

from .rules import cite


@hookimpl
def score_round(given: Values) -> Ruling:
    """The ruling on what a round brings: `totals`, what each has then. Whoever is not named in `points` gets none."""
    points = given.scores("points")
    totals = {seat: whole(had + points.get(seat, 0)) for seat, had in given.scores("totals").items()}
    totals |= {seat: n for seat, n in points.items() if seat not in totals}
    because = tuple(_added(seat, n, totals[seat]) for seat, n in points.items())
    said = tuple(say("{seat} {total}", seat=seat, total=written_score(total)) for seat, total in totals.items())
    return Ruling({"totals": totals}, say("Now: {totals}.", totals=said), because)


def _added(seat: str, points: Score, total: Score) -> Reason:
    told = {"seat": seat, "points": written_score(points), "total": written_score(total)}
    return cite("adding-up", "{seat}: {points}, which makes {total}.", **told)


def rule_entered(before: Rounds, after: Rounds, ruled: Ruling) -> Ruling:
    """The ruling on a round that was entered: `ruled` says what it adds up to, and here also who leads, or has won."""
    told = rule_round(before, after, cite, "ties" if after.in_playoff else "end")
    return replace(
        ruled,
        verdict={**told.verdict, **ruled.verdict},
        summary=told.summary,
        because=(*told.because, *ruled.because),
        about=told.about,
        reckoning=told.reckoning,
    )
