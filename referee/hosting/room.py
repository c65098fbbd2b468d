"""The card room: where tables are opened, joined, started and played at, and remembered."""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from threading import Lock
from typing import Any, Literal
from uuid import uuid4

from referee.hosting.errors import Hindrance, NoSuchThing, NotAllowed, NoToken, Overtaken, Paused, WrongValue
from referee.hosting.notices import Notices
from referee.hosting.races import Buzzed, Measured, Races
from referee.hosting.store import (
    BeingSetUp,
    ClaimRow,
    LinkRow,
    NoSuchTable,
    ResultRow,
    SeatRow,
    Store,
    TableRow,
    Taken,
)
from referee.hosting.table import (
    AFTER_THE_END,
    Table,
    load,
    log_row,
    no_such_table,
    read_id,
    read_name,
    same_name,
    setting_of,
)
from referee.hosting.tokens import hashed, matches, new_code, new_token, read_code
from referee.match.corrections import CannotCorrect, Change, Changed, UnfitEntries
from referee.match.disputes import Refusal, open_dispute
from referee.match.drawing import drawn
from referee.match.export import document, table_of_entries
from referee.match.fold import NotOpen, NotYours, RefusedMove
from referee.match.highlights import Scores
from referee.match.logged import SPECTATOR, Logged, Viewer, wrote
from referee.match.match import Match, Record, Revision, record_of
from referee.match.settling import CannotSettle, Settling, question_refusal, question_ruling, refusal, settle, vote
from referee.match.sight import (
    CorrectionLine,
    DisputeLine,
    LogLine,
    correction_lines,
    dispute_lines,
    log_lines,
    may_read,
    view_of,
)
from referee.match.toss import DEALER_TOSS, NextToss, Toss, as_id, next_toss, toss
from referee.plugin.installed import UnknownGame, rulebook
from referee.vocabulary.finish import Finish
from referee.vocabulary.given import WrongFields
from referee.vocabulary.plain import plain
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.text import PLAIN, Text, Wording, say
from referee.vocabulary.view import Standing, View

TABLES_IN_MEMORY = 500
TABLES_LISTED = 20
LOADS_AT_ONCE = 32
LINK_SECONDS = 60 * 60
CLAIM_SECONDS = 60 * 60
ALONE_SECONDS = 60

REFUSALS = (Hindrance, WrongFields, RefusedMove, NotOpen, NotYours, CannotCorrect, UnfitEntries, CannotSettle)
"""What is raised before anything has changed."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A table just opened: its code, and the token that makes its bearer the host."""

    code: str
    host_token: str


@dataclass(frozen=True, slots=True)
class Seated:
    """Somebody sat down: the seat, and the token that makes its bearer its owner."""

    seat: str
    seat_token: str


@dataclass(frozen=True, slots=True)
class Claimed:
    """The seat has an owner, who is asked now. `claim` is `id.secret`: its bearer may ask how it stands."""

    claim: str
    seat: str


@dataclass(frozen=True, slots=True)
class ClaimState:
    """How a claim stands: `waiting`, `admitted` or `refused`. The token only for who made it, once admitted."""

    seat: str
    state: str
    seat_token: str | None = None


@dataclass(frozen=True, slots=True)
class Draft:
    """An entry as somebody sends it: not yet numbered, and `after` the number they had seen (None: unsaid)."""

    id: str
    kind: str
    data: Mapping[str, object]
    seat: str | None = None
    after: int | None = None


@dataclass(frozen=True, slots=True)
class Entered:
    """Entries taken: the number of the last, what they decided, and the table as their sender sees it now."""

    seq: int
    rulings: tuple[Ruling, ...]
    view: View


@dataclass(frozen=True, slots=True)
class Revised:
    """A correction made, undone or made again: its id, and what changed for who made it to read, side by side."""

    id: str
    changed: tuple[Changed, ...]


@dataclass(frozen=True, slots=True)
class SeatState:
    """A seat as everybody may know it: its name, whether somebody owns it, and whether that is the host."""

    name: str
    claimed: bool
    host: bool


class Behind(Overtaken):
    """Something happened since: the sender should look again. `view` is the table as they may see it now."""

    def __init__(self, view: View) -> None:
        super().__init__(say("Something happened at the table since. Look again, then enter it anew."))
        self.view = view


class Faster(Overtaken):
    """Somebody else wrote where this was to be written; the table is loaded anew when next asked for."""


class CardRoom:
    """All tables of one store. Any thread may call any method; one table's changes come one after the other."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.notices = Notices()
        self.races = Races(self.notices.ring)
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._lock = Lock()
        self._loading = tuple(Lock() for _ in range(LOADS_AT_ONCE))

    def close(self) -> None:
        """Send home who waits, and close the store."""
        self.notices.close()
        self.store.close()

    # Tables

    def open_table(
        self,
        game: str,
        seats: Sequence[str] = (),
        options: Mapping[str, object] | None = None,
        house_rules: Sequence[str] = (),
    ) -> Opened:
        """A new table. UnknownGame, UnknownHouseRule, WrongValue or WrongFields for what cannot be."""
        rules = rulebook(game, tuple(dict.fromkeys(house_rules)))
        settled = dict(rules.options(options or {}))
        names: list[str] = []
        for name in seats:
            names.append(read_name(name, names))
        if len(names) > max(rules.game.players):
            template = "{title} has room for {n} at most."
            raise WrongValue("seats", say(template, title=rules.game.title, n=max(rules.game.players)))
        token = new_token()
        for _ in range(20):
            code = new_code()
            row = TableRow(
                code,
                game,
                rules.game.version,
                time.time(),
                settled,
                tuple(rule.id for rule in rules.house_rules),
                hashed(token),
            )
            try:
                self.store.create_table(row, [SeatRow(code, place, name) for place, name in enumerate(names)])
            except Taken:
                continue
            return Opened(code, token)
        raise Overtaken(say("No free table code was found. Try again."))

    def table(self, code: str) -> Table:
        """The table with this code, however it was typed; NoSuchThing when there is none."""
        code = read_code(code)
        if (known := self._in_memory(code)) is not None:
            return known
        # One at a time, so that there are never two copies of one table to be changed.
        with self._loading[hash(code) % LOADS_AT_ONCE]:
            if (known := self._in_memory(code)) is not None:
                return known
            loaded = load(self.store, code)
            try:
                self._count(loaded)
            except NoSuchTable:
                raise no_such_table(code) from None
            with self._lock:
                self._tables[code] = loaded
                self._make_room()
            return loaded

    def _count(self, table: Table) -> None:
        """Keep the result that the log of a table gives, where the store has another one: a game may rule otherwise
        since it was upgraded, and what was played before results were kept has none.
        """
        if table.match is not None and self.store.past.result(table.code) != table.result:
            self.store.put_result(table.code, table.result)

    def _in_memory(self, code: str) -> Table | None:
        with self._lock:
            if code in self._tables:
                self._tables.move_to_end(code)
            return self._tables.get(code)

    def _make_room(self) -> None:
        """Drop the tables that were not asked for the longest, but none in use and not the newest."""
        for table in list(self._tables.values())[:-1]:
            if len(self._tables) <= TABLES_IN_MEMORY:
                return
            if not self.notices.heard(table.code) and table.lock.acquire(blocking=False):
                table.gone = True
                del self._tables[table.code]
                table.lock.release()

    def forget(self, code: str) -> None:
        """Drop a table from memory: it is folded anew from the store when next asked for."""
        with self._lock:
            table = self._tables.get(read_code(code))
        if table is not None:
            self._drop(table)

    def _drop(self, table: Table) -> None:
        with table.lock, self._lock:
            table.gone = True
            if self._tables.get(table.code) is table:
                del self._tables[table.code]

    def delete_table(self, code: str, viewer: Viewer) -> None:
        """Take a table away for good, with all its entries. Only the host may."""
        with self.changing(code, viewer) as (table, viewer):
            _must_be_host(viewer)
            self.store.delete_table(table.code)
            self._drop(table)
            self.races.forget_table(table.code)

    def being_set_up(self, within_seconds: float) -> list[BeingSetUp]:
        """Some tables opened lately whose match has not begun, newest first; none of a game that isn't installed."""
        found = self.store.tables_being_set_up(time.time() - within_seconds, TABLES_LISTED)
        return [table for table in found if _is_installed(table.game)]

    def viewer(self, code: str, tokens: Iterable[str]) -> Viewer:
        """Who shows these tokens at this table; a spectator shows none. NoToken when none of them is known."""
        shown = [token for token in tokens if token]
        viewer = self.table(code).viewer(shown)
        if viewer is None and shown:
            raise NoToken(say("This token is not known at this table. Join again, or leave the token out to watch."))
        return viewer or SPECTATOR

    def seat_states(self, code: str) -> tuple[SeatState, ...]:
        """Every seat, clockwise."""
        table = self.table(code)
        owned = {seat.name: seat.token_hash is not None for seat in table.seats}
        return tuple(SeatState(name, owned[name], name == table.row.host_seat) for name in table.names)

    def seq(self, code: str) -> int:
        """The number of the last line in a table's log; 0 while there is none, or no such table any more."""
        try:
            match = self.table(code).match
        except NoSuchThing:
            return 0
        return match.seq if match is not None else 0

    @contextmanager
    def _held(self, code: str) -> Iterator[Table]:
        """The table, which nobody changes meanwhile."""
        while True:
            table = self.table(code)
            with table.lock:
                if not table.gone:
                    yield table
                    return

    @contextmanager
    def changing(self, code: str, viewer: Viewer = SPECTATOR) -> Iterator[tuple[Table, Viewer]]:
        """The table, held to be changed, and who this viewer is by now; all who listen hear of it afterwards."""
        with self._held(code) as table:
            try:
                yield table, table.by_now(viewer)
            except REFUSALS:
                raise
            except BaseException:
                # Something may be in the store that is not in memory.
                self._drop(table)
                self.notices.ring(table.code)
                raise
        self.notices.ring(table.code)

    def _reload_seats(self, table: Table) -> None:
        owners = {seat.name: seat.token_hash for seat in table.seats}
        table.seats = self.store.seats(table.code)
        table.row = self.store.table(table.code) or table.row
        for seat in table.seats:
            if seat.token_hash != owners.get(seat.name):
                table.forget_refused(seat.name)

    # Seats

    def join(self, code: str, name: object, viewer: Viewer = SPECTATOR) -> Seated | Claimed:
        """Sit down under this name, or ask for the seat of this name where somebody has it.

        An opener without a seat who sits down is host from that seat too.
        """
        with self.changing(code, viewer) as (table, viewer):
            wanted = same_name(read_name(name), [seat.name for seat in table.seats])
            if wanted is None:
                return self._take_new_seat(table, read_name(name), viewer)
            if table.seat(wanted).token_hash is not None and viewer.seat != wanted:
                return self._claim(table, wanted)
            if table.finished and viewer == SPECTATOR:
                return self._seat_after_the_end(table, wanted)
            return self._seat(table, wanted, viewer)

    def _take_new_seat(self, table: Table, name: str, viewer: Viewer) -> Seated:
        if table.row.setting is not None:
            raise Overtaken(_started_message(table))
        most = max(table.rulebook.game.players)
        if len(table.seats) >= most:
            template = "All {n} seats are taken. Ask for somebody's seat by its name, or watch."
            raise Overtaken(say(template, n=most))
        place = max((seat.position for seat in table.seats), default=-1) + 1
        try:
            self.store.add_seat(SeatRow(table.code, place, name, None, True))
        except (Taken, NoSuchTable):
            self._drop(table)
            raise Overtaken(say("Somebody was faster. Look again, then sit down.")) from None
        self._reload_seats(table)
        return self._seat(table, name, viewer)

    def _seat(self, table: Table, name: str, viewer: Viewer, reads_from: int | None = None) -> Seated:
        token = new_token()
        self.store.hand_seat(table.code, name, hashed(token), reads_from)
        self.races.forget_phone(table.code, name)
        hostless = table.row.host_hash is None or (viewer.opener and viewer.seat is None)
        if hostless and table.row.host_seat is None:
            self.store.set_host(table.code, table.row.host_hash, name)
        self._reload_seats(table)
        return Seated(name, token)

    def _seat_after_the_end(self, table: Table, name: str) -> Seated:
        """Finished matches are listed for everybody: who passes by may have a free seat's name, and none of its
        rights, nor what is sealed for it.
        """
        token = new_token()
        self.store.hand_seat(table.code, name, hashed(token), AFTER_THE_END)
        self._reload_seats(table)
        return Seated(name, token)

    def _claim(self, table: Table, seat: str) -> Claimed:
        self.store.forget_claims(time.time() - CLAIM_SECONDS)
        public, secret = secrets.token_hex(6), new_token()
        self.store.add_claim(ClaimRow(public, hashed(secret), table.code, seat, time.time()))
        return Claimed(f"{public}.{secret}", seat)

    def open_claims(self, code: str, viewer: Viewer) -> tuple[ClaimRow, ...]:
        """The claims that this viewer is asked about: those to their seat, or, for a host, all.

        Every seat is asked about those that its owner and the host have left unanswered for a minute.
        """
        table = self.table(code)
        viewer = table.by_now(viewer)
        if viewer.seat is None and not viewer.host:
            return ()
        waiting = (claim for claim in self.store.claims(table.code) if claim.state == "waiting")
        return tuple(claim for claim in waiting if _may_answer(viewer, claim))

    def settle_claim(self, code: str, claim: str, admit: bool, viewer: Viewer) -> ClaimState:
        """Let somebody have the seat they ask for, or not.

        For the seat's owner and the host, and, when they have not answered within a minute, for every seat.
        """
        with self.changing(code, viewer) as (table, viewer):
            row = self._claim_row(table, claim)
            _must_be_seated(viewer)
            if not _may_answer(viewer, row):
                template = "Only {seat} or the host can answer this, and everybody with a seat after a minute."
                raise NotAllowed(say(template, seat=row.seat))
            state: Literal["admitted", "refused"] = "admitted" if admit else "refused"
            reads_from = None if viewer.seat == row.seat else _last(table)
            if not self.store.settle_claim(row.id, state, row.secret_hash if admit else None, reads_from):
                raise Overtaken(say("This was answered already."))
            self._reload_seats(table)
            return ClaimState(row.seat, state)

    def claim_state(self, code: str, claim: str) -> ClaimState:
        """How a claim stands; with its secret, and admitted, the seat's token too."""
        table = self.table(code)
        row = self._claim_row(table, claim)
        if row.state == "waiting" and _is_overdue(row) and table.ask_everybody(row.id):
            self.notices.ring(table.code)
        _, _, secret = claim.partition(".")
        mine = bool(secret) and matches(hashed(secret), row.secret_hash)
        return ClaimState(row.seat, row.state, secret if mine and row.state == "admitted" else None)

    def _claim_row(self, table: Table, claim: str) -> ClaimRow:
        public = claim.partition(".")[0]
        row = self.store.claim(public) if public.isalnum() else None
        if row is None or row.table != table.code:
            raise NoSuchThing(say("This request is not known any more. Ask for the seat again."))
        return row

    def seat_link(self, code: str, seat: str, viewer: Viewer) -> str:
        """A token, good once and for an hour, that takes a seat to another phone. For its owner and the host."""
        with self._held(code) as table:
            table.seat(seat)
            viewer = table.by_now(viewer)
            _must_be_seated(viewer)
            if not viewer.host and viewer.seat != seat:
                raise NotAllowed(say("Only {seat} or the host can take this seat to another phone.", seat=seat))
            return new_link(self.store, table.code, seat, by_owner=viewer.seat == seat)

    def linked_seat(self, code: str, token: str) -> str:
        """The seat that a link takes, without using it up; NoSuchThing when it is used or expired."""
        return _good(self.store.link(hashed(token)), self.table(code)).seat

    def take_link(self, code: str, token: str) -> Seated:
        """Use up a seat link: the seat is the bearer's from now on. NoSuchThing when it is used or expired."""
        with self.changing(code) as (table, _):
            # A link that is shown at another table stays good at its own.
            _good(self.store.link(hashed(token)), table)
            link = _good(self.store.take_link(hashed(token)), table)
            return self._seat(table, link.seat, SPECTATOR, None if link.by_owner else _last(table))

    def hand_over(self, code: str, seat: str, viewer: Viewer) -> None:
        """Make the owner of a seat the host; who was host before is so no longer."""
        with self.changing(code, viewer) as (table, viewer):
            _must_be_host(viewer)
            if table.owner(seat) is None:
                template = "Nobody has sat down as {seat} yet: choose a seat with somebody on it."
                raise Overtaken(say(template, seat=seat))
            self.store.set_host(table.code, None, seat)
            self._reload_seats(table)

    def leave(self, code: str, viewer: Viewer, seat: str | None = None) -> None:
        """Free a seat: one's own, or, as host, any. A seat that came by joining is gone while none has begun.

        A host who leaves their own seat leaves the host's role too, to the next owner clockwise if there is one.
        """
        with self.changing(code, viewer) as (table, viewer):
            leaving = seat if seat is not None else viewer.seat
            _must_be_seated(viewer)
            if leaving is None:
                raise WrongValue("seat", say("Say which seat is to be freed."))
            if leaving != viewer.seat and not viewer.host:
                raise NotAllowed(say("Only the host can free another's seat."))
            if table.row.setting is None and table.seat(leaving).joined:
                self.store.remove_seat(table.code, leaving)
            else:
                self.store.free_seat(table.code, table.seat(leaving).name, _last(table))
            others = table.owners_after(leaving)
            if viewer.host and leaving == viewer.seat and others:
                already = table.row.host_seat
                self.store.set_host(table.code, None, already if already in others else others[0])
            elif leaving == table.row.host_seat:
                self._pass_host_on(table, others)
            self._reload_seats(table)

    def _pass_host_on(self, table: Table, others: Sequence[str]) -> None:
        if table.row.setting is not None and table.row.host_hash is None and not others:
            return  # Not whoever comes next is host of a match that runs, but who has this seat again.
        next_host = others[0] if others and table.row.host_hash is None else None
        self.store.set_host(table.code, table.row.host_hash, next_host)

    # Phones as buzzers

    def measure(
        self, code: str, viewer: Viewer, arrival: float, nonce: str | None = None, told: float | None = None
    ) -> Measured:
        """The next probe of a seat's phone: the first, or after the answer to the one before.

        `told` is the phone's own time in milliseconds when it received the probe `nonce`, and `arrival` when the
        answer came, by the clock of `races`. Overtaken for a probe that is not under way.
        """
        seat = _seat_of(self.table(code).by_now(viewer))
        if nonce is None or told is None:
            return self.races.begin_clock(self.table(code).code, seat)
        return self.races.answer_probe(self.table(code).code, seat, nonce, told, arrival)

    def buzz(self, code: str, viewer: Viewer, race: str, told: float, arrival: float) -> Buzzed:
        """A seat's slap in a race, at its phone's own time `told`. Overtaken where it is a false start.

        While a ruling is questioned nothing is slapped: Paused, also for a host.
        """
        table = self.table(code)
        seat = _seat_of(table.by_now(viewer))
        match = _match_of(table)
        if (waits_for := open_dispute(match.disputes)) is not None:
            raise Paused(waits_for.id)
        for prompt in match.history.position.prompts:
            if prompt.race == race and seat in prompt.seats:
                return self.races.buzz(table.code, seat, prompt, told, arrival, match.seq, len(match.entries))
        self.races.press(table.code, seat, arrival)
        raise Overtaken(say("There is nothing to slap now: no race of this name is open."))

    # The match

    def start(
        self,
        code: str,
        viewer: Viewer,
        order: Sequence[str] | None = None,
        dealer: str | None = None,
        toss_dealer: bool = False,
    ) -> View:
        """Begin the match: who sits where (clockwise), who deals first. Only the host may."""
        with self.changing(code, viewer) as (table, viewer):
            _must_be_host(viewer)
            if table.row.setting is not None:
                raise Overtaken(say("The match has begun already."))
            seated = [seat.name for seat in table.seats]
            seats = list(order) if order is not None else seated
            if sorted(seats) != sorted(seated):
                raise WrongValue("order", say("Name every seat once: {seats}.", seats=tuple(seated)))
            if toss_dealer and dealer is not None:
                raise WrongValue("dealer", say("Name a dealer or have one tossed, not both."))
            tossed = _toss_for_dealer(table, seats) if toss_dealer and seats else None
            setting = table.rulebook.setting(seats, tossed.outcome if tossed else dealer, table.row.options)
            stored: dict[str, Any] = {
                "order": list(setting.seats),
                "dealer": setting.dealer,
                "options": dict(setting.options),
            }
            if tossed is not None:
                stored["toss"] = plain(tossed)
            begun = Match.begun(table.rulebook, setting_of(stored), tossed)
            if not self.store.start(table.code, stored, time.time()):
                self._drop(table)
                raise Overtaken(say("The match has begun already."))
            self._reload_seats(table)
            table.match = begun
            return self._view(table, viewer)

    def view(self, code: str, viewer: Viewer) -> View:
        """The table as this viewer may see it."""
        with self._held(code) as table:
            return self._view(table, viewer)

    def _view(self, table: Table, viewer: Viewer) -> View:
        if table.match is not None:
            view = view_of(table.match.history, viewer, table.code, table.match.seq)
            return self.races.shown(view, open_races(table.match), len(table.match.entries))
        names = table.names
        standings = tuple(Standing(name, 0, 1) for name in names)
        nothing = ((), standings, False, (), (), ())
        wait = say("Everybody sits down, then the host starts the match.")
        return View(table.code, table.row.game, names, None, "setting-up", 0, 0, (), wait, *nothing)

    def enter(self, code: str, viewer: Viewer, drafts: Sequence[Draft]) -> Entered:
        """Enter these, all or none.

        Each id is a UUID, and the same entries sent again answer as before. Raises Behind, NotOpen, NotYours,
        WrongFields or RefusedMove; nothing is changed then.
        """
        drafts = [replace(draft, id=read_id(draft.id)) for draft in drafts]
        try:
            return self._enter(code, viewer, drafts)
        except Faster:
            # It may be these that stand there: sent twice, or to two processes over one store.
            with self._held(code) as table:
                before = self._sent_before(table, _match_of(table), table.by_now(viewer), drafts)
            if before is None:
                raise
            return before

    def _enter(self, code: str, viewer: Viewer, drafts: Sequence[Draft]) -> Entered:
        with self.changing(code, viewer) as (table, viewer):
            _must_be_seated(viewer)
            match = _match_of(table)
            if (before := self._sent_before(table, match, viewer, drafts)) is not None:
                return before
            _must_not_pause(match, viewer)
            self._check_after(table, match, viewer, drafts)
            now = time.time()
            entries = [
                Logged(
                    match.seq + place,
                    draft.id,
                    draft.kind,
                    draft.seat,
                    draft.data,
                    viewer.seat,
                    viewer.host,
                    now,
                    finish=self._finish_for(table, match, drafts, draft),
                )
                for place, draft in enumerate(drafts, start=1)
            ]
            try:
                taken = drawn(match.history, entries, table.row.toss_key, match.tossed + 1)
            except RefusedMove as refused:
                sent = next(entry for entry in entries if entry.id == refused.entry.id)
                table.keep_refused(refusal(match, sent, refused.ruling))
                raise
            last = taken[-1]
            result = table.result_at(last.position.state, last.entry.at)
            self._append(table, [record_of(one.entry) for one in taken], result)
            match.add(taken)
            for entry in entries:
                if entry.finish is not None:
                    self.races.entered(table.code, entry.finish.race)
            rulings = tuple(ruling for one in taken for ruling in one.rulings)
            return Entered(match.seq, rulings, self._view(table, viewer))

    def _finish_for(self, table: Table, match: Match, drafts: Sequence[Draft], draft: Draft) -> Finish | None:
        """The finish of the race that an entry is made of; of several such entries only the first is."""
        if draft is not next(other for other in drafts if other.kind == draft.kind):
            return None
        races = (prompt.race for prompt in match.history.position.prompts if prompt.kind == draft.kind)
        return next(
            (found for race in races if (found := self.races.finish(table.code, race, len(match.entries)))), None
        )

    def next_toss(self, code: str) -> NextToss:
        """The next toss of a table, which is fixed already; before the match, that for the first dealer."""
        table = self.table(code)
        number = DEALER_TOSS if table.match is None else table.match.tossed + 1
        return next_toss(table.row.toss_key, number)

    def _append(self, table: Table, records: Sequence[Record], result: ResultRow | None) -> None:
        """Keep these records, and with them how the match stands after them: its result, None while it goes on."""
        rows = [log_row(table.code, record) for record in records]
        changed = result != table.result
        try:
            self.store.append(table.code, rows, result if changed else None, reopens=changed and result is None)
        except Taken:
            self._drop(table)
            raise Faster(say("Somebody was faster. Look again, then enter it anew.")) from None
        except NoSuchTable:
            self._drop(table)
            raise NoSuchThing(say("This table was deleted.")) from None
        table.result = result

    def _sent_before(self, table: Table, match: Match, viewer: Viewer, drafts: Sequence[Draft]) -> Entered | None:
        known = [match.entry_with_id(draft.id) for draft in drafts]
        if not any(known):
            return None
        if not all(entry is not None and wrote(viewer, entry) for entry in known):
            raise Overtaken(say("An entry with this id was made already. Give every new entry an id of its own."))
        seqs = {entry.seq for entry in known if entry is not None and may_read(match.history, viewer, entry)}
        rulings = tuple(ruling for step in match.history.steps if step.entry.seq in seqs for ruling in step.rulings)
        return Entered(max(entry.seq for entry in known if entry is not None), rulings, self._view(table, viewer))

    def _check_after(self, table: Table, match: Match, viewer: Viewer, drafts: Sequence[Draft]) -> None:
        seen = [draft.after for draft in drafts if draft.after is not None]
        if seen and min(seen) < match.mattered:
            raise Behind(self._view(table, viewer))

    def correct(self, code: str, viewer: Viewer, changes: Sequence[Change], drop_unfit: bool = False) -> Revised:
        """Change or strike earlier entries, all or none; the match is replayed.

        Raises CannotCorrect, or UnfitEntries when later entries no longer fit and may not be dropped.
        """
        with self.changing(code, viewer) as (table, viewer):
            _must_be_seated(viewer)
            match = _match_of(table)
            new_id = str(uuid4())
            return self._revise(
                table, viewer, match.try_correction(viewer, new_id, time.time(), changes, drop_unfit), new_id
            )

    def undo(self, code: str, viewer: Viewer, correction: str, redo: bool = False, drop_unfit: bool = False) -> Revised:
        """Undo a correction, or, with `redo`, make an undone one again. Raises as `correct` does."""
        with self.changing(code, viewer) as (table, viewer):
            _must_be_seated(viewer)
            match = _match_of(table)
            revision = match.try_undo(viewer, str(uuid4()), time.time(), correction, redo, drop_unfit)
            return self._revise(table, viewer, revision, correction)

    def _revise(self, table: Table, viewer: Viewer, revision: Revision, correction: str) -> Revised:
        match = _match_of(table)
        self._append(table, [revision.record], table.result_after(revision.history))
        match.revise(revision)
        return Revised(correction, _readable(match, viewer, revision.changed))

    # Disputes

    def question(self, code: str, viewer: Viewer, seq: int, ruling: int | None = None, why: str = "") -> str:
        """Question a ruling of an entry (the last one unless its place is named): the match pauses. The dispute's id.

        Raises CannotSettle where it cannot be questioned.
        """
        with self.changing(code, viewer) as (table, viewer):
            _must_be_seated(viewer)
            match, id = _match_of(table), str(uuid4())
            self._follow(table, match, [question_ruling(match, viewer, id, time.time(), seq, ruling, why)])
            return id

    def question_refusal(self, code: str, viewer: Viewer, entry: str, why: str = "") -> str:
        """Question the refusal of a move that this viewer sent: everybody sees it from then on. The dispute's id."""
        with self.changing(code, viewer) as (table, viewer):
            _must_be_seated(viewer)
            match, id = _match_of(table), str(uuid4())
            refused = self._refused(table, viewer, entry)
            self._follow(table, match, [question_refusal(match, viewer, id, time.time(), refused, why)])
            return id

    def refused(self, code: str, viewer: Viewer, entry: str) -> Refusal:
        """The refused move with this id, for who sent it; NoSuchThing for all others, and when it is long ago."""
        table = self.table(code)
        with table.lock:
            return self._refused(table, viewer, entry)

    def _refused(self, table: Table, viewer: Viewer, entry: str) -> Refusal:
        found = table.refused.get(entry.strip().lower())
        if found is None or not (viewer.opener if found.by is None else viewer.seat == found.by):
            raise NoSuchThing(say("No refused move of yours with this id is known any more. Enter it again."))
        return found

    def vote(self, code: str, viewer: Viewer, dispute: str, uphold: bool) -> None:
        """A seat's vote on an open dispute; the last one counts."""
        with self.changing(code, viewer) as (table, viewer):
            _must_be_seated(viewer)
            match = _match_of(table)
            self._follow(table, match, [vote(match, viewer, str(uuid4()), time.time(), dispute, uphold)])

    def resolve(self, code: str, viewer: Viewer, dispute: str, settling: Settling) -> Revised:
        """Settle a dispute: by the host, or by a seat once more than half of the table voted so. Raises as `settle`."""
        with self.changing(code, viewer) as (table, viewer):
            _must_be_seated(viewer)
            match = _match_of(table)
            settled = settle(match, viewer, str(uuid4()), time.time(), dispute, settling)
            self._follow(table, match, settled.records)
            return Revised(dispute, _readable(_match_of(table), viewer, settled.changed))

    def _follow(self, table: Table, match: Match, records: Sequence[Record]) -> None:
        after = match.after(records)
        self._append(table, records, table.result_after(after.history))
        table.match = after

    def disputes(self, code: str) -> tuple[DisputeLine, ...]:
        """Every ruling ever questioned, in order; everybody may see them."""
        table = self.table(code)
        with table.lock:
            return dispute_lines(table.match.history, table.match.disputes) if table.match is not None else ()

    def open_dispute(self, code: str) -> DisputeLine | None:
        """The questioned ruling that the match waits for, or None."""
        return next((line for line in self.disputes(code) if line.resolution is None), None)

    # Reading it again

    def scores(self, code: str) -> Scores:
        """The score sheet and the highlights, the same for everybody; Overtaken before the match has begun."""
        with self._held(code) as table:
            return table.scores_of(_match_of(table))

    def exported(self, code: str, viewer: Viewer, wording: Wording = PLAIN) -> dict[str, Any]:
        """The whole match as a JSON document, as this viewer may see it; Overtaken before it has begun."""
        with self._held(code) as table:
            return document(_match_of(table), viewer, table.code, wording, table.row.game_version)

    def exported_csv(self, code: str, viewer: Viewer, wording: Wording = PLAIN) -> str:
        """The whole match as CSV, as this viewer may see it; Overtaken before it has begun."""
        with self._held(code) as table:
            return table_of_entries(_match_of(table), viewer, wording)

    def log(self, code: str, viewer: Viewer) -> tuple[tuple[LogLine, ...], tuple[CorrectionLine, ...]]:
        """All entries and all corrections, as this viewer may see them."""
        with self._held(code) as table:
            if table.match is None:
                return (), ()
            match = table.match
            seen = (match.history, match.entries, match.corrections, viewer)
            return log_lines(*seen), correction_lines(*seen)


def _readable(match: Match, viewer: Viewer, changed: Sequence[Changed]) -> tuple[Changed, ...]:
    readable = {entry.seq for entry in match.entries if may_read(match.history, viewer, entry)}
    return tuple(one for one in changed if one.seq in readable)


def _must_not_pause(match: Match, viewer: Viewer) -> None:
    waits_for = open_dispute(match.disputes)
    if waits_for is not None and not viewer.host:
        raise Paused(waits_for.id)


def _toss_for_dealer(table: Table, seats: Sequence[str]) -> Toss:
    return toss(table.row.toss_key, DEALER_TOSS, "dealer", seats, as_id(seats))


def _must_be_seated(viewer: Viewer) -> None:
    if viewer == SPECTATOR:
        raise NoToken(say("Only those who sit at the table can do this. Join first, and show the seat's token."))


def _seat_of(viewer: Viewer) -> str:
    _must_be_seated(viewer)
    if viewer.seat is None:
        raise NotAllowed(say("Only a seat has a buzzer. Sit down first, or enter the order."))
    return viewer.seat


def open_races(match: Match) -> tuple[str, ...]:
    """The races that are open in this match now."""
    return tuple(prompt.race for prompt in match.history.position.prompts if prompt.race is not None)


def _must_be_host(viewer: Viewer) -> None:
    if viewer == SPECTATOR:
        raise NoToken(say("Only the host can do this. Show the host's token."))
    if not viewer.host:
        raise NotAllowed(say("Only the host can do this. Ask them, or have them hand the role over to you."))


def new_link(store: Store, code: str, seat: str, by_owner: bool) -> str:
    """A token, good once and for an hour, that takes this seat to another phone.

    Unless `by_owner`, whoever takes it reads nothing that was sealed before. Any process may make one: links are
    looked up in the store.
    """
    token = new_token()
    store.forget_links(time.time())
    store.add_link(LinkRow(hashed(token), code, seat, time.time() + LINK_SECONDS, by_owner))
    return token


def _may_answer(viewer: Viewer, claim: ClaimRow) -> bool:
    """Whether this viewer may say who has the seat: its phone and the host's may both be lost, so in time all may."""
    return viewer.host or viewer.seat == claim.seat or (viewer.seat is not None and _is_overdue(claim))


def _is_overdue(claim: ClaimRow) -> bool:
    return time.time() - claim.created_at >= ALONE_SECONDS


def _good(link: LinkRow | None, table: Table) -> LinkRow:
    if link is None or link.table != table.code or link.expires_at < time.time():
        template = "This link was used already or is too old. Ask for a new one at the seat or from the host."
        raise NoSuchThing(say(template))
    return link


def _is_installed(game: str) -> bool:
    try:
        rulebook(game)
    except UnknownGame:
        return False
    return True


def _last(table: Table) -> int:
    return table.match.seq if table.match is not None else 0


def _match_of(table: Table) -> Match:
    if table.match is None:
        raise Overtaken(say("The match has not begun yet: the host starts it."))
    return table.match


def _started_message(table: Table) -> Text:
    free = tuple(seat.name for seat in table.seats if seat.token_hash is None)
    if free:
        return say("The match has begun. Take one of the free seats ({free}), or watch.", free=free)
    return say("The match has begun and all seats have owners. Ask for a seat by its name, or watch.")
