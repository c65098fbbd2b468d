"""The page of the log: deal by deal, with what was changed where it was changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import groupby
from typing import cast

from flask import Response, request

from referee.hosting.tables.loading import StrandedError
from referee.hosting.tables.snapshot import Snapshot
from referee.match.log_entry import Toss
from referee.match.showing.log_lines import LogLine, log_lines
from referee.match.trying.earlier_entries import prompts_answered
from referee.match.viewer import SPECTATOR
from referee.plugin.game_faults import GameFaultError
from referee.vocabulary.prompt import Prompt
from referee.vocabulary.ruling import Ruling, is_proven_offence, most_telling
from referee.vocabulary.text import Text, say
from referee.vocabulary.values import Score, as_score, name_side
from referee_web.pages.blueprint import blueprint, render
from referee_web.pages.entries.correct_links import dispute_address
from referee_web.pages.entries.entry_words import (
    EntryName,
    ShownValue,
    name_line,
    place_in_round,
    values_entered,
)
from referee_web.pages.entries.log_notes import (
    DisputeNote,
    Note,
    list_notes,
    write_time,
)
from referee_web.pages.entries.ruling_card import RulingCard
from referee_web.pages.forms.form_values import number_in
from referee_web.pages.request_table import look

ENTRIES_OF_A_PAGE = 100


@dataclass(frozen=True, slots=True)
class LogRuling:
    """A ruling in the log, and the entry that it is on."""

    card: RulingCard
    tells: bool
    """Whether it is the most telling one on its entry."""
    notes: Sequence[Note] = ()
    """The disputes about it."""


@dataclass(frozen=True, slots=True)
class EntryPart:
    """An entry in the log."""

    line: LogLine
    name: Text
    what: Text
    """What was entered, for an entry without values."""
    seat: str | None
    values: Sequence[ShownValue]
    enterer: Text | None
    """Who entered it for its seat; None: the seat itself, or it is of the table."""
    rulings: Sequence[LogRuling]

    @property
    def cards(self) -> list[tuple[str, ShownValue]]:
        """Return the only card of each seat in it; [] if it says anything else."""
        cards = []
        for value in self.values:
            seat = value.seat or self.seat
            if seat is None or len(value.cards) != 1:
                return []
            cards.append((seat, value))
        return cards


@dataclass(frozen=True, slots=True)
class LogPlay:
    """A card of a trick in the log, and the entry that it is in."""

    entry: EntryPart
    seat: str
    card: str
    at: str
    """Its input in the form that corrects the entry."""
    is_first: bool
    """Whether its entry has no card before it."""
    wins: bool


@dataclass(frozen=True, slots=True)
class PlacePart:
    """What was entered at one place of a deal, as to a trick, in order."""

    where: Text
    trick: int | None
    """The number of its trick; None where none is played."""
    entries: Sequence[EntryPart]
    notes: Sequence[Note]
    offences: Sequence[LogRuling] = ()
    """The broken rules of this trick that a later one showed."""

    @property
    def time(self) -> str:
        """Return the time of day of the last entry."""
        return write_time(self.entries[-1].line.at)

    @property
    def enterer(self) -> Text | None:
        """Return who entered all of it for others, or None."""
        enterers = {str(entry.enterer): entry.enterer for entry in self.entries}
        return next(iter(enterers.values())) if len(enterers) == 1 else None

    @property
    def won(self) -> LogRuling | None:
        """Return the ruling on who won its trick, or None."""
        if self.trick is None:
            return None
        for entry in self.entries:
            for each in entry.rulings:
                if each.card.ruling.verdict.get("winner"):
                    return each
        return None

    @property
    def plays(self) -> list[LogPlay]:
        """Return its trick's cards in the order of play, removed ones last."""
        if self.trick is None:
            return []
        ruling = self.won.card.ruling if self.won else None
        plays = []
        for entry in self.entries:
            for number, (seat, value) in enumerate(entry.cards):
                [card] = value.cards
                wins = ruling is not None and seat in ruling.winners_in((seat,))
                plays.append(LogPlay(entry, seat, card, value.at, number == 0, wins))
        order = [group.seat for group in ruling.shown] if ruling else []
        if all(play.seat in order for play in plays):
            plays.sort(key=lambda play: order.index(play.seat))
        return sorted(plays, key=lambda play: play.entry.line.struck)

    @property
    def others(self) -> list[EntryPart]:
        """Return the entries that are no cards of a trick."""
        if self.trick is None:
            return [*self.entries]
        return [entry for entry in self.entries if not entry.cards]

    @property
    def rulings(self) -> list[LogRuling]:
        """Return the rulings that stand below it in full."""
        rulings = [*self.offences]
        for entry in self.entries:
            rulings += [each for each in entry.rulings if not self.folds(each)]
        return rulings

    def folds(self, ruling: LogRuling) -> bool:
        """Return whether a ruling says only who won the trick, as its cards do."""
        return ruling is self.won and bool(self.plays)


@dataclass(frozen=True, slots=True)
class Points:
    """What a deal brought a side, and its total afterwards."""

    side: str
    gain: Score
    total: Score


@dataclass(frozen=True, slots=True)
class DealPart:
    """A deal in the log, its places newest first."""

    name: Text
    places: Sequence[PlacePart]
    points: Sequence[Points]
    """Empty if nobody scored in it."""

    @property
    def time(self) -> str:
        """Return the time of day of the last entry."""
        return self.places[0].time

    @property
    def enterer(self) -> Text | None:
        """Return who entered its only place for others, or None."""
        return self.places[0].enterer if len(self.places) == 1 else None


@dataclass(frozen=True, slots=True)
class ShownLog:
    """A page of the log, newest first."""

    snapshot: Snapshot
    deals: Sequence[DealPart] = ()
    notes: Sequence[Note] = ()
    """What stands at no entry, as a dispute of the first refusal."""
    older: int | None = None
    """The number before which the next page begins; None on the last one."""
    dealer_toss: Toss | None = None
    is_seated: bool = False
    """Whether the viewer sits at the table, or is its host."""

    @classmethod
    def of(cls, snapshot: Snapshot, before: int | None) -> ShownLog:
        """Return the latest entries, or those before this number."""
        match = snapshot.match
        if match is None:
            return cls(snapshot)
        entries = match.entries
        if before is not None:
            entries = [entry for entry in entries if entry.seq < before]
        shown = entries[-ENTRIES_OF_A_PAGE:]
        older = shown[0].seq if len(shown) < len(entries) else None
        notes = list_notes(snapshot)
        lines = log_lines(match, snapshot.viewer, shown)
        return cls(
            snapshot=snapshot,
            deals=_list_deals(snapshot, lines, notes),
            notes=() if older else notes.get(0, ()),
            older=older,
            dealer_toss=None if older else match.dealer_toss,
            is_seated=snapshot.viewer != SPECTATOR,
        )

    @property
    def has_tricks(self) -> bool:
        """Return whether a trick stands on it."""
        return any(place.plays for deal in self.deals for place in deal.places)


@blueprint.get("/t/<code>/log")
def log(code: str) -> Response:
    """Show the log: the latest entries, or with `?before=` the ones before it."""
    try:
        snapshot = look(code, scores=True)
    except StrandedError:
        # What the game can still show stands without points.
        snapshot = look(code)
    shown = ShownLog.of(snapshot, number_in(request.args, "before"))
    return render("entries/log.html", shown)


# Entries, deal by deal


def _list_deals(
    snapshot: Snapshot, lines: Sequence[LogLine], notes: Mapping[int, Sequence[Note]]
) -> list[DealPart]:
    """Return these entries by deals and places, newest first."""
    prompts = prompts_answered(snapshot.begun_match, [line.seq for line in lines])
    points = _list_points(snapshot)
    deals = []
    for round, of_round in groupby(lines, lambda line: _find_round(snapshot, line)):
        places = _list_places(snapshot, [*of_round], prompts, notes)
        name = say("Round {n}", n=round)
        if len(places) == 1 and places[0].trick is None:
            name = places[0].where
        places = _move_offences(places)
        deals.append(DealPart(name, places[::-1], points.get(round, ())))
    return deals[::-1]


def _find_round(snapshot: Snapshot, line: LogLine) -> int:
    history = snapshot.begun_match.history
    with suppress(GameFaultError):
        return history.scene_in(history.position_at(line.seq)).round
    return 0


def _list_points(snapshot: Snapshot) -> dict[int, list[Points]]:
    """Return the gains and totals of all sides, by round."""
    points: dict[int, list[Points]] = {}
    if snapshot.scores is None:
        return points
    sheet = snapshot.scores.sheet
    for round, group in groupby(sheet.lines, key=lambda line: line.round):
        of_round = [*group]
        totals = of_round[-1].totals
        for side in sheet.sides:
            gain = as_score(sum(line.gains[side[0]] for line in of_round))
            scored = Points(name_side(side), gain, totals[side[0]])
            points.setdefault(round, []).append(scored)
    return points


def _list_places(
    snapshot: Snapshot,
    lines: Sequence[LogLine],
    prompts: Mapping[int, Prompt],
    notes: Mapping[int, Sequence[Note]],
) -> list[PlacePart]:
    """Return a round's entries by their places in it, in order."""
    placed = [(place_in_round(snapshot, line), line) for line in lines]
    places = []
    for _, group in groupby(placed, lambda each: str(each[0])):
        at_place = [*group]
        where = at_place[0][0]
        entries = []
        told: list[Note] = []
        for _, line in at_place:
            name = name_line(snapshot, line)
            part = _entry_part(snapshot, line, name, prompts.get(line.seq))
            about, others = _tell_at_rulings(part, notes.get(line.seq, ()))
            entries.append(about)
            told += others
        told.sort(key=lambda note: note.line.seq)
        number = cast("int | None", where.values.get("trick"))
        places.append(PlacePart(where, number, entries, told))
    return places


def _entry_part(
    snapshot: Snapshot, line: LogLine, name: EntryName, prompt: Prompt | None
) -> EntryPart:
    data = dict(line.data or {})
    for field in prompt.fields if prompt else ():
        if field.leads:
            # The order of the cards says who led.
            data.pop(field.name, None)
    return EntryPart(
        line=line,
        name=name.text,
        what=name.what,
        seat=name.seat,
        values=values_entered(prompt, data),
        enterer=_say_enterer(line, name.seat),
        rulings=_list_rulings(snapshot, line),
    )


def _tell_at_rulings(
    entry: EntryPart, notes: Sequence[Note]
) -> tuple[EntryPart, list[Note]]:
    """Return an entry with each dispute at the ruling it is about, and other notes."""
    left = [*notes]
    rulings = []
    for each in entry.rulings:
        told = [note for note in left if _is_about(note, each.card.ruling)]
        left = [note for note in left if note not in told]
        rulings.append(replace(each, notes=told))
    return replace(entry, rulings=rulings), left


def _is_about(note: Note, ruling: Ruling) -> bool:
    if not isinstance(note, DisputeNote) or note.now is None:
        return False
    return note.now.summary == ruling.summary


def _move_offences(places: Sequence[PlacePart]) -> list[PlacePart]:
    """Return a deal's places, each broken rule with the trick it was broken in."""
    offences: dict[object, list[LogRuling]] = {}
    numbers = [place.trick for place in places if place.trick]
    kept = []
    for place in places:
        entries = []
        for entry in place.entries:
            stays = []
            for each in entry.rulings:
                broken_in = each.card.ruling.verdict.get("trick")
                is_offence = is_proven_offence(each.card.ruling)
                if is_offence and broken_in in numbers:
                    offences.setdefault(broken_in, []).append(each)
                else:
                    stays.append(each)
            entries.append(replace(entry, rulings=stays))
        kept.append(replace(place, entries=entries))
    moved = []
    for place in kept:
        there = offences.pop(place.trick, [])
        notes = [*place.notes]
        for other in kept:
            if other is place or not place.trick:
                continue
            notes += [note for note in other.notes if _broken_in(note) == place.trick]
        for note in place.notes:
            if _broken_in(note) in numbers and _broken_in(note) != place.trick:
                notes.remove(note)
        moved.append(replace(place, offences=there, notes=notes))
    return moved


def _broken_in(note: Note) -> object:
    """Return the trick of the broken rule that a dispute is about; None: of nothing."""
    ruling = note.ruling if isinstance(note, DisputeNote) else None
    return ruling.verdict.get("trick") if ruling and is_proven_offence(ruling) else None


def _list_rulings(snapshot: Snapshot, line: LogLine) -> list[LogRuling]:
    """Return a line's rulings, without those that repeat the most telling one."""
    rulings = line.rulings
    if not rulings:
        return []
    telling = rulings[most_telling(rulings)]
    cards = []
    for index, ruling in enumerate(rulings):
        if ruling is telling or ruling.summary != telling.summary:
            at = dispute_address(snapshot, line.seq, index)
            card = RulingCard(ruling, dispute_at=at)
            cards.append(LogRuling(card, ruling is telling))
    return cards


def _say_enterer(line: LogLine, seat: str | None) -> Text | None:
    """Return who entered a line, unless its own seat did."""
    if line.seen:
        return say("seen by the camera")
    if line.by is None:
        return say("entered by the host")
    return None if line.by == seat else say("entered by {seat}", seat=line.by)
