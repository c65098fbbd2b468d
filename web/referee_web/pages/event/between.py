"""The phone between rounds: whose it is, where it leads, and how they stand.

At the end of a round a hundred phones ask for it. What all of them read is made once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import get_template_attribute
from markupsafe import Markup

from referee.events.event import Call, Event, EventTable
from referee.events.standings import EventStanding, RoundScore
from referee.hosting.events.event_now import EventNow
from referee.hosting.store.kept import Kept
from referee.vocabulary.text import Text, say
from referee_web.pages.event.showing import find_confirmers
from referee_web.pages.parts.event_results import list_scores, list_states
from referee_web.pages.parts.late_news import (
    EarlierResult,
    LateNews,
    list_earlier_results,
    list_late_news,
)
from referee_web.wording import wording

MACROS = "event/parts/event.html"


@dataclass(frozen=True, slots=True)
class BetweenPage:
    """An entrant's page."""

    name: str
    is_present: bool
    calls: tuple[Call, ...]
    table: EventTable | None
    """Their table in this round."""
    is_playing: bool
    """Whether their table's result is waited for."""
    news: Text
    """What they wait for, unless they play."""
    latest: RoundScore | None
    """Their latest result that counts."""
    late: Sequence[LateNews]
    """What changed in earlier rounds, without `earlier`."""
    earlier: Sequence[EarlierResult]
    """The results that they have to confirm."""
    waits: Sequence[str]
    """The codes of their tables that wait for a result or a confirmation."""
    winners: Sequence[str]
    """Who has won the event, once it is over."""
    standing: EventStanding | None
    """Their own; None for who left before their first round."""

    @classmethod
    def of(cls, now: EventNow, entrant: str) -> BetweenPage:
        """Return the page of this entrant, who looks at the event now."""
        me = now.event.entrants[entrant]
        table = now.event.table_of(entrant)
        own = None
        for standing in now.standings:
            if standing.entrant == entrant:
                own = standing
        is_playing = now.leads_to(table)
        earlier = list_earlier_results(now, entrant)
        codes = [result.code for result in earlier]
        return cls(
            name=me.names[now.person],
            is_present=me.is_present,
            calls=now.calls,
            table=table,
            is_playing=is_playing,
            news=_say_news(now, entrant),
            latest=_find_latest(own) if own else None,
            late=[news for news in list_late_news(now) if news.waits not in codes],
            earlier=earlier,
            waits=[each.code for each in now.waiting if entrant in each.seats],
            winners=now.winners,
            standing=own,
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
        return cls(
            places=places(now.standings),
            pairings=pairings(event, _word_lines(now)),
        )


# Three rounds of 50 tables: without it 18.2 s of the processor, with it 9.5.
_FOR_EVERYBODY = Kept[ForEverybody](20)
"""Those of the events looked at last, by language."""


def _word_lines(now: EventNow) -> Markup:
    """Return the tables of the latest round."""
    pairing = get_template_attribute(MACROS, "pairing")
    tables = now.event.rounds[-1].tables
    confirmers = find_confirmers(now)
    scores = list_scores(now, tables)
    states = list_states(now)
    begin = Markup('\n<li><span class="tap">')
    lines = []
    for number, table in enumerate(tables, 1):
        code = table.code
        how = states[code], confirmers.get(code), scores[code]
        line = pairing(now.event, number, table, *how)
        lines += [begin, line, Markup("</span></li>")]
    return Markup().join(lines)


def _find_latest(own: EventStanding) -> RoundScore | None:
    for played in reversed(own.rounds):
        if played.kind == "result":
            return played
    return None


def _say_news(now: EventNow, entrant: str) -> Text:
    event = now.event
    begun = len(event.rounds)
    planned = event.plan.rounds
    is_present = event.entrants[entrant].is_present
    if not (is_present or now.is_over):
        return say("You’ve left. Come back whenever you like.")
    if not begun:
        return say(
            "You’re in. When {round} begins, this page leads you to your table.",
            round=event.name_round(1),
        )
    if now.is_over:
        return say("All rounds are played.")
    if entrant in event.rounds[-1].sits_out:
        return _say_sitting_out(event.name_round(begun), begun >= planned)
    if now.is_playing and not event.rounds[-1].includes(entrant):
        return _say_late(event)
    return _say_wait(now)


def _say_wait(now: EventNow) -> Text:
    event = now.event
    begun = len(event.rounds)
    planned = event.plan.rounds
    if begun >= planned:
        return say("The last results are still to come.")
    if not now.waiting:
        return say("All results are in. This page leads you to your next table.")
    if not now.is_playing:
        return say(
            "{round} of {rounds} is over. This page leads you to your next table.",
            round=event.name_round(begun),
            rounds=planned,
        )
    return say(
        "{round} of {rounds} is still being played. This page leads you to your "
        "next table.",
        round=event.name_round(begun),
        rounds=planned,
    )


def _say_late(event: Event) -> Text:
    begun = len(event.rounds)
    if begun >= event.plan.rounds:
        return say(
            "The last round is under way: the director can still seat you if there are "
            "enough for another table."
        )
    return say(
        "You’re seated from {next} on. The director can seat you in {round} already if "
        "there are enough for another table.",
        next=event.name_round(begun + 1),
        round=event.name_round(begun),
    )


def _say_sitting_out(round: Text, is_last: bool) -> Text:
    if is_last:
        return say(
            "You sit out {round}, the last. This page shows who wins once all results "
            "are in.",
            round=round,
        )
    return say(
        "You sit out {round}. This page leads you to your next table.", round=round
    )
