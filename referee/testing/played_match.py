"""A match that a test plays, entry by entry, as somebody at a table would, and
questions asked without one.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import ModuleType
from typing import Any, Self

from referee.match.corrections import Change
from referee.match.disputes import ResolvedAs
from referee.match.entry_reading import NotOpenError
from referee.match.fold import RefusedMoveError
from referee.match.history import History
from referee.match.log_entry import LogEntry, Record, Viewer, record_of
from referee.match.match import Match
from referee.match.position import EntryStep
from referee.match.resolution import (
    ResolutionDraft,
    question_refusal,
    question_ruling,
    refusal,
    try_resolution,
)
from referee.match.revisions import Revision, try_correction
from referee.match.trying import try_entries
from referee.match.visibility import DisputeLine, dispute_lines, log_lines, view_of
from referee.plugin.discovery import rulebook
from referee.plugin.rulebook import Rulebook, wording_at
from referee.testing.random_match import KEY
from referee.vocabulary.errors import NotYoursError, WrongFieldsError
from referee.vocabulary.game import Setup
from referee.vocabulary.jsonable import jsonable
from referee.vocabulary.prompt import Prompt, Prompts
from referee.vocabulary.ruling import Ruling, Rulings, most_telling
from referee.vocabulary.text import Text
from referee.vocabulary.view import Scene, Zone

THEMSELVES = "themselves"
"""An entry is made by the seat that it is for; one for the table by a host without a
seat.
"""

HOST = Viewer(host=True, opener=True)
"""Whoever opened the table, without a seat: what the table decides about a ruling or an
entry, they send.
"""

CODE = "TABLE"


@dataclass(slots=True)
class PlayedMatch:
    """A match, grown by entries, with its records as a store would give them back."""

    match: Match
    records: list[Record] = field(default_factory=list)

    @classmethod
    def begun(
        cls,
        game: str | ModuleType,
        seats: str | Sequence[str],
        /,
        *,
        dealer: str | None = None,
        house_rules: Iterable[str | ModuleType] = (),
        **options: object,
    ) -> Self:
        """Begin a match, in which nothing is entered yet.

        The game is the id of an installed one, or a module, and so are its house rules;
        `seats` is a list of names, or one text, of names parted by spaces; `options`
        are the game's own.
        """
        names = seats.split() if isinstance(seats, str) else seats
        rulebook = rulebook_of(game, house_rules)
        return cls._begun(rulebook, rulebook.setting(names, dealer, options))

    @classmethod
    def _begun(cls, rulebook: Rulebook, setting: Setup) -> Self:
        match = Match.begin(rulebook, setting)
        match.history.scene_in(match.history.position)
        return cls(match)

    def under(self, version: str) -> Self:
        """Begin the same match under this version of the game: what is entered counts
        as it did then.

        To test what stays as it was: `play("hearts", seats).under("1")`.
        """
        return self._begun(self.rulebook, replace(self.setting, version=version))

    def tried(
        self,
        kind: str,
        seat: str | None = None,
        /,
        *,
        by: str | None = THEMSELVES,
        **data: Any,
    ) -> EntryStep:
        """Return what this entry would come to; nothing is changed. Raises as `enter`
        does.

        `seat` is whose entry it is, None the table's; `by` who makes it, None a host
        without a seat. `data` are the fields by their names, as people or programs send
        them: `card="10h"`. A toss that is left out is drawn.
        """
        __tracebackhide__ = True
        return self._try(self.draft_entry(kind, seat, by, data))

    def enter(
        self,
        kind: str,
        seat: str | None = None,
        /,
        *,
        by: str | None = THEMSELVES,
        **data: Any,
    ) -> EntryStep:
        """Make this entry, with what `tried` says of its arguments: what it did.

        Raises RefusedMoveError where the rules forbid it, WrongFieldsError for fields
        that are wrong, NotOpenError where nothing of this kind is asked for, and
        NotYoursError where it is not `by`'s to enter.
        """
        __tracebackhide__ = True
        return self.add_entry(self.draft_entry(kind, seat, by, data))

    def draft_entry(
        self, kind: str, seat: str | None, by: str | None, data: Mapping[str, Any]
    ) -> LogEntry:
        """Return the match's next entry, with what `tried` says of its arguments."""
        author = seat if by == THEMSELVES else by
        seq = self.match.seq + 1
        return LogEntry(
            seq, f"entry-{seq}", kind, seat, data, author, author is None, 0.0
        )

    def add_entry(self, entry: LogEntry) -> EntryStep:
        """Make this entry, and return what it did. Raises as `enter` does."""
        __tracebackhide__ = True
        taken = self._try(entry)
        self.match.add([taken])
        self.records.append(_as_stored(record_of(taken.entry)))
        return taken

    def _try(self, entry: LogEntry) -> EntryStep:
        __tracebackhide__ = True
        try:
            [taken] = try_entries(self.history, [entry], KEY, entry.seq)
        except (
            RefusedMoveError,
            WrongFieldsError,
            NotOpenError,
            NotYoursError,
        ) as error:
            # The steps within the referee that led to it tell an author nothing.
            raise error.with_traceback(None) from None
        return taken

    def refuses(
        self,
        kind: str,
        seat: str | None = None,
        /,
        *,
        by: str | None = THEMSELVES,
        **data: Any,
    ) -> Ruling:
        """Return the ruling that refuses this entry; AssertionError where it is taken,
        or the verdict is not clear.
        """
        try:
            taken = self.tried(kind, seat, by=by, **data)
        except RefusedMoveError as refused:
            if refused.ruling.verdict.get("legal") is not False:
                raise AssertionError(
                    f"the verdict does not say that it is not legal: {refused.ruling}"
                ) from None
            return refused.ruling
        raise AssertionError(
            "it was taken, and ruled: "
            f"{[str(ruling.summary) for ruling in taken.rulings]}"
        )

    def correct(self, seq: int, /, *, drop_unfit: bool = False, **data: Any) -> None:
        """Put an entry right, by its number: these are its fields now.

        With `drop_unfit` later entries that no longer fit are struck, else
        UnfitEntriesError names them.
        """
        self.revise_entry(Change(seq, data), drop_unfit)

    def strike(self, seq: int, /, *, drop_unfit: bool = False) -> None:
        """Strike an entry, by its number, as if it had never been made; later ones as
        `correct` says.
        """
        self.revise_entry(Change(seq, None), drop_unfit)

    def revise_entry(
        self, change: Change, drop_unfit: bool, viewer: Viewer = HOST
    ) -> None:
        """Correct or strike an entry; later ones as `correct` says."""
        id = self.next_id()
        self.revise(try_correction(self.match, viewer, id, 0.0, [change], drop_unfit))

    def overrule(
        self,
        seq: int,
        /,
        verdict: Mapping[str, object],
        *,
        place: int | None = None,
        drop_unfit: bool = False,
    ) -> DisputeLine:
        """Have the table decide this in place of what was ruled on an entry: the
        dispute, settled.

        It is the last ruling on it, or the one at this `place`, counted from 0; of its
        verdict only what is decided otherwise is named. WrongFieldsError where the game
        cannot go on from that; later entries as `correct` says.
        """
        table = self.copied()
        table.settle(
            table.question(seq, place),
            "overruled",
            verdict=verdict,
            drop_unfit=drop_unfit,
        )
        return self._replace(table)

    def let_pass(
        self,
        kind: str,
        seat: str | None = None,
        /,
        *,
        by: str | None = THEMSELVES,
        verdict: Mapping[str, object] | None = None,
        **data: Any,
    ) -> DisputeLine:
        """Have the table make an entry that the rules refuse: the dispute, settled.

        The table decides that it is legal, or this `verdict`. AssertionError where it
        is not refused.
        """
        table = self.copied()
        dispute = table.question_refused(self.draft_entry(kind, seat, by, data))
        table.settle(dispute, "overruled", verdict=verdict or {"legal": True})
        return self._replace(table)

    def _replace(self, table: Self) -> DisputeLine:
        self.match, self.records = table.match, table.records
        return self.disputes[-1]

    def question(
        self, seq: int, place: int | None = None, viewer: Viewer = HOST, why: str = ""
    ) -> str:
        """Question the ruling at this place of an entry, or its last, and return the
        dispute's id.
        """
        record = question_ruling(
            self.match, viewer, self.next_id(), 0.0, seq, place, why
        )
        self.append([record])
        return record.id

    def question_refused(self, entry: LogEntry, viewer: Viewer = HOST) -> str:
        """Question the refusal of this entry, and return the dispute's id.
        AssertionError where it is not refused.
        """
        try:
            self.history.enter(self.history.position, entry)
        except RefusedMoveError as refused:
            refused_entry = refusal(self.match, entry, refused.ruling)
        else:
            raise AssertionError(f"the rules let this pass: {entry}")
        record = question_refusal(
            self.match, viewer, self.next_id(), 0.0, refused_entry, ""
        )
        self.append([record])
        return record.id

    def settle(
        self, dispute: str, resolved_as: ResolvedAs, viewer: Viewer = HOST, **draft: Any
    ) -> Revision:
        """Settle a dispute; `draft` as in `ResolutionDraft`. Raises as `try_resolution`
        does.
        """
        resolution = ResolutionDraft(resolved_as, **draft)
        revision = try_resolution(
            self.match, viewer, self.next_id(), 0.0, dispute, resolution
        )
        self.revise(revision)
        return revision

    def next_id(self) -> str:
        """Return the id of the line that comes next."""
        return f"line-{self.match.seq + 1}"

    def revise(self, revision: Revision) -> None:
        """Go on with a revision that was tried out. AssertionError where its records
        give another match.
        """
        self.append(revision.records)
        if self.match != revision.match:
            raise AssertionError(
                "folded from its records, the match is another than the one that was "
                "tried out"
            )

    def append(self, records: Iterable[Record]) -> None:
        """Make these records part of the match, as they come out of a store."""
        stored = [*map(_as_stored, records)]
        self.records += stored
        self.match.fold(stored)

    def copied(self) -> Self:
        """Return a match that stands as this one does now, whatever is entered to this
        one from now on.
        """
        return replace(self, match=self.match.copy(), records=[*self.records])

    def put(self, state: object) -> None:
        """Let the match stand in this state, as if entries had led to it: for a
        position that takes many to reach.
        """
        asked = self.rulebook.prompts(state, self.setting.seats)
        self.history.position = replace(
            self.history.position, state=state, asked=asked, pending=(), to_reenter=()
        )

    def look(self, seat: str | None = None) -> Any:
        """Return the table as this seat may see it, as JSON; None: as somebody who only
        watches.
        """
        view = view_of(self.match, Viewer(seat), CODE)
        return jsonable(view, wording_at(self.setting.options))

    def log(self, seat: str | None = None) -> Any:
        """Return every entry ever made and what was ruled on it, as JSON, as this seat
        or who only watches may see it.
        """
        lines = log_lines(self.match, Viewer(seat))
        return jsonable(lines, wording_at(self.setting.options))

    def said(self, text: Text) -> str:
        """Return this sentence in English, jokers called as this table calls them."""
        return text.word(wording_at(self.setting.options))

    @property
    def history(self) -> History:
        """What was entered and ruled, step by step."""
        return self.match.history

    @property
    def disputes(self) -> tuple[DisputeLine, ...]:
        """The rulings and refusals that were questioned, as everybody sees them."""
        return dispute_lines(self.match)

    def rulings_on(self, seq: int) -> Rulings:
        """Return what is ruled on the entry of this number; LookupError where it does
        not stand.
        """
        step = self.history.step(seq)
        if step is None:
            raise LookupError(
                f"no entry {seq} stands, but "
                f"{[step.entry.seq for step in self.history.steps]}"
            )
        return step.rulings

    @property
    def rulebook(self) -> Rulebook:
        """The game with the house rules of this match."""
        return self.history.rulebook

    @property
    def setting(self) -> Setup:
        """Who sits where, who deals first, and the options."""
        return self.history.setting

    @property
    def state(self) -> Any:
        """The game's own state."""
        return self.history.position.state

    @property
    def scene(self) -> Scene:
        """Where the match stands, with whose entries are awaited."""
        return self.history.scene

    @property
    def prompts(self) -> Prompts:
        """What may be entered now."""
        return self.history.prompts

    @property
    def kinds(self) -> list[str]:
        """The kinds of what may be entered now."""
        return [prompt.kind for prompt in self.prompts]

    @property
    def next(self) -> str:
        """What the table is told to do next, in English."""
        return self.said(self.scene.next)

    @property
    def rulings(self) -> Rulings:
        """The latest rulings that everybody may see."""
        return self.history.latest

    @property
    def ruling(self) -> Ruling:
        """The one of them that tells most; LookupError where nothing was ruled yet."""
        if not self.rulings:
            raise LookupError("nothing was ruled yet")
        return self.rulings[most_telling(self.rulings)]

    @property
    def scores(self) -> Mapping[str, float]:
        """The score of each seat."""
        return {standing.seat: standing.score for standing in self.scene.standings}

    @property
    def places(self) -> Mapping[str, int]:
        """The place of each seat; 1 is first."""
        return {standing.seat: standing.place for standing in self.scene.standings}

    def prompt(self, kind: str) -> Prompt:
        """Return the prompt of this kind; LookupError where there is none now."""
        for prompt in self.prompts:
            if prompt.kind == kind:
                return prompt
        raise LookupError(f"{kind!r} is not asked for, but {self.kinds}")

    def zone(self, name: str, owner: str | None = None) -> Zone:
        """Return the zone of this name, of a seat or the table; LookupError where there
        is none.
        """
        for zone in self.scene.zones:
            if zone.name == name and zone.owner == owner:
                return zone
        raise LookupError(f"there is no zone {name!r} of {owner or 'the table'}")

    def codes(self, name: str, owner: str | None = None) -> str:
        """Return the cards known to lie in this zone, by their codes: `"5C 4C"`."""
        return " ".join(card.code for card in self.zone(name, owner).cards or ())


def ask(
    game: str | ModuleType,
    question: str,
    /,
    *,
    house_rules: Iterable[str | ModuleType] = (),
    **fields: object,
) -> Ruling:
    """Return what a game rules on one of its questions, no match being played:
    `ask("hearts", "trick", led="H", …)`.

    The game and its house rules are named as for `play`; `fields` are those of the
    question, as people or programs send them. UnknownQuestionError where there is no
    such question, WrongFieldsError for fields that are wrong.
    """
    return rulebook_of(game, house_rules).ask(question, fields)


def rulebook_of(
    game: str | ModuleType, house_rules: Iterable[str | ModuleType] = ()
) -> Rulebook:
    """Return the rulebook of an installed game by its id, or of a module, with house
    rules by their ids, or as modules.

    UnknownGameError or UnknownHouseRuleError where one is not installed; LookupError
    where ids and modules are mixed.
    """
    rules = tuple(house_rules)
    ids = [rule for rule in rules if isinstance(rule, str)]
    modules = [rule for rule in rules if isinstance(rule, ModuleType)]
    if isinstance(game, str) and not modules:
        return rulebook(game, tuple(ids))
    if isinstance(game, ModuleType) and not ids:
        return Rulebook(game, modules)
    raise LookupError(
        "name the game and its house rules by their ids, or give the modules of all"
    )


def _as_stored(record: Record) -> Record:
    return replace(record, body=json.loads(json.dumps(record.body)))
