"""The table's page (seats, ruling, next step, forms) and its public board."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from flask import Response, request, url_for

from referee.hosting.history.story import Chapter
from referee.hosting.tables import seats
from referee.hosting.tables.snapshot import Snapshot
from referee.match.log_entry import SPECTATOR
from referee.match.taking.stopping import host_entries
from referee.plugin.player_counts import say_missing
from referee.vocabulary.errors import (
    RefereeError,
    UnauthorizedError,
    wrong_field,
)
from referee.vocabulary.prompt import Prompt
from referee.vocabulary.text import Text, say
from referee_web.api.calls.events import confirm
from referee_web.guards import auth, cookies
from referee_web.guards.base_url import join_url
from referee_web.guards.services import room
from referee_web.pages.blueprint import blueprint, go_to, page
from referee_web.pages.forms.form_doors import by_form
from referee_web.pages.forms.form_values import number_in
from referee_web.pages.forms.redisplay import redisplay
from referee_web.pages.forms.trouble import Trouble
from referee_web.pages.parts.disputed_ruling import open_disputed_ruling
from referee_web.pages.parts.evening_score import score_of_evening
from referee_web.pages.parts.finish_picture import Race, with_heat_chosen
from referee_web.pages.parts.news import entered_meanwhile, list_news
from referee_web.pages.parts.request_table import change, look, render_live
from referee_web.pages.parts.ruling_card import card_of
from referee_web.pages.parts.score_changes import ScoreChange, score_changes
from referee_web.pages.parts.set_up_guide import begun_again, guide, partners
from referee_web.pages.scores import end_of, final, scores_for_page
from referee_web.pages.table.after_match import AfterMatch
from referee_web.pages.table.at_event import AtEvent, find_confirmers_of
from referee_web.pages.table.evening import story_of, title_to_defend
from referee_web.pages.table.table_page import (
    JOIN,
    START,
    TablePage,
    claims_at,
)
from referee_web.wording import translated


@blueprint.get("/t/<code>")
def table(code: str, error: RefereeError | None = None, key: str = "") -> Response:
    """Show the table as the viewer sees it: joining, setting up, playing or finished.

    With an error: why a request from it was refused, at its form.
    """
    event = auth.look_up_table(code).event
    try:
        snapshot = with_heat_chosen(look(code), request.values.get("heat"))
    except UnauthorizedError:
        if event is None:
            raise
        return go_to("event", code=event.event)
    if error is not None:
        trouble = Trouble.of(error, key or request.form.get("form", ""))
        return _draw(page, snapshot, AtEvent.of(snapshot), trouble)
    if code not in (snapshot.code, room().keyed(snapshot.code)):
        return go_to("table", code=snapshot.code)
    if snapshot.viewer == SPECTATOR or not cookies.cookie_tokens(snapshot.code):
        other = auth.find_table_before(snapshot.code)
        if other:
            # Whoever opens a rematch's address directly gets their seat as well.
            response = go_to("table", code=snapshot.code)
            cookies.copy_tokens(response, snapshot.code, other)
            return response
    at_event = AtEvent.of(snapshot)
    if at_event is not None and at_event.leads_on(snapshot):
        return go_to("event", code=at_event.code)
    return _draw(render_live, snapshot, at_event, None)


def _draw(
    answer: Callable[..., Response],
    snapshot: Snapshot,
    at_event: AtEvent | None,
    trouble: Trouble | None,
) -> Response:
    """Return the table's page before, during or after its match."""
    kept: dict[str, Any] = {}
    for name in ("watch", "step", "heat"):
        kept[name] = request.values.get(name)
    address = url_for(
        "pages.table", code=snapshot.code, **kept, stay=request.args.get("stay")
    )
    shown: dict[str, object] = {
        "snapshot": snapshot,
        "trouble": trouble,
        "address": address,
    }
    if snapshot.match is None:
        return answer(
            "table/setting_up.html", **shown, **_setting_up(snapshot, trouble)
        )
    shown["table"] = TablePage.of(snapshot, snapshot.match, at_event, trouble)
    shown["entered"] = entered_meanwhile(snapshot)
    if snapshot.view.finished:
        shown["confirmers"] = find_confirmers_of(snapshot, at_event)
        return answer("table/final.html", **shown, **final(snapshot))
    return answer("table/playing.html", **shown)


def _setting_up(snapshot: Snapshot, trouble: Trouble | None) -> dict[str, object]:
    joining = snapshot.viewer.seat is None and "watch" not in request.args
    stray = trouble
    if trouble is not None:
        is_join = joining and trouble.key == JOIN
        is_start = snapshot.viewer.host and trouble.key == START
        if is_join or is_start:
            stray = None
    evening = score_of_evening(snapshot)
    return {
        "stray": stray,
        "evening": evening,
        "defended": None if evening else title_to_defend(snapshot),
        "claims": claims_at(snapshot),
        "missing": _say_missing(snapshot),
        "steps": guide(snapshot),
        "join_url": join_url(room().keyed(snapshot.code)),
        "joining": joining,
        "sides": partners(
            snapshot.rulebook, len(snapshot.seat_states), snapshot.row.options
        ),
    }


def _say_missing(snapshot: Snapshot) -> Text | None:
    game = snapshot.rulebook.game
    return say_missing(translated(game.title), game.players, len(snapshot.seat_states))


@blueprint.app_template_global()
def ways_to_end(snapshot: Snapshot) -> tuple[Prompt, ...]:
    """Return the early ends offered on this device, which may be a board."""
    if snapshot.match is None:
        return ()
    holder = snapshot.viewer
    if holder == SPECTATOR:
        with suppress(UnauthorizedError):
            holder = auth.identify_viewer(snapshot.code)
    ways = host_entries(holder, snapshot.match.history.position, snapshot.view.finished)
    return tuple(way for way in ways if not way.fields)


@blueprint.post("/t/<code>/start")
@redisplay(partial(table, key=START))
def start(code: str) -> Response:
    """Begin the match in the chosen order, with the dealer chosen or drawn."""
    dealer = request.form.get("dealer", "")
    toss = dealer == "" and "toss" in request.form.getlist("how")
    order = _in_chosen_order(look(code).names)
    return change(code, lambda held: seats.start(held, order, dealer or None, toss))


@blueprint.post("/t/<code>/cards-ready")
@redisplay(table)
def cards_ready(code: str) -> Response:
    """Fold the set-up guide for everybody at the table."""
    return change(code, seats.have_cards_ready)


def _in_chosen_order(names: Sequence[str]) -> list[str]:
    """Return the seats by chosen positions; raise WrongFieldsError for equal ones."""
    positions = {}
    for position, name in enumerate(names, 1):
        chosen = number_in(request.form, f"place={name}")
        if chosen is not None:
            position = chosen
        positions[name] = position
    if len(set(positions.values())) < len(names):
        message = "Two seats have the same place. Give each its own, clockwise."
        raise wrong_field("order", say(message))
    return sorted(names, key=lambda name: positions[name])


def _after_confirming(_: object, code: str) -> Response:
    """Lead to the table, or back to its event."""
    table = auth.look_up_table(code)
    if table.event is None:
        return go_to("table", code=table.code)
    return go_to("event", code=table.event.event)


by_form(confirm, "/t/<code>/confirm", table, _after_confirming)


@blueprint.get("/t/<code>/board")
def board(code: str) -> Response:
    """Show the table as spectators see it, large.

    `sides=2` is for readers on two sides; `type=large` enlarges the type.
    """
    snapshot = look(code, watching=True)
    two_sided = request.args.get("sides") == "2"
    view = snapshot.view
    race = Race.at(snapshot)
    ruled = None
    evening = score_of_evening(snapshot)
    chapters: tuple[Chapter, ...] = ()
    ended = {}
    changes: list[ScoreChange] = []
    if view.rulings:
        ruled = card_of(view.rulings, view.seq, untouched=True)
    if ruled is not None and ruled.ruling.reckoning and not view.finished:
        changes = score_changes(snapshot, snapshot.ruled, view.rulings)
    if view.finished:
        ended = end_of(snapshot, scores_for_page(snapshot))
        if evening is not None:
            chapters = story_of(snapshot)
    return render_live(
        "table/board.html",
        snapshot=snapshot,
        edges=around(snapshot.names, two_sided),
        two_sided=two_sided,
        large=request.args.get("type") == "large",
        join_url=join_url(room().keyed(snapshot.code)),
        dispute=open_disputed_ruling(snapshot, untouched=True),
        news=list_news(snapshot),
        steps=guide(snapshot),
        ruled=ruled,
        changes=changes,
        race=race,
        next=race.next_on_board(snapshot),
        at_event=AtEvent.of(snapshot),
        evening=evening,
        chapters=chapters,
        begun_again=begun_again(snapshot),
        after_match=AfterMatch.of(snapshot),
        **ended,
    )


def around(seats: Sequence[str], two_sided: bool = False) -> dict[str, Sequence[str]]:
    """Return the seats by screen edge, clockwise from the top left.

    Screens are wide: most seats are above and below; with `two_sided` all.

    >>> around(["Ana", "Ben", "Cy"])
    {'top': ['Ana'], 'right': ['Ben'], 'bottom': [], 'left': ['Cy']}
    """
    aside = 2
    if two_sided or len(seats) < 3:
        aside = 0
    elif len(seats) < 9:
        aside = 1
    beyond = len(seats) - 2 * aside
    top = (beyond + 1) // 2
    bottom = len(seats) - aside
    return {
        "top": seats[:top],
        "right": seats[top : top + aside],
        "bottom": seats[top + aside : bottom],
        "left": seats[bottom:],
    }
