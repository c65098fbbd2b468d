"""The table's page: seats, ruling, next step, forms; and its public board."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from flask import Response, request

from referee.hosting.history.evenings import Evening
from referee.hosting.history.story import Chapter
from referee.hosting.tables import seats
from referee.hosting.tables.snapshot import Snapshot
from referee.match.taking.stopping import host_entries
from referee.match.viewer import SPECTATOR
from referee.vocabulary.errors import (
    RefereeError,
    UnauthorizedError,
    wrong_field,
)
from referee.vocabulary.game import Preparation
from referee.vocabulary.prompt import Prompt
from referee.vocabulary.text import Text, say
from referee.vocabulary.view import Fact
from referee_web.api.calls.tables import confirm
from referee_web.guards import auth, cookies
from referee_web.guards.services import room
from referee_web.pages.blueprint import blueprint, go_to, page
from referee_web.pages.forms.form_doors import by_form
from referee_web.pages.forms.form_values import number_in
from referee_web.pages.forms.redisplay import redisplay
from referee_web.pages.forms.trouble import Trouble
from referee_web.pages.parts.evening_score import score_of_evening
from referee_web.pages.parts.finish_picture import Race, with_heat_chosen
from referee_web.pages.parts.news import News, list_news
from referee_web.pages.parts.request_table import change, look, render_live
from referee_web.pages.parts.ruling_card import RulingCard, card_of
from referee_web.pages.parts.score_changes import ScoreChange, score_changes
from referee_web.pages.parts.seat_marks import SeatMark, by_label, seat_marks
from referee_web.pages.parts.set_up_guide import begun_again, guide
from referee_web.pages.parts.shown_dispute import ShownDispute, show_open_dispute
from referee_web.pages.scores import ShownScores
from referee_web.pages.table.after_match import AfterMatch
from referee_web.pages.table.at_event import AtEvent
from referee_web.pages.table.evening import story_of
from referee_web.pages.table.setting_up import SettingUpPage
from referee_web.pages.table.table_page import START, CameraSign, TablePage


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
    if snapshot.match is None:
        shown = SettingUpPage(snapshot, trouble)
        return answer("table/setting_up.html", page=shown)
    table = TablePage.of(snapshot, snapshot.match, at_event, trouble)
    template = "final" if snapshot.view.finished else "playing"
    return answer(f"table/{template}.html", page=table)


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


@dataclass(frozen=True, slots=True)
class BoardPage:
    """A table as spectators see it, large."""

    snapshot: Snapshot
    two_sided: bool
    """Whether its readers sit on two sides."""
    large: bool
    """Whether its type is larger."""
    race: Race
    dispute: ShownDispute | None
    news: Sequence[News]
    steps: Sequence[Preparation]
    ruled: RulingCard | None
    states: Mapping[str, SeatMark]
    """What the seats do now; empty while the match waits for a verdict."""
    facts: Sequence[Sequence[Fact]]
    """What holds now, but for the facts that stand at seats."""
    facts_at_seats: Sequence[Fact]
    """The facts that several seats have under one label."""
    at_event: AtEvent | None
    evening: Evening | None
    begun_again: Text | None
    after_match: AfterMatch | None
    camera: CameraSign | None
    end: ShownScores | None
    """The scores of a finished match."""

    @classmethod
    def of(cls, snapshot: Snapshot) -> BoardPage:
        """Return the board of this table, as the request wants it."""
        view = snapshot.view
        dispute = show_open_dispute(snapshot, untouched=True)
        facts = []
        at_seats: list[Fact] = []
        for group in by_label(view.facts):
            if len(group) > 1 and group[0].seat in view.seats:
                at_seats += group
            else:
                facts.append(group)

        ruled = None
        if view.rulings:
            ruled = card_of(view.rulings, view.seq, untouched=True)
        end = None
        if view.finished:
            end = ShownScores.of(snapshot)
        return cls(
            snapshot,
            two_sided=request.args.get("sides") == "2",
            large=request.args.get("type") == "large",
            race=Race.at(snapshot),
            dispute=dispute,
            news=list_news(snapshot),
            steps=guide(snapshot),
            ruled=ruled,
            states={} if dispute else seat_marks(snapshot, on_board=True),
            facts=facts,
            facts_at_seats=at_seats,
            at_event=AtEvent.of(snapshot),
            evening=score_of_evening(snapshot),
            begun_again=begun_again(snapshot),
            after_match=AfterMatch.of(snapshot),
            camera=CameraSign.of(snapshot),
            end=end,
        )

    @property
    def chapters(self) -> Sequence[Chapter]:
        """Return the evening's story."""
        return story_of(self.snapshot)

    @property
    def changes(self) -> Sequence[ScoreChange]:
        """Return the changes of scores by the latest rulings."""
        snapshot = self.snapshot
        return score_changes(snapshot, snapshot.ruled, snapshot.view.rulings)

    @property
    def edges(self) -> Mapping[str, Sequence[str]]:
        """Return the seats by screen edge."""
        return around(self.snapshot.names, self.two_sided)

    @property
    def next(self) -> Text:
        """Return the next step."""
        return self.race.next_on_board(self.snapshot)

    @property
    def host_entries(self) -> Sequence[Prompt]:
        """Return the early ends of the match if the host's device shows the board."""
        snapshot = self.snapshot
        if snapshot.match is not None:
            with suppress(UnauthorizedError):
                holder = auth.identify_viewer(snapshot.code)
                position = snapshot.match.history.position
                return host_entries(holder, position, snapshot.view.finished)
        return ()


@blueprint.get("/t/<code>/board")
def board(code: str) -> Response:
    """Show the table as spectators see it, large.

    `sides=2` is for readers on two sides; `type=large` enlarges the type.
    """
    shown = BoardPage.of(look(code, watching=True))
    return render_live("table/board.html", page=shown)


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
