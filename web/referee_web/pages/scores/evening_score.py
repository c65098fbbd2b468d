"""An evening on pages: wins over consecutive matches."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from referee.hosting.history.evenings import (
    Evening,
    evening_for,
    evening_of,
)
from referee.hosting.history.story import Chapter, ChapterKind
from referee.hosting.tables.snapshot import Snapshot
from referee.plugin.languages import locale_of
from referee.vocabulary.ruling import OVERRULED
from referee.vocabulary.text import ENGLISH, Text, say
from referee.vocabulary.values import Ordinal
from referee.vocabulary.view import Standing
from referee_web.guards.services import room
from referee_web.pages.scores.score_picture import Note, Picture, PicturePage
from referee_web.pages.template_filters import (
    count_here,
    match_title,
    say_here,
    word,
)
from referee_web.wording import language

DAYS_FIRST = "en_GB"
MOST_NOTES = 4
"""Chapters in a picture, the most remarkable ones."""


@dataclass(frozen=True, slots=True)
class WordedEvening(Evening):
    """An evening, with what pages say of it."""

    @property
    def title(self) -> str:
        """Return the evening's title: the day it began."""
        # Imported here, since most pages need no dates.
        from babel.dates import format_skeleton

        began = date.fromtimestamp(self.matches[0].opened_at)
        # Days precede months in English too, as on most score sheets.
        locale = None
        if language().code != ENGLISH.code:
            locale = locale_of(language().code)
        day = format_skeleton("MMMMd", began, locale=locale or DAYS_FIRST)
        return say_here("Evening of {day}", day=day)

    @property
    def games(self) -> str:
        """Return the evening's games, with numbers above one."""
        titles: Counter[str] = Counter()
        for match in self.decided:
            titles[match_title(match.game, match.options)] += 1
        parts = []
        for title, times in titles.items():
            if times > 1:
                title += f" ×{times}"
            parts.append(title)
        return " · ".join(parts)

    @property
    def wins(self) -> str:
        """Return the wins: “Ben 2 wins, Ana 1”."""
        first, *others = [player for player in self.players if player.wins]
        wins = first.wins
        words = [count_here("{name} {n} win", "{name} {n} wins", wins, name=first.name)]
        for player in others:
            words.append(f"{player.name} {player.wins}")
        return ", ".join(words)


TITLES: Mapping[ChapterKind, Text] = {
    "hand": say("Hand of the night"),
    "round": say("Best of the night"),
    "setback": say("Biggest setback"),
    "streak": say("On a roll"),
    "offence": say("Caught"),
    "overturned": OVERRULED,
    "anecdote": say("Not forgotten"),
    "title": say("Champion of the evening"),
}


@dataclass(frozen=True, slots=True)
class WordedChapter(Chapter):
    """A chapter of the evening's story, with its title."""

    number: Ordinal | None = None
    """That of its match; None: the evening has no other, or it is of all of them."""

    @property
    def title(self) -> str:
        """Return the chapter's title, with the number of its match."""
        if self.match is not None and self.kind == "match":
            title = match_title(self.match.row.game, self.match.row.options)
        else:
            title = word(TITLES[self.kind])
        if self.number is None:
            return title
        return say_here("Match {n}: {title}", n=self.number, title=title)


def score_of_evening(snapshot: Snapshot) -> Evening | None:
    """Return this table's evening, or None.

    There is none while a match goes on, before the first win, or after a single match.
    """
    if snapshot.match is not None and snapshot.match.seq and not snapshot.over:
        return None
    evening = evening_of(room().store, snapshot.code)
    matches = evening.decided if snapshot.over else evening.matches
    if not evening.players or len(matches) < 2:
        return None
    return evening_for(evening, snapshot, snapshot.viewer)


def picture_of_evening(
    snapshot: Snapshot,
    evening: WordedEvening,
    chapters: Sequence[WordedChapter],
    joke: Text,
) -> PicturePage:
    """Return the layout of an evening's picture: wins, joke, games and story."""
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
    notes = [Note(matches, evening.games)]
    rare_first = sorted(chapters, key=lambda chapter: chapter.kind != "hand")
    for chapter in rare_first[:MOST_NOTES]:
        notes.append(Note(chapter.title, word(chapter.text), chapter.cards))
    return Picture(
        title=evening.title,
        best=(say_here("The evening goes to"), tuple(best)),
        said=[],
        score=say_here("Wins"),
        places=tuple(standings),
        seats=tuple(seats),
        notes=notes,
        joke=word(joke),
    ).draw()
