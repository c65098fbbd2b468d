"""How a game's table is got ready, told in a `guide.toml` beside the game."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from referee.cards.card import Card, card
from referee.cards.decks import FIFTY_FOUR
from referee.plugin.hookspecs import hookimpl
from referee.plugin.sections import read_document
from referee.vocabulary.game import Setup, SetUpStep
from referee.vocabulary.text import Text, names_in


@dataclass(frozen=True, slots=True)
class Guide:
    """The steps of one game in order, each with the kind of table that it is for: empty where it is for all.

    >>> deal = SetUpStep(Text("The deal"), Text("Deal {n} cards to each."))
    >>> print(Guide((("", deal),)).hook(Setup(("Ana", "Ben"), "Ana"))[0].text)
    Deal 2 cards to each.
    >>> print(*[step.text for step in Guide((("", deal), ("teams", deal))).steps("two players", n=13)])
    Deal 13 cards to each.
    """

    entries: tuple[tuple[str, SetUpStep], ...]

    @property
    def hook(self) -> Callable[[Setup], tuple[SetUpStep, ...]]:
        """The hook `set_up` of a game whose steps need no value but `{n}`, the number of seats."""

        @hookimpl
        def set_up(setting: Setup) -> tuple[SetUpStep, ...]:
            """How the table is got ready."""
            return self.steps(n=len(setting.seats))

        return set_up

    def steps(self, kind: str = "", **values: object) -> tuple[SetUpStep, ...]:
        """The steps for a table of this kind, with these values in their braces; KeyError where one lacks a value."""
        return tuple(_filled(step, values) for meant_for, step in self.entries if meant_for in ("", kind))


def _filled(step: SetUpStep, values: dict[str, object]) -> SetUpStep:
    needed = {name: values[name] for name in names_in(step.text.template)}
    return replace(step, text=replace(step.text, values=needed))


def read_guide(package: str, deck: tuple[Card, ...] = FIFTY_FOUR) -> Guide:
    """The steps in `guide.toml` of this package: an array `step` of title, text, and maybe section, cards and for.

    `cards` are codes of the deck, such as `AS`, `for` is the kind of table. Raises FileNotFoundError for a package
    without that file, and TypeError for a step with more than that.

    >>> read_guide("referee")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    FileNotFoundError: ...
    """
    return Guide(tuple(_entry(step, deck) for step in read_document(package, "guide.toml")["step"]))


def _entry(step: dict[str, Any], deck: tuple[Card, ...]) -> tuple[str, SetUpStep]:
    kind, cards = step.pop("for", ""), tuple(card(code, deck) for code in step.pop("cards", ()))
    title, text = map(Text, (step.pop("title"), step.pop("text")))
    return kind, SetUpStep(title, text, cards=cards, **step)
