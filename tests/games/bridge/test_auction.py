"""The auction: which calls can be, when it is over, and who plays what."""

from typing import Any

import pytest

from referee import Ruling, WrongFieldsError
from referee.testing import ask


def auction(calls: str) -> Ruling:
    return ask("bridge", "auction", seats=["Ana", "Ben", "Cy", "Dee"], calls=calls)


def contract(calls: str) -> tuple[Any, ...]:
    said = auction(calls).verdict
    assert said["legal"]
    assert said["over"]
    return said["declarer"], said["level"], said["strain"], said["doubled"]


@pytest.mark.parametrize(
    ("calls", "wanted"),
    [
        ("1S P P P", ("Ana", 1, "S", "no")),
        ("P 1S P 2S P P P", ("Ben", 2, "S", "no")),
        ("P P P 1NT P 3NT P P P", ("Dee", 3, "NT", "no")),
        ("1H P 1S P 2S P 4S P P P", ("Cy", 4, "S", "no")),
        ("1H 1S 2H 2S 3H P P P", ("Ana", 3, "H", "no")),
        ("1S 2S P 3S X P P P", ("Ben", 3, "S", "doubled")),
        ("1C X XX P P P", ("Ana", 1, "C", "redoubled")),
        ("1C X 1D P P P", ("Cy", 1, "D", "no")),
        ("1C P P X P P XX P P P", ("Ana", 1, "C", "redoubled")),
        ("1♠, pass, 2♠, dbl, p, p, p", ("Ana", 2, "S", "doubled")),
        ("P P P P", (None, 0, "", "no")),
    ],
)
def test_the_calls_make_the_contract(calls: str, wanted: tuple[Any, ...]) -> None:
    assert contract(calls) == wanted


@pytest.mark.parametrize(
    ("calls", "call", "why"),
    [
        ("1S 1H", "1H", "A bid has to beat the last one, 1S."),
        ("2C P 2C", "2C", "A bid has to beat the last one, 2C."),
        ("1NT 1S", "1S", "A bid has to beat the last one, 1NT."),
        (
            "X",
            "X",
            "You can only double the other side’s bid, if nobody has yet.",
        ),
        (
            "1S P X",
            "X",
            "You can only double the other side’s bid, if nobody has yet.",
        ),
        (
            "1S X P X",
            "X",
            "You can only double the other side’s bid, if nobody has yet.",
        ),
        (
            "1S XX",
            "XX",
            ("You can only redouble your own side’s bid, once doubled."),
        ),
        (
            "1S X P XX",
            "XX",
            ("You can only redouble your own side’s bid, once doubled."),
        ),
        ("1S P P P 2S", "2S", "The auction was already over."),
        ("8S", "8S", "Nobody can bid more than seven."),
        ("1S AP AP", "AP", "The auction was already over."),
        ("1 Pik, 1 Herz", "1H", "A bid has to beat the last one, 1S."),
    ],
)
def test_a_call_that_cannot_be(calls: str, call: str, why: str) -> None:
    ruling = auction(calls)
    assert ruling.verdict == {
        "legal": False,
        "seat": ruling.verdict["seat"],
        "call": call,
    }
    assert [str(reason.text) for reason in ruling.because] == [why]


@pytest.mark.parametrize(
    ("calls", "wanted"),
    [
        # As they are written in English,
        ("1S AP", ("Ana", 1, "S", "no")),
        ("1S all pass", ("Ana", 1, "S", "no")),
        ("All pass", (None, 0, "", "no")),
        ("1S P P AP", ("Ana", 1, "S", "no")),
        ("(1S) X (P) 2H (P) (P) (P)", ("Dee", 2, "H", "no")),
        ("1 H P 2 H P P P", ("Ana", 2, "H", "no")),
        ("One no trump, no bid, three no-trumps, all pass", ("Ana", 3, "NT", "no")),
        ("1C! p 1D* p 1N ppp", ("Ana", 1, "NT", "no")),
        ("1!s dbl rdbl p p p", ("Ana", 1, "S", "redoubled")),
        ("4♥X PPP", ("Ana", 4, "H", "doubled")),
        ("1♠️ – 2♠ – – –", ("Ana", 2, "S", "no")),
        ("1S - 2S - - -", ("Ana", 2, "S", "no")),
        ("1S-P-2S-P-P-P", ("Ana", 2, "S", "no")),
        ("1S - P - 2S - P - P - P", ("Ana", 2, "S", "no")),
        ("1S-(2H)-3H-(4H)-4S-(P)-P-(P)", ("Ana", 4, "S", "no")),
        ("1S (-) 2S (-) - (-)", ("Ana", 2, "S", "no")),
        ("Pass 1H Pass 2NT =1= Pass Pass Pass $1", ("Dee", 2, "NT", "no")),
        ("1NT -- 3NT ---", ("Ana", 3, "NT", "no")),
        ("1S/P/2S/P/P/P", ("Ana", 2, "S", "no")),
        ("1S | P | P | P", ("Ana", 1, "S", "no")),
        ("P.P.P.P", (None, 0, "", "no")),
        # in German,
        (
            "1 Pik passe 2 Pik kontra rekontra passe passe passe",
            ("Ana", 2, "S", "redoubled"),
        ),
        ("1 Karo, Kontra, 1 Herz, alle passen", ("Cy", 1, "H", "no")),
        ("1T P 1K P 1P P 1SA P P P", ("Cy", 1, "NT", "no")),
        (
            "ein Treff, passe, zwei Ohne Trumpf, passe, passe, passe",
            ("Cy", 2, "NT", "no"),
        ),
        # in French,
        (
            "1 cœur passe 1 pique contre surcontre passe passe passe",
            ("Cy", 1, "S", "redoubled"),
        ),
        ("1C passe 1P passe 2C tous passent", ("Ana", 2, "H", "no")),
        ("1 carreau - 2 trèfles - 2 sans atout - - -", ("Ana", 2, "NT", "no")),
        ("1SA P 3 S.A. P P P", ("Ana", 3, "NT", "no")),
        # and in Spanish.
        ("1ST - - -", ("Ana", 1, "NT", "no")),
        (
            "1 corazón paso 2 tréboles paso 3 sin triunfo todos pasan",
            ("Ana", 3, "NT", "no"),
        ),
        ("1 pica doblo 2 diamantes paso paso paso", ("Cy", 2, "D", "no")),
    ],
)
def test_calls_are_read_as_people_write_them(
    calls: str, wanted: tuple[Any, ...]
) -> None:
    assert contract(calls) == wanted


@pytest.mark.parametrize(
    ("calls", "word"),
    [
        ("1S A", "A"),
        ("0S", "0S"),
        ("1X", "1X"),
        ("1SP2SPPP", "1SP2SPPP"),
        ("N: 1S", "N"),
        ("1S, what, P", "WHAT"),
    ],
)
def test_a_word_that_is_no_call_is_told_and_nothing_is_ruled(
    calls: str, word: str
) -> None:
    with pytest.raises(WrongFieldsError, match=f"calls: “{word}” isn’t a call"):
        auction(calls)


def test_a_letter_that_could_be_two_suits_is_told() -> None:
    with pytest.raises(WrongFieldsError, match="“1C” could be clubs or hearts"):
        auction("1C P 1H P 1P")


@pytest.mark.parametrize(
    ("calls", "turn"), [("P P P", "Dee"), ("1S P P", "Dee"), ("1S X P P", "Ana")]
)
def test_an_auction_that_is_not_over(calls: str, turn: str) -> None:
    ruling = auction(calls)
    assert ruling.verdict["over"] is False
    assert str(ruling.summary) == f"{turn} calls next"


def test_without_names_the_seats_are_called_by_their_directions() -> None:
    assert ask("bridge", "auction", calls="P 1S P P P").verdict["declarer"] == "E"


@pytest.mark.parametrize("seats", [["W"], ["W", "N"], ["W", "N", "E", "S"]])
def test_the_direction_that_deals_is_enough(seats: list[str]) -> None:
    assert (
        ask("bridge", "auction", seats=seats, calls="P 1S P P P").verdict["declarer"]
        == "N"
    )


@pytest.mark.parametrize(
    "seats", [["Ana"], ["Ana", "Ben"], ["N", "S", "E", "W"], ["W", "E"]]
)
def test_other_seats_are_all_four_clockwise(seats: list[str]) -> None:
    with pytest.raises(WrongFieldsError, match="Name all four clockwise, dealer first"):
        ask("bridge", "auction", seats=seats, calls="P 1S P P P")
