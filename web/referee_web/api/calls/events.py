"""Calls for events: entering, rounds, standings, and what the director does."""

from collections.abc import Iterable
from dataclasses import dataclass

from flask import Response, request

from referee.events.event import Call, Entrant, EventTable, Plan, TieBreak
from referee.events.seating import advise_groups
from referee.events.standings import EventStanding, LateScore, find_late_scores
from referee.hosting.events import (
    director_calls,
    entering,
    forgetting,
    planning,
    rounds,
    scores,
)
from referee.hosting.events.entrants import Listed, NewEntrant
from referee.hosting.events.event_now import EventNow
from referee.hosting.events.planning import OpenedEvent
from referee.plugin.movements import installed_movements
from referee.vocabulary.movement import Movement
from referee.vocabulary.ruling import Reckoning
from referee.vocabulary.text import Text, say
from referee_web.api.answers import Url
from referee_web.api.call import body, get, post
from referee_web.guards.auth import event_desk
from referee_web.guards.base_url import base_url
from referee_web.guards.services import count_request, room, sender, services
from referee_web.spreadsheets import answer_program, tabulate_lists, tabulate_standings
from referee_web.wording import speak_as, wording


@dataclass(frozen=True, slots=True)
class EventOpened:
    """An event just opened, with its tokens, shown only this once."""

    code: str
    director_token: str
    board_token: str
    """For a screen that everybody sees."""
    url: Url
    """The address of its door; it contains the code with its key."""
    qr_url: Url


@dataclass(frozen=True, slots=True)
class EntrantSeen:
    """An entrant as others see them."""

    id: str
    names: tuple[str, ...]
    present: bool
    sent_away: bool
    """Whether the director had them leave."""
    phones: int
    """How many of them have a phone here."""


@dataclass(frozen=True, slots=True)
class RoundSeen:
    """A round: its tables, who sits out, and what its movement's promise misses."""

    tables: tuple[EventTable, ...]
    numbers: tuple[int, ...]
    """The tables' numbers: one that stays empty is left out."""
    sits_out: tuple[str, ...]
    misses: tuple[Text, ...]
    at: float
    """When it began, in seconds since 1970."""


@dataclass(frozen=True, slots=True)
class TableLists:
    """A table's list as clubs keep it."""

    table: str
    """The table's code."""
    number: int
    """The table's number in its round."""
    lists: tuple[Reckoning, ...]


@dataclass(frozen=True, slots=True)
class EventView:
    """An event as its bearer may see it."""

    code: str
    plan: Plan
    seq: int
    """The number of the last line of its log."""
    entrants: tuple[EntrantSeen, ...]
    rounds: tuple[RoundSeen, ...]
    waiting: tuple[str, ...]
    """The tables whose result is missing, not confirmed, or disputed."""
    over: bool
    """Whether all rounds are played, or were gone on without a result."""
    you: str | None
    """The bearer's id as entrant."""
    table: str | None
    """The bearer's table in this round; their token owns their seat there."""
    director: bool
    advice: Text | None
    """What to do if the movement can't keep its promise."""
    late: tuple[LateScore, ...]
    """Earlier scores that changed since the latest round, whose pairings stand."""
    disputed: tuple[str, ...]
    """For the director: the tables whose match waits for a dispute."""
    calls: tuple[Call, ...]
    """For the director: all calls; for entrants those from their table."""


def show_event(now: EventNow) -> EventView:
    """Return the event for whoever looks at it."""
    event = now.event
    table = event.table_of(now.entrant) if now.entrant else None
    rounds = []
    for played in event.rounds:
        tables = played.tables
        numbers = [event.locate_table(table.code)[1] for table in tables]
        seen = RoundSeen(
            tables, tuple(numbers), played.sits_out, played.misses, played.at
        )
        rounds.append(seen)
    return EventView(
        code=now.row.code,
        plan=event.plan,
        seq=event.seq,
        entrants=tuple(map(_show_entrant, event.entrants.values())),
        rounds=tuple(rounds),
        waiting=tuple(waiting.code for waiting in now.waiting),
        over=now.is_over,
        you=now.entrant,
        table=table.code if table else None,
        director=now.is_director,
        advice=advise_groups(event),
        late=find_late_scores(event, now.results),
        disputed=tuple(now.disputed) if now.is_director else (),
        calls=now.calls,
    )


def _show_entrant(entrant: Entrant) -> EntrantSeen:
    phones = sum(owner is not None for owner in entrant.hashes)
    return EntrantSeen(
        id=entrant.id,
        names=entrant.names,
        present=entrant.is_present,
        sent_away=entrant.is_sent_away,
        phones=phones,
    )


@get("/movements")
def movements() -> tuple[Movement, ...]:
    """How people can meet at an event."""
    return tuple(installed_movements().values())


@post("/events", takes="EventOpening", status=201, problems=(429,))
def new_event() -> EventOpened:
    """Open an event."""
    count_request("open")
    wanted = body()
    wanted["options"] = wanted["options"] or {}
    wanted["house_rules"] = tuple(wanted["house_rules"] or ())
    wanted["ties"] = _each_once(wanted["ties"])
    return _show_opened(planning.open_event(room(), Plan(**wanted)))


@post("/events/<code>/again", who="the director", status=201)
def event_again(code: str) -> EventOpened:
    """Open an event with the same plan, and with those who took part in this one.

    They have no phones there yet, and enter under the same names. In the browser,
    phones of the old event do so by a tap, and its boards show the new one.
    """
    count_request("open")
    return _show_opened(planning.open_again(event_desk(code)))


def _show_opened(opened: OpenedEvent) -> EventOpened:
    url = f"{base_url()}/events/{room().keyed(opened.code)}"
    tokens = opened.director_token, opened.board_token
    return EventOpened(opened.code, *tokens, url, f"{url}/qr.svg")


@get("/events/<code>", who="an entrant, the board or the director")
def see_event(code: str) -> EventView:
    """The event: who is here, the rounds, and what is missing."""
    return show_event(event_desk(code).attend())


@get(
    "/events/<code>/live",
    who="an entrant, the board or the director",
    content={"text/event-stream": str},
)
def hear_event(code: str) -> Response:
    """Hear when the event changes, as at a table."""
    now = event_desk(code).attend()
    return services().streams.answer(room(), now.row.code, sender())


@get(
    "/events/<code>/standings",
    who="an entrant, the board or the director",
    content={"application/json": list[EventStanding], "text/csv": str},
    query=("as",),
)
def standings(code: str) -> tuple[EventStanding, ...] | Response:
    """The standings, and how each number comes about."""
    now = event_desk(code).attend()
    ranking = now.standings
    if request.args.get("as") != "csv":
        return ranking
    numbers = range(1, len(now.event.rounds) + 1)
    rounds = [say("round {n}", n=number) for number in numbers]
    return answer_program(tabulate_standings(now.event, ranking, rounds))


@get(
    "/events/<code>/lists/<int:round>",
    who="an entrant, the board or the director",
    content={"application/json": list[TableLists], "text/csv": str},
    query=("as",),
)
def round_lists(code: str, round: int) -> tuple[TableLists, ...] | Response:
    """The lists of a round's tables as clubs keep them, if the game keeps any.

    Scores that the director entered stand in place of a list. As CSV in the asker's
    language, each row with its table's number.
    """
    lists = []
    named = {}
    for number, snapshot, sheet in scores.look_at_lists(event_desk(code), round):
        speak_as(snapshot)
        lists.append(TableLists(snapshot.code, number, sheet))
        named[str(number)] = sheet
    if request.args.get("as") == "csv":
        return answer_program(tabulate_lists(named), wording())
    return tuple(lists)


@post("/events/<code>/entrants", who="anybody", takes="Entering", status=201)
def enter_event(code: str) -> NewEntrant:
    """Enter the event.

    The token owns the entrant's seat at each of their tables. With the director's token
    somebody without a phone enters, who may come with one later.
    """
    desk = event_desk(code)
    if not desk.look().is_director:
        count_request("join")
    return entering.enter_people(desk, body()["names"])


@post("/events/<code>/list", who="the director", takes="Listing", status=201)
def enter_list(code: str) -> Listed:
    """Enter a list of people."""
    return entering.enter_list(event_desk(code), body()["csv"])


@post("/events/<code>/entrants/<entrant>/leave", who="they or the director")
def leave_event(code: str, entrant: str) -> EventView:
    """Leave the event: from the next round on they are not seated."""
    return show_event(entering.set_present(event_desk(code), entrant, False))


@post("/events/<code>/entrants/<entrant>/return", who="they or the director")
def return_to_event(code: str, entrant: str) -> EventView:
    """Come back to the event."""
    return show_event(entering.set_present(event_desk(code), entrant, True))


@post(
    "/events/<code>/entrants/<entrant>/substitute", who="the director", takes="Entering"
)
def substitute(code: str, entrant: str) -> EventView:
    """Have somebody else go on for an entrant, or the same with another phone."""
    names = body()["names"]
    return show_event(entering.substitute_entrant(event_desk(code), entrant, names))


@post("/events/<code>/entrants/<entrant>/forget", who="the director")
def forget_entrant(code: str, entrant: str) -> EventView:
    """Take an entrant's names out of the event for good."""
    return show_event(forgetting.forget_entrant(event_desk(code), entrant))


@post("/events/<code>/rounds", who="the director", takes="Beginning", status=201)
def next_round(code: str) -> EventView:
    """Seat the next round, and open its tables."""
    return show_event(rounds.open_round(event_desk(code), **body()))


@post("/events/<code>/end", who="the director")
def end_event(code: str) -> EventView:
    """End the event after its last round, without the results that are missing."""
    return show_event(rounds.end_event(event_desk(code)))


@post("/events/<code>/tables", who="the director", status=201)
def more_tables(code: str) -> EventView:
    """Seat those who sit out or came late in the round that is being played."""
    return show_event(rounds.open_tables(event_desk(code)))


@post("/events/<code>/plan", who="the director", takes="Planning")
def plan_again(code: str) -> EventView:
    """Change how many rounds and groups there are, or how results count."""
    changes = {**body()}
    if "ties" in changes:
        changes["ties"] = _each_once(changes["ties"])
    return show_event(planning.plan_again(event_desk(code), **changes))


def _each_once(ties: Iterable[TieBreak]) -> tuple[TieBreak, ...]:
    """Return each tie break once: a second time it parts nobody."""
    return tuple(dict.fromkeys(ties))


@post("/events/<code>/adjustments", who="the director", takes="Adjusting", status=201)
def adjust(code: str) -> EventView:
    """Give or take points, with a reason."""
    return show_event(scores.adjust_points(event_desk(code), **body()))


@post("/events/<code>/scores", who="the director", takes="Scoring", status=201)
def enter_scores(code: str) -> EventView:
    """Enter a table's scores in place of what was played there."""
    return show_event(scores.enter_scores(event_desk(code), **body()))


@post("/events/<code>/calls", who="an entrant", takes="Calling", status=201)
def call_director(code: str) -> EventView:
    """Call the director to one's table; from the same table it joins the open call."""
    return show_event(director_calls.call_director(event_desk(code), **body()))


@post(
    "/events/<code>/calls/<int:call>/answer", who="the director", takes="AnsweringCall"
)
def answer_call(code: str, call: int) -> EventView:
    """Mark a call as answered; with `admit` let the phone that asks in."""
    return show_event(
        director_calls.answer_call(event_desk(code), call, body()["admit"])
    )
