"""Looking back: this referee's finished matches, its players, and their statistics."""

from __future__ import annotations

from datetime import datetime
from shlex import quote

from flask import Response, make_response, render_template
from markupsafe import Markup

from referee.hosting.history.archive import Matches
from referee.hosting.history.statistics import parted_by
from referee.hosting.store import PastMatch
from referee.plugin.discovery import installed, rulebook
from referee.plugin.languages import locale_of
from referee.vocabulary.errors import RefereeError
from referee.vocabulary.game import SCORE
from referee.vocabulary.text import ENGLISH, Text
from referee_web.guards.auth import memory, room
from referee_web.history_filters import asked
from referee_web.pages.blueprint import blueprint
from referee_web.pages.forms.redisplay import redisplay
from referee_web.pages.lobby import all_games, tables_kept
from referee_web.pages.template_filters import word
from referee_web.wording import language, translated


def _matches_again(error: RefereeError) -> Response:
    return _matches(memory().matches(page=asked().page), error.message)


@blueprint.get("/matches")
@redisplay(_matches_again)
def matches() -> Response:
    """Finished matches, the latest first, and this phone's own that are still going on."""
    wanted = asked()
    return _matches(memory().matches(wanted.search, wanted.page))


def _matches(found: Matches, error: Text | None = None) -> Response:
    wanted = asked()
    page = render_template(
        "history/matches.html",
        found=found,
        asked=wanted,
        error=error,
        games=all_games(),
        running=[] if wanted.anything or wanted.page > 1 else tables_kept(),
        hindered=room().store.hindered,
        older=_other(1),
        newer=_other(-1),
    )
    return make_response(page)


def _other(pages: int) -> dict[str, object]:
    """What the address of another page asks for."""
    return asked().page_after(pages)


@blueprint.get("/players")
def players() -> Response:
    """The players of finished matches, those with the most matches first."""
    wanted = asked()
    found = memory().players(wanted.player, wanted.page)
    return make_response(
        render_template("history/players.html", found=found, asked=wanted, older=_other(1), newer=_other(-1))
    )


@blueprint.get("/players/<path:name>")
def player(name: str) -> Response:
    """The statistics of one player."""
    wanted = asked()
    record = memory().player(name, wanted.page)
    older, newer = ({"name": name} | _other(pages) for pages in (1, -1))
    return make_response(render_template("history/player.html", record=record, asked=wanted, older=older, newer=newer))


@blueprint.app_template_filter("game_title")
def game_title(game: str) -> str:
    """A game's title; its id where it is not installed any more."""
    return translated(rulebook(game).game.title) if game in installed().games else game


@blueprint.app_template_filter("score_label")
def score_label(game: str) -> str:
    """What the scores of a game count; of a game that is not installed any more they are scores."""
    return word(rulebook(game).game.score if game in installed().games else SCORE)


@blueprint.app_template_filter("decided")
def decided(match: PastMatch) -> str:
    """What parted its winners from the next, in words; empty where nothing did."""
    found = parted_by(match.placings)
    return word(found) if found else ""


@blueprint.app_template_filter("moment")
def moment(at: float) -> Markup:
    """A moment in epoch seconds as the clock here shows it."""
    here = datetime.fromtimestamp(at).astimezone()
    machine = here.isoformat(timespec="minutes")
    return Markup('<time datetime="{}">{}</time>').format(machine, here.strftime("%Y-%m-%d %H:%M"))


@blueprint.app_template_filter("for_shell")
def for_shell(name: str) -> str:
    """A name quoted for a shell: people choose their names, and somebody may paste this into a terminal."""
    return quote(name)


@blueprint.app_template_filter("mean")
def mean(number: float) -> str:
    """A mean with one decimal, as written in the language of this request."""
    # Imported here: nothing else needs it.
    from babel.numbers import format_decimal

    return str(format_decimal(number, "0.0", locale=locale_of(language().code) or ENGLISH.code))
