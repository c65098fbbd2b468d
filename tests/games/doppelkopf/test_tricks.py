"""Doppelkopf, who wins a trick: trumps of each game, and two equal cards."""

from collections.abc import Callable

import pytest

from referee import Ruling, WrongFieldsError

Ask = Callable[..., Ruling]
SEATS = ("Ana", "Ben", "Cy", "Dee")


def plays(cards: str) -> dict[str, str]:
    return dict(zip(SEATS, cards.split(), strict=False))


@pytest.mark.parametrize(
    ("game", "cards", "winner"),
    [
        ("normal", "QC TH AD QC", "Ben"),
        ("normal", "AC TC 9D JD", "Dee"),
        ("normal", "AH KH AS 9H", "Ana"),
        ("queens", "JC QD AC AC", "Ben"),
        ("queens", "TH AH KH JH", "Ben"),
        ("jacks", "QS JD AS TS", "Ben"),
        ("no-trump", "TC AC QC JC", "Ben"),
        ("no-trump", "9H TH KH QC", "Ben"),
        ("clubs", "AD 9C TD AD", "Ben"),
        ("hearts", "AD 9H TD TH", "Dee"),
        ("spades", "JD AS QC 9S", "Cy"),
    ],
)
def test_trumps(ask: Ask, game: str, cards: str, winner: str) -> None:
    ruling = ask("doppelkopf", "trick", plays=plays(cards), game=game)
    assert ruling.verdict["winner"] == winner


def test_of_two_equal_cards_the_first_wins(ask: Ask) -> None:
    ruling = ask("doppelkopf", "trick", plays=plays("9D JD QS QS"))
    assert ruling.verdict["winner"] == "Cy"
    assert ask("doppelkopf", "trick", plays=plays("TH TH")).verdict["winner"] == "Ana"


class TestTwoTensOfHearts:
    def test_the_second_wins_where_the_table_has_agreed(self, ask: Ask) -> None:
        ruling = ask("doppelkopf", "trick", plays=plays("9D TH TH JD"), second=True)
        assert ruling.verdict["winner"] == "Cy"
        assert ruling.because[-1].rule == "doppelkopf#dullen"
        assert [str(shown.cards[0]) for shown in ruling.shown] == [
            "9D",
            "TH",
            "TH",
            "JD",
        ]
        assert [bool(shown.deciding) for shown in ruling.shown] == [
            False,
            False,
            True,
            False,
        ]

    def test_not_where_they_are_no_trumps(self, ask: Ask) -> None:
        given = {"plays": plays("TH TH"), "game": "no-trump", "second": True}
        assert ask("doppelkopf", "trick", **given).verdict["winner"] == "Ana"

    def test_pigs_are_above_both(self, ask: Ask) -> None:
        given = {"plays": plays("TH TH AD 9D"), "pigs": True, "second": True}
        assert ask("doppelkopf", "trick", **given).verdict["winner"] == "Cy"


def test_forty_eyes_are_a_doppelkopf(ask: Ask) -> None:
    ruling = ask("doppelkopf", "trick", plays=plays("AS AS TS TH"))
    assert ruling.verdict["eyes"] == 42
    assert ruling.because[-1].rule == "doppelkopf#doppelkopf"
    solo = ask("doppelkopf", "trick", plays=plays("AS AS TS TH"), game="no-trump")
    assert solo.because[-1].rule == "doppelkopf#trick"


def test_a_card_is_there_twice_and_not_three_times(ask: Ask) -> None:
    with pytest.raises(WrongFieldsError, match="more often"):
        ask("doppelkopf", "trick", plays=plays("AS AS AS TH"))
