"""A player that answers prompts at random, without knowledge of the game."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from referee.cards.card import Cards
from referee.cards.decks import FIFTY_FOUR
from referee.testing.dealt_hands import LEADS_OUT_OF_TURN, DealtHands, asks_for_trick
from referee.vocabulary.fields import type_of
from referee.vocabulary.fields.examples import Chance
from referee.vocabulary.fields.plain_fields import seats_to_name
from referee.vocabulary.prompt import Prompt

Filled = dict[str, Any]
"""An entry's data, as JSON."""

BY_FIELDS = 0.2
"""The probability of filling in fields alone although the game has an example."""

ALONE = 0.5
"""The probability that a seat enters only its own part of what everybody knows."""


EVENLY = 0.5
"""The probability that a choice is one of those taken least often, so that contracts
which a higher bid leaves little room are played too.
"""


@dataclass
class RandomPlayer:
    """Plays a match by its prompts; it names no card that is in a sealed entry.

    For tricks it deals hands and plays from them.
    """

    rng: Random
    seats: Sequence[str]
    example: Callable[[Prompt, str], Mapping[str, Any] | None] = lambda *_: None
    """Returns the game's example for a prompt and a seat; None: it has none."""
    deck: Cards = FIFTY_FOUR
    """The game's deck."""
    ventures: float = 0.1
    """How often the player tries an optional prompt: 0 to 1."""
    latest: tuple[str, str, Filled] = ("", "", {})
    """The last answer of `choose`: a prompt's kind, the seat, its data."""
    reserved: dict[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)
    """The cards of each entry that waits for its ruling, by kind and seat.

    Other seats name none of these cards.
    """
    hands: DealtHands = field(default_factory=DealtHands)
    """The hands that the player deals for tricks."""
    chosen: Counter[str] = field(default_factory=Counter)
    """How often each word of an entry was taken."""

    def choose(
        self, prompts: Sequence[Prompt], to_act: Sequence[str]
    ) -> tuple[str, str, Filled]:
        """Return a prompt, a seat that answers it, and its data."""
        needed = [prompt for prompt in prompts if not prompt.optional]
        ventures = self.rng.random() < self.ventures
        prompt = self.rng.choice(prompts if ventures or not needed else needed)
        acting = [seat for seat in prompt.seats if seat in to_act]
        seat = self.rng.choice(acting or prompt.seats)
        self.hands.offered = {}
        kind = prompt.kind
        self.latest = kind, seat, {}
        data = self.example(prompt, seat)
        if data is None or self.rng.random() < BY_FIELDS:
            data = self._fill(prompt, seat)
        self.latest = kind, seat, self._take_part(prompt, seat, data)
        return self.latest

    def _take_part(self, prompt: Prompt, seat: str, data: Mapping[str, Any]) -> Filled:
        """Return the part of this data that is sent.

        With the chance `ALONE` it is the seat's own part, as its phone sends it; else
        every part that is still open. The parts of a trick are drawn with its cards.
        """
        owns = [each for each in prompt.fields if each.own and not each.some]
        part = dict(data)
        if prompt.secret or not owns:
            return part
        alone = self.rng.random() < ALONE
        for own in owns:
            asked = seats_to_name(own, own.seats or prompt.seats)
            if alone and seat in asked:
                asked = (seat,)
            value = data.get(own.name)
            if isinstance(value, Mapping):
                named = [name for name in asked if name in value]
                part[own.name] = {name: value[name] for name in named}
            elif isinstance(value, list):
                part[own.name] = [name for name in value if name in asked]
        return part

    def _fill(self, prompt: Prompt, seat: str) -> Filled:
        """Return data for a prompt from its fields alone."""
        led_by = self._draw_leader(prompt)
        spent: Counter[str] = Counter()
        for (_, holder), cards in self.reserved.items():
            if holder != seat:
                spent.update(cards)

        data: Filled = {}
        for asked in prompt.fields:
            if asked.leads is not None:
                if led_by is not None:
                    data[asked.name] = led_by
                continue
            if asked.optional and self.rng.random() < 0.5:
                continue

            if asked.type == "choice" and self.rng.random() < EVENLY:
                words = self.rng.sample(asked.words, len(asked.words))
                rarest = min(words, key=self.chosen.__getitem__)
                asked = replace(asked, choices=(rarest,))

            # If each seat enters alone, or a part is enough, take the seats asked; else
            # all.
            is_own = prompt.secret or asked.some or asked.own
            seats = seats_to_name(asked, prompt.seats if is_own else self.seats)
            if asks_for_trick(asked) and not prompt.secret:
                data[asked.name] = self.hands.play(asked, seats, self.rng, led_by)
            else:
                chance = Chance(self.rng, seats, self.seats, spent, self.deck)
                data[asked.name] = type_of(asked).random(asked, chance)
        return data

    def _draw_leader(self, prompt: Prompt) -> str | None:
        """Return an unexpected leader of an empty trick, if there is one."""
        for asked in prompt.fields:
            if asked.leads is not None:
                if self.hands.lying or self.rng.random() >= LEADS_OUT_OF_TURN:
                    return None
                return self.rng.choice(asked.words)
        return None

    def part_of_trick(
        self, prompts: Sequence[Prompt], kind: str, data: Filled
    ) -> Filled | None:
        """Return the first phone’s data of a trick that would be taken.

        None if one person enters all of it, or nobody enters a trick.
        """
        for prompt in prompts:
            if prompt.kind != kind or prompt.secret:
                continue
            for own in prompt.fields:
                if own.own and asks_for_trick(own) and self.rng.random() < ALONE:
                    return {**data, own.name: self.hands.keep_back()}
        return None

    def note(
        self, kind: str, seat: str, data: Filled, rulings: Sequence[object]
    ) -> None:
        """Note a taken entry: its cards stay reserved until a ruling."""
        self.hands.take_offered()
        self.chosen.update(words_in(data.values()))
        if rulings:
            self.reserved.clear()
        else:
            self.reserved[kind, seat] = tuple(words_in(data.values()))


def words_in(values: Iterable[Any]) -> Iterable[str]:
    """Yield the strings in these values, as codes of cards."""
    for value in values:
        if isinstance(value, str):
            yield value
        elif isinstance(value, list):
            yield from words_in(value)
        elif isinstance(value, dict):
            yield from words_in(value.values())
