"""An event's desk: whatever changes an event.

Everything that happens at an event is a line of its log. Each change reads the event,
decides on lines, and appends them in one transaction with the tables that it opens; a
slower one reads again. The director is the host of every table, and an entrant's token
owns their seat at each.
"""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any, Concatenate, ParamSpec, cast

from referee.events.event import (
    LONGEST_REASON,
    Adjustment,
    Call,
    CallReason,
    Entrant,
    Event,
    EventTable,
    Line,
    LineType,
    Plan,
    join_call,
)
from referee.events.forgetting import (
    Forgetting,
    NameAnew,
    forget_names,
    remove_names,
)
from referee.events.lists import read_list
from referee.events.seating import seat_next_round, seat_unseated
from referee.events.standings import reckon_entered
from referee.hosting.events.entrants import (
    LeftOut,
    Listed,
    NewEntrant,
    add_entrant,
    add_listed,
    admit_listed,
    count_return,
    find_entrant,
    neutral_names,
    read_names,
    require_new,
    require_welcome,
)
from referee.hosting.events.event_now import (
    EventNow,
    has_been_at_event,
    look_at,
    read_or_raise,
)
from referee.hosting.events.possible_scores import require_possible
from referee.hosting.events.rounds import (
    NewTable,
    lay_tables,
    require_last,
    require_next,
    require_ready,
    score_tables,
)
from referee.hosting.history.archive import Archive
from referee.hosting.room import CardRoom
from referee.hosting.store.event_log import (
    Addition,
    SeatInEvent,
    append_lines,
    read_log,
)
from referee.hosting.store.rows import SeatRow
from referee.hosting.tables.confirming import confirm_result
from referee.hosting.tables.held_table import TRIES
from referee.hosting.tables.player_names import comparable, same_name
from referee.hosting.tables.renaming import name_substitute
from referee.hosting.tables.seats import hand_over_seat
from referee.hosting.tables.snapshot import Snapshot
from referee.hosting.tables.tokens import hashed, new_token, read_code
from referee.match.viewer import SPECTATOR
from referee.plugin.discovery import rulebook
from referee.plugin.irregularities import IRREGULARITY
from referee.vocabulary.errors import (
    ConflictError,
    ForbiddenError,
    NotFoundError,
    RefereeError,
    WriteConflictError,
    wrong_field,
)
from referee.vocabulary.jsonable import from_json, jsonable
from referee.vocabulary.ruling import Reckoning
from referee.vocabulary.text import encoded, say
from referee.vocabulary.values import Score


@dataclass(frozen=True, slots=True)
class NewLine:
    """A line to append to an event's log."""

    type: LineType
    body: Mapping[str, Any]
    tables: Sequence[NewTable] = ()
    """The tables that it opens."""
    freed: Sequence[SeatInEvent] = ()
    """The seats whose former owners have them no more."""
    forgetting: Forgetting | None = None
    """How it takes a name out of what was before."""
    rings: Iterable[str | None] = ()
    """The codes of the tables whose phones look again; None is no table."""


Given = ParamSpec("Given")

Decide = Callable[Concatenate["EventDesk", EventNow, Given], list[NewLine]]


def _deed(decide: Decide[Given]) -> Callable[Concatenate["EventDesk", Given], EventNow]:
    """Return the method that appends the lines which `decide` returns."""

    @wraps(decide)
    def act(
        desk: "EventDesk", /, *given: Given.args, **named: Given.kwargs
    ) -> EventNow:
        return desk._change(lambda now: decide(desk, now, *given, **named))

    return act


@dataclass(frozen=True, slots=True)
class EventDesk:
    """An event's desk, for whoever has these tokens.

    All methods raise NotFoundError without the event, and UnauthorizedError or
    ForbiddenError without the right.
    """

    room: CardRoom
    code: str
    tokens: tuple[str, ...] = ()

    def look(self) -> EventNow:
        """Return the event without checking rights; the caller decides what to show."""
        return look_at(self.room.store, read_code(self.code), self.tokens)

    def attend(self) -> EventNow:
        """Return the event; raise UnauthorizedError for anybody who has no part."""
        now = self.look()
        now.require_member()
        return now

    def look_at_lists(
        self, number: int
    ) -> list[tuple[int, Snapshot, tuple[Reckoning, ...]]]:
        """Return a round's tables by number as spectators see them, with their lists.

        Scores that the director entered stand in place of lists. Raise NotFoundError if
        there is no such round.
        """
        event = self.attend().event
        if not 0 < number <= len(event.rounds):
            raise NotFoundError(say("This event has no such round."))
        listed = []
        for table in event.rounds[number - 1].tables:
            _, at = event.locate_table(table.code)
            snapshot = self.room.snapshot(table.code, SPECTATOR)
            lists = reckon_entered(event, table.code) or snapshot.score_list
            listed.append((at, snapshot, lists))
        return listed

    def direct(self) -> EventNow:
        """Return the event; raise as `require_director` for all but its director."""
        now = self.look()
        now.require_director()
        return now

    def _add(
        self, decide: Callable[[EventNow], list[NewLine]]
    ) -> tuple[EventNow, list[NewLine]]:
        """Append the lines that `decide` returns, after any that came first.

        Return the event afterwards, and these lines.
        """
        for _ in range(TRIES):
            now = self.look()
            added = decide(now)
            if not added:
                return now, added
            at = time.time()
            lines = []
            opened: list[NewTable] = []
            freed: list[SeatInEvent] = []
            changed: list[Line] = []
            rung: set[str | None] = {now.row.code}
            plan = None
            for seq, new in enumerate(added, now.event.seq + 1):
                lines.append(Line(seq, new.type, at, new.body))
                opened += new.tables
                freed += new.freed
                rung.update(new.rings)
                if new.forgetting is not None:
                    changed += new.forgetting.lines
                    plan = new.forgetting.rewrite(now.row.plan)
            with suppress(WriteConflictError):
                addition = Addition(lines, opened, freed, changed, plan)
                append_lines(self.room.store, now.row.code, addition)
                for seat in freed:
                    self.room.forget(seat.table)
                    rung.add(seat.table)
                for code in filter(None, rung):
                    self.room.notices.ring(code)
                return self.look(), added
        raise WriteConflictError

    def _change(self, decide: Callable[[EventNow], list[NewLine]]) -> EventNow:
        """Append lines as `_add` does; return only the event."""
        now, _ = self._add(decide)
        return now

    # Entrants

    def enter(self, names: Sequence[object], own: str | None = None) -> NewEntrant:
        """Enter a person or a pair; somebody on the list gets their listed name.

        `own` is a token that their phone has made, good if it was none here before.
        People whom the director enters get no phone. Raise WrongFieldsError for
        impossible names. Raise ConflictError if that name has a phone already, if this
        phone has entered already, and once the event is over, except for people on the
        list.
        """
        token = own or new_token()
        if has_been_at_event(self.room.store, read_code(self.code), [token]):
            token = new_token()

        def decide(now: EventNow) -> list[NewLine]:
            require_new(now)
            phone = None if now.is_director else token
            entrant = admit_listed(now.event, names, phone)
            if entrant is None:
                now.require_open()
                entrant = add_entrant(now.event, names, phone)
            return [NewLine("entrant", jsonable(entrant))]

        now, [line] = self._add(decide)
        id = line.body["id"]
        if now.is_director:
            return NewEntrant(id, None)
        self._give_seat(now, id, hashed(token))
        return NewEntrant(id, token)

    @_deed
    def ask_for_place(self, now: EventNow, name: str, token: str) -> list[NewLine]:
        """Ask the director to let somebody play on with the phone that has this token.

        Raise NotFoundError if nobody here has this name, ConflictError if a phone has
        asked to be theirs already.
        """
        require_new(now)
        wanted = same_name(name, now.event.names)
        for entrant in now.event.entrants.values():
            if wanted in entrant.names:
                person = entrant.names.index(wanted)
                return _ask_for_place(now.event, entrant.id, person, hashed(token))
        raise NotFoundError(say("Nobody has entered under this name."))

    def _give_seat(self, now: EventNow, entrant: str, owner: str) -> None:
        """Give this phone the entrant's seat, if they play in this round already."""
        table = now.event.table_of(entrant)
        if table is None:
            return
        hashes = now.event.entrants[entrant].hashes
        if owner not in hashes:
            return
        position = now.event.people_at(table).index((entrant, hashes.index(owner)))

        def is_still_theirs() -> bool:
            return owner in self._read_entrant(entrant).hashes

        # Whoever entered has to get their token, whatever their table's game does.
        with suppress(RefereeError), self.room.changing(table.code, SPECTATOR) as held:
            hand_over_seat(held, position, owner, is_still_theirs)

    def _read_entrant(self, entrant: str) -> Entrant:
        """Return an entrant as they are now, also within a transaction for a table."""
        _, event = read_or_raise(self.room.store, read_code(self.code))
        return event.entrants[entrant]

    def enter_list(self, text: str) -> Listed:
        """Enter everybody in a list, a line each; partners in two columns.

        The answer names the lines that could not be entered. Raise ConflictError once
        the event is over.
        """
        rows = read_list(text)
        left_out: list[LeftOut] = []

        def decide(now: EventNow) -> list[NewLine]:
            nonlocal left_out
            now.require_director()
            now.require_open()
            entrants, left_out = add_listed(now.event, rows)
            return [NewLine("entrant", jsonable(entrant)) for entrant in entrants]

        _, added = self._add(decide)
        ids = tuple(line.body["id"] for line in added)
        return Listed(ids, tuple(left_out))

    @_deed
    def set_present(self, now: EventNow, entrant: str, present: bool) -> list[NewLine]:
        """Have somebody leave, or come back; the director or they themselves do it.

        Raise ForbiddenError for anybody else, and for somebody who comes back although
        the director removed them. Raise ConflictError if they come back too often:
        each time all phones hear of it.
        """
        now.require_member()
        if not now.is_director and now.entrant != entrant:
            raise ForbiddenError(say("Only they or the director can do this."))
        old = find_entrant(now.event, entrant)
        changed = replace(old, is_present=present)
        if now.is_director:
            changed = replace(changed, is_sent_away=not present, returns=0)
        else:
            require_welcome(old)
        if changed == old:
            return []
        if present and not now.is_director:
            changed = count_return(changed)
        return [NewLine("entrant", jsonable(changed))]

    def substitute(self, entrant: str, names: Sequence[object]) -> EventNow:
        """Give an entrant's seat, results and place to somebody else.

        With the same names only the phones change: new ones enter under these names.
        The former phones lose its seats.
        """

        def decide(now: EventNow) -> list[NewLine]:
            now.require_director()
            old = find_entrant(now.event, entrant)
            others = [name for name in now.event.names if name not in old.names]
            new = read_names(names, len(old.names), others)
            phones = (None,) * len(new)
            changed = replace(
                old, names=new, hashes=phones, is_present=True, is_sent_away=False
            )
            freed = _find_seats(now.event, entrant)
            return [NewLine("entrant", jsonable(changed), freed=freed)]

        now = self._change(decide)
        self._name_seats(now, entrant)
        return now

    def _name_seats(self, now: EventNow, entrant: str) -> None:
        """Rename an entrant's seats in this round to their present names."""
        table = now.event.table_of(entrant)
        if table is None:
            return
        for position, (each, person) in enumerate(now.event.people_at(table)):
            if each != entrant:
                continue

            def find_name(person: int = person) -> str:
                return self._read_entrant(entrant).names[person]

            # Whoever plays on is entered, even if the match cannot change a name.
            with (
                suppress(RefereeError),
                self.room.changing(table.code, SPECTATOR) as held,
            ):
                name_substitute(held, position, find_name)

    def forget(self, entrant: str) -> EventNow:
        """Take an entrant's names out of the event and its tables, for good.

        Raise ConflictError if a table's match cannot do without the name.
        """

        now = self.direct()
        old = find_entrant(now.event, entrant)
        new = neutral_names(now.event, old)

        def name_anew(id: str, index: int, name: str) -> str:
            return new[index] if id == entrant else name

        log = read_log(self.room.store, now.row.code)
        rename = forget_names(log, name_anew, same_name).rename
        # The tables first: whoever begins again after a kill finds what is left by the
        # names in the event's log.
        self._forget_at_tables(now, entrant, rename)

        def decide(now: EventNow) -> list[NewLine]:
            freed = _find_seats(now.event, entrant)
            return self._name_anew(now, name_anew, freed)

        now = self._change(decide)
        left = self._forget_at_tables(now, entrant, rename)
        if left:
            message = say(
                "The event has forgotten the name, but these tables could not: "
                "{tables}.",
                tables=tuple(map(now.event.name_table, left)),
            )
            raise ConflictError(message)
        return now

    def _name_anew(
        self,
        now: EventNow,
        name_anew: NameAnew,
        freed: Sequence[SeatInEvent] = (),
        mention: str = "",
    ) -> list[NewLine]:
        """Return the lines by which names leave the event; none if they are not there.

        Whoever is named anew has one, so that nobody slower writes the name again.
        """
        log = read_log(self.room.store, now.row.code)
        forgetting = forget_names(log, name_anew, same_name, mention)
        plan = jsonable(now.event.plan)
        anew = forgetting.rewrite(plan)
        if not forgetting.lines and anew == plan:
            return []
        lines = []
        for entrant in now.event.entrants.values():
            body = remove_names(jsonable(entrant), name_anew)
            if tuple(body["names"]) != entrant.names:
                lines.append(NewLine("entrant", body))
        if not lines:
            lines = [NewLine("plan", anew)]
        lines[0] = replace(lines[0], freed=freed, forgetting=forgetting)
        return lines

    def _forget_at_tables(
        self, now: EventNow, entrant: str, rename: Callable[[str], str]
    ) -> list[str]:
        """Take an entrant's names out of all tables; return those that keep them."""
        archive = Archive(self.room)
        left = archive.rename_in_words(now.event.tables, rename)
        seats = archive.forget_seats(self._list_named_seats(now.event, entrant))
        return [*dict.fromkeys((*left, *seats.left))]

    def find_player(self, now: EventNow, name: str) -> list[NewLine]:
        """Return the lines by which a person leaves the event's log, but no table.

        As for tables, only the command line offers it, to people without a token.
        """
        wanted = comparable(name)

        def name_anew(id: str, index: int, old: str) -> str:
            if comparable(old) != wanted:
                return old
            return neutral_names(now.event, now.event.entrants[id])[index]

        return self._name_anew(now, name_anew, mention=name)

    def forget_player(self, name: str) -> None:
        """Take a person's name out of the event's log, as `find_player` says."""
        self._change(lambda now: self.find_player(now, name))

    def _list_named_seats(self, event: Event, entrant: str) -> list[SeatRow]:
        """Return an entrant's seats at all tables that still have a name."""
        seats = []
        for table in event.tables.values():
            for seat in self.room.store.seats(table.code):
                is_theirs = table.seats[seat.position] == entrant
                if is_theirs and not seat.nameless:
                    seats.append(seat)
        return seats

    # Rounds

    @_deed
    def open_round(
        self, now: EventNow, anyway: bool = False, number: int | None = None
    ) -> list[NewLine]:
        """Seat the next round and open its tables, whose matches begin.

        If its movement says that all is decided, end the event instead.

        Raise ConflictError while results are missing or wait (unless `anyway`), after
        the last round, with too few people, and if round `number` has begun already.
        """
        now.require_director()
        require_next(now, number)
        require_ready(now, anyway)
        seating = seat_next_round(now.event, now.results)
        if seating.is_over:
            ended = {"without": [], "out": seating.out, "decided": True}
            return [NewLine("end", jsonable(ended), rings=now.event.tables)]
        tables, rows = lay_tables(now, seating)
        body = {
            "tables": tables,
            "sits_out": seating.sits_out,
            "out": seating.out,
            "misses": tuple(map(encoded, seating.misses)),
            "scores_before": score_tables(now),
        }
        # Phones that look back at earlier rounds go on from there too.
        return [NewLine("round", jsonable(body), rows, rings=now.event.tables)]

    @_deed
    def end(self, now: EventNow) -> list[NewLine]:
        """End the event after its last round, without the results that are missing.

        A result that comes later counts all the same. Raise ConflictError while rounds
        are to come.
        """
        now.require_director()
        require_last(now)
        if now.is_over:
            return []
        without = [table.code for table in now.missing]
        return [NewLine("end", {"without": without}, rings=without)]

    @_deed
    def open_tables(self, now: EventNow) -> list[NewLine]:
        """Seat those who sit out or came late in the round that is being played.

        Raise ConflictError before the first round, with too few people, and once the
        event is over.
        """
        now.require_director()
        now.require_open()
        seating = seat_unseated(now.event, now.results)
        tables, rows = lay_tables(now, seating)
        body = {
            "tables": tables,
            "misses": tuple(map(encoded, seating.misses)),
        }
        return [NewLine("tables", jsonable(body), rows)]

    def delete(self) -> None:
        """Delete the event with its tables and their matches, for good."""
        now = self.direct()
        self.room.store.delete_table(now.row.code)
        for code in now.event.tables:
            self.room.forget(code)
            self.room.races.forget_table(code)
            self.room.notices.ring(code)
        self.room.notices.ring(now.row.code)

    # What else the director does

    @_deed
    def plan_again(self, now: EventNow, /, **changes: Any) -> list[NewLine]:
        """Change how many rounds and groups there are, or how results count."""
        now.require_director()
        plan = replace(now.event.plan, **changes)
        return [NewLine("plan", jsonable(plan))]

    @_deed
    def adjust(
        self,
        now: EventNow,
        entrant: str,
        points: Score,
        why: str,
        after: int | None = None,
    ) -> list[NewLine]:
        """Give or take points, with a reason that everybody reads.

        `after` is how many adjustments the director saw: one that is the same and came
        since then is this one, sent twice. With None it is given in any case.
        """
        now.require_director()
        find_entrant(now.event, entrant)
        if after is not None:
            since = now.event.adjustments[after:]
            if Adjustment(entrant, points, why) in since:
                return []
        body = {"entrant": entrant, "points": points, "why": why}
        return [NewLine("adjustment", body)]

    @_deed
    def enter_scores(
        self, now: EventNow, code: str, scores: Mapping[str, Score]
    ) -> list[NewLine]:
        """Enter a table's scores by entrant, overriding the match's.

        With no scores the match's own result counts again. Scores answer a call whose
        one reason is that the score is wrong. Raise WrongFieldsError for scores that
        the table could not enter either.
        """
        now.require_director()
        table = _find_table(now.event, code)
        if scores and {*scores} != {*table.seats}:
            raise wrong_field("scores", say("Give each entrant there a score."))
        if scores:
            require_possible(now.event, table, scores)
        entered = {"table": table.code, "scores": dict(scores)}
        lines = [NewLine("score", entered, rings=[table.code])]
        if scores:
            lines += _answer_about_score(now.event, table.code)
        return lines

    def confirm_result(self, code: str, seq: int) -> None:
        """Confirm a table's result up to this line of its log, as its host.

        It answers calls as `enter_scores` does. Raise as `confirm_result` of a table.
        """
        table = _find_table(self.direct().event, code)
        viewer = self.room.viewer(table.code, self.tokens)
        with self.room.changing(table.code, viewer) as held:
            confirm_result(held, seq)
        self.answer_about_score(table.code)

    @_deed
    def answer_about_score(self, now: EventNow, table: str) -> list[NewLine]:
        """Answer a table's calls that only say that its score is wrong.

        Only the director answers. Whoever else confirms or corrects the result takes
        back their own call.
        """
        if now.is_director:
            return _answer_about_score(now.event, table)
        return _take_back_about_score(now.event, table, now.entrant)

    @_deed
    def call(
        self,
        now: EventNow,
        why: str = "",
        asked: Mapping[str, object] | None = None,
        reason: CallReason | None = None,
        at: str | None = None,
    ) -> list[NewLine]:
        """Call the director to one's table, or join its open call.

        `at`: the code of one's table of an earlier round, if the call is of that.
        `asked` is what the table asked its game about an irregularity. Raise
        WrongFieldsError if it could not be asked, or for too many words in all.
        """
        now.require_member()
        if now.entrant is None:
            raise ForbiddenError(say("Only those who play can call the director."))
        ruling = _ask_irregularity(now.event.plan, asked) if asked else None
        table = _find_own_table(now, at)
        code = table.code if table else None
        body = {
            "entrant": now.entrant,
            "table": code,
            "why": why.strip(),
            "reasons": [reason] if reason else [],
            "asked": asked or {},
            "ruling": ruling,
        }
        call = from_json(Call, {**body, "seq": now.event.seq + 1})
        joined = join_call(now.event.calls, call)
        if joined in now.event.calls:
            return []
        if len(joined.why) > LONGEST_REASON:
            message = say(
                "That is more than a call takes. Tell the director when they come."
            )
            raise wrong_field("why", message)
        return [NewLine("call", body, rings=[code])]

    def answer(self, call: int, admit: bool = False) -> EventNow:
        """Mark a call as answered; with `admit` the other phone that asks is theirs."""

        def decide(now: EventNow) -> list[NewLine]:
            now.require_director()
            called = _find_call(now.event, call)
            lines = [NewLine("answer", {"call": call}, rings=[called.table])]
            if admit and called.is_open and called.phone is not None:
                old = now.event.entrants[called.entrant]
                hashes = list(old.hashes)
                hashes[called.person] = called.phone
                changed = replace(old, hashes=tuple(hashes), is_present=True)
                lines.append(NewLine("entrant", jsonable(changed)))
            return lines

        now = self._change(decide)
        answered = _find_call(now.event, call)
        if admit and answered.phone is not None:
            self._give_seat(now, answered.entrant, answered.phone)
        return now


def _ask_for_place(
    event: Event, entrant: str, person: int, phone: str
) -> list[NewLine]:
    """Return the call for a person's other phone; none if that has asked already."""
    for call in event.calls:
        is_theirs = (call.entrant, call.person) == (entrant, person)
        if call.is_open and call.phone is not None and is_theirs:
            if call.phone == phone:
                return []
            raise ConflictError(
                say("Another phone has asked already: ask the director.")
            )
    asked = {"entrant": entrant, "person": person, "phone": phone}
    return [NewLine("call", {**asked, "table": None, "why": ""})]


def _ask_irregularity(plan: Plan, asked: Mapping[str, object]) -> dict[str, object]:
    """Return the game's answer on an irregularity, stored as a `CallRuling`.

    Later the game may know other situations. Raise WrongFieldsError for wrong fields.
    """
    ruling = rulebook(plan.game, plan.house_rules).rule_from_json(IRREGULARITY, asked)
    rows = cast("Sequence[Mapping[str, Any]]", ruling.verdict["remedies"])
    remedies = []
    for row in rows:
        cost = encoded(row["cost"]) if row["cost"] else None
        who = encoded(row["who"])
        what = encoded(row["what"])
        remedies.append({"who": who, "what": what, "cost": cost})
    return {"about": encoded(ruling.about), "remedies": remedies}


def _answer_about_score(event: Event, table: str) -> list[NewLine]:
    """Return the answers to a table's calls that only say that the score is wrong."""
    calls = _find_calls_about_score(event, table)
    return [NewLine("answer", {"call": call.seq}, rings=[table]) for call in calls]


def _take_back_about_score(
    event: Event, table: str, entrant: str | None
) -> list[NewLine]:
    """Return the lines by which this entrant takes such calls back."""
    taken_back = []
    for call in _find_calls_about_score(event, table):
        if call.entrant == entrant:
            body = {"call": call.seq, "taken_back": True}
            taken_back.append(NewLine("answer", body, rings=[table]))
    return taken_back


def _find_calls_about_score(event: Event, table: str) -> list[Call]:
    calls = []
    for call in event.calls:
        if call.is_open and call.table == table and call.is_only_about_score:
            calls.append(call)
    return calls


def _find_seats(event: Event, entrant: str) -> list[SeatInEvent]:
    """Return an entrant's seats at all tables of all rounds."""
    seats = []
    for table in event.tables.values():
        for position, each in enumerate(table.seats):
            if each == entrant:
                seats.append(SeatInEvent(table.code, position))
    return seats


def _find_table(event: Event, code: str) -> EventTable:
    table = event.tables.get(read_code(code))
    if table is None:
        raise NotFoundError(say("This event has no such table."))
    return table


def _find_own_table(now: EventNow, code: str | None) -> EventTable | None:
    """Return the entrant's table with this code, or without a code in this round.

    Return None if they sit out this round. Raise ForbiddenError for a table of others.
    """
    entrant = now.entrant or ""
    if code is None:
        return now.event.table_of(entrant)
    table = _find_table(now.event, code)
    if entrant not in table.seats:
        raise ForbiddenError(say("Only those who play can call the director."))
    return table


def _find_call(event: Event, seq: int) -> Call:
    for call in event.calls:
        if call.seq == seq:
            return call
    raise NotFoundError(say("There is no such call."))
