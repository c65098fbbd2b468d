"""Opening an event: which game, how people meet, and how many rounds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

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
from referee.vocabulary.prompt import Field
from referee.vocabulary.text import say
from referee_web.guards import cookies
from referee_web.guards.services import count_request, room
from referee_web.pages.blueprint import blueprint, go_to, page
from referee_web.pages.event.showing import LIMITS, read_counts, read_ties
from referee_web.pages.forms.form_values import FormValues, whole_number
from referee_web.pages.forms.redisplay import redisplay
from referee_web.pages.game_pages import form_for_table, goes_with, read_options
from referee_web.pages.lobby import (
    LONGEST_SEARCH,
    GameTile,
    all_games,
    find_games,
    list_variants,
)
from referee_web.pages.parts.event_results import have_sides
from referee_web.pages.template_filters import word
from referee_web.wording import speak_at_event


@blueprint.get("/events/new")
def choose_event_game() -> Response:
    """Show the games that an event can be of; with `?q=`, only those with its words."""
    search = request.args.get("q", "").strip()[:LONGEST_SEARCH]
    movements = installed_movements().values()
    sizes = {size for movement in movements for size in movement.at_table}
    games = []
    for book in find_games(all_games(), search):
        if sizes & {*book.game.players}:
            games.append(GameTile(book))
    variants = list_variants(all_games(), search)
    return page("event/games.html", games=games, variants=variants, search=search)


@blueprint.get("/events/new/<game>")
def new_event(game: str, error: RefereeError | None = None) -> Response:
    """Show the form for a new event of a game: the ways to meet that fit it.

    What a pad is named by is chosen in the address, as `?preset=whist`.
    """
    book = rulebook(game)
    named = {}
    for variant in list_variants([book]):
        if request.args.get(variant.option) == variant.value:
            named[variant.option] = variant.value
    speak_at_event()
    form = form_for_table(book, error, named=named)
    rules = [rule for rule in form["house_rules"] if goes_with(rule, named)]
    ways = _list_ways(book, named)
    # Swiss meets equals: who won as often, not who was left behind by as few points.
    is_swiss = bool(ways) and ways[0].movement.id == "swiss"
    return page(
        "event/new.html",
        **{**form, "house_rules": rules},
        named=named,
        options=_list_options(book, named),
        ways=ways,
        counts=request.form.get("counts", "wins" if is_swiss else "points"),
        error=error,
        sent=request.form,
        limits=LIMITS,
        tie_breaks=TIE_BREAKS,
        ties=read_ties(),
    )


def _list_options(book: Rulebook, named: Mapping[str, str]) -> Sequence[Field]:
    """Return the options to ask for; of a named game those that go with its name.

    Their labels have no brackets then, which say what they go with.
    """
    if not named:
        return book.game.options
    options = []
    for option in book.game.options:
        if option.name not in book.game.named_by and goes_with(option, named):
            words = word(option.label).partition(" (")[0]
            options.append(replace(option, label=say("{label}", label=words)))
    return options


@dataclass(frozen=True, slots=True)
class WayToMeet:
    """A movement that can seat a game."""

    movement: Movement
    pairs: bool
    """Whether pairs stay together."""
    suits: bool
    """Whether it is for such games: partners where there are sides, else each alone."""


def _list_ways(book: Rulebook, named: Mapping[str, str]) -> Sequence[WayToMeet]:
    """Return the ways to meet that can seat a game, the best first.

    The best one for a drive is that winners move.
    """
    players = {*book.game.players}
    is_pad = _is_pad(book)
    is_drive = bool(named) and is_pad and have_sides(book, named)
    has_sides = is_drive or (4 in players and have_sides(book, {}))
    suits_all = is_pad and not named
    ways = []
    for movement in installed_movements().values():
        if {*movement.at_table} <= players:
            suits = has_sides == movement.in_pairs
            if movement.at_table == (2,):
                suits = not is_drive
            ways.append(WayToMeet(movement, False, suits or suits_all))
        # Pairs that stay meet at tables of two pairs.
        if movement.at_table == (2,) and 4 in players and _knows_partners(book):
            ways.append(WayToMeet(movement, True, has_sides or suits_all))

    def rank(way: WayToMeet) -> tuple[bool, bool, bool, bool]:
        fills = min(way.movement.at_table) == min(players) and not way.pairs
        is_usual = way.movement.id == ("progressive" if is_drive else "swiss")
        return not way.suits, not (is_drive and is_usual), not fills, not is_usual

    return sorted(ways, key=rank)


def _is_pad(book: Rulebook) -> bool:
    """Return whether the game is a pad for any game, which people name in words."""
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
    options = read_options(rulebook(game).game, filled)
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
