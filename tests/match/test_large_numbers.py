"""No number that anybody enters or asks about makes a game fail, whichever field it
stands in.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any
from uuid import UUID

import pytest

from referee.match.history import History
from referee.match.log_entry import LogEntry
from referee.plugin import field_values
from referee.plugin.discovery import installed, rulebook
from referee.plugin.rulebook import Rulebook
from referee.testing.random_match import data_for, entry_that_fits, example_of
from referee.testing.random_options import draw_options
from referee.testing.random_player import RandomPlayer
from referee.vocabulary.errors import RefereeError, TooLargeError, WrongFieldsError
from referee.vocabulary.jsonable import jsonable
from referee.vocabulary.prompt import Field, Prompt
from referee.vocabulary.text import say
from referee.vocabulary.values import MOST_COUNTED, MOST_ENTERED
from tests.games.installed import each_kind
from tests.toy_games import grows_stricter

BEYOND = (10**30, -(10**30), MOST_ENTERED + 1, -MOST_ENTERED - 1, str(MOST_ENTERED + 1))
LARGEST = (MOST_ENTERED, -MOST_ENTERED)
NUMBERS = ("number", "numbers_by_seat")
MATCHES = 8
ENTRIES = 25
FILLED = 40
"""How often a question is filled in at random, to find what is answered."""


def with_number(
    data: Mapping[str, Any], field: Field, seats: tuple[str, ...], number: object
) -> dict[str, Any]:
    """The same data, with this number in this field, for all whom it holds one."""
    if field.type == "number":
        return {**data, field.name: number}
    whose = data.get(field.name) or field.words or field.seats or seats
    return {**data, field.name: dict.fromkeys(whose, number)}


def numbers_in(fields: tuple[Field, ...]) -> list[Field]:
    return [field for field in fields if field.type in NUMBERS]


# Questions


SEATS = ("Ana", "Ben", "Cy")


@pytest.mark.parametrize("game", installed().games)
def test_a_question_takes_no_number_that_is_too_large(game: str) -> None:
    book = rulebook(game)
    for question in book.questions.values():
        for field in numbers_in(question.fields):
            check_numbers(book, question.name, field)


def check_numbers(book: Rulebook, name: str, field: Field) -> None:
    data = answerable(book, name, field, SEATS)
    for number in BEYOND:
        with pytest.raises(WrongFieldsError) as refused:
            book.rule_from_json(name, with_number(data, field, SEATS, number))
        wrong = [error.field for error in refused.value.errors]
        assert field.name in wrong, name
    for number in LARGEST:
        with suppress(WrongFieldsError):
            ruling = book.rule_from_json(name, with_number(data, field, SEATS, number))
            json.dumps(jsonable(ruling))


def answerable(
    book: Rulebook, name: str, field: Field, seats: tuple[str, ...]
) -> dict[str, Any]:
    """What this question may be asked with, this field filled in: answered, if chance
    finds that.
    """
    question = book.questions[name]
    asked = Prompt(name, seats, say("x"), fields=question.fields)
    data: dict[str, Any] = {}
    for seed in range(FILLED):
        player = RandomPlayer(Random(seed), seats, deck=book.game.deck)
        data = with_number(player.choose([asked], [])[2], field, seats, 1)
        try:
            book.rule_from_json(name, data)
        except WrongFieldsError:
            continue
        break
    return data


# Matches


@dataclass(frozen=True, slots=True)
class Asked:
    """A prompt that a match came to, with numbers among its fields."""

    history: History
    prompt: Prompt
    data: Mapping[str, object]

    @property
    def seat(self) -> str:
        return self.prompt.seats[0]

    def enter(self, field: Field, number: object) -> None:
        """Enter this number, as the host; what it would do is looked at, and nothing is
        kept.
        """
        data = with_number(self.data, field, self.history.setting.seats, number)
        seat = self.seat if self.prompt.own or self.prompt.secret else None
        entry = LogEntry(
            len(self.history.steps) + 1,
            str(UUID(int=1)),
            self.prompt.kind,
            seat,
            data,
            None,
            True,
            0.0,
        )
        self.history.take_new(self.history.position, entry)


def asked_for_numbers(game: str) -> Iterator[Asked]:
    """Each kind of entry with numbers that some matches of this game come to, once in
    each.
    """
    book = rulebook(game)
    for seed in range(MATCHES):
        rng = Random(seed)
        players = rng.choice([count for count in book.game.players if count <= 6])
        seats = [f"Player {n}" for n in range(1, players + 1)]
        options = draw_options(book, seed, players)
        history = History.begin(book, book.read_setting(seats, None, options))
        player = RandomPlayer(
            rng, seats, partial(example_of, history, rng), book.game.deck
        )
        seen: set[str] = set()
        for _ in range(ENTRIES):
            for prompt in history.prompts:
                if prompt.kind not in seen and numbers_in(prompt.fields):
                    seen.add(prompt.kind)
                    yield Asked(
                        history, prompt, data_for(prompt, prompt.seats[0], history, rng)
                    )
            found = entry_that_fits(history, player)
            if found is None:
                break
            entry, step = found
            history.add(step)
            player.note(entry.kind, str(entry.seat), dict(entry.data), step.rulings)


@each_kind
def test_a_match_takes_no_number_that_is_too_large(game: str) -> None:
    for asked in asked_for_numbers(game):
        for field in numbers_in(asked.prompt.fields):
            for number in BEYOND:
                with pytest.raises(WrongFieldsError) as refused:
                    asked.enter(field, number)
                assert field.name in [error.field for error in refused.value.errors]
            for number in LARGEST:
                try:
                    asked.enter(field, number)
                except RefereeError as error:
                    assert error.status in (409, 422), error


@pytest.mark.parametrize("game", installed().games)
def test_no_option_of_a_new_table_is_too_large(game: str) -> None:
    book = rulebook(game)
    for option in numbers_in(book.game.options):
        for number in BEYOND:
            with pytest.raises(WrongFieldsError, match=option.name):
                book.check_new_options({option.name: number})


@pytest.mark.parametrize(
    "given",
    [
        1.25,
        MOST_ENTERED + 0.5,
        "1e30",
        1e30,
        float("inf"),
        float("nan"),
        "9" * 400,
        True,
    ],
)
def test_a_number_with_halves_is_a_whole_one_or_has_a_half(given: object) -> None:
    with pytest.raises(WrongFieldsError):
        rulebook("score-pad").rule_from_json(
            "round",
            {"totals": {"Ana": 0, "Ben": 0}, "points": {"Ana": given, "Ben": 1}},
        )


def test_a_score_that_no_ruling_tells_is_counted_exactly_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    book = Rulebook(grows_stricter)
    history = History.begin(book, book.read_setting(["Ana", "Ben"], None, {}))

    def enter(number: int, points: int) -> None:
        entry = LogEntry(
            number,
            str(UUID(int=number)),
            "score",
            None,
            {"points": points},
            None,
            True,
            0.0,
        )
        history.add(history.take_new(history.position, entry))

    with monkeypatch.context() as patch:
        patch.setattr(field_values, "MOST_ENTERED", MOST_COUNTED)
        enter(1, MOST_COUNTED - 3)
    with pytest.raises(TooLargeError):
        enter(2, 4)
    enter(2, 3)
    assert history.scene.standings[0].score == MOST_COUNTED
