"""What is refused, by a question or at a table: the verdict says what it is about, no
winner and no points.
"""

from collections.abc import Iterator
from random import Random

import pytest

from referee.plugin.discovery import rulebook
from referee.testing.random_match import play_at_random
from referee.testing.random_player import RandomPlayer
from referee.vocabulary.errors import WrongFieldsError
from referee.vocabulary.prompt import Prompt
from referee.vocabulary.ruling import Ruling

from .installed import each_kind

GAINS = {"winner", "winners", "points", "score", "scores", "totals", "ranking"}
"""Parts of verdicts that say what somebody gets."""


def rulings_on_questions(game: str, tries: int) -> Iterator[Ruling]:
    """Rulings on fields filled in at random, many of them nonsense that the game
    refuses.
    """
    rules = rulebook(game, ())
    rng = Random(game)
    for question in rules.questions.values():
        for _ in range(tries):
            seats = ("Ana", "Ben", "Cy", "Di")[: rng.choice((2, 3, 4))]
            prompt = Prompt("asked", seats, question.title, fields=question.fields)
            player = RandomPlayer(
                rng, seats, lambda _kind, _seat: None, rules.game.deck
            )
            data = player.choose([prompt], [])[2]
            try:
                yield rules.rule_from_json(question.name, data)
            except WrongFieldsError:
                continue


def refusals_at_tables(game: str) -> Iterator[Ruling]:
    rules = rulebook(game, ())
    for players in (rules.game.players[0], rules.game.players[-1]):
        yield from play_at_random(rules, players, seed=7, most=60).refused


@pytest.mark.parametrize("tries", [30, pytest.param(300, marks=pytest.mark.slow)])
@each_kind
def test_a_refusal_names_no_winner_and_no_points(game: str, tries: int) -> None:
    for ruling in (*rulings_on_questions(game, tries), *refusals_at_tables(game)):
        if ruling.verdict.get("legal") is False:
            assert not GAINS & ruling.verdict.keys(), str(ruling.summary)
