"""A match whose rulings are questioned: it keeps all records as the store would, and is folded from them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import count
from types import ModuleType
from typing import Any

from referee.match.corrections import Change
from referee.match.disputes import ResolvedAs
from referee.match.fold import RefusedMoveError
from referee.match.log_entry import LogEntry, Viewer
from referee.match.match import Match
from referee.match.record import Record, record_of
from referee.match.resolution import (
    ResolutionDraft,
    question_refusal,
    question_ruling,
    refusal,
    try_resolution,
    vote,
)
from referee.match.revisions import Revision, try_correction
from referee.match.toss_drawing import draw_tosses
from referee.match.visibility import DisputeLine, dispute_lines
from referee.plugin.rulebook import Rulebook

HOST = Viewer("Ana", host=True)
ANA, BEN, CY = Viewer("Ana"), Viewer("Ben"), Viewer("Cy")
NUMBERS = count(1)


class Court:
    """A match with all its records, as the store would keep them."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.records: list[Record] = []

    @classmethod
    def of(cls, game: ModuleType, *seats: str, dealer: str | None = None) -> Court:
        """A match of this game that has just begun."""
        rulebook = Rulebook(game)
        return cls(Match.begin(rulebook, rulebook.setting(seats, dealer, {})))

    def put(self, kind: str, seat: str | None = None, **data: object) -> int:
        """One entry, made by its seat, or by a host without one; its number."""
        self.enter(made(kind, seat, data))
        return self.match.seq

    def put_refused(self, kind: str, seat: str | None = None, **data: object) -> str:
        """One entry, which is refused, and questioned: the dispute's id."""
        return self.question_refused(replace(made(kind, seat, data), seq=self.match.seq + 1))

    def enter(self, *entries: LogEntry) -> None:
        """These entries, taken as one; raises as `drawn` does."""
        placed = [replace(entry, seq=self.match.seq + n) for n, entry in enumerate(entries, 1)]
        self.follow([record_of(taken.entry) for taken in draw_tosses(self.match.history, placed, "", 1)])

    def follow(self, records: Sequence[Record]) -> None:
        """Make these records part of the match, as they come out of a store."""
        stored = [replace(record, body=json.loads(json.dumps(record.body))) for record in records]
        self.records += stored
        self.match.fold(stored)

    def revise(self, revision: Revision) -> None:
        """What was tried out is what comes of its records."""
        self.follow(revision.records)
        _check_as_tried_out(self.match, revision)

    def correct(self, *changes: Change, viewer: Viewer = HOST, drop_unfit: bool = False) -> str:
        """These changes, taken as one: the correction's id; raises as `try_correction` does."""
        id = f"c{next(NUMBERS)}"
        self.revise(try_correction(self.match, viewer, id, 1.0, changes, drop_unfit))
        return id

    def question(self, seq: int, place: int | None = None, viewer: Viewer = BEN, why: str = "") -> str:
        """The ruling at this place of an entry, or its last, questioned: the dispute's id."""
        record = question_ruling(self.match, viewer, f"d{next(NUMBERS)}", 1.0, seq, place, why)
        self.follow([record])
        return record.id

    def question_refused(self, entry: LogEntry, viewer: Viewer = BEN) -> str:
        """This entry, which is refused, and questioned: the dispute's id."""
        kept = refusal(self.match, entry, self._refused(entry).ruling)
        record = question_refusal(self.match, viewer, f"d{next(NUMBERS)}", 1.0, kept, "It was not.")
        self.follow([record])
        return record.id

    def _refused(self, entry: LogEntry) -> RefusedMoveError:
        try:
            self.match.history.enter(self.match.history.position, entry)
        except RefusedMoveError as refused:
            return refused
        raise AssertionError(f"the rules let this pass: {entry}")

    def vote(self, dispute: str, uphold: bool, *viewers: Viewer) -> None:
        """These vote on a dispute."""
        for viewer in viewers:
            self.follow([vote(self.match, viewer, f"v{next(NUMBERS)}", 1.0, dispute, uphold)])

    def settle(self, dispute: str, resolved_as: ResolvedAs, viewer: Viewer = HOST, **more: Any) -> Revision:
        """Settle a dispute; raises as `try_resolution` does."""
        draft = ResolutionDraft(resolved_as, **more)
        revision = try_resolution(self.match, viewer, f"s{next(NUMBERS)}", 1.0, dispute, draft)
        self.revise(revision)
        return revision

    def overrule(self, seq: int, drop_unfit: bool = False, **verdict: object) -> Revision:
        """Question the last ruling of an entry, and decide this in its place."""
        return self.settle(self.question(seq), "overruled", verdict=verdict, why="Seen by all.", drop_unfit=drop_unfit)

    @property
    def lines(self) -> tuple[DisputeLine, ...]:
        """The disputes, as everybody sees them."""
        return dispute_lines(self.match)

    @property
    def next(self) -> str:
        """What the table is told to do next."""
        return str(self.match.history.scene.next)

    def zone(self, name: str, owner: str | None = None) -> str:
        """How many cards lie there, and which, as far as everybody may know."""
        scene = self.match.history.scene_in(self.match.history.position)
        [found] = [zone for zone in scene.zones if (zone.name, zone.owner) == (name, owner)]
        return " ".join([str(found.count), *(card.code for card in found.cards or ())])

    @property
    def scores(self) -> Mapping[str, float]:
        """The score of each seat."""
        scene = self.match.history.scene_in(self.match.history.position)
        return {standing.seat: standing.score for standing in scene.standings}

    def summaries(self, seq: int) -> list[str]:
        """What is ruled on the entry of this number."""
        return [str(one.summary) for step in self.match.history.steps if step.entry.seq == seq for one in step.rulings]


def revise(match: Match, revision: Revision) -> None:
    """Have this match go on with a revision that was tried out, as it is loaded from its records.

    AssertionError where it is another match than the one that was tried out.
    """
    match.fold(revision.records)
    _check_as_tried_out(match, revision)


def _check_as_tried_out(match: Match, revision: Revision) -> None:
    if told(match) != told(revision.match):
        raise AssertionError("folded from its records, the match is another than the one that was tried out")


def told(match: Match) -> tuple[object, ...]:
    """How a match stands, and all that was ever done about it."""
    history = match.history
    opened = (history.open_to_all, history.opened_at, history.stored_reveals, history.latest, history.latest_seq)
    done = (match.entries, match.corrections, match.disputes, match.unfit, match.seq, match.mattered, match.tossed)
    return history.steps, history.position, history.overrules, opened, done


def made(kind: str, seat: str | None, data: Mapping[str, object]) -> LogEntry:
    """An entry without its number."""
    return LogEntry(0, f"e{next(NUMBERS)}", kind, seat, data, seat, seat is None, 1.0)
