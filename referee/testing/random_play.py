"""A player who knows no game: reads prompts as JSON has them, and answers at random."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random
from typing import Any

from referee.cards.card import CARDS

Filled = dict[str, Any]
"""An entry's data as JSON."""

FEW = 3
"""How many more cards than necessary are named at most: hands are small, and cards run out."""


@dataclass
class RandomPlayer:
    """Plays one match by its prompts. Keeps out of its own way: a card it holds sealed is not named again."""

    rng: Random
    seats: Sequence[str]
    held: dict[tuple[str, str], frozenset[str]] = field(default_factory=dict)

    def choose(self, prompts: Sequence[Mapping[str, Any]], to_act: Sequence[str]) -> tuple[str, str, Filled]:
        """One of the prompts, the seat that answers it, and its data."""
        needed = [prompt for prompt in prompts if not prompt["optional"]]
        prompt = self.rng.choice(prompts if self.rng.random() < 0.1 else needed)
        acting = [seat for seat in prompt["seats"] if seat in to_act]
        seat = self.rng.choice(acting or prompt["seats"])
        spent = {card for (_, holder), cards in self.held.items() if holder != seat for card in cards}
        data = {}
        for one in prompt["fields"]:
            if not (one["optional"] and self.rng.random() < 0.5):
                data[one["name"]] = self._fill(one, self._seats_of(prompt, one), spent)
        return prompt["kind"], seat, data

    def note(self, kind: str, seat: str, data: Filled, rulings: Sequence[object]) -> None:
        """The entry was taken: what it holds stays held until something is decided."""
        if rulings:
            self.held.clear()
        else:
            self.held[kind, seat] = frozenset(_cards(data.values()))

    def _seats_of(self, prompt: Mapping[str, Any], one: Mapping[str, Any]) -> Sequence[str]:
        """Whose a field by seat is: those who are asked, where each enters their own or a part will do; else all."""
        if one["type"] == "numbers_by_seat" and one["choices"]:
            return list(one["choices"])
        return list(prompt["seats"] if prompt.get("secret") or one["some"] else self.seats)

    def _fill(self, one: Mapping[str, Any], seats: Sequence[str], spent: set[str]) -> Any:
        match one["type"]:
            case "card":
                return self._card(one, spent)
            case "cards":
                return self._cards(one, self._how_many(one), spent)
            case "card_by_seat":
                return {seat: self._card(one, spent) for seat in seats}
            case "cards_by_seat":
                return {seat: self._cards(one, self._how_many(one), spent) for seat in seats}
            case "number":
                return self._number(one)
            case "numbers_by_seat":
                return self._numbers(one, seats)
            case "seat" | "choice":
                return self.rng.choice(one["choices"] or list(self.seats))
            case "seats" | "order":
                among = list(one["choices"] or self.seats)
                return self.rng.sample(among, self.rng.randint(one["min"] or 0, len(among)))
            case "flag":
                return self.rng.random() < 0.5
        return None  # a toss is the referee's

    def _card(self, one: Mapping[str, Any], spent: set[str]) -> str:
        """One card; nothing where none is left, which is then refused."""
        return next(iter(self._cards(one, 1, spent)), "")

    def _cards(self, one: Mapping[str, Any], n: int, spent: set[str]) -> list[str]:
        free = [card for card in one["choices"] or CARDS if card not in spent]
        chosen = self.rng.sample(free, min(n, len(free)))
        spent.update(chosen)
        return chosen

    def _how_many(self, one: Mapping[str, Any]) -> int:
        least = one["min"] or 0
        most = least + FEW if one["max"] is None else min(one["max"], least + FEW)
        return least if self.rng.random() < 0.5 else self.rng.randint(least, most)

    def _numbers(self, one: Mapping[str, Any], seats: Sequence[str]) -> dict[str, int]:
        if one["total"] is None:
            return {seat: self._number(one) for seat in seats}
        cuts = sorted(self.rng.randint(0, one["total"]) for _ in seats[1:])
        return dict(zip(seats, (to - since for since, to in pairwise([0, *cuts, one["total"]])), strict=True))

    def _number(self, one: Mapping[str, Any]) -> int:
        least = one["min"] or 0
        return self.rng.randint(least, least + 20 if one["max"] is None else one["max"])


def _cards(values: Iterable[Any]) -> Iterable[str]:
    for value in values:
        if isinstance(value, str):
            yield value
        elif isinstance(value, list):
            yield from _cards(value)
        elif isinstance(value, dict):
            yield from _cards(value.values())
