"""Who has the button and the blinds in a hand, and how they move on."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from referee import Reason, Seats, Setup

from .game import cite


@dataclass(frozen=True, slots=True)
class Positions:
    """Where the button and the blinds are, by seat, and who is dealt in.

    Whoever sat at the place of the button or of the small blind may be out: then the
    button, or the small blind, is dead.

    >>> setting = Setup(("Ana", "Ben", "Cy", "Dee"), dealer="Dee")
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
    """Who gets cards, clockwise from the button's left neighbour on."""

    @property
    def dealer(self) -> str:
        """Who deals and acts last: beside a dead button, the one before it."""
        return self.dealt_in[-1]

    @property
    def has_button(self) -> bool:
        """Whether somebody has the button, so that it is not dead."""
        return self.button in self.dealt_in

    @property
    def has_small_blind(self) -> bool:
        """Whether somebody posts the small blind, so that it is not dead."""
        return self.small in self.dealt_in


Move = Callable[[Setup, Positions, Collection[str]], Positions]
"""How the positions of one hand lead to those of the next, among those who have chips.
"""


def first_positions(setting: Setup) -> Positions:
    """Return the positions of the first hand, in which everybody plays."""
    return _place_left_of_button(setting, setting.dealer, setting.seats)


def move_big_blind(
    setting: Setup, before: Positions, playing: Collection[str]
) -> Positions:
    """Move the big blind to the next who plays; small blind and button follow its way.

    Whoever has just bought chips between the button and the small blind waits a hand.
    """
    big = setting.left_of(before.big, playing)
    if len(playing) == 2:
        return _place_two(setting, big, playing)

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
        return _place_two(setting, big, dealt_in)
    return Positions(button, small, big, _sort_clockwise(setting, button, dealt_in))


def move_button(
    setting: Setup, before: Positions, playing: Collection[str]
) -> Positions:
    """Move the button to the next who plays; the next two have the blinds."""
    button = setting.left_of(before.button, playing)
    return _place_left_of_button(setting, button, playing)


def explain_positions(before: Positions, now: Positions) -> tuple[Reason, ...]:
    """Return what is unusual about the positions after a hand; mostly nothing is."""
    small = now.small
    if len(now.dealt_in) == 2 < len(before.dealt_in):
        template = (
            "{big} has the big blind next, {small} the button and the small blind."
        )
        return (cite("heads-up", template, big=now.big, small=small),)

    because: list[Reason] = []
    if not now.has_small_blind:
        template = "{small} is out: nobody posts the small blind in the next hand."
        because.append(cite("dead-button", template, small=small))
    if not now.has_button:
        template = "The button moves to {button}'s empty place, and {dealer} acts last."
        why = cite("dead-button", template, button=now.button, dealer=now.dealer)
        because.append(why)
    return tuple(because)


def _place_left_of_button(
    setting: Setup, button: str, playing: Collection[str]
) -> Positions:
    dealt_in = _sort_clockwise(setting, button, playing)
    if len(dealt_in) == 2:
        return Positions(button, button, dealt_in[0], dealt_in)
    return Positions(button, dealt_in[0], dealt_in[1], dealt_in)


def _place_two(setting: Setup, big: str, playing: Collection[str]) -> Positions:
    """Between two, whoever has not the big blind has the button and the small one."""
    other = setting.left_of(big, playing)
    return Positions(other, other, big, (big, other))


def _sort_clockwise(setting: Setup, button: str, playing: Collection[str]) -> Seats:
    _, *others = setting.clockwise_from(button)
    return tuple(seat for seat in (*others, button) if seat in playing)
