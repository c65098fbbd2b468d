"""Events: opening them, entering, seating rounds at tables, and the director's doings.

What happens at an event is lines of its log. Each change reads the event, decides on
lines, and appends them in one transaction with the tables that it opens; whoever was
slower reads again. The director is the host of every table, and an entrant's token owns
their seat at each.
"""

import hmac
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, cast

from referee.events.event import (
    LONGEST_REASON,
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
from referee.events.forgetting import forget_names, nameless
from referee.events.lists import LONGEST_ROW, ListRow, read_list
from referee.events.seating import seat_next_round, seat_unseated
from referee.events.standings import Results, missing_tables, results_of, scores_of
from referee.frozen import frozen
from referee.hosting.room import CardRoom, plan_table
from referee.hosting.store import EventRow, SeatRow, TableRow, WriteRefused
from referee.hosting.store.confirmations import unconfirmed_tables
from referee.hosting.store.event_log import (
    add_event,
    append_lines,
    read_confirmed,
    read_event,
    read_log,
    read_results,
)
from referee.hosting.tables.held_table import TRIES
from referee.hosting.tables.loading import seat_ids, setting_values
from referee.hosting.tables.player_names import read_name, same_name
from referee.hosting.tables.seats import hand_over_seat
from referee.hosting.tables.tokens import (
    hashed,
    key_of,
    new_codes,
    new_token,
    read_code,
)
from referee.match.disputes import open_dispute
from referee.match.log_entry import SPECTATOR
from referee.plugin.discovery import rulebook
from referee.plugin.irregularities import IRREGULARITY
from referee.plugin.movements import UnknownMovementError, find_movement
from referee.vocabulary.errors import (
    ConflictError,
    ForbiddenError,
    NotFoundError,
    RefereeError,
    UnauthorizedError,
    WriteConflictError,
    WrongFieldsError,
    wrong_field,
)
from referee.vocabulary.jsonable import from_json, jsonable
from referee.vocabulary.movement import Movement, Seating
from referee.vocabulary.text import Text, encoded, say
from referee.vocabulary.values import Score

MOST_ENTRANTS = 400
BOARD_KEY_LENGTH = 4
LOTS = 2**31


@frozen
class OpenedEvent:
    """A new event: its code, and the tokens of its director and of its board."""

    code: str
    director_token: str
    board_token: str


@frozen
class EventNow:
    """An event at one moment, and who looks at it."""

    row: EventRow
    event: Event
    results: Results
    """The tables' own results that count: where they are confirmed, as they were
    confirmed last.
    """
    played: frozenset[str]
    """The tables that have a result of their own, whether it counts or not."""
    waiting: tuple[EventTable, ...]
    """The tables whose result is missing or not confirmed."""
    is_director: bool
    is_board: bool
    entrant: str | None
    """The viewer's id as entrant."""
    person: int = 0
    """Which of a pair they are."""

    @property
    def is_over(self) -> bool:
        """Return whether all rounds are played, and no result is waited for."""
        are_played = len(self.event.rounds) >= self.event.plan.rounds
        return are_played and not self.waiting

    @property
    def missing(self) -> tuple[EventTable, ...]:
        """Return the tables that the next round waits for: a correction of an earlier
        round that waits is none, since what was confirmed before counts.
        """
        this_round = self.event.rounds[-1].tables if self.event.rounds else ()
        return tuple(
            table
            for table in self.waiting
            if table in this_round or table.code not in self.results
        )

    @property
    def calls(self) -> tuple[Call, ...]:
        """Return the calls that the viewer sees: the director all, an entrant those
        from their table, or between rounds their own open one.
        """
        if self.is_director:
            return self.event.calls
        if self.entrant is None:
            return ()
        table = self.event.table_of(self.entrant)
        if table is not None:
            return tuple(call for call in self.event.calls if call.table == table.code)

        own = [call for call in self.event.calls if call.entrant == self.entrant]
        return tuple(call for call in own if call.is_open and call.table is None)


@frozen
class EventEntry:
    """Somebody who entered."""

    entrant: str
    """The id."""
    token: str | None
    """Of their phone, shown only this once; None for whom the director entered."""


@frozen
class LeftOut:
    """What nobody could be entered from, and why: a line of a list, or all from one."""

    line: int
    why: Text
    rows: tuple[ListRow, ...]


@frozen
class Listed:
    """What came of a list."""

    entered: tuple[str, ...]
    left_out: tuple[LeftOut, ...]


NewTable = tuple[TableRow, list[SeatRow]]
Added = list[tuple[LineType, Mapping[str, Any], list[NewTable]]]
"""The type and the body of each new line, and the tables that it opens."""


def open_event(
    room: CardRoom, plan: Plan, people: Sequence[Sequence[object]] = ()
) -> OpenedEvent:
    """Open an event, and enter people or pairs, all or nothing.

    WrongFieldsError or ConflictError, or as `plan_table`, for what cannot be.
    """
    plan = _complete_plan(plan)
    lines = _lines_of_people(plan, people)
    director, board = new_token(), new_token()
    for code in new_codes():
        with suppress(WriteRefused):
            tokens = hashed(director), hashed(board)
            add_event(room.store, EventRow(code, jsonable(plan), *tokens), lines)
            return OpenedEvent(code, director, board)
    raise WriteConflictError


def _complete_plan(plan: Plan) -> Plan:
    """Return a plan with what its game and its movement add. WrongFieldsError if they
    do not fit.
    """
    rulebook, row = plan_table(plan.game, plan.options, plan.house_rules)
    movement = _find_movement(plan)
    sizes = [size * (2 if plan.pairs else 1) for size in movement.at_table]
    if not {*sizes} <= {*rulebook.game.players}:
        message = say(
            "{movement} seats {sizes} at a table, and {game} is for {players}.",
            movement=movement.title,
            sizes=tuple(map(str, sizes)),
            game=rulebook.game.title,
            players=tuple(map(str, rulebook.game.players)),
        )
        raise wrong_field("movement", message)

    wins = rulebook.game.wins_with(row.options)
    plan = replace(plan, options=row.options, partners=movement.in_pairs, wins=wins)
    for size in sizes:
        # Whatever no match could begin with is refused now.
        _table_rows(plan, "", [str(number) for number in range(size)])
    return plan


def _find_movement(plan: Plan) -> Movement:
    try:
        movement: Movement = find_movement(plan.movement).describe_movement()
    except UnknownMovementError as unknown:
        raise wrong_field("movement", unknown.message) from None
    if plan.pairs and movement.at_table != (2,):
        message = say(
            "{movement} is not for pairs that stay together.", movement=movement.title
        )
        raise wrong_field("pairs", message)
    return movement


def _lines_of_people(plan: Plan, people: Sequence[Sequence[object]]) -> list[Line]:
    event = Event(plan)
    lines = []
    for seq, names in enumerate(people, 1):
        entrant = _enter(event, names, None)
        event = event.with_entrant(entrant)
        lines.append(Line(seq, "entrant", time.time(), jsonable(entrant)))
    return lines


@frozen
class EventDesk:
    """An event's desk, for whoever has these tokens.

    All methods raise NotFoundError without the event, and UnauthorizedError or
    ForbiddenError for whoever may not.
    """

    room: CardRoom
    code: str
    tokens: tuple[str, ...] = ()

    def look(self) -> EventNow:
        """Return the event as it is; only for whoever decides what is shown of it."""
        code = read_code(self.code)
        store = self.room.store
        found = read_event(store, code)
        if found is None:
            raise NotFoundError(
                say("There's no event with the code {code}. Check the code.", code=code)
            )
        row, event = found
        hashes = [hashed(token) for token in self.tokens if token]
        entrant, person = None, 0
        for each in event.entrants.values():
            for index, owner in enumerate(each.hashes):
                if owner in hashes:
                    entrant, person = each.id, index
        results = dict(read_results(store, code))
        played = frozenset(results)
        unconfirmed = unconfirmed_tables(store, code)
        confirmed = read_confirmed(store, code) if unconfirmed else {}
        for table in unconfirmed:
            results.pop(table, None)
            if table in confirmed:
                results[table] = confirmed[table]
        return EventNow(
            row,
            event,
            results,
            played,
            _waiting_tables(event, results, unconfirmed),
            is_director=row.director_hash in hashes,
            is_board=row.board_hash in hashes or hashed(board_token(row)) in hashes,
            entrant=entrant,
            person=person,
        )

    def watch(self) -> EventNow:
        """Return the event for whoever may see who plays."""
        now = self.look()
        _must_belong(now)
        return now

    def direct(self) -> EventNow:
        """Return the event for its director."""
        now = self.look()
        _must_direct(now)
        return now

    def _add(
        self, decide: Callable[[EventNow], Added], forgets: str | None = None
    ) -> tuple[EventNow, Added]:
        """Append the lines that `decide` returns, after those of everybody faster.

        Return the event afterwards, and these lines. With them the names of the entrant
        whom it `forgets` leave all earlier lines.
        """
        for _ in range(TRIES):
            now = self.look()
            added = decide(now)
            if not added:
                return now, added
            at = time.time()
            lines = []
            opened = []
            for seq, (type, body, tables) in enumerate(added, now.event.seq + 1):
                lines.append(Line(seq, type, at, body))
                opened += tables
            confirms = now.event.plan.confirm
            changed: Sequence[Line] = ()
            if forgets is not None:
                changed = forget_names(read_log(self.room.store, now.row.code), forgets)
            with suppress(WriteConflictError):
                append_lines(
                    self.room.store, now.row.code, lines, opened, confirms, changed
                )
                self.room.notices.ring(now.row.code)
                return self.look(), added
        raise WriteConflictError

    def _change(
        self, decide: Callable[[EventNow], Added], forgets: str | None = None
    ) -> EventNow:
        """As `_add`, for whoever needs only the event afterwards."""
        now, _ = self._add(decide, forgets)
        return now

    # Entrants

    def enter(self, names: Sequence[object]) -> EventEntry:
        """Enter somebody, or a pair; whom the list already has is given their name.

        Whom the director enters gets no phone. WrongFieldsError for impossible names,
        ConflictError for one whose phone is here already, or for a second name.
        """
        token = new_token()

        def decide(now: EventNow) -> Added:
            _must_be_new(now)
            own = None if now.is_director else token
            return [("entrant", jsonable(_enter(now.event, names, own)), [])]

        now, [(_, body, _)] = self._add(decide)
        if now.is_director:
            return EventEntry(body["id"], None)
        self._give_seat(now, body["id"], token)
        return EventEntry(body["id"], token)

    def _give_seat(self, now: EventNow, entrant: str, token: str) -> None:
        """Give this phone the entrant's seat, if they play in this round already."""
        table = now.event.table_of(entrant)
        if table is None:
            return
        person = now.event.entrants[entrant].hashes.index(hashed(token))
        position = now.event.people_at(table).index((entrant, person))
        # Whoever entered has to get their token, whatever their table's game does.
        with suppress(RefereeError), self.room.changing(table.code, SPECTATOR) as held:
            hand_over_seat(held, held.table.seats[position].name, token)

    def enter_list(self, text: str) -> Listed:
        """Enter everybody in a list, a line each; partners in two columns.

        Lines that cannot be entered are left out and said.
        """
        rows = read_list(text)
        left_out: list[LeftOut] = []

        def decide(now: EventNow) -> Added:
            _must_direct(now)
            left_out.clear()
            entrants = _enter_rows(now.event, rows, left_out)
            return [("entrant", jsonable(entrant), []) for entrant in entrants]

        _, added = self._add(decide)
        ids = tuple(body["id"] for _, body, _ in added)
        return Listed(ids, tuple(left_out))

    def set_present(self, entrant: str, present: bool) -> EventNow:
        """Have somebody leave, or come back. By the director, or themselves.

        Whom the director had leave comes back by the director alone.
        """

        def decide(now: EventNow) -> Added:
            _must_belong(now)
            if not now.is_director and now.entrant != entrant:
                raise ForbiddenError(say("Only they or the director can do this."))
            old = _entrant(now.event, entrant)
            if not now.is_director:
                _must_not_be_sent_away(old)
            changed = replace(
                old,
                is_present=present,
                is_sent_away=now.is_director and not present,
            )
            return [("entrant", jsonable(changed), [])]

        return self._change(decide)

    def substitute(self, entrant: str, names: Sequence[object]) -> EventNow:
        """Give an entrant's results and place to somebody else, from the next round on.

        With the same names, only to other phones: these enter by the names.
        """

        def decide(now: EventNow) -> Added:
            _must_direct(now)
            old = _entrant(now.event, entrant)
            others = [name for name in now.event.names if name not in old.names]
            new = _read_names(names, len(old.names), others)
            phones = (None,) * len(new)
            changed = replace(
                old, names=new, hashes=phones, is_present=True, is_sent_away=False
            )
            return [("entrant", jsonable(changed), [])]

        return self._change(decide)

    def forget(self, entrant: str) -> EventNow:
        """Take an entrant's names out of the event's log, for good."""

        def decide(now: EventNow) -> Added:
            _must_direct(now)
            # A line of its own, so that nobody who was slower writes the name again.
            return [("entrant", nameless(jsonable(_entrant(now.event, entrant))), [])]

        return self._change(decide, forgets=entrant)

    # Rounds

    def open_round(self, anyway: bool = False, number: int | None = None) -> EventNow:
        """Seat the next round and open its tables, whose matches begin.

        ConflictError while results are missing or wait (unless `anyway`), after the
        last round, with too few people, and if round `number` has begun already.
        """

        def decide(now: EventNow) -> Added:
            _must_direct(now)
            _must_be_next(now, number)
            _must_be_ready(now, anyway)
            seating = seat_next_round(now.event, now.results)
            tables, rows = _open(now, seating)
            body = {
                "tables": tables,
                "sits_out": seating.sits_out,
                "misses": tuple(map(encoded, seating.misses)),
                "scores_before": _scores_of_round(now),
            }
            return [("round", jsonable(body), rows)]

        now = self._change(decide)
        for before in now.event.rounds[-2:-1]:
            for table in before.tables:
                # Its phones go on from there by themselves.
                self.room.notices.ring(table.code)
        return now

    def open_tables(self) -> EventNow:
        """Seat those who sit out or came late in the round that is being played.

        ConflictError before the first round, and with too few people.
        """

        def decide(now: EventNow) -> Added:
            _must_direct(now)
            seating = seat_unseated(now.event, now.results)
            tables, rows = _open(now, seating)
            return [("tables", jsonable({"tables": tables}), rows)]

        return self._change(decide)

    # What else the director does

    def plan_again(self, **changes: Any) -> EventNow:
        """Change how many rounds and sections there are, or how results count."""

        def decide(now: EventNow) -> Added:
            _must_direct(now)
            plan = replace(now.event.plan, **changes)
            return [("plan", jsonable(plan), [])]

        return self._change(decide)

    def adjust(self, entrant: str, points: Score, why: str) -> EventNow:
        """Give or take points, with a reason that everybody reads."""

        def decide(now: EventNow) -> Added:
            _must_direct(now)
            _entrant(now.event, entrant)
            body = {"entrant": entrant, "points": points, "why": why}
            return [("adjustment", body, [])]

        return self._change(decide)

    def enter_scores(self, code: str, scores: Mapping[str, Score]) -> EventNow:
        """Enter a table's scores by entrant, in place of what was played there."""

        def decide(now: EventNow) -> Added:
            _must_direct(now)
            table = now.event.tables.get(read_code(code))
            if table is None:
                raise NotFoundError(say("This event has no such table."))
            if {*scores} != {*table.seats}:
                raise wrong_field("scores", say("Give each entrant there a score."))
            return [("score", {"table": table.code, "scores": dict(scores)}, [])]

        return self._change(decide)

    def call(
        self,
        why: str = "",
        asked: Mapping[str, object] | None = None,
        reason: CallReason | None = None,
    ) -> EventNow:
        """Call the director to one's table; whoever calls again joins the open call.

        `asked` is what the table asked its game about an irregularity.
        WrongFieldsError where it could not be asked, or for too many words in all.
        """

        def decide(now: EventNow) -> Added:
            _must_belong(now)
            if now.entrant is None:
                raise ForbiddenError(say("Only those who play can call the director."))
            ruling = _ask_irregularity(now.event.plan, asked) if asked else None
            table = now.event.table_of(now.entrant)
            body = {
                "entrant": now.entrant,
                "table": table.code if table else None,
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
            return [("call", body, [])]

        now = self._change(decide)
        table = now.event.table_of(now.entrant or "")
        if table:
            self.room.notices.ring(table.code)
        return now

    def answer(self, call: int) -> EventNow:
        """Mark a call as answered."""

        def decide(now: EventNow) -> Added:
            _must_direct(now)
            _call(now.event, call)
            return [("answer", {"call": call}, [])]

        now = self._change(decide)
        table = _call(now.event, call).table
        if table:
            self.room.notices.ring(table)
        return now


def _waiting_tables(
    event: Event, results: Results, unconfirmed: frozenset[str]
) -> tuple[EventTable, ...]:
    missing = {table.code for table in missing_tables(event, results)}
    missing |= unconfirmed.difference(event.scores)
    return tuple(table for table in event.tables.values() if table.code in missing)


def disputed_tables(room: CardRoom, now: EventNow) -> tuple[EventTable, ...]:
    """Return the tables, of this round or waiting, whose match waits for a dispute."""
    disputed = []
    tables = {table.code: table for table in now.waiting}
    for played in now.event.rounds[-1:]:
        tables |= {table.code: table for table in played.tables}
    for table in tables.values():
        with suppress(RefereeError):
            match = room.current_table(table.code).match
            if match is not None and open_dispute(match.disputes) is not None:
                disputed.append(table)
    return tuple(disputed)


def _ask_irregularity(plan: Plan, asked: Mapping[str, object]) -> dict[str, object]:
    """Return a `CallRuling` as it is stored: later the game may know other situations.

    WrongFieldsError for what could not be asked.
    """
    ruling = rulebook(plan.game, plan.house_rules).ask(IRREGULARITY, asked)
    rows = cast("Sequence[Mapping[str, Any]]", ruling.verdict["remedies"])
    remedies = []
    for row in rows:
        cost = encoded(row["cost"]) if row["cost"] else None
        who, what = encoded(row["who"]), encoded(row["what"])
        remedies.append({"who": who, "what": what, "cost": cost})
    return {"about": encoded(ruling.about), "remedies": remedies}


def _call(event: Event, seq: int) -> Call:
    for call in event.calls:
        if call.seq == seq:
            return call
    raise NotFoundError(say("There is no such call."))


def board_key(row: EventRow) -> str:
    """Return the key in the short address of an event's board.

    So few letters are proof against guessing only where guesses are counted.
    """
    return key_of(row.code, row.board_hash)[:BOARD_KEY_LENGTH]


def board_token(row: EventRow) -> str:
    """Return the token of a screen that came by the short address."""
    return hmac.digest(row.board_hash.encode(), b"board", "sha256").hex()


def _must_belong(now: EventNow) -> None:
    if not (now.is_director or now.is_board or now.entrant):
        raise UnauthorizedError(
            say("Only those who entered this event can see it. Enter at its door.")
        )


def _must_direct(now: EventNow) -> None:
    _must_belong(now)
    if not now.is_director:
        raise ForbiddenError(say("Only the director can do this."))


def _must_be_new(now: EventNow) -> None:
    """Raise ConflictError for a phone that entered already."""
    if now.entrant is None or now.is_director:
        return
    name = now.event.entrants[now.entrant].names[now.person]
    raise ConflictError(say("This phone has entered already, as {name}.", name=name))


def _must_not_be_sent_away(entrant: Entrant) -> None:
    if entrant.is_sent_away:
        raise ForbiddenError(
            say("The director took {name} out. Ask them.", name=entrant.name)
        )


def _enter_rows(
    event: Event, rows: Sequence[ListRow], left_out: list[LeftOut]
) -> list[Entrant]:
    """Return whom a list enters; add to `left_out` the lines that enter nobody."""
    entrants = []
    for row in rows[:MOST_ENTRANTS]:
        try:
            entrant = _enter(event, _short_enough(row), None)
        except (WrongFieldsError, ConflictError) as error:
            left_out.append(LeftOut(row.line, error.message, (row,)))
            continue
        event = event.with_entrant(entrant)
        entrants.append(entrant)
    if rest := tuple(rows[MOST_ENTRANTS:]):
        left_out.append(LeftOut(rest[0].line, _full(), rest))
    return entrants


def _short_enough(row: ListRow) -> tuple[str, ...]:
    if sum(map(len, row.names)) > LONGEST_ROW:
        message = say("A line has at most {n} letters.", n=LONGEST_ROW)
        raise wrong_field("csv", message)
    return row.names


def _enter(event: Event, names: Sequence[object], token: str | None) -> Entrant:
    return _known(event, names, token) or _new_entrant(event, names, token)


def _known(event: Event, names: Sequence[object], token: str | None) -> Entrant | None:
    """Return the listed entrant with the first of these names, with this phone; or
    None.
    """
    wanted = same_name(read_name(names[0] if names else ""), event.names)
    for entrant in event.entrants.values():
        if wanted is None or wanted not in entrant.names:
            continue
        index = entrant.names.index(wanted)
        if token is None or entrant.hashes[index] is not None:
            message = say(
                "{name} is already here. If that's you, ask the director to give you "
                "your name again; else choose another.",
                name=wanted,
            )
            raise ConflictError(message)
        _must_not_be_sent_away(entrant)
        hashes = list(entrant.hashes)
        hashes[index] = hashed(token)
        return replace(entrant, hashes=tuple(hashes), is_present=True)
    return None


def _full() -> Text:
    return say("This event is full ({n}).", n=MOST_ENTRANTS)


def _new_entrant(event: Event, names: Sequence[object], token: str | None) -> Entrant:
    people = 2 if event.plan.pairs else 1
    # Who was sent away takes no room from whoever comes.
    here = [each for each in event.entrants.values() if not each.is_sent_away]
    if len(here) >= MOST_ENTRANTS:
        raise ConflictError(_full())
    clean = _read_names(names, people, event.names)
    hashes = [hashed(token) if token else None, None][:people]
    lot = secrets.randbelow(LOTS)
    return Entrant(str(len(event.entrants) + 1), clean, lot, tuple(hashes))


def _read_names(
    names: Sequence[object], people: int, taken: Sequence[str]
) -> tuple[str, ...]:
    if len(names) != people:
        pair = say("Name both partners; in a list with a comma between them.")
        alone = say("Name one person: nobody enters as a pair here.")
        raise wrong_field("names", pair if people == 2 else alone)
    clean: list[str] = []
    for name in names:
        clean.append(read_name(name, [*taken, *clean]))
    return tuple(clean)


def _entrant(event: Event, id: str) -> Entrant:
    if id not in event.entrants:
        raise NotFoundError(say("Nobody with this number has entered."))
    return event.entrants[id]


def _must_be_next(now: EventNow, number: int | None) -> None:
    """Raise ConflictError if this is not the number of the next round."""
    begun = len(now.event.rounds)
    if number is not None and number != begun + 1:
        raise ConflictError(say("Round {n} has begun already.", n=begun))


def _must_be_ready(now: EventNow, anyway: bool) -> None:
    plan = now.event.plan
    if len(now.event.rounds) >= plan.rounds:
        raise ConflictError(say("All {n} rounds are played.", n=plan.rounds))
    missing = now.missing
    if missing and not anyway:
        tables = tuple(now.event.name_table(table.code) for table in missing)
        raise ConflictError(
            say(
                "Results are missing: {tables}. Enter them, or go on without.",
                tables=tables,
            )
        )


def _scores_of_round(now: EventNow) -> Mapping[str, Sequence[Score]]:
    """Return the scores of the latest round, as the next one is seated."""
    scores = scores_of(results_of(now.event, now.results))
    codes = [table.code for played in now.event.rounds[-1:] for table in played.tables]
    return {code: scores[code] for code in codes if code in scores}


def _open(
    now: EventNow, seating: Seating
) -> tuple[Sequence[EventTable], list[NewTable]]:
    """Return the tables of a seating, and their rows. ConflictError without one."""
    if not seating.tables:
        raise ConflictError(say("Too few people are here for a table."))
    tables = []
    for seats in seating.tables:
        tables.append(EventTable(next(new_codes()), seats))
    return tables, [_rows_of(now, table) for table in tables]


def _rows_of(now: EventNow, table: EventTable) -> NewTable:
    names = []
    hashes = []
    for entrant, person in now.event.people_at(table):
        names.append(now.event.entrants[entrant].names[person])
        hashes.append(now.event.entrants[entrant].hashes[person])
    row, seats = _table_rows(now.event.plan, table.code, names)
    owned = [
        replace(seat, token_hash=each) for seat, each in zip(seats, hashes, strict=True)
    ]
    return replace(row, host_hash=now.row.director_hash), owned


def _table_rows(plan: Plan, code: str, names: Sequence[str]) -> NewTable:
    """Return the rows of a table whose match has begun; the first seat deals."""
    rulebook, row = plan_table(plan.game, plan.options, plan.house_rules)
    seats = [SeatRow(code, position, name) for position, name in enumerate(names)]
    setting = rulebook.choose_setting(names, None, row.options, opened=True)
    stored = seat_ids(seats).setting_with_ids(setting_values(setting))
    begun = replace(row, code=code, setting=stored, started_at=row.created_at)
    return begun, seats
