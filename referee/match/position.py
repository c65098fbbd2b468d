"""A match between two entries: the game's state, what may be entered now, and what
waits until all are in; and the step that an entry takes from one position to the next.

What is entered to a secret prompt stays here. The game sees it when everybody has
entered theirs, and not before: so nothing that it answers until then can depend on it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Set
from dataclasses import replace
from operator import attrgetter

from referee.lazy_dataclass import frozen
from referee.match.log_entry import Data, LogEntry, Numbers, Stored
from referee.vocabulary.fields import type_of
from referee.vocabulary.identity_cache import IdentityCache
from referee.vocabulary.prompt import STOP, Field, Prompt
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.text import Text, say
from referee.vocabulary.values import Seats
from referee.vocabulary.view import Scene, Step

Stands = tuple[tuple[Ruling, Ruling], ...]
"""Rulings that were overruled, each with what the table decided instead."""

Due = tuple[str, str]
"""A kind of entry, and a seat for which it is to be made."""

Prompts = tuple[Prompt, ...]


@frozen
class PendingEntry:
    """An entry that waits for the others.

    `seats` are those for which it counts: a later one for some of them takes its place
    there. `stands` are the rulings against it that the table has overruled, each with
    what was decided instead. `over_cards`: it is asked for again because of real cards,
    which somebody can look at.
    """

    entry: LogEntry
    seats: frozenset[str]
    stands: Stands = ()
    over_cards: bool = False

    def within(self, dues: Collection[Due]) -> PendingEntry:
        """Return the same, counting for no others than these."""
        kind = self.entry.kind
        seats = frozenset([seat for seat in self.seats if (kind, seat) in dues])
        if seats == self.seats:
            return self
        return replace(self, seats=seats)


Pending = tuple[PendingEntry, ...]

STOP_PROMPT = Prompt(
    STOP,
    (),
    say("End the match early"),
    say("The scores decide as they stand. What is still secret stays secret."),
)
"""What the host enters to end a match early. No seat is asked for it: whoever is host
may.
"""


@frozen
class EarlyEnd:
    """How a match stood when the host ended it.

    `round` is the last round that counts, 0 where none was over. `has_result`:
    something had been scored, or the table has named winners.
    """

    round: int
    winners: Seats
    has_result: bool

    def end(self, scene: Scene) -> Scene:
        """Return where the match stands now, from where its game still goes on."""
        return replace(
            scene,
            phase="finished",
            round=self.round,
            to_act=(),
            steps=(Step((), say("The match ended early.")),),
            dealer=None,
            facts=(),
            finished=True,
            winners=self.winners,
        )


@frozen
class Position:
    """A match between two entries.

    state: the game's own.
    asked: the game's prompts. `History.scene_in` checks that they can be shown.
    pending: the entries that wait for the others. They are sealed, unless some of those
        that were revealed have clashed.
    to_reenter: the entries that clashed. Each is asked for again, openly, in a form
        that begins with what it held, until the last of them is in.
    since: the number of the entry after which this is asked for.
    ended_early: how the host has ended the match here: nothing is asked for any more.
    """

    state: object
    asked: Prompts
    pending: Pending = ()
    to_reenter: Pending = ()
    since: int = 0
    ended_early: EarlyEnd | None = None

    @property
    def sealed(self) -> Pending:
        """The entries that wait, and that only their authors and seats may read yet."""
        if self.to_reenter:
            return ()
        return self.pending

    @property
    def sealed_numbers(self) -> Numbers:
        """The numbers of these entries."""
        return tuple([pending.entry.seq for pending in self.sealed])

    def sealed_entry(self, seq: int) -> LogEntry | None:
        """Return the sealed entry of this number, or None."""
        for pending in self.sealed:
            if pending.entry.seq == seq:
                return pending.entry
        return None

    @property
    def entered(self) -> Pending:
        """The entries that wait, and those asked for again that nobody has replaced."""
        return (*self.pending, *_without(self.to_reenter, self.pending))

    @property
    def prompts(self) -> Prompts:
        """What may be entered now.

        That is what is awaited, what may be changed, and what else the game allows.
        """
        if not self.pending and not self.to_reenter:
            return self.asked
        known = _PROMPTS.get(self)
        if known is None:
            known = _PROMPTS.put(self, self._beside_pending())
        return known

    @property
    def answerable(self) -> Prompts:
        """The prompts, and what the host alone is offered: all that can be answered."""
        return (*self.prompts, STOP_PROMPT)

    def _beside_pending(self) -> Prompts:
        if self.to_reenter:
            open_now, changes = self._asked_again()
        else:
            open_now, changes = self._narrowed()
        # What is awaited stands first, then the changes, all of which are optional.
        return tuple(sorted((*changes, *open_now), key=attrgetter("optional")))

    @property
    def missing(self) -> tuple[Due, ...]:
        """What has to come in before all is opened, in the order in which it is due."""
        entered, to_reenter = _by_due(self.pending), _by_due(self.to_reenter)
        missing = []
        for prompt, due in _secrets(self.asked):
            is_due = not prompt.optional
            if to_reenter:
                is_due = due in to_reenter
            if is_due and due not in entered:
                missing.append(due)
        return tuple(missing)

    @property
    def _entered_again(self) -> Seats:
        """The seats that have answered since they were asked again."""
        again = _by_due(self.pending).keys() & _by_due(self.to_reenter).keys()
        return _seats([due for _, due in _secrets(self.asked) if due in again])

    def asks_in_secret(self, kind: str) -> bool:
        """Return whether entries of this kind wait for each other."""
        return any(prompt.secret and prompt.kind == kind for prompt in self.asked)

    def with_entry(self, new: PendingEntry) -> Position:
        """Return the position with this entry, in the place of those before it."""
        pending = (*_without(self.pending, [new]), new)
        return Position(self.state, self.asked, pending, self.to_reenter, self.since)

    def without_entry(self, seq: int) -> Position:
        """Return the position in which the entry of this number does not wait."""
        pending = [other for other in self.pending if other.entry.seq != seq]
        return replace(self, pending=tuple(pending))

    def after_move(self, state: object, asked: Prompts, by: int) -> Position:
        """Return the position after the game's next state, by the entry of this number.

        What is still asked for counts on.
        """
        goes_on = self.pending or _in_secret(self.asked) == _in_secret(asked)
        after = Position(state, asked, since=self.since if goes_on else by)
        if not self.pending and not self.to_reenter:
            return after
        secrets = {due for _, due in _secrets(asked)}
        to_reenter = _within(self.to_reenter, secrets)
        return replace(
            after, pending=_within(self.pending, secrets), to_reenter=to_reenter
        )

    def after_clash(self, seats: Set[str], over_cards: Set[str]) -> Position:
        """Return the position where all lies open, and these seats are asked again.

        Some of them are asked because of cards.
        """
        pending = []
        to_reenter = []
        for before in self.pending:
            concerned, others = before.seats & seats, before.seats - seats
            if others:
                pending.append(replace(before, seats=others))
            if concerned:
                has_cards = not before.seats.isdisjoint(over_cards)
                again = replace(before, seats=concerned, over_cards=has_cards)
                to_reenter.append(again)
        return replace(self, pending=tuple(pending), to_reenter=tuple(to_reenter))

    def with_stands(self, seq: int, stands: Stands) -> Position:
        """Return it after the table let pass what was ruled against entry `seq`."""
        several = []
        for pending in self.pending:
            if pending.entry.seq == seq:
                pending = replace(pending, stands=stands)
            several.append(pending)
        return replace(self, pending=tuple(several))

    def prompt_for(self, pending: PendingEntry) -> Prompt:
        """Return the game's prompt that an entry answers."""
        kind = pending.entry.kind
        for prompt in self.asked:
            is_its_kind = prompt.secret and prompt.kind == kind
            if is_its_kind and not pending.seats.isdisjoint(prompt.seats):
                return prompt
        raise LookupError(kind)

    @property
    def awaited(self) -> tuple[Step, ...]:
        """Whose entries are still awaited; empty where none waits for the others."""
        seats = _seats(self.missing)
        if self.to_reenter:
            over_cards = any(pending.over_cards for pending in self.to_reenter)
            return (_enter_again(seats, self._entered_again, over_cards),)
        if self.pending:
            return (Step(seats, say("Waiting for {seats}.", seats=seats)),)
        return ()

    def with_awaited(self, scene: Scene) -> Scene:
        """Return the game's scene with whose entries are still awaited."""
        if not self.pending and not self.to_reenter:
            return scene
        missing = _seats(self.missing)
        if self.to_reenter:
            return replace(scene, to_act=missing, steps=self.awaited)
        entered = {*_seats(_by_due(self.pending))}.difference(missing)
        to_act = tuple([seat for seat in scene.to_act if seat not in entered])
        return replace(scene, to_act=to_act, steps=(*self.awaited, *scene.steps))

    def _narrowed(self) -> tuple[list[Prompt], list[Prompt]]:
        """Return what is open beside what is sealed, and how that may be changed."""
        entered = _by_due(self.pending)
        open_now = []
        changes = []
        for prompt in self.asked:
            done = []
            missing = []
            for seat in prompt.seats:
                if prompt.secret and (prompt.kind, seat) in entered:
                    done.append(seat)
                else:
                    missing.append(seat)
            if not done:
                open_now.append(prompt)
                continue
            if missing:
                open_now.append(replace(prompt, seats=tuple(missing)))
            change = replace(prompt, seats=tuple(done), title=_CHANGE, optional=True)
            changes.append(replace(change, help=_UNTIL_ALL_ARE_IN))
        return open_now, changes

    def _asked_again(self) -> tuple[list[Prompt], list[Prompt]]:
        """Return what is open after a clash, and what may be changed of that."""
        before, entered = _by_due(self.to_reenter), _by_due(self.pending)
        open_now = [prompt for prompt in self.asked if not prompt.secret]
        changes = []
        for prompt, due in _secrets(self.asked):
            if due not in before:
                continue
            seat, over_cards = due[1], before[due].over_cards
            if due in entered:
                openly = _openly(prompt, seat, over_cards, entered[due].entry)
                changes.append(replace(openly, title=_CHANGE, optional=True))
            else:
                entry = before[due].entry
                open_now.append(_openly(prompt, seat, over_cards, entry))
        return open_now, changes


_PROMPTS = IdentityCache[Prompts](256)
"""What may be entered in positions looked at lately: every step of an entry asks.
Without it a sealed one takes a tenth longer.
"""


THE_TABLE = say("the table")


@frozen
class Overrule:
    """A ruling of an entry overruled by the table."""

    ruling: int | None
    """Its place among those that the game gave (`RulingPlaces`); None: a refusal."""
    verdict: Stored
    """What is decided otherwise; empty: the ruling is only marked, and the game goes on
    as it did.
    """
    why: str
    who: Text = THE_TABLE
    """Who decided so."""
    by: str | None = None
    """The seat that disputed the ruling; None where nobody says."""
    then: Text | str | None = None
    """How the ruling read at the time; None where nobody says."""

    @property
    def is_of_refusal(self) -> bool:
        """The game refused the entry, and the table let it pass."""
        return self.ruling is None


@frozen
class InForce:
    """An overrule that is in force.

    The referee had ruled `before`, and the table decided `after`. `added`: that follows
    the game's own rulings, since none of them says it.
    """

    overrule: Overrule
    before: Ruling
    after: Ruling
    added: bool = False


Overrules = Mapping[int, tuple[Overrule, ...]]
"""What the table overruled, by the number of the entry."""


@frozen
class RulingPlaces:
    """Translates between places of an entry's rulings: as shown, and as the game ruled.

    The game's own rulings are shown first, as it gave them. What the table decided and
    none of them says follows. The place of a refusal is None.

    The game gave two rulings, 0 and 1. The table overruled 1, which is shown last:

    >>> places = RulingPlaces(own=2, added=(1,))
    >>> [places.as_ruled(shown) for shown in (0, 1, 2)]
    [0, 1, 1]
    >>> [places.as_shown(ruled) for ruled in (0, 1, None)]
    [0, 2, None]

    The game refused the entry, and the table let it pass: the first ruling shows that.

    >>> RulingPlaces(own=1, added=(), is_let_pass=True).as_shown(None)
    0
    """

    own: int
    """How many rulings are the game's own."""
    added: tuple[int | None, ...]
    """For each ruling after them, at which place the game ruled what it replaces."""
    is_let_pass: bool = False
    """The game refused the entry, and the table let it pass."""

    def as_ruled(self, shown: int) -> int | None:
        """Return at which place the game ruled what is shown at this one."""
        if shown < self.own:
            return shown
        return self.added[shown - self.own]

    def as_shown(self, ruled: int | None) -> int | None:
        """Return where that is shown which stands for the game's ruling at this place.

        None where nothing does.
        """
        if ruled in self.added:
            return self.own + self.added.index(ruled)
        if ruled is None and self.is_let_pass:
            ruled = 0
        if ruled is None or ruled >= self.own:
            return None
        return ruled


@frozen
class EntryStep:
    """What an entry did, from the position before it to that after it."""

    entry: LogEntry
    """Its data are in canonical form."""
    before: Position
    after: Position
    rulings: tuple[Ruling, ...] = ()
    opens: Numbers = ()
    """The numbers of the entries that everybody may read since."""
    overruled: tuple[InForce, ...] = ()
    """What the table overruled of the rulings."""
    clashes: tuple[Ruling, ...] = ()
    """Why what it opened cannot all be so."""
    reveals: bool = False
    """With it the game has seen what was entered in secret."""

    @property
    def to_reenter(self) -> Pending:
        """The entries that are asked for again, since they clash."""
        if not self.clashes:
            return ()
        return self.after.to_reenter

    @property
    def together(self) -> frozenset[int]:
        """The numbers of the entries that it looks at.

        They are its own, and, where it reveals, those that have waited.
        """
        numbers = {self.entry.seq}
        if self.reveals:
            for pending in self.before.pending:
                numbers.add(pending.entry.seq)
        return frozenset(numbers)

    @property
    def places(self) -> RulingPlaces:
        """Where the game ruled what `rulings` show."""
        added = []
        for in_force in self.overruled:
            if in_force.added:
                added.append(in_force.overrule.ruling)
        own = len(self.rulings) - len(added)
        is_let_pass = self.overrule_at(None) is not None
        return RulingPlaces(own, tuple(added), is_let_pass)

    def overrule_at(self, ruled: int | None) -> InForce | None:
        """Return the overrule of what the game ruled at this place; None without one.

        The place None is that of its refusal.
        """
        for in_force in self.overruled:
            if in_force.overrule.ruling == ruled:
                return in_force
        return None

    def ruling_at(self, ruled: int | None) -> Ruling | None:
        """Return the ruling that stands now for what the game ruled at this place.

        The place None is that of its refusal. None where nothing stands for it.
        """
        shown = self.places.as_shown(ruled)
        if shown is None:
            return None
        return self.rulings[shown]


_CHANGE = say("Change what you entered")
_UNTIL_ALL_ARE_IN = say("Only if you entered it wrongly, and only until all are in.")
_LIES_OPEN = say(
    "Enter what lies on the table. It begins with what was entered: if that is right, "
    "just send it."
)


def _enter_again(awaited: Seats, entered: Seats, over_cards: bool) -> Step:
    if entered:
        template = "Entered again: {entered}. To enter again: {seats}."
        return Step((*entered, *awaited), say(template, entered=entered, seats=awaited))
    template = "To enter again: {seats}."
    if over_cards:
        template = "Check your cards, {seats}."
    return Step(awaited, say(template, seats=awaited))


def _openly(prompt: Prompt, seat: str, over_cards: bool, entry: LogEntry) -> Prompt:
    """Return the prompt for one seat, openly, beginning with what this entry holds.

    Over cards the table can see who was right; a choice that cannot stand has to become
    another, as the game says.
    """
    fields = []
    for field in prompt.fields:
        fields.append(replace(field, default=_value_for(seat, field, entry.data)))
    return replace(
        prompt,
        seats=(seat,),
        help=_LIES_OPEN if over_cards else prompt.help,
        fields=tuple(fields),
        own=True,
        again=True,
        secret=False,
        optional=False,
        race=None,
    )


def _value_for(seat: str, field: Field, data: Data) -> object:
    value = data.get(field.name)
    if not type_of(field).by_seat or not isinstance(value, Mapping):
        return value
    if seat not in value:
        return None
    return {seat: value[seat]}


def _in_secret(asked: Iterable[Prompt]) -> Prompts:
    return tuple([prompt for prompt in asked if prompt.secret])


def _secrets(asked: Iterable[Prompt]) -> Iterator[tuple[Prompt, Due]]:
    """Yield what is asked for in secret, each seat's by itself."""
    for prompt in asked:
        if prompt.secret:
            for seat in prompt.seats:
                yield prompt, (prompt.kind, seat)


def _seats(dues: Iterable[Due]) -> Seats:
    return tuple(dict.fromkeys([seat for _, seat in dues]))


def _by_due(several: Iterable[PendingEntry]) -> dict[Due, PendingEntry]:
    by_due = {}
    for pending in several:
        kind = pending.entry.kind
        for seat in pending.seats:
            by_due[kind, seat] = pending
    return by_due


def _within(several: Iterable[PendingEntry], dues: Collection[Due]) -> Pending:
    """Return what of these entries counts for these dues."""
    narrowed = []
    for pending in several:
        pending = pending.within(dues)
        if pending.seats:
            narrowed.append(pending)
    return tuple(narrowed)


def _without(
    several: Iterable[PendingEntry], others: Iterable[PendingEntry]
) -> Pending:
    """Return what of these entries still counts beside others that replace them."""
    return _within(several, _by_due(several).keys() - _by_due(others))
