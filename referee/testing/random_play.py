"""A player who knows no game: reads prompts as JSON has them, and answers at random."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from referee.cards.card import Card, by_code
from referee.cards.decks import FIFTY_FOUR
from referee.vocabulary.fields import type_of
from referee.vocabulary.fields.field_type import Chance
from referee.vocabulary.fields.plain_fields import seats_asked
from referee.vocabulary.prompt import Field

KEY = "5e" * 32
"""The key of tosses that are left to the referee: each comes out the same whenever a match is played again."""

Filled = dict[str, Any]
"""An entry's data as JSON."""


def _no_example(_kind: str, _seat: str) -> None:
    return None


@dataclass
class RandomPlayer:
    """Plays one match by its prompts. Keeps out of its own way: a card it holds sealed is not named again."""

    rng: Random
    seats: Sequence[str]
    example: Callable[[str, str], Mapping[str, Any] | None] = _no_example
    """What the game would enter to a prompt of this kind for this seat, or None: then the fields are filled in."""
    deck: tuple[Card, ...] = FIFTY_FOUR
    """The game's."""
    held: dict[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)

    def choose(self, prompts: Sequence[Mapping[str, Any]], to_act: Sequence[str]) -> tuple[str, str, Filled]:
        """One of the prompts, the seat that answers it, and its data."""
        needed = [prompt for prompt in prompts if not prompt["optional"]]
        prompt = self.rng.choice(prompts if self.rng.random() < 0.1 else needed)
        acting = [seat for seat in prompt["seats"] if seat in to_act]
        seat = self.rng.choice(acting or prompt["seats"])
        if (known := self.example(prompt["kind"], seat)) is not None:
            return prompt["kind"], seat, dict(known)
        spent = Counter(card for (_, holder), cards in self.held.items() if holder != seat for card in cards)
        data = {}
        for told in prompt["fields"]:
            if not (told["optional"] and self.rng.random() < 0.5):
                asked = field_of(told, self.deck)
                chance = Chance(self.rng, self._seats_of(prompt, asked), self.seats, spent, self.deck)
                data[asked.name] = type_of(asked).random(asked, chance)
        return prompt["kind"], seat, data

    def note(self, kind: str, seat: str, data: Filled, rulings: Sequence[object]) -> None:
        """The entry was taken: what it holds stays held until something is decided."""
        if rulings:
            self.held.clear()
        else:
            self.held[kind, seat] = tuple(_cards(data.values()))

    def _seats_of(self, prompt: Mapping[str, Any], asked: Field) -> Sequence[str]:
        """Whose a field by seat is: those who are asked, where each enters their own or a part will do; else all."""
        return seats_asked(asked, prompt["seats"] if prompt.get("secret") or asked.some else self.seats)


def field_of(told: Mapping[str, Any], deck: tuple[Card, ...] = FIFTY_FOUR) -> Field:
    """A field as it was before it was told as JSON, of a game with this deck; its texts are words."""
    asked = Field(**told)
    if not type_of(asked).of_cards:
        return asked
    return replace(asked, choices=tuple(by_code(deck)[code] for code in told["choices"]))


def _cards(values: Iterable[Any]) -> Iterable[str]:
    for value in values:
        if isinstance(value, str):
            yield value
        elif isinstance(value, list):
            yield from _cards(value)
        elif isinstance(value, dict):
            yield from _cards(value.values())
