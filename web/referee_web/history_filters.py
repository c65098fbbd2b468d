"""What somebody looks for among finished matches and players, as the address of a
request has it.
"""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from flask import request

from referee.hosting.store import Search
from referee.vocabulary.errors import FieldError, WrongFieldsError
from referee.vocabulary.text import say
from referee_web.guards.auth import codes_to_list

LAST_PAGE = 100_000


@dataclass(frozen=True, slots=True)
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
        """Whether more than all is asked for."""
        return bool(self.player or self.game or self.first or self.last)

    def page_after(self, pages: int) -> dict[str, object]:
        """What the address of another page asks for: the one this many pages on, or
        back where it is negative.
        """
        given = {
            "player": self.player,
            "game": self.game,
            "from": self.first,
            "to": self.last,
        }
        return {name: value for name, value in given.items() if value} | {
            "page": self.page + pages
        }

    @property
    def search(self) -> Search:
        """The matches to look for, among those that may be listed to this phone.

        Raises WrongFieldsError where a day is not a date.
        """
        return Search(
            self.player,
            self.game,
            _midnight("from", self.first),
            _midnight("to", self.last, 1),
            codes_to_list(),
        )


def read_filters() -> HistoryFilters:
    """What the address of this request asks for."""
    given = {
        name: request.args.get(name, "").strip()[:100]
        for name in ("player", "game", "from", "to", "page")
    }
    page = min(int(given["page"][:9]), LAST_PAGE) if given["page"].isdecimal() else 1
    return HistoryFilters(
        given["player"], given["game"], given["from"], given["to"], max(page, 1)
    )


def _midnight(field: str, day: str, later: int = 0) -> float | None:
    """When a day begins here, or a `later` one by this many days; None where no day is
    given.
    """
    if not day:
        return None
    try:
        found = date.fromisoformat(day)
        # Python reads weeks too, and days without dashes.
        if day != f"{found}":
            raise ValueError(day)
        found += timedelta(days=later)
        return datetime.combine(found, time.min).timestamp()
    except (ValueError, OverflowError, OSError):
        raise WrongFieldsError(
            FieldError(field, say("Write the day like 2026-03-21."))
        ) from None
