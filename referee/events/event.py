"""An event: its plan and its log of records, folded. Records are only added."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from referee.plugin.movements import list_lines, word_for_round
from referee.vocabulary.jsonable import IF_ANY, from_json
from referee.vocabulary.movement import Entrants
from referee.vocabulary.text import Text, say
from referee.vocabulary.values import AND, Ordinal, Score
from referee.vocabulary.view import WinningScore

Counting = Literal["points", "places", "wins"]
"""How results count: the tables' scores, whom one left behind, or who won."""

TieBreak = Literal["direct", "opponents", "wins", "scores"]
"""What parts equal totals."""

USUAL_TIES: tuple[TieBreak, ...] = ("direct", "opponents")

TIE_BREAKS: Mapping[TieBreak, Text] = {
    "direct": say("what counted between them"),
    "opponents": say("their opponents’ totals"),
    "wins": say("the tables that they won"),
    "scores": say("their scores at the tables"),
}

CallReason = Literal[
    "disagreement", "mistake", "missing-cards", "missing-person", "score"
]
"""What a tap tells the director; a reader's language has the words."""

REASONS: Mapping[CallReason, Text] = {
    "disagreement": say("We disagree"),
    "mistake": say("A card or a turn was wrong"),
    "missing-cards": say("Cards are missing"),
    "missing-person": say("Somebody is missing"),
    "score": say("The score is wrong"),
}

MOST_ROUNDS = 99
MOST_GROUPS = 20
MOST_POINTS = 1_000_000
"""The most that a director enters, gives or takes."""

MOST_RETURNS = 20
"""How often somebody comes back without the director."""

LONGEST_TITLE = 100
LONGEST_REASON = 500
SEPARATOR = " · "
"""Between what a table's people say of one call."""

LONGEST_LIST = 40_000

EventRecordType = Literal[
    "plan",
    "entrant",
    "round",
    "tables",
    "score",
    "adjustment",
    "call",
    "answer",
    "end",
    "next",
]


WRITTEN = {"written": True}
"""The metadata of a member in which people write, perhaps of somebody by name."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What the director chose."""

    name: str = field(metadata=WRITTEN)
    game: str
    """The game's id."""
    movement: str
    """The id of the movement: how people meet."""
    rounds: int
    """How many are planned."""
    counts: Counting = "points"
    options: Mapping[str, object] = field(default_factory=dict)
    house_rules: tuple[str, ...] = ()
    groups: int = field(default=1, metadata={"json": "sections"})
    """In how many groups people meet, each among themselves."""
    pairs: bool = False
    """Whether entrants are pairs that stay together."""
    partners: bool = False
    """Whether single people play in pairs that change, opposite each other."""
    wins: WinningScore = "most"
    """Which scores win at its tables, as the game says for these options."""
    confirm: bool = False
    """Whether the other side confirms each result."""
    ties: tuple[TieBreak, ...] = USUAL_TIES
    """What parts equal totals, the first of these first; with none they share a
    place.
    """


@dataclass(frozen=True, slots=True)
class EventRecord:
    """A record of an event's log; its body is JSON."""

    seq: int
    type: EventRecordType
    at: float
    body: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Entrant:
    """A person, or a pair that stays together."""

    id: str
    names: tuple[str, ...]
    lot: int
    """Drawn when they entered; it decides draws."""
    hashes: tuple[str | None, ...]
    """The token hash of each person's phone; None without one."""
    is_present: bool = field(default=True, metadata={"json": "present"})
    is_sent_away: bool = field(default=False, metadata={"json": "sent_away"})
    """Whether the director had them leave: then only the director has them back."""
    returns: int = 0
    """How often they came back by themselves since the director brought them back."""

    @property
    def name(self) -> str:
        """Return one name, or both."""
        return AND.join(self.names)


@dataclass(frozen=True, slots=True)
class EventTable:
    """A table of a round."""

    code: str
    seats: Entrants
    """Each seat's entrant, clockwise."""


@dataclass(frozen=True, slots=True)
class Round:
    """A round as it was seated."""

    laid: tuple[EventTable, ...] = field(metadata={"json": "tables"})
    """By number; one without seats stays empty."""
    sits_out: Entrants = ()
    misses: tuple[Text, ...] = ()
    """What of the movement's promise it misses."""
    scores_before: Mapping[str, tuple[Score, ...]] | None = None
    """The scores of earlier tables when the round was seated, seats clockwise; none
    without a result. An older record has the scores of the round before alone, or none.
    """
    at: float = 0.0
    late: Entrants = ()
    """Those at its tables who came after it began."""
    out: Entrants = ()
    """Those who play no more, as the movement says."""

    @property
    def tables(self) -> tuple[EventTable, ...]:
        """Return the tables that are played."""
        return tuple(table for table in self.laid if table.seats)

    def table_of(self, entrant: str) -> EventTable | None:
        """Return an entrant's table; None for whoever sits out or was not there."""
        for table in self.tables:
            if entrant in table.seats:
                return table
        return None

    def includes(self, entrant: str) -> bool:
        """Return whether an entrant was there: at a table, sitting out, or out."""
        has_none = entrant in self.sits_out or entrant in self.out
        return has_none or self.table_of(entrant) is not None


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points that the director gave or took."""

    entrant: str
    points: Score
    why: str = field(metadata=WRITTEN)


@dataclass(frozen=True, slots=True)
class CallRemedy:
    """A step that the law names, as at the table."""

    who: Text
    what: Text
    cost: Text | None = None
    """The cost to the offender; null: none."""


@dataclass(frozen=True, slots=True)
class CallRuling:
    """What the law said of an irregularity when the table called."""

    about: Text
    remedies: tuple[CallRemedy, ...]


@dataclass(frozen=True, slots=True)
class Call:
    """A call for the director. Whoever calls from the same table joins it."""

    seq: int
    entrant: str
    table: str | None
    """The entrant's table; None between rounds."""
    why: str = field(metadata=WRITTEN)
    """In the callers' own words."""
    reasons: tuple[CallReason, ...] = ()
    asked: Mapping[str, object] = field(default_factory=dict, metadata=WRITTEN)
    """What the table asked its game about an irregularity; empty if nothing."""
    ruling: CallRuling | None = field(default=None, metadata=WRITTEN)
    """What the game answered."""
    is_open: bool = field(default=True, metadata={"json": "open"})
    answered_at: float | None = None
    """When the director answered, in seconds since 1970."""
    phone: str | None = field(default=None, metadata=IF_ANY)
    """The token hash of another phone with which this person asks to play on."""
    person: int = 0
    """Which of a pair that is."""
    at: float = 0.0
    """When it was made, in seconds since 1970."""

    @property
    def words(self) -> tuple[Text | str, ...]:
        """Return the reasons of a call, then the callers' own words."""
        if self.phone:
            return (say("Plays on with another phone"),)
        reasons = [REASONS[reason] for reason in self.reasons]
        return (*reasons, self.why) if self.why else tuple(reasons)

    @property
    def is_only_about_score(self) -> bool:
        """Return whether it says nothing but that the score is wrong."""
        return self.words == (REASONS["score"],) and not self.asked


@dataclass(frozen=True, slots=True)
class Event:
    """An event after its records."""

    plan: Plan
    seq: int = 0
    entrants: Mapping[str, Entrant] = field(default_factory=dict)
    """By id, in the order of entering; who left is there too."""
    rounds: tuple[Round, ...] = ()
    scores: Mapping[str, Mapping[str, Score]] = field(default_factory=dict)
    """Scores by entrant that the director entered for a table, by its code."""
    adjustments: tuple[Adjustment, ...] = ()
    calls: tuple[Call, ...] = ()
    given_up: frozenset[str] = frozenset()
    """The codes of tables without whose results the director ended the event."""
    out: Mapping[str, int] = field(default_factory=dict)
    """Who plays no more, each with the number of rounds before that."""
    next: str | None = None
    """The code of the event that was opened like this one; None if none was."""

    @property
    def by_lot(self) -> Entrants:
        """Return all entrants in the order of their lots."""
        entrants = sorted(self.entrants.values(), key=lambda entrant: entrant.lot)
        return tuple(entrant.id for entrant in entrants)

    @property
    def names(self) -> tuple[str, ...]:
        """Return every person's name."""
        names: list[str] = []
        for entrant in self.entrants.values():
            names += entrant.names
        return tuple(names)

    @property
    def tables(self) -> Mapping[str, EventTable]:
        """Return all tables of all rounds by code."""
        tables = {}
        for played in self.rounds:
            for table in played.tables:
                tables[table.code] = table
        return tables

    def name_entrants(self, ids: Entrants) -> list[str]:
        """Return the names of these entrants, each once."""
        return [self.entrants[id].name for id in dict.fromkeys(ids)]

    def locate_table(self, table: str) -> tuple[Ordinal, Ordinal]:
        """Return a table's round, and its number in it."""
        for round, played in enumerate(self.rounds, 1):
            for number, seated in enumerate(played.laid, 1):
                if seated.code == table:
                    return round, number
        raise KeyError(table)

    def name_table(self, table: str) -> Text:
        """Return a table's name: its number, and an earlier round's too."""
        round, number = self.locate_table(table)
        if round == len(self.rounds):
            return say("Table {n}", n=number)
        return say("{round}, table {n}", round=self.name_round(round), n=number)

    def name_round(self, number: Ordinal) -> Text:
        """Return a round's name in its movement's word, such as "round 2"."""
        return say("{round} {n}", round=word_for_round(self.plan.movement), n=number)

    @property
    def round_name(self) -> Text:
        """Return the name of the latest round."""
        return self.name_round(len(self.rounds))

    @property
    def lines(self) -> tuple[Text, ...]:
        """Return the lines that are ranked apart; none where all are ranked together.

        The last is that of entrants without a table so far.
        """
        lines = list_lines(self.plan.movement)
        return (*lines, say("No table yet")) if lines else ()

    def line_of(self, entrant: str) -> Text | None:
        """Return an entrant's line, by its first seat; None without lines."""
        *lines, waiting = self.lines or (None,)
        for played in self.rounds:
            table = played.table_of(entrant)
            if table is not None and lines:
                # Of two lines four seats are 0, 0, 1, 1; a pair has two of them.
                seats = [*dict.fromkeys(table.seats)]
                return lines[seats.index(entrant) * len(lines) // len(seats)]
        return waiting

    @property
    def is_in_last_round(self) -> bool:
        """Return whether as many rounds have begun as are planned."""
        return len(self.rounds) >= self.plan.rounds

    def with_entrant(self, entrant: Entrant) -> Event:
        """Return the event with this entrant, new or changed."""
        return replace(self, entrants={**self.entrants, entrant.id: entrant})

    def find_person(self, hashes: Sequence[str]) -> tuple[str, int] | None:
        """Return the person whose phone has a token with one of these hashes, or None.

        A person is the entrant's id and an index among its people, as in `people_at`.
        """
        for entrant in self.entrants.values():
            for index, owner in enumerate(entrant.hashes):
                if owner in hashes:
                    return entrant.id, index
        return None

    def takes_part(self, entrant: Entrant, is_over: bool) -> bool:
        """Return whether somebody is here, or was in a round or given points before.

        Once the event `is_over`, to be here is no part in it.
        """
        if entrant.is_present and not is_over:
            return True
        if any(played.includes(entrant.id) for played in self.rounds):
            return True
        return any(each.entrant == entrant.id for each in self.adjustments)

    @property
    def latest_round(self) -> Round | None:
        """Return the round that was seated last, None before the first."""
        return self.rounds[-1] if self.rounds else None

    def has_gone_on(self, table: str) -> bool:
        """Return whether the event has gone on from a table.

        It goes on by a round, or from a table without a result by its end.
        """
        round, _ = self.locate_table(table)
        return round < len(self.rounds) or table in self.given_up

    def table_of(self, entrant: str) -> EventTable | None:
        """Return an entrant's table in this round; None for who sits out."""
        latest = self.latest_round
        return latest.table_of(entrant) if latest else None

    def people_at(self, table: EventTable) -> tuple[tuple[str, int], ...]:
        """Return who sits at each seat: the entrant, and which of its people."""
        people = []
        for seat, entrant in enumerate(table.seats):
            people.append((entrant, table.seats[:seat].count(entrant)))
        return tuple(people)

    def sides_at(self, table: EventTable) -> tuple[Entrants, ...]:
        """Return the sides at a table, each with its entrants."""
        seats = table.seats
        if self.plan.partners:
            return seats[::2], seats[1::2]
        return tuple((entrant,) for entrant in dict.fromkeys(seats))


def fold(plan: Plan, records: Sequence[EventRecord]) -> Event:
    """Return the event after these records."""
    return fold_on(Event(plan), records)


def fold_on(event: Event, records: Sequence[EventRecord]) -> Event:
    """Return the event after the next records of its log; itself after none."""
    if not records:
        return event
    event = replace(event, calls=read_calls(records, event.calls))
    for record in records:
        event = replace(_apply(record, event), seq=record.seq)
    return event


def _apply(record: EventRecord, event: Event) -> Event:
    """Return the event with what a record changes, but for calls and their answers."""
    body = record.body
    match record.type:
        case "plan":
            return replace(event, plan=from_json(Plan, body))
        case "entrant":
            return event.with_entrant(from_json(Entrant, body))
        case "round":
            seated = from_json(Round, {**body, "at": record.at})
            event = _put_out(event, seated.out)
            playing = {each for table in seated.tables for each in table.seats}
            out = {id: n for id, n in event.out.items() if id not in playing}
            return replace(event, rounds=(*event.rounds, seated), out=out)
        case "tables":
            *before, played = event.rounds
            played = _add_tables(played, from_json(Round, body))
            return replace(event, rounds=(*before, played))
        case "score":
            # Without scores, those that were entered are taken back.
            scores = {**event.scores, body["table"]: body["scores"]}
            scores = {table: each for table, each in scores.items() if each}
            return replace(event, scores=scores)
        case "adjustment":
            adjustment = from_json(Adjustment, body)
            return replace(event, adjustments=(*event.adjustments, adjustment))
        case "end":
            event = _put_out(event, body.get("out", ()))
            given_up = event.given_up.union(body["without"])
            plan = event.plan
            if body.get("decided"):
                plan = replace(plan, rounds=len(event.rounds))
            return replace(event, given_up=given_up, plan=plan)
        case "next":
            return replace(event, next=body["event"])
    return event


def _put_out(event: Event, entrants: Iterable[str]) -> Event:
    """Return the event without these entrants from its next round on."""
    out = dict.fromkeys(entrants, len(event.rounds))
    return replace(event, out={**out, **event.out})


def _add_tables(played: Round, added: Round) -> Round:
    """Return a round with tables for people who sat out or came late."""
    seated: dict[str, None] = {}
    for table in added.tables:
        seated.update(dict.fromkeys(table.seats))
    late = tuple(each for each in seated if each not in played.sits_out)
    sits_out = tuple(each for each in played.sits_out if each not in seated)
    return replace(
        played,
        laid=played.laid + added.laid,
        sits_out=sits_out,
        misses=_join_misses(played.misses, added.misses),
        late=played.late + late,
    )


def _join_misses(misses: Iterable[Text], others: Iterable[Text]) -> tuple[Text, ...]:
    """Return both lists as one; repeat only sentences that count something."""
    joined = list(misses)
    for miss in others:
        if miss.many or miss not in joined:
            joined.append(miss)
    return tuple(joined)


def read_calls(
    records: Iterable[EventRecord], before: Iterable[Call] = ()
) -> tuple[Call, ...]:
    """Return the calls after these records; records of other types are skipped."""
    calls = {call.seq: call for call in before}
    for record in records:
        if record.type == "call":
            told = {**record.body, "seq": record.seq, "at": record.at}
            call = from_json(Call, told)
            joined = join_call(tuple(calls.values()), call)
            calls[joined.seq] = joined
        elif record.type == "answer" and record.body.get("taken_back"):
            calls.pop(record.body["call"], None)
        elif record.type == "answer" and record.body["call"] in calls:
            answered = replace(
                calls[record.body["call"]], is_open=False, answered_at=record.at
            )
            calls[answered.seq] = answered
    return tuple(calls.values())


def join_call(calls: Sequence[Call], call: Call) -> Call:
    """Return the open call from the same table with what this one adds, or this one."""
    for known in calls:
        is_same_table = known.table is not None and known.table == call.table
        is_same_person = known.table == call.table and known.entrant == call.entrant
        is_other = known.phone is not None or not (is_same_table or is_same_person)
        if not known.is_open or is_other:
            continue
        sentences = [*known.why.split(SEPARATOR), call.why]
        joined = replace(
            known,
            why=SEPARATOR.join(filter(None, dict.fromkeys(sentences))),
            reasons=tuple(dict.fromkeys(known.reasons + call.reasons)),
        )
        if known.asked:
            return joined
        return replace(joined, asked=call.asked, ruling=call.ruling)
    return call
