"""An evening on pages: wins over consecutive matches."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from referee.cards.card import Card, Cards
from referee.hosting.history.evenings import (
    Evening,
    EveningPlayer,
    evening_for,
    evening_of,
    evening_over,
    matches_of_evening,
)
from referee.hosting.history.story import Chapter, ChapterKind
from referee.hosting.store import EveningMatch, PastMatch
from referee.hosting.tables.snapshot import Snapshot
from referee.plugin.languages import locale_of
from referee.vocabulary.text import ENGLISH, Text, say
from referee.vocabulary.view import Standing
from referee_web.guards.auth import codes_to_list
from referee_web.guards.services import room
from referee_web.pages.blueprint import blueprint
from referee_web.pages.parts.score_picture import Note, Picture
from referee_web.pages.template_filters import (
    count_here,
    match_title,
    say_here,
    word,
)
from referee_web.wording import language

DAYS_FIRST = "en_GB"


def score_of_evening(snapshot: Snapshot) -> Evening | None:
    """Return this table's evening, or None.

    There is none while a match goes on, before the first win, or with a single match.
    """
    if snapshot.match is not None and snapshot.match.seq and not snapshot.over:
        return None
    evening = evening_of(room().store, snapshot.code)
    if not evening.players or len(evening.matches) < 2:
        return None
    return evening_for(evening, snapshot, snapshot.viewer)


@blueprint.app_template_filter()
def by_evening(
    matches: Sequence[PastMatch],
) -> list[tuple[Evening | None, list[PastMatch]]]:
    """Return these matches by evening (None without one), in order.

    Of an evening there is what may be listed to this phone: matches that are over, and
    on a public referee its own.
    """
    parts: list[tuple[Evening | None, list[PastMatch]]] = []
    known: dict[str | None, list[PastMatch]] = {}
    for match in matches:
        if match.code not in known:
            of_evening = matches_of_evening(room().store, match.code)
            evening = _listed_evening(of_evening)
            together: list[PastMatch] = []
            known[match.code] = together
            for other in of_evening:
                known[other.code] = together
            has_several = len(evening.decided) > 1
            parts.append((evening if has_several else None, together))
        known[match.code].append(match)
    return parts


def _listed_evening(matches: Iterable[EveningMatch]) -> Evening:
    listed = codes_to_list()
    over = []
    for match in matches:
        is_listed = listed is None or match.code in listed
        if is_listed and match.ended_at is not None:
            over.append(match)
    return evening_over(over)


@blueprint.app_template_filter()
def evening_title(evening: Evening) -> str:
    """Return an evening's title: the day it began."""
    # Imported here, since most pages need no dates.
    from babel.dates import format_skeleton

    began = date.fromtimestamp(evening.matches[0].opened_at)
    # Days precede months in English too, as on most score sheets.
    locale = None
    if language().code != ENGLISH.code:
        locale = locale_of(language().code)
    day = format_skeleton("MMMMd", began, locale=locale or DAYS_FIRST)
    return say_here("Evening of {day}", day=day)


@blueprint.app_template_filter()
def games_played(evening: Evening) -> str:
    """Return an evening's games, with numbers above one."""
    titles: Counter[str] = Counter()
    for match in evening.decided:
        titles[match_title(match.game, match.options)] += 1
    parts = []
    for title, times in titles.items():
        if times > 1:
            title += f" ×{times}"
        parts.append(title)
    return " · ".join(parts)


@blueprint.app_template_filter()
def wins_in_words(players: Sequence[EveningPlayer]) -> str:
    """Return the wins: “Ben 2 wins, Ana 1”."""
    first, *others = [player for player in players if player.wins]
    wins = first.wins
    words = [count_here("{name} {n} win", "{name} {n} wins", wins, name=first.name)]
    for player in others:
        words.append(f"{player.name} {player.wins}")
    return ", ".join(words)


CHAPTER_TITLES: Mapping[ChapterKind, Text] = {
    "match": say("{game}"),
    "lead": say("Longest in the lead: {game}"),
    "hand": say("Hand of the night: {game}"),
    "streak": say("On a roll: {game}"),
    "overruled": say("Overturned: {game}"),
    "title": say("Champion of the evening"),
}


@blueprint.app_template_filter()
def chapter_title(chapter: Chapter) -> str:
    """Return the title of a chapter of the evening's story."""
    played = chapter.match
    game = ""
    if played is not None:
        game = match_title(played.row.game, played.row.options)
    title = CHAPTER_TITLES[chapter.kind]
    return word(replace(title, values={"game": game}))


@blueprint.app_template_filter()
def cards_shown(chapter: Chapter) -> Cards:
    """Return the cards of a hand or of what is rare; empty for other chapters."""
    ruling = chapter.ruling
    if ruling is None or (chapter.kind != "hand" and ruling.rare is None):
        return ()
    cards: list[Card] = []
    for group in ruling.shown:
        cards += group.cards
    return tuple(cards)


def picture_of_evening(
    snapshot: Snapshot, evening: Evening, chapters: Sequence[Chapter]
) -> dict[str, Any]:
    """Return the layout of an evening's picture: wins, games and story."""
    best = []
    standings = []
    seats = [*snapshot.view.seats]
    for player in evening.players:
        standings.append(Standing(player.name, player.wins, player.place))
        if player.place == 1:
            best.append(player.name)
        if player.name not in seats:
            seats.append(player.name)
    matches = count_here("{n} match", "{n} matches", len(evening.decided))
    notes = [Note(matches, games_played(evening))]
    for chapter in chapters:
        cards = cards_shown(chapter)
        notes.append(Note(chapter_title(chapter), word(chapter.text), cards))
    return Picture(
        title=evening_title(evening),
        best=(say_here("The evening goes to"), tuple(best)),
        decided=say_here("Ranked by wins, then by places"),
        score=say_here("Wins"),
        places=tuple(standings),
        seats=tuple(seats),
        notes=notes,
    ).draw()
