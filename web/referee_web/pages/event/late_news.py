"""News of an event's earlier rounds: what changed, and which tables still wait."""

from collections.abc import Sequence
from dataclasses import dataclass

from referee.events.event import Event, EventTable
from referee.events.standings import LateScore, find_late_scores
from referee.hosting.events.event_now import EventNow
from referee.vocabulary.text import Text, say
from referee.vocabulary.values import Score, written_score


@dataclass(frozen=True, slots=True)
class LateNews:
    """A sentence about a table of an earlier round."""

    sentence: Text
    waits: str | None = None
    """The table's code, if something is still to be done there."""


def list_late_news(now: EventNow) -> list[LateNews]:
    """Return the news, in the order of the rounds: changes first.

    A change is news until another round begins, or the event ends.
    """
    event = now.event
    news = []
    if not now.is_over:
        for score in find_late_scores(event, now.results):
            news.append(LateNews(_say_change(event, score)))
    latest = event.rounds[-1].tables if event.rounds else ()
    for table in now.awaited:
        if table not in latest:
            news.append(LateNews(_say_waiting(now, table), table.code))
    return news


def _say_change(event: Event, score: LateScore) -> Text:
    name = event.name_table(score.table.code)
    before = _write_scores(event, score.table, score.before)
    after = _write_scores(event, score.table, score.now)
    if not score.now:
        return say("{table} plays on; it was {before}.", table=name, before=before)
    if not score.before:
        return say("{table} came in late: {now}.", table=name, now=after)
    return say(
        "{table} is now {now}, not {before}.", table=name, now=after, before=before
    )


def _say_waiting(now: EventNow, table: EventTable) -> Text:
    name = now.event.name_table(table.code)
    if table.code in now.played:
        return say("{table} waits to be confirmed.", table=name)
    return say("{table} waits for its result.", table=name)


def _write_scores(event: Event, table: EventTable, scores: Sequence[Score]) -> str:
    """Return the sides with their scores, such as "Ana + Ben 4 · Cem + Di 2"."""
    if not scores:
        return ""
    sides = []
    for side in event.sides_at(table):
        names = " + ".join(event.entrants[entrant].name for entrant in side)
        score = scores[table.seats.index(side[0])]
        sides.append(f"{names} {written_score(score)}")
    return " · ".join(sides)
