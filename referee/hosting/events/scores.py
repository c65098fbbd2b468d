"""What a director does about scores, and the lists of a round's tables."""

from collections.abc import Mapping

from referee.events.event import Adjustment
from referee.events.standings import reckon_entered
from referee.hosting.events.desk import EventDesk, NewRecord, deed, find_table
from referee.hosting.events.director_calls import (
    answer_about_score,
    list_answers_about_score,
)
from referee.hosting.events.entrants import find_entrant
from referee.hosting.events.event_now import EventNow
from referee.hosting.events.possible_scores import require_possible
from referee.hosting.tables.confirming import confirm_result
from referee.hosting.tables.snapshot import Snapshot
from referee.match.viewer import SPECTATOR
from referee.vocabulary.errors import NotFoundError, wrong_field
from referee.vocabulary.ruling import Reckoning
from referee.vocabulary.text import say
from referee.vocabulary.values import Score


@deed
def adjust_points(
    now: EventNow,
    entrant: str,
    points: Score,
    why: str,
    after: int | None = None,
) -> list[NewRecord]:
    """Give or take points, with a reason that everybody reads.

    `after` is how many adjustments the director saw: one that is the same and came
    since then is this one, sent twice. With None it is given in any case.
    """
    now.require_director()
    find_entrant(now.event, entrant)
    if after is not None:
        since = now.event.adjustments[after:]
        if Adjustment(entrant, points, why) in since:
            return []
    body = {"entrant": entrant, "points": points, "why": why}
    return [NewRecord("adjustment", body)]


@deed
def enter_scores(
    now: EventNow, table: str, scores: Mapping[str, Score]
) -> list[NewRecord]:
    """Enter a table's scores by entrant, overriding the match's.

    With no scores the match's own result counts again. Scores answer a call whose
    one reason is that the score is wrong. Raise WrongFieldsError for scores that
    the table could not enter either.
    """
    now.require_director()
    played = find_table(now.event, table)
    if scores and {*scores} != {*played.seats}:
        raise wrong_field("scores", say("Give each entrant there a score."))
    if scores:
        require_possible(now.event, played, scores)
    entered = {"table": played.code, "scores": dict(scores)}
    records = [NewRecord("score", entered, rings=[played.code])]
    if scores:
        records += list_answers_about_score(now.event, played.code)
    return records


def confirm_as_director(desk: EventDesk, code: str, seq: int) -> None:
    """Confirm a table's result up to this line of its log, as its host.

    It answers calls as `enter_scores` does. Raise as `confirm_result` of a table.
    """
    table = find_table(desk.direct().event, code)
    viewer = desk.room.viewer(table.code, desk.tokens)
    with desk.room.changing(table.code, viewer) as held:
        confirm_result(held, seq)
    answer_about_score(desk, table.code)


def look_at_lists(
    desk: EventDesk, number: int
) -> list[tuple[int, Snapshot, tuple[Reckoning, ...]]]:
    """Return a round's tables by number as spectators see them, with their lists.

    Scores that the director entered stand in place of lists. Raise NotFoundError if
    there is no such round.
    """
    event = desk.attend().event
    if not 0 < number <= len(event.rounds):
        raise NotFoundError(say("This event has no such round."))
    listed = []
    for table in event.rounds[number - 1].tables:
        _, at = event.locate_table(table.code)
        snapshot = desk.room.snapshot(table.code, SPECTATOR)
        lists = reckon_entered(event, table.code) or snapshot.score_list
        listed.append((at, snapshot, lists))
    return listed
