"""The pages of finished matches, players and statistics."""

from datetime import datetime
from shlex import quote

from flask import Response
from markupsafe import Markup

from referee.hosting.history.statistics import explain_lead
from referee.hosting.store import PastMatch, Search
from referee.plugin.languages import locale_of
from referee.vocabulary.errors import RefereeError
from referee.vocabulary.text import ENGLISH
from referee_web.guards.auth import codes_to_list, require_private_referee
from referee_web.guards.services import room, services
from referee_web.history_filters import read_filters
from referee_web.pages.blueprint import blueprint, page
from referee_web.pages.forms.redisplay import redisplay
from referee_web.pages.lobby import all_games, unfinished_tables
from referee_web.pages.template_filters import word, write_day
from referee_web.wording import language


@blueprint.get("/matches")
@redisplay(lambda error: _matches(Search(tables=codes_to_list()), error))
def matches() -> Response:
    """Show finished matches, latest first, and this phone's current ones."""
    return _matches(read_filters().search)


def _matches(search: Search, error: RefereeError | None = None) -> Response:
    wanted = read_filters()
    listed = services().archive.matches(search, wanted.page)
    running = []
    if not wanted.anything and wanted.page == 1:
        running = unfinished_tables()
    return page(
        "history/matches.html",
        listed=listed,
        error=error,
        games=all_games(),
        running=running,
        hindered=room().store.eraser.hindered,
        search=wanted,
    )


@blueprint.get("/players")
def players() -> Response:
    """Show the players of finished matches, most matches first."""
    require_private_referee()
    wanted = read_filters()
    listed = services().archive.players(wanted.player, wanted.page)
    return page("history/players.html", listed=listed, search=wanted)


@blueprint.get("/players/<path:name>")
def player(name: str) -> Response:
    """Show one player's statistics."""
    require_private_referee()
    wanted = read_filters()
    record = services().archive.player(name, wanted.page)
    return page("history/player.html", record=record, search=wanted)


@blueprint.app_template_filter()
def decided(match: PastMatch) -> str:
    """Return the reason why a match was won, in words; or ""."""
    return word(explain_lead(match.placings, match.decided) or "")


@blueprint.app_template_filter()
def moment(at: float) -> Markup:
    """Return epoch seconds as local date and time."""
    here = datetime.fromtimestamp(at).astimezone()
    machine = here.isoformat(timespec="minutes")
    people = f"{write_day(at)} {here:%H:%M}"
    return Markup('<time datetime="{}">{}</time>').format(machine, people)


# People choose their names, and somebody may paste this into a terminal.
blueprint.add_app_template_filter(quote, "for_shell")


@blueprint.app_template_filter()
def mean(number: float) -> str:
    """Return a mean with one decimal, in the request's language."""
    # Imported here, since nothing else needs it.
    from babel.numbers import format_decimal

    locale = locale_of(language().code) or ENGLISH.code
    return str(format_decimal(number, "0.0", locale=locale))
