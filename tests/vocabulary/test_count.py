"""Sentences about a number of things."""

from referee.vocabulary.text import say_count


def test_one_has_a_sentence_of_its_own() -> None:
    assert str(say_count("{n} card", "{n} cards", 1)) == "1 card"


def test_any_other_number_takes_the_other() -> None:
    assert [
        str(say_count("{seat} holds {n} card", "{seat} holds {n} cards", n, seat="Ana"))
        for n in (0, 2)
    ] == [
        "Ana holds 0 cards",
        "Ana holds 2 cards",
    ]
