"""Crews on pages: the same people again, on the first page and in their evenings."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Container, Sequence
from dataclasses import dataclass, replace

from referee.hosting.history.crews import Crew, find_crew, find_crews
from referee.hosting.history.evenings import LONGEST_BREAK_SECONDS, Evening
from referee.hosting.history.next_table import list_joining
from referee.hosting.history.story import reign_over
from referee.hosting.store import PastMatch, Placing
from referee.plugin.languages import locale_of
from referee.vocabulary.errors import RefereeError
from referee.vocabulary.text import Text, say
from referee_web.guards.auth import codes_to_list
from referee_web.guards.services import room
from referee_web.pages.games.played_before import last_match
from referee_web.pages.template_filters import (
    match_title,
    say_here,
    word,
    write_day,
)
from referee_web.wording import language

MOST_CREWS = 3
MATCHES_OWED = 3
"""The matches in a row after which whoever was behind is owed a revenge."""
NUMBERS = {
    2: say("two"),
    3: say("three"),
    4: say("four"),
    5: say("five"),
    6: say("six"),
}


@dataclass(frozen=True, slots=True)
class ShownCrew:
    """A crew of people, for one phone."""

    name: str
    crew: Crew
    next: str | None
    """The table where they play on already, or None."""
    has_moved_on: bool
    """Whether others than they played on from their last table, and are done."""
    joining: Sequence[str]
    """Who plays along if they play the same again."""
    own: str | None
    """This phone's name among them."""

    @property
    def lines(self) -> Sequence[tuple[str, Text]]:
        """Return how they stand."""
        standing = CrewStanding.of(self.crew.latest.placings)
        return standing.lines if standing else ()

    @property
    def other_games(self) -> list[PastMatch]:
        """Return their last match of each other game, the latest first."""
        by_title: dict[str, PastMatch] = {}
        for match in self.crew.matches:
            by_title.setdefault(match_title(match.game, match.options), match)
        return [*by_title.values()][1:]


def list_crews(
    own: Sequence[PastMatch], playing: Container[str | None]
) -> list[ShownCrew]:
    """Return the crews of this phone's matches, the latest first.

    One finished match is enough. Those that sit at one of the tables `playing` are left
    out.
    """
    past = room().store.past
    shown = []
    for crew in find_crews(own, fewest=1):
        code = crew.latest.code
        try:
            table = room().table(code)
        except RefereeError:
            # Its game is gone, or fails.
            continue
        there = past.next_table(code)
        if table.event is not None or there in playing:
            continue
        has_moved_on = there is not None and there in past.finished([there])
        if has_moved_on:
            there = None
        joining = list_joining(room().store, table, table.rulebook.game.players)
        names = [newcomer.name for newcomer in joining]
        shown.append(
            ShownCrew(
                name=name_crew(crew),
                crew=crew,
                next=there,
                has_moved_on=has_moved_on,
                joining=names,
                own=last_match(crew.latest).own,
            )
        )
    return _tell_apart(shown[:MOST_CREWS])


def _tell_apart(crews: Sequence[ShownCrew]) -> list[ShownCrew]:
    """Return the crews, of which those with one name are told by who is in it."""
    namesakes = defaultdict(list)
    for each in crews:
        namesakes[each.name].append({*each.crew.names})
    told = []
    for each in crews:
        people = namesakes[each.name]
        in_all = set.intersection(*people)
        if len(people) > 1:
            names = tuple(name for name in each.crew.names if name not in in_all)
            told_by = say_here("{group} with {names}", group=each.name, names=names)
            each = replace(each, name=told_by)
        told.append(each)
    return told


def name_crew(crew: Crew) -> str:
    """Return a crew’s name, by its day and by how many they are: `Thursday’s four`."""
    # Imported here, since most pages need no dates.
    from babel.dates import get_day_names

    days = get_day_names(locale=locale_of(language().code) or "en")
    n = len(crew.names)
    number = word(NUMBERS[n]) if n in NUMBERS else n
    return say_here("{day}’s {number}", day=days[crew.weekday], number=number)


@dataclass(frozen=True, slots=True)
class CrewStanding:
    """How a crew stands: lines, each with its heading."""

    name: str
    lines: Sequence[tuple[str, Text]]

    @classmethod
    def after(cls, evening: Evening) -> CrewStanding | None:
        """Return how those stand who played the last match that somebody won.

        Return None without anything that goes on from one evening to another.
        """
        return cls.of(evening.decided[-1].placings)

    @classmethod
    def of(cls, placings: Sequence[Placing]) -> CrewStanding | None:
        """Return how the players of a match stand, as `after` does."""
        players = [placing.player or "" for placing in placings]
        listed = codes_to_list()
        crew = find_crew(room().store, players, listed)
        if crew is None:
            return None
        lines = []
        # Tonight counts already.
        until = time.time() + LONGEST_BREAK_SECONDS
        reign = reign_over(room().store, players, until, listed)
        if reign is not None and reign.evenings > 1:
            text = say("{names}", names=reign.champions)
            heading = say_here("Title since {day}", day=write_day(reign.since))
            lines.append((heading, text))
        streak = _tell_streak(crew)
        if streak is not None:
            lines.append((say_here("On a streak"), streak))
        winner, loser, times = crew.revenge
        if streak is None and times >= MATCHES_OWED:
            template = "{loser}: {winner} was ahead {n} times in a row"
            text = say(template, winner=winner, loser=loser, n=times)
            lines.append((say_here("Revenge is due"), text))
        return cls(name_crew(crew), lines) if lines else None


def streak_after(placings: Sequence[Placing]) -> Text | None:
    """Return who wins and wins of those of a match, or None."""
    players = [placing.player or "" for placing in placings]
    crew = find_crew(room().store, players, codes_to_list())
    return _tell_streak(crew) if crew is not None else None


def _tell_streak(crew: Crew) -> Text | None:
    names, n = crew.streak
    if n < 2:
        return None
    return say("{names}: {n} wins in a row", names=names, n=n)
