"""What a question's field states holds, in every game: anything beyond it is refused
with the field's name.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from referee import Field, WrongFieldsError
from referee.plugin.discovery import rulebook
from referee.plugin.rulebook import Rulebook
from referee.testing.random_player import RandomPlayer
from referee.vocabulary.fields import type_of
from referee.vocabulary.prompt import Prompt
from tests.games.installed import GAMES

SEATS = ("Ana", "Ben")
QUESTIONS = [(game, name) for game in GAMES for name in rulebook(game).questions]


def a_position(rules: Rulebook, question: str, name: str) -> dict[str, Any]:
    """Values for this field of a question, and for others, on which it rules."""
    deck = rules.game.deck
    rng = Random(f"{question} {name}")
    player = RandomPlayer(rng, SEATS, deck=deck)
    asked = rules.questions[question]
    for attempt in range(4_000):
        fields = []
        for field in asked.fields:
            # Where all cannot be said together, most are left out.
            is_left_out = attempt >= 2_000 and rng.random() < 0.9
            is_needed = field.name == name or not (field.optional or field.unless)
            if is_needed or not is_left_out:
                fields.append(replace(field, optional=False))
        prompt = Prompt(question, SEATS, asked.title, fields=tuple(fields))
        _, _, data = player.choose([prompt], SEATS)
        try:
            rules.rule_from_json(question, data)
        except WrongFieldsError:
            continue
        return data
    raise AssertionError("no position was answered")


def beyond(
    field: Field,
    fields: tuple[Field, ...],
    data: Mapping[str, Any],
    deck: tuple[Any, ...],
) -> Iterator[Any]:
    """Values that this field states it does not take."""
    value = data[field.name]
    kind = type_of(field)
    is_said_otherwise = any(map(data.get, field.unless))
    is_part_enough = is_said_otherwise and field.total is not None
    if not (field.optional or kind.tossed or is_said_otherwise):
        yield None
    if kind.by_seat:
        if not is_part_enough:
            yield {}
        if (
            not is_part_enough
            and not field.some
            and sum(type_of(one).by_seat for one in fields if one.name in data) > 1
        ):
            yield {SEATS[0]: value[SEATS[0]]}
        for one in beyond_one(field, value[SEATS[0]], left_of(deck, field, data)):
            yield {**value, SEATS[0]: one}
        if field.partners:
            yield {**value, SEATS[0]: [value[SEATS[0]], value[SEATS[1]]]}
    else:
        yield from beyond_one(field, value, left_of(deck, field, data))


def left_of(
    deck: tuple[Any, ...], field: Field, data: Mapping[str, Any]
) -> tuple[Any, ...]:
    """The cards that no other field has: one that the deck holds no more is another
    fault.
    """
    named = {
        code
        for name, value in data.items()
        if name != field.name
        for code in re.findall(r"\w+", str(value))
    }
    return tuple(card for card in deck if card.code not in named)


def beyond_one(field: Field, value: Any, deck: tuple[Any, ...]) -> Iterator[Any]:
    """The same for one seat of a field by seat, or for another field."""
    kind = type_of(field)
    if not kind.of_cards:
        if field.type == "choice":
            yield "none of these"
        if field.min is not None:
            yield field.min - 1
        if field.max is not None:
            yield field.max + 1
        return
    yield "a card that there is not"
    if field.suggests:
        return
    strange = [card.code for card in deck if field.cards and card not in field.cards]
    codes = [card.code for card in field.cards or deck if card in deck]
    yield from strange[:1]
    if kind.one_card:
        return
    yield [codes[0]] * (codes.count(codes[0]) + 1)
    if field.min:
        yield codes[: field.min - 1]
    if field.max is not None:
        yield (codes * 2)[: field.max + 1]


@pytest.mark.parametrize(
    ("game", "question"), QUESTIONS, ids=[f"{game} {name}" for game, name in QUESTIONS]
)
def test_what_a_field_states_holds(game: str, question: str) -> None:
    rules = rulebook(game)
    fields = rules.questions[question].fields
    for field in fields:
        data = a_position(rules, question, field.name)
        for value in beyond(field, fields, data, rules.game.deck):
            with pytest.raises(WrongFieldsError) as refused:
                rules.rule_from_json(question, {**data, field.name: value})
            assert field.name in {error.field for error in refused.value.errors}, (
                field.name,
                value,
            )


FIVE = "2C 3C 5C 6C 7C"
SEVEN = "2D 3D 5D 6D 7D 8D 9D"


@pytest.mark.parametrize(
    ("question", "data", "why"),
    [
        (
            "key",
            {"hands": {"Ana": FIVE, "Ben": SEVEN}},
            "hands: Enter at most 5 cards for “The hand of each side .*” .Ben.",
        ),
        (
            "key",
            {"hands": {"Ana": FIVE, "Ben": "2D 3D 5D 6D"}},
            "hands: Enter at least 5 cards for “The hand of each side .*” .Ben.",
        ),
        (
            "key",
            {"hands": {"A & C": [["2C"], ["3C"]], "B & D": None}},
            "hands: Enter at least 5 cards for .* .A & C.",
        ),
        (
            "contest",
            {"bids": {"Ana": "8C", "Ben & Di": [["8H"], ["9H"]]}},
            "bids: Enter the cards of the same number of partners",
        ),
        (
            "contest",
            {"bids": {"A & C": [["8C"], []], "B & D": [["8H"], ["9H"]]}},
            "bids: Enter at least 1 card",
        ),
    ],
    ids=[
        "seven cards",
        "four cards",
        "partners have five each",
        "one bid against two",
        "a partner without a bid",
    ],
)
def test_a_hand_and_a_bid_of_jizara(
    question: str, data: dict[str, Any], why: str
) -> None:
    with pytest.raises(WrongFieldsError, match=why):
        rulebook("jizara").rule_from_json(question, data)


def test_a_side_that_passes_counts_no_partners() -> None:
    bids = {"Ana & Cy": [["8C"], ["9C"]], "Ben & Di": None}
    assert (
        rulebook("jizara").rule_from_json("contest", {"bids": bids}).verdict["winner"]
        == "Ana & Cy"
    )
