"""The positions of button and blinds: how they move, and who owes blinds."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace

from referee import Reasons, Seats, Setting, split_seats

from .game import cite


@dataclass(frozen=True, slots=True)
class Positions:
    """The seats of button and blinds, and of those dealt in.

    The button, or the small blind, is dead if the seat at its place is out.

    >>> setting = Setting(("Ana", "Ben", "Cy", "Dee"), dealer="Dee")
    >>> first = first_positions(setting)
    >>> first.button, first.small, first.big, first.dealt_in
    ('Dee', 'Ana', 'Ben', ('Ana', 'Ben', 'Cy', 'Dee'))
    >>> without_ben = move_big_blind(setting, first, ("Ana", "Cy", "Dee"))
    >>> without_ben.button, without_ben.small, without_ben.big
    ('Ana', 'Ben', 'Cy')
    >>> without_ben.has_small_blind
    False
    """

    button: str
    small: str
    big: str
    dealt_in: Seats
    """The seats that get cards, clockwise from the button's left neighbour on."""

    @property
    def dealer(self) -> str:
        """Return who deals and acts last: if the button is dead, the seat before it."""
        return self.dealt_in[-1]

    @property
    def has_button(self) -> bool:
        """Return whether somebody has the button, so that it is not dead."""
        return self.button in self.dealt_in

    @property
    def has_small_blind(self) -> bool:
        """Return whether somebody posts the small blind, so that it is not dead."""
        return self.small in self.dealt_in


@dataclass(frozen=True, slots=True)
class Owed:
    """The seats that owe a big blind, a small one, or both.

    >>> owed = Owed(("Ana",), ("Ana", "Ben"))
    >>> owed.seats, owed.without(("Ana",)), owed.within(("Ben", "Cy"))
    (('Ana', 'Ben'), Owed(big=(), small=('Ben',)), ('Ben',))
    """

    big: Seats = ()
    small: Seats = ()

    @property
    def seats(self) -> Seats:
        """Return the seats that owe anything."""
        return tuple(dict.fromkeys((*self.big, *self.small)))

    def within(self, seats: Collection[str]) -> Seats:
        """Return those of these seats that owe anything."""
        return tuple(seat for seat in self.seats if seat in seats)

    def plus(self, other: Owed) -> Owed:
        """Return these debts together with others."""
        big = dict.fromkeys((*self.big, *other.big))
        small = dict.fromkeys((*self.small, *other.small))
        return Owed(tuple(big), tuple(small))

    def without(self, seats: Collection[str]) -> Owed:
        """Return the debts of all but these seats."""
        _, big = split_seats(self.big, seats)
        _, small = split_seats(self.small, seats)
        return Owed(big, small)


NOTHING_OWED = Owed()


def missed_blinds(
    setting: Setting, before: Positions, now: Positions, absent: Collection[str]
) -> Owed:
    """Return the blinds that absent seats missed as the blinds moved on."""
    around = setting.clockwise_from(before.big)[1:]
    passed = around[: around.index(now.big)] if now.big in around else ()
    both = tuple(seat for seat in passed if seat in absent)
    small = (now.small,) if now.small in absent else ()
    return Owed(both, (*both, *small))


def leave_out(setting: Setting, now: Positions, owing: Collection[str]) -> Positions:
    """Return the positions without these seats that owe blinds.

    If fewer than two others have cards, nobody is left out.
    """
    dealt_in = [seat for seat in now.dealt_in if seat not in owing]
    if len(dealt_in) < 2:
        return now
    if len(dealt_in) == 2:
        return _positions_of_two(setting, now.big, dealt_in)
    return replace(now, dealt_in=tuple(dealt_in))


def first_positions(setting: Setting, playing: Collection[str] = ()) -> Positions:
    """Return the positions of the first hand, among these seats or all."""
    playing = playing or setting.seats
    button = setting.dealer
    if button not in playing:
        button = setting.left_of(button, playing)
    return _positions_from(setting, button, playing)


def move_big_blind(
    setting: Setting,
    before: Positions,
    playing: Collection[str],
    owing: Collection[str] = (),
) -> Positions:
    """Move the big blind to the next who plays; small blind and button follow it.

    A seat between the button and the small blind that has just bought chips waits.
    """
    big = setting.left_of(before.big, playing)
    if len(playing) == 2:
        return _positions_of_two(setting, big, playing)

    small = before.big
    button = before.small
    around = setting.clockwise_from(big)[1:]
    before_small = around[: around.index(small)]
    if button not in before_small:
        # Between two, the button had the small blind and is the big blind now.
        button = [seat for seat in before_small if seat in playing][-1]

    waiting = before_small[before_small.index(button) + 1 :]
    dealt_in = [seat for seat in playing if seat not in waiting]
    if len(dealt_in) == 2:
        return _positions_of_two(setting, big, dealt_in)
    return Positions(button, small, big, _sort_clockwise(setting, button, dealt_in))


def move_button(
    setting: Setting,
    before: Positions,
    playing: Collection[str],
    owing: Collection[str] = (),
) -> Positions:
    """Move the button to the next who plays; the next two have the blinds.

    The button and the small blind pass over seats that owe blinds. Such a seat gets no
    cards if it sits between the button and the big blind.
    """
    settled = [seat for seat in playing if seat not in owing]
    if len(settled) < 2:
        settled = list(playing)
    button = setting.left_of(before.button, settled)
    small = setting.left_of(button, settled)
    big = setting.left_of(small, playing)
    if big == button:
        return _positions_from(setting, button, settled)

    around = setting.clockwise_from(button)[1:]
    waiting = [seat for seat in around[: around.index(big)] if seat != small]
    dealt_in = [seat for seat in playing if seat not in waiting]
    return Positions(button, small, big, _sort_clockwise(setting, button, dealt_in))


def explain_dead_positions(before: Positions, now: Positions) -> Reasons:
    """Return reasons for a dead button or small blind, or for only two players."""
    small = now.small
    if len(now.dealt_in) == 2 < len(before.dealt_in):
        template = (
            "{big} has the big blind next, {small} the button and the small blind."
        )
        return (cite("heads-up", template, big=now.big, small=small),)

    because = []
    if not now.has_small_blind:
        template = "{small} is out: nobody posts the small blind in the next hand."
        because.append(cite("dead-button", template, small=small))
    if not now.has_button:
        template = "The button moves to {button}’s empty place, and {dealer} acts last."
        why = cite("dead-button", template, button=now.button, dealer=now.dealer)
        because.append(why)
    return tuple(because)


def _positions_from(
    setting: Setting, button: str, playing: Collection[str]
) -> Positions:
    dealt_in = _sort_clockwise(setting, button, playing)
    if len(dealt_in) == 2:
        return Positions(button, button, dealt_in[0], dealt_in)
    return Positions(button, dealt_in[0], dealt_in[1], dealt_in)


def _positions_of_two(
    setting: Setting, big: str, playing: Collection[str]
) -> Positions:
    """Return the positions of two: whoever lacks the big blind has all others."""
    other = setting.left_of(big, playing)
    return Positions(other, other, big, (big, other))


def _sort_clockwise(setting: Setting, button: str, playing: Collection[str]) -> Seats:
    _, *others = setting.clockwise_from(button)
    return tuple(seat for seat in (*others, button) if seat in playing)


def _explain_nothing(before: Positions, now: Positions) -> Reasons:
    return ()


@dataclass(frozen=True, slots=True)
class Move:
    """How positions lead to those of the next hand."""

    find: Callable[[Setting, Positions, Collection[str], Collection[str]], Positions]
    """Finds the next positions among the seats with chips, some of which owe blinds."""
    explain: Callable[[Positions, Positions], Reasons]
    """Gives reasons for the next positions, if they are unusual."""


BIG_BLIND_MOVES = Move(move_big_blind, explain_dead_positions)
BUTTON_MOVES = Move(move_button, _explain_nothing)
