"""Matches that tests play entry by entry, and questions without a match."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import ModuleType
from typing import Any, Self

from referee.match.changes import Edit
from referee.match.disputes import ResolvedAs
from referee.match.history import History
from referee.match.log_entry import LogEntry, Record
from referee.match.match import Match
from referee.match.records import record_of
from referee.match.showing.log_lines import DisputeLine, dispute_lines, log_lines
from referee.match.showing.views import view_of
from referee.match.taking.entry_reading import NotOpenError
from referee.match.taking.entry_step import EntryStep
from referee.match.taking.entry_taker import RefusedMoveError
from referee.match.trying.correcting import try_correction
from referee.match.trying.disputing import (
    SentResolution,
    begin_refusal_dispute,
    begin_ruling_dispute,
    refusal,
    try_settling,
)
from referee.match.trying.judges import Court
from referee.match.trying.new_entries import try_entries
from referee.match.trying.record_head import RecordHead
from referee.match.trying.trial import Revision
from referee.match.viewer import Viewer
from referee.plugin.discovery import rulebook
from referee.plugin.rulebook import Rulebook, UnknownQuestionError, wording_at
from referee.testing.random_match import KEY, RandomMatch
from referee.vocabulary.errors import NotYoursError, WrongFieldsError
from referee.vocabulary.game import Setting
from referee.vocabulary.jsonable import jsonable
from referee.vocabulary.prompt import Prompt, Prompts
from referee.vocabulary.ruling import Ruling, Rulings, most_telling
from referee.vocabulary.text import Text
from referee.vocabulary.view import Scene, Zone, totals_of

THEMSELVES = "themselves"
"""The author of an entry by default: its own seat, or for the table the host."""

HOST = Viewer(host=True, opener=True)
"""The host without a seat, who sends the table's decisions."""

CODE = "TABLE"

REFUSALS = (RefusedMoveError, WrongFieldsError, NotOpenError, NotYoursError)
"""The errors by which the game, or the referee, does not take an entry."""

BETWEEN_SEATS = {"card_by_seat": None, "numbers_by_seat": None, "cards_by_seat": "/"}
"""What parts the seats in a text, by type of field; None: spaces."""


@dataclass(slots=True)
class PlayedMatch:
    """A match that grows by entries, with its records as in a store."""

    match: Match
    records: list[Record] = field(default_factory=list)
    now: float = 0.0
    """The time at which entries are made, in seconds since 1970."""
    refused: Rulings = ()
    """The refusals of a match that was played at random."""

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
        """Begin a match without entries.

        The game is an installed one's id, or a module; so are its house rules. `seats`
        is a list of names, or a text with spaces; `options` are the game's.
        """
        names = seats.split() if isinstance(seats, str) else seats
        rulebook = rulebook_of(game, house_rules)
        chosen = rulebook.check_new_options(options)
        setting = rulebook.check_new_setting(names, dealer, chosen)
        return cls._begun(rulebook, setting)

    @classmethod
    def _begun(cls, rulebook: Rulebook, setting: Setting) -> Self:
        match = Match.begin(rulebook, setting)
        match.history.scene_in(match.history.position)
        return cls(match)

    @classmethod
    def played_at_random(cls, random: RandomMatch) -> Self:
        """Return this match; raise GameFaultError if a fault ended it."""
        if random.fault is not None:
            raise random.fault
        history = random.history
        match = cls._begun(history.rulebook, history.setting)
        for step in history.steps:
            match._add(step)
        match.refused = tuple(random.refused)
        return match

    def under(self, version: str) -> Self:
        """Begin the same match under this version of the game.

        To test unchanged rulings of old entries: `play("hearts", seats).under("1")`.
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
        """Return this entry's step without making it; raise as `enter`.

        `seat` is the entry's, None the table's; `by` its author, None a host without a
        seat. `data` are fields by name, as people or programs send them: `card="10h"`.
        A field by seat may be a text, with a word for each seat in their order:
        `plays="9h kc 10h 2h"`; of several cards each, `hands="9h kc / 10h 2h"`.
        Missing tosses are drawn.
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
        """Make this entry, with arguments as for `tried`; return its effect.

        Raise RefusedMoveError if the rules forbid it, WrongFieldsError for wrong
        fields, NotOpenError if nothing of this kind is asked, NotYoursError if it is
        not `by`'s to enter.
        """
        __tracebackhide__ = True
        return self.add_entry(self.draft_entry(kind, seat, by, data))

    def draft_entry(
        self, kind: str, seat: str | None, by: str | None, data: Mapping[str, Any]
    ) -> LogEntry:
        """Return the next entry, with arguments as for `tried`."""
        author = seat if by == THEMSELVES else by
        seq = self.match.seq + 1
        return LogEntry(
            seq=seq,
            id=f"entry-{seq}",
            kind=kind,
            seat=seat,
            data=self._by_seat(self.prompts, kind, data),
            by=author,
            host=author is None,
            at=self.now,
        )

    def add_entry(self, entry: LogEntry) -> EntryStep:
        """Make this entry; return its step. Raise as `enter`."""
        __tracebackhide__ = True
        step = self._try(entry)
        self._add(step)
        return step

    def _by_seat(
        self, prompts: Prompts, kind: str, data: Mapping[str, Any]
    ) -> dict[str, Any]:
        """Return these fields, with a word for each seat as a field by seat."""
        fields = {**data}
        seats = self.setting.seats
        for prompt in prompts:
            for asked in prompt.fields if prompt.kind == kind else ():
                value = data.get(asked.name)
                if not isinstance(value, str) or asked.type not in BETWEEN_SEATS:
                    continue
                words = value.split(BETWEEN_SEATS[asked.type])
                if len(words) == len(seats):
                    fields[asked.name] = dict(zip(seats, words, strict=True))
        return fields

    def _add(self, step: EntryStep) -> None:
        self.match.add([step])
        self.records.append(_as_stored(record_of(step.entry)))

    def _try(self, entry: LogEntry) -> EntryStep:
        __tracebackhide__ = True
        try:
            [step] = try_entries(self.history, [entry], KEY, entry.seq)
        except REFUSALS as error:
            # Hide the referee's own steps, which tell an author nothing.
            raise error.with_traceback(None) from None
        return step

    def refuses(
        self,
        kind: str,
        seat: str | None = None,
        /,
        *,
        by: str | None = THEMSELVES,
        **data: Any,
    ) -> Ruling:
        """Return the game's ruling that refuses this entry.

        Raise AssertionError if it is taken, and as `enter` if the game is not asked.
        """
        __tracebackhide__ = True
        try:
            step = self.tried(kind, seat, by=by, **data)
        except RefusedMoveError as refused:
            if refused.ruling.verdict.get("legal") is not False:
                raise AssertionError(
                    f"the verdict does not say that it is not legal: {refused.ruling}"
                ) from None
            return refused.ruling
        raise _taken(step)

    def refusal(
        self,
        kind: str,
        seat: str | None = None,
        /,
        *,
        by: str | None = THEMSELVES,
        **data: Any,
    ) -> str:
        """Return why this entry is not taken, by the game or the referee, in English.

        Raise AssertionError if it is taken.
        """
        __tracebackhide__ = True
        try:
            step = self.tried(kind, seat, by=by, **data)
        except REFUSALS as refused:
            return str(refused)
        raise _taken(step)

    def correct(self, seq: int, /, *, drop_unfit: bool = False, **data: Any) -> None:
        """Correct an entry, by number, to these fields, given as to `enter`.

        With `drop_unfit` later entries that no longer fit are struck. Without it raise
        UnfitEntriesError for them.
        """
        step = self.history.step(seq)
        if step is not None:
            data = self._by_seat(step.before.game_prompts, step.entry.kind, data)
        self.revise_entry(Edit(seq, data), drop_unfit)

    def strike(self, seq: int, /, *, drop_unfit: bool = False) -> None:
        """Strike an entry, by number; later entries are treated as by `correct`."""
        self.revise_entry(Edit(seq), drop_unfit)

    def revise_entry(self, edit: Edit, drop_unfit: bool, viewer: Viewer = HOST) -> None:
        """Correct or strike an entry; later entries are treated as by `correct`."""
        self.revise(try_correction(self._head(viewer), [edit], drop_unfit))

    def overrule(
        self,
        seq: int,
        /,
        verdict: Mapping[str, object],
        *,
        place: int | None = None,
        drop_unfit: bool = False,
    ) -> DisputeLine:
        """Question and overrule a ruling on an entry with these changes to its verdict.

        The ruling is the entry's last, or the one with the index `place`, from 0. Raise
        WrongFieldsError if the game cannot go on. Later entries are treated as by
        `correct`.
        """
        table = self.copied()
        table.settle(
            table.dispute_ruling(seq, place),
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
        """Question and overrule an entry's refusal.

        The verdict is that it is legal, or this `verdict`. Raise AssertionError if it
        is not refused.
        """
        table = self.copied()
        dispute = table.dispute_refused(self.draft_entry(kind, seat, by, data))
        table.settle(dispute, "overruled", verdict=verdict or {"legal": True})
        return self._replace(table)

    def _replace(self, table: Self) -> DisputeLine:
        self.match = table.match
        self.records = table.records
        return self.disputes[-1]

    def _head(self, viewer: Viewer) -> RecordHead:
        return RecordHead(self.match, viewer, self.next_id())

    def dispute_ruling(
        self, seq: int, place: int | None = None, viewer: Viewer = HOST, why: str = ""
    ) -> str:
        """Dispute a ruling of an entry, or its last; return the dispute's id."""
        opened = begin_ruling_dispute(self._head(viewer), seq, place, why)
        self.append([record_of(opened)])
        return opened.id

    def dispute_refused(self, entry: LogEntry, viewer: Viewer = HOST) -> str:
        """Dispute this entry's refusal; return the dispute's id.

        Raise AssertionError if it is not refused.
        """
        try:
            self.history.take_new(self.history.position, entry)
        except RefusedMoveError as refused:
            refused_entry = refusal(self.match, entry, refused.ruling)
        else:
            raise AssertionError(f"the rules let this pass: {entry}")
        opened = begin_refusal_dispute(self._head(viewer), refused_entry)
        self.append([record_of(opened)])
        return opened.id

    def settle(
        self, dispute: str, resolved_as: ResolvedAs, viewer: Viewer = HOST, **draft: Any
    ) -> Revision:
        """Resolve a dispute; `draft` as in `SentResolution`.

        Raise as `try_settling`.
        """
        resolution = SentResolution(resolved_as, **draft)
        head = self._head(viewer)
        court = Court(head.match.dispute(dispute), self.setting.seats)
        revision = try_settling(head, court, resolution)
        self.revise(revision)
        return revision

    def next_id(self) -> str:
        """Return the next line's id."""
        return f"line-{self.match.seq + 1}"

    def revise(self, revision: Revision) -> None:
        """Continue with a tried revision.

        Raise AssertionError if its records give another match.
        """
        self.append(revision.records)
        if self.match != revision.match:
            raise AssertionError(
                "folded from its records, the match is another than the one that was "
                "tried out"
            )

    def append(self, records: Iterable[Record]) -> None:
        """Add these records, as read from a store."""
        stored = [*map(_as_stored, records)]
        self.records += stored
        self.match.fold(stored)

    def copied(self) -> Self:
        """Return a copy that later entries to this match do not change."""
        return replace(self, match=self.match.copy(), records=[*self.records])

    def put(self, state: object) -> None:
        """Put the match into this state, for positions that take many entries."""
        prompts = self.rulebook.prompts(state, self.setting.seats)
        self.history.position = replace(
            self.history.position,
            state=state,
            game_prompts=prompts,
            waiting=(),
            to_reenter=(),
        )

    def look(self, seat: str | None = None) -> Any:
        """Return this seat's view as JSON; None: a spectator's.

        Raise LookupError for somebody who has no seat.
        """
        if seat is not None and seat not in self.setting.seats:
            raise LookupError(f"{seat!r} has no seat: {self.setting.seats} have one")
        view = view_of(self.match, Viewer(seat), CODE)
        return jsonable(view, wording_at(self.setting.options))

    def log(self, seat: str | None = None) -> Any:
        """Return the log as JSON, as this seat, or a spectator (None), may see it."""
        lines = log_lines(self.match, Viewer(seat))
        return jsonable(lines, wording_at(self.setting.options))

    def said(self, text: Text) -> str:
        """Return this sentence in English, in this table's wording."""
        return text.word(wording_at(self.setting.options))

    @property
    def history(self) -> History:
        """Return the history of entries and rulings."""
        return self.match.history

    @property
    def disputes(self) -> tuple[DisputeLine, ...]:
        """Return the disputes, as everybody sees them."""
        return dispute_lines(self.match)

    def rulings_on(self, seq: int) -> Rulings:
        """Return the rulings on the entry with this number.

        Raise LookupError if it is struck.
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
        """Return the game with this match's house rules."""
        return self.history.rulebook

    @property
    def setting(self) -> Setting:
        """Return seats, first dealer and options."""
        return self.history.setting

    @property
    def state(self) -> Any:
        """Return the game's state."""
        return self.history.position.state

    @property
    def scene(self) -> Scene:
        """Return the scene, with awaited seats."""
        return self.history.scene

    @property
    def prompts(self) -> Prompts:
        """Return the prompts that are open now."""
        return self.history.prompts

    @property
    def kinds(self) -> list[str]:
        """Return the kinds of the entries that people may make now."""
        return [prompt.kind for prompt in self.prompts]

    @property
    def next(self) -> str:
        """Return the table's next steps, in English."""
        return self.said(self.scene.next)

    @property
    def rulings(self) -> Rulings:
        """Return the latest public rulings."""
        return self.history.latest

    @property
    def all_rulings(self) -> Rulings:
        """Return the rulings on all entries, from the first on."""
        rulings: Rulings = ()
        for step in self.history.steps:
            rulings += step.rulings
        return rulings

    @property
    def ruling(self) -> Ruling:
        """Return the most telling latest ruling; raise LookupError before the first."""
        if not self.rulings:
            raise LookupError("nothing was ruled yet")
        return self.rulings[most_telling(self.rulings)]

    @property
    def scores(self) -> Mapping[str, float]:
        """Return each seat's score."""
        return totals_of(self.scene)

    @property
    def places(self) -> Mapping[str, int]:
        """Return each seat's place; 1 is first."""
        return {standing.seat: standing.place for standing in self.scene.standings}

    def prompt(self, kind: str) -> Prompt:
        """Return the prompt of this kind; raise LookupError if there is none."""
        for prompt in self.prompts:
            if prompt.kind == kind:
                return prompt
        raise LookupError(f"{kind!r} is not asked for, but {self.kinds}")

    def zone(self, name: str, owner: str | None = None) -> Zone:
        """Return the zone with this name, of a seat or the table.

        Raise LookupError if there is none.
        """
        for zone in self.scene.zones:
            if zone.name == name and zone.owner == owner:
                return zone
        there = [(zone.name, zone.owner) for zone in self.scene.zones]
        raise LookupError(f"there is no zone {(name, owner)}, but {there}")

    def codes(self, name: str, owner: str | None = None) -> str:
        """Return the codes of the known cards in this zone: `"5C 4C"`."""
        return " ".join(card.code for card in self.zone(name, owner).cards or ())


def ask(
    game: str | ModuleType,
    question: str,
    /,
    *,
    house_rules: Iterable[str | ModuleType] = (),
    **fields: object,
) -> Ruling:
    """Return a game's ruling on a question: `ask("hearts", "trick", led="H", …)`.

    Game and house rules are named as for `play`. `fields` are the question's fields, as
    people or programs send them. Raise UnknownQuestionError or WrongFieldsError.
    """
    __tracebackhide__ = True
    rules = rulebook_of(game, house_rules)
    try:
        return rules.rule_from_json(question, fields)
    except (UnknownQuestionError, WrongFieldsError) as error:
        raise error.with_traceback(None) from None


def _taken(step: EntryStep) -> AssertionError:
    rulings = [str(ruling.summary) for ruling in step.rulings]
    return AssertionError(f"it was taken, and ruled: {rulings}")


def rulebook_of(
    game: str | ModuleType, house_rules: Iterable[str | ModuleType] = ()
) -> Rulebook:
    """Return the rulebook of a game and its house rules, by ids or as modules.

    Raise UnknownGameError or UnknownHouseRuleError if not installed, LookupError for a
    mix of ids and modules.
    """
    chosen = tuple(house_rules)
    ids = [rule for rule in chosen if isinstance(rule, str)]
    modules = [rule for rule in chosen if isinstance(rule, ModuleType)]
    if isinstance(game, str) and not modules:
        return rulebook(game, tuple(ids))
    if isinstance(game, ModuleType) and not ids:
        return Rulebook(game, modules)
    raise LookupError(
        "name the game and its house rules by their ids, or give the modules of all"
    )


def _as_stored(record: Record) -> Record:
    return replace(record, body=json.loads(json.dumps(jsonable(record.body))))
