"""Filters of finished matches and players, from the query of a request."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from flask import request

from referee.hosting.store import Search
from referee.vocabulary.errors import FieldError, WrongFieldsError
from referee.vocabulary.text import say
from referee_web.guards.auth import codes_to_list

LAST_PAGE = 100_000
LONGEST_FILTER = 100


@dataclass(frozen=True, slots=True)
class HistoryFilters:
    """Filters as filled in: a name, a game's id, first and last day, and a page."""

    player: str = ""
    game: str = ""
    first: str = ""
    last: str = ""
    page: int = 1

    @property
    def anything(self) -> bool:
        """Return whether anything is filtered."""
        return bool(self.player or self.game or self.first or self.last)

    def page_after(self, pages: int) -> dict[str, object]:
        """Return the query of another page: this many pages on, or back if negative."""
        filters = {
            "player": self.player,
            "game": self.game,
            "from": self.first,
            "to": self.last,
            "page": self.page + pages,
        }
        return {name: value for name, value in filters.items() if value}

    @property
    def search(self) -> Search:
        """Return the search of matches listed to this phone.

        Raise WrongFieldsError if a day is not a date.
        """
        begin = _midnight("from", self.first)
        end = _midnight("to", self.last, 1)
        return Search(
            player=self.player,
            game=self.game,
            since=begin,
            until=end,
            tables=codes_to_list(),
        )


def read_filters() -> HistoryFilters:
    """Return the filters in this request's query."""
    texts = []
    for name in ("player", "game", "from", "to", "page"):
        text = request.args.get(name, "")
        texts.append(text.strip()[:LONGEST_FILTER])
    player, game, first, last, digits = texts
    page = min(int(digits[:9]), LAST_PAGE) if digits.isdecimal() else 1
    return HistoryFilters(
        player=player, game=game, first=first, last=last, page=max(page, 1)
    )


def _midnight(field: str, day: str, later: int = 0) -> float | None:
    """Return the local start of a day, or of a `later` one; None without a day."""
    if not day:
        return None
    try:
        written = date.fromisoformat(day)
        # Python also reads weeks, and days without dashes.
        if day != f"{written}":
            raise ValueError(day)
        shifted = written + timedelta(days=later)
        return datetime.combine(shifted, time.min).timestamp()
    except (ValueError, OverflowError, OSError):
        error = FieldError(field, say("Write the day like 2026-03-21."))
        raise WrongFieldsError(error) from None
