"""Links from what a page shows to the entry that would be corrected."""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import islice

from flask import url_for

from referee.cards.card import Card
from referee.hosting.tables.snapshot import Snapshot
from referee.match.changes import standing_changes
from referee.match.history import History
from referee.match.log_entry import LogEntry
from referee.match.secrecy import may_read
from referee.match.taking.entry_step import EntryStep
from referee.match.trying.correcting import covers, may_correct
from referee.match.trying.disputing import begin_ruling_dispute, may_dispute
from referee.match.trying.judges import find_ruled_entries
from referee.match.viewer import SPECTATOR
from referee.vocabulary.fields import type_of
from referee.vocabulary.prompt import Field
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.values import seats_in_side
from referee_web.pages.forms.form_values import written
from referee_web.pages.forms.trouble import HinderingCard

MOST_ENTRIES = 60
"""How many entries back a card is searched: about a deal's."""

ShownCard = tuple[str | None, str]
"""A shown card: its owner (None: the table), and its code."""


@dataclass(frozen=True, slots=True)
class CorrectAt:
    """The addresses to correct what rulings show; absent if the viewer may not."""

    entries: Mapping[int, str]
    """By the number of each entry that was revealed with the ruled one."""
    seats: Mapping[str, str]
    """By the seat that entered it."""
    cards: Mapping[ShownCard, str]
    """Other people's too: the page there says who corrects them."""

    def __bool__(self) -> bool:
        """Return whether anything can be corrected."""
        return bool(self.entries or self.seats or self.cards)

    @property
    def first_entry(self) -> str:
        """Return the address of the first entry to correct; empty without one."""
        return next(iter(self.entries.values()), "")


NOWHERE = CorrectAt({}, {}, {})


def correct_at(snapshot: Snapshot, seq: int, with_cards: bool = True) -> CorrectAt:
    """Return addresses to correct a ruling's cards and entries, by number and seat."""
    if snapshot.match is None or snapshot.viewer == SPECTATOR:
        return NOWHERE
    step = snapshot.match.history.step(seq)
    if step is None:
        return NOWHERE

    settles = None
    dispute = snapshot.current_dispute
    if dispute is not None and snapshot.court(dispute).may_settle(
        snapshot.viewer, "corrected"
    ):
        settles = dispute.id
    corrector = _Corrector(snapshot, settles)
    steps = corrector.find_steps(step)
    cards: Mapping[ShownCard, str] = {}
    if with_cards:
        cards = corrector.find_cards(step, set(_shown_cards(step.rulings)))
    entries = corrector.find_entries(steps)
    return CorrectAt(entries, corrector.find_seats(steps), cards)


def correct_trick_at(snapshot: Snapshot) -> Mapping[str, str]:
    """Return the addresses to correct the cards of the trick, by seat."""
    trick = snapshot.view.trick
    if trick is None or not trick.plays:
        return {}
    if snapshot.viewer == SPECTATOR or snapshot.current_dispute is not None:
        return {}
    wanted: set[ShownCard] = {(seat, card.code) for seat, card in trick.plays.items()}
    corrector = _Corrector(snapshot)
    found = corrector.find_cards(corrector.history.steps[-1], wanted)
    return {str(seat): address for (seat, _), address in found.items()}


def find_corrected(snapshot: Snapshot) -> Set[ShownCard]:
    """Return this round's cards in whose place others were entered first."""
    found: set[ShownCard] = set()
    if snapshot.match is None:
        return found
    edited: set[int] = set()
    for change in standing_changes(snapshot.match.changes):
        edited.update(edit.seq for edit in change.edits)
    history = snapshot.match.history
    for seq in sorted(edited, reverse=True):
        step = history.step(seq)
        line = snapshot.line(seq)
        if step is None or line is None or line.was is None:
            continue
        if history.scene_in(step.before).round != _find_latest_round(history):
            break
        first = replace(step, entry=replace(step.entry, data=line.was))
        found |= {*_owned_cards(history, step)} - {*_owned_cards(history, first)}
    return found


def _find_latest_round(history: History) -> int:
    return history.scene_in(history.steps[-1].before).round


def _owned_cards(history: History, step: EntryStep) -> Iterator[ShownCard]:
    for input_name, code in cards_in(history, step):
        yield input_name.partition("=")[2] or step.entry.seat, code


def find_hindering_card(
    snapshot: Snapshot, refusal: Ruling, refused: str | None
) -> HinderingCard | None:
    """Return this round's card because of which a move was refused; or None.

    `refused` is the move's id: whoever may not correct the card can dispute that.
    """
    card = refusal.verdict.get("card")
    if snapshot.viewer == SPECTATOR or card is None:
        return None
    # A stored ruling has its code.
    code = card.code if isinstance(card, Card) else str(card)
    corrector = _Corrector(snapshot)
    history = corrector.history
    round = history.scene.round
    of_round = 0
    for step in reversed(history.steps):
        if history.scene_in(step.before).round != round:
            break
        of_round += 1
    if not of_round:
        return None
    wanted: set[ShownCard] = {(seat, code) for seat in history.setting.seats}
    found = corrector.find_cards(history.steps[-1], wanted, of_round)
    if not found:
        return None
    [(owner, _), address], *others = found.items()
    if refused is not None:
        address = f"{address}&refused={refused}"
    return HinderingCard(code, None if others else owner, address)


def dispute_address(snapshot: Snapshot, seq: int, index: int | None = None) -> str:
    """Return where this viewer disputes a ruling of an entry; empty if they may not."""
    match = snapshot.begun_match
    if not may_dispute(match, snapshot.viewer, begin_ruling_dispute, seq, index):
        return ""
    return url_for("pages.dispute_ruling", code=snapshot.code, seq=seq, ruling=index)


def dispute_ruling_on(snapshot: Snapshot, entry: LogEntry) -> str:
    """Return where a seat disputes the ruling that rests on an entry, or ""."""
    match = snapshot.begun_match
    for step in match.history.steps_after(entry.seq - 1):
        if not step.rulings:
            continue
        seq = step.entry.seq
        if entry.seq in find_ruled_entries(match, seq):
            return dispute_address(snapshot, seq)
        break
    return ""


def card_fields(history: History, step: EntryStep) -> list[Field]:
    """Return the fields of cards of the prompt that an entry answered."""
    fields = history.prompt_of(step).fields
    return [field for field in fields if type_of(field).of_cards]


def inputs_of(
    fields: Sequence[Field], step: EntryStep
) -> Iterator[tuple[str, list[str]]]:
    """Yield the inputs of these fields, `FIELD` or `FIELD=SEAT`, and their picks."""
    for name, values in written(fields, step.entry.data).lists():
        yield name.partition("=")[2], values


def cards_in(history: History, step: EntryStep) -> Iterator[tuple[str, str]]:
    """Yield entered cards: the name of the input, and the code."""
    for input_name, codes in inputs_of(card_fields(history, step), step):
        for code in codes:
            yield input_name, code


@dataclass(frozen=True, slots=True)
class _Corrector:
    """A viewer who corrects entries, and the dispute that this settles, if any."""

    snapshot: Snapshot
    settles: str | None = None

    @property
    def history(self) -> History:
        """Return the match's history."""
        return self.snapshot.begun_match.history

    @property
    def is_for_all(self) -> bool:
        """Return whether the page of any card is open: nothing is disputed."""
        return self.snapshot.current_dispute is None

    def find_steps(self, ruled: EntryStep) -> list[EntryStep]:
        """Return the steps revealed with this one, in order."""
        together = map(self.history.step, sorted(ruled.together))
        return [step for step in together if step]

    def find_entries(self, steps: Iterable[EntryStep]) -> dict[int, str]:
        """Return the address of each entry that can be corrected, by its number."""
        may = [step for step in steps if self._may_correct(step, None)]
        return {step.entry.seq: self._address(step) for step in may}

    def find_seats(self, steps: Iterable[EntryStep]) -> dict[str, str]:
        """Return the address of what each seat entered, by the seat."""
        addresses = {}
        for step in steps:
            names = {}
            for input_name, _ in inputs_of(self.history.prompt_of(step).fields, step):
                names[input_name.partition("=")[2]] = input_name
            for seat in self.history.setting.seats:
                if seat in (step.entry.seat, *names) and self._may_correct(step, seat):
                    addresses[seat] = self._address(step, names.get(seat))
        return addresses

    def find_cards(
        self, ruled: EntryStep, wanted: set[ShownCard], most: int = MOST_ENTRIES
    ) -> dict[ShownCard, str]:
        """Return the address of the latest entry with each of these cards.

        `most` entries are searched, backwards.
        """
        addresses: dict[ShownCard, str] = {}
        for step in islice(self._readable_until(ruled), most):
            if not wanted:
                break
            for input_name, code in cards_in(self.history, step):
                owner = input_name.partition("=")[2] or step.entry.seat
                for shown in [*wanted]:
                    if shown[1] != code or not _is_theirs(owner, shown[0]):
                        continue
                    wanted.remove(shown)
                    if self.is_for_all or self._may_correct(step, owner):
                        addresses[shown] = self._address(step, input_name, code)
        return addresses

    def _readable_until(self, ruled: EntryStep) -> Iterator[EntryStep]:
        """Yield the entries until then that the viewer may read, latest first."""
        for step in reversed(self.history.steps):
            if step.entry.seq <= ruled.entry.seq and self._may_read(step):
                yield step

    def _may_read(self, step: EntryStep) -> bool:
        return may_read(self.history, self.snapshot.viewer, step.entry)

    def _may_correct(self, step: EntryStep, seat: str | None) -> bool:
        """Return whether the viewer may correct what this seat has in an entry."""
        viewer = self.snapshot.viewer
        may = self.settles is not None or may_correct(viewer, step.entry)
        is_own = seat == viewer.seat and covers(viewer, step.entry)
        return (may or is_own) and self._may_read(step)

    def _address(
        self, step: EntryStep, input_name: str | None = None, card: str | None = None
    ) -> str:
        return url_for(
            "pages.correct",
            code=self.snapshot.code,
            seq=step.entry.seq,
            at=input_name,
            card=card,
            dispute=self.settles,
        )


def _shown_cards(rulings: Iterable[Ruling]) -> Iterator[ShownCard]:
    for ruling in rulings:
        for group in ruling.shown:
            for card in group.cards:
                yield group.seat, card.code


def _is_theirs(owner: str | None, shown: str | None) -> bool:
    """Return whether a card of this owner may be the shown one."""
    return owner is None or shown is None or owner in seats_in_side(shown)
