"""Random options for a match, and a note of which of them its game reads."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import cast

from referee.plugin.contradictions import contradictions
from referee.plugin.rulebook import Rulebook
from referee.vocabulary.fields import type_of
from referee.vocabulary.game import ChosenOptions, Setting
from referee.vocabulary.prompt import Field

AS_THEY_STAND = 1
"""The seed of the match with default options, however long it takes."""

A_LITTLE = 5
"""The most by which a number option exceeds its minimum."""

LEFT_OUT = 0.25
"""The probability of leaving an optional option out."""


class WatchedOptions(ChosenOptions):
    """Chosen options that note in `read` which options a game has looked at."""

    def __init__(self, options: ChosenOptions, read: set[str]) -> None:
        super().__init__(options, options.types)
        self.read = read

    def __getitem__(self, name: str) -> object:
        self.read.add(name)
        return super().__getitem__(name)

    def get(self, name: str, otherwise: object = None, /) -> object:
        """Return this option; `otherwise` without it."""
        self.read.add(name)
        return super().get(name, otherwise)

    def __iter__(self) -> Iterator[str]:
        self.read.update(self.types)
        return super().__iter__()


def watch_options(setting: Setting, read: set[str]) -> Setting:
    """Return the set-up with options that note in `read` which options were read."""
    options = cast(ChosenOptions, setting.options)
    return replace(setting, options=WatchedOptions(options, read))


def draw_options(rulebook: Rulebook, seed: int, players: int) -> Mapping[str, object]:
    """Return random options with small numbers, so that matches end soon.

    Options that contradict others, or the number of players, keep their defaults. Seed
    0 has all numbers at their minimum, for at least one short match, and all flags
    flipped. `AS_THEY_STAND` has the defaults. So each flag is played both ways in any
    number of matches.
    """
    if seed == AS_THEY_STAND:
        return _fit(rulebook, {}, players)
    rng = Random(f"options {seed}")  # nothing secret  # noqa: S311
    options = {}
    for option in rulebook.game.options:
        value = _draw_value(option, rng, shortest=not seed)
        if option.optional and seed and rng.random() < LEFT_OUT:
            value = None
        options[option.name] = value
    return _fit(rulebook, options, players)


def _fit(
    rulebook: Rulebook, options: dict[str, object], players: int
) -> Mapping[str, object]:
    """Return these options without contradictions, with what the house rules need."""
    needs = [rule.needs for rule in rulebook.house_rules]
    fields = {option.name: option for option in rulebook.game.options}
    while needs:
        for name, values in needs.pop().items():
            if name in fields:
                options[name] = values[0]
                needs.append(fields[name].needs or {})

    while unfit := _unfit(rulebook, options, players):
        for name in unfit:
            del options[name]
    return options


def _unfit(rulebook: Rulebook, options: Mapping[str, object], players: int) -> set[str]:
    """Return the options that contradict the rest, or bound an option that does."""
    fields = {option.name: option for option in rulebook.game.options}
    chosen = {**rulebook.read_options(options), "players": players}
    unfit = set()
    for error in contradictions(rulebook.game, rulebook.house_rules, chosen):
        if error.field in fields:
            unfit |= {error.field, fields[error.field].at_most or ""}
    return unfit & options.keys()


def _draw_value(option: Field, rng: Random, shortest: bool) -> object:
    if option.type == "flag":
        return not option.default if shortest else rng.random() < 0.5
    if type_of(option).needs_choices:
        return rng.choice([*type_of(option).choices(option)])
    least = option.min
    if option.type != "number" or least is None:
        return option.default
    if shortest:
        return least
    most = least + A_LITTLE
    if option.max is not None:
        most = max(least, min(option.max, most))
    return rng.choice((least, rng.randint(least, most)))
