"""What a table plays otherwise than the rules, in one line."""

from collections.abc import Iterable, Mapping

from referee import DEPTH
from referee.plugin.discovery import house_rules_of
from referee.vocabulary.fields import type_of
from referee.vocabulary.game import Game
from referee.vocabulary.prompt import Field
from referee_web.pages.blueprint import blueprint
from referee_web.pages.parts.entry_words import worded_value
from referee_web.pages.template_filters import say_here, word
from referee_web.wording import translated


@blueprint.app_template_global("agreed_at")
def say_agreed(
    game: Game,
    chosen: Mapping[str, object],
    house_rules: Iterable[str],
    with_depth: bool = False,
) -> str:
    """Return it, as “Jokers high · 10 for 200”; empty if all is as in the rules.

    What the table's title names is left out, and how people enter a deal unless
    `with_depth`.
    """
    left_out = [*game.named_by]
    if not with_depth:
        left_out.append(DEPTH.name)
    phrases = []
    for option in game.options:
        value = chosen.get(option.name, option.default)
        if value != option.default and option.name not in left_out:
            phrases.append(_say_option(option, value))
    rules = house_rules_of(game.id)
    for id in house_rules:
        if id in rules:
            phrases.append(translated(rules[id].title))
    return " · ".join(phrases)


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
