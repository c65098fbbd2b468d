"""Opening an event: which game, how people meet, and how many rounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask import Response, request

from referee.events.event import (
    TIE_BREAKS,
    USUAL_TIES,
)
from referee.plugin.discovery import rulebook
from referee.plugin.movements import installed_movements
from referee.plugin.rulebook import Rulebook
from referee.vocabulary.errors import RefereeError
from referee.vocabulary.movement import Movement
from referee_web.api.calls import events as calls
from referee_web.pages.blueprint import blueprint, render
from referee_web.pages.event.event_results import have_sides
from referee_web.pages.event.showing import LIMITS, lead_director
from referee_web.pages.forms.form_doors import by_form
from referee_web.pages.forms.form_values import FormValues
from referee_web.pages.games.game_pages import Agreeing, read_options
from referee_web.pages.games.game_tiles import (
    LONGEST_SEARCH,
    GameTile,
    addressed_tile,
    find_games,
    list_tiles,
)
from referee_web.wording import speak_at_event


@dataclass(frozen=True, slots=True)
class GamesPage:
    """The games that an event can be of."""

    games: Sequence[GameTile]
    search: str


@blueprint.get("/events/new")
def choose_event_game() -> Response:
    """Show the games that an event can be of; with `?q=`, only those with its words."""
    search = request.args.get("q", "").strip()[:LONGEST_SEARCH]
    movements = installed_movements().values()
    sizes = {size for movement in movements for size in movement.at_table}
    games = []
    for tile in find_games(list_tiles(), search):
        if sizes & {*tile.book.game.players}:
            games.append(tile)
    return render("event/games.html", GamesPage(games, search))


@blueprint.get("/events/new/<game>")
def new_event(game: str, error: RefereeError | None = None) -> Response:
    """Show the form for a new event of a game: the ways to meet that fit it.

    A variant is chosen in the address, as `?preset=whist`.
    """
    chosen = addressed_tile(rulebook(game))
    speak_at_event()
    return render("event/new.html", NewEventPage.of(chosen, error))


@dataclass(frozen=True, slots=True)
class NewEventPage:
    """The form for a new event of a game."""

    agreeing: Agreeing
    ways: Sequence[WayToMeet]
    """The ways to meet that fit the game, the best first."""
    counts: str
    """How results count, as was sent or as fits the best way."""
    ties: Sequence[str]
    """What counts at equal totals, first this, then that."""
    sent: Mapping[str, str]
    """What was sent and refused; empty at first."""
    error: RefereeError | None

    limits = LIMITS
    tie_breaks = TIE_BREAKS

    @classmethod
    def of(cls, chosen: GameTile, error: RefereeError | None) -> NewEventPage:
        """Return the form for a game or a variant."""
        ways = _list_ways(chosen.book, chosen.named)
        usual = ways[0].movement.counts if ways else "points"
        return cls(
            agreeing=Agreeing.of(chosen, error),
            ways=ways,
            counts=request.form.get("counts", usual),
            ties=request.form.getlist("ties") or USUAL_TIES,
            sent=request.form,
            error=error,
        )


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
    game = book.game
    players = {*game.players}
    names = [option.name for option in game.options if option.type == "text"]
    # A pad for any game is named in words.
    is_pad = any(name in game.named_by for name in names)
    is_drive = bool(named) and is_pad and have_sides(book, named)
    are_partners = 4 in players and have_sides(book, {})
    has_sides = is_drive or are_partners
    suits_all = is_pad and not named
    may_pair = are_partners or (is_pad and 4 in players)
    ways = []
    for movement in installed_movements().values():
        if {*movement.at_table} <= players:
            suits = has_sides == movement.in_pairs
            if movement.at_table == (2,):
                suits = not is_drive
            ways.append(WayToMeet(movement, False, suits or suits_all))
        # Pairs that stay meet at tables of two pairs.
        if movement.at_table == (2,) and may_pair:
            ways.append(WayToMeet(movement, True, has_sides or suits_all))

    def rank(way: WayToMeet) -> tuple[bool, bool, bool, bool]:
        fills = min(way.movement.at_table) == min(players) and not way.pairs
        is_usual = way.movement.usual_at == ("drives" if is_drive else "others")
        return not way.suits, not (is_drive and is_usual), not fills, not is_usual

    return sorted(ways, key=rank)


def _read_own(game: str) -> Mapping[str, object]:
    """Return how people meet, and the options, which the form has as inputs."""
    movement, _, pairs = request.form.get("movement", "").partition("+")
    options = read_options(rulebook(game).game, FormValues(request.form))
    return {"movement": movement, "pairs": bool(pairs), "options": options}


by_form(
    calls.new_event,
    "/events/new/<game>",
    new_event,
    lead_director,
    "open_new_event",
    reads=_read_own,
)
