"""Four in pairs: who deals what, partners' one peg, opponents, and skunks."""

from referee import name_side
from referee.testing import PlayedMatch

FOUR = "Ana Ben Cy Dee"


def begun(**options: object) -> PlayedMatch:
    return PlayedMatch.begun("cribbage", FOUR, dealer="Ana", **options)


def play(match: PlayedMatch, *cards: str) -> None:
    for card in cards:
        [seat] = match.scene.to_act
        if card == "go":
            match.enter("go", seat)
        else:
            match.enter("play", seat, card=card)


def test_those_across_are_partners_and_have_one_peg() -> None:
    match = begun(depth="cards")
    assert [name_side(side) for side in match.scene.sides] == ["Ana & Cy", "Ben & Dee"]
    match.enter("starter", starter="9D")
    play(match, "KC", "5C")
    assert match.scores == {"Ana": 2, "Ben": 0, "Cy": 2, "Dee": 0}


def test_all_four_count_in_turn_then_the_dealer_the_crib() -> None:
    match = begun()
    match.enter("starter", starter="9D")
    match.enter("deal", pegged={"Ana": 3, "Ben": 4})
    for seat in ("Ben", "Cy", "Dee", "Ana"):
        assert match.scene.to_act == (seat,)
        cards = {"Ben": "5C 5D 5S JC", "Cy": "2C 4D 6S 8C", "Dee": "AC 2D QH KS"}
        match.enter("hand", seat, cards=cards.get(seat, "3C 3D TH TS"))
    assert match.scene.phase == "crib"
    assert match.scene.to_act == ("Ana",)
    match.enter("crib", "Ana", cards="7C 7D KH QS")
    assert match.scene.dealer == "Ben"
    assert match.scores["Ana"] == match.scores["Cy"] == 3 + 6 + 4 + 2
    assert match.scores["Ben"] == match.scores["Dee"] == 4 + 14


def test_a_side_pegs_and_is_skunked_together() -> None:
    match = begun(target="61")
    hands = {"Ana": 8, "Ben": 12, "Cy": 4, "Dee": 2}
    match.enter("deal", pegged={"Ana": 3, "Ben": 5}, hands=hands, crib=4)
    assert match.scores == {"Ana": 19, "Ben": 19, "Cy": 19, "Dee": 19}
    assert match.ruling.reckoning is not None
    assert [row.seat for row in match.ruling.reckoning.rows] == [
        "Ana & Cy",
        "Ben & Dee",
    ]
    match.enter("deal", pegged={"Dee": 42})
    assert match.scene.winners == ("Ben", "Dee")
    assert str(match.ruling.summary) == "Ben and Dee win with 61, and a skunk"
    assert list(match.ruling.decided.seats("skunked")) == ["Ana", "Cy"]


def test_only_one_side_can_be_out_in_the_play() -> None:
    match = begun(target="61")
    refusal = match.refuses("deal", pegged={"Ana": 31, "Ben": 61, "Cy": 30})
    assert "Ana & Cy and Ben & Dee" in str(refusal.summary)


def test_a_wrong_go_pays_the_other_side_once() -> None:
    match = begun(depth="cards")
    match.enter("starter", starter="9D")
    play(match, "KC", "QC", "6C", "go", "go", "go", "go", "3D")
    assert match.rulings[-1].because[0].rule == "cribbage#renege"
    assert "the other side" in str(match.rulings[-1].because[0].text)
    assert match.scores == {"Ana": 0, "Ben": 3, "Cy": 0, "Dee": 3}


def test_partners_do_not_call_muggins_on_each_other() -> None:
    match = begun(depth="cards", muggins=True)
    match.enter("starter", starter="9D")
    called = match.prompt("play").fields[-1]
    assert called.choices == ("Cy", "Ana")
    match.enter("play", "Ben", card="KC")
    match.enter("play", "Cy", card="5C", called={"Dee": 2})
    assert match.scores == {"Ana": 0, "Ben": 2, "Cy": 0, "Dee": 2}
