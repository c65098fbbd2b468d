"""Gin Rummy as a match: who deals, both depths, what was seen and what it proves, dead
deals, disputes.
"""

from collections.abc import Callable
from typing import Any

from referee import FIFTY_TWO
from referee.testing import PlayedMatch

Play = Callable[..., PlayedMatch]
ANA = "2C 3C 4C 7H 7S 7D AD 5S 2H 2D"
BEN = "9H 9D 9C QD QC QH 8S 5C 2S 3D"


def by_draw(play: Play, **options: object) -> PlayedMatch:
    """Ben has dealt and taken the nine of hearts, Ana has thrown the queen of diamonds,
    which Ben has taken too.
    """
    match = play("gin-rummy", "Ana Ben", dealer="Ben", depth="plays", **options)
    match.enter("upcard", upcard="9H")
    match.enter("pass")
    match.enter("turn", draw="pile", discard="KS")
    match.enter("turn", draw="stock", discard="QD")
    match.enter("turn", draw="pile", discard="JC")
    return match


def test_whoever_loses_a_deal_deals_the_next(play: Play) -> None:
    match = play("gin-rummy", "Ana Ben", dealer="Ben")
    match.enter("deal", knocker="Ben", deadwood={"Ana": 20, "Ben": 3})
    assert match.scene.dealer == "Ana"
    match.enter("deal", knocker="Ben", deadwood={"Ana": 2, "Ben": 3})
    assert match.scene.dealer == "Ben"
    assert {fact.seat: str(fact.text) for fact in match.scene.facts} == {
        "Ana": "1",
        "Ben": "1",
    }


def test_a_dead_deal_and_a_misdeal_are_dealt_again_by_the_same(play: Play) -> None:
    match = play("gin-rummy", "Ana Ben", dealer="Ben")
    for kind in ("dead", "misdeal"):
        match.enter(kind)
        assert (match.scene.dealer, match.scores) == ("Ben", {"Ana": 0, "Ben": 0})


def knocked(play: Play) -> PlayedMatch:
    """Ana has knocked, and Ben is to show his hand."""
    match = by_draw(play)
    match.enter("knock", "Ana", draw="stock", discard="KC", hands={"Ana": ANA})
    return match


def test_the_pile_the_stock_and_what_was_taken_are_seen(play: Play) -> None:
    match = by_draw(play)
    assert match.codes("pile") == "KS JC"
    assert match.codes("taken", "Ben") == "9H QD"
    assert match.zone("stock").count == 30


def test_with_all_hands_in_order_the_knock_counts(play: Play) -> None:
    match = knocked(play)
    match.enter("show", "Ben", hands={"Ben": BEN})
    assert match.scores == {"Ana": 3, "Ben": 0}
    assert match.kinds == ["upcard", "misdeal", "depth"]


def test_the_other_hand_is_asked_of_its_own_seat_once_a_knock_stands(
    play: Play,
) -> None:
    match = by_draw(play)
    assert match.prompt("knock").fields[-1].seats == ("Ana",)
    match = knocked(play)
    assert match.kinds == ["show", "misdeal"]
    show = match.prompt("show")
    assert show.seats == show.fields[0].seats == ("Ben",)
    assert match.scene.to_act == ("Ben",)
    assert match.said(match.scene.steps[0].text) == "Ben shows their hand."
    match.enter("misdeal")
    assert match.kinds == ["upcard", "misdeal", "depth"]


def reason(match: PlayedMatch, kind: str, **data: Any) -> str:
    refused = match.refuses(kind, **data)
    return f"{refused.summary}: {refused.because[0].text}"


def test_what_the_hand_of_the_knocker_proves(play: Play) -> None:
    match = by_draw(play)

    def why(hand: str = ANA, draw: str = "stock", discard: str = "KC") -> str:
        return reason(match, "knock", draw=draw, discard=discard, hands={"Ana": hand})

    assert why(ANA.replace("7D", "9H")).endswith(
        "Ben took it from the pile and hasn’t discarded it since."
    )
    assert why(ANA.replace("2D", "KC")).endswith("It’s in the discard pile.")
    assert why(f"{ANA} 8C").endswith("Ana has 10 different cards.")
    assert why(ANA.replace("2D", "2H")).endswith("Ana has 10 different cards.")
    assert why(draw="pile").endswith(
        "Ana took J♣ from the pile and hasn’t discarded it since."
    )
    assert why(draw="pile", discard="JC").endswith("discard another card.")


def test_with_too_many_points_nobody_is_asked_for_the_other_hand(play: Play) -> None:
    match = by_draw(play)
    hand = ANA.replace("2C", "QS")
    hands = {"Ana": hand}
    refused = match.refuses("knock", draw="stock", discard="KC", hands=hands)
    assert str(refused.summary) == "Ana can’t knock with 27 points"
    [_, _, melds] = [match.said(each.text) for each in refused.because]
    assert melds.startswith("Ana: ")
    assert "knock" in match.kinds
    assert "show" not in match.kinds


def test_what_the_other_hand_proves_and_the_knock_stands(play: Play) -> None:
    match = knocked(play)

    def why(hand: str) -> str:
        return reason(match, "show", hands={"Ben": hand})

    assert why(BEN.replace("QD", "QS")) == (
        "Ben’s hand can’t be right: Ben took Q♦ from the pile and hasn’t discarded it "
        "since."
    )
    assert why(BEN.replace("8S", "KS")).endswith("It’s in the discard pile.")
    assert why(BEN.replace("8S", "7S")).endswith("Ana has laid it.")
    assert match.kinds == ["show", "misdeal"]


def used_up(play: Play, **options: object) -> PlayedMatch:
    """The stock is drawn down to two cards."""
    match = play("gin-rummy", "Ana Ben", dealer="Ben", depth="plays", **options)
    match.enter("upcard", upcard="AS")
    match.enter("pass")
    match.enter("pass")
    for one in [card.code for card in FIFTY_TWO if card.code != "AS"][:29]:
        match.enter("turn", draw="stock", discard=one)
    return match


def test_with_two_cards_left_of_the_stock_the_deal_is_dead(play: Play) -> None:
    match = used_up(play)
    assert match.ruling.because[0].rule == "gin-rummy#dead"
    assert match.kinds == ["upcard", "misdeal", "depth"]


def test_the_last_discard_may_be_taken_to_knock_where_the_table_has_it_so(
    play: Play,
) -> None:
    match = used_up(play, last_discard=True)
    assert match.kinds == ["knock", "dead", "misdeal"]
    assert [
        field.words for field in match.prompt("knock").fields if field.name == "draw"
    ] == [("pile",)]
    match.enter("dead")
    assert match.kinds == ["upcard", "misdeal", "depth"]


def test_the_table_lets_a_false_knock_pass(play: Play) -> None:
    match = play("gin-rummy", "Ana Ben", dealer="Ben")
    match.let_pass("deal", knocker="Ana", deadwood={"Ana": 12, "Ben": 40})
    assert match.scores == {"Ana": 28, "Ben": 0}


def test_the_table_lets_pass_what_the_cards_disprove(play: Play) -> None:
    match = play("gin-rummy", "Ana Ben", dealer="Ben", depth="plays")
    match.enter("upcard", upcard="9H")
    match.let_pass("turn", draw="pile", discard="9H")
    assert (match.codes("pile"), match.codes("taken", "Ana")) == ("9H", "")
    match.enter("knock", draw="stock", discard="KC", hands={"Ben": ANA})
    match.let_pass("show", hands={"Ana": BEN})
    assert match.scores == {"Ana": 0, "Ben": 3}


def test_a_knock_that_the_table_lets_pass_is_scored_by_both_hands(play: Play) -> None:
    match = by_draw(play)
    hand = ANA.replace("2H", "KH")
    match.let_pass("knock", draw="stock", discard="KC", hands={"Ana": hand})
    match.enter("show", hands={"Ben": BEN})
    assert match.scores == {"Ana": 0, "Ben": 30}


def test_the_table_gives_a_deal_to_the_other(play: Play) -> None:
    match = play("gin-rummy", "Ana Ben", dealer="Ben")
    ruled = match.enter("deal", knocker="Ana", deadwood={"Ana": 2, "Ben": 40})
    match.overrule(
        ruled.entry.seq, {"winner": "Ben", "points": {"Ana": 0, "Ben": 10}}, place=0
    )
    assert (match.scores, match.scene.dealer) == ({"Ana": 0, "Ben": 10}, "Ana")


def test_hands_begin_with_what_is_known(play: Play) -> None:
    assert by_draw(play).prompt("knock").fields[-1].default is None
    [hand] = knocked(play).prompt("show").fields
    assert hand.default == {"Ben": ["9H", "QD"]}
