"""Calls that read a whole match."""

from flask import Response, jsonify, request

from referee.hosting.history import bg_stats
from referee.hosting.history.bg_stats import BgStatsPlay
from referee.hosting.history.exports import match_csv, match_document
from referee.hosting.tables.loading import StrandedError
from referee.hosting.tables.permissions import match_of
from referee.hosting.tables.table import TableFacts
from referee.match.export import MatchDocument
from referee.match.log_entry import Viewer
from referee.match.visibility import LONGEST_PAGE
from referee.vocabulary.jsonable import jsonable
from referee_web.api.answers import MatchLog, SheetWithHighlights, extended
from referee_web.api.call import call
from referee_web.guards.auth import facts, room, viewer
from referee_web.wording import wording_of


@call("get", "/tables/<code>/log", who="anybody", query=("after", "limit"))
def log(code: str) -> MatchLog:
    """The log, a page of it.

    Entries, corrections and disputes stand in it by their numbers, oldest first. `next` is the `after` of the next
    page.
    """
    now = room().snapshot(code, viewer(code))
    after, limit = int(request.args.get("after", 0)), int(request.args.get("limit", LONGEST_PAGE))
    dealer_toss = now.match.dealer_toss if now.match is not None else None
    return extended(MatchLog, now.log(after, limit), dealer_toss=dealer_toss)


@call("get", "/tables/<code>/sheet", who="anybody", problems=(409,))
def sheet(code: str) -> SheetWithHighlights:
    """The score sheet.

    What each round brought every seat, who led when, and what was remarkable. It is the same for everybody.
    """
    now = room().snapshot(code, viewer(code), scores=True)
    match_of(now)
    assert now.scores is not None
    return extended(SheetWithHighlights, now.scores.sheet, highlights=now.scores.highlights)


@call(
    "get",
    "/tables/<code>/export",
    who="anybody",
    content={"application/json": MatchDocument | BgStatsPlay, "text/csv": str},
    query=("as",),
    problems=(409,),
)
def export(code: str) -> Response:
    """The whole match.

    As JSON, as CSV with a line for each of the log, or, once it is over, as a play of the app BG Stats.
    """
    reads, form = viewer(code), request.args.get("as", "json")
    if form == "json":
        document = match_document(*_seen_or_stranded(code, reads), wording_of(facts(code)))
        response = Response(document, mimetype="application/json")
    elif form == "csv":
        rows = match_csv(*_seen_or_stranded(code, reads), wording_of(facts(code)))
        response = Response(rows, mimetype="text/csv")
    else:
        response, form = jsonify(jsonable(bg_stats.play_of(room().snapshot(code, reads)))), "bgstats.json"
    response.headers["Content-Disposition"] = f'attachment; filename="match-{facts(code).code}.{form}"'
    return response


def _seen_or_stranded(code: str, reads: Viewer) -> tuple[TableFacts, Viewer]:
    """The table at this moment, also where nobody can play at it any more, and who the viewer is by now."""
    try:
        now = room().snapshot(code, reads)
        return now, now.by
    except StrandedError as stranded:
        return stranded.table, reads
