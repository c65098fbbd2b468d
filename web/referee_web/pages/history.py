"""The pages of finished matches, players and statistics."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from shlex import quote

from flask import Response
from markupsafe import Markup

from referee.hosting.events.event_now import EventNow
from referee.hosting.history.archive import Matches, Players
from referee.hosting.history.evenings import evening_over, matches_of_evening
from referee.hosting.history.statistics import PlayerRecord, explain_lead
from referee.hosting.store import EveningMatch, OfGame, PastMatch, Search
from referee.plugin.discovery import find_game, rulebook
from referee.plugin.languages import locale_of
from referee.plugin.rulebook import Rulebook
from referee.vocabulary.errors import RefereeError
from referee.vocabulary.game import SCORE
from referee.vocabulary.text import ENGLISH, Text
from referee_web.guards.auth import codes_to_list, require_private_referee
from referee_web.guards.services import room, services
from referee_web.history_filters import HistoryFilters, read_filters
from referee_web.pages.blueprint import blueprint, render
from referee_web.pages.forms.redisplay import redisplay
from referee_web.pages.games.game_tiles import all_games
from referee_web.pages.games.own_events import list_own_events
from referee_web.pages.lobby import OwnTable, unfinished_tables
from referee_web.pages.scores.evening_score import WordedEvening
from referee_web.pages.template_filters import write_day
from referee_web.wording import language


@dataclass(frozen=True, slots=True)
class ListedMatch:
    """A finished match in a list."""

    match: PastMatch

    @property
    def score(self) -> Text:
        """Return the unit of its scores; "scores" where its game is gone."""
        game = self.match.game
        return SCORE if find_game(game) is None else rulebook(game).game.score

    @property
    def decided(self) -> Text | None:
        """Return the reason why the match was won, or None."""
        return explain_lead(self.match.placings, self.match.decided)


@dataclass(frozen=True, slots=True)
class MatchesPage:
    """The finished matches, latest first, and this phone's current ones."""

    error: RefereeError | None
    """Why what was searched for cannot be."""
    search: HistoryFilters
    listed: Matches
    games: Sequence[Rulebook]
    """All that one can search for."""
    events: Sequence[EventNow]
    """The events that this phone directs or entered."""
    running: Sequence[OwnTable]
    hindered: bool
    """Whether deleted data is still on disk."""

    @classmethod
    def of(cls, error: RefereeError | None) -> MatchesPage:
        """Return the page that the request's query asks for; with an error, of all."""
        wanted = read_filters()
        search = Search(tables=codes_to_list()) if error else wanted.search
        events = list_own_events()
        search = replace(search, events=_list_codes(events))
        running = []
        if not wanted.anything and wanted.page == 1:
            running = unfinished_tables()
        return cls(
            error=error,
            search=wanted,
            listed=services().archive.matches(search, wanted.page),
            games=all_games(),
            events=events,
            running=running,
            hindered=room().store.eraser.hindered,
        )

    @property
    def evenings(self) -> list[tuple[WordedEvening | None, list[ListedMatch]]]:
        """Return the matches by evening (None without one), in order.

        Of an evening there is what may be listed to this phone: matches that are over,
        and on a public referee its own. Those of events stand with these.
        """
        parts: list[tuple[WordedEvening | None, list[ListedMatch]]] = []
        known: dict[str | None, list[ListedMatch]] = {}
        at_events = set[str]()
        for now in self.events:
            at_events.update(now.event.tables)
        for match in self.listed.matches:
            if match.code in at_events:
                continue
            if match.code not in known:
                of_evening = matches_of_evening(room().store, match.code)
                together: list[ListedMatch] = []
                known[match.code] = together
                for other in of_evening:
                    known[other.code] = together
                parts.append((_listed_evening(of_evening), together))
            known[match.code].append(ListedMatch(match))
        return parts

    @property
    def evenings_of_events(self) -> list[tuple[EventNow, list[ListedMatch]]]:
        """Return the events that were played, the latest first, with listed matches.

        While something is searched for, those without any are left out.
        """
        parts = []
        for now in self.events:
            matches = []
            for match in self.listed.matches:
                if match.code in now.event.tables:
                    matches.append(ListedMatch(match))
            is_first_page = not self.search.anything and self.search.page == 1
            if matches or (now.is_over and is_first_page):
                parts.append((now, matches))
        parts.sort(key=lambda part: part[0].event.rounds[-1].at, reverse=True)
        return parts


def _listed_evening(matches: Iterable[EveningMatch]) -> WordedEvening | None:
    """Return the evening of those of these matches that may be listed, if several."""
    listed = codes_to_list()
    over = []
    for match in matches:
        is_listed = listed is None or match.code in listed
        if is_listed and match.ended_at is not None:
            over.append(match)
    evening = evening_over(over)
    if len(evening.decided) < 2:
        return None
    return WordedEvening(evening.matches, evening.players)


def _list_codes(events: Iterable[EventNow]) -> tuple[str, ...]:
    """Return the codes of these events."""
    return tuple(now.row.code for now in events)


@dataclass(frozen=True, slots=True)
class PlayersPage:
    """The players of finished matches, most matches first."""

    listed: Players
    search: HistoryFilters


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """One player's statistics."""

    record: PlayerRecord
    search: HistoryFilters

    @property
    def latest(self) -> list[ListedMatch]:
        """Return their latest matches, last ended first."""
        return [ListedMatch(result.match) for result in self.record.form]

    @property
    def quoted_name(self) -> str:
        """Return their name as it can be pasted into a terminal."""
        # People choose their names.
        return quote(self.record.name)

    def average_place(self, game: OfGame) -> str:
        """Return their average place in a game, in the request's language."""
        # Imported here, since nothing else needs it.
        from babel.numbers import format_decimal

        locale = locale_of(language().code) or ENGLISH.code
        return str(format_decimal(game.place, "0.0", locale=locale))


def _matches(error: RefereeError | None = None) -> Response:
    return render("history/matches.html", MatchesPage.of(error))


@blueprint.get("/matches")
@redisplay(_matches)
def matches() -> Response:
    """Show finished matches, latest first, and this phone's current ones."""
    return _matches()


@blueprint.get("/players")
def players() -> Response:
    """Show the players of finished matches, most matches first."""
    require_private_referee()
    wanted = read_filters()
    events = _list_codes(list_own_events())
    listed = services().archive.players(wanted.player, wanted.page, events)
    return render("history/players.html", PlayersPage(listed, wanted))


@blueprint.get("/players/<path:name>")
def player(name: str) -> Response:
    """Show one player's statistics."""
    require_private_referee()
    wanted = read_filters()
    events = _list_codes(list_own_events())
    record = services().archive.player(name, wanted.page, events)
    return render("history/player.html", PlayerPage(record, wanted))


@blueprint.app_template_filter()
def clock_time(at: float) -> Markup:
    """Return epoch seconds as the local time of day."""
    here = datetime.fromtimestamp(at).astimezone()
    machine = here.isoformat(timespec="minutes")
    return Markup('<time datetime="{}">{:%H:%M}</time>').format(machine, here)


@blueprint.app_template_filter()
def moment(at: float) -> Markup:
    """Return epoch seconds as local date and time."""
    here = datetime.fromtimestamp(at).astimezone()
    machine = here.isoformat(timespec="minutes")
    people = f"{write_day(at)} {here:%H:%M}"
    return Markup('<time datetime="{}">{}</time>').format(machine, people)
