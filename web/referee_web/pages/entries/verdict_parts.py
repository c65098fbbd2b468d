"""A verdict's parts, in words, and as fields for whoever decides otherwise."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

from referee.cards.card import Card
from referee.vocabulary.game import Game
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.text import Text, say
from referee.vocabulary.values import MINUS, side_of
from referee_web.pages.entries.entry_words import YES_OR_NO
from referee_web.pages.forms.form_values import FormValues

NOBODY = "="
"""The form value for nobody; no name contains this sign."""


def _as_list(value: object) -> Sequence[object]:
    if isinstance(value, (list, tuple)):
        return value
    return [value]


NOT_DECIDED = ("round", "trick", "deal", "totals")
"""Verdict parts that say where the match stands, or add up."""


Kind = Literal["choice", "several", "number"]


Option = tuple[str, str | Text | Card]
"""An option: its form value, and a name or card."""


@dataclass(frozen=True, slots=True)
class VerdictPart:
    """A verdict's part in the form: the ruled value and the options.

    `kind` is `choice` (one), `several` (any) or `number`. `whose`: the owner of this
    number, in a part with several.
    """

    name: str
    label: Text
    kind: Kind
    ruled: Sequence[str]
    options: Sequence[Option] = ()
    whose: str = ""

    @property
    def is_flag(self) -> bool:
        """Return whether it is yes or no."""
        return self.options == YES_OR_NO[::-1]

    @property
    def input(self) -> str:
        """Return the name of the part's input in the form."""
        if self.whose:
            return f"verdict={self.name}={self.whose}"
        return f"verdict={self.name}"

    def chosen_in(self, verdict: Mapping[str, Any]) -> Sequence[str]:
        """Return the form's values for what a verdict says; else what was ruled."""
        value = verdict.get(self.name, self.ruled)
        if self.whose and isinstance(value, Mapping):
            value = value.get(self.whose, self.ruled)
        if value is None:
            return [NOBODY]
        if isinstance(value, bool):
            return [YES_OR_NO[value][0]]
        return [*map(str, _as_list(value))]

    def value(self, chosen: Sequence[str]) -> Any:
        """Return the form's value as in a verdict's JSON."""
        if self.kind == "several":
            return [*chosen]
        [text] = chosen
        if self.kind == "number":
            digits = text[:12].replace(MINUS, "-")
            return int(digits) if digits.removeprefix("-").isdecimal() else text
        if self.is_flag:
            return text == YES_OR_NO[True][0]
        return None if text == NOBODY else text


def decisions_in(
    ruling: Ruling, game: Game, seats: Sequence[str], sides: Sequence[str] = ()
) -> Iterator[VerdictPart]:
    """Return the parts that people decide: yes or no, seats, numbers, cards.

    What follows from another part is not decided apart from it.
    """
    names = (*seats, *sides)
    for name, value in ruling.verdict.items():
        if name in NOT_DECIDED or game.lead_of(name, ruling.verdict):
            continue
        part = partial(VerdictPart, name, game.part_of_verdict(name))
        if isinstance(value, Mapping):
            for whose in _counted_seats(value, seats):
                yield part("number", [str(value[whose])], whose=whose)
            continue
        shape = _shape_of(name, value, names, ruling)
        if shape is not None:
            yield part(*shape)


def _shape_of(
    name: str, value: object, names: Sequence[str], ruling: Ruling
) -> tuple[Kind, Sequence[str], Sequence[Option]] | None:
    """Return a part's kind, its ruled value, and its options."""
    if isinstance(value, bool):
        return "choice", [YES_OR_NO[value][0]], YES_OR_NO[::-1]
    if isinstance(value, int):
        return "number", [str(value)], ()
    several: Kind = "several" if isinstance(value, (list, tuple)) else "choice"
    if _cards_in(value):
        return several, *_cards_to_choose(value, ruling)
    if _is_who(name, value, names):
        ruled = [NOBODY] if value is None else [*map(str, _as_list(value))]
        return several, ruled, _people(names, value)
    return None


def _counted_seats(value: Mapping[str, object], seats: Sequence[str]) -> list[str]:
    """Return the seats and sides with numbers."""
    counted = []
    for whose, number in value.items():
        if type(number) is int and side_of(whose, seats) is not None:
            counted.append(whose)
    return counted


def _is_who(name: str, value: object, names: Iterable[str]) -> bool:
    if value is None:
        return name == "winner"
    known = [*names]
    named = _as_list(value)
    return bool(named) and all(each in known for each in named)


def _cards_to_choose(
    value: object, ruling: Ruling
) -> tuple[Sequence[str], Sequence[Option]]:
    """Return the ruled codes, and the options: these cards, and those shown."""
    cards = dict.fromkeys(_cards_in(value))
    for laid in ruling.shown:
        cards |= dict.fromkeys(laid.cards)
    options: list[Option] = [(card.code, card) for card in cards]
    return [card.code for card in _cards_in(value)], options


def _people(names: Iterable[str], value: object) -> list[Option]:
    people: list[Option] = [(name, name) for name in names]
    if not isinstance(value, (list, tuple)):
        people.append((NOBODY, say("nobody")))
    return people


def _cards_in(value: object) -> list[Card]:
    return [item for item in _as_list(value) if isinstance(item, Card)]


def verdict_of(decisions: Iterable[VerdictPart], filled: FormValues) -> dict[str, Any]:
    """Return the form's changes to the verdict; `asked` are parts that may be empty."""
    verdict: dict[str, Any] = {}
    for part in decisions:
        chosen = [value for value in filled.getlist(part.input) if value.strip()]
        is_on_form = part.kind == "several" and part.input in filled.getlist("asked")
        if not chosen and not is_on_form:
            continue
        if set(chosen) == set(part.ruled):
            continue
        if part.whose:
            by_name = verdict.setdefault(part.name, {})
            by_name[part.whose] = part.value(chosen)
        else:
            verdict[part.name] = part.value(chosen)
    return verdict
