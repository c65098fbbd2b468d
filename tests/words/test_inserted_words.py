"""What is put into a sentence keeps its grammar: cards, names, numbers and texts, in German and Spanish."""

from __future__ import annotations

import re

import pytest
from referee_faj.showdown import score_round
from referee_four_aces.hand import points_said
from referee_tripp_jokes.play import rule_play
from referee_tripp_jokes.ranks import ranks_said
from referee_web.guards.problems import problem_of

from referee.cards.card import card
from referee.hosting.races.races import mashing
from referee.plugin import languages
from referee.vocabulary.errors import TooManyRequestsError
from referee.vocabulary.text import Text, Wording, say
from referee.vocabulary.values import Values
from tests.words.gather import Package, known_to, packages


def said(text: Text, code: str) -> str:
    return text.word(Wording(language=languages.language(code)))


@pytest.mark.parametrize(
    ("seats", "told"),
    [
        (("Ana", "Iris"), "Ana e Iris"),
        (("Ana", "Ben", "Hilda"), "Ana, Ben e Hilda"),
        (("Iris", "Ana"), "Iris y Ana"),
        (("Ana", "Ian"), "Ana y Ian"),
    ],
)
def test_spanish_says_and_by_the_sound_that_follows(seats: tuple[str, ...], told: str) -> None:
    assert said(say("{seats}", seats=seats), "es") == told


def test_spanish_says_or_by_the_sound_that_follows() -> None:
    assert said(say("{seats:or}", seats=("Ana", "Olga")), "es") == "Ana u Olga"
    assert said(say("{counts:or}", counts=(6, 7, 8)), "es") == "6, 7 u 8"


def test_other_languages_join_as_ever() -> None:
    assert str(say("{seats}", seats=("Ana", "Iris"))) == "Ana and Iris"
    assert said(say("{seats:or}", seats=("Ana", "Olga")), "de") == "Ana oder Olga"


def test_one_second_is_no_seconds() -> None:
    assert str(mashing(1).message).endswith("in 1 second.")
    assert said(mashing(1).message, "de").endswith("in 1 Sekunde wieder gehört.")
    too_often = problem_of(TooManyRequestsError(1))
    assert str(too_often.detail) == "That was too often. Try again in 1 second."


@pytest.mark.parametrize("code", ["2C", "JC", "AC"])
def test_every_copy_of_a_card_of_any_gender(code: str) -> None:
    template = "Every {card} in the game has been seen outside the bidding draw, into which no card ever goes back."
    assert said(say(template, card=card(code)), "de").startswith(f"{said(say('{card}', card=card(code)), 'de')} wurde")


def test_who_wins_a_showdown() -> None:
    pair, nothing = ("2C", "2D", "5H", "8S", "TC"), ("3C", "4D", "6H", "9S", "8D")
    ruling = score_round(Values({"piles": {"Ana": tuple(map(card, pair)), "Ben": tuple(map(card, nothing))}}))
    assert said(ruling.summary, "de") == "Ana gewinnt: ein Paar"


def test_totals_need_no_dative() -> None:
    assert said(say("{leader} leads with {total}", leader="Ana", total=points_said(20)), "de") == "Ana führt: 20 Punkte"


def test_ranks_of_either_gender() -> None:
    assert said(ranks_said(("2", "3", "9", "T", "J", "Q", "K", "A", "X")), "es").startswith("nueves o superiores, o")


@pytest.mark.parametrize(
    ("played", "german", "spanish"),
    [
        (("4C",), "4♣ zu spielen ist nicht erlaubt.", "No está permitido jugar 4♣."),
        (("4C", "4D"), "4♣ 4♦ zu spielen ist nicht erlaubt.", "No está permitido jugar 4♣ 4♦."),
        (("9C", "9D"), "9♣ 9♦ zu spielen ist erlaubt.", "Está permitido jugar 9♣ 9♦."),
    ],
)
def test_one_card_or_several_are_ruled_on_alike(played: tuple[str, ...], german: str, spanish: str) -> None:
    ruling = rule_play((card("8H"),), tuple(map(card, played)))
    assert said(ruling.summary, "de").startswith(german)
    assert said(ruling.summary, "es").startswith(spanish)


@pytest.mark.parametrize("package", packages(), ids=lambda package: package.name)
def test_spanish_never_leaves_a_preposition_before_an_article(package: Package) -> None:
    """`de el rey` would have to be `del rey`."""
    told = [message.string for message in known_to(package, "es")]
    said = [one for string in told for one in ((string,) if isinstance(string, str) else string)]
    assert not [one for one in said if re.search(r"\b(a|de) \{\w+:the\}", one, re.IGNORECASE)]


def test_a_hand_is_compared_without_an_accusative() -> None:
    straight, flush = ("2D", "3D", "4H", "5S", "6H"), ("3C", "4C", "6C", "9C", "8C")
    ruling = score_round(Values({"piles": {"Ana": tuple(map(card, flush)), "Ben": tuple(map(card, straight))}}))
    assert "Ana: Flush; Ben: nur Straße." in [said(reason.text, "de") for reason in ruling.because]
