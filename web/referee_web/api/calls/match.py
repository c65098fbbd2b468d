"""Calls about a match: enter, correct, dispute, resolve, slap, and read all of it."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from flask import Response, jsonify, request

from referee.hosting.events import director_calls
from referee.hosting.history import bg_stats
from referee.hosting.history.bg_stats import BgStatsPlay
from referee.hosting.history.exports import match_csv, match_document
from referee.hosting.races.buzzers import Measured, Press
from referee.hosting.races.races import Buzzed
from referee.hosting.tables import (
    answering,
    buzzing,
    correcting,
    disputing,
    entering,
)
from referee.hosting.tables.correcting import Revised
from referee.hosting.tables.entering import EntryAnswer, SentEntry
from referee.hosting.tables.held_table import HeldTable
from referee.hosting.tables.loading import StrandedError
from referee.hosting.tables.table import TableFacts, not_begun
from referee.match.changes import Edit
from referee.match.showing.export import MatchDocument
from referee.match.showing.log_lines import DisputeLine
from referee.match.showing.log_pages import LONGEST_PAGE
from referee.match.trying.disputing import SentResolution
from referee.match.viewer import Viewer
from referee.vocabulary.errors import RefereeError
from referee.vocabulary.jsonable import jsonable
from referee.vocabulary.ruling import Reckoning
from referee_web.api.answers import (
    MatchLog,
    OpenedDispute,
    SheetWithHighlights,
    extend,
)
from referee_web.api.call import body, changing_with_body, get, post, read_json
from referee_web.api.passing_on import forward_to_owner, read_waited
from referee_web.guards.auth import event_desk, identify_viewer, look_up_table
from referee_web.guards.received import ARRIVAL, LATENESS
from referee_web.guards.services import room
from referee_web.spreadsheets import answer_program, tabulate_lists
from referee_web.wording import wording


@post(
    "/tables/<code>/entries",
    who="a seat or the host",
    takes=("OneEntry", "SeveralEntries"),
    status=201,
    query=("view",),
)
def enter(code: str) -> EntryAnswer:
    """Enter what happened.

    A seat enters for itself and for the table, the host for every seat. All entries of
    one call are taken, or none. An entry of the kind `stop`, without fields, ends the
    match at any moment: the host alone may make it.
    """
    sender = identify_viewer(code)
    sent = _sent_entries(read_json())
    with_view = request.args.get("view") != "none"
    with room().changing(code, sender) as held:
        return entering.enter(held, sent, with_view=with_view)


def _sent_entries(body: Mapping[str, Any]) -> list[SentEntry]:
    from referee_web.api import schemas

    if "entries" not in body:
        return [SentEntry(**schemas.read("OneEntry", body))]
    entries = schemas.read("SeveralEntries", body)["entries"]
    return [SentEntry(**entry) for entry in entries]


@post(
    "/tables/<code>/corrections",
    who="the entries' author or the host",
    takes="Correcting",
    status=201,
)
def correct(code: str) -> Revised:
    """Correct earlier entries."""
    with changing_with_body(code) as (held, wanted):
        revised = correcting.correct(held, _edits(wanted), wanted["drop_unfit"])
    answer_about_score(held)
    return revised


def answer_about_score(held: HeldTable) -> None:
    """Answer calls for the director that only say that this table's score is wrong.

    What was done at the table counts, also where the call cannot be answered now.
    """
    event = held.table.event
    if event is not None:
        with suppress(RefereeError):
            director_calls.answer_about_score(event_desk(event.event), held.code)


def _edits(wanted: Mapping[str, Any]) -> tuple[Edit, ...]:
    edits = []
    for edit in wanted["changes"] or ():
        edits.append(Edit(edit["seq"], edit.get("data")))
    return tuple(edits)


@post(
    "/tables/<code>/corrections/<correction>/undo",
    who="the entries' author or the host",
    takes="Undoing",
    status=201,
)
def undo(code: str, correction: str) -> Revised:
    """Undo a correction."""
    with changing_with_body(code) as (held, wanted):
        revised = correcting.undo(held, correction, drop_unfit=wanted["drop_unfit"])
    answer_about_score(held)
    return revised


@post(
    "/tables/<code>/corrections/<correction>/redo",
    who="the entries' author or the host",
    takes="Undoing",
    status=201,
)
def redo(code: str, correction: str) -> Revised:
    """Make an undone correction again."""
    with changing_with_body(code) as (held, wanted):
        revised = correcting.undo(
            held, correction, redo=True, drop_unfit=wanted["drop_unfit"]
        )
    answer_about_score(held)
    return revised


# Phones as buzzers


def _arrival() -> float:
    """Return when the request's last byte came, by the clock of the races.

    The daemon notes it before parsing. Under another server, the body is read here, so
    that a head sent early gains no earlier time.
    """
    request.get_data()
    noted: float | None = request.environ.get(ARRIVAL)
    return room().races.now() if noted is None else noted


@post("/tables/<code>/clock", who="a seat", takes="Probing")
@forward_to_owner
def clock(code: str) -> Measured:
    """Have a page's clock measured.

    Begin with an empty object, then send each answer's `nonce` back at once, with the
    phone's own time at its receipt. An empty object begins another clock: each page
    that a seat has open is measured apart, and the last eight are kept.
    """
    arrival = _arrival()
    sender = identify_viewer(code)
    probe = body()
    races = room().races
    table = room().current_table(code)
    return buzzing.measure(races, table, sender, arrival, probe["nonce"], probe["t"])


@post("/tables/<code>/buzz", who="a seat", takes="Buzzing", status=202)
@forward_to_owner
def buzz(code: str) -> Buzzed:
    """Slap.

    A short window after the first slap its order stands in everybody's view as
    `finish`, and in the prompt that names the race as the `default` of its `order`
    field; `changed` is sent then. 409 is a false start: no such race is open, or the
    phone is not armed. 429: somebody mashes.
    """
    arrival = _arrival()
    lateness = read_waited() + request.environ.get(LATENESS, 0.0)
    sender = identify_viewer(code)
    slap = body()
    press = Press(slap["t"], arrival, slap["nonce"], lateness)
    table = room().current_table(code)
    return buzzing.buzz(room().races, table, sender, slap["race"], press)


# Disputing


@post(
    "/tables/<code>/disputes",
    who="a seat or the host",
    takes="Disputing",
    status=201,
)
def open_dispute(code: str) -> OpenedDispute:
    """Dispute a ruling, a refusal or a correction.

    The match pauses until it is settled: only the host's entries are taken. The seat
    that disputes has voted against it, until it votes otherwise. A refusal is
    disputed by whoever was refused, while it is remembered; a correction by anybody
    but its author.
    """
    with changing_with_body(code) as (held, body):
        why = body["why"]
        seat = body["seat"]
        if body["entry"] is not None:
            dispute = disputing.dispute_refusal(held, body["entry"], why)
        elif body["correction"] is not None:
            correction = body["correction"]
            dispute = disputing.dispute_change(held, correction, why, seat)
        else:
            ruling = body["ruling"]
            dispute = disputing.dispute_ruling(
                held, body["seq"], ruling, why, seat, body["verdict"]
            )
    return OpenedDispute(dispute)


@post("/tables/<code>/answer", who="a seat or the host", takes="ShowingAnswer")
def show_answer(code: str) -> dict[str, bool]:
    """Show the table what is done where something went wrong.

    All pages show the game's answer until the next entry. 404 for a game without such
    answers, 409 after the match.
    """
    with changing_with_body(code) as (held, body):
        answering.show_answer(held, body["asked"])
    return {"shown": True}


@post(
    "/tables/<code>/disputes/<dispute>/vote",
    who="a seat",
    takes="Voting",
    status=201,
)
def vote(code: str, dispute: str) -> DisputeLine:
    """Vote on what is disputed.

    The last vote of a seat counts. One that names a verdict is for that alone.
    """
    with changing_with_body(code) as (held, body):
        uphold, verdict = body["uphold"], body["verdict"]
        disputing.cast_vote(held, dispute, uphold, verdict, settles=body["settle"])
    return _line(code, dispute)


@post("/tables/<code>/disputes/<dispute>/withdraw", who="its author", status=201)
def withdraw(code: str, dispute: str) -> DisputeLine:
    """Withdraw a dispute that one has opened.

    What was disputed stands, and anybody may dispute it again. 403 once more than half
    of those who decide have voted to overturn it.
    """
    with changing_with_body(code) as (held, _):
        disputing.withdraw_dispute(held, dispute)
    return _line(code, dispute)


def _line(code: str, dispute: str) -> DisputeLine:
    line = room().snapshot(code, identify_viewer(code)).dispute(dispute)
    assert line is not None
    return line


@post(
    "/tables/<code>/disputes/<dispute>/resolve",
    who="the host, or a seat once more than half of those who decide voted so",
    takes="Resolving",
    status=201,
)
def resolve(code: str, dispute: str) -> Revised:
    """Settle what is disputed.

    Upheld, corrected by changes to entries, or overruled: a ruling by another verdict,
    which the game goes on from, a correction by undoing it. The host may not where they
    are a party and two seats with phones are not: then their votes decide. The answer
    holds the dispute's id and the rulings that differ.
    """
    with changing_with_body(code) as (held, how):
        verdict = how["verdict"] or {}
        draft = SentResolution(
            resolved_as=how["resolved_as"],
            why=how["why"],
            edits=_edits(how),
            verdict=verdict,
            drop_unfit=how["drop_unfit"],
        )
        settled = disputing.settle_dispute(held, dispute, draft)
    answer_about_score(held)
    return settled


# Reading a whole match


@get("/tables/<code>/log", who="anybody", query=("after", "limit"))
def log(code: str) -> MatchLog:
    """The log, a page of it.

    Entries, corrections and disputes stand in it by their numbers, oldest first. `next`
    is the `after` of the next page.
    """
    now = room().snapshot(code, identify_viewer(code))
    after = int(request.args.get("after", 0))
    limit = int(request.args.get("limit", LONGEST_PAGE))
    dealer_toss = now.match.dealer_toss if now.match is not None else None
    return extend(MatchLog, now.log(after, limit), dealer_toss=dealer_toss)


@get("/tables/<code>/sheet", who="anybody", problems=(409,))
def sheet(code: str) -> SheetWithHighlights:
    """The score sheet.

    What each round brought every seat, who led when, and what was remarkable. It is the
    same for everybody.
    """
    now = room().snapshot(code, identify_viewer(code), scores=True)
    scores = now.begun_scores
    return extend(SheetWithHighlights, scores.sheet, highlights=scores.highlights)


@get(
    "/tables/<code>/list",
    who="anybody",
    content={"application/json": list[Reckoning], "text/csv": str},
    query=("as",),
    problems=(409,),
)
def score_list(code: str) -> tuple[Reckoning, ...] | Response:
    """The list as clubs keep it; empty where the game keeps none, or nothing is scored.

    As CSV in the asker's language, each row with the table's code.
    """
    now = room().snapshot(code, identify_viewer(code))
    if now.match is None:
        raise not_begun()
    if request.args.get("as") == "csv":
        rows = tabulate_lists({now.code: now.score_list})
        return answer_program(rows, wording())
    return now.score_list


@get(
    "/tables/<code>/export",
    who="anybody",
    content={"application/json": MatchDocument | BgStatsPlay, "text/csv": str},
    query=("as",),
    problems=(409,),
)
def export(code: str) -> Response:
    """The whole match.

    As JSON, as CSV with a line for each round, or, once it is over, as a play of the
    app BG Stats.
    """
    reader = identify_viewer(code)
    form = request.args.get("as", "json")
    if form == "json":
        table, reader = _even_if_stranded(code, reader)
        response = Response(match_document(table, reader), mimetype="application/json")
    elif form == "csv":
        table, _ = _even_if_stranded(code, reader)
        response = Response(match_csv(table), mimetype="text/csv")
    else:
        form = "bgstats.json"
        play = bg_stats.play_of(room().snapshot(code, reader))
        response = jsonify(jsonable(play))
    name = f"match-{look_up_table(code).code}.{form}"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _even_if_stranded(code: str, reader: Viewer) -> tuple[TableFacts, Viewer]:
    """Return the table with its viewer's rights, even if nobody can play there."""
    try:
        now = room().snapshot(code, reader)
        return now, now.viewer
    except StrandedError as stranded:
        return stranded.table, reader
