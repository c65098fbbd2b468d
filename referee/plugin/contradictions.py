"""Options and house rules that do not go together."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from referee.vocabulary.errors import FieldError
from referee.vocabulary.game import Game, HouseRule
from referee.vocabulary.prompt import Field, Needs
from referee.vocabulary.text import NOTHING, Text, say

Chosen = Mapping[str, object]


def contradictions(
    game: Game, house_rules: Sequence[HouseRule], chosen: Chosen
) -> Iterator[FieldError]:
    """Yield each option and house rule that does not go with the rest, and why.

    `chosen` may have `players`; without them any number will do.
    """
    for option in game.options:
        for why in _find_contradictions(option, game, chosen):
            yield FieldError(option.name, why)

    titles = {rule.id: _title(rule) for rule in house_rules}
    for rule in house_rules:
        for why in _explain_unmet(rule.needs, game, chosen):
            because = say("{rule}: {why}", rule=_title(rule), why=why)
            yield FieldError("house_rules", because)
        for id in rule.excludes:
            if id in titles:
                template = "Choose one of “{rule}” and “{other}”: not both."
                both = say(template, rule=_title(rule), other=titles[id])
                yield FieldError("house_rules", both)


def _find_contradictions(option: Field, game: Game, chosen: Chosen) -> Iterator[Text]:
    value = chosen.get(option.name)
    if option.at_most is not None:
        [other] = [each for each in game.options if each.name == option.at_most]
        most = chosen.get(other.name)
        if isinstance(value, int) and isinstance(most, int) and value > most:
            template = "No more than “{option}”: {n}."
            yield say(template, option=other.label, n=most)
    players = chosen.get("players")
    together = option.most_together
    if together is not None and isinstance(value, int) and isinstance(players, int):
        most = together // players
        if value > most:
            yield say("At most {n} with {players} players.", n=most, players=players)
    if value != option.default:
        yield from _explain_unmet(option.needs or {}, game, chosen)


def _title(rule: HouseRule) -> Text:
    return replace(NOTHING, template=rule.title)


def _explain_unmet(needs: Needs, game: Game, chosen: Chosen) -> Iterator[Text]:
    for option in game.options:
        values = needs.get(option.name)
        if values is not None and chosen.get(option.name) not in values:
            yield _only_with(option, values)

    players = needs.get("players")
    if players is not None and chosen.get("players") not in (None, *players):
        yield say("This is only for {players:or} players.", players=players)


def _only_with(option: Field, values: Sequence[object]) -> Text:
    if values == (True,):
        return say("This needs “{option}”.", option=option.label)
    if values == (False,):
        return say("This does not go with “{option}”.", option=option.label)
    others = [word for word in option.words if word not in values]
    template = "This goes only with “{option}”: {values:or}."
    if 0 < len(others) < len(values):
        values = others
        template = "This does not go with “{option}”: {values:or}."
    labels = tuple(option.labels.get(str(value), value) for value in values)
    return say(template, option=option.label, values=labels)
