"""Mau-Mau and Crazy Eights, what tables agree on: what an ace does, an eight on an
eight, several of one rank at once, and going out with a jack.
"""

from collections.abc import Callable
from typing import Any

import pytest

from referee import Ruling, WrongFieldsError
from referee.testing import PlayedMatch

Ask = Callable[..., Ruling]
Play = Callable[..., PlayedMatch]

SEATS = "Ana Ben Cy"


def by_cards(play: Play, starter: str, **agreed: Any) -> PlayedMatch:
    """A match card by card, in which Ana plays on this card."""
    match = play(
        "crazy-eights", SEATS, dealer="Cy", depth="cards", variant="mau-mau", **agreed
    )
    match.enter("starter", card=starter)
    return match


def turn(match: PlayedMatch) -> str:
    return str(match.state.deal.turn)


class TestWhatAnAceDoes:
    @pytest.mark.parametrize(
        ("rule", "next_turn"),
        [("aces-skip", "Cy"), ("aces-play-again", "Ana"), (None, "Ben")],
    )
    def test_by_the_house_rule(
        self, play: Play, rule: str | None, next_turn: str
    ) -> None:
        match = by_cards(play, "9H", house_rules=[rule] if rule else [])
        match.enter("play", "Ana", card="AH")
        assert turn(match) == next_turn
        if rule:
            assert match.ruling.because[0].rule == f"crazy-eights#{rule}"

    def test_whoever_plays_again_may_draw(self, play: Play) -> None:
        match = by_cards(play, "9H", house_rules=["aces-play-again"])
        match.enter("play", "Ana", card="AH")
        match.enter("draw", "Ana")
        match.enter("play", "Ana", card="AC")
        assert turn(match) == "Ana"

    @pytest.mark.parametrize(
        ("rules", "variant"),
        [
            (["aces-skip", "aces-play-again"], "mau-mau"),
            (["aces-skip"], "crazy-eights"),
            (["queens-skip"], "mau-mau"),
            (["twos-draw-two"], "mau-mau"),
        ],
    )
    def test_what_would_do_nothing_or_both_is_refused(
        self, play: Play, rules: list[str], variant: str
    ) -> None:
        with pytest.raises(WrongFieldsError) as refused:
            play("crazy-eights", SEATS, variant=variant, house_rules=rules)
        assert refused.value.errors[0].field == "house_rules"


class TestAnEightOnAnEight:
    def test_it_passes_the_missed_turn_on(self, play: Play) -> None:
        match = by_cards(play, "9H", eight_on_eight=True)
        match.enter("play", "Ana", card="8H")
        assert match.next == "Ben misses a turn, or lays another eight."
        assert str(match.prompt("play").title) == "Lay another eight, or miss the turn"
        refused = match.refuses("play", "Ben", card="TH")
        assert refused.because[0].rule == "crazy-eights#eight-on-eight"
        match.enter("play", "Ben", card="8C")
        match.enter("pass", "Cy")
        assert str(match.ruling.summary) == "Cy misses a turn"
        match.enter("play", "Ana", card="9C")
        assert turn(match) == "Ben"

    def test_else_the_next_player_is_passed_over(self, play: Play) -> None:
        match = by_cards(play, "9H")
        match.enter("play", "Ana", card="8H")
        assert turn(match) == "Cy"

    def test_two_laid_at_once_make_one_miss_a_turn(self, play: Play) -> None:
        match = by_cards(play, "9H", eight_on_eight=True, several=True)
        match.enter("play", "Ana", card="8H", more="8C")
        match.enter("pass", "Ben")
        assert turn(match) == "Cy"


class TestSeveralAtOnce:
    def test_each_does_what_it_does(self, play: Play) -> None:
        match = by_cards(play, "9H", several=True)
        match.enter("play", "Ana", card="7H", more="7C")
        assert match.next.startswith("Ben draws 4 cards")
        played = "Ana plays the seven of hearts and the seven of clubs"
        assert str(match.rulings[0].summary) == played
        assert str(match.prompt("play").title) == "Lay one of the same rank, or draw"
        assert match.zone("hand", "Ana").count == 3
        match = by_cards(play, "9H", several=True)
        match.enter("play", "Ana", card="8H", more="8C")
        assert turn(match) == "Ana"

    def test_the_first_has_to_fit_and_all_have_one_rank(self, play: Play) -> None:
        match = by_cards(play, "9H", several=True)
        assert match.refuses("play", "Ana", card="7C", more="7H")
        refused = match.refuses("play", "Ana", card="7H", more="8H")
        assert refused.because[0].rule == "crazy-eights#several"

    def test_a_pack_has_each_card_once(self, play: Play) -> None:
        match = by_cards(play, "9H", several=True)
        twice = match.refuses("play", "Ana", card="TH", more="TH")
        assert twice.because[0].rule == "crazy-eights#once"

    def test_the_last_two_end_the_deal(self, play: Play) -> None:
        match = by_cards(play, "9H", several=True)
        match.enter("play", "Ana", card="TH", more="TC TD TS")
        match.enter("draw", "Ben")
        match.enter("pass", "Ben")
        match.enter("draw", "Cy")
        match.enter("pass", "Cy")
        match.enter("play", "Ana", card="KS")
        assert match.state.deal.out == "Ana"

    def test_else_one_card_is_laid(self, play: Play) -> None:
        fields = by_cards(play, "9H").prompt("play").fields
        assert [field.name for field in fields] == ["card"]


class TestOutWithAJack:
    def test_everything_counts_double(self, ask: Ask) -> None:
        given = {"left": {"Ana": 0, "Ben": 11, "Cy": 4}, "variant": "mau-mau"}
        ruling = ask("crazy-eights", "deal", **given, doubled=True)
        assert ruling.decided.numbers_by_seat("points")["Ana"] == 30
        assert ruling.because[-1].rule == "crazy-eights#jack-doubles"
        ruling = ask("crazy-eights", "deal", **given, doubled=True, scoring="own")
        assert ruling.decided.numbers_by_seat("points") == {
            "Ana": 0,
            "Ben": 22,
            "Cy": 8,
        }

    def test_somebody_has_to_be_out(self, ask: Ask) -> None:
        with pytest.raises(WrongFieldsError, match="Nobody is out"):
            ask("crazy-eights", "deal", left={"Ana": 1, "Ben": 2}, doubled=True)

    def test_by_deal_it_is_said(self, play: Play) -> None:
        match = play(
            "crazy-eights", SEATS, variant="mau-mau", jack_doubles=True, target=500
        )
        match.enter("points", left={"Ana": 0, "Ben": 11, "Cy": 4}, doubled=True)
        assert match.scores["Ana"] == 30
        match.enter("deal", cards={"Ben": "AH", "Cy": "KH"}, doubled=False)
        assert match.scores["Ana"] == 45

    def test_not_where_the_others_hold_all_jacks(self, play: Play) -> None:
        match = play("crazy-eights", SEATS, variant="mau-mau", jack_doubles=True)
        left = {"Ben": "JC JS", "Cy": "JH JD"}
        with pytest.raises(WrongFieldsError, match="All jacks are left in hand"):
            match.enter("deal", cards=left, doubled=True)
        match.enter("deal", cards=left, doubled=False)
        assert match.scores["Ana"] == 80

    def test_by_cards_the_last_one_says_it(self, play: Play) -> None:
        match = by_cards(play, "9H", several=True, jack_doubles=True)
        match.enter("play", "Ana", card="TH", more="TC TD TS")
        for seat in ("Ben", "Cy"):
            match.enter("draw", seat)
            match.enter("pass", seat)
        match.enter("play", "Ana", card="JH")
        match.enter("left", "Ben", cards="KH KD KC KS AH 9C")
        match.enter("left", "Cy", cards="QH QD QC QS 7H 7C")
        assert match.scores["Ana"] == 2 * (16 + 11 + 9 + 12 + 14)
