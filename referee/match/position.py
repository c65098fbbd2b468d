"""A match between two entries: the game's state, what may be entered now, and what
waits until all are in; and the step that an entry takes from one position to the next.

What is entered to a secret prompt stays here. The game sees it when everybody has
entered theirs, and not before: so nothing that it answers until then can depend on it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.match.log_entry import LogEntry
from referee.vocabulary.fields import type_of
from referee.vocabulary.identity_cache import IdentityCache
from referee.vocabulary.prompt import STOP, Field, Prompt
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.text import say
from referee.vocabulary.view import Scene
from referee.vocabulary.view import Step as NextStep

Due = tuple[str, str]
"""A kind of entry, and a seat for which it is to be made."""


@dataclass(frozen=True, slots=True)
class Held:
    """An entry that waits for the others.

    `seats` are those for which it counts: a later one for some of them takes its place
    there. `stands` are the rulings against it that the table has overruled, each with
    what was decided instead. `over_cards`: it is asked for again because of real cards,
    which somebody can look at.
    """

    entry: LogEntry
    seats: frozenset[str]
    stands: tuple[tuple[Ruling, Ruling], ...] = ()
    over_cards: bool = False

    @property
    def dues(self) -> Iterator[Due]:
        """What it is entered for."""
        return ((self.entry.kind, seat) for seat in self.seats)

    def within(self, dues: Collection[Due]) -> Held:
        """Return the same, counting for no others than these."""
        kind = self.entry.kind
        seats = frozenset([seat for seat in self.seats if (kind, seat) in dues])
        return self if seats == self.seats else replace(self, seats=seats)


STOP_PROMPT = Prompt(
    STOP,
    (),
    say("End the match early"),
    say("The scores decide as they stand. What is still secret stays secret."),
)
"""What the host enters to end a match early. No seat is asked for it: whoever is host
may.
"""


@dataclass(frozen=True, slots=True)
class EarlyEnd:
    """How a match stood when the host ended it.

    `round` is the last round that counts, 0 where none was over. `has_result`:
    something had been scored, or the table has named winners.
    """

    round: int
    winners: tuple[str, ...]
    has_result: bool

    def end(self, scene: Scene) -> Scene:
        """Return where the match stands now, from where its game still goes on."""
        over = say("The match ended early.")
        ended = replace(
            scene,
            phase="finished",
            round=self.round,
            to_act=(),
            steps=(NextStep((), over),),
            dealer=None,
            facts=(),
        )
        return replace(ended, finished=True, winners=self.winners)


@dataclass(frozen=True, slots=True)
class Position:
    """A match between two entries.

    `asked` is what the game asks for; `History.scene_in` checks whether it can be
    shown. `held` are the entries that wait for the others: sealed, unless they were
    opened and some of them clashed. Those are `to_reenter`: they are asked for once
    more, openly, and stand in the forms until the last of them is in. `since` is the
    number of the entry after which it is asked for. `ended_early`: the host has ended
    the match here, and nothing is asked for.
    """

    state: object
    asked: tuple[Prompt, ...]
    held: tuple[Held, ...] = ()
    to_reenter: tuple[Held, ...] = ()
    since: int = 0
    ended_early: EarlyEnd | None = None

    @property
    def sealed(self) -> tuple[Held, ...]:
        """The entries that wait, and that only their authors and their seats may read
        yet.
        """
        return () if self.to_reenter else self.held

    @property
    def entered(self) -> tuple[Held, ...]:
        """The entries that wait, and those that are asked for again and that nobody has
        replaced yet.
        """
        return (*self.held, *_without(self.to_reenter, _dues(self.held)))

    @property
    def prompts(self) -> tuple[Prompt, ...]:
        """What may be entered now: what is awaited, what may be changed, and what else
        the game allows.
        """
        if not self.held and not self.to_reenter:
            return self.asked
        known = _PROMPTS.get(self)
        return _PROMPTS.put(self, self._beside_held()) if known is None else known

    @property
    def answerable(self) -> tuple[Prompt, ...]:
        """All that an entry of the match can have answered: the prompts, and what the
        host alone is offered.
        """
        return (*self.prompts, STOP_PROMPT)

    def _beside_held(self) -> tuple[Prompt, ...]:
        """Return the prompts beside what is held or asked for again."""
        open_now, changes = (self._asked_again if self.to_reenter else self._narrowed)()
        awaited = [prompt for prompt in open_now if not prompt.optional]
        return (*awaited, *changes, *(prompt for prompt in open_now if prompt.optional))

    @property
    def missing(self) -> tuple[Due, ...]:
        """What has to come in before all is opened, in the order in which the game asks
        for it.
        """
        had = _dues(self.held)
        if self.to_reenter:
            due = _dues(self.to_reenter)
        else:
            due = frozenset(
                [
                    (prompt.kind, seat)
                    for prompt in self.asked
                    if not prompt.optional
                    for seat in prompt.seats
                ]
            )
        return tuple(
            [secret for secret in self._secrets if secret in due and secret not in had]
        )

    @property
    def _still_to_enter(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(seat for _, seat in self.missing))

    @property
    def _entered_again(self) -> tuple[str, ...]:
        """The seats that have answered since they were asked again."""
        had, due = _dues(self.held), _dues(self.to_reenter)
        return tuple(
            dict.fromkeys(
                secret[1] for secret in self._secrets if secret in due and secret in had
            )
        )

    @property
    def _secrets(self) -> list[Due]:
        return [
            (prompt.kind, seat)
            for prompt in self.asked
            if prompt.secret
            for seat in prompt.seats
        ]

    def asks_in_secret(self, kind: str) -> bool:
        """Return whether entries of this kind wait for each other."""
        return any(prompt.secret and prompt.kind == kind for prompt in self.asked)

    def with_entry(self, new: Held) -> Position:
        """After this entry, in the place of those before it."""
        held = (*_without(self.held, _dues([new])), new)
        return Position(self.state, self.asked, held, self.to_reenter, self.since)

    def after_move(self, state: object, asked: tuple[Prompt, ...], by: int) -> Position:
        """Return the game in another state by the entry of this number: what is still
        asked for counts on.
        """
        goes_on = self.held or _in_secret(self.asked) == _in_secret(asked)
        after = Position(state, asked, since=self.since if goes_on else by)
        if not self.held and not self.to_reenter:
            return after
        still = frozenset(after._secrets)
        return replace(
            after,
            held=_within(self.held, still),
            to_reenter=_within(self.to_reenter, still),
        )

    def after_clash(
        self, seats: Collection[str], over_cards: Collection[str]
    ) -> Position:
        """Return all lies open, and these seats are asked again: some of them because
        of cards.
        """
        concerned = {due for due in _dues(self.held) if due[1] in seats}
        to_reenter = [
            replace(held, over_cards=not held.seats.isdisjoint(over_cards))
            for held in self.held
        ]
        return replace(
            self,
            held=_without(self.held, concerned),
            to_reenter=_within(to_reenter, concerned),
        )

    def with_stands(
        self, seq: int, stands: tuple[tuple[Ruling, Ruling], ...]
    ) -> Position:
        """After the table has let pass what was ruled against the entry of this number."""
        held = tuple(
            replace(held, stands=stands) if held.entry.seq == seq else held
            for held in self.held
        )
        return replace(self, held=held)

    def prompt_for(self, held: Held) -> Prompt:
        """Return the game's prompt that an entry answers."""
        for prompt in self.asked:
            if (
                prompt.secret
                and prompt.kind == held.entry.kind
                and not held.seats.isdisjoint(prompt.seats)
            ):
                return prompt
        raise LookupError(held.entry.kind)

    @property
    def awaited(self) -> tuple[NextStep, ...]:
        """Whose entries are still awaited; empty where none waits for the others."""
        seats = self._still_to_enter
        if self.to_reenter:
            over_cards = any(held.over_cards for held in self.to_reenter)
            return (_again(seats, self._entered_again, over_cards),)
        if self.held:
            return (NextStep(seats, say("Still awaited: {seats}.", seats=seats)),)
        return ()

    def with_awaited(self, scene: Scene) -> Scene:
        """Return the scene as the game tells it, with whose entries are still awaited."""
        if not self.held and not self.to_reenter:
            return scene
        if self.to_reenter:
            return replace(scene, to_act=self._still_to_enter, steps=self.awaited)
        in_already = {seat for _, seat in _dues(self.held)}.difference(
            self._still_to_enter
        )
        to_act = tuple(seat for seat in scene.to_act if seat not in in_already)
        return replace(scene, to_act=to_act, steps=(*self.awaited, *scene.steps))

    def _narrowed(self) -> tuple[list[Prompt], list[Prompt]]:
        had = _dues(self.held)
        open_now: list[Prompt] = []
        changes: list[Prompt] = []
        for prompt in self.asked:
            done = tuple(
                [
                    seat
                    for seat in prompt.seats
                    if prompt.secret and (prompt.kind, seat) in had
                ]
            )
            waiting = tuple([seat for seat in prompt.seats if seat not in done])
            if waiting or not done:
                open_now.append(replace(prompt, seats=waiting) if done else prompt)
            if done:
                changes.append(
                    replace(
                        prompt,
                        seats=done,
                        title=_CHANGE,
                        help=_UNTIL_ALL_ARE_IN,
                        optional=True,
                    )
                )
        return open_now, changes

    def _asked_again(self) -> tuple[list[Prompt], list[Prompt]]:
        before = {due: held for held in self.to_reenter for due in held.dues}
        had = {due: held for held in self.held for due in held.dues}
        open_now = [prompt for prompt in self.asked if not prompt.secret]
        changes: list[Prompt] = []
        for prompt in self.asked:
            for seat in prompt.seats:
                due = (prompt.kind, seat)
                if prompt.secret and due in before:
                    openly = _openly(
                        prompt,
                        seat,
                        before[due].over_cards,
                        had.get(due, before[due]).entry,
                    )
                    if due in had:
                        changes.append(replace(openly, title=_CHANGE, optional=True))
                    else:
                        open_now.append(openly)
        return open_now, changes


_PROMPTS = IdentityCache[tuple[Prompt, ...]](256)
"""What may be entered in positions looked at lately: every step of an entry asks.
Without it a sealed one takes a tenth longer.
"""


@dataclass(frozen=True, slots=True)
class Overrule:
    """A ruling of an entry overruled by the table.

    `ruling` is the ruling's place among those of the entry, None for its refusal.
    `verdict` holds what is decided otherwise, as JSON; empty: the ruling is only
    marked, and the game goes on as it did. Of one that is in force, `before` is what
    the referee had ruled, and `added` says that the table's ruling follows the game's
    own, since none of them says it.
    """

    ruling: int | None
    verdict: Mapping[str, Any]
    why: str
    before: Ruling | None = None
    added: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """What an entry did, from the position `before` it to that `after` it.

    `entry` has its data in canonical form. `opens` are the numbers of the entries that
    everybody may read since, `overruled` is what the table overruled of the rulings,
    and `clashes` say why what it opened cannot all be so. `reveals`: with it the game
    has seen what was entered in secret.
    """

    entry: LogEntry
    before: Position
    after: Position
    rulings: tuple[Ruling, ...] = ()
    opens: tuple[int, ...] = ()
    overruled: tuple[Overrule, ...] = ()
    clashes: tuple[Ruling, ...] = ()
    reveals: bool = False

    @property
    def to_reenter(self) -> tuple[Held, ...]:
        """The entries that are asked for again, since they clash."""
        return self.after.to_reenter if self.clashes else ()

    @property
    def together(self) -> frozenset[int]:
        """The numbers of the entries that it looks at: its own, and, where it reveals,
        those that have waited.
        """
        waited = self.before.held if self.reveals else ()
        return frozenset([self.entry.seq, *(held.entry.seq for held in waited)])

    @property
    def _added(self) -> tuple[Overrule, ...]:
        return tuple(overrule for overrule in self.overruled if overrule.added)

    def place_of(self, shown: int) -> int | None:
        """At which place the game ruled what is shown at this one; None: it refused the
        entry, and was overruled.
        """
        own = len(self.rulings) - len(self._added)
        return shown if shown < own else self._added[shown - own].ruling

    def ruling_of(self, place: int | None) -> Ruling | None:
        """Return the ruling that stands now for what the game ruled at this place
        (None: for its refusal), or None.
        """
        own = len(self.rulings) - len(self._added)
        for shown, one in enumerate(self._added, own):
            if one.ruling == place:
                return self.rulings[shown]
        refused = any(overrule.ruling is None for overrule in self.overruled)
        at = 0 if place is None and refused else place
        return self.rulings[at] if at is not None and at < own else None


_CHANGE = say("Change what you entered")
_UNTIL_ALL_ARE_IN = say("Only if you entered it wrongly, and only until all are in.")
_LIES_OPEN = say(
    "Enter what lies on the table. It begins with what was entered: if that is right, "
    "just send it."
)


def _again(
    awaited: tuple[str, ...], entered: tuple[str, ...], over_cards: bool
) -> NextStep:
    if entered:
        template = "Entered again: {entered}. To enter again: {seats}."
        text = say(template, entered=entered, seats=awaited)
        return NextStep((*entered, *awaited), text)
    template = (
        "Look at the real cards. To enter again: {seats}."
        if over_cards
        else "To enter again: {seats}."
    )
    return NextStep(awaited, say(template, seats=awaited))


def _openly(prompt: Prompt, seat: str, over_cards: bool, entry: LogEntry) -> Prompt:
    """Return the prompt for one seat, openly, beginning with what this entry holds.

    Over cards the table can see who was right; a choice that cannot stand has to become
    another, as the game says.
    """
    fields = tuple(
        replace(field, default=_of_seat(field, seat, entry.data))
        for field in prompt.fields
    )
    help = _LIES_OPEN if over_cards else prompt.help
    asked = replace(
        prompt, seats=(seat,), help=help, fields=fields, own=True, again=True
    )
    return replace(asked, secret=False, optional=False, race=None)


def _of_seat(field: Field, seat: str, data: Mapping[str, object]) -> object:
    value = data.get(field.name)
    if not type_of(field).by_seat or not isinstance(value, Mapping):
        return value
    return {seat: value[seat]} if seat in value else None


def _in_secret(asked: Iterable[Prompt]) -> tuple[Prompt, ...]:
    return tuple([prompt for prompt in asked if prompt.secret])


def _dues(held: Iterable[Held]) -> frozenset[Due]:
    return frozenset(
        [(waiting.entry.kind, seat) for waiting in held for seat in waiting.seats]
    )


def _within(held: Sequence[Held], dues: Collection[Due]) -> tuple[Held, ...]:
    narrowed = [waiting.within(dues) for waiting in held]
    return tuple([waiting for waiting in narrowed if waiting.seats])


def _without(held: Sequence[Held], dues: Collection[Due]) -> tuple[Held, ...]:
    return _within(held, _dues(held) - frozenset(dues))
