"""News of an event's results: what changed, and which earlier tables still wait."""

from collections.abc import Iterator, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass

from referee.events.event import Event, EventTable
from referee.events.standings import LateScore, SeatResult, find_late_scores
from referee.hosting.events.event_now import EventNow
from referee.hosting.store.event_log import (
    find_counted_before,
    find_latest_authors,
    read_seat_names,
)
from referee.hosting.tables.confirming import confirmers_of
from referee.hosting.tables.snapshot import Snapshot
from referee.match.trying.disputing import begin_change_dispute, may_dispute
from referee.match.viewer import SPECTATOR
from referee.plugin.game_faults import GameFaultError
from referee.vocabulary.errors import RefereeError
from referee.vocabulary.text import Text, say
from referee.vocabulary.values import Score, as_score, written_score
from referee_web.guards.auth import viewer_at
from referee_web.guards.services import room


@dataclass(frozen=True, slots=True)
class LateNews:
    """A sentence about a table that changed, or of an earlier round."""

    sentence: Text
    code: str
    """The table's code."""
    is_waiting: bool = False
    """Whether something is still to be done there."""
    is_private: bool = False
    """Whether the result that changed had never counted: its table and the director
    read it.
    """


def list_late_news(now: EventNow) -> list[LateNews]:
    """Return the news, in the order of the rounds: changes first.

    A change is news until another round begins, so after the last it stays.
    """
    event = now.event
    latest = event.rounds[-1].tables if event.rounds else ()
    changed = (*find_late_scores(event, now.results), *_list_corrected(now, latest))
    told = [(score.table, _say_change(event, score), False) for score in changed]
    for table in now.awaited:
        if table not in latest or _is_corrected(now, table):
            told.append((table, _say_waiting(now, table), True))

    correctors = _name_correctors(now, [table.code for table, _, _ in told])
    never_counted: Set[str] = frozenset()
    if event.plan.confirm:
        codes = {table.code for table in latest}
        never_counted = codes - find_counted_before(room().store, tuple(codes))
    news = []
    for table, text, is_waiting in told:
        by = correctors.get(table.code)
        if by is not None:
            text = say("{news} {by} corrected it.", news=text, by=by)
        is_private = not is_waiting and table.code in never_counted
        news.append(LateNews(text, table.code, is_waiting, is_private))
    return news


def _list_corrected(now: EventNow, tables: Sequence[EventTable]) -> Iterator[LateScore]:
    """Yield the scores of this round's tables that were corrected."""
    codes = tuple(table.code for table in tables)
    corrected = find_latest_authors(room().store, codes, ["change"])
    for table in tables:
        before: tuple[Score, ...] = ()
        if table.code in now.event.scores:
            before = _list_scores(now.own.get(table.code, ()))
        elif table.code in corrected and table not in now.waiting:
            before = _find_scores_before(now, table)
        after = _list_scores(now.results.get(table.code, ()))
        if before not in ((), after):
            yield LateScore(table, len(now.event.rounds), before, after)


def _find_scores_before(now: EventNow, table: EventTable) -> tuple[Score, ...]:
    """Return the scores before the latest correction; () if the table cannot say."""
    with suppress(RefereeError, GameFaultError):
        there = room().snapshot(table.code, SPECTATOR)
        gains = there.latest_change.effect.points if there.latest_change else {}
        scores = zip(there.names, now.results[table.code], strict=True)
        return tuple(as_score(own.score - gains.get(seat, 0)) for seat, own in scores)
    return ()


def _name_correctors(now: EventNow, codes: Sequence[str]) -> dict[str, Text | str]:
    """Return who corrected the results of these tables last, by table."""
    corrected = find_latest_authors(room().store, codes, ["change"])
    seats = read_seat_names(room().store, tuple(corrected))
    names: dict[str, Text | str] = {}
    for code in codes:
        position = corrected.get(code)
        if code in now.event.scores or (code in corrected and position is None):
            names[code] = say("The director")
        elif position is not None:
            names[code] = seats[code][position]
    return names


@dataclass(frozen=True, slots=True)
class EarlierResult:
    """A result of this phone's owner that was changed, or that nobody confirmed yet."""

    sentence: Text
    code: str
    """The table's code."""
    seq: int | None
    """The number of its log's last line, if the viewer's side has to confirm it."""
    change: str | None
    """The id of the change that the viewer can dispute, or None."""


def list_earlier_results(now: EventNow, entrant: str) -> list[EarlierResult]:
    """Return the results of this entrant's tables that were changed, or are late."""
    results = []
    for news in list_late_news(now):
        code = news.code
        if entrant not in now.event.tables[code].seats:
            continue
        try:
            viewer = viewer_at(room().facts(code))
            there = room().snapshot(code, viewer)
            may_confirm = confirmers_of(there, now.event).may_confirm(viewer)
        except (RefereeError, GameFaultError):
            continue  # its own page says what is wrong there
        if there.match is not None and there.finished:
            results.append(_describe_result(news, code, there, may_confirm))
    return results


def _describe_result(
    news: LateNews, code: str, there: Snapshot, may_confirm: bool
) -> EarlierResult:
    dispute = there.current_dispute
    if dispute is not None:
        by = dispute.by or say("The director")
        template = "{news} {by} objects, and the director decides."
        text = say(template, news=news.sentence, by=by)
        return EarlierResult(text, code, None, None)
    match = there.begun_match
    change = None
    for made in reversed(match.changes):
        if may_dispute(match, there.viewer, begin_change_dispute, made.id):
            change = made.id
            break
    may_confirm = may_confirm and news.is_waiting
    seq = there.view.seq if may_confirm else None
    return EarlierResult(news.sentence, code, seq, change if may_confirm else None)


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
    if _is_corrected(now, table):
        before = _list_scores(now.results[table.code])
        after = _list_scores(now.unconfirmed[table.code])
        return say(
            "{table} was corrected to {now}, from {before}, and waits to be confirmed.",
            table=name,
            now=_write_scores(now.event, table, after),
            before=_write_scores(now.event, table, before),
        )
    if table.code in now.disputed:
        return say("{table} is disputed.", table=name)
    if table.code in now.played:
        return say("{table} waits to be confirmed.", table=name)
    return say("{table} waits for its result.", table=name)


def _is_corrected(now: EventNow, table: EventTable) -> bool:
    """Return whether another result of the table counts than waits to be confirmed."""
    counts = now.results.get(table.code)
    waits = now.unconfirmed.get(table.code)
    return None not in (counts, waits) and counts != waits


def _list_scores(seats: Sequence[SeatResult]) -> tuple[Score, ...]:
    return tuple(seat.score for seat in seats)


def _write_scores(event: Event, table: EventTable, scores: Sequence[Score]) -> str:
    """Return all with their scores, such as "Ana + Ben 4 · Cem 2 · Di 1"."""
    if not scores:
        return ""
    sides = []
    for side in event.sides_at(table):
        by_score: dict[Score, list[str]] = {}
        for entrant in side:
            score = scores[table.seats.index(entrant)]
            by_score.setdefault(score, []).append(event.entrants[entrant].name)
        for score, names in by_score.items():
            sides.append(f"{' + '.join(names)} {written_score(score)}")
    return " · ".join(sides)
