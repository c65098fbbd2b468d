"""The questions: put at random, each is ruled on, or what is wrong with the fields is said."""

from collections.abc import Iterator
from random import Random

from referee.plugin.game_faults import GameFaultError
from referee.testing.checks.check_rulings import flaws_of_ruling
from referee.testing.checks.checked_game import CheckedGame
from referee.testing.flaw import Flaw
from referee.testing.random_play import RandomPlayer
from referee.vocabulary.errors import WrongFieldsError
from referee.vocabulary.game import Question
from referee.vocabulary.jsonable import jsonable

NAME = "questions"
TIMES = 60
SEATS = ("Ana", "Ben")


def flaws(game: CheckedGame) -> Iterator[Flaw]:
    """What goes wrong where anybody may put any position."""
    for question in game.rulebook.questions.values():
        yield from _of_question(game, question)


def _of_question(game: CheckedGame, question: Question) -> Iterator[Flaw]:
    player = RandomPlayer(Random(question.name), SEATS, deck=game.rulebook.game.deck)  # noqa: S311  # nothing secret
    answered = False
    prompt = {"kind": question.name, "seats": SEATS, "optional": False, "fields": jsonable(question)["fields"]}
    why = ""
    for _ in range(TIMES):
        _, _, data = player.choose([prompt], SEATS)
        try:
            ruling = game.rulebook.ask(question.name, data)
        except WrongFieldsError as wrong:
            why = str(wrong.errors[0].message)
            continue
        except GameFaultError as fault:
            yield game.flaw_of(NAME, fault)
            return
        answered = True
        yield from flaws_of_ruling(game, NAME, question.hook, ruling, None)
    if not answered:
        where = game.place_of_hook("questions", question.name)
        what = f"Of {TIMES} positions put at random the question {question.name!r} answers none: {why}"
        instead = "Say in the fields what can be meant: `choices`, `min`, `max`, `total`."
        yield Flaw(NAME, where, what, "People fill in what the fields offer.", instead, grave=False)
