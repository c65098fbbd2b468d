"""The phone between rounds: whose it is, where it leads, and how they stand.

At the end of a round a hundred phones ask for it. What all of them read is made once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import get_template_attribute, request
from markupsafe import Markup

from referee.events.event import Event, EventTable
from referee.events.standings import EventStanding, RoundScore
from referee.hosting.events.event_now import EventNow
from referee.hosting.store.kept import Kept
from referee.vocabulary.errors import RefereeError
from referee.vocabulary.text import Text, say
from referee_web.pages.event.event_results import list_tables
from referee_web.pages.event.late_news import (
    EarlierResult,
    LateNews,
    list_earlier_results,
    list_late_news,
)
from referee_web.pages.event.showing import EventPage
from referee_web.pages.games.next_week import NextWeek
from referee_web.wording import wording

MACROS = "event/parts/event.html"

SPREAD_MS = 10
MOST_SPREAD_MS = 2_000
"""Phones that wait for a round look at a result within this time, for each entrant."""


@dataclass(frozen=True, slots=True)
class BetweenPage(EventPage):
    """An entrant's page."""

    error: RefereeError | None
    """Why what they did was refused."""
    name: str
    is_present: bool
    table: EventTable | None
    """Their table in this round."""
    is_playing: bool
    """Whether their table's result is waited for."""
    stays: bool
    """Whether they looked back at the event from their table."""
    waits_for: Text
    """What they wait for, unless they play."""
    latest: RoundScore | None
    """Their latest result that counts."""
    late: Sequence[LateNews]
    """What changed in earlier rounds, without `earlier`."""
    earlier: Sequence[EarlierResult]
    """The results that they have to confirm."""
    waits: Sequence[str]
    """The codes of their tables that wait for a result or a confirmation."""
    standing: EventStanding | None
    """Their own; None for who left before their first round."""
    next_week: NextWeek | None
    """The event that was opened like this one."""
    shared: ForEverybody
    spread: int
    """The milliseconds within which phones look at a result."""

    @classmethod
    def of(cls, now: EventNow, entrant: str, error: RefereeError | None) -> BetweenPage:
        """Return the page of this entrant, who looks at the event now."""
        event = now.event
        me = event.entrants[entrant]
        table = event.table_of(entrant)
        own = now.find_standing(entrant)
        latest = None
        for played in own.rounds if own else ():
            if played.kind == "result":
                latest = played
        earlier = list_earlier_results(now, entrant)
        codes = [result.code for result in earlier]
        return cls(
            now=now,
            error=error,
            name=me.names[now.person],
            is_present=me.is_present,
            table=table,
            is_playing=now.leads_to(table),
            stays="stay" in request.args,
            waits_for=_say_awaited(now, entrant),
            latest=latest,
            late=[news for news in list_late_news(now) if news.code not in codes],
            earlier=earlier,
            waits=[each.code for each in now.waiting if entrant in each.seats],
            standing=own,
            next_week=NextWeek.after(now),
            shared=ForEverybody.of(now),
            spread=min(MOST_SPREAD_MS, SPREAD_MS * len(event.entrants)),
        )


@dataclass(frozen=True, slots=True)
class ForEverybody:
    """What stands on the page of each entrant, in one language."""

    places: Markup
    pairings: Markup

    @classmethod
    def of(cls, now: EventNow) -> ForEverybody:
        """Return these parts of the page now, in the language of this answer."""
        words = wording()
        key = now.row.director_hash, words.language.code, words.letters
        version = now.row.version
        return _FOR_EVERYBODY.find(key, version, lambda _: cls._word(now.as_stranger()))

    @classmethod
    def _word(cls, now: EventNow) -> ForEverybody:
        event = now.event
        if not event.rounds:
            return cls(Markup(), Markup())
        places = get_template_attribute(MACROS, "places")
        pairings = get_template_attribute(MACROS, "pairings")
        lines = list_tables(now, event.rounds[-1].tables)
        return cls(
            places=places(now.standings, EventPage(now).tie_words),
            pairings=pairings(event, lines.values()),
        )


# Three rounds of 50 tables: without it 18.2 s of the processor, with it 9.5.
_FOR_EVERYBODY = Kept[ForEverybody](20)
"""What everybody sees of the latest 20 events, by language; drawn once a change."""


def _say_awaited(now: EventNow, entrant: str) -> Text:
    event = now.event
    if not (event.entrants[entrant].is_present or now.is_over):
        return say("You’ve left. Come back whenever you like.")
    if not event.rounds:
        return say(
            "You’re in. When {round} begins, this page leads you to your table.",
            round=event.name_round(1),
        )
    if now.is_over:
        return say("All rounds are played.")
    if entrant in event.out:
        return say("You’re out. The standings show how far you came.")
    if entrant in event.rounds[-1].sits_out:
        return _say_sitting_out(event)
    if now.is_playing and not event.rounds[-1].includes(entrant):
        return _say_late(event)
    return _say_wait(now)


def _say_sitting_out(event: Event) -> Text:
    template = "You sit out {round}. This page leads you to your next table."
    if event.is_in_last_round:
        template = (
            "You sit out {round}, the last. This page shows who wins once all results "
            "are in."
        )
    return say(template, round=event.round_name)


def _say_late(event: Event) -> Text:
    if event.is_in_last_round:
        return say(
            "The last round is under way: the director can still seat you if there are "
            "enough for another table."
        )
    return say(
        "You’re seated from {next} on. The director can seat you in {round} already if "
        "there are enough for another table.",
        next=event.name_round(len(event.rounds) + 1),
        round=event.round_name,
    )


def _say_wait(now: EventNow) -> Text:
    event = now.event
    if event.is_in_last_round:
        return say("The last results are still to come.")
    if not now.waiting:
        return say("All results are in. This page leads you to your next table.")
    template = "{round} of {rounds} is over. This page leads you to your next table."
    if now.is_playing:
        template = (
            "{round} of {rounds} is still being played. This page leads you to your "
            "next table."
        )
    return say(template, round=event.round_name, rounds=event.plan.rounds)
