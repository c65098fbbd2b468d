"""What a game declares that can be shown, but cannot be meant: fields, options, questions and sides."""

from collections.abc import Iterator, Sequence
from itertools import chain

from referee.cards.naming import JOKER_WORDINGS
from referee.match.replay import History
from referee.testing.checks.checked_game import CheckedGame
from referee.testing.flaw import Flaw
from referee.vocabulary.fields import type_of
from referee.vocabulary.prompt import Field
from referee.vocabulary.view import Standing

NAME = "declarations"
WHY = "People fill in what the fields offer, and pages show one place and score for a side."


def flaws(game: CheckedGame) -> Iterator[Flaw]:
    """What is declared, by itself and in every position of a match, and cannot be meant so."""
    told = set[str]()
    for hook, name, wrong in _declarations(game):
        if (what := f"{name!r} {wrong}.") not in told:
            told.add(what)
            yield Flaw(NAME, game.place_of_hook(hook, name), what, WHY, "Declare what can be meant.")


def _declarations(game: CheckedGame) -> Iterator[tuple[str, str, str]]:
    """The hook, the name and what is wrong with it."""
    described, questions = game.rulebook.game, game.rulebook.questions.values()
    yield from (("describe_game", *wrong) for wrong in _in_fields(described.options))
    for option in described.options:
        if option.default is None and not option.optional:
            yield "describe_game", option.name, "has no `default`, and is not `optional`"
        if option.name == "jokers" and not {*option.choices} <= {*JOKER_WORDINGS}:
            yield "describe_game", "jokers", "has other choices than `JOKER_WORDING`"
    if described.named_by not in ("", *(option.name for option in described.options if option.type == "text")):
        yield "describe_game", described.named_by, "is in `named_by`, and is no option of the type `text`"
    hooks = [str(question.hook) for question in questions if question.hook != "answer"]
    for question in questions:
        yield from (("questions", *wrong) for wrong in _in_fields(question.fields))
        if hooks.count(question.hook) > 1:
            yield "questions", question.hook, "rules on more than one question"
    seats = [f"Player {n}" for n in range(1, game.rulebook.game.players[0] + 1)]
    opening = History.begin(game.rulebook, game.rulebook.setting(seats, None, {}))
    # Whoever plays at random fails over what cannot be filled in, so the first position comes first.
    for history in chain((opening,), _played(game)):
        for position in history.positions:
            yield from (("prompts", *wrong) for prompt in position.asked for wrong in _in_fields(prompt.fields))
        yield from (("scene", *wrong) for wrong in _in_sides(history.scene.sides, history.scene.standings))


def _played(game: CheckedGame) -> Iterator[History]:
    yield from (match.history for match in game.matches)


def _in_fields(fields: Sequence[Field]) -> Iterator[tuple[str, str]]:
    names = {field.name for field in fields}
    for field in fields:
        type = type_of(field)
        if type.needs_choices and not field.choices and field.among is None:
            yield field.name, "has no `choices`, and cannot be filled in without"
        if field.seats and (field.partners or not (type.by_seat and type.of_cards)):
            yield field.name, "has `seats`, which only fields of cards by seat have, without `partners`"
        if strange := [name for name in field.unless if name not in names]:
            yield field.name, f"goes by {', '.join(strange)}, which is no field beside it"


def _in_sides(sides: Sequence[Sequence[str]], standings: Sequence[Standing]) -> Iterator[tuple[str, str]]:
    stand = {standing.seat: (standing.score, standing.place) for standing in standings}
    for side in sides:
        if len({stand[seat] for seat in side}) > 1:
            yield " and ".join(side), "are one side, and differ in score or place: `rank_sides` ranks sides"
