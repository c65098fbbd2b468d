"""The one renderer of fields: what it shows, and what it leaves away."""

import re

import pytest
from flask import Flask, get_template_attribute
from referee_web.pages.forms.prompt_form import FormTag, PromptForm

from referee import Field, Prompt, say
from referee.cards.card import CARDS


def form_of(field: Field) -> PromptForm:
    prompt = Prompt("final", (field,), say("FINAL card"))
    return PromptForm(prompt, FormTag("f", ""), ("Ana", "Ben", "Cy"))


def example(field: Field) -> str:
    return form_of(field).at(field).example


def shown(app: Flask, field: Field) -> str:
    form = form_of(field)
    with app.test_request_context():
        return str(
            get_template_attribute("forms/fields.html", "field")(form, field)
        ).strip()


@pytest.mark.parametrize(("most", "is_shown"), [(0, False), (1, True), (None, True)])
def test_a_field_of_cards_that_takes_nothing_now_is_not_shown(
    app: Flask, most: int | None, is_shown: bool
) -> None:
    field = Field("final", "cards", say("FINAL card"), optional=True, min=0, max=most)
    assert ("FINAL card" in shown(app, field)) == is_shown


@pytest.mark.parametrize(
    ("seats", "asked"), [((), ["Ana", "Ben", "Cy"]), (("Ana", "Cy"), ["Ana", "Cy"])]
)
def test_cards_are_asked_of_the_seats_that_a_field_names(
    app: Flask, seats: tuple[str, ...], asked: list[str]
) -> None:
    found = re.findall(
        r'name="typed=plays=(\w+)"',
        shown(app, Field("plays", "card_by_seat", say("Cards"), seats=seats)),
    )
    assert found == asked


@pytest.mark.parametrize(
    ("optional", "radios"),
    [
        (True, [("", " checked"), ("left", ""), ("right", "")]),
        (False, [("left", ""), ("right", "")]),
    ],
)
def test_a_choice_that_may_be_left_out_can_be_taken_back(
    app: Flask, optional: bool, radios: list[tuple[str, str]]
) -> None:
    words = Field("side", "choice", say("Side"), optional, choices=("left", "right"))
    assert (
        re.findall(r'type="radio"[^>]* value="(\w*)"( checked)?', shown(app, words))
        == radios
    )


@pytest.mark.parametrize(
    ("words", "row"),
    [
        ("1 2 3 4 5 6 7", " in-a-row"),
        ("no doubled redoubled", " three"),
        ("left right", ""),
        ("hearts spades both none", ""),
    ],
)
def test_signs_stand_in_a_row_and_so_do_three_short_words(
    app: Flask, words: str, row: str
) -> None:
    field = Field("word", "choice", say("Word"), choices=tuple(words.split()))
    assert f'class="choices{row}"' in shown(app, field)


def test_an_example_of_several_cards_is_of_one_rank(app: Flask) -> None:
    several = tuple(CARDS[code] for code in ("5H", "7S", "JD"))
    with app.test_request_context():
        assert example(Field("cards", "cards", say("Cards"), max=4)) == "2c 2d"
        assert (
            example(Field("cards", "cards", say("Cards"), max=4, choices=several))
            == "5h 7s"
        )


def test_of_two_words_the_usual_one_stands_first(app: Flask) -> None:
    words = {"yes": say("without"), "no": say("with")}
    usual = Field("without", "flag", say("With"), labels=words, default=False)
    assert re.findall(r">(with\w*)<", shown(app, usual)) == ["with", "without"]
    open_to_both = Field("without", "flag", say("With"), labels=words)
    assert re.findall(r">(with\w*)<", shown(app, open_to_both)) == ["without", "with"]
    plain = Field("without", "flag", say("With"), default=False)
    assert re.findall(r">(Yes|No)<", shown(app, plain)) == ["Yes", "No"]
