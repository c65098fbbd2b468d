"""Opening what everybody has entered in secret: what of it cannot be so, and what the
game makes of it.
"""

from collections.abc import Iterable, Mapping, Set
from dataclasses import replace
from typing import cast

from referee.match.entry_reading import version_of
from referee.match.position import Held, Position, Step
from referee.plugin.answer_checks import freeze_values
from referee.plugin.rulebook import Rulebook
from referee.vocabulary.errors import WrongFieldsError
from referee.vocabulary.fields import type_of
from referee.vocabulary.game import Ask, Setup
from referee.vocabulary.prompt import Entry, Prompt
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.text import Text, say
from referee.vocabulary.values import Values


def find_clash(
    rulebook: Rulebook,
    setting: Setup,
    position: Position,
    held: Iterable[Held],
    seats: Set[str],
    ask: Ask,
) -> Ruling | None:
    """Return why these entries cannot all be so, as far as that concerns these seats;
    None where they can.

    What cannot be read any more, since an earlier entry was corrected, is dealt with
    when all is opened.
    """
    held = tuple(held)
    entries, _ = _read(rulebook, setting, position, held)
    for ruling in rulebook.clashes(position.state, entries, ask):
        if not seats.isdisjoint(seats_of(_with_seats(ruling, setting, held))):
            return ruling
    return None


def reveal(rulebook: Rulebook, setting: Setup, last: Step, ask: Ask) -> Step:
    """Reveal all sealed entries and return the step. If some clash, ask the seats
    concerned again.
    """
    position = last.after
    entries, misfits = _read(rulebook, setting, position, position.held)
    found = (*misfits, *rulebook.clashes(position.state, entries, ask))
    if clashes := tuple(
        _with_seats(ruling, setting, position.held) for ruling in found
    ):
        over_cards = frozenset(
            seat
            for ruling in clashes
            if ruling.verdict["clash"]
            for seat in seats_of(ruling)
        )
        seats = frozenset(seat for ruling in clashes for seat in seats_of(ruling))
        again = tuple(map(_asking_again, clashes))
        after = position.after_clash(seats, over_cards)
        opens = tuple(held.entry.seq for held in position.sealed)
        return replace(
            last, after=after, rulings=again, opens=opens, clashes=clashes, reveals=True
        )
    return resume_after_clash(rulebook, setting, last, ask)


def resume_after_clash(
    rulebook: Rulebook, setting: Setup, last: Step, ask: Ask
) -> Step:
    """Return the same where all that is held is taken as it is."""
    position = last.after
    outcome = rulebook.reveal(
        position.state, _read(rulebook, setting, position, position.held)[0], ask
    )
    prompts = rulebook.prompts_to_fold(outcome.state, setting.seats)
    after = Position(
        outcome.state, prompts, since=max(held.entry.seq for held in position.held)
    )
    opens = tuple(held.entry.seq for held in position.sealed)
    return replace(
        last, after=after, rulings=outcome.rulings, opens=opens, reveals=True
    )


def _read(
    rulebook: Rulebook, setting: Setup, position: Position, held: Iterable[Held]
) -> tuple[tuple[Entry, ...], tuple[Ruling, ...]]:
    entries = []
    misfits = []
    for waiting in held:
        prompt = position.prompt_for(waiting)
        try:
            given = _values(rulebook, setting, prompt, waiting)
        except WrongFieldsError as wrong:
            misfits.append(_misfit(waiting, wrong.errors[0].message))
        else:
            version = version_of(waiting.entry, setting)
            entries.append(
                Entry(waiting.entry.kind, waiting.entry.seat, given, version)
            )
    return tuple(entries), tuple(misfits)


def _values(rulebook: Rulebook, setting: Setup, prompt: Prompt, held: Held) -> Values:
    """Return what an entry holds for the seats for which it counts; WrongFieldsError
    where that cannot be read.
    """
    version = version_of(held.entry, setting)
    given = rulebook.read(prompt, values_of_seats(prompt, held), setting, version)
    # Several hooks get it, and none may change it for the others.
    return Values(freeze_values(given.values, "an entry"), given.names)


def values_of_seats(prompt: Prompt, held: Held) -> Mapping[str, object]:
    """Return what an entry holds for the seats for which it counts; what it says of
    others was replaced.
    """
    by_seat = {field.name for field in prompt.fields if type_of(field).by_seat}

    def kept(name: str, value: object) -> object:
        if name not in by_seat or not isinstance(value, Mapping):
            return value
        return {seat: inner for seat, inner in value.items() if seat in held.seats}

    return {name: kept(name, value) for name, value in held.entry.data.items()}


def _misfit(held: Held, why: Text) -> Ruling:
    seats = tuple(sorted(held.seats))
    summary = say(
        "What was entered for {seats} does not fit any more. {why}",
        seats=seats,
        why=why,
    )
    return Ruling({"legal": False, "clash": (), "seats": seats}, summary, ())


def seats_of(clash: Ruling) -> tuple[str, ...]:
    """Return the seats whose entries a clash speaks against."""
    return cast("tuple[str, ...]", clash.verdict["seats"])


def _with_seats(ruling: Ruling, setting: Setup, held: Iterable[Held]) -> Ruling:
    """Return what a game rules against entries, with the cards and the seats, in their
    order: of those for which something was entered all, where it names none of them.
    """
    entered = frozenset(seat for waiting in held for seat in waiting.seats)
    there = tuple(seat for seat in setting.seats if seat in entered)
    named = ruling.verdict.get("seats") or (ruling.verdict.get("seat"),)
    of_these = named if isinstance(named, (tuple, list, frozenset)) else ()
    seats = tuple(seat for seat in there if seat in of_these) or there
    return replace(
        ruling, verdict={"legal": False, "clash": (), **ruling.verdict, "seats": seats}
    )


def _asking_again(clash: Ruling) -> Ruling:
    template = "Enter again: {seats}. {clash}"
    if clash.verdict["clash"]:
        template = "Enter again what lies on the table: {seats}. {clash}"
    return replace(
        clash, summary=say(template, seats=seats_of(clash), clash=clash.summary)
    )
