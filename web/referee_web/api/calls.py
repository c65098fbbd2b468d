"""The JSON API: each call reads its body, asks the card room, and answers in the table's words."""

from __future__ import annotations

from collections.abc import Mapping
from json import JSONDecoder, detect_encoding
from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, jsonify, request
from werkzeug.exceptions import BadRequest

from referee.hosting.history import bg_stats
from referee.hosting.history.exports import match_csv, match_document
from referee.hosting.history.rematches import begin_rematch, rematch_for
from referee.hosting.tables import (
    buzzing,
    claims,
    corrections,
    disputes,
    entering,
    joining,
    seats,
    starting,
)
from referee.hosting.tables.claims import Claimed
from referee.hosting.tables.entering import Draft
from referee.hosting.tables.loading import StrandedError
from referee.hosting.tables.permissions import match_of
from referee.hosting.tables.table import TableFacts
from referee.match.corrections import Change
from referee.match.log_entry import SPECTATOR, Viewer
from referee.match.resolution import Settlement
from referee.plugin.discovery import house_rules_of, installed, rulebook
from referee.plugin.rulebook import Rulebook
from referee.vocabulary.errors import FieldError, UnauthorizedError, WrongFieldsError
from referee.vocabulary.jsonable import jsonable
from referee.vocabulary.text import say
from referee_web.filters import asked
from referee_web.guards.auth import facts, guessing, memory, room, table, viewer
from referee_web.guards.guard import ARRIVAL, count
from referee_web.public_url import join_url
from referee_web.wording import in_words, translated, wording, wording_of

if TYPE_CHECKING:
    from referee_web.api.schemas import Shape

blueprint = Blueprint("api", __name__, url_prefix="/api/v1")


def _answer(value: object, status: int = 200) -> Response:
    response = jsonify(jsonable(value, wording()))
    response.status_code = status
    return response


def _body() -> dict[str, Any]:
    """The JSON object in the request, empty when there is no body; BadRequest when it is something else."""
    sent = request.get_data()
    if not sent:
        return {}
    if request.mimetype and not request.is_json:
        raise BadRequest
    try:
        body = _JSON.decode(sent.decode(detect_encoding(sent), "surrogatepass"))
    except (ValueError, RecursionError):
        raise BadRequest from None
    if not isinstance(body, dict):
        raise WrongFieldsError(FieldError("", say("Send one JSON object.")))
    return body


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


# Made once: it takes longer to make than to read an entry with.
_JSON = JSONDecoder(parse_constant=_no_number)


def _read(shape: str) -> dict[str, Any]:
    # Imported with the first body: nothing that a page shows needs it.
    from referee_web.api import schemas

    found: Shape = getattr(schemas, shape)
    return schemas.read(found, _body())


# Games


@blueprint.get("/games")
def games() -> Response:
    """Every installed game."""
    return _answer([_described(rulebook(game)) for game in installed().games])


@blueprint.get("/games/<game>")
def one_game(game: str) -> Response:
    """A game, with the sections of its rules."""
    rules = rulebook(game)
    return _answer({**_described(rules), "sections": [in_words(section) for section in rules.sections.values()]})


def _described(rules: Rulebook) -> dict[str, object]:
    game = rules.game
    return {
        "id": game.id,
        "title": translated(game.title),
        "players": game.players,
        "summary": translated(game.summary),
        "options": game.options,
        "house_rules": [in_words(rule) for rule in house_rules_of(game.id).values()],
        "questions": list(rules.questions.values()),
        "source": translated(game.source),
        "version": game.version,
    }


@blueprint.post("/games/<game>/ask/<question>")
def ask(game: str, question: str) -> Response:
    """The ruling on a question."""
    count("ask")
    return _answer(rulebook(game).ask(question, _body()))


# Tables and seats


@blueprint.post("/tables")
def open_table() -> Response:
    """A new table: its code, and the token that makes its bearer the host."""
    count("open")
    body = _read("OPENING")
    if body["game"] not in (known := tuple(installed().games)):
        message = say("No game called “{game}” is installed. There are: {known}.", game=body["game"], known=known)
        raise WrongFieldsError(FieldError("game", message))
    opened = room().open_table(body["game"], body["seats"] or (), body["options"], body["house_rules"] or ())
    url = join_url(room().keyed(opened.code))
    answer = {"code": opened.code, "host_token": opened.host_token, "join_url": url, "qr_url": f"{url}/qr.svg"}
    return _answer(answer, 201)


@blueprint.post("/tables/<code>/join")
def join(code: str) -> Response:
    """A seat, or a claim to one that has an owner."""
    count("join")
    sits_down = viewer(code)
    name = _read("JOINING")["name"]
    with room().changing(code, sits_down) as held:
        joined = joining.join(held, name)
    return _answer(joined, 202 if isinstance(joined, Claimed) else 201)


@blueprint.get("/tables/<code>/claims/<claim>")
def claim_state(code: str, claim: str) -> Response:
    """How a claim stands."""
    table(code)
    with guessing(code, claim=claim), room().held(code) as held:
        status = claims.claim_status(held, claim)
    return _answer({name: value for name, value in jsonable(status).items() if value is not None})


@blueprint.post("/tables/<code>/claims/<claim>")
def settle_claim(code: str, claim: str) -> Response:
    """A claim admitted or refused."""
    asked = viewer(code)
    with guessing(code, claim=claim):
        admit = _read("ADMITTING")["admit"]
        with room().changing(code, asked) as held:
            status = claims.settle_claim(held, claim, admit)
    return _answer({"seat": status.seat, "state": status.state})


@blueprint.post("/tables/<code>/seats/<path:seat>/link")
def seat_link(code: str, seat: str) -> Response:
    """A link that takes a seat to another phone."""
    asks = viewer(code)
    _read("NOTHING")
    with room().held(code, asks) as held:
        url = f"{join_url(held.code)}/link/{seats.seat_link(held, seat)}"
    return _answer({"url": url, "qr_url": f"{url}/qr.svg"}, 201)


@blueprint.post("/tables/<code>/links")
def take_link(code: str) -> Response:
    """The seat of a link, for whoever shows its token."""
    count("join")
    shown = _body().get("token")
    link = shown if isinstance(shown, str) else ""
    table(code, link)
    with guessing(code, link):
        token = _read("LINK_TAKING")["token"]
        with room().changing(code) as held:
            seated = seats.take_link(held, token)
    return _answer(seated, 201)


@blueprint.post("/tables/<code>/host")
def hand_over(code: str) -> Response:
    """Another seat made the host."""
    host = viewer(code)
    seat = _read("NAMING_SEAT")["seat"]
    with room().changing(code, host) as held:
        seats.hand_over(held, seat)
    return _seen(code, _still(code))


@blueprint.post("/tables/<code>/leave")
def leave(code: str) -> Response:
    """A seat freed."""
    leaving = viewer(code)
    seat = _read("LEAVING")["seat"]
    with room().changing(code, leaving) as held:
        seats.leave(held, seat)
    return _seen(code, _still(code))


def _still(code: str) -> Viewer:
    """Who the bearer is after they gave something up: a spectator, when it was all they had."""
    try:
        return viewer(code)
    except UnauthorizedError:
        return SPECTATOR


# The match


@blueprint.post("/tables/<code>/start")
def start(code: str) -> Response:
    """The match begun."""
    host = viewer(code)
    body = _read("STARTING")
    with room().changing(code, host) as held:
        starting.start(held, body["order"], body["dealer"], body["toss_dealer"])
    return _seen(code, host)


@blueprint.get("/tables/<code>")
def look(code: str) -> Response:
    """The table as the bearer may see it."""
    return _seen(code, viewer(code))


def _seen(code: str, looks: Viewer) -> Response:
    now = room().snapshot(code, looks)
    seen = jsonable(now.view, wording())
    seen["you"] = {"seat": looks.seat, "host": looks.host}
    seen["seat_states"] = jsonable(now.seat_states)
    seen |= {"options": now.row.options, "house_rules": now.row.house_rules, "toss": jsonable(now.next_toss)}
    seen["rematch"] = rematch_for(room(), code, looks) if now.finished else None
    seen["dispute"] = jsonable(now.open_dispute, wording())
    if looks.host and now.fault is not None:
        seen["fault"] = jsonable({"game": now.fault.id, "message": now.fault.message}, wording())
    if looks != SPECTATOR:
        with room().held(code, looks) as held:
            seen["claims"] = jsonable(claims.open_claims(held))
    if (lost := now.lost_seat(looks)) is not None:
        seen["lost_seat"] = lost
    return jsonify(seen)


@blueprint.post("/tables/<code>/entries")
def enter(code: str) -> Response:
    """Entries taken, all or none."""
    sender = viewer(code)
    drafts = _drafts(_body())
    with room().changing(code, sender) as held:
        entered = entering.enter(held, drafts)
    return _answer(entered, 201)


def _drafts(body: Mapping[str, object]) -> list[Draft]:
    from referee_web.api import schemas

    if "entries" in body:
        return [Draft(**entry) for entry in schemas.read(schemas.SEVERAL_ENTRIES, body)["entries"]]
    return [Draft(**schemas.read(schemas.ONE_ENTRY, body))]


@blueprint.post("/tables/<code>/corrections")
def correct(code: str) -> Response:
    """Earlier entries changed or struck, all or none."""
    corrects = viewer(code)
    body = _read("CORRECTING")
    changes = [Change(change["seq"], change.get("data")) for change in body["changes"]]
    with room().changing(code, corrects) as held:
        revised = corrections.correct(held, changes, body["drop_unfit"])
    return _answer(revised, 201)


@blueprint.post("/tables/<code>/corrections/<correction>/undo")
def undo(code: str, correction: str) -> Response:
    """A correction undone."""
    return _undone(code, correction)


@blueprint.post("/tables/<code>/corrections/<correction>/redo")
def redo(code: str, correction: str) -> Response:
    """An undone correction made again."""
    return _undone(code, correction, redo=True)


def _undone(code: str, correction: str, redo: bool = False) -> Response:
    corrects = viewer(code)
    drop_unfit = _read("UNDOING")["drop_unfit"]
    with room().changing(code, corrects) as held:
        revised = corrections.undo(held, correction, redo, drop_unfit)
    return _answer(revised, 201)


# Phones as buzzers


def _arrival() -> float:
    """When the last byte of this request had come, by the clock of the races.

    The daemon notes it before anything is parsed. Another server has the body read here: what is sent early, such
    as the head, brings no earlier time.
    """
    request.get_data()
    noted: float | None = request.environ.get(ARRIVAL)
    return room().races.now() if noted is None else noted


@blueprint.post("/tables/<code>/clock")
def clock(code: str) -> Response:
    """A probe of a page's clock answered, and the next one sent."""
    arrival = _arrival()
    probed = viewer(code)
    body = _read("PROBING")
    return _answer(buzzing.measure(room().races, table(code), probed, arrival, body["nonce"], body["t"]))


@blueprint.post("/tables/<code>/buzz")
def buzz(code: str) -> Response:
    """A slap heard."""
    arrival = _arrival()
    slaps = viewer(code)
    body = _read("BUZZING")
    buzzed = buzzing.buzz(room().races, table(code), slaps, body["race"], body["t"], arrival, body["nonce"])
    return _answer(buzzed, 202)


@blueprint.post("/tables/<code>/disputes")
def question(code: str) -> Response:
    """A ruling or a refusal questioned."""
    asks = viewer(code)
    body = _read("QUESTIONING")
    with room().changing(code, asks) as held:
        if body["entry"] is not None:
            id = disputes.question_refusal(held, body["entry"], body["why"])
        else:
            id = disputes.question(held, body["seq"], body["ruling"], body["why"])
    return _answer({"id": id}, 201)


@blueprint.post("/tables/<code>/disputes/<dispute>/vote")
def vote(code: str, dispute: str) -> Response:
    """A seat's vote."""
    votes = viewer(code)
    uphold = _read("VOTING")["uphold"]
    with room().changing(code, votes) as held:
        disputes.vote(held, dispute, uphold)
    now = room().snapshot(code, votes)
    return _answer(next(line for line in now.disputes if line.id == dispute), 201)


@blueprint.post("/tables/<code>/disputes/<dispute>/resolve")
def resolve(code: str, dispute: str) -> Response:
    """A dispute settled."""
    settles = viewer(code)
    body = _read("RESOLVING")
    changes = tuple(Change(change["seq"], change.get("data")) for change in body["changes"] or ())
    verdict = body["verdict"] or {}
    settling = Settlement(body["settled_as"], body["why"], changes, verdict, body["drop_unfit"])
    with room().changing(code, settles) as held:
        revised = disputes.resolve(held, dispute, settling)
    return _answer(revised, 201)


@blueprint.get("/tables/<code>/log")
def log(code: str) -> Response:
    """All entries, corrections and disputes, as the bearer may see them."""
    now = room().snapshot(code, viewer(code))
    dealer_toss = now.match.dealer_toss if now.match is not None else None
    told = {"dealer_toss": dealer_toss, "entries": now.log, "corrections": now.corrections}
    return _answer({**told, "disputes": now.disputes})


@blueprint.get("/tables/<code>/sheet")
def sheet(code: str) -> Response:
    """The score sheet and what was remarkable."""
    now = room().snapshot(code, viewer(code), scores=True)
    match_of(now)
    assert now.scores is not None
    return _answer({**jsonable(now.scores.sheet), "highlights": now.scores.highlights})


@blueprint.get("/tables/<code>/export")
def export(code: str) -> Response:
    """The whole match as a file."""
    reads, form = viewer(code), request.args.get("as", "json")
    if form == "json":
        response = jsonify(match_document(_seen_or_stranded(code, reads), reads, wording_of(facts(code))))
    elif form == "csv":
        lines = match_csv(_seen_or_stranded(code, reads), reads, wording_of(facts(code)))
        response = Response(lines, mimetype="text/csv")
    elif form == "bgstats":
        response, form = jsonify(bg_stats.play_of(room().snapshot(code, reads))), "bgstats.json"
    else:
        raise WrongFieldsError(FieldError("as", say("Ask for it as json, as csv or as bgstats.")))
    response.headers["Content-Disposition"] = f'attachment; filename="match-{facts(code).code}.{form}"'
    return response


def _seen_or_stranded(code: str, reads: Viewer) -> TableFacts:
    """The table at this moment, also where nobody can play at it any more."""
    try:
        return room().snapshot(code, reads)
    except StrandedError as stranded:
        return stranded.table


# What the referee remembers


@blueprint.post("/tables/<code>/rematch")
def rematch(code: str) -> Response:
    """The match begun once more at another table."""
    count("open")
    asks = viewer(code)
    _read("NOTHING")
    with room().changing(code, asks) as held:
        there = begin_rematch(held)
    return _answer({"code": there, "join_url": join_url(room().keyed(there))}, 201)


@blueprint.post("/tables/<code>/seats/<path:seat>/forget")
def forget_name(code: str, seat: str) -> Response:
    """A player's name taken out of a match for good."""
    count("open")
    asks = viewer(code)
    _read("NOTHING")
    return _answer({"seat": memory().forget_name(code, seat, asks)})


@blueprint.get("/matches")
def matches() -> Response:
    """Finished matches."""
    wanted = asked()
    found = memory().matches(wanted.search, wanted.page)
    return _answer({"matches": found.matches, "page": wanted.page, "more": found.more})


@blueprint.get("/players")
def players() -> Response:
    """The players of finished matches."""
    wanted = asked()
    found = memory().players(wanted.player, wanted.page)
    return _answer({"players": found.players, "page": wanted.page, "more": found.more})


@blueprint.get("/players/<path:name>")
def player(name: str) -> Response:
    """What the matches of a player tell."""
    return _answer(memory().player(name, asked().page))
