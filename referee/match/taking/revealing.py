"""Revealing secret entries: finding clashes, and the game's step."""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import replace
from typing import cast

from referee.match.log_entry import Data
from referee.match.taking.entry_reading import RulesOfMatch
from referee.match.taking.entry_step import EntryStep
from referee.match.taking.position import Position, WaitingEntry
from referee.plugin.answer_checks import freeze_values
from referee.vocabulary.errors import WrongFieldsError
from referee.vocabulary.fields import FIELD_TYPES
from referee.vocabulary.game import Ask, Setting
from referee.vocabulary.prompt import Entry, Prompt
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.text import Text, say
from referee.vocabulary.values import Seats, Values


def find_clash(
    rules: RulesOfMatch,
    position: Position,
    waiting: Sequence[WaitingEntry],
    seats: Set[str],
    ask: Ask,
) -> Ruling | None:
    """Return the ruling by which these entries of these seats clash, or None.

    Entries that a correction made unreadable are left for the reveal.
    """
    entries, _ = _read(rules, position, waiting)
    for ruling in rules.rulebook.clashes(position.state, entries, ask):
        if not seats.isdisjoint(seats_of(_add_seats(ruling, rules.setting, waiting))):
            return ruling
    return None


def reveal(rules: RulesOfMatch, last: EntryStep, ask: Ask) -> EntryStep:
    """Reveal all sealed entries; ask the seats of clashing ones again."""
    position = last.after
    entries, misfits = _read(rules, position, position.waiting)
    rulings = (*misfits, *rules.rulebook.clashes(position.state, entries, ask))
    if not rulings:
        return _open(rules, last, entries, ask)

    seats: set[str] = set()
    over_cards: set[str] = set()
    clashes = []
    for ruling in rulings:
        clash = _add_seats(ruling, rules.setting, position.waiting)
        clashes.append(clash)
        seats.update(seats_of(clash))
        if clash.verdict["clash"]:
            over_cards.update(seats_of(clash))
    return replace(
        last,
        after=position.after_clash(seats, over_cards),
        rulings=tuple(map(_ask_again, clashes)),
        opens=position.sealed_numbers,
        clashes=tuple(clashes),
        reveals=True,
    )


def resume_after_clash(rules: RulesOfMatch, last: EntryStep, ask: Ask) -> EntryStep:
    """Return the step that takes all waiting entries as they are."""
    entries, _ = _read(rules, last.after, last.after.waiting)
    return _open(rules, last, entries, ask)


def _open(
    rules: RulesOfMatch, last: EntryStep, entries: Sequence[Entry], ask: Ask
) -> EntryStep:
    position = last.after
    rulebook = rules.rulebook
    outcome = rulebook.reveal(position.state, entries, ask)
    prompts = rulebook.prompts(outcome.state, rules.setting.seats)
    parts = position.parts_beside(last.entry, prompts)
    latest = max([waiting.entry.seq for waiting in position.waiting])
    return replace(
        last,
        after=Position(outcome.state, prompts, parts=parts, since=latest),
        rulings=outcome.rulings,
        opens=position.sealed_numbers,
        reveals=True,
    )


def _read(
    rules: RulesOfMatch, position: Position, several: Iterable[WaitingEntry]
) -> tuple[list[Entry], list[Ruling]]:
    """Return these entries as the game gets them, and a ruling on each misfit."""
    entries = []
    misfits = []
    for waiting in several:
        try:
            prompt = position.prompt_for(waiting)
            entries.append(_read_entry(rules, prompt, waiting))
        except WrongFieldsError as wrong:
            misfits.append(_misfit(waiting, wrong.errors[0].message))
    return entries, misfits


def _read_entry(rules: RulesOfMatch, prompt: Prompt, waiting: WaitingEntry) -> Entry:
    """Return an entry as the game gets it; raise WrongFieldsError if it does not fit.

    It is read with each later entry, too, to find clashes.
    """
    entry = waiting.entry
    version = entry.version or rules.setting.version
    data = _values_of_seats(prompt, waiting)
    given = rules.rulebook.read(prompt, data, rules.setting, version)
    # Several hooks get them, and none may change them for the others.
    by_name = freeze_values(given.values, "an entry")
    values = Values(by_name, given.names, given.types)
    return Entry(entry.kind, entry.seat, values, version, int(entry.at))


def _values_of_seats(prompt: Prompt, waiting: WaitingEntry) -> Data:
    """Return an entry's values for its counting seats; other parts were replaced."""
    values = {**waiting.entry.data}
    for field in prompt.fields:
        by_seat = values.get(field.name)
        if FIELD_TYPES[field.type].by_seat and isinstance(by_seat, Mapping):
            own = {seat: by_seat[seat] for seat in by_seat if seat in waiting.seats}
            values[field.name] = own
    return values


def _misfit(waiting: WaitingEntry, why: Text) -> Ruling:
    seats = tuple(sorted(waiting.seats))
    template = "What {seats} entered no longer fits. {why}"
    summary = say(template, seats=seats, why=why)
    return Ruling({"legal": False, "clash": (), "seats": seats}, summary, ())


def seats_of(clash: Ruling) -> Seats:
    """Return the seats that a clash concerns."""
    return cast("Seats", clash.verdict["seats"])


def _add_seats(
    ruling: Ruling, setting: Setting, several: Iterable[WaitingEntry]
) -> Ruling:
    """Return a game's rulings with cards and seats, in order.

    A ruling that names no seat with an entry concerns all of those.
    """
    entered: set[str] = set()
    for waiting in several:
        entered |= waiting.seats
    verdict = ruling.verdict
    named = verdict.get("seats") or (verdict.get("seat"),)
    if not isinstance(named, (tuple, list, frozenset)):
        named = ()
    concerned = entered.intersection(named) or entered
    seats = tuple(seat for seat in setting.seats if seat in concerned)
    return replace(
        ruling, verdict={"legal": False, "clash": (), **verdict, "seats": seats}
    )


def _ask_again(clash: Ruling) -> Ruling:
    template = "Enter again: {seats}. {clash}"
    if clash.verdict["clash"]:
        template = "{seats}: check, and enter again. {clash}"
    summary = say(template, seats=seats_of(clash), clash=clash.summary)
    return replace(clash, summary=summary)
