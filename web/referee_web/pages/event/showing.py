"""What an event's pages have in common: what they show, limits, and addresses."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from operator import attrgetter

from flask import Response, request

from referee.events.event import (
    LONGEST_REASON,
    LONGEST_TITLE,
    MOST_GROUPS,
    MOST_ROUNDS,
    TIE_BREAKS,
    Event,
    Plan,
    TieBreak,
)
from referee.events.standings import EventStanding
from referee.hosting.events.board_address import board_key
from referee.hosting.events.desk import EventDesk
from referee.hosting.events.event_now import EventNow
from referee.hosting.tables.player_names import LONGEST_NAME
from referee.plugin.discovery import find_game, rulebook
from referee.plugin.rulebook import Rulebook
from referee.vocabulary.text import Text, say
from referee_web.api.calls.events import EventOpened
from referee_web.guards import cookies
from referee_web.guards.base_url import base_url
from referee_web.guards.services import room
from referee_web.pages.blueprint import go_to, render

LIMITS = {
    "name": LONGEST_NAME,
    "reason": LONGEST_REASON,
    "rounds": MOST_ROUNDS,
    "groups": MOST_GROUPS,
    "title": LONGEST_TITLE,
}
"""The most letters, and the highest numbers, that forms take."""

PODIUM = 3
"""The last place that stands on the podium."""


@dataclass(frozen=True, slots=True)
class EventPage:
    """What the pages of an event have in common."""

    now: EventNow

    limits = LIMITS
    tie_breaks = TIE_BREAKS

    @property
    def code(self) -> str:
        """Return the event's code."""
        return self.now.row.code

    @property
    def event(self) -> Event:
        """Return the event after its latest record."""
        return self.now.event

    @property
    def plan(self) -> Plan:
        """Return the director's plan."""
        return self.now.event.plan

    @property
    def book(self) -> Rulebook | None:
        """Return the event's game; None where it is no longer installed."""
        game = self.plan.game
        return rulebook(game) if find_game(game) else None

    @property
    def tie_reasons(self) -> list[Text]:
        """Return why equal totals on the podium stand as they do; [] until the end."""
        if not self.now.winners:
            return []
        reasons = []
        for first, second in self._parted:
            if first.place <= PODIUM:
                reasons.append(_explain_tie(first, second, self.plan.ties))
        ranked_together = attrgetter("line", "place")
        for (_, place), equals in groupby(self.now.standings, ranked_together):
            sharing = [each.name for each in equals]
            if place <= PODIUM and len(sharing) > 1:
                template = "{names} share place {place}: nothing separates them."
                reasons.append(say(template, names=tuple(sharing), place=place))
        return reasons

    @property
    def parts_ties(self) -> bool:
        """Return whether some equal totals stand at different places."""
        return bool(self._parted)

    @property
    def _parted(self) -> list[tuple[EventStanding, EventStanding]]:
        """Return neighbours with equal totals at different places."""
        parted = []
        for first, second in pairwise(self.now.standings):
            is_level = first.total == second.total and not second.is_playing
            if is_level and first.place < second.place:
                parted.append((first, second))
        return parted

    @property
    def tie_words(self) -> Mapping[str, list[Text]]:
        """Return the words about equal totals at each entrant's line, by their id."""
        words: dict[str, list[Text]] = {}
        for first, second in self._parted:
            reason = _find_reason(first, second, self.plan.ties)
            behind = say("behind {first}: {reason}", first=first.name, reason=reason)
            words[second.entrant] = [behind]
        shared = say("shares the place")
        for _, equals in groupby(self.now.standings, attrgetter("line", "place")):
            sharing = [each for each in equals if not each.is_playing]
            if len(sharing) > 1:
                for each in sharing:
                    words.setdefault(each.entrant, []).append(shared)
        return words

    @property
    def door(self) -> str:
        """Return the address of the event's door, short enough to be typed."""
        return f"{base_url()}/e/{self.code}"


def _explain_tie(
    first: EventStanding, second: EventStanding, ties: Sequence[TieBreak]
) -> Text:
    reason = _find_reason(first, second, ties)
    template = "{first} is ahead of {second} at equal totals, decided by {reason}."
    return say(template, first=first.name, second=second.name, reason=reason)


def _find_reason(
    first: EventStanding, second: EventStanding, ties: Sequence[TieBreak]
) -> Text:
    """Return the reason for which one is before another at equal totals."""
    for by in ties:
        differs = getattr(first, by) != getattr(second, by)
        if differs or (by == "direct" and first.recounts != second.recounts):
            return TIE_BREAKS[by]
    return say("who is out later")


@dataclass(frozen=True, slots=True)
class TakePage(EventPage):
    """Asks before this phone, known at the event already, becomes somebody else's."""

    new: EventNow
    """The event as that other sees it."""
    token: str


def take_place(new: EventNow, token: str) -> Response:
    """Make this device that of the viewer with this token.

    Ask if it is another's, or a phone that would be a board or the director's.
    """
    code = new.row.code
    kind = "host" if new.is_director else "seat"
    before = request.cookies.get(f"{kind}_{code}", "")
    now = EventDesk(room(), code, (before,)).look()
    is_asking = request.method == "GET"
    if is_asking and now.is_member and now.viewer != new.viewer:
        return render("event/take.html", TakePage(now, new, token))
    is_phone = "Mobi" in request.user_agent.string
    if is_asking and is_phone and not new.entrant and "here" not in request.args:
        return render("event/address.html", EventPage(new))
    response = go_to("event_board" if new.is_board else "event", code=code)
    cookies.store_token(response, code, token, kind)
    return response


def lead_director(opened: EventOpened, **_: object) -> Response:
    """Lead this phone to a new event, as its director's."""
    response = go_to("event", code=opened.code)
    cookies.store_token(response, opened.code, opened.director_token, "host")
    return response


def board_address(now: EventNow) -> str:
    """Return the address of an event's board, short enough to be read aloud."""
    return f"{base_url()}/tv/{now.row.code}-{board_key(now.row)}"
