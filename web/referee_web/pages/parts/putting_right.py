"""Where what a page shows is corrected: the entry in which a card, or what a seat's
result rests on, was entered.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

from flask import url_for

from referee.hosting.tables.snapshot import Snapshot
from referee.match.corrections import may_correct
from referee.match.log_entry import SPECTATOR
from referee.match.match import Match
from referee.match.position import EntryStep
from referee.match.resolution import may_resolve
from referee.match.score_sheet import SheetLine
from referee.match.visibility import may_read
from referee.vocabulary.fields import type_of
from referee.vocabulary.prompt import Field
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.values import Side, parts_of
from referee_web.pages.blueprint import blueprint
from referee_web.pages.forms.form_values import written

MOST_ENTRIES = 60
"""A card is looked for no further back: about as long as cards of one deal lie on the
table.
"""

ShownCard = tuple[str | None, str]
"""Whose card a ruling shows (None: the table's), and its code."""

Place = int | str | ShownCard
"""What may be corrected: an entry by its number, what a seat entered, or a card."""

CorrectAt = Mapping[Place, str]
"""Where it is corrected; nothing for what the viewer may not correct."""


def correct_at(seen: Snapshot, seq: int) -> CorrectAt:
    """Return where this viewer corrects what the rulings on this entry show, and the
    entries that they rest on.
    """
    step = seen.match.history.step(seq) if seen.match is not None else None
    if seen.match is None or step is None or seen.by == SPECTATOR:
        return {}
    return seats_correct_at(seen, seq) | _cards_correct_at(seen, seen.match, step)


def seats_correct_at(seen: Snapshot, seq: int) -> dict[Place, str]:
    """Return where this viewer corrects this entry and those revealed with it, by
    number, and by seat.
    """
    match = seen.match
    step = match.history.step(seq) if match is not None else None
    addresses: dict[Place, str] = {}
    if match is None or step is None or seen.by == SPECTATOR:
        return addresses
    for each in filter(None, map(match.history.step, sorted(step.together))):
        if not _may_correct(seen, match, each):
            continue
        addresses[each.entry.seq] = _address(seen, each)
        places = {}
        for place, _ in _inputs(_fields(match, each), each):
            places[place.partition("=")[2]] = place
        for seat in match.history.setting.seats:
            if seat in (each.entry.seat, *places):
                addresses[seat] = _address(seen, each, places.get(seat))
    return addresses


@blueprint.app_template_global()
def line_correct_at(
    seen: Snapshot, line: SheetLine, sides: Iterable[Side]
) -> dict[str, str]:
    """Return where the entry that brought each side its score in a line is corrected,
    by its first seat.

    Nothing where several entries did.
    """
    all_scored = line.entries_of([*line.gains])
    addresses: dict[str, str] = {}
    for side in sides:
        entries = line.entries_of(side) or all_scored
        at = seats_correct_at(seen, *entries) if len(entries) == 1 else {}
        for partner in side:
            if partner in at:
                addresses[side[0]] = at[partner]
                break
    return addresses


def _cards_correct_at(
    seen: Snapshot, match: Match, ruled: EntryStep
) -> dict[Place, str]:
    """Return the address of the latest entry that holds each card which is shown."""
    wanted = set(_shown_cards(ruled.rulings))
    addresses: dict[Place, str] = {}
    for step in islice(_readable_until(seen, match, ruled), MOST_ENTRIES):
        if not wanted:
            break
        for place, code in _cards_in(match, step):
            owner = place.partition("=")[2] or step.entry.seat
            for shown in [*wanted]:
                if shown[1] != code or not _is_theirs(owner, shown[0]):
                    continue
                wanted.remove(shown)
                if _may_correct(seen, match, step):
                    addresses[shown] = _address(seen, step, place, code)
    return addresses


def _readable_until(
    seen: Snapshot, match: Match, ruled: EntryStep
) -> Iterator[EntryStep]:
    """Yield what the viewer may read of what was entered until then, latest first."""
    for step in reversed(match.history.steps):
        is_earlier = step.entry.seq <= ruled.entry.seq
        if is_earlier and may_read(match.history, seen.by, step.entry):
            yield step


def _shown_cards(rulings: tuple[Ruling, ...]) -> Iterator[ShownCard]:
    for ruling in rulings:
        for group in ruling.shown:
            for card in group.cards:
                yield group.seat, card.code


def _is_theirs(owner: str | None, shown: str | None) -> bool:
    """Whether a card entered for this owner can be the one shown as theirs: many games
    name only one of the two.
    """
    return owner is None or shown is None or owner in parts_of(shown)


def _fields(match: Match, step: EntryStep) -> tuple[Field, ...]:
    return match.history.prompt_of(step).fields


def _inputs(
    fields: Sequence[Field], step: EntryStep
) -> Iterator[tuple[str, list[str]]]:
    """Yield the place in the form of each value entered, `FIELD` or `FIELD=SEAT`, with
    what is picked there.
    """
    for name, values in written(fields, step.entry.data).lists():
        yield name.partition("=")[2], values


def _cards_in(match: Match, step: EntryStep) -> Iterator[tuple[str, str]]:
    """Yield the cards that were entered, each as its place in the form and its code."""
    of_cards = [field for field in _fields(match, step) if type_of(field).of_cards]
    for place, codes in _inputs(of_cards, step):
        for code in codes:
            yield place, code


def _may_correct(seen: Snapshot, match: Match, step: EntryStep) -> bool:
    if not may_read(match.history, seen.by, step.entry):
        return False
    return may_correct(seen.by, step.entry) or _settles(seen)


def _settles(seen: Snapshot) -> bool:
    """Whether a correction by this viewer settles the dispute that is open."""
    dispute, seats = seen.open_dispute, seen.view.seats
    if dispute is None:
        return False
    return may_resolve(seen.by, dispute.votes, "corrected", seats)


def _address(
    seen: Snapshot, step: EntryStep, place: str | None = None, card: str | None = None
) -> str:
    dispute = None
    if seen.open_dispute is not None and _settles(seen):
        dispute = seen.open_dispute.id
    code, seq = seen.code, step.entry.seq
    return url_for(
        "pages.correct", code=code, seq=seq, at=place, card=card, dispute=dispute
    )
