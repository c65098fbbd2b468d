"""This phone's past matches; other phones' matches without names."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from referee.hosting.store import PastMatch, Search
from referee.hosting.tables.tokens import hashed
from referee_web.guards import auth, cookies
from referee_web.guards.services import room, services
from referee_web.pages.template_filters import say_here

MOST_LOOKED_BACK_AT = 60
MOST_NAMED = 3


@dataclass(frozen=True, slots=True)
class LastMatch:
    """This phone's last finished match of a game: rules, players clockwise, seat."""

    code: str
    ended_at: float
    options: Mapping[str, object]
    names: tuple[str, ...]
    own: str | None

    @property
    def with_whom(self) -> str:
        """Return with whom the game was last played, and when, in words."""
        when = _days_ago(self.ended_at)
        others = tuple(name for name in self.names if name != self.own)
        if not others:
            return say_here("played {when}", when=when)
        if len(others) <= MOST_NAMED:
            return say_here("with {names}, {when}", names=others, when=when)
        names = ", ".join(others[: MOST_NAMED - 1])
        n = len(others) - MOST_NAMED + 1
        return say_here(
            "with {names} and {n} more, {when}", names=names, n=n, when=when
        )

    @property
    def by_how_many(self) -> str:
        """Return how many last played the game in this house, and when, in words."""
        when = _days_ago(self.ended_at)
        return say_here("{n} players, {when}", n=len(self.names), when=when)


def own_matches() -> tuple[PastMatch, ...]:
    """Return this phone's recent finished matches, last ended first."""
    return _find_finished(Search(tables=auth.own_codes()))


def matches_here() -> tuple[PastMatch, ...]:
    """Return this house's recent finished matches; none on a public referee."""
    return () if auth.is_public() else _find_finished(Search())


def _find_finished(search: Search) -> tuple[PastMatch, ...]:
    return services().archive.matches(search, most=MOST_LOOKED_BACK_AT).matches


def last_matches(matches: Iterable[PastMatch]) -> dict[str, LastMatch]:
    """Return each game's last match among these, latest game first."""
    latest: dict[str, PastMatch] = {}
    for match in matches:
        latest.setdefault(match.game, match)
    return {game: last_match(match) for game, match in latest.items()}


def last_match(match: PastMatch) -> LastMatch:
    """Return a finished match as this phone knows it."""
    tokens = set(map(hashed, cookies.cookie_tokens(match.code)))
    placings = match.placings
    names = tuple(placing.name for placing in placings if placing.player is not None)
    own = None
    for seat in room().store.seats(match.code):
        if own is None and seat.token_hash in tokens and seat.name in names:
            own = seat.name
    return LastMatch(
        code=match.code,
        ended_at=match.ended_at,
        options=match.options,
        names=names,
        own=own,
    )


def own_name() -> str:
    """Return the name under which this phone sat down last; or ""."""
    name = cookies.stored_name()
    for last in last_matches(own_matches()).values():
        name = name or last.own or ""
    return name


def known_names(matches: Iterable[PastMatch]) -> tuple[str, ...]:
    """Return all players of these matches, in their latest spelling."""
    spelled: dict[str, str] = {}
    for match in matches:
        for placing in match.placings:
            if placing.player is not None:
                spelled.setdefault(placing.player, placing.name)
    return tuple(spelled.values())


def _days_ago(at: float) -> str:
    days = (date.today() - date.fromtimestamp(at)).days
    if days < 1:
        return say_here("today")
    if days < 2:
        return say_here("yesterday")
    if days < 14:
        return say_here("{n} days ago", n=days)
    return say_here("{n} weeks ago", n=days // 7)
