"""Which names people take for the same, and what is shown of a name."""

import unicodedata
from importlib.resources import files

import pytest

from referee.hosting.tables.player_names import (
    comparable,
    read_name,
    read_names,
    same_name,
)
from referee.vocabulary.errors import WrongFieldsError

UNSEEN = [
    *"\ufe0f\u3164\u2800\u034f\u180b\u200b\u200c\u200d\u200e\u2060\u00ad\u115f\uffa0\ufeff\u17b4\u061c"
]


@pytest.mark.parametrize(
    "unseen", [*UNSEEN, "\U000e0041", "\U000e0100", "\U0001d159"], ids=ascii
)
def test_what_cannot_be_seen_is_dropped(unseen: str) -> None:
    for typed in (
        f"Ana{unseen}",
        f"A{unseen}na",
        f"{unseen}Ana",
        f"A{unseen}{unseen}na",
    ):
        assert read_name(typed) == "Ana"


@pytest.mark.parametrize(
    ("typed", "there"),
    [
        ("\u0410na", "Ana"),  # Cyrillic
        ("\u0391na", "Ana"),  # Greek
        ("\uff21\uff4e\uff41", "Ana"),  # full width
        ("\U0001d400na", "Ana"),  # mathematical
        ("A\u0301na", "\u00c1na"),
        ("\u0410\u0301na", "\u00c1na"),
        ("\u0392en", "ben"),
        ("\u041c\u0430\u0445", "Max"),  # the whole of it
        ("\u13aana", "Ana"),  # Cherokee
        ("\u03f9em", "Cem"),  # Greek that NFKC makes a sigma of
        ("Wei\u03b2", "Wei\u00df"),
        ("B\u05e1b", "Bob"),  # Hebrew
        ("Wi\u0627l", "Will"),  # Arabic
        ("B\u212en", "Ben"),  # a symbol: estimated
        ("Ma\u00d7", "Max"),
        ("J\u0e50se", "Jose"),  # zeros: Thai, Telugu, Bengali, N'Ko
        ("Pau\u0661", "Paul"),  # ones: Arabic
        ("Player 1\u0e50", "Player 10"),
        ("Player \u09ea", "Player 8"),
        ("Anna\u2010Lena", "Anna-Lena"),
        ("O\u2019Brien", "O'Brien"),  # an apostrophe in other forms
        ("O\u02bcBrien", "O'Brien"),
        ("ANA", "Ana"),
    ],
)
def test_what_looks_alike_in_other_scripts_makes_the_same_name(
    typed: str, there: str
) -> None:
    assert same_name(read_name(typed), ["Zoe", there]) == there
    assert same_name(there, [read_name(typed)]) == read_name(typed)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ami", "Arni"),
        ("Ina", "lna"),
        ("Ana1", "Anal"),
        ("Ana", "\u00c1na"),
        (
            "\u0410\u043d\u043d\u0430",
            "Anna",
        ),  # the same name in Cyrillic, which looks otherwise
        ("\u0418\u0432\u0430\u043d", "Ivan"),
        ("\u03f2ma", "Oma"),
        ("Ana 0", "Ana O"),
        ("P1", "Pl"),
        (
            "\u05d2\u2019\u05e0\u05d9",
            "\u05d2\u05d9\u05e0\u05d9",
        ),  # Hebrew: an apostrophe, and the letter yod
        (
            "\u0418\u0433\u0440\u043e\u043a 3",
            "\u0418\u0433\u0440\u043e\u043a \u0417",
        ),  # a digit, a Cyrillic letter
        (
            "\u0639\u0644\u06cc \u06f5",
            "\u0639\u0644\u06cc \u0647",
        ),  # an Arabic five and letter
    ],
)
def test_other_names_both_sit(one: str, other: str) -> None:
    assert read_names([one, other]) == [one, other]


@pytest.mark.parametrize(
    "name",
    [
        "\u0410\u043d\u043d\u0430",
        "\u0645\u062d\u0645\u062f",
        "\u674e\u5c0f\u9f99",
        "\ud64d\uae38\ub3d9",
        "\u0928\u093f\u0930\u094d\u200d\u092e\u0932",  # Devanagari: a half letter
        "\u0dc1\u0dca\u200d\u0dbb\u0dd3",  # Sinhala: a conjunct
        "\u06a9\u0648\u0631\u0634\u200c\u0632\u0627\u062f",  # Persian: letters that stand apart
        "Ana \U0001f469\u200d\U0001f680",  # one emoji of two
        "Ana \u2764\ufe0f\u200d\U0001f525",
        "Ana \U0001f469\U0001f3fd\u200d\U0001f680",
    ],
    ids=ascii,
)
def test_a_name_is_shown_as_it_was_typed(name: str) -> None:
    assert read_name(name) == name
    plain = "".join(letter for letter in name if letter not in "\u200c\u200d\ufe0f")
    assert same_name(plain, [name]) == name
    assert comparable(name) == comparable(
        name.replace("\u200c", "").replace("\u200d", "")
    )


def test_a_name_of_nothing_that_can_be_seen_is_none() -> None:
    for nothing in ("\u3164", "\u2800\ufe0f", "\u115f\u1160"):
        with pytest.raises(WrongFieldsError, match="at least one letter or digit"):
            read_name(nothing)


def test_no_letter_of_another_script_stands_for_a_latin_one_that_it_looks_like() -> (
    None
):
    for group in (
        files("referee.hosting.tables")
        .joinpath("lookalikes.txt")
        .read_text("utf-8")
        .split()
    ):
        script = {letter: unicodedata.name(letter).split()[0] for letter in group}
        latin = [letter for letter in group if script[letter] == "LATIN"]
        # The Roman hundred is Latin too; ASCII's digits and signs stand beside Latin
        # letters.
        others = [
            letter
            for letter in group
            if script[letter] not in ("LATIN", "ROMAN") and not letter.isascii()
        ]
        missed = [
            (one, other)
            for one in latin
            for other in others
            if same_name(f"{one}m", [f"{other}m"]) is None
        ]
        assert missed == []
