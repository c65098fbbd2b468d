"""What a table plays otherwise than the rules, in one line."""

from collections.abc import Iterable, Mapping

from referee import DEPTH
from referee.plugin.discovery import house_rules_of
from referee.vocabulary.fields import type_of
from referee.vocabulary.game import Game
from referee.vocabulary.prompt import Field
from referee_web.pages.entries.entry_words import worded_value
from referee_web.pages.template_filters import say_here, word
from referee_web.wording import translated


def say_agreed(
    game: Game,
    chosen: Mapping[str, object],
    house_rules: Iterable[str],
    with_depth: bool = False,
) -> str:
    """Return the table's agreements, such as “Jokers high · 10 for 200”.

    It is "" if all is as in the rules. It leaves out what the table's title names, and
    without `with_depth` how people enter a deal. It always says a number that only
    another choice brings, such as the minutes of a level.
    """
    left_out = [*game.named_by]
    if not with_depth:
        left_out.append(DEPTH.name)
    values = {each.name: chosen.get(each.name, each.default) for each in game.options}
    usual = {each.name: each.default for each in game.options}
    phrases = []
    for option in game.options:
        value = values[option.name]
        is_brought = option.type == "number" and _is_brought(option, values, usual)
        if option.name not in left_out and (value != option.default or is_brought):
            phrases.append(_say_option(option, value))
    rules = house_rules_of(game.id)
    for id in house_rules:
        if id in rules:
            phrases.append(translated(rules[id].title))
    return " · ".join(phrases)


def _is_brought(
    option: Field, values: Mapping[str, object], usual: Mapping[str, object]
) -> bool:
    """Return whether an option counts only since another one was changed."""
    for name, needed in (option.needs or {}).items():
        if name in usual and usual[name] not in needed:
            return values[name] in needed
    return False


def _say_option(option: Field, value: object) -> str:
    """Return a choice's or a flag's own words; a number after its label.

    Brackets in the label are for the form alone.
    """
    label = word(option.label).partition(" (")[0]
    if value is True:
        return label
    words = word(worded_value(value, option))
    if type_of(option).own_words:
        words = say_here("“{text}”", text=words)
    if option.type == "choice" and not option.named:
        return words
    return say_here("{label}: {text}", label=label, text=words)
