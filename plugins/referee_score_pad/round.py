"""The ruling on a round: what it brings everybody, and what they have then."""

from dataclasses import replace

from referee import (
    NOTHING,
    Reason,
    Reckoning,
    Ruling,
    Score,
    Text,
    Values,
    count,
    hookimpl,
    leaders,
    rule_round,
    say,
    whole,
    written_score,
)

from .dice import LABELS
from .rules import cite
from .sheet import Sheet
from .state import State


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


def rule_entered(before: State, after: State, ruled: Ruling, scored: Ruling | None, sheet: Sheet) -> Ruling:
    """The ruling on a round or a turn that was entered: what it brings, what that makes, and who leads or has won.

    `ruled` says what it adds up to; `scored`, by the rules of a preset, what it brings.
    """
    rounds = after.rounds
    told = rule_round(before.rounds, rounds, cite, "ties" if rounds.in_playoff else "end")
    # What a preset's own rules end needs no round to be the last.
    ends = () if sheet.winners(after) else told.because
    because, reckoning = (*ends, *ruled.because), told.reckoning
    if scored is not None:
        reckoning = _reckoning(reckoning, scored.reckoning, of_all=bool(rounds.winners) or not sheet.in_turns)
        because = (*(one for one in ruled.because if one.basis == "house-rule"), *scored.because, *ends)
    ahead = rounds.winners or (leaders(sheet.ranks(after), among=rounds.playing) if sheet.ranks else ())
    if reckoning and sheet.ranks:
        rows = tuple(replace(row, ahead=row.seat in ahead) for row in reckoning.rows)
        reckoning = replace(reckoning, rows=rows)
    return replace(
        ruled,
        verdict={**told.verdict, **ruled.verdict},
        summary=_summary(before, after, sheet, ahead) or told.summary,
        because=because,
        about=told.about,
        reckoning=reckoning,
    )


def _summary(before: State, after: State, sheet: Sheet, leading: tuple[str, ...]) -> Text | None:
    """What a turn has brought, or who is `leading` by more than the total; None where the total says it all."""
    if after.rounds.winners:
        return None
    had, totals = before.rounds.totals, after.rounds.totals
    if sheet.in_turns:
        seat = before.in_turn
        gain = whole(totals[seat] - had[seat])
        written = f"{'+' if gain > 0 else ''}{written_score(gain)}"
        told = {"seat": seat, "gain": written, "total": written_score(totals[seat])}
        if column := after.filled.get(seat):
            return say("{seat}: {category} {gain}, now {total}", category=LABELS[list(column)[-1]], **told)
        return say("{seat}: {gain}, now {total}", **told)
    if sheet.ranks is None:
        return None
    phase = after.phases[leading[0]]
    return count(
        "{seats} leads with phase {phase}", "{seats} lead with phase {phase}", len(leading), seats=leading, phase=phase
    )


def _reckoning(totals: Reckoning | None, scored: Reckoning | None, of_all: bool) -> Reckoning | None:
    """The totals, of all or of those who have scored, and what their points come of."""
    if totals is None or scored is None:
        return totals
    parts, nothing = {row.seat: row.cells[:-1] for row in scored.rows}, (NOTHING,) * (len(scored.columns) - 1)
    rows = (row for row in totals.rows if of_all or row.seat in parts)
    found = tuple(replace(row, cells=(*parts.get(row.seat, nothing), *row.cells)) for row in rows)
    return Reckoning((*scored.columns[:-1], *totals.columns), found)
