"""Opening an event: which game, how people meet, and how many rounds."""

from collections.abc import Mapping, Sequence

from flask import Response, request

from referee.events.event import (
    LONGEST_TITLE,
    MOST_ROUNDS,
    TIE_BREAKS,
    Plan,
)
from referee.hosting.events.opening import open_event
from referee.plugin.discovery import rulebook
from referee.plugin.movements import installed_movements
from referee.plugin.rulebook import Rulebook
from referee.vocabulary.errors import RefereeError
from referee.vocabulary.movement import Movement
from referee_web.guards import cookies
from referee_web.guards.services import count_request, room
from referee_web.pages.blueprint import blueprint, go_to, page
from referee_web.pages.event.showing import LIMITS, read_counts, read_ties
from referee_web.pages.forms import form_values
from referee_web.pages.forms.form_values import FormValues, whole_number
from referee_web.pages.forms.redisplay import redisplay
from referee_web.pages.game_pages import form_for_table
from referee_web.pages.lobby import LONGEST_SEARCH, all_games, find_games, list_variants
from referee_web.pages.parts.event_results import have_sides


@blueprint.get("/events/new")
def choose_event_game() -> Response:
    """Show the games that an event can be of; with `?q=`, only those with its words."""
    search = request.args.get("q", "").strip()[:LONGEST_SEARCH]
    movements = installed_movements().values()
    sizes = {size for movement in movements for size in movement.at_table}
    games = []
    for book in find_games(all_games(), search):
        if sizes & {*book.game.players}:
            games.append(book)
    variants = list_variants(all_games(), search)
    return page("event/games.html", games=games, variants=variants, search=search)


@blueprint.get("/events/new/<game>")
def new_event(game: str, error: RefereeError | None = None) -> Response:
    """Show the form for a new event of a game: the movements that fit it.

    What a pad is named by is chosen in the address, as `?preset=whist`.
    """
    book = rulebook(game)
    named = {}
    for variant in list_variants([book]):
        if request.args.get(variant.option) == variant.value:
            named[variant.option] = variant.value
    movements = _list_fitting(book, named)
    # Swiss meets equals: who won as often, not who was left behind by as few points.
    is_swiss = bool(movements) and movements[0][0].id == "swiss"
    return page(
        "event/new.html",
        **form_for_table(book, error, named=named),
        named=named,
        movements=movements,
        counts=request.form.get("counts", "wins" if is_swiss else "points"),
        error=error,
        sent=request.form,
        limits=LIMITS,
        tie_breaks=TIE_BREAKS,
        ties=read_ties(),
    )


def _list_fitting(
    book: Rulebook, named: Mapping[str, str]
) -> Sequence[tuple[Movement, bool]]:
    """Return the movements that fit a game, each with whether pairs stay together.

    The one that suits the game best is first: for a drive, that winners move.
    """
    is_drive = bool(named) and _is_pad(book) and have_sides(book, named)
    players = {*book.game.players}
    fitting = []
    for movement in installed_movements().values():
        if {*movement.at_table} <= players:
            fitting.append((movement, False))
        # Pairs that stay meet at tables of two pairs.
        if movement.at_table == (2,) and 4 in players and _knows_partners(book):
            fitting.append((movement, True))

    def rank(offered: tuple[Movement, bool]) -> tuple[bool, bool, bool]:
        movement, pairs = offered
        suits = min(movement.at_table) == min(players) and not pairs
        is_usual = movement.id == ("progressive" if is_drive else "swiss")
        return not (is_drive and is_usual), not suits, not is_usual

    return sorted(fitting, key=rank)


def _is_pad(book: Rulebook) -> bool:
    """Return whether it writes down any game, which people name in words."""
    named_by = book.game.named_by
    return any(
        option.type == "text" and option.name in named_by
        for option in book.game.options
    )


def _knows_partners(book: Rulebook) -> bool:
    """Return whether four play in pairs, as on a pad of any game they may."""
    if _is_pad(book):
        return True
    return have_sides(book, {})


@blueprint.post("/events/new/<game>")
@redisplay(new_event)
def open_new_event(game: str) -> Response:
    """Open an event with this phone as its director's."""
    count_request("open")
    filled = FormValues(request.form)
    movement, _, pairs = filled.get("movement", "").partition("+")
    options = form_values.read(rulebook(game).game.options, filled)
    plan = Plan(
        name=filled.get("name", "").strip()[:LONGEST_TITLE] or game,
        game=game,
        movement=movement,
        rounds=whole_number("rounds", 1, MOST_ROUNDS),
        counts=read_counts(),
        options=options,
        house_rules=tuple(filled.getlist("house_rules")),
        pairs=bool(pairs),
        confirm="confirm" in filled,
        ties=read_ties(),
    )
    opened = open_event(room(), plan)
    response = go_to("event", code=opened.code)
    cookies.store_token(response, opened.code, opened.director_token, "host")
    return response
