"""The evening as pages show it: who has won how often over the matches that people
played one after the other.
"""

from collections import Counter
from collections.abc import Sequence
from datetime import date
from typing import Any

from referee.hosting.history.evenings import (
    Evening,
    EveningPlayer,
    evening_for,
    evening_over,
    matches_of_evening,
)
from referee.hosting.store import PastMatch
from referee.hosting.tables.snapshot import Snapshot
from referee.plugin.languages import locale_of
from referee.vocabulary.text import ENGLISH
from referee.vocabulary.view import Standing
from referee_web.guards.auth import codes_to_list
from referee_web.guards.services import room
from referee_web.pages.blueprint import blueprint
from referee_web.pages.parts.score_picture import draw_picture
from referee_web.pages.template_filters import count_here, match_title, say_here
from referee_web.wording import language

DAYS_FIRST = "en_GB"


@blueprint.app_template_global()
def evening_shown(seen: Snapshot) -> Evening | None:
    """The evening of this table; None before anybody has won a match of it, and while
    it has only one.
    """
    evening = evening_for(room().store, seen, seen.by)
    return evening if len(evening.matches) > 1 and evening.players else None


@blueprint.app_template_filter("by_evening")
def by_evening(
    matches: Sequence[PastMatch],
) -> list[tuple[Evening | None, list[PastMatch]]]:
    """These matches by the evening that they belong to, None for a match with none,
    each where its first one stands.

    Of an evening there is what may be listed to this phone: matches that are over, and
    on a public referee its own.
    """
    listed = codes_to_list()
    parts: list[tuple[Evening | None, list[PastMatch]]] = []
    known: dict[str | None, list[PastMatch]] = {}
    for match in matches:
        if match.code not in known:
            together: list[PastMatch] = []
            of_evening = matches_of_evening(room().store, match.code)
            over = [other for other in of_evening if other.ended_at is not None]
            evening = evening_over(
                other for other in over if listed is None or other.code in listed
            )
            known |= {other.code: together for other in of_evening} | {
                match.code: together
            }
            parts.append((evening if len(evening.decided) > 1 else None, together))
        known[match.code].append(match)
    return parts


@blueprint.app_template_filter("evening_title")
def evening_title(evening: Evening) -> str:
    """An evening by the day on which it began."""
    # Imported here: most pages need no dates.
    from babel.dates import format_skeleton

    began = date.fromtimestamp(evening.matches[0].opened_at)
    # Days stand before months here in English too, as on most sheets.
    locale = (
        DAYS_FIRST
        if language().code == ENGLISH.code
        else locale_of(language().code) or DAYS_FIRST
    )
    return say_here(
        "Evening of {day}", day=format_skeleton("MMMMd", began, locale=locale)
    )


@blueprint.app_template_filter("games_played")
def games_played(evening: Evening) -> str:
    """What was played in an evening, and how often where that is more than once."""
    played = Counter(
        match_title(match.game, match.options) for match in evening.decided
    )
    return " · ".join(
        f"{title} ×{often}" if often > 1 else title for title, often in played.items()
    )


@blueprint.app_template_filter("wins_in_words")
def wins_in_words(players: Sequence[EveningPlayer]) -> str:
    """Who has won how often: “Ben 2 wins, Ana 1”."""
    first, *others = [player for player in players if player.wins]
    said = count_here("{name} {n} win", "{name} {n} wins", first.wins, name=first.name)
    return ", ".join([said, *(f"{player.name} {player.wins}" for player in others)])


def picture_of_evening(seen: Snapshot, evening: Evening) -> dict[str, Any]:
    """What stands where in the picture of this evening: who has won how often, and what
    was played.
    """
    names = [player.name for player in evening.players]
    return draw_picture(
        evening_title(evening),
        (
            say_here("The evening goes to"),
            tuple(player.name for player in evening.players if player.place == 1),
        ),
        say_here("Ranked by wins, then by places"),
        say_here("Wins"),
        [
            Standing(player.name, player.wins, player.place)
            for player in evening.players
        ],
        (*seen.view.seats, *(name for name in names if name not in seen.view.seats)),
        [
            (
                count_here("{n} match", "{n} matches", len(evening.decided)),
                games_played(evening),
            )
        ],
    )
