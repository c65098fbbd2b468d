"""What somebody looks for among finished matches and players, as the address of a
request has it.
"""

from datetime import date, datetime, time, timedelta

from flask import request

from referee.hosting.store import Search
from referee.lazy_dataclass import frozen
from referee.vocabulary.errors import FieldError, WrongFieldsError
from referee.vocabulary.text import say
from referee_web.guards.auth import codes_to_list

LAST_PAGE = 100_000
LONGEST_FILTER = 100


@frozen
class HistoryFilters:
    """What is looked for, as it was filled in: a name, a game's id, days from and to
    (both included), a page.
    """

    player: str = ""
    game: str = ""
    first: str = ""
    last: str = ""
    page: int = 1

    @property
    def anything(self) -> bool:
        """True if less than all is asked for."""
        return bool(self.player or self.game or self.first or self.last)

    def page_after(self, pages: int) -> dict[str, object]:
        """Return what the address of another page asks for: the one this many pages on,
        or back where it is negative.
        """
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
        """The matches to look for, among those that may be listed to this phone.

        WrongFieldsError where a day is not a date.
        """
        begin = _midnight("from", self.first)
        end = _midnight("to", self.last, 1)
        return Search(self.player, self.game, begin, end, codes_to_list())


def read_filters() -> HistoryFilters:
    """Return what the address of this request asks for."""
    texts = []
    for name in ("player", "game", "from", "to", "page"):
        text = request.args.get(name, "")
        texts.append(text.strip()[:LONGEST_FILTER])
    player, game, first, last, digits = texts
    page = 1
    if digits.isdecimal():
        page = min(int(digits[:9]), LAST_PAGE)
    return HistoryFilters(player, game, first, last, max(page, 1))


def _midnight(field: str, day: str, later: int = 0) -> float | None:
    """Return when a day begins here, or the one that is so many days `later`; None
    where no day is given.
    """
    if not day:
        return None
    try:
        written = date.fromisoformat(day)
        # Python reads weeks too, and days without dashes.
        if day != f"{written}":
            raise ValueError(day)
        shifted = written + timedelta(days=later)
        return datetime.combine(shifted, time.min).timestamp()
    except (ValueError, OverflowError, OSError):
        error = FieldError(field, say("Write the day like 2026-03-21."))
        raise WrongFieldsError(error) from None
