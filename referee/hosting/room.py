"""The card room: where tables are opened, joined, started and played at.

Each call holds its table, and has the module that knows the matter do it there.
"""

from __future__ import annotations

import hmac
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from referee.hosting.races.races import Buzzed, Measured, Races
from referee.hosting.store import BeingSetUp, Store
from referee.hosting.tables import buzzing, claims, corrections, disputes, entering, opening, seats
from referee.hosting.tables.claims import Asked, Claimed, ClaimState, is_bearer
from referee.hosting.tables.corrections import Revised
from referee.hosting.tables.entering import Draft, Entered
from referee.hosting.tables.loading import StrandedError, fails_to_show
from referee.hosting.tables.notices import Notices
from referee.hosting.tables.opening import Opened
from referee.hosting.tables.permissions import last_number, match_of, must_be_host, open_races
from referee.hosting.tables.seats import Seated
from referee.hosting.tables.snapshot import Snapshot, snapshot_of
from referee.hosting.tables.stranded import unruled_document, unruled_table
from referee.hosting.tables.table import Table, TableFacts
from referee.hosting.tables.table_cache import TableCache
from referee.hosting.tables.tokens import hashed, key_of, read_code
from referee.match.corrections import Change
from referee.match.disputes import Refusal
from referee.match.export import document, table_of_entries
from referee.match.highlights import Scores
from referee.match.log_entry import SPECTATOR, Viewer
from referee.match.resolution import Settlement
from referee.plugin.game_faults import GameFaultError
from referee.vocabulary.errors import NotFoundError, UnauthorizedError, WriteConflictError
from referee.vocabulary.text import PLAIN, Wording, say

TABLES_LISTED = 20


class CardRoom:
    """All tables of one store. Any thread may call any method; one table's changes come one after the other.

    `notices` are the bells by which those who listen to a table hear of a change, `races` the buzzers.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self.notices = Notices()
        self.races = Races(self.notices.ring)
        self.tables = TableCache(store, self.notices, self._changed)

    def _changed(self, table: Table) -> None:
        """A table was changed, and is still held: before anybody sees which races are open now, that is noted."""
        if table.match is not None and not table.gone:
            self.races.opened(table.code, open_races(table.match))

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
        """A new table. UnknownGameError, UnknownHouseRuleError or WrongFieldsError for what cannot be."""
        return opening.open_table(self.store, game, seats, options or {}, house_rules)

    def being_set_up(self, within_seconds: float) -> list[BeingSetUp]:
        """Some tables opened lately whose match has not begun, newest first; none of a game that isn't installed."""
        found = self.store.tables_being_set_up(time.time() - within_seconds, TABLES_LISTED)
        return [table for table in found if opening.is_installed(table.game)]

    def table(self, code: str) -> Table:
        """The table with this code, however it was typed; NotFoundError when there is none, StrandedError where its
        game cannot go on with it. It is not held.
        """
        return self.tables.table(code)

    def facts(self, code: str) -> TableFacts:
        """What is known of the table with this code, also where nobody can play at it; NotFoundError for none."""
        return self.tables.facts(code)

    def forget(self, code: str) -> None:
        """Drop a table from memory: it is folded anew from the store when next asked for."""
        self.tables.forget(code)

    def delete_table(self, code: str, viewer: Viewer) -> None:
        """Take a table away for good, with all its entries. Only the host may."""
        try:
            with self.tables.changing(code, viewer) as (table, now):
                self._delete(table, now)
                self.tables.drop(table)
        except StrandedError as stranded:
            self._delete(stranded.table, stranded.table.by_now(viewer))
            self.notices.ring(stranded.table.code)

    def _delete(self, table: TableFacts, viewer: Viewer) -> None:
        must_be_host(viewer)
        self.store.delete_table(table.code)
        self.races.forget_table(table.code)

    # Codes that cannot be guessed

    @cached_property
    def _secret(self) -> str:
        return self.store.secret("keys of table codes")

    def keyed(self, code: str) -> str:
        """A table code followed by its key, as it stands in addresses and QR codes."""
        return f"{read_code(code)}-{key_of(code, self._secret)}"

    def is_key(self, code: str, key: str) -> bool:
        """Whether this is the key of this code. It tells nothing of whether there is such a table."""
        return bool(key) and hmac.compare_digest(key.encode(), key_of(code, self._secret).encode())

    def is_known(self, code: str, tokens: Sequence[str], link: str = "", claims: Iterable[str] = ()) -> bool:
        """Whether one of these is good at the table with this code: a seat's or the host's token, a link to a seat,
        a claim with its secret. It takes as long where there is no such table.
        """
        code = read_code(code)
        return (
            self.store.is_known(code, [hashed(token) for token in tokens])
            or seats.is_good(self.store.link(hashed(link)), code)
            or any(is_bearer(self.store, code, claim) for claim in claims)
        )

    # Looking

    def viewer(self, code: str, tokens: Iterable[str]) -> Viewer:
        """Who shows these tokens at this table; a spectator shows none. UnauthorizedError when none is known."""
        shown = [token for token in tokens if token]
        viewer = self.tables.facts(code).viewer(shown)
        if viewer is None and shown:
            raise UnauthorizedError(
                say("This token is not known at this table. Join again, or leave the token out to watch.")
            )
        return viewer or SPECTATOR

    def glance(self, code: str, viewer: Viewer, scores: bool = False) -> Snapshot:
        """The table as it stands at this moment, as this viewer may see it; with `scores`, the score sheet too.

        StrandedError where its game cannot show that.
        """
        with self.tables.held(code) as table:
            try:
                return snapshot_of(table, viewer, self.races, scores)
            except GameFaultError as fault:
                raise fails_to_show(self.store, table, fault) from fault

    def seq(self, code: str) -> int:
        """The number of the last line in a table's log; 0 while there is none, or no such table any more.

        It holds no table: who is told of it looks anew.
        """
        try:
            return last_number(self.table(code))
        except (NotFoundError, StrandedError):
            return 0

    def scores(self, code: str) -> Scores:
        """The score sheet and the highlights, the same for everybody; ConflictError before the match has begun."""
        seen = self.glance(code, SPECTATOR, scores=True)
        match_of(seen)
        assert seen.scores is not None
        return seen.scores

    def exported(self, code: str, viewer: Viewer, wording: Wording = PLAIN) -> dict[str, Any]:
        """The whole match as a JSON document, as this viewer may see it; ConflictError before it has begun.

        Where its game cannot go on with it, what was entered is there, with no rulings.
        """
        try:
            seen = self.glance(code, viewer)
        except StrandedError as stranded:
            return unruled_document(stranded.table, viewer)
        return document(match_of(seen), viewer, seen.code, wording, seen.row.game_version)

    def exported_csv(self, code: str, viewer: Viewer, wording: Wording = PLAIN) -> str:
        """The whole match as CSV, as this viewer may see it; raises as `exported`."""
        try:
            return table_of_entries(match_of(self.glance(code, viewer)), viewer, wording)
        except StrandedError as stranded:
            return unruled_table(stranded.table, viewer)

    # Seats

    def join(self, code: str, name: object, viewer: Viewer = SPECTATOR) -> Seated | Claimed:
        """Sit down under this name, or ask for the seat of this name where somebody has it.

        An opener without a seat who sits down is host from that seat too.
        """
        with self.tables.changing(code, viewer) as (table, viewer):
            seated = seats.sit_down(self.store, table, name, viewer)
            if isinstance(seated, str):
                return claims.claim_seat(self.store, table, seated)
            self.races.forget_phone(table.code, seated.seat)
            return seated

    def open_claims(self, code: str, viewer: Viewer) -> tuple[Asked, ...]:
        """The claims that this viewer is asked about (see `claims.open_claims`)."""
        with self.tables.held(code) as table:
            return claims.open_claims(self.store, table, table.by_now(viewer))

    def settle_claim(self, code: str, claim: str, admit: bool, viewer: Viewer) -> ClaimState:
        """Let somebody have the seat they ask for, or not (see `claims.settle_claim`)."""
        with self.tables.changing(code, viewer) as (table, viewer):
            return claims.settle_claim(self.store, table, claim, admit, viewer)

    def withdraw_claim(self, code: str, claim: str) -> None:
        """Ask for a seat no more (see `claims.withdraw_claim`)."""
        with self.tables.changing(code) as (table, _):
            claims.withdraw_claim(self.store, table, claim)

    def claim_state(self, code: str, claim: str) -> ClaimState:
        """How a claim stands; with its secret, and admitted, the seat's token too."""
        with self.tables.held(code) as table:
            row = claims.claim_row(self.store, table, claim)
            everybody_is_asked = claims.asks_everybody_now(table, row)
        if everybody_is_asked:
            self.notices.ring(table.code)
        return claims.state_of(row, claim)

    def seat_link(self, code: str, seat: str, viewer: Viewer) -> str:
        """A token, good once and for an hour, that takes a seat to another phone. For its owner and the host."""
        with self.tables.held(code) as table:
            return seats.seat_link(self.store, table, seat, table.by_now(viewer))

    def linked_seat(self, code: str, token: str) -> str:
        """The seat that a link takes, without using it up; NotFoundError when it is used or expired."""
        with self.tables.held(code) as table:
            return seats.linked_seat(self.store, table, token)

    def take_link(self, code: str, token: str) -> Seated:
        """Use up a seat link: the seat is the bearer's from now on. NotFoundError when it is used or expired."""
        with self.tables.changing(code) as (table, _):
            seated = seats.take_link(self.store, table, token)
            self.races.forget_phone(table.code, seated.seat)
            return seated

    def hand_over(self, code: str, seat: str, viewer: Viewer) -> None:
        """Make the owner of a seat the host; who was host before is so no longer."""
        with self.tables.changing(code, viewer) as (table, viewer):
            seats.hand_over(self.store, table, seat, viewer)

    def leave(self, code: str, viewer: Viewer, seat: str | None = None) -> None:
        """Free a seat: one's own, or, as host, any (see `seats.leave`)."""
        with self.tables.changing(code, viewer) as (table, viewer):
            seats.leave(self.store, table, viewer, seat)

    # Phones as buzzers. No table is held for them: a slap must not wait until somebody's entry is on the disk.

    def measure(
        self, code: str, viewer: Viewer, arrival: float, nonce: str | None = None, told: float | None = None
    ) -> Measured:
        """The next probe of a seat's phone (see `buzzing.measure`)."""
        table = self.table(code)
        return buzzing.measure(self.races, table, table.by_now(viewer), arrival, nonce, told)

    def buzz(
        self, code: str, viewer: Viewer, race: str, told: float, arrival: float, nonce: str | None = None
    ) -> Buzzed:
        """A seat's slap in a race, at its phone's own time `told` (see `buzzing.buzz`)."""
        table = self.table(code)
        return buzzing.buzz(self.races, table, table.by_now(viewer), race, told, arrival, nonce)

    # The match

    def start(
        self,
        code: str,
        viewer: Viewer,
        order: Sequence[str] | None = None,
        dealer: str | None = None,
        toss_dealer: bool = False,
    ) -> None:
        """Begin the match: who sits where (clockwise), who deals first. Only the host may."""
        with self.tables.changing(code, viewer) as (table, viewer):
            must_be_host(viewer)
            opening.begin(self.store, table, order, dealer, toss_dealer)

    def enter(self, code: str, viewer: Viewer, drafts: Sequence[Draft]) -> Entered:
        """Enter these, all or none.

        Each id is a UUID, and the same entries sent again answer as before. Raises StaleViewError, NotOpenError,
        NotYoursError, WrongFieldsError or RefusedMoveError; nothing is changed then.
        """
        drafts = [replace(draft, id=entering.read_id(draft.id)) for draft in drafts]
        try:
            with self.tables.changing(code, viewer) as (table, now):
                return entering.enter(self.store, self.races, table, now, drafts)
        except WriteConflictError:
            # It may be these that stand there: sent twice, or to two processes over one store.
            with self.tables.held(code) as table:
                before = entering.sent_before(self.races, table, table.by_now(viewer), drafts)
            if before is None:
                raise
            return before

    def correct(self, code: str, viewer: Viewer, changes: Sequence[Change], drop_unfit: bool = False) -> Revised:
        """Change or strike earlier entries, all or none; the match is replayed.

        Raises WrongFieldsError or NotYoursError; UnfitEntriesError when later entries no longer fit and may not be
        dropped.
        """
        with self.tables.changing(code, viewer) as (table, viewer):
            return corrections.correct(self.store, table, viewer, changes, drop_unfit)

    def undo(self, code: str, viewer: Viewer, correction: str, redo: bool = False, drop_unfit: bool = False) -> Revised:
        """Undo a correction, or, with `redo`, make an undone one again. Raises as `correct` does."""
        with self.tables.changing(code, viewer) as (table, viewer):
            return corrections.undo(self.store, table, viewer, correction, redo, drop_unfit)

    # Disputes

    def question(self, code: str, viewer: Viewer, seq: int, ruling: int | None = None, why: str = "") -> str:
        """Question a ruling of an entry (the last one unless its place is named): the match pauses. The dispute's id.

        Raises NotFoundError or ConflictError where it cannot be questioned.
        """
        with self.tables.changing(code, viewer) as (table, viewer):
            return disputes.question(self.store, table, viewer, seq, ruling, why)

    def question_refusal(self, code: str, viewer: Viewer, entry: str, why: str = "") -> str:
        """Question the refusal of a move that this viewer sent: everybody sees it from then on. The dispute's id."""
        with self.tables.changing(code, viewer) as (table, viewer):
            return disputes.question_refusal(self.store, table, viewer, entry, why)

    def refused(self, code: str, viewer: Viewer, entry: str) -> Refusal:
        """The refused move with this id, for whoever sent it; NotFoundError for all others, and when it is long ago."""
        with self.tables.held(code) as table:
            return disputes.refused(table, viewer, entry)

    def vote(self, code: str, viewer: Viewer, dispute: str, uphold: bool) -> None:
        """A seat's vote on an open dispute; the last one counts, as long as its owner has the seat."""
        with self.tables.changing(code, viewer) as (table, viewer):
            disputes.vote(self.store, table, viewer, dispute, uphold)

    def resolve(self, code: str, viewer: Viewer, dispute: str, settling: Settlement) -> Revised:
        """Settle a dispute: by the host, or by a seat once more than half of the table voted so. Raises as `settle`."""
        with self.tables.changing(code, viewer) as (table, viewer):
            return disputes.resolve(self.store, table, viewer, dispute, settling)
